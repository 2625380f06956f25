//! The table of `tests/tables/passing.md`: how values of each kind of type go to each kind of function. Every cell is a
//! generated program for all engines, or a generated program with the diagnostic that the cell names.
//!
//! *Invariant:* what a program must print stands in the table; nothing is taken from output.

use crate::outcome::Outcome;
use crate::source::{self, Expectations};
use crate::{diagnostics, programs, repository};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What stands in front of every program.
const PRELUDE: &str = "type point : mutable class\n    x : scalar\n    w : vec3\nendtype\n";

/// Where a value goes; the columns of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    Host,
    DeviceFromHost,
    Kernel,
    DeviceFromKernel,
}

/// The columns in order, with names for messages.
const CONTEXTS: [(Context, &str); 4] = [
    (Context::Host, "host function"),
    (Context::DeviceFromHost, "device function from the host"),
    (Context::Kernel, "kernel"),
    (Context::DeviceFromKernel, "device function from a kernel"),
];

/// A type with the lines of its paragraph.
type Fields = BTreeMap<String, String>;

/// One cell of the table.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The table, the kind and the context.
    pub name: String,
    context: Context,
    /// `value`, `reference` or the code of a diagnostic.
    verdict: String,
    types: Vec<Fields>,
}

/// The file with the table.
pub fn path() -> PathBuf {
    repository::root().join("tests/tables/passing.md")
}

/// The features that the table claims, and its cells.
///
/// # Errors
/// A table that cannot be read or lacks a part, with what is missing.
pub fn read() -> Result<(Expectations, Vec<Cell>), String> {
    let path = path();
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut claims = source::read(&path)?;
    let sections: BTreeMap<&str, Vec<Fields>> = text
        .split("\n## ")
        .skip(1)
        .filter_map(|section| section.split_once('\n'))
        .map(|(kind, body)| (kind.trim(), paragraphs(body)))
        .collect();
    let mut types = sections.values().flatten();
    claims.pending = types.find_map(|fields| fields.get("pending").cloned());
    let mut cells = Vec::new();
    for row in rows(&text) {
        let types = sections
            .get(row[0])
            .ok_or_else(|| format!("no section for {}", row[0]))?;
        let verdicts = row.get(1..5).ok_or("a row has five columns")?;
        for ((context, title), verdict) in CONTEXTS.into_iter().zip(verdicts) {
            cells.push(Cell {
                name: format!("{}: {}, {title}", repository::relative(&path), row[0]),
                context,
                verdict: (*verdict).to_string(),
                types: types.clone(),
            });
        }
    }
    Ok((claims, cells))
}

/// The rows of the table without heading and rule.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    lines.map(columns).collect()
}

fn columns(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The paragraphs of a section: lines `name: text`.
fn paragraphs(body: &str) -> Vec<Fields> {
    let mut types: Vec<Fields> = Vec::new();
    let mut open = false;
    for line in body.lines().map(str::trim) {
        match line.split_once(':') {
            Some((name, text)) => {
                if !open {
                    types.push(Fields::new());
                }
                open = true;
                let fields = types.last_mut().expect("a paragraph is open");
                fields.insert(name.to_string(), text.trim().to_string());
            }
            None => open = false,
        }
    }
    types
}

/// Runs the programs of a cell.
pub fn run(cell: &Cell) -> Outcome {
    let folder = repository::scratch(&cell.name);
    let result = run_in(cell, &folder);
    if result == Outcome::Passed {
        let _ = std::fs::remove_dir_all(&folder);
    }
    result
}

fn run_in(cell: &Cell, folder: &Path) -> Outcome {
    let file = folder.join("passing.q");
    let refused = cell.verdict.starts_with('E');
    let text = if refused {
        refused_program(cell)
    } else {
        program(cell)
    };
    let read = std::fs::write(&file, text)
        .map_err(|error| error.to_string())
        .and_then(|()| source::read(&file));
    let mut pending = cell.types.iter();
    let pending = pending.find_map(|fields| fields.get("pending").cloned());
    let read = read.map(|expectations| Expectations {
        pending,
        ..expectations
    });
    match read {
        Ok(expectations) if refused => diagnostics::run(&expectations),
        Ok(expectations) => programs::run(&expectations),
        Err(why) => Outcome::Failed(why),
    }
}

/// A program with all types of the kind, one after the other.
fn program(cell: &Cell) -> String {
    let mut text = String::from(PRELUDE);
    for (index, fields) in cell.types.iter().enumerate() {
        let name = format!("use{index}");
        match cell.context {
            Context::Host => called(&mut text, fields, &name, "", cell),
            Context::DeviceFromHost => called(&mut text, fields, &name, "__device__ ", cell),
            Context::Kernel => launched(&mut text, fields, &name, cell),
            Context::DeviceFromKernel => called_from_kernel(&mut text, fields, &name, cell),
        }
    }
    text
}

/// A line of a paragraph; that of device functions first where they are meant.
fn field<'f>(fields: &'f Fields, name: &str, cell: &Cell) -> &'f str {
    let special = match cell.context {
        Context::Host => None,
        Context::DeviceFromHost | Context::Kernel | Context::DeviceFromKernel => {
            fields.get(&format!("device {name}"))
        }
    };
    special
        .or_else(|| fields.get(name))
        .map_or("", String::as_str)
}

