//! What conditions tell of numbers, and indices that are never equal because the program says so: a condition around an access,
//! `if i ~= k`, or a loop that was split at `k`.
//!
//! *Invariant:* "apart" means that the two never name one element; it holds with indices that wrap at 32 bits.

use super::affine::{AffineForm, Atom};
use super::counted::MAXIMUM_EXTENT;
use super::def_use::DefUse;
use super::nest::{Nest, NestAccess, NestLoop};
use super::parts::Side;
use crate::mir::{BinaryOp, CompareOp, Op, Ty, UnaryOp, Value};

/// What a condition tells of two numbers.
#[derive(Clone, Copy, Debug)]
pub enum Relation {
    /// They are different.
    Different(Value, Value),
    /// The second is greater than the first by at least the distance.
    Ordered(Value, Value, i64),
}

/// What holds when a condition does, and when it does not.
pub fn told_by(def_use: &DefUse, condition: Value) -> [Vec<Relation>; 2] {
    let condition = def_use.see_through(condition);
    let none = || [Vec::new(), Vec::new()];
    let Some(definition) = def_use.definition(condition) else {
        return none();
    };
    match definition.op {
        Op::Compare(op, left, right) if def_use.function.values[left].ty == Ty::I32 => {
            let up = |distance| Relation::Ordered(left, right, distance);
            let down = |distance| Relation::Ordered(right, left, distance);
            let (equal, different) = (vec![up(0), down(0)], vec![Relation::Different(left, right)]);
            match op {
                CompareOp::Lt => [vec![up(1)], vec![down(0)]],
                CompareOp::Le => [vec![up(0)], vec![down(1)]],
                CompareOp::Gt => [vec![down(1)], vec![up(0)]],
                CompareOp::Ge => [vec![down(0)], vec![up(1)]],
                CompareOp::Eq => [equal, different],
                CompareOp::Ne => [different, equal],
            }
        }
        Op::Unary(UnaryOp::Not, inner) => {
            let [holds, fails] = told_by(def_use, inner);
            [fails, holds]
        }
        // All of a conjunction holds; all of a disjunction fails.
        Op::Binary(BinaryOp::And, left, right) => {
            let ([mut holds, _], [others, _]) = (told_by(def_use, left), told_by(def_use, right));
            holds.extend(others);
            [holds, Vec::new()]
        }
        Op::Binary(BinaryOp::Or, left, right) => {
            let ([_, mut fails], [_, others]) = (told_by(def_use, left), told_by(def_use, right));
            fails.extend(others);
            [Vec::new(), fails]
        }
        _ => none(),
    }
}

/// Whether `index`, one of an access, which names an element, is never `other`, a number that no iteration changes.
pub fn is_apart(nest: &Nest, access: &NestAccess, index: &AffineForm, other: &AffineForm) -> bool {
    let difference = index.minus(other);
    let is_it = |form: &AffineForm| *form == difference || form.scaled(-1) == difference;
    access.unequal.iter().any(is_it)
        || nest.path(access.in_loop).iter().any(|&at| {
            let atom = Atom::Index(at);
            let mut splits = nest.loops[at].splits.iter();
            splits.any(|(side, place)| {
                is_it(&AffineForm::atom(atom).minus(place))
                    && excludes_end(&nest.loops[at], *side, index, atom)
            })
        })
}

/// Whether the index names no element in the one iteration that may be at the place of the split: that of the least number, or of the
/// greatest.
fn excludes_end(one: &NestLoop, side: Side, index: &AffineForm, atom: Atom) -> bool {
    let shift = index
        .coefficient_and_rest(atom)
        .filter(|(factor, _)| factor.as_constant() == Some(1))
        .and_then(|(_, rest)| rest.as_constant());
    // From the least number up all indices are negative; the greatest is beyond every array, and what follows it is negative.
    if shift.is_some_and(|shift| (0..MAXIMUM_EXTENT).contains(&shift)) {
        return true;
    }
    match side {
        Side::Below => {
            let start = one.hull.0.as_constant();
            start.is_some_and(|start| (0..MAXIMUM_EXTENT).contains(&start))
        }
        Side::Above => one.stops_early(),
    }
}
