//! Figures: images and plots, in windows where a display answers, else in files of the working folder.
//!
//! | file | what it does |
//! |---|---|
//! | `picture` | an array of numbers as the bytes that are seen |
//! | `plot` | series, styles and limits, from the arguments of a call |
//! | `layout` | a plot as lines, circles and texts with places |
//! | `svg` | those as an SVG file |
//! | `window` | figures in windows of an X display |
//!
//! *Invariant:* a program without a display never waits for one and never fails for its lack; numbers of figures count up from 1 in the
//! order in which they are first shown, and a file's name follows from its number.

mod layout;
mod picture;
mod plot;
mod svg;
mod window;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use quasar_abi::Tagged;

use crate::error::Raised;
use crate::image_file::encode_png;
use crate::list::{Item, items};
use crate::object::{Array, Text};
use crate::program::write_error_text;
use crate::whole_file::{store, write_error};
use picture::{Picture, Range};
use plot::{Kind, Plot};
use window::Display;

/// Names the folder for the files of figures; windows are not used then.
const FOLDER_VARIABLE: &str = "QC_FIGURES";
/// Milliseconds that `pause` takes at most: a day.
const LONGEST_PAUSE: f64 = 86_400_000.0;

/// What a figure shows.
enum Content {
    Image(Picture),
    Plot(Plot),
}

/// One figure.
struct Figure {
    number: i32,
    title: String,
    content: Content,
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
        let folder = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty());
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
    /// Whether the next image or series goes to the current figure.
    is_held: bool,
    /// The time between two images, and when the last one was shown.
    pace: Option<Duration>,
    last_shown: Option<Instant>,
}

thread_local! {
    static STATE: RefCell<State> = const { RefCell::new(State {
        sink: None, count: 0, current: None, is_held: false, pace: None, last_shown: None,
    }) };
}

impl State {
    /// Shows something new: in the current figure if that is held and shows its like, else in one of its own.
    fn show(&mut self, content: Content) -> Result<i32, Raised> {
        self.keep_pace(&content);
        let held = self.current.as_mut().filter(|_| self.is_held);
        let apart = match held {
            Some(figure) => figure.join(content)?,
            None => Some(content),
        };
        if let Some(content) = apart {
            self.count += 1;
            self.current = Some(Figure {
                number: self.count,
                title: String::new(),
                content,
                is_announced: false,
            });
        }
        self.publish()?;
        Ok(self.count)
    }

    /// Brings what is seen up to date with the current figure.
    fn publish(&mut self) -> Result<(), Raised> {
        let Some(figure) = &mut self.current else {
            return Ok(());
        };
        match self.sink.get_or_insert_with(Sink::choose) {
            Sink::Files(folder) => figure.write(folder),
            Sink::Windows(display) => {
                match &figure.content {
                    Content::Image(picture) => {
                        display.show_image(figure.number, &figure.title, picture);
                    }
                    Content::Plot(plot) => {
                        let scene = layout::scene(plot, &figure.title);
                        display.show_scene(figure.number, &figure.title, scene);
                    }
                }
                Ok(())
            }
        }
    }

    /// Waits until it is time for the next image in the place of another. The first one of a figure is shown at once.
    fn keep_pace(&mut self, content: &Content) {
        let Content::Image(_) = content else { return };
        let old = self.current.as_ref().filter(|_| self.is_held);
        let replaces = old.is_some_and(|figure| matches!(figure.content, Content::Image(_)));
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
        match &mut figure.content {
            Content::Plot(plot) => Ok(plot),
            Content::Image(_) => Err(Raised::invalid(
                function,
                format!("figure {number} is an image, which has no axes"),
            )),
        }
    }
}

impl Figure {
    /// Takes up something new of the same kind; gives back what is of another.
    fn join(&mut self, content: Content) -> Result<Option<Content>, Raised> {
        match (&mut self.content, content) {
            (Content::Image(old), Content::Image(new)) => *old = new,
            (Content::Plot(old), Content::Plot(new)) => old.add(new.series)?,
            (Content::Image(_), other @ Content::Plot(_))
            | (Content::Plot(_), other @ Content::Image(_)) => return Ok(Some(other)),
        }
        Ok(None)
    }

    /// Writes the figure's file; the first time the user is told its name.
    fn write(&mut self, folder: &str) -> Result<(), Raised> {
        let (extension, bytes) = match &self.content {
            Content::Image(picture) => ("png", encode_png(picture.size(), picture.bytes())),
            Content::Plot(plot) => {
                let scene = layout::scene(plot, &self.title);
                ("svg", Ok(svg::write(&scene).into_bytes()))
            }
        };
        let name = format!("figure-{}.{extension}", self.number);
        let path = match folder {
            "" => name,
            folder => format!("{}/{name}", folder.trim_end_matches('/')),
        };
        let bytes = bytes.map_err(|why| write_error(&path, why))?;
        store(&path, &bytes)?;
        if !self.is_announced {
            self.is_announced = true;
            write_error_text(&format!("figure {}: {path}\n", self.number));
        }
        Ok(())
    }
}

/// Waits until the user has closed all windows.
pub(crate) fn wait_until_closed() {
    let sink = STATE.with_borrow_mut(|state| state.sink.take());
    if let Some(Sink::Windows(display)) = sink {
        display.wait_until_closed();
    }
}

fn show_image(picture: Picture) -> Result<i32, Raised> {
    STATE.with_borrow_mut(|state| state.show(Content::Image(picture)))
}

pub(crate) fn figure_image(image: &Array) -> Result<i32, Raised> {
    show_image(Picture::new(image, Range::OfType)?)
}

pub(crate) fn figure_image_range(image: &Array, range: &Array) -> Result<i32, Raised> {
    show_image(Picture::new(image, Range::of(range)?)?)
}

fn show_plot(kind: Kind, arguments: &[Tagged]) -> Result<i32, Raised> {
    let plot = Plot::new(kind, arguments)?;
    STATE.with_borrow_mut(|state| state.show(Content::Plot(plot)))
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
        figure.title = text.as_str().to_string();
        // A file of an image has no place for it.
        let is_picture = matches!(figure.content, Content::Image(_));
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
    change_plot("xlabel", |plot| {
        plot.x_axis.label = text.as_str().to_string()
    })
}

pub(crate) fn figure_ylabel(text: &Text) -> Result<(), Raised> {
    change_plot("ylabel", |plot| {
        plot.y_axis.label = text.as_str().to_string()
    })
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
            Item::Text(text) | Item::Quoted(text) => legend.push(text.as_str().to_string()),
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
        let missing = [first, second]
            .into_iter()
            .find(|number| !(1..=count).contains(number));
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
    crate::output::flush()?;
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

#[cfg(all(test, not(miri)))]
mod tests;
