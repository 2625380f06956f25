//! Totals of integers: the exact sum, product or mean, and an error where it does not fit the type of the elements.
//!
//! Sums of ints are kept in 64 bits, which no array exceeds: it has at most 2^31 elements of 32 bits. A product, or a sum of integers of 64
//! bits, is kept twice: its low bits, which are all of it where it fits, and its size in double precision, which tells whether it fits.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* a total depends on the elements alone, not on their order, so that it is the same at every level and in every engine.

use crate::builtins::{self, Builtin};
use crate::hir;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::operand::Number;
use crate::lower::numbers::fold::Fold;
use crate::mir::{BinaryOp, CompareOp, Local, RtFn, Ty, Value};
use quasar_abi::{RtError, total_of_ints};

/// What has been gathered of a total.
#[derive(Clone, Copy)]
enum Total<T> {
    /// `I64`.
    Sum(T),
    /// As many low bits as an element has, and all in double precision. Of a factor 0 and others without end the second is no number, and
    /// the product 0.
    Twice { op: BinaryOp, low: T, size: T },
}

impl<T: Copy> Total<T> {
    fn map<U>(self, mut f: impl FnMut(T) -> U) -> Total<U> {
        match self {
            Total::Sum(sum) => Total::Sum(f(sum)),
            Total::Twice { op, low, size } => Total::Twice {
                op,
                low: f(low),
                size: f(size),
            },
        }
    }
}

/// A total of ints that a loop gathers.
pub(in crate::lower) struct IntTotal {
    op: Fold,
    kept: Total<Local>,
}

impl Emitter<'_, '_> {
    /// A total of no elements of the type yet.
    pub(in crate::lower) fn int_total(&mut self, op: Fold, ty: Ty) -> IntTotal {
        let start = self.empty_total(op, ty);
        let kept = start.map(|value| self.local_with(Some(op.name()), value));
        IntTotal { op, kept }
    }

    /// Takes one more element.
    pub(in crate::lower) fn gather_int(&mut self, total: &IntTotal, element: Value) {
        let before = total.kept.map(|local| self.get(local));
        let after = self.with_element(before, element);
        match (total.kept, after) {
            (Total::Sum(local), Total::Sum(sum)) => self.set(local, sum),
            (
                Total::Twice { low, size, .. },
                Total::Twice {
                    low: a, size: b, ..
                },
            ) => {
                self.set(low, a);
                self.set(size, b);
            }
            (Total::Sum(_), Total::Twice { .. }) | (Total::Twice { .. }, Total::Sum(_)) => {
                unreachable!("a total stays of its form")
            }
        }
    }

    /// The result for so many elements.
    pub(in crate::lower) fn complete_ints(&mut self, total: &IntTotal, count: Value) -> Number {
        let gathered = total.kept.map(|local| self.get(local));
        self.finished_total(total.op, gathered, count)
    }

    /// The total of numbers in registers.
    pub(in crate::lower) fn int_total_of(&mut self, op: Fold, elements: &[Number]) -> Number {
        let start = self.empty_total(op, self.ty(elements[0].real()));
        let total = elements.iter().fold(start, |total, element| {
            self.with_element(total, element.real())
        });
        let count = self.int(elements.len() as i32);
        self.finished_total(op, total, count)
    }

    /// The sum of the products of integers in registers: as a product it is kept by its low bits and by its size.
    pub(in crate::lower) fn int_dot_product(&mut self, a: &[Number], b: &[Number]) -> Number {
        let ty = self.ty(a[0].real());
        let (mut low, mut size) = (self.zero(ty), self.number(Ty::F64, 0.0));
        for (a, b) in a.iter().zip(b) {
            let (a, b) = (a.real(), b.real());
            let product = self.mul(a, b);
            low = self.add(low, product);
            let (a, b) = (self.convert(a, Ty::F64), self.convert(b, Ty::F64));
            let product = self.mul(a, b);
            size = self.add(size, product);
        }
        self.fitting_low("dotprod", low, size).into()
    }

