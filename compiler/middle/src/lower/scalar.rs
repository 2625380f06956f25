//! Numbers: operators, conversions, conditions and the elementary builtins.
//!
//! *Invariant:* both operands of an operator have one type; the tree has explicit conversions.

use super::Lowered;
use super::function::FunctionLowering;
use super::operand::Number;
use crate::builtins::Builtin;
use crate::hir::families::{arithmetic_op, bitwise_op, comparison_op, logical_op};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::mir::{
    self, BinaryOp as MirBinary, CompareOp, Const, MathFn, Ty, UnaryOp as MirUnary, Value,
};
use crate::types::families::{class_type, composite_type, empty_type};
use crate::types::{Elem, Type};

/// The comparison of an operator, if it is one.
pub(super) fn comparison(op: BinaryOp) -> Option<CompareOp> {
    match op {
        BinaryOp::Eq => Some(CompareOp::Eq),
        BinaryOp::Ne => Some(CompareOp::Ne),
        BinaryOp::Lt => Some(CompareOp::Lt),
        BinaryOp::Le => Some(CompareOp::Le),
        BinaryOp::Gt => Some(CompareOp::Gt),
        BinaryOp::Ge => Some(CompareOp::Ge),
        arithmetic_op!() | bitwise_op!() | logical_op!() => None,
    }
}

/// How an operator is written, for messages.
pub(super) fn spelling(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => ".*",
        BinaryOp::Div => "./",
        BinaryOp::Pow => ".^",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::BitAnd => "&=",
        BinaryOp::BitOr => "|=",
        BinaryOp::BitXor => "~=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

/// Whether an expression of numbers is so cheap and harmless that it may be evaluated without need.
pub(super) fn is_cheap(expr: &Expr) -> bool {
    cost(expr).is_some_and(|cost| cost <= 8)
}

/// The number of operations; none when the expression may fail, has effects or takes long.
fn cost(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Scalar(_) | ExprKind::Complex(..) => Some(0),
        ExprKind::Var(_) => expr.ty.is_number().then_some(0),
        ExprKind::Unary(_, a) => Some(cost(a)? + 1),
        ExprKind::Convert(_, a) => (expr.ty.is_number() && a.ty.is_number())
            .then(|| cost(a))?
            .map(|c| c + 1),
        ExprKind::Binary(op, a, b) => {
            (*op != BinaryOp::Pow && expr.ty.is_number() && a.ty.is_number()).then_some(())?;
            Some(cost(a)? + cost(b)? + 1)
        }
        ExprKind::Builtin(
            Builtin::Abs
            | Builtin::Int
            | Builtin::Float
            | Builtin::Floor
            | Builtin::Min
            | Builtin::Max,
            args,
        ) => args.iter().try_fold(1, |sum, arg| {
            arg.ty
                .is_number()
                .then(|| cost(arg))?
                .map(|cost| sum + cost)
        }),
        ExprKind::String(_)
        | ExprKind::Global(_)
        | ExprKind::ArraysEqual(..)
        | ExprKind::SameObject(..)
        | ExprKind::ArrayTruth(_)
        | ExprKind::MatMul(..)
        | ExprKind::MatPow(..)
        | ExprKind::Concat(..)
        | ExprKind::Ternary(..)
        | ExprKind::IsMember(..)
        | ExprKind::ArrayLiteral(_)
        | ExprKind::Range { .. }
        | ExprKind::Element(_)
        | ExprKind::Builtin(..)
        | ExprKind::NewArray { .. }
        | ExprKind::Call { .. }
        | ExprKind::ExceptionField(..)
        | ExprKind::MakeClosure(..)
        | ExprKind::Launch { .. }
        | ExprKind::Record(_)
        | ExprKind::Field(..)
        | ExprKind::Deref(_)
        | ExprKind::NewObject(_)
        | ExprKind::Null
        | ExprKind::IsNull(_)
        | ExprKind::Object(_)
        | ExprKind::Entry(..)
        | ExprKind::Assign(_)
        | ExprKind::Sequence(..) => None,
    }
}

impl FunctionLowering<'_, '_> {
    // ---- Truth -----------------------------------------------------------------------------------------------------

