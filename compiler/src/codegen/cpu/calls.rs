//! Which functions can call themselves.
//!
//! *Invariant:* a function that is not listed here uses a bounded stack per call chain.

use std::collections::BTreeSet;

use crate::base::{Id, IndexVec};
use crate::mir::{Block, FuncId, Op, Program};

/// The functions that lie on a cycle of the call graph.
pub fn recursive_functions(program: &Program) -> BTreeSet<FuncId> {
    let callees: IndexVec<FuncId, BTreeSet<FuncId>> = program
        .functions
        .iter()
        .map(|function| direct_callees(&function.body))
        .collect();
    program
        .functions
        .ids()
        .filter(|id| reaches(&callees, *id, *id))
        .collect()
}

/// Whether calls lead from one function to another.
fn reaches(callees: &IndexVec<FuncId, BTreeSet<FuncId>>, from: FuncId, to: FuncId) -> bool {
    let mut seen = vec![false; callees.len()];
    let mut open: Vec<FuncId> = callees[from].iter().copied().collect();
    while let Some(next) = open.pop() {
        if next == to {
            return true;
        }
        if !std::mem::replace(&mut seen[next.index()], true) {
            open.extend(&callees[next]);
        }
    }
    false
}

fn direct_callees(block: &Block) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    block.for_each_stmt(&mut |stmt| {
        if let Op::Call { func, .. } = &stmt.op {
            found.insert(*func);
        }
    });
    found
}
