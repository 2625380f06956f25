//! A plot as lines, circles and texts, each with its place.
//!
//! *Invariant:* what belongs to the points lies inside the frame: lines are cut at it, so that whoever draws needs no clipping. All
//! places are finite. The same plot gives the same shapes, bit for bit.

use std::sync::Arc;

use super::picture::Picture;
use super::plot::{Axis, GREATEST, LEAST, Line, Marker, Plot, Series};
use crate::text::number;

/// A point, in pixels from the left upper corner.
pub type Point = (f64, f64);
/// Red, green and blue.
pub type Colour = [u8; 3];

/// How a text lies at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Path {
        /// At least two.
        points: Vec<Point>,
        /// Its colour.
        colour: Colour,
        /// Solid or not.
        line: Line,
        /// In pixels.
        width: f64,
    },
    /// A circle.
    Circle {
        /// Its middle.
        centre: Point,
        /// In pixels.
        radius: f64,
        /// Its colour.
        colour: Colour,
        /// Whether it is filled.
        is_filled: bool,
    },
    /// A filled rectangle with a border.
    Box {
        /// Left upper corner.
        corner: Point,
        /// Width and height.
        size: Point,
        /// What it is filled with.
        fill: Colour,
        /// The line around it.
        border: Colour,
    },
    /// A picture, stretched to a rectangle.
    Image {
        /// Left upper corner.
        corner: Point,
        /// Width and height.
        size: Point,
        /// What is there.
        picture: Arc<Picture>,
    },
    /// A text on one line.
    Text {
        /// Where its base line is.
        at: Point,
        /// What it says.
        text: String,
        /// What of it is there.
        anchor: Anchor,
        /// Height of letters in pixels.
        size: f64,
        /// Whether it runs from bottom to top.
        is_upright: bool,
        /// The colour behind the letters.
        on: Colour,
    },
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width and height in pixels.
    pub size: Point,
    /// In the order of drawing, on white.
    pub shapes: Vec<Shape>,
}

/// Width and height of a plot that has a file or window of its own.
pub const SIZE: Point = (640.0, 480.0);
/// What lies between the frame and the left upper corner of the plot.
const BEFORE: Point = (76.0, 40.0);
/// What lies between the frame and the right lower corner of the plot.
const BEHIND: Point = (20.0, 56.0);
/// The least side of a frame, however small the plot is.
const LEAST_FRAME: f64 = 16.0;
/// Height of letters.
pub const LETTERS: f64 = 12.0;
/// Height of letters of titles.
const TITLE_LETTERS: f64 = 15.0;
/// What a letter is wide on average.
pub const LETTER_WIDTH: f64 = 7.0;
/// Half of what marks are wide.
const MARK: f64 = 4.0;
/// Numbers beside an axis, about and at most.
const TICKS: f64 = 6.0;
/// What a number beside an axis takes from left to right, and from top to bottom.
const TICK_ROOM: Point = (56.0, 45.0);
const BLACK: Colour = [0, 0, 0];
pub const WHITE: Colour = [255, 255, 255];
/// The border of boxes.
pub const BORDER: Colour = [136, 136, 136];
const GREY: Colour = [221, 221, 221];
/// Colours of series without one, in turn.
const CYCLE: &[Colour] = &[
    [31, 119, 180],
    [255, 127, 14],
    [44, 160, 44],
    [214, 39, 40],
    [148, 103, 189],
    [140, 86, 75],
    [227, 119, 194],
    [127, 127, 127],
];

/// One direction of the frame: its numbers and where they are.
struct Scale {
    low: f64,
    high: f64,
    step: f64,
    start: f64,
    length: f64,
}

impl Scale {
    /// The scale of an axis for these values, from pixel `start` to pixel `end`; a number takes that many pixels.
    fn new(
        axis: &Axis,
        values: impl Iterator<Item = f64>,
        start: f64,
        end: f64,
        room: f64,
    ) -> Scale {
        let (low, high) = axis.limits.unwrap_or_else(|| extent(values));
        let ticks = ((end - start).abs() / room).clamp(1.0, TICKS);
        let step = round_step((high - low) / ticks);
        // Limits of the program are kept, those of the points go to the next numbers that are written.
        let (low, high) = match axis.limits {
            Some(limits) => limits,
            None => ((low / step).floor() * step, (high / step).ceil() * step),
        };
        Scale {
            low,
            high,
            step,
            start,
            length: end - start,
        }
    }

