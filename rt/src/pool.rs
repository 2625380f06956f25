//! The thread pool: runs the chunks of one job on all threads, the caller's included.
//!
//! A job is a number of chunks. `ticket` holds how many are not claimed yet, under a generation, so one compare-and-swap claims a chunk
//! and a thread that was late cannot claim one of a later job. The caller waits until the chunks are done, not until workers wake: a
//! worker that sleeps through a job costs nothing. Sleepers announce themselves by a bit in the ticket, the waiting caller by a bit in
//! `unfinished`, so that whoever changes the word learns of them in the same operation.
//!
//! *Invariant:* the job's data is read only between a successful claim and the end of that chunk, and replaced only when no chunk is
//! unfinished. Nothing but acquire and release orderings is needed.

use std::any::Any;
use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an idle thread spins before it sleeps.
const SPIN: Duration = Duration::from_micros(100);
/// How long it spins without offering the processor to others.
const ALONE: Duration = Duration::from_micros(10);
/// Stack of a worker; the same as the usual stack of the main thread.
const STACK_BYTES: usize = 8 << 20;
/// More threads than this are a mistake in `QC_NUM_THREADS`.
const THREAD_LIMIT: usize = 1024;

/// In the ticket: some worker sleeps.
const SLEEPERS: u64 = 1 << 32;
/// In the ticket: one generation.
const GENERATION: u64 = 1 << 33;
/// In the ticket: chunks that are not claimed.
const UNCLAIMED: u64 = SLEEPERS - 1;
/// In `unfinished`: the caller sleeps.
const CALLER_SLEEPS: u64 = 1 << 63;

/// What a chunk does; called with the chunk's number.
type Body<'a> = dyn Fn(usize) + Sync + 'a;

/// The job at hand.
struct Job {
    body: *const Body<'static>,
    chunks: u64,
}

/// What the threads share.
struct Shared {
    /// Generation, sleepers' bit, unclaimed chunks.
    ticket: AtomicU64,
    /// Chunks that are not done, and the caller's bit.
    unfinished: AtomicU64,
    /// Whether a caller owns the pool.
    busy: AtomicBool,
    /// Whether the workers shall end.
    closing: AtomicBool,
    job: UnsafeCell<Job>,
    /// Guards nothing but the moments between looking and sleeping.
    sleep: Mutex<()>,
    work_came: Condvar,
    work_done: Condvar,
    /// The first panic of a chunk.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `job` is written by the caller that owns the pool while no chunk is unfinished, and read by threads that hold a claimed chunk;
// the claim acquires what the publication released. Everything else is made for sharing.
unsafe impl Sync for Shared {}
// SAFETY: the raw pointer in `job` is used under the same rules from any thread.
unsafe impl Send for Shared {}

/// A mutex here guards no data, so a panic while it was held spoils nothing.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Claims and runs chunks until none is left; whether there was any.
    fn work(&self) -> bool {
        let mut worked = false;
        let mut ticket = self.ticket.load(Ordering::Acquire);
        while ticket & UNCLAIMED > 0 {
            match self.ticket.compare_exchange_weak(
                ticket,
                ticket - 1,
                Ordering::AcqRel,
                Ordering::Acquire,
            ) {
                Ok(_) => {
                    worked = true;
                    self.run_chunk(ticket & UNCLAIMED);
                    ticket = self.ticket.load(Ordering::Acquire);
                }
                Err(current) => ticket = current,
            }
        }
        worked
    }

