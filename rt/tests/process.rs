//! Whole programs under the runtime's start: output, errors, arguments, exit codes.
//!
//! This executable runs itself: with `QUASAR_RT_ENTRY` set it is a program, otherwise the test.
//!
//! *Invariant:* an entry below does what generated code does: it calls exported rows, records locations and returns a status.

use std::process::{Command, ExitCode, Output, Stdio};

use quasar_abi::{
    Command as Task, ElemKind, Location, Parameter, ParameterKind, ProgramEntry, ProgramInfo, Tag,
    Tagged,
};
use quasar_rt::exports;

/// The variable that names the entry.
const ENTRY: &str = "QUASAR_RT_ENTRY";

fn main() -> ExitCode {
    match std::env::var(ENTRY) {
        Ok(name) => run_program(&name),
        Err(_) => run_tests(),
    }
}

// ---- The programs ---------------------------------------------------------------------------------------------------

fn info() -> ProgramInfo {
    let location = |function: &str, line| Location {
        file: "demo.q".into(),
        function: function.into(),
        line,
        column: 1,
        call: 0,
    };
    let parameter = |name: &str, kind, default: Option<&str>| Parameter {
        name: name.into(),
        doc: String::new(),
        type_name: "scalar".into(),
        default: default.map(Into::into),
        kind,
        is_rest: kind == ParameterKind::Texts,
        by_name: false,
        numbers: 0,
    };
    let main = Task {
        name: String::new(),
        doc: "Shows something.".into(),
        parameters: vec![
            parameter("sigma", ParameterKind::Number, Some("1.5")),
            parameter("rest", ParameterKind::Texts, None),
        ],
    };
    ProgramInfo {
        source: "demo.q".into(),
        about: String::new(),
        locations: vec![location("inner", 3), location("main", 9)],
        commands: vec![main],
        texts: Vec::new(),
    }
}

fn run_program(name: &str) -> ExitCode {
    let entry: ProgramEntry = match name {
        "hello" => hello,
        "flood" => flood,
        "raise" => raise,
        "leak" => leak,
        "bug" => bug,
        "arguments" => arguments,
        other => panic!("no entry is called {other}"),
    };
    // SAFETY: the entries are of the program that `info` describes.
    let code = unsafe { quasar_rt::start(entry, &info().encode()) };
    std::process::exit(code);
}

fn print_number(value: i32) -> i32 {
    let values = [Tagged::i32(value)];
    // SAFETY: a list of one number.
    unsafe { exports::print(values.as_ptr(), 1) }
}

unsafe extern "C-unwind" fn hello() -> i32 {
    print_number(42)
}

unsafe extern "C-unwind" fn flood() -> i32 {
    loop {
        let status = print_number(7);
        if status != 0 {
            return status;
        }
    }
}

/// Prints, then fails two calls deep.
unsafe extern "C-unwind" fn raise() -> i32 {
    print_number(1);
    // SAFETY: the row takes no name.
    let status = unsafe { exports::error_index(std::ptr::null_mut(), 0, 7, 5) };
    // SAFETY: an error is pending.
    unsafe {
        exports::error_location(0);
        exports::error_location(1);
    }
    status
}

unsafe extern "C-unwind" fn leak() -> i32 {
    let dims = [Tagged::i32(3)];
    let mut array = std::ptr::null_mut();
    // SAFETY: a list of one size and a place for the result.
    unsafe { exports::array_new(ElemKind::F32.code(), 0, dims.as_ptr(), 1, &raw mut array) }
}

unsafe extern "C-unwind" fn bug() -> i32 {
    print_number(5);
    // SAFETY: the unknown kind is what is tested.
    unsafe { exports::array_new(99, 0, std::ptr::null(), 0, std::ptr::null_mut()) }
}

unsafe extern "C-unwind" fn arguments() -> i32 {
    // SAFETY: the parameters are those of `info`.
    unsafe {
        let sigma = if exports::argument_given(0) == 1 {
            exports::argument_number(0)
        } else {
            1.5
        };
        let rest = exports::argument_texts(1);
        let values = [Tagged::f64(sigma), Tagged::new(Tag::Array, rest as u64)];
        let status = exports::print(values.as_ptr(), 2);
        exports::object_release(rest);
        status
    }
}

// ---- The tests ------------------------------------------------------------------------------------------------------