    /// The next element of a running sum, product, minimum or maximum of integers in registers.
    pub(in crate::lower) fn running_int(
        &mut self,
        builtin: Builtin,
        op: hir::BinaryOp,
        before: Number,
        next: Number,
    ) -> Number {
        let name = builtins::row(builtin).name;
        if self.ty(next.real()) == Ty::I64 {
            let low = self.binary_number(op, before, next).real();
            let [before, next] = [before, next].map(|value| self.convert(value.real(), Ty::F64));
            let size = self.binary_number(op, before.into(), next.into()).real();
            return self.fitting_low(name, low, size).into();
        }
        let [before, next] = [before, next].map(|value| self.convert(value.real(), Ty::I64));
        let result = self.binary_number(op, before.into(), next.into());
        self.fitting(name, result.real()).into()
    }

    fn empty_total(&mut self, op: Fold, ty: Ty) -> Total<Value> {
        let (op, start) = match (op, ty) {
            (Fold::Prod, _) => (BinaryOp::Mul, 1.0),
            (_, Ty::I64) => (BinaryOp::Add, 0.0),
            _ => return Total::Sum(self.number(Ty::I64, 0.0)),
        };
        let (low, size) = (self.number(ty, start), self.number(Ty::F64, start));
        Total::Twice { op, low, size }
    }

    fn with_element(&mut self, total: Total<Value>, element: Value) -> Total<Value> {
        match total {
            Total::Sum(sum) => {
                let element = self.convert(element, Ty::I64);
                Total::Sum(self.add(sum, element))
            }
            Total::Twice { op, low, size } => {
                let wide = self.convert(element, Ty::F64);
                let (low, size) = (self.binary(op, low, element), self.binary(op, size, wide));
                Total::Twice { op, low, size }
            }
        }
    }

    fn finished_total(&mut self, op: Fold, total: Total<Value>, count: Value) -> Number {
        match total {
            Total::Sum(sum) if op == Fold::Mean => self.mean_of_ints(sum, count),
            Total::Sum(sum) => self.fitting(op.name(), sum).into(),
            Total::Twice { low, size, .. } if op == Fold::Mean => {
                let exact = self.convert(low, Ty::F64);
                let lost = self.exceeds(low, size);
                let sum = self.select(lost, size, exact);
                self.mean_of_ints(sum, count)
            }
            Total::Twice { low, size, .. } => self.fitting_low(op.name(), low, size).into(),
        }
    }

    /// The sum over the count, 0 of nothing; rounded once to double precision, and once to the program's.
    fn mean_of_ints(&mut self, sum: Value, count: Value) -> Number {
        let one = self.int(1);
        let count = self.binary(BinaryOp::Max, count, one);
        let (sum, count) = (self.convert(sum, Ty::F64), self.convert(count, Ty::F64));
        let mean = self.binary(BinaryOp::Div, sum, count);
        self.as_scalar(mean).into()
    }

    /// A result of 64 bits as an int.
    pub(in crate::lower) fn fitting(&mut self, name: &str, result: Value) -> Value {
        let int = self.convert(result, Ty::I32);
        let again = self.convert(int, Ty::I64);
        let differs = self.compare(CompareOp::Ne, again, result);
        self.raise_overflow(differs, &total_of_ints(name, false), result);
        int
    }

    /// A result that fits is its low bits.
    fn fitting_low(&mut self, name: &str, low: Value, size: Value) -> Value {
        let differs = self.exceeds(low, size);
        let what = total_of_ints(name, self.ty(low) == Ty::I64);
        self.raise_overflow(differs, &what, size);
        low
    }

    fn raise_overflow(&mut self, overflows: Value, what: &str, result: Value) {
        self.when(overflows, |s| {
            let code = s.int(RtError::IntegerOverflow.code());
            let result = s.convert(result, Ty::F64);
            let what = s.text(what);
            let entries = [result, what].map(|value| number_entry(value.into()));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
    }
}
