//! Sources that are deep, where addresses are limited: qc's own stack is smaller then, and so are the bounds of what may be deep.
//!
//! *Invariant:* at every limit qc ends by itself: with an executable, one report that something is too deep, or one line that says what is missing.

use super::says;
use quasar_tests::outcome::Check;
use quasar_tests::process::{self, Finished};
use quasar_tests::repository;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// KiB of addresses, and what the stack and the bounds are divided by then: for a stack of that part of 1 GiB, as much again, and qc itself.
const LIMITS: &[(u32, usize)] = &[(1_500_000, 2), (1_000_000, 4), (500_000, 8), (300_000, 16)];
/// So few that there is no room even for the smallest stack.
const TOO_FEW: u32 = 130_000;
/// Limits from there to where there is room in any case.
const BETWEEN: std::ops::Range<u32> = TOO_FEW..300_000;
/// How long the compiler may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// What nests, its bound on a whole stack, and a source with so many levels.
type Deep = (&'static str, usize, fn(usize) -> String);

const DEEP: &[Deep] = &[
    ("parentheses", 1000, |n| {
        format!(
            "x = 1\ny = {}x{}\nprint y\n",
            "(".repeat(n),
            " + 1)".repeat(n)
        )
    }),
    ("brackets", 1000, |n| {
        format!("x = {}1{}\n", "[".repeat(n), "]".repeat(n))
    }),
    ("branches", 1000, |n| {
        let heads = "if x > 0.5\nx = x*0.5\n".repeat(n);
        format!("x = rand(1)[0]\n{heads}{}print x\n", "end\n".repeat(n))
    }),
    ("terms of numbers", 10_000, |n| {
        format!("x = rand(1)[0]\ny = 0{}\nprint y\n", " + x".repeat(n))
    }),
    ("terms of arrays", 10_000, |n| {
        format!("x = ones(8, 8)\ny = x{}\nprint sum(y)\n", " + x".repeat(n))
    }),
    ("branches of one choice", 20_000, |n| {
        let branches: String = (1..n)
            .map(|k| format!("elseif x > {k}\n    y = {k}\n"))
            .collect();
        format!("x = rand(1)[0]\ny = 0\nif x > 2\n    y = 1\n{branches}end\nprint y\n")
    }),
    ("functions that call each other", 3000, |n| {
        functions(n, "f@(x)")
    }),
    ("lambdas that call each other", 3000, |n| {
        let more = numbered(n, "f# = x -> f@(x) + 1\n");
        format!("f0 = x -> x\n{more}print f{}(1.5)\n", n - 1)
    }),
    // Each lies thirty levels deep in the one before: neither depth is too much alone.
    ("calls within parentheses", 3000, |n| {
        functions(n, &format!("{}f@(x){}", "(".repeat(30), " + 1)".repeat(30)))
    }),
    ("cells", 500, |n| {
        format!("x = 1\n{}print numel(x)\n", "x = {x, \"a\"}\n".repeat(n))
    }),
    ("classes", 1000, |n| {
        let classes = numbered(n, "type c# : class\n    a : c@\nend\n");
        format!("type c0 : class\n    a : int\nend\n{classes}print 1\n")
    }),
];

/// A text for each number from 1 on, with it for `#` and the one before for `@`.
fn numbered(count: usize, text: &str) -> String {
    let piece = |k: usize| {
        let text = text.replace('#', &k.to_string());
        text.replace('@', &(k - 1).to_string())
    };
    (1..count).map(piece).collect()
}

fn functions(count: usize, call: &str) -> String {
    let more = numbered(count, &format!("function y = f#(x)\n    y = {call}\nend\n"));
    format!(
        "function y = f0(x)\n    y = x\nend\n{more}print f{}(1.5)\n",
        count - 1
    )
}

pub fn all(folder: &Path) -> Check {
    no_room(folder)?;
    imports(folder)?;
    for &(limit, divisor) in LIMITS {
        for (what, bound, source) in DEEP {
            // What is as deep as the bound allows has room; twice as much is a report.
            for (levels, is_shallow) in [(bound / divisor / 3, true), (2 * bound / divisor, false)]
            {
                fs::write(folder.join("a.q"), source(levels)).map_err(says)?;
                let finished = limited(folder, limit, &["a.q", "-o", "a"]);
                let ends = match is_shallow {
                    true => finished.exited(0),
                    false => is_report(&finished),
                };
                if !ends {
                    let levels = format!("{levels} {what}, {limit} KiB");
                    return Err(format!("{levels}: {}", finished.describe()));
                }
            }
        }
    }
    Ok(())
}

/// One report that something is too deep, which tells that the bound is a smaller one.
fn is_report(finished: &Finished) -> bool {
    let says = &finished.stderr;
    let is_deep = says.contains("E0112") || says.contains("E0348");
    let is_told = says.contains("ulimit -v");
    finished.exited(1) && says.matches("error[").count() == 1 && is_deep && is_told
}

fn limited(folder: &Path, limit: u32, words: &[&str]) -> Finished {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {limit}; exec \"$0\" \"$@\"")]);
    shell.arg(repository::qc()).args(words);
    process::run_within(shell.current_dir(folder).env("NO_COLOR", "1"), PATIENCE)
}

/// Whatever is compiled, one line says what is missing and how to have it.
fn no_room(folder: &Path) -> Check {
    fs::write(folder.join("a.q"), "print 1\n").map_err(says)?;
    for words in [&["a.q", "-o", "a"][..], &["check", "a.q"], &["run", "a.q"]] {
        let finished = limited(folder, TOO_FEW, words);
        let says = &finished.stderr;
        let is_told = says.contains("not enough addresses") && says.contains("ulimit -v");
        if !finished.exited(1) || !is_told {
            return Err(format!("{TOO_FEW} KiB: {}", finished.describe()));
        }
    }
    // Between no room and enough of it, a stack may fit and nothing beside it.
    for limit in BETWEEN.step_by(1_000) {
        let finished = limited(folder, limit, &["check", "a.q"]);
        let is_told = finished.stderr.contains("not enough addresses");
        if !finished.exited(0) && !(finished.exited(1) && is_told) {
            return Err(format!("{limit} KiB: {}", finished.describe()));
        }
    }
    for &(limit, _) in LIMITS {
        for engine in ["--engine=native", "--engine=interpret"] {
            let finished = limited(folder, limit, &["run", engine, "a.q"]);
            if !finished.exited(0) || finished.stdout != "1\n" {
                return Err(format!("{limit} KiB, {engine}: {}", finished.describe()));
            }
        }
    }
    Ok(())
}

/// Files that import each other in a chain need no stack at all.
fn imports(folder: &Path) -> Check {
    const FILES: usize = 2000;
    for k in 1..=FILES {
        let next = match k < FILES {
            true => format!("import \"p{}.q\"\n", k + 1),
            false => String::new(),
        };
        let text = format!("{next}function y = f{k}(x)\n    y = x\nend\n");
        fs::write(folder.join(format!("p{k}.q")), text).map_err(says)?;
    }
    fs::write(folder.join("a.q"), "import \"p1.q\"\nprint f2000(1)\n").map_err(says)?;
    for &(limit, _) in LIMITS {
        let finished = limited(folder, limit, &["a.q", "-o", "a"]);
        if !finished.exited(0) {
            return Err(format!("imports, {limit} KiB: {}", finished.describe()));
        }
    }
    Ok(())
}
