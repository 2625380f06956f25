//! Arrays in the layout that textures read, texture objects and surface objects.
//!
//! *Invariant:* a texture or surface keeps the array that it lies on.

use crate::abi::sys::{
    CU_TRSF_NORMALIZED_COORDINATES, CU_TRSF_READ_AS_INTEGER, CUDA_ARRAY3D_DESCRIPTOR,
    CUDA_ARRAY3D_SURFACE_LDST, CUDA_MEMCPY3D, CUDA_RESOURCE_DESC,
    CUDA_RESOURCE_DESC_st__bindgen_ty_1 as Resource,
    CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1 as ArrayResource,
    CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5 as Reserved, CUDA_TEXTURE_DESC,
    CUaddress_mode, CUarray, CUarray_format, CUfilter_mode, CUmemorytype, CUresourcetype,
};
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
    /// The name in cuda.h, and the bytes.
    fn row(self) -> (CUarray_format, usize) {
        use CUarray_format as Row;
        match self {
            Channel::Unsigned8 => (Row::CU_AD_FORMAT_UNSIGNED_INT8, 1),
            Channel::Unsigned16 => (Row::CU_AD_FORMAT_UNSIGNED_INT16, 2),
            Channel::Unsigned32 => (Row::CU_AD_FORMAT_UNSIGNED_INT32, 4),
            Channel::Signed8 => (Row::CU_AD_FORMAT_SIGNED_INT8, 1),
            Channel::Signed16 => (Row::CU_AD_FORMAT_SIGNED_INT16, 2),
            Channel::Signed32 => (Row::CU_AD_FORMAT_SIGNED_INT32, 4),
            Channel::Half => (Row::CU_AD_FORMAT_HALF, 2),
            Channel::Float => (Row::CU_AD_FORMAT_FLOAT, 4),
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
    handle: CUarray,
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
        let description = CUDA_ARRAY3D_DESCRIPTOR {
            Width: shape.width,
            Height: shape.height,
            Depth: shape.depth,
            Format: shape.channel.row().0,
            NumChannels: shape.channels,
            Flags: if written {
                CUDA_ARRAY3D_SURFACE_LDST
            } else {
                0
            },
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

/// A copy of a whole array between two ends, of which the other lies line by line without gaps; nothing says yet where they are.
fn whole(shape: &ArrayShape, from: CUmemorytype, to: CUmemorytype) -> CUDA_MEMCPY3D {
    let (pitch, lines) = (shape.line_bytes(), shape.height.max(1));
    CUDA_MEMCPY3D {
        srcXInBytes: 0,
        srcY: 0,
        srcZ: 0,
        srcLOD: 0,
        srcMemoryType: from,
        srcHost: ptr::null(),
        srcDevice: 0,
        srcArray: ptr::null_mut(),
        reserved0: ptr::null_mut(),
        srcPitch: pitch,
        srcHeight: lines,
        dstXInBytes: 0,
        dstY: 0,
        dstZ: 0,
        dstLOD: 0,
        dstMemoryType: to,
        dstHost: ptr::null_mut(),
        dstDevice: 0,
        dstArray: ptr::null_mut(),
        reserved1: ptr::null_mut(),
        dstPitch: pitch,
        dstHeight: lines,
        WidthInBytes: pitch,
        Height: lines,
        Depth: shape.depth.max(1),
    }
}

const HOST: CUmemorytype = CUmemorytype::CU_MEMORYTYPE_HOST;
const DEVICE: CUmemorytype = CUmemorytype::CU_MEMORYTYPE_DEVICE;
const ARRAY: CUmemorytype = CUmemorytype::CU_MEMORYTYPE_ARRAY;

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
        let copy = CUDA_MEMCPY3D {
            srcHost: from.as_ptr().cast(),
            dstArray: self.shared.handle,
            ..whole(&self.shared.shape, HOST, ARRAY)
        };
        self.copy(&copy)
    }

    /// Copies all elements to the host and waits for it.
    ///
    /// # Errors
    /// The number of bytes is another, or the context is lost.
    pub fn read(&self, to: &mut [u8]) -> Result<(), Error> {
        self.check(to.len())?;
        let copy = CUDA_MEMCPY3D {
            srcArray: self.shared.handle,
            dstHost: to.as_mut_ptr().cast::<c_void>(),
            ..whole(&self.shared.shape, ARRAY, HOST)
        };
        self.copy(&copy)
    }

    /// Copies all elements from device memory that lies line by line without gaps, and waits for it.
    ///
    /// # Errors
    /// The number of bytes is another, or the context is lost.
    pub fn write_from(&self, from: &crate::memory::DeviceMemory) -> Result<(), Error> {
        self.check(from.len())?;
        let copy = CUDA_MEMCPY3D {
            srcDevice: from.address(),
            dstArray: self.shared.handle,
            ..whole(&self.shared.shape, DEVICE, ARRAY)
        };
        self.copy(&copy)
    }

    /// Both ends of the copy have the bytes of the whole array.
    fn copy(&self, copy: &CUDA_MEMCPY3D) -> Result<(), Error> {
        let driver = self.shared.context.bind()?;
        // SAFETY: whoever calls this has checked the bytes.
        unsafe { driver.copy_3d(copy) }?;
        self.shared.context.settle_copies(driver)
    }

    fn resource(&self) -> CUDA_RESOURCE_DESC {
        // All of the union has contents: the driver's copy is as long as its longest part.
        let mut res = Resource {
            reserved: Reserved { reserved: [0; 32] },
        };
        res.array = ArrayResource {
            hArray: self.shared.handle,
        };
        CUDA_RESOURCE_DESC {
            resType: CUresourcetype::CU_RESOURCE_TYPE_ARRAY,
            res,
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
    fn description(&self) -> CUDA_TEXTURE_DESC {
        use CUaddress_mode as Mode;
        let mode = |outside: Outside| match outside {
            Outside::Wrap => Mode::CU_TR_ADDRESS_MODE_WRAP,
            Outside::Clamp => Mode::CU_TR_ADDRESS_MODE_CLAMP,
            Outside::Mirror => Mode::CU_TR_ADDRESS_MODE_MIRROR,
            Outside::Zero => Mode::CU_TR_ADDRESS_MODE_BORDER,
        };
        let flag = |set: bool, flag| if set { flag } else { 0 };
        CUDA_TEXTURE_DESC {
            addressMode: self.outside.map(mode),
            filterMode: match self.linear {
                true => CUfilter_mode::CU_TR_FILTER_MODE_LINEAR,
                false => CUfilter_mode::CU_TR_FILTER_MODE_POINT,
            },
            flags: flag(self.integers, CU_TRSF_READ_AS_INTEGER)
                | flag(self.normalised, CU_TRSF_NORMALIZED_COORDINATES),
            maxAnisotropy: 0,
            mipmapFilterMode: CUfilter_mode::CU_TR_FILTER_MODE_POINT,
            mipmapLevelBias: 0.0,
            minMipmapLevelClamp: 0.0,
            maxMipmapLevelClamp: 0.0,
            borderColor: [0.0; 4],
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
        let copy = whole(&ArrayShape { height: 3, ..shape }, HOST, ARRAY);
        assert_eq!((copy.Height, copy.Depth), (3, 1));
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
        let modes = description.addressMode.map(|mode| mode as u32);
        assert_eq!(modes, [1, 2, 3]);
        assert_eq!((description.filterMode as u32, description.flags), (1, 2));
    }
}
