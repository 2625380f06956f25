//! Logic: `!`, `&&`, `||`, and expressions as conditions.
//!
//! *Invariant:* a truth value is an int, of arrays an array of ints with the modifier of masks.

use crate::base::Span;
use crate::check::kinds::is_union;
use crate::check::operator::{computed, report_operand};
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Modifiers, Type};

use super::elementwise::elementwise;
use super::equality::equality;

/// What an expression of truth values is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// To decide: equality of arrays is one truth value.
    Condition,
    /// To be stored, printed or given on: equality of arrays has one for each element.
    Value,
}

impl<'a> Checker<'a> {
    pub(super) fn not(
        &mut self,
        f: &mut BodyState<'a>,
        operand: &'a ast::Expr,
        purpose: Use,
        span: Span,
    ) -> Expr {
        let value = self.truth_operand(f, operand, purpose);
        match &value.ty {
            Type::Error => error(span),
            Type::Array(array) if !array.elem.is_number() => {
                report_operand(&mut self.reports, "!", &value);
                error(span)
            }
            Type::Array(array) => {
                let ty = mask_type(array);
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)),
                }
            }
            _ => {
                let value = self.condition(f, value);
                if let ExprKind::Int(number) = value.kind {
                    return int(i32::from(number == 0), span);
                }
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)),
                }
            }
        }
    }

    /// A condition, or an operand of `!`, `&&`, `||`.
    fn truth_operand(&mut self, f: &mut BodyState<'a>, e: &'a ast::Expr, purpose: Use) -> Expr {
        if purpose == Use::Value {
            return self.expr(f, e);
        }
        let Some(e) = self.rewrite(f, e) else {
            return error(e.span);
        };
        match &e.kind {
            ast::ExprKind::Unary(ast::UnaryOp::Not, operand) => {
                self.as_rewritten(f, |checker, f| checker.not(f, operand, purpose, e.span))
            }
            ast::ExprKind::Binary(binary)
                if matches!(binary.op, ast::BinaryOp::And | ast::BinaryOp::Or) =>
            {
                self.as_rewritten(f, |checker, f| checker.logical(f, binary, purpose, e.span))
            }
            ast::ExprKind::Binary(binary)
                if matches!(binary.op, ast::BinaryOp::Equal | ast::BinaryOp::NotEqual) =>
            {
                let left = self.expr(f, &binary.left);
                let right = self.expr(f, &binary.right);
                let left = self.beside(left, &right.ty);
                let right = self.beside(right, &left.ty);
                if !is_union(&left.ty) && !is_union(&right.ty) {
                    return equality(&mut self.reports, f, binary.op, left, right, e.span, true);
                }
                self.distribute(
                    f,
                    vec![left, right],
                    e.span,
                    &mut |checker, f, mut values| {
                        let right = values.remove(1);
                        equality(
                            &mut checker.reports,
                            f,
                            binary.op,
                            values.remove(0),
                            right,
                            e.span,
                            true,
                        )
                    },
                )
            }
            _ => self.expr(f, e),
        }
    }

    /// Checks parts of an expression that reductions have rewritten as a whole.
    fn as_rewritten(
        &mut self,
        f: &mut BodyState<'a>,
        check: impl FnOnce(&mut Self, &mut BodyState<'a>) -> Expr,
    ) -> Expr {
        let settled = std::mem::replace(&mut f.settled, true);
        let value = check(self, f);
        f.settled = settled;
        value
    }

    /// An expression used as a condition: one int.
    pub(in crate::check) fn condition_expr(
        &mut self,
        f: &mut BodyState<'a>,
        e: &'a ast::Expr,
    ) -> Expr {
        let value = self.truth_operand(f, e, Use::Condition);
        self.condition(f, value)
    }

    pub(super) fn logical(
        &mut self,
        f: &mut BodyState<'a>,
        binary: &'a ast::Binary,
        purpose: Use,
        span: Span,
    ) -> Expr {
        let left = self.truth_operand(f, &binary.left, purpose);
        let right = self.truth_operand(f, &binary.right, purpose);
        if left.ty == Type::Error || right.ty == Type::Error {
            return error(span);
        }
        let op = if binary.op == ast::BinaryOp::And {
            BinaryOp::And
        } else {
            BinaryOp::Or
        };
        if left.ty.as_array().is_some() || right.ty.as_array().is_some() {
            for side in [&left, &right] {
                if !side.ty.elem().is_some_and(Elem::is_number) {
                    report_operand(&mut self.reports, binary.op.text(), side);
                    return error(span);
                }
            }
            let (left, right) = (computed(left), computed(right));
            return elementwise(&mut self.reports, op, left, right, span);
        }
        let (left, right) = (self.condition(f, left), self.condition(f, right));
        if let ExprKind::Int(value) = left.kind {
            let decided = (op == BinaryOp::And) == (value == 0);
            return if decided {
                int(i32::from(op == BinaryOp::Or), span)
            } else {
                truth_of(right, span)
            };
        }
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        }
    }
}

/// The type of an element-wise truth value.
fn mask_type(array: &ArrayType) -> Type {
    Type::Array(ArrayType {
        elem: Elem::Int,
        modifiers: Modifiers {
            mask: true,
            ..Modifiers::default()
        },
        ..array.clone()
    })
}

fn truth_of(value: Expr, span: Span) -> Expr {
    match value.kind {
        ExprKind::Int(number) => int(i32::from(number != 0), span),
        _ => Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Binary(BinaryOp::Ne, Box::new(value), Box::new(int(0, span))),
        },
    }
}
