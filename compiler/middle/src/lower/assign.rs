//! Assignments to variables, and several targets at once.
//!
//! *Invariant:* the value is evaluated before the target's indices.

use super::Lowered;
use super::expression::array_type;
use super::function::{FunctionLowering, Slot};
use super::kernel::written_update;
use super::loops::accumulator_op;
use super::operand::{Number, Operand, Small};
use super::scalar::spelling;
use super::sizes::is_product;
use super::small::SmallOrNumber;
use super::strided::has_effects;
use super::together::is_shared;
use crate::base::Span;
use crate::builtins::Builtin;
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, GlobalVarId, Target, VarId};
use crate::mir::query::combining;
use crate::mir::{CompareOp, ListEntry, Local, RtFn, Ty, UnaryOp as MirUnary, Value};
use crate::types::{ArrayType, Type};
use quasar_abi::RtError;

/// A variable that is assigned as a whole.
#[derive(Clone, Copy)]
enum Named {
    /// Of the instance.
    Var(VarId),
    /// Of the top level.
    Global(GlobalVarId),
}

impl FunctionLowering<'_, '_> {
    /// An assignment; gives its value as an expression.
    pub(super) fn assign(&mut self, assign: &Assign) -> Lowered<Operand> {
        if assign.op == AssignOp::CompareExchange {
            return self.assign_compared(assign);
        }
        match &assign.target {
            Target::Var(var) => self.assign_looking(*var, assign.op, &assign.value),
            Target::Global(_) if self.kernel.is_some() => self.unsupported(
                assign.span,
                "assigning a top-level variable within a kernel",
            ),
            Target::Global(global) => {
                self.assign_named(Named::Global(*global), assign.op, &assign.value)
            }
            Target::Element(element) => self.assign_place(element, assign.op, &assign.value),
            Target::Entry(object, entry) => {
                let operand = self.eval(&assign.value)?;
                let ty = &assign.value.ty;
                self.store_entry(object, *entry, operand.clone(), ty, assign.span)?;
                Ok(operand)
            }
            Target::Field(..) | Target::Deref(_) => panic!("classes are split before lowering"),
            Target::Ignore => self.eval(&assign.value),
        }
    }

    /// An assignment as an expression: what elements that round have kept.
    pub(super) fn assigned_value(&mut self, expr: &Expr, assign: &Assign) -> Lowered<Operand> {
        let value = self.assign(assign)?;
        let (Target::Element(element), Operand::Number(number)) = (&assign.target, &value) else {
            return Ok(value);
        };
        match assign.op {
            AssignOp::Set | AssignOp::Update(_) if expr.ty.is_number() => {
                let kept = self.rounded(*number, array_type(&element.array.ty).elem);
                Ok(self.convert_number(kept, &expr.ty).into())
            }
            AssignOp::Set
            | AssignOp::Update(_)
            | AssignOp::Exchange
            | AssignOp::CompareExchange => Ok(value),
        }
    }

    /// `target <- (expected, new)`.
    fn assign_compared(&mut self, assign: &Assign) -> Lowered<Operand> {
        let values = self.eval_small(&assign.value)?;
        let [expected, new] = values.elements[..] else {
            panic!("{:?} is no pair", assign.value);
        };
        match &assign.target {
            Target::Element(element) => self.compare_exchange(element, expected, new),
            other => panic!("{other:?} is no element"),
        }
    }

    // ---- Variables ---------------------------------------------------------------------------------------------------

    /// A variable of the instance. Products that become the size of an array are looked at, as they are within its brackets.
    fn assign_looking(&mut self, var: VarId, op: AssignOp, value: &Expr) -> Lowered<Operand> {
        let id = self.frame().id;
        let looks = self.program.facts.of(id).sizes.contains(&var) && is_product(value);
        let outer = self.in_size;
        self.in_size |= looks;
        let assigned = self.assign_variable(var, op, value);
        self.in_size = outer;
        assigned
    }

