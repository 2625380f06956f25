//! Figures: images and plots, alone or in grids, in windows where a display answers, else in files of the working folder; and forms.
//!
//! | file | what it does |
//! |---|---|
//! | `picture` | an array of numbers as the bytes that are seen |
//! | `plot` | series, styles and limits, from the arguments of a call |
//! | `board` | what a figure shows: an image, a plot, or a grid of them |
//! | `layout` | a plot as lines, circles and texts with places |
//! | `svg` | those as an SVG file |
//! | `form` | sliders, checkboxes, buttons, headings and displays |
//! | `window` | figures and forms in windows of an X display |
//!
//! *Invariant:* a program without a display never waits for one and never fails for its lack; numbers of figures count up from 1 in the
//! order in which they are first shown, and a file's name follows from its number.

mod board;
mod form;
mod layout;
mod picture;
mod plot;
mod svg;
mod window;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quasar_abi::Tagged;

use crate::array::dims::Dims;
use crate::array::list::{Item, items};
use crate::array::object::{Array, Text};
use crate::formats::image_file::encode_png;
use crate::process::error::Raised;
use crate::process::isolation;
use crate::process::refusal::{joined, with_room};
use crate::process::rooms::Room;
use crate::process::standard_error::write_error_text;
use crate::process::whole_file::store;
use board::{Board, Content};
pub(crate) use form::{
    form_add, form_event, form_get, form_icon, form_open, form_set, form_set_text, form_text,
};
use nvrtc_bridge::environment;
use picture::{Picture, Range};
use plot::{Kind, Plot};
use window::Display;

/// Names the folder for the files of figures; windows are not used then.
const FOLDER_VARIABLE: &str = "QC_FIGURES";
/// Milliseconds that `pause` takes at most: a day.
const LONGEST_PAUSE: f64 = 86_400_000.0;
/// A handle has the number of the figure in these bits and that of its panel above them.
const FIGURE_BITS: u32 = 20;

/// What programs know a panel of a figure by: the number of the figure for the first one.
fn handle(figure: i32, panel: usize) -> i32 {
    figure | (panel as i32) << FIGURE_BITS
}

/// The figure and the panel of a handle.
fn of_handle(handle: i32) -> (i32, usize) {
    let figure = handle & ((1 << FIGURE_BITS) - 1);
    (figure, (handle >> FIGURE_BITS).max(0) as usize)
}

/// One figure.
struct Figure {
    number: i32,
    board: Board,
    /// The display of a form that shows it.
    display: Option<i32>,
    /// Whether its file was named to the user.
    is_announced: bool,
}

/// Where figures are shown.
enum Sink {
    /// Files in this folder.
    Files(String),
    Windows(Display),
}

impl Sink {
    /// As the environment says. Asked once, when the first figure is shown.
    fn choose() -> Sink {
        let folder = environment::variable(FOLDER_VARIABLE).filter(|folder| !folder.is_empty());
        if let Some(folder) = folder {
            return Sink::Files(folder.to_string_lossy().into_owned());
        }
        match Display::open() {
            Some(display) => Sink::Windows(display),
            None => Sink::Files(String::new()),
        }
    }
}

/// The figures of a program; one thread shows them.
struct State {
    sink: Option<Sink>,
    count: i32,
    /// The one that titles and labels are about.
    current: Option<Figure>,
    /// Those of the displays of forms.
    displays: Vec<Figure>,
    /// The display that the next image or plot goes to.
    target: Option<i32>,
    /// The panel that the next image or plot outside of displays goes to: rows, columns, which one.
    panel: Option<[i32; 3]>,
    /// Whether the next image or series goes to the current figure.
    is_held: bool,
    /// The time between two images, and when the last one was shown.
    pace: Option<Duration>,
    last_shown: Option<Instant>,
}

thread_local! {
    static STATE: RefCell<State> = const { RefCell::new(State {
        sink: None, count: 0, current: None, displays: Vec::new(), target: None, panel: None,
        is_held: false, pace: None, last_shown: None,
    }) };
}

