//! Removes assignments to locals that nothing reads before the next one, and locals that nothing mentions.
//!
//! *Invariant:* accumulators of kernels are kept: they are read at the end of every position.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::IndexVec;
use crate::mir::data::*;
use crate::mir::liveness::Liveness;

/// Removes dead assignments from a function; tells whether there were any.
pub fn remove_dead_stores(function: &mut Function) -> bool {
    let dead = Liveness::of(function).dead;
    if !dead.is_empty() {
        function
            .body
            .retain_backwards(&mut |number| !dead.contains(&number));
    }
    !dead.is_empty()
}

/// Renumbers the locals so that only those remain that something mentions.
pub fn remove_unused_locals(function: &mut Function) {
    let mut used: BTreeSet<Local> = function
        .params
        .iter()
        .chain(&function.owned)
        .copied()
        .collect();
    if let FuncKind::Kernel(kernel) = &function.kind {
        used.extend(kernel.accumulators.iter().map(|item| item.local));
    }
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
    // Of a variable whose parts are gone a debugger is told that it is optimised away.
    for variable in &mut function.variables {
        let parts = variable.parts.iter();
        let parts: Option<Vec<Local>> = parts.map(|part| numbers.get(part).copied()).collect();
        variable.parts = parts.unwrap_or_default();
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
