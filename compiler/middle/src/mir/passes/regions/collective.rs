//! What threads of a warp exchange: first every thread that comes lays down its share, then each takes what is its own.
//!
//! Threads of a block are numbered row by row, and 32 that follow each other are a warp: what a warp knows together lies in an array
//! with an element per block and warp.
//!
//! *Invariant:* the two parts of an exchange run for the same threads.

use super::fission::{Fission, keep_in, spill_kind};
use super::part::Part;
use crate::builtins::groups::WARP;
use crate::mir::data::*;

/// Where a thread stands in its block.
#[derive(Clone, Copy)]
struct Place {
    /// Its number in the block.
    rank: Value,
    /// Its warp.
    warp: Value,
    /// Its number in the warp.
    lane: Value,
}

/// An exchange with the arrays that it needs.
struct Exchange<'a> {
    op: Collective,
    args: &'a [Value],
    result: Value,
    /// The masks of those that came.
    here: Value,
    /// For a ballot, the masks of those that say yes.
    votes: Option<Value>,
    /// For an exchange of numbers, the number of each thread.
    offered: Option<(Value, ElemKind)>,
}

impl Fission<'_> {
    /// Notes which threads of each warp belong to the launch, when threads exchange something.
    pub(super) fn note_present(&mut self) {
        let mut exchanges = false;
        self.kernel.body.for_each_stmt(&mut |stmt| {
            exchanges |= matches!(stmt.op, Op::Together(Together::Collective(..)));
        });
        if !exchanges {
            return;
        }
        let present = self.warp_array();
        self.part("present", false, |s, p| {
            let place = s.place(p);
            mark(p, place, present);
        });
        self.present = Some(present);
    }

    /// A [`Together::Collective`].
    pub(super) fn collective(&mut self, op: Collective, args: &[Value], result: Value) {
        let offered = match (op, args.last()) {
            (Collective::Shuffle | Collective::Match, Some(&number)) => {
                let kind = spill_kind(self.kernel.values[number].ty);
                Some((self.thread_array(kind), kind))
            }
            _ => None,
        };
        let exchange = Exchange {
            op,
            args,
            result,
            here: self.warp_array(),
            votes: (op == Collective::Ballot).then(|| self.warp_array()),
            offered,
        };
        self.offer(&exchange);
        self.take(&exchange);
    }

    /// An int per block and warp, 0.
    fn warp_array(&mut self) -> Value {
        let [lines, row] = self.geometry.shape;
        let threads = self.h.mul(lines, row);
        let (warp, last) = (self.h.int(WARP), self.h.int(WARP - 1));
        let up = self.h.add(threads, last);
        let warps = self.h.binary(BinaryOp::IntDiv, up, warp);
        let dims = [self.geometry.blocks, warps];
        self.h.new_array(ElemKind::I32, &dims, Fill::Zeros)
    }

    fn place(&mut self, p: &mut Part) -> Place {
        let [lines, columns] = self.geometry.shape;
        let (lines, columns) = (p.input_as(lines, Ty::I32), p.input_as(columns, Ty::I32));
        let [row, column] = p.thread;
        let before = p.b.mul(p.block, lines);
        let line = p.b.sub(row, before);
        let start = p.b.mul(line, columns);
        let rank = p.b.add(start, column);
        let (warp, last) = (p.b.int(WARP), p.b.int(WARP - 1));
        Place {
            rank,
            warp: p.b.binary(BinaryOp::IntDiv, rank, warp),
            lane: p.b.binary(BinaryOp::And, rank, last),
        }
    }

    fn offer(&mut self, exchange: &Exchange) {
        self.part("offer", true, |s, p| {
            let place = s.place(p);
            mark(p, place, exchange.here);
            let Some(&last) = exchange.args.last() else {
                return;
            };
            s.provide(p, last);
            let share = p.values[&last];
            if let Some(votes) = exchange.votes {
                super::masks::when(p, share, |p| mark(p, place, votes));
            }
            if let Some((array, _)) = exchange.offered {
                keep_in(p, array, share, p.b.ty(share));
            }
        });
    }

    fn take(&mut self, exchange: &Exchange) {
        let totals = self.part("take", true, |s, p| {
            let place = s.place(p);
            let came = of_warp(p, place, exchange.here);
            let taken = match exchange.args.first() {
                None => came,
                Some(&mask) => {
                    s.provide(p, mask);
                    let members = p.b.binary(BinaryOp::And, p.values[&mask], came);
                    s.note_missing(p, place, p.values[&mask], came);
                    s.taken(p, exchange, place, members)
                }
            };
            let ty = p.b.ty(taken);
            keep_in(p, s.spill_of(exchange.result), taken, ty);
        });
        if let Some(&missing) = totals.first() {
            let zero = self.h.int(0);
            let is_missing = self.h.compare(CompareOp::Gt, missing, zero);
            self.fail_if(is_missing, "not all threads of the group come here");
        }
    }

    /// Counts that threads of the launch which the mask has did not come.
    fn note_missing(&mut self, p: &mut Part, place: Place, mask: Value, came: Value) {
        let present = self.present.expect("threads exchange something");
        let present = of_warp(p, place, present);
        let wanted = p.b.binary(BinaryOp::And, mask, present);
        let found = p.b.binary(BinaryOp::And, wanted, came);
        let is_missing = p.b.compare(CompareOp::Ne, found, wanted);
        let is_missing = p.b.convert(is_missing, Ty::I32);
        let total = p.b.accumulator(Ty::I32, "missing", AccumulatorOp::Max);
        let sofar = p.b.get(total);
        let now = p.b.binary(BinaryOp::Max, sofar, is_missing);
        p.b.set(total, now);
    }

    fn taken(&mut self, p: &mut Part, exchange: &Exchange, place: Place, members: Value) -> Value {
        match exchange.op {
            Collective::Active => panic!("a mask of those that are here has no mask"),
            Collective::Ballot => {
                let votes = exchange.votes.expect("a ballot has votes");
                let votes = of_warp(p, place, votes);
                p.b.binary(BinaryOp::And, votes, members)
            }
            Collective::Shuffle => {
                self.provide(p, exchange.args[1]);
                let lane = p.values[&exchange.args[1]];
                self.number_of(p, exchange, place, members, lane).0
            }
            Collective::Match => self.matching(p, exchange, place, members),
        }
    }

    /// The number that a thread of the warp has laid down, or the own one when that thread is no member; and whether it is one.
    fn number_of(
        &mut self,
        p: &mut Part,
        exchange: &Exchange,
        place: Place,
        members: Value,
        lane: Value,
    ) -> (Value, Value) {
        let (one, zero) = (p.b.int(1), p.b.int(0));
        let bit = p.b.binary(BinaryOp::Shr, members, lane);
        let bit = p.b.binary(BinaryOp::And, bit, one);
        let is_member = p.b.compare(CompareOp::Ne, bit, zero);
        let first = p.b.sub(place.rank, place.lane);
        let other = p.b.add(first, lane);
        let rank = p.b.select(is_member, other, place.rank);
        let [lines, columns] = self.geometry.shape;
        let (lines, columns) = (p.input_as(lines, Ty::I32), p.input_as(columns, Ty::I32));
        let before = p.b.mul(p.block, lines);
        let line = p.b.binary(BinaryOp::IntDiv, rank, columns);
        let row = p.b.add(before, line);
        let column = p.b.binary(BinaryOp::Rem, rank, columns);
        let (array, kind) = exchange.offered.expect("numbers are exchanged");
        let place = p.access(array, kind, vec![row, column]);
        (p.b.load(place)[0], is_member)
    }

    fn matching(
        &mut self,
        p: &mut Part,
        exchange: &Exchange,
        place: Place,
        members: Value,
    ) -> Value {
        let (own, _) = self.number_of(p, exchange, place, members, place.lane);
        let one = p.b.int(1);
        let bit = p.b.binary(BinaryOp::Shl, one, place.lane);
        let same = p.b.local_with(Some("same"), bit);
        let (zero, last) = (p.b.int(0), p.b.int(WARP - 1));
        let (label, lane) = (p.b.label(), p.b.value(Ty::I32));
        p.b.open_block();
        let (other, is_member) = self.number_of(p, exchange, place, members, lane);
        let equal = p.b.compare(CompareOp::Eq, own, other);
        let both = p.b.binary(BinaryOp::And, is_member, equal);
        let bit = p.b.binary(BinaryOp::Shl, one, lane);
        let bit = p.b.select(both, bit, zero);
        let sofar = p.b.get(same);
        let now = p.b.binary(BinaryOp::Or, sofar, bit);
        p.b.set(same, now);
        let body = p.b.close_block();
        let header = crate::mir::ForHeader {
            label,
            index: lane,
            range: LoopRange {
                start: zero,
                step: one,
                stop: last,
            },
            directive: LoopDirective::default(),
            name: None,
        };
        p.b.push_for(header, body);
        p.b.get(same)
    }
}

/// Sets the thread's bit in an array with an element per block and warp.
fn mark(p: &mut Part, place: Place, array: Value) {
    let one = p.b.int(1);
    let bit = p.b.binary(BinaryOp::Shl, one, place.lane);
    let access = p.access(array, ElemKind::I32, vec![p.block, place.warp]);
    p.b.atomic(AtomicOp::Or, access, &[bit]);
}

/// The element of the thread's warp.
fn of_warp(p: &mut Part, place: Place, array: Value) -> Value {
    let access = p.access(array, ElemKind::I32, vec![p.block, place.warp]);
    p.b.load(access)[0]
}
