//! Varying operations, part by part.
//!
//! *Invariant:* the same results as `clif::vector`.

use quasar_abi::RtFn;
use regalloc2::VReg;

use super::super::super::families::{store_op, uniform_op};
use super::super::super::ir::{Elem, Op, Type, Val};
use super::super::machine::{Arg, Level};
use super::super::table::Row;
use super::{Selector, wide};
use crate::mir::{BinaryOp, CompareOp, UnaryOp};

/// How to round, without signalling what is inexact: to nearest.
pub(super) const NEAREST: i32 = 8;
const DOWN: i32 = 9;
const UP: i32 = 10;
const TOWARD_ZERO: i32 = 11;

impl<'a> Selector<'a> {
    /// An operation with a varying result.
    pub(super) fn varying(&mut self, op: &'a Op, ty: Type) -> Vec<VReg> {
        let elem = ty.elem;
        match op {
            Op::Const(_) => panic!("constants are made where they are used"),
            Op::Unary(UnaryOp::Not, a) => self.each(*a, Self::mask_not),
            Op::Unary(op, a) => self.each(*a, |t, x| t.vector_unary(*op, elem, x)),
            Op::Binary(op, a, b) => self.vector_binary(*op, ty, *a, *b),
            Op::ShiftRightLogical(a, count) => {
                let row = [Row::LogicalI32, Row::LogicalI64][usize::from(wide(elem))];
                self.each(*a, |t, x| t.row1_imm(row, x, *count as i32))
            }
            Op::Compare(op, a, b) => self.vector_compare(*op, *a, *b),
            Op::Inside(index, extent) => self.vector_inside(*index, *extent),
            Op::Select(mask, yes, no) => self.vector_select(ty, *mask, *yes, *no),
            Op::Convert(a) => self.vector_convert(*a, ty),
            Op::Truncate(a) => self.vector_truncate(*a, ty),
            Op::RoundEven(a) => self.each(*a, |t, x| t.rounded(elem, x, NEAREST)),
            Op::Bitcast(a) => self.many(*a),
            Op::Fma { .. } => self.fused(op, ty),
            Op::Splat(a) => self.splat(*a, ty),
            Op::LaneIndex => self.lane_index(ty),
            Op::WithLane(vector, lane, value) => self.with_lane(*vector, *lane, *value),
            Op::SwapGroups(value, apart) => self.swapped_groups(*value, *apart),
            Op::Between {
                low,
                high,
                at,
                apart,
            } => self.between([*low, *high], *at, *apart),
            Op::MapIndex {
                mode,
                index,
                extent,
            } => self.vector_map(*mode, *index, *extent),
            Op::GatherRun { .. } => self.gather_run(op),
            Op::ByteDifferences(a, b) => self.byte_differences(*a, *b),
            Op::LoadBytes { .. }
            | Op::Load { .. }
            | Op::LoadLanes { .. }
            | Op::Gather { .. }
            | Op::MaskedLoad { .. } => self.load_vector(op, ty),
            Op::Call(RtFn::half_to_f32, args) => self.each(args[0], Self::widened_halves),
            Op::Call(RtFn::half_from_f32, args) => self.each(args[0], Self::narrowed_to_halves),
            Op::Call(row, args) => self.call_lanes(*row, args, ty),
            uniform_op!() | store_op!() => {
                panic!("{op:?} has no varying result")
            }
        }
    }

    pub(super) fn each(
        &mut self,
        value: Val,
        mut op: impl FnMut(&mut Self, VReg) -> VReg,
    ) -> Vec<VReg> {
        let parts = self.many(value).into_iter();
        parts.map(|part| op(self, part)).collect()
    }

    pub(super) fn each_pair(
        &mut self,
        a: Val,
        b: Val,
        mut op: impl FnMut(&mut Self, VReg, VReg) -> VReg,
    ) -> Vec<VReg> {
        let pairs = self.many(a).into_iter().zip(self.many(b));
        pairs.map(|(a, b)| op(self, a, b)).collect()
    }

    // ---- One operand -------------------------------------------------------------------------------------------------------------------

