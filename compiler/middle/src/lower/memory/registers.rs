//! Arrays of known small size in registers: operators, reductions, products, elements by index.
//!
//! Layer: `memory`.
//!
//! *Invariant:* the number of elements follows from the type; nothing here touches memory.

use crate::hir::BinaryOp;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, Reach, Small, SmallOrNumber};
use crate::lower::memory::storage::extents;
use crate::lower::numbers::fold::Fold;
use crate::lower::tree::operator::accumulator_op;
use crate::mir::query::combining;
use crate::mir::{
    AccessMode, BinaryOp as MirBinary, CompareOp, Local, RtFn, StrId, UnaryOp as MirUnary, Value,
};
use crate::types::{ArrayType, Elem, Type};

impl Emitter<'_, '_> {
    // ---- Elements ---------------------------------------------------------------------------------------------------

    /// The row-major index of an element and whether it exists (none: it does). The mode's map is applied.
    pub(in crate::lower) fn small_index(
        &mut self,
        ty: &ArrayType,
        index: &[Value],
        reach: Reach,
    ) -> (Value, Option<Value>) {
        let sizes = indexed_extents(ty, index.len());
        let alone = index.len() == 1;
        let mut linear: Option<Value> = None;
        let mut inside: Option<Value> = None;
        for (axis, (&index, size)) in index.iter().zip(sizes).enumerate() {
            let axis = if alone { -1 } else { axis as i32 };
            let extent = self.int(size);
            let (index, valid) = self.map_index(index, extent, axis, reach);
            linear = Some(match linear {
                None => index,
                Some(before) => {
                    let size = self.int(size);
                    self.index_step(before, size, index)
                }
            });
            inside = match (inside, valid) {
                (Some(a), Some(b)) => Some(self.binary(MirBinary::And, a, b)),
                (a, b) => a.or(b),
            };
        }
        (linear.expect("an access has an index"), inside)
    }

    /// One index under the mode's map, and whether the element exists.
    pub(in crate::lower) fn map_index(
        &mut self,
        index: Value,
        extent: Value,
        axis: i32,
        reach: Reach,
    ) -> (Value, Option<Value>) {
        let size = self.known_int(extent);
        let known = self.known_int(index).zip(size);
        if known.is_some_and(|(index, size)| (0..size).contains(&index)) {
            return (index, None);
        }
        let maps = match reach.mode {
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => true,
            AccessMode::Unchecked | AccessMode::Safe | AccessMode::Checked => false,
        };
        if maps && size.is_none() {
            // There is nothing to map to in an array without elements.
            let zero = self.int(0);
            let some = self.compare(CompareOp::Gt, extent, zero);
            self.raise_index_unless(some, axis, index, extent, reach.name);
        }
        match reach.mode {
            AccessMode::Unchecked => (index, None),
            AccessMode::Safe => (index, Some(self.inside_extent(index, extent))),
            AccessMode::Checked => {
                let valid = self.inside_extent(index, extent);
                self.raise_index_unless(valid, axis, index, extent, reach.name);
                (index, None)
            }
            AccessMode::Circular => (self.periodize(index, extent), None),
            AccessMode::Mirror => (self.mirror(index, extent), None),
            AccessMode::Clamped => {
                let (first, one) = (self.int(0), self.int(1));
                let last = match size {
                    Some(size) => self.int(size - 1),
                    None => self.sub(extent, one),
                };
                (self.limit(index, first, last), None)
            }
        }
    }

    /// Whether `0 <= index < extent`.
    pub(in crate::lower) fn inside_extent(&mut self, index: Value, extent: Value) -> Value {
        let zero = self.int(0);
        let low = self.compare(CompareOp::Ge, index, zero);
        let high = self.compare(CompareOp::Lt, index, extent);
        self.binary(MirBinary::And, low, high)
    }

    /// `axis`: -1 where the index counts all elements.
    fn raise_index_unless(
        &mut self,
        valid: Value,
        axis: i32,
        index: Value,
        extent: Value,
        name: Option<StrId>,
    ) {
        let outside = self.not(valid);
        self.when(outside, |s| {
            use crate::mir::Ty;
            let name = match name {
                Some(name) => s.string(name),
                None => s.null(Ty::Str),
            };
            let axis = s.int(axis);
            let (index, extent) = (s.convert(index, Ty::I64), s.convert(extent, Ty::I64));
            s.runtime0(RtFn::error_index, &[name, axis, index, extent], &[]);
        });
    }

