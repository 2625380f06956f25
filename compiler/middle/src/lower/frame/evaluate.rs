//! What an expression is asked for: a number, a handle, registers, the entries of a list.
//!
//! Layer: `frame`.
//!
//! *Invariant:* each expression is evaluated once, by [`Language::eval`].

use crate::hir::families::logical_op;
use crate::hir::{BinaryOp, Expr, ExprKind, Subscript, UnaryOp};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::operand::{Number, Operand, Small, SmallOrNumber};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::tree::expression::{array_type, is_cheap};
use crate::lower::tree::operator::{comparison, long_quotient};
use crate::lower::tree::summaries::{fits_registers, is_fresh};
use crate::mir::{BinaryOp as MirBinary, CompareOp, Fill, ListEntry, RtFn, SliceMarker, Ty, Value};
use crate::types::{ArrayType, Type};

impl FunctionLowering<'_, '_> {
    /// A number.
    pub(in crate::lower) fn eval_number(&mut self, expr: &Expr) -> Lowered<Number> {
        Ok(self.eval(expr)?.number())
    }

    /// An int or scalar as its one value.
    pub(in crate::lower) fn eval_value(&mut self, expr: &Expr) -> Lowered<Value> {
        Ok(self.eval_number(expr)?.real())
    }

    /// A string or an array on the heap.
    pub(in crate::lower) fn eval_handle(&mut self, expr: &Expr) -> Lowered<Value> {
        let operand = self.eval(expr)?;
        self.materialize(operand, expr.span)
    }

    /// The elements of an array of known small size; on the heap they are loaded.
    pub(in crate::lower) fn eval_small(&mut self, expr: &Expr) -> Lowered<Small> {
        let ty = array_type(&expr.ty);
        if let ExprKind::NewArray { fill, dims } = &expr.kind {
            return self.new_small(ty, *fill, dims);
        }
        match self.eval(expr)? {
            Operand::Small(small) => Ok(small),
            Operand::Handle(array) => Ok(self.load_small(array, ty)),
            other => panic!("{other:?} is not an array"),
        }
    }

