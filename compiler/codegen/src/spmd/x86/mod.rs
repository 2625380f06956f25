//! The vector back end: SPMD code to x86 machine code with vectors of 256 and 512 bits, which Cranelift does not have.
//!
//! ```text
//! SPMD ─► select (instructions over virtual registers) ─► allocate (registers) ─► encode, frame, assemble (iced-x86) ─► bytes
//! ```
//!
//! *Invariant:* the same results as `clif`, bit for bit; a function with an operation that is not covered stays with Cranelift.

mod allocate;
mod assemble;
mod encode;
mod fold;
mod frame;
mod machine;
mod operands;
mod select;
mod table;
#[cfg(test)]
mod tests;

pub use encode::{Calls, Encoded, Reference, Target};
pub use frame::{FrameRow, FrameRule};
pub use machine::{Datum, Level};
pub use select::{Uncovered, is_shuffled};

use iced_x86::{Decoder, DecoderOptions, FastFormatter};

use super::ir::Function;

/// Compiles a function.
///
/// # Errors
/// The function has an operation that is not covered.
pub fn compile(function: &Function, level: Level, calls: Calls) -> Result<Encoded, Uncovered> {
    let selected = select::select(function, level)?;
    let (pool, frame) = (selected.pool.clone(), selected.frame);
    let allocated = allocate::allocate(selected);
    Ok(encode::encode(&allocated, &pool, frame, calls))
}

/// The instructions as text, a line each behind its offset.
pub fn assembly(code: &Encoded) -> String {
    let bytes = &code.bytes[..code.code_length];
    let mut formatter = FastFormatter::new();
    let mut out = String::new();
    for instruction in &mut Decoder::new(64, bytes, DecoderOptions::NONE) {
        out.push_str(&format!("{:6x}:  ", instruction.ip()));
        formatter.format(&instruction, &mut out);
        out.push('\n');
    }
    out
}
