//! Written types of arrays: `vec[int](3)`, `cube{N}`, `vec[{string,scalar}]`.
//!
//! *Invariant:* a size that is written and known is part of the type; what is left open comes from the annotated value.

use crate::base::Span;
use crate::check::definitions::Definitions;
use crate::check::generics::Generics;
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::syntax::ast::{
    self, Modifier, ModifierKind, NamedType, TypeArg, TypeDefKind, TypeExpr, TypeKind,
};
use crate::types::{ArrayType, Elem, ElemKind, Size, Type, intern, settled, union_of};
use quasar_abi::MAXIMUM_DIMENSIONS;

use super::names::{is_type_name, simple_type, storage_elem};

impl<'a> Checker<'a> {
    /// The type of arrays that is written; `array`: what its name alone says.
    pub(super) fn array_type(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        named: &'a NamedType,
        span: Span,
        mut array: ArrayType,
        value: Option<&Type>,
    ) -> Type {
        let elem = array.elem;
        if let Some(dimensions) = &named.dimensions {
            match self.dimensions(f, generics, dimensions) {
                Some(rank) => array.sizes = vec![Size::Open; rank],
                None if matches!(dimensions.kind, ast::ExprKind::All) => {
                    array = ArrayType::any(elem)
                }
                None => return Type::Error,
            }
        }
        if let Some(elem) = self.definitions.class_element(named, value) {
            array.elem = elem;
        } else if let Some(argument) = named.arguments.first() {
            match self.elem_argument(f, generics, argument, span) {
                Some(elem) => array.elem = known_element(elem, value),
                None => return Type::Error,
            }
        }
        if let Some(sizes) = &named.sizes {
            array.any_rank = false;
            array.sizes = sizes
                .iter()
                .enumerate()
                .map(|(index, size)| match self.written_size(f, generics, size) {
                    Size::Open if !matches!(size.kind, ast::ExprKind::All) => {
                        extent_of_value(value, index, sizes.len())
                    }
                    known => known,
                })
                .collect();
        }
        if array.any_rank
            && let Some(Type::Array(value)) = value
        {
            array.any_rank = value.any_rank;
            array.sizes = value.sizes.clone();
        }
        Type::Array(array)
    }

    fn dimensions(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        dimensions: &'a ast::Expr,
    ) -> Option<usize> {
        if matches!(dimensions.kind, ast::ExprKind::All) {
            return None;
        }
        let count = self.constant_int(f, generics, dimensions)?;
        if count < 1 || count as usize > MAXIMUM_DIMENSIONS {
            self.report(
                Report::new(
                    Code::TooManyDimensions,
                    dimensions.span,
                    format!("an array cannot have {count} dimensions"),
                )
                .label(format!("1 to {MAXIMUM_DIMENSIONS}")),
            );
            return None;
        }
        Some(count as usize)
    }

    /// The size that is written, if it is known.
    fn written_size(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        size: &'a ast::Expr,
    ) -> Size {
        if matches!(size.kind, ast::ExprKind::All) {
            return Size::Open;
        }
        if let Some(count) = self.constant_int_quietly(f, generics, size) {
            return Size::Known(count);
        }
        if let ast::ExprKind::Name(name) = &size.kind
            && is_type_name(self.text(*name))
            && f.env.variable(*name).is_none()
        {
            let name = self.text(*name);
            let message = format!("a size is a number, and `{name}` is a type");
            self.report(
                Report::new(Code::UnknownType, size.span, message)
                    .label("a size is needed")
                    .help(format!(
                        "the type of elements stands in brackets: `vec[{name}]`"
                    )),
            );
        }
        Size::Open
    }

