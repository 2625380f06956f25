//! The arguments of `main`, or of one of several commands: read from the command line by the description that the compiler left.
//!
//! *Invariant:* nothing of the program runs before every argument is understood; the accessors cannot fail.

use std::cell::{Cell, RefCell};

use quasar_abi::{CommandView, ParameterKind, ParameterView, ProgramView};

use crate::array::create::kind_of;
use crate::array::object::{Array, Text};
use crate::start::help::{named, spelled};
use crate::start::suggestion::nearest;

/// The value of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not given: the program evaluates the default.
    Absent,
    /// An `int`, or 1 or 0 for a flag.
    Int(i32),
    /// A `scalar`.
    Number(f64),
    /// A `string`.
    Text(String),
    /// A vector.
    Vector(Vec<f64>),
    /// Several texts.
    Texts(Vec<String>),
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Run with these values.
    Run {
        /// The number of the command.
        command: usize,
        /// One value per parameter.
        values: Vec<Value>,
        /// Whether errors show the calls that led to them.
        backtrace: bool,
    },
    /// Show the help, of the command with this number or of all.
    Help(Option<usize>),
    /// Show the notices of what the program is made of.
    Licenses,
    /// Tell what the program was made by.
    Version,
}

/// A command line that cannot be understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// What is wrong, for the user.
    pub message: String,
    /// The command whose arguments are wrong, if it was found.
    pub command: Option<usize>,
}

thread_local! {
    static COMMAND: Cell<usize> = const { Cell::new(0) };
    static VALUES: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// Sets what the accessors give.
pub fn set(command: usize, values: Vec<Value>) {
    COMMAND.set(command);
    VALUES.set(values);
}

/// Reads the arguments (without the program's name).
///
/// # Errors
/// Unknown command or option, missing or superfluous argument, or a text that is no value of the type.
pub fn parse(program: &ProgramView<'_>, arguments: &[String]) -> Result<Request, Mistake> {
    let backtrace = arguments
        .first()
        .is_some_and(|first| first == "--backtrace");
    let arguments = &arguments[usize::from(backtrace)..];
    let commands = named(program);
    if !commands.is_empty() {
        return match choose(&commands, arguments) {
            Ok(Choice::Command(command)) => parse_command(
                command,
                Some(&commands[command]),
                &arguments[1..],
                backtrace,
            ),
            Ok(Choice::Request(request)) => Ok(request),
            Err(message) => Err(Mistake {
                message,
                command: None,
            }),
        };
    }
    parse_command(0, program.commands().next().as_ref(), arguments, backtrace)
}

/// What the first argument of a program with several commands asks for.
enum Choice {
    Command(usize),
    Request(Request),
}

fn choose(commands: &[CommandView<'_>], arguments: &[String]) -> Result<Choice, String> {
    let names = || commands.iter().map(|command| command.name.to_string());
    let all = || {
        format!(
            "the commands are {}",
            names().collect::<Vec<_>>().join(", ")
        )
    };
    let Some(word) = arguments.first() else {
        return Err(format!("a command is missing; {}", all()));
    };
    if let Some(request) = request(word, None) {
        return Ok(Choice::Request(request));
    }
    if word.starts_with('-') {
        return Err(format!(
            "the option {word} stands before the command; {}",
            all()
        ));
    }
    match names().position(|name| name == *word) {
        Some(command) => Ok(Choice::Command(command)),
        None => Err(match nearest(word, names()) {
            Some(name) => format!("there is no command '{word}'; did you mean '{name}'?"),
            None => format!("there is no command '{word}'; {}", all()),
        }),
    }
}

/// Reads the arguments of one command; none: a program without `main`, which takes none.
fn parse_command(
    number: usize,
    command: Option<&CommandView<'_>>,
    arguments: &[String],
    backtrace: bool,
) -> Result<Request, Mistake> {
    let parameters: Vec<ParameterView<'_>> = command
        .into_iter()
        .flat_map(|command| command.parameters())
        .collect();
    let of_command = command.map(|_| number);
    let mut reader = Reader {
        values: vec![Value::Absent; parameters.len()],
        parameters: &parameters,
    };
    let read = reader
        .read(arguments, of_command)
        .map_err(|message| Mistake {
            message,
            command: of_command,
        });
    Ok(read?.unwrap_or(Request::Run {
        command: number,
        values: reader.values,
        backtrace,
    }))
}

/// What an option asks for that every program has.
fn request(option: &str, command: Option<usize>) -> Option<Request> {
    match option {
        "--help" | "-h" => Some(Request::Help(command)),
        "--licenses" => Some(Request::Licenses),
        "--version" => Some(Request::Version),
        _ => None,
    }
}

struct Reader<'a> {
    parameters: &'a [ParameterView<'a>],
    values: Vec<Value>,
}

