//! Slices: element by element when few elements of known number are concerned, by rows of the runtime otherwise, and
//! by loops where a kernel fills a slice.
//!
//! Layer: `places`.
//!
//! *Invariant:* reading a slice gives a fresh array; element by element or not, the same elements are touched.

use crate::hir::{AssignOp, BinaryOp, Element, Expr, ExprKind, Place, Subscript};
use crate::lower::arrays::tree::Tree;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::operand::{Address, Number, Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::function::Slot;
use crate::lower::frame::language::Language;
use crate::lower::memory::storage::extents;
use crate::lower::memory::storage::inside;
use crate::lower::memory::strided::Shape;
use crate::lower::tree::expression::array_type;
use crate::lower::tree::index::{range_count, subscripts};
use crate::machine::processor::HOST_REGISTERS;
use crate::mir::{BinaryOp as MirBinary, ElemKind, ListEntry, RtFn, Ty, Value};
use crate::types::{ArrayType, Elem, Size};

/// One dimension of a slice whose operands have been evaluated.
#[derive(Clone, Debug)]
enum Axis {
    /// One index.
    Index(Value),
    /// `first, first + step, …`.
    Span {
        first: Value,
        step: Value,
        count: Count,
    },
    /// These indices.
    List(Vec<Value>),
    /// The elements of a vector in memory, as many as it has.
    Vector(Value),
}

/// How many indices a span has.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// Known when compiling.
    Known(usize),
    /// Known when running.
    Value(Value),
}

impl Axis {
    fn known_count(&self) -> Option<usize> {
        match self {
            Axis::Index(_) => Some(1),
            Axis::List(indices) => Some(indices.len()),
            Axis::Vector(_) => None,
            Axis::Span {
                count: Count::Known(count),
                ..
            } => Some(*count),
            Axis::Span {
                count: Count::Value(_),
                ..
            } => None,
        }
    }
}

/// The number of indices of a subscript as far as the text tells.
fn known_count(subscript: &Subscript, extent: Option<usize>) -> Option<usize> {
    match subscript {
        Subscript::All => extent,
        Subscript::Index(_) => Some(1),
        Subscript::Range { start, step, stop } => range_count(start, step.as_deref(), stop),
        Subscript::Vector(vector) => array_type(&vector.ty).known_numel(),
    }
}

/// The extent of the dimension that a subscript addresses; all elements when it is the only one.
fn extent(ty: &ArrayType, axis: usize, subscripts: usize) -> Option<usize> {
    if subscripts == 1 {
        return ty.known_numel();
    }
    if let [_] = ty.sizes[..] {
        // A vector in registers is a row; one in memory may also be a column.
        let row = || extents(ty).get(axis).map_or(1, |&extent| extent as usize);
        return ty.is_small().then(row);
    }
    match ty.sizes.get(axis) {
        Some(Size::Known(size)) => usize::try_from(*size).ok(),
        Some(Size::Symbol(_) | Size::Open) => None,
        None => (!ty.any_rank).then_some(1),
    }
}

/// The number of indices per dimension. When that of a whole dimension is not known it follows from the number of elements, and is checked when
/// running; a range must tell its own.
fn counts_for_value(element: &Element, total: Option<usize>) -> Vec<Option<usize>> {
    let whole = |axis: usize| matches!(subscripts(element)[axis], Subscript::All);
    let own = counts(element, None);
    let given = counts(element, total);
    let from_value = |axis: usize| if whole(axis) { given[axis] } else { None };
    own.iter()
        .enumerate()
        .map(|(axis, count)| count.or_else(|| from_value(axis)))
        .collect()
}

/// The number of indices per dimension. When one is not known it follows from the number of elements.
fn counts(element: &Element, total: Option<usize>) -> Vec<Option<usize>> {
    let ty = array_type(&element.array.ty);
    let subscripts = subscripts(element);
    let mut counts: Vec<Option<usize>> = subscripts
        .iter()
        .enumerate()
        .map(|(axis, subscript)| known_count(subscript, extent(ty, axis, subscripts.len())))
        .collect();
    let known: usize = counts.iter().flatten().product();
    let unknown: Vec<usize> = (0..counts.len())
        .filter(|&axis| counts[axis].is_none())
        .collect();
    if let ([axis], Some(total)) = (unknown.as_slice(), total)
        && known > 0
        && total % known == 0
    {
        counts[*axis] = Some(total / known);
    }
    counts
}

fn product(counts: &[Option<usize>]) -> Option<usize> {
    counts
        .iter()
        .try_fold(1usize, |product, count| product.checked_mul((*count)?))
}

