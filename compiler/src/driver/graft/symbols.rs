//! The symbol table: the stub's symbols and the program's.
//!
//! *Invariant:* the stub's symbols keep their places, so that relocations and
//! section groups that refer to them by index stay right; ours follow as
//! globals.

use cranelift_module::Module;

use super::elf::{SYMBOL_SIZE, SectionHeader};
use super::error::LinkError;
use super::layout::Layout;
use super::module::{GraftModule, Part};
use super::stub::Stub;

/// `st_info` of a global function.
const GLOBAL_FUNCTION: u8 = 0x12;
/// `st_info` of a global datum.
const GLOBAL_OBJECT: u8 = 0x11;

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
        Ok(SymbolTable {
            entries: contents(".symtab")?,
            strings: contents(".strtab")?,
        })
    }

    fn push(&mut self, name: &str, info: u8, section: u16, address: u64, size: u64) {
        let start = self.entries.len();
        self.entries
            .extend((self.strings.len() as u32).to_le_bytes());
        self.entries.extend([info, 0]);
        self.entries.extend(section.to_le_bytes());
        self.entries.extend(address.to_le_bytes());
        self.entries.extend(size.to_le_bytes());
        debug_assert_eq!(self.entries.len() - start, SYMBOL_SIZE);
        self.strings.extend(name.as_bytes());
        self.strings.push(0);
    }
}
