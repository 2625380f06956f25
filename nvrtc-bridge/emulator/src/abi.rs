//! The structures that programs give to the driver, and the numbers in them.
//!
//! The numbers are those of cudarc's bindings, which are generated from cuda.h. The structures are not, though they have the same layout: those of
//! the bindings hold enumerations, and a program may give any number in the place of one, which Rust must not read as an enumeration.
//!
//! *Invariant:* layouts are those of cuda.h of CUDA 12.

use cudarc::driver::sys;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// `CUdeviceptr`
pub type Address = sys::CUdeviceptr;
/// Every opaque pointer.
pub type Handle = *mut c_void;

/// `CUuuid`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uuid {
    /// The sixteen bytes.
    pub bytes: [c_char; 16],
}

/// `CUDA_ARRAY_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayDescriptor {
    /// Elements along a line.
    pub width: usize,
    /// Lines; 0 for one dimension.
    pub height: usize,
    /// `CUarray_format`, see [`array_format`].
    pub format: c_uint,
    /// 1, 2 or 4.
    pub channels: c_uint,
}

/// `CUDA_ARRAY3D_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Array3dDescriptor {
    /// Elements along a line.
    pub width: usize,
    /// Lines; 0 for one dimension.
    pub height: usize,
    /// Planes; 0 for fewer than three dimensions.
    pub depth: usize,
    /// `CUarray_format`, see [`array_format`].
    pub format: c_uint,
    /// 1, 2 or 4.
    pub channels: c_uint,
    /// [`ARRAY_SURFACE`] and others.
    pub flags: c_uint,
}

/// `CU_MEM_ATTACH_GLOBAL`: kernels of all streams may use the managed memory.
pub const ATTACH_GLOBAL: c_uint = sys::CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL as c_uint;
/// `CUDA_ARRAY3D_SURFACE_LDST`: the array may be written through a surface.
pub const ARRAY_SURFACE: c_uint = sys::CUDA_ARRAY3D_SURFACE_LDST;

/// `CUarray_format`
pub mod array_format {
    use cudarc::driver::sys::CUarray_format as Rows;

    /// `CU_AD_FORMAT_UNSIGNED_INT8`
    pub const UNSIGNED_INT8: u32 = Rows::CU_AD_FORMAT_UNSIGNED_INT8 as u32;
    /// `CU_AD_FORMAT_UNSIGNED_INT16`
    pub const UNSIGNED_INT16: u32 = Rows::CU_AD_FORMAT_UNSIGNED_INT16 as u32;
    /// `CU_AD_FORMAT_UNSIGNED_INT32`
    pub const UNSIGNED_INT32: u32 = Rows::CU_AD_FORMAT_UNSIGNED_INT32 as u32;
    /// `CU_AD_FORMAT_SIGNED_INT8`
    pub const SIGNED_INT8: u32 = Rows::CU_AD_FORMAT_SIGNED_INT8 as u32;
    /// `CU_AD_FORMAT_SIGNED_INT16`
    pub const SIGNED_INT16: u32 = Rows::CU_AD_FORMAT_SIGNED_INT16 as u32;
    /// `CU_AD_FORMAT_SIGNED_INT32`
    pub const SIGNED_INT32: u32 = Rows::CU_AD_FORMAT_SIGNED_INT32 as u32;
    /// `CU_AD_FORMAT_HALF`
    pub const HALF: u32 = Rows::CU_AD_FORMAT_HALF as u32;
    /// `CU_AD_FORMAT_FLOAT`
    pub const FLOAT: u32 = Rows::CU_AD_FORMAT_FLOAT as u32;
}

/// `CUmemorytype`: what one end of a copy is.
pub mod memory_type {
    use cudarc::driver::sys::CUmemorytype as Rows;

    /// `CU_MEMORYTYPE_HOST`
    pub const HOST: u32 = Rows::CU_MEMORYTYPE_HOST as u32;
    /// `CU_MEMORYTYPE_DEVICE`
    pub const DEVICE: u32 = Rows::CU_MEMORYTYPE_DEVICE as u32;
    /// `CU_MEMORYTYPE_ARRAY`
    pub const ARRAY: u32 = Rows::CU_MEMORYTYPE_ARRAY as u32;
    /// `CU_MEMORYTYPE_UNIFIED`
    pub const UNIFIED: u32 = Rows::CU_MEMORYTYPE_UNIFIED as u32;
}

