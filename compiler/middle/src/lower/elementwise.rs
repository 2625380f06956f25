//! Array expressions: any nesting of element-wise operations becomes one loop without temporaries.
//!
//! *Invariant:* the leaves (arrays and numbers) are evaluated before the loop, in order; every two arrays that meet in an
//! operation have been checked to have the same sizes before the loop starts.

use super::Lowered;
use super::expression::array_type;
use super::facts::{is_fresh, keeps_reference};
use super::function::FunctionLowering;
use super::operand::{Number, Operand};
use super::scalar::spelling;
use super::storage::extents;
use super::strided::{Position, Strided, has_effects};
use crate::builtins::{self, Builtin, Rule};
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::mir::{BinaryOp as MirBinary, CompareOp, Fill, ListEntry, RtFn, Ty, Value};
use crate::types::{ArrayType, Size, Type};
use quasar_abi::MAXIMUM_DIMENSIONS;

/// A tree of element-wise operations whose leaves have been evaluated.
pub(super) enum Tree<'e> {
    /// An array.
    Leaf(Value),
    /// A slice that is read in place.
    Strided(Strided),
    /// The same number for all elements.
    Number(Number),
    /// The operation at the root of the expression.
    Node(&'e Expr, Vec<Tree<'e>>),
}

/// What the sizes of a tree are taken from.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// An array of the same sizes.
    Array(Value),
    /// A slice.
    Slice(Strided),
}

impl Shape {
    /// The array; a tree that was made without slices always has one.
    pub(super) fn array(&self) -> Value {
        match self {
            Shape::Array(array) => *array,
            Shape::Slice(_) => panic!("slices are copied in this tree"),
        }
    }
}

impl Tree<'_> {
    /// What has the sizes of the tree, if it is not a number.
    pub(super) fn shape(&self) -> Option<Shape> {
        match self {
            Tree::Leaf(array) => Some(Shape::Array(*array)),
            Tree::Strided(slice) => Some(Shape::Slice(slice.clone())),
            Tree::Number(_) => None,
            Tree::Node(_, parts) => parts.iter().find_map(Tree::shape),
        }
    }

    /// The dimensions that loops have to count for a slice in the tree, if there is one that needs that.
    pub(super) fn grid(&self) -> Option<Vec<Value>> {
        match self {
            Tree::Strided(slice) => slice.grid(),
            Tree::Leaf(_) | Tree::Number(_) => None,
            Tree::Node(_, parts) => parts.iter().find_map(Tree::grid),
        }
    }
}

/// Whether the root of an array expression works element by element.
pub(super) fn is_elementwise(expr: &Expr) -> bool {
    if expr.ty.as_array().is_none() {
        return false;
    }
    match &expr.kind {
        ExprKind::Unary(..) | ExprKind::Binary(..) => true,
        ExprKind::Convert(_, inner) => {
            inner.ty.as_array().is_some() && !keeps_reference(expr, inner)
        }
        ExprKind::Builtin(builtin, args) => is_elementwise_builtin(*builtin, args.len()),
        _ => false,
    }
}

/// Whether a builtin works element by element.
pub(super) fn is_elementwise_builtin(builtin: Builtin, args: usize) -> bool {
    match builtins::row(builtin).rule {
        Rule::Float
        | Rule::Analytic
        | Rule::Number
        | Rule::Magnitude
        | Rule::Any
        | Rule::ComplexPart
        | Rule::MakeComplex
        | Rule::ToInt
        | Rule::ToScalar
        | Rule::Test
        | Rule::Bits => true,
        Rule::Special => matches!(builtin, Builtin::Min | Builtin::Max) && args == 2,
        Rule::Reduce
        | Rule::ReduceFloat
        | Rule::ReduceTest
        | Rule::Cumulative
        | Rule::ReduceAlong
        | Rule::Call
        | Rule::Transform
        | Rule::Algebra => false,
    }
}

/// The operands of an element-wise root.
fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Unary(_, a) | ExprKind::Convert(_, a) => vec![a],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Builtin(_, args) => args.iter().collect(),
        other => panic!("{other:?} is not element-wise"),
    }
}

/// Whether the types alone say that two arrays have the same sizes.
fn same_sizes(a: &ArrayType, b: &ArrayType) -> bool {
    !a.any_rank
        && !b.any_rank
        && a.sizes == b.sizes
        && a.sizes.iter().all(|size| *size != Size::Open)
}

/// How the operation at the root of an expression is called in messages.
fn operation(expr: &Expr) -> &'static str {
    match &expr.kind {
        ExprKind::Binary(op, ..) => spelling(*op),
        ExprKind::Builtin(builtin, _) => builtins::row(*builtin).name,
        _ => "array expression",
    }
}

