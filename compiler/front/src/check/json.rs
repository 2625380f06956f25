//! Classes in JSON: what `stdlib/json.q` does with each type, done with a class field by field; `stdlib/toml.q` does it by the same functions.
//!
//! *Invariant:* the fields of a class are read and written in the order of its definition, each by the function for its type.

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::resolve::{JSON, TOML};
use crate::types::{Elem, Type};

use super::call::Argument;
use super::dictionary::{dictionary_class, hold};
use super::trees::{error, sequence};
use super::{BodyState, Checker, DefId};

impl<'a> Checker<'a> {
    /// A call of a function of the library of JSON or TOML with a class, or with what no text can be; none: the function does it.
    pub(super) fn json_call(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        values: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let data = &self.functions.defs[def];
        let is_known = FUNCTIONS.contains(&data.name.as_str());
        let modules = [JSON, TOML];
        if !is_known
            || !modules
                .iter()
                .any(|it| self.definitions.is_of(data.span, it))
        {
            return None;
        }
        let name = data.name.clone();
        match (name.as_str(), values) {
            ("jsondecode", [_, like]) => {
                let fits = self.is_read_from_json(&like.value.ty);
                (!fits).then(|| self.report_not_in_json(&like.value))
            }
            ("jsonencode", [value]) => {
                let for_json = integer(0, span);
                self.json_of(f, value.value.clone(), for_json, span)
            }
            ("json_text", [value, for_toml]) => {
                self.json_of(f, value.value.clone(), for_toml.value.clone(), span)
            }
            ("tomldecode" | "tomlread", [_, like]) => {
                let fits = is_table(&like.value.ty) && self.is_read_from_json(&like.value.ty);
                (!fits).then(|| self.report_no_table(&like.value))
            }
            ("tomlencode", [value]) | ("tomlwrite", [_, value]) => {
                let fits = may_be_table(&value.value.ty) && self.is_in_json(&value.value.ty);
                (!fits).then(|| self.report_no_table(&value.value))
            }
            ("json_value", [doc, node, like]) => {
                let values = [doc, node, like].map(|argument| argument.value.clone());
                Some(self.value_of_json(f, values, span))
            }
            _ => None,
        }
    }

    /// The text of a value; none for one whose type is known only when running, which is looked at again for each type.
    fn json_of(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        for_toml: Expr,
        span: Span,
    ) -> Option<Expr> {
        if !self.is_in_json(&value.ty) {
            return Some(self.report_not_in_json(&value));
        }
        let function = match &value.ty {
            Type::Union(_) => return None,
            Type::Class(_) => return Some(self.json_of_class(f, value, for_toml, span)),
            Type::Pointer(_) => "json_of_dictionary",
            Type::String => "json_of_text",
            Type::Scalar => "json_of_number",
            Type::Array(array) if array.rank() == Some(2) => "json_of_matrix",
            Type::Array(_) => "json_of_vector",
            _ => "json_of_integer",
        };
        Some(self.of_library(f, function, vec![value, for_toml], span))
    }

    /// The value of a node, of the type of the last argument.
    fn value_of_json(&mut self, f: &mut BodyState<'a>, values: [Expr; 3], span: Span) -> Expr {
        let function = match &values[2].ty {
            Type::Class(_) => return self.class_of_json(f, values, span),
            Type::Pointer(_) => "json_to_dictionary",
            Type::String => "json_to_text",
            Type::Int => "json_to_int",
            Type::Long => "json_to_long",
            Type::Array(array) if array.rank() == Some(2) => "json_to_matrix",
            Type::Array(array) if array.elem == Elem::Scalar => "json_to_numbers",
            Type::Array(_) => "json_to_vector",
            _ => "json_to_number",
        };
        self.of_library(f, function, values.to_vec(), span)
    }

    /// Whether a type says what is to be read: no value of unknown type is in it.
    fn is_read_from_json(&self, ty: &Type) -> bool {
        self.is_in_json(ty) && !self.holds_any(ty)
    }

    fn holds_any(&self, ty: &Type) -> bool {
        if let Some(class) = dictionary_class(ty) {
            let (key, value) = self.types_of(class);
            return key != Type::String || self.holds_any(&value);
        }
        match ty {
            Type::Unknown(_) | Type::Union(_) => true,
            Type::Array(array) => match array.elem {
                Elem::Compound(inner) => self.holds_any(inner),
                elem => array.rank() == Some(2) && elem == Elem::String,
            },
            Type::Class(class) => {
                let mut fields = self.types.classes[class.id].fields.iter();
                fields.any(|field| self.holds_any(&field.ty))
            }
            Type::Tuple(_) => true,
            _ => false,
        }
    }

