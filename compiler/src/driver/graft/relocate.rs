//! Writing references: those of the runtime's pieces and those of generated code, which are the same few kinds.
//!
//! *Invariant:* only kinds that are known are written; any other is an error, never a guess.

use cranelift_codegen::binemit::Reloc;

use super::error::LinkError;
use super::objects::Reference;

/// The kind of a relocation of generated code.
pub fn reference_of(kind: Reloc) -> Option<Reference> {
    Some(match kind {
        Reloc::X86PCRel4 | Reloc::X86CallPCRel4 | Reloc::X86CallPLTRel4 => Reference::Relative32,
        Reloc::Abs8 => Reference::Absolute64,
        Reloc::Arm64Call => Reference::ArmCall,
        Reloc::Aarch64AdrPrelPgHi21 => Reference::ArmPage,
        Reloc::Aarch64AddAbsLo12Nc => Reference::ArmLow,
        // Cranelift's enum; all that is not listed is refused.
        _ => return None,
    })
}

/// Writes a reference to `target` at `offset` of `bytes`, which is loaded at `address`. Of the kinds that count from the thread's pointer, the
/// distance from it is the target.
pub fn apply(
    reference: Reference,
    bytes: &mut [u8],
    offset: usize,
    address: u64,
    target: u64,
) -> Result<(), LinkError> {
    let distance = target.wrapping_sub(address) as i64;
    let out_of_range = || LinkError::OutOfRange {
        kind: format!("{reference:?}"),
        target,
    };
    let narrow = |value: i64| i32::try_from(value).map_err(|_| out_of_range());
    let mut low = |shift: u32| {
        let scaled = (target as u32 & 0xfff) >> shift;
        set_bits(bytes, offset, !(0xfff << 10), scaled << 10);
    };
    match reference {
        Reference::Relative32 | Reference::Table32 => {
            bytes[offset..offset + 4].copy_from_slice(&narrow(distance)?.to_le_bytes());
        }
        Reference::ThreadPointer | Reference::Constant64 => {}
        Reference::Back32 => {
            bytes[offset..offset + 4].copy_from_slice(&narrow(-distance)?.to_le_bytes());
        }
        Reference::Thread32 => {
            bytes[offset..offset + 4].copy_from_slice(&narrow(target as i64)?.to_le_bytes());
        }
        Reference::Relative64 => {
            bytes[offset..offset + 8].copy_from_slice(&distance.to_le_bytes());
        }
        Reference::Absolute64 => {
            bytes[offset..offset + 8].copy_from_slice(&target.to_le_bytes());
        }
        Reference::ArmCall => {
            let words = signed(distance >> 2, 26).ok_or_else(out_of_range)?;
            set_bits(bytes, offset, 0xfc00_0000, words);
        }
        Reference::ArmPage | Reference::ArmTablePage => {
            let pages = (target >> 12).wrapping_sub(address >> 12) as i64;
            let pages = signed(pages, 21).ok_or_else(out_of_range)?;
            let bits = (pages & 3) << 29 | (pages >> 2) << 5;
            set_bits(bytes, offset, 0x9f00_001f, bits);
        }
        Reference::ArmLow => low(0),
        Reference::ArmLow2 => low(1),
        Reference::ArmLow4 => low(2),
        Reference::ArmLow8 | Reference::ArmTableLow => low(3),
        Reference::ArmLow16 => low(4),
        Reference::ArmThreadLow => low(0),
        Reference::ArmThreadHigh => {
            set_bits(
                bytes,
                offset,
                !(0xfff << 10),
                (target as u32 >> 12 & 0xfff) << 10,
            );
        }
        Reference::ArmThreadMoveHigh => {
            set_bits(bytes, offset, !(0xffff << 5), (target as u32 >> 16) << 5);
        }
        Reference::ArmThreadMoveLow => {
            set_bits(bytes, offset, !(0xffff << 5), (target as u32 & 0xffff) << 5);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distant_call_is_out_of_range() {
        let mut bytes = [0; 4];
        let far = apply(Reference::Relative32, &mut bytes, 0, 0, 1 << 40);
        assert!(matches!(far, Err(LinkError::OutOfRange { .. })));
        let far = apply(Reference::ArmCall, &mut bytes, 0, 0, 1 << 27);
        assert!(matches!(far, Err(LinkError::OutOfRange { .. })));
    }

    #[test]
    fn a_call_keeps_its_opcode() {
        let mut bytes = 0x9400_0000u32.to_le_bytes();
        apply(Reference::ArmCall, &mut bytes, 0, 0x1000, 0x0ff0).expect("near");
        assert_eq!(u32::from_le_bytes(bytes), 0x97ff_fffc);
    }

    #[test]
    fn a_load_counts_in_its_own_size() {
        let mut bytes = 0xf940_0210u32.to_le_bytes();
        apply(Reference::ArmLow8, &mut bytes, 0, 0, 0x1_2678).expect("always");
        assert_eq!(u32::from_le_bytes(bytes) >> 10 & 0xfff, 0x678 / 8);
    }

    #[test]
    fn a_description_counts_back_to_what_it_shares() {
        let mut bytes = [0; 4];
        apply(Reference::Back32, &mut bytes, 0, 0x120, 0x100).expect("near");
        assert_eq!(u32::from_le_bytes(bytes), 0x20);
    }

    #[test]
    fn other_kinds_are_not_known() {
        assert_eq!(reference_of(Reloc::X86GOTPCRel4), None);
    }
}
