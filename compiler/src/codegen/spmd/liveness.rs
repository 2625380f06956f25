//! Which variables are still needed where lanes come together again: behind loops and scopes, and at the start of a loop's next round.
//!
//! A lane that waits for others needs its own value only of these.
//!
//! *Invariant:* conservative: a variable that is not listed is not read there before it is written.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::families::{call_op, memory_op, pure_op};
use crate::mir::{Block, FuncKind, Function, Label, Local, Op};

type Set = BTreeSet<Local>;

/// Live variables by place.
#[derive(Debug, Default)]
pub struct Liveness {
    /// Behind the loop or scope.
    pub after: BTreeMap<Label, Set>,
    /// At the start of a round of the loop.
    pub round: BTreeMap<Label, Set>,
    /// At the end of the position: the accumulators.
    pub end: Set,
}

impl Liveness {
    /// Analyses a kernel.
    pub fn of(kernel: &Function) -> Liveness {
        let mut live = Liveness::default();
        if let FuncKind::Kernel(data) = &kernel.kind {
            live.end = data.accumulators.iter().map(|one| one.local).collect();
        }
        let end = live.end.clone();
        live.block(&kernel.body, end);
        live
    }

    /// Live variables in front of a block, given those behind it.
    fn block(&mut self, block: &Block, mut live: Set) -> Set {
        for stmt in block.stmts.iter().rev() {
            live = self.op(&stmt.op, live);
        }
        live
    }

    fn op(&mut self, op: &Op, mut live: Set) -> Set {
        match op {
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
                before.extend(self.block(otherwise, live));
                before
            }
            Op::For { label, body, .. } => self.rounds(*label, body, live, true),
            Op::Loop { label, body } => self.rounds(*label, body, live, false),
            Op::Scope { label, body } => {
                self.after.entry(*label).or_default().extend(&live);
                self.block(body, live)
            }
            Op::Break(label) => self.after[label].clone(),
            Op::Continue(label) => self.round[label].clone(),
            Op::Return(_) => self.end.clone(),
            Op::Try { .. } => panic!("a kernel has no `try`"),
            pure_op!() | memory_op!() | call_op!() | Op::Retain(_) | Op::Release(_) => live,
        }
    }

    /// A loop; `ends` says whether a round's start can leave it.
    fn rounds(&mut self, label: Label, body: &Block, after: Set, ends: bool) -> Set {
        self.after.entry(label).or_default().extend(&after);
        let mut round = if ends { after } else { Set::new() };
        loop {
            self.round.entry(label).or_default().extend(&round);
            let start = self.round[&label].clone();
            let before = self.block(body, start.clone());
            round = before.union(&start).copied().collect();
            if round == start {
                return round;
            }
        }
    }
}
