//! Division of whole numbers: by 0 it gives 0, and the least number by -1 itself.
//!
//! *Invariant:* the machine's division never sees a divisor that makes it trap.

use iced_x86::Code;
use regalloc2::{Operand, VReg};

use super::super::super::ir::{Elem, Type, Val};
use super::super::machine::{Action, Arg, Condition, Inst, registers};
use super::super::table::Row;
use super::{Selector, wide};
use crate::mir::{BinaryOp, CompareOp};

impl Selector<'_> {
    /// Quotient or remainder of uniform numbers; `known`: the bits of a constant divisor.
    pub(super) fn divided(
        &mut self,
        op: BinaryOp,
        elem: Elem,
        x: VReg,
        y: VReg,
        known: Option<u64>,
    ) -> VReg {
        let wide = wide(elem);
        if is_harmless(elem, known) {
            let (quotient, remainder) = self.machine_division(wide, x, y);
            return if op == BinaryOp::Rem {
                remainder
            } else {
                quotient
            };
        }
        let divisor = self.harmless(wide, y);
        let (quotient, remainder) = self.machine_division(wide, x, divisor);
        if op == BinaryOp::Rem {
            return remainder;
        }
        let at = usize::from(wide);
        let negated = self.general();
        let args = [Arg::Update {
            result: negated,
            from: x,
        }];
        self.emit([Code::Neg_rm32, Code::Neg_rm64][at], &args);
        let nothing = self.int(0);
        let compare = [Code::Cmp_rm32_imm8, Code::Cmp_rm64_imm8][at];
        self.emit_flags(compare, &[Arg::Any(y), Arg::Imm(-1)]);
        let quotient = self.choose(Condition::Equal, wide, negated, quotient);
        self.emit_flags(compare, &[Arg::Any(y), Arg::Imm(0)]);
        self.choose(Condition::Equal, wide, nothing, quotient)
    }

    /// The divisor, with 1 in the place of 0 and -1.
    fn harmless(&mut self, wide: bool, y: VReg) -> VReg {
        let at = usize::from(wide);
        let one = self.int(1);
        let next = self.general2_imm([Code::Add_rm32_imm8, Code::Add_rm64_imm8][at], y, 1);
        let compare = [Code::Cmp_rm32_imm8, Code::Cmp_rm64_imm8][at];
        self.emit_flags(compare, &[Arg::Any(next), Arg::Imm(2)]);
        self.choose(Condition::Below, wide, one, y)
    }

    fn machine_division(&mut self, wide: bool, x: VReg, y: VReg) -> (VReg, VReg) {
        let at = usize::from(wide);
        let high = self.general();
        let extend = vec![
            Operand::reg_fixed_use(x, registers::RAX),
            Operand::reg_fixed_def(high, registers::RDX),
        ];
        self.push_fixed([Code::Cdq, Code::Cqo][at], extend);
        let (quotient, remainder) = (self.general(), self.general());
        let divide = vec![
            Operand::reg_use(y),
            Operand::reg_fixed_use(x, registers::RAX),
            Operand::reg_fixed_use(high, registers::RDX),
            Operand::reg_fixed_def(quotient, registers::RAX),
            Operand::reg_fixed_def(remainder, registers::RDX),
        ];
        self.push_fixed([Code::Idiv_rm32, Code::Idiv_rm64][at], divide);
        (quotient, remainder)
    }

    fn push_fixed(&mut self, code: Code, operands: Vec<Operand>) {
        let mut inst = Inst::new(Action::Fixed(code), operands, self.loc);
        inst.pure = true;
        self.push(inst);
    }

    // ---- Varying -----------------------------------------------------------------------------------------------------------------------

    /// The machine divides no vectors of whole numbers; those of 32 bits are exact in double precision.
    pub(super) fn vector_divided(&mut self, op: BinaryOp, ty: Type, a: Val, b: Val) -> Vec<VReg> {
        let known = self.constant(b);
        if wide(ty.elem) {
            return self.lane_by_lane(ty, &[a, b], |t, lanes| {
                t.divided(op, ty.elem, lanes[0], lanes[1], known)
            });
        }
        let harmless = is_harmless(ty.elem, known);
        self.each_pair(a, b, |t, x, y| {
            let quotient = t.quotient(x, y);
            let zero = t.vector_constant(Elem::I32, 0);
            let by_zero = t.compared_part(CompareOp::Eq, Elem::I32, y, zero);
            let defined = |t: &mut Self, result| match harmless {
                true => result,
                false => t.blend(Elem::I32, by_zero, zero, result),
            };
            if op == BinaryOp::IntDiv {
                return defined(t, quotient);
            }
            let product = t.row2(Row::MulI32, quotient, y);
            let remainder = t.row2(Row::SubI32, x, product);
            defined(t, remainder)
        })
    }

    fn quotient(&mut self, x: VReg, y: VReg) -> VReg {
        let x = self.halves(Row::F64FromI32, x);
        let y = self.halves(Row::F64FromI32, y);
        let [low, high] = [0, 1].map(|at: usize| {
            let quotient = self.row2(Row::DivF64, x[at], y[at]);
            self.row1(Row::I32FromF64, quotient)
        });
        self.joined_halves(low, high)
    }

    /// A uniform operation for every lane.
    pub(super) fn lane_by_lane(
        &mut self,
        ty: Type,
        args: &[Val],
        mut op: impl FnMut(&mut Self, &[VReg]) -> VReg,
    ) -> Vec<VReg> {
        let mut results = Vec::new();
        for lane in 0..self.function.lanes {
            let lanes: Vec<_> = args.iter().map(|arg| self.lane(*arg, lane)).collect();
            results.push(op(self, &lanes));
        }
        let per_part = self.level.lanes(ty.elem) as usize;
        let parts = results.chunks(per_part);
        parts.map(|lanes| self.packed(ty.elem, lanes)).collect()
    }
}

/// Whether a constant divisor is neither 0 nor -1.
fn is_harmless(elem: Elem, known: Option<u64>) -> bool {
    known.is_some_and(|bits| match elem {
        Elem::I32 => !matches!(bits as u32 as i32, 0 | -1),
        _ => !matches!(bits as i64, 0 | -1),
    })
}