/// A function that changes its parameter and gives what it sees.
fn function(text: &mut String, fields: &Fields, name: &str, space: &str, cell: &Cell) {
    let get = |what| field(fields, what, cell);
    let (ty, change, used) = (get("type"), get("change"), get("use"));
    let _ = write!(
        text,
        "function y = {space}{name}(x : {ty})\n    {change}\n    y = {used}\nend\n"
    );
}

fn called(text: &mut String, fields: &Fields, name: &str, space: &str, cell: &Cell) {
    function(text, fields, name, space, cell);
    passed_on(text, fields, &format!("print {name}(v)"), cell);
}

/// Makes the value, passes it on, and shows what was seen and what has become of the value.
fn passed_on(text: &mut String, fields: &Fields, pass: &str, cell: &Cell) {
    let get = |what| field(fields, what, cell);
    let (make, gives, shows) = (get("make"), get("gives"), get("shows"));
    let _ = write!(
        text,
        "{make}\n{pass}\n% => {gives}\nprint {shows}\n% => {}\n",
        get(&cell.verdict)
    );
}

fn launched(text: &mut String, fields: &Fields, name: &str, cell: &Cell) {
    let get = |what| field(fields, what, cell);
    let (ty, change, used) = (get("type"), get("change"), get("use"));
    let _ = write!(
        text,
        "function [] = __kernel__ {name}(r : vec, x : {ty}, pos : int)\n    {change}\n    r[0] = {used}\nend\n"
    );
    let pass = format!("r = zeros(1)\nparallel_do(1, r, v, {name})\nprint r[0]");
    passed_on(text, fields, &pass, cell);
}

fn called_from_kernel(text: &mut String, fields: &Fields, name: &str, cell: &Cell) {
    function(text, fields, name, "__device__ ", cell);
    let get = |what| field(fields, what, cell);
    let _ = write!(
        text,
        "function [] = __kernel__ call_{name}(r : vec, v : {}, pos : int)\n    r[0] = {name}(v)\n    r[1] = {}\nend\n",
        get("type"),
        get("shows")
    );
    let _ = write!(
        text,
        "{}\nr = zeros(2)\nparallel_do(1, r, v, call_{name})\nprint r[0], \" \", r[1]\n% => {} {}\n",
        get("make"),
        get("gives"),
        get(&cell.verdict)
    );
}

/// A program that passes what cannot be passed there.
fn refused_program(cell: &Cell) -> String {
    let mut text = String::from(PRELUDE);
    let fields = &cell.types[0];
    let get = |what| field(fields, what, cell);
    let (ty, make, code) = (get("type"), get("make"), &cell.verdict);
    let _ = match cell.context {
        Context::Host | Context::DeviceFromHost | Context::Kernel => write!(
            text,
            "function [] = __kernel__ use(r : vec, x : {ty}, pos : int)\n    r[0] = 1\nend\n{make}\nr = zeros(1)\nparallel_do(1, r, v, use) %~ {code} cannot be passed to a kernel\n"
        ),
        Context::DeviceFromKernel => write!(
            text,
            "function y = __device__ use(x : {ty})\n    y = 1\nend\nfunction [] = __kernel__ call(r : vec, pos : int)\n    {make}; r[0] = use(v) %~ {code} {}\nend\nr = zeros(1)\nparallel_do(1, r, call)\n",
            get("refused")
        ),
    };
    text
}
