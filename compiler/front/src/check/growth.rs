//! Walks that go on until nothing grows: over loops, tried blocks, functions that call themselves, programs with cells.
//!
//! Each such walk takes the types that the one before has found. A variable, an output or a table whose type grows in a walk
//! is its *key*; how many walks it takes depends on the number of keys, which follow each other in chains, and is not limited.
//! What is limited is how often one key grows: types join to unions of few members, so that only a type that is made of its own
//! earlier value grows on.
//!
//! *Invariant:* every walk but the last makes a key grow, and no key grows more often than [`MAXIMUM_GROWTH`], so that walks end;
//! whoever ends them by that limit reports it.

use std::collections::BTreeMap;

use crate::types::Type;

use super::kinds::are_functions;

/// How often the type of one key may grow.
const MAXIMUM_GROWTH: u32 = 12;

/// How often each type has grown.
#[derive(Debug)]
pub(super) struct Growth<K> {
    counts: BTreeMap<K, u32>,
}

impl<K> Default for Growth<K> {
    fn default() -> Self {
        Growth {
            counts: BTreeMap::new(),
        }
    }
}

impl<K: Ord + Copy> Growth<K> {
    /// Notes what has grown in a walk; gives a key that has done so too often.
    pub(super) fn note(&mut self, grown: impl IntoIterator<Item = K>) -> Option<K> {
        let mut endless = None;
        for key in grown {
            let count = self.counts.entry(key).or_default();
            *count += 1;
            if *count > MAXIMUM_GROWTH {
                endless.get_or_insert(key);
            }
        }
        endless
    }
}

/// What to do about a value whose type grows.
pub(super) fn advice(ty: &Type) -> &'static str {
    if are_functions(ty) {
        "keep the functions in a cell array, and go through them where they are needed"
    } else {
        "make the array by `vec[??](n)` and store the parts in its elements: such an array has one type, whatever it holds"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_any_length_end_by_themselves() {
        let mut growth = Growth::default();
        assert!((0..1000).all(|walk| growth.note([walk]).is_none()));
    }

    #[test]
    fn a_key_that_grows_on_is_found() {
        let mut growth = Growth::default();
        let walks = (0..).take_while(|_| growth.note(["x", "y"]).is_none());
        assert_eq!(walks.count(), MAXIMUM_GROWTH as usize);
        assert_eq!(growth.note(["z", "y"]), Some("y"));
    }
}
