//! What all decoders of pictures keep to: limits of what a file may hold, and messages of one line.
//!
//! *Invariant:* the limits depend on the length of the file alone.

/// Memory that decoding one file may take.
pub const DECODER_BYTES: u64 = 2 << 30;
/// Pixels of a byte of a file.
const PIXELS_PER_BYTE: u64 = 8300;

/// The pixels that a file of that many bytes can hold. A white page of one bit a pixel is the smallest picture that is found, deflated to
/// a thousandth.
pub fn decoder_pixels(length: usize) -> u64 {
    length as u64 * PIXELS_PER_BYTE
}

/// A text without its line ends.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
