//! Reading the command line with the table of options.
//!
//! pico-args takes a word apart into an option and its value. Word by word, since of several options the last counts, and since what stands
//! behind the source of `run` is the program's.
//!
//! *Invariant:* every word is an option of the table, the value of one, a command, a file, an argument of the program, or an error that
//! names it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use pico_args::Arguments;

use super::configuration::{self, Assignment};
use super::option_rows::{COMMANDS, Row, TABLE, Takes};
use super::options::{Options, Task};
use super::usage::UsageError;
use super::{contradictions, package_program, settings};
use crate::diag::did_you_mean;

/// A command line that was read: the options by themselves, and how to apply them over settings.
#[derive(Clone)]
pub struct CommandLine {
    options: Options,
    given: Vec<GivenOption>,
}

/// An option with its value.
#[derive(Clone)]
struct GivenOption {
    row: &'static Row,
    shown: &'static str,
    value: String,
}

/// Reads the words behind the program's name.
///
/// # Errors
/// An unknown option, a missing or unknown value, a word that is not UTF-8, no source file or two, options that contradict each other.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<CommandLine, UsageError> {
    let mut parser = Parser {
        line: CommandLine {
            options: Options::default(),
            given: Vec::new(),
        },
        words: Vec::new(),
    };
    parser.words = words.into_iter().map(text).collect::<Result<_, _>>()?;
    parser.words.reverse();
    while let Some(word) = parser.words.pop() {
        parser.word(word)?;
    }
    parser.finish()
}

impl CommandLine {
    /// What is to be done.
    pub fn task(&self) -> Task {
        self.options.task
    }

    /// The source file.
    pub fn source(&self) -> Option<&Path> {
        self.options.input.as_deref()
    }

    /// The same with the program of a package where a folder is the source.
    ///
    /// # Errors
    /// The folder has no program.
    pub fn with_program(mut self) -> Result<CommandLine, UsageError> {
        let options = &mut self.options;
        let makes_program = [Task::Compile, Task::Run, Task::Check].contains(&options.task);
        let folder = options
            .input
            .clone()
            .filter(|path| makes_program && path.is_dir());
        if let Some(folder) = folder {
            let program = package_program::of(&folder)?;
            options.input = Some(program.source);
            options.package = Some(program.executable);
        }
        Ok(self)
    }

    /// The options, where settings count before every option.
    ///
    /// # Errors
    /// A setting without a meaning.
    pub fn over(self, settings: &[Assignment]) -> Result<Options, UsageError> {
        if settings.is_empty() {
            return Ok(self.options);
        }
        let mut options = Options {
            task: self.options.task,
            input: self.options.input,
            package: self.options.package,
            foreign: self.options.foreign,
            more_inputs: self.options.more_inputs,
            arguments: self.options.arguments,
            ..Options::default()
        };
        configuration::apply(&mut options, settings)?;
        for option in &self.given {
            option.apply(&mut options)?;
        }
        Ok(options)
    }
}

impl GivenOption {
    fn apply(&self, options: &mut Options) -> Result<(), UsageError> {
        let before = options.clone();
        (self.row.apply)(options, &self.value).map_err(|help| UsageError {
            message: format!("the option {} cannot be `{}`", self.shown, self.value),
            help: Some(help),
        })?;
        settings::note_changes(&before, options, self.row.long);
        Ok(())
    }
}

fn text(word: OsString) -> Result<String, UsageError> {
    let invalid =
        |word: OsString| UsageError::new(format!("the argument {word:?} is not valid UTF-8"));
    word.into_string().map_err(invalid)
}

struct Parser {
    line: CommandLine,
    /// The words that are left, the next one last.
    words: Vec<String>,
}

impl Parser {
    fn word(&mut self, word: String) -> Result<(), UsageError> {
        if word == "--" && self.line.options.task == Task::Format {
            while let Some(file) = self.words.pop() {
                self.formatted(file.into());
            }
            return Ok(());
        }
        if word == "--" {
            self.rest_is_for_the_program();
            return Ok(());
        }
        match word.starts_with('-') && word != "-" {
            true => self.option(&word),
            false => self.file(word),
        }
    }

    /// An option, perhaps with its value behind it in the same word.
    fn option(&mut self, word: &str) -> Result<(), UsageError> {
        let found = TABLE.iter().find_map(|row| {
            let mut spellings = row.spellings();
            spellings.find_map(|shown| Some((row, shown, joined(word, shown)?)))
        });
        let (row, shown, value) = found.ok_or_else(|| unknown(word))?;
        self.apply(row, shown, value)
    }

