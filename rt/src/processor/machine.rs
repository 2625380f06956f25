//! What the machine has for kernels: threads.
//!
//! *Invariant:* the answers stay the same while a program runs.

use crate::threads::pool;

pub(crate) fn thread_count() -> i32 {
    pool::thread_count() as i32
}
