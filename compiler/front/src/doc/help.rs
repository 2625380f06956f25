//! What `--help` of a program says: the text of a comment, and one line for each parameter.
//!
//! *Invariant:* every line of the comment is in one place at most; what the program does not need to be called (examples, headers that are
//! repeated) is in none.

use super::comment::{Comment, Line, heading, is_parameters, is_title, items};
use crate::base::{SourceMap, Span};
use crate::syntax::ast::{Ast, Doc};

/// A comment as a program shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Help {
    /// The running text.
    pub text: String,
    /// What is said of each parameter, in the order that was asked for; empty where nothing is.
    pub parameters: Vec<String>,
}

/// What a comment says of a function with these parameters.
pub fn of_function(doc: Option<&Doc>, parameters: &[&str]) -> Help {
    let mut reader = Reader {
        names: parameters,
        found: vec![String::new(); parameters.len()],
        text: Vec::new(),
        item: None,
        in_section: false,
    };
    let Some(doc) = doc else {
        return reader.finish();
    };
    for (index, line) in doc.lines.iter().enumerate() {
        reader.line(line, index == 0, doc.span);
    }
    reader.finish()
}

/// What a file says of itself.
pub fn of_file(ast: &Ast, sources: &SourceMap) -> String {
    let comment: Comment = super::model::intro(ast, sources);
    comment.text().collect::<Vec<_>>().join("\n")
}

struct Reader<'a> {
    names: &'a [&'a str],
    found: Vec<String>,
    text: Vec<String>,
    /// The parameters of the line before, with its indentation: a deeper line goes on.
    item: Option<(Vec<usize>, usize)>,
    /// Whether the lines stand below `Parameters:`.
    in_section: bool,
}

impl Reader<'_> {
    fn line(&mut self, raw: &str, is_first: bool, span: Span) {
        let line = raw.trim();
        let depth = raw.len() - raw.trim_start().len();
        let is_example = ["> ", "| ", ":function"]
            .iter()
            .any(|mark| line.starts_with(mark));
        if is_example || (is_first && is_title(line)) {
            self.item = None;
        } else if let Some(word) = heading(line) {
            self.item = None;
            self.in_section = is_parameters(word);
            if !self.in_section {
                self.text.push(line.to_owned());
            }
        } else if !self.parameter(line, depth, span) && !self.goes_on(line, depth) {
            self.item = None;
            self.text.push(raw.trim_end().to_owned());
        }
    }

    /// Takes a line that is about parameters.
    fn parameter(&mut self, line: &str, depth: usize, span: Span) -> bool {
        let text = line.to_owned();
        let mut of_line = Vec::new();
        for item in items(&Line { text, span }) {
            let Some(index) = self.names.iter().position(|name| *name == item.name) else {
                return false;
            };
            of_line.push((index, item.text));
        }
        if of_line.is_empty() {
            return false;
        }
        let indices = of_line.iter().map(|(index, _)| *index).collect();
        for (index, text) in of_line {
            self.found[index] = text;
        }
        self.item = Some((indices, depth));
        true
    }

    /// Takes a line that goes on with what the line before says of a parameter.
    fn goes_on(&mut self, line: &str, depth: usize) -> bool {
        let Some((indices, above)) = &self.item else {
            return false;
        };
        if line.is_empty() || !(self.in_section || depth > *above) {
            return false;
        }
        for index in indices {
            self.found[*index] += &format!(" {line}");
        }
        true
    }

    /// The text without empty lines at its ends, and with one of several between.
    fn finish(mut self) -> Help {
        self.text
            .dedup_by(|line, before| line.is_empty() && before.is_empty());
        let text = self.text.join("\n");
        Help {
            text: text.trim_matches('\n').to_owned(),
            parameters: self.found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::FileId;
    use crate::base::Id;

    fn read(lines: &[&str], parameters: &[&str]) -> Help {
        let doc = Doc {
            span: Span::point(FileId::from_index(0), 0),
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        };
        of_function(Some(&doc), parameters)
    }

    #[test]
    fn parameters_are_taken_out_of_the_text() {
        let lines = [
            "Function: main",
            "Makes pictures smaller.",
            "",
            "Parameters:",
            "width, height : int = 3 - the size",
            "in pixels",
            "files - the pictures",
            "",
            "Note:",
            "  nothing - is kept",
            "> main(3)",
        ];
        let help = read(&lines, &["width", "height", "files"]);
        assert_eq!(
            help.text,
            "Makes pictures smaller.\n\nNote:\n  nothing - is kept"
        );
        let size = "the size in pixels";
        assert_eq!(help.parameters, [size, size, "the pictures"]);
    }

    #[test]
    fn a_heading_is_not_needed() {
        let lines = [
            "Removes noise.",
            "  input : the photograph",
            "    as it was taken",
            "  other : is no parameter",
        ];
        let help = read(&lines, &["input", "sigma"]);
        assert_eq!(help.text, "Removes noise.\n  other : is no parameter");
        assert_eq!(help.parameters, ["the photograph as it was taken", ""]);
        assert_eq!(of_function(None, &["x"]).parameters, [""]);
    }
}
