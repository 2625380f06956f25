//! Numbers as elements of arrays keep them: rounded, saturated, in fewer or more bits.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* what is rounded here is what a load would give behind a store.

use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::operand::Number;
use crate::mir::ElemTypes;
use crate::mir::{
    BinaryOp as MirBinary, CompareOp, ElemKind, RtFn, Ty, UnaryOp as MirUnary, Value,
};
use crate::types::Elem;
use quasar_abi::RtError;

impl Emitter<'_, '_> {
    /// The values to store for a number in an array of the kind. Storage integers take floats and round them.
    pub(in crate::lower) fn stored_values(&mut self, number: Number, kind: ElemKind) -> Vec<Value> {
        let types = kind.access_tys();
        let number = match number {
            Number::Real(_) if types.len() == 2 => {
                let (re, im) = self.complex_parts(number);
                Number::Complex(re, im)
            }
            Number::Real(_) | Number::Complex(..) => number,
        };
        let values = number.values();
        values
            .into_iter()
            .zip(types)
            .map(|(value, &ty)| {
                let is_float = self.ty(value).is_float();
                match kind {
                    ElemKind::U64 if !is_float => {
                        let zero = self.number_like(value, 0.0);
                        let value = self.binary(MirBinary::Max, value, zero);
                        self.convert(value, ty)
                    }
                    _ if self.ty(value) == Ty::I64 && ty == Ty::I32 => self.shortened(value, kind),
                    _ if !is_float => self.convert(value, ty),
                    _ if kind.saturation().is_some() => value,
                    ElemKind::I64 | ElemKind::U64 => self.rounded_to_64_bits(value, kind),
                    _ => self.convert(value, ty),
                }
            })
            .collect()
    }

    /// Real and imaginary part of any number, as scalars.
    pub(in crate::lower) fn complex_parts(&mut self, number: Number) -> (Value, Value) {
        match number {
            Number::Complex(re, im) => (re, im),
            Number::Real(value) => {
                let re = self.as_scalar(value);
                (re, self.scalar(0.0))
            }
        }
    }

    /// An integer of 64 bits as one of 32 that an element of the kind is stored from.
    fn shortened(&mut self, value: Value, kind: ElemKind) -> Value {
        match kind.saturation() {
            Some((low, high)) => {
                let limits = [low, high].map(|limit| self.number(Ty::I64, limit as f64));
                let value = self.limit(value, limits[0], limits[1]);
                self.convert(value, Ty::I32)
            }
            None => self.narrowed(value),
        }
    }

    /// A float as the nearest element of 64 bits; the conversion saturates.
    fn rounded_to_64_bits(&mut self, value: Value, kind: ElemKind) -> Value {
        let value = self.unary(MirUnary::Round, value);
        match kind {
            ElemKind::U64 => self.unsigned_bits(value),
            _ => self.convert(value, Ty::I64),
        }
    }

    /// The bits of the nearest number without a sign: of one that has the highest bit the others are converted.
    fn unsigned_bits(&mut self, value: Value) -> Value {
        let (zero, half) = (self.number_like(value, 0.0), 2f64.powi(63));
        let (half, sign) = (self.number_like(value, half), self.number(Ty::I64, -half));
        let value = self.binary(MirBinary::Max, value, zero);
        let low = self.convert(value, Ty::I64);
        let rest = self.binary(MirBinary::Sub, value, half);
        let rest = self.convert(rest, Ty::I64);
        let high = self.binary(MirBinary::Add, rest, sign);
        let is_high = self.compare(CompareOp::Ge, value, half);
        self.select(is_high, high, low)
    }

    /// What reading the element would give after the number was stored in it.
    pub(in crate::lower) fn rounded(&mut self, number: Number, elem: Elem) -> Number {
        let Elem::Storage(kind) = elem else {
            return number;
        };
        match (kind.saturation(), kind) {
            (Some((low, high)), _) => {
                let (low, high) = (low as f64, high as f64);
                self.round_to_range(number.real(), low, high).into()
            }
            (None, ElemKind::F16 | ElemKind::F32) => self.round_to_float(number, kind).into(),
            (None, ElemKind::I64 | ElemKind::U64) => self.stored_values(number, kind)[0].into(),
            (None, _) => number,
        }
    }

    /// A float as elements of fewer bits keep it, in the precision of the program.
    fn round_to_float(&mut self, number: Number, kind: ElemKind) -> Value {
        let own = self.float();
        let single = self.convert(number.real(), Ty::F32);
        let kept = match kind {
            ElemKind::F16 => self.unary(MirUnary::RoundHalf, single),
            _ => single,
        };
        self.convert(kept, own)
    }

    fn round_to_range(&mut self, value: Value, low: f64, high: f64) -> Value {
        let is_wide = high > f64::from(i32::MAX);
        let value = match (self.ty(value), is_wide) {
            (ty, _) if ty.is_float() => self.unary(MirUnary::Round, value),
            _ => value,
        };
        // No float of single precision is the greatest integer of 32 bits.
        let value = if is_wide {
            self.convert(value, Ty::I64)
        } else {
            value
        };
        let (low, high) = (self.number_like(value, low), self.number_like(value, high));
        let limited = self.limit(value, low, high);
        self.convert(limited, if is_wide { Ty::I64 } else { Ty::I32 })
    }

    /// An integer of 64 bits as an int; an error where it does not fit.
    pub(in crate::lower) fn narrowed(&mut self, value: Value) -> Value {
        let int = self.convert(value, Ty::I32);
        let again = self.convert(int, Ty::I64);
        let differs = self.compare(CompareOp::Ne, again, value);
        self.when(differs, |s| {
            let code = s.int(RtError::IntegerOverflow.code());
            let element = s.convert(value, Ty::F64);
            let int = s.text("an int");
            let entries = [element, int].map(|value| number_entry(value.into()));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
        int
    }

    /// An error where an element of `uint64` is none of the integers of 64 bits, which have a sign.
    pub(in crate::lower) fn require_signed(&mut self, value: Value) {
        let zero = self.zero(Ty::I64);
        let beyond = self.compare(CompareOp::Lt, value, zero);
        self.when(beyond, |s| {
            let code = s.int(RtError::IntegerOverflow.code());
            let what = s.text("an int64");
            let (signed, range) = (s.convert(value, Ty::F64), s.number(Ty::F64, 2f64.powi(64)));
            let element = s.binary(MirBinary::Add, signed, range);
            let entries = [element, what].map(|value| number_entry(value.into()));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
    }
}
