//! Structures and numbers against cudarc's bindings, which are generated from cuda.h.

use super::*;
use cudarc::driver::sys;
use std::mem::{offset_of, size_of};

/// Stands for a type that is inferred.
macro_rules! infer {
    ($type:ty) => {
        _
    };
}
pub(crate) use infer;

/// The sizes of a function's arguments and result.
pub(crate) trait Shape {
    fn shape_of() -> Vec<usize>;

    fn shape(&self) -> Vec<usize> {
        Self::shape_of()
    }
}

macro_rules! shapes {
    ($( ($($argument:ident)*) )*) => {
        $(
            impl<R, $($argument),*> Shape for unsafe fn($($argument),*) -> R {
                fn shape_of() -> Vec<usize> {
                    vec![$( size_of::<$argument>(), )* size_of::<R>()]
                }
            }
        )*
    };
}

shapes! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) (A B C D E F G H I)
    (A B C D E F G H I J) (A B C D E F G H I J K)
}

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

#[test]
fn numbers_are_those_of_the_header() {
    use sys::{
        CUaddress_mode_enum as Mode, CUarray_format_enum as Format, CUjit_option_enum as Option,
        CUmemorytype_enum as Type,
    };
    let pairs = [
        (
            array_format::UNSIGNED_INT8,
            Format::CU_AD_FORMAT_UNSIGNED_INT8 as u32,
        ),
        (
            array_format::UNSIGNED_INT16,
            Format::CU_AD_FORMAT_UNSIGNED_INT16 as u32,
        ),
        (
            array_format::UNSIGNED_INT32,
            Format::CU_AD_FORMAT_UNSIGNED_INT32 as u32,
        ),
        (
            array_format::SIGNED_INT8,
            Format::CU_AD_FORMAT_SIGNED_INT8 as u32,
        ),
        (
            array_format::SIGNED_INT16,
            Format::CU_AD_FORMAT_SIGNED_INT16 as u32,
        ),
        (
            array_format::SIGNED_INT32,
            Format::CU_AD_FORMAT_SIGNED_INT32 as u32,
        ),
        (array_format::HALF, Format::CU_AD_FORMAT_HALF as u32),
        (array_format::FLOAT, Format::CU_AD_FORMAT_FLOAT as u32),
        (memory_type::HOST, Type::CU_MEMORYTYPE_HOST as u32),
        (memory_type::DEVICE, Type::CU_MEMORYTYPE_DEVICE as u32),
        (memory_type::ARRAY, Type::CU_MEMORYTYPE_ARRAY as u32),
        (memory_type::UNIFIED, Type::CU_MEMORYTYPE_UNIFIED as u32),
        (address_mode::WRAP, Mode::CU_TR_ADDRESS_MODE_WRAP as u32),
        (address_mode::CLAMP, Mode::CU_TR_ADDRESS_MODE_CLAMP as u32),
        (address_mode::MIRROR, Mode::CU_TR_ADDRESS_MODE_MIRROR as u32),
        (address_mode::BORDER, Mode::CU_TR_ADDRESS_MODE_BORDER as u32),
        (jit_option::INFO_LOG, Option::CU_JIT_INFO_LOG_BUFFER as u32),
        (
            jit_option::INFO_LOG_SIZE,
            Option::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES as u32,
        ),
        (
            jit_option::ERROR_LOG,
            Option::CU_JIT_ERROR_LOG_BUFFER as u32,
        ),
        (
            jit_option::ERROR_LOG_SIZE,
            Option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES as u32,
        ),
        (
            resource_type::ARRAY,
            sys::CUresourcetype::CU_RESOURCE_TYPE_ARRAY as u32,
        ),
        (
            resource_type::LINEAR,
            sys::CUresourcetype::CU_RESOURCE_TYPE_LINEAR as u32,
        ),
        (
            resource_type::PITCH2D,
            sys::CUresourcetype::CU_RESOURCE_TYPE_PITCH2D as u32,
        ),
        (
            POOL_RELEASE_THRESHOLD,
            sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD as u32,
        ),
        (
            STREAM_NON_BLOCKING,
            sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32,
        ),
        (
            EVENT_DISABLE_TIMING,
            sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32,
        ),
        (READ_AS_INTEGER, sys::CU_TRSF_READ_AS_INTEGER),
        (NORMALIZED_COORDINATES, sys::CU_TRSF_NORMALIZED_COORDINATES),
        (ARRAY_SURFACE, sys::CUDA_ARRAY3D_SURFACE_LDST),
    ];
    for (index, (ours, theirs)) in pairs.into_iter().enumerate() {
        assert_eq!(ours, theirs, "pair {index}");
    }
}
