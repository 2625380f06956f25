//! Dictionaries as wholes: their number of entries, copies, texts, comparisons.
//!
//! *Invariant:* a dictionary that goes to a function of the library which knows none is a report that names what does.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::builtin::argument::bad_argument;
use crate::check::trees::error;
use crate::check::{BodyState, Checker};
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::{dictionary_class, int_of};

impl<'a> Checker<'a> {
    /// A builtin on values of which one is a dictionary; none where it is not.
    pub(in crate::check) fn builtin_of_dictionary(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        values: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        let found = values
            .iter()
            .position(|value| dictionary_class(&value.ty).is_some())?;
        let dictionary = values[found].clone();
        match builtin {
            Builtin::Numel | Builtin::IsEmpty => {
                let count = self.part(dictionary, "count").unwrap_or_else(|| error(span));
                if builtin == Builtin::Numel {
                    return Some(count);
                }
                Some(int_of(ExprKind::Unary(UnaryOp::Not, Box::new(count)), span))
            }
            Builtin::Copy | Builtin::DeepCopy => Some(self.copied(f, dictionary, span)),
            Builtin::Append if found == 1 => None,
            Builtin::Sprintf | Builtin::Printf | Builtin::Fprintf | Builtin::Fprint => {
                let values = self.with_texts(f, values.to_vec());
                Some(self.apply_builtin(f, builtin, values, span))
            }
            Builtin::Strcat | Builtin::Num2Str => None,
            _other => {
                let name = builtins::row(builtin).name;
                let wanted = "other values: `keys(d)` and `values(d)` are vectors";
                let reports = &mut self.reports;
                Some(bad_argument(reports, name, &dictionary, wanted, span))
            }
        }
    }

    fn copied(&mut self, f: &mut BodyState<'a>, dictionary: Expr, span: Span) -> Expr {
        let ty = dictionary.ty.clone();
        let made = self.empty_dictionary(&ty, span);
        self.of_library(f, "dictionary_copy", vec![made, dictionary], span)
    }

    /// A dictionary as `print` writes it.
    pub(in crate::check) fn dictionary_text(
        &mut self,
        f: &mut BodyState<'a>,
        dictionary: Expr,
    ) -> Expr {
        let span = dictionary.span;
        match dictionary_class(&dictionary.ty) {
            Some(class) if self.is_started(class) => error(span),
            Some(_) | None => self.of_library(f, "dictionary_text", vec![dictionary], span),
        }
    }

    /// A field of a dictionary, which has none that a program sees.
    pub(in crate::check) fn report_field_of_dictionary(
        &mut self,
        dictionary: &Expr,
        name: ast::Ident,
    ) -> Expr {
        let text = self.text(name.name);
        let (message, label) = match text {
            "Count" | "count" | "length" => ("the entries of a dictionary are counted by `numel`", "`numel(d)`"),
            _ => ("a dictionary has no fields", "not a field"),
        };
        self.report(
            Report::new(Code::UnknownField, name.span, message)
                .label(label)
                .also(dictionary.span, format!("a `{}`", dictionary.ty))
                .help(format!("the value of a key is `d[\"{text}\"]`; an `object()` has fields")),
        );
        error(name.span)
    }

    /// Values with texts in the place of dictionaries.
    pub(in crate::check) fn with_texts(
        &mut self,
        f: &mut BodyState<'a>,
        values: Vec<Expr>,
    ) -> Vec<Expr> {
        let values = values.into_iter();
        values
            .map(|value| match dictionary_class(&value.ty) {
                Some(_) => self.dictionary_text(f, value),
                None => value,
            })
            .collect()
    }

    /// `d == e`: whether both have the same keys with equal values; none where not both are dictionaries.
    pub(in crate::check) fn equal_dictionaries(
        &mut self,
        f: &mut BodyState<'a>,
        op: ast::BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Expr> {
        let (a, b) = (dictionary_class(&left.ty)?, dictionary_class(&right.ty)?);
        if self.is_started(a) || self.is_started(b) {
            return Some(error(span));
        }
        let [a, b] = [a, b].map(|class| self.types_of(class));
        let comparable = |ty: &Type| match ty {
            Type::Array(array) => array.elem.is_number(),
            ty => ty.is_number() || *ty == Type::String || matches!(ty, Type::Pointer(_)),
        };
        let same = a.0.elem().map(Elem::is_number) == b.0.elem().map(Elem::is_number);
        if !(same && comparable(&a.1) && comparable(&b.1)) {
            let message = format!("a `{}` and a `{}` are not compared", left.ty, right.ty);
            self.report(
                Report::new(Code::BadOperand, span, message)
                    .label("values that are not compared as wholes")
                    .help("compare `keys(d)` and the values of each key in a loop"),
            );
            return Some(error(span));
        }
        let values = vec![left.clone(), right.clone()];
        let equal = self.of_library(f, "dictionary_equal", values, span);
        Some(match op {
            ast::BinaryOp::NotEqual => int_of(
                ExprKind::Binary(BinaryOp::Eq, Box::new(equal), Box::new(crate::check::trees::int(0, span))),
                span,
            ),
            _ => equal,
        })
    }
}
