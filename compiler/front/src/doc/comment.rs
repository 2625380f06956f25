//! A doc comment taken apart into its sections.
//!
//! *Invariant:* every line of the comment is in exactly one place: the title, the signature, an item, an example or the text.

use crate::base::{SourceMap, Span};
use crate::syntax::ast::Doc;

/// A line with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text behind `%`, without blanks at its ends.
    pub text: String,
    /// Where the text stands.
    pub span: Span,
}

/// What is said of a parameter, an output or a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The type, where the line repeats it.
    pub ty: Option<String>,
    /// The default, where the line repeats it.
    pub default: Option<String>,
    /// What it means.
    pub text: String,
    /// The place of the line.
    pub span: Span,
}

/// An example: its program, and where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The lines as written.
    pub lines: Vec<String>,
    /// Whether it is one line that ends with a condition, which holds.
    pub holds: bool,
    /// The place of the first line.
    pub span: Span,
}

/// A part of the running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A line; an empty one ends a paragraph.
    Text(String),
    /// An example.
    Example(Example),
}

/// A comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comment {
    /// The word before the title with its colon: `Function:`.
    pub keyword: Option<&'static str>,
    /// What stands behind it.
    pub title: Option<Line>,
    /// What stands behind `:function`.
    pub signature: Option<Line>,
    /// The running text with the examples where they stand.
    pub parts: Vec<Part>,
    /// What stands below `Parameters:`.
    pub params: Vec<Item>,
    /// What stands below `Returns:`.
    pub outputs: Vec<Item>,
    /// A line that says that something is returned.
    pub returns: Option<Span>,
}

impl Comment {
    /// The comment before a definition.
    pub fn of(doc: &Doc, sources: &SourceMap) -> Comment {
        Comment::from_lines(&lines(doc, sources))
    }

    /// The comment that these lines are.
    pub fn from_lines(lines: &[Line]) -> Comment {
        let mut reader = Reader::default();
        for line in lines {
            reader.line(line);
        }
        reader.comment.trim();
        reader.comment
    }

    /// The lines of the text alone.
    pub fn text(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(line) => Some(line.as_str()),
            Part::Example(_) => None,
        })
    }

    /// The examples.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.parts.iter().filter_map(|part| match part {
            Part::Example(example) => Some(example),
            Part::Text(_) => None,
        })
    }

    /// The first sentence of the text.
    pub fn summary(&self) -> String {
        let paragraph: Vec<&str> = self
            .text()
            .skip_while(|line| line.is_empty())
            .take_while(|line| !line.is_empty())
            .collect();
        let text = paragraph.join(" ");
        match text.find(". ") {
            Some(end) => text[..=end].to_owned(),
            None => text,
        }
    }

    /// Takes empty lines from both ends, and all but one of several.
    fn trim(&mut self) {
        let empty = |part: &Part| matches!(part, Part::Text(line) if line.is_empty());
        self.parts
            .dedup_by(|part, before| empty(part) && empty(before));
        let first = self.parts.iter().position(|part| !empty(part));
        let last = self.parts.iter().rposition(|part| !empty(part));
        self.parts = match (first, last) {
            (Some(first), Some(last)) => self.parts[first..=last].to_vec(),
            (None, _) | (_, None) => Vec::new(),
        };
    }
}

/// The lines of a comment with their places.
fn lines(doc: &Doc, sources: &SourceMap) -> Vec<Line> {
    let mut at = doc.span.lo as usize;
    let mut found = Vec::new();
    for raw in sources.text(doc.span).split('\n') {
        let text = raw.trim_start().trim_start_matches('%').trim();
        let start = at + raw.find(text).unwrap_or(0);
        let span = Span::new(doc.span.file, start as u32, (start + text.len()) as u32);
        let text = text.to_owned();
        found.push(Line { text, span });
        at += raw.len() + 1;
    }
    found
}

/// What the lines that follow are about.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Section {
    #[default]
    Text,
    Parameters,
    Outputs,
}

/// Words of headings.
const PARAMETERS: &[&str] = &["Parameters", "Parameter", "Fields", "Properties"];
const OUTPUTS: &[&str] = &["Returns", "Return value", "Outputs", "Output"];
const TITLES: &[&str] = &[
    "Function:",
    "Module:",
    "File:",
    "Type:",
    "Class:",
    "Enum:",
    "Macro:",
];

