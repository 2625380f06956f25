//! What an access names, read and assigned: one element, a slice, or what a mask selects.
//!
//! Layer: `places`.
//!
//! *Invariant:* the value is evaluated before the indices of the place, unless it may change the elements that are updated.

use crate::hir::{AssignOp, BinaryOp, Element, Expr, Place};
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::tree::expression::{array_type, has_assignments};
use crate::lower::tree::index::single_indices;
use crate::types::Elem;

impl FunctionLowering<'_, '_> {
    /// The elements that a place names, read.
    pub(in crate::lower) fn read_place(
        &mut self,
        expr: &Expr,
        element: &Element,
    ) -> Lowered<Operand> {
        match &element.place {
            Place::Mask(mask) => self.read_mask(expr, element, mask),
            Place::Position(position) if array_type(&position.ty).elem == Elem::Scalar => {
                self.read_texture(expr, element, position)
            }
            Place::Position(position) => {
                let array = self.eval(&element.array)?;
                let Some(index) = self.position_indices(position, &element.array)? else {
                    return self.read_dynamic_position(expr, element, array, position);
                };
                self.read_element(element, &array, index, &expr.ty)
            }
            Place::Subscripts(_) => match single_indices(&element.place) {
                Some(index) => self.read_subscripts(expr, element, &index),
                None => self.read_slice(expr, element),
            },
        }
    }

    fn read_subscripts(
        &mut self,
        expr: &Expr,
        element: &Element,
        index: &[&Expr],
    ) -> Lowered<Operand> {
        if let Some(operand) = self.read_register(element, index) {
            return Ok(operand);
        }
        if let Some(view) = self.entry_view(&element.array)? {
            let index = self.eval_indices(index)?;
            return self.read_view(element, &view, &index, &expr.ty);
        }
        let array = self.eval(&element.array)?;
        let index = self.eval_indices(index)?;
        self.read_element(element, &array, index, &expr.ty)
    }

    // ---- Storing -----------------------------------------------------------------------------------------------------

    /// Assigns to the elements that a place names.
    pub(in crate::lower) fn assign_place(
        &mut self,
        element: &Element,
        op: AssignOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        match &element.place {
            Place::Mask(mask) => self.assign_mask(element, mask, op, value),
            Place::Subscripts(_) if single_indices(&element.place).is_none() => {
                self.assign_slice(element, op, value)
            }
            Place::Position(_) | Place::Subscripts(_) => {
                if let (AssignOp::Update(op), true) = (op, self.reads_first(value)) {
                    return self.update_read_first(element, op, value);
                }
                if matches!(op, AssignOp::Update(_)) && has_assignments(value) {
                    // In a kernel, where the element itself is read when it is changed.
                    let (address, write) = self.place_address(element)?;
                    let value = self.eval_stored(value, &element.array)?;
                    return self.assign_element(address, element.read, write, op, value, element);
                }
                let value = self.eval_stored(value, &element.array)?;
                let (address, write) = self.place_address(element)?;
                self.assign_element(address, element.read, write, op, value, element)
            }
        }
    }

    /// `x[i] op= value` where the value may change x or i.
    fn update_read_first(
        &mut self,
        element: &Element,
        op: BinaryOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        let (address, write) = self.place_address(element)?;
        let old = self.load_address(&address, element).number();
        let value = self.eval_number(value)?;
        let elem = array_type(&element.array.ty).elem;
        let new = self.updated(op, old, value, elem);
        self.assign_element(
            address,
            element.read,
            write,
            AssignOp::Set,
            new.into(),
            element,
        )
    }

    /// Assigns a value that has been evaluated to the one element of a place.
    pub(in crate::lower) fn assign_evaluated(
        &mut self,
        element: &Element,
        value: Operand,
    ) -> Lowered<()> {
        let is_position = matches!(element.place, Place::Position(_));
        if !is_position && single_indices(&element.place).is_none() {
            return self.store_evaluated_slice(element, value);
        }
        let (address, write) = self.place_address(element)?;
        self.assign_element(address, element.read, write, AssignOp::Set, value, element)?;
        Ok(())
    }
}
