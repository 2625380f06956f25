//! The arguments of `main`: read from the command line by the description that the compiler left.
//!
//! *Invariant:* nothing of the program runs before every argument is understood; the accessors cannot fail.

use std::cell::RefCell;
use std::fmt::Write;

use quasar_abi::{ParameterKind, ParameterView, ProgramView};

use crate::array::create::kind_of;
use crate::array::object::{Array, Text};

/// The value of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not given: the program evaluates the default.
    Absent,
    /// An `int`.
    Int(i32),
    /// A `scalar`.
    Number(f64),
    /// A `string`.
    Text(String),
    /// A vector.
    Vector(Vec<f64>),
    /// All remaining arguments.
    Rest(Vec<String>),
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Run with these values.
    Run {
        /// One value per parameter.
        values: Vec<Value>,
        /// Whether errors show the calls that led to them.
        backtrace: bool,
    },
    /// Show the help.
    Help,
    /// Show the notices of what the program is made of.
    Licenses,
    /// Tell what the program was made by.
    Version,
}

thread_local! {
    static VALUES: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// Sets the values that the accessors give.
pub fn set(values: Vec<Value>) {
    VALUES.set(values);
}

/// Reads the arguments (without the program's name).
///
/// # Errors
/// A message for the user: unknown option, missing or superfluous argument, or a text that is no value of the type.
pub fn parse(program: &ProgramView<'_>, arguments: &[String]) -> Result<Request, String> {
    let backtrace = arguments
        .first()
        .is_some_and(|first| first == "--backtrace");
    let arguments = if backtrace {
        &arguments[1..]
    } else {
        arguments
    };
    let parameters: Vec<ParameterView<'_>> = program.parameters().collect();
    let mut reader = Reader {
        values: vec![Value::Absent; parameters.len()],
        parameters: &parameters,
    };
    let mut rest = arguments.iter();
    let mut only_positional = false;
    while let Some(argument) = rest.next() {
        match argument.strip_prefix("--") {
            Some("") if !only_positional => only_positional = true,
            Some(option) if !only_positional => {
                if let Some(request) = request(option).filter(|_| reader.find(option).is_none()) {
                    return Ok(request);
                }
                reader.option(option, &mut rest)?;
            }
            _ if argument == "-h" && !only_positional => return Ok(Request::Help),
            _ => reader.positional(argument)?,
        }
    }
    reader.require()?;
    Ok(Request::Run {
        values: reader.values,
        backtrace,
    })
}

/// What an option asks for that every program has, unless it has a parameter of that name.
fn request(option: &str) -> Option<Request> {
    match option {
        "help" => Some(Request::Help),
        "licenses" => Some(Request::Licenses),
        "version" => Some(Request::Version),
        _ => None,
    }
}

/// What a program tells of itself.
pub fn version(name: &str) -> String {
    format!(
        "{name}, made by qc {} (Quasar)\n",
        env!("CARGO_PKG_VERSION")
    )
}

struct Reader<'a> {
    parameters: &'a [ParameterView<'a>],
    values: Vec<Value>,
}

impl Reader<'_> {
    /// The parameter that an option names; `-` may stand for `_`.
    fn find(&self, option: &str) -> Option<usize> {
        let name = option.replace('-', "_");
        self.parameters
            .iter()
            .position(|parameter| parameter.name == name && parameter.kind != ParameterKind::Rest)
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
        let index = self.find(name).ok_or_else(|| self.unknown(name))?;
        if self.values[index] != Value::Absent {
            return Err(format!("the argument '{name}' is given twice"));
        }
        let value = match value {
            Some(value) => value,
            None => rest
                .next()
                .ok_or_else(|| format!("the option --{name} needs a value"))?,
        };
        self.values[index] = read(&self.parameters[index], value)?;
        Ok(())
    }

    fn unknown(&self, name: &str) -> String {
        let names: Vec<String> = self
            .parameters
            .iter()
            .filter(|parameter| parameter.kind != ParameterKind::Rest)
            .map(|parameter| format!("--{}", parameter.name))
            .collect();
        match names.is_empty() {
            true => format!("unknown option --{name}"),
            false => format!(
                "unknown option --{name}; the options are {} and --help",
                names.join(", ")
            ),
        }
    }

    fn positional(&mut self, argument: &str) -> Result<(), String> {
        let free = |(parameter, value): (&ParameterView<'_>, &Value)| {
            *value == Value::Absent || parameter.kind == ParameterKind::Rest
        };
        let Some(index) = self.parameters.iter().zip(&self.values).position(free) else {
            return Err(format!("unexpected argument '{argument}'"));
        };
        if let Value::Rest(texts) = &mut self.values[index] {
            texts.push(argument.to_string());
            return Ok(());
        }
        self.values[index] = read(&self.parameters[index], argument)?;
        Ok(())
    }

    fn require(&self) -> Result<(), String> {
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let optional = parameter.default.is_some() || parameter.kind == ParameterKind::Rest;
            if *value == Value::Absent && !optional {
                return Err(format!("the argument '{}' is missing", parameter.name));
            }
        }
        Ok(())
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
        ParameterKind::Vector => vector(text)
            .map(Value::Vector)
            .ok_or_else(|| wrong("numbers separated by commas")),
        ParameterKind::Rest => Ok(Value::Rest(vec![text.to_string()])),
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

