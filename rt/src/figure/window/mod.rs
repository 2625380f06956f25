//! Figures in windows of an X display.
//!
//! A thread of its own receives the events, so that windows are drawn again, resized and closed while the program computes. Both threads
//! draw; whoever draws holds the lock on the windows.
//!
//! | key, button | what it does |
//! |---|---|
//! | Escape, q, the window's own button | closes the window |
//! | moving the mouse over an image | shows row, column and colour in the window's title |
//!
//! *Invariant:* a display that is not there, does not answer within a second or cannot show colours is a value, `None`; one that goes away
//! later closes the windows. Neither is an error of the program.

mod draw;

use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, Gcontext, PropMode,
    Screen, VisualClass, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::layout::Scene;
use super::picture::Picture;

/// How long a display may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// Images that are smaller are shown larger: what a window can be told from.
const LEAST_SIDE: usize = 160;
/// The part of the screen that a new window takes at most: 9/10.
const SCREEN_PART: (usize, usize) = (9, 10);
/// The code of the key Escape in the table of the display.
const ESCAPE: u32 = 0xff1b;
/// The code of the key q.
const LETTER_Q: u32 = 0x71;

type Answer<T> = Result<T, ReplyOrIdError>;

/// What a window shows.
#[derive(Clone, Debug)]
enum Shown {
    Picture(Picture),
    Scene(Scene),
}

