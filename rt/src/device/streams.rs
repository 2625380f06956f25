//! The streams of a GPU, and which of them work goes to.
//!
//! Work that needs the result of the last work in a stream goes behind it; other work goes to the next stream in turn, so that copies and
//! kernels that do not need each other go on side by side. What lies in another stream is waited for by its event.
//!
//! *Invariant:* the choice depends on what the program has asked for so far, never on how far a GPU has come.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use nvrtc_bridge::{Context, Error, Event, Stream};

/// The streams of a GPU.
pub(crate) struct Lanes {
    lanes: Vec<Lane>,
    /// The lane whose turn it is.
    next: AtomicUsize,
    /// Whether there is nobody else to wait for these lanes.
    alone: bool,
}

struct Lane {
    stream: Stream,
    /// Marks that were set so far.
    marks: AtomicU64,
}

/// A point in the work of a lane that other work may have to wait for.
#[derive(Clone)]
pub(crate) struct Mark {
    device: usize,
    lane: usize,
    /// Counts the marks of the lane.
    number: u64,
    stream: Stream,
    /// Happens when the work before it is done; none: the stream itself is waited for.
    event: Option<Arc<Event>>,
}

impl Lanes {
    /// So many streams, or as many as the device has room for. `alone`: there is no other device.
    ///
    /// # Errors
    /// There is no room for any.
    pub(super) fn new(context: &Context, count: usize, alone: bool) -> Result<Lanes, Error> {
        let mut lanes = Vec::new();
        for _ in 0..count {
            match context.stream() {
                Ok(stream) => lanes.push(Lane {
                    stream,
                    marks: AtomicU64::new(0),
                }),
                Err(error) if lanes.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(Lanes {
            alone: alone && lanes.len() == 1,
            lanes,
            next: AtomicUsize::new(0),
        })
    }

    /// A stream by its number.
    pub(crate) fn stream(&self, lane: usize) -> &Stream {
        &self.lanes[lane].stream
    }

    /// The lane for work of a device that has to wait for these marks.
    pub(crate) fn choose(&self, device: usize, marks: &[Mark]) -> usize {
        let is_last = |mark: &&Mark| {
            let lane = &self.lanes[mark.lane];
            mark.number == lane.marks.load(Ordering::Relaxed)
        };
        let mut own = marks.iter().filter(|mark| mark.device == device);
        match own.find(is_last) {
            Some(mark) => mark.lane,
            None => self.next.fetch_add(1, Ordering::Relaxed) % self.lanes.len(),
        }
    }

    /// Marks the end of what is in a lane by now.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn mark(&self, device: usize, lane: usize) -> Result<Mark, Error> {
        let Lane { stream, marks } = &self.lanes[lane];
        let event = match self.alone {
            true => None,
            false => recorded(stream)?,
        };
        Ok(Mark {
            device,
            lane,
            number: marks.fetch_add(1, Ordering::Relaxed) + 1,
            stream: stream.clone(),
            event: event.map(Arc::new),
        })
    }

    /// Lets what comes next in a lane wait for a mark.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn wait(&self, device: usize, lane: usize, mark: &Mark) -> Result<(), Error> {
        if (mark.device, mark.lane) == (device, lane) {
            return Ok(());
        }
        match &mark.event {
            Some(event) => self.stream(lane).wait_for(event),
            None => mark.stream.synchronize(),
        }
    }
}

/// An event at the end of a stream. One that there is no room for is made good by waiting for the stream.
fn recorded(stream: &Stream) -> Result<Option<Event>, Error> {
    match stream.mark(false) {
        Ok(event) => Ok(Some(event)),
        Err(_) => stream.synchronize().map(|()| None),
    }
}

impl Mark {
    /// Whether this is a mark of the same lane.
    pub(crate) fn is_in_lane_of(&self, other: &Mark) -> bool {
        (self.device, self.lane) == (other.device, other.lane)
    }

    /// The number of the device.
    pub(crate) fn device(&self) -> usize {
        self.device
    }

    /// The number of the lane.
    pub(crate) fn lane(&self) -> usize {
        self.lane
    }

    /// Waits until the work before the mark is done.
    ///
    /// # Errors
    /// The first failure of that work.
    pub(crate) fn synchronize(&self) -> Result<(), Error> {
        match &self.event {
            Some(event) => event.synchronize(),
            None => self.stream.synchronize(),
        }
    }
}
