//! Slices that array expressions read in place: whole dimensions between single indices, such as `x[:,:,c]` or `x[m,:]`.
//!
//! Element i of such a slice lies at `base + i*stride` of its array, so that no copy is needed.
//!
//! *Invariant:* only for expressions that store into nothing but their own new result, and whose other operands have no
//! effects: then nobody can tell that the slice was not copied.

use super::Lowered;
use super::elementwise::{Shape, Tree};
use super::expression::array_type;
use super::function::FunctionLowering;
use super::operand::Operand;
use super::walk::{Visitor, walk_expr};
use crate::hir::{Element, Expr, ExprKind, Place, Subscript};
use crate::mir::{AccessMode, BinaryOp as MirBinary, RtFn, Ty, Value};
use crate::types::Size;

/// A slice that is read in place.
#[derive(Clone, Debug)]
pub(super) struct Strided {
    /// The array.
    pub(super) array: Value,
    /// The row-major index of its first element.
    base: Value,
    /// The distance of two elements.
    stride: Value,
    /// The extents of the slice.
    pub(super) dims: Vec<Value>,
    /// The number of elements.
    pub(super) count: Value,
}

/// Whether evaluating an expression has effects that could change an array.
pub(super) fn has_effects(expr: &Expr) -> bool {
    struct Effects(bool);
    impl Visitor for Effects {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(
                expr.kind,
                ExprKind::Call { .. }
                    | ExprKind::Launch { .. }
                    | ExprKind::Assign(_)
                    | ExprKind::Sequence(..)
            );
            walk_expr(self, expr);
        }
    }
    let mut effects = Effects(false);
    effects.expr(expr);
    effects.0
}

/// The accesses of a slice of whole dimensions between single indices: the element and the range of its whole dimensions.
fn whole_dimensions(expr: &Expr) -> Option<(&Element, std::ops::Range<usize>)> {
    let ExprKind::Element(element) = &expr.kind else {
        return None;
    };
    let Place::Subscripts(subscripts) = &element.place else {
        return None;
    };
    let is_all = |subscript: &Subscript| matches!(subscript, Subscript::All);
    let is_index = |subscript: &Subscript| matches!(subscript, Subscript::Index(_));
    let first = subscripts.iter().position(is_all)?;
    let last = subscripts.iter().rposition(is_all)?;
    let rank = array_type(&element.array.ty).rank()?;
    let inside = subscripts[first..=last].iter().all(is_all);
    let outside = subscripts[..first]
        .iter()
        .chain(&subscripts[last + 1..])
        .all(is_index);
    (subscripts.len() >= 2 && subscripts.len() == rank && inside && outside)
        .then_some((element, first..last + 1))
}

impl FunctionLowering<'_, '_> {
    /// Whether a slice can be read in place.
    pub(super) fn is_strided(&self, expr: &Expr) -> bool {
        whole_dimensions(expr).is_some_and(|(element, _)| match self.mode(element.read) {
            AccessMode::Checked | AccessMode::Unchecked => true,
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => true,
            // An index outside gives a slice of zeros, which the runtime makes.
            AccessMode::Safe => false,
        })
    }

    /// The leaf of a slice that is read in place.
    pub(super) fn strided<'e>(&mut self, expr: &Expr) -> Lowered<Tree<'e>> {
        let (element, whole) = whole_dimensions(expr).expect("a slice of whole dimensions");
        let ty = array_type(&element.array.ty);
        let array = match self.eval(&element.array)? {
            Operand::Handle(array) => array,
            operand => self.materialize(operand, element.array.span)?,
        };
        let Place::Subscripts(subscripts) = &element.place else {
            panic!("a slice has subscripts");
        };
        let one = self.int(1);
        let (mut base, mut stride, mut count) = (self.int(0), one, one);
        let mut dims = Vec::new();
        for (axis, subscript) in subscripts.iter().enumerate() {
            let extent = match ty.sizes[axis] {
                Size::Known(size) => self.int(size),
                Size::Symbol(_) | Size::Open => self.dim(array, axis as u8),
            };
            if let Subscript::Index(index) = subscript {
                let index = self.eval_value(index)?;
                let index = self.index_inside(element, axis, index, extent);
                base = self.step(base, extent, index);
                if axis >= whole.end {
                    stride = self.times(stride, extent);
                }
                dims.push(one);
            } else {
                base = self.times(base, extent);
                count = self.times(count, extent);
                dims.push(extent);
            }
        }
        dims.truncate(whole.end.max(2));
        Ok(Tree::Strided(Strided {
            array,
            base,
            stride,
            dims,
            count,
        }))
    }

    /// One index under the access mode: an error outside, or the mode's map.
    fn index_inside(
        &mut self,
        element: &Element,
        axis: usize,
        index: Value,
        extent: Value,
    ) -> Value {
        let known = self.known_int(index).zip(self.known_int(extent));
        if known.is_some_and(|(index, extent)| (0..extent).contains(&index)) {
            return index;
        }
        match self.mode(element.read) {
            AccessMode::Unchecked | AccessMode::Safe => index,
            AccessMode::Checked => {
                let inside = self.inside_extent(index, extent);
                let outside = self.not(inside);
                let name = self.array_name(&element.array);
                self.when(outside, |s| {
                    let axis = s.int(axis as i32);
                    let (index, extent) = (s.convert(index, Ty::I64), s.convert(extent, Ty::I64));
                    s.runtime0(RtFn::error_index, &[name, axis, index, extent], &[]);
                });
                index
            }
            AccessMode::Circular => self.periodize(index, extent),
            AccessMode::Mirror => self.mirror(index, extent),
            AccessMode::Clamped => {
                let (zero, one) = (self.int(0), self.int(1));
                let last = self.sub(extent, one);
                self.limit(index, zero, last)
            }
        }
    }

    /// A product, folded for 0 and 1.
    fn times(&mut self, a: Value, b: Value) -> Value {
        match (self.known_int(a), self.known_int(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (Some(1), _) | (_, Some(0)) => b,
            _ => self.binary(MirBinary::Mul, a, b),
        }
    }

    /// `a * factor + b`, folded for 0 and 1.
    fn step(&mut self, a: Value, factor: Value, b: Value) -> Value {
        let product = self.times(a, factor);
        match (self.known_int(product), self.known_int(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => product,
            _ => self.add(product, b),
        }
    }

    /// The row-major index of an element of the slice in its array.
    pub(super) fn strided_index(&mut self, slice: &Strided, index: Value) -> Value {
        self.step(index, slice.stride, slice.base)
    }

    /// A copy of the slice, for rows that want an array.
    pub(super) fn copy_of_shape(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Array(array) => *array,
            Shape::Slice(slice) => {
                let kind = self.elem(slice.array);
                self.new_array(kind, &slice.dims, crate::mir::Fill::Zeros)
            }
        }
    }
}
