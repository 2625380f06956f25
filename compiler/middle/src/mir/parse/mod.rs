//! Reads programs from the text that `print.rs` writes.
//!
//! A constant becomes a statement in front of the first that uses it in a block, and is used again there and in the blocks inside, as
//! the builder does it. Numbers of values, variables and labels are those of the text; constants take the numbers that are free. Lines
//! that start with `;` are comments, and so is what stands behind a `;` at the end of a line.
//!
//! *Invariant:* the text of what was read is the text again, and a text that cannot be read is an error, never a panic. Whether the
//! program keeps the rules is for the verifier to say.

mod body;
mod constants;
mod cursor;
mod function;
mod operation;
mod profile;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;

use super::data::*;
use super::print::tables::line_alone;
use crate::base::{FileId, Id, IndexVec, Span};
use cursor::Cursor;

/// Why a text is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What was expected.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Numbers of values and labels end below this one: an array has an entry for each.
const MAX_NUMBER: usize = 1 << 20;

/// Blocks inside each other end at this depth.
const MAX_DEPTH: usize = 2_000;

/// The program of a text.
///
/// # Errors
/// Where the text is none that the printer writes.
pub fn program(text: &str) -> Result<Program, ParseError> {
    let lines = text
        .lines()
        .zip(1..)
        .map(|(line, at)| Cursor::new(line, at));
    let lines: Vec<Cursor<'_>> = lines.filter(|line| !line.is_at_end()).collect();
    let mut reader = Reader::new();
    reader.declare(&lines)?;
    let mut rest = lines.as_slice();
    while let [first, more @ ..] = rest {
        rest = match first.peek() {
            "host" | "kernel" => reader.function(*first, more)?,
            _other => {
                reader.line(*first)?;
                more
            }
        };
    }
    let end = u32::try_from(text.lines().count() + 1).unwrap_or(u32::MAX);
    reader.finish(Cursor::new("", end))
}

/// The tables of the program that is read.
struct Reader<'t> {
    /// The functions by the names of the text; those are filled that are read.
    names: HashMap<&'t str, FuncId>,
    functions: IndexVec<FuncId, Option<Function>>,
    global_names: HashMap<&'t str, GlobalId>,
    globals: IndexVec<GlobalId, GlobalData>,
    string_ids: HashMap<String, StrId>,
    strings: IndexVec<StrId, String>,
    places: HashMap<String, Loc>,
    locations: IndexVec<Loc, Location>,
    entry: Option<FuncId>,
    commands: Vec<Command>,
    about: String,
}

impl<'t> Reader<'t> {
    fn new() -> Self {
        let mut reader = Reader {
            names: HashMap::new(),
            functions: IndexVec::new(),
            global_names: HashMap::new(),
            globals: IndexVec::new(),
            string_ids: HashMap::new(),
            strings: IndexVec::new(),
            places: HashMap::new(),
            locations: IndexVec::new(),
            entry: None,
            commands: Vec::new(),
            about: String::new(),
        };
        reader.row("0", 0);
        reader
    }

