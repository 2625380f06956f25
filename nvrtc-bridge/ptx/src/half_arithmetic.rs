//! Arithmetic on `.f16` and `.bf16`, alone and in pairs.
//!
//! *Invariant:* both halves of a pair are computed by the function for one.

use crate::integer::{Binary, Ternary};
use crate::modifiers::Modifiers;
use crate::soft::{self, BRAIN, Exact, Format, HALF, Rounding};
use crate::syntax::Type;

const ADD: u8 = 0;
const SUBTRACT: u8 = 1;
const MULTIPLY: u8 = 2;
const LEAST: u8 = 3;
const GREATEST: u8 = 4;

fn format(brain: bool) -> Format {
    if brain { BRAIN } else { HALF }
}

fn read<const BRAIN_FLOAT: bool, const FLUSH: bool>(bits: u64) -> Exact {
    let bits = bits & 0xffff;
    let field = if BRAIN_FLOAT { 0x7f80 } else { 0x7c00 };
    let bits = if FLUSH && bits & field == 0 {
        bits & 0x8000
    } else {
        bits
    };
    soft::unpack(bits, format(BRAIN_FLOAT))
}

fn write<const BRAIN_FLOAT: bool, const FLAGS: u8>(exact: Exact) -> u64 {
    let bits = soft::round(exact, format(BRAIN_FLOAT), Rounding::Nearest);
    finish::<BRAIN_FLOAT, FLAGS>(bits)
}

const FLUSH: u8 = 1;
const SATURATE: u8 = 2;
const CLAMP_LOW: u8 = 4;

fn finish<const BRAIN_FLOAT: bool, const FLAGS: u8>(mut bits: u64) -> u64 {
    let (field, one) = if BRAIN_FLOAT {
        (0x7f80, 0x3f80)
    } else {
        (0x7c00, 0x3c00)
    };
    if FLAGS & FLUSH != 0 && bits & field == 0 {
        bits &= 0x8000;
    }
    let is_nan = bits & 0x7fff > field;
    let is_negative = bits & 0x8000 != 0;
    if FLAGS & SATURATE != 0 {
        if is_nan || is_negative {
            return 0;
        }
        return bits.min(one);
    }
    if FLAGS & CLAMP_LOW != 0 && is_negative && !is_nan {
        return 0;
    }
    bits
}

fn one<const OP: u8, const BRAIN_FLOAT: bool, const FLAGS: u8>(a: u64, b: u64) -> u64 {
    let take = |bits| {
        if FLAGS & FLUSH != 0 {
            read::<BRAIN_FLOAT, true>(bits)
        } else {
            read::<BRAIN_FLOAT, false>(bits)
        }
    };
    match OP {
        ADD => write::<BRAIN_FLOAT, FLAGS>(soft::add(take(a), take(b), Rounding::Nearest)),
        SUBTRACT => {
            write::<BRAIN_FLOAT, FLAGS>(soft::add(take(a), take(b ^ 0x8000), Rounding::Nearest))
        }
        MULTIPLY => write::<BRAIN_FLOAT, FLAGS>(soft::multiply(take(a), take(b))),
        _ => finish::<BRAIN_FLOAT, FLAGS>(extreme::<BRAIN_FLOAT>(a, b, OP == LEAST)),
    }
}

/// The order of the bits is that of the numbers once negative ones are turned round.
fn extreme<const BRAIN_FLOAT: bool>(a: u64, b: u64, least: bool) -> u64 {
    let (a, b) = (a & 0xffff, b & 0xffff);
    let field = if BRAIN_FLOAT { 0x7f80 } else { 0x7c00 };
    let is_nan = |bits: u64| bits & 0x7fff > field;
    let key = |bits: u64| {
        if bits & 0x8000 != 0 {
            -1 - (bits & 0x7fff) as i64
        } else {
            bits as i64
        }
    };
    match (is_nan(a), is_nan(b)) {
        (true, true) => 0x7fff,
        (true, false) => b,
        (false, true) => a,
        (false, false) if (key(a) < key(b)) == least => a,
        (false, false) => b,
    }
}

fn pair<const OP: u8, const BRAIN_FLOAT: bool, const FLAGS: u8>(a: u64, b: u64) -> u64 {
    let low = one::<OP, BRAIN_FLOAT, FLAGS>(a, b);
    let high = one::<OP, BRAIN_FLOAT, FLAGS>(a >> 16, b >> 16);
    high << 16 | low
}

fn fma<const BRAIN_FLOAT: bool, const FLAGS: u8>(a: u64, b: u64, c: u64) -> u64 {
    let take = |bits| {
        if FLAGS & FLUSH != 0 {
            read::<BRAIN_FLOAT, true>(bits)
        } else {
            read::<BRAIN_FLOAT, false>(bits)
        }
    };
    let product = soft::multiply(take(a), take(b));
    write::<BRAIN_FLOAT, FLAGS>(soft::add(product, take(c), Rounding::Nearest))
}

