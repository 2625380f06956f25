//! The table of the runtime's pieces that qc carries: what the graft linker reads, and what the build script writes from the runtime's archive.
//!
//! A piece is what a linker keeps or leaves as a whole: a section of an object file, or one description of a frame of the unwinder. Everything
//! that a piece refers to is told by relocations of few kinds; those that a static linker would simplify (references through the table of
//! addresses to what is in the same file, variables of threads) are simplified already.
//!
//! *Invariant:* numbers are little endian, four bytes each, in columns; a column that has one entry more than there are pieces tells where the
//! part of each piece begins in another column.

use object::pod::slice_from_all_bytes;

/// The columns, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Of each piece: its [`Kind`].
    Kind,
    /// The logarithm of its alignment.
    Align,
    /// Where its bytes begin in [`Column::Contents`].
    Start,
    /// Its bytes, or the zeros it asks for.
    Size,
    /// Where its relocations begin; one entry more than pieces.
    Relocations,
    /// Where its frames begin in [`Column::Frames`]; one entry more.
    FrameLists,
    /// Where its symbols begin; one entry more.
    Symbols,
    /// Pieces that describe frames.
    Frames,
    /// Of each relocation: where it lies in its piece.
    Offset,
    /// Its [`Reference`].
    Reference,
    /// Its target, as [`Target::pack`] writes it.
    Target,
    /// Added to the target's address.
    Addend,
    /// Of each symbol: where its name begins in [`Column::Names`].
    SymbolName,
    /// Where it lies in its piece.
    SymbolOffset,
    /// Its bytes.
    SymbolSize,
    /// Of each exported symbol, in the order of names: its name.
    ExportName,
    /// Its piece.
    ExportPiece,
    /// Where it lies there.
    ExportOffset,
    /// Of each symbol of the system: its name.
    ImportName,
    /// The file that has it.
    ImportLibrary,
    /// Its version; no text where any will do.
    ImportVersion,
    /// 1 where a program may go without it.
    ImportWeak,
    /// Pieces of every program.
    Always,
    /// Pieces that refer to others only if something else needs those.
    Optional,
    /// The bytes of all pieces.
    Contents,
    /// Texts with a zero at their ends.
    Names,
}

impl Column {
    /// How many there are.
    pub const COUNT: usize = Column::Names as usize + 1;
}

/// What a piece is, which decides where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// What the descriptions of frames have in common.
    Common,
    /// A description of a function's frame.
    Frame,
    /// Constants.
    ReadOnly,
    /// Machine code.
    Text,
    /// Variables of each thread.
    ThreadData,
    /// Variables of each thread that start as zero.
    ThreadZero,
    /// Addresses of functions that run before all others.
    Initialiser,
    /// Constants with addresses in them.
    Relocated,
    /// Variables.
    Data,
    /// Variables that start as zero.
    Zero,
}

impl Kind {
    /// All, in the order of the file.
    pub const ALL: [Kind; 10] = [
        Kind::Common,
        Kind::Frame,
        Kind::ReadOnly,
        Kind::Text,
        Kind::ThreadData,
        Kind::ThreadZero,
        Kind::Initialiser,
        Kind::Relocated,
        Kind::Data,
        Kind::Zero,
    ];

    /// Whether the file has no bytes of it.
    pub fn is_zero(self) -> bool {
        matches!(self, Kind::Zero | Kind::ThreadZero)
    }
}

