//! OpenEXR files: channels of floats, in layers.
//!
//! A layer is a part of the file, or the channels whose names begin with its name and a dot.
//!
//! *Invariant:* what a file declares is compared with its size before memory is asked for.

use std::collections::BinaryHeap;
use std::io::Cursor;

use exr::error::Error;
use exr::meta::MetaData;
use exr::prelude::{
    AnyChannel, AnyChannels, Blocks, Compression, Encoding, FlatSamples, Image, Layer,
    LayerAttributes, LineOrder, ReadChannels, ReadLayers, Text as Name, WritableImage, read,
};
use quasar_abi::ElemKind;

use crate::array::convert::converted;
use crate::array::create::kind_of;
use crate::array::dims::Dims;
use crate::array::element::Element;
use crate::array::object::{Array, Text};
use crate::formats::decoders::{decoder_pixels, one_line};
use crate::process::allocator::reading;
use crate::process::error::{Raised, read_error, write_error};
use crate::process::isolation;
use crate::process::whole_file::{contents, store};

/// The first bytes of a file.
const MAGIC: &[u8] = &[0x76, 0x2f, 0x31, 0x01];

/// A channel of a file.
struct Channel {
    /// The part's name and a dot where the part has one, then the channel's own.
    name: String,
    /// Columns and rows.
    size: (usize, usize),
    samples: FlatSamples,
}

/// Whether bytes are an EXR file.
pub fn is_exr(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The colours as height×width×channels of `f32`.
///
/// # Errors
/// Damage, or a kind of file that is not known.
pub fn colours(path: &str, bytes: &[u8]) -> Result<Array, Raised> {
    layer(path, &channels(path, bytes)?, "")
}

fn damage(error: Error) -> String {
    match error {
        Error::NotSupported(what) => format!("not supported yet: {}", one_line(&what)),
        Error::Io(_) => "the file is truncated".into(),
        Error::Invalid(what) => format!("the file is damaged ({})", one_line(&what)),
        Error::Aborted => "the file is damaged".into(),
    }
}

/// Looks at the headers alone: whether the file can hold what they declare.
fn check(bytes: &[u8]) -> Result<(), String> {
    let meta = MetaData::read_from_buffered(Cursor::new(bytes), false).map_err(damage)?;
    let mut samples = 0u64;
    for header in &meta.headers {
        let pixels = header.layer_size.width() as u64 * header.layer_size.height() as u64;
        let count = header.channels.list.len() as u64;
        samples = samples.saturating_add(pixels.saturating_mul(count));
        if header
            .channels
            .list
            .iter()
            .any(|channel| channel.sampling != exr::math::Vec2(1, 1))
        {
            return Err("not supported yet: channels with fewer samples than pixels".into());
        }
    }
    match samples > decoder_pixels(bytes.len()) {
        true => Err("the image is larger than the file can hold".into()),
        false => Ok(()),
    }
}

/// All channels of all parts.
fn channels(path: &str, bytes: &[u8]) -> Result<Vec<Channel>, Raised> {
    isolation::decoded(path, || {
        check(bytes)?;
        let reader = read().no_deep_data().largest_resolution_level();
        let reader = reader.all_channels().all_layers().all_attributes();
        let image = reader.non_parallel().from_buffered(Cursor::new(bytes));
        let mut found = Vec::new();
        for part in image.map_err(damage)?.layer_data {
            let name = part.attributes.layer_name.map(|name| name.to_string());
            let before = name.filter(|name| !name.is_empty());
            let before = before.map_or_else(String::new, |name| name + ".");
            found.extend(part.channel_data.list.into_iter().map(|channel| Channel {
                name: format!("{before}{}", channel.name),
                size: (part.size.width(), part.size.height()),
                samples: channel.sample_data,
            }));
        }
        Ok(found)
    })
}

/// The place of a channel in its layer: colours in their order, then by name.
fn rank(name: &str) -> (usize, &str) {
    let own = name.rsplit('.').next().unwrap_or(name);
    let known = ["R", "G", "B", "Y", "A"]
        .iter()
        .position(|known| *known == own);
    (known.unwrap_or(usize::MAX), own)
}

/// The channels of a layer as one array; of the layer without a name the colours alone, or all where it has none.
fn layer(path: &str, channels: &[Channel], name: &str) -> Result<Array, Raised> {
    let missing = |why: String| read_error(path, why);
    let prefix = format!("{name}.");
    let belongs = |channel: &&Channel| match name {
        "" => !channel.name.contains('.'),
        _ => channel.name == name || channel.name.starts_with(&prefix),
    };
    let chosen: Vec<&Channel> = channels.iter().filter(belongs).collect();
    if chosen.is_empty() && name.is_empty() {
        // All layers have names: the first one.
        let first = channels.first();
        let first = first.ok_or_else(|| missing("it has no channels".into()))?;
        let first = first.name.rsplit_once('.').map_or("", |(layer, _)| layer);
        return layer(path, channels, first);
    }
    let ranks = chosen.iter().zip(0..);
    let ranks = ranks.map(|(channel, place)| (rank(&channel.name), place));
    let order = ranks.collect::<BinaryHeap<(_, usize)>>().into_sorted_vec();
    let in_order = order.iter().map(|(_, place)| chosen[*place]);
    let mut chosen: Vec<&Channel> = in_order.collect();
    let colours = chosen.iter().filter(|channel| rank(&channel.name).0 < 3);
    match colours.count() {
        3 if name.is_empty() => chosen.truncate(3),
        _ => {}
    }
    let Some(first) = chosen.first() else {
        let names: Vec<&str> = channels
            .iter()
            .map(|channel| channel.name.as_str())
            .collect();
        return Err(missing(format!(
            "it has no layer or channel '{name}' but {}",
            names.join(", ")
        )));
    };
    if chosen.iter().any(|channel| channel.size != first.size) {
        return Err(missing("the channels of the layer differ in size".into()));
    }
    interleaved(&chosen, first.size)
}

fn interleaved(channels: &[&Channel], size: (usize, usize)) -> Result<Array, Raised> {
    let (width, height) = size;
    let depth = channels.len();
    let sizes = [height, width, depth].map(|size| size as i64);
    let dims = Dims::checked("exrread", &sizes)?;
    let mut array = Array::zeros(ElemKind::F32, dims)?;
    for (place, channel) in channels.iter().enumerate() {
        let pixels = array.elements_mut::<f32>().chunks_exact_mut(depth);
        match &channel.samples {
            FlatSamples::F16(samples) => spread(pixels, place, samples),
            FlatSamples::F32(samples) => spread(pixels, place, samples),
            FlatSamples::U32(samples) => spread(pixels, place, samples),
        }
    }
    Ok(array)
}

fn spread<'a, T: Element>(
    pixels: impl Iterator<Item = &'a mut [f32]>,
    place: usize,
    samples: &[T],
) {
    for (pixel, sample) in pixels.zip(samples) {
        pixel[place] = sample.to_real() as f32;
    }
}

