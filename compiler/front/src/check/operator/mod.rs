//! Operators: arithmetic, comparisons, logic, linear algebra, strings.
//!
//! | file | what it does |
//! |---|---|
//! | `elementwise` | arithmetic and comparisons of each element, common shapes, constants |
//! | `logic` | `!`, `&&`, `\|\|`, conditions |
//! | `equality` | `==` and `!=`: of numbers, whole arrays, strings, pointers |
//! | `text` | operators on strings, values as text |
//! | `matrix` | `*` and `^` of matrices |
//!
//! *Invariant:* the operands of an operator in the typed tree have one element type; conversions stand where they happen.

mod elementwise;
mod equality;
mod logic;
mod matrix;
mod text;

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, ElemKind, Size, Type, join_elem};

use super::convert::to_elem;
use super::kinds::{is_union, plain};
use super::trees::{error, int};
use super::{BodyState, Checker, Reports};
use elementwise::{comparison, divide, power};
use equality::is_pointer;
use logic::Use;
use matrix::{matrix_power, matrix_product};

pub(super) use elementwise::{as_mask, bits_of, elementwise, is_mask, join_shapes};
pub(super) use equality::equality;

/// The least int without its sign, which alone is none.
const LEAST_INT: i64 = 1 << 31;

impl<'a> Checker<'a> {
    pub(super) fn unary(
        &mut self,
        f: &mut BodyState<'a>,
        op: ast::UnaryOp,
        operand: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        if op == ast::UnaryOp::Not {
            return self.not(f, operand, Use::Value, span);
        }
        if op == ast::UnaryOp::Negate && matches!(operand.kind, ast::ExprKind::Int(LEAST_INT)) {
            return int(i32::MIN, span);
        }
        let value = self.expr(f, operand);
        if is_union(&value.ty) {
            return self.distribute(f, vec![value], span, &mut |checker, _, mut values| {
                checker.signed(op, values.remove(0), span)
            });
        }
        self.signed(op, value, span)
    }

    /// `-value` or `+value`.
    fn signed(&mut self, op: ast::UnaryOp, value: Expr, span: Span) -> Expr {
        if !value.ty.elem().is_some_and(Elem::is_number) {
            if value.ty != Type::Error {
                report_operand(&mut self.reports, op.text(), &value);
            }
            return error(span);
        }
        let value = computed(value);
        if op == ast::UnaryOp::Plus {
            return value;
        }
        self.keep_negated(&value, span);
        match &value.kind {
            ExprKind::Int(number) => return int(number.wrapping_neg(), span),
            ExprKind::Scalar(number) => {
                return Expr {
                    span,
                    kind: ExprKind::Scalar(-number),
                    ..value
                };
            }
            ExprKind::Complex(re, im) => {
                return Expr {
                    span,
                    kind: ExprKind::Complex(-re, -im),
                    ..value
                };
            }
            _ => {}
        }
        let ty = plain(&value.ty);
        Expr {
            ty,
            span,
            kind: ExprKind::Unary(UnaryOp::Neg, Box::new(value)),
        }
    }

    pub(super) fn binary(
        &mut self,
        f: &mut BodyState<'a>,
        binary: &'a ast::Binary,
        span: Span,
    ) -> Expr {
        if matches!(binary.op, ast::BinaryOp::And | ast::BinaryOp::Or) {
            return self.logical(f, binary, Use::Value, span);
        }
        let left = self.expr(f, &binary.left);
        let right = self.expr(f, &binary.right);
        if let Some(whole) = self.whole_result(binary.op, &left, &right) {
            self.wholes.insert(span, whole);
        }
        let left = self.beside(left, &right.ty);
        let right = self.beside(right, &left.ty);
        self.operate(f, binary.op, left, right, span, binary.op_span)
    }

