//! A launch on the threads of the pool: its chunks, its error, its totals.
//!
//! *Invariant:* chunk boundaries and the combining tree depend on rows and cost alone. Of several errors the one of the lowest chunk is
//! reported: none below a failed one is left out.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quasar_abi::{
    Accumulator, AccumulatorClass, AccumulatorOp, KernelEntry, KernelView, MAXIMUM_CHUNKS,
};

use super::privatise::{self, Copies};
use crate::process::error::{Pending, Raised, restore_pending, take_pending};
use crate::process::trace;
use crate::threads::pool;

/// Estimated time of a chunk, in nanoseconds: long against claiming it, short against the whole.
const CHUNK_COST: i64 = 10_000;

/// Positions of a chunk of a row, at least, where that leaves a chunk for each thread: the lanes of the widest vectors. A chunk of fewer
/// positions runs one by one, and uses few of the elements that it gets from memory.
const FEWEST_POSITIONS: i64 = 16;

/// Into how many chunks a launch of that kernel is divided that `threads` share.
pub(crate) fn chunks_for(kernel: KernelView<'_>, rows: i64, cost: i64, threads: usize) -> i64 {
    let chunks = chunk_count(rows, cost);
    // In which order numbers are added must not depend on the threads.
    let adds = !kernel.accumulators().is_empty() || !kernel.copied().is_empty();
    match kernel.header().rank {
        1 if !adds => chunks.min((rows / FEWEST_POSITIONS).max(threads as i64)),
        _ => chunks,
    }
}

/// Into how many chunks a launch is divided; a cost of 0 forbids that.
pub(crate) fn chunk_count(rows: i64, cost: i64) -> i64 {
    if cost == 0 {
        return 1;
    }
    let total = rows.saturating_mul(cost.max(1));
    (total / CHUNK_COST).clamp(1, MAXIMUM_CHUNKS).min(rows)
}

/// Into how many chunks a launch is divided that gives totals, with the elements of the arrays that its positions only change, if there
/// are such, and whether these are for one chunk alone where copies are not worth their memory.
pub fn chunks_of_launch(rows: i64, cost: i64, changed: Option<(i64, bool)>) -> i64 {
    let chunks = chunk_count(rows, cost);
    changed.map_or(chunks, |(elements, alone)| {
        match privatise::count(elements, chunks, rows.saturating_mul(cost)) {
            count if count > 1 => count,
            _ if alone => chunks.min(1),
            _ => chunks,
        }
    })
}

/// The first row of a chunk.
pub fn first_row(chunk: i64, chunks: i64, rows: i64) -> i64 {
    match rows.checked_mul(chunk) {
        Some(product) => product / chunks,
        None => (i128::from(rows) * i128::from(chunk) / i128::from(chunks)) as i64,
    }
}

/// The name of a kernel, and the row of the location table where it stands.
#[derive(Clone, Copy)]
struct Name<'a> {
    kernel: &'a str,
    location: i32,
}

impl<'a> Name<'a> {
    fn of(kernel: KernelView<'a>) -> Name<'a> {
        Name {
            kernel: kernel.name(),
            location: kernel.header().location,
        }
    }
}

/// What the chunks of a launch share. The pointers come from the row and are valid for the launch.
pub(crate) struct Job<'a> {
    entry: KernelEntry,
    arguments: *const u64,
    /// Argument blocks of the chunks, where they have their own.
    copies: Option<&'a Copies>,
    rows: i64,
    chunks: i64,
    /// One slot per accumulator and chunk.
    partials: *mut u64,
    accumulators: &'a [Accumulator],
    name: Name<'a>,
    /// The lowest chunk that failed.
    failed: AtomicUsize,
    error: Mutex<Option<(usize, Pending)>>,
}

// SAFETY: chunks write disjoint partials; the arguments are only read; kernels are made to run on several threads.
unsafe impl Sync for Job<'_> {}

impl<'a> Job<'a> {
    /// A launch of so many rows in so many chunks, whose accumulators have a slot for each chunk.
    pub(crate) fn new(
        kernel: KernelView<'a>,
        entry: KernelEntry,
        arguments: *const u64,
        copies: Option<&'a Copies>,
        rows: i64,
        chunks: i64,
        partials: *mut u64,
    ) -> Job<'a> {
        Job {
            entry,
            arguments,
            copies,
            rows,
            chunks,
            partials,
            accumulators: kernel.accumulators(),
            name: Name::of(kernel),
            failed: AtomicUsize::new(usize::MAX),
            error: Mutex::new(None),
        }
    }

    /// A launch that has waited: it has no totals and no copies.
    pub(crate) fn of_company(company: &'a Company) -> Job<'a> {
        Job::new(
            company.kernel,
            company.entry,
            company.slots.as_ptr(),
            None,
            company.rows,
            company.chunks,
            std::ptr::null_mut(),
        )
    }

    /// Tells the trace that it has ended.
    pub(crate) fn told(&self, began: trace::Began) {
        let Name { kernel, location } = self.name;
        began.launch(kernel, location, self.rows, self.chunks);
    }

    /// Runs a chunk, unless one before it has failed.
    pub(crate) fn run_chunk(&self, chunk: usize) {
        if chunk > self.failed.load(Ordering::Acquire) {
            return;
        }
        let (begin, end) = (
            first_row(chunk as i64, self.chunks, self.rows),
            first_row(chunk as i64 + 1, self.chunks, self.rows),
        );
        let began = trace::begin();
        // SAFETY: `partials` has a group of slots for every chunk; the rest is as the launch's row states.
        let status = unsafe {
            let partial = if self.accumulators.is_empty() {
                std::ptr::null_mut()
            } else {
                self.partials.add(chunk * self.accumulators.len())
            };
            let arguments = self
                .copies
                .map_or(self.arguments, |copies| copies.block(chunk));
            (self.entry)(arguments, begin, end, partial)
        };
        let Name { kernel, location } = self.name;
        began.chunk(kernel, location, begin, end);
        if status != 0 {
            self.fail(chunk);
        }
    }

    fn fail(&self, chunk: usize) {
        let pending =
            take_pending().expect("a failed kernel leaves an error pending in its thread");
        let mut error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        if error.as_ref().is_none_or(|(other, _)| chunk < *other) {
            *error = Some((chunk, pending));
        }
        self.failed.fetch_min(chunk, Ordering::AcqRel);
    }

    /// The error of the lowest chunk that failed. It becomes pending here with the trace that it gathered in the kernel.
    pub(crate) fn outcome(self) -> Result<(), Raised> {
        let error = self
            .error
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let Some((_, pending)) = error else {
            return Ok(());
        };
        let raised = pending.raised.clone();
        restore_pending(pending);
        Err(raised)
    }
}