pub(crate) fn exr_read(path: &Text, name: &Text, kind: i32) -> Result<Array, Raised> {
    let path = path.as_str();
    reading(path, || {
        let found = exr_channels_of(path)?;
        converted(&layer(path, &found, name.as_str())?, kind_of(kind))
    })
}

pub(crate) fn exr_channels(path: &Text) -> Result<Array, Raised> {
    let path = path.as_str();
    reading(path, || {
        let found = exr_channels_of(path)?;
        let names: Vec<String> = found.into_iter().map(|channel| channel.name).collect();
        Array::of_texts(&names)
    })
}

fn exr_channels_of(path: &str) -> Result<Vec<Channel>, Raised> {
    let bytes = contents(path)?;
    match is_exr(&bytes) {
        true => channels(path, &bytes),
        false => Err(read_error(path, "it is no EXR file")),
    }
}

// ---- Writing

/// The file of an image: 1 to 4 channels, pixel by pixel.
///
/// # Errors
/// It cannot be encoded.
pub fn file(size: (usize, usize), channels: usize, values: &[f32]) -> Result<Vec<u8>, String> {
    let names: &[&str] = match channels {
        1 => &["Y"],
        2 => &["Y", "A"],
        3 => &["R", "G", "B"],
        _ => &["R", "G", "B", "A"],
    };
    let plane = |(index, name): (usize, &&str)| {
        let values = values.iter().skip(index).step_by(channels).copied();
        AnyChannel::new(Name::from(*name), FlatSamples::F32(values.collect()))
    };
    let planes = AnyChannels::sort(names.iter().enumerate().map(plane).collect());
    let encoding = Encoding {
        compression: Compression::ZIP16,
        blocks: Blocks::ScanLines,
        line_order: LineOrder::Increasing,
    };
    let image = Image::from_layer(Layer::new(
        size,
        LayerAttributes::default(),
        encoding,
        planes,
    ));
    let mut bytes = Cursor::new(Vec::new());
    let written = image.write().non_parallel().to_buffered(&mut bytes);
    written.map_err(|error| one_line(&error.to_string()))?;
    Ok(bytes.into_inner())
}

pub(crate) fn exr_write(path: &Text, image: &Array) -> Result<(), Raised> {
    let path = path.as_str();
    let dims = image.dims();
    let fits = dims.count() <= 3 && (1..=4).contains(&dims.get(2)) && image.numel() > 0;
    if !fits {
        return Err(write_error(
            path,
            format!("an array of size {dims} is no image"),
        ));
    }
    let values = converted(image, ElemKind::F32)?;
    let size = (dims.get(1) as usize, dims.get(0) as usize);
    let (channels, values) = (dims.get(2) as usize, values.elements::<f32>());
    let bytes = isolation::encoded(path, || file(size, channels, values));
    store(path, &bytes?)
}
