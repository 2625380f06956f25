//! What stands before the kernels: shared structures, helpers, elementary functions.
//!
//! *Invariant:* the structures are those of `quasar_abi`, whose sizes the text asserts.

use super::{Arithmetic, elementary, packed};
use crate::mir::MathFn;
use quasar_abi::{DEVICE_STRUCTS, DeviceField, DeviceStruct, ParameterMemory};
use std::collections::BTreeSet;

const HELPERS: &str = include_str!("prelude.cuh");
const MEMORY: &str = include_str!("memory.cuh");

/// The prelude, with the elementary functions of single precision, the operations on words and the kinds of memory that the kernels use.
pub fn text(
    functions: &BTreeSet<MathFn>,
    rows: &BTreeSet<usize>,
    memories: &BTreeSet<ParameterMemory>,
    arithmetic: Arithmetic,
) -> String {
    let mut text = String::from("// Shared with the runtime.\n\n");
    DEVICE_STRUCTS
        .iter()
        .for_each(|one| text.push_str(&structure(one)));
    text.push_str(HELPERS);
    if !memories.is_empty() {
        if memories.contains(&ParameterMemory::Constant) {
            text.push_str("\n#define QC_CONSTANTS\n");
        }
        text.push_str(MEMORY);
    }
    for &function in functions {
        if let Some(definition) = function_text(function, arithmetic) {
            text.push('\n');
            text.push_str(&definition);
        }
    }
    if !rows.is_empty() {
        text.push_str("\n// Four bytes or two half words at once.\n");
        rows.iter()
            .for_each(|row| text.push_str(&packed::definition(*row)));
    }
    text.push_str(&operators(arithmetic));
    text
}

/// The smaller and the larger of two floats by one instruction each, which takes the negative one of two zeros for the smaller one.
const EXTREMES: &str = "
__device__ __forceinline__ float q_min(float a, float b) { return fminf(a, b); }
__device__ __forceinline__ float q_max(float a, float b) { return fmaxf(a, b); }
";

/// Extremes where bits may differ from those of processors; division and roots of the kernels where NVRTC is to choose how exact they are.
/// What stands before keeps its own.
fn operators(arithmetic: Arithmetic) -> String {
    let mut text = String::new();
    if arithmetic.contraction {
        text.push_str(EXTREMES);
    }
    if !arithmetic.precise_division {
        text.push_str("\n#define __fdiv_rn(a, b) ((a) / (b))\n");
    }
    if !arithmetic.precise_roots {
        text.push_str("\n#define __fsqrt_rn(a) sqrtf(a)\n");
    }
    text
}

/// An elementary function, or the one of CUDA's library in its place, which the hardware computes under `--use_fast_math`.
fn function_text(function: MathFn, arithmetic: Arithmetic) -> Option<String> {
    let name = elementary::name(function)?;
    if arithmetic.fast_functions && function.is_in_hardware() {
        return Some(format!("#define {name} {}f\n", function.name()));
    }
    elementary::definition(function, &name, arithmetic.contraction)
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
