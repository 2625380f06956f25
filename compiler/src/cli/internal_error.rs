//! What a mistake of qc itself looks like to its users.
//!
//! *Invariant:* a panic never ends qc with Rust's own message or exit code.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::ffi::OsString;
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code: qc itself has a mistake.
pub const INTERNAL: u8 = 3;

/// Runs the command; a panic becomes one message and an exit code of its own.
pub fn guard(words: &[OsString], command: impl FnOnce() -> ExitCode) -> ExitCode {
    let line: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let line = line.join(" ");
    let told = AtomicBool::new(false);
    panic::set_hook(Box::new(move |info| {
        // Other threads may follow the first one.
        if !told.swap(true, Ordering::Relaxed) {
            eprint!("{}", message(info, &line));
        }
    }));
    let result = panic::catch_unwind(panic::AssertUnwindSafe(command));
    let _ = panic::take_hook();
    result.unwrap_or(ExitCode::from(INTERNAL))
}

/// The message; with `RUST_BACKTRACE=1` also where the panic came from.
fn message(info: &PanicHookInfo<'_>, line: &str) -> String {
    let place = info.location().map_or(String::new(), |location| {
        format!(" ({}:{})", location.file(), location.line())
    });
    let trace = Backtrace::capture();
    let trace = match trace.status() {
        BacktraceStatus::Captured => format!("{trace}"),
        _ => String::new(),
    };
    let what = info.payload_as_str().unwrap_or("no message");
    text(what, &place, line) + &trace
}

/// What is told of a panic.
fn text(what: &str, place: &str, line: &str) -> String {
    format!(
        "qc: internal error: {what}{place}\n  \
         This is a mistake in qc {}, not in the program. Please report it with the source and this command line:\n  qc {line}\n",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_has_an_exit_code_of_its_own() {
        let code = guard(&["run".into(), "a.q".into()], || panic!("`x` is broken"));
        assert_eq!(code, ExitCode::from(INTERNAL));
        assert_eq!(guard(&[], || ExitCode::from(1)), ExitCode::from(1));
    }

    #[test]
    fn the_message_asks_for_a_report() {
        let text = text("`x` is broken", " (a.rs:3)", "run a.q");
        assert!(text.starts_with("qc: internal error: `x` is broken (a.rs:3)\n"));
        assert!(text.contains("Please report it") && text.ends_with("\n  qc run a.q\n"));
        assert_eq!(text.lines().count(), 3);
    }
}
