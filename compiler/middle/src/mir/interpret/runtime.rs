//! Calls into the runtime, through the dispatch that is expanded from its rows.
//!
//! *Invariant:* the only place of the interpreter that calls the runtime.

use super::super::arithmetic::slot_of_i32;
use super::super::data::RtFn;
use quasar_abi::{Accumulator, RtError, Tagged};

/// Calls a row; gives its result, or the status of the error that is pending then.
pub fn call(func: RtFn, args: &[u64], list: Option<&[Tagged]>) -> Result<u64, i32> {
    // SAFETY: the verifier has checked the classes of the arguments; handles come from the runtime and have an owner.
    unsafe { quasar_rt::dispatch(func, args, list.unwrap_or(&[])) }
}

/// Calls a row that cannot fail.
fn call_never(func: RtFn, args: &[u64]) {
    call(func, args, None).expect("the row never fails");
}

/// Adds an owner; null is allowed.
pub fn retain(handle: u64) {
    call_never(RtFn::object_retain, &[handle]);
}

/// Gives up an owner; null is allowed.
pub fn release(handle: u64) {
    call_never(RtFn::object_release, &[handle]);
}

/// Raises an error whose message has no placeholders.
pub fn raise(error: RtError) -> i32 {
    let code = slot_of_i32(error.code());
    call(RtFn::error_raise_row, &[code], None).expect_err("the row always fails")
}

/// Adds a row of the location table to the trace of the pending error; "nowhere" adds nothing.
pub fn add_location(loc: i32) {
    if loc != 0 {
        call_never(RtFn::error_location, &[slot_of_i32(loc)]);
    }
}

/// The first row of a chunk of a launch.
pub fn first_row(chunk: i64, chunks: i64, rows: i64) -> i64 {
    quasar_rt::first_row(chunk, chunks, rows)
}

/// Combines the totals of chunks; the first ones are the result.
pub fn combine_chunks(accumulators: &[Accumulator], totals: &mut [u64]) {
    let chunks = totals.len() / accumulators.len().max(1);
    quasar_rt::combine_chunks(accumulators, totals, chunks);
}
