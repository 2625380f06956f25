//! A library as an archive, for linkers of C: one object with the program and the pieces of the runtime that it needs.
//!
//! The pieces lie as in a shared object, section by section. References within a section are written; those that leave it are relocations, by the
//! section and the distance from its start. No symbol but the exported functions can be seen from outside, so that any number of archives, each
//! with a runtime of its own, stand in one program.
//!
//! *Invariant:* an object has no symbol for others but those that were asked for; what it does not define is the system's.

use std::collections::BTreeMap;

use cranelift_module::{DataId, ModuleRelocTarget};
use object::elf::{
    R_X86_64_64, R_X86_64_GOTPCREL, R_X86_64_PC32, R_X86_64_PC64, R_X86_64_PLT32, R_X86_64_TPOFF32,
    SHF_ALLOC, SHF_WRITE, SHT_INIT_ARRAY,
};
use object::write::{Object, Relocation, SectionId, Symbol, SymbolId, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationFlags, SectionFlags, SectionKind,
    SymbolFlags, SymbolKind, SymbolScope,
};
use quasar_abi::GraftSlot;
use quasar_abi::graft::{ENTRY_SYMBOL, SLOT_SYMBOL};

use super::error::LinkError;
use super::layout::{Layout, ROWS, Section, Sizes, section_of, section_of_part};
use super::link::{Program, roots};
use super::module::{GraftModule, Part};
use super::objects::{Column, Reference, Target};
use super::reach::Reached;
use super::relocate::{apply, reference_of};
use super::runtime::Runtime;
use super::shared::Export;
use super::unwind;

/// Sections that an object has, and what they are.
const SECTIONS: [(Section, SectionKind); 9] = [
    (Section::Frames, SectionKind::ReadOnlyData),
    (Section::ReadOnly, SectionKind::ReadOnlyData),
    (Section::Text, SectionKind::Text),
    (Section::ThreadData, SectionKind::Tls),
    (Section::ThreadZero, SectionKind::UninitializedTls),
    (Section::Initialisers, SectionKind::Elf(SHT_INIT_ARRAY)),
    (Section::Relocated, SectionKind::ReadOnlyDataWithRel),
    (Section::Data, SectionKind::Data),
    (Section::Zero, SectionKind::UninitializedData),
];

/// Where the first section begins: an address of zero means that a piece is not there.
const FIRST: u64 = 64;
/// The alignment of the sections.
const ALIGN: u64 = 64;

/// A place that something is written to.
#[derive(Clone, Copy)]
struct At {
    section: Section,
    /// As the layout has it.
    address: u64,
}

/// What a reference leads to.
#[derive(Clone, Copy)]
enum Leads {
    /// An address of the layout, in a section.
    To(Section, u64),
    /// A symbol of the system.
    Import(u32),
}

/// An object in the making.
struct Making<'a> {
    runtime: &'a Runtime,
    module: &'a GraftModule,
    reached: Reached,
    layout: Layout,
    contents: BTreeMap<Section, Vec<u8>>,
    /// By section: where, how, to what.
    relocations: Vec<(At, u32, Leads, i64)>,
    /// Whether variables that start as zero have words that do not.
    has_constants: bool,
}

/// Makes an archive of a library.
///
/// # Errors
/// The program refers to a symbol that neither it nor the runtime defines, or the machine has no such archives.
pub fn archive(
    runtime: &Runtime,
    module: &GraftModule,
    program: &Program<'_>,
    member: &str,
) -> Result<Vec<u8>, LinkError> {
    if runtime.machine.thread_access.is_none() {
        return Err(LinkError::NoSharedObjects);
    }
    let reached = Reached::new(runtime, module, &roots(program))?;
    let sizes = Sizes {
        headers: FIRST,
        made: Vec::new(),
        jumps: 0,
        frames: unwind::frames_size(module)?,
    };
    let layout = Layout::new(runtime, module, &reached, &sizes);
    let mut making = Making {
        runtime,
        module,
        reached,
        layout,
        contents: BTreeMap::new(),
        relocations: Vec::new(),
        has_constants: false,
    };
    making.make_room();
    making.write_pieces()?;
    making.write_program()?;
    making.write_frames()?;
    making.fill_slot(program)?;
    let (object, names) = making.object(program)?;
    Ok(packed(member, &object, &names))
}

