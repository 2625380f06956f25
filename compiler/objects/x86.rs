//! Relocations of x86-64, and what a linker makes simpler where both sides are in one file (System V ABI for x86-64, sections 4.4 and B.2;
//! "ELF Handling for Thread-Local Storage", section 4.4).
//!
//! *Invariant:* an instruction is rewritten only if its bytes are those that the documents name.

use object::elf::{
    R_X86_64_64, R_X86_64_DTPOFF32, R_X86_64_GOTPCREL, R_X86_64_GOTPCRELX, R_X86_64_GOTTPOFF,
    R_X86_64_PC32, R_X86_64_PC64, R_X86_64_PLT32, R_X86_64_REX_GOTPCRELX, R_X86_64_TLSGD,
    R_X86_64_TLSLD, R_X86_64_TPOFF32,
};

use super::input::Relocation;
use super::table::Simple;
use crate::objects::Reference;

/// `mov %fs:0, %rax`, then `lea` of a variable of the thread.
const GENERAL: [u8; 12] = [0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0, 0x48, 0x8d, 0x80];
/// `mov %fs:0, %rax`.
const LOCAL: [u8; 9] = [0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0];
/// A prefix that such an instruction ignores.
const PADDING: u8 = 0x66;

/// Brings the relocations of a piece to the linker's kinds, and changes instructions that become simpler by it. `is_near` tells whether a symbol
/// will be in the same file.
pub fn simplify(
    bytes: &mut [u8],
    relocations: &[Relocation],
    is_near: &dyn Fn(usize) -> bool,
) -> Result<Vec<Simple>, String> {
    let mut simple = Vec::with_capacity(relocations.len());
    let mut entries = relocations.iter();
    while let Some(entry) = entries.next() {
        let at = entry.offset as usize;
        let plain = |reference| Simple::new(entry, reference);
        let found = match entry.kind {
            R_X86_64_PC32 | R_X86_64_PLT32 => plain(Reference::Relative32),
            R_X86_64_PC64 => plain(Reference::Relative64),
            R_X86_64_64 => plain(Reference::Absolute64),
            R_X86_64_TPOFF32 | R_X86_64_DTPOFF32 => plain(Reference::Thread32),
            // rustc marks no instruction as one that may change. Those that do have no constant behind the distance, and the byte in front of it says
            // that it is one; so the byte before that is the instruction's code, whatever stands in front.
            R_X86_64_GOTPCREL | R_X86_64_GOTPCRELX | R_X86_64_REX_GOTPCRELX
                if entry.addend == -4 && is_near(entry.symbol) =>
            {
                match near(bytes, at) {
                    Some(offset) => Simple {
                        offset: offset as u32,
                        ..plain(Reference::Relative32)
                    },
                    None => plain(Reference::Table32),
                }
            }
            R_X86_64_GOTPCREL | R_X86_64_GOTPCRELX | R_X86_64_REX_GOTPCRELX => {
                plain(Reference::Table32)
            }
            R_X86_64_GOTTPOFF => {
                initial(bytes, at)?;
                // The constant is no longer relative to the end of the instruction.
                Simple {
                    addend: entry.addend + 4,
                    ..plain(Reference::Thread32)
                }
            }
            R_X86_64_TLSGD => {
                entries.next();
                general(bytes, at)?;
                simple.push(thread_pointer(entry, at - GENERAL_START));
                Simple {
                    offset: entry.offset as u32 + 8,
                    addend: entry.addend + 4,
                    ..plain(Reference::Thread32)
                }
            }
            R_X86_64_TLSLD => {
                entries.next();
                let pointer = local(bytes, at)?;
                thread_pointer(entry, pointer)
            }
            kind => return Err(format!("relocation {kind} of x86-64 is not known")),
        };
        simple.push(found);
    }
    Ok(simple)
}

/// Where the code of [`GENERAL`] begins in front of its relocation.
const GENERAL_START: usize = 4;

/// A note of where an instruction reads the thread's pointer.
fn thread_pointer(entry: &Relocation, at: usize) -> Simple {
    Simple {
        offset: at as u32,
        addend: 0,
        ..Simple::new(entry, Reference::ThreadPointer)
    }
}

