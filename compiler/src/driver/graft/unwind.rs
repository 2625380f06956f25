//! Unwind tables: a panic of the runtime passes through the program's frames.
//!
//! The program's frame descriptions get a section of their own, and the stub's
//! search table is rewritten with the entries of both, since the unwinder
//! looks at one table only.
//!
//! *Invariant:* the merged table is sorted by address and covers every
//! function that Cranelift compiled.

use cranelift_codegen::isa::unwind::UnwindInfo;
use cranelift_module::Module;
use gimli::write::{
    Address, CallFrameInstruction, CommonInformationEntry, DebugFrame, EhFrame, EndianVec,
    FrameDescriptionEntry, FrameTable,
};
use gimli::{DW_EH_PE_pcrel, DW_EH_PE_sdata4, DwEhPe, LittleEndian, Register};

use super::elf::{PT_GNU_EH_FRAME, read_i32, read_u32};
use super::error::LinkError;
use super::layout::Layout;
use super::module::GraftModule;
use super::stub::Stub;
use crate::codegen::spmd::{FrameRow, FrameRule, Unwind};

/// Version 1; pointer pc-relative, count absolute, entries relative to the table.
const SEARCH_TABLE_ENCODING: [u8; 4] = [1, 0x1b, 0x03, 0x3b];
/// Bytes in front of the search table's entries.
const SEARCH_TABLE_HEADER: u64 = 12;
/// Bytes of one entry: a function's address and that of its description.
const SEARCH_ENTRY: u64 = 8;
/// Ends a section of frame descriptions.
const TERMINATOR: [u8; 4] = [0; 4];

/// The stub's search table, and the sizes of what is added to it.
pub struct UnwindTables {
    /// Address of the stub's frame descriptions.
    stub_frames: u64,
    /// The stub's entries: a function's address and that of its description.
    entries: Vec<(u64, u64)>,
    /// Functions of the program that have unwind information.
    added: u64,
    /// Bytes of their descriptions.
    frames_size: u64,
}

impl UnwindTables {
    /// Reads the stub's table and sizes the merged one.
    pub fn new(stub: &Stub, module: &GraftModule) -> Result<Self, LinkError> {
        let bad = || LinkError::BadStub("its unwind search table is unusual".to_owned());
        let mut headers = stub.elf.programs.iter();
        let header = headers
            .find(|header| header.kind == PT_GNU_EH_FRAME)
            .ok_or_else(bad)?;
        let table = stub
            .elf
            .bytes
            .get(header.offset as usize..)
            .ok_or_else(bad)?;
        if !table.starts_with(&SEARCH_TABLE_ENCODING) {
            return Err(bad());
        }
        let relative = |at: usize, to: u64| -> Result<u64, LinkError> {
            Ok(to.wrapping_add_signed(i64::from(read_i32(table, at)?)))
        };
        let count = read_u32(table, 8)? as usize;
        let entry = |i: usize| -> Result<(u64, u64), LinkError> {
            let at = SEARCH_TABLE_HEADER as usize + SEARCH_ENTRY as usize * i;
            Ok((
                relative(at, header.address)?,
                relative(at + 4, header.address)?,
            ))
        };
        let entries = (0..count).map(entry).collect::<Result<_, _>>()?;
        let stub_frames = relative(4, header.address + 4)?;
        // Every pointer is four bytes wide, so the size does not depend on addresses.
        let frames_size = frames(module, 0, 0)?.len() as u64;
        let added = module
            .functions
            .iter()
            .filter(|function| function.unwind.is_some());
        Ok(UnwindTables {
            stub_frames,
            entries,
            added: added.count() as u64,
            frames_size,
        })
    }

    /// Bytes of the merged search table.
    pub fn search_table_size(&self) -> u64 {
        SEARCH_TABLE_HEADER + SEARCH_ENTRY * (self.entries.len() as u64 + self.added)
    }

    /// Bytes of the program's frame descriptions.
    pub fn frames_size(&self) -> u64 {
        self.frames_size
    }

    /// The program's frame descriptions and the merged search table.
    pub fn write(
        &self,
        module: &GraftModule,
        layout: &Layout,
    ) -> Result<(Vec<u8>, Vec<u8>), LinkError> {
        let frames = frames(module, layout.code.start, layout.frames.start)?;
        let mut entries = self.entries.clone();
        entries.extend(described(&frames, layout.frames.start)?);
        entries.sort_unstable();
        let table = self.search_table(&entries, layout.search_table.start);
        Ok((frames, table))
    }

