//! Elementary functions: those that all engines define alike in place, the others by calls of the runtime.
//!
//! *Invariant:* single precision follows `quasar_abi::elementary`, double precision `quasar_abi::double`, operation by operation.

use quasar_abi::double::DoubleLanes;
use quasar_abi::elementary::Lanes;

use super::construct::Builder;
use super::emit::{Emitter, Repair, ScopeKind};
use super::ir::{Elem, Op, Target, Terminator, Val};
use crate::mir::arithmetic::math_row;
use crate::mir::{BinaryOp, CompareOp, MathFn, UnaryOp};

impl Builder<'_> {
    /// An elementary function of one or two arguments.
    pub(super) fn math(&mut self, function: MathFn, args: &[Val]) -> Val {
        let elem = self.e.ty(args[0]).elem;
        if elem == Elem::F32
            && let Some(result) = function.define(&mut Operations(&mut self.e), args)
        {
            return result;
        }
        if let Some(result) = self.math_of_doubles(function, elem, args) {
            return result;
        }
        self.call(math_row(function, elem.ty()), elem, args.to_vec())
    }

    /// By the definition of double precision; of single precision that is rounded, as the runtime does it.
    fn math_of_doubles(&mut self, function: MathFn, elem: Elem, args: &[Val]) -> Option<Val> {
        let args: Vec<Val> = args
            .iter()
            .map(|arg| self.e.convert(*arg, Elem::F64))
            .collect();
        let result = function.define_double(&mut Doubles(self), &args)?;
        Some(self.e.convert(result, elem))
    }
}

/// The operations that the definitions are written over.
struct Operations<'a>(&'a mut Emitter);

impl Operations<'_> {
    fn shift(&mut self, op: BinaryOp, a: Val, count: u32) -> Val {
        let count = self.0.i32(count as i32);
        self.0.binary(op, a, count)
    }
}

impl Lanes for Operations<'_> {
    type Float = Val;
    type Int = Val;
    type Mask = Val;

    fn float(&mut self, value: f32) -> Val {
        self.0.constant(Elem::F32, value.to_bits().into())
    }

    fn int(&mut self, value: i32) -> Val {
        self.0.i32(value)
    }

    fn add(&mut self, a: Val, b: Val) -> Val {
        self.0.add(a, b)
    }

    fn sub(&mut self, a: Val, b: Val) -> Val {
        self.0.sub(a, b)
    }

    fn mul(&mut self, a: Val, b: Val) -> Val {
        self.0.mul(a, b)
    }

    fn div(&mut self, a: Val, b: Val) -> Val {
        self.0.binary(BinaryOp::Div, a, b)
    }

    fn sqrt(&mut self, a: Val) -> Val {
        self.0.unary(UnaryOp::Sqrt, a)
    }

    fn less(&mut self, a: Val, b: Val) -> Val {
        self.0.compare(CompareOp::Lt, a, b)
    }

    fn equal(&mut self, a: Val, b: Val) -> Val {
        self.0.compare(CompareOp::Eq, a, b)
    }

    fn and(&mut self, a: Val, b: Val) -> Val {
        self.0.and(a, b)
    }

    fn or(&mut self, a: Val, b: Val) -> Val {
        self.0.or(a, b)
    }

    fn not(&mut self, a: Val) -> Val {
        self.0.not(a)
    }

    fn select(&mut self, mask: Val, yes: Val, no: Val) -> Val {
        self.0.select(mask, yes, no)
    }

    fn select_int(&mut self, mask: Val, yes: Val, no: Val) -> Val {
        self.0.select(mask, yes, no)
    }

    fn bits_of(&mut self, a: Val) -> Val {
        self.0.bitcast(a, Elem::I32)
    }

    fn float_of_bits(&mut self, a: Val) -> Val {
        self.0.bitcast(a, Elem::F32)
    }

    fn truncate(&mut self, a: Val) -> Val {
        self.0.shaped(Op::Truncate(a), a, Elem::I32)
    }

    fn float_of_int(&mut self, a: Val) -> Val {
        self.0.convert(a, Elem::F32)
    }

    fn int_add(&mut self, a: Val, b: Val) -> Val {
        self.0.add(a, b)
    }

    fn int_sub(&mut self, a: Val, b: Val) -> Val {
        self.0.sub(a, b)
    }

    fn int_mul(&mut self, a: Val, b: Val) -> Val {
        self.0.mul(a, b)
    }

    fn int_and(&mut self, a: Val, b: Val) -> Val {
        self.0.and(a, b)
    }

    fn int_or(&mut self, a: Val, b: Val) -> Val {
        self.0.or(a, b)
    }

    fn int_xor(&mut self, a: Val, b: Val) -> Val {
        self.0.binary(BinaryOp::Xor, a, b)
    }

    fn shift_left(&mut self, a: Val, count: u32) -> Val {
        self.shift(BinaryOp::Shl, a, count)
    }

    fn shift_right(&mut self, a: Val, count: u32) -> Val {
        self.shift(BinaryOp::Shr, a, count)
    }

    fn shift_right_logical(&mut self, a: Val, count: u32) -> Val {
        self.0.shaped(Op::ShiftRightLogical(a, count), a, Elem::I32)
    }

    fn int_equal(&mut self, a: Val, b: Val) -> Val {
        self.0.compare(CompareOp::Eq, a, b)
    }

    fn int_less(&mut self, a: Val, b: Val) -> Val {
        self.0.compare(CompareOp::Lt, a, b)
    }

    /// Branches around the rare case.
    fn rarely(
        &mut self,
        mask: Val,
        common: (Val, Val),
        rare: impl FnOnce(&mut Self) -> (Val, Val),
    ) -> (Val, Val) {
        let repair = Repair {
            lanes: mask,
            common,
        };
        // Sine and cosine of one angle reduce it once.
        if let Some(results) = self.0.repaired(repair) {
            return results;
        }
        let any = self.0.any(mask);
        let (inside, after) = (self.0.block(), self.0.block());
        self.0.function.blocks[inside].cold = true;
        let results = [common.0, common.1].map(|value| {
            let ty = self.0.ty(value);
            self.0.param(after, ty)
        });
        self.0.terminate(Terminator::Branch {
            cond: any,
            then: Target {
                block: inside,
                args: Vec::new(),
            },
            otherwise: Target {
                block: after,
                args: vec![common.0, common.1],
            },
        });
        self.0.open(ScopeKind::Branch, inside);
        let (float, int) = rare(self);
        let float = self.0.select(mask, float, common.0);
        let int = self.0.select(mask, int, common.1);
        self.0.jump(after, vec![float, int]);
        self.0.close();
        self.0.switch_to(after);
        let results = (results[0], results[1]);
        self.0.note_repaired(repair, results);
        results
    }
}

