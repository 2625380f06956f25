//! A launch on the threads of the pool: its chunks, its error, its totals.
//!
//! *Invariant:* chunk boundaries and the combining tree depend on rows and cost alone. Of several errors the one of the lowest chunk is
//! reported: none below a failed one is left out.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quasar_abi::{
    Accumulator, AccumulatorClass, AccumulatorOp, KernelEntry, KernelView, MAXIMUM_CHUNKS,
    REREAD_BITS, columns_slot,
};

use super::cache::cache_bytes;
use super::privatise::{self, Copies};
use crate::process::error::{Pending, Raised, restore_pending, take_pending};
use crate::process::trace;
use crate::threads::pool;

/// Estimated time of a chunk, in nanoseconds: long against claiming it, short against the whole.
const CHUNK_COST: i64 = 10_000;

/// Positions of a chunk of a row or of a piece of a line, at least, where that leaves a chunk for each thread: a few of the widest vectors. Fewer
/// run one by one or leave lanes idle, and use few of the elements that they get from memory.
const FEWEST_POSITIONS: i64 = 64;

/// Positions at whose multiples chunks begin, where they have as many: vectors are whole then, and begin where elements of a cache line do.
const UNITS: [i64; 3] = [FEWEST_POSITIONS, 16, 1];

/// Lines for each thread from which on lines stay whole: the last of them leave few threads without work.
const LINES_OF_A_THREAD: i64 = 4;

/// Lines that a chunk of a panel has, at least, where that leaves work for all threads: the first of them brings the panel into the cache.
const LINES_OF_A_PANEL: i64 = 16;

/// How a launch is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    /// What threads take one after the other: some rows, or pieces of one.
    pub chunks: i64,
    /// The pieces of each row, where a chunk is one, or has one of each of its rows; 1 where rows stay whole.
    pub pieces: i64,
    /// The groups of rows that have pieces together, piece after piece; 0 where each row is taken by itself.
    groups: i64,
    /// Chunks, or pieces of a row, begin at multiples of it.
    unit: i64,
}

impl Division {
    /// Rows stay whole.
    pub(crate) fn of_rows(chunks: i64) -> Division {
        Division {
            chunks,
            pieces: 1,
            groups: 0,
            unit: 1,
        }
    }

    /// Chunks of the positions of a row.
    fn of_positions(chunks: i64, rows: i64) -> Division {
        let of_a_chunk = rows / chunks.max(1);
        let units = UNITS.iter().copied();
        Division {
            unit: units.filter(|unit| *unit <= of_a_chunk).max().unwrap_or(1),
            ..Division::of_rows(chunks)
        }
    }

    /// So many pieces of each of so many rows.
    fn of_pieces(pieces: i64, rows: i64) -> Division {
        Division {
            chunks: rows * pieces,
            pieces,
            groups: 0,
            unit: FEWEST_POSITIONS,
        }
    }

    /// Panels of columns, each of which the groups of rows go through before the next one (cache blocking): what a row reads of a panel is in
    /// the cache when the next row reads it again.
    fn of_panels(panels: i64, rows: i64, threads: i64) -> Division {
        let wanted = (2 * threads)
            .div_euclid(panels)
            .max(rows / LINES_OF_A_PANEL);
        let groups = wanted.clamp(1, rows.min(MAXIMUM_CHUNKS));
        Division {
            chunks: groups * panels,
            pieces: panels,
            groups,
            unit: FEWEST_POSITIONS,
        }
    }

    /// Whether rows go through panels of columns.
    pub(crate) fn has_panels(self) -> bool {
        self.groups > 0
    }

    /// Where a part of `count` rows or positions begins, of so many parts.
    fn first(self, part: i64, parts: i64, count: i64) -> i64 {
        match part == parts {
            true => count,
            false => first_row(part, parts, count) / self.unit * self.unit,
        }
    }

    /// The rows of a chunk, of so many in all.
    fn rows(self, chunk: i64, rows: i64) -> (i64, i64) {
        match (self.groups, self.pieces) {
            (0, 1) => (
                self.first(chunk, self.chunks, rows),
                self.first(chunk + 1, self.chunks, rows),
            ),
            (0, pieces) => (chunk / pieces, chunk / pieces + 1),
            (groups, _) => {
                let group = chunk % groups;
                (
                    first_row(group, groups, rows),
                    first_row(group + 1, groups, rows),
                )
            }
        }
    }

    /// The piece of its rows that a chunk has.
    fn piece(self, chunk: i64) -> i64 {
        match self.groups {
            0 => chunk % self.pieces,
            groups => chunk / groups,
        }
    }

