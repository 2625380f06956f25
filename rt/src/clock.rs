//! `tic` and `toc`.
//!
//! *Invariant:* the clock never runs backwards.

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::Instant;

use crate::error::Raised;
use crate::number;
use crate::output;

static PROGRAM_START: OnceLock<Instant> = OnceLock::new();

thread_local! {
    static STARTED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Notes when the program began.
pub(crate) fn mark_program_start() {
    PROGRAM_START.get_or_init(Instant::now);
}

pub(crate) fn tic() {
    STARTED.set(Some(Instant::now()));
}

pub(crate) fn toc() -> f64 {
    let start = STARTED
        .get()
        .unwrap_or_else(|| *PROGRAM_START.get_or_init(Instant::now));
    start.elapsed().as_secs_f64() * 1e3
}

pub(crate) fn toc_print() -> Result<(), Raised> {
    let milliseconds = (toc() * 1e3).round() / 1e3;
    output::write(&format!(
        "Elapsed time: {} ms\n",
        number::double(milliseconds)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes() {
        tic();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(toc() >= 2.0);
        let (result, text) = output::capture(toc_print);
        result.expect("printed");
        assert!(text.starts_with("Elapsed time: ") && text.ends_with(" ms\n"));
    }
}
