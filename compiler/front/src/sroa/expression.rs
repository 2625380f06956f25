//! Expressions: one that is one part stays an expression, a class value becomes an expression per part.
//!
//! *Invariant:* the parts of a class value are evaluated in order, directly one after the other; the first of them does what
//! must be done before.

use std::ops::Range;

use crate::base::Span;
use crate::builtins::Builtin;
use crate::hir::{
    Assign, Conversion, Element, Expr, ExprKind, Place as ElementPlace, Stmt, StmtKind, Subscript,
    Target,
};
use crate::types::{ClassId, Type};

use super::instance::Body;
use super::kinds::{carries, element_class, has_own_text, holds_boxes, is_boxed};
use super::layout::{Layout, Place};
use super::trees::{
    converted, converted_by, is_constant, nothing, owned, part_element, prefixed, received,
};

impl Body<'_, '_> {
    // ---- Class values ------------------------------------------------------------------------------------------------

    /// The parts of a value.
    pub(super) fn values(&mut self, e: &Expr) -> Vec<Expr> {
        if !self.shared.is_aggregate(&e.ty) && !matches!(e.ty, Type::Tuple(_)) {
            return vec![self.value(e)];
        }
        if let Some(boxed) = self.box_of(e) {
            let (stmts, values) = self.unboxed(boxed);
            return prefixed(stmts, values);
        }
        match &e.kind {
            ExprKind::Record(fields) => fields
                .iter()
                .flat_map(|field| self.values(field))
                .map(owned)
                .collect(),
            ExprKind::Convert(_, inner) if !self.is_columns(e) => self.values(inner),
            ExprKind::Sequence(stmts, value) => {
                let stmts = self.block(stmts);
                let values = self.values(value);
                prefixed(stmts, values)
            }
            _ => {
                if let Some(values) = self.path(e) {
                    return values;
                }
                let columns = match self.is_columns(e) {
                    true => self.array_values(e),
                    false => None,
                };
                let (stmts, values) = columns.unwrap_or_else(|| self.held(e));
                prefixed(stmts, values)
            }
        }
    }

    /// Whether a value is an array of classes.
    fn is_columns(&self, e: &Expr) -> bool {
        element_class(&e.ty).is_some()
    }

    /// The parts of what can be read again and again: a variable, or a field of one.
    fn path(&self, e: &Expr) -> Option<Vec<Expr>> {
        let (root, parts) = self.root(e)?;
        match &root.kind {
            ExprKind::Var(var) => Some(self.read_parts(*var, parts, root.span)),
            ExprKind::Global(global) => {
                let mut values = self.read_global(*global, root.span);
                Some(match parts {
                    Some(parts) => values.drain(parts).collect(),
                    None => values,
                })
            }
            _ => None,
        }
    }

