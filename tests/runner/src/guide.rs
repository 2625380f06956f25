//! Pages with examples: the blocks of a Markdown page, run in its order.
//!
//! | block | what the test does |
//! |---|---|
//! | `quasar` | runs it; `% => text` lines are what it must print |
//! | `quasar name.q` | the same, and the file stays for the blocks behind it |
//! | `quasar name.q check` | compiles it only, for programs that want arguments |
//! | `c name.c`, `python name.py` | the file stays for the blocks behind it |
//! | `python beside` | its output is compared with that of the program behind it ([`beside`]) |
//! | `python setup` | the imports of all blocks `python beside` of the page |
//! | `cell` | runs it in IPython behind the cells before it, as a notebook does; what it shows is the block `shown` behind it, or nothing |
//! | `output` | what the program before it prints |
//! | `diagnostic` | what qc says of the program before it, which it does not compile, or warns of |
//! | `error` | with what the program before it ends |
//! | `console` | runs the lines behind `$`; the others are what they print |
//! | `console values` | the same, and numbers of values (`v7`, `%7`, `b7`, `block7`) may be others, one for one |
//! | `console gpu` | the same as `console`, on the emulated GPU |
//! | others | nothing |
//!
//! In what is shown a line `...` is any number of lines, and `…` within a line is any text.
//!
//! *Invariant:* a page whose blocks could not be told apart fails; nothing that is shown as output is left unread.

use crate::beside::{self, Outputs};
use crate::engines::{self, EMULATED};
use crate::process::{self, Finished};
use crate::repository;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

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
    let outputs = python(&blocks, folder)?;
    let mut wrong = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let next = blocks.get(index + 1);
        let result = match block.info.split(' ').next().unwrap_or_default() {
            "quasar" => program(block, next, folder)
                .and_then(|printed| beside::agree(&outputs, index, &printed)),
            "console" => console(block, folder),
            "python" if beside::is_alone(&beside_of(&blocks), index) => {
                Err("no program of Quasar follows".to_owned())
            }
            "python" if beside::is_kind(&block.info) => Ok(()),
            "c" | "python" => file(block, folder),
            "cell" => cell(&blocks[..=index], next, folder),
            "shown" => follows("cell", index, &blocks),
            "output" | "diagnostic" | "error" => follows("quasar", index, &blocks),
            _ => Ok(()),
        };
        if let Err(why) = result {
            wrong.push(format!("line {}: {why}", block.line));
        }
    }
    Ok(wrong)
}

/// The kinds and texts of blocks.
fn beside_of(blocks: &[Block]) -> Vec<beside::Block<'_>> {
    let parts = blocks.iter();
    parts
        .map(|block| (block.info.as_str(), block.text.as_str()))
        .collect()
}

/// What the programs of Python beside others print.
fn python(blocks: &[Block], folder: &Path) -> Result<Outputs, String> {
    let blocks = beside_of(blocks);
    let Some(arguments) = beside::arguments(&blocks) else {
        return Ok(Outputs::new());
    };
    let mut shell = shell(folder, "cpu");
    shell
        .args([
            "-c",
            "exec python3 \"$@\" 2>&1",
            "bash",
            "-c",
            beside::SCRIPT,
        ])
        .args(arguments);
    let finished = process::run(&mut shell);
    beside::outputs(&blocks, &finished.stdout)
        .map_err(|why| format!("{why}\n{}", finished.describe()))
}

/// Whether gdb is there, with the Python that shows values.
pub fn has_gdb() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let arguments = ["-batch", "-nx", "-ex", "python print(1)"];
        let finished = process::run(Command::new("gdb").args(arguments));
        finished.exited(0) && finished.stdout == "1\n"
    })
}

/// A file of another language, if the block has a name.
fn file(block: &Block, folder: &Path) -> Result<(), String> {
    match block.info.split(' ').nth(1) {
        Some(name) => {
            std::fs::write(folder.join(name), &block.text).map_err(|error| error.to_string())
        }
        None => Ok(()),
    }
}

