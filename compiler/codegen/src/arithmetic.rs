//! Operations on single numbers in Cranelift's terms, for host code and for the uniform and lane-by-lane parts of kernels.
//!
//! *Invariant:* no operation traps: what the machine refuses has a value that the MIR's definition gives. A truth value is an `i8`,
//! 0 or 1, and nothing else is one.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use cranelift_frontend::FunctionBuilder;

use crate::mir::{BinaryOp, CompareOp, UnaryOp};

/// A builder of functions that knows the operations of the MIR.
pub trait Arithmetic {
    /// A float constant.
    fn float(&mut self, ty: Type, value: f64) -> Value;

    /// `Op::Unary` but for rounding to a half, which is two calls.
    fn unary(&mut self, op: UnaryOp, x: Value) -> Value;

    /// To nearest, halves away from zero: the machine's own rounding takes halves to even.
    fn round(&mut self, x: Value) -> Value;

    /// `Op::Binary` but for what is a call: the remainder of floats, and powers of integers. Of two floats one of which is not a
    /// number, `Min` and `Max` give the second. `known`: the second operand where it is an integer constant.
    fn binary(&mut self, op: BinaryOp, x: Value, y: Value, known: Option<i64>) -> Value;

    /// `Op::Compare`.
    fn compare(&mut self, op: CompareOp, x: Value, y: Value) -> Value;

    /// `Op::Convert`: floats to integers toward zero and into the range, not-a-number to 0.
    fn convert(&mut self, x: Value, to: Type) -> Value;
}

impl Arithmetic for FunctionBuilder<'_> {
    fn float(&mut self, ty: Type, value: f64) -> Value {
        match ty {
            types::F32 => self.ins().f32const(value as f32),
            _ => self.ins().f64const(value),
        }
    }

    fn unary(&mut self, op: UnaryOp, x: Value) -> Value {
        match (op, type_of(self, x).is_float()) {
            (UnaryOp::Neg, true) => self.ins().fneg(x),
            (UnaryOp::Neg, false) => self.ins().ineg(x),
            (UnaryOp::Not, _) => self.ins().bxor_imm_u(x, 1),
            (UnaryOp::BitNot, _) => self.ins().bnot(x),
            (UnaryOp::Abs, true) => self.ins().fabs(x),
            (UnaryOp::Abs, false) => self.ins().iabs(x),
            (UnaryOp::Sqrt, _) => self.ins().sqrt(x),
            (UnaryOp::Floor, _) => self.ins().floor(x),
            (UnaryOp::Ceil, _) => self.ins().ceil(x),
            (UnaryOp::Round, _) => self.round(x),
            (UnaryOp::Trunc, _) => self.ins().trunc(x),
            (UnaryOp::RoundHalf, _) => panic!("halves are rounded by two calls"),
        }
    }

    fn round(&mut self, x: Value) -> Value {
        let ty = type_of(self, x);
        let whole = self.ins().trunc(x);
        let rest = self.ins().fsub(x, whole);
        let rest = self.ins().fabs(rest);
        let (half, one) = (self.float(ty, 0.5), self.float(ty, 1.0));
        let away = self.ins().fcmp(FloatCC::GreaterThanOrEqual, rest, half);
        let unit = self.ins().fcopysign(one, x);
        let farther = self.ins().fadd(whole, unit);
        self.ins().select(away, farther, whole)
    }

    fn binary(&mut self, op: BinaryOp, x: Value, y: Value, known: Option<i64>) -> Value {
        match type_of(self, x).is_float() {
            true => float_binary(self, op, x, y),
            false => integer_binary(self, op, x, y, known),
        }
    }

    fn compare(&mut self, op: CompareOp, x: Value, y: Value) -> Value {
        match type_of(self, x).is_float() {
            true => self.ins().fcmp(float_order(op), x, y),
            false => self.ins().icmp(integer_order(op), x, y),
        }
    }

    fn convert(&mut self, x: Value, to: Type) -> Value {
        let from = type_of(self, x);
        if from == to {
            return x;
        }
        match (from, to) {
            (types::I8, types::I32 | types::I64) => self.ins().uextend(to, x),
            (types::I8, _) => {
                let wide = self.ins().uextend(types::I32, x);
                self.ins().fcvt_from_sint(to, wide)
            }
            (types::I32 | types::I64, types::I8) => self.ins().icmp_imm_s(IntCC::NotEqual, x, 0),
            (types::F32 | types::F64, types::I8) => {
                let zero = self.float(from, 0.0);
                self.ins().fcmp(FloatCC::NotEqual, x, zero)
            }
            (types::I32, types::I64) => self.ins().sextend(to, x),
            (types::I64, types::I32) => self.ins().ireduce(to, x),
            (types::I32 | types::I64, _) => self.ins().fcvt_from_sint(to, x),
            (types::F32 | types::F64, types::I32 | types::I64) => {
                self.ins().fcvt_to_sint_sat(to, x)
            }
            (types::F32, types::F64) => self.ins().fpromote(to, x),
            (types::F64, types::F32) => self.ins().fdemote(to, x),
            (from, to) => panic!("no number is {from} or {to}"),
        }
    }
}

