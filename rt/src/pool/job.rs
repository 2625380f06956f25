//! One job of the pool: who claims a chunk, who sleeps, who wakes whom.
//!
//! A job is a number of chunks. `ticket` holds how many are not claimed yet, under a generation, so one compare-and-swap claims a chunk
//! and a thread that was late cannot claim one of a later job. The caller waits until the chunks are done, not until workers wake: a
//! worker that sleeps through a job costs nothing. Sleepers announce themselves by a bit in the ticket, the waiting caller by a bit in
//! `unfinished`, so that whoever changes the word learns of them in the same operation.
//!
//! *Invariant:* the job's data is read only between a successful claim and the end of that chunk, and replaced only when no chunk is
//! unfinished. Nothing but acquire and release orderings is needed.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::sync::{AtomicBool, AtomicU64, Condvar, Mutex, Ordering, SharedCell, lock, spin, wait};

/// In the ticket: some worker sleeps.
const SLEEPERS: u64 = 1 << 32;
/// In the ticket: one generation.
const GENERATION: u64 = 1 << 33;
/// In the ticket: chunks that are not claimed.
const UNCLAIMED: u64 = SLEEPERS - 1;
/// In `unfinished`: the caller sleeps.
const CALLER_SLEEPS: u64 = 1 << 63;

/// The most chunks of a job.
pub const MAXIMUM_CHUNKS: usize = UNCLAIMED as usize;

/// What a chunk does; called with the chunk's number.
type Body<'a> = dyn Fn(usize) + Sync + 'a;

/// The job at hand.
struct Job {
    body: *const Body<'static>,
    chunks: u64,
}

/// A word on cache lines of its own: processors fetch them in pairs of 64 bytes.
#[repr(align(128))]
struct Apart<T>(T);

impl<T> std::ops::Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// What the threads share.
pub struct Shared {
    /// Generation, sleepers' bit, unclaimed chunks.
    ticket: Apart<AtomicU64>,
    /// Chunks that are not done, and the caller's bit.
    unfinished: Apart<AtomicU64>,
    /// Whether a caller owns the pool.
    busy: AtomicBool,
    /// Whether the workers shall end.
    closing: AtomicBool,
    job: SharedCell<Job>,
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

impl Shared {
    pub fn new() -> Shared {
        fn nothing(_: usize) {}
        Shared {
            ticket: Apart(AtomicU64::new(0)),
            unfinished: Apart(AtomicU64::new(0)),
            busy: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            job: SharedCell::new(Job {
                body: &nothing,
                chunks: 0,
            }),
            sleep: Mutex::new(()),
            work_came: Condvar::new(),
            work_done: Condvar::new(),
            panic: Mutex::new(None),
        }
    }

    /// Makes the caller the owner of the pool; false when it has one already.
    pub fn take(&self) -> bool {
        self.busy
            .compare_exchange(false, true, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }

    /// Ends the ownership of the pool; gives the first panic of a chunk since it began.
    pub fn give_back(&self) -> Option<Box<dyn Any + Send>> {
        let panic = lock(&self.panic).take();
        self.busy.store(false, Ordering::Release);
        panic
    }

    /// Tells the workers to end.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Release);
        drop(lock(&self.sleep));
        self.work_came.notify_all();
    }

    /// Claims and runs chunks until none is left; whether there was any. They count as done together: one word less to contend for.
    fn work(&self) -> bool {
        let mut done = 0;
        let mut ticket = self.ticket.load(Ordering::Acquire);
        while ticket & UNCLAIMED > 0 {
            match self.ticket.compare_exchange_weak(
                ticket,
                ticket - 1,
                Ordering::AcqRel,
                Ordering::Acquire,
            ) {
                Ok(_) => {
                    self.run_chunk(ticket & UNCLAIMED);
                    done += 1;
                    ticket = self.ticket.load(Ordering::Acquire);
                }
                Err(current) => ticket = current,
            }
        }
        if done > 0 && self.unfinished.fetch_sub(done, Ordering::AcqRel) == CALLER_SLEEPS | done {
            drop(lock(&self.sleep));
            self.work_done.notify_all();
        }
        done > 0
    }

    /// Runs the chunk that was claimed when so many were unclaimed.
    fn run_chunk(&self, unclaimed: u64) {
        // SAFETY: a claimed chunk keeps the job in place; the body outlives the job, as its caller waits for all chunks.
        let (body, chunk) = self.job.with(|job| unsafe {
            let job = &*job;
            (&*job.body, (job.chunks - unclaimed) as usize)
        });
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body(chunk))) {
            lock(&self.panic).get_or_insert(payload);
        }
    }

    /// A worker's life.
    pub fn serve(&self) {
        while !self.closing.load(Ordering::Acquire) {
            if !self.work() && !spin(|| self.ticket.load(Ordering::Acquire) & UNCLAIMED > 0) {
                self.sleep_until_work();
            }
        }
    }

    /// Sleeps until there is something to claim, or the end.
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
                guard = wait(&self.work_came, guard);
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
        if done() || spin(done) {
            return;
        }
        let mut guard = lock(&self.sleep);
        let mut left = self.unfinished.fetch_or(CALLER_SLEEPS, Ordering::AcqRel) & !CALLER_SLEEPS;
        while left > 0 {
            guard = wait(&self.work_done, guard);
            left = self.unfinished.load(Ordering::Acquire) & !CALLER_SLEEPS;
        }
    }

    /// Publishes a job, works on it, waits for the rest. The caller owns the pool.
    pub fn run(&self, chunks: usize, body: &Body<'_>) {
        // SAFETY: only the lifetime is erased; the body is not used after this function, which waits for all chunks.
        let body = unsafe { std::mem::transmute::<*const Body<'_>, *const Body<'static>>(body) };
        // SAFETY: the caller owns the pool and no chunk is unfinished, so nobody reads the job.
        self.job.with_mut(|job| unsafe {
            *job = Job {
                body,
                chunks: chunks as u64,
            }
        });
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
