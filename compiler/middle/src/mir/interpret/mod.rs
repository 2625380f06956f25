//! The interpreter of whole programs: the executable form of `data.rs` and the oracle of the tests.
//!
//! Functions are resolved once ([`resolve`]) and run by a [`machine`] on frames of 64-bit slots. Arrays and strings live in the real
//! runtime, called through the dispatch of its rows.
//!
//! *Invariant:* nothing is optimised or reordered; what the interpreter does is what the program means.

mod division;
mod machine;
mod memory;
mod order;
pub mod provenance;
mod resolve;
mod runtime;
#[cfg(test)]
mod tests;
mod threads;
mod totals;

pub use division::{Divided, Division, LaunchNumbers};
pub use order::{Order, Random};
pub use provenance::{Finding, Record};

use super::arithmetic::math_row;
use super::data::*;
use super::describe::describe;
use crate::base::{Id, IndexVec};
use machine::{Limits, Machine, SPARE_DEPTH};
use memory::Literal;
use provenance::Recorder;
use quasar_abi::{ProgramView, RtError};
use std::sync::Mutex;

/// How a program is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The order of a launch's positions, `serial` launches excepted.
    pub order: Order,
    /// Nested calls before the error of a used up stack.
    pub depth_limit: u32,
    /// Whether the pass `ownership` has run. Without it every array and string lives until the program's end.
    pub counted: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            order: Order::RowMajor,
            depth_limit: 5_000,
            counted: true,
        }
    }
}

/// Bytes of stack for each nested call: a frame of the machine for every level of nested blocks.
const STACK_PER_CALL: usize = 64 * 1024;

/// An error of the language that ended a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The row of the error.
    pub row: RtError,
    /// The message.
    pub message: String,
    /// Rows of the location table, the innermost first.
    pub trace: Vec<Loc>,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The error that ended the program, if any.
    pub failure: Option<Failure>,
    /// What it printed, when the output was captured.
    pub output: String,
    /// The bits of the globals at the end; 0 for handles.
    pub globals: IndexVec<GlobalId, u64>,
    /// Arrays and strings that nobody released.
    pub leaked: i64,
}

/// Runs launches in the interpreter's place: another engine under test. Serial launches stay with the interpreter.
pub trait Device: Sync {
    /// Runs a kernel on these arguments, as slots (arrays as pointers to their headers); gives the totals of its accumulators.
    ///
    /// # Errors
    /// The row of the error that ended the launch.
    fn launch(&self, kernel: FuncId, extents: &[i32], args: &[u64]) -> Result<Vec<u64>, RtError>;
}

/// Runs a verified program to its end, its output captured, on a thread with a stack of its own.
pub fn execute(program: &Program, options: Options) -> Outcome {
    execute_on(program, options, None)
}

/// The same with its kernels on a device, if one is given.
pub fn execute_on(program: &Program, options: Options, device: Option<&dyn Device>) -> Outcome {
    on_own_stack(options, |options| {
        let (mut outcome, output) =
            quasar_rt::capture_output(|| execute_here(program, options, device, None));
        outcome.output = output;
        outcome
    })
}

/// Runs a program before `ownership` while it is followed where numbers come from, and compares with an earlier run. Gives up after
/// `budget` operations.
pub fn follow(
    program: &Program,
    options: Options,
    before: Option<&Record>,
    budget: u64,
) -> (Outcome, Record) {
    let mut followed = Followed {
        before,
        budget,
        record: Record::default(),
    };
    on_own_stack(options, |options| {
        let here = || execute_here(program, options, None, Some(&mut followed));
        let (mut outcome, output) = quasar_rt::capture_output(here);
        outcome.output = output;
        (outcome, followed.record)
    })
}

/// How a run is followed.
struct Followed<'b> {
    before: Option<&'b Record>,
    budget: u64,
    record: Record,
}

/// Runs a verified program as its executable would run: with these arguments, its output on standard output, errors reported on standard
/// error. Gives the exit code.
pub fn run(
    program: &Program,
    name: &str,
    args: &[String],
    options: Options,
    division: Option<&dyn Division>,
) -> i32 {
    let description = describe(program).encode();
    let view = ProgramView::new(&description).expect("a description that was just written");
    on_own_stack(options, |options| {
        quasar_rt::run_program(&view, name, args, || {
            run_entry(program, options, None, division, None).0
        })
    })
}

