//! What is the same for all threads of a kernel, and where their ways part.
//!
//! *Technique:* divergence analysis (Coutinho, Sampaio, Pereira and Meira, "Divergence Analysis and Optimizations", PACT 2011), of threads.
//!
//! *Invariant:* what is called uniform has one value for all threads that come to it, whatever the data.

use std::collections::BTreeSet;

use crate::mir::data::*;
use crate::mir::families::{block_op, jump_op};

/// The result of the analysis.
#[derive(Debug, Default)]
pub(super) struct Uniform {
    /// Values that may differ between threads.
    pub(super) varying: BTreeSet<Value>,
    /// Locals that may differ between threads.
    pub(super) varying_locals: BTreeSet<Local>,
    /// Constructs that threads may leave or go round at different times.
    pub(super) divergent: BTreeSet<Label>,
    /// Whether some threads may end before others.
    pub(super) divergent_return: bool,
    /// Constructs that a barrier, or a jump to such a construct, divides.
    pub(super) divided: BTreeSet<Label>,
}

impl Uniform {
    /// Analyses a kernel.
    pub(super) fn of(function: &Function, kernel: &KernelData) -> Uniform {
        let mut uniform = Uniform::default();
        uniform.find_divided(&function.body);
        uniform.varying.extend(&kernel.position);
        uniform
            .varying_locals
            .extend(kernel.accumulators.iter().map(|item| item.local));
        loop {
            let before = uniform.size();
            uniform.block(&function.body, false, &mut Vec::new());
            if uniform.size() == before {
                return uniform;
            }
        }
    }

    fn size(&self) -> (usize, usize, usize, bool) {
        let (values, locals) = (self.varying.len(), self.varying_locals.len());
        (values, locals, self.divergent.len(), self.divergent_return)
    }

    fn find_divided(&mut self, body: &Block) {
        loop {
            let before = self.divided.len();
            body.for_each_stmt(&mut |stmt| {
                if let Some(label) = label_of(&stmt.op)
                    && self.is_divided(&stmt.op)
                {
                    self.divided.insert(label);
                }
            });
            if self.divided.len() == before {
                return;
            }
        }
    }

    /// Whether the host goes through a construct, instead of a part.
    pub(super) fn is_divided(&self, op: &Op) -> bool {
        let mut found = false;
        let mut inner = BTreeSet::from_iter(label_of(op));
        for block in op.blocks() {
            block.for_each_stmt(&mut |stmt| {
                inner.extend(label_of(&stmt.op));
                found |= match &stmt.op {
                    Op::Together(_) | Op::Return(_) => true,
                    Op::Break(label) | Op::Continue(label) => self.divided.contains(label),
                    _ => false,
                };
            });
        }
        found
    }

    fn block(&mut self, block: &Block, apart: bool, path: &mut Vec<Label>) {
        for stmt in &block.stmts {
            match &stmt.op {
                block_op!() if self.is_divided(&stmt.op) => self.construct(stmt, apart, path),
                block_op!() => self.all_inside(&stmt.op),
                jump_op!() => self.jump(&stmt.op, apart, path),
                Op::Set(local, value) => {
                    if apart || self.varying.contains(value) {
                        self.varying_locals.insert(*local);
                    }
                }
                Op::Get(local) if !self.varying_locals.contains(local) => {}
                op if op.is_pure() && !self.reads_varying(op) => {}
                _ => self.varying.extend(&stmt.results),
            }
        }
    }

    /// Whether an operand may differ between threads.
    pub(super) fn reads_varying(&self, op: &Op) -> bool {
        let mut found = false;
        op.for_each_operand(|value| found |= self.varying.contains(value));
        found
    }

    /// A construct that belongs to one part: nothing that it defines is seen outside but variables.
    fn all_inside(&mut self, op: &Op) {
        for block in op.blocks() {
            self.varying_locals.extend(block.assigned_locals());
            block.for_each_stmt(&mut |stmt| {
                self.varying.extend(&stmt.results);
                self.varying.extend(index_of(&stmt.op));
            });
        }
        self.varying.extend(index_of(op));
    }

    fn construct(&mut self, stmt: &Stmt, apart: bool, path: &mut Vec<Label>) {
        let reads = self.reads_varying(&stmt.op);
        let Some(label) = label_of(&stmt.op) else {
            for block in stmt.op.blocks() {
                self.block(block, apart || reads, path);
            }
            return;
        };
        if reads {
            self.divergent.insert(label);
        }
        let is_divergent = self.divergent.contains(&label);
        if is_divergent {
            self.varying.extend(index_of(&stmt.op));
        }
        path.push(label);
        for block in stmt.op.blocks() {
            self.block(block, apart || is_divergent, path);
        }
        path.pop();
    }

    fn jump(&mut self, op: &Op, apart: bool, path: &[Label]) {
        if !apart {
            return;
        }
        let target = match op {
            Op::Break(label) | Op::Continue(label) => Some(*label),
            _ => None,
        };
        self.divergent_return |= target.is_none();
        for &label in path.iter().rev() {
            self.divergent.insert(label);
            if Some(label) == target {
                return;
            }
        }
    }
}

/// The label that a construct defines.
pub(super) fn label_of(op: &Op) -> Option<Label> {
    match op {
        Op::For { label, .. } | Op::Loop { label, .. } | Op::Scope { label, .. } => Some(*label),
        _ => None,
    }
}

fn index_of(op: &Op) -> Option<Value> {
    match op {
        Op::For { index, .. } => Some(*index),
        _ => None,
    }
}
