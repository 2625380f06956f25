//! Which locals may be read before they are assigned.
//!
//! *Technique:* definite assignment (Gosling, Joy and Steele, "The Java Language Specification", 1996, chapter 16).
//!
//! *Invariant:* a local that is not reported is assigned on every way to each of its reads.

use crate::mir::families::{call_op, memory_op, pure_op};
use std::collections::BTreeMap;

use crate::base::IndexVec;
use crate::base::persistent::Set;
use crate::mir::data::*;

/// For every local whether some read may find its initial value. Parameters count as assigned.
pub fn read_before_assigned(function: &Function) -> IndexVec<Local, bool> {
    let mut analysis = Analysis {
        read_early: IndexVec::filled(false, function.locals.len()),
        at_breaks: BTreeMap::new(),
    };
    let start: Set<Local> = function.params.iter().copied().collect();
    analysis.block(&function.body, start);
    analysis.read_early
}

/// The locals that are surely assigned at a point; none where control does not come.
type Assigned = Option<Set<Local>>;

struct Analysis {
    read_early: IndexVec<Local, bool>,
    /// What is assigned at all jumps to the end of a construct.
    at_breaks: BTreeMap<Label, Assigned>,
}

fn meet(first: Assigned, second: Assigned) -> Assigned {
    match (first, second) {
        (Some(first), Some(second)) => Some(first.intersection(&second)),
        (first, second) => first.or(second),
    }
}

impl Analysis {
    fn block(&mut self, block: &Block, mut assigned: Set<Local>) -> Assigned {
        for stmt in &block.stmts {
            assigned = self.stmt(&stmt.op, assigned)?;
        }
        Some(assigned)
    }

    fn stmt(&mut self, op: &Op, mut assigned: Set<Local>) -> Assigned {
        match op {
            Op::Get(local) => {
                self.read_early[*local] |= !assigned.contains(local);
                Some(assigned)
            }
            Op::Set(local, _) => {
                assigned.add(*local);
                Some(assigned)
            }
            Op::If {
                then, otherwise, ..
            } => {
                let then = self.block(then, assigned.clone());
                let otherwise = self.block(otherwise, assigned);
                meet(then, otherwise)
            }
            Op::For { label, body, .. } => {
                self.block(body, assigned.clone());
                // The loop may make no iteration; what its iterations and breaks assign is not sure.
                self.at_breaks.remove(label);
                Some(assigned)
            }
            Op::Loop { label, body } => {
                self.block(body, assigned);
                self.at_breaks.remove(label).flatten()
            }
            Op::Scope { label, body } => {
                let end = self.block(body, assigned);
                let breaks = self.at_breaks.remove(label).flatten();
                meet(end, breaks)
            }
            Op::Try { body, handler } => {
                // The error may have come before the first assignment.
                let end = self.block(body, assigned.clone());
                let handled = self.block(handler, assigned);
                meet(end, handled)
            }
            Op::Break(label) => {
                let before = self.at_breaks.remove(label).flatten();
                self.at_breaks.insert(*label, meet(before, Some(assigned)));
                None
            }
            Op::Continue(_) | Op::Return(_) => None,
            pure_op!() | memory_op!() | call_op!() | Op::Retain(_) | Op::Release(_) => {
                Some(assigned)
            }
        }
    }
}
