//! One job of the pool: who claims a chunk, who sleeps, who wakes whom.
//!
//! A job is a number of chunks. Every thread has a queue, a range of chunks in one word, which it claims from the front; when that is
//! empty it claims from the back of the others. So the same thread has the same part of the data launch after launch, in its own cache,
//! and still none waits while there is work. The caller waits until the chunks are done, not until workers wake: a worker that sleeps
//! through a job costs nothing. Sleepers announce themselves by a bit in `published`, the waiting caller by a bit in `unfinished`, so
//! that whoever changes the word learns of them in the same operation.
//!
//! *Invariant:* the job's body is read only between a successful claim and the end of that chunk, and replaced only when no chunk is
//! unfinished; then all queues are empty. A thread that was late may claim a chunk of a later job, which is then its job. Nothing but
//! acquire and release orderings is needed.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::sync::{
    AtomicBool, AtomicU64, Condvar, Mutex, Ordering, Processor, SharedCell, lock, spin, wait,
};

/// In `published`: some worker sleeps.
const SLEEPERS: u64 = 1;
/// In `published`: one job.
const JOB: u64 = 2;
/// In `unfinished`: the caller sleeps.
const CALLER_SLEEPS: u64 = 1 << 63;

/// The most chunks of a job.
pub const MAXIMUM_CHUNKS: usize = u32::MAX as usize;

/// What a chunk does; called with the chunk's number.
type Body<'a> = dyn Fn(usize) + Sync + 'a;

/// A word on cache lines of its own: processors fetch them in pairs of 64 bytes.
#[repr(align(128))]
struct Apart<T>(T);

impl<T> std::ops::Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Chunks that are not claimed: a range of them in one word.
struct Queue(Apart<AtomicU64>);

impl Queue {
    fn empty() -> Queue {
        Queue(Apart(AtomicU64::new(0)))
    }

    /// Puts a range into the queue, which is empty.
    fn fill(&self, first: u64, end: u64) {
        self.0.store(first << 32 | end, Ordering::Release);
    }

    /// Claims the first chunk, or the last one for another thread than the queue's own.
    fn claim(&self, own: bool) -> Option<usize> {
        let mut range = self.0.load(Ordering::Acquire);
        loop {
            let (first, end) = (range >> 32, range & u64::from(u32::MAX));
            if first == end {
                return None;
            }
            let (chunk, rest) = if own {
                (first, (first + 1) << 32 | end)
            } else {
                (end - 1, first << 32 | (end - 1))
            };
            match self
                .0
                .compare_exchange_weak(range, rest, Ordering::AcqRel, Ordering::Acquire)
            {
                Ok(_) => return Some(chunk as usize),
                Err(current) => range = current,
            }
        }
    }
}

/// What the threads share.
pub struct Shared {
    /// One for every thread; the caller's is the first.
    queues: Box<[Queue]>,
    /// Counts the jobs, with the sleepers' bit; changed when the queues of a job are filled.
    published: Apart<AtomicU64>,
    /// Chunks that are not done, and the caller's bit.
    unfinished: Apart<AtomicU64>,
    /// Whether a caller owns the pool.
    busy: AtomicBool,
    /// Whether the workers shall end.
    closing: AtomicBool,
    body: SharedCell<*const Body<'static>>,
    caller: Processor,
    /// Guards nothing but the moments between looking and sleeping.
    sleep: Mutex<()>,
    work_came: Condvar,
    work_done: Condvar,
    /// The first panic of a chunk.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `body` is written by the caller that owns the pool while no chunk is unfinished, and read by threads that hold a claimed chunk;
// the claim acquires what the publication released. Everything else is made for sharing.
unsafe impl Sync for Shared {}
// SAFETY: the raw pointer in `body` is used under the same rules from any thread.
unsafe impl Send for Shared {}

impl Shared {
    /// What that many threads share, the caller counted.
    pub fn new(threads: usize) -> Shared {
        fn nothing(_: usize) {}
        Shared {
            queues: (0..threads.max(1)).map(|_| Queue::empty()).collect(),
            published: Apart(AtomicU64::new(0)),
            unfinished: Apart(AtomicU64::new(0)),
            busy: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            body: SharedCell::new(&nothing),
            caller: Processor::new(threads),
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

    /// Whether the pool has an owner.
    pub fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Acquire)
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

    /// Claims a chunk for a thread: from its own queue, else from the next that has one.
    fn claim(&self, thread: usize) -> Option<usize> {
        let (before, from_own) = self.queues.split_at(thread);
        let others = from_own[1..].iter().chain(before);
        from_own[0]
            .claim(true)
            .or_else(|| others.into_iter().find_map(|queue| queue.claim(false)))
    }

    /// Claims and runs chunks until none is left; whether there was any. They count as done together: one word less to contend for.
    fn work(&self, thread: usize) -> bool {
        let mut done = 0;
        while let Some(chunk) = self.claim(thread) {
            self.run_chunk(chunk);
            done += 1;
        }
        if done > 0 && self.unfinished.fetch_sub(done, Ordering::AcqRel) == CALLER_SLEEPS | done {
            drop(lock(&self.sleep));
            self.work_done.notify_all();
        }
        done > 0
    }

    /// Runs a chunk that was claimed.
    fn run_chunk(&self, chunk: usize) {
        // SAFETY: a claimed chunk keeps the job in place; the body outlives the job, as its caller waits for all chunks.
        let body = self.body.with(|body| unsafe { &**body });
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body(chunk))) {
            lock(&self.panic).get_or_insert(payload);
        }
    }

    /// A worker's life.
    pub fn serve(&self, thread: usize) {
        while !self.closing.load(Ordering::Acquire) {
            // Read before the queues: what is published later changes it.
            let seen = self.published.load(Ordering::Acquire);
            self.caller.leave();
            let later = || self.published.load(Ordering::Acquire) / JOB != seen / JOB;
            if !self.work(thread) && !spin(later) {
                self.sleep_until(later, seen);
            }
        }
    }

    /// Sleeps until another job than the one that was seen is published, or the end.
    fn sleep_until(&self, later: impl Fn() -> bool, seen: u64) {
        let mut guard = lock(&self.sleep);
        while !later() && !self.closing.load(Ordering::Acquire) {
            let (awake, asleep) = (seen & !SLEEPERS, seen | SLEEPERS);
            let announced =
                self.published
                    .compare_exchange(awake, asleep, Ordering::AcqRel, Ordering::Acquire);
            if announced.is_ok() || announced == Err(asleep) {
                guard = wait(&self.work_came, guard);
            }
        }
    }

    /// Wakes the sleepers that a value of `published` announced.
    fn wake(&self, published: u64) {
        if published & SLEEPERS != 0 {
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
        self.body.with_mut(|place| unsafe { *place = body });
        self.caller.note();
        self.unfinished.store(chunks as u64, Ordering::Release);
        let threads = self.queues.len();
        for (thread, queue) in self.queues.iter().enumerate() {
            let first = |thread| (chunks * thread / threads) as u64;
            queue.fill(first(thread), first(thread + 1));
        }
        // The bit of sleepers is taken with the old number: all of them are woken now.
        let number = self.published.load(Ordering::Acquire) & !SLEEPERS;
        let before = self
            .published
            .swap(number.wrapping_add(JOB), Ordering::AcqRel);
        self.wake(before);
        self.work(0);
        self.wait();
    }
}