impl Making<'_> {
    /// The first address of a section, as the object has it.
    fn start(&self, section: Section) -> u64 {
        let start = self.layout.section(section).start;
        match section {
            // They follow the others of a thread in a file that is loaded, wherever those end.
            Section::ThreadZero => start & !(ALIGN - 1),
            _ => start,
        }
    }

    fn size(&self, section: Section) -> u64 {
        self.layout.section(section).end() - self.start(section)
    }

    fn make_room(&mut self) {
        for (section, _) in SECTIONS {
            let bytes = vec![0; self.size(section) as usize];
            self.contents.insert(section, bytes);
        }
    }

    fn offset(&self, at: At) -> usize {
        (at.address - self.start(at.section)) as usize
    }

    fn put(&mut self, at: At, bytes: &[u8]) {
        let offset = self.offset(at);
        let contents = self.contents.get_mut(&at.section).expect("it has room");
        contents[offset..offset + bytes.len()].copy_from_slice(bytes);
    }

    fn write_pieces(&mut self) -> Result<(), LinkError> {
        let objects = &self.runtime.objects;
        let all = objects.all_contents();
        for piece in self.reached.pieces.clone() {
            let kind = objects.kind(piece);
            let at = At {
                section: section_of(kind),
                address: self.layout.piece(piece),
            };
            if !kind.is_zero() {
                self.put(at, objects.contents(all, piece));
            }
            for relocation in objects.relocations(piece) {
                let place = At {
                    address: at.address + u64::from(relocation.offset),
                    ..at
                };
                let addend = i64::from(relocation.addend);
                match (relocation.reference, self.leads(relocation.target)) {
                    (Reference::ThreadPointer, _) | (_, None) => {}
                    (Reference::Constant64, _) => {
                        self.has_constants = true;
                        self.put(place, &addend.to_le_bytes());
                    }
                    (reference, Some(leads)) => self.refer(place, reference, leads, addend)?,
                }
            }
        }
        Ok(())
    }

    /// What a relocation of the runtime leads to; nothing where that is not there.
    fn leads(&self, target: Target) -> Option<Leads> {
        let objects = &self.runtime.objects;
        Some(match target {
            Target::Piece(piece) => match self.layout.piece(piece) {
                0 => return None,
                address => Leads::To(section_of(objects.kind(piece)), address),
            },
            Target::Import(import) => Leads::Import(import),
            Target::FirstInitialiser => {
                let range = self.layout.section(Section::Initialisers);
                Leads::To(Section::Initialisers, range.start)
            }
            Target::EndOfInitialisers => {
                let range = self.layout.section(Section::Initialisers);
                Leads::To(Section::Initialisers, range.end())
            }
            Target::File => Leads::To(Section::Text, self.start(Section::Text)),
        })
    }

    /// Writes a reference, or notes it for the linker.
    fn refer(
        &mut self,
        at: At,
        reference: Reference,
        leads: Leads,
        addend: i64,
    ) -> Result<(), LinkError> {
        let kind = match (reference, leads) {
            (
                Reference::Relative32 | Reference::Relative64 | Reference::Back32,
                Leads::To(section, address),
            ) if section == at.section => {
                let target = address.wrapping_add_signed(addend);
                let offset = self.offset(at);
                let contents = self.contents.get_mut(&at.section).expect("it has room");
                return apply(reference, contents, offset, at.address, target);
            }
            (Reference::Relative32, Leads::To(..)) => R_X86_64_PC32,
            (Reference::Relative32, Leads::Import(_)) => R_X86_64_PLT32,
            (Reference::Relative64, _) => R_X86_64_PC64,
            (Reference::Absolute64, _) => R_X86_64_64,
            (Reference::Table32, Leads::Import(_)) => R_X86_64_GOTPCREL,
            (Reference::Thread32, Leads::To(..)) => R_X86_64_TPOFF32,
            _ => return Err(LinkError::Relocation(format!("{reference:?}"))),
        };
        self.relocations.push((at, kind, leads, addend));
        Ok(())
    }

    /// The program's own parts, and what they refer to.
    fn write_program(&mut self) -> Result<(), LinkError> {
        let module = self.module;
        let parts = [
            (Part::Text, &module.text),
            (Part::ReadOnly, &module.read_only),
            (Part::Data, &module.data),
        ];
        for (part, bytes) in parts {
            let at = At {
                section: section_of_part(part),
                address: self.layout.start_of(part),
            };
            self.put(at, bytes);
        }
        for relocation in &module.relocations {
            let kind = reference_of(relocation.kind);
            let kind =
                kind.ok_or_else(|| LinkError::Relocation(format!("{:?}", relocation.kind)))?;
            let at = At {
                section: section_of_part(relocation.part),
                address: self.layout.start_of(relocation.part) + relocation.offset,
            };
            let leads = match module.place_of(&relocation.target) {
                Some(place) => Leads::To(section_of_part(place.part), self.layout.address(place)),
                None => self.export(&module.symbol_of(&relocation.target))?,
            };
            self.refer(at, kind, leads, relocation.addend)?;
        }
        Ok(())
    }

    /// Where a symbol of the runtime is.
    fn export(&self, symbol: &str) -> Result<Leads, LinkError> {
        let objects = &self.runtime.objects;
        let undefined = || LinkError::Undefined(symbol.to_owned());
        let (piece, offset) = objects.export(symbol).ok_or_else(undefined)?;
        let section = section_of(objects.kind(piece));
        Ok(Leads::To(section, self.layout.piece(piece) + offset))
    }

    /// The descriptions of the program's frames. The zero behind all of them is the linker's matter.
    fn write_frames(&mut self) -> Result<(), LinkError> {
        let (own, functions) = unwind::described(self.module, &self.layout)?;
        let at = At {
            section: Section::Frames,
            address: self.layout.frames,
        };
        self.put(at, &own);
        for (field, function) in functions {
            let at = At {
                address: field,
                ..at
            };
            self.put(at, &[0; 4]);
            self.refer(
                at,
                Reference::Relative32,
                Leads::To(Section::Text, function),
                0,
            )?;
        }
        let frames = self
            .contents
            .get_mut(&Section::Frames)
            .expect("it has room");
        frames.truncate(frames.len() - unwind::TERMINATOR.len());
        Ok(())
    }

    /// Tells the runtime where the program and its description lie.
    fn fill_slot(&mut self, program: &Program<'_>) -> Result<(), LinkError> {
        let Leads::To(section, slot) = self.export(SLOT_SYMBOL)? else {
            return Err(LinkError::Undefined(SLOT_SYMBOL.to_owned()));
        };
        let entry = self.module.place_of_function(program.entry);
        let entry = entry.ok_or_else(|| LinkError::Undefined(ENTRY_SYMBOL.to_owned()))?;
        let datum = |id: DataId| {
            self.module
                .place_of(&ModuleRelocTarget::user(1, id.as_u32()))
        };
        let (info, cuda) = (program.info.and_then(datum), program.cuda.and_then(datum));
        let places = [
            (std::mem::offset_of!(GraftSlot, entry), Some(entry), None),
            (
                std::mem::offset_of!(GraftSlot, info),
                info,
                Some(std::mem::offset_of!(GraftSlot, info_length)),
            ),
            (
                std::mem::offset_of!(GraftSlot, cuda),
                cuda,
                Some(std::mem::offset_of!(GraftSlot, cuda_length)),
            ),
        ];
        let at = |field: usize| At {
            section,
            address: slot + field as u64,
        };
        for (field, place, length) in places {
            let Some(place) = place else { continue };
            let leads = Leads::To(section_of_part(place.part), self.layout.address(place));
            // The distance counts from the slot, not from its field.
            self.refer_far(at(field), leads, field as i64);
            if let Some(length) = length {
                self.put(at(length), &place.size.to_le_bytes());
            }
        }
        Ok(())
    }

    /// Notes a distance of 64 bits for the linker, whatever the sections are.
    fn refer_far(&mut self, at: At, leads: Leads, addend: i64) {
        self.relocations.push((at, R_X86_64_PC64, leads, addend));
    }

    /// The object, and the names that others find in it.
    fn object(mut self, program: &Program<'_>) -> Result<(Vec<u8>, Vec<String>), LinkError> {
        let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        let mut sections = BTreeMap::new();
        for (section, kind) in SECTIONS {
            let bytes = self.contents.remove(&section).expect("it has room");
            if !bytes.is_empty() {
                let id = add_section(&mut object, section, kind, bytes, self.has_constants);
                sections.insert(section, id);
            }
        }
        // Code that is linked with it needs no stack that can be executed.
        object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
        let mut names = Vec::new();
        for (name, export) in program.shared.iter().flat_map(|shared| &shared.exports) {
            let (section, address, size, kind) = self.exported(name, export)?;
            names.push(name.clone());
            object.add_symbol(Symbol {
                name: name.clone().into_bytes(),
                value: address - self.start(section),
                size,
                kind,
                scope: SymbolScope::Dynamic,
                weak: false,
                section: SymbolSection::Section(sections[&section]),
                flags: SymbolFlags::None,
            });
        }
        self.add_relocations(&mut object, &sections)?;
        let bytes = object
            .write()
            .map_err(|error| LinkError::Relocation(error.to_string()))?;
        Ok((bytes, names))
    }

    /// Where an exported symbol is, and what it is.
    fn exported(
        &self,
        name: &str,
        export: &Export,
    ) -> Result<(Section, u64, u64, SymbolKind), LinkError> {
        let (namespace, id, kind) = match export {
            Export::Function(id) => (0, id.as_u32(), SymbolKind::Text),
            Export::Data(id) => (1, id.as_u32(), SymbolKind::Data),
            Export::Runtime(symbol) => {
                return match self.export(symbol)? {
                    Leads::To(section, address) => Ok((section, address, 0, SymbolKind::Text)),
                    Leads::Import(_) => Err(LinkError::Undefined(name.to_owned())),
                };
            }
        };
        let place = self
            .module
            .place_of(&ModuleRelocTarget::user(namespace, id));
        let place = place.ok_or_else(|| LinkError::Undefined(name.to_owned()))?;
        Ok((
            section_of_part(place.part),
            self.layout.address(place),
            place.size,
            kind,
        ))
    }

    fn add_relocations(
        &mut self,
        object: &mut Object<'_>,
        sections: &BTreeMap<Section, SectionId>,
    ) -> Result<(), LinkError> {
        let mut relocations = std::mem::take(&mut self.relocations);
        relocations.sort_by_key(|(at, ..)| (at.section, at.address));
        let mut imports: BTreeMap<u32, SymbolId> = BTreeMap::new();
        let mut threads: BTreeMap<Section, SymbolId> = BTreeMap::new();
        for (at, kind, leads, addend) in relocations {
            let (symbol, distance) = match leads {
                Leads::Import(import) => {
                    let symbol = imports
                        .entry(import)
                        .or_insert_with(|| self.import(object, import));
                    (*symbol, 0)
                }
                Leads::To(section, address) if kind == R_X86_64_TPOFF32 => {
                    let symbol = threads
                        .entry(section)
                        .or_insert_with(|| thread_start(object, sections[&section]));
                    (*symbol, address - self.start(section))
                }
                Leads::To(section, address) => {
                    let symbol = object.section_symbol(sections[&section]);
                    (symbol, address - self.start(section))
                }
            };
            let relocation = Relocation {
                offset: self.offset(at) as u64,
                symbol,
                addend: addend + distance as i64,
                flags: RelocationFlags::Elf { r_type: kind },
            };
            let added = object.add_relocation(sections[&at.section], relocation);
            added.map_err(|error| LinkError::Relocation(error.to_string()))?;
        }
        Ok(())
    }

    /// A symbol of the system.
    fn import(&self, object: &mut Object<'_>, import: u32) -> SymbolId {
        let objects = &self.runtime.objects;
        let of = |column| objects.column(column)[import as usize];
        object.add_symbol(Symbol {
            name: objects.name(of(Column::ImportName)).to_vec(),
            value: 0,
            size: 0,
            kind: SymbolKind::Unknown,
            scope: SymbolScope::Unknown,
            weak: of(Column::ImportWeak) == 1,
            section: SymbolSection::Undefined,
            flags: SymbolFlags::None,
        })
    }
}

