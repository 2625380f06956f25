//! Pixels of frames as cameras store them, as red, green and blue.
//!
//! *Invariant:* a conversion reads no byte behind those that [`Shape::bytes`] counts, and a frame with fewer is none.

use crate::array::dims::Dims;
use crate::formats::colours::{Colours, Weights};
use crate::threads::pieces::for_each_piece;

use super::kernel::Format;

/// The longest side of a frame.
pub const LONGEST_SIDE: u32 = 1 << 14;

/// Bytes of pixels that are worth a piece of work.
const PIECE_BYTES: usize = 1 << 17;

/// How pixels are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Pairs of pixels: brightness, blue, brightness, red.
    Yuyv,
    /// Pairs of pixels: blue, brightness, red, brightness.
    Uyvy,
    /// A plane of brightness, then one of pairs of differences for two columns and rows.
    Nv12,
    /// Red, green, blue.
    Rgb,
    /// Blue, green, red.
    Bgr,
    /// A JPEG file.
    Jpeg,
    /// Brightness alone.
    Grey,
}

/// The codings that are known by their four letters, those that are taken first in front: what needs no unpacking, and has colours.
pub const CODINGS: &[([u8; 4], Coding)] = &[
    (*b"YUYV", Coding::Yuyv),
    (*b"UYVY", Coding::Uyvy),
    (*b"NV12", Coding::Nv12),
    (*b"RGB3", Coding::Rgb),
    (*b"BGR3", Coding::Bgr),
    (*b"MJPG", Coding::Jpeg),
    (*b"JPEG", Coding::Jpeg),
    (*b"GREY", Coding::Grey),
];

/// Fields of which rows are in order: unknown, whole frames, and two fields whose rows alternate.
const WHOLE: [u32; 5] = [0, 1, 4, 8, 9];

/// Spaces of colours, encodings and ranges by their numbers.
const SPACE_240M: u32 = 2;
const SPACE_709: u32 = 3;
const SPACE_JPEG: u32 = 7;
const SPACE_2020: u32 = 10;
const SPACE_P3: u32 = 12;
const RANGE_FULL: u32 = 1;
const RANGE_LIMITED: u32 = 2;

/// What a frame of a camera is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How pixels are stored.
    pub coding: Coding,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes from row to row.
    stride: usize,
    colours: Colours,
    /// Whether red, green, blue or brightness alone are 16 to 235.
    is_limited: bool,
}

