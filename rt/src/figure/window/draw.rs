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
use crate::figure::board::fitted;
use crate::figure::form::forms;
use crate::figure::layout::{Anchor, Colour, Point, Scene, Shape, WHITE};
use crate::figure::picture::Picture;
use crate::figure::plot::Line;

/// Beside an image that has other proportions than its window.
const AROUND: Colour = [96, 96, 96];
const BLACK: Colour = [0, 0, 0];
/// Letters that one request takes.
const MOST_LETTERS: usize = 255;
/// Bytes of a request besides its data, at most.
const REQUEST_BYTES: usize = 64;
/// What the letters of the font take from top to bottom, and of that below their line.
const LETTER_HEIGHT: u16 = 14;
const LETTERS_BELOW: u16 = 3;
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
        let size = (f64::from(window.size.0), f64::from(window.size.1));
        let scene = match &window.shown {
            Shown::Figure(_, board) => match board.lone_picture() {
                Some(picture) => {
                    let bytes = pixels(picture, window.size, self.format);
                    self.put(window.id, (0, 0), window.size, &bytes)?;
                    self.connection.flush()?;
                    return Ok(());
                }
                None => Scene {
                    size,
                    shapes: board.shapes((0.0, 0.0), size),
                },
            },
            Shown::Form(number) => match forms().form(*number) {
                Some(form) => form.scene(size),
                None => return Ok(()),
            },
        };
        self.draw_scene(window, &scene)
    }

    /// Draws beside the window and copies the whole, so that nothing flickers.
    fn draw_scene(&self, window: &Window, scene: &Scene) -> Answer<()> {
        let (width, height) = window.size;
        let connection = &self.connection;
        let drawable = connection.generate_id()?;
        connection.create_pixmap(self.format.depth, drawable, window.id, width, height)?;
        let pen = Pen {
            shared: self,
            drawable,
            size: window.size,
        };
        pen.draw(scene)?;
        let context = self.context;
        connection.copy_area(drawable, window.id, context, 0, 0, 0, 0, width, height)?;
        connection.free_pixmap(drawable)?;
        connection.flush()?;
        Ok(())
    }

    /// Puts pixels at a place.
    fn put(&self, drawable: u32, place: (i16, i16), size: (u16, u16), bytes: &[u8]) -> Answer<()> {
        let ((left, upper), (width, height)) = (place, size);
        let row_bytes = usize::from(width) * 4;
        let most = self.connection.maximum_request_bytes() - REQUEST_BYTES;
        let rows = (most / row_bytes.max(1)).clamp(1, usize::from(height.max(1)));
        for (index, strip) in bytes.chunks((rows * row_bytes).max(1)).enumerate() {
            self.connection.put_image(
                ImageFormat::Z_PIXMAP,
                drawable,
                self.context,
                width,
                (strip.len() / row_bytes) as u16,
                left,
                upper + (index * rows) as i16,
                0,
                self.format.depth,
                strip,
            )?;
        }
        Ok(())
    }
}

/// A place in pixels.
fn place((x, y): Point) -> (i16, i16) {
    (x.round() as i16, y.round() as i16)
}

/// Draws a scene.
struct Pen<'a> {
    shared: &'a Shared,
    drawable: u32,
    size: (u16, u16),
}