    /// The variable that something is or is a field of, and which of its parts; none: all of them.
    fn root<'e>(&self, e: &'e Expr) -> Option<(&'e Expr, Option<Range<usize>>)> {
        match &e.kind {
            ExprKind::Var(_) | ExprKind::Global(_) => Some((e, None)),
            ExprKind::Field(base, field) => {
                let class = base.ty.class().filter(|class| !class.open)?.id;
                let range = self.shared.field_parts(class, *field);
                let (root, around) = self.root(base)?;
                let start = around.map_or(0, |around| around.start);
                Some((root, Some(start + range.start..start + range.end)))
            }
            _ => None,
        }
    }

    /// Statements after which the parts of a value can be read again and again.
    pub(super) fn held(&mut self, e: &Expr) -> (Vec<Stmt>, Vec<Expr>) {
        if let Some(values) = self.path(e) {
            return (Vec::new(), values);
        }
        if let (true, Some(boxed)) = (self.shared.is_aggregate(&e.ty), self.box_of(e)) {
            return self.unboxed(boxed);
        }
        if self.is_columns(e)
            && let Some((mut stmts, values)) = self.array_values(e)
        {
            let (more, values) = self.held_values(values);
            stmts.extend(more);
            return (stmts, values);
        }
        match &e.kind {
            ExprKind::Element(element) if self.shared.is_aggregate(&e.ty) => {
                let (mut stmts, values) = self.held_element(e, element);
                let (more, values) = self.held_values(values);
                stmts.extend(more);
                (stmts, values)
            }
            ExprKind::Call { .. } | ExprKind::Launch { .. } => {
                let value = self.call(e);
                self.held_results(e, value)
            }
            // The results of a function of the library are never classes.
            ExprKind::Builtin(..) if matches!(e.ty, Type::Tuple(_)) => {
                let value = Expr {
                    ty: e.ty.clone(),
                    span: e.span,
                    kind: self.rebuilt(&e.kind),
                };
                self.held_results(e, value)
            }
            ExprKind::Ternary(cond, then, otherwise) => self.held_ternary(e, cond, then, otherwise),
            ExprKind::Deref(pointer) => self.held_object(e, pointer),
            ExprKind::Field(base, field) => {
                let (stmts, mut values) = self.held(base);
                let class = base.ty.class().expect("a field of a class").id;
                let range = self.shared.field_parts(class, *field);
                (stmts, values.drain(range).collect())
            }
            ExprKind::Sequence(stmts, value) => {
                let mut stmts = self.block(stmts);
                let (more, values) = self.held(value);
                stmts.extend(more);
                (stmts, values)
            }
            ExprKind::Assign(assign) => {
                let mut stmts = Vec::new();
                self.assign_stmt(assign, &mut stmts);
                let values = match carried_value(assign) {
                    Some(value) => self.values(&value),
                    None => self.target_values(&assign.target, e.span),
                };
                (stmts, values)
            }
            _ => {
                let values = self.values(e);
                self.held_values(values)
            }
        }
    }

    /// Variables that hold values.
    pub(super) fn held_values(&mut self, values: Vec<Expr>) -> (Vec<Stmt>, Vec<Expr>) {
        let mut stmts = Vec::new();
        let mut reads = Vec::new();
        for value in values {
            if is_constant(&value) {
                reads.push(value);
                continue;
            }
            let span = value.span;
            let var = self.temporary(value.ty.clone(), span);
            stmts.push(Stmt::set(Target::Var(var), value, span));
            reads.push(self.read(var, span));
        }
        (stmts, reads)
    }

    /// The results of a call, each part in a variable.
    fn held_results(&mut self, e: &Expr, value: Expr) -> (Vec<Stmt>, Vec<Expr>) {
        let types = match &e.ty {
            Type::Tuple(types) => types.clone(),
            other => vec![other.clone()],
        };
        let types = self.shared.part_types_of(&types);
        let vars: Vec<_> = types
            .into_iter()
            .map(|ty| self.temporary(ty, e.span))
            .collect();
        let targets = vars.iter().map(|var| Target::Var(*var)).collect();
        let stmt = received(targets, value, e.span);
        let reads = vars.into_iter().map(|var| self.read(var, e.span)).collect();
        (vec![stmt], reads)
    }

    fn held_ternary(
        &mut self,
        e: &Expr,
        cond: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> (Vec<Stmt>, Vec<Expr>) {
        let vars = self.temporaries(&e.ty, e.span);
        let cond = self.value(cond);
        let mut branch = |side: &Expr| -> Vec<Stmt> {
            let values = self.values(side);
            let targets = vars.iter().map(|var| Target::Var(*var));
            let is_value = matches!(e.ty, Type::Class(_));
            let stmts = targets.zip(values).map(|(target, value)| {
                let value = if is_value { owned(value) } else { value };
                Stmt::set(target, value, e.span)
            });
            stmts.collect()
        };
        let (then, otherwise) = (branch(then), branch(otherwise));
        let stmt = Stmt {
            span: e.span,
            kind: StmtKind::If {
                cond,
                then,
                otherwise,
            },
        };
        let reads = vars.iter().map(|var| self.read(*var, e.span)).collect();
        (vec![stmt], reads)
    }

    /// The parts of an object, as they are now.
    fn held_object(&mut self, e: &Expr, pointer: &Expr) -> (Vec<Stmt>, Vec<Expr>) {
        let (mut stmts, pointer) = self.held_pointer(pointer);
        let class = e.ty.class().expect("an object of a class").id;
        let count = self.shared.parts(&e.ty).len();
        let values = (0..count)
            .map(|part| owned(self.read_part(&pointer, class, part)))
            .collect();
        let (more, reads) = self.held_values(values);
        stmts.extend(more);
        (stmts, reads)
    }

    /// A pointer that can be read again and again.
    pub(super) fn held_pointer(&mut self, pointer: &Expr) -> (Vec<Stmt>, Expr) {
        if let Some(mut values) = self.path(pointer) {
            return (Vec::new(), values.remove(0));
        }
        let span = pointer.span;
        let value = self.value(pointer);
        let var = self.temporary(value.ty.clone(), span);
        (
            vec![Stmt::set(Target::Var(var), value, span)],
            self.read(var, span),
        )
    }

    /// Reads a part of an object.
    fn read_part(&self, pointer: &Expr, class: ClassId, part: usize) -> Expr {
        let ty = self.shared.class_parts(class)[part].clone();
        self.read_place(pointer, &self.shared.layout(class), part, ty)
    }

    /// Reads a part of what is laid out like that.
    pub(super) fn read_place(&self, object: &Expr, layout: &Layout, part: usize, ty: Type) -> Expr {
        let span = object.span;
        let kind = match layout.places[part] {
            Place::Element { entry, index } => {
                ExprKind::Element(part_element(object, layout, entry, index))
            }
            Place::Entry(entry) => ExprKind::Entry(Box::new(object.clone()), entry),
            Place::Nowhere => match &ty {
                Type::Closure(closure) => ExprKind::MakeClosure(*closure, Vec::new()),
                other => panic!("{other} has values"),
            },
        };
        Expr { ty, span, kind }
    }

    // ---- One part ----------------------------------------------------------------------------------------------------

    /// The value of an expression that is one part.
    pub(super) fn value(&mut self, e: &Expr) -> Expr {
        if let (Type::Enum(_), Some(boxed)) = (&e.ty, self.box_of(e)) {
            return self.unboxed_key(boxed);
        }
        let ty = self.shared.simple_type(&e.ty);
        let kind = match &e.kind {
            ExprKind::Var(_) | ExprKind::Global(_) => {
                return self.path(e).expect("a variable").remove(0);
            }
            ExprKind::ArrayLiteral(items) if holds_boxes(&e.ty) => {
                ExprKind::ArrayLiteral(items.iter().map(|item| self.carried(item)).collect())
            }
            ExprKind::Field(base, field) => return self.field(e, base, *field),
            ExprKind::Convert(by, inner) => return self.convert(*by, e, inner, ty),
            ExprKind::Call { .. } | ExprKind::Launch { .. } => return self.call(e),
            ExprKind::NewObject(value) => return self.new_object(value, ty, e.span),
            ExprKind::IsNull(pointer) if pointer.ty == Type::Null => ExprKind::Int(1),
            ExprKind::IsNull(pointer) => ExprKind::IsNull(Box::new(self.value(pointer))),
            ExprKind::Null if ty == Type::Int => ExprKind::Int(0),
            ExprKind::Assign(assign) => {
                let (stmts, assign) = self.assign_value(assign);
                let value = Expr {
                    ty,
                    span: e.span,
                    kind: ExprKind::Assign(Box::new(assign)),
                };
                return prefixed(stmts, vec![value]).remove(0);
            }
            ExprKind::Sequence(stmts, value) if self.shared.is_aggregate(&value.ty) => {
                // Only its effects are asked for.
                let mut stmts = self.block(stmts);
                stmts.extend(self.held(value).0);
                ExprKind::Sequence(stmts, Box::new(nothing(e.span)))
            }
            ExprKind::Sequence(stmts, value) => {
                ExprKind::Sequence(self.block(stmts), Box::new(self.value(value)))
            }
            other => self.rebuilt(other),
        };
        Expr {
            ty,
            span: e.span,
            kind,
        }
    }

    /// The forms that stay as they are, with replaced children.
    fn rebuilt(&mut self, kind: &ExprKind) -> ExprKind {
        let mut one = |e: &Expr| Box::new(self.value(e));
        match kind {
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, one(a)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, one(a), one(b)),
            ExprKind::ArraysEqual(a, b) => ExprKind::ArraysEqual(one(a), one(b)),
            ExprKind::SameObject(a, b) => ExprKind::SameObject(one(a), one(b)),
            ExprKind::ArrayTruth(a) => ExprKind::ArrayTruth(one(a)),
            ExprKind::IsMember(a, ty) => ExprKind::IsMember(one(a), ty.clone()),
            ExprKind::ExceptionField(field, a) => ExprKind::ExceptionField(*field, one(a)),
            ExprKind::MatMul(a, b) => ExprKind::MatMul(one(a), one(b)),
            ExprKind::MatPow(a, b) => ExprKind::MatPow(one(a), one(b)),
            ExprKind::Concat(a, b) => ExprKind::Concat(one(a), one(b)),
            ExprKind::Ternary(a, b, c) => ExprKind::Ternary(one(a), one(b), one(c)),
            ExprKind::ArrayLiteral(items) => {
                ExprKind::ArrayLiteral(items.iter().map(|item| self.value(item)).collect())
            }
            ExprKind::Range { start, step, stop } => ExprKind::Range {
                start: one(start),
                step: step.as_deref().map(&mut one),
                stop: one(stop),
            },
            ExprKind::Element(element) => ExprKind::Element(self.element(element)),
            ExprKind::Builtin(Builtin::Append, args) if holds_boxes(&args[0].ty) => {
                let args = [
                    self.value(&args[0]),
                    self.carried(&args[1]),
                    args[2].clone(),
                ];
                ExprKind::Builtin(Builtin::Append, args.to_vec())
            }
            ExprKind::Builtin(builtin, args) => {
                // The size of an array of classes is that of each of its columns.
                let args = args.iter().map(|arg| self.values(arg).remove(0));
                ExprKind::Builtin(*builtin, args.collect())
            }
            ExprKind::NewArray { fill, dims } => ExprKind::NewArray {
                fill: *fill,
                dims: self.all(dims),
            },
            ExprKind::MakeClosure(closure, values) => {
                ExprKind::MakeClosure(*closure, self.all(values))
            }
            ExprKind::Int(_)
            | ExprKind::Scalar(_)
            | ExprKind::Complex(..)
            | ExprKind::String(_)
            | ExprKind::Null
            | ExprKind::Object(_)
            | ExprKind::Entry(..)
            | ExprKind::Deref(_)
            | ExprKind::Record(_) => kind.clone(),
            ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Field(..)
            | ExprKind::Convert(..)
            | ExprKind::Call { .. }
            | ExprKind::Launch { .. }
            | ExprKind::NewObject(_)
            | ExprKind::IsNull(_)
            | ExprKind::Assign(_)
            | ExprKind::Sequence(..) => panic!("{kind:?} has a way of its own"),
        }
    }

    /// The parts of several values.
    pub(super) fn all(&mut self, values: &[Expr]) -> Vec<Expr> {
        values.iter().flat_map(|value| self.values(value)).collect()
    }

    /// A field that is one part.
    fn field(&mut self, e: &Expr, base: &Expr, field: usize) -> Expr {
        if let Some(mut values) = self.path(e) {
            return values.remove(0);
        }
        if let ExprKind::Deref(object) = &base.kind
            && object.ty.open_class().is_some()
        {
            return self.open_field(e, object, field);
        }
        let class = base.ty.class().expect("a field of a class").id;
        let part = self.shared.field_parts(class, field).start;
        if let Some((pointer, class, offset)) = through_pointer(self, base) {
            let (stmts, pointer) = self.held_pointer(&pointer);
            let value = self.read_part(&pointer, class, offset + part);
            return prefixed(stmts, vec![value]).remove(0);
        }
        if let Some((stmts, value)) = self.field_of_element(base, part) {
            return prefixed(stmts, vec![value]).remove(0);
        }
        let (stmts, mut values) = self.held(base);
        prefixed(stmts, vec![values.remove(part)]).remove(0)
    }

    /// A field of an object with open fields: an entry.
    fn open_field(&mut self, e: &Expr, object: &Expr, field: usize) -> Expr {
        let object = self.value(object);
        Expr {
            ty: self.shared.simple_type(&e.ty),
            span: e.span,
            kind: ExprKind::Entry(Box::new(object), field),
        }
    }

    fn convert(&mut self, by: Conversion, e: &Expr, inner: &Expr, ty: Type) -> Expr {
        match (&inner.ty, &e.ty) {
            (Type::Null, Type::Pointer(_)) => Expr {
                ty,
                span: e.span,
                kind: ExprKind::Null,
            },
            (Type::Class(_) | Type::Enum(_) | Type::Pointer(_) | Type::Null, Type::String) => {
                self.text(inner)
            }
            (Type::Array(_), Type::String) if has_own_text(&inner.ty) => self.text(inner),
            (from, Type::Union(_)) if is_boxed(from) => {
                let boxed = self.carried(inner);
                converted(boxed, ty)
            }
            _ => {
                let value = self.value(inner);
                converted_by(by, value, ty)
            }
        }
    }

    /// An access to elements.
    pub(super) fn element(&mut self, element: &Element) -> Element {
        let array = Box::new(self.value(&element.array));
        let place = match &element.place {
            ElementPlace::Subscripts(subscripts) => {
                let subscripts = subscripts.iter().map(|subscript| self.subscript(subscript));
                ElementPlace::Subscripts(subscripts.collect())
            }
            ElementPlace::Position(position) => {
                ElementPlace::Position(Box::new(self.value(position)))
            }
            ElementPlace::Mask(mask) => ElementPlace::Mask(Box::new(self.value(mask))),
        };
        Element {
            array,
            place,
            ..*element
        }
    }

    fn subscript(&mut self, subscript: &Subscript) -> Subscript {
        match subscript {
            Subscript::All => Subscript::All,
            Subscript::Index(index) => Subscript::Index(self.value(index)),
            Subscript::Vector(index) => Subscript::Vector(self.value(index)),
            Subscript::Range { start, step, stop } => Subscript::Range {
                start: Box::new(self.value(start)),
                step: step.as_ref().map(|step| Box::new(self.value(step))),
                stop: Box::new(self.value(stop)),
            },
        }
    }

    /// A call or a launch with the parts of its arguments; its type is that of the parts of its outputs.
    pub(super) fn call(&mut self, e: &Expr) -> Expr {
        let kind = match &e.kind {
            ExprKind::Call {
                instance,
                args,
                captured,
                form,
            } => ExprKind::Call {
                instance: *instance,
                args: self.all(args),
                captured: captured.as_ref().map(|value| Box::new(self.value(value))),
                form: *form,
            },
            ExprKind::Launch {
                instance,
                dims,
                block,
                args,
                captured,
                serial,
            } => ExprKind::Launch {
                instance: *instance,
                dims: self.all(dims),
                block: block.as_ref().map(|block| self.all(block)),
                args: self.all(args),
                captured: captured.as_ref().map(|value| Box::new(self.value(value))),
                serial: *serial,
            },
            other => panic!("{other:?} is no call"),
        };
        Expr {
            ty: self.shared.result_type(&e.ty),
            span: e.span,
            kind,
        }
    }

    /// A new object with the parts of a class value.
    fn new_object(&mut self, value: &Expr, ty: Type, span: Span) -> Expr {
        if ty.open_class().is_some() {
            // Its fields are assigned one by one.
            let kind = ExprKind::Object(Vec::new());
            return Expr { ty, span, kind };
        }
        let class = value.ty.class().expect("an object of a class").id;
        let layout = self.shared.layout(class);
        let values = self.values(value).into_iter().map(owned).collect();
        let (stmts, values) = self.held_values(values);
        let kind = ExprKind::Object(self.entries(&layout, &values, span));
        prefixed(stmts, vec![Expr { ty, span, kind }]).remove(0)
    }

    /// The entries of an object with these parts.
    pub(super) fn entries(&self, layout: &Layout, values: &[Expr], span: Span) -> Vec<Expr> {
        let entries = layout.entries.iter().enumerate();
        let entries = entries.map(|(entry, ty)| {
            let members = layout.places.iter().zip(values);
            let mut members = members.filter_map(|(place, value)| match place {
                Place::Element { entry: found, .. } | Place::Entry(found) if *found == entry => {
                    Some((place, value.clone()))
                }
                Place::Element { .. } | Place::Entry(_) | Place::Nowhere => None,
            });
            let (place, first) = members.next().expect("an entry holds a part");
            match place {
                Place::Entry(_) | Place::Nowhere => first,
                Place::Element { .. } => {
                    let items = [first].into_iter().chain(members.map(|(_, value)| value));
                    literal(ty.clone(), items.collect(), span)
                }
            }
        });
        entries.collect()
    }

    /// The parts of what a target holds.
    fn target_values(&mut self, target: &Target, span: Span) -> Vec<Expr> {
        match target {
            Target::Var(var) => self.read_var(*var, span),
            Target::Global(global) => self.read_global(*global, span),
            Target::Field(base, field) => {
                let class = self.target_type(base).class().expect("a class").id;
                let range = self.shared.field_parts(class, *field);
                self.target_values(base, span).drain(range).collect()
            }
            Target::Deref(pointer) => {
                let value = Expr {
                    ty: self.target_type(target),
                    span,
                    kind: ExprKind::Deref(Box::new(pointer.clone())),
                };
                self.values(&value)
            }
            Target::Element(element) => {
                let value = Expr {
                    ty: self.target_type(target),
                    span,
                    kind: ExprKind::Element(element.clone()),
                };
                self.values(&value)
            }
            Target::Entry(..) | Target::Ignore => panic!("{target:?} holds no class"),
        }
    }
}

