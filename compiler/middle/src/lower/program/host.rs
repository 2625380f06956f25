//! Instances as host functions.
//!
//! Layer: `program`.
//!
//! *Invariant:* parameters and results are those of the instance, arrays as handles.

use crate::hir::InstanceId;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::frame::function::{Exit, FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::kernel::outputs_type;
use crate::mir::{self, FunctionBuilder, RtFn, VariableRole};

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// An instance as a function of its own.
    pub(in crate::lower) fn host(
        program: &'a mut ProgramLowering<'p>,
        id: InstanceId,
    ) -> mir::Function {
        let instance = &program.hir.instances[id];
        let name = program.unique_name(&instance.name);
        let loc = program.location(instance.span, &instance.name, None);
        let results = program.parts(&outputs_type(instance));
        let mut s = FunctionLowering::new(program, FunctionBuilder::host(&name, results, loc));
        s.push_frame(id, Exit::Return);
        s.share_place(id);
        for &param in instance.params.iter().chain(&instance.captures) {
            let data = &instance.vars[param];
            let parts = s.program.parts(&data.ty);
            let locals = parts
                .into_iter()
                .map(|ty| s.param(ty, &data.name))
                .collect();
            let slot = Slot::Locals(locals);
            s.note_variable(param, &slot, VariableRole::Parameter);
            s.frame_mut().slots.insert(param, slot);
        }
        s.keep_in_memory(instance.params.iter().chain(&instance.captures).copied());
        if instance.recursive {
            s.runtime0(RtFn::stack_check, &[], &[]);
        }
        s.stmts(&instance.body);
        if let Err(report) = s.leave_function() {
            s.program.reports.push(*report);
        }
        s.finish()
    }
}
