//! Numbers: operators, conversions and the elementary builtins.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* both operands of an operator have one type; the tree has explicit conversions.

use crate::builtins::{Elementwise, Rounding};
use crate::hir::families::{comparison_op, logical_op};
use crate::hir::{BinaryOp, UnaryOp};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Number;
use crate::lower::tree::operator::comparison;
use crate::mir::{BinaryOp as MirBinary, CompareOp, Const, MathFn, Ty, UnaryOp as MirUnary, Value};
use crate::types::families::{class_type, composite_type, empty_type};
use crate::types::{Elem, Type};

impl Emitter<'_, '_> {
    // ---- Operators -------------------------------------------------------------------------------------------------

    /// A comparison, as `Bool`.
    pub(in crate::lower) fn compare_numbers(
        &mut self,
        op: CompareOp,
        a: Number,
        b: Number,
    ) -> Value {
        match (a, b) {
            (Number::Real(a), Number::Real(b)) => self.compare(op, a, b),
            (a, b) => self.compare_complex(op, a, b),
        }
    }

    /// A unary operator on a number.
    pub(in crate::lower) fn unary_number(&mut self, op: UnaryOp, a: Number) -> Number {
        match (op, a) {
            (UnaryOp::Not, a) => {
                let truth = self.truth(a);
                let not = self.not(truth);
                self.int_of(not)
            }
            (UnaryOp::Neg, Number::Real(a)) => {
                let result = self.unary(MirUnary::Neg, a);
                self.test_negative(a, result);
                result.into()
            }
            (UnaryOp::Neg, Number::Complex(re, im)) => {
                Number::Complex(self.unary(MirUnary::Neg, re), self.unary(MirUnary::Neg, im))
            }
        }
    }

    /// A binary operator on numbers, both evaluated.
    pub(in crate::lower) fn binary_number(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
        if let Some(compare) = comparison(op) {
            let result = self.compare_numbers(compare, a, b);
            return self.int_of(result);
        }
        match (a, b) {
            (Number::Real(a), Number::Real(b)) => self.binary_real(op, a, b).into(),
            (a, b) => self.binary_complex(op, a, b),
        }
    }

    /// What an update leaves in a place for elements of a type, which holds `old`: with an operand of more range an integer is computed
    /// as such a number, and the result converted back.
    pub(in crate::lower) fn updated(
        &mut self,
        op: BinaryOp,
        old: Number,
        operand: Number,
        elem: Elem,
    ) -> Number {
        match (old, operand) {
            (Number::Real(int), Number::Real(operand)) if self.has_more_range(operand, int) => {
                let ty = self.ty(operand);
                let int = self.convert(int, ty);
                let new = self.binary_real(op, int, operand);
                let new = self.rounded(new.into(), elem);
                self.convert_number(new, &elem.value_type())
            }
            _ => {
                let operand = self.convert_number(operand, &elem.value_type());
                self.binary_number(op, old, operand)
            }
        }
    }

    /// Whether a value is a float and the other is not, or an integer of more bits.
    fn has_more_range(&self, value: Value, other: Value) -> bool {
        match self.ty(other) {
            Ty::I32 => self.ty(value).is_float() || self.ty(value) == Ty::I64,
            Ty::I64 => self.ty(value).is_float(),
            Ty::Bool | Ty::F32 | Ty::F64 | Ty::Array(_) | Ty::Str => false,
        }
    }

    /// A power of floats; squares, cubes and fourth powers are products, and the power 0.5 is a root, on every engine.
    fn power(&mut self, base: Value, exponent: Value) -> Value {
        let known = match self.constant_value(exponent) {
            Some(Const::F32(number)) => f64::from(number),
            Some(Const::F64(number)) => number,
            _other => 0.0,
        };
        if known == 0.5 {
            return self.half_power(base);
        }
        if ![2.0, 3.0, 4.0].contains(&known) {
            return self.math(MathFn::Pow, &[base, exponent]);
        }
        let square = self.mul(base, base);
        match known {
            2.0 => square,
            3.0 => self.mul(square, base),
            _four => self.mul(square, square),
        }
    }

