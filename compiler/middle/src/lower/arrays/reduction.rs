//! Reductions of arrays to one number: in registers, by one loop over an array expression, or by a row of the runtime.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* a loop starts from the identity and only updates its accumulator by the operation, so that it can run in
//! parallel.

use crate::hir::{BinaryOp, Expr};
use crate::lower::arrays::tree::Tree;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand};
use crate::lower::emit::types::{Lowered, number_ty};
use crate::lower::frame::function::FunctionLowering;
use crate::lower::numbers::fold::Fold;
use crate::lower::tree::expression::{array_type, has_effects};
use crate::lower::tree::operator::is_elementwise;
use crate::mir::{CompareOp, Local, RtFn, Ty, UnaryOp as MirUnary, Value};
use crate::types::{ArrayType, Elem, Type};
use quasar_abi::ReduceOp;

impl FunctionLowering<'_, '_> {
    /// A reduction of a whole array to a number of the expression's type.
    pub(in crate::lower) fn reduce(
        &mut self,
        expr: &Expr,
        op: ReduceOp,
        arg: &Expr,
    ) -> Lowered<Operand> {
        let fold = Fold::of(op);
        let ty = array_type(&arg.ty);
        if let Some(fold) = fold
            && self.in_registers(ty, arg)
        {
            let small = self.eval_small(arg)?;
            let result = self.small_reduction(fold, &small);
            return Ok(self.convert_number(result, &expr.ty).into());
        }
        if let Some(result) = self.spread(op, arg)? {
            return Ok(self.convert_number(result, &expr.ty).into());
        }
        let in_place = self.is_strided(arg) && !has_effects(arg);
        if self.kernel.is_some() && !(fold.is_some() && self.reads_in_place(arg)) {
            let what = "a reduction of an array of unknown size within a kernel";
            return self.needs_memory(expr.span, what);
        }
        let result = match fold {
            Some(fold) if is_elementwise(arg) || in_place => {
                let tree = self.reading_tree(arg)?;
                self.reduce_tree(fold, &tree, &arg.ty)
            }
            Some(_) | None => {
                let array = self.eval_handle(arg)?;
                self.reduce_row(op, array, ty)
            }
        };
        Ok(self.convert_number(result, &expr.ty).into())
    }

    // ---- Loops -------------------------------------------------------------------------------------------------------

    /// A reduction of an array expression without a temporary.
    pub(in crate::lower) fn reduce_tree(&mut self, op: Fold, tree: &Tree, ty: &Type) -> Number {
        let shape = tree.shape().expect("an array expression has an array");
        let elem = match (op, array_type(ty).elem.value_type()) {
            (Fold::Any | Fold::All, _) => Type::Int,
            (_, ty @ (Type::Int | Type::Long)) if op.is_total() => {
                return self.reduce_ints(op, tree, &ty);
            }
            (_, elem) => elem,
        };
        let count = self.count_of(&shape);
        let accumulators = self.start(op, &elem, count);
        let numbers = self.seen_numbers(op, &elem);
        self.tree_loops(tree, count, |s, at| {
            let element = s.element_of(tree, at);
            s.accumulate(op, &accumulators, element);
            s.see_number(numbers, element);
        });
        let total = self.total(&accumulators);
        let total = self.or_no_number(total, numbers);
        self.complete(op, total, count)
    }

    fn reduce_ints(&mut self, op: Fold, tree: &Tree, elem: &Type) -> Number {
        let shape = tree.shape().expect("an array expression has an array");
        let ty = number_ty(elem, self.hir.double);
        let total = self.int_total(op, ty);
        let count = self.count_of(&shape);
        self.tree_loops(tree, count, |s, at| {
            let element = s.element_of(tree, at).real();
            s.gather_int(&total, element);
        });
        self.complete_ints(&total, count)
    }

    // ---- Conditions, products, norms -----------------------------------------------------------------------------------