#[derive(Default)]
struct Reader {
    comment: Comment,
    section: Section,
    /// The heading of outputs, until it is known whether text or items follow.
    heading: Option<String>,
    /// Whether the last line was one of an item, which the next may continue.
    in_item: bool,
    /// Whether the signature goes on.
    open: bool,
}

impl Reader {
    fn line(&mut self, line: &Line) {
        let text = line.text.as_str();
        // A parenthesis that is never closed does not take the rest of the comment.
        self.open &= !text.is_empty() && heading(text).is_none();
        if self.open || text.starts_with(":function") {
            return self.signature(line);
        }
        let is_first = self.comment.title.is_none() && self.comment.parts.is_empty();
        let title = TITLES
            .iter()
            .find_map(|word| Some((*word, text.strip_prefix(word)?)));
        if let (true, Some((word, rest))) = (is_first, title) {
            self.comment.keyword = Some(word);
            self.comment.title = Some(rest_of(line, rest));
            return;
        }
        if text == ">" || text.starts_with("> ") || text == "|" || text.starts_with("| ") {
            return self.example(line);
        }
        if let Some(word) = heading(text) {
            return self.heading(line, word);
        }
        self.ordinary(line);
    }

    fn signature(&mut self, line: &Line) {
        match &mut self.comment.signature {
            Some(known) if self.open => {
                known.text = format!("{} {}", known.text, line.text);
                known.span = known.span.to(line.span);
            }
            Some(_) | None => {
                let rest = line.text.strip_prefix(":function").unwrap_or_default();
                self.comment.signature = Some(rest_of(line, rest));
            }
        }
        let known = self.comment.signature.as_ref();
        let text = known.map_or("", |known| known.text.as_str());
        self.open = text.matches('(').count() > text.matches(')').count();
    }

    fn example(&mut self, line: &Line) {
        self.in_item = false;
        let holds = line.text.starts_with('>');
        let code = line.text[1..].strip_prefix(' ').unwrap_or_default();
        if let (false, Some(Part::Example(last))) = (holds, self.comment.parts.last_mut())
            && !last.holds
        {
            last.lines.push(code.to_owned());
            return;
        }
        self.comment.parts.push(Part::Example(Example {
            lines: vec![code.to_owned()],
            holds,
            span: line.span,
        }));
    }

    fn heading(&mut self, line: &Line, word: &str) {
        self.in_item = false;
        self.heading = None;
        if PARAMETERS.contains(&word) {
            self.section = Section::Parameters;
        } else if OUTPUTS.contains(&word) {
            self.section = Section::Outputs;
            self.heading = Some(line.text.clone());
            self.comment.returns = Some(line.span);
        } else {
            self.section = Section::Text;
            self.comment.parts.push(Part::Text(line.text.clone()));
        }
    }

    fn ordinary(&mut self, line: &Line) {
        if line.text.is_empty() {
            self.in_item = false;
            self.comment.parts.push(Part::Text(String::new()));
            return;
        }
        if line.text.starts_with("Returns ") {
            let is_nothing = line.text.starts_with("Returns nothing");
            self.comment.returns = (!is_nothing).then_some(line.span);
            self.section = Section::Text;
            self.in_item = false;
        }
        let place = match self.section {
            Section::Text => None,
            Section::Parameters => Some(&mut self.comment.params),
            Section::Outputs => Some(&mut self.comment.outputs),
        };
        let Some(place) = place else {
            self.comment.parts.push(Part::Text(line.text.clone()));
            return;
        };
        let found = items(line);
        if !found.is_empty() {
            place.extend(found);
            self.in_item = true;
        } else if let (true, Some(last)) = (self.in_item, place.last_mut()) {
            last.text = format!("{} {}", last.text, line.text);
        } else {
            let heading = self.heading.take().map(Part::Text);
            self.comment.parts.extend(heading);
            self.comment.parts.push(Part::Text(line.text.clone()));
        }
    }
}

/// The rest of a line behind a word.
fn rest_of(line: &Line, rest: &str) -> Line {
    let text = rest.trim();
    let start = line.span.lo + (line.text.len() - rest.trim_start().len()) as u32;
    let span = Span::new(line.span.file, start, start + text.len() as u32);
    let text = text.to_owned();
    Line { text, span }
}