/// How a target is written into the place that refers to it. S is the target's address with the addend, P that of the place, T the thread's
/// pointer, as in the documents of the ABIs (System V x86-64, section 4.4.1; AArch64 ELF, section 5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// S - P in 32 bits.
    Relative32,
    /// S - P in 64 bits.
    Relative64,
    /// S in 64 bits, which the loader completes.
    Absolute64,
    /// The addend itself in 64 bits, which the loader writes among zeros that are not in the file. The target says nothing.
    Constant64,
    /// The distance to a word that holds the target's address; the addend belongs to the distance.
    Table32,
    /// S - T in 32 bits.
    Thread32,
    /// Nothing: `mov %fs:0, %rax`, which reads the thread's pointer, lies here. In a shared object, whose variables of threads have no fixed distance
    /// from the pointer, the linker puts a call there that gives their start.
    ThreadPointer,
    /// P - S in 32 bits: from a description of a frame back to what it shares.
    Back32,
    /// A call of 64-bit ARM: 26 bits of S - P, in words.
    ArmCall,
    /// Its `adrp`: 21 bits, pages.
    ArmPage,
    /// The low 12 bits of S, for `add` and for bytes.
    ArmLow,
    /// The same for halves of words.
    ArmLow2,
    /// For words.
    ArmLow4,
    /// For double words.
    ArmLow8,
    /// For vectors of 128 bits.
    ArmLow16,
    /// [`Reference::ArmPage`] of the word that holds the target's address.
    ArmTablePage,
    /// [`Reference::ArmLow8`] of that word.
    ArmTableLow,
    /// Bits 16 to 31 of S - T, for `movz`.
    ArmThreadMoveHigh,
    /// Bits 0 to 15 of S - T, for `movk`.
    ArmThreadMoveLow,
    /// Bits 12 to 23 of S - T.
    ArmThreadHigh,
    /// Bits 0 to 11 of S - T.
    ArmThreadLow,
}

impl Reference {
    /// All, in the order of their numbers.
    pub const ALL: [Reference; 21] = [
        Reference::Relative32,
        Reference::Relative64,
        Reference::Absolute64,
        Reference::Constant64,
        Reference::Table32,
        Reference::Thread32,
        Reference::ThreadPointer,
        Reference::Back32,
        Reference::ArmCall,
        Reference::ArmPage,
        Reference::ArmLow,
        Reference::ArmLow2,
        Reference::ArmLow4,
        Reference::ArmLow8,
        Reference::ArmLow16,
        Reference::ArmTablePage,
        Reference::ArmTableLow,
        Reference::ArmThreadMoveHigh,
        Reference::ArmThreadMoveLow,
        Reference::ArmThreadHigh,
        Reference::ArmThreadLow,
    ];

    /// Whether it goes by way of a word that holds the target's address.
    pub fn by_table(self) -> bool {
        matches!(
            self,
            Reference::Table32 | Reference::ArmTablePage | Reference::ArmTableLow
        )
    }

    /// Whether it counts from the thread's pointer.
    pub fn by_thread(self) -> bool {
        matches!(
            self,
            Reference::Thread32
                | Reference::ArmThreadMoveHigh
                | Reference::ArmThreadMoveLow
                | Reference::ArmThreadHigh
                | Reference::ArmThreadLow
        )
    }
}

/// What a relocation refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A piece, by its number.
    Piece(u32),
    /// A symbol of the system's libraries, by its number.
    Import(u32),
    /// The first of the [`Kind::Initialiser`]s.
    FirstInitialiser,
    /// The end of them.
    EndOfInitialisers,
    /// Any address of the file.
    File,
}

impl Target {
    const SHIFT: u32 = 29;

    /// As a number.
    pub fn pack(self) -> u32 {
        let (tag, number) = match self {
            Target::Piece(number) => (0, number),
            Target::Import(number) => (1, number),
            Target::FirstInitialiser => (2, 0),
            Target::EndOfInitialisers => (3, 0),
            Target::File => (4, 0),
        };
        assert!(number >> Target::SHIFT == 0, "too many pieces");
        tag << Target::SHIFT | number
    }

    /// From a number that [`Target::pack`] has given.
    pub fn unpack(packed: u32) -> Target {
        let number = packed & ((1 << Target::SHIFT) - 1);
        match packed >> Target::SHIFT {
            0 => Target::Piece(number),
            1 => Target::Import(number),
            2 => Target::FirstInitialiser,
            3 => Target::EndOfInitialisers,
            _ => Target::File,
        }
    }
}

/// The head of the file: what tells one build of the runtime from another, then place and length of each column.
const HEAD: usize = 16;
/// Bytes of place and length.
const ENTRY: usize = 8;

/// The table, read in place.
#[derive(Clone, Copy)]
pub struct Objects<'a> {
    bytes: &'a [u8],
    columns: [&'a [u32]; Column::COUNT],
}

