//! Uniform operations, and the scalar operations that varying ones fall back to lane by lane.
//!
//! *Invariant:* the same results as host code: both have `codegen::arithmetic`.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, MemFlagsData, types};
use quasar_abi::AccessMode;

use super::super::ir::{Elem, Op};
use super::memory::Given;
use super::{Translator, lane_type};
use crate::arithmetic::Arithmetic;
use crate::mir::BinaryOp;

impl Translator<'_> {
    /// An operation with a uniform result.
    pub(super) fn uniform(&mut self, op: &Op, elem: Elem) -> clif::Value {
        match op {
            Op::Const(bits) => self.scalar_constant(elem, *bits),
            Op::Unary(op, a) => {
                let a = self.one(*a);
                self.builder.unary(*op, a)
            }
            Op::Binary(op, a, b) => {
                let known = self.constants.get(b).copied();
                let (a, b) = (self.one(*a), self.one(*b));
                self.scalar_binary(*op, a, b, known)
            }
            Op::ShiftRightLogical(a, count) => {
                let a = self.one(*a);
                self.builder.ins().ushr_imm_u(a, i64::from(*count))
            }
            Op::Compare(op, a, b) => {
                let (a, b) = (self.one(*a), self.one(*b));
                self.builder.compare(*op, a, b)
            }
            Op::Inside(index, extent) => {
                let (index, extent) = (self.one(*index), self.one(*extent));
                let below = IntCC::UnsignedLessThan;
                self.builder.ins().icmp(below, index, extent)
            }
            Op::Select(cond, yes, no) => {
                let (cond, yes, no) = (self.one(*cond), self.one(*yes), self.one(*no));
                self.builder.ins().select(cond, yes, no)
            }
            Op::Convert(a) => {
                let a = self.one(*a);
                self.builder.convert(a, lane_type(elem))
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
            Op::Zeros => self.zeros(),
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
                *address,
                *offset,
                Given {
                    value: *value,
                    expected: *expected,
                },
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
            | Op::SwapGroups(..)
            | Op::Between { .. }
            | Op::ByteDifferences(..)
            | Op::LoadBytes { .. }
            | Op::MaskedLoad { .. }
            | Op::LoadLanes { .. }
            | Op::Gather { .. }
            | Op::GatherRun { .. }
            | Op::Store { .. }
            | Op::Scatter { .. }
            | Op::StoreInterleaved { .. } => panic!("{op:?} has no uniform result"),
        }
    }

    pub(super) fn scalar_constant(&mut self, elem: Elem, bits: u64) -> clif::Value {
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

    /// A binary operation on one lane; `known`: the bits of a constant second operand.
    pub(super) fn scalar_binary(
        &mut self,
        op: BinaryOp,
        x: clif::Value,
        y: clif::Value,
        known: Option<u64>,
    ) -> clif::Value {
        let known = known.map(|bits| match self.builder.func.dfg.value_type(y) {
            types::I64 => bits as i64,
            _ => i64::from(bits as u32 as i32),
        });
        self.builder.binary(op, x, y, known)
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