impl Reader<'_> {
    /// Reads all arguments, or finds what is asked for instead of a run.
    fn read(
        &mut self,
        arguments: &[String],
        command: Option<usize>,
    ) -> Result<Option<Request>, String> {
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--" {
                for argument in rest {
                    self.positional(argument)?;
                }
                break;
            }
            let option = argument.strip_prefix("--");
            let is_parameter = option.is_some_and(|option| self.find(option).is_some());
            match request(argument, command).filter(|_| !is_parameter) {
                Some(request) => return Ok(Some(request)),
                None => match option {
                    Some(option) => self.option(option, &mut rest)?,
                    None if is_letter(argument) => return Err(self.unknown(argument)),
                    None => self.positional(argument)?,
                },
            }
        }
        self.require()?;
        Ok(None)
    }

    /// The parameter that an option names; `-` may stand for `_`.
    fn find(&self, option: &str) -> Option<usize> {
        let name = option.replace('-', "_");
        self.parameters
            .iter()
            .position(|parameter| parameter.name == name && !parameter.is_rest)
    }

    /// The flag that `--no-name` puts off.
    fn put_off(&self, option: &str) -> Option<usize> {
        let index = self.find(option.strip_prefix("no-")?)?;
        (self.parameters[index].kind == ParameterKind::Flag).then_some(index)
    }

    fn option(
        &mut self,
        option: &str,
        rest: &mut std::slice::Iter<'_, String>,
    ) -> Result<(), String> {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        let (index, negated) = match (self.find(name), self.put_off(name)) {
            (Some(index), _) => (index, false),
            (None, Some(index)) => (index, true),
            (None, None) => return Err(self.unknown(&format!("--{name}"))),
        };
        let parameter = self.parameters[index];
        let value = match parameter.kind {
            ParameterKind::Flag => flag(name, value, negated)?,
            ParameterKind::Int
            | ParameterKind::Number
            | ParameterKind::Text
            | ParameterKind::Numbers
            | ParameterKind::Integers
            | ParameterKind::Texts => {
                let given = value.or_else(|| rest.next().map(String::as_str));
                read(
                    &parameter,
                    given.ok_or_else(|| format!("the option --{name} needs a value"))?,
                )?
            }
        };
        self.give(index, value)
    }

    /// Gives a parameter a value; one that takes several keeps those that it has.
    fn give(&mut self, index: usize, value: Value) -> Result<(), String> {
        let parameter = &self.parameters[index];
        match (&mut self.values[index], value) {
            (place @ Value::Absent, value) => *place = value,
            (Value::Texts(texts), Value::Texts(more)) => texts.extend(more),
            (Value::Vector(numbers), Value::Vector(more)) if parameter.numbers == 0 => {
                numbers.extend(more);
            }
            _ => return Err(format!("the argument '{}' is given twice", parameter.name)),
        }
        Ok(())
    }

    /// What is said of an option that there is not.
    fn unknown(&self, option: &str) -> String {
        let parameters = self
            .parameters
            .iter()
            .filter(|parameter| !parameter.is_rest);
        let mut names: Vec<String> = parameters
            .map(|parameter| spelled(parameter.name))
            .collect();
        names.push("--help".to_string());
        let letters = option.trim_start_matches('-');
        // A single letter is how other programs abbreviate.
        let abbreviated = (letters.chars().count() == 1)
            .then(|| names.iter().find(|name| name[2..].starts_with(letters)))
            .flatten();
        let near = nearest(&format!("--{letters}"), names.iter().cloned());
        match abbreviated.cloned().or(near) {
            Some(name) => format!("unknown option {option}; did you mean {name}?"),
            None => format!(
                "unknown option {option}; the options are {}",
                names.join(", ")
            ),
        }
    }

    fn positional(&mut self, argument: &str) -> Result<(), String> {
        let free = |(parameter, value): (&ParameterView<'_>, &Value)| {
            parameter.is_rest || (*value == Value::Absent && !parameter.by_name)
        };
        let Some(index) = self.parameters.iter().zip(&self.values).position(free) else {
            return Err(format!("unexpected argument '{argument}'"));
        };
        let value = read(&self.parameters[index], argument)?;
        self.give(index, value)
    }

    fn require(&self) -> Result<(), String> {
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let optional = parameter.default.is_some()
                || matches!(parameter.kind, ParameterKind::Texts)
                || parameter.is_rest;
            if *value == Value::Absent && !optional {
                return Err(format!("the argument '{}' is missing", parameter.name));
            }
        }
        Ok(())
    }
}