/// `CUDA_MEMCPY2D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Copy2d {
    /// Bytes before the first column of the source.
    pub source_x: usize,
    /// Lines before the first of the source.
    pub source_y: usize,
    /// [`memory_type`]
    pub source_type: c_uint,
    /// The source if it is the host's.
    pub source_host: *const c_void,
    /// The source if it is a device's.
    pub source_device: Address,
    /// The source if it is an array.
    pub source_array: Handle,
    /// Bytes from line to line of the source.
    pub source_pitch: usize,
    /// Bytes before the first column of the destination.
    pub destination_x: usize,
    /// Lines before the first of the destination.
    pub destination_y: usize,
    /// [`memory_type`]
    pub destination_type: c_uint,
    /// The destination if it is the host's.
    pub destination_host: *mut c_void,
    /// The destination if it is a device's.
    pub destination_device: Address,
    /// The destination if it is an array.
    pub destination_array: Handle,
    /// Bytes from line to line of the destination.
    pub destination_pitch: usize,
    /// Bytes of a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

/// `CUDA_MEMCPY3D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Copy3d {
    /// Bytes before the first column of the source.
    pub source_x: usize,
    /// Lines before the first of the source.
    pub source_y: usize,
    /// Planes before the first of the source.
    pub source_z: usize,
    /// 0
    pub source_level: usize,
    /// [`memory_type`]
    pub source_type: c_uint,
    /// The source if it is the host's.
    pub source_host: *const c_void,
    /// The source if it is a device's.
    pub source_device: Address,
    /// The source if it is an array.
    pub source_array: Handle,
    /// Null.
    pub reserved0: *mut c_void,
    /// Bytes from line to line of the source.
    pub source_pitch: usize,
    /// Lines from plane to plane of the source.
    pub source_height: usize,
    /// Bytes before the first column of the destination.
    pub destination_x: usize,
    /// Lines before the first of the destination.
    pub destination_y: usize,
    /// Planes before the first of the destination.
    pub destination_z: usize,
    /// 0
    pub destination_level: usize,
    /// [`memory_type`]
    pub destination_type: c_uint,
    /// The destination if it is the host's.
    pub destination_host: *mut c_void,
    /// The destination if it is a device's.
    pub destination_device: Address,
    /// The destination if it is an array.
    pub destination_array: Handle,
    /// Null.
    pub reserved1: *mut c_void,
    /// Bytes from line to line of the destination.
    pub destination_pitch: usize,
    /// Lines from plane to plane of the destination.
    pub destination_height: usize,
    /// Bytes of a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
    /// Planes.
    pub depth: usize,
}

/// `CUDA_RESOURCE_DESC`: what a texture or surface lies on. The union is spelt as words: an array uses the first, linear memory
/// the first four (address, format and channels, bytes), pitched memory six.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ResourceDescriptor {
    /// [`resource_type`]
    pub kind: c_uint,
    /// The union.
    pub words: [u64; 16],
    /// 0
    pub flags: c_uint,
}

/// `CUresourcetype`
pub mod resource_type {
    use cudarc::driver::sys::CUresourcetype as Rows;

    /// `CU_RESOURCE_TYPE_ARRAY`
    pub const ARRAY: u32 = Rows::CU_RESOURCE_TYPE_ARRAY as u32;
    /// `CU_RESOURCE_TYPE_LINEAR`
    pub const LINEAR: u32 = Rows::CU_RESOURCE_TYPE_LINEAR as u32;
    /// `CU_RESOURCE_TYPE_PITCH2D`
    pub const PITCH2D: u32 = Rows::CU_RESOURCE_TYPE_PITCH2D as u32;
}

/// `CUDA_TEXTURE_DESC`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TextureDescriptor {
    /// [`address_mode`] for each dimension.
    pub address_modes: [c_uint; 3],
    /// 0: nearest element, 1: linear interpolation (`CUfilter_mode`).
    pub filter_mode: c_uint,
    /// [`READ_AS_INTEGER`], [`NORMALIZED_COORDINATES`]
    pub flags: c_uint,
    /// 0
    pub anisotropy: c_uint,
    /// 0
    pub mipmap_filter: c_uint,
    /// 0
    pub mipmap_bias: f32,
    /// 0
    pub mipmap_minimum: f32,
    /// 0
    pub mipmap_maximum: f32,
    /// The colour behind the border.
    pub border: [f32; 4],
    /// 0
    pub reserved: [c_int; 12],
}

