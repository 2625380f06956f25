//! Image files.
//!
//! *Invariant:* no file, however made, takes more memory than the limits allow, and a damaged one is an error.

use std::borrow::Cow;
use std::io::{Cursor, ErrorKind};

use image::codecs::{bmp, jpeg::JpegEncoder, png, pnm};
use image::error::ImageFormatHint;
use image::{DynamicImage, ImageBuffer, ImageDecoder, ImageError, ImageFormat, Limits};
use quasar_abi::ElemKind;

use crate::array::convert::converted;
use crate::array::create::kind_of;
use crate::array::dims::Dims;
use crate::array::element::{Element, with_element};
use crate::array::object::{Array, Text};
use crate::formats::decoders::{DECODER_BYTES, decoder_pixels, one_line};
use crate::formats::exr_file;
use crate::formats::jpeg::{self, Colours};
use crate::formats::tiff_file;
use crate::process::allocator::reading;
use crate::process::error::{Raised, read_error, write_error};
use crate::process::isolation;
use crate::process::output::reason;
use crate::process::whole_file::{contents, store};

/// Memory of a pixel: red, green, blue and alpha of 16 bits. And what else a decoder needs for a small file.
const PIXEL_BYTES: u64 = 8;
const SPARE_BYTES: u64 = 1 << 20;
/// Width and height that are accepted.
const LARGEST_SIDE: u32 = 1 << 17;
/// Quality of written JPEG files, of 100.
const JPEG_QUALITY: u8 = 95;

/// Width and height of a JPEG image, and its pixels as red, green and blue; `path` is the file that it is a part of.
pub(crate) fn decode_jpeg(path: &str, bytes: &[u8]) -> Result<((usize, usize), Vec<u8>), Raised> {
    if !bytes.starts_with(&[0xff, 0xd8]) {
        return Err(read_error(path, "a frame is damaged"));
    }
    let image = decode_bytes(path, bytes, DynamicImage::into_rgb8)?;
    let size = (image.width() as usize, image.height() as usize);
    Ok((size, image.into_raw()))
}

/// The picture of a file as height×width×channels, with the numbers that the file has.
fn decode(path: &str) -> Result<Array, Raised> {
    let bytes = contents(path)?;
    if bytes.is_empty() {
        return Err(read_error(path, "the file is empty"));
    }
    if tiff_file::is_tiff(&bytes) {
        return tiff_file::first_page(path, &bytes);
    }
    if exr_file::is_exr(&bytes) {
        return exr_file::colours(path, &bytes);
    }
    native(path, &decode_bytes(path, &bytes, |image| image)?)
}

/// An image from the bytes of a file, whose format they tell; what is made of it needs memory as well.
fn decode_bytes<T: Send>(
    path: &str,
    bytes: &[u8],
    made: impl Fn(DynamicImage) -> T + Sync,
) -> Result<T, Raised> {
    isolation::decoded(path, || {
        let image = match image::guess_format(bytes) {
            Ok(ImageFormat::Jpeg) => jpeg_picture(bytes),
            Ok(format) => other_picture(format, bytes),
            Err(_) => {
                let known = "it is no image in a known format (png, jpeg, tiff, bmp, pnm, exr)";
                Err(known.to_string())
            }
        };
        Ok(made(image?))
    })
}

fn jpeg_picture(bytes: &[u8]) -> Result<DynamicImage, String> {
    if !jpeg_is_complete(bytes) {
        return Err("the file is truncated".to_string());
    }
    let picture = jpeg::decode(bytes, Colours::Usual, decoder_pixels(bytes.len()))?;
    let size = (picture.size.0 as u32, picture.size.1 as u32);
    let image = byte_picture(size, picture.channels as i64, picture.samples);
    image.ok_or_else(|| "the file is damaged".to_string())
}

