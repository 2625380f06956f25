//! Launching a kernel on the CPU: the entry's signature and the accumulators.
//!
//! *Invariant:* chunk boundaries and the combining tree depend on rows and cost alone, never on the number of threads, so a
//! result is the same at any thread count.

use crate::values::numbered;

/// A CPU kernel: runs rows `begin..end` of the flattened outer dimensions.
///
/// `args` is the argument block the launch passed on; `partial` has one 8-byte slot per accumulator, which the entry overwrites with
/// this chunk's value (starting from the operation's identity); null when the launch has no accumulators. The result is a status:
/// 0, or the number of an error that is pending in the calling thread.
pub type KernelEntry =
    unsafe extern "C-unwind" fn(args: *const u64, begin: i64, end: i64, partial: *mut u64) -> i32;

/// The slot of a launch of more than one dimension that has the first position of the innermost one that runs; the next slot, the last one,
/// has the one behind the last. Between the arguments and these is the slot of [`CopiedArray`].
pub const fn columns_slot(rank: usize, parameters: usize) -> usize {
    rank + parameters + 1
}

/// A launch is divided into at most this many chunks.
pub const MAXIMUM_CHUNKS: i64 = 256;

/// With `--fp=strict` position n of a row adds to part n modulo this, whatever the width of the vectors. The parts of a chunk are combined
/// as halves, part n with part n + 8, then n with n + 4 and so on; the chunks pairwise, neighbours first. The interpreter does the same.
pub const STRICT_PARTS: u32 = 16;

/// So many reads by positions at the border, which run one by one, are worth an element of a copy with a border (`array_bordered`): the compiler
/// makes no code for one where even narrow arrays have fewer.
pub const BORDER_READS: i64 = 2;

numbered! {
    /// How the partial values of an accumulator are combined.
    pub enum AccumulatorOp {
        /// `+=`, also `-=` of the program.
        Add = 0, "add";
        /// `*=`.
        Mul = 1, "mul";
        /// `__=`; a NaN is kept only if it comes first, as in `b < a ? b : a`.
        Min = 2, "min";
        /// `^^=`; likewise `b > a ? b : a`.
        Max = 3, "max";
        /// `&=`; integers only.
        And = 4, "and";
        /// `|=`; integers only.
        Or = 5, "or";
        /// `~=`; integers only.
        Xor = 6, "xor";
    }
}

numbered! {
    /// The machine class of an accumulator; it lies in the low bytes of its slot.
    pub enum AccumulatorClass {
        /// `i32`.
        I32 = 0, "i32";
        /// `i64`.
        I64 = 1, "i64";
        /// `f32`.
        F32 = 2, "f32";
        /// `f64`.
        F64 = 3, "f64";
    }
}

/// One accumulator of a launch. A complex accumulator is two.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    /// The code of an [`AccumulatorOp`].
    pub op: i32,
    /// The code of an [`AccumulatorClass`].
    pub class: i32,
}

impl Accumulator {
    /// Bytes of one description.
    pub const SIZE: usize = size_of::<Accumulator>();

    /// A description from its parts.
    pub const fn new(op: AccumulatorOp, class: AccumulatorClass) -> Accumulator {
        Accumulator {
            op: op as i32,
            class: class as i32,
        }
    }
}

/// Tables that a small copy of an array has; lanes side by side take them in turn.
pub const COPY_TABLES: u32 = 4;

/// The slot behind the arguments of a chunk whose arrays belong to it alone: bytes from one table of a copy to the next, a multiple of 64, 0 where
/// there is one; and a 1, since the slot of a chunk that shares its arrays with others is 0.
pub const fn tables_slot(stride: u64) -> u64 {
    stride | OWN_COPIES
}

/// What the slot of [`tables_slot`] has beside the distance of tables.
pub const OWN_COPIES: u64 = 1;

/// An array of a launch that the positions only change, all by one operation, without reading the new value. Chunks may do that in a
/// copy of their own, without atomic instructions; the copies are combined behind them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopiedArray {
    /// The slot of the argument block that holds the array.
    pub slot: i32,
    /// The code of an [`AccumulatorOp`].
    pub op: i32,
    /// The code of the [`AccumulatorClass`] of its elements.
    pub class: i32,
    /// Not 0: where copies are not worth their memory one chunk does everything; 0: chunks share the array, by atomic instructions.
    pub alone: i32,
}

impl AccumulatorClass {
    /// Whether a value is a float.
    pub const fn is_float(self) -> bool {
        matches!(self, AccumulatorClass::F32 | AccumulatorClass::F64)
    }

    /// Whether a value has 8 bytes, and not 4.
    pub const fn is_wide(self) -> bool {
        matches!(self, AccumulatorClass::I64 | AccumulatorClass::F64)
    }
}

impl AccumulatorOp {
    /// Whether it works on the bits of integers.
    pub const fn is_bitwise(self) -> bool {
        match self {
            AccumulatorOp::And | AccumulatorOp::Or | AccumulatorOp::Xor => true,
            AccumulatorOp::Add | AccumulatorOp::Mul | AccumulatorOp::Min | AccumulatorOp::Max => {
                false
            }
        }
    }

