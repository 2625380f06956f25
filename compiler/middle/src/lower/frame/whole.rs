//! Sums of whole numbers in floats, computed in integers: indices, and what loops count.
//!
//! Layer: `frame`.
//!
//! *Invariant:* a variable is in `InlineFrame::whole` only where code has found that it holds a whole number, or where a loop counts it; so
//! the integer is what the float would be, and exact where the float would round.

use crate::builtins::Builtin;
use crate::hir::families::{comparison_op, logical_op};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp, VarId};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::tree::whole::{constant, variables_of_sum};
use crate::mir::{BinaryOp as MirBinary, Value};
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// Whether an expression is an int, or a sum of whole numbers here.
    pub(in crate::lower) fn is_whole(&self, expr: &Expr) -> bool {
        let known = |var: &VarId| self.frame().whole.contains_key(var);
        expr.ty == Type::Int
            || variables_of_sum(expr).is_some_and(|variables| variables.iter().all(known))
    }

    /// The same for a sum of type scalar with a variable: what only the variables tell.
    pub(in crate::lower) fn is_found_whole(&self, expr: &Expr) -> bool {
        expr.ty == Type::Scalar
            && self.is_whole(expr)
            && variables_of_sum(expr).is_some_and(|variables| !variables.is_empty())
    }

    /// The int that a sum of whole numbers is.
    pub(in crate::lower) fn whole_number(&mut self, expr: &Expr) -> Lowered<Value> {
        if expr.ty == Type::Int {
            return self.eval_value(expr);
        }
        Ok(match &expr.kind {
            ExprKind::Convert(_, inner) => self.eval_value(inner)?,
            ExprKind::Var(var) => self.frame().whole[var],
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let (zero, a) = (self.int(0), self.whole_number(a)?);
                self.sub(zero, a)
            }
            ExprKind::Builtin(builtin, args) => {
                let op = match builtin {
                    Builtin::Min => MirBinary::Min,
                    _ => MirBinary::Max,
                };
                let (a, b) = (self.whole_number(&args[0])?, self.whole_number(&args[1])?);
                self.binary(op, a, b)
            }
            ExprKind::Binary(op, a, b) => {
                let op = operation(*op);
                let (a, b) = (self.whole_number(a)?, self.whole_number(b)?);
                self.binary(op, a, b)
            }
            _ => {
                let number = constant(expr).expect("a constant of a sum is whole");
                self.int(number)
            }
        })
    }
}

/// The operation of a sum on ints.
fn operation(op: BinaryOp) -> MirBinary {
    match op {
        BinaryOp::Add => MirBinary::Add,
        BinaryOp::Sub => MirBinary::Sub,
        BinaryOp::Mul => MirBinary::Mul,
        BinaryOp::Min => MirBinary::Min,
        BinaryOp::Max => MirBinary::Max,
        BinaryOp::Div
        | BinaryOp::Pow
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | comparison_op!()
        | logical_op!() => panic!("{op:?} makes no sum"),
    }
}
