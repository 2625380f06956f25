//! What types and targets are: unions, functions, what is known only when running, the extents of arrays.
//!
//! *Invariant:* the answer follows from the type or the target alone.

use crate::hir::Target;
use crate::types::families::{empty_type, number_type};
use crate::types::{ArrayType, Elem, Modifiers, Size, Type, carries_type};

/// Whether values of the type are known only when running, themselves or as elements of arrays.
pub(super) fn holds_cells(ty: &Type) -> bool {
    match ty {
        Type::Union(_) => !are_functions(ty),
        Type::Unknown(_) => true,
        Type::Array(array) => match array.elem {
            Elem::Compound(inner) => carries_type(inner) || holds_cells(inner),
            Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String => false,
        },
        Type::Tuple(types) => types.iter().any(holds_cells),
        Type::Pointer(class) => class.open,
        number_type!()
        | Type::String
        | Type::Exception
        | Type::Group(_)
        | Type::Closure(_)
        | Type::Enum(_)
        | Type::Class(_)
        | Type::Null
        | empty_type!() => false,
    }
}

/// Whether values of the type are functions: one, or one of several that is chosen when running.
pub(super) fn are_functions(ty: &Type) -> bool {
    let function = |ty: &Type| matches!(ty, Type::Closure(_));
    match ty {
        Type::Union(members) => members.iter().all(function),
        one => function(one),
    }
}

/// The members of a union; any other type is its own.
pub(super) fn members(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Union(members) => members.clone(),
        other => vec![other.clone()],
    }
}

/// Whether values of the type may be members of unions and elements of cells.
pub(super) fn fits_union(ty: &Type) -> bool {
    match ty {
        // Such an array is several.
        Type::Array(array) => !matches!(array.elem, Elem::Compound(Type::Class(_))),
        number_type!()
        | Type::String
        | Type::Closure(_)
        | Type::Exception
        | Type::Enum(_)
        | Type::Class(_)
        | Type::Pointer(_)
        | Type::Union(_)
        | Type::Error => true,
        Type::Group(_) | Type::Null | Type::Tuple(_) | Type::Unknown(_) | Type::Void => false,
    }
}

/// Whether a type is known only when running.
pub(super) fn is_union(ty: &Type) -> bool {
    matches!(ty, Type::Union(_))
}

/// Whether values of the type are numbers and arrays of numbers.
pub(super) fn is_union_of_numbers(ty: &Type) -> bool {
    let Type::Union(members) = ty else {
        return false;
    };
    let numbers = |array: &ArrayType| array.elem.is_number();
    members
        .iter()
        .all(|member| member.is_number() || member.as_array().is_some_and(numbers))
}

/// The most members that a union may have.
pub(super) const MAXIMUM_MEMBERS: usize = 16;

/// The type without modifiers: what a computed value has.
pub(super) fn plain(ty: &Type) -> Type {
    match ty {
        Type::Array(array) => Type::Array(ArrayType {
            modifiers: Modifiers::default(),
            ..array.clone()
        }),
        other => other.clone(),
    }
}

/// The extent of a dimension as the array is stored; 1 beyond the last. A vector in registers is a row, one in memory may also be a
/// column.
pub(super) fn extent(array: &ArrayType, dim: usize) -> Size {
    if array.any_rank || (array.sizes.len() == 1 && dim < 2 && !array.is_small()) {
        return Size::Open;
    }
    match (array.sizes.len(), dim) {
        (1, 0) => Size::Known(1),
        (1, 1) => array.sizes[0],
        (_, dim) => array.sizes.get(dim).copied().unwrap_or(Size::Known(1)),
    }
}

/// The number of elements as a size.
pub(super) fn numel(array: &ArrayType) -> Size {
    match (array.known_numel(), array.sizes.as_slice()) {
        (Some(count), _) => Size::Known(count as i32),
        (None, [size]) => *size,
        (None, _) => Size::Open,
    }
}

/// Whether the target is elements that are storage integers: the store rounds and saturates, so that a scalar stays one.
pub(super) fn rounds(target: &Target) -> bool {
    let Target::Element(element) = target else {
        return false;
    };
    matches!(element.array.ty.elem(), Some(Elem::Storage(kind)) if kind.is_integer())
}