    /// Runs the chunk that was claimed when so many were unclaimed.
    fn run_chunk(&self, unclaimed: u64) {
        // SAFETY: a claimed chunk keeps the job in place; the body outlives the job, as its caller waits for all chunks.
        let (body, chunk) = unsafe {
            let job = &*self.job.get();
            (&*job.body, (job.chunks - unclaimed) as usize)
        };
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body(chunk))) {
            lock(&self.panic).get_or_insert(payload);
        }
        if self.unfinished.fetch_sub(1, Ordering::AcqRel) == CALLER_SLEEPS | 1 {
            drop(lock(&self.sleep));
            self.work_done.notify_all();
        }
    }

    /// A worker's life.
    fn serve(&self) {
        while !self.closing.load(Ordering::Acquire) {
            if !self.work() && !self.spin(|| self.ticket.load(Ordering::Acquire) & UNCLAIMED > 0) {
                self.sleep_until_work();
            }
        }
    }

    /// Waits a while for the condition without sleeping; whether it holds.
    ///
    /// After the first microseconds the processor is offered to others: on a busy machine the thread that is waited for may need it.
    fn spin(&self, condition: impl Fn() -> bool) -> bool {
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

    fn sleep_until_work(&self) {
        let mut guard = lock(&self.sleep);
        loop {
            let ticket = self.ticket.load(Ordering::Acquire);
            if ticket & UNCLAIMED > 0 || self.closing.load(Ordering::Acquire) {
                return;
            }
            let announced = ticket & SLEEPERS != 0
                || self
                    .ticket
                    .compare_exchange(
                        ticket,
                        ticket | SLEEPERS,
                        Ordering::AcqRel,
                        Ordering::Acquire,
                    )
                    .is_ok();
            if announced {
                guard = self
                    .work_came
                    .wait(guard)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Wakes the sleepers that a ticket announced.
    fn wake(&self, ticket: u64) {
        if ticket & SLEEPERS != 0 {
            drop(lock(&self.sleep));
            self.work_came.notify_all();
        }
    }

    /// Waits until every chunk is done.
    fn wait(&self) {
        let done = || self.unfinished.load(Ordering::Acquire) == 0;
        if done() || self.spin(done) {
            return;
        }
        let mut guard = lock(&self.sleep);
        let mut left = self.unfinished.fetch_or(CALLER_SLEEPS, Ordering::AcqRel) & !CALLER_SLEEPS;
        while left > 0 {
            guard = self
                .work_done
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
            left = self.unfinished.load(Ordering::Acquire) & !CALLER_SLEEPS;
        }
    }

    /// Publishes a job, works on it, waits for the rest. The caller owns the pool.
    fn run(&self, chunks: usize, body: &Body<'_>) {
        // SAFETY: only the lifetime is erased; the body is not used after this function, which waits for all chunks.
        let body = unsafe { std::mem::transmute::<*const Body<'_>, *const Body<'static>>(body) };
        // SAFETY: the caller owns the pool and no chunk is unfinished, so nobody reads the job.
        unsafe {
            *self.job.get() = Job {
                body,
                chunks: chunks as u64,
            }
        };
        self.unfinished.store(chunks as u64, Ordering::Release);
        let generation =
            (self.ticket.load(Ordering::Acquire) & !(GENERATION - 1)).wrapping_add(GENERATION);
        // The bit of sleepers is taken with the old ticket: all of them are woken now.
        let before = self
            .ticket
            .swap(generation | chunks as u64, Ordering::AcqRel);
        self.wake(before);
        self.work();
        self.wait();
    }
}

/// A pool of threads.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// A pool of that many threads, the caller counted.
    pub fn new(threads: usize) -> Pool {
        fn nothing(_: usize) {}
        let shared = Arc::new(Shared {
            ticket: AtomicU64::new(0),
            unfinished: AtomicU64::new(0),
            busy: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            job: UnsafeCell::new(Job {
                body: &nothing,
                chunks: 0,
            }),
            sleep: Mutex::new(()),
            work_came: Condvar::new(),
            work_done: Condvar::new(),
            panic: Mutex::new(None),
        });
        let worker = |number: usize| {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new()
                .name(format!("quasar-{number}"))
                .stack_size(STACK_BYTES);
            // Where the system gives no more threads, the pool is smaller; every job still completes.
            thread.spawn(move || shared.serve()).ok()
        };
        let workers = (1..threads).map_while(worker).collect();
        Pool { shared, workers }
    }

    /// Calls `body` with every number below `chunks`, in ascending order of claims, and returns when all calls have returned. When the pool
    /// is at work already (a launch inside a chunk, or from another thread) the chunks run here, one after another.
    ///
    /// # Panics
    /// With the panic of a chunk, after all chunks have ended.
    pub fn run(&self, chunks: usize, body: &(dyn Fn(usize) + Sync)) {
        let alone = chunks <= 1 || self.workers.is_empty() || chunks as u64 > UNCLAIMED;
        let shared = &self.shared;
        if alone
            || shared
                .busy
                .compare_exchange(false, true, Ordering::AcqRel, Ordering::Acquire)
                .is_err()
        {
            (0..chunks).for_each(body);
            return;
        }
        shared.run(chunks, body);
        let panic = lock(&shared.panic).take();
        shared.busy.store(false, Ordering::Release);
        if let Some(payload) = panic {
            resume_unwind(payload);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Release);
        drop(lock(&self.shared.sleep));
        self.shared.work_came.notify_all();
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
        match std::env::var("QC_NUM_THREADS") {
            Ok(text) => match requested(&text) {
                Some(threads) => threads,
                None => {
                    eprintln!("warning: QC_NUM_THREADS must be a number from 1 to {THREAD_LIMIT}, not '{text}'; it is ignored");
                    available()
                }
            },
            Err(_) => available(),
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
    use super::*;
    use std::sync::atomic::AtomicUsize;

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