/// A section with its bytes.
fn add_section(
    object: &mut Object<'_>,
    section: Section,
    kind: SectionKind,
    bytes: Vec<u8>,
    has_constants: bool,
) -> SectionId {
    let name = ROWS[section as usize].name.as_bytes().to_vec();
    let kind = match section {
        // What has contents is no section of zeros.
        Section::Zero if has_constants => SectionKind::Data,
        _ => kind,
    };
    let name = match (section, kind) {
        (Section::Zero, SectionKind::Data) => b".data.qc".to_vec(),
        _ => name,
    };
    let id = object.add_section(Vec::new(), name, kind);
    match kind {
        SectionKind::UninitializedData | SectionKind::UninitializedTls => {
            object.append_section_bss(id, bytes.len() as u64, ALIGN);
        }
        _ => {
            let align = match section {
                Section::Frames | Section::Initialisers => 8,
                _ => ALIGN,
            };
            object.section_mut(id).set_data(bytes, align);
        }
    }
    if section == Section::Initialisers {
        object.section_mut(id).flags = SectionFlags::Elf {
            sh_flags: u64::from(SHF_ALLOC | SHF_WRITE),
        };
    }
    id
}

/// The start of a section of variables of threads.
fn thread_start(object: &mut Object<'_>, section: SectionId) -> SymbolId {
    object.add_symbol(Symbol {
        name: b"quasar_thread".to_vec(),
        value: 0,
        size: 0,
        kind: SymbolKind::Tls,
        scope: SymbolScope::Compilation,
        weak: false,
        section: SymbolSection::Section(section),
        flags: SymbolFlags::None,
    })
}

