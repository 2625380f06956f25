//! Complex numbers as pairs of floats.
//!
//! *Invariant:* real operands are promoted here only where the tree mixes them on purpose (`real(x)` of a scalar).

use super::function::FunctionLowering;
use super::operand::Number;
use crate::hir::BinaryOp;
use crate::mir::{BinaryOp as MirBinary, CompareOp, MathFn, UnaryOp as MirUnary, Value};

impl FunctionLowering<'_, '_> {
    /// Real and imaginary part of any number, as scalars.
    pub(super) fn complex_parts(&mut self, number: Number) -> (Value, Value) {
        match number {
            Number::Complex(re, im) => (re, im),
            Number::Real(value) => {
                let re = self.as_scalar(value);
                (re, self.scalar(0.0))
            }
        }
    }

    /// `==` and `!=`, as `Bool`.
    pub(super) fn compare_complex(&mut self, op: CompareOp, a: Number, b: Number) -> Value {
        let ((a_re, a_im), (b_re, b_im)) = (self.complex_parts(a), self.complex_parts(b));
        let (re, im) = (self.compare(op, a_re, b_re), self.compare(op, a_im, b_im));
        match op {
            CompareOp::Eq => self.binary(MirBinary::And, re, im),
            CompareOp::Ne => self.binary(MirBinary::Or, re, im),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {
                panic!("complex numbers have no order")
            }
        }
    }

    /// A binary operator.
    pub(super) fn binary_complex(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
        let (x, y) = (self.complex_parts(a), self.complex_parts(b));
        match op {
            BinaryOp::Add => Number::Complex(self.add(x.0, y.0), self.add(x.1, y.1)),
            BinaryOp::Sub => Number::Complex(self.sub(x.0, y.0), self.sub(x.1, y.1)),
            BinaryOp::Mul => self.multiply_complex(x, y),
            BinaryOp::Div => self.divide_complex(x, y),
            BinaryOp::Pow => self.power_complex(x, y),
            BinaryOp::And | BinaryOp::Or => self.logical(op, a, b),
            BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => panic!("{op:?} of complex numbers"),
        }
    }

    fn multiply_complex(&mut self, x: (Value, Value), y: (Value, Value)) -> Number {
        let (ac, bd) = (self.mul(x.0, y.0), self.mul(x.1, y.1));
        let (ad, bc) = (self.mul(x.0, y.1), self.mul(x.1, y.0));
        Number::Complex(self.sub(ac, bd), self.add(ad, bc))
    }

    /// The quotient through the squared modulus of the divisor.
    fn divide_complex(&mut self, x: (Value, Value), y: (Value, Value)) -> Number {
        let minus = self.unary(MirUnary::Neg, y.1);
        let (re, im) = self.complex_pair(|s| s.multiply_complex(x, (y.0, minus)));
        let norm = self.squared_modulus(y);
        Number::Complex(
            self.binary(MirBinary::Div, re, norm),
            self.binary(MirBinary::Div, im, norm),
        )
    }

    fn complex_pair(&mut self, build: impl FnOnce(&mut Self) -> Number) -> (Value, Value) {
        let number = build(self);
        self.complex_parts(number)
    }

    fn squared_modulus(&mut self, x: (Value, Value)) -> Value {
        let (re, im) = (self.mul(x.0, x.0), self.mul(x.1, x.1));
        self.add(re, im)
    }

    /// exp(y log x); 0 to any power is 0, but 1 to the power 0.
    fn power_complex(&mut self, x: (Value, Value), y: (Value, Value)) -> Number {
        let log = self.log_complex(x);
        let product = self.complex_pair(|s| s.multiply_complex(log, y));
        let power = self.exp_complex(product);
        let (x, y) = (Number::Complex(x.0, x.1), Number::Complex(y.0, y.1));
        let (zero, one) = (self.scalar(0.0), self.scalar(1.0));
        let base = self.truth(x);
        let exponent = self.truth(y);
        let at_zero = Number::Complex(self.select(exponent, zero, one), zero);
        self.select_number(base, power, at_zero)
    }

    fn log_complex(&mut self, x: (Value, Value)) -> (Value, Value) {
        let modulus = self.modulus(x);
        (
            self.math(MathFn::Log, &[modulus]),
            self.math(MathFn::Atan2, &[x.1, x.0]),
        )
    }

    fn exp_complex(&mut self, x: (Value, Value)) -> Number {
        let size = self.math(MathFn::Exp, &[x.0]);
        self.polar(size, x.1)
    }

    /// The number of a modulus and an argument.
    fn polar(&mut self, modulus: Value, argument: Value) -> Number {
        let (cos, sin) = (
            self.math(MathFn::Cos, &[argument]),
            self.math(MathFn::Sin, &[argument]),
        );
        Number::Complex(self.mul(modulus, cos), self.mul(modulus, sin))
    }

    fn modulus(&mut self, x: (Value, Value)) -> Value {
        let square = self.squared_modulus(x);
        self.unary(MirUnary::Sqrt, square)
    }

    /// `abs`.
    pub(super) fn magnitude(&mut self, number: Number) -> Value {
        match number {
            Number::Real(value) => self.unary(MirUnary::Abs, value),
            Number::Complex(re, im) => self.modulus((re, im)),
        }
    }

    /// `conj`.
    pub(super) fn conjugate(&mut self, number: Number) -> Number {
        match number {
            Number::Real(_) => number,
            Number::Complex(re, im) => Number::Complex(re, self.unary(MirUnary::Neg, im)),
        }
    }

    /// The principal square root, through half the argument.
    pub(super) fn sqrt_complex(&mut self, re: Value, im: Value) -> Number {
        let modulus = self.modulus((re, im));
        let root = self.unary(MirUnary::Sqrt, modulus);
        let argument = self.math(MathFn::Atan2, &[im, re]);
        let half = self.scalar(0.5);
        let argument = self.mul(argument, half);
        self.polar(root, argument)
    }

    /// The elementary functions that exist for complex numbers.
    pub(super) fn elementary_complex(&mut self, function: MathFn, args: &[Number]) -> Number {
        let x = self.complex_parts(args[0]);
        match function {
            MathFn::Exp => self.exp_complex(x),
            MathFn::Log => {
                let (re, im) = self.log_complex(x);
                Number::Complex(re, im)
            }
            MathFn::Pow => self.binary_complex(BinaryOp::Pow, args[0], args[1]),
            other => panic!("the checker converts the arguments of {other:?} to scalar"),
        }
    }
}
