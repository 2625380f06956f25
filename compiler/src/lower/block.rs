//! Sizes of blocks: the one that a launch takes by itself, the largest legal one, and the number of blocks.
//!
//! *Invariant:* a block that is computed here has at most [`LIMIT`] positions and at least one along each dimension.

use super::Lowered;
use super::function::FunctionLowering;
use super::operand::{Number, Operand, Small};
use crate::builtins::Builtin;
use crate::hir::Expr;
use crate::mir::{BinaryOp as MirBinary, CompareOp, Value};

/// No block has more positions.
const LIMIT: i32 = 1024;
/// Positions of a block that a launch takes by itself.
const SUITABLE: i32 = 256;
/// Its side when it extends along two dimensions.
const SIDE: i32 = 16;
/// Dimensions up to this extent belong to a block as a whole: channels of a pixel, say.
const CHANNELS: i32 = 4;

impl FunctionLowering<'_, '_> {
    /// `max_block_size`, `opt_block_size` and `opt_block_cnt`.
    pub(super) fn block_query(
        &mut self,
        expr: &Expr,
        builtin: Builtin,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let sizes: Lowered<Vec<Value>> = args.iter().map(|size| self.eval_value(size)).collect();
        let sizes = sizes?;
        let values = match builtin {
            Builtin::MaxBlockSize => self.largest_block(&sizes),
            Builtin::OptBlockSize => self.optimal_block(&sizes),
            Builtin::OptBlockCount => {
                let (block, dims) = sizes.split_at(sizes.len() / 2);
                self.block_counts(dims, block)
            }
            other => panic!("{other:?} asks for no block"),
        };
        Ok(match expr.ty.as_array() {
            None => Number::Real(values[0]).into(),
            Some(ty) => Operand::Small(Small {
                ty: ty.clone(),
                elements: values.into_iter().map(Number::Real).collect(),
            }),
        })
    }

    /// The greater of two ints.
    pub(super) fn greater(&mut self, a: Value, b: Value) -> Value {
        self.binary(MirBinary::Max, a, b)
    }

    /// The block that a launch over these extents takes by itself: along the last dimension, and in the plane where there are two long ones.
    pub(super) fn optimal_block(&mut self, extents: &[Value]) -> Vec<Value> {
        let (side, channels) = (self.int(SIDE), self.int(CHANNELS));
        let is_long: Vec<Value> = extents
            .iter()
            .map(|&extent| self.compare(CompareOp::Gt, extent, channels))
            .collect();
        let mut left = self.int(SUITABLE);
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
    fn largest_block(&mut self, extents: &[Value]) -> Vec<Value> {
        let mut left = self.int(LIMIT);
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

    /// How many blocks cover each extent.
    pub(super) fn block_counts(&mut self, extents: &[Value], block: &[Value]) -> Vec<Value> {
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
