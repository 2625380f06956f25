//! What stands before the kernels: shared structures, helpers, elementary functions.
//!
//! *Invariant:* the structures are those of `quasar_abi`, whose sizes the text asserts.

use super::elementary;
use crate::mir::MathFn;
use quasar_abi::{DEVICE_STRUCTS, DeviceField, DeviceStruct};
use std::collections::BTreeSet;

const HELPERS: &str = include_str!("prelude.cuh");

/// The prelude, with the elementary functions of single precision that the kernels use.
pub fn text(functions: &BTreeSet<MathFn>) -> String {
    let mut text = String::from("// Shared with the runtime.\n\n");
    DEVICE_STRUCTS
        .iter()
        .for_each(|one| text.push_str(&structure(one)));
    text.push_str(HELPERS);
    let defined = functions
        .iter()
        .filter_map(|&function| elementary::definition(function));
    for (_, definition) in defined {
        text.push('\n');
        text.push_str(&definition);
    }
    text
}

fn structure(one: &DeviceStruct) -> String {
    let fields: Vec<String> = one.fields.iter().map(field).collect();
    let (name, doc, size) = (one.name, one.doc.trim(), one.size);
    let fields = fields.concat();
    format!(
        "// {doc}\nstruct {name} {{\n{fields}}};\nstatic_assert(sizeof({name}) == {size}, \"{name} as the runtime has it\");\n\n"
    )
}

fn field(field: &DeviceField) -> String {
    let DeviceField {
        name,
        c_type,
        count,
        doc,
    } = field;
    let extent = if *count == 0 {
        String::new()
    } else {
        format!("[{count}]")
    };
    format!("    {c_type} {name}{extent}; // {}\n", doc.trim())
}
