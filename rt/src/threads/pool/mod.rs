//! The thread pool: runs the chunks of one job on all threads, the caller's included.
//!
//! Idle threads spin for a while and then sleep. A launch within a chunk, or beside one of another thread, runs where it is: there are
//! never more threads at work than the pool has.
//!
//! *Invariant:* who claims, runs and waits is decided in [`job`] alone, which `tests/pool_model.rs` checks in all orders of events.

mod job;
mod sync;

use crate::process::refusal;
use crate::process::replace::leave_signals;
use nvrtc_bridge::environment;
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

use job::{MAXIMUM_CHUNKS, Shared};

/// Stack of a worker; the same as the usual stack of the main thread.
const STACK_BYTES: usize = 8 << 20;
/// More threads than this are a mistake in `QC_NUM_THREADS`.
const THREAD_LIMIT: usize = 1024;

/// A pool of threads.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// A pool of that many threads, the caller counted.
    pub fn new(threads: usize) -> Pool {
        let shared = Arc::new(Shared::new(threads));
        let worker = |number: usize| {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new()
                .name(format!("quasar-{number}"))
                .stack_size(STACK_BYTES);
            // Where the system gives no more threads, the pool is smaller; every job still completes.
            let serve = move || {
                leave_signals();
                refusal::handed_on(|| shared.serve(number));
            };
            thread.spawn(serve).ok()
        };
        let workers = (1..threads).map_while(worker).collect();
        Pool { shared, workers }
    }

    /// Whether a caller owns the pool: a launch here would run where it is.
    pub fn is_busy(&self) -> bool {
        self.shared.is_busy()
    }

    /// Calls `body` with every number below `chunks`, each thread its own part of them first, and returns when all calls have returned. When the pool
    /// is at work already (a launch inside a chunk, or from another thread) the chunks run here, one after another.
    ///
    /// # Panics
    /// With the panic of a chunk, after all chunks have ended.
    pub fn run(&self, chunks: usize, body: &(dyn Fn(usize) + Sync)) {
        let alone = chunks <= 1 || self.workers.is_empty() || chunks > MAXIMUM_CHUNKS;
        if alone || !self.shared.take() {
            (0..chunks).for_each(body);
            return;
        }
        self.shared.run(chunks, body);
        if let Some(payload) = self.shared.give_back() {
            resume_unwind(payload);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.close();
        for worker in self.workers.drain(..) {
            // A worker catches the panics of chunks and has none of its own.
            let _ = worker.join();
        }
    }
}

/// The pool of the process, started by the first call.
pub fn global() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| Pool::new(thread_count()))
}

/// The threads that the pool of the process has or will have: `QC_NUM_THREADS`, else what the system allows this process (processors,
/// affinity, quotas of control groups).
pub fn thread_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        let available = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        match environment::text("QC_NUM_THREADS") {
            Some(text) => match requested(&text) {
                Some(threads) => threads,
                None => {
                    eprintln!("warning: QC_NUM_THREADS must be a number from 1 to {THREAD_LIMIT}, not '{text}'; it is ignored");
                    available()
                }
            },
            None => available(),
        }
    })
}

fn requested(text: &str) -> Option<usize> {
    text.trim()
        .parse()
        .ok()
        .filter(|threads| (1..=THREAD_LIMIT).contains(threads))
}

#[cfg(test)]
mod tests {
    use super::sync::{SPIN, lock};
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    const ROUNDS: usize = if cfg!(miri) { 20 } else { 20_000 };

    #[test]
    fn every_chunk_runs_once() {
        let pool = Pool::new(4);
        for round in 0..ROUNDS {
            let chunks = 1 + round % 9;
            let counts: Vec<AtomicUsize> = (0..chunks).map(|_| AtomicUsize::new(0)).collect();
            pool.run(chunks, &|chunk| {
                counts[chunk].fetch_add(1, Ordering::Relaxed);
            });
            assert!(
                counts
                    .iter()
                    .all(|count| count.load(Ordering::Relaxed) == 1),
                "round {round}"
            );
        }
    }

