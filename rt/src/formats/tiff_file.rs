//! TIFF files: pages of whole numbers and floats.
//!
//! *Invariant:* what a page declares is compared with the file's size before memory is asked for.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Cursor;

use quasar_abi::ElemKind;
use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};
use tiff::encoder::TiffEncoder;
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use crate::array::convert::{converted, no_number};
use crate::array::create::kind_of;
use crate::array::dims::Dims;
use crate::array::element::{Element, with_element};
use crate::array::object::{Array, Text};
use crate::array::view::with_dims;
use crate::formats::bytes::{Layout, encode};
use crate::formats::decoders::{DECODER_BYTES, decoder_pixels, one_line};
use crate::formats::jpeg::{self, Colours};
use crate::process::allocator::reading;
use crate::process::error::{Raised, read_error, write_error};
use crate::process::isolation;
use crate::process::whole_file::{contents, store};

/// Why bytes are no page.
type Damage = String;
type Pages<'a> = Decoder<Cursor<&'a [u8]>>;

/// Whether bytes are a TIFF file, also a large one.
pub fn is_tiff(bytes: &[u8]) -> bool {
    [b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"]
        .iter()
        .any(|magic| bytes.starts_with(*magic))
}

/// The first page as height×width×channels of the file's kind of numbers.
///
/// # Errors
/// Damage, or a kind of picture that is not known.
pub fn first_page(path: &str, bytes: &[u8]) -> Result<Array, Raised> {
    let read = isolation::decoded(path, || {
        let file = Readable::of(bytes);
        file.page(&mut file.decoder()?)
    });
    read?.array(path)
}

/// The samples of a page.
struct Samples {
    values: DecodingResult,
    /// Columns and rows.
    size: (usize, usize),
    /// Samples of a pixel, and planes that they lie in.
    samples: usize,
    planes: usize,
}

impl Samples {
    fn bytes(values: Vec<u8>, size: (usize, usize), samples: usize) -> Samples {
        let values = DecodingResult::U8(values);
        let planes = 1;
        Samples {
            values,
            size,
            samples,
            planes,
        }
    }

    /// Bytes of all of them.
    fn length(&self) -> usize {
        match &self.values {
            DecodingResult::U8(values) => size_of_val(&values[..]),
            DecodingResult::U16(values) => size_of_val(&values[..]),
            DecodingResult::U32(values) => size_of_val(&values[..]),
            DecodingResult::U64(values) => size_of_val(&values[..]),
            DecodingResult::I8(values) => size_of_val(&values[..]),
            DecodingResult::I16(values) => size_of_val(&values[..]),
            DecodingResult::I32(values) => size_of_val(&values[..]),
            DecodingResult::I64(values) => size_of_val(&values[..]),
            DecodingResult::F16(values) => size_of_val(&values[..]),
            DecodingResult::F32(values) => size_of_val(&values[..]),
            DecodingResult::F64(values) => size_of_val(&values[..]),
        }
    }

    /// The page as an array.
    fn array(&self, path: &str) -> Result<Array, Raised> {
        let (size, samples, planes) = (self.size, self.samples, self.planes);
        let array = match &self.values {
            DecodingResult::U8(values) => array(values, size, samples, planes),
            DecodingResult::U16(values) => array(values, size, samples, planes),
            DecodingResult::U32(values) => array(values, size, samples, planes),
            DecodingResult::U64(values) => array(values, size, samples, planes),
            DecodingResult::I8(values) => array(values, size, samples, planes),
            DecodingResult::I16(values) => array(values, size, samples, planes),
            DecodingResult::I32(values) => array(values, size, samples, planes),
            DecodingResult::I64(values) => array(values, size, samples, planes),
            DecodingResult::F16(values) => array(values, size, samples, planes),
            DecodingResult::F32(values) => array(values, size, samples, planes),
            DecodingResult::F64(values) => array(values, size, samples, planes),
        };
        array.map_err(|why| read_error(path, why))
    }
}

fn open(bytes: &[u8]) -> Result<Pages<'_>, Damage> {
    let most = decoder_pixels(bytes.len())
        .saturating_mul(8)
        .min(DECODER_BYTES) as usize;
    let mut limits = Limits::default();
    limits.decoding_buffer_size = most;
    limits.intermediate_buffer_size = most;
    limits.ifd_value_size = limits.ifd_value_size.min(bytes.len());
    check_first_directory(bytes)?;
    let decoder = Decoder::new(Cursor::new(bytes)).map_err(damage)?;
    Ok(decoder.with_limits(limits))
}

