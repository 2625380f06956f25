//! The runtime as the archive `libquasar_rt.a`, which `qc --linker=cc` links programs with.
//!
//! A package of its own: cargo compiles what uses a library beside the library's own machine code, unless an archive is made of it.
//!
//! *Invariant:* everything that is exported here is the runtime's.

pub use runtime::{EXPORTS, ExportAddress};
