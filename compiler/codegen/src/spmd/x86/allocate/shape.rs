//! The shape of a function before registers are allocated: edges of their own, the order of the blocks, dead code.
//!
//! *Invariant:* what the function computes stays the same.

use regalloc2::{Operand, OperandKind};

use super::super::machine::{Action, Block, Flags, Function, Inst, Operands, Successor};

/// Gives every edge that passes values, or leads from a choice to a place with other ways in, a block of its own.
pub fn split_edges(function: &mut Function) {
    let mut entries = vec![0; function.blocks.len()];
    for block in &function.blocks {
        for successor in &block.successors {
            entries[successor.block] += 1;
        }
    }
    for at in 0..function.blocks.len() {
        if function.blocks[at].successors.len() < 2 {
            continue;
        }
        for number in 0..function.blocks[at].successors.len() {
            let edge = function.blocks[at].successors[number].clone();
            if entries[edge.block] > 1 || !edge.args.is_empty() {
                let middle = function.blocks.len();
                function.blocks.push(jump_to(edge, &function.blocks[at]));
                function.blocks[at].successors[number] = Successor {
                    block: middle,
                    args: Vec::new(),
                };
            }
        }
    }
}

fn jump_to(edge: Successor, from: &Block) -> Block {
    let loc = from.insts.last().expect("a block ends with a jump").loc;
    Block {
        params: Vec::new(),
        insts: vec![Inst::new(Action::Jump, Operands::new(), loc)],
        successors: vec![edge],
        cold: from.cold,
    }
}

/// The order of the code: each block behind its dominators, but rare blocks at the end.
pub fn order(function: &mut Function) -> Vec<usize> {
    let order = reverse_postorder(function);
    mark_rare(function, &order);
    let (rare, usual): (Vec<_>, Vec<_>) = order
        .into_iter()
        .partition(|block| function.blocks[*block].cold);
    [usual, rare].concat()
}

/// What only rare blocks lead to is rare as well.
fn mark_rare(function: &mut Function, order: &[usize]) {
    let mut is_usual = vec![false; function.blocks.len()];
    is_usual[0] = true;
    for block in order {
        let cold = &mut function.blocks[*block].cold;
        *cold |= !is_usual[*block];
        if !*cold {
            let successors = function.blocks[*block].successors.iter();
            successors.for_each(|edge| is_usual[edge.block] = true);
        }
    }
}

/// The blocks that can be reached, each behind its dominators.
fn reverse_postorder(function: &Function) -> Vec<usize> {
    let mut seen = vec![false; function.blocks.len()];
    let mut stack = vec![(0, 0)];
    let mut order = Vec::new();
    seen[0] = true;
    while let Some((block, next)) = stack.pop() {
        // The last successor is visited first, so that the first one follows directly.
        match function.blocks[block].successors.iter().rev().nth(next) {
            None => order.push(block),
            Some(successor) => {
                stack.push((block, next + 1));
                if !std::mem::replace(&mut seen[successor.block], true) {
                    stack.push((successor.block, 0));
                }
            }
        }
    }
    order.reverse();
    order
}

/// Removes what computes values that nothing reads.
pub fn remove_dead(function: &mut Function) {
    let mut used = vec![false; function.register_count()];
    for block in &function.blocks {
        for value in block.successors.iter().flat_map(|edge| &edge.args) {
            used[value.vreg()] = true;
        }
    }
    // By instruction of a block, from the last one on.
    let mut kept = Vec::new();
    for block in reverse_postorder(function).into_iter().rev() {
        let insts = &mut function.blocks[block].insts;
        kept.clear();
        let mut wanted = false;
        for inst in insts.iter().rev() {
            let keeps = keeps(inst, &used, &mut wanted);
            if keeps {
                let reads = inst.operands.iter();
                let reads = reads.filter(|operand| operand.kind() == OperandKind::Use);
                reads.for_each(|operand| used[operand.vreg().vreg()] = true);
            }
            kept.push(keeps);
        }
        insts.retain(|_| kept.pop() == Some(true));
    }
}

/// Whether an instruction stays; `flags`: whether something behind it reads the flags.
fn keeps(inst: &Inst, used: &[bool], flags: &mut bool) -> bool {
    if inst.flags == Flags::Set {
        return std::mem::take(flags);
    }
    let defines =
        |operand: &Operand| operand.kind() == OperandKind::Def && used[operand.vreg().vreg()];
    let kept = !inst.pure || inst.operands.iter().any(defines);
    if kept && inst.flags == Flags::Read {
        *flags = true;
    }
    kept
}
