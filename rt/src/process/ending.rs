//! Ends of the process that the program has no say in: errors that it cannot catch, and panics.
//!
//! *Invariant:* what the program printed comes before what is told of its end.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use super::output;
use super::standard_error::write_error_text;

/// Exit code of a run-time error.
pub(crate) const EXIT_ERROR: i32 = 1;
/// Exit code of a bug of the runtime.
const EXIT_BUG: i32 = 101;

/// Ends the process with an error that the program cannot catch.
pub(crate) fn end_with(message: &str) -> ! {
    // What was printed before comes first; where that fails, this error is the one to tell.
    let _ = output::flush();
    write_error_text(&format!("error: {message}\n"));
    std::process::exit(EXIT_ERROR)
}

thread_local! {
    /// Whether a panic of this thread is expected and caught.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls code of others that may panic on input from outside; `None` when it did.
pub(crate) fn guarded<T>(body: impl FnOnce() -> T) -> Option<T> {
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(body));
    GUARDED.set(outer);
    result.ok()
}

/// From here on a panic ends the process with a report.
pub(crate) fn report_bugs() {
    std::panic::set_hook(Box::new(report_bug));
}

/// Ends the process after a panic: a panic is a bug of the runtime, on whatever thread.
fn report_bug(info: &PanicHookInfo<'_>) {
    if GUARDED.get() {
        return;
    }
    // What the program printed before may help to find the bug; if it cannot be written, the bug is still the news.
    let _ = catch_unwind(|| drop(output::flush()));
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = info.location().map_or_else(String::new, |place| {
        format!(" ({}:{})", place.file(), place.line())
    });
    write_error_text(&format!(
        "error: bug in the runtime of Quasar: {}{place}; please report it\n",
        message.unwrap_or("panic")
    ));
    std::process::exit(EXIT_BUG);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guarded_panics_are_values() {
        assert_eq!(guarded(|| 7), Some(7));
        assert_eq!(guarded(|| -> i32 { panic!("on purpose") }), None);
        assert!(!GUARDED.get());
    }
}
