//! `progress`: a bar with the time that is left, on standard error where that is a terminal.
//!
//! *Invariant:* nothing is written where nobody looks; what the program prints comes before the bar that it belongs to.

use std::cell::RefCell;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crate::process::error::Raised;
use crate::process::output;
use crate::process::standard_error::write_error_text;

/// Letters of a full bar.
const LETTERS: i64 = 30;
/// A bar is not drawn more often than eyes see.
const BETWEEN: Duration = Duration::from_millis(100);

/// A bar that is on the screen.
struct Bar {
    began: Instant,
    drawn: Instant,
    /// Steps that were done when it was asked for last, and all steps.
    done: i64,
    all: i64,
}

thread_local! {
    static BAR: RefCell<Option<Bar>> = const { RefCell::new(None) };
}

/// Tells that so many of all steps are done.
pub(crate) fn progress_show(done: i64, all: i64) -> Result<(), Raised> {
    if all < 0 || done < 0 || done > all {
        let message = format!("{done} of {all} steps cannot be done");
        return Err(Raised::invalid("progress", message));
    }
    if !io::stderr().is_terminal() {
        return Ok(());
    }
    output::flush()?;
    write_error_text(&advance(done, all, Instant::now()));
    Ok(())
}

/// Goes to a new line where a bar has been left before its end.
pub(crate) fn leave() {
    if BAR.take().is_some() {
        write_error_text("\n");
    }
}

/// What is written when so many steps are done at a time; nothing: the bar was drawn just now.
fn advance(done: i64, all: i64, now: Instant) -> String {
    BAR.with_borrow_mut(|place| {
        let goes_on = |bar: &Bar| bar.all == all && bar.done <= done;
        let known = place.take_if(|bar| goes_on(bar));
        // Another bar was left before its end.
        let mut text = place.take().map_or_else(String::new, |_| "\n".to_string());
        let is_last = done == all;
        let bar = match known {
            Some(bar) if !is_last && now - bar.drawn < BETWEEN => Bar { done, ..bar },
            known => {
                let began = known.map_or(now, |bar| bar.began);
                let _ = write!(text, "\r{}\x1b[K", drawn(done, all, now - began));
                Bar {
                    began,
                    drawn: now,
                    done,
                    all,
                }
            }
        };
        match is_last {
            true => text.push('\n'),
            false => *place = Some(bar),
        }
        text
    })
}

/// A bar as text.
fn drawn(done: i64, all: i64, passed: Duration) -> String {
    let share = match all {
        0 => 1.0,
        _ => done as f64 / all as f64,
    };
    let full = (share * LETTERS as f64) as usize;
    let bar = "#".repeat(full) + &"-".repeat(LETTERS as usize - full);
    let seconds = passed.as_secs_f64();
    let time = match done {
        _ if done == all => format!("{} in all", clock(seconds)),
        0 => String::new(),
        _ => format!("{} left", clock(seconds * (1.0 - share) / share)),
    };
    let text = format!("[{bar}] {:3}% {done}/{all} {time}", (share * 100.0) as i32);
    text.trim_end().to_string()
}

/// A time as minutes and seconds, or hours in front.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round().clamp(0.0, 1e9) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_clocks() {
        assert_eq!(clock(0.4), "0:00");
        assert_eq!(clock(75.0), "1:15");
        assert_eq!(clock(3725.6), "1:02:06");
        assert_eq!(clock(f64::INFINITY), clock(1e9));
    }

    #[test]
    fn a_bar_shows_how_much_is_done_and_how_long_it_takes() {
        let ten = Duration::from_secs(10);
        let bar = drawn(1, 3, ten);
        assert_eq!(bar, "[##########--------------------]  33% 1/3 0:20 left");
        assert!(drawn(0, 3, ten).ends_with("]   0% 0/3"));
        assert!(drawn(3, 3, ten).ends_with("#] 100% 3/3 0:10 in all"));
        assert!(drawn(0, 0, ten).ends_with("#] 100% 0/0 0:10 in all"));
    }

    #[test]
    fn a_bar_is_drawn_ten_times_a_second_and_to_its_end() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        assert!(advance(0, 100, at(0)).starts_with("\r["));
        assert_eq!(advance(1, 100, at(50)), "");
        assert!(advance(2, 100, at(101)).contains("2/100 0:05 left"));
        let end = advance(100, 100, at(102));
        assert!(
            end.starts_with('\r') && end.ends_with("in all\x1b[K\n"),
            "{end}"
        );
        // The next one is another bar, also where the first is left before its end.
        assert!(advance(1, 3, at(103)).starts_with('\r'));
        assert!(advance(1, 5, at(104)).starts_with("\n\r"));
        assert!(advance(0, 5, at(105)).starts_with("\n\r"));
        assert!(BAR.take().is_some());
    }

    #[test]
    fn steps_are_counted_from_none_to_all() {
        for (done, all) in [(-1, 3), (4, 3), (0, -1)] {
            let error = progress_show(done, all).expect_err("a mistake");
            assert!(error.message.contains("steps cannot be done"));
        }
        assert_eq!(progress_show(3, 3), Ok(()));
    }
}
