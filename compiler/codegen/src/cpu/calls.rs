//! Which functions can call themselves.
//!
//! *Invariant:* a function that is not listed here uses a bounded stack per call chain.

use std::collections::BTreeSet;

use crate::base::IndexVec;
use crate::mir::recursion::on_cycles;
use crate::mir::{Block, FuncId, Op, Program};

/// The functions that lie on a cycle of the call graph.
pub fn recursive_functions(program: &Program) -> BTreeSet<FuncId> {
    let functions = program.functions.iter();
    let callees: IndexVec<FuncId, Vec<FuncId>> = functions
        .map(|function| direct_callees(&function.body).into_iter().collect())
        .collect();
    let recursive = on_cycles(&callees);
    let ids = program.functions.ids();
    ids.filter(|id| recursive[*id]).collect()
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