/// A picture of one of the other formats. The decoder of each is named, since the package's way to choose one brings all that it has.
fn other_picture(format: ImageFormat, bytes: &[u8]) -> Result<DynamicImage, String> {
    let plain = without_remarks(bytes);
    let (reader, limits) = (Cursor::new(&plain[..]), limits(bytes.len()));
    let decoder: image::ImageResult<Box<dyn ImageDecoder + '_>> = match format {
        ImageFormat::Png => boxed(png::PngDecoder::with_limits(reader, limits.clone())),
        ImageFormat::Bmp => boxed(bmp::BmpDecoder::new(reader)),
        ImageFormat::Pnm => boxed(pnm::PnmDecoder::new(reader)),
        other => Err(ImageError::Unsupported(
            ImageFormatHint::Exact(other).into(),
        )),
    };
    let mut decoder = decoder.map_err(|error| damage(&error))?;
    decoder.set_limits(limits).map_err(|error| damage(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > decoder_pixels(bytes.len()) {
        return Err("the image is larger than the file can hold".to_string());
    }
    DynamicImage::from_decoder(decoder).map_err(|error| damage(&error))
}

fn boxed<'a>(
    decoder: image::ImageResult<impl ImageDecoder + 'a>,
) -> image::ImageResult<Box<dyn ImageDecoder + 'a>> {
    decoder.map(|decoder| Box::new(decoder) as Box<dyn ImageDecoder + 'a>)
}

/// Chunks of a PNG file that say nothing about its pixels and are unpacked all the same: profiles, texts, facts of a camera.
const REMARKS: [&[u8; 4]; 5] = [b"iCCP", b"zTXt", b"iTXt", b"tEXt", b"eXIf"];

/// A PNG file without its remarks, of which a few bytes may become as many as memory has; other files as they are.
fn without_remarks(bytes: &[u8]) -> Cow<'_, [u8]> {
    const START: &[u8] = b"\x89PNG\r\n\x1a\n";
    if !bytes.starts_with(START) {
        return Cow::Borrowed(bytes);
    }
    let mut kept = START.to_vec();
    let mut rest = &bytes[START.len()..];
    // Length, name, contents, check sum; what is cut off is the decoder's to tell.
    while let Some(length) = rest.first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize + 12;
        let (chunk, behind) = rest.split_at(length.min(rest.len()));
        let is_remark = REMARKS
            .iter()
            .any(|name| chunk.get(4..8) == Some(&name[..]));
        if !is_remark {
            kept.extend_from_slice(chunk);
        }
        rest = behind;
    }
    kept.extend_from_slice(rest);
    Cow::Owned(kept)
}

/// What decoding a file of that many bytes may take.
fn limits(length: usize) -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    let bytes = decoder_pixels(length).saturating_mul(PIXEL_BYTES);
    limits.max_alloc = Some((bytes + SPARE_BYTES).min(DECODER_BYTES));
    limits
}

/// Whether a JPEG file has its end marker behind the start of its last scan; the decoder would show as much as there is.
fn jpeg_is_complete(bytes: &[u8]) -> bool {
    let last = |marker: u8| bytes.windows(2).rposition(|pair| pair == [0xff, marker]);
    match (last(0xda), last(0xd9)) {
        (Some(scan), Some(end)) => end > scan,
        // Without a scan the decoder says what is wrong.
        (None, _) => true,
        (Some(_), None) => false,
    }
}

/// What is wrong with a file, in one line.
fn damage(error: &ImageError) -> String {
    match error {
        ImageError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            "the file is truncated".to_string()
        }
        ImageError::IoError(error) => reason(error),
        ImageError::Limits(_) => "the image is too large".to_string(),
        ImageError::Unsupported(error) => one_line(&error.to_string()),
        other => format!("the file is damaged ({})", one_line(&other.to_string())),
    }
}

pub(crate) fn image_read(path: &Text, kind: i32) -> Result<Array, Raised> {
    let path = path.as_str();
    reading(path, || image_read_within(path, kind))
}

