//! Sources that ask for more than there is: arrays and strings without end, what doubles, what goes round in circles. Each is compiled, and
//! run where it compiles, with bounds on time and memory.
//!
//! *Invariant:* each has one outcome that the definition of the language gives: an error that says so, or the output.

use super::{compile, says};
use quasar_tests::engines;
use quasar_tests::outcome::Check;
use quasar_tests::process::{self, Finished};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Kilobytes of addresses that a program gets.
const ADDRESSES: &str = "1000000";
/// How long the compiler or a program may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What becomes of a source.
enum End {
    /// The program prints this.
    Prints(&'static str),
    /// The program ends with an error that has one of these in it.
    Raises(&'static [&'static str]),
    /// The compiler ends with an error of this code.
    Refused(&'static str),
}

/// What is asked for, the source, what becomes of it.
type Source = (&'static str, fn() -> String, End);

const TOO_LONG: End = End::Raises(&["more than an int can count"]);
const TOO_LARGE: End = End::Raises(&["more than an int can count", "out of memory"]);

const SOURCES: &[Source] = &[
    ("statements on one line", one_line, End::Prints("9999\n")),
    (
        "arrays without end: a range",
        || "print size(0..100000000000)\n".into(),
        TOO_LONG,
    ),
    (
        "arrays without end: a sum",
        || "print sum(0..1000000000000)\n".into(),
        TOO_LONG,
    ),
    (
        "arrays without end: zeros",
        || "print size(zeros(1099511627776, 1099511627776))\n".into(),
        TOO_LONG,
    ),
    (
        "a string that doubles",
        || doubled("s = \"a\"\n", "s = strcat(s, s)\n", 40, "print strlen(s)\n"),
        TOO_LARGE,
    ),
    (
        "an array that doubles",
        || {
            doubled(
                "x = [1,2,3]\n",
                "x = horzcat(x, x)\n",
                30,
                "print size(x)\n",
            )
        },
        TOO_LARGE,
    ),
    (
        "a list that doubles",
        || doubled("x = [1,2,3]\n", "x = append(x, x)\n", 30, "print size(x)\n"),
        TOO_LARGE,
    ),
    (
        "a list without end",
        || "part = zeros(1000000)\nx = []\nwhile true\n    x = append(x, part)\nend\n".into(),
        TOO_LARGE,
    ),
    ("types that double", nested_cells, End::Prints("1\n")),
    (
        "types of five parts in a loop",
        || "c = 1\nfor k = 0..3\n    c = {c, c, c, c, c}\nend\nprint 1\n".into(),
        End::Refused("E03"),
    ),
    (
        "types that double: of several parts",
        || doubled("c = 1\n", "c = {c, \"a\", c}\n", 40, "print 1\n"),
        End::Refused("E0348"),
    ),
    (
        "types that double: by functions",
        || doubled("c = 1\n", "c = f(c)\n", 40, PAIR_OF),
        End::Refused("E0348"),
    ),
    (
        "types that double: classes",
        nested_classes,
        End::Refused("E0348"),
    ),
    (
        "types that double: classes with arguments",
        generic_classes,
        End::Refused("E0348"),
    ),
    (
        "types that double: cells by their names",
        named_cells,
        End::Refused("E0348"),
    ),
    (
        "functions that double what they capture",
        || captured_functions("2"),
        End::Prints("1\n"),
    ),
    (
        "functions that double what they capture: a value",
        || format!("x = rand(1)[0]\n{}", captured_functions("x")),
        End::Refused("E0348"),
    ),
    (
        "reductions without end: one value",
        || reduction("x -> sin(x) = sin(x) + sin(x)", "print sin(1.5)"),
        End::Refused("E0601"),
    ),
    (
        "reductions without end: two values",
        || {
            reduction(
                "(a, b) -> atan2(a, b) = atan2(a + b, b)",
                "print atan2(1.5, 2.5)",
            )
        },
        End::Refused("E0601"),
    ),
    (
        "a vector of a hundred million",
        || "x = vec(100000000)\nfor i = 0..3\n    x[i] = i\nend\nprint numel(x), x[3]\n".into(),
        End::Prints("1000000003\n"),
    ),
    (
        "loops unrolled without end: printed",
        || "{!unroll times=1000000000}\nfor i = 0..3\n    print i\nend\n".into(),
        End::Prints("0\n1\n2\n3\n"),
    ),
    (
        "loops unrolled without end: inside",
        inner_unrolled,
        End::Prints("1000001\n"),
    ),
];

fn one_line() -> String {
    let statements: String = (0..10_000).map(|k| format!("a{k} = {k}; ")).collect();
    format!("{statements}\nprint a9999\n")
}

fn doubled(start: &str, step: &str, times: usize, end: &str) -> String {
    format!("{start}{}{end}", step.repeat(times))
}

/// The type of each variable has twice as many parts as that of the one before.
fn nested_cells() -> String {
    let steps: String = (0..40)
        .map(|k| format!("x{} = {{x{k},x{k}}}\n", k + 1))
        .collect();
    format!("x0 = 1\n{steps}print 1\n")
}

const PAIR_OF: &str = "function y = f(x)\n    y = {x, \"a\", x}\nend\nprint 1\n";

/// A value of each class has twice as many numbers as one of the class before.
fn nested_classes() -> String {
    let classes: String = (1..40)
        .map(|k| {
            format!(
                "type c{k} : class\n    a : c{0}\n    b : c{0}\nend\n",
                k - 1
            )
        })
        .collect();
    format!(
        "type c0 : class\n    a : scalar\nend\n{classes}function [] = f(x : c39)\n    print x.a\nend\nprint 1\n"
    )
}

/// The name of each type is twice as long as that of the one before, and so is a value.
fn generic_classes() -> String {
    let aliases: String = (1..40)
        .map(|k| format!("type t{k} : pair[t{0},t{0}]\n", k - 1))
        .collect();
    format!(
        "type pair[A,B] : class\n    a : A\n    b : B\nend\ntype t0 : pair[int,int]\n{aliases}function [] = f(x : t39)\n    print x.a\nend\nprint 1\n"
    )
}

/// Each name stands for a cell of two of the one before.
fn named_cells() -> String {
    let aliases: String = (1..40)
        .map(|k| format!("type t{k} : vec[{{t{0},int,t{0}}}]\n", k - 1))
        .collect();
    format!(
        "type t0 : vec[{{int,string}}]\n{aliases}function [] = f(x : t39)\n    print numel(x)\nend\nprint 1\n"
    )
}

/// Each function captures the one before under two names; the first gives `value`.
fn captured_functions(value: &str) -> String {
    let steps = "g = f\nf = () -> f() + g()\n".repeat(40);
    format!("f = () -> {value}\n{steps}print 1\n")
}

fn reduction(rule: &str, used: &str) -> String {
    format!("reduction {rule}\n{used}\n")
}

fn inner_unrolled() -> String {
    let inner = "    {!unroll}\n    for j = 0..1000000\n        x[i] += 1\n    end\n";
    format!("x = zeros(100)\nfor i = 0..99\n{inner}end\nprint x[99]\n")
}

pub fn all(folder: &Path) -> Check {
    for (name, source, end) in SOURCES {
        fs::write(folder.join("a.q"), source()).map_err(says)?;
        let compiled = compile(folder, &["a.q", "-o", "a"]);
        let fits = match end {
            End::Refused(code) => {
                compiled.exited(1)
                    && compiled.stderr.matches("error[").count() == 1
                    && compiled.stderr.contains(code)
            }
            _ => compiled.exited(0),
        };
        if !fits {
            return Err(format!("{name}: {}", compiled.describe()));
        }
        if !matches!(end, End::Refused(_)) {
            let finished = bounded(folder);
            if !ends_so(&finished, end) {
                return Err(format!("{name}: {}", finished.describe()));
            }
        }
    }
    Ok(())
}

/// More names that nothing has than anybody reads about, all on one line: the first are told, in seconds.
pub fn mistakes(folder: &Path) -> Check {
    const COUNT: usize = 200_000;
    let text: String = (0..COUNT).map(|k| format!("x{k} = y{k};")).collect();
    fs::write(folder.join("a.q"), text).map_err(says)?;
    let mut command = engines::qc_command();
    command.current_dir(folder).args(["check", "a.q"]);
    let finished = process::run_within(&mut command, Duration::from_secs(30));
    let told = finished.stderr.matches("error[E0201]").count();
    let hidden = format!("{} more are not shown", COUNT - told);
    match finished.exited(1) && told > 0 && finished.stderr.contains(&hidden) {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

fn bounded(folder: &Path) -> Finished {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {ADDRESSES}; exec ./a")]);
    process::run_within(
        command.current_dir(folder).env("QC_NUM_THREADS", "2"),
        PATIENCE,
    )
}

fn ends_so(finished: &Finished, end: &End) -> bool {
    match end {
        End::Prints(text) => finished.exited(0) && finished.stdout == *text,
        End::Raises(reasons) => {
            let is_one = finished.exited(1) && finished.stderr.matches("error: ").count() == 1;
            is_one
                && reasons
                    .iter()
                    .any(|reason| finished.stderr.contains(reason))
        }
        End::Refused(_) => false,
    }
}