    /// The division of a launch of that kernel that `threads` share; a row of several dimensions is a line of `columns` positions.
    pub(crate) fn of(
        kernel: KernelView<'_>,
        rows: i64,
        columns: i64,
        cost: i64,
        threads: usize,
    ) -> Division {
        let chunks = chunk_count(rows, cost);
        // In which order numbers are added must not depend on the threads.
        let adds = !kernel.accumulators().is_empty() || !kernel.copied().is_empty();
        let threads = threads as i64;
        let panels = match adds || chunks == 1 {
            true => 1,
            false => panels(kernel, columns, cost, cache_bytes()).min(MAXIMUM_CHUNKS),
        };
        match kernel.header().rank {
            _ if adds => Division::of_rows(chunks),
            _ if panels > 1 && rows >= LINES_OF_A_THREAD => {
                Division::of_panels(panels, rows, threads)
            }
            1 => {
                let chunks = chunks.min((rows / FEWEST_POSITIONS).max(threads));
                Division::of_positions(chunks, rows)
            }
            _ if threads > 1 && rows < threads * LINES_OF_A_THREAD => {
                let wanted = worth_of_chunks(rows, cost).div_euclid(rows.max(1));
                let pieces = wanted.min(columns / FEWEST_POSITIONS);
                match pieces > 1 {
                    true => Division::of_pieces(pieces, rows),
                    false => Division::of_rows(chunks),
                }
            }
            _ => Division::of_rows(chunks),
        }
    }
}

/// The panels of columns of a launch whose rows cost so much: what rows read again of one of them fills a quarter of a cache, since others need
/// room there too. One where all fits into half of the cache, or where the order of positions can be seen by an error.
fn panels(kernel: KernelView<'_>, columns: i64, cost: i64, cache: i64) -> i64 {
    let header = kernel.header();
    if header.reread == 0 || header.raises != 0 {
        return 1;
    }
    let bytes = cost.saturating_mul(header.reread.into()) >> REREAD_BITS;
    match bytes > cache / 2 {
        true => (bytes / (cache / 4)).min(columns / FEWEST_POSITIONS).max(1),
        false => 1,
    }
}

/// Into how many chunks a launch is divided; a cost of 0 forbids that.
pub(crate) fn chunk_count(rows: i64, cost: i64) -> i64 {
    if cost == 0 {
        return 1;
    }
    worth_of_chunks(rows, cost).min(rows)
}

/// How many chunks the work is worth.
fn worth_of_chunks(rows: i64, cost: i64) -> i64 {
    let total = rows.saturating_mul(cost);
    (total / CHUNK_COST).clamp(1, MAXIMUM_CHUNKS)
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

/// The slot of the columns of a launch of more than one dimension.
pub(crate) fn columns_of(kernel: KernelView<'_>) -> usize {
    columns_slot(kernel.header().rank as usize, kernel.parameters().len())
}

/// What the chunks of a launch share. The pointers come from the row and are valid for the launch.
pub(crate) struct Job<'a> {
    entry: KernelEntry,
    arguments: *const u64,
    /// Argument blocks of the chunks, where they have their own.
    copies: Option<&'a Copies>,
    rows: i64,
    division: Division,
    kernel: KernelView<'a>,
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
    /// A launch of so many rows, divided so, whose accumulators have a slot for each chunk.
    pub(crate) fn new(
        kernel: KernelView<'a>,
        entry: KernelEntry,
        arguments: *const u64,
        copies: Option<&'a Copies>,
        rows: i64,
        division: Division,
        partials: *mut u64,
    ) -> Job<'a> {
        Job {
            entry,
            arguments,
            copies,
            rows,
            division,
            kernel,
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
            company.division,
            std::ptr::null_mut(),
        )
    }

    /// Tells the trace that it has ended.
    pub(crate) fn told(&self, began: trace::Began) {
        let Name { kernel, location } = self.name;
        began.launch(kernel, location, self.rows, self.division.chunks);
    }

    /// Runs a chunk, unless one before it has failed.
    pub(crate) fn run_chunk(&self, chunk: usize) {
        if chunk > self.failed.load(Ordering::Acquire) {
            return;
        }
        let (begin, end) = self.division.rows(chunk as i64, self.rows);
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
            match self.division.pieces {
                1 => (self.entry)(arguments, begin, end, partial),
                _ => {
                    let own = self.block_of_piece(self.division.piece(chunk as i64));
                    (self.entry)(own.as_ptr(), begin, end, partial)
                }
            }
        };
        let Name { kernel, location } = self.name;
        began.chunk(kernel, location, begin, end);
        if status != 0 {
            self.fail(chunk);
        }
    }

    /// The argument block of a piece of the rows.
    ///
    /// # Safety
    /// The launch has more than one dimension, so its block has slots for columns.
    unsafe fn block_of_piece(&self, piece: i64) -> Vec<u64> {
        let slot = columns_of(self.kernel);
        // SAFETY: the caller vouches for the slots.
        let mut own = unsafe { std::slice::from_raw_parts(self.arguments, slot + 2) }.to_vec();
        let columns = own[slot + 1] as i64;
        let from = |piece| self.division.first(piece, self.division.pieces, columns) as u64;
        own[slot] = from(piece);
        own[slot + 1] = from(piece + 1);
        own
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
    /// How it is divided.
    pub division: Division,
}

