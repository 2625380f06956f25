//! Generic parameters: what they stand for, given a value and its written type.
//!
//! *Invariant:* nothing is concluded from a size that is not known.

use crate::base::Symbol;
use crate::check::defined::DefinedTypes;
use crate::syntax::ast::{self, TypeArg, TypeExpr, TypeKind};
use crate::types::{Size, Type};

impl<'a> DefinedTypes<'a> {
    /// What a generic parameter stands for when `annotation` is the declared type of a value of type `ty`: the element type of `vec[T]`.
    pub(in crate::check) fn generic_type_in(
        &self,
        annotation: &TypeExpr,
        generic: Symbol,
        ty: &Type,
    ) -> Option<Type> {
        let TypeKind::Named(named) = &annotation.kind else {
            return None;
        };
        if named.name.name == generic && named.arguments.is_empty() {
            return Some(ty.clone());
        }
        if let Some(class) = ty.class() {
            let arguments = self.classes[class.id].args.clone();
            let mut pairs = named.arguments.iter().zip(&arguments);
            return pairs.find_map(|(argument, ty)| match argument {
                TypeArg::Type(argument) => self.generic_type_in(argument, generic, ty),
                TypeArg::Size(_) => None,
            });
        }
        match (named.arguments.first()?, ty) {
            (
                TypeArg::Type(TypeExpr {
                    kind: TypeKind::Named(inner),
                    ..
                }),
                Type::Array(array),
            ) if inner.name.name == generic => Some(array.elem.value_type()),
            _ => None,
        }
    }
}

/// Whether a generic parameter is a size or the number of dimensions of an array type.
pub(in crate::check) fn has_size(annotation: &TypeExpr, generic: Symbol) -> bool {
    let TypeKind::Named(named) = &annotation.kind else {
        return false;
    };
    let sizes = named.sizes.iter().flatten().chain(&named.dimensions);
    sizes
        .into_iter()
        .any(|size| linear(size, generic).is_some_and(|(factor, _)| factor != 0))
}

/// Whether a value whose extents are not known now gives a generic size when running.
pub(in crate::check) fn gives_late(annotation: &TypeExpr, generic: Symbol, value: &Type) -> bool {
    let (TypeKind::Named(named), Type::Array(array)) = (&annotation.kind, value) else {
        return false;
    };
    let rank = named.sizes.as_ref().map_or(0, Vec::len);
    let is_open = |dim: usize| !matches!(array.extent_among(dim, rank), Size::Known(_));
    let mut sizes = named.sizes.iter().flatten().enumerate();
    sizes.any(|(dim, size)| {
        is_open(dim) && linear(size, generic).is_some_and(|(factor, _)| factor != 0)
    })
}

/// The factor and the rest of a size that is linear in a generic parameter and mentions no other name.
pub(in crate::check) fn linear(expr: &ast::Expr, generic: Symbol) -> Option<(i32, i32)> {
    match &expr.kind {
        ast::ExprKind::Int(number) => Some((0, i32::try_from(*number).ok()?)),
        ast::ExprKind::Name(name) if *name == generic => Some((1, 0)),
        ast::ExprKind::Binary(binary) => {
            let (a, b) = (
                linear(&binary.left, generic)?,
                linear(&binary.right, generic)?,
            );
            match binary.op {
                ast::BinaryOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
                ast::BinaryOp::Subtract => Some((a.0.checked_sub(b.0)?, a.1.checked_sub(b.1)?)),
                ast::BinaryOp::Multiply if a.0 == 0 => {
                    Some((a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?))
                }
                ast::BinaryOp::Multiply if b.0 == 0 => {
                    Some((a.0.checked_mul(b.1)?, a.1.checked_mul(b.1)?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The sizes that a generic parameter gets from a value of type `ty` declared as `annotation`: `N` of `vec(N)` and `cube{N}`.
pub(in crate::check) fn generic_size_in(
    annotation: &TypeExpr,
    generic: Symbol,
    ty: &Type,
) -> Option<i32> {
    let TypeKind::Named(named) = &annotation.kind else {
        return None;
    };
    let Type::Array(array) = ty else {
        return None;
    };
    let is_generic = |expr: &ast::Expr| expr.as_name().is_some_and(|name| name.name == generic);
    if named.dimensions.as_ref().is_some_and(is_generic) {
        return array.rank().map(|rank| rank as i32);
    }
    let sizes = named.sizes.as_ref()?;
    let extents = (0..sizes.len()).map(|dim| array.extent_among(dim, sizes.len()));
    let solved = |(expr, size): (&ast::Expr, Size)| match (linear(expr, generic)?, size) {
        // `factor*N + rest` is the size.
        ((factor, rest), Size::Known(size)) if factor != 0 => {
            let part = size.checked_sub(rest)?;
            (part.checked_rem(factor)? == 0).then(|| part / factor)
        }
        _ => None,
    };
    sizes.iter().zip(extents).find_map(solved)
}
