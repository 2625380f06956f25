//! The process in which something was begun, as against one that was forked from it.
//!
//! *Invariant:* asking calls the system only where it does not clear memory for forked processes.

use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes of the memory that is cleared; the system rounds them up to a page.
const BYTES: usize = 4096;

/// A process.
pub(crate) struct Origin {
    /// Zero in processes that were forked from this one.
    mark: Option<&'static AtomicU32>,
    number: u32,
}

impl Origin {
    /// This process.
    pub(crate) fn here() -> Origin {
        Origin {
            mark: mark(),
            number: std::process::id(),
        }
    }

    /// Whether this process is it.
    pub(crate) fn is_here(&self) -> bool {
        match self.mark {
            Some(mark) => mark.load(Ordering::Relaxed) != 0,
            None => std::process::id() == self.number,
        }
    }
}

/// A mark that the system clears when it forks the process.
fn mark() -> Option<&'static AtomicU32> {
    if cfg!(miri) {
        return None;
    }
    let (rights, kind) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
    );
    // SAFETY: new memory, of which nobody else knows; it is given back here or never.
    let mark = unsafe {
        let memory = libc::mmap64(ptr::null_mut(), BYTES, rights, kind, -1, 0);
        if memory == libc::MAP_FAILED {
            return None;
        }
        if libc::madvise(memory, BYTES, libc::MADV_WIPEONFORK) != 0 {
            libc::munmap(memory, BYTES);
            return None;
        }
        &*memory.cast::<AtomicU32>()
    };
    mark.store(1, Ordering::Relaxed);
    Some(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_itself() {
        assert!(Origin::here().is_here());
    }

    #[test]
    fn without_a_mark_the_number_counts() {
        let number = std::process::id();
        let origin = |number| Origin { mark: None, number };
        assert!(origin(number).is_here());
        assert!(!origin(number + 1).is_here());
    }
}
