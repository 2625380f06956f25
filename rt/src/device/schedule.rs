//! Which launches a GPU gets.
//!
//! The estimate is of the time until the launch has ended: on the processor the compiler's cost of all positions over the threads, on the
//! GPU a constant for the launch, the way of the elements that are not there yet, and a fraction of the cost. What elements take on their
//! way back is not counted: most results are used by the next launch.
//!
//! `schedule` asks the same of a launch that is to come. A launch of a kernel that names GPUs as its target takes no estimate: the program has
//! chosen.
//!
//! *Invariant:* the choice changes when a launch ends, never what it computes.

use super::{Wish, gpu, has_text, tell, wish};
use crate::array::object::Text;

/// What a launch takes before its first position runs, in nanoseconds.
const START: i64 = 20_000;
/// Bytes that reach the GPU in a nanosecond, over PCI Express from memory that is not pinned.
const BYTES_PER_NANOSECOND: i64 = 6;
/// How many times faster a GPU is than a thread, at kernels that neither is made for.
const FASTER_THAN_A_THREAD: i64 = 60;

/// Into how many parts costs of positions divide a nanosecond.
const COST_UNITS: i64 = 64;

/// The estimated times of a launch, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Estimate {
    /// On the processor.
    pub(super) processor: i64,
    /// On the GPU.
    pub(super) gpu: i64,
}

impl Estimate {
    /// For a launch of this estimated time on one thread, in nanoseconds, and a GPU that lacks so many bytes of its arrays.
    pub(super) fn of(cost: i64, threads: i64, missing_bytes: i64) -> Estimate {
        Estimate {
            processor: cost / threads.max(1),
            gpu: transfer_time(missing_bytes).saturating_add(time_on_gpu(cost)),
        }
    }

    /// Tells the estimate for a kernel.
    pub(super) fn tell(self, kernel: &str) {
        let [processor, gpu] = [self.processor, self.gpu].map(|time| time / 1000);
        tell(|| format!("{kernel}: {processor} us on the processor, {gpu} us on the GPU"));
    }

    /// Whether it ends sooner on the GPU.
    pub(super) fn prefers_gpu(self) -> bool {
        self.gpu < self.processor
    }
}

/// What the way of so many bytes to a GPU takes, in nanoseconds.
pub(super) fn transfer_time(bytes: i64) -> i64 {
    bytes / BYTES_PER_NANOSECOND
}

/// What a launch of that cost on one thread takes on a GPU that has its arrays, in nanoseconds.
pub(super) fn time_on_gpu(cost: i64) -> i64 {
    START.saturating_add(cost / FASTER_THAN_A_THREAD)
}

/// The row of that name.
pub(crate) fn device_takes(kernel: &Text, positions: i64, cost: i64, missing: i64) -> i32 {
    let wish = wish();
    if wish == Wish::Processor || !has_text() || positions <= 0 {
        return 0;
    }
    if wish.is_open() {
        let threads = i64::from(crate::processor::machine::thread_count());
        let cost = positions.saturating_mul(cost) / COST_UNITS;
        let estimate = Estimate::of(cost, threads, missing);
        estimate.tell(kernel.as_str());
        if !estimate.prefers_gpu() {
            return 0;
        }
    }
    i32::from(gpu().is_ok_and(|gpu| gpu.kernels().is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_sooner_on_gpu(cost: i64, threads: i64, missing_bytes: i64) -> bool {
        Estimate::of(cost, threads, missing_bytes).prefers_gpu()
    }

    #[test]
    fn the_way_of_the_arrays_counts_once() {
        let without = Estimate::of(6_000_000, 2, 0);
        let with = Estimate::of(6_000_000, 2, 6_000_000);
        assert_eq!(without.processor, with.processor);
        assert_eq!((without.processor, without.gpu), (3_000_000, 120_000));
        assert_eq!(with.gpu - without.gpu, 1_000_000);
    }

    #[test]
    fn small_launches_stay_and_large_ones_go() {
        assert!(!is_sooner_on_gpu(10_000, 1, 0));
        assert!(is_sooner_on_gpu(1_000_000, 8, 0));
        assert!(is_sooner_on_gpu(i64::MAX, 16, 1 << 30));
        // A sum of two arrays: a nanosecond for 12 bytes is not worth their way.
        let elements = 4 << 20;
        assert!(!is_sooner_on_gpu(elements, 8, 12 * elements));
        assert!(is_sooner_on_gpu(elements, 8, 0));
    }

    #[test]
    fn a_gpu_gains_against_few_threads_only() {
        assert!(is_sooner_on_gpu(10_000_000, 2, 0));
        assert!(!is_sooner_on_gpu(10_000_000, 128, 0));
    }
}