/// Does something with the place where figures are shown, which is chosen if it was not yet.
fn with_sink<T>(act: impl FnOnce(&mut Sink) -> T) -> T {
    ROOM.is_linked();
    STATE.with_borrow_mut(|state| act(state.sink.get_or_insert_with(Sink::choose)))
}

impl State {
    /// Shows something new: in a display, in the panel that was chosen, in the current figure if that is held and shows its like, else in
    /// a figure of its own.
    fn show(&mut self, target: Option<i32>, content: Content) -> Result<i32, Raised> {
        self.keep_pace(target, &content);
        if let Some(display) = target {
            let figure = self.display_figure(display);
            figure.board.panel().content = Some(content);
            let shown = handle(figure.number, figure.board.current);
            self.publish_display(display)?;
            return Ok(shown);
        }
        let panel = self.panel.take();
        let held = self.is_held;
        let old = self.current.as_mut();
        let apart = match old.filter(|figure| figure.may_take(panel, held)) {
            Some(figure) => figure.join(panel, content)?,
            None => Some(content),
        };
        if let Some(content) = apart {
            let mut figure = self.new_figure(None);
            if let Some([rows, columns, index]) = panel {
                figure.board.choose(rows, columns, index)?;
            }
            figure.board.panel().content = Some(content);
            self.current = Some(figure);
        }
        self.publish()?;
        let figure = self.current.as_ref().expect("it was shown");
        Ok(handle(figure.number, figure.board.current))
    }

    fn new_figure(&mut self, display: Option<i32>) -> Figure {
        self.count += 1;
        Figure {
            number: self.count,
            board: Board::default(),
            display,
            is_announced: false,
        }
    }

    /// The figure of a display, which gets one if it has none.
    fn display_figure(&mut self, display: i32) -> &mut Figure {
        let is_it = |figure: &Figure| figure.display == Some(display);
        let index = match self.displays.iter().position(is_it) {
            Some(index) => index,
            None => {
                let figure = self.new_figure(Some(display));
                self.displays.push(figure);
                self.displays.len() - 1
            }
        };
        &mut self.displays[index]
    }

    /// Brings what is seen up to date with a display.
    fn publish_display(&mut self, display: i32) -> Result<(), Raised> {
        let figure = self.displays.iter_mut();
        let figure = figure.into_iter().find(|one| one.display == Some(display));
        let figure = figure.expect("it shows something");
        match self.sink.get_or_insert_with(Sink::choose) {
            Sink::Files(folder) => figure.write(folder),
            Sink::Windows(window) => {
                let form = form::set_board(display, figure.number, figure.board.clone());
                window.refresh_form(form);
                Ok(())
            }
        }
    }

    /// Brings what is seen up to date with the current figure.
    fn publish(&mut self) -> Result<(), Raised> {
        let Some(figure) = &mut self.current else {
            return Ok(());
        };
        match self.sink.get_or_insert_with(Sink::choose) {
            Sink::Files(folder) => figure.write(folder),
            Sink::Windows(display) => {
                display.show_board(figure.number, figure.board.clone());
                Ok(())
            }
        }
    }

    /// Waits until it is time for the next image in the place of another. The first one of a figure is shown at once.
    fn keep_pace(&mut self, target: Option<i32>, content: &Content) {
        let Content::Image(_) = content else { return };
        let old = match target {
            Some(display) => {
                let mut shown = self.displays.iter();
                shown.find(|figure| figure.display == Some(display))
            }
            None => self.current.as_ref().filter(|_| self.is_held),
        };
        let replaces = old.is_some_and(|figure| figure.board.lone_picture().is_some());
        if let (true, Some(pace), Some(last)) = (replaces, self.pace, self.last_shown) {
            let due = last + pace;
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
        }
        self.last_shown = Some(Instant::now());
    }

    /// Whether the current figure is in a window that nobody has closed.
    fn is_open(&self) -> bool {
        match (&self.sink, &self.current) {
            (Some(Sink::Windows(display)), Some(figure)) => display.is_open(figure.number),
            (Some(Sink::Files(_)) | None, _) | (_, None) => false,
        }
    }

