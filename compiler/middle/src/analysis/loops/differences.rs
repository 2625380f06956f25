//! Systems of difference constraints, `left + distance ≤ right`, and whether one of them has no solution: it has none where the constraints
//! along a cycle add up to more than 0, which Bellman's and Ford's relaxation finds (Cormen, Leiserson, Rivest, Stein: Introduction to
//! Algorithms, "Difference constraints and shortest paths").
//!
//! *Invariant:* the answer is exact, for integers as for real numbers; the work is at most variables times constraints.

use std::collections::BTreeMap;

/// `left + distance ≤ right`, with the places of the variables.
#[derive(Clone, Copy, Debug)]
struct Constraint {
    left: usize,
    distance: i64,
    right: usize,
}

/// A conjunction of constraints between variables named by `V`.
#[derive(Clone, Debug)]
pub struct System<V: Ord> {
    constraints: Vec<Constraint>,
    /// The place of each variable; place 0 is that of the number 0.
    places: BTreeMap<V, usize>,
}

impl<V: Ord> Default for System<V> {
    fn default() -> Self {
        System {
            constraints: Vec::new(),
            places: BTreeMap::new(),
        }
    }
}

impl<V: Ord + Copy> System<V> {
    /// A system that says nothing.
    pub fn new() -> Self {
        System::default()
    }

    /// Demands `left + distance ≤ right`, where no variable stands for 0. Distances must be far from the limits of 64 bits.
    pub fn at_most(&mut self, left: Option<V>, distance: i64, right: Option<V>) {
        let [left, right] = [left, right].map(|variable| self.place(variable));
        self.constraints.push(Constraint {
            left,
            distance,
            right,
        });
    }

    fn place(&mut self, variable: Option<V>) -> usize {
        let next = self.places.len() + 1;
        variable.map_or(0, |variable| *self.places.entry(variable).or_insert(next))
    }

    /// Whether no numbers satisfy the constraints and one more.
    pub fn has_no_solution_with(&self, left: V, distance: i64, right: V) -> bool {
        let mut more = self.clone();
        more.at_most(Some(left), distance, Some(right));
        more.has_no_solution()
    }

    /// Whether no numbers satisfy all constraints.
    pub fn has_no_solution(&self) -> bool {
        let count = self.places.len() + 1;
        let mut least = vec![0; count];
        // The least numbers settle in as many iterations as there are variables, unless a cycle raises them for ever.
        !(0..count).any(|_| !self.raise(&mut least))
    }

    /// Raises numbers where a constraint demands it; whether one did.
    fn raise(&self, least: &mut [i64]) -> bool {
        let mut raised = false;
        for one in &self.constraints {
            let demanded = least[one.left] + one.distance;
            if demanded > least[one.right] {
                least[one.right] = demanded;
                raised = true;
            }
        }
        raised
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
