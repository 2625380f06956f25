//! The order in which a launch visits its positions.
//!
//! *Invariant:* every position is visited exactly once, and the same options give the same order.

/// The order of the positions of a launch that may run in parallel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The last index fastest.
    #[default]
    RowMajor,
    /// Row-major, from the last position to the first.
    Reversed,
    /// A random permutation from this seed: a loop that was wrongly made parallel shows other results.
    Shuffled(u64),
}

/// Visits positions.
pub struct Positions {
    extents: Vec<i32>,
    position: Vec<i32>,
    count: u64,
    visited: u64,
    order: Order,
    /// For `Shuffled`: the numbers of the positions in the order of the visit.
    permutation: Vec<u64>,
}

impl Positions {
    /// All positions below `extents`; none when an extent is below 1. `launch` makes each launch's permutation another one.
    pub fn new(extents: &[i32], order: Order, launch: u64) -> Positions {
        let count = extents
            .iter()
            .map(|&extent| u64::from(extent.max(0) as u32))
            .product();
        let permutation = match order {
            Order::Shuffled(seed) => permutation(count, seed ^ launch.wrapping_mul(0x9e37_79b9)),
            Order::RowMajor | Order::Reversed => Vec::new(),
        };
        Positions {
            extents: extents.to_vec(),
            position: vec![0; extents.len()],
            count,
            visited: 0,
            order,
            permutation,
        }
    }

    /// The next position, outermost index first.
    pub fn next(&mut self) -> Option<&[i32]> {
        if self.visited == self.count {
            return None;
        }
        let mut rest = match self.order {
            Order::RowMajor => self.visited,
            Order::Reversed => self.count - 1 - self.visited,
            Order::Shuffled(_) => self.permutation[self.visited as usize],
        };
        for (index, &extent) in self.position.iter_mut().zip(&self.extents).rev() {
            *index = (rest % extent as u64) as i32;
            rest /= extent as u64;
        }
        self.visited += 1;
        Some(&self.position)
    }
}

/// A permutation of the numbers below `count`.
fn permutation(count: u64, seed: u64) -> Vec<u64> {
    let mut numbers: Vec<u64> = (0..count).collect();
    let mut random = Random::new(seed);
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, random.below(last as u64 + 1) as usize);
    }
    numbers
}

/// A small generator of random numbers (splitmix64), for tests and shuffled orders.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(extents: &[i32], order: Order) -> Vec<Vec<i32>> {
        let mut positions = Positions::new(extents, order, 1);
        let mut found = Vec::new();
        while let Some(position) = positions.next() {
            found.push(position.to_vec());
        }
        found
    }

    #[test]
    fn row_major_has_the_last_index_fastest() {
        let expected = [[0, 0], [0, 1], [1, 0], [1, 1]];
        assert_eq!(all(&[2, 2], Order::RowMajor), expected);
        let mut backwards = all(&[2, 2], Order::Reversed);
        backwards.reverse();
        assert_eq!(backwards, expected);
        assert!(all(&[2, 0], Order::RowMajor).is_empty());
        assert!(all(&[-1, -1], Order::RowMajor).is_empty());
    }

    #[test]
    fn a_shuffle_visits_everything_once() {
        let mut found = all(&[3, 4], Order::Shuffled(7));
        assert_ne!(found, all(&[3, 4], Order::RowMajor));
        found.sort();
        assert_eq!(found, all(&[3, 4], Order::RowMajor));
    }
}
