//! Programs are read back from their text: the same text, the same results, and the same work of every pass that follows.
//!
//! All test programs are read back as they are lowered. Those whose turn it is, by the commit, are read back before each pass too, and run;
//! `QC_TEST_DEEP=1` takes all. `QC_MIR_PROGRAMS=part/of/name` selects programs.
//!
//! *Invariant:* a program that the front end refuses is left out, and nothing else.

use super::source::{self, Lowered};
use super::turn::{commit, gather_files, is_deep};
use super::{root, told};
use qc::base::stack::on_deep_stack;
use qc::mir::interpret::{self, Order};
use qc::mir::passes::common_subexpressions::common_subexpressions;
use qc::mir::passes::simplify::simplify;
use qc::mir::{Program, parse, print, verify};
use qc::opt::pipeline::{Nobody, PASSES, Settings, Watcher, watch_some};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// One program in so many is read back before each pass.
const ONE_IN: usize = 24;
/// And one in so many of those that take long.
const ONE_IN_HEAVY: usize = 8 * ONE_IN;
/// Their names, a line each.
const HEAVY: &str = include_str!("../../../tests/tables/heavy-programs.txt");

/// Words of programs that need files or the time: they are read back, and not run.
const NEEDS_MORE: &[&str] = &[
    "%! args",
    "%! run: native",
    "%! files",
    "nondeterministic",
    "tic",
    "toc",
    "clock",
    "rand",
    "imread",
    "imwrite",
    "fopen",
    "save(",
    "write(",
    "load(",
    "input(",
    "getenv",
    "system(",
    "pause",
    "imshow",
    "plot",
    "figure",
    "form",
];

fn programs() -> Vec<PathBuf> {
    let wanted = std::env::var("QC_MIR_PROGRAMS").unwrap_or_default();
    let mut paths = gather_files(&root().join("../programs"), "q");
    paths.retain(|path| path.display().to_string().contains(&wanted));
    paths
}

/// A program from its text, which must be that of the program again.
fn again(program: &Program) -> Result<Program, String> {
    read(&print::program(program))
}

/// A program from its text, which is printed as that text again.
fn read(text: &str) -> Result<Program, String> {
    let read = parse::program(text).map_err(|error| format!("{error}\n{text}"))?;
    let other = print::program(&read);
    if other != text {
        let different = text
            .lines()
            .zip(other.lines())
            .find(|(one, other)| one != other);
        return Err(format!("the text is another one: {different:?}"));
    }
    match verify::check(&read).first() {
        None => Ok(read),
        Some(one) => Err(format!("the verifier refuses it: {}", one.message)),
    }
}

/// Reads the program back before each pass, and compares what the pass makes of both.
#[derive(Default)]
struct Reading {
    /// The last text, and what was read from it: most passes change nothing in most programs.
    text: String,
    last: Option<Program>,
    read: Option<Program>,
    requests: qc::resolve::fusion::Requests,
    compared: usize,
    failures: Vec<String>,
}

impl Watcher for Reading {
    fn before(&mut self, pass: &qc::opt::pipeline::Pass, program: &Program) {
        let text = print::program(program);
        if self.last.is_none() || text != self.text {
            self.last = match read(&text) {
                Ok(read) => Some(read),
                Err(why) => {
                    let why = format!("before {}: {why}", pass.name);
                    self.failures.push(why);
                    None
                }
            };
            self.text = text;
        }
        self.read = self.last.clone();
    }

    fn after(
        &mut self,
        pass: &qc::opt::pipeline::Pass,
        program: &Program,
        ran: bool,
    ) -> ControlFlow<()> {
        let Some(mut read) = self
            .read
            .take()
            .filter(|_| ran && !TELL.contains(&pass.name))
        else {
            return ControlFlow::Continue(());
        };
        let settings = Settings {
            requests: &self.requests,
            ..Settings::optimised()
        };
        watch_some(
            &mut read,
            &settings,
            |one| one.name == pass.name,
            &mut Nobody,
        );
        self.compared += 1;
        if print::program(program) == print::program(&read) {
            return ControlFlow::Continue(());
        }
        let (mut expected, mut found) = (renumbered(program), renumbered(&read));
        if expected != found {
            // The text does not say where constants are computed: equal ones are one value when they are read, and those that
            // nobody uses are gone. A pass may come further then.
            (expected, found) = (simplified(program), simplified(&read));
        }
        if expected != found {
            let different = expected
                .lines()
                .zip(found.lines())
                .find(|(one, other)| one != other);
            self.failures.push(format!(
                "`{}` makes another program of what was read: {different:?}",
                pass.name
            ));
        }
        ControlFlow::Continue(())
    }
}

/// The text of a program in which equal constants are one, simplified as far as it goes.
fn simplified(program: &Program) -> String {
    let mut program = program.clone();
    for _ in 0..4 {
        common_subexpressions(&mut program);
        simplify(&mut program);
    }
    renumbered(&program)
}

