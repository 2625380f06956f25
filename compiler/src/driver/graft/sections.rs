//! Section headers, which the loader ignores and every tool reads.
//!
//! *Invariant:* header 0 is empty, those of loaded sections follow in the order of the layout, then what only tools read.

use object::elf::{
    FileHeader64, SHT_DYNAMIC, SHT_DYNSYM, SHT_GNU_VERNEED, SHT_GNU_VERSYM, SHT_HASH, SHT_PROGBITS,
    SHT_RELA, SHT_STRTAB, SHT_SYMTAB, SectionHeader64,
};
use object::pod::{bytes_of, from_bytes_mut};
use object::{LittleEndian, U32, U64};

use super::dwarf::DebugSection;
use super::layout::{Layout, ROWS, Row, Section};
use super::symbols::{SYMBOL_SIZE, SymbolTable};

const ORDER: LittleEndian = LittleEndian;

/// One section header, by name.
#[derive(Clone, Copy, Default)]
struct Header {
    name: &'static str,
    kind: u32,
    flags: u32,
    address: u64,
    offset: u64,
    size: u64,
    link: u32,
    info: u32,
    align: u64,
    entry: u64,
}

/// The number of a loaded section's header.
pub fn index(section: Section) -> u16 {
    section as u16 + 1
}

/// Appends everything that is not loaded, and the section headers. `needs` is the number of libraries with versions.
pub fn append(
    image: &mut Vec<u8>,
    layout: &Layout,
    debug: Vec<DebugSection>,
    symbols: &SymbolTable,
    needs: u32,
) {
    let mut headers = vec![Header::default()];
    headers.extend(ROWS.iter().map(|row| loaded(layout, row, needs)));
    for (name, contents) in debug {
        headers.push(unloaded(image, name, SHT_PROGBITS, &contents));
    }
    let entries = unloaded(image, ".symtab", SHT_SYMTAB, &symbols.entries);
    headers.push(Header {
        link: headers.len() as u32 + 1,
        info: 1,
        align: 8,
        entry: SYMBOL_SIZE,
        ..entries
    });
    headers.push(unloaded(image, ".strtab", SHT_STRTAB, &symbols.strings));
    write_headers(image, headers);
}

/// The header of a loaded section. Tables refer to others, as the ABI wants it of each type.
fn loaded(layout: &Layout, row: &Row, needs: u32) -> Header {
    let range = layout.section(row.section);
    let symbols = u32::from(index(Section::Symbols));
    let names = u32::from(index(Section::Names));
    let (link, info) = match row.kind {
        SHT_HASH | SHT_GNU_VERSYM | SHT_RELA => (symbols, 0),
        SHT_DYNSYM => (names, 1),
        SHT_DYNAMIC => (names, 0),
        SHT_GNU_VERNEED => (names, needs),
        _ => (0, 0),
    };
    Header {
        name: row.name,
        kind: row.kind,
        flags: row.flags,
        address: range.start,
        offset: range.offset,
        size: range.size,
        link,
        info,
        align: row.align,
        entry: row.entry,
    }
}

/// Appends a section that only tools read.
fn unloaded(image: &mut Vec<u8>, name: &'static str, kind: u32, contents: &[u8]) -> Header {
    image.resize(image.len().next_multiple_of(8), 0);
    let offset = image.len() as u64;
    image.extend(contents);
    Header {
        name,
        kind,
        offset,
        size: contents.len() as u64,
        align: 1,
        ..Header::default()
    }
}

/// Appends the names and the headers, and points the file's header at them.
fn write_headers(image: &mut Vec<u8>, mut headers: Vec<Header>) {
    const NAMES: &str = ".shstrtab";
    let mut names = Vec::new();
    let mut places = Vec::new();
    for name in headers.iter().map(|header| header.name).chain([NAMES]) {
        places.push(names.len() as u32);
        names.extend(name.as_bytes());
        names.push(0);
    }
    headers.push(unloaded(image, NAMES, SHT_STRTAB, &names));
    image.resize(image.len().next_multiple_of(8), 0);
    let table = image.len() as u64;
    for (header, name) in headers.iter().zip(places) {
        image.extend(bytes_of(&SectionHeader64 {
            sh_name: U32::new(ORDER, name),
            sh_type: U32::new(ORDER, header.kind),
            sh_flags: U64::new(ORDER, header.flags.into()),
            sh_addr: U64::new(ORDER, header.address),
            sh_offset: U64::new(ORDER, header.offset),
            sh_size: U64::new(ORDER, header.size),
            sh_link: U32::new(ORDER, header.link),
            sh_info: U32::new(ORDER, header.info),
            sh_addralign: U64::new(ORDER, header.align),
            sh_entsize: U64::new(ORDER, header.entry),
        }));
    }
    let (file, _) = from_bytes_mut::<FileHeader64<LittleEndian>>(image).expect("it has a header");
    file.e_shoff.set(ORDER, table);
    file.e_shnum.set(ORDER, headers.len() as u16);
    file.e_shstrndx.set(ORDER, headers.len() as u16 - 1);
}
