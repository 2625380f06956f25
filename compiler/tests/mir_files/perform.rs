//! What the lines `test …` of a file ask for.
//!
//! *Invariant:* a row that is left out is left out wherever it would have run, and nothing else differs.

use super::case::{Case, Command};
use super::checks;
use super::native::{self, Outcome};
use super::settings::Wanted;
use super::source::{self, Lowered};
use qc::codegen::cpu::target::Effort;
use qc::codegen::cuda;
use qc::codegen::spmd::{self, SpmdOptions};
use qc::driver::{fusion, loops};
use qc::mir::interpret::{self, Order};
use qc::mir::passes::ownership::ownership;
use qc::mir::{self, FuncKind, Op, Program, parse, print, verify};
use qc::opt::pipeline::{self, Nobody, Of, PASSES, Pass, Settings};
use qc::resolve::fusion::Requests;

/// No function asks for fusion.
static NO_REQUESTS: Requests = Requests::NONE;

/// Does what a file asks for, without a row if one is named. What is wrong, if something is.
pub fn perform(case: &Case, without: Option<&str>) -> Result<(), String> {
    for command in &case.commands {
        let done = one(case, command, without);
        done.map_err(|why| format!("{}:{why}", case.name))?;
    }
    Ok(())
}

fn one(case: &Case, command: &Command, without: Option<&str>) -> Result<(), String> {
    let words = command.words.as_slice();
    match command.kind.as_str() {
        "parse" => {
            let error = parse::program(&case.text).err();
            let error = error.ok_or(" it can be read")?;
            asserted(case, &format!("{error}\n"), "", without)
        }
        "verify" => {
            let found = verify::check(&read(case)?.program);
            let text: String = found.iter().map(|one| one.message.clone() + "\n").collect();
            asserted(case, &text, "", without)
        }
        "opt" => {
            let (names, settings) = words.split_first().ok_or(" no pass is named")?;
            opt(case, names, &Wanted::of(settings)?, without)
        }
        "analysis" => {
            let (_, settings) = words.split_first().ok_or(" no analysis is named")?;
            dependence(case, &Wanted::of(settings)?, without)
        }
        "run" => run(case, &Wanted::of(words)?, without),
        "spmd" => spmd_text(case, &Wanted::of(words)?, without),
        "cuda" => cuda_text(case, &Wanted::of(words)?, without),
        other => Err(format!(" `test {other}` is nothing that can be done")),
    }
}

/// The program of a file before all passes.
fn read(case: &Case) -> Result<Lowered, String> {
    if !case.is_mir {
        return source::lowered(&case.name, &case.text).map_err(|why| format!(" {why}"));
    }
    let program = parse::program(&case.text).map_err(|error| error.to_string())?;
    Ok(Lowered {
        program,
        switches: Default::default(),
        requests: Requests::NONE,
        origins: Vec::new(),
    })
}

/// The program of a file before a row: a text of MIR is that already.
fn before(
    case: &Case,
    first: &str,
    wanted: &Wanted,
    without: Option<&str>,
) -> Result<Lowered, String> {
    let mut read = read(case)?;
    if case.is_mir {
        read.switches = wanted.switches.clone();
        let broken = verify::check(&read.program);
        if let Some(one) = broken.first() {
            return Err(format!(" the program breaks a rule: {}", one.message));
        }
        return Ok(read);
    }
    let at = |name: &str| PASSES.iter().position(|pass| pass.name == name);
    let end = at(first).ok_or_else(|| format!(" no pass is named {first}"))?;
    let settings = wanted.settings(&read.switches, &read.requests);
    let chosen = |pass: &Pass| at(pass.name) < Some(end) && Some(pass.name) != without;
    pipeline::watch_some(&mut read.program, &settings, chosen, &mut Nobody);
    Ok(read)
}

