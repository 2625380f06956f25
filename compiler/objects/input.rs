//! Reading object files out of archives, by the package `object`.
//!
//! *Invariant:* everything that is read lies within the bytes; what is malformed is told as a text.

use std::ops::Range;

use object::elf::{
    EM_AARCH64, EM_X86_64, FileHeader64, Rela64, SHF_ALLOC, SHF_EXECINSTR, SHF_GNU_RETAIN,
    SHF_MERGE, SHF_STRINGS, SHF_TLS, SHF_WRITE, SHT_INIT_ARRAY, SHT_NOBITS, SHT_NOTE, SHT_RELA,
    SHT_SYMTAB, STB_LOCAL, STB_WEAK, STT_FUNC, STT_OBJECT, STT_SECTION, SectionHeader64,
};
use object::read::archive::ArchiveFile;
use object::read::elf::{FileHeader as _, SectionHeader as _, Sym as _};
use object::{LittleEndian, SectionIndex};

use super::Machine;
use super::frames::{self, Record};
use crate::objects::Kind;

type Header = FileHeader64<LittleEndian>;
const ORDER: LittleEndian = LittleEndian;

/// One relocation of an object file.
#[derive(Clone, Copy, Debug)]
pub struct Relocation {
    /// Where it lies in its section.
    pub offset: u64,
    /// `R_*`.
    pub kind: u32,
    /// The number of the symbol.
    pub symbol: usize,
    /// Added to its address.
    pub addend: i64,
}

/// What a linker may take a section apart to (System V ABI, `SHF_MERGE`): each entry may lie anywhere, and equal ones at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Constants of so many bytes each.
    Constants(usize),
    /// Texts, each with a zero at its end.
    Texts,
}

/// One section.
pub struct Section<'a> {
    /// What it becomes; none if programs do not load it.
    pub kind: Option<Kind>,
    /// Its alignment, in bytes.
    pub align: u64,
    /// Bytes, or the zeros it asks for.
    pub size: u64,
    /// Its contents; none of zeros.
    pub bytes: &'a [u8],
    /// Words that are not zero, of one that is zeros but for them: where, and what they are.
    pub words: Vec<(u32, i32)>,
    /// Whether it stays even if nothing refers to it.
    pub kept: bool,
    /// What it may be taken apart to.
    entries: Option<Entries>,
    relocations: Option<&'a [Rela64<LittleEndian>]>,
}

impl Section<'_> {
    /// The entry that has the byte at an offset; of a text what is left from there. None if the section stays whole.
    pub fn entry_at(&self, offset: usize) -> Option<Range<usize>> {
        let entries = self.entries.filter(|_| self.relocations.is_none())?;
        let rest = self.bytes.get(offset..).filter(|rest| !rest.is_empty())?;
        Some(match entries {
            Entries::Constants(size) => {
                let start = offset - offset % size;
                start..start + size
            }
            Entries::Texts => {
                let length = rest.iter().position(|byte| *byte == 0)?;
                offset..offset + length + 1
            }
        })
    }

    /// The relocations, by their offsets.
    pub fn relocations(&self) -> Vec<Relocation> {
        let entries = self.relocations.unwrap_or_default().iter();
        let relocation = |entry: &Rela64<LittleEndian>| Relocation {
            offset: entry.r_offset.get(ORDER),
            kind: entry.r_type(ORDER, false),
            symbol: entry.r_sym(ORDER, false) as usize,
            addend: entry.r_addend.get(ORDER),
        };
        let mut all: Vec<Relocation> = entries.map(relocation).collect();
        all.sort_by_key(|relocation| relocation.offset);
        all
    }
}

/// One symbol.
pub struct Symbol<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// The section that has it; none if another file does.
    pub section: Option<usize>,
    /// Where it lies there.
    pub value: u64,
    /// Bytes.
    pub size: u64,
    /// Whether other files see it.
    pub global: bool,
    /// Whether another definition comes before it, or nothing need define it.
    pub weak: bool,
    /// Whether it is a function or a variable, not a section or a file.
    pub named: bool,
    /// Whether it is a section: what is meant may lie anywhere in it.
    pub of_section: bool,
}

/// One object file.
pub struct Input<'a> {
    /// What it is for.
    pub machine: Machine,
    /// Its sections, by their numbers.
    pub sections: Vec<Section<'a>>,
    /// Its symbols, by their numbers.
    pub symbols: Vec<Symbol<'a>>,
    /// The records of its `.eh_frame`.
    pub records: Vec<Record<'a>>,
}

