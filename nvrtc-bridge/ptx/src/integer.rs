//! Integer and bit instructions as functions of registers.
//!
//! *Invariant:* a function reads only the bits of its type and gives a result without bits above it.

// One text stands for eight types, and what is needless for one of them is needed for another.
#![allow(clippy::useless_conversion, clippy::unnecessary_cast)]

use crate::syntax::Type;

/// An instruction of one operand.
pub type Unary = fn(u64) -> u64;
/// An instruction of two operands.
pub type Binary = fn(u64, u64) -> u64;
/// An instruction of three operands.
pub type Ternary = fn(u64, u64, u64) -> u64;

/// The expression for the Rust type of an integer type, with its unsigned and its twice as wide relatives; none for other types.
macro_rules! for_integer {
    ($class:expr, $t:ident, $u:ident, $w:ident => $result:expr) => {
        match $class {
            Type::U8 => for_integer!(@ u8, u8, u16, $t, $u, $w, $result),
            Type::U16 => for_integer!(@ u16, u16, u32, $t, $u, $w, $result),
            Type::U32 => for_integer!(@ u32, u32, u64, $t, $u, $w, $result),
            Type::U64 => for_integer!(@ u64, u64, u128, $t, $u, $w, $result),
            Type::S8 => for_integer!(@ i8, u8, i16, $t, $u, $w, $result),
            Type::S16 => for_integer!(@ i16, u16, i32, $t, $u, $w, $result),
            Type::S32 => for_integer!(@ i32, u32, i64, $t, $u, $w, $result),
            Type::S64 => for_integer!(@ i64, u64, i128, $t, $u, $w, $result),
            Type::F16
            | Type::F16x2
            | Type::Bf16
            | Type::Bf16x2
            | Type::F32
            | Type::F64
            | Type::Predicate => None,
        }
    };
    (@ $it:ty, $iu:ty, $iw:ty, $t:ident, $u:ident, $w:ident, $result:expr) => {{
        #[allow(dead_code)]
        type $t = $it;
        #[allow(dead_code)]
        type $u = $iu;
        #[allow(dead_code)]
        type $w = $iw;
        Some($result)
    }};
}

/// Instructions of one operand: `neg`, `not`, `abs`, `cnot`, `popc`, `clz`, `brev`.
pub fn unary(name: &str, class: Type) -> Option<Unary> {
    if class == Type::Predicate {
        return (name == "not").then_some((|a| a ^ 1) as Unary);
    }
    match name {
        "neg" => for_integer!(class, T, U, W => |a| (a as T).wrapping_neg() as U as u64),
        "not" => for_integer!(class, T, U, W => |a| u64::from(!(a as U))),
        "abs" => for_integer!(class, T, U, W => |a| {
            let a = a as T;
            (if i128::from(a) < 0 { a.wrapping_neg() } else { a }) as U as u64
        }),
        "cnot" => for_integer!(class, T, U, W => |a| u64::from(a as U == 0)),
        "popc" => for_integer!(class, T, U, W => |a| u64::from((a as U).count_ones())),
        "clz" => for_integer!(class, T, U, W => |a| u64::from((a as U).leading_zeros())),
        "brev" => for_integer!(class, T, U, W => |a| u64::from((a as U).reverse_bits())),
        _ => None,
    }
}

/// `bfind`: the highest bit that differs from the sign, or all ones; counted from the top with `.shiftamt`.
pub fn find(class: Type, shift: bool) -> Option<Unary> {
    fn from_top<const BITS: u32, const SIGNED: bool>(a: u64) -> u32 {
        let unused = 64 - BITS;
        let flip = SIGNED && (a << unused) >> 63 == 1;
        let significant = (if flip { !a } else { a }) << unused;
        significant.leading_zeros()
    }
    fn found<const BITS: u32, const SIGNED: bool, const SHIFT: bool>(a: u64) -> u64 {
        let top = from_top::<BITS, SIGNED>(a);
        if top >= BITS {
            return 0xffff_ffff;
        }
        u64::from(if SHIFT { top } else { BITS - 1 - top })
    }
    Some(match (class, shift) {
        (Type::U32, false) => found::<32, false, false>,
        (Type::U32, true) => found::<32, false, true>,
        (Type::S32, false) => found::<32, true, false>,
        (Type::S32, true) => found::<32, true, true>,
        (Type::U64, false) => found::<64, false, false>,
        (Type::U64, true) => found::<64, false, true>,
        (Type::S64, false) => found::<64, true, false>,
        (Type::S64, true) => found::<64, true, true>,
        (
            Type::U8
            | Type::U16
            | Type::S8
            | Type::S16
            | Type::F16
            | Type::F16x2
            | Type::Bf16
            | Type::Bf16x2
            | Type::F32
            | Type::F64
            | Type::Predicate,
            _,
        ) => return None,
    })
}

