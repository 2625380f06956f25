//! Whole numbers in lanes of 16 or 8 bits, and the masks of comparisons of them: half or a quarter as many vectors as in lanes of 32 bits.
//!
//! Masks of AVX-512 have a bit for each of the twice as many lanes, those of AVX2 as many bits as a lane. What is needed in 32 bits is brought
//! there where it is used, from lanes of 16 bits. Lanes of 8 bits have no sign, and only AVX2 has them.
//!
//! *Invariant:* a lane holds the lowest bits of the number, or the largest of a lane for a capped one; `spmd::short_lanes` has found which numbers
//! these tell.

use iced_x86::Code;
use regalloc2::VReg;

use super::super::super::ir::{Elem, Memory, Op, Val, Width};
use super::super::super::short_lanes;
use super::super::machine::{Address, Arg, Level};
use super::super::table::Row;
use super::Selector;
use crate::mir::{BinaryOp, CompareOp, UnaryOp};

/// The order in which quarters of two vectors lie behind packing, undone.
const QUARTERS_IN_ORDER: i32 = 0b11_01_10_00;

impl<'a> Selector<'a> {
    pub(super) fn is_short(&self, value: Val) -> bool {
        self.function.short.values.contains(&value)
    }

    /// How many registers a value has.
    pub(super) fn parts_of(&self, value: Val) -> usize {
        match self.is_short(value) {
            true => self.short_count(),
            false => self.part_count(self.ty(value)),
        }
    }

    fn short_count(&self) -> usize {
        (self.function.lanes / (self.level.bytes() / self.width().bytes())) as usize
    }

    fn width(&self) -> Width {
        self.function.short.width
    }

    // ---- Operations --------------------------------------------------------------------------------------------------------------------

    /// An operation with a result in short lanes.
    pub(super) fn short(&mut self, op: &'a Op, result: Val) -> Vec<VReg> {
        let is_truth = self.elem(result) == Elem::Bool;
        match op {
            Op::Load {
                memory,
                address,
                offset,
            } => {
                let place = self.address(*address, *offset);
                self.load_short(*memory, place)
            }
            Op::Splat(a) => {
                let x = self.one(*a);
                let lane = self.row1(Row::FromI32, x);
                let all = self.vector();
                let args = [Arg::Def(all), Arg::Use(lane)];
                let row = match self.width() {
                    Width::Bytes => Row::BroadcastMemory8,
                    Width::Halves => Row::BroadcastMemory16,
                };
                self.row(row, &args, None);
                vec![all; self.short_count()]
            }
            Op::Compare(op, a, b) => {
                self.short_pairs(*a, *b, |t, x, y| t.compared_short(*op, x, y))
            }
            Op::Unary(UnaryOp::Not, a) => {
                let masks = self.short_mask(*a).into_iter();
                masks.map(|mask| self.short_mask_not(mask)).collect()
            }
            Op::Binary(op, a, b) if is_truth => {
                let (a, b) = (self.short_mask(*a), self.short_mask(*b));
                let pairs = a.into_iter().zip(b);
                pairs
                    .map(|(a, b)| self.short_mask_binary(*op, a, b))
                    .collect()
            }
            Op::Convert(a) => {
                let (one, zero) = (self.short_constant(1), self.short_constant(0));
                let masks = self.short_mask(*a).into_iter();
                masks
                    .map(|mask| self.short_blend(mask, one, zero))
                    .collect()
            }
            Op::Select(mask, yes, no) => {
                let masks = self.short_mask(*mask);
                let (yes, no) = (self.short_parts(*yes), self.short_parts(*no));
                let all = masks.into_iter().zip(yes).zip(no);
                all.map(|((mask, yes), no)| self.short_blend(mask, yes, no))
                    .collect()
            }
            Op::Unary(op, a) => {
                let parts = self.short_parts(*a).into_iter();
                parts.map(|x| self.short_unary(*op, x)).collect()
            }
            Op::ShiftRightLogical(a, count) => self.short_shift(Row::LogicalI16, *a, *count),
            Op::Binary(BinaryOp::Shr, a, by) if self.width() == Width::Bytes => {
                let count = self.count(*by);
                self.short_shift(Row::LogicalI16, *a, count)
            }
            Op::Binary(BinaryOp::Shl, a, by) => {
                let count = self.count(*by);
                self.short_shift(Row::ShlI16, *a, count)
            }
            Op::Binary(BinaryOp::Shr, a, by) => {
                let count = self.count(*by);
                self.short_shift(Row::ShrI16, *a, count)
            }
            Op::Binary(op, a, b) => {
                let row = match (self.width(), self.function.short.capped.contains(&result)) {
                    (Width::Halves, _) => short_row(*op),
                    (Width::Bytes, false) => byte_row(*op),
                    (Width::Bytes, true) => Row::AddU8x32,
                };
                let (a, b) = self.in_order(*op, *a, *b);
                self.short_pairs(a, b, |t, x, y| t.row2(row, x, y))
            }
            other => panic!("{other:?} has no short lanes"),
        }
    }