/// `test opt`.
fn opt(case: &Case, names: &str, wanted: &Wanted, without: Option<&str>) -> Result<(), String> {
    let names: Vec<&str> = names.split(',').collect();
    for name in &names {
        let pass = pipeline::pass(name).ok_or_else(|| format!(" no pass is named {name}"))?;
        let ruled_out = !pass.levels.has(wanted.level);
        let none = Settings {
            level: wanted.level,
            ..wanted.settings(&wanted.switches, &NO_REQUESTS)
        };
        if ruled_out || pass.only.is_ruled_out(&none) {
            return Err(format!(" `{name}` does not run with these settings"));
        }
    }
    let first = names.first().copied().unwrap_or_default();
    let read = before(case, first, wanted, without)?;
    let settings = wanted.settings(&read.switches, &read.requests);
    let mut program = read.program.clone();
    let chosen = |pass: &Pass| names.contains(&pass.name) && Some(pass.name) != without;
    let mut told = pipeline::watch_some(&mut program, &settings, chosen, &mut Nobody);
    if let Some(found) = &mut told {
        qc::analysis::loops::source::name_reasons(&program, &read.origins, &mut found.verdicts);
    }
    if let Some(one) = verify::check(&program).first() {
        let text = print::program(&program);
        return Err(format!(
            " the verifier refuses the result: {}\n{text}",
            one.message
        ));
    }
    let (was, is) = (print::program(&read.program), print::program(&program));
    // What the pass that counts makes is compared with what nobody has counted.
    let counts = !names.contains(&"ownership");
    let expected = interpreted(&read.program, wanted.order, counts);
    let found = interpreted(&program, wanted.order, true);
    if expected != found && !names.contains(&"numbers") && !names.contains(&"platform") {
        return Err(format!(
            " the program did {expected:?} before and does {found:?}\n{is}"
        ));
    }
    if is == was
        && case
            .checks
            .iter()
            .any(|check| check.kind == checks::Kind::Unchanged)
    {
        // What is told of the loops is no part of the program.
        return asserted(case, &is, &was, without);
    }
    asserted(
        case,
        &(is + &told_of(&program, told.unwrap_or_default())),
        &was,
        without,
    )
}

/// What became of loops and launches, as the reports say it.
fn told_of(program: &Program, found: pipeline::Found) -> String {
    let verdicts = loops::text(program, &found.verdicts, &SpmdOptions::default());
    format!("\n{verdicts}{}", fusion::text(program, &found.decisions))
}

/// Compares a text with what the file says of it.
fn asserted(case: &Case, text: &str, before: &str, without: Option<&str>) -> Result<(), String> {
    checks::compare(&case.checks, text, before)?;
    let Some((line, expected)) = &case.result else {
        return Ok(());
    };
    let found: Vec<&str> = text.lines().map(str::trim_end).collect();
    if found == *expected {
        return Ok(());
    }
    if without.is_none() && std::env::var_os("QC_BLESS").is_some_and(|value| value == "1") {
        return bless(case, *line, &found);
    }
    let pairs = expected
        .iter()
        .map(String::as_str)
        .chain(std::iter::repeat(""));
    let first = pairs.zip(&found).position(|(one, other)| one != *other);
    let first = first.unwrap_or(found.len());
    let shown = expected.get(first).map_or("nothing", String::as_str);
    let is = found.get(first).copied().unwrap_or("nothing");
    Err(format!(
        "{}: the result is another one\n  expected: {shown}\n  found: {is}\n{text}",
        line + 1 + first
    ))
}

/// Writes the result into the file.
fn bless(case: &Case, line: usize, found: &[&str]) -> Result<(), String> {
    let text = std::fs::read_to_string(&case.path).map_err(|error| error.to_string())?;
    let mark = if case.is_mir { ";" } else { "%" };
    let kept = text.lines().take(line).map(str::to_owned);
    let written = found
        .iter()
        .map(|one| format!("{mark} {one}").trim_end().to_owned());
    let lines: Vec<String> = kept.chain(written).collect();
    std::fs::write(&case.path, lines.join("\n") + "\n").map_err(|error| error.to_string())
}

/// Whether a program counts references.
fn is_counted(program: &Program) -> bool {
    let mut counted = false;
    for function in &program.functions {
        counted |= !function.owned.is_empty();
        function.body.for_each_stmt(&mut |stmt| {
            counted |= matches!(stmt.op, Op::Retain(_) | Op::Release(_));
        });
    }
    counted
}

