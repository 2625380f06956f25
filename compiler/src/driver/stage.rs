//! The stages that `--emit` prints.
//!
//! *Invariant:* their order is that of the pipeline.

/// A stage of the compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Tokens.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The syntax tree as Quasar text.
    Quasar,
    /// The typed tree.
    Hir,
    /// The middle representation.
    Mir,
    /// The vector code of kernels.
    Spmd,
    /// Cranelift's representation.
    Clif,
    /// Machine code as text.
    Assembly,
    /// The CUDA text of kernels.
    Cuda,
    /// An object file.
    Object,
    /// A shared object.
    Shared,
    /// An archive.
    Archive,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Stage; 12] = [
        Stage::Tokens,
        Stage::Ast,
        Stage::Quasar,
        Stage::Hir,
        Stage::Mir,
        Stage::Spmd,
        Stage::Clif,
        Stage::Assembly,
        Stage::Cuda,
        Stage::Object,
        Stage::Shared,
        Stage::Archive,
    ];

    /// Whether it is a library for callers in C.
    pub fn is_library(self) -> bool {
        matches!(self, Stage::Shared | Stage::Archive)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Tokens => "tokens",
            Stage::Ast => "ast",
            Stage::Quasar => "quasar",
            Stage::Hir => "hir",
            Stage::Mir => "mir",
            Stage::Spmd => "spmd",
            Stage::Clif => "clif",
            Stage::Assembly => "asm",
            Stage::Cuda => "cuda",
            Stage::Object => "obj",
            Stage::Shared => "shared",
            Stage::Archive => "archive",
        }
    }
}
