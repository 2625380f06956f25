//! The operations of the MIR on numbers: those of the machine, and those that the runtime computes.
//!
//! *Invariant:* no operation traps: what the machine refuses has a value that the MIR's definition gives.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use quasar_abi::RtFn;

use super::function::FunctionCompiler;
use super::types::clif_type;
use crate::arithmetic::Arithmetic;
use crate::mir::{BinaryOp, CompareOp, Const, MathFn, Ty, UnaryOp, Value};

impl FunctionCompiler<'_, '_> {
    /// `Op::Unary`.
    pub fn unary(&mut self, op: UnaryOp, value: Value) -> ir::Value {
        let x = self.value(value);
        match op {
            UnaryOp::RoundHalf => {
                let bits = self.call_function(RtFn::half_from_f32, &[x]);
                self.call_function(RtFn::half_to_f32, &[bits])
            }
            UnaryOp::Neg
            | UnaryOp::Not
            | UnaryOp::BitNot
            | UnaryOp::Abs
            | UnaryOp::Sqrt
            | UnaryOp::Floor
            | UnaryOp::Ceil
            | UnaryOp::Round
            | UnaryOp::Trunc => self.builder.unary(op, x),
        }
    }

    /// `Op::Binary`.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> ir::Value {
        let (x, y) = (self.value(left), self.value(right));
        let known = self.known(right).and_then(integer);
        self.binary_machine(op, x, y, known)
    }

    /// An operation on two machine values; `known`: the second one where it is an integer constant.
    pub fn binary_machine(
        &mut self,
        op: BinaryOp,
        x: ir::Value,
        y: ir::Value,
        known: Option<i64>,
    ) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(x);
        let row = match (op, ty) {
            // The machine takes the second one where one is not a number; of a number and what is none the number is meant.
            (BinaryOp::Min | BinaryOp::Max, types::F32 | types::F64) => {
                let chosen = self.builder.binary(op, x, y, None);
                let alone = self.builder.ins().fcmp(FloatCC::Unordered, y, y);
                return self.builder.ins().select(alone, x, chosen);
            }
            (BinaryOp::Rem, types::F32) => RtFn::mod_f32,
            (BinaryOp::Rem, types::F64) => RtFn::mod_f64,
            (BinaryOp::IntPow, types::I64) => RtFn::pow_i64,
            (BinaryOp::IntPow, _) => RtFn::pow_i32,
            _ => return self.builder.binary(op, x, y, known),
        };
        self.call_function(row, &[x, y])
    }

    /// `Op::Compare`.
    pub fn compare(&mut self, op: CompareOp, left: Value, right: Value) -> ir::Value {
        let (x, y) = (self.value(left), self.value(right));
        self.builder.compare(op, x, y)
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
        let x = self.value(value);
        self.convert_machine(x, to)
    }

    /// A machine value as a number of another type.
    pub fn convert_machine(&mut self, x: ir::Value, to: Ty) -> ir::Value {
        assert!(
            matches!(to, Ty::Bool | Ty::I32 | Ty::I64) || to.is_float(),
            "only numbers are converted"
        );
        self.builder.convert(x, clif_type(to))
    }
}

/// The value of an integer constant.
fn integer(constant: Const) -> Option<i64> {
    match constant {
        Const::I32(value) => Some(i64::from(value)),
        Const::I64(value) => Some(value),
        Const::Bool(_) | Const::F32(_) | Const::F64(_) => None,
        Const::Str(_) | Const::Null(_) | Const::OnGpu => None,
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