    fn count(&self, by: Val) -> u32 {
        self.constant(by).expect("shifts are by constants") as u32
    }

    /// Counts above 15 give the sign or nothing, as with 32 bits of a number that fits. Bytes are shifted in pairs, and lose what came from the
    /// other one.
    fn short_shift(&mut self, row: Row, a: Val, count: u32) -> Vec<VReg> {
        let own = match row {
            Row::ShlI16 => 0xff_u32.checked_shl(count).unwrap_or(0) as u8,
            _ => 0xff_u32.checked_shr(count).unwrap_or(0) as u8,
        };
        let parts = self.short_parts(a).into_iter();
        parts
            .map(|x| {
                let shifted = self.row1_imm(row, x, count as i32);
                match self.width() {
                    Width::Halves => shifted,
                    Width::Bytes => {
                        let own = self.short_constant(own.into());
                        self.row2(Row::And, shifted, own)
                    }
                }
            })
            .collect()
    }

    fn short_pairs(
        &mut self,
        a: Val,
        b: Val,
        mut op: impl FnMut(&mut Self, VReg, VReg) -> VReg,
    ) -> Vec<VReg> {
        let pairs = self.short_parts(a).into_iter().zip(self.short_parts(b));
        pairs.map(|(a, b)| op(self, a, b)).collect()
    }

    fn short_unary(&mut self, op: UnaryOp, x: VReg) -> VReg {
        match op {
            UnaryOp::Neg => {
                let zero = self.short_constant(0);
                let row = match self.width() {
                    Width::Bytes => Row::SubI8,
                    Width::Halves => Row::SubI16,
                };
                self.row2(row, zero, x)
            }
            UnaryOp::Abs => self.row1(Row::AbsI16, x),
            _ => {
                let ones = self.vector_constant(Elem::I32, 0xffff_ffff);
                self.row2(Row::Xor, x, ones)
            }
        }
    }