    /// The figure of a handle, if it is the current one or that of a display.
    fn figure(&mut self, function: &str, shown: i32) -> Result<(&mut Figure, usize), Raised> {
        let (number, panel) = of_handle(shown);
        let figures = self.current.iter_mut().chain(&mut self.displays);
        let mut figures = figures.filter(|one| one.number == number);
        match figures.next() {
            Some(figure) if panel < figure.board.panels.len() => Ok((figure, panel)),
            Some(_) | None => {
                let message = format!(
                    "figure {number} is neither the one that was shown last nor in a display of a form"
                );
                Err(Raised::invalid(function, message))
            }
        }
    }

    /// The current figure, of which `function` changes something.
    fn current(&mut self, function: &str) -> Result<&mut Figure, Raised> {
        self.current.as_mut().ok_or_else(|| {
            Raised::invalid(
                function,
                "there is no figure yet; imshow or plot makes one first",
            )
        })
    }

    fn current_plot(&mut self, function: &str) -> Result<&mut Plot, Raised> {
        let figure = self.current(function)?;
        let number = figure.number;
        match &mut figure.board.panel().content {
            Some(Content::Plot(plot)) => Ok(plot),
            Some(Content::Image(_)) | None => Err(Raised::invalid(
                function,
                format!("figure {number} is an image, which has no axes"),
            )),
        }
    }
}

impl Figure {
    /// Whether something new that a panel was chosen for, or none, may belong to this figure.
    fn may_take(&self, panel: Option<[i32; 3]>, held: bool) -> bool {
        match panel {
            None => held,
            Some(panel) => {
                let is_free = |panel: &board::Panel| panel.content.is_none();
                let panels = &self.board.panels;
                self.board.is_grid(panel) && (held || is_free(&panels[panel[2] as usize]))
            }
        }
    }

    /// Takes up something new of the same kind; gives back what is of another. Panels of grids take up everything.
    fn join(
        &mut self,
        panel: Option<[i32; 3]>,
        content: Content,
    ) -> Result<Option<Content>, Raised> {
        if let Some([rows, columns, index]) = panel {
            self.board.choose(rows, columns, index)?;
        }
        let is_grid = self.board.panels.len() > 1;
        match (&mut self.board.panel().content, content) {
            (Some(Content::Plot(old)), Content::Plot(new)) => old.add(new.series)?,
            (old @ Some(Content::Image(_)), new @ Content::Image(_)) => *old = Some(new),
            (old, new) if is_grid => *old = Some(new),
            (_, other) => return Ok(Some(other)),
        }
        Ok(None)
    }

    /// Writes the figure's file; the first time the user is told its name.
    fn write(&mut self, folder: &str) -> Result<(), Raised> {
        let picture = self.board.lone_picture();
        let extension = if picture.is_some() { "png" } else { "svg" };
        let name = format!("figure-{}.{extension}", self.number);
        let path = match folder {
            "" => name,
            folder => format!("{}/{name}", folder.trim_end_matches('/')),
        };
        let bytes = match picture {
            Some(picture) => {
                let (width, height, channels) = picture.size();
                isolation::encoded(&path, || {
                    encode_png(width, height, channels, picture.bytes())
                })
            }
            None => isolation::encoded(&path, || Ok(svg::write(&self.board.scene()).into_bytes())),
        };
        store(&path, &bytes?)?;
        if !self.is_announced {
            self.is_announced = true;
            write_error_text(&format!("figure {}: {path}\n", self.number));
        }
        Ok(())
    }
}

/// What a program with figures does at its end.
pub(crate) static ROOM: Room = Room {
    wait: wait_until_closed,
    ..Room::QUIET
};

/// Waits until the user has closed all windows.
fn wait_until_closed() {
    if !form::forms().unshown().is_empty() {
        form::show_all();
    }
    let sink = STATE.with_borrow_mut(|state| state.sink.take());
    if let Some(Sink::Windows(display)) = sink {
        display.wait_until_closed();
    }
}

