//! Families of types, as patterns: what a question treats alike is named by its family.
//!
//! *Invariant:* a family has no type in common with another; a type in none of them must be named in every match.

/// Numbers without names.
#[macro_export]
macro_rules! number_type {
    () => {
        Type::Int | Type::Long | Type::Scalar | Type::Complex
    };
}

/// Types whose values are what classes make, or refer to it.
#[macro_export]
macro_rules! class_type {
    () => {
        Type::Class(_) | Type::Pointer(_) | Type::Null
    };
}

/// Types whose values are made of values of other types.
#[macro_export]
macro_rules! composite_type {
    () => {
        Type::Closure(_) | Type::Tuple(_) | Type::Union(_) | Type::Unknown(_)
    };
}

/// Types without a value.
#[macro_export]
macro_rules! empty_type {
    () => {
        Type::Void | Type::Error
    };
}

pub use {class_type, composite_type, empty_type, number_type};
