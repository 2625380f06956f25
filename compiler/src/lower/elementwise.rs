//! Array expressions: any nesting of element-wise operations becomes one loop without temporaries.
//!
//! *Invariant:* the leaves (arrays and numbers) are evaluated before the loop, in order; every two arrays that meet in an
//! operation have been checked to have the same sizes before the loop starts.

use super::Lowered;
use super::expression::array_type;
use super::facts::keeps_reference;
use super::function::FunctionLowering;
use super::operand::{Number, Operand};
use super::scalar::spelling;
use crate::builtins::{self, Builtin, Rule};
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::mir::{Fill, ListEntry, RtFn, Ty, Value};
use crate::types::{ArrayType, Size, Type};

/// A tree of element-wise operations whose leaves have been evaluated.
pub(super) enum Tree<'e> {
    /// An array.
    Leaf(Value),
    /// The same number for all elements.
    Number(Number),
    /// The operation at the root of the expression.
    Node(&'e Expr, Vec<Tree<'e>>),
}

impl Tree<'_> {
    /// The array whose sizes the tree has, if it is not a number.
    pub(super) fn shape(&self) -> Option<Value> {
        match self {
            Tree::Leaf(array) => Some(*array),
            Tree::Number(_) => None,
            Tree::Node(_, parts) => parts.iter().find_map(Tree::shape),
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
        ExprKind::Convert(inner) => inner.ty.as_array().is_some() && !keeps_reference(expr, inner),
        ExprKind::Builtin(builtin, args) => is_elementwise_builtin(*builtin, args.len()),
        _ => false,
    }
}

/// Whether a builtin works element by element.
pub(super) fn is_elementwise_builtin(builtin: Builtin, args: usize) -> bool {
    match builtins::row(builtin).rule {
        Rule::Float
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
        | Rule::ReduceAlong => false,
    }
}

/// The operands of an element-wise root.
fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Unary(_, a) | ExprKind::Convert(a) => vec![a],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Builtin(_, args) => args.iter().collect(),
        other => panic!("{other:?} is not element-wise"),
    }
}

/// Whether the types alone say that two arrays have the same sizes.
fn same_sizes(a: &ArrayType, b: &ArrayType) -> bool {
    !a.any_rank
        && !b.any_rank
        && a.modifiers.column == b.modifiers.column
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
            return self.unsupported(expr.span, "an array of unknown size that a kernel makes");
        }
        let tree = self.tree(expr)?;
        let shape = tree.shape().expect("an array expression has an array");
        let result = self.new_like(shape, array_type(&expr.ty));
        self.store_tree(result, shape, &tree);
        Ok(Operand::Handle(result))
    }

    /// Whether the result and all arrays that go into it have small known sizes.
    fn stays_in_registers(&self, expr: &Expr) -> bool {
        self.prefers_registers(array_type(&expr.ty))
            && operands(expr)
                .into_iter()
                .all(|operand| operand.ty.as_array().is_none_or(ArrayType::is_small))
    }

    /// Evaluates the leaves of an array expression and checks that their sizes agree.
    pub(super) fn tree<'e>(&mut self, expr: &'e Expr) -> Lowered<Tree<'e>> {
        if expr.ty.is_number() {
            return Ok(Tree::Number(self.eval_number(expr)?));
        }
        if !is_elementwise(expr) {
            return Ok(Tree::Leaf(self.eval_handle(expr)?));
        }
        let mut parts = Vec::new();
        let mut first: Option<(Value, &ArrayType)> = None;
        for operand in operands(expr) {
            let part = self.tree(operand)?;
            if let (Some(shape), Type::Array(ty)) = (part.shape(), &operand.ty) {
                match first {
                    None => first = Some((shape, ty)),
                    Some(first) => self.require_same_sizes(first, (shape, ty), operation(expr)),
                }
            }
            parts.push(part);
        }
        Ok(Tree::Node(expr, parts))
    }

    fn require_same_sizes(
        &mut self,
        (left, left_ty): (Value, &ArrayType),
        (right, right_ty): (Value, &ArrayType),
        operation: &str,
    ) {
        if left == right || same_sizes(left_ty, right_ty) {
            return;
        }
        let operation = self.text(operation);
        self.runtime0(RtFn::array_require_same_size, &[left, right, operation], &[]);
    }

    /// A new array with the sizes of another one, not filled.
    pub(super) fn new_like(&mut self, shape: Value, ty: &ArrayType) -> Value {
        let kind = self.kind(ty.elem);
        match ty.rank() {
            Some(rank) => {
                let dims: Vec<Value> =
                    (0..rank.max(2)).map(|axis| self.dim(shape, axis as u8)).collect();
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
    pub(super) fn store_tree(&mut self, result: Value, shape: Value, tree: &Tree) {
        let count = self.numel(shape);
        self.count_loop(count, true, |s, index| {
            let number = s.element_of(tree, index);
            s.store_element(s.inside(result, index), number.into());
        });
    }

    /// The tree's value of one element.
    pub(super) fn element_of(&mut self, tree: &Tree, index: Value) -> Number {
        match tree {
            Tree::Leaf(array) => self.load_element(self.inside(*array, index)).number(),
            Tree::Number(number) => *number,
            Tree::Node(expr, parts) => {
                let args: Vec<Number> =
                    parts.iter().map(|part| self.element_of(part, index)).collect();
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
        let tree = self.tree(value)?;
        if let (Some(shape), Type::Array(ty)) = (tree.shape(), &value.ty) {
            self.require_same_sizes(target, (shape, ty), spelling(op));
        }
        let (array, ty) = target;
        let count = self.numel(array);
        self.count_loop(count, true, |s, index| {
            let old = s.load_element(s.inside(array, index)).number();
            let number = s.element_of(&tree, index);
            let number = s.convert_number(number, &ty.elem.value_type());
            let new = s.binary_number(op, old, number);
            s.store_element(s.inside(array, index), new.into());
        });
        Ok(())
    }
}
