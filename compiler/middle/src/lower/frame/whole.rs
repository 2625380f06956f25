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
        if let ExprKind::Convert(_, inner) = &expr.kind {
            return self.eval_value(inner);
        }
        if let ExprKind::Var(var) = &expr.kind {
            return Ok(self.frame().whole[var].0);
        }
        if let ExprKind::Unary(UnaryOp::Neg, a) = &expr.kind {
            let (zero, a) = (self.int(0), self.whole_number(a)?);
            return Ok(self.sub(zero, a));
        }
        let (op, a, b) = parts(expr).expect("a sum of whole numbers");
        let (a, b) = (self.whole_number(a)?, self.whole_number(b)?);
        Ok(self.binary(op, a, b))
    }
}

/// The operation at the root of a sum, on ints, and its operands.
fn parts(expr: &Expr) -> Option<(MirBinary, &Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Min, args) => Some((MirBinary::Min, &args[0], &args[1])),
        ExprKind::Builtin(Builtin::Max, args) => Some((MirBinary::Max, &args[0], &args[1])),
        ExprKind::Binary(op, a, b) => Some((operation(*op), a, b)),
        _ => None,
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