fn image_read_within(path: &str, kind: i32) -> Result<Array, Raised> {
    let image = decode(path)?;
    let dims = Dims::new(&[image.dims().get(0), image.dims().get(1), 3]);
    let mut array = Array::uninit(kind_of(kind), dims)?;
    let channels = image.dims().get(2) as usize;
    with_element!(image.kind(), S => {
        let source = image.elements::<S>();
        match array.kind() {
            ElemKind::F32 => spread(source, channels, array.elements_mut::<f32>()),
            ElemKind::F64 => spread(source, channels, array.elements_mut::<f64>()),
            other => unreachable!("an image of kind {}", other.name()),
        }
    }, unreachable!("an image of kind {}", image.kind().name()));
    Ok(array)
}

/// Three channels of every pixel: grey replicated, alpha dropped.
fn spread<S: Element, T: Element>(source: &[S], channels: usize, target: &mut [T]) {
    let pixels = source.chunks_exact(channels);
    for (source, pixel) in pixels.zip(target.chunks_exact_mut(3)) {
        for (channel, value) in pixel.iter_mut().enumerate() {
            let channel = if channels < 3 { 0 } else { channel };
            *value = T::from_real(source[channel].to_real());
        }
    }
}

pub(crate) fn image_read_native(path: &Text, kind: i32) -> Result<Array, Raised> {
    let path = path.as_str();
    reading(path, || converted(&decode(path)?, kind_of(kind)))
}

fn native(path: &str, image: &DynamicImage) -> Result<Array, Raised> {
    let (height, width) = (i64::from(image.height()), i64::from(image.width()));
    let dims = |channels: i64| Dims::new(&[height, width, channels]);
    match image {
        DynamicImage::ImageLuma8(buffer) => Array::from_elements(dims(1), buffer.as_raw()),
        DynamicImage::ImageLumaA8(buffer) => Array::from_elements(dims(2), buffer.as_raw()),
        DynamicImage::ImageRgb8(buffer) => Array::from_elements(dims(3), buffer.as_raw()),
        DynamicImage::ImageRgba8(buffer) => Array::from_elements(dims(4), buffer.as_raw()),
        DynamicImage::ImageLuma16(buffer) => Array::from_elements(dims(1), buffer.as_raw()),
        DynamicImage::ImageLumaA16(buffer) => Array::from_elements(dims(2), buffer.as_raw()),
        DynamicImage::ImageRgb16(buffer) => Array::from_elements(dims(3), buffer.as_raw()),
        DynamicImage::ImageRgba16(buffer) => Array::from_elements(dims(4), buffer.as_raw()),
        DynamicImage::ImageRgb32F(buffer) => Array::from_elements(dims(3), buffer.as_raw()),
        DynamicImage::ImageRgba32F(buffer) => Array::from_elements(dims(4), buffer.as_raw()),
        other => Err(read_error(
            path,
            format!("its pixels are of an unknown kind ({:?})", other.color()),
        )),
    }
}

pub(crate) fn image_write(path: &Text, image: &Array) -> Result<(), Raised> {
    write(path.as_str(), image, |value, _| value)
}

pub(crate) fn image_write_range(path: &Text, image: &Array, range: &Array) -> Result<(), Raised> {
    let (low, high) = ends(image, range)?;
    write(path.as_str(), image, |value, largest| {
        (value - low) / (high - low) * largest
    })
}

/// The two numbers of a range, or the least and the greatest value where it has none.
fn ends(image: &Array, range: &Array) -> Result<(f64, f64), Raised> {
    let numbers = converted(range, ElemKind::F64)?;
    match numbers.elements::<f64>() {
        [low, high] if low != high && (high - low).is_finite() => Ok((*low, *high)),
        [] => {
            let values = converted(image, ElemKind::F64)?;
            let values = values
                .elements::<f64>()
                .iter()
                .filter(|value| value.is_finite());
            let low = values.clone().copied().fold(f64::INFINITY, f64::min);
            let high = values.copied().fold(f64::NEG_INFINITY, f64::max);
            // An image of one value is black.
            Ok(if high > low {
                (low, high)
            } else {
                (low, low + 1.0)
            })
        }
        [low, high] => {
            let message = format!("{low} to {high} is no range of values");
            Err(Raised::invalid("imwrite", message))
        }
        other => {
            let message = format!(
                "a range has two numbers, [black, white], or none, []; this one has {}",
                other.len()
            );
            Err(Raised::invalid("imwrite", message))
        }
    }
}