    /// The power 0.5 is the root, rounded once, but of -0 it is 0 and of minus infinity infinity.
    fn half_power(&mut self, base: Value) -> Value {
        let ty = self.ty(base);
        let [zero, infinity, lowest] =
            [0.0, f64::INFINITY, f64::NEG_INFINITY].map(|x| self.number(ty, x));
        let base = self.binary(MirBinary::Add, base, zero);
        let root = self.unary(MirUnary::Sqrt, base);
        let is_lowest = self.compare(CompareOp::Eq, base, lowest);
        self.select(is_lowest, infinity, root)
    }

    fn binary_real(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let float = self.ty(a).is_float();
        match op {
            BinaryOp::Add => self.arithmetic(MirBinary::Add, a, b),
            BinaryOp::Sub => self.arithmetic(MirBinary::Sub, a, b),
            BinaryOp::Mul => self.arithmetic(MirBinary::Mul, a, b),
            BinaryOp::Div => self.binary(MirBinary::Div, a, b),
            BinaryOp::Pow if float => self.power(a, b),
            BinaryOp::Pow => self.int_power(a, b),
            BinaryOp::Min => self.binary(MirBinary::Min, a, b),
            BinaryOp::Max => self.binary(MirBinary::Max, a, b),
            BinaryOp::BitAnd => self.bits(MirBinary::And, a, b),
            BinaryOp::BitOr => self.bits(MirBinary::Or, a, b),
            BinaryOp::BitXor => self.bits(MirBinary::Xor, a, b),
            logical_op!() => self.logical(op, a.into(), b.into()).real(),
            comparison_op!() => panic!("comparisons are lowered before"),
        }
    }

    /// A bitwise operation; that of floats is the one of the ints that they convert to.
    fn bits(&mut self, op: MirBinary, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        if !ty.is_float() {
            return self.binary(op, a, b);
        }
        let [a, b] = [a, b].map(|side| self.convert(side, Ty::I32));
        let result = self.binary(op, a, b);
        self.convert(result, ty)
    }

    /// A number as another number type; a scalar becomes an int by truncation.
    pub(in crate::lower) fn convert_number(&mut self, number: Number, to: &Type) -> Number {
        match (number, to) {
            (Number::Complex(..), _) => number,
            (Number::Real(value), Type::Complex) => {
                let re = self.as_scalar(value);
                Number::Complex(re, self.scalar(0.0))
            }
            (Number::Real(value), Type::Int) if self.ty(value) == Ty::I64 => {
                self.narrowed(value).into()
            }
            (Number::Real(value), Type::Int) if self.in_size => self.size_of_real(value).into(),
            (Number::Real(value), Type::Int) => self.convert(value, Ty::I32).into(),
            (Number::Real(value), Type::Long) => self.convert(value, Ty::I64).into(),
            (Number::Real(value), Type::Scalar) => self.as_scalar(value).into(),
            (
                Number::Real(_),
                Type::String
                | Type::Exception
                | Type::Group(_)
                | Type::Array(_)
                | composite_type!()
                | Type::Enum(_)
                | class_type!()
                | empty_type!(),
            ) => panic!("{to} is not a number type"),
        }
    }

    // ---- Builtins --------------------------------------------------------------------------------------------------

    /// One over the square root. The root of the inverse is good to one unit in the last place, the inverse of the root to one and a
    /// half, which double precision must not have; arguments whose inverse is not a normal number are scaled by powers of two.
    fn inverse_root(&mut self, a: Number) -> Number {
        let one = self.scalar(1.0);
        let x = match a {
            Number::Real(x) if self.ty(x) == Ty::F64 => x,
            Number::Real(_) | Number::Complex(..) => {
                let root = self.sqrt(a);
                return self.binary_number(BinaryOp::Div, one.into(), root);
            }
        };
        let (up, back_up) = (2f64.powi(200), 2f64.powi(100));
        let (tiny, huge) = (self.scalar(1.0 / up), self.scalar(up));
        let (small, large) = (
            self.compare(CompareOp::Lt, x, tiny),
            self.compare(CompareOp::Gt, x, huge),
        );
        let mut factor = |low: f64, high: f64| {
            let (low, high) = (self.scalar(low), self.scalar(high));
            let factor = self.select_number(large, high.into(), one.into());
            self.select_number(small, low.into(), factor).real()
        };
        let (scale, back) = (factor(up, 1.0 / up), factor(back_up, 1.0 / back_up));
        let scaled = self.binary(MirBinary::Mul, x, scale);
        let inverse = self.binary(MirBinary::Div, one, scaled);
        let root = self.unary(MirUnary::Sqrt, inverse);
        let root = self.binary(MirBinary::Mul, root, back);
        // Infinite with the sign of zero, and not a number below.
        let zero = self.scalar(0.0);
        let none = self.compare(CompareOp::Le, x, zero);
        let infinite = self.unary(MirUnary::Sqrt, x);
        let infinite = self.binary(MirBinary::Div, one, infinite);
        self.select_number(none, infinite.into(), root.into())
    }

