//! Which values of a kernel are places in a block, and which are shared arrays.
//!
//! *Invariant:* the function is read as it stands.

use std::collections::{BTreeMap, BTreeSet};

use super::extents_of_block;
use crate::mir::data::*;

/// The values that are the thread's place in its block along a dimension: the position modulo the block's extent.
pub(super) fn places_in_block(function: &Function) -> BTreeMap<Value, usize> {
    let (FuncKind::Kernel(data), Some(block)) = (&function.kind, extents_of_block(function)) else {
        return BTreeMap::new();
    };
    let params = &function.params[block];
    let mut extents = BTreeMap::new();
    let mut places = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| match stmt.op {
        Op::Get(local) => {
            if let Some(axis) = params.iter().position(|&param| param == local) {
                extents.insert(stmt.results[0], axis);
            }
        }
        Op::Binary(BinaryOp::Rem, position, extent) => {
            if let Some(&axis) = extents.get(&extent)
                && data.position[axis] == position
            {
                places.insert(stmt.results[0], axis);
            }
        }
        _ => {}
    });
    places
}

/// The values that stand for shared arrays, with the parameters that do.
pub(super) fn shared_values(function: &Function, group: &GroupData) -> BTreeMap<Value, Local> {
    let shared = group.shared.iter().map(|&index| function.params[index]);
    let shared: BTreeSet<Local> = shared.collect();
    let mut found = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Get(local) = stmt.op
            && shared.contains(&local)
        {
            found.insert(stmt.results[0], local);
        }
    });
    found
}