/// The object files of an archive, each at an address of its own: within an archive they are not aligned.
pub fn members(archive: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let says = |error: object::Error| format!("the archive is damaged: {error}");
    let mut found = Vec::new();
    for member in ArchiveFile::parse(archive).map_err(says)?.members() {
        let bytes = member
            .and_then(|member| member.data(archive))
            .map_err(says)?;
        if bytes.starts_with(b"\x7fELF") {
            found.push(bytes.to_vec());
        }
    }
    Ok(found)
}

impl<'a> Input<'a> {
    /// Reads an object file.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, String> {
        Input::read(bytes).map_err(|error| format!("an object file is damaged: {error}"))?
    }

    fn read(bytes: &'a [u8]) -> object::Result<Result<Self, String>> {
        let header = Header::parse(bytes)?;
        let machine = match header.e_machine.get(ORDER) {
            EM_X86_64 => Machine::X86,
            EM_AARCH64 => Machine::Arm,
            other => return Ok(Err(format!("the machine {other} is not known"))),
        };
        let table = header.sections(ORDER, bytes)?;
        let mut sections = Vec::with_capacity(table.len());
        let mut unwinding = None;
        for (index, section) in table.enumerate() {
            let name = table.section_name(ORDER, section)?;
            if name == b".eh_frame" {
                unwinding = Some(index.0);
            }
            sections.push(read_section(bytes, section, name)?);
        }
        for section in table
            .iter()
            .filter(|section| section.sh_type(ORDER) == SHT_RELA)
        {
            let of = section.info_link(ORDER);
            let entries = section.rela(ORDER, bytes)?.map(|(entries, _)| entries);
            if let Some(target) = sections.get_mut(of.0) {
                target.relocations = entries;
            }
        }
        sections.iter_mut().for_each(leave_zeros);
        let symbols = read_symbols(bytes, &table)?;
        let records = unwinding.map_or(Ok(Vec::new()), |index| frames::records(&sections[index]));
        Ok(records.map(|records| Input {
            machine,
            sections,
            symbols,
            records,
        }))
    }
}

fn read_section<'a>(
    bytes: &'a [u8],
    section: &SectionHeader64<LittleEndian>,
    name: &[u8],
) -> object::Result<Section<'a>> {
    Ok(Section {
        kind: kind_of(section, name),
        align: section.sh_addralign(ORDER).max(1),
        size: section.sh_size(ORDER),
        bytes: section.data(ORDER, bytes)?,
        words: Vec::new(),
        kept: section.sh_flags(ORDER) & u64::from(SHF_GNU_RETAIN) != 0,
        entries: entries_of(section),
        relocations: None,
    })
}

/// The bytes of a variable for which it pays that the loader writes words into it, and how many words it writes at most.
const LARGE: usize = 4096;
const FEW: usize = 4;
/// Bytes of a word.
const WORD: usize = 8;

/// Makes a large variable that is zero but for a few words one that starts as zero.
fn leave_zeros(section: &mut Section<'_>) {
    let is_variable = section.kind == Some(Kind::Data) && section.relocations.is_none();
    if !is_variable || section.bytes.len() < LARGE {
        return;
    }
    let words = section.bytes.chunks(WORD).zip((0..).step_by(WORD));
    let words = words.filter(|(bytes, _)| bytes.iter().any(|byte| *byte != 0));
    let words = words.take(FEW + 1).map(|(bytes, at)| {
        let mut word = [0; WORD];
        word[..bytes.len()].copy_from_slice(bytes);
        Some((at, i32::try_from(i64::from_le_bytes(word)).ok()?))
    });
    let words: Option<Vec<(u32, i32)>> = words.collect();
    if let Some(words) = words.filter(|words| words.len() <= FEW) {
        section.kind = Some(Kind::Zero);
        section.size = section.size.next_multiple_of(WORD as u64);
        section.align = section.align.max(WORD as u64);
        section.bytes = &[];
        section.words = words;
    }
}

/// What a section may be taken apart to, by its flags.
fn entries_of(section: &SectionHeader64<LittleEndian>) -> Option<Entries> {
    let has = |flag: u32| section.sh_flags(ORDER) & u64::from(flag) != 0;
    let (size, entry) = (section.sh_size(ORDER), section.sh_entsize(ORDER));
    match (has(SHF_MERGE), has(SHF_STRINGS)) {
        (true, true) if entry == 1 => Some(Entries::Texts),
        (true, false) if entry > 0 && size % entry == 0 => Some(Entries::Constants(entry as usize)),
        _ => None,
    }
}

