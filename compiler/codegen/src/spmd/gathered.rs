//! Positions that a condition selects, gathered in lists: each vector of the iterations of their loop takes all positions of a list in turn.
//!
//! ```text
//! while the row goes on:
//!     list = the next positions where the condition holds, as many as it has room for
//!     for each vector of iterations:
//!         for each position of the list: the iterations
//!     for each position of the list: the iterations that are left
//! ```
//!
//! What one position changes lies in as many places of memory as its loop has iterations: each vote of a Hough transform in a row of its own.
//! What the positions of a list change in a few iterations lies in few places, which the first cache and the first table of pages hold.
//!
//! *Technique:* strip mining and interchange of the loop over the positions (Allen and Kennedy, "Optimizing Compilers for Modern
//! Architectures", 2001, chapters 5 and 9), behind an inspector of its condition (Saltz, Mirchandani and Crowley, "Run-time
//! parallelization and scheduling of loops", 1991).
//!
//! *Invariant:* each position that is selected runs each of its iterations once. Only changes of whole numbers get another order, whose result is
//! the same in any, and which nothing reads.

use std::rc::Rc;

use super::construct::{Builder, Mask};
use super::emit::ScopeKind;
use super::guards::Guard;
use super::ir::{Elem, Memory, Op as SpmdOp, Target, Type, Val};
use super::rows::{Columns, Launch, Totals};
use super::sum_loops::SumLoop;
use super::versions::LARGEST_COUNT;
use crate::mir::families::pure_op;
use crate::mir::{AtomicOp, Block, CompareOp, ElemKind, Label, Op, Stmt, Ty, Value};

/// Positions that a list has room for: as many as make the places of a vector worth being fetched, few enough for what they read to stay in the
/// first cache.
const ROOM: i64 = 64;
/// Bytes of a position in a list.
const BYTES: i64 = 4;

/// A loop that is all that a position does where its condition holds.
pub(super) struct Gathered<'a> {
    guard: Guard<'a>,
    /// What the loop needs of the position.
    front: &'a [Stmt],
    label: Label,
    index: Value,
    bounds: [Value; 3],
    body: &'a Block,
    changes: Rc<SumLoop>,
}

/// Positions with their number.
#[derive(Clone, Copy)]
struct List {
    /// Uniform address of `I32` values.
    address: Val,
    /// Uniform `I64`.
    count: Val,
}

const NOTHING: Totals = Totals {
    single: Vec::new(),
    lanes: Vec::new(),
};

