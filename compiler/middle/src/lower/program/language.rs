//! Where the way up leads: see [`Language`].
//!
//! Layer: `program`.
//!
//! *Invariant:* nothing is lowered here.

use crate::hir::{Expr, Stmt};
use crate::lower::emit::operand::Operand;
use crate::lower::emit::program::LaunchTarget;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::tree::kernel::KernelKey;

impl Language for FunctionLowering<'_, '_> {
    fn eval(&mut self, expr: &Expr) -> Lowered<Operand> {
        self.expression(expr)
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        self.statements(stmts);
    }

    fn kernel_form(&mut self, key: &KernelKey) -> LaunchTarget {
        self.program.form_of(key)
    }
}
