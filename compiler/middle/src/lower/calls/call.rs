//! Calls: host functions are called, device functions and lambdas are lowered in place.
//!
//! Layer: `calls`.
//!
//! *Invariant:* arguments are evaluated in the caller's frame, from left to right, before the callee's body.

use crate::base::Span;
use crate::hir::{
    AssignOp, Expr, ExprKind, Instance, InstanceId, Space, Stmt, StmtKind, Target, VarId,
};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{Exit, FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::expression::array_type;
use crate::lower::tree::kernel::outputs_type;
use crate::lower::tree::summaries::{MANY_IN_PLACE, asks_for_place};
use crate::mir::{self, Local};
use crate::types::Type;

/// Host functions are called from more frames than these.
const DEEPEST_FRAME: usize = 6;

/// Frames from which a function with [`MANY_IN_PLACE`] calls in place has more of them.
const FEW_FRAMES: usize = 2;

/// A kernel calls nothing; with more calls than these it is no kernel.
const MOST_IN_KERNEL: usize = 20_000;

/// An argument: its values, and where the caller keeps it when that is in registers.
struct Argument {
    operand: Operand,
    registers: Option<Vec<Local>>,
}

impl<'p> FunctionLowering<'_, 'p> {
    /// A call of an instance.
    pub(in crate::lower) fn call_instance(
        &mut self,
        expr: &Expr,
        id: InstanceId,
        args: &[Expr],
        captured: Option<&Expr>,
    ) -> Lowered<Operand> {
        let instance = &self.hir.instances[id];
        let captured = match captured {
            Some(closure) => self.captured(closure)?,
            None => Vec::new(),
        };
        if self.lowers_in_place(id) {
            return self.call_in_place(expr, id, args, captured);
        }
        if self.kernel.is_some() {
            let what = match instance.space {
                Space::Host => "a call of a host function within a kernel",
                Space::Device | Space::Kernel => "recursion within a kernel",
            };
            return self.unsupported(expr.span, what);
        }
        let mut values = Vec::new();
        for arg in args {
            let operand = self.eval(arg)?;
            values.extend(self.flatten(operand, arg.span)?);
        }
        for part in captured {
            values.extend(self.flatten(part, expr.span)?);
        }
        let results = self.program.parts(&outputs_type(instance));
        let function = self.program.host_function(id);
        let results = self.call(function, &values, &results);
        Ok(self.unflatten(&outputs_type(instance), &mut results.into_iter()))
    }

    /// Whether a call is lowered in place here; chains of host functions end at some depth.
    fn lowers_in_place(&self, id: InstanceId) -> bool {
        let instance = &self.hir.instances[id];
        if self.keeps_frame_of(instance.space) {
            return false;
        }
        let must = asks_for_place(instance);
        let in_kernel = self.kernel.is_some();
        let few = in_kernel || self.in_place < MANY_IN_PLACE;
        let inlined = self.program.summaries.of(id).inlined;
        let deepest = if few { DEEPEST_FRAME } else { FEW_FRAMES };
        inlined
            && match must && few {
                true => in_kernel || self.may_hold > 0,
                false => self.depth() < deepest,
            }
    }

    /// How many calls each call within the body of an instance that is lowered in place may hold. Where all of them do not fit, they get equal
    /// shares: the first would else take it all, and each function of a chain of lambdas would have the chain below it.
    fn may_hold_within(&self, id: InstanceId) -> usize {
        let left = self.may_hold.saturating_sub(1);
        let summary = self.program.summaries.of(id);
        match summary.calls_below <= left {
            true => left,
            false => left / summary.calls_in_place.max(1),
        }
    }

    // ---- In place ----------------------------------------------------------------------------------------------------

    fn call_in_place(
        &mut self,
        expr: &Expr,
        id: InstanceId,
        args: &[Expr],
        captured: Vec<Operand>,
    ) -> Lowered<Operand> {
        self.in_place += 1;
        if self.kernel.is_some() && self.in_place > MOST_IN_KERNEL {
            return self.unsupported(expr.span, "a kernel with so many calls in each other");
        }
        let instance = &self.hir.instances[id];
        let mut arguments = Vec::new();
        for arg in args {
            arguments.push(self.argument(arg)?);
        }
        arguments.extend(captured.into_iter().map(|operand| Argument {
            operand,
            registers: None,
        }));
        let place = self.loc();
        let scope = self.program.summaries.of(id).returns.then(|| self.label());
        self.push_frame(id, scope.map_or(Exit::Return, Exit::Break));
        self.frame_mut().call = Some(place);
        let within = self.may_hold_within(id);
        let around = std::mem::replace(&mut self.may_hold, within);
        let result = self.body_in_place(instance, arguments, scope, expr.span);
        self.may_hold = around;
        self.pop_frame();
        self.set_loc(place);
        result
    }

    /// What the function that a closure stands for is given besides its arguments.
    pub(in crate::lower) fn captured(&mut self, closure: &Expr) -> Lowered<Vec<Operand>> {
        let operand = self.eval(closure)?;
        match &closure.ty {
            Type::Closure(id) if self.program.has_no_parts(&closure.ty) => {
                let captures = self.hir.closures[*id].captures.iter();
                let nothing = |ty| self.unflatten(ty, &mut std::iter::empty());
                Ok(captures.map(nothing).collect())
            }
            _ => Ok(operand.into_parts()),
        }
    }

    fn argument(&mut self, arg: &Expr) -> Lowered<Argument> {
        let registers = match &arg.kind {
            ExprKind::Var(var) => match self.slot(*var) {
                Slot::Registers(locals) => Some(locals),
                Slot::Locals(_) | Slot::Bound(_) | Slot::Shared(_) | Slot::Slice(..) => None,
            },
            _ => None,
        };
        let operand = match &arg.ty {
            Type::Array(ty) if self.on_device() && ty.is_small() => match &arg.kind {
                ExprKind::NewArray { .. } => Operand::Small(self.eval_small(arg)?),
                _ => self.eval(arg)?,
            },
            _ => self.eval(arg)?,
        };
        Ok(Argument { operand, registers })
    }

    fn body_in_place(
        &mut self,
        instance: &'p Instance,
        arguments: Vec<Argument>,
        scope: Option<mir::Label>,
        span: Span,
    ) -> Lowered<Operand> {
        let params = || instance.params.iter().chain(&instance.captures).copied();
        let in_registers = |argument: &Argument| matches!(argument.operand, Operand::Small(_));
        let held = params()
            .zip(&arguments)
            .filter(|(_, argument)| !in_registers(argument));
        self.keep_in_memory(held.map(|(param, _)| param));
        for (param, argument) in params().zip(arguments) {
            let slot = self.parameter_slot(instance, param, argument, span)?;
            self.frame_mut().slots.insert(param, slot);
        }
        if let Some(value) = single_expression(instance) {
            self.at(value.span);
            return self.eval(value);
        }
        self.clear_outputs(instance);
        match scope {
            None => self.stmts(&instance.body),
            Some(label) => {
                let (body, ()) = self.block(|s| s.stmts(&instance.body));
                self.push_scope(label, body);
            }
        }
        let mut outputs: Vec<Operand> = instance
            .outputs
            .iter()
            .map(|&output| self.read_variable(output))
            .collect();
        Ok(match outputs.len() {
            0 => Operand::Nothing,
            1 => outputs.remove(0),
            _ => Operand::Group(outputs),
        })
    }

    /// Where a parameter lives: nowhere of its own when it is only read.
    fn parameter_slot(
        &mut self,
        instance: &Instance,
        param: VarId,
        argument: Argument,
        span: Span,
    ) -> Lowered<Slot> {
        let summary = self.program.summaries.of(self.frame().id);
        let assigned = summary.assigned.contains(&param);
        let stored = summary.stored.contains(&param);
        let on_device = instance.space != Space::Host;
        let free = on_device || self.may_use_registers(param);
        let read_only = !(assigned || stored || summary.shared.contains(&param));
        let ty = &instance.vars[param].ty;
        match argument.operand {
            Operand::Small(small) => match argument.registers {
                // A device function stores into the registers of its caller.
                Some(locals) if on_device && stored && !assigned => Ok(Slot::Registers(locals)),
                _ if read_only || (on_device && !assigned && !stored) => {
                    Ok(Slot::Bound(Operand::Small(small)))
                }
                _ if free => Ok(self.registers_with(&instance.vars[param].name, small)),
                _ => {
                    let array = self.materialize(Operand::Small(small), span)?;
                    self.plain_slot(instance, param, Operand::Handle(array), assigned, span)
                }
            },
            Operand::Handle(array) if on_device && assigned && is_small(ty) => {
                let small = self.load_small(array, array_type(ty));
                Ok(self.registers_with(&instance.vars[param].name, small))
            }
            operand => self.plain_slot(instance, param, operand, assigned, span),
        }
    }

    /// Locals for a parameter that is assigned, the argument itself for any other.
    fn plain_slot(
        &mut self,
        instance: &Instance,
        param: VarId,
        operand: Operand,
        assigned: bool,
        span: Span,
    ) -> Lowered<Slot> {
        if !assigned {
            return Ok(Slot::Bound(operand));
        }
        let name = Some(instance.vars[param].name.as_str());
        let values = self.flatten(operand, span)?;
        let locals = values
            .into_iter()
            .map(|value| self.local_with(name, value))
            .collect();
        Ok(Slot::Locals(locals))
    }

    /// Gives the outputs of a function that is lowered in place their first values, each time it runs.
    fn clear_outputs(&mut self, instance: &Instance) {
        for &output in &instance.outputs {
            let (Slot::Locals(locals) | Slot::Registers(locals)) = self.slot(output) else {
                continue;
            };
            for local in locals {
                let ty = self.local_ty(local);
                let zero = self.zero(ty);
                self.set(local, zero);
            }
        }
    }
}

impl Emitter<'_, '_> {
    /// New registers that hold a small array.
    fn registers_with(&mut self, name: &str, small: Small) -> Slot {
        let locals = self.register_locals(&small.ty, name);
        self.write_registers(&locals, &small.elements);
        Slot::Registers(locals)
    }
}

fn is_small(ty: &Type) -> bool {
    ty.as_array().is_some_and(crate::types::ArrayType::is_small)
}

/// The value of a function whose body is one assignment to its one output.
fn single_expression(instance: &Instance) -> Option<&Expr> {
    let (
        [
            Stmt {
                kind: StmtKind::Assign(assign),
                ..
            },
        ],
        [output],
    ) = (instance.body.as_slice(), instance.outputs.as_slice())
    else {
        return None;
    };
    let sets = assign.op == AssignOp::Set && assign.target == Target::Var(*output);
    sets.then_some(&assign.value)
}
