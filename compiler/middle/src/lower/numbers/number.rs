//! Numbers: truth values, constants, choices; what every operator of numbers is made of.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* a truth value is a `Bool` here, and 0 or 1 of type int in the language.

use crate::hir::BinaryOp;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Number;
use crate::mir::{self, BinaryOp as MirBinary, CompareOp, Ty, UnaryOp as MirUnary, Value};
use crate::types::Type;

impl Emitter<'_, '_> {
    // ---- Truth ------------------------------------------------------------------------------------------------------

    /// Whether a number is not zero, as `Bool`.
    pub(in crate::lower) fn truth(&mut self, number: Number) -> Value {
        match number {
            Number::Real(value) => {
                let zero = self.zero(self.ty(value));
                self.compare(CompareOp::Ne, value, zero)
            }
            Number::Complex(re, im) => {
                let (re, im) = (self.truth(re.into()), self.truth(im.into()));
                self.binary(MirBinary::Or, re, im)
            }
        }
    }

    /// A `Bool` as the language's 0 or 1.
    pub(in crate::lower) fn int_of(&mut self, value: Value) -> Number {
        self.convert(value, Ty::I32).into()
    }

    /// Logical not of a `Bool`.
    pub(in crate::lower) fn not(&mut self, value: Value) -> Value {
        self.unary(MirUnary::Not, value)
    }

    /// `&&` and `||` with both sides evaluated.
    pub(in crate::lower) fn logical(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
        let (a, b) = (self.truth(a), self.truth(b));
        let op = if op == BinaryOp::And {
            MirBinary::And
        } else {
            MirBinary::Or
        };
        let result = self.binary(op, a, b);
        self.int_of(result)
    }

    /// `cond ? then : otherwise` of numbers, both evaluated.
    pub(in crate::lower) fn select_number(
        &mut self,
        cond: Value,
        then: Number,
        otherwise: Number,
    ) -> Number {
        let values: Vec<Value> = then
            .values()
            .into_iter()
            .zip(otherwise.values())
            .map(|(then, otherwise)| self.select(cond, then, otherwise))
            .collect();
        Number::from_values(&values)
    }

    // ---- Constants and conversions ----------------------------------------------------------------------------------

    /// A constant of the type of a value.
    pub(in crate::lower) fn number_like(&mut self, like: Value, constant: f64) -> Value {
        match self.ty(like) {
            Ty::I32 => self.int(constant as i32),
            ty @ (Ty::Bool | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Array(_) | Ty::Str) => {
                self.number_constant(ty, constant)
            }
        }
    }

    fn number_constant(&mut self, ty: Ty, constant: f64) -> Value {
        mir::FunctionBuilder::number(self, ty, constant)
    }

    /// Zero of a number type.
    pub(in crate::lower) fn zero_number(&mut self, ty: &Type) -> Number {
        let parts = self.number_parts(ty);
        let values: Vec<Value> = parts.into_iter().map(|ty| self.zero(ty)).collect();
        Number::from_values(&values)
    }

    /// `min(max(x, low), high)`.
    pub(in crate::lower) fn limit(&mut self, x: Value, low: Value, high: Value) -> Value {
        let x = self.binary(MirBinary::Max, x, low);
        self.binary(MirBinary::Min, x, high)
    }

    /// What an array or a row gave, as the number that it is computed as.
    pub(in crate::lower) fn loaded(&mut self, values: &[Value]) -> Number {
        let float = self.float();
        let values: Vec<Value> = values
            .iter()
            .map(|&value| match self.ty(value) {
                Ty::I64 => value,
                ty if ty.is_float() => self.convert(value, float),
                _ => self.convert(value, Ty::I32),
            })
            .collect();
        Number::from_values(&values)
    }

    /// A number as a value of type `scalar`.
    pub(in crate::lower) fn as_scalar(&mut self, value: Value) -> Value {
        if let Some(constant) = self.known_int(value) {
            return self.scalar(f64::from(constant));
        }
        let float = self.float();
        self.convert(value, float)
    }
}
