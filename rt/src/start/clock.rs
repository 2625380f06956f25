//! `tic` and `toc`.
//!
//! Timers nest: each `toc` belongs to the innermost `tic` that no `toc` has answered yet; when all are answered, to the last one.
//!
//! *Invariant:* the clock never runs backwards.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::time::Instant;

use crate::process::error::Raised;
use crate::process::output;
use crate::processor::coschedule;
use crate::text::number;

static PROGRAM_START: OnceLock<Instant> = OnceLock::new();

/// Timers that are kept: a program that starts them in a loop without asking loses the oldest.
const MOST_TIMERS: usize = 4096;

/// A timer that was started.
struct Timer {
    start: Instant,
    is_answered: bool,
}

thread_local! {
    /// The timers, the innermost last. Only the last one may be answered.
    static STARTED: RefCell<VecDeque<Timer>> = const { RefCell::new(VecDeque::new()) };
}

/// Notes when the program began.
pub(crate) fn mark_program_start() {
    PROGRAM_START.get_or_init(Instant::now);
}

pub(crate) fn tic() {
    coschedule::settle();
    STARTED.with_borrow_mut(|timers| {
        timers.pop_back_if(|timer| timer.is_answered);
        if timers.len() == MOST_TIMERS {
            timers.pop_front();
        }
        timers.push_back(Timer {
            start: Instant::now(),
            is_answered: false,
        });
    });
}

pub(crate) fn toc() -> f64 {
    // What waits for company counts from when the program asked for it.
    coschedule::settle();
    let start = STARTED.with_borrow_mut(|timers| {
        if timers.len() > 1 {
            timers.pop_back_if(|timer| timer.is_answered);
        }
        let timer = timers.back_mut()?;
        timer.is_answered = true;
        Some(timer.start)
    });
    let start = start.unwrap_or_else(|| *PROGRAM_START.get_or_init(Instant::now));
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

    #[test]
    fn timers_nest() {
        let wait = || std::thread::sleep(std::time::Duration::from_millis(20));
        tic();
        wait();
        tic();
        let inner = toc();
        let outer = toc();
        assert!(inner < outer && outer >= 20.0, "{inner} {outer}");
        wait();
        // All are answered: the last one again.
        assert!(toc() >= 40.0);
        tic();
        let again = toc();
        assert!(again < outer && toc() < outer);
    }
}
