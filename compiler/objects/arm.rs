//! Relocations of 64-bit ARM (ELF for the Arm 64-bit Architecture, section 5.7), and accesses to variables of the thread, which need no call
//! where both sides are in one file (section 5.7.11).
//!
//! *Invariant:* four instructions that ask for a variable of the thread stay four.

use object::elf::{
    R_AARCH64_ABS64, R_AARCH64_ADD_ABS_LO12_NC, R_AARCH64_ADR_GOT_PAGE, R_AARCH64_ADR_PREL_PG_HI21,
    R_AARCH64_CALL26, R_AARCH64_JUMP26, R_AARCH64_LD64_GOT_LO12_NC, R_AARCH64_LDST8_ABS_LO12_NC,
    R_AARCH64_LDST16_ABS_LO12_NC, R_AARCH64_LDST32_ABS_LO12_NC, R_AARCH64_LDST64_ABS_LO12_NC,
    R_AARCH64_LDST128_ABS_LO12_NC, R_AARCH64_NONE, R_AARCH64_PREL32, R_AARCH64_PREL64,
    R_AARCH64_TLSDESC_ADD_LO12, R_AARCH64_TLSDESC_ADR_PAGE21, R_AARCH64_TLSDESC_CALL,
    R_AARCH64_TLSDESC_LD64_LO12, R_AARCH64_TLSLE_ADD_TPREL_HI12, R_AARCH64_TLSLE_ADD_TPREL_LO12_NC,
};

use super::input::Relocation;
use super::table::Simple;
use crate::objects::Reference;

/// `movz x0, #0, lsl #16`.
const MOVE_HIGH: u32 = 0xd2a0_0000;
/// `movk x0, #0`.
const MOVE_LOW: u32 = 0xf280_0000;
/// `nop`.
const NOTHING: u32 = 0xd503_201f;

/// Brings the relocations of a piece to the linker's kinds, and changes instructions that become simpler by it.
pub fn simplify(bytes: &mut [u8], relocations: &[Relocation]) -> Result<Vec<Simple>, String> {
    let mut simple = Vec::with_capacity(relocations.len());
    for entry in relocations {
        if entry.kind == R_AARCH64_NONE {
            continue;
        }
        if let Some(reference) = same(entry.kind) {
            simple.push(Simple::new(entry, reference));
            continue;
        }
        let (instruction, reference) = of_thread(entry.kind)?;
        let at = entry.offset as usize;
        let place = bytes
            .get_mut(at..at + 4)
            .ok_or("a relocation lies outside its section")?;
        place.copy_from_slice(&instruction.to_le_bytes());
        simple.extend(reference.map(|reference| Simple::new(entry, reference)));
    }
    Ok(simple)
}

/// The linker's kind, where no instruction changes.
fn same(kind: u32) -> Option<Reference> {
    Some(match kind {
        R_AARCH64_ABS64 => Reference::Absolute64,
        R_AARCH64_PREL32 => Reference::Relative32,
        R_AARCH64_PREL64 => Reference::Relative64,
        R_AARCH64_CALL26 | R_AARCH64_JUMP26 => Reference::ArmCall,
        R_AARCH64_ADR_PREL_PG_HI21 => Reference::ArmPage,
        R_AARCH64_ADD_ABS_LO12_NC | R_AARCH64_LDST8_ABS_LO12_NC => Reference::ArmLow,
        R_AARCH64_LDST16_ABS_LO12_NC => Reference::ArmLow2,
        R_AARCH64_LDST32_ABS_LO12_NC => Reference::ArmLow4,
        R_AARCH64_LDST64_ABS_LO12_NC => Reference::ArmLow8,
        R_AARCH64_LDST128_ABS_LO12_NC => Reference::ArmLow16,
        R_AARCH64_ADR_GOT_PAGE => Reference::ArmTablePage,
        R_AARCH64_LD64_GOT_LO12_NC => Reference::ArmTableLow,
        R_AARCH64_TLSLE_ADD_TPREL_HI12 => Reference::ArmThreadHigh,
        R_AARCH64_TLSLE_ADD_TPREL_LO12_NC => Reference::ArmThreadLow,
        _ => return None,
    })
}

/// The instruction that takes the place of one of the four that ask for a variable of the thread, and what is written into it.
fn of_thread(kind: u32) -> Result<(u32, Option<Reference>), String> {
    Ok(match kind {
        R_AARCH64_TLSDESC_ADR_PAGE21 => (MOVE_HIGH, Some(Reference::ArmThreadMoveHigh)),
        R_AARCH64_TLSDESC_LD64_LO12 => (MOVE_LOW, Some(Reference::ArmThreadMoveLow)),
        R_AARCH64_TLSDESC_ADD_LO12 | R_AARCH64_TLSDESC_CALL => (NOTHING, None),
        kind => return Err(format!("relocation {kind} of 64-bit ARM is not known")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(kind: u32, offset: u64) -> Relocation {
        Relocation {
            offset,
            kind,
            symbol: 1,
            addend: 0,
        }
    }

    #[test]
    fn a_variable_of_the_thread_needs_no_call() {
        let kinds = [
            R_AARCH64_TLSDESC_ADR_PAGE21,
            R_AARCH64_TLSDESC_LD64_LO12,
            R_AARCH64_TLSDESC_ADD_LO12,
            R_AARCH64_TLSDESC_CALL,
        ];
        let relocations: Vec<Relocation> = kinds
            .into_iter()
            .zip([0, 4, 8, 12])
            .map(|(kind, at)| one(kind, at))
            .collect();
        let mut bytes = [0; 16];
        let found = simplify(&mut bytes, &relocations).expect("a known form");
        let words: Vec<u32> = bytes
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().expect("4")))
            .collect();
        assert_eq!(words, [MOVE_HIGH, MOVE_LOW, NOTHING, NOTHING]);
        let found: Vec<_> = found
            .iter()
            .map(|simple| (simple.offset, simple.reference))
            .collect();
        assert_eq!(
            found,
            [
                (0, Reference::ArmThreadMoveHigh),
                (4, Reference::ArmThreadMoveLow)
            ]
        );
    }

    #[test]
    fn unknown_kinds_and_places_are_refused() {
        assert!(simplify(&mut [0; 4], &[one(9999, 0)]).is_err());
        assert!(simplify(&mut [0; 4], &[one(R_AARCH64_TLSDESC_CALL, 2)]).is_err());
    }
}
