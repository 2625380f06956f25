//! Arithmetic of integers: it wraps at 32 or 64 bits, unless the program is compiled to look for that, or the result is the size of an array.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* the value of an operation is the same with the tests as without, and they follow it, so that analyses see what they always see.

use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::operand::Number;
use crate::mir::{AtomicOp, BinaryOp, CompareOp, ElemKind, MathFn, RtFn, Ty, UnaryOp, Value};
use quasar_abi::RtError;

/// What a value does not fit, for messages.
const INT: &str = "an int";

/// The same of an integer of 64 bits.
const LONG: &str = "an int64";

/// The same of a power with a negative exponent.
const POWER: &str = "an int, which a power of ints is; 2.0^k is a scalar";

impl Emitter<'_, '_> {
    /// Whether results that do not fit are errors here.
    pub(in crate::lower) fn looks_for_overflow(&self) -> bool {
        self.hir.checks_overflow
    }

    /// The same of products and powers, also in sizes, which the host makes: a sum of sizes that wraps is negative, and an error as it is.
    fn looks_at_products(&self) -> bool {
        self.hir.checks_overflow || (self.in_size && !self.on_device())
    }

    /// A sum, difference or product.
    pub(in crate::lower) fn arithmetic(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let result = self.binary(op, a, b);
        let known = self.known_int(a).is_some() && self.known_int(b).is_some();
        let looks = match op {
            BinaryOp::Mul => self.looks_at_products(),
            _ => self.looks_for_overflow(),
        };
        if self.ty(a) == Ty::I32 && !known && looks {
            let (a, b) = (self.convert(a, Ty::I64), self.convert(b, Ty::I64));
            let wide = self.binary(op, a, b);
            self.raise_unless_equal(result, wide);
        }
        if self.ty(a) == Ty::I64 && !known && looks {
            let [a, b] = [a, b].map(|side| self.convert(side, Ty::F64));
            let size = self.binary(op, a, b);
            self.raise_beyond(result, size);
        }
        result
    }

    /// Looks at the negative of a number.
    pub(in crate::lower) fn test_negative(&mut self, number: Value, negative: Value) {
        if self.ty(number).is_float() || !self.looks_for_overflow() {
            return;
        }
        let size = self.convert(number, Ty::F64);
        let size = self.unary(UnaryOp::Neg, size);
        self.raise_beyond(negative, size);
    }

    /// Raises when the low bits of a result, which has a size, are not all of it.
    fn raise_beyond(&mut self, low: Value, size: Value) {
        let what = if self.ty(low) == Ty::I64 { LONG } else { INT };
        let differs = self.exceeds(low, size);
        self.when(differs, |s| s.raise_overflow_of(size, what));
    }

    /// Whether low bits are not all of a result whose size is known in double precision, as `Bool`: then both lie further from each other
    /// than half of what the low bits count.
    pub(in crate::lower) fn exceeds(&mut self, low: Value, size: Value) -> Value {
        let half = if self.ty(low) == Ty::I64 { 63 } else { 31 };
        let again = self.convert(low, Ty::F64);
        let distance = self.binary(BinaryOp::Sub, size, again);
        let distance = self.unary(UnaryOp::Abs, distance);
        let limit = self.number(Ty::F64, 2f64.powi(half));
        self.compare(CompareOp::Ge, distance, limit)
    }

    /// A power of ints. One with a negative exponent is no int, but of 1 and -1.
    pub(in crate::lower) fn int_power(&mut self, base: Value, exponent: Value) -> Value {
        let result = self.binary(BinaryOp::IntPow, base, exponent);
        if self.known_int(exponent).is_none_or(|known| known < 0) {
            self.require_exponent(base, exponent);
        }
        if self.looks_at_products() {
            let size = self.real_power(base, exponent);
            self.raise_beyond(result, size);
        }
        result
    }

    fn require_exponent(&mut self, base: Value, exponent: Value) {
        let (ty, zero) = (self.ty(base), self.zero(self.ty(exponent)));
        let one = self.number(ty, 1.0);
        let negative = self.compare(CompareOp::Lt, exponent, zero);
        let size = self.unary(UnaryOp::Abs, base);
        let other = self.compare(CompareOp::Ne, size, one);
        let fraction = self.binary(BinaryOp::And, negative, other);
        self.when(fraction, |s| {
            let power = s.real_power(base, exponent);
            s.raise_overflow_of(power, POWER);
        });
    }

