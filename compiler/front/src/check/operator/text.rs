//! Operators on strings, and values as text.
//!
//! *Invariant:* strings are joined and compared on the host only.

use crate::base::Span;
use crate::check::exception::exception_field;
use crate::check::operator::report_operand;
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Conversion, ExceptionField, Expr, ExprKind, Space};
use crate::syntax::ast;
use crate::types::Type;
use crate::types::families::{class_type, number_type};

use super::equality::{equality_op, refuse_mixed_comparison, refuse_strings};

impl<'a> Checker<'a> {
    pub(super) fn string_operator(
        &mut self,
        f: &mut BodyState<'a>,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        if f.space != Space::Host {
            return refuse_strings(&mut self.reports, op, span);
        }
        let strings = left.ty == Type::String && right.ty == Type::String;
        match op {
            ast::BinaryOp::Add if has_text(&left.ty) && has_text(&right.ty) => {
                let (left, right) = (self.to_text(f, "+", left), self.to_text(f, "+", right));
                Expr {
                    ty: Type::String,
                    span,
                    kind: ExprKind::Concat(Box::new(left), Box::new(right)),
                }
            }
            ast::BinaryOp::Equal | ast::BinaryOp::NotEqual if strings => {
                f.string_equality(op, left, right, span)
            }
            ast::BinaryOp::Equal | ast::BinaryOp::NotEqual => {
                refuse_mixed_comparison(&mut self.reports, &left, &right, span)
            }
            _ => refuse_string_operator(&mut self.reports, op, &left, &right, span),
        }
    }

    /// A value as text for what is named: `+` of strings, a function. Errors: a value that has no text.
    pub(in crate::check) fn to_text(
        &mut self,
        f: &mut BodyState<'a>,
        reader: &str,
        value: Expr,
    ) -> Expr {
        match value.ty {
            Type::String | Type::Error => value,
            Type::Exception => exception_field(ExceptionField::Message, value),
            Type::Pointer(ref class) if class.dictionary => self.dictionary_text(f, value),
            Type::Union(_) => {
                let span = value.span;
                self.distribute(f, vec![value], span, &mut |checker, f, mut values| {
                    checker.to_text(f, reader, values.remove(0))
                })
            }
            _ if !has_text(&value.ty) => refuse_textless(&mut self.reports, reader, &value),
            _ => Expr {
                ty: Type::String,
                span: value.span,
                kind: ExprKind::Convert(Conversion::Implicit, Box::new(value)),
            },
        }
    }
}

impl<'a> BodyState<'a> {
    /// `==` or `!=` of two strings in host code: known when both are.
    pub(super) fn string_equality(
        &self,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        if let (Some(a), Some(b)) = (self.known_text(&left), self.known_text(&right)) {
            return int(i32::from((a == b) == (op == ast::BinaryOp::Equal)), span);
        }
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Binary(equality_op(op), Box::new(left), Box::new(right)),
        }
    }
}

/// Whether `+` can write a value of the type behind a string.
fn has_text(ty: &Type) -> bool {
    match ty {
        number_type!()
        | Type::String
        | Type::Exception
        | Type::Array(_)
        | Type::Enum(_)
        | class_type!()
        | Type::Union(_)
        | Type::Error => true,
        Type::Group(_) | Type::Closure(_) | Type::Tuple(_) | Type::Unknown(_) | Type::Void => false,
    }
}

/// An operator that strings do not have, or `+` with a value that has no text.
fn refuse_string_operator(
    reports: &mut Reports,
    op: ast::BinaryOp,
    left: &Expr,
    right: &Expr,
    span: Span,
) -> Expr {
    let textless = [left, right].into_iter().find(|side| !has_text(&side.ty));
    let string = if left.ty == Type::String { left } else { right };
    let wrong = textless.unwrap_or(string);
    let report = Report::new(
        Code::BadOperand,
        wrong.span,
        format!("`{}` does not work on a `{}`", op.text(), wrong.ty),
    )
    .label(format!("`{}`", wrong.ty))
    .help("strings can be joined with `+` and compared with `==` and `!=`; a text becomes a number by `str2num(text)`");
    reports.push(report);
    error(span)
}

/// A function, say, is no text.
fn refuse_textless(reports: &mut Reports, reader: &str, value: &Expr) -> Expr {
    if reader == "+" {
        report_operand(reports, reader, value);
        return error(value.span);
    }
    let message = format!("`{reader}` cannot write a `{}` as text", value.ty);
    let function = matches!(value.ty, Type::Closure(_));
    let help = function.then(|| "call the function, and give what it returns".to_string());
    reports.push(
        Report::new(Code::BadArgument, value.span, message)
            .label("has no text")
            .maybe_help(help),
    );
    error(value.span)
}
