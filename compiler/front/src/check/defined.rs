//! The types that programs define: classes and enumerations.
//!
//! *Invariant:* a class with the same type arguments and the same functions in its fields is made once, an enumeration once; their
//! tables only grow.

use std::collections::{BTreeMap, HashMap};

use crate::base::{IndexVec, Symbol};
use crate::hir::Enum;
use crate::syntax::ast::{self, ClassKind, TypeDef, TypeDefKind, TypeExpr};
use crate::types::{ClassId, Defined, EnumId, Type};

use super::definitions::Definitions;
use super::dictionary::Site;
use super::extent::Extent;

/// What tells classes apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClassKey {
    pub name: Symbol,
    /// Type arguments.
    pub args: Vec<Type>,
    /// The types of the fields of function type; empty before a constructor was called.
    pub open: Vec<Type>,
    /// Where dictionaries are made whose keys and values are not written.
    pub site: Option<Site>,
}

/// A class.
#[derive(Clone, Debug)]
pub(super) struct ClassData<'a> {
    /// Its definition; none for `object`.
    pub def: Option<&'a TypeDef>,
    pub name: &'a str,
    pub kind: ClassKind,
    pub args: Vec<Type>,
    /// Read only: [`ClassData::add`] keeps the places of their names.
    pub fields: Vec<ClassField<'a>>,
    /// The first field of each name.
    pub places: BTreeMap<Symbol, usize>,
    /// Where its dictionaries are made, if their types are not written.
    pub site: Option<Site>,
    /// All fields are known.
    pub complete: bool,
    /// How large it is.
    pub extent: Extent,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub(super) struct ClassField<'a> {
    pub name: ast::Ident,
    /// `Void` for a function that is not known yet.
    pub ty: Type,
    pub annotation: Option<&'a TypeExpr>,
}

impl<'a> ClassData<'a> {
    /// Another field, behind the others.
    pub(super) fn add(&mut self, field: ClassField<'a>) {
        let place = self.fields.len();
        self.places.entry(field.name.name).or_insert(place);
        self.fields.push(field);
    }

    /// How many fields the definition lists; those behind them appeared by assignment.
    pub(super) fn declared(&self) -> usize {
        match self.def.map(|def| &def.kind) {
            Some(TypeDefKind::Class(class)) => class.fields.len(),
            Some(TypeDefKind::Enum(_) | TypeDefKind::Alias(_)) | None => 0,
        }
    }
}

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