    fn elem_argument(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        argument: &'a TypeArg,
        span: Span,
    ) -> Option<Elem> {
        let TypeArg::Type(ty) = argument else {
            self.report(
                Report::new(Code::UnknownType, span, "an element type is a type")
                    .label("not a number")
                    .help("sizes stand in parentheses: `vec(3)`, `mat(2,3)`"),
            );
            return None;
        };
        if let Some((modifier, kind)) = precision(&ty.modifiers) {
            return self.written_precision(f, generics, ty, modifier, kind);
        }
        if let TypeKind::Named(named) = &ty.kind
            && let Some(elem) = storage_elem(self.text(named.name.name))
        {
            return Some(elem);
        }
        match &ty.kind {
            TypeKind::Unknown | TypeKind::Function(_) => {
                return Some(self.unknown_element(ty.span));
            }
            TypeKind::Cell(items) => {
                let types = self.cell_types(f, generics, items)?;
                return Some(Elem::Compound(intern(types)));
            }
            TypeKind::Union(members) => {
                let members: Vec<Type> = members
                    .iter()
                    .map(|member| self.annotation_with(f, generics, member, None))
                    .collect();
                let union = union_of(members)?;
                return Some(Elem::Compound(intern(Type::Tuple(vec![union]))));
            }
            TypeKind::Named(named) if self.text(named.name.name) == "object" => {
                return Some(self.unknown_element(ty.span));
            }
            TypeKind::Error | TypeKind::Inferred | TypeKind::Named(_) | TypeKind::Pointer(_) => {}
        }
        let inner = self.annotation_with(f, generics, ty, None);
        self.elem_of_type(inner, span)
    }

    /// The elements that `scalar'half` and alike are; a report where something else than a `scalar` has the modifier.
    fn written_precision(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        ty: &'a TypeExpr,
        modifier: &'a Modifier,
        kind: ElemKind,
    ) -> Option<Elem> {
        if let TypeKind::Named(named) = &ty.kind
            && storage_elem(self.text(named.name.name)).is_some()
        {
            // No type of variables, so that no annotation is read.
            let name = self.text(named.name.name);
            refuse_precision(&mut self.reports, modifier, name);
            return None;
        }
        if let TypeKind::Inferred = ty.kind {
            let name = modifier.kind.name();
            self.report(
                Report::new(
                    Code::UnknownModifier,
                    modifier.span,
                    format!("`'{name}` has no type in front of it"),
                )
                .label("says how a `scalar` is stored")
                .help(format!("write `scalar'{name}`")),
            );
            return None;
        }
        let scalar = self.annotation_with(f, generics, ty, None) == Type::Scalar;
        scalar.then(|| self.definitions.scalar_of(kind))
    }

    /// The element that a value of the type is, or a report.
    fn elem_of_type(&mut self, ty: Type, span: Span) -> Option<Elem> {
        match ty {
            Type::Int => Some(Elem::Int),
            Type::Long => Some(Elem::LONG),
            Type::Scalar => Some(Elem::Scalar),
            Type::Complex => Some(Elem::Complex),
            Type::String => Some(Elem::String),
            Type::Array(_) => Some(Elem::Compound(intern(settled(&ty)))),
            Type::Error => None,
            Type::Exception => {
                self.unsupported(span, "arrays of exceptions");
                None
            }
            Type::Group(_) => {
                self.unsupported(span, "arrays of groups of threads");
                None
            }
            Type::Enum(_) => Some(Elem::Int),
            Type::Class(ref class) => match self.types.fits_array(&ty) {
                true => Some(Elem::Compound(intern(ty))),
                false => {
                    self.unsupported(span, unfit_for_arrays(&class.name));
                    None
                }
            },
            Type::Pointer(_) => Some(Elem::Compound(intern(ty))),
            Type::Null => None,
            // What the dictionaries of a site hold.
            Type::Unknown(_) => Some(Elem::Compound(intern(ty))),
            Type::Closure(_) | Type::Tuple(_) | Type::Union(_) | Type::Void => {
                self.unsupported(span, "arrays of such elements");
                None
            }
        }
    }

    /// The types of the elements of a typed cell.
    fn cell_types(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        items: &'a [TypeExpr],
    ) -> Option<Type> {
        let mut types = Vec::new();
        for item in items {
            types.push(match &item.kind {
                TypeKind::Cell(inner) => self.cell_types(f, generics, inner)?,
                _ => {
                    let ty = self.annotation_with(f, generics, item, None);
                    settled(&ty)
                }
            });
        }
        (!types.contains(&Type::Error)).then_some(Type::Tuple(types))
    }
}

