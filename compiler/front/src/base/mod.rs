//! Building blocks that every room uses: typed ids, interned names, source positions and an indenting writer.
//!
//! *Invariant:* nothing here knows Quasar.

pub mod c_names;
pub mod id;
pub mod persistent;
pub mod span;
pub mod stack;
pub mod symbol;
pub mod writer;

pub use id::{Id, IndexVec};
pub use span::{FileId, SourceFile, SourceMap, Span, decode};
pub use symbol::{Interner, Symbol};
pub use writer::IndentWriter;
