//! Which of several GPUs a launch runs on.
//!
//! Who says nothing gets the one that has most of the arrays already, and for arrays that are on none the next one in turn. `{!sched
//! gpu_index=…}` chooses for all launches behind it.
//!
//! *Invariant:* the choice depends on what the program has asked for so far, and changes times, never results.

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

/// The choice of the program; negative: it says nothing.
static SELECTED: AtomicI32 = AtomicI32::new(-1);
/// The device whose turn it is.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// The row of that name.
pub(crate) fn device_select(index: i32) {
    SELECTED.store(index, Ordering::Relaxed);
}

/// The device for a launch, of `count`; `bytes` tells how many bytes of its arrays a device has.
pub(super) fn device(count: usize, bytes: impl Fn(usize) -> u64) -> usize {
    choose(SELECTED.load(Ordering::Relaxed), &NEXT, count, bytes)
}

fn choose(selected: i32, next: &AtomicUsize, count: usize, bytes: impl Fn(usize) -> u64) -> usize {
    if count == 1 {
        return 0;
    }
    if let Ok(index) = usize::try_from(selected) {
        // A program for more devices than there are uses those that are there.
        return index % count;
    }
    let mut best = (0, 0);
    for device in 0..count {
        let there = bytes(device);
        if there > best.1 {
            best = (device, there);
        }
    }
    match best {
        (_, 0) => next.fetch_add(1, Ordering::Relaxed) % count,
        (device, _) => device,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_draw_launches_to_where_they_are() {
        let next = AtomicUsize::new(0);
        let there = |bytes: &'static [u64]| move |device: usize| bytes[device];
        assert_eq!(choose(-1, &next, 2, there(&[4, 8])), 1);
        assert_eq!(choose(-1, &next, 2, there(&[8, 8])), 0);
        let turns: Vec<usize> = (0..5).map(|_| choose(-1, &next, 3, |_| 0)).collect();
        assert_eq!(turns, [0, 1, 2, 0, 1]);
    }

    #[test]
    fn the_program_has_the_last_word() {
        let next = AtomicUsize::new(0);
        assert_eq!(choose(1, &next, 2, |_| 0), 1);
        assert_eq!(choose(5, &next, 2, |device| [9, 0][device]), 1);
        assert_eq!(choose(1, &next, 1, |_| 0), 0);
        assert_eq!(next.load(Ordering::Relaxed), 0);
    }
}
