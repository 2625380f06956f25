//! Text: `sprintf`, `strcat`, `print`; and what else a program tells or asks the world: images, time.
//!
//! *Invariant:* what is printed is a value with a text; functions have none.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::builtin::argument::{array_argument, bad_argument};
use crate::check::exception::exceptions_as_text;
use crate::check::trees::{error, unsupported_expr};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, StmtKind};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Type};

use super::special::{host_only, statement_expr};

impl<'a> Checker<'a> {
    /// The texts of values, one behind the other.
    pub(super) fn strcat(
        &mut self,
        f: &mut BodyState<'a>,
        name: &str,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let parts: Vec<Expr> = values
            .into_iter()
            .map(|value| self.to_text(f, name, value))
            .collect();
        if parts.iter().any(|part| part.ty == Type::Error) {
            return error(span);
        }
        let mut parts = parts.into_iter();
        let first = parts.next().expect("the caller has seen to it");
        parts.fold(first, |joined, part| Expr {
            ty: Type::String,
            span,
            kind: ExprKind::Concat(Box::new(joined), Box::new(part)),
        })
    }

    /// A text with a place for a value, or an identifier of MATLAB's errors, in front of further values of a function that joins them.
    pub(super) fn warn_unused_format(&mut self, name: &str, values: &[Expr]) {
        let [first, _, ..] = values else {
            return;
        };
        let ExprKind::String(text) = &first.kind else {
            return;
        };
        let report = if let Some(place) = place_for_a_value(text) {
            let instead = match name {
                "print" => "`printf(\"…\", x)` puts values into a text".to_string(),
                _ => format!("`{name}(sprintf(\"…\", x))` puts values into the text"),
            };
            Report::new(
                Code::UnusedFormat,
                first.span,
                format!("`{place}` is a part of the text here"),
            )
            .label("no format")
            .help(instead)
        } else if name == "error" && is_identifier(text) {
            let message = "errors have no identifiers: this is a part of the message";
            Report::new(Code::UnusedFormat, first.span, message)
                .label("shown in front of the rest")
                .help("leave it out: `error(\"what went wrong\")`")
        } else {
            return;
        };
        self.report(report);
    }

    pub(super) fn print(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let Some(values) = self.values(f, args) else {
            return error(span);
        };
        if !host_only(&mut self.reports, f, "print", span) {
            return error(span);
        }
        if let Some(value) = values
            .iter()
            .find(|value| matches!(value.ty, Type::Closure(_)))
        {
            let span = value.span;
            return unsupported_expr(&mut self.reports, span, "printed function values");
        }
        self.warn_unused_format("print", &values);
        let values = exceptions_as_text(self.with_texts(f, values));
        statement_expr(StmtKind::Print(values), span)
    }
}

/// The first place for a value of a format, as C has them: `%`, flags, width and precision, a letter. `%%` and a blank behind the sign are none.
fn place_for_a_value(text: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(at) = text[from..].find('%').map(|at| from + at) {
        let behind = &text[at + 1..];
        let digits = behind
            .bytes()
            .take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+'))
            .count();
        let letter = behind.as_bytes().get(digits);
        let ends = behind[digits..]
            .chars()
            .nth(1)
            .is_none_or(|next| !next.is_alphanumeric());
        if ends && letter.is_some_and(|letter| b"diufgeGxXsc".contains(letter)) {
            return Some(&text[at..=at + 1 + digits]);
        }
        from = at + 1 + usize::from(behind.starts_with('%'));
    }
    None
}

/// Words between colons and nothing else, as MATLAB's errors are told apart: `toolbox:size`.
fn is_identifier(text: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    text.contains(':') && text.split(':').all(is_word)
}

pub(super) fn imwrite(reports: &mut Reports, values: Vec<Expr>, span: Span) -> Expr {
    if values[0].ty != Type::String {
        return bad_argument(
            reports,
            "imwrite",
            &values[0].clone(),
            "a file name first",
            span,
        );
    }
    if array_argument(reports, "imwrite", &values[1].clone(), span).is_none() {
        return error(span);
    }
    if !matches!(
        values[1].ty.elem().map(Elem::value_type),
        Some(Type::Int | Type::Long | Type::Scalar)
    ) {
        return bad_argument(reports, "imwrite", &values[1].clone(), "real numbers", span);
    }
    let is_range = |value: &Expr| {
        value
            .ty
            .as_array()
            .is_some_and(|array| array.elem.is_real())
    };
    if let Some(range) = values.get(2).filter(|range| !is_range(range)) {
        let wanted = "a range of two numbers or `[]`";
        return bad_argument(reports, "imwrite", &range.clone(), wanted, span);
    }
    Expr {
        ty: Type::Void,
        span,
        kind: ExprKind::Builtin(Builtin::Imwrite, values),
    }
}

/// `imshow(img)`, `imshow(img, [black, white])`, `imshow(img, [])`.
pub(super) fn imshow(reports: &mut Reports, values: Vec<Expr>, span: Span) -> Expr {
    for (value, wanted) in values
        .iter()
        .zip(["an image of real numbers", "a range of two numbers or `[]`"])
    {
        let real = |array: &ArrayType| array.elem.is_real();
        if !value.ty.as_array().is_some_and(real) {
            return bad_argument(reports, "imshow", &value.clone(), wanted, span);
        }
    }
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Builtin(Builtin::Imshow, values),
    }
}

/// `toc()` prints the time, `toc("")` gives it.
pub(super) fn toc(reports: &mut Reports, f: &BodyState<'_>, values: Vec<Expr>, span: Span) -> Expr {
    let ty = match values.first() {
        None => Type::Void,
        Some(text) if f.known_text(text).as_deref() == Some("") => Type::Scalar,
        Some(other) => {
            reports.push(
                Report::new(
                    Code::BadArgument,
                    other.span,
                    "`toc` takes nothing or an empty string",
                )
                .label("neither of them")
                .help("`toc()` prints the milliseconds since `tic()`, `toc(\"\")` gives them"),
            );
            return error(span);
        }
    };
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(Builtin::Toc, values),
    }
}

pub(super) fn format(
    reports: &mut Reports,
    builtin: Builtin,
    values: Vec<Expr>,
    ty: Type,
    span: Span,
) -> Expr {
    if values[0].ty != Type::String {
        return bad_argument(
            reports,
            builtins::row(builtin).name,
            &values[0].clone(),
            "a format string first",
            span,
        );
    }
    for value in &values {
        if matches!(value.ty, Type::Closure(_) | Type::Class(_) | Type::Void) {
            return bad_argument(
                reports,
                builtins::row(builtin).name,
                &value.clone(),
                "values",
                span,
            );
        }
    }
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(builtin, exceptions_as_text(values)),
    }
}
