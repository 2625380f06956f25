//! Stores of some lanes become stores of all, where the machine is slow to leave lanes out: those that do not store put back what they have
//! read.
//!
//! *Invariant:* only what a position has read itself, unconditionally and after the last effect, is put back; the kernel is one whose positions
//! do not write what others read or write.

use super::ir::{Function, Inst, Memory, Op, Type, Val};

/// Where a load found its lanes.
struct Loaded {
    memory: Memory,
    address: Val,
    offset: i64,
    /// Bytes from lane to lane.
    step: i64,
    value: Val,
}

/// Rewrites the stores of a kernel whose positions are apart.
pub(super) fn store_what_was_there(function: &mut Function) {
    let ids: Vec<_> = function.blocks.ids().collect();
    for block in ids {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let masked = |inst: &Inst| {
            matches!(
                inst.op,
                Op::Store { mask: Some(_), .. } | Op::StoreInterleaved { mask: Some(_), .. }
            )
        };
        function.blocks[block].insts = match insts.iter().any(masked) {
            true => rewritten(function, insts),
            false => insts,
        };
    }
}

fn rewritten(function: &mut Function, insts: Vec<Inst>) -> Vec<Inst> {
    let mut loaded = Vec::new();
    let mut out = Vec::new();
    for mut inst in insts {
        if let Some(result) = inst.result {
            loaded.extend(load_of(&inst.op, result));
        }
        put_back(function, &mut inst, &loaded, &mut out);
        if inst.op.has_effect() {
            loaded.clear();
        }
        out.push(inst);
    }
    out
}

fn load_of(op: &Op, value: Val) -> Option<Loaded> {
    match op {
        Op::Load {
            memory,
            address,
            offset,
        } => Some(Loaded {
            memory: *memory,
            address: *address,
            offset: i64::from(*offset),
            step: memory.size(),
            value,
        }),
        Op::LoadLanes { memory, places } => {
            let [(address, first), (_, second), ..] = places[..] else {
                return None;
            };
            let (first, step) = (i64::from(first), i64::from(second) - i64::from(first));
            let mut lanes = places.iter().zip(0..);
            let regular = lanes.all(|((own, offset), lane)| {
                *own == address && i64::from(*offset) == first + step * lane
            });
            regular.then_some(Loaded {
                memory: *memory,
                address,
                offset: first,
                step,
                value,
            })
        }
        _ => None,
    }
}

/// Makes a masked store one of all lanes, if what was there is known; what it stores is computed in `out`.
fn put_back(function: &mut Function, inst: &mut Inst, loaded: &[Loaded], out: &mut Vec<Inst>) {
    let was_there = |memory: Memory, address: Val, offset: i64, step: i64| {
        let same = |one: &&Loaded| {
            (one.memory, one.address, one.offset, one.step) == (memory, address, offset, step)
        };
        loaded.iter().rev().find(same).map(|one| one.value)
    };
    let loc = inst.loc;
    let mut choose = |mask: Val, yes: Val, no: Val| {
        let Type { elem, .. } = function.types[yes];
        let result = function.types.push(Type::varying(elem));
        out.push(Inst {
            op: Op::Select(mask, yes, no),
            result: Some(result),
            loc,
        });
        result
    };
    match &mut inst.op {
        Op::Store {
            memory,
            address,
            offset,
            value,
            mask,
        } => {
            let old = was_there(*memory, *address, i64::from(*offset), memory.size());
            if let (Some(known), Some(old)) = (*mask, old) {
                *value = choose(known, *value, old);
                *mask = None;
            }
        }
        Op::StoreInterleaved {
            memory,
            address,
            offset,
            values,
            mask,
        } => {
            let step = memory.size() * values.len() as i64;
            let olds = (0..values.len() as i64).map(|turn| {
                let offset = i64::from(*offset) + turn * memory.size();
                was_there(*memory, *address, offset, step)
            });
            let olds: Option<Vec<Val>> = olds.collect();
            if let (Some(known), Some(olds)) = (*mask, olds) {
                for (value, old) in values.iter_mut().zip(olds) {
                    *value = choose(known, *value, old);
                }
                *mask = None;
            }
        }
        _other => {}
    }
}
