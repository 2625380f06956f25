//! The bounds of the parts of a cut loop: made here, and known again by the analysis.
//!
//! ```text
//! at = min(max(k, -2³¹+1), 2³¹-2)        below: start..min(stop, at-1)        above: max(start, at+1)..stop
//! ```
//!
//! The clamped `at` has neighbours on both sides, so a cut there is right whatever `k` is. Where `k` is clamped, the part on that side
//! has one iteration at most, the least or the greatest number.
//!
//! *Invariant:* what is told of a loop follows from its bounds alone, whoever wrote them.

use super::super::emit::Emitter;
use super::super::facts::Facts;
use crate::mir::{BinaryOp, Const, Op, Value};

/// The least number with one below it.
const LEAST: i32 = i32::MIN + 1;
/// The greatest number with one above it.
const GREATEST: i32 = i32::MAX - 1;

/// Where the iterations of a part lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the cut: no index is the place of the cut, unless it is the least number.
    Below,
    /// Behind it: no index is the place of the cut, unless it is the greatest number.
    Above,
}

/// The values that cut a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// The place of the cut, clamped.
    pub(super) at: Value,
    /// The last index before it.
    pub(super) last_below: Value,
    /// The first index behind it.
    pub(super) first_above: Value,
}

impl Cut {
    /// Computes what cuts a loop over a range, with step 1, at a value.
    pub(super) fn emit(emitter: &mut Emitter, range: (Value, Value), at: Value) -> Cut {
        let least = emitter.constant(Const::I32(LEAST));
        let greatest = emitter.constant(Const::I32(GREATEST));
        let one = emitter.constant(Const::I32(1));
        let raised = emitter.binary(BinaryOp::Max, at, least);
        let at = emitter.binary(BinaryOp::Min, raised, greatest);
        let before = emitter.binary(BinaryOp::Sub, at, one);
        let behind = emitter.binary(BinaryOp::Add, at, one);
        Cut {
            at,
            last_below: emitter.binary(BinaryOp::Min, range.1, before),
            first_above: emitter.binary(BinaryOp::Max, range.0, behind),
        }
    }
}

/// What the bounds of a loop tell.
#[derive(Debug)]
pub struct Known {
    /// First and last index of the loop that was cut: all indices lie within.
    pub hull: (Value, Value),
    /// The places of cuts.
    pub cuts: Vec<(Side, Value)>,
}

impl Known {
    /// Of a loop with these bounds.
    pub fn nothing(bounds: (Value, Value)) -> Known {
        Known {
            hull: bounds,
            cuts: Vec::new(),
        }
    }

    /// Of a loop with these bounds and step 1.
    pub fn of(facts: &Facts, (start, stop): (Value, Value)) -> Known {
        let above = part(facts, start, (BinaryOp::Max, BinaryOp::Add));
        let below = part(facts, stop, (BinaryOp::Min, BinaryOp::Sub));
        let mut known = Known::nothing((start, stop));
        if let Some((bound, at)) = above {
            known.hull.0 = bound;
            known.cuts.push((Side::Above, at));
        }
        if let Some((bound, at)) = below {
            known.hull.1 = bound;
            known.cuts.push((Side::Below, at));
        }
        known
    }
}

/// The bound and the place of the cut in `outer(bound, inner(clamped place, 1))`.
fn part(
    facts: &Facts,
    value: Value,
    (outer, inner): (BinaryOp, BinaryOp),
) -> Option<(Value, Value)> {
    let (bound, next) = operands(facts, value, outer)?;
    let (clamped, one) = operands(facts, next, inner)?;
    let (raised, greatest) = operands(facts, clamped, BinaryOp::Min)?;
    let (at, least) = operands(facts, raised, BinaryOp::Max)?;
    let numbers = [(one, 1), (greatest, GREATEST), (least, LEAST)];
    let fits = numbers
        .iter()
        .all(|&(value, number)| is_number(facts, value, number));
    fits.then_some((bound, at))
}

fn operands(facts: &Facts, value: Value, wanted: BinaryOp) -> Option<(Value, Value)> {
    match facts.definition(facts.see_through(value))?.op {
        Op::Binary(op, left, right) if op == wanted => Some((left, right)),
        _ => None,
    }
}

fn is_number(facts: &Facts, value: Value, number: i32) -> bool {
    let definition = facts.definition(facts.see_through(value));
    definition.is_some_and(|stmt| stmt.op == Op::Const(Const::I32(number)))
}
