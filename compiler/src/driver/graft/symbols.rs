//! The symbol table: the program's functions and data, those of the runtime that it calls, and on demand what else of the runtime has a name that
//! tells something.
//!
//! *Invariant:* the first symbol is empty, and all others are global.

use cranelift_module::Module;
use object::elf::{STB_GLOBAL, STT_FUNC, STT_OBJECT, STT_TLS};
use object::pod::bytes_of;
use object::{LittleEndian, U16, U32, U64};

use quasar_abi::graft::EXPORT_PREFIX;

use super::layout::{Layout, Section, section_of_part};
use super::module::{GraftModule, Place};
use super::objects::{Kind, Objects};
use super::reach::Reached;

type Entry = object::elf::Sym64<LittleEndian>;
const ORDER: LittleEndian = LittleEndian;

/// Bytes of an entry.
pub const SYMBOL_SIZE: u64 = size_of::<Entry>() as u64;

/// Which names of the runtime are kept. Names of Rust are long: all are a tenth of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Those of the functions that programs call.
    Exported,
    /// Those of its inner functions and variables, too.
    All,
}

impl Names {
    /// `name` begins with the symbol's.
    fn keeps(self, name: &[u8]) -> bool {
        match self {
            Names::Exported => name.starts_with(EXPORT_PREFIX.as_bytes()),
            Names::All => true,
        }
    }
}

/// A symbol table and its strings.
pub struct SymbolTable {
    /// Entries.
    pub entries: Vec<u8>,
    /// Names.
    pub strings: Vec<u8>,
}

impl SymbolTable {
    /// The symbols of an executable. `index` gives the number of a section's header.
    pub fn build(
        objects: &Objects<'_>,
        reached: &Reached,
        module: &GraftModule,
        layout: &Layout,
        names: Names,
        index: &dyn Fn(Section) -> u16,
    ) -> Self {
        let mut table = SymbolTable {
            entries: vec![0; size_of::<Entry>()],
            strings: vec![0],
        };
        table.push_runtime(objects, reached, layout, names, index);
        let place = |place: Place| (index(section_of_part(place.part)), layout.address(place));
        for function in &module.functions {
            let declaration = module.declarations().get_function_decl(function.id);
            let name = declaration.linkage_name(function.id);
            let (section, address) = place(function.place);
            table.push(
                name.as_bytes(),
                STT_FUNC,
                section,
                address,
                function.place.size,
            );
        }
        for object in &module.objects {
            let declaration = module.declarations().get_data_decl(object.id);
            let name = declaration.linkage_name(object.id);
            let (section, address) = place(object.place);
            table.push(
                name.as_bytes(),
                STT_OBJECT,
                section,
                address,
                object.place.size,
            );
        }
        table
    }

    /// What the program has of the runtime.
    fn push_runtime(
        &mut self,
        objects: &Objects<'_>,
        reached: &Reached,
        layout: &Layout,
        names: Names,
        index: &dyn Fn(Section) -> u16,
    ) {
        let thread = layout.thread_variables().start;
        for (kind, section, symbol) in NAMED {
            for piece in reached.of_kind(objects, kind) {
                // Variables of the thread are told by their distance from the first.
                let base = if symbol == STT_TLS { thread } else { 0 };
                for (name, offset, size) in objects.symbols(*piece) {
                    if names.keeps(objects.names_from(name)) {
                        let address = layout.piece(*piece) + offset - base;
                        self.push(objects.name(name), symbol, index(section), address, size);
                    }
                }
            }
        }
    }

    fn push(&mut self, name: &[u8], kind: u8, section: u16, address: u64, size: u64) {
        self.entries.extend(bytes_of(&Entry {
            st_name: U32::new(ORDER, self.strings.len() as u32),
            st_info: STB_GLOBAL << 4 | kind,
            st_other: 0,
            st_shndx: U16::new(ORDER, section),
            st_value: U64::new(ORDER, address),
            st_size: U64::new(ORDER, size),
        }));
        self.strings.extend(name);
        self.strings.push(0);
    }
}

/// Kinds of pieces whose symbols tell something, their sections, and what such a symbol is.
const NAMED: [(Kind, Section, u8); 6] = [
    (Kind::ReadOnly, Section::ReadOnly, STT_OBJECT),
    (Kind::Text, Section::Text, STT_FUNC),
    (Kind::ThreadData, Section::ThreadData, STT_TLS),
    (Kind::Relocated, Section::Relocated, STT_OBJECT),
    (Kind::Data, Section::Data, STT_OBJECT),
    (Kind::Zero, Section::Zero, STT_OBJECT),
];
