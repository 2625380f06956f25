//! When a GPU has done what, for `QC_TRACE`.
//!
//! Events of the driver stand around each piece of work. Their times are asked for at the end, or when many have gathered; they count from
//! a first event that the program has waited for, so that its time is known on both clocks.
//!
//! *Invariant:* without a trace no event has a time; an event that cannot be made leaves the time at which the work was given to the GPU.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use nvrtc_bridge::{Event, Stream};

use super::locked;
use crate::process::trace::{self, Began, Category, Property, Row};

/// Pieces of work whose times are asked for at the latest.
const MOST_OPEN: usize = 4096;

/// The times of one GPU.
#[derive(Default)]
pub(crate) struct Timeline {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The first event, and when it happened.
    base: Option<(Event, Instant)>,
    open: Vec<Open>,
}

/// Work whose time is not known yet.
struct Open {
    place: trace::Place,
    begin: Event,
    end: Event,
}

/// Work that is about to be given to the GPU.
pub(crate) struct Work {
    began: Began,
    event: Option<Event>,
}

/// What is told of a piece of work.
pub(crate) struct Told<'a> {
    /// What it is.
    pub category: Category,
    /// Its name.
    pub name: &'a str,
    /// A row of the location table, or 0.
    pub location: i32,
    /// More of it.
    pub properties: &'a [(&'a str, Property<'a>)],
}

/// A timed event at the end of a stream.
fn recorded(stream: &Stream) -> Option<Event> {
    stream.mark(true).ok()
}

impl Timeline {
    /// Before work in a stream.
    pub(crate) fn begin(&self, stream: &Stream) -> Work {
        let began = trace::begin();
        if !trace::is_on() {
            return Work { began, event: None };
        }
        let mut state = locked(&self.state);
        if state.base.is_none() {
            let event = recorded(stream).filter(|event| event.synchronize().is_ok());
            state.base = event.map(|event| (event, Instant::now()));
        }
        Work {
            began,
            event: recorded(stream),
        }
    }

    /// After the work was put into the stream, which is that lane of that device.
    pub(crate) fn end(&self, work: Work, stream: &Stream, row: (usize, usize), told: &Told<'_>) {
        let row = Row::Stream(row.0, row.1);
        let place = work.began.device(
            row,
            told.category,
            told.name,
            told.location,
            told.properties,
        );
        let Some((place, begin)) = place.zip(work.event) else {
            return;
        };
        let Some(end) = recorded(stream) else {
            return;
        };
        let mut state = locked(&self.state);
        state.open.push(Open { place, begin, end });
        if state.open.len() >= MOST_OPEN {
            state.settle();
        }
    }

    /// Asks for all times, when the work is done.
    pub(crate) fn settle(&self) {
        locked(&self.state).settle();
    }
}

impl State {
    fn settle(&mut self) {
        let Some((base, start)) = &self.base else {
            return;
        };
        for Open { place, begin, end } in self.open.drain(..) {
            if end.synchronize().is_err() {
                continue;
            }
            let moment = |event: &Event| {
                let milliseconds = event.milliseconds_since(base).ok()?;
                let seconds = f64::from(milliseconds.max(0.0)) / 1e3;
                Some(*start + Duration::try_from_secs_f64(seconds).ok()?)
            };
            if let Some((begin, end)) = moment(&begin).zip(moment(&end)) {
                trace::settle(place, begin, end);
            }
        }
    }
}