/// Whether an argument looks like an option of one letter, as other programs have them, and not like a number below zero.
fn is_letter(argument: &str) -> bool {
    let behind = argument.strip_prefix('-').unwrap_or_default();
    behind.starts_with(|c: char| c.is_alphabetic()) && number(argument).is_none()
}

/// The value of a flag that is given as `--name`, `--no-name` or `--name=value`.
fn flag(name: &str, value: Option<&str>, negated: bool) -> Result<Value, String> {
    match (value, negated) {
        (None, _) => Ok(Value::Int(i32::from(!negated))),
        (Some("true" | "1"), false) => Ok(Value::Int(1)),
        (Some("false" | "0"), false) => Ok(Value::Int(0)),
        (Some(value), _) => Err(format!(
            "the option --{name} takes no value, but has '{value}'"
        )),
    }
}

fn read(parameter: &ParameterView<'_>, text: &str) -> Result<Value, String> {
    let wrong = |what: &str| {
        format!(
            "the argument '{}' must be {what}, not '{text}'",
            parameter.name
        )
    };
    match parameter.kind {
        ParameterKind::Int => text
            .trim()
            .parse()
            .map(Value::Int)
            .map_err(|_| wrong("a whole number")),
        ParameterKind::Number => number(text)
            .map(Value::Number)
            .ok_or_else(|| wrong("a number")),
        ParameterKind::Text => Ok(Value::Text(text.to_string())),
        ParameterKind::Flag => flag(parameter.name, Some(text), false),
        ParameterKind::Numbers | ParameterKind::Integers => {
            let found = vector(text).filter(|numbers| suits(parameter, numbers));
            found
                .map(Value::Vector)
                .ok_or_else(|| wrong(&wanted(parameter)))
        }
        ParameterKind::Texts => Ok(Value::Texts(vec![text.to_string()])),
    }
}

/// Whether a vector is one for a parameter.
fn suits(parameter: &ParameterView<'_>, numbers: &[f64]) -> bool {
    let is_int = |number: &f64| f64::from(*number as i32) == *number;
    let whole = parameter.kind != ParameterKind::Integers || numbers.iter().all(is_int);
    whole && (parameter.numbers == 0 || numbers.len() == parameter.numbers as usize)
}

