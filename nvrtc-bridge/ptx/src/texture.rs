//! Textures: arrays of texels and how they are read.
//!
//! Filtering is that of the CUDA C++ Programming Guide, "Texture Fetching": weights have 8 bits of fraction.
//!
//! *Invariant:* every coordinate gives a value; what lies beyond an array is decided by the address mode.

use crate::soft::{self, HALF, Rounding, SINGLE};

/// The format of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelFormat {
    /// Unsigned, 8 bits.
    U8,
    /// Signed, 8 bits.
    S8,
    /// Unsigned, 16 bits.
    U16,
    /// Signed, 16 bits.
    S16,
    /// Unsigned, 32 bits.
    U32,
    /// Signed, 32 bits.
    S32,
    /// A half.
    F16,
    /// A float.
    F32,
}

impl ChannelFormat {
    /// Bytes of a component.
    pub fn size(self) -> usize {
        match self {
            ChannelFormat::U8 | ChannelFormat::S8 => 1,
            ChannelFormat::U16 | ChannelFormat::S16 | ChannelFormat::F16 => 2,
            ChannelFormat::U32 | ChannelFormat::S32 | ChannelFormat::F32 => 4,
        }
    }
}

/// What a coordinate beyond the array means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressMode {
    /// The array is repeated; for normalised coordinates only.
    Wrap,
    /// The nearest element.
    Clamp,
    /// The array is repeated, every other time turned round; for normalised coordinates only.
    Mirror,
    /// Zero.
    Border,
}

/// How a value between elements is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The element that the coordinate lies in.
    Nearest,
    /// Between the elements around it.
    Linear,
}

/// An array of texels; x runs first, then y, z and the layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureArray {
    /// Elements in x, y and z; 1 for dimensions that are not there.
    pub extent: [u32; 3],
    /// Layers; 1 if it has none.
    pub layers: u32,
    /// Components of an element: 1, 2 or 4.
    pub channels: u32,
    /// The format of a component.
    pub format: ChannelFormat,
    /// The elements.
    pub bytes: Vec<u8>,
}

/// How a texture object reads an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureView {
    /// For x, y and z.
    pub address: [AddressMode; 3],
    /// Nearest or linear.
    pub filter: Filter,
    /// Coordinates run from 0 to 1.
    pub normalised_coordinates: bool,
    /// Integers of 8 and 16 bits are read as floats from 0 to 1 or -1 to 1.
    pub normalised_values: bool,
}

/// Who knows textures and surfaces by their handles.
pub trait Textures {
    /// The array and the view of a texture object.
    fn texture(&self, handle: u64) -> Option<(&TextureArray, TextureView)>;
    /// The array of a surface object.
    fn surface(&mut self, handle: u64) -> Option<&mut TextureArray>;
}

/// There are none.
pub struct NoTextures;

impl Textures for NoTextures {
    fn texture(&self, _: u64) -> Option<(&TextureArray, TextureView)> {
        None
    }

    fn surface(&mut self, _: u64) -> Option<&mut TextureArray> {
        None
    }
}

impl TextureArray {
    /// An array of zeros.
    pub fn new(
        extent: [u32; 3],
        layers: u32,
        channels: u32,
        format: ChannelFormat,
    ) -> TextureArray {
        let elements: usize = extent.iter().map(|&size| size.max(1) as usize).product();
        let size = elements * layers.max(1) as usize * channels as usize * format.size();
        TextureArray {
            extent: extent.map(|size| size.max(1)),
            layers: layers.max(1),
            channels,
            format,
            bytes: vec![0; size],
        }
    }

    /// Bytes of an element.
    pub fn element_size(&self) -> usize {
        self.channels as usize * self.format.size()
    }

    /// The first byte of an element; none beyond the array.
    pub fn offset(&self, at: [i64; 3], layer: u32) -> Option<usize> {
        let inside = |axis: usize| (0..i64::from(self.extent[axis])).contains(&at[axis]);
        if !(0..3).all(inside) || layer >= self.layers {
            return None;
        }
        let [width, height, depth] = self.extent.map(|size| size as usize);
        let [x, y, z] = at.map(|coordinate| coordinate as usize);
        let index = ((layer as usize * depth + z) * height + y) * width + x;
        Some(index * self.element_size())
    }

    /// The bits of a component, extended to 32.
    fn component(&self, offset: usize, channel: usize) -> u32 {
        let size = self.format.size();
        let start = offset + channel * size;
        let mut word = [0; 4];
        word[..size].copy_from_slice(&self.bytes[start..start + size]);
        let bits = u32::from_le_bytes(word);
        match self.format {
            ChannelFormat::S8 => bits as i8 as u32,
            ChannelFormat::S16 => bits as i16 as u32,
            ChannelFormat::F16 => {
                soft::convert(u64::from(bits), HALF, SINGLE, Rounding::Nearest) as u32
            }
            ChannelFormat::U8
            | ChannelFormat::U16
            | ChannelFormat::U32
            | ChannelFormat::S32
            | ChannelFormat::F32 => bits,
        }
    }

