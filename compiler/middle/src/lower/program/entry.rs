//! The entry function: the script statements of all files, then `main` with its arguments from the command line.
//!
//! Layer: `program`.
//!
//! *Invariant:* a default value is evaluated only when its argument was not given.

use crate::hir::{InstanceId, MainParam};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::emit::types::{Lowered, number_ty};
use crate::lower::frame::function::{Exit, FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::kernel::outputs_type;
use crate::mir::{self, FunctionBuilder, Loc, RtFn, Ty, Value};
use crate::types::Type;
use crate::types::families::{class_type, composite_type, empty_type};

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// The function that the executable runs.
    pub(in crate::lower) fn entry(
        program: &'a mut ProgramLowering<'p>,
        name: String,
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
        if let Some(main) = hir.main
            && let Err(report) = s.call_main(main)
        {
            s.program.reports.push(*report);
        }
        s.return_(&[]);
        s.finish()
    }

    fn call_main(&mut self, main: InstanceId) -> Lowered<()> {
        let instance = &self.hir.instances[main];
        self.at(instance.span);
        let mut values = Vec::new();
        for (index, param) in self.hir.main_params.iter().enumerate() {
            let value = self.main_argument(index as i32, param)?;
            let operand = self.unflatten(&param.ty, &mut std::iter::once(value));
            self.frame_mut()
                .slots
                .insert(param.var, Slot::Bound(operand));
            values.push(value);
        }
        let results = self.program.parts(&outputs_type(instance));
        let function = self.program.host_function(main);
        self.call(function, &values, &results);
        Ok(())
    }

    fn main_argument(&mut self, index: i32, param: &MainParam) -> Lowered<Value> {
        let Some(default) = &param.default_value else {
            return Ok(self.given_argument(index, &param.ty));
        };
        let ty = number_ty(&param.ty, self.hir.double);
        let local = self.local(ty, Some(&param.name));
        let number = self.int(index);
        let given = self.runtime1(RtFn::argument_given, &[number], &[], Ty::I32);
        let given = self.truth(given.into());
        let (then, ()) = self.block(|s| {
            let value = s.given_argument(index, &param.ty);
            s.set(local, value);
        });
        let (otherwise, result) = self.block(|s| -> Lowered<()> {
            let operand = s.eval(default)?;
            let value = s.flatten(operand, default.span)?[0];
            s.set(local, value);
            Ok(())
        });
        self.push_if(given, then, otherwise);
        result?;
        Ok(self.get(local))
    }
}

impl Emitter<'_, '_> {
    fn given_argument(&mut self, index: i32, ty: &Type) -> Value {
        let index = self.int(index);
        match ty {
            Type::Int => self.runtime1(RtFn::argument_int, &[index], &[], Ty::I32),
            Type::Scalar => {
                let value = self.runtime1(RtFn::argument_number, &[index], &[], Ty::F64);
                self.as_scalar(value)
            }
            Type::String => self.runtime1(RtFn::argument_string, &[index], &[], Ty::Str),
            Type::Long
            | Type::Complex
            | Type::Exception
            | Type::Group(_)
            | Type::Array(_)
            | composite_type!()
            | Type::Enum(_)
            | class_type!()
            | empty_type!() => panic!("a parameter of main is an int, a scalar or a string"),
        }
    }
}
