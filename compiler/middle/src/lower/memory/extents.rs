//! Sizes of arrays in memory: arrays of the same sizes, and errors where sizes differ.
//!
//! Layer: `memory`.
//!
//! *Invariant:* nothing is tested that the types already say.

use crate::base::Span;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::types::Lowered;
use crate::lower::memory::storage::extents;
use crate::lower::memory::strided::{Shape, Strided};
use crate::mir::{BinaryOp as MirBinary, CompareOp, Fill, ListEntry, RtFn, Ty, Value};
use crate::types::{ArrayType, Size};
use quasar_abi::MAXIMUM_DIMENSIONS;

/// Whether the types alone say that two arrays have the same sizes.
fn same_sizes(a: &ArrayType, b: &ArrayType) -> bool {
    !a.any_rank
        && !b.any_rank
        && a.sizes == b.sizes
        && a.sizes.iter().all(|size| *size != Size::Open)
}

impl Emitter<'_, '_> {
    /// A new array with the sizes of another one, not filled.
    pub(in crate::lower) fn new_like(&mut self, shape: &Shape, ty: &ArrayType) -> Value {
        let kind = self.kind(ty.elem);
        let shape = match shape {
            Shape::Array(array) => *array,
            Shape::Slice(slice) => return self.new_array(kind, &slice.dims, Fill::Uninit),
        };
        match ty.rank() {
            Some(rank) => {
                let dims: Vec<Value> = (0..rank.max(2))
                    .map(|axis| self.dim(shape, axis as u8))
                    .collect();
                self.new_array(kind, &dims, Fill::Uninit)
            }
            None => {
                let size = self.runtime1(
                    RtFn::array_size,
                    &[shape],
                    &[],
                    Ty::Array(crate::mir::ElemKind::I32),
                );
                let (code, fill) = (self.int(kind.code()), self.int(Fill::Uninit.code()));
                let dims = [ListEntry::Value(size)];
                self.runtime1(RtFn::array_new, &[code, fill], &dims, Ty::Array(kind))
            }
        }
    }

    /// A fresh array with the same elements.
    pub(in crate::lower) fn copy_of(&mut self, array: Value) -> Value {
        let ty = self.ty(array);
        self.runtime1(RtFn::array_copy, &[array], &[], ty)
    }

    /// The number of elements of a shape.
    pub(in crate::lower) fn count_of(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Array(array) => self.numel(*array),
            Shape::Slice(slice) => slice.count,
        }
    }

    /// Raises the error of sizes that do not fit when the values differ.
    pub(in crate::lower) fn require_equal(&mut self, what: &str, have: Value, want: Value) {
        let differ = self.compare(CompareOp::Ne, have, want);
        self.when(differ, |s| {
            let code = s.int(quasar_abi::RtError::SizeMismatch.code());
            let what = s.text(what);
            let entries = [what, have, want].map(|value| number_entry(value.into()));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
    }

    /// An error, when running, where two operands differ in their sizes.
    pub(in crate::lower) fn require_same_sizes(
        &mut self,
        left: &Shape,
        left_ty: &ArrayType,
        right: &Shape,
        right_ty: &ArrayType,
        operation: &str,
    ) {
        if same_sizes(left_ty, right_ty) {
            return;
        }
        let differ = match (left, right) {
            (Shape::Array(left), Shape::Array(right)) if left == right => return,
            (Shape::Array(left), Shape::Array(right)) => {
                let operation = self.text(operation);
                return self.runtime0(
                    RtFn::array_require_same_size,
                    &[*left, *right, operation],
                    &[],
                );
            }
            (Shape::Slice(slice), other) => self.differs(&slice.dims, other, right_ty),
            (other, Shape::Slice(slice)) => self.differs(&slice.dims, other, left_ty),
        };
        // Slices that are read in place become arrays only for the message.
        self.when(differ, |s| {
            let (left, right) = (s.copy_of_shape(left), s.copy_of_shape(right));
            let operation = s.text(operation);
            s.runtime0(
                RtFn::array_require_same_size,
                &[left, right, operation],
                &[],
            );
        });
    }

    /// The same where a slice is an operand, extent by extent: an error that kernels and loops in parallel can raise, too.
    pub(in crate::lower) fn require_same_extents(
        &mut self,
        slice: &Strided,
        other: &Shape,
        other_ty: &ArrayType,
        operation: &str,
    ) {
        for (have, want) in self.extents_beside(&slice.dims, other, other_ty) {
            if have != want {
                self.require_equal(operation, have, want);
            }
        }
    }

    /// Raises where an array has not the extents of one in registers, which is the left side of an operation.
    pub(in crate::lower) fn require_extents_of(
        &mut self,
        small: &ArrayType,
        array: Value,
        ty: &ArrayType,
        operation: &str,
    ) {
        let sizes = extents(small).into_iter();
        let wanted: Vec<Value> = sizes.map(|size| self.int(size)).collect();
        let differ = self.differs(&wanted, &Shape::Array(array), ty);
        let kind = self.kind(small.elem);
        self.when(differ, |s| {
            let left = s.new_array(kind, &wanted, Fill::Zeros);
            let operation = s.text(operation);
            s.runtime0(
                RtFn::array_require_same_size,
                &[left, array, operation],
                &[],
            );
        });
    }

    /// Whether extents are not those of a shape, as `Bool`.
    fn differs(&mut self, dims: &[Value], shape: &Shape, ty: &ArrayType) -> Value {
        let mut differ = self.bool(false);
        for (a, b) in self.extents_beside(dims, shape, ty) {
            if a != b {
                let here = self.compare(CompareOp::Ne, a, b);
                differ = self.binary(MirBinary::Or, differ, here);
            }
        }
        differ
    }

    /// Extents and those of a shape, in pairs; the shorter ones end with ones.
    fn extents_beside(
        &mut self,
        dims: &[Value],
        shape: &Shape,
        ty: &ArrayType,
    ) -> Vec<(Value, Value)> {
        let others = match shape {
            Shape::Slice(slice) => slice.dims.clone(),
            Shape::Array(array) => {
                let rank = ty.rank().map_or(MAXIMUM_DIMENSIONS, |rank| rank.max(2));
                (0..rank).map(|axis| self.dim(*array, axis as u8)).collect()
            }
        };
        let one = self.int(1);
        let of = |extents: &[Value], axis: usize| extents.get(axis).copied().unwrap_or(one);
        (0..dims.len().max(others.len()))
            .map(|axis| (of(dims, axis), of(&others, axis)))
            .collect()
    }

    /// Raises when an extent of an array within a kernel is not the one that a type asks for.
    pub(in crate::lower) fn require_extents_in_kernel(
        &mut self,
        array: Value,
        extents: &[Option<i32>],
        _span: Span,
    ) -> Lowered<()> {
        if let &[Some(count)] = extents {
            let (have, want) = (self.numel(array), self.int(count));
            self.require_equal("size", have, want);
            return Ok(());
        }
        for (axis, extent) in extents.iter().enumerate() {
            if let Some(extent) = extent {
                let (have, want) = (self.dim(array, axis as u8), self.int(*extent));
                self.require_equal("size", have, want);
            }
        }
        Ok(())
    }
}