impl FunctionLowering<'_, '_> {
    fn slice_limit(&self) -> usize {
        if self.wants_registers() {
            64
        } else {
            HOST_REGISTERS
        }
    }

    // ---- Reading -----------------------------------------------------------------------------------------------------

    /// `x[a, :, b..c]` on the right.
    pub(in crate::lower) fn read_slice(
        &mut self,
        expr: &Expr,
        element: &Element,
    ) -> Lowered<Operand> {
        let ty = array_type(&expr.ty);
        let counts = counts(element, ty.known_numel());
        let few = product(&counts).is_some_and(|n| (1..=self.slice_limit()).contains(&n));
        if few && ty.is_small() {
            return self.read_elements(ty, element, &counts);
        }
        if self.kernel.is_some() {
            return self.needs_memory(expr.span, "a slice of unknown size within a kernel");
        }
        let array = self.eval_handle(&element.array)?;
        let slices = self.slice_entries(subscripts(element))?;
        Ok(Operand::Handle(
            self.read_by_row(array, element, &slices, ty),
        ))
    }

    fn read_by_row(
        &mut self,
        array: Value,
        element: &Element,
        slices: &[ListEntry],
        ty: &ArrayType,
    ) -> Value {
        let mode = self.mode_code(element.read);
        let name = self.array_name(&element.array);
        let result = self.array_ty(ty);
        self.runtime1(RtFn::slice_read, &[array, mode, name], slices, result)
    }

    fn read_elements(
        &mut self,
        ty: &ArrayType,
        element: &Element,
        counts: &[Option<usize>],
    ) -> Lowered<Operand> {
        let array = self.eval(&element.array)?;
        let axes = self.axes(element, &array, counts)?;
        let element_ty = ty.elem.value_type();
        let mut elements = Vec::new();
        for index in self.all_indices(&axes) {
            let ty = element_ty.clone();
            let value = self.read_element(element, &array, index, &ty)?;
            elements.push(value.number());
        }
        Ok(Operand::Small(Small {
            ty: ty.clone(),
            elements,
        }))
    }

    /// Evaluates the subscripts of a slice for access element by element.
    fn axes(
        &mut self,
        element: &Element,
        array: &Operand,
        counts: &[Option<usize>],
    ) -> Lowered<Vec<Axis>> {
        let subscripts = subscripts(element);
        subscripts
            .iter()
            .zip(counts)
            .enumerate()
            .map(|(axis, (subscript, &count))| match subscript {
                Subscript::Index(index) => Ok(Axis::Index(self.eval_value(index)?)),
                Subscript::Vector(vector) => self.listed(vector, count),
                Subscript::All => {
                    let (first, step) = (self.int(0), self.int(1));
                    let count = match count {
                        Some(count) => Count::Known(count),
                        None => Count::Value(self.extent_value(array, axis, subscripts.len())),
                    };
                    Ok(Axis::Span { first, step, count })
                }
                Subscript::Range { start, step, stop } => {
                    self.span(start, step.as_deref(), stop, count)
                }
            })
            .collect()
    }

    /// The indices that a vector holds; `count` tells how many there must be.
    fn listed(&mut self, vector: &Expr, count: Option<usize>) -> Lowered<Axis> {
        if array_type(&vector.ty).is_small() {
            let indices = self.eval_small(vector)?;
            let indices = indices.elements.iter().map(|index| index.real());
            return Ok(Axis::List(indices.collect()));
        }
        let indices = self.eval_handle(vector)?;
        let Some(count) = count else {
            return Ok(Axis::Vector(indices));
        };
        let have = self.numel(indices);
        let want = self.int(count as i32);
        self.require_equal("slice", want, have);
        let indices = (0..count as i32).map(|position| {
            let position = self.int(position);
            self.index_in(indices, position)
        });
        Ok(Axis::List(indices.collect()))
    }

    /// A range as an axis of a slice.
    fn span(
        &mut self,
        start: &Expr,
        step: Option<&Expr>,
        stop: &Expr,
        count: Option<usize>,
    ) -> Lowered<Axis> {
        let first = self.eval_value(start)?;
        let step = match step {
            Some(step) => self.eval_value(step)?,
            None => self.int(1),
        };
        let count = match count {
            Some(count) => Count::Known(count),
            None => {
                let stop = self.eval_value(stop)?;
                let distance = self.sub(stop, first);
                let steps = self.binary(MirBinary::IntDiv, distance, step);
                let one = self.int(1);
                Count::Value(self.add(steps, one))
            }
        };
        Ok(Axis::Span { first, step, count })
    }

