//! Sizes of blocks: the one that a launch takes by itself, the largest legal one, and the number of blocks.
//!
//! Layer: `kernels`.
//!
//! *Invariant:* a block that is computed here has at most [`LARGEST_BLOCK`] positions and at least one along each dimension.

use crate::builtins::groups::MOST_TOGETHER;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::machine::gpu::{LARGEST_BLOCK, SUITABLE_BLOCK, SUITABLE_SIDE};
use crate::mir::{self, BinaryOp as MirBinary, CompareOp, ListEntry, RtFn, Value};

/// Dimensions up to this extent belong to a block as a whole: channels of a pixel, say.
const CHANNELS: i32 = 4;

impl Emitter<'_, '_> {
    /// The greater of two ints.
    pub(in crate::lower) fn greater(&mut self, a: Value, b: Value) -> Value {
        self.binary(MirBinary::Max, a, b)
    }

    /// The block that a launch over these extents takes by itself: along the last dimension, and in the plane where there are two long ones.
    pub(in crate::lower) fn optimal_block(&mut self, extents: &[Value]) -> Vec<Value> {
        let (side, channels) = (self.int(SUITABLE_SIDE), self.int(CHANNELS));
        let is_long: Vec<Value> = extents
            .iter()
            .map(|&extent| self.compare(CompareOp::Gt, extent, channels))
            .collect();
        let mut left = self.int(SUITABLE_BLOCK);
        let mut block = Vec::new();
        for axis in (0..extents.len()).rev() {
            let within_side = self.binary(MirBinary::Min, left, side);
            let mut share = left;
            for &other in &is_long[..axis] {
                let both = self.binary(MirBinary::And, other, is_long[axis]);
                share = self.select(both, within_side, share);
            }
            let size = self.limited(extents[axis], share);
            left = self.binary(MirBinary::IntDiv, left, size);
            block.push(size);
        }
        block.reverse();
        block
    }

    /// The largest block within extents; the last dimension first.
    pub(in crate::lower) fn largest_block(&mut self, extents: &[Value]) -> Vec<Value> {
        let mut left = self.int(LARGEST_BLOCK);
        let mut block = Vec::new();
        for &extent in extents.iter().rev() {
            let size = self.limited(extent, left);
            left = self.binary(MirBinary::IntDiv, left, size);
            block.push(size);
        }
        block.reverse();
        block
    }

    /// An extent, at least 1 and at most `most`.
    fn limited(&mut self, extent: Value, most: Value) -> Value {
        let one = self.int(1);
        let size = self.binary(MirBinary::Min, extent, most);
        self.greater(size, one)
    }

    /// As many of the blocks as can wait for each other, fewer along the first dimensions if need be.
    pub(in crate::lower) fn fitting_counts(
        &mut self,
        counts: &[Value],
        block: &[Value],
    ) -> Vec<Value> {
        let mut room = self.room_beside(block);
        let mut fitting = Vec::new();
        for &count in counts.iter().rev() {
            let count = self.binary(MirBinary::Min, count, room);
            room = self.room_left(room, count);
            fitting.push(count);
        }
        fitting.reverse();
        fitting
    }

    /// An error when a launch has more threads than can wait for each other.
    pub(in crate::lower) fn require_room(&mut self, extents: &[Value], block: &[Value]) {
        let (zero, one) = (self.int(0), self.int(1));
        let mut room = self.room_beside(block);
        for (&extent, &size) in extents.iter().zip(block) {
            let extent = self.greater(extent, one);
            let last = self.sub(extent, one);
            let last = self.binary(MirBinary::IntDiv, last, size);
            let count = self.add(last, one);
            room = self.room_left(room, count);
        }
        let is_full = self.compare(CompareOp::Eq, room, zero);
        let (raise, ()) = self.block(|s| {
            let text = s.text(&format!(
                "the launch is too large: {MOST_TOGETHER} threads at most can wait for each other, and all threads of all blocks count. \
                 Launch as many blocks as `opt_block_cnt` gives, and let each thread do several positions"
            ));
            s.runtime0(RtFn::error_raise, &[], &[ListEntry::Value(text)]);
        });
        self.push_if(is_full, raise, mir::Block::default());
    }

    /// How many blocks of this size can wait for each other.
    fn room_beside(&mut self, block: &[Value]) -> Value {
        let most = self.int(MOST_TOGETHER);
        block
            .iter()
            .fold(most, |room, &size| self.room_left(room, size))
    }

    /// How often `count` fits: 0 once the product of all counts is too large.
    fn room_left(&mut self, room: Value, count: Value) -> Value {
        let one = self.int(1);
        let count = self.greater(count, one);
        self.binary(MirBinary::IntDiv, room, count)
    }

    /// How many blocks cover each extent.
    pub(in crate::lower) fn block_counts(
        &mut self,
        extents: &[Value],
        block: &[Value],
    ) -> Vec<Value> {
        let one = self.int(1);
        let mut counts = Vec::new();
        for (&extent, &size) in extents.iter().zip(block) {
            let size = self.greater(size, one);
            let sum = self.add(extent, size);
            let sum = self.sub(sum, one);
            counts.push(self.binary(MirBinary::IntDiv, sum, size));
        }
        counts
    }
}
