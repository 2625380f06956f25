//! What became of the program's loops: `--report=loops`, and warnings for those that stay serial.
//!
//! *Invariant:* verdicts are shown as the analysis gives them, in the order of files and lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::analysis::loops::verdict::Interchanged;
use crate::analysis::loops::verdict::{LoopVerdict, Obstacle, ObstacleKind, Outcome, ParallelLoop};
use crate::base::{Id, Span};
use crate::codegen::spmd::{self, SpmdOptions};
use crate::diag::{Code, Report};
use crate::lsp::host::LoopNote;
use crate::mir::kernel::{copied_arrays, kernel_data, parameter_slot};
use crate::mir::{
    AccessMode, FuncId, FuncKind, Function, Loc, Location, Op, Preparation, Program, StandsFor,
};

/// The report for people: a line per loop, details indented below it.
pub fn text(program: &Program, verdicts: &[LoopVerdict], kernels: &SpmdOptions) -> String {
    let mut out = String::new();
    for verdict in sorted(program, verdicts) {
        let place = &program.locations[verdict.loc];
        let _ = write!(out, "{}:{}: ", place.file, place.line);
        let _ = writeln!(
            out,
            "{} in {}: {}",
            subject(verdict),
            verdict.function,
            title(verdict)
        );
        for line in details(program, verdict, kernels) {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

/// The same as one JSON array.
pub fn json(program: &Program, verdicts: &[LoopVerdict], kernels: &SpmdOptions) -> String {
    let entries = sorted(program, verdicts).into_iter().map(|verdict| {
        let place = &program.locations[verdict.loc];
        let details: Vec<_> = details(program, verdict, kernels)
            .iter()
            .map(|line| quoted(line))
            .collect();
        format!(
            "  {{\"file\": {}, \"line\": {}, \"function\": {}, \"variable\": {}, \"depth\": {}, \
             \"verdict\": {}, \"details\": [{}]}}",
            quoted(&place.file),
            place.line,
            quoted(&verdict.function),
            quoted(&variable(verdict)),
            verdict.depth,
            quoted(word(verdict)),
            details.join(", "),
        )
    });
    format!("[\n{}\n]\n", entries.collect::<Vec<_>>().join(",\n"))
}

/// The same for editors, at the loops that the source has. What became of a loop in several instances of its function stands once, if it is the same.
pub fn notes(program: &Program, verdicts: &[LoopVerdict], kernels: &SpmdOptions) -> Vec<LoopNote> {
    let mut notes: Vec<LoopNote> = Vec::new();
    let loops = sorted(program, verdicts).into_iter();
    for verdict in loops.filter(|verdict| verdict.variable.is_some()) {
        let note = LoopNote {
            span: program.locations[verdict.loc].span,
            title: title(verdict),
            details: details(program, verdict, kernels),
        };
        let same = |it: &LoopNote| it.span == note.span && it.title == note.title;
        if !notes.iter().any(same) {
            notes.push(note);
        }
    }
    notes
}

/// A warning for every nest of loops that computes with elements of arrays and of which no part became a kernel, unless the source
/// asked for that, or it is a loop that nobody expects to be one (`analysis/loops/work.rs`).
///
/// One warning a nest, at its outermost loop; instances of one function give one warning together.
pub fn warnings(program: &Program, verdicts: &[LoopVerdict]) -> Vec<Report> {
    let mut reports = Vec::new();
    let sorted = sorted(program, verdicts);
    let mut functions: Vec<&str> = sorted
        .iter()
        .map(|verdict| verdict.function.as_str())
        .collect();
    functions.sort_unstable();
    functions.dedup();
    for function in functions {
        let loops: Vec<&LoopVerdict> = sorted
            .iter()
            .copied()
            .filter(|verdict| verdict.function == function)
            .collect();
        nests(program, &loops, &mut reports);
    }
    let mut different: Vec<Report> = Vec::new();
    for report in reports {
        if !different.iter().any(|other| other.span() == report.span()) {
            different.push(report);
        }
    }
    different
}

/// Walks the nests of loops in textual order.
fn nests(program: &Program, loops: &[&LoopVerdict], reports: &mut Vec<Report>) {
    let mut rest = loops;
    while let Some((outer, behind)) = rest.split_first() {
        let count = behind
            .iter()
            .take_while(|inner| inner.depth > outer.depth)
            .count();
        let (inner, after) = behind.split_at(count);
        rest = after;
        match &outer.outcome {
            Outcome::Serial(obstacle) => {
                let parallel_inside = inner
                    .iter()
                    .any(|verdict| matches!(verdict.outcome, Outcome::Parallel(_)));
                let indexes =
                    outer.indexes_arrays || inner.iter().any(|verdict| verdict.indexes_arrays);
                let parallel = parallel_inside && !only_for_memory(obstacle, inner);
                if parallel || outer.is_other_work {
                    nests(program, inner, reports);
                } else if indexes && !outer.is_small {
                    reports.push(warning(program, outer, obstacle));
                }
            }
            Outcome::Parallel(_)
            | Outcome::Dimension(_)
            | Outcome::InsideKernel(_)
            | Outcome::Jammed(_)
            | Outcome::Merged(_)
            | Outcome::TooSmall
            | Outcome::LongerInside
            | Outcome::ForcedSerial
            | Outcome::Interchanged(_) => {}
        }
    }
}

/// Whether loops within each other would be a kernel if they did not make arrays; what is parallel inside are the array
/// expressions that make them.
fn only_for_memory(obstacle: &Obstacle, inner: &[&LoopVerdict]) -> bool {
    let memory = |obstacle: &Obstacle| {
        matches!(
            obstacle.kind,
            ObstacleKind::DynamicMemory | ObstacleKind::DynamicOperator | ObstacleKind::ResultSize
        )
    };
    let mut loops = inner
        .iter()
        .filter(|verdict| verdict.variable.is_some())
        .peekable();
    let serial =
        |verdict: &&&LoopVerdict| matches!(&verdict.outcome, Outcome::Serial(why) if memory(why));
    memory(obstacle) && loops.peek().is_some() && loops.all(|verdict| serial(&verdict))
}

fn warning(program: &Program, verdict: &LoopVerdict, obstacle: &Obstacle) -> Report {
    let span = program.locations[verdict.loc].span;
    let mut report = Report::new(
        Code::SerialLoop,
        span,
        obstacle.message().trim_end_matches(['.', '!']),
    )
    .label("this loop stays serial")
    .note(obstacle.detail())
    .maybe_help(obstacle.advice());
    for place in other_places(program, verdict.loc, obstacle) {
        report = report.also(place, role(obstacle.kind));
    }
    report
}

/// What the statements of an obstacle are to the loop.
fn role(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::ElementConflict
        | ObstacleKind::UnknownElement
        | ObstacleKind::RoundedChange
        | ObstacleKind::Carried
        | ObstacleKind::LastValue => "clashes",
        ObstacleKind::CaughtValue
        | ObstacleKind::Strings
        | ObstacleKind::Objects
        | ObstacleKind::Cells
        | ObstacleKind::Polymorphic
        | ObstacleKind::Statement
        | ObstacleKind::Break
        | ObstacleKind::Continue
        | ObstacleKind::Slice
        | ObstacleKind::DynamicMemory
        | ObstacleKind::DynamicOperator
        | ObstacleKind::ResultSize
        | ObstacleKind::HostCall
        | ObstacleKind::Method
        | ObstacleKind::FunctionValue
        | ObstacleKind::TooManyIterations => "for this reason",
    }
}

/// The places of an obstacle that the loop's own label does not show.
fn other_places(program: &Program, loc: Loc, obstacle: &Obstacle) -> Vec<Span> {
    let mut spans: Vec<_> = obstacle
        .places
        .iter()
        .filter(|place| place.index() != 0 && **place != loc)
        .collect();
    spans.dedup();
    spans
        .into_iter()
        .map(|place| program.locations[*place].span)
        .collect()
}

/// The verdicts in the order of the text. A copy of a loop for variables that hold no whole numbers is left out beside the other one.
fn sorted<'v>(program: &Program, verdicts: &'v [LoopVerdict]) -> Vec<&'v LoopVerdict> {
    let key = |verdict: &&LoopVerdict| {
        let Location {
            file, line, column, ..
        } = &program.locations[verdict.loc];
        (file.clone(), *line, *column, verdict.depth)
    };
    let of = |verdict: &LoopVerdict| (verdict.function.clone(), verdict.loc);
    let usual: BTreeSet<_> = verdicts
        .iter()
        .filter(|verdict| !verdict.is_fractional)
        .map(of)
        .collect();
    let mut sorted: Vec<_> = verdicts
        .iter()
        .filter(|verdict| !verdict.is_fractional || !usual.contains(&of(verdict)))
        .collect();
    sorted.sort_by_key(key);
    sorted
}

