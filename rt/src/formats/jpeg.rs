//! JPEG pictures, as files and as parts of TIFF files: one decoder for both.
//!
//! *Invariant:* a picture that is larger than its caller allows is an error before there is memory for it.

use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::formats::decoders::one_line;

/// The most that a header can say.
const LARGEST_SIDE: usize = u16::MAX as usize;

/// The samples of all pixels, row by row.
pub struct Picture {
    /// Columns and rows.
    pub size: (usize, usize),
    /// Samples of a pixel.
    pub channels: usize,
    /// The samples.
    pub samples: Vec<u8>,
}

/// What the samples are made to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Grey, or red, green and blue.
    Usual,
    /// What the file has.
    Stored,
}

/// The picture in these bytes, of so many pixels at most.
///
/// # Errors
/// Damage, a kind of picture that is not known, or too many pixels.
pub fn decode(bytes: &[u8], colours: Colours, most: u64) -> Result<Picture, String> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(LARGEST_SIDE)
        .set_max_height(LARGEST_SIDE);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| damage(&error))?;
    let headers = decoder.dimensions().zip(decoder.input_colorspace());
    let (size, stored) = headers.ok_or("the file is damaged (it says no size)")?;
    if size.0 as u64 * size.1 as u64 > most {
        return Err("the image is larger than the file can hold".to_string());
    }
    let is_usual = matches!(
        stored,
        ColorSpace::Luma | ColorSpace::LumaA | ColorSpace::RGB | ColorSpace::RGBA
    );
    let made = match colours {
        Colours::Usual if !is_usual => ColorSpace::RGB,
        Colours::Usual | Colours::Stored => stored,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(made));
    let samples = decoder.decode().map_err(|error| damage(&error))?;
    Ok(Picture {
        size,
        channels: made.num_components(),
        samples,
    })
}

/// What is wrong with a picture, in one line.
fn damage(error: &DecodeErrors) -> String {
    match error {
        DecodeErrors::Unsupported(what) => {
            format!("JPEG pictures are not supported yet with {what:?}")
        }
        DecodeErrors::LargeDimensions(_) => "the image is too large".to_string(),
        DecodeErrors::ExhaustedData => "the file is truncated".to_string(),
        other => format!("the file is damaged ({})", one_line(&other.to_string())),
    }
}
