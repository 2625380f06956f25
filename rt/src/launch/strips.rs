//! Strips side by side: what the passes of a filter do to a strip of rows waits until every thread has a strip, and then each thread does all
//! passes over its own.
//!
//! Run one after the other, the passes over a strip would each be divided among all threads, which would wait for each other as often; here they
//! wait once for a strip each, and what a pass writes is read in the cache of the same processor.
//!
//! *Invariant:* what waits has no results and cannot fail; it is done when [`strip_end`] has returned for the last strip. Its arrays are alive
//! until then. A loop over strips that an error leaves has lost what waited, which nobody can see: the next loop gives it up.

use std::cell::RefCell;
use std::ops::Range;

use quasar_abi::{KernelEntry, KernelView};

use super::kernel::{Arguments, launch};
use crate::array::object::Array;
use crate::array::storage;
use crate::device::coherence;
use crate::process::error::Raised;
use crate::process::trace;
use crate::processor::coschedule::{self, Kept};
use crate::processor::job::{Company, Division, Job};
use crate::processor::uses::lacks_elements;
use crate::threads::pool;

/// What is done to a strip.
enum Step {
    /// A pass.
    Pass {
        /// The launch.
        company: Company,
        /// Its arrays.
        _kept: Kept,
    },
    /// An array becomes zeros, but for a box of it.
    Clear(Array, Area),
}

/// A box of a matrix: its rows and its columns. Without elements nothing is left out.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    row: i32,
    rows: i32,
    column: i32,
    columns: i32,
}

impl Area {
    /// The numbers of the first one and of the one behind the last, of so many there are.
    fn part(first: i32, count: i32, all: usize) -> Range<usize> {
        let inside = |number: i64| number.clamp(0, all as i64) as usize;
        let first = i64::from(first);
        inside(first)..inside(first + i64::from(count.max(0)))
    }
}

/// The strips that wait, the last one in the making.
#[derive(Default)]
struct Waiting {
    /// Whether strips are to wait.
    is_on: bool,
    strips: Vec<Vec<Step>>,
}

thread_local! {
    static WAITING: RefCell<Waiting> = const {
        RefCell::new(Waiting {
            is_on: false,
            strips: Vec::new(),
        })
    };
}

/// What the threads share while strips run.
struct Shared<'a>(&'a [Vec<Step>]);

// SAFETY: each strip is run by one thread, which reads what the steps name; the counts of owners are touched by the program's own thread alone.
unsafe impl Sync for Shared<'_> {}

impl Shared<'_> {
    fn run(&self, strip: usize) {
        for step in &self.0[strip] {
            match step {
                Step::Pass { company, .. } => Job::of_company(company).run_chunk(0),
                Step::Clear(array, written) => clear(array, *written),
            }
        }
    }
}

fn clear(array: &Array, written: Area) {
    let count = array.numel();
    let size = array.kind().size();
    let zero = |elements: Range<usize>| {
        let bytes = elements.len() * size;
        // SAFETY: the array has these elements, and nobody else uses them: it was made for a strip.
        unsafe { std::ptr::write_bytes(array.header().data.add(elements.start * size), 0, bytes) }
    };
    let (height, width) = match array.dims().count() {
        2 => (array.dims().get(0) as usize, array.dims().get(1) as usize),
        _ => (1, count),
    };
    let columns = Area::part(written.column, written.columns, width);
    let mut done = 0;
    if !columns.is_empty() {
        for row in Area::part(written.row, written.rows, height) {
            zero(done..row * width + columns.start);
            done = row * width + columns.end;
        }
    }
    zero(done..count);
}

/// The row of that name.
pub(crate) fn strips_begin() {
    let is_on = pool::thread_count() > 1 && !pool::global().is_busy() && !coherence::lies_apart();
    // What a loop has left behind ends here, when nothing is borrowed.
    drop(WAITING.replace(Waiting {
        is_on,
        strips: Vec::new(),
    }));
}

fn is_on() -> bool {
    WAITING.with_borrow(|waiting| waiting.is_on)
}

/// Adds a step to the strip in the making.
fn add(step: Step) {
    WAITING.with_borrow_mut(|waiting| {
        if waiting.strips.is_empty() {
            waiting.strips.push(Vec::new());
        }
        let strip = waiting.strips.last_mut();
        strip.expect("there is one now").push(step);
    });
}

