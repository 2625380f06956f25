//! Reading the command line with the table of options.
//!
//! *Invariant:* every word is an option of the table, the value of one, a file, or an error that names it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::options::{Options, Row, TABLE, Takes, Task};
use crate::diag::did_you_mean;

/// The word that runs the program at once.
const RUN: &str = "run";

/// What is wrong with a command line, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl UsageError {
    fn new(message: String) -> Self {
        UsageError {
            message,
            help: None,
        }
    }
}

/// Reads the words behind the program's name.
///
/// # Errors
/// An unknown option, a missing or unknown value, a word that is not UTF-8, no source file or two.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Options, UsageError> {
    let mut parser = Parser {
        options: Options::default(),
        words: Vec::new(),
    };
    parser.words = words.into_iter().map(text).collect::<Result<_, _>>()?;
    parser.words.reverse();
    while let Some(word) = parser.words.pop() {
        parser.word(word)?;
    }
    parser.finish()
}

fn text(word: OsString) -> Result<String, UsageError> {
    let invalid =
        |word: OsString| UsageError::new(format!("the argument {word:?} is not valid UTF-8"));
    word.into_string().map_err(invalid)
}

struct Parser {
    options: Options,
    /// The words that are left, the next one last.
    words: Vec<String>,
}

impl Parser {
    fn word(&mut self, word: String) -> Result<(), UsageError> {
        if word == "--" {
            self.options.arguments = self.words.drain(..).rev().collect();
            return Ok(());
        }
        if let Some(long) = word.strip_prefix("--") {
            return self.long(long);
        }
        match word.strip_prefix('-') {
            Some(short) if !short.is_empty() => self.short(short),
            _ => self.file(word),
        }
    }

    /// `name` or `name=value`.
    fn long(&mut self, word: &str) -> Result<(), UsageError> {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word, None),
        };
        let row = TABLE
            .iter()
            .find(|row| row.name == name)
            .ok_or_else(|| unknown(name))?;
        self.apply(row, &format!("--{name}"), value)
    }

    /// A letter, perhaps with its value behind it.
    fn short(&mut self, word: &str) -> Result<(), UsageError> {
        let letter = word.chars().next().unwrap_or_default();
        let rest = &word[letter.len_utf8()..];
        let row = TABLE.iter().find(|row| row.letter == Some(letter));
        let row = row.ok_or_else(|| UsageError::new(format!("there is no option -{letter}")))?;
        let value = (!rest.is_empty()).then(|| rest.trim_start_matches('=').to_owned());
        self.apply(row, &format!("-{letter}"), value)
    }

    fn apply(&mut self, row: &Row, shown: &str, value: Option<String>) -> Result<(), UsageError> {
        let value = match (row.takes, value) {
            (Takes::Nothing, Some(_)) => {
                return Err(UsageError::new(format!(
                    "the option {shown} takes no value"
                )));
            }
            (Takes::Value(what), None) => self.words.pop().ok_or_else(|| {
                UsageError::new(format!("the option {shown} needs a value: {what}"))
            })?,
            (Takes::Nothing | Takes::Perhaps(_), None) => String::new(),
            (Takes::Value(_) | Takes::Perhaps(_), Some(value)) => value,
        };
        (row.apply)(&mut self.options, &value).map_err(|help| UsageError {
            message: format!("the option {shown} cannot be `{value}`"),
            help: Some(help),
        })
    }

    /// The source, a foreign object, or, behind the source of `run`, an argument.
    fn file(&mut self, word: String) -> Result<(), UsageError> {
        if word == RUN && self.options.task == Task::Compile && self.options.input.is_none() {
            self.options.task = Task::Run;
            return Ok(());
        }
        let path = PathBuf::from(&word);
        if is_object(&path) {
            self.options.foreign.push(path);
            return Ok(());
        }
        if let Some(first) = &self.options.input {
            let message = format!("two source files: {} and {word}", first.display());
            let help = Some("a program is one file; it imports others".to_owned());
            return Err(UsageError { message, help });
        }
        self.options.input = Some(path);
        Ok(())
    }

    fn finish(self) -> Result<Options, UsageError> {
        let options = self.options;
        let needs_source = matches!(options.task, Task::Compile | Task::Run);
        if needs_source && options.input.is_none() {
            let help = Some("qc app.q -o app; qc --help lists the options".to_owned());
            return Err(UsageError {
                message: "no source file".to_owned(),
                help,
            });
        }
        Ok(options)
    }
}

