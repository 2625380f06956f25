//! The description of a program that the runtime reads: its locations and the parameters of `main`.
//!
//! *Invariant:* native code and the interpreter hand the runtime the same description.

use quasar_abi::{Parameter, ParameterKind, ProgramInfo};

use super::data::*;
use crate::base::Id;

/// The description of a program; its rows of locations have the numbers of [`Loc`].
pub fn describe(program: &Program) -> ProgramInfo {
    let first = program.locations.iter().nth(1);
    ProgramInfo {
        source: first.map_or(String::new(), |row| row.file.clone()),
        doc: program.main_doc.clone(),
        locations: program.locations.iter().map(location).collect(),
        parameters: program.main_params.iter().map(parameter).collect(),
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

fn parameter(parameter: &MainParam) -> Parameter {
    let (kind, type_name) = match parameter.ty {
        Ty::I32 | Ty::I64 | Ty::Bool => (ParameterKind::Int, "int"),
        Ty::F32 | Ty::F64 => (ParameterKind::Number, "scalar"),
        Ty::Str => (ParameterKind::Text, "string"),
        Ty::Array(_) => (ParameterKind::Vector, "vec"),
    };
    Parameter {
        name: parameter.name.clone(),
        doc: parameter.doc.clone(),
        type_name: type_name.to_owned(),
        default: parameter.default.clone(),
        kind,
    }
}
