//! Variance, standard deviation and median of elements that stay where they are: in registers, or in slices that loops read in place.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* the results are those of the runtime's rows but for rounding: a variance is divided by the number of elements less one, a median
//! of an even number of elements is the mean of the two in the middle, and with a NaN among them NaN.

use crate::hir::{BinaryOp, Expr};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Number;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::numbers::fold::Fold;
use crate::lower::tree::expression::{array_type, has_effects};
use crate::lower::tree::operator::is_elementwise;
use crate::mir::{BinaryOp as MirBinary, CompareOp, Ty, UnaryOp as MirUnary, Value};
use crate::types::Type;
use quasar_abi::ReduceOp;

impl FunctionLowering<'_, '_> {
    /// A variance, a standard deviation or a median without an array in memory, if that is how it should be computed here.
    pub(in crate::lower) fn spread(&mut self, op: ReduceOp, arg: &Expr) -> Lowered<Option<Number>> {
        let ty = array_type(&arg.ty);
        let asked = matches!(op, ReduceOp::Var | ReduceOp::Std | ReduceOp::Median);
        if !asked || ty.elem.value_type() == Type::Complex {
            return Ok(None);
        }
        if self.in_registers(ty, arg) {
            let small = self.eval_small(arg)?;
            let elements = small.elements.iter().map(|element| element.real());
            let elements: Vec<Value> = elements.collect();
            return Ok(Some(self.spread_of(op, &elements).into()));
        }
        let in_place = match self.kernel.is_some() {
            true => self.reads_in_place(arg),
            false => self.wants_registers() && (is_elementwise(arg) || self.is_strided(arg)),
        };
        match op {
            ReduceOp::Median => Ok(None),
            _ if !in_place || has_effects(arg) => Ok(None),
            _ => Ok(Some(self.spread_in_place(op, arg)?.into())),
        }
    }

    /// One loop for the mean, one for the distances from it.
    fn spread_in_place(&mut self, op: ReduceOp, arg: &Expr) -> Lowered<Value> {
        let tree = self.reading_tree(arg)?;
        let shape = tree.shape().expect("an array expression has an array");
        let count = self.count_of(&shape);
        let sum = self.start(Fold::Sum, &Type::Scalar, count)[0];
        self.tree_loops(&tree, count, |s, at| {
            let element = s.element_of(&tree, at).real();
            let element = s.as_scalar(element);
            s.accumulate(Fold::Sum, &[sum], element.into());
        });
        let total = self.get(sum);
        let kind = self.ty(total);
        let one = self.int(1);
        let some = self.binary(MirBinary::Max, count, one);
        let some = self.convert(some, kind);
        let mean = self.binary(MirBinary::Div, total, some);
        let squares = self.start(Fold::Sum, &Type::Scalar, count)[0];
        self.tree_loops(&tree, count, |s, at| {
            let element = s.element_of(&tree, at).real();
            let element = s.as_scalar(element);
            let element = s.convert(element, kind);
            let distance = s.sub(element, mean);
            let square = s.mul(distance, distance);
            s.accumulate(Fold::Sum, &[squares], square.into());
        });
        let squares = self.get(squares);
        let others = self.sub(count, one);
        let others = self.binary(MirBinary::Max, others, one);
        let others = self.convert(others, kind);
        let variance = self.binary(MirBinary::Div, squares, others);
        Ok(self.of_variance(op, variance))
    }
}

impl Emitter<'_, '_> {
    fn of_variance(&mut self, op: ReduceOp, variance: Value) -> Value {
        let variance = self.as_scalar(variance);
        match op {
            ReduceOp::Std => self.unary(MirUnary::Sqrt, variance),
            _ => variance,
        }
    }

    fn spread_of(&mut self, op: ReduceOp, elements: &[Value]) -> Value {
        if op == ReduceOp::Median {
            return self.median_of(elements);
        }
        let elements: Vec<Value> = elements
            .iter()
            .map(|&element| self.as_scalar(element))
            .collect();
        let sum = self.sum_of(&elements);
        let count = self.scalar(elements.len() as f64);
        let mean = self.binary(MirBinary::Div, sum, count);
        let squares: Vec<Value> = elements
            .iter()
            .map(|&element| {
                let distance = self.sub(element, mean);
                self.mul(distance, distance)
            })
            .collect();
        let squares = self.sum_of(&squares);
        let others = self.scalar((elements.len() - 1).max(1) as f64);
        let variance = self.binary(MirBinary::Div, squares, others);
        self.of_variance(op, variance)
    }

    fn sum_of(&mut self, elements: &[Value]) -> Value {
        let numbers: Vec<Number> = elements.iter().map(|&element| element.into()).collect();
        self.fold(BinaryOp::Add, &numbers).real()
    }

    /// The median by a network that sorts; what does not lead to the middle goes as dead code.
    fn median_of(&mut self, elements: &[Value]) -> Value {
        let mut sorted = elements.to_vec();
        for (low, high) in sorting_network(sorted.len()) {
            let (a, b) = (sorted[low], sorted[high]);
            sorted[low] = self.binary(MirBinary::Min, a, b);
            sorted[high] = self.binary(MirBinary::Max, a, b);
        }
        let middle = sorted.len() / 2;
        let median = match sorted.len() % 2 {
            1 => self.as_scalar(sorted[middle]),
            _ => {
                let [lower, upper] = [sorted[middle - 1], sorted[middle]]
                    .map(|number| self.convert(number, Ty::F64));
                let half = self.number(Ty::F64, 0.5);
                let (lower, upper) = (self.mul(lower, half), self.mul(upper, half));
                let between = self.add(lower, upper);
                self.as_scalar(between)
            }
        };
        match self.ty(elements[0]) {
            Ty::F32 | Ty::F64 => self.unless_nan_among(elements, median),
            _ => median,
        }
    }

    fn unless_nan_among(&mut self, elements: &[Value], median: Value) -> Value {
        let mut numbers = self.bool(true);
        for &element in elements {
            let number = self.compare(CompareOp::Eq, element, element);
            numbers = self.binary(MirBinary::And, numbers, number);
        }
        let nan = self.number_like(median, f64::NAN);
        self.select(numbers, median, nan)
    }
}

/// The pairs that a network compares to sort so many numbers, in order: odd-even merges (Batcher, "Sorting networks and their applications",
/// AFIPS 1968; Knuth, The Art of Computer Programming, volume 3, 5.3.4).
pub(in crate::lower) fn sorting_network(count: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut run = 1;
    while run < count {
        let mut distance = run;
        while distance >= 1 {
            for start in (distance % run..count - distance).step_by(2 * distance) {
                for low in start..(start + distance).min(count - distance) {
                    let high = low + distance;
                    if low / (2 * run) == high / (2 * run) {
                        pairs.push((low, high));
                    }
                }
            }
            distance /= 2;
        }
        run *= 2;
    }
    pairs
}
