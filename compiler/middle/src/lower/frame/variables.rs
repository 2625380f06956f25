//! Reading and setting whole variables, and leaving a function with the values of its outputs.
//!
//! Layer: `frame`.
//!
//! *Invariant:* a value that is set has the type of the variable.

use crate::base::Span;
use crate::hir::{Expr, ExprKind, GlobalVarId, VarId};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{Exit, FunctionLowering, Slot};
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::array_type;
use crate::mir::{Local, StrId, Ty, Value, VariableRole};
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// Where a variable of the current instance lives.
    pub(in crate::lower) fn slot(&mut self, var: VarId) -> Slot {
        if let Some(slot) = self.frame().slots.get(&var) {
            return slot.clone();
        }
        let slot = self.new_slot(var);
        self.note_variable(var, &slot, VariableRole::Variable);
        self.frame_mut().slots.insert(var, slot.clone());
        slot
    }

    /// The value of a variable.
    pub(in crate::lower) fn read_variable(&mut self, var: VarId) -> Operand {
        let ty = &self.var(var).ty;
        match self.slot(var) {
            Slot::Bound(operand) => operand,
            Slot::Shared(array) => self.read_shared(array, ty),
            Slot::Locals(locals) => {
                let values: Vec<Value> = locals.into_iter().map(|local| self.get(local)).collect();
                self.unflatten(ty, &mut values.into_iter())
            }
            Slot::Registers(locals) => Operand::Small(self.read_registers(array_type(ty), &locals)),
            Slot::Slice(..) => panic!(
                "'{}' is a slice that is read as a whole",
                self.var(var).name
            ),
        }
    }

    /// Gives a variable the value of an operand of its type.
    pub(in crate::lower) fn set_variable(
        &mut self,
        var: VarId,
        operand: Operand,
        span: Span,
    ) -> Lowered<Operand> {
        let ty = &self.var(var).ty;
        match self.slot(var) {
            Slot::Registers(locals) => {
                let small = self.small_of(operand, ty);
                self.write_registers(&locals, &small.elements);
                Ok(Operand::Small(small))
            }
            Slot::Locals(locals) => {
                let values = self.flatten(operand, span)?;
                for (&local, &value) in locals.iter().zip(&values) {
                    self.set(local, value);
                }
                Ok(self.unflatten(ty, &mut values.into_iter()))
            }
            Slot::Shared(array) => {
                self.store_shared(array, operand.clone(), ty);
                Ok(operand)
            }
            Slot::Bound(_) | Slot::Slice(..) => {
                panic!("'{}' is bound, but assigned", self.var(var).name)
            }
        }
    }

    /// The name of the variable that an array expression is, for messages; null when it is something else.
    pub(in crate::lower) fn array_name(&mut self, array: &Expr) -> Value {
        match self.array_name_id(array) {
            Some(name) => self.string(name),
            None => self.null(Ty::Str),
        }
    }

    pub(in crate::lower) fn array_name_id(&mut self, array: &Expr) -> Option<StrId> {
        let hir = self.hir;
        let name = match &array.kind {
            ExprKind::Var(var) => self.var(*var).name.as_str(),
            ExprKind::Global(global) => hir.globals[*global].name.as_str(),
            _ => return None,
        };
        Some(self.program.string(name))
    }

    // ---- Outputs ----------------------------------------------------------------------------------------------------

    /// `return`.
    pub(in crate::lower) fn leave_function(&mut self) -> Lowered<()> {
        match self.frame().exit {
            Exit::Break(label) => self.break_(label),
            Exit::Return => {
                let results = self.output_values()?;
                self.return_(&results);
            }
        }
        Ok(())
    }

    /// The values of the outputs; a kernel has none, its outputs are accumulators.
    fn output_values(&mut self) -> Lowered<Vec<Value>> {
        if self.kernel.is_some() || self.hosted {
            return Ok(Vec::new());
        }
        let instance = self.frame().instance;
        let mut values = Vec::new();
        for &output in &instance.outputs {
            let operand = self.read_variable(output);
            values.extend(self.flatten(operand, instance.span)?);
        }
        Ok(values)
    }
}

impl Emitter<'_, '_> {
    // ---- Top-level variables ----------------------------------------------------------------------------------------

    /// The value of a top-level variable.
    pub(in crate::lower) fn read_global(&mut self, global: GlobalVarId) -> Operand {
        let ty = &self.hir.globals[global].ty;
        let arrived = self
            .kernel
            .as_ref()
            .map(|kernel| kernel.globals[&global].clone());
        let values: Vec<Value> = match arrived {
            Some(locals) => locals.into_iter().map(|local| self.get(local)).collect(),
            None => {
                let parts = self.program.global_parts(global);
                let types = self.program.parts(ty);
                parts
                    .into_iter()
                    .zip(types)
                    .map(|(part, ty)| self.get_global(part, ty))
                    .collect()
            }
        };
        self.unflatten(ty, &mut values.into_iter())
    }

    /// Gives a top-level variable the value of an operand of its type.
    pub(in crate::lower) fn set_global_variable(
        &mut self,
        global: GlobalVarId,
        operand: Operand,
        span: Span,
    ) -> Lowered<Operand> {
        let parts = self.program.global_parts(global);
        let values = self.flatten(operand, span)?;
        for (part, &value) in parts.into_iter().zip(&values) {
            self.set_global(part, value);
        }
        let ty = &self.hir.globals[global].ty;
        Ok(self.unflatten(ty, &mut values.into_iter()))
    }

    // ---- Outputs of kernels -----------------------------------------------------------------------------------------

    /// Whether a slot is that of a kernel's output.
    pub(in crate::lower) fn is_output(&self, slot: &Slot) -> bool {
        match slot {
            Slot::Locals(locals) | Slot::Registers(locals) => self.is_accumulator(locals),
            Slot::Shared(_) => true,
            Slot::Bound(_) | Slot::Slice(..) => false,
        }
    }

    /// The value of a kernel's output that lies in an array.
    fn read_shared(&mut self, array: Local, ty: &Type) -> Operand {
        let array = self.get(array);
        match ty {
            Type::Array(ty) => Operand::Small(self.load_small(array, ty)),
            _ => {
                let first = self.int(0);
                self.load_element(inside(array, first))
            }
        }
    }

    /// Stores all of a kernel's output that lies in an array.
    fn store_shared(&mut self, array: Local, operand: Operand, ty: &Type) {
        let array = self.get(array);
        let elements = match operand {
            Operand::Number(number) => vec![number],
            other => self.small_of(other, ty).elements,
        };
        for (index, element) in elements.into_iter().enumerate() {
            let index = self.int(index as i32);
            self.store_element(inside(array, index), element.into());
        }
    }
}
