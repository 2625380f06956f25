//! What the value of a part is assigned to.
//!
//! *Invariant:* a fixed array within an array of classes has one target per element, everything else has one.

use crate::hir::{Expr, Target};
use crate::types::{AccessMode, Type};

/// A target for one part of a class.
#[derive(Clone, Debug)]
pub(super) enum PartTarget {
    /// The part.
    One(Target),
    /// The elements of a fixed array.
    Elements(Vec<Target>),
    /// One element of a fixed array, which one is known when running.
    Chosen(Chosen),
}

/// An element of a fixed array within an element of an array of classes: every element of it lies in an array of its own.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    /// The elements in row-major order.
    pub(super) targets: Vec<Target>,
    /// The indices: one, or one per dimension. They can be read again and again.
    pub(super) indices: Vec<Expr>,
    /// The type of the fixed array.
    pub(super) array: Type,
    /// What happens to stores outside.
    pub(super) write: AccessMode,
}

/// The target of a part that is no fixed array within an array of classes.
pub(super) fn single(target: PartTarget) -> Target {
    match target {
        PartTarget::One(target) => target,
        PartTarget::Elements(_) | PartTarget::Chosen(_) => panic!("a number has one target"),
    }
}
