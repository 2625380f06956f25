//! An interpreter of PTX, as NVRTC makes it from CUDA C++, that checks every access, barrier and race.
//!
//! *Invariant:* the same module, memory, launch and seed give the same result, fault and counts.

mod convert;
mod decode;
mod float;
mod half_arithmetic;
mod instruction;
mod integer;
mod layout;
mod lexer;
mod lives;
mod module;
mod parser;
mod resolve;
mod soft;
mod syntax;
mod video;

pub use module::{Global, GlobalSpace, Kernel, Module, Parameter, ParseError, SharedVariable};
