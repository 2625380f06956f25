//! Order: `sort(x)`, `argsort(x)`, `unique(x)`, `indmax(x)`, and several results at once as in `[y, k] = sort(x)`.
//!
//! *Invariant:* in the typed tree `sort` and `argsort` have an array of real numbers or strings, a dimension and whether they descend; `unique` has one and which part it gives.

use quasar_abi::{Distinct, LAST_DIMENSION};

use super::argument::bad_argument;
use super::known_instead;
use super::size::dimension;
use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::types::{ArrayType, Elem, Modifiers, Size, Type};

impl<'a> Checker<'a> {
    /// `sort(x, d, order)`, and `argsort` likewise.
    pub(super) fn sorted(
        &mut self,
        f: &BodyState<'a>,
        builtin: Builtin,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let name = builtins::row(builtin).name;
        let array = values.remove(0);
        if !has_order(&array) {
            return refused(&mut self.reports, name, &array, span);
        }
        let Some(descending) = self.direction(f, name, &mut values) else {
            return error(span);
        };
        let dim = match values.pop() {
            None => int(LAST_DIMENSION, span),
            Some(dim) => match dimension(&mut self.reports, name, dim) {
                Some(dim) => dim,
                None => return error(span),
            },
        };
        let Some(ty) = array.ty.as_array().cloned() else {
            // One number is in order.
            let result = match builtin {
                Builtin::ArgSort => known_instead(vec![array], int(0, span)),
                _ => array,
            };
            return known_instead(vec![dim], result);
        };
        let elem = match builtin {
            Builtin::ArgSort => Elem::Int,
            _ => ty.elem,
        };
        let modifiers = Modifiers::default();
        Expr {
            ty: Type::Array(ArrayType {
                elem,
                modifiers,
                ..ty
            }),
            span,
            kind: ExprKind::Builtin(builtin, vec![array, dim, int(i32::from(descending), span)]),
        }
    }

    /// Whether the last argument asks for descending order; it is taken off if it tells.
    fn direction(&mut self, f: &BodyState<'a>, name: &str, values: &mut Vec<Expr>) -> Option<bool> {
        let Some(text) = values.pop_if(|value| value.ty == Type::String) else {
            return Some(false);
        };
        match f.known_text(&text).as_deref() {
            Some("ascend") => Some(false),
            Some("descend") => Some(true),
            Some(_) | None => {
                let what = format!("`{name}` does not know this order");
                let report = Report::new(Code::BadArgument, text.span, what);
                self.report(report.label("neither \"ascend\" nor \"descend\""));
                None
            }
        }
    }

    /// The different elements of an array, or of a number.
    pub(super) fn distinct(&mut self, value: Expr, span: Span) -> Expr {
        if !has_order(&value) {
            return refused(&mut self.reports, "unique", &value, span);
        }
        match value.ty.as_array() {
            Some(_) => part_of_distinct(value, Distinct::Values, None, span),
            None => self.vector_of(vec![value], span),
        }
    }

    /// The place of an extreme of an array.
    pub(super) fn extreme_place(&mut self, builtin: Builtin, value: Expr, span: Span) -> Expr {
        if !has_order(&value) || value.ty.elem() == Some(Elem::String) {
            let name = builtins::row(builtin).name;
            return bad_argument(&mut self.reports, name, &value, "real numbers", span);
        }
        if value.ty.as_array().is_none() {
            return known_instead(vec![value], int(0, span));
        }
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Builtin(builtin, vec![value]),
        }
    }

    /// The two values of `[y, k] = sort(x)`, `max(x)` or `min(x)`: the second says where those of the first are in x; two or three of `unique(x)`.
    pub(in crate::check) fn with_places(
        &mut self,
        f: &mut BodyState<'a>,
        value: &Expr,
        targets: usize,
    ) -> Option<Vec<Expr>> {
        let ExprKind::Builtin(builtin, args) = &value.kind else {
            return None;
        };
        if *builtin == Builtin::Unique {
            return parts_of_distinct(f, args[0].clone(), targets, value.span);
        }
        let places = match builtin {
            Builtin::Sort => Builtin::ArgSort,
            Builtin::Min if args.len() == 1 => Builtin::IndMin,
            Builtin::Max if args.len() == 1 => Builtin::IndMax,
            _ => return None,
        };
        if targets != 2 {
            return None;
        }
        let ty = match value.ty.clone() {
            Type::Array(array) => Type::Array(ArrayType {
                elem: Elem::Int,
                ..array
            }),
            _ => Type::Int,
        };
        let mut args = args.clone();
        let (again, first) = f.hold(args[0].clone());
        args[0] = first;
        let mut same = args.clone();
        same[0] = again;
        let call = |builtin, args, ty| Expr {
            ty,
            span: value.span,
            kind: ExprKind::Builtin(builtin, args),
        };
        Some(vec![
            call(*builtin, args, value.ty.clone()),
            call(places, same, ty),
        ])
    }
}

/// What one target of `[y, first, place] = unique(x)` gets.
fn part_of_distinct(array: Expr, part: Distinct, order: Option<Expr>, span: Span) -> Expr {
    let elem = match part {
        Distinct::Values => array.ty.elem().unwrap_or(Elem::Scalar),
        Distinct::First | Distinct::Place | Distinct::Order => Elem::Int,
    };
    let numel = array.ty.as_array().and_then(ArrayType::known_numel);
    let size = match numel {
        Some(count) if matches!(part, Distinct::Place | Distinct::Order) => {
            Size::Known(count as i32)
        }
        _ => Size::Open,
    };
    let mut args = vec![array, int(part.code(), span)];
    args.extend(order);
    Expr {
        ty: Type::Array(ArrayType::new(elem, vec![size])),
        span,
        kind: ExprKind::Builtin(Builtin::Unique, args),
    }
}

/// The values for two or three targets of `unique(x)`, which are found from one order of the elements.
fn parts_of_distinct(
    f: &mut BodyState<'_>,
    array: Expr,
    targets: usize,
    span: Span,
) -> Option<Vec<Expr>> {
    let parts = [Distinct::Values, Distinct::First, Distinct::Place];
    if !(2..=parts.len()).contains(&targets) {
        return None;
    }
    // The first value holds what the others read: the array, then the order of its elements.
    let (again, array) = f.hold(array);
    let (order, ordered) = f.hold(part_of_distinct(again.clone(), Distinct::Order, None, span));
    let mut values = vec![part_of_distinct(array, parts[0], Some(ordered), span)];
    for part in &parts[1..targets] {
        values.push(part_of_distinct(
            again.clone(),
            *part,
            Some(order.clone()),
            span,
        ));
    }
    Some(values)
}

/// Whether values of the type can be put in order: real numbers, and strings in arrays.
fn has_order(value: &Expr) -> bool {
    match value.ty.as_array() {
        Some(array) => array.elem.is_real() || array.elem == Elem::String,
        None => value.ty.is_number() && value.ty != Type::Complex,
    }
}

fn refused(reports: &mut Reports, name: &str, value: &Expr, span: Span) -> Expr {
    bad_argument(
        reports,
        name,
        value,
        "real numbers or an array of strings",
        span,
    )
}
