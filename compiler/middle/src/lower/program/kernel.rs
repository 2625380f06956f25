//! Kernel instances as MIR kernels: parameters, the position and the other special parameters, outputs.
//!
//! Layer: `program`.
//!
//! *Invariant:* a kernel's parameters are, in order, the ordinary ones, the captured ones, the top-level variables that
//! it reads, the arrays of outputs that are no accumulators, and, when it needs them, the extents and the block size of
//! the launch; `launches/launch.rs` passes them so.

use crate::hir::{Instance, InstanceId, Special, Var, VarId};
use crate::lower::emit::graph::Graph;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::emit::state::{Grid, KernelState};
use crate::lower::emit::types::{Lowered, OBJECT};
use crate::lower::frame::function::{Exit, FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::expression::array_type;
use crate::lower::tree::kernel::{
    KernelKey, by_value, has_group, is_number_or_small, is_one_number, output_operation, referred,
    without_clearing,
};
use crate::mir::kernel::MAXIMUM_RANK;
use crate::mir::{self, AccumulatorOp, FunctionBuilder, KernelOrigin, Local, Ty};
use crate::types::{ArrayType, Type};

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// An instance as a kernel, what it needs of objects, and whether its threads act together.
    pub(in crate::lower) fn kernel(
        program: &'a mut ProgramLowering<'p>,
        key: &KernelKey,
    ) -> (mir::Function, Graph, bool) {
        let instance = &program.hir.instances[key.instance];
        let name = program.unique_name(&instance.name);
        let loc = program.location(instance.span, &instance.name, None);
        let rank = key.rank.min(MAXIMUM_RANK);
        let mut builder = FunctionBuilder::kernel(&name, rank, KernelOrigin::Written, loc);
        builder.set_profile(instance.profile.clone());
        let mut s = FunctionLowering::new(program, builder);
        s.kernel = Some(KernelState::default());
        s.push_frame(key.instance, Exit::Return);
        if let Err(report) = s.kernel_body(instance, key) {
            s.program.reports.push(*report);
        }
        let kernel = s.kernel.take().expect("a kernel is lowered");
        (s.finish(), kernel.graph, kernel.group.acts)
    }

    fn kernel_body(&mut self, instance: &'p Instance, key: &KernelKey) -> Lowered<()> {
        self.refuse_references(instance, key.instance)?;
        self.kernel_parameters(instance, key.instance);
        self.kernel_globals(key.instance);
        self.kernel_outputs(instance)?;
        let grid = self.grid(instance, key);
        let kernel = self.kernel.as_mut().expect("a kernel is lowered");
        kernel.group.layout = has_group(instance).then(|| grid.clone());
        for &(special, var) in &instance.specials {
            self.bind_special(special, var, &grid)?;
        }
        self.stmts(without_clearing(instance));
        self.finish_group(key, instance.span)
    }

    // ---- Parameters ----------------------------------------------------------------------------------------------------

    /// Objects with open fields and arrays of arrays have no form in kernels.
    fn refuse_references(&self, instance: &Instance, id: InstanceId) -> Lowered<()> {
        let params = instance.params.iter().chain(&instance.captures);
        let params = params.map(|&var| &instance.vars[var].ty);
        let globals = self.program.summaries.of(id).globals.iter();
        let globals = globals.map(|&global| &self.hir.globals[global].ty);
        for ty in params.chain(globals) {
            let known = referred(ty).is_some();
            if !known && self.program.parts(ty).contains(&OBJECT) {
                let what = match ty {
                    Type::Pointer(_) => "a pointer within a kernel",
                    _ => "an array of arrays within a kernel",
                };
                return self.unsupported(instance.span, what);
            }
        }
        Ok(())
    }

    fn kernel_parameters(&mut self, instance: &'p Instance, id: InstanceId) {
        for &var in instance.params.iter().chain(&instance.captures) {
            let data = &instance.vars[var];
            let summary = self.program.summaries.of(id);
            let (in_values, assigned) = (
                by_value(summary, var, &data.ty),
                summary.assigned.contains(&var),
            );
            let slot = if in_values {
                let parts = self.element_parts(array_type(&data.ty));
                Slot::Registers(
                    parts
                        .into_iter()
                        .map(|ty| self.param(ty, &data.name))
                        .collect(),
                )
            } else {
                Slot::Locals(self.kept_parameters(&data.ty, &data.name))
            };
            let small = data.ty.as_array().filter(|ty| ty.is_small());
            let slot = match (small, &slot) {
                (Some(ty), Slot::Locals(locals)) if assigned => self.load_registers(ty, locals[0]),
                _ => slot,
            };
            self.frame_mut().slots.insert(var, slot);
        }
    }

    /// A parameter in memory that the kernel assigns: its elements are loaded first.
    fn load_registers(&mut self, ty: &ArrayType, local: Local) -> Slot {
        let array = self.get(local);
        let small = self.load_small(array, ty);
        let locals = self.register_locals(ty, "");
        self.write_registers(&locals, &small.elements);
        Slot::Registers(locals)
    }

    fn kernel_globals(&mut self, id: InstanceId) {
        for global in self.program.summaries.of(id).globals.clone() {
            let data = &self.hir.globals[global];
            let locals = self.kept_parameters(&data.ty, &data.name);
            let kernel = self.kernel.as_mut().expect("a kernel is lowered");
            kernel.globals.insert(global, locals);
        }
    }

    // ---- Position and block --------------------------------------------------------------------------------------------

    pub(in crate::lower) fn bind_special(
        &mut self,
        special: Special,
        var: VarId,
        grid: &Grid,
    ) -> Lowered<()> {
        if let Special::Group(_) = special {
            let slot = Slot::Bound(Operand::Group(Vec::new()));
            self.frame_mut().slots.insert(var, slot);
            return Ok(());
        }
        let data = self.var(var);
        let mut values = self.special_values(special, &data.ty, grid);
        let is_number = is_one_number(&data.ty);
        if is_number && !matches!(special, Special::Position | Special::WarpSize) {
            values = vec![self.number_along(grid, &values)];
        }
        let operand = self.special_operand(special, &data.ty, values, data.span)?;
        let summary = self.program.summaries.of(self.frame().id);
        let changes = summary.assigned.contains(&var) || summary.stored.contains(&var);
        if changes || self.keeps_variables() {
            self.set_variable(var, operand, data.span)?;
        } else {
            self.frame_mut().slots.insert(var, Slot::Bound(operand));
        }
        Ok(())
    }

    // ---- Outputs -------------------------------------------------------------------------------------------------------

    /// An output that is only updated by one operation is an accumulator; any other lies in an array of its own.
    fn kernel_outputs(&mut self, instance: &'p Instance) -> Lowered<()> {
        for &output in &instance.outputs {
            let data = &instance.vars[output];
            if !is_number_or_small(&data.ty) {
                return self.unsupported(data.span, "an output of this type of a kernel");
            }
            let slot = match output_operation(instance, output) {
                None => {
                    let elem = data.ty.elem().expect("an output is made of numbers");
                    let ty = Ty::Array(self.kind(elem));
                    Slot::Shared(self.param(ty, &data.name))
                }
                Some(op) => self.accumulator_slot(data, op),
            };
            self.frame_mut().slots.insert(output, slot);
        }
        Ok(())
    }

    fn accumulator_slot(&mut self, data: &Var, op: AccumulatorOp) -> Slot {
        let (types, small) = match &data.ty {
            Type::Array(ty) => (self.element_parts(ty), true),
            ty => (self.program.parts(ty), false),
        };
        let locals: Vec<Local> = types
            .into_iter()
            .map(|ty| self.accumulator(ty, &data.name, op))
            .collect();
        let kernel = self.kernel.as_mut().expect("a kernel is lowered");
        kernel.accumulators.extend(&locals);
        if small {
            Slot::Registers(locals)
        } else {
            Slot::Locals(locals)
        }
    }
}
