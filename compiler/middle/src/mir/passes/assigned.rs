//! Which locals may be read before they are assigned.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::mir::build::FunctionBuilder;

    #[test]
    fn every_way_must_assign() {
        let mut b = FunctionBuilder::host("f", vec![], Loc::from_index(0));
        let locals: Vec<Local> = (0..4).map(|_| b.local(Ty::I32, None)).collect();
        let (cond, one) = (b.bool(true), b.int(1));
        // Both branches; one branch, the other leaves; inside a loop only; through a break.
        b.if_(cond, |b| b.set(locals[0], one), |b| b.set(locals[0], one));
        b.scope(|b, scope| {
            b.if_(cond, |b| b.set(locals[1], one), |b| b.break_(scope));
            b.get(locals[1]);
        });
        b.for_((one, one, one), |b, _, _| b.set(locals[2], one));
        b.loop_(|b, label| {
            b.set(locals[3], one);
            b.break_(label);
        });
        let _ = [b.get(locals[0]), b.get(locals[2]), b.get(locals[3])];
        let found = read_before_assigned(&b.finish());
        assert_eq!(found.as_slice(), [false, false, true, false]);
    }
}
