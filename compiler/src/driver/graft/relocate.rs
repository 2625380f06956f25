//! Resolving references, and the dynamic relocations for pointers in data.
//!
//! *Invariant:* only the kinds of relocation that generated code contains are
//! known; any other is an error, never a guess.

use cranelift_codegen::binemit::Reloc;
use object::elf::{DT_RELA, DT_RELACOUNT, DT_RELASZ, R_AARCH64_RELATIVE, R_X86_64_RELATIVE};
use object::pod::{bytes_of, slice_from_all_bytes};
use object::{I64, U64};

use super::elf::{Dynamic, DynamicRelocation, EM_X86_64, ElfError, ORDER, PT_DYNAMIC};
use super::error::LinkError;
use super::image::Image;
use super::layout::Layout;
use super::module::{GraftModule, Part, Relocation};
use super::stub::Stub;
use super::veneer::Veneers;

/// Bytes of one dynamic relocation.
const RELOCATION_SIZE: u64 = size_of::<DynamicRelocation>() as u64;

/// A pointer in the data: the address it lies at, and the address it holds.
pub struct Pointer {
    /// Where it lies.
    pub at: u64,
    /// What it points to.
    pub value: u64,
}

/// Resolves every reference; returns the pointers that need dynamic relocations.
///
/// `text` is the whole text segment, veneers included.
pub fn resolve(
    stub: &Stub,
    module: &GraftModule,
    layout: &Layout,
    text: &mut [u8],
) -> Result<Vec<Pointer>, LinkError> {
    let mut veneers = Veneers::default();
    let mut pointers = Vec::new();
    for relocation in &module.relocations {
        let at = layout.start_of(relocation.part) + relocation.offset;
        let mut target = target_address(stub, module, layout, relocation)?;
        if relocation.kind == Reloc::Abs8 {
            let value = target.wrapping_add_signed(relocation.addend);
            pointers.push(Pointer { at, value });
            continue;
        }
        if relocation.part != Part::Text {
            return Err(LinkError::Relocation(format!(
                "{:?} in data",
                relocation.kind
            )));
        }
        if relocation.kind == Reloc::Arm64Call && target < layout.code.start {
            target = veneers.route(layout, text, target)?;
        }
        let offset = relocation.offset as usize;
        apply(relocation.kind, text, offset, at, target, relocation.addend)?;
    }
    Ok(pointers)
}

/// The address of a relocation's target: the program's own or the runtime's.
fn target_address(
    stub: &Stub,
    module: &GraftModule,
    layout: &Layout,
    relocation: &Relocation,
) -> Result<u64, LinkError> {
    if let Some(place) = module.place_of(&relocation.target) {
        return Ok(layout.address(place));
    }
    let symbol = module.symbol_of(&relocation.target);
    stub.export(&symbol).ok_or(LinkError::Undefined(symbol))
}

/// Writes one reference at `offset` of `bytes`, which is loaded at `address`.
pub fn apply(
    kind: Reloc,
    bytes: &mut [u8],
    offset: usize,
    address: u64,
    target: u64,
    addend: i64,
) -> Result<(), LinkError> {
    let target = target.wrapping_add_signed(addend);
    let distance = target.wrapping_sub(address) as i64;
    let out_of_range = || LinkError::OutOfRange {
        kind: format!("{kind:?}"),
        target,
    };
    match kind {
        Reloc::X86PCRel4 | Reloc::X86CallPCRel4 | Reloc::X86CallPLTRel4 => {
            let value = i32::try_from(distance).map_err(|_| out_of_range())?;
            bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
        }
        Reloc::Arm64Call => {
            let words = signed(distance >> 2, 26).ok_or_else(out_of_range)?;
            set_bits(bytes, offset, 0xfc00_0000, words);
        }
        Reloc::Aarch64AdrPrelPgHi21 => {
            let pages = (target >> 12).wrapping_sub(address >> 12) as i64;
            let pages = signed(pages, 21).ok_or_else(out_of_range)?;
            set_bits(
                bytes,
                offset,
                0x9f00_001f,
                (pages & 3) << 29 | (pages >> 2) << 5,
            );
        }
        Reloc::Aarch64AddAbsLo12Nc => {
            set_bits(bytes, offset, !(0xfff << 10), (target as u32 & 0xfff) << 10);
        }
        // Cranelift's enum; all that is not listed is refused.
        _ => return Err(LinkError::Relocation(format!("{kind:?}"))),
    }
    Ok(())
}

/// `value` as the low `bits` of a word, if it fits.
fn signed(value: i64, bits: u32) -> Option<u32> {
    let limit = 1i64 << (bits - 1);
    (-limit..limit)
        .contains(&value)
        .then_some(value as u32 & ((1 << bits) - 1))
}