/// The row of that name.
pub(crate) fn array_clear(array: &Array) {
    if is_on() {
        return strip_clear_around(array, 0, 0, 0, 0);
    }
    // Asks for the elements first, as whoever writes them does.
    let elements = array.data();
    // SAFETY: the array has these bytes, and nobody else uses them: it was just made.
    unsafe { storage::clear(elements, array.bytes()) };
}

/// The row of that name.
pub(crate) fn strip_clear_around(array: &Array, row: i32, rows: i32, column: i32, columns: i32) {
    let written = Area {
        row,
        rows,
        column,
        columns,
    };
    match is_on() {
        true => add(Step::Clear(array.clone(), written)),
        false => {
            // Asks for the elements first, as whoever writes them does.
            array.data();
            clear(array, written);
        }
    }
}

/// Whether a launch may wait: it gives nothing back, has no copies, and cannot fail with these arrays.
///
/// # Safety
/// The slots are those of a launch of the kernel.
unsafe fn may_wait(kernel: KernelView<'_>, slots: *const u64) -> bool {
    // With elements in all arrays it fails where its text for GPUs, which takes such launches alone, does.
    // SAFETY: the caller vouches for the slots.
    let is_safe =
        || kernel.header().raises_on_gpu == 0 && !unsafe { lacks_elements(kernel, slots) };
    coschedule::is_silent(kernel) && (kernel.header().raises == 0 || is_safe())
}

/// The row of that name.
pub(crate) fn launch_in_strip(
    kernel: *mut u8,
    entry: *mut u8,
    args: *mut u8,
    rows: i64,
    cost: i64,
    out: *mut u8,
) -> Result<(), Raised> {
    if !is_on() {
        return launch(kernel, entry, args, rows, cost, out);
    }
    let (block, description) = (args.cast::<u64>(), kernel);
    // SAFETY: the row promises a description, which is part of the program.
    let kernel = unsafe { KernelView::new(description) };
    // SAFETY: the row promises the slots of a launch.
    if entry.is_null() || !unsafe { may_wait(kernel, block) } {
        // It reads what waits.
        run();
        return launch(description, entry, args, rows, cost, out);
    }
    let args = Arguments { block, kernel };
    if rows <= 0 {
        return Ok(());
    }
    // SAFETY: the row promises a kernel's entry, and the slots of a launch of it.
    let step = unsafe {
        coherence::before_launch(kernel, args.block);
        let entry = std::mem::transmute::<*mut u8, KernelEntry>(entry);
        Step::Pass {
            company: args.company(entry, rows, Division::of_rows(1)),
            _kept: Kept::of(&args.uses()),
        }
    };
    add(step);
    Ok(())
}

/// The row of that name.
pub(crate) fn strip_end(last: i32) {
    let ready = WAITING.with_borrow_mut(|waiting| {
        let ready = last != 0 || waiting.strips.len() >= pool::thread_count();
        if !ready && waiting.is_on {
            waiting.strips.push(Vec::new());
        }
        waiting.is_on &= last == 0;
        ready
    });
    if ready {
        run();
    }
}

