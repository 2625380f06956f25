//! Objects that pointers refer to: arrays whose elements are the arrays and references of the object.
//!
//! *Invariant:* no entry is read or written before the object was found not to be null.

use super::Lowered;
use super::function::FunctionLowering;
use super::operand::Operand;
use crate::base::Span;
use crate::hir::Expr;
use crate::mir::{CompareOp, ElemKind, Fill, ListEntry, RtFn, Ty, Value};
use quasar_abi::RtError;

/// The type of a pointer.
pub(super) const OBJECT: Ty = Ty::Array(ElemKind::Array);

impl FunctionLowering<'_, '_> {
    /// A new object with these entries.
    pub(super) fn new_object(&mut self, entries: &[Expr]) -> Lowered<Operand> {
        let values: Lowered<Vec<Value>> = entries.iter().map(|e| self.eval_handle(e)).collect();
        let values = values?;
        let count = self.int(values.len() as i32);
        let object = self.new_array(ElemKind::Array, &[count], Fill::Zeros);
        for (index, value) in values.into_iter().enumerate() {
            let index = self.int(index as i32);
            let access = self.inside(object, index);
            self.store(access, &[value]);
        }
        Ok(Operand::Handle(object))
    }

    /// Whether a pointer is null: an object has at least one entry.
    pub(super) fn is_null(&mut self, object: Value) -> Value {
        let (count, zero) = (self.numel(object), self.int(0));
        self.compare(CompareOp::Eq, count, zero)
    }

    /// Reads an entry.
    pub(super) fn load_entry(
        &mut self,
        expr: &Expr,
        object: &Expr,
        entry: usize,
    ) -> Lowered<Operand> {
        let array = self.eval_handle(object)?;
        self.require_object(array, object.span);
        let index = self.int(entry as i32);
        let ty = self.program.parts(&expr.ty)[0];
        let access = self.inside(array, index);
        let value = self.load_handle(access, ty);
        Ok(Operand::Handle(value))
    }

    /// Replaces an entry.
    pub(super) fn store_entry(
        &mut self,
        object: &Expr,
        entry: usize,
        value: Operand,
        span: Span,
    ) -> Lowered<()> {
        let value = self.materialize(value, span)?;
        let array = self.eval_handle(object)?;
        self.require_object(array, object.span);
        let index = self.int(entry as i32);
        let access = self.inside(array, index);
        self.store(access, &[value]);
        Ok(())
    }

    /// Raises when a pointer is null.
    fn require_object(&mut self, object: Value, span: Span) {
        let null = self.is_null(object);
        self.when(null, |s| {
            let code = s.int(RtError::NullReference.code());
            let name = s.program.source_text(span);
            let name = s.text(name);
            s.runtime0(RtFn::error_raise_row, &[code], &[ListEntry::Value(name)]);
        });
    }
}
