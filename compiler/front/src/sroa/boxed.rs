//! Class values and keys of enumerations where their type is known only when running: in unions, in cells, in open fields.
//!
//! There such a value is one reference, its *box*: an object with the parts of the value and, as the last entry, its text,
//! which the runtime prints: a string, or strings and arrays in turn, since elements of the arrays may change. A box is never changed, so that sharing it is a copy.
//!
//! *Invariant:* behind the pass only boxes have a class or an enumeration as their type.

use crate::base::Span;
use crate::hir::{Conversion, Expr, ExprKind, Stmt, Target};
use crate::types::{Elem, Type};

use super::instance::Body;
use super::kinds::{holds_boxes, is_boxed, is_in_place};
use super::layout::{Layout, vector};
use super::trees::{joined, owned, prefixed};

/// The text of a boxed value: one string, or strings and the arrays between them, which print as they are when they are asked to.
fn text_entry(ty: &Type, pieces: Vec<Expr>, span: Span) -> Expr {
    let mut texts: Vec<Expr> = Vec::new();
    let mut open: Vec<Expr> = Vec::new();
    for piece in pieces {
        if matches!(piece.ty, Type::Array(_)) && !is_in_place(&piece.ty) {
            texts.push(single_text(std::mem::take(&mut open), span));
            texts.push(piece);
        } else {
            open.push(piece);
        }
    }
    texts.push(single_text(open, span));
    if texts.len() == 1 {
        return texts.remove(0);
    }
    Expr {
        ty: ty.clone(),
        span,
        kind: ExprKind::Object(texts),
    }
}

fn single_text(pieces: Vec<Expr>, span: Span) -> Expr {
    Expr {
        ty: vector(Elem::String, 1),
        span,
        kind: ExprKind::ArrayLiteral(vec![joined(pieces, span)]),
    }
}

impl Body<'_, '_> {
    /// A value where it carries its type: boxed when it has parts of its own.
    pub(super) fn carried(&mut self, e: &Expr) -> Expr {
        if !is_boxed(&e.ty) {
            return self.value(e);
        }
        if let Some(boxed) = self.box_of(e) {
            return boxed;
        }
        let span = e.span;
        let (mut stmts, values) = self.held_parts(e);
        let values = values.into_iter().map(owned).collect();
        let (more, values) = self.held_values(values);
        stmts.extend(more);
        let layout = self.box_layout(&e.ty);
        let mut entries = self.entries(&layout, &values, span);
        let mut pieces = Vec::new();
        self.pieces(&e.ty, &values, false, span, &mut pieces);
        entries.push(text_entry(&e.ty, pieces, span));
        let boxed = Expr {
            ty: e.ty.clone(),
            span,
            kind: ExprKind::Object(entries),
        };
        prefixed(stmts, vec![boxed]).remove(0)
    }

    fn held_parts(&mut self, e: &Expr) -> (Vec<Stmt>, Vec<Expr>) {
        if self.shared.is_aggregate(&e.ty) {
            return self.held(e);
        }
        let value = self.value(e);
        self.held_values(vec![value])
    }

    fn box_layout(&self, ty: &Type) -> Layout {
        Layout::of(self.shared.part_types(ty))
    }

    /// The box that an expression reads, where it reads one.
    pub(super) fn box_of(&mut self, e: &Expr) -> Option<Expr> {
        if !is_boxed(&e.ty) {
            return None;
        }
        let kind = match &e.kind {
            ExprKind::Convert(_, inner) if matches!(inner.ty, Type::Union(_)) => {
                ExprKind::Convert(Conversion::Implicit, Box::new(self.value(inner)))
            }
            ExprKind::Element(element) if holds_boxes(&element.array.ty) => {
                ExprKind::Element(self.element(element))
            }
            ExprKind::Field(base, field) => match &base.kind {
                ExprKind::Deref(object) if object.ty.open_class().is_some() => {
                    ExprKind::Entry(Box::new(self.value(object)), *field)
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Expr {
            ty: e.ty.clone(),
            span: e.span,
            kind,
        })
    }

    /// Statements after which the parts in a box can be read again and again.
    pub(super) fn unboxed(&mut self, boxed: Expr) -> (Vec<Stmt>, Vec<Expr>) {
        let (ty, span) = (boxed.ty.clone(), boxed.span);
        let var = self.temporary(ty.clone(), span);
        let mut stmts = vec![Stmt::set(Target::Var(var), boxed, span)];
        let values = self.parts_in_box(&self.read(var, span));
        let (more, values) = self.held_values(values);
        stmts.extend(more);
        (stmts, values)
    }

    /// The parts of the value in a box that can be read again and again.
    pub(super) fn parts_in_box(&self, boxed: &Expr) -> Vec<Expr> {
        let layout = self.box_layout(&boxed.ty);
        let types = self.shared.part_types(&boxed.ty);
        let parts = types.into_iter().enumerate();
        parts
            .map(|(part, ty)| owned(self.read_place(boxed, &layout, part, ty)))
            .collect()
    }

    /// The key in a box.
    pub(super) fn unboxed_key(&mut self, boxed: Expr) -> Expr {
        let (stmts, values) = self.unboxed(boxed);
        prefixed(stmts, values).remove(0)
    }

    /// `for v = cell`: what the loop does first with the box of the element.
    pub(super) fn take_out(&mut self, boxed: &Expr, parts: &[crate::hir::VarId]) -> Vec<Stmt> {
        let span: Span = boxed.span;
        let values = self.parts_in_box(boxed);
        let pairs = parts.iter().zip(values);
        pairs
            .map(|(part, value)| Stmt::set(Target::Var(*part), value, span))
            .collect()
    }
}
