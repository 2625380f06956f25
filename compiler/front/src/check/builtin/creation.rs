//! New arrays: `zeros(…)`, `eye(n)`, `linspace(a, b, n)`, `rand(…)`.
//!
//! *Invariant:* a size that is known when compiling is part of the type.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::check::convert::to_int;
use crate::check::element::linear;
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Fill};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Type};

impl<'a> Checker<'a> {
    pub(super) fn eye(&mut self, f: &mut BodyState<'a>, value: Expr, span: Span) -> Expr {
        let n = to_int(&mut self.reports, value, "a size");
        let size = self.size_of(f, &n);
        let ty = Type::Array(ArrayType::new(Elem::Scalar, vec![size, size]));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Eye, vec![n]),
        }
    }

    pub(super) fn linspace(
        &mut self,
        f: &mut BodyState<'a>,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let [a, b, n] = <[Expr; 3]>::try_from(values).expect("the arity was checked");
        let n = to_int(&mut self.reports, n, "a count");
        let size = self.size_of(f, &n);
        let (a, b) = (
            self.coerce(f, a, &Type::Scalar, "the start"),
            self.coerce(f, b, &Type::Scalar, "the end"),
        );
        let ty = Type::Array(ArrayType::new(Elem::Scalar, vec![size]));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Linspace, vec![a, b, n]),
        }
    }

    pub(super) fn random(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if values.is_empty() {
            let one = self.random(f, builtin, vec![int(1, span)], span);
            return linear(one, 0, span);
        }
        let Some((dims, sizes)) = self.dimensions_of(f, values, span) else {
            return error(span);
        };
        let ty = match sizes {
            Some(sizes) => ArrayType::new(Elem::Scalar, sizes),
            None => ArrayType::any(Elem::Scalar),
        };
        Expr {
            ty: Type::Array(ty),
            span,
            kind: ExprKind::Builtin(builtin, dims),
        }
    }

    pub(super) fn creation(
        &mut self,
        f: &mut BodyState<'a>,
        fill: Fill,
        elem: Elem,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        match self.values(f, args) {
            Some(values) if !values.is_empty() => {
                self.new_array(f, fill, ArrayType::any(elem), values, span)
            }
            Some(_) => {
                self.report(
                    Report::new(Code::ArgumentCount, span, "sizes are needed")
                        .label("no arguments"),
                );
                error(span)
            }
            None => error(span),
        }
    }
}