/// What a program does. With references counted: some rows ask how many owners an array has.
fn interpreted(program: &Program, order: Order, counted: bool) -> Outcome {
    let mut program = program.clone();
    if counted && !is_counted(&program) {
        ownership(&mut program);
    }
    let options = interpret::Options {
        order,
        depth_limit: 200,
        counted,
    };
    let outcome = interpret::execute(&program, options);
    let failure = outcome.failure.map(|failure| failure.message);
    let leak = (counted && outcome.leaked != 0).then(|| "a leak".to_owned());
    Outcome {
        output: outcome.output,
        error: failure.or(leak),
    }
}

/// `test analysis dependence`.
fn dependence(case: &Case, wanted: &Wanted, without: Option<&str>) -> Result<(), String> {
    let mut read = before(case, "producer-consumer", wanted, without)?;
    let verdicts = qc::opt::loops::verdicts_alone(&mut read.program, &wanted.loops);
    let text = loops::text(&read.program, &verdicts, &SpmdOptions::default());
    asserted(case, &text, "", without)
}

/// A program behind all passes, for processors.
fn finished(
    case: &Case,
    wanted: &Wanted,
    without: Option<&str>,
) -> Result<(Program, Program), String> {
    let read = before(case, "switches", wanted, without)?;
    let settings = wanted.settings(&read.switches, &read.requests);
    let mut program = read.program;
    let is_done = case.is_mir && is_counted(&program);
    let chosen = |pass: &Pass| pass.of == Of::Program && Some(pass.name) != without && !is_done;
    pipeline::watch_some(&mut program, &settings, chosen, &mut Nobody);
    let copy = pipeline::for_processors(&program, &settings, &mut Nobody);
    let copy = copy.unwrap_or_else(|| program.clone());
    Ok((program, copy))
}

/// `test run`.
fn run(case: &Case, wanted: &Wanted, without: Option<&str>) -> Result<(), String> {
    let plain = before(case, "switches", wanted, without)?.program;
    let (_, program) = finished(case, wanted, without)?;
    let lines: String = case.output.iter().map(|line| format!("{line}\n")).collect();
    let expected = Outcome {
        output: lines,
        error: case.error.clone(),
    };
    let found = interpreted(&plain, wanted.order, true);
    if found != expected {
        return Err(format!(" the interpreter does {found:?}, not {expected:?}"));
    }
    for &lanes in &wanted.lanes {
        let options = SpmdOptions {
            lanes,
            strict: true,
            ..SpmdOptions::default()
        };
        let (found, _) = native::run(&program, &options, Effort::None);
        if found != expected {
            return Err(format!(
                " code of {lanes} lanes does {found:?}, not {expected:?}"
            ));
        }
    }
    Ok(())
}

/// `test spmd`.
fn spmd_text(case: &Case, wanted: &Wanted, without: Option<&str>) -> Result<(), String> {
    let program = finished(case, wanted, without)?.1;
    let options = SpmdOptions {
        lanes: wanted.lanes.first().copied().unwrap_or(4),
        ..SpmdOptions::default()
    };
    asserted(case, &spmd::print_kernels(&program, &options), "", without)
}

/// `test cuda`.
fn cuda_text(case: &Case, wanted: &Wanted, without: Option<&str>) -> Result<(), String> {
    let program: mir::Program = finished(case, wanted, without)?.0;
    let text = cuda::module(
        &program,
        cuda::TextStyle::Readable(None),
        cuda::Arithmetic::EXACT,
    );
    asserted(case, &(text + &tiles(&program)), "", without)
}

/// What the runtime is told of the positions of a thread, a line for each kernel that has several: the text does not say all of it.
fn tiles(program: &Program) -> String {
    let kernels = program.functions.iter();
    let tiles = kernels.filter_map(|kernel| {
        let is_kernel = matches!(kernel.kind, FuncKind::Kernel(_));
        let tile = is_kernel.then(|| cuda::tile::of(kernel)).flatten()?;
        let width = match tile.width {
            Some(width) => format!("blocks {width} wide"),
            None => "any blocks".to_owned(),
        };
        let (name, adjacent, columns) = (&kernel.name, tile.adjacent, tile.columns);
        Some(format!("tile of {name}: {adjacent} x {columns}, {width}\n"))
    });
    tiles.collect()
}
