//! Comparisons and tests of floating point numbers.
//!
//! *Invariant:* a comparison is that of the exact numbers.

use crate::float::{double, flushed, single};
use crate::integer::{Binary, Unary};
use crate::soft::{self, BRAIN, DOUBLE, Format, HALF, Rounding, SINGLE};
use crate::syntax::Type;

fn format_of(class: Type) -> Format {
    match class {
        Type::F16 | Type::F16x2 => HALF,
        Type::Bf16 | Type::Bf16x2 => BRAIN,
        Type::F64 => DOUBLE,
        Type::F32
        | Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::S8
        | Type::S16
        | Type::S32
        | Type::S64
        | Type::Predicate => SINGLE,
    }
}

/// Comparisons of `setp` on floats: the ordered ones are false for a NaN, those with a `u` true.
pub fn compare(name: &str, class: Type, flush: bool) -> Option<Binary> {
    use std::cmp::Ordering;
    fn order<const CLASS: u8>(a: u64, b: u64) -> Option<Ordering> {
        let read = |bits: u64| match CLASS {
            0 => f64::from(single(bits)),
            1 => double(bits),
            2 => double(soft::convert(
                bits & 0xffff,
                HALF,
                DOUBLE,
                Rounding::Nearest,
            )),
            3 => f64::from(flushed(single(bits))),
            _ => double(soft::convert(
                bits & 0xffff,
                BRAIN,
                DOUBLE,
                Rounding::Nearest,
            )),
        };
        read(a).partial_cmp(&read(b))
    }
    macro_rules! comparisons {
        ($class:literal) => {
            match name {
                "eq" => |a, b| u64::from(order::<$class>(a, b) == Some(Ordering::Equal)),
                "ne" => |a, b| {
                    u64::from(order::<$class>(a, b).is_some_and(|found| found != Ordering::Equal))
                },
                "lt" => |a, b| u64::from(order::<$class>(a, b) == Some(Ordering::Less)),
                "le" => |a, b| u64::from(order::<$class>(a, b).is_some_and(Ordering::is_le)),
                "gt" => |a, b| u64::from(order::<$class>(a, b) == Some(Ordering::Greater)),
                "ge" => |a, b| u64::from(order::<$class>(a, b).is_some_and(Ordering::is_ge)),
                "equ" => |a, b| u64::from(order::<$class>(a, b).is_none_or(Ordering::is_eq)),
                "neu" => |a, b| u64::from(order::<$class>(a, b) != Some(Ordering::Equal)),
                "ltu" => |a, b| u64::from(order::<$class>(a, b).is_none_or(Ordering::is_lt)),
                "leu" => |a, b| u64::from(order::<$class>(a, b) != Some(Ordering::Greater)),
                "gtu" => |a, b| u64::from(order::<$class>(a, b).is_none_or(Ordering::is_gt)),
                "geu" => |a, b| u64::from(order::<$class>(a, b) != Some(Ordering::Less)),
                "num" => |a, b| u64::from(order::<$class>(a, b).is_some()),
                "nan" => |a, b| u64::from(order::<$class>(a, b).is_none()),
                _ => return None,
            }
        };
    }
    Some(match format_of(class) {
        SINGLE if class != Type::F32 => return None,
        SINGLE if flush => comparisons!(3),
        SINGLE => comparisons!(0),
        DOUBLE => comparisons!(1),
        HALF if class == Type::F16 => comparisons!(2),
        BRAIN if class == Type::Bf16 => comparisons!(4),
        _ => return None,
    })
}

/// `testp`
pub fn test(name: &str, class: Type) -> Option<Unary> {
    macro_rules! tests {
        ($read:ident) => {
            match name {
                "finite" => |a| u64::from($read(a).is_finite()),
                "infinite" => |a| u64::from($read(a).is_infinite()),
                "number" => |a| u64::from(!$read(a).is_nan()),
                "notanumber" => |a| u64::from($read(a).is_nan()),
                "normal" => |a| u64::from($read(a).is_normal()),
                "subnormal" => |a| u64::from($read(a).is_subnormal()),
                _ => return None,
            }
        };
    }
    match class {
        Type::F32 => Some(tests!(single)),
        Type::F64 => Some(tests!(double)),
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::S8
        | Type::S16
        | Type::S32
        | Type::S64
        | Type::F16
        | Type::F16x2
        | Type::Bf16
        | Type::Bf16x2
        | Type::Predicate => None,
    }
}
