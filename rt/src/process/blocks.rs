//! The larger blocks of a thread that may be ended wherever it is, so that they can be freed in its place.
//!
//! *Invariant:* a block that is noted belongs to the thread alone.

use std::cell::Cell;

/// Blocks of fewer bytes are not noted.
const NOTED_FROM: usize = 16 << 10;
/// Blocks that are noted at once.
const NOTED: usize = 512;
/// The larger blocks of a thread, and what it was refused.
#[derive(Debug)]
pub(crate) struct Blocks {
    noted: [Cell<usize>; NOTED],
    count: Cell<usize>,
    refused: Cell<Option<usize>>,
}

impl Blocks {
    /// None yet.
    pub(super) fn new() -> Blocks {
        Blocks {
            noted: [const { Cell::new(0) }; NOTED],
            count: Cell::new(0),
            refused: Cell::new(None),
        }
    }

    /// Notes a block that the thread has got, if it is large and there is room.
    pub(super) fn add(&self, place: *mut u8, bytes: usize) {
        let count = self.count.get();
        if bytes >= NOTED_FROM && count < NOTED {
            self.noted[count].set(place.expose_provenance());
            self.count.set(count + 1);
        }
    }

    /// Forgets a block that the thread has given back.
    pub(super) fn remove(&self, place: *mut u8, bytes: usize) {
        if bytes < NOTED_FROM {
            return;
        }
        let noted = &self.noted[..self.count.get()];
        let index = noted.iter().rposition(|noted| noted.get() == place.addr());
        if let (Some(index), Some(last)) = (index, noted.last()) {
            noted[index].set(last.get());
            self.count.set(noted.len() - 1);
        }
    }

    /// Ends this thread, which can get no memory.
    pub(super) fn give_up(&self, bytes: usize) -> ! {
        self.refused.set(Some(bytes));
        // SAFETY: the system ends this thread alone. The caller of `isolation::run` waits for that and uses nothing of it but what is noted here.
        unsafe { libc::syscall(libc::SYS_exit, 0) };
        unreachable!("the thread has ended")
    }

    /// The bytes for want of which the thread gave up; none if it did not.
    pub(super) fn refused(&self) -> Option<usize> {
        self.refused.get()
    }

    /// Frees what a thread that gave up has left.
    pub(super) fn free(&self) {
        for place in &self.noted[..self.count.replace(0)] {
            let block = std::ptr::with_exposed_provenance_mut(place.get());
            // SAFETY: the system's allocator gave the block to a thread that has ended before it gave it back, and whose variables are gone.
            unsafe { libc::free(block) };
        }
    }
}