/// Instructions of two operands. Division by zero gives all ones, its remainder the dividend: the PTX ISA leaves both open.
pub fn binary(name: &str, class: Type) -> Option<Binary> {
    if class == Type::Predicate {
        return match name {
            "and" => Some(|a, b| a & b),
            "or" => Some(|a, b| a | b),
            "xor" => Some(|a, b| a ^ b),
            _ => None,
        };
    }
    match name {
        "add" => {
            for_integer!(class, T, U, W => |a, b| u64::from((a as U).wrapping_add(b as U)))
        }
        "sub" => {
            for_integer!(class, T, U, W => |a, b| u64::from((a as U).wrapping_sub(b as U)))
        }
        "mul.lo" => {
            for_integer!(class, T, U, W => |a, b| u64::from((a as U).wrapping_mul(b as U)))
        }
        "mul.hi" => for_integer!(class, T, U, W => |a, b| {
            ((W::from(a as T) * W::from(b as T)) >> T::BITS) as U as u64
        }),
        "mul.wide" => {
            for_integer!(class, T, U, W => |a, b| (W::from(a as T) * W::from(b as T)) as u64 & wide_mask(T::BITS))
        }
        "div" => for_integer!(class, T, U, W => |a, b| {
            let (a, b) = (a as T, b as T);
            if b == 0 { u64::from(U::MAX) } else { a.wrapping_div(b) as U as u64 }
        }),
        "rem" => for_integer!(class, T, U, W => |a, b| {
            let (a, b) = (a as T, b as T);
            if b == 0 { a as U as u64 } else { a.wrapping_rem(b) as U as u64 }
        }),
        "min" => for_integer!(class, T, U, W => |a, b| (a as T).min(b as T) as U as u64),
        "max" => for_integer!(class, T, U, W => |a, b| (a as T).max(b as T) as U as u64),
        "and" => for_integer!(class, T, U, W => |a, b| u64::from(a as U & b as U)),
        "or" => for_integer!(class, T, U, W => |a, b| u64::from(a as U | b as U)),
        "xor" => for_integer!(class, T, U, W => |a, b| u64::from(a as U ^ b as U)),
        "shl" => for_integer!(class, T, U, W => |a, b| {
            let count = b as u32;
            if count >= T::BITS { 0 } else { u64::from((a as U) << count) }
        }),
        "shr" => for_integer!(class, T, U, W => |a, b| {
            let (a, count) = (a as T, b as u32);
            if count < T::BITS { (a >> count) as U as u64 } else { ((a >> (T::BITS - 1)) >> 1u32) as U as u64 }
        }),
        "inc" => for_integer!(class, T, U, W => |old, limit| {
            let (old, limit) = (old as U, limit as U);
            if old >= limit { 0 } else { u64::from(old + 1) }
        }),
        "dec" => for_integer!(class, T, U, W => |old, limit| {
            let (old, limit) = (old as U, limit as U);
            u64::from(if old == 0 || old > limit { limit } else { old - 1 })
        }),
        "exch" => for_integer!(class, T, U, W => |_, new| u64::from(new as U)),
        "add.sat" => saturating(class, false),
        "sub.sat" => saturating(class, true),
        _ => None,
    }
}

/// `add.sat` and `sub.sat`, which the PTX ISA has for `.s32`.
fn saturating(class: Type, subtract: bool) -> Option<Binary> {
    match (class == Type::S32, subtract) {
        (true, false) => Some(|a, b| u64::from((a as i32).saturating_add(b as i32) as u32)),
        (true, true) => Some(|a, b| u64::from((a as i32).saturating_sub(b as i32) as u32)),
        (false, _) => None,
    }
}

const fn wide_mask(bits: u32) -> u64 {
    if bits >= 32 {
        u64::MAX
    } else {
        (1 << (2 * bits)) - 1
    }
}

