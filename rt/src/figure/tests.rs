//! Figures without a display: values, styles, places.

use super::layout::{Shape, scene};
use super::picture::{Picture, Range};
use super::plot::{Kind, Line, Marker, Plot};
use super::*;
use crate::array::dims::Dims;
use quasar_abi::ElemKind;

fn grey(values: &[f32]) -> Array {
    Array::row(values).expect("memory")
}

fn shades(values: &[f32], range: Range) -> Vec<u8> {
    let picture = Picture::new(&grey(values), range).expect("an image");
    picture.bytes().to_vec()
}

#[test]
fn ranges_are_black_to_white() {
    let values = [-1.0, 0.0, 1.5, 254.4, 300.0, f32::NAN, f32::INFINITY];
    assert_eq!(shades(&values, Range::OfType), [0, 0, 2, 254, 255, 0, 255]);
    // 255 * (0.5 - 0) / 2 = 63.75.
    assert_eq!(
        shades(&[-1.0, 0.5, 2.0, 3.0], Range::Given(0.0, 2.0)),
        [0, 64, 255, 255]
    );
    assert_eq!(shades(&[0.0, 1.0], Range::Given(1.0, 0.0)), [255, 0]);
    // The values from 2 to 4, of which 3 is the middle: 127.5.
    let values = [2.0, 3.0, 4.0, f32::NAN, f32::NEG_INFINITY];
    assert_eq!(shades(&values, Range::OfValues), [0, 128, 255, 0, 0]);
    assert_eq!(shades(&[7.0, 7.0], Range::OfValues), [0, 0]);
    assert_eq!(shades(&[f32::NAN], Range::OfValues), [0]);
    let whole = Array::row(&[0u16, 65535, 257]).expect("memory");
    let picture = Picture::new(&whole, Range::OfType).expect("an image");
    assert_eq!(picture.bytes(), [0, 255, 1]);
    let extremes = Array::row(&[-f64::MAX, 0.0, f64::MAX]).expect("memory");
    let picture = Picture::new(&extremes, Range::OfValues).expect("an image");
    assert_eq!(picture.bytes(), [0, 128, 255]);
}

#[test]
fn what_is_no_image_is_told() {
    let message = |array: &Array| {
        Picture::new(array, Range::OfType)
            .expect_err("no image")
            .message
    };
    let of = |kind, sizes: &[i64]| Array::zeros(kind, Dims::new(sizes)).expect("memory");
    assert!(message(&of(ElemKind::F32, &[2, 2, 2])).contains("size 2x2x2"));
    assert!(message(&of(ElemKind::F32, &[2, 2, 3, 2])).contains("2x2x3x2"));
    assert!(message(&of(ElemKind::F32, &[0, 0])).contains("0x0"));
    assert!(message(&of(ElemKind::C32, &[2, 2])).contains("c32"));
    assert!(message(&of(ElemKind::Text, &[1, 2])).contains("str"));
    for range in [&[1.0f32, 1.0][..], &[0.0], &[0.0, f32::NAN]] {
        assert!(Range::of(&grey(range)).is_err(), "{range:?}");
    }
    assert_eq!(Range::of(&grey(&[])), Ok(Range::OfValues));
}

/// The plot of these y and a style.
fn plot_of(y: &[f64], style: &str) -> Result<Plot, Raised> {
    let (y, style) = (Array::row(y)?, Text::new(style));
    let entries = [
        Tagged {
            tag: quasar_abi::Tag::Array as u64,
            bits: y.as_ptr() as u64,
        },
        Tagged {
            tag: quasar_abi::Tag::Text as u64,
            bits: style.as_ptr() as u64,
        },
    ];
    Plot::new(Kind::Plot, &entries)
}

#[test]
fn styles_are_colour_line_and_mark() {
    let style = |text: &str| plot_of(&[1.0], text).expect("a style").series[0].style;
    assert_eq!(style("").line, Some(Line::Solid));
    assert_eq!(style("r").colour, Some([214, 39, 40]));
    assert_eq!(style("--k").line, Some(Line::Dashed));
    assert_eq!(style("b-.").line, Some(Line::DashDotted));
    assert_eq!(style("-.").marker, None);
    let marks = style("ko");
    assert_eq!((marks.line, marks.marker), (None, Some(Marker::Circle)));
    let both = style("*:g");
    assert_eq!(
        (both.line, both.marker),
        (Some(Line::Dotted), Some(Marker::Star))
    );
    for wrong in ["q", "rr", "r--o-", "red"] {
        let error = plot_of(&[1.0], wrong).expect_err(wrong);
        assert!(error.message.contains("is no style"), "{}", error.message);
    }
}

/// The paths of a plot behind the frame's own.
fn paths(plot: &Plot) -> Vec<Vec<(f64, f64)>> {
    let shapes = scene(plot, "").shapes;
    let drawn = shapes.into_iter().filter_map(|shape| match shape {
        Shape::Path {
            points, width: 2.0, ..
        } => Some(points),
        Shape::Path { .. }
        | Shape::Circle { .. }
        | Shape::Box { .. }
        | Shape::Image { .. }
        | Shape::Text { .. } => None,
    });
    drawn.collect()
}

#[test]
fn lines_reach_from_end_to_end() {
    // 0 to 10 is a whole number of steps in both directions: the line is the frame's diagonal, from left below to right above.
    let y: Vec<f64> = (0..=10).map(f64::from).collect();
    let drawn = paths(&plot_of(&y, "").expect("a plot"));
    assert_eq!(drawn.len(), 1);
    assert_eq!(drawn[0].len(), 11);
    assert_eq!((drawn[0][0], drawn[0][10]), ((76.0, 424.0), (620.0, 40.0)));
}

#[test]
fn lines_are_cut_at_the_frame_and_by_missing_points() {
    let mut plot = plot_of(&[0.0, 10.0, f64::NAN, 5.0, 5.0], "").expect("a plot");
    assert_eq!(paths(&plot).len(), 2);
    plot.y_axis.limits = Some((0.0, 5.0));
    let drawn = paths(&plot);
    // The first line leaves through the upper side half way.
    assert_eq!(drawn[0][1].1, 40.0);
    assert!(
        drawn
            .iter()
            .flatten()
            .all(|(x, y)| { (75.9..=620.1).contains(x) && (39.9..=424.1).contains(y) })
    );
}

#[test]
fn strange_values_have_finite_places() {
    for y in [
        &[][..],
        &[f64::NAN],
        &[0.0],
        &[1e300, -1e300],
        &[f64::INFINITY, 1.0],
        &[1e-300, 2e-300],
        &[5e-324],
        &[1e15, 1e15 + 1.0],
        &[f64::MAX, f64::MIN],
    ] {
        let drawing = scene(&plot_of(y, "-o").expect("a plot"), "");
        let text = svg::write(&drawing);
        let shown = text.lines().filter(|line| !line.contains("<text"));
        assert!(
            shown
                .clone()
                .all(|line| !line.contains("NaN") && !line.contains("inf")),
            "{y:?}: {text}"
        );
        assert!(text.len() < 100_000, "{y:?}");
    }
}

#[test]
fn texts_are_escaped() {
    let plot = plot_of(&[1.0], "").expect("a plot");
    let text = svg::write(&scene(&plot, "a<b & \"c\"\u{1}>"));
    assert!(text.contains(">a&lt;b &amp; \"c\" &gt;</text>"), "{text}");
}