fn fma_pair<const BRAIN_FLOAT: bool, const FLAGS: u8>(a: u64, b: u64, c: u64) -> u64 {
    let low = fma::<BRAIN_FLOAT, FLAGS>(a, b, c);
    let high = fma::<BRAIN_FLOAT, FLAGS>(a >> 16, b >> 16, c >> 16);
    high << 16 | low
}

fn flags(modifiers: Modifiers) -> u8 {
    u8::from(modifiers.flush) * FLUSH
        + u8::from(modifiers.saturate) * SATURATE
        + u8::from(modifiers.clamp_low) * CLAMP_LOW
}

/// A function with its flags as constants; other combinations of flags are not in the PTX ISA.
macro_rules! with_flags {
    ($flags:expr, $name:ident, $($constant:tt),*) => {
        match $flags {
            0 => $name::<$($constant),*, 0>,
            1 => $name::<$($constant),*, 1>,
            2 => $name::<$($constant),*, 2>,
            3 => $name::<$($constant),*, 3>,
            4 => $name::<$($constant),*, 4>,
            5 => $name::<$($constant),*, 5>,
            _ => return None,
        }
    };
}

macro_rules! for_operation {
    ($name:expr, $function:ident, $brain:tt, $flags:expr) => {
        match $name {
            "add" => with_flags!($flags, $function, ADD, $brain),
            "sub" => with_flags!($flags, $function, SUBTRACT, $brain),
            "mul" => with_flags!($flags, $function, MULTIPLY, $brain),
            "min" => with_flags!($flags, $function, LEAST, $brain),
            "max" => with_flags!($flags, $function, GREATEST, $brain),
            _ => return None,
        }
    };
}

/// `add`, `sub`, `mul`, `min`, `max`.
pub fn binary(name: &str, class: Type, modifiers: Modifiers) -> Option<Binary> {
    let flags = flags(modifiers);
    Some(match class {
        Type::F16 => for_operation!(name, one, false, flags),
        Type::Bf16 => for_operation!(name, one, true, flags),
        Type::F16x2 => for_operation!(name, pair, false, flags),
        Type::Bf16x2 => for_operation!(name, pair, true, flags),
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::S8
        | Type::S16
        | Type::S32
        | Type::S64
        | Type::F32
        | Type::F64
        | Type::Predicate => return None,
    })
}

/// `fma`
pub fn fused(class: Type, modifiers: Modifiers) -> Option<Ternary> {
    let flags = flags(modifiers);
    Some(match class {
        Type::F16 => with_flags!(flags, fma, false),
        Type::Bf16 => with_flags!(flags, fma, true),
        Type::F16x2 => with_flags!(flags, fma_pair, false),
        Type::Bf16x2 => with_flags!(flags, fma_pair, true),
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::S8
        | Type::S16
        | Type::S32
        | Type::S64
        | Type::F32
        | Type::F64
        | Type::Predicate => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Modifiers = Modifiers {
        rounding: Rounding::Nearest,
        flush: false,
        saturate: false,
        clamp_low: false,
    };

    #[test]
    fn halves_round_once() {
        let add = binary("add", Type::F16, PLAIN).expect("add");
        // 2048 + 1 is a tie that goes to the even 2048; 2048 + 3 = 2051 lies between 2050 and 2052, a tie that goes to 2052.
        assert_eq!(add(0x6800, 0x3c00), 0x6800);
        assert_eq!(add(0x6800, 0x4200), 0x6802);
        let fma = fused(Type::F16, PLAIN).expect("fma");
        // (1 + 2^-10)^2 - 1 = 2^-9 + 2^-20 rounds to 2^-9 * (1 + 2^-10 * 0.5): a tie to even, 2^-9.
        assert_eq!(fma(0x3c01, 0x3c01, 0xbc00), 0x1800);
        let mul = binary("mul", Type::F16, PLAIN).expect("mul");
        assert_eq!(mul(0x7bff, 0x4000), 0x7c00);
    }

    #[test]
    fn pairs_keep_their_halves_apart() {
        let add = binary("add", Type::F16x2, PLAIN).expect("add");
        // 1 + 1 = 2 below, 2 + -2 = 0 above.
        assert_eq!(add(0x4000_3c00, 0xc000_3c00), 0x0000_4000);
    }

    #[test]
    fn saturation_and_extremes() {
        let saturate = Modifiers {
            saturate: true,
            ..PLAIN
        };
        let add = binary("add", Type::F16, saturate).expect("add");
        assert_eq!(add(0x3c00, 0x3c00), 0x3c00);
        assert_eq!(add(0xbc00, 0), 0);
        assert_eq!(add(0x7e00, 0), 0);
        let min = binary("min", Type::F16, PLAIN).expect("min");
        assert_eq!(min(0x8000, 0x0000), 0x8000);
        assert_eq!(min(0x7e00, 0x3c00), 0x3c00);
        let max = binary("max", Type::Bf16, PLAIN).expect("max");
        assert_eq!(max(0xbf80, 0xc000), 0xbf80);
    }
}
