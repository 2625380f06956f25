//! Systems of linear inequalities, and whether one of them has no solution: elimination of one variable after the other, after
//! Fourier and Motzkin.
//!
//! *Invariant:* "no solution" is certain; a system that grows too large counts as one that may have solutions.

use std::collections::BTreeMap;

/// More inequalities than this are not looked at.
const LIMIT: usize = 200;

/// `constant + Σ coefficient·variable ≥ 0`
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inequality<V: Ord> {
    coefficients: BTreeMap<V, i64>,
    constant: i64,
}

/// A conjunction of inequalities between variables named by `V`.
#[derive(Clone, Debug)]
pub struct System<V: Ord> {
    inequalities: Vec<Inequality<V>>,
}

impl<V: Ord + Copy> System<V> {
    /// A system that says nothing.
    pub fn new() -> Self {
        System {
            inequalities: Vec::new(),
        }
    }

    /// Demands `left + distance ≤ right`, where no variable stands for 0.
    pub fn at_most(&mut self, left: Option<V>, distance: i64, right: Option<V>) {
        let mut coefficients = BTreeMap::new();
        for (variable, sign) in [(left, -1), (right, 1)] {
            if let Some(variable) = variable {
                *coefficients.entry(variable).or_insert(0) += sign;
            }
        }
        coefficients.retain(|_, coefficient| *coefficient != 0);
        self.inequalities.push(Inequality {
            coefficients,
            constant: -distance,
        });
    }

    /// Whether no numbers satisfy all inequalities.
    pub fn has_no_solution(mut self) -> bool {
        while self.inequalities.len() <= LIMIT {
            if self.inequalities.iter().any(Inequality::is_false) {
                return true;
            }
            let variable = self
                .inequalities
                .iter()
                .find_map(|one| one.coefficients.keys().next().copied());
            match variable.map(|variable| self.without(variable)) {
                Some(Some(smaller)) => self = smaller,
                Some(None) | None => return false,
            }
        }
        false
    }

    /// The inequalities that follow for the other variables; nothing when numbers grow too large.
    fn without(&self, variable: V) -> Option<Self> {
        let sign = |one: &Inequality<V>| one.coefficients.get(&variable).map_or(0, |c| c.signum());
        let of_sign = |wanted: i64| {
            self.inequalities
                .iter()
                .filter(move |one| sign(one) == wanted)
        };
        let mut inequalities: Vec<_> = of_sign(0).cloned().collect();
        for low in of_sign(1) {
            for high in of_sign(-1) {
                inequalities.push(low.combined(high, variable)?);
            }
        }
        Some(System { inequalities })
    }
}

impl<V: Ord + Copy> Inequality<V> {
    fn is_false(&self) -> bool {
        self.coefficients.is_empty() && self.constant < 0
    }

    /// The positive combination of two inequalities in which the variable, which bounds from either side, is gone.
    fn combined(&self, other: &Self, variable: V) -> Option<Self> {
        let ours = other.coefficients[&variable].checked_neg()?;
        let theirs = self.coefficients[&variable];
        let mix = |a: i64, b: i64| a.checked_mul(ours)?.checked_add(b.checked_mul(theirs)?);
        let mut coefficients = BTreeMap::new();
        for &name in self.coefficients.keys().chain(other.coefficients.keys()) {
            let of = |one: &Self| one.coefficients.get(&name).copied().unwrap_or(0);
            coefficients.insert(name, mix(of(self), of(other))?);
        }
        coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(Inequality {
            coefficients,
            constant: mix(self.constant, other.constant)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(rows: &[(Option<u8>, i64, Option<u8>)]) -> System<u8> {
        let mut system = System::new();
        for &(left, distance, right) in rows {
            system.at_most(left, distance, right);
        }
        system
    }

    #[test]
    fn a_ring_of_orders_has_no_solution() {
        let ring = system(&[
            (Some(0), 0, Some(1)),
            (Some(1), 0, Some(2)),
            (Some(2), 1, Some(0)),
        ]);
        assert!(ring.has_no_solution());
        let loose = system(&[
            (Some(0), 0, Some(1)),
            (Some(1), 0, Some(2)),
            (Some(2), 0, Some(0)),
        ]);
        assert!(!loose.has_no_solution());
    }

    #[test]
    fn numbers_bound_a_variable() {
        assert!(system(&[(None, 5, Some(0)), (Some(0), -4, None)]).has_no_solution());
        assert!(!system(&[(None, 5, Some(0)), (Some(0), -5, None)]).has_no_solution());
        assert!(!system(&[]).has_no_solution());
    }

    /// All systems of a few differences against a search for a solution in small numbers.
    #[test]
    fn agrees_with_a_search() {
        let rows: Vec<_> = (0..3)
            .flat_map(|left| (0..3).map(move |right| (left, right)))
            .filter(|(left, right)| left != right)
            .flat_map(|(left, right)| [-1, 1].map(|d| (Some(left), d, Some(right))))
            .collect();
        for chosen in 0u32..1 << rows.len() {
            if chosen.count_ones() > 4 {
                continue;
            }
            let some: Vec<_> = (0..rows.len())
                .filter(|at| chosen >> at & 1 == 1)
                .map(|at| rows[at])
                .collect();
            let holds = |x: [i64; 3]| {
                let value = |name: Option<u8>| name.map_or(0, |name| x[usize::from(name)]);
                some.iter()
                    .all(|&(left, d, right)| value(left) + d <= value(right))
            };
            let found = (0..512).any(|n: i64| holds([n / 64, n / 8 % 8, n % 8]));
            assert_eq!(system(&some).has_no_solution(), !found, "{some:?}");
        }
    }
}
