//! Changes of elements that may be atomic: `x[i] op= value`, `x[i] <- value`.
//!
//! *Invariant:* the operation of an update is one that elements of that type have.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::check::convert::to_elem;
use crate::check::object::is_open_field;
use crate::check::trees::{LONG_LIMIT, convert_to, error, exact_for, unsupported_expr};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::families::{arithmetic_op, bitwise_op, comparison_op, logical_op};
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Target};
use crate::syntax::ast;
use crate::types::{self, Elem, ElemKind, Type};

use super::update::{elementwise_update, number_of, update_operator};
use crate::check::kinds::rounds;

impl<'a> Checker<'a> {
    /// `target <- value`: the value of the expression is the old value.
    pub(in crate::check) fn exchange(
        &mut self,
        f: &mut BodyState<'a>,
        exchange: &'a ast::Exchange,
        span: Span,
    ) -> Expr {
        let expected = exchange.expected.as_ref().map(|value| self.expr(f, value));
        let value = self.expr(f, &exchange.value);
        let Some((target, ty)) = self.place_target(f, &exchange.target) else {
            return error(span);
        };
        if value.ty == Type::Error || ty == Type::Error {
            return error(span);
        }
        if !ty.is_number() || is_open_field(&target) {
            report_element_operand(&mut self.reports, "<-", &ty, exchange.target.span);
            return error(span);
        }
        let value = match rounds(&target) && value.ty == Type::Scalar {
            true => convert_to(rounded(value), &ty),
            false => self.coerce(f, value, &ty, "the new value"),
        };
        let (op, value) = match expected {
            None => (AssignOp::Exchange, value),
            Some(expected) if expected.ty == Type::Error => return error(span),
            Some(_) if ty == Type::Complex => {
                return unsupported_expr(
                    &mut self.reports,
                    span,
                    "comparing and exchanging complex numbers",
                );
            }
            Some(expected) => {
                let expected = self.coerce(f, expected, &ty, "the expected value");
                let pair = self.vector_of(vec![expected, value], span);
                (AssignOp::CompareExchange, pair)
            }
        };
        let assign = Assign {
            target,
            op,
            value,
            span,
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Assign(Box::new(assign)),
        }
    }
}

/// `round(value)`.
fn rounded(value: Expr) -> Expr {
    Expr {
        ty: Type::Scalar,
        span: value.span,
        kind: ExprKind::Builtin(Builtin::Round, vec![value]),
    }
}

/// Whether elements of a type can be updated by a compound assignment.
fn updates(elem: Elem, op: ast::AssignOp) -> bool {
    let on_complex = match op {
        ast::AssignOp::Set
        | ast::AssignOp::Add
        | ast::AssignOp::Subtract
        | ast::AssignOp::Multiply
        | ast::AssignOp::Divide
        | ast::AssignOp::PointMultiply
        | ast::AssignOp::PointDivide => true,
        ast::AssignOp::Power
        | ast::AssignOp::PointPower
        | ast::AssignOp::And
        | ast::AssignOp::Or
        | ast::AssignOp::Xor
        | ast::AssignOp::Max
        | ast::AssignOp::Min => false,
    };
    match elem {
        Elem::Int | Elem::Scalar | Elem::Storage(_) => true,
        Elem::Complex => on_complex,
        Elem::String | Elem::Compound(_) => false,
    }
}

/// Whether an update with a real number is an operation of reals; the others take its whole part.
fn has_real_form(op: BinaryOp) -> bool {
    match op {
        arithmetic_op!() => true,
        bitwise_op!() | comparison_op!() | logical_op!() => false,
    }
}

/// Whether a value is a literal without a fraction.
fn is_whole(value: &Expr, elem: Elem) -> bool {
    let fits = |number: f64| match elem {
        Elem::Storage(ElemKind::I64) => number.fract() == 0.0 && number.abs() < LONG_LIMIT,
        _ => f64::from(number as i32) == number,
    };
    matches!(value.kind, ExprKind::Scalar(number) if fits(number))
}

pub(super) fn update_elements(
    reports: &mut Reports,
    assign: &ast::Assign,
    target: Target,
    ty: Type,
    value: Expr,
    span: Span,
) -> Option<Assign> {
    let op = elementwise_update(assign.op, &value)
        .or_else(|| ty.is_number().then(|| update_operator(assign.op)));
    let elem = number_of(&ty);
    let (Some(op), Some(elem)) = (op, elem.filter(|elem| updates(*elem, assign.op))) else {
        if ty != Type::Error {
            report_element_operand(reports, assign.op.text(), &ty, assign.target.span);
        }
        return None;
    };
    let found = number_of(&value.ty);
    let fits = found.is_some_and(|found| types::join_elem(elem, found).is_some());
    if !fits || (ty.is_number() && value.ty.as_array().is_some()) {
        reports.push(
            Report::new(
                Code::TypeMismatch,
                value.span,
                format!(
                    "an element of type `{ty}` cannot be updated by a `{}`",
                    value.ty
                ),
            )
            .label(format!("`{}`", value.ty)),
        );
        return None;
    }
    // Of an int and a real number the operation is that of reals; what it gives is converted back.
    let is_real = (found == Some(Elem::Scalar) && !is_whole(&value, elem)) || op == BinaryOp::Div;
    let value = match is_whole(&value, elem) {
        true => exact_for(value, &ty),
        false => value,
    };
    let integer = elem.value_type().is_integer();
    let computed_as = match integer && is_real && has_real_form(op) {
        true => Elem::Scalar,
        false => elem,
    };
    let value = to_elem(value, computed_as);
    Some(Assign {
        target,
        op: AssignOp::Update(op),
        value,
        span,
    })
}

/// An operator that elements of a type do not have.
fn report_element_operand(reports: &mut Reports, op: &str, ty: &Type, span: Span) {
    reports.push(
        Report::new(
            Code::BadOperand,
            span,
            format!("`{op}` does not work on an element of type `{ty}`"),
        )
        .label(format!("`{ty}`")),
    );
}
