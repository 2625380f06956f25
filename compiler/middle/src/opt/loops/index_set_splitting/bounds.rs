//! The bounds of the parts of a split loop, which the analysis knows again (`analysis/loops/parts.rs`).
//!
//! ```text
//! at = min(max(k, -2³¹+1), 2³¹-2)        below: start..min(stop, at-1)        above: max(start, at+1)..stop
//! ```
//!
//! The clamped `at` has neighbours on both sides, so a split there is right whatever `k` is. Where `k` is clamped, the part on that side
//! has one iteration at most, the least or the greatest number.
//!
//! *Invariant:* the bounds have the form by which the analysis knows them.

use super::super::emit::Emitter;
use crate::analysis::loops::parts::{GREATEST, LEAST};
use crate::mir::{BinaryOp, Const, Value};

/// The values that split a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitBounds {
    /// The place of the split, clamped.
    pub(super) at: Value,
    /// The last index before it.
    pub(super) last_below: Value,
    /// The first index behind it.
    pub(super) first_above: Value,
}

impl SplitBounds {
    /// Computes what splits a loop over a range, with step 1, at a value.
    pub(super) fn emit(emitter: &mut Emitter, range: (Value, Value), at: Value) -> SplitBounds {
        let least = emitter.constant(Const::I32(LEAST));
        let greatest = emitter.constant(Const::I32(GREATEST));
        let one = emitter.constant(Const::I32(1));
        let raised = emitter.binary(BinaryOp::Max, at, least);
        let at = emitter.binary(BinaryOp::Min, raised, greatest);
        let before = emitter.binary(BinaryOp::Sub, at, one);
        let behind = emitter.binary(BinaryOp::Add, at, one);
        SplitBounds {
            at,
            last_below: emitter.binary(BinaryOp::Min, range.1, before),
            first_above: emitter.binary(BinaryOp::Max, range.0, behind),
        }
    }
}
