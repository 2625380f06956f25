//! The tables for the loader: the system's libraries, symbols and versions, and what is completed at the start (System V ABI, chapter 5;
//! Linux Standard Base Core 5.0, chapter 10, for versions).
//!
//! *Invariant:* symbol `n` of the table is the `n`th import of the program, counted from 1, and its word in the table of addresses the same.

use object::elf::{
    DF_1_NODELETE, DF_1_NOW, DF_1_PIE, DF_BIND_NOW, DT_DEBUG, DT_FLAGS, DT_FLAGS_1, DT_HASH,
    DT_INIT_ARRAY, DT_INIT_ARRAYSZ, DT_NEEDED, DT_NULL, DT_RELA, DT_RELACOUNT, DT_RELAENT,
    DT_RELASZ, DT_SONAME, DT_STRSZ, DT_STRTAB, DT_SYMENT, DT_SYMTAB, DT_VERNEED, DT_VERNEEDNUM,
    DT_VERSYM, STB_GLOBAL, STB_WEAK, STT_FUNC, STT_OBJECT, VER_NDX_GLOBAL, VER_NDX_LOCAL,
};

use super::layout::{Layout, Section};
use super::objects::{Column, Objects};
use super::reach::Reached;
use super::runtime::Machine;
use super::sections;
use super::shared::{MODULE_WORDS, Shared, ThreadAccess};

/// The system's libraries in the order in which the loader looks for symbols.
const LIBRARIES: [&str; 5] = [
    "libgcc_s.so.1",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    C_LIBRARY,
];
/// The one that every program needs.
const C_LIBRARY: &str = "libc.so.6";
/// The first number of a version; those below have a meaning of their own.
const FIRST_VERSION: u16 = 2;
/// Bytes of an entry of the table of symbols.
const SYMBOL: u64 = 24;
/// Bytes of a relocation.
const RELOCATION: u64 = 24;
/// Bytes of an entry of the dynamic section.
const ENTRY: u64 = 16;

/// A library, where its name lies among the names, and the versions that are needed of it: name, place of the name, number.
struct Library {
    name: &'static str,
    at: u32,
    versions: Vec<(&'static [u8], u32, u16)>,
}

/// The tables, of which the last two need addresses.
pub struct Tables {
    hash: Vec<u8>,
    symbols: Vec<u8>,
    names: Vec<u8>,
    versions: Vec<u8>,
    needs: Vec<u8>,
    libraries: Vec<Library>,
    /// Words that hold addresses of the file itself.
    pointers: u64,
    relocations: u64,
    imports: u64,
    /// What a shared object has beside: the place of its own name, and its access to variables of threads.
    shared: Option<(u32, ThreadAccess)>,
    exports: u64,
}

/// A symbol that a shared object has for others.
#[derive(Clone, Copy, Debug)]
pub struct Exported {
    /// Its section.
    pub section: Section,
    /// Its address.
    pub address: u64,
    /// Its bytes.
    pub size: u64,
}

/// Something that the loader completes: where, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Pointer {
    /// The address of the word.
    pub at: u64,
    /// The address that it holds, the addend of a symbol's, or the word itself.
    pub value: u64,
    /// What it holds.
    pub holds: Holds,
}

/// What the loader writes into a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// An address of the file.
    Own,
    /// The address of an import, by its number.
    Import(u32),
    /// What the word is wherever the file is loaded.
    Constant,
}

impl Tables {
    /// The tables for what a program needs of the system.
    pub fn new(
        objects: &Objects<'static>,
        reached: &Reached,
        shared: Option<(&Shared, ThreadAccess)>,
    ) -> Tables {
        let mut names = vec![0];
        let mut libraries = libraries(objects, reached, &mut names);
        let mut number = FIRST_VERSION;
        for library in &mut libraries {
            for (version, at, own) in &mut library.versions {
                (*at, *own) = (text(&mut names, version), number);
                number += 1;
            }
        }
        let mut tables = Tables {
            hash: Vec::new(),
            symbols: vec![0; SYMBOL as usize],
            versions: VER_NDX_LOCAL.to_le_bytes().to_vec(),
            needs: needs(&libraries),
            names,
            libraries,
            pointers: reached.pointers,
            relocations: reached.pointers
                + reached.foreign_pointers
                + reached.constants
                + reached.imports.len() as u64,
            imports: reached.imports.len() as u64,
            shared: None,
            exports: 0,
        };
        for import in &reached.imports {
            tables.add_symbol(objects, *import);
        }
        if let Some((shared, access)) = shared {
            tables.add_shared(shared, access);
        }
        let symbols = tables.symbols.len() as u64 / SYMBOL;
        tables.hash = match shared {
            None => hash(1, symbols as u32),
            Some(_) => hash((symbols - tables.exports) as u32, symbols as u32),
        };
        tables
    }