    fn place(&self, value: f64) -> f64 {
        self.start + (value - self.low) / (self.high - self.low) * self.length
    }

    /// The numbers to be written, within the ends.
    fn ticks(&self) -> Vec<f64> {
        let first = (self.low / self.step - 1e-9).ceil();
        let last = (self.high / self.step + 1e-9).floor();
        let count = (last - first).clamp(0.0, 3.0 * TICKS) as usize;
        (0..=count)
            .map(|index| (first + index as f64) * self.step)
            .collect()
    }
}

/// The least and greatest value that can be shown, apart from each other.
fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let shown = values.filter(|value| value.abs() <= GREATEST);
    let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let size = low.abs().max(high.abs());
    match high - low {
        range if range.is_nan() || low > high => (0.0, 1.0),
        range if range > size * 1e-9 && range > LEAST => (low, high),
        _ if size <= LEAST => (-0.5, 0.5),
        _ => (low - size / 2.0, high + size / 2.0),
    }
}

/// The next of 1, 2, 5, 10, … times a power of ten.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powi(step.log10().floor() as i32);
    let factors = [1.0, 2.0, 5.0, 10.0];
    let fits = factors
        .iter()
        .find(|factor| *factor * power >= step * (1.0 - 1e-9));
    fits.copied().unwrap_or(10.0) * power
}

/// A number beside an axis.
fn tick_text(value: f64, step: f64) -> String {
    // Sums of steps have errors in the last digits.
    let value = if value.abs() < step * 1e-6 {
        0.0
    } else {
        value
    };
    let rounded = format!("{value:.9e}").parse().unwrap_or(value);
    let size = value.abs();
    match size != 0.0 && !(1e-4..1e6).contains(&size) {
        true => format!("{rounded:e}"),
        false => number::double(rounded),
    }
}

/// The drawing of a plot in a rectangle: its left upper corner, its width and height.
pub fn shapes(plot: &Plot, title: &str, place: Point, size: Point) -> Vec<Shape> {
    let before = BEFORE.0.min(size.0 / 5.0);
    let corner = (place.0 + before, place.1 + BEFORE.1);
    let end = (
        (place.0 + size.0 - BEHIND.0).max(corner.0 + LEAST_FRAME),
        (place.1 + size.1 - BEHIND.1).max(corner.1 + LEAST_FRAME),
    );
    let series = plot.series.iter();
    let x_values = series.clone().flat_map(|series| series.x.iter().copied());
    let y_values = series.flat_map(|series| series.y.iter().copied());
    let x = Scale::new(&plot.x_axis, x_values, corner.0, end.0, TICK_ROOM.0);
    let y = Scale::new(&plot.y_axis, y_values, end.1, corner.1, TICK_ROOM.1);
    let mut drawing = Drawing {
        shapes: Vec::new(),
        x,
        y,
        frame: Frame { corner, end },
        place,
    };
    drawing.frame();
    for (index, series) in plot.series.iter().enumerate() {
        drawing.series(series, colour_of(series, index));
    }
    drawing.labels(plot, title);
    drawing.legend(plot);
    drawing.shapes
}

/// A plot as a drawing of its own.
#[cfg(test)]
pub fn scene(plot: &Plot, title: &str) -> Scene {
    Scene {
        size: SIZE,
        shapes: shapes(plot, title, (0.0, 0.0), SIZE),
    }
}

/// A text on one line, on white.
pub fn text(at: Point, text: &str, anchor: Anchor, size: f64) -> Shape {
    Shape::Text {
        at,
        text: text.to_string(),
        anchor,
        size,
        is_upright: false,
        on: WHITE,
    }
}

fn colour_of(series: &Series, index: usize) -> Colour {
    series.style.colour.unwrap_or(CYCLE[index % CYCLE.len()])
}

/// Where points are drawn.
#[derive(Clone, Copy)]
struct Frame {
    /// The left upper one.
    corner: Point,
    /// The right lower corner.
    end: Point,
}

