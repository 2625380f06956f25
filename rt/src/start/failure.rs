//! Rows that raise errors and take them.
//!
//! *Invariant:* each raising row always fails; the pending error itself is kept by `error`.

use std::cell::Cell;

use quasar_abi::{RtError, Tagged};

use crate::array::boundary::outside;
use crate::array::list::items;
use crate::array::object::{Array, Text};
use crate::process::description;
use crate::process::error::{self, Raised, fill};
use crate::process::refusal::{collected, joined};
use crate::text::display::{item_text, list_text};

/// Bytes of stack that stay free for the runtime's own functions and the report.
const STACK_RESERVE: usize = 256 * 1024;
/// Bytes of stack that calls may use, where the system sets no limit: endless recursion must end before the memory does.
const STACK_LIMIT: usize = 256 << 20;

pub(crate) fn error_raise(values: &[Tagged]) -> Result<(), Raised> {
    Err(Raised {
        row: RtError::User,
        message: list_text(values),
    })
}

pub(crate) fn error_raise_row(code: i32, values: &[Tagged]) -> Result<(), Raised> {
    let row = RtError::from_code(code).expect("a known run-time error");
    let texts = collected(items(values).map(|item| item_text(&item)));
    Err(Raised {
        row,
        message: fill(row.message(), &texts),
    })
}

pub(crate) fn error_index(
    name: Option<&Text>,
    dimension: i32,
    index: i64,
    size: i64,
) -> Result<(), Raised> {
    Err(outside(
        name.map_or("", Text::as_str),
        dimension,
        index,
        size,
    ))
}

pub(crate) fn error_assertion(message: Option<&Text>) -> Result<(), Raised> {
    match message {
        Some(message) => Err(Raised {
            row: RtError::Assertion,
            message: joined([
                RtError::Assertion.message().trim_end_matches("{0}"),
                message.as_str(),
            ]),
        }),
        None => Err(Raised {
            row: RtError::Assertion,
            message: "assertion failed".to_string(),
        }),
    }
}

pub(crate) fn error_location(location: i32) {
    error::add_location(location);
}

pub(crate) fn error_pending() -> i32 {
    error::pending_status()
}

pub(crate) fn error_caught() -> Result<Array, Raised> {
    let Some(pending) = error::take_pending() else {
        panic!("a handler runs after an error");
    };
    if matches!(pending.raised.row, RtError::OutputClosed | RtError::Exit) {
        return Err(pending.raised);
    }
    let row = pending.trace.first().map_or(0, |row| row.abs());
    let (file, line) = description::place(row);
    let texts = |raised: Raised| {
        let (file, line, row) = (file.clone(), line.to_string(), row.to_string());
        [
            raised.message,
            file,
            line,
            raised.row.code().to_string(),
            row,
        ]
    };
    // Where there is no memory for a long message, the handler gets this error instead.
    Array::of_texts(&texts(pending.raised)).or_else(|refused| Array::of_texts(&texts(refused)))
}

pub(crate) fn error_again(exception: &Array) -> Result<(), Raised> {
    let [message, _, _, code, row] = exception.texts().try_into().unwrap_or_default();
    // A variable of the type that never got a value has no parts.
    let row_of_error = code.parse().ok().and_then(RtError::from_code);
    let raised = Raised {
        row: row_of_error.unwrap_or(RtError::User),
        message,
    };
    error::set_pending(Raised {
        row: raised.row,
        message: joined([raised.message.as_str()]),
    });
    if let Ok(row) = row.parse::<i32>() {
        // The calls that once led there are over.
        error::add_location(-row);
    }
    Err(raised)
}

thread_local! {
    /// The lowest address that a Quasar call may reach; 0 until it is known.
    static STACK_FLOOR: Cell<usize> = const { Cell::new(0) };
}

/// The lowest address that a Quasar call of this thread may reach.
pub(crate) fn stack_floor() -> i64 {
    match STACK_FLOOR.get() {
        0 => first_floor(),
        floor => floor as i64,
    }
}