    /// The name of a shared object, the function that variables of threads are asked of, and what others find, still without addresses.
    fn add_shared(&mut self, shared: &Shared, access: ThreadAccess) {
        let name = text(&mut self.names, access.function.as_bytes());
        self.add_unversioned(name, 0);
        self.imports += 1;
        self.relocations += 2;
        for (name, _) in &shared.exports {
            let name = text(&mut self.names, name.as_bytes());
            self.add_unversioned(name, 0);
        }
        self.exports = shared.exports.len() as u64;
        self.shared = Some((text(&mut self.names, shared.name.as_bytes()), access));
    }

    /// A global symbol without a version.
    fn add_unversioned(&mut self, name: u32, kind: u8) {
        self.symbols.extend(name.to_le_bytes());
        self.symbols.extend([STB_GLOBAL << 4 | kind, 0]);
        self.symbols.extend([0; SYMBOL as usize - 6]);
        self.versions.extend(VER_NDX_GLOBAL.to_le_bytes());
    }

    /// The table of symbols with the places of those that others find, which are the last.
    fn symbols(&self, exported: &[Exported]) -> Vec<u8> {
        let mut symbols = self.symbols.clone();
        let first = symbols.len() - exported.len() * SYMBOL as usize;
        for (entry, one) in symbols[first..].chunks_mut(SYMBOL as usize).zip(exported) {
            let kind = match one.section {
                Section::Text => STT_FUNC,
                _other => STT_OBJECT,
            };
            entry[4] = STB_GLOBAL << 4 | kind;
            entry[6..8].copy_from_slice(&sections::index(one.section).to_le_bytes());
            entry[8..16].copy_from_slice(&one.address.to_le_bytes());
            entry[16..24].copy_from_slice(&one.size.to_le_bytes());
        }
        symbols
    }

    /// Words of the table of addresses: one for each import, and those by which a shared object is told of its variables of threads.
    fn words(&self) -> u64 {
        match self.shared {
            None => self.imports,
            Some(_) => self.imports + MODULE_WORDS,
        }
    }

    fn add_symbol(&mut self, objects: &Objects<'static>, import: u32) {
        let of = |column| objects.column(column)[import as usize];
        let name = text(&mut self.names, objects.name(of(Column::ImportName)));
        let binding = if of(Column::ImportWeak) == 1 {
            STB_WEAK
        } else {
            STB_GLOBAL
        };
        self.symbols.extend(name.to_le_bytes());
        self.symbols.extend([binding << 4, 0]);
        // No section, no address and no size: the symbol is elsewhere.
        self.symbols.extend([0; SYMBOL as usize - 6]);
        let library = objects.name(of(Column::ImportLibrary));
        let version = objects.name(of(Column::ImportVersion));
        let of_library = |one: &&Library| one.name.as_bytes() == library;
        let number = self.libraries.iter().find(of_library).and_then(|library| {
            let mut versions = library.versions.iter();
            versions.find(|(name, ..)| *name == version)
        });
        let number = number.map_or(VER_NDX_GLOBAL, |(.., number)| *number);
        self.versions.extend(number.to_le_bytes());
    }

    /// How many libraries are needed in certain versions.
    pub fn versioned(&self) -> u32 {
        let versioned = self
            .libraries
            .iter()
            .filter(|library| !library.versions.is_empty());
        versioned.count() as u32
    }

    /// Bytes of each section that is made here.
    pub fn sizes(&self) -> Vec<(Section, u64)> {
        vec![
            (Section::Hash, self.hash.len() as u64),
            (Section::Symbols, self.symbols.len() as u64),
            (Section::Names, self.names.len() as u64),
            (Section::Versions, self.versions.len() as u64),
            (Section::Needs, self.needs.len() as u64),
            (Section::Relocations, self.relocations * RELOCATION),
            (
                Section::Dynamic,
                ENTRY * self.dynamic(&|_| (0, 0)).len() as u64,
            ),
            (Section::Table, 8 * self.words()),
        ]
    }

