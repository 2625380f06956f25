//! Drawings as SVG files.
//!
//! *Invariant:* well-formed XML whatever the texts are; two digits behind the point, so that the same drawing is the same file.

use std::fmt::Write;

use super::layout::{Anchor, Colour, Point, Scene, Shape};
use super::plot::Line;

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
        } => format!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"white\" stroke=\"#888888\"/>"
        ),
        Shape::Text {
            at: (x, y),
            text,
            anchor,
            size,
            is_upright,
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
