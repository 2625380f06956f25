//! The parts of the ELF format that grafting reads and writes: 64-bit, little endian.
//!
//! The build script includes this file too, to read the stub once and embed
//! a table of its exports.
//!
//! *Invariant:* reading never goes past the end of the bytes; a malformed file
//! is an [`ElfError`].

use std::fmt;

/// `e_type` of a position-independent executable.
const ET_DYN: u16 = 3;
/// A segment that the loader maps.
pub const PT_LOAD: u32 = 1;
/// The dynamic section's segment.
pub const PT_DYNAMIC: u32 = 2;
/// The path of the loader.
pub const PT_INTERP: u32 = 3;
/// A note.
pub const PT_NOTE: u32 = 4;
/// The program header table itself.
pub const PT_PHDR: u32 = 6;
/// The search table of the unwinder.
pub const PT_GNU_EH_FRAME: u32 = 0x6474_e550;
/// Processor properties that every linked object has to share.
pub const PT_GNU_PROPERTY: u32 = 0x6474_e553;
/// Symbol table.
pub const SHT_SYMTAB: u32 = 2;
/// Program contents.
pub const SHT_PROGBITS: u32 = 1;
/// Zeros that take no room in the file.
pub const SHT_NOBITS: u32 = 8;
/// Section flag: writable.
pub const SHF_WRITE: u64 = 1;
/// Section flag: loaded.
pub const SHF_ALLOC: u64 = 2;
/// Section flag: holds code.
pub const SHF_EXECINSTR: u64 = 4;
/// `e_machine` of x86-64.
pub const EM_X86_64: u16 = 62;
/// `e_machine` of 64-bit ARM.
pub const EM_AARCH64: u16 = 183;

/// Bytes of the file header's fields that grafting touches.
pub mod header {
    /// `e_phoff`.
    pub const PROGRAM_HEADERS: usize = 32;
    /// `e_shoff`.
    pub const SECTION_HEADERS: usize = 40;
    /// `e_phnum`.
    pub const PROGRAM_HEADER_COUNT: usize = 56;
    /// `e_shnum`.
    pub const SECTION_HEADER_COUNT: usize = 60;
    /// `e_shstrndx`.
    pub const SECTION_NAMES: usize = 62;
}

/// Size of a program header.
pub const PROGRAM_HEADER_SIZE: usize = 56;
/// Size of a section header.
pub const SECTION_HEADER_SIZE: usize = 64;
/// Size of a symbol.
pub const SYMBOL_SIZE: usize = 24;

/// What is wrong with a file that should be an ELF executable.
#[derive(Debug)]
pub enum ElfError {
    /// The file ends before something that it announces.
    Truncated,
    /// Not a 64-bit little-endian position-independent executable.
    NotAnExecutable,
    /// A section that grafting needs is not there.
    MissingSection(&'static str),
    /// An address that no segment of the file holds.
    Unmapped(u64),
}

impl fmt::Display for ElfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElfError::Truncated => write!(f, "the file is truncated"),
            ElfError::NotAnExecutable => {
                write!(
                    f,
                    "the file is not a 64-bit position-independent executable"
                )
            }
            ElfError::MissingSection(name) => write!(f, "the file has no section {name}"),
            ElfError::Unmapped(address) => write!(f, "no segment holds address {address:#x}"),
        }
    }
}

impl std::error::Error for ElfError {}

/// Reads `N` bytes at `offset`.
fn read<const N: usize>(bytes: &[u8], offset: usize) -> Result<[u8; N], ElfError> {
    let end = offset.checked_add(N).ok_or(ElfError::Truncated)?;
    let slice = bytes.get(offset..end).ok_or(ElfError::Truncated)?;
    slice.try_into().map_err(|_| ElfError::Truncated)
}

/// The 16-bit number at `offset`.
pub fn read_u16(bytes: &[u8], offset: usize) -> Result<u16, ElfError> {
    Ok(u16::from_le_bytes(read(bytes, offset)?))
}

/// The 32-bit number at `offset`.
pub fn read_u32(bytes: &[u8], offset: usize) -> Result<u32, ElfError> {
    Ok(u32::from_le_bytes(read(bytes, offset)?))
}