    /// Contents of each section that is made here; the table of addresses is filled by the loader.
    pub fn contents(
        &self,
        machine: &Machine,
        layout: &Layout,
        pointers: &[Pointer],
        exported: &[Exported],
    ) -> Vec<(Section, Vec<u8>)> {
        let place = |section| {
            let range = layout.section(section);
            (range.start, range.size)
        };
        let dynamic = self.dynamic(&place).into_iter();
        let dynamic = dynamic.flat_map(|(tag, value)| [tag as u64, value]);
        vec![
            (Section::Hash, self.hash.clone()),
            (Section::Symbols, self.symbols(exported)),
            (Section::Names, self.names.clone()),
            (Section::Versions, self.versions.clone()),
            (Section::Needs, self.needs.clone()),
            (
                Section::Relocations,
                self.relocations(machine, layout, pointers),
            ),
            (
                Section::Dynamic,
                dynamic.flat_map(u64::to_le_bytes).collect(),
            ),
        ]
    }

    /// The dynamic section: tags and values. `place` gives address and size of a section.
    fn dynamic(&self, place: &dyn Fn(Section) -> (u64, u64)) -> Vec<(i64, u64)> {
        let needed = self.libraries.iter();
        let mut entries: Vec<(i64, u64)> = needed
            .map(|library| (DT_NEEDED, library.at.into()))
            .collect();
        entries.extend([
            (DT_HASH, place(Section::Hash).0),
            (DT_STRTAB, place(Section::Names).0),
            (DT_SYMTAB, place(Section::Symbols).0),
            (DT_STRSZ, place(Section::Names).1),
            (DT_SYMENT, SYMBOL),
            (DT_RELA, place(Section::Relocations).0),
            (DT_RELASZ, place(Section::Relocations).1),
            (DT_RELAENT, RELOCATION),
            (DT_RELACOUNT, self.pointers),
            (DT_VERSYM, place(Section::Versions).0),
            (DT_VERNEED, place(Section::Needs).0),
            (DT_VERNEEDNUM, self.versioned().into()),
            (DT_FLAGS, DF_BIND_NOW.into()),
        ]);
        match self.shared {
            None => entries.extend([(DT_FLAGS_1, (DF_1_NOW | DF_1_PIE).into()), (DT_DEBUG, 0)]),
            // Threads of the library's pool run its code as long as the process does.
            Some((name, _)) => entries.extend([
                (DT_SONAME, name.into()),
                (DT_INIT_ARRAY, place(Section::Initialisers).0),
                (DT_INIT_ARRAYSZ, place(Section::Initialisers).1),
                (DT_FLAGS_1, (DF_1_NOW | DF_1_NODELETE).into()),
            ]),
        }
        entries.push((DT_NULL, 0));
        entries
    }