    /// The truth of an array: not empty and no element zero.
    pub(in crate::lower) fn array_truth(&mut self, arg: &Expr) -> Lowered<Operand> {
        let ty = array_type(&arg.ty);
        if self.in_registers(ty, arg) {
            let small = self.eval_small(arg)?;
            return Ok(self.small_reduction(Fold::All, &small).into());
        }
        if self.kernel.is_some() {
            return self.needs_memory(arg.span, "the truth of an array within a kernel");
        }
        if !is_elementwise(arg) {
            let array = self.eval_handle(arg)?;
            return Ok(Operand::Number(
                self.runtime1(RtFn::array_truth, &[array], &[], Ty::I32)
                    .into(),
            ));
        }
        let tree = self.reading_tree(arg)?;
        let all = self.reduce_tree(Fold::All, &tree, &arg.ty);
        let shape = tree.shape().expect("an array expression has an array");
        let (count, none) = (self.count_of(&shape), self.int(0));
        let some = self.compare(CompareOp::Gt, count, none);
        let some = self.int_of(some);
        Ok(self.binary_number(BinaryOp::BitAnd, all, some).into())
    }

    /// `dotprod(a, b)`.
    pub(in crate::lower) fn dot_product(
        &mut self,
        expr: &Expr,
        a: &Expr,
        b: &Expr,
    ) -> Lowered<Operand> {
        let (a_ty, b_ty) = (array_type(&a.ty), array_type(&b.ty));
        if self.prefers_registers(a_ty) && self.prefers_registers(b_ty) {
            let (a, b) = (self.eval_small(a)?, self.eval_small(b)?);
            let is_int = a_ty.elem.value_type().is_integer();
            let result = match is_int {
                true => self.int_dot_product(&a.elements, &b.elements),
                false => self.small_dot_product(&a.elements, &b.elements),
            };
            return Ok(self.convert_number(result, &expr.ty).into());
        }
        if self.kernel.is_some() {
            return self.needs_memory(
                expr.span,
                "dotprod of arrays of unknown size within a kernel",
            );
        }
        let elem = a_ty.elem;
        let (a, b) = (self.eval_handle(a)?, self.eval_handle(b)?);
        let result = self.dot_product_row(elem, a, b);
        Ok(self.convert_number(result, &expr.ty).into())
    }

    /// `norm(x)`: the root of the sum of the squared moduli.
    pub(in crate::lower) fn norm(&mut self, arg: &Expr) -> Lowered<Operand> {
        let ty = array_type(&arg.ty);
        let total = if self.prefers_registers(ty) {
            let small = self.eval_small(arg)?;
            let squares: Vec<Number> = small
                .elements
                .iter()
                .map(|&element| self.squared(element))
                .collect();
            let mut squares = squares.into_iter();
            let first = squares.next().expect("a small array has elements");
            squares.fold(first, |sum, square| {
                self.binary_number(BinaryOp::Add, sum, square)
            })
        } else if self.kernel.is_some() && !self.reads_in_place(arg) {
            return self.needs_memory(arg.span, "norm of an array of unknown size within a kernel");
        } else {
            self.sum_of_squares(arg)?
        };
        Ok(Operand::Number(
            self.unary(MirUnary::Sqrt, total.real()).into(),
        ))
    }

    fn sum_of_squares(&mut self, arg: &Expr) -> Lowered<Number> {
        let tree = self.reading_tree(arg)?;
        let shape = tree.shape().expect("an array expression has an array");
        let count = self.count_of(&shape);
        let accumulators = self.start(Fold::Sum, &Type::Scalar, count);
        self.tree_loops(&tree, count, |s, at| {
            let element = s.element_of(&tree, at);
            let square = s.squared(element);
            s.accumulate(Fold::Sum, &accumulators, square);
        });
        Ok(self.total(&accumulators))
    }
}

impl Emitter<'_, '_> {
    fn reduce_row(&mut self, op: ReduceOp, array: Value, ty: &ArrayType) -> Number {
        let code = self.int(op.code());
        let value_type = ty.elem.value_type();
        if value_type == Type::Complex {
            let parts = self.runtime(RtFn::reduce_complex, &[code, array], &[]);
            return match op {
                ReduceOp::Std | ReduceOp::Var => self.loaded(&parts[..1]),
                _ => self.loaded(&parts),
            };
        }
        if value_type.is_integer() && has_integer_result(op) {
            let result = self.runtime1(RtFn::reduce_int, &[code, array], &[], Ty::I64);
            return match value_type {
                Type::Long => result.into(),
                _ => self.fitting(op.name(), result).into(),
            };
        }
        let result = self.runtime1(RtFn::reduce_real, &[code, array], &[], Ty::F64);
        self.as_scalar(result).into()
    }

