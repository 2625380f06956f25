//! By what equal operations are found while SPMD code is built.
//!
//! *Invariant:* keys are equal only if the operations compute the same, where the same is in memory.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::FxBuildHasher;

use super::ir::{Op, Type};

/// An operation with its type, and how often memory had changed before, if it reads that. Each scope is asked for it in turn, so that its hash
/// is kept.
#[derive(PartialEq, Eq)]
pub(super) struct Key {
    hash: u64,
    op: Op,
    ty: Type,
    memory: u32,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Key {
    /// The key under which an operation is shared, given the state of memory that it sees; none if it has an effect.
    pub(super) fn of(op: &Op, ty: Type, memory: u32) -> Option<Key> {
        let memory = match op.is_pure() {
            true => 0,
            false if op.is_load() => memory + 1,
            false => return None,
        };
        Some(Key {
            hash: FxBuildHasher.hash_one((op, ty, memory)),
            op: op.clone(),
            ty,
            memory,
        })
    }
}
