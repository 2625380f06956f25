//! What is assigned: variables, fields, parts of objects.
//!
//! *Invariant:* the value is evaluated before the target.

use crate::hir::{Assign, AssignOp, Expr, ExprKind, Stmt, Target, VarId};
use crate::types::{ClassId, Type};

use super::expression::{owned, received, replaces};
use super::instance::{Body, is_in_place, set};
use super::layout::Place;

impl Body<'_, '_> {
    /// An assignment as a statement.
    pub(super) fn assign_stmt(&mut self, assign: &Assign, out: &mut Vec<Stmt>) {
        if self.shared.is_split(&assign.value.ty) {
            return self.assign_class(assign, out);
        }
        let (stmts, assign) = self.assign_value(assign);
        out.extend(stmts);
        let span = assign.span;
        out.push(Stmt {
            kind: crate::hir::StmtKind::Assign(assign),
            span,
        });
    }

    /// An assignment of one part, with what must be done before.
    pub(super) fn assign_value(&mut self, assign: &Assign) -> (Vec<Stmt>, Assign) {
        let mut value = self.value(&assign.value);
        if is_field(&assign.value) || matches!(assign.target, Target::Field(..)) {
            value = owned(value);
        }
        let (mut stmts, mut before) = (Vec::new(), Vec::new());
        let target = self.targets(&assign.target, &mut before).remove(0);
        if !before.is_empty() {
            let (held, mut values) = self.held_values(vec![value]);
            stmts.extend(held);
            stmts.extend(before);
            value = values.remove(0);
        }
        let op = match (&target, assign.op) {
            (Target::Entry(object, entry), AssignOp::Update(_)) => {
                // The array is changed in place; which one it is does not change.
                return self.update_entry(object.clone(), *entry, assign, value, stmts);
            }
            (_, op) => op,
        };
        (
            stmts,
            Assign {
                target,
                op,
                value,
                span: assign.span,
            },
        )
    }

    /// `p.v += w` of an array that an object holds.
    fn update_entry(
        &mut self,
        object: Expr,
        entry: usize,
        assign: &Assign,
        value: Expr,
        mut stmts: Vec<Stmt>,
    ) -> (Vec<Stmt>, Assign) {
        assert!(!replaces(assign.op));
        let ty = self.shared.simple_type(&self.target_type(&assign.target));
        let array = Expr {
            ty: ty.clone(),
            span: assign.span,
            kind: ExprKind::Entry(Box::new(object), entry),
        };
        let var = self.temporary(ty, assign.span);
        stmts.push(set(Target::Var(var), array, assign.span));
        (
            stmts,
            Assign {
                target: Target::Var(var),
                op: assign.op,
                value,
                span: assign.span,
            },
        )
    }

    /// An assignment of a class value, part by part.
    fn assign_class(&mut self, assign: &Assign, out: &mut Vec<Stmt>) {
        let span = assign.span;
        let (mut stmts, mut before) = (Vec::new(), Vec::new());
        let is_call = matches!(
            assign.value.kind,
            ExprKind::Call { .. } | ExprKind::Launch { .. }
        );
        let targets = self.targets(&assign.target, &mut before);
        if is_call && before.is_empty() && targets.iter().all(is_plain) {
            let value = self.call(&assign.value);
            return out.push(received(targets, value, span));
        }
        let (held, values) = self.held(&assign.value);
        stmts.extend(held);
        stmts.extend(before);
        for (target, value) in targets.into_iter().zip(values) {
            stmts.push(set(target, owned(value), span));
        }
        out.extend(stmts);
    }

    /// The parts of a target; what must be done before goes to `before`.
    pub(super) fn targets(&mut self, target: &Target, before: &mut Vec<Stmt>) -> Vec<Target> {
        match target {
            Target::Var(var) => {
                let parts = self.parts[*var].clone();
                self.note_updated(&parts);
                parts.into_iter().map(Target::Var).collect()
            }
            Target::Global(global) => {
                let parts = self.shared.globals[*global].iter();
                parts.map(|part| Target::Global(*part)).collect()
            }
            Target::Element(element) => {
                let element = self.element(element);
                if let ExprKind::Var(var) = element.array.kind {
                    self.stored.insert(var);
                }
                vec![Target::Element(element)]
            }
            Target::Field(base, field) => {
                let class = self.target_type(base).class().expect("a class").id;
                let range = self.shared.field_parts(class, *field);
                self.targets(base, before).drain(range).collect()
            }
            Target::Deref(pointer) => {
                let class = pointer.ty.class().expect("a pointer").id;
                let (stmts, pointer) = self.held_pointer(pointer);
                before.extend(stmts);
                self.object_targets(&pointer, class)
            }
            Target::Entry(..) => panic!("entries are made here"),
            Target::Ignore => vec![Target::Ignore],
        }
    }

    /// An update of an array variable works in place.
    fn note_updated(&mut self, vars: &[VarId]) {
        for var in vars {
            if is_in_place(&self.vars[*var].ty) {
                self.stored.insert(*var);
            }
        }
    }

    fn object_targets(&self, pointer: &Expr, class: ClassId) -> Vec<Target> {
        let places = self.shared.layout(class).places;
        let target = |place: Place| match place {
            Place::Element { entry, index } => {
                Target::Element(self.part_element(pointer, class, entry, index))
            }
            Place::Entry(entry) => Target::Entry(pointer.clone(), entry),
            Place::Nowhere => Target::Ignore,
        };
        places.into_iter().map(target).collect()
    }

    /// The type of what a target holds.
    pub(super) fn target_type(&self, target: &Target) -> Type {
        match target {
            Target::Var(var) => self.source.vars[*var].ty.clone(),
            Target::Global(global) => self.shared.program.globals[*global].ty.clone(),
            Target::Element(element) => {
                let elem = element.array.ty.elem();
                elem.map_or(Type::Error, crate::types::Elem::value_type)
            }
            Target::Field(base, field) => {
                let base = self.target_type(base);
                let class = base.class().expect("a field of a class").id;
                self.shared.class(class).fields[*field].ty.clone()
            }
            Target::Deref(pointer) => match &pointer.ty {
                Type::Pointer(class) => Type::Class(class.clone()),
                other => panic!("{other} is no pointer"),
            },
            Target::Entry(..) | Target::Ignore => Type::Void,
        }
    }
}

/// Whether a target is a variable.
fn is_plain(target: &Target) -> bool {
    match target {
        Target::Var(_) | Target::Global(_) | Target::Ignore => true,
        Target::Element(_) | Target::Field(..) | Target::Deref(_) | Target::Entry(..) => false,
    }
}

/// Whether a value is what a class holds.
fn is_field(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Field(..) => true,
        ExprKind::Convert(inner) => is_field(inner),
        _ => false,
    }
}