/// Whether the values of the first page fit into the file: the decoder makes room for them before it knows limits. What is no directory
/// at all it tells by itself.
fn check_first_directory(bytes: &[u8]) -> Result<(), Damage> {
    let directories = Directories::of(bytes);
    let first = directories.first();
    for entry in first.into_iter().flat_map(|at| directories.entries(at)) {
        let size = match entry.kind {
            3 | 8 => 2,
            4 | 9 | 11 | 13 => 4,
            5 | 10 | 12 | 16 | 17 | 18 => 8,
            _ => 1,
        };
        if entry.values.saturating_mul(size) > bytes.len() as u64 {
            return Err("the file is damaged (values of a page that do not fit)".into());
        }
    }
    Ok(())
}

/// The directories of a file, one for each page, as they lie in it.
struct Directories<'b> {
    bytes: &'b [u8],
    is_large: bool,
}

/// An entry of a directory.
struct Entry {
    tag: u64,
    kind: u64,
    /// How many values there are.
    values: u64,
    /// Where they lie if they have few bytes, else their place.
    place: usize,
}

impl<'b> Directories<'b> {
    fn of(bytes: &'b [u8]) -> Directories<'b> {
        let is_large = matches!(bytes.get(2..4), Some(b"+\0" | b"\0+"));
        Directories { bytes, is_large }
    }

    fn number(&self, at: usize, length: usize) -> Option<u64> {
        let part = self.bytes.get(at..at.checked_add(length)?)?;
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(match self.bytes[0] {
            b'I' => part.iter().rev().fold(0, add),
            _ => part.iter().fold(0, add),
        })
    }

    /// Bytes of a number of entries, of an entry, and of a number of values, which a place has too.
    fn sizes(&self) -> (usize, usize, usize) {
        match self.is_large {
            true => (8, 20, 8),
            false => (2, 12, 4),
        }
    }

    fn place(&self, at: usize) -> Option<usize> {
        let place = self.number(at, self.sizes().2)?;
        usize::try_from(place).ok().filter(|place| *place > 0)
    }

    fn first(&self) -> Option<usize> {
        self.place(if self.is_large { 8 } else { 4 })
    }

    /// The entries of a directory, as far as they lie in the file.
    fn entries(&self, directory: usize) -> impl Iterator<Item = Entry> + '_ {
        let (counter, size, count) = self.sizes();
        let entries = self.number(directory, counter).unwrap_or(0);
        let start = directory.saturating_add(counter);
        (0..entries).map_while(move |index| {
            let at = start.checked_add(usize::try_from(index).ok()?.checked_mul(size)?)?;
            Some(Entry {
                tag: self.number(at, 2)?,
                kind: self.number(at + 2, 2)?,
                values: self.number(at + 4, count)?,
                place: at + 4 + count,
            })
        })
    }

    fn next(&self, directory: usize) -> Option<usize> {
        let (counter, size, _) = self.sizes();
        let entries = usize::try_from(self.number(directory, counter)?).ok()?;
        self.place(directory + counter + entries.checked_mul(size)?)
    }

    /// The pages whose samples are colours of a palette: their directories, and the last byte of the number that says so.
    fn palettes(&self) -> Vec<(u64, usize)> {
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let mut steps = self.bytes.len();
        let mut directory = self.first();
        while let Some(at) = directory.filter(|at| seen.insert(*at) && steps > 0) {
            for entry in self.entries(at) {
                steps = steps.saturating_sub(1);
                let size = if entry.kind == 4 { 4 } else { 2 };
                if entry.tag == PHOTOMETRIC && self.number(entry.place, size) == Some(PALETTE) {
                    let last = match self.bytes[0] {
                        b'I' => entry.place,
                        _ => entry.place + size - 1,
                    };
                    found.push((at as u64, last));
                }
            }
            directory = self.next(at);
        }
        found
    }
}

/// The tag that says what samples are, and its numbers for colours of a palette and levels of grey.
const PHOTOMETRIC: u64 = 262;
const PALETTE: u64 = 3;
const GREY: u8 = 1;

/// A file for the decoder, which knows no palettes: such pages say that they are grey. Which they are stands beside.
struct Readable<'b> {
    bytes: Cow<'b, [u8]>,
    /// Their directories.
    painted: BTreeSet<u64>,
}

impl<'b> Readable<'b> {
    fn of(bytes: &'b [u8]) -> Readable<'b> {
        let palettes = Directories::of(bytes).palettes();
        let mut bytes = Cow::Borrowed(bytes);
        for (_, place) in &palettes {
            bytes.to_mut()[*place] = GREY;
        }
        let painted = palettes.into_iter().map(|(directory, _)| directory);
        Readable {
            bytes,
            painted: painted.collect(),
        }
    }

    fn decoder(&self) -> Result<Pages<'_>, Damage> {
        open(&self.bytes)
    }

