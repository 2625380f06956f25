//! Random programs: native code against the interpreter.
//!
//! *Invariant:* both get the program after the same passes; the interpreter's run before any pass is what all must agree with.

use std::process::Command;

use super::executable::{self, HOST, Request};
use super::output::{run_written, write_executable};
use crate::analysis::loops;
use crate::codegen::spmd::SpmdOptions;
use crate::mir::interpret::{self, Outcome};
use crate::mir::random_program::{random_program, seeds};
use crate::mir::{Program, print};
use crate::opt::pipeline::{Settings, walked};

/// What can be seen of a run.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    output: String,
    error: Option<String>,
}

fn interpreted(program: &Program, counted: bool) -> Seen {
    let options = interpret::Options {
        counted,
        ..interpret::Options::default()
    };
    let Outcome {
        failure,
        output,
        leaked,
        ..
    } = interpret::execute(program, options);
    assert_eq!(leaked, 0);
    Seen {
        output,
        error: failure.map(|failure| failure.message),
    }
}

fn native(program: &Program, name: &str, lanes: u32, optimise: bool) -> Seen {
    let kernels = SpmdOptions {
        lanes,
        strict: true,
        ..SpmdOptions::default()
    };
    let request = Request {
        target: HOST,
        optimise,
        folder: ".".to_owned(),
        cuda: None,
        kernels,
        debug: false,
        library: None,
    };
    let bytes = executable::executable(program, &request).expect("it links");
    let path = std::env::temp_dir().join(format!("qc-{}-{name}", std::process::id()));
    write_executable(&path, &bytes).expect("writable");
    let threads = if lanes == 1 { "1" } else { "3" };
    let mut command = Command::new(&path);
    command.env("QC_LEAK_CHECK", "1");
    let run = run_written(command.env("QC_NUM_THREADS", threads));
    std::fs::remove_file(&path).expect("it was written");
    let run = run.expect("it starts");
    let report = String::from_utf8_lossy(&run.stderr).into_owned();
    let message = report
        .lines()
        .next()
        .map(|line| line.trim_start_matches("error: ").to_owned());
    let expected = if message.is_some() { Some(1) } else { Some(0) };
    assert_eq!(
        run.status.code(),
        expected,
        "{report}\n{}",
        print::program(program)
    );
    Seen {
        output: String::from_utf8_lossy(&run.stdout).into_owned(),
        error: message,
    }
}

#[test]
fn random_programs_run_natively_as_interpreted() {
    // Uniform loops within iterations that the kernels' compiler writes out.
    let regressions = [1219, 1981];
    for seed in regressions.into_iter().chain(seeds(1000, 60)) {
        let program = random_program(seed);
        let expected = interpreted(&program, false);
        let mut plain = program.clone();
        walked(&mut plain, &Settings::plain());
        let name = format!("plain-{seed}");
        assert_eq!(
            native(&plain, &name, 1, false),
            expected,
            "{}",
            print::program(&plain)
        );
        let mut fast = program.clone();
        let eager = Settings {
            loops: loops::Options {
                minimum_work: 0,
                ..loops::Options::default()
            },
            ..Settings::optimised()
        };
        walked(&mut fast, &eager);
        assert_eq!(
            interpreted(&fast, true),
            expected,
            "{}",
            print::program(&fast)
        );
        let name = format!("fast-{seed}");
        assert_eq!(
            native(&fast, &name, 4, true),
            expected,
            "{}",
            print::program(&fast)
        );
    }
}