    fn real_power(&mut self, base: Value, exponent: Value) -> Value {
        let sides = [base, exponent].map(|side| self.convert(side, Ty::F64));
        self.math(MathFn::Pow, &sides)
    }

    /// Looks at the size of an int: that of the least one does not fit.
    pub(in crate::lower) fn test_size(&mut self, of: Number, size: Value) {
        if self.ty(size) == Ty::I32 && self.looks_for_overflow() {
            let wide = self.convert(of.real(), Ty::I64);
            let opposite = self.unary(UnaryOp::Neg, wide);
            let wide = self.binary(BinaryOp::Max, wide, opposite);
            self.raise_unless_equal(size, wide);
        }
    }

    /// An int with its bits moved up by 0 or more places: the product with a power of two.
    pub(in crate::lower) fn shifted_up(&mut self, value: Value, places: Value) -> Value {
        let result = self.binary(BinaryOp::Shl, value, places);
        if self.ty(value) == Ty::I32 && self.looks_for_overflow() {
            let (none, most) = (self.int(0), self.int(32));
            let known = self.binary(BinaryOp::Min, places, most);
            let known = self.binary(BinaryOp::Max, known, none);
            let (wide, known) = (self.convert(value, Ty::I64), self.convert(known, Ty::I64));
            let wide = self.binary(BinaryOp::Shl, wide, known);
            let again = self.convert(result, Ty::I64);
            let back = self.compare(CompareOp::Lt, places, none);
            let wide = self.select(back, again, wide);
            self.raise_unless_equal(result, wide);
        }
        result
    }

    /// Whether an atomic product is made by exchanges, each of which is looked at: what an element had cannot be told from a product.
    pub(in crate::lower) fn is_watched_product(
        &self,
        op: crate::hir::BinaryOp,
        kind: ElemKind,
    ) -> bool {
        op == crate::hir::BinaryOp::Mul && kind == ElemKind::I32 && self.looks_for_overflow()
    }

    /// Looks at what an element had before an atomic operation made `new` of it: a sum has wrapped if that was no int.
    pub(in crate::lower) fn test_atomic(&mut self, op: AtomicOp, new: Value, operand: Value) {
        let back = match op {
            AtomicOp::Add => BinaryOp::Sub,
            AtomicOp::Sub => BinaryOp::Add,
            AtomicOp::Mul
            | AtomicOp::Div
            | AtomicOp::Pow
            | AtomicOp::And
            | AtomicOp::Or
            | AtomicOp::Xor
            | AtomicOp::Min
            | AtomicOp::Max
            | AtomicOp::Exchange
            | AtomicOp::CompareExchange => return,
        };
        if self.ty(new) != Ty::I32 || !self.looks_for_overflow() {
            return;
        }
        let forward = if op == AtomicOp::Add {
            BinaryOp::Add
        } else {
            BinaryOp::Sub
        };
        let old = self.binary(back, new, operand);
        let (old, operand) = (self.convert(old, Ty::I64), self.convert(operand, Ty::I64));
        let wide = self.binary(forward, old, operand);
        self.raise_unless_equal(new, wide);
    }

    /// Raises when the 32 bits of a result are not all of it.
    pub(in crate::lower) fn raise_unless_equal(&mut self, result: Value, wide: Value) {
        let again = self.convert(result, Ty::I64);
        let differs = self.compare(CompareOp::Ne, again, wide);
        self.when(differs, |s| {
            let value = s.convert(wide, Ty::F64);
            s.raise_overflow_of(value, INT);
        });
    }

    fn raise_overflow_of(&mut self, value: Value, what: &str) {
        let code = self.int(RtError::IntegerOverflow.code());
        let what = self.text(what);
        let entries = [value, what].map(|value| number_entry(value.into()));
        self.runtime0(RtFn::error_raise_row, &[code], &entries);
    }

    /// A float as the size of an array: what is not a number is none.
    pub(in crate::lower) fn size_of_real(&mut self, value: Value) -> Value {
        if self.ty(value).is_float() && !self.on_device() {
            let nan = self.compare(CompareOp::Ne, value, value);
            self.when(nan, |s| {
                let code = s.int(RtError::InvalidArgument.code());
                let texts = ["array", "a size is not a number"].map(|text| s.text(text));
                let entries = texts.map(|text| number_entry(text.into()));
                s.runtime0(RtFn::error_raise_row, &[code], &entries);
            });
        }
        self.convert(value, Ty::I32)
    }
}
