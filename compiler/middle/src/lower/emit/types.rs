//! MIR types of values, and what lowering of a construct gives.
//!
//! Layer: `emit`.
//!
//! *Invariant:* a type has one form in the whole program, whatever function it is used in.

use crate::diag::Report;
use crate::mir::{ElemKind, Ty};
use crate::types::families::{class_type, composite_type, empty_type};
use crate::types::{Elem, Type};

/// The type of a pointer.
pub(in crate::lower) const OBJECT: Ty = Ty::Array(ElemKind::Array);

/// A construct that cannot be lowered yet ends the statement that it stands in.
pub(in crate::lower) type Lowered<T> = Result<T, Box<Report>>;

/// The MIR type of a `qexception`: the strings that the runtime makes of an error, the message first.
pub(in crate::lower) const EXCEPTION: Ty = Ty::Array(ElemKind::Text);

/// The MIR type of `scalar`.
pub(in crate::lower) fn float_ty(double: bool) -> Ty {
    if double { Ty::F64 } else { Ty::F32 }
}

/// The MIR type of a value that is one value and no array.
pub(in crate::lower) fn number_ty(ty: &Type, double: bool) -> Ty {
    match ty {
        Type::Int => Ty::I32,
        Type::Long => Ty::I64,
        Type::Scalar => float_ty(double),
        Type::String => Ty::Str,
        Type::Complex
        | Type::Exception
        | Type::Group(_)
        | Type::Array(_)
        | composite_type!()
        | Type::Enum(_)
        | class_type!()
        | empty_type!() => panic!("{ty} is not one value"),
    }
}

/// How elements lie in memory.
pub fn elem_kind(elem: Elem, double: bool) -> ElemKind {
    match (elem, double) {
        (Elem::Int, _) => ElemKind::I32,
        (Elem::Scalar, false) => ElemKind::F32,
        (Elem::Scalar, true) => ElemKind::F64,
        (Elem::Complex, false) => ElemKind::C32,
        (Elem::Complex, true) => ElemKind::C64,
        (Elem::Storage(kind), _) => kind,
        (Elem::String, _) => ElemKind::Text,
        (Elem::Compound(_), _) => ElemKind::Array,
    }
}
