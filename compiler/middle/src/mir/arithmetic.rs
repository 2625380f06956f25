//! Numbers as the bits that a frame slot holds, and conversions between them; what operations compute on slots stands in their rows
//! (`operations.rs`).
//!
//! A slot is 64 bits: `Bool` 0 or 1, `I32` and `F32` in the low half with the high half zero, `I64` and `F64` whole. The interpreter
//! resolves each operation once to one of these functions; constant folding calls the same ones.
//!
//! *Invariant:* these two files are the only place of the compiler that computes values of the program.

use super::data::*;

/// A function of one slot.
pub type Unary = fn(u64) -> u64;
/// A function of two slots.
pub type Binary = fn(u64, u64) -> u64;

/// A type whose values lie in a slot.
pub(super) trait Slot: Copy {
    fn from_slot(bits: u64) -> Self;
    fn to_slot(self) -> u64;
}

impl Slot for bool {
    fn from_slot(bits: u64) -> bool {
        bits != 0
    }
    fn to_slot(self) -> u64 {
        u64::from(self)
    }
}

impl Slot for i32 {
    fn from_slot(bits: u64) -> i32 {
        bits as u32 as i32
    }
    fn to_slot(self) -> u64 {
        u64::from(self as u32)
    }
}

impl Slot for i64 {
    fn from_slot(bits: u64) -> i64 {
        bits as i64
    }
    fn to_slot(self) -> u64 {
        self as u64
    }
}

