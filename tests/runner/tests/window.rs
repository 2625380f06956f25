//! Figures in windows: programs under an X server without a screen (Xvfb), whose pixels are read and whose windows are used as a user
//! would, by events.
//!
//! *Invariant:* every test has a server of its own, which ends with it; without Xvfb the tests are skipped.

use quasar_tests::engines;
use quasar_tests::outcome::{self, Check, Outcome, Test};
use quasar_tests::process;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, EventMask, GetImageReply,
    ImageFormat, KEY_PRESS_EVENT, KeyButMask, KeyPressEvent, MOTION_NOTIFY_EVENT, Motion,
    MotionNotifyEvent, Window,
};
use x11rb::rust_connection::RustConnection;

#[path = "window/forms.rs"]
mod forms;

type Run = fn(&Path, &mut Server) -> Check;

/// How long a window or a program may take; generous, because the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);
const RED: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 255, 0];
const BLUE: [u8; 3] = [0, 0, 255];
/// The code of the key Escape.
const ESCAPE: u32 = 0xff1b;

const TESTS: &[(&str, Run)] = &[
    ("window: pixels, title, closing", pixels),
    ("window: stays at the end until a key closes it", key_closes),
    ("window: resizing", resizing),
    ("window: the mouse shows values", mouse),
    (
        "window: the mouse shows values of connected figures",
        connected,
    ),
    ("window: held images come to the same window", held),
    ("window: plot", plot),
    ("form: mouse and keys", forms::parts),
    ("form: waiting", forms::waiting),
    ("form: an error in a handler", forms::failing_handler),
    ("form: pixels that are selected", forms::selected_pixels),
    ("window: a grid", forms::grid),
    ("window: the server goes away", server_goes_away),
    ("window: QC_FIGURES asks for files", folder_wins),
    ("window: a display that is not there", no_display),
    ("window: a display that does not answer", silent_display),
];

fn main() {
    let tests: Vec<Test> = TESTS
        .iter()
        .map(|&(name, run)| Test::new(name, move || with_a_server(name, run)))
        .collect();
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("window", &results));
}

fn with_a_server(name: &str, run: Run) -> Outcome {
    let Some(mut server) = Server::start() else {
        return Outcome::Skipped("Xvfb does not run here".into());
    };
    outcome::in_folder(name, |folder| run(folder, &mut server))
}

/// An X server without a screen.
struct Server {
    child: Child,
    display: String,
}

impl Server {
    /// A server on a display that is free; none where there is no Xvfb.
    fn start() -> Option<Server> {
        let mut child = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1024x768x24",
                "-nolisten",
                "tcp",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        let output = child.stdout.take().expect("it was asked for");
        let read = BufReader::new(output).read_line(&mut number);
        let display = format!(":{}", number.trim());
        let server = Server { child, display };
        (read.is_ok() && !number.trim().is_empty()).then_some(server)
    }

    fn connect(&self) -> Result<Client, String> {
        let (connection, screen) = RustConnection::connect(Some(&self.display)).map_err(text)?;
        let root = connection.setup().roots[screen].root;
        Ok(Client { connection, root })
    }

