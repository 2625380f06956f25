//! Whole numbers that no int is, where integers of 64 bits are wanted.
//!
//! *Invariant:* a literal is an int or a scalar by itself; what is written is kept beside the expression, by its place in the text, and a
//! place of 64 bits takes that.

use crate::base::Span;
use crate::hir::{BinaryOp, Conversion, Expr, ExprKind};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::Checker;
use super::trees::{convert_to, long};

impl Checker<'_> {
    /// Keeps a whole number that is written; digits in base 2, 8 or 16 alone give negative ones, which stand for 32 bits without a sign.
    pub(super) fn keep_whole(&mut self, value: i64, span: Span) {
        let whole = match i32::try_from(value) {
            Ok(bits @ ..0) => i64::from(bits as u32),
            Ok(0..) => return,
            Err(_) => value,
        };
        self.wholes.insert(span, whole);
    }

    /// Keeps what a negated number is.
    pub(super) fn keep_negated(&mut self, value: &Expr, span: Span) {
        if let Some(whole) = self.whole(value) {
            self.wholes.insert(span, -whole);
        }
    }

    /// What an operator gives of whole numbers of which at least one is no int.
    pub(super) fn whole_result(&self, op: ast::BinaryOp, left: &Expr, right: &Expr) -> Option<i64> {
        let kept = [self.whole(left), self.whole(right)];
        if kept == [None, None] {
            return None;
        }
        let left = kept[0].or_else(|| constant_int(left))?;
        let right = kept[1].or_else(|| constant_int(right))?;
        match op.text() {
            "+" => left.checked_add(right),
            "-" => left.checked_sub(right),
            "*" | ".*" => left.checked_mul(right),
            _ => None,
        }
    }

    /// The whole number that is written where this value comes from, unless it is the value itself as an int.
    pub(super) fn whole(&self, value: &Expr) -> Option<i64> {
        let kept = self.wholes.get(&value.span).copied();
        match &value.kind {
            ExprKind::Int(number) => kept.filter(|whole| *whole as i32 == *number),
            ExprKind::Scalar(number) => kept.filter(|whole| *whole as f64 == *number),
            ExprKind::Binary(..) if value.ty == Type::Scalar => kept,
            ExprKind::Convert(_, inner) if value.ty == Type::Scalar => self.whole(inner),
            _ => None,
        }
    }

    /// A value beside an integer of 64 bits: a whole number that is written is such an integer, too.
    pub(super) fn beside(&self, value: Expr, other: &Type) -> Expr {
        if other.elem().map(Elem::value_type) != Some(Type::Long) {
            return value;
        }
        match self.in_64_bits(&value) {
            Some((exact, true)) => exact,
            Some((_, false)) | None => value,
        }
    }

    /// A number computed in 64 bits, where it is made of ints and of whole numbers that are written, and whether one of these is no int.
    fn in_64_bits(&self, value: &Expr) -> Option<(Expr, bool)> {
        if let Some(whole) = self.whole(value) {
            return Some((long(whole, value.span), true));
        }
        match &value.kind {
            _ if value.ty == Type::Int => Some((convert_to(value.clone(), &Type::Long), false)),
            ExprKind::Convert(Conversion::Implicit, inner) if value.ty == Type::Scalar => {
                self.in_64_bits(inner)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right)
                if value.ty == Type::Scalar =>
            {
                let ((left, first), (right, second)) =
                    (self.in_64_bits(left)?, self.in_64_bits(right)?);
                let kind = ExprKind::Binary(*op, Box::new(left), Box::new(right));
                let exact = Expr {
                    ty: Type::Long,
                    span: value.span,
                    kind,
                };
                Some((exact, first || second))
            }
            _ => None,
        }
    }

    /// A value for a place: for one of 64 bits the whole number that is written, also in the arms of a choice.
    pub(super) fn exact(&self, value: Expr, to: &Type) -> Expr {
        if *to != Type::Long {
            return value;
        }
        let value = self.beside(value, to);
        let ExprKind::Ternary(cond, then, otherwise) = &value.kind else {
            return value;
        };
        let arms = [then, otherwise].map(|arm| self.exact((**arm).clone(), to));
        if arms.iter().all(|arm| arm.ty != Type::Long) {
            return value;
        }
        let [then, otherwise] = arms.map(|arm| Box::new(convert_to(arm, to)));
        Expr {
            ty: Type::Long,
            span: value.span,
            kind: ExprKind::Ternary(cond.clone(), then, otherwise),
        }
    }
}

/// The int that a constant is, also where it was made a scalar.
fn constant_int(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Int(number) => Some(i64::from(*number)),
        ExprKind::Convert(_, inner) => constant_int(inner),
        _ => None,
    }
}
