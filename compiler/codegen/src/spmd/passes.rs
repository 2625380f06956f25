//! Passes over finished SPMD code. Sharing and hoisting happen while it is built (`emit.rs`).
//!
//! *Invariant:* what the code computes stays the same; only `contract` changes roundings.

use super::ir::{
    BlockId, Elem, Function, Inst, MOST_INTERLEAVED, Memory, Op, Terminator, Type, Val,
};
use crate::base::IndexVec;
use crate::mir::{BinaryOp, UnaryOp};

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
    let count = function.types.len();
    let mut live = IndexVec::filled(false, count);
    let mut work = Vec::new();
    let mut definitions: IndexVec<Val, Option<&Op>> = IndexVec::filled(None, count);
    // What branches pass to parameters: a list for each of them, by the place of its first element and of the next ones.
    let mut first: IndexVec<Val, Option<usize>> = IndexVec::filled(None, count);
    let mut passed: Vec<(Val, Option<usize>)> = Vec::new();
    for block in &function.blocks {
        for inst in &block.insts {
            if inst.op.has_effect() {
                inst.op.for_each_operand(|value| work.push(value));
            }
            if let Some(result) = inst.result {
                definitions[result] = Some(&inst.op);
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
                let next = first[*param].replace(passed.len());
                passed.push((*arg, next));
            }
        });
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut live[value], true) {
            continue;
        }
        match definitions[value] {
            Some(op) => op.for_each_operand(|operand| work.push(operand)),
            None => {
                let mut next = first[value];
                while let Some(at) = next {
                    work.push(passed[at].0);
                    next = passed[at].1;
                }
            }
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

/// What values are, as far as the passes over stores ask.
type Definitions = IndexVec<Val, Option<Op>>;

fn definitions(function: &Function) -> Definitions {
    let mut found = IndexVec::filled(None, function.types.len());
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        if let (
            Some(result),
            Op::Const(_) | Op::Splat(_) | Op::LaneIndex | Op::Binary(..) | Op::Unary(..),
        ) = (inst.result, &inst.op)
        {
            found[result] = Some(inst.op.clone());
        }
    }
    found
}

/// Two stores to the same places become one where each lane does one of them: the two branches of an `if` that assign the same element. One
/// that all lanes do can become a part of an interleaved one.
pub fn merge_opposite_stores(function: &mut Function) {
    let known = definitions(function);
    let ids: Vec<_> = function.blocks.ids().collect();
    for block in ids {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut output: Vec<Inst> = Vec::with_capacity(insts.len());
        // The store that nothing has read or overwritten yet.
        let mut open: Option<usize> = None;
        for inst in insts {
            let pair = open.and_then(|at| Some((at, merged(&output[at].op, &inst.op, &known)?)));
            let inst = match pair {
                Some((at, merged)) => {
                    output.remove(at);
                    merge(function, &mut output, inst, merged)
                }
                None => inst,
            };
            if inst.op.has_effect() || inst.op.is_load() {
                open = store(&inst.op).is_some().then_some(output.len());
            }
            output.push(inst);
        }
        function.blocks[block].insts = output;
    }
}

/// The second store of two, with what stands for both of them; the choice goes in front.
fn merge(function: &mut Function, output: &mut Vec<Inst>, mut inst: Inst, merged: Merged) -> Inst {
    let ty = function.types[merged.yes];
    let value = function.types.push(ty);
    output.push(Inst {
        op: Op::Select(merged.cond, merged.yes, merged.no),
        result: Some(value),
        loc: inst.loc,
    });
    set_store(&mut inst.op, value, merged.mask);
    inst
}

/// What becomes of two opposite stores.
struct Merged {
    cond: Val,
    yes: Val,
    no: Val,
    mask: Option<Val>,
}

/// The value and the mask of a store with a mask.
fn store(op: &Op) -> Option<(Val, Val)> {
    match op {
        Op::Store { value, mask, .. } | Op::Scatter { value, mask, .. } => Some((*value, (*mask)?)),
        _ => None,
    }
}

fn set_store(op: &mut Op, new_value: Val, new_mask: Option<Val>) {
    if let Op::Store { value, mask, .. } | Op::Scatter { value, mask, .. } = op {
        (*value, *mask) = (new_value, new_mask);
    }
}

/// One store in the place of two that follow each other; none where they have other places, or masks that are not opposite.
fn merged(first: &Op, second: &Op, known: &Definitions) -> Option<Merged> {
    let ((no, not_mask), (yes, yes_mask)) = (store(first)?, store(second)?);
    // With the same value and mask they are equal if their places are.
    let mut same = first.clone();
    set_store(&mut same, yes, Some(yes_mask));
    if same != *second || !has_own_places(second, known) {
        return None;
    }
    let conjunction = |mask: Val| match known[mask] {
        Some(Op::Binary(BinaryOp::And, a, b)) => Some((a, b)),
        _ => None,
    };
    let found = |cond: Val, mask: Option<Val>| {
        Some(Merged {
            cond,
            yes,
            no,
            mask,
        })
    };
    if are_opposite(not_mask, yes_mask, known) {
        return found(yes_mask, None);
    }
    match (conjunction(not_mask)?, conjunction(yes_mask)?) {
        ((a, b), (c, d)) if a == c && are_opposite(b, d, known) => found(d, Some(a)),
        ((a, b), (c, d)) if b == d && are_opposite(a, c, known) => found(c, Some(b)),
        _ => None,
    }
}