/// The signed 32-bit number at `offset`.
pub fn read_i32(bytes: &[u8], offset: usize) -> Result<i32, ElfError> {
    Ok(i32::from_le_bytes(read(bytes, offset)?))
}

/// The 64-bit number at `offset`.
pub fn read_u64(bytes: &[u8], offset: usize) -> Result<u64, ElfError> {
    Ok(u64::from_le_bytes(read(bytes, offset)?))
}

/// The text from `offset` to the next zero byte.
fn read_text(bytes: &[u8], offset: usize) -> Result<&str, ElfError> {
    let rest = bytes.get(offset..).ok_or(ElfError::Truncated)?;
    let end = rest
        .iter()
        .position(|&byte| byte == 0)
        .ok_or(ElfError::Truncated)?;
    std::str::from_utf8(&rest[..end]).map_err(|_| ElfError::NotAnExecutable)
}

/// One program header: a segment.
#[derive(Clone, Debug)]
pub struct ProgramHeader {
    /// `PT_*`.
    pub kind: u32,
    /// Readable 4, writable 2, executable 1.
    pub flags: u32,
    /// Where the contents lie in the file.
    pub offset: u64,
    /// Where they lie in memory, relative to the load address.
    pub address: u64,
    /// Bytes in the file.
    pub file_size: u64,
    /// Bytes in memory; what the file lacks is zero.
    pub memory_size: u64,
    /// Alignment of the address.
    pub align: u64,
}

impl ProgramHeader {
    fn parse(bytes: &[u8], at: usize) -> Result<Self, ElfError> {
        Ok(ProgramHeader {
            kind: read_u32(bytes, at)?,
            flags: read_u32(bytes, at + 4)?,
            offset: read_u64(bytes, at + 8)?,
            address: read_u64(bytes, at + 16)?,
            file_size: read_u64(bytes, at + 32)?,
            memory_size: read_u64(bytes, at + 40)?,
            align: read_u64(bytes, at + 48)?,
        })
    }

    /// Appends the header in the file's form.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.kind.to_le_bytes());
        out.extend(self.flags.to_le_bytes());
        let words = [
            self.offset,
            self.address,
            self.address,
            self.file_size,
            self.memory_size,
        ];
        for word in words.into_iter().chain([self.align]) {
            out.extend(word.to_le_bytes());
        }
    }
}

/// One section header.
#[derive(Clone, Debug)]
pub struct SectionHeader {
    /// Name, not its offset.
    pub name: String,
    /// `SHT_*`.
    pub kind: u32,
    /// `SHF_*`.
    pub flags: u64,
    /// Address in memory, 0 when it is not loaded.
    pub address: u64,
    /// Where the contents lie in the file.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Meaning depends on the kind; a symbol table's string table.
    pub link: u32,
    /// Meaning depends on the kind; a symbol table's first global symbol.
    pub info: u32,
    /// Alignment of the address.
    pub align: u64,
    /// Size of one entry of a table.
    pub entry_size: u64,
}

impl SectionHeader {
    fn parse(bytes: &[u8], at: usize, names: usize) -> Result<Self, ElfError> {
        Ok(SectionHeader {
            name: read_text(bytes, names + read_u32(bytes, at)? as usize)?.to_owned(),
            kind: read_u32(bytes, at + 4)?,
            flags: read_u64(bytes, at + 8)?,
            address: read_u64(bytes, at + 16)?,
            offset: read_u64(bytes, at + 24)?,
            size: read_u64(bytes, at + 32)?,
            link: read_u32(bytes, at + 40)?,
            info: read_u32(bytes, at + 44)?,
            align: read_u64(bytes, at + 48)?,
            entry_size: read_u64(bytes, at + 56)?,
        })
    }

    /// Appends the header in the file's form; its name is at `name` in the names' section.
    pub fn write(&self, name: u32, out: &mut Vec<u8>) {
        out.extend(name.to_le_bytes());
        out.extend(self.kind.to_le_bytes());
        for word in [self.flags, self.address, self.offset, self.size] {
            out.extend(word.to_le_bytes());
        }
        out.extend(self.link.to_le_bytes());
        out.extend(self.info.to_le_bytes());
        out.extend(self.align.to_le_bytes());
        out.extend(self.entry_size.to_le_bytes());
    }
}

