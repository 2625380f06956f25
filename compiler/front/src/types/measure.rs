//! How large a type is with all that lies in it. Types share their parts, so that a short program can write one that has more parts than any
//! walk over it could visit.
//!
//! *Invariant:* measuring visits no more parts than are allowed.

use super::families::{class_type, empty_type, number_type};
use super::{Elem, Type};

/// Parts that a type may have.
pub const MOST_PARTS: usize = 100_000;
/// How deep they may lie in each other, on a whole stack.
pub const DEEPEST: usize = 1000;

/// Whether a type, written in full, has at most so many parts that lie at most so deep in each other.
pub fn is_within(ty: &Type, parts: usize, depth: usize) -> bool {
    let mut left = parts;
    visit(ty, depth, &mut left)
}

fn visit(ty: &Type, depth: usize, left: &mut usize) -> bool {
    if *left == 0 || depth == 0 {
        return false;
    }
    *left -= 1;
    match ty {
        Type::Array(array) => match array.elem {
            Elem::Compound(inner) => visit(inner, depth - 1, left),
            Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String => true,
        },
        Type::Tuple(types) | Type::Union(types) => {
            types.iter().all(|ty| visit(ty, depth - 1, left))
        }
        number_type!()
        | Type::String
        | Type::Exception
        | Type::Group(_)
        | Type::Closure(_)
        | Type::Enum(_)
        | Type::Unknown(_)
        | class_type!()
        | empty_type!() => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{ArrayType, intern};

    fn cell(parts: Vec<Type>) -> Type {
        let parts = intern(Type::Tuple(parts));
        Type::Array(ArrayType::open(Elem::Compound(parts), 1))
    }

    #[test]
    fn every_part_counts_as_often_as_it_is_there() {
        let pair = cell(vec![Type::Int, Type::String]);
        // The array, the tuple, its elements.
        assert!(is_within(&pair, 4, 3) && !is_within(&pair, 3, 3) && !is_within(&pair, 4, 2));
        let four = cell(vec![pair.clone(), pair]);
        assert!(is_within(&four, 10, 5) && !is_within(&four, 9, 5) && !is_within(&four, 10, 4));
    }

    #[test]
    fn what_doubles_is_not_walked_to_its_end() {
        let mut ty = Type::Int;
        for _ in 0..200 {
            ty = cell(vec![ty.clone(), ty]);
        }
        assert!(!is_within(&ty, 1_000_000, 1000));
    }
}