    /// The page at which the decoder stands.
    fn page(&self, decoder: &mut Pages<'_>) -> Result<Samples, Damage> {
        let directory = decoder.ifd_pointer();
        let is_painted = directory.is_some_and(|place| self.painted.contains(&place.0));
        page(decoder, &self.bytes, is_painted)
    }
}

fn damage(error: TiffError) -> Damage {
    match error {
        TiffError::IoError(_) => "the file is truncated".into(),
        TiffError::LimitsExceeded => "the image is too large".into(),
        TiffError::UnsupportedError(error) => one_line(&error.to_string()),
        other => format!("the file is damaged ({})", one_line(&other.to_string())),
    }
}

/// The page at which the decoder stands, of a file of these bytes.
fn page(decoder: &mut Pages<'_>, bytes: &[u8], is_painted: bool) -> Result<Samples, Damage> {
    let (width, height) = decoder.dimensions().map_err(damage)?;
    let colours = decoder.colortype().map_err(damage)?;
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || colours.num_samples() == 0 || pixels > decoder_pixels(bytes.len()) {
        return Err("the image is larger than the file can hold".into());
    }
    let size = (width as usize, height as usize);
    let compression = decoder.find_tag_unsigned::<u16>(Tag::Compression);
    let (result, planes) = match compression.map_err(damage)? {
        Some(JPEG) => jpeg_samples(decoder, bytes, colours, size)?,
        _ => stored_samples(decoder, colours, size)?,
    };
    if is_painted {
        let map = decoder.get_tag_u16_vec(Tag::ColorMap).map_err(damage)?;
        return painted(&result, &map, size);
    }
    coloured(result, colours, size, planes)
}

/// The samples of a page that the decoder unpacks, and the planes that they lie in.
fn stored_samples(
    decoder: &mut Pages<'_>,
    colours: ColorType,
    size: (usize, usize),
) -> Result<(DecodingResult, usize), Damage> {
    let mut result = DecodingResult::U8(Vec::new());
    let layout = decoder.read_image_to_buffer(&mut result).map_err(damage)?;
    if layout.complete_len > result.as_buffer(0).byte_len() {
        return Err("the image is too large".into());
    }
    let bits = usize::from(colours.bit_depth());
    if let DecodingResult::U8(packed) = &result
        && bits < 8
    {
        let (row, samples) = (
            layout.row_stride.map_or(0, usize::from),
            usize::from(colours.num_samples()),
        );
        result = DecodingResult::U8(unpacked(packed, row, size, samples, bits)?);
    }
    Ok((result, layout.planes))
}

/// The number of the compression by JPEG, and of samples that are light where they are 0.
const JPEG: u16 = 7;
const WHITE_IS_ZERO: u16 = 0;

/// A part of a page, which is one JPEG picture: its plane, its first column and row, and how many of them the page has.
struct Part {
    plane: usize,
    at: (usize, usize),
    size: (usize, usize),
}

impl Part {
    /// The parts of a page in their order: row by row, plane by plane.
    fn all(
        planes: usize,
        size: (usize, usize),
        part: (usize, usize),
    ) -> impl Iterator<Item = Part> {
        let (across, down) = (size.0.div_ceil(part.0), size.1.div_ceil(part.1));
        (0..planes * down * across).map(move |number| {
            let (row, column) = (number / across % down, number % across);
            let at = (column * part.0, row * part.1);
            Part {
                plane: number / (across * down),
                at,
                size: (part.0.min(size.0 - at.0), part.1.min(size.1 - at.1)),
            }
        })
    }
}

/// The samples of a page whose parts are JPEG pictures, and the planes that they lie in.
fn jpeg_samples(
    decoder: &mut Pages<'_>,
    bytes: &[u8],
    colours: ColorType,
    size: (usize, usize),
) -> Result<(DecodingResult, usize), Damage> {
    if colours.bit_depth() != 8 {
        let bits = colours.bit_depth();
        return Err(format!(
            "JPEG pictures of {bits} bits are not supported yet"
        ));
    }
    let mut number = |tag| decoder.find_tag_unsigned::<u16>(tag).map_err(damage);
    let (order, light) = (
        number(Tag::PlanarConfiguration)?,
        number(Tag::PhotometricInterpretation)?,
    );
    let samples = usize::from(colours.num_samples());
    let planes = if order == Some(2) { samples } else { 1 };
    let (width, height) = size;
    let length = width * height * samples;
    if length as u64 > DECODER_BYTES {
        return Err("the image is too large".into());
    }
    let part = decoder.chunk_dimensions();
    let parts = Part::all(
        planes,
        size,
        (part.0.max(1) as usize, part.1.max(1) as usize),
    );
    let pictures = jpeg_pictures(decoder, bytes)?;
    let mut pictures = pictures.iter();
    let (channels, mut all) = (samples / planes, vec![0; length]);
    for part in parts {
        let picture = pictures
            .next()
            .ok_or("the file is damaged (a part is missing)")?;
        let picture = jpeg::decode(picture, Colours::Stored, decoder_pixels(bytes.len()))?;
        let plane = &mut all[part.plane * width * height * channels..];
        copy_part(&picture, &part, plane, width * channels, channels)?;
    }
    if light == Some(WHITE_IS_ZERO) {
        all.iter_mut().for_each(|sample| *sample = !*sample);
    }
    Ok((DecodingResult::U8(all), planes))
}