/// What the name of a type of arrays alone says.
pub(super) fn named_array(elem: Elem, rank: usize, sizes: Option<Vec<i32>>) -> ArrayType {
    let mut array = ArrayType::open(elem, rank);
    if let Some(sizes) = sizes {
        array.sizes = sizes.into_iter().map(Size::Known).collect();
    }
    array
}

/// An extent of the annotated value.
fn extent_of_value(value: Option<&Type>, index: usize, rank: usize) -> Size {
    match value {
        Some(Type::Array(value)) => value.extent_among(index, rank),
        _ => Size::Open,
    }
}

impl<'a> Definitions<'a> {
    /// The element that the value's type has of a type class of elements: `cube[AllInt]`.
    fn class_element(&self, named: &NamedType, value: Option<&Type>) -> Option<Elem> {
        let TypeArg::Type(argument) = named.arguments.first()? else {
            return None;
        };
        let elements = self.elements_of_class(argument)?;
        let given = value.and_then(Type::as_array).map(|array| array.elem);
        let found = elements.iter().find(|elem| given == Some(**elem));
        found
            .or(elements.first().filter(|_| value.is_some()))
            .copied()
    }

    /// The elements that the members of a type class are; none where the type is no such class.
    fn elements_of_class(&self, ty: &TypeExpr) -> Option<Vec<Elem>> {
        let TypeKind::Named(named) = &ty.kind else {
            return None;
        };
        let name = named.name.name;
        let TypeDefKind::Alias(target) = &self.type_defs.get(&name)?.kind else {
            return None;
        };
        let TypeKind::Union(members) = &target.kind else {
            return self.elements_of_class(target);
        };
        let mut elements = Vec::new();
        for member in members {
            match self.element_named(member) {
                Some(elem) => elements.push(elem),
                None => elements.extend(self.elements_of_class(member)?),
            }
        }
        Some(elements)
    }

    /// The element that a type of numbers is.
    fn element_named(&self, ty: &TypeExpr) -> Option<Elem> {
        let TypeKind::Named(named) = &ty.kind else {
            return None;
        };
        let name = self.text(named.name.name);
        storage_elem(name).or_else(|| simple_type(name)?.elem().filter(|elem| elem.is_number()))
    }

    /// The element of a precision: of that of the program it is the plain `scalar`.
    fn scalar_of(&self, kind: ElemKind) -> Elem {
        let own = match self.options.double {
            true => ElemKind::F64,
            false => ElemKind::F32,
        };
        match kind == own {
            true => Elem::Scalar,
            false => Elem::Storage(kind),
        }
    }
}

/// The element type of an annotation; `??` takes that of the annotated value.
pub(super) fn known_element(elem: Elem, value: Option<&Type>) -> Elem {
    match (elem, value) {
        (Elem::Compound(Type::Unknown(_)), Some(Type::Array(value))) => value.elem,
        _ => elem,
    }
}

/// Why there are no arrays of a class.
pub(in crate::check) fn unfit_for_arrays(class: &str) -> String {
    format!("arrays of `{class}`, which holds functions or values of unknown type,")
}

/// The modifier that tells how exactly numbers are stored, with the elements that it gives.
pub(super) fn precision(modifiers: &[Modifier]) -> Option<(&Modifier, ElemKind)> {
    modifiers.iter().find_map(|modifier| {
        let kind = match modifier.kind {
            ModifierKind::Half => ElemKind::F16,
            ModifierKind::Single => ElemKind::F32,
            ModifierKind::Double => ElemKind::F64,
            _ => return None,
        };
        Some((modifier, kind))
    })
}

/// `'half` of something that is no `scalar`.
pub(super) fn refuse_precision(reports: &mut Reports, modifier: &Modifier, base: &str) {
    let name = modifier.kind.name();
    let message = format!("`'{name}` is for scalars, not for `{base}`");
    reports.push(
        Report::new(Code::UnknownModifier, modifier.span, message)
            .label("says how a `scalar` is stored")
            .help(format!(
                "an array of such numbers is a `vec[scalar'{name}]`"
            )),
    );
}
