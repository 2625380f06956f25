//! Bringing indices inside.
//!
//! One that is at most one extent outside takes a few operations; the others divide, in code of their own.
//!
//! *Invariant:* the map is total, also where the extent is 0: it may be moved to where nothing uses it.

use iced_x86::Code;
use quasar_abi::AccessMode;
use regalloc2::VReg;

use super::super::super::ir::{Elem, Op, Val};
use super::super::machine::{Arg, Condition, Successor};
use super::super::table::Row;
use super::Selector;
use crate::mir::{BinaryOp, CompareOp, UnaryOp};

/// An extent, at least 1, and the last index inside it: uniform, and in all lanes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    one: Option<[VReg; 2]>,
    all: Option<[VReg; 2]>,
}

impl Selector<'_> {
    /// Makes what maps need of a value, if it is an extent of some.
    pub(super) fn note_extent(&mut self, value: Val) {
        if self.extents.contains_key(&value) {
            let one = self.extent_of(value);
            let all = self.extent_in_lanes(one);
            let (one, all) = (Some(one), Some(all));
            self.extents.insert(value, Extent { one, all });
        }
    }

    fn extent_of(&mut self, extent: Val) -> [VReg; 2] {
        if let Some([extent, last]) = self.extents.get(&extent).and_then(|known| known.one) {
            return [extent, last];
        }
        let (given, one) = (self.one(extent), self.int(1));
        let extent = self.chosen_by(BinaryOp::Max, Elem::I32, given, one);
        let last = self.general2_imm(Code::Add_rm32_imm8, extent, -1);
        [extent, last]
    }

    fn extent_in_lanes(&mut self, one: [VReg; 2]) -> [VReg; 2] {
        one.map(|value| self.broadcast_whole(Elem::I32, value))
    }

    /// Most uniform indices are inside: those of rows, and of most elements at a border.
    pub(super) fn uniform_map(&mut self, mode: AccessMode, index: Val, extent: Val) -> VReg {
        let x = self.cleared(index);
        let [extent, last] = self.extent_of(extent);
        let outside = |selector: &mut Self, x| {
            let args = [Arg::Use(x), Arg::Any(extent)];
            selector.emit_flags(Code::Cmp_r32_rm32, &args);
            Condition::AboveEqual
        };
        let condition = outside(self, x);
        let mapped = self.detour(condition, &[x], |selector| {
            let near = selector.map_near_uniform(mode, x, extent, last);
            if mode == AccessMode::Clamped {
                return vec![near];
            }
            let condition = outside(selector, near);
            selector.detour(condition, &[near], |selector| {
                vec![selector.map_far_uniform(mode, x, extent)]
            })
        });
        mapped[0]
    }

    /// A 32-bit number in a register whose upper half is clear.
    fn cleared(&mut self, value: Val) -> VReg {
        let x = self.one(value);
        match self.definitions[value].map(|found| found.0) {
            Some(Op::Binary(..)) => x,
            _ => {
                let result = self.general();
                self.emit(Code::Mov_r32_rm32, &[Arg::Def(result), Arg::Any(x)]);
                result
            }
        }
    }

    /// Under the condition of the flags other values, which a rare piece of code computes.
    fn detour(
        &mut self,
        condition: Condition,
        usual: &[VReg],
        rare: impl FnOnce(&mut Self) -> Vec<VReg>,
    ) -> Vec<VReg> {
        let cold = self.out.blocks[self.current].cold;
        let (slow, done) = (self.out.block(true), self.out.block(cold));
        let class = usual[0].class();
        let results: Vec<VReg> = usual.iter().map(|_| self.out.register(class)).collect();
        self.out.blocks[done].params = results.clone();
        self.end_with_branch(condition, slow, done);
        let successors = &mut self.out.blocks[self.current].successors;
        successors[1] = Successor {
            block: done,
            args: usual.to_vec(),
        };
        self.current = slow;
        let others = rare(self);
        self.end_with_jump(done, others);
        self.current = done;
        results
    }

    fn map_near_uniform(&mut self, mode: AccessMode, x: VReg, extent: VReg, last: VReg) -> VReg {
        let elem = Elem::I32;
        match mode {
            AccessMode::Clamped => {
                let zero = self.int(0);
                let above = self.chosen_by(BinaryOp::Max, elem, x, zero);
                self.chosen_by(BinaryOp::Min, elem, above, last)
            }
            AccessMode::Mirror => {
                let sign = self.general2_imm(Code::Sar_rm32_imm8, x, 31);
                let lifted = self.general2(Code::Xor_r32_rm32, x, sign);
                let image = self.general2(Code::Sub_r32_rm32, last, lifted);
                let image = self.general2(Code::Add_r32_rm32, image, extent);
                self.chosen_by(BinaryOp::Min, elem, lifted, image)
            }
            AccessMode::Circular => {
                let below = self.general2_imm(Code::Sar_rm32_imm8, x, 31);
                let step = self.general2(Code::And_r32_rm32, below, extent);
                let lifted = self.general2(Code::Add_r32_rm32, x, step);
                let lowered = self.general2(Code::Sub_r32_rm32, lifted, extent);
                let args = [Arg::Use(lifted), Arg::Any(last)];
                self.emit_flags(Code::Cmp_r32_rm32, &args);
                self.choose(Condition::Greater, false, lowered, lifted)
            }
            AccessMode::Checked | AccessMode::Unchecked | AccessMode::Safe => {
                panic!("{mode:?} maps no index")
            }
        }
    }

    fn map_far_uniform(&mut self, mode: AccessMode, index: VReg, extent: VReg) -> VReg {
        let [index, extent] = [index, extent].map(|value| {
            let result = self.general();
            let args = [Arg::Def(result), Arg::Any(value)];
            self.emit(Code::Movsxd_r64_rm32, &args);
            result
        });
        if mode == AccessMode::Circular {
            return self.modulo(index, extent);
        }
        let period = self.general2(Code::Add_r64_rm64, extent, extent);
        let at = self.modulo(index, period);
        let image = self.general2(Code::Sub_r64_rm64, period, at);
        let image = self.general2_imm(Code::Add_rm64_imm8, image, -1);
        self.chosen_by(BinaryOp::Min, Elem::I64, at, image)
    }

    /// The remainder that is never negative; the divisor is positive.
    fn modulo(&mut self, x: VReg, period: VReg) -> VReg {
        let remainder = self.divided(BinaryOp::Rem, Elem::I64, x, period, Some(1));
        let lifted = self.general2(Code::Add_r64_rm64, remainder, period);
        let args = [Arg::Any(remainder), Arg::Imm(0)];
        self.emit_flags(Code::Cmp_rm64_imm8, &args);
        self.choose(Condition::Less, true, lifted, remainder)
    }

    // ---- Varying -----------------------------------------------------------------------------------------------------------------------

    pub(super) fn vector_map(&mut self, mode: AccessMode, index: Val, extent: Val) -> Vec<VReg> {
        let [extent, last] = match self.extents.get(&extent).and_then(|known| known.all) {
            Some(known) => known,
            None => {
                let one = self.extent_of(extent);
                self.extent_in_lanes(one)
            }
        };
        let near = self.each(index, |t, x| t.map_near(mode, x, extent, last));
        if mode == AccessMode::Clamped {
            return near;
        }
        let outside: Vec<VReg> = near.iter().map(|x| self.outside(*x, last)).collect();
        let joined = outside
            .into_iter()
            .reduce(|a, b| self.mask_binary(BinaryOp::Or, a, b));
        let condition = self.any_part_flags(joined.expect("a value has a part"));
        self.detour(condition, &near, |selector| {
            selector.each(index, |t, x| t.map_far(mode, x, extent))
        })
    }

    fn outside(&mut self, x: VReg, last: VReg) -> VReg {
        let zero = self.vector_constant(Elem::I32, 0);
        let below = self.compared_part(CompareOp::Lt, Elem::I32, x, zero);
        let above = self.compared_part(CompareOp::Gt, Elem::I32, x, last);
        self.mask_binary(BinaryOp::Or, below, above)
    }

    fn map_near(&mut self, mode: AccessMode, x: VReg, extent: VReg, last: VReg) -> VReg {
        let zero = self.vector_constant(Elem::I32, 0);
        match mode {
            AccessMode::Clamped => {
                let above = self.row2(Row::MaxI32, x, zero);
                self.row2(Row::MinI32, above, last)
            }
            AccessMode::Mirror => {
                let below = self.vector_unary(UnaryOp::BitNot, Elem::I32, x);
                let lifted = self.row2(Row::MaxI32, x, below);
                let image = self.row2(Row::SubI32, last, lifted);
                let image = self.row2(Row::AddI32, image, extent);
                self.row2(Row::MinI32, lifted, image)
            }
            _ => {
                let below = self.row1_imm(Row::ShrI32, x, 31);
                let step = self.row2(Row::And, below, extent);
                let lifted = self.row2(Row::AddI32, x, step);
                let above = self.compared_part(CompareOp::Gt, Elem::I32, lifted, last);
                let lowered = self.row2(Row::SubI32, lifted, extent);
                self.blend(Elem::I32, above, lowered, lifted)
            }
        }
    }

    /// The map by division in double precision, where 32-bit numbers, their quotients and products are exact.
    fn map_far(&mut self, mode: AccessMode, x: VReg, extent: VReg) -> VReg {
        let x = self.halves(Row::F64FromI32, x);
        let extent = self.halves(Row::F64FromI32, extent);
        let [low, high] = [0, 1].map(|at: usize| {
            let mapped = self.map_double(mode, x[at], extent[at]);
            self.row1(Row::I32FromF64, mapped)
        });
        self.joined_halves(low, high)
    }

    fn map_double(&mut self, mode: AccessMode, x: VReg, extent: VReg) -> VReg {
        let period = match mode {
            AccessMode::Mirror => self.row2(Row::AddF64, extent, extent),
            _ => extent,
        };
        let periods = self.row2(Row::DivF64, x, period);
        let periods = self.vector_unary(UnaryOp::Floor, Elem::F64, periods);
        let at = self.vector();
        let args = [
            Arg::Update {
                result: at,
                from: x,
            },
            Arg::Use(periods),
            Arg::Any(period),
        ];
        self.row(Row::FnmaF64, &args, None);
        if mode != AccessMode::Mirror {
            return at;
        }
        let one = self.vector_constant(Elem::F64, 1f64.to_bits());
        let last = self.row2(Row::SubF64, period, one);
        let image = self.row2(Row::SubF64, last, at);
        self.row2(Row::MinF64, at, image)
    }
}