/// Runs the strips that wait.
fn run() {
    let strips = WAITING.with_borrow_mut(|waiting| std::mem::take(&mut waiting.strips));
    if strips.is_empty() {
        return;
    }
    let passes = strips.iter().flatten().filter_map(|step| match step {
        Step::Pass { company, .. } => Some((Job::of_company(company), trace::begin())),
        Step::Clear(..) => None,
    });
    let passes: Vec<_> = passes.collect();
    let shared = Shared(&strips);
    pool::global().run(strips.len(), &|strip| shared.run(strip));
    for (job, began) in passes {
        job.told(began);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::dims::Dims;
    use quasar_abi::{ArgumentClass, ArrayHeader, ElemKind, KernelHeader, KernelInfo};
    use quasar_abi::{KernelParameter, RtError};

    /// Adds a number to the elements of an array from a row on.
    unsafe extern "C-unwind" fn adding(args: *const u64, begin: i64, end: i64, _: *mut u64) -> i32 {
        // SAFETY: the tests pass an extent, an array of as many ints and a number.
        unsafe {
            let data = (*(*args.add(1) as *const ArrayHeader)).data.cast::<i32>();
            for row in begin..end {
                *data.add(row as usize) += *args.add(2) as i32;
            }
        }
        0
    }

    unsafe extern "C-unwind" fn failing(_: *const u64, _: i64, _: i64, _: *mut u64) -> i32 {
        crate::process::error::set_pending(Raised::new(RtError::OutOfMemory, &[&"1"]))
    }

    /// A description, which is a constant of a program and never freed.
    fn described(raises: i32) -> *mut u8 {
        let parameter = |class: ArgumentClass| KernelParameter {
            class: class.code(),
            is_read: 1,
            is_written: 1,
            ..KernelParameter::default()
        };
        let info = KernelInfo {
            header: KernelHeader {
                rank: 1,
                raises,
                raises_on_gpu: raises,
                ..KernelHeader::default()
            },
            parameters: vec![
                parameter(ArgumentClass::Array),
                parameter(ArgumentClass::I32),
            ],
            name: "adding",
            ..KernelInfo::default()
        };
        let bytes = info.encode();
        let words = bytes.chunks(4).map(|word| {
            let mut bytes = [0; 4];
            bytes[..word.len()].copy_from_slice(word);
            u32::from_ne_bytes(bytes)
        });
        words.collect::<Vec<_>>().leak().as_mut_ptr().cast()
    }

    fn pass(kernel: *mut u8, entry: KernelEntry, array: &Array, number: u64) -> Result<(), Raised> {
        let rows = array.numel() as i64;
        let slots = [
            rows as u64,
            std::ptr::from_ref(array.header()) as u64,
            number,
        ];
        let place = slots.as_ptr().cast_mut().cast();
        launch_in_strip(
            kernel,
            entry as *mut u8,
            place,
            rows,
            1,
            std::ptr::null_mut(),
        )
    }

    fn ints(count: i64) -> Array {
        let mut array = Array::uninit(ElemKind::I32, Dims::new(&[count])).expect("some memory");
        array.elements_mut::<i32>().fill(77);
        array
    }

    #[test]
    fn passes_over_a_strip_follow_each_other() {
        let kernel = described(0);
        strips_begin();
        let mut kept = Vec::new();
        for strip in 0..10u64 {
            let array = ints(1000);
            array_clear(&array);
            pass(kernel, adding, &array, strip).expect("it cannot fail");
            pass(kernel, adding, &array, 1000).expect("it cannot fail");
            kept.push(array);
            strip_end(i32::from(strip == 9));
        }
        for (strip, array) in kept.iter().enumerate() {
            let right = array
                .elements::<i32>()
                .iter()
                .all(|value| *value == strip as i32 + 1000);
            assert!(right, "strip {strip}");
        }
    }

    #[test]
    fn what_a_pass_writes_is_not_cleared() {
        let cases = [
            // Row, rows, column, columns, and how many of 4×6 elements stay.
            ([1, 2, 2, 3], 6),
            ([0, 4, 0, 6], 24),
            ([0, 0, 0, 6], 0),
            ([-1, 3, -2, 4], 4),
            ([3, 100, 5, 100], 1),
            ([2, -1, 0, 6], 0),
            ([9, 2, 9, 2], 0),
            ([i32::MAX, i32::MAX, 0, 6], 0),
        ];
        for ([row, rows, column, columns], kept) in cases {
            let dims = Dims::new(&[4, 6]);
            let mut array = Array::uninit(ElemKind::I32, dims).expect("some memory");
            array.elements_mut::<i32>().fill(77);
            strip_clear_around(&array, row, rows, column, columns);
            let inside = |at: i32, first: i32, count: i32| {
                let end = i64::from(first) + i64::from(count);
                at >= first && i64::from(at) < end
            };
            let mut found = 0;
            for (at, value) in array.elements::<i32>().iter().enumerate() {
                let (m, n) = (at as i32 / 6, at as i32 % 6);
                let stays = inside(m, row, rows) && inside(n, column, columns);
                assert_eq!(
                    *value,
                    if stays { 77 } else { 0 },
                    "{m}, {n} of {row}, {column}"
                );
                found += i32::from(stays);
            }
            assert_eq!(found, kept);
        }
    }

    #[test]
    fn what_can_fail_fails_where_it_stands() {
        let (adds, fails) = (described(0), described(1));
        strips_begin();
        let array = ints(10);
        array_clear(&array);
        pass(adds, adding, &array, 5).expect("it cannot fail");
        assert!(pass(fails, failing, &array, 0).is_err());
        assert_eq!(array.elements::<i32>(), [5; 10]);
        // The loop is left; another one begins.
        pass(adds, adding, &array, 1).expect("it cannot fail");
        strips_begin();
        pass(adds, adding, &array, 2).expect("it cannot fail");
        strip_end(1);
        let first = array.elements::<i32>()[0];
        assert!(
            first == 7 || first == 8,
            "what waited is done or lost: {first}"
        );
        assert!(WAITING.with_borrow(|waiting| !waiting.is_on && waiting.strips.is_empty()));
    }
}
