//! Objects that pointers refer to: arrays whose elements are the arrays and references of the object.
//!
//! An object with open fields has an entry per field, which carries its type as an element of a cell does; the entry of a
//! field that was never assigned is null.
//!
//! *Invariant:* no entry is read or written before the object was found not to be null.

use super::Lowered;
use super::function::FunctionLowering;
use super::operand::Operand;
use crate::base::Span;
use crate::hir::Expr;
use crate::mir::{CompareOp, ElemKind, Fill, ListEntry, RtFn, Ty, Value};
use crate::types::{ClassId, Type};
use quasar_abi::RtError;

/// The type of a pointer.
pub(super) const OBJECT: Ty = Ty::Array(ElemKind::Array);

impl FunctionLowering<'_, '_> {
    /// A new object with these entries; one with open fields starts without any.
    pub(super) fn new_object(&mut self, ty: &Type, entries: &[Expr]) -> Lowered<Operand> {
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
            let access = self.inside(object, index);
            self.store(access, &[value]);
        }
        Ok(Operand::Handle(object))
    }

    /// Whether a pointer is null: an object has at least one entry, and in kernels a number.
    pub(super) fn is_null(&mut self, object: Value) -> Value {
        let count = match self.kernel {
            Some(_) => object,
            None => self.numel(object),
        };
        let zero = self.int(0);
        self.compare(CompareOp::Eq, count, zero)
    }

    /// Whether two pointers refer to one object or are both null, as int.
    pub(super) fn same_object(&mut self, a: &Expr, b: &Expr) -> Lowered<Operand> {
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
    pub(super) fn load_entry(
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
        let access = self.inside(array, index);
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
    pub(super) fn store_entry(
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
        let access = self.inside(array, index);
        self.store(access, &[value]);
        Ok(())
    }

    /// An object with open fields as text: `{x: 1, y: 2}`.
    pub(super) fn object_text(&mut self, object: &Expr) -> Lowered<Operand> {
        let class = object.ty.open_class().expect("open fields").id;
        let array = self.eval_handle(object)?;
        let mut names = Vec::new();
        for field in &self.hir.classes[class].fields {
            names.push(ListEntry::Value(self.text(&field.name)));
        }
        let text = self.runtime1(RtFn::object_text, &[array], &names, Ty::Str);
        Ok(Operand::Handle(text))
    }

    /// Raises when a pointer is null.
    pub(super) fn require_object(&mut self, object: Value, span: Span) {
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
