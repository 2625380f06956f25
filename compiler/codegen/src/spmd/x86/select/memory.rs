//! Loads and stores.
//!
//! *Invariant:* bytes outside the elements of the active lanes are neither read nor written.

use iced_x86::Code;
use quasar_abi::RtFn;
use regalloc2::VReg;

use super::super::super::families::{call_op, load_op, store_op, value_op};
use super::super::super::intervals;
use super::super::super::ir::{Elem, Memory, Op, Type, Val};
use super::super::machine::{Address, Arg, Condition, Level};
use super::super::table::Row;
use super::{Selector, wide};
use crate::mir::BinaryOp;

impl<'a> Selector<'a> {
    // ---- Scalars -----------------------------------------------------------------------------------------------------------------------

    /// Loads and widens one element.
    pub(super) fn load_one(&mut self, memory: Memory, address: Address) -> VReg {
        let code = match memory {
            Memory::I8 => Code::Movsx_r32_rm8,
            Memory::U8 => Code::Movzx_r32_rm8,
            Memory::I16 => Code::Movsx_r32_rm16,
            Memory::U16 => Code::Movzx_r32_rm16,
            Memory::I32 | Memory::U32 => Code::Mov_r32_rm32,
            Memory::I64 => Code::Mov_r64_rm64,
            Memory::F16 => {
                let bits = self.load_general(Code::Movzx_r32_rm16, address);
                return self.call(RtFn::half_to_f32, &[bits]);
            }
            Memory::F32 | Memory::F64 => return self.loaded_lane(memory.elem(), address),
        };
        self.load_general(code, address)
    }

    /// Narrows and stores one element.
    pub(super) fn store_one(&mut self, memory: Memory, value: VReg, address: Address) {
        if memory == Memory::F16 {
            let bits = self.call(RtFn::half_from_f32, &[value]);
            return self.store_one(Memory::U16, bits, address);
        }
        let args = [Arg::Memory(address), Arg::Use(value)];
        match memory {
            Memory::I8 | Memory::U8 => self.emit(Code::Mov_rm8_r8, &args),
            Memory::I16 | Memory::U16 | Memory::F16 => self.emit(Code::Mov_rm16_r16, &args),
            Memory::I32 | Memory::U32 => self.emit(Code::Mov_rm32_r32, &args),
            Memory::I64 | Memory::F32 | Memory::F64 => {
                self.store_lane(memory.elem(), address, value);
            }
        }
    }

    // ---- Loads of several lanes --------------------------------------------------------------------------------------------------------

    pub(super) fn load_vector(&mut self, op: &'a Op, ty: Type) -> Vec<VReg> {
        match op {
            Op::Load {
                memory,
                address,
                offset,
            } => {
                let address = self.address(*address, *offset);
                self.load_parts(*memory, address, ty)
            }
            Op::LoadLanes { memory, places } => {
                let places: Vec<Address> = places
                    .iter()
                    .map(|(address, offset)| self.address(*address, *offset))
                    .collect();
                self.collected(*memory, &places)
            }
            Op::Gather {
                memory,
                address,
                index,
                scale,
                offset,
            } => {
                let base = self.plain_address(*address, *offset);
                match (memory.size(), scale) {
                    (4 | 8, 1 | 2 | 4 | 8) if *memory != Memory::U32 => {
                        self.gathered(*memory, base, *index, *scale)
                    }
                    (_, 1 | 2 | 4 | 8) => {
                        let places = self.indexed_places(base, *index, *scale);
                        self.collected(*memory, &places)
                    }
                    _ => self.nothing("wide steps of indices", ty),
                }
            }
            Op::MaskedLoad {
                memory,
                address,
                offset,
                mask,
            } => {
                let place = self.address(*address, *offset);
                self.masked_load(*memory, place, *mask)
            }
            Op::GatherRun { .. } => self.gather_run(op),
            Op::LoadBytes { address, offset } => {
                let address = self.address(*address, *offset);
                self.load_bytes(address)
            }
            value_op!() | store_op!() | call_op!() => panic!("{op:?} is no load"),
        }
    }