/// Copies what a page has of a picture to a plane with rows of that many samples.
fn copy_part(
    picture: &jpeg::Picture,
    part: &Part,
    plane: &mut [u8],
    row: usize,
    channels: usize,
) -> Result<(), Damage> {
    let fits = picture.size.0 >= part.size.0 && picture.size.1 >= part.size.1;
    if !fits || picture.channels != channels {
        return Err("the file is damaged (a part of another size or kind)".into());
    }
    let length = part.size.0 * channels;
    let from = picture.samples.chunks(picture.size.0 * channels);
    let to = plane.chunks_mut(row).skip(part.at.1).take(part.size.1);
    let start = part.at.0 * channels;
    for (from, to) in from.zip(to) {
        to[start..start + length].copy_from_slice(&from[..length]);
    }
    Ok(())
}

/// The JPEG pictures that a page is made of. What they have in common may stand once for all: a picture without an end, which goes in the place of the
/// beginnings of the others.
fn jpeg_pictures<'b>(
    decoder: &mut Pages<'_>,
    bytes: &'b [u8],
) -> Result<Vec<Cow<'b, [u8]>>, Damage> {
    let (offsets, lengths) = match decoder.get_chunk_type() {
        ChunkType::Strip => (Tag::StripOffsets, Tag::StripByteCounts),
        ChunkType::Tile => (Tag::TileOffsets, Tag::TileByteCounts),
    };
    let mut numbers = |tag| decoder.get_tag_u64_vec(tag).map_err(damage);
    let (offsets, lengths) = (numbers(offsets)?, numbers(lengths)?);
    let common = match decoder.find_tag(Tag::JPEGTables).map_err(damage)? {
        Some(tables) => tables.into_u8_vec().map_err(damage)?,
        None => Vec::new(),
    };
    let common = common.strip_suffix(&JPEG_END).unwrap_or(&common);
    let picture = |(offset, length): (&u64, &u64)| {
        let start = usize::try_from(*offset).ok()?;
        let end = start.checked_add(usize::try_from(*length).ok()?)?;
        let own = bytes.get(start..end)?;
        Some(match common {
            [] => Cow::Borrowed(own),
            common => Cow::Owned([common, own.get(2..)?].concat()),
        })
    };
    let pictures = offsets.iter().zip(&lengths).map(picture);
    let pictures: Option<Vec<_>> = pictures.collect();
    pictures.ok_or_else(|| "the file is truncated".into())
}

/// The marker at the end of a JPEG picture.
const JPEG_END: [u8; 2] = [0xff, 0xd9];

/// The picture of samples that are levels of light or ink.
fn coloured(
    result: DecodingResult,
    colours: ColorType,
    size: (usize, usize),
    planes: usize,
) -> Result<Samples, Damage> {
    match (colours, colours.bit_depth()) {
        (ColorType::CMYK(_), 8) if planes <= 1 => printed(&result, size),
        (ColorType::Gray(_), bits) if bits < 8 => {
            let most = (1u16 << bits) - 1;
            stretched(&result, most).map(|bytes| Samples::bytes(bytes, size, 1))
        }
        (
            ColorType::Gray(_)
            | ColorType::GrayA(_)
            | ColorType::RGB(_)
            | ColorType::RGBA(_)
            | ColorType::Multiband { .. },
            8 | 16 | 32 | 64,
        ) => Ok(Samples {
            values: result,
            size,
            samples: usize::from(colours.num_samples()),
            planes,
        }),
        (other, bits) => {
            let what = format!("colours of kind {other:?} with {bits} bits");
            Err(format!("{what} are not supported yet"))
        }
    }
}

