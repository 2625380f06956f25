//! Threads that go different ways: which of them are on the way to the current step.
//!
//! *Invariant:* the element of a mask is 1 for the threads that are on their way, and 0 for all others, also those outside of the launch.

use super::fission::Fission;
use super::part::{Mask, Part};
use crate::mir::data::*;

impl Fission<'_> {
    /// The threads of the current mask, as a new mask; of those for which `cond` has the value of `sense`.
    pub(super) fn new_mask(&mut self, cond: Option<(Value, bool)>) -> Value {
        let array = self.thread_array(ElemKind::I32);
        self.part("mask", true, |s, p| match cond {
            None => mark(p, array, 1),
            Some((value, sense)) => {
                s.provide(p, value);
                let cond = p.values[&value];
                let cond = match sense {
                    true => cond,
                    false => p.b.unary(UnaryOp::Not, cond),
                };
                when(p, cond, |p| mark(p, array, 1));
            }
        });
        array
    }

    /// Runs steps for the threads of a mask.
    pub(super) fn under(&mut self, mask: Mask, run: impl FnOnce(&mut Self)) {
        self.masks.push(mask);
        run(self);
        self.masks.pop();
    }

    /// Whether some thread is in the mask.
    pub(super) fn any(&mut self, array: Value) -> Value {
        let totals = self.part("any", false, |_, p| {
            let found = p.b.accumulator(Ty::I32, "found", AccumulatorOp::Max);
            let own = p.own(array, ElemKind::I32);
            let own = p.b.load(own)[0];
            let sofar = p.b.get(found);
            let now = p.b.binary(BinaryOp::Max, sofar, own);
            p.b.set(found, now);
        });
        let zero = self.h.int(0);
        self.h.compare(CompareOp::Gt, totals[0], zero)
    }

    /// Some of the threads jump: they leave the masks of what lies between.
    pub(super) fn jump_apart(&mut self, jump: &Op) {
        let mut left = Vec::new();
        for mask in self.masks.iter().rev() {
            match jump {
                Op::Continue(label) if mask.label == Some(*label) && !mask.is_iteration => break,
                _ => left.push(mask.array),
            }
            if matches!(jump, Op::Break(label) if mask.label == Some(*label) && !mask.is_iteration)
            {
                break;
            }
        }
        self.part("jump", true, |_, p| {
            for array in left {
                mark(p, array, 0);
            }
        });
    }

    /// A construct with a label that threads leave at different times.
    pub(super) fn labelled_apart(&mut self, op: &Op, body: &[super::plan::Step]) {
        let label = super::uniform::label_of(op).expect("a construct with a label");
        let alive = match op {
            Op::For { .. } => self.started(op),
            _ => self.new_mask(None),
        };
        let outer = Mask {
            array: alive,
            label: Some(label),
            is_iteration: false,
        };
        self.under(outer, |s| match op {
            Op::Scope { .. } => s.steps(body),
            _ => s.iterations(op, label, alive, body),
        });
    }

    fn iterations(&mut self, op: &Op, label: Label, alive: Value, body: &[super::plan::Step]) {
        let host_label = self.h.label();
        self.h.open_block();
        let any = self.any(alive);
        let none = self.h.unary(UnaryOp::Not, any);
        self.h.if_then(none, |h| h.break_(host_label));
        let array = self.new_mask(None);
        let iteration = Mask {
            array,
            label: Some(label),
            is_iteration: true,
        };
        self.under(iteration, |s| s.steps(body));
        if let Op::For { .. } = op {
            self.advance(op, alive);
        }
        let body = self.h.close_block();
        let label = host_label;
        self.h.push(Op::Loop { label, body }, Vec::new());
    }

    /// The first iteration of a counted loop: the threads that have one.
    fn started(&mut self, op: &Op) -> Value {
        let Op::For {
            index,
            start,
            stop,
            step,
            ..
        } = op
        else {
            panic!("{op:?} counts nothing");
        };
        let alive = self.thread_array(ElemKind::I32);
        let indices = self.spill_of(*index);
        self.part("start", true, |s, p| {
            let [start, stop, step] = s.wide(p, [*start, *stop, *step]);
            let has_round = goes_on(p, start, stop, step);
            when(p, has_round, |p| {
                let own = p.own(indices, ElemKind::I32);
                let first = p.b.convert(start, Ty::I32);
                p.b.store(own, &[first]);
                mark(p, alive, 1);
            });
        });
        alive
    }

    /// The next iteration of a counted loop.
    fn advance(&mut self, op: &Op, alive: Value) {
        let Op::For {
            index, stop, step, ..
        } = op
        else {
            panic!("{op:?} counts nothing");
        };
        let indices = self.spill_of(*index);
        self.part("advance", true, |s, p| {
            let [index, stop, step] = s.wide(p, [*index, *stop, *step]);
            let next = p.b.add(index, step);
            let has_round = goes_on(p, next, stop, step);
            let next = p.b.convert(next, Ty::I32);
            let own = p.own(indices, ElemKind::I32);
            p.b.store(own, &[next]);
            let over = p.b.unary(UnaryOp::Not, has_round);
            when(p, over, |p| mark(p, alive, 0));
        });
    }

    fn wide(&mut self, p: &mut Part, values: [Value; 3]) -> [Value; 3] {
        values.map(|value| {
            self.provide(p, value);
            p.b.convert(p.values[&value], Ty::I64)
        })
    }

    /// A barrier that not all threads may reach: an error when some threads of a group come and others do not.
    pub(super) fn check_arrival(&mut self, scope: BarrierScope) {
        let Some(mask) = self.masks.last().copied() else {
            return;
        };
        let (groups, text) = match scope {
            BarrierScope::Warp => return,
            BarrierScope::Block => (
                self.geometry.blocks,
                "not all threads of a block reach this barrier",
            ),
            BarrierScope::Grid => (
                self.h.int(1),
                "not all threads of the launch reach this barrier",
            ),
        };
        let two = self.h.int(2);
        let seen = self.h.new_array(ElemKind::I32, &[groups, two], Fill::Zeros);
        let masks = std::mem::take(&mut self.masks);
        self.part("arrive", false, |_, p| {
            let own = p.own(mask.array, ElemKind::I32);
            let comes = p.b.load(own)[0];
            let group = group_of(p, scope);
            let place = p.access(seen, ElemKind::I32, vec![group, comes]);
            let one = p.b.int(1);
            p.b.store(place, &[one]);
        });
        let totals = self.part("check", false, |_, p| {
            let found = p.b.accumulator(Ty::I32, "found", AccumulatorOp::Max);
            let group = group_of(p, scope);
            let both = [0, 1].map(|side| {
                let side = p.b.int(side);
                let place = p.access(seen, ElemKind::I32, vec![group, side]);
                p.b.load(place)[0]
            });
            let both = p.b.mul(both[0], both[1]);
            let sofar = p.b.get(found);
            let now = p.b.binary(BinaryOp::Max, sofar, both);
            p.b.set(found, now);
        });
        self.masks = masks;
        let zero = self.h.int(0);
        let is_divergent = self.h.compare(CompareOp::Gt, totals[0], zero);
        self.fail_if(is_divergent, text);
    }
}

