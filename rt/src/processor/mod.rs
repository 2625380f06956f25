//! Kernels on the processor's threads.
//!
//! *Invariant:* which launches meet, and into how many chunks each is divided, follows the program alone, not the clock.

/// Launches that do not need each other, side by side.
pub(crate) mod coschedule;
/// Copies of arrays that the chunks of a launch change on their own.
pub(crate) mod privatise;