/// Samples of fewer than 8 bits, a byte each; rows begin at bytes.
fn unpacked(
    packed: &[u8],
    row: usize,
    size: (usize, usize),
    samples: usize,
    bits: usize,
) -> Result<Vec<u8>, Damage> {
    let (width, height) = size;
    if !matches!(bits, 1 | 2 | 4) || row == 0 {
        return Err(format!("samples of {bits} bits are not supported yet"));
    }
    let mask = (1u8 << bits) - 1;
    let sample = |row: &[u8], index: usize| {
        let bit = index * bits;
        row.get(bit / 8)
            .map_or(0, |byte| byte >> (8 - bits - bit % 8) & mask)
    };
    let rows = packed.chunks(row).take(height);
    let all = rows.flat_map(|row| (0..width * samples).map(move |index| sample(row, index)));
    Ok(all.collect())
}

/// Levels of few bits as levels of a byte.
fn stretched(result: &DecodingResult, most: u16) -> Result<Vec<u8>, Damage> {
    let levels = byte_samples(result)?;
    let level = |level: &u8| (u16::from(*level) * 255 / most) as u8;
    Ok(levels.iter().map(level).collect())
}

fn byte_samples(result: &DecodingResult) -> Result<&[u8], Damage> {
    match result {
        DecodingResult::U8(samples) => Ok(samples),
        _ => Err("the file is damaged (samples that are no bytes)".into()),
    }
}

/// Colours of a palette, of which a file has the high byte.
fn painted(result: &DecodingResult, map: &[u16], size: (usize, usize)) -> Result<Samples, Damage> {
    let colours = map.len() / 3;
    let colour = |index: usize| {
        let part = |channel: usize| {
            map.get(channel * colours + index)
                .map(|level| (level >> 8) as u8)
        };
        let colour = (index < colours).then(|| [part(0), part(1), part(2)]);
        colour.map(|parts| parts.map(Option::unwrap_or_default))
    };
    let pixels: Option<Vec<[u8; 3]>> = match result {
        DecodingResult::U16(samples) => samples.iter().map(|at| colour((*at).into())).collect(),
        bytes => byte_samples(bytes)?
            .iter()
            .map(|at| colour((*at).into()))
            .collect(),
    };
    let pixels = pixels.ok_or("the file is damaged (a colour outside the palette)")?;
    Ok(Samples::bytes(pixels.into_flattened(), size, 3))
}

/// Red, green and blue of inks.
fn printed(result: &DecodingResult, size: (usize, usize)) -> Result<Samples, Damage> {
    let mixed = |ink: &[u8]| {
        let light = |ink: u8| 255 - u32::from(ink);
        [0, 1, 2].map(|channel| (light(ink[channel]) * light(ink[3]) / 255) as u8)
    };
    let pixels: Vec<[u8; 3]> = byte_samples(result)?.chunks_exact(4).map(mixed).collect();
    Ok(Samples::bytes(pixels.into_flattened(), size, 3))
}

/// An array of a page's samples, which lie pixel by pixel or plane by plane.
fn array<T: Element>(
    values: &[T],
    size: (usize, usize),
    samples: usize,
    planes: usize,
) -> Result<Array, Damage> {
    let (width, height) = size;
    let says = |raised: Raised| raised.message;
    let pixels = width * height;
    let values = values
        .get(..pixels * samples)
        .ok_or("the file is damaged (too few samples)")?;
    let sizes = [height, width, samples].map(|size| size as i64);
    let dims = Dims::checked("imread", &sizes).map_err(says)?;
    if planes <= 1 || samples == 1 {
        return Array::from_elements(dims, values).map_err(says);
    }
    let mut array = Array::zeros(T::KIND, dims).map_err(says)?;
    for (index, value) in array.elements_mut::<T>().iter_mut().enumerate() {
        *value = values[index % samples * pixels + index / samples];
    }
    Ok(array)
}

// ---- Several pages

pub(crate) fn tiff_pages(path: &Text) -> Result<i32, Raised> {
    let path = path.as_str();
    reading(path, || {
        let bytes = tiff_contents(path)?;
        isolation::decoded(path, || {
            let mut decoder = open(&bytes)?;
            let mut count = 1;
            while decoder.more_images() {
                decoder.next_image().map_err(damage)?;
                count += 1;
            }
            Ok(count)
        })
    })
}

pub(crate) fn tiff_read(path: &Text, pages: &Array, kind: i32) -> Result<Array, Raised> {
    let path = path.as_str();
    reading(path, || {
        let wanted = converted(pages, ElemKind::I64)?;
        let wanted = wanted.elements::<i64>();
        let bytes = tiff_contents(path)?;
        let pages = isolation::decoded(path, || slices(&bytes, wanted))?;
        drop(bytes);
        joined(path, &pages, kind_of(kind))
    })
}

