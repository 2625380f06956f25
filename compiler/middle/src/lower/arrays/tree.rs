//! Trees of element-wise operations, and the loops that compute them.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* the leaves of a tree have been evaluated before the loops begin.

use crate::hir::Expr;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::operand::Number;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::strided::{Position, Shape, Strided};
use crate::mir::Value;

/// A tree of element-wise operations whose leaves have been evaluated.
pub(in crate::lower) enum Tree<'e> {
    /// An array.
    Leaf(Value),
    /// A slice that is read in place.
    Strided(Strided),
    /// The same number for all elements.
    Number(Number),
    /// The operation at the root of the expression.
    Node(&'e Expr, Vec<Tree<'e>>),
}

impl Tree<'_> {
    /// What has the sizes of the tree, if it is not a number.
    pub(in crate::lower) fn shape(&self) -> Option<Shape> {
        match self {
            Tree::Leaf(array) => Some(Shape::Array(*array)),
            Tree::Strided(slice) => Some(Shape::Slice(slice.clone())),
            Tree::Number(_) => None,
            Tree::Node(_, parts) => parts.iter().find_map(Tree::shape),
        }
    }

    /// The dimensions that loops have to count for a slice in the tree, if there is one that needs that.
    pub(in crate::lower) fn grid(&self) -> Option<Vec<Value>> {
        match self {
            Tree::Strided(slice) => slice.grid(),
            Tree::Leaf(_) | Tree::Number(_) => None,
            Tree::Node(_, parts) => parts.iter().find_map(Tree::grid),
        }
    }
}

/// What the loops of an array expression do at a position.
type AtPosition<'b, L> = Box<dyn FnOnce(&mut L, &Position) + 'b>;

impl FunctionLowering<'_, '_> {
    /// The loops over all elements of an expression: one, or one for each dimension where a slice needs that.
    pub(in crate::lower) fn tree_loops(
        &mut self,
        tree: &Tree,
        count: Value,
        body: impl FnOnce(&mut Self, &Position),
    ) {
        match tree.grid() {
            None => self.count_loop(count, true, |s, flat| {
                let axes = Vec::new();
                body(s, &Position { flat, axes });
            }),
            Some(dims) => {
                let zero = self.int(0);
                let start = Position {
                    flat: zero,
                    axes: Vec::new(),
                };
                self.grid_loops(&dims, start, Box::new(body));
            }
        }
    }

    fn grid_loops(&mut self, dims: &[Value], at: Position, body: AtPosition<'_, Self>) {
        let Some((&extent, inner)) = dims.split_first() else {
            return body(self, &at);
        };
        let Position { flat, mut axes } = at;
        self.count_loop(extent, true, |s, index| {
            axes.push(index);
            let flat = s.step(flat, extent, index);
            s.grid_loops(inner, Position { flat, axes }, body);
        });
    }
}