impl Shape {
    /// What a device says of its frames.
    ///
    /// # Errors
    /// It cannot be, or is not supported.
    pub fn new(coding: Coding, format: &Format) -> Result<Shape, String> {
        let Format { width, height, .. } = *format;
        let sides = 1..=LONGEST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(format!(
                "its frames are of {width} columns and {height} rows"
            ));
        }
        if !WHOLE.contains(&format.field) {
            return Err(
                "it sends half frames one after the other (interlaced), which is not supported yet"
                    .into(),
            );
        }
        let (encoding, range) = format.encoding_and_range();
        let weights = weights(encoding, format.space)?;
        // xvYCC is limited always (V4L2_YCBCR_ENC_XV601, V4L2_YCBCR_ENC_XV709).
        let is_full = match range {
            RANGE_FULL => !matches!(encoding, 3 | 4),
            RANGE_LIMITED => false,
            _ => format.space == SPACE_JPEG,
        };
        let mut shape = Shape {
            coding,
            width: width as usize,
            height: height as usize,
            stride: format.stride as usize,
            colours: Colours::new(weights, is_full),
            is_limited: range == RANGE_LIMITED,
        };
        match shape.stride {
            // Old drivers do not say.
            0 => shape.stride = shape.row_bytes(),
            stride if coding != Coding::Jpeg && stride < shape.row_bytes() => {
                return Err(format!(
                    "its rows of {width} pixels are of {stride} bytes each, which is too few"
                ));
            }
            _ => {}
        }
        Ok(shape)
    }

    /// The dimensions of a frame as an array.
    pub fn dims(&self) -> Dims {
        Dims::new(&[self.height as i64, self.width as i64, 3])
    }

    /// Bytes of a row.
    fn row_bytes(&self) -> usize {
        match self.coding {
            Coding::Yuyv | Coding::Uyvy => self.width.div_ceil(2) * 4,
            Coding::Nv12 => self.width.next_multiple_of(2),
            Coding::Rgb | Coding::Bgr => self.width * 3,
            Coding::Grey => self.width,
            Coding::Jpeg => 0,
        }
    }

    /// Bytes that a frame has at least.
    pub fn bytes(&self) -> usize {
        let rows = match self.coding {
            Coding::Nv12 => self.height + self.height.div_ceil(2),
            Coding::Jpeg => return 1,
            Coding::Yuyv | Coding::Uyvy | Coding::Rgb | Coding::Bgr | Coding::Grey => self.height,
        };
        (rows - 1) * self.stride + self.row_bytes()
    }

    /// Fills pixels with the red, green and blue of a frame that is not packed; whether it has all of them.
    pub fn unpack(&self, bytes: &[u8], pixels: &mut [u8]) -> bool {
        if bytes.len() < self.bytes() || self.coding == Coding::Jpeg {
            return false;
        }
        let row_pixels = self.width * 3;
        let rows_of_piece = PIECE_BYTES.div_ceil(row_pixels);
        for_each_piece(pixels, rows_of_piece * row_pixels, |first, piece| {
            for (row, target) in piece.chunks_exact_mut(row_pixels).enumerate() {
                self.row(bytes, first / row_pixels + row, target);
            }
        });
        true
    }

    /// One row of pixels.
    fn row(&self, bytes: &[u8], row: usize, target: &mut [u8]) {
        let line = |row: usize| &bytes[row * self.stride..][..self.row_bytes()];
        let source = line(row);
        match self.coding {
            Coding::Yuyv => self.pairs(fours(source).map(|[y, u, z, v]| [y, z, u, v]), target),
            Coding::Uyvy => self.pairs(fours(source).map(|[u, y, v, z]| [y, z, u, v]), target),
            Coding::Nv12 => {
                let (greys, _) = source.as_chunks::<2>();
                let (colours, _) = line(self.height + row / 2).as_chunks::<2>();
                let both = greys.iter().zip(colours);
                self.pairs(both.map(|([y, z], [u, v])| [*y, *z, *u, *v]), target);
            }
            Coding::Rgb => target.copy_from_slice(source),
            Coding::Bgr => {
                for (source, target) in source.chunks_exact(3).zip(target.chunks_exact_mut(3)) {
                    target.copy_from_slice(&[source[2], source[1], source[0]]);
                }
            }
            Coding::Grey => {
                for (grey, target) in source.iter().zip(target.chunks_exact_mut(3)) {
                    target.fill(*grey);
                }
            }
            Coding::Jpeg => {}
        }
        let is_plain = matches!(self.coding, Coding::Rgb | Coding::Bgr | Coding::Grey);
        if is_plain && self.is_limited {
            target.iter_mut().for_each(stretch);
        }
    }

    /// Pairs of pixels: the brightness of both, and the differences of blue and red that they share.
    #[inline]
    fn pairs(&self, mut pairs: impl Iterator<Item = [u8; 4]>, target: &mut [u8]) {
        let pixels = |[first, second, u, v]: [u8; 4]| {
            let [a, b, c] = self.colours.pixel(first, u, v);
            let [d, e, f] = self.colours.pixel(second, u, v);
            [a, b, c, d, e, f]
        };
        let (whole, rest) = target.as_chunks_mut::<6>();
        for (target, pair) in whole.iter_mut().zip(&mut pairs) {
            *target = pixels(pair);
        }
        // Of the last pair of an odd width the second pixel lies outside.
        if let (Some(pair), [_, ..]) = (pairs.next(), &*rest) {
            rest.copy_from_slice(&pixels(pair)[..rest.len()]);
        }
    }
}

fn fours(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> {
    bytes.as_chunks::<4>().0.iter().copied()
}

/// From 16 to 235 to all of a byte.
fn stretch(byte: &mut u8) {
    let value = (i32::from(*byte) - 16).max(0) * 255;
    *byte = ((value + 109) / 219).min(255) as u8;
}

/// The shares of colours in the brightness, by the number of the encoding or, for 0, by the space (V4L2_MAP_YCBCR_ENC_DEFAULT).
fn weights(encoding: u32, space: u32) -> Result<Weights, String> {
    match (encoding, space) {
        (0, SPACE_709 | SPACE_P3) | (2 | 4, _) => Ok(Weights::BT709),
        (0, SPACE_2020) | (6, _) => Ok(Weights::BT2020),
        (0, SPACE_240M) | (8, _) => Ok(Weights::SMPTE240M),
        (0 | 1 | 3 | 5, _) => Ok(Weights::BT601),
        _ => Err(format!(
            "its encoding of colours (number {encoding} of V4L2) is not supported yet"
        )),
    }
}
