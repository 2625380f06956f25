//! Where everything of an executable lies.
//!
//! ```text
//! headers, tables for the loader and the unwinder, constants | code | addresses, read-only once the loader is done | data, the loader's path, zeros
//! ```
//!
//! In each section the runtime's pieces come first and the program's part behind them.
//!
//! The path of the loader is the last thing of the file that is loaded: the system reads it first of all, so that a file which was cut off is
//! an error of the start and not a crash in the middle.
//!
//! *Invariant:* a segment begins on a page of its own in memory, and at the next byte of the file: both are equal modulo the page.

use object::elf::{
    PF_R, PF_W, PF_X, SHF_ALLOC, SHF_EXECINSTR, SHF_TLS, SHF_WRITE, SHT_DYNAMIC, SHT_DYNSYM,
    SHT_GNU_VERNEED, SHT_GNU_VERSYM, SHT_HASH, SHT_INIT_ARRAY, SHT_NOBITS, SHT_NOTE, SHT_PROGBITS,
    SHT_RELA, SHT_STRTAB,
};

use super::module::{GraftModule, Part, Place};
use super::objects::{Kind, Target};
use super::reach::Reached;
use super::runtime::Runtime;

/// A section that is loaded. The order is that of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The note that tells this file from others.
    BuildId,
    /// The search table for [`Section::Symbols`], which counts them.
    Hash,
    /// Symbols of the system's libraries.
    Symbols,
    /// Their names and those of libraries.
    Names,
    /// The version of each symbol.
    Versions,
    /// Versions by libraries.
    Needs,
    /// What the loader has to complete.
    Relocations,
    /// The unwinder's search table.
    SearchTable,
    /// Descriptions of frames.
    Frames,
    /// Constants.
    ReadOnly,
    /// Machine code.
    Text,
    /// Variables of each thread.
    ThreadData,
    /// Those that start as zero.
    ThreadZero,
    /// Addresses of functions that run first.
    Initialisers,
    /// Constants with addresses in them.
    Relocated,
    /// What the loader reads first.
    Dynamic,
    /// Addresses of the system's symbols.
    Table,
    /// Variables.
    Data,
    /// The path of the loader.
    Loader,
    /// Variables that start as zero.
    Zero,
}

/// What headers say of a section.
pub struct Row {
    /// The section.
    pub section: Section,
    /// Its name.
    pub name: &'static str,
    /// `SHT_*`.
    pub kind: u32,
    /// `SHF_*`.
    pub flags: u32,
    /// Its alignment.
    pub align: u64,
    /// Bytes of an entry, of a table.
    pub entry: u64,
    /// The number of its segment.
    segment: usize,
}

/// Flags of the segments.
const SEGMENTS: [u32; 4] = [PF_R, PF_R | PF_X, PF_R | PF_W, PF_R | PF_W];
/// Where a segment may begin in the file: the largest alignment of a section.
const SEGMENT_ALIGN: u64 = 64;
/// The segment that the loader makes read-only.
const ONCE_WRITTEN: usize = 2;

const READ: u32 = SHF_ALLOC;
const EXECUTE: u32 = SHF_ALLOC | SHF_EXECINSTR;
const WRITE: u32 = SHF_ALLOC | SHF_WRITE;
const THREAD: u32 = WRITE | SHF_TLS;

const fn row(
    section: Section,
    name: &'static str,
    kind: u32,
    flags: u32,
    segment: usize,
    align: u64,
    entry: u64,
) -> Row {
    Row {
        section,
        name,
        kind,
        flags,
        align,
        entry,
        segment,
    }
}

/// All loaded sections.
#[rustfmt::skip]
pub const ROWS: [Row; 20] = [
    row(Section::BuildId, ".note.gnu.build-id", SHT_NOTE, READ, 0, 4, 0),
    row(Section::Hash, ".hash", SHT_HASH, READ, 0, 8, 4),
    row(Section::Symbols, ".dynsym", SHT_DYNSYM, READ, 0, 8, 24),
    row(Section::Names, ".dynstr", SHT_STRTAB, READ, 0, 1, 0),
    row(Section::Versions, ".gnu.version", SHT_GNU_VERSYM, READ, 0, 2, 2),
    row(Section::Needs, ".gnu.version_r", SHT_GNU_VERNEED, READ, 0, 8, 0),
    row(Section::Relocations, ".rela.dyn", SHT_RELA, READ, 0, 8, 24),
    row(Section::SearchTable, ".eh_frame_hdr", SHT_PROGBITS, READ, 0, 4, 0),
    row(Section::Frames, ".eh_frame", SHT_PROGBITS, READ, 0, 8, 0),
    row(Section::ReadOnly, ".rodata", SHT_PROGBITS, READ, 0, 64, 0),
    row(Section::Text, ".text", SHT_PROGBITS, EXECUTE, 1, 64, 0),
    row(Section::ThreadData, ".tdata", SHT_PROGBITS, THREAD, 2, 64, 0),
    row(Section::ThreadZero, ".tbss", SHT_NOBITS, THREAD, 2, 64, 0),
    row(Section::Initialisers, ".init_array", SHT_INIT_ARRAY, WRITE, 2, 8, 8),
    row(Section::Relocated, ".data.rel.ro", SHT_PROGBITS, WRITE, 2, 64, 0),
    row(Section::Dynamic, ".dynamic", SHT_DYNAMIC, WRITE, 2, 8, 16),
    row(Section::Table, ".got", SHT_PROGBITS, WRITE, 2, 8, 8),
    row(Section::Data, ".data", SHT_PROGBITS, WRITE, 3, 64, 0),
    row(Section::Loader, ".interp", SHT_PROGBITS, READ, 3, 1, 0),
    row(Section::Zero, ".bss", SHT_NOBITS, WRITE, 3, 64, 0),
];

