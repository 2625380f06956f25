//! What whole numbers of 32 bits can be: intervals, from the elements that are loaded on.
//!
//! *Technique:* interval analysis (Cousot and Cousot, "Abstract Interpretation: A Unified Lattice Model", POPL 1977).
//!
//! *Invariant:* conservative: every value lies in its interval, whatever wraps around included.

use super::ir::{Elem, Function, Memory, Op, Terminator, Val};
use crate::base::IndexVec;
use crate::mir::BinaryOp;
use crate::mir::intervals::{ANY, Interval, binary, unary, union, without_wrapping};

/// Drops limits that numbers keep anyway, such as those of an element that the mean of two elements is stored to.
pub(super) fn drop_limits(function: &mut Function) {
    let known = of(function);
    let mut instead: IndexVec<Val, Option<Val>> = IndexVec::filled(None, function.types.len());
    for block in function.reverse_postorder() {
        for inst in &function.blocks[block].insts {
            if let (Op::Binary(op, a, b), Some(result)) = (&inst.op, inst.result)
                && function.types[result].elem == Elem::I32
                && let Some(kept) = kept(*op, &known, *a, *b)
            {
                instead[result] = Some(instead[kept].unwrap_or(kept));
            }
        }
    }
    let replace = |value: &mut Val| {
        if let Some(kept) = instead[*value] {
            *value = kept;
        }
    };
    for block in function.blocks.iter_mut() {
        for inst in &mut block.insts {
            inst.op.for_each_operand_mut(replace);
        }
        if let Terminator::Branch { cond, .. } | Terminator::Return(cond) = &mut block.terminator {
            replace(cond);
        }
        block
            .terminator
            .for_each_target_mut(|target| target.args.iter_mut().for_each(replace));
    }
}

/// The operand that the lesser or the greater of two numbers always is.
fn kept(op: BinaryOp, known: &IndexVec<Val, Interval>, a: Val, b: Val) -> Option<Val> {
    let (first, second) = (known[a], known[b]);
    let (lower, upper) = match op {
        BinaryOp::Min => (a, b),
        BinaryOp::Max => (b, a),
        _ => return None,
    };
    if first.1 <= second.0 {
        return Some(lower);
    }
    (second.1 <= first.0).then_some(upper)
}

/// What each whole number of 32 bits can be; of other values nothing is known.
pub(super) fn of(function: &Function) -> IndexVec<Val, Interval> {
    let mut passed: IndexVec<Val, Vec<Val>> = IndexVec::filled(Vec::new(), function.types.len());
    for block in &function.blocks {
        block.terminator.for_each_target(|target| {
            let params = &function.blocks[target.block].params;
            for (param, arg) in params.iter().zip(&target.args) {
                passed[*param].push(*arg);
            }
        });
    }
    let mut found = IndexVec::filled(ANY, function.types.len());
    let mut known = IndexVec::filled(false, function.types.len());
    for block in function.reverse_postorder() {
        for &param in &function.blocks[block].params {
            let passed = &passed[param];
            // What comes from behind, in a loop, is not known yet.
            if !passed.is_empty() && passed.iter().all(|value| known[*value]) {
                let all = passed.iter().map(|value| found[*value]);
                found[param] = all.reduce(union).expect("it is not empty");
            }
            known[param] = true;
        }
        for inst in &function.blocks[block].insts {
            if let Some(result) = inst.result {
                if function.types[result].elem == Elem::I32 {
                    found[result] = interval(function, &found, &inst.op);
                }
                known[result] = true;
            }
        }
    }
    found
}

fn interval(function: &Function, known: &IndexVec<Val, Interval>, op: &Op) -> Interval {
    let found = match op {
        Op::Const(bits) => {
            let number = i64::from(*bits as u32 as i32);
            (number, number)
        }
        Op::Splat(a) => known[*a],
        Op::Load { memory, .. } | Op::LoadLanes { memory, .. } | Op::Gather { memory, .. } => {
            elements(*memory)
        }
        Op::Select(_, yes, no) => union(known[*yes], known[*no]),
        Op::Convert(a) if function.types[*a].elem == Elem::Bool => (0, 1),
        Op::Unary(op, a) => unary(*op, known[*a]),
        Op::Binary(op, a, b) => binary(*op, known[*a], known[*b]),
        Op::ShiftRightLogical(a, count) if known[*a].0 >= 0 => {
            (known[*a].0 >> count, known[*a].1 >> count)
        }
        _ => ANY,
    };
    without_wrapping(found)
}

fn elements(memory: Memory) -> Interval {
    match memory {
        Memory::I8 => (i8::MIN.into(), i8::MAX.into()),
        Memory::U8 => (0, u8::MAX.into()),
        Memory::I16 => (i16::MIN.into(), i16::MAX.into()),
        Memory::U16 => (0, u16::MAX.into()),
        Memory::I32 | Memory::U32 | Memory::I64 | Memory::F16 | Memory::F32 | Memory::F64 => ANY,
    }
}
