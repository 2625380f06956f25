//! Which variables are read after a loop.
//!
//! *Invariant:* a variable that is not in the set of a loop is assigned again before any later read, or never read.

use crate::mir::families::{call_op, memory_op, pure_op};
use crate::mir::{Block, Function, Label, Local, Op, Stmt};
use std::collections::{BTreeMap, BTreeSet};

type Locals = BTreeSet<Local>;

/// For each `For` loop of the function, by its label, the variables whose value on leaving the loop may be read.
pub fn live_after_loops(function: &Function) -> BTreeMap<Label, Locals> {
    let mut liveness = Liveness::default();
    liveness.block(&function.body, Locals::new());
    liveness.after
}

#[derive(Default)]
struct Liveness {
    after: BTreeMap<Label, Locals>,
    /// What is live at the target of `break` and of `continue`.
    breaks: BTreeMap<Label, Locals>,
    continues: BTreeMap<Label, Locals>,
}

impl Liveness {
    /// What is live before a block, given what is live after it.
    fn block(&mut self, block: &Block, after: Locals) -> Locals {
        block
            .stmts
            .iter()
            .rev()
            .fold(after, |live, stmt| self.stmt(stmt, live))
    }

    fn stmt(&mut self, stmt: &Stmt, mut live: Locals) -> Locals {
        match &stmt.op {
            Op::Get(local) => {
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
                let mut before = self.block(then, live.clone());
                before.append(&mut self.block(otherwise, live));
                before
            }
            Op::For { label, body, .. } => {
                self.after
                    .entry(*label)
                    .or_default()
                    .extend(live.iter().copied());
                self.repeat(*label, body, live)
            }
            Op::Loop { label, body } => self.repeat(*label, body, live),
            Op::Scope { label, body } => {
                self.breaks.insert(*label, live.clone());
                self.block(body, live)
            }
            Op::Try { body, handler } => {
                // An error anywhere in the body leads to the handler, so nothing that the handler reads dies before.
                let handled = self.block(handler, live.clone());
                let mut before = self.block(body, live);
                before.extend(handled);
                before
            }
            Op::Break(label) => self.breaks.get(label).cloned().unwrap_or_default(),
            Op::Continue(label) => self.continues.get(label).cloned().unwrap_or_default(),
            Op::Return(_) => Locals::new(),
            Op::Release(local) => {
                live.insert(*local);
                live
            }
            pure_op!() | memory_op!() | call_op!() | Op::Retain(_) => live,
        }
    }

    /// What is live before a loop: a fixed point, since the end of a round is the start of the next.
    fn repeat(&mut self, label: Label, body: &Block, after: Locals) -> Locals {
        self.breaks.insert(label, after.clone());
        let mut live = after;
        loop {
            self.continues.insert(label, live.clone());
            let mut next = self.block(body, live.clone());
            next.extend(live.iter().copied());
            if next == live {
                return live;
            }
            live = next;
        }
    }
}
