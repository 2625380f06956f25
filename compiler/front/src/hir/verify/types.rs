//! What types have in common.
//!
//! *Invariant:* a type that nothing is known of agrees with none.

use crate::types::families::{class_type, composite_type, empty_type, number_type};
use crate::types::{ArrayType, Elem, Size, Type, member_of, settled};

/// The number type of a number, or of the elements of an array of numbers once they are read.
pub(super) fn number_of(ty: &Type) -> Option<Type> {
    match ty {
        number_type!() => Some(ty.clone()),
        Type::Array(array) if array.elem.is_number() => Some(array.elem.value_type()),
        Type::Array(_)
        | Type::String
        | Type::Exception
        | Type::Group(_)
        | Type::Enum(_)
        | composite_type!()
        | class_type!()
        | empty_type!() => None,
    }
}

/// Whether a type is that of an int vector or of an array of ints.
pub(super) fn is_int_array(ty: &Type) -> bool {
    ty.as_array()
        .is_some_and(|array| array.elem.is_number() && array.elem.value_type() == Type::Int)
}

/// Whether a value of one type can be seen as the other without a conversion: less may be known of its sizes there, and it may be
/// accessed in another way.
pub(super) fn seen_as(have: &Type, want: &Type) -> bool {
    match (have, want) {
        (Type::Array(have), Type::Array(want)) => sees_array(have, want),
        (Type::Tuple(have), Type::Tuple(want)) => {
            have.len() == want.len()
                && have
                    .iter()
                    .zip(want)
                    .all(|(have, want)| seen_as(have, want))
        }
        (have, want) => have == want,
    }
}

fn sees_array(have: &ArrayType, want: &ArrayType) -> bool {
    let elements = match (have.elem, want.elem) {
        (Elem::Compound(have), Elem::Compound(want)) => settled(have) == settled(want),
        (have, want) => have == want,
    };
    let extents = have.sizes.iter().zip(&want.sizes);
    let same = |(have, want): (&Size, &Size)| match want {
        Size::Known(_) => have == want,
        Size::Symbol(_) | Size::Open => true,
    };
    let ranks = have.rank() == want.rank() && extents.into_iter().all(same);
    elements && (want.any_rank || ranks)
}

/// Whether a conversion from one type to the other exists.
pub(super) fn converts(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Union(from), Type::Union(to)) => from.iter().all(|ty| member_of(to, ty).is_some()),
        (from, Type::Union(to)) => member_of(to, &settled(from)).is_some(),
        (Type::Union(from), to) => member_of(from, &settled(to)).is_some(),
        (Type::Array(from), Type::Array(to)) => converts_elements(from, to),
        (Type::Int | Type::Long | Type::Scalar | Type::Enum(_), number_type!()) => true,
        (Type::Int, Type::Enum(_)) | (Type::Null, Type::Pointer(_)) => true,
        (Type::Closure(_), Type::Closure(_)) => true,
        (from, Type::String) => has_text(from),
        _ => false,
    }
}

fn converts_elements(from: &ArrayType, to: &ArrayType) -> bool {
    match (from.elem, to.elem) {
        (Elem::Compound(_), Elem::Compound(_)) => true,
        (from, to) if from == to => true,
        (from, to) => from.is_number() && to.is_number() && (from.is_real() || !to.is_real()),
    }
}

/// Whether a value can be written as text.
pub(super) fn has_text(ty: &Type) -> bool {
    match ty {
        number_type!()
        | Type::String
        | Type::Exception
        | Type::Array(_)
        | Type::Enum(_)
        | Type::Union(_)
        | class_type!() => true,
        Type::Group(_) | Type::Closure(_) | Type::Tuple(_) | Type::Unknown(_) | empty_type!() => {
            false
        }
    }
}
