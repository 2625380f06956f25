//! Uniform operations: whole numbers in general registers, floats in the first lane of a vector.
//!
//! *Invariant:* the same results as `clif::scalar`.

use iced_x86::Code;
use regalloc2::VReg;

use super::super::super::ir::{Elem, Memory, Op, Type, Val};
use super::super::machine::{Address, Arg, Base, Condition};
use super::super::table::Row;
use super::{Selector, order, wide};
use crate::mir::{BinaryOp, CompareOp, UnaryOp};

impl<'a> Selector<'a> {
    /// An operation with a uniform result.
    pub(super) fn uniform(&mut self, op: &'a Op, ty: Type) -> VReg {
        match op {
            Op::Const(_) => panic!("constants are made where they are used"),
            Op::Unary(op, a) => self.uniform_unary(*op, *a),
            Op::Binary(op, a, b) if ty.elem.is_float() => self.float_binary(*op, ty.elem, *a, *b),
            Op::Binary(op, a, b) => self.whole_binary(*op, ty.elem, *a, *b),
            Op::ShiftRightLogical(a, count) => {
                let code = [Code::Shr_rm32_imm8, Code::Shr_rm64_imm8];
                let a = self.one(*a);
                self.general2_imm(code[usize::from(wide(ty.elem))], a, *count as i32)
            }
            Op::Compare(op, a, b) => self.uniform_compare(*op, *a, *b),
            Op::Inside(index, extent) => {
                self.compare_flags(*index, *extent);
                self.truth(Condition::Below)
            }
            Op::Select(cond, yes, no) => self.uniform_select(ty.elem, *cond, *yes, *no),
            Op::Convert(a) => self.uniform_convert(*a, ty.elem),
            Op::Truncate(a) => self.uniform_truncate(*a, ty.elem),
            Op::RoundEven(a) => {
                let a = self.one(*a);
                self.rounded(ty.elem, a, super::vector::NEAREST)
            }
            Op::Bitcast(a) => self.uniform_bitcast(*a, ty.elem),
            Op::Fma { .. } => self.fused(op, ty)[0],
            Op::Any(mask) => {
                let condition = self.any_flags(*mask);
                self.truth(condition)
            }
            Op::All(mask) => {
                let condition = self.all_flags(*mask);
                self.truth(condition)
            }
            Op::Lane(value, lane) => self.lane(*value, *lane),
            Op::FirstLane { mask, value } => self.first_lane(*mask, *value),
            Op::MapIndex {
                mode,
                index,
                extent,
            } => self.uniform_map(*mode, *index, *extent),
            Op::Header { array, offset } => {
                let address = self.address(*array, *offset);
                self.load_general(Code::Mov_r64_rm64, address)
            }
            Op::Zeros => self.address_of_zeros(),
            Op::Slot(slot) => {
                let at = self.slots[*slot as usize];
                self.load_general(Code::Lea_r64_m, Address::frame(at))
            }
            Op::Load {
                memory,
                address,
                offset,
            } => {
                let address = self.address(*address, *offset);
                match memory {
                    // At no cost as wide as an index of memory is.
                    Memory::I32 => self.load_general(Code::Movsxd_r64_rm32, address),
                    memory => self.load_one(*memory, address),
                }
            }
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
            Op::Atomic { .. } => self.atomic(op),
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

    // ---- Whole numbers -----------------------------------------------------------------------------------------------------------------

    fn uniform_unary(&mut self, op: UnaryOp, a: Val) -> VReg {
        let elem = self.elem(a);
        let x = self.one(a);
        if op == UnaryOp::Sqrt {
            return self.row2([Row::SqrtS32, Row::SqrtS64][usize::from(wide(elem))], x, x);
        }
        if elem.is_float() {
            return self.vector_unary(op, elem, x);
        }
        let pick = |codes: [Code; 2]| codes[usize::from(wide(elem))];
        match op {
            UnaryOp::Neg => self.general1(pick([Code::Neg_rm32, Code::Neg_rm64]), x),
            UnaryOp::BitNot => self.general1(pick([Code::Not_rm32, Code::Not_rm64]), x),
            UnaryOp::Not => self.general2_imm(Code::Xor_rm32_imm8, x, 1),
            UnaryOp::Abs => {
                let negated = self.general1(pick([Code::Neg_rm32, Code::Neg_rm64]), x);
                self.chosen_by(BinaryOp::Max, elem, x, negated)
            }
            UnaryOp::Sqrt
            | UnaryOp::Floor
            | UnaryOp::Ceil
            | UnaryOp::Round
            | UnaryOp::Trunc
            | UnaryOp::RoundHalf => {
                panic!("{op:?} of {elem:?}")
            }
        }
    }

    fn general1(&mut self, code: Code, a: VReg) -> VReg {
        let result = self.general();
        self.emit(code, &[Arg::Update { result, from: a }]);
        result
    }

    fn whole_binary(&mut self, op: BinaryOp, elem: Elem, a: Val, b: Val) -> VReg {
        match op {
            BinaryOp::Add => self.sum(elem, a, b),
            BinaryOp::Sub => self.difference(elem, a, b),
            BinaryOp::Mul => self.product(elem, a, b),
            BinaryOp::And if let Some(mask) = self.small(b) => {
                let x = self.one(a);
                let code = [Code::And_rm32_imm32, Code::And_rm64_imm32][usize::from(wide(elem))];
                self.general2_imm(code, x, mask)
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Min | BinaryOp::Max => {
                let (x, y) = (self.one(a), self.one(b));
                self.whole_pair(op, elem, x, y)
            }
            BinaryOp::Shl | BinaryOp::Shr => self.uniform_shift(op, elem, a, b),
            BinaryOp::IntDiv | BinaryOp::Rem => {
                let known = self.constant(b);
                let (x, y) = (self.one(a), self.one(b));
                self.divided(op, elem, x, y, known)
            }
            BinaryOp::Div | BinaryOp::IntPow => panic!("{op:?} of {elem:?}"),
        }
    }

    /// A binary operation on general registers that has no form with constants.
    pub(super) fn whole_pair(&mut self, op: BinaryOp, elem: Elem, x: VReg, y: VReg) -> VReg {
        let codes = match op {
            BinaryOp::Add => [Code::Add_r32_rm32, Code::Add_r64_rm64],
            BinaryOp::Sub => [Code::Sub_r32_rm32, Code::Sub_r64_rm64],
            BinaryOp::Mul => [Code::Imul_r32_rm32, Code::Imul_r64_rm64],
            BinaryOp::And => [Code::And_r32_rm32, Code::And_r64_rm64],
            BinaryOp::Or => [Code::Or_r32_rm32, Code::Or_r64_rm64],
            BinaryOp::Xor => [Code::Xor_r32_rm32, Code::Xor_r64_rm64],
            BinaryOp::Min | BinaryOp::Max => return self.chosen_by(op, elem, x, y),
            BinaryOp::Div
            | BinaryOp::IntDiv
            | BinaryOp::Rem
            | BinaryOp::IntPow
            | BinaryOp::Shl
            | BinaryOp::Shr => panic!("{op:?} has its own form"),
        };
        self.general2(codes[usize::from(wide(elem))], x, y)
    }

    fn sum(&mut self, elem: Elem, a: Val, b: Val) -> VReg {
        let x = self.one(a);
        let (index, offset) = match self.small(b) {
            Some(constant) => (None, constant),
            None => match self.scaled(b) {
                Some((index, scale)) => (Some((self.one(index), scale)), 0),
                None => (Some((self.one(b), 1)), 0),
            },
        };
        self.lea(elem, x, index, offset)
    }

    fn lea(&mut self, elem: Elem, base: VReg, index: Option<(VReg, u32)>, offset: i32) -> VReg {
        let address = Address {
            base: Base::Register(base),
            index,
            offset,
        };
        let code = [Code::Lea_r32_m, Code::Lea_r64_m][usize::from(wide(elem))];
        self.load_general(code, address)
    }

    /// An instruction that makes a general register from a memory operand.
    pub(super) fn load_general(&mut self, code: Code, address: Address) -> VReg {
        let result = self.general();
        self.emit(code, &[Arg::Def(result), Arg::Memory(address)]);
        result
    }

    fn difference(&mut self, elem: Elem, a: Val, b: Val) -> VReg {
        let x = self.one(a);
        if let Some(negated) = self.small(b).and_then(i32::checked_neg) {
            return self.lea(elem, x, None, negated);
        }
        let y = self.one(b);
        let code = [Code::Sub_r32_rm32, Code::Sub_r64_rm64][usize::from(wide(elem))];
        self.general2(code, x, y)
    }

    fn product(&mut self, elem: Elem, a: Val, b: Val) -> VReg {
        let wide = usize::from(wide(elem));
        let x = self.one(a);
        if let Some(constant) = self.small(b) {
            let result = self.general();
            let code = [Code::Imul_r32_rm32_imm32, Code::Imul_r64_rm64_imm32][wide];
            let args = [Arg::Def(result), Arg::Any(x), Arg::Imm(constant)];
            self.emit(code, &args);
            return result;
        }
        let y = self.one(b);
        let code = [Code::Imul_r32_rm32, Code::Imul_r64_rm64][wide];
        self.general2(code, x, y)
    }

    /// The smaller or the larger of two whole numbers.
    pub(super) fn chosen_by(&mut self, op: BinaryOp, elem: Elem, x: VReg, y: VReg) -> VReg {
        let wide = wide(elem);
        let code = [Code::Cmp_r32_rm32, Code::Cmp_r64_rm64][usize::from(wide)];
        self.emit_flags(code, &[Arg::Use(x), Arg::Any(y)]);
        let condition = match op {
            BinaryOp::Min => Condition::Greater,
            _ => Condition::Less,
        };
        self.choose(condition, wide, y, x)
    }

    /// `yes` under the condition of the flags, else `no`.
    pub(super) fn choose(&mut self, condition: Condition, wide: bool, yes: VReg, no: VReg) -> VReg {
        let result = self.general();
        let args = [Arg::Update { result, from: no }, Arg::Any(yes)];
        self.emit_by_flags(condition.choose(wide), &args);
        result
    }

    fn uniform_shift(&mut self, op: BinaryOp, elem: Elem, a: Val, b: Val) -> VReg {
        let wide = usize::from(wide(elem));
        let x = self.one(a);
        if let Some(bits) = self.constant(b) {
            let count = bits as i32 & [31, 63][wide];
            let code = match op {
                BinaryOp::Shl => [Code::Shl_rm32_imm8, Code::Shl_rm64_imm8],
                _ => [Code::Sar_rm32_imm8, Code::Sar_rm64_imm8],
            };
            return self.general2_imm(code[wide], x, count);
        }
        let count = self.one(b);
        let code = match op {
            BinaryOp::Shl => [Code::VEX_Shlx_r32_rm32_r32, Code::VEX_Shlx_r64_rm64_r64],
            _ => [Code::VEX_Sarx_r32_rm32_r32, Code::VEX_Sarx_r64_rm64_r64],
        };
        let result = self.general();
        self.emit(
            code[wide],
            &[Arg::Def(result), Arg::Any(x), Arg::Use(count)],
        );
        result
    }

    // ---- Floats ------------------------------------------------------------------------------------------------------------------------

    fn float_binary(&mut self, op: BinaryOp, elem: Elem, a: Val, b: Val) -> VReg {
        let (a, b) = self.in_order(op, a, b);
        let (x, y) = (self.one(a), self.one(b));
        self.float_pair(op, elem, x, y)
    }

    /// A binary operation on first lanes.
    pub(super) fn float_pair(&mut self, op: BinaryOp, elem: Elem, x: VReg, y: VReg) -> VReg {
        let rows = match op {
            BinaryOp::Add => [Row::AddS32, Row::AddS64],
            BinaryOp::Sub => [Row::SubS32, Row::SubS64],
            BinaryOp::Mul => [Row::MulS32, Row::MulS64],
            BinaryOp::Div => [Row::DivS32, Row::DivS64],
            BinaryOp::Min => [Row::MinS32, Row::MinS64],
            BinaryOp::Max => [Row::MaxS32, Row::MaxS64],
            BinaryOp::IntDiv
            | BinaryOp::Rem
            | BinaryOp::IntPow
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Shr => panic!("{op:?} of floats"),
        };
        self.row2(rows[usize::from(wide(elem))], x, y)
    }

    // ---- Truth values ------------------------------------------------------------------------------------------------------------------

    fn uniform_compare(&mut self, op: CompareOp, a: Val, b: Val) -> VReg {
        let elem = self.elem(a);
        if elem.is_float() {
            let (x, y) = (self.one(a), self.one(b));
            return self.float_truth(op, elem, x, y);
        }
        self.compare_flags(a, b);
        self.truth(order(op))
    }

    /// Whether the first lanes are in that order.
    pub(super) fn float_truth(&mut self, op: CompareOp, elem: Elem, x: VReg, y: VReg) -> VReg {
        let mask = self.compared_part(op, elem, x, y);
        let bits = self.part_bits(mask);
        self.general2_imm(Code::And_rm32_imm8, bits, 1)
    }

    /// A mask for lanes of a type, the first of which holds if a uniform truth value does.
    fn first_lane_mask(&mut self, elem: Elem, cond: Val) -> VReg {
        match self.near(cond) {
            // The comparison is one already: no way by general registers.
            Some(Op::Compare(op, a, b)) if self.elem(*a) == elem => {
                let (x, y) = (self.one(*a), self.one(*b));
                self.compared_part(*op, elem, x, y)
            }
            _ => {
                let cond = self.one(cond);
                self.mask_of_truth(cond)
            }
        }
    }

    fn uniform_select(&mut self, elem: Elem, cond: Val, yes: Val, no: Val) -> VReg {
        if let Some(extreme) = self.guarded_extreme(cond, yes, no) {
            return self.guarded_extremes(&extreme)[0];
        }
        let (x, y) = (self.one(yes), self.one(no));
        if elem.is_float() {
            let mask = self.first_lane_mask(elem, cond);
            return self.blend(elem, mask, x, y);
        }
        let condition = self.condition(cond);
        self.choose(condition, wide(elem), x, y)
    }
}
