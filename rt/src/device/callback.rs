//! Launches on the processor behind work of a GPU: the stream that the work is in calls them, so that the program goes on meanwhile.
//!
//! The elements that the launch reads go to pinned memory first, in the order of the stream; the function that the stream calls behind them
//! lays them into their arrays and runs the kernel. It calls nothing of the driver, as the driver asks.
//!
//! *Invariant:* a launch that a GPU calls is known to `coschedule` until its mark has come; before that nobody touches its arrays.

use std::ffi::c_void;
use std::sync::Mutex;

use nvrtc_bridge::{Error, PinnedMemory};

use super::block::Label;
use super::streams::Mark;
use super::{Gpu, locked, settings, unified};
use crate::device::coherence;
use crate::process::trace;
use crate::processor::coschedule::{self, InFlight};
use crate::processor::job::{Company, run_called};
use crate::processor::uses::Use;

/// The entry point without which a launch on the processor waits for the GPU.
const CALL: &str = "cuLaunchHostFunc";

/// A launch that a GPU calls.
struct Called {
    gpu: &'static Gpu,
    mark: Mark,
    /// Where elements come from on their way home; none once it is done.
    pieces: Mutex<Vec<PinnedMemory>>,
}

impl InFlight for Called {
    fn finish(&self) {
        if let Err(error) = self.mark.synchronize() {
            crate::process::ending::end_with(&format!(
                "the GPU has not come to a launch on the processor: {error}"
            ));
        }
        locked(&self.gpu.spare_pieces).append(&mut locked(&self.pieces));
    }
}

/// What the stream's function gets.
struct Call {
    company: Company,
    place: Option<trace::Place>,
    /// From pinned memory into arrays, so many bytes each.
    homeward: Vec<(*const u8, *mut u8, usize)>,
}

/// What a stream calls.
///
/// # Safety
/// `call` is a [`Call`] that was given away for this.
unsafe extern "C" fn run_call(call: *mut c_void) {
    // SAFETY: the stream passes what `called` gave it: a `Call` in a box that nobody else has, once.
    let call = unsafe { Box::from_raw(call.cast::<Call>()) };
    for (from, to, bytes) in &call.homeward {
        // SAFETY: both have so many bytes until the mark behind this call has come, and nobody else touches them.
        unsafe { std::ptr::copy_nonoverlapping(*from, *to, *bytes) };
    }
    run_called(&call.company, call.place);
}

/// Lets a GPU call a launch that comes behind its work. False: the launch is for here and now, and nothing has changed.
///
/// # Safety
/// The uses are those of the launch, which may wait (`coschedule::may_wait`).
pub(crate) unsafe fn call_behind(uses: &[Use<'_>], company: impl FnOnce() -> Company) -> bool {
    let is_possible = coschedule::is_on()
        && !unified::is_on()
        && settings::settings().pinned
        && uses.iter().all(|one| one.header.refs >= 0);
    if !is_possible {
        return false;
    }
    let Some(gpu) = coherence::only_gpu(uses) else {
        return false;
    };
    if !gpu.context.driver().has(CALL) {
        return false;
    }
    for one in uses {
        coschedule::before(one.header, one.writes);
    }
    let _turn = locked(&gpu.turn);
    // SAFETY: the caller vouches that the uses are those of the launch.
    match unsafe { called(gpu, uses, company()) } {
        Ok(called) => {
            coschedule::wait_for_device(uses, coherence::mark_all(uses), Box::new(called));
            true
        }
        // Who wants the elements now meets the same error, or finds the memory that was lacking here.
        Err(_) => false,
    }
}

unsafe fn called(gpu: &'static Gpu, uses: &[Use<'_>], company: Company) -> Result<Called, Error> {
    let marks = coherence::marks(uses, gpu);
    let lane = gpu.lanes.choose(gpu.number, &marks);
    let mut homeward = Vec::new();
    let mut pieces = Vec::new();
    for one in uses.iter().filter(|one| coherence::comes_home_for(one)) {
        let mut piece = gpu.piece_of(coherence::bytes_of(&[*one]) as usize)?;
        let label = Label {
            array: one.name(),
            location: company.kernel.header().location,
        };
        homeward.push(coherence::send_home(one, gpu, lane, &mut piece, label)?);
        pieces.push(piece);
    }
    let place = trace::begin().called(
        company.kernel.name(),
        company.kernel.header().location,
        company.rows,
        company.division.chunks,
    );
    let call = Box::into_raw(Box::new(Call {
        company,
        place,
        homeward,
    }));
    let stream = gpu.lanes.stream(lane);
    // SAFETY: the call is given to nobody else, and its function calls nothing of the driver.
    if let Err(error) = unsafe { stream.call(run_call, call.cast()) } {
        // SAFETY: the driver has not taken it.
        drop(unsafe { Box::from_raw(call) });
        return Err(error);
    }
    let mark = gpu.mark(lane)?;
    coherence::called(uses, gpu, &mark);
    Ok(Called {
        gpu,
        mark,
        pieces: Mutex::new(pieces),
    })
}

impl Gpu {
    /// Pinned memory of at least so many bytes.
    fn piece_of(&self, bytes: usize) -> Result<PinnedMemory, Error> {
        let mut spare = locked(&self.spare_pieces);
        let fits = |piece: &PinnedMemory| piece.len() >= bytes;
        match spare.iter().position(fits) {
            Some(number) => Ok(spare.swap_remove(number)),
            None => {
                // A smaller one is of no use any more: the arrays of a program have few sizes.
                spare.pop();
                self.context.allocate_pinned(bytes)
            }
        }
    }
}
