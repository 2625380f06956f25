//! Kernels whose last two dimensions go through elements one after the other: rows of pixels times channels.
//!
//! Where every access has the last position as its last index, the one before, plus something, as the one before that, or neither, and the
//! arrays have as many channels as the launch, an element lies where the number of the pixel times the channels plus that of the channel says.
//! Vectors go along both then, whatever the number of channels is. The element-wise kernels of `flat` are those where all dimensions do.
//!
//! *Invariant:* a kernel runs in the merged form only where the last extents of the arrays are the launch's.

use std::collections::{BTreeMap, BTreeSet};

use super::ranges::{Ranges, Source};
use crate::mir::kernel::kernel_data;
use crate::mir::{Access, AccessMode, BinaryOp, Block, Function, Local, Op, Stmt, Value};

/// What the merged form of a kernel needs.
pub(super) struct Merged {
    /// With the position before the last as the one that lanes differ by.
    pub ranges: Ranges,
    /// Arrays whose last extents must be that of the launch, and their last dimensions.
    pub arrays: BTreeMap<Local, usize>,
}

/// The merged form, if the kernel has one.
pub(super) fn merged(kernel: &Function) -> Option<Merged> {
    let &[.., before, last] = &kernel_data(kernel).position[..] else {
        return None;
    };
    let ranges = Ranges::merged(kernel);
    let mut search = Search {
        last,
        shifted: BTreeSet::from([before]),
        ranges: &ranges,
        arrays: BTreeMap::new(),
        branches: 0,
    };
    let fits = search.block(&kernel.body) && !ranges.unknown_arrays;
    let arrays = search.arrays;
    (fits && !arrays.is_empty()).then_some(Merged { ranges, arrays })
}

struct Search<'a> {
    last: Value,
    /// The position before the last, plus or minus what is the same for a row.
    shifted: BTreeSet<Value>,
    ranges: &'a Ranges,
    arrays: BTreeMap<Local, usize>,
    /// Branches around.
    branches: u32,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) -> bool {
        block.stmts.iter().all(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> bool {
        match &stmt.op {
            Op::Load(access) => self.access(access),
            Op::Store(access, values) => {
                !values.iter().any(|value| self.is_position(*value)) && self.access(access)
            }
            Op::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) if self.shifted.contains(a) => {
                self.shifted.insert(stmt.results[0]);
                self.ranges.invariant.contains(b)
            }
            Op::Binary(BinaryOp::Add, a, b) if self.shifted.contains(b) => {
                self.shifted.insert(stmt.results[0]);
                self.ranges.invariant.contains(a)
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

    fn is_position(&self, value: Value) -> bool {
        value == self.last || self.shifted.contains(&value)
    }

    /// Whether an access has both positions where they belong, or none.
    fn access(&mut self, access: &Access) -> bool {
        let [ref outer @ .., before, last] = access.index[..] else {
            return !access.index.iter().any(|index| self.is_position(*index));
        };
        let both = [last == self.last, self.shifted.contains(&before)];
        if both == [false, false] {
            return !access.index.iter().any(|index| self.is_position(*index));
        }
        // What the program promises of an index holds for the lanes that come there.
        let promised = access.mode == AccessMode::Unchecked && self.branches > 0;
        let dimension = access.index.len() - 1;
        let covered = self.ranges.covered(access);
        let fits = both == [true, true]
            && !promised
            && !outer.iter().any(|index| self.is_position(*index))
            && covered.is_some_and(|covered| covered[dimension - 1]);
        let Some(Source::Param(array)) = self.source(access.array) else {
            return false;
        };
        self.arrays.insert(array, dimension);
        fits
    }

    fn source(&self, value: Value) -> Option<Source> {
        match self.ranges.sources.get(&value).copied() {
            Some(Source::Value(source)) => self.source(source),
            other => other,
        }
    }
}
