//! `--report=types`: the types of all variables, function instance by function instance, and the fields of open objects.
//!
//! *Invariant:* variables that the compiler made up, whose names start with `$`, are not shown.

use std::fmt::Write;

use crate::base::SourceMap;
use crate::hir::{Class, Field, Instance, Program, Stored, Var, VarId};
use crate::lower;
use crate::types::{Elem, Type};

use super::loops::quoted;

/// Stands before the name of the variable that keeps an output.
const OUTPUT: &str = "$out$";

/// The report: a line per instance, its variables indented below it.
///
/// A parameter that is never written is `'const`, whether the program says so or not.
pub fn text(program: &Program, sources: &SourceMap) -> String {
    let constant = lower::constant_parameters(program);
    let mut out = String::new();
    for (id, instance) in program.instances.iter_enumerated() {
        let place = sources.position(instance.span);
        let file = sources.file(instance.span.file).name();
        let _ = writeln!(
            out,
            "{file}:{}: {}",
            place.line,
            header(instance, |var| constant.contains(&(id, var)))
        );
        for (id, variable) in instance.vars.iter_enumerated() {
            if is_local(instance, id, variable) {
                let line = sources.position(variable.span).line;
                let _ = writeln!(out, "    {}: {}, line {line}", variable.name, variable.ty);
                write_reasons(&mut out, &reasons(program, instance, variable, sources));
            }
        }
    }
    for class in program.classes.iter().filter(|class| class.open) {
        out.push_str(&fields(class, sources));
    }
    out
}

fn write_reasons(out: &mut String, reasons: &[(String, u32)]) {
    for (ty, line) in reasons {
        let _ = writeln!(out, "        known when running: {ty} from line {line}");
    }
}

/// The fields that appear by assignment, with what is stored in them.
fn fields(class: &Class, sources: &SourceMap) -> String {
    let mut out = format!("fields of {}\n", class.name);
    for field in &class.fields {
        let line = sources.position(field.span).line;
        let _ = writeln!(out, "    {}: {}, line {line}", field.name, field.ty);
        if matches!(field.ty, Type::Union(_)) {
            write_reasons(&mut out, &lines(&field.stored, sources));
        }
    }
    out
}

fn lines(stored: &[Stored], sources: &SourceMap) -> Vec<(String, u32)> {
    let line = |stored: &Stored| sources.position(stored.span).line;
    let pairs = stored.iter();
    pairs
        .map(|stored| (stored.ty.to_string(), line(stored)))
        .collect()
}

/// What is stored in an array of `??`.
fn elements(program: &Program, ty: &Type, sources: &SourceMap) -> Vec<(String, u32)> {
    match ty.elem() {
        Some(Elem::Compound(Type::Unknown(cell))) => {
            let stored = program.cells.get(cell).map_or(&[][..], Vec::as_slice);
            lines(stored, sources)
        }
        Some(_) | None => Vec::new(),
    }
}

/// The same as one JSON array, an entry per variable.
pub fn json(program: &Program, sources: &SourceMap) -> String {
    let mut entries = Vec::new();
    for instance in &program.instances {
        for (id, variable) in instance.vars.iter_enumerated() {
            if is_local(instance, id, variable) {
                entries.push(entry(program, instance, variable, sources));
            }
        }
    }
    for class in program.classes.iter().filter(|class| class.open) {
        entries.extend(
            class
                .fields
                .iter()
                .map(|field| field_entry(class, field, sources)),
        );
    }
    format!("[\n{}\n]\n", entries.join(",\n"))
}

fn field_entry(class: &Class, field: &Field, sources: &SourceMap) -> String {
    let file = sources.file(field.span.file).name();
    format!(
        "  {{\"file\": {}, \"line\": {}, \"class\": {}, \"field\": {}, \"type\": {}, \"dynamic\": {}, \"assigned\": [{}]}}",
        quoted(file),
        sources.position(field.span).line,
        quoted(&class.name),
        quoted(&field.name),
        quoted(&field.ty.to_string()),
        matches!(field.ty, Type::Union(_)),
        assigned(lines(&field.stored, sources))
    )
}

fn assigned(places: Vec<(String, u32)>) -> String {
    let entry =
        |(ty, line): (String, u32)| format!("{{\"type\": {}, \"line\": {line}}}", quoted(&ty));
    let entries: Vec<String> = places.into_iter().map(entry).collect();
    entries.join(", ")
}

fn entry(program: &Program, instance: &Instance, variable: &Var, sources: &SourceMap) -> String {
    let file = sources.file(variable.span.file).name();
    let line = sources.position(variable.span).line;
    let reasons = reasons(program, instance, variable, sources);
    format!(
        "  {{\"file\": {}, \"line\": {line}, \"function\": {}, \"variable\": {}, \"type\": {}, \"dynamic\": {}, \"assigned\": [{}]}}",
        quoted(file),
        quoted(&instance.name),
        quoted(&variable.name),
        quoted(&variable.ty.to_string()),
        matches!(variable.ty, Type::Union(_)),
        assigned(reasons)
    )
}

/// Why the type of a variable is known only when running: the types that its assignments give, with their lines.
fn reasons(
    program: &Program,
    instance: &Instance,
    variable: &Var,
    sources: &SourceMap,
) -> Vec<(String, u32)> {
    if !matches!(variable.ty, Type::Union(_)) {
        return elements(program, &variable.ty, sources);
    }
    let found: Vec<(String, u32)> = instance
        .vars
        .iter()
        .filter(|other| other.name == variable.name && !matches!(other.ty, Type::Union(_)))
        .map(|other| (other.ty.to_string(), sources.position(other.span).line))
        .collect();
    if !found.is_empty() {
        return found;
    }
    let line = sources.position(variable.span).line;
    vec![(variable.ty.to_string(), line)]
}

/// `[y: mat] = blur(x: mat'const, radius: int'const)`.
fn header(instance: &Instance, constant: impl Fn(VarId) -> bool) -> String {
    let list = |ids: &[VarId]| {
        let typed = ids.iter().map(|id| {
            let variable = &instance.vars[*id];
            let name = variable.name.trim_start_matches(OUTPUT);
            let modifier = if constant(*id) { "'const" } else { "" };
            format!("{name}: {}{modifier}", variable.ty)
        });
        typed.collect::<Vec<_>>().join(", ")
    };
    let outputs = match instance.outputs.as_slice() {
        [] => String::new(),
        outputs => format!("[{}] = ", list(outputs)),
    };
    format!("{outputs}{}({})", instance.name, list(&instance.params))
}

/// Whether a variable is neither made up nor in the header.
fn is_local(instance: &Instance, id: VarId, variable: &Var) -> bool {
    let in_header = instance.params.contains(&id) || instance.outputs.contains(&id);
    let has_values = variable.ty != Type::Void;
    !in_header && has_values && !variable.name.starts_with('$')
}
