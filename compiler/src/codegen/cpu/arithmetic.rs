//! Operations on numbers.
//!
//! *Invariant:* no operation traps: what the machine refuses has a value that the MIR's definition gives.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, types};
use quasar_abi::RtFn;

use super::function::FunctionCompiler;
use super::types::clif_type;
use crate::mir::{BinaryOp, CompareOp, Const, MathFn, Ty, UnaryOp, Value};

impl FunctionCompiler<'_, '_> {
    /// `Op::Unary`.
    pub fn unary(&mut self, op: UnaryOp, value: Value) -> ir::Value {
        let float = self.ty(value).is_float();
        let x = self.value(value);
        match (op, float) {
            (UnaryOp::Neg, true) => self.builder.ins().fneg(x),
            (UnaryOp::Neg, false) => self.builder.ins().ineg(x),
            (UnaryOp::Not, _) => self.builder.ins().bxor_imm_u(x, 1),
            (UnaryOp::BitNot, _) => self.builder.ins().bnot(x),
            (UnaryOp::Abs, true) => self.builder.ins().fabs(x),
            (UnaryOp::Abs, false) => self.builder.ins().iabs(x),
            (UnaryOp::Sqrt, _) => self.builder.ins().sqrt(x),
            (UnaryOp::Floor, _) => self.builder.ins().floor(x),
            (UnaryOp::Ceil, _) => self.builder.ins().ceil(x),
            (UnaryOp::Round, _) => self.round(x),
            (UnaryOp::Trunc, _) => self.builder.ins().trunc(x),
            (UnaryOp::RoundHalf, _) => {
                let bits = self.call_function(RtFn::half_from_f32, &[x]);
                self.call_function(RtFn::half_to_f32, &[bits])
            }
        }
    }

