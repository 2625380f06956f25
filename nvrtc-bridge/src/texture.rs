//! Arrays in the layout that textures read, texture objects and surface objects.
//!
//! *Invariant:* a texture or surface keeps the array that it lies on.

use crate::abi::*;
use crate::context::Context;
use crate::error::Error;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

/// What an element of an array is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// 8 bits, from 0.
    Unsigned8,
    /// 16 bits, from 0.
    Unsigned16,
    /// 32 bits, from 0.
    Unsigned32,
    /// 8 bits with sign.
    Signed8,
    /// 16 bits with sign.
    Signed16,
    /// 32 bits with sign.
    Signed32,
    /// 16 bits of float.
    Half,
    /// 32 bits of float.
    Float,
}

impl Channel {
    /// The number in cuda.h, and the bytes.
    fn row(self) -> (u32, usize) {
        match self {
            Channel::Unsigned8 => (array_format::UNSIGNED_INT8, 1),
            Channel::Unsigned16 => (array_format::UNSIGNED_INT16, 2),
            Channel::Unsigned32 => (array_format::UNSIGNED_INT32, 4),
            Channel::Signed8 => (array_format::SIGNED_INT8, 1),
            Channel::Signed16 => (array_format::SIGNED_INT16, 2),
            Channel::Signed32 => (array_format::SIGNED_INT32, 4),
            Channel::Half => (array_format::HALF, 2),
            Channel::Float => (array_format::FLOAT, 4),
        }
    }
}

/// What lies outside of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The texture again; with normalised coordinates only.
    Wrap,
    /// The nearest element.
    Clamp,
    /// The texture mirrored; with normalised coordinates only.
    Mirror,
    /// Zero.
    Zero,
}

/// The shape of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayShape {
    /// Elements along a line.
    pub width: usize,
    /// Lines; 0 for one dimension.
    pub height: usize,
    /// Planes; 0 for fewer than three dimensions.
    pub depth: usize,
    /// What elements are made of.
    pub channel: Channel,
    /// 1, 2 or 4 to an element.
    pub channels: u32,
}

impl ArrayShape {
    fn line_bytes(&self) -> usize {
        self.width * self.channels as usize * self.channel.row().1
    }

    fn bytes(&self) -> usize {
        self.line_bytes() * self.height.max(1) * self.depth.max(1)
    }
}

/// An array of a device. Copies of it are the same array.
#[derive(Clone)]
pub struct Array {
    shared: Arc<SharedArray>,
}

struct SharedArray {
    context: Context,
    handle: Handle,
    shape: ArrayShape,
}

// SAFETY: the driver locks; copies are waited for.
unsafe impl Send for SharedArray {}
// SAFETY: as above.
unsafe impl Sync for SharedArray {}

impl Drop for SharedArray {
    fn drop(&mut self) {
        if let Some(driver) = self.context.settle() {
            // SAFETY: no texture or surface of the array is left, and no kernel runs.
            let _ = unsafe { driver.array_destroy(self.handle) };
        }
    }
}

impl Context {
    /// Allocates an array; `written` for surfaces.
    ///
    /// # Errors
    /// There is too little memory, or the device has no arrays of that shape.
    pub fn allocate_array(&self, shape: ArrayShape, written: bool) -> Result<Array, Error> {
        let description = Array3dDescriptor {
            width: shape.width,
            height: shape.height,
            depth: shape.depth,
            format: shape.channel.row().0,
            channels: shape.channels,
            flags: if written { ARRAY_SURFACE } else { 0 },
        };
        let mut handle = ptr::null_mut();
        // SAFETY: the context is current, the places valid for the call.
        unsafe { self.bind()?.array_create(&mut handle, &description) }?;
        let shared = SharedArray {
            context: self.clone(),
            handle,
            shape,
        };
        Ok(Array {
            shared: Arc::new(shared),
        })
    }
}

/// A copy of a whole array from or to something that lies line by line without gaps.
fn whole(shape: &ArrayShape) -> Copy3d {
    let (pitch, lines) = (shape.line_bytes(), shape.height.max(1));
    Copy3d {
        source_x: 0,
        source_y: 0,
        source_z: 0,
        source_level: 0,
        source_type: 0,
        source_host: ptr::null(),
        source_device: 0,
        source_array: ptr::null_mut(),
        reserved0: ptr::null_mut(),
        source_pitch: pitch,
        source_height: lines,
        destination_x: 0,
        destination_y: 0,
        destination_z: 0,
        destination_level: 0,
        destination_type: 0,
        destination_host: ptr::null_mut(),
        destination_device: 0,
        destination_array: ptr::null_mut(),
        reserved1: ptr::null_mut(),
        destination_pitch: pitch,
        destination_height: lines,
        width: pitch,
        height: lines,
        depth: shape.depth.max(1),
    }
}

impl Array {
    /// Its shape.
    pub fn shape(&self) -> ArrayShape {
        self.shared.shape
    }

    fn check(&self, bytes: usize) -> Result<(), Error> {
        let needed = self.shared.shape.bytes();
        if bytes == needed {
            return Ok(());
        }
        Err(Error::refused(format!(
            "an array of {needed} bytes is copied as {bytes}"
        )))
    }

    /// Copies all elements from the host and waits for it.
    ///
    /// # Errors
    /// The number of bytes is another, or the context is lost.
    pub fn write(&self, from: &[u8]) -> Result<(), Error> {
        self.check(from.len())?;
        let copy = Copy3d {
            source_type: memory_type::HOST,
            source_host: from.as_ptr().cast(),
            destination_type: memory_type::ARRAY,
            destination_array: self.shared.handle,
            ..whole(&self.shared.shape)
        };
        self.copy(&copy)
    }

