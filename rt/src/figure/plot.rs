//! Plots: series of points with their styles, from the arguments of `plot` and `scatter`.
//!
//! *Invariant:* a series has as many x as y; limits are finite, the lower one first.

use quasar_abi::Tagged;

use crate::array::element::{Element, with_element};
use crate::array::list::{Item, items};
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::process::refusal::collected;

/// The most series of one plot; a program that adds without end is told so instead of running out of memory.
const MOST_SERIES: usize = 4096;
/// Greater limits and values are not shown, so that their differences are finite.
pub const GREATEST: f64 = 1e300;
/// Smaller ranges are not told apart.
pub const LEAST: f64 = 1e-290;

/// Which function was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `plot`: lines, where the style does not say otherwise.
    Plot,
    /// `scatter`: marks.
    Scatter,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Plot => "plot",
            Kind::Scatter => "scatter",
        }
    }
}

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// `-`
    Solid,
    /// `--`
    Dashed,
    /// `:`
    Dotted,
    /// `-.`
    DashDotted,
}

/// What stands at each point of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `o`
    Circle,
    /// `.`
    Point,
    /// `+`
    Plus,
    /// `x`
    Cross,
    /// `*`
    Star,
    /// `s`
    Square,
    /// `d`
    Diamond,
    /// `^`
    Triangle,
}

/// A style; no colour is the next one of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Red, green, blue.
    pub colour: Option<[u8; 3]>,
    /// Lines between the points.
    pub line: Option<Line>,
    /// Marks at the points.
    pub marker: Option<Marker>,
}

/// The letters of colours.
const COLOURS: &[(&str, [u8; 3])] = &[
    ("r", [214, 39, 40]),
    ("g", [44, 160, 44]),
    ("b", [31, 119, 180]),
    ("c", [23, 190, 207]),
    ("m", [227, 28, 227]),
    ("y", [215, 180, 0]),
    ("k", [0, 0, 0]),
    ("w", [255, 255, 255]),
];
/// The signs of lines; longer ones first, because they begin as shorter ones do.
const LINES: &[(&str, Line)] = &[
    ("--", Line::Dashed),
    ("-.", Line::DashDotted),
    ("-", Line::Solid),
    (":", Line::Dotted),
];
/// The signs of marks.
const MARKERS: &[(&str, Marker)] = &[
    ("o", Marker::Circle),
    (".", Marker::Point),
    ("+", Marker::Plus),
    ("x", Marker::Cross),
    ("*", Marker::Star),
    ("s", Marker::Square),
    ("d", Marker::Diamond),
    ("^", Marker::Triangle),
];

impl Style {
    /// A text as `r`, `b--`, `ko` or `+`: a colour, a line and a mark, each at most once, in any order.
    ///
    /// # Errors
    /// Other letters, or something twice.
    fn parse(kind: Kind, text: &str) -> Result<Style, Raised> {
        let mut style = Style::default();
        let mut rest = text;
        while !rest.is_empty() {
            let known = take(&mut rest, COLOURS, &mut style.colour)
                || take(&mut rest, LINES, &mut style.line)
                || take(&mut rest, MARKERS, &mut style.marker);
            if !known {
                let message = format!(
                    "\"{text}\" is no style: that is a colour (r g b c m y k w), a line (- -- : -.) and a mark (o . + x * s d ^), as in \"r--\""
                );
                return Err(Raised::invalid(kind.name(), message));
            }
        }
        Ok(style)
    }

    /// The same with what the function draws where nothing is said.
    fn completed(self, kind: Kind) -> Style {
        match (kind, self.line, self.marker) {
            (Kind::Plot, None, None) => Style {
                line: Some(Line::Solid),
                ..self
            },
            (Kind::Scatter, _, None) => Style {
                marker: Some(Marker::Circle),
                ..self
            },
            (Kind::Plot | Kind::Scatter, _, _) => self,
        }
    }
}

/// Takes the first sign of the rest if the table has it and nothing of its kind was there.
fn take<T: Copy>(rest: &mut &str, table: &[(&str, T)], place: &mut Option<T>) -> bool {
    let found = table
        .iter()
        .find_map(|(sign, value)| rest.strip_prefix(sign).map(|behind| (behind, *value)));
    match (found, &place) {
        (Some((behind, value)), None) => {
            *place = Some(value);
            *rest = behind;
            true
        }
        (Some(_), Some(_)) | (None, _) => false,
    }
}

/// Points in their order. Points that are not numbers are not shown and interrupt the line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Where the points are from left to right.
    pub x: Vec<f64>,
    /// Where they are from bottom to top.
    pub y: Vec<f64>,
    /// How they look.
    pub style: Style,
}