/// The formats that pictures are written in, by their most usual extension.
const WRITTEN: &[(&str, ImageFormat)] = &[
    (".png", ImageFormat::Png),
    (".jpg", ImageFormat::Jpeg),
    (".bmp", ImageFormat::Bmp),
    (".tif", ImageFormat::Tiff),
    (".pgm, .ppm", ImageFormat::Pnm),
    (".exr", ImageFormat::OpenExr),
];

/// What to say of any other.
fn unknown_format() -> String {
    let known: Vec<&str> = WRITTEN.iter().map(|(extension, _)| *extension).collect();
    format!(
        "its extension names none of the formats {}",
        known.join(", ")
    )
}

/// Encodes and writes; `map` turns a value into the file's scale, whose largest value it is given.
fn write(path: &str, image: &Array, map: impl Fn(f64, f64) -> f64 + Sync) -> Result<(), Raised> {
    let format = ImageFormat::from_path(path)
        .ok()
        .filter(|format| WRITTEN.iter().any(|(_, written)| written == format))
        .ok_or_else(|| write_error(path, unknown_format()))?;
    let dims = image.dims();
    let fits = dims.count() <= 3 && (1..=4).contains(&dims.get(2)) && image.numel() > 0;
    if !fits || image.kind().is_complex() || image.kind().is_object() {
        return Err(write_error(
            path,
            format!(
                "an array of {} of size {dims} is no image",
                image.kind().name()
            ),
        ));
    }
    let size = (dims.get(1) as usize, dims.get(0) as usize);
    let channels = dims.get(2) as usize;
    let bytes = with_element!(image.kind(), T => {
        let values = image.elements::<T>();
        isolation::encoded(path, || file(format, size, channels, values, &map))
    }, unreachable!("an image of numbers"));
    store(path, &bytes?)
}

/// The file of values with this size and so many channels.
fn file<T: Element>(
    format: ImageFormat,
    size: (usize, usize),
    channels: usize,
    values: &[T],
    map: impl Fn(f64, f64) -> f64,
) -> Result<Vec<u8>, String> {
    if format == ImageFormat::OpenExr {
        let value = |value: &T| map(value.to_real(), 1.0) as f32;
        let values: Vec<f32> = values.iter().map(value).collect();
        return exr_file::file(size, channels, &values);
    }
    let picture = picture(format, size, channels as i64, values, map);
    encode(format, &picture.ok_or("the image is too large")?)
}

/// The pixels as the format stores them.
fn picture<T: Element>(
    format: ImageFormat,
    size: (usize, usize),
    channels: i64,
    values: &[T],
    map: impl Fn(f64, f64) -> f64,
) -> Option<DynamicImage> {
    let size = (u32::try_from(size.0).ok()?, u32::try_from(size.1).ok()?);
    let deep = T::KIND == ElemKind::U16
        && matches!(
            format,
            ImageFormat::Png | ImageFormat::Tiff | ImageFormat::Pnm
        );
    let values = values.iter().map(|value| value.to_real());
    if deep {
        let word = |value| u16::from_real(map(value, 65535.0));
        deep_picture(size, channels, values.map(word).collect())
    } else {
        let byte = |value| u8::from_real(map(value, 255.0));
        byte_picture(size, channels, values.map(byte).collect())
    }
}

fn deep_picture(size: (u32, u32), channels: i64, values: Vec<u16>) -> Option<DynamicImage> {
    let (width, height) = size;
    match channels {
        1 => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageLuma16),
        2 => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageLumaA16),
        3 => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageRgb16),
        _ => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageRgba16),
    }
}

