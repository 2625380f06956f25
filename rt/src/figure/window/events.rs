//! What mouse, keyboard and display do to windows.
//!
//! *Invariant:* an event for a window that is closed or was never there changes nothing.

use std::sync::Arc;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt as _, KeyButMask};
use x11rb::rust_connection::RustConnection;

use super::{Answer, Shared, Shown, Window, group_of};
use crate::figure::board::Board;
use crate::figure::form::{Input, Key, forms, selected};
use crate::figure::handle;
use crate::figure::layout::Point;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Close,
    Form(Key),
}

/// The codes of keys in the table of the display, with what they do.
const KEYS: &[(u32, Meaning)] = &[
    // Escape, q
    (0xff1b, Meaning::Close),
    (0x71, Meaning::Close),
    // Tab, the arrows, Home, End, space, Return
    (0xff09, Meaning::Form(Key::Next)),
    (0xff51, Meaning::Form(Key::Less)),
    (0xff54, Meaning::Form(Key::Less)),
    (0xff53, Meaning::Form(Key::More)),
    (0xff52, Meaning::Form(Key::More)),
    (0xff50, Meaning::Form(Key::First)),
    (0xff57, Meaning::Form(Key::Last)),
    (0x20, Meaning::Form(Key::Act)),
    (0xff0d, Meaning::Form(Key::Act)),
];
/// The buttons of the mouse: the left one, and those that the wheel is.
const LEFT: u8 = 1;
const WHEEL: [u8; 2] = [4, 5];

/// The keys of a keyboard that mean something.
#[derive(Debug)]
pub struct Keys(Vec<(u8, Meaning)>);

impl Keys {
    /// Asks the display for its keyboard.
    pub fn ask(connection: &RustConnection) -> Answer<Keys> {
        let setup = connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let mapping = connection
            .get_keyboard_mapping(first, last - first + 1)?
            .reply()?;
        let width = usize::from(mapping.keysyms_per_keycode).max(1);
        let codes = mapping.keysyms.chunks(width).enumerate();
        let known = codes.filter_map(|(index, codes)| {
            let found = KEYS.iter().find(|(code, _)| *code == codes[0]);
            found.map(|(_, meaning)| (first + index as u8, *meaning))
        });
        Ok(Keys(known.collect()))
    }

    fn meaning(&self, key: u8) -> Option<Meaning> {
        let found = self.0.iter().find(|(code, _)| *code == key);
        found.map(|(_, meaning)| *meaning)
    }
}

fn point(x: i16, y: i16) -> Point {
    (f64::from(x), f64::from(y))
}

impl Window {
    fn extent(&self) -> Point {
        (f64::from(self.size.0), f64::from(self.size.1))
    }
}

impl Shared {
    /// Receives events until the display goes away.
    pub(super) fn receive(self: &Arc<Shared>) {
        while let Ok(event) = self.connection.wait_for_event() {
            let mut windows = self.windows();
            if self.answer(&mut windows, &event).is_err() {
                self.lose(&mut windows);
            }
        }
        self.lose(&mut self.windows());
    }

    /// The display is gone, and the windows with it.
    pub(super) fn lose(&self, windows: &mut [Window]) {
        for window in windows {
            self.note_closed(window);
        }
    }

    /// The window is closed, and whoever waits for that is told.
    pub(super) fn note_closed(&self, window: &mut Window) {
        let was_open = std::mem::replace(&mut window.is_open, false);
        if let (true, Shown::Form(number)) = (was_open, &window.shown) {
            forms().close(*number);
        }
        self.changed.notify_all();
    }

    fn answer(&self, windows: &mut [Window], event: &Event) -> Answer<()> {
        let find = |id: u32| move |window: &&mut Window| window.id == id && window.is_open;
        match event {
            Event::Expose(event) if event.count == 0 => windows
                .iter_mut()
                .find(find(event.window))
                .map(|window| self.draw(window)),
            Event::ConfigureNotify(event) => {
                windows.iter_mut().find(find(event.window)).map(|window| {
                    let size = (event.width, event.height);
                    match std::mem::replace(&mut window.size, size) == size {
                        true => Ok(()),
                        false => self.resized(window),
                    }
                })
            }
            Event::ClientMessage(event)
                if event.type_ == self.protocols && event.data.as_data32()[0] == self.delete =>
            {
                windows
                    .iter_mut()
                    .find(find(event.window))
                    .map(|window| self.close(window))
            }
            Event::KeyPress(event) => windows
                .iter_mut()
                .find(find(event.event))
                .map(|window| self.key(window, event.detail, event.state)),
            Event::ButtonPress(event) => windows.iter_mut().find(find(event.event)).map(|window| {
                let at = point(event.event_x, event.event_y);
                match event.detail {
                    LEFT => self.press(window, at),
                    button if button == WHEEL[0] => self.input(window, Input::Wheel(at, 1.0)),
                    button if button == WHEEL[1] => self.input(window, Input::Wheel(at, -1.0)),
                    _ => Ok(()),
                }
            }),
            Event::ButtonRelease(event) if event.detail == LEFT => {
                windows.iter_mut().find(find(event.event)).map(|window| {
                    self.input(window, Input::Release(point(event.event_x, event.event_y)))
                })
            }
            Event::DestroyNotify(event) => {
                windows.iter_mut().find(find(event.window)).map(|window| {
                    self.note_closed(window);
                    Ok(())
                })
            }
            Event::MotionNotify(event) => {
                let at = point(event.event_x, event.event_y);
                let moved = windows
                    .iter_mut()
                    .find(find(event.event))
                    .map(|window| self.input(window, Input::Move(at)));
                moved.map(|moved| moved.and_then(|()| self.describe(windows, event.event, at)))
            }
            // Events that no window asked for.
            _ => None,
        }
        .unwrap_or(Ok(()))
    }

