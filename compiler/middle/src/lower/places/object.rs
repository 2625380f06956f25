//! Objects that pointers refer to: arrays whose elements are the arrays and references of the object.
//!
//! An object with open fields has an entry per field, which carries its type as an element of a cell does; the entry of a
//! field that was never assigned is null.
//!
//! Layer: `places`.
//!
//! *Invariant:* no entry is read or written before the object was found not to be null.

use crate::base::Span;
use crate::hir::{Expr, ExprKind};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::graph::class_number;
use crate::lower::emit::operand::{Operand, View};
use crate::lower::emit::types::{Lowered, OBJECT};
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::array_type;
use crate::lower::tree::kernel::referred;
use crate::mir::{BinaryOp as MirBinary, CompareOp, ElemKind, Fill, ListEntry, RtFn, Ty, Value};
use crate::types::{ClassId, Type};
use quasar_abi::{GraphHolds, RtError};

impl FunctionLowering<'_, '_> {
    /// A new object with these entries; one with open fields starts without any.
    pub(in crate::lower) fn new_object(&mut self, ty: &Type, entries: &[Expr]) -> Lowered<Operand> {
        let values: Lowered<Vec<Value>> = entries.iter().map(|e| self.eval_handle(e)).collect();
        let values = values?;
        let fields = match ty.open_class() {
            Some(class) => self.hir.classes[class.id].fields.len().max(1),
            None => values.len(),
        };
        let count = self.int(fields as i32);
        let object = self.new_array(ElemKind::Array, &[count], Fill::Zeros);
        for (index, value) in values.into_iter().enumerate() {
            let index = self.int(index as i32);
            let access = inside(object, index);
            self.store(access, &[value]);
        }
        Ok(Operand::Handle(object))
    }

    /// Whether two pointers refer to one object or are both null, as int.
    pub(in crate::lower) fn same_object(&mut self, a: &Expr, b: &Expr) -> Lowered<Operand> {
        let (a, b) = (self.eval_handle(a)?, self.eval_handle(b)?);
        if self.kernel.is_some() {
            let same = self.compare(CompareOp::Eq, a, b);
            return Ok(self.int_of(same).into());
        }
        let same = self.runtime1(RtFn::object_same, &[a, b], &[], Ty::I32);
        let local = self.local(Ty::I32, None);
        self.set(local, same);
        let null = self.is_null(a);
        self.when(null, |s| {
            let both = s.is_null(b);
            let both = s.int_of(both).real();
            s.set(local, both);
        });
        Ok(Operand::Number(self.get(local).into()))
    }

    /// Reads an entry.
    pub(in crate::lower) fn load_entry(
        &mut self,
        expr: &Expr,
        object: &Expr,
        entry: usize,
    ) -> Lowered<Operand> {
        if self.kernel.is_some() {
            return self.load_entry_by_number(expr, object, entry);
        }
        let array = self.eval_handle(object)?;
        self.require_object(array, object.span);
        let index = self.int(entry as i32);
        let access = inside(array, index);
        if let Some(class) = object.ty.open_class() {
            let element = self.load_handle(access, OBJECT);
            self.require_field(element, class.id, entry, object.span);
            return self.unpack_element(element, &expr.ty, expr.span);
        }
        let ty = self.program.parts(&expr.ty)[0];
        let value = self.load_handle(access, ty);
        Ok(Operand::Handle(value))
    }

    /// Replaces an entry.
    pub(in crate::lower) fn store_entry(
        &mut self,
        object: &Expr,
        entry: usize,
        value: Operand,
        ty: &Type,
        span: Span,
    ) -> Lowered<()> {
        if self.kernel.is_some() {
            return self.store_entry_by_number(object, entry, value, ty, span);
        }
        let value = match object.ty.open_class() {
            Some(_) => self.pack_element(value, ty, span)?,
            None => self.materialize(value, span)?,
        };
        let array = self.eval_handle(object)?;
        self.require_object(array, object.span);
        let index = self.int(entry as i32);
        let access = inside(array, index);
        self.store(access, &[value]);
        Ok(())
    }

    /// An object with open fields as text: `{x: 1, y: 2}`.
    pub(in crate::lower) fn object_text(&mut self, object: &Expr) -> Lowered<Operand> {
        let class = object.ty.open_class().expect("open fields").id;
        let array = self.eval_handle(object)?;
        let mut names = Vec::new();
        for field in &self.hir.classes[class].fields {
            names.push(ListEntry::Value(self.text(&field.name)));
        }
        let text = self.runtime1(RtFn::object_text, &[array], &names, Ty::Str);
        Ok(Operand::Handle(text))
    }