    /// The slot bits of the value that changes nothing: what every partial starts from, and the result of a launch without rows.
    ///
    /// Floats: `Min` starts from infinity, `Max` from minus infinity; bitwise operations have no float identity and give 0.
    pub const fn identity(self, class: AccumulatorClass) -> u64 {
        match class {
            AccumulatorClass::I32 => {
                self.integer_identity(i32::MIN as i64, i32::MAX as i64) as u32 as u64
            }
            AccumulatorClass::I64 => self.integer_identity(i64::MIN, i64::MAX) as u64,
            AccumulatorClass::F32 => (self.float_identity() as f32).to_bits() as u64,
            AccumulatorClass::F64 => self.float_identity().to_bits(),
        }
    }

    const fn integer_identity(self, lowest: i64, highest: i64) -> i64 {
        match self {
            AccumulatorOp::Add | AccumulatorOp::Or | AccumulatorOp::Xor => 0,
            AccumulatorOp::Mul => 1,
            AccumulatorOp::Min => highest,
            AccumulatorOp::Max => lowest,
            AccumulatorOp::And => -1,
        }
    }

    const fn float_identity(self) -> f64 {
        match self {
            AccumulatorOp::Add | AccumulatorOp::And | AccumulatorOp::Or | AccumulatorOp::Xor => 0.0,
            AccumulatorOp::Mul => 1.0,
            AccumulatorOp::Min => f64::INFINITY,
            AccumulatorOp::Max => f64::NEG_INFINITY,
        }
    }

    /// Combines two slots, the earlier chunk's first. Integers wrap.
    pub fn combine(self, class: AccumulatorClass, first: u64, second: u64) -> u64 {
        match class {
            AccumulatorClass::I32 => {
                let (a, b) = (first as u32 as i32, second as u32 as i32);
                self.combine_integers(a as i64, b as i64) as u32 as u64
            }
            AccumulatorClass::I64 => self.combine_integers(first as i64, second as i64) as u64,
            AccumulatorClass::F32 => {
                let (a, b) = (f32::from_bits(first as u32), f32::from_bits(second as u32));
                self.combine_f32(a, b).to_bits() as u64
            }
            AccumulatorClass::F64 => self
                .combine_f64(f64::from_bits(first), f64::from_bits(second))
                .to_bits(),
        }
    }

    fn combine_integers(self, a: i64, b: i64) -> i64 {
        match self {
            AccumulatorOp::Add => a.wrapping_add(b),
            AccumulatorOp::Mul => a.wrapping_mul(b),
            AccumulatorOp::Min => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            AccumulatorOp::Max => {
                if b > a {
                    b
                } else {
                    a
                }
            }
            AccumulatorOp::And => a & b,
            AccumulatorOp::Or => a | b,
            AccumulatorOp::Xor => a ^ b,
        }
    }

    fn combine_f32(self, a: f32, b: f32) -> f32 {
        match self {
            AccumulatorOp::Add => a + b,
            AccumulatorOp::Mul => a * b,
            AccumulatorOp::Min | AccumulatorOp::Max => {
                self.extreme(f64::from(a), f64::from(b)) as f32
            }
            AccumulatorOp::And | AccumulatorOp::Or | AccumulatorOp::Xor => {
                panic!("a bitwise accumulator is an integer")
            }
        }
    }

    /// The lesser or greater one of floats; of a number and what is none the number, but nothing gathered leaves the first as it is.
    fn extreme(self, a: f64, b: f64) -> f64 {
        let better = if self == AccumulatorOp::Min {
            b < a
        } else {
            b > a
        };
        let first = a.is_nan() && !b.is_nan() && b != self.float_identity();
        if better || first { b } else { a }
    }

    fn combine_f64(self, a: f64, b: f64) -> f64 {
        match self {
            AccumulatorOp::Add => a + b,
            AccumulatorOp::Mul => a * b,
            AccumulatorOp::Min | AccumulatorOp::Max => self.extreme(a, b),
            AccumulatorOp::And | AccumulatorOp::Or | AccumulatorOp::Xor => {
                panic!("a bitwise accumulator is an integer")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_change_nothing() {
        for op in AccumulatorOp::ALL {
            for (class, value) in [
                (AccumulatorClass::I32, -7i32 as u32 as u64),
                (AccumulatorClass::I64, -7i64 as u64),
                (AccumulatorClass::F32, 2.5f32.to_bits() as u64),
                (AccumulatorClass::F64, 2.5f64.to_bits()),
            ] {
                let bitwise = matches!(
                    op,
                    AccumulatorOp::And | AccumulatorOp::Or | AccumulatorOp::Xor
                );
                if bitwise && matches!(class, AccumulatorClass::F32 | AccumulatorClass::F64) {
                    continue;
                }
                assert_eq!(
                    op.combine(class, op.identity(class), value),
                    value,
                    "{op:?} {class:?}"
                );
            }
        }
    }
}
