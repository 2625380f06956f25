//! Unwind tables: a panic of the runtime passes through the program's frames.
//!
//! The descriptions of the program's frames lie behind those of the runtime's pieces, and one search table has the entries of both.
//!
//! *Invariant:* the search table is sorted by address and has every function that is described.

use cranelift_codegen::isa::unwind::UnwindInfo;
use cranelift_module::Module;
use gimli::write::{
    Address, CallFrameInstruction, CommonInformationEntry, EhFrame, EndianVec,
    FrameDescriptionEntry, FrameTable,
};
use gimli::{DW_EH_PE_pcrel, DW_EH_PE_sdata4, DwEhPe, LittleEndian, Register};

use super::error::LinkError;
use super::layout::{Layout, Section};
use super::module::{GraftModule, Part};
use super::objects::{Kind, Objects};
use super::reach::Reached;
use crate::codegen::spmd::{FrameRow, FrameRule, Unwind};

/// Version 1; pointer pc-relative, count absolute, entries relative to the table.
const SEARCH_TABLE_ENCODING: [u8; 4] = [1, 0x1b, 0x03, 0x3b];
/// Bytes in front of the search table's entries.
const SEARCH_TABLE_HEADER: u64 = 12;
/// Bytes of one entry: a function's address and that of its description.
const SEARCH_ENTRY: u64 = 8;
/// Ends a section of frame descriptions.
pub const TERMINATOR: [u8; 4] = [0; 4];
/// Where a description has the distance to its function.
const FUNCTION: u32 = 8;

/// Bytes of the search table.
pub fn search_table_size(objects: &Objects<'_>, reached: &Reached, module: &GraftModule) -> u64 {
    let described = module
        .functions
        .iter()
        .filter(|function| function.unwind.is_some());
    let count = reached.of_kind(objects, Kind::Frame).len() + described.count();
    SEARCH_TABLE_HEADER + SEARCH_ENTRY * count as u64
}

/// Bytes of the program's descriptions and of what ends all. Every pointer is four bytes wide, so they do not depend on addresses.
pub fn frames_size(module: &GraftModule) -> Result<u64, LinkError> {
    Ok(frames(module, 0, 0)?.len() as u64)
}

/// The program's descriptions, and the search table for all.
pub fn tables(
    objects: &Objects<'_>,
    reached: &Reached,
    module: &GraftModule,
    layout: &Layout,
) -> Result<(Vec<u8>, Vec<u8>), LinkError> {
    let own = frames(module, layout.start_of(Part::Text), layout.frames)?;
    let described = reached.of_kind(objects, Kind::Frame).iter();
    let mut entries: Vec<(u64, u64)> = described
        .map(|frame| (function_of(objects, layout, *frame), layout.piece(*frame)))
        .collect();
    entries.extend(described_in(&own, layout.frames));
    entries.sort_unstable();
    let table = search_table(&entries, layout);
    Ok((own, table))
}

/// The program's descriptions, and for each the address of the field that has its function's, and that.
pub fn described(
    module: &GraftModule,
    layout: &Layout,
) -> Result<(Vec<u8>, Vec<(u64, u64)>), LinkError> {
    let own = frames(module, layout.start_of(Part::Text), layout.frames)?;
    let entries = described_in(&own, layout.frames).into_iter();
    let fields = entries.map(|(function, at)| (at + u64::from(FUNCTION), function));
    Ok((own, fields.collect()))
}

/// The address of the function that a piece describes the frame of.
fn function_of(objects: &Objects<'_>, layout: &Layout, frame: u32) -> u64 {
    let mut relocations = objects.relocations(frame);
    let function = relocations.find(|relocation| relocation.offset == FUNCTION);
    let function = function.expect("the build script has seen it");
    let target = layout
        .target(function.target)
        .expect("functions are pieces");
    target.wrapping_add_signed(function.addend.into())
}

fn search_table(entries: &[(u64, u64)], layout: &Layout) -> Vec<u8> {
    let start = layout.section(Section::SearchTable).start;
    let frames = layout.section(Section::Frames).start;
    let mut out = SEARCH_TABLE_ENCODING.to_vec();
    let relative = |to: u64, from: u64| (to.wrapping_sub(from) as i32).to_le_bytes();
    out.extend(relative(frames, start + 4));
    out.extend((entries.len() as u32).to_le_bytes());
    for (function, description) in entries {
        out.extend(relative(*function, start));
        out.extend(relative(*description, start));
    }
    out
}

/// What every description of a function of the program shares.
///
/// Cranelift's says that addresses are absolute, which would need relocations.
fn common(module: &GraftModule) -> Result<CommonInformationEntry, LinkError> {
    let common = module.isa().create_systemv_cie();
    let mut common = common.ok_or(LinkError::NoUnwinding)?;
    common.fde_address_encoding = DwEhPe(DW_EH_PE_pcrel.0 | DW_EH_PE_sdata4.0);
    Ok(common)
}

/// The frame descriptions for code at `code`, as the end of a section at `start`.
fn frames(module: &GraftModule, code: u64, start: u64) -> Result<Vec<u8>, LinkError> {
    // gimli subtracts only the offset in the section; this subtracts its address.
    let table = frame_table(module, common(module)?, code.wrapping_sub(start));
    let mut section = EhFrame(EndianVec::new(LittleEndian));
    table.write_eh_frame(&mut section)?;
    let mut bytes = section.0.into_vec();
    bytes.extend(TERMINATOR);
    Ok(bytes)
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

/// The search entries for the descriptions in `frames`, which begin at `start`.
fn described_in(frames: &[u8], start: u64) -> Vec<(u64, u64)> {
    let number = |at: usize| {
        let bytes = frames[at..at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes)
    };
    let mut entries = Vec::new();
    let mut at = 0;
    while at + TERMINATOR.len() < frames.len() {
        let length = number(at) as usize;
        let is_function = number(at + 4) != 0;
        if is_function {
            let field = start + at as u64 + 8;
            let function = field.wrapping_add_signed(i64::from(number(at + 8) as i32));
            entries.push((function, start + at as u64));
        }
        at += 4 + length;
    }
    entries
}
