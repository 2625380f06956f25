//! The verdicts as text for `--report=loops`, as JSON, and as warnings.
//!
//! *Invariant:* the line of a loop starts with its file and line; what explains it is indented below.

use super::verdict::{LoopVerdict, Obstacle, Outcome, ParallelLoop};
use crate::base::IndentWriter;
use crate::diag::{Code, Report};
use crate::mir::{AccumulatorOp, FuncId, Loc, Program};

/// The verdicts, a paragraph for each loop.
pub fn text(program: &Program, verdicts: &[LoopVerdict]) -> String {
    let mut writer = IndentWriter::new();
    for verdict in verdicts {
        writer.line(&headline(program, verdict));
        writer.indented(|inner| explain(program, verdict, inner));
    }
    writer.finish()
}

fn headline(program: &Program, verdict: &LoopVerdict) -> String {
    let place = &program.locations[verdict.loc];
    let variable = verdict.variable.as_deref().unwrap_or("_");
    let outcome = summary(program, &verdict.outcome);
    format!(
        "{}:{}:{}: for {variable}: {outcome}",
        place.file, place.line, place.column
    )
}

fn summary(program: &Program, outcome: &Outcome) -> String {
    let name = |kernel: &FuncId| {
        program
            .functions
            .get(*kernel)
            .map_or("a kernel", |kernel| &kernel.name)
    };
    match outcome {
        Outcome::Parallel(parallel) => {
            let plural = if parallel.dimensions == 1 { "" } else { "s" };
            format!(
                "parallel, {} dimension{plural}, kernel {}",
                parallel.dimensions,
                name(&parallel.kernel)
            )
        }
        Outcome::Dimension(kernel) => format!("parallel, a dimension of kernel {}", name(kernel)),
        Outcome::InsideKernel(kernel) => format!("serial inside kernel {}", name(kernel)),
        Outcome::Serial(_) => "serial".to_string(),
        Outcome::TooSmall => "serial, too small to pay".to_string(),
        Outcome::ForcedSerial => "serial, as the source says".to_string(),
    }
}

fn explain(program: &Program, verdict: &LoopVerdict, writer: &mut IndentWriter) {
    match &verdict.outcome {
        Outcome::Parallel(parallel) => explain_parallel(parallel, writer),
        Outcome::Serial(obstacle) => explain_obstacle(program, obstacle, writer),
        Outcome::Dimension(_)
        | Outcome::InsideKernel(_)
        | Outcome::TooSmall
        | Outcome::ForcedSerial => {}
    }
}

fn explain_parallel(parallel: &ParallelLoop, writer: &mut IndentWriter) {
    for (name, op) in &parallel.accumulators {
        writer.line(&format!("`{name}` is accumulated by {}", operator(*op)));
    }
    for (left, right) in &parallel.different {
        writer.line(&format!("unless `{left}` and `{right}` turn out to be the same array, which is tested when the program runs"));
    }
    if let Some(obstacle) = &parallel.forced_over {
        writer.line(&format!(
            "because the source says so; otherwise: {}",
            obstacle.message()
        ));
        writer.line(&obstacle.detail());
    }
}

fn explain_obstacle(program: &Program, obstacle: &Obstacle, writer: &mut IndentWriter) {
    writer.line(obstacle.message());
    let lines: Vec<String> = obstacle
        .places
        .iter()
        .map(|&place| program.locations[place].line.to_string())
        .collect();
    let plural = if lines.len() == 1 { "" } else { "s" };
    writer.line(&format!(
        "{} (line{plural} {})",
        obstacle.detail(),
        lines.join(" and ")
    ));
    if let Some(advice) = obstacle.advice() {
        writer.line(&format!("help: {advice}"));
    }
}

fn operator(op: AccumulatorOp) -> &'static str {
    match op {
        AccumulatorOp::Add => "+=",
        AccumulatorOp::Mul => "*=",
        AccumulatorOp::Min => "__=",
        AccumulatorOp::Max => "^^=",
        AccumulatorOp::And => "&=",
        AccumulatorOp::Or => "|=",
        AccumulatorOp::Xor => "~=",
    }
}

/// The verdicts as a JSON array with an object for each loop.
pub fn json(program: &Program, verdicts: &[LoopVerdict]) -> String {
    let objects: Vec<String> = verdicts
        .iter()
        .map(|verdict| format!("  {}", object(program, verdict)))
        .collect();
    if objects.is_empty() {
        return "[]\n".to_string();
    }
    format!("[\n{}\n]\n", objects.join(",\n"))
}

