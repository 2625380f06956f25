//! Rules of elements and slices.
//!
//! *Invariant:* an access names an array and says for each of its dimensions, or for all at once, which elements.

use super::super::data::{Element, Expr, Place, Subscript};
use super::Checker;
use super::types::{is_int_array, number_of};
use crate::types::{Elem, Type};

impl Checker<'_> {
    pub(super) fn check_element(&mut self, element: &Element) {
        let Some(array) = element.array.ty.as_array() else {
            return self.require_of(&element.array, false, || "elements of no array".to_string());
        };
        match &element.place {
            Place::Subscripts(subscripts) => {
                let rank = array.rank();
                let count = subscripts.len();
                let fits = count == 1 || rank.is_none_or(|rank| count >= rank);
                self.require_of(&element.array, fits && count > 0, || {
                    format!("{count} subscripts")
                });
                subscripts
                    .iter()
                    .for_each(|subscript| self.check_subscript(subscript));
            }
            Place::Position(position) => {
                let texture = array.modifiers.texture().is_some();
                let real = texture && number_of(&position.ty) == Some(Type::Scalar);
                let fits = position.ty.as_array().is_some() && (is_int_array(&position.ty) || real);
                self.require_of(position, fits, || "no position".to_string());
            }
            Place::Mask(mask) => {
                let fits = mask.ty.as_array().is_some() && number_of(&mask.ty).is_some();
                self.require_of(mask, fits, || "no mask".to_string());
            }
        }
    }

    fn check_subscript(&mut self, subscript: &Subscript) {
        match subscript {
            Subscript::All => {}
            Subscript::Index(index) => self.check_type(index, &Type::Int, "an index"),
            Subscript::Vector(indices) => {
                let fits = is_int_array(&indices.ty);
                self.require_of(indices, fits, || "no vector of indices".to_string());
            }
            Subscript::Range { start, step, stop } => {
                for part in [Some(start), step.as_ref(), Some(stop)]
                    .into_iter()
                    .flatten()
                {
                    self.check_type(part, &Type::Int, "a part of a range of indices");
                }
            }
        }
    }

    /// One element is a value of its array's elements, several are an array of such.
    pub(super) fn check_read_element(&mut self, expr: &Expr, element: &Element) {
        let Some(elem) = element.array.ty.elem() else {
            return;
        };
        let texture = element
            .array
            .ty
            .as_array()
            .is_some_and(|it| it.modifiers.texture().is_some());
        let fits = match (is_single(&element.place), &expr.ty) {
            (true, _) if matches!(elem, Elem::Compound(_)) || texture => true,
            (true, ty) => *ty == elem.value_type(),
            // Of a cell with a type for each element, a slice says only which types its elements may have.
            (false, Type::Array(slice)) => {
                slice.elem == elem || slice.elem == elem.without_places() || texture
            }
            (false, _) => false,
        };
        self.require_of(expr, fits, || format!("read from a {}", element.array.ty));
    }
}

/// Whether a place is one element.
pub(super) fn is_single(place: &Place) -> bool {
    match place {
        Place::Subscripts(subscripts) => subscripts.iter().all(|subscript| match subscript {
            Subscript::Index(_) => true,
            Subscript::All | Subscript::Range { .. } | Subscript::Vector(_) => false,
        }),
        Place::Position(_) => true,
        Place::Mask(_) => false,
    }
}
