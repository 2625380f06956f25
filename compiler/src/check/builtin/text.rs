//! Text: `sprintf`, `strcat`, `print`; and what else a program tells or asks the world: images, time.
//!
//! *Invariant:* what is printed is a value with a text; functions have none.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::expression::error;
use crate::check::{Checker, Frame};
use crate::hir::{Expr, ExprKind, StmtKind};
use crate::syntax::ast;
use crate::types::{Elem, Type};

impl<'a> Checker<'a> {
    pub(super) fn imwrite(&mut self, values: Vec<Expr>, span: Span) -> Expr {
        if values[0].ty != Type::String {
            return self.bad_argument("imwrite", &values[0].clone(), "a file name first", span);
        }
        if self
            .array_argument("imwrite", &values[1].clone(), span)
            .is_none()
        {
            return error(span);
        }
        if !matches!(
            values[1].ty.elem().map(Elem::value_type),
            Some(Type::Int | Type::Scalar)
        ) {
            return self.bad_argument("imwrite", &values[1].clone(), "real numbers", span);
        }
        Expr {
            ty: Type::Void,
            span,
            kind: ExprKind::Builtin(Builtin::Imwrite, values),
        }
    }

    pub(super) fn toc(&mut self, values: Vec<Expr>, span: Span) -> Expr {
        let ty = if values.is_empty() {
            Type::Void
        } else {
            Type::Scalar
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Toc, values),
        }
    }

    pub(super) fn format(
        &mut self,
        builtin: Builtin,
        values: Vec<Expr>,
        ty: Type,
        span: Span,
    ) -> Expr {
        if values[0].ty != Type::String {
            return self.bad_argument(
                builtins::row(builtin).name,
                &values[0].clone(),
                "a format string first",
                span,
            );
        }
        for value in &values {
            if matches!(value.ty, Type::Closure(_) | Type::Class(_) | Type::Void) {
                return self.bad_argument(
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
            kind: ExprKind::Builtin(builtin, self.exceptions_as_text(values)),
        }
    }

    /// The texts of values, one behind the other.
    pub(super) fn strcat(&mut self, f: &mut Frame<'a>, values: Vec<Expr>, span: Span) -> Expr {
        let mut parts = values
            .into_iter()
            .map(|value| self.to_text(f, value))
            .collect::<Vec<_>>()
            .into_iter();
        let first = parts.next().expect("the caller has seen to it");
        parts.fold(first, |joined, part| Expr {
            ty: Type::String,
            span,
            kind: ExprKind::Concat(Box::new(joined), Box::new(part)),
        })
    }

    pub(super) fn print(&mut self, f: &mut Frame<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let Some(values) = self.values(f, args) else {
            return error(span);
        };
        if !self.host_only(f, "print", span) {
            return error(span);
        }
        if let Some(value) = values
            .iter()
            .find(|value| matches!(value.ty, Type::Closure(_)))
        {
            let span = value.span;
            return self.unsupported_expr(span, "printed function values");
        }
        let values = self.exceptions_as_text(values);
        self.statement_expr(StmtKind::Print(values), span)
    }
}
