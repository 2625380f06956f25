//! Lanes of two vectors of 256 bits that lie two apart, or take turns: instructions that work on halves of vectors.
//!
//! ```text
//! two apart:     a0 a1 a2 a3 | a4 a5 a6 a7   b0 b1 b2 b3 | b4 b5 b6 b7
//! halves chosen: a0 a1 a2 a3 | b0 b1 b2 b3   a4 a5 a6 a7 | b4 b5 b6 b7
//! shuffled:      a0 a2 a4 a6 | b0 b2 b4 b6   a1 a3 a5 a7 | b1 b3 b5 b7
//! ```
//!
//! Neither needs a vector of indices, as a permutation across the halves does, and what both results of a pair start from is made once.
//!
//! *Invariant:* a [`Pair`] gives the pattern that it was made from, lane by lane.

use regalloc2::VReg;

use super::super::super::ir::Elem;
use super::super::machine::Level;
use super::super::table::Row;
use super::Selector;

/// Lanes of 32 bits in half a vector.
const HALF: usize = 4;

/// A half of one of two vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Half {
    vector: usize,
    /// 0: the lower one.
    at: usize,
}

/// How to make a vector from lanes of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    /// Halves are chosen for two vectors; in each half of the result two lanes are of the first and two of the second of these, the same everywhere.
    Shuffled { from: [[Half; 2]; 2], lanes: i32 },
    /// Each half of the result is one of the lower or of the upper lanes in turn.
    InTurn([Turn; 2]),
}

/// A half whose lanes come from a half of either vector in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The upper two lanes of the half, not the lower two.
    upper: bool,
    at: usize,
}

impl Pair {
    /// The way to a vector whose lanes are those of the two sources that the pattern says; none where this file knows none.
    pub(super) fn of(pattern: &[(usize, u32)], sources: [usize; 2]) -> Option<Pair> {
        let lane = |at: usize| {
            let (source, lane) = pattern[at];
            let vector = usize::from(source == sources[1]);
            let half = Half {
                vector,
                at: lane as usize / HALF,
            };
            (half, lane as usize % HALF)
        };
        if pattern.len() != 2 * HALF {
            return None;
        }
        Pair::shuffled(lane)
            .or_else(|| Some(Pair::InTurn([Turn::of(&lane, 0)?, Turn::of(&lane, 1)?])))
    }

    fn shuffled(lane: impl Fn(usize) -> (Half, usize)) -> Option<Pair> {
        let is_regular = (0..2 * HALF).all(|at| {
            let (half, within) = lane(at);
            half == lane(at & !1).0 && within == lane(at % HALF).1
        });
        let lanes = (0..HALF).fold(0, |lanes, at| lanes | (lane(at).1 as i32) << (2 * at));
        is_regular.then(|| Pair::Shuffled {
            from: [0, 2].map(|first| [lane(first).0, lane(first + HALF).0]),
            lanes,
        })
    }
}

impl Turn {
    fn of(lane: &impl Fn(usize) -> (Half, usize), half: usize) -> Option<Turn> {
        let (Half { at, .. }, first) = lane(half * HALF);
        let is_turn = (0..HALF).all(|k| {
            let vector = k % 2;
            lane(half * HALF + k) == (Half { vector, at }, first + k / 2)
        });
        (is_turn && first % 2 == 0).then_some(Turn {
            upper: first != 0,
            at,
        })
    }
}

