//! An interpreter of PTX, as NVRTC makes it from CUDA C++, that checks every access, barrier and race.
//!
//! `Module::parse` reads a text, `Loaded::new` places its variables in a `Memory`, `Launch::run` runs a kernel and gives counts or the
//! first `Fault`. What is decided where PTX or CUDA leave room:
//!
//! * Arrays of global memory are far apart and addresses are never given twice. `.shared` variables have gaps between them.
//! * A load is a fault if all its bytes are uninitialised. One of a word that was written in part is none: structures have padding, and
//!   atomic changes of bytes load the word around them. Compilers may load a `.shared` variable earlier than the source says.
//! * Accesses of two threads race if one of them writes and nothing orders them: a barrier, a fence on both sides of an atomic or
//!   volatile access, or `__syncwarp`. Atomic and volatile accesses do not race with each other, nor do two plain writes of one value.
//!   Shuffles and votes order nothing.
//! * `__syncthreads` waits for threads that have not left, and has to be one instruction for all of them. `barrier.sync` with a count may
//!   stand in different places for different warps.
//! * `activemask` waits for the threads of the warp that may still come; a shuffle from a lane that takes no part gives 0xbadc0de5.
//! * The `.approx` functions are correctly rounded, so results may differ from a device in the last bits.
//! * Without a cooperative launch two blocks are resident at a time, so a block that waits for one that has not begun may wait for ever.
//!
//! *Invariant:* the same module, memory, launch and seed give the same result, fault and counts.

mod bitmap;
mod body;
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
mod modifiers;
mod module;
mod parse_error;
mod parser;
mod print;
mod races;
mod resolve;
mod run;
mod soft;
mod source_name;
mod syntax;
mod texture;
mod video;
mod window;

pub use fault::{Fault, FaultDetails, FaultKind, Object};
pub use launch::{Checks, Counts, Launch, Limits, Surroundings};
pub use loaded::Loaded;
pub use memory::Memory;
pub use module::{Global, GlobalSpace, Kernel, Module, Parameter, SharedVariable};
pub use parse_error::ParseError;
pub use texture::{
    AddressMode, ChannelFormat, Filter, NoTextures, TextureArray, TextureView, Textures,
};