impl<'a> Builder<'a> {
    /// The loop whose positions are gathered, if a kernel is of this form.
    pub(super) fn gathered_loop(
        &self,
        launch: &Launch<'a>,
        guard: Guard<'a>,
    ) -> Option<Gathered<'a>> {
        let (last, front) = guard.then.stmts.split_last()?;
        let Op::For {
            label,
            index,
            start,
            stop,
            step,
            body,
            ..
        } = &last.op
        else {
            return None;
        };
        let changes = self.sum_loops.get(label)?;
        let bounds = [*start, *stop, *step];
        let mut room = LARGEST_COUNT;
        let fits = self.data.accumulators.is_empty()
            && changes.changes
            && changes.sums.is_empty()
            && launch.merged.is_none()
            && front
                .iter()
                .all(|stmt| matches!(stmt.op, Op::Get(_) | pure_op!()))
            && bounds
                .iter()
                .all(|bound| self.is_of_launch(launch, *bound, &mut room))
            && self.may_be_reordered(body);
        fits.then(|| Gathered {
            guard,
            front,
            label: *label,
            index: *index,
            bounds,
            body,
            changes: Rc::clone(changes),
        })
    }

    /// Whether a block changes nothing but whole numbers, in a way that any order gives the same, and reads no such elements.
    fn may_be_reordered(&self, body: &Block) -> bool {
        let kind = |array: &Value| self.kernel.values[*array].ty;
        let mut fits = true;
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Atomic(op, access, _) => {
                let is_free = matches!(
                    op,
                    AtomicOp::Add
                        | AtomicOp::Sub
                        | AtomicOp::And
                        | AtomicOp::Or
                        | AtomicOp::Xor
                        | AtomicOp::Min
                        | AtomicOp::Max
                );
                fits &= is_free && kind(&access.array) == Ty::Array(ElemKind::I32);
            }
            Op::Load(access) => fits &= kind(&access.array) != Ty::Array(ElemKind::I32),
            Op::Store(..) | Op::Set(..) => fits = false,
            _ => {}
        });
        fits
    }

    /// Runs the positions of an interior.
    pub(super) fn in_lists(
        &mut self,
        launch: &Launch<'a>,
        gathered: &Gathered<'a>,
        interior: Columns,
    ) {
        let number = self.e.function.slots.len() as u32;
        self.e.function.slots.push((ROOM * BYTES) as u32);
        let address = self.e.emit(SpmdOp::Slot(number), Type::uniform(Elem::I64));
        self.while_below(interior, NOTHING, |builder, at, nothing| {
            let (next, count) = builder.gather(launch, gathered.guard, address, [at, interior.end]);
            let zero = builder.e.i64(0);
            let some = builder.e.compare(CompareOp::Gt, count, zero);
            builder.when(some, |builder| {
                builder.run_list(launch, gathered, List { address, count });
            });
            (next, nothing)
        });
    }

    /// Fills a list with the positions from `at` on where the condition holds; gives the first one behind those looked at, and how many there are.
    fn gather(
        &mut self,
        launch: &Launch<'a>,
        guard: Guard<'a>,
        address: Val,
        [at, end]: [Val; 2],
    ) -> (Val, Val) {
        let (header, after) = (self.e.block(), self.e.block());
        let zero = self.e.i64(0);
        self.e.jump(header, vec![at, zero]);
        self.e.open(ScopeKind::Loop, header);
        self.e.memory_changes();
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let count = self.e.param(header, Type::uniform(Elem::I64));
        let (next, counts) =
            self.where_some_hold(launch, guard, [at, end], &[count], |builder, columns| {
                let totals = Totals {
                    single: vec![count],
                    lanes: Vec::new(),
                };
                let done = builder.while_below(columns, totals, |builder, at, totals| {
                    let list = List {
                        address,
                        count: totals.single[0],
                    };
                    let count = builder.look_at(launch, guard, list, at);
                    let one = builder.e.i64(1);
                    let totals = Totals {
                        single: vec![count],
                        lanes: Vec::new(),
                    };
                    (builder.e.add(at, one), totals)
                });
                done.single
            });
        let count = counts[0];
        let most = self.e.i64(ROOM - i64::from(self.lanes));
        let goes_on = self.e.compare(CompareOp::Lt, next, end);
        let fits = self.e.compare(CompareOp::Le, count, most);
        let again = self.e.and(goes_on, fits);
        self.branch_with(
            again,
            Target::new(header, vec![next, count]),
            Target::new(after, vec![next, count]),
        );
        self.e.close();
        self.e.switch_to(after);
        let next = self.e.param(after, Type::uniform(Elem::I64));
        (next, self.e.param(after, Type::uniform(Elem::I64)))
    }

    /// Appends a position to a list if the condition holds there; gives how many there are then.
    fn look_at(&mut self, launch: &Launch<'a>, guard: Guard<'a>, list: List, at: Val) -> Val {
        let value = self.e.narrow(at);
        let address = self.place_in_list(list.address, list.count);
        self.e.effect(SpmdOp::Store {
            memory: Memory::I32,
            address,
            offset: 0,
            value,
            mask: None,
        });
        self.begin_position(launch, guard, value);
        let (one, zero) = (self.e.i64(1), self.e.i64(0));
        let cond = self.value(guard.cond);
        let one_more = self.e.select(cond, one, zero);
        self.e.add(list.count, one_more)
    }

    fn place_in_list(&mut self, address: Val, number: Val) -> Val {
        let bytes = self.e.i64(BYTES);
        let offset = self.scaled(number, bytes);
        self.e.add(address, offset)
    }

    /// What stands in front of the condition, at one position.
    fn begin_position(&mut self, launch: &Launch<'a>, guard: Guard<'a>, inner: Val) {
        self.initialise(launch, &[]);
        self.vector = false;
        self.mask = Mask::All;
        let innermost = *self.data.position.last().expect("a kernel has a position");
        self.define(innermost, inner);
        for stmt in guard.front {
            self.stmt(stmt);
        }
    }

    /// What stands in front of the loop, at the position of a list that has a number.
    fn begin_listed(
        &mut self,
        launch: &Launch<'a>,
        gathered: &Gathered<'a>,
        list: List,
        number: Val,
    ) {
        let address = self.place_in_list(list.address, number);
        let inner = self.e.load(Memory::I32, address, 0);
        self.begin_position(launch, gathered.guard, inner);
        for stmt in gathered.front {
            self.stmt(stmt);
        }
    }

    /// Runs the loop for all positions of a list, of which there is one.
    fn run_list(&mut self, launch: &Launch<'a>, gathered: &Gathered<'a>, list: List) {
        let &Gathered {
            label, index, body, ..
        } = gathered;
        let changes = &*gathered.changes;
        let first = self.e.i64(0);
        self.begin_listed(launch, gathered, list, first);
        let bounds = gathered.bounds.map(|bound| self.value(bound));
        let vectors = self.vectors_of(changes, bounds);
        let lanes = self.e.i64(self.lanes.into());
        self.when(vectors.in_lanes, |builder| {
            let iterations = Columns {
                begin: vectors.start,
                end: vectors.rest,
            };
            builder.while_below(iterations, NOTHING, |builder, at, nothing| {
                builder.for_each_listed(launch, gathered, list, |builder| {
                    let all = builder.e.bool(true);
                    builder.walking = Some(index);
                    builder.iterations_at(changes, index, at, all, &[], body);
                    builder.walking = None;
                });
                (builder.e.add(at, lanes), nothing)
            });
        });
        let untouched = self.e.not(vectors.in_lanes);
        let rest = self.e.compare(CompareOp::Lt, vectors.rest, vectors.end);
        let left = self.e.or(untouched, rest);
        self.when(left, |builder| {
            builder.for_each_listed(launch, gathered, list, |builder| {
                builder.updates_left(changes, label, index, &vectors, body);
            });
        });
    }

    /// Does something at each position of a list.
    fn for_each_listed(
        &mut self,
        launch: &Launch<'a>,
        gathered: &Gathered<'a>,
        list: List,
        then: impl FnOnce(&mut Self),
    ) {
        let all = Columns {
            begin: self.e.i64(0),
            end: list.count,
        };
        self.while_below(all, NOTHING, |builder, number, nothing| {
            builder.begin_listed(launch, gathered, list, number);
            then(builder);
            let one = builder.e.i64(1);
            (builder.e.add(number, one), nothing)
        });
    }
}
