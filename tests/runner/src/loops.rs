//! `%! loop: 12 parallel`: the verdict of the loop paralleliser on the loop
//! that begins in that line, from `qc --report=loops`.
//!
//! *Invariant:* a loop that the report does not name fails the test.

use crate::engines::Job;
use crate::process;
use crate::repository;
use crate::source::LoopVerdict;

/// Compares the verdicts.
///
/// # Errors
/// The first loop with another verdict, with the report.
pub fn check(job: &Job, wanted: &[LoopVerdict]) -> Result<(), String> {
    if wanted.is_empty() {
        return Ok(());
    }
    let report = report(job)?;
    for verdict in wanted {
        let place = format!(".q:{}", verdict.line);
        let entry = entry_of(&report, &place)
            .ok_or_else(|| format!("no verdict on {place} in\n{report}"))?;
        if !says(&entry, &verdict.text) {
            return Err(format!(
                "loop in line {}: expected {:?} in\n{entry}\nof\n{report}",
                verdict.line, verdict.text
            ));
        }
    }
    Ok(())
}

/// Whether an entry has a text; a word on the outcome must be the verdict itself, since reasons speak of "parallelized" too.
fn says(entry: &str, text: &str) -> bool {
    let first = entry.lines().next().unwrap_or_default();
    match text.starts_with("parallel") || text.starts_with("serial") {
        true => first.contains(&format!(": {text}")),
        false => entry.contains(text),
    }
}

fn report(job: &Job) -> Result<String, String> {
    let mut command = job.qc();
    command
        .arg("--report=loops")
        .args(job.flags)
        .arg(repository::relative(job.source));
    command.arg("-o").arg(job.folder.join("report"));
    let finished = process::run(&mut command);
    if finished.exited(0) {
        Ok(format!("{}{}", finished.stdout, finished.stderr))
    } else {
        Err(finished.describe())
    }
}

/// The line that names the place, with the indented lines below it.
fn entry_of(report: &str, place: &str) -> Option<String> {
    let lines: Vec<&str> = report.lines().collect();
    let entry = |line: &&str| !line.starts_with(' ') && names(line, place);
    let first = lines.iter().position(entry)?;
    let rest = lines[first + 1..]
        .iter()
        .take_while(|line| line.starts_with(' '));
    Some(
        std::iter::once(&lines[first])
            .chain(rest)
            .map(|line| format!("{line}\n"))
            .collect(),
    )
}

fn names(line: &str, place: &str) -> bool {
    line.match_indices(place)
        .any(|(at, _)| !line[at + place.len()..].starts_with(|c: char| c.is_ascii_digit()))
}
