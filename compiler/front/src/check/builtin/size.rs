//! Questions about sizes: `size(x)`, `numel(x)`, `ndims(x)`, `isempty(x)`.
//!
//! *Invariant:* what the type of an array says is a constant here, and the constant is what the program would find when it runs.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::builtin::argument::{array_argument, int_list};
use crate::check::convert::to_int;
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, Reports, kinds};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space, UnaryOp};
use crate::types::{ArrayType, Elem, Size, Type};
use quasar_abi::MAXIMUM_DIMENSIONS;

use super::known_instead;

impl<'a> Checker<'a> {
    /// `size(x)`, `size(x, d)`, `size(x, list)`.
    pub(super) fn size(
        &mut self,
        f: &mut BodyState<'a>,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let dims = (values.len() == 2).then(|| values.remove(1));
        let value = values.remove(0);
        if value.ty.is_number() {
            return self.size_of_number(f, value, dims, span);
        }
        let Some(array) = array_argument(&mut self.reports, "size", &value, span) else {
            return error(span);
        };
        match dims {
            None if f.space != Space::Host && !array.any_rank => {
                // The length of the result must be known there: an entry for each dimension of the type.
                let rank = array.rank().unwrap_or_default().max(2);
                let all = (0..rank as i32).map(|dim| int(dim, span)).collect();
                let list = self.vector_of(all, span);
                self.listed_size(f, value, list, span)
            }
            None => whole_size(value, &array, span),
            Some(dim) if dim.ty.as_array().is_none() => {
                let Some(dim) = dimension(&mut self.reports, "size", dim) else {
                    return error(span);
                };
                if let Some(axis) = literal_dimension(&dim)
                    && let Size::Known(size) = kinds::extent(&array, axis)
                {
                    return known_instead(vec![value], int(size, span));
                }
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Builtin(Builtin::Size, vec![value, dim]),
                }
            }
            Some(list) => match self.dimension_list(f, "size", list, span) {
                Some(list) => self.listed_size(f, value, list, span),
                None => error(span),
            },
        }
    }

    /// A number is an array of one element as far as sizes go.
    fn size_of_number(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        dims: Option<Expr>,
        span: Span,
    ) -> Expr {
        let Some(dims) = dims else {
            let sizes = self.vector_of(vec![int(1, span)], span);
            return known_instead(vec![value], sizes);
        };
        if dims.ty.as_array().is_some() {
            let literal = self.vector_of(vec![value], span);
            return match self.dimension_list(f, "size", dims, span) {
                Some(list) => self.listed_size(f, literal, list, span),
                None => error(span),
            };
        }
        match dimension(&mut self.reports, "size", dims) {
            Some(dim) => known_instead(vec![value, dim], int(1, span)),
            None => error(span),
        }
    }

    /// A list of dimensions as ints: real numbers, none below 0 as far as is known; or a report.
    pub(super) fn dimension_list(
        &mut self,
        f: &BodyState<'a>,
        name: &str,
        list: Expr,
        span: Span,
    ) -> Option<Expr> {
        let list = int_list(&mut self.reports, name, list, "a list of dimensions", span)?;
        for dim in self.known_list(f, &list).unwrap_or_default() {
            is_dimension(&mut self.reports, name, dim, list.span)?;
        }
        Some(list)
    }

    /// `size(x, 0..1)`: one int per listed dimension when the list is known.
    fn listed_size(&mut self, f: &mut BodyState<'a>, value: Expr, list: Expr, span: Span) -> Expr {
        let dims = self.known_list(f, &list);
        match dims {
            Some(dims) => {
                let (again, first) = f.hold(value);
                let parts = dims
                    .iter()
                    .enumerate()
                    .map(|(index, dim)| {
                        let array = if index == 0 {
                            first.clone()
                        } else {
                            again.clone()
                        };
                        let known = array
                            .ty
                            .as_array()
                            .zip(usize::try_from(*dim).ok())
                            .map(|(array, dim)| kinds::extent(array, dim));
                        match (known, &array.kind) {
                            (Some(Size::Known(size)), ExprKind::Var(_) | ExprKind::Global(_)) => {
                                int(size, span)
                            }
                            _ => Expr {
                                ty: Type::Int,
                                span,
                                kind: ExprKind::Builtin(
                                    Builtin::Size,
                                    vec![array, int(*dim, span)],
                                ),
                            },
                        }
                    })
                    .collect();
                self.vector_of(parts, span)
            }
            None => {
                let ty = Type::Array(ArrayType::new(
                    Elem::Int,
                    vec![list.ty.as_array().map_or(Size::Open, kinds::numel)],
                ));
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Builtin(Builtin::Size, vec![value, list]),
                }
            }
        }
    }

    /// The ints of a list that is known at compile time.
    pub(in crate::check) fn known_list(
        &mut self,
        f: &BodyState<'a>,
        list: &Expr,
    ) -> Option<Vec<i32>> {
        match &list.kind {
            ExprKind::ArrayLiteral(items) => items
                .iter()
                .map(|item| match self.known_size(f, item) {
                    Size::Known(value) => Some(value),
                    Size::Symbol(_) | Size::Open => None,
                })
                .collect(),
            ExprKind::Range {
                start,
                step: None,
                stop,
            } => match (self.known_size(f, start), self.known_size(f, stop)) {
                (Size::Known(a), Size::Known(b))
                    if i64::from(b) - i64::from(a) < MAXIMUM_DIMENSIONS as i64 =>
                {
                    Some((a..=b).collect())
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The dimension that an int is, where the text says it.
pub(super) fn literal_dimension(dim: &Expr) -> Option<usize> {
    match dim.kind {
        ExprKind::Int(number) => usize::try_from(number).ok(),
        _ => None,
    }
}

fn whole_size(value: Expr, array: &ArrayType, span: Span) -> Expr {
    let count = match array.known_sizes() {
        Some(sizes) if sizes.last().is_some_and(|last| *last != 1) => {
            Size::Known(sizes.len().max(2) as i32)
        }
        _ => Size::Open,
    };
    let ty = Type::Array(ArrayType::new(Elem::Int, vec![count]));
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(Builtin::Size, vec![value]),
    }
}

/// One dimension as an int: a number, and not below 0 as far as the text tells; or a report.
pub(super) fn dimension(reports: &mut Reports, name: &str, dim: Expr) -> Option<Expr> {
    let number = dim.ty.is_number() && dim.ty != Type::Complex;
    let dim = to_int(reports, dim, "a dimension");
    if !number {
        return None;
    }
    if let ExprKind::Int(number) = dim.kind {
        is_dimension(reports, name, number, dim.span)?;
    }
    Some(dim)
}

/// Dimensions count from 0.
fn is_dimension(reports: &mut Reports, name: &str, dim: i32, span: Span) -> Option<()> {
    if dim >= 0 {
        return Some(());
    }
    let message = format!("{name}: there is no dimension {dim}");
    reports.push(Report::new(Code::BadArgument, span, message).label("dimensions count from 0"));
    None
}

/// The number of characters of a text, or whether there are none.
pub(super) fn query_text(builtin: Builtin, text: Expr, span: Span) -> Expr {
    let count = Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Builtin(Builtin::Strlen, vec![text]),
    };
    match builtin {
        Builtin::IsEmpty => Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Unary(UnaryOp::Not, Box::new(count)),
        },
        _ => count,
    }
}

pub(super) fn query(reports: &mut Reports, builtin: Builtin, value: Expr, span: Span) -> Expr {
    if value.ty.is_number() {
        let known = int(i32::from(builtin != Builtin::IsEmpty), span);
        return known_instead(vec![value], known);
    }
    let Some(array) = array_argument(reports, builtins::row(builtin).name, &value, span) else {
        return error(span);
    };
    match (builtin, array.known_numel()) {
        (Builtin::Numel, Some(count)) => known_instead(vec![value], int(count as i32, span)),
        (Builtin::IsEmpty, Some(count)) => {
            known_instead(vec![value], int(i32::from(count == 0), span))
        }
        _ => Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Builtin(builtin, vec![value]),
        },
    }
}
