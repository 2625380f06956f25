//! The primitives that a job is made of. The model of the pool puts others in their place, which try all orders of events.
//!
//! *Invariant:* [`job`](super::job) uses no other way for threads to meet.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Condvar, Mutex};

/// How long an idle thread spins before it sleeps.
pub const SPIN: Duration = Duration::from_micros(100);
/// How long it spins without offering the processor to others.
const ALONE: Duration = Duration::from_micros(10);

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