impl Pen<'_> {
    fn draw(&self, scene: &Scene) -> Answer<()> {
        let (width, height) = self.size;
        self.set(WHITE, Line::Solid, 1.0)?;
        self.fill(0, 0, width, height)?;
        scene.shapes.iter().try_for_each(|shape| self.shape(shape))
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
        connection.poly_fill_rectangle(self.drawable, context, &[rectangle])?;
        Ok(())
    }

    fn line(&self, points: &[Point]) -> Answer<()> {
        let pixels: Vec<Pixel> = points
            .iter()
            .map(|point| place(*point))
            .map(|(x, y)| Pixel { x, y })
            .collect();
        let (connection, context) = (&self.shared.connection, self.shared.context);
        let mut rest = &pixels[..];
        while rest.len() > 1 {
            let (part, _) = rest.split_at(rest.len().min(MOST_POINTS));
            connection.poly_line(CoordMode::ORIGIN, self.drawable, context, part)?;
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
                let ((x, y), radius) = (place(*centre), radius.round() as i16);
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
                    true => connection.poly_fill_arc(self.drawable, context, &[arc])?,
                    false => connection.poly_arc(self.drawable, context, &[arc])?,
                };
                Ok(())
            }
            Shape::Box {
                corner,
                size,
                fill,
                border,
            } => {
                let end = (corner.0 + size.0, corner.1 + size.1);
                let ((x, y), (right, lower)) = (place(*corner), place(end));
                self.set(*fill, Line::Solid, 1.0)?;
                let side = |from: i16, to: i16| to.saturating_sub(from).max(0) as u16;
                self.fill(x, y, side(x, right), side(y, lower))?;
                if fill == border {
                    return Ok(());
                }
                self.set(*border, Line::Solid, 1.0)?;
                self.line(&[*corner, (end.0, corner.1), end, (corner.0, end.1), *corner])
            }
            Shape::Image {
                corner,
                size,
                picture,
            } => {
                let size = (size.0.round() as u16, size.1.round() as u16);
                let bytes = pixels(picture, size, self.shared.format);
                self.shared.put(self.drawable, place(*corner), size, &bytes)
            }
            Shape::Text {
                at,
                text,
                anchor,
                is_upright,
                on,
                ..
            } => match is_upright {
                true => self.upright_text(*at, text, *on),
                false => self.text(*at, text, *anchor, *on),
            },
        }
    }

    /// A text on one line.
    fn text(&self, at: Point, text: &str, anchor: Anchor, on: Colour) -> Answer<()> {
        let (letters, width) = self.letters(text);
        let (x, y) = place(at);
        let left = match anchor {
            Anchor::Start => i32::from(x),
            Anchor::Middle => i32::from(x) - i32::from(width) / 2,
            Anchor::End => i32::from(x) - i32::from(width),
        };
        let left = left.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        self.set_letters(on)?;
        let (connection, context) = (&self.shared.connection, self.shared.context);
        connection.image_text8(self.drawable, context, left, y, &letters)?;
        Ok(())
    }

    /// The letters of a text in the font, and how wide they are together.
    fn letters(&self, text: &str) -> (Vec<u8>, u16) {
        let mut letters = latin(text);
        letters.truncate(MOST_LETTERS);
        let width = self.shared.letter.saturating_mul(letters.len() as u16);
        (letters, width)
    }

    fn set_letters(&self, on: Colour) -> Answer<()> {
        self.set(BLACK, Line::Solid, 1.0)?;
        let on = ChangeGCAux::new().background(self.shared.format.pixel(on));
        self.shared.connection.change_gc(self.shared.context, &on)?;
        Ok(())
    }

    /// A text that runs from bottom to top, its middle there. The display's own letters cannot be turned, so their pixels are.
    fn upright_text(&self, at: Point, text: &str, on: Colour) -> Answer<()> {
        let (letters, width) = self.letters(text);
        let (connection, context) = (&self.shared.connection, self.shared.context);
        let (height, below) = (LETTER_HEIGHT, LETTERS_BELOW);
        if letters.is_empty() {
            return Ok(());
        }
        let beside = connection.generate_id()?;
        let depth = self.shared.format.depth;
        connection.create_pixmap(depth, beside, self.drawable, width, height)?;
        // The letters need not fill the height.
        self.set(on, Line::Solid, 1.0)?;
        let whole = Rectangle {
            x: 0,
            y: 0,
            width,
            height,
        };
        connection.poly_fill_rectangle(beside, context, &[whole])?;
        self.set_letters(on)?;
        connection.image_text8(beside, context, 0, (height - below) as i16, &letters)?;
        let image = connection
            .get_image(ImageFormat::Z_PIXMAP, beside, 0, 0, width, height, !0)?
            .reply()?;
        connection.free_pixmap(beside)?;
        let (across, down) = (usize::from(width), usize::from(height));
        let mut turned = Vec::with_capacity(across * down * 4);
        for column in (0..across).rev() {
            for row in 0..down {
                let from = (row * across + column) * 4;
                turned.extend_from_slice(image.data.get(from..from + 4).unwrap_or(&[0; 4]));
            }
        }
        let (x, y) = place((
            at.0 - f64::from(height - below),
            at.1 - f64::from(width) / 2.0,
        ));
        self.shared
            .put(self.drawable, (x, y), (height, width), &turned)
    }
}
