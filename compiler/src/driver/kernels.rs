//! `--report=kernels`: where the arrays lie that the program's kernels make.
//!
//! *Invariant:* kernels are shown as they were written, before any pass.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::base::SourceMap;
use crate::diag::Report;
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
        let text = format!("the kernel `{}`, {arrays}", function.name);
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

fn is_written(function: &Function) -> bool {
    matches!(&function.kind, FuncKind::Kernel(data) if data.origin == KernelOrigin::Written)
}

/// The names that several numbers of a kernel have, with their count: `a (64)`.
fn in_registers(function: &Function) -> Vec<String> {
    let mut counts = BTreeMap::new();
    for local in function.locals.iter() {
        if let Some(name) = local.name.as_deref().filter(|name| !name.starts_with('$')) {
            *counts.entry(name).or_insert(0) += 1;
        }
    }
    let arrays = counts.into_iter().filter(|(_, count)| *count > 1);
    arrays
        .map(|(name, count)| format!("{name} ({count})"))
        .collect()
}
