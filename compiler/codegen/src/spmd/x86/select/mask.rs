//! Masks: vectors of all ones and zeros with AVX2, mask registers with AVX-512; one bit or 32 bits per lane.
//!
//! *Invariant:* a mask's register covers as many lanes as a vector of 32-bit lanes has; what is compared in 64-bit lanes is brought
//! to that form.

use iced_x86::Code;
use regalloc2::VReg;

use super::super::super::ir::{Elem, Type, Val};
use super::super::machine::{Arg, Condition, Level};
use super::super::table::Row;
use super::{Selector, wide};
use crate::mir::{BinaryOp, CompareOp};

impl Selector<'_> {
    /// A mask that holds in all lanes or in none.
    pub(super) fn mask_constant(&mut self, holds: bool) -> VReg {
        match self.level {
            Level::Avx2 => self.vector_constant(Elem::I32, if holds { 0xffff_ffff } else { 0 }),
            Level::Avx512 => {
                let bits = self.int(if holds { 0xffff } else { 0 });
                self.mask_from_bits(bits)
            }
        }
    }

    fn mask_from_bits(&mut self, bits: VReg) -> VReg {
        let result = self.mask_register();
        let args = [Arg::Def(result), Arg::Use(bits)];
        self.emit(Code::VEX_Kmovw_kr_r32, &args);
        result
    }

    /// The mask that holds in all lanes if a uniform truth value does.
    pub(super) fn mask_of_truth(&mut self, truth: VReg) -> VReg {
        let bits = self.general();
        let args = [Arg::Update {
            result: bits,
            from: truth,
        }];
        self.emit(Code::Neg_rm32, &args);
        match self.level {
            Level::Avx512 => self.mask_from_bits(bits),
            Level::Avx2 => {
                let lane = self.row1(Row::FromI32, bits);
                self.broadcast(Elem::I32, lane)
            }
        }
    }

    /// One bit per lane of a part, in a general register.
    pub(super) fn part_bits(&mut self, mask: VReg) -> VReg {
        let result = self.general();
        let args = [Arg::Def(result), Arg::Use(mask)];
        match self.level {
            Level::Avx2 => self.row(Row::MaskBits, &args, None),
            Level::Avx512 => self.emit(Code::VEX_Kmovw_r32_kr, &args),
        }
        result
    }

    /// One bit per lane.
    pub(super) fn mask_bits(&mut self, mask: Val) -> VReg {
        let lanes = self.level.lanes(Elem::Bool) as i32;
        let parts = self.many(mask);
        let mut joined = None;
        for (at, part) in parts.into_iter().enumerate() {
            let own = self.part_bits(part);
            joined = Some(match joined {
                None => own,
                Some(joined) => {
                    let own = self.general2_imm(Code::Shl_rm32_imm8, own, lanes * at as i32);
                    self.general2(Code::Or_r32_rm32, joined, own)
                }
            });
        }
        joined.expect("a mask has a part")
    }

    // ---- Any and all -------------------------------------------------------------------------------------------------------------------

    pub(super) fn any_flags(&mut self, mask: Val) -> Condition {
        let joined = self.joined(mask, BinaryOp::Or);
        self.any_part_flags(joined)
    }

    /// Whether any lane of one part holds.
    pub(super) fn any_part_flags(&mut self, mask: VReg) -> Condition {
        match self.level {
            Level::Avx512 => self.emit_mask_test(mask),
            Level::Avx2 => {
                let bits = self.part_bits(mask);
                let args = [Arg::Any(bits), Arg::Use(bits)];
                self.emit_flags(Code::Test_rm32_r32, &args);
            }
        }
        Condition::NotEqual
    }

    pub(super) fn all_flags(&mut self, mask: Val) -> Condition {
        let joined = self.joined(mask, BinaryOp::And);
        match self.level {
            Level::Avx512 => {
                self.emit_mask_test(joined);
                Condition::Carry
            }
            Level::Avx2 => {
                let bits = self.part_bits(joined);
                let args = [Arg::Any(bits), Arg::Imm(0xff)];
                self.emit_flags(Code::Cmp_rm32_imm32, &args);
                Condition::Equal
            }
        }
    }

    fn emit_mask_test(&mut self, mask: VReg) {
        let args = [Arg::Use(mask), Arg::Use(mask)];
        self.emit_flags(Code::VEX_Kortestw_kr_kr, &args);
    }

    fn joined(&mut self, mask: Val, op: BinaryOp) -> VReg {
        let parts = self.many(mask);
        let rest = parts[1..].to_vec();
        let join = |selector: &mut Self, a, b| selector.mask_binary(op, a, b);
        rest.into_iter()
            .fold(parts[0], |joined, part| join(self, joined, part))
    }

    // ---- Logic -------------------------------------------------------------------------------------------------------------------------

    /// And, or, exclusive or of masks.
    pub(super) fn mask_binary(&mut self, op: BinaryOp, a: VReg, b: VReg) -> VReg {
        let (row, code) = match op {
            BinaryOp::And => (Row::And, Code::VEX_Kandw_kr_kr_kr),
            BinaryOp::Or => (Row::Or, Code::VEX_Korw_kr_kr_kr),
            _ => (Row::Xor, Code::VEX_Kxorw_kr_kr_kr),
        };
        match self.level {
            Level::Avx2 => self.row2(row, a, b),
            Level::Avx512 => {
                let result = self.mask_register();
                self.emit(code, &[Arg::Def(result), Arg::Use(a), Arg::Use(b)]);
                result
            }
        }
    }

    pub(super) fn mask_not(&mut self, a: VReg) -> VReg {
        match self.level {
            Level::Avx2 => {
                let ones = self.mask_constant(true);
                self.row2(Row::Xor, a, ones)
            }
            Level::Avx512 => {
                let result = self.mask_register();
                self.emit(Code::VEX_Knotw_kr_kr, &[Arg::Def(result), Arg::Use(a)]);
                result
            }
        }
    }

    // ---- Comparisons -------------------------------------------------------------------------------------------------------------------

    pub(super) fn vector_compare(&mut self, op: CompareOp, a: Val, b: Val) -> Vec<VReg> {
        let elem = self.elem(a);
        let (x, y) = (self.many(a), self.many(b));
        let pairs = x.into_iter().zip(y);
        let masks: Vec<VReg> = pairs
            .map(|(x, y)| self.compared_part(op, elem, x, y))
            .collect();
        self.narrow_masks(elem, masks)
    }

    /// Whether indices are at least 0 and less than extents that are not negative: one comparison of unsigned numbers, where the machine has it.
    pub(super) fn vector_inside(&mut self, index: Val, extent: Val) -> Vec<VReg> {
        let (x, extents) = (self.many(index), self.many(extent));
        let pairs = x.into_iter().zip(extents);
        pairs
            .map(|(x, extent)| match self.level {
                Level::Avx512 => self.compared_by(Row::CompareU32, x, extent, BELOW),
                Level::Avx2 => {
                    let zero = self.vector_constant(Elem::I32, 0);
                    let negative = self.compared_part(CompareOp::Lt, Elem::I32, x, zero);
                    let below = self.compared_part(CompareOp::Lt, Elem::I32, x, extent);
                    self.row2(Row::AndNot, negative, below)
                }
            })
            .collect()
    }

    /// The comparison of two vectors, in lanes of their own width.
    pub(super) fn compared_part(&mut self, op: CompareOp, elem: Elem, x: VReg, y: VReg) -> VReg {
        match (elem, self.level) {
            (Elem::Bool, _) => {
                let differ = self.mask_binary(BinaryOp::Xor, x, y);
                match op {
                    CompareOp::Eq => self.mask_not(differ),
                    _ => differ,
                }
            }
            (Elem::F32 | Elem::F64, _) => {
                let row = [Row::CompareF32, Row::CompareF64][usize::from(wide(elem))];
                self.compared_by(row, x, y, float_predicate(op))
            }
            (Elem::I32 | Elem::I64, Level::Avx512) => {
                let row = [Row::CompareI32, Row::CompareI64][usize::from(wide(elem))];
                self.compared_by(row, x, y, whole_predicate(op))
            }
            (Elem::I32 | Elem::I64, Level::Avx2) => self.compared_whole(op, elem, x, y),
        }
    }

    pub(super) fn compared_by(&mut self, row: Row, x: VReg, y: VReg, predicate: i32) -> VReg {
        let result = self.mask_register();
        let args = [
            Arg::Def(result),
            Arg::Use(x),
            Arg::Any(y),
            Arg::Imm(predicate),
        ];
        self.row(row, &args, None);
        result
    }

    /// AVX2 knows "equal" and "greater" of whole numbers.
    fn compared_whole(&mut self, op: CompareOp, elem: Elem, x: VReg, y: VReg) -> VReg {
        let at = usize::from(wide(elem));
        let equal = [Row::EqualI32, Row::EqualI64][at];
        let greater = [Row::GreaterI32, Row::GreaterI64][at];
        match op {
            CompareOp::Eq => self.row2(equal, x, y),
            CompareOp::Gt => self.row2(greater, x, y),
            CompareOp::Lt => self.row2(greater, y, x),
            CompareOp::Ne | CompareOp::Le | CompareOp::Ge => {
                let opposite = match op {
                    CompareOp::Ne => self.row2(equal, x, y),
                    CompareOp::Le => self.row2(greater, x, y),
                    _ => self.row2(greater, y, x),
                };
                self.mask_not(opposite)
            }
        }
    }

    // ---- Widths ------------------------------------------------------------------------------------------------------------------------

    /// Masks of comparisons in lanes of the type, as masks of 32-bit lanes.
    pub(super) fn narrow_masks(&mut self, elem: Elem, masks: Vec<VReg>) -> Vec<VReg> {
        if !wide(elem) {
            return masks;
        }
        let pairs: Vec<_> = masks.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let mut joined = Vec::new();
        for pair in pairs {
            let whole = self.joined_mask(pair.0, pair.1);
            // What chooses between lanes of that width takes them as they are; then the whole one is dead code.
            self.mask_halves.insert(whole, [pair.0, pair.1]);
            joined.push(whole);
        }
        joined
    }

    /// The masks of 64-bit lanes as one of 32-bit lanes.
    fn joined_mask(&mut self, low: VReg, high: VReg) -> VReg {
        match self.level {
            Level::Avx2 => self.low_halves(low, high),
            Level::Avx512 => {
                let result = self.mask_register();
                let args = [Arg::Def(result), Arg::Use(high), Arg::Use(low)];
                self.emit(Code::VEX_Kunpckbw_kr_kr_kr, &args);
                result
            }
        }
    }

    /// The low halves of the 64-bit lanes of two vectors of AVX2, in order.
    pub(super) fn low_halves(&mut self, low: VReg, high: VReg) -> VReg {
        let mixed = self.row2_imm(Row::Shuffle32, low, high, 0b10_00_10_00);
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Any(mixed), Arg::Imm(0b11_01_10_00)];
        self.row(Row::Permute64, &args, None);
        result
    }

    /// The parts of a mask for lanes of the type.
    pub(super) fn masks_for(&mut self, mask: Val, elem: Elem) -> Vec<VReg> {
        let parts = self.many(mask);
        self.widen_masks(parts, elem)
    }

    pub(super) fn widen_masks(&mut self, parts: Vec<VReg>, elem: Elem) -> Vec<VReg> {
        if !wide(elem) {
            return parts;
        }
        let mut widened = Vec::new();
        for part in parts {
            if let Some(halves) = self.mask_halves.get(&part) {
                widened.extend(halves);
                continue;
            }
            match self.level {
                Level::Avx2 => widened.extend(self.halves(Row::I64FromI32, part)),
                Level::Avx512 => {
                    let high = self.mask_register();
                    let args = [Arg::Def(high), Arg::Use(part), Arg::Imm(8)];
                    self.emit(Code::VEX_Kshiftrw_kr_kr_imm8, &args);
                    widened.extend([part, high]);
                }
            }
        }
        widened
    }

    // ---- Choices -----------------------------------------------------------------------------------------------------------------------

    pub(super) fn vector_select(&mut self, ty: Type, mask: Val, yes: Val, no: Val) -> Vec<VReg> {
        if let Some(extreme) = self.guarded_extreme(mask, yes, no) {
            return self.guarded_extremes(&extreme);
        }
        let masks = self.masks_for(mask, ty.elem);
        let (yes, no) = (self.many(yes), self.many(no));
        let mut parts = Vec::new();
        for ((mask, yes), no) in masks.into_iter().zip(yes).zip(no) {
            parts.push(match ty.elem {
                Elem::Bool => self.mask_choice(mask, yes, no),
                elem => self.blend(elem, mask, yes, no),
            });
        }
        parts
    }

    fn mask_choice(&mut self, mask: VReg, yes: VReg, no: VReg) -> VReg {
        if self.level == Level::Avx2 {
            return self.blend(Elem::I32, mask, yes, no);
        }
        let taken = self.mask_binary(BinaryOp::And, mask, yes);
        let other = self.mask_not(mask);
        let left = self.mask_binary(BinaryOp::And, other, no);
        self.mask_binary(BinaryOp::Or, taken, left)
    }

    /// `yes` where the mask holds, else `no`; the mask has lanes of the type's width.
    pub(super) fn blend(&mut self, elem: Elem, mask: VReg, yes: VReg, no: VReg) -> VReg {
        let row = [Row::BlendF32, Row::BlendF64][usize::from(wide(elem))];
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Use(no), Arg::Any(yes)];
        match self.level {
            Level::Avx2 => {
                let args = [&args[..], &[Arg::Use(mask)]].concat();
                self.row(row, &args, None);
            }
            Level::Avx512 => self.row(row, &args, Some(Arg::Use(mask))),
        }
        result
    }
}

/// The number of "equal" of floats, which holds for nothing that is no number.
pub(super) const EQUAL: i32 = 0x00;

/// The number of an order of floats: ordered and quiet, but "not equal" holds for what is no number.
fn float_predicate(op: CompareOp) -> i32 {
    match op {
        CompareOp::Eq => EQUAL,
        CompareOp::Lt => 0x11,
        CompareOp::Le => 0x12,
        CompareOp::Ne => 0x04,
        CompareOp::Ge => 0x1d,
        CompareOp::Gt => 0x1e,
    }
}

/// The number of "less" of whole numbers.
const BELOW: i32 = 1;

/// The number of an order of whole numbers.
pub(super) fn whole_predicate(op: CompareOp) -> i32 {
    match op {
        CompareOp::Eq => 0,
        CompareOp::Lt => BELOW,
        CompareOp::Le => 2,
        CompareOp::Ne => 4,
        CompareOp::Ge => 5,
        CompareOp::Gt => 6,
    }
}
