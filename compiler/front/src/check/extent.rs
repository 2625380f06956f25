//! How large classes and function types are: their values are those of their fields and captures, and of theirs.
//!
//! *Invariant:* every class and every function type that is not refused has at most [`MOST_PARTS`] parts.

use crate::base::stack;
use crate::types::MOST_PARTS;

/// How large a class or a function type is: a value of it is the values of its fields or captures, and of theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Extent {
    /// What is neither, in it and in what lies in it.
    pub parts: usize,
    /// How deep they lie in each other.
    pub depth: usize,
    /// Whether that was more than is allowed, and reported.
    pub is_refused: bool,
}

impl Extent {
    /// That of what holds these.
    pub(super) fn around(inner: impl Iterator<Item = Extent>) -> Extent {
        inner.fold(Extent::default(), |sum, one| Extent {
            parts: sum.parts.saturating_add(one.parts),
            depth: sum.depth.max(one.depth + 1),
            is_refused: false,
        })
    }

    /// Whether there may be so much in each other, if `deepest` is how deep it may be on a whole stack.
    pub(super) fn is_within(self, deepest: usize) -> bool {
        self.parts <= MOST_PARTS && self.depth <= stack::bound(deepest)
    }
}
