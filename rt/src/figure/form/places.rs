//! Where the parts of a form lie, and how they look.
//!
//! Parts lie below each other, buttons that follow each other side by side. Displays share the height that is left; where it does not
//! suffice, everything else moves together.
//!
//! *Invariant:* the same form at the same size gives the same places and shapes.

use std::sync::Arc;

use super::{Form, Kind, Widget};
use crate::figure::board::fitted;
use crate::figure::layout::{
    Anchor, BORDER, Colour, LETTER_WIDTH, LETTERS, Point, Scene, Shape, WHITE,
};
use crate::figure::plot::Line;

/// Around all parts.
const MARGIN: f64 = 14.0;
/// Between buttons.
const GAP: f64 = 8.0;
/// Width of a form without and with displays.
const WIDTHS: (u16, u16) = (420, 640);
/// Height of a display if nothing is said, and at least.
const DISPLAY_HEIGHTS: (f64, f64) = (360.0, 80.0);
/// Parts move together to this part of their height at most.
const LEAST_SCALE: f64 = 0.55;
/// The most that forms take by themselves from top to bottom.
const MOST_HEIGHT: f64 = 960.0;
/// Where the track of a slider begins, as a part of the width, and what is behind it in pixels.
const TRACK: (f64, f64) = (0.42, 72.0);
/// Radius of the knob of a slider.
const KNOB: f64 = 7.0;
/// Side of a checkbox.
const CHECK: f64 = 15.0;
const ICON: f64 = 18.0;

const BACK: Colour = [246, 246, 246];
const BUTTON: Colour = [228, 228, 228];
const PRESSED: Colour = [200, 208, 216];
const GROOVE: Colour = [205, 205, 205];
const RULE: Colour = [190, 190, 190];
/// What the user can move, and what keys are about.
const ACCENT: Colour = [31, 119, 180];

/// A rectangle: left upper corner, width and height.
pub type Place = (Point, Point);

/// Whether a point is in a rectangle.
pub fn is_in(((left, upper), (width, height)): Place, (x, y): Point) -> bool {
    (left..left + width).contains(&x) && (upper..upper + height).contains(&y)
}

impl Kind {
    fn height(self) -> f64 {
        match self {
            Kind::Heading => 34.0,
            Kind::Slider => 30.0,
            Kind::Checkbox => 28.0,
            Kind::Button => 40.0,
            Kind::Display => DISPLAY_HEIGHTS.0,
        }
    }
}

impl Widget {
    fn button_width(&self) -> f64 {
        let icon = if self.icon.is_some() { ICON + 6.0 } else { 0.0 };
        (self.text.chars().count() as f64 * LETTER_WIDTH + icon + 28.0).max(72.0)
    }
}

/// The track of a slider in its place: left end, width, height of its middle.
pub fn track(((left, upper), (width, height)): Place) -> (f64, f64, f64) {
    let start = (left + width * TRACK.0).round();
    let length = (left + width - TRACK.1 - start).max(1.0).round();
    (start, length, (upper + height / 2.0).round())
}

