//! Unions: types of values that are known only when running, and the types of the elements of cells.
//!
//! A union has at most one member per *group*: the number types each, strings, functions each, and arrays by their
//! elements. Sizes and dimensions of members of one group join, so that a value carries its group only.
//!
//! *Invariant:* the members of a union are settled, sorted, and of different groups.

use crate::types::families::{class_type, empty_type, number_type};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{ArrayType, Elem, Modifiers, Size, Type, join_size};

thread_local! {
    static INTERNED: RefCell<HashSet<&'static Type>> = RefCell::new(HashSet::new());
    /// What interned types are when they are settled: each is walked once, however many types it lies in.
    static SETTLED: RefCell<HashMap<Elem, &'static Type>> = RefCell::new(HashMap::new());
}

/// The type as one that lives as long as the compiler, so that element types stay small. Equal types give the same reference.
pub fn intern(ty: Type) -> &'static Type {
    INTERNED.with_borrow_mut(|table| {
        if let Some(known) = table.get(&ty) {
            return *known;
        }
        let kept: &'static Type = Box::leak(Box::new(ty));
        table.insert(kept);
        kept
    })
}

/// A type without what is only known of one value: extents, access modes, the types inside of nested cells.
pub fn settled(ty: &Type) -> Type {
    match ty {
        Type::Array(array) => Type::Array(ArrayType {
            elem: settled_elem(array.elem),
            sizes: vec![Size::Open; array.sizes.len()],
            any_rank: array.any_rank,
            modifiers: Modifiers::default(),
        }),
        Type::Tuple(types) => Type::Tuple(types.iter().map(settled).collect()),
        Type::Union(_)
        | Type::Unknown(_)
        | number_type!()
        | Type::String
        | Type::Exception
        | Type::Group(_)
        | Type::Enum(_)
        | class_type!()
        | Type::Closure(_)
        | empty_type!() => ty.clone(),
    }
}

fn settled_elem(elem: Elem) -> Elem {
    match elem {
        Elem::Compound(ty) => Elem::Compound(settled_inner(elem, ty)),
        Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String => elem,
    }
}

/// The type of compound elements, which is interned, as it is settled.
fn settled_inner(elem: Elem, ty: &Type) -> &'static Type {
    if let Some(known) = SETTLED.with_borrow(|table| table.get(&elem).copied()) {
        return known;
    }
    let made = intern(settled(ty));
    SETTLED.with_borrow_mut(|table| table.insert(elem, made));
    made
}

/// The member of a union that values of the type belong to.
pub fn member_of<'u>(members: &'u [Type], ty: &Type) -> Option<&'u Type> {
    members.iter().find(|member| same_group(member, ty))
}

fn same_group(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array(a), Type::Array(b)) => settled_elem(a.elem) == settled_elem(b.elem),
        (a, b) => a == b,
    }
}

/// The least type that holds values of all these types, with a union where they have no other type in common. None for nothing.
pub fn union_of(types: impl IntoIterator<Item = Type>) -> Option<Type> {
    let mut members: Vec<Type> = Vec::new();
    for ty in types {
        match ty {
            Type::Union(inner) => inner.iter().for_each(|ty| add(&mut members, ty)),
            Type::Error => return Some(Type::Error),
            ty => add(&mut members, &ty),
        }
    }
    members.sort();
    if members.len() > 1 {
        return Some(Type::Union(members));
    }
    members.pop()
}

fn add(members: &mut Vec<Type>, ty: &Type) {
    let ty = settled(ty);
    match members.iter_mut().find(|member| same_group(member, &ty)) {
        Some(Type::Array(member)) => {
            if let Type::Array(array) = &ty {
                *member = wider(member, array);
            }
        }
        Some(_) => {}
        None => members.push(ty),
    }
}

/// The array type that both are, of one element type.
fn wider(a: &ArrayType, b: &ArrayType) -> ArrayType {
    if a.any_rank || b.any_rank {
        return ArrayType::any(a.elem);
    }
    let rank = a.sizes.len().max(b.sizes.len());
    ArrayType::open(a.elem, rank)
}

