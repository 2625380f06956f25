//! Which of several GPUs a launch runs on.
//!
//! Where nobody says it, the one where the launch would begin first: behind the work that the GPU was given so far, behind the work on other
//! GPUs that the launch depends on, and when the arrays that are not there have come. All of this is time by estimate, which goes on with the
//! launches, and is the same in every run. `{!sched gpu_index=…}` chooses for all launches behind it.
//!
//! *Invariant:* the choice depends on what the program has asked for so far, and changes times, never results.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

use super::locked;
use super::schedule::{self, transfer_time};

/// The choice of the program; negative: it says nothing.
static SELECTED: AtomicI32 = AtomicI32::new(-1);
/// When the devices have done what they were given, by estimate.
static BUSY: Mutex<Vec<i64>> = Mutex::new(Vec::new());

/// The row of that name.
pub(crate) fn device_select(index: i32) {
    SELECTED.store(index, Ordering::Relaxed);
}

/// What a device has to do with a launch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side {
    /// Bytes of the launch's arrays that are elsewhere.
    pub(super) missing: i64,
    /// Whether the launch has to wait for work on this device.
    pub(super) is_needed: bool,
}

/// The device for a launch of that cost on one thread, in nanoseconds.
pub(super) fn device(sides: &[Side], cost: i64) -> usize {
    choose(
        SELECTED.load(Ordering::Relaxed),
        &mut locked(&BUSY),
        sides,
        cost,
    )
}

fn choose(selected: i32, busy: &mut Vec<i64>, sides: &[Side], cost: i64) -> usize {
    if sides.len() == 1 {
        return 0;
    }
    busy.resize(sides.len(), 0);
    let needed = sides.iter().zip(&*busy).filter(|(side, _)| side.is_needed);
    let ready = needed.map(|(_, busy)| *busy).max().unwrap_or(0);
    let begin = |device: usize| {
        let arrays = transfer_time(sides[device].missing);
        busy[device].max(ready).saturating_add(arrays)
    };
    let chosen = match usize::try_from(selected) {
        // A program for more devices than there are uses those that are there.
        Ok(index) => index % sides.len(),
        Err(_) => {
            let devices = 0..sides.len();
            devices.min_by_key(|device| begin(*device)).unwrap_or(0)
        }
    };
    let end = begin(chosen).saturating_add(schedule::time_on_gpu(cost));
    busy[chosen] = end;
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAR: i64 = 600_000_000;

    fn side(missing: i64, is_needed: bool) -> Side {
        Side { missing, is_needed }
    }

    #[test]
    fn launches_without_arrays_go_to_who_has_least_to_do() {
        let mut busy = Vec::new();
        let free = [side(0, false); 3];
        let turns: Vec<usize> = (0..5).map(|_| choose(-1, &mut busy, &free, 0)).collect();
        assert_eq!(turns, [0, 1, 2, 0, 1]);
        // One long launch against short ones: each takes 20 microseconds and a sixtieth of its cost.
        let mut busy = Vec::new();
        assert_eq!(choose(-1, &mut busy, &free[..2], 60 * 70_000), 0);
        let turns: Vec<usize> = (0..6)
            .map(|_| choose(-1, &mut busy, &free[..2], 0))
            .collect();
        assert_eq!(turns, [1, 1, 1, 1, 1, 0]);
        assert_eq!(busy, [110_000, 100_000]);
    }

    #[test]
    fn arrays_draw_launches_to_where_they_are() {
        let mut busy = vec![0, 0];
        assert_eq!(
            choose(-1, &mut busy, &[side(80, false), side(0, false)], 0),
            1
        );
        // Their way is weighed against the work that is waiting: 600 bytes take 100 nanoseconds.
        let mut busy = vec![99, 0];
        let here = [side(0, false), side(600, false)];
        assert_eq!(choose(-1, &mut busy, &here, 0), 0);
        let mut busy = vec![101, 0];
        assert_eq!(choose(-1, &mut busy, &here, 0), 1);
    }

    #[test]
    fn what_depends_on_a_device_gains_nothing_elsewhere() {
        let mut busy = vec![1_000_000, 0];
        assert_eq!(
            choose(-1, &mut busy, &[side(0, true), side(6, false)], 0),
            0
        );
        assert_eq!(busy, [1_020_000, 0]);
        // Where it is as good elsewhere, work that comes behind it waits for it too.
        assert_eq!(
            choose(-1, &mut busy, &[side(60, true), side(0, false)], 0),
            1
        );
        assert_eq!(busy, [1_020_000, 1_040_000]);
    }

    #[test]
    fn the_program_has_the_last_word() {
        let mut busy = vec![FAR, 0];
        assert_eq!(
            choose(0, &mut busy, &[side(FAR, false), side(0, false)], 0),
            0
        );
        assert_eq!(
            choose(5, &mut busy, &[side(0, false), side(FAR, false)], 0),
            1
        );
        assert_eq!(choose(1, &mut busy, &[side(0, false)], 0), 0);
    }
}
