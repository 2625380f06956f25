//! What became of launches that follow each other: `--report=fusion`, and warnings where the program asks for what cannot be.
//!
//! *Invariant:* decisions are shown as the pass took them, in the order of files and lines.

use std::fmt::Write;

use crate::diag::{Code, Report};
use crate::mir::{Loc, Program};
use crate::opt::loops::fusion::{Decision, Done, Gain, InStrips, Reason};
use crate::resolve::fusion::Strategy;

/// A line per pair of launches, details indented below it.
pub fn text(program: &Program, decisions: &[Decision]) -> String {
    let mut entries: Vec<_> = decisions.iter().map(|one| entry(program, one)).collect();
    entries.sort();
    entries.dedup();
    let mut out = String::new();
    for (file, line, text) in entries {
        let _ = write!(out, "{file}:{line}: {text}");
    }
    out
}

fn entry(program: &Program, decision: &Decision) -> (String, u32, String) {
    let place = &program.locations[decision.first];
    let (one, other) = &decision.kernels;
    let second = line(program, decision.second);
    let mut text = format!("`{one}` and `{other}` ({second}) in {}", decision.function);
    if let Some(request) = &decision.request {
        let _ = write!(text, ", strategy {}", request.strategy.name());
    }
    match &decision.outcome {
        Ok(Done::Fused(gain)) => tell(&mut text, "fused", details(program, gain)),
        Ok(Done::Strips(strips)) => {
            tell(&mut text, "in strips of rows", of_strips(program, strips));
        }
        Err(reason) => {
            let why = reason.text(&|loc| line(program, loc));
            let _ = writeln!(text, ": not fused\n    {why}");
        }
    }
    (place.file.clone(), place.line, text)
}

fn tell(text: &mut String, what: &str, details: Vec<String>) {
    let _ = writeln!(text, ": {what}");
    for detail in details {
        let _ = writeln!(text, "    {detail}");
    }
}

fn of_strips(program: &Program, strips: &InStrips) -> Vec<String> {
    let mut lines = Vec::new();
    for one in &strips.temporaries {
        let made = line(program, one.made);
        let name = &one.name;
        let more = match strips.more % 2 {
            0 => format!("{} on each side", strips.more / 2),
            _ => format!("{} more", strips.more),
        };
        lines.push(format!(
            "`{name}`, made in {made}, has the rows of a strip and {more}"
        ));
    }
    for (one, other) in &strips.different {
        lines.push(different(one, other));
    }
    if strips.sizes_asked {
        lines.push("if the numbers of rows fit each other when the program runs".to_owned());
    }
    if !strips.wanted {
        lines.push("if that is more than the caches hold when the program runs".to_owned());
    }
    lines
}

fn different(one: &str, other: &str) -> String {
    format!("if `{one}` and `{other}` are different arrays when the program runs")
}

fn line(program: &Program, loc: Loc) -> String {
    format!("line {}", program.locations[loc].line)
}

fn details(program: &Program, gain: &Gain) -> Vec<String> {
    let mut lines = Vec::new();
    for register in &gain.registers {
        let made = line(program, register.made);
        lines.push(format!("in registers: `{}`, made in {made}", register.name));
    }
    for (one, other) in &gain.different {
        lines.push(different(one, other));
    }
    if gain.guarded {
        lines.push("each part has a condition on the position: the extents may differ".to_owned());
    }
    if gain.reordered {
        lines.push("launches changed their order".to_owned());
    }
    let costs = gain.costs;
    lines.push(format!(
        "saves a launch and {} elements a position; {} operations on {} arrays are left",
        costs.saved, costs.operations, costs.arrays
    ));
    lines
}

/// A warning for every pair that the program wants to be one (`strategy="manual"`) and that stays two.
pub fn warnings(program: &Program, decisions: &[Decision]) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    for decision in decisions {
        let wanted = decision.request.map(|request| request.strategy) == Some(Strategy::Manual);
        let Err(reason) = &decision.outcome else {
            continue;
        };
        if !wanted || *reason == Reason::Barrier {
            continue;
        }
        let (one, other) = &decision.kernels;
        let span = program.locations[decision.second].span;
        let report = Report::new(
            Code::FusionWaived,
            span,
            format!("`{one}` and `{other}` are not fused"),
        )
        .label("this launch stays alone")
        .also(program.locations[decision.first].span, "and this one")
        .note(reason.text(&|loc| line(program, loc)))
        .help("put `{!kernel_fusion barrier}` between them, or change the kernels");
        if !reports.iter().any(|known| known.span() == report.span()) {
            reports.push(report);
        }
    }
    reports
}
