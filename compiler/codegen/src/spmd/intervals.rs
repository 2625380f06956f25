//! What whole numbers of 32 bits can be: intervals, from the elements that are loaded on.
//!
//! *Invariant:* conservative: every value lies in its interval, whatever wraps around included.

use super::ir::{Elem, Function, Memory, Op, Terminator, Val};
use crate::base::IndexVec;
use crate::mir::{BinaryOp, UnaryOp};

/// The least and the greatest that a number can be.
pub(super) type Interval = (i64, i64);

const ANY: Interval = (i32::MIN as i64, i32::MAX as i64);

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

fn union(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The least and the greatest of some numbers.
fn hull<const N: usize>(numbers: [i64; N]) -> Interval {
    let least = numbers.iter().copied().min();
    let greatest = numbers.iter().copied().max();
    least.zip(greatest).expect("there are numbers")
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
    // What overflows wraps around.
    match ANY.0 <= found.0 && found.1 <= ANY.1 {
        true => found,
        false => ANY,
    }
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

fn unary(op: UnaryOp, (low, high): Interval) -> Interval {
    match op {
        UnaryOp::Neg => (-high, -low),
        UnaryOp::BitNot => (-high - 1, -low - 1),
        UnaryOp::Abs if low >= 0 => (low, high),
        UnaryOp::Abs => (0, high.max(-low)),
        _ => ANY,
    }
}

fn binary(op: BinaryOp, a: Interval, b: Interval) -> Interval {
    let constant = (b.0 == b.1).then_some(b.0);
    match (op, constant) {
        (BinaryOp::Add, _) => (a.0 + b.0, a.1 + b.1),
        (BinaryOp::Sub, _) => (a.0 - b.1, a.1 - b.0),
        (BinaryOp::Mul, _) => hull([a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1]),
        (BinaryOp::Min, _) => (a.0.min(b.0), a.1.min(b.1)),
        (BinaryOp::Max, _) => (a.0.max(b.0), a.1.max(b.1)),
        (BinaryOp::And, _) if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        (BinaryOp::And, _) if b.0 >= 0 => (0, b.1),
        (BinaryOp::And, _) if a.0 >= 0 => (0, a.1),
        (BinaryOp::Or | BinaryOp::Xor, _) if a.0 >= 0 && b.0 >= 0 => {
            let most = a.1.max(b.1) as u64;
            (0, (most + 1).next_power_of_two() as i64 - 1)
        }
        (BinaryOp::Shl, Some(count @ 0..16)) => (a.0 << count, a.1 << count),
        (BinaryOp::Shr, Some(count @ 0..32)) => (a.0 >> count, a.1 >> count),
        (BinaryOp::IntDiv, Some(by @ 1..)) => (a.0 / by, a.1 / by),
        (BinaryOp::Rem, Some(by @ 1..)) => {
            let most = by - 1;
            let low = if a.0 >= 0 { 0 } else { -most };
            (low, most.min(a.1.max(0)))
        }
        _ => ANY,
    }
}
