//! The parts of a loop that index-set splitting has split, known again by their bounds.
//!
//! *Invariant:* what is told of a loop follows from its bounds alone, whoever wrote them.

use super::def_use::DefUse;
use crate::mir::{BinaryOp, Const, Op, Value};

/// The least number with one below it.
pub const LEAST: i32 = i32::MIN + 1;
/// The greatest number with one above it.
pub const GREATEST: i32 = i32::MAX - 1;

/// Where the iterations of a part lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the split: no index is the place of the split, unless it is the least number.
    Below,
    /// Behind it: no index is the place of the split, unless it is the greatest number.
    Above,
}

/// What the bounds of a loop tell.
#[derive(Debug)]
pub struct Known {
    /// First and last index of the loop that was split: all indices lie within.
    pub hull: (Value, Value),
    /// The places of splits.
    pub splits: Vec<(Side, Value)>,
}

impl Known {
    /// Of a loop with these bounds.
    pub fn nothing(bounds: (Value, Value)) -> Known {
        Known {
            hull: bounds,
            splits: Vec::new(),
        }
    }

    /// Of a loop with these bounds and step 1.
    pub fn of(def_use: &DefUse, start: Value, stop: Value) -> Known {
        let above = part(def_use, start, BinaryOp::Max, BinaryOp::Add);
        let below = part(def_use, stop, BinaryOp::Min, BinaryOp::Sub);
        let mut known = Known::nothing((start, stop));
        if let Some((bound, at)) = above {
            known.hull.0 = bound;
            known.splits.push((Side::Above, at));
        }
        if let Some((bound, at)) = below {
            known.hull.1 = bound;
            known.splits.push((Side::Below, at));
        }
        known
    }
}

/// The bound and the place of the split in `outer(bound, inner(clamped place, 1))`.
fn part(
    def_use: &DefUse,
    value: Value,
    outer: BinaryOp,
    inner: BinaryOp,
) -> Option<(Value, Value)> {
    let (bound, next) = operands(def_use, value, outer)?;
    let (clamped, one) = operands(def_use, next, inner)?;
    let (raised, greatest) = operands(def_use, clamped, BinaryOp::Min)?;
    let (at, least) = operands(def_use, raised, BinaryOp::Max)?;
    let numbers = [(one, 1), (greatest, GREATEST), (least, LEAST)];
    let fits = numbers
        .iter()
        .all(|&(value, number)| is_number(def_use, value, number));
    fits.then_some((bound, at))
}

fn operands(def_use: &DefUse, value: Value, wanted: BinaryOp) -> Option<(Value, Value)> {
    match def_use.definition(def_use.see_through(value))?.op {
        Op::Binary(op, left, right) if op == wanted => Some((left, right)),
        _ => None,
    }
}

fn is_number(def_use: &DefUse, value: Value, number: i32) -> bool {
    let definition = def_use.definition(def_use.see_through(value));
    definition.is_some_and(|stmt| stmt.op == Op::Const(Const::I32(number)))
}
