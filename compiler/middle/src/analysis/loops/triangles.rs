//! Iterations kept apart by loop bounds that depend on other loops: `for j = i+1..n-1` never meets the columns up to `i`; nor does
//! what stands behind `if j > i`.
//!
//! Two accesses touch one element only if all their indices are equal and inside of the array. That, the bounds of the loops,
//! the conditions and the order of the two iterations are inequalities between variables; where they have no solution, the accesses never meet.
//!
//! *Technique:* dependence testing in trapezoidal iteration spaces (Allen and Kennedy, "Optimizing Compilers for Modern Architectures",
//! 2001, chapter 3), here by difference constraints (`differences`).
//!
//! *Invariant:* only index expressions and bounds are used whose arithmetic certainly does not wrap at 32 bits.

use super::affine::{AffineForm, Atom};
use super::differences::System;
use super::nest::{Nest, NestAccess, Ordered};

/// Constants beyond this are not looked at, so that sums stay far from 32 bits.
const SMALL: i64 = 1 << 20;

/// Which of the two iterations a quantity belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    /// It is the same in both.
    Both,
    First,
    Second,
}

/// A quantity in an iteration.
type Variable = (Side, Atom);

/// A quantity, or none, plus a number.
type Plain = (Option<Atom>, i64);

/// Two accesses in different iterations of a loop of the nest.
pub struct Meeting<'a> {
    /// The nest.
    pub nest: &'a Nest,
    /// The loop.
    pub position: usize,
    /// The number of loops from which on everything varies.
    pub level: usize,
    /// The access in the one iteration.
    pub first: &'a NestAccess,
    /// The access in the other.
    pub second: &'a NestAccess,
    /// The dimensions whose indices name elements in both accesses and can be compared.
    pub dimensions: Vec<usize>,
}

impl Meeting<'_> {
    /// Whether the two never touch one element.
    pub fn is_impossible(&self) -> bool {
        let this = Atom::Index(self.position);
        let orders = [(Side::First, Side::Second), (Side::Second, Side::First)];
        let system = self.system();
        orders
            .iter()
            .all(|&(earlier, later)| system.has_no_solution_with((earlier, this), 1, (later, this)))
    }

    /// The bounds of all loops and the conditions around the two accesses, and that the indices are equal.
    fn system(&self) -> System<Variable> {
        let mut system = System::new();
        for (side, access) in [(Side::First, self.first), (Side::Second, self.second)] {
            for at in self.nest.path(access.in_loop) {
                self.add_bounds(&mut system, side, at);
            }
            for condition in &access.ordered {
                self.add_condition(&mut system, side, condition);
            }
        }
        for &dimension in &self.dimensions {
            self.add_equality(&mut system, dimension);
        }
        system
    }

    fn add_bounds(&self, system: &mut System<Variable>, side: Side, at: usize) {
        let index = Some(self.variable(side, Atom::Index(at)));
        let Some((low, high)) = self.bounds(at) else {
            return;
        };
        if let Some((atom, distance)) = self.trusted(side, low) {
            system.at_most(self.named(side, atom), distance, index);
        }
        if let Some((atom, distance)) = self.trusted(side, high) {
            system.at_most(index, -distance, self.named(side, atom));
        }
    }

    fn add_condition(&self, system: &mut System<Variable>, side: Side, condition: &Ordered) {
        let (less, more) = (&condition.less, &condition.more);
        if let (Some((a, c)), Some((b, d))) = (self.trusted(side, less), self.trusted(side, more)) {
            let distance = condition.distance + c - d;
            system.at_most(self.named(side, a), distance, self.named(side, b));
        }
    }

    fn add_equality(&self, system: &mut System<Variable>, dimension: usize) {
        let zero = AffineForm::default();
        let index = |access: &NestAccess| self.plain(access.index.get(dimension).unwrap_or(&zero));
        let (Some((a, c)), Some((b, d))) = (index(self.first), index(self.second)) else {
            return;
        };
        let known =
            |side: Side, atom: Option<Atom>| atom.is_none_or(|atom| self.is_natural(side, atom));
        if known(Side::First, a) && known(Side::Second, b) {
            let (a, b) = (self.named(Side::First, a), self.named(Side::Second, b));
            system.at_most(a, c - d, b);
            system.at_most(b, d - c, a);
        }
    }

    fn named(&self, side: Side, atom: Option<Atom>) -> Option<Variable> {
        atom.map(|atom| self.variable(side, atom))
    }

    fn variable(&self, side: Side, atom: Atom) -> Variable {
        if self.is_shared(atom) {
            (Side::Both, atom)
        } else {
            (side, atom)
        }
    }

    /// Whether the quantity is the same in both iterations.
    fn is_shared(&self, atom: Atom) -> bool {
        self.nest.depth(atom) < self.level
    }

    /// The least and the greatest index of a loop, or of the one that it is a part of.
    fn bounds(&self, at: usize) -> Option<(&AffineForm, &AffineForm)> {
        self.nest.loops[at].range()
    }

    /// The form as a quantity plus a small number, when it is one; a quantity that only the bounds of no loop hold is none.
    fn plain(&self, form: &AffineForm) -> Option<Plain> {
        let constant = form.constant_term();
        let mut terms = form.terms().filter(|(product, _)| !product.is_empty());
        let atom = match (terms.next(), terms.next()) {
            (None, _) => None,
            (Some((&[atom], 1)), None) => Some(atom),
            (Some(_), _) => return None,
        };
        let is_steady = |atom: Atom| matches!(atom, Atom::Index(_)) || self.is_shared(atom);
        (constant.abs() < SMALL && atom.is_none_or(is_steady)).then_some((atom, constant))
    }

    /// A bound of a loop, when computing it does not wrap.
    fn trusted(&self, side: Side, form: &AffineForm) -> Option<Plain> {
        let (atom, constant) = self.plain(form)?;
        let does_not_wrap = match (atom, constant) {
            (None, _) | (_, 0) => true,
            (Some(atom), 1) => self.is_position(side, atom),
            (Some(_), 2..) => false,
            (Some(atom), _) => self.is_natural(side, atom),
        };
        does_not_wrap.then_some((atom, constant))
    }

    /// Whether the quantity is an index of the access itself: then it is not negative, and less than the largest number.
    fn is_position(&self, side: Side, atom: Atom) -> bool {
        let wanted = AffineForm::atom(atom);
        let names = |access: &NestAccess| {
            let mut dimensions = self.dimensions.iter();
            dimensions.any(|&dimension| access.index.get(dimension) == Some(&wanted))
        };
        match self.variable(side, atom).0 {
            Side::Both => names(self.first) || names(self.second),
            Side::First => names(self.first),
            Side::Second => names(self.second),
        }
    }

    /// Whether the quantity is not negative.
    fn is_natural(&self, side: Side, atom: Atom) -> bool {
        if atom.is_extent() || self.is_position(side, atom) {
            return true;
        }
        let Atom::Index(at) = atom else { return false };
        let Some((low, _)) = self.bounds(at) else {
            return false;
        };
        match self.plain(low) {
            Some((None, constant)) => constant >= 0,
            // The loops that a bound depends on are around the loop, so this ends.
            Some((Some(outer @ Atom::Index(_)), 0)) => outer < atom && self.is_natural(side, outer),
            Some(_) | None => false,
        }
    }
}