fn byte_picture(size: (u32, u32), channels: i64, values: Vec<u8>) -> Option<DynamicImage> {
    let (width, height) = size;
    match channels {
        1 => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageLuma8),
        2 => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageLumaA8),
        3 => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageRgb8),
        _ => ImageBuffer::from_raw(width, height, values).map(DynamicImage::ImageRgba8),
    }
}

fn encode(format: ImageFormat, picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut bytes = Cursor::new(Vec::new());
    let result = match format {
        ImageFormat::Jpeg => {
            picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))
        }
        ImageFormat::Png => picture.write_with_encoder(png::PngEncoder::new(&mut bytes)),
        ImageFormat::Bmp => picture.write_with_encoder(bmp::BmpEncoder::new(&mut bytes)),
        ImageFormat::Tiff => return tiff_page(picture),
        // With alpha there is but one variant.
        ImageFormat::Pnm if !picture.color().has_alpha() => return Ok(pnm_file(picture)),
        ImageFormat::Pnm => picture.write_with_encoder(pnm::PnmEncoder::new(&mut bytes)),
        other => Err(ImageError::Unsupported(
            ImageFormatHint::Exact(other).into(),
        )),
    };
    result.map_err(|error| one_line(&error.to_string()))?;
    Ok(bytes.into_inner())
}

/// A PGM or PPM file, which every program reads: a line per fact, then the numbers, the high byte first.
fn pnm_file(picture: &DynamicImage) -> Vec<u8> {
    let (width, height) = (picture.width(), picture.height());
    let letter = if picture.color().channel_count() == 1 {
        5
    } else {
        6
    };
    let (words, largest) = match picture {
        DynamicImage::ImageLuma16(buffer) => (Some(buffer.as_raw()), 65535),
        DynamicImage::ImageRgb16(buffer) => (Some(buffer.as_raw()), 65535),
        _ => (None, 255),
    };
    let mut bytes = format!("P{letter}\n{width} {height}\n{largest}\n").into_bytes();
    match words {
        Some(words) => bytes.extend(words.iter().flat_map(|word| word.to_be_bytes())),
        None => bytes.extend_from_slice(picture.as_bytes()),
    }
    bytes
}

/// A TIFF file of one page.
fn tiff_page(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let colours = picture.color();
    tiff_file::file(&[tiff_file::Page {
        size: (picture.width(), picture.height()),
        channels: u16::from(colours.channel_count()),
        bits: colours.bits_per_pixel() / u16::from(colours.channel_count()),
        is_float: false,
        bytes: picture.as_bytes(),
    }])
}

