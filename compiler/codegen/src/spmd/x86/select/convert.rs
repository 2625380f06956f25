//! Conversions between classes and widths.
//!
//! *Invariant:* floats become whole numbers by saturation, and what is no number becomes 0, as everywhere.

use iced_x86::Code;
use regalloc2::VReg;

use super::super::super::ir::{Elem, Memory, Op, Type, Val};
use super::super::machine::{Arg, Condition, Level};
use super::super::table::Row;
use super::{Selector, wide};
use crate::mir::{BinaryOp, CompareOp};

impl Selector<'_> {
    // ---- Varying -----------------------------------------------------------------------------------------------------------------------

    pub(super) fn vector_convert(&mut self, value: Val, ty: Type) -> Vec<VReg> {
        let (from, to) = (self.elem(value), ty.elem);
        match (from, to) {
            (Elem::Bool, Elem::Bool)
            | (Elem::I32, Elem::I32)
            | (Elem::I64, Elem::I64)
            | (Elem::F32, Elem::F32)
            | (Elem::F64, Elem::F64) => self.many(value),
            (Elem::Bool, _) => self.numbers_of_masks(value, to),
            (_, Elem::Bool) => {
                let zero = self.vector_constant(from, 0);
                let ne = CompareOp::Ne;
                let masks = self.each(value, |t, x| t.compared_part(ne, from, x, zero));
                self.narrow_masks(from, masks)
            }
            (Elem::I32, Elem::F32) => self.each(value, |t, x| t.row1(Row::F32FromI32, x)),
            (Elem::F32, Elem::I32) => self.each(value, |t, x| t.saturated(x)),
            (Elem::I32, Elem::I64) => self.widened(Row::I64FromI32, value),
            (Elem::I32, Elem::F64) => self.widened(Row::F64FromI32, value),
            (Elem::F32, Elem::F64) => self.widened(Row::F64FromF32, value),
            (Elem::F64, Elem::F32) => self.narrowed(value, |t, x| t.row1(Row::F32FromF64, x)),
            (Elem::F64, Elem::I32) => self.narrowed(value, Self::saturated_wide),
            (Elem::I64, Elem::I32) => self.cut(value),
            (Elem::I64, Elem::F64) if self.level == Level::Avx512 => {
                self.each(value, |t, x| t.row1(Row::F64FromI64, x))
            }
            (Elem::I64, Elem::F32 | Elem::F64) | (Elem::F32 | Elem::F64, Elem::I64) => self
                .lane_by_lane(ty, &[value], |t, lanes| {
                    t.scalar_convert(from, to, lanes[0])
                }),
        }
    }

    fn numbers_of_masks(&mut self, value: Val, to: Elem) -> Vec<VReg> {
        let one = match to {
            Elem::F32 => u64::from(1f32.to_bits()),
            Elem::F64 => 1f64.to_bits(),
            Elem::Bool | Elem::I32 | Elem::I64 => 1,
        };
        let (one, zero) = (self.vector_constant(to, one), self.vector_constant(to, 0));
        let masks = self.masks_for(value, to).into_iter();
        masks.map(|mask| self.blend(to, mask, one, zero)).collect()
    }

    pub(super) fn vector_truncate(&mut self, value: Val, ty: Type) -> Vec<VReg> {
        match (self.elem(value), ty.elem) {
            (Elem::F32, Elem::I32) => self.each(value, |t, x| t.row1(Row::I32FromF32, x)),
            (Elem::F64, Elem::I32) => self.narrowed(value, |t, x| t.row1(Row::I32FromF64, x)),
            (from, to) => self.lane_by_lane(ty, &[value], |t, lanes| {
                t.scalar_truncate(from, to, lanes[0])
            }),
        }
    }

    /// Single precision to whole numbers. The machine gives the least number for all that does not fit.
    fn saturated(&mut self, x: VReg) -> VReg {
        let cut = self.row1(Row::I32FromF32, x);
        let limit = self.vector_constant(Elem::F32, (2f32.powi(31)).to_bits().into());
        let above = self.compared_part(CompareOp::Ge, Elem::F32, x, limit);
        let most = self.vector_constant(Elem::I32, i32::MAX as u64);
        let capped = self.blend(Elem::I32, above, most, cut);
        let number = self.compared_part(CompareOp::Eq, Elem::F32, x, x);
        let zero = self.vector_constant(Elem::I32, 0);
        self.blend(Elem::I32, number, capped, zero)
    }

    /// Double precision to 32-bit whole numbers, whose limits it knows; in the lower half of a vector.
    fn saturated_wide(&mut self, x: VReg) -> VReg {
        let limit = |selector: &mut Self, limit: i32| {
            selector.vector_constant(Elem::F64, f64::from(limit).to_bits())
        };
        let (least, most) = (limit(self, i32::MIN), limit(self, i32::MAX));
        let number = self.compared_part(CompareOp::Eq, Elem::F64, x, x);
        let zero = self.vector_constant(Elem::F64, 0);
        let defined = self.blend(Elem::F64, number, x, zero);
        let above = self.row2(Row::MaxF64, defined, least);
        let inside = self.row2(Row::MinF64, above, most);
        self.row1(Row::I32FromF64, inside)
    }

    /// The low 32 bits of 64-bit lanes.
    fn cut(&mut self, value: Val) -> Vec<VReg> {
        match self.level {
            Level::Avx512 => self.narrowed(value, |t, x| {
                let result = t.vector();
                t.row(Row::NarrowTo32, &[Arg::Def(result), Arg::Use(x)], None);
                result
            }),
            Level::Avx2 => {
                let parts = self.many(value);
                let pairs = parts.chunks(2);
                pairs
                    .map(|pair| self.low_halves(pair[0], pair[1]))
                    .collect()
            }
        }
    }

    // ---- Widths ------------------------------------------------------------------------------------------------------------------------

    /// Both halves of a vector through a conversion that takes the lower half.
    pub(super) fn halves(&mut self, row: Row, x: VReg) -> [VReg; 2] {
        let low = self.vector();
        self.row(row, &[Arg::Def(low), Arg::Use(x)], None);
        let upper = self.upper_half(x);
        let high = self.row1(row, upper);
        [low, high]
    }

    pub(super) fn upper_half(&mut self, x: VReg) -> VReg {
        self.row1_imm(Row::UpperHalf, x, 1)
    }

    /// A vector from two halves.
    pub(super) fn joined_halves(&mut self, low: VReg, high: VReg) -> VReg {
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Use(low), Arg::Any(high), Arg::Imm(1)];
        self.row(Row::JoinHalves, &args, None);
        result
    }

    fn widened(&mut self, row: Row, value: Val) -> Vec<VReg> {
        let parts = self.many(value).into_iter();
        parts.flat_map(|part| self.halves(row, part)).collect()
    }

    fn narrowed(&mut self, value: Val, mut half: impl FnMut(&mut Self, VReg) -> VReg) -> Vec<VReg> {
        let parts = self.many(value);
        let mut joined = Vec::new();
        for pair in parts.chunks(2) {
            let (low, high) = (half(self, pair[0]), half(self, pair[1]));
            joined.push(self.joined_halves(low, high));
        }
        joined
    }

    // ---- Uniform -----------------------------------------------------------------------------------------------------------------------

    pub(super) fn uniform_convert(&mut self, value: Val, to: Elem) -> VReg {
        let from = self.elem(value);
        let x = self.one(value);
        match (from, to) {
            // What is inside an extent is not negative, and 32-bit operations clear the rest of the register.
            (Elem::I32, Elem::I64) if self.is_mapped(value) => x,
            (Elem::I32, Elem::I64) if self.is_loaded(value) => x,
            _ => self.scalar_convert(from, to, x),
        }
    }

    /// Whether the value was loaded with its sign in the rest of the register.
    fn is_loaded(&self, value: Val) -> bool {
        match self.definitions[value] {
            Some((Op::Load { memory, .. }, _)) => *memory == Memory::I32,
            Some((Op::Lane(vector, _), _)) => self.laid_out.contains_key(vector),
            _ => false,
        }
    }

    pub(super) fn scalar_convert(&mut self, from: Elem, to: Elem, x: VReg) -> VReg {
        match (from, to) {
            (Elem::Bool, Elem::Bool | Elem::I32 | Elem::I64)
            | (Elem::I32, Elem::I32)
            | (Elem::I64, Elem::I64 | Elem::I32)
            | (Elem::F32, Elem::F32)
            | (Elem::F64, Elem::F64) => x,
            (Elem::I32, Elem::I64) => {
                let result = self.general();
                let args = [Arg::Def(result), Arg::Any(x)];
                self.emit(Code::Movsxd_r64_rm32, &args);
                result
            }
            (Elem::Bool | Elem::I32, Elem::F32 | Elem::F64) => {
                let lane = self.row1(Row::FromI32, x);
                let row = [Row::F32FromI32, Row::F64FromI32][usize::from(wide(to))];
                let result = self.vector();
                self.row(row, &[Arg::Def(result), Arg::Use(lane)], None);
                result
            }
            (Elem::I64, Elem::F32 | Elem::F64) => {
                let zero = self.vector_constant(Elem::I32, 0);
                let row = [Row::S32FromI64, Row::S64FromI64][usize::from(wide(to))];
                self.row2(row, zero, x)
            }
            (Elem::I32 | Elem::I64, Elem::Bool) => {
                let code = [Code::Test_rm32_r32, Code::Test_rm64_r64][usize::from(wide(from))];
                self.emit_flags(code, &[Arg::Any(x), Arg::Use(x)]);
                self.truth(Condition::NotEqual)
            }
            (Elem::F32 | Elem::F64, Elem::Bool) => {
                let zero = self.vector_constant(from, 0);
                self.float_truth(CompareOp::Ne, from, x, zero)
            }
            (Elem::F32, Elem::I32) => {
                let whole = self.saturated(x);
                self.to_general(Row::ToI32, whole)
            }
            (Elem::F64, Elem::I32) => {
                let whole = self.saturated_wide(x);
                self.to_general(Row::ToI32, whole)
            }
            (Elem::F32 | Elem::F64, Elem::I64) => self.saturated_long(from, x),
            (Elem::F32, Elem::F64) => {
                let result = self.vector();
                self.row(Row::F64FromF32, &[Arg::Def(result), Arg::Use(x)], None);
                result
            }
            (Elem::F64, Elem::F32) => self.row1(Row::F32FromF64, x),
        }
    }

    fn is_mapped(&self, value: Val) -> bool {
        let definition = self.definitions[value].map(|found| found.0);
        matches!(definition, Some(Op::MapIndex { .. }))
    }

    /// A float to a 64-bit whole number. The machine gives the least number for all that does not fit.
    fn saturated_long(&mut self, from: Elem, x: VReg) -> VReg {
        let at = usize::from(wide(from));
        let limit = [u64::from(2f32.powi(63).to_bits()), 2f64.powi(63).to_bits()][at];
        let limit = self.vector_constant(from, limit);
        let cut = self.to_general([Row::I64FromS32, Row::I64FromS64][at], x);
        let above = self.float_truth(CompareOp::Ge, from, x, limit);
        let (most, zero) = (self.long(i64::MAX), self.int(0));
        let test = |selector: &mut Self, truth| {
            let args = [Arg::Any(truth), Arg::Use(truth)];
            selector.emit_flags(Code::Test_rm32_r32, &args);
        };
        test(self, above);
        let capped = self.choose(Condition::NotEqual, true, most, cut);
        let number = self.float_truth(CompareOp::Eq, from, x, x);
        test(self, number);
        self.choose(Condition::NotEqual, true, capped, zero)
    }

    pub(super) fn uniform_truncate(&mut self, value: Val, to: Elem) -> VReg {
        let x = self.one(value);
        self.scalar_truncate(self.elem(value), to, x)
    }

    fn scalar_truncate(&mut self, from: Elem, to: Elem, x: VReg) -> VReg {
        match (from, to) {
            (Elem::F32, Elem::I32) => {
                let whole = self.row1(Row::I32FromF32, x);
                self.to_general(Row::ToI32, whole)
            }
            (Elem::F64, Elem::I32) => {
                let whole = self.row1(Row::I32FromF64, x);
                self.to_general(Row::ToI32, whole)
            }
            (Elem::F32, _) => self.to_general(Row::I64FromS32, x),
            (_, _) => self.to_general(Row::I64FromS64, x),
        }
    }

    /// The first lane in a general register.
    pub(super) fn to_general(&mut self, row: Row, x: VReg) -> VReg {
        let result = self.general();
        self.row(row, &[Arg::Def(result), Arg::Use(x)], None);
        result
    }

    pub(super) fn uniform_bitcast(&mut self, value: Val, to: Elem) -> VReg {
        let from = self.elem(value);
        let x = self.one(value);
        match (from.is_float(), to.is_float()) {
            (true, true) | (false, false) => x,
            (true, false) => self.to_general([Row::ToI32, Row::ToI64][usize::from(wide(to))], x),
            (false, true) => self.row1([Row::FromI32, Row::FromI64][usize::from(wide(to))], x),
        }
    }

    /// All bits of a register that hold in both.
    pub(super) fn both(&mut self, a: VReg, b: VReg) -> VReg {
        self.mask_binary(BinaryOp::And, a, b)
    }
}
