//! The linear form of whole numbers, from which addresses are made.
//!
//! *Invariant:* a form is equal to its value modulo 2³².

use smallvec::{SmallVec, smallvec};

use super::ir::Val;

/// A whole number as `constant + Σ factor · atom + lane · lane index`; equal to the value modulo 2³².
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Linear {
    /// Uniform `I32` values and their factors, sorted by value.
    pub terms: SmallVec<[(Val, i64); 2]>,
    /// Factor of the lane's number.
    pub lane: i64,
    /// The rest.
    pub constant: i64,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i64) -> Linear {
        Linear {
            constant,
            ..Linear::default()
        }
    }

    /// One uniform value.
    pub fn atom(value: Val) -> Linear {
        Linear {
            terms: smallvec![(value, 1)],
            ..Linear::default()
        }
    }

    /// `self + factor * other`.
    pub fn plus(&self, other: &Linear, factor: i64) -> Linear {
        let mut sum = self.clone();
        sum.lane += factor * other.lane;
        sum.constant += factor * other.constant;
        for &(value, count) in &other.terms {
            match sum.terms.binary_search_by_key(&value, |term| term.0) {
                Ok(at) => sum.terms[at].1 += factor * count,
                Err(at) => sum.terms.insert(at, (value, factor * count)),
            }
        }
        sum.terms.retain(|term| term.1 != 0);
        sum
    }

    /// The number, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        (self.terms.is_empty() && self.lane == 0).then_some(self.constant)
    }
}
