//! How MIR types look to Cranelift.
//!
//! *Invariant:* a `Bool` is an `I8` that holds 0 or 1; handles are pointers that are never null.

use cranelift_codegen::ir::{Type, types};
use quasar_abi::AbiTy;

use crate::mir::Ty;

/// The type of pointers; both targets have 64 bits.
pub const POINTER: Type = types::I64;

/// The Cranelift type of a MIR type.
pub fn clif_type(ty: Ty) -> Type {
    match ty {
        Ty::Bool => types::I8,
        Ty::I32 => types::I32,
        Ty::I64 => types::I64,
        Ty::F32 => types::F32,
        Ty::F64 => types::F64,
        Ty::Array(_) | Ty::Str => POINTER,
    }
}

/// The Cranelift type of a machine class of the runtime's rows; a list is two arguments and has none.
pub fn class_type(class: AbiTy) -> Type {
    match class {
        AbiTy::Ptr => POINTER,
        AbiTy::I32 => types::I32,
        AbiTy::I64 => types::I64,
        AbiTy::F32 => types::F32,
        AbiTy::F64 => types::F64,
        AbiTy::List => panic!("a list is two machine arguments"),
    }
}
