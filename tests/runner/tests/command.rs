//! The command line of qc: every option and command, what it does and what it says to a wrong use.
//!
//! *Invariant:* a case states its exit code, and texts that must appear; a folder holds afterwards what the case says and nothing else.

#[path = "command/cases.rs"]
mod cases;
#[path = "command/formatting.rs"]
mod formatting;
#[path = "command/prompt.rs"]
mod prompt;
#[path = "command/release.rs"]
mod release;

use cases::CASES;
use quasar_tests::engines;
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::repository;
use std::fs;
use std::path::Path;
use std::process::Command;

/// One call of qc in a folder of its own.
struct Case {
    name: &'static str,
    /// Files that are there before, with their texts.
    files: &'static [(&'static str, &'static str)],
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    exit: i32,
    /// Must appear on standard output.
    output: &'static [&'static str],
    /// Must appear on standard error; none: it must be empty.
    errors: &'static [&'static str],
    /// Files that qc must have made.
    makes: &'static [&'static str],
}

const EMPTY: Case = Case {
    name: "",
    files: &[],
    arguments: &[],
    environment: &[],
    exit: 0,
    output: &[],
    errors: &[],
    makes: &[],
};

/// As the value of `QC_CONFIG`: look the file up as for any user.
const NEAREST: &str = "nearest";

const HELLO: (&str, &str) = ("a.q", "print \"hello\"\n");
/// Exports a function; another one could be, and one cannot.
const EXPORTS: (&str, &str) = (
    "a.q",
    "function y = twice(x : scalar)\n    {!export}\n    y = 2*x\nend\nfunction y = half(x : mat)\n    y = x/2\nend\nfunction y = any(x)\n    y = x\nend\n",
);
/// Functions that callers can have, and no attribute.
const UNMARKED: (&str, &str) = (
    "a.q",
    "function y = twice(x : scalar)\n    y = 2*x\nend\nfunction y = half(x : mat)\n    y = x/2\nend\n",
);
/// One of its functions is for the other alone.
const HELPER: (&str, &str) = (
    "a.q",
    "function y = helper(x)\n    y = 2*x\nend\nfunction y = four(x : mat)\n    y = helper(helper(x))\nend\n",
);
/// Prints its arguments and ends with a run-time error when the number is negative.
const ARGUMENTS: (&str, &str) = (
    "a.q",
    "function [] = main(text : string, number : int = 3)\n    assert(number >= 0, \"negative\")\n    print text, \" \", number\nend\n",
);
/// A program of two commands; the first has every kind of parameter.
const TOOL: (&str, &str) = (
    "tool.q",
    "% Module: tool\n% Works with pictures.\n\n% Makes pictures smaller. Slowly.\n% Parameters:\n% size - rows and columns\n% output - the folder\n\
     %          for the results\n% files - the pictures\n\
     function code = resize(size : ivec2, output = \"small\", dry_run = false, cache = true, define : vec[string], ...files)\n    {!command}\n\
     print size, output, dry_run, cache, define, files\n    code = numel(files)\nend\n\n\
     % Adds numbers.\nfunction [] = total(...x : vec)\n    {!command}\n    print sum(x)\nend\n",
);
/// The last loop depends on its own results, which gives a warning.
const SERIAL: (&str, &str) = (
    "a.q",
    "function [] = main()\n    x = ones(1000)\n    for i = 1..999\n        x[i] = x[i] + x[i-1]\n    end\n    print x[999]\nend\n",
);
const DOCUMENTED: (&str, &str) = (
    "a.q",
    "{!author name=\"A. Person\"}\n{!doc category=\"Image Processing/Corners\"}\n\n% Function: corners\n%\n% Finds corners.\n%\n\
     % :function y = corners(x : cube)\n%\n% Parameters:\n% x - input image\n% sigma - width of the smoothing\n%\n% Returns:\n\
     % a map of corners\nfunction y = corners(x : cube, sigma : scalar = 1, k = 0.05)\n    y = x\nend\n\n\
     function [] = __kernel__ plain(x : mat)\n    x[0] = 1\nend\n",
);
const USES_LIBRARY: (&str, &str) = ("a.q", "import \"library.q\"\nprint twice(4)\n");
const LIBRARY: &str = "function y = twice(x)\n    y = 2*x\nend\n";

fn main() {
    let mut tests: Vec<Test> = CASES
        .iter()
        .map(|case| Test::new(case.name, move || outcome_of(case)))
        .collect();
    tests.push(Test::new("completions of bash complete", bash_completes));
    tests.push(Test::new(
        "the page of the manual is well formed",
        manual_is_well_formed,
    ));
    tests.extend(release::tests());
    tests.extend(formatting::tests());
    tests.extend(prompt::tests());
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("command", &results));
}

