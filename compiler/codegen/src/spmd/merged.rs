//! Kernels whose last dimensions go through elements one after the other: rows of pixels times channels.
//!
//! Where every access has the last positions as its last indices, the position before those, plus something, as the index before, or none
//! of them, and the last extents of the arrays are those of the launch, elements that follow each other in the order of the positions
//! follow each other in memory. Vectors go along all these dimensions then, however short they are. The element-wise kernels of `flat` are
//! those where it is all dimensions, and nothing is added.
//!
//! *Technique:* loop coalescing (Polychronopoulos, "Loop Coalescing: A Compiler Transformation for Parallel Machines", ICPP 1987), of the
//! last dimensions.
//!
//! *Invariant:* a kernel runs in the merged version only where the last extents of the arrays are the launch's.

use std::collections::{BTreeMap, BTreeSet};

use super::ranges::{Atom, Ranges, Source};
use crate::mir::divergence::Divergence;
use crate::mir::kernel::kernel_data;
use crate::mir::{Access, AccessMode, BinaryOp, Block, Function, Local, Op, Stmt, Value};

/// Rows of kernels of two dimensions are long enough, unless these are the last of arrays of three: pixels and channels.
const LEAST_RANK: usize = 3;

/// What the merged version of a kernel needs.
pub(super) struct Merged {
    /// With the first merged position as the one that lanes differ by.
    pub ranges: Ranges,
    /// The first merged dimension: the only one whose position something may be added to.
    pub first: usize,
    /// Arrays whose last extents, behind that of the first merged dimension, must be those of the launch; their numbers of dimensions.
    pub arrays: BTreeMap<Local, usize>,
}

/// The merged version, if the kernel has one. More than two dimensions are merged where the first of them has no border: what lies outside of
/// the interior runs position by position.
pub(super) fn merged(kernel: &Function, divergence: &Divergence) -> Option<Merged> {
    let rank = kernel_data(kernel).position.len();
    if rank < 2 {
        return None;
    }
    let has_border = |ranges: &Ranges| {
        let mut bounds = ranges.inside.iter().flat_map(|one| &one.low.terms);
        bounds.any(|(atom, _)| *atom == Atom::Inner)
    };
    let versions = (0..rank - 1).filter_map(|first| from_dimension(kernel, divergence, first));
    let mut versions =
        versions.filter(|version| version.first == rank - 2 || !has_border(&version.ranges));
    versions.next()
}

fn from_dimension(kernel: &Function, divergence: &Divergence, first: usize) -> Option<Merged> {
    let (outer, inner) = kernel_data(kernel).position.split_at(first + 1);
    let ranges = Ranges::merged(kernel, first);
    let mut search = Search {
        inner,
        shifted: BTreeSet::from([outer[first]]),
        ranges: &ranges,
        divergence,
        varying: BTreeSet::new(),
        arrays: BTreeMap::new(),
        branches: 0,
    };
    let fits = search.block(&kernel.body) && !ranges.unknown_arrays;
    let arrays = search.arrays;
    let has_channels = arrays.values().any(|rank| *rank >= LEAST_RANK);
    (fits && has_channels).then_some(Merged {
        ranges,
        first,
        arrays,
    })
}

struct Search<'a> {
    /// The positions behind the first merged one.
    inner: &'a [Value],
    /// The first merged position, plus or minus what is the same for all lanes.
    shifted: BTreeSet<Value>,
    ranges: &'a Ranges,
    divergence: &'a Divergence,
    /// Values that differ between lanes, but for positions.
    varying: BTreeSet<Value>,
    arrays: BTreeMap<Local, usize>,
    /// Branches around.
    branches: u32,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) -> bool {
        block.stmts.iter().all(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> bool {
        self.note_varying(stmt);
        match &stmt.op {
            Op::Load(access) => self.access(access),
            Op::Store(access, values) => {
                !values.iter().any(|value| self.is_position(*value)) && self.access(access)
            }
            Op::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) if self.shifted.contains(a) => {
                self.shifted.insert(stmt.results[0]);
                self.is_uniform(*b)
            }
            Op::Binary(BinaryOp::Add, a, b) if self.shifted.contains(b) => {
                self.shifted.insert(stmt.results[0]);
                self.is_uniform(*a)
            }
            Op::Atomic(..) => false,
            op => {
                let mut uses = false;
                op.for_each_operand(|value| uses |= self.is_position(*value));
                let branch = u32::from(matches!(op, Op::If { .. }));
                self.branches += branch;
                let fits = !uses && op.blocks().all(|inner| self.block(inner));
                self.branches -= branch;
                fits
            }
        }
    }

    fn note_varying(&mut self, stmt: &Stmt) {
        let differs = |search: &Self, value: &Value| !search.is_uniform(*value);
        match &stmt.op {
            Op::For {
                index, start, step, ..
            } => {
                if differs(self, start) || differs(self, step) {
                    self.varying.insert(*index);
                }
            }
            Op::Get(local) if self.divergence.varying[*local] => {
                self.varying.extend(&stmt.results);
            }
            op => {
                let mut any = matches!(op, Op::Atomic(..));
                op.for_each_operand(|value| any |= differs(self, value));
                if any {
                    self.varying.extend(&stmt.results);
                }
            }
        }
    }

    fn is_uniform(&self, value: Value) -> bool {
        !self.varying.contains(&value) && !self.is_position(value)
    }

    fn is_position(&self, value: Value) -> bool {
        self.inner.contains(&value) || self.shifted.contains(&value)
    }

    /// Whether an access has the positions where they belong, or none of them.
    fn access(&mut self, access: &Access) -> bool {
        if !access.index.iter().any(|index| self.is_position(*index)) {
            return true;
        }
        let rank = access.index.len();
        let Some(at) = (rank - 1).checked_sub(self.inner.len()) else {
            return false;
        };
        // What the program promises of an index holds for the lanes that come there.
        let promised = access.mode == AccessMode::Unchecked && self.branches > 0;
        let covered = self.ranges.covered(access);
        let fits = access.index[at + 1..] == *self.inner
            && self.shifted.contains(&access.index[at])
            && !access.index[..at]
                .iter()
                .any(|index| self.is_position(*index))
            && !promised
            && covered.is_some_and(|covered| covered[at]);
        let Some(Source::Param(array)) = self.source(access.array) else {
            return false;
        };
        self.arrays.insert(array, rank);
        fits
    }

    fn source(&self, value: Value) -> Option<Source> {
        match self.ranges.sources.get(&value).copied() {
            Some(Source::Value(source)) => self.source(source),
            other => other,
        }
    }
}