    /// Whether a number is not zero, as `Bool`.
    pub(super) fn truth(&mut self, number: Number) -> Value {
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
    pub(super) fn int_of(&mut self, value: Value) -> Number {
        self.convert(value, Ty::I32).into()
    }

    /// Logical not of a `Bool`.
    pub(super) fn not(&mut self, value: Value) -> Value {
        self.unary(MirUnary::Not, value)
    }

    /// An expression used as a condition, as `Bool`.
    pub(super) fn condition(&mut self, expr: &Expr) -> Lowered<Value> {
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.bool(*value != 0)),
            ExprKind::Unary(UnaryOp::Not, a) if a.ty.is_number() => {
                let a = self.condition(a)?;
                Ok(self.not(a))
            }
            ExprKind::Binary(op @ logical_op!(), a, b) if a.ty.is_number() && b.ty.is_number() => {
                self.short_circuit(*op, a, b)
            }
            ExprKind::Binary(op, a, b) if a.ty.is_number() && b.ty.is_number() => {
                match comparison(*op) {
                    Some(compare) => {
                        let (a, b) = (self.eval_number(a)?, self.eval_number(b)?);
                        Ok(self.compare_numbers(compare, a, b))
                    }
                    None => self.condition_of_number(expr),
                }
            }
            _ => self.condition_of_number(expr),
        }
    }

    fn condition_of_number(&mut self, expr: &Expr) -> Lowered<Value> {
        let number = self.eval_number(expr)?;
        Ok(self.truth(number))
    }

    /// `&&` and `||` of numbers: the right side is evaluated only when it matters, unless nobody can tell.
    fn short_circuit(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Lowered<Value> {
        let left = self.condition(a)?;
        if is_cheap(b) {
            let right = self.condition(b)?;
            let op = if op == BinaryOp::And {
                MirBinary::And
            } else {
                MirBinary::Or
            };
            return Ok(self.binary(op, left, right));
        }
        let result = self.local_with(None, left);
        let go_on = if op == BinaryOp::And {
            left
        } else {
            self.not(left)
        };
        self.when(go_on, |s| -> Lowered<()> {
            let right = s.condition(b)?;
            s.set(result, right);
            Ok(())
        })?;
        Ok(self.get(result))
    }

    // ---- Operators -------------------------------------------------------------------------------------------------

    /// A comparison, as `Bool`.
    pub(super) fn compare_numbers(&mut self, op: CompareOp, a: Number, b: Number) -> Value {
        match (a, b) {
            (Number::Real(a), Number::Real(b)) => self.compare(op, a, b),
            (a, b) => self.compare_complex(op, a, b),
        }
    }

    /// A unary operator on a number.
    pub(super) fn unary_number(&mut self, op: UnaryOp, a: Number) -> Number {
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
    pub(super) fn binary_number(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
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
    pub(super) fn updated(
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

    /// A power of floats; squares, cubes and fourth powers are products on every engine.
    fn power(&mut self, base: Value, exponent: Value) -> Value {
        let whole = match self.constant_value(exponent) {
            Some(Const::F32(number)) => f64::from(number),
            Some(Const::F64(number)) => number,
            _other => 0.0,
        };
        if ![2.0, 3.0, 4.0].contains(&whole) {
            return self.math(MathFn::Pow, &[base, exponent]);
        }
        let square = self.mul(base, base);
        match whole {
            2.0 => square,
            3.0 => self.mul(square, base),
            _four => self.mul(square, square),
        }
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

    /// `&&` and `||` with both sides evaluated.
    pub(super) fn logical(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
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
    pub(super) fn select_number(&mut self, cond: Value, then: Number, otherwise: Number) -> Number {
        let values: Vec<Value> = then
            .values()
            .into_iter()
            .zip(otherwise.values())
            .map(|(then, otherwise)| self.select(cond, then, otherwise))
            .collect();
        Number::from_values(&values)
    }

    /// A number as another number type; a scalar becomes an int by truncation.
    pub(super) fn convert_number(&mut self, number: Number, to: &Type) -> Number {
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

    /// A number whose fraction is not wanted: of integers of 64 bits the quotient is exact.
    pub(super) fn eval_whole(&mut self, expr: &Expr) -> Lowered<Number> {
        let Some((a, b)) = long_quotient(expr) else {
            return self.eval_number(expr);
        };
        let (a, b) = (self.eval_number(a)?, self.eval_number(b)?);
        let [a, b] = [a, b].map(|side| self.convert(side.real(), Ty::I64));
        let quotient = self.binary(MirBinary::IntDiv, a, b);
        let (real_a, real_b) = (self.convert(a, Ty::F64), self.convert(b, Ty::F64));
        let real = self.binary(MirBinary::Div, real_a, real_b);
        let real = self.convert(real, Ty::I64);
        let zero = self.zero(Ty::I64);
        let by_zero = self.compare(CompareOp::Eq, b, zero);
        Ok(self.select(by_zero, real, quotient).into())
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

    /// `floor`, `ceil`, `round` or `frac` of a scalar; of a complex number they are taken of each part.
    fn whole_or_frac(&mut self, builtin: Builtin, x: Value) -> Value {
        match builtin {
            Builtin::Floor => self.unary(MirUnary::Floor, x),
            Builtin::Ceil => self.unary(MirUnary::Ceil, x),
            Builtin::Round => self.unary(MirUnary::Round, x),
            Builtin::Frac => {
                let floor = self.unary(MirUnary::Floor, x);
                self.sub(x, floor)
            }
            other => panic!("{other:?} is no rounding"),
        }
    }

    /// An element-wise builtin on numbers.
    pub(super) fn builtin_number(&mut self, builtin: Builtin, args: &[Number]) -> Number {
        if let Some(function) = elementary(builtin) {
            return self.elementary_number(function, args);
        }
        let a = args[0];
        match builtin {
            Builtin::Sqrt => self.sqrt(a),
            Builtin::Rsqrt => self.inverse_root(a),
            Builtin::Floor | Builtin::Ceil | Builtin::Round | Builtin::Frac => match a {
                Number::Complex(re, im) => Number::Complex(
                    self.whole_or_frac(builtin, re),
                    self.whole_or_frac(builtin, im),
                ),
                _ => self.whole_or_frac(builtin, a.real()).into(),
            },
            Builtin::Sign => self.sign(a.real()).into(),
            Builtin::Saturate => {
                let (zero, one) = (
                    self.number_like(a.real(), 0.0),
                    self.number_like(a.real(), 1.0),
                );
                self.limit(a.real(), zero, one).into()
            }
            Builtin::Clamp => {
                let zero = self.number_like(a.real(), 0.0);
                self.limit(a.real(), zero, args[1].real()).into()
            }
            Builtin::Mod => self.binary(MirBinary::Rem, a.real(), args[1].real()).into(),
            Builtin::Periodize => self.periodize(a.real(), args[1].real()).into(),
            Builtin::MirrorExt => self.mirror(a.real(), args[1].real()).into(),
            Builtin::Lerp => self.lerp(a, args[1], args[2]),
            Builtin::Abs => {
                let size = self.magnitude(a);
                self.test_size(a, size);
                size.into()
            }
            Builtin::Real => self.complex_parts(a).0.into(),
            Builtin::Imag => self.complex_parts(a).1.into(),
            Builtin::Angle => {
                let (re, im) = self.complex_parts(a);
                self.math(MathFn::Atan2, &[im, re]).into()
            }
            Builtin::Conj => self.conjugate(a),
            Builtin::Complex => {
                let im = args.get(1).map(|im| im.real());
                let im = im.unwrap_or_else(|| self.scalar(0.0));
                Number::Complex(a.real(), im)
            }
            Builtin::Int => self.convert_number(a, &Type::Int),
            Builtin::Float => self.convert_number(a, &Type::Scalar),
            Builtin::IsNan => {
                let test = self.each_part(a, MirBinary::Or, |s, x| s.compare(CompareOp::Ne, x, x));
                self.int_of(test)
            }
            Builtin::IsInf => {
                let test = self.each_part(a, MirBinary::Or, |s, x| {
                    s.compare_magnitude(CompareOp::Eq, x)
                });
                self.int_of(test)
            }
            Builtin::IsFinite => {
                let test = self.each_part(a, MirBinary::And, |s, x| {
                    s.compare_magnitude(CompareOp::Lt, x)
                });
                self.int_of(test)
            }
            Builtin::And => self.binary(MirBinary::And, a.real(), args[1].real()).into(),
            Builtin::Or => self.binary(MirBinary::Or, a.real(), args[1].real()).into(),
            Builtin::Xor => self.binary(MirBinary::Xor, a.real(), args[1].real()).into(),
            Builtin::Not => self.unary(MirUnary::BitNot, a.real()).into(),
            Builtin::Shl => self.shifted_up(a.real(), args[1].real()).into(),
            Builtin::Shr => self.binary(MirBinary::Shr, a.real(), args[1].real()).into(),
            Builtin::NextPow2 => self.next_power_of_two(a.real()).into(),
            Builtin::Factorial => {
                let one = self.number_like(a.real(), 1.0);
                let next = self.add(a.real(), one);
                let gamma = self.math(MathFn::Tgamma, &[next]);
                self.unary(MirUnary::Round, gamma).into()
            }
            Builtin::Min => self.binary_number(BinaryOp::Min, a, args[1]),
            Builtin::Max => self.binary_number(BinaryOp::Max, a, args[1]),
            other => panic!("{other:?} is not element-wise"),
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

    /// A constant of the type of a value.
    pub(super) fn number_like(&mut self, like: Value, constant: f64) -> Value {
        match self.ty(like) {
            Ty::I32 => self.int(constant as i32),
            ty @ (Ty::Bool | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Array(_) | Ty::Str) => {
                self.number_constant(ty, constant)
            }
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

    /// `min(max(x, low), high)`.
    pub(super) fn limit(&mut self, x: Value, low: Value, high: Value) -> Value {
        let x = self.binary(MirBinary::Max, x, low);
        self.binary(MirBinary::Min, x, high)
    }

    /// The non-negative remainder.
    pub(super) fn periodize(&mut self, x: Value, n: Value) -> Value {
        let rest = self.binary(MirBinary::Rem, x, n);
        let shifted = self.add(rest, n);
        self.binary(MirBinary::Rem, shifted, n)
    }

    /// Half-sample symmetric continuation of 0..n-1.
    pub(super) fn mirror(&mut self, x: Value, n: Value) -> Value {
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

    fn number_constant(&mut self, ty: Ty, constant: f64) -> Value {
        mir::FunctionBuilder::number(self, ty, constant)
    }
}

/// The sides of a quotient of integers, one of which has 64 bits.
fn long_quotient(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &expr.kind else {
        return None;
    };
    let (a, b) = (integer_behind(a)?, integer_behind(b)?);
    (a.ty == Type::Long || b.ty == Type::Long).then_some((a, b))
}

/// The integer that a scalar is made of.
fn integer_behind(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Convert(_, inner) if inner.ty.is_integer() => Some(inner),
        _ => None,
    }
}

/// The elementary function of a builtin, if it is just that.
fn elementary(builtin: Builtin) -> Option<MathFn> {
    Some(match builtin {
        Builtin::Exp => MathFn::Exp,
        Builtin::Exp2 => MathFn::Exp2,
        Builtin::Log => MathFn::Log,
        Builtin::Log2 => MathFn::Log2,
        Builtin::Log10 => MathFn::Log10,
        Builtin::Sin => MathFn::Sin,
        Builtin::Cos => MathFn::Cos,
        Builtin::Tan => MathFn::Tan,
        Builtin::Asin => MathFn::Asin,
        Builtin::Acos => MathFn::Acos,
        Builtin::Atan => MathFn::Atan,
        Builtin::Atan2 => MathFn::Atan2,
        Builtin::Sinh => MathFn::Sinh,
        Builtin::Cosh => MathFn::Cosh,
        Builtin::Tanh => MathFn::Tanh,
        Builtin::Asinh => MathFn::Asinh,
        Builtin::Acosh => MathFn::Acosh,
        Builtin::Atanh => MathFn::Atanh,
        Builtin::Erf => MathFn::Erf,
        Builtin::Erfc => MathFn::Erfc,
        Builtin::ErfInv => MathFn::Erfinv,
        Builtin::ErfcInv => MathFn::Erfcinv,
        Builtin::Lgamma => MathFn::Lgamma,
        Builtin::Tgamma => MathFn::Tgamma,
        Builtin::Pow => MathFn::Pow,
        _ => return None,
    })
}
