//! Elements as Rust types, and conversion between them.
//!
//! *Invariant:* floats become `i32 i64 u64` by truncation and the storage integers by rounding half away from zero; both saturate and
//! make not-a-number 0. Integers become storage integers by saturation and the others by wrapping.

use half::f16;
use quasar_abi::ElemKind;

/// A complex number as it lies in memory: real part, imaginary part.
pub use rustfft::num_complex::Complex;

use crate::array::object::Array;
use crate::process::error::Raised;
use crate::threads::pieces;

/// A single-precision complex number.
pub type C32 = Complex<f32>;
/// A double-precision complex number.
pub type C64 = Complex<f64>;

/// The Rust type of an element kind of numbers. All bit patterns are valid and all zero bits are the number 0.
pub trait Element: Copy + PartialEq + Send + Sync + 'static {
    /// The kind.
    const KIND: ElemKind;
    /// From a whole number.
    fn from_integer(value: i128) -> Self;
    /// From a real number.
    fn from_real(value: f64) -> Self;
    /// From a complex number; the imaginary part is dropped unless the kind is complex.
    fn from_complex(value: C64) -> Self;
    /// As a whole number; only for integer kinds.
    fn to_integer(self) -> i128;
    /// As a real number; the real part of a complex one.
    fn to_real(self) -> f64;
    /// As a complex number.
    fn to_complex(self) -> C64 {
        C64 {
            re: self.to_real(),
            im: 0.0,
        }
    }
    /// Whether it is not zero; true for not-a-number.
    fn is_true(self) -> bool;
}

macro_rules! integer {
    ($type:ident, $kind:ident, $from_integer:expr, $from_real:expr) => {
        impl Element for $type {
            const KIND: ElemKind = ElemKind::$kind;
            fn from_integer(value: i128) -> Self {
                $from_integer(value)
            }
            fn from_real(value: f64) -> Self {
                $from_real(value)
            }
            fn from_complex(value: C64) -> Self {
                Self::from_real(value.re)
            }
            fn to_integer(self) -> i128 {
                i128::from(self)
            }
            fn to_real(self) -> f64 {
                self as f64
            }
            fn is_true(self) -> bool {
                self != 0
            }
        }
    };
    (storage $type:ident, $kind:ident) => {
        integer!(
            $type,
            $kind,
            |value: i128| value.clamp(i128::from($type::MIN), i128::from($type::MAX)) as $type,
            |value: f64| value.round() as $type
        );
    };
    (whole $type:ident, $kind:ident) => {
        integer!(
            $type,
            $kind,
            |value: i128| value as $type,
            |value: f64| value as $type
        );
    };
}

integer!(storage i8, I8);
integer!(storage u8, U8);
integer!(storage i16, I16);
integer!(storage u16, U16);
integer!(whole i32, I32);
integer!(storage u32, U32);
integer!(whole i64, I64);
integer!(whole u64, U64);

macro_rules! float {
    ($type:ident, $kind:ident, $from_real:expr, $to_real:expr) => {
        impl Element for $type {
            const KIND: ElemKind = ElemKind::$kind;
            fn from_integer(value: i128) -> Self {
                $from_real(value as f64)
            }
            fn from_real(value: f64) -> Self {
                $from_real(value)
            }
            fn from_complex(value: C64) -> Self {
                $from_real(value.re)
            }
            fn to_integer(self) -> i128 {
                unreachable!("a float is not read as a whole number")
            }
            fn to_real(self) -> f64 {
                $to_real(self)
            }
            fn is_true(self) -> bool {
                $to_real(self) != 0.0
            }
        }
    };
}

float!(f16, F16, f16::from_f64, f16::to_f64);
float!(f32, F32, |value| value as f32, f64::from);
float!(f64, F64, |value| value, |value| value);

macro_rules! complex {
    ($type:ident, $kind:ident, $part:ident) => {
        impl Element for $type {
            const KIND: ElemKind = ElemKind::$kind;
            fn from_integer(value: i128) -> Self {
                Self::from_real(value as f64)
            }
            fn from_real(value: f64) -> Self {
                Complex {
                    re: value as $part,
                    im: 0.0,
                }
            }
            fn from_complex(value: C64) -> Self {
                Complex {
                    re: value.re as $part,
                    im: value.im as $part,
                }
            }
            fn to_integer(self) -> i128 {
                unreachable!("a complex number is not read as a whole number")
            }
            fn to_real(self) -> f64 {
                f64::from(self.re)
            }
            fn to_complex(self) -> C64 {
                C64 {
                    re: f64::from(self.re),
                    im: f64::from(self.im),
                }
            }
            fn is_true(self) -> bool {
                self.re != 0.0 || self.im != 0.0
            }
        }
    };
}

complex!(C32, C32, f32);
complex!(C64, C64, f64);

/// Evaluates `$body` with `$T` standing for the Rust type of a number kind; `$other` for the kinds without one.
macro_rules! with_element {
    ($kind:expr, $T:ident => $body:expr, $other:expr) => {
        match $kind {
            quasar_abi::ElemKind::I8 => {
                type $T = i8;
                $body
            }
            quasar_abi::ElemKind::U8 => {
                type $T = u8;
                $body
            }
            quasar_abi::ElemKind::I16 => {
                type $T = i16;
                $body
            }
            quasar_abi::ElemKind::U16 => {
                type $T = u16;
                $body
            }
            quasar_abi::ElemKind::I32 => {
                type $T = i32;
                $body
            }
            quasar_abi::ElemKind::U32 => {
                type $T = u32;
                $body
            }
            quasar_abi::ElemKind::I64 => {
                type $T = i64;
                $body
            }
            quasar_abi::ElemKind::U64 => {
                type $T = u64;
                $body
            }
            quasar_abi::ElemKind::F16 => {
                type $T = half::f16;
                $body
            }
            quasar_abi::ElemKind::F32 => {
                type $T = f32;
                $body
            }
            quasar_abi::ElemKind::F64 => {
                type $T = f64;
                $body
            }
            quasar_abi::ElemKind::C32 => {
                type $T = $crate::array::element::C32;
                $body
            }
            quasar_abi::ElemKind::C64 => {
                type $T = $crate::array::element::C64;
                $body
            }
            quasar_abi::ElemKind::Text
            | quasar_abi::ElemKind::Array
            | quasar_abi::ElemKind::Function => $other,
        }
    };
}
pub(crate) use with_element;

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