    // ---- Entries in kernels ----------------------------------------------------------------------------------------------

    /// The object of an entry as a number that is not null, and the number of its class.
    fn object_number(&mut self, object: &Expr) -> Lowered<(Value, i32)> {
        let Some((class, false)) = referred(&object.ty) else {
            return self.unsupported(object.span, "an object with open fields within a kernel");
        };
        let number = self.eval_handle(object)?;
        self.require_object(number, object.span);
        Ok((number, class_number(self.graph(), class)))
    }

    /// An entry that is an array, as the part of a column that holds it; none for other expressions.
    pub(in crate::lower) fn entry_view(&mut self, array: &Expr) -> Lowered<Option<View>> {
        let ExprKind::Entry(object, entry) = &array.kind else {
            return Ok(None);
        };
        if self.kernel.is_none() || array.ty.as_array().is_none() {
            return Ok(None);
        }
        let (object, class) = self.object_number(object)?;
        let (ty, entry) = (array_type(&array.ty).clone(), *entry as i32);
        match ty.known_numel() {
            Some(count) if ty.elem.is_number() => Ok(Some(self.fixed_view(
                object,
                class,
                entry,
                ty,
                count as i32,
            ))),
            Some(_) | None => self
                .open_view(object, class, entry, ty, array.span)
                .map(Some),
        }
    }

    /// Reads an entry in a kernel.
    pub(in crate::lower) fn load_entry_by_number(
        &mut self,
        expr: &Expr,
        object: &Expr,
        entry: usize,
    ) -> Lowered<Operand> {
        if let Some(view) = self.entry_view(expr)? {
            return Ok(match view.ty.is_small() {
                true => Operand::Small(self.load_view(&view)),
                false => Operand::View(view),
            });
        }
        let Some((target, _)) = referred(&expr.ty) else {
            return self.unsupported(expr.span, "a field of this type within a kernel");
        };
        let (object, class) = self.object_number(object)?;
        let target = class_number(self.graph(), target);
        let holds = GraphHolds::Pointer { class: target };
        Ok(Operand::Handle(self.of_object(
            class,
            entry as i32,
            holds,
            object,
        )))
    }

    /// Replaces an entry in a kernel.
    pub(in crate::lower) fn store_entry_by_number(
        &mut self,
        object: &Expr,
        entry: usize,
        value: Operand,
        ty: &Type,
        span: Span,
    ) -> Lowered<()> {
        let (object, class) = self.object_number(object)?;
        let entry = entry as i32;
        if let Some((target, false)) = referred(ty) {
            let target = class_number(self.graph(), target);
            let column = self.column(class, entry, GraphHolds::Pointer { class: target });
            let value = self.materialize(value, span)?;
            let access = inside(column, object);
            self.store(access, &[value]);
            return Ok(());
        }
        let Some(array) = ty.as_array().filter(|array| array.is_small()) else {
            return self.unsupported(span, "another array for a field within a kernel");
        };
        let small = self.small_of(value, ty);
        let view = self.fixed_view(object, class, entry, array.clone(), small.len() as i32);
        for (number, element) in small.elements.into_iter().enumerate() {
            let index = self.int(number as i32);
            let index = self.binary(MirBinary::Add, view.first, index);
            self.store_element(inside(view.array, index), element.into());
        }
        Ok(())
    }
}

impl Emitter<'_, '_> {
    /// Raises when a pointer is null.
    pub(in crate::lower) fn require_object(&mut self, object: Value, span: Span) {
        let null = self.is_null(object);
        self.when(null, |s| {
            let code = s.int(RtError::NullReference.code());
            let name = s.program.source_text(span);
            let name = s.text(name);
            s.runtime0(RtFn::error_raise_row, &[code], &[ListEntry::Value(name)]);
        });
    }

    /// Raises when a field of an object was never assigned.
    fn require_field(&mut self, element: Value, class: ClassId, field: usize, span: Span) {
        let missing = self.is_null(element);
        self.when(missing, |s| {
            let code = s.int(RtError::MissingField.code());
            let object = s.program.source_text(span);
            let field = &s.hir.classes[class].fields[field].name;
            let entries = [s.text(object), s.text(field)].map(ListEntry::Value);
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
    }
}
