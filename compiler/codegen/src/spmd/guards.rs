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
use super::ir::{Target, Terminator, Val};
use super::rows::{Columns, Launch, Totals};
use crate::mir::families::pure_op;
use crate::mir::kernel::kernel_data;
use crate::mir::{Access, CompareOp, Function, Op, Stmt, Value};

/// The condition around all that a position does.
#[derive(Clone, Copy)]
struct Guard<'a> {
    /// What it is computed from.
    front: &'a [Stmt],
    cond: Value,
}

impl<'a> Guard<'a> {
    /// That of a kernel, if there is one that depends on elements: what depends on positions alone is a matter of bounds.
    fn of(kernel: &'a Function) -> Option<Guard<'a>> {
        let (last, front) = kernel.body.stmts.split_last()?;
        let Op::If {
            cond, otherwise, ..
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
        is_guard.then_some(Guard { front, cond: *cond })
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
        match Guard::of(kernel).filter(|guard| self.reads_inside(guard)) {
            None => self.one_by_one(launch, interior, totals),
            Some(guard) => self.while_below(interior, totals, |builder, at, totals| {
                builder.vector_of_single_positions(launch, guard, at, interior.end, totals)
            }),
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

    /// As many positions as a vector has lanes, and fewer at the end; gives the next one and the totals behind them.
    fn vector_of_single_positions(
        &mut self,
        launch: &Launch<'a>,
        guard: Guard<'_>,
        at: Val,
        end: Val,
        totals: Totals,
    ) -> (Val, Totals) {
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
        let some = self.holds_somewhere(launch, guard, at, &totals);
        self.branch_with(
            some,
            Target::new(inside, Vec::new()),
            Target::new(after, totals.single.clone()),
        );
        self.e.close();
        self.e.open(ScopeKind::Branch, inside);
        let done = self.one_by_one(
            launch,
            Columns {
                begin: at,
                end: next,
            },
            totals.clone(),
        );
        self.e
            .terminate(Terminator::Jump(Target::new(after, done.single)));
        self.e.close();
        self.e.switch_to(after);
        let single = self.single_params(after, &totals.single);
        let lanes = totals.lanes;
        (next, Totals { single, lanes })
    }

    /// Whether the condition holds at one of the positions of the vector that begins there.
    fn holds_somewhere(
        &mut self,
        launch: &Launch<'a>,
        guard: Guard<'_>,
        at: Val,
        totals: &Totals,
    ) -> Val {
        self.initialise(launch, &totals.single);
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
