//! The stub: the executable that `qc` grafts programs onto.
//!
//! `qc` carries this program's bytes. To link, it lays the machine code of a
//! Quasar program behind them, resolves calls into the runtime against this
//! file's symbols and fills in [`SLOT`]. Run without a program, the stub says so.
//!
//! *Invariant:* nothing here knows what the program does; the stub finds the
//! entry, calls it and turns its status into an exit code.

mod spare;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;

use quasar_abi::{GraftSlot, ProgramEntry};

/// Exit code when the stub holds no program.
const EXIT_NO_PROGRAM: i32 = 2;
/// Exit code after a panic, which is a bug of the runtime.
const EXIT_PANIC: i32 = 101;

/// Filled in by the graft linker; in a section of its own, writable, so that
/// nothing folds reads of it.
#[used]
#[unsafe(export_name = "quasar_graft_slot")]
#[unsafe(link_section = ".qc_graft")]
static mut SLOT: GraftSlot = GraftSlot::EMPTY;

fn main() {
    // SAFETY: nothing writes the slot while the program runs.
    let slot = unsafe { std::ptr::read_volatile(&raw const SLOT) };
    if slot.entry == 0 {
        eprintln!("this is the runtime of Quasar programs; it holds no program");
        exit(EXIT_NO_PROGRAM);
    }
    let address = (&raw const SLOT)
        .addr()
        .wrapping_add_signed(slot.entry as isize);
    // SAFETY: the linker wrote the distance from the slot to a function of this type.
    let entry: ProgramEntry = unsafe { std::mem::transmute(address) };
    exit(run(entry));
}

/// Runs the program; a panic of the runtime has printed its message by then.
fn run(entry: ProgramEntry) -> i32 {
    // SAFETY: the program's entry takes nothing and may be called once.
    catch_unwind(AssertUnwindSafe(|| unsafe { entry() })).unwrap_or(EXIT_PANIC)
}