/// Whether elements of the type carry their type with them; arrays, classes and pointers do not.
pub fn carries_type(elem: &Type) -> bool {
    !matches!(elem, Type::Array(_) | Type::Class(_) | Type::Pointer(_))
}

/// The type of an element that is read where nothing is known of its index.
pub(super) fn element_value(ty: &Type) -> Type {
    match ty {
        Type::Tuple(types) => union_of(leaves(types)).unwrap_or(Type::Error),
        other => other.clone(),
    }
}

/// The element types of a typed cell in row-major order.
fn leaves(types: &[Type]) -> Vec<Type> {
    types
        .iter()
        .flat_map(|ty| match ty {
            Type::Tuple(inner) => leaves(inner),
            other => vec![other.clone()],
        })
        .collect()
}

/// The type of the element of a typed cell at a row-major index.
pub fn element_at(ty: &Type, index: usize) -> Option<Type> {
    match ty {
        Type::Tuple(types) => leaves(types).into_iter().nth(index),
        _ => None,
    }
}

/// The element type of arrays of these two element types; none: they have nothing in common.
pub(super) fn join_elements(a: &'static Type, b: &'static Type) -> Option<Elem> {
    Some(Elem::Compound(match (a, b) {
        (Type::Unknown(x), Type::Unknown(y)) => intern(Type::Unknown(*x.min(y))),
        (Type::Unknown(_), other) if carries_type(other) => a,
        (other, Type::Unknown(_)) if carries_type(other) => b,
        (Type::Array(x), Type::Array(y)) if same_group(a, b) => {
            let mut joined = wider(x, y);
            if x.sizes.len() == y.sizes.len() {
                let sizes = x.sizes.iter().zip(&y.sizes);
                joined.sizes = sizes.map(|(x, y)| join_size(*x, *y)).collect();
            }
            intern(Type::Array(joined))
        }
        (Type::Tuple(_) | Type::Union(_), Type::Tuple(_) | Type::Union(_)) => {
            intern(union_of([element_value(a), element_value(b)])?)
        }
        _ => return None,
    }))
}

/// An element type as a program would write it.
pub(super) fn element_name(ty: &Type, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match ty {
        Type::Tuple(types) => {
            f.write_str("{")?;
            for (index, ty) in types.iter().enumerate() {
                if index > 0 {
                    f.write_str(",")?;
                }
                element_name(ty, f)?;
            }
            f.write_str("}")
        }
        other => fmt::Display::fmt(other, f),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(elem: Elem, rank: usize) -> Type {
        Type::Array(ArrayType::open(elem, rank))
    }

    #[test]
    fn arrays_of_one_element_type_are_one_member() {
        let union = union_of([open(Elem::Scalar, 2), Type::String, open(Elem::Scalar, 3)]);
        assert_eq!(
            union,
            Some(Type::Union(vec![Type::String, open(Elem::Scalar, 3)]))
        );
    }

    /// Each level has the one before twice: walked in full, it would take longer than anybody waits.
    #[test]
    fn shared_parts_are_settled_once() {
        let mut ty = open(Elem::Scalar, 2);
        for _ in 0..100 {
            let parts = intern(Type::Tuple(vec![ty.clone(), Type::String, ty]));
            ty = Type::Array(ArrayType::new(Elem::Compound(parts), vec![Size::Known(3)]));
        }
        let once = settled(&ty);
        assert_ne!(once, ty);
        assert_eq!(settled(&once), once);
    }

    #[test]
    fn one_type_is_no_union() {
        assert_eq!(union_of([Type::Int, Type::Int]), Some(Type::Int));
        assert_eq!(union_of([]), None);
    }

    #[test]
    fn cells_print_as_written() {
        let pair = intern(Type::Tuple(vec![Type::String, Type::Scalar]));
        let cell = ArrayType::open(Elem::Compound(pair), 1);
        assert_eq!(cell.to_string(), "vec[{string,scalar}]");
    }
}
