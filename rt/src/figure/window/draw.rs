//! What windows show, as pixels and as requests to the display.
//!
//! *Invariant:* drawing changes nothing but the window's pixels and the state of the one graphics context, which each request sets
//! as it needs it.

use x11rb::connection::{Connection, RequestConnection as _};
use x11rb::protocol::xproto::{
    Arc, ChangeGCAux, ConnectionExt as _, CoordMode, ImageFormat, LineStyle, Point as Pixel,
    Rectangle,
};

use super::{Answer, PixelFormat, Shared, Shown, Window};
use crate::figure::layout::{Anchor, Colour, Point, Scene, Shape};
use crate::figure::picture::Picture;
use crate::figure::plot::Line;

/// Beside an image that has other proportions than its window.
const AROUND: Colour = [96, 96, 96];
/// The border of boxes.
const BORDER: Colour = [136, 136, 136];
const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/// Letters that one request takes.
const MOST_LETTERS: usize = 255;
/// Bytes of a request besides its data, at most.
const REQUEST_BYTES: usize = 64;
/// Points that one request takes at most, less than any display must allow.
const MOST_POINTS: usize = 16_000;

impl PixelFormat {
    fn pixel(self, colour: Colour) -> u32 {
        let part = |index: usize| u32::from(colour[index]) << self.shifts[index];
        part(0) | part(1) | part(2)
    }

    fn bytes(self, colour: Colour) -> [u8; 4] {
        let pixel = self.pixel(colour);
        match self.is_little_endian {
            true => pixel.to_le_bytes(),
            false => pixel.to_be_bytes(),
        }
    }
}

/// The largest size within `most` that has the proportions of `size`; a smaller size only grows if that is wanted.
pub fn fitted(size: (usize, usize), most: (usize, usize), may_grow: bool) -> (usize, usize) {
    let (width, height) = (size.0.max(1), size.1.max(1));
    if !may_grow && width <= most.0 && height <= most.1 {
        return (width, height);
    }
    match width * most.1 > height * most.0 {
        true => (most.0.max(1), (height * most.0 / width).max(1)),
        false => ((width * most.1 / height).max(1), most.1.max(1)),
    }
}

/// Where a picture lies in a window: left, upper, width, height.
fn frame(picture: &Picture, size: (u16, u16)) -> [usize; 4] {
    let (width, height) = (usize::from(size.0), usize::from(size.1));
    let (columns, rows, _) = picture.size();
    let fit = fitted((columns, rows), (width, height), true);
    [
        (width - fit.0.min(width)) / 2,
        (height - fit.1.min(height)) / 2,
        fit.0,
        fit.1,
    ]
}

/// What is under the mouse, for the title.
pub fn described(window: &Window, (x, y): (i32, i32)) -> String {
    let Shown::Picture(picture) = &window.shown else {
        return String::new();
    };
    let [left, upper, width, height] = frame(picture, window.size);
    let (columns, rows, channels) = picture.size();
    let (x, y) = (x - left as i32, y - upper as i32);
    let inside = |at: i32, side: usize| usize::try_from(at).ok().filter(|at| *at < side);
    let (Some(x), Some(y)) = (inside(x, width), inside(y, height)) else {
        return String::new();
    };
    let (row, column) = (y * rows / height, x * columns / width);
    let [red, green, blue] = picture.pixel(row, column);
    match channels {
        1 => format!("  [{row},{column}]: {red}"),
        _ => format!("  [{row},{column}]: {red} {green} {blue}"),
    }
}

/// A text in the letters of the window's font; others become question marks.
pub fn latin(text: &str) -> Vec<u8> {
    let letter = |letter: char| u8::try_from(u32::from(letter)).unwrap_or(b'?');
    text.chars().map(letter).collect()
}

/// The pixels of a window that shows a picture, row by row.
fn pixels(picture: &Picture, size: (u16, u16), format: PixelFormat) -> Vec<u8> {
    let [left, upper, width, height] = frame(picture, size);
    let (columns, rows, _) = picture.size();
    let around = format.bytes(AROUND);
    let mut bytes = Vec::with_capacity(usize::from(size.0) * usize::from(size.1) * 4);
    for y in 0..usize::from(size.1) {
        for x in 0..usize::from(size.0) {
            let inside = (left..left + width).contains(&x) && (upper..upper + height).contains(&y);
            bytes.extend_from_slice(&match inside {
                true => {
                    let place = ((y - upper) * rows / height, (x - left) * columns / width);
                    format.bytes(picture.pixel(place.0, place.1))
                }
                false => around,
            });
        }
    }
    bytes
}

impl Shared {
    /// Draws a window anew.
    pub(super) fn draw(&self, window: &Window) -> Answer<()> {
        match &window.shown {
            Shown::Picture(picture) => self.draw_picture(window, picture)?,
            Shown::Scene(scene) => Pen {
                shared: self,
                window,
                scene,
            }
            .draw()?,
        }
        self.connection.flush()?;
        Ok(())
    }

    fn draw_picture(&self, window: &Window, picture: &Picture) -> Answer<()> {
        let bytes = pixels(picture, window.size, self.format);
        let row_bytes = usize::from(window.size.0) * 4;
        let most = self.connection.maximum_request_bytes() - REQUEST_BYTES;
        let rows = (most / row_bytes).clamp(1, usize::from(u16::MAX));
        for (index, strip) in bytes.chunks(rows * row_bytes).enumerate() {
            self.connection.put_image(
                ImageFormat::Z_PIXMAP,
                window.id,
                self.context,
                window.size.0,
                (strip.len() / row_bytes) as u16,
                0,
                (index * rows) as i16,
                0,
                self.format.depth,
                strip,
            )?;
        }
        Ok(())
    }
}

