//! Arrays of classes: what can be in them, what they can be used for, which elements may be stored.
//!
//! *Invariant:* an array of a class is only made where each part of the class has an array of its own.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::builtin::argument::bad_argument;
use crate::check::defined::DefinedTypes;
use crate::check::kinds::holds_cells;
use crate::check::{Reports, unsupported};
use crate::hir::{self, Expr, ExprKind};
use crate::types::families::{composite_type, empty_type, number_type};
use crate::types::{AccessMode, ArrayType, Elem, Type, intern};

impl<'a> DefinedTypes<'a> {
    /// Whether arrays of the type are made of an array per part of the class: of numbers, strings and references.
    pub(in crate::check) fn fits_array(&self, ty: &Type) -> bool {
        match ty {
            number_type!() | Type::String | Type::Enum(_) => true,
            Type::Pointer(_) => true,
            Type::Array(_) => !holds_cells(ty),
            Type::Class(class) => {
                let fields = &self.classes[class.id].fields;
                fields.iter().all(|field| self.fits_array(&field.ty))
            }
            Type::Exception | Type::Group(_) | composite_type!() | Type::Null | empty_type!() => {
                false
            }
        }
    }

    /// Whether a vector holds values of the type as they are.
    pub(in crate::check) fn is_element(&self, ty: &Type) -> bool {
        match ty {
            number_type!() | Type::String | Type::Array(_) | Type::Pointer(_) => true,
            Type::Class(_) => self.fits_array(ty),
            Type::Enum(_)
            | Type::Exception
            | Type::Group(_)
            | composite_type!()
            | Type::Null
            | empty_type!() => false,
        }
    }

    /// What an array literal with values of the type is made of.
    pub(in crate::check) fn element_of(&self, ty: &Type) -> Option<Elem> {
        match ty {
            Type::Class(_) if self.fits_array(ty) => Some(Elem::Compound(intern(ty.clone()))),
            Type::Pointer(_) => Some(Elem::Compound(intern(ty.clone()))),
            other => other.elem(),
        }
    }
}

/// Whether a value is a field of an element of an array.
fn lies_in_array(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Field(base, _) => {
            matches!(base.kind, ExprKind::Element(_)) || lies_in_array(base)
        }
        _ => false,
    }
}

/// Arrays of classes have sizes, can be copied and get longer; other functions are for numbers.
pub(in crate::check) fn refuse_class_arrays(
    reports: &mut Reports,
    builtin: Builtin,
    values: &[Expr],
) -> Option<Expr> {
    let of_class = |value: &&Expr| {
        matches!(
            value.ty.elem(),
            Some(Elem::Compound(Type::Class(_) | Type::Pointer(_)))
        )
    };
    let found = values.iter().find(of_class)?;
    let works = matches!(
        builtin,
        Builtin::Size
            | Builtin::Numel
            | Builtin::NDims
            | Builtin::IsEmpty
            | Builtin::Copy
            | Builtin::Append
            | Builtin::DictionaryAppend
    );
    if works {
        return None;
    }
    let name = builtins::row(builtin).name;
    Some(bad_argument(
        reports,
        name,
        &found.clone(),
        "numbers",
        found.span,
    ))
}

/// Whether an element of an array may be stored: of a fixed array within an array of classes single elements only, since
/// they lie in different arrays.
pub(in crate::check) fn may_store_within(
    reports: &mut Reports,
    element: &hir::Element,
    span: Span,
) -> bool {
    if !lies_in_array(&element.array)
        || !element.array.ty.as_array().is_some_and(ArrayType::is_small)
    {
        return true;
    }
    let constant = |index: &Expr| matches!(index.kind, ExprKind::Int(_));
    let (single, varying) = match &element.place {
        hir::Place::Subscripts(subscripts) => (
            subscripts
                .iter()
                .all(|s| matches!(s, hir::Subscript::Index(_))),
            !subscripts
                .iter()
                .all(|s| matches!(s, hir::Subscript::Index(index) if constant(index))),
        ),
        hir::Place::Position(_) | hir::Place::Mask(_) => (false, true),
    };
    let maps = matches!(
        element.write,
        AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped
    );
    let fine = single && !(varying && maps);
    if !fine {
        unsupported(
            reports,
            span,
            "stores in several elements of a fixed array within an array of classes",
        );
    }
    fine
}
