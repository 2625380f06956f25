//! Positions that a condition leaves out, where positions run one by one: whole vectors of them are passed over.
//!
//! ```text
//! for each vector of positions:
//!     if the condition holds in a lane, or the row ends within:
//!         for each of them: the body, with the condition
//! ```
//!
//! Edges of a picture that vote for lines, points with a label: most positions have nothing to do, and those that have some do much, in loops
//! whose iterations are the lanes. Asking each position by itself whether it is one of them took a quarter of the time of a Hough transform.
//!
//! *Invariant:* what is in front of the condition has no effect, and nothing stands behind it.

use super::construct::Builder;
use super::emit::ScopeKind;
use super::ir::{Target, Val};
use super::rows::{Columns, Launch, Totals};
use crate::mir::families::pure_op;
use crate::mir::kernel::kernel_data;
use crate::mir::{Access, Block, CompareOp, Function, Op, Stmt, Value};

/// The condition around all that a position does.
#[derive(Clone, Copy)]
pub(super) struct Guard<'a> {
    /// What it is computed from.
    pub(super) front: &'a [Stmt],
    pub(super) cond: Value,
    /// What a position does where it holds.
    pub(super) then: &'a Block,
}

impl<'a> Guard<'a> {
    /// That of a kernel, if there is one that depends on elements: what depends on positions alone is a matter of bounds.
    fn of(kernel: &'a Function) -> Option<Guard<'a>> {
        let (last, front) = kernel.body.stmts.split_last()?;
        let Op::If {
            cond,
            then,
            otherwise,
        } = &last.op
        else {
            return None;
        };
        let position = *kernel_data(kernel).position.last()?;
        let is_plain = |stmt: &Stmt| match &stmt.op {
            Op::Load(access) => lies_along(access, position),
            Op::Get(_) | pure_op!() => true,
            _ => false,
        };
        let loads = front.iter().any(|stmt| matches!(stmt.op, Op::Load(_)));
        let is_guard = otherwise.stmts.is_empty() && loads && front.iter().all(is_plain);
        is_guard.then_some(Guard {
            front,
            cond: *cond,
            then,
        })
    }
}

/// Whether neighbouring positions read neighbouring elements.
fn lies_along(access: &Access, position: Value) -> bool {
    access.index.last() == Some(&position)
}

impl<'a> Builder<'a> {
    /// Runs the body for each position of an interior by itself, but for vectors of them that a condition leaves out.
    pub(super) fn where_guarded(
        &mut self,
        launch: &Launch<'a>,
        interior: Columns,
        totals: Totals,
    ) -> Totals {
        let kernel = self.kernel;
        let Some(guard) = Guard::of(kernel).filter(|guard| self.reads_inside(guard)) else {
            return self.one_by_one(launch, interior, totals);
        };
        if let Some(gathered) = self.gathered_loop(launch, guard) {
            self.in_lists(launch, &gathered, interior);
            return totals;
        }
        let like = Totals {
            single: totals.single,
            lanes: Vec::new(),
        };
        let done = self.while_below(interior, like, |builder, at, inside| {
            let (next, single) = builder.where_some_hold(
                launch,
                guard,
                [at, interior.end],
                &inside.single,
                |builder, columns| {
                    let lanes = Vec::new();
                    let single = inside.single.clone();
                    builder
                        .one_by_one(launch, columns, Totals { single, lanes })
                        .single
                },
            );
            let lanes = Vec::new();
            (next, Totals { single, lanes })
        });
        Totals {
            single: done.single,
            lanes: totals.lanes,
        }
    }

    /// Whether all elements that decide are inside at all positions of an interior.
    fn reads_inside(&self, guard: &Guard<'_>) -> bool {
        let is_inside = |stmt: &Stmt| match &stmt.op {
            Op::Load(access) => self
                .ranges
                .covered(access)
                .is_some_and(|covered| covered.iter().all(|covered| *covered)),
            _ => true,
        };
        guard.front.iter().all(is_inside)
    }

    /// Does something for as many positions as a vector has lanes, and fewer at the end, unless the condition holds at none of them; gives the
    /// next position and what comes of it, which is `otherwise` where nothing is done.
    pub(super) fn where_some_hold(
        &mut self,
        launch: &Launch<'a>,
        guard: Guard<'_>,
        [at, end]: [Val; 2],
        otherwise: &[Val],
        then: impl FnOnce(&mut Self, Columns) -> Vec<Val>,
    ) -> (Val, Vec<Val>) {
        let (look, inside, after) = (self.e.block(), self.e.block(), self.e.block());
        let lanes = self.e.i64(self.lanes.into());
        let next = self.e.add(at, lanes);
        let is_whole = self.e.compare(CompareOp::Le, next, end);
        let next = self.e.min(next, end);
        self.branch_with(
            is_whole,
            Target::new(look, Vec::new()),
            Target::new(inside, Vec::new()),
        );
        self.e.open(ScopeKind::Branch, look);
        let some = self.holds_somewhere(launch, guard, at);
        self.branch_with(
            some,
            Target::new(inside, Vec::new()),
            Target::new(after, otherwise.to_vec()),
        );
        self.e.close();
        self.e.open(ScopeKind::Branch, inside);
        let (begin, end) = (at, next);
        let done = then(self, Columns { begin, end });
        self.e.jump(after, done);
        self.e.close();
        self.e.switch_to(after);
        (next, self.single_params(after, otherwise))
    }

    /// Whether the condition holds at one of the positions of the vector that begins there.
    fn holds_somewhere(&mut self, launch: &Launch<'a>, guard: Guard<'_>, at: Val) -> Val {
        self.initialise(launch, &[]);
        self.vector = true;
        let inner = self.vector_from(at);
        let innermost = *self.data.position.last().expect("a kernel has a position");
        self.define(innermost, inner);
        for stmt in guard.front {
            self.stmt(stmt);
        }
        self.vector = false;
        let cond = self.value(guard.cond);
        self.e.any(cond)
    }
}
