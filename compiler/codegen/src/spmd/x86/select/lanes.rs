//! Between lanes and uniform values.
//!
//! *Invariant:* the first lane of the first part is also where a uniform float lies.

use iced_x86::Code;
use regalloc2::VReg;

use super::super::super::ir::{Elem, Type, Val};
use super::super::machine::{Address, Arg, Level};
use super::super::table::Row;
use super::{Selector, wide};

impl Selector<'_> {
    /// One value in all lanes.
    pub(super) fn splat(&mut self, value: Val, ty: Type) -> Vec<VReg> {
        let x = self.one(value);
        let part = match ty.elem {
            Elem::Bool => self.mask_of_truth(x),
            Elem::F32 | Elem::F64 => self.broadcast(ty.elem, x),
            Elem::I32 | Elem::I64 => self.broadcast_whole(ty.elem, x),
        };
        vec![part; self.part_count(ty)]
    }

    /// The first lane in all lanes.
    pub(super) fn broadcast(&mut self, elem: Elem, x: VReg) -> VReg {
        let at = usize::from(wide(elem));
        match self.level {
            Level::Avx2 => {
                let result = self.vector();
                let row = [Row::Broadcast32, Row::Broadcast64][at];
                self.row(row, &[Arg::Def(result), Arg::Use(x)], None);
                result
            }
            // One instruction for both, so that a load can become its operand.
            Level::Avx512 => self.row1([Row::BroadcastMemory32, Row::BroadcastMemory64][at], x),
        }
    }

    /// A general register in all lanes.
    pub(super) fn broadcast_whole(&mut self, elem: Elem, x: VReg) -> VReg {
        let at = usize::from(wide(elem));
        match self.level {
            Level::Avx2 => {
                let lane = self.row1([Row::FromI32, Row::FromI64][at], x);
                self.broadcast(elem, lane)
            }
            Level::Avx512 => {
                let result = self.vector();
                let row = [Row::BroadcastI32, Row::BroadcastI64][at];
                self.row(row, &[Arg::Def(result), Arg::Use(x)], None);
                result
            }
        }
    }

    pub(super) fn lane_index(&mut self, ty: Type) -> Vec<VReg> {
        let lanes = self.level.lanes(Elem::I32);
        let mut parts = Vec::new();
        for part in 0..self.part_count(ty) as u32 {
            let numbers = part * lanes..(part + 1) * lanes;
            let bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
            let address = self.pool(&bytes);
            let result = self.vector();
            let args = [Arg::Def(result), Arg::Memory(address)];
            self.row(Row::Load, &args, None);
            parts.push(result);
        }
        parts
    }

    // ---- One lane ----------------------------------------------------------------------------------------------------------------------

    /// One lane as a uniform value.
    pub(super) fn lane(&mut self, value: Val, lane: u32) -> VReg {
        if let Some(slot) = self.laid_out.get(&value) {
            let place = Address::frame(slot + 4 * lane);
            return self.load_general(Code::Movsxd_r64_rm32, place);
        }
        let elem = self.elem(value);
        let per_part = self.level.lanes(elem);
        let part = self.many(value)[(lane / per_part) as usize];
        self.lane_of(elem, part, lane % per_part)
    }

    /// One lane of a part.
    pub(super) fn lane_of(&mut self, elem: Elem, part: VReg, lane: u32) -> VReg {
        if elem == Elem::Bool {
            let bits = self.part_bits(part);
            let moved = self.general2_imm(Code::Shr_rm32_imm8, bits, lane as i32);
            return self.general2_imm(Code::And_rm32_imm8, moved, 1);
        }
        let per_quarter = if wide(elem) { 2 } else { 4 };
        let quarter = match lane / per_quarter {
            0 => part,
            number => self.quarter(part, number),
        };
        self.lane_of_quarter(elem, quarter, lane % per_quarter)
    }

    /// A quarter of a vector but the first; the same for all its lanes.
    fn quarter(&mut self, part: VReg, number: u32) -> VReg {
        let key = (self.current, part, number);
        if let Some(&known) = self.quarters.get(&key) {
            return known;
        }
        let quarter = self.row1_imm(Row::Quarter, part, number as i32);
        self.quarters.insert(key, quarter);
        quarter
    }

    fn lane_of_quarter(&mut self, elem: Elem, quarter: VReg, lane: u32) -> VReg {
        let shuffle = match (elem, lane) {
            (Elem::F32 | Elem::F64, 0) => return quarter,
            (Elem::Bool | Elem::I32, 0) => return self.to_general(Row::ToI32, quarter),
            (Elem::I64, 0) => return self.to_general(Row::ToI64, quarter),
            (Elem::Bool | Elem::I32, _) => {
                return self.extracted(Row::ExtractI32, quarter, lane);
            }
            (Elem::I64, _) => return self.extracted(Row::ExtractI64, quarter, lane),
            (Elem::F32, _) => lane as i32,
            (Elem::F64, _) => 0b11_10,
        };
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Any(quarter), Arg::Imm(shuffle)];
        self.row(Row::ShuffleQuarter, &args, None);
        result
    }

    fn extracted(&mut self, row: Row, quarter: VReg, lane: u32) -> VReg {
        let result = self.general();
        let args = [Arg::Def(result), Arg::Use(quarter), Arg::Imm(lane as i32)];
        self.row(row, &args, None);
        result
    }

    /// A vector with one lane replaced.
    pub(super) fn with_lane(&mut self, vector: Val, lane: u32, value: Val) -> Vec<VReg> {
        let elem = self.elem(vector);
        let per_part = self.level.lanes(elem);
        let mut parts = self.many(vector);
        let at = (lane / per_part) as usize;
        let scalar = self.one(value);
        parts[at] = match elem {
            Elem::Bool => self.with_bit(parts[at], lane % per_part, scalar),
            _ => {
                let lanes = self.splat(value, Type::varying(elem))[0];
                let mask = self.mask_of_lane(elem, lane % per_part);
                self.blend(elem, mask, lanes, parts[at])
            }
        };
        parts
    }

    /// A mask with one lane replaced.
    fn with_bit(&mut self, part: VReg, lane: u32, truth: VReg) -> VReg {
        let lanes = self.mask_of_truth(truth);
        let only = self.mask_of_lane(Elem::Bool, lane);
        let new = self.both(lanes, only);
        let others = self.mask_not(only);
        let kept = self.both(part, others);
        self.mask_binary(crate::mir::BinaryOp::Or, new, kept)
    }

    /// The mask of a single lane, in lanes of the type's width.
    fn mask_of_lane(&mut self, elem: Elem, lane: u32) -> VReg {
        if self.level == Level::Avx512 {
            let bits = self.int(1 << lane);
            let result = self.mask_register();
            let args = [Arg::Def(result), Arg::Use(bits)];
            self.emit(Code::VEX_Kmovw_kr_r32, &args);
            return result;
        }
        let size = if wide(elem) { 8 } else { 4 };
        let count = self.level.bytes() / size;
        let bytes =
            (0..count).flat_map(|at| vec![if at == lane { 0xff } else { 0 }; size as usize]);
        let bytes: Vec<u8> = bytes.collect();
        let address = self.pool(&bytes);
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Memory(address)];
        self.row(Row::Load, &args, None);
        result
    }

    // ---- The first lane of a mask ------------------------------------------------------------------------------------------------------

    /// The value of the first lane whose mask bit is set; only on cold paths.
    pub(super) fn first_lane(&mut self, mask: Val, value: Val) -> VReg {
        let elem = self.elem(value);
        if elem == Elem::Bool {
            return self.first_bit(mask, value);
        }
        let slot = self.in_frame(value);
        let lane = self.first_number(mask);
        let scale = if wide(elem) { 8 } else { 4 };
        let place = Address {
            index: Some((lane, scale)),
            ..Address::frame(slot)
        };
        self.loaded_lane(elem, place)
    }

    /// Stores a value into the frame, from which its lanes are loaded.
    pub(super) fn lay_out(&mut self, value: Val) {
        let slot = self.in_frame(value);
        self.laid_out.insert(value, slot);
    }

    /// Stores all lanes of a value into a place of the frame.
    fn in_frame(&mut self, value: Val) -> u32 {
        let bytes = self.level.bytes();
        let parts = self.many(value);
        let slot = self.out.frame_slot(bytes * parts.len() as u32);
        for (at, part) in parts.into_iter().enumerate() {
            let place = Address::frame(slot + bytes * at as u32);
            self.row(Row::Store, &[Arg::Memory(place), Arg::Use(part)], None);
        }
        slot
    }

    /// The number of the first lane of a mask; the last one where there is none.
    fn first_number(&mut self, mask: Val) -> VReg {
        let bits = self.mask_bits(mask);
        let last = 1 << (self.function.lanes - 1);
        let bits = self.general2_imm(Code::Or_rm32_imm32, bits, last);
        let lane = self.general();
        self.emit(Code::Bsf_r32_rm32, &[Arg::Def(lane), Arg::Any(bits)]);
        lane
    }

    fn first_bit(&mut self, mask: Val, value: Val) -> VReg {
        let lane = self.first_number(mask);
        let bits = self.mask_bits(value);
        let moved = self.general();
        let args = [Arg::Def(moved), Arg::Any(bits), Arg::Use(lane)];
        self.emit(Code::VEX_Shrx_r32_rm32_r32, &args);
        self.general2_imm(Code::And_rm32_imm8, moved, 1)
    }

    /// One lane from memory.
    pub(super) fn loaded_lane(&mut self, elem: Elem, place: Address) -> VReg {
        let row = match elem {
            Elem::Bool | Elem::I32 => return self.load_general(Code::Mov_r32_rm32, place),
            Elem::I64 => return self.load_general(Code::Mov_r64_rm64, place),
            Elem::F32 => Row::LoadS32,
            Elem::F64 => Row::LoadS64,
        };
        let result = self.vector();
        self.row(row, &[Arg::Def(result), Arg::Memory(place)], None);
        result
    }

    /// A vector from its lanes.
    pub(super) fn packed(&mut self, elem: Elem, lanes: &[VReg]) -> VReg {
        let size = if wide(elem) { 8 } else { 4 };
        let slot = self.out.frame_slot(self.level.bytes());
        for (at, lane) in lanes.iter().enumerate() {
            let place = Address::frame(slot + size * at as u32);
            self.store_lane(elem, place, *lane);
        }
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Memory(Address::frame(slot))];
        self.row(Row::Load, &args, None);
        result
    }

    /// One lane to memory, in its own width.
    pub(super) fn store_lane(&mut self, elem: Elem, place: Address, lane: VReg) {
        let args = [Arg::Memory(place), Arg::Use(lane)];
        match elem {
            Elem::Bool | Elem::I32 => self.emit(Code::Mov_rm32_r32, &args),
            Elem::I64 => self.emit(Code::Mov_rm64_r64, &args),
            Elem::F32 => self.row(Row::StoreS32, &args, None),
            Elem::F64 => self.row(Row::StoreS64, &args, None),
        }
    }
}
