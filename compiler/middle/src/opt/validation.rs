//! Validation of what passes did: a program is run before and after each, and every read must see the write that it saw before
//! (`mir::interpret::provenance`).
//!
//! *Invariant:* a program is left out only for a reason of [`Left`]; of one that is not, each change by a pass of [`VALIDATED`] is compared.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::pipeline::{Pass, Watcher};
use crate::base::{Id, IndexVec};
use crate::mir::interpret::{self, Finding, Order, Record};
use crate::mir::{
    BinaryOp, Block, Const, FuncKind, Loc, Op, Program, RtFn, Stmt, Ty, Value, ValueData,
};

/// The passes that are validated: those that move, merge, drop or double reads and writes of elements, the zeros of a new array among them. `in-place` is none of them, which
/// gives values to other arrays, nor `patterns`, which lets statements stand for those of other places, nor `unroll` and `register-promotion`, which turn
/// elements into variables, nor `blocking`, which does that between the steps of a sweep, nor `conditional-stores`, which does so and stores zeros where there were some,
/// nor `array-expansion`, `tables`, `packing` and `padding`, whose loops and kernels read arrays that were not there before.
pub const VALIDATED: &[&str] = &[
    "handles",
    "producer-consumer",
    "loop-versioning",
    "index-set-splitting",
    "reorder",
    "parallel",
    "scalar-replacement",
    "unchecked",
    "fusion",
    "strips",
    "absorbed",
    "specialise",
    "dead-initialisation",
    "bounds-checks",
    "interchange",
    "loop-normalisation",
    "hoist",
];

/// Why a run says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// It ends with an error, or catches one.
    EndsWithAnError,
    /// It takes longer than it may, has arrays that are too large, or kernels whose threads act together.
    TooLong,
    /// No pass has changed anything.
    NothingToValidate,
}

impl std::fmt::Display for Left {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Left::EndsWithAnError => "an error ends it, or is caught",
            Left::TooLong => "too long, arrays too large, or threads that act together",
            Left::NothingToValidate => "no pass changed anything",
        })
    }
}

/// What was found of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Programs that it changed.
    pub programs: u64,
    /// Reads and writes that were made before, elements that are the same at the end.
    pub found: [u64; 3],
}

impl Figures {
    /// Adds what was found in another program.
    pub fn add(&mut self, other: Figures) {
        self.programs += other.programs;
        for (sum, found) in self.found.iter_mut().zip(other.found) {
            *sum += found;
        }
    }
}

/// What was found of many programs.
#[derive(Debug, Default)]
pub struct Sum {
    /// By pass.
    pub passes: BTreeMap<&'static str, Figures>,
    /// Programs of which every change was compared.
    pub validated: u64,
    /// Programs that were left out, by the reason.
    pub left: BTreeMap<String, u64>,
    /// Differences.
    pub differences: u64,
}

impl Sum {
    /// Adds what a validator found. A program that is left out at one pass may have been compared at passes before it, which is told.
    pub fn add(&mut self, validator: &Validator) {
        match validator.left() {
            None => self.validated += 1,
            Some(why) if validator.figures.is_empty() => self.leave_out(&why.to_string()),
            Some(why) => self.leave_out(&format!("{why}, at a pass behind the first")),
        }
        for (pass, figures) in &validator.figures {
            self.passes.entry(pass).or_default().add(*figures);
        }
        self.differences += validator.failures.len() as u64;
    }

    /// Counts a program that was left out.
    pub fn leave_out(&mut self, why: &str) {
        *self.left.entry(why.to_owned()).or_default() += 1;
    }

    /// The lines of figures for `docs/campaign.md`.
    pub fn lines(&self, what: &str) -> String {
        let mut text = String::new();
        let mut line = |name: String, figure: u64, unit: &str| {
            text += &format!("campaign\tvalidation\t{what}: {name}\t{figure}\t{unit}\n");
        };
        for (pass, figures) in &self.passes {
            let [reads, ..] = figures.found;
            line(format!("changed by {pass}"), figures.programs, "programs");
            line(format!("reads validated, {pass}"), reads, "reads");
        }
        line("validated".to_owned(), self.validated, "programs");
        for (why, count) in &self.left {
            line(format!("left out, {why}"), *count, "programs");
        }
        line("differences".to_owned(), self.differences, "differences");
        text
    }
}

/// Watches the passes over one program.
#[derive(Debug)]
pub struct Validator {
    /// By pass.
    pub figures: BTreeMap<&'static str, Figures>,
    /// Differences, as texts that name pass and place.
    pub failures: Vec<String>,
    budget: u64,
    /// The rows of a strip, where passes run in strips.
    rows: i32,
    /// The program before the pass, if it is one of ours.
    before: Option<Program>,
    left: Option<Left>,
}