/// What a value is written as beside a slider: about a thousandth of the range.
fn written(widget: &Widget) -> String {
    let step = (widget.high - widget.low).abs().max(1e-12) / 1000.0;
    let digits = (-step.log10()).ceil().clamp(0.0, 9.0) as usize;
    let text = format!("{:.digits$}", widget.value);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

impl Form {
    /// Parts that lie side by side.
    fn rows(&self, width: f64) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut used = 0.0;
        for (index, widget) in self.widgets.iter().enumerate() {
            let wanted = widget.button_width() + GAP;
            let last = rows.last_mut().filter(|row| {
                let is_button = |index: &usize| self.widgets[*index].kind == Kind::Button;
                widget.kind == Kind::Button && is_button(&row[0]) && used + wanted <= width
            });
            match last {
                Some(row) => row.push(index),
                None => {
                    used = 0.0;
                    rows.push(vec![index]);
                }
            }
            used += wanted;
        }
        rows
    }

    /// Width and height that the window should have.
    pub fn size(&self) -> (u16, u16) {
        let has_display = self.widgets.iter().any(|one| one.kind == Kind::Display);
        let width = match self.size.0 {
            0 if has_display => WIDTHS.1,
            0 => WIDTHS.0,
            width => width,
        };
        let rows = self.rows(f64::from(width) - 2.0 * MARGIN);
        let heights = rows.iter().map(|row| self.widgets[row[0]].kind.height());
        let height = (heights.sum::<f64>() + 2.0 * MARGIN).min(MOST_HEIGHT);
        match self.size.1 {
            0 => (width, (height as u16).max(60)),
            height => (width, height),
        }
    }

    /// Where each part lies in a window of that size.
    pub fn places(&self, (width, height): Point) -> Vec<Place> {
        let inner = (width - 2.0 * MARGIN).max(1.0);
        let rows = self.rows(inner);
        let kind = |row: &Vec<usize>| self.widgets[row[0]].kind;
        let is_display = |row: &&Vec<usize>| kind(row) == Kind::Display;
        let displays = rows.iter().filter(is_display).count() as f64;
        let fixed = rows.iter().filter(|row| !is_display(row));
        let fixed: f64 = fixed.map(|row| kind(row).height()).sum();
        let room = height - 2.0 * MARGIN;
        let least = displays * DISPLAY_HEIGHTS.1;
        let scale = ((room - least) / fixed.max(1.0)).clamp(LEAST_SCALE, 1.0);
        let display = ((room - fixed * scale) / displays.max(1.0)).max(DISPLAY_HEIGHTS.1);
        let mut places = vec![((0.0, 0.0), (0.0, 0.0)); self.widgets.len()];
        let mut upper = MARGIN;
        for row in &rows {
            let height = match kind(row) {
                Kind::Display => display.floor(),
                other => (other.height() * scale).floor(),
            };
            let mut left = MARGIN;
            for index in row {
                let wide = match self.widgets[*index].kind {
                    Kind::Button => self.widgets[*index].button_width(),
                    Kind::Heading | Kind::Slider | Kind::Checkbox | Kind::Display => inner,
                };
                places[*index] = ((left, upper), (wide, height));
                left += wide + GAP;
            }
            upper += height;
        }
        places
    }

    /// The displays of the form, and where their boards lie.
    pub fn displays(&self, size: Point) -> impl Iterator<Item = (&Widget, Place)> {
        let places = self.places(size).into_iter().map(inside);
        let parts = self.widgets.iter().zip(places);
        parts.filter(|(widget, _)| widget.kind == Kind::Display)
    }

    /// The window has that size.
    pub fn resize(&mut self, size: (u16, u16)) {
        self.actual = Some(size);
    }

    /// The form as it looks in a window of that size.
    pub fn scene(&self, size: Point) -> Scene {
        let mut shapes = vec![filled((0.0, 0.0), size, BACK, BACK)];
        for (index, place) in self.places(size).into_iter().enumerate() {
            let widget = &self.widgets[index];
            let has_keys = self.focus == Some(index);
            match widget.kind {
                Kind::Heading => heading(&mut shapes, widget, place),
                Kind::Slider => slider(&mut shapes, widget, place, has_keys),
                Kind::Checkbox => checkbox(&mut shapes, widget, place, has_keys),
                Kind::Button => {
                    let fill = if self.held == Some(index) {
                        PRESSED
                    } else {
                        BUTTON
                    };
                    button(&mut shapes, widget, place, fill, has_keys);
                }
                Kind::Display => {
                    let (corner, size) = inside(place);
                    shapes.push(filled(corner, size, WHITE, GROOVE));
                    shapes.extend(widget.board.shapes(corner, size));
                }
            }
        }
        Scene { size, shapes }
    }
}

/// What a display shows its board in, of its place.
pub fn inside(((left, upper), (width, height)): Place) -> Place {
    ((left, upper + 4.0), (width, (height - 8.0).max(1.0)))
}

fn filled(corner: Point, size: Point, fill: Colour, border: Colour) -> Shape {
    Shape::Box {
        corner,
        size,
        fill,
        border,
    }
}

fn text(at: Point, words: &str, anchor: Anchor, size: f64, on: Colour) -> Shape {
    Shape::Text {
        at: (at.0, at.1 + 4.0),
        text: words.to_string(),
        anchor,
        size,
        is_upright: false,
        on,
    }
}

