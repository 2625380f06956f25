//! Forms in windows: the mouse and the keyboard move their parts, the program's handlers run, displays and grids show.
//!
//! *Invariant:* places are calculated from the sizes that docs/figures.md tells, never read from what was drawn.

use super::*;
use x11rb::protocol::xproto::{BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ButtonPressEvent};

/// What the user moves has this colour, and the groove of a slider that one.
const ACCENT: [u8; 3] = [31, 119, 180];
const GROOVE: [u8; 3] = [205, 205, 205];
const BUTTON: [u8; 3] = [228, 228, 228];
const PRESSED: [u8; 3] = [200, 208, 216];
const WHITE: [u8; 3] = [255, 255, 255];
/// Codes of keys.
const TAB: u32 = 0xff09;
const RIGHT: u32 = 0xff53;
const SPACE: u32 = 0x20;

/// 420 x 420 pixels with 14 around: heading from 14 to 48, slider to 78, checkbox to 106, button to 146, display to 406. The track begins at
/// 14 + 0.42*392 = 179 and ends 72 before the right end, at 334.
const PANEL: &str = "red = zeros(20,20,3)
red[:,:,0] = 255
green = zeros(20,20,3)
green[:,:,1] = 255
frm = form(\"Panel\")
frm.width = 420
frm.height = 420
frm.center()
frm.add_heading(\"Levels\")
s = frm.add_slider(\"gain\", 0, 0, 10)
c = frm.add_checkbox(\"invert\", false)
b = frm.add_button(\"Go\")
d = frm.add_display()
d.imshow(red)
";
const HANDLERS: &str = "s.onchange.add(() -> printf(\"slider %g\", s.value))
c.onchange.add(() -> printf(\"check %d\", c.value))
b.onclick.add(() -> (printf(\"go\"); d.imshow(green); c.value = 0;))
";

impl Client {
    fn button(&self, window: Window, kind: u8, x: i16, y: i16) -> Check {
        let event = ButtonPressEvent {
            response_type: kind,
            detail: 1,
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
        let mask = match kind {
            BUTTON_PRESS_EVENT => EventMask::BUTTON_PRESS,
            _ => EventMask::BUTTON_RELEASE,
        };
        self.send(window, mask, event)
    }

    fn click(&self, window: Window, x: i16, y: i16) -> Check {
        self.button(window, BUTTON_PRESS_EVENT, x, y)?;
        self.button(window, BUTTON_RELEASE_EVENT, x, y)
    }
}

pub fn parts(folder: &Path, server: &mut Server) -> Check {
    let rest = "while !frm.closed()\n    pause(5)\nend\nprint \"closed\"\n";
    let source = format!("{PANEL}{HANDLERS}{rest}");
    let running = Running::start(folder, server, &source)?;
    let client = server.connect()?;
    let window = client.window("Panel")?;
    equal("the size", client.size(window)?, (420, 420))?;
    // In the middle of 1024 x 768.
    let place = client.connection.get_geometry(window).map_err(text)?;
    let place = place.reply().map_err(text)?;
    equal("the place", (place.x, place.y), (302, 174))?;
    // The image has 252 x 252 pixels in the middle of the display, x from 84 to 336, y from 150 to 402.
    let before = [(179, 63, ACCENT), (241, 63, GROOVE), (210, 276, RED)];
    client.expect(window, &before)?;
    client.expect(window, &[(86, 152, RED), (80, 276, WHITE)])?;
    keep(&client, window, "parts")?;
    // 62 of 155 pixels are 4 of 10.
    client.click(window, 241, 63)?;
    client.expect(window, &[(241, 63, ACCENT), (200, 63, ACCENT)])?;
    client.click(window, 20, 92)?;
    client.expect(window, &[(20, 96, ACCENT)])?;
    client.button(window, BUTTON_PRESS_EVENT, 40, 126)?;
    client.expect(window, &[(20, 116, PRESSED)])?;
    client.button(window, BUTTON_RELEASE_EVENT, 40, 126)?;
    // The handler shows another image and takes the check away.
    let after = [(20, 116, BUTTON), (210, 276, GREEN), (20, 96, WHITE)];
    client.expect(window, &after)?;
    // Keys: the button has them, behind it comes the slider again.
    client.press(window, TAB)?;
    client.press(window, RIGHT)?;
    client.press(window, TAB)?;
    client.press(window, SPACE)?;
    client.expect(window, &[(20, 96, ACCENT)])?;
    keep(&client, window, "moved")?;
    client.close(window)?;
    running.ends("slider 4\ncheck 1\ngo\nslider 4.1\ncheck 1\nclosed\n")
}

pub fn waiting(folder: &Path, server: &mut Server) -> Check {
    let handlers = "s.onchange.add(() -> print(\"moved to \", s.value))\n";
    let source = format!("{PANEL}{handlers}frm.wait()\nprint \"on\"\n");
    let running = Running::start(folder, server, &source)?;
    let client = server.connect()?;
    let window = client.window("Panel")?;
    client.expect(window, &[(241, 63, GROOVE)])?;
    client.button(window, BUTTON_PRESS_EVENT, 241, 63)?;
    client.expect(window, &[(241, 63, ACCENT)])?;
    // Held, the slider follows the mouse to its end. The pause lets the handler run for each of the two moves.
    std::thread::sleep(Duration::from_millis(300));
    client.point(window, 400, 0)?;
    client.expect(window, &[(330, 63, ACCENT)])?;
    std::thread::sleep(Duration::from_millis(300));
    client.press(window, ESCAPE)?;
    running.ends("moved to 4\nmoved to 10\non\n")
}

pub fn failing_handler(folder: &Path, server: &mut Server) -> Check {
    let handlers = "b.onclick.add(() -> error(\"the handler fails\"))\n";
    let wait =
        "try\n    frm.wait()\ncatch ex\n    print ex.message, \" \", ex.line\nend\nfrm.wait()\n";
    let source = format!("{PANEL}{handlers}{wait}");
    let mut running = Running::start(folder, server, &source)?;
    let client = server.connect()?;
    let window = client.window("Panel")?;
    client.expect(window, &[(210, 276, RED)])?;
    // The first error is caught, the second one ends the program with its line.
    client.click(window, 40, 126)?;
    client.click(window, 40, 126)?;
    let status = until("the program's end", || running.0.try_wait().map_err(text))?;
    equal("the exit code", status.code(), Some(1))?;
    let read = |stream: &mut dyn std::io::Read| {
        let mut text = String::new();
        stream.read_to_string(&mut text).map(|_| text)
    };
    let output = running.0.stdout.as_mut().expect("it was asked for");
    let output = read(output).map_err(text)?;
    equal("the output", output.as_str(), "the handler fails 15\n")?;
    let errors = running.0.stderr.as_mut().expect("it was asked for");
    let errors = read(errors).map_err(text)?;
    match errors.starts_with("error: the handler fails\n") && errors.contains("program.q:15") {
        true => Ok(()),
        false => Err(errors),
    }
}

pub fn grid(folder: &Path, server: &mut Server) -> Check {
    let source = "red = zeros(100,100,3)
red[:,:,0] = 255
blue = zeros(100,100,3)
blue[:,:,2] = 255
subplot(1,2,0)
a = imshow(red)
subplot(1,2,1)
b = imshow(blue)
a.connect(b)
";
    let running = Running::start(folder, server, &format!("{source}{LOOP}"))?;
    let client = server.connect()?;
    let window = client.window("Figure 1")?;
    equal("the windows", client.windows()?.len(), 1)?;
    // A lone image has the size of an image, a grid 400 x 300 a panel; the window was made for the grid.
    equal("the size", client.size(window)?, (800, 300))?;
    // 284 x 284 pixels of each panel, with 58 beside them and 8 above.
    let seen = [
        (57, 150, WHITE),
        (58, 8, RED),
        (341, 291, RED),
        (342, 150, WHITE),
        (458, 8, BLUE),
        (741, 291, BLUE),
    ];
    client.expect(window, &seen)?;
    keep(&client, window, "grid")?;
    // Half of width and height of the left image.
    until("both values", || {
        client.point(window, 200, 150)?;
        let wanted = "Figure 1  [50,50]: 255 0 0  [50,50]: 0 0 255";
        Ok((client.title(window)? == wanted).then_some(()))
    })?;
    client.close(window)?;
    running.ends("closed\n")
}

pub fn selected_pixels(folder: &Path, server: &mut Server) -> Check {
    let handler = "function [] = told(pos)\n    print pos\nend\n";
    let source = HALVES.replace("imshow(x)", "fig = imshow(x)\nfig.onSelectPoint.add(told)");
    let source = format!("{handler}{source}{LOOP}");
    let running = Running::start(folder, server, &source)?;
    let client = server.connect()?;
    let window = client.window("Two halves")?;
    client.expect(window, &[(0, 0, RED)])?;
    // The program asks once in 5 milliseconds; before its first time nobody listens.
    std::thread::sleep(Duration::from_millis(300));
    // Row 119/3, column 100/3.
    client.click(window, 100, 119)?;
    std::thread::sleep(Duration::from_millis(300));
    client.close(window)?;
    running.ends("[39,33]\nclosed\n")
}

/// `QC_TEST_PICTURES=folder` keeps what windows look like there, to be looked at.
fn keep(client: &Client, window: Window, name: &str) -> Check {
    let Some(folder) = std::env::var_os("QC_TEST_PICTURES") else {
        return Ok(());
    };
    let (width, height) = client.size(window)?;
    let mut file = format!("P6 {width} {height} 255\n").into_bytes();
    file.extend(client.pixels(window)?.concat());
    fs::write(Path::new(&folder).join(format!("{name}.ppm")), file).map_err(text)
}
