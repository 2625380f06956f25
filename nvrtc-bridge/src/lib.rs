//! NVRTC behind one safe facade.
//!
//! Nothing is linked: the library is opened when it is asked for, and its absence is a value. Only `load.rs` touches raw symbols.
//!
//! *Invariant:* no function here panics because a library or a symbol is missing.

mod load;
mod nvrtc;

pub use load::Missing;
pub use nvrtc::{CompileError, Image, Nvrtc};