/// What a target that carries its type holds after an assignment.
fn carried_value(assign: &Assign) -> Option<Expr> {
    let (ty, span) = (assign.value.ty.clone(), assign.span);
    let kind = match &assign.target {
        Target::Element(element) if carries(&assign.target) => ExprKind::Element(element.clone()),
        Target::Field(base, field) if carries(&assign.target) => match &**base {
            Target::Deref(object) => {
                let base = Expr {
                    ty: Type::Class(object.ty.class()?.clone()),
                    span,
                    kind: ExprKind::Deref(Box::new(object.clone())),
                };
                ExprKind::Field(Box::new(base), *field)
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Expr { ty, span, kind })
}

/// The pointer, the class of its object and the first part, when the value is a class within an object.
fn through_pointer(body: &Body<'_, '_>, e: &Expr) -> Option<(Expr, ClassId, usize)> {
    match &e.kind {
        ExprKind::Deref(pointer) if pointer.ty.open_class().is_none() => {
            Some(((**pointer).clone(), e.ty.class()?.id, 0))
        }
        ExprKind::Field(base, field) => {
            let (pointer, class, offset) = through_pointer(body, base)?;
            let parts = body.shared.field_parts(base.ty.class()?.id, *field);
            Some((pointer, class, offset + parts.start))
        }
        _ => None,
    }
}

fn literal(ty: Type, items: Vec<Expr>, span: Span) -> Expr {
    Expr {
        ty,
        span,
        kind: ExprKind::ArrayLiteral(items),
    }
}
