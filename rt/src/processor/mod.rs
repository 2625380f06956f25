//! Kernels on the processor's threads.
//!
//! *Invariant:* which launches meet, and into how many chunks each is divided, follows the program alone, not the clock.

/// The caches of the processor.
pub(crate) mod cache;
/// Launches that do not need each other, side by side.
pub(crate) mod coschedule;
/// A launch on the threads of the pool.
pub(crate) mod job;
/// What the machine has for kernels.
pub(crate) mod machine;
/// Copies of arrays that the chunks of a launch change on their own.
pub(crate) mod privatise;
/// The arrays of a launch.
pub(crate) mod uses;