fn tiff_contents(path: &str) -> Result<Vec<u8>, Raised> {
    let bytes = contents(path)?;
    match is_tiff(&bytes) {
        true => Ok(bytes),
        false => Err(read_error(path, "it is no TIFF file")),
    }
}

/// The pages with these numbers; all without any.
fn slices(bytes: &[u8], wanted: &[i64]) -> Result<Vec<Samples>, Damage> {
    let file = Readable::of(bytes);
    let mut decoder = file.decoder()?;
    let mut found = Vec::new();
    let mut total = 0;
    let mut take = |decoder: &mut Pages<'_>| {
        let page = file.page(decoder)?;
        total += page.length() as u64;
        if total > DECODER_BYTES {
            return Err("the pages are too large together".to_string());
        }
        Ok(page)
    };
    if wanted.is_empty() {
        found.push(take(&mut decoder)?);
        while decoder.more_images() {
            decoder.next_image().map_err(damage)?;
            found.push(take(&mut decoder)?);
        }
    }
    for number in wanted {
        let missing = || format!("it has no page {number}");
        let index = usize::try_from(*number).map_err(|_| missing())?;
        decoder.seek_to_image(index).map_err(|error| match error {
            TiffError::FormatError(_) => missing(),
            other => damage(other),
        })?;
        found.push(take(&mut decoder)?);
    }
    Ok(found)
}

/// Pages behind each other along the third dimension.
fn joined(path: &str, pages: &[Samples], kind: ElemKind) -> Result<Array, Raised> {
    let first = pages[0].size;
    if let Some(number) = pages.iter().position(|page| page.size != first) {
        let (columns, rows) = pages[number].size;
        let (first_columns, first_rows) = first;
        let why = format!(
            "page {number} of those has size [{rows},{columns}], the first [{first_rows},{first_columns}]"
        );
        return Err(read_error(path, why));
    }
    let depth: usize = pages.iter().map(|page| page.samples).sum();
    let sizes = [first.1, first.0, depth].map(|size| size as i64);
    let dims = Dims::checked("tiffread", &sizes)?;
    let mut result = Array::zeros(kind, dims)?;
    let mut begin = 0;
    for page in pages {
        let array = converted(&page.array(path)?, kind)?;
        with_element!(kind, T => insert::<T>(&mut result, &array, begin, page.samples, depth), return Err(no_number(kind)));
        begin += page.samples;
    }
    Ok(result)
}
/// Puts the channels of a page at a place of the third dimension.
fn insert<T: Element>(target: &mut Array, page: &Array, begin: usize, count: usize, depth: usize) {
    let source = page.elements::<T>().chunks_exact(count);
    let pixels = target.elements_mut::<T>().chunks_exact_mut(depth);
    for (pixel, channels) in pixels.zip(source) {
        pixel[begin..begin + count].copy_from_slice(channels);
    }
}

// ---- Writing

/// What a file stores of a page: row by row, pixel by pixel, little endian.
pub struct Page<'a> {
    /// Columns and rows.
    pub size: (u32, u32),
    /// Numbers of a pixel: grey, grey and alpha, colour, colour and alpha.
    pub channels: u16,
    /// Bits of a number.
    pub bits: u16,
    /// Whether numbers are floats.
    pub is_float: bool,
    /// The numbers.
    pub bytes: &'a [u8],
}

