//! Which launches a GPU gets.
//!
//! The estimate is of the time until the launch has ended: on the processor the compiler's cost of all positions over the threads, on the
//! GPU a constant for the launch, the way of the elements that are not there yet, and a fraction of the cost. What elements take on their
//! way back is not counted: most results are used by the next launch.
//!
//! *Invariant:* the choice changes when a launch ends, never what it computes.

/// What a launch takes before its first position runs, in nanoseconds.
const START: i64 = 20_000;
/// Bytes that reach the GPU in a nanosecond, over PCI Express from memory that is not pinned.
const BYTES_PER_NANOSECOND: i64 = 6;
/// How many times faster a GPU is than a thread, at kernels that neither is made for.
const FASTER_THAN_A_THREAD: i64 = 60;

/// Whether a launch of this estimated time on one thread, in nanoseconds, ends sooner on a GPU that lacks so many bytes of its arrays.
pub(super) fn is_sooner_on_gpu(cost: i64, threads: i64, missing_bytes: i64) -> bool {
    let on_processor = cost / threads.max(1);
    let on_gpu =
        (START + missing_bytes / BYTES_PER_NANOSECOND).saturating_add(cost / FASTER_THAN_A_THREAD);
    on_gpu < on_processor
}

#[cfg(test)]
mod tests {
    use super::*;

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
