//! `--report=kernels`: the program's kernels, where the arrays lie that they make, and what becomes of their attributes.
//!
//! *Invariant:* kernels are shown as they were written, before any pass.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::base::SourceMap;
use crate::builtins::profile::KernelAttribute;
use crate::codegen::cuda::tile;
use crate::diag::Report;
use crate::mir::kernel::kernel_data;
use crate::mir::{FuncKind, Function, KernelOrigin, Program};

/// A line per kernel: its arrays in registers, or what makes it need memory.
pub fn text(program: &Program, obstacles: &[Report], sources: &SourceMap) -> String {
    let mut lines = Vec::new();
    for function in program.functions.iter().filter(|f| is_written(f)) {
        let place = &program.locations[function.loc];
        let arrays = in_registers(function);
        let arrays = match arrays.is_empty() {
            true => "no arrays of its own".to_owned(),
            false => format!("in registers: {}", arrays.join(", ")),
        };
        let text = format!(
            "the kernel `{}`, {arrays}{}",
            function.name,
            described(function)
        );
        lines.push((place.file.clone(), place.line, text));
    }
    for report in obstacles {
        let Some(span) = report.span() else { continue };
        let file = sources.file(span.file).name().to_owned();
        let why = &report.labels[0].message;
        let text = format!("{}: {why}", report.message);
        lines.push((file, sources.position(span).line, text));
    }
    lines.sort();
    let mut out = String::new();
    for (file, line, text) in lines {
        let _ = writeln!(out, "{file}:{line}: {text}");
    }
    out
}

/// The values that the kernel is made for, and its attributes, a line each.
fn described(kernel: &Function) -> String {
    let profile = &kernel_data(kernel).profile;
    let constants = profile.constants.iter();
    let constants: Vec<_> = constants
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let mut out = match constants.is_empty() {
        true => String::new(),
        false => format!("\n    for {}", constants.join(", ")),
    };
    for attribute in &profile.attributes {
        let _ = write!(out, "\n    {attribute}: {}", effect(kernel, attribute));
    }
    out
}

/// What becomes of an attribute.
fn effect(kernel: &Function, attribute: &KernelAttribute) -> String {
    let enabled = attribute.text("enable").unwrap_or_default();
    if attribute.name == "kernel_transform" && enabled == "simdprocessing" {
        return simd_processing(kernel, attribute);
    }
    let effect = match attribute.name.as_str() {
        "kernel_transform" => "not done yet: elements are read and written where they lie",
        "kernel" if attribute.counts_on(true) && attribute.counts_on(false) => {
            "code for the processor and for GPUs"
        }
        "kernel" if attribute.counts_on(true) => {
            "code for GPUs, and for the processor where the program launches it there"
        }
        "kernel" => "code for the processor only",
        "kernel_arg" => "checked; elements are read and written where they lie",
        "kernel_tiling" => "not done yet: qc chooses the blocks of positions",
        _ => "used in the text for GPUs; the processor combines totals in a fixed order",
    };
    effect.to_owned()
}

/// What becomes of the wish for vectors, on each platform that it is for.
fn simd_processing(kernel: &Function, attribute: &KernelAttribute) -> String {
    let mut parts = Vec::new();
    if attribute.counts_on(false) {
        parts.push(
            "done on the processor, as for every kernel: neighbouring positions are the lanes of a vector"
                .to_owned(),
        );
    }
    if attribute.counts_on(true) {
        parts.push(match (attribute.is_unconditional(), tile::width(kernel)) {
            (false, _) => "not done on GPUs, because the condition is not known".to_owned(),
            (true, Ok(width)) => format!("on GPUs a thread takes {width} positions at once"),
            (true, Err(why)) => format!("on GPUs a thread takes one position, because {why}"),
        });
    }
    parts.join("; ")
}

fn is_written(function: &Function) -> bool {
    matches!(&function.kind, FuncKind::Kernel(data) if data.origin == KernelOrigin::Written)
}

/// The names that several numbers of a kernel have, with their count: `a (64)`.
fn in_registers(function: &Function) -> Vec<String> {
    let mut counts = BTreeMap::new();
    let constants = &kernel_data(function).profile.constants;
    let is_constant = |name: &str| constants.iter().any(|(known, _)| known == name);
    for local in function.locals.iter() {
        let name = local.name.as_deref();
        if let Some(name) = name.filter(|name| !name.starts_with('$') && !is_constant(name)) {
            *counts.entry(name).or_insert(0) += 1;
        }
    }
    let arrays = counts.into_iter().filter(|(_, count)| *count > 1);
    arrays
        .map(|(name, count)| format!("{name} ({count})"))
        .collect()
}
