//! What the text says of a program around its functions: globals, the parameters of `main`, and the table of locations.
//!
//! A row of the location table is named by its line; of several rows of one line the second is `3.1`. Rows that say no more than their line
//! are not written.
//!
//! *Invariant:* names are those of the rows that the text uses, in the order of the table, so that a text that was read gives them again.

use std::collections::{HashMap, HashSet};

use super::{commas, ty};
use crate::base::{Id, IndentWriter, IndexVec, Span};
use crate::mir::data::*;

/// The names that the functions of a program share.
pub(super) struct Tables<'p> {
    program: &'p Program,
    functions: IndexVec<FuncId, String>,
    globals: IndexVec<GlobalId, String>,
    /// Of the rows that are used.
    locations: HashMap<Loc, String>,
}

impl<'p> Tables<'p> {
    /// Those of a program.
    pub(super) fn of(program: &'p Program) -> Self {
        let functions = program.functions.iter().map(|it| it.name.as_str());
        let globals = program.globals.iter().map(|it| it.name.as_str());
        Tables {
            program,
            functions: told_apart(functions, '#').collect(),
            globals: told_apart(globals, '.').collect(),
            locations: location_names(program),
        }
    }

    /// The name of a function.
    pub(super) fn function(&self, id: FuncId) -> String {
        self.functions
            .get(id)
            .map_or_else(|| id.to_string(), String::clone)
    }

    /// The name of a global.
    pub(super) fn global(&self, id: GlobalId) -> String {
        let name = self.globals.get(id).map(|name| format!("@{name}"));
        name.unwrap_or_else(|| format!("@{id}"))
    }

    /// The name of a row of the location table.
    pub(super) fn location(&self, loc: Loc) -> String {
        let name = self.locations.get(&loc).cloned();
        name.unwrap_or_else(|| loc.to_string())
    }

    /// What stands before the functions.
    pub(super) fn before(&self, writer: &mut IndentWriter) {
        let program = self.program;
        for (id, global) in program.globals.iter_enumerated() {
            writer.line(&format!("global {}: {}", self.global(id), ty(global.ty)));
        }
        if !program.about.is_empty() {
            writer.line(&format!("about {:?}", program.about));
        }
        for command in &program.commands {
            writer.line(&format!("command {:?} {:?}", command.name, command.doc));
            for param in &command.params {
                writer.line(&parameter(param));
            }
        }
        writer.line(&format!("entry {}", self.function(program.entry)));
    }

    /// The table of locations, as far as lines alone do not say it.
    pub(super) fn behind(&self, writer: &mut IndentWriter) {
        let rows = self.program.locations.iter_enumerated();
        let told: Vec<_> = rows
            .filter(|(loc, row)| self.locations.contains_key(loc) && **row != line_alone(row.line))
            .collect();
        if !told.is_empty() {
            writer.newline();
        }
        for (loc, row) in told {
            let call = row
                .call
                .map(|call| format!(" from {}", self.location(call)));
            writer.line(&format!(
                "at {} {:?} {}:{} {} in {:?}{}",
                self.location(loc),
                row.file,
                row.line,
                row.column,
                span(row.span),
                row.function,
                call.unwrap_or_default()
            ));
        }
    }
}

fn parameter(param: &CommandParam) -> String {
    let (name, kind) = (word(&param.name), param.kind.name());
    let numbers = match param.numbers {
        0 => String::new(),
        numbers => format!(" {numbers}"),
    };
    let rest = if param.is_rest { " rest" } else { "" };
    let default = param.default.as_ref();
    let default = default.map_or(String::new(), |text| format!(" = {text:?}"));
    format!(
        "parameter {name}: {kind}{numbers}{rest}{default} {:?}",
        param.doc
    )
}

/// A row of which nothing but its line is known.
pub(in crate::mir) fn line_alone(line: u32) -> Location {
    Location {
        span: Span::point(crate::base::FileId::from_index(0), 0),
        file: String::new(),
        line,
        column: 0,
        function: String::new(),
        call: None,
    }
}

/// The bytes of a file by its number.
pub(super) fn span(span: Span) -> String {
    format!("{}:{}..{}", span.file.index(), span.lo, span.hi)
}

/// A name as it is, or in quotes where its characters could be taken for something else.
pub(super) fn word(name: &str) -> String {
    let starts = |first: char| first.is_alphabetic() || first == '_' || first == '$';
    let goes_on = |one: char| one.is_alphanumeric() || one == '_' || one == '$' || one == '.';
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_numbered = last.len() < name.len() && last.bytes().all(|one| one.is_ascii_digit());
    let is_plain = name.starts_with(starts) && name.chars().all(goes_on) && !is_numbered;
    match is_plain {
        true => name.to_string(),
        false => format!("{name:?}"),
    }
}

/// Names as words; those that stand several times with their number behind a mark.
fn told_apart<'n>(
    names: impl Iterator<Item = &'n str> + Clone,
    mark: char,
) -> impl Iterator<Item = String> {
    let mut counts = HashMap::new();
    for name in names.clone() {
        *counts.entry(name).or_insert(0) += 1;
    }
    names
        .enumerate()
        .map(move |(index, name)| match counts[name] {
            1 => word(name),
            _ => format!("{}{mark}{index}", word(name)),
        })
}

/// The names of the rows that the text of a program uses.
fn location_names(program: &Program) -> HashMap<Loc, String> {
    let used = used_locations(program);
    let mut counts: HashMap<u32, u32> = HashMap::new();
    let mut names = HashMap::new();
    for (loc, row) in program.locations.iter_enumerated() {
        if used.contains(&loc) {
            let count = counts.entry(row.line).or_insert(0);
            names.insert(
                loc,
                match count {
                    0 => row.line.to_string(),
                    _ => format!("{}.{count}", row.line),
                },
            );
            *count += 1;
        }
    }
    names
}

fn used_locations(program: &Program) -> HashSet<Loc> {
    let mut used = HashSet::from([Loc::from_index(0)]);
    let mut mark = |loc: Loc| {
        let call = |loc: &Loc| program.locations.get(*loc).and_then(|row| row.call);
        let mut rows = std::iter::successors(Some(loc), call);
        // Whoever is in it already has brought its calls along.
        while rows.next().is_some_and(|row| used.insert(row)) {}
    };
    for function in &program.functions {
        mark(function.loc);
        function.locals.iter().for_each(|local| mark(local.loc));
        let mut statement = |stmt: &Stmt| {
            if !is_silent(stmt) {
                mark(stmt.loc);
            }
        };
        function.body.for_each_stmt(&mut |stmt| statement(stmt));
    }
    used
}

/// Whether a statement has no line of its own: a constant, which is written where it is used.
pub(super) fn is_silent(stmt: &Stmt) -> bool {
    matches!(stmt.op, Op::Const(_)) && stmt.results.len() == 1
}

/// Numbers of parameters in brackets.
pub(super) fn numbers(items: &[usize]) -> String {
    format!("[{}]", commas(items, |item| item.to_string()))
}