fn line(points: Vec<Point>, colour: Colour, width: f64) -> Shape {
    Shape::Path {
        points,
        colour,
        line: Line::Solid,
        width,
    }
}

fn heading(shapes: &mut Vec<Shape>, widget: &Widget, place: Place) {
    let ((left, upper), (width, height)) = place;
    let rule = upper + height - 6.0;
    let at = (left, rule - 9.0);
    shapes.push(text(at, &widget.text, Anchor::Start, LETTERS + 1.0, BACK));
    shapes.push(line(vec![(left, rule), (left + width, rule)], RULE, 1.0));
}

fn slider(shapes: &mut Vec<Shape>, widget: &Widget, place: Place, has_keys: bool) {
    let ((left, _), (width, _)) = place;
    let (start, length, middle) = track(place);
    let range = widget.high - widget.low;
    let part = match range > 0.0 {
        true => (widget.value - widget.low) / range,
        false => 0.0,
    };
    let knob = (start + part * length).round();
    let label: String = {
        let most = ((start - left - GAP) / LETTER_WIDTH).max(0.0) as usize;
        widget.text.chars().take(most).collect()
    };
    shapes.push(text((left, middle), &label, Anchor::Start, LETTERS, BACK));
    let groove = (length, 4.0);
    shapes.push(filled((start, middle - 2.0), groove, GROOVE, GROOVE));
    shapes.push(filled(
        (start, middle - 2.0),
        (knob - start, 4.0),
        ACCENT,
        ACCENT,
    ));
    shapes.push(disc((knob, middle), KNOB, ACCENT, true));
    if has_keys {
        shapes.push(disc((knob, middle), KNOB + 3.0, ACCENT, false));
    }
    let end = (left + width, middle);
    shapes.push(text(end, &written(widget), Anchor::End, LETTERS, BACK));
}

fn disc(centre: Point, radius: f64, colour: Colour, is_filled: bool) -> Shape {
    Shape::Circle {
        centre,
        radius,
        colour,
        is_filled,
    }
}

fn checkbox(
    shapes: &mut Vec<Shape>,
    widget: &Widget,
    ((left, upper), (_, height)): Place,
    has_keys: bool,
) {
    let corner = (left, (upper + (height - CHECK) / 2.0).round());
    let border = if has_keys { ACCENT } else { BORDER };
    shapes.push(filled(corner, (CHECK, CHECK), WHITE, border));
    if widget.value != 0.0 {
        let at = |x: f64, y: f64| (corner.0 + x * CHECK, corner.1 + y * CHECK);
        let check = vec![at(0.2, 0.5), at(0.42, 0.76), at(0.84, 0.22)];
        shapes.push(line(check, ACCENT, 3.0));
    }
    let at = (left + CHECK + GAP, (upper + height / 2.0).round());
    shapes.push(text(at, &widget.text, Anchor::Start, LETTERS, BACK));
}

fn button(
    shapes: &mut Vec<Shape>,
    widget: &Widget,
    ((left, upper), (width, height)): Place,
    fill: Colour,
    has_keys: bool,
) {
    let corner = (left, upper + 4.0);
    let size = (width, (height - 8.0).max(1.0));
    let border = if has_keys { ACCENT } else { BORDER };
    shapes.push(filled(corner, size, fill, border));
    let mut middle = (left + width / 2.0, (corner.1 + size.1 / 2.0).round());
    if let Some(icon) = &widget.icon {
        let (columns, rows, _) = icon.size();
        let fit = fitted((columns, rows), (ICON as usize, ICON as usize), true);
        let fit = (fit.0 as f64, fit.1 as f64);
        let words = widget.text.chars().count() as f64 * LETTER_WIDTH;
        let start = (middle.0 - (words + fit.0 + 6.0) / 2.0).round();
        shapes.push(Shape::Image {
            corner: (start, (middle.1 - fit.1 / 2.0).round()),
            size: fit,
            picture: Arc::clone(icon),
        });
        middle.0 = start + fit.0 + 6.0 + words / 2.0;
    }
    shapes.push(text(middle, &widget.text, Anchor::Middle, LETTERS, fill));
}
