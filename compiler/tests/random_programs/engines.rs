//! Compiling and running a source in this process, on every engine.
//!
//! *Invariant:* nothing is written to disk; a panic of the compiler is a disagreement like any other.

use super::lowered;
use super::native::{self, Outcome};
use qc::codegen::cpu::target::Effort;
use qc::codegen::spmd::SpmdOptions;
use qc::mir::interpret::{self, Order};
use qc::mir::{self, FuncKind, Program};
use qc::opt::pipeline::{Settings, walked};
use qc::resolve::fusion::Requests;
use qc::resolve::{Source, SourceError, SourceProvider};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// Why a program failed.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The engine that differs from the oracle.
    pub engine: String,
    /// What it did.
    pub what: String,
    /// The compiler or the engine panicked.
    pub crashed: bool,
    /// The front end reported a mistake: the program is not well-typed.
    pub rejected: bool,
}

/// Imports nothing.
struct NoFiles;

impl SourceProvider for NoFiles {
    fn import(&mut self, path: &str, _importer: &str) -> Result<Source, SourceError> {
        Err(SourceError::NotFound(vec![path.to_string()]))
    }
}

/// The program as it was lowered.
fn front(source: &str) -> Result<Program, String> {
    lowered::lowered_with("random.q", source, &mut NoFiles).map(|lowered| lowered.program)
}

/// A program of a file as it was lowered, with what it imports, and where it asks for fusion; nothing where it has mistakes.
pub fn lowered_of(name: &str, text: &str) -> Option<(Program, Requests)> {
    let lowered = lowered::lowered(name, text).ok()?;
    Some((lowered.program, lowered.requests))
}

fn plain(program: &Program) -> Program {
    let mut program = program.clone();
    walked(&mut program, &Settings::plain());
    program
}

fn optimised(program: &Program) -> Program {
    let mut program = program.clone();
    walked(&mut program, &Settings::optimised());
    mir::verify::verify(&program, "all passes");
    program
}

fn interpreted(program: &Program) -> Outcome {
    in_order(program, Order::RowMajor)
}

fn in_order(program: &Program, order: Order) -> Outcome {
    let options = interpret::Options {
        order,
        ..interpret::Options::default()
    };
    let outcome = interpret::execute(program, options);
    let leak = (outcome.leaked != 0).then(|| format!("{} objects leaked", outcome.leaked));
    Outcome {
        output: outcome.output,
        error: outcome.failure.map(|failure| failure.message).or(leak),
    }
}

fn native(program: &Program, lanes: u32) -> Outcome {
    let options = SpmdOptions {
        lanes,
        strict: true,
        ..SpmdOptions::default()
    };
    let (outcome, left) = native::run(program, &options, Effort::Speed);
    let leak = (left != 0).then(|| format!("{left} objects leaked"));
    Outcome {
        output: outcome.output,
        error: outcome.error.or(leak),
    }
}

/// Loops that may run in any order, in all programs of [`check_orders`].
static PARALLEL: AtomicU64 = AtomicU64::new(0);

/// How many parallel loops [`check_orders`] has seen.
pub fn parallel_loops() -> u64 {
    PARALLEL.load(Ordering::Relaxed)
}

/// Loops of the random nests that became kernels; their names begin with that of their function.
fn parallel_kernels(program: &Program) -> u64 {
    let is_nest = |function: &&mir::Function| {
        matches!(function.kind, FuncKind::Kernel(_)) && function.name.starts_with("nest")
    };
    program.functions.iter().filter(is_nest).count() as u64
}

/// Runs the program as it stands, and with its parallel loops in the opposite and in a random order.
pub fn check_orders(source: &str) -> Result<(), Disagreement> {
    let lowered = accepted(source)?;
    let oracle = oracle(&lowered)?;
    let program = guarded("passes", || optimised(&lowered))?;
    PARALLEL.fetch_add(parallel_kernels(&program), Ordering::Relaxed);
    for order in [Order::Reversed, Order::Shuffled(1)] {
        let engine = format!("interpreter, {order:?}");
        let found = guarded(&engine, || in_order(&program, order))?;
        compare(&engine, &oracle, &found)?;
    }
    Ok(())
}

/// Runs a step that may panic.
fn guarded<T>(engine: &str, step: impl FnOnce() -> T) -> Result<T, Disagreement> {
    catch_unwind(AssertUnwindSafe(step)).map_err(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Disagreement {
            engine: engine.to_owned(),
            what: format!("panic: {}", text.unwrap_or_default()),
            crashed: true,
            rejected: false,
        }
    })
}

fn compare(engine: &str, wanted: &Outcome, found: &Outcome) -> Result<(), Disagreement> {
    if wanted == found {
        return Ok(());
    }
    let differing = wanted
        .output
        .lines()
        .zip(found.output.lines())
        .find(|(wanted, found)| wanted != found);
    let what = match differing {
        Some((wanted, found)) => format!("instead of\n{wanted}\nit prints\n{found}"),
        None => format!(
            "instead of {:?} it ends with {:?}",
            wanted.error, found.error
        ),
    };
    Err(Disagreement {
        engine: engine.to_owned(),
        what,
        crashed: false,
        rejected: false,
    })
}

/// The program as it was lowered; a disagreement when it is not well-typed.
fn accepted(source: &str) -> Result<Program, Disagreement> {
    guarded("front end", || front(source))?.map_err(|what| rejected("front end", what))
}

/// What the program must do: what it does before any optimisation.
fn oracle(lowered: &Program) -> Result<Outcome, Disagreement> {
    let outcome = guarded("oracle", || interpreted(&plain(lowered)))?;
    match outcome.error {
        Some(error) => Err(rejected("oracle", format!("ends with {error}"))),
        None => Ok(outcome),
    }
}

fn rejected(engine: &str, what: String) -> Disagreement {
    Disagreement {
        engine: engine.into(),
        what,
        crashed: false,
        rejected: true,
    }
}

/// Runs the program on all engines.
pub fn check(source: &str) -> Result<(), Disagreement> {
    let lowered = accepted(source)?;
    let oracle = oracle(&lowered)?;
    let program = guarded("passes", || optimised(&lowered))?;
    let interpreter = "interpreter, optimised";
    let found = guarded(interpreter, || interpreted(&program))?;
    compare(interpreter, &oracle, &found)?;
    for lanes in [1, 4, 8] {
        let engine = format!("native, {lanes} lanes");
        let found = guarded(&engine, || native(&program, lanes))?;
        compare(&engine, &oracle, &found)?;
    }
    Ok(())
}

/// Runs `work` with the stack of a main thread.
pub fn on_large_stack(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let thread = thread.spawn_scoped(scope, work).expect("a thread");
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    });
}
