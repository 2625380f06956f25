//! The parts of a loop that index-set splitting has cut, known again by their bounds.
//!
//! *Invariant:* what is told of a loop follows from its bounds alone, whoever wrote them.

use super::facts::Facts;
use crate::mir::{BinaryOp, Const, Op, Value};

/// The least number with one below it.
pub const LEAST: i32 = i32::MIN + 1;
/// The greatest number with one above it.
pub const GREATEST: i32 = i32::MAX - 1;

/// Where the iterations of a part lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the cut: no index is the place of the cut, unless it is the least number.
    Below,
    /// Behind it: no index is the place of the cut, unless it is the greatest number.
    Above,
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
    pub fn of(facts: &Facts, start: Value, stop: Value) -> Known {
        let above = part(facts, start, BinaryOp::Max, BinaryOp::Add);
        let below = part(facts, stop, BinaryOp::Min, BinaryOp::Sub);
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
fn part(facts: &Facts, value: Value, outer: BinaryOp, inner: BinaryOp) -> Option<(Value, Value)> {
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