    /// An operation on all lanes of a vector; also on uniform floats, which lie in the first.
    pub(super) fn vector_unary(&mut self, op: UnaryOp, elem: Elem, x: VReg) -> VReg {
        let at = usize::from(wide(elem));
        let sign = if wide(elem) { 1 << 63 } else { 1 << 31 };
        match (op, elem.is_float()) {
            (UnaryOp::Neg, true) => {
                let sign = self.vector_constant(elem, sign);
                self.row2(Row::Xor, x, sign)
            }
            (UnaryOp::Abs, true) => {
                let rest = self.vector_constant(elem, sign - 1);
                self.row2(Row::And, x, rest)
            }
            (UnaryOp::Neg, false) => {
                let zero = self.vector_constant(elem, 0);
                self.row2([Row::SubI32, Row::SubI64][at], zero, x)
            }
            (UnaryOp::BitNot, _) => {
                let ones = self.vector_constant(Elem::I32, 0xffff_ffff);
                self.row2(Row::Xor, x, ones)
            }
            (UnaryOp::Abs, false) if wide(elem) => {
                let negated = self.vector_unary(UnaryOp::Neg, elem, x);
                let zero = self.vector_constant(elem, 0);
                let below = self.compared_part(CompareOp::Lt, elem, x, zero);
                self.blend(elem, below, negated, x)
            }
            (UnaryOp::Abs, false) => self.row1(Row::AbsI32, x),
            (UnaryOp::Sqrt, _) => self.row1([Row::SqrtF32, Row::SqrtF64][at], x),
            (UnaryOp::Floor, _) => self.rounded(elem, x, DOWN),
            (UnaryOp::Ceil, _) => self.rounded(elem, x, UP),
            (UnaryOp::Trunc, _) => self.rounded(elem, x, TOWARD_ZERO),
            (UnaryOp::Round, _) => self.rounded_away(elem, x),
            (UnaryOp::RoundHalf, _) => panic!("halves are rounded by two calls"),
            (UnaryOp::Not, _) => panic!("the complement of a mask has its own form"),
        }
    }

    pub(super) fn rounded(&mut self, elem: Elem, x: VReg, how: i32) -> VReg {
        let row = [Row::RoundF32, Row::RoundF64][usize::from(wide(elem))];
        let result = self.vector();
        self.row(row, &[Arg::Def(result), Arg::Any(x), Arg::Imm(how)], None);
        result
    }

    /// Halves away from zero: the fraction decides whether to step on, and the sign where to.
    fn rounded_away(&mut self, elem: Elem, x: VReg) -> VReg {
        let at = usize::from(wide(elem));
        let (half, one, sign) = match wide(elem) {
            false => (0.5f32.to_bits().into(), 1f32.to_bits().into(), 1 << 31),
            true => (0.5f64.to_bits(), 1f64.to_bits(), 1 << 63),
        };
        let [half, one, sign] = [half, one, sign].map(|bits: u64| self.vector_constant(elem, bits));
        let whole = self.rounded(elem, x, TOWARD_ZERO);
        let rest = self.row2([Row::SubF32, Row::SubF64][at], x, whole);
        let rest = self.vector_unary(UnaryOp::Abs, elem, rest);
        let away = self.compared_part(CompareOp::Ge, elem, rest, half);
        let signed = self.row2(Row::And, x, sign);
        let unit = self.row2(Row::Or, signed, one);
        let farther = self.row2([Row::AddF32, Row::AddF64][at], whole, unit);
        self.blend(elem, away, farther, whole)
    }

    // ---- Two operands ------------------------------------------------------------------------------------------------------------------

    fn vector_binary(&mut self, op: BinaryOp, ty: Type, a: Val, b: Val) -> Vec<VReg> {
        let elem = ty.elem;
        match (op, elem) {
            (_, Elem::Bool) => self.each_pair(a, b, |t, x, y| t.mask_binary(op, x, y)),
            (BinaryOp::IntDiv | BinaryOp::Rem, _) => self.vector_divided(op, ty, a, b),
            (BinaryOp::Shl | BinaryOp::Shr, _) => self.vector_shift(op, elem, a, b),
            (BinaryOp::Min | BinaryOp::Max | BinaryOp::Mul, Elem::I64)
                if self.level == Level::Avx2 =>
            {
                self.each_pair(a, b, |t, x, y| t.missing_wide(op, x, y))
            }
            _ => {
                let row = binary_row(op, elem);
                let (a, b) = self.in_order(op, a, b);
                self.each_pair(a, b, |t, x, y| t.row2(row, x, y))
            }
        }
    }