/// Passes that use what others before them have told.
const TELL: &[&str] = &[
    "reorder",
    "parallel",
    "scalar-replacement",
    "unchecked",
    "patterns",
    "strips",
    "absorbed",
];

/// The text with values and labels numbered as they come, since constants have other numbers than they had, with single blanks, with what the
/// names of places stand for, which are given in the order in which constants use them too, and without the costs of kernels, which count
/// constants.
fn renumbered(program: &Program) -> String {
    let text = print::program(program);
    let places: HashMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("at ")?.split_once(' '))
        .collect();
    let mut numbers = HashMap::new();
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("at ")) {
        if line.starts_with("host") || line.starts_with("kernel") {
            numbers.clear();
        }
        let (line, place) = match line.rsplit_once(" @") {
            Some((line, place)) if places.contains_key(place) => (line, places[place]),
            _ => (line, ""),
        };
        let line = without_cost(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        for part in words.join(" ").split_inclusive(is_mark) {
            let word = part.trim_end_matches(is_mark);
            out += &renamed(word, &mut numbers);
            out += &part[word.len()..];
        }
        out += &format!(" {place}\n");
    }
    out
}

/// Whether a character is no part of a word.
fn is_mark(one: char) -> bool {
    !one.is_alphanumeric() && one != '_'
}

/// A line that asks whether a device takes a kernel (its name, elements, its cost, its arrays), without the cost.
fn without_cost(line: &str) -> String {
    match line.split_once("runtime device_takes(") {
        None => line.to_owned(),
        Some((front, arguments)) => {
            let mut arguments: Vec<&str> = arguments.split(", ").collect();
            arguments[2] = "cost";
            format!("{front}runtime device_takes({}", arguments.join(", "))
        }
    }
}

/// A value or a label with the number in which order it comes; other words as they are.
fn renamed(word: &str, numbers: &mut HashMap<String, usize>) -> String {
    let number = word.strip_prefix(['v', 'b']).unwrap_or_default();
    if number.is_empty() || !number.bytes().all(|one| one.is_ascii_digit()) {
        return word.to_owned();
    }
    let next = numbers.len();
    let number = numbers.entry(word.to_owned()).or_insert(next);
    format!("{}{number}", &word[..1])
}

fn outcome(program: &Program) -> (String, Option<String>) {
    let options = interpret::Options {
        order: Order::RowMajor,
        depth_limit: 200,
        counted: false,
    };
    let (outcome, record) = interpret::follow(program, options, None, 100_000);
    match record.unfinished {
        true => (String::new(), None),
        false => (
            outcome.output,
            outcome.failure.map(|failure| failure.message),
        ),
    }
}

fn read_back(path: &PathBuf, deeply: bool) -> Result<usize, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let Ok(Lowered {
        mut program,
        requests,
        ..
    }) = source::lowered(&path.display().to_string(), &text)
    else {
        return Ok(0);
    };
    let read = again(&program)?;
    if !deeply {
        return Ok(1);
    }
    let runs = !NEEDS_MORE.iter().any(|word| text.contains(word));
    if runs && outcome(&read) != outcome(&program) {
        return Err("it does something else".to_owned());
    }
    let mut reading = Reading {
        requests: requests.clone(),
        ..Reading::default()
    };
    let settings = Settings {
        requests: &requests,
        ..Settings::optimised()
    };
    watch_some(&mut program, &settings, |_| true, &mut reading);
    assert!(reading.compared + TELL.len() <= PASSES.len() + 1);
    match reading.failures.is_empty() {
        true => Ok(1 + reading.compared),
        false => Err(reading.failures.join("\n")),
    }
}

#[test]
fn programs_are_read_back_from_their_text() {
    let (mut count, mut failures) = (0, Vec::new());
    let paths = programs();
    let selects = paths.len() < 20;
    for (at, path) in paths.iter().enumerate() {
        let mut heavy = HEAVY.lines().filter_map(|name| name.strip_prefix("tests/"));
        let is_heavy = heavy.any(|name| path.ends_with(name));
        let one_in = if is_heavy { ONE_IN_HEAVY } else { ONE_IN };
        let deeply = is_deep() || selects || at % one_in == commit() % one_in;
        let done = std::panic::catch_unwind(|| on_deep_stack(|| read_back(path, deeply)));
        let done = done.unwrap_or_else(|panic| Err(format!("panics: {}", told(panic.as_ref()))));
        match done {
            Ok(compared) => count += compared,
            Err(why) => failures.push(format!("{}: {why}", path.display())),
        }
    }
    println!("{count} texts of {} programs are read back", paths.len());
    println!("campaign\tmir files\ttexts that are read back\t{count}\ttexts");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
