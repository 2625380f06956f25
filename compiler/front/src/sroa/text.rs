//! Classes, enumerations and pointers as text: `{x: 1, y: 2}`, the name of the key, `^node` or `nullptr`.
//!
//! *Invariant:* what is printed and what is converted to a string is the same text.

use crate::base::Span;
use crate::hir::{BinaryOp, Conversion, Expr, ExprKind, Stmt};
use crate::types::families::{empty_type, number_type};
use crate::types::{ClassId, Defined, Elem, EnumId, Type};

use super::instance::Body;
use super::kinds::has_own_text;
use super::trees::{as_string, chosen, joined, prefixed, string};

impl Body<'_, '_> {
    /// The values that print what an expression is.
    pub(super) fn printed(&mut self, e: &Expr) -> Vec<Expr> {
        match &e.ty {
            Type::Class(_) | Type::Enum(_) | Type::Pointer(_) | Type::Null => {
                let (stmts, values) = self.held_for_text(e);
                let mut pieces = Vec::new();
                if e.ty.open_class().is_some() {
                    return prefixed(stmts, vec![open_text(&values[0])]);
                }
                self.pieces(&e.ty, &values, false, e.span, &mut pieces);
                let first = pieces.remove(0);
                let first = Expr {
                    ty: first.ty.clone(),
                    span: first.span,
                    kind: ExprKind::Sequence(stmts, Box::new(first)),
                };
                [first].into_iter().chain(pieces).collect()
            }
            Type::Array(_) if has_own_text(&e.ty) => vec![self.vector_text(e)],
            _ => vec![self.value(e)],
        }
    }

    /// What an expression prints as, as a string.
    pub(super) fn text(&mut self, e: &Expr) -> Expr {
        let pieces = self.printed(e);
        joined(pieces, e.span)
    }

    fn held_for_text(&mut self, e: &Expr) -> (Vec<Stmt>, Vec<Expr>) {
        if self.shared.is_aggregate(&e.ty) {
            return self.held(e);
        }
        let value = self.value(e);
        if matches!(value.kind, ExprKind::Var(_)) {
            return (Vec::new(), vec![value]);
        }
        self.held_values(vec![value])
    }

    /// The pieces of the text of a value with these parts.
    pub(super) fn pieces(
        &mut self,
        ty: &Type,
        parts: &[Expr],
        nested: bool,
        span: Span,
        out: &mut Vec<Expr>,
    ) {
        match ty {
            Type::Class(class) => self.class_pieces(class.id, parts, span, out),
            Type::Enum(keys) => out.push(self.key_text(keys, &parts[0])),
            Type::Null => out.push(string("nullptr", span)),
            Type::Pointer(class) => out.push(pointer_text(class, &parts[0])),
            Type::Closure(_) => out.push(string("function", span)),
            Type::Array(_) if has_own_text(ty) => {
                let elem = ty.elem().map_or(Type::Error, Elem::value_type);
                out.push(self.columns_text(&elem, parts, span));
            }
            Type::String if nested => {
                out.push(string("\"", span));
                out.push(parts[0].clone());
                out.push(string("\"", span));
            }
            number_type!()
            | Type::String
            | Type::Exception
            | Type::Group(_)
            | Type::Array(_)
            | Type::Tuple(_)
            | Type::Union(_)
            | Type::Unknown(_)
            | empty_type!() => out.push(parts[0].clone()),
        }
    }

    pub(super) fn class_pieces(
        &mut self,
        class: ClassId,
        parts: &[Expr],
        span: Span,
        out: &mut Vec<Expr>,
    ) {
        let fields = self.shared.class(class).fields.clone();
        for (index, field) in fields.iter().enumerate() {
            let before = if index == 0 { "{" } else { ", " };
            out.push(string(&format!("{before}{}: ", field.name), span));
            let range = self.shared.field_parts(class, index);
            self.pieces(&field.ty, &parts[range], true, span, out);
        }
        out.push(string("}", span));
    }

    /// The name of a key, or the number when there is none.
    fn key_text(&mut self, keys: &Defined<EnumId>, value: &Expr) -> Expr {
        let keys = &self.shared.program.enums[keys.id].keys;
        let span = value.span;
        if let ExprKind::Int(number) = value.kind
            && let Some((name, _)) = keys.iter().find(|(_, key)| *key == number)
        {
            return string(name, span);
        }
        let mut text = as_string(value.clone());
        for (index, (name, number)) in keys.iter().enumerate().rev() {
            if keys[..index].iter().any(|(_, other)| other == number) {
                continue;
            }
            let number = Expr {
                ty: Type::Int,
                span,
                kind: ExprKind::Int(*number),
            };
            text = chosen(equal(value.clone(), number), string(name, span), text);
        }
        text
    }
}

/// An object with open fields, written with its fields.
fn open_text(object: &Expr) -> Expr {
    let span = object.span;
    let fields = Expr {
        ty: Type::String,
        span,
        kind: ExprKind::Convert(Conversion::Implicit, Box::new(object.clone())),
    };
    chosen(is_null(object), string("nullptr", span), fields)
}

fn pointer_text(class: &Defined<ClassId>, pointer: &Expr) -> Expr {
    let span = pointer.span;
    let name = Type::Pointer(class.clone()).to_string();
    chosen(
        is_null(pointer),
        string("nullptr", span),
        string(&name, span),
    )
}

fn is_null(pointer: &Expr) -> Expr {
    Expr {
        ty: Type::Int,
        span: pointer.span,
        kind: ExprKind::IsNull(Box::new(pointer.clone())),
    }
}

fn equal(a: Expr, b: Expr) -> Expr {
    Expr {
        ty: Type::Int,
        span: a.span,
        kind: ExprKind::Binary(BinaryOp::Eq, Box::new(a), Box::new(b)),
    }
}