    /// A new array in registers.
    pub(in crate::lower) fn new_small(
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
    pub(in crate::lower) fn eval_small_or_number(&mut self, expr: &Expr) -> Lowered<SmallOrNumber> {
        if expr.ty.is_number() {
            return Ok(SmallOrNumber::Number(self.eval_number(expr)?));
        }
        Ok(SmallOrNumber::Small(self.eval_small(expr)?))
    }

    /// A number whose fraction is not wanted: of integers of 64 bits the quotient is exact.
    pub(in crate::lower) fn eval_whole(&mut self, expr: &Expr) -> Lowered<Number> {
        let Some((a, b)) = long_quotient(expr) else {
            return self.eval_number(expr);
        };
        let (a, b) = (self.eval_number(a)?, self.eval_number(b)?);
        let [a, b] = [a, b].map(|side| self.convert(side.real(), Ty::I64));
        let quotient = self.binary(MirBinary::IntDiv, a, b);
        let (real_a, real_b) = (self.convert(a, Ty::F64), self.convert(b, Ty::F64));
        let real = self.binary(MirBinary::Div, real_a, real_b);
        let real = self.convert(real, Ty::I64);
        let zero = self.zero(Ty::I64);
        let by_zero = self.compare(CompareOp::Eq, b, zero);
        Ok(self.select(by_zero, real, quotient).into())
    }

    /// The array of an operand that is read when `later` has been evaluated, as it is now.
    pub(in crate::lower) fn eval_before(&mut self, operand: &Expr, later: &Expr) -> Lowered<Value> {
        let array = self.eval_handle(operand)?;
        if !self.may_store(later) || is_fresh(operand) {
            return Ok(array);
        }
        Ok(self.copy_of(array))
    }

    /// Whether host code that evaluates an expression may store into arrays that were named before it.
    pub(in crate::lower) fn may_store(&self, expr: &Expr) -> bool {
        self.kernel.is_none() && self.program.summaries.may_store(self.hir, expr)
    }

    /// Whether new arrays of the type are made in registers here.
    pub(in crate::lower) fn prefers_registers(&self, ty: &ArrayType) -> bool {
        ty.is_small() && (self.wants_registers() || fits_registers(ty))
    }

    // ---- Conditions -------------------------------------------------------------------------------------------------

    /// An expression used as a condition, as `Bool`.
    pub(in crate::lower) fn condition(&mut self, expr: &Expr) -> Lowered<Value> {
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.bool(*value != 0)),
            ExprKind::Unary(UnaryOp::Not, a) if a.ty.is_number() => {
                let a = self.condition(a)?;
                Ok(self.not(a))
            }
            ExprKind::Binary(op @ logical_op!(), a, b) if a.ty.is_number() && b.ty.is_number() => {
                self.short_circuit(*op, a, b)
            }
            ExprKind::Binary(op, a, b) if a.ty.is_number() && b.ty.is_number() => {
                match comparison(*op) {
                    Some(compare) => {
                        let (a, b) = (self.eval_number(a)?, self.eval_number(b)?);
                        Ok(self.compare_numbers(compare, a, b))
                    }
                    None => self.condition_of_number(expr),
                }
            }
            _ => self.condition_of_number(expr),
        }
    }

    fn condition_of_number(&mut self, expr: &Expr) -> Lowered<Value> {
        let number = self.eval_number(expr)?;
        Ok(self.truth(number))
    }

    /// `&&` and `||` of numbers: the right side is evaluated only when it matters, unless nobody can tell.
    fn short_circuit(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Lowered<Value> {
        let left = self.condition(a)?;
        if is_cheap(b) {
            let right = self.condition(b)?;
            let op = if op == BinaryOp::And {
                MirBinary::And
            } else {
                MirBinary::Or
            };
            return Ok(self.binary(op, left, right));
        }
        let result = self.local_with(None, left);
        let go_on = if op == BinaryOp::And {
            left
        } else {
            self.not(left)
        };
        self.when(go_on, |s| -> Lowered<()> {
            let right = s.condition(b)?;
            s.set(result, right);
            Ok(())
        })?;
        Ok(self.get(result))
    }

    // ---- Rows of the runtime ----------------------------------------------------------------------------------------

    /// The list entries of several expressions.
    pub(in crate::lower) fn all_entries(&mut self, exprs: &[Expr]) -> Lowered<Vec<ListEntry>> {
        let mut entries = Vec::new();
        for expr in exprs {
            let operand = self.eval(expr)?;
            let operand = match &expr.ty {
                Type::Union(_) => Operand::Handle(self.pack_element(operand, &expr.ty, expr.span)?),
                _ => operand,
            };
            entries.extend(self.entries(operand, expr.span)?);
        }
        Ok(entries)
    }

    /// The entries of a list that describe a slice to the runtime.
    pub(in crate::lower) fn slice_entries(
        &mut self,
        subscripts: &[Subscript],
    ) -> Lowered<Vec<ListEntry>> {
        let mut entries = Vec::new();
        for subscript in subscripts {
            match subscript {
                Subscript::All => entries.push(ListEntry::Marker(SliceMarker::All)),
                Subscript::Index(index) => {
                    let index = self.eval_value(index)?;
                    entries.push(ListEntry::Marker(SliceMarker::Index));
                    entries.push(ListEntry::Value(index));
                }
                Subscript::Range { start, step, stop } => {
                    let start = self.eval_value(start)?;
                    let step = match step {
                        Some(step) => self.eval_value(step)?,
                        None => self.int(1),
                    };
                    let stop = self.eval_value(stop)?;
                    entries.push(ListEntry::Marker(SliceMarker::Range));
                    entries.extend([start, step, stop].map(ListEntry::Value));
                }
                Subscript::Vector(vector) => {
                    let vector = self.eval_handle(vector)?;
                    entries.push(ListEntry::Marker(SliceMarker::Vector));
                    entries.push(ListEntry::Value(vector));
                }
            }
        }
        Ok(entries)
    }

    /// A runtime row whose result is the array of the expression.
    pub(in crate::lower) fn array_row(
        &mut self,
        expr: &Expr,
        func: RtFn,
        args: &[Value],
    ) -> Operand {
        let ty = self.array_ty(array_type(&expr.ty));
        Operand::Handle(self.runtime1(func, args, &[], ty))
    }
}
