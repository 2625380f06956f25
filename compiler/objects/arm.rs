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

/// `ldr` of 64 bits with an offset: which bits say so, and what they are.
const LOAD: (u32, u32) = (0xffc0_0000, 0xf940_0000);
/// `add` of 64 bits and a constant of 12.
const ADD: u32 = 0x9100_0000;
/// Both registers of these.
const REGISTERS: u32 = 0x3ff;

/// Brings the relocations of a piece to the linker's kinds, and changes instructions that become simpler by it. `is_near` tells whether a symbol
/// will be in the same file.
pub fn simplify(
    bytes: &mut [u8],
    relocations: &[Relocation],
    is_near: &dyn Fn(usize) -> bool,
) -> Result<Vec<Simple>, String> {
    let mut simple = Vec::with_capacity(relocations.len());
    for entry in relocations {
        if entry.kind == R_AARCH64_NONE {
            continue;
        }
        if is_near(entry.symbol)
            && let Some(reference) = near(bytes, entry)?
        {
            simple.push(Simple::new(entry, reference));
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

/// A reference through the table of addresses to what is near: the page is that of the symbol itself, and `ldr` becomes `add`.
fn near(bytes: &mut [u8], entry: &Relocation) -> Result<Option<Reference>, String> {
    if entry.kind == R_AARCH64_ADR_GOT_PAGE {
        return Ok(Some(Reference::ArmPage));
    }
    if entry.kind != R_AARCH64_LD64_GOT_LO12_NC {
        return Ok(None);
    }
    let at = entry.offset as usize;
    let place = bytes
        .get_mut(at..at + 4)
        .ok_or("a relocation lies outside its section")?;
    let instruction = place
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u32::from(*byte));
    if instruction & LOAD.0 != LOAD.1 {
        return Err("an address is loaded from the table in an unusual way".to_owned());
    }
    place.copy_from_slice(&(ADD | instruction & REGISTERS).to_le_bytes());
    Ok(Some(Reference::ArmLow))
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
        let found = simplify(&mut bytes, &relocations, &|_| true).expect("a known form");
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
    fn the_address_of_what_is_near_is_not_loaded() {
        // adrp x8, page; ldr x9, [x8, low]
        let instructions = [0x9000_0008_u32, 0xf940_0109].map(u32::to_le_bytes);
        let relocations = [
            one(R_AARCH64_ADR_GOT_PAGE, 0),
            one(R_AARCH64_LD64_GOT_LO12_NC, 4),
        ];
        for (is_near, second, references) in [
            // add x9, x8, low
            (
                true,
                0x9100_0109_u32,
                [Reference::ArmPage, Reference::ArmLow],
            ),
            (
                false,
                0xf940_0109,
                [Reference::ArmTablePage, Reference::ArmTableLow],
            ),
        ] {
            let mut bytes = instructions.concat();
            let found = simplify(&mut bytes, &relocations, &|_| is_near).expect("a known form");
            assert_eq!(bytes[..4], instructions[0]);
            assert_eq!(bytes[4..], second.to_le_bytes());
            assert_eq!([found[0].reference, found[1].reference], references);
        }
    }

    #[test]
    fn unknown_kinds_and_places_are_refused() {
        assert!(simplify(&mut [0; 4], &[one(9999, 0)], &|_| true).is_err());
        assert!(simplify(&mut [0; 4], &[one(R_AARCH64_TLSDESC_CALL, 2)], &|_| true).is_err());
        // No instruction that loads.
        let load = one(R_AARCH64_LD64_GOT_LO12_NC, 0);
        assert!(simplify(&mut [0; 4], &[load], &|_| true).is_err());
    }
}