fn are_opposite(a: Val, b: Val, known: &Definitions) -> bool {
    let negates = |one: Val, other: Val| known[one] == Some(Op::Unary(UnaryOp::Not, other));
    negates(a, b) || negates(b, a)
}

/// Whether no two lanes store to the same place, so that their order does not matter.
fn has_own_places(op: &Op, known: &Definitions) -> bool {
    match op {
        Op::Store { .. } => true,
        Op::Scatter { memory, .. } => {
            places(op, known).is_some_and(|(turn, ..)| turn.step >= memory.size())
        }
        _ => false,
    }
}

/// Stores of which each fills the gaps that the others leave become one: channels of an image, parts of complex numbers.
pub fn interleave_stores(function: &mut Function) {
    let known = definitions(function);
    let ids: Vec<_> = function.blocks.ids().collect();
    for block in ids {
        let insts = &mut function.blocks[block].insts;
        if insts
            .iter()
            .any(|inst| matches!(inst.op, Op::Scatter { .. }))
        {
            interleave_block(insts, &known);
            pair_block(function, block);
        }
    }
}

/// Writes the interleaved stores of more values than machines have shuffles for as stores of fewer, wider values.
fn pair_block(function: &mut Function, block: BlockId) {
    let insts = std::mem::take(&mut function.blocks[block].insts);
    let mut output = Vec::with_capacity(insts.len());
    for mut inst in insts {
        let loc = inst.loc;
        if let Op::StoreInterleaved { memory, values, .. } = &mut inst.op {
            let mut emit = |op, ty| {
                let value = function.types.push(ty);
                let result = Some(value);
                output.push(Inst { op, result, loc });
                value
            };
            while values.len() > MOST_INTERLEAVED {
                let pairs = values.chunks(2);
                let pairs = pairs.map(|pair| pair_of(&mut emit, *memory, [pair[0], pair[1]]));
                *values = pairs.collect();
                *memory = paired(*memory).expect("only what can be paired is interleaved");
            }
        }
        output.push(inst);
    }
    function.blocks[block].insts = output;
}

/// The elements that are two of these side by side.
fn paired(memory: Memory) -> Option<Memory> {
    match memory {
        Memory::I8 | Memory::U8 => Some(Memory::U16),
        Memory::I16 | Memory::U16 => Some(Memory::I32),
        _ => None,
    }
}

/// Two elements as one, the first in the lower half.
fn pair_of(emit: &mut impl FnMut(Op, Type) -> Val, memory: Memory, [low, high]: [Val; 2]) -> Val {
    let bits = 8 * memory.size() as u64;
    let (one, all) = (Type::uniform(Elem::I32), Type::varying(Elem::I32));
    let kept = emit(Op::Const((1 << bits) - 1), one);
    let kept = emit(Op::Splat(kept), all);
    let low = emit(Op::Binary(BinaryOp::And, low, kept), all);
    let high = match memory {
        // What is stored in 16 bits has nothing above them.
        Memory::I8 | Memory::U8 => emit(Op::Binary(BinaryOp::And, high, kept), all),
        _ => high,
    };
    let count = emit(Op::Const(bits), one);
    let count = emit(Op::Splat(count), all);
    let high = emit(Op::Binary(BinaryOp::Shl, high, count), all);
    emit(Op::Binary(BinaryOp::Or, low, high), all)
}

/// How many values the interleaved stores of such elements can have.
fn most_values(memory: Memory, mask: Option<Val>) -> usize {
    match (mask, memory.size()) {
        (None, 1) => 4 * MOST_INTERLEAVED,
        (None, 2) => 2 * MOST_INTERLEAVED,
        _ => MOST_INTERLEAVED,
    }
}

/// Whether so many values can become [`MOST_INTERLEAVED`] at most by pairs.
fn is_pairable(count: usize) -> bool {
    let mut count = count;
    while count > MOST_INTERLEAVED && count.is_multiple_of(2) {
        count /= 2;
    }
    (2..=MOST_INTERLEAVED).contains(&count)
}

/// In one block: the stores of a group follow each other without a load or another effect between them.
#[expect(
    clippy::needless_range_loop,
    reason = "an instruction is replaced while those before it are looked at"
)]
fn interleave_block(insts: &mut Vec<Inst>, definitions: &Definitions) {
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
fn turn(op: &Op, definitions: &Definitions) -> Option<(Turn, i32, Val)> {
    let found = places(op, definitions)?;
    let can_be_one = found.0.mask.is_none() || found.0.memory.has_32_bits();
    can_be_one.then_some(found)
}

/// A store of lanes a constant number of elements apart, with its offset and its value.
fn places(op: &Op, definitions: &Definitions) -> Option<(Turn, i32, Val)> {
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

fn is_lane(value: Val, definitions: &Definitions) -> bool {
    matches!(definitions[value], Some(Op::LaneIndex))
}

fn constant(value: Val, definitions: &Definitions) -> Option<i64> {
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
    let most = most_values(turn.memory, turn.mask);
    let fits = turn.step % size == 0 && count <= most && is_pairable(count);
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

/// How often each value is read.
pub(super) fn use_counts(function: &Function) -> IndexVec<Val, u32> {
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