    #[test]
    fn work_is_visible_to_the_caller() {
        let pool = Pool::new(3);
        for _ in 0..ROUNDS / 10 + 1 {
            let mut values = vec![0usize; 64];
            let places: Vec<Mutex<&mut usize>> = values.iter_mut().map(Mutex::new).collect();
            pool.run(64, &|chunk| **lock(&places[chunk]) = chunk * chunk);
            drop(places);
            assert!(
                values
                    .iter()
                    .enumerate()
                    .all(|(chunk, value)| *value == chunk * chunk)
            );
        }
    }

    #[test]
    fn sleepers_wake() {
        let pool = Pool::new(4);
        for _ in 0..5 {
            std::thread::sleep(SPIN * 5);
            let done = AtomicUsize::new(0);
            pool.run(8, &|_| {
                std::thread::sleep(Duration::from_millis(1));
                done.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(done.load(Ordering::Relaxed), 8);
        }
    }

    /// Threads that come late, sleep or are just about to: every moment of the protocol is met by chance.
    #[test]
    fn random_delays_lose_nothing() {
        let pool = Pool::new(4);
        let delay = |number: usize| {
            let random = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            match random % 4 {
                0 => std::thread::sleep(Duration::from_micros(random as u64 % 250)),
                1 => (0..random % 5000).for_each(|_| std::hint::spin_loop()),
                2 => std::thread::yield_now(),
                _ => {}
            }
        };
        for round in 0..ROUNDS / 20 {
            let counts: Vec<AtomicUsize> = (0..round % 7).map(|_| AtomicUsize::new(0)).collect();
            pool.run(counts.len(), &|chunk| {
                delay(round * 7 + chunk);
                counts[chunk].fetch_add(1, Ordering::Relaxed);
            });
            let counts = counts.iter().map(|count| count.load(Ordering::Relaxed));
            assert!(counts.into_iter().all(|count| count == 1), "round {round}");
            delay(round);
        }
    }

    /// Workers without work take no processor. The system tells what they do.
    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn idle_workers_sleep() {
        let used_by = |worker: &JoinHandle<()>| {
            use std::os::unix::thread::JoinHandleExt;
            let mut clock = 0;
            // SAFETY: the thread lives, and both calls only write to the places that they are given.
            unsafe {
                assert_eq!(
                    libc::pthread_getcpuclockid(worker.as_pthread_t(), &mut clock),
                    0
                );
                let mut used = std::mem::zeroed::<libc::timespec>();
                assert_eq!(libc::clock_gettime(clock, &mut used), 0);
                (used.tv_sec, used.tv_nsec)
            }
        };
        let pool = Pool::new(4);
        pool.run(16, &|_| std::thread::sleep(SPIN));
        std::thread::sleep(SPIN * 50);
        let used = || pool.workers.iter().map(used_by).collect::<Vec<_>>();
        let quiet = |_: usize| {
            let before = used();
            std::thread::sleep(SPIN * 50);
            before == used()
        };
        assert!((0..200).any(quiet), "a worker goes on using its processor");
    }

    #[test]
    fn nested_and_concurrent_jobs_run_inline() {
        let pool = Pool::new(3);
        let total = AtomicUsize::new(0);
        let count = |_: usize| {
            total.fetch_add(1, Ordering::Relaxed);
        };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    (0..ROUNDS / 20 + 1).for_each(|_| pool.run(3, &|_| pool.run(2, &count)))
                });
            }
        });
        assert_eq!(total.load(Ordering::Relaxed), 3 * (ROUNDS / 20 + 1) * 6);
    }

    #[test]
    fn panics_reach_the_caller_and_leave_the_pool_usable() {
        let pool = Pool::new(3);
        let done = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            pool.run(6, &|chunk| {
                assert_ne!(chunk, 4, "on purpose");
                done.fetch_add(1, Ordering::Relaxed);
            });
        }));
        assert!(result.is_err());
        assert_eq!(done.load(Ordering::Relaxed), 5);
        pool.run(6, &|_| {
            done.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(done.load(Ordering::Relaxed), 11);
    }

    #[test]
    fn thread_counts_are_checked() {
        assert_eq!(requested(" 4 "), Some(4));
        for text in ["0", "-1", "x", "", "1025"] {
            assert_eq!(requested(text), None);
        }
        assert!(thread_count() >= 1);
    }
}