impl Slot for f32 {
    fn from_slot(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
    fn to_slot(self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Slot for f64 {
    fn from_slot(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn to_slot(self) -> u64 {
        self.to_bits()
    }
}

/// The `I32` in a slot.
pub fn i32_of(bits: u64) -> i32 {
    i32::from_slot(bits)
}

/// The slot of an `I32`.
pub fn slot_of_i32(value: i32) -> u64 {
    value.to_slot()
}

/// The slot of an `F32`.
pub fn slot_of_f32(value: f32) -> u64 {
    value.to_slot()
}

/// The slot of a constant number; handles have none.
pub fn slot_of(constant: Const) -> Option<u64> {
    match constant {
        Const::Bool(value) => Some(value.to_slot()),
        Const::I32(value) => Some(value.to_slot()),
        Const::I64(value) => Some(value.to_slot()),
        Const::F32(value) => Some(value.to_slot()),
        Const::F64(value) => Some(value.to_slot()),
        Const::Str(_) | Const::Null(_) | Const::OnGpu => None,
    }
}

/// The constant of a number type with these bits.
///
/// # Panics
/// For a handle type.
pub fn constant_of(ty: Ty, bits: u64) -> Const {
    match ty {
        Ty::Bool => Const::Bool(Slot::from_slot(bits)),
        Ty::I32 => Const::I32(Slot::from_slot(bits)),
        Ty::I64 => Const::I64(Slot::from_slot(bits)),
        Ty::F32 => Const::F32(Slot::from_slot(bits)),
        Ty::F64 => Const::F64(Slot::from_slot(bits)),
        Ty::Array(_) | Ty::Str => panic!("a number constant of type {ty:?}"),
    }
}

/// A function of one slot from an expression of a type.
macro_rules! one {
    ($t:ty, |$a:ident| $body:expr) => {
        |bits| {
            let $a = <$t as Slot>::from_slot(bits);
            Slot::to_slot($body)
        }
    };
}
pub(super) use one;

/// A function of two slots from an expression of a type.
macro_rules! two {
    ($t:ty, |$a:ident, $b:ident| $body:expr) => {
        |left, right| {
            let ($a, $b) = (
                <$t as Slot>::from_slot(left),
                <$t as Slot>::from_slot(right),
            );
            Slot::to_slot($body)
        }
    };
}
pub(super) use two;

/// Powers of whole numbers.
pub(super) trait WholePower {
    /// Repeated squaring, wrapping; a negative exponent gives 0 unless the base is 1 or -1.
    fn power(self, exponent: Self) -> Self;
}

macro_rules! whole_power {
    ($t:ty) => {
        impl WholePower for $t {
            fn power(self, exponent: $t) -> $t {
                if exponent < 0 && self != 1 && self != -1 {
                    return 0;
                }
                // The powers of 1 and -1 depend on the parity alone, which the sign of the exponent leaves alone.
                let mut left = exponent.unsigned_abs();
                let (mut result, mut square): ($t, $t) = (1, self);
                while left > 0 {
                    if left & 1 == 1 {
                        result = result.wrapping_mul(square);
                    }
                    square = square.wrapping_mul(square);
                    left >>= 1;
                }
                result
            }
        }
    };
}
whole_power!(i32);
whole_power!(i64);

/// The conversion between two number types; `None` for handles.
pub fn convert(from: Ty, to: Ty) -> Option<Unary> {
    match from {
        Ty::Bool => from_bool(to),
        Ty::I32 => from_i32(to),
        Ty::I64 => from_i64(to),
        Ty::F32 => from_f32(to),
        Ty::F64 => from_f64(to),
        Ty::Array(_) | Ty::Str => None,
    }
}

fn from_bool(to: Ty) -> Option<Unary> {
    match to {
        Ty::Bool => Some(|bits| bits),
        Ty::I32 => Some(one!(bool, |a| i32::from(a))),
        Ty::I64 => Some(one!(bool, |a| i64::from(a))),
        Ty::F32 => Some(one!(bool, |a| f32::from(u8::from(a)))),
        Ty::F64 => Some(one!(bool, |a| f64::from(u8::from(a)))),
        Ty::Array(_) | Ty::Str => None,
    }
}

macro_rules! conversion {
    ($name:ident, $t:ty, $zero:literal) => {
        fn $name(to: Ty) -> Option<Unary> {
            match to {
                Ty::Bool => Some(one!($t, |a| a != $zero)),
                Ty::I32 => Some(one!($t, |a| a as i32)),
                Ty::I64 => Some(one!($t, |a| a as i64)),
                Ty::F32 => Some(one!($t, |a| a as f32)),
                Ty::F64 => Some(one!($t, |a| a as f64)),
                Ty::Array(_) | Ty::Str => None,
            }
        }
    };
}
conversion!(from_i32, i32, 0);
conversion!(from_i64, i64, 0);
conversion!(from_f32, f32, 0.0);
conversion!(from_f64, f64, 0.0);

/// The runtime row that computes an elementary function of a float type.
///
/// # Panics
/// For types that are no floats.
pub fn math_row(function: MathFn, ty: Ty) -> RtFn {
    let [single, double] = function.rows();
    match ty {
        Ty::F32 => single,
        Ty::F64 => double,
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::Array(_) | Ty::Str => {
            panic!("{} is for floats", function.name())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(op: BinaryOp, a: i32, b: i32) -> i32 {
        let function = op.function(Ty::I32).expect("an integer operation");
        i32_of(function(slot_of_i32(a), slot_of_i32(b)))
    }

    #[test]
    fn integers_wrap_and_divide_by_zero_to_zero() {
        assert_eq!(ints(BinaryOp::Add, i32::MAX, 1), i32::MIN);
        assert_eq!(ints(BinaryOp::IntDiv, -7, 2), -3);
        assert_eq!(ints(BinaryOp::IntDiv, 5, 0), 0);
        assert_eq!(ints(BinaryOp::IntDiv, i32::MIN, -1), i32::MIN);
        assert_eq!(ints(BinaryOp::Rem, -7, 2), -1);
        assert_eq!(ints(BinaryOp::Rem, i32::MIN, -1), 0);
        assert_eq!(ints(BinaryOp::Shl, 1, 33), 2);
        assert_eq!(ints(BinaryOp::Shr, -8, 1), -4);
    }

    #[test]
    fn integer_powers_wrap() {
        let cases = [
            (2, 10, 1024),
            (3, 40, 3i32.wrapping_pow(40)),
            (2, -1, 0),
            (0, -1, 0),
            (-1, -3, -1),
            (-1, i32::MIN, 1),
            (1, -9, 1),
            (0, 0, 1),
        ];
        for (base, exponent, expected) in cases {
            let found = ints(BinaryOp::IntPow, base, exponent);
            assert_eq!(found, expected, "{base}^{exponent}");
        }
    }

    #[test]
    fn conversions_truncate_saturate_and_round() {
        let check = |from: Const, to: Const| {
            let function = convert(from.ty(), to.ty()).expect("numbers");
            let found = function(slot_of(from).expect("a number"));
            assert_eq!(constant_of(to.ty(), found), to, "{from:?}");
        };
        check(Const::F32(-2.9), Const::I32(-2));
        check(Const::F32(3e9), Const::I32(i32::MAX));
        check(Const::F64(f64::NAN), Const::I64(0));
        check(Const::F64(f64::NAN), Const::Bool(true));
        check(Const::I64(1 << 32 | 5), Const::I32(5));
        check(Const::I32(16_777_217), Const::F32(16_777_216.0));
        check(Const::F64(0.1), Const::F32(0.1));
        check(Const::Bool(true), Const::F64(1.0));
        check(Const::F32(-0.0), Const::Bool(false));
    }

    #[test]
    fn minimum_passes_over_nan() {
        let function = BinaryOp::Min.function(Ty::F32).expect("a float operation");
        let nan = slot_of_f32(f32::NAN);
        assert_eq!(function(nan, slot_of_f32(1.0)), slot_of_f32(1.0));
        assert_eq!(function(slot_of_f32(1.0), nan), slot_of_f32(1.0));
        assert_eq!(function(nan, nan), nan);
        let equal = CompareOp::Ne.function(Ty::F32).expect("a comparison");
        assert_eq!(equal(nan, nan), 1);
    }

    #[test]
    fn rounding_takes_halves_away_from_zero() {
        let function = UnaryOp::Round.function(Ty::F64).expect("a float operation");
        assert_eq!(function((-2.5f64).to_bits()), (-3.0f64).to_bits());
        assert!(UnaryOp::Sqrt.function(Ty::I32).is_none());
    }
}