/// The word before the colon of a line like `Parameters:`.
pub fn heading(line: &str) -> Option<&str> {
    let word = line.strip_suffix(':')?;
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == ' ');
    is_word.then_some(word)
}

/// Whether a line is a title, as `Function: name`.
pub(super) fn is_title(line: &str) -> bool {
    TITLES.iter().any(|word| line.starts_with(word))
}

/// Whether parameters stand below a heading.
pub(super) fn is_parameters(word: &str) -> bool {
    PARAMETERS.contains(&word)
}

/// `name - text`, `name : type = value - text`, `a, b - text` or `name : text`.
pub(super) fn items(line: &Line) -> Vec<Item> {
    let (left, text) = match line.text.split_once(" - ") {
        Some(parts) => parts,
        None => match line.text.split_once(" : ") {
            Some((name, text)) if is_name(name.trim()) => (name, text),
            Some(_) | None => return Vec::new(),
        },
    };
    let (names, default) = match left.split_once('=') {
        Some((names, default)) => (names, Some(default.trim().to_owned())),
        None => (left, None),
    };
    let (names, ty) = match names.split_once(':') {
        Some((names, ty)) => (names, Some(ty.trim().to_owned())),
        None => (names, None),
    };
    let names: Vec<&str> = names.split(',').map(without_dots).collect();
    if !names.iter().all(|name| is_name(name)) {
        return Vec::new();
    }
    let item = |name: &&str| Item {
        name: (*name).to_owned(),
        ty: ty.clone(),
        default: default.clone(),
        text: text.trim().to_owned(),
        span: line.span,
    };
    names.iter().map(item).collect()
}

fn without_dots(name: &str) -> &str {
    let name = name.trim();
    name.strip_prefix("...").unwrap_or(name)
}

/// Whether a text is a name.
pub fn is_name(text: &str) -> bool {
    let starts = |c: char| c.is_alphabetic() || c == '_';
    text.starts_with(starts) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SourceMap;

    fn read(text: &str) -> Comment {
        let mut sources = SourceMap::new();
        let file = sources.add("a.q", text);
        let span = Span::new(file, 0, text.len() as u32);
        let doc = Doc {
            span,
            lines: Vec::new(),
        };
        Comment::of(&doc, &sources)
    }

    #[test]
    fn sections_are_told_apart() {
        let comment = read(
            "% Function: f\n% Does it. And more.\n% :function y = f(a, b)\n% Parameters:\n% a, b : int = 3 - numbers\n%   of any size\n% Returns:\n% y - the sum\n% > f(1,2) == 3\n% | x = 1\n% | print x",
        );
        assert_eq!(comment.title.as_ref().map(|l| l.text.as_str()), Some("f"));
        assert_eq!(comment.summary(), "Does it.");
        let signature = comment.signature.expect("a signature");
        assert_eq!(signature.text, "y = f(a, b)");
        let names: Vec<&str> = comment.params.iter().map(|i| i.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(comment.params[1].ty.as_deref(), Some("int"));
        assert_eq!(comment.params[1].default.as_deref(), Some("3"));
        assert_eq!(comment.params[1].text, "numbers of any size");
        assert_eq!(comment.outputs.len(), 1);
        let examples: Vec<(bool, usize)> = comment
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Example(example) => Some((example.holds, example.lines.len())),
                Part::Text(_) => None,
            })
            .collect();
        assert_eq!(examples, [(true, 1), (false, 2)]);
    }

    #[test]
    fn an_open_signature_ends_with_the_paragraph() {
        let comment = read("% :function y = f(a,\n%   b\n%\n% Text.\n% Parameters:\n% a - one");
        let signature = comment.signature.as_ref().map(|line| line.text.as_str());
        assert_eq!(signature, Some("y = f(a, b"));
        assert_eq!(comment.summary(), "Text.");
        assert_eq!(comment.params.len(), 1);
    }

    #[test]
    fn spans_lie_on_the_text() {
        let text = "%  Function:  sum2\n%x";
        let comment = read(text);
        let span = comment.title.expect("a title").span;
        assert_eq!(&text[span.range()], "sum2");
    }

    #[test]
    fn prose_below_a_heading_stays_prose() {
        let comment = read("% Returns:\n% a map of corners");
        let text: Vec<&str> = comment.text().collect();
        assert_eq!(text, ["Returns:", "a map of corners"]);
        assert!(comment.outputs.is_empty());
    }
}
