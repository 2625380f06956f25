//! Where entries come from: a terminal with history and completion, or lines of any other input.
//!
//! *Invariant:* an entry is given whole; without a terminal nothing but what entries print is written.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use super::entry::is_open;
use crate::builtins::{INTERNAL, ROWS};

/// What stands in front of an entry.
const PROMPT: &str = "> ";
/// Names of other parts of the language, for completion.
const WORDS: &[&str] = &[
    "break", "catch", "continue", "else", "elseif", "end", "error", "for", "function", "if",
    "import", "match", "print", "repeat", "return", "try", "type", "until", "while",
];

/// What comes next.
pub enum Line {
    /// An entry.
    Entry(String),
    /// The end of the input.
    End,
}

/// The input.
pub enum Lines {
    /// A terminal, and where its history lies.
    Terminal(Box<Editor<Words, FileHistory>>, Option<PathBuf>),
    /// Anything else.
    Plain,
}

impl Lines {
    /// The standard input.
    pub fn open() -> Lines {
        if !io::stdin().is_terminal() {
            return Lines::Plain;
        }
        let Ok(mut editor) = Editor::new() else {
            return Lines::Plain;
        };
        editor.set_helper(Some(Words(Vec::new())));
        let history = history();
        if let Some(path) = &history {
            // There is none at first.
            let _ = editor.load_history(path);
        }
        Lines::Terminal(Box::new(editor), history)
    }

    /// Says what this is.
    pub fn greet(&self) {
        if let Lines::Terminal(..) = self {
            println!(
                "qc {}: Quasar. :help tells more, Ctrl-D ends.",
                env!("CARGO_PKG_VERSION")
            );
        }
    }

    /// Notes the names of the session, for completion.
    pub fn know(&mut self, names: Vec<String>) {
        if let Lines::Terminal(editor, _) = self
            && let Some(words) = editor.helper_mut()
        {
            words.0 = names;
        }
    }

    /// The next entry.
    pub fn next(&mut self) -> Line {
        let Lines::Terminal(editor, history) = self else {
            return plain(&mut io::stdin().lock());
        };
        match editor.readline(PROMPT) {
            Ok(text) => {
                // Without a history, or room for it, the session does without.
                let _ = editor.add_history_entry(&text);
                if let Some(path) = history {
                    let _ = editor.save_history(path);
                }
                Line::Entry(text)
            }
            Err(ReadlineError::Interrupted) => Line::Entry(String::new()),
            Err(_) => Line::End,
        }
    }
}

/// The next entry of lines.
fn plain(lines: &mut impl BufRead) -> Line {
    let mut text = String::new();
    loop {
        let mut line = String::new();
        match lines.read_line(&mut line) {
            Ok(0) | Err(_) if text.is_empty() => return Line::End,
            Ok(0) | Err(_) => return Line::Entry(text),
            Ok(_) => {}
        }
        let is_empty = line.trim().is_empty();
        text.push_str(&line);
        if is_empty || !is_open(&text) {
            return Line::Entry(text);
        }
    }
}

/// Where the history lies: in the folder for states of the XDG Base Directory Specification.
fn history() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let folder = named
        .filter(|path| path.is_absolute())
        .or_else(home)?
        .join("qc");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// The names of the session, and what the editor of lines asks of them.
pub struct Words(Vec<String>);

impl Words {
    /// Names that begin so.
    fn beginning(&self, start: &str) -> Vec<String> {
        let builtins = ROWS.iter().filter(|row| !INTERNAL.contains(&row.builtin));
        let builtins = builtins.map(|row| row.name).chain(WORDS.iter().copied());
        let own = self.0.iter().map(String::as_str);
        let mut all: Vec<String> = own
            .chain(builtins)
            .filter(|name| name.starts_with(start))
            .map(str::to_owned)
            .collect();
        all.sort();
        all.dedup();
        all
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        place: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..place];
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let start = before.rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
        let start = (start..=place)
            .find(|at| before.is_char_boundary(*at))
            .unwrap_or(place);
        match &before[start..] {
            "" => Ok((place, Vec::new())),
            name => Ok((start, self.beginning(name))),
        }
    }
}

impl Validator for Words {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        let is_ended = text.ends_with('\n') || !is_open(text);
        Ok(match is_ended {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        _default: bool,
    ) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_entries() {
        let text = "x = 1\nfor k = 1..2\n    print k\nend\nif (\n\ny";
        let mut lines = text.as_bytes();
        let mut entries = Vec::new();
        while let Line::Entry(entry) = plain(&mut lines) {
            entries.push(entry);
        }
        assert_eq!(
            entries,
            [
                "x = 1\n",
                "for k = 1..2\n    print k\nend\n",
                "if (\n\n",
                "y"
            ]
        );
    }

    #[test]
    fn names_are_completed() {
        let words = Words(vec!["linspan".to_owned()]);
        assert_eq!(words.beginning("linsp"), ["linspace", "linspan"]);
        assert!(
            words.beginning("$").is_empty()
                || !words.beginning("$").contains(&"$foreign".to_owned())
        );
    }
}