    /// Bytes, as many as there are lanes, in the first part.
    fn load_bytes(&mut self, address: Address) -> Vec<VReg> {
        let row = match self.function.lanes {
            32 => Row::Load32Bytes,
            16 => Row::Load16Bytes,
            _ => Row::LoadS64,
        };
        let result = self.vector();
        self.row(row, &[Arg::Def(result), Arg::Memory(address)], None);
        self.in_the_first_part(result)
    }

    /// Sums of eight differences of bytes in each 64 bits.
    pub(super) fn byte_differences(&mut self, a: Val, b: Val) -> Vec<VReg> {
        let row = match self.function.lanes {
            32 => Row::DifferencesU8x32,
            _ => Row::DifferencesU8x16,
        };
        let [a, b] = [a, b].map(|value| self.many(value)[0]);
        let differences = self.row2(row, a, b);
        self.in_the_first_part(differences)
    }

    /// A value whose first part a vector is, and the others zero.
    fn in_the_first_part(&mut self, first: VReg) -> Vec<VReg> {
        let parts = self.function.lanes / self.level.lanes(Elem::I32);
        let mut all = vec![first];
        if parts > 1 {
            let none = self.vector_constant(Elem::I32, 0);
            all.resize(parts as usize, none);
        }
        all
    }

    fn masked_load(&mut self, memory: Memory, address: Address, mask: Val) -> Vec<VReg> {
        let masks = self.masks_for(mask, memory.elem());
        let bytes = self.level.bytes() as i32;
        let masks = masks.into_iter().zip(0..);
        masks
            .map(|(mask, part)| {
                let place = Arg::Memory(address.plus(part * bytes));
                let result = self.vector();
                match self.level {
                    Level::Avx2 => {
                        let args = [Arg::Def(result), Arg::Use(mask), place];
                        self.row(Row::MaskedLoad32, &args, None);
                    }
                    Level::Avx512 => {
                        let from = self.vector_constant(Elem::I32, 0);
                        let args = [Arg::Update { result, from }, place];
                        self.row(Row::MaskedLoad32, &args, Some(Arg::Use(mask)));
                    }
                }
                result
            })
            .collect()
    }

    fn load_parts(&mut self, memory: Memory, address: Address, ty: Type) -> Vec<VReg> {
        let row = match memory {
            Memory::I8 => Row::LoadI8,
            Memory::U8 => Row::LoadU8,
            Memory::I16 => Row::LoadI16,
            Memory::U16 => Row::LoadU16,
            Memory::U32 => Row::LoadU32,
            Memory::F16 => panic!("16-bit floats are loaded as their bits"),
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => Row::Load,
        };
        let bytes = memory.size() as i32 * self.level.lanes(ty.elem) as i32;
        let mut parts = Vec::new();
        for part in 0..self.part_count(ty) as i32 {
            let result = self.vector();
            let place = address.plus(part * bytes);
            self.row(row, &[Arg::Def(result), Arg::Memory(place)], None);
            parts.push(result);
        }
        parts
    }

    /// One element per lane, each from its own place.
    fn collected(&mut self, memory: Memory, places: &[Address]) -> Vec<VReg> {
        let elem = memory.elem();
        let per_part = self.level.lanes(elem) as usize;
        let parts = places.chunks(per_part);
        parts
            .map(|places| self.collected_part(memory, places))
            .collect()
    }

    /// A vector from memory, quarter by quarter.
    fn collected_part(&mut self, memory: Memory, places: &[Address]) -> VReg {
        let per_quarter = if wide(memory.elem()) { 2 } else { 4 };
        let mut vector = None;
        for (at, places) in places.chunks(per_quarter).enumerate() {
            let quarter = self.collected_quarter(memory, places);
            vector = Some(match vector {
                None => quarter,
                Some(vector) => self.row2_imm(Row::ReplaceQuarter, vector, quarter, at as i32),
            });
        }
        vector.expect("a vector has a lane")
    }

