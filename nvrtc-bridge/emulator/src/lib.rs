//! A CUDA driver, to be opened in the place of `libcuda.so.1`, whose devices are interpreters of PTX.
//!
//! The ordinary executable runs on it unchanged: it has the entry points of the driver API by their C names. What a real driver leaves to chance
//! is chosen to be unpleasant here: streams advance in random order (`QC_EMU_SEED`), as far as their dependencies allow, so that a
//! missing wait shows; calls fail when asked to (`QC_EMU_FAIL`); entry points are absent (`QC_EMU_MISSING`).
//! `settings.rs` has the table of all variables.
//!
//! *Invariant:* no call panics across the C boundary, and none blocks: what is waited for is done by the thread that waits.

mod abi;
mod api;
mod arguments;
mod call;
mod engine;
mod images;
mod kernel;
mod libraries;
mod managed;
mod missing;
mod queue;
mod resident;
mod settings;
#[cfg(test)]
mod shape;
mod status;
mod texels;
mod transfer;
mod world;

/// By this symbol a program knows that the driver is this one, and that its devices run PTX only.
#[unsafe(no_mangle)]
pub extern "C" fn quasar_emulator_mark() {}