/// What a section becomes, by its type, its flags and the one name that they do not tell.
fn kind_of(section: &SectionHeader64<LittleEndian>, name: &[u8]) -> Option<Kind> {
    let has = |flag: u32| section.sh_flags(ORDER) & u64::from(flag) != 0;
    let zero = section.sh_type(ORDER) == SHT_NOBITS;
    Some(match section.sh_type(ORDER) {
        _ if !has(SHF_ALLOC) || name == b".eh_frame" => return None,
        SHT_NOTE => return None,
        SHT_INIT_ARRAY => Kind::Initialiser,
        _ if has(SHF_TLS) && zero => Kind::ThreadZero,
        _ if has(SHF_TLS) => Kind::ThreadData,
        _ if has(SHF_EXECINSTR) => Kind::Text,
        _ if has(SHF_WRITE) && zero => Kind::Zero,
        _ if has(SHF_WRITE) && name.starts_with(b".data.rel.ro") => Kind::Relocated,
        _ if has(SHF_WRITE) => Kind::Data,
        _ => Kind::ReadOnly,
    })
}

fn read_symbols<'a>(
    bytes: &'a [u8],
    sections: &object::read::elf::SectionTable<'a, Header>,
) -> object::Result<Vec<Symbol<'a>>> {
    let table = sections.symbols(ORDER, bytes, SHT_SYMTAB)?;
    let mut symbols = Vec::with_capacity(table.len());
    for (index, entry) in table.enumerate() {
        let section: Option<SectionIndex> = table.symbol_section(ORDER, entry, index)?;
        symbols.push(Symbol {
            name: table.symbol_name(ORDER, entry)?,
            section: section.map(|section| section.0),
            value: entry.st_value(ORDER),
            size: entry.st_size(ORDER),
            global: entry.st_bind() != STB_LOCAL,
            weak: entry.st_bind() == STB_WEAK,
            named: matches!(entry.st_type(), STT_FUNC | STT_OBJECT),
            of_section: entry.st_type() == STT_SECTION,
        });
    }
    Ok(symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(bytes: &[u8], entries: Option<Entries>) -> Section<'_> {
        Section {
            kind: Some(Kind::ReadOnly),
            align: 1,
            size: bytes.len() as u64,
            bytes,
            words: Vec::new(),
            kept: false,
            entries,
            relocations: None,
        }
    }

    #[test]
    fn constants_and_texts_are_entries() {
        let constants = section(&[0; 16], Some(Entries::Constants(8)));
        assert_eq!(constants.entry_at(0), Some(0..8));
        assert_eq!(constants.entry_at(11), Some(8..16));
        assert_eq!(constants.entry_at(16), None, "it is behind the last one");
        let texts = section(b"one\0two\0", Some(Entries::Texts));
        assert_eq!(texts.entry_at(0), Some(0..4));
        assert_eq!(
            texts.entry_at(5),
            Some(5..8),
            "a part of a text ends with it"
        );
        let open = section(b"one", Some(Entries::Texts));
        assert_eq!(open.entry_at(0), None, "nothing ends it");
    }

    #[test]
    fn large_variables_of_zeros_leave_them_and_keep_their_words() {
        let variable = |bytes| Section {
            kind: Some(Kind::Data),
            ..section(bytes, None)
        };
        let mut bytes = vec![0; 2 * LARGE + 4];
        (bytes[9], bytes[2 * LARGE]) = (1, 3);
        let mut found = variable(&bytes);
        leave_zeros(&mut found);
        assert_eq!(found.kind, Some(Kind::Zero));
        assert_eq!((found.size, found.align), (2 * LARGE as u64 + 8, 8));
        assert_eq!(found.words, [(8, 256), (2 * LARGE as u32, 3)]);
        let mut found = variable(&bytes);
        found.relocations = Some(&[]);
        leave_zeros(&mut found);
        assert_eq!(found.kind, Some(Kind::Data), "it has addresses");
        let mut large = bytes.clone();
        large[23] = 0x80;
        let mut found = variable(&large);
        leave_zeros(&mut found);
        assert_eq!(found.kind, Some(Kind::Data), "a word is too large");
        let ones = vec![1; LARGE];
        let mut found = variable(&ones);
        leave_zeros(&mut found);
        assert_eq!(found.kind, Some(Kind::Data), "it has no zeros");
        let mut found = variable(&ones[..8]);
        leave_zeros(&mut found);
        assert_eq!(found.kind, Some(Kind::Data), "it is small");
    }

    #[test]
    fn what_has_addresses_or_no_entries_stays_whole() {
        let mut constants = section(&[0; 16], Some(Entries::Constants(8)));
        constants.relocations = Some(&[]);
        assert_eq!(constants.entry_at(0), None);
        assert_eq!(section(&[0; 16], None).entry_at(0), None);
    }
}