/// A PNG file of bytes: width, height and channels (1 grey, 3 colour), row by row. It is made in isolation.
///
/// # Panics
/// When there are more or fewer bytes.
pub(crate) fn encode_png(
    width: usize,
    height: usize,
    channels: usize,
    bytes: &[u8],
) -> Result<Vec<u8>, String> {
    let size = (width as u32, height as u32);
    let picture = byte_picture(size, channels as i64, bytes.to_vec());
    encode(ImageFormat::Png, &picture.expect("as many bytes as pixels"))
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::process::testing::Folder;
    use std::fs;

    fn picture_of(channels: i64) -> Array {
        let count = (4 * 5 * channels) as usize;
        let values: Vec<f32> = (0..count).map(|index| (index * 37 % 256) as f32).collect();
        Array::from_elements(Dims::new(&[4, 5, channels]), &values).expect("memory")
    }

    #[test]
    fn lossless_formats_read_back() {
        let folder = Folder::new("lossless");
        for (name, channels) in [
            ("a.png", 3),
            ("a.tif", 3),
            ("a.bmp", 3),
            ("a.ppm", 3),
            ("a.exr", 3),
            ("g.png", 1),
            ("g.tiff", 1),
            ("t.png", 4),
        ] {
            let (path, image) = (folder.file(name), picture_of(channels));
            image_write(&path, &image).expect(name);
            let back = image_read(&path, ElemKind::F32.code()).expect(name);
            assert_eq!(back.dims(), Dims::new(&[4, 5, 3]), "{name}");
            let channel = |pixel: usize, channel: usize| match channels {
                1 => image.elements::<f32>()[pixel],
                _ => image.elements::<f32>()[pixel * channels as usize + channel],
            };
            for (index, value) in back.elements::<f32>().iter().enumerate() {
                assert_eq!(*value, channel(index / 3, index % 3), "{name} {index}");
            }
        }
        assert!(folder.names().iter().all(|name| !name.ends_with(".part")));
    }

    #[test]
    fn values_are_rounded_and_saturated() {
        let folder = Folder::new("range");
        let path = folder.file("a.png");
        image_write(
            &path,
            &Array::row(&[-3.0f32, 1.5, 2.4, 300.0, f32::NAN]).expect("memory"),
        )
        .expect("written");
        let native = decode(path.as_str()).expect("read");
        assert_eq!(
            (native.dims(), native.elements::<u8>()),
            (Dims::row(5), &[0, 2, 2, 255, 0][..])
        );
        image_write_range(
            &path,
            &Array::row(&[0.0f32, 0.5, 2.0]).expect("memory"),
            &Array::row(&[0.0f32, 1.0]).expect("memory"),
        )
        .expect("written");
        assert_eq!(
            decode(path.as_str()).expect("read").elements::<u8>(),
            [0, 128, 255]
        );
        image_write(&path, &Array::row(&[1u16, 65535]).expect("memory")).expect("written");
        assert_eq!(
            image_read(&path, ElemKind::F64.code())
                .expect("read")
                .elements::<f64>(),
            [1.0, 1.0, 1.0, 65535.0, 65535.0, 65535.0]
        );
        let jpeg = folder.file("a.jpg");
        image_write(&jpeg, &picture_of(1)).expect("written");
        assert_eq!(
            image_read(&jpeg, ElemKind::F32.code())
                .expect("read")
                .numel(),
            60
        );
    }

    #[test]
    fn bad_files_are_errors() {
        let folder = Folder::new("bad");
        let message = |path: &Text| {
            image_read(path, ElemKind::F32.code())
                .expect_err("an error")
                .message
        };
        assert!(message(&folder.file("none.png")).contains("no such file"));
        fs::write(folder.0.join("empty.png"), b"").expect("written");
        assert!(message(&folder.file("empty.png")).contains("empty"));
        fs::write(folder.0.join("text.png"), b"hello, this is no image").expect("written");
        assert!(message(&folder.file("text.png")).contains("no image"));
        assert!(message(&folder.file(".")).contains("folder"));
        assert!(message(&Text::new("/dev/zero")).contains("no ordinary file"));
        for name in ["a.png", "a.jpg", "a.tif", "a.bmp", "a.ppm", "a.exr"] {
            image_write(&folder.file(name), &picture_of(3)).expect(name);
            let bytes = fs::read(folder.0.join(name)).expect("read back");
            fs::write(folder.0.join(name), &bytes[..bytes.len() / 2]).expect("written");
            let result = image_read(&folder.file(name), ElemKind::F32.code());
            assert!(result.is_err(), "{name}");
        }
    }

    #[test]
    fn unwritable_places_leave_nothing() {
        let folder = Folder::new("unwritable");
        let image = picture_of(3);
        let message =
            |path: Text, image: &Array| image_write(&path, image).expect_err("an error").message;
        assert!(message(folder.file("missing/a.png"), &image).contains("No such file"));
        assert!(message(folder.file("a.xyz"), &image).contains("extension"));
        assert!(message(folder.file("a.png"), &picture_of(5)).contains("no image"));
        assert!(message(Text::new("/dev/null/a.png"), &image).contains("cannot write"));
        fs::create_dir(folder.0.join("folder.png")).expect("a folder");
        assert!(message(folder.file("folder.png"), &image).contains("no ordinary file"));
        assert_eq!(folder.names(), ["folder.png"]);
    }
}