    /// A binary operator on two values.
    pub(super) fn operate(
        &mut self,
        f: &mut BodyState<'a>,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
        op_span: Span,
    ) -> Expr {
        use ast::BinaryOp as B;
        if left.ty == Type::Error || right.ty == Type::Error {
            return error(span);
        }
        if is_union(&left.ty) || is_union(&right.ty) {
            return self.distribute(f, vec![left, right], span, &mut |checker, f, mut values| {
                let right = values.remove(1);
                checker.operate(f, op, values.remove(0), right, span, op_span)
            });
        }
        if left.ty == Type::String || right.ty == Type::String {
            return self.string_operator(f, op, left, right, span);
        }
        if matches!(op, B::Equal | B::NotEqual) && is_pointer(&left.ty) && is_pointer(&right.ty) {
            return self.equal_references(f, op, left, right, span);
        }
        if !self.may_be_operands(op, &left, &right) {
            return error(span);
        }
        let halves = is_pair_of_halves(&left.ty) && is_pair_of_halves(&right.ty);
        let (left, right) = (computed(left), computed(right));
        if halves && is_half_operation(op) {
            let single = self.operate(f, op, left, right, span, op_span);
            return to_elem(single, Elem::Storage(ElemKind::F16));
        }
        let arrays = (left.ty.as_array().is_some(), right.ty.as_array().is_some());
        match op {
            B::Add => {
                let (left, right) = self.along_position(f, left, right);
                elementwise(&mut self.reports, BinaryOp::Add, left, right, span)
            }
            B::Subtract => {
                let (left, right) = self.along_position(f, left, right);
                elementwise(&mut self.reports, BinaryOp::Sub, left, right, span)
            }
            B::PointMultiply => elementwise(&mut self.reports, BinaryOp::Mul, left, right, span),
            B::Multiply if arrays == (true, true) => {
                matrix_product(&mut self.reports, left, right, span)
            }
            B::Multiply => elementwise(&mut self.reports, BinaryOp::Mul, left, right, span),
            B::Divide if arrays.1 => {
                self.report(
                    Report::new(Code::MatrixOperator, op_span, "`/` divides by a number")
                        .label(format!("the divisor is a `{}`", right.ty))
                        .help("write `./` to divide element by element"),
                );
                error(span)
            }
            B::Divide | B::PointDivide => divide(&mut self.reports, left, right, span),
            B::Power if arrays.0 || arrays.1 => {
                matrix_power(&mut self.reports, left, right, span, op_span)
            }
            B::Power | B::PointPower => power(&mut self.reports, left, right, span),
            B::LeftDivide => {
                self.report(
                    Report::new(Code::MatrixOperator, op_span, "`\\` is reserved")
                        .label("has no meaning")
                        .help("the x of A*x = b is `lsolve(A, b)`"),
                );
                error(span)
            }
            B::Equal | B::NotEqual => equality(&mut self.reports, f, op, left, right, span, false),
            B::Less => comparison(&mut self.reports, BinaryOp::Lt, left, right, span),
            B::LessEqual => comparison(&mut self.reports, BinaryOp::Le, left, right, span),
            B::Greater => comparison(&mut self.reports, BinaryOp::Gt, left, right, span),
            B::GreaterEqual => comparison(&mut self.reports, BinaryOp::Ge, left, right, span),
            B::And => elementwise(&mut self.reports, BinaryOp::And, left, right, span),
            B::Or => elementwise(&mut self.reports, BinaryOp::Or, left, right, span),
        }
    }

    /// Whether an operator works on values of these types, or a report.
    fn may_be_operands(&mut self, op: ast::BinaryOp, left: &Expr, right: &Expr) -> bool {
        let equality = matches!(op, ast::BinaryOp::Equal | ast::BinaryOp::NotEqual);
        let no_number = |side: &&&Expr| !side.ty.elem().is_some_and(Elem::is_number);
        let of_type = |side: &&&Expr| !equality && self.types.is_type_value(&side.ty);
        let sides = [left, right];
        let wrong = sides.iter().find(no_number);
        match wrong.or_else(|| sides.iter().find(of_type)) {
            Some(side) => {
                report_operand(&mut self.reports, op.text(), side);
                false
            }
            None => true,
        }
    }
}

/// Whether a value is a vector of two halves, a word as `hvec2` is one.
fn is_pair_of_halves(ty: &Type) -> bool {
    let is_pair = |array: &ArrayType| {
        array.elem == Elem::Storage(ElemKind::F16) && array.sizes == [Size::Known(2)]
    };
    ty.as_array().is_some_and(is_pair)
}

/// Whether an operation on pairs of halves gives halves: its result in single precision, which has more than twice their digits, is rounded
/// to what half arithmetic gives.
fn is_half_operation(op: ast::BinaryOp) -> bool {
    use ast::BinaryOp as B;
    matches!(op, B::Add | B::Subtract | B::PointMultiply | B::PointDivide)
}

/// The element type that two operands are computed in together.
fn common_elem(left: &Expr, right: &Expr) -> Option<Elem> {
    join_elem(left.ty.elem()?, right.ty.elem()?)
}

/// Storage elements are computed as ints or scalars; modifiers belong to variables, not to results.
pub(super) fn computed(value: Expr) -> Expr {
    if let Type::Enum(_) = value.ty {
        return super::trees::convert_to(value, &Type::Int);
    }
    let Some(elem) = value.ty.elem() else {
        return value;
    };
    let Some(computed) = elem.value_type().elem() else {
        return value;
    };
    if computed == elem {
        value
    } else {
        to_elem(value, computed)
    }
}

pub(super) fn report_operand(reports: &mut Reports, op: &str, value: &Expr) {
    let mut report = Report::new(
        Code::BadOperand,
        value.span,
        format!("`{op}` does not work on a `{}`", value.ty),
    )
    .label(format!("`{}`", value.ty));
    if matches!(value.ty, Type::Class(_)) && matches!(op, "==" | "!=") {
        report = report.help("compare the fields");
    }
    reports.push(report);
}
