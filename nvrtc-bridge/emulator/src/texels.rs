//! Arrays of texels, and how kernels see them.
//!
//! *Invariant:* an array has as many bytes as its shape says.

use crate::abi::{Array3dDescriptor, ResourceDescriptor, TextureDescriptor, array_format};
use quasar_ptx::{ChannelFormat, TextureArray};

/// A handle of any kind, as C sees it.
pub type Handle = usize;

/// An array.
pub struct Array {
    /// Its device.
    pub device: usize,
    /// Its shape.
    pub shape: Array3dDescriptor,
    /// Its elements, line by line.
    pub texels: Texels,
}

/// A texture object, or a surface object, which has no sampling.
#[derive(Clone, Copy)]
pub struct View {
    /// What it lies on.
    pub resource: ResourceDescriptor,
    /// How it is read.
    pub sampling: Option<TextureDescriptor>,
}

/// The elements of an array.
pub struct Texels(pub(crate) TextureArray);

impl Texels {
    /// Elements of this shape, all zero; none for a format that arrays do not have.
    pub fn new(shape: &Array3dDescriptor) -> Option<Texels> {
        let format = channel(shape.format)?;
        let extent = [shape.width, shape.height.max(1), shape.depth.max(1)];
        let elements = extent.iter().product::<usize>();
        let bytes = elements * format.size() * shape.channels as usize;
        Some(Texels(TextureArray {
            extent: extent.map(|count| count as u32),
            layers: 1,
            channels: shape.channels,
            format,
            bytes: vec![0; bytes],
        }))
    }

    /// The bytes, line by line.
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The bytes, line by line.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0.bytes
    }
}

/// The interpreter's format for one of cuda.h.
fn channel(format: u32) -> Option<ChannelFormat> {
    match format {
        array_format::UNSIGNED_INT8 => Some(ChannelFormat::U8),
        array_format::UNSIGNED_INT16 => Some(ChannelFormat::U16),
        array_format::UNSIGNED_INT32 => Some(ChannelFormat::U32),
        array_format::SIGNED_INT8 => Some(ChannelFormat::S8),
        array_format::SIGNED_INT16 => Some(ChannelFormat::S16),
        array_format::SIGNED_INT32 => Some(ChannelFormat::S32),
        array_format::HALF => Some(ChannelFormat::F16),
        array_format::FLOAT => Some(ChannelFormat::F32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_have_the_bytes_of_their_shape() {
        let shape = Array3dDescriptor {
            width: 3,
            height: 2,
            format: array_format::HALF,
            channels: 4,
            ..Array3dDescriptor::default()
        };
        assert_eq!(
            Texels::new(&shape).map(|texels| texels.bytes().len()),
            Some(48)
        );
        assert!(Texels::new(&Array3dDescriptor { format: 7, ..shape }).is_none());
    }
}
