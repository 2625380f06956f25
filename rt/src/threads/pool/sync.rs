//! The primitives that a job is made of. The model of the pool puts others in their place, which try all orders of events.
//!
//! *Invariant:* [`job`](super::job) uses no other way for threads to meet.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use std::sync::atomic::AtomicUsize;
pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Condvar, Mutex};

/// How long an idle thread spins before it sleeps.
pub const SPIN: Duration = Duration::from_micros(100);
/// How long it spins without offering the processor to others.
const ALONE: Duration = Duration::from_micros(10);

/// The processor of the caller, so that workers can keep away from it. A hint: it may have moved on.
pub struct Processor {
    noted: AtomicUsize,
    /// Whether there is one processor for each thread; where they share some, moving away would only push others aside.
    enough: bool,
}

impl Processor {
    /// For a pool of that many threads.
    pub fn new(threads: usize) -> Self {
        Processor {
            noted: AtomicUsize::new(usize::MAX),
            enough: threads <= allowed_processors(),
        }
    }

    /// Notes the processor that this thread runs on.
    pub fn note(&self) {
        self.noted.store(current_processor(), Ordering::Relaxed);
    }

    /// Moves this thread to another processor if it is on the noted one. The system wakes threads near to who woke them, and may leave
    /// two on one processor for milliseconds while another is idle.
    pub fn leave(&self) {
        let noted = self.noted.load(Ordering::Relaxed);
        if self.enough && noted == current_processor() {
            move_away(noted);
        }
    }
}

#[cfg(target_os = "linux")]
fn current_processor() -> usize {
    // SAFETY: it only asks.
    usize::try_from(unsafe { libc::sched_getcpu() }).unwrap_or(usize::MAX)
}

#[cfg(not(target_os = "linux"))]
fn current_processor() -> usize {
    usize::MAX
}

/// The processors that this thread may run on.
#[cfg(target_os = "linux")]
fn allowed() -> Option<libc::cpu_set_t> {
    // SAFETY: a set of processors is plain bits; the system fills one of the size it is told.
    unsafe {
        let mut allowed: libc::cpu_set_t = std::mem::zeroed();
        let result = libc::sched_getaffinity(0, size_of_val(&allowed), &raw mut allowed);
        (result == 0).then_some(allowed)
    }
}

#[cfg(target_os = "linux")]
fn allowed_processors() -> usize {
    // SAFETY: it counts the bits of the set.
    let count = allowed().map_or(0, |set| unsafe { libc::CPU_COUNT(&set) });
    usize::try_from(count).unwrap_or(0)
}

#[cfg(not(target_os = "linux"))]
fn allowed_processors() -> usize {
    0
}

/// Forbids this thread a processor, which makes the system move it, and then allows it again. Does nothing where it has no other one or the
/// system refuses.
#[cfg(target_os = "linux")]
fn move_away(processor: usize) {
    let Some(allowed) = allowed() else {
        return;
    };
    if processor >= libc::CPU_SETSIZE as usize {
        return;
    }
    let size = size_of::<libc::cpu_set_t>();
    // SAFETY: a set of processors is plain bits; the system reads one of the size it is told; the number is within it. A set without any is refused.
    unsafe {
        let mut others = allowed;
        libc::CPU_CLR(processor, &mut others);
        if libc::sched_setaffinity(0, size, &raw const others) == 0 {
            libc::sched_setaffinity(0, size, &raw const allowed);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn move_away(_: usize) {}

/// A place that threads share by rules of their own.
pub struct SharedCell<T>(UnsafeCell<T>);

impl<T> SharedCell<T> {
    pub fn new(value: T) -> Self {
        SharedCell(UnsafeCell::new(value))
    }

    /// Reads the place through the pointer.
    pub fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    /// Changes the place through the pointer.
    pub fn with_mut<R>(&self, change: impl FnOnce(*mut T) -> R) -> R {
        change(self.0.get())
    }
}

/// Locks a mutex that guards no data: a panic while it was held spoils nothing.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sleeps until it is notified; may wake without that.
pub fn wait<'a>(condition: &Condvar, guard: MutexGuard<'a, ()>) -> MutexGuard<'a, ()> {
    condition
        .wait(guard)
        .unwrap_or_else(PoisonError::into_inner)
}

/// Waits a while for the condition without sleeping; whether it holds.
///
/// After the first microseconds the processor is offered to others: on a busy machine the thread that is waited for may need it.
pub fn spin(condition: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    loop {
        for _ in 0..32 {
            if condition() {
                return true;
            }
            spin_loop();
        }
        match start.elapsed() {
            time if time >= SPIN => return false,
            time if time >= ALONE => std::thread::yield_now(),
            _ => {}
        }
    }
}