struct Drawing {
    shapes: Vec<Shape>,
    x: Scale,
    y: Scale,
    frame: Frame,
    /// The left upper corner of the plot with all that is around its frame.
    place: Point,
}

impl Drawing {
    fn path(&mut self, points: Vec<Point>, colour: Colour, line: Line, width: f64) {
        self.shapes.push(Shape::Path {
            points,
            colour,
            line,
            width,
        });
    }

    fn text(&mut self, at: Point, words: &str, anchor: Anchor, size: f64) {
        self.shapes.push(text(at, words, anchor, size));
    }

    /// The frame with its grid and numbers.
    fn frame(&mut self) {
        let Frame { corner, end } = self.frame;
        self.shapes.push(Shape::Box {
            corner,
            size: (end.0 - corner.0, end.1 - corner.1),
            fill: WHITE,
            border: BORDER,
        });
        for value in self.x.ticks() {
            let at = self.x.place(value);
            self.path(vec![(at, corner.1), (at, end.1)], GREY, Line::Solid, 1.0);
            let text = tick_text(value, self.x.step);
            self.text((at, end.1 + 18.0), &text, Anchor::Middle, LETTERS);
        }
        for value in self.y.ticks() {
            let at = self.y.place(value);
            self.path(vec![(corner.0, at), (end.0, at)], GREY, Line::Solid, 1.0);
            let text = tick_text(value, self.y.step);
            self.text((corner.0 - 8.0, at + 4.0), &text, Anchor::End, LETTERS);
        }
        let corners = vec![corner, (end.0, corner.1), end, (corner.0, end.1), corner];
        self.path(corners, BLACK, Line::Solid, 1.0);
    }

    fn labels(&mut self, plot: &Plot, title: &str) {
        let Frame { corner, end } = self.frame;
        let middle = (corner.0 + end.0) / 2.0;
        if !title.is_empty() {
            self.text(
                (middle, corner.1 - 14.0),
                title,
                Anchor::Middle,
                TITLE_LETTERS,
            );
        }
        if !plot.x_axis.label.is_empty() {
            let at = (middle, end.1 + 42.0);
            self.text(at, &plot.x_axis.label, Anchor::Middle, LETTERS);
        }
        if !plot.y_axis.label.is_empty() {
            self.shapes.push(Shape::Text {
                at: (self.place.0 + 18.0, (corner.1 + end.1) / 2.0),
                text: plot.y_axis.label.clone(),
                anchor: Anchor::Middle,
                size: LETTERS,
                is_upright: true,
                on: WHITE,
            });
        }
    }

    /// The names of series in the right upper corner.
    fn legend(&mut self, plot: &Plot) {
        let longest = plot.legend.iter().map(|name| name.chars().count()).max();
        let Some(longest) = longest else { return };
        let width = 44.0 + longest as f64 * LETTER_WIDTH;
        let frame = self.frame;
        let corner = (frame.end.0 - 10.0 - width, frame.corner.1 + 10.0);
        self.shapes.push(Shape::Box {
            corner,
            size: (width, 8.0 + 18.0 * plot.legend.len() as f64),
            fill: WHITE,
            border: BORDER,
        });
        for (index, (name, series)) in plot.legend.iter().zip(&plot.series).enumerate() {
            let colour = colour_of(series, index);
            let at = corner.1 + 13.0 + 18.0 * index as f64;
            let (left, right) = (corner.0 + 8.0, corner.0 + 32.0);
            if let Some(line) = series.style.line {
                self.path(vec![(left, at), (right, at)], colour, line, 2.0);
            }
            if let Some(marker) = series.style.marker {
                self.mark(((left + right) / 2.0, at), marker, colour);
            }
            self.text((right + 6.0, at + 4.0), name, Anchor::Start, LETTERS);
        }
    }

    /// The points of a series and the lines between them.
    fn series(&mut self, series: &Series, colour: Colour) {
        let places: Vec<Option<Point>> = series
            .x
            .iter()
            .zip(&series.y)
            .map(|(x, y)| {
                let place = (self.x.place(*x), self.y.place(*y));
                (place.0.is_finite() && place.1.is_finite()).then_some(place)
            })
            .collect();
        if let Some(line) = series.style.line {
            for points in self.frame.cut(&places) {
                self.path(points, colour, line, 2.0);
            }
        }
        let frame = self.frame;
        if let Some(marker) = series.style.marker {
            for place in places
                .into_iter()
                .flatten()
                .filter(|place| frame.is_inside(*place))
            {
                self.mark(place, marker, colour);
            }
        }
    }

