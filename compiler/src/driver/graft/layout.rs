//! Where everything of a grafted program lies.
//!
//! ```text
//! stub | text, veneers | relocations, .eh_frame_hdr, .eh_frame, constants | data, the loader's path, zeros
//! ```
//!
//! The path of the loader is the last thing of the file that is loaded: the system reads it first of all, so that a file which was cut off is
//! an error of the start and not a crash in the middle.
//!
//! *Invariant:* each of the three segments starts on a fresh page behind the
//! stub, and offsets in the file equal addresses, which old kernels need to
//! find the program headers.

use super::module::{GraftModule, Part, Place};
use super::stub::Stub;
use super::unwind::UnwindTables;
use super::veneer;

/// Alignment of the constants, and of the zeros behind the data.
const DATA_ALIGN: u64 = 64;

/// A range of addresses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// First byte.
    pub start: u64,
    /// Bytes.
    pub size: u64,
}

impl Range {
    fn new(start: u64, size: u64) -> Self {
        Range { start, size }
    }

    /// The first byte behind the range.
    pub fn end(self) -> u64 {
        self.start + self.size
    }
}

/// The addresses of the parts of a grafted program.
#[derive(Debug)]
pub struct Layout {
    /// Machine code, without veneers.
    pub code: Range,
    /// Jumps to runtime functions that are out of reach of a call.
    pub veneers: Range,
    /// The stub's dynamic relocations and the program's; empty when it has none.
    pub dynamic_relocations: Range,
    /// The unwinder's search table, the stub's entries merged in.
    pub search_table: Range,
    /// The program's frame descriptions.
    pub frames: Range,
    /// Constants.
    pub read_only: Range,
    /// Variables with contents.
    pub data: Range,
    /// The path of the loader.
    pub interpreter: Range,
    /// Variables that start as zero.
    pub zero: Range,
}

impl Layout {
    /// Decides all addresses.
    ///
    /// `dynamic_size` is the size of the dynamic relocations, 0 for none.
    pub fn new(
        stub: &Stub,
        module: &GraftModule,
        unwind: &UnwindTables,
        dynamic_size: u64,
    ) -> Self {
        let page = stub.page;
        let start = stub.end.next_multiple_of(page);
        let code = Range::new(start, module.text.len() as u64);
        let veneers = Range::new(code.end().next_multiple_of(16), 0);
        let veneers = Range {
            size: veneer::size(stub, module, code),
            ..veneers
        };
        let constants = veneers.end().next_multiple_of(page);
        let dynamic_relocations = Range::new(constants, dynamic_size);
        let search_table = Range::new(dynamic_relocations.end(), unwind.search_table_size());
        let frames = Range::new(search_table.end().next_multiple_of(8), unwind.frames_size());
        let read_only = frames.end().next_multiple_of(DATA_ALIGN);
        let read_only = Range::new(read_only, module.read_only.len() as u64);
        let data = read_only.end().next_multiple_of(page);
        let data = Range::new(data, module.data.len() as u64);
        let interpreter = Range::new(data.end(), stub.interpreter.len() as u64);
        let zero = interpreter.end().next_multiple_of(DATA_ALIGN);
        let zero = Range::new(zero, module.zero);
        Layout {
            code,
            veneers,
            dynamic_relocations,
            search_table,
            frames,
            read_only,
            data,
            interpreter,
            zero,
        }
    }

    /// The address of a part's first byte.
    pub fn start_of(&self, part: Part) -> u64 {
        match part {
            Part::Text => self.code.start,
            Part::ReadOnly => self.read_only.start,
            Part::Data => self.data.start,
            Part::Zero => self.zero.start,
        }
    }

    /// The address of a function or datum.
    pub fn address(&self, place: Place) -> u64 {
        self.start_of(place.part) + place.offset
    }

    /// The executable segment.
    pub fn text_segment(&self) -> Range {
        Range::new(self.code.start, self.veneers.end() - self.code.start)
    }

    /// The segment of constants and tables.
    pub fn constant_segment(&self) -> Range {
        let start = self.dynamic_relocations.start;
        Range::new(start, self.read_only.end() - start)
    }

    /// The writable segment; its size counts the zeros too.
    pub fn data_segment(&self) -> Range {
        Range::new(self.data.start, self.zero.end() - self.data.start)
    }

    /// The part of it that the file has.
    pub fn written_data(&self) -> Range {
        Range::new(self.data.start, self.interpreter.end() - self.data.start)
    }
}
