//! Loads that are emitted in front of the loops around: of elements that are there whether these loops run or not.
//!
//! *Technique:* loop-invariant code motion, of loads (Lo, Chow, Kennedy, Liu and Tu, "Register Promotion by Sparse Partial Redundancy Elimination of
//! Loads and Stores", PLDI 1998).
//!
//! *Invariant:* between where a load stands and where it would have stood, no element changes and no branch is taken.

use super::{Emitter, ScopeKind};
use crate::spmd::ir::{Op, Type, Val};
use crate::spmd::key::Key;

impl Emitter {
    /// Emits a load in front of the loops around in which neither its address nor memory changes, as far as the scope of a number; its elements are
    /// there whether these loops run or not.
    pub fn load_in_front(&mut self, outermost: usize, load: Op, ty: Type) -> Val {
        let least = outermost.max(self.operand_level(&load));
        let mut scope = self.scopes.len() - 1;
        while scope > least
            && matches!(self.scopes[scope].kind, ScopeKind::Loop | ScopeKind::Part)
            && self.scopes[scope].memory == self.memory
        {
            scope -= 1;
        }
        let key = Key::of(&load, ty, self.memory).expect("loads are shared");
        if let Some(known) = self.find(&key, scope) {
            return known;
        }
        let result = self.function.types.push(ty);
        self.levels.push(scope);
        self.definitions.push(Some(load.clone()));
        self.append(scope, load, Some(result));
        self.scopes[scope].known.insert(key, result);
        result
    }

    /// The number of the scope that is open.
    pub fn innermost(&self) -> usize {
        self.scopes.len() - 1
    }
}
