//! Spare program headers of the stub.
//!
//! A grafted program needs up to three more segments, and moving the table
//! away from the file's start makes `strip` destroy the file. Notes of
//! alternating alignment cannot share a PT_NOTE header, whatever the linker, so
//! each of these gets one of its own, and the graft turns them into PT_LOADs.
//!
//! *Invariant:* nobody reads these notes at run time.

use quasar_abi::graft::SPARE_NOTE;

/// Owner's length, description's length, type, and the owner's name.
type Note = ([u32; 3], [u8; 8]);

/// What every note holds.
const NOTE: Note = ([SPARE_NOTE.len() as u32, 0, 1], SPARE_NOTE);

/// A note aligned to 8 bytes.
#[repr(C, align(8))]
struct Wide(Note);

/// A note aligned to 4 bytes.
#[repr(C, align(4))]
struct Narrow(Note);

#[used]
#[unsafe(link_section = ".note.qc1")]
static NOTE_1: Wide = Wide(NOTE);
#[used]
#[unsafe(link_section = ".note.qc2")]
static NOTE_2: Narrow = Narrow(NOTE);
#[used]
#[unsafe(link_section = ".note.qc3")]
static NOTE_3: Wide = Wide(NOTE);
#[used]
#[unsafe(link_section = ".note.qc4")]
static NOTE_4: Narrow = Narrow(NOTE);
#[used]
#[unsafe(link_section = ".note.qc5")]
static NOTE_5: Wide = Wide(NOTE);