/// A window of a figure.
#[derive(Debug)]
struct Window {
    number: i32,
    /// Windows of one group show what is at the place of the mouse together.
    group: i32,
    id: u32,
    size: (u16, u16),
    title: String,
    shown: Shown,
    is_open: bool,
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
    closing_keys: Vec<u8>,
    windows: Mutex<Vec<Window>>,
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
        std::env::var_os("DISPLAY").filter(|name| !name.is_empty())?;
        let (answers, answer) = mpsc::channel();
        std::thread::spawn(move || {
            // Nobody waits any longer when the display took too long.
            let _ = answers.send(Shared::connect());
        });
        let shared = Arc::new(answer.recv_timeout(PATIENCE).ok()??);
        let events = Arc::clone(&shared);
        std::thread::spawn(move || events.receive());
        Some(Display { shared })
    }

    /// Shows an image in the window of that figure, which is made if it is new.
    pub fn show_image(&self, number: i32, title: &str, picture: &Picture) {
        let shown = Shown::Picture(picture.clone());
        self.shared.show(number, title, shown);
    }

    /// Shows a drawing in the window of that figure, which is made if it is new.
    pub fn show_scene(&self, number: i32, title: &str, scene: Scene) {
        self.shared.show(number, title, Shown::Scene(scene));
    }

    /// Whether the figure's window is there.
    pub fn is_open(&self, number: i32) -> bool {
        let windows = self.shared.windows();
        windows
            .iter()
            .any(|window| window.number == number && window.is_open)
    }

    /// Makes the windows of two figures, and those that they are connected with, one group.
    pub fn connect(&self, first: i32, second: i32) {
        let mut windows = self.shared.windows();
        let group = |number: i32| {
            let found = windows.iter().find(|window| window.number == number);
            found.map(|window| window.group)
        };
        let (Some(first), Some(second)) = (group(first), group(second)) else {
            return;
        };
        for window in windows.iter_mut().filter(|window| window.group == second) {
            window.group = first;
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
        let closing_keys = closing_keys(&connection)?;
        Ok(Shared {
            screen,
            format,
            context,
            letter: letter.character_width.max(1) as u16,
            protocols,
            delete,
            name,
            utf8,
            closing_keys,
            windows: Mutex::new(Vec::new()),
            changed: Condvar::new(),
            connection,
        })
    }

    /// The windows. A thread that panicked has left no window half changed.
    fn windows(&self) -> MutexGuard<'_, Vec<Window>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, number: i32, title: &str, shown: Shown) {
        let mut windows = self.windows();
        let result = match windows.iter_mut().find(|window| window.number == number) {
            // What the user has closed stays closed.
            Some(window) if !window.is_open => Ok(()),
            Some(window) => {
                window.shown = shown;
                window.title = title_of(number, title);
                self.entitle(window, "").and_then(|()| self.draw(window))
            }
            None => self
                .create(number, title, shown)
                .map(|window| windows.push(window)),
        };
        if result.is_err() {
            self.lose(&mut windows);
        }
    }

    /// A new window; the display asks for its contents when it is seen.
    fn create(&self, number: i32, title: &str, shown: Shown) -> Answer<Window> {
        let size = self.first_size(&shown);
        let id = self.connection.generate_id()?;
        let events = EventMask::EXPOSURE
            | EventMask::STRUCTURE_NOTIFY
            | EventMask::KEY_PRESS
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
            number,
            group: number,
            id,
            size,
            title: title_of(number, title),
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
        self.entitle(&window, "")?;
        self.connection.map_window(id)?;
        self.connection.flush()?;
        Ok(window)
    }

    /// The size of a new window: what it shows, enlarged if it is tiny, reduced to fit the screen.
    fn first_size(&self, shown: &Shown) -> (u16, u16) {
        let (width, height) = match shown {
            Shown::Picture(picture) => {
                let (width, height, _) = picture.size();
                let factor = LEAST_SIDE.div_ceil(width.max(height));
                (width * factor, height * factor)
            }
            Shown::Scene(scene) => (scene.size.0 as usize, scene.size.1 as usize),
        };
        let part = |side: u16| (usize::from(side) * SCREEN_PART.0 / SCREEN_PART.1).max(1);
        let most = (
            part(self.screen.width_in_pixels),
            part(self.screen.height_in_pixels),
        );
        let (width, height) = draw::fitted((width, height), most, false);
        (width as u16, height as u16)
    }

    /// Sets the window's title, with something behind it.
    fn entitle(&self, window: &Window, behind: &str) -> Answer<()> {
        let title = format!("{}{behind}", window.title);
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

    /// Receives events until the display goes away.
    fn receive(&self) {
        while let Ok(event) = self.connection.wait_for_event() {
            let mut windows = self.windows();
            if self.answer(&mut windows, &event).is_err() {
                self.lose(&mut windows);
            }
        }
        self.lose(&mut self.windows());
    }

    /// The display is gone, and the windows with it.
    fn lose(&self, windows: &mut [Window]) {
        for window in windows {
            window.is_open = false;
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
                        false => self.draw(window),
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
            Event::KeyPress(event) if self.closing_keys.contains(&event.detail) => windows
                .iter_mut()
                .find(find(event.event))
                .map(|window| self.close(window)),
            Event::DestroyNotify(event) => {
                windows.iter_mut().find(find(event.window)).map(|window| {
                    window.is_open = false;
                    self.changed.notify_all();
                    Ok(())
                })
            }
            Event::MotionNotify(event) => {
                let place = (i32::from(event.event_x), i32::from(event.event_y));
                Some(self.describe(windows, event.event, place))
            }
            // Events that no window asked for.
            _ => None,
        }
        .unwrap_or(Ok(()))
    }

    /// Shows what is under the mouse in the titles of the window's group.
    fn describe(&self, windows: &[Window], id: u32, (x, y): (i32, i32)) -> Answer<()> {
        let Some(under) = windows.iter().find(|window| window.id == id) else {
            return Ok(());
        };
        let same = |window: &&Window| window.group == under.group && window.is_open;
        for window in windows.iter().filter(same) {
            let along = |at: i32, from: u16, to: u16| at * i32::from(to) / i32::from(from).max(1);
            let place = (
                along(x, under.size.0, window.size.0),
                along(y, under.size.1, window.size.1),
            );
            self.entitle(window, &draw::described(window, place))?;
        }
        Ok(())
    }

    fn close(&self, window: &mut Window) -> Answer<()> {
        window.is_open = false;
        self.changed.notify_all();
        self.connection.destroy_window(window.id)?;
        self.connection.flush()?;
        Ok(())
    }
}

fn title_of(number: i32, title: &str) -> String {
    match title {
        "" => format!("Figure {number}"),
        title => title.to_string(),
    }
}

/// The keys that close a window.
fn closing_keys(connection: &RustConnection) -> Answer<Vec<u8>> {
    let (first, last) = (
        connection.setup().min_keycode,
        connection.setup().max_keycode,
    );
    let mapping = connection
        .get_keyboard_mapping(first, last - first + 1)?
        .reply()?;
    let width = usize::from(mapping.keysyms_per_keycode).max(1);
    let keys = mapping.keysyms.chunks(width).enumerate();
    let closing = keys.filter(|(_, codes)| matches!(codes[0], ESCAPE | LETTER_Q));
    Ok(closing.map(|(index, _)| first + index as u8).collect())
}