/// `CU_TRSF_READ_AS_INTEGER`: integers stay integers.
pub const READ_AS_INTEGER: c_uint = sys::CU_TRSF_READ_AS_INTEGER;
/// `CU_TRSF_NORMALIZED_COORDINATES`: coordinates go from 0 to 1.
pub const NORMALIZED_COORDINATES: c_uint = sys::CU_TRSF_NORMALIZED_COORDINATES;

/// `CUaddress_mode`: those that are none of them clamp.
pub mod address_mode {
    use cudarc::driver::sys::CUaddress_mode as Rows;

    /// `CU_TR_ADDRESS_MODE_WRAP`
    pub const WRAP: u32 = Rows::CU_TR_ADDRESS_MODE_WRAP as u32;
    /// `CU_TR_ADDRESS_MODE_MIRROR`
    pub const MIRROR: u32 = Rows::CU_TR_ADDRESS_MODE_MIRROR as u32;
    /// `CU_TR_ADDRESS_MODE_BORDER`
    pub const BORDER: u32 = Rows::CU_TR_ADDRESS_MODE_BORDER as u32;
}

/// `CUjit_option`: the two that give the log of the assembler.
pub mod jit_option {
    use cudarc::driver::sys::CUjit_option as Rows;

    /// `CU_JIT_ERROR_LOG_BUFFER`
    pub const ERROR_LOG: u32 = Rows::CU_JIT_ERROR_LOG_BUFFER as u32;
    /// `CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES`
    pub const ERROR_LOG_SIZE: u32 = Rows::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES as u32;
}

/// `CU_STREAM_NON_BLOCKING`: the stream does not wait for the null stream, nor that for it.
pub const STREAM_NON_BLOCKING: c_uint = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as c_uint;
/// `CU_EVENT_DISABLE_TIMING`: the event has no time, and is cheaper.
pub const EVENT_DISABLE_TIMING: c_uint = sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as c_uint;

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    /// Compares the offsets of fields, pairwise, and the sizes.
    macro_rules! same_layout {
        ($ours:ty, $theirs:ty: $( $our:ident = $their:ident ),* $(,)?) => {
            assert_eq!(size_of::<$ours>(), size_of::<$theirs>());
            $( assert_eq!(offset_of!($ours, $our), offset_of!($theirs, $their), stringify!($our)); )*
        };
    }

    #[test]
    fn arrays_and_copies_have_the_layout_of_the_header() {
        same_layout!(ArrayDescriptor, sys::CUDA_ARRAY_DESCRIPTOR: width = Width, height = Height, format = Format, channels = NumChannels);
        same_layout!(Array3dDescriptor, sys::CUDA_ARRAY3D_DESCRIPTOR: width = Width, height = Height, depth = Depth, format = Format,
            channels = NumChannels, flags = Flags);
        same_layout!(Copy2d, sys::CUDA_MEMCPY2D: source_x = srcXInBytes, source_y = srcY, source_type = srcMemoryType,
            source_host = srcHost, source_device = srcDevice, source_array = srcArray, source_pitch = srcPitch,
            destination_x = dstXInBytes, destination_y = dstY, destination_type = dstMemoryType, destination_host = dstHost,
            destination_device = dstDevice, destination_array = dstArray, destination_pitch = dstPitch, width = WidthInBytes,
            height = Height);
        same_layout!(Copy3d, sys::CUDA_MEMCPY3D: source_z = srcZ, source_level = srcLOD, source_type = srcMemoryType,
            source_host = srcHost, source_device = srcDevice, source_array = srcArray, source_pitch = srcPitch,
            source_height = srcHeight, destination_x = dstXInBytes, destination_y = dstY, destination_z = dstZ,
            destination_level = dstLOD, destination_type = dstMemoryType, destination_host = dstHost,
            destination_device = dstDevice, destination_array = dstArray, destination_pitch = dstPitch,
            destination_height = dstHeight, width = WidthInBytes, height = Height, depth = Depth);
    }

    #[test]
    fn textures_have_the_layout_of_the_header() {
        same_layout!(ResourceDescriptor, sys::CUDA_RESOURCE_DESC: kind = resType, words = res, flags = flags);
        same_layout!(TextureDescriptor, sys::CUDA_TEXTURE_DESC: address_modes = addressMode, filter_mode = filterMode, flags = flags,
            anisotropy = maxAnisotropy, mipmap_filter = mipmapFilterMode, border = borderColor, reserved = reserved);
        assert_eq!(size_of::<Uuid>(), size_of::<sys::CUuuid>());
    }
}