    fn collected_quarter(&mut self, memory: Memory, places: &[Address]) -> VReg {
        let at = usize::from(wide(memory.elem()));
        let whole = matches!(
            memory,
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64
        );
        let mut quarter = match whole {
            true => {
                let result = self.vector();
                let args = [Arg::Def(result), Arg::Memory(places[0])];
                self.row([Row::LoadS32, Row::LoadS64][at], &args, None);
                result
            }
            false => {
                let lane = self.load_one(memory, places[0]);
                self.row1([Row::FromI32, Row::FromI64][at], lane)
            }
        };
        for (lane, place) in places.iter().enumerate().skip(1) {
            let source = match whole {
                true => Arg::Memory(*place),
                false => Arg::Use(self.load_one(memory, *place)),
            };
            let result = self.vector();
            let args = [
                Arg::Def(result),
                Arg::Use(quarter),
                source,
                Arg::Imm(lane as i32),
            ];
            self.row([Row::InsertI32, Row::InsertI64][at], &args, None);
            quarter = result;
        }
        quarter
    }

    /// The places of an indexed access, lane by lane.
    fn indexed_places(&mut self, base: Address, index: Val, scale: u32) -> Vec<Address> {
        (0..self.function.lanes)
            .map(|lane| self.indexed_place(base, index, scale, lane))
            .collect()
    }

    fn indexed_place(&mut self, base: Address, index: Val, scale: u32, lane: u32) -> Address {
        let index = self.lane(index, lane);
        let wide = self.general();
        let args = [Arg::Def(wide), Arg::Any(index)];
        self.emit(Code::Movsxd_r64_rm32, &args);
        Address {
            index: Some((wide, scale)),
            ..base
        }
    }

    /// The machine's own gather.
    fn gathered(&mut self, memory: Memory, base: Address, index: Val, scale: u32) -> Vec<VReg> {
        let elem = memory.elem();
        let mut indices = Vec::new();
        for part in self.many(index) {
            indices.push(part);
            if wide(elem) {
                indices.push(self.upper_half(part));
            }
        }
        let row = [Row::GatherF32, Row::GatherF64][usize::from(wide(elem))];
        let parts = indices.into_iter();
        parts
            .map(|part| {
                let index = Some((part, scale));
                self.gathered_part(row, Address { index, ..base })
            })
            .collect()
    }

    /// The machine's gather takes what the result was before, and uses its mask up.
    fn gathered_part(&mut self, row: Row, place: Address) -> VReg {
        let (result, used) = (self.vector(), self.mask_register());
        let before = self.vector_constant(Elem::I32, 0);
        let mask = Arg::Update {
            result: used,
            from: self.mask_constant(true),
        };
        let update = Arg::Update {
            result,
            from: before,
        };
        match self.level {
            Level::Avx2 => self.row(row, &[update, Arg::Lanes(place), mask], None),
            Level::Avx512 => self.row(row, &[update, Arg::Lanes(place)], Some(mask)),
        }
        result
    }

    // ---- Stores ------------------------------------------------------------------------------------------------------------------------