    /// Reads an element by indices.
    pub(in crate::lower) fn small_element(
        &mut self,
        small: &Small,
        index: &[Value],
        reach: Reach,
    ) -> Number {
        let (index, inside) = self.small_index(&small.ty, index, reach);
        let element = self.pick(&small.elements, index);
        match inside {
            None => element,
            Some(inside) => {
                let zero = self.zero_number(&small.elem().value_type());
                self.select_number(inside, element, zero)
            }
        }
    }

    /// The element with the index, by a chain of selects; the last one when there is none.
    pub(in crate::lower) fn pick(&mut self, elements: &[Number], index: Value) -> Number {
        if let Some(index) = self.known_int(index) {
            return elements[usize::try_from(index).map_or(0, |i| i.min(elements.len() - 1))];
        }
        let mut result = elements[elements.len() - 1];
        for (position, &element) in elements.iter().enumerate().rev().skip(1) {
            let position = self.int(position as i32);
            let here = self.compare(CompareOp::Eq, index, position);
            result = self.select_number(here, element, result);
        }
        result
    }

    // ---- Operators, reductions and products -------------------------------------------------------------------------

    /// An array in registers, updated element by element.
    pub(in crate::lower) fn update_small(
        &mut self,
        old: Small,
        op: BinaryOp,
        value: &SmallOrNumber,
    ) -> Small {
        let elements = old
            .elements
            .iter()
            .enumerate()
            .map(|(index, &element)| {
                let new = self.updated(op, element, value.element(index), old.ty.elem);
                self.rounded(new, old.ty.elem)
            })
            .collect();
        Small { elements, ..old }
    }

    /// `sum`, `prod`, `min`, `max`, `mean`, `any`, `all` of all elements.
    pub(in crate::lower) fn small_reduction(&mut self, fold: Fold, small: &Small) -> Number {
        match fold {
            Fold::Mean if small.elem().value_type().is_integer() => {
                self.int_total_of(fold, &small.elements)
            }
            Fold::Sum if is_of_ints(small) && always_fits(small) => {
                self.fold(BinaryOp::Add, &small.elements)
            }
            Fold::Sum | Fold::Prod if is_of_ints(small) => self.int_total_of(fold, &small.elements),
            Fold::Sum => self.fold(BinaryOp::Add, &small.elements),
            Fold::Prod => self.fold(BinaryOp::Mul, &small.elements),
            Fold::Min => self.fold(BinaryOp::Min, &small.elements),
            Fold::Max => self.fold(BinaryOp::Max, &small.elements),
            Fold::Any => self.fold_truth(BinaryOp::Or, &small.elements),
            Fold::All => self.fold_truth(BinaryOp::And, &small.elements),
            Fold::Mean => {
                let sum = self.fold(BinaryOp::Add, &small.elements);
                self.divide_by_count(sum, small.len())
            }
        }
    }

    fn divide_by_count(&mut self, sum: Number, count: usize) -> Number {
        let to = if matches!(sum, Number::Complex(..)) {
            Type::Complex
        } else {
            Type::Scalar
        };
        let sum = self.convert_number(sum, &to);
        let count = Number::Real(self.scalar(count as f64));
        let count = self.convert_number(count, &to);
        self.binary_number(BinaryOp::Div, sum, count)
    }

    /// The elements combined by an operator, from the first on.
    pub(in crate::lower) fn fold(&mut self, op: BinaryOp, elements: &[Number]) -> Number {
        let (first, rest) = elements.split_first().expect("a small array has elements");
        rest.iter().fold(*first, |result, &element| {
            self.binary_number(op, result, element)
        })
    }

    fn fold_truth(&mut self, op: BinaryOp, elements: &[Number]) -> Number {
        let truths: Vec<Number> = elements
            .iter()
            .map(|&element| {
                let truth = self.truth(element);
                self.int_of(truth)
            })
            .collect();
        self.fold(op, &truths)
    }

