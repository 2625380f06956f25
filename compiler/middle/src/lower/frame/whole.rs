//! Sums of whole numbers in floats, computed in integers: indices, and what loops count.
//!
//! Layer: `frame`.
//!
//! *Invariant:* a variable is in `InlineFrame::whole` only where code has found that it holds a whole number, or where a loop counts it; so
//! the integer is what the float would be, and exact where the float would round.

use crate::builtins::Builtin;
use crate::hir::families::{comparison_op, logical_op};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::tree::whole::{Reach, constant, reach_of_sum};
use crate::mir::{BinaryOp as MirBinary, Value};
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// Whether an expression is an int, or a sum of whole numbers here.
    pub(in crate::lower) fn is_whole(&self, expr: &Expr) -> bool {
        expr.ty == Type::Int || self.reach(expr).is_some()
    }

    /// How far a sum of whole numbers comes here.
    pub(in crate::lower) fn reach(&self, expr: &Expr) -> Option<Reach> {
        let whole = &self.frame().whole;
        reach_of_sum(expr, &mut |var| whole.get(&var).map(|(_, reach)| *reach))
    }

    /// Whether an expression of type scalar is a sum with a variable that is whole here: what its form does not tell.
    pub(in crate::lower) fn is_found_whole(&self, expr: &Expr) -> bool {
        let whole = &self.frame().whole;
        let mut some = false;
        let reach = reach_of_sum(expr, &mut |var| {
            some = true;
            whole.get(&var).map(|(_, reach)| *reach)
        });
        reach.is_some() && some
    }

    /// The int that a sum of whole numbers is.
    pub(in crate::lower) fn whole_number(&mut self, expr: &Expr) -> Lowered<Value> {
        if expr.ty == Type::Int {
            return self.eval_value(expr);
        }
        if let Some(number) = constant(expr) {
            return Ok(self.int(number));
        }
        Ok(match &expr.kind {
            ExprKind::Convert(_, inner) => self.eval_value(inner)?,
            ExprKind::Var(var) => self.frame().whole[var].0,
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
            other => panic!("{other:?} is no sum of whole numbers"),
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
