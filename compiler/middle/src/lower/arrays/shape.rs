//! Sizes: `size`, `numel`, lists of extents, new arrays; without making arrays of sizes.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* an extent that the type knows is a constant.

use crate::builtins::Builtin;
use crate::hir::{Expr, ExprKind};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::memory::storage::extents;
use crate::lower::tree::expression::{array_type, keeps_reference};
use crate::lower::tree::index::constant;
use crate::mir::{BinaryOp as MirBinary, ElemKind, Fill, ListEntry, RtFn, Ty, Value};
use crate::types::{ArrayType, Size, Type};

/// A list of extents.
pub(in crate::lower) enum Extents {
    /// One `I32` per dimension.
    List(Vec<Value>),
    /// An array whose length is known when running.
    Array(Value),
}

/// An array that is asked for its sizes.
struct Sized<'e> {
    operand: Operand,
    ty: &'e ArrayType,
}

impl FunctionLowering<'_, '_> {
    // ---- Extents of an array -------------------------------------------------------------------------------------------

    fn sized<'e>(&mut self, expr: &'e Expr) -> Lowered<Sized<'e>> {
        let ty = array_type(&expr.ty);
        Ok(Sized {
            operand: self.eval(expr)?,
            ty,
        })
    }

    /// The axes that the second argument of `size` asks for, when they are known.
    fn known_axes(axes: &Expr) -> Option<Vec<i32>> {
        match &axes.kind {
            ExprKind::Range { start, step, stop } => {
                let step = step.as_deref().map_or(Some(1), constant)?;
                let (start, stop) = (constant(start)?, constant(stop)?);
                (step == 1).then(|| (start..=stop).collect())
            }
            ExprKind::ArrayLiteral(items) => items.iter().map(constant).collect(),
            ExprKind::Convert(_, inner) if keeps_reference(axes, inner) => Self::known_axes(inner),
            _ => None,
        }
    }

    // ---- Vectors of ints as values --------------------------------------------------------------------------------------

    /// The elements of an int vector whose length is known when compiling; nothing is evaluated when it is not.
    pub(in crate::lower) fn vector_values(&mut self, expr: &Expr) -> Lowered<Option<Vec<Value>>> {
        match &expr.kind {
            ExprKind::Convert(_, inner) if keeps_reference(expr, inner) => {
                return match self.vector_values(inner)? {
                    Some(values) => Ok(Some(values)),
                    None => self.small_vector(expr),
                };
            }
            ExprKind::Builtin(Builtin::Size, args) => {
                if let Some(values) = self.size_values(args)? {
                    return Ok(Some(values));
                }
            }
            _ => {}
        }
        self.small_vector(expr)
    }

    fn small_vector(&mut self, expr: &Expr) -> Lowered<Option<Vec<Value>>> {
        if !array_type(&expr.ty).is_small() {
            return Ok(None);
        }
        let small = self.eval_small(expr)?;
        let values = small.elements.iter().map(|element| element.real());
        let values: Vec<Value> = values.collect();
        Ok(Some(
            values
                .into_iter()
                .map(|value| match self.in_size {
                    true => self.size_of_real(value),
                    false => self.convert(value, Ty::I32),
                })
                .collect(),
        ))
    }

    /// `size(x)` and `size(x, axes)` as values; none when the number of them is not known.
    fn size_values(&mut self, args: &[Expr]) -> Lowered<Option<Vec<Value>>> {
        let ty = array_type(&args[0].ty);
        let axes = match args.get(1) {
            None if ty.any_rank => return Ok(None),
            None => None,
            Some(axes) if axes.ty.as_array().is_none() => return Ok(None),
            Some(axes) => match Self::known_axes(axes) {
                Some(axes) => Some(axes),
                None => return Ok(None),
            },
        };
        let array = self.sized(&args[0])?;
        Ok(match axes {
            None => self.all_extents(&array),
            Some(axes) => {
                let axes = axes
                    .into_iter()
                    .map(|axis| usize::try_from(axis).unwrap_or(usize::MAX));
                Some(axes.map(|axis| self.extent_of(&array, axis)).collect())
            }
        })
    }

    // ---- Builtins ------------------------------------------------------------------------------------------------------

    /// `size(x)`, `size(x, d)`, `size(x, axes)`.
    pub(in crate::lower) fn size(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        if expr.ty == Type::Int {
            return self.size_along(&args[0], &args[1]);
        }
        let ty = array_type(&expr.ty);
        let exact = ty.known_numel();
        if exact.is_some()
            && (args.len() == 2 || !self.may_drop_ones(&args[0]))
            && let Some(values) = self.size_values(args)?
            && Some(values.len()) == exact
        {
            let elements = values.into_iter().map(Number::Real).collect();
            return Ok(Operand::Small(Small {
                ty: ty.clone(),
                elements,
            }));
        }
        if self.kernel.is_some() {
            return self.size_in_kernel(expr, args);
        }
        let array = self.eval_handle(&args[0])?;
        let list = match args.get(1) {
            None => return Ok(self.array_row(expr, RtFn::array_size, &[array])),
            Some(axes) => {
                let axes = self.eval(axes)?;
                self.entries(axes, expr.span)?
            }
        };
        let ty = self.array_ty(ty);
        let result = self.runtime1(RtFn::array_sizes, &[array], &list, ty);
        Ok(Operand::Handle(result))
    }

    /// Whether `size(x)` may be shorter than the type of x says, because trailing ones are left out. The checker gives
    /// its result a known length only when it trusts the type, but an open last extent may be 1.
    fn may_drop_ones(&self, array: &Expr) -> bool {
        if self.on_device() {
            return false;
        }
        let ty = array_type(&array.ty);
        ty.sizes.len() > 2 && !matches!(ty.sizes.last(), Some(Size::Known(2..)))
    }

    fn size_in_kernel(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        match self.size_values(args)? {
            Some(values) => {
                let elements: Vec<Number> = values.into_iter().map(Number::Real).collect();
                let count = Size::Known(elements.len() as i32);
                let ty = ArrayType::new(array_type(&expr.ty).elem, vec![count]);
                Ok(Operand::Small(Small { ty, elements }))
            }
            None => self.unsupported(expr.span, "this use of size within a kernel"),
        }
    }

    fn size_along(&mut self, array: &Expr, axis: &Expr) -> Lowered<Operand> {
        let array_operand = self.sized(array)?;
        if let Some(axis) = constant(axis).and_then(|axis| usize::try_from(axis).ok()) {
            let beyond = axis >= quasar_abi::MAXIMUM_DIMENSIONS;
            let value = if beyond {
                self.int(1)
            } else {
                self.extent_of(&array_operand, axis)
            };
            return Ok(Operand::Number(value.into()));
        }
        let axis = self.eval_value(axis)?;
        if self.kernel.is_some() {
            let Some(extents) = self.all_extents(&array_operand) else {
                return self.unsupported(array.span, "size along a computed axis within a kernel");
            };
            let mut extents: Vec<Number> = extents.into_iter().map(Number::Real).collect();
            extents.push(Number::Real(self.int(1)));
            return Ok(self.pick(&extents, axis).into());
        }
        let handle = self.materialize(array_operand.operand, array.span)?;
        let result = self.runtime1(RtFn::array_dim, &[handle, axis], &[], Ty::I64);
        Ok(Operand::Number(self.convert(result, Ty::I32).into()))
    }

    /// `numel(x)`.
    pub(in crate::lower) fn numel_of(&mut self, array: &Expr) -> Lowered<Operand> {
        let ty = array_type(&array.ty);
        if let Some((slice, _)) = self.kept_slice(array) {
            return Ok(Operand::Number(slice.count.into()));
        }
        let operand = self.eval(array)?;
        let value = match (ty.known_numel(), operand) {
            (Some(count), _) => self.int(count as i32),
            (None, Operand::Handle(array)) => self.numel(array),
            (None, Operand::View(view)) => view.numel,
            (None, Operand::Small(small)) => self.int(small.elements.len() as i32),
            (None, other) => panic!("{other:?} is not an array"),
        };
        Ok(Operand::Number(value.into()))
    }

    /// `ndims(x)`: without trailing ones, at least 1.
    pub(in crate::lower) fn ndims(&mut self, array: &Expr) -> Lowered<Operand> {
        match self.eval(array)? {
            Operand::Small(small) => {
                let sizes = extents(&small.ty);
                let count = sizes
                    .iter()
                    .rposition(|&size| size != 1)
                    .map_or(1, |last| last + 1);
                Ok(Operand::Number(self.int(count as i32).into()))
            }
            Operand::Handle(handle) if self.kernel.is_some() => {
                let Some(rank) = array_type(&array.ty).rank() else {
                    return self.unsupported(array.span, "ndims of a cube{:} within a kernel");
                };
                Ok(Operand::Number(self.count_dimensions(handle, rank).into()))
            }
            Operand::Handle(array) => {
                let count = self.runtime1(RtFn::array_ndims, &[array], &[], Ty::I32);
                Ok(Operand::Number(count.into()))
            }
            other => panic!("{other:?} is not an array"),
        }
    }

    // ---- Whole arrays compared ------------------------------------------------------------------------------------------

    /// `a == b` of whole arrays; two sizes are compared without making arrays of them.
    pub(in crate::lower) fn arrays_equal(&mut self, a: &Expr, b: &Expr) -> Lowered<Operand> {
        if let Some(result) = self.sizes_equal(a, b)? {
            return Ok(result);
        }
        let (a_ty, b_ty) = (array_type(&a.ty), array_type(&b.ty));
        if self.prefers_registers(a_ty) && self.prefers_registers(b_ty) {
            let (a, b) = (self.eval_small(a)?, self.eval_small(b)?);
            return Ok(self.small_equal(&a.elements, &b.elements));
        }
        if self.kernel.is_some() {
            return self.unsupported(a.span, "comparing arrays of unknown size within a kernel");
        }
        let (a, b) = (self.eval_before(a, b)?, self.eval_handle(b)?);
        Ok(Operand::Number(
            self.runtime1(RtFn::array_equal, &[a, b], &[], Ty::I32)
                .into(),
        ))
    }

    fn sizes_equal(&mut self, a: &Expr, b: &Expr) -> Lowered<Option<Operand>> {
        let (Some(a), Some(b)) = (sized_argument(a), sized_argument(b)) else {
            return Ok(None);
        };
        let (a, b) = (self.sized(a)?, self.sized(b)?);
        let rank = |array: &Sized| array.ty.rank().map_or(2, |rank| rank.max(2));
        let mut equal = self.bool(true);
        for axis in 0..rank(&a).max(rank(&b)) {
            let (x, y) = (self.extent_of(&a, axis), self.extent_of(&b, axis));
            let same = self.compare(crate::mir::CompareOp::Eq, x, y);
            equal = self.binary(MirBinary::And, equal, same);
        }
        Ok(Some(self.int_of(equal).into()))
    }

    // ---- New arrays ------------------------------------------------------------------------------------------------------

    /// A list of extents: one int per dimension, or a vector with all of them.
    pub(in crate::lower) fn extents(&mut self, dims: &[Expr]) -> Lowered<Extents> {
        let outer = std::mem::replace(&mut self.in_size, true);
        let extents = self.list_of_extents(dims);
        self.in_size = outer;
        extents
    }

    fn list_of_extents(&mut self, dims: &[Expr]) -> Lowered<Extents> {
        if let [vector] = dims
            && vector.ty.as_array().is_some()
        {
            return Ok(match self.vector_values(vector)? {
                Some(values) => Extents::List(values),
                None => Extents::Array(self.eval_handle(vector)?),
            });
        }
        let values: Lowered<Vec<Value>> = dims.iter().map(|dim| self.eval_value(dim)).collect();
        Ok(Extents::List(values?))
    }

    /// A new array on the heap. One number makes a row; one size in a vector, which is that of a column, a column.
    pub(in crate::lower) fn new_heap_array(
        &mut self,
        ty: &ArrayType,
        fill: Fill,
        dims: &[Expr],
    ) -> Lowered<Value> {
        let kind = self.kind(ty.elem);
        let extents = self.extents(dims)?;
        Ok(self.new_array_with(kind, fill, extents, is_vector(dims)))
    }

    /// The list of extents for a row of the runtime.
    pub(in crate::lower) fn extent_entries(&mut self, dims: &[Expr]) -> Lowered<Vec<ListEntry>> {
        Ok(match self.extents(dims)? {
            Extents::List(mut values) => {
                if values.len() == 1 && is_vector(dims) {
                    values.push(self.int(1));
                }
                self.list(&values)
            }
            Extents::Array(sizes) => vec![ListEntry::Value(sizes)],
        })
    }
}