impl Selector<'_> {
    /// The vector of a pair, with AVX2.
    pub(super) fn paired(&mut self, pair: &Pair, sources: [VReg; 2]) -> VReg {
        debug_assert!(self.level == Level::Avx2 && self.level.lanes(Elem::F32) == 2 * HALF as u32);
        match pair {
            Pair::Shuffled { from, lanes } => {
                let [x, y] = from.map(|halves| self.chosen_halves(halves, sources));
                self.mix(Row::Shuffle32, x, y, *lanes)
            }
            Pair::InTurn(turns) => {
                let vectors = turns.map(|turn| {
                    let row = match turn.upper {
                        true => Row::UnpackHigh32,
                        false => Row::UnpackLow32,
                    };
                    self.mix(row, sources[0], sources[1], 0)
                });
                let halves = [0, 1].map(|vector| Half {
                    vector,
                    at: turns[vector].at,
                });
                self.chosen_halves(halves, vectors)
            }
        }
    }

    /// A vector of two halves.
    fn chosen_halves(&mut self, halves: [Half; 2], sources: [VReg; 2]) -> VReg {
        let [low, high] = halves.map(|half| sources[half.vector]);
        if low == high && halves.map(|half| half.at) == [0, 1] {
            return low;
        }
        let choice = |half: Half| (half.vector * 2 + half.at) as i32;
        let lanes = choice(halves[0]) | choice(halves[1]) << 4;
        self.mix(Row::ChooseHalves, sources[0], sources[1], lanes)
    }

    /// An instruction on two vectors, done once in a block.
    fn mix(&mut self, row: Row, x: VReg, y: VReg, lanes: i32) -> VReg {
        let key = (self.current, row, x, y, lanes);
        if let Some(known) = self.mixed.get(&key) {
            return *known;
        }
        let result = match row {
            Row::UnpackLow32 | Row::UnpackHigh32 => self.row2(row, x, y),
            _ => self.row2_imm(row, x, y, lanes),
        };
        self.mixed.insert(key, result);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lanes that a pair gives, computed as the instructions are defined (Intel, Software Developer's Manual, volume 2).
    fn lanes_of(pair: &Pair) -> Vec<(usize, u32)> {
        let half = |half: Half| (0..HALF).map(move |k| (half.vector, (half.at * HALF + k) as u32));
        match pair {
            Pair::Shuffled { from, lanes } => {
                let [x, y] =
                    from.map(|[low, high]| half(low).chain(half(high)).collect::<Vec<_>>());
                (0..2 * HALF)
                    .map(|at| {
                        let within = (lanes >> (2 * (at % HALF)) & 3) as usize;
                        let vector = if at % HALF < 2 { &x } else { &y };
                        vector[at / HALF * HALF + within]
                    })
                    .collect()
            }
            Pair::InTurn(turns) => turns
                .iter()
                .flat_map(|turn| {
                    let first = turn.at * HALF + if turn.upper { 2 } else { 0 };
                    (0..HALF).map(move |k| (k % 2, (first + k / 2) as u32))
                })
                .collect(),
        }
    }

    #[test]
    fn pairs_give_their_patterns() {
        let apart = |first: u32| {
            (0..8)
                .map(move |k| first + 2 * k)
                .map(|at| ((at / 8) as usize, at % 8))
        };
        let in_turn = |first: u32| (first..first + 8).map(|at| ((at % 2) as usize, at / 2));
        for first in [0, 1] {
            let pattern: Vec<_> = apart(first).collect();
            let pair = Pair::of(&pattern, [0, 1]).expect("lanes two apart");
            assert!(matches!(pair, Pair::Shuffled { .. }));
            assert_eq!(lanes_of(&pair), pattern);
            let pattern: Vec<_> = in_turn(8 * first).collect();
            let pair = Pair::of(&pattern, [0, 1]).expect("lanes in turn");
            assert!(matches!(pair, Pair::InTurn(_)));
            assert_eq!(lanes_of(&pair), pattern);
        }
    }

    #[test]
    fn what_is_found_for_any_pattern_gives_it() {
        // Patterns of two blocks of four lanes, each of all single steps and starts; and single changes of regular ones.
        let mut found = 0;
        for code in 0..4096_u32 {
            let step = code & 3;
            let start = code >> 2 & 15;
            let second = code >> 6 & 15;
            let changed = code >> 10;
            let pattern: Vec<_> = (0..8_u32)
                .map(|k| {
                    if k < 4 {
                        start + step * k
                    } else {
                        second + step * (k - 4)
                    }
                })
                .map(|at| at ^ u32::from(changed == 3))
                .map(|at| ((at / 8 % 2) as usize, at % 8))
                .collect();
            if let Some(pair) = Pair::of(&pattern, [0, 1]) {
                assert_eq!(lanes_of(&pair), pattern, "{pair:?}");
                found += 1;
            }
        }
        assert!(found > 100, "{found}");
        let wrong: Vec<_> = [0, 2, 4, 6, 8, 10, 12, 15]
            .map(|at| ((at / 8) as usize, at % 8))
            .to_vec();
        assert_eq!(Pair::of(&wrong, [0, 1]), None);
        let halves_differ: Vec<_> = [0, 0, 1, 1, 2, 2, 3, 4]
            .iter()
            .enumerate()
            .map(|(k, at)| (k % 2, *at))
            .collect();
        assert_eq!(Pair::of(&halves_differ, [0, 1]), None);
    }
}
