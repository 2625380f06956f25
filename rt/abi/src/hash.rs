//! The fingerprint of the interface.
//!
//! *Invariant:* it changes whenever a row, a layout or a number of the interface changes, so a compiler and a runtime that disagree refuse
//! each other.

use crate::functions::{AbiTy, Fails, RtFn, RtSig};
use crate::values::{ArrayHeader, ElemKind, StringHeader, Tag, Tagged};
use crate::{Accumulator, AlgebraOp, GraftSlot, RtError};

/// Raise this when the meaning of the interface changes without a visible change of the rows.
const REVISION: u64 = 1;

/// FNV-1a, 64 bits, over everything both sides rely on.
pub const ABI_HASH: u64 = hash_of_interface();

const fn mix(hash: u64, value: u64) -> u64 {
    let bytes = value.to_le_bytes();
    let mut hash = hash;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        index += 1;
    }
    hash
}

const fn mix_text(hash: u64, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = mix(hash, bytes.len() as u64);
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        index += 1;
    }
    hash
}

const fn class_number(class: AbiTy) -> u64 {
    match class {
        AbiTy::Ptr => 1,
        AbiTy::I32 => 2,
        AbiTy::I64 => 3,
        AbiTy::F32 => 4,
        AbiTy::F64 => 5,
        AbiTy::List => 6,
    }
}

const fn mix_row(hash: u64, sig: &RtSig) -> u64 {
    let mut hash = mix_text(hash, sig.symbol);
    let mut index = 0;
    while index < sig.params.len() {
        hash = mix_text(hash, sig.params[index].name);
        hash = mix(hash, class_number(sig.params[index].class));
        index += 1;
    }
    hash = match &sig.result {
        Some(result) => mix(hash, class_number(result.class)),
        None => mix(hash, 0),
    };
    match sig.fails {
        Fails::Never => mix(hash, 0),
        Fails::Raises => mix(hash, 1),
    }
}

const fn hash_of_interface() -> u64 {
    let mut hash = mix(0xcbf2_9ce4_8422_2325, REVISION);
    let mut index = 0;
    while index < RtFn::ALL.len() {
        hash = mix_row(hash, RtFn::ALL[index].sig());
        index += 1;
    }
    index = 0;
    while index < RtError::ALL.len() {
        hash = mix(
            mix_text(hash, RtError::ALL[index].name()),
            RtError::ALL[index].code() as u64,
        );
        index += 1;
    }
    index = 0;
    while index < ElemKind::ALL.len() {
        hash = mix_text(hash, ElemKind::ALL[index].name());
        index += 1;
    }
    index = 0;
    while index < Tag::ALL.len() {
        hash = mix_text(hash, Tag::ALL[index].name());
        index += 1;
    }
    index = 0;
    while index < AlgebraOp::ALL.len() {
        hash = mix_text(hash, AlgebraOp::ALL[index].name());
        index += 1;
    }
    hash = mix(hash, ArrayHeader::SIZE as u64);
    hash = mix(hash, ArrayHeader::DATA as u64);
    hash = mix(hash, StringHeader::SIZE as u64);
    hash = mix(hash, Tagged::SIZE as u64);
    hash = mix(hash, Accumulator::SIZE as u64);
    mix(hash, GraftSlot::SIZE as u64)
}
