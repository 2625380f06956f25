//! Array expressions: any nesting of element-wise operations becomes one loop without temporaries.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* the leaves (arrays and numbers) are evaluated before the loop, in order; every two arrays that meet in an
//! operation have been checked to have the same sizes before the loop starts.

use crate::builtins;
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::lower::arrays::tree::Tree;
use crate::lower::emit::operand::{Number, Operand};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::storage::inside;
use crate::lower::memory::strided::{Position, Shape};
use crate::lower::tree::expression::{array_type, has_effects};
use crate::lower::tree::operator::{is_elementwise, operands, spelling};
use crate::lower::tree::summaries::is_fresh;
use crate::mir::Value;
use crate::types::{ArrayType, Type};

/// How the operation at the root of an expression is called in messages.
pub(in crate::lower) fn operation(expr: &Expr) -> &'static str {
    match &expr.kind {
        ExprKind::Binary(op, ..) => spelling(*op),
        ExprKind::Builtin(builtin, _) => builtins::row(*builtin).name,
        _ => "array expression",
    }
}

impl FunctionLowering<'_, '_> {
    /// An array expression with an element-wise root.
    pub(in crate::lower) fn elementwise(&mut self, expr: &Expr) -> Lowered<Operand> {
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
    /// size of the result is checked and loaded, and so is a slice wherever elements stay in registers.
    fn stays_in_registers(&self, expr: &Expr) -> bool {
        self.prefers_registers(array_type(&expr.ty))
            && operands(expr)
                .into_iter()
                .all(|operand| self.loads_into_registers(operand))
    }

    fn loads_into_registers(&self, operand: &Expr) -> bool {
        let Some(array) = operand.ty.as_array() else {
            return true;
        };
        let slices = || match is_elementwise(operand) {
            true => operands(operand)
                .into_iter()
                .all(|part| self.loads_into_registers(part)),
            false => self.is_strided(operand),
        };
        array.is_small() || self.kernel.is_some() || self.wants_registers() && slices()
    }

    /// Evaluates the leaves of an array expression and checks that their sizes agree. Slices are copied.
    pub(in crate::lower) fn tree<'e>(&mut self, expr: &'e Expr) -> Lowered<Tree<'e>> {
        self.tree_with(expr, false)
    }

    /// The same for an expression whose loop stores into a new array or into nothing: slices may be read in place.
    pub(in crate::lower) fn reading_tree<'e>(&mut self, expr: &'e Expr) -> Lowered<Tree<'e>> {
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
                        let operation = operation(expr);
                        self.require_sizes_of_operands(other, other_ty, &shape, ty, operation);
                    }
                }
            }
            parts.push(part);
        }
        Ok(Tree::Node(expr, parts))
    }

    /// The error of operands of different sizes: with both whole sizes where the host raises it before all loops.
    fn require_sizes_of_operands(
        &mut self,
        left: &Shape,
        left_ty: &ArrayType,
        right: &Shape,
        right_ty: &ArrayType,
        operation: &str,
    ) {
        let inside = self.wants_registers();
        match (left, right) {
            (Shape::Slice(slice), other) if inside => {
                self.require_same_extents(slice, other, right_ty, operation);
            }
            (other, Shape::Slice(slice)) if inside => {
                self.require_same_extents(slice, other, left_ty, operation);
            }
            (left, right) => {
                self.require_same_sizes(left, left_ty, right, right_ty, operation);
            }
        }
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

    /// The loop that stores the tree's value of every element.
    pub(in crate::lower) fn store_tree(&mut self, result: Value, shape: &Shape, tree: &Tree) {
        let count = self.count_of(shape);
        self.tree_loops(tree, count, |s, at| {
            let number = s.element_of(tree, at);
            s.store_element(inside(result, at.flat), number.into());
        });
    }

    /// The tree's value of one element.
    pub(in crate::lower) fn element_of(&mut self, tree: &Tree, at: &Position) -> Number {
        match tree {
            Tree::Leaf(array) => self.load_element(inside(*array, at.flat)).number(),
            Tree::Strided(slice) => {
                let access = self.strided_access(slice, at);
                self.load_element(access).number()
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
    pub(in crate::lower) fn update_in_place(
        &mut self,
        op: BinaryOp,
        array: Value,
        ty: &ArrayType,
        value: &Expr,
    ) -> Lowered<()> {
        let before = match self.may_store(value) {
            true => self.copy_of(array),
            false => array,
        };
        let tree = self.tree(value)?;
        if let (Some(shape), Type::Array(value_ty)) = (tree.shape(), &value.ty) {
            let target = Shape::Array(array);
            self.require_same_sizes(&target, ty, &shape, value_ty, spelling(op));
        }
        let count = self.numel(array);
        self.tree_loops(&tree, count, |s, at| {
            let old = s.load_element(inside(before, at.flat)).number();
            let number = s.element_of(&tree, at);
            let new = s.updated(op, old, number, ty.elem);
            s.store_element(inside(array, at.flat), new.into());
        });
        Ok(())
    }
}