    /// Names everything that lines can speak of before it is defined: functions and rows of the location table.
    fn declare(&mut self, lines: &[Cursor<'t>]) -> Result<(), ParseError> {
        for line in lines {
            let mut cursor = *line;
            match cursor.peek() {
                "host" | "kernel" => {
                    cursor.word("a function")?;
                    let (name, _) = cursor.name("the name of a function", '#')?;
                    let id = self.functions.push(None);
                    if self.names.insert(name, id).is_some() {
                        return Err(line.error(format!("the function {name} is defined twice")));
                    }
                }
                "at" => {
                    cursor.word("a place")?;
                    self.place(&mut cursor)?;
                }
                _other => {}
            }
        }
        Ok(())
    }

    /// A line outside functions.
    fn line(&mut self, mut cursor: Cursor<'t>) -> Result<(), ParseError> {
        let start = cursor;
        match cursor.peek() {
            "global" | "about" | "command" | "parameter" | "entry" | "at" => {}
            _other => return Err(start.expected("a function or a table")),
        }
        match cursor.word("a table")? {
            "global" => self.global(&mut cursor)?,
            "about" => self.about = cursor.quoted('"')?,
            "command" => self.command(&mut cursor)?,
            "parameter" => self.parameter(&mut cursor)?,
            "entry" => self.entry = Some(self.function_id(&mut cursor)?),
            _at => self.location(&mut cursor)?,
        }
        cursor.end()
    }

    fn global(&mut self, cursor: &mut Cursor<'t>) -> Result<(), ParseError> {
        let start = *cursor;
        cursor.expect("@")?;
        let (whole, name) = cursor.name("the name of a global", '.')?;
        cursor.expect(":")?;
        let ty = cursor.ty()?;
        let id = self.globals.push(GlobalData { ty, name });
        match self.global_names.insert(whole, id) {
            None => Ok(()),
            Some(_) => Err(start.error(format!("the global @{whole} is defined twice"))),
        }
    }

    fn command(&mut self, cursor: &mut Cursor<'t>) -> Result<(), ParseError> {
        let (name, doc) = (cursor.quoted('"')?, cursor.quoted('"')?);
        self.commands.push(Command {
            name,
            doc,
            params: Vec::new(),
        });
        Ok(())
    }

    /// A parameter of the command above.
    fn parameter(&mut self, cursor: &mut Cursor<'t>) -> Result<(), ParseError> {
        let start = *cursor;
        let (_, name) = cursor.name("the name of a parameter", '.')?;
        cursor.expect(":")?;
        let kinds = ParameterKind::ALL.iter();
        let found = kinds.copied().find(|kind| cursor.eat_word(kind.name()));
        let kind = found.ok_or_else(|| cursor.expected("how the parameter is read"))?;
        let is_number = cursor.peek().starts_with(|c: char| c.is_ascii_digit());
        let numbers = match is_number {
            true => cursor.number("how many numbers")?,
            false => 0,
        };
        let is_rest = cursor.eat_word("rest");
        let default = match cursor.eat("=") {
            true => Some(cursor.quoted('"')?),
            false => None,
        };
        let doc = cursor.quoted('"')?;
        let command = self.commands.last_mut();
        let command = command.ok_or_else(|| start.error("a parameter of no command".to_owned()))?;
        command.params.push(CommandParam {
            name,
            kind,
            numbers,
            is_rest,
            default,
            doc,
        });
        Ok(())
    }

    /// A row of the location table.
    fn location(&mut self, cursor: &mut Cursor<'t>) -> Result<(), ParseError> {
        let loc = self.place(cursor)?;
        let file = cursor.quoted('"')?;
        let line = cursor.number("a line")?;
        cursor.expect(":")?;
        let column = cursor.number("a column")?;
        let span = span(cursor)?;
        cursor.expect("in")?;
        let function = cursor.quoted('"')?;
        let call = match cursor.eat_word("from") {
            true => Some(self.place(cursor)?),
            false => None,
        };
        self.locations[loc] = Location {
            span,
            file,
            line,
            column,
            function,
            call,
        };
        let chain = std::iter::successors(call, |&outer| self.locations[outer].call);
        match chain.take(self.locations.len() + 1).count() > self.locations.len() {
            true => Err(cursor.error("a place whose calls go round in a circle")),
            false => Ok(()),
        }
    }

    /// Reads the name of a row of the location table: a line, and which place of that line.
    fn place(&mut self, cursor: &mut Cursor<'_>) -> Result<Loc, ParseError> {
        let line: u32 = cursor.number("a line of the source")?;
        let name = match cursor.eat(".") {
            true => format!("{line}.{}", cursor.number::<u32>("the number of a place")?),
            false => line.to_string(),
        };
        Ok(self.row(&name, line))
    }

    fn row(&mut self, name: &str, line: u32) -> Loc {
        if let Some(&known) = self.places.get(name) {
            return known;
        }
        let loc = self.locations.push(line_alone(line));
        self.places.insert(name.to_string(), loc);
        loc
    }

    fn string(&mut self, text: String) -> StrId {
        if let Some(&known) = self.string_ids.get(&text) {
            return known;
        }
        let id = self.strings.push(text.clone());
        self.string_ids.insert(text, id);
        id
    }

    fn function_id(&self, cursor: &mut Cursor<'_>) -> Result<FuncId, ParseError> {
        let start = *cursor;
        let (name, _) = cursor.name("the name of a function", '#')?;
        let unknown = || start.error(format!("no function is named {name}"));
        self.names.get(name).copied().ok_or_else(unknown)
    }

    fn global_id(&self, cursor: &mut Cursor<'_>) -> Result<GlobalId, ParseError> {
        let start = *cursor;
        cursor.expect("@")?;
        let (name, _) = cursor.name("the name of a global", '.')?;
        let unknown = || start.error(format!("no global is named @{name}"));
        self.global_names.get(name).copied().ok_or_else(unknown)
    }

    /// The program, where nothing is missing; `end` is the end of the text.
    fn finish(self, end: Cursor<'_>) -> Result<Program, ParseError> {
        let entry = self
            .entry
            .ok_or_else(|| end.expected("a line `entry NAME`"))?;
        Ok(Program {
            // Whoever was declared has been read: both go by the same lines.
            functions: self.functions.into_iter().flatten().collect(),
            globals: self.globals,
            strings: self.strings,
            locations: self.locations,
            entry,
            commands: self.commands,
            // The text of a library is that of a program.
            library: None,
            variables: Vec::new(),
            objects: Vec::new(),
            enumerations: Vec::new(),
            about: self.about,
        })
    }
}

/// Reads the bytes of a file.
fn span(cursor: &mut Cursor<'_>) -> Result<Span, ParseError> {
    let start = *cursor;
    let file: u16 = cursor.number("the number of a file")?;
    cursor.expect(":")?;
    let lo = cursor.number("the number of a byte")?;
    cursor.expect("..")?;
    let hi = cursor.number("the number of a byte")?;
    match lo <= hi {
        true => Ok(Span::new(FileId::from_index(usize::from(file)), lo, hi)),
        false => Err(start.error("bytes that run backwards")),
    }
}
