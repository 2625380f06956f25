//! `qc doc`: the documentation of a file's functions, from their headers and the comments before them.
//!
//! Comments follow the conventions of Natural Docs: a line `Function: name` and a line `:function …` repeat what the header says and are
//! left out; below `Parameters:` a line `name - text` is about one parameter.
//!
//! *Invariant:* types and defaults are those of the code, whatever a comment says.

use std::fmt::Write;

use super::options::DocFormat;
use crate::base::Interner;
use crate::syntax::ast::{Ast, Attribute, Doc, ExprKind, Function, Param, StmtKind};
use crate::syntax::print::{print_expr, print_function_header, print_param, print_type};

/// What is told about a file.
struct File {
    name: String,
    category: Option<String>,
    author: Option<String>,
    functions: Vec<Entry>,
}

/// What is told about a function.
struct Entry {
    name: String,
    header: String,
    text: Vec<String>,
    params: Vec<Parameter>,
}

/// What is told about a parameter.
struct Parameter {
    name: String,
    /// With type and default, as in the header.
    written: String,
    ty: String,
    default: String,
    text: String,
}

/// The documentation of a file.
pub fn text(ast: &Ast, file: &str, names: &Interner, format: DocFormat) -> String {
    let file = File {
        name: file.to_owned(),
        category: property(ast, names, "doc", "category"),
        author: property(ast, names, "author", "name"),
        functions: functions(ast, names),
    };
    match format {
        DocFormat::Text => plain(&file),
        DocFormat::Markdown => markdown(&file),
    }
}

/// The text that an attribute at the top level gives a property.
fn property(ast: &Ast, names: &Interner, attribute: &str, property: &str) -> Option<String> {
    let is_it = |found: &&Attribute| names.text(found.name.name) == attribute;
    let attributes = ast.body.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Attribute(attribute) => Some(attribute),
        _ => None,
    });
    let properties = attributes.filter(is_it).flat_map(|found| &found.properties);
    let mut values = properties.filter(|found| names.text(found.name.name) == property);
    values.find_map(|found| match &found.value.kind {
        ExprKind::String(text) => Some(text.to_string()),
        _ => None,
    })
}

fn functions(ast: &Ast, names: &Interner) -> Vec<Entry> {
    let functions = ast.body.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) => Some(&**function),
        _ => None,
    });
    functions.map(|function| entry(function, names)).collect()
}

fn entry(function: &Function, names: &Interner) -> Entry {
    let lines = function
        .doc
        .as_ref()
        .map_or(&[][..], |doc: &Doc| &doc.lines);
    let (text, about) = sections(lines);
    let parameter = |param: &Param| {
        let name = names.text(param.name.name).to_owned();
        let text = about.iter().find(|(known, _)| *known == name);
        Parameter {
            text: text.map_or(String::new(), |(_, text)| text.clone()),
            written: print_param(param, names),
            ty: param
                .ty
                .as_ref()
                .map_or(String::new(), |ty| print_type(ty, names)),
            default: param
                .default
                .as_ref()
                .map_or(String::new(), |value| print_expr(value, names)),
            name,
        }
    };
    Entry {
        name: names.text(function.name.name).to_owned(),
        header: print_function_header(function, names),
        text,
        params: function.params.iter().map(parameter).collect(),
    }
}

/// The text of a comment without what the header says, and what it says about parameters.
fn sections(lines: &[String]) -> (Vec<String>, Vec<(String, String)>) {
    let (mut text, mut about) = (Vec::new(), Vec::new());
    let mut within_parameters = false;
    for line in lines {
        let line = line.trim();
        if line.starts_with("Function:") || line.starts_with(":function") {
            continue;
        }
        if let Some(heading) = heading(line) {
            within_parameters = heading == "Parameters";
            if within_parameters {
                continue;
            }
        }
        match parameter_line(line).filter(|_| within_parameters) {
            Some(found) => about.push(found),
            None => text.push(line.to_owned()),
        }
    }
    text.dedup_by(|line, before| line.is_empty() && before.is_empty());
    let first = text.iter().position(|line| !line.is_empty());
    let last = text.iter().rposition(|line| !line.is_empty());
    match (first, last) {
        (Some(first), Some(last)) => (text[first..=last].to_vec(), about),
        (None, _) | (_, None) => (Vec::new(), about),
    }
}

/// The word before the colon of a line like `Parameters:`.
fn heading(line: &str) -> Option<&str> {
    let word = line.strip_suffix(':')?;
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == ' ');
    is_word.then_some(word)
}

/// `name - text`.
fn parameter_line(line: &str) -> Option<(String, String)> {
    let (name, text) = line.split_once(" - ").or_else(|| line.split_once(" : "))?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| (name.to_owned(), text.trim().to_owned()))
}

fn plain(file: &File) -> String {
    let mut out = format!("{}\n", file.name);
    for (what, value) in [("category", &file.category), ("author", &file.author)] {
        if let Some(value) = value {
            let _ = writeln!(out, "{what}: {value}");
        }
    }
    for entry in &file.functions {
        let _ = writeln!(out, "\n{}", entry.header);
        for line in &entry.text {
            let _ = writeln!(out, "{}", format!("    {line}").trim_end());
        }
        let width = entry.params.iter().map(|param| param.written.len()).max();
        for param in &entry.params {
            let width = width.unwrap_or(0);
            let line = format!("      {:width$}  {}", param.written, param.text);
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out
}

fn markdown(file: &File) -> String {
    let mut out = format!("# {}\n", file.name);
    for (what, value) in [("Category", &file.category), ("Author", &file.author)] {
        if let Some(value) = value {
            let _ = writeln!(out, "\n{what}: {value}");
        }
    }
    for entry in &file.functions {
        let _ = writeln!(
            out,
            "\n## {}\n\n```quasar\n{}\n```",
            entry.name, entry.header
        );
        if !entry.text.is_empty() {
            let _ = writeln!(out, "\n{}", entry.text.join("\n"));
        }
        if !entry.params.is_empty() {
            out.push_str("\n| parameter | type | default | meaning |\n|---|---|---|---|\n");
        }
        for param in &entry.params {
            let cells =
                [&param.ty, &param.default, &param.text].map(|text| text.replace('|', "\\|"));
            let _ = writeln!(out, "| {} | {} |", param.name, cells.join(" | "));
        }
    }
    out
}
