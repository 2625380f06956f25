//! Where floats lie, as far as what they are computed from tells: a whole number divided by 256, a number between two limits.
//!
//! A conversion to a whole number has to look for floats that are too large and for those that are no numbers. Of floats that lie inside
//! there are none.
//!
//! *Technique:* interval analysis (Cousot and Cousot, "Abstract Interpretation: A Unified Lattice Model", POPL 1977).
//!
//! *Invariant:* conservative: a float with an interval is a number in it, in every lane.

use super::emit::Emitter;
use super::ir::{Elem, Memory, Op, Val};
use crate::mir::{BinaryOp, UnaryOp};

/// The least and the greatest that a float can be; infinite where only one is known.
type Interval = (f64, f64);

/// Operations that are looked through, one behind the other.
const DEPTH: u32 = 12;
/// Beyond this nothing is said of sums and products, which may be infinite.
const LARGEST: f64 = 1e30;
/// What rounding adds to a bound, at most.
const ROUNDED: f64 = 1.0 + 1.0 / (1 << 20) as f64;
/// The first whole number that 32 bits do not hold.
const BEYOND: f64 = 2_147_483_648.0;

impl Emitter {
    /// Whether a float is a number whose whole part has 32 bits.
    pub(super) fn fits_i32(&self, value: Val) -> bool {
        let interval = self.interval(value, DEPTH);
        interval.is_some_and(|(low, high)| -BEYOND <= low && high < BEYOND)
    }

    fn interval(&self, value: Val, depth: u32) -> Option<Interval> {
        let depth = depth.checked_sub(1)?;
        let of = |value: &Val| self.interval(*value, depth);
        match self.definition(value)? {
            Op::Const(bits) => {
                let number = match self.ty(value).elem {
                    Elem::F32 => f32::from_bits(*bits as u32).into(),
                    Elem::F64 => f64::from_bits(*bits),
                    Elem::Bool | Elem::I32 | Elem::I64 => return None,
                };
                number.is_finite().then_some((number, number))
            }
            Op::Splat(inner) => of(inner),
            Op::Convert(from) => match self.ty(*from).elem {
                Elem::F32 | Elem::F64 => rounded(of(from)?),
                Elem::Bool => Some((0.0, 1.0)),
                Elem::I32 => Some(self.whole(*from)),
                Elem::I64 => Some((-BEYOND * 2.0 * BEYOND, BEYOND * 2.0 * BEYOND)),
            },
            Op::Unary(op, a) => unary(*op, of(a)?),
            Op::RoundEven(a) => unary(UnaryOp::RoundHalf, of(a)?),
            Op::Binary(op, a, b) => binary(*op, of(a), of(b)?),
            Op::Select(_, yes, no) => {
                let (yes, no) = (of(yes)?, of(no)?);
                Some((yes.0.min(no.0), yes.1.max(no.1)))
            }
            _ => None,
        }
    }

    /// Where a whole number of 32 bits lies.
    fn whole(&self, value: Val) -> Interval {
        let memory = match self.definition(value) {
            Some(
                Op::Load { memory, .. }
                | Op::LoadLanes { memory, .. }
                | Op::Gather { memory, .. }
                | Op::GatherRun { memory, .. },
            ) => *memory,
            _ => Memory::I32,
        };
        match memory {
            Memory::U8 => (0.0, 255.0),
            Memory::I8 => (-128.0, 127.0),
            Memory::U16 => (0.0, 65_535.0),
            Memory::I16 => (-32_768.0, 32_767.0),
            _ => (-BEYOND, BEYOND),
        }
    }
}

fn unary(op: UnaryOp, (low, high): Interval) -> Option<Interval> {
    match op {
        UnaryOp::Neg => Some((-high, -low)),
        UnaryOp::Abs => Some((0.0, low.abs().max(high.abs()))),
        UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Round | UnaryOp::Trunc | UnaryOp::RoundHalf => {
            Some((low - 1.0, high + 1.0))
        }
        UnaryOp::Not | UnaryOp::BitNot | UnaryOp::Sqrt => None,
    }
}

/// Of an operation whose second operand is a number in an interval. The lesser and the greater one are the second one where the first is none.
fn binary(op: BinaryOp, a: Option<Interval>, b: Interval) -> Option<Interval> {
    let any = (f64::NEG_INFINITY, f64::INFINITY);
    match op {
        BinaryOp::Min => {
            let a = a.unwrap_or(any);
            Some((a.0.min(b.0), a.1.min(b.1)))
        }
        BinaryOp::Max => {
            let a = a.unwrap_or(any);
            Some((a.0.max(b.0), a.1.max(b.1)))
        }
        BinaryOp::Add => rounded((a?.0 + b.0, a?.1 + b.1)),
        BinaryOp::Sub => rounded((a?.0 - b.1, a?.1 - b.0)),
        BinaryOp::Mul => corners(a?, |x| [x * b.0, x * b.1]),
        BinaryOp::Div if b.0 == b.1 && b.0 != 0.0 => corners(a?, |x| [x / b.0; 2]),
        _ => None,
    }
}

/// What lies between the results for both ends.
fn corners((low, high): Interval, of: impl Fn(f64) -> [f64; 2]) -> Option<Interval> {
    let all = [of(low), of(high)].concat();
    let least = all.iter().copied().reduce(f64::min)?;
    let greatest = all.iter().copied().reduce(f64::max)?;
    let numbers = all.iter().all(|one| one.is_finite());
    rounded((least, greatest)).filter(|_| numbers)
}

/// The interval of what is rounded to floats of any width.
fn rounded((low, high): Interval) -> Option<Interval> {
    let known = low.abs() < LARGEST && high.abs() < LARGEST;
    let outward = |bound: f64, up: bool| match (bound > 0.0) == up {
        true => bound * ROUNDED,
        false => bound / ROUNDED,
    };
    known.then_some((outward(low, false), outward(high, true)))
}
