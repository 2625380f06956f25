//! The names of the types of the language.
//!
//! *Invariant:* these tables say what each name means; nobody else compares names of types of numbers and arrays.

use crate::types::{Elem, ElemKind, Type};

/// The names of all types, for suggestions.
pub const TYPE_NAMES: &[&str] = &[
    "scalar",
    "cscalar",
    "int",
    "string",
    "vec",
    "mat",
    "cube",
    "cvec",
    "cmat",
    "ccube",
    "ivec",
    "imat",
    "icube",
    "cellvec",
    "cellmat",
    "cellcube",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "object",
    "type",
    "lambda_expr",
    "qexception",
    "thread_block",
];

/// Whether the language itself has a type of that name.
pub fn is_type_name(name: &str) -> bool {
    simple_type(name).is_some()
        || storage_elem(name).is_some()
        || array_name(name).is_some()
        || cell_name(name).is_some()
}

/// The number of dimensions of `cellvec`, `cellmat`, `cellcube`.
pub(in crate::check) fn cell_name(name: &str) -> Option<usize> {
    Some(match name {
        "cellvec" => 1,
        "cellmat" => 2,
        "cellcube" => 3,
        _ => return None,
    })
}

pub(in crate::check) fn simple_type(name: &str) -> Option<Type> {
    Some(match name {
        "scalar" => Type::Scalar,
        "cscalar" => Type::Complex,
        "int" | "int32" => Type::Int,
        "int64" => Type::Long,
        "string" => Type::String,
        "qexception" => Type::Exception,
        _ => return None,
    })
}

/// The type of numbers, of variables or of elements alone, that a name is.
pub(in crate::check) fn number_elem(name: &str) -> Option<Elem> {
    let elem = storage_elem(name).or_else(|| simple_type(name)?.elem());
    elem.filter(|elem| elem.is_number())
}

/// The element type of a storage type's name.
pub(in crate::check) fn storage_elem(name: &str) -> Option<Elem> {
    Some(match name {
        "int8" => Elem::Storage(ElemKind::I8),
        "int16" => Elem::Storage(ElemKind::I16),
        "int32" => Elem::Int,
        "int64" => Elem::Storage(ElemKind::I64),
        "uint8" => Elem::Storage(ElemKind::U8),
        "uint16" => Elem::Storage(ElemKind::U16),
        "uint32" => Elem::Storage(ElemKind::U32),
        "uint64" => Elem::Storage(ElemKind::U64),
        _ => return None,
    })
}

/// Element, number of dimensions and sizes of an array type's name: `vec`, `cmat`, `ivec3`, `mat2x3`.
pub(in crate::check) fn array_name(name: &str) -> Option<(Elem, usize, Option<Vec<i32>>)> {
    let (elem, rest) = match name.as_bytes().first()? {
        b'c' if !name.starts_with("cube") => (Elem::Complex, &name[1..]),
        b'i' => (Elem::Int, &name[1..]),
        _ => (Elem::Scalar, name),
    };
    let (rank, suffix) = [("vec", 1), ("mat", 2), ("cube", 3)]
        .into_iter()
        .find_map(|(word, rank)| rest.strip_prefix(word).map(|suffix| (rank, suffix)))?;
    if suffix.is_empty() {
        return Some((elem, rank, None));
    }
    let sizes: Option<Vec<i32>> = suffix
        .split('x')
        .map(|part| part.parse().ok().filter(|n| *n > 0))
        .collect();
    let sizes = sizes?;
    (sizes.len() >= rank && (rank == 3 || sizes.len() == rank)).then_some((
        elem,
        sizes.len(),
        Some(sizes),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_array_types() {
        assert_eq!(array_name("ivec3"), Some((Elem::Int, 1, Some(vec![3]))));
        assert_eq!(array_name("cmat"), Some((Elem::Complex, 2, None)));
        assert_eq!(
            array_name("cube2x2x3"),
            Some((Elem::Scalar, 3, Some(vec![2, 2, 3])))
        );
        assert_eq!(array_name("mat2"), None);
        assert_eq!(array_name("vector"), None);
    }
}
