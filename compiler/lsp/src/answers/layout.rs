//! The layout of a text, as `qc fmt` gives it.
//!
//! *Invariant:* the edits give exactly the formatted text; lines that stay are in no edit, so that cursors and marks in them stay, too.

use lsp_types::{Position, Range, TextEdit};
use qc_front::base::Interner;
use qc_front::syntax::format::{Refusal, format};

use crate::document::Document;

/// The edits that format a text.
///
/// # Errors
/// The text has mistakes, in words.
pub fn edits(document: &Document) -> Result<Vec<TextEdit>, String> {
    let syntax = document.syntax();
    let formatted = format(&syntax.sources, syntax.file, &mut Interner::new());
    match formatted {
        Ok(formatted) => Ok(between(document.text().source(), &formatted)),
        Err(Refusal::Mistakes(reports)) => {
            let first = reports.iter().find(|report| report.is_error());
            let message = first.map_or("it has a mistake", |report| &report.message);
            Err(format!("the file cannot be formatted: {message}"))
        }
        Err(Refusal::Changed(what)) => Err(format!(
            "formatting would change the {what} of the file: this is a mistake in qc, please report it with the file"
        )),
    }
}

/// The edits from one text to another, by lines: where both have as many, an edit for each run of lines that differ.
fn between(old: &str, new: &str) -> Vec<TextEdit> {
    let (old, new) = (lines(old), lines(new));
    if old.len() != new.len() {
        return vec![edit(&old, &new)];
    }
    let mut edits = Vec::new();
    let mut at = 0;
    while at < old.len() {
        let differ = |at: usize| old.get(at) != new.get(at);
        let first = (at..old.len()).find(|&at| differ(at));
        let Some(first) = first else { break };
        let last = (first..old.len()).find(|&at| !differ(at));
        at = last.unwrap_or(old.len());
        edits.push(replaced(first, at, &new[first..at]));
    }
    edits
}

/// One edit for all that lies between the first and the last difference.
fn edit(old: &[&str], new: &[&str]) -> TextEdit {
    let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let start = alike(&mut old.iter().zip(new));
    let left = old.len().min(new.len()) - start;
    let end = alike(&mut old.iter().rev().zip(new.iter().rev())).min(left);
    replaced(start, old.len() - end, &new[start..new.len() - end])
}

/// Lines from one up to another replaced by others.
fn replaced(from: usize, to: usize, by: &[&str]) -> TextEdit {
    let line = |line: usize| Position {
        line: line as u32,
        character: 0,
    };
    TextEdit {
        range: Range::new(line(from), line(to)),
        new_text: by.concat(),
    }
}

/// The lines of a text with their ends.
fn lines(text: &str) -> Vec<&str> {
    let mut rest = text;
    let mut lines = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).map_or(rest.len(), |at| {
            let is_pair = rest[at..].starts_with("\r\n");
            at + if is_pair { 2 } else { 1 }
        });
        let (line, behind) = rest.split_at(end);
        lines.push(line);
        rest = behind;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Encoding;

    /// The text behind the edits, made from the last one on.
    fn formatted(whole: &str) -> (String, usize) {
        let mut document = Document::new("file:///a.q", whole, Encoding::Utf16);
        let edits = edits(&document).unwrap_or_else(|message| panic!("{message}"));
        for edit in edits.iter().rev() {
            document.edit(Some(edit.range), &edit.new_text);
        }
        (document.text().whole().to_owned(), edits.len())
    }

    #[test]
    fn edits_touch_the_lines_that_differ() {
        let (text, edits) = formatted("x=1\ny = 2\nif x\nz=3\nend\n");
        assert_eq!(
            (text.as_str(), edits),
            ("x = 1\ny = 2\nif x\n    z = 3\nend\n", 2)
        );
        assert_eq!(formatted("x = 1\n"), ("x = 1\n".to_owned(), 0));
        assert_eq!(formatted("x = 1\n\n\n\ny = 2").0, "x = 1\n\ny = 2\n");
        assert_eq!(formatted("x=1\r\ny=2\r\n").0, "x = 1\ny = 2\n");
        assert_eq!(formatted("").0, "");
    }

    #[test]
    fn a_text_with_mistakes_is_left_alone() {
        let document = Document::new("file:///a.q", "x = (1\n", Encoding::Utf16);
        let message = edits(&document).expect_err("it has a mistake");
        assert!(
            message.starts_with("the file cannot be formatted: "),
            "{message}"
        );
    }
}
