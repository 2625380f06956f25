//! Errors of the language: raised as values inside the runtime, pending per thread for generated code.
//!
//! *Invariant:* a status other than 0 and a pending error in the calling thread always come together.

use std::cell::RefCell;
use std::fmt::Display;

use quasar_abi::RtError;

use super::kernel_depth;

/// Locations kept of a trace: of a deep recursion the innermost ones and the number of the rest are enough.
const TRACE_LIMIT: usize = 100;

/// An error on its way out of a runtime function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raised {
    /// The kind of error.
    pub row: RtError,
    /// The complete message.
    pub message: String,
}

impl Raised {
    /// The error of a row, its placeholders filled from the arguments.
    pub fn new(row: RtError, arguments: &[&dyn Display]) -> Raised {
        let texts: Vec<String> = arguments
            .iter()
            .map(|argument| argument.to_string())
            .collect();
        Raised {
            row,
            message: fill(row.message(), &texts),
        }
    }

    /// A function met an argument that it cannot take.
    pub fn invalid(function: &str, what: impl Display) -> Raised {
        Raised::new(RtError::InvalidArgument, &[&function, &what])
    }
}

/// A file cannot be read.
pub fn read_error(path: &str, why: impl Display) -> Raised {
    Raised::new(RtError::FileRead, &[&path, &why])
}

/// A file cannot be written.
pub fn write_error(path: &str, why: impl Display) -> Raised {
    Raised::new(RtError::FileWrite, &[&path, &why])
}

impl From<Raised> for String {
    /// What an error says, where that becomes a part of another one.
    fn from(raised: Raised) -> String {
        raised.message
    }
}

/// The template with `{i}` replaced by the i-th text, once: texts are not searched for placeholders.
pub fn fill(template: &str, texts: &[String]) -> String {
    let mut message = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let close = rest[open..]
            .find('}')
            .map_or(rest.len(), |length| open + length);
        message.push_str(&rest[..open]);
        let index = rest[open + 1..close].parse::<usize>().ok();
        message.push_str(
            index
                .and_then(|index| texts.get(index))
                .map_or("?", String::as_str),
        );
        rest = rest.get(close + 1..).unwrap_or("");
    }
    message.push_str(rest);
    message
}

/// An error that waits for `catch` or the end of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// What happened.
    pub raised: Raised,
    /// Rows of the location table, the innermost first. A negative one stands for its row without the calls that led there.
    pub trace: Vec<i32>,
    /// Locations that were not kept.
    pub omitted: usize,
}

impl From<Raised> for Pending {
    fn from(raised: Raised) -> Pending {
        Pending {
            raised,
            trace: Vec::new(),
            omitted: 0,
        }
    }
}

thread_local! {
    static PENDING: RefCell<Option<Pending>> = const { RefCell::new(None) };
}

/// Makes the error pending and returns its status. An error that is pending already stays: it is the cause.
pub fn set_pending(raised: Raised) -> i32 {
    PENDING.with_borrow_mut(|pending| {
        let pending = pending.get_or_insert(Pending {
            raised,
            trace: Vec::new(),
            omitted: 0,
        });
        pending.raised.row.code()
    })
}

/// Moves an error that another thread left behind into this one.
pub fn restore_pending(error: Pending) -> i32 {
    let status = error.raised.row.code();
    PENDING.with_borrow_mut(|pending| *pending = Some(error));
    status
}

/// The status of the pending error, 0 if there is none.
pub fn pending_status() -> i32 {
    PENDING.with_borrow(|pending| {
        pending
            .as_ref()
            .map_or(0, |pending| pending.raised.row.code())
    })
}

/// Takes the pending error.
pub fn take_pending() -> Option<Pending> {
    let pending = PENDING.take();
    if pending.is_some() {
        kernel_depth::left_by_error();
    }
    pending
}

/// Appends a location to the trace of the pending error; nothing when none is pending.
pub fn add_location(location: i32) {
    PENDING.with_borrow_mut(|pending| {
        let Some(pending) = pending else { return };
        if pending.trace.len() < TRACE_LIMIT {
            pending.trace.push(location);
        } else {
            pending.omitted += 1;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_once() {
        let raised = Raised::new(RtError::IndexOutOfBounds, &[&"{1}", &7, &0, &5]);
        assert_eq!(
            raised.message,
            "index 7 of '{1}' is outside dimension 0, which has size 5"
        );
        assert_eq!(fill("a {0} b {9", &["x".into()]), "a x b ?");
    }

    #[test]
    fn the_first_error_is_the_cause() {
        assert_eq!(
            set_pending(Raised::invalid("f", "bad")),
            RtError::InvalidArgument.code()
        );
        assert_eq!(
            set_pending(Raised::new(RtError::StackOverflow, &[])),
            RtError::InvalidArgument.code()
        );
        (0..150).for_each(add_location);
        let pending = take_pending().expect("pending");
        assert_eq!(
            (pending.trace.len(), pending.omitted, pending.trace[0]),
            (100, 50, 0)
        );
        assert_eq!((take_pending(), pending_status()), (None, 0));
        add_location(1);
        assert_eq!(take_pending(), None);
    }
}