impl Emitter<'_, '_> {
    // ---- Extents of an array -------------------------------------------------------------------------------------------

    /// The extent along an axis.
    fn extent_of(&mut self, array: &Sized, axis: usize) -> Value {
        match (&array.operand, array.ty.sizes.get(axis)) {
            (Operand::Small(small), _) => {
                let size = extents(&small.ty).get(axis).copied().unwrap_or(1);
                self.int(size)
            }
            (_, Some(Size::Known(size))) if array.ty.sizes.len() > 1 => self.int(*size),
            (Operand::Handle(handle), _) => self.dim(*handle, axis as u8),
            (Operand::View(view), _) => view
                .extents
                .get(axis)
                .copied()
                .unwrap_or_else(|| self.int(1)),
            (other, _) => panic!("{other:?} is not an array"),
        }
    }

    /// All extents, as many as the array's type has dimensions (at least two); none for `cube{:}`.
    fn all_extents(&mut self, array: &Sized) -> Option<Vec<Value>> {
        let rank = match &array.operand {
            Operand::Small(small) => extents(&small.ty).len(),
            _ => array.ty.rank()?.max(2),
        };
        Some((0..rank).map(|axis| self.extent_of(array, axis)).collect())
    }

    // ---- Builtins ------------------------------------------------------------------------------------------------------

