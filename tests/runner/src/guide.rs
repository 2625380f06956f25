//! Pages with examples: the blocks of a Markdown page, run in its order.
//!
//! | block | what the test does |
//! |---|---|
//! | `quasar` | runs it; `% => text` lines are what it must print |
//! | `quasar name.q` | the same, and the file stays for the blocks behind it |
//! | `quasar name.q check` | compiles it only, for programs that want arguments |
//! | `output` | what the program before it prints |
//! | `diagnostic` | what qc says of the program before it, which it does not compile, or warns of |
//! | `error` | with what the program before it ends |
//! | `console` | runs the lines behind `$`; the others are what they print, `...` is any number of lines |
//! | others | nothing |
//!
//! *Invariant:* a page whose blocks could not be told apart fails; nothing that is shown as output is left unread.

use crate::engines;
use crate::process::{self, Finished};
use crate::repository;
use std::path::Path;
use std::process::Command;

/// A fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The words behind the fence.
    pub info: String,
    /// The text.
    pub text: String,
    /// The line of the fence, from 1.
    pub line: usize,
}

/// The fenced blocks of a page.
///
/// # Errors
/// A block that does not end.
pub fn blocks(page: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, Some(info)) => {
                open = Some(Block {
                    info: info.to_owned(),
                    text: String::new(),
                    line: index + 1,
                });
            }
            (None, None) => {}
        }
    }
    match open {
        Some(block) => Err(format!("the block of line {} does not end", block.line)),
        None => Ok(blocks),
    }
}

/// Runs the blocks of a page in a folder; gives what is wrong, block by block.
///
/// # Errors
/// What is wrong with the page itself.
pub fn run(page: &str, folder: &Path) -> Result<Vec<String>, String> {
    let blocks = blocks(page)?;
    let mut wrong = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let next = blocks.get(index + 1);
        let result = match block.info.split(' ').next().unwrap_or_default() {
            "quasar" => program(block, next, folder),
            "console" => console(block, folder),
            "output" | "diagnostic" | "error" => follows_program(index, &blocks),
            _ => Ok(()),
        };
        if let Err(why) = result {
            wrong.push(format!("line {}: {why}", block.line));
        }
    }
    Ok(wrong)
}

/// Output belongs to the program before it.
fn follows_program(index: usize, blocks: &[Block]) -> Result<(), String> {
    let before = index.checked_sub(1).map(|before| &blocks[before]);
    match before.is_some_and(|before| before.info.starts_with("quasar")) {
        true => Ok(()),
        false => Err("this output belongs to no program".to_owned()),
    }
}

fn program(block: &Block, next: Option<&Block>, folder: &Path) -> Result<(), String> {
    let name = block.info.split(' ').nth(1).unwrap_or("example.q");
    std::fs::write(folder.join(name), &block.text).map_err(|error| error.to_string())?;
    let expected = next.map_or(("", ""), |next| (next.info.as_str(), next.text.as_str()));
    if expected.0 == "diagnostic" {
        let finished = qc(&["check", name], folder);
        return same("qc says", expected.1, &finished.stderr, &finished);
    }
    if block.info.ends_with(" check") {
        let finished = qc(&["check", name], folder);
        let is_right = finished.exited(0) && finished.stderr.is_empty();
        return is_right.then_some(()).ok_or_else(|| finished.describe());
    }
    let finished = qc(&["run", name], folder);
    let inline = inline_output(&block.text);
    if expected.0 == "error" {
        let ended = finished.exited(1) && finished.stderr.contains(expected.1.trim_end());
        return match ended {
            true => Ok(()),
            false => Err(finished.describe()),
        };
    }
    if !finished.exited(0) {
        return Err(finished.describe());
    }
    match expected.0 {
        "output" => same("it prints", expected.1, &finished.stdout, &finished),
        _ => same("it prints", &inline, &finished.stdout, &finished),
    }
}

/// What `% => text` lines and ends of lines say.
fn inline_output(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.split_once("% => "));
    lines.map(|(_, output)| format!("{output}\n")).collect()
}

fn console(block: &Block, folder: &Path) -> Result<(), String> {
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command, String::new())),
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => return Err("the block does not begin with `$`".to_owned()),
        }
    }
    for (command, expected) in steps {
        let finished = process::run(shell(folder).arg("-c").arg(format!("exec 2>&1; {command}")));
        same(command, &expected, &finished.stdout, &finished)?;
    }
    Ok(())
}

/// A shell in which `qc` is the command under test.
fn shell(folder: &Path) -> Command {
    let qc = repository::qc();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let beside = qc.parent().map(Path::to_path_buf);
    let all = beside.into_iter().chain(std::env::split_paths(&paths));
    let mut command = Command::new("bash");
    command.env("PATH", std::env::join_paths(all).unwrap_or(paths));
    in_place(&mut command, folder);
    command
}

fn qc(arguments: &[&str], folder: &Path) -> Finished {
    let mut command = engines::qc_command();
    command.args(arguments);
    in_place(&mut command, folder);
    process::run(&mut command)
}

/// The same everywhere: no colour, no display, no GPU, no settings of the user.
fn in_place(command: &mut Command, folder: &Path) {
    command
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("QC_CONFIG", "")
        .env("QC_DEVICE", "cpu")
        .env_remove("QC_PATH")
        .env_remove("DISPLAY");
}

fn same(what: &str, expected: &str, actual: &str, finished: &Finished) -> Result<(), String> {
    let wanted: Vec<&str> = expected.lines().map(str::trim_end).collect();
    let found: Vec<&str> = actual.lines().map(str::trim_end).collect();
    match matches(&wanted, &found) {
        true => Ok(()),
        false => Err(format!(
            "{what}, expected:\n{expected}{}",
            finished.describe()
        )),
    }
}

/// Whether lines are as expected; `...` stands for any number of them. Empty lines at the ends do not count.
fn matches(wanted: &[&str], found: &[&str]) -> bool {
    match wanted {
        [] => found.iter().all(|line| line.is_empty()),
        ["...", rest @ ..] => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        [first, rest @ ..] => match found {
            [line, others @ ..] if line == first => matches(rest, others),
            ["", others @ ..] => matches(wanted, others),
            [..] => first.is_empty() && matches(rest, found),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_told_apart() {
        let found = blocks("text\n```quasar a.q\nprint 1\n```\n\n```output\n1\n```\n").unwrap();
        let infos: Vec<(&str, usize)> = found.iter().map(|b| (b.info.as_str(), b.line)).collect();
        assert_eq!(infos, [("quasar a.q", 2), ("output", 6)]);
        assert!(blocks("```quasar\nprint 1\n").is_err());
    }

    #[test]
    fn dots_stand_for_lines() {
        assert!(matches(&["a", "...", "c"], &["a", "b", "b", "c"]));
        assert!(!matches(&["a", "...", "c"], &["a", "b"]));
        assert!(!matches(&["a"], &["a", "b"]));
        assert!(matches(&[], &[""]));
        assert!(!matches(&["a", "b"], &["a"]));
    }

    #[test]
    fn output_stands_behind_its_line() {
        assert_eq!(inline_output("print 1 % => 1\n% => 2\n"), "1\n2\n");
    }
}