/// What is said of one direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// The text beside it.
    pub label: String,
    /// Its ends, where the points do not tell them.
    pub limits: Option<(f64, f64)>,
}

/// A plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// In the order of drawing.
    pub series: Vec<Series>,
    /// From left to right.
    pub x_axis: Axis,
    /// From bottom to top.
    pub y_axis: Axis,
    /// Names of the first series.
    pub legend: Vec<String>,
}

impl Plot {
    /// The plot of a list of `y`, or `x, y`, each with a style behind it or not, as often as wanted.
    ///
    /// # Errors
    /// Arguments of other kinds or orders, matrices, x and y of different lengths.
    pub fn new(kind: Kind, arguments: &[Tagged]) -> Result<Plot, Raised> {
        let mut plot = Plot::default();
        let mut arguments = items(arguments).peekable();
        while let Some(first) = arguments.next() {
            let first = points(kind, &first)?;
            let second = match arguments.peek() {
                None | Some(Item::Text(_) | Item::Quoted(_)) => None,
                Some(item) => Some(points(kind, item)?),
            };
            if second.is_some() {
                arguments.next();
            }
            let style = match arguments.peek() {
                Some(Item::Text(text) | Item::Quoted(text)) => Style::parse(kind, text.as_str())?,
                _ => Style::default(),
            };
            if matches!(arguments.peek(), Some(Item::Text(_) | Item::Quoted(_))) {
                arguments.next();
            }
            let (x, y) = match second {
                Some(second) => (first, second),
                None => (collected((0..first.len()).map(|index| index as f64)), first),
            };
            if x.len() != y.len() {
                let message = format!("{} values of x and {} of y", x.len(), y.len());
                return Err(Raised::invalid(kind.name(), message));
            }
            let style = style.completed(kind);
            plot.series.push(Series { x, y, style });
        }
        Ok(plot)
    }

    /// Adds series.
    ///
    /// # Errors
    /// There are too many.
    pub fn add(&mut self, series: Vec<Series>) -> Result<(), Raised> {
        let count = self.series.len() + series.len();
        if count > MOST_SERIES {
            let message = format!(
                "a plot has {MOST_SERIES} series at most; hold(\"off\") begins another plot"
            );
            return Err(Raised::invalid("plot", message));
        }
        self.series.extend(series);
        Ok(())
    }
}

/// The values of one argument.
fn points(kind: Kind, item: &Item) -> Result<Vec<f64>, Raised> {
    fn reals<T: Element>(values: &[T]) -> Vec<f64> {
        collected(values.iter().map(|value| value.to_real()))
    }
    let refused = |what: String| {
        let message = format!("it takes vectors of real numbers and styles, not {what}");
        Err(Raised::invalid(kind.name(), message))
    };
    match item {
        Item::Int(_) | Item::Unsigned(_) | Item::Single(_) | Item::Double(_) => {
            Ok(vec![item.number().expect("a number").re])
        }
        Item::Array(array) => {
            let name = array.kind().name();
            let dims = array.dims();
            if array.kind().is_complex() {
                return refused(format!("complex numbers ({name})"));
            }
            if dims.vector_dim().is_none() && array.numel() > 1 {
                return refused(format!("an array of size {dims}"));
            }
            let values = |array: &Array| with_element!(array.kind(), T => Some(reals(array.elements::<T>())), None);
            values(array).map_or_else(|| refused(format!("an array of {name}")), Ok)
        }
        Item::ComplexSingle(..) | Item::ComplexDouble(..) => refused("complex numbers".to_string()),
        Item::Text(text) | Item::Quoted(text) => {
            refused(format!("the text \"{}\" in their place", text.as_str()))
        }
        Item::Slice(_) => unreachable!("a slice marker is no value"),
    }
}

/// The two limits of an axis, as two numbers or a vector of them.
///
/// # Errors
/// Other than two numbers, the lower one first.
pub fn limits(function: &str, arguments: &[Tagged]) -> Result<(f64, f64), Raised> {
    let mut values = Vec::new();
    for item in items(arguments) {
        match points(Kind::Plot, &item) {
            Ok(found) => values.extend(found),
            Err(_) => return Err(Raised::invalid(function, "the limits are two numbers")),
        }
    }
    match values[..] {
        [low, high]
            if low >= -GREATEST
                && high <= GREATEST
                && high - low > LEAST.max(low.abs().max(high.abs()) * 1e-9) =>
        {
            Ok((low, high))
        }
        [low, high] => {
            let message = format!(
                "{low} to {high} is no range that can be shown; the lower limit comes first"
            );
            Err(Raised::invalid(function, message))
        }
        _ => Err(Raised::invalid(
            function,
            format!("the limits are two numbers, not {}", values.len()),
        )),
    }
}
