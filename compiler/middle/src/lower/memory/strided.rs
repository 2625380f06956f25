//! Slices that are read in place: where their elements lie.
//!
//! The element lies at `base + i*stride` of its array where one stride tells; otherwise at `base + i*first + j*second + …` of the indices
//! i, j, … that the loops of an expression count. Where indices may leave the array and that is no error, each element is an access of its own.
//!
//! Layer: `memory`.
//!
//! *Invariant:* what an index outside of the array means was settled when the slice was made, or is by the mode of each access.

use crate::lower::emit::emitter::Emitter;
use crate::lower::memory::storage::inside;
use crate::mir::{Access, AccessMode, BinaryOp as MirBinary, StrId, Value};

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
    /// None: each element is accessed by its indices.
    Indices(Indices),
}

/// How the elements of a slice are accessed whose indices may leave the array.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Indices {
    /// What each subscript picks.
    pub(in crate::lower) picked: Vec<Picked>,
    /// What an index outside means.
    pub(in crate::lower) mode: AccessMode,
    /// The array's name in the source.
    pub(in crate::lower) name: Option<StrId>,
}

/// What a subscript picks.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Picked {
    /// The first index.
    pub(in crate::lower) first: Value,
    /// The distance of one index and the next.
    pub(in crate::lower) step: Value,
    /// The number of indices.
    pub(in crate::lower) count: Value,
    /// Whether it is one index.
    pub(in crate::lower) single: bool,
}

impl Indices {
    /// Whether one subscript at most picks several indices, so that one loop counts all elements.
    fn is_row(&self) -> bool {
        self.picked.iter().filter(|one| !one.single).count() <= 1
    }
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

    /// The access of an element of the slice.
    pub(in crate::lower) fn strided_access(&mut self, slice: &Strided, at: &Position) -> Access {
        let index = match &slice.steps {
            Steps::Flat(stride) => self.step(at.flat, *stride, slice.base),
            Steps::Axes(strides) => strides
                .iter()
                .zip(&at.axes)
                .fold(slice.base, |index, (&stride, &axis)| {
                    self.step(axis, stride, index)
                }),
            Steps::Indices(indices) => return self.access_by_indices(slice.array, indices, at),
        };
        inside(slice.array, index)
    }

    fn access_by_indices(&mut self, array: Value, indices: &Indices, at: &Position) -> Access {
        let row = indices.is_row();
        let mut index = Vec::new();
        for (axis, one) in indices.picked.iter().enumerate() {
            let position = match row {
                true => Some(at.flat),
                false => at.axes.get(axis).copied(),
            };
            index.push(match position.filter(|_| !one.single) {
                Some(position) => self.step(position, one.step, one.first),
                None => one.first,
            });
        }
        Access {
            array,
            index,
            mode: indices.mode,
            name: indices.name,
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
    /// Whether its elements lie along one dimension.
    pub(in crate::lower) fn is_row(&self) -> bool {
        match &self.steps {
            Steps::Flat(_) => true,
            Steps::Axes(_) => false,
            Steps::Indices(indices) => indices.is_row(),
        }
    }

    /// The dimensions that loops have to count for it.
    pub(in crate::lower) fn grid(&self) -> Option<Vec<Value>> {
        let counts = match &self.steps {
            Steps::Flat(_) => false,
            Steps::Axes(_) => true,
            Steps::Indices(indices) => !indices.is_row(),
        };
        counts.then(|| self.dims.clone())
    }
}
