//! Kernels that need what only host code has: arrays of unknown size, recursion, launches. Such a kernel is a host
//! function for one position, and its launch calls it for one position after another.
//!
//! Layer: `program`.
//!
//! *Invariant:* the parameters are, in order, those of the instance, its captures, the arrays of its outputs, and per
//! dimension of the launch the position, the extents and the block size.

use crate::hir::Instance;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::emit::state::Grid;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{Exit, FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::kernel::{KernelKey, without_clearing};
use crate::mir::{self, FunctionBuilder, Ty, VariableRole};

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// A kernel instance as a host function for one position.
    pub(in crate::lower) fn hosted_kernel(
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
            let slot = Slot::Locals(locals);
            self.note_variable(param, &slot, VariableRole::Parameter);
            self.frame_mut().slots.insert(param, slot);
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
}