/// One relocation.
#[derive(Clone, Copy, Debug)]
pub struct Relocation {
    /// Where it lies in its piece.
    pub offset: u32,
    /// How the target is written.
    pub reference: Reference,
    /// What it refers to.
    pub target: Target,
    /// Added to the target's address.
    pub addend: i32,
}

impl<'a> Objects<'a> {
    /// Reads a table; none if the bytes are no such table, or lie at an address that is not a multiple of four.
    pub fn read(bytes: &'a [u8]) -> Option<Objects<'a>> {
        let mut columns: [&[u32]; Column::COUNT] = [&[]; Column::COUNT];
        for (number, column) in columns.iter_mut().enumerate() {
            let at = HEAD + number * ENTRY;
            let [start, length] = [at, at + 4].map(|at| number_at(bytes, at));
            let part = bytes.get(start? as usize..)?.get(..length? as usize)?;
            if number < Column::Contents as usize {
                *column = slice_from_all_bytes(part).ok()?;
            }
        }
        Some(Objects { bytes, columns })
    }

    /// What tells this build of the runtime from others.
    pub fn identity(&self) -> [u8; HEAD] {
        self.bytes[..HEAD].try_into().expect("it was read")
    }

    /// A column of numbers.
    pub fn column(&self, column: Column) -> &'a [u32] {
        self.columns[column as usize]
    }

    /// A column of bytes.
    fn part(&self, column: Column) -> &'a [u8] {
        let at = HEAD + column as usize * ENTRY;
        let [start, length] = [at, at + 4].map(|at| number_at(self.bytes, at));
        let start = start.expect("it was read") as usize;
        &self.bytes[start..start + length.expect("it was read") as usize]
    }

    fn of(&self, column: Column, index: u32) -> u32 {
        self.column(column)[index as usize]
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        self.column(Column::Kind).len()
    }

    /// What a piece is.
    pub fn kind(&self, piece: u32) -> Kind {
        Kind::ALL[self.of(Column::Kind, piece) as usize]
    }

    /// The alignment of a piece, in bytes.
    pub fn align(&self, piece: u32) -> u64 {
        1 << self.of(Column::Align, piece)
    }

    /// The bytes of a piece, or the zeros it asks for.
    pub fn size(&self, piece: u32) -> u64 {
        self.of(Column::Size, piece).into()
    }

    /// The contents of all pieces, to be cut by [`Objects::contents`].
    pub fn all_contents(&self) -> &'a [u8] {
        self.part(Column::Contents)
    }

    /// The bytes of a piece that has some, out of those of all.
    pub fn contents(&self, all: &'a [u8], piece: u32) -> &'a [u8] {
        let start = self.of(Column::Start, piece) as usize;
        &all[start..start + self.of(Column::Size, piece) as usize]
    }

    /// The entries of another column that belong to a piece.
    fn range(&self, starts: Column, piece: u32) -> std::ops::Range<usize> {
        let starts = self.column(starts);
        starts[piece as usize] as usize..starts[piece as usize + 1] as usize
    }

    /// The relocations of a piece.
    pub fn relocations(&self, piece: u32) -> impl Iterator<Item = Relocation> + use<'a> {
        let range = self.range(Column::Relocations, piece);
        let of = |column| &self.column(column)[range.clone()];
        let places = of(Column::Offset).iter().zip(of(Column::Reference));
        let targets = of(Column::Target).iter().zip(of(Column::Addend));
        places
            .zip(targets)
            .map(|((offset, reference), (target, addend))| Relocation {
                offset: *offset,
                reference: Reference::ALL[*reference as usize],
                target: Target::unpack(*target),
                addend: *addend as i32,
            })
    }

    /// The relocations of a piece, without places and addends.
    pub fn references(&self, piece: u32) -> impl Iterator<Item = (Reference, Target)> + use<'a> {
        let range = self.range(Column::Relocations, piece);
        let of = |column| &self.column(column)[range.clone()];
        let all = of(Column::Reference).iter().zip(of(Column::Target));
        all.map(|(reference, target)| {
            (Reference::ALL[*reference as usize], Target::unpack(*target))
        })
    }

    /// The pieces that describe the frames of a piece's functions.
    pub fn frames(&self, piece: u32) -> &'a [u32] {
        &self.column(Column::Frames)[self.range(Column::FrameLists, piece)]
    }

    /// The symbols of a piece: name, offset, bytes.
    pub fn symbols(&self, piece: u32) -> impl Iterator<Item = (u32, u64, u64)> + use<'a> {
        let range = self.range(Column::Symbols, piece);
        let of = |column| &self.column(column)[range.clone()];
        let places = of(Column::SymbolOffset).iter().zip(of(Column::SymbolSize));
        let names = of(Column::SymbolName).iter();
        names
            .zip(places)
            .map(|(name, (offset, size))| (*name, u64::from(*offset), u64::from(*size)))
    }

    /// All texts from the one that begins there.
    pub fn names_from(&self, start: u32) -> &'a [u8] {
        &self.part(Column::Names)[start as usize..]
    }

    /// The text that begins there.
    pub fn name(&self, start: u32) -> &'a [u8] {
        let text = self.names_from(start);
        text.split(|byte| *byte == 0).next().unwrap_or(text)
    }

    /// Piece and offset of an exported symbol.
    pub fn export(&self, name: &str) -> Option<(u32, u64)> {
        let names = self.column(Column::ExportName);
        let found = names.binary_search_by(|start| self.name(*start).cmp(name.as_bytes()));
        let index = found.ok()? as u32;
        let offset = self.of(Column::ExportOffset, index);
        Some((self.of(Column::ExportPiece, index), offset.into()))
    }
}