/// The line that shows how the program is called.
pub fn usage(program: &ProgramView<'_>, name: &str) -> String {
    let mut line = format!("Usage: {name}");
    for parameter in program.parameters() {
        let shown = match (parameter.kind, parameter.default) {
            (ParameterKind::Rest, _) => format!(" [{}…]", parameter.name),
            (_, Some(_)) => format!(" [{}]", parameter.name),
            (_, None) => format!(" <{}>", parameter.name),
        };
        line.push_str(&shown);
    }
    line
}

/// The text of `--help`.
pub fn help(program: &ProgramView<'_>, name: &str) -> String {
    let mut text = usage(program, name);
    text.push('\n');
    if !program.doc().is_empty() {
        let _ = write!(text, "\n{}\n", program.doc().trim_end());
    }
    let rows: Vec<(String, String, &str)> = program
        .parameters()
        .map(|parameter| help_row(&parameter))
        .collect();
    if !rows.is_empty() {
        text.push_str("\nArguments:\n");
        let width = |column: fn(&(String, String, &str)) -> usize| {
            rows.iter().map(column).max().unwrap_or(0)
        };
        let (first, second) = (
            width(|row| row.0.chars().count()),
            width(|row| row.1.chars().count()),
        );
        for (name, kind, doc) in &rows {
            let line = format!("  {name:first$}  {kind:second$}  {doc}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text.push_str("\nEach may also be given by name, as --name=value or --name value.\n");
    }
    text.push_str("\nOptions:\n  --backtrace  as the first argument: show the calls that led to an error\n  --help       show this text\n  --licenses   show the notices of what the program is made of\n  --version    tell which qc made the program\n");
    text
}

fn help_row<'a>(parameter: &ParameterView<'a>) -> (String, String, &'a str) {
    let kind = match parameter.default {
        Some(default) => format!("{} = {default}", parameter.type_name),
        None => parameter.type_name.to_string(),
    };
    (parameter.name.to_string(), kind, parameter.doc)
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
    let numbers = with_value(index, |value| {
        if let Value::Vector(numbers) = value {
            Some(numbers.clone())
        } else {
            None
        }
    });
    let array = Array::row(&numbers)
        .and_then(|array| crate::array::convert::converted(&array, kind_of(kind)));
    array.expect("the command line is short")
}

pub(crate) fn argument_rest(index: i32) -> Array {
    let texts = VALUES.with_borrow(|values| match values.get(index as usize) {
        Some(Value::Rest(texts)) => texts.clone(),
        _ => Vec::new(),
    });
    Array::of_texts(&texts).expect("the command line is short")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::{ElemKind, Parameter, ProgramInfo};

    fn parameter(name: &str, kind: ParameterKind, default: Option<&str>) -> Parameter {
        let type_name = kind.name().to_string();
        Parameter {
            name: name.into(),
            doc: format!("about {name}"),
            type_name,
            default: default.map(Into::into),
            kind,
        }
    }

    fn program() -> Vec<u8> {
        let parameters = vec![
            parameter("input", ParameterKind::Text, None),
            parameter("noise_level", ParameterKind::Number, Some("1.5")),
            parameter("count", ParameterKind::Int, Some("3")),
            parameter("weights", ParameterKind::Vector, Some("[1,1]")),
        ];
        ProgramInfo {
            source: "a.q".into(),
            doc: "Removes noise.".into(),
            locations: vec![],
            parameters,
            texts: Vec::new(),
        }
        .encode()
    }

    fn run(blob: &[u8], arguments: &[&str]) -> Result<Request, String> {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| argument.to_string())
            .collect();
        parse(&ProgramView::new(blob).expect("a blob"), &arguments)
    }

    fn values(arguments: &[&str]) -> Vec<Value> {
        match run(&program(), arguments).expect("understood") {
            Request::Run { values, .. } => values,
            other => panic!("{other:?} was not asked for"),
        }
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
        assert_eq!(values(&["--", "--help"])[0], Value::Text("--help".into()));
        assert_eq!(
            values(&["a.png"])[1..],
            [Value::Absent, Value::Absent, Value::Absent]
        );
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
                "unknown option --bad; the options are --input",
            ),
            (&["--count"], "--count needs a value"),
            (&["--count=1", "--count=2"], "given twice"),
            (&["a", "--weights=1,b"], "numbers separated by commas"),
        ] {
            let message = run(&program(), arguments).expect_err("a mistake");
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn reserved_words() {
        assert_eq!(run(&program(), &["--help"]), Ok(Request::Help));
        assert_eq!(run(&program(), &["-h"]), Ok(Request::Help));
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
        let text = help(&ProgramView::new(&program()).expect("a blob"), "denoise");
        assert!(text.starts_with("Usage: denoise <input> [noise_level] [count] [weights]\n\nRemoves noise.\n\nArguments:\n"));
        assert!(
            text.contains("  noise_level  number = 1.5    about noise_level\n"),
            "{text}"
        );
    }

    #[test]
    fn accessors_give_the_values() {
        set(vec![
            Value::Int(4),
            Value::Rest(vec!["x".into()]),
            Value::Vector(vec![1.0, 2.0]),
            Value::Absent,
        ]);
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
            crate::text::display::array_text(&argument_rest(1)),
            "[\"x\"]"
        );
        assert_eq!(
            argument_vector(2, ElemKind::I32.code()).elements::<i32>(),
            [1, 2]
        );
        assert_eq!(argument_rest(3).numel(), 0);
        set(Vec::new());
    }
}
