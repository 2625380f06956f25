//! Conversion between kinds of elements.
//!
//! *Invariant:* a number becomes another kind as its Rust types say (see `element`); nothing complex becomes real unasked.

use quasar_abi::ElemKind;

use super::element::{Element, with_element};
use super::object::Array;
use crate::process::error::Raised;
use crate::threads::pieces;

/// Converts one number.
pub fn convert_number<S: Element, T: Element>(value: S) -> T {
    if S::KIND.is_complex() {
        T::from_complex(value.to_complex())
    } else if S::KIND.is_integer() {
        T::from_integer(value.to_integer())
    } else {
        T::from_real(value.to_real())
    }
}

/// A copy of the array with elements of another kind; the array itself, shared, when the kind is the same.
///
/// # Errors
/// Complex to real, or a kind that is no number.
pub fn converted(array: &Array, kind: ElemKind) -> Result<Array, Raised> {
    if array.kind() == kind {
        return Ok(array.clone());
    }
    if array.kind().is_complex() && !kind.is_complex() {
        return Err(Raised::invalid(
            "conversion",
            "a complex array has no real value; use real() or abs()",
        ));
    }
    with_element!(array.kind(), S => with_element!(kind, T => convert_all::<S, T>(array), Err(no_number(kind))), Err(no_number(array.kind())))
}

fn convert_all<S: Element, T: Element>(array: &Array) -> Result<Array, Raised> {
    let mut result = Array::uninit(T::KIND, array.dims())?;
    let source = array.elements::<S>();
    pieces::fill(result.elements_mut::<T>(), |index| {
        convert_number(source[index])
    });
    Ok(result)
}

/// The error of an operation on numbers that met another kind.
pub fn no_number(kind: ElemKind) -> Raised {
    Raised::invalid(
        "conversion",
        format!("an array of {} is not made of numbers", kind.name()),
    )
}

/// The kind that holds the values of both: integers widen, then floats, then complex numbers.
///
/// # Errors
/// Numbers with strings or arrays.
pub fn common_kind(left: ElemKind, right: ElemKind) -> Result<ElemKind, Raised> {
    if left == right {
        return Ok(left);
    }
    let numbers = |kind: ElemKind| kind.is_integer() || kind.is_float() || kind.is_complex();
    if !numbers(left) || !numbers(right) {
        return Err(Raised::invalid(
            "array",
            format!("{} and {} do not mix", left.name(), right.name()),
        ));
    }
    let double = [left, right]
        .iter()
        .any(|kind| matches!(kind, ElemKind::F64 | ElemKind::C64));
    Ok(if left.is_complex() || right.is_complex() {
        if double { ElemKind::C64 } else { ElemKind::C32 }
    } else if left.is_float() || right.is_float() {
        if double { ElemKind::F64 } else { ElemKind::F32 }
    } else if left.size() == 8
        || right.size() == 8
        || left == ElemKind::U32
        || right == ElemKind::U32
    {
        ElemKind::I64
    } else {
        ElemKind::I32
    })
}

#[cfg(test)]
mod tests {
    use super::super::element::{C32, C64};
    use super::*;

    #[test]
    fn storage_integers_round_and_saturate() {
        assert_eq!(convert_number::<f32, u8>(2.5), 3);
        assert_eq!(convert_number::<f32, u8>(-2.5), 0);
        assert_eq!(convert_number::<f32, u8>(300.0), 255);
        assert_eq!(convert_number::<f32, i8>(-2.5), -3);
        assert_eq!(convert_number::<f32, u8>(f32::NAN), 0);
        assert_eq!(convert_number::<i32, i16>(100_000), i16::MAX);
        assert_eq!(convert_number::<i64, u32>(-1), 0);
    }

    #[test]
    fn int_truncates_and_wraps() {
        assert_eq!(convert_number::<f32, i32>(-2.9), -2);
        assert_eq!(convert_number::<f64, i32>(1e20), i32::MAX);
        assert_eq!(convert_number::<i64, i32>(1 << 32), 0);
        assert_eq!(convert_number::<u64, f64>(u64::MAX), u64::MAX as f64);
    }

    #[test]
    fn complex_needs_an_explicit_part() {
        let complex = Array::row(&[C32 { re: 1.0, im: 2.0 }]).expect("memory");
        assert!(converted(&complex, ElemKind::F32).is_err());
        let wide = converted(&complex, ElemKind::C64).expect("wider");
        assert_eq!(wide.elements::<C64>(), [C64 { re: 1.0, im: 2.0 }]);
    }

    #[test]
    fn kinds_widen() {
        assert_eq!(
            common_kind(ElemKind::U8, ElemKind::I16).ok(),
            Some(ElemKind::I32)
        );
        assert_eq!(
            common_kind(ElemKind::I32, ElemKind::F32).ok(),
            Some(ElemKind::F32)
        );
        assert_eq!(
            common_kind(ElemKind::F64, ElemKind::C32).ok(),
            Some(ElemKind::C64)
        );
        assert!(common_kind(ElemKind::Text, ElemKind::F32).is_err());
    }
}
