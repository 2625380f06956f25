//! Figures and forms in windows of an X display.
//!
//! A thread of its own receives the events, so that windows are drawn again, resized and closed while the program computes, and so that
//! the parts of forms move. Both threads draw; whoever draws holds the lock on the windows.
//!
//! | file | what it does |
//! |---|---|
//! | `draw` | what is shown, as pixels and requests |
//! | `events` | what mouse, keyboard and display do |
//! | `forms` | windows of forms, as the program changes them |
//!
//! | key, button | what it does |
//! |---|---|
//! | Escape, q, the window's own button | closes the window |
//! | moving the mouse over an image | shows row, column and colour in the window's title |
//!
//! *Invariant:* a display that is not there, does not answer within a second or cannot show colours is a value, `None`; one that goes away
//! later closes the windows. Neither is an error of the program.

mod draw;
mod events;
mod forms;

use crate::process::replace::leave_signals;
use nvrtc_bridge::environment;
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, Gcontext, PropMode,
    Screen, VisualClass, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::board::{Board, fitted};
use events::Keys;

/// How long a display may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// Images that are smaller are shown larger: what a window can be told from.
const LEAST_SIDE: usize = 160;
/// The part of the screen that a new window takes at most: 9/10.
const SCREEN_PART: (usize, usize) = (9, 10);
type Answer<T> = Result<T, ReplyOrIdError>;

/// What a window shows.
#[derive(Debug)]
enum Shown {
    /// The figure of this number.
    Figure(i32, Board),
    /// The form of this number.
    Form(i32),
}

/// A window of a figure or form.
#[derive(Debug)]
struct Window {
    id: u32,
    size: (u16, u16),
    title: String,
    /// What stands behind the title: the pixel under the mouse.
    behind: String,
    shown: Shown,
    is_open: bool,
}

impl Window {
    fn is_figure(&self, number: i32) -> bool {
        matches!(self.shown, Shown::Figure(own, _) if own == number)
    }

    fn is_form(&self, number: i32) -> bool {
        matches!(self.shown, Shown::Form(own) if own == number)
    }
}

/// How colours are written in pixels of 32 bits.
#[derive(Clone, Copy, Debug)]
struct PixelFormat {
    shifts: [u32; 3],
    is_little_endian: bool,
    depth: u8,
}

/// A connection to a display and its windows.
#[derive(Debug)]
struct Shared {
    connection: RustConnection,
    screen: Screen,
    format: PixelFormat,
    context: Gcontext,
    /// The width of a letter of the font.
    letter: u16,
    protocols: u32,
    delete: u32,
    name: u32,
    utf8: u32,
    keys: Keys,
    windows: Mutex<Vec<Window>>,
    /// Panels whose pixels are told together, as handle and group; others are groups of their own.
    groups: Mutex<Vec<(i32, i32)>>,
    changed: Condvar,
}

/// A display.
#[derive(Debug)]
pub struct Display {
    shared: Arc<Shared>,
}

impl Display {
    /// The display that `DISPLAY` names, if it answers and has colours.
    pub fn open() -> Option<Display> {
        environment::variable("DISPLAY").filter(|name| !name.is_empty())?;
        let (answers, answer) = mpsc::channel();
        std::thread::spawn(move || {
            leave_signals();
            // Nobody waits any longer when the display took too long.
            let _ = answers.send(Shared::connect());
        });
        let shared = Arc::new(answer.recv_timeout(PATIENCE).ok()??);
        let events = Arc::clone(&shared);
        std::thread::spawn(move || {
            leave_signals();
            events.receive();
        });
        Some(Display { shared })
    }

    /// Shows a figure in its window, which is made if it is new.
    pub fn show_board(&self, number: i32, board: Board) {
        self.shared.show(number, board);
    }

    /// Whether the figure's window is there.
    pub fn is_open(&self, number: i32) -> bool {
        let windows = self.shared.windows();
        windows
            .iter()
            .any(|window| window.is_figure(number) && window.is_open)
    }

