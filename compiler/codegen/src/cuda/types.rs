//! Types and constants in CUDA text.
//!
//! *Invariant:* a constant printed here is read back with the same bits.

use crate::mir::{Const, ElemKind, Ty};

/// The C type of a number in a register.
///
/// # Panics
/// Kernels have no handles in registers.
pub fn register(ty: Ty) -> &'static str {
    match ty {
        Ty::Bool => "bool",
        Ty::I32 => "int",
        Ty::I64 => "long long",
        Ty::F32 => "float",
        Ty::F64 => "double",
        Ty::Array(_) | Ty::Str => panic!("a handle in a register of a kernel"),
    }
}

/// The C type of an element in memory; complex elements are two of them.
///
/// # Panics
/// Kernels do not touch elements that are handles.
pub fn element(kind: ElemKind) -> &'static str {
    match kind {
        ElemKind::I8 => "signed char",
        ElemKind::U8 => "unsigned char",
        ElemKind::I16 => "short",
        ElemKind::U16 => "unsigned short",
        ElemKind::I32 => "int",
        ElemKind::U32 => "unsigned int",
        ElemKind::I64 => "long long",
        ElemKind::U64 => "unsigned long long",
        ElemKind::F16 => "q_half",
        ElemKind::F32 | ElemKind::C32 => "float",
        ElemKind::F64 | ElemKind::C64 => "double",
        ElemKind::Text | ElemKind::Array | ElemKind::Function => panic!("a handle in a kernel"),
    }
}

/// A constant.
///
/// # Panics
/// Strings and null have no text.
pub fn constant(constant: Const) -> String {
    match constant {
        Const::Bool(value) => value.to_string(),
        Const::OnGpu => true.to_string(),
        Const::I32(i32::MIN) => "(-2147483647 - 1)".to_string(),
        Const::I32(value) => value.to_string(),
        Const::I64(i64::MIN) => "(-9223372036854775807ll - 1)".to_string(),
        Const::I64(value) => format!("{value}ll"),
        Const::F32(value) => single(value),
        Const::F64(value) => double(value),
        Const::Str(_) | Const::Null(_) => panic!("a handle in a kernel"),
    }
}

fn single(value: f32) -> String {
    if value.is_finite() {
        format!("{value:?}f")
    } else {
        format!("q_float_of_bits({}u)", value.to_bits())
    }
}

fn double(value: f64) -> String {
    if value.is_finite() {
        return format!("{value:?}");
    }
    format!("q_double_of_bits({}ull)", value.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_read_back() {
        assert_eq!(constant(Const::F32(0.1)), "0.1f");
        assert_eq!(constant(Const::F32(1e30)), "1e30f");
        assert_eq!(constant(Const::F64(-0.0)), "-0.0");
        assert_eq!(
            constant(Const::F32(f32::INFINITY)),
            "q_float_of_bits(2139095040u)"
        );
        assert_eq!(constant(Const::I32(i32::MIN)), "(-2147483647 - 1)");
    }
}
