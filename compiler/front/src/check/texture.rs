//! Reads of textures: positions between elements, and elements of several components.
//!
//! A texture with n components is an array whose last dimension has n elements; its positions are those of the dimensions before. One
//! read of it gives all components, of which the program may take some: `x[p, q, :]`, `x[p, q, 0..2]`, `x[p, q, 3]`, `x[pos]`.
//!
//! *Invariant:* a position between elements is a vector of scalars, as long as the texture has dimensions.

use crate::base::Span;
use crate::hir::{Element, Expr, ExprKind, Place, Subscript};
use crate::syntax::ast;
use crate::types::{AccessMode, ArrayType, Elem, Size, Type};

use super::convert::to_elem;
use super::element::{Part, report_count};
use super::{BodyState, Checker};

/// What is taken of the components of an element.
enum Components<'a> {
    All,
    Range(&'a ast::Arg),
    One(Expr),
}

impl<'a> Checker<'a> {
    /// `base[args]` of an array that is a texture, as a value; the base comes back if it is read as other arrays are.
    #[expect(
        clippy::result_large_err,
        reason = "the base comes back as it was given"
    )]
    pub(super) fn texture_value(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        index: &'a ast::Index,
        span: Span,
    ) -> Result<Option<Expr>, Expr> {
        let Some(array) = base.ty.as_array().cloned() else {
            return Err(base);
        };
        let (Some((_, components)), Some(rank)) = (array.modifiers.texture(), array.rank()) else {
            return Err(base);
        };
        let dimensions = rank - usize::from(components > 1);
        let slice = index.args.last().filter(|arg| is_slice(arg));
        let behind = components > 1 && index.args.len() == rank && slice.is_some();
        let plain = index.args.len() - usize::from(behind);
        let single = |arg: &ast::Arg| arg.name.is_none() && !is_slice(arg);
        if !index.args[..plain].iter().all(single) {
            return Err(base);
        }
        let mut values = Vec::new();
        for arg in &index.args[..plain] {
            values.push(self.expr(f, &arg.value));
        }
        if values.iter().any(|value| value.ty == Type::Error) {
            return Ok(None);
        }
        let Some(mut position) = self.texture_position(f, &array, &values, span) else {
            return Ok(self.ordinary_value(f, base, &array, values, slice, span));
        };
        let taken = match slice {
            _ if components == 1 => Components::All,
            Some(arg) if matches!(arg.value.kind, ast::ExprKind::Range(_)) => {
                Components::Range(arg)
            }
            Some(_) => Components::All,
            None if position.len() > dimensions => match position.pop() {
                Some(one) => Components::One(one),
                None => Components::All,
            },
            None => Components::All,
        };
        if position.len() > dimensions {
            report_count(&mut self.reports, &array, position.len(), span);
            return Ok(None);
        }
        let texel = f.texel(base, &array, position, dimensions, span);
        Ok(self.taken_components(f, texel, taken, span))
    }

    /// The numbers of a position of a texture, if the arguments are one that is read as such: with a scalar among them, or of
    /// elements with several components.
    fn texture_position(
        &mut self,
        f: &mut BodyState<'a>,
        array: &ArrayType,
        values: &[Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        let several = array.modifiers.texture().is_some_and(|(_, n)| n > 1);
        let is_position = |elem: &Type| match elem {
            Type::Scalar => true,
            Type::Int => several,
            _ => false,
        };
        if let [vector] = values
            && let Type::Array(index) = &vector.ty
        {
            let counts = index.known_numel().is_some_and(|count| count > 1);
            let is_list = array.rank() == Some(1) || index.modifiers.mask;
            let fits = counts && !is_list && is_position(&index.elem.value_type());
            return fits.then(|| self.unpack(f, vector.clone(), span));
        }
        let numbers = values
            .iter()
            .all(|value| matches!(value.ty, Type::Int | Type::Scalar));
        let dimensions = array.rank().unwrap_or(0);
        let linear = values.len() == 1 && dimensions > 1 && values[0].ty == Type::Int;
        let wanted = numbers && !linear && values.iter().any(|value| is_position(&value.ty));
        wanted.then(|| values.to_vec())
    }

    /// The same array read at indices that are already evaluated.
    fn ordinary_value(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        array: &ArrayType,
        values: Vec<Expr>,
        slice: Option<&'a ast::Arg>,
        span: Span,
    ) -> Option<Expr> {
        let only = values.len() == 1 && slice.is_none();
        let mut parts = Vec::new();
        for value in values {
            parts.push(self.value_part(f, array, value, only)?);
        }
        if let Some(arg) = slice {
            let dim = parts.len();
            self.written_parts(f, array, arg, dim, false, &mut parts)?;
        }
        let (element, ty) = self.element_of_parts(f, base, parts, span)?;
        Some(self.read_element(element, ty, span))
    }

    fn taken_components(
        &mut self,
        f: &mut BodyState<'a>,
        texel: Expr,
        taken: Components<'a>,
        span: Span,
    ) -> Option<Expr> {
        let array = texel.ty.as_array().cloned();
        let (Some(array), false) = (array, matches!(taken, Components::All)) else {
            return Some(texel);
        };
        let part = match taken {
            Components::All => return Some(texel),
            Components::One(value) => {
                let value = self.to_whole(f, value, "a component");
                Part::Subscript(Subscript::Index(value), Size::Known(1))
            }
            Components::Range(arg) => {
                let mut parts = Vec::new();
                self.written_parts(f, &array, arg, 0, true, &mut parts)?;
                parts.pop()?
            }
        };
        let (element, ty) = self.element_of_parts(f, texel, vec![part], span)?;
        Some(self.read_element(element, ty, span))
    }
}

impl<'a> BodyState<'a> {
    /// All components of the element at a position; missing coordinates are 0.
    fn texel(
        &self,
        base: Expr,
        array: &ArrayType,
        position: Vec<Expr>,
        dimensions: usize,
        span: Span,
    ) -> Expr {
        let mut items: Vec<Expr> = position
            .into_iter()
            .map(|value| to_elem(value, Elem::Scalar))
            .collect();
        while items.len() < dimensions {
            items.push(Expr {
                ty: Type::Scalar,
                span,
                kind: ExprKind::Scalar(0.0),
            });
        }
        let position = Expr {
            ty: vector_of(dimensions),
            span,
            kind: ExprKind::ArrayLiteral(items),
        };
        let components = array.modifiers.texture().map_or(1, |(_, n)| usize::from(n));
        let element = Element {
            read: self.read_mode(array),
            write: AccessMode::Checked,
            array: Box::new(base),
            place: Place::Position(Box::new(position)),
        };
        Expr {
            ty: match components {
                1 => Type::Scalar,
                _ => vector_of(components),
            },
            span,
            kind: ExprKind::Element(element),
        }
    }
}

fn is_slice(arg: &ast::Arg) -> bool {
    matches!(
        arg.value.kind,
        ast::ExprKind::All | ast::ExprKind::Range(_) | ast::ExprKind::Spread(_)
    )
}

fn vector_of(count: usize) -> Type {
    Type::Array(ArrayType::new(
        Elem::Scalar,
        vec![Size::Known(count as i32)],
    ))
}