/// Takes the display that the next image or plot goes to, also if that turns out to be none.
fn take_target() -> Option<i32> {
    STATE.with_borrow_mut(|state| state.target.take())
}

/// Whether something is about to be shown in a display; nothing else may come before it.
fn has_target() -> bool {
    STATE.with_borrow(|state| state.target.is_some())
}

fn show_image(image: &Array, range: impl FnOnce() -> Result<Range, Raised>) -> Result<i32, Raised> {
    let target = take_target();
    let picture = Picture::new(image, range()?)?;
    STATE.with_borrow_mut(|state| state.show(target, Content::Image(Arc::new(picture))))
}

pub(crate) fn figure_image(image: &Array) -> Result<i32, Raised> {
    show_image(image, || Ok(Range::OfType))
}

pub(crate) fn figure_image_range(image: &Array, range: &Array) -> Result<i32, Raised> {
    show_image(image, || Range::of(range))
}

fn show_plot(kind: Kind, arguments: &[Tagged]) -> Result<i32, Raised> {
    let target = take_target();
    let plot = Plot::new(kind, arguments)?;
    STATE.with_borrow_mut(|state| state.show(target, Content::Plot(plot)))
}

pub(crate) fn figure_plot(arguments: &[Tagged]) -> Result<i32, Raised> {
    show_plot(Kind::Plot, arguments)
}

pub(crate) fn figure_scatter(arguments: &[Tagged]) -> Result<i32, Raised> {
    show_plot(Kind::Scatter, arguments)
}

pub(crate) fn figure_title(text: &Text) -> Result<(), Raised> {
    STATE.with_borrow_mut(|state| {
        let figure = state.current("title")?;
        figure.board.panel().title = joined([text.as_str()]);
        // A file of an image has no place for it.
        let is_picture = figure.board.lone_picture().is_some();
        match (&state.sink, is_picture) {
            (Some(Sink::Files(_)), true) => Ok(()),
            (Some(Sink::Files(_) | Sink::Windows(_)) | None, _) => state.publish(),
        }
    })
}

/// Changes the current plot.
fn change_plot(function: &str, change: impl FnOnce(&mut Plot)) -> Result<(), Raised> {
    STATE.with_borrow_mut(|state| {
        change(state.current_plot(function)?);
        state.publish()
    })
}

pub(crate) fn figure_xlabel(text: &Text) -> Result<(), Raised> {
    change_plot("xlabel", |plot| plot.x_axis.label = joined([text.as_str()]))
}

pub(crate) fn figure_ylabel(text: &Text) -> Result<(), Raised> {
    change_plot("ylabel", |plot| plot.y_axis.label = joined([text.as_str()]))
}

pub(crate) fn figure_xlim(limits: &[Tagged]) -> Result<(), Raised> {
    let limits = plot::limits("xlim", limits)?;
    change_plot("xlim", |plot| plot.x_axis.limits = Some(limits))
}

pub(crate) fn figure_ylim(limits: &[Tagged]) -> Result<(), Raised> {
    let limits = plot::limits("ylim", limits)?;
    change_plot("ylim", |plot| plot.y_axis.limits = Some(limits))
}

pub(crate) fn figure_legend(names: &[Tagged]) -> Result<(), Raised> {
    let mut legend = Vec::new();
    for item in items(names) {
        match item {
            Item::Text(text) | Item::Quoted(text) => legend.push(joined([text.as_str()])),
            Item::Array(array) if array.kind() == quasar_abi::ElemKind::Text => {
                legend.extend(array.texts());
            }
            _ => return Err(Raised::invalid("legend", "the names of series are strings")),
        }
    }
    STATE.with_borrow_mut(|state| {
        let plot = state.current_plot("legend")?;
        let count = plot.series.len();
        if legend.len() > count {
            let message = format!("{} names for {count} series", legend.len());
            return Err(Raised::invalid("legend", message));
        }
        plot.legend = legend;
        state.publish()
    })
}