    // ---- Storing -----------------------------------------------------------------------------------------------------

    /// `x[a, :, b..c] op= value`.
    pub(in crate::lower) fn assign_slice(
        &mut self,
        element: &Element,
        op: AssignOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        let total = value.ty.as_array().and_then(ArrayType::known_numel);
        let counts = counts_for_value(element, total);
        let few = product(&counts).is_some_and(|n| (1..=self.slice_limit()).contains(&n));
        let value_fits =
            value.ty.is_number() || value.ty.as_array().is_some_and(ArrayType::is_small);
        let updates = matches!(op, AssignOp::Update(_));
        let in_order = !(updates && self.reads_first(value));
        if few && value_fits && in_order {
            let value = match value.ty.is_number() {
                true => Operand::Number(self.eval_number(value)?),
                false => Operand::Small(self.eval_small(value)?),
            };
            return self.assign_elements(element, op, value, &counts);
        }
        if self.kernel.is_some() {
            return self.assign_slice_in_kernel(element, op, value, &counts);
        }
        match op {
            AssignOp::Set => {
                let value = self.eval(value)?;
                self.store_slice_by_row(element, value.clone())?;
                Ok(value)
            }
            AssignOp::Update(op) => self.update_slice(element, op, value),
            AssignOp::Exchange | AssignOp::CompareExchange => {
                self.unsupported(value.span, "an exchange of a slice")
            }
        }
    }

    /// Stores a value that has been evaluated into a slice.
    pub(in crate::lower) fn store_evaluated_slice(
        &mut self,
        element: &Element,
        value: Operand,
    ) -> Lowered<()> {
        if matches!(element.place, Place::Mask(_)) {
            return self.unsupported(element.array.span, "a mask as one of several targets");
        }
        self.store_slice_by_row(element, value)
    }

    fn store_slice_by_row(&mut self, element: &Element, value: Operand) -> Lowered<()> {
        let array = self.target_array(&element.array)?;
        let slices = self.slice_entries(subscripts(element))?;
        let mode = self.mode_code(element.write);
        let name = self.array_name(&element.array);
        match value {
            Operand::Number(number) => {
                let number = match array_type(&element.array.ty).elem {
                    elem if has_64_bits(elem) => self.rounded(number, elem),
                    _ => number,
                };
                let mut entries = vec![number_entry(number)];
                entries.extend(slices);
                self.runtime0(RtFn::slice_fill, &[array, mode, name], &entries);
            }
            value => {
                let source = self.materialize(value, element.array.span)?;
                let source = self.in_64_bits(source, array_type(&element.array.ty).elem);
                self.store_or_fill(element, source, &[array, mode, name], slices);
            }
        }
        Ok(())
    }

    /// An array for elements of 64 bits, as these keep it: real numbers are rounded, and what is negative is 0 where there is no sign. The runtime
    /// converts bits.
    pub(in crate::lower) fn in_64_bits(&mut self, source: Value, elem: Elem) -> Value {
        if !has_64_bits(elem) || self.kernel.is_some() {
            return source;
        }
        if matches!(self.ty(source), Ty::Array(kind) if kind == self.kind(elem)) {
            return source;
        }
        let shape = Shape::Array(source);
        let kept = self.new_like(&shape, &ArrayType::any(elem));
        self.store_tree(kept, &shape, &Tree::Leaf(source));
        kept
    }

    /// A string fills a slice of strings; an array is stored into it.
    fn store_or_fill(
        &mut self,
        element: &Element,
        source: Value,
        args: &[Value; 3],
        slices: Vec<ListEntry>,
    ) {
        debug_assert!(element.array.ty.as_array().is_some());
        if self.ty(source) == Ty::Str {
            let mut entries = vec![ListEntry::Value(source)];
            entries.extend(slices);
            self.runtime0(RtFn::slice_fill, args, &entries);
        } else {
            let [array, mode, name] = *args;
            self.runtime0(RtFn::slice_store, &[array, mode, name, source], &slices);
        }
    }

    /// Reads the slice, updates the copy, stores it back.
    fn update_slice(&mut self, element: &Element, op: BinaryOp, value: &Expr) -> Lowered<Operand> {
        let array = self.target_array(&element.array)?;
        let slices = self.slice_entries(subscripts(element))?;
        let ty = ArrayType::any(array_type(&element.array.ty).elem);
        let copy = self.read_by_row(array, element, &slices, &ty);
        if value.ty.is_number() {
            self.update_in_place(op, copy, &ty, value)?;
        } else {
            self.update_reshaped(op, copy, &ty, value)?;
        }
        let mode = self.mode_code(element.write);
        let name = self.array_name(&element.array);
        self.runtime0(RtFn::slice_store, &[array, mode, name, copy], &slices);
        Ok(Operand::Handle(copy))
    }