impl Validator {
    /// One that leaves out what takes more operations than `budget`; `number` chooses how high strips are.
    pub fn new(budget: u64, number: u64) -> Validator {
        Validator {
            figures: BTreeMap::new(),
            failures: Vec::new(),
            budget,
            rows: 1 + (number % 3) as i32,
            before: None,
            left: None,
        }
    }

    /// Why the program was left out, if it was.
    pub fn left(&self) -> Option<Left> {
        let nothing = self.figures.is_empty().then_some(Left::NothingToValidate);
        self.left.or(nothing)
    }

    fn run(&self, program: &Program, order: Order, before: Option<&Record>) -> Record {
        let options = interpret::Options {
            order,
            depth_limit: 200,
            counted: false,
        };
        let budget = match before {
            Some(_) => 4 * self.budget,
            None => self.budget,
        };
        interpret::follow(program, options, before, budget).1
    }

    fn compare(&mut self, pass: &Pass, before: &Program, after: &Program) -> Result<(), Left> {
        let [before, after] = [before, after].map(|program| in_strips(program, self.rows));
        let known = finished(self.run(&before, Order::RowMajor, None))?;
        // Launches of the earlier program have the order of their positions; those of the later one show when it matters.
        let mut now = self.run(&after, Order::Reversed, Some(&known));
        let differs = |record: &Record| !record.findings.is_empty() || record.failed;
        if differs(&now) && differs(&self.run(&before, Order::Reversed, Some(&known))) {
            // It matters to the launches of the program itself.
            now = self.run(&after, Order::RowMajor, Some(&known));
        }
        let now = finished(now)?;
        let row = self.figures.entry(pass.name).or_default();
        row.programs += 1;
        for (sum, found) in row.found.iter_mut().zip(now.found) {
            *sum += found;
        }
        if !now.findings.is_empty() {
            self.failures.push(tell(pass, &after, &now.findings));
        }
        Ok(())
    }
}

impl Watcher for Validator {
    fn before(&mut self, pass: &Pass, program: &Program) {
        let wanted = self.left.is_none() && VALIDATED.contains(&pass.name);
        self.before = wanted.then(|| program.clone());
    }

    fn after(&mut self, pass: &Pass, program: &Program, ran: bool) -> ControlFlow<()> {
        if let Some(before) = self.before.take().filter(|before| ran && before != program) {
            self.left = self.compare(pass, &before, program).err();
        }
        ControlFlow::Continue(())
    }
}

/// A record that can be compared.
fn finished(record: Record) -> Result<Record, Left> {
    match (record.unfinished, record.failed) {
        (true, _) => Err(Left::TooLong),
        (false, true) => Err(Left::EndsWithAnError),
        (false, false) => Ok(record),
    }
}

fn tell(pass: &Pass, program: &Program, findings: &[Finding]) -> String {
    let place = |row: i32| {
        let loc = Loc::from_index(row.unsigned_abs() as usize);
        program
            .locations
            .get(loc)
            .map_or("nowhere".to_owned(), |at| {
                format!("{}:{}:{} in {}", at.file, at.line, at.column, at.function)
            })
    };
    let mut text = format!("pass `{}`\n", pass.name);
    for finding in findings {
        text += &format!("  {} at {}", finding.what, place(finding.loc));
        if finding.writer != 0 {
            text += &format!(", written at {}", place(finding.writer));
        }
        text.push('\n');
    }
    text
}

/// The program with so many rows in each strip, or all where there are fewer: arrays of tests are too small for strips to gain.
fn in_strips(program: &Program, rows: i32) -> Program {
    let mut program = program.clone();
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host {
            set_rows(&mut function.body, rows, &mut function.values);
        }
    }
    program
}

/// Gives strips so many rows, as the runtime would: none where a pass has no rows.
pub fn set_rows(block: &mut Block, rows: i32, values: &mut IndexVec<Value, ValueData>) {
    let mut output = Vec::new();
    for mut stmt in std::mem::take(&mut block.stmts) {
        if let Op::Runtime { func, args, .. } = &stmt.op
            && *func == RtFn::strip_rows
        {
            let wanted = values.push(ValueData { ty: Ty::I32 });
            output.push(Stmt {
                op: Op::Const(Const::I32(rows)),
                results: vec![wanted],
                loc: stmt.loc,
            });
            stmt.op = Op::Binary(BinaryOp::Min, wanted, args[0]);
        }
        let inner = stmt.op.blocks_mut();
        inner.for_each(|inner| set_rows(inner, rows, values));
        output.push(stmt);
    }
    block.stmts = output;
}
