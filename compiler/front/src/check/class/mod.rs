//! Classes: definitions, constructors, fields.
//!
//! A class whose fields have static types is one type. Fields of function type take the type of the function that the
//! constructor is given; the class with those fields is a type of its own (`ClassKey::open`).
//!
//! | file | what it does |
//! |---|---|
//! | `definition` | defined types: classes with their arguments and fields, aliases, pointers |
//! | `constructor` | `point(x := 1, y := 2)` |
//! | `start` | what variables without a value start with |
//! | `field` | `base.name` as a value |
//! | `target` | `base.name` as a target, which fields may change |
//! | `array` | arrays of classes |
//! | `kernel` | which values of classes go to kernels |
//!
//! *Invariant:* a class that is complete has no field of a class that contains itself.

mod array;
mod constructor;
mod definition;
mod field;
mod kernel;
mod start;
mod target;

use crate::base::Symbol;
use crate::syntax::ast::{self, ClassKind, TypeDef, TypeDefKind, TypeExpr};
use crate::types::Type;

pub(super) use array::{may_store_within, refuse_class_arrays};
pub(super) use kernel::report_object_on_device;
pub(super) use target::{is_repeatable, target_of};

/// What tells classes apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClassKey {
    name: Symbol,
    /// Type arguments.
    args: Vec<Type>,
    /// The types of the fields of function type; empty before a constructor was called.
    open: Vec<Type>,
}

/// A class.
#[derive(Clone, Debug)]
pub(super) struct ClassData<'a> {
    /// Its definition; none for `object`.
    pub def: Option<&'a TypeDef>,
    pub name: &'a str,
    pub kind: ClassKind,
    pub args: Vec<Type>,
    pub fields: Vec<ClassField<'a>>,
    /// All fields are known.
    pub complete: bool,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub(super) struct ClassField<'a> {
    pub name: ast::Ident,
    /// `Void` for a function that is not known yet.
    pub ty: Type,
    pub annotation: Option<&'a TypeExpr>,
}

impl ClassData<'_> {
    /// How many fields the definition lists; those behind them appeared by assignment.
    pub(super) fn declared(&self) -> usize {
        match self.def.map(|def| &def.kind) {
            Some(TypeDefKind::Class(class)) => class.fields.len(),
            Some(TypeDefKind::Enum(_) | TypeDefKind::Alias(_)) | None => 0,
        }
    }
}
