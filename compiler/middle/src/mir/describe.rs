//! The description of a program that the runtime reads: its locations, its commands and their parameters.
//!
//! *Invariant:* native code and the interpreter hand the runtime the same description.

use quasar_abi::{Parameter, ProgramInfo};

use super::data::*;
use crate::base::Id;

/// The description of a program; its rows of locations have the numbers of [`Loc`].
pub fn describe(program: &Program) -> ProgramInfo {
    let first = program.locations.iter().nth(1);
    ProgramInfo {
        source: first.map_or(String::new(), |row| row.file.clone()),
        about: program.about.clone(),
        locations: program.locations.iter().map(location).collect(),
        commands: program.commands.iter().map(command).collect(),
        texts: texts(program),
    }
}

/// The program's strings, by their numbers: messages of errors and names of arrays, if some kernel can run on a device and tell of them.
fn texts(program: &Program) -> Vec<String> {
    let is_kernel = |function: &Function| matches!(function.kind, FuncKind::Kernel(_));
    match program.functions.iter().any(is_kernel) {
        true => program.strings.iter().cloned().collect(),
        false => Vec::new(),
    }
}

fn location(row: &Location) -> quasar_abi::Location {
    quasar_abi::Location {
        file: row.file.clone(),
        function: row.function.clone(),
        line: row.line,
        column: row.column,
        call: row.call.map_or(0, |call| call.index() as u32),
    }
}

fn command(command: &Command) -> quasar_abi::Command {
    let has_rest = command.params.iter().any(|param| param.is_rest);
    quasar_abi::Command {
        name: command.name.clone(),
        doc: command.doc.clone(),
        parameters: command
            .params
            .iter()
            .map(|param| parameter(param, has_rest))
            .collect(),
    }
}

/// Whether a parameter is given by its name alone: what is yes or no, what takes several texts, and where something takes all that is left
/// also what may be left out, since nobody could tell where the rest begins.
fn by_name(param: &CommandParam, has_rest: bool) -> bool {
    match param.kind {
        ParameterKind::Flag => true,
        ParameterKind::Texts => !param.is_rest,
        ParameterKind::Int
        | ParameterKind::Number
        | ParameterKind::Text
        | ParameterKind::Numbers
        | ParameterKind::Integers => has_rest && param.default.is_some(),
    }
}

fn parameter(parameter: &CommandParam, has_rest: bool) -> Parameter {
    let vector = |name: &str| match parameter.numbers {
        0 => name.to_owned(),
        count => format!("{name}{count}"),
    };
    let type_name = match parameter.kind {
        ParameterKind::Int | ParameterKind::Flag => "int".to_owned(),
        ParameterKind::Number => "scalar".to_owned(),
        ParameterKind::Text => "string".to_owned(),
        ParameterKind::Numbers => vector("vec"),
        ParameterKind::Integers => vector("ivec"),
        ParameterKind::Texts => "vec[string]".to_owned(),
    };
    Parameter {
        name: parameter.name.clone(),
        doc: parameter.doc.clone(),
        type_name,
        default: parameter.default.clone(),
        kind: parameter.kind,
        is_rest: parameter.is_rest,
        by_name: by_name(parameter, has_rest),
        numbers: parameter.numbers,
    }
}
