//! What every operation on numbers computes, on the bits that a frame slot holds.
//!
//! A slot is 64 bits: `Bool` 0 or 1, `I32` and `F32` in the low half with the high half zero, `I64` and `F64` whole. The interpreter
//! resolves each operation once to one of these functions; constant folding calls the same ones.
//!
//! *Invariant:* this is the only place of the compiler that computes values of the program.

use super::data::*;
use super::print::math_name;

/// A function of one slot.
pub type Unary = fn(u64) -> u64;
/// A function of two slots.
pub type Binary = fn(u64, u64) -> u64;

/// A type whose values lie in a slot.
trait Slot: Copy {
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

/// The function of an operation on operands of type `ty`; `None` where the verifier allows none.
pub fn unary(op: UnaryOp, ty: Ty) -> Option<Unary> {
    match ty {
        Ty::Bool => (op == UnaryOp::Not).then_some(one!(bool, |a| !a) as Unary),
        Ty::I32 => unary_i32(op),
        Ty::I64 => unary_i64(op),
        Ty::F32 => unary_f32(op),
        Ty::F64 => unary_f64(op),
        Ty::Array(_) | Ty::Str => None,
    }
}

macro_rules! integer_unary {
    ($name:ident, $t:ty) => {
        fn $name(op: UnaryOp) -> Option<Unary> {
            match op {
                UnaryOp::Neg => Some(one!($t, |a| a.wrapping_neg())),
                UnaryOp::BitNot => Some(one!($t, |a| !a)),
                UnaryOp::Abs => Some(one!($t, |a| a.wrapping_abs())),
                UnaryOp::Not
                | UnaryOp::Sqrt
                | UnaryOp::Floor
                | UnaryOp::Ceil
                | UnaryOp::Round
                | UnaryOp::Trunc
                | UnaryOp::RoundHalf => None,
            }
        }
    };
}
integer_unary!(unary_i32, i32);
integer_unary!(unary_i64, i64);

macro_rules! float_unary {
    ($name:ident, $t:ty, $half:expr) => {
        fn $name(op: UnaryOp) -> Option<Unary> {
            match op {
                UnaryOp::Neg => Some(one!($t, |a| -a)),
                UnaryOp::Abs => Some(one!($t, |a| a.abs())),
                UnaryOp::Sqrt => Some(one!($t, |a| a.sqrt())),
                UnaryOp::Floor => Some(one!($t, |a| a.floor())),
                UnaryOp::Ceil => Some(one!($t, |a| a.ceil())),
                UnaryOp::Round => Some(one!($t, |a| a.round())),
                UnaryOp::Trunc => Some(one!($t, |a| a.trunc())),
                UnaryOp::RoundHalf => $half,
                UnaryOp::Not | UnaryOp::BitNot => None,
            }
        }
    };
}
float_unary!(
    unary_f32,
    f32,
    Some(one!(f32, |a| half::f16::from_f32(a).to_f32()))
);
float_unary!(unary_f64, f64, None);

/// The function of an operation on two operands of type `ty`; `None` where the verifier allows none.
pub fn binary(op: BinaryOp, ty: Ty) -> Option<Binary> {
    match ty {
        Ty::Bool => binary_bool(op),
        Ty::I32 => binary_i32(op),
        Ty::I64 => binary_i64(op),
        Ty::F32 => binary_f32(op),
        Ty::F64 => binary_f64(op),
        Ty::Array(_) | Ty::Str => None,
    }
}

fn binary_bool(op: BinaryOp) -> Option<Binary> {
    match op {
        BinaryOp::And => Some(two!(bool, |a, b| a & b)),
        BinaryOp::Or => Some(two!(bool, |a, b| a | b)),
        BinaryOp::Xor => Some(two!(bool, |a, b| a ^ b)),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::IntDiv
        | BinaryOp::Rem
        | BinaryOp::Min
        | BinaryOp::Max
        | BinaryOp::IntPow
        | BinaryOp::Shl
        | BinaryOp::Shr => None,
    }
}

macro_rules! integer_binary {
    ($name:ident, $power:ident, $t:ty) => {
        fn $name(op: BinaryOp) -> Option<Binary> {
            match op {
                BinaryOp::Add => Some(two!($t, |a, b| a.wrapping_add(b))),
                BinaryOp::Sub => Some(two!($t, |a, b| a.wrapping_sub(b))),
                BinaryOp::Mul => Some(two!($t, |a, b| a.wrapping_mul(b))),
                BinaryOp::IntDiv => {
                    Some(two!($t, |a, b| if b == 0 { 0 } else { a.wrapping_div(b) }))
                }
                BinaryOp::Rem => Some(two!($t, |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) })),
                BinaryOp::Min => Some(two!($t, |a, b| if a < b { a } else { b })),
                BinaryOp::Max => Some(two!($t, |a, b| if a > b { a } else { b })),
                BinaryOp::IntPow => Some(two!($t, |a, b| $power(a, b))),
                BinaryOp::And => Some(two!($t, |a, b| a & b)),
                BinaryOp::Or => Some(two!($t, |a, b| a | b)),
                BinaryOp::Xor => Some(two!($t, |a, b| a ^ b)),
                BinaryOp::Shl => Some(two!($t, |a, b| a.wrapping_shl(b as u32))),
                BinaryOp::Shr => Some(two!($t, |a, b| a.wrapping_shr(b as u32))),
                BinaryOp::Div => None,
            }
        }