    /// To nearest, halves away from zero: the machine's own rounding takes halves to even.
    pub fn round(&mut self, x: ir::Value) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(x);
        let whole = self.builder.ins().trunc(x);
        let rest = self.builder.ins().fsub(x, whole);
        let rest = self.builder.ins().fabs(rest);
        let (half, one) = (self.float(ty, 0.5), self.float(ty, 1.0));
        let away = self
            .builder
            .ins()
            .fcmp(FloatCC::GreaterThanOrEqual, rest, half);
        let unit = self.builder.ins().fcopysign(one, x);
        let farther = self.builder.ins().fadd(whole, unit);
        self.builder.ins().select(away, farther, whole)
    }

    /// A float constant of a machine type.
    pub fn float(&mut self, ty: ir::Type, value: f64) -> ir::Value {
        match ty {
            types::F32 => self.builder.ins().f32const(value as f32),
            _ => self.builder.ins().f64const(value),
        }
    }

    /// `Op::Binary`.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> ir::Value {
        let ty = self.ty(left);
        let (x, y) = (self.value(left), self.value(right));
        let divisor = self.known(right);
        match ty.is_float() {
            true => self.float_binary(op, x, y),
            false => self.integer_binary(op, x, y, divisor),
        }
    }

    /// An operation on two floats.
    pub fn float_binary(&mut self, op: BinaryOp, x: ir::Value, y: ir::Value) -> ir::Value {
        let single = self.builder.func.dfg.value_type(x) == types::F32;
        match op {
            BinaryOp::Add => self.builder.ins().fadd(x, y),
            BinaryOp::Sub => self.builder.ins().fsub(x, y),
            BinaryOp::Mul => self.builder.ins().fmul(x, y),
            BinaryOp::Div => self.builder.ins().fdiv(x, y),
            BinaryOp::Rem => {
                let row = if single { RtFn::mod_f32 } else { RtFn::mod_f64 };
                self.call_function(row, &[x, y])
            }
            BinaryOp::Min => self.choose_float(FloatCC::LessThan, x, y),
            BinaryOp::Max => self.choose_float(FloatCC::GreaterThan, x, y),
            BinaryOp::IntDiv
            | BinaryOp::IntPow
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Shr => panic!("{op:?} is for integers"),
        }
    }

    /// The first where the order holds or the second is not a number.
    fn choose_float(&mut self, order: FloatCC, x: ir::Value, y: ir::Value) -> ir::Value {
        let first = self.builder.ins().fcmp(order, x, y);
        let alone = self.builder.ins().fcmp(FloatCC::Unordered, y, y);
        let first = self.builder.ins().bor(first, alone);
        self.builder.ins().select(first, x, y)
    }

    /// An operation on two integers or truth values; `right` is the second one's constant, if it is known.
    pub fn integer_binary(
        &mut self,
        op: BinaryOp,
        x: ir::Value,
        y: ir::Value,
        right: Option<Const>,
    ) -> ir::Value {
        match op {
            BinaryOp::Add => self.builder.ins().iadd(x, y),
            BinaryOp::Sub => self.builder.ins().isub(x, y),
            BinaryOp::Mul => self.builder.ins().imul(x, y),
            BinaryOp::IntDiv => self.integer_divide(x, y, right),
            BinaryOp::Rem => self.integer_remainder(x, y, right),
            BinaryOp::Min => self.choose_integer(IntCC::SignedLessThan, x, y),
            BinaryOp::Max => self.choose_integer(IntCC::SignedGreaterThan, x, y),
            BinaryOp::IntPow => self.integer_power(x, y),
            BinaryOp::And => self.builder.ins().band(x, y),
            BinaryOp::Or => self.builder.ins().bor(x, y),
            BinaryOp::Xor => self.builder.ins().bxor(x, y),
            BinaryOp::Shl => self.builder.ins().ishl(x, y),
            BinaryOp::Shr => self.builder.ins().sshr(x, y),
            BinaryOp::Div => panic!("{op:?} is for floats"),
        }
    }

    fn choose_integer(&mut self, order: IntCC, x: ir::Value, y: ir::Value) -> ir::Value {
        let first = self.builder.ins().icmp(order, x, y);
        self.builder.ins().select(first, x, y)
    }

    /// Toward zero; by zero 0; the least integer by -1 wraps.
    fn integer_divide(&mut self, x: ir::Value, y: ir::Value, known: Option<Const>) -> ir::Value {
        if is_harmless_divisor(known) {
            return self.builder.ins().sdiv(x, y);
        }
        let (is_zero, is_minus_one, divisor) = self.harmless_divisor(y);
        let quotient = self.builder.ins().sdiv(x, divisor);
        let negated = self.builder.ins().ineg(x);
        let quotient = self.builder.ins().select(is_minus_one, negated, quotient);
        let zero = self.integer_zero(x);
        self.builder.ins().select(is_zero, zero, quotient)
    }

    /// Sign of the dividend; by zero 0.
    fn integer_remainder(&mut self, x: ir::Value, y: ir::Value, known: Option<Const>) -> ir::Value {
        if is_harmless_divisor(known) {
            return self.builder.ins().srem(x, y);
        }
        // By 1, which stands for 0 and -1 here, the remainder is the 0 that both need.
        let (_, _, divisor) = self.harmless_divisor(y);
        self.builder.ins().srem(x, divisor)
    }

    /// Whether a divisor is 0, whether it is -1, and the divisor with 1 in the place of both, which trap.
    fn harmless_divisor(&mut self, y: ir::Value) -> (ir::Value, ir::Value, ir::Value) {
        let is_zero = self.builder.ins().icmp_imm_s(IntCC::Equal, y, 0);
        let is_minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, y, -1);
        let traps = self.builder.ins().bor(is_zero, is_minus_one);
        let ty = self.builder.func.dfg.value_type(y);
        let one = self.builder.ins().iconst(ty, 1);
        (
            is_zero,
            is_minus_one,
            self.builder.ins().select(traps, one, y),
        )
    }

    fn integer_zero(&mut self, like: ir::Value) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(like);
        self.builder.ins().iconst(ty, 0)
    }

    fn integer_power(&mut self, base: ir::Value, exponent: ir::Value) -> ir::Value {
        let row = match self.builder.func.dfg.value_type(base) {
            types::I64 => RtFn::pow_i64,
            _ => RtFn::pow_i32,
        };
        self.call_function(row, &[base, exponent])
    }

    /// `Op::Compare`.
    pub fn compare(&mut self, op: CompareOp, left: Value, right: Value) -> ir::Value {
        let (x, y) = (self.value(left), self.value(right));
        match self.ty(left).is_float() {
            true => self.builder.ins().fcmp(float_order(op), x, y),
            false => self.builder.ins().icmp(integer_order(op), x, y),
        }
    }

    /// `Op::Select`.
    pub fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> ir::Value {
        let [cond, then, otherwise] = [cond, then, otherwise].map(|value| self.value(value));
        self.builder.ins().select(cond, then, otherwise)
    }

    /// `Op::Math`.
    pub fn math(&mut self, function: MathFn, args: &[Value]) -> ir::Value {
        let row = math_row(function, self.ty(args[0]));
        let args = self.values(args);
        self.call_function(row, &args)
    }

    /// `Op::Convert`.
    pub fn convert(&mut self, value: Value, to: Ty) -> ir::Value {
        let from = self.ty(value);
        let x = self.value(value);
        self.convert_machine(x, from, to)
    }

    /// A machine value of one type as another.
    pub fn convert_machine(&mut self, x: ir::Value, from: Ty, to: Ty) -> ir::Value {
        let target = clif_type(to);
        match (from, to) {
            (Ty::Bool, Ty::Bool)
            | (Ty::I32, Ty::I32)
            | (Ty::I64, Ty::I64)
            | (Ty::F32, Ty::F32)
            | (Ty::F64, Ty::F64) => x,
            (Ty::Bool, Ty::I32 | Ty::I64) => self.builder.ins().uextend(target, x),
            (Ty::Bool, Ty::F32 | Ty::F64) => {
                let wide = self.builder.ins().uextend(types::I32, x);
                self.builder.ins().fcvt_from_sint(target, wide)
            }
            (Ty::I32 | Ty::I64, Ty::Bool) => self.builder.ins().icmp_imm_s(IntCC::NotEqual, x, 0),
            (Ty::F32 | Ty::F64, Ty::Bool) => {
                let zero = self.float(clif_type(from), 0.0);
                self.builder.ins().fcmp(FloatCC::NotEqual, x, zero)
            }
            (Ty::I32, Ty::I64) => self.builder.ins().sextend(target, x),
            (Ty::I64, Ty::I32) => self.builder.ins().ireduce(target, x),
            (Ty::I32 | Ty::I64, Ty::F32 | Ty::F64) => self.builder.ins().fcvt_from_sint(target, x),
            (Ty::F32 | Ty::F64, Ty::I32 | Ty::I64) => {
                self.builder.ins().fcvt_to_sint_sat(target, x)
            }
            (Ty::F32, Ty::F64) => self.builder.ins().fpromote(target, x),
            (Ty::F64, Ty::F32) => self.builder.ins().fdemote(target, x),
            (Ty::Array(_) | Ty::Str, _) | (_, Ty::Array(_) | Ty::Str) => {
                panic!("only numbers are converted")
            }
        }
    }
}