    fn search_table(&self, entries: &[(u64, u64)], start: u64) -> Vec<u8> {
        let mut out = SEARCH_TABLE_ENCODING.to_vec();
        let relative = |to: u64, from: u64| (to.wrapping_sub(from) as i32).to_le_bytes();
        out.extend(relative(self.stub_frames, start + 4));
        out.extend((entries.len() as u32).to_le_bytes());
        for (function, description) in entries {
            out.extend(relative(*function, start));
            out.extend(relative(*description, start));
        }
        out
    }
}

/// What every description of a function shares.
///
/// Cranelift's says that addresses are absolute, which would need relocations.
fn common(module: &GraftModule) -> Result<CommonInformationEntry, LinkError> {
    let unsupported = || LinkError::BadStub("its machine has no unwind format".to_owned());
    let mut common = module.isa().create_systemv_cie().ok_or_else(unsupported)?;
    common.fde_address_encoding = DwEhPe(DW_EH_PE_pcrel.0 | DW_EH_PE_sdata4.0);
    Ok(common)
}

/// The frame descriptions for code at `code`, as a section at `start`.
fn frames(module: &GraftModule, code: u64, start: u64) -> Result<Vec<u8>, LinkError> {
    // gimli subtracts only the offset in the section; this subtracts its address.
    let table = frame_table(module, common(module)?, code.wrapping_sub(start));
    let mut section = EhFrame(EndianVec::new(LittleEndian));
    table.write_eh_frame(&mut section)?;
    let mut bytes = section.0.into_vec();
    bytes.extend(TERMINATOR);
    Ok(bytes)
}

/// The same with absolute addresses, for debuggers: they read only one
/// section of each kind, and `.eh_frame` is the stub's.
pub fn debug_frame(module: &GraftModule, code: u64) -> Result<Vec<u8>, LinkError> {
    let mut common = common(module)?;
    common.fde_address_encoding = gimli::DW_EH_PE_absptr;
    let mut section = DebugFrame(EndianVec::new(LittleEndian));
    frame_table(module, common, code).write_debug_frame(&mut section)?;
    Ok(section.0.into_vec())
}

fn frame_table(module: &GraftModule, common: CommonInformationEntry, code: u64) -> FrameTable {
    let mut table = FrameTable::default();
    let common = table.add_cie(common);
    for function in &module.functions {
        let address = Address::Constant(code.wrapping_add(function.place.offset));
        match &function.unwind {
            Some(Unwind::Cranelift(UnwindInfo::SystemV(info))) => {
                table.add_fde(common, info.to_fde(address));
            }
            Some(Unwind::Frame { length, rows }) => {
                table.add_fde(common, frame_description(address, *length, rows));
            }
            // Cranelift's enum: the formats of other systems.
            Some(Unwind::Cranelift(_)) | None => {}
        }
    }
    table
}

/// The description of a function by the rules of its frame.
fn frame_description(address: Address, length: u32, rows: &[FrameRow]) -> FrameDescriptionEntry {
    let mut entry = FrameDescriptionEntry::new(address, length);
    for row in rows {
        let instruction = match row.rule {
            FrameRule::Distance(bytes) => CallFrameInstruction::CfaOffset(bytes),
            FrameRule::From(register) => CallFrameInstruction::CfaRegister(Register(register)),
            FrameRule::Saved(register, at) => CallFrameInstruction::Offset(Register(register), at),
        };
        entry.add_instruction(row.offset, instruction);
    }
    entry
}

/// The search entries for the descriptions in `frames`, a section at `start`.
fn described(frames: &[u8], start: u64) -> Result<Vec<(u64, u64)>, LinkError> {
    let mut entries = Vec::new();
    let mut at = 0;
    while at + TERMINATOR.len() < frames.len() {
        let length = read_u32(frames, at)? as usize;
        let is_function = read_u32(frames, at + 4)? != 0;
        if is_function {
            let field = start + at as u64 + 8;
            let function = field.wrapping_add_signed(i64::from(read_i32(frames, at + 8)?));
            entries.push((function, start + at as u64));
        }
        at += 4 + length;
    }
    Ok(entries)
}
