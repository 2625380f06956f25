//! The types that programs define: classes and enumerations.
//!
//! *Invariant:* a class with the same type arguments and the same functions in its fields is made once, an enumeration once; their
//! tables only grow.

use std::collections::{BTreeMap, HashMap};

use crate::base::{IndexVec, Symbol};
use crate::hir::Enum;
use crate::types::{ClassId, Defined, EnumId};

use super::class::{ClassData, ClassKey};
use super::definitions::Definitions;

/// The classes and enumerations that were met so far.
pub(super) struct DefinedTypes<'a> {
    pub(super) definitions: &'a Definitions<'a>,
    pub(super) classes: IndexVec<ClassId, ClassData<'a>>,
    pub(super) class_ids: HashMap<ClassKey, Defined<ClassId>>,
    pub(super) enums: IndexVec<EnumId, Enum>,
    pub(super) enum_ids: BTreeMap<Symbol, Defined<EnumId>>,
    /// The enumeration whose keys are types.
    pub(super) type_keys: Option<Defined<EnumId>>,
}

impl<'a> DefinedTypes<'a> {
    /// None yet.
    pub(super) fn new(definitions: &'a Definitions<'a>) -> Self {
        DefinedTypes {
            definitions,
            classes: IndexVec::new(),
            class_ids: HashMap::new(),
            enums: IndexVec::new(),
            enum_ids: BTreeMap::new(),
            type_keys: None,
        }
    }
}