    fn apply(
        &mut self,
        row: &'static Row,
        shown: &'static str,
        value: Joined,
    ) -> Result<(), UsageError> {
        let value = match (row.takes, value) {
            (Takes::Nothing, Joined::Value(_)) => {
                return Err(UsageError::new(format!(
                    "the option {shown} takes no value"
                )));
            }
            (Takes::Value(_), Joined::Value(value)) if !value.is_empty() => value,
            (Takes::Value(what), Joined::Value(_)) => return Err(needs_value(shown, what)),
            (Takes::Value(what), Joined::Nothing) => {
                self.words.pop().ok_or_else(|| needs_value(shown, what))?
            }
            (Takes::Nothing | Takes::Perhaps(_), Joined::Nothing) => String::new(),
            (Takes::Perhaps(_), Joined::Value(value)) => value,
        };
        let option = GivenOption { row, shown, value };
        option.apply(&mut self.line.options)?;
        self.line.given.push(option);
        Ok(())
    }

    /// A command, the source or a foreign object; behind the source of `run` come the program's arguments.
    fn file(&mut self, word: String) -> Result<(), UsageError> {
        let options = &mut self.line.options;
        let command = COMMANDS.iter().find(|command| command.word == word);
        if let (Some(command), Task::Compile, None) = (command, options.task, &options.input) {
            options.task = command.task;
            return Ok(());
        }
        let without_files = match options.task {
            Task::Serve => Some(("lsp", "the editor tells which files it has open".to_owned())),
            Task::Prompt => Some(("repl", format!("`import \"{word}\"` is an entry"))),
            _ => None,
        };
        if let Some((command, help)) = without_files {
            let message = format!("`{command}` takes no file, and {word} is one");
            let help = Some(help);
            return Err(UsageError { message, help });
        }
        let path = PathBuf::from(&word);
        if options.task == Task::Format {
            self.formatted(path);
            return Ok(());
        }
        if is_object(&path) {
            options.foreign.push(path);
            return Ok(());
        }
        if options.task == Task::Doc && options.input.is_some() {
            options.more_inputs.push(path);
            return Ok(());
        }
        if let Some(first) = &options.input {
            let message = format!("two source files: {} and {word}", first.display());
            let help = Some("a program is one file; it imports others".to_owned());
            return Err(UsageError { message, help });
        }
        options.input = Some(path);
        if options.task == Task::Run {
            self.rest_is_for_the_program();
        }
        Ok(())
    }

    /// One of any number of files to format.
    fn formatted(&mut self, path: PathBuf) {
        let options = &mut self.line.options;
        match options.input {
            None => options.input = Some(path),
            Some(_) => options.more_inputs.push(path),
        }
    }

    fn rest_is_for_the_program(&mut self) {
        let mut rest: Vec<_> = self.words.drain(..).rev().collect();
        if rest.first().is_some_and(|word| word == "--") {
            rest.remove(0);
        }
        self.line.options.arguments = rest;
    }

    fn finish(self) -> Result<CommandLine, UsageError> {
        let options = &self.line.options;
        let is_about_library = options.task == Task::Doc;
        if options.task.needs_source() && options.input.is_none() && !is_about_library {
            let help = Some("qc app.q -o app; qc --help lists the options".to_owned());
            return Err(UsageError {
                message: "no source file".to_owned(),
                help,
            });
        }
        contradictions::find(options)?;
        Ok(self.line)
    }
}

/// Whether a file is for the linker.
fn is_object(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("o" | "a" | "so"))
}

/// What a word has behind the name of an option.
enum Joined {
    Nothing,
    Value(String),
}

/// The value that a word has behind a spelling of an option; none: it is no such option.
fn joined(word: &str, spelling: &'static str) -> Option<Joined> {
    let mut words = Arguments::from_vec(parts(word, spelling));
    match words.opt_value_from_str(spelling) {
        Ok(value) => value.map(Joined::Value),
        // The option alone, or `--option=`.
        Err(_) if words.contains(spelling) => Some(Joined::Nothing),
        Err(_) => Some(Joined::Value(String::new())),
    }
}

/// The word; the option and its value apart where that begins with quotes. They would be taken off, which the shell has done where they
/// are no part of the value.
fn parts(word: &str, spelling: &str) -> Vec<OsString> {
    let behind = word.strip_prefix(spelling).unwrap_or_default();
    let value = match spelling.starts_with("--") {
        true => behind.strip_prefix('='),
        false => behind.strip_prefix('=').or(Some(behind)),
    };
    match value {
        Some(value) if value.starts_with(['"', '\'']) => vec![spelling.into(), value.into()],
        Some(_) | None => vec![word.into()],
    }
}

fn needs_value(shown: &str, what: &str) -> UsageError {
    UsageError::new(format!("the option {shown} needs a value: {what}"))
}

fn unknown(word: &str) -> UsageError {
    let name = word.split('=').next().unwrap_or(word);
    match name.strip_prefix("--") {
        Some(name) => UsageError {
            message: format!("there is no option --{name}"),
            help: did_you_mean(name, TABLE.iter().map(Row::name)),
        },
        None => unknown_letter(name.trim_start_matches('-')),
    }
}

