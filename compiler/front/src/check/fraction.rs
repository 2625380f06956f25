//! Fractions that ints lose: a warning where the program shows that one is lost, or that nobody asked for ints.
//!
//! Who declares an int, or an array of ints, gets the whole part of what is stored there, as a typed variable of the language does: that is
//! told only of a number that is known. A list such as `[1,2,3]` has ints because no number in it has a point; what is stored in
//! its elements is told where it is a real number of which nothing says that it is whole.
//!
//! *Invariant:* a value is the same number with and without a warning.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, Target, UnaryOp};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::environment::Slot;
use super::trees::convert_to;
use super::{BodyState, Checker, Reports};

impl<'a> Checker<'a> {
    /// A number that goes where an int is.
    pub(super) fn warn_fraction(&mut self, f: &BodyState<'a>, value: &Expr, to: &Type) {
        if self.has_whole_and_fraction(f, value) {
            report_sum(&mut self.reports, value.span, ADVICE);
        } else if let Some(number) = self.known_fraction(f, value) {
            report_constant(&mut self.reports, number, value.span, to, ADVICE);
        }
    }

    /// The value of `x[i] op= value` with what is to be said of fractions that the elements lose; told of, it is converted.
    pub(super) fn fraction_for_elements(
        &mut self,
        f: &BodyState<'a>,
        assign: &ast::Assign,
        target: &Target,
        value: Expr,
    ) -> Expr {
        let Target::Element(element) = target else {
            return value;
        };
        if element.array.ty.elem() != Some(Elem::Int) {
            return value;
        }
        if let Some((number, span)) = self.fraction_in(f, &value) {
            match assign.op {
                ast::AssignOp::Set => {
                    report_constant(&mut self.reports, number, span, &Type::Int, ELEMENTS);
                    return match value.ty {
                        Type::Scalar => convert_to(value, &Type::Int),
                        _ => value,
                    };
                }
                ast::AssignOp::Add | ast::AssignOp::Subtract => {
                    report_sum(&mut self.reports, span, ELEMENTS);
                    return value;
                }
                _ => (),
            }
        }
        let written = slot_of(&element.array).and_then(|slot| f.lists.get(&slot));
        if let Some(list) = written
            && self.may_have_fraction(f, assign.op, &value)
        {
            report_stored(&mut self.reports, assign, value.span, *list);
        }
        value
    }

    /// What `x[i] op= value` computes may have a fraction, as far as the program shows.
    fn may_have_fraction(&self, f: &BodyState<'a>, op: ast::AssignOp, value: &Expr) -> bool {
        match op {
            ast::AssignOp::Divide | ast::AssignOp::PointDivide => true,
            ast::AssignOp::And | ast::AssignOp::Or | ast::AssignOp::Xor => false,
            ast::AssignOp::Set
            | ast::AssignOp::Add
            | ast::AssignOp::Subtract
            | ast::AssignOp::Multiply
            | ast::AssignOp::PointMultiply
            | ast::AssignOp::Power
            | ast::AssignOp::PointPower
            | ast::AssignOp::Max
            | ast::AssignOp::Min => {
                value.ty.elem() == Some(Elem::Scalar) && !self.is_whole(f, value)
            }
        }
    }

    /// The number that a value is known to be, where it has a fraction.
    fn known_fraction(&self, f: &BodyState<'a>, value: &Expr) -> Option<f64> {
        let number = match &value.kind {
            ExprKind::Scalar(number) => *number,
            ExprKind::Var(_) | ExprKind::Global(_) if value.ty == Type::Scalar => {
                self.bounds_of(f, value)?.exact()?
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => -self.known_fraction(f, inner)?,
            _ => return None,
        };
        (number.fract() != 0.0).then_some(number)
    }

    /// The first number of a value, which may be a list, that is known to have a fraction.
    fn fraction_in(&self, f: &BodyState<'a>, value: &Expr) -> Option<(f64, Span)> {
        match &value.kind {
            ExprKind::ArrayLiteral(items) => {
                items.iter().find_map(|item| self.fraction_in(f, item))
            }
            _ => Some((self.known_fraction(f, value)?, value.span)),
        }
    }

    /// The sum of a whole number and one with a fraction.
    fn has_whole_and_fraction(&self, f: &BodyState<'a>, value: &Expr) -> bool {
        let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) = &value.kind else {
            return false;
        };
        let is_one =
            |whole, other| self.is_whole(f, whole) && self.known_fraction(f, other).is_some();
        value.ty == Type::Scalar && (is_one(left, right) || is_one(right, left))
    }