/// Runs the cells that the arguments are; what the last one shows is the output.
const NOTEBOOK: &str = "
import sys
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
shell = InteractiveShell.instance()
*before, last = sys.argv[1:]
for cell in before:
    with capture_output():
        shell.run_cell(cell)
shell.run_cell(last)
";

/// Runs the last of some blocks as a cell behind those before it.
fn cell(blocks: &[Block], next: Option<&Block>, folder: &Path) -> Result<(), String> {
    let cells = blocks.iter().filter(|block| block.info == "cell");
    let texts = cells.map(|block| block.text.trim_end());
    let mut shell = shell(folder, "cpu");
    shell
        .env("IPYTHONDIR", folder.join("ipython"))
        .args(["-c", "exec python3 \"$@\" 2>&1", "bash", "-c", NOTEBOOK])
        .args(texts);
    let finished = process::run(&mut shell);
    let expected = next.filter(|block| block.info == "shown");
    let expected = expected.map_or("", |block| block.text.as_str());
    same("the cell shows", expected, &finished.stdout, &finished)
}

/// Output belongs to the block before it, which is of that kind.
fn follows(kind: &str, index: usize, blocks: &[Block]) -> Result<(), String> {
    let before = index.checked_sub(1).map(|before| &blocks[before]);
    match before.is_some_and(|before| before.info.starts_with(kind)) {
        true => Ok(()),
        false => Err("this output belongs to no program".to_owned()),
    }
}

/// Runs or checks a program; gives what it printed.
fn program(block: &Block, next: Option<&Block>, folder: &Path) -> Result<String, String> {
    let name = block.info.split(' ').nth(1).unwrap_or("example.q");
    std::fs::write(folder.join(name), &block.text).map_err(|error| error.to_string())?;
    let expected = next.map_or(("", ""), |next| (next.info.as_str(), next.text.as_str()));
    if expected.0 == "diagnostic" {
        let finished = qc(&["check", name], folder);
        return same("qc says", expected.1, &finished.stderr, &finished).map(|()| String::new());
    }
    if block.info.ends_with(" check") {
        let finished = qc(&["check", name], folder);
        let is_right = finished.exited(0) && finished.stderr.is_empty();
        return is_right
            .then(String::new)
            .ok_or_else(|| finished.describe());
    }
    let finished = qc(&["run", name], folder);
    let inline = inline_output(&block.text);
    if expected.0 == "error" {
        let ended = finished.exited(1) && finished.stderr.contains(expected.1.trim_end());
        return match ended {
            true => Ok(finished.stdout),
            false => Err(finished.describe()),
        };
    }
    if !finished.exited(0) {
        return Err(finished.describe());
    }
    let shown = match expected.0 {
        "output" => expected.1,
        _ => &inline,
    };
    same("it prints", shown, &finished.stdout, &finished).map(|()| finished.stdout)
}

/// What `% => text` lines and ends of lines say.
fn inline_output(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.split_once("% => "));
    lines.map(|(_, output)| format!("{output}\n")).collect()
}

/// Whether blocks of a page run on the emulated GPU.
#[must_use]
pub fn needs_gpu(page: &str) -> bool {
    page.lines().any(|line| line == "```console gpu")
}

/// Whether blocks of a page run Python.
#[must_use]
pub fn needs_python(page: &str) -> bool {
    page.lines()
        .any(|line| line.starts_with("$ python3 ") || line == CELL)
        || beside::is_in(page)
}

/// The line at which a cell begins.
const CELL: &str = "```cell";

/// Whether there is a Python with NumPy, IPython if the page has cells, SciPy and pillow for programs beside others, and Dask if it uses that.
#[must_use]
pub fn has_python(page: &str, folder: &Path) -> bool {
    let has_cells = page.lines().any(|line| line == CELL);
    let others = [
        (has_cells, ", IPython"),
        (!has_cells && beside::is_in(page), ", scipy, PIL"),
        (page.contains("\nimport dask"), ", dask.array"),
        (page.contains("\nfrom dask.distributed"), ", distributed"),
    ];
    let used = others.iter().filter(|(is_used, _)| *is_used);
    let packages: String = used.map(|(_, packages)| *packages).collect();
    let mut command = shell(folder, "cpu");
    let import = format!("python3 -c 'import numpy{packages}'");
    process::run(command.args(["-c", &import])).exited(0)
}