    fn mark(&mut self, centre: Point, marker: Marker, colour: Colour) {
        let at = |x: f64, y: f64| (centre.0 + x * MARK, centre.1 + y * MARK);
        let diagonal = std::f64::consts::FRAC_1_SQRT_2;
        let plus = [[(-1.0, 0.0), (1.0, 0.0)], [(0.0, -1.0), (0.0, 1.0)]];
        let cross = [
            [(-diagonal, -diagonal), (diagonal, diagonal)],
            [(-diagonal, diagonal), (diagonal, -diagonal)],
        ];
        let corners: &[&[Point]] = match marker {
            Marker::Circle | Marker::Point => {
                let is_filled = marker == Marker::Point;
                self.shapes.push(Shape::Circle {
                    centre,
                    radius: if is_filled { MARK / 2.0 } else { MARK },
                    colour,
                    is_filled,
                });
                return;
            }
            Marker::Plus => &[&plus[0], &plus[1]],
            Marker::Cross => &[&cross[0], &cross[1]],
            Marker::Star => &[&plus[0], &plus[1], &cross[0], &cross[1]],
            Marker::Square => &[&[
                (-0.8, -0.8),
                (0.8, -0.8),
                (0.8, 0.8),
                (-0.8, 0.8),
                (-0.8, -0.8),
            ]],
            Marker::Diamond => &[&[
                (0.0, -1.0),
                (1.0, 0.0),
                (0.0, 1.0),
                (-1.0, 0.0),
                (0.0, -1.0),
            ]],
            Marker::Triangle => &[&[(0.0, -1.0), (0.9, 0.7), (-0.9, 0.7), (0.0, -1.0)]],
        };
        for points in corners {
            let points = points.iter().map(|(x, y)| at(*x, *y)).collect();
            self.path(points, colour, Line::Solid, 1.5);
        }
    }
}

impl Frame {
    fn is_inside(self, (x, y): Point) -> bool {
        // Rounding may put a point on the frame just outside of it.
        let slack = 1e-6;
        (self.corner.0 - slack..=self.end.0 + slack).contains(&x)
            && (self.corner.1 - slack..=self.end.1 + slack).contains(&y)
    }

    /// The parts of a line that lie inside the frame; a place that is none interrupts it.
    fn cut(self, places: &[Option<Point>]) -> Vec<Vec<Point>> {
        let mut parts: Vec<Vec<Point>> = Vec::new();
        for pair in places.windows(2) {
            let inside = match (pair[0], pair[1]) {
                (Some(from), Some(to)) => self.cut_one(from, to),
                (None, _) | (_, None) => None,
            };
            let Some((from, to)) = inside else { continue };
            match parts.last_mut() {
                Some(part) if part.last() == Some(&from) => part.push(to),
                Some(_) | None => parts.push(vec![from, to]),
            }
        }
        parts
    }

    /// The part of a straight line inside the frame (Liang and Barsky 1984).
    fn cut_one(self, from: Point, to: Point) -> Option<(Point, Point)> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        let edges = [
            (-dx, from.0 - self.corner.0),
            (dx, self.end.0 - from.0),
            (-dy, from.1 - self.corner.1),
            (dy, self.end.1 - from.1),
        ];
        for (towards, distance) in edges {
            if towards == 0.0 {
                // Parallel to this edge; a little outside is rounding.
                if distance < -1e-6 {
                    return None;
                }
            } else if towards < 0.0 {
                enter = enter.max(distance / towards);
            } else {
                leave = leave.min(distance / towards);
            }
        }
        if enter > leave {
            return None;
        }
        let at = |part: f64| (from.0 + part * dx, from.1 + part * dy);
        // Ends that are inside keep their bits, so that parts meet.
        let start = if enter == 0.0 { from } else { at(enter) };
        let end = if leave == 1.0 { to } else { at(leave) };
        (start != end).then_some((start, end))
    }
}
