//! What is known of loops: their accesses as affine forms, dependences between iterations, variables that iterations may have for
//! themselves, the largest bands of parallel loops, and the verdict on every loop.
//!
//! Each nest is analysed from the outside in (`nest`): accesses are affine forms of its indices and of what it does not change
//! (`affine`, `alias`, `def_use`), which dependence tests compare (`dependence`, with `apart`, `differences`, `pairs`, `triangles` and `updates`); of
//! variables and arrays of one iteration `privatise` tells, of reasons in the words of the source `source`. `band` finds the loops that can become the
//! dimensions of a kernel, and `jam` those inside whose iterations run side by side.
//!
//! *Invariant:* nothing here changes a program; what is told holds for every run, or is said to hold from a condition on.

pub mod affine;
pub mod alias;
pub mod apart;
pub mod band;
pub mod counted;
pub mod def_use;
pub mod dependence;
pub mod differences;
pub mod jam;
pub mod nest;
mod pairs;
pub mod parts;
pub mod privatise;
pub mod rows;
pub mod source;
pub mod triangles;
pub mod updates;
pub mod verdict;
pub mod work;

use crate::machine::cost::launch;

/// What the passes shall do.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// A nest that is known to have fewer operations (as a rough estimate) stays serial: a launch would cost more than it gains.
    pub minimum_work: u64,
    /// The same for loops in loops of the host of which only running tells how many iterations they have; they are compiled for both.
    pub short_work: u64,
    /// Whether iterations may change the same element by exact operations (`hist[i] += 1`), which then become atomic.
    pub atomic_updates: bool,
    /// Whether also by operations that round, where only running tells which element changes.
    pub rounded_updates: bool,
    /// Whether loops change their order wherever they may, and not only where vectors gain: for tests.
    pub always_reorder: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            minimum_work: launch::FEWEST_OPERATIONS,
            short_work: launch::FEWEST_WITHIN_LOOPS,
            atomic_updates: true,
            rounded_updates: true,
            always_reorder: false,
        }
    }
}
