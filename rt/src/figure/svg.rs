//! Drawings as SVG files.
//!
//! *Invariant:* well-formed XML whatever the texts are; two digits behind the point, so that the same drawing is the same file.

use std::fmt::Write;

use super::layout::{Anchor, Colour, Point, Scene, Shape, WHITE};
use super::plot::Line;
use crate::formats::image_file::encode_png;

/// The file.
pub fn write(scene: &Scene) -> String {
    let (width, height) = scene.size;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for shape in &scene.shapes {
        out.push_str(&element(shape));
        out.push('\n');
    }
    out.push_str("</svg>\n");
    out
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Path {
            points,
            colour,
            line,
            width,
        } => format!(
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{} points=\"{}\"/>",
            hex(*colour),
            dashes(*line),
            list(points)
        ),
        Shape::Circle {
            centre: (x, y),
            radius,
            colour,
            is_filled,
        } => {
            let colour = hex(*colour);
            let look = match is_filled {
                true => format!("fill=\"{colour}\""),
                false => format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\""),
            };
            format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\" {look}/>")
        }
        Shape::Box {
            corner: (x, y),
            size: (width, height),
            fill,
            border,
        } => {
            let fill = match *fill {
                WHITE => "white".to_string(),
                colour => hex(colour),
            };
            format!(
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\" stroke=\"{}\"/>",
                hex(*border)
            )
        }
        Shape::Image {
            corner: (x, y),
            size: (width, height),
            picture,
        } => {
            // What cannot be encoded is no larger than what windows show; there is nothing to be seen of it.
            let (width_in_pixels, height_in_pixels, channels) = picture.size();
            let png = encode_png(width_in_pixels, height_in_pixels, channels, picture.bytes());
            let png = png.unwrap_or_default();
            format!(
                "<image x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
                base64(&png)
            )
        }
        Shape::Text {
            at: (x, y),
            text,
            anchor,
            size,
            is_upright,
            on: _,
        } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let turned = match is_upright {
                true => format!(" transform=\"rotate(-90 {x:.2} {y:.2})\""),
                false => String::new(),
            };
            format!(
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{turned}>{}</text>",
                escaped(text)
            )
        }
    }
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn dashes(line: Line) -> &'static str {
    match line {
        Line::Solid => "",
        Line::Dashed => " stroke-dasharray=\"8 5\"",
        Line::Dotted => " stroke-dasharray=\"2 4\"",
        Line::DashDotted => " stroke-dasharray=\"8 4 2 4\"",
    }
}

fn list(points: &[Point]) -> String {
    let mut text = String::new();
    for (x, y) in points {
        let space = if text.is_empty() { "" } else { " " };
        write!(text, "{space}{x:.2},{y:.2}").expect("a string");
    }
    text
}

/// A text without what XML takes for itself, and without the characters that it does not allow.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                out.push(' ');
            }
            letter => out.push(letter),
        }
    }
    out
}

/// Bytes in the alphabet of RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let byte = |index: usize| u32::from(part.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let letter = ALPHABET[(bits >> (18 - 6 * index) & 63) as usize];
            // A part of one byte has two letters, a part of two has three.
            out.push(if index <= part.len() {
                letter.into()
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let pairs = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in pairs {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xef, 0xbe]), "/+++");
    }
}