    /// Makes two panels, and those that they are connected with, one group.
    pub fn connect(&self, first: i32, second: i32) {
        let mut groups = self.shared.groups();
        let (first, second) = (group_of(&mut groups, first), group_of(&mut groups, second));
        for (_, group) in groups.iter_mut().filter(|(_, group)| *group == second) {
            *group = first;
        }
    }

    /// Waits until all windows are closed.
    pub fn wait_until_closed(&self) {
        let any_open = |windows: &mut Vec<Window>| windows.iter().any(|window| window.is_open);
        let windows = self.shared.windows();
        let closed = self.shared.changed.wait_while(windows, any_open);
        drop(closed);
    }
}

/// The group of a panel, which is noted if it is not yet.
fn group_of(groups: &mut Vec<(i32, i32)>, handle: i32) -> i32 {
    match groups.iter().find(|(one, _)| *one == handle) {
        Some((_, group)) => *group,
        None => {
            groups.push((handle, handle));
            handle
        }
    }
}

/// The number of zeros behind the ones of a mask of eight ones.
fn shift_of(mask: u32) -> Option<u32> {
    let shift = mask.trailing_zeros();
    (mask != 0 && mask >> shift == 0xff).then_some(shift)
}

/// How the screen's own windows write colours; none without eight bits each in pixels of 32.
fn pixel_format(connection: &RustConnection, screen: &Screen) -> Option<PixelFormat> {
    let setup = connection.setup();
    let depth = screen.root_depth;
    let visuals = screen
        .allowed_depths
        .iter()
        .flat_map(|depth| &depth.visuals);
    let visual = visuals
        .into_iter()
        .find(|visual| visual.visual_id == screen.root_visual)?;
    let formats = &setup.pixmap_formats;
    let is_wide = formats
        .iter()
        .any(|format| format.depth == depth && format.bits_per_pixel == 32);
    let shifts = [
        shift_of(visual.red_mask)?,
        shift_of(visual.green_mask)?,
        shift_of(visual.blue_mask)?,
    ];
    (is_wide && visual.class == VisualClass::TRUE_COLOR).then_some(PixelFormat {
        shifts,
        is_little_endian: setup.image_byte_order == x11rb::protocol::xproto::ImageOrder::LSB_FIRST,
        depth,
    })
}

impl Shared {
    fn connect() -> Option<Shared> {
        let (connection, screen) = RustConnection::connect(None).ok()?;
        let screen = connection.setup().roots.get(screen)?.clone();
        let format = pixel_format(&connection, &screen)?;
        Shared::prepare(connection, screen, format).ok()
    }

    /// Asks the display for what all windows need.
    fn prepare(connection: RustConnection, screen: Screen, format: PixelFormat) -> Answer<Shared> {
        let atom =
            |name: &[u8]| -> Answer<u32> { Ok(connection.intern_atom(false, name)?.reply()?.atom) };
        let (protocols, delete) = (atom(b"WM_PROTOCOLS")?, atom(b"WM_DELETE_WINDOW")?);
        let (name, utf8) = (atom(b"_NET_WM_NAME")?, atom(b"UTF8_STRING")?);
        let font = connection.generate_id()?;
        connection.open_font(font, b"fixed")?.check()?;
        let letter = connection.query_font(font)?.reply()?.max_bounds;
        let context = connection.generate_id()?;
        let settings = CreateGCAux::new().font(font).graphics_exposures(0);
        connection
            .create_gc(context, screen.root, &settings)?
            .check()?;
        let keys = Keys::ask(&connection)?;
        Ok(Shared {
            screen,
            format,
            context,
            letter: letter.character_width.max(1) as u16,
            protocols,
            delete,
            name,
            utf8,
            keys,
            windows: Mutex::new(Vec::new()),
            groups: Mutex::new(Vec::new()),
            changed: Condvar::new(),
            connection,
        })
    }

