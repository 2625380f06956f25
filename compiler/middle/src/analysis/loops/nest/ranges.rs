//! Where indices lie: the least and the greatest value that loop bounds leave them, those of the loops around the nest too.
//!
//! *Technique:* ranges of subscripts with symbolic bounds (Blume and Eigenmann, "Symbolic Range Propagation", IPPS 1995).
//!
//! *Invariant:* "inside" means that the true index names an element, whatever the access mode; forms are equations modulo 2³², so sums
//! are trusted only where they cannot come around.

use super::{Nest, NestAccess};
use crate::analysis::loops::affine::{AffineForm, Atom};

/// Numbers beyond this are not looked at.
const SMALL: i64 = 1 << 30;
/// Loops whose number of iterations is known may move an index so far.
const NEAR: i64 = 1 << 28;

/// Whether the index of a dimension is certainly within the array's extent.
pub fn is_inside(nest: &Nest, access: &NestAccess, dimension: usize) -> bool {
    let Some(index) = access.index.get(dimension) else {
        return true;
    };
    let Some(extent) = access.extents.get(dimension).and_then(Option::as_ref) else {
        return false;
    };
    let Some(range) = Range::of(nest, index) else {
        return false;
    };
    let small = |bound: &AffineForm| {
        let mut value = bound.as_constant().into_iter();
        value.any(|value| (0..SMALL - range.moved).contains(&value))
    };
    let rest = extent.minus(&AffineForm::constant(1)).minus(&range.high);
    small(&range.low) && (small(&rest) || small(&counted(nest, &rest)))
}

/// The form with the sizes of arrays in the place of their numbers of elements.
fn counted(nest: &Nest, form: &AffineForm) -> AffineForm {
    let mut found = form.clone();
    for atom in form.atoms() {
        let size = nest.size_of(atom);
        found = size
            .and_then(|size| put(&found, atom, size))
            .unwrap_or(found);
    }
    found
}

/// The values of a form. Their true distance from the least one is less than 2³¹ and `moved`: with both ends within an array they
/// do not wrap.
struct Range {
    low: AffineForm,
    high: AffineForm,
    /// How far loops of known length move the form, where another one does too.
    moved: i64,
}

impl Range {
    /// Of a sum of loop indices, times numbers, and of what is the same in the whole nest.
    fn of(nest: &Nest, form: &AffineForm) -> Option<Range> {
        let mut range = Range {
            low: form.clone(),
            high: form.clone(),
            moved: 0,
        };
        let mut wide = false;
        let mut atoms: Vec<Atom> = form.atoms().collect();
        atoms.retain(|&atom| nest.hull(atom).is_some());
        for &atom in &atoms {
            let (low, high) = nest.hull(atom)?;
            let factor = form.coefficient_and_rest(atom)?.0.as_constant()?;
            let mut bounds = low.atoms().chain(high.atoms());
            let steady = bounds.all(|one| nest.depth(one) == 0 && !atoms.contains(&one));
            match high.minus(low).as_constant() {
                _ if !steady => return None,
                Some(span) => range.moved += near(factor, span)?,
                None if wide || !spans_less(factor, low) => return None,
                None => wide = true,
            }
            let (least, greatest) = if factor < 0 { (high, low) } else { (low, high) };
            range.low = put(&range.low, atom, least)?;
            range.high = put(&range.high, atom, greatest)?;
        }
        // What is left is the same in all iterations.
        let steady = nest.form_depth(&range.low) == 0 && nest.form_depth(&range.high) == 0;
        (steady && range.moved < NEAR).then_some(range)
    }
}

/// How far a loop whose last index is `span` behind its first moves a form; nothing if that is far.
fn near(factor: i64, span: i64) -> Option<i64> {
    let moved = factor.checked_mul(span)?.checked_abs()?;
    (moved < NEAR).then_some(moved)
}

/// Whether an index moves a form by less than 2³¹: it counts from a number that is not negative.
fn spans_less(factor: i64, low: &AffineForm) -> bool {
    let natural = |value: i64| (0..SMALL).contains(&value);
    factor.abs() == 1 && low.as_constant().is_some_and(natural)
}

/// The form with another one in the place of an atom.
fn put(form: &AffineForm, atom: Atom, other: &AffineForm) -> Option<AffineForm> {
    let (factor, rest) = form.coefficient_and_rest(atom)?;
    Some(rest.plus(&other.scaled(factor.as_constant()?)))
}

#[cfg(test)]
mod tests;
