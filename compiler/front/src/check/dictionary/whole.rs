//! Dictionaries as wholes: their number of entries, copies, texts, comparisons.
//!
//! *Invariant:* a dictionary that goes to a function of the library which knows none is a report that names what does.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::call::Argument;
use crate::check::kinds::is_union;
use crate::check::operator::equality;
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, DefId, Reports};
use crate::diag::{Code, Place, Report, instead};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::resolve::DICTIONARIES;
use crate::syntax::ast;
use crate::types::{ClassId, Defined, Elem, Type};

use super::{dictionary_class, int_of, on_host};

/// The functions of dictionaries that a program calls.
const QUESTIONS: &[&str] = &["isKey", "keys", "lookup", "remove", "values"];

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
                let count = self
                    .part(dictionary, "count")
                    .unwrap_or_else(|| error(span));
                if builtin == Builtin::Numel {
                    return Some(count);
                }
                Some(int_of(ExprKind::Unary(UnaryOp::Not, Box::new(count)), span))
            }
            Builtin::Copy => Some(self.copied(f, dictionary, span)),
            Builtin::DeepCopy => None,
            Builtin::Append | Builtin::DictionaryAppend if found == 1 => None,
            Builtin::Sprintf | Builtin::Printf | Builtin::Fprintf | Builtin::Fprint => {
                let values = self.with_texts(f, values.to_vec());
                Some(self.apply_builtin(f, builtin, values, span))
            }
            Builtin::Strcat | Builtin::Num2Str => None,
            _other => {
                let name = builtins::row(builtin).name;
                self.report(
                    Report::new(
                        Code::BadArgument,
                        dictionary.span,
                        format!("`{name}` does not take a `{}`", dictionary.ty),
                    )
                    .label("a dictionary")
                    .help("`numel(d)` counts its entries, `keys(d)` and `values(d)` are vectors"),
                );
                Some(error(span))
            }
        }
    }

    /// Whether a function is one of the library that a program asks a dictionary by.
    fn is_question(&self, def: DefId) -> bool {
        let data = &self.functions.defs[def];
        QUESTIONS.contains(&data.name.as_str()) && self.definitions.is_of(data.span, DICTIONARIES)
    }

    /// Whether a function of dictionaries is called with something else: it is another function of that name that is meant.
    pub(in crate::check) fn is_question_to_other(&self, def: DefId, values: &[Argument]) -> bool {
        let first = values.first().map(|first| &first.value.ty);
        self.is_question(def) && first.is_some_and(|ty| dictionary_class(ty).is_none())
    }

    /// The arguments of a function of the library of dictionaries, with the key as the keys are; what the call gives where nothing is
    /// known of the dictionary yet, or after a report.
    pub(in crate::check) fn question_to_dictionary(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        mut values: Vec<Argument>,
        span: Span,
    ) -> Result<Vec<Argument>, Expr> {
        if !self.is_question(def) {
            return Ok(values);
        }
        let name = self.functions.defs[def].name.clone();
        let Some(class) = values
            .first()
            .and_then(|first| dictionary_class(&first.value.ty).cloned())
        else {
            let other = values.first().filter(|first| !is_union(&first.value.ty));
            return match other {
                Some(other) => Err(report_other(&mut self.reports, &name, &other.value)),
                None => Ok(values),
            };
        };
        if !on_host(&mut self.reports, f, &values[0].value) {
            return Err(error(span));
        }
        let instead = values.get(2).map(|value| value.value.clone());
        if let Some(key) = values.get(1) {
            let (key, at) = (key.value.ty.clone(), key.value.span);
            if self.site_of(&class).is_some() && !self.may_be_key(&key, at) {
                return Err(error(span));
            }
            if let Some(site) = self.site_of(&class) {
                self.cells.ask(site, &key);
            }
            self.learn_instead(&class, instead.as_ref());
        }
        if self.is_started(&class) {
            return Err(answer_of_started(&name, instead, span));
        }
        if values.len() > 1 {
            let (wanted, _) = self.types_of(&class);
            let key = std::mem::replace(&mut values[1].value, error(span));
            values[1].value = self.key(f, key, &wanted).ok_or_else(|| error(span))?;
        }
        Ok(values)
    }

    /// What `lookup` says of the values of a dictionary: a number that it may give is one that they could be.
    fn learn_instead(&mut self, class: &Defined<ClassId>, instead: Option<&Expr>) {
        let (_, content) = self.types_of(class);
        if let Some(value) = instead.filter(|value| value.ty.is_number() && content.is_number()) {
            self.learn_entry(class, &Type::Error, &value.ty);
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
        let habit = instead(Place::Dictionary, text);
        self.report(
            Report::new(Code::UnknownField, name.span, "a dictionary has no fields")
                .label("not a field")
                .also(dictionary.span, format!("a `{}`", dictionary.ty))
                .help(habit.unwrap_or_else(|| {
                    format!("the value of a key is `d[\"{text}\"]`; an `object()` has fields")
                })),
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
            .map(|value| match &value.ty {
                Type::Union(members) if members.iter().any(|ty| dictionary_class(ty).is_some()) => {
                    self.to_text(f, "print", value)
                }
                ty if dictionary_class(ty).is_some() => self.dictionary_text(f, value),
                _ => value,
            })
            .collect()
    }

    /// `p == q` of pointers or dictionaries.
    pub(in crate::check) fn equal_references(
        &mut self,
        f: &mut BodyState<'a>,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        match self.equal_dictionaries(f, op, &left, &right, span) {
            Some(equal) => equal,
            None => equality(&mut self.reports, f, op, left, right, span, false),
        }
    }

    /// `d == e`: whether both have the same keys with equal values; none where not both are dictionaries.
    fn equal_dictionaries(
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
                ExprKind::Binary(BinaryOp::Eq, Box::new(equal), Box::new(int(0, span))),
                span,
            ),
            _ => equal,
        })
    }
}

fn report_other(reports: &mut Reports, name: &str, value: &Expr) -> Expr {
    reports.push(
        Report::new(
            Code::BadArgument,
            value.span,
            format!("`{name}` takes a dictionary, not a `{}`", value.ty),
        )
        .label(format!("`{}`", value.ty))
        .help("a dictionary is made by `d = dictionary()`"),
    );
    error(value.span)
}

/// What a question gives where nothing is known of the dictionary yet: a walk that knows more follows.
fn answer_of_started(name: &str, instead: Option<Expr>, span: Span) -> Expr {
    match (name, instead) {
        ("isKey" | "remove", _) => int(0, span),
        ("lookup", Some(value)) => value,
        _ => error(span),
    }
}
