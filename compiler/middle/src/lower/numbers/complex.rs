//! Complex numbers as pairs of floats.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* real operands are promoted here only where the tree mixes them on purpose (`real(x)` of a scalar).

use std::f64::consts::{LN_2, LN_10};

use crate::hir::BinaryOp;
use crate::hir::families::{bitwise_op, comparison_op, logical_op};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Number;
use crate::mir::{BinaryOp as MirBinary, CompareOp, Const, MathFn, UnaryOp as MirUnary, Value};

/// Powers up to this one are products.
const LARGEST_PRODUCT: f64 = 16.0;

impl Emitter<'_, '_> {
    /// `==` and `!=`, as `Bool`.
    pub(in crate::lower) fn compare_complex(
        &mut self,
        op: CompareOp,
        a: Number,
        b: Number,
    ) -> Value {
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
    pub(in crate::lower) fn binary_complex(
        &mut self,
        op: BinaryOp,
        a: Number,
        b: Number,
    ) -> Number {
        let (x, y) = (self.complex_parts(a), self.complex_parts(b));
        match op {
            BinaryOp::Add => Number::Complex(self.add(x.0, y.0), self.add(x.1, y.1)),
            BinaryOp::Sub => Number::Complex(self.sub(x.0, y.0), self.sub(x.1, y.1)),
            BinaryOp::Mul => self.multiply_complex(x, y),
            BinaryOp::Div => self.divide_complex(x, y),
            BinaryOp::Pow => self.power_complex(x, y),
            logical_op!() => self.logical(op, a, b),
            BinaryOp::Min | BinaryOp::Max | bitwise_op!() | comparison_op!() => {
                panic!("{op:?} of complex numbers")
            }
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

    /// exp(y log x), or products where y is a known whole number; 0 to any power is 0, but 1 to the power 0.
    fn power_complex(&mut self, x: (Value, Value), y: (Value, Value)) -> Number {
        if let Some(exponent) = self.whole(y) {
            return self.product_power(x, exponent);
        }
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

    /// The whole number that a constant is, if its powers are a few products.
    fn whole(&self, y: (Value, Value)) -> Option<u32> {
        let number = |value| match self.constant_value(value) {
            Some(Const::F32(number)) => Some(f64::from(number)),
            Some(Const::F64(number)) => Some(number),
            _other => None,
        };
        let (re, im) = (number(y.0)?, number(y.1)?);
        let whole = im == 0.0 && re.fract() == 0.0 && (1.0..=LARGEST_PRODUCT).contains(&re);
        whole.then_some(re as u32)
    }

    /// x to a whole power, by squares.
    fn product_power(&mut self, x: (Value, Value), exponent: u32) -> Number {
        let mut power = x;
        for bit in (0..exponent.ilog2()).rev() {
            power = self.complex_pair(|s| s.multiply_complex(power, power));
            if exponent >> bit & 1 == 1 {
                power = self.complex_pair(|s| s.multiply_complex(power, x));
            }
        }
        Number::Complex(power.0, power.1)
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
    pub(in crate::lower) fn magnitude(&mut self, number: Number) -> Value {
        match number {
            Number::Real(value) => self.unary(MirUnary::Abs, value),
            Number::Complex(re, im) => self.modulus((re, im)),
        }
    }

    /// `conj`.
    pub(in crate::lower) fn conjugate(&mut self, number: Number) -> Number {
        match number {
            Number::Real(_) => number,
            Number::Complex(re, im) => Number::Complex(re, self.unary(MirUnary::Neg, im)),
        }
    }

    /// The principal square root: r + im / (2r) i where r = sqrt((|z| + |re|) / 2), the parts swapped left of the imaginary axis.
    pub(in crate::lower) fn sqrt_complex(&mut self, re: Value, im: Value) -> Number {
        let (zero, half) = (self.scalar(0.0), self.scalar(0.5));
        let modulus = self.modulus((re, im));
        let [size, height] = [re, im].map(|part| self.unary(MirUnary::Abs, part));
        let sum = self.add(modulus, size);
        let sum = self.mul(sum, half);
        let long = self.unary(MirUnary::Sqrt, sum);
        let twice = self.add(long, long);
        let quotient = self.binary(MirBinary::Div, height, twice);
        let is_zero = self.compare(CompareOp::Eq, long, zero);
        let short = self.select(is_zero, zero, quotient);
        let left = self.compare(CompareOp::Lt, re, zero);
        let (root_re, root_im) = (
            self.select(left, short, long),
            self.select(left, long, short),
        );
        let below = self.compare(CompareOp::Lt, im, zero);
        let minus = self.unary(MirUnary::Neg, root_im);
        Number::Complex(root_re, self.select(below, minus, root_im))
    }

    /// One real function of the first part and one of the second, multiplied.
    fn product_of(&mut self, of_x: MathFn, x: Value, of_y: MathFn, y: Value) -> Value {
        let (a, b) = (self.math(of_x, &[x]), self.math(of_y, &[y]));
        self.mul(a, b)
    }

    /// sin(x+iy) = sin x cosh y + i cos x sinh y.
    fn sin_complex(&mut self, (x, y): (Value, Value)) -> Number {
        let re = self.product_of(MathFn::Sin, x, MathFn::Cosh, y);
        Number::Complex(re, self.product_of(MathFn::Cos, x, MathFn::Sinh, y))
    }

    /// cos(x+iy) = cos x cosh y - i sin x sinh y.
    fn cos_complex(&mut self, (x, y): (Value, Value)) -> Number {
        let re = self.product_of(MathFn::Cos, x, MathFn::Cosh, y);
        let im = self.product_of(MathFn::Sin, x, MathFn::Sinh, y);
        Number::Complex(re, self.unary(MirUnary::Neg, im))
    }

    /// sinh(x+iy) = sinh x cos y + i cosh x sin y.
    fn sinh_complex(&mut self, (x, y): (Value, Value)) -> Number {
        let re = self.product_of(MathFn::Sinh, x, MathFn::Cos, y);
        Number::Complex(re, self.product_of(MathFn::Cosh, x, MathFn::Sin, y))
    }

    /// cosh(x+iy) = cosh x cos y + i sinh x sin y.
    fn cosh_complex(&mut self, (x, y): (Value, Value)) -> Number {
        let re = self.product_of(MathFn::Cosh, x, MathFn::Cos, y);
        Number::Complex(re, self.product_of(MathFn::Sinh, x, MathFn::Sin, y))
    }

    /// With t = tan x and h = tanh y: tan(x+iy) = (t (1-h²) + i h (1+t²)) / (1 + t² h²). Gives the parts in that order; those of
    /// tanh(y+ix) are the same the other way round.
    fn tan_parts(&mut self, x: Value, y: Value) -> (Value, Value) {
        let one = self.scalar(1.0);
        let (t, h) = (self.math(MathFn::Tan, &[x]), self.math(MathFn::Tanh, &[y]));
        let (tt, hh) = (self.mul(t, t), self.mul(h, h));
        let product = self.mul(tt, hh);
        let divisor = self.add(one, product);
        let (less, more) = (self.sub(one, hh), self.add(one, tt));
        let (re, im) = (self.mul(t, less), self.mul(h, more));
        (
            self.binary(MirBinary::Div, re, divisor),
            self.binary(MirBinary::Div, im, divisor),
        )
    }

    /// The roots of 1-z, on its cut the one below, and of 1+z, as Kahan's formulas of the inverse functions take them (Branch cuts for
    /// complex elementary functions, 1987).
    fn roots_about_one(&mut self, (x, y): (Value, Value)) -> [(Value, Value); 2] {
        let one = self.scalar(1.0);
        let (less, more) = (self.sub(one, x), self.add(one, x));
        let below = self.complex_pair(|s| s.sqrt_complex(less, y));
        let minus = self.unary(MirUnary::Neg, below.1);
        [
            (below.0, minus),
            self.complex_pair(|s| s.sqrt_complex(more, y)),
        ]
    }

    /// The part of conj(a) b that `imaginary` tells.
    fn conjugate_product(
        &mut self,
        a: (Value, Value),
        b: (Value, Value),
        imaginary: bool,
    ) -> Value {
        let minus = self.unary(MirUnary::Neg, a.1);
        let (re, im) = self.complex_pair(|s| s.multiply_complex((a.0, minus), b));
        if imaginary { im } else { re }
    }

    fn asin_complex(&mut self, z: (Value, Value)) -> Number {
        let [below, above] = self.roots_about_one(z);
        let (product, _) = self.complex_pair(|s| s.multiply_complex(below, above));
        let re = self.math(MathFn::Atan2, &[z.0, product]);
        let height = self.conjugate_product(below, above, true);
        Number::Complex(re, self.math(MathFn::Asinh, &[height]))
    }

    fn acos_complex(&mut self, z: (Value, Value)) -> Number {
        let [below, above] = self.roots_about_one(z);
        let half = self.math(MathFn::Atan2, &[below.0, above.0]);
        let height = self.conjugate_product(above, below, true);
        Number::Complex(self.add(half, half), self.math(MathFn::Asinh, &[height]))
    }

    fn acosh_complex(&mut self, (x, y): (Value, Value)) -> Number {
        let one = self.scalar(1.0);
        let (less, more) = (self.sub(x, one), self.add(x, one));
        let below = self.complex_pair(|s| s.sqrt_complex(less, y));
        let above = self.complex_pair(|s| s.sqrt_complex(more, y));
        let size = self.conjugate_product(below, above, false);
        let half = self.math(MathFn::Atan2, &[below.1, above.0]);
        Number::Complex(self.math(MathFn::Asinh, &[size]), self.add(half, half))
    }

    /// Half of atanh(2x / (1 + x² + y²)) and of the angle of (1-x)(1+x) - y² + 2yi.
    fn atanh_complex(&mut self, (x, y): (Value, Value)) -> Number {
        let (one, half) = (self.scalar(1.0), self.scalar(0.5));
        let square = self.squared_modulus((x, y));
        let sum = self.add(one, square);
        let twice = self.add(x, x);
        let quotient = self.binary(MirBinary::Div, twice, sum);
        let re = self.math(MathFn::Atanh, &[quotient]);
        let (less, more, yy) = (self.sub(one, x), self.add(one, x), self.mul(y, y));
        let product = self.mul(less, more);
        let (across, height) = (self.sub(product, yy), self.add(y, y));
        let im = self.math(MathFn::Atan2, &[height, across]);
        Number::Complex(self.mul(half, re), self.mul(half, im))
    }

    /// Both parts times a constant.
    fn scaled(&mut self, x: (Value, Value), factor: f64) -> (Value, Value) {
        let factor = self.scalar(factor);
        (self.mul(x.0, factor), self.mul(x.1, factor))
    }

    /// The elementary functions that exist for complex numbers.
    pub(in crate::lower) fn elementary_complex(
        &mut self,
        function: MathFn,
        args: &[Number],
    ) -> Number {
        let x = self.complex_parts(args[0]);
        match function {
            MathFn::Exp => self.exp_complex(x),
            MathFn::Exp2 => {
                let x = self.scaled(x, LN_2);
                self.exp_complex(x)
            }
            MathFn::Log => {
                let (re, im) = self.log_complex(x);
                Number::Complex(re, im)
            }
            MathFn::Log2 | MathFn::Log10 => {
                let log = self.log_complex(x);
                let base = if function == MathFn::Log2 {
                    LN_2
                } else {
                    LN_10
                };
                let (re, im) = self.scaled(log, 1.0 / base);
                Number::Complex(re, im)
            }
            MathFn::Sin => self.sin_complex(x),
            MathFn::Cos => self.cos_complex(x),
            MathFn::Sinh => self.sinh_complex(x),
            MathFn::Cosh => self.cosh_complex(x),
            MathFn::Tan => {
                let (re, im) = self.tan_parts(x.0, x.1);
                Number::Complex(re, im)
            }
            MathFn::Tanh => {
                let (im, re) = self.tan_parts(x.1, x.0);
                Number::Complex(re, im)
            }
            MathFn::Pow => self.binary_complex(BinaryOp::Pow, args[0], args[1]),
            MathFn::Asin => self.asin_complex(x),
            MathFn::Acos => self.acos_complex(x),
            MathFn::Atan => {
                let minus = self.unary(MirUnary::Neg, x.1);
                let (re, im) = self.complex_pair(|s| s.atanh_complex((minus, x.0)));
                Number::Complex(im, self.unary(MirUnary::Neg, re))
            }
            MathFn::Asinh => {
                let minus = self.unary(MirUnary::Neg, x.1);
                let (re, im) = self.complex_pair(|s| s.asin_complex((minus, x.0)));
                Number::Complex(im, self.unary(MirUnary::Neg, re))
            }
            MathFn::Acosh => self.acosh_complex(x),
            MathFn::Atanh => self.atanh_complex(x),
            MathFn::Erf
            | MathFn::Erfc
            | MathFn::Erfinv
            | MathFn::Erfcinv
            | MathFn::Lgamma
            | MathFn::Tgamma
            | MathFn::Atan2 => {
                panic!(
                    "the checker refuses complex arguments of {}",
                    function.name()
                )
            }
        }
    }
}