/// A thread whose stack has room for the allowed depth of calls.
fn stack_for(options: Options) -> std::thread::Builder {
    let bytes = (options.depth_limit + SPARE_DEPTH) as usize * STACK_PER_CALL;
    std::thread::Builder::new().stack_size(bytes)
}

/// Runs `body` on a thread whose stack has room for the allowed depth of calls, with fewer nested calls where addresses are limited and there is
/// no room for so many; on this thread, whose stack is deep, where no other can be started.
fn on_own_stack<T: Send>(mut options: Options, body: impl FnOnce(Options) -> T + Send) -> T {
    // A start that fails drops what it was to run, so it is handed over by its place.
    let body = Mutex::new(Some(body));
    let work = |options| {
        let body = body.lock().expect("nobody panics with the lock").take();
        body.expect("one thread starts")(options)
    };
    std::thread::scope(|scope| {
        loop {
            match stack_for(options).spawn_scoped(scope, move || work(options)) {
                Ok(thread) => {
                    let ended = thread.join();
                    return ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                }
                Err(_) if options.depth_limit > SPARE_DEPTH => options.depth_limit /= 2,
                Err(_) => return work(options),
            }
        }
    })
}

/// Runs a program on this thread.
fn execute_here(
    program: &Program,
    options: Options,
    device: Option<&dyn Device>,
    followed: Option<&mut Followed<'_>>,
) -> Outcome {
    let before = quasar_rt::live_objects();
    let (status, globals) = run_entry(program, options, device, None, followed);
    Outcome {
        failure: (status != 0).then(|| take_failure(program)),
        output: String::new(),
        globals,
        leaked: quasar_rt::live_objects() - before,
    }
}

/// Calls the entry function, with what runs kernels and what divides them; gives its status and the bits of the globals, 0 for handles.
fn run_entry(
    program: &Program,
    options: Options,
    device: Option<&dyn Device>,
    division: Option<&dyn Division>,
    followed: Option<&mut Followed<'_>>,
) -> (i32, IndexVec<GlobalId, u64>) {
    let strings = program
        .strings
        .iter()
        .map(|text| Literal::new(text))
        .collect();
    let routines = resolve::resolve(program, &strings, followed.is_some());
    let limits = Limits {
        depth: options.depth_limit,
        order: options.order,
        counted: options.counted,
    };
    let mut machine = Machine::new(program, &routines, limits);
    (machine.device, machine.division) = (device, division);
    machine.recorder = followed
        .as_ref()
        .map(|one| Recorder::new(one.before, program.globals.len(), one.budget));
    let status = machine.call(program.entry, &[]).err().unwrap_or(0);
    let handles = |id: &GlobalId| program.globals[*id].ty.is_handle();
    if !options.counted {
        machine.release_all();
    } else if status != 0 {
        machine.release_globals(program.globals.ids().filter(handles));
    }
    let mut globals = machine.globals().clone();
    for id in program.globals.ids().filter(handles) {
        globals[id] = 0;
    }
    if let (Some(followed), Some(recorder)) = (followed, machine.recorder.take()) {
        followed.record = recorder.finish();
    }
    (status, globals)
}

/// The bits that an elementary function of a float type gives for these bits.
pub fn elementary(function: MathFn, ty: Ty, args: &[u64]) -> u64 {
    let row = math_row(function, ty);
    runtime::call(row, args, None).expect("elementary functions do not fail")
}

/// The pending error; calls of inlined functions are part of the trace.
fn take_failure(program: &Program) -> Failure {
    let pending = quasar_rt::take_pending().expect("a status comes with a pending error");
    Failure {
        row: pending.raised.row,
        message: pending.raised.message,
        trace: pending
            .trace
            .iter()
            .flat_map(|&row| calls_of(program, row))
            .collect(),
    }
}

/// A row and the calls around it; of a negative one the row alone.
fn calls_of(program: &Program, row: i32) -> impl Iterator<Item = Loc> {
    let first = Loc::from_index(row.unsigned_abs() as usize);
    std::iter::successors(Some(first), move |&inner| {
        let call = program.locations[inner].call;
        call.filter(|_| row > 0)
    })
}