pub(crate) fn figure_hold(mode: &Text) -> Result<i32, Raised> {
    let is_held = match mode.as_str() {
        "on" => true,
        "off" => false,
        other => {
            let message = format!("it is \"on\" or \"off\", not \"{other}\"");
            return Err(Raised::invalid("hold", message));
        }
    };
    STATE.with_borrow_mut(|state| {
        state.is_held = is_held;
        Ok(i32::from(state.is_open()))
    })
}

pub(crate) fn figure_connect(first: i32, second: i32) -> Result<(), Raised> {
    STATE.with_borrow_mut(|state| {
        let count = state.count;
        let mut numbers = [first, second].into_iter().map(|one| of_handle(one).0);
        let missing = numbers.find(|number| !(1..=count).contains(number));
        if let Some(number) = missing {
            return Err(Raised::invalid(
                "connect",
                format!("there is no figure {number}"),
            ));
        }
        if let Some(Sink::Windows(display)) = &state.sink {
            display.connect(first, second);
        }
        Ok(())
    })
}

pub(crate) fn figure_pause(milliseconds: f64) -> Result<(), Raised> {
    if !(0.0..=LONGEST_PAUSE).contains(&milliseconds) {
        let message = format!("{milliseconds} milliseconds are no time between 0 and a day");
        return Err(Raised::invalid("pause", message));
    }
    // Whoever waits at a terminal should see what was printed before.
    crate::process::output::flush()?;
    std::thread::sleep(Duration::from_secs_f64(milliseconds / 1e3));
    Ok(())
}

pub(crate) fn figure_rate(frames_per_second: f64) -> Result<(), Raised> {
    let pace = match frames_per_second {
        0.0 => None,
        rate if (1e-3..=1e6).contains(&rate) => Some(Duration::from_secs_f64(1.0 / rate)),
        rate => {
            let message = format!("{rate} frames per second are none between 0.001 and 1000000");
            return Err(Raised::invalid("sync_framerate", message));
        }
    };
    STATE.with_borrow_mut(|state| state.pace = pace);
    Ok(())
}

pub(crate) fn figure_subplot(rows: i32, columns: i32, index: i32) -> Result<(), Raised> {
    let target = take_target();
    // What no grid is, is told here, at its line.
    Board::default().choose(rows, columns, index)?;
    STATE.with_borrow_mut(|state| match target {
        Some(display) => state
            .display_figure(display)
            .board
            .choose(rows, columns, index),
        None => {
            state.panel = Some([rows, columns, index]);
            Ok(())
        }
    })
}

pub(crate) fn figure_target(display: i32) -> Result<(), Raised> {
    form::check_part("form_target", display)?;
    STATE.with_borrow_mut(|state| state.target = Some(display));
    Ok(())
}

pub(crate) fn figure_rasterize(shown: i32) -> Result<Array, Raised> {
    STATE.with_borrow_mut(|state| {
        let (figure, panel) = state.figure("rasterize", shown)?;
        let Some(Content::Image(picture)) = &figure.board.panels[panel].content else {
            let message = format!("figure {} is no image there", figure.number);
            return Err(Raised::invalid("rasterize", message));
        };
        let (width, height, _) = picture.size();
        let mut colours = with_room(width * height * 3);
        for row in 0..height {
            colours.extend((0..width).flat_map(|column| picture.pixel(row, column)));
        }
        Array::from_elements(Dims::new(&[height as i64, width as i64, 3]), &colours)
    })
}

pub(crate) fn figure_point(shown: i32, x: f64, y: f64) -> Result<(), Raised> {
    STATE.with_borrow_mut(|state| {
        let (figure, panel) = state.figure("addPoint", shown)?;
        let number = figure.number;
        let display = figure.display;
        let Some(Content::Plot(plot)) = &mut figure.board.panels[panel].content else {
            let message = format!("figure {number} is no plot");
            return Err(Raised::invalid("addPoint", message));
        };
        let series = plot.series.last_mut().expect("a plot has a series");
        series.x.push(x);
        series.y.push(y);
        match display {
            Some(display) => state.publish_display(display),
            None => state.publish(),
        }
    })
}

#[cfg(all(test, not(miri)))]
mod tests;
