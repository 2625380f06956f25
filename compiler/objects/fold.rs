//! Equal pieces become one: of functions that differ in their names alone, the first is kept.
//!
//! Generic code is compiled once for each type, and often to the same instructions.
//!
//! *Technique:* the coarsest partition of a graph by refinement (Hopcroft, 1971, without his order of splitting), which linkers call identical code
//! folding (Tallam, Coutant, Taylor, Li and Demetriou, 2010). Functions that call themselves, or each other, are equal unless something tells them apart.
//!
//! *Invariant:* of two pieces that become one, whatever is found by the same references in the same order is the same.

use std::collections::HashMap;

/// For each piece the first that is equal. `kinds` has a number for each piece, the same for those that are equal but for what they refer to, and
/// `next` what each refers to.
pub fn first_equal(kinds: &[usize], next: &[Vec<usize>]) -> Vec<usize> {
    let mut classes = kinds.to_vec();
    let mut count = distinct(&classes);
    loop {
        let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
        let split = (0..classes.len()).map(|piece| {
            let mut key = vec![classes[piece]];
            key.extend(next[piece].iter().map(|target| classes[*target]));
            let new = numbers.len();
            *numbers.entry(key).or_insert(new)
        });
        classes = split.collect();
        let found = numbers.len();
        if found == count {
            break;
        }
        count = found;
    }
    let mut first: HashMap<usize, usize> = HashMap::new();
    let pieces = classes.iter().enumerate();
    pieces
        .map(|(piece, class)| *first.entry(*class).or_insert(piece))
        .collect()
}

fn distinct(classes: &[usize]) -> usize {
    let mut classes = classes.to_vec();
    classes.sort_unstable();
    classes.dedup();
    classes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_equal_if_what_they_refer_to_is() {
        // Two functions that call one function each, which are equal, and one that calls another.
        let kinds = [0, 0, 0, 1, 1, 2];
        let next = [vec![3], vec![4], vec![5], vec![], vec![], vec![]];
        assert_eq!(first_equal(&kinds, &next), [0, 0, 2, 3, 3, 5]);
    }

    #[test]
    fn the_order_of_references_counts() {
        let next = [vec![2, 3], vec![3, 2], vec![], vec![]];
        assert_eq!(first_equal(&[0, 0, 1, 2], &next), [0, 1, 2, 3]);
    }

    #[test]
    fn functions_that_call_themselves_may_be_equal() {
        // Each calls itself; two call each other; one of three in a ring ends elsewhere.
        let next = [vec![0], vec![1], vec![3], vec![2]];
        assert_eq!(first_equal(&[0; 4], &next), [0; 4]);
        let next = [vec![1], vec![2], vec![3], vec![]];
        assert_eq!(first_equal(&[0, 0, 0, 1], &next), [0, 1, 2, 3]);
    }

    #[test]
    fn what_is_told_apart_stays_apart() {
        let next = [vec![], vec![]];
        assert_eq!(first_equal(&[0, 1], &next), [0, 1]);
        assert_eq!(first_equal(&[], &[]), [0; 0]);
    }
}