    /// `floor`, `ceil`, `round` or `frac`; of a complex number they are taken of each part.
    fn rounding(&mut self, rounding: Rounding, number: Number) -> Number {
        let mut of = |x: Value| match rounding {
            Rounding::Floor => self.unary(MirUnary::Floor, x),
            Rounding::Ceil => self.unary(MirUnary::Ceil, x),
            Rounding::Round => self.unary(MirUnary::Round, x),
            Rounding::Frac => {
                let floor = self.unary(MirUnary::Floor, x);
                self.sub(x, floor)
            }
        };
        match number {
            Number::Complex(re, im) => Number::Complex(of(re), of(im)),
            Number::Real(x) => of(x).into(),
        }
    }

    /// An element-wise builtin on numbers.
    pub(in crate::lower) fn builtin_number(
        &mut self,
        operation: Elementwise,
        args: &[Number],
    ) -> Number {
        let a = args[0];
        match operation {
            Elementwise::Math(function) => self.elementary_number(function, args),
            Elementwise::Rounding(rounding) => self.rounding(rounding, a),
            Elementwise::Sqrt => self.sqrt(a),
            Elementwise::InverseRoot => self.inverse_root(a),
            Elementwise::Sign => self.sign(a.real()).into(),
            Elementwise::Saturate => {
                let (zero, one) = (
                    self.number_like(a.real(), 0.0),
                    self.number_like(a.real(), 1.0),
                );
                self.limit(a.real(), zero, one).into()
            }
            Elementwise::Clamp => {
                let zero = self.number_like(a.real(), 0.0);
                self.limit(a.real(), zero, args[1].real()).into()
            }
            Elementwise::Rem => self.binary(MirBinary::Rem, a.real(), args[1].real()).into(),
            Elementwise::Periodize => self.periodize(a.real(), args[1].real()).into(),
            Elementwise::MirrorExt => self.mirror(a.real(), args[1].real()).into(),
            Elementwise::Lerp => self.lerp(a, args[1], args[2]),
            Elementwise::Abs => {
                let size = self.magnitude(a);
                self.test_size(a, size);
                size.into()
            }
            Elementwise::Real => self.complex_parts(a).0.into(),
            Elementwise::Imag => self.complex_parts(a).1.into(),
            Elementwise::Angle => {
                let (re, im) = self.complex_parts(a);
                self.math(MathFn::Atan2, &[im, re]).into()
            }
            Elementwise::Conj => self.conjugate(a),
            Elementwise::Complex => {
                let im = args.get(1).map(|im| im.real());
                let im = im.unwrap_or_else(|| self.scalar(0.0));
                Number::Complex(a.real(), im)
            }
            Elementwise::Int => self.convert_number(a, &Type::Int),
            Elementwise::Scalar => self.convert_number(a, &Type::Scalar),
            Elementwise::IsNan => {
                let test = self.each_part(a, MirBinary::Or, |s, x| s.compare(CompareOp::Ne, x, x));
                self.int_of(test)
            }
            Elementwise::IsInf => {
                let test = self.each_part(a, MirBinary::Or, |s, x| {
                    s.compare_magnitude(CompareOp::Eq, x)
                });
                self.int_of(test)
            }
            Elementwise::IsFinite => {
                let test = self.each_part(a, MirBinary::And, |s, x| {
                    s.compare_magnitude(CompareOp::Lt, x)
                });
                self.int_of(test)
            }
            Elementwise::And => self.binary(MirBinary::And, a.real(), args[1].real()).into(),
            Elementwise::Or => self.binary(MirBinary::Or, a.real(), args[1].real()).into(),
            Elementwise::Xor => self.binary(MirBinary::Xor, a.real(), args[1].real()).into(),
            Elementwise::Not => self.unary(MirUnary::BitNot, a.real()).into(),
            Elementwise::Shl => self.shifted_up(a.real(), args[1].real()).into(),
            Elementwise::Shr => self.binary(MirBinary::Shr, a.real(), args[1].real()).into(),
            Elementwise::NextPow2 => self.next_power_of_two(a.real()).into(),
            Elementwise::Factorial => {
                let one = self.number_like(a.real(), 1.0);
                let next = self.add(a.real(), one);
                let gamma = self.math(MathFn::Tgamma, &[next]);
                self.unary(MirUnary::Round, gamma).into()
            }
            Elementwise::Min => self.binary_number(BinaryOp::Min, a, args[1]),
            Elementwise::Max => self.binary_number(BinaryOp::Max, a, args[1]),
        }
    }

