//! Assignments to variables, and several targets at once.
//!
//! Layer: `places`.
//!
//! *Invariant:* the value is evaluated before the target's indices.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, GlobalVarId, Target, VarId};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, SmallOrNumber};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::{array_type, has_effects, is_shared};
use crate::lower::tree::kernel::written_update;
use crate::lower::tree::operator::spelling;
use crate::lower::tree::sizes::is_product;
use crate::mir::{CompareOp, ListEntry, Local, Op, RtFn, Together, Ty, Value};
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
    pub(in crate::lower) fn assign(&mut self, assign: &Assign) -> Lowered<Operand> {
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
            Target::Field(..) | Target::Deref(_) => {
                panic!("classes have been replaced before lowering")
            }
            Target::Ignore => self.eval(&assign.value),
        }
    }

    /// An assignment as an expression: what elements that round have kept.
    pub(in crate::lower) fn assigned_value(
        &mut self,
        expr: &Expr,
        assign: &Assign,
    ) -> Lowered<Operand> {
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

    // ---- Variables --------------------------------------------------------------------------------------------------

    /// A variable of the instance. Products that become the size of an array are looked at, as they are within its brackets.
    fn assign_looking(&mut self, var: VarId, op: AssignOp, value: &Expr) -> Lowered<Operand> {
        let id = self.frame().id;
        let looks = self.program.summaries.of(id).sizes.contains(&var) && is_product(value);
        let outer = self.in_size;
        self.in_size |= looks;
        let assigned = self.assign_variable(var, op, value);
        self.in_size = outer;
        assigned
    }

    /// A variable of the instance: those in registers and the outputs of kernels have ways of their own.
    pub(in crate::lower) fn assign_variable(
        &mut self,
        var: VarId,
        op: AssignOp,
        value: &Expr,
    ) -> Lowered<Operand> {
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

    /// `variable = shared(…)`.
    pub(in crate::lower) fn assign_shared(&mut self, var: VarId, value: &Expr) -> Lowered<Operand> {
        let ExprKind::Builtin(_, dims) = &value.kind else {
            panic!("{value:?} makes no shared array");
        };
        self.act_together(value.span)?;
        if self.frame().slots.contains_key(&var) {
            return self.unsupported(
                value.span,
                "a second array in the variable of a shared array",
            );
        }
        let dims: Lowered<Vec<_>> = dims.iter().map(|dim| self.eval_value(dim)).collect();
        let dims = dims?;
        let data = self.var(var);
        let (ty, name) = (
            data.ty.as_array().expect("a shared array"),
            data.name.clone(),
        );
        let ty = Ty::Array(self.kind(ty.elem));
        let local = self.param(ty, &name);
        let number = self.function().params.len() - 1;
        let kernel = self.kernel.as_mut().expect("a kernel is lowered");
        kernel.group.shared.push(number);
        let zeros = matches!(value.kind, ExprKind::Builtin(Builtin::SharedZeros, _));
        self.emit(Op::Together(Together::Shared { local, dims, zeros }), &[]);
        self.frame_mut()
            .slots
            .insert(var, Slot::Locals(vec![local]));
        Ok(Operand::Handle(self.get(local)))
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
                self.update_array(op, array, array_ty, value)?;
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
        let ty = &self.var(var).ty;
        let old = self.small_of(old, ty);
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
        self.require_extents_of(ty, array, other, spelling(op));
        let sized = ArrayType {
            elem: other.elem,
            ..ty.clone()
        };
        Ok(SmallOrNumber::Small(self.load_small(array, &sized)))
    }

    fn update_array(
        &mut self,
        op: BinaryOp,
        array: Value,
        ty: &ArrayType,
        value: &Expr,
    ) -> Lowered<()> {
        if self.kernel.is_some() {
            return self.needs_memory(value.span, "updating a whole array within a kernel");
        }
        self.update_in_place(op, array, ty, value)
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
            let access = inside(array, position);
            let elem = value.ty.elem().expect("an output is made of numbers");
            let number = operand.element(index);
            result = self.atomic_update(access, AssignOp::Update(op), number, elem);
        }
        Ok(result)
    }

    // ---- Outputs of kernels -----------------------------------------------------------------------------------------

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
            Slot::Bound(_) | Slot::Slice(..) => panic!("an output is a variable"),
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

    // ---- Several targets --------------------------------------------------------------------------------------------

    /// `[a, b] = call`.
    pub(in crate::lower) fn unpack(&mut self, targets: &[Target], value: &Expr) -> Lowered<()> {
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
    pub(in crate::lower) fn unpack_vector(
        &mut self,
        targets: &[Target],
        value: &Expr,
    ) -> Lowered<()> {
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
                self.load_element(inside(array, index)).number()
            })
            .collect())
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
            Target::Field(..) | Target::Deref(_) => {
                panic!("classes have been replaced before lowering")
            }
            Target::Ignore => Ok(()),
        }
    }
}

impl Emitter<'_, '_> {
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
}
