//! A stack for recursion over deep trees.
//!
//! Where addresses are limited (`ulimit -v`), it is a smaller one, and the bounds of what may be deep are smaller by as much.
//!
//! *Invariant:* what the parser lets through, `MAX_NESTING` levels, `MAX_HEIGHT` operators and `MAX_BRANCHES` branches, fits in it, in debug builds
//! too; each of these bounds, and any other on recursion, is asked for by [`bound`].

use std::cell::Cell;
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

use memmap2::MmapMut;

/// Bytes of the stack; memory is taken as far as it is used.
pub const STACK: usize = 1 << 30;
/// What the stack and the bounds are divided by, one after the other, until there is room. What a program needs at least, its library among
/// it, fits in the smallest.
const DIVISORS: [usize; 5] = [1, 2, 4, 8, 16];

/// Addresses that are left when a thread starts: the C library ends the process where it finds none for what a thread keeps for itself.
const SPARE: usize = 8 << 20;

/// The command that lifts the usual limit of addresses.
pub const ADVICE: &str =
    "`ulimit -v unlimited` lifts the limit of addresses that a shell has set for what it starts";

/// There is no room even for the smallest stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

impl NoRoom {
    /// What is missing.
    pub fn message(self) -> String {
        let least = (STACK / DIVISORS[DIVISORS.len() - 1]) >> 20;
        format!(
            "there are not enough addresses: a stack takes {least} MiB at least, and what is compiled as much again"
        )
    }
}

thread_local! {
    /// What the stack of this thread is divided by. A thread that nobody has started by the functions here is taken to have a whole one.
    static DIVISOR: Cell<usize> = const { Cell::new(1) };
    /// The place at which the stack of this thread begins; 0 of another thread.
    static START: Cell<usize> = const { Cell::new(0) };
}

/// Where this thread is on its stack. Nothing is done with the place but to compare it with another one.
#[inline(never)]
fn place() -> usize {
    let here = std::hint::black_box(0_u8);
    (&raw const here).addr()
}

/// Whether recursion has come half way down the stack: for walks whose depth is that of one thing times that of another.
pub fn is_half_used() -> bool {
    let start = START.get();
    start > 0 && start.saturating_sub(place()) > STACK / DIVISOR.get() / 2
}

/// As much of a bound on recursion as fits in the stack of this thread, of what fits in a whole one.
pub fn bound(whole: usize) -> usize {
    whole / DIVISOR.get()
}

/// What a message about a bound adds: nothing where the stack is a whole one.
pub fn note() -> Option<String> {
    let divisor = DIVISOR.get();
    (divisor > 1).then(|| {
        format!("there are addresses for a stack of {} MiB only, and bounds are 1/{divisor} of what they are elsewhere; {ADVICE}", (STACK / divisor) >> 20)
    })
}

/// Runs `work` on a thread with such a stack.
///
/// # Errors
/// There is no room for one.
pub fn try_on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> Result<T, NoRoom> {
    for divisor in DIVISORS {
        let done = scope(|scope| {
            let thread = deep_thread(scope, divisor, &work)?;
            Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        if let Some(done) = done {
            return Ok(done);
        }
    }
    Err(NoRoom)
}

/// [`try_on_deep_stack`] for tests, which have room.
///
/// # Panics
/// There is no room.
pub fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    try_on_deep_stack(work).expect("addresses for a stack")
}

/// Starts `work` beside this thread on a stack like that of this thread, where there is room.
pub fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    deep_thread(scope, DIVISOR.get(), work)
}

/// Starts `work` on a stack if there is room for that, beside it for as much again, for what `work` makes, and for what a thread needs to start.
fn deep_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    divisor: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let stack = STACK / divisor;
    let room = [stack, stack, SPARE].map(addresses);
    if room.iter().any(Option::is_none) {
        return None;
    }
    drop(room);
    let thread = Builder::new()
        .stack_size(stack)
        .spawn_scoped(scope, move || {
            DIVISOR.set(divisor);
            START.set(place());
            work()
        });
    thread.ok()
}

/// So many addresses, of whose memory nothing is used; none where they are not to be had.
fn addresses(bytes: usize) -> Option<MmapMut> {
    MmapMut::map_anon(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(levels: u64) -> u64 {
        let room = std::hint::black_box([levels; 128]);
        match levels {
            0 => 0,
            _ => 1 + depth(room[7] - 1),
        }
    }

    #[test]
    fn recursion_may_be_deep() {
        assert_eq!(on_deep_stack(|| depth(100_000)), 100_000);
    }

    /// Recursion goes on until a half is used: it comes to that before the stack ends, whatever a frame takes in this build.
    #[test]
    fn a_half_of_the_stack_is_seen() {
        fn levels(level: u64) -> u64 {
            let room = std::hint::black_box([level; 128]);
            match is_half_used() {
                true => level,
                false => levels(room[7] + 1),
            }
        }
        assert!(!is_half_used());
        let found = scope(|scope| {
            let thread = deep_thread(scope, 16, || levels(0)).expect("room");
            thread.join().expect("it ends")
        });
        // Half of 64 MiB, in frames of 1 KiB and more.
        assert!((1000..=32 << 10).contains(&found), "{found}");
    }

    #[test]
    fn bounds_are_as_small_as_the_stack() {
        assert_eq!(on_deep_stack(|| (bound(1000), note())), (1000, None));
        for divisor in DIVISORS {
            let found = scope(|scope| {
                let deep = || (depth(100_000 / divisor as u64), bound(1000), note());
                let thread = deep_thread(scope, divisor, deep).expect("room");
                thread.join().expect("it ends")
            });
            assert_eq!(found.0, 100_000 / divisor as u64);
            assert_eq!(found.1, 1000 / divisor);
            assert_eq!(found.2.is_some(), divisor > 1);
        }
    }

    #[test]
    fn a_thread_beside_another_has_its_bounds() {
        let bounds = scope(|scope| {
            let inner = || {
                std::thread::scope(|scope| {
                    let thread = beside(scope, || bound(1000)).expect("room");
                    thread.join().expect("it ends")
                })
            };
            let thread = deep_thread(scope, 4, inner).expect("room");
            thread.join().expect("it ends")
        });
        assert_eq!(bounds, 250);
    }

    #[test]
    #[should_panic(expected = "of the work")]
    fn a_panic_is_that_of_the_work() {
        on_deep_stack(|| panic!("of the work"));
    }
}
