//! Section headers, which the loader ignores and every tool reads.
//!
//! *Invariant:* the stub's sections keep their indices; the program's follow.
//! What is not loaded moves behind the program.

use std::borrow::Cow;

use super::dwarf::DebugSection;
use super::elf::{
    ORDER, SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHT_NOBITS, SHT_PROGBITS, SHT_SYMTAB, SectionHeader,
};
use super::error::LinkError;
use super::image::Image;
use super::layout::{Layout, Range};
use super::module::GraftModule;
use super::stub::Stub;
use super::symbols::{SectionIndices, SymbolTable};

/// The name of the section that holds section names.
const NAMES: &str = ".shstrtab";

/// Appends everything that is not loaded, and the section headers.
pub fn append(
    image: &mut Image,
    stub: &Stub,
    module: &GraftModule,
    layout: &Layout,
    debug: Vec<DebugSection>,
) -> Result<(), LinkError> {
    let mut sections = stub.elf.sections.clone();
    move_stub_tables(&mut sections, layout);
    let indices = add_program_sections(&mut sections, layout);
    for (name, contents) in debug {
        let size = contents.len();
        sections.push(SectionHeader {
            offset: image.append_aligned(contents),
            ..unloaded(name, size)
        });
    }
    let symbols = SymbolTable::build(stub, module, layout, &indices)?;
    append_stub_contents(image, &mut sections, stub, symbols)?;
    write_headers(image, &sections);
    Ok(())
}

/// Tables that the graft rewrote lie in the program's segment now.
fn move_stub_tables(sections: &mut [SectionHeader], layout: &Layout) {
    for section in sections {
        let range = match section.name.as_str() {
            ".eh_frame_hdr" => layout.search_table,
            ".interp" => layout.interpreter,
            ".rela.dyn" if layout.dynamic_relocations.size > 0 => layout.dynamic_relocations,
            _ => continue,
        };
        section.address = range.start;
        section.offset = range.start;
        section.size = range.size;
    }
}

fn add_program_sections(sections: &mut Vec<SectionHeader>, layout: &Layout) -> SectionIndices {
    let mut add = |name: &str, kind, flags, range: Range, align| {
        sections.push(loaded(name, kind, SHF_ALLOC | flags, range, align));
        sections.len() as u16 - 1
    };
    let text = add(
        ".text.qc",
        SHT_PROGBITS,
        SHF_EXECINSTR,
        layout.text_segment(),
        16,
    );
    add(".eh_frame.qc", SHT_PROGBITS, 0, layout.frames, 8);
    let read_only = add(".rodata.qc", SHT_PROGBITS, 0, layout.read_only, 64);
    let data = add(".data.qc", SHT_PROGBITS, SHF_WRITE, layout.data, 64);
    let zero = add(".bss.qc", SHT_NOBITS, SHF_WRITE, layout.zero, 64);
    SectionIndices {
        text,
        read_only,
        data,
        zero,
    }
}

/// A section that the loader maps: its offset is its address.
fn loaded(name: &str, kind: u32, flags: u32, range: Range, align: u64) -> SectionHeader {
    SectionHeader {
        name: name.to_owned(),
        kind,
        flags: flags.into(),
        address: range.start,
        offset: range.start,
        size: range.size,
        link: 0,
        info: 0,
        align,
        entry_size: 0,
    }
}

/// A section that only tools read.
fn unloaded(name: &str, size: usize) -> SectionHeader {
    loaded(
        name,
        SHT_PROGBITS,
        0,
        Range {
            start: 0,
            size: size as u64,
        },
        1,
    )
}

/// The stub's sections that are not loaded, with the new symbols and names.
fn append_stub_contents(
    image: &mut Image,
    sections: &mut [SectionHeader],
    stub: &Stub,
    mut symbols: SymbolTable,
) -> Result<(), LinkError> {
    let strings = stub.elf.section(".symtab")?.link as usize;
    for (index, original) in stub.elf.sections.iter().enumerate().skip(1) {
        if original.flags & u64::from(SHF_ALLOC) != 0 || original.name == NAMES {
            continue;
        }
        let contents: Cow<'static, [u8]> = match original.kind {
            SHT_SYMTAB => std::mem::take(&mut symbols.entries).into(),
            _ if index == strings => std::mem::take(&mut symbols.strings).into(),
            _ => stub.elf.contents(original)?.into(),
        };
        sections[index].size = contents.len() as u64;
        sections[index].offset = image.append_aligned(contents);
    }
    Ok(())
}

/// Appends the names and the headers, and points the file header at them.
fn write_headers(image: &mut Image, sections: &[SectionHeader]) {
    let mut names = vec![0];
    let mut name_offsets = Vec::with_capacity(sections.len());
    for section in sections {
        name_offsets.push(names.len() as u32);
        names.extend(section.name.as_bytes());
        names.push(0);
    }
    let names_size = names.len() as u64;
    let names_at = image.append_aligned(names);
    let mut table = Vec::new();
    for (section, name) in sections.iter().zip(name_offsets) {
        match section.name == NAMES {
            true => SectionHeader {
                offset: names_at,
                size: names_size,
                ..section.clone()
            }
            .write(name, &mut table),
            false => section.write(name, &mut table),
        }
    }
    let table_at = image.append_aligned(table);
    let file = image.header();
    file.e_shoff.set(ORDER, table_at);
    file.e_shnum.set(ORDER, sections.len() as u16);
}
