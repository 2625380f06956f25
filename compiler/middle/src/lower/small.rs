//! Arrays of known small size in registers: operators, reductions, products, elements by index.
//!
//! *Invariant:* the number of elements follows from the type; nothing here touches memory.

use super::Lowered;
use super::elementwise::is_elementwise;
use super::expression::array_type;
use super::function::FunctionLowering;
use super::operand::{Number, Operand, Small};
use super::reduction::reduce_op;
use super::storage::extents;
use crate::builtins::Builtin;
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::mir::{AccessMode, BinaryOp as MirBinary, CompareOp, Fill, RtFn, StrId, Value};
use crate::types::{ArrayType, Elem, Type};
use quasar_abi::ReduceOp;

/// An operand of an element-wise operation in registers.
pub(super) enum SmallOrNumber {
    /// One number for all elements.
    Number(Number),
    /// A number per element.
    Small(Small),
}

impl SmallOrNumber {
    /// The number for an element.
    pub(super) fn element(&self, index: usize) -> Number {
        match self {
            SmallOrNumber::Number(number) => *number,
            SmallOrNumber::Small(small) => small.elements[index],
        }
    }
}

/// How an element of a small array is reached.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// What an index outside means.
    pub mode: AccessMode,
    /// The array, for messages.
    pub name: Option<StrId>,
}

impl FunctionLowering<'_, '_> {
    /// A new array in registers.
    pub(super) fn new_small(
        &mut self,
        ty: &ArrayType,
        fill: Fill,
        dims: &[Expr],
    ) -> Lowered<Small> {
        for dim in dims
            .iter()
            .filter(|dim| !matches!(dim.kind, ExprKind::Int(_)))
        {
            self.eval(dim)?;
        }
        let count = ty.known_numel().expect("a small array has known sizes");
        let value = if fill == Fill::Ones { 1.0 } else { 0.0 };
        let types = self.number_parts(&ty.elem.value_type());
        let constants = [value, 0.0];
        let values: Vec<Value> = types
            .iter()
            .zip(constants)
            .map(|(&ty, value)| self.number(ty, value))
            .collect();
        Ok(Small {
            ty: ty.clone(),
            elements: vec![Number::from_values(&values); count],
        })
    }

    /// An operand of an element-wise operation.
    pub(super) fn eval_small_or_number(&mut self, expr: &Expr) -> Lowered<SmallOrNumber> {
        if expr.ty.is_number() {
            return Ok(SmallOrNumber::Number(self.eval_number(expr)?));
        }
        Ok(SmallOrNumber::Small(self.eval_small(expr)?))
    }

    /// An operand that has the sizes of the result, or is a number. Where its type does not say so, that is checked.
    pub(super) fn eval_of_size(
        &mut self,
        expr: &Expr,
        result: &ArrayType,
    ) -> Lowered<SmallOrNumber> {
        let Some(array) = expr.ty.as_array().filter(|array| !array.is_small()) else {
            return self.eval_small_or_number(expr);
        };
        let sized = ArrayType {
            elem: array.elem,
            ..result.clone()
        };
        if is_elementwise(expr) {
            let ty = Type::Array(sized);
            let expr = Expr { ty, ..expr.clone() };
            return Ok(SmallOrNumber::Small(self.small_elementwise(&expr)?));
        }
        let array = self.eval_handle(expr)?;
        let extents: Vec<Option<i32>> = sized
            .known_sizes()
            .map_or_else(Vec::new, |sizes| sizes.into_iter().map(Some).collect());
        self.require_extents_in_kernel(array, &extents, expr.span)?;
        Ok(SmallOrNumber::Small(self.load_small(array, &sized)))
    }

