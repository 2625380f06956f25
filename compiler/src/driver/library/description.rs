//! The description that a library carries for callers which load it by its path, as JSON.
//!
//! *Invariant:* one object with `name`, `source`, `compiler` and `functions`; a value has `name`, `type` (as the language writes it), `kind` (`int`,
//! `long`, `scalar`, `text`, `array`), and an array `element` and `extents` as in the structure of the header.

use super::{Function, array};
use crate::driver::loops::quoted;
use crate::hir::ExportValue;
use crate::types::Type;

/// The description.
pub fn json(functions: &[Function<'_>], prefix: &str, source: &str) -> String {
    let functions: Vec<_> = functions.iter().copied().map(function).collect();
    format!(
        "{{\"name\": {}, \"source\": {}, \"compiler\": {}, \"functions\": [{}]}}",
        quoted(prefix),
        quoted(source),
        quoted(env!("CARGO_PKG_VERSION")),
        functions.join(", ")
    )
}

fn function(function: Function<'_>) -> String {
    let Function { export, double, .. } = function;
    let params = function.params();
    let params: Vec<_> = params
        .map(|(param, changed)| value(param, changed, double))
        .collect();
    let results = export.results.iter();
    let results: Vec<_> = results.map(|it| value(it, false, double)).collect();
    format!(
        "{{\"name\": {}, \"doc\": {}, \"params\": [{}], \"results\": [{}]}}",
        quoted(&export.name),
        quoted(&export.doc),
        params.join(", "),
        results.join(", ")
    )
}

fn value(value: &ExportValue, changed: bool, double: bool) -> String {
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
        "{{\"name\": {}, \"type\": {}, \"kind\": {}, \"changed\": {changed}, \"double\": {double}, \"doc\": {}{}}}",
        quoted(&value.name),
        quoted(&value.ty.to_string()),
        quoted(kind),
        quoted(&value.doc),
        of_array.unwrap_or_default()
    )
}