    /// The windows. A thread that panicked has left no window half changed.
    fn windows(&self) -> MutexGuard<'_, Vec<Window>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The groups of panels.
    fn groups(&self) -> MutexGuard<'_, Vec<(i32, i32)>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, number: i32, board: Board) {
        let mut windows = self.windows();
        let title = title_of(number, &board);
        let old = windows.iter_mut().find(|one| one.is_figure(number));
        let result = match old {
            // What the user has closed stays closed.
            Some(window) if !window.is_open => Ok(()),
            Some(window) => {
                window.shown = Shown::Figure(number, board);
                let retitled = std::mem::replace(&mut window.title, title) != window.title;
                match retitled {
                    true => self.entitle(window),
                    false => Ok(()),
                }
                .and_then(|()| self.draw(window))
            }
            None => {
                let size = self.first_size(&board);
                self.create(title, size, Shown::Figure(number, board))
                    .map(|window| windows.push(window))
            }
        };
        if result.is_err() {
            self.lose(&mut windows);
        }
    }

    /// A new window; the display asks for its contents when it is seen.
    fn create(&self, title: String, size: (u16, u16), shown: Shown) -> Answer<Window> {
        let id = self.connection.generate_id()?;
        let events = EventMask::EXPOSURE
            | EventMask::STRUCTURE_NOTIFY
            | EventMask::KEY_PRESS
            | EventMask::BUTTON_PRESS
            | EventMask::BUTTON_RELEASE
            | EventMask::POINTER_MOTION;
        let settings = CreateWindowAux::new()
            .background_pixel(self.screen.white_pixel)
            .event_mask(events);
        self.connection
            .create_window(
                x11rb::COPY_DEPTH_FROM_PARENT,
                id,
                self.screen.root,
                0,
                0,
                size.0,
                size.1,
                0,
                WindowClass::INPUT_OUTPUT,
                x11rb::COPY_FROM_PARENT,
                &settings,
            )?
            .check()?;
        let window = Window {
            id,
            size,
            title,
            behind: String::new(),
            shown,
            is_open: true,
        };
        self.connection.change_property32(
            PropMode::REPLACE,
            id,
            self.protocols,
            AtomEnum::ATOM,
            &[self.delete],
        )?;
        self.entitle(&window)?;
        if let Shown::Form(number) = window.shown {
            self.place_form(&window, number)?;
        }
        self.connection.map_window(id)?;
        self.connection.flush()?;
        Ok(window)
    }

    /// The size of a new window: what it shows, enlarged if it is tiny, reduced to fit the screen.
    fn first_size(&self, board: &Board) -> (u16, u16) {
        let (width, height) = board.size();
        let (width, height) = (width as usize, height as usize);
        let factor = LEAST_SIDE.div_ceil(width.max(height));
        self.on_screen((width * factor, height * factor))
    }

    /// A size reduced to fit the screen.
    fn on_screen(&self, size: (usize, usize)) -> (u16, u16) {
        let part = |side: u16| (usize::from(side) * SCREEN_PART.0 / SCREEN_PART.1).max(1);
        let most = (
            part(self.screen.width_in_pixels),
            part(self.screen.height_in_pixels),
        );
        let (width, height) = fitted(size, most, false);
        (width as u16, height as u16)
    }

    /// Sets the window's title, with what stands behind it.
    fn entitle(&self, window: &Window) -> Answer<()> {
        let title = format!("{}{}", window.title, window.behind);
        let mode = PropMode::REPLACE;
        let connection = &self.connection;
        connection.change_property8(mode, window.id, self.name, self.utf8, title.as_bytes())?;
        let latin = draw::latin(&title);
        connection.change_property8(
            mode,
            window.id,
            AtomEnum::WM_NAME,
            AtomEnum::STRING,
            &latin,
        )?;
        connection.flush()?;
        Ok(())
    }
}

/// What the window of a figure is called: as its panels, or by its number.
fn title_of(number: i32, board: &Board) -> String {
    let titles = board.panels.iter().map(|panel| panel.title.as_str());
    let titles: Vec<&str> = titles.filter(|title| !title.is_empty()).collect();
    match titles[..] {
        [] => format!("Figure {number}"),
        _ => titles.join(" | "),
    }
}
