//! What whole numbers of 32 bits can be: intervals, from the elements that are loaded on, and through floats that come from whole numbers.
//!
//! *Technique:* interval analysis (Cousot and Cousot, "Abstract Interpretation: A Unified Lattice Model", POPL 1977).
//!
//! *Invariant:* conservative: every value lies in its interval, whatever wraps around included.

use super::ir::{Elem, Function, Memory, Op, Terminator, Val};
use crate::base::IndexVec;
use crate::mir::BinaryOp;
use crate::mir::intervals::{ANY, Interval, binary, unary, union, without_wrapping};

/// Drops limits that numbers keep anyway, such as those of an element that the mean of two elements is stored to, and those of conversions to whole
/// numbers.
pub(super) fn drop_limits(function: &mut Function) {
    let known = Known::of(function);
    let mut instead: IndexVec<Val, Option<Val>> = IndexVec::filled(None, function.types.len());
    for block in function.reverse_postorder() {
        for inst in &mut function.blocks[block].insts {
            let Some(result) = inst.result else {
                continue;
            };
            match inst.op {
                Op::Binary(op, a, b) if function.types[result].elem == Elem::I32 => {
                    if let Some(kept) = kept(op, &known.ints, a, b) {
                        instead[result] = Some(instead[kept].unwrap_or(kept));
                    }
                }
                Op::Convert(a) if function.types[result].elem == Elem::I32 => {
                    if known.reals[a].and_then(cut).is_some() {
                        inst.op = Op::Truncate(a);
                    }
                }
                _ => {}
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
    Known::of(function).ints
}

/// Bounds of a float of 32 bits that is a number for certain.
type Reals = (f64, f64);

/// What is known of values.
pub(super) struct Known {
    pub(super) ints: IndexVec<Val, Interval>,
    reals: IndexVec<Val, Option<Reals>>,
}

impl Known {
    pub(super) fn of(function: &Function) -> Known {
        let count = function.types.len();
        let mut passed: IndexVec<Val, Vec<Val>> = IndexVec::filled(Vec::new(), count);
        for block in &function.blocks {
            block.terminator.for_each_target(|target| {
                let params = &function.blocks[target.block].params;
                for (param, arg) in params.iter().zip(&target.args) {
                    passed[*param].push(*arg);
                }
            });
        }
        let mut found = Known {
            ints: IndexVec::filled(ANY, count),
            reals: IndexVec::filled(None, count),
        };
        let mut known = IndexVec::filled(false, count);
        for block in function.reverse_postorder() {
            for &param in &function.blocks[block].params {
                let passed = &passed[param];
                // What comes from behind, in a loop, is not known yet.
                if !passed.is_empty() && passed.iter().all(|value| known[*value]) {
                    let all = passed.iter().map(|value| found.ints[*value]);
                    found.ints[param] = all.reduce(union).expect("it is not empty");
                    let all = passed.iter().map(|value| found.reals[*value]);
                    found.reals[param] = all
                        .reduce(|a, b| Some(either(a?, b?)))
                        .expect("it is not empty");
                }
                known[param] = true;
            }
            for inst in &function.blocks[block].insts {
                if let Some(result) = inst.result {
                    match function.types[result].elem {
                        Elem::I32 => found.ints[result] = found.interval(function, &inst.op),
                        Elem::F32 => found.reals[result] = found.real(function, &inst.op),
                        Elem::Bool | Elem::I64 | Elem::F64 => {}
                    }
                    known[result] = true;
                }
            }
        }
        found
    }

    fn interval(&self, function: &Function, op: &Op) -> Interval {
        match op {
            Op::Truncate(a) | Op::Convert(a) if function.types[*a].elem == Elem::F32 => {
                self.reals[*a].and_then(cut).unwrap_or(ANY)
            }
            _ => interval(function, &self.ints, op),
        }
    }

    /// The bounds of an operation on floats; each rounds, and some are fused later.
    fn real(&self, function: &Function, op: &Op) -> Option<Reals> {
        let known = |value: Val| self.reals[value];
        match *op {
            Op::Const(bits) => {
                let number = f64::from(f32::from_bits(bits as u32));
                number.is_finite().then_some((number, number))
            }
            Op::Splat(a) => known(a),
            Op::Convert(a) if function.types[a].elem == Elem::I32 => {
                let (low, high) = self.ints[a];
                let is_exact = -EXACT <= low && high <= EXACT;
                is_exact.then_some((low as f64, high as f64))
            }
            Op::Select(_, yes, no) => Some(either(known(yes)?, known(no)?)),
            Op::Binary(BinaryOp::Add, a, b) => {
                let (a, b) = (known(a)?, known(b)?);
                rounded([a.0 + b.0, a.1 + b.1])
            }
            Op::Binary(BinaryOp::Sub, a, b) => {
                let (a, b) = (known(a)?, known(b)?);
                rounded([a.0 - b.1, a.1 - b.0])
            }
            Op::Binary(BinaryOp::Mul, a, b) => {
                let (a, b) = (known(a)?, known(b)?);
                rounded([a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1])
            }
            Op::Binary(BinaryOp::Div, a, b) => {
                let (a, b) = (known(a)?, known(b)?);
                let quotients = [a.0 / b.0, a.0 / b.1, a.1 / b.0, a.1 / b.1];
                (b.0 > 0.0 || b.1 < 0.0).then(|| rounded(quotients))?
            }
            Op::Binary(BinaryOp::Min, a, b) => {
                let (a, b) = (known(a)?, known(b)?);
                Some((a.0.min(b.0), a.1.min(b.1)))
            }
            Op::Binary(BinaryOp::Max, a, b) => {
                let (a, b) = (known(a)?, known(b)?);
                Some((a.0.max(b.0), a.1.max(b.1)))
            }
            Op::RoundEven(a) => known(a).map(|(low, high)| (low.floor(), high.ceil())),
            _ => None,
        }
    }
}

/// Whole numbers up to this are floats of 32 bits as they are.
const EXACT: i64 = 1 << 24;
/// What rounding adds at most, relative to a number: twice that of one operation.
const ROUNDING: f64 = 1.0 / (1 << 23) as f64;
/// More than this is left to conversions that look.
const LARGEST: f64 = (1_u64 << 30) as f64;

fn either(a: Reals, b: Reals) -> Reals {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Around all of the bounds of an operation and what rounding makes of them.
fn rounded<const COUNT: usize>(bounds: [f64; COUNT]) -> Option<Reals> {
    let low = bounds.into_iter().fold(f64::INFINITY, f64::min);
    let high = bounds.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let largest = low.abs().max(high.abs());
    let more = largest * ROUNDING + f64::from(f32::MIN_POSITIVE);
    (largest <= LARGEST).then_some((low - more, high + more))
}

/// The whole numbers that floats become without what is behind the point.
fn cut((low, high): Reals) -> Option<Interval> {
    let fits = -LARGEST <= low && high <= LARGEST;
    fits.then_some((low.trunc() as i64, high.trunc() as i64))
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

/// The least and the greatest number that a small element holds.
pub(super) fn limits(memory: Memory) -> Option<Interval> {
    let limits = elements(memory);
    (limits != ANY).then_some(limits)
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