    fn resized(&self, window: &Window) -> Answer<()> {
        if let Shown::Form(number) = window.shown
            && let Some(form) = forms().form(number)
        {
            form.resize(window.size);
        }
        self.draw(window)
    }

    fn key(&self, window: &mut Window, key: u8, state: KeyButMask) -> Answer<()> {
        let is_shifted = state.contains(KeyButMask::SHIFT);
        match self.keys.meaning(key) {
            Some(Meaning::Close) => self.close(window),
            Some(Meaning::Form(Key::Next)) if is_shifted => {
                self.input(window, Input::Key(Key::Previous))
            }
            Some(Meaning::Form(key)) => self.input(window, Input::Key(key)),
            None => Ok(()),
        }
    }

    fn press(&self, window: &Window, at: Point) -> Answer<()> {
        if let Shown::Figure(number, board) = &window.shown {
            let place = ((0.0, 0.0), window.extent());
            if let Some(event) = selected(board, *number, place, at) {
                forms().push(event);
            }
        }
        self.input(window, Input::Press(at))
    }

    /// What the user does to a form.
    fn input(&self, window: &Window, input: Input) -> Answer<()> {
        let Shown::Form(number) = window.shown else {
            return Ok(());
        };
        let mut forms = forms();
        let Some(form) = forms.form(number) else {
            return Ok(());
        };
        let (looks_different, event) = form.input(window.extent(), input);
        if let Some(event) = event {
            forms.push(event);
        }
        drop(forms);
        match looks_different {
            true => self.draw(window),
            false => Ok(()),
        }
    }

    /// Shows what is under the mouse in the titles of all windows with panels of its group.
    fn describe(&self, windows: &mut [Window], id: u32, at: Point) -> Answer<()> {
        let under = windows.iter().find(|window| window.id == id);
        let found = under.and_then(|window| {
            let mut found = None;
            window.for_each_board(|number, board, (corner, size)| {
                if let Some((panel, part)) = board.find(corner, size, at) {
                    found = Some((handle(number, panel), part));
                }
            });
            found
        });
        let mut groups = self.groups();
        let group = found.map(|(handle, _)| group_of(&mut groups, handle));
        for window in windows.iter_mut().filter(|window| window.is_open) {
            let mut behind = String::new();
            window.for_each_board(|number, board, _| {
                for panel in 0..board.panels.len() {
                    let own = handle(number, panel);
                    let is_told = match found {
                        Some((under, _)) => {
                            own == under
                                || group.is_some_and(|group| groups.contains(&(own, group)))
                        }
                        None => false,
                    };
                    if let (true, Some((_, part))) = (is_told, found) {
                        behind.push_str(&described(board, panel, part));
                    }
                }
            });
            if behind != window.behind {
                window.behind = behind;
                self.entitle(window)?;
            }
        }
        Ok(())
    }

    pub(super) fn close(&self, window: &mut Window) -> Answer<()> {
        self.note_closed(window);
        self.connection.destroy_window(window.id)?;
        self.connection.flush()?;
        Ok(())
    }
}

impl Window {
    /// Calls with every board that the window shows: its figure and its place.
    fn for_each_board(&self, mut act: impl FnMut(i32, &Board, (Point, Point))) {
        match &self.shown {
            Shown::Figure(number, board) => act(*number, board, ((0.0, 0.0), self.extent())),
            Shown::Form(number) => {
                if let Some(form) = forms().form(*number) {
                    for (widget, place) in form.displays(self.extent()) {
                        act(widget.figure, &widget.board, place);
                    }
                }
            }
        }
    }
}

/// A pixel of an image, for the title.
fn described(board: &Board, panel: usize, part: Point) -> String {
    let Some((row, column, picture)) = board.pixel(panel, part) else {
        return String::new();
    };
    let [red, green, blue] = picture.pixel(row, column);
    match picture.size().2 {
        1 => format!("  [{row},{column}]: {red}"),
        _ => format!("  [{row},{column}]: {red} {green} {blue}"),
    }
}