    /// The number of dimensions without trailing ones, from the extents.
    fn count_dimensions(&mut self, array: Value, rank: usize) -> Value {
        let one = self.int(1);
        let mut count = one;
        for axis in 1..rank.max(2) {
            let extent = self.dim(array, axis as u8);
            let counts = self.compare(crate::mir::CompareOp::Ne, extent, one);
            let through_here = self.int(axis as i32 + 1);
            count = self.select(counts, through_here, count);
        }
        count
    }

    // ---- New arrays ------------------------------------------------------------------------------------------------------

    fn new_array_with(
        &mut self,
        kind: ElemKind,
        fill: Fill,
        extents: Extents,
        vector: bool,
    ) -> Value {
        match extents {
            Extents::List(mut dims) => {
                let one = self.int(1);
                match (dims.len(), vector) {
                    (0, _) => dims = vec![one, one],
                    (1, true) => dims.push(one),
                    (1, false) => dims.insert(0, one),
                    _ => {}
                }
                self.new_array(kind, &dims, fill)
            }
            Extents::Array(sizes) => {
                let (code, fill) = (self.int(kind.code()), self.int(fill.code()));
                let dims = [ListEntry::Value(sizes)];
                self.runtime1(RtFn::array_new, &[code, fill], &dims, Ty::Array(kind))
            }
        }
    }
}

fn is_vector(dims: &[Expr]) -> bool {
    matches!(dims, [vector] if vector.ty.as_array().is_some())
}

/// The array of a `size(x)` whose rank is known.
fn sized_argument(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Size, args) if args.len() == 1 => {
            (!array_type(&args[0].ty).any_rank).then_some(&args[0])
        }
        ExprKind::Convert(_, inner) if keeps_reference(expr, inner) => sized_argument(inner),
        _ => None,
    }
}
