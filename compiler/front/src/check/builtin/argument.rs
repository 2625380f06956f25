//! Arguments of builtins that are not what a row wants.
//!
//! *Invariant:* every report names the builtin, what it takes and what was given.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::diag::{Code, Report};
use crate::hir::Expr;
use crate::types::{ArrayType, Elem, Type};

use crate::check::Reports;
use crate::check::convert::to_elem;
use crate::check::trees::error;

pub(in crate::check) fn bad_argument(
    reports: &mut Reports,
    name: &str,
    value: &Expr,
    wanted: &str,
    span: Span,
) -> Expr {
    reports.push(
        Report::new(
            Code::BadArgument,
            value.span,
            format!("`{name}` takes {wanted}, not a `{}`", value.ty),
        )
        .label(format!("`{}`", value.ty))
        .maybe_help(help_for_argument(name, value)),
    );
    error(span)
}

/// What was probably meant by an argument that a builtin does not take.
fn help_for_argument(name: &str, value: &Expr) -> Option<String> {
    let help = match builtins::find(name)? {
        _ if value.ty != Type::String => return None,
        Builtin::Fprintf => {
            "`printf(format, …)` prints; `fprintf(f, format, …)` writes to a file that `f = fopen(path, \"w\")` opened"
        }
        Builtin::Int | Builtin::Float => "a text becomes a number by `str2num(text)`",
        Builtin::Size => "the number of characters of a text is `strlen(s)`",
        _ => return None,
    };
    Some(help.to_string())
}

pub(in crate::check) fn array_argument(
    reports: &mut Reports,
    name: &str,
    value: &Expr,
    span: Span,
) -> Option<ArrayType> {
    match &value.ty {
        Type::Array(array) => Some(array.clone()),
        _ => {
            bad_argument(reports, name, value, "an array", span);
            None
        }
    }
}

/// The type of an argument that is an array of numbers, or a report.
pub(in crate::check) fn number_array(
    reports: &mut Reports,
    name: &str,
    value: &Expr,
    span: Span,
) -> Option<ArrayType> {
    let array = array_argument(reports, name, value, span)?;
    if array.elem.is_number() {
        return Some(array);
    }
    bad_argument(reports, name, value, "an array of numbers", span);
    None
}

/// An argument that lists whole numbers, as an array of ints; a report that names `wanted` for any other.
pub(super) fn int_list(
    reports: &mut Reports,
    name: &str,
    value: Expr,
    wanted: &str,
    span: Span,
) -> Option<Expr> {
    if value
        .ty
        .as_array()
        .is_some_and(|array| array.elem.is_real())
    {
        return Some(to_elem(value, Elem::Int));
    }
    bad_argument(reports, name, &value, wanted, span);
    None
}
