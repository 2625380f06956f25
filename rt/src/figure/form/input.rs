//! What mouse and keyboard do to a form.
//!
//! | | |
//! |---|---|
//! | mouse on a slider, or moved from there | its value |
//! | wheel on a slider | a hundredth of its range up or down |
//! | click on a checkbox | its value |
//! | click on a button, also released there | a click |
//! | click on an image of a display | a pixel is selected |
//! | Tab, Shift and Tab | keys are about the next part, or the one before |
//! | arrows, Home, End | the value of a slider |
//! | space, Return | the checkbox or button |
//!
//! *Invariant:* an event is given exactly when a value has changed, a button was clicked or a pixel was selected.

use super::places::{Place, inside, is_in, track};
use super::{Event, EventKind, Form, Kind};
use crate::figure::board::Board;
use crate::figure::layout::Point;

/// Steps from one end of a slider to the other.
const STEPS: f64 = 100.0;

/// A key that forms know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// To the next part.
    Next,
    /// To the part before.
    Previous,
    /// Downwards by a step.
    Less,
    /// Upwards by a step.
    More,
    /// To the lower end.
    First,
    /// To the upper end.
    Last,
    /// As a click.
    Act,
}

/// What the user did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// Pressed the mouse.
    Press(Point),
    /// Moved it.
    Move(Point),
    /// Let it go.
    Release(Point),
    /// Turned the wheel, by so many steps.
    Wheel(Point, f64),
    /// Pressed a key.
    Key(Key),
}

impl Form {
    /// Changes the form as the user wants, in a window of that size. Says whether it looks different, and what the program is told.
    pub fn input(&mut self, size: Point, input: Input) -> (bool, Option<Event>) {
        let places = self.places(size);
        let under = |at: Point| places.iter().position(|place| is_in(*place, at));
        match input {
            Input::Press(at) => match under(at) {
                Some(index) => self.press(index, places[index], at),
                None => (false, None),
            },
            Input::Move(at) => match self.held {
                Some(index) if self.widgets[index].kind == Kind::Slider => {
                    let event = self.drag(index, places[index], at);
                    (event.is_some(), event)
                }
                Some(_) | None => (false, None),
            },
            Input::Release(at) => {
                let held = self.held.take();
                let clicked = held.filter(|index| {
                    self.widgets[*index].kind == Kind::Button && under(at) == Some(*index)
                });
                let event = clicked.map(|index| self.event(index, EventKind::Click));
                (held.is_some(), event)
            }
            Input::Wheel(at, steps) => match under(at) {
                Some(index) if self.widgets[index].kind == Kind::Slider => self.step(index, steps),
                Some(_) | None => (false, None),
            },
            Input::Key(key) => self.key(key),
        }
    }

    fn event(&self, index: usize, kind: EventKind) -> Event {
        Event {
            target: self.widgets[index].number,
            kind,
            at: (0, 0),
        }
    }

    fn press(&mut self, index: usize, place: Place, at: Point) -> (bool, Option<Event>) {
        let kind = self.widgets[index].kind;
        if kind.takes_keys() {
            self.focus = Some(index);
        }
        match kind {
            Kind::Slider => {
                self.held = Some(index);
                (true, self.drag(index, place, at))
            }
            Kind::Button => {
                self.held = Some(index);
                (true, None)
            }
            Kind::Checkbox => (true, self.toggle(index)),
            Kind::Heading => (false, None),
            Kind::Display => {
                let widget = &self.widgets[index];
                let (corner, size) = inside(place);
                let event = selected(&widget.board, widget.figure, (corner, size), at);
                (false, event)
            }
        }
    }

    /// A slider goes to where the mouse is.
    fn drag(&mut self, index: usize, place: Place, (x, _): Point) -> Option<Event> {
        let (start, length, _) = track(place);
        let part = ((x - start) / length).clamp(0.0, 1.0);
        let widget = &self.widgets[index];
        self.move_to(index, widget.low + part * (widget.high - widget.low))
    }

    fn move_to(&mut self, index: usize, value: f64) -> Option<Event> {
        let widget = &mut self.widgets[index];
        let value = value.clamp(widget.low, widget.high);
        let old = std::mem::replace(&mut widget.value, value);
        (old != value).then(|| self.event(index, EventKind::Change))
    }

    fn step(&mut self, index: usize, steps: f64) -> (bool, Option<Event>) {
        let widget = &self.widgets[index];
        let value = widget.value + steps * (widget.high - widget.low) / STEPS;
        let event = self.move_to(index, value);
        (event.is_some(), event)
    }

    fn toggle(&mut self, index: usize) -> Option<Event> {
        let widget = &mut self.widgets[index];
        widget.value = 1.0 - widget.value;
        Some(self.event(index, EventKind::Change))
    }

    fn key(&mut self, key: Key) -> (bool, Option<Event>) {
        let count = self.widgets.len();
        let by = match key {
            Key::Next => 1,
            Key::Previous => count.saturating_sub(1),
            Key::Less | Key::More | Key::First | Key::Last | Key::Act => {
                return match self.focus {
                    Some(index) => self.key_on(index, key),
                    None => (false, None),
                };
            }
        };
        let from = match (self.focus, key) {
            (Some(index), _) => index,
            (None, Key::Previous) => 0,
            (None, _) => count.saturating_sub(1),
        };
        let next = (1..=count).map(|steps| (from + steps * by) % count);
        let mut next = next.filter(|index| self.widgets[*index].kind.takes_keys());
        self.focus = next.next();
        (self.focus.is_some(), None)
    }

    fn key_on(&mut self, index: usize, key: Key) -> (bool, Option<Event>) {
        let widget = &self.widgets[index];
        let (low, high) = (widget.low, widget.high);
        let event = match (widget.kind, key) {
            (Kind::Slider, Key::Less) => return self.step(index, -1.0),
            (Kind::Slider, Key::More) => return self.step(index, 1.0),
            (Kind::Slider, Key::First) => self.move_to(index, low),
            (Kind::Slider, Key::Last) => self.move_to(index, high),
            (Kind::Checkbox, Key::Act) => self.toggle(index),
            (Kind::Button, Key::Act) => Some(self.event(index, EventKind::Click)),
            _ => None,
        };
        (event.is_some(), event)
    }
}

/// The event of a click on a board: the pixel of the image that is there.
pub fn selected(board: &Board, figure: i32, (corner, size): Place, at: Point) -> Option<Event> {
    let (panel, part) = board.find(corner, size, at)?;
    let (row, column, _) = board.pixel(panel, part)?;
    Some(Event {
        target: super::super::handle(figure, panel),
        kind: EventKind::Select,
        at: (row as i32, column as i32),
    })
}
