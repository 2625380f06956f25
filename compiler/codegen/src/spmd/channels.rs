//! Numbers of channels that a kernel is also compiled for: with the last extent of a colour image known, its elements lie at constant
//! distances, which vectors load and store whole.
//!
//! A guess: an array whose last index is the same for all lanes while the one before differs has the channels last. It has three of them
//! if no greater index is written down, or four if one is: for this array, or, where the text leaves open which of its channels are meant,
//! for any. Where the index before comes from an element or a fraction, there is a guess only if three or four channels are written down:
//! two numbers at a place that lies anywhere are as likely all that are there. Before the positions run, the kernel asks whether the guess is right.
//!
//! *Technique:* loop versioning (Byler, Davies, Huson, Leasure and Wolfe, "Multiple Version Loops", ICPP 1987) by an extent.
//!
//! *Invariant:* what is compiled with a guess runs only where the guess is right.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::ranges::{Ranges, Source};
use crate::mir::divergence::Divergence;
use crate::mir::kernel::kernel_data;
use crate::mir::{Access, Block, Const, Function, Local, Op, Stmt, Value};

/// The channels of a colour image, and with a fourth one.
const USUAL: i64 = 3;
const MOST: i64 = 4;

/// The last dimension of an array, and how many channels it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    /// The array, a parameter that keeps its value.
    pub array: Local,
    /// Its last dimension.
    pub dimension: usize,
    /// Its extent.
    pub count: i64,
}

/// The guesses for a kernel.
pub(super) fn guesses(kernel: &Function, divergence: &Divergence, ranges: &Ranges) -> Vec<Guess> {
    let positions = &kernel_data(kernel).position;
    let mut search = Search {
        divergence,
        ranges,
        innermost: *positions.last().expect("a kernel has a position"),
        varying: BTreeSet::new(),
        anywhere: BTreeSet::new(),
        kernel,
        greatest: FxHashMap::default(),
        through_all: positions.iter().copied().collect(),
        arrays: BTreeMap::new(),
    };
    search.block(&kernel.body);
    let of_any = search.arrays.values().map(|one| one.greatest).max();
    let guess = |(&array, found): (&Local, &Channels)| {
        let greatest = match found.is_known && found.greatest >= USUAL - 1 {
            true => found.greatest,
            false if found.is_anywhere => return None,
            false => of_any?,
        };
        let count = (greatest + 1).max(USUAL);
        (greatest > 0 && count <= MOST).then_some(Guess {
            array,
            dimension: found.dimension,
            count,
        })
    };
    search.arrays.iter().filter_map(guess).collect()
}

/// What the text says of an array with channels.
#[derive(Clone, Copy)]
struct Channels {
    /// Its last dimension.
    dimension: usize,
    /// The greatest index there.
    greatest: i64,
    /// Whether the text tells the greatest index of each access.
    is_known: bool,
    /// Whether elements or fractions say which pixels are meant.
    is_anywhere: bool,
}

struct Search<'a> {
    kernel: &'a Function,
    divergence: &'a Divergence,
    ranges: &'a Ranges,
    innermost: Value,
    /// Values that differ between lanes.
    varying: BTreeSet<Value>,
    /// Values that come from elements, and whole numbers from fractions.
    anywhere: BTreeSet<Value>,
    /// The greatest number that a value can be, where the text tells.
    greatest: FxHashMap<Value, i64>,
    /// Indices that go through all channels, however many there are.
    through_all: BTreeSet<Value>,
    /// Arrays with channels.
    arrays: BTreeMap<Local, Channels>,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
            for inner in stmt.op.blocks() {
                self.block(inner);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.op {
            Op::Const(Const::I32(number)) => {
                self.greatest.insert(stmt.results[0], i64::from(*number));
            }
            Op::For { index, stop, .. } => match self.greatest.get(stop).copied() {
                Some(last) => {
                    self.greatest.insert(*index, last);
                }
                // A loop whose end only running knows goes through all channels.
                None => {
                    self.through_all.insert(*index);
                }
            },
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                self.access(access);
            }
            _other => {}
        }
        let mut varies = matches!(stmt.op, Op::Get(local) if self.divergence.varying[local]);
        stmt.op
            .for_each_operand(|value| varies |= self.is_varying(*value));
        if varies {
            self.varying.extend(&stmt.results);
        }
        let mut anywhere = match &stmt.op {
            Op::Load(_) => true,
            Op::Convert(from) => self.kernel.values[*from].ty.is_float(),
            _other => false,
        };
        stmt.op
            .for_each_operand(|value| anywhere |= self.anywhere.contains(value));
        if anywhere {
            self.anywhere.extend(&stmt.results);
        }
    }

    fn is_varying(&self, value: Value) -> bool {
        value == self.innermost || self.varying.contains(&value)
    }

    fn access(&mut self, access: &Access) {
        let [.., before, last] = access.index[..] else {
            return;
        };
        let Some(Source::Param(array)) = self.source(access.array) else {
            return;
        };
        if self.is_varying(last) || !self.is_varying(before) {
            return;
        }
        let (greatest, is_known) = match self.greatest.get(&last) {
            Some(greatest) => (*greatest, true),
            None if self.through_all.contains(&last) => (USUAL - 1, false),
            None => (MOST, false),
        };
        let found = self.arrays.entry(array).or_insert(Channels {
            dimension: access.index.len() - 1,
            greatest,
            is_known,
            is_anywhere: false,
        });
        found.is_anywhere |= self.anywhere.contains(&before);
        found.greatest = found.greatest.max(greatest);
        found.is_known &= is_known;
    }

    fn source(&self, value: Value) -> Option<Source> {
        match self.ranges.sources.get(&value).copied() {
            Some(Source::Value(source)) => self.source(source),
            other => other,
        }
    }
}