/// Whether a divisor is known and cannot trap.
fn is_harmless_divisor(known: Option<Const>) -> bool {
    match known {
        Some(Const::I32(value)) => value != 0 && value != -1,
        Some(Const::I64(value)) => value != 0 && value != -1,
        Some(Const::Bool(_) | Const::F32(_) | Const::F64(_)) => false,
        Some(Const::Str(_) | Const::Null(_) | Const::OnGpu) | None => false,
    }
}

fn integer_order(op: CompareOp) -> IntCC {
    match op {
        CompareOp::Eq => IntCC::Equal,
        CompareOp::Ne => IntCC::NotEqual,
        CompareOp::Lt => IntCC::SignedLessThan,
        CompareOp::Le => IntCC::SignedLessThanOrEqual,
        CompareOp::Gt => IntCC::SignedGreaterThan,
        CompareOp::Ge => IntCC::SignedGreaterThanOrEqual,
    }
}

/// Ordered comparisons; Cranelift's `NotEqual` is true for NaN.
fn float_order(op: CompareOp) -> FloatCC {
    match op {
        CompareOp::Eq => FloatCC::Equal,
        CompareOp::Ne => FloatCC::NotEqual,
        CompareOp::Lt => FloatCC::LessThan,
        CompareOp::Le => FloatCC::LessThanOrEqual,
        CompareOp::Gt => FloatCC::GreaterThan,
        CompareOp::Ge => FloatCC::GreaterThanOrEqual,
    }
}

/// The row that computes an elementary function of a type.
pub fn math_row(function: MathFn, ty: Ty) -> RtFn {
    let (single, double) = match function {
        MathFn::Exp => (RtFn::exp_f32, RtFn::exp_f64),
        MathFn::Exp2 => (RtFn::exp2_f32, RtFn::exp2_f64),
        MathFn::Log => (RtFn::log_f32, RtFn::log_f64),
        MathFn::Log2 => (RtFn::log2_f32, RtFn::log2_f64),
        MathFn::Log10 => (RtFn::log10_f32, RtFn::log10_f64),
        MathFn::Sin => (RtFn::sin_f32, RtFn::sin_f64),
        MathFn::Cos => (RtFn::cos_f32, RtFn::cos_f64),
        MathFn::Tan => (RtFn::tan_f32, RtFn::tan_f64),
        MathFn::Asin => (RtFn::asin_f32, RtFn::asin_f64),
        MathFn::Acos => (RtFn::acos_f32, RtFn::acos_f64),
        MathFn::Atan => (RtFn::atan_f32, RtFn::atan_f64),
        MathFn::Sinh => (RtFn::sinh_f32, RtFn::sinh_f64),
        MathFn::Cosh => (RtFn::cosh_f32, RtFn::cosh_f64),
        MathFn::Tanh => (RtFn::tanh_f32, RtFn::tanh_f64),
        MathFn::Asinh => (RtFn::asinh_f32, RtFn::asinh_f64),
        MathFn::Acosh => (RtFn::acosh_f32, RtFn::acosh_f64),
        MathFn::Atanh => (RtFn::atanh_f32, RtFn::atanh_f64),
        MathFn::Erf => (RtFn::erf_f32, RtFn::erf_f64),
        MathFn::Erfc => (RtFn::erfc_f32, RtFn::erfc_f64),
        MathFn::Erfinv => (RtFn::erfinv_f32, RtFn::erfinv_f64),
        MathFn::Erfcinv => (RtFn::erfcinv_f32, RtFn::erfcinv_f64),
        MathFn::Lgamma => (RtFn::lgamma_f32, RtFn::lgamma_f64),
        MathFn::Tgamma => (RtFn::tgamma_f32, RtFn::tgamma_f64),
        MathFn::Pow => (RtFn::pow_f32, RtFn::pow_f64),
        MathFn::Atan2 => (RtFn::atan2_f32, RtFn::atan2_f64),
    };
    match ty {
        Ty::F32 => single,
        Ty::F64 => double,
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::Array(_) | Ty::Str => {
            panic!("{function:?} is for floats")
        }
    }
}