/// What a line of the report is about. Loops without a variable were made for array expressions.
fn subject(verdict: &LoopVerdict) -> String {
    match (&verdict.variable, &verdict.outcome) {
        (Some(variable), _) => format!("loop over {variable}"),
        (None, Outcome::Interchanged(_)) => "the positions".to_owned(),
        (None, _) => "array expression".to_owned(),
    }
}

fn variable(verdict: &LoopVerdict) -> String {
    match (&verdict.variable, &verdict.outcome) {
        (Some(variable), _) => variable.clone(),
        (None, Outcome::Interchanged(_)) => "the position".to_owned(),
        (None, _) => "an array expression".to_owned(),
    }
}

/// One word for programs that read the report.
fn word(verdict: &LoopVerdict) -> &'static str {
    match verdict.outcome {
        Outcome::Parallel(_) => "parallel",
        Outcome::Dimension(_) => "dimension",
        Outcome::InsideKernel(_) => "inside kernel",
        Outcome::Jammed(_) => "unrolled",
        Outcome::Merged(_) => "merged",
        Outcome::Serial(_) => "serial",
        Outcome::TooSmall => "too small",
        Outcome::LongerInside => "longer inside",
        Outcome::ForcedSerial => "forced serial",
        Outcome::Interchanged(_) => "interchanged",
    }
}

