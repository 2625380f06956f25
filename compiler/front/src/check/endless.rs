//! Calls that never come back: of functions that raise an error on every path.
//!
//! *Invariant:* what stands in front of such a call is evaluated, nothing behind it is checked or lowered.

use crate::hir::{BinaryOp, Expr, ExprKind, Space, Stmt, StmtKind};
use crate::types::Type;

use super::trees::int;
use super::{BodyState, Checker};

impl<'a> Checker<'a> {
    /// Statements that hold a call that never comes back are the last of their block.
    pub(super) fn note_endless(&self, f: &mut BodyState<'a>, stmts: &[Stmt]) {
        if f.space == Space::Host && self.instances.any_endless() {
            f.dead |= stmts.iter().any(|stmt| self.statement_is_endless(stmt));
        }
    }

    /// What becomes of a call, an element or a field of a value that never comes: its own evaluation.
    pub(super) fn cut_short(&self, base: &Expr) -> Option<Expr> {
        let is_endless = self.instances.any_endless() && self.is_endless(base);
        is_endless.then(|| {
            let kind = StmtKind::Expr(base.clone());
            let span = base.span;
            Expr {
                ty: Type::Int,
                span,
                kind: ExprKind::Sequence(vec![Stmt { kind, span }], Box::new(int(0, span))),
            }
        })
    }

    /// Compound statements are not asked: their blocks were, and have been joined.
    fn statement_is_endless(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Assign(assign) => self.is_endless(&assign.value),
            StmtKind::Unpack { value, .. }
            | StmtKind::UnpackVector { value, .. }
            | StmtKind::Expr(value)
            | StmtKind::Error(value)
            | StmtKind::SelectDevice(value) => self.is_endless(value),
            StmtKind::Print(values) => values.iter().any(|value| self.is_endless(value)),
            StmtKind::Assert { cond, .. } => self.is_endless(cond),
            StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::Try { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::HasValue { .. } => false,
        }
    }

    /// Whether evaluating an expression meets such a call on every path; when in doubt it does not.
    fn is_endless(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call {
                instance,
                args,
                captured,
                form: _,
            } => {
                self.instances.is_endless(*instance)
                    || args.iter().any(|arg| self.is_endless(arg))
                    || captured
                        .as_ref()
                        .is_some_and(|callee| self.is_endless(callee))
            }
            ExprKind::Sequence(stmts, last) => {
                stmts.iter().any(|stmt| self.statement_is_endless(stmt)) || self.is_endless(last)
            }
            ExprKind::Builtin(_, args) | ExprKind::ArrayLiteral(args) | ExprKind::Record(args) => {
                args.iter().any(|arg| self.is_endless(arg))
            }
            ExprKind::Binary(op, left, right) => {
                self.is_endless(left)
                    || !matches!(op, BinaryOp::And | BinaryOp::Or) && self.is_endless(right)
            }
            ExprKind::Concat(left, right) => self.is_endless(left) || self.is_endless(right),
            ExprKind::Unary(_, inner) | ExprKind::Convert(_, inner) | ExprKind::Field(inner, _) => {
                self.is_endless(inner)
            }
            ExprKind::Element(element) => self.is_endless(&element.array),
            ExprKind::Int(_)
            | ExprKind::Scalar(_)
            | ExprKind::Complex(..)
            | ExprKind::String(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::ArrayTruth(_)
            | ExprKind::IsMember(..)
            | ExprKind::ExceptionField(..)
            | ExprKind::Deref(_)
            | ExprKind::NewObject(_)
            | ExprKind::IsNull(_)
            | ExprKind::Entry(..)
            | ExprKind::ArraysEqual(..)
            | ExprKind::MatMul(..)
            | ExprKind::MatPow(..)
            | ExprKind::SameObject(..)
            | ExprKind::Ternary(..)
            | ExprKind::MakeClosure(..)
            | ExprKind::Object(_)
            | ExprKind::NewArray { .. }
            | ExprKind::Range { .. }
            | ExprKind::Launch { .. }
            | ExprKind::Assign(_) => false,
        }
    }
}
