//! Forms: windows with sliders, checkboxes, buttons, headings and displays, which the program reads and sets while the user moves them.
//!
//! | file | what it does |
//! |---|---|
//! | `places` | where the parts of a form lie, and how they look |
//! | `input` | what mouse and keyboard do |
//! | `rows` | the functions of the interface |
//!
//! The thread that receives the display's events changes values at once, and queues what happened; the program takes it from the queue
//! and calls its handlers on its own thread (`stdlib/form.q`). Without a display nothing happens, and forms keep what the program sets.
//!
//! *Invariant:* the value of a slider lies between its ends, that of a checkbox is 0 or 1. Whoever holds the lock on the windows may
//! take that on the forms, never the other way round.

mod input;
mod places;
mod rows;

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use input::{Input, Key, selected};
pub use rows::{check_part, show_all};
pub(crate) use rows::{
    form_add, form_event, form_get, form_icon, form_open, form_set, form_set_text, form_text,
};

use super::board::Board;
use super::picture::Picture;

/// Events that wait for the program at most; one that never asks loses the later ones.
const MOST_EVENTS: usize = 1024;

/// What a part of a form is. The numbers are those that `stdlib/form.q` passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text over a group of others.
    Heading,
    /// A number between two ends.
    Slider,
    /// Yes or no.
    Checkbox,
    /// Something to be clicked.
    Button,
    /// Images and plots.
    Display,
}

impl Kind {
    fn of(number: i32) -> Option<Kind> {
        let kinds = [
            Kind::Heading,
            Kind::Slider,
            Kind::Checkbox,
            Kind::Button,
            Kind::Display,
        ];
        kinds.get(usize::try_from(number).ok()?).copied()
    }

    /// Whether keys can be about it.
    fn takes_keys(self) -> bool {
        match self {
            Kind::Slider | Kind::Checkbox | Kind::Button => true,
            Kind::Heading | Kind::Display => false,
        }
    }
}

/// What happened. The numbers of the kinds are those that `stdlib/form.q` compares with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The part of a form, the form, or the figure.
    pub target: i32,
    /// Which.
    pub kind: EventKind,
    /// Row and column of the pixel that was selected.
    pub at: (i32, i32),
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The user has changed a value.
    Change = 1,
    /// A button was clicked.
    Click = 2,
    /// A form was closed.
    Closed = 3,
    /// A pixel of an image was clicked.
    Select = 4,
}

/// A part of a form.
#[derive(Clone, Debug)]
pub struct Widget {
    /// Its number.
    pub number: i32,
    kind: Kind,
    text: String,
    value: f64,
    low: f64,
    high: f64,
    icon: Option<Arc<Picture>>,
    /// The figure that a display shows; 0 before it shows any.
    pub figure: i32,
    /// What a display shows.
    pub board: Board,
}

/// A form.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its number.
    pub number: i32,
    /// What its window is called.
    pub title: String,
    /// What the program has made it; 0: as large as its parts want it.
    size: (u16, u16),
    /// The size of its window, if that is known.
    actual: Option<(u16, u16)>,
    widgets: Vec<Widget>,
    /// What keys are about.
    focus: Option<usize>,
    /// What the mouse holds.
    held: Option<usize>,
    /// Whether its window is to be in the middle of the screen.
    pub is_centred: bool,
    /// Whether it has a window, or had one.
    pub is_shown: bool,
    is_closed: bool,
    /// Whether the program has asked if it is closed.
    was_asked: bool,
}

impl Form {
    /// One without parts that nobody has seen yet.
    fn new(number: i32, title: &str) -> Form {
        Form {
            number,
            title: title.to_owned(),
            size: (0, 0),
            actual: None,
            widgets: Vec::new(),
            focus: None,
            held: None,
            is_centred: false,
            is_shown: false,
            is_closed: false,
            was_asked: false,
        }
    }
}

/// The forms of a program, and what has happened on them.
#[derive(Debug)]
pub struct Forms {
    list: Vec<Form>,
    events: VecDeque<Event>,
    /// The number that was given last, to a form or a part of one.
    count: i32,
    /// Whether the program asks for events at all.
    listens: bool,
}

static SPECIAL_FORMS: Mutex<Forms> = Mutex::new(Forms {
    list: Vec::new(),
    events: VecDeque::new(),
    count: 0,
    listens: false,
});
static NEWS: Condvar = Condvar::new();

/// The forms. A thread that panicked has left none half changed.
pub fn forms() -> MutexGuard<'static, Forms> {
    crate::figure::ROOM.is_linked();
    SPECIAL_FORMS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Forms {
    /// The form of that number.
    pub fn form(&mut self, number: i32) -> Option<&mut Form> {
        self.list.iter_mut().find(|form| form.number == number)
    }

    /// The form that has the part of that number, or is it, and which of its parts that is.
    fn owner(&mut self, number: i32) -> Option<(&mut Form, usize)> {
        self.list.iter_mut().find_map(|form| {
            let found = form.widgets.iter();
            let index = found.clone().position(|one| one.number == number);
            index.map(|index| (form, index))
        })
    }

    /// Queues an event, unless nobody asks. Changes of one value that wait are one.
    pub fn push(&mut self, event: Event) {
        let is_told = self.listens && self.events.len() < MOST_EVENTS;
        let is_repeated = event.kind == EventKind::Change && self.events.back() == Some(&event);
        if is_told && !is_repeated {
            self.events.push_back(event);
        }
        NEWS.notify_all();
    }

    /// A form was closed, by the user or because the display has gone away.
    pub fn close(&mut self, number: i32) {
        if let Some(form) = self.form(number) {
            form.is_closed = true;
        }
        self.push(Event {
            target: number,
            kind: EventKind::Closed,
            at: (0, 0),
        });
    }

    /// Numbers and sizes of the forms that have no window yet.
    pub fn unshown(&self) -> Vec<i32> {
        let unshown = self
            .list
            .iter()
            .filter(|form| !form.is_shown && !form.is_closed);
        unshown.map(|form| form.number).collect()
    }

    fn number(&mut self) -> i32 {
        self.count += 1;
        self.count
    }
}

/// Puts a figure into a display. Gives the number of the form.
pub fn set_board(display: i32, figure: i32, board: Board) -> i32 {
    let mut forms = forms();
    let (form, index) = forms.owner(display).expect("a display of a form");
    let widget = &mut form.widgets[index];
    (widget.figure, widget.board) = (figure, board);
    form.number
}

/// Takes the next event; without one waits that long at most. Gives what is left of the time, too.
fn next_event(patience: Duration) -> (Option<Event>, Duration) {
    let end = Instant::now() + patience;
    let mut forms = forms();
    forms.listens = true;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if let Some(event) = forms.events.pop_front() {
            return (Some(event), left);
        }
        if left.is_zero() {
            return (None, left);
        }
        let waited = NEWS.wait_timeout(forms, left);
        forms = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

#[cfg(test)]
mod tests;
