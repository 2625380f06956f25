//! What generated code, the compiler and the Quasar runtime agree on.
//!
//! Every runtime function is one row of [`for_each_rt_fn!`], every shared structure one `#[repr(C)]` type, every run-time error one
//! row of [`RtError`]. The compiler reads the rows as data ([`RtFn::sig`]), the runtime expands the same rows into exported
//! functions and into the interpreter's dispatch. A changed row is a compile error or another [`ABI_HASH`], never a corrupted call.
//!
//! *Invariant:* this crate depends on nothing but `core` and `alloc`, holds no state and calls no system.

#![no_std]

extern crate alloc;

mod algebra;
mod device;
mod errors;
mod functions;
mod gpu_program;
mod graph;
mod hash;
mod kernel_info;
mod kernels;
mod math;
mod program;
mod texture;
mod values;

pub mod double;
pub mod elementary;
pub mod foreign;
pub mod graft;
pub mod library;

pub use algebra::AlgebraOp;
pub use device::{
    DEVICE_STRUCTS, DeviceArray, DeviceError, DeviceField, DeviceLaunch, DeviceStruct,
};
pub use errors::{RtError, total_of_ints};
pub use functions::{AbiTy, Fails, Role, RtFn, RtParam, RtResult, RtSig};
pub use gpu_program::{GpuImage, GpuProgram, NVRTC_OPTION, option_lines};
pub use graph::{GraphColumn, GraphHolds, GraphPlan, GraphRoot, PoolContent};
pub use hash::ABI_HASH;
pub use kernel_info::{
    ArgumentClass, KernelHeader, KernelInfo, KernelParameter, KernelView, REREAD_BITS,
};
pub use kernels::{
    Accumulator, AccumulatorClass, AccumulatorOp, BORDER_READS, COPY_TABLES, CopiedArray,
    KernelEntry, MAXIMUM_CHUNKS, OWN_COPIES, STRICT_PARTS, columns_slot, tables_slot,
};
pub use math::MathFn;
pub use program::{
    Command, CommandView, GRAFT_MAGIC, GraftSlot, Location, LocationView, Parameter, ParameterKind,
    ParameterView, ProgramEntry, ProgramInfo, ProgramView,
};
pub use texture::{CachePreference, Outside, ParameterMemory, TextureDescriptor};
pub use values::{
    AccessMode, ArrayHeader, CellContent, CumulateOp, Distinct, ElemKind, Fill, IMMORTAL,
    LAST_DIMENSION, MAXIMUM_DIMENSIONS, ObjectKind, ReduceOp, SliceMarker, StringHeader, Tag,
    Tagged,
};