        /// Repeated squaring, wrapping; a negative exponent gives 0 unless the base is 1 or -1.
        fn $power(base: $t, exponent: $t) -> $t {
            if exponent < 0 && base != 1 && base != -1 {
                return 0;
            }
            // The powers of 1 and -1 depend on the parity alone, which the sign of the exponent leaves alone.
            let mut left = exponent.unsigned_abs();
            let (mut result, mut square): ($t, $t) = (1, base);
            while left > 0 {
                if left & 1 == 1 {
                    result = result.wrapping_mul(square);
                }
                square = square.wrapping_mul(square);
                left >>= 1;
            }
            result
        }
    };
}
integer_binary!(binary_i32, power_i32, i32);
integer_binary!(binary_i64, power_i64, i64);

macro_rules! float_binary {
    ($name:ident, $t:ty) => {
        fn $name(op: BinaryOp) -> Option<Binary> {
            match op {
                BinaryOp::Add => Some(two!($t, |a, b| a + b)),
                BinaryOp::Sub => Some(two!($t, |a, b| a - b)),
                BinaryOp::Mul => Some(two!($t, |a, b| a * b)),
                BinaryOp::Div => Some(two!($t, |a, b| a / b)),
                BinaryOp::Rem => Some(two!($t, |a, b| a % b)),
                BinaryOp::Min => Some(two!($t, |a, b| if a < b || b.is_nan() { a } else { b })),
                BinaryOp::Max => Some(two!($t, |a, b| if a > b || b.is_nan() { a } else { b })),
                BinaryOp::IntDiv
                | BinaryOp::IntPow
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Shr => None,
            }
        }
    };
}
float_binary!(binary_f32, f32);
float_binary!(binary_f64, f64);

/// The function of a comparison of two operands of type `ty`; it gives a `Bool`. `None` where the verifier allows none.
pub fn compare(op: CompareOp, ty: Ty) -> Option<Binary> {
    match ty {
        Ty::Bool => match op {
            CompareOp::Eq => Some(two!(bool, |a, b| a == b)),
            CompareOp::Ne => Some(two!(bool, |a, b| a != b)),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => None,
        },
        Ty::I32 => Some(compare_i32(op)),
        Ty::I64 => Some(compare_i64(op)),
        Ty::F32 => Some(compare_f32(op)),
        Ty::F64 => Some(compare_f64(op)),
        Ty::Array(_) | Ty::Str => None,
    }
}

macro_rules! comparison {
    ($name:ident, $t:ty) => {
        fn $name(op: CompareOp) -> Binary {
            match op {
                CompareOp::Eq => two!($t, |a, b| a == b),
                CompareOp::Ne => two!($t, |a, b| a != b),
                CompareOp::Lt => two!($t, |a, b| a < b),
                CompareOp::Le => two!($t, |a, b| a <= b),
                CompareOp::Gt => two!($t, |a, b| a > b),
                CompareOp::Ge => two!($t, |a, b| a >= b),
            }
        }
    };
}
comparison!(compare_i32, i32);
comparison!(compare_i64, i64);
comparison!(compare_f32, f32);
comparison!(compare_f64, f64);

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
    assert!(ty.is_float(), "an elementary function of {ty:?}");
    let suffix = if ty == Ty::F32 { "f32" } else { "f64" };
    let name = format!("{}_{suffix}", math_name(function));
    RtFn::from_name(&name).unwrap_or_else(|| panic!("the runtime lacks the row {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(op: BinaryOp, a: i32, b: i32) -> i32 {
        let function = binary(op, Ty::I32).expect("an integer operation");
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
        let function = binary(BinaryOp::Min, Ty::F32).expect("a float operation");
        let nan = slot_of_f32(f32::NAN);
        assert_eq!(function(nan, slot_of_f32(1.0)), slot_of_f32(1.0));
        assert_eq!(function(slot_of_f32(1.0), nan), slot_of_f32(1.0));
        assert_eq!(function(nan, nan), nan);
        let equal = compare(CompareOp::Ne, Ty::F32).expect("a comparison");
        assert_eq!(equal(nan, nan), 1);
    }

    #[test]
    fn rounding_takes_halves_away_from_zero() {
        let function = unary(UnaryOp::Round, Ty::F64).expect("a float operation");
        assert_eq!(function((-2.5f64).to_bits()), (-3.0f64).to_bits());
        assert!(unary(UnaryOp::Sqrt, Ty::I32).is_none());
    }

    #[test]
    fn every_elementary_function_has_its_rows() {
        assert_eq!(math_row(MathFn::Atan2, Ty::F32), RtFn::atan2_f32);
        assert_eq!(math_row(MathFn::Tgamma, Ty::F64), RtFn::tgamma_f64);
    }
}
