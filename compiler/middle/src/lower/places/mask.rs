//! Elements that a mask selects.
//!
//! Layer: `places`.
//!
//! *Invariant:* mask and array have the same sizes, or the row of the runtime raises an error.

use crate::hir::{AssignOp, BinaryOp, Element, Expr};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::array_type;
use crate::mir::RtFn;
use crate::types::ArrayType;

impl FunctionLowering<'_, '_> {
    /// The elements that a mask selects, as a fresh vector.
    pub(in crate::lower) fn read_mask(
        &mut self,
        expr: &Expr,
        element: &Element,
        mask: &Expr,
    ) -> Lowered<Operand> {
        if self.kernel.is_some() {
            return self.unsupported(expr.span, "reading by a mask within a kernel");
        }
        let array = self.eval_handle(&element.array)?;
        let mask = self.eval_handle(mask)?;
        Ok(self.array_row(expr, RtFn::mask_read, &[array, mask]))
    }

    /// Assigns to the elements that a mask selects.
    pub(in crate::lower) fn assign_mask(
        &mut self,
        element: &Element,
        mask: &Expr,
        op: AssignOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        if self.kernel.is_some() {
            return self.unsupported(mask.span, "storing by a mask within a kernel");
        }
        match op {
            AssignOp::Set if value.ty.is_number() => self.fill_mask(element, mask, value),
            AssignOp::Set => {
                let source = self.eval_handle(value)?;
                let array = self.target_array(&element.array)?;
                let mask = self.eval_handle(mask)?;
                let kept = self.in_64_bits(source, array_type(&element.array.ty).elem);
                self.runtime0(RtFn::mask_store, &[array, mask, kept], &[]);
                Ok(Operand::Handle(source))
            }
            AssignOp::Update(op) => self.update_mask(element, mask, op, value),
            AssignOp::Exchange | AssignOp::CompareExchange => {
                self.unsupported(value.span, "an exchange by a mask")
            }
        }
    }

    /// `x[mask] = number`: one loop, in which the mask may be any array expression.
    fn fill_mask(&mut self, element: &Element, mask: &Expr, value: &Expr) -> Lowered<Operand> {
        let value = self.eval_number(value)?;
        let array = self.target_array(&element.array)?;
        let tree = self.tree(mask)?;
        let shape = tree.shape().expect("a mask is an array").array();
        let name = self.text("mask");
        self.runtime0(RtFn::array_require_same_size, &[array, shape, name], &[]);
        let count = self.numel(array);
        self.tree_loops(&tree, count, |s, at| {
            let selected = s.element_of(&tree, at);
            let selected = s.truth(selected);
            s.when(selected, |s| {
                s.store_element(inside(array, at.flat), value.into())
            });
        });
        Ok(value.into())
    }

    /// `x[mask] op= value`: the selected elements are read, updated and stored back.
    fn update_mask(
        &mut self,
        element: &Element,
        mask: &Expr,
        op: BinaryOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        let array = self.target_array(&element.array)?;
        let mask = self.eval_handle(mask)?;
        let ty = ArrayType::open(array_type(&element.array.ty).elem, 2);
        let result = self.array_ty(&ty);
        let selected = self.runtime1(RtFn::mask_read, &[array, mask], &[], result);
        self.update_in_place(op, selected, &ty, value)?;
        self.runtime0(RtFn::mask_store, &[array, mask, selected], &[]);
        Ok(Operand::Handle(selected))
    }
}