    fn short_blend(&mut self, mask: VReg, yes: VReg, no: VReg) -> VReg {
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Use(no), Arg::Any(yes)];
        match self.level {
            Level::Avx2 => {
                let args = [&args[..], &[Arg::Use(mask)]].concat();
                self.row(Row::BlendI16, &args, None);
            }
            Level::Avx512 => self.row(Row::BlendI16, &args, Some(Arg::Use(mask))),
        }
        result
    }

    // ---- Memory ------------------------------------------------------------------------------------------------------------------------

    fn load_short(&mut self, memory: Memory, place: Address) -> Vec<VReg> {
        let row = match (memory, self.width()) {
            (Memory::I8, Width::Halves) => Row::LoadI8To16,
            (Memory::U8, Width::Halves) => Row::LoadU8To16,
            _ => Row::Load,
        };
        let bytes = self.bytes_of_part(memory);
        let parts = 0..self.short_count() as i32;
        parts
            .map(|part| {
                let result = self.vector();
                let place = place.plus(part * bytes);
                self.row(row, &[Arg::Def(result), Arg::Memory(place)], None);
                result
            })
            .collect()
    }

    /// Bytes of the elements that a vector of short lanes has.
    fn bytes_of_part(&self, memory: Memory) -> i32 {
        memory.size() as i32 * (self.level.bytes() / self.width().bytes()) as i32
    }

    /// Whether a store takes the value as it is in short lanes.
    pub(super) fn stores_short(&self, memory: Memory, value: Val, mask: Option<Val>) -> bool {
        let has_masks = mask.is_none() || self.level == Level::Avx512;
        let constant =
            self.constant(value).is_some() && mask.is_some_and(|mask| self.is_short(mask));
        has_masks
            && short_lanes::is_short(memory, self.width())
            && (self.is_short(value) || constant)
    }

    /// Whether a store takes the value as it is in lanes of bytes.
    pub(super) fn stores_bytes(&self, memory: Memory, value: Val, mask: Option<Val>) -> bool {
        self.width() == Width::Bytes && self.stores_short(memory, value, mask)
    }

    pub(super) fn store_short(
        &mut self,
        memory: Memory,
        place: Address,
        value: Val,
        mask: Option<Val>,
    ) {
        let masks = mask.map(|mask| self.short_mask(mask));
        let bytes = self.bytes_of_part(memory);
        for (at, part) in self.short_parts(value).into_iter().enumerate() {
            let place = Arg::Memory(place.plus(bytes * at as i32));
            let mask = masks.as_ref().map(|masks| Arg::Use(masks[at]));
            let (row, part) = match (memory.size(), self.level) {
                _ if self.width() == Width::Bytes => (Row::Store, part),
                (2, _) if mask.is_none() => (Row::Store, part),
                (2, _) => (Row::MaskedStore16, part),
                (_, Level::Avx512) => (Row::Narrow16To8, part),
                (_, Level::Avx2) => (Row::Store16Bytes, self.lowest_bytes(part)),
            };
            self.row(row, &[place, Arg::Use(part)], mask);
        }
    }

    /// AVX2 packs bytes with saturation: their upper halves go first.
    fn lowest_bytes(&mut self, part: VReg) -> VReg {
        let low = self.short_constant(0xff);
        let bytes = self.row2(Row::And, part, low);
        let upper = self.upper_half(bytes);
        self.row2(Row::PackU8, bytes, upper)
    }

    // ---- Widths ------------------------------------------------------------------------------------------------------------------------

    fn short_constant(&mut self, bits: u16) -> VReg {
        let all = match self.width() {
            Width::Bytes => u64::from(bits as u8) * 0x0101_0101,
            Width::Halves => u64::from(bits) * 0x0001_0001,
        };
        self.vector_constant(Elem::I32, all)
    }

    /// A number in short lanes.
    fn short_parts(&mut self, value: Val) -> Vec<VReg> {
        if let Some(bits) = self.constant(value) {
            let part = self.short_constant(bits as u16);
            return vec![part; self.short_count()];
        }
        if self.is_short(value) {
            return self.defined(value);
        }
        self.joined_pairs(value, Self::joined_short)
    }

    /// A value in lanes of 32 bits, its parts joined in pairs.
    fn joined_pairs(&mut self, value: Val, join: fn(&mut Self, VReg, VReg) -> VReg) -> Vec<VReg> {
        self.once_in_block(value, true, |selector| {
            let parts = selector.many(value);
            let pairs = parts.chunks(2);
            pairs.map(|pair| join(selector, pair[0], pair[1])).collect()
        })
    }

    /// A value in short lanes as it is in lanes of 32 bits.
    pub(super) fn in_32_bits(&mut self, value: Val) -> Vec<VReg> {
        let is_truth = self.elem(value) == Elem::Bool;
        self.once_in_block(value, false, |selector| {
            let parts = selector.defined(value).into_iter();
            parts
                .flat_map(|part| match is_truth {
                    true => selector.split_mask(part),
                    false => selector.split_short(part),
                })
                .collect()
        })
    }

    fn once_in_block(
        &mut self,
        value: Val,
        short: bool,
        make: impl FnOnce(&mut Self) -> Vec<VReg>,
    ) -> Vec<VReg> {
        let key = (self.current, value, short);
        if let Some(known) = self.converted.get(&key) {
            return known.clone();
        }
        let made = make(self);
        self.converted.insert(key, made.clone());
        made
    }

    fn split_short(&mut self, part: VReg) -> Vec<VReg> {
        let upper = self.upper_half(part);
        [part, upper]
            .map(|half| self.row1(Row::LoadI16, half))
            .to_vec()
    }

    /// The lowest 16 bits of the lanes of two vectors.
    fn joined_short(&mut self, low: VReg, high: VReg) -> VReg {
        match self.level {
            Level::Avx512 => {
                let [low, high] = [low, high].map(|part| {
                    let result = self.vector();
                    let args = [Arg::Def(result), Arg::Use(part)];
                    self.row(Row::NarrowTo16, &args, None);
                    result
                });
                self.joined_halves(low, high)
            }
            Level::Avx2 => {
                // Packing saturates: the numbers become such that fit.
                let [low, high] = [low, high].map(|part| {
                    let raised = self.row1_imm(Row::ShlI32, part, 16);
                    self.row1_imm(Row::ShrI32, raised, 16)
                });
                self.packed_quarters(low, high)
            }
        }
    }

    fn packed_quarters(&mut self, low: VReg, high: VReg) -> VReg {
        let mixed = self.row2(Row::PackQuartersI16, low, high);
        let result = self.vector();
        let args = [
            Arg::Def(result),
            Arg::Any(mixed),
            Arg::Imm(QUARTERS_IN_ORDER),
        ];
        self.row(Row::Permute64, &args, None);
        result
    }

    // ---- Masks -------------------------------------------------------------------------------------------------------------------------

    fn compared_short(&mut self, op: CompareOp, x: VReg, y: VReg) -> VReg {
        if self.level == Level::Avx512 {
            return self.compared_by(Row::CompareI16, x, y, super::mask::whole_predicate(op));
        }
        if self.width() == Width::Bytes {
            return self.compared_bytes(op, x, y);
        }
        match op {
            CompareOp::Eq => self.row2(Row::EqualI16, x, y),
            CompareOp::Gt => self.row2(Row::GreaterI16, x, y),
            CompareOp::Lt => self.row2(Row::GreaterI16, y, x),
            CompareOp::Ne | CompareOp::Le | CompareOp::Ge => {
                let opposite = match op {
                    CompareOp::Ne => self.row2(Row::EqualI16, x, y),
                    CompareOp::Le => self.row2(Row::GreaterI16, x, y),
                    _ => self.row2(Row::GreaterI16, y, x),
                };
                self.mask_not(opposite)
            }
        }
    }

    /// Of numbers without a sign, the larger one tells which that is.
    fn compared_bytes(&mut self, op: CompareOp, x: VReg, y: VReg) -> VReg {
        match op {
            CompareOp::Eq => self.row2(Row::EqualI8, x, y),
            CompareOp::Ge | CompareOp::Lt => {
                let larger = self.row2(Row::MaxU8x32, x, y);
                let at_least = self.row2(Row::EqualI8, larger, x);
                match op {
                    CompareOp::Ge => at_least,
                    _ => self.mask_not(at_least),
                }
            }
            CompareOp::Le => self.compared_bytes(CompareOp::Ge, y, x),
            CompareOp::Gt => self.compared_bytes(CompareOp::Lt, y, x),
            CompareOp::Ne => {
                let equal = self.row2(Row::EqualI8, x, y);
                self.mask_not(equal)
            }
        }
    }

    /// A mask for short lanes.
    fn short_mask(&mut self, mask: Val) -> Vec<VReg> {
        if let Some(bits) = self.constant(mask) {
            let part = self.short_mask_constant(bits != 0);
            return vec![part; self.short_count()];
        }
        if self.is_short(mask) {
            return self.defined(mask);
        }
        self.joined_pairs(mask, Self::joined_masks)
    }

    fn short_mask_constant(&mut self, holds: bool) -> VReg {
        match self.level {
            Level::Avx2 => self.mask_constant(holds),
            Level::Avx512 => {
                let bits = self.int(if holds { -1 } else { 0 });
                let result = self.mask_register();
                let args = [Arg::Def(result), Arg::Use(bits)];
                self.emit(Code::VEX_Kmovd_kr_r32, &args);
                result
            }
        }
    }

    fn short_mask_not(&mut self, mask: VReg) -> VReg {
        match self.level {
            Level::Avx2 => self.mask_not(mask),
            Level::Avx512 => {
                let result = self.mask_register();
                self.emit(Code::VEX_Knotd_kr_kr, &[Arg::Def(result), Arg::Use(mask)]);
                result
            }
        }
    }

    fn short_mask_binary(&mut self, op: BinaryOp, a: VReg, b: VReg) -> VReg {
        if self.level == Level::Avx2 {
            return self.mask_binary(op, a, b);
        }
        let code = match op {
            BinaryOp::And => Code::VEX_Kandd_kr_kr_kr,
            BinaryOp::Or => Code::VEX_Kord_kr_kr_kr,
            _ => Code::VEX_Kxord_kr_kr_kr,
        };
        let result = self.mask_register();
        self.emit(code, &[Arg::Def(result), Arg::Use(a), Arg::Use(b)]);
        result
    }

    fn split_mask(&mut self, mask: VReg) -> Vec<VReg> {
        match self.level {
            Level::Avx2 => self.split_short(mask),
            Level::Avx512 => {
                let high = self.mask_register();
                let args = [Arg::Def(high), Arg::Use(mask), Arg::Imm(16)];
                self.emit(Code::VEX_Kshiftrd_kr_kr_imm8, &args);
                vec![mask, high]
            }
        }
    }

    fn joined_masks(&mut self, low: VReg, high: VReg) -> VReg {
        match self.level {
            Level::Avx2 => self.packed_quarters(low, high),
            Level::Avx512 => {
                let result = self.mask_register();
                let args = [Arg::Def(result), Arg::Use(high), Arg::Use(low)];
                self.emit(Code::VEX_Kunpckwd_kr_kr_kr, &args);
                result
            }
        }
    }
}

fn byte_row(op: BinaryOp) -> Row {
    match op {
        BinaryOp::Add => Row::WrapU8x32,
        BinaryOp::Sub => Row::SubI8,
        BinaryOp::Min => Row::MinU8x32,
        BinaryOp::Max => Row::MaxU8x32,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => short_row(op),
        BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::IntDiv
        | BinaryOp::Rem
        | BinaryOp::IntPow
        | BinaryOp::Shl
        | BinaryOp::Shr => panic!("{op:?} has no form in lanes of bytes"),
    }
}

fn short_row(op: BinaryOp) -> Row {
    match op {
        BinaryOp::Add => Row::AddI16,
        BinaryOp::Sub => Row::SubI16,
        BinaryOp::Mul => Row::MulI16,
        BinaryOp::Min => Row::MinI16,
        BinaryOp::Max => Row::MaxI16,
        BinaryOp::And => Row::And,
        BinaryOp::Or => Row::Or,
        BinaryOp::Xor => Row::Xor,
        BinaryOp::Div
        | BinaryOp::IntDiv
        | BinaryOp::Rem
        | BinaryOp::IntPow
        | BinaryOp::Shl
        | BinaryOp::Shr => panic!("{op:?} has another form in short lanes"),
    }
}