/// One defined symbol.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'a> {
    /// Name.
    pub name: &'a str,
    /// Address, relative to the load address.
    pub address: u64,
}

/// A parsed executable; the bytes stay where they are.
#[derive(Debug)]
pub struct ElfFile<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// `EM_*`.
    pub machine: u16,
    /// Segments, in the table's order.
    pub programs: Vec<ProgramHeader>,
    /// Sections, in the table's order; the first is the null section.
    pub sections: Vec<SectionHeader>,
}

impl<'a> ElfFile<'a> {
    /// Reads the headers of a position-independent executable.
    ///
    /// # Errors
    /// The bytes are no such executable, or are truncated.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, ElfError> {
        if !bytes.starts_with(b"\x7fELF\x02\x01") || read_u16(bytes, 16)? != ET_DYN {
            return Err(ElfError::NotAnExecutable);
        }
        let table = read_u64(bytes, header::PROGRAM_HEADERS)? as usize;
        let count = usize::from(read_u16(bytes, header::PROGRAM_HEADER_COUNT)?);
        let programs = (0..count)
            .map(|i| ProgramHeader::parse(bytes, table + i * PROGRAM_HEADER_SIZE))
            .collect::<Result<_, _>>()?;
        let sections = parse_sections(bytes)?;
        Ok(ElfFile {
            bytes,
            machine: read_u16(bytes, 18)?,
            programs,
            sections,
        })
    }

    /// The section of that name.
    pub fn section(&self, name: &'static str) -> Result<&SectionHeader, ElfError> {
        let found = self.sections.iter().find(|section| section.name == name);
        found.ok_or(ElfError::MissingSection(name))
    }

    /// The contents of a section.
    pub fn contents(&self, section: &SectionHeader) -> Result<&'a [u8], ElfError> {
        let start = section.offset as usize;
        let end = start
            .checked_add(section.size as usize)
            .ok_or(ElfError::Truncated)?;
        self.bytes.get(start..end).ok_or(ElfError::Truncated)
    }

    /// Where the file holds the byte that is loaded at `address`.
    pub fn file_offset(&self, address: u64) -> Result<usize, ElfError> {
        let holds = |segment: &&ProgramHeader| {
            segment.kind == PT_LOAD
                && address
                    .checked_sub(segment.address)
                    .is_some_and(|at| at < segment.file_size)
        };
        let segment = self
            .programs
            .iter()
            .find(holds)
            .ok_or(ElfError::Unmapped(address))?;
        Ok((address - segment.address + segment.offset) as usize)
    }

    /// Every named, defined symbol of the full symbol table.
    pub fn symbols(&self) -> Result<Vec<Symbol<'a>>, ElfError> {
        let table = self.section(".symtab")?;
        let strings = self.section(".strtab")?.offset as usize;
        let entries = self.contents(table)?;
        let mut symbols = Vec::new();
        for entry in entries.chunks_exact(SYMBOL_SIZE).skip(1) {
            let (name, section) = (read_u32(entry, 0)? as usize, read_u16(entry, 6)?);
            if name != 0 && section != 0 {
                let name = read_text(self.bytes, strings + name)?;
                symbols.push(Symbol {
                    name,
                    address: read_u64(entry, 8)?,
                });
            }
        }
        Ok(symbols)
    }
}

fn parse_sections(bytes: &[u8]) -> Result<Vec<SectionHeader>, ElfError> {
    let table = read_u64(bytes, header::SECTION_HEADERS)? as usize;
    let count = usize::from(read_u16(bytes, header::SECTION_HEADER_COUNT)?);
    let names = usize::from(read_u16(bytes, header::SECTION_NAMES)?);
    let names = read_u64(bytes, table + names * SECTION_HEADER_SIZE + 24)? as usize;
    (0..count)
        .map(|i| SectionHeader::parse(bytes, table + i * SECTION_HEADER_SIZE, names))
        .collect()
}
