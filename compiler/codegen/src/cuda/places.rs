//! Places of the source in CUDA text, and the two forms of a text.
//!
//! While a kernel is printed, some lines are marks: they begin with a control character, and stand for a place of the source or for
//! something that one form alone has. What readers get has comments; what NVRTC gets has `#line` instead, all statements of a place in one
//! line, so that its messages, profilers and the emulated device name the lines of the source.
//!
//! *Invariant:* no mark is left in a text that leaves this room.

use crate::base::{Id, SourceMap};
use crate::mir::{Loc, Program};
use std::fmt::Write;

/// What stands before the kernels has this name, which tells that it is no file.
pub const PRELUDE: &str = "<quasar>";

/// A place that readers see.
const SHOWN: char = '\u{1}';
/// A place that they do not.
const SILENT: char = '\u{2}';
/// A line for NVRTC alone.
const COMPILED: char = '\u{3}';

/// How a text is written.
#[derive(Clone, Copy)]
pub enum TextStyle<'a> {
    /// With comments; with the source at hand they have its lines.
    Readable(Option<&'a SourceMap>),
    /// With `#line`.
    Placed,
    /// With neither.
    Plain,
}

/// The mark of a statement's place.
pub fn statement(loc: Loc) -> String {
    format!("{SHOWN}{}", loc.index())
}

/// The mark of the place of what the compiler adds to a kernel.
pub fn added(loc: Loc) -> String {
    format!("{SILENT}{}", loc.index())
}

/// A line that tells the emulated device names of the source. For every assembler it is a comment, which `//@` begins.
pub fn naming(words: &str, operands: &str) -> String {
    format!("{COMPILED}asm volatile(\"//@ name.{words};\"{operands});")
}

/// The text of a kernel without marks, in this form.
pub fn present(text: &str, program: &Program, form: TextStyle<'_>) -> String {
    match form {
        TextStyle::Readable(sources) => readable(text, program, sources),
        TextStyle::Placed => placed(text, program),
        TextStyle::Plain => bare(text),
    }
}

/// The text without marks, comments and indentation.
pub fn bare(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with([SHOWN, SILENT, COMPILED]) && !is_comment(line))
        .fold(String::new(), |text, line| text + line + "\n")
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with("//")
}

/// The place that a mark stands for.
fn place(mark: &str) -> Loc {
    Loc::from_index(mark[1..].parse().expect("a mark has the number of a place"))
}

fn readable(text: &str, program: &Program, sources: Option<&SourceMap>) -> String {
    let mut found = String::with_capacity(text.len());
    for line in text.lines() {
        let inner = line.trim_start();
        match inner.chars().next() {
            Some(SHOWN) => {
                let place = &program.locations[place(inner)];
                let source = sources.map_or("", |sources| {
                    sources.file(place.span.file).line(place.line).trim()
                });
                let comment = format!("// {}: {source}", place.line).replace('\\', "/");
                found.push_str(&line[..line.len() - inner.len()]);
                found.push_str(comment.trim_end());
                found.push('\n');
            }
            Some(SILENT | COMPILED) => {}
            Some(_) | None => {
                found.push_str(line);
                found.push('\n');
            }
        }
    }
    found
}

fn placed(text: &str, program: &Program) -> String {
    let mut found = String::with_capacity(text.len());
    let mut current = None;
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with([SHOWN, SILENT]) {
            let place = &program.locations[place(line)];
            let wanted = (place.file.as_str(), place.line);
            if current != Some(wanted) {
                current = Some(wanted);
                if std::mem::take(&mut is_open) {
                    found.push('\n');
                }
                let _ = writeln!(found, "#line {} \"{}\"", place.line, quoted(&place.file));
            }
        } else if !is_comment(line) {
            if std::mem::replace(&mut is_open, true) {
                found.push(' ');
            }
            found.push_str(line.trim_start_matches(COMPILED));
        }
    }
    if is_open {
        found.push('\n');
    }
    found
}

/// The name of a file as C++ has it between quotes. NVRTC puts its folder before a relative one; the dot shows where the name begins.
fn quoted(name: &str) -> String {
    let start = if name.starts_with('/') { "" } else { "./" };
    start
        .chars()
        .chain(name.chars())
        .flat_map(|c| {
            let escape = matches!(c, '"' | '\\').then_some('\\');
            escape
                .into_iter()
                .chain([if c.is_control() { '?' } else { c }])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_stay_within_their_quotes() {
        assert_eq!(quoted("a \"b\"\\c\n.q"), "./a \\\"b\\\"\\\\c?.q");
        assert_eq!(quoted("/a/b.q"), "/a/b.q");
    }
}