/// A reference through the table to what is near: `mov` becomes `lea`, calls and jumps go there themselves. Gives the place of the distance.
fn near(bytes: &mut [u8], at: usize) -> Option<usize> {
    let is_wide = at
        .checked_sub(3)
        .is_some_and(|before| bytes[before] & 0xf8 == 0x48);
    let opcode = bytes.get_mut(at.checked_sub(2)?..at + 4)?;
    match (opcode[0], opcode[1]) {
        (0xff, 0x15) => (opcode[0], opcode[1]) = (0x67, 0xe8),
        (0xff, 0x25) => {
            (opcode[0], opcode[5]) = (0xe9, 0x90);
            return Some(at - 1);
        }
        (0x8b, form) if is_wide && form & 0xc7 == 0x05 => opcode[0] = 0x8d,
        _ => return None,
    }
    Some(at)
}

/// The address of a variable of the thread by a call becomes two instructions.
fn general(bytes: &mut [u8], at: usize) -> Result<(), String> {
    let code = at
        .checked_sub(4)
        .and_then(|start| bytes.get_mut(start..start + 16));
    let code = code.filter(|code| code.starts_with(&[0x66, 0x48, 0x8d, 0x3d]));
    let code = code.ok_or("an access to a variable of the thread is unusual")?;
    code[..GENERAL.len()].copy_from_slice(&GENERAL);
    Ok(())
}

/// The address of all of a file's variables of the thread by a call becomes one instruction, the length of the call apart. Gives its place.
fn local(bytes: &mut [u8], at: usize) -> Result<usize, String> {
    let unusual = "an access to variables of the thread is unusual";
    let start = at.checked_sub(3).ok_or(unusual)?;
    let call = bytes.get(at + 4..at + 6).ok_or(unusual)?;
    let size = match call {
        [0xe8, _] => 12,
        [0xff, 0x15] => 13,
        _ => return Err(unusual.to_owned()),
    };
    let code = bytes.get_mut(start..start + size).ok_or(unusual)?;
    let padding = size - LOCAL.len();
    code[..padding].fill(PADDING);
    code[padding..].copy_from_slice(&LOCAL);
    Ok(start + padding)
}

