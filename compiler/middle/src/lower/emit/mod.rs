//! The function under construction without the tree: operands, types, the tables of the program, and the [`Emitter`](emitter::Emitter),
//! which lower layers take.
//!
//! *Invariant:* nothing here looks at an expression or a statement.

pub(in crate::lower) mod blocks;
pub(in crate::lower) mod emitter;
pub(in crate::lower) mod graph;
pub(in crate::lower) mod operand;
pub(in crate::lower) mod program;
pub(in crate::lower) mod state;
pub(in crate::lower) mod types;
