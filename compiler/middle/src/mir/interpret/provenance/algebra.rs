//! Where a number comes from, as an element of a field: sums and products of what was read and of constants.
//!
//! Two expressions that a pass may exchange have the same provenance: the field is commutative and associative as the sums of reals
//! are that accumulators stand for, so that an order of adding up does not show, while another operand does, but for a chance of
//! one to 2^60 (polynomial identity testing; Schwartz 1980, Zippel 1979). What the field has no operation for is a hash of the
//! operation and its operands.
//!
//! *Invariant:* the provenance of a number that depends on constants and indices alone, and is whole, is the number itself.

use super::super::super::arithmetic::{constant_of, i32_of};
use super::super::super::data::*;

/// The modulus, a Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;
/// Whole floats above are not sure to be what they stand for.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Sum.
pub fn add(a: u64, b: u64) -> u64 {
    reduced(a + b)
}

/// Difference.
pub fn sub(a: u64, b: u64) -> u64 {
    reduced(a + PRIME - b)
}

/// Product.
pub fn mul(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let (low, high) = (product as u64 & PRIME, (product >> 61) as u64);
    reduced(low + high)
}

fn reduced(value: u64) -> u64 {
    let value = (value & PRIME) + (value >> 61);
    if value >= PRIME { value - PRIME } else { value }
}

/// Quotient: the product with an element that stands for the inverse, so that divisors change places.
pub fn div(a: u64, b: u64) -> u64 {
    match b {
        1 => a,
        _ => mul(a, hash(&[Tag::Inverse as u64, b])),
    }
}

/// What hashes are of.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names are what is hashed")]
pub enum Tag {
    Inverse = 1,
    Number,
    Text,
    Unary,
    Binary,
    Math,
    Convert,
    Stored,
    Element,
    Array,
    Row,
    Changed,
    Content,
    Read,
    Write,
    Effect,
}

/// A hash of words: an element of the field.
pub fn hash(words: &[u64]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for &word in words {
        state = mixed(state ^ mixed(word.wrapping_add(0x2545_f491_4f6c_dd1d)));
    }
    state % PRIME
}

/// The finaliser of splitmix64.
fn mixed(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Of a whole number.
pub fn of_int(value: i64) -> u64 {
    let magnitude = value.unsigned_abs() % PRIME;
    match value < 0 && magnitude != 0 {
        true => PRIME - magnitude,
        false => magnitude,
    }
}

/// Of a real number: itself where it is whole.
fn of_real(value: f64) -> u64 {
    match value.fract() == 0.0 && value.abs() <= EXACT {
        true => of_int(value as i64),
        false => hash(&[Tag::Number as u64, value.to_bits()]),
    }
}

/// Of a text.
pub fn of_text(text: &str) -> u64 {
    let words: Vec<u64> = text.bytes().map(u64::from).collect();
    hash(&[&[Tag::Text as u64], words.as_slice()].concat())
}

/// Of a number that comes from nowhere else.
pub fn of_number(ty: Ty, bits: u64) -> u64 {
    match constant_of(ty, bits) {
        Const::Bool(value) => u64::from(value),
        Const::I32(value) => of_int(value.into()),
        Const::I64(value) => of_int(value),
        Const::F32(value) => of_real(value.into()),
        Const::F64(value) => of_real(value),
        Const::Str(_) | Const::Null(_) | Const::OnGpu => 0,
    }
}

/// A number in a slot with its provenance.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The bits.
    pub bits: u64,
    /// Where they come from.
    pub from: u64,
}

impl Known {
    /// Whether it is what it is, whatever was read.
    fn is_plain(self, ty: Ty) -> bool {
        !ty.is_float() && self.from == of_number(ty, self.bits)
    }
}

/// A number: its type, and the bits that a slot has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    ty: Ty,
    bits: u64,
}

impl Typed {
    /// A number of a type.
    pub fn new(ty: Ty, bits: u64) -> Typed {
        Typed { ty, bits }
    }
}

/// The same as a number in the slot's own type, as `Eq` tells.
fn same_number(from: Typed, to: Typed) -> bool {
    if from.ty.is_handle() || to.ty.is_handle() {
        return from == to;
    }
    let real = |number: Typed| match constant_of(number.ty, number.bits) {
        Const::Bool(value) => Some(i128::from(value)),
        Const::I32(value) => Some(value.into()),
        Const::I64(value) => Some(value.into()),
        Const::F32(value) => whole(value.into()),
        Const::F64(value) => whole(value),
        Const::Str(_) | Const::Null(_) | Const::OnGpu => None,
    };
    match (from.ty.is_float(), to.ty.is_float()) {
        (true, true) => as_f64(from) == as_f64(to),
        _ => real(from).is_some() && real(from) == real(to),
    }
}

fn whole(value: f64) -> Option<i128> {
    (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i128)
}

fn as_f64(number: Typed) -> f64 {
    match constant_of(number.ty, number.bits) {
        Const::F32(value) => value.into(),
        Const::F64(value) => value,
        other => panic!("{other:?} is no float"),
    }
}