fn title(verdict: &LoopVerdict) -> String {
    let part = match &verdict.part {
        Some(part) => format!(" {part}"),
        None => String::new(),
    };
    match &verdict.outcome {
        Outcome::Parallel(found) => match found.dimensions.len() {
            1 => format!("parallel{part}"),
            dimensions => format!("parallel{part}, {dimensions} dimensions"),
        },
        Outcome::Dimension(_) => format!("parallel{part}, a dimension of the loop around it"),
        Outcome::InsideKernel(_) => "serial inside a parallel loop".to_owned(),
        Outcome::Jammed(_) => "unrolled inside a parallel loop".to_owned(),
        Outcome::Merged(_) => "part of another expression, without an array of its own".to_owned(),
        Outcome::Serial(_) => "serial".to_owned(),
        Outcome::TooSmall => "serial, too little work to be parallel".to_owned(),
        Outcome::LongerInside => {
            "serial, as the loops inside are parallel and have more iterations".to_owned()
        }
        Outcome::ForcedSerial => "serial, as the source says".to_owned(),
        Outcome::Interchanged(_) => "dimensions interchanged".to_owned(),
    }
}

fn details(program: &Program, verdict: &LoopVerdict, kernels: &SpmdOptions) -> Vec<String> {
    match &verdict.outcome {
        Outcome::Parallel(found) => parallel_details(program, found, kernels),
        Outcome::Serial(obstacle) => obstacle_details(program, obstacle),
        Outcome::Merged(into) => {
            let Location { file, line, .. } = &program.locations[*into];
            vec![format!("computed at {file}:{line}")]
        }
        Outcome::Interchanged(found) => interchanged_details(program, found, kernels),
        Outcome::Dimension(_)
        | Outcome::InsideKernel(_)
        | Outcome::Jammed(_)
        | Outcome::TooSmall
        | Outcome::LongerInside
        | Outcome::ForcedSerial => Vec::new(),
    }
}

fn parallel_details(program: &Program, found: &ParallelLoop, kernels: &SpmdOptions) -> Vec<String> {
    // Below -O2 verdicts are given, but no kernels made.
    let mut lines = match program.functions.get(found.kernel) {
        Some(_) => kernel_details(program, found, kernels),
        None => vec!["left serial: kernels are made at -O2".to_owned()],
    };
    if let Some(order) = &found.order {
        let what = match order.interchanged {
            true => "loops interchanged",
            false => "body divided, a kernel over",
        };
        lines.push(format!("{what}: {}", order.variables.join(", ")));
    }
    if let Some(fewest) = found.fewest {
        lines.push(format!(
            "a loop of the host where it has fewer than {fewest} iterations"
        ));
    }
    for name in &found.expanded {
        let array = match name.is_empty() {
            true => "an array that is made in the loop".to_owned(),
            false => format!("`{name}`"),
        };
        lines.push(format!("{array} has an element for each iteration"));
    }
    for (name, op) in &found.accumulators {
        lines.push(format!("`{name}` is combined by {}", op.name()));
    }
    for (left, right) in &found.different {
        lines.push(format!(
            "runs serially where `{left}` and `{right}` are one array"
        ));
    }
    if let Some(obstacle) = &found.forced_over {
        lines.push("forced by the source, although:".to_owned());
        lines.extend(obstacle_details(program, obstacle));
    }
    lines
}