/// The distance of a variable of the thread is loaded as a constant, not from the table: `mov` or `add`.
fn initial(bytes: &mut [u8], at: usize) -> Result<(), String> {
    let unusual = "the distance of a variable of the thread is used in an unusual way";
    let code = at
        .checked_sub(3)
        .and_then(|start| bytes.get_mut(start..start + 3));
    let code = code
        .filter(|code| code[0] & 0xfb == 0x48 && code[2] & 0xc7 == 0x05)
        .ok_or(unusual)?;
    // The register moves from the field of the source to that of the target, in the prefix as well.
    let register = code[2] >> 3 & 7;
    code[0] = 0x48 | code[0] >> 2 & 1;
    (code[1], code[2]) = match code[1] {
        0x8b => (0xc7, 0xc0 | register),
        0x03 => (0x81, 0xc0 | register),
        _ => return Err(unusual.to_owned()),
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One relocation against symbol 1, which is near.
    fn one(kind: u32, offset: u64) -> Relocation {
        Relocation {
            offset,
            kind,
            symbol: 1,
            addend: -4,
        }
    }

    /// What becomes of these bytes, and of the relocations in them.
    fn simple(bytes: &[u8], relocations: &[Relocation]) -> (Vec<u8>, Vec<Simple>) {
        let mut bytes = bytes.to_vec();
        let found = simplify(&mut bytes, relocations, &|symbol| symbol == 1);
        (bytes, found.expect("known forms"))
    }

    #[test]
    fn references_through_the_table_go_straight_where_the_instruction_has_such_a_form() {
        let forms: [(&[u8], u64, &[u8], u32, Reference); 4] = [
            // mov rax, [rip] becomes lea rax, [rip]
            (
                &[0x48, 0x8b, 0x05, 0, 0, 0, 0],
                3,
                &[0x48, 0x8d, 0x05],
                3,
                Reference::Relative32,
            ),
            // call [rip] becomes a call with a prefix
            (
                &[0xff, 0x15, 0, 0, 0, 0],
                2,
                &[0x67, 0xe8],
                2,
                Reference::Relative32,
            ),
            // jmp [rip] becomes jmp and nop; the distance is written over the second byte
            (
                &[0xff, 0x25, 0, 0, 0, 0],
                2,
                &[0xe9, 0x25, 0, 0, 0, 0x90],
                1,
                Reference::Relative32,
            ),
            // cmp rax, [rip] has no other form
            (
                &[0x48, 0x3b, 0x05, 0, 0, 0, 0],
                3,
                &[0x48, 0x3b, 0x05],
                3,
                Reference::Table32,
            ),
        ];
        for (bytes, offset, expected, place, reference) in forms {
            let kind = if bytes[0] == 0x48 {
                R_X86_64_REX_GOTPCRELX
            } else {
                R_X86_64_GOTPCRELX
            };
            for kind in [kind, R_X86_64_GOTPCREL] {
                let (bytes, found) = simple(bytes, &[one(kind, offset)]);
                assert!(bytes.starts_with(expected), "{bytes:x?}");
                assert_eq!((found[0].offset, found[0].reference), (place, reference));
            }
        }
    }

    #[test]
    fn an_instruction_with_a_constant_behind_the_distance_stays() {
        // cmp qword [rip], 1
        let bytes = [0x48, 0x83, 0x3d, 0, 0, 0, 0, 1];
        let with_constant = Relocation {
            addend: -5,
            ..one(R_X86_64_GOTPCREL, 3)
        };
        let (after, found) = simple(&bytes, &[with_constant]);
        assert_eq!(
            (&after[..], found[0].reference),
            (&bytes[..], Reference::Table32)
        );
    }

    #[test]
    fn what_the_system_has_stays_in_the_table() {
        let mut bytes = [0xff, 0x15, 0, 0, 0, 0];
        let found = simplify(&mut bytes, &[one(R_X86_64_GOTPCRELX, 2)], &|_| false);
        assert_eq!(
            found.expect("a known form")[0].reference,
            Reference::Table32
        );
        assert_eq!(bytes[..2], [0xff, 0x15]);
    }

    #[test]
    fn a_variable_of_the_thread_needs_no_call() {
        for call in [[0x66, 0x66, 0x48, 0xe8], [0x66, 0x48, 0xff, 0x15]] {
            let bytes = [&[0x66, 0x48, 0x8d, 0x3d, 0, 0, 0, 0][..], &call, &[0; 4]].concat();
            let called = Relocation {
                symbol: 2,
                ..one(R_X86_64_PLT32, 12)
            };
            let (bytes, found) = simple(&bytes, &[one(R_X86_64_TLSGD, 4), called]);
            assert_eq!(bytes[..12], GENERAL);
            let places: Vec<_> = found
                .iter()
                .map(|one| (one.offset, one.reference, one.addend))
                .collect();
            let expected = [
                (0, Reference::ThreadPointer, 0),
                (12, Reference::Thread32, 0),
            ];
            assert_eq!(places, expected, "the call is no more");
        }
    }

    #[test]
    fn all_variables_of_the_thread_need_no_call() {
        for (call, size) in [(&[0xe8][..], 12), (&[0xff, 0x15][..], 13)] {
            let bytes = [&[0x48, 0x8d, 0x3d, 0, 0, 0, 0][..], call, &[0; 4], &[0xcc]].concat();
            let called = Relocation {
                symbol: 2,
                ..one(R_X86_64_PLT32, 8)
            };
            let (bytes, found) = simple(&bytes, &[one(R_X86_64_TLSLD, 3), called]);
            let place = (found[0].offset as usize, found[0].reference);
            assert_eq!(place, (size - LOCAL.len(), Reference::ThreadPointer));
            assert_eq!(found.len(), 1);
            assert_eq!(bytes[size - LOCAL.len()..size], LOCAL);
            assert!(
                bytes[..size - LOCAL.len()]
                    .iter()
                    .all(|byte| *byte == PADDING)
            );
            assert_eq!(bytes[size], 0xcc);
        }
    }

    #[test]
    fn the_distance_of_a_variable_of_the_thread_is_a_constant() {
        // mov r9, [rip] and add rcx, [rip]
        for (bytes, expected) in [
            ([0x4c, 0x8b, 0x0d], [0x49, 0xc7, 0xc1]),
            ([0x48, 0x03, 0x0d], [0x48, 0x81, 0xc1]),
        ] {
            let bytes = [&bytes[..], &[0; 4]].concat();
            let (bytes, found) = simple(&bytes, &[one(R_X86_64_GOTTPOFF, 3)]);
            assert_eq!(bytes[..3], expected);
            assert_eq!((found[0].offset, found[0].addend), (3, 0));
        }
    }

    #[test]
    fn unusual_forms_are_refused() {
        for (kind, offset) in [
            (R_X86_64_TLSGD, 4),
            (R_X86_64_TLSLD, 3),
            (R_X86_64_GOTTPOFF, 3),
            (R_X86_64_TLSGD, 0),
            (255, 0),
        ] {
            let mut bytes = [0x90; 16];
            assert!(simplify(&mut bytes, &[one(kind, offset)], &|_| true).is_err());
            assert_eq!(bytes, [0x90; 16]);
        }
    }
}