    fn elementary_number(&mut self, function: MathFn, args: &[Number]) -> Number {
        match args[0] {
            Number::Complex(..) => self.elementary_complex(function, args),
            Number::Real(base) if function == MathFn::Pow => {
                self.power(base, args[1].real()).into()
            }
            Number::Real(_) => {
                let args: Vec<Value> = args.iter().map(|arg| arg.real()).collect();
                self.math(function, &args).into()
            }
        }
    }

    fn sqrt(&mut self, a: Number) -> Number {
        match a {
            Number::Real(value) => self.unary(MirUnary::Sqrt, value).into(),
            Number::Complex(re, im) => self.sqrt_complex(re, im),
        }
    }

    fn sign(&mut self, x: Value) -> Value {
        let (zero, one) = (self.number_like(x, 0.0), self.number_like(x, 1.0));
        let minus_one = self.number_like(x, -1.0);
        let negative = self.compare(CompareOp::Lt, x, zero);
        let positive = self.compare(CompareOp::Gt, x, zero);
        let low = self.select(negative, minus_one, zero);
        self.select(positive, one, low)
    }

    /// The non-negative remainder.
    pub(in crate::lower) fn periodize(&mut self, x: Value, n: Value) -> Value {
        let rest = self.binary(MirBinary::Rem, x, n);
        let shifted = self.add(rest, n);
        self.binary(MirBinary::Rem, shifted, n)
    }

    /// Half-sample symmetric continuation of 0..n-1.
    pub(in crate::lower) fn mirror(&mut self, x: Value, n: Value) -> Value {
        let period = self.add(n, n);
        let x = self.periodize(x, period);
        let one = self.number_like(x, 1.0);
        let last = self.sub(period, one);
        let back = self.sub(last, x);
        let beyond = self.compare(CompareOp::Ge, x, n);
        self.select(beyond, back, x)
    }

    fn lerp(&mut self, a: Number, b: Number, t: Number) -> Number {
        let one = self.scalar(1.0).into();
        let rest = self.binary_number(BinaryOp::Sub, one, t);
        let a = self.binary_number(BinaryOp::Mul, a, rest);
        let b = self.binary_number(BinaryOp::Mul, b, t);
        self.binary_number(BinaryOp::Add, a, b)
    }

    fn compare_magnitude(&mut self, op: CompareOp, x: Value) -> Value {
        let magnitude = self.unary(MirUnary::Abs, x);
        let infinity = self.number_like(x, f64::INFINITY);
        self.compare(op, magnitude, infinity)
    }

    /// A test of a real number, or of both parts of a complex one.
    fn each_part(
        &mut self,
        number: Number,
        join: MirBinary,
        test: impl Fn(&mut Self, Value) -> Value,
    ) -> Value {
        match number {
            Number::Real(value) => test(self, value),
            Number::Complex(re, im) => {
                let (re, im) = (test(self, re), test(self, im));
                self.binary(join, re, im)
            }
        }
    }

    /// The smallest power of two that is not below x; 1 for x below 1.
    fn next_power_of_two(&mut self, x: Value) -> Value {
        let one = self.number_like(x, 1.0);
        let widest = if self.ty(x) == Ty::I64 { 32 } else { 16 };
        let x = self.binary(MirBinary::Max, x, one);
        let mut bits = self.sub(x, one);
        for shift in [1, 2, 4, 8, 16, 32] {
            if shift > widest {
                break;
            }
            let shift = self.number_like(x, f64::from(shift));
            let shifted = self.binary(MirBinary::Shr, bits, shift);
            bits = self.binary(MirBinary::Or, bits, shifted);
        }
        self.add(bits, one)
    }
}