    /// A variable of the instance: those in registers and the outputs of kernels have ways of their own.
    fn assign_variable(&mut self, var: VarId, op: AssignOp, value: &Expr) -> Lowered<Operand> {
        if op == AssignOp::Set && is_shared(value) {
            return self.assign_shared(var, value);
        }
        let slot = self.slot(var);
        if self.is_output(&slot) {
            let update = match op {
                AssignOp::Set => written_update(var, value),
                AssignOp::Update(op) => Some((op, value)),
                AssignOp::Exchange | AssignOp::CompareExchange => None,
            };
            if let Some((op, value)) = update {
                return self.update_output(slot, var, op, value);
            }
        }
        match (op, slot) {
            (AssignOp::Set, Slot::Registers(locals)) => {
                let small = self.eval_small(value)?;
                self.write_registers(&locals, &small.elements);
                Ok(Operand::Small(small))
            }
            (AssignOp::Update(op), Slot::Registers(locals)) => {
                self.update_in_registers(var, &locals, op, value)
            }
            (op, _) => self.assign_named(Named::Var(var), op, value),
        }
    }

    /// Any other variable.
    fn assign_named(&mut self, target: Named, op: AssignOp, value: &Expr) -> Lowered<Operand> {
        match op {
            AssignOp::Set => {
                let new = self.eval(value)?;
                self.set_named(target, new, value.span)
            }
            AssignOp::Update(op) => self.update_named(target, op, value),
            AssignOp::CompareExchange => panic!("compared before"),
            AssignOp::Exchange => {
                let new = self.eval(value)?;
                let old = self.read_named(target);
                self.set_named(target, new, value.span)?;
                Ok(old)
            }
        }
    }

    /// `target op= value`: arrays in place, strings by appending, numbers by the operator.
    fn update_named(&mut self, target: Named, op: BinaryOp, value: &Expr) -> Lowered<Operand> {
        let ty = match target {
            Named::Var(var) => &self.var(var).ty,
            Named::Global(global) => &self.hir.globals[global].ty,
        };
        let new = match ty {
            Type::Array(array_ty) => {
                let operand = self.read_named(target);
                let array = self.materialize(operand, value.span)?;
                self.update_array(op, (array, array_ty), value)?;
                return Ok(Operand::Handle(array));
            }
            Type::String => {
                let added = self.eval_handle(value)?;
                let old = self.read_named(target);
                let old = self.materialize(old, value.span)?;
                Operand::Handle(self.runtime1(RtFn::string_concat, &[old, added], &[], Ty::Str))
            }
            _ => {
                let added = self.eval_number(value)?;
                let old = self.read_named(target).number();
                let elem = ty.elem().expect("a number has an element type");
                self.updated(op, old, added, elem).into()
            }
        };
        self.set_named(target, new, value.span)
    }

    fn read_named(&mut self, target: Named) -> Operand {
        match target {
            Named::Var(var) => self.read_variable(var),
            Named::Global(global) => self.read_global(global),
        }
    }

    fn set_named(&mut self, target: Named, operand: Operand, span: Span) -> Lowered<Operand> {
        match target {
            Named::Var(var) => self.set_variable(var, operand, span),
            Named::Global(global) => self.set_global_variable(global, operand, span),
        }
    }

