//! Launching kernels: a device is asked first, the processor takes what is left, at once, behind work of a device or beside other launches.
//!
//! *Invariant:* each launch runs once, and before anybody sees an element that it writes.

use std::cell::Cell;

use quasar_abi::{KernelEntry, KernelView, tables_slot};

use super::padding::Padded;
use crate::device;
use crate::device::coherence;
use crate::process::error::Raised;
use crate::process::trace;
use crate::processor::coschedule;
use crate::processor::job::{
    Company, Division, Job, class_of, columns_of, combine, op_of, run_all,
};
use crate::processor::privatise::{self, Sharing};
use crate::processor::uses::{Use, uses};
use crate::threads::pool;

/// Copies of arrays that are changed in any order, for each thread: its parts of a launch may take longer than those of another one.
const COPIES_OF_A_THREAD: i64 = 2;
/// Partial values of a launch that need no memory of their own.
const FEW_PARTIALS: usize = 8;

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
        let company = || args.company(entry, rows, args.division(rows, cost));
        if may_wait && device::is_found() && device::call_behind(&args.uses(), company) {
            return Ok(());
        }
        coherence::before_launch(kernel, args.block);
        if may_wait && is_long && wait_for_company(&args, entry, rows, cost) {
            return Ok(());
        }
    }
    run(entry, &args, rows, cost, out)?;
    if coherence::lies_apart() {
        // SAFETY: as above; the launch has ended.
        unsafe { coherence::put_apart(kernel, args.block) };
    }
    Ok(())
}

/// The argument block of a launch.
pub(super) struct Arguments {
    pub(super) block: *mut u64,
    pub(super) kernel: KernelView<'static>,
}

impl Arguments {
    /// The arrays.
    ///
    /// # Safety
    /// The block is that of a launch of the kernel.
    pub(super) unsafe fn uses(&self) -> Vec<Use<'static>> {
        // SAFETY: the caller vouches that the block holds the slots of a launch (see `processor::uses`).
        unsafe { uses(self.kernel, self.block) }.collect()
    }

    /// The launch with arguments of its own.
    ///
    /// # Safety
    /// The block is that of a launch of the kernel.
    pub(super) unsafe fn company(
        &self,
        entry: KernelEntry,
        rows: i64,
        division: Division,
    ) -> Company {
        let slots = match self.kernel.header().rank {
            1 => 1 + self.kernel.parameters().len(),
            _ => columns_of(self.kernel) + 2,
        };
        // SAFETY: the caller vouches for the block, which has the extents, an argument for each parameter and what runs of several dimensions.
        let slots = unsafe { std::slice::from_raw_parts(self.block, slots) };
        Company {
            kernel: self.kernel,
            entry,
            slots: slots.into(),
            rows,
            division,
        }
    }

    /// How so many rows of that cost are divided.
    fn division(&self, rows: i64, cost: i64) -> Division {
        let rank = self.kernel.header().rank as usize;
        // SAFETY: the extents are in the first slots, the one of the innermost dimension last.
        let columns = unsafe { *self.block.add(rank - 1) } as i64;
        Division::of(self.kernel, rows, columns, cost, pool::thread_count())
    }

    /// How the chunks of that cost together reach the arrays, and how it is divided then.
    fn share(&self, division: Division, cost: i64) -> (Sharing, Division) {
        let copied = self.kernel.copied();
        if copied.is_empty() {
            return (Sharing::Shared, division);
        }
        let chunks = division.chunks;
        // Sums of floats must not depend on the number of threads.
        let is_exact = self.kernel.accumulators().is_empty() && privatise::are_exact(copied);
        let (chunks, most) = match pool::thread_count() as i64 {
            1 if is_exact => (1, 1),
            threads if is_exact => (chunks, threads * COPIES_OF_A_THREAD),
            _ => (chunks, i64::MAX),
        };
        let alone = columns_of(self.kernel) - 1;
        let behind = if self.kernel.header().rank > 1 { 2 } else { 0 };
        // SAFETY: the row promises what `share` asks for, and a slot behind the arguments.
        unsafe {
            let block = std::slice::from_raw_parts_mut(self.block, alone + 1 + behind);
            let (sharing, chunks) = privatise::share(copied, block, alone, chunks, most, cost);
            block[alone] = match sharing {
                Sharing::Alone => tables_slot(0),
                Sharing::Shared | Sharing::Copied(_) => 0,
            };
            (sharing, Division::of_rows(chunks))
        }
    }
}

/// Runs a kernel over rows of a cost and stores the accumulators' values.
fn run(
    entry: KernelEntry,
    args: &Arguments,
    rows: i64,
    cost: i64,
    out: &mut [u64],
) -> Result<(), Raised> {
    let accumulators = args.kernel.accumulators();
    for (place, accumulator) in out.iter_mut().zip(accumulators) {
        *place = op_of(accumulator).identity(class_of(accumulator));
    }
    if rows <= 0 {
        return Ok(());
    }
    let (sharing, division) = args.share(args.division(rows, cost), rows.saturating_mul(cost));
    // SAFETY: the row promises the block of a launch of the kernel; it is the launch's own until this function ends.
    let _padded = division
        .has_panels()
        .then(|| unsafe { Padded::of(args.kernel, args.block) });
    let chunks = division.chunks;
    let (mut few, mut many) = ([0u64; FEW_PARTIALS], Vec::new());
    let partials = match chunks as usize * accumulators.len() {
        count if count <= FEW_PARTIALS => &mut few[..count],
        count => {
            many.resize(count, 0);
            &mut many[..]
        }
    };
    let copies = match &sharing {
        Sharing::Copied(copies) => Some(copies),
        Sharing::Alone | Sharing::Shared => None,
    };
    let partials_place = partials.as_mut_ptr();
    let launch = Job::new(
        args.kernel,
        entry,
        args.block,
        copies,
        rows,
        division,
        partials_place,
    );
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
    combine(accumulators, partials, chunks as usize);
    out.copy_from_slice(&partials[..accumulators.len()]);
    Ok(())
}

/// Lets a launch that gives nothing back wait for company, if that is worth it. False: it is to run now.
///
/// # Safety
/// The slots are those of a launch of the kernel, whose arrays nothing that waits needs.
unsafe fn wait_for_company(args: &Arguments, entry: KernelEntry, rows: i64, cost: i64) -> bool {
    let division = args.division(rows, cost);
    let should_wait = coschedule::should_wait(args.kernel, division.chunks, pool::thread_count());
    if !should_wait || pool::global().is_busy() {
        return false;
    }
    // SAFETY: the caller vouches for the block of a launch.
    unsafe {
        let uses = args.uses();
        let marked = coherence::mark_all(&uses);
        coschedule::wait_for_company(&uses, marked, args.company(entry, rows, division));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::error::{add_location, set_pending, take_pending};
    use crate::processor::job::{self, first_row};
    use quasar_abi::{
        Accumulator, AccumulatorClass, AccumulatorOp, KernelHeader, KernelInfo, RtError,
    };

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
    fn the_lowest_error_reaches_the_caller_with_its_trace() {
        for _ in 0..50 {
            let (result, _, _) = run(failing, 1000, 1000);
            let raised = result.expect_err("the kernel fails");
            let chunks = job::chunk_count(1000, 1000);
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
}
