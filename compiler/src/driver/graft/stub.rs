//! The prebuilt runtime executables that qc carries.
//!
//! *Invariant:* a [`Stub`] has been checked: it has a graft slot, the symbol
//! and unwind tables that grafting extends, and no debugging sections.

use quasar_abi::graft::SPARE_NOTE;
use quasar_abi::{ABI_HASH, GRAFT_MAGIC, GraftSlot};

use super::elf::{
    EM_AARCH64, EM_X86_64, ElfFile, PT_INTERP, PT_LOAD, PT_NOTE, ProgramHeader, read_u64,
};
use super::error::LinkError;

/// One runtime executable, as the build script embeds it.
pub struct EmbeddedStub {
    /// The target triple it runs on.
    pub triple: &'static str,
    /// The file.
    pub bytes: &'static [u8],
    /// Address of the graft slot.
    pub slot: u64,
    /// Name and address of every function that programs may call, sorted by name.
    pub exports: &'static [(&'static str, u64)],
}

include!(concat!(env!("OUT_DIR"), "/stub_table.rs"));

/// A stub that is ready to be grafted onto.
pub struct Stub {
    /// The parsed file, without the spare notes' headers.
    pub elf: ElfFile<'static>,
    /// Address of the graft slot.
    pub slot: u64,
    /// Program headers that the graft may add.
    pub spare_headers: usize,
    /// End of what the loader reads from the file.
    pub file_end: u64,
    /// End of what the loader maps, in the file and in memory, whichever is later.
    pub end: u64,
    /// Alignment of segments.
    pub page: u64,
    /// The path of the loader, with the NUL at its end; empty when it needs none.
    pub interpreter: &'static [u8],
    exports: &'static [(&'static str, u64)],
}

impl Stub {
    /// The stub for a target.
    ///
    /// # Errors
    /// qc was built without one for this target, or with an unusable one.
    pub fn for_triple(triple: &str) -> Result<Stub, LinkError> {
        let found = STUBS.iter().find(|stub| stub.triple == triple);
        let stub = found.ok_or_else(|| LinkError::NoRuntime {
            triple: triple.to_owned(),
        })?;
        Stub::new(stub)
    }

    /// Parses and checks an embedded stub.
    fn new(stub: &EmbeddedStub) -> Result<Stub, LinkError> {
        let mut elf = ElfFile::parse(stub.bytes)?;
        check_slot(&elf, stub.slot)?;
        if elf
            .sections
            .iter()
            .any(|section| section.name.starts_with(".debug_info"))
        {
            return Err(LinkError::BadStub(
                "it has debugging sections of its own".to_owned(),
            ));
        }
        if elf.machine != EM_X86_64 && elf.machine != EM_AARCH64 {
            return Err(LinkError::BadStub(format!(
                "machine {} is not known",
                elf.machine
            )));
        }
        let headers = elf.programs.len();
        elf.programs.retain(|header| !is_spare(header, stub.bytes));
        let interpreter = elf.programs.iter().find(|header| header.kind == PT_INTERP);
        let interpreter = interpreter.and_then(|header| {
            let start = header.offset as usize;
            stub.bytes.get(start..start + header.file_size as usize)
        });
        let loads = || elf.programs.iter().filter(|header| header.kind == PT_LOAD);
        let end = |header: &ProgramHeader| {
            (header.offset + header.file_size).max(header.address + header.memory_size)
        };
        Ok(Stub {
            slot: stub.slot,
            spare_headers: headers - elf.programs.len(),
            end: loads().map(end).max().unwrap_or(0),
            file_end: loads()
                .map(|header| header.offset + header.file_size)
                .max()
                .unwrap_or(0),
            page: loads()
                .map(|header| header.align)
                .max()
                .unwrap_or(0)
                .max(4096),
            interpreter: interpreter.unwrap_or_default(),
            exports: stub.exports,
            elf,
        })
    }

    /// The address of a function of the runtime.
    pub fn export(&self, symbol: &str) -> Option<u64> {
        let found = self
            .exports
            .binary_search_by(|(name, _)| (*name).cmp(symbol));
        found.ok().map(|index| self.exports[index].1)
    }

    /// The lowest address of a function of the runtime.
    pub fn lowest_export(&self) -> Option<u64> {
        self.exports.iter().map(|(_, address)| *address).min()
    }
}

/// The slot must be where the build script saw it, and be made from the same rows.
fn check_slot(elf: &ElfFile<'_>, slot: u64) -> Result<(), LinkError> {
    let at = elf.file_offset(slot)?;
    let magic = elf.bytes.get(at..at + GRAFT_MAGIC.len());
    if magic != Some(&GRAFT_MAGIC[..]) {
        return Err(LinkError::BadStub(
            "its graft slot is not where it should be".to_owned(),
        ));
    }
    let runtime = read_u64(elf.bytes, at + std::mem::offset_of!(GraftSlot, abi))?;
    match runtime == ABI_HASH {
        true => Ok(()),
        false => Err(LinkError::AbiMismatch {
            compiler: ABI_HASH,
            runtime,
        }),
    }
}

/// Whether a header holds nothing but one of the notes that reserve room for it.
fn is_spare(header: &ProgramHeader, bytes: &[u8]) -> bool {
    let name = header.offset as usize + 12;
    header.kind == PT_NOTE
        && header.file_size >= 20
        && bytes.get(name..name + SPARE_NOTE.len()) == Some(&SPARE_NOTE[..])
}
