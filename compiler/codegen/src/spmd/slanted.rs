//! Loops whose bounds move with the lanes, as those over a triangle of a matrix.
//!
//! ```text
//! for i = lane .. n-1          lanes 0 to 7 start at 0 to 7
//! i = 0 .. 6: lanes up to i    i = 7 .. n-1: all lanes, without a mask
//! ```
//!
//! All lanes are at one index, so that what they read of a row lies side by side, and where all of them run, nothing is masked.
//!
//! *Technique:* index-set splitting (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapter 5).
//!
//! *Invariant:* each lane runs its own iterations, in their order.

use super::construct::Builder;
use super::ir::{self, Elem, Target, Val};
use super::linear::Linear;
use super::loops::jumps;
use crate::mir::{BinaryOp, Block, CompareOp, Label, Value};

/// A bound that is the same in all lanes, or one more or less from lane to lane.
#[derive(Clone, Copy)]
struct LaneBound {
    /// That of each lane.
    own: Val,
    /// Uniform `I32`: the least of all lanes.
    least: Val,
    /// Uniform `I32`: the greatest.
    greatest: Val,
    is_same: bool,
}

impl Builder<'_> {
    /// Builds a loop if its bounds move with the lanes; tells whether it has.
    pub(super) fn slanted_loop(
        &mut self,
        label: Label,
        index: Value,
        [start, stop, step]: [Val; 3],
        body: &Block,
    ) -> bool {
        let counts_up = self.e.as_constant(step) == Some(1);
        if !counts_up || jumps(body) || !self.is_masked(label) {
            return false;
        }
        let (Some(start), Some(stop)) = (self.of_lanes(start), self.of_lanes(stop)) else {
            return false;
        };
        let one = self.e.i32(1);
        if !start.is_same {
            let before_all = self.e.sub(start.greatest, one);
            let last = self.e.min(before_all, stop.greatest);
            self.some_lanes(label, index, [start.least, last], [start, stop], body);
        }
        let bounds = [start.greatest, stop.least, step];
        let trip = self.trip(bounds);
        let trip = trip.expect("bounds that are the same in all lanes");
        self.counted_together(label, index, bounds, &trip, body);
        if !stop.is_same {
            let after_all = self.e.add(stop.least, one);
            let first = self.e.max(start.greatest, after_all);
            let started = LaneBound {
                is_same: true,
                ..start
            };
            self.some_lanes(label, index, [first, stop.greatest], [started, stop], body);
        }
        true
    }

    /// A bound, if it is one more or less from lane to lane at most, or the least or the greatest of two such numbers.
    fn of_lanes(&mut self, own: Val) -> Option<LaneBound> {
        if self.e.ty(own).elem != Elem::I32 {
            return None;
        }
        if let Some(linear) = self.e.linear_of(own) {
            return self.of_linear(own, &linear);
        }
        match *self.e.definition(own)? {
            ir::Op::Splat(of) => {
                let of = self.of_lanes(of)?;
                Some(LaneBound { own, ..of })
            }
            // Of a least number the greatest one of all lanes may be less, which only masks more.
            ir::Op::Binary(op @ (BinaryOp::Min | BinaryOp::Max), a, b) => {
                let (a, b) = (self.of_lanes(a)?, self.of_lanes(b)?);
                Some(LaneBound {
                    own,
                    least: self.e.binary(op, a.least, b.least),
                    greatest: self.e.binary(op, a.greatest, b.greatest),
                    is_same: a.is_same && b.is_same,
                })
            }
            _ => None,
        }
    }

    fn of_linear(&mut self, own: Val, linear: &Linear) -> Option<LaneBound> {
        let first = Linear {
            lane: 0,
            ..linear.clone()
        };
        let first = self.linear_value(&first);
        let first = self.e.narrow(first);
        let across = self.e.i32(self.lanes as i32 - 1);
        let (least, greatest) = match linear.lane {
            0 => (first, first),
            1 => (first, self.e.add(first, across)),
            -1 => (self.e.sub(first, across), first),
            _ => return None,
        };
        Some(LaneBound {
            own,
            least,
            greatest,
            is_same: linear.lane == 0,
        })
    }

    /// The iterations from one index to another, each for the lanes that have it.
    fn some_lanes(
        &mut self,
        label: Label,
        index: Value,
        [first, last]: [Val; 2],
        bounds: [LaneBound; 2],
        body: &Block,
    ) {
        let before = (self.mask, self.gone.clone());
        let (header, after) = (self.e.block(), self.e.block());
        let vars = self.loop_vars(label, body);
        let outer = self.mask_value();
        let active = self.lanes_at(first, bounds, outer);
        let skipped = self.var_args(&vars);
        let mut args = skipped.clone();
        args.extend([active, first]);
        let runs = self.e.compare(CompareOp::Le, first, last);
        self.branch_with(runs, Target::new(header, args), Target::new(after, skipped));
        let mut iterations = self.start(label, body, vars, header, after);
        iterations.starts_later = !bounds[0].is_same;
        let value = self.e.param(header, self.e.ty(first));
        self.define(index, value);
        self.masked_iteration(&iterations, body);
        let again = self.e.compare(CompareOp::Lt, value, last);
        let one = self.e.i32(1);
        let following = self.e.add(value, one);
        let next = self.lanes_at(following, bounds, outer);
        let leaving = self.var_args(&iterations.vars);
        let mut args = leaving.clone();
        args.extend([next, following]);
        self.branch_with(
            again,
            Target::new(header, args),
            Target::new(after, leaving),
        );
        self.finish(&iterations, before.0, before.1);
    }

    /// The lanes of a mask that have an index between their bounds, of which those that are the same in all lanes hold anyway.
    fn lanes_at(&mut self, index: Val, [start, stop]: [LaneBound; 2], outer: Option<Val>) -> Val {
        let mut within = self.e.bool(true);
        if !start.is_same {
            within = self.e.compare(CompareOp::Le, start.own, index);
        }
        if !stop.is_same {
            let to = self.e.compare(CompareOp::Le, index, stop.own);
            within = self.e.and(within, to);
        }
        let within = self.e.splat(within);
        match outer {
            None => within,
            Some(mask) => self.e.and(mask, within),
        }
    }
}