/// The file of pages.
///
/// # Errors
/// It would be larger than such files can be.
pub fn file(pages: &[Page<'_>]) -> Result<Vec<u8>, Damage> {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).map_err(damage)?;
    for page in pages {
        append(&mut encoder, page).map_err(damage)?;
    }
    Ok(bytes.into_inner())
}

fn append(
    encoder: &mut TiffEncoder<&mut Cursor<Vec<u8>>>,
    page: &Page<'_>,
) -> Result<(), TiffError> {
    let mut directory = encoder.image_directory()?;
    let each = |value: u16| vec![value; usize::from(page.channels)];
    let place = directory.write_data(page.bytes)?;
    let fits = |number: u64| u32::try_from(number).map_err(|_| TiffError::LimitsExceeded);
    directory.write_tag(Tag::ImageWidth, page.size.0)?;
    directory.write_tag(Tag::ImageLength, page.size.1)?;
    directory.write_tag(Tag::BitsPerSample, &each(page.bits)[..])?;
    directory.write_tag(Tag::Compression, 1u16)?;
    // Black is 0, or red, green and blue.
    let colours = if page.channels < 3 { 1u16 } else { 2 };
    directory.write_tag(Tag::PhotometricInterpretation, colours)?;
    directory.write_tag(Tag::StripOffsets, fits(place)?)?;
    directory.write_tag(Tag::SamplesPerPixel, page.channels)?;
    directory.write_tag(Tag::RowsPerStrip, page.size.1)?;
    directory.write_tag(Tag::StripByteCounts, fits(page.bytes.len() as u64)?)?;
    if page.channels.is_multiple_of(2) {
        // Alpha that the colours are not multiplied with.
        directory.write_tag(Tag::ExtraSamples, 2u16)?;
    }
    let format = if page.is_float { 3 } else { 1 };
    directory.write_tag(Tag::SampleFormat, &each(format)[..])?;
    directory.finish()
}

pub(crate) fn tiff_write(path: &Text, slices: &Array) -> Result<(), Raised> {
    let path = path.as_str();
    let dims = slices.dims();
    let failed = |why: String| write_error(path, why);
    let (bits, is_float) = match slices.kind() {
        ElemKind::U8 => (8, false),
        ElemKind::U16 => (16, false),
        ElemKind::F32 => (32, true),
        ElemKind::F64 => (64, true),
        other => {
            let name = other.name();
            return Err(failed(format!(
                "a slice of {name} is no page (u8, u16 or floats)"
            )));
        }
    };
    let sizes = (u32::try_from(dims.get(1)), u32::try_from(dims.get(0)));
    let (Ok(width), Ok(height), true, true) =
        (sizes.0, sizes.1, dims.count() <= 3, slices.numel() > 0)
    else {
        return Err(failed(format!(
            "an array of size {dims} is no stack of slices"
        )));
    };
    // Slice by slice is the order of a matrix of pixels and slices by columns.
    let flat = Dims::matrix(dims.get(0) * dims.get(1), dims.get(2));
    let by_slices = Layout {
        big_endian: false,
        column_major: true,
    };
    let bytes = encode(&with_dims(slices, flat)?, by_slices)?;
    let length = bytes.len() / dims.get(2) as usize;
    let page = |bytes| Page {
        size: (width, height),
        channels: 1,
        bits,
        is_float,
        bytes,
    };
    let written = isolation::encoded(path, || {
        let pages: Vec<Page> = bytes.chunks(length).map(page).collect();
        file(&pages)
    });
    store(path, &written?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of 3x1 pixels of 16 bits, of a palette of 65536 colours, big endian.
    fn wide_palette_page() -> Vec<u8> {
        let mut bytes = palette_page();
        let map = bytes.len() as u32;
        for channel in 0..3u16 {
            let levels = (0..=u16::MAX).map(|index| index.wrapping_add(channel << 8));
            levels.for_each(|level| bytes.extend(level.to_be_bytes()));
        }
        let samples = bytes.len() as u32;
        for sample in [0x0102u16, 0x8000, 0xFFFF] {
            bytes.extend(sample.to_be_bytes());
        }
        // The entries begin behind the directory's place and their number; each has 12 bytes, the value in the last 4.
        let mut set = |entry: usize, count: u32, value: u32| {
            let at = 106 + 2 + 12 * entry + 4;
            bytes[at..at + 4].copy_from_slice(&count.to_be_bytes());
            bytes[at + 4..at + 8].copy_from_slice(&value.to_be_bytes());
        };
        set(2, 1, 16 << 16);
        set(5, 1, samples);
        set(8, 1, 6);
        set(9, 3 << 16, map);
        bytes
    }

    #[test]
    fn samples_of_16_bits_are_colours_of_a_palette() {
        let page = first_page("a.tif", &wide_palette_page()).expect("a page");
        let expected: [u8; 9] = [1, 2, 3, 128, 129, 130, 255, 0, 1];
        assert_eq!(page.elements::<u8>(), expected);
    }

    /// A page of 3x1 pixels of 4 bits, of a palette of 16 colours, big endian.
    fn palette_page() -> Vec<u8> {
        let mut bytes = b"MM\0*".to_vec();
        let add = |bytes: &mut Vec<u8>, numbers: &[u32]| {
            numbers
                .iter()
                .for_each(|number| bytes.extend(number.to_be_bytes()));
        };
        // Behind the head lie two bytes of samples, 1 2 15 and nothing, then the map, then the directory.
        add(&mut bytes, &[8 + 2 + 96]);
        bytes.extend([0x12, 0xF0]);
        for channel in 0..3u16 {
            let levels = (0..16u16).map(|index| (index * 16 + channel) << 8);
            levels.for_each(|level| bytes.extend(level.to_be_bytes()));
        }
        let short = |value: u32| value << 16;
        let entries = [
            (256u16, 3u16, 1, short(3)),
            (257, 3, 1, short(1)),
            (258, 3, 1, short(4)),
            (259, 3, 1, short(1)),
            (262, 3, 1, short(3)),
            (273, 4, 1, 8),
            (277, 3, 1, short(1)),
            (278, 3, 1, short(1)),
            (279, 4, 1, 2),
            (320, 3, 48, 10),
        ];
        bytes.extend((entries.len() as u16).to_be_bytes());
        for (tag, kind, count, value) in entries {
            bytes.extend(tag.to_be_bytes());
            bytes.extend(kind.to_be_bytes());
            add(&mut bytes, &[count, value]);
        }
        add(&mut bytes, &[0]);
        bytes
    }

    #[test]
    fn samples_of_few_bits_are_colours_of_a_palette() {
        let bytes = palette_page();
        let page = first_page("a.tif", &bytes).expect("a page");
        let size = [0, 1, 2].map(|axis| page.dims().get(axis));
        assert_eq!(size, [1, 3, 3]);
        let expected: [u8; 9] = [16, 17, 18, 32, 33, 34, 240, 241, 242];
        assert_eq!(page.elements::<u8>(), expected);
        let again = slices(&bytes, &[0, 0]).expect("pages");
        let again = again[1].array("a.tif").expect("a page");
        assert_eq!(again.elements::<u8>(), expected);
    }

    /// A grey JPEG picture of one level.
    fn level(side: u32, level: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 100);
        let samples = vec![level; (side * side) as usize];
        let grey = image::ExtendedColorType::L8;
        image::ImageEncoder::write_image(encoder, &samples, side, side, grey).expect("encoded");
        bytes
    }

    /// A page of JPEG pictures, little endian, with these entries and the tags of places and lengths.
    fn jpeg_page(parts: &[Vec<u8>], tags: [u16; 2], entries: &[(u16, u32)]) -> Vec<u8> {
        let mut bytes = b"II*\0\0\0\0\0".to_vec();
        let mut places: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
        for part in parts {
            places[0].push(bytes.len() as u32);
            places[1].push(part.len() as u32);
            bytes.extend(part);
        }
        let mut all: Vec<(u16, u32, u32)> = entries
            .iter()
            .map(|(tag, value)| (*tag, 1, *value))
            .collect();
        for (tag, numbers) in tags.into_iter().zip(places) {
            all.push((tag, numbers.len() as u32, bytes.len() as u32));
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        all.sort_unstable();
        let directory = bytes.len() as u32;
        bytes[4..8].copy_from_slice(&directory.to_le_bytes());
        bytes.extend((all.len() as u16).to_le_bytes());
        for (tag, count, value) in all {
            bytes.extend(tag.to_le_bytes());
            bytes.extend(4u16.to_le_bytes());
            bytes.extend(
                [count, value]
                    .iter()
                    .flat_map(|number| number.to_le_bytes()),
            );
        }
        bytes.extend([0; 4]);
        bytes
    }

    #[test]
    fn parts_of_a_page_may_be_jpeg_pictures() {
        // Two tiles of 16x16 for a page of 24 columns, grey, and the same where 0 is white.
        let tiles = [level(16, 50), level(16, 200)];
        for (light, left, right) in [(1, 50, 200), (0, 205, 55)] {
            let entries = [
                (256, 24),
                (257, 16),
                (258, 8),
                (259, 7),
                (262, light),
                (277, 1),
                (322, 16),
                (323, 16),
            ];
            let bytes = jpeg_page(&tiles, [324, 325], &entries);
            let page = first_page("a.tif", &bytes).expect("a page");
            let row: Vec<u8> = [[left; 16].to_vec(), [right; 8].to_vec()].concat();
            assert_eq!(page.elements::<u8>(), row.repeat(16));
            let cut = jpeg_page(&tiles[..1], [324, 325], &entries);
            assert!(first_page("a.tif", &cut).is_err(), "a tile is missing");
            let small = jpeg_page(&[level(8, 50), level(8, 200)], [324, 325], &entries);
            assert!(first_page("a.tif", &small).is_err(), "tiles are small");
        }
    }

    #[test]
    fn directories_that_go_round_are_read_once() {
        let mut bytes = palette_page();
        let end = bytes.len();
        bytes[end - 4..].copy_from_slice(&106u32.to_be_bytes());
        assert_eq!(Directories::of(&bytes).palettes().len(), 1);
        // More entries than the file has, and a directory beyond its end.
        bytes[106] = 0xFF;
        assert!(Directories::of(&bytes).palettes().len() <= 1);
        bytes[4] = 0xFF;
        assert!(Directories::of(&bytes).palettes().is_empty());
    }
}