/// Replaces the bits of the instruction at `offset` that `keep` does not cover.
fn set_bits(bytes: &mut [u8], offset: usize, keep: u32, bits: u32) {
    let field = &mut bytes[offset..offset + 4];
    let old = field
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u32::from(*byte));
    field.copy_from_slice(&(old & keep | bits).to_le_bytes());
}

/// The stub's dynamic relocations, which the graft copies and extends.
pub struct DynamicTable {
    /// Where the dynamic section lies in the file.
    start: usize,
    /// Its entries.
    entries: &'static [Dynamic],
    /// The stub's relocations.
    table: &'static [u8],
    /// Bytes of relative relocations at the table's start.
    relative: usize,
    /// `R_*_RELATIVE`: load address plus addend.
    kind: u32,
}

impl DynamicTable {
    /// Reads the stub's table.
    pub fn read(stub: &Stub) -> Result<Self, LinkError> {
        let elf = &stub.elf;
        let segment = elf.programs.iter().find(|header| header.kind == PT_DYNAMIC);
        let segment = segment.ok_or_else(|| LinkError::BadStub("it is static".to_owned()))?;
        let section = segment.offset as usize;
        let entries = elf
            .bytes
            .get(section..section + segment.file_size as usize)
            .and_then(|bytes| slice_from_all_bytes::<Dynamic>(bytes).ok())
            .ok_or(ElfError::Truncated)?;
        let value = |tag| {
            let mut entries = entries.iter();
            let found = entries.find(|entry| entry.d_tag.get(ORDER) == tag)?;
            Some(found.d_val.get(ORDER))
        };
        let missing = || LinkError::BadStub("it has no dynamic relocations".to_owned());
        let start = elf.file_offset(value(DT_RELA).ok_or_else(missing)?)?;
        let size = value(DT_RELASZ).ok_or_else(missing)? as usize;
        let table = elf.bytes.get(start..start + size).ok_or_else(missing)?;
        let relative = (value(DT_RELACOUNT).unwrap_or(0) * RELOCATION_SIZE) as usize;
        let kind = match elf.machine == EM_X86_64 {
            true => R_X86_64_RELATIVE,
            false => R_AARCH64_RELATIVE,
        };
        Ok(DynamicTable {
            start: section,
            entries,
            table,
            relative,
            kind,
        })
    }

    /// The size of the extended table; 0 when the program has no pointers.
    pub fn size_with(&self, module: &GraftModule) -> u64 {
        let absolute = |relocation: &&Relocation| relocation.kind == Reloc::Abs8;
        match module.relocations.iter().filter(absolute).count() as u64 {
            0 => 0,
            pointers => self.table.len() as u64 + RELOCATION_SIZE * pointers,
        }
    }

    /// The extended table: relative entries stay in front.
    pub fn extended(&self, pointers: &[Pointer]) -> Vec<u8> {
        let mut out = self.table[..self.relative].to_vec();
        for pointer in pointers {
            out.extend(bytes_of(&DynamicRelocation {
                r_offset: U64::new(ORDER, pointer.at),
                r_info: U64::new(ORDER, self.kind.into()),
                r_addend: I64::new(ORDER, pointer.value as i64),
            }));
        }
        out.extend_from_slice(&self.table[self.relative..]);
        out
    }

    /// Points the dynamic section of `image` at the extended table.
    pub fn patch(&self, image: &mut Image, layout: &Layout, pointers: &[Pointer]) {
        for (index, entry) in self.entries.iter().enumerate() {
            let value = match entry.d_tag.get(ORDER) {
                DT_RELA => layout.dynamic_relocations.start,
                DT_RELASZ => layout.dynamic_relocations.size,
                DT_RELACOUNT => entry.d_val.get(ORDER) + pointers.len() as u64,
                _ => continue,
            };
            let changed = Dynamic {
                d_val: U64::new(ORDER, value),
                ..*entry
            };
            let at = self.start + index * size_of::<Dynamic>();
            image.patch(at, bytes_of(&changed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distant_call_is_out_of_range() {
        let mut bytes = [0; 4];
        let far = apply(Reloc::X86CallPCRel4, &mut bytes, 0, 0, 1 << 40, -4);
        assert!(matches!(far, Err(LinkError::OutOfRange { .. })));
        let far = apply(Reloc::Arm64Call, &mut bytes, 0, 0, 1 << 27, 0);
        assert!(matches!(far, Err(LinkError::OutOfRange { .. })));
    }

    #[test]
    fn a_call_keeps_its_opcode() {
        let mut bytes = 0x9400_0000u32.to_le_bytes();
        apply(Reloc::Arm64Call, &mut bytes, 0, 0x1000, 0x0ff0, 0).expect("near");
        assert_eq!(u32::from_le_bytes(bytes), 0x97ff_fffc);
    }

    #[test]
    fn other_kinds_are_refused() {
        let got = apply(Reloc::X86GOTPCRel4, &mut [0; 4], 0, 0, 0, 0);
        assert!(matches!(got, Err(LinkError::Relocation(_))));
    }
}
