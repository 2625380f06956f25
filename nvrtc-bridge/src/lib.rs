//! NVRTC and the CUDA driver behind one safe facade.
//!
//! Nothing is linked: a library is opened when it is asked for, and its absence is a value. What is made of the driver's objects is
//! freed when it is dropped; contexts are made current on the thread that needs them.
//!
//! *Invariant:* no function here panics because a library or a symbol is missing.

pub mod abi;
mod cache;
mod context;
mod device;
mod driver;
mod elf;
pub mod environment;
mod error;
mod image;
mod launch;
mod libraries;
mod managed;
mod memory;
mod module;
mod nvrtc;
mod occupancy;
mod search;
mod stream;
mod target;
mod texture;

pub use cache::{Cache, Key, Recipe};
pub use context::Context;
pub use device::{Attribute, Device};
pub use driver::{Absent, Driver, ENTRY_POINTS};
pub use error::{Error, code};
pub use image::{BuildError, Built, Source, build, build_by_any};
pub use launch::{Argument, Arguments, Launch};
pub use libraries::Precision;
pub use libraries::blas::{Blas, BlasMatrix, BlasOperand, BlasStack, BlasTriangle, Operation, Sum};
pub use libraries::fft::{Fft, FftKind, FftLayout, FftPlan, FftShape};
pub use libraries::solver::{Finding, Solver, SolverMatrix};
pub use managed::ManagedMemory;
pub use memory::{DeviceMemory, PinnedMemory};
pub use module::{CacheConfig, Function, FunctionAttribute, Module, Variable};
pub use nvrtc::{CompileError, Image, Nvrtc};
pub use occupancy::{Limits, Needs};
pub use search::{Found, Missing, Places, Wanted, find};
pub use stream::{Event, Stream};
pub use target::{Kind, Target};
pub use texture::{Array, ArrayShape, Channel, Outside, Sampling, Surface, Texture};
