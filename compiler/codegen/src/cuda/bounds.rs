//! How many threads the blocks of a kernel have, where the program says it: `__launch_bounds__`.
//!
//! The assembler then keeps to the registers that so many threads can have. Without it a kernel may take more, and a device refuses blocks
//! that its registers do not suffice for.
//!
//! *Invariant:* no parallel launch of a kernel has blocks of more threads than its bound.

use crate::machine::gpu::LARGEST_BLOCK;
use crate::mir::kernel::kernel_data;
use crate::mir::{Const, FuncId, Function, Launch, Op, Program, Value};
use std::collections::BTreeMap;

/// The bounds of the kernels whose threads act together, where all launches say the block.
pub fn bounds(program: &Program) -> BTreeMap<FuncId, i64> {
    let mut found: BTreeMap<FuncId, Option<i64>> = BTreeMap::new();
    for function in &program.functions {
        let constants = constants(function);
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op
                && !launch.serial
                && let Some(extents) = block(program, launch)
            {
                let threads = threads(extents, &constants);
                let known = found.entry(launch.kernel).or_insert(threads);
                *known = known.zip(threads).map(|(one, other)| one.max(other));
            }
        });
    }
    let known = found.into_iter().filter_map(|(id, most)| Some((id, most?)));
    known
        .filter(|(_, most)| (1..=i64::from(LARGEST_BLOCK)).contains(most))
        .collect()
}

fn constants(function: &Function) -> BTreeMap<Value, i32> {
    let mut found = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Const(Const::I32(number)) = stmt.op {
            found.insert(stmt.results[0], number);
        }
    });
    found
}

/// The extents of a block, of a kernel whose threads act together.
fn block<'l>(program: &Program, launch: &'l Launch) -> Option<&'l [Value]> {
    let data = kernel_data(&program.functions[launch.kernel]);
    let rank = data.position.len();
    let first = data.group.as_ref()?.grid + rank;
    Some(&launch.args[first..first + rank])
}

/// The threads of a block, if its extents are known; one that has too many anyway has one more than allowed.
fn threads(extents: &[Value], constants: &BTreeMap<Value, i32>) -> Option<i64> {
    extents.iter().try_fold(1, |product: i64, extent| {
        let extent = i64::from(*constants.get(extent)?).max(1);
        Some((product * extent).min(i64::from(LARGEST_BLOCK) + 1))
    })
}