    /// The operands with a load behind, where the instruction may read memory.
    pub(super) fn in_order(&self, op: BinaryOp, a: Val, b: Val) -> (Val, Val) {
        match op {
            BinaryOp::Add | BinaryOp::Mul if self.is_folded(a) && !self.is_folded(b) => (b, a),
            _ => (a, b),
        }
    }

    /// Whether a value may become a memory operand.
    fn is_folded(&self, value: Val) -> bool {
        self.uses[value] == 1 && matches!(self.near(value), Some(Op::Load { .. }))
    }

    /// What AVX2 lacks for 64-bit whole numbers.
    fn missing_wide(&mut self, op: BinaryOp, x: VReg, y: VReg) -> VReg {
        let order = match op {
            BinaryOp::Min => CompareOp::Lt,
            BinaryOp::Max => CompareOp::Gt,
            _ => return self.wide_product(x, y),
        };
        let mask = self.compared_part(order, Elem::I64, x, y);
        self.blend(Elem::I64, mask, x, y)
    }

    /// The low halves' product, and both mixed products 32 bits higher.
    fn wide_product(&mut self, x: VReg, y: VReg) -> VReg {
        let low = self.row2(Row::MulLowHalves, x, y);
        let (x_high, y_high) = (
            self.row1_imm(Row::LogicalI64, x, 32),
            self.row1_imm(Row::LogicalI64, y, 32),
        );
        let mixed = self.row2(Row::MulLowHalves, x_high, y);
        let other = self.row2(Row::MulLowHalves, y_high, x);
        let mixed = self.row2(Row::AddI64, mixed, other);
        let mixed = self.row1_imm(Row::ShlI64, mixed, 32);
        self.row2(Row::AddI64, low, mixed)
    }

    /// Counts are taken modulo the lane's bits.
    fn vector_shift(&mut self, op: BinaryOp, elem: Elem, a: Val, b: Val) -> Vec<VReg> {
        let at = usize::from(wide(elem));
        let left = op == BinaryOp::Shl;
        let last = [31, 63][at];
        if !left && elem == Elem::I64 && self.level == Level::Avx2 {
            return self.each_pair(a, b, Self::wide_shift);
        }
        if let Some(bits) = self.constant(b) {
            let row = match left {
                true => [Row::ShlI32, Row::ShlI64][at],
                false => [Row::ShrI32, Row::ShrI64][at],
            };
            return self.each(a, |t, x| t.row1_imm(row, x, (bits & last) as i32));
        }
        let row = match left {
            true => [Row::ShlByI32, Row::ShlByI64][at],
            false => [Row::ShrByI32, Row::ShrByI64][at],
        };
        let last = self.vector_constant(elem, last);
        self.each_pair(a, b, |t, x, count| {
            let count = t.row2(Row::And, count, last);
            t.row2(row, x, count)
        })
    }

    /// AVX2 shifts 64-bit lanes to the right without their sign, which follows here: where the sign bit came to lie, `x ^ m - m`.
    fn wide_shift(&mut self, x: VReg, count: VReg) -> VReg {
        let last = self.vector_constant(Elem::I64, 63);
        let sign = self.vector_constant(Elem::I64, 1 << 63);
        let count = self.row2(Row::And, count, last);
        let moved = self.row2(Row::LogicalByI64, x, count);
        let sign = self.row2(Row::LogicalByI64, sign, count);
        let flipped = self.row2(Row::Xor, moved, sign);
        self.row2(Row::SubI64, flipped, sign)
    }

    // ---- Products and sums -------------------------------------------------------------------------------------------------------------

    /// Whether a value comes from the iteration before of a loop and is read once: a sum that stays where it is.
    fn is_carried(&self, value: Val) -> bool {
        let params = &self.function.blocks[self.stretch].params;
        self.uses[value] == 1 && params.contains(&value)
    }