    /// An element-wise expression in registers: the operation at its root, its operands being evaluated before.
    pub(super) fn small_elementwise(&mut self, expr: &Expr) -> Lowered<Small> {
        let ty = array_type(&expr.ty);
        let operands: Lowered<Vec<SmallOrNumber>> = match &expr.kind {
            ExprKind::Unary(_, a) | ExprKind::Convert(_, a) => {
                self.eval_of_size(a, ty).map(|a| vec![a])
            }
            ExprKind::Binary(_, a, b) => {
                let a = self.eval_of_size(a, ty)?;
                self.eval_of_size(b, ty).map(|b| vec![a, b])
            }
            ExprKind::Builtin(_, args) => {
                args.iter().map(|arg| self.eval_of_size(arg, ty)).collect()
            }
            other => panic!("{other:?} is not element-wise"),
        };
        let operands = operands?;
        let count = ty.known_numel().expect("a small array has known sizes");
        let elements = (0..count)
            .map(|index| {
                let args: Vec<Number> = operands
                    .iter()
                    .map(|operand| operand.element(index))
                    .collect();
                self.apply_root(expr, &args)
            })
            .collect();
        Ok(Small {
            ty: ty.clone(),
            elements,
        })
    }

    /// The element-wise operation at the root of an expression, on the numbers of one element.
    pub(super) fn apply_root(&mut self, expr: &Expr, args: &[Number]) -> Number {
        match &expr.kind {
            ExprKind::Unary(op, _) => self.unary_number(*op, args[0]),
            ExprKind::Binary(op, ..) => self.binary_number(*op, args[0], args[1]),
            ExprKind::Convert(..) => {
                let elem = array_type(&expr.ty).elem;
                let number = if matches!(elem, crate::types::Elem::Storage(_)) {
                    self.rounded(args[0], elem)
                } else {
                    args[0]
                };
                self.convert_number(number, &elem.value_type())
            }
            ExprKind::Builtin(builtin, _) => self.builtin_number(*builtin, args),
            other => panic!("{other:?} is not element-wise"),
        }
    }

    // ---- Elements ----------------------------------------------------------------------------------------------------

    /// The row-major index of an element and whether it exists (none: it does). The mode's map is applied.
    pub(super) fn small_index(
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
    pub(super) fn map_index(
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
    pub(super) fn inside_extent(&mut self, index: Value, extent: Value) -> Value {
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
    pub(super) fn small_element(&mut self, small: &Small, index: &[Value], reach: Reach) -> Number {
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
    pub(super) fn pick(&mut self, elements: &[Number], index: Value) -> Number {
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

    // ---- Reductions and products ---------------------------------------------------------------------------------------

    /// `sum`, `prod`, `min`, `max`, `mean`, `any`, `all` of all elements.
    pub(super) fn small_reduction(&mut self, builtin: Builtin, small: &Small) -> Number {
        match builtin {
            Builtin::Mean if small.elem().value_type().is_integer() => {
                self.int_total_of(ReduceOp::Mean, &small.elements)
            }
            Builtin::Sum if is_of_ints(small) && always_fits(small) => {
                self.fold(BinaryOp::Add, &small.elements)
            }
            Builtin::Sum | Builtin::Prod if is_of_ints(small) => {
                let op = reduce_op(builtin).expect("a reduction");
                self.int_total_of(op, &small.elements)
            }
            Builtin::Sum => self.fold(BinaryOp::Add, &small.elements),
            Builtin::Prod => self.fold(BinaryOp::Mul, &small.elements),
            Builtin::Min => self.fold(BinaryOp::Min, &small.elements),
            Builtin::Max => self.fold(BinaryOp::Max, &small.elements),
            Builtin::Any => self.fold_truth(BinaryOp::Or, &small.elements),
            Builtin::All => self.fold_truth(BinaryOp::And, &small.elements),
            Builtin::Mean => {
                let sum = self.fold(BinaryOp::Add, &small.elements);
                self.divide_by_count(sum, small.len())
            }
            other => panic!("{other:?} is no reduction in registers"),
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

    fn fold(&mut self, op: BinaryOp, elements: &[Number]) -> Number {
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
    pub(super) fn small_dot_product(&mut self, a: &[Number], b: &[Number]) -> Number {
        let products: Vec<Number> = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| self.binary_number(BinaryOp::Mul, a, b))
            .collect();
        self.fold(BinaryOp::Add, &products)
    }

    /// The matrix product of two arrays in registers; a vector is a row on the left and a column on the right.
    pub(super) fn small_product(&mut self, a: &Small, b: &Small, ty: &ArrayType) -> Small {
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
    pub(super) fn small_equal(&mut self, a: &[Number], b: &[Number]) -> Operand {
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
}

/// Whether totals of the elements are exact, and an error where they do not fit an int.
pub(super) fn is_of_ints(small: &Small) -> bool {
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