    /// An operation without result.
    pub(super) fn effect(&mut self, op: &'a Op) {
        match op {
            Op::Store {
                memory,
                address,
                offset,
                value,
                mask,
            } => {
                let place = self.address(*address, *offset);
                match (self.ty(*value).varying, mask) {
                    (false, _) => {
                        let value = self.one(*value);
                        self.store_one(*memory, value, place);
                    }
                    (true, mask) if self.stores_bytes(*memory, *value, *mask) => {
                        self.store_short(*memory, place, *value, *mask);
                    }
                    (true, None) if self.store_narrow_vectors(*memory, place, *value) => {}
                    (true, mask) if self.stores_short(*memory, *value, *mask) => {
                        self.store_short(*memory, place, *value, *mask);
                    }
                    (true, None) => self.store_all(*memory, place, *value),
                    (true, Some(mask)) => self.store_masked(*memory, place, *value, *mask),
                }
            }
            Op::Scatter {
                memory,
                address,
                index,
                scale,
                offset,
                value,
                mask,
            } => {
                let base = self.plain_address(*address, *offset);
                if *scale > 8 {
                    return self.give_up("wide steps of indices");
                }
                let bits = mask.map(|mask| self.mask_bits(mask));
                for lane in 0..self.function.lanes {
                    self.if_lane(bits, lane, |selector| {
                        let place = selector.indexed_place(base, *index, *scale, lane);
                        let value = selector.lane(*value, lane);
                        selector.store_one(*memory, value, place);
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
                let place = self.address(*address, *offset);
                self.store_interleaved(*memory, place, values, *mask);
            }
            value_op!() | load_op!() | call_op!() => panic!("{op:?} has a result"),
        }
    }

    fn store_all(&mut self, memory: Memory, address: Address, value: Val) {
        let bytes = memory.size() as i32 * self.level.lanes(memory.elem()) as i32;
        let value = self.without_limits(memory, value);
        let parts = self.many(value);
        if memory == Memory::U32 && self.level == Level::Avx2 {
            for (at, pair) in parts.chunks(2).enumerate() {
                let whole = self.low_halves(pair[0], pair[1]);
                let place = address.plus(2 * bytes * at as i32);
                self.row(Row::Store, &[Arg::Memory(place), Arg::Use(whole)], None);
            }
            return;
        }
        for (at, part) in parts.into_iter().enumerate() {
            self.store_part(memory, address.plus(bytes * at as i32), part, None);
        }
    }

    fn store_part(&mut self, memory: Memory, place: Address, part: VReg, mask: Option<Arg>) {
        let row = match (memory, self.level) {
            (Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64, _) => Row::Store,
            (Memory::I8 | Memory::U8, Level::Avx512) => Row::NarrowTo8,
            (Memory::I16 | Memory::U16, Level::Avx512) => Row::NarrowTo16,
            (Memory::U32, _) => Row::NarrowTo32,
            (Memory::F16, _) => panic!("16-bit floats are stored as their bits"),
            (_, Level::Avx2) => return self.store_narrow(memory, place, part),
        };
        self.row(row, &[Arg::Memory(place), Arg::Use(part)], mask);
    }

    fn store_narrow(&mut self, memory: Memory, place: Address, part: VReg) {
        let row = match memory.size() {
            2 => Row::StoreHalf,
            _ => Row::StoreQuarter64,
        };
        let narrow = self.narrow_part(memory, part);
        self.row(row, &[Arg::Memory(place), Arg::Use(narrow)], None);
    }

    /// The number that is limited to what an element holds, where narrowing keeps that limit: with AVX2.
    pub(super) fn without_limits(&self, memory: Memory, value: Val) -> Val {
        let Some((low, high)) = intervals::limits(memory).filter(|_| self.level == Level::Avx2)
        else {
            return value;
        };
        let limited = |value: Val, by: BinaryOp, limit: i64| match self.near(value) {
            Some(Op::Binary(op, number, bound)) if *op == by => {
                (self.small(*bound).map(i64::from) == Some(limit)).then_some(*number)
            }
            _ => None,
        };
        let (below, above) = (BinaryOp::Min, BinaryOp::Max);
        let both = limited(value, below, high).and_then(|number| limited(number, above, low));
        let turned = || limited(value, above, low).and_then(|number| limited(number, below, high));
        both.or_else(turned).unwrap_or(value)
    }

    /// AVX2 narrows by packing: 32 bits to 16, and those to 8. What an element does not hold becomes the nearest that it does.
    pub(super) fn narrow_part(&mut self, memory: Memory, part: VReg) -> VReg {
        let (to_16, to_8) = match memory {
            Memory::U16 => (Row::PackU16, Row::PackU8),
            Memory::U8 => (Row::PackI16, Row::PackU8),
            _ => (Row::PackI16, Row::PackI8),
        };
        let upper = self.upper_half(part);
        let half = self.row2(to_16, part, upper);
        match memory.size() {
            2 => half,
            _ => self.row2(to_8, half, half),
        }
    }

    // ---- Stores of some lanes ----------------------------------------------------------------------------------------------------------

    fn store_masked(&mut self, memory: Memory, address: Address, value: Val, mask: Val) {
        let elem = memory.elem();
        if self.level == Level::Avx512 {
            let bytes = memory.size() as i32 * self.level.lanes(elem) as i32;
            let masks = self.masks_for(mask, elem);
            let parts = self.many(value).into_iter().zip(masks);
            for (at, (part, mask)) in parts.enumerate() {
                let place = address.plus(bytes * at as i32);
                self.store_under(memory, place, part, mask);
            }
            return;
        }
        let cold = self.out.blocks[self.current].cold;
        let [fast, slow, done] = [(); 3].map(|()| self.out.block(cold));
        let condition = self.all_flags(mask);
        self.end_with_branch(condition, fast, slow);
        self.current = fast;
        self.store_all(memory, address, value);
        self.end_with_jump(done, Vec::new());
        self.current = slow;
        self.store_lanes(memory, address, value, mask);
        self.end_with_jump(done, Vec::new());
        self.current = done;
    }

    fn store_under(&mut self, memory: Memory, place: Address, part: VReg, mask: VReg) {
        let row = match memory {
            Memory::I64 | Memory::F64 => Row::MaskedStore64,
            Memory::I32 | Memory::F32 => Row::MaskedStore32,
            Memory::I8 | Memory::U8 => Row::NarrowTo8,
            Memory::I16 | Memory::U16 => Row::NarrowTo16,
            Memory::U32 => Row::NarrowTo32,
            Memory::F16 => panic!("16-bit floats are stored as their bits"),
        };
        let args = [Arg::Memory(place), Arg::Use(part)];
        self.row(row, &args, Some(Arg::Use(mask)));
    }

    /// AVX2: the machine's masked stores for lanes of 32 and 64 bits, else lane by lane.
    fn store_lanes(&mut self, memory: Memory, address: Address, value: Val, mask: Val) {
        let elem = memory.elem();
        if memory.size() >= 4 && memory != Memory::U32 {
            let row = [Row::MaskedStore32, Row::MaskedStore64][usize::from(wide(elem))];
            let masks = self.masks_for(mask, elem);
            let parts = self.many(value).into_iter().zip(masks);
            for (at, (part, mask)) in parts.enumerate() {
                let place = address.plus(self.level.bytes() as i32 * at as i32);
                let args = [Arg::Memory(place), Arg::Use(mask), Arg::Use(part)];
                self.row(row, &args, None);
            }
            return;
        }
        let bits = self.mask_bits(mask);
        for lane in 0..self.function.lanes {
            self.if_lane(Some(bits), lane, |selector| {
                let value = selector.lane(value, lane);
                let place = address.plus(lane as i32 * memory.size() as i32);
                selector.store_one(memory, value, place);
            });
        }
    }

    /// Runs something if a lane's bit is set.
    fn if_lane(&mut self, bits: Option<VReg>, lane: u32, then: impl FnOnce(&mut Self)) {
        let Some(bits) = bits else {
            return then(self);
        };
        let cold = self.out.blocks[self.current].cold;
        let (hit, next) = (self.out.block(cold), self.out.block(cold));
        let args = [Arg::Any(bits), Arg::Imm(1 << lane)];
        self.emit_flags(Code::Test_rm32_imm32, &args);
        self.end_with_branch(Condition::NotEqual, hit, next);
        self.current = hit;
        then(self);
        self.end_with_jump(next, Vec::new());
        self.current = next;
    }
}
