//! The lesser or greater of two floats of which the second may be none.
//!
//! The machine gives the second operand where one is not a number, so code asks whether the second one is, and takes the first one then:
//! a comparison and a choice beside each extreme. With mask registers the comparison says in which lanes the extreme is taken at all. The
//! way from one extreme to the next is half as long then, which is what the largest element of a window waits for.
//!
//! *Invariant:* the same bits as those of the choice.

use regalloc2::VReg;

use super::super::super::ir::{Elem, Op, Val};
use super::super::machine::{Arg, Level};
use super::super::table::Row;
use super::mask::EQUAL;
use super::{Selector, wide};
use crate::mir::{BinaryOp, CompareOp};

/// `second` is no number `? first : op(first, second)`.
pub(super) struct Guarded {
    op: BinaryOp,
    first: Val,
    second: Val,
}

impl Selector<'_> {
    /// The extreme that a choice stands for, where the machine has mask registers.
    pub(super) fn guarded_extreme(&self, cond: Val, yes: Val, no: Val) -> Option<Guarded> {
        let Some(&Op::Compare(CompareOp::Ne, tested, again)) = self.near(cond) else {
            return None;
        };
        let Some(&Op::Binary(op @ (BinaryOp::Min | BinaryOp::Max), first, second)) = self.near(no)
        else {
            return None;
        };
        let same = tested == again && tested == second && first == yes;
        let fits = self.elem(second).is_float() && self.uses[no] == 1;
        (self.level == Level::Avx512 && same && fits).then_some(Guarded { op, first, second })
    }

    pub(super) fn guarded_extremes(&mut self, extreme: &Guarded) -> Vec<VReg> {
        let ty = self.ty(extreme.second);
        let row = extreme_row(extreme.op, ty.elem, ty.varying);
        let compare = [Row::CompareF32, Row::CompareF64][usize::from(wide(ty.elem))];
        let (firsts, seconds) = (self.many(extreme.first), self.many(extreme.second));
        let pairs = firsts.into_iter().zip(seconds);
        pairs
            .map(|(from, second)| {
                let mask = self.compared_by(compare, second, second, EQUAL);
                let result = self.vector();
                let args = [
                    Arg::Update { result, from },
                    Arg::Use(from),
                    Arg::Any(second),
                ];
                self.row(row, &args, Some(Arg::Use(mask)));
                result
            })
            .collect()
    }
}

fn extreme_row(op: BinaryOp, elem: Elem, varying: bool) -> Row {
    let rows = match (op, varying) {
        (BinaryOp::Min, true) => [Row::MinF32, Row::MinF64],
        (BinaryOp::Min, false) => [Row::MinS32, Row::MinS64],
        (_, true) => [Row::MaxF32, Row::MaxF64],
        (_, false) => [Row::MaxS32, Row::MaxS64],
    };
    rows[usize::from(wide(elem))]
}