/// Instructions of three operands: `mad`, `sad`, `bfe`, `prmt`, `shf`, `dp4a` and so on.
pub fn ternary(name: &str, class: Type) -> Option<Ternary> {
    match name {
        "mad.lo" => for_integer!(class, T, U, W => |a, b, c| {
            u64::from((a as U).wrapping_mul(b as U).wrapping_add(c as U))
        }),
        "mad.hi" => for_integer!(class, T, U, W => |a, b, c| {
            let high = ((W::from(a as T) * W::from(b as T)) >> T::BITS) as U;
            u64::from(high.wrapping_add(c as U))
        }),
        "mad.wide" => for_integer!(class, T, U, W => |a, b, c| {
            ((W::from(a as T) * W::from(b as T)) as u64).wrapping_add(c) & wide_mask(T::BITS)
        }),
        "mad.hi.sat" if class == Type::S32 => Some(|a, b, c| {
            let high = (i64::from(a as i32) * i64::from(b as i32)) >> 32;
            u64::from((high as i32).saturating_add(c as i32) as u32)
        }),
        "sad" => for_integer!(class, T, U, W => |a, b, c| {
            u64::from((a as T).abs_diff(b as T).wrapping_add(c as U))
        }),
        "bfe" => extract(class),
        "mul24.lo" | "mad24.lo" => Some(|a, b, c| {
            let narrow = |x: u64| (x as i32) << 8 >> 8;
            u64::from(narrow(a).wrapping_mul(narrow(b)) as u32).wrapping_add(c) & 0xffff_ffff
        }),
        "shf.l.wrap" => Some(|low, high, count| funnel(low, high, count & 31, true)),
        "shf.l.clamp" => Some(|low, high, count| funnel(low, high, clamp_shift(count), true)),
        "shf.r.wrap" => Some(|low, high, count| funnel(low, high, count & 31, false)),
        "shf.r.clamp" => Some(|low, high, count| funnel(low, high, clamp_shift(count), false)),
        "szext.wrap" | "szext.clamp" | "bmsk.wrap" | "bmsk.clamp" => None,
        _ => None,
    }
}

fn clamp_shift(count: u64) -> u64 {
    u64::from((count as u32).min(32))
}

/// The most or the least significant half of a pair that is shifted.
fn funnel(low: u64, high: u64, count: u64, left: bool) -> u64 {
    let pair = (high << 32) | (low & 0xffff_ffff);
    if left {
        (pair << count) >> 32
    } else {
        (pair >> count) & 0xffff_ffff
    }
}

/// `bfe`: positions and lengths are taken modulo 256; signed fields repeat their highest bit.
fn extract(class: Type) -> Option<Ternary> {
    fn field<const BITS: u32, const SIGNED: bool>(a: u64, position: u64, length: u64) -> u64 {
        let (position, length) = ((position & 0xff) as u32, (length & 0xff) as u32);
        let a = if BITS == 32 { a & 0xffff_ffff } else { a };
        let top = (position + length).saturating_sub(1).min(BITS - 1);
        let sign = SIGNED && length > 0 && (a >> top) & 1 == 1;
        let shifted = if position >= BITS { 0 } else { a >> position };
        let width = length.min(BITS.saturating_sub(position));
        let inside = if width >= 64 {
            u64::MAX
        } else {
            (1 << width) - 1
        };
        let extended = if sign { !inside } else { 0 };
        ((shifted & inside) | extended) & (u64::MAX >> (64 - BITS))
    }
    match class {
        Type::U32 => Some(field::<32, false>),
        Type::S32 => Some(field::<32, true>),
        Type::U64 => Some(field::<64, false>),
        Type::S64 => Some(field::<64, true>),
        Type::U8
        | Type::U16
        | Type::S8
        | Type::S16
        | Type::F16
        | Type::F16x2
        | Type::Bf16
        | Type::Bf16x2
        | Type::F32
        | Type::F64
        | Type::Predicate => None,
    }
}

/// `bfi`: `a` replaces `length` bits of `b` from `position` on.
pub fn insert(a: u64, b: u64, position: u64, length: u64, wide: bool) -> u64 {
    let bits = if wide { 64 } else { 32 };
    let (position, length) = (position & 0xff, (length & 0xff).min(64));
    let all = u64::MAX >> (64 - bits);
    if position >= bits || length == 0 {
        return b & all;
    }
    let field = (u64::MAX >> (64 - length)) << position;
    ((b & !field) | ((a << position) & field)) & all
}

