//! What `--help` and `--version` print, and the line that shows how a program is called.
//!
//! *Invariant:* each comment of the source is shown once.

use std::fmt::Write;

use quasar_abi::{CommandView, ParameterKind, ParameterView, ProgramView};

/// What every program can be asked for: the option, and what it does.
const OPTIONS: [(&str, &str); 4] = [
    (
        "--backtrace",
        "as the first argument: show the calls that led to an error",
    ),
    ("--help", "show this text"),
    (
        "--licenses",
        "show the notices of what the program is made of",
    ),
    ("--version", "tell which qc made the program"),
];

/// What a program tells of itself.
pub fn version(name: &str) -> String {
    format!(
        "{name}, made by qc {} (Quasar)\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The commands that have names.
pub(super) fn named<'a>(program: &ProgramView<'a>) -> Vec<CommandView<'a>> {
    let commands = program.commands();
    commands
        .filter(|command| !command.name.is_empty())
        .collect()
}

/// How an option is written.
pub(super) fn spelled(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

/// The line that shows how the program, or one of its commands, is called.
pub fn usage(program: &ProgramView<'_>, command: Option<&CommandView<'_>>, name: &str) -> String {
    let mut line = format!("Usage: {name}");
    let Some(command) = command else {
        if !named(program).is_empty() {
            line.push_str(" <command> …");
        }
        return line;
    };
    if !command.name.is_empty() {
        let _ = write!(line, " {}", command.name);
    }
    let parameters = || command.parameters();
    for parameter in parameters().filter(|parameter| parameter.by_name) {
        let _ = write!(line, " [{}]", option(&parameter));
    }
    for parameter in parameters().filter(|parameter| !parameter.by_name) {
        let shown = match (parameter.is_rest, parameter.default) {
            (true, _) => format!(" [{}…]", parameter.name),
            (false, Some(_)) => format!(" [{}]", parameter.name),
            (false, None) => format!(" <{}>", parameter.name),
        };
        line.push_str(&shown);
    }
    line
}

/// An option as it is given: of a flag that is on by default also what puts it off.
fn option(parameter: &ParameterView<'_>) -> String {
    match (parameter.kind, parameter.default) {
        (ParameterKind::Flag, Some("true")) => spelled(&format!("[no_]{}", parameter.name)),
        (ParameterKind::Flag, _) => spelled(parameter.name),
        _ => format!("{}=…", spelled(parameter.name)),
    }
}

/// The text of `--help` of a program, or of one of its commands.
pub fn help(program: &ProgramView<'_>, command: Option<&CommandView<'_>>, name: &str) -> String {
    let mut text = usage(program, command, name);
    text.push('\n');
    let doc = command.map_or(program.about(), |command| command.doc);
    if !doc.is_empty() {
        let _ = write!(text, "\n{}\n", doc.trim_end());
    }
    let mut options: Vec<[String; 2]> = Vec::new();
    match command {
        Some(command) => {
            arguments(command, &mut text);
            options.extend(
                command
                    .parameters()
                    .filter(|parameter| parameter.by_name)
                    .map(option_row),
            );
        }
        None => commands(program, name, &mut text),
    }
    let always = OPTIONS.map(|(name, meaning)| [name.to_string(), meaning.to_string()]);
    options.extend(always);
    text.push_str("\nOptions:\n");
    table(&options, &mut text);
    text
}

fn option_row(parameter: ParameterView<'_>) -> [String; 2] {
    let remark = match (parameter.kind, parameter.default) {
        (ParameterKind::Texts, _) => "may be given several times".to_string(),
        (ParameterKind::Flag, Some("true")) => "on by default".to_string(),
        (ParameterKind::Flag, _) | (_, None) => String::new(),
        (_, Some(default)) => format!("{} = {default}", parameter.type_name),
    };
    [option(&parameter), told(parameter.doc, &remark)]
}

/// A comment with a remark behind it.
fn told(doc: &str, remark: &str) -> String {
    match (doc, remark) {
        (doc, "") => doc.to_string(),
        ("", remark) => remark.to_string(),
        (doc, remark) => format!("{doc} ({remark})"),
    }
}

/// The list of the commands with what each does.
fn commands(program: &ProgramView<'_>, name: &str, text: &mut String) {
    let rows: Vec<[String; 2]> = named(program)
        .iter()
        .map(|command| [command.name.to_string(), summary(command.doc)])
        .collect();
    if !rows.is_empty() {
        text.push_str("\nCommands:\n");
        table(&rows, text);
        let _ = writeln!(text, "\n'{name} <command> --help' tells more about one.");
    }
}

/// The first sentence of a comment.
fn summary(doc: &str) -> String {
    let lines = doc.lines().map(str::trim);
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    match paragraph.find(". ") {
        Some(end) => paragraph[..=end].to_string(),
        None => paragraph,
    }
}

/// The list of the arguments with types, defaults and what they mean.
fn arguments(command: &CommandView<'_>, text: &mut String) {
    let positional = || command.parameters().filter(|it| !it.by_name);
    let rows: Vec<[String; 3]> = positional().map(argument_row).collect();
    if rows.is_empty() {
        return;
    }
    text.push_str("\nArguments:\n");
    table(&rows, text);
    let rest = positional().find(|parameter| parameter.is_rest);
    let each = match rest {
        Some(rest) => format!("Each but '{}'", rest.name),
        None => "Each".to_string(),
    };
    if rows.len() > usize::from(rest.is_some()) {
        let _ = writeln!(
            text,
            "\n{each} may also be given by name, as --name=value or --name value."
        );
    }
}

fn argument_row(parameter: ParameterView<'_>) -> [String; 3] {
    let kind = match (parameter.is_rest, parameter.default) {
        (true, _) => "any number".to_string(),
        (false, Some(default)) => format!("{} = {default}", parameter.type_name),
        (false, None) => parameter.type_name.to_string(),
    };
    [parameter.name.to_string(), kind, parameter.doc.to_string()]
}

/// Rows with their columns below each other.
fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]], text: &mut String) {
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    for row in rows {
        let cells = row.iter().zip(widths);
        let line = cells.fold(String::new(), |line, (cell, width)| {
            format!("{line}  {cell:width$}")
        });
        text.push_str(line.trim_end());
        text.push('\n');
    }
}
