//! Which variables differ between lanes, and which loops some lanes may leave before others.
//!
//! *Technique:* divergence analysis (Coutinho, Sampaio, Pereira and Meira, "Divergence Analysis and Optimizations", PACT 2011).
//!
//! *Invariant:* conservative: what is said to be uniform is uniform in every lane that has not left.

use std::collections::BTreeSet;

use crate::base::{Id, IndexVec};
use crate::mir::{Block, FuncKind, Function, Label, Local, Op, Stmt, Value};

/// The verdict on one kernel.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// Variables that may differ between lanes.
    pub varying: IndexVec<Local, bool>,
    /// Loops and scopes that some lanes may leave, or pass over the rest of, before others.
    pub divergent: BTreeSet<Label>,
    /// Divergent loops and scopes inside which a lane may leave an enclosing one or the function.
    pub leaks: BTreeSet<Label>,
    /// Whether a lane may end the position before others.
    pub returns: bool,
}

impl Divergence {
    /// Analyses a kernel whose innermost position differs between lanes.
    pub fn of(kernel: &Function) -> Divergence {
        let FuncKind::Kernel(data) = &kernel.kind else {
            panic!("{} is not a kernel", kernel.name)
        };
        let innermost = *data.position.last().expect("a kernel has a position");
        let totals = data.accumulators.iter().map(|one| one.local);
        Divergence::within(kernel, innermost, totals)
    }

    /// Analyses a kernel in which lanes differ by a value, a position or the index of a loop, and by what they add up.
    pub fn within(
        kernel: &Function,
        lane: Value,
        totals: impl Iterator<Item = Local>,
    ) -> Divergence {
        let mut walk = Walk {
            found: Divergence {
                varying: IndexVec::filled(false, kernel.locals.len()),
                divergent: BTreeSet::new(),
                leaks: BTreeSet::new(),
                returns: false,
            },
            lane,
            values: IndexVec::filled(false, kernel.values.len()),
            labels: Vec::new(),
            changed: true,
        };
        walk.values[lane] = true;
        totals.for_each(|total| walk.found.varying[total] = true);
        while std::mem::take(&mut walk.changed) {
            let varying = walk.found.returns;
            walk.block(&kernel.body, varying);
        }
        walk.found
    }
}

struct Walk {
    found: Divergence,
    /// What differs from the start.
    lane: Value,
    values: IndexVec<Value, bool>,
    labels: Vec<Label>,
    changed: bool,
}

impl Walk {
    fn block(&mut self, block: &Block, varying: bool) {
        for stmt in &block.stmts {
            self.stmt(stmt, varying);
        }
    }

    /// `varying`: not all lanes may be here.
    fn stmt(&mut self, stmt: &Stmt, varying: bool) {
        match &stmt.op {
            Op::Get(local) => self.define(stmt, self.found.varying[*local]),
            Op::Set(local, value) => {
                let value = self.values[*value];
                self.assign(*local, value || varying);
            }
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                let inside = varying || self.values[*cond];
                self.block(then, inside);
                self.block(otherwise, inside);
            }
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                ..
            } => {
                let bounds = [start, stop, step].map(|value| self.values[*value]);
                self.values[*index] = bounds[0] || bounds[2] || *index == self.lane;
                if bounds.contains(&true) {
                    self.mark(*label);
                }
                self.construct(*label, body, varying);
            }
            Op::Loop { label, body } | Op::Scope { label, body } => {
                self.construct(*label, body, varying);
            }
            Op::Break(label) | Op::Continue(label) if varying => self.leave(Some(*label)),
            Op::Return(_) if varying => self.leave(None),
            Op::Atomic(..) => self.define(stmt, true),
            op => {
                let mut any = false;
                op.for_each_operand(|value| any |= self.values[*value]);
                self.define(stmt, any);
            }
        }
    }

    fn construct(&mut self, label: Label, body: &Block, varying: bool) {
        self.labels.push(label);
        let inside = varying || self.found.divergent.contains(&label);
        self.block(body, inside);
        self.labels.pop();
    }

    fn define(&mut self, stmt: &Stmt, varying: bool) {
        for result in &stmt.results {
            self.values[*result] |= varying;
        }
    }

    fn assign(&mut self, local: Local, varying: bool) {
        if varying && !self.found.varying[local] {
            self.found.varying[local] = true;
            self.changed = true;
        }
    }

    fn mark(&mut self, label: Label) {
        self.changed |= self.found.divergent.insert(label);
    }

    /// Some lanes leave everything up to the label, or the function.
    fn leave(&mut self, target: Option<Label>) {
        for label in self.labels.clone().into_iter().rev() {
            self.mark(label);
            if Some(label) == target {
                return;
            }
            self.changed |= self.found.leaks.insert(label);
        }
        if target.is_none() {
            self.changed |= !self.found.returns;
            self.found.returns = true;
        }
    }
}

/// Variables assigned inside a block, in order.
pub fn assigned_locals(block: &Block, into: &mut BTreeSet<usize>) {
    for stmt in &block.stmts {
        if let Op::Set(local, _) = stmt.op {
            into.insert(local.index());
        }
        stmt.op
            .blocks()
            .for_each(|inner| assigned_locals(inner, into));
    }
}
