//! The parts of an executable that grafting reads and writes, by the package `object`: 64-bit ELF, little endian.
//!
//! The build script includes this file too, to read the stub once and embed
//! a table of its exports.
//!
//! *Invariant:* reading never goes past the end of the bytes; a malformed file
//! is an [`ElfError`].

use std::fmt;

use object::elf::{ET_DYN, FileHeader64, ProgramHeader64, SHN_UNDEF, SectionHeader64};
use object::pod::{bytes_of, from_bytes_mut};
use object::read::elf::{FileHeader as _, SectionTable};
use object::{I32, LittleEndian, Pod, ReadRef, U32, U64};

pub use object::elf::{
    EM_AARCH64, EM_X86_64, PT_DYNAMIC, PT_GNU_EH_FRAME, PT_GNU_PROPERTY, PT_INTERP, PT_LOAD,
    PT_NOTE, PT_PHDR, SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHT_NOBITS, SHT_PROGBITS, SHT_SYMTAB,
};

/// The header of the file.
pub type Header = FileHeader64<LittleEndian>;
/// An entry of the symbol table.
pub type Entry = object::elf::Sym64<LittleEndian>;
/// An entry of the dynamic section.
pub type Dynamic = object::elf::Dyn64<LittleEndian>;
/// An entry of the dynamic relocations.
pub type DynamicRelocation = object::elf::Rela64<LittleEndian>;

/// The order of bytes of every file.
pub const ORDER: LittleEndian = LittleEndian;
/// Size of a program header.
pub const PROGRAM_HEADER_SIZE: usize = size_of::<ProgramHeader64<LittleEndian>>();

/// What is wrong with a file that should be an ELF executable.
#[derive(Debug)]
pub enum ElfError {
    /// The file ends before something that it announces.
    Truncated,
    /// Not a 64-bit little-endian position-independent executable.
    NotAnExecutable,
    /// Something in the file contradicts its form.
    Malformed(object::Error),
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
            ElfError::Malformed(why) => write!(f, "the file is damaged: {why}"),
            ElfError::MissingSection(name) => write!(f, "the file has no section {name}"),
            ElfError::Unmapped(address) => write!(f, "no segment holds address {address:#x}"),
        }
    }
}

impl std::error::Error for ElfError {}

impl From<object::Error> for ElfError {
    fn from(error: object::Error) -> Self {
        ElfError::Malformed(error)
    }
}

/// The value at `offset`.
fn read<T: Pod>(bytes: &[u8], offset: usize) -> Result<&T, ElfError> {
    bytes
        .read_at(offset as u64)
        .map_err(|()| ElfError::Truncated)
}

/// The 32-bit number at `offset`.
pub fn read_u32(bytes: &[u8], offset: usize) -> Result<u32, ElfError> {
    Ok(read::<U32<_>>(bytes, offset)?.get(ORDER))
}

/// The signed 32-bit number at `offset`.
pub fn read_i32(bytes: &[u8], offset: usize) -> Result<i32, ElfError> {
    Ok(read::<I32<_>>(bytes, offset)?.get(ORDER))
}

/// The 64-bit number at `offset`.
pub fn read_u64(bytes: &[u8], offset: usize) -> Result<u64, ElfError> {
    Ok(read::<U64<_>>(bytes, offset)?.get(ORDER))
}