fn outcome_of(case: &Case) -> Outcome {
    let folder = repository::scratch(&format!("command {}", case.name));
    match run(case, &folder) {
        Ok(()) => {
            let _ = fs::remove_dir_all(&folder);
            Outcome::Passed
        }
        Err(why) => Outcome::Failed(why),
    }
}

fn run(case: &Case, folder: &Path) -> Result<(), String> {
    for (name, text) in case.files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| error.to_string())?;
        fs::write(path, text).map_err(|error| error.to_string())?;
    }
    let mut command = engines::qc_command();
    command
        .current_dir(folder)
        .env("HOME", folder)
        .env_remove("XDG_CONFIG_HOME")
        .envs(case.environment.iter().copied())
        .args(case.arguments);
    if case.environment.contains(&("QC_CONFIG", NEAREST)) {
        command.env_remove("QC_CONFIG");
    }
    let finished = process::run(&mut command);
    check(case, &finished, folder).map_err(|why| format!("{why}\n{}", finished.describe()))
}

fn check(case: &Case, finished: &Finished, folder: &Path) -> Result<(), String> {
    if !finished.exited(case.exit) {
        return Err(format!("expected exit code {}", case.exit));
    }
    let lacks = |text: &str, wanted: &[&str]| {
        let missing = wanted.iter().find(|wanted| !text.contains(**wanted));
        missing.map(|missing| format!("missing: {missing:?}"))
    };
    let missing = lacks(&finished.stdout, case.output).or(lacks(&finished.stderr, case.errors));
    if let Some(missing) = missing {
        return Err(missing);
    }
    if case.errors.is_empty() && !finished.stderr.is_empty() {
        return Err("standard error is not empty".to_owned());
    }
    holds_only(case, folder)
}

/// The folder holds what was there and what the case makes.
fn holds_only(case: &Case, folder: &Path) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let there: std::collections::BTreeSet<String> = names.collect();
    let first = |path: &str| path.split('/').next().unwrap_or(path).to_owned();
    let before = case.files.iter().map(|(name, _)| first(name));
    let wanted = before
        .chain(case.makes.iter().map(|name| first(name)))
        .collect();
    if there == wanted {
        Ok(())
    } else {
        Err(format!("the folder holds {there:?}, not {wanted:?}"))
    }
}

/// What bash offers for a word, after loading the completions.
fn offered(words: &str) -> Result<String, String> {
    let completions = process::run(engines::qc_command().arg("--completions=bash"));
    let script = format!(
        "{}\nCOMP_WORDS=({words})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}}-1))\ncompopt() {{ :; }}\n_qc\necho \"${{COMPREPLY[@]}}\"\n",
        completions.stdout
    );
    let finished = process::run(Command::new("bash").args(["-c", &script]));
    match finished.exited(0) && finished.stderr.is_empty() {
        true => Ok(finished.stdout.trim().to_owned()),
        false => Err(finished.describe()),
    }
}

fn bash_completes() -> Outcome {
    let wanted = [
        ("qc --prec", "--precision="),
        ("qc --precision = d", "double"),
        ("qc -O ''", "0 1 2"),
        ("qc conf", "config"),
        ("qc --depf", "--depfile="),
    ];
    for (words, wanted) in wanted {
        match offered(words) {
            Ok(offered) if offered == wanted => {}
            Ok(offered) => return Outcome::Failed(format!("{words}: {offered:?}, not {wanted:?}")),
            Err(why) => return Outcome::Failed(why),
        }
    }
    Outcome::Passed
}

fn manual_is_well_formed() -> Outcome {
    if Command::new("groff").arg("--version").output().is_err() {
        return Outcome::Skipped("there is no groff here".to_owned());
    }
    let script = "\"$0\" --help=man | groff -man -Tutf8 -ww -P -c";
    let finished = process::run(
        Command::new("bash")
            .args(["-c", script])
            .arg(repository::qc()),
    );
    let complete = ["--precision=PRECISION", "qc config", "QC_CONFIG"]
        .iter()
        .all(|text| without_overstrikes(&finished.stdout).contains(text));
    match finished.exited(0) && finished.stderr.is_empty() && complete {
        true => Outcome::Passed,
        false => Outcome::Failed(finished.describe()),
    }
}

/// The text of a formatted page without the marks of bold type: a character, a step back, the character again.
fn without_overstrikes(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '\u{8}' => drop(plain.pop()),
            '\u{2010}' => plain.push('-'),
            c => plain.push(c),
        }
    }
    plain
}
