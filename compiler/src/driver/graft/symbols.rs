//! The symbol table: the stub's symbols and the program's.
//!
//! *Invariant:* the stub's symbols keep their places, so that relocations and
//! section groups that refer to them by index stay right; ours follow as
//! globals.

use cranelift_module::Module;
use memchr::memmem::Finder;
use object::elf::{STB_GLOBAL, STT_FUNC, STT_OBJECT};
use object::pod::{bytes_of, slice_from_all_bytes_mut};
use object::{U16, U32, U64};

use super::elf::{ElfError, Entry, ORDER, SectionHeader};
use super::error::LinkError;
use super::layout::Layout;
use super::module::{GraftModule, Part};
use super::stub::Stub;

/// `st_info` of a global function.
const GLOBAL_FUNCTION: u8 = (STB_GLOBAL << 4) | STT_FUNC;
/// `st_info` of a global datum.
const GLOBAL_OBJECT: u8 = (STB_GLOBAL << 4) | STT_OBJECT;

/// Indices of the sections that the program's symbols lie in.
pub struct SectionIndices {
    /// Machine code.
    pub text: u16,
    /// Constants.
    pub read_only: u16,
    /// Variables.
    pub data: u16,
    /// Variables that start as zero.
    pub zero: u16,
}

impl SectionIndices {
    fn of(&self, part: Part) -> u16 {
        match part {
            Part::Text => self.text,
            Part::ReadOnly => self.read_only,
            Part::Data => self.data,
            Part::Zero => self.zero,
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
    /// The stub's table, extended with the program's functions and data.
    pub fn build(
        stub: &Stub,
        module: &GraftModule,
        layout: &Layout,
        sections: &SectionIndices,
    ) -> Result<Self, LinkError> {
        let mut table = SymbolTable::of_stub(stub)?;
        for function in &module.functions {
            let declaration = module.declarations().get_function_decl(function.id);
            let name = declaration.linkage_name(function.id);
            let address = layout.address(function.place);
            let section = sections.of(function.place.part);
            table.push(
                &name,
                GLOBAL_FUNCTION,
                section,
                address,
                function.place.size,
            );
        }
        for object in &module.objects {
            let declaration = module.declarations().get_data_decl(object.id);
            let name = declaration.linkage_name(object.id);
            let address = layout.address(object.place);
            let section = sections.of(object.place.part);
            table.push(&name, GLOBAL_OBJECT, section, address, object.place.size);
        }
        Ok(table)
    }

    fn of_stub(stub: &Stub) -> Result<Self, LinkError> {
        let contents = |name| -> Result<Vec<u8>, LinkError> {
            let section: &SectionHeader = stub.elf.section(name)?;
            Ok(stub.elf.contents(section)?.to_vec())
        };
        let (entries, strings) = (contents(".symtab")?, contents(".strtab")?);
        Ok(SymbolTable::with_useful_names(entries, &strings)?)
    }

    /// The entries in their places. Functions of other crates than the runtime's lose their names: these take more than a megabyte, and
    /// tell nobody anything who looks at a program in Quasar.
    fn with_useful_names(mut entries: Vec<u8>, strings: &[u8]) -> Result<Self, ElfError> {
        let mut kept = vec![0];
        let own = OwnNames::new();
        let symbols = slice_from_all_bytes_mut::<Entry>(&mut entries);
        for symbol in symbols.map_err(|()| ElfError::Truncated)? {
            let start = symbol.st_name.get(ORDER) as usize;
            let length = memchr::memchr(0, &strings[start..]).unwrap_or_default();
            let name = &strings[start..start + length];
            let mut new = 0;
            if own.is_useful(name) {
                new = kept.len() as u32;
                kept.extend(name);
                kept.push(0);
            }
            symbol.st_name.set(ORDER, new);
        }
        Ok(SymbolTable {
            entries,
            strings: kept,
        })
    }

    fn push(&mut self, name: &str, info: u8, section: u16, address: u64, size: u64) {
        self.entries.extend(bytes_of(&Entry {
            st_name: U32::new(ORDER, self.strings.len() as u32),
            st_info: info,
            st_other: 0,
            st_shndx: U16::new(ORDER, section),
            st_value: U64::new(ORDER, address),
            st_size: U64::new(ORDER, size),
        }));
        self.strings.extend(name.as_bytes());
        self.strings.push(0);
    }
}

/// The texts that tell the runtime's own symbols, made ready for the search in some ten thousand names.
struct OwnNames([Finder<'static>; 2]);

impl OwnNames {
    fn new() -> Self {
        OwnNames(["quasar", "nvrtc_bridge"].map(Finder::new))
    }

    /// Whether a symbol of the stub keeps its name: one that is not Rust's, or that speaks of the runtime.
    fn is_useful(&self, name: &[u8]) -> bool {
        let is_rust = name.starts_with(b"_ZN") || name.starts_with(b"_R");
        let is_own = || self.0.iter().any(|text| text.find(name).is_some());
        !name.is_empty() && (!is_rust || is_own())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYMBOL_SIZE: usize = size_of::<Entry>();

    #[test]
    fn names_of_the_runtime_stay_and_entries_keep_their_places() {
        let names = ["main", "_ZN3exr4read17h0E", "_ZN9quasar_rt4pool3run17h1E"];
        let mut strings = vec![0];
        let mut entries = vec![0; SYMBOL_SIZE];
        for name in names {
            let mut entry = [7; SYMBOL_SIZE];
            entry[..4].copy_from_slice(&(strings.len() as u32).to_le_bytes());
            entries.extend(entry);
            strings.extend(name.as_bytes());
            strings.push(0);
        }
        let table = SymbolTable::with_useful_names(entries, &strings).expect("whole entries");
        let found: Vec<&str> = table
            .entries
            .chunks(SYMBOL_SIZE)
            .map(|entry| {
                let start = u32::from_le_bytes(entry[..4].try_into().unwrap()) as usize;
                let name = table.strings[start..].split(|byte| *byte == 0).next();
                str::from_utf8(name.unwrap()).unwrap()
            })
            .collect();
        assert_eq!(found, ["", names[0], "", names[2]]);
        assert_eq!(
            &table.entries[2 * SYMBOL_SIZE + 4..3 * SYMBOL_SIZE],
            [7; 20]
        );
    }
}