    /// What the loader completes: addresses of the file itself first, which it counts.
    fn relocations(&self, machine: &Machine, layout: &Layout, pointers: &[Pointer]) -> Vec<u8> {
        let entry = |pointer: &Pointer| {
            let (symbol, kind) = match pointer.holds {
                Holds::Own => (0, machine.relative),
                Holds::Import(number) => (u64::from(number) + 1, machine.absolute),
                Holds::Constant => (0, machine.constant),
            };
            [pointer.at, symbol << 32 | u64::from(kind), pointer.value]
        };
        let (own, others): (Vec<_>, Vec<_>) = pointers
            .iter()
            .partition(|pointer| pointer.holds == Holds::Own);
        let own = own.into_iter().map(entry);
        let others = others.into_iter().map(entry);
        let slots = (0..self.imports as u32).map(|number| {
            let symbol = u64::from(number) + 1;
            let kind = u64::from(machine.slot);
            [slot(layout, number), symbol << 32 | kind, 0]
        });
        // The loader writes the number of the object, and the distance from its variables' start stays 0.
        let module = self.shared.iter().map(|(_, access)| {
            let at = slot(layout, self.imports as u32);
            [at, u64::from(access.module), 0]
        });
        // Word by word: there are thousands.
        let mut bytes = Vec::with_capacity((self.relocations * RELOCATION) as usize);
        for word in own.chain(others).chain(slots).chain(module).flatten() {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// The word in the table of addresses that belongs to an import, by its position among those of the program.
pub fn slot(layout: &Layout, number: u32) -> u64 {
    layout.section(Section::Table).start + 8 * u64::from(number)
}

/// The libraries that a program needs, with the versions of their symbols.
fn libraries(objects: &Objects<'static>, reached: &Reached, names: &mut Vec<u8>) -> Vec<Library> {
    let mut libraries = Vec::new();
    for name in LIBRARIES {
        let mut versions: Vec<(&'static [u8], u32, u16)> = Vec::new();
        for import in &reached.imports {
            let of = |column| objects.name(objects.column(column)[*import as usize]);
            let version = of(Column::ImportVersion);
            let is_new = versions.iter().all(|(known, ..)| *known != version);
            if of(Column::ImportLibrary) == name.as_bytes() && is_new {
                versions.push((version, 0, 0));
            }
        }
        if !versions.is_empty() || name == C_LIBRARY {
            let at = text(names, name.as_bytes());
            libraries.push(Library { name, at, versions });
        }
    }
    libraries
}

/// The table of versions by libraries (`Elf64_Verneed` and `Elf64_Vernaux`).
fn needs(libraries: &[Library]) -> Vec<u8> {
    const HEAD: u32 = 16;
    let versioned = libraries
        .iter()
        .filter(|library| !library.versions.is_empty());
    let versioned: Vec<&Library> = versioned.collect();
    let mut out = Vec::new();
    for (number, library) in versioned.iter().enumerate() {
        let count = library.versions.len() as u32;
        let next = if number + 1 < versioned.len() {
            HEAD + HEAD * count
        } else {
            0
        };
        out.extend(1u16.to_le_bytes());
        out.extend((count as u16).to_le_bytes());
        out.extend(
            [library.at, HEAD, next]
                .into_iter()
                .flat_map(u32::to_le_bytes),
        );
        for (index, (version, at, own)) in library.versions.iter().enumerate() {
            let next = if index + 1 < count as usize { HEAD } else { 0 };
            out.extend(name_hash(version).to_le_bytes());
            out.extend(0u16.to_le_bytes());
            out.extend(own.to_le_bytes());
            out.extend([*at, next].into_iter().flat_map(u32::to_le_bytes));
        }
    }
    out
}

/// A search table of one chain, from the first symbol that somebody may look for to the last. Nobody looks for symbols in a program, but tools count
/// them by it.
fn hash(first: u32, symbols: u32) -> Vec<u8> {
    let head = if first < symbols { first } else { 0 };
    let chain = (0..symbols).map(|number| match number {
        _ if number >= first && number + 1 < symbols => number + 1,
        _ => 0,
    });
    let numbers = [1, symbols, head].into_iter().chain(chain);
    numbers.flat_map(u32::to_le_bytes).collect()
}

/// The number that stands for the name of a version (System V ABI, "Hash Table").
fn name_hash(name: &[u8]) -> u32 {
    name.iter().fold(0u32, |hash, byte| {
        let hash = (hash << 4).wrapping_add(u32::from(*byte));
        let high = hash & 0xf000_0000;
        (hash ^ high >> 24) & !high
    })
}

/// Appends a text; gives its place.
fn text(names: &mut Vec<u8>, text: &[u8]) -> u32 {
    let at = names.len() as u32;
    names.extend(text);
    names.push(0);
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_the_numbers_that_the_c_library_gives_them() {
        assert_eq!(name_hash(b"GLIBC_2.2.5"), 0x0969_1a75);
        assert_eq!(name_hash(b"GLIBC_2.17"), 0x0696_9197);
    }

    #[test]
    fn the_search_table_has_every_symbol_once() {
        let numbers = |table: Vec<u8>| -> Vec<u32> {
            let words = table.chunks(4);
            let words = words.map(|bytes| u32::from_le_bytes(bytes.try_into().expect("4")));
            words.collect()
        };
        assert_eq!(numbers(hash(1, 4)), [1, 4, 1, 0, 2, 3, 0]);
        assert_eq!(numbers(hash(2, 4)), [1, 4, 2, 0, 0, 3, 0]);
        assert_eq!(numbers(hash(1, 1)), [1, 1, 0, 0]);
    }
}