/// The number at an offset.
fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_le_bytes(number))
}

/// A table in the making.
#[derive(Default)]
pub struct Writer {
    columns: Vec<Vec<u32>>,
    /// The bytes of all pieces.
    pub contents: Vec<u8>,
    /// Texts with a zero at their ends.
    pub names: Vec<u8>,
}

impl Writer {
    /// An empty table; the text at zero is empty.
    pub fn new() -> Writer {
        Writer {
            columns: vec![Vec::new(); Column::COUNT],
            contents: Vec::new(),
            names: vec![0],
        }
    }

    /// Appends a number to a column.
    pub fn push(&mut self, column: Column, number: u32) {
        self.columns[column as usize].push(number);
    }

    /// How many numbers a column has.
    pub fn count(&self, column: Column) -> u32 {
        self.columns[column as usize].len() as u32
    }

    /// Appends a text; gives its place.
    pub fn text(&mut self, text: &str) -> u32 {
        let start = self.names.len() as u32;
        self.names.extend(text.as_bytes());
        self.names.push(0);
        start
    }

    /// The bytes of the table.
    pub fn finish(self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut entries = Vec::new();
        let base = HEAD + Column::COUNT * ENTRY;
        for (number, column) in self.columns.iter().enumerate() {
            body.resize(body.len().next_multiple_of(16), 0);
            let start = body.len();
            match number {
                _ if number == Column::Contents as usize => body.extend(&self.contents),
                _ if number == Column::Names as usize => body.extend(&self.names),
                _ => body.extend(column.iter().flat_map(|number| number.to_le_bytes())),
            }
            entries.extend(((base + start) as u32).to_le_bytes());
            entries.extend(((body.len() - start) as u32).to_le_bytes());
        }
        [&identity(&[&body])[..], &entries, &body].concat()
    }
}

/// What tells these bytes from others: two sums of the words, each with a multiplier of its own (FNV-1a by words). Multiplication alone carries bits
/// upwards only; the rotation brings them back.
pub fn identity(parts: &[&[u8]]) -> [u8; HEAD] {
    let mut sums = [0xcbf2_9ce4_8422_2325_u64, 0x6c62_272e_07bb_0142];
    for word in parts.iter().flat_map(|part| part.chunks(8)) {
        let mut full = [0; 8];
        full[..word.len()].copy_from_slice(word);
        let word = u64::from_le_bytes(full);
        let [first, second] = sums;
        sums = [
            (first ^ word)
                .wrapping_mul(0x0000_0100_0000_01b3)
                .rotate_left(29),
            (second ^ word)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(31),
        ];
    }
    let mut identity = [0; HEAD];
    identity[..8].copy_from_slice(&sums[0].to_le_bytes());
    identity[8..].copy_from_slice(&sums[1].to_le_bytes());
    identity
}
