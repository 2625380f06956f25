//! Which variables may still be read, at the places of a function where passes ask.
//!
//! *Technique:* live variables (Muchnick, "Advanced Compiler Design and Implementation", 1997, "Live Variables Analysis").
//!
//! *Invariant:* a variable that is not in a set is assigned again before any later read, or never read.

use super::data::*;
use super::families::{call_op, memory_op, pure_op};
use std::collections::{BTreeMap, BTreeSet};

use crate::base::persistent::Set;

/// Variables whose value may still be read.
pub type Live = Set<Local>;

/// What is live where, in one function.
#[derive(Debug, Default)]
pub struct Liveness {
    /// Behind a loop or scope; with what the handlers around may read, since an error inside leads there.
    pub after: BTreeMap<Label, Live>,
    /// What handlers around a loop and the code behind them may read: an error inside the loop leads there.
    pub caught: BTreeMap<Label, Live>,
    /// At the start of an iteration of a loop.
    pub iteration: BTreeMap<Label, Live>,
    /// At the end of the function: the accumulators of a kernel.
    pub end: Live,
    /// Assignments that nothing reads, by their number in the order of [`Block::retain_backwards`].
    pub dead: BTreeSet<usize>,
}

impl Liveness {
    /// Analyses a function: walks from its end until no walk finds more that an iteration of a loop may read.
    pub fn of(function: &Function) -> Liveness {
        let mut walk = Walk::default();
        if let FuncKind::Kernel(kernel) = &function.kind {
            walk.found.end = kernel.accumulators.iter().map(|one| one.local).collect();
        }
        loop {
            walk.number = 0;
            walk.found.dead.clear();
            walk.grown = false;
            let end = walk.found.end.clone();
            walk.block(&function.body, end);
            if !walk.grown {
                return walk.found;
            }
        }
    }
}

#[derive(Default)]
struct Walk {
    found: Liveness,
    /// What the handlers around may read: nothing of it dies by an assignment further on.
    after_errors: Live,
    /// Of the statement that comes next.
    number: usize,
    /// Whether this walk has found more at the start of a loop's iterations than the one before.
    grown: bool,
}

impl Walk {
    /// What is live before a block, given what is live behind it.
    fn block(&mut self, block: &Block, mut live: Live) -> Live {
        for stmt in block.stmts.iter().rev() {
            let number = self.number;
            self.number += 1;
            live = self.op(&stmt.op, number, live);
        }
        live
    }

    fn op(&mut self, op: &Op, number: usize, mut live: Live) -> Live {
        match op {
            Op::Get(local) | Op::Release(local) => {
                live.add(*local);
                live
            }
            Op::Set(local, _) => {
                if !live.remove(local) && !self.after_errors.contains(local) {
                    self.found.dead.insert(number);
                }
                live
            }
            Op::If {
                then, otherwise, ..
            } => {
                let before = self.block(otherwise, live.clone());
                before.union(&self.block(then, live))
            }
            Op::For { label, body, .. } => self.iterations(*label, body, live, true),
            Op::Loop { label, body } => self.iterations(*label, body, live, false),
            Op::Scope { label, body } => {
                self.leads_to(*label, &live);
                self.block(body, live)
            }
            Op::Try { body, handler } => {
                let handled = self.block(handler, live.clone());
                let outer = self.after_errors.clone();
                self.after_errors = outer.union(&handled);
                let before = self.block(body, live);
                self.after_errors = outer;
                before.union(&handled)
            }
            Op::Break(label) => self.found.after[label].clone(),
            Op::Continue(label) => self.found.iteration[label].clone(),
            Op::Return(_) => self.found.end.clone(),
            pure_op!() | memory_op!() | call_op!() | Op::Retain(_) => live,
        }
    }

    /// Notes what is live behind a construct that jumps can leave.
    fn leads_to(&mut self, label: Label, live: &Live) {
        let after = self.found.after.entry(label).or_default();
        *after = after.union(live).union(&self.after_errors);
        let caught = self.found.caught.entry(label).or_default();
        *caught = caught.union(&self.after_errors);
    }

    /// A loop; `may_end` says whether it can end where an iteration would start.
    fn iterations(&mut self, label: Label, body: &Block, after: Live, may_end: bool) -> Live {
        self.leads_to(label, &after);
        let mut start = self.found.iteration.remove(&label).unwrap_or_default();
        if may_end {
            start = start.union(&after);
        }
        self.found.iteration.insert(label, start.clone());
        let before = self.block(body, start);
        let start = self.found.iteration.get_mut(&label).expect("just noted");
        let more = start.union(&before);
        self.grown |= more != *start;
        *start = more;
        start.clone()
    }
}
