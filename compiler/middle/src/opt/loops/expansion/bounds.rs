//! Which accesses are inside of their arrays as long as numbers are small, so that nothing comes around.
//!
//! *Technique:* ranges of subscripts with symbolic bounds (Blume and Eigenmann, "Symbolic Range Propagation", IPPS 1995), of loops from the
//! inside out; that numbers are small is a condition of the version (Byler, Davies, Huson, Leasure and Wolfe, "Multiple Version Loops", ICPP 1987).
//!
//! *Invariant:* where the numbers that the loop does not change lie between -[`SMALL`] and [`SMALL`], an access that is called inside names an
//! element, and every form on the way is its true value.

use std::collections::BTreeSet;

use super::super::emit::Emitter;
use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::nest::{Nest, NestAccess};
use crate::mir::{BinaryOp, CompareOp, Const, Op, Ty, Value};

/// Numbers beyond this are not small.
const SMALL: i32 = 1 << 20;
/// What the factors in the bounds of a loop may be together: its index is less than 2²⁶ then.
const MOST_IN_BOUNDS: i64 = 32;
/// What the factors in an index may be together: it is less than 2³¹ then.
const MOST_IN_INDEX: i64 = 16;

/// Numbers of a nest that it does not change.
pub type Numbers = BTreeSet<Atom>;

/// Whether an index is inside of its extent where some numbers, which are added, are small.
pub fn is_inside(
    nest: &Nest,
    access: &NestAccess,
    dimension: usize,
    numbers: &mut Numbers,
) -> bool {
    let found = extremes(nest, access, dimension);
    let fits = found.is_some();
    numbers.extend(found.into_iter().flatten());
    fits
}

/// The numbers that have to be small for an index to be inside; nothing if that is not enough.
fn extremes(nest: &Nest, access: &NestAccess, dimension: usize) -> Option<Numbers> {
    let index = access.index.get(dimension)?;
    let extent = access.extents.get(dimension)?.as_ref()?;
    let mut numbers = Numbers::new();
    let low = extreme(nest, index, false)?;
    let high = extreme(nest, index, true)?;
    is_short(index, MOST_IN_INDEX).then_some(())?;
    for form in [index, &low, &high, extent] {
        settle(nest, form, &mut numbers)?;
    }
    is_short(extent, MOST_IN_INDEX).then_some(())?;
    let left = extent.minus(&AffineForm::constant(1)).minus(&high);
    let natural = |form: &AffineForm| form.as_constant().is_some_and(|number| number >= 0);
    // No extent is less than 1, as the version's condition says.
    let last = extent.minus(&AffineForm::constant(1));
    let from_first = natural(&low) || natural(&low.minus(&last));
    let to_last = natural(&left) || high.as_constant() == Some(0);
    (from_first && to_last).then_some(numbers)
}

/// Takes note of the numbers that a form and the bounds of the loops in it are made of; nothing where those are no small sums.
fn settle(nest: &Nest, form: &AffineForm, numbers: &mut Numbers) -> Option<()> {
    for atom in form.atoms() {
        match atom {
            Atom::Index(_) => {
                let here = AffineForm::atom(atom);
                let (low, high) = nest.hull(atom)?;
                for bound in [low, high] {
                    is_short(bound, MOST_IN_INDEX).then_some(())?;
                    let own = bound.atoms().all(|inner| inner != atom);
                    own.then_some(())?;
                    settle(nest, bound, numbers)?;
                }
                for is_high in [false, true] {
                    let end = extreme(nest, &here, is_high)?;
                    is_short(&end, MOST_IN_BOUNDS).then_some(())?;
                }
            }
            _ => {
                can_ask(nest, atom).then_some(())?;
                numbers.insert(atom);
            }
        }
    }
    Some(())
}

/// The least or the greatest value of a form: with the bounds of loops in the place of their indices, those of inner loops first.
fn extreme(nest: &Nest, form: &AffineForm, is_high: bool) -> Option<AffineForm> {
    let mut form = form.clone();
    loop {
        let indices = form.atoms().filter(|atom| matches!(atom, Atom::Index(_)));
        let Some(atom) = indices.max_by_key(|atom| nest.depth(*atom)) else {
            return Some(form);
        };
        let (low, high) = nest.hull(atom)?;
        let depth = nest.depth(atom);
        // Bounds are those of loops around.
        let around = |bound: &AffineForm| bound.atoms().all(|inner| nest.depth(inner) < depth);
        (around(low) && around(high)).then_some(())?;
        let (factor, rest) = form.coefficient_and_rest(atom)?;
        let factor = factor.as_constant()?;
        let bound = if (factor > 0) == is_high { high } else { low };
        form = rest.plus(&bound.scaled(factor));
    }
}

/// Whether a form is a sum of numbers with small factors, and of a small constant.
fn is_short(form: &AffineForm, most: i64) -> bool {
    let linear = form.terms().all(|(product, _)| product.len() <= 1);
    let factors = form.terms().filter(|(product, _)| !product.is_empty());
    let sum = factors.fold(0i64, |sum, (_, factor)| {
        sum.saturating_add(factor.saturating_abs())
    });
    let constant = form.constant_term().saturating_abs();
    linear && sum <= most && constant <= i64::from(SMALL)
}

/// Whether the host can ask in front of the nest how large a number is.
fn can_ask(nest: &Nest, atom: Atom) -> bool {
    let is_outside = |root: Root| match root {
        Root::Local(local) => !nest.assigned.contains(&local),
        Root::Value(value) => !nest.defines(value),
        Root::Global(_) => false,
    };
    match atom {
        Atom::Local(local) => !nest.assigned.contains(&local),
        Atom::Value(value) => !nest.defines(value),
        Atom::Dim(root, _) | Atom::Numel(root) => is_outside(root),
        Atom::Index(_) | Atom::Global(_) | Atom::Join(_) => false,
    }
}

/// Whether a number is small, asked in front of the nest.
pub fn is_small(emitter: &mut Emitter<'_>, atom: Atom) -> Value {
    let array = |emitter: &mut Emitter<'_>, root: Root| match root {
        Root::Local(local) => emitter.get(local),
        Root::Value(value) => value,
        Root::Global(_) => unreachable!("no global variable is asked"),
    };
    let number = match atom {
        Atom::Local(local) => emitter.get(local),
        Atom::Value(value) => value,
        Atom::Dim(root, axis) => {
            let array = array(emitter, root);
            emitter.define(Op::Dim(array, axis), Ty::I32)
        }
        Atom::Numel(root) => {
            let array = array(emitter, root);
            emitter.define(Op::Numel(array), Ty::I32)
        }
        Atom::Index(_) | Atom::Global(_) | Atom::Join(_) => {
            unreachable!("such a number is not asked for")
        }
    };
    let most = emitter.constant(Const::I32(SMALL));
    let least = emitter.constant(Const::I32(-SMALL));
    let low = emitter.compare(CompareOp::Ge, number, least);
    let high = emitter.compare(CompareOp::Le, number, most);
    emitter.define(Op::Binary(BinaryOp::And, low, high), Ty::Bool)
}
