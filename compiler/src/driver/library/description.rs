//! The description that a library carries for callers which load it by its path, as JSON.
//!
//! *Invariant:* one object with `name`, `source`, `compiler` and `functions`; a value has `name`, `type` (as the language writes it), `kind` (`int`,
//! `long`, `scalar`, `text`, `array`), and an array `element` and `extents` as in the structure of the header.

use super::array;
use crate::driver::loops::quoted;
use crate::hir::{Export, ExportValue, Program};
use crate::types::Type;

/// The description.
pub fn json(program: &Program, prefix: &str, source: &str) -> String {
    let functions = program.exports.iter();
    let functions: Vec<_> = functions.map(|it| function(it, program.double)).collect();
    format!(
        "{{\"name\": {}, \"source\": {}, \"compiler\": {}, \"double\": {}, \"functions\": [{}]}}",
        quoted(prefix),
        quoted(source),
        quoted(env!("CARGO_PKG_VERSION")),
        program.double,
        functions.join(", ")
    )
}

fn function(export: &Export, double: bool) -> String {
    let list = |values: &[ExportValue]| {
        let values: Vec<_> = values.iter().map(|it| value(it, double)).collect();
        values.join(", ")
    };
    format!(
        "{{\"name\": {}, \"doc\": {}, \"params\": [{}], \"results\": [{}]}}",
        quoted(&export.name),
        quoted(&export.doc),
        list(&export.params),
        list(&export.results)
    )
}

fn value(value: &ExportValue, double: bool) -> String {
    let kind = match &value.ty {
        Type::Int => "int",
        Type::Long => "long",
        Type::Scalar => "scalar",
        Type::String => "text",
        _other => "array",
    };
    let of_array = array(&value.ty, double).map(|(element, extents)| {
        let extents: Vec<_> = extents.iter().map(i64::to_string).collect();
        let extents = extents.join(", ");
        format!(
            ", \"element\": {}, \"extents\": [{extents}]",
            element.code()
        )
    });
    format!(
        "{{\"name\": {}, \"type\": {}, \"kind\": {}, \"doc\": {}{}}}",
        quoted(&value.name),
        quoted(&value.ty.to_string()),
        quoted(kind),
        quoted(&value.doc),
        of_array.unwrap_or_default()
    )
}
