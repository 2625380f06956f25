//! Uniform operations, and the scalar operations that varying ones fall back to lane by lane.
//!
//! *Invariant:* the same results as host code: this file mirrors `codegen::cpu::arithmetic`.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self as clif, InstBuilder, MemFlagsData, types};
use quasar_abi::AccessMode;

use super::super::ir::{Elem, Op};
use super::{Translator, lane_type};
use crate::mir::{BinaryOp, CompareOp, UnaryOp};

impl Translator<'_> {
    /// An operation with a uniform result.
    pub(super) fn uniform(&mut self, op: &Op, elem: Elem) -> clif::Value {
        match op {
            Op::Const(bits) => self.scalar_constant(elem, *bits),
            Op::Unary(op, a) => {
                let a = self.one(*a);
                self.scalar_unary(*op, elem, a)
            }
            Op::Binary(op, a, b) => {
                let known = self.constants.get(b).copied();
                let (a, b) = (self.one(*a), self.one(*b));
                self.scalar_binary(*op, elem, a, b, known)
            }
            Op::ShiftRightLogical(a, count) => {
                let a = self.one(*a);
                self.builder.ins().ushr_imm_u(a, i64::from(*count))
            }
            Op::Compare(op, a, b) => {
                let operands = self.elem(*a);
                let (a, b) = (self.one(*a), self.one(*b));
                self.scalar_compare(*op, operands, a, b)
            }
            Op::Select(cond, yes, no) => {
                let (cond, yes, no) = (self.one(*cond), self.one(*yes), self.one(*no));
                self.builder.ins().select(cond, yes, no)
            }
            Op::Convert(a) => {
                let from = self.elem(*a);
                let a = self.one(*a);
                self.scalar_convert(a, from, elem)
            }
            Op::Truncate(a) => {
                let a = self.one(*a);
                self.builder.ins().fcvt_to_sint_sat(lane_type(elem), a)
            }
            Op::RoundEven(a) => {
                let a = self.one(*a);
                self.builder.ins().nearest(a)
            }
            Op::Bitcast(a) => {
                let a = self.one(*a);
                self.builder
                    .ins()
                    .bitcast(lane_type(elem), MemFlagsData::new(), a)
            }
            Op::Fma {
                a,
                b,
                c,
                negate_product,
                negate_summand,
            } => {
                let [a, b, c] = [a, b, c].map(|value| self.one(*value));
                self.fused(a, b, c, *negate_product, *negate_summand)
            }
            Op::Any(mask) => self.any_lane(*mask),
            Op::All(mask) => self.all_lanes(*mask),
            Op::Lane(value, lane) => self.lane(*value, *lane),
            Op::FirstLane { mask, value } => self.first_lane(*mask, *value),
            Op::MapIndex {
                mode,
                index,
                extent,
            } => {
                let (index, extent) = (self.one(*index), self.one(*extent));
                self.map_index(*mode, index, extent)
            }
            Op::Header { array, offset } => {
                let array = self.one(*array);
                let flags = MemFlagsData::trusted();
                self.builder.ins().load(types::I64, flags, array, *offset)
            }
            Op::Zeros => {
                let data = self.shared.zeros(self.module);
                self.address_of(data)
            }
            Op::Slot(slot) => {
                let slot = self.slots[*slot as usize];
                self.builder.ins().stack_addr(types::I64, slot, 0)
            }
            Op::Load {
                memory,
                address,
                offset,
            } => {
                let address = self.one(*address);
                self.load_scalar(*memory, address, *offset)
            }
            Op::Atomic {
                op,
                memory,
                address,
                offset,
                value,
                expected,
                shared,
            } => self.atomic(
                *op,
                *memory,
                (*address, *offset),
                (*value, *expected),
                *shared,
            ),
            Op::Call(row, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.one(*arg)).collect();
                self.call(*row, &args)
            }
            Op::RaiseIndex {
                name,
                dimension,
                index,
                size,
            } => self.raise_index(name.as_deref(), *dimension, *index, *size),
            Op::Raise { func, args, list } => self.raise(*func, args, list),
            Op::Splat(_)
            | Op::LaneIndex
            | Op::WithLane(..)
            | Op::LoadLanes { .. }
            | Op::Gather { .. }
            | Op::Store { .. }
            | Op::Scatter { .. } => panic!("{op:?} has no uniform result"),
        }
    }

    fn scalar_constant(&mut self, elem: Elem, bits: u64) -> clif::Value {
        match elem {
            Elem::Bool => self.builder.ins().iconst(types::I8, bits as i64),
            Elem::I32 => self.int(bits as i64),
            Elem::I64 => self.long(bits as i64),
            Elem::F32 => self.builder.ins().f32const(f32::from_bits(bits as u32)),
            Elem::F64 => self.builder.ins().f64const(f64::from_bits(bits)),
        }
    }

    /// `±(a·b) ± c`, rounded once.
    pub(super) fn fused(
        &mut self,
        a: clif::Value,
        b: clif::Value,
        c: clif::Value,
        negate_product: bool,
        negate_summand: bool,
    ) -> clif::Value {
        let a = match negate_product {
            true => self.builder.ins().fneg(a),
            false => a,
        };
        let c = match negate_summand {
            true => self.builder.ins().fneg(c),
            false => c,
        };
        self.builder.ins().fma(a, b, c)
    }

    /// A unary operation on one lane.
    pub(super) fn scalar_unary(&mut self, op: UnaryOp, elem: Elem, x: clif::Value) -> clif::Value {
        match (op, elem.is_float()) {
            (UnaryOp::Neg, true) => self.builder.ins().fneg(x),
            (UnaryOp::Neg, false) => self.builder.ins().ineg(x),
            (UnaryOp::Not, _) => self.builder.ins().bxor_imm_u(x, 1),
            (UnaryOp::BitNot, _) => self.builder.ins().bnot(x),
            (UnaryOp::Abs, true) => self.builder.ins().fabs(x),
            (UnaryOp::Abs, false) => self.builder.ins().iabs(x),
            (UnaryOp::Sqrt, _) => self.builder.ins().sqrt(x),
            (UnaryOp::Floor, _) => self.builder.ins().floor(x),
            (UnaryOp::Ceil, _) => self.builder.ins().ceil(x),
            (UnaryOp::Round, _) => self.round(elem, x),
            (UnaryOp::Trunc, _) => self.builder.ins().trunc(x),
            (UnaryOp::RoundHalf, _) => panic!("halves are rounded by two calls"),
        }
    }

    /// Halves away from zero.
    fn round(&mut self, elem: Elem, x: clif::Value) -> clif::Value {
        let whole = self.builder.ins().trunc(x);
        let rest = self.builder.ins().fsub(x, whole);
        let rest = self.builder.ins().fabs(rest);
        let (half, one) = (self.float(elem, 0.5), self.float(elem, 1.0));
        let away = self
            .builder
            .ins()
            .fcmp(FloatCC::GreaterThanOrEqual, rest, half);
        let unit = self.builder.ins().fcopysign(one, x);
        let farther = self.builder.ins().fadd(whole, unit);
        self.builder.ins().select(away, farther, whole)
    }

    fn float(&mut self, elem: Elem, value: f64) -> clif::Value {
        match elem {
            Elem::F32 => self.builder.ins().f32const(value as f32),
            _ => self.builder.ins().f64const(value),
        }
    }

    /// A binary operation on one lane; `known`: the bits of a constant second operand.
    pub(super) fn scalar_binary(
        &mut self,
        op: BinaryOp,
        elem: Elem,
        x: clif::Value,
        y: clif::Value,
        known: Option<u64>,
    ) -> clif::Value {
        if elem.is_float() {
            return self.float_binary(op, x, y);
        }
        match op {
            BinaryOp::Add => self.builder.ins().iadd(x, y),
            BinaryOp::Sub => self.builder.ins().isub(x, y),
            BinaryOp::Mul => self.builder.ins().imul(x, y),
            BinaryOp::IntDiv => self.divide(elem, x, y, known),
            BinaryOp::Rem => self.remainder(elem, x, y, known),
            BinaryOp::Min => self.builder.ins().smin(x, y),
            BinaryOp::Max => self.builder.ins().smax(x, y),
            BinaryOp::And => self.builder.ins().band(x, y),
            BinaryOp::Or => self.builder.ins().bor(x, y),
            BinaryOp::Xor => self.builder.ins().bxor(x, y),
            BinaryOp::Shl => match known {
                Some(count) => self.builder.ins().ishl_imm_u(x, count as i64 & 63),
                None => self.builder.ins().ishl(x, y),
            },
            BinaryOp::Shr => self.builder.ins().sshr(x, y),
            BinaryOp::Div | BinaryOp::IntPow => panic!("{op:?} of {elem:?}"),
        }
    }

    fn float_binary(&mut self, op: BinaryOp, x: clif::Value, y: clif::Value) -> clif::Value {
        match op {
            BinaryOp::Add => self.builder.ins().fadd(x, y),
            BinaryOp::Sub => self.builder.ins().fsub(x, y),
            BinaryOp::Mul => self.builder.ins().fmul(x, y),
            BinaryOp::Div => self.builder.ins().fdiv(x, y),
            BinaryOp::Min => {
                let less = self.builder.ins().fcmp(FloatCC::LessThan, x, y);
                self.builder.ins().select(less, x, y)
            }
            BinaryOp::Max => {
                let greater = self.builder.ins().fcmp(FloatCC::GreaterThan, x, y);
                self.builder.ins().select(greater, x, y)
            }
            BinaryOp::IntDiv
            | BinaryOp::Rem
            | BinaryOp::IntPow
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Shr => panic!("{op:?} of floats"),
        }
    }

    fn is_harmless(elem: Elem, known: Option<u64>) -> bool {
        known.is_some_and(|bits| match elem {
            Elem::I32 => !matches!(bits as u32 as i32, 0 | -1),
            _ => !matches!(bits as i64, 0 | -1),
        })
    }

    fn divide(
        &mut self,
        elem: Elem,
        x: clif::Value,
        y: clif::Value,
        known: Option<u64>,
    ) -> clif::Value {
        if Self::is_harmless(elem, known) {
            return self.builder.ins().sdiv(x, y);
        }
        let (zero, minus, divisor) = self.harmless(elem, y);
        let quotient = self.builder.ins().sdiv(x, divisor);
        let negated = self.builder.ins().ineg(x);
        let quotient = self.builder.ins().select(minus, negated, quotient);
        let nothing = self.builder.ins().iconst(lane_type(elem), 0);
        self.builder.ins().select(zero, nothing, quotient)
    }

    fn remainder(
        &mut self,
        elem: Elem,
        x: clif::Value,
        y: clif::Value,
        known: Option<u64>,
    ) -> clif::Value {
        if Self::is_harmless(elem, known) {
            return self.builder.ins().srem(x, y);
        }
        let (_, _, divisor) = self.harmless(elem, y);
        self.builder.ins().srem(x, divisor)
    }

    /// Whether a divisor is 0, whether it is -1, and the divisor with 1 in the place of both.
    fn harmless(&mut self, elem: Elem, y: clif::Value) -> (clif::Value, clif::Value, clif::Value) {
        let zero = self.builder.ins().icmp_imm_s(IntCC::Equal, y, 0);
        let minus = self.builder.ins().icmp_imm_s(IntCC::Equal, y, -1);
        let traps = self.builder.ins().bor(zero, minus);
        let one = self.builder.ins().iconst(lane_type(elem), 1);
        (zero, minus, self.builder.ins().select(traps, one, y))
    }

    /// A comparison of one lane.
    pub(super) fn scalar_compare(
        &mut self,
        op: CompareOp,
        elem: Elem,
        x: clif::Value,
        y: clif::Value,
    ) -> clif::Value {
        match elem.is_float() {
            true => self.builder.ins().fcmp(float_order(op), x, y),
            false => self.builder.ins().icmp(integer_order(op), x, y),
        }
    }

    /// A conversion of one lane.
    pub(super) fn scalar_convert(&mut self, x: clif::Value, from: Elem, to: Elem) -> clif::Value {
        let target = lane_type(to);
        match (from, to) {
            (Elem::Bool, Elem::Bool)
            | (Elem::I32, Elem::I32)
            | (Elem::I64, Elem::I64)
            | (Elem::F32, Elem::F32)
            | (Elem::F64, Elem::F64) => x,
            (Elem::Bool, Elem::I32 | Elem::I64) => self.builder.ins().uextend(target, x),
            (Elem::Bool, Elem::F32 | Elem::F64) => {
                let wide = self.builder.ins().uextend(types::I32, x);
                self.builder.ins().fcvt_from_sint(target, wide)
            }
            (Elem::I32 | Elem::I64, Elem::Bool) => {
                self.builder.ins().icmp_imm_s(IntCC::NotEqual, x, 0)
            }
            (Elem::F32 | Elem::F64, Elem::Bool) => {
                let zero = self.float(from, 0.0);
                self.builder.ins().fcmp(FloatCC::NotEqual, x, zero)
            }
            (Elem::I32, Elem::I64) => self.builder.ins().sextend(target, x),
            (Elem::I64, Elem::I32) => self.builder.ins().ireduce(target, x),
            (Elem::I32 | Elem::I64, Elem::F32 | Elem::F64) => {
                self.builder.ins().fcvt_from_sint(target, x)
            }
            (Elem::F32 | Elem::F64, Elem::I32 | Elem::I64) => {
                self.builder.ins().fcvt_to_sint_sat(target, x)
            }
            (Elem::F32, Elem::F64) => self.builder.ins().fpromote(target, x),
            (Elem::F64, Elem::F32) => self.builder.ins().fdemote(target, x),
        }
    }

    // ---- Indices ---------------------------------------------------------------------------------------------------------------------------

    /// Brings a 32-bit index inside; one that is inside takes the short way.
    pub(super) fn map_index(
        &mut self,
        mode: AccessMode,
        index: clif::Value,
        extent: clif::Value,
    ) -> clif::Value {
        let inside = self
            .builder
            .ins()
            .icmp(IntCC::UnsignedLessThan, index, extent);
        let (outside, done) = (self.builder.create_block(), self.builder.create_block());
        let result = self.builder.append_block_param(done, types::I32);
        self.builder
            .ins()
            .brif(inside, done, &[index.into()], outside, &[]);
        self.builder.switch_to_block(outside);
        // The map is moved to places where the extent may be 0.
        let one = self.int(1);
        let extent = self.builder.ins().smax(extent, one);
        let mapped = match mode {
            AccessMode::Circular => self.modulo(index, extent),
            AccessMode::Mirror => self.mirrored(index, extent),
            AccessMode::Clamped => {
                let zero = self.int(0);
                let last = self.builder.ins().iadd_imm_s(extent, -1);
                let above = self.builder.ins().smax(index, zero);
                self.builder.ins().smin(above, last)
            }
            AccessMode::Checked | AccessMode::Unchecked | AccessMode::Safe => {
                panic!("{mode:?} maps no index")
            }
        };
        self.builder.ins().jump(done, &[mapped.into()]);
        self.builder.switch_to_block(done);
        result
    }

    fn mirrored(&mut self, index: clif::Value, extent: clif::Value) -> clif::Value {
        let (index, extent) = (
            self.builder.ins().sextend(types::I64, index),
            self.builder.ins().sextend(types::I64, extent),
        );
        let period = self.builder.ins().iadd(extent, extent);
        let at = self.modulo(index, period);
        let image = self.builder.ins().isub(period, at);
        let image = self.builder.ins().iadd_imm_s(image, -1);
        let mapped = self.builder.ins().smin(at, image);
        self.builder.ins().ireduce(types::I32, mapped)
    }

    /// The remainder that is never negative.
    fn modulo(&mut self, at: clif::Value, period: clif::Value) -> clif::Value {
        let remainder = self.builder.ins().srem(at, period);
        let lifted = self.builder.ins().iadd(remainder, period);
        let negative = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::SignedLessThan, remainder, 0);
        self.builder.ins().select(negative, lifted, remainder)
    }
}

/// Cranelift's name of an order of integers.
pub(super) fn integer_order(op: CompareOp) -> IntCC {
    match op {
        CompareOp::Eq => IntCC::Equal,
        CompareOp::Ne => IntCC::NotEqual,
        CompareOp::Lt => IntCC::SignedLessThan,
        CompareOp::Le => IntCC::SignedLessThanOrEqual,
        CompareOp::Gt => IntCC::SignedGreaterThan,
        CompareOp::Ge => IntCC::SignedGreaterThanOrEqual,
    }
}

/// Cranelift's name of an order of floats.
pub(super) fn float_order(op: CompareOp) -> FloatCC {
    match op {
        CompareOp::Eq => FloatCC::Equal,
        CompareOp::Ne => FloatCC::NotEqual,
        CompareOp::Lt => FloatCC::LessThan,
        CompareOp::Le => FloatCC::LessThanOrEqual,
        CompareOp::Gt => FloatCC::GreaterThan,
        CompareOp::Ge => FloatCC::GreaterThanOrEqual,
    }
}
