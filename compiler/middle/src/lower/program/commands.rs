//! The call of `main`, or of the command that the command line asks for, with its arguments; and what the runtime must know to read them.
//!
//! Layer: `program`.
//!
//! *Invariant:* a default value is evaluated only when its argument was not given.

use crate::hir::{Command, CommandParam};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::types::{Lowered, elem_kind};
use crate::lower::frame::function::{FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::kernel::outputs_type;
use crate::mir::{self, CompareOp, ParameterKind, RtFn, Ty, Value};
use crate::types::families::{class_type, composite_type, empty_type};
use crate::types::{Elem, Type};

impl<'a> FunctionLowering<'a, '_> {
    /// Calls `main`, or the one of several commands that was asked for.
    pub(in crate::lower) fn call_commands(&mut self) {
        let commands = &self.hir.commands;
        let mut number = 0;
        for command in commands {
            let result = match command.name.is_empty() {
                true => self.call_command(command),
                false => {
                    let asked = self.runtime1(RtFn::argument_command, &[], &[], Ty::I32);
                    let own = self.int(number);
                    let is_it = self.compare(CompareOp::Eq, asked, own);
                    number += 1;
                    self.when(is_it, |s| s.call_command(command))
                }
            };
            if let Err(report) = result {
                self.program.reports.push(*report);
            }
        }
    }

    fn call_command(&mut self, command: &'a Command) -> Lowered<()> {
        let instance = &self.hir.instances[command.instance];
        self.at(instance.span);
        let mut values = Vec::new();
        for (index, param) in command.params.iter().enumerate() {
            let value = self.command_argument(index as i32, param)?;
            let operand = self.unflatten(&param.ty, &mut std::iter::once(value));
            self.frame_mut()
                .slots
                .insert(param.var, Slot::Bound(operand));
            values.push(value);
        }
        let result = outputs_type(instance);
        let parts = self.program.parts(&result);
        let function = self.program.host_function(command.instance);
        let results = self.call(function, &values, &parts);
        if result == Type::Int {
            self.exit_with(results[0]);
        }
        Ok(())
    }

    /// Ends the program with an exit code; 0 is the end that it has anyhow.
    fn exit_with(&mut self, code: Value) {
        let zero = self.int(0);
        let fails = self.compare(CompareOp::Ne, code, zero);
        self.when(fails, |s| {
            let code = s.convert(code, Ty::I64);
            s.runtime0(RtFn::program_exit, &[code], &[]);
        });
    }

    fn command_argument(&mut self, index: i32, param: &'a CommandParam) -> Lowered<Value> {
        let Some(default) = &param.default_value else {
            return Ok(self.given_argument(index, &param.ty));
        };
        let ty = self.program.parts(&param.ty)[0];
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
            Type::Array(array) => {
                let kind = elem_kind(array.elem, self.hir.double);
                if array.elem == Elem::String {
                    return self.runtime1(RtFn::argument_texts, &[index], &[], Ty::Array(kind));
                }
                let code = self.int(kind.code());
                self.runtime1(RtFn::argument_vector, &[index, code], &[], Ty::Array(kind))
            }
            Type::Long
            | Type::Complex
            | Type::Exception
            | Type::Group(_)
            | composite_type!()
            | Type::Enum(_)
            | class_type!()
            | empty_type!() => panic!("no text is read as a value of this type"),
        }
    }
}

/// What the runtime must know of a command.
pub(super) fn described(command: &Command) -> mir::Command {
    mir::Command {
        name: command.name.clone(),
        doc: command.doc.clone(),
        params: command.params.iter().map(param).collect(),
    }
}

fn param(param: &CommandParam) -> mir::CommandParam {
    let (kind, numbers) = match &param.ty {
        Type::Int if param.is_flag => (ParameterKind::Flag, 0),
        Type::Int => (ParameterKind::Int, 0),
        Type::Scalar => (ParameterKind::Number, 0),
        Type::Array(array) => {
            let kind = match array.elem {
                Elem::Int => ParameterKind::Integers,
                Elem::String => ParameterKind::Texts,
                _ => ParameterKind::Numbers,
            };
            (kind, array.known_numel().unwrap_or(0) as u32)
        }
        _ => (ParameterKind::Text, 0),
    };
    mir::CommandParam {
        name: param.name.clone(),
        kind,
        numbers,
        is_rest: param.is_rest,
        default: param.default.clone(),
        doc: param.doc.clone(),
    }
}
