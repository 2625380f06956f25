//! Removes assignments to locals that nothing reads before the next one, and locals that nothing mentions.
//!
//! *Invariant:* accumulators of kernels are read at the end of every position.

use crate::mir::families::{call_op, memory_op, pure_op};
use std::collections::{BTreeMap, BTreeSet};

use crate::base::IndexVec;
use crate::mir::data::*;

/// Locals whose contents may still be read.
type Live = BTreeSet<Local>;

/// Removes dead assignments from a function; tells whether there were any.
pub fn remove_dead_stores(function: &mut Function) -> bool {
    let mut liveness = Liveness {
        at_end: accumulators(function),
        targets: BTreeMap::new(),
        after_errors: Live::new(),
        removed: false,
    };
    let end = liveness.at_end.clone();
    liveness.block(&mut function.body, end, true);
    liveness.removed
}

fn accumulators(function: &Function) -> Live {
    match &function.kind {
        FuncKind::Host => Live::new(),
        FuncKind::Kernel(kernel) => kernel.accumulators.iter().map(|item| item.local).collect(),
    }
}

/// What is live where jumps lead.
#[derive(Clone)]
struct Target {
    at_break: Live,
    at_continue: Live,
}

struct Liveness {
    at_end: Live,
    targets: BTreeMap<Label, Target>,
    /// What the handlers around may read.
    after_errors: Live,
    removed: bool,
}

impl Liveness {
    /// Gives what is live before a block from what is live behind it; removes what is dead if it `may_remove`.
    fn block(&mut self, block: &mut Block, live: Live, may_remove: bool) -> Live {
        let mut live = live;
        let mut dead = Vec::new();
        for (index, stmt) in block.stmts.iter_mut().enumerate().rev() {
            match &mut stmt.op {
                Op::Set(local, _)
                    if may_remove
                        && !live.contains(local)
                        && !self.after_errors.contains(local) =>
                {
                    dead.push(index);
                }
                op => live = self.op(op, live, may_remove),
            }
        }
        self.removed |= !dead.is_empty();
        for index in dead {
            block.stmts.remove(index);
        }
        live
    }

    fn op(&mut self, op: &mut Op, mut live: Live, may_remove: bool) -> Live {
        match op {
            Op::Get(local) | Op::Release(local) => {
                live.insert(*local);
                live
            }
            Op::Set(local, _) => {
                live.remove(local);
                live
            }
            Op::If {
                then, otherwise, ..
            } => {
                let mut before = self.block(then, live.clone(), may_remove);
                before.extend(self.block(otherwise, live, may_remove));
                before
            }
            Op::For { label, body, .. } => {
                let head = self.repeated(*label, body, live, may_remove);
                head.0
            }
            Op::Loop { label, body } => {
                let head = self.repeated(*label, body, live, may_remove);
                head.1
            }
            Op::Scope { label, body } => {
                let target = Target {
                    at_break: live.clone(),
                    at_continue: Live::new(),
                };
                self.targets.insert(*label, target);
                self.block(body, live, may_remove)
            }
            Op::Try { body, handler } => {
                let handled = self.block(handler, live.clone(), may_remove);
                let outer = self.after_errors.clone();
                self.after_errors.extend(&handled);
                let mut before = self.block(body, live, may_remove);
                self.after_errors = outer;
                before.extend(handled);
                before
            }
            Op::Break(label) => self.targets[label].at_break.clone(),
            Op::Continue(label) => self.targets[label].at_continue.clone(),
            Op::Return(_) => self.at_end.clone(),
            pure_op!() | memory_op!() | call_op!() | Op::Retain(_) => live,
        }
    }

    /// Gives what is live before a loop that may make no round, and before one that makes at least one.
    fn repeated(
        &mut self,
        label: Label,
        body: &mut Block,
        after: Live,
        may_remove: bool,
    ) -> (Live, Live) {
        // What a round may read of what was there before it, whatever comes behind.
        let nothing = Target {
            at_break: Live::new(),
            at_continue: Live::new(),
        };
        self.targets.insert(label, nothing);
        let outer = std::mem::take(&mut self.at_end);
        let mut head = self.block(body, Live::new(), false);
        self.at_end = outer;
        head.extend(&after);
        head.extend(&self.at_end);
        let target = Target {
            at_break: after,
            at_continue: head.clone(),
        };
        self.targets.insert(label, target);
        let first = self.block(body, head.clone(), may_remove);
        (head, first)
    }
}

/// Renumbers the locals so that only those remain that something mentions.
pub fn remove_unused_locals(function: &mut Function) {
    let mut used: Live = function
        .params
        .iter()
        .chain(&function.owned)
        .copied()
        .collect();
    used.extend(accumulators(function));
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Get(local) | Op::Set(local, _) | Op::Release(local) = stmt.op {
            used.insert(local);
        }
    });
    if used.len() == function.locals.len() {
        return;
    }
    let mut kept = IndexVec::new();
    let mut numbers = BTreeMap::new();
    for local in used {
        numbers.insert(local, kept.push(function.locals[local].clone()));
    }
    function.locals = kept;
    for local in function.params.iter_mut().chain(&mut function.owned) {
        *local = numbers[local];
    }
    if let FuncKind::Kernel(kernel) = &mut function.kind {
        for item in &mut kernel.accumulators {
            item.local = numbers[&item.local];
        }
    }
    renumber(&mut function.body, &numbers);
}

fn renumber(block: &mut Block, numbers: &BTreeMap<Local, Local>) {
    for stmt in &mut block.stmts {
        if let Some(local) = stmt.op.names_mut().local {
            *local = numbers[local];
        }
        for inner in stmt.op.blocks_mut() {
            renumber(inner, numbers);
        }
    }
}