fn console(block: &Block, folder: &Path) -> Result<(), String> {
    let (device, names) = match block.info.as_str() {
        "console" => ("cpu", Names::default()),
        "console values" => ("cpu", Names::free()),
        "console gpu" => (EMULATED, Names::default()),
        other => return Err(format!("`{other}` is no kind of block")),
    };
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
        let mut shell = shell(folder, device);
        let finished = process::run(shell.arg("-c").arg(format!("exec 2>&1; {command}")));
        like(command, &expected, &finished.stdout, &finished, &names)?;
    }
    Ok(())
}

/// A shell in which `qc` is the command under test.
fn shell(folder: &Path, device: &str) -> Command {
    let qc = repository::qc();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let beside = qc.parent().map(Path::to_path_buf);
    let python = std::env::var_os("QC_PYTHON").map(std::path::PathBuf::from);
    let python = python.and_then(|python| python.parent().map(Path::to_path_buf));
    let first = beside.into_iter().chain(python);
    let all = first.chain(std::env::split_paths(&paths));
    let mut command = Command::new("bash");
    command
        .env("PATH", std::env::join_paths(all).unwrap_or(paths))
        .env("PYTHONPATH", repository::root().join("python"))
        .env("XDG_CACHE_HOME", folder.join("cache"));
    repository::keep_byte_code(&mut command);
    in_place(&mut command, folder);
    command
        .env("QC_DEVICE", device)
        .envs(engines::device_environment(device));
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
    like(what, expected, actual, finished, &Names::default())
}

fn like(
    what: &str,
    expected: &str,
    actual: &str,
    finished: &Finished,
    names: &Names,
) -> Result<(), String> {
    let wanted: Vec<&str> = expected.lines().map(str::trim_end).collect();
    let found: Vec<&str> = actual.lines().map(str::trim_end).collect();
    match matches(&wanted, &found, names) {
        true => Ok(()),
        false => Err(format!(
            "{what}, expected:\n{expected}{}",
            finished.describe()
        )),
    }
}

/// Which value of a page stands for which value of the output. They are the values of a function: a line without indentation that
/// ends with a brace, but for its place in the source, begins another one.
#[derive(Clone, Default)]
struct Names<'t> {
    are_free: bool,
    known: Vec<(&'t str, &'t str)>,
}

impl<'t> Names<'t> {
    fn free() -> Names<'t> {
        Names {
            are_free: true,
            known: Vec::new(),
        }
    }

    /// Whether two words may stand for each other; keeps it in mind.
    fn agree(&mut self, wanted: &'t str, found: &'t str) -> bool {
        let (Some(kind), Some(other)) = (value_kind(wanted), value_kind(found)) else {
            return wanted == found;
        };
        let known = self.known.iter();
        match known
            .clone()
            .find(|(one, two)| *one == wanted || *two == found)
        {
            Some(pair) => *pair == (wanted, found),
            None => {
                self.known.push((wanted, found));
                kind == other
            }
        }
    }

    /// What is known behind a line that is as wanted.
    fn behind(&self, wanted: &'t str, found: &'t str) -> Option<Names<'t>> {
        let mut names = self.clone();
        let head = found.split(" @").next().unwrap_or_default();
        if head.trim_end().ends_with('{') && !found.starts_with(' ') {
            names.known.clear();
        }
        let is_same = match (wanted.contains('…'), self.are_free) {
            (true, false) => fits(wanted, found),
            (true, true) => fits(&without_numbers(wanted), &without_numbers(found)),
            (false, false) => wanted == found,
            (false, true) => {
                let (one, two) = (words(wanted), words(found));
                let mut pairs = one.iter().zip(&two);
                one.len() == two.len() && pairs.all(|(one, two)| names.agree(one, two))
            }
        };
        is_same.then_some(names)
    }
}

/// The prefix of a word that names a value by a number.
fn value_kind(word: &str) -> Option<&str> {
    let kind = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (kind.len() < word.len() && ["v", "%", "b", "block"].contains(&kind)).then_some(kind)
}

