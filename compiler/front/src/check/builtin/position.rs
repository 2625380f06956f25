//! Positions in arrays: `ind2pos`, `pos2ind`, `find`.
//!
//! *Invariant:* positions are ints, one per dimension.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::builtin::argument::{int_list, number_array};
use crate::check::convert::to_int;
use crate::check::trees::error;
use crate::check::{Checker, Reports, kinds};
use crate::hir::{Expr, ExprKind};
use crate::types::{ArrayType, Elem, Size, Type};

impl<'a> Checker<'a> {
    pub(super) fn find(&mut self, value: Expr, span: Span) -> Expr {
        let Some(array) = number_array(&mut self.reports, "find", &value, span) else {
            return error(span);
        };
        let columns = array
            .rank()
            .map_or(Size::Open, |rank| Size::Known(rank.max(2) as i32));
        let ty = Type::Array(ArrayType::new(Elem::Int, vec![Size::Open, columns]));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Find, vec![value]),
        }
    }
}

pub(super) fn positions(
    reports: &mut Reports,
    builtin: Builtin,
    mut values: Vec<Expr>,
    span: Span,
) -> Expr {
    let second = values.remove(1);
    let first = values.remove(0);
    let name = builtins::row(builtin).name;
    let Some(first) = int_list(reports, name, first, "the sizes of an array first", span) else {
        return error(span);
    };
    let length = first.ty.as_array().map_or(Size::Open, kinds::numel);
    if builtin == Builtin::Ind2Pos {
        let index = to_int(reports, second, "an index");
        let ty = Type::Array(ArrayType::new(Elem::Int, vec![length]));
        return Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, vec![first, index]),
        };
    }
    let Some(second) = int_list(reports, name, second, "a position", span) else {
        return error(span);
    };
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Builtin(builtin, vec![first, second]),
    }
}
