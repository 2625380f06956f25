//! Rules of the program as a whole and of instances.
//!
//! *Invariant:* what is checked here holds when statements are checked: every list of variables names variables.

use super::super::data::{CommandParam, Instance, Program, Space, VarId, crosses, is_text_read_as};
use super::super::walk::Visitor;
use super::{Checker, Stage, Violation};
use crate::types::Type;

/// The script, commands and top-level variables.
pub(super) fn check(program: &Program) -> Vec<Violation> {
    let mut messages = Vec::new();
    let mut require = |holds: bool, message: &str| {
        if !holds {
            messages.push(message.to_string());
        }
    };
    let script = program.instances.get(program.script);
    require(script.is_some(), "the script does not exist");
    if let Some(script) = script {
        let alone = script.params.is_empty() && script.captures.is_empty();
        require(alone && script.outputs.is_empty(), "the script is called");
        require(script.space == Space::Host, "the script is no host code");
    }
    for command in &program.commands {
        let function = program.instances.get(command.instance);
        require(function.is_some(), "a command does not exist");
    }
    for export in &program.exports {
        let function = program.instances.get(export.instance);
        let same = function.is_some_and(|it| it.params.len() == export.params.len());
        require(
            same,
            "an exported function does not exist, or has other parameters",
        );
        let mut values = export.params.iter().chain(&export.results);
        require(
            values.all(|value| crosses(&value.ty)),
            "a type of an exported function does not cross",
        );
    }
    let globals = program
        .globals
        .iter()
        .all(|global| !global.ty.holds_error());
    require(globals, "a top-level variable has no type");
    let in_whole = |message| Violation {
        instance: None,
        message,
    };
    messages.into_iter().map(in_whole).collect()
}

/// The parameters of commands: their defaults are expressions of the script.
pub(super) fn check_defaults(program: &Program, stage: Stage) -> Vec<Violation> {
    if program.instances.get(program.script).is_none() {
        return Vec::new();
    }
    let mut checker = Checker::new(program, stage, program.script);
    for command in &program.commands {
        for param in &command.params {
            checker.command_param(param);
        }
        if let Some(function) = program.instances.get(command.instance) {
            let same = function.params.len() == command.params.len();
            checker.require(same, || "a command has other parameters".to_string());
        }
    }
    checker.violations
}

impl Checker<'_> {
    fn command_param(&mut self, param: &CommandParam) {
        let named = |rule: &str| format!("the parameter `{}` of a command {rule}", param.name);
        self.require(is_text_read_as(&param.ty), || {
            named("cannot be read from text")
        });
        let var = self.instance.vars.get(param.var);
        let same = var.is_some_and(|var| var.ty == param.ty);
        self.require(same, || named("has a variable of another type"));
        if let Some(value) = &param.default_value {
            self.require_of(value, value.ty == param.ty, || {
                named("has a default of another type")
            });
            self.expr(value);
        }
    }

    /// The variables of an instance and the lists that name them.
    pub(super) fn instance(&mut self, instance: &Instance) {
        for (id, var) in instance.vars.iter_enumerated() {
            self.require(!var.ty.holds_error(), || {
                format!("the variable {}.{id} has the error type", var.name)
            });
        }
        let lists = [
            (&instance.params, "a parameter"),
            (&instance.captures, "a captured variable"),
            (&instance.outputs, "an output"),
        ];
        for (vars, what) in lists {
            vars.iter().for_each(|var| self.value_variable(*var, what));
        }
        let mut once = instance.params.clone();
        once.extend(&instance.captures);
        once.extend(instance.specials.iter().map(|(_, var)| *var));
        once.sort();
        let distinct = once.windows(2).all(|pair| pair[0] != pair[1]);
        self.require(distinct, || "two parameters are one variable".to_string());
        for (_, var) in &instance.specials {
            self.value_variable(*var, "a special parameter");
        }
        let launched = instance.space == Space::Kernel || instance.specials.is_empty();
        self.require(launched, || {
            "special parameters outside of a kernel".to_string()
        });
    }

    fn value_variable(&mut self, var: VarId, what: &str) {
        let found = self.instance.vars.get(var);
        self.require(found.is_some(), || format!("{what}, {var}, does not exist"));
        if let Some(found) = found {
            self.require(found.ty != Type::Void, || {
                format!("{what}, {}.{var}, has no value", found.name)
            });
        }
    }
}