/// The section that pieces of a kind lie in.
pub fn section_of(kind: Kind) -> Section {
    match kind {
        Kind::Common | Kind::Frame => Section::Frames,
        Kind::ReadOnly => Section::ReadOnly,
        Kind::Text => Section::Text,
        Kind::ThreadData => Section::ThreadData,
        Kind::ThreadZero => Section::ThreadZero,
        Kind::Initialiser => Section::Initialisers,
        Kind::Relocated => Section::Relocated,
        Kind::Data => Section::Data,
        Kind::Zero => Section::Zero,
    }
}

/// A range of addresses, and where the file has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// First byte in memory.
    pub start: u64,
    /// First byte in the file.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

impl Range {
    /// The first address behind the range.
    pub fn end(self) -> u64 {
        self.start + self.size
    }
}

/// A segment.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Readable 4, writable 2, executable 1.
    pub flags: u32,
    /// What is loaded; the size is that in memory.
    pub range: Range,
    /// Bytes in the file.
    pub file_size: u64,
    /// Whether the loader makes it read-only when it is done.
    pub once_written: bool,
}

/// Sizes of what the linker makes itself.
pub struct Sizes {
    /// Headers of the file and of segments.
    pub headers: u64,
    /// Bytes of each such section.
    pub made: Vec<(Section, u64)>,
    /// Bytes of the jumps to functions of the system, in front of all code.
    pub jumps: u64,
    /// Bytes of the program's descriptions of frames, and what ends all.
    pub frames: u64,
}

/// The addresses of an executable.
pub struct Layout {
    sections: [Range; ROWS.len()],
    /// Segments, in the order of addresses.
    pub segments: Vec<Segment>,
    /// Addresses of the runtime's pieces, by their numbers; 0 for those that are not there.
    pieces: Vec<u64>,
    /// Addresses of the program's parts.
    parts: [u64; 4],
    /// Where the program's descriptions of frames begin.
    pub frames: u64,
    /// Bytes of the file that are loaded.
    pub file_end: u64,
}

/// An address and the place in the file that grow together.
#[derive(Clone, Copy)]
struct Cursor {
    address: u64,
    offset: u64,
}

impl Cursor {
    fn align(&mut self, align: u64) {
        let padding = self.address.next_multiple_of(align) - self.address;
        self.address += padding;
        self.offset += padding;
    }

    fn skip(&mut self, bytes: u64) {
        self.address += bytes;
        self.offset += bytes;
    }
}

/// A layout in the making.
struct Placing<'a> {
    runtime: &'a Runtime,
    module: &'a GraftModule,
    reached: &'a Reached,
    sizes: &'a Sizes,
    cursor: Cursor,
    layout: Layout,
}