    // ---- Loops -------------------------------------------------------------------------------------------------------

    /// What tells whether the least or greatest float was looked for among numbers at all: others are passed over.
    fn seen_numbers(&mut self, op: Fold, elem: &Type) -> Option<Local> {
        let extreme = matches!(op, Fold::Min | Fold::Max) && *elem == Type::Scalar;
        extreme.then(|| {
            let none = self.int(0);
            self.local_with(Some("numbers"), none)
        })
    }

    fn see_number(&mut self, numbers: Option<Local>, element: Number) {
        if let Some(local) = numbers {
            let number = self.compare(CompareOp::Eq, element.real(), element.real());
            let number = self.int_of(number);
            let before = self.get(local);
            let after = self.binary_number(BinaryOp::BitOr, before.into(), number);
            self.set(local, after.real());
        }
    }

    fn or_no_number(&mut self, total: Number, numbers: Option<Local>) -> Number {
        let Some(local) = numbers else {
            return total;
        };
        let (seen, none) = (self.get(local), self.int(0));
        let seen = self.compare(CompareOp::Ne, seen, none);
        let nan = self.number_like(total.real(), f64::NAN);
        self.select_number(seen, total, nan.into())
    }

    /// The result from the total: the mean, and 0 for the extremes of nothing.
    fn complete(&mut self, op: Fold, total: Number, count: Value) -> Number {
        match op {
            Fold::Mean => {
                let one = self.int(1);
                let count = self.binary(crate::mir::BinaryOp::Max, count, one);
                let is_complex = matches!(total, Number::Complex(..));
                let to = if is_complex {
                    Type::Complex
                } else {
                    Type::Scalar
                };
                let count = self.convert_number(count.into(), &to);
                let total = self.convert_number(total, &to);
                self.binary_number(BinaryOp::Div, total, count)
            }
            Fold::Min | Fold::Max => {
                let none = self.int(0);
                let some = self.compare(CompareOp::Gt, count, none);
                let zero = self.number_like(total.real(), 0.0);
                self.select_number(some, total, zero.into())
            }
            Fold::Sum | Fold::Prod | Fold::Any | Fold::All => total,
        }
    }

    // ---- Conditions, products, norms -----------------------------------------------------------------------------------

    fn dot_product_row(&mut self, elem: Elem, a: Value, b: Value) -> Number {
        match elem.value_type() {
            Type::Complex => {
                let parts = self.runtime(RtFn::dotprod_complex, &[a, b], &[]);
                self.loaded(&parts)
            }
            ty @ (Type::Int | Type::Long) => {
                let result = self.runtime1(RtFn::dotprod_int, &[a, b], &[], Ty::I64);
                match ty {
                    Type::Long => result.into(),
                    _ => self.fitting("dotprod", result).into(),
                }
            }
            _ => {
                let result = self.runtime1(RtFn::dotprod_real, &[a, b], &[], Ty::F64);
                self.as_scalar(result).into()
            }
        }
    }

    /// The squared modulus, as a scalar.
    fn squared(&mut self, number: Number) -> Number {
        match number {
            Number::Real(_) => {
                let value = self.convert_number(number, &Type::Scalar).real();
                self.mul(value, value).into()
            }
            Number::Complex(re, im) => {
                let (re, im) = (self.mul(re, re), self.mul(im, im));
                self.add(re, im).into()
            }
        }
    }
}

/// Whether the reduction of integers gives an integer.
fn has_integer_result(op: ReduceOp) -> bool {
    match op {
        ReduceOp::Sum
        | ReduceOp::Prod
        | ReduceOp::Min
        | ReduceOp::Max
        | ReduceOp::Any
        | ReduceOp::All => true,
        ReduceOp::Mean | ReduceOp::Std | ReduceOp::Var | ReduceOp::Median => false,
    }
}
