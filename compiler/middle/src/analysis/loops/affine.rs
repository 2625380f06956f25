//! Index expressions as polynomials over loop indices and loop-invariant quantities.
//!
//! A [`AffineForm`] is a sum of terms, each an integer times a product of [`Atom`]s: `3·m·w + 3·n + c`. Products are kept because the
//! coefficient of a loop index may be symbolic (`m·w + n`). Arithmetic of the language wraps at 32 bits, so a form is an equation
//! modulo 2³²; who needs the true integer checks its range.
//!
//! *Invariant:* a form has no zero coefficient, so equal forms are equal data.

use crate::mir::{GlobalId, Local, Value};
use smallvec::SmallVec;

/// An array as the loop nest sees it: the variable or value by which it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// A variable that the nest does not assign.
    Local(Local),
    /// A value that is defined outside of the nest.
    Value(Value),
    /// A top-level variable that the nest does not assign.
    Global(GlobalId),
}

/// A quantity that an index expression depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The index of a loop of the nest, by its position in `Nest::loops`.
    Index(usize),
    /// A variable that the nest does not assign.
    Local(Local),
    /// A top-level variable that the nest does not assign.
    Global(GlobalId),
    /// A value that is not a polynomial of the others.
    Value(Value),
    /// The extent of an array along an axis.
    Dim(Root, u8),
    /// The number of elements of an array.
    Numel(Root),
    /// The value of a variable after paths with different values join.
    Join(usize),
}

impl Atom {
    /// Whether the quantity cannot be negative.
    pub fn is_extent(self) -> bool {
        match self {
            Atom::Dim(..) | Atom::Numel(_) => true,
            Atom::Index(_) | Atom::Local(_) | Atom::Global(_) | Atom::Value(_) | Atom::Join(_) => {
                false
            }
        }
    }
}

/// A product of quantities, sorted; few have more than two.
type Product = SmallVec<[Atom; 2]>;

/// A polynomial with integer coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AffineForm {
    /// Products with their coefficients, sorted by product; the empty product is the constant term. Forms are short: a list that is searched costs
    /// less than a tree.
    terms: Vec<(Product, i64)>,
}

impl AffineForm {
    /// A number.
    pub fn constant(value: i64) -> AffineForm {
        let mut form = AffineForm::default();
        form.add_term(Product::new(), value);
        form
    }

    /// One quantity.
    pub fn atom(atom: Atom) -> AffineForm {
        let terms = vec![(Product::from_slice(&[atom]), 1)];
        AffineForm { terms }
    }

    fn add_term(&mut self, product: Product, coefficient: i64) {
        match self.terms.binary_search_by(|known| known.0.cmp(&product)) {
            Ok(at) => {
                self.terms[at].1 += coefficient;
                if self.terms[at].1 == 0 {
                    self.terms.remove(at);
                }
            }
            Err(at) if coefficient != 0 => self.terms.insert(at, (product, coefficient)),
            Err(_) => {}
        }
    }

    /// The sum.
    pub fn plus(&self, other: &AffineForm) -> AffineForm {
        self.plus_times(other, 1)
    }

    /// The difference.
    pub fn minus(&self, other: &AffineForm) -> AffineForm {
        self.plus_times(other, -1)
    }

    /// The sum with a multiple of another one.
    fn plus_times(&self, other: &AffineForm, factor: i64) -> AffineForm {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        terms.extend_from_slice(&self.terms);
        let mut sum = AffineForm { terms };
        for (product, coefficient) in &other.terms {
            sum.add_term(product.clone(), coefficient * factor);
        }
        sum
    }

    /// A multiple.
    pub fn scaled(&self, factor: i64) -> AffineForm {
        if factor == 0 {
            return AffineForm::default();
        }
        let terms = self.terms.iter();
        AffineForm {
            terms: terms
                .map(|(product, coefficient)| (product.clone(), coefficient * factor))
                .collect(),
        }
    }

    /// The product.
    pub fn times(&self, other: &AffineForm) -> AffineForm {
        let mut result = AffineForm::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut product: Product = left.iter().chain(right).copied().collect();
                product.sort_unstable();
                result.add_term(product, a * b);
            }
        }
        result
    }

    /// Whether the form stays within what the analysis can handle: few terms, low degree, small coefficients (so that no
    /// combination of a few of them overflows 64 bits).
    pub fn is_manageable(&self) -> bool {
        let small = |(product, coefficient): &(Product, i64)| {
            product.len() <= 4 && coefficient.unsigned_abs() < 1 << 32
        };
        self.terms.len() <= 24 && self.terms.iter().all(small)
    }

    /// The number, when the form has no other terms.
    pub fn as_constant(&self) -> Option<i64> {
        match &self.terms[..] {
            [] => Some(0),
            [(product, value)] if product.is_empty() => Some(*value),
            _ => None,
        }
    }

    /// The constant term.
    pub fn constant_term(&self) -> i64 {
        // The empty product stands in front of all others.
        let first = self.terms.first();
        first.map_or(0, |(product, value)| match product.is_empty() {
            true => *value,
            false => 0,
        })
    }

    /// All quantities that occur, in order, with repetitions.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.terms.iter().flat_map(|term| &term.0).copied()
    }

    /// The terms: products with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&[Atom], i64)> {
        self.terms
            .iter()
            .map(|(product, coefficient)| (product.as_slice(), *coefficient))
    }

    /// Splits into (coefficient of `atom`, rest); nothing when the atom occurs in a higher power.
    pub fn coefficient_and_rest(&self, atom: Atom) -> Option<(AffineForm, AffineForm)> {
        let (mut coefficient, mut rest) = (AffineForm::default(), AffineForm::default());
        for (product, factor) in &self.terms {
            match product.iter().filter(|&&other| other == atom).count() {
                0 => rest.add_term(product.clone(), *factor),
                1 => {
                    let others = product.iter().copied();
                    let others = others.filter(|&other| other != atom).collect();
                    coefficient.add_term(others, *factor);
                }
                _ => return None,
            }
        }
        Some((coefficient, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;

    fn index(position: usize) -> AffineForm {
        AffineForm::atom(Atom::Index(position))
    }

    fn width() -> AffineForm {
        AffineForm::atom(Atom::Local(Local::from_index(7)))
    }

    #[test]
    fn sums_cancel() {
        let form = index(0).plus(&AffineForm::constant(2)).minus(&index(0));
        assert_eq!(form.as_constant(), Some(2));
        assert_eq!(form.minus(&form), AffineForm::default());
        assert_eq!(AffineForm::default().as_constant(), Some(0));
    }

    #[test]
    fn row_major_offset_splits_into_coefficient_and_rest() {
        let offset = index(0).times(&width()).plus(&index(1));
        let (coefficient, rest) = offset
            .coefficient_and_rest(Atom::Index(0))
            .expect("linear in m");
        assert_eq!(coefficient, width());
        assert_eq!(rest, index(1));
        assert_eq!(offset.as_constant(), None);
    }

    #[test]
    fn squares_do_not_split() {
        let square = index(0).times(&index(0));
        assert_eq!(square.coefficient_and_rest(Atom::Index(0)), None);
        assert!(square.coefficient_and_rest(Atom::Index(1)).is_some());
    }
}