/// `lop3`: bit `4a + 2b + c` of the table.
pub fn logic3(a: u64, b: u64, c: u64, table: u8) -> u64 {
    let mut result = 0;
    for index in 0..8 {
        if table >> index & 1 == 1 {
            let choose = |value: u64, bit: u8| if index & bit != 0 { value } else { !value };
            result |= choose(a, 4) & choose(b, 2) & choose(c, 1);
        }
    }
    result & 0xffff_ffff
}

/// The modes of `prmt`.
pub fn permute(mode: &str) -> Option<Ternary> {
    fn bytes(a: u64, b: u64, selectors: [u64; 4]) -> u64 {
        let pair = (b << 32) | (a & 0xffff_ffff);
        let byte = |selector: u64| {
            let value = (pair >> (8 * (selector & 7))) & 0xff;
            if selector & 8 == 0 {
                value
            } else if value & 0x80 != 0 {
                0xff
            } else {
                0
            }
        };
        selectors
            .iter()
            .rev()
            .fold(0, |sum, &selector| sum << 8 | byte(selector))
    }
    Some(match mode {
        "" => |a, b, c| bytes(a, b, [c & 15, c >> 4 & 15, c >> 8 & 15, c >> 12 & 15]),
        "f4e" => |a, b, c| bytes(a, b, [0, 1, 2, 3].map(|at| (c & 3) + at)),
        "b4e" => |a, b, c| bytes(a, b, [0, 7, 6, 5].map(|at| (at + (c & 3)) & 7)),
        "rc8" => |a, b, c| bytes(a, b, [c & 3; 4]),
        "ecl" => |a, b, c| bytes(a, b, [0, 1, 2, 3].map(|at: u64| at.max(c & 3))),
        "ecr" => |a, b, c| bytes(a, b, [0, 1, 2, 3].map(|at: u64| at.min(c & 3))),
        "rc16" => |a, b, c| bytes(a, b, [0, 1, 0, 1].map(|at| 2 * (c & 1) + at)),
        _ => return None,
    })
}

/// `dp4a` and `dp2a`: a sum of products of bytes, whose factors are signed or not.
pub fn dot(name: &str, a_signed: bool, b_signed: bool) -> Option<Ternary> {
    fn part(value: u64, at: u32, bits: u32, signed: bool) -> i64 {
        let raw = (value >> (at * bits)) & ((1 << bits) - 1);
        if signed {
            ((raw << (64 - bits)) as i64) >> (64 - bits)
        } else {
            raw as i64
        }
    }
    fn four<const A: bool, const B: bool>(a: u64, b: u64, c: u64) -> u64 {
        let product = |at| part(a, at, 8, A) * part(b, at, 8, B);
        (c as i64).wrapping_add((0..4).map(product).sum()) as u64 & 0xffff_ffff
    }
    fn two<const A: bool, const B: bool, const HIGH: bool>(a: u64, b: u64, c: u64) -> u64 {
        let product = |at| part(a, at, 16, A) * part(b, at + 2 * u32::from(HIGH), 8, B);
        (c as i64).wrapping_add((0..2).map(product).sum()) as u64 & 0xffff_ffff
    }
    Some(match (name, a_signed, b_signed) {
        ("dp4a", false, false) => four::<false, false>,
        ("dp4a", false, true) => four::<false, true>,
        ("dp4a", true, false) => four::<true, false>,
        ("dp4a", true, true) => four::<true, true>,
        ("dp2a.lo", false, false) => two::<false, false, false>,
        ("dp2a.lo", false, true) => two::<false, true, false>,
        ("dp2a.lo", true, false) => two::<true, false, false>,
        ("dp2a.lo", true, true) => two::<true, true, false>,
        ("dp2a.hi", false, false) => two::<false, false, true>,
        ("dp2a.hi", false, true) => two::<false, true, true>,
        ("dp2a.hi", true, false) => two::<true, false, true>,
        ("dp2a.hi", true, true) => two::<true, true, true>,
        (_, _, _) => return None,
    })
}