    /// ±(a·b) ± c. The machine overwrites the summand or a factor: one that nobody else needs.
    pub(super) fn fused(&mut self, op: &Op, ty: Type) -> Vec<VReg> {
        let Op::Fma {
            a,
            b,
            c,
            negate_product,
            negate_summand,
        } = *op
        else {
            panic!("{op:?} is no fused product");
        };
        let (a, b) = self.in_order(BinaryOp::Mul, a, b);
        let form = usize::from(negate_product) * 2 + usize::from(negate_summand);
        let (by_summand, by_factor) = fused_rows(ty, form);
        let last_use = |value| self.uses[value] == 1 && self.near(value).is_some();
        let free = last_use(c) || self.is_carried(c);
        let (row, [update, other, last]) = match (free, last_use(a), last_use(b)) {
            (true, _, _) | (false, false, false) => (by_summand, [c, a, b]),
            (false, true, _) => (by_factor, [a, b, c]),
            (false, false, true) => (by_factor, [b, a, c]),
        };
        let [update, other, last] = [update, other, last].map(|value| self.many(value));
        let mut parts = Vec::new();
        for ((from, other), last) in update.into_iter().zip(other).zip(last) {
            let result = self.vector();
            let args = [
                Arg::Update { result, from },
                Arg::Use(other),
                Arg::Any(last),
            ];
            self.row(row, &args, None);
            parts.push(result);
        }
        parts
    }
}

fn binary_row(op: BinaryOp, elem: Elem) -> Row {
    let of = |rows: [Row; 4]| match elem {
        Elem::F32 => rows[0],
        Elem::F64 => rows[1],
        Elem::Bool | Elem::I32 => rows[2],
        Elem::I64 => rows[3],
    };
    match op {
        BinaryOp::Add => of([Row::AddF32, Row::AddF64, Row::AddI32, Row::AddI64]),
        BinaryOp::Sub => of([Row::SubF32, Row::SubF64, Row::SubI32, Row::SubI64]),
        BinaryOp::Mul => of([Row::MulF32, Row::MulF64, Row::MulI32, Row::MulI64]),
        BinaryOp::Min => of([Row::MinF32, Row::MinF64, Row::MinI32, Row::MinI64]),
        BinaryOp::Max => of([Row::MaxF32, Row::MaxF64, Row::MaxI32, Row::MaxI64]),
        BinaryOp::Div => [Row::DivF32, Row::DivF64][usize::from(wide(elem))],
        BinaryOp::And => Row::And,
        BinaryOp::Or => Row::Or,
        BinaryOp::Xor => Row::Xor,
        BinaryOp::IntDiv | BinaryOp::Rem | BinaryOp::IntPow | BinaryOp::Shl | BinaryOp::Shr => {
            panic!("{op:?} has its own form")
        }
    }
}

/// The fused forms that overwrite the summand, and a factor; `form`: 2 for a negated product, 1 for a negated summand.
fn fused_rows(ty: Type, form: usize) -> (Row, Row) {
    let rows = match (ty.varying, wide(ty.elem)) {
        (true, false) => [
            (Row::FmaF32, Row::FmaFactorF32),
            (Row::FmsF32, Row::FmsFactorF32),
            (Row::FnmaF32, Row::FnmaFactorF32),
            (Row::FnmsF32, Row::FnmsFactorF32),
        ],
        (true, true) => [
            (Row::FmaF64, Row::FmaFactorF64),
            (Row::FmsF64, Row::FmsFactorF64),
            (Row::FnmaF64, Row::FnmaFactorF64),
            (Row::FnmsF64, Row::FnmsFactorF64),
        ],
        (false, false) => [
            (Row::FmaS32, Row::FmaFactorS32),
            (Row::FmsS32, Row::FmsFactorS32),
            (Row::FnmaS32, Row::FnmaFactorS32),
            (Row::FnmsS32, Row::FnmsFactorS32),
        ],
        (false, true) => [
            (Row::FmaS64, Row::FmaFactorS64),
            (Row::FmsS64, Row::FmsFactorS64),
            (Row::FnmaS64, Row::FnmaFactorS64),
            (Row::FnmsS64, Row::FnmsFactorS64),
        ],
    };
    rows[form]
}