    /// Copies all elements to the host and waits for it.
    ///
    /// # Errors
    /// The number of bytes is another, or the context is lost.
    pub fn read(&self, to: &mut [u8]) -> Result<(), Error> {
        self.check(to.len())?;
        let copy = Copy3d {
            source_type: memory_type::ARRAY,
            source_array: self.shared.handle,
            destination_type: memory_type::HOST,
            destination_host: to.as_mut_ptr().cast::<c_void>(),
            ..whole(&self.shared.shape)
        };
        self.copy(&copy)
    }

    /// Copies all elements from device memory that lies line by line without gaps, and waits for it.
    ///
    /// # Errors
    /// The number of bytes is another, or the context is lost.
    pub fn write_from(&self, from: &crate::memory::DeviceMemory) -> Result<(), Error> {
        self.check(from.len())?;
        let copy = Copy3d {
            source_type: memory_type::DEVICE,
            source_device: from.address(),
            destination_type: memory_type::ARRAY,
            destination_array: self.shared.handle,
            ..whole(&self.shared.shape)
        };
        self.copy(&copy)
    }

    /// Both ends of the copy have the bytes of the whole array.
    fn copy(&self, copy: &Copy3d) -> Result<(), Error> {
        let driver = self.shared.context.bind()?;
        // SAFETY: whoever calls this has checked the bytes.
        unsafe { driver.copy_3d(copy) }?;
        self.shared.context.settle_copies(driver)
    }

    fn resource(&self) -> ResourceDescriptor {
        let mut words = [0; 16];
        words[0] = self.shared.handle as u64;
        ResourceDescriptor {
            kind: resource_type::ARRAY,
            words,
            flags: 0,
        }
    }
}

/// How a texture is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// What lies outside, for each dimension.
    pub outside: [Outside; 3],
    /// Linear interpolation between elements.
    pub linear: bool,
    /// Coordinates go from 0 to 1.
    pub normalised: bool,
    /// Integers stay integers; otherwise they become floats up to 1.
    pub integers: bool,
}

impl Sampling {
    fn description(&self) -> TextureDescriptor {
        let mode = |outside: Outside| match outside {
            Outside::Wrap => address_mode::WRAP,
            Outside::Clamp => address_mode::CLAMP,
            Outside::Mirror => address_mode::MIRROR,
            Outside::Zero => address_mode::BORDER,
        };
        let integers = if self.integers { READ_AS_INTEGER } else { 0 };
        let normalised = if self.normalised {
            NORMALIZED_COORDINATES
        } else {
            0
        };
        TextureDescriptor {
            address_modes: self.outside.map(mode),
            filter_mode: u32::from(self.linear),
            flags: integers | normalised,
            anisotropy: 0,
            mipmap_filter: 0,
            mipmap_bias: 0.0,
            mipmap_minimum: 0.0,
            mipmap_maximum: 0.0,
            border: [0.0; 4],
            reserved: [0; 12],
        }
    }
}

/// A texture object; kernels take its number.
pub struct Texture {
    array: Array,
    object: u64,
}

/// A surface object; kernels take its number.
pub struct Surface {
    array: Array,
    object: u64,
}

impl Array {
    /// Makes a texture of the array.
    ///
    /// # Errors
    /// The combination is none that the device has.
    pub fn texture(&self, sampling: &Sampling) -> Result<Texture, Error> {
        let mut object = 0;
        let (resource, description) = (self.resource(), sampling.description());
        let driver = self.shared.context.bind()?;
        // SAFETY: the places are valid for the call, the array lives as long as the texture.
        unsafe { driver.texture_create(&mut object, &resource, &description, ptr::null()) }?;
        Ok(Texture {
            array: self.clone(),
            object,
        })
    }

    /// Makes a surface of the array.
    ///
    /// # Errors
    /// The array was not allocated to be written.
    pub fn surface(&self) -> Result<Surface, Error> {
        let mut object = 0;
        let resource = self.resource();
        let driver = self.shared.context.bind()?;
        // SAFETY: the places are valid for the call, the array lives as long as the surface.
        unsafe { driver.surface_create(&mut object, &resource) }?;
        Ok(Surface {
            array: self.clone(),
            object,
        })
    }
}

impl Texture {
    /// What kernels take (`cudaTextureObject_t`).
    pub fn object(&self) -> u64 {
        self.object
    }
}

impl Surface {
    /// What kernels take (`cudaSurfaceObject_t`).
    pub fn object(&self) -> u64 {
        self.object
    }
}

impl Drop for Texture {
    fn drop(&mut self) {
        if let Some(driver) = self.array.shared.context.settle() {
            // SAFETY: nobody else has the texture, and no kernel runs.
            let _ = unsafe { driver.texture_destroy(self.object) };
        }
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        if let Some(driver) = self.array.shared.context.settle() {
            // SAFETY: nobody else has the surface, and no kernel runs.
            let _ = unsafe { driver.surface_destroy(self.object) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_arrays_count_the_dimensions_that_are_there() {
        let shape = ArrayShape {
            width: 5,
            height: 0,
            depth: 0,
            channel: Channel::Half,
            channels: 4,
        };
        assert_eq!(shape.bytes(), 40);
        assert_eq!(
            ArrayShape {
                height: 3,
                depth: 2,
                ..shape
            }
            .bytes(),
            240
        );
        assert_eq!(whole(&ArrayShape { height: 3, ..shape }).depth, 1);
    }

    #[test]
    fn sampling_becomes_the_flags_of_the_driver() {
        let sampling = Sampling {
            outside: [Outside::Clamp, Outside::Mirror, Outside::Zero],
            linear: true,
            normalised: true,
            integers: false,
        };
        let description = sampling.description();
        assert_eq!(description.address_modes, [1, 2, 3]);
        assert_eq!((description.filter_mode, description.flags), (1, 2));
    }
}