    /// `target op= value` where the shapes agree only after squeezing.
    fn update_reshaped(
        &mut self,
        op: BinaryOp,
        target: Value,
        ty: &ArrayType,
        value: &Expr,
    ) -> Lowered<()> {
        let source = self.eval_handle(value)?;
        let size = self.runtime1(RtFn::array_size, &[target], &[], Ty::Array(ElemKind::I32));
        let source_ty = self.ty(source);
        let dims = [ListEntry::Value(size)];
        let source = self.runtime1(RtFn::array_reshape, &[source], &dims, source_ty);
        let count = self.numel(target);
        self.count_loop(count, true, |s, index| {
            let old = s.load_element(inside(target, index)).number();
            let number = s.load_element(inside(source, index)).number();
            let new = s.updated(op, old, number, ty.elem);
            s.store_element(inside(target, index), new.into());
        });
        Ok(())
    }

    // ---- Element by element --------------------------------------------------------------------------------------------

    fn assign_elements(
        &mut self,
        element: &Element,
        op: AssignOp,
        value: Operand,
        counts: &[Option<usize>],
    ) -> Lowered<Operand> {
        let base = self.slice_base(element)?;
        let axes = self.axes(element, &base.operand(), counts)?;
        self.check_counts(element, &base, counts);
        let lists = self.all_indices(&axes);
        if let Operand::Small(small) = &value
            && small.len() != lists.len()
        {
            let (have, want) = (self.int(small.len() as i32), self.int(lists.len() as i32));
            self.require_equal("slice", have, want);
            return Ok(value);
        }
        let mut results = Vec::new();
        for (position, index) in lists.into_iter().enumerate() {
            let number = match &value {
                Operand::Small(small) => small.elements[position],
                other => other.clone().number(),
            };
            let (read, write) = (element.read, element.write);
            let address = base.at(index);
            let result = self.assign_element(address, read, write, op, number.into(), element)?;
            results.push(result.number());
        }
        Ok(match value {
            Operand::Small(small) => Operand::Small(Small {
                elements: results,
                ..small
            }),
            other => other,
        })
    }

    /// A count that was taken from the value must be the extent of its dimension.
    fn check_counts(&mut self, element: &Element, base: &Base, counts: &[Option<usize>]) {
        let ty = array_type(&element.array.ty);
        let subscripts = subscripts(element);
        for (axis, (subscript, count)) in subscripts.iter().zip(counts).enumerate() {
            let known = known_count(subscript, extent(ty, axis, subscripts.len()));
            if let (None, Some(count), Subscript::All, Base::Memory(array)) =
                (known, count, subscript, base)
            {
                let have = self.extent_value(&Operand::Handle(*array), axis, subscripts.len());
                let want = self.int(*count as i32);
                self.require_equal("slice", want, have);
            }
        }
    }

    /// The array in memory that a row of the runtime stores into.
    pub(in crate::lower) fn target_array(&mut self, array: &Expr) -> Lowered<Value> {
        match self.eval(array)? {
            Operand::Small(_) => self.unsupported(
                array.span,
                "storing several elements into this small array at once",
            ),
            operand => self.materialize(operand, array.span),
        }
    }

    fn slice_base(&mut self, element: &Element) -> Lowered<Base> {
        if let ExprKind::Var(var) = &element.array.kind
            && let Slot::Registers(locals) = self.slot(*var)
        {
            return Ok(Base::Registers(
                array_type(&element.array.ty).clone(),
                locals,
            ));
        }
        Ok(Base::Memory(self.eval_handle(&element.array)?))
    }

    /// A number into a slice of any size within a kernel: loops over the dimensions.
    fn assign_slice_in_kernel(
        &mut self,
        element: &Element,
        op: AssignOp,
        value: &Expr,
        counts: &[Option<usize>],
    ) -> Lowered<Operand> {
        if !value.ty.is_number() {
            return self.unsupported(value.span, "a slice of unknown size within a kernel");
        }
        let value = self.eval_number(value)?;
        let base = self.slice_base(element)?;
        let axes = self.axes(element, &base.operand(), counts)?;
        self.fill_loops(element, op, value, &base, &axes, Vec::new())?;
        Ok(value.into())
    }