impl Placing<'_> {
    /// Lays out the sections of a segment; what has no bytes in the file comes last.
    fn place_segment(&mut self, number: usize) {
        let page = self.runtime.machine.page;
        // The first segment has the headers as well.
        let (mut start, mut offset) = (0, 0);
        if number > 0 {
            offset = self.cursor.offset.next_multiple_of(SEGMENT_ALIGN);
            start = self.cursor.address.next_multiple_of(page) + offset % page;
            self.cursor = Cursor {
                address: start,
                offset,
            };
        }
        let mut file_end = self.cursor.offset;
        for row in ROWS.iter().filter(|row| row.segment == number) {
            let before = self.cursor;
            self.place_section(row);
            match row.section {
                // Each thread has its own: what follows lies at the same address.
                Section::ThreadZero => self.cursor = before,
                Section::Zero => {}
                _ => file_end = self.cursor.offset,
            }
        }
        let once_written = number == ONCE_WRITTEN;
        if once_written {
            // The loader protects whole pages, so all of the last one has to be there.
            self.cursor.address = self.cursor.address.next_multiple_of(page);
        }
        self.cursor.offset = file_end;
        self.layout.file_end = file_end;
        self.layout.segments.push(Segment {
            flags: SEGMENTS[number],
            range: Range {
                start,
                offset,
                size: self.cursor.address - start,
            },
            file_size: file_end - offset,
            once_written,
        });
    }

    /// Lays out a section: jumps in front of code, the runtime's pieces, the program's part, what the linker makes.
    fn place_section(&mut self, row: &Row) {
        // What starts as zero continues the variables of the thread that do not.
        if row.section != Section::ThreadZero {
            self.cursor.align(row.align);
        }
        let Cursor { address, offset } = self.cursor;
        if row.section == Section::Text {
            self.cursor.skip(self.sizes.jumps);
        }
        let kinds = Kind::ALL.into_iter();
        kinds
            .filter(|kind| section_of(*kind) == row.section)
            .for_each(|kind| self.place_pieces(kind));
        if let Some((part, size)) = program_part(self.module, row.section) {
            self.cursor.align(row.align);
            self.layout.parts[part as usize] = self.cursor.address;
            self.cursor.skip(size);
        }
        if row.section == Section::Frames {
            self.layout.frames = self.cursor.address;
            self.cursor.skip(self.sizes.frames);
        }
        let mut made = self.sizes.made.iter();
        let made = made.find(|(section, _)| *section == row.section);
        self.cursor.skip(made.map_or(0, |(_, size)| *size));
        self.layout.sections[row.section as usize] = Range {
            start: address,
            offset,
            size: self.cursor.address - address,
        };
    }

    fn place_pieces(&mut self, kind: Kind) {
        let objects = &self.runtime.objects;
        for piece in self.reached.of_kind(objects, kind) {
            self.cursor.align(objects.align(*piece));
            self.layout.pieces[*piece as usize] = self.cursor.address;
            self.cursor.skip(objects.size(*piece));
        }
    }
}

impl Layout {
    /// Decides all addresses.
    pub fn new(runtime: &Runtime, module: &GraftModule, reached: &Reached, sizes: &Sizes) -> Self {
        let layout = Layout {
            sections: [Range::default(); ROWS.len()],
            segments: Vec::new(),
            pieces: vec![0; runtime.objects.len()],
            parts: [0; 4],
            frames: 0,
            file_end: 0,
        };
        let cursor = Cursor {
            address: sizes.headers,
            offset: sizes.headers,
        };
        let mut placing = Placing {
            runtime,
            module,
            reached,
            sizes,
            cursor,
            layout,
        };
        (0..SEGMENTS.len()).for_each(|number| placing.place_segment(number));
        placing.layout
    }

    /// Where a section lies.
    pub fn section(&self, section: Section) -> Range {
        self.sections[section as usize]
    }

    /// The address of a piece of the runtime.
    pub fn piece(&self, piece: u32) -> u64 {
        self.pieces[piece as usize]
    }

    /// The address of a part's first byte.
    pub fn start_of(&self, part: Part) -> u64 {
        self.parts[part as usize]
    }

    /// The address of a function or datum of the program.
    pub fn address(&self, place: Place) -> u64 {
        self.start_of(place.part) + place.offset
    }

    /// The address of what is in the file; none of the system's symbols.
    pub fn target(&self, target: Target) -> Option<u64> {
        let initialisers = self.section(Section::Initialisers);
        match target {
            Target::Piece(piece) => Some(self.piece(piece)),
            Target::FirstInitialiser => Some(initialisers.start),
            Target::EndOfInitialisers => Some(initialisers.end()),
            Target::File => Some(0),
            Target::Import(_) => None,
        }
    }

    /// Where the file has an address of a section.
    pub fn offset(&self, section: Section, address: u64) -> usize {
        let range = self.section(section);
        (address - range.start + range.offset) as usize
    }

    /// Where the file has a piece, if it has bytes.
    pub fn piece_offset(&self, kind: Kind, piece: u32) -> usize {
        self.offset(section_of(kind), self.piece(piece))
    }

    /// The variables of each thread: the ones with contents and those that start as zero.
    pub fn thread_variables(&self) -> Range {
        let (data, zero) = (
            self.section(Section::ThreadData),
            self.section(Section::ThreadZero),
        );
        Range {
            size: zero.end() - data.start,
            ..data
        }
    }
}

/// The section of a part of the program.
pub fn section_of_part(part: Part) -> Section {
    match part {
        Part::Text => Section::Text,
        Part::ReadOnly => Section::ReadOnly,
        Part::Data => Section::Data,
        Part::Zero => Section::Zero,
    }
}

/// The part of the program that lies in a section, and its bytes.
fn program_part(module: &GraftModule, section: Section) -> Option<(Part, u64)> {
    Some(match section {
        Section::Text => (Part::Text, module.text.len() as u64),
        Section::ReadOnly => (Part::ReadOnly, module.read_only.len() as u64),
        Section::Data => (Part::Data, module.data.len() as u64),
        Section::Zero => (Part::Zero, module.zero),
        _ => return None,
    })
}
