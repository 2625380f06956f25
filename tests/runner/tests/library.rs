//! The library in `stdlib/`: every example of its comments holds, every function that a program may call has one, and
//! what `tests/library/driver.q` computes with it equals a NumPy/SciPy reference. The figures in `tests/programs/methods` are
//! what `tests/methods/reference.py` computes.
//!
//! An example is a line `% > statement; statement; condition` of a comment.
//!
//! *Invariant:* without Python and its packages a comparison is skipped, never passed; `QC_PYTHON` names the interpreter.

use quasar_tests::engines::{self, Job};
use quasar_tests::outcome::{self, Needs, Outcome, Test};
use quasar_tests::process;
use quasar_tests::repository;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let mut tests = vec![
        Test::new("library/references", references),
        Test::new("library/rows", rows),
        Test::new("library/methods", methods),
        Test::new("library/functions", functions),
        Test::new("library/functions/examples", function_examples),
    ];
    for path in modules() {
        let name = name_of(&path);
        let source = path.clone();
        tests.push(Test::new(format!("library/{name}/examples"), move || {
            examples(&source)
        }));
        let documented = Test::new(format!("library/{name}/documentation"), move || {
            documentation(&path)
        });
        tests.push(documented.needing(Needs::Files));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("library", &results));
}

/// The table of functions against what the compiler says that it has.
fn functions() -> Outcome {
    match quasar_tests::functions::check(&listed_functions()) {
        Ok(()) => Outcome::Passed,
        Err(wrong) => Outcome::Failed(wrong),
    }
}

/// What the compiler says that it has; nothing where it says nothing, which no table is like.
fn listed_functions() -> String {
    let listed = Command::new(repository::qc())
        .arg("--help=functions")
        .output();
    listed.map_or_else(
        |_| String::new(),
        |listed| String::from_utf8_lossy(&listed.stdout).into_owned(),
    )
}

/// The examples of the built-in functions hold.
fn function_examples() -> Outcome {
    let Some(program) = quasar_tests::functions::examples(&listed_functions()) else {
        return Outcome::Failed("there is no example".into());
    };
    holds("functions", &program)
}

/// A program of examples ends well.
fn holds(name: &str, program: &str) -> Outcome {
    outcome::in_folder(name, |folder| {
        let source = folder.join("examples.q");
        std::fs::write(&source, program).map_err(|error| error.to_string())?;
        let job = Job {
            source: &source,
            flags: &[],
            args: &[],
            folder,
            environment: &[],
        };
        let finished = engines::interpret(&job, &["--engine=interpret"]);
        match finished.exited(0) {
            true => Ok(()),
            false => Err(finished.describe()),
        }
    })
}

/// The files of the library.
fn modules() -> Vec<PathBuf> {
    let found = repository::files("stdlib", "q");
    assert!(found.len() > 3, "the library is not where this test looks");
    found
}

fn name_of(path: &Path) -> String {
    let stem = path.file_stem().expect("a source file has a name");
    stem.to_string_lossy().into_owned()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The examples of a file with their lines, from 1.
fn examples_of(text: &str) -> Vec<(usize, &str)> {
    let numbered = text.lines().enumerate();
    numbered
        .filter_map(|(index, line)| Some((index + 1, line.trim_start().strip_prefix("% > ")?)))
        .collect()
}

/// A program that ends with an error where an example does not hold. Each example is a function, so that names do not meet.
fn program(path: &Path, examples: &[(usize, &str)]) -> String {
    let name = path.file_name().expect("a file").to_string_lossy();
    let mut text = format!("import \"{name}\"\n");
    for (line, example) in examples {
        let mut parts: Vec<&str> = example.split("; ").collect();
        let condition = parts.pop().expect("split gives at least one part");
        writeln!(text, "function [] = example_{line}()").expect("strings take all");
        for part in parts {
            writeln!(text, "    {part}").expect("strings take all");
        }
        let place = format!("{name}:{line}");
        writeln!(
            text,
            "    if !({condition})\n        error(\"{place}\")\n    end\nend"
        )
        .expect("strings take all");
        writeln!(text, "example_{line}()").expect("strings take all");
    }
    text
}

fn examples(path: &Path) -> Outcome {
    let text = read(path);
    let examples = examples_of(&text);
    if examples.is_empty() {
        return Outcome::Failed("there is no example".into());
    }
    holds(&name_of(path), &program(path, &examples))
}

/// Each `Function:` of a file stands before that function, and all its lines are comments up to there.
fn documentation(path: &Path) -> Outcome {
    let text = read(path);
    let mut wrong = String::new();
    let mut named: Option<&str> = None;
    if !text.starts_with("% Module: ") {
        wrong.push_str("the file does not begin with % Module:\n");
    }
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("% Function: ") {
            named = Some(name.trim());
        } else if line.starts_with("function ") {
            let header = line.split('(').next().unwrap_or_default();
            let ours = header.split([' ', '=']).next_back().unwrap_or_default();
            // Without the sizes and types that the function is generic in.
            let ours = ours.split('[').next().unwrap_or_default();
            if let Some(name) = named.take().filter(|name| *name != ours) {
                writeln!(wrong, "{name} is described before {ours}").expect("strings take all");
            }
        }
    }
    match wrong.is_empty() {
        true => Outcome::Passed,
        false => Outcome::Failed(wrong),
    }
}

/// The programs of `tests/programs/rows` and their numbers are those that the script beside the references writes.
fn rows() -> Outcome {
    with_python(|| python("tests/library/rows.py", &["--check".as_ref()]))
}

/// Compares what the driver saves with what the reference computes.
fn references() -> Outcome {
    let folder = repository::scratch("library");
    let reference = |task: &str| {
        python(
            "tests/library/reference.py",
            &[task.as_ref(), folder.as_os_str()],
        )
    };
    with_python(|| {
        reference("make")?;
        drive(&folder)?;
        reference("compare")
    })
}

/// The figures that the programs compare with are those that the reference computes.
fn methods() -> Outcome {
    with_python(|| python("tests/methods/reference.py", &["check".as_ref()]))
}

/// Skipped without Python and the packages of the references.
fn with_python(comparison: impl Fn() -> Result<(), String>) -> Outcome {
    if !process::run(Command::new(interpreter()).args(["-c", "import numpy, scipy, PIL"])).exited(0)
    {
        return Outcome::Skipped("needs Python with numpy, scipy and pillow".into());
    }
    match comparison() {
        Ok(()) => Outcome::Passed,
        Err(why) => Outcome::Failed(why),
    }
}

fn interpreter() -> OsString {
    std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into())
}

/// Runs a script of the repository.
fn python(script: &str, arguments: &[&OsStr]) -> Result<(), String> {
    let mut command = Command::new(interpreter());
    command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(repository::root().join(script))
        .args(arguments);
    let finished = process::run(&mut command);
    match finished.exited(0) {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

fn drive(folder: &Path) -> Result<(), String> {
    let source = repository::root().join("tests/library/driver.q");
    let job = Job {
        source: &source,
        flags: &[],
        args: &[],
        folder,
        environment: &[],
    };
    let (executable, _) = engines::compile(&job, &[]).map_err(|finished| finished.describe())?;
    let finished = engines::run_native(&job, &executable, "2", "cpu");
    match finished.exited(0) {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}
