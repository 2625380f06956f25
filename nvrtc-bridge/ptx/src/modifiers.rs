//! Modifiers of instructions on numbers.
//!
//! *Invariant:* they say how a result is rounded and limited, never which operation it is of.

use crate::soft::Rounding;

/// Modifiers of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifiers {
    pub rounding: Rounding,
    /// Subnormal operands and results of `.f32` are zero.
    pub flush: bool,
    /// Results are clamped to 0..1, NaN is 0.
    pub saturate: bool,
    /// `.relu`: negative results and NaN are 0.
    pub clamp_low: bool,
}