fn type_of(builder: &FunctionBuilder<'_>, x: Value) -> Type {
    builder.func.dfg.value_type(x)
}

fn float_binary(builder: &mut FunctionBuilder<'_>, op: BinaryOp, x: Value, y: Value) -> Value {
    let mut choose = |order| {
        let first = builder.ins().fcmp(order, x, y);
        builder.ins().select(first, x, y)
    };
    match op {
        BinaryOp::Min => choose(FloatCC::LessThan),
        BinaryOp::Max => choose(FloatCC::GreaterThan),
        BinaryOp::Add => builder.ins().fadd(x, y),
        BinaryOp::Sub => builder.ins().fsub(x, y),
        BinaryOp::Mul => builder.ins().fmul(x, y),
        BinaryOp::Div => builder.ins().fdiv(x, y),
        BinaryOp::Rem
        | BinaryOp::IntDiv
        | BinaryOp::IntPow
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr => panic!("{op:?} is for integers, or a call"),
    }
}

fn integer_binary(
    builder: &mut FunctionBuilder<'_>,
    op: BinaryOp,
    x: Value,
    y: Value,
    known: Option<i64>,
) -> Value {
    match op {
        BinaryOp::Add => builder.ins().iadd(x, y),
        BinaryOp::Sub => builder.ins().isub(x, y),
        BinaryOp::Mul => builder.ins().imul(x, y),
        BinaryOp::IntDiv => divide(builder, x, y, known),
        BinaryOp::Rem => remainder(builder, x, y, known),
        BinaryOp::Min => builder.ins().smin(x, y),
        BinaryOp::Max => builder.ins().smax(x, y),
        BinaryOp::And => builder.ins().band(x, y),
        BinaryOp::Or => builder.ins().bor(x, y),
        BinaryOp::Xor => builder.ins().bxor(x, y),
        BinaryOp::Shl => match known {
            Some(count) => builder.ins().ishl_imm_u(x, count & 63),
            None => builder.ins().ishl(x, y),
        },
        BinaryOp::Shr => builder.ins().sshr(x, y),
        BinaryOp::Div | BinaryOp::IntPow => panic!("{op:?} is for floats, or a call"),
    }
}

/// Toward zero; by zero 0; the least integer by -1 wraps.
fn divide(builder: &mut FunctionBuilder<'_>, x: Value, y: Value, known: Option<i64>) -> Value {
    if is_harmless(known) {
        return builder.ins().sdiv(x, y);
    }
    let (is_zero, is_minus_one, divisor) = harmless(builder, y);
    let quotient = builder.ins().sdiv(x, divisor);
    let negated = builder.ins().ineg(x);
    let quotient = builder.ins().select(is_minus_one, negated, quotient);
    let ty = type_of(builder, x);
    let zero = builder.ins().iconst(ty, 0);
    builder.ins().select(is_zero, zero, quotient)
}

/// Sign of the dividend; by zero 0.
fn remainder(builder: &mut FunctionBuilder<'_>, x: Value, y: Value, known: Option<i64>) -> Value {
    if is_harmless(known) {
        return builder.ins().srem(x, y);
    }
    // By 1, which stands for 0 and -1 here, the remainder is the 0 that both need.
    let (_, _, divisor) = harmless(builder, y);
    builder.ins().srem(x, divisor)
}

/// Whether a divisor is known and cannot trap.
fn is_harmless(known: Option<i64>) -> bool {
    known.is_some_and(|divisor| divisor != 0 && divisor != -1)
}

/// Whether a divisor is 0, whether it is -1, and the divisor with 1 in the place of both, which trap.
fn harmless(builder: &mut FunctionBuilder<'_>, y: Value) -> (Value, Value, Value) {
    let is_zero = builder.ins().icmp_imm_s(IntCC::Equal, y, 0);
    let is_minus_one = builder.ins().icmp_imm_s(IntCC::Equal, y, -1);
    let traps = builder.ins().bor(is_zero, is_minus_one);
    let ty = type_of(builder, y);
    let one = builder.ins().iconst(ty, 1);
    let divisor = builder.ins().select(traps, one, y);
    (is_zero, is_minus_one, divisor)
}

/// The condition of a comparison of integers.
pub fn integer_order(op: CompareOp) -> IntCC {
    match op {
        CompareOp::Eq => IntCC::Equal,
        CompareOp::Ne => IntCC::NotEqual,
        CompareOp::Lt => IntCC::SignedLessThan,
        CompareOp::Le => IntCC::SignedLessThanOrEqual,
        CompareOp::Gt => IntCC::SignedGreaterThan,
        CompareOp::Ge => IntCC::SignedGreaterThanOrEqual,
    }
}

/// The condition of a comparison of floats: ordered, but Cranelift's `NotEqual` is true for NaN.
pub fn float_order(op: CompareOp) -> FloatCC {
    match op {
        CompareOp::Eq => FloatCC::Equal,
        CompareOp::Ne => FloatCC::NotEqual,
        CompareOp::Lt => FloatCC::LessThan,
        CompareOp::Le => FloatCC::LessThanOrEqual,
        CompareOp::Gt => FloatCC::GreaterThan,
        CompareOp::Ge => FloatCC::GreaterThanOrEqual,
    }
}
