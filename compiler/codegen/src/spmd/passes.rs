//! Passes over finished SPMD code. Sharing and hoisting happen while it is built (`emit.rs`).
//!
//! *Invariant:* what the code computes stays the same; only `contract` changes roundings.

use super::ir::{Elem, Function, Inst, MOST_INTERLEAVED, Memory, Op, Terminator, Val};
use crate::base::IndexVec;
use crate::mir::BinaryOp;

/// Removes operations and block parameters that nothing uses.
pub fn remove_dead_code(function: &mut Function) {
    let live = live_values(function);
    let blocks: Vec<_> = function.blocks.ids().collect();
    let entry = function.entry();
    let mut kept_params = IndexVec::new();
    for &block in &blocks {
        let params = &function.blocks[block].params;
        let kept: Vec<bool> = params
            .iter()
            .map(|param| block == entry || live[*param])
            .collect();
        debug_assert_eq!(kept_params.next_id(), block);
        kept_params.push(kept);
    }
    for &block in &blocks {
        let data = &mut function.blocks[block];
        data.insts
            .retain(|inst| inst.op.has_effect() || inst.result.is_some_and(|value| live[value]));
        retain_flagged(&mut data.params, &kept_params[block]);
        data.terminator.for_each_target_mut(|target| {
            retain_flagged(&mut target.args, &kept_params[target.block])
        });
    }
}

fn retain_flagged(values: &mut Vec<Val>, flags: &[bool]) {
    let mut flags = flags.iter();
    values.retain(|_| *flags.next().expect("one flag per value"));
}

/// The values that effects and control flow depend on.
fn live_values(function: &Function) -> IndexVec<Val, bool> {
    let mut live = IndexVec::filled(false, function.types.len());
    let mut work = Vec::new();
    let mut sources: IndexVec<Val, Vec<Val>> = IndexVec::filled(Vec::new(), function.types.len());
    for block in &function.blocks {
        for inst in &block.insts {
            if inst.op.has_effect() {
                inst.op.for_each_operand(|value| work.push(value));
            }
            if let Some(result) = inst.result {
                inst.op
                    .for_each_operand(|value| sources[result].push(value));
            }
        }
        match &block.terminator {
            Terminator::Branch { cond, .. } => work.push(*cond),
            Terminator::Return(status) => work.push(*status),
            Terminator::Open | Terminator::Jump(_) => {}
        }
        block.terminator.for_each_target(|target| {
            let params = &function.blocks[target.block].params;
            for (param, arg) in params.iter().zip(&target.args) {
                sources[*param].push(*arg);
            }
        });
    }
    while let Some(value) = work.pop() {
        if !std::mem::replace(&mut live[value], true) {
            work.extend(&sources[value]);
        }
    }
    live
}

/// Fuses a product that is used once with the sum that uses it.
pub fn contract(function: &mut Function) {
    let uses = use_counts(function);
    let mut products: IndexVec<Val, Option<(Val, Val)>> =
        IndexVec::filled(None, function.types.len());
    for block in &function.blocks {
        for inst in &block.insts {
            if let (Op::Binary(BinaryOp::Mul, a, b), Some(result)) = (&inst.op, inst.result)
                && is_float(function, result)
                && uses[result] == 1
            {
                products[result] = Some((*a, *b));
            }
        }
    }
    let types = function.types.clone();
    let ids: Vec<_> = function.blocks.ids().collect();
    for block in ids {
        for inst in &mut function.blocks[block].insts {
            let float = inst
                .result
                .is_some_and(|value| types[value].elem.is_float());
            if let (true, Some(fused)) = (float, fused(&inst.op, &products)) {
                inst.op = fused;
            }
        }
    }
}

fn is_float(function: &Function, value: Val) -> bool {
    matches!(function.types[value].elem, Elem::F32 | Elem::F64)
}

/// The fused form of a sum or difference with a product.
fn fused(op: &Op, products: &IndexVec<Val, Option<(Val, Val)>>) -> Option<Op> {
    let fma = |(a, b): (Val, Val), c, negate_product, negate_summand| Op::Fma {
        a,
        b,
        c,
        negate_product,
        negate_summand,
    };
    match *op {
        Op::Binary(BinaryOp::Add, x, y) => match (products[x], products[y]) {
            (_, Some(product)) => Some(fma(product, x, false, false)),
            (Some(product), None) => Some(fma(product, y, false, false)),
            (None, None) => None,
        },
        Op::Binary(BinaryOp::Sub, x, y) => match (products[x], products[y]) {
            (_, Some(product)) => Some(fma(product, x, true, false)),
            (Some(product), None) => Some(fma(product, y, false, true)),
            (None, None) => None,
        },
        _ => None,
    }
}