/// The operations that the definitions of double precision are written over.
struct Doubles<'a, 'b>(&'a mut Builder<'b>);

impl Doubles<'_, '_> {
    fn int_binary(&mut self, op: BinaryOp, a: Val, b: Val) -> Val {
        self.0.e.binary(op, a, b)
    }
}

impl DoubleLanes for Doubles<'_, '_> {
    type Float = Val;
    type Int = Val;
    type Mask = Val;

    fn float(&mut self, value: f64) -> Val {
        self.0.e.constant(Elem::F64, value.to_bits())
    }

    fn int(&mut self, value: i64) -> Val {
        self.0.e.i64(value)
    }

    fn add(&mut self, a: Val, b: Val) -> Val {
        self.0.e.add(a, b)
    }

    fn sub(&mut self, a: Val, b: Val) -> Val {
        self.0.e.sub(a, b)
    }

    fn mul(&mut self, a: Val, b: Val) -> Val {
        self.0.e.mul(a, b)
    }

    fn div(&mut self, a: Val, b: Val) -> Val {
        self.0.e.binary(BinaryOp::Div, a, b)
    }

    fn sqrt(&mut self, a: Val) -> Val {
        self.0.e.unary(UnaryOp::Sqrt, a)
    }

    fn less(&mut self, a: Val, b: Val) -> Val {
        self.0.e.compare(CompareOp::Lt, a, b)
    }

    fn equal(&mut self, a: Val, b: Val) -> Val {
        self.0.e.compare(CompareOp::Eq, a, b)
    }

    fn and(&mut self, a: Val, b: Val) -> Val {
        self.0.e.and(a, b)
    }

    fn or(&mut self, a: Val, b: Val) -> Val {
        self.0.e.or(a, b)
    }

    fn select(&mut self, mask: Val, yes: Val, no: Val) -> Val {
        self.0.e.select(mask, yes, no)
    }

    fn bits_of(&mut self, a: Val) -> Val {
        self.0.e.bitcast(a, Elem::I64)
    }

    fn float_of_bits(&mut self, a: Val) -> Val {
        self.0.e.bitcast(a, Elem::F64)
    }

    fn int_add(&mut self, a: Val, b: Val) -> Val {
        self.int_binary(BinaryOp::Add, a, b)
    }

    fn int_sub(&mut self, a: Val, b: Val) -> Val {
        self.int_binary(BinaryOp::Sub, a, b)
    }

    fn int_and(&mut self, a: Val, b: Val) -> Val {
        self.int_binary(BinaryOp::And, a, b)
    }

    fn int_or(&mut self, a: Val, b: Val) -> Val {
        self.int_binary(BinaryOp::Or, a, b)
    }

    fn int_xor(&mut self, a: Val, b: Val) -> Val {
        self.int_binary(BinaryOp::Xor, a, b)
    }

    fn shift_left(&mut self, a: Val, count: u32) -> Val {
        let count = self.int(count.into());
        self.int_binary(BinaryOp::Shl, a, count)
    }

    fn shift_right_logical(&mut self, a: Val, count: u32) -> Val {
        let op = Op::ShiftRightLogical(a, count);
        self.0.e.shaped(op, a, Elem::I64)
    }

    fn int_less(&mut self, a: Val, b: Val) -> Val {
        self.0.e.compare(CompareOp::Lt, a, b)
    }

    /// Branches around the rare case.
    fn unless(&mut self, usual: Val, common: Val, rare: impl FnOnce(&mut Self) -> Val) -> Val {
        let e = &mut self.0.e;
        let all = e.all(usual);
        let (inside, after) = (e.block(), e.block());
        // A rare case of a rare case goes on in code that is rare itself.
        let is_cold = e.function.blocks[e.current()].cold;
        e.function.blocks[after].cold = is_cold;
        e.function.blocks[inside].cold = true;
        let ty = e.ty(common);
        let result = e.param(after, ty);
        let target = |block, args| Target { block, args };
        e.terminate(Terminator::Branch {
            cond: all,
            then: target(after, vec![common]),
            otherwise: target(inside, Vec::new()),
        });
        e.open(ScopeKind::Branch, inside);
        let value = rare(self);
        let e = &mut self.0.e;
        let value = e.select(usual, common, value);
        e.jump(after, vec![value]);
        e.close();
        e.switch_to(after);
        result
    }

    fn library(&mut self, function: MathFn, args: &[Val]) -> Val {
        // The runtime's function of one number goes to the library for the same numbers as the lanes do.
        self.0
            .call(math_row(function, Elem::F64.ty()), Elem::F64, args.to_vec())
    }
}