/// The header of an executable, to be changed.
///
/// # Panics
/// The bytes are shorter than a header.
pub fn header_of(image: &mut [u8]) -> &mut Header {
    let (header, _) = from_bytes_mut(image).expect("an executable begins with its header");
    header
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

impl From<&ProgramHeader64<LittleEndian>> for ProgramHeader {
    fn from(header: &ProgramHeader64<LittleEndian>) -> Self {
        ProgramHeader {
            kind: header.p_type.get(ORDER),
            flags: header.p_flags.get(ORDER),
            offset: header.p_offset.get(ORDER),
            address: header.p_vaddr.get(ORDER),
            file_size: header.p_filesz.get(ORDER),
            memory_size: header.p_memsz.get(ORDER),
            align: header.p_align.get(ORDER),
        }
    }
}

impl ProgramHeader {
    /// Appends the header in the file's form.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(bytes_of(&ProgramHeader64 {
            p_type: U32::new(ORDER, self.kind),
            p_flags: U32::new(ORDER, self.flags),
            p_offset: U64::new(ORDER, self.offset),
            p_vaddr: U64::new(ORDER, self.address),
            p_paddr: U64::new(ORDER, self.address),
            p_filesz: U64::new(ORDER, self.file_size),
            p_memsz: U64::new(ORDER, self.memory_size),
            p_align: U64::new(ORDER, self.align),
        }));
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
    fn new(name: &[u8], header: &SectionHeader64<LittleEndian>) -> Result<Self, ElfError> {
        let name = str::from_utf8(name).map_err(|_| ElfError::NotAnExecutable)?;
        Ok(SectionHeader {
            name: name.to_owned(),
            kind: header.sh_type.get(ORDER),
            flags: header.sh_flags.get(ORDER),
            address: header.sh_addr.get(ORDER),
            offset: header.sh_offset.get(ORDER),
            size: header.sh_size.get(ORDER),
            link: header.sh_link.get(ORDER),
            info: header.sh_info.get(ORDER),
            align: header.sh_addralign.get(ORDER),
            entry_size: header.sh_entsize.get(ORDER),
        })
    }

    /// Appends the header in the file's form; its name is at `name` in the names' section.
    pub fn write(&self, name: u32, out: &mut Vec<u8>) {
        out.extend(bytes_of(&SectionHeader64 {
            sh_name: U32::new(ORDER, name),
            sh_type: U32::new(ORDER, self.kind),
            sh_flags: U64::new(ORDER, self.flags),
            sh_addr: U64::new(ORDER, self.address),
            sh_offset: U64::new(ORDER, self.offset),
            sh_size: U64::new(ORDER, self.size),
            sh_link: U32::new(ORDER, self.link),
            sh_info: U32::new(ORDER, self.info),
            sh_addralign: U64::new(ORDER, self.align),
            sh_entsize: U64::new(ORDER, self.entry_size),
        }));
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
pub struct ElfFile<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// `EM_*`.
    pub machine: u16,
    /// Segments, in the table's order.
    pub programs: Vec<ProgramHeader>,
    /// Sections, in the table's order; the first is the null section.
    pub sections: Vec<SectionHeader>,
    table: SectionTable<'a, Header>,
}

impl<'a> ElfFile<'a> {
    /// Reads the headers of a position-independent executable.
    ///
    /// # Errors
    /// The bytes are no such executable, or are truncated.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, ElfError> {
        let header = Header::parse(bytes).map_err(|_| ElfError::NotAnExecutable)?;
        if header.endian().is_err() || header.e_type.get(ORDER) != ET_DYN {
            return Err(ElfError::NotAnExecutable);
        }
        let programs = header.program_headers(ORDER, bytes)?.iter();
        let table = header.sections(ORDER, bytes)?;
        let sections = table
            .iter()
            .map(|section| SectionHeader::new(table.section_name(ORDER, section)?, section));
        Ok(ElfFile {
            bytes,
            machine: header.e_machine.get(ORDER),
            programs: programs.map(ProgramHeader::from).collect(),
            sections: sections.collect::<Result<_, _>>()?,
            table,
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
        self.section(".symtab")?;
        let table = self.table.symbols(ORDER, self.bytes, SHT_SYMTAB)?;
        let named = table.iter().filter(|entry| {
            entry.st_name.get(ORDER) != 0 && entry.st_shndx.get(ORDER) != SHN_UNDEF
        });
        let symbol = |entry: &Entry| {
            let name = str::from_utf8(table.symbol_name(ORDER, entry)?);
            Ok(Symbol {
                name: name.map_err(|_| ElfError::NotAnExecutable)?,
                address: entry.st_value.get(ORDER),
            })
        };
        named.map(symbol).collect()
    }
}
