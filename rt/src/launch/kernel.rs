//! Launching CPU kernels on the thread pool.
//!
//! *Invariant:* chunk boundaries and the combining tree depend on rows and cost alone. Of several errors the one of the lowest chunk is
//! reported: none below a failed one is left out.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use quasar_abi::{
    Accumulator, AccumulatorClass, AccumulatorOp, KernelEntry, KernelView, MAXIMUM_CHUNKS,
};

use crate::device;
use crate::device::coherence;
use crate::device::coherence::Use;
use crate::process::error::{Pending, Raised, restore_pending, take_pending};
use crate::process::trace;
use crate::processor::coschedule::{self, Company};
use crate::processor::privatise::{self, Copies, Sharing};
use crate::threads::pool;
use nvrtc_bridge::environment;

/// Estimated time of a chunk, in nanoseconds: long against claiming it, short against the whole.
const CHUNK_COST: i64 = 10_000;

/// Into how many chunks a launch is divided; a cost of 0 forbids that.
fn chunk_count(rows: i64, cost: i64) -> i64 {
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
    (i128::from(rows) * i128::from(chunk) / i128::from(chunks)) as i64
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

impl Job<'_> {
    /// A launch that has waited: it has no totals and no copies.
    fn of_company(company: &Company) -> Job<'_> {
        Job {
            entry: company.entry,
            arguments: company.slots.as_ptr(),
            copies: None,
            rows: company.rows,
            chunks: company.chunks,
            partials: std::ptr::null_mut(),
            accumulators: &[],
            name: Name::of(company.kernel),
            failed: AtomicUsize::new(usize::MAX),
            error: Mutex::new(None),
        }
    }

    fn told(&self, began: trace::Began) {
        let Name { kernel, location } = self.name;
        began.launch(kernel, location, self.rows, self.chunks);
    }

    fn run_chunk(&self, chunk: usize) {
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
    fn outcome(self) -> Result<(), Raised> {
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

fn op_of(accumulator: &Accumulator) -> AccumulatorOp {
    AccumulatorOp::from_code(accumulator.op).expect("a known operation of an accumulator")
}

fn class_of(accumulator: &Accumulator) -> AccumulatorClass {
    AccumulatorClass::from_code(accumulator.class).expect("a known class of an accumulator")
}

thread_local! {
    /// Whether the last launch of a kernel that only a device has whole has found no memory there.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// The row of that name.
pub(crate) fn device_refused_groups() -> i32 {
    REFUSED.take().into()
}

pub(crate) fn launch(
    kernel: *mut u8,
    entry: *mut u8,
    args: *mut u8,
    rows: i64,
    cost: i64,
    out: *mut u8,
) -> Result<(), Raised> {
    // SAFETY: the row promises a description, which is part of the program.
    let kernel = unsafe { KernelView::new(kernel) };
    let args = Arguments {
        block: args.cast::<u64>(),
        kernel,
    };
    let out = match kernel.accumulators().len() {
        0 => &mut [],
        // SAFETY: the row promises as many slots for results.
        count => unsafe { std::slice::from_raw_parts_mut(out.cast::<u64>(), count) },
    };
    if rows > 0 {
        // SAFETY: the row promises the slots of a launch.
        match unsafe { device::run(kernel, args.block, rows.saturating_mul(cost), out) }? {
            device::Outcome::Done => return Ok(()),
            device::Outcome::NotTaken => {}
        }
    }
    if entry.is_null() {
        // Only a device has the kernel whole, and it has too little memory for it. Who launches has the parts, and asks.
        REFUSED.set(true);
        return Ok(());
    }
    // SAFETY: the row promises a kernel's entry.
    let entry = unsafe { std::mem::transmute::<*mut u8, KernelEntry>(entry) };
    let is_long = rows.saturating_mul(cost) >= coschedule::WORTH_WAITING;
    let may_wait = (is_long || device::is_found())
        && rows > 0
        && !coherence::lies_apart()
        && coschedule::may_wait(kernel);
    // SAFETY: as above.
    unsafe {
        let company = || args.company(entry, rows, chunk_count(rows, cost));
        if may_wait && device::is_found() && device::call_behind(&args.uses(), company) {
            return Ok(());
        }
        coherence::before_launch(kernel, args.block);
        if may_wait && is_long && wait_for_company(&args, entry, (rows, cost)) {
            return Ok(());
        }
    }
    run(entry, &args, (rows, cost), out)?;
    if coherence::lies_apart() {
        // SAFETY: as above; the launch has ended.
        unsafe { coherence::put_apart(kernel, args.block) };
    }
    Ok(())
}

/// The argument block of a launch.
struct Arguments {
    block: *mut u64,
    kernel: KernelView<'static>,
}

impl Arguments {
    /// The arrays.
    ///
    /// # Safety
    /// The block is that of a launch of the kernel.
    unsafe fn uses(&self) -> Vec<Use<'static>> {
        // SAFETY: by contract.
        unsafe { coherence::uses(self.kernel, self.block) }.collect()
    }

    /// The launch with arguments of its own.
    ///
    /// # Safety
    /// The block is that of a launch of the kernel.
    unsafe fn company(&self, entry: KernelEntry, rows: i64, chunks: i64) -> Company {
        let slots = self.kernel.header().rank as usize + self.kernel.parameters().len();
        // SAFETY: by contract.
        let slots = unsafe { std::slice::from_raw_parts(self.block, slots) };
        Company {
            kernel: self.kernel,
            entry,
            slots: slots.into(),
            rows,
            chunks,
        }
    }

    /// How so many chunks of that cost together reach the arrays, and how many chunks there are then.
    fn share(&self, chunks: i64, cost: i64) -> (Sharing, i64) {
        let copied = self.kernel.copied();
        if copied.is_empty() {
            return (Sharing::Shared, chunks);
        }
        let slots = self.kernel.header().rank as usize + self.kernel.parameters().len();
        // SAFETY: the row promises what `share` asks for, and a slot behind the block's.
        unsafe {
            let shared = privatise::share(copied, self.block, slots, chunks, cost);
            *self.block.add(slots) = u64::from(matches!(shared.0, Sharing::Alone));
            shared
        }
    }
}

/// Runs a kernel over rows of a cost and stores the accumulators' values.
fn run(
    entry: KernelEntry,
    args: &Arguments,
    (rows, cost): (i64, i64),
    out: &mut [u64],
) -> Result<(), Raised> {
    let (accumulators, name) = (args.kernel.accumulators(), Name::of(args.kernel));
    for (place, accumulator) in out.iter_mut().zip(accumulators) {
        *place = op_of(accumulator).identity(class_of(accumulator));
    }
    if rows <= 0 {
        return Ok(());
    }
    let (sharing, chunks) = args.share(chunk_count(rows, cost), rows.saturating_mul(cost));
    let mut partials = vec![0u64; chunks as usize * accumulators.len()];
    let launch = Job {
        entry,
        arguments: args.block,
        copies: match &sharing {
            Sharing::Copied(copies) => Some(copies),
            Sharing::Alone | Sharing::Shared => None,
        },
        rows,
        chunks,
        partials: partials.as_mut_ptr(),
        accumulators,
        name,
        failed: AtomicUsize::new(usize::MAX),
        error: Mutex::new(None),
    };
    match coschedule::has_company() {
        true => coschedule::join(&launch),
        false => {
            let began = trace::begin();
            run_all(&launch);
            launch.told(began);
        }
    }
    let outcome = launch.outcome();
    if let Sharing::Copied(copies) = &sharing {
        // SAFETY: all chunks have ended.
        unsafe { copies.combine(args.kernel.copied(), args.block) };
    }
    outcome?;
    combine(accumulators, &mut partials, chunks as usize);
    out.copy_from_slice(&partials[..accumulators.len()]);
    Ok(())
}

/// Runs launches that do not need each other as one job of the pool: each thread has its part of all their chunks.
pub(crate) fn run_beside(company: &[&Company], launch: Option<&Job<'_>>) {
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

/// Lets a launch that gives nothing back wait for company, if that is worth it. False: it is to run now.
///
/// # Safety
/// The slots are those of a launch of the kernel, whose arrays nothing that waits needs.
unsafe fn wait_for_company(args: &Arguments, entry: KernelEntry, (rows, cost): (i64, i64)) -> bool {
    let chunks = chunk_count(rows, cost);
    let should_wait = coschedule::should_wait(args.kernel, chunks, pool::thread_count());
    if !should_wait || pool::global().is_busy() {
        return false;
    }
    // SAFETY: by contract.
    unsafe { coschedule::wait_for_company(&args.uses(), args.company(entry, rows, chunks)) };
    true
}

fn run_all(launch: &Job<'_>) {
    let chunks = launch.chunks as usize;
    if chunks == 1 {
        launch.run_chunk(0);
    } else {
        pool::global().run(chunks, &|chunk| launch.run_chunk(chunk));
    }
}

pub(crate) fn vector_level() -> i32 {
    static LEVEL: OnceLock<i32> = OnceLock::new();
    *LEVEL.get_or_init(|| {
        let limit = environment::text("QC_VECTOR_LEVEL");
        let limit = limit.and_then(|text| text.parse().ok());
        machine_level().min(limit.unwrap_or(i32::MAX)).max(0)
    })
}

#[cfg(target_arch = "x86_64")]
fn machine_level() -> i32 {
    let wide = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi2");
    let widest = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    i32::from(wide) + i32::from(wide && widest)
}

#[cfg(not(target_arch = "x86_64"))]
fn machine_level() -> i32 {
    0
}

pub(crate) fn thread_count() -> i32 {
    pool::thread_count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::error::{add_location, set_pending};
    use quasar_abi::{KernelHeader, KernelInfo, RtError};

    /// A kernel that sums the numbers of its rows as `i64`, and their squares as `f64`.
    unsafe extern "C-unwind" fn sums(
        args: *const u64,
        begin: i64,
        end: i64,
        partial: *mut u64,
    ) -> i32 {
        // SAFETY: the tests pass one argument and two slots.
        unsafe {
            let offset = *args as i64;
            *partial = (begin..end).map(|row| row + offset).sum::<i64>() as u64;
            *partial.add(1) = (begin..end)
                .map(|row| (row as f64).sqrt())
                .sum::<f64>()
                .to_bits();
        }
        0
    }

    /// A kernel that fails in row 700 and above.
    unsafe extern "C-unwind" fn failing(_: *const u64, begin: i64, end: i64, _: *mut u64) -> i32 {
        match (begin..end).find(|row| *row >= 700) {
            Some(row) => {
                let status = set_pending(Raised::new(
                    RtError::IndexOutOfBounds,
                    &[&"A", &row, &0, &700],
                ));
                add_location(5);
                status
            }
            None => 0,
        }
    }

    fn run(entry: KernelEntry, rows: i64, cost: i64) -> (Result<(), Raised>, i64, f64) {
        let arguments = [3u64];
        let info = KernelInfo {
            header: KernelHeader {
                rank: 1,
                ..KernelHeader::default()
            },
            accumulators: vec![
                Accumulator::new(AccumulatorOp::Add, AccumulatorClass::I64),
                Accumulator::new(AccumulatorOp::Add, AccumulatorClass::F64),
            ],
            name: "sums",
            ..KernelInfo::default()
        };
        // Descriptions are constants of the program: this one is never freed.
        let bytes = info.encode();
        let words = bytes.chunks(4).map(|word| {
            let mut bytes = [0; 4];
            bytes[..word.len()].copy_from_slice(word);
            u32::from_ne_bytes(bytes)
        });
        let kernel = words.collect::<Vec<_>>().leak().as_mut_ptr();
        let mut out = [0u64; 2];
        let result = launch(
            kernel.cast(),
            entry as *mut u8,
            arguments.as_ptr().cast_mut().cast(),
            rows,
            cost,
            out.as_mut_ptr().cast(),
        );
        (result, out[0] as i64, f64::from_bits(out[1]))
    }

    #[test]
    fn accumulators_are_combined() {
        for rows in [0, 1, 2, 63, 1000] {
            for cost in [1, 1000, 1_000_000] {
                let (result, sum, _) = run(sums, rows, cost);
                assert_eq!(
                    (result, sum),
                    (Ok(()), (0..rows).map(|row| row + 3).sum()),
                    "{rows} {cost}"
                );
            }
        }
    }

    #[test]
    fn the_same_chunks_give_the_same_bits() {
        let first = run(sums, 1000, 1000).2;
        assert!((0..50).all(|_| run(sums, 1000, 1000).2.to_bits() == first.to_bits()));
    }

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
    fn the_lowest_error_reaches_the_caller_with_its_trace() {
        for _ in 0..50 {
            let (result, _, _) = run(failing, 1000, 1000);
            let raised = result.expect_err("the kernel fails");
            let chunks = chunk_count(1000, 1000);
            let chunk = (0..chunks)
                .find(|chunk| first_row(chunk + 1, chunks, 1000) > 700)
                .expect("a chunk");
            let row = first_row(chunk, chunks, 1000).max(700);
            assert_eq!(
                raised.message,
                format!("index {row} of 'A' is outside dimension 0, which has size 700")
            );
            assert_eq!(take_pending().map(|pending| pending.trace), Some(vec![5]));
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