    /// Whether a number, or each of an array's, is known to be whole.
    fn is_whole(&self, f: &BodyState<'a>, value: &Expr) -> bool {
        if matches!(value.ty.elem(), Some(Elem::Int | Elem::Storage(_))) {
            return !matches!(value.ty.elem(), Some(Elem::Storage(kind)) if !kind.is_integer());
        }
        match &value.kind {
            ExprKind::Scalar(number) => number.fract() == 0.0,
            ExprKind::Var(_) | ExprKind::Global(_) => {
                let bounds = self.bounds_of(f, value);
                bounds
                    .and_then(|bounds| bounds.exact())
                    .is_some_and(|number| number.fract() == 0.0)
            }
            ExprKind::Convert(_, inner) | ExprKind::Unary(UnaryOp::Neg, inner) => {
                self.is_whole(f, inner)
            }
            ExprKind::Binary(
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Max | BinaryOp::Min,
                left,
                right,
            ) => self.is_whole(f, left) && self.is_whole(f, right),
            ExprKind::Ternary(_, left, right) => self.is_whole(f, left) && self.is_whole(f, right),
            ExprKind::ArrayLiteral(items) => items.iter().all(|item| self.is_whole(f, item)),
            ExprKind::Builtin(builtin, args) => {
                is_rounding(*builtin)
                    || (keeps_whole(*builtin) && args.iter().all(|arg| self.is_whole(f, arg)))
            }
            _ => false,
        }
    }

    /// Notes that a variable gets a list, or a range, of ints that nobody declared; of another value, that it has none.
    pub(super) fn note_list(&self, f: &mut BodyState<'a>, slot: Slot, value: &Expr, typed: bool) {
        let is_list = match &value.kind {
            ExprKind::ArrayLiteral(items) => are_constants(items),
            ExprKind::Range { .. } => true,
            _ => false,
        };
        if is_list && !typed && value.ty.elem() == Some(Elem::Int) {
            f.lists.insert(slot, value.span);
        } else {
            f.lists.remove(&slot);
        }
    }
}

const ADVICE: &str = "write `int(…)` to say that this is meant, or make the variable a `scalar`";
const ELEMENTS: &str = "write `int(…)` to say that this is meant, or store in an array of scalars, as `[1.0,2,3]` and `zeros(n)` are";

/// A number that is known, on its way into an int.
pub(super) fn warn_constant(reports: &mut Reports, value: &Expr, to: &Type) {
    if let (true, ExprKind::Scalar(number)) = (to.is_integer(), &value.kind)
        && number.fract() != 0.0
    {
        report_constant(reports, *number, value.span, to, ADVICE);
    }
}

fn report_constant(reports: &mut Reports, number: f64, span: Span, to: &Type, help: &str) {
    let message = format!("{number} loses its fraction as an `{to}`");
    let label = format!("becomes {}", number as i64);
    reports.push(
        Report::new(Code::Truncated, span, message)
            .label(label)
            .help(help),
    );
}

/// A whole number and one with a fraction, added up on their way into an int.
fn report_sum(reports: &mut Reports, span: Span, help: &str) {
    let message = "the fraction of this sum is lost as an `int`";
    let report = Report::new(Code::Truncated, span, message);
    reports.push(report.label("has a fraction").help(help));
}

/// A real number that is stored in an element of a list of whole numbers: told once of each list.
fn report_stored(reports: &mut Reports, assign: &ast::Assign, value: Span, list: Span) {
    let is_told = |report: &Report| {
        report.code == Code::Truncated && report.labels.iter().any(|label| label.span == list)
    };
    if reports.iter().any(is_told) {
        return;
    }
    let message = match assign.op {
        ast::AssignOp::Set => "an element of type `int` keeps only the whole part of this number",
        _ => "an element of type `int` keeps only the whole part of what this computes",
    };
    reports.push(
        Report::new(Code::Truncated, value, message)
            .label("may have a fraction")
            .also(list, "ints: no number here has a point")
            .help(ELEMENTS),
    );
}

/// Whether all that a list says are numbers.
fn are_constants(items: &[Expr]) -> bool {
    items.iter().all(|item| match &item.kind {
        ExprKind::Int(_) => true,
        ExprKind::Unary(UnaryOp::Neg, inner) => matches!(inner.kind, ExprKind::Int(_)),
        ExprKind::ArrayLiteral(row) => are_constants(row),
        _ => false,
    })
}

fn slot_of(array: &Expr) -> Option<Slot> {
    match &array.kind {
        ExprKind::Var(var) => Some(Slot::Var(*var)),
        ExprKind::Global(var) => Some(Slot::Global(*var)),
        _ => None,
    }
}

/// Functions whose value is a whole number.
fn is_rounding(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Floor | Builtin::Ceil | Builtin::Round | Builtin::Sign
    )
}

/// Functions whose value is whole where their arguments are.
fn keeps_whole(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Abs | Builtin::Max | Builtin::Min | Builtin::Mod | Builtin::Sum | Builtin::Prod
    )
}
