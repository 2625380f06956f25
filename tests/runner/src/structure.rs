//! `%! structure:` counts of nodes in the final MIR: "this loop became one
//! kernel", "no bounds check is left".
//!
//! *Invariant:* what is counted is the text of `--emit=mir` after all passes.

use crate::engines::Job;
use crate::process;
use crate::repository;
use crate::source::Printed;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Names that `%! structure:` may use and how the printed MIR spells the node:
/// a line counts when one of its words is this word.
const NODES: &[(&str, &str)] = &[
    ("kernel", "kernel"),
    ("launch", "launch"),
    ("array", "new_array"),
    ("bounds-check", "checked"),
    ("call", "call"),
    ("loop", "for"),
];

/// First words of lines that are no nodes: what stands around functions, and what a program says of its kernels.
const TABLES: &[&str] = &[
    "about",
    "command",
    "parameter",
    "at",
    "attribute",
    "known",
    "kept",
];

/// Compares the counts.
///
/// # Errors
/// The first count that differs, with the MIR.
pub fn check(job: &Job, wanted: &[(String, usize)]) -> Result<(), String> {
    if wanted.is_empty() {
        return Ok(());
    }
    let text = emit(job, "mir")?;
    for (node, count) in wanted {
        let found = count_node(&text, node)?;
        if found != *count {
            return Err(format!(
                "structure: expected {count} × {node}, found {found} in\n{text}"
            ));
        }
    }
    Ok(())
}

/// Looks for texts in what qc prints, without regard to blanks at the ends of its lines.
///
/// # Errors
/// The first text that is missing or too much, with all that was printed.
pub fn check_printed(job: &Job, wanted: &[Printed]) -> Result<(), String> {
    // Several texts are looked for in what one flag prints.
    let mut printed_by: BTreeMap<&str, String> = BTreeMap::new();
    for printed in wanted {
        let text = match printed_by.entry(&printed.flag) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(print(job, &printed.flag)?),
        };
        if text.contains(&printed.text) != printed.present {
            let what = if printed.present { "lacks" } else { "has" };
            return Err(format!(
                "{} {what} {:?}:\n{text}",
                printed.flag, printed.text
            ));
        }
    }
    Ok(())
}

/// What `qc --emit=<stage>` prints.
///
/// # Errors
/// What qc wrote when it did not succeed.
pub fn emit(job: &Job, stage: &str) -> Result<String, String> {
    print(job, &format!("--emit={stage}"))
}

fn print(job: &Job, flag: &str) -> Result<String, String> {
    let mut command = job.qc();
    command
        .arg(flag)
        .args(job.flags)
        .arg(repository::relative(job.source));
    if flag.starts_with("--report") {
        command.arg("-o").arg(job.folder.join("report"));
    }
    let finished = process::run(&mut command);
    if finished.exited(0) {
        Ok(finished.stdout)
    } else {
        Err(finished.describe())
    }
}

/// Looks at what qc refuses.
///
/// # Errors
/// The first flag that it accepts, or the message.
pub fn check_refused(job: &Job, wanted: &[(String, String)]) -> Result<(), String> {
    for (flag, text) in wanted {
        let mut command = job.qc();
        command
            .arg("check")
            .arg(flag)
            .args(job.flags)
            .arg(repository::relative(job.source));
        let finished = process::run(&mut command);
        if !finished.exited(2) || !finished.stderr.contains(text) {
            return Err(format!(
                "{flag} is not refused with {text:?}: {}",
                finished.describe()
            ));
        }
    }
    Ok(())
}

fn count_node(text: &str, node: &str) -> Result<usize, String> {
    let (_, spelling) = NODES
        .iter()
        .find(|(name, _)| *name == node)
        .ok_or_else(|| format!("structure: unknown node `{node}`"))?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let has_word = |line: &&str| line.split(|c| !is_word(c)).any(|word| word == *spelling);
    let is_node = |line: &&str| {
        let first = line.split_whitespace().next();
        first.is_some_and(|first| !TABLES.contains(&first))
    };
    Ok(text.lines().filter(is_node).filter(has_word).count())
}
