//! What types and targets are: held in place, boxed, with a text of their own.
//!
//! *Invariant:* the answer follows from what is asked about alone.

use crate::hir::{AssignOp, Target};
use crate::types::{ClassId, Elem, Type, carries_type};

/// The class that the elements of an array type are.
pub(super) fn element_class(ty: &Type) -> Option<ClassId> {
    match ty.as_array()?.elem {
        Elem::Compound(Type::Class(class)) => Some(class.id),
        Elem::Compound(_)
        | Elem::Int
        | Elem::Scalar
        | Elem::Complex
        | Elem::String
        | Elem::Storage(_) => None,
    }
}

/// Whether elements of the array carry their type with them.
pub(super) fn holds_boxes(array: &Type) -> bool {
    match array.elem() {
        Some(Elem::Compound(elem)) => carries_type(elem),
        Some(Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String) | None => {
            false
        }
    }
}

/// Whether values of the type are boxed where their type is known only when running.
pub(super) fn is_boxed(ty: &Type) -> bool {
    matches!(ty, Type::Class(_) | Type::Enum(_))
}

/// Whether a class holds arrays of the type in place: their number of elements is known and small.
pub(super) fn is_in_place(ty: &Type) -> bool {
    ty.as_array().is_some_and(crate::types::ArrayType::is_small)
}

/// Whether the text of an array is made here: its elements are classes or pointers.
pub(super) fn has_own_text(array: &Type) -> bool {
    matches!(
        array.elem(),
        Some(Elem::Compound(Type::Class(_) | Type::Pointer(_)))
    )
}

/// Whether what a target holds carries its type with it.
pub(super) fn carries(target: &Target) -> bool {
    match target {
        Target::Element(element) => holds_boxes(&element.array.ty),
        Target::Field(base, _) => {
            matches!(&**base, Target::Deref(object) if object.ty.open_class().is_some())
        }
        Target::Var(_)
        | Target::Global(_)
        | Target::Deref(_)
        | Target::Entry(..)
        | Target::Ignore => false,
    }
}

/// Whether an assignment replaces what its target holds.
pub(super) fn replaces(op: AssignOp) -> bool {
    match op {
        AssignOp::Set => true,
        AssignOp::Update(_) | AssignOp::Exchange | AssignOp::CompareExchange => false,
    }
}
