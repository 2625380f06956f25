//! The one way up: what lower layers ask of the whole language.
//!
//! Expressions contain calls, calls contain statements, statements contain expressions, and a launch contains a kernel. Whoever needs a part
//! of one of these asks here; `program/language.rs` leads on to whoever lowers it.
//!
//! Layer: `frame`.
//!
//! *Invariant:* no other call in `lower` leads to a file further up.

use crate::hir::{Expr, Stmt};
use crate::lower::emit::operand::Operand;
use crate::lower::emit::program::LaunchTarget;
use crate::lower::emit::types::Lowered;
use crate::lower::tree::kernel::KernelKey;

/// What lowers any construct.
pub(in crate::lower) trait Language {
    /// The values of an expression.
    fn eval(&mut self, expr: &Expr) -> Lowered<Operand>;

    /// Lowers statements one after the other; what is not supported in one of them becomes a report.
    fn stmts(&mut self, stmts: &[Stmt]);

    /// The kernel of an instance for the launches that the key describes, or what runs instead of it.
    fn kernel_form(&mut self, key: &KernelKey) -> LaunchTarget;
}