    fn stop(&mut self) {
        // It fails only when the server has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Asks again and again until there is an answer.
fn until<T>(what: &str, mut ask: impl FnMut() -> Result<Option<T>, String>) -> Result<T, String> {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask()? {
            return Ok(answer);
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("waited in vain for {what}"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The user of the windows.
struct Client {
    connection: RustConnection,
    root: Window,
}

impl Client {
    fn windows(&self) -> Result<Vec<Window>, String> {
        let tree = self.connection.query_tree(self.root).map_err(text)?;
        Ok(tree.reply().map_err(text)?.children)
    }

    fn title(&self, window: Window) -> Result<String, String> {
        let asked = self.connection.get_property(
            false,
            window,
            AtomEnum::WM_NAME,
            AtomEnum::STRING,
            0,
            1000,
        );
        // The window may have been closed meanwhile.
        let reply = asked.map_err(text)?.reply();
        Ok(reply.map_or_else(
            |_| String::new(),
            |reply| String::from_utf8_lossy(&reply.value).into_owned(),
        ))
    }

    /// The window of that title, once it is there.
    fn window(&self, title: &str) -> Result<Window, String> {
        until(&format!("the window `{title}`"), || {
            for window in self.windows()? {
                if self.title(window)? == title {
                    return Ok(Some(window));
                }
            }
            Ok(None)
        })
    }

    fn size(&self, window: Window) -> Result<(u16, u16), String> {
        let asked = self.connection.get_geometry(window).map_err(text)?;
        let reply = asked.reply().map_err(text)?;
        Ok((reply.width, reply.height))
    }

    fn image(&self, window: Window) -> Result<(GetImageReply, usize), String> {
        let (width, height) = self.size(window)?;
        let format = ImageFormat::Z_PIXMAP;
        let asked = self
            .connection
            .get_image(format, window, 0, 0, width, height, !0);
        Ok((asked.map_err(text)?.reply().map_err(text)?, width.into()))
    }

    /// The colours of all pixels, row by row: Xvfb has blue first.
    fn pixels(&self, window: Window) -> Result<Vec<[u8; 3]>, String> {
        let (image, _) = self.image(window)?;
        let pixels = image.data.chunks_exact(4);
        Ok(pixels.map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect())
    }

    /// Waits until the pixels have these colours.
    fn expect(&self, window: Window, wanted: &[(usize, usize, [u8; 3])]) -> Check {
        let mut seen = Vec::new();
        let result = until("colours", || {
            // Until the window is mapped it has no pixels.
            let Ok((_, width)) = self.image(window) else {
                return Ok(None);
            };
            let pixels = self.pixels(window)?;
            seen = wanted
                .iter()
                .map(|(x, y, _)| pixels.get(y * width + x).copied())
                .collect();
            let right = wanted
                .iter()
                .zip(&seen)
                .all(|((_, _, colour), pixel)| Some(*colour) == *pixel);
            Ok(right.then_some(()))
        });
        result.map_err(|why| format!("{why}: wanted {wanted:?}, seen {seen:?}"))
    }

    /// Presses the window's own button for closing, as a window manager would pass it on.
    fn close(&self, window: Window) -> Check {
        let atom = |name: &[u8]| -> Result<u32, String> {
            let asked = self.connection.intern_atom(false, name).map_err(text)?;
            Ok(asked.reply().map_err(text)?.atom)
        };
        let data = [atom(b"WM_DELETE_WINDOW")?, 0, 0, 0, 0];
        let event = ClientMessageEvent::new(32, window, atom(b"WM_PROTOCOLS")?, data);
        self.send(window, EventMask::NO_EVENT, event)
    }

    fn send(&self, window: Window, mask: EventMask, event: impl Into<[u8; 32]>) -> Check {
        self.connection
            .send_event(false, window, mask, event)
            .map_err(text)?
            .check()
            .map_err(text)
    }

    fn press(&self, window: Window, symbol: u32) -> Check {
        let (first, last) = {
            let setup = self.connection.setup();
            (setup.min_keycode, setup.max_keycode)
        };
        let asked = self
            .connection
            .get_keyboard_mapping(first, last - first + 1);
        let mapping = asked.map_err(text)?.reply().map_err(text)?;
        let mut keys = mapping.keysyms.chunks(mapping.keysyms_per_keycode.into());
        let index = keys.position(|codes| codes[0] == symbol);
        let index = index.ok_or("the keyboard lacks the key")?;
        let event = KeyPressEvent {
            response_type: KEY_PRESS_EVENT,
            detail: first + index as u8,
            sequence: 0,
            time: 0,
            root: self.root,
            event: window,
            child: 0,
            root_x: 0,
            root_y: 0,
            event_x: 0,
            event_y: 0,
            state: KeyButMask::default(),
            same_screen: true,
        };
        self.send(window, EventMask::KEY_PRESS, event)
    }

    fn point(&self, window: Window, x: i16, y: i16) -> Check {
        let event = MotionNotifyEvent {
            response_type: MOTION_NOTIFY_EVENT,
            detail: Motion::NORMAL,
            sequence: 0,
            time: 0,
            root: self.root,
            event: window,
            child: 0,
            root_x: x,
            root_y: y,
            event_x: x,
            event_y: y,
            state: KeyButMask::default(),
            same_screen: true,
        };
        self.send(window, EventMask::POINTER_MOTION, event)
    }
}

/// Compiles a program.
fn compiled(folder: &Path, source: &str) -> Result<PathBuf, String> {
    let file = folder.join("program.q");
    fs::write(&file, source).map_err(text)?;
    let executable = folder.join("program");
    let mut command = engines::qc_command();
    command.arg(&file).arg("-o").arg(&executable);
    let finished = process::run(&mut command);
    match finished.exited(0) {
        true => Ok(executable),
        false => Err(finished.describe()),
    }
}

fn command(folder: &Path, executable: &Path, display: &str) -> Command {
    let mut command = Command::new(executable);
    command
        .current_dir(folder)
        .env("DISPLAY", display)
        .env("QC_DEVICE", "cpu")
        .env("QC_LEAK_CHECK", "1")
        .env_remove("QC_FIGURES");
    command
}

/// A program that runs; it ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It fails only when the program has ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn start(folder: &Path, server: &Server, source: &str) -> Result<Running, String> {
        let executable = compiled(folder, source)?;
        let mut command = command(folder, &executable, &server.display);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().map(Running).map_err(text)
    }

    /// Waits for the end: exit code 0, this output, nothing on standard error.
    fn ends(mut self, output: &str) -> Check {
        let status = until("the program's end", || self.0.try_wait().map_err(text))?;
        let read = |stream: Option<&mut dyn std::io::Read>| {
            let mut text = String::new();
            let stream = stream.expect("it was asked for");
            stream.read_to_string(&mut text).map(|_| text)
        };
        let written = read(self.0.stdout.as_mut().map(|s| s as _)).map_err(text)?;
        let errors = read(self.0.stderr.as_mut().map(|s| s as _)).map_err(text)?;
        match status.success() && written == output && errors.is_empty() {
            true => Ok(()),
            false => Err(format!("{status}, output {written:?}, errors {errors:?}")),
        }
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, found: T, wanted: T) -> Check {
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{what}: {found:?} where {wanted:?} was expected")),
    }
}

/// 60 columns, 40 rows: the left half is red, the right one blue. Shown three times as large, so that it can be seen.
const HALVES: &str = "x = zeros(40,60,3)\nx[:,0..29,0] = 255\nx[:,30..59,2] = 255\nimshow(x)\ntitle(\"Two halves\")\n";
const LOOP: &str = "repeat\n    pause(5)\nuntil !hold(\"on\")\nprint \"closed\"\n";

fn pixels(folder: &Path, server: &mut Server) -> Check {
    let running = Running::start(folder, server, &format!("{HALVES}{LOOP}"))?;
    let client = server.connect()?;
    let window = client.window("Two halves")?;
    equal("the size", client.size(window)?, (180, 120))?;
    let corners = [(0, 0, RED), (89, 119, RED), (90, 0, BLUE), (179, 119, BLUE)];
    client.expect(window, &corners)?;
    client.close(window)?;
    running.ends("closed\n")?;
    equal("the file", folder.join("figure-1.png").exists(), false)
}

fn key_closes(folder: &Path, server: &mut Server) -> Check {
    let source = format!("{HALVES}imshow(x)\nprint \"shown\"\n");
    let mut running = Running::start(folder, server, &source)?;
    let client = server.connect()?;
    let first = client.window("Two halves")?;
    let second = client.window("Figure 2")?;
    client.press(first, ESCAPE)?;
    until("one window less", || {
        Ok((client.windows()?.len() == 1).then_some(()))
    })?;
    equal("the end", running.0.try_wait().map_err(text)?, None)?;
    client.press(second, u32::from(b'q'))?;
    running.ends("shown\n")
}

fn resizing(folder: &Path, server: &mut Server) -> Check {
    let running = Running::start(folder, server, &format!("{HALVES}{LOOP}"))?;
    let client = server.connect()?;
    let window = client.window("Two halves")?;
    client.expect(window, &[(0, 0, RED)])?;
    // Twice as large, and 100 pixels wider: 50 on each side belong to no pixel of the image.
    let size = ConfigureWindowAux::new().width(460).height(240);
    client
        .connection
        .configure_window(window, &size)
        .map_err(text)?
        .check()
        .map_err(text)?;
    let around = [96, 96, 96];
    client.expect(
        window,
        &[
            (49, 0, around),
            (50, 0, RED),
            (229, 239, RED),
            (230, 0, BLUE),
            (409, 239, BLUE),
            (410, 239, around),
        ],
    )?;
    client.close(window)?;
    running.ends("closed\n")
}

fn mouse(folder: &Path, server: &mut Server) -> Check {
    let running = Running::start(folder, server, &format!("{HALVES}{LOOP}"))?;
    let client = server.connect()?;
    let window = client.window("Two halves")?;
    // Row 119/3, column 100/3.
    client.point(window, 100, 119)?;
    let window = client.window("Two halves  [39,33]: 0 0 255")?;
    client.close(window)?;
    running.ends("closed\n")
}

fn connected(folder: &Path, server: &mut Server) -> Check {
    let source = "a = imshow(ones(200,200)*7)\nb = imshow(ones(400,400)*9)\ntitle(\"B\")\nc = imshow(ones(200,200)*8)\na.connect(b)\n";
    let running = Running::start(folder, server, source)?;
    let client = server.connect()?;
    let (first, third) = (client.window("Figure 1")?, client.window("Figure 3")?);
    // Half of it on both, whose sizes differ; the third figure is not connected. The display may ask again before they are.
    let second = until("the other title", || {
        client.point(first, 100, 50)?;
        let mut windows = client.windows()?.into_iter();
        Ok(windows.find(|window| {
            client
                .title(*window)
                .is_ok_and(|title| title == "B  [100,200]: 9")
        }))
    })?;
    equal("the title", client.title(third)?, "Figure 3".to_string())?;
    equal(
        "the title",
        client.title(first)?,
        "Figure 1  [50,100]: 7".to_string(),
    )?;
    for window in [first, second, third] {
        client.press(window, ESCAPE)?;
    }
    running.ends("")
}

fn held(folder: &Path, server: &mut Server) -> Check {
    let source = "x = zeros(200,200,3)\nx[:,:,0] = 255\nimshow(x)\nhold(\"on\")\nwhile !exists(\"go\"); pause(5); end\nx[:,:,0] = 0\nx[:,:,1] = 255\nprint imshow(x)\n";
    let running = Running::start(folder, server, &format!("{source}{LOOP}"))?;
    let client = server.connect()?;
    let window = client.window("Figure 1")?;
    client.expect(window, &[(100, 100, RED)])?;
    fs::write(folder.join("go"), "").map_err(text)?;
    client.expect(window, &[(100, 100, GREEN)])?;
    equal("the windows", client.windows()?.len(), 1)?;
    client.close(window)?;
    running.ends("1\nclosed\n")
}

fn plot(folder: &Path, server: &mut Server) -> Check {
    let source = "plot([0,10], [0,10], \"r\", [0,10], [10,0], \"g--\", [5], [8], \"ko\")\nxlabel(\"across\")\nylabel(\"up\")\nlegend(\"one\")\ntitle(\"Cross\")\n";
    let running = Running::start(folder, server, &format!("{source}{LOOP}"))?;
    let client = server.connect()?;
    let window = client.window("Cross")?;
    equal("the size", client.size(window)?, (640, 480))?;
    // The red line goes through the middle of the frame's left lower quarter: frame 76..620, 424..40.
    let (red, green) = ([214, 39, 40], [44, 160, 44]);
    client.expect(window, &[(212, 328, red)])?;
    let pixels = client.pixels(window)?;
    let count = |colour: [u8; 3]| pixels.iter().filter(|pixel| **pixel == colour).count();
    // The dashed line has 8 of 13 of the pixels of the whole one.
    let (solid, dashed) = (count(red), count(green));
    let share = dashed as f64 / solid as f64;
    if solid < 1000 || !(0.4..0.8).contains(&share) {
        return Err(format!("{solid} red pixels, {dashed} green ones"));
    }
    // The title is above the frame, the upright label's place in windows too.
    let above = &pixels[..640 * 38];
    if above.iter().filter(|pixel| **pixel == [0, 0, 0]).count() < 50 {
        return Err("there are no letters".into());
    }
    client.close(window)?;
    running.ends("closed\n")
}

fn server_goes_away(folder: &Path, server: &mut Server) -> Check {
    let running = Running::start(folder, server, &format!("{HALVES}{LOOP}"))?;
    let client = server.connect()?;
    client.window("Two halves")?;
    server.stop();
    running.ends("closed\n")
}

fn folder_wins(folder: &Path, server: &mut Server) -> Check {
    let executable = compiled(folder, &format!("{HALVES}{LOOP}"))?;
    let mut command = command(folder, &executable, &server.display);
    let finished = process::run(command.env("QC_FIGURES", "."));
    equal(
        "the errors",
        finished.stderr.as_str(),
        "figure 1: ./figure-1.png\n",
    )?;
    equal("the output", finished.stdout.as_str(), "closed\n")
}

/// Runs a program that finds no window to be had: files, in a time that a user bears.
fn falls_back(folder: &Path, display: &str) -> Check {
    let executable = compiled(folder, &format!("{HALVES}{LOOP}"))?;
    let start = Instant::now();
    let finished = process::run(&mut command(folder, &executable, display));
    let took = start.elapsed();
    equal(
        "the errors",
        finished.stderr.as_str(),
        "figure 1: figure-1.png\n",
    )?;
    equal("the output", finished.stdout.as_str(), "closed\n")?;
    equal("the exit code", finished.exited(0), true)?;
    equal("in time", took < Duration::from_secs(10), true)
}

fn no_display(folder: &Path, _: &mut Server) -> Check {
    falls_back(folder, ":9999")?;
    falls_back(folder, "no display at all")
}

fn silent_display(folder: &Path, _: &mut Server) -> Check {
    // Displays on other machines are ports from 6000 on; nobody reads what arrives at this one.
    let bound = (100..200).find_map(|number| {
        let listener = TcpListener::bind(("127.0.0.1", 6000 + number)).ok()?;
        Some((listener, number))
    });
    let (listener, number) = bound.ok_or("no port is free")?;
    let result = falls_back(folder, &format!("127.0.0.1:{number}"));
    drop(listener);
    result
}
