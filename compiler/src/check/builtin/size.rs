//! Questions about sizes: `size(x)`, `numel(x)`, `ndims(x)`, `isempty(x)`.
//!
//! *Invariant:* what the type of an array says is a constant here, and the constant is what the program would find when it runs.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::expression::{error, int};
use crate::check::{Checker, Frame, element};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::types::{ArrayType, Elem, Size, Type};

impl<'a> Checker<'a> {
    /// `size(x)`, `size(x, d)`, `size(x, list)`.
    pub(super) fn size(&mut self, f: &mut Frame<'a>, mut values: Vec<Expr>, span: Span) -> Expr {
        let dims = (values.len() == 2).then(|| values.remove(1));
        let value = values.remove(0);
        if value.ty.is_number() {
            return self.size_of_number(dims, span);
        }
        let Some(array) = self.array_argument("size", &value, span) else {
            return error(span);
        };
        match dims {
            None => self.whole_size(value, &array, span),
            Some(dim) if dim.ty.is_number() => {
                let dim = self.to_int(dim, "a dimension");
                if let ExprKind::Int(number) = dim.kind {
                    let Ok(axis) = usize::try_from(number) else {
                        let message = format!("size: there is no dimension {number}");
                        self.report(
                            Report::new(Code::BadArgument, dim.span, message)
                                .label("dimensions count from 0"),
                        );
                        return error(span);
                    };
                    if let Size::Known(size) = element::extent(&array, axis) {
                        return int(size, span);
                    }
                }
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Builtin(Builtin::Size, vec![value, dim]),
                }
            }
            Some(list) => self.listed_size(f, value, list, span),
        }
    }

    fn size_of_number(&mut self, dims: Option<Expr>, span: Span) -> Expr {
        match dims {
            Some(_) => int(1, span),
            None => self.vector_of(vec![int(1, span)], span),
        }
    }

    fn whole_size(&mut self, value: Expr, array: &ArrayType, span: Span) -> Expr {
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

    /// `size(x, 0..1)`: one int per listed dimension when the list is known.
    fn listed_size(&mut self, f: &mut Frame<'a>, value: Expr, list: Expr, span: Span) -> Expr {
        let list = self.to_elem(list, Elem::Int);
        let dims = self.known_list(f, &list);
        match dims {
            Some(dims) => {
                let (again, first) = self.hold(f, value);
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
                            .map(|array| element::extent(array, (*dim).max(0) as usize));
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
                    vec![list.ty.as_array().map_or(Size::Open, element::numel)],
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
    pub(in crate::check) fn known_list(&mut self, f: &Frame<'a>, list: &Expr) -> Option<Vec<i32>> {
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
                (Size::Known(a), Size::Known(b)) if b - a < 16 => Some((a..=b).collect()),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn query(&mut self, builtin: Builtin, value: Expr, span: Span) -> Expr {
        if value.ty.is_number() {
            return int(i32::from(builtin != Builtin::IsEmpty), span);
        }
        let Some(array) = self.array_argument(builtins::row(builtin).name, &value, span) else {
            return error(span);
        };
        match (builtin, array.known_numel()) {
            (Builtin::Numel, Some(count)) => int(count as i32, span),
            (Builtin::IsEmpty, Some(count)) => int(i32::from(count == 0), span),
            _ => Expr {
                ty: Type::Int,
                span,
                kind: ExprKind::Builtin(builtin, vec![value]),
            },
        }
    }
}
