//! What is assigned: variables, fields, parts of objects.
//!
//! *Invariant:* the value is evaluated before the target.

use std::ops::Range;

use crate::base::Span;
use crate::builtins::Builtin;
use crate::hir::{
    Assign, AssignOp, Element, Expr, ExprKind, Place, Stmt, Subscript, Target, VarId,
};
use crate::types::{ArrayType, ClassId, Elem, Type};

use super::instance::Body;
use super::kinds::{carries, element_class, is_boxed, is_in_place, replaces};
use super::layout::Place as PartPlace;
use super::part_target::{Chosen, PartTarget, single};
use super::trees::{literal_of, owned, part_element, received};

impl Body<'_, '_> {
    /// An assignment as a statement.
    pub(super) fn assign_stmt(&mut self, assign: &Assign, out: &mut Vec<Stmt>) {
        if self.shared.is_aggregate(&assign.value.ty) && !carries(&assign.target) {
            return self.assign_class(assign, out);
        }
        if let Some((stmts, _)) = self.assign_chosen(assign) {
            return out.extend(stmts);
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
        if let Some((stmts, value)) = self.assign_chosen(assign) {
            let assign = Assign::set(Target::Ignore, value, assign.span);
            return (stmts, assign);
        }
        let mut value = match carries(&assign.target) && is_boxed(&assign.value.ty) {
            true => self.carried(&assign.value),
            false => self.value(&assign.value),
        };
        if is_field(&assign.value) || matches!(assign.target, Target::Field(..)) {
            value = owned(value);
        }
        let (mut stmts, mut before) = (Vec::new(), Vec::new());
        let target = match self.targets(&assign.target, &mut before).remove(0) {
            PartTarget::One(target) => target,
            target => return self.assign_elements(target, before, value, assign),
        };
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

    /// `pts[i].v[k] = x`: the statements that store it, and how what is stored is read.
    fn assign_chosen(&mut self, assign: &Assign) -> Option<(Vec<Stmt>, Expr)> {
        let Target::Element(element) = &assign.target else {
            return None;
        };
        self.field_of_array(element)
            .filter(|_| constant_index(element).is_none())?;
        let value = self.value(&assign.value);
        let (mut stmts, mut values) = self.held_values(vec![value]);
        let value = values.remove(0);
        let mut targets = self.targets(&assign.target, &mut stmts);
        let PartTarget::Chosen(chosen) = targets.remove(0) else {
            panic!("an element at a varying index")
        };
        let read = self.read_chosen(&chosen, value.span);
        self.store_chosen(chosen, assign.op, &value, assign.span, &mut stmts);
        let value = match replaces(assign.op) {
            true => value,
            false => read,
        };
        Some((stmts, value))
    }

    /// The element that indices choose, as a value.
    fn read_chosen(&self, chosen: &Chosen, span: Span) -> Expr {
        let elem = chosen.array.elem().map_or(Type::Error, Elem::value_type);
        let values = chosen.targets.iter().map(|target| match target {
            Target::Element(element) => Expr {
                ty: elem.clone(),
                span,
                kind: ExprKind::Element(element.clone()),
            },
            other => panic!("{other:?} is no element"),
        });
        let sizes = chosen.array.as_array().and_then(ArrayType::known_sizes);
        let sizes = sizes.expect("an array in place has a known size");
        let array = literal_of(chosen.array.clone(), &sizes, values.collect(), span);
        let indices = chosen.indices.iter().cloned().map(Subscript::Index);
        Expr {
            ty: elem,
            span,
            kind: ExprKind::Element(Element {
                array: Box::new(array),
                place: Place::Subscripts(indices.collect()),
                read: chosen.write,
                write: chosen.write,
            }),
        }
    }

    /// `pts[i].v = w` of a fixed array: element by element.
    fn assign_elements(
        &mut self,
        target: PartTarget,
        before: Vec<Stmt>,
        value: Expr,
        assign: &Assign,
    ) -> (Vec<Stmt>, Assign) {
        let (mut stmts, mut values) = self.held_values(vec![value]);
        stmts.extend(before);
        let value = values.remove(0);
        self.store_part(target, value.clone(), assign.span, &mut stmts);
        (stmts, Assign::set(Target::Ignore, value, assign.span))
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
        stmts.push(Stmt::set(Target::Var(var), array, assign.span));
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
        let targets = match (&assign.target, element_class(&assign.value.ty)) {
            (Target::Element(element), Some(_)) => {
                let columns = self.column_targets(element, &mut before).into_iter();
                columns.map(PartTarget::One).collect()
            }
            (target, _) => self.targets(target, &mut before),
        };
        if is_call && before.is_empty() && targets.iter().all(is_plain) {
            let value = self.call(&assign.value);
            let targets = targets.into_iter().map(single).collect();
            return out.push(received(targets, value, span));
        }
        let (held, values) = match before.is_empty() {
            true => self.array_values(&assign.value),
            false => None,
        }
        .unwrap_or_else(|| self.held(&assign.value));
        stmts.extend(held);
        stmts.extend(before);
        let is_value = matches!(assign.value.ty, Type::Class(_)) || is_field(&assign.value);
        let mut parts: Vec<(PartTarget, Expr)> = targets.into_iter().zip(values).collect();
        if matches!(assign.value.kind, ExprKind::Builtin(Builtin::Append, _)) {
            // The first column tells the number of elements: where there is no memory for one, none is shorter than that.
            parts.reverse();
        }
        for (target, value) in parts {
            let value = if is_value { owned(value) } else { value };
            self.store_part(target, value, span, &mut stmts);
        }
        out.extend(stmts);
    }

    /// The parts of a target; what must be done before goes to `before`.
    pub(super) fn targets(&mut self, target: &Target, before: &mut Vec<Stmt>) -> Vec<PartTarget> {
        match target {
            Target::Var(var) => {
                let parts = self.parts[*var].clone();
                self.note_updated(&parts);
                let parts = parts.into_iter().map(Target::Var);
                parts.map(PartTarget::One).collect()
            }
            Target::Global(global) => {
                let parts = self.shared.globals[*global].iter();
                let parts = parts.map(|part| Target::Global(*part));
                parts.map(PartTarget::One).collect()
            }
            Target::Element(element) if element_class(&element.array.ty).is_some() => {
                let class = element_class(&element.array.ty).expect("an array of classes");
                let columns = self.column_targets(element, before);
                self.part_targets(class, columns)
            }
            Target::Element(element) => {
                if let Some(target) = self.within_element(element, before) {
                    return vec![target];
                }
                let element = self.element(element);
                if let ExprKind::Var(var) = element.array.kind {
                    self.stored.insert(var);
                }
                vec![PartTarget::One(Target::Element(element))]
            }
            Target::Field(base, field) => {
                if let Target::Deref(object) = &**base
                    && object.ty.open_class().is_some()
                {
                    let (stmts, object) = self.held_pointer(object);
                    before.extend(stmts);
                    return vec![PartTarget::One(Target::Entry(object, *field))];
                }
                let class = self.target_type(base).class().expect("a class").id;
                let range = self.shared.field_parts(class, *field);
                match self.parts_of_variable(base, range.clone()) {
                    Some(parts) => parts,
                    None => self.targets(base, before).drain(range).collect(),
                }
            }
            Target::Deref(pointer) => {
                let class = pointer.ty.class().expect("a pointer").id;
                let (stmts, pointer) = self.held_pointer(pointer);
                before.extend(stmts);
                let targets = self.object_targets(&pointer, class).into_iter();
                targets.map(PartTarget::One).collect()
            }
            Target::Entry(..) => panic!("entries are made here"),
            Target::Ignore => vec![PartTarget::One(Target::Ignore)],
        }
    }

    /// Some parts of a variable, without the others: a class may have thousands.
    fn parts_of_variable(
        &mut self,
        target: &Target,
        range: Range<usize>,
    ) -> Option<Vec<PartTarget>> {
        let parts: Vec<Target> = match target {
            Target::Var(var) => {
                if self.updated.insert(*var) {
                    let all = self.parts[*var].clone();
                    self.note_updated(&all);
                }
                let parts = self.parts[*var][range].iter();
                parts.map(|part| Target::Var(*part)).collect()
            }
            Target::Global(global) => {
                let parts = self.shared.globals[*global][range].iter();
                parts.map(|part| Target::Global(*part)).collect()
            }
            Target::Element(_)
            | Target::Field(..)
            | Target::Deref(_)
            | Target::Entry(..)
            | Target::Ignore => return None,
        };
        Some(parts.into_iter().map(PartTarget::One).collect())
    }

    /// The field that an element belongs to, when it is one of a fixed array within an element of an array of classes.
    fn field_of_array(&self, element: &Element) -> Option<Target> {
        let ExprKind::Field(base, field) = &element.array.kind else {
            return None;
        };
        let place = target_of(base).filter(in_array)?;
        is_in_place(&element.array.ty).then(|| Target::Field(Box::new(place), *field))
    }

    /// `pts[i].v[k] = x`: the element of a fixed array within an element.
    fn within_element(&mut self, element: &Element, before: &mut Vec<Stmt>) -> Option<PartTarget> {
        let field = self.field_of_array(element)?;
        let PartTarget::Elements(targets) = self.targets(&field, before).remove(0) else {
            panic!("a fixed array is held element by element")
        };
        if let Some(index) = constant_index(element) {
            return targets.into_iter().nth(index).map(PartTarget::One);
        }
        let Place::Subscripts(subscripts) = self.held_place(&element.place, before) else {
            panic!("the checker allows single elements only")
        };
        let indices = subscripts.into_iter().map(|subscript| match subscript {
            Subscript::Index(index) => index,
            Subscript::All | Subscript::Vector(_) | Subscript::Range { .. } => {
                panic!("the checker allows single elements only")
            }
        });
        Some(PartTarget::Chosen(Chosen {
            targets,
            indices: indices.collect(),
            array: element.array.ty.clone(),
            write: element.write,
        }))
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
        let layout = self.shared.layout(class);
        let target = |place: PartPlace| match place {
            PartPlace::Element { entry, index } => {
                Target::Element(part_element(pointer, &layout, entry, index))
            }
            PartPlace::Entry(entry) => Target::Entry(pointer.clone(), entry),
            PartPlace::Nowhere => Target::Ignore,
        };
        layout.places.iter().copied().map(target).collect()
    }

    /// The type of what a target holds.
    pub(super) fn target_type(&self, target: &Target) -> Type {
        match target {
            Target::Var(var) => self.source.vars[*var].ty.clone(),
            Target::Global(global) => self.shared.program.globals[*global].ty.clone(),
            Target::Element(element) => {
                let elem = element.array.ty.elem();
                elem.map_or(Type::Error, Elem::value_type)
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
fn is_plain(target: &PartTarget) -> bool {
    match target {
        PartTarget::One(Target::Var(_) | Target::Global(_) | Target::Ignore) => true,
        PartTarget::One(
            Target::Element(_) | Target::Field(..) | Target::Deref(_) | Target::Entry(..),
        )
        | PartTarget::Elements(_)
        | PartTarget::Chosen(_) => false,
    }
}

/// The place that a value is read from, when it lies in a variable, an object or an array of classes.
fn target_of(value: &Expr) -> Option<Target> {
    match &value.kind {
        ExprKind::Var(var) => Some(Target::Var(*var)),
        ExprKind::Global(global) => Some(Target::Global(*global)),
        ExprKind::Deref(pointer) => Some(Target::Deref((**pointer).clone())),
        ExprKind::Element(element) => Some(Target::Element(element.clone())),
        ExprKind::Field(base, field) => Some(Target::Field(Box::new(target_of(base)?), *field)),
        _ => None,
    }
}

/// Whether a target lies in an element of an array of classes.
fn in_array(target: &Target) -> bool {
    match target {
        Target::Element(element) => element_class(&element.array.ty).is_some(),
        Target::Field(base, _) => in_array(base),
        Target::Var(_)
        | Target::Global(_)
        | Target::Deref(_)
        | Target::Entry(..)
        | Target::Ignore => false,
    }
}

/// The row-major index of an access with constant indices to an array of known sizes.
fn constant_index(element: &Element) -> Option<usize> {
    let Place::Subscripts(subscripts) = &element.place else {
        return None;
    };
    let indices: Option<Vec<i32>> = subscripts
        .iter()
        .map(|subscript| match subscript {
            Subscript::Index(Expr {
                kind: ExprKind::Int(index),
                ..
            }) => Some(*index),
            Subscript::Index(_)
            | Subscript::All
            | Subscript::Vector(_)
            | Subscript::Range { .. } => None,
        })
        .collect();
    let (indices, sizes) = (indices?, element.array.ty.as_array()?.known_sizes()?);
    if let [index] = indices.as_slice() {
        return usize::try_from(*index).ok();
    }
    let pairs = indices.iter().zip(&sizes);
    usize::try_from(pairs.fold(0, |at, (index, size)| at * size + index)).ok()
}

/// Whether a value is what a class holds.
fn is_field(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Field(..) => true,
        ExprKind::Convert(_, inner) => is_field(inner),
        _ => false,
    }
}
