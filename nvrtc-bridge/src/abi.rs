//! The structures and numbers of cuda.h that pass between programs and the driver.
//!
//! cudarc's bindings would do, but its loader panics when a library or symbol is missing, and its enumerations are undefined behaviour when
//! a driver gives a number that they do not list. Here statuses and enumerations are plain integers, and the tests compare every
//! structure and number with those bindings.
//!
//! *Invariant:* layouts and numbers are those of cuda.h of CUDA 12.

use std::ffi::{c_char, c_int, c_uint, c_void};

/// `CUresult`
pub type Status = c_int;
/// `CUdevice`
pub type DeviceHandle = c_int;
/// `CUdeviceptr`
pub type Address = u64;
/// Every opaque pointer: `CUcontext`, `CUstream`, `CUevent`, `CUmodule`, `CUfunction`, `CUarray`, `CUmemoryPool`.
pub type Handle = *mut c_void;
/// What a stream calls (`CUhostFn`).
pub type HostFunction = Option<unsafe extern "C" fn(*mut c_void)>;

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
pub const ATTACH_GLOBAL: c_uint = 1;
/// `CUDA_ARRAY3D_SURFACE_LDST`: the array may be written through a surface.
pub const ARRAY_SURFACE: c_uint = 2;

/// `CUarray_format`
pub mod array_format {
    /// `CU_AD_FORMAT_UNSIGNED_INT8`
    pub const UNSIGNED_INT8: u32 = 1;
    /// `CU_AD_FORMAT_UNSIGNED_INT16`
    pub const UNSIGNED_INT16: u32 = 2;
    /// `CU_AD_FORMAT_UNSIGNED_INT32`
    pub const UNSIGNED_INT32: u32 = 3;
    /// `CU_AD_FORMAT_SIGNED_INT8`
    pub const SIGNED_INT8: u32 = 8;
    /// `CU_AD_FORMAT_SIGNED_INT16`
    pub const SIGNED_INT16: u32 = 9;
    /// `CU_AD_FORMAT_SIGNED_INT32`
    pub const SIGNED_INT32: u32 = 10;
    /// `CU_AD_FORMAT_HALF`
    pub const HALF: u32 = 16;
    /// `CU_AD_FORMAT_FLOAT`
    pub const FLOAT: u32 = 32;
}

/// `CUmemorytype`: what one end of a copy is.
pub mod memory_type {
    /// `CU_MEMORYTYPE_HOST`
    pub const HOST: u32 = 1;
    /// `CU_MEMORYTYPE_DEVICE`
    pub const DEVICE: u32 = 2;
    /// `CU_MEMORYTYPE_ARRAY`
    pub const ARRAY: u32 = 3;
    /// `CU_MEMORYTYPE_UNIFIED`
    pub const UNIFIED: u32 = 4;
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
    /// `CU_RESOURCE_TYPE_ARRAY`
    pub const ARRAY: u32 = 0;
    /// `CU_RESOURCE_TYPE_LINEAR`
    pub const LINEAR: u32 = 2;
    /// `CU_RESOURCE_TYPE_PITCH2D`
    pub const PITCH2D: u32 = 3;
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
pub const READ_AS_INTEGER: c_uint = 1;
/// `CU_TRSF_NORMALIZED_COORDINATES`: coordinates go from 0 to 1.
pub const NORMALIZED_COORDINATES: c_uint = 2;

/// `CUaddress_mode`
pub mod address_mode {
    /// `CU_TR_ADDRESS_MODE_WRAP`
    pub const WRAP: u32 = 0;
    /// `CU_TR_ADDRESS_MODE_CLAMP`
    pub const CLAMP: u32 = 1;
    /// `CU_TR_ADDRESS_MODE_MIRROR`
    pub const MIRROR: u32 = 2;
    /// `CU_TR_ADDRESS_MODE_BORDER`
    pub const BORDER: u32 = 3;
}

/// `CUjit_option`: the four that give the logs of the assembler.
pub mod jit_option {
    /// `CU_JIT_INFO_LOG_BUFFER`
    pub const INFO_LOG: u32 = 3;
    /// `CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES`
    pub const INFO_LOG_SIZE: u32 = 4;
    /// `CU_JIT_ERROR_LOG_BUFFER`
    pub const ERROR_LOG: u32 = 5;
    /// `CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES`
    pub const ERROR_LOG_SIZE: u32 = 6;
}

/// `CU_STREAM_NON_BLOCKING`: the stream does not wait for the null stream, nor that for it.
pub const STREAM_NON_BLOCKING: c_uint = 1;
/// `CU_EVENT_DISABLE_TIMING`: the event has no time, and is cheaper.
pub const EVENT_DISABLE_TIMING: c_uint = 2;
/// `CU_MEMPOOL_ATTR_RELEASE_THRESHOLD`: how many bytes the pool keeps when it has none in use.
pub const POOL_RELEASE_THRESHOLD: c_uint = 4;

#[cfg(test)]
pub(crate) mod tests;
