//! Tests of the CUDA text: the real NVRTC compiles it, and a C++ compiler of the host runs it against the interpreter.
//!
//! *Invariant:* where NVRTC or the compiler is missing, the test says that it is skipped, and why.

mod cases;
mod emulated;
mod nvrtc;
mod privatisation;
mod programs;
mod text;
mod totals;