/// What a vector for a parameter is, in words.
fn wanted(parameter: &ParameterView<'_>) -> String {
    let noun = match parameter.kind {
        ParameterKind::Integers => "whole numbers",
        _ => "numbers",
    };
    match (parameter.is_rest, parameter.numbers) {
        (true, _) => noun.to_string(),
        (false, 0) => format!("{noun} separated by commas"),
        (false, count) => format!("{count} {noun} separated by commas"),
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

fn vector(text: &str) -> Option<Vec<f64>> {
    let text = text.trim();
    let inner = text
        .strip_prefix('[')
        .map_or(Some(text), |text| text.strip_suffix(']'))?;
    if inner.trim().is_empty() {
        return Some(Vec::new());
    }
    inner.split(',').map(number).collect()
}

fn with_value<T>(index: i32, read: impl Fn(&Value) -> Option<T>) -> T {
    VALUES.with_borrow(|values| {
        let value = usize::try_from(index)
            .ok()
            .and_then(|index| values.get(index));
        value
            .and_then(read)
            .expect("the program asks for an argument that was given, as what it is")
    })
}

pub(crate) fn argument_command() -> i32 {
    COMMAND.get() as i32
}

pub(crate) fn argument_given(index: i32) -> i32 {
    let absent = VALUES
        .with_borrow(|values| matches!(values.get(index as usize), None | Some(Value::Absent)));
    i32::from(!absent)
}

pub(crate) fn argument_int(index: i32) -> i32 {
    with_value(index, |value| {
        if let Value::Int(value) = value {
            Some(*value)
        } else {
            None
        }
    })
}

pub(crate) fn argument_number(index: i32) -> f64 {
    with_value(index, |value| {
        if let Value::Number(value) = value {
            Some(*value)
        } else {
            None
        }
    })
}

pub(crate) fn argument_string(index: i32) -> Text {
    with_value(index, |value| {
        if let Value::Text(value) = value {
            Some(Text::new(value))
        } else {
            None
        }
    })
}

pub(crate) fn argument_vector(index: i32, kind: i32) -> Array {
    let numbers = VALUES.with_borrow(|values| match values.get(index as usize) {
        Some(Value::Vector(numbers)) => numbers.clone(),
        _ => Vec::new(),
    });
    let array = Array::row(&numbers)
        .and_then(|array| crate::array::convert::converted(&array, kind_of(kind)));
    array.expect("the command line is short")
}

pub(crate) fn argument_texts(index: i32) -> Array {
    let texts = VALUES.with_borrow(|values| match values.get(index as usize) {
        Some(Value::Texts(texts)) => texts.clone(),
        _ => Vec::new(),
    });
    Array::of_texts(&texts).expect("the command line is short")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::help::{help, usage};
    use quasar_abi::{Command, ElemKind, Parameter, ProgramInfo};

    fn parameter(name: &str, kind: ParameterKind, default: Option<&str>) -> Parameter {
        let type_name = kind.name().to_string();
        Parameter {
            name: name.into(),
            doc: format!("about {name}"),
            type_name,
            default: default.map(Into::into),
            kind,
            is_rest: false,
            by_name: matches!(kind, ParameterKind::Flag | ParameterKind::Texts),
            numbers: 0,
        }
    }

    fn command(name: &str, parameters: Vec<Parameter>) -> Command {
        Command {
            name: name.into(),
            doc: format!("Removes {name}. Slowly."),
            parameters,
        }
    }

    fn blob(commands: Vec<Command>) -> Vec<u8> {
        ProgramInfo {
            source: "a.q".into(),
            about: "Works with pictures.".into(),
            locations: vec![],
            commands,
            texts: Vec::new(),
        }
        .encode()
    }

    fn program() -> Vec<u8> {
        let parameters = vec![
            parameter("input", ParameterKind::Text, None),
            parameter("noise_level", ParameterKind::Number, Some("1.5")),
            parameter("count", ParameterKind::Int, Some("3")),
            parameter("weights", ParameterKind::Numbers, Some("[1,1]")),
        ];
        blob(vec![command("", parameters)])
    }

    fn tool() -> Vec<u8> {
        let files = Parameter {
            is_rest: true,
            by_name: false,
            ..parameter("files", ParameterKind::Texts, None)
        };
        let size = Parameter {
            numbers: 2,
            ..parameter("size", ParameterKind::Integers, None)
        };
        let output = Parameter {
            by_name: true,
            ..parameter("output", ParameterKind::Text, Some("out"))
        };
        let resize = vec![
            parameter("dry_run", ParameterKind::Flag, Some("false")),
            parameter("progress", ParameterKind::Flag, Some("true")),
            parameter("define", ParameterKind::Texts, None),
            output,
            size,
            files,
        ];
        let values = Parameter {
            is_rest: true,
            ..parameter("values", ParameterKind::Numbers, None)
        };
        blob(vec![
            command("resize", resize),
            command("total", vec![values]),
        ])
    }

    fn run(blob: &[u8], arguments: &[&str]) -> Result<Request, Mistake> {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| argument.to_string())
            .collect();
        parse(&ProgramView::new(blob).expect("a blob"), &arguments)
    }

    fn values_of(blob: &[u8], arguments: &[&str]) -> (usize, Vec<Value>) {
        match run(blob, arguments).expect("understood") {
            Request::Run {
                command, values, ..
            } => (command, values),
            other => panic!("{other:?} was not asked for"),
        }
    }

    fn values(arguments: &[&str]) -> Vec<Value> {
        values_of(&program(), arguments).1
    }

    #[test]
    fn positions_and_names_mix() {
        let expected = vec![
            Value::Text("a.png".into()),
            Value::Number(-2.5),
            Value::Int(7),
            Value::Vector(vec![1.0, 2.0]),
        ];
        assert_eq!(values(&["a.png", "-2.5", "7", "1,2"]), expected);
        assert_eq!(
            values(&["--count", "7", "a.png", "--noise-level=-2.5", "[1, 2]"]),
            expected
        );
        assert_eq!(
            values(&["a.png", "-2.5", "7", "--weights=1", "--weights=2"]),
            expected
        );
        assert_eq!(values(&["--", "--help"])[0], Value::Text("--help".into()));
        assert_eq!(values(&["-"])[0], Value::Text("-".into()));
        assert_eq!(values(&["a", "-inf"])[1], Value::Number(f64::NEG_INFINITY));
        assert_eq!(
            values(&["a.png"])[1..],
            [Value::Absent, Value::Absent, Value::Absent]
        );
    }

    #[test]
    fn flags_and_several_texts_are_given_by_name() {
        let texts =
            |texts: &[&str]| Value::Texts(texts.iter().map(|text| text.to_string()).collect());
        let size = Value::Vector(vec![3.0, 4.0]);
        let (command, values) = values_of(
            &tool(),
            &[
                "resize",
                "--define",
                "a=1",
                "3,4",
                "x",
                "--dry-run",
                "--define=b",
                "--no-progress",
                "--",
                "--y",
            ],
        );
        let expected = [
            Value::Int(1),
            Value::Int(0),
            texts(&["a=1", "b"]),
            Value::Absent,
            size.clone(),
            texts(&["x", "--y"]),
        ];
        assert_eq!((command, &values[..]), (0, &expected[..]));
        let (_, values) = values_of(
            &tool(),
            &[
                "resize",
                "--size",
                "3,4",
                "--no-dry-run",
                "--output=x",
                "--progress=true",
            ],
        );
        let expected = [
            Value::Int(0),
            Value::Int(1),
            Value::Absent,
            Value::Text("x".into()),
            size,
            Value::Absent,
        ];
        assert_eq!(values, expected);
        let (command, values) = values_of(&tool(), &["total", "1", "-2", "[3,4]"]);
        let expected = vec![Value::Vector(vec![1.0, -2.0, 3.0, 4.0])];
        assert_eq!((command, values), (1, expected));
    }

    #[test]
    fn mistakes_are_explained() {
        for (arguments, part) in [
            (&[][..], "'input' is missing"),
            (&["a", "x"], "'noise_level' must be a number, not 'x'"),
            (&["a", "1", "1.5"], "'count' must be a whole number"),
            (&["a", "1", "1", "1", "1"], "unexpected argument '1'"),
            (
                &["--bad=1"],
                "unknown option --bad; the options are --input, --noise-level",
            ),
            (
                &["--imput=x"],
                "unknown option --imput; did you mean --input?",
            ),
            (&["-c", "3"], "unknown option -c; did you mean --count?"),
            (&["-x"], "unknown option -x; the options are --input"),
            (&["--no-count"], "unknown option --no-count"),
            (&["--count"], "--count needs a value"),
            (&["--count=1", "--count=2"], "given twice"),
            (
                &["a", "--weights=1,b"],
                "must be numbers separated by commas",
            ),
        ] {
            let mistake = run(&program(), arguments).expect_err("a mistake");
            assert!(mistake.message.contains(part), "{}", mistake.message);
            assert_eq!(mistake.command, Some(0));
        }
        for (arguments, part) in [
            (
                &[][..],
                "a command is missing; the commands are resize, total",
            ),
            (&["rezise"], "no command 'rezise'; did you mean 'resize'?"),
            (&["blur"], "no command 'blur'; the commands are"),
            (&["--dry-run", "resize"], "stands before the command"),
            (&["resize"], "'size' is missing"),
            (
                &["resize", "1"],
                "must be 2 whole numbers separated by commas, not '1'",
            ),
            (&["resize", "1,2.5"], "must be 2 whole numbers"),
            (&["resize", "--size=1,2", "--size=1,2"], "given twice"),
            (&["resize", "--dry-run=3"], "takes no value, but has '3'"),
            (&["resize", "--no-dry-run=1"], "takes no value, but has '1'"),
            (&["resize", "--dry-run", "--no-dry-run"], "given twice"),
            (&["total", "x"], "must be numbers, not 'x'"),
            (
                &["total", "--values=1"],
                "unknown option --values; the options are --help",
            ),
        ] {
            let mistake = run(&tool(), arguments).expect_err("a mistake");
            assert!(mistake.message.contains(part), "{}", mistake.message);
        }
        let mistake = run(&blob(Vec::new()), &["x"]).expect_err("a mistake");
        assert_eq!(mistake.message, "unexpected argument 'x'");
        assert_eq!(mistake.command, None);
    }

    #[test]
    fn reserved_words() {
        assert_eq!(run(&program(), &["--help"]), Ok(Request::Help(Some(0))));
        assert_eq!(run(&program(), &["-h"]), Ok(Request::Help(Some(0))));
        assert_eq!(run(&tool(), &["-h"]), Ok(Request::Help(None)));
        assert_eq!(run(&tool(), &["--version"]), Ok(Request::Version));
        let of_one = run(&tool(), &["total", "--help"]);
        assert_eq!(of_one, Ok(Request::Help(Some(1))));
        assert_eq!(run(&blob(Vec::new()), &["-h"]), Ok(Request::Help(None)));
        let traced = run(&program(), &["--backtrace", "a"]).expect("understood");
        assert!(matches!(
            traced,
            Request::Run {
                backtrace: true,
                ..
            }
        ));
        assert!(run(&program(), &["a", "--backtrace"]).is_err());
    }

    #[test]
    fn help_names_types_defaults_and_docs() {
        let blob = program();
        let program = ProgramView::new(&blob).expect("a blob");
        let text = help(&program, program.commands().next().as_ref(), "denoise");
        assert!(text.starts_with("Usage: denoise <input> [noise_level] [count] [weights]\n\nRemoves . Slowly.\n\nArguments:\n"), "{text}");
        assert!(
            text.contains("  noise_level  number = 1.5     about noise_level\n"),
            "{text}"
        );
        assert_eq!(text.matches("about count").count(), 1);
    }

    #[test]
    fn help_of_commands_lists_them() {
        let blob = tool();
        let program = ProgramView::new(&blob).expect("a blob");
        let text = help(&program, None, "pictures");
        let expected = "Usage: pictures <command> …\n\nWorks with pictures.\n\nCommands:\n  resize  Removes resize.\n  total   Removes total.\n\n'pictures <command> --help' tells more about one.\n\nOptions:\n";
        assert!(text.starts_with(expected), "{text}");
        let first = program.commands().next();
        let line = usage(&program, first.as_ref(), "pictures");
        assert_eq!(
            line,
            "Usage: pictures resize [--dry-run] [--[no-]progress] [--define=…] [--output=…] <size> [files…]"
        );
        let text = help(&program, first.as_ref(), "pictures");
        for part in [
            "  size   integers    about size\n",
            "  files  any number  about files\n",
            "Each but 'files' may also be given by name",
            "  --[no-]progress  about progress (on by default)\n",
            "  --define=…       about define (may be given several times)\n",
            "  --output=…       about output (text = out)\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn accessors_give_the_values() {
        let values = vec![
            Value::Int(4),
            Value::Texts(vec!["x".into()]),
            Value::Vector(vec![1.0, 2.0]),
            Value::Absent,
        ];
        set(2, values);
        assert_eq!(argument_command(), 2);
        assert_eq!(
            (
                argument_given(0),
                argument_given(3),
                argument_given(9),
                argument_int(0)
            ),
            (1, 0, 0, 4)
        );
        assert_eq!(
            crate::text::display::array_text(&argument_texts(1)),
            "[\"x\"]"
        );
        assert_eq!(
            argument_vector(2, ElemKind::I32.code()).elements::<i32>(),
            [1, 2]
        );
        assert_eq!(argument_texts(3).numel(), 0);
        set(0, Vec::new());
    }
}
