//! Arrays of numbers as images: the bytes that are seen.
//!
//! *Invariant:* a picture has height·width·channels bytes, row by row, of 1 channel (grey) or 3 (red, green, blue). What is not a
//! number is black, what lies outside the range is black or white.

use quasar_abi::ElemKind;

use crate::array::element::{Element, with_element};
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::process::refusal::collected;

/// The longest side: what the file format and windows can take.
const LONGEST_SIDE: i64 = 1 << 17;

/// Which values are black and white.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// 0 to 255, of `uint16` 0 to 65535: as image files have them.
    OfType,
    /// The least to the greatest finite value.
    OfValues,
    /// Black, white. Black may be the greater one.
    Given(f64, f64),
}

impl Range {
    /// The second argument of `imshow`: two numbers, or nothing for the range of the values.
    ///
    /// # Errors
    /// Other than two different finite numbers.
    pub fn of(range: &Array) -> Result<Range, Raised> {
        let values = reals(range).unwrap_or_default();
        match values[..] {
            [] if range.numel() == 0 => Ok(Range::OfValues),
            [low, high] if low != high && low.is_finite() && high.is_finite() => {
                Ok(Range::Given(low, high))
            }
            [low, high] => {
                let message = format!("{low} to {high} is no range of values");
                Err(Raised::invalid("imshow", message))
            }
            _ => {
                let message = format!(
                    "a range has two numbers, [black, white], or none, []; this one has {}",
                    range.numel()
                );
                Err(Raised::invalid("imshow", message))
            }
        }
    }
}

/// An image as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    height: usize,
    width: usize,
    channels: usize,
    bytes: Vec<u8>,
}

impl Picture {
    /// The picture of height×width numbers, or ×3 for colour.
    ///
    /// # Errors
    /// Complex numbers or other elements, other sizes, no elements.
    pub fn new(image: &Array, range: Range) -> Result<Picture, Raised> {
        let dims = image.dims();
        let (height, width, channels) = (dims.get(0), dims.get(1), dims.get(2));
        let fits = dims.count() <= 3 && matches!(channels, 1 | 3) && image.numel() > 0;
        let values = reals(image).filter(|_| fits);
        let Some(values) = values else {
            let message = format!(
                "an array of {} of size {dims} is no image: that has height x width real numbers, or height x width x 3",
                image.kind().name()
            );
            return Err(Raised::invalid("imshow", message));
        };
        if height.max(width) > LONGEST_SIDE {
            let message = format!("an image of size {dims} is too large to be shown");
            return Err(Raised::invalid("imshow", message));
        }
        let (black, white) = ends(range, image.kind(), &values);
        // Halves, because the difference of the largest numbers is not finite.
        let place = |value: f64| value / 2.0 - black / 2.0;
        let shade = |value: &f64| u8::from_real(place(*value) / place(white) * f64::from(u8::MAX));
        Ok(Picture {
            height: height as usize,
            width: width as usize,
            channels: channels as usize,
            bytes: collected(values.iter().map(shade)),
        })
    }

    /// Width, height and channels.
    pub fn size(&self) -> (usize, usize, usize) {
        (self.width, self.height, self.channels)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Red, green and blue of a pixel.
    pub fn pixel(&self, row: usize, column: usize) -> [u8; 3] {
        let at = (row * self.width + column) * self.channels;
        match self.channels {
            1 => [self.bytes[at]; 3],
            _ => [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]],
        }
    }
}

/// The elements of an array of real numbers.
pub fn reals(array: &Array) -> Option<Vec<f64>> {
    fn of<T: Element>(values: &[T]) -> Vec<f64> {
        collected(values.iter().map(|value| value.to_real()))
    }
    if array.kind().is_complex() {
        return None;
    }
    with_element!(array.kind(), T => Some(of(array.elements::<T>())), None)
}

/// The values that are black and white.
fn ends(range: Range, kind: ElemKind, values: &[f64]) -> (f64, f64) {
    match range {
        Range::OfType if kind == ElemKind::U16 => (0.0, f64::from(u16::MAX)),
        Range::OfType => (0.0, f64::from(u8::MAX)),
        Range::Given(black, white) => (black, white),
        Range::OfValues => {
            let finite = values.iter().copied().filter(|value| value.is_finite());
            let least = finite.clone().fold(f64::INFINITY, f64::min);
            let greatest = finite.fold(f64::NEG_INFINITY, f64::max);
            match greatest - least {
                range if range > 0.0 => (least, greatest),
                // All values are one, which is black then.
                0.0 => (least, least + least.abs().max(1.0)),
                // None is finite.
                _ => (0.0, 1.0),
            }
        }
    }
}