/// Whether a file is for the linker.
fn is_object(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("o" | "a" | "so"))
}

fn unknown(name: &str) -> UsageError {
    let names = TABLE.iter().map(|row| row.name);
    UsageError {
        message: format!("there is no option --{name}"),
        help: did_you_mean(name, names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::options::{Engine, FloatMode};
    use crate::driver::stage::Stage;

    fn parsed(words: &str) -> Result<Options, UsageError> {
        parse(words.split_whitespace().map(OsString::from))
    }

    #[test]
    fn values_may_stand_in_every_usual_place() {
        for line in [
            "app.q -o app",
            "-oapp app.q",
            "--output=app app.q",
            "--output app app.q",
        ] {
            let options = parsed(line).expect(line);
            assert_eq!(options.output, Some(PathBuf::from("app")), "{line}");
            assert_eq!(options.input, Some(PathBuf::from("app.q")), "{line}");
        }
    }

    #[test]
    fn every_kind_of_option_is_stored() {
        let line = "-O0 -I a -I b --fp=strict --emit=mir --after=fold --check --precision=double \
            app.q extra.o";
        let options = parsed(line).expect("valid");
        assert_eq!(options.optimisation, 0);
        assert_eq!(options.include, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(options.float, FloatMode::Strict);
        assert_eq!(options.emit, Some(Stage::Mir));
        assert_eq!(options.after.as_deref(), Some("fold"));
        assert!(options.check_only && options.double && !options.check_bounds);
        assert_eq!(options.foreign, [PathBuf::from("extra.o")]);
    }

    #[test]
    fn run_passes_arguments_on() {
        let options = parsed("run --engine=interpret app.q -- -o x").expect("valid");
        assert_eq!(
            (options.task, options.engine),
            (Task::Run, Engine::Interpret)
        );
        assert_eq!(options.arguments, ["-o", "x"]);
        assert_eq!(options.output, None);
        assert_eq!(parsed("-O0 run app.q").expect("valid").task, Task::Run);
    }

    #[test]
    fn mistakes_are_named() {
        let message = |line: &str| parsed(line).expect_err(line);
        assert_eq!(
            message("--emti=mir app.q").message,
            "there is no option --emti"
        );
        assert!(
            message("--emti=mir app.q")
                .help
                .is_some_and(|help| help.contains("emit"))
        );
        assert_eq!(message("-x app.q").message, "there is no option -x");
        assert_eq!(
            message("app.q -o").message,
            "the option -o needs a value: FILE"
        );
        assert_eq!(message("").message, "no source file");
        assert_eq!(message("a.q b.q").message, "two source files: a.q and b.q");
        let wrong = message("--fp=exact a.q");
        assert_eq!(wrong.message, "the option --fp cannot be `exact`");
        assert_eq!(wrong.help.as_deref(), Some("possible values: fast, strict"));
        assert_eq!(
            message("--version=1").message,
            "the option --version takes no value"
        );
    }

    #[test]
    fn names_and_letters_are_unique() {
        for (index, row) in TABLE.iter().enumerate() {
            for other in &TABLE[index + 1..] {
                assert_ne!(row.name, other.name);
                assert!(
                    row.letter.is_none() || row.letter != other.letter,
                    "{}",
                    row.name
                );
            }
            assert!(
                !row.help.is_empty() && !row.help.ends_with('.'),
                "{}",
                row.name
            );
        }
    }
}
