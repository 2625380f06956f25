//! The pool's jobs in every order of events that the memory model allows, up to a bound on how often threads are interrupted.
//!
//! *Invariant:* what is checked is the pool's own source, with the primitives of loom in the place of the system's.

/// What `rt/src/threads/pool/sync.rs` has, for the model.
mod sync {
    use loom::sync::MutexGuard;

    #[expect(
        clippy::unsafe_removed_from_name,
        reason = "the pool has a type of that name"
    )]
    pub use loom::cell::UnsafeCell as SharedCell;
    pub use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub use loom::sync::{Condvar, Mutex};

    pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().expect("no panic in the model")
    }

    pub fn wait<'a>(condition: &Condvar, guard: MutexGuard<'a, ()>) -> MutexGuard<'a, ()> {
        condition.wait(guard).expect("no panic in the model")
    }

    /// Where threads run is no matter of the model.
    pub struct Processor;

    impl Processor {
        pub fn new(_: usize) -> Self {
            Processor
        }

        pub fn note(&self) {}

        pub fn leave(&self) {}
    }

    /// Every moment to give up waiting is tried by the orders of events.
    pub fn spin(condition: impl Fn() -> bool) -> bool {
        condition()
    }
}

#[path = "../src/threads/pool/job.rs"]
#[allow(dead_code, reason = "the model needs no limits")]
mod job;
#[path = "../../compiler/tests/shared/turn.rs"]
mod turn;

use job::Shared;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

/// Tries what the caller does beside some workers.
fn check(workers: usize, interruptions: usize, calls: impl Fn(&Shared) + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(interruptions);
    model.check(move || {
        let shared = Arc::new(Shared::new(workers + 1));
        let serving: Vec<_> = (1..=workers)
            .map(|thread| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || shared.serve(thread))
            })
            .collect();
        calls(&shared);
        shared.close();
        for worker in serving {
            worker.join().expect("a worker ends");
        }
    });
}

/// Whether a model of many orders of events is tried whole in this run: one of three is where `QC_TEST_TURN` numbers the run, else all are. The
/// others are tried to a smaller bound.
fn is_whole(place: usize) -> bool {
    turn::of_run().is_none_or(|turn| turn % 3 == place)
}

/// Every chunk runs once, nobody else is at its data, and the caller sees what it wrote.
fn run_once(shared: &Shared, chunks: usize) {
    let runs = Cells((0..chunks).map(|_| UnsafeCell::new(0)).collect());
    assert!(shared.take(), "nobody else owns the pool");
    shared.run(chunks, &|chunk| runs.add(chunk));
    assert!(shared.give_back().is_none());
    assert!((0..chunks).all(|chunk| runs.get(chunk) == 1));
}

/// Numbers that loom watches: a read or a change that another thread may be at fails the model.
struct Cells(Vec<UnsafeCell<usize>>);

// SAFETY: loom checks that no two threads use a cell at a time.
unsafe impl Sync for Cells {}

impl Cells {
    fn add(&self, chunk: usize) {
        // SAFETY: as above.
        self.0[chunk].with_mut(|place| unsafe { *place += 1 });
    }

    fn get(&self, chunk: usize) -> usize {
        // SAFETY: as above.
        self.0[chunk].with(|place| unsafe { *place })
    }
}

/// Two chunks that wait for each other: they end only if a worker comes, asleep or not, while the caller is busy.
fn meet(shared: &Shared) {
    let (arrived, all_there) = (sync::Mutex::new(0), sync::Condvar::new());
    assert!(shared.take(), "nobody else owns the pool");
    shared.run(2, &|_| {
        let mut count = sync::lock(&arrived);
        *count += 1;
        all_there.notify_all();
        while *count < 2 {
            count = all_there.wait(count).expect("no panic in the model");
        }
    });
    shared.give_back();
}

#[test]
fn a_worker_that_sleeps_is_woken() {
    check(1, 2, meet);
}

#[test]
fn one_worker_and_two_jobs() {
    let interruptions = if is_whole(0) { 3 } else { 2 };
    check(1, interruptions, |shared| {
        run_once(shared, 2);
        run_once(shared, 1);
    });
}

#[test]
fn two_workers_and_one_job() {
    let interruptions = if is_whole(1) { 1 } else { 0 };
    check(2, interruptions, |shared| {
        run_once(shared, 2);
    });
}

/// Threads are interrupted only where they wait: with one more interruption the orders of events are too many. Out of turn it is one job.
#[test]
fn two_workers_and_two_jobs() {
    let whole = is_whole(2);
    check(2, 0, move |shared| {
        run_once(shared, 1);
        if whole {
            run_once(shared, 2);
        }
    });
}

#[test]
fn a_pool_that_closes_at_once_ends() {
    check(2, 3, |_| {});
}