    fn fill_loops(
        &mut self,
        element: &Element,
        op: AssignOp,
        value: Number,
        base: &Base,
        axes: &[Axis],
        mut index: Vec<Value>,
    ) -> Lowered<()> {
        let Some((axis, rest)) = axes.split_first() else {
            let (read, write) = (element.read, element.write);
            self.assign_element(base.at(index), read, write, op, value.into(), element)?;
            return Ok(());
        };
        match axis {
            Axis::Index(value_index) => {
                index.push(*value_index);
                self.fill_loops(element, op, value, base, rest, index)
            }
            Axis::List(indices) => indices.iter().try_for_each(|&next| {
                let mut index = index.clone();
                index.push(next);
                self.fill_loops(element, op, value, base, rest, index)
            }),
            Axis::Vector(indices) => {
                let count = self.numel(*indices);
                self.count_loop(count, false, |s, position| {
                    index.push(s.index_in(*indices, position));
                    s.fill_loops(element, op, value, base, rest, index)
                })
            }
            Axis::Span { first, step, count } => {
                let count = match count {
                    Count::Known(count) => self.int(*count as i32),
                    Count::Value(count) => *count,
                };
                self.count_loop(count, false, |s, position| {
                    index.push(s.index_step(position, *step, *first));
                    s.fill_loops(element, op, value, base, rest, index)
                })
            }
        }
    }
}

impl Emitter<'_, '_> {
    /// An element of a vector of indices.
    fn index_in(&mut self, indices: Value, position: Value) -> Value {
        let index = self.load_element(inside(indices, position));
        self.convert(index.number().real(), Ty::I32)
    }

    fn extent_value(&mut self, array: &Operand, axis: usize, subscripts: usize) -> Value {
        match array {
            Operand::Handle(array) if subscripts == 1 => self.numel(*array),
            Operand::Handle(array) => self.dim(*array, axis as u8),
            other => panic!("the sizes of {other:?} are known"),
        }
    }

    /// All index lists of a slice with known counts, in row-major order.
    fn all_indices(&mut self, axes: &[Axis]) -> Vec<Vec<Value>> {
        let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
        for axis in axes {
            let indices = self.axis_indices(axis);
            lists = lists
                .into_iter()
                .flat_map(|list| {
                    indices.iter().map(move |&index| {
                        let mut list = list.clone();
                        list.push(index);
                        list
                    })
                })
                .collect();
        }
        lists
    }

    fn axis_indices(&mut self, axis: &Axis) -> Vec<Value> {
        match axis {
            Axis::Index(index) => vec![*index],
            Axis::List(indices) => indices.clone(),
            Axis::Vector(_) => panic!("a slice in registers has known counts"),
            Axis::Span { first, step, .. } => {
                let count = axis
                    .known_count()
                    .expect("a slice in registers has known counts");
                (0..count)
                    .map(|position| self.span_index(*first, *step, position as i32))
                    .collect()
            }
        }
    }

    /// `first + position * step`, folded where it is constant.
    fn span_index(&mut self, first: Value, step: Value, position: i32) -> Value {
        match (self.known_int(first), self.known_int(step)) {
            (Some(first), Some(step)) => self.int(first.wrapping_add(step.wrapping_mul(position))),
            (_, Some(step)) if position.wrapping_mul(step) == 0 => first,
            (_, Some(step)) => {
                let offset = self.int(position.wrapping_mul(step));
                self.add(first, offset)
            }
            (_, None) => {
                let position = self.int(position);
                self.index_step(position, step, first)
            }
        }
    }
}

/// The array that a slice is stored into.
enum Base {
    Memory(Value),
    Registers(ArrayType, Vec<crate::mir::Local>),
}

impl Base {
    fn at(&self, index: Vec<Value>) -> Address {
        match self {
            Base::Memory(array) => Address::Memory {
                array: *array,
                index,
            },
            Base::Registers(ty, locals) => Address::Registers {
                ty: ty.clone(),
                locals: locals.clone(),
                index,
            },
        }
    }

    /// For questions about extents, which for registers are known and never asked.
    fn operand(&self) -> Operand {
        match self {
            Base::Memory(array) => Operand::Handle(*array),
            Base::Registers(..) => Operand::Nothing,
        }
    }
}

/// Whether elements are integers of 64 bits.
fn has_64_bits(elem: Elem) -> bool {
    matches!(elem, Elem::Storage(ElemKind::I64 | ElemKind::U64))
}
