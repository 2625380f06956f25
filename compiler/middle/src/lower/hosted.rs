//! Kernels that need what only host code has: arrays of unknown size, recursion, launches. Such a kernel is a host
//! function for one position, and its launch calls it for one position after another.
//!
//! *Invariant:* the parameters are, in order, those of the instance, its captures, the arrays of its outputs, and per
//! dimension of the launch the position, the extents and the block size.

use super::function::{Exit, FunctionLowering, Slot};
use super::kernel::{Grid, KernelKey, without_clearing};
use super::program::ProgramLowering;
use super::{Lowered, operand::Operand};
use crate::base::Span;
use crate::hir::{Expr, Instance};
use crate::mir::{self, ForHeader, FuncId, FunctionBuilder, LoopDirective, RtFn, Ty, Value};

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// A kernel instance as a host function for one position.
    pub(super) fn hosted_kernel(
        program: &'a mut ProgramLowering<'p>,
        key: &KernelKey,
    ) -> mir::Function {
        let instance = &program.hir.instances[key.instance];
        let name = program.unique_name(&instance.name);
        let loc = program.location(instance.span, &instance.name, None);
        let mut s = FunctionLowering::new(program, FunctionBuilder::host(&name, Vec::new(), loc));
        s.hosted = true;
        s.push_frame(key.instance, Exit::Return);
        if let Err(report) = s.hosted_body(instance, key.rank) {
            s.program.reports.push(*report);
        }
        s.finish()
    }

    fn hosted_body(&mut self, instance: &'p Instance, rank: usize) -> Lowered<()> {
        for &param in instance.params.iter().chain(&instance.captures) {
            let data = &instance.vars[param];
            let parts = self.program.parts(&data.ty);
            let locals = parts
                .into_iter()
                .map(|ty| self.param(ty, &data.name))
                .collect();
            self.frame_mut().slots.insert(param, Slot::Locals(locals));
        }
        for &output in &instance.outputs {
            let data = &instance.vars[output];
            let elem = data.ty.elem().expect("an output is made of numbers");
            let array = Ty::Array(self.kind(elem));
            let slot = Slot::Shared(self.param(array, &data.name));
            self.frame_mut().slots.insert(output, slot);
        }
        let grid = Grid {
            position: self.int_params(rank, "$position"),
            extents: self.int_params(rank, "$extent"),
            block: self.int_params(rank, "$block"),
        };
        for &(special, var) in &instance.specials {
            self.bind_special(special, var, &grid)?;
        }
        self.stmts(without_clearing(instance));
        Ok(())
    }

    fn int_params(&mut self, count: usize, name: &str) -> Vec<Value> {
        let locals: Vec<_> = (0..count).map(|_| self.param(Ty::I32, name)).collect();
        locals.into_iter().map(|local| self.get(local)).collect()
    }

    /// Calls the function of a kernel for every position of a launch. Arrays that are made there count as memory of kernels.
    pub(super) fn launch_hosted(
        &mut self,
        function: FuncId,
        values: Vec<Value>,
        extents: &[Value],
        block: &[Value],
    ) {
        self.runtime0(RtFn::kernel_memory_enter, &[], &[]);
        self.for_each_position(extents, &mut Vec::new(), &mut |s, position| {
            let mut args = values.clone();
            args.extend_from_slice(position);
            args.extend_from_slice(extents);
            args.extend_from_slice(block);
            s.call(function, &args, &[]);
        });
        self.runtime0(RtFn::kernel_memory_leave, &[], &[]);
    }

    /// A loop per extent; none of them becomes a kernel.
    fn for_each_position(
        &mut self,
        extents: &[Value],
        position: &mut Vec<Value>,
        body: &mut dyn FnMut(&mut Self, &[Value]),
    ) {
        let Some((&extent, rest)) = extents.split_first() else {
            return body(self, position);
        };
        let (start, step) = (self.int(0), self.int(1));
        let stop = self.sub(extent, step);
        let (label, index) = (self.label(), self.value(Ty::I32));
        position.push(index);
        let (block, ()) = self.block(|s| s.for_each_position(rest, position, body));
        position.pop();
        let directive = LoopDirective {
            force_serial: true,
            ..LoopDirective::default()
        };
        let range = (start, step, stop);
        self.push_for(
            ForHeader {
                label,
                index,
                range,
                directive,
                name: None,
            },
            block,
        );
    }

    /// The arguments of a launch as a host function takes them.
    pub(super) fn hosted_arguments(
        &mut self,
        args: &[Expr],
        captured: Vec<Operand>,
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let mut values = Vec::new();
        for arg in args {
            let operand = self.eval(arg)?;
            values.extend(self.flatten(operand, arg.span)?);
        }
        for operand in captured {
            values.extend(self.flatten(operand, span)?);
        }
        Ok(values)
    }
}