#[cold]
fn first_floor() -> i64 {
    let floor = stack_range()
        .or_else(first_stack)
        .map_or(1, |(start, end)| {
            (start + STACK_RESERVE).max(end.saturating_sub(STACK_LIMIT))
        });
    STACK_FLOOR.set(floor);
    floor as i64
}

pub(crate) fn stack_check() -> Result<(), Raised> {
    let here = 0u8;
    match ((&raw const here).addr() as i64) < stack_floor() {
        true => Err(Raised::new(RtError::StackOverflow, &[])),
        false => Ok(()),
    }
}

/// The lowest address of this thread's stack and the end, if the system tells.
#[cfg(not(miri))]
fn stack_range() -> Option<(usize, usize)> {
    // SAFETY: the attributes are filled before they are read and destroyed once.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attributes) != 0 {
            return None;
        }
        let (mut start, mut size) = (std::ptr::null_mut(), 0);
        let status =
            libc::pthread_attr_getstack(&raw const attributes, &raw mut start, &raw mut size);
        libc::pthread_attr_destroy(&raw mut attributes);
        (status == 0).then_some((start as usize, start as usize + size))
    }
}

#[cfg(miri)]
fn stack_range() -> Option<(usize, usize)> {
    None
}

/// The same of the thread that the program began with, which the C library finds in /proc alone: its end lies behind the name of the
/// program, the last thing that the system lays on it, and its size is a limit of the process.
#[cfg(not(miri))]
fn first_stack() -> Option<(usize, usize)> {
    const PAGE: usize = 4096;
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the place is valid for the call.
    let status = unsafe { libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) };
    // SAFETY: a question without arguments that could be wrong.
    let name = unsafe { libc::getauxval(libc::AT_EXECFN) } as usize;
    let end = name.next_multiple_of(PAGE);
    let size = usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX);
    (status == 0 && name != 0).then_some((end.saturating_sub(size), end))
}

#[cfg(miri)]
fn first_stack() -> Option<(usize, usize)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raising_rows() {
        let user = error_raise(&[Tagged::i32(4)]).expect_err("always fails");
        assert_eq!((user.row, user.message.as_str()), (RtError::User, "4"));
        let row = error_raise_row(RtError::OutOfMemory.code(), &[Tagged::i64(9)])
            .expect_err("always fails");
        assert_eq!(row.message, "out of memory (9 bytes asked for)");
        let index = error_index(None, -1, 5, 3).expect_err("always fails");
        assert_eq!(
            index.message,
            "index 5 of 'the array' is outside its 3 elements"
        );
        assert_eq!(
            error_assertion(None).expect_err("always fails").message,
            "assertion failed"
        );
    }

    #[test]
    fn taking_clears() {
        error::set_pending(Raised::invalid("f", "x"));
        assert_eq!(error_pending(), RtError::InvalidArgument.code());
        let caught = error_caught().expect("an error to catch");
        assert_eq!(caught.texts(), ["f: x", "", "0", "11", "0"]);
        assert_eq!(error_pending(), 0);
        let again = error_again(&caught).expect_err("always fails");
        assert_eq!(again, Raised::invalid("f", "x"));
        assert_eq!(error_pending(), RtError::InvalidArgument.code());
        drop(error::take_pending());
    }

    #[test]
    fn the_end_of_the_output_stays_pending() {
        error::set_pending(Raised::new(RtError::OutputClosed, &[]));
        assert!(error_caught().is_err_and(|raised| raised.row == RtError::OutputClosed));
    }

    #[test]
    #[cfg(not(miri))]
    fn deep_recursion_is_caught() {
        fn descend(depth: usize) -> usize {
            let ballast = [depth as u8; 512];
            match stack_check() {
                Err(_) => depth,
                Ok(()) => {
                    std::hint::black_box(descend(depth + 1))
                        + usize::from(ballast[depth % 512] == 255 && depth > 1 << 40)
                }
            }
        }
        let thread = std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(|| descend(0))
            .expect("a thread");
        assert!(thread.join().expect("no overflow") > 100);
    }
}
