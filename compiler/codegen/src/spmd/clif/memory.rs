//! Loads, stores and atomic operations.
//!
//! *Invariant:* bytes outside the elements of the active lanes are neither read nor written.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self as clif, AtomicRmwOp, InstBuilder, MemFlagsData, types};
use quasar_abi::RtFn;

use super::super::families::{call_op, load_op, value_op};
use super::super::ir::{Elem, Memory, Op, Val};
use super::{Translator, lane_type, lanes_per_part, little, plain, vector_type};
use crate::arithmetic::Arithmetic;
use crate::mir::arithmetic::math_row;
use crate::mir::{AtomicOp, BinaryOp, Change, CompareOp};

/// What an atomic operation is given.
#[derive(Clone, Copy)]
pub(super) struct Given<V> {
    /// Its operand.
    pub(super) value: V,
    /// For `CompareExchange`, what must be there.
    pub(super) expected: Option<V>,
}

impl Translator<'_> {
    // ---- Scalars ---------------------------------------------------------------------------------------------------------------------------

    /// Loads and widens one element.
    pub(super) fn load_scalar(
        &mut self,
        memory: Memory,
        address: clif::Value,
        offset: i32,
    ) -> clif::Value {
        let flags = plain();
        let ins = self.builder.ins();
        match memory {
            Memory::F16 => {
                let bits = ins.uload16(types::I32, flags, address, offset);
                self.call(RtFn::half_to_f32, &[bits])
            }
            Memory::I8 => ins.sload8(types::I32, flags, address, offset),
            Memory::U8 => ins.uload8(types::I32, flags, address, offset),
            Memory::I16 => ins.sload16(types::I32, flags, address, offset),
            Memory::U16 => ins.uload16(types::I32, flags, address, offset),
            Memory::I32 => ins.load(types::I32, flags, address, offset),
            Memory::U32 => ins.uload32(flags, address, offset),
            Memory::I64 => ins.load(types::I64, flags, address, offset),
            Memory::F32 => ins.load(types::F32, flags, address, offset),
            Memory::F64 => ins.load(types::F64, flags, address, offset),
        }
    }

    /// Narrows and stores one element.
    fn store_scalar(&mut self, memory: Memory, value: clif::Value, address: clif::Value, at: i32) {
        let flags = plain();
        if memory == Memory::F16 {
            let bits = self.call(RtFn::half_from_f32, &[value]);
            self.builder.ins().istore16(flags, bits, address, at);
            return;
        }
        let ins = self.builder.ins();
        match memory {
            Memory::I8 | Memory::U8 => ins.istore8(flags, value, address, at),
            Memory::I16 | Memory::U16 | Memory::F16 => ins.istore16(flags, value, address, at),
            Memory::U32 => ins.istore32(flags, value, address, at),
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => {
                ins.store(flags, value, address, at)
            }
        };
    }

    // ---- Loads of several lanes ------------------------------------------------------------------------------------------------------------

    /// Consecutive elements.
    pub(super) fn load_vector(
        &mut self,
        memory: Memory,
        address: clif::Value,
        offset: i32,
    ) -> Vec<clif::Value> {
        let elem = memory.elem();
        let per_part = lanes_per_part(elem);
        let bytes = memory.size() as i32 * per_part as i32;
        (0..(self.function.lanes / per_part) as i32)
            .map(|part| self.load_part(memory, address, offset + part * bytes))
            .collect()
    }

    fn load_part(&mut self, memory: Memory, address: clif::Value, offset: i32) -> clif::Value {
        let flags = plain();
        match memory {
            Memory::I8 | Memory::U8 => {
                let bytes = self.builder.ins().load(types::I32, flags, address, offset);
                let bytes = self.builder.ins().scalar_to_vector(types::I32X4, bytes);
                let bytes = self.builder.ins().bitcast(types::I8X16, little(), bytes);
                if memory == Memory::I8 {
                    let halves = self.builder.ins().swiden_low(bytes);
                    self.builder.ins().swiden_low(halves)
                } else {
                    let halves = self.builder.ins().uwiden_low(bytes);
                    self.builder.ins().uwiden_low(halves)
                }
            }
            Memory::I16 => self.builder.ins().sload16x4(flags, address, offset),
            Memory::U16 => self.builder.ins().uload16x4(flags, address, offset),
            Memory::U32 => self.builder.ins().uload32x2(flags, address, offset),
            Memory::F16 => panic!("16-bit floats are loaded as their bits"),
            Memory::F32 | Memory::F64 if self.loads_bits => {
                let bits = self
                    .builder
                    .ins()
                    .load(types::I32X4, flags, address, offset);
                let ty = vector_type(memory.elem());
                self.builder.ins().bitcast(ty, little(), bits)
            }
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => {
                let ty = vector_type(memory.elem());
                self.builder.ins().load(ty, flags, address, offset)
            }
        }
    }

    /// One element per lane, each at its own place.
    pub(super) fn load_lanes(&mut self, memory: Memory, places: &[(Val, i32)]) -> Vec<clif::Value> {
        let places: Vec<_> = places
            .iter()
            .map(|(address, offset)| (self.one(*address), *offset))
            .collect();
        self.collect_lanes(memory, &places)
    }

    /// Elements side by side; a lane that is masked off reads a zero instead.
    pub(super) fn masked_load(
        &mut self,
        memory: Memory,
        address: Val,
        offset: i32,
        mask: Val,
    ) -> Vec<clif::Value> {
        let address = self.one(address);
        let zeros = self.zeros();
        let places: Vec<_> = (0..self.function.lanes)
            .map(|lane| {
                let holds = self.lane(mask, lane);
                let at = i64::from(offset) + i64::from(lane) * memory.size();
                let place = self.builder.ins().iadd_imm_s(address, at);
                (self.builder.ins().select(holds, place, zeros), 0)
            })
            .collect();
        self.collect_lanes(memory, &places)
    }

    fn collect_lanes(&mut self, memory: Memory, places: &[(clif::Value, i32)]) -> Vec<clif::Value> {
        let elem = memory.elem();
        let per_part = lanes_per_part(elem) as usize;
        let mut parts = Vec::new();
        for group in places.chunks(per_part) {
            let lanes: Vec<_> = group
                .iter()
                .map(|(address, offset)| self.load_scalar(memory, *address, *offset))
                .collect();
            parts.push(self.pack(elem, &lanes));
        }
        parts
    }

    /// A vector from its lanes.
    pub(super) fn pack(&mut self, elem: Elem, lanes: &[clif::Value]) -> clif::Value {
        let ty = vector_type(elem);
        let mut vector = self.builder.ins().scalar_to_vector(ty, lanes[0]);
        for (at, lane) in lanes.iter().enumerate().skip(1) {
            vector = self.builder.ins().insertlane(vector, *lane, at as u8);
        }
        vector
    }

    /// One element per lane, by index.
    pub(super) fn gather(
        &mut self,
        memory: Memory,
        address: Val,
        index: Val,
        scale: u32,
        offset: i32,
    ) -> Vec<clif::Value> {
        let places: Vec<_> = (0..self.function.lanes)
            .map(|lane| (self.indexed(address, index, scale, lane), offset))
            .collect();
        self.collect_lanes(memory, &places)
    }

    /// The address of one lane of an indexed access.
    fn indexed(&mut self, address: Val, index: Val, scale: u32, lane: u32) -> clif::Value {
        let address = self.one(address);
        let index = self.lane(index, lane);
        let index = self.builder.ins().sextend(types::I64, index);
        let shift = i64::from(scale.trailing_zeros());
        let bytes = self.builder.ins().ishl_imm_u(index, shift);
        self.builder.ins().iadd(address, bytes)
    }

    // ---- Stores ----------------------------------------------------------------------------------------------------------------------------

    /// An operation without result.
    pub(super) fn effect(&mut self, op: &Op) {
        match op {
            Op::Store {
                memory,
                address,
                offset,
                value,
                mask,
            } => match self.ty(*value).varying {
                false => {
                    let (value, address) = (self.one(*value), self.one(*address));
                    self.store_scalar(*memory, value, address, *offset);
                }
                true => self.store_vector(*memory, *address, *offset, *value, *mask),
            },
            Op::Scatter {
                memory,
                address,
                index,
                scale,
                offset,
                value,
                mask,
            } => {
                let bits = mask.map(|mask| self.mask_bits(mask));
                for lane in 0..self.function.lanes {
                    self.if_lane(bits, lane, |translator| {
                        let place = translator.indexed(*address, *index, *scale, lane);
                        let value = translator.lane(*value, lane);
                        translator.store_scalar(*memory, value, place, *offset);
                    });
                }
            }
            Op::StoreInterleaved {
                memory,
                address,
                offset,
                values,
                mask,
            } => {
                let place = self.one(*address);
                let size = memory.size() as i32;
                let bits = mask.map(|mask| self.mask_bits(mask));
                for lane in 0..self.function.lanes {
                    self.if_lane(bits, lane, |translator| {
                        for (value, at) in values.iter().zip(0..) {
                            let number = lane as i32 * values.len() as i32 + at;
                            let value = translator.lane(*value, lane);
                            let at = offset + number * size;
                            translator.store_scalar(*memory, value, place, at);
                        }
                    });
                }
            }
            value_op!() | load_op!() | call_op!() => panic!("{op:?} has a result"),
        }
    }

    fn store_vector(
        &mut self,
        memory: Memory,
        address: Val,
        offset: i32,
        value: Val,
        mask: Option<Val>,
    ) {
        let place = self.one(address);
        let Some(mask) = mask else {
            return self.store_all(memory, place, offset, value);
        };
        let bits = self.mask_bits(mask);
        let full = (1i64 << self.function.lanes) - 1;
        let all = self.builder.ins().icmp_imm_u(IntCC::Equal, bits, full);
        let [fast, slow, done] = [(); 3].map(|()| self.builder.create_block());
        self.builder.ins().brif(all, fast, &[], slow, &[]);
        self.builder.switch_to_block(fast);
        self.store_all(memory, place, offset, value);
        self.builder.ins().jump(done, &[]);
        self.builder.switch_to_block(slow);
        for lane in 0..self.function.lanes {
            self.if_lane(Some(bits), lane, |translator| {
                let value = translator.lane(value, lane);
                let at = offset + lane as i32 * memory.size() as i32;
                translator.store_scalar(memory, value, place, at);
            });
        }
        self.builder.ins().jump(done, &[]);
        self.builder.switch_to_block(done);
    }

    /// Runs something if a lane's bit is set.
    fn if_lane(&mut self, bits: Option<clif::Value>, lane: u32, then: impl FnOnce(&mut Self)) {
        let Some(bits) = bits else {
            return then(self);
        };
        let bit = self.builder.ins().band_imm_u(bits, 1i64 << lane);
        let (hit, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(bit, hit, &[], next, &[]);
        self.builder.switch_to_block(hit);
        then(self);
        self.builder.ins().jump(next, &[]);
        self.builder.switch_to_block(next);
    }

    fn store_all(&mut self, memory: Memory, address: clif::Value, offset: i32, value: Val) {
        let parts = self.many(value);
        let flags = plain();
        match memory {
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => {
                for (at, part) in parts.into_iter().enumerate() {
                    let at = offset + 16 * at as i32;
                    self.builder.ins().store(flags, part, address, at);
                }
            }
            Memory::I8 | Memory::U8 => {
                for (at, part) in parts.into_iter().enumerate() {
                    let halves = self.narrow_pair(memory == Memory::I8, part);
                    let bytes = match memory {
                        Memory::I8 => self.builder.ins().snarrow(halves, halves),
                        _ => self.builder.ins().unarrow(halves, halves),
                    };
                    let words = self.builder.ins().bitcast(types::I32X4, little(), bytes);
                    let word = self.builder.ins().extractlane(words, 0);
                    let at = offset + 4 * at as i32;
                    self.builder.ins().store(flags, word, address, at);
                }
            }
            Memory::I16 | Memory::U16 => {
                for (at, part) in parts.into_iter().enumerate() {
                    let halves = self.narrow_pair(memory == Memory::I16, part);
                    let words = self.builder.ins().bitcast(types::I64X2, little(), halves);
                    let word = self.builder.ins().extractlane(words, 0);
                    let at = offset + 8 * at as i32;
                    self.builder.ins().store(flags, word, address, at);
                }
            }
            Memory::F16 => panic!("16-bit floats are stored as their bits"),
            Memory::U32 => {
                for (at, pair) in parts.chunks(2).enumerate() {
                    let words = self.compress(pair[0], pair[1]);
                    let at = offset + 16 * at as i32;
                    self.builder.ins().store(flags, words, address, at);
                }
            }
        }
    }

    /// 32-bit lanes to 16-bit lanes, twice.
    fn narrow_pair(&mut self, signed: bool, part: clif::Value) -> clif::Value {
        match signed {
            true => self.builder.ins().snarrow(part, part),
            false => self.builder.ins().unarrow(part, part),
        }
    }

    // ---- Atomic operations -----------------------------------------------------------------------------------------------------------------

    /// A read-modify-write of one element; the new value, for `Exchange` the old one.
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        memory: Memory,
        address: Val,
        offset: i32,
        given: Given<Val>,
        shared: bool,
    ) -> clif::Value {
        let (address, value) = (self.one(address), self.one(given.value));
        let expected = given.expected.map(|expected| self.one(expected));
        let given = Given { value, expected };
        if !shared {
            let old = self.load_scalar(memory, address, offset);
            let new = self.next(op, memory, old, given);
            self.store_scalar(memory, new, address, offset);
            return if op.gives_old() { old } else { new };
        }
        let address = self.builder.ins().iadd_imm_s(address, i64::from(offset));
        let whole = matches!(memory, Memory::I32 | Memory::I64);
        if let (true, Some(machine)) = (whole, atomic_op(op)) {
            let ty = lane_type(memory.elem());
            let old =
                self.builder
                    .ins()
                    .atomic_rmw(ty, MemFlagsData::trusted(), machine, address, value);
            return match op.gives_old() {
                true => old,
                false => self.combined(op, memory, old, value),
            };
        }
        self.compare_and_swap(op, memory, address, given)
    }

    fn compare_and_swap(
        &mut self,
        op: AtomicOp,
        memory: Memory,
        address: clif::Value,
        given: Given<clif::Value>,
    ) -> clif::Value {
        let raw = match memory.size() {
            1 => types::I8,
            2 => types::I16,
            4 => types::I32,
            _ => types::I64,
        };
        let flags = MemFlagsData::trusted();
        let first = self.builder.ins().load(raw, flags, address, 0);
        let (again, done) = (self.builder.create_block(), self.builder.create_block());
        let expected = self.builder.append_block_param(again, raw);
        self.builder.ins().jump(again, &[first.into()]);
        self.builder.switch_to_block(again);
        let old = self.from_raw(memory, expected);
        let new = self.next(op, memory, old, given);
        let bits = self.to_raw(memory, new, raw);
        let found = self
            .builder
            .ins()
            .atomic_cas(flags, address, expected, bits);
        let same = self.builder.ins().icmp(IntCC::Equal, found, expected);
        self.builder
            .ins()
            .brif(same, done, &[], again, &[found.into()]);
        self.builder.switch_to_block(done);
        match op.gives_old() {
            true => old,
            false => self.from_raw(memory, bits),
        }
    }

    /// The new element; with an expected one, the old one where it is another.
    fn next(
        &mut self,
        op: AtomicOp,
        memory: Memory,
        old: clif::Value,
        Given { value, expected }: Given<clif::Value>,
    ) -> clif::Value {
        let Some(expected) = expected else {
            return self.combined(op, memory, old, value);
        };
        let value = self.saturated(memory, value);
        let same = self.builder.compare(CompareOp::Eq, old, expected);
        self.builder.ins().select(same, value, old)
    }

    fn from_raw(&mut self, memory: Memory, bits: clif::Value) -> clif::Value {
        let ins = self.builder.ins();
        match memory {
            Memory::F16 => {
                let bits = ins.uextend(types::I32, bits);
                self.call(RtFn::half_to_f32, &[bits])
            }
            Memory::I8 | Memory::I16 => ins.sextend(types::I32, bits),
            Memory::U8 | Memory::U16 => ins.uextend(types::I32, bits),
            Memory::U32 => ins.uextend(types::I64, bits),
            Memory::I32 | Memory::I64 => bits,
            Memory::F32 => ins.bitcast(types::F32, MemFlagsData::new(), bits),
            Memory::F64 => ins.bitcast(types::F64, MemFlagsData::new(), bits),
        }
    }

    fn to_raw(&mut self, memory: Memory, value: clif::Value, raw: clif::Type) -> clif::Value {
        if memory == Memory::F16 {
            let bits = self.call(RtFn::half_from_f32, &[value]);
            return self.builder.ins().ireduce(raw, bits);
        }
        let ins = self.builder.ins();
        match memory {
            Memory::I8 | Memory::I16 | Memory::U8 | Memory::U16 | Memory::U32 | Memory::F16 => {
                ins.ireduce(raw, value)
            }
            Memory::I32 | Memory::I64 => value,
            Memory::F32 | Memory::F64 => ins.bitcast(raw, MemFlagsData::new(), value),
        }
    }

    /// The new element of a read-modify-write, saturated to what memory can hold.
    fn combined(
        &mut self,
        op: AtomicOp,
        memory: Memory,
        old: clif::Value,
        value: clif::Value,
    ) -> clif::Value {
        let ty = memory.elem().ty();
        let new = match op.change(ty) {
            Change::Replace => value,
            Change::Math(function) => self.call(math_row(function, ty), &[old, value]),
            Change::Bits(binary) => self.combined_bits(binary, old, value),
            Change::Binary(binary) => match binary.row(ty) {
                Some(row) => self.call(row, &[old, value]),
                None => self.combined_by(binary, old, value),
            },
        };
        self.saturated(memory, new)
    }

    /// By an operation of the machine. The lesser or greater of a float and what is not a number is the float.
    fn combined_by(&mut self, op: BinaryOp, old: clif::Value, value: clif::Value) -> clif::Value {
        let new = self.builder.binary(op, old, value, None);
        let is_float = self.builder.func.dfg.value_type(value).is_float();
        match op {
            BinaryOp::Min | BinaryOp::Max if is_float => {
                let number = self.builder.ins().fcmp(FloatCC::Equal, value, value);
                self.builder.ins().select(number, new, old)
            }
            _any => new,
        }
    }

    /// The bits of two floats as ints.
    fn combined_bits(&mut self, op: BinaryOp, old: clif::Value, value: clif::Value) -> clif::Value {
        let ty = self.builder.func.dfg.value_type(old);
        let [old, value] =
            [old, value].map(|side| self.builder.ins().fcvt_to_sint_sat(types::I32, side));
        let new = self.builder.binary(op, old, value, None);
        self.builder.ins().fcvt_from_sint(ty, new)
    }

    fn saturated(&mut self, memory: Memory, value: clif::Value) -> clif::Value {
        let (low, high) = match memory {
            Memory::I8 => (i64::from(i8::MIN), i64::from(i8::MAX)),
            Memory::U8 => (0, i64::from(u8::MAX)),
            Memory::I16 => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Memory::U16 => (0, i64::from(u16::MAX)),
            Memory::U32 => (0, i64::from(u32::MAX)),
            Memory::F16 => {
                let bits = self.call(RtFn::half_from_f32, &[value]);
                return self.call(RtFn::half_to_f32, &[bits]);
            }
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => return value,
        };
        let (low, high) = match memory {
            Memory::U32 => (self.long(low), self.long(high)),
            _ => (self.int(low), self.int(high)),
        };
        let value = self.builder.ins().smax(value, low);
        self.builder.ins().smin(value, high)
    }
}

/// The machine's own operation, where there is one.
fn atomic_op(op: AtomicOp) -> Option<AtomicRmwOp> {
    match op {
        AtomicOp::Add => Some(AtomicRmwOp::Add),
        AtomicOp::Sub => Some(AtomicRmwOp::Sub),
        AtomicOp::And => Some(AtomicRmwOp::And),
        AtomicOp::Or => Some(AtomicRmwOp::Or),
        AtomicOp::Xor => Some(AtomicRmwOp::Xor),
        AtomicOp::Min => Some(AtomicRmwOp::Smin),
        AtomicOp::Max => Some(AtomicRmwOp::Smax),
        AtomicOp::Exchange => Some(AtomicRmwOp::Xchg),
        AtomicOp::Mul | AtomicOp::Div | AtomicOp::Pow | AtomicOp::CompareExchange => None,
    }
}