/// The comparisons of `setp` and `set` on integers.
pub fn compare(name: &str, class: Type) -> Option<Binary> {
    match name {
        "eq" => for_integer!(class, T, U, W => |a, b| u64::from(a as T == b as T)),
        "ne" => for_integer!(class, T, U, W => |a, b| u64::from(a as T != b as T)),
        "lt" | "lo" => for_integer!(class, T, U, W => |a, b| u64::from((a as T) < b as T)),
        "le" | "ls" => for_integer!(class, T, U, W => |a, b| u64::from(a as T <= b as T)),
        "gt" | "hi" => for_integer!(class, T, U, W => |a, b| u64::from(a as T > b as T)),
        "ge" | "hs" => for_integer!(class, T, U, W => |a, b| u64::from(a as T >= b as T)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUS: u64 = 0xffff_ffff;

    fn two(name: &str, class: Type, a: u64, b: u64) -> u64 {
        binary(name, class).expect(name)(a, b)
    }

    fn three(name: &str, class: Type, a: u64, b: u64, c: u64) -> u64 {
        ternary(name, class).expect(name)(a, b, c)
    }

    #[test]
    fn sums_wrap_or_saturate() {
        assert_eq!(two("add", Type::U32, MINUS, 1), 0);
        assert_eq!(two("sub", Type::S32, 0, 1), MINUS);
        assert_eq!(two("add", Type::S16, 0x7fff, 1), 0x8000);
        assert_eq!(two("add", Type::U64, u64::MAX, 2), 1);
        assert_eq!(two("add.sat", Type::S32, 0x7fff_ffff, 1), 0x7fff_ffff);
        assert_eq!(two("sub.sat", Type::S32, 0x8000_0000, 1), 0x8000_0000);
        assert!(binary("add.sat", Type::U32).is_none());
    }

    #[test]
    fn products_have_three_forms() {
        // -1 * -1 = 1: the high half is 0; unsigned (2^32 - 1)^2 = 2^64 - 2^33 + 1.
        assert_eq!(two("mul.hi", Type::S32, MINUS, MINUS), 0);
        assert_eq!(two("mul.hi", Type::U32, MINUS, MINUS), 0xffff_fffe);
        assert_eq!(two("mul.wide", Type::S32, MINUS, 5), (-5i64) as u64);
        assert_eq!(two("mul.wide", Type::U32, MINUS, 5), 0x4_ffff_fffb);
        assert_eq!(two("mul.wide", Type::S16, 0xffff, 5), 0xffff_fffb);
        assert_eq!(two("mul.lo", Type::S64, u64::MAX, 7), (-7i64) as u64);
        assert_eq!(two("mul.hi", Type::U64, u64::MAX, u64::MAX), u64::MAX - 1);
        assert_eq!(two("mul.hi", Type::S64, u64::MAX, 3), u64::MAX);
        assert_eq!(three("mad.wide", Type::S32, MINUS, 4, 8), 4);
        assert_eq!(three("mad.lo", Type::U32, MINUS, 2, 3), 1);
        assert_eq!(three("mad.hi", Type::U32, MINUS, 2, 3), 4);
    }

    #[test]
    fn quotients_round_to_zero() {
        assert_eq!(
            two("div", Type::S32, (-7i32) as u32 as u64, 2),
            (-3i32) as u32 as u64
        );
        assert_eq!(two("rem", Type::S32, (-7i32) as u32 as u64, 2), MINUS);
        assert_eq!(two("div", Type::S32, 0x8000_0000, MINUS), 0x8000_0000);
        assert_eq!(two("rem", Type::S32, 0x8000_0000, MINUS), 0);
        assert_eq!(two("div", Type::U32, 5, 0), MINUS);
        assert_eq!(two("rem", Type::U32, 5, 0), 5);
    }

    #[test]
    fn shifts_clamp_their_count() {
        assert_eq!(two("shl", Type::U32, 1, 31), 0x8000_0000);
        assert_eq!(two("shl", Type::U32, 1, 32), 0);
        assert_eq!(two("shr", Type::S32, 0x8000_0000, 100), MINUS);
        assert_eq!(two("shr", Type::U32, 0x8000_0000, 32), 0);
        assert_eq!(two("shr", Type::S64, 1 << 63, 63), u64::MAX);
        assert_eq!(two("shr", Type::U64, 1 << 63, 64), 0);
        assert_eq!(two("shl", Type::U16, 0x00ff, 8), 0xff00);
    }

    #[test]
    fn extremes_depend_on_the_sign() {
        assert_eq!(two("min", Type::S32, MINUS, 1), MINUS);
        assert_eq!(two("min", Type::U32, MINUS, 1), 1);
        assert_eq!(two("max", Type::S8, 0x80, 0x7f), 0x7f);
        assert_eq!(unary("abs", Type::S32).expect("abs")(MINUS), 1);
        assert_eq!(
            unary("abs", Type::S32).expect("abs")(0x8000_0000),
            0x8000_0000
        );
        assert_eq!(unary("neg", Type::S16).expect("neg")(1), 0xffff);
    }

    #[test]
    fn bits_are_counted_and_found() {
        assert_eq!(unary("popc", Type::U32).expect("popc")(0xf0f0_f0f0), 16);
        assert_eq!(unary("clz", Type::U32).expect("clz")(0), 32);
        assert_eq!(unary("clz", Type::U64).expect("clz")(1), 63);
        assert_eq!(unary("brev", Type::U32).expect("brev")(1), 0x8000_0000);
        assert_eq!(find(Type::U32, false).expect("bfind")(0), MINUS);
        assert_eq!(find(Type::U32, false).expect("bfind")(0x10), 4);
        assert_eq!(find(Type::U32, true).expect("bfind")(0x10), 27);
        assert_eq!(find(Type::S32, false).expect("bfind")(MINUS), MINUS);
        assert_eq!(find(Type::S32, false).expect("bfind")(0xffff_fff0), 3);
    }

    #[test]
    fn fields_are_extracted_and_inserted() {
        assert_eq!(three("bfe", Type::U32, 0x1234_5678, 8, 8), 0x56);
        assert_eq!(three("bfe", Type::S32, 0x0000_f000, 12, 4), MINUS);
        assert_eq!(three("bfe", Type::U32, 0xffff_ffff, 0, 0), 0);
        assert_eq!(three("bfe", Type::S32, 0x8000_0000, 28, 16), 0xffff_fff8);
        assert_eq!(three("bfe", Type::U64, u64::MAX, 60, 8), 15);
        assert_eq!(insert(0xff, 0, 4, 4, false), 0xf0);
        assert_eq!(insert(1, MINUS, 40, 4, false), MINUS);
        assert_eq!(insert(0, u64::MAX, 32, 32, true), 0xffff_ffff);
    }

    #[test]
    fn tables_and_permutations() {
        // The documented constants: 0xF0, 0xCC, 0xAA are the operands themselves.
        assert_eq!(logic3(3, 5, 9, 0xf0 & 0xcc & 0xaa), 3 & 5 & 9);
        assert_eq!(logic3(3, 5, 9, 0xf0 ^ 0xcc ^ 0xaa), 3 ^ 5 ^ 9);
        assert_eq!(
            logic3(3, 5, 9, (0xf0 & 0xcc) | (!0xf0 & 0xaa)),
            (3 & 5) | (!3 & 9)
        );
        let plain = permute("").expect("prmt");
        assert_eq!(plain(0x3322_1100, 0x7766_5544, 0x7531), 0x7755_3311);
        // The sign of byte 1 and byte 3.
        assert_eq!(plain(0x0000_8000, 0, 0x000b), 0);
        assert_eq!(plain(0x0000_8000, 0, 0x0009), 0xff);
        assert_eq!(permute("rc8").expect("rc8")(0x3322_1100, 0, 2), 0x2222_2222);
        assert_eq!(
            permute("f4e").expect("f4e")(0x3322_1100, 0x7766_5544, 1),
            0x4433_2211
        );
        assert_eq!(
            permute("b4e").expect("b4e")(0x3322_1100, 0x7766_5544, 0),
            0x5566_7700
        );
        assert_eq!(three("shf.l.wrap", Type::U32, 0x8000_0000, 1, 1), 3);
        assert_eq!(three("shf.r.clamp", Type::U32, 7, 9, 40), 9);
    }

    #[test]
    fn products_of_bytes() {
        let signed = dot("dp4a", true, true).expect("dp4a");
        // -1*2 + 3*4 + 0 + 0 + 10
        assert_eq!(signed(0x0000_03ff, 0x0000_0402, 10), 20);
        let unsigned = dot("dp4a", false, false).expect("dp4a");
        assert_eq!(unsigned(0x0000_00ff, 0x0000_0002, 0), 510);
        let high = dot("dp2a.hi", false, false).expect("dp2a");
        // 2 * 5 + 3 * 7
        assert_eq!(high(0x0003_0002, 0x0705_0000, 1), 32);
    }

    #[test]
    fn limits_of_atomic_counters() {
        assert_eq!(two("inc", Type::U32, 3, 3), 0);
        assert_eq!(two("inc", Type::U32, 2, 3), 3);
        assert_eq!(two("dec", Type::U32, 0, 7), 7);
        assert_eq!(two("dec", Type::U32, 9, 7), 7);
        assert_eq!(two("dec", Type::U32, 5, 7), 4);
    }
}