/// Two dashes are meant when the word is the name of an option.
fn unknown_letter(name: &str) -> UsageError {
    let letter: String = name.chars().take(1).collect();
    let long = TABLE.iter().find(|row| row.name() == name);
    UsageError {
        message: format!("there is no option -{letter}"),
        help: long.map(|row| format!("did you mean `{}`?", row.long)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::options::{Engine, FloatMode, LintLevel};
    use crate::driver::stage::Stage;

    fn parsed(words: &str) -> Result<Options, UsageError> {
        parse(words.split_whitespace().map(OsString::from))?.over(&[])
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
    fn quotes_that_a_shell_left_are_part_of_the_value() {
        for (line, wanted) in [
            ("app.q -o'x'", "'x'"),
            ("app.q -o=\"x", "\"x"),
            ("app.q --output=\"x\"", "\"x\""),
            ("app.q --output 'x'", "'x'"),
            ("app.q --output=-o", "-o"),
            ("app.q -o --output", "--output"),
            ("app.q -o a=b", "a=b"),
        ] {
            let options = parsed(line).expect(line);
            assert_eq!(options.output, Some(PathBuf::from(wanted)), "{line}");
        }
    }

    #[test]
    fn of_several_options_the_last_counts() {
        let options = parsed("-A serial-loop -D serial-loop -O0 -O2 app.q").expect("valid");
        let levels = options.lints.iter().map(|(level, _)| *level);
        assert!(levels.eq([LintLevel::Allow, LintLevel::Deny]));
        assert_eq!(options.optimisation, 2);
        assert_eq!(
            parsed("--help --version").expect("valid").task,
            Task::Version
        );
    }

    #[test]
    fn every_kind_of_option_is_stored() {
        let line = "-O0 -I a -I b --fp=strict --emit=mir --after=dominating-conditions --check=nan,bounds \
            --precision=double app.q extra.o -A serial-loop -W W0501";
        let options = parsed(line).expect("valid");
        assert_eq!(options.optimisation, 0);
        assert_eq!(options.include, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(options.float, FloatMode::Strict);
        assert_eq!(options.emit, Some(Stage::Mir));
        assert_eq!(options.after.as_deref(), Some("dominating-conditions"));
        assert!(options.check_bounds && options.double && options.check_nan);
        assert!(!options.check_only && !options.check_infinity);
        let lints = [
            (LintLevel::Allow, "serial-loop"),
            (LintLevel::Warn, "W0501"),
        ];
        assert_eq!(
            options.lints,
            lints.map(|(level, name)| (level, name.to_owned()))
        );
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
        let options = parsed("run app.q -O0 b.q --help").expect("valid");
        assert_eq!(options.arguments, ["-O0", "b.q", "--help"]);
    }

    #[test]
    fn options_count_over_settings() {
        let setting = |name: &str, value: &str| Assignment {
            name: name.to_owned(),
            value: value.to_owned(),
            origin: "qc.toml:1".to_owned(),
            foreign: false,
        };
        let line = |words: &str| parse(words.split_whitespace().map(OsString::from)).expect(words);
        let file = [setting("COMPILER_OPTIMIZATIONLEVEL", "basic")];
        let options = line("app.q").over(&file).expect("valid");
        assert_eq!(options.optimisation, 0);
        let given = &options.settings["COMPILER_OPTIMIZATIONLEVEL"];
        assert_eq!((&*given.value, &*given.origin), ("Basic", "qc.toml:1"));
        let options = line("-O1 app.q").over(&file).expect("valid");
        assert_eq!(options.optimisation, 1);
        assert_eq!(
            options.settings["COMPILER_OPTIMIZATIONLEVEL"].origin,
            "--optimise"
        );
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
        let help = message("-precision=double app.q").help;
        assert_eq!(help.as_deref(), Some("did you mean `--precision`?"));
        let wrong = message("--check=bounds,nans app.q");
        assert_eq!(
            wrong.help.as_deref(),
            Some("possible values: bounds, nan, inf, overflow")
        );
        let wrong = message("-A serial-lop app.q");
        assert_eq!(wrong.help.as_deref(), Some("did you mean `serial-loop`?"));
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
        for line in ["app.q --output=", "app.q -o=", "app.q --output"] {
            let message = message(line).message;
            assert!(message.ends_with(" needs a value: FILE"), "{message}");
        }
        assert_eq!(message("---x a.q").message, "there is no option ---x");
    }

    #[test]
    fn names_and_letters_are_unique() {
        for (index, row) in TABLE.iter().enumerate() {
            for other in &TABLE[index + 1..] {
                assert_ne!(row.long, other.long);
                assert!(
                    row.short.is_none() || row.short != other.short,
                    "{}",
                    row.long
                );
            }
            assert!(
                !row.help.is_empty() && !row.help.ends_with('.'),
                "{}",
                row.long
            );
            assert!(row.long.starts_with("--") && !row.name().is_empty());
            let is_letter = |short: &str| short.len() == 2 && short.starts_with('-');
            assert!(row.short.is_none_or(is_letter), "{}", row.long);
        }
    }
}