    /// A component as the float that a fetch gives.
    fn float(&self, bits: u32) -> f32 {
        match self.format {
            ChannelFormat::U8 => bits as f32 / 255.0,
            ChannelFormat::S8 => (bits as i32 as f32 / 127.0).max(-1.0),
            ChannelFormat::U16 => bits as f32 / 65535.0,
            ChannelFormat::S16 => (bits as i32 as f32 / 32767.0).max(-1.0),
            ChannelFormat::U32 | ChannelFormat::S32 | ChannelFormat::F16 | ChannelFormat::F32 => {
                f32::from_bits(bits)
            }
        }
    }
}

/// A fetch with coordinates made ready.
pub struct Fetch<'f> {
    array: &'f TextureArray,
    view: TextureView,
    dimensions: usize,
    layer: u32,
    gives_floats: bool,
}

impl<'f> Fetch<'f> {
    /// A fetch from a layer; layers beyond the last give the last. One of a single coordinate is filtered along a second one too, which is 0
    /// and lies half way to what is outside: so an H100 does it (driver 580, CUDA 13.0).
    pub fn new(
        array: &'f TextureArray,
        view: TextureView,
        dimensions: usize,
        layer: u32,
    ) -> Fetch<'f> {
        let is_float = matches!(array.format, ChannelFormat::F16 | ChannelFormat::F32);
        Fetch {
            array,
            view,
            dimensions: dimensions.max(2),
            layer: layer.min(array.layers - 1),
            gives_floats: is_float || view.normalised_values && array.format.size() < 4,
        }
    }

    /// The four components of a texel at integer coordinates.
    pub fn texel(&self, at: [i64; 3]) -> [u32; 4] {
        let one = if self.gives_floats { 1f32.to_bits() } else { 1 };
        let mut result = [0, 0, 0, one];
        let place = self.resolved(at);
        let Some(offset) = place.and_then(|place| self.array.offset(place, self.layer)) else {
            return [0; 4];
        };
        for (channel, slot) in result
            .iter_mut()
            .enumerate()
            .take(self.array.channels as usize)
        {
            let bits = self.array.component(offset, channel);
            *slot = if self.gives_floats {
                self.array.float(bits).to_bits()
            } else {
                bits
            };
        }
        result
    }

    /// Indices within the array; none for the border.
    fn resolved(&self, at: [i64; 3]) -> Option<[i64; 3]> {
        let mut found = [0; 3];
        for axis in 0..self.dimensions {
            let size = i64::from(self.array.extent[axis]);
            let index = at[axis];
            let repeats = self.view.normalised_coordinates;
            found[axis] = match self.view.address[axis] {
                AddressMode::Wrap if repeats => index.rem_euclid(size),
                AddressMode::Mirror if repeats => {
                    let inside = index.rem_euclid(2 * size);
                    inside.min(2 * size - 1 - inside)
                }
                AddressMode::Border if !(0..size).contains(&index) => return None,
                AddressMode::Wrap
                | AddressMode::Mirror
                | AddressMode::Clamp
                | AddressMode::Border => index.clamp(0, size - 1),
            };
        }
        Some(found)
    }

    fn scaled(&self, coordinates: [f32; 3]) -> [f32; 3] {
        let mut scaled = [0.0; 3];
        for axis in 0..self.dimensions {
            let size = self.array.extent[axis] as f32;
            let factor = if self.view.normalised_coordinates {
                size
            } else {
                1.0
            };
            let value = coordinates[axis] * factor;
            scaled[axis] = if value.is_nan() { 0.0 } else { value };
        }
        scaled
    }

    /// The four components at float coordinates.
    pub fn sample(&self, coordinates: [f32; 3]) -> [u32; 4] {
        let at = self.scaled(coordinates);
        if self.view.filter == Filter::Nearest || !self.gives_floats {
            return self.texel(at.map(|value| value.floor() as i64));
        }
        let (base, weights) = self.between(at);
        let mut total = [0f32; 4];
        for corner in 0..1usize << self.dimensions {
            let mut weight = 1.0;
            let mut place = base;
            for axis in 0..self.dimensions {
                let upper = corner >> axis & 1;
                place[axis] += upper as i64;
                weight *= if upper == 1 {
                    weights[axis]
                } else {
                    1.0 - weights[axis]
                };
            }
            for (sum, bits) in total.iter_mut().zip(self.texel(place)) {
                *sum += weight * f32::from_bits(bits);
            }
        }
        total.map(f32::to_bits)
    }

    /// The lower neighbours and the weights of the upper ones, in 1.8 fixed point.
    fn between(&self, at: [f32; 3]) -> ([i64; 3], [f32; 3]) {
        let mut base = [0; 3];
        let mut weights = [0.0; 3];
        for axis in 0..self.dimensions {
            let centred = at[axis] - 0.5;
            let lower = centred.floor();
            weights[axis] = ((centred - lower) * 256.0).round() / 256.0;
            base[axis] = lower as i64;
        }
        (base, weights)
    }

    /// One component of the four texels around a coordinate, in the order of `tld4`: counter-clockwise from the lower left.
    pub fn gather(&self, coordinates: [f32; 3], component: usize) -> [u32; 4] {
        let (base, _) = self.between(self.scaled(coordinates));
        let corner = |x: i64, y: i64| self.texel([base[0] + x, base[1] + y, 0])[component];
        [corner(0, 1), corner(1, 1), corner(1, 0), corner(0, 0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp() -> TextureArray {
        let mut array = TextureArray::new([4, 1, 1], 1, 1, ChannelFormat::F32);
        for (index, bytes) in array.bytes.chunks_exact_mut(4).enumerate() {
            bytes.copy_from_slice(&(index as f32 * 10.0).to_le_bytes());
        }
        array
    }

    fn view(address: AddressMode, filter: Filter, normalised: bool) -> TextureView {
        TextureView {
            address: [address; 3],
            filter,
            normalised_coordinates: normalised,
            normalised_values: false,
        }
    }

    fn at(view: TextureView, x: f32) -> f32 {
        let array = ramp();
        let fetch = Fetch::new(&array, view, 1, 0);
        f32::from_bits(fetch.sample([x, 0.0, 0.0])[0])
    }

    #[test]
    fn nearest_takes_the_element_around() {
        let clamp = view(AddressMode::Clamp, Filter::Nearest, false);
        assert_eq!(at(clamp, 1.99), 10.0);
        assert_eq!(at(clamp, -3.0), 0.0);
        assert_eq!(at(clamp, 9.0), 30.0);
        let border = view(AddressMode::Border, Filter::Nearest, false);
        assert_eq!((at(border, 4.0), at(border, 3.0)), (0.0, 30.0));
    }

    #[test]
    fn a_line_has_a_border_along_the_other_axis() {
        let border = view(AddressMode::Border, Filter::Linear, false);
        assert_eq!(at(border, 1.5), 5.0);
        let address = [AddressMode::Border, AddressMode::Clamp, AddressMode::Clamp];
        let along = TextureView { address, ..border };
        assert_eq!((at(along, 1.5), at(along, -0.5)), (10.0, 0.0));
    }

    #[test]
    fn linear_weights_have_eight_bits() {
        let clamp = view(AddressMode::Clamp, Filter::Linear, false);
        assert_eq!(at(clamp, 1.5), 10.0);
        assert_eq!(at(clamp, 2.0), 15.0);
        // A weight of 0.001 is nearest to 0/256, one of 0.003 to 1/256.
        assert_eq!(at(clamp, 1.501), 10.0);
        assert_eq!(at(clamp, 1.503), 10.0 + 10.0 / 256.0);
        assert_eq!(at(clamp, 0.0), 0.0);
    }

    #[test]
    fn normalised_coordinates_repeat() {
        let wrap = view(AddressMode::Wrap, Filter::Nearest, true);
        assert_eq!(at(wrap, 1.25), 10.0);
        assert_eq!(at(wrap, -0.25), 30.0);
        let mirror = view(AddressMode::Mirror, Filter::Nearest, true);
        assert_eq!(at(mirror, 1.0), 30.0);
        assert_eq!(at(mirror, -0.1), 0.0);
        let linear = view(AddressMode::Wrap, Filter::Linear, true);
        // Half way between the last and the first.
        assert_eq!(at(linear, 0.0), 15.0);
    }

    #[test]
    fn bytes_become_floats_from_0_to_1() {
        let mut array = TextureArray::new([1, 1, 1], 1, 2, ChannelFormat::U8);
        array.bytes = vec![255, 51];
        let normalised = TextureView {
            normalised_values: true,
            ..view(AddressMode::Clamp, Filter::Nearest, false)
        };
        let texel = Fetch::new(&array, normalised, 2, 0).texel([0; 3]);
        assert_eq!(texel.map(f32::from_bits), [1.0, 0.2, 0.0, 1.0]);
        let plain = view(AddressMode::Clamp, Filter::Nearest, false);
        assert_eq!(
            Fetch::new(&array, plain, 2, 0).texel([0; 3]),
            [255, 51, 0, 1]
        );
    }
}