fn object(program: &Program, verdict: &LoopVerdict) -> String {
    let place = &program.locations[verdict.loc];
    let mut fields = vec![
        ("file", quoted(&place.file)),
        ("line", place.line.to_string()),
        ("column", place.column.to_string()),
        ("function", quoted(&verdict.function)),
        (
            "variable",
            verdict
                .variable
                .as_deref()
                .map_or("null".to_string(), quoted),
        ),
        ("depth", verdict.depth.to_string()),
        ("verdict", quoted(word(&verdict.outcome))),
    ];
    match &verdict.outcome {
        Outcome::Parallel(parallel) => parallel_fields(program, parallel, &mut fields),
        Outcome::Dimension(kernel) | Outcome::InsideKernel(kernel) => {
            fields.push(("kernel", kernel_name(program, *kernel)));
        }
        Outcome::Serial(obstacle) => obstacle_fields(program, obstacle, &mut fields),
        Outcome::TooSmall | Outcome::ForcedSerial => {}
    }
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("\"{name}\": {value}"))
        .collect();
    format!("{{{}}}", fields.join(", "))
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Parallel(_) => "parallel",
        Outcome::Dimension(_) => "dimension",
        Outcome::InsideKernel(_) => "inside-kernel",
        Outcome::Serial(_) => "serial",
        Outcome::TooSmall => "too-small",
        Outcome::ForcedSerial => "forced-serial",
    }
}

fn parallel_fields(program: &Program, parallel: &ParallelLoop, fields: &mut Vec<(&str, String)>) {
    let accumulator = |(name, op): &(String, AccumulatorOp)| {
        format!("[{}, {}]", quoted(name), quoted(operator(*op)))
    };
    let accumulators: Vec<String> = parallel.accumulators.iter().map(accumulator).collect();
    let pair = |(left, right): &(String, String)| format!("[{}, {}]", quoted(left), quoted(right));
    let different: Vec<String> = parallel.different.iter().map(pair).collect();
    fields.push(("kernel", kernel_name(program, parallel.kernel)));
    fields.push(("dimensions", parallel.dimensions.to_string()));
    fields.push(("accumulators", format!("[{}]", accumulators.join(", "))));
    fields.push(("different", format!("[{}]", different.join(", "))));
    fields.push(("forced", parallel.forced_over.is_some().to_string()));
}

fn obstacle_fields(program: &Program, obstacle: &Obstacle, fields: &mut Vec<(&str, String)>) {
    let lines: Vec<String> = obstacle
        .places
        .iter()
        .map(|&place| program.locations[place].line.to_string())
        .collect();
    fields.push(("message", quoted(obstacle.message())));
    fields.push(("reason", quoted(&obstacle.detail())));
    fields.push(("name", quoted(&obstacle.name)));
    fields.push(("lines", format!("[{}]", lines.join(", "))));
    fields.push((
        "help",
        obstacle
            .advice()
            .map_or("null".to_string(), |text| quoted(&text)),
    ));
}

fn kernel_name(program: &Program, kernel: FuncId) -> String {
    program
        .functions
        .get(kernel)
        .map_or("null".to_string(), |kernel| quoted(&kernel.name))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c < ' ' => quoted.push_str(&format!("\\u{:04x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A warning for each nest that indexes arrays and of which no loop became a kernel.
pub fn warnings(program: &Program, verdicts: &[LoopVerdict]) -> Vec<Report> {
    let starts = (0..verdicts.len()).filter(|&at| verdicts[at].depth == 0);
    let nests = starts.map(|start| {
        let inner = verdicts[start + 1..]
            .iter()
            .take_while(|verdict| verdict.depth > 0)
            .count();
        &verdicts[start..=start + inner]
    });
    nests.filter_map(|nest| warning(program, nest)).collect()
}

fn warning(program: &Program, nest: &[LoopVerdict]) -> Option<Report> {
    let outermost = &nest[0];
    let parallel = nest
        .iter()
        .any(|verdict| matches!(verdict.outcome, Outcome::Parallel(_)));
    let Outcome::Serial(obstacle) = &outermost.outcome else {
        return None;
    };
    if parallel || !outermost.indexes_arrays || outermost.is_small || outermost.loc == nowhere() {
        return None;
    }
    let span = |loc: Loc| program.locations[loc].span;
    let message = obstacle.message().trim_end_matches('.');
    let label = "this loop stays serial";
    let mut report = Report::new(Code::SerialLoop, span(outermost.loc), message).label(label);
    for (number, &place) in obstacle.places.iter().enumerate() {
        let text = if number == 0 {
            obstacle.detail()
        } else {
            "and here".to_string()
        };
        report = report.also(span(place), text);
    }
    Some(report.maybe_help(obstacle.advice()))
}

fn nowhere() -> Loc {
    crate::base::Id::from_index(0)
}