    /// Sum of the products of corresponding elements.
    pub(in crate::lower) fn small_dot_product(&mut self, a: &[Number], b: &[Number]) -> Number {
        let products: Vec<Number> = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| self.binary_number(BinaryOp::Mul, a, b))
            .collect();
        self.fold(BinaryOp::Add, &products)
    }

    /// The matrix product of two arrays in registers; a vector is a row on the left and a column on the right.
    pub(in crate::lower) fn small_product(
        &mut self,
        a: &Small,
        b: &Small,
        ty: &ArrayType,
    ) -> Small {
        let inner = match extents(&a.ty)[..] {
            [_, columns] => columns as usize,
            _ => panic!("a product of arrays of more than two dimensions"),
        };
        let (rows, columns) = (a.len() / inner, b.len() / inner);
        let mut elements = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let left = &a.elements[row * inner..(row + 1) * inner];
                let right: Vec<Number> = (0..inner)
                    .map(|k| b.elements[k * columns + column])
                    .collect();
                elements.push(self.small_dot_product(left, &right));
            }
        }
        Small {
            ty: ty.clone(),
            elements,
        }
    }

    /// Whether two arrays in registers have equal elements.
    pub(in crate::lower) fn small_equal(&mut self, a: &[Number], b: &[Number]) -> Operand {
        if a.len() != b.len() {
            return Operand::Number(self.int(0).into());
        }
        let equal: Vec<Number> = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| self.binary_number(BinaryOp::Eq, a, b))
            .collect();
        self.fold(BinaryOp::BitAnd, &equal).into()
    }

    // ---- Locals -----------------------------------------------------------------------------------------------------

    /// One local per number of every element.
    pub(in crate::lower) fn register_locals(
        &mut self,
        array: &ArrayType,
        name: &str,
    ) -> Vec<Local> {
        let count = array.known_numel().expect("a small array has known sizes");
        let parts = self.number_parts(&array.elem.value_type());
        (0..count)
            .flat_map(|_| parts.clone())
            .map(|ty| self.local(ty, Some(name)))
            .collect()
    }

    /// The array that lies in locals.
    pub(in crate::lower) fn read_registers(&mut self, ty: &ArrayType, locals: &[Local]) -> Small {
        let parts = self.number_parts(&ty.elem.value_type()).len();
        Small {
            ty: ty.clone(),
            elements: self.numbers_of(locals, parts),
        }
    }

    /// The numbers that lie in locals, each in so many.
    pub(in crate::lower) fn numbers_of(&mut self, locals: &[Local], parts: usize) -> Vec<Number> {
        locals
            .chunks(parts)
            .map(|chunk| {
                let values: Vec<Value> = chunk.iter().map(|&local| self.get(local)).collect();
                Number::from_values(&values)
            })
            .collect()
    }

    /// Stores numbers into the locals of their parts.
    pub(in crate::lower) fn write_registers(&mut self, locals: &[Local], elements: &[Number]) {
        let values: Vec<Value> = elements
            .iter()
            .flat_map(|element| element.values())
            .collect();
        assert_eq!(
            locals.len(),
            values.len(),
            "a small array keeps its number of elements"
        );
        for (&local, value) in locals.iter().zip(values) {
            self.set(local, value);
        }
    }

    /// Whether the locals are those of a kernel's output.
    pub(in crate::lower) fn is_accumulator(&self, locals: &[Local]) -> bool {
        let kernel = self.kernel.as_ref();
        kernel.is_some_and(|kernel| locals.iter().any(|l| kernel.accumulators.contains(l)))
    }

    /// Updates the locals of one number; a difference is the sum with the negated value.
    pub(in crate::lower) fn accumulate_locals(
        &mut self,
        locals: &[Local],
        op: BinaryOp,
        value: Number,
    ) {
        let negate = op == BinaryOp::Sub;
        let accumulation =
            accumulator_op(op).unwrap_or_else(|| panic!("{op:?} is not an accumulation"));
        for (&local, value) in locals.iter().zip(value.values()) {
            let value = if negate {
                self.unary(MirUnary::Neg, value)
            } else {
                value
            };
            let old = self.get(local);
            let new = self.binary(combining(accumulation), old, value);
            self.set(local, new);
        }
    }
}

/// Whether totals of the elements are exact, and an error where they do not fit an int.
pub(in crate::lower) fn is_of_ints(small: &Small) -> bool {
    small.elem().value_type().is_integer()
}

/// Whether the sum of so many elements of their type always is an int.
fn always_fits(small: &Small) -> bool {
    let most = match small.elem() {
        Elem::Storage(kind) if kind.size() < 4 => 1usize << (8 * kind.size()),
        Elem::Storage(_)
        | Elem::Int
        | Elem::Scalar
        | Elem::Complex
        | Elem::String
        | Elem::Compound(_) => return false,
    };
    most.saturating_mul(small.len()) < 1 << 31
}

/// The extents that a list of indices runs over: all elements for one index, else the leading dimensions.
fn indexed_extents(ty: &ArrayType, indices: usize) -> Vec<i32> {
    if indices == 1 {
        let count = ty.known_numel().expect("a small array has known sizes");
        return vec![count as i32];
    }
    let mut sizes = extents(ty);
    sizes.resize(indices.max(sizes.len()), 1);
    sizes.truncate(indices);
    sizes
}

/// The same elements under another type of as many elements.
pub(in crate::lower) fn restate(small: Small, to: &ArrayType) -> Small {
    match to.known_numel() {
        Some(count) if count == small.len() => Small {
            ty: to.clone(),
            ..small
        },
        _ => small,
    }
}
