//! Slices that are read in place: where their elements lie.
//!
//! The element lies at `base + i*stride` of its array where one stride tells; otherwise at `base + i*first + j*second + …` of the indices
//! i, j, … that the loops of an expression count.
//!
//! Layer: `memory`.
//!
//! *Invariant:* what an index outside of the array means was settled when the slice was made.

use crate::lower::emit::emitter::Emitter;
use crate::mir::{BinaryOp as MirBinary, Value};

/// What the sizes of a tree are taken from.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Shape {
    /// An array of the same sizes.
    Array(Value),
    /// A slice.
    Slice(Strided),
}

impl Shape {
    /// The array; a tree that was made without slices always has one.
    pub(in crate::lower) fn array(&self) -> Value {
        match self {
            Shape::Array(array) => *array,
            Shape::Slice(_) => panic!("slices are copied in this tree"),
        }
    }
}

/// A slice that is read in place.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Strided {
    /// The array.
    pub(in crate::lower) array: Value,
    /// The row-major index of its first element.
    pub(in crate::lower) base: Value,
    /// Where the others are.
    pub(in crate::lower) steps: Steps,
    /// The extents of the slice.
    pub(in crate::lower) dims: Vec<Value>,
    /// The number of elements.
    pub(in crate::lower) count: Value,
}

/// The distances of elements.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Steps {
    /// Of one and the next in row-major order.
    Flat(Value),
    /// Along each dimension of the slice.
    Axes(Vec<Value>),
}

/// An element of the loops that compute an array expression.
pub(in crate::lower) struct Position {
    /// Its index in row-major order.
    pub(in crate::lower) flat: Value,
    /// Its index along each dimension, where loops count them.
    pub(in crate::lower) axes: Vec<Value>,
}

impl Emitter<'_, '_> {
    /// A product, folded for 0 and 1.
    pub(in crate::lower) fn times(&mut self, a: Value, b: Value) -> Value {
        match (self.known_int(a), self.known_int(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (Some(1), _) | (_, Some(0)) => b,
            _ => self.binary(MirBinary::Mul, a, b),
        }
    }

    /// `a * factor + b`, folded for 0 and 1.
    pub(in crate::lower) fn step(&mut self, a: Value, factor: Value, b: Value) -> Value {
        let product = self.times(a, factor);
        match (self.known_int(product), self.known_int(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => product,
            _ => self.add(product, b),
        }
    }

    /// The row-major index of an element of the slice in its array.
    pub(in crate::lower) fn strided_index(&mut self, slice: &Strided, at: &Position) -> Value {
        match &slice.steps {
            Steps::Flat(stride) => self.step(at.flat, *stride, slice.base),
            Steps::Axes(strides) => strides
                .iter()
                .zip(&at.axes)
                .fold(slice.base, |index, (&stride, &axis)| {
                    self.step(axis, stride, index)
                }),
        }
    }

    /// A copy of the slice, for rows that want an array.
    pub(in crate::lower) fn copy_of_shape(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Array(array) => *array,
            Shape::Slice(slice) => {
                let kind = self.elem(slice.array);
                self.new_array(kind, &slice.dims, crate::mir::Fill::Zeros)
            }
        }
    }
}

impl Strided {
    /// The dimensions that loops have to count for it.
    pub(in crate::lower) fn grid(&self) -> Option<Vec<Value>> {
        matches!(self.steps, Steps::Axes(_)).then(|| self.dims.clone())
    }
}