/// The dimensions of a kernel of the program in their new order, as parts of its position.
fn interchanged_details(
    program: &Program,
    found: &Interchanged,
    kernels: &SpmdOptions,
) -> Vec<String> {
    let function = &program.functions[found.kernel];
    let order = found.order.iter().map(|at| format!("[{at}]"));
    let order: Vec<_> = order.collect();
    let along = order.last().expect("a kernel has a dimension");
    let vectors = spmd::vectors(program, found.kernel, kernels);
    let mut lines = vec![
        format!("over {}", order.join(", ")),
        format!("vectors along {along}: {vectors}"),
        bounds_checks(function, program),
    ];
    if found.repeats {
        let again =
            "after an error the launch is repeated in the order of the text, which finds the first";
        lines.push(again.to_owned());
    }
    lines
}

/// The kernel, its dimensions, its vectors and the accesses that are still tested.
fn kernel_details(program: &Program, found: &ParallelLoop, kernels: &SpmdOptions) -> Vec<String> {
    let function = &program.functions[found.kernel];
    let mut lines = vec![format!("kernel {}", function.name)];
    let launches = launches(program, found.kernel);
    if launches > 1 {
        lines.push(format!("launched at {launches} places"));
    }
    let variables: Vec<&str> = found
        .dimensions
        .iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let mut along = String::new();
    if !variables.is_empty() {
        lines.push(format!("over {}", variables.join(", ")));
        // Loops over arrays of equal sizes are one dimension from the start.
        let rank = kernel_data(function).position.len();
        let row = match rank < variables.len() {
            true => variables.len(),
            false => spmd::dimensions_in_a_row(function, kernels).min(variables.len()),
        };
        along = format!(" along {}", variables[variables.len() - row..].join(", "));
    }
    if spmd::has_sums_in_lanes(function, kernels) {
        let mut updates = false;
        function
            .body
            .for_each_stmt(&mut |stmt| updates |= matches!(stmt.op, Op::Atomic(..)));
        let inside = if updates { "loops" } else { "sums" };
        along = format!(" along the {inside} inside");
    }
    let vectors = spmd::vectors(program, found.kernel, kernels);
    lines.push(format!("vectors{along}: {vectors}"));
    lines.push(bounds_checks(function, program));
    lines.extend(copies(function));
    lines.extend(prepared(program, found.kernel, kernels));
    lines
}

/// The kernels that stand for one where its launch makes tables or copies before, and what those are for.
fn prepared(program: &Program, kernel: FuncId, kernels: &SpmdOptions) -> Vec<String> {
    let standing = |kernel, by| {
        let wanted = Some(StandsFor { kernel, by });
        let mut functions = program.functions.iter_enumerated();
        let found = functions.find(
            |(_, one)| matches!(&one.kind, FuncKind::Kernel(data) if data.stands_for == wanted),
        );
        found.map(|(id, _)| id)
    };
    let tabled = standing(kernel, Preparation::Tables);
    let mut lines = Vec::new();
    if tabled.is_some() {
        let line = "elementary functions of the indices inside come from tables, where many positions read them";
        lines.push(line.to_owned());
    }
    let kernels_read = [Some(kernel), tabled].into_iter().flatten();
    let packed = kernels_read.filter_map(|one| standing(one, Preparation::Packing));
    for packed in packed {
        lines.push(format!(
            "operands that lie apart are packed before, where each element is read often, then vectors: {}",
            spmd::vectors(program, packed, kernels)
        ));
    }
    lines
}

/// The arrays that chunks change in copies of their own.
fn copies(kernel: &Function) -> Option<String> {
    let copied = copied_arrays(kernel).list;
    let name = |slot: i32| {
        let parameter = (0..kernel.params.len())
            .find(|at| parameter_slot(kernel_data(kernel), *at) as i32 == slot)?;
        let name = kernel.locals[kernel.params[parameter]].name.as_ref()?;
        Some(format!("`{name}`"))
    };
    let names = copied
        .iter()
        .map(|one| name(one.slot).unwrap_or_else(|| "an array".to_owned()));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| {
        format!(
            "each chunk changes a copy of {}, where that is worth the memory",
            names.join(", ")
        )
    })
}

/// How many launches of a kernel the program has.
fn launches(program: &Program, kernel: FuncId) -> usize {
    let mut count = 0;
    for function in &program.functions {
        function.body.for_each_stmt(&mut |stmt| {
            count += usize::from(stmt.op.callee() == Some(kernel));
        });
    }
    count
}