impl<'p> FunctionLowering<'_, 'p> {
    /// An array expression with an element-wise root.
    pub(super) fn elementwise(&mut self, expr: &Expr) -> Lowered<Operand> {
        if self.stays_in_registers(expr) {
            return Ok(Operand::Small(self.small_elementwise(expr)?));
        }
        if self.kernel.is_some() {
            return self.needs_memory(
                expr.span,
                "an array of unknown size or of more than 64 elements that a kernel makes",
            );
        }
        let tree = self.reading_tree(expr)?;
        let shape = tree.shape().expect("an array expression has an array");
        let result = self.new_like(&shape, array_type(&expr.ty));
        self.store_tree(result, &shape, &tree);
        Ok(Operand::Handle(result))
    }

    /// Whether the result and all arrays that go into it have small known sizes. In a kernel an array that must have the
    /// size of the result is checked and loaded.
    fn stays_in_registers(&self, expr: &Expr) -> bool {
        let fits = |array: &ArrayType| array.is_small() || self.kernel.is_some();
        self.prefers_registers(array_type(&expr.ty))
            && operands(expr)
                .into_iter()
                .all(|operand| operand.ty.as_array().is_none_or(fits))
    }

    /// Evaluates the leaves of an array expression and checks that their sizes agree. Slices are copied.
    pub(super) fn tree<'e>(&mut self, expr: &'e Expr) -> Lowered<Tree<'e>> {
        self.tree_with(expr, false)
    }

    /// The same for an expression whose loop stores into a new array or into nothing: slices may be read in place.
    pub(super) fn reading_tree<'e>(&mut self, expr: &'e Expr) -> Lowered<Tree<'e>> {
        self.tree_with(expr, !has_effects(expr))
    }

    fn tree_with<'e>(&mut self, expr: &'e Expr, in_place: bool) -> Lowered<Tree<'e>> {
        if expr.ty.is_number() {
            return Ok(Tree::Number(self.eval_number(expr)?));
        }
        if in_place && self.is_strided(expr) {
            return self.strided(expr);
        }
        if !is_elementwise(expr) {
            return Ok(Tree::Leaf(self.eval_handle(expr)?));
        }
        let mut parts = Vec::new();
        let mut first: Option<(Shape, &ArrayType)> = None;
        let operands = operands(expr);
        for (index, operand) in operands.iter().enumerate() {
            let mut part = self.tree_with(operand, in_place)?;
            if operands[index + 1..]
                .iter()
                .any(|later| self.may_store(later))
            {
                part = self.read_now(part, operand);
            }
            if let (Some(shape), Type::Array(ty)) = (part.shape(), &operand.ty) {
                match &first {
                    None => first = Some((shape, ty)),
                    Some((other, other_ty)) => {
                        self.require_same_sizes((other, other_ty), (&shape, ty), operation(expr));
                    }
                }
            }
            parts.push(part);
        }
        Ok(Tree::Node(expr, parts))
    }

    /// Whether host code that evaluates an expression may store into arrays that were named before it.
    pub(super) fn may_store(&self, expr: &Expr) -> bool {
        self.kernel.is_none() && self.program.facts.may_store(self.hir, expr)
    }

    /// An operand whose elements are read before the next operand is evaluated.
    fn read_now<'e>(&mut self, part: Tree<'e>, operand: &Expr) -> Tree<'e> {
        let is_value = match &part {
            Tree::Number(_) => true,
            Tree::Leaf(_) => is_fresh(operand),
            Tree::Node(..) | Tree::Strided(_) => false,
        };
        let Some(shape) = part.shape().filter(|_| !is_value) else {
            return part;
        };
        let result = self.new_like(&shape, array_type(&operand.ty));
        self.store_tree(result, &shape, &part);
        Tree::Leaf(result)
    }

    /// The array of an operand that is read when `later` has been evaluated, as it is now.
    pub(super) fn eval_before(&mut self, operand: &Expr, later: &Expr) -> Lowered<Value> {
        let array = self.eval_handle(operand)?;
        if !self.may_store(later) || is_fresh(operand) {
            return Ok(array);
        }
        Ok(self.copy_of(array))
    }

    fn copy_of(&mut self, array: Value) -> Value {
        let ty = self.ty(array);
        self.runtime1(RtFn::array_copy, &[array], &[], ty)
    }

    fn require_same_sizes(
        &mut self,
        (left, left_ty): (&Shape, &ArrayType),
        (right, right_ty): (&Shape, &ArrayType),
        operation: &str,
    ) {
        if same_sizes(left_ty, right_ty) {
            return;
        }
        let differ = match (left, right) {
            (Shape::Array(left), Shape::Array(right)) if left == right => return,
            (Shape::Array(left), Shape::Array(right)) => {
                let operation = self.text(operation);
                return self.runtime0(
                    RtFn::array_require_same_size,
                    &[*left, *right, operation],
                    &[],
                );
            }
            (Shape::Slice(slice), other) => self.differs(&slice.dims, other, right_ty),
            (other, Shape::Slice(slice)) => self.differs(&slice.dims, other, left_ty),
        };
        // Slices that are read in place become arrays only for the message.
        self.when(differ, |s| {
            let (left, right) = (s.copy_of_shape(left), s.copy_of_shape(right));
            let operation = s.text(operation);
            s.runtime0(
                RtFn::array_require_same_size,
                &[left, right, operation],
                &[],
            );
        });
    }

    /// Raises where an array has not the extents of one in registers, which is the left side of an operation.
    pub(super) fn require_extents_of(
        &mut self,
        small: &ArrayType,
        (array, ty): (Value, &ArrayType),
        operation: &str,
    ) {
        let sizes = extents(small).into_iter();
        let wanted: Vec<Value> = sizes.map(|size| self.int(size)).collect();
        let differ = self.differs(&wanted, &Shape::Array(array), ty);
        let kind = self.kind(small.elem);
        self.when(differ, |s| {
            let left = s.new_array(kind, &wanted, Fill::Zeros);
            let operation = s.text(operation);
            s.runtime0(
                RtFn::array_require_same_size,
                &[left, array, operation],
                &[],
            );
        });
    }

    /// Whether extents are not those of a shape, as `Bool`.
    fn differs(&mut self, dims: &[Value], shape: &Shape, ty: &ArrayType) -> Value {
        let others = match shape {
            Shape::Slice(slice) => slice.dims.clone(),
            Shape::Array(array) => {
                let rank = ty.rank().map_or(MAXIMUM_DIMENSIONS, |rank| rank.max(2));
                (0..rank).map(|axis| self.dim(*array, axis as u8)).collect()
            }
        };
        let one = self.int(1);
        let mut differ = self.bool(false);
        for axis in 0..dims.len().max(others.len()) {
            let (a, b) = (
                dims.get(axis).unwrap_or(&one),
                others.get(axis).unwrap_or(&one),
            );
            if a != b {
                let here = self.compare(CompareOp::Ne, *a, *b);
                differ = self.binary(MirBinary::Or, differ, here);
            }
        }
        differ
    }

    /// A new array with the sizes of another one, not filled.
    pub(super) fn new_like(&mut self, shape: &Shape, ty: &ArrayType) -> Value {
        let kind = self.kind(ty.elem);
        let shape = match shape {
            Shape::Array(array) => *array,
            Shape::Slice(slice) => return self.new_array(kind, &slice.dims, Fill::Uninit),
        };
        match ty.rank() {
            Some(rank) => {
                let dims: Vec<Value> = (0..rank.max(2))
                    .map(|axis| self.dim(shape, axis as u8))
                    .collect();
                self.new_array(kind, &dims, Fill::Uninit)
            }
            None => {
                let size = self.runtime1(
                    RtFn::array_size,
                    &[shape],
                    &[],
                    Ty::Array(crate::mir::ElemKind::I32),
                );
                let (code, fill) = (self.int(kind.code()), self.int(Fill::Uninit.code()));
                let dims = [ListEntry::Value(size)];
                self.runtime1(RtFn::array_new, &[code, fill], &dims, Ty::Array(kind))
            }
        }
    }

    /// The loop that stores the tree's value of every element.
    pub(super) fn store_tree(&mut self, result: Value, shape: &Shape, tree: &Tree) {
        let count = self.count_of(shape);
        self.tree_loops(tree, count, |s, at| {
            let number = s.element_of(tree, at);
            s.store_element(s.inside(result, at.flat), number.into());
        });
    }

    /// The number of elements of a shape.
    pub(super) fn count_of(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Array(array) => self.numel(*array),
            Shape::Slice(slice) => slice.count,
        }
    }

    /// The tree's value of one element.
    pub(super) fn element_of(&mut self, tree: &Tree, at: &Position) -> Number {
        match tree {
            Tree::Leaf(array) => self.load_element(self.inside(*array, at.flat)).number(),
            Tree::Strided(slice) => {
                let index = self.strided_index(slice, at);
                self.load_element(self.inside(slice.array, index)).number()
            }
            Tree::Number(number) => *number,
            Tree::Node(expr, parts) => {
                let args: Vec<Number> =
                    parts.iter().map(|part| self.element_of(part, at)).collect();
                self.apply_root(expr, &args)
            }
        }
    }

    /// `target op= value` element by element within the target; sizes must agree.
    pub(super) fn update_in_place(
        &mut self,
        op: BinaryOp,
        target: (Value, &ArrayType),
        value: &Expr,
    ) -> Lowered<()> {
        let (array, ty) = target;
        let before = match self.may_store(value) {
            true => self.copy_of(array),
            false => array,
        };
        let tree = self.tree(value)?;
        if let (Some(shape), Type::Array(value_ty)) = (tree.shape(), &value.ty) {
            let target = (&Shape::Array(array), ty);
            self.require_same_sizes(target, (&shape, value_ty), spelling(op));
        }
        let count = self.numel(array);
        self.tree_loops(&tree, count, |s, at| {
            let old = s.load_element(s.inside(before, at.flat)).number();
            let number = s.element_of(&tree, at);
            let new = s.updated(op, old, number, ty.elem);
            s.store_element(s.inside(array, at.flat), new.into());
        });
        Ok(())
    }
}
