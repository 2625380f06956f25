//! Elements as Rust types, and conversion between them.
//!
//! *Invariant:* floats become `i32 i64 u64` by truncation and the storage integers by rounding half away from zero; both saturate and
//! make not-a-number 0. Integers become storage integers by saturation and the others by wrapping.

use half::f16;
use quasar_abi::ElemKind;

use crate::process::refusal;

/// A complex number as it lies in memory: real part, imaginary part.
pub use quasar_fourier::Complex;

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
    /// Whether it is less; false for what is no number. Complex numbers have no order.
    fn is_below(self, other: Self) -> bool;
}

/// A vector of zeros, for which the system need not touch what it has cleared already.
pub(crate) fn zeros<T: Element>(count: usize) -> Vec<T> {
    // SAFETY: all zero bits are the number 0 of every kind.
    unsafe { refusal::zeroed(count) }
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
            fn is_below(self, other: Self) -> bool {
                self < other
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
            fn is_below(self, other: Self) -> bool {
                self < other
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
            fn is_below(self, _: Self) -> bool {
                false
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
