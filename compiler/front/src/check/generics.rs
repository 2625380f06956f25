//! What the generic names of a function or a class stand for where types are written.
//!
//! *Invariant:* written types are read with the names of the definition that they stand in: a body has its own, and whoever looks at a
//! parameter of another function hands that function's names along.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Symbol;
use crate::types::Type;

/// The generic names of one definition.
#[derive(Clone, Debug, Default)]
pub(super) struct Generics {
    /// Sizes that are known: of generic parameters, and of parameters that get known ints.
    pub(super) sizes: BTreeMap<Symbol, i32>,
    /// Types of type parameters.
    pub(super) types: BTreeMap<Symbol, Type>,
    /// Names that written sizes may mention and whose values only the running program knows.
    pub(super) late: BTreeSet<Symbol>,
}
