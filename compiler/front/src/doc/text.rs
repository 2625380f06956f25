//! Documentation as plain text and as Markdown.
//!
//! *Invariant:* everything that a file defines is told, also what has no comment.

use std::fmt::Write;

use super::comment::{Comment, Example, Part};
use super::model::{Entry, Module, Value};

/// For a terminal.
pub fn plain(file: &Module) -> String {
    let mut out = format!("{}\n", file.file);
    for (what, value) in [("category", &file.category), ("author", &file.author)] {
        if let Some(value) = value {
            let _ = writeln!(out, "{what}: {value}");
        }
    }
    for line in running_text(&file.intro) {
        let _ = writeln!(out, "{line}");
    }
    for entry in &file.entries {
        out.push('\n');
        for header in &entry.headers {
            let _ = writeln!(out, "{header}");
        }
        for line in running_text(&entry.comment) {
            let _ = writeln!(out, "{}", format!("    {line}").trim_end());
        }
        plain_values(&mut out, &entry.params);
        if !entry.outputs.is_empty() {
            out.push_str("    Returns:\n");
            plain_values(&mut out, &entry.outputs);
        }
    }
    out
}

fn plain_values(out: &mut String, values: &[Value]) {
    let width = values.iter().map(|value| value.written.len()).max();
    for value in values {
        let width = width.unwrap_or(0);
        let line = format!("      {:width$}  {}", value.written, value.text);
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Text and examples, line by line.
fn running_text(comment: &Comment) -> Vec<String> {
    let mut lines = Vec::new();
    for part in &comment.parts {
        match part {
            Part::Text(line) => lines.push(line.clone()),
            Part::Example(example) => lines.extend(marked(example)),
        }
    }
    lines
}

/// An example as it is written in the comment.
fn marked(example: &Example) -> impl Iterator<Item = String> {
    let mark = if example.holds { ">" } else { "|" };
    let line = move |line: &String| format!("{mark} {line}");
    example.lines.iter().map(line)
}

/// For pages of other tools.
pub fn markdown(file: &Module) -> String {
    let mut out = format!("# {}\n", file.file);
    for (what, value) in [("Category", &file.category), ("Author", &file.author)] {
        if let Some(value) = value {
            let _ = writeln!(out, "\n{what}: {value}");
        }
    }
    markdown_text(&mut out, &file.intro);
    for entry in &file.entries {
        markdown_entry(&mut out, entry);
    }
    out
}

fn markdown_entry(out: &mut String, entry: &Entry) {
    let headers = entry.headers.join("\n");
    let _ = writeln!(out, "\n## {}\n\n```quasar\n{headers}\n```", entry.name);
    markdown_text(out, &entry.comment);
    if !entry.params.is_empty() {
        out.push_str("\n| parameter | type | default | meaning |\n|---|---|---|---|\n");
    }
    for param in &entry.params {
        let cells = [&param.ty, &param.default, &param.text].map(|text| cell(text));
        let _ = writeln!(out, "| {} | {} |", param.name, cells.join(" | "));
    }
    if !entry.outputs.is_empty() {
        out.push_str("\n| output | type | meaning |\n|---|---|---|\n");
    }
    for output in &entry.outputs {
        let (ty, text) = (cell(&output.ty), cell(&output.text));
        let _ = writeln!(out, "| {} | {ty} | {text} |", output.name);
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn markdown_text(out: &mut String, comment: &Comment) {
    let mut in_text = false;
    for part in &comment.parts {
        match part {
            Part::Text(line) => {
                let gap = if in_text { "" } else { "\n" };
                let _ = writeln!(out, "{gap}{line}");
                in_text = true;
            }
            Part::Example(example) => {
                let _ = writeln!(out, "\n```quasar\n{}\n```", example.lines.join("\n"));
                in_text = false;
            }
        }
    }
}
