//! An interpreter of PTX, as NVRTC makes it from CUDA C++, that checks every access, barrier and race.
//!
//! *Invariant:* the same module, memory, launch and seed give the same result, fault and counts.

mod bitmap;
mod clocks;
mod comparison;
mod convert;
mod decode;
mod fault;
mod float;
mod half_arithmetic;
mod instruction;
mod integer;
mod launch;
mod layout;
mod lexer;
mod lives;
mod loaded;
mod machine;
mod memory;
mod module;
mod parser;
mod print;
mod races;
mod resolve;
mod soft;
mod syntax;
mod texture;
mod video;
mod window;

pub use fault::{Fault, FaultDetails, FaultKind, Object};
pub use launch::{Checks, Counts, Launch, Limits, Surroundings};
pub use loaded::Loaded;
pub use memory::Memory;
pub use module::{Global, GlobalSpace, Kernel, Module, Parameter, ParseError, SharedVariable};
pub use texture::{
    AddressMode, ChannelFormat, Filter, NoTextures, TextureArray, TextureView, Textures,
};