/// The words and marks of a line, and its indentation; spaces within it count for nothing, as they depend on the length of names.
fn words(line: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || "_$%".contains(c);
    let mut rest = line.trim_start();
    let mut words = vec![&line[..line.len() - rest.len()]];
    while let Some(first) = rest.chars().next() {
        let end = match is_part(first) {
            true => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

fn without_numbers(line: &str) -> String {
    let words = words(line);
    let plain = words.iter().map(|word| value_kind(word).unwrap_or(word));
    plain.collect::<Vec<_>>().join(" ")
}

/// Whether a line is as wanted where `…` stands for any text.
fn fits(wanted: &str, found: &str) -> bool {
    let mut parts = wanted.split('…').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = found.trim().strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Whether lines are as expected; `...` stands for any number of them. Empty lines at the ends do not count.
fn matches<'t>(wanted: &[&'t str], found: &[&'t str], names: &Names<'t>) -> bool {
    match wanted {
        [] => found.iter().all(|line| line.is_empty()),
        ["...", rest @ ..] => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..], names))
        }
        [first, rest @ ..] => {
            let behind = found.first().and_then(|line| names.behind(first, line));
            match (behind, found) {
                (Some(names), [_, others @ ..]) => matches(rest, others, &names),
                (None, ["", others @ ..]) => matches(wanted, others, names),
                (_, [..]) => first.is_empty() && matches(rest, found, names),
            }
        }
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
        let matches = |wanted: &[&str], found: &[&str]| matches(wanted, found, &Names::default());
        assert!(matches(&["a", "...", "c"], &["a", "b", "b", "c"]));
        assert!(!matches(&["a", "...", "c"], &["a", "b"]));
        assert!(!matches(&["a"], &["a", "b"]));
        assert!(matches(&[], &[""]));
        assert!(!matches(&["a", "b"], &["a"]));
    }

    #[test]
    fn dots_within_a_line_stand_for_text() {
        let matches = |wanted: &str, found: &str| matches(&[wanted], &[found], &Names::default());
        assert!(matches("a … c", "a b b c"));
        assert!(matches("a…", "a"));
        assert!(matches("…b…d", "a b c d"));
        assert!(!matches("a … c", "a b"));
        assert!(!matches("a … b … c", "a c"));
        assert!(!matches("a", "a b"));
    }

    #[test]
    fn numbers_of_values_are_one_for_one() {
        let found = [
            "v7: i32 = add v3, 1   @2",
            "  v8: i32 = mul v7, v3",
            "jump block2(%4)",
        ];
        let matches = |wanted: &[&str]| matches(wanted, &found, &Names::free());
        assert!(matches(&[
            "v1: i32 = add v0, 1 @2",
            "  v2: i32 = mul v1, v0",
            "jump block9(%0)"
        ]));
        assert!(matches(&["...", "  v2: i32 = mul v1, v0", "..."]));
        assert!(matches(&["v1: i32 = add …", "...", "jump block0(%1)"]));
        // Another value, one value for two, another constant, another indentation, another kind of value.
        assert!(!matches(&[
            "v1: i32 = add v0, 1 @2",
            "  v2: i32 = mul v0, v1",
            "..."
        ]));
        assert!(!matches(&["...", "  v2: i32 = mul v1, v1", "..."]));
        assert!(!matches(&["v1: i32 = add v0, 2 @2", "..."]));
        assert!(!matches(&["...", "v2: i32 = mul v1, v0", "..."]));
        assert!(!matches(&["...", "jump b2(%4)"]));
    }

    #[test]
    fn functions_have_values_of_their_own() {
        let found = ["host f {", "  use v1", "}", "kernel g {", "  use v1", "}"];
        let wanted = ["host f {", "  use v7", "}", "kernel g {", "  use v8", "}"];
        assert!(super::matches(&wanted, &found, &Names::free()));
    }

    #[test]
    fn output_stands_behind_its_line() {
        assert_eq!(inline_output("print 1 % => 1\n% => 2\n"), "1\n2\n");
    }
}