/// The accesses that ask where they are, by array: those outside raise an error, give zero or go elsewhere.
fn bounds_checks(kernel: &Function, program: &Program) -> String {
    let mut checks: BTreeMap<String, usize> = BTreeMap::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &stmt.op
            && access.mode != AccessMode::Unchecked
        {
            let name = access
                .name
                .map_or("an array", |name| program.strings[name].as_str());
            let check = format!("`{name}` {}", access.mode.name());
            *checks.entry(check).or_default() += 1;
        }
    });
    let list = checks.iter().map(|(check, count)| match count {
        1 => check.clone(),
        count => format!("{check} ({count})"),
    });
    match checks.is_empty() {
        true => "bounds checks left: none".to_owned(),
        false => format!(
            "bounds checks left: {}",
            list.collect::<Vec<_>>().join(", ")
        ),
    }
}

fn obstacle_details(program: &Program, obstacle: &Obstacle) -> Vec<String> {
    let mut lines = vec![obstacle.message().to_owned(), obstacle.detail()];
    for place in obstacle.places.iter().filter(|place| place.index() != 0) {
        let Location {
            file, line, column, ..
        } = &program.locations[*place];
        lines.push(format!("at {file}:{line}:{column}"));
    }
    lines.extend(obstacle.advice().map(|advice| format!("advice: {advice}")));
    lines
}

/// A JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::loops::verdict::ObstacleKind;
    use crate::mir::parse;

    /// A program with places in lines 3, 7 and 8, and the kernel of the loop in line 3.
    const PROGRAM: &str = r#"
entry main
host main() {                            @1
}
kernel main$loop3() at [v0, v1] from loop { @1
    return
}
at 1 "a.q" 3:5 0:3..3 in "main"
at 2 "a.q" 7:5 0:7..7 in "main"
at 3 "a.q" 8:5 0:8..8 in "main"
"#;

    /// A program with a serial loop in line 7 and a parallel one in line 3.
    fn example() -> (Program, Vec<LoopVerdict>) {
        let program = parse::program(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
        let [first, second, place] = [1, 2, 3].map(Loc::from_index);
        let kernel = FuncId::from_index(1);
        let verdict = |loc, outcome| LoopVerdict {
            function: "main".to_owned(),
            loc,
            variable: Some("k".to_owned()),
            depth: 0,
            indexes_arrays: true,
            is_other_work: false,
            is_small: false,
            is_fractional: false,
            outcome,
            part: None,
        };
        let obstacle = Obstacle::at(ObstacleKind::Carried, "total", place);
        let found = ParallelLoop {
            kernel,
            dimensions: ["k", "m"].map(|name| Some(name.to_owned())).to_vec(),
            accumulators: vec![("sum".to_owned(), quasar_abi::AccumulatorOp::Add)],
            different: vec![],
            forced_over: None,
            order: None,
            fewest: None,
            expanded: Vec::new(),
        };
        let verdicts = vec![
            verdict(second, Outcome::Serial(obstacle)),
            verdict(first, Outcome::Parallel(found)),
        ];
        (program, verdicts)
    }

    #[test]
    fn loops_are_told_in_the_order_of_lines() {
        let (program, verdicts) = example();
        let text = text(&program, &verdicts, &SpmdOptions::default());
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[0],
            "a.q:3: loop over k in main: parallel, 2 dimensions"
        );
        assert_eq!(lines[1..3], ["    kernel main$loop3", "    over k, m"]);
        assert!(lines[3].starts_with("    vectors along m: 16, 8, 4 lanes"));
        assert_eq!(
            lines[4..6],
            [
                "    bounds checks left: none",
                "    `sum` is combined by add"
            ]
        );
        assert_eq!(lines[6], "a.q:7: loop over k in main: serial");
        assert!(
            text.contains("    at a.q:8:5\n    advice: assign `total`"),
            "{text}"
        );
    }

    #[test]
    fn json_has_one_object_per_loop() {
        let (program, verdicts) = example();
        let json = json(&program, &verdicts, &SpmdOptions::default());
        assert_eq!(json.matches("\"line\": ").count(), 2);
        assert!(json.contains("\"verdict\": \"serial\""), "{json}");
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
    }

    #[test]
    fn serial_loops_over_arrays_are_warned_of() {
        let (program, mut verdicts) = example();
        let reports = warnings(&program, &verdicts);
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].code, Code::SerialLoop);
        assert_eq!(reports[0].labels.len(), 2);
        verdicts[0].indexes_arrays = false;
        assert!(warnings(&program, &verdicts).is_empty());
    }
}