/// A store of lanes a constant number of elements apart.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    memory: Memory,
    address: Val,
    /// Bytes from lane to lane.
    step: i64,
    mask: Option<Val>,
}

/// Stores of which each fills the gaps that the others leave become one: channels of an image, parts of complex numbers.
pub fn interleave_stores(function: &mut Function) {
    let mut definitions: IndexVec<Val, Option<Op>> = IndexVec::filled(None, function.types.len());
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        if let (Some(result), Op::Const(_) | Op::Splat(_) | Op::LaneIndex | Op::Binary(..)) =
            (inst.result, &inst.op)
        {
            definitions[result] = Some(inst.op.clone());
        }
    }
    for block in function.blocks.iter_mut() {
        if block
            .insts
            .iter()
            .any(|inst| matches!(inst.op, Op::Scatter { .. }))
        {
            interleave_block(&mut block.insts, &definitions);
        }
    }
}

/// In one block: the stores of a group follow each other without a load or another effect between them.
fn interleave_block(insts: &mut Vec<Inst>, definitions: &IndexVec<Val, Option<Op>>) {
    let mut group: Vec<(usize, i32, Val)> = Vec::new();
    let mut of_group = None;
    let mut dropped = Vec::new();
    for at in 0..insts.len() {
        let op = &insts[at].op;
        if !op.has_effect() && !op.is_load() {
            continue;
        }
        let turn = turn(op, definitions);
        if turn.is_none() || of_group != turn.map(|one| one.0) {
            group.clear();
        }
        let Some((own, offset, value)) = turn else {
            continue;
        };
        of_group = Some(own);
        group.push((at, offset, value));
        if let Some((offset, values)) = whole_turn(&own, &group) {
            dropped.extend(group.drain(..).map(|one| one.0).filter(|one| *one != at));
            insts[at].op = Op::StoreInterleaved {
                memory: own.memory,
                address: own.address,
                offset,
                values,
                mask: own.mask,
            };
        }
    }
    let mut number = 0..;
    insts.retain(|_| !dropped.contains(&number.next().expect("numbers do not end")));
}

/// The store of one in a group, with its offset and its value.
fn turn(op: &Op, definitions: &IndexVec<Val, Option<Op>>) -> Option<(Turn, i32, Val)> {
    let Op::Scatter {
        memory,
        address,
        index,
        scale,
        offset,
        value,
        mask,
    } = op
    else {
        return None;
    };
    if mask.is_some() && !memory.has_32_bits() {
        return None;
    }
    let elements = match definitions[*index].as_ref()? {
        Op::LaneIndex => 1,
        Op::Binary(BinaryOp::Mul, lane, factor) if is_lane(*lane, definitions) => {
            constant(*factor, definitions)?
        }
        _ => return None,
    };
    let turn = Turn {
        memory: *memory,
        address: *address,
        step: elements * i64::from(*scale),
        mask: *mask,
    };
    Some((turn, *offset, *value))
}

fn is_lane(value: Val, definitions: &IndexVec<Val, Option<Op>>) -> bool {
    matches!(definitions[value], Some(Op::LaneIndex))
}

fn constant(value: Val, definitions: &IndexVec<Val, Option<Op>>) -> Option<i64> {
    match definitions[value].as_ref()? {
        Op::Const(bits) => Some(i64::from(*bits as u32 as i32)),
        Op::Splat(inner) => constant(*inner, definitions),
        _ => None,
    }
}

/// Where a group begins and its values in the order of their elements, if none is missing.
fn whole_turn(turn: &Turn, group: &[(usize, i32, Val)]) -> Option<(i32, Vec<Val>)> {
    let size = turn.memory.size();
    let count = usize::try_from(turn.step / size).ok()?;
    let fits = turn.step % size == 0 && (2..=MOST_INTERLEAVED).contains(&count);
    if !fits || group.len() != count || turn.memory == Memory::U32 {
        return None;
    }
    let first = group.iter().map(|one| one.1).min()?;
    let at = |number: i32| {
        let mut found = group
            .iter()
            .filter(|one| one.1 == first + number * size as i32);
        found.next().map(|one| one.2)
    };
    let values: Option<Vec<Val>> = (0..count as i32).map(at).collect();
    Some((first, values?))
}

fn use_counts(function: &Function) -> IndexVec<Val, u32> {
    let mut counts = IndexVec::filled(0, function.types.len());
    for block in &function.blocks {
        for inst in &block.insts {
            inst.op.for_each_operand(|value| counts[value] += 1);
        }
        match &block.terminator {
            Terminator::Branch { cond, .. } => counts[*cond] += 1,
            Terminator::Return(status) => counts[*status] += 1,
            Terminator::Open | Terminator::Jump(_) => {}
        }
        block
            .terminator
            .for_each_target(|target| target.args.iter().for_each(|arg| counts[*arg] += 1));
    }
    counts
}