// SAFETY: descriptions of kernels are parts of the program, slots name arrays that are alive while the launch waits, and whoever runs it
// holds the lock or has got it from a GPU.
unsafe impl Send for Company {}

/// Runs launches that do not need each other as one job of the pool: each thread has its part of all their chunks.
pub(crate) fn run_coscheduled(company: &[&Company], launch: Option<&Job<'_>>) {
    let jobs: Vec<Job<'_>> = company.iter().map(|one| Job::of_company(one)).collect();
    let jobs: Vec<&Job<'_>> = jobs.iter().chain(launch).collect();
    let chunks: usize = jobs.iter().map(|job| job.division.chunks as usize).sum();
    let run_chunk = |chunk: usize| {
        let mut chunk = chunk;
        for job in &jobs {
            match chunk.checked_sub(job.division.chunks as usize) {
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
    let chunks = launch.division.chunks as usize;
    if chunks == 1 {
        launch.run_chunk(0);
    } else {
        pool::global().run(chunks, &|chunk| launch.run_chunk(chunk));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::{KernelHeader, KernelInfo, KernelParameter};

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

    /// The description of a kernel of so many dimensions and one argument, which is a constant of a program and never freed.
    fn described(rank: i32, accumulators: Vec<Accumulator>) -> KernelView<'static> {
        let header = KernelHeader {
            rank,
            ..KernelHeader::default()
        };
        with_header(header, accumulators)
    }

    fn with_header(header: KernelHeader, accumulators: Vec<Accumulator>) -> KernelView<'static> {
        let info = KernelInfo {
            header,
            parameters: vec![KernelParameter::default()],
            accumulators,
            name: "noting",
            ..KernelInfo::default()
        };
        let bytes = info.encode();
        let words = bytes.chunks(4).map(|word| {
            let mut bytes = [0; 4];
            bytes[..word.len()].copy_from_slice(word);
            u32::from_ne_bytes(bytes)
        });
        // SAFETY: the words are those of a description.
        unsafe { KernelView::new(words.collect::<Vec<_>>().leak().as_mut_ptr().cast()) }
    }

    #[test]
    fn few_long_lines_are_divided_between_threads() {
        let kernel = described(2, Vec::new());
        let of = |rows, columns, cost, threads| Division::of(kernel, rows, columns, cost, threads);
        assert_eq!(of(3, 1_000_000, 1_000_000, 8), Division::of_pieces(85, 3));
        assert_eq!(of(1, 1_000_000, 20_000, 8), Division::of_pieces(2, 1));
        // One thread, many lines, little work, short lines: lines stay whole.
        assert_eq!(of(3, 1_000_000, 1_000_000, 1), Division::of_rows(3));
        assert_eq!(of(32, 1_000_000, 1_000_000, 8), Division::of_rows(32));
        assert_eq!(of(3, 1_000_000, 4_000, 8), Division::of_rows(1));
        assert_eq!(of(3, 100, 1_000_000, 8), Division::of_rows(3));
        // Pieces of a line without work, and of a launch in order.
        assert_eq!(of(0, 0, 1, 8).pieces, 1);
        assert_eq!(of(3, 1_000_000, 0, 8), Division::of_rows(1));
        // Totals are added in an order that does not depend on the threads.
        let add = Accumulator::new(AccumulatorOp::Add, AccumulatorClass::F64);
        let adds = described(2, vec![add]);
        let divided = Division::of(adds, 3, 1_000_000, 1_000_000, 8);
        assert_eq!(divided, Division::of_rows(3));
    }

    #[test]
    fn chunks_of_positions_begin_with_whole_vectors() {
        let kernel = described(1, Vec::new());
        for (rows, threads) in [
            (2000, 1),
            (2000, 64),
            (100, 8),
            (7, 8),
            (1 << 20, 2),
            (0, 2),
        ] {
            let division = Division::of(kernel, rows, rows, 1_000_000, threads);
            let chunks = division.chunks;
            let bounds: Vec<_> = (0..chunks)
                .map(|chunk| division.rows(chunk, rows))
                .collect();
            let (first, last) = (bounds.first().unwrap_or(&(0, 0)), bounds.last());
            assert_eq!((first.0, last.unwrap_or(&(0, 0)).1), (0, rows));
            for pair in bounds.windows(2) {
                assert_eq!(pair[0].1, pair[1].0);
                assert!(pair[0].0 < pair[0].1, "{rows} {threads}");
                assert_eq!(pair[0].1 % division.unit, 0);
            }
        }
        let of = |rows, threads| Division::of(kernel, rows, rows, 1_000_000, threads);
        assert_eq!((of(2000, 1).chunks, of(2000, 1).unit), (31, 64));
        assert_eq!((of(2000, 64).chunks, of(2000, 64).unit), (64, 16));
        assert_eq!((of(100, 8).chunks, of(100, 8).unit), (8, 1));
    }

    /// Notes in the array of counts that is its argument which positions of its lines run.
    unsafe extern "C-unwind" fn noting(args: *const u64, begin: i64, end: i64, _: *mut u64) -> i32 {
        // SAFETY: the test passes two extents, an argument, an empty slot and the columns; nobody else has the counts.
        unsafe {
            let block = std::slice::from_raw_parts(args, 6);
            let counts = block[2] as *mut u8;
            for line in begin..end {
                for column in block[4]..block[5] {
                    *counts.add((line as u64 * block[1] + column) as usize) += 1;
                }
            }
        }
        0
    }

    #[test]
    fn pieces_cover_the_lines_once() {
        for (lines, columns, pieces) in
            [(1u64, 1000u64, 7), (3, 64, 1), (3, 129, 2), (2, 6400, 100)]
        {
            let mut counts = vec![0u8; (lines * columns) as usize];
            let block = [lines, columns, counts.as_mut_ptr() as u64, 0, 0, columns];
            for division in [
                Division::of_pieces(pieces, lines as i64),
                Division::of_panels(pieces, lines as i64, 2),
                Division::of_panels(pieces, lines as i64, 64),
            ] {
                counts.fill(0);
                let kernel = described(2, Vec::new());
                let arguments = block.as_ptr();
                let lines = lines as i64;
                let partials = std::ptr::null_mut();
                let job = Job::new(kernel, noting, arguments, None, lines, division, partials);
                (0..division.chunks as usize).for_each(|chunk| job.run_chunk(chunk));
                assert!(job.outcome().is_ok());
                assert!(counts.iter().all(|count| *count == 1), "{columns} {pieces}");
            }
        }
    }

    #[test]
    fn lines_that_read_more_than_a_cache_holds_go_through_panels() {
        let header = |reread, raises| KernelHeader {
            rank: 2,
            reread,
            raises,
            ..KernelHeader::default()
        };
        let of = |header, columns, cost| {
            let kernel = with_header(header, Vec::new());
            panels(kernel, columns, cost, 1 << 20)
        };
        // Four bytes for a nanosecond: 1,000,000 ns are four of the cache, sixteen of what a panel has; a quarter of that fits.
        let four = header(4 << REREAD_BITS, 0);
        assert_eq!(of(four, 1 << 20, 1 << 20), 16);
        assert_eq!(
            (of(four, 1 << 20, 100_000), of(four, 1 << 20, 200_000)),
            (1, 3)
        );
        // Narrow panels are no gain.
        assert_eq!((of(four, 640, 1 << 20), of(four, 63, 1 << 20)), (10, 1));
        // Nothing is read again, or which error comes first depends on the order.
        assert_eq!(of(header(0, 0), 1 << 20, 1 << 20), 1);
        assert_eq!(of(header(4 << REREAD_BITS, 1), 1 << 20, 1 << 20), 1);
        // Each group of lines has all panels; threads have two chunks each at least.
        let chunks = |panels, lines, threads| Division::of_panels(panels, lines, threads).chunks;
        assert_eq!(
            (chunks(4, 64, 2), chunks(4, 64, 32), chunks(4, 3, 32)),
            (16, 64, 12)
        );
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
