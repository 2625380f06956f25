//! The pass `regions`: kernels whose threads wait for each other, as processors run them.
//!
//! Such a kernel becomes a host function that goes through the kernel's control flow. What lies between two barriers is a
//! *part*: a kernel of its own, which runs for all threads of some blocks before the next part starts. Values that live
//! across a barrier lie in arrays with an element per thread, shared arrays get a dimension for the block, and where threads
//! may go different ways an array tells which of them are on their way here. The kernel itself stays for the CUDA text.
//!
//! *Invariant:* no launch of a kernel with group operations is left.

mod collective;
mod masks;
mod part;
mod plan;
mod prepare;
mod split;
mod uniform;

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::data::*;

/// Runs the pass on the program.
pub fn regions(program: &mut Program) {
    let mut wanted = BTreeSet::new();
    for function in &program.functions {
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op
                && group(&program.functions[launch.kernel]).is_some()
            {
                wanted.insert((launch.kernel, launch.serial));
            }
        });
    }
    let made: BTreeMap<(FuncId, bool), FuncId> = wanted
        .into_iter()
        .map(|(kernel, serial)| {
            (
                (kernel, serial),
                split::host_function(program, kernel, serial),
            )
        })
        .collect();
    if made.is_empty() {
        return;
    }
    for function in program.functions.iter_mut() {
        call_instead(&mut function.body, &made);
    }
}

/// What a kernel's threads share, when they do something together.
fn group(function: &Function) -> Option<&GroupData> {
    match &function.kind {
        FuncKind::Kernel(data) => data.group.as_ref(),
        FuncKind::Host => None,
    }
}

fn call_instead(block: &mut Block, made: &BTreeMap<(FuncId, bool), FuncId>) {
    for stmt in &mut block.stmts {
        if let Op::Launch(launch) = &mut stmt.op
            && let Some(&func) = made.get(&(launch.kernel, launch.serial))
        {
            let args = std::mem::take(&mut launch.args);
            stmt.op = Op::Call { func, args };
        }
        for inner in stmt.op.blocks_mut() {
            call_instead(inner, made);
        }
    }
}