    /// Whether values of a type have a text in JSON.
    fn is_in_json(&self, ty: &Type) -> bool {
        if let Some(class) = dictionary_class(ty) {
            let (key, value) = self.types_of(class);
            return key != Type::Error && (self.is_started(class) || self.is_in_json(&value));
        }
        match ty {
            Type::Int | Type::Long | Type::Scalar | Type::String | Type::Error => true,
            Type::Unknown(_) => true,
            Type::Union(members) => members.iter().all(|ty| self.is_in_json(ty)),
            Type::Array(array) => match array.elem {
                Elem::Compound(Type::Tuple(_) | Type::Union(_)) => true,
                Elem::Compound(inner) => self.is_in_json(inner),
                Elem::String => true,
                elem => elem.is_real() && array.rank().is_some_and(|rank| rank < 3),
            },
            Type::Class(class) => {
                let mut fields = self.types.classes[class.id].fields.iter();
                fields.all(|field| self.is_in_json(&field.ty))
            }
            Type::Complex
            | Type::Exception
            | Type::Group(_)
            | Type::Closure(_)
            | Type::Enum(_)
            | Type::Pointer(_)
            | Type::Null
            | Type::Tuple(_)
            | Type::Void => false,
        }
    }

    fn report_not_in_json(&mut self, value: &Expr) -> Expr {
        let message = format!("a `{}` has no text in JSON", value.ty);
        self.report(
            Report::new(Code::BadArgument, value.span, message)
                .label(format!("`{}`", value.ty))
                .help("numbers, strings, vectors, matrices, dictionaries and classes of such have one"),
        );
        error(value.span)
    }

    fn report_no_table(&mut self, value: &Expr) -> Expr {
        let message = format!("a `{}` has no text in TOML", value.ty);
        self.report(
            Report::new(Code::BadArgument, value.span, message)
                .label(format!("`{}`", value.ty))
                .help("such a text is a table of names: a dictionary with strings as keys, or a value of a class, whose parts are numbers, strings, vectors, matrices, dictionaries and classes"),
        );
        error(value.span)
    }

    /// The fields of a class value with their names.
    fn named_fields(&self, value: &Expr) -> Vec<(Expr, Expr)> {
        let Type::Class(class) = &value.ty else {
            return Vec::new();
        };
        let fields = self.types.classes[class.id].fields.iter().enumerate();
        let named = fields.map(|(index, field)| {
            let part = Expr {
                ty: field.ty.clone(),
                span: value.span,
                kind: ExprKind::Field(Box::new(value.clone()), index),
            };
            (text(self.text(field.name.name), value.span), part)
        });
        named.collect()
    }

    /// `{"x":1,"y":2}`.
    fn json_of_class(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        for_toml: Expr,
        span: Span,
    ) -> Expr {
        let mut stmts = Vec::new();
        let value = hold(f, value, "value", &mut stmts);
        let for_toml = hold(f, for_toml, "for_toml", &mut stmts);
        let mut all = text("{", span);
        for (number, (name, field)) in self.named_fields(&value).into_iter().enumerate() {
            let entry = self.of_library(f, "json_entry", vec![name, field, for_toml.clone()], span);
            if entry.ty == Type::Error {
                return error(span);
            }
            let comma = text(if number > 0 { "," } else { "" }, span);
            all = joined(joined(all, comma), entry);
        }
        sequence(stmts, joined(all, text("}", span)), span)
    }

    /// A class value of the entries of an object.
    fn class_of_json(&mut self, f: &mut BodyState<'a>, values: [Expr; 3], span: Span) -> Expr {
        let mut stmts = Vec::new();
        let [doc, node, like] = values.map(|value| hold(f, value, "part", &mut stmts));
        let kind = integer(OBJECT, span);
        let object = vec![doc.clone(), node.clone(), kind, text("an object", span)];
        let count = self.of_library(f, "json_count", object, span);
        hold(f, count, "count", &mut stmts);
        let mut fields = Vec::new();
        for (name, field) in self.named_fields(&like) {
            let ty = field.ty.clone();
            let values = vec![doc.clone(), node.clone(), name, field];
            let value = self.of_library(f, "json_field", values, span);
            if value.ty == Type::Error {
                return error(span);
            }
            fields.push(self.coerce(f, value, &ty, "the field"));
        }
        let record = Expr {
            ty: like.ty.clone(),
            span,
            kind: ExprKind::Record(fields),
        };
        sequence(stmts, record, span)
    }
}

/// The functions that know classes.
const FUNCTIONS: &[&str] = &[
    "json_text",
    "json_value",
    "jsondecode",
    "jsonencode",
    "tomldecode",
    "tomlencode",
    "tomlread",
    "tomlwrite",
];

/// The kind of nodes that are objects.
const OBJECT: i32 = 6;

/// Whether values of a type are tables of names.
fn is_table(ty: &Type) -> bool {
    dictionary_class(ty).is_some() || matches!(ty, Type::Class(_) | Type::Error)
}

/// Whether they may be when the type is known.
fn may_be_table(ty: &Type) -> bool {
    matches!(ty, Type::Union(_) | Type::Unknown(_)) || is_table(ty)
}

fn integer(value: i32, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Int(value),
    }
}

fn text(text: &str, span: Span) -> Expr {
    Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text.to_string()),
    }
}

fn joined(left: Expr, right: Expr) -> Expr {
    Expr {
        ty: Type::String,
        span: left.span,
        kind: ExprKind::Concat(Box::new(left), Box::new(right)),
    }
}
