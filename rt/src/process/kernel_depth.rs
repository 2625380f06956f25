//! Whether a thread runs a kernel: how many launches are around what it does.
//!
//! *Invariant:* an error that reaches host code leaves none behind.

use std::cell::Cell;

thread_local! {
    /// Launches around what this thread does.
    static LAUNCHES: Cell<u32> = const { Cell::new(0) };
}

/// What this thread makes from here on belongs to a kernel.
pub(crate) fn kernel_memory_enter() {
    LAUNCHES.set(LAUNCHES.get() + 1);
}

/// A launch that was entered has ended.
pub(crate) fn kernel_memory_leave() {
    LAUNCHES.set(LAUNCHES.get() - 1);
}

/// An error has left all launches of this thread: it is caught in host code only.
pub(crate) fn left_by_error() {
    LAUNCHES.set(0);
}

/// Whether this thread runs host code.
pub(crate) fn is_host() -> bool {
    LAUNCHES.get() == 0
}