fn run_tests() -> ExitCode {
    let tests: [(&str, fn()); 8] = [
        ("output is flushed at the end", output_is_flushed),
        ("errors show message, place and calls", errors_are_reported),
        (
            "a closed output ends quietly and is told by the exit code",
            closed_output_is_quiet,
        ),
        ("a full disk is one error", full_disk_is_an_error),
        ("leaks are found when asked", leaks_are_found),
        ("a bug is reported as one", bugs_are_reported),
        ("arguments arrive", arguments_arrive),
        ("mistakes in arguments end with 2", mistakes_in_arguments),
    ];
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    for (name, test) in tests {
        if wanted.iter().all(|part| name.contains(part.as_str())) {
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

fn program(entry: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this executable"));
    command
        .env(ENTRY, entry)
        .env_remove("QC_LEAK_CHECK")
        .env_remove("QC_BACKTRACE")
        .env_remove("QC_DEVICE")
        .args(arguments);
    command
}

/// Standard output, standard error and the exit code.
fn outcome(command: &mut Command) -> (String, String, Option<i32>) {
    let Output {
        stdout,
        stderr,
        status,
    } = command.output().expect("the program starts");
    (
        String::from_utf8_lossy(&stdout).into(),
        String::from_utf8_lossy(&stderr).into(),
        status.code(),
    )
}

fn output_is_flushed() {
    assert_eq!(
        outcome(&mut program("hello", &[])),
        ("42\n".into(), String::new(), Some(0))
    );
}

fn errors_are_reported() {
    let message = "error: index 7 of 'the array' is outside dimension 0, which has size 5\n --> demo.q:3 (in inner)\n";
    assert_eq!(
        outcome(&mut program("raise", &[])),
        ("1\n".into(), message.into(), Some(1))
    );
    let calls =
        "calls, the innermost first:\n   0: inner at demo.q:3:1\n   1: main at demo.q:9:1\n";
    let long = format!("{message}{calls}");
    assert_eq!(outcome(&mut program("raise", &["--backtrace"])).1, long);
    assert_eq!(
        outcome(program("raise", &[]).env("QC_BACKTRACE", "1")).1,
        long
    );
}

fn closed_output_is_quiet() {
    let mut child = program("flood", &[])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(141), &b""[..])
    );
}

fn full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has this device");
    let (_, errors, code) = outcome(program("flood", &[]).stdout(full));
    assert_eq!(
        (errors.as_str(), code),
        (
            "error: cannot write the output: No space left on device\n",
            Some(1)
        )
    );
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has this device");
    assert_eq!(outcome(program("hello", &[]).stdout(full)).2, Some(1));
}

fn leaks_are_found() {
    assert_eq!(outcome(&mut program("leak", &[])).2, Some(0));
    let (_, errors, code) = outcome(program("leak", &[]).env("QC_LEAK_CHECK", "1"));
    assert_eq!(
        (errors.as_str(), code),
        ("leak check: 1 arrays or strings are left\n", Some(102))
    );
    assert_eq!(
        outcome(program("arguments", &["1", "a"]).env("QC_LEAK_CHECK", "1")).2,
        Some(0)
    );
}

fn bugs_are_reported() {
    let (output, errors, code) = outcome(&mut program("bug", &[]));
    assert_eq!((output.as_str(), code), ("5\n", Some(101)));
    assert!(
        errors.starts_with("error: bug in the runtime of Quasar: ") && errors.lines().count() == 1,
        "{errors}"
    );
}

fn arguments_arrive() {
    assert_eq!(outcome(&mut program("arguments", &[])).0, "1.5[]\n");
    assert_eq!(
        outcome(&mut program("arguments", &["--sigma", "2", "a", "b"])).0,
        "2[\"a\",\"b\"]\n"
    );
}

fn mistakes_in_arguments() {
    let (output, errors, code) = outcome(&mut program("arguments", &["x"]));
    assert_eq!((output.as_str(), code), ("", Some(2)));
    assert!(
        errors.starts_with("error: the argument 'sigma' must be a number, not 'x'\nUsage: "),
        "{errors}"
    );
    let (help, errors, code) = outcome(&mut program("arguments", &["--help"]));
    assert!(help.contains("Shows something.") && errors.is_empty() && code == Some(0));
}
