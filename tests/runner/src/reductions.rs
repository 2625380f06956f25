//! `%! reduction: Applied reduction real(x) -> x`: the lines of the log of reductions, from `qc --report=reductions`.
//!
//! *Invariant:* a test that names one line names them all, in their order.

use crate::engines::Job;
use crate::process;
use crate::repository;

/// Compares the log.
///
/// # Errors
/// The first line that differs, with the log.
pub fn check(job: &Job, wanted: &[String]) -> Result<(), String> {
    if wanted.is_empty() {
        return Ok(());
    }
    let log = log(job)?;
    let lines: Vec<&str> = log.lines().collect();
    for (index, line) in wanted.iter().enumerate() {
        let found = lines.get(index).copied().unwrap_or("nothing");
        if found != line {
            return Err(format!(
                "log of reductions: expected {line:?}, found {found:?} in\n{log}"
            ));
        }
    }
    match lines.get(wanted.len()) {
        Some(more) => Err(format!("log of reductions: unexpected {more:?} in\n{log}")),
        None => Ok(()),
    }
}

fn log(job: &Job) -> Result<String, String> {
    let mut command = job.qc();
    command
        .arg("--report=reductions")
        .args(job.flags)
        .arg(repository::relative(job.source));
    command.arg("-o").arg(job.folder.join("reductions"));
    let finished = process::run(&mut command);
    if finished.exited(0) {
        Ok(finished.stdout)
    } else {
        Err(finished.describe())
    }
}