/// Combines the partial values of every accumulator pairwise, neighbours first; the result is in the first group.
pub fn combine(accumulators: &[Accumulator], partials: &mut [u64], chunks: usize) {
    let width = accumulators.len();
    let mut step = 1;
    while step < chunks {
        for chunk in (0..chunks - step).step_by(2 * step) {
            for (index, accumulator) in accumulators.iter().enumerate() {
                let (first, second) = (
                    partials[chunk * width + index],
                    partials[(chunk + step) * width + index],
                );
                partials[chunk * width + index] =
                    op_of(accumulator).combine(class_of(accumulator), first, second);
            }
        }
        step *= 2;
    }
}

/// The operation that combines the values of an accumulator.
pub(crate) fn op_of(accumulator: &Accumulator) -> AccumulatorOp {
    AccumulatorOp::from_code(accumulator.op).expect("a known operation of an accumulator")
}

/// The class of the values of an accumulator.
pub(crate) fn class_of(accumulator: &Accumulator) -> AccumulatorClass {
    AccumulatorClass::from_code(accumulator.class).expect("a known class of an accumulator")
}

/// A launch that waits for company.
pub(crate) struct Company {
    /// The description of the kernel.
    pub kernel: KernelView<'static>,
    /// Its code.
    pub entry: quasar_abi::KernelEntry,
    /// A copy of its slots.
    pub slots: Box<[u64]>,
    /// Its rows.
    pub rows: i64,
    /// Its chunks.
    pub chunks: i64,
}

// SAFETY: descriptions of kernels are parts of the program, slots name arrays that are alive while the launch waits, and whoever runs it
// holds the lock or has got it from a GPU.
unsafe impl Send for Company {}

/// Runs launches that do not need each other as one job of the pool: each thread has its part of all their chunks.
pub(crate) fn run_coscheduled(company: &[&Company], launch: Option<&Job<'_>>) {
    let jobs: Vec<Job<'_>> = company.iter().map(|one| Job::of_company(one)).collect();
    let jobs: Vec<&Job<'_>> = jobs.iter().chain(launch).collect();
    let chunks: usize = jobs.iter().map(|job| job.chunks as usize).sum();
    let run_chunk = |chunk: usize| {
        let mut chunk = chunk;
        for job in &jobs {
            match chunk.checked_sub(job.chunks as usize) {
                Some(rest) => chunk = rest,
                None => return job.run_chunk(chunk),
            }
        }
    };
    let began: Vec<trace::Began> = jobs.iter().map(|_| trace::begin()).collect();
    pool::global().run(chunks, &run_chunk);
    for (job, began) in jobs.iter().zip(began) {
        job.told(began);
    }
}

/// Runs a launch that a GPU calls, and tells the trace when.
pub(crate) fn run_called(company: &Company, place: Option<trace::Place>) {
    let begin = std::time::Instant::now();
    run_all(&Job::of_company(company));
    if let Some(place) = place {
        trace::settle(place, begin, std::time::Instant::now());
    }
}

/// Runs the chunks of a launch.
pub(crate) fn run_all(launch: &Job<'_>) {
    let chunks = launch.chunks as usize;
    if chunks == 1 {
        launch.run_chunk(0);
    } else {
        pool::global().run(chunks, &|chunk| launch.run_chunk(chunk));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_the_rows_once() {
        for (rows, cost) in [
            (1, 1),
            (1000, 100),
            (7, 1_000_000),
            (1 << 40, 1 << 30),
            (256, 10_000),
            (1000, 0),
        ] {
            let chunks = chunk_count(rows, cost);
            assert!((1..=MAXIMUM_CHUNKS.min(rows)).contains(&chunks));
            assert_eq!(
                (first_row(0, chunks, rows), first_row(chunks, chunks, rows)),
                (0, rows)
            );
            assert!(
                (0..chunks).all(
                    |chunk| first_row(chunk, chunks, rows) < first_row(chunk + 1, chunks, rows)
                )
            );
        }
    }

    #[test]
    fn the_tree_is_the_same_for_any_number_of_chunks() {
        let accumulators = [Accumulator::new(AccumulatorOp::Add, AccumulatorClass::I32)];
        for chunks in 1..40 {
            let mut partials: Vec<u64> = (0..chunks as u64).collect();
            combine(&accumulators, &mut partials, chunks);
            assert_eq!(partials[0], (0..chunks as u64).sum());
        }
    }
}