fn group_of(p: &mut Part, scope: BarrierScope) -> Value {
    match scope {
        BarrierScope::Grid => p.b.int(0),
        BarrierScope::Warp | BarrierScope::Block => p.block,
    }
}

/// Whether a counted loop has an iteration at this index; all of 64 bits.
fn goes_on(p: &mut Part, index: Value, stop: Value, step: Value) -> Value {
    let zero = p.b.constant(Const::I64(0));
    let mut ways = [
        (CompareOp::Gt, CompareOp::Le),
        (CompareOp::Lt, CompareOp::Ge),
    ]
    .map(|(sign, side)| {
        let goes = p.b.compare(sign, step, zero);
        let within = p.b.compare(side, index, stop);
        p.b.binary(BinaryOp::And, goes, within)
    });
    ways[0] = p.b.binary(BinaryOp::Or, ways[0], ways[1]);
    ways[0]
}

/// Sets the thread's element of a mask.
fn mark(p: &mut Part, array: Value, value: i32) {
    let own = p.own(array, ElemKind::I32);
    let value = p.b.int(value);
    p.b.store(own, &[value]);
}

/// Statements under a condition.
pub(super) fn when(p: &mut Part, cond: Value, body: impl FnOnce(&mut Part)) {
    p.b.open_block();
    body(p);
    let block = p.b.close_block();
    p.b.push_if(cond, block, Block::default());
}