/// Draws a scene into a window, stretched to its size.
struct Pen<'a> {
    shared: &'a Shared,
    window: &'a Window,
    scene: &'a Scene,
}

impl Pen<'_> {
    fn draw(&self) -> Answer<()> {
        let (width, height) = self.window.size;
        self.set(WHITE, Line::Solid, 1.0)?;
        self.fill(0, 0, width, height)?;
        self.scene
            .shapes
            .iter()
            .try_for_each(|shape| self.shape(shape))
    }

    fn set(&self, colour: Colour, line: Line, width: f64) -> Answer<()> {
        let style = match line {
            Line::Solid => LineStyle::SOLID,
            Line::Dashed | Line::Dotted | Line::DashDotted => LineStyle::ON_OFF_DASH,
        };
        let settings = ChangeGCAux::new()
            .foreground(self.shared.format.pixel(colour))
            .background(self.shared.format.pixel(WHITE))
            .line_width(width.round().max(1.0) as u32)
            .line_style(style);
        let (connection, context) = (&self.shared.connection, self.shared.context);
        connection.change_gc(context, &settings)?;
        let dashes: &[u8] = match line {
            Line::Solid => return Ok(()),
            Line::Dashed => &[8, 5],
            Line::Dotted => &[2, 4],
            Line::DashDotted => &[8, 4, 2, 4],
        };
        connection.set_dashes(context, 0, dashes)?;
        Ok(())
    }

    fn fill(&self, x: i16, y: i16, width: u16, height: u16) -> Answer<()> {
        let rectangle = Rectangle {
            x,
            y,
            width,
            height,
        };
        let (connection, context) = (&self.shared.connection, self.shared.context);
        connection.poly_fill_rectangle(self.window.id, context, &[rectangle])?;
        Ok(())
    }

    /// A place of the scene in the window.
    fn place(&self, (x, y): Point) -> (i16, i16) {
        let (width, height) = self.window.size;
        let along = |at: f64, size: f64, side: u16| (at / size * f64::from(side)).round() as i16;
        (
            along(x, self.scene.size.0, width),
            along(y, self.scene.size.1, height),
        )
    }

    fn line(&self, points: &[Point]) -> Answer<()> {
        let pixels: Vec<Pixel> = points
            .iter()
            .map(|point| self.place(*point))
            .map(|(x, y)| Pixel { x, y })
            .collect();
        let (connection, context) = (&self.shared.connection, self.shared.context);
        let mut rest = &pixels[..];
        while rest.len() > 1 {
            let (part, _) = rest.split_at(rest.len().min(MOST_POINTS));
            connection.poly_line(CoordMode::ORIGIN, self.window.id, context, part)?;
            // The next part begins where this one ends.
            rest = &rest[part.len() - 1..];
        }
        Ok(())
    }

    fn shape(&self, shape: &Shape) -> Answer<()> {
        match shape {
            Shape::Path {
                points,
                colour,
                line,
                width,
            } => {
                self.set(*colour, *line, *width)?;
                self.line(points)
            }
            Shape::Circle {
                centre,
                radius,
                colour,
                is_filled,
            } => {
                self.set(*colour, Line::Solid, 1.0)?;
                let ((x, y), radius) = (self.place(*centre), radius.round() as i16);
                let side = 2 * radius as u16;
                let arc = Arc {
                    x: x - radius,
                    y: y - radius,
                    width: side,
                    height: side,
                    angle1: 0,
                    // A full circle in 64ths of a degree.
                    angle2: 360 * 64,
                };
                let (connection, context) = (&self.shared.connection, self.shared.context);
                match is_filled {
                    true => connection.poly_fill_arc(self.window.id, context, &[arc])?,
                    false => connection.poly_arc(self.window.id, context, &[arc])?,
                };
                Ok(())
            }
            Shape::Box { corner, size } => {
                let end = (corner.0 + size.0, corner.1 + size.1);
                let ((x, y), (right, lower)) = (self.place(*corner), self.place(end));
                self.set(WHITE, Line::Solid, 1.0)?;
                self.fill(x, y, (right - x) as u16, (lower - y) as u16)?;
                self.set(BORDER, Line::Solid, 1.0)?;
                self.line(&[*corner, (end.0, corner.1), end, (corner.0, end.1), *corner])
            }
            Shape::Text {
                at,
                text,
                anchor,
                is_upright,
                ..
            } => {
                self.set(BLACK, Line::Solid, 1.0)?;
                self.text(*at, text, *anchor, *is_upright)
            }
        }
    }

    /// A text. The display's own letters cannot be turned: a text that runs upwards stands above the frame's left side.
    fn text(&self, at: Point, text: &str, anchor: Anchor, is_upright: bool) -> Answer<()> {
        let mut letters = latin(text);
        letters.truncate(MOST_LETTERS);
        let width = i32::from(self.shared.letter) * letters.len() as i32;
        let (x, y) = match is_upright {
            true => self.place((8.0, 30.0)),
            false => self.place(at),
        };
        let left = match anchor {
            Anchor::Middle if !is_upright => i32::from(x) - width / 2,
            Anchor::End => i32::from(x) - width,
            Anchor::Start | Anchor::Middle => i32::from(x),
        };
        let left = left.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let (connection, context) = (&self.shared.connection, self.shared.context);
        connection.image_text8(self.window.id, context, left, y, &letters)?;
        Ok(())
    }
}
