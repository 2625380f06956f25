//! The entry function: the script statements of all files, then `main` or a command with its arguments from the command line, or the calls that
//! a library is asked for.
//!
//! Layer: `program`.
//!
//! *Invariant:* what the runtime is told of the whole program comes before everything that the program does.

use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::frame::function::{Exit, FunctionLowering};
use crate::lower::frame::language::Language;
use crate::mir::{self, FuncId, FunctionBuilder, Loc, RtFn};

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// The function that the executable runs; a library has a `dispatcher`.
    pub(in crate::lower) fn entry(
        program: &'a mut ProgramLowering<'p>,
        name: String,
        dispatcher: Option<FuncId>,
    ) -> mir::Function {
        let nowhere = <Loc as crate::base::Id>::from_index(0);
        let hir = program.hir;
        let mut s =
            FunctionLowering::new(program, FunctionBuilder::host(&name, Vec::new(), nowhere));
        let scope = s.label();
        s.push_frame(hir.script, Exit::Break(scope));
        s.share_place(hir.script);
        if let Some(plans) = hir.fourier_plans {
            let limit = s.int(i32::try_from(plans).unwrap_or(i32::MAX));
            s.runtime0(RtFn::fourier_plan_limit, &[limit], &[]);
        }
        if hir.pinned_memory.is_some() || hir.unified_memory.is_some() {
            let pinned = s.int(i32::from(hir.pinned_memory.unwrap_or(true)));
            let unified = s.int(i32::from(hir.unified_memory.unwrap_or(false)));
            s.runtime0(RtFn::device_memory, &[pinned, unified], &[]);
        }
        if hir.strict {
            s.runtime0(RtFn::device_libraries_off, &[], &[]);
        }
        let script = &hir.instances[hir.script];
        let (body, ()) = s.block(|s| s.stmts(&script.body));
        s.push_scope(scope, body);
        s.call_commands();
        s.serve_calls(dispatcher);
        s.return_(&[]);
        s.finish()
    }
}
