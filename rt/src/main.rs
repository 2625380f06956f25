//! The stub: the executable that `qc` grafts programs onto.
//!
//! `qc` carries this program's bytes. To link, it lays the machine code of a
//! Quasar program behind them, resolves calls into the runtime against this
//! file's symbols and fills in [`SLOT`]. Run without a program, the stub says so.
//!
//! *Invariant:* nothing here knows what the program does; the stub finds the
//! entry and its description and leaves the rest to the runtime.

mod spare_headers;

use std::process::exit;

use quasar_abi::{GraftSlot, ProgramEntry, RtFn};
use quasar_rt::{EXPORTS, ExportAddress};

/// Exit code when the stub holds no program.
const EXIT_NO_PROGRAM: i32 = 2;

/// Filled in by the graft linker; in a section of its own, writable, so that
/// nothing folds reads of it.
#[used]
#[unsafe(export_name = "quasar_graft_slot")]
#[unsafe(link_section = ".qc_graft")]
static mut SLOT: GraftSlot = GraftSlot::EMPTY;

/// Keeps the functions alive that only programs call.
#[used]
static KEPT: &[ExportAddress; RtFn::ALL.len()] = &EXPORTS;

fn main() {
    // SAFETY: nothing writes the slot while the program runs.
    let slot = unsafe { std::ptr::read_volatile(&raw const SLOT) };
    if slot.entry == 0 {
        eprintln!("this is the runtime of Quasar programs; it holds no program");
        exit(EXIT_NO_PROGRAM);
    }
    let near = |distance: i64| {
        (&raw const SLOT)
            .cast::<u8>()
            .wrapping_offset(distance as isize)
    };
    // SAFETY: the linker wrote the distance from the slot to a function of this type.
    let entry: ProgramEntry = unsafe { std::mem::transmute(near(slot.entry)) };
    // SAFETY: the linker wrote where the description lies; it is never written to.
    let info = unsafe { std::slice::from_raw_parts(near(slot.info), slot.info_length as usize) };
    if slot.cuda != 0 {
        // SAFETY: the linker wrote where the text lies; it is never written to.
        quasar_rt::set_gpu_text(unsafe {
            std::slice::from_raw_parts(near(slot.cuda), slot.cuda_length as usize)
        });
    }
    // SAFETY: entry and description are of the same program.
    exit(unsafe { quasar_rt::start(entry, info) });
}
