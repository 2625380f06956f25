//! The threads that share work: the pool, and pieces of arrays for it.
//!
//! *Invariant:* how work is divided depends on its size alone, never on how many threads there are.

/// Work of the runtime itself on all threads.
pub(crate) mod pieces;
/// The thread pool.
pub(crate) mod pool;
