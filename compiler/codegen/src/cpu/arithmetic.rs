//! The operations of the MIR on numbers: those of the machine, and those that the runtime computes.
//!
//! *Invariant:* no operation traps: what the machine refuses has a value that the MIR's definition gives.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData};

use super::function::FunctionCompiler;
use super::types::clif_type;
use crate::arithmetic::Arithmetic;
use crate::mir::arithmetic::math_row;
use crate::mir::{BinaryOp, CompareOp, Const, MathFn, Ty, UnaryOp, Value};

impl FunctionCompiler<'_, '_> {
    /// `Op::Unary`.
    pub fn unary(&mut self, op: UnaryOp, value: Value) -> ir::Value {
        let x = self.value(value);
        match op.rows() {
            [] => self.builder.unary(op, x),
            rows => rows.iter().fold(x, |x, row| self.call_function(*row, &[x])),
        }
    }

    /// `Op::Binary`.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> ir::Value {
        let (x, y) = (self.value(left), self.value(right));
        let known = self.known(right).and_then(integer);
        self.binary_machine(op, self.ty(left), [x, y], known)
    }

    /// An operation on two machine values of a type; `known`: the second one where it is an integer constant.
    pub fn binary_machine(
        &mut self,
        op: BinaryOp,
        ty: Ty,
        [x, y]: [ir::Value; 2],
        known: Option<i64>,
    ) -> ir::Value {
        if let Some(row) = op.row(ty) {
            return self.call_function(row, &[x, y]);
        }
        let chosen = self.builder.binary(op, x, y, known);
        match op {
            // The machine takes the second one where one is not a number; of a number and what is none the number is meant.
            BinaryOp::Min | BinaryOp::Max if ty.is_float() => {
                let alone = self.builder.ins().fcmp(FloatCC::Unordered, y, y);
                self.builder.ins().select(alone, x, chosen)
            }
            _machine => chosen,
        }
    }

    /// `Op::Compare`.
    pub fn compare(&mut self, op: CompareOp, left: Value, right: Value) -> ir::Value {
        let (x, y) = (self.value(left), self.value(right));
        self.builder.compare(op, x, y)
    }

    /// `Op::Select`. One of two known floats is chosen as bits, for which the machine has an instruction; floats take a branch, which is seldom
    /// foreseen where numbers are rounded or compared with a threshold.
    pub fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> ir::Value {
        if let (Some(yes), Some(no)) = (self.known_bits(then), self.known_bits(otherwise)) {
            let (cond, float) = (self.value(cond), clif_type(self.ty(then)));
            let chosen = self.builder.ins().select(cond, yes, no);
            return self
                .builder
                .ins()
                .bitcast(float, MemFlagsData::new(), chosen);
        }
        let [cond, then, otherwise] = [cond, then, otherwise].map(|value| self.value(value));
        self.builder.ins().select(cond, then, otherwise)
    }

    /// The bits of a float that is known.
    fn known_bits(&mut self, value: Value) -> Option<ir::Value> {
        match self.known(value)? {
            Const::F32(value) => Some(self.int(value.to_bits() as i32)),
            Const::F64(value) => Some(self.long(value.to_bits() as i64)),
            _ => None,
        }
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