/// The head of a member: name, bytes. Times, owners and rights are the same in every archive.
fn head(name: &str, size: usize) -> Vec<u8> {
    format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644).into_bytes()
}

/// An archive of one object (System V's form): what tells files by their first bytes, a table of names, the object.
fn packed(member: &str, object: &[u8], names: &[String]) -> Vec<u8> {
    const MAGIC: &[u8] = b"!<arch>\n";
    let mut index = (names.len() as u32).to_be_bytes().to_vec();
    let strings: usize = names.iter().map(|name| name.len() + 1).sum();
    let index_size = (4 + 4 * names.len() + strings).next_multiple_of(2);
    let place = (MAGIC.len() + head("/", 0).len() + index_size) as u32;
    index.extend(names.iter().flat_map(|_| place.to_be_bytes()));
    for name in names {
        index.extend(name.as_bytes());
        index.push(0);
    }
    index.resize(index_size, 0);
    // A name is as long as the head has room for it.
    let member: String = member.chars().take(12).collect();
    let member = format!("{member}.o/");
    let parts = [
        MAGIC,
        &head("/", index_size),
        &index,
        &head(&member, object.len()),
        object,
    ];
    let mut archive = parts.concat();
    archive.resize(archive.len().next_multiple_of(2), b'\n');
    archive
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::read::archive::ArchiveFile;

    #[test]
    fn archives_are_read_back() {
        let names = ["blur".to_owned(), "sharpen".to_owned()];
        let bytes = packed("a_long_name_of_a_library", b"odd", &names);
        let archive = ArchiveFile::parse(&*bytes).expect("an archive");
        let members: Vec<_> = archive.members().map(|it| it.expect("a member")).collect();
        assert_eq!(members.len(), 1);
        assert_eq!(members[0].name(), b"a_long_name_.o");
        assert_eq!(members[0].data(&*bytes).expect("contents"), b"odd");
        let symbols = archive.symbols().expect("a table").expect("there is one");
        assert_eq!(symbols.count(), 2);
    }
}
