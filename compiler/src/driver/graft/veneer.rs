//! Jumps to functions that a call instruction cannot reach.
//!
//! A call of 64-bit ARM reaches 128 MiB. A call further away goes to a veneer
//! behind the program's code, which jumps on; x86-64 reaches 2 GiB and needs none.
//!
//! *Invariant:* room is reserved before addresses are known, for every function
//! of the runtime that the program calls, or for none.

use std::collections::BTreeMap;

use cranelift_codegen::binemit::Reloc;

use super::error::LinkError;
use super::layout::{Layout, Range};
use super::module::GraftModule;
use super::relocate::apply;
use super::stub::Stub;

/// How far a call of 64-bit ARM reaches, with a margin for the veneers themselves.
const CALL_REACH: u64 = 127 << 20;
/// `adrp x16, target; add x16, x16, :lo12:target; br x16`.
const VENEER: [u32; 3] = [0x9000_0010, 0x9100_0210, 0xd61f_0200];
/// Bytes of one veneer.
const VENEER_SIZE: u64 = 12;

/// Bytes to reserve for veneers.
pub fn size(stub: &Stub, module: &GraftModule, code: Range) -> u64 {
    let Some(lowest) = stub.lowest_export() else {
        return 0;
    };
    match code.end() - lowest > CALL_REACH {
        true => VENEER_SIZE * far_calls(module).count() as u64,
        false => 0,
    }
}

/// The calls that may leave the program's own code.
fn far_calls(module: &GraftModule) -> impl Iterator<Item = &super::module::Relocation> {
    let far = |relocation: &&super::module::Relocation| {
        relocation.kind == Reloc::Arm64Call && module.place_of(&relocation.target).is_none()
    };
    module.relocations.iter().filter(far)
}

/// The veneers made so far.
#[derive(Default)]
pub struct Veneers {
    made: BTreeMap<u64, u64>,
}

impl Veneers {
    /// Where a call to `target` has to go: there, or to a veneer.
    ///
    /// `text` is the whole text segment.
    pub fn route(
        &mut self,
        layout: &Layout,
        text: &mut [u8],
        target: u64,
    ) -> Result<u64, LinkError> {
        if layout.veneers.size == 0 {
            return Ok(target);
        }
        let next = layout.veneers.start + VENEER_SIZE * self.made.len() as u64;
        if let Some(address) = self.made.get(&target) {
            return Ok(*address);
        }
        self.made.insert(target, next);
        write(text, (next - layout.code.start) as usize, next, target)?;
        Ok(next)
    }
}

/// Writes a veneer that lies at `address`.
pub fn write(text: &mut [u8], at: usize, address: u64, target: u64) -> Result<(), LinkError> {
    for (index, instruction) in VENEER.into_iter().enumerate() {
        let start = at + 4 * index;
        text[start..start + 4].copy_from_slice(&instruction.to_le_bytes());
    }
    apply(Reloc::Aarch64AdrPrelPgHi21, text, at, address, target, 0)?;
    apply(
        Reloc::Aarch64AddAbsLo12Nc,
        text,
        at + 4,
        address + 4,
        target,
        0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_veneer_loads_its_target_and_jumps() {
        let mut text = vec![0; 12];
        write(&mut text, 0, 0x1000_0000, 0x0004_5678).expect("in reach of adrp");
        let word = |i: usize| u32::from_le_bytes(text[4 * i..4 * i + 4].try_into().expect("4"));
        let pages = (u64::from(word(0) >> 5 & 0x7_ffff) << 2) | u64::from(word(0) >> 29 & 3);
        let pages = (pages as i64) << 43 >> 43;
        assert_eq!((0x1000_0000 >> 12) + pages, 0x0004_5678 >> 12);
        assert_eq!(word(1) >> 10 & 0xfff, 0x678);
        assert_eq!(word(2), 0xd61f_0200);
    }
}
