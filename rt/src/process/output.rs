//! Standard output of the program: buffered, flushed at the end, before an error report and after each line on a terminal.
//!
//! *Invariant:* the host thread alone prints, so the buffer belongs to its thread; a captured output never reaches the terminal.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;

use quasar_abi::RtError;

use crate::process::error::Raised;

/// Bytes after which the buffer is written.
const BUFFER_BYTES: usize = 32 * 1024;

/// Where the output of this thread goes.
enum Sink {
    /// The process's standard output; `interactive` once known.
    Standard {
        buffer: Vec<u8>,
        interactive: Option<bool>,
    },
    /// A test's memory.
    Captured(Vec<u8>),
}

thread_local! {
    static SINK: RefCell<Sink> = const { RefCell::new(Sink::Standard { buffer: Vec::new(), interactive: None }) };
}

/// Writes text.
///
/// # Errors
/// The output is closed or full.
pub fn write(text: &str) -> Result<(), Raised> {
    SINK.with_borrow_mut(|sink| match sink {
        Sink::Captured(bytes) => {
            bytes.extend_from_slice(text.as_bytes());
            Ok(())
        }
        Sink::Standard {
            buffer,
            interactive,
        } => {
            if buffer.len() + text.len() > 2 * BUFFER_BYTES {
                // What is long is not copied.
                flush_buffer(buffer)?;
                return write_out(text.as_bytes());
            }
            buffer.extend_from_slice(text.as_bytes());
            let interactive = *interactive.get_or_insert_with(|| io::stdout().is_terminal());
            let due = buffer.len() >= BUFFER_BYTES || (interactive && text.contains('\n'));
            if due { flush_buffer(buffer) } else { Ok(()) }
        }
    })
}

/// Writes what is buffered.
///
/// # Errors
/// The output is closed or full.
pub fn flush() -> Result<(), Raised> {
    SINK.with_borrow_mut(|sink| match sink {
        Sink::Captured(_) => Ok(()),
        Sink::Standard { buffer, .. } => flush_buffer(buffer),
    })
}

/// Empties the buffer, also when writing fails: what could not be written once is not tried again.
fn flush_buffer(buffer: &mut Vec<u8>) -> Result<(), Raised> {
    if buffer.is_empty() {
        return Ok(());
    }
    let result = write_out(buffer);
    buffer.clear();
    result
}

fn write_out(bytes: &[u8]) -> Result<(), Raised> {
    // SAFETY: descriptor 1 is the process's output; `ManuallyDrop` keeps it open.
    let mut standard = ManuallyDrop::new(unsafe { File::from_raw_fd(1) });
    standard
        .write_all(bytes)
        .map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => Raised::new(RtError::OutputClosed, &[]),
            _ => Raised::new(RtError::Output, &[&reason(&error)]),
        })
}

/// Writes what is buffered, as far as that is possible, without asking for memory: the program ends for lack of it.
pub(crate) fn flush_at_once() {
    // The buffer may be in use by what found no memory.
    let _ = SINK.try_with(|sink| {
        if let Ok(sink) = sink.try_borrow()
            && let Sink::Standard { buffer, .. } = &*sink
        {
            write_at_once(1, buffer);
        }
    });
}

/// Writes to an open descriptor, as far as that is possible.
pub(crate) fn write_at_once(descriptor: i32, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the place has as many bytes; a descriptor that is closed is an error of the call.
        let written = unsafe { libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written) {
            Ok(written) if written > 0 => bytes = &bytes[written..],
            Ok(_) | Err(_) => return,
        }
    }
}

/// An error of the system without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

/// Runs `body` and returns its result with what this thread printed meanwhile.
pub fn capture<T>(body: impl FnOnce() -> T) -> (T, String) {
    let outer = SINK.replace(Sink::Captured(Vec::new()));
    let result = body();
    let text = match SINK.replace(outer) {
        Sink::Captured(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Sink::Standard { .. } => String::new(),
    };
    (result, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_nest() {
        let (inner, outer) = capture(|| {
            write("a").expect("memory");
            let ((), inner) = capture(|| write("b").expect("memory"));
            write("c").expect("memory");
            inner
        });
        assert_eq!((inner.as_str(), outer.as_str()), ("b", "ac"));
    }

    #[test]
    fn reasons_have_no_numbers() {
        assert_eq!(
            reason(&io::Error::from_raw_os_error(28)),
            "No space left on device"
        );
    }
}