    /// Gives a variable the value of an operand of its type.
    pub(super) fn set_variable(
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
            Slot::Bound(_) => panic!("'{}' is bound, but assigned", self.var(var).name),
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
            self.store_element(self.inside(array, index), element.into());
        }
    }

    /// The elements of an operand of a small array type.
    pub(super) fn small_of(&mut self, operand: Operand, ty: &Type) -> Small {
        match operand {
            Operand::Small(small) => small,
            Operand::Handle(array) => self.load_small(array, array_type(ty)),
            other => panic!("{other:?} is not an array"),
        }
    }

    fn update_in_registers(
        &mut self,
        var: VarId,
        locals: &[Local],
        op: BinaryOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        let before = has_effects(value).then(|| self.read_variable(var));
        let operand = self.updating_operand(op, array_type(&self.var(var).ty), value)?;
        let old = before.unwrap_or_else(|| self.read_variable(var));
        let old = self.small_of(old, &self.var(var).ty);
        let new = self.update_small(old, op, &operand);
        self.write_registers(locals, &new.elements);
        Ok(Operand::Small(new))
    }

    /// The value that updates an array in registers. Where its type does not say that it has the same extents, that is tested.
    fn updating_operand(
        &mut self,
        op: BinaryOp,
        ty: &ArrayType,
        value: &Expr,
    ) -> Lowered<SmallOrNumber> {
        let Some(other) = value.ty.as_array().filter(|other| !other.is_small()) else {
            return self.eval_small_or_number(value);
        };
        if self.kernel.is_some() {
            return self.eval_of_size(value, ty);
        }
        let array = self.eval_handle(value)?;
        self.require_extents_of(ty, (array, other), spelling(op));
        let sized = ArrayType {
            elem: other.elem,
            ..ty.clone()
        };
        Ok(SmallOrNumber::Small(self.load_small(array, &sized)))
    }

    fn update_array(
        &mut self,
        op: BinaryOp,
        target: (Value, &ArrayType),
        value: &Expr,
    ) -> Lowered<()> {
        if self.kernel.is_some() {
            return self.needs_memory(value.span, "updating a whole array within a kernel");
        }
        self.update_in_place(op, target, value)
    }

    fn update_small(&mut self, old: Small, op: BinaryOp, value: &SmallOrNumber) -> Small {
        let elements = old
            .elements
            .iter()
            .enumerate()
            .map(|(index, &element)| {
                let new = self.updated(op, element, value.element(index), old.ty.elem);
                self.rounded(new, old.ty.elem)
            })
            .collect();
        Small { elements, ..old }
    }

    /// An update of a kernel's output that lies in an array: atomic, since all positions share it.
    fn update_shared(&mut self, array: Local, op: BinaryOp, value: &Expr) -> Lowered<Operand> {
        let operand = self.eval_small_or_number(value)?;
        let array = self.get(array);
        let count = match &operand {
            SmallOrNumber::Small(small) => small.len(),
            SmallOrNumber::Number(_) => 1,
        };
        let mut result = Operand::Nothing;
        for index in 0..count {
            let position = self.int(index as i32);
            let access = self.inside(array, position);
            let elem = value.ty.elem().expect("an output is made of numbers");
            let number = operand.element(index);
            result = self.atomic_update(access, AssignOp::Update(op), number, elem);
        }
        Ok(result)
    }

    // ---- Outputs of kernels --------------------------------------------------------------------------------------------

    /// Whether a slot is that of a kernel's output.
    fn is_output(&self, slot: &Slot) -> bool {
        match slot {
            Slot::Locals(locals) | Slot::Registers(locals) => self.is_accumulator(locals),
            Slot::Shared(_) => true,
            Slot::Bound(_) => false,
        }
    }

    /// Whether the locals are those of a kernel's output.
    pub(super) fn is_accumulator(&self, locals: &[Local]) -> bool {
        let kernel = self.kernel.as_ref();
        kernel.is_some_and(|kernel| locals.iter().any(|l| kernel.accumulators.contains(l)))
    }

    /// An update of a kernel's output: atomic, or written so that the accumulator is only updated by its operation.
    fn update_output(
        &mut self,
        slot: Slot,
        var: VarId,
        op: BinaryOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        let locals = match slot {
            Slot::Shared(array) => return self.update_shared(array, op, value),
            Slot::Locals(locals) | Slot::Registers(locals) => locals,
            Slot::Bound(_) => panic!("an output is a variable"),
        };
        let operand = self.eval_small_or_number(value)?;
        let elem = self
            .var(var)
            .ty
            .elem()
            .expect("an output is made of numbers");
        let parts = self.number_parts(&elem.value_type()).len();
        for (index, chunk) in locals.chunks(parts).enumerate() {
            self.accumulate_locals(chunk, op, operand.element(index));
        }
        Ok(self.read_variable(var))
    }

    /// Updates the locals of one number; a difference is the sum with the negated value.
    pub(super) fn accumulate_locals(&mut self, locals: &[Local], op: BinaryOp, value: Number) {
        let negate = op == BinaryOp::Sub;
        let accumulation =
            accumulator_op(op).unwrap_or_else(|| panic!("{op:?} is not an accumulation"));
        for (&local, value) in locals.iter().zip(value.values()) {
            let value = if negate {
                self.unary(MirUnary::Neg, value)
            } else {
                value
            };
            let old = self.get(local);
            let new = self.binary(combining(accumulation), old, value);
            self.set(local, new);
        }
    }

    // ---- Top-level variables -------------------------------------------------------------------------------------------

    fn set_global_variable(
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

    // ---- Several targets -----------------------------------------------------------------------------------------------

    /// `[a, b] = call`.
    pub(super) fn unpack(&mut self, targets: &[Target], value: &Expr) -> Lowered<()> {
        let parts = self.eval(value)?.into_parts();
        let types = match &value.ty {
            Type::Tuple(types) => types.as_slice(),
            one => std::slice::from_ref(one),
        };
        for ((target, part), ty) in targets.iter().zip(parts).zip(types) {
            self.store_target(target, part, ty, value.span)?;
        }
        Ok(())
    }

    /// `[h, w] = vector`.
    pub(super) fn unpack_vector(&mut self, targets: &[Target], value: &Expr) -> Lowered<()> {
        let numbers = self.vector_elements(value, targets.len())?;
        for (target, number) in targets.iter().zip(numbers) {
            let given = array_type(&value.ty).elem.value_type();
            let ty = self.target_type(target).unwrap_or(given);
            let number = self.convert_number(number, &ty);
            self.store_target(target, number.into(), &ty, value.span)?;
        }
        Ok(())
    }

    fn vector_elements(&mut self, value: &Expr, count: usize) -> Lowered<Vec<Number>> {
        let is_size = matches!(value.kind, ExprKind::Builtin(Builtin::Size, _));
        if is_size
            && let Some(values) = self.vector_values(value)?
            && values.len() == count
        {
            return Ok(values.into_iter().map(Number::Real).collect());
        }
        if array_type(&value.ty).known_numel() == Some(count) && array_type(&value.ty).is_small() {
            return Ok(self.eval_small(value)?.elements);
        }
        if self.kernel.is_some() {
            return self.needs_memory(
                value.span,
                "unpacking a vector of unknown length in a kernel",
            );
        }
        let array = self.eval_handle(value)?;
        self.require_count(array, count);
        Ok((0..count)
            .map(|index| {
                let index = self.int(index as i32);
                self.load_element(self.inside(array, index)).number()
            })
            .collect())
    }

    /// Raises unless a vector has as many elements as there are targets.
    fn require_count(&mut self, array: Value, count: usize) {
        let (have, want) = (self.numel(array), self.int(count as i32));
        let differ = self.compare(CompareOp::Ne, have, want);
        self.when(differ, |s| {
            let code = s.int(RtError::InvalidArgument.code());
            let targets = s.text("unpacking");
            let (has, elements, not) = (
                s.text("the vector has "),
                s.text(" elements, not "),
                s.int(count as i32),
            );
            let parts = [has, have, elements, not].map(ListEntry::Value);
            let message = s.runtime1(RtFn::string_from_values, &[], &parts, Ty::Str);
            let entries = [targets, message].map(ListEntry::Value);
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
    }

    fn target_type(&self, target: &Target) -> Option<Type> {
        match target {
            Target::Var(var) => Some(self.var(*var).ty.clone()),
            Target::Global(global) => Some(self.hir.globals[*global].ty.clone()),
            Target::Element(element) => Some(array_type(&element.array.ty).elem.value_type()),
            Target::Entry(..) | Target::Field(..) | Target::Deref(_) | Target::Ignore => None,
        }
    }

    fn store_target(
        &mut self,
        target: &Target,
        operand: Operand,
        ty: &Type,
        span: Span,
    ) -> Lowered<()> {
        match target {
            Target::Var(var) => self.set_variable(*var, operand, span).map(|_| ()),
            Target::Global(global) => self.set_global_variable(*global, operand, span).map(|_| ()),
            Target::Element(element) => self.assign_evaluated(element, operand),
            Target::Entry(object, entry) => self.store_entry(object, *entry, operand, ty, span),
            Target::Field(..) | Target::Deref(_) => panic!("classes are split before lowering"),
            Target::Ignore => Ok(()),
        }
    }
}
