//! The middle representation and everything that works on it alone.
//!
//! *Invariant:* this room knows neither Cranelift nor CUDA spelling.

pub mod arithmetic;
pub mod build;
pub mod cost;
pub mod data;
pub mod describe;
pub mod dimensions;
pub mod divergence;
pub mod families;
pub mod interpret;
pub mod intervals;
pub mod kernel;
pub mod liveness;
mod names;
pub mod operations;
pub mod parse;
pub mod passes;
pub mod print;
pub mod query;
#[doc(hidden)]
pub mod random_program;
pub mod recursion;
pub mod reread;
#[doc(hidden)]
pub mod testing;
pub mod verify;

pub use build::{ForHeader, FunctionBuilder, ProgramBuilder};
pub use data::*;
pub use operations::Change;
pub use query::{ElemTypes, row_params, row_results, row_stores_pair};
