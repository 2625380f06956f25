//! Accumulators of reductions that loops compute: where they start, how they take an element, what they hold in the end.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* a loop only updates its accumulators by the operation, from the identity on, so that it can run in parallel.

use crate::hir::BinaryOp;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Number;
use crate::lower::numbers::fold::Fold;
use crate::mir::{Local, Ty, Value};
use crate::types::Type;

/// So many terms are added up in single precision: the error is below that of one operand in a hundred thousand.
const FEW_TERMS: i32 = 128;

impl Emitter<'_, '_> {
    /// Accumulators that hold the identity of the operation: sums and products of floats in double precision unless they are known to have few
    /// terms, as the rows of the runtime have them.
    pub(in crate::lower) fn start(&mut self, op: Fold, elem: &Type, count: Value) -> Vec<Local> {
        let mut types = self.number_parts(elem);
        let adds = matches!(op, Fold::Sum | Fold::Mean | Fold::Prod);
        let few = self
            .known_int(count)
            .is_some_and(|count| count <= FEW_TERMS);
        if adds && types[0].is_float() && !few {
            types.fill(Ty::F64);
        }
        let identity = |ty: Ty| match op {
            Fold::Prod | Fold::All => 1.0,
            Fold::Min if ty == Ty::I32 => f64::from(i32::MAX),
            Fold::Max if ty == Ty::I32 => f64::from(i32::MIN),
            Fold::Min => f64::INFINITY,
            Fold::Max => f64::NEG_INFINITY,
            Fold::Sum | Fold::Mean | Fold::Any => 0.0,
        };
        types
            .into_iter()
            .enumerate()
            .map(|(part, ty)| {
                let value = if part == 0 { identity(ty) } else { 0.0 };
                let value = self.number(ty, value);
                self.local_with(Some(op.name()), value)
            })
            .collect()
    }

    /// Takes the next element.
    pub(in crate::lower) fn accumulate(
        &mut self,
        op: Fold,
        accumulators: &[Local],
        element: Number,
    ) {
        let values: Vec<Value> = accumulators.iter().map(|&local| self.get(local)).collect();
        let total = Number::from_values(&values);
        let element = match self.ty(values[0]) {
            Ty::F64 => {
                let parts = element.values().into_iter();
                let parts: Vec<Value> = parts.map(|part| self.convert(part, Ty::F64)).collect();
                Number::from_values(&parts)
            }
            _ => element,
        };
        let new = match op {
            Fold::Sum | Fold::Mean => self.binary_number(BinaryOp::Add, total, element),
            Fold::Prod => self.binary_number(BinaryOp::Mul, total, element),
            Fold::Min => self.binary_number(BinaryOp::Min, element, total),
            Fold::Max => self.binary_number(BinaryOp::Max, element, total),
            Fold::Any | Fold::All => {
                let truth = self.truth(element);
                let truth = self.int_of(truth);
                let op = if op == Fold::Any {
                    BinaryOp::BitOr
                } else {
                    BinaryOp::BitAnd
                };
                self.binary_number(op, total, truth)
            }
        };
        for (&local, value) in accumulators.iter().zip(new.values()) {
            self.set(local, value);
        }
    }

    /// What accumulators hold in the end, as scalars where they hold floats.
    pub(in crate::lower) fn total(&mut self, accumulators: &[Local]) -> Number {
        let values: Vec<Value> = accumulators.iter().map(|&local| self.get(local)).collect();
        let narrow = |s: &mut Self, value: Value| match s.ty(value) {
            Ty::F64 => s.as_scalar(value),
            _ => value,
        };
        let values: Vec<Value> = values
            .into_iter()
            .map(|value| narrow(self, value))
            .collect();
        Number::from_values(&values)
    }
}