/// Of the result of an operation on one number.
pub fn unary(op: UnaryOp, ty: Ty, a: Known, result: u64) -> u64 {
    if a.is_plain(ty) {
        return of_number(ty, result);
    }
    match op {
        UnaryOp::Neg => sub(0, a.from),
        UnaryOp::Abs if a.bits == result => a.from,
        UnaryOp::Abs => sub(0, a.from),
        UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Round | UnaryOp::Trunc
            if same_number(Typed::new(ty, a.bits), Typed::new(ty, result)) =>
        {
            a.from
        }
        UnaryOp::RoundHalf => stored(ElemKind::F16, ty, a, Typed::new(ty, result)),
        UnaryOp::Not => result,
        UnaryOp::BitNot
        | UnaryOp::Sqrt
        | UnaryOp::Floor
        | UnaryOp::Ceil
        | UnaryOp::Round
        | UnaryOp::Trunc => hash(&[Tag::Unary as u64, op as u64, a.from]),
    }
}

/// Of the result of an operation on two numbers.
pub fn binary(op: BinaryOp, ty: Ty, [a, b]: [Known; 2], result: u64) -> u64 {
    if ty == Ty::Bool || a.is_plain(ty) && b.is_plain(ty) {
        return of_number(ty, result);
    }
    match op {
        BinaryOp::Add => add(a.from, b.from),
        BinaryOp::Sub => sub(a.from, b.from),
        BinaryOp::Mul => mul(a.from, b.from),
        BinaryOp::Div => div(a.from, b.from),
        BinaryOp::Min | BinaryOp::Max => chosen(a, b, result),
        // Each operand counts once, in any order; -1 is the neutral one of `And`.
        BinaryOp::Or | BinaryOp::Xor => add(a.from, b.from),
        BinaryOp::And => add(add(a.from, b.from), 1),
        BinaryOp::IntDiv | BinaryOp::Rem | BinaryOp::IntPow | BinaryOp::Shl | BinaryOp::Shr => {
            hash(&[Tag::Binary as u64, op as u64, a.from, b.from])
        }
    }
}

/// Of the smaller or greater one of two numbers.
fn chosen(a: Known, b: Known, result: u64) -> u64 {
    match (a.bits == result, b.bits == result) {
        (true, false) => a.from,
        (false, true) => b.from,
        _ => a.from.min(b.from),
    }
}

/// Of an elementary function's value.
pub fn math(function: MathFn, args: &[u64]) -> u64 {
    let head = [Tag::Math as u64, function as u64];
    hash(&[head.as_slice(), args].concat())
}

/// Of a number in another type.
pub fn converted(from: Ty, to: Ty, a: Known, result: u64) -> u64 {
    if to == Ty::Bool || a.is_plain(from) {
        return of_number(to, result);
    }
    match same_number(Typed::new(from, a.bits), Typed::new(to, result)) {
        true => a.from,
        false => hash(&[Tag::Convert as u64, u64::from(to.is_float()), a.from]),
    }
}

/// Of what an element of a kind keeps of a number; `kept` is the number that is read back.
pub fn stored(kind: ElemKind, ty: Ty, a: Known, kept: Typed) -> u64 {
    let given = Typed::new(ty, a.bits);
    match given == kept || same_number(given, kept) {
        true => a.from,
        false => hash(&[Tag::Stored as u64, kind.code() as u64, a.from]),
    }
}

/// Product of complex numbers.
pub fn complex_product([a, b]: [u64; 2], [c, d]: [u64; 2]) -> [u64; 2] {
    [sub(mul(a, c), mul(b, d)), add(mul(a, d), mul(b, c))]
}

/// Of a loop's index, a position or an extent.
pub fn of_index(bits: u64) -> u64 {
    of_int(i32_of(bits).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(value: f64, from: u64) -> Known {
        Known {
            bits: value.to_bits(),
            from,
        }
    }

    #[test]
    fn the_field_is_one() {
        let (a, b, c) = (hash(&[1]), hash(&[2]), hash(&[3]));
        assert_eq!(add(add(a, b), c), add(c, add(b, a)));
        assert_eq!(mul(add(a, b), c), add(mul(c, b), mul(a, c)));
        assert_eq!(add(sub(a, b), b), a);
        assert_eq!(of_int(-5), sub(0, 5));
        assert_eq!(mul(of_int(-3), of_int(-4)), 12);
        assert_eq!(mul(PRIME - 1, PRIME - 1), 1);
        assert_eq!(div(div(a, b), c), div(div(a, c), b));
    }

    #[test]
    fn another_operand_shows_and_another_order_does_not() {
        let (a, b, c) = (hash(&[1]), hash(&[2]), hash(&[3]));
        let sum = |x, y| binary(BinaryOp::Add, Ty::F64, [float(1.0, x), float(2.0, y)], 0);
        assert_eq!(sum(sum(a, b), c), sum(a, sum(c, b)));
        assert_ne!(sum(a, b), sum(a, c));
        let least = |x, y| binary(BinaryOp::Min, Ty::F64, [x, y], 1f64.to_bits());
        assert_eq!(least(float(1.0, a), float(2.0, b)), a);
        assert_eq!(least(float(1.0, a), float(1.0, b)), a.min(b));
    }

    #[test]
    fn whole_numbers_of_indices_are_themselves() {
        let int = |value: i32| Known {
            bits: u64::from(value as u32),
            from: of_int(value.into()),
        };
        let quotient = binary(BinaryOp::IntDiv, Ty::I32, [int(7), int(2)], 3);
        assert_eq!(quotient, 3);
        assert_eq!(converted(Ty::I32, Ty::F64, int(7), 7f64.to_bits()), 7);
        assert_eq!(of_number(Ty::F64, 2.0f64.to_bits()), 2);
        assert_ne!(of_number(Ty::F64, 2.5f64.to_bits()), 2);
    }
}
