//! Floating point instructions as functions of registers.
//!
//! *Invariant:* arithmetic is exact with one rounding; the `.approx` instructions are the correctly rounded function, which lies
//! within every error bound of the PTX ISA.

use crate::integer::{Binary, Ternary, Unary};
use crate::modifiers::Modifiers;
use crate::soft::{self, BRAIN, DOUBLE, Exact, Format, HALF, Rounding, SINGLE};
use crate::syntax::Type;

const NAN32: u64 = 0x7fff_ffff;

/// The number that bits of `.f32` stand for.
pub fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn of_single(value: f32) -> u64 {
    if value.is_nan() {
        NAN32
    } else {
        u64::from(value.to_bits())
    }
}

/// The number that bits of `.f64` stand for.
pub fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// Zero for a subnormal number (`.ftz`).
pub fn flushed(value: f32) -> f32 {
    if value.is_subnormal() {
        0f32.copysign(value)
    } else {
        value
    }
}

fn saturated(value: f32) -> f32 {
    if value.is_nan() {
        0.0
    } else {
        value.clamp(0.0, 1.0) + 0.0
    }
}

fn input<const FLUSH: bool>(bits: u64) -> f32 {
    let value = single(bits);
    if FLUSH { flushed(value) } else { value }
}

fn output<const FLUSH: bool, const SATURATE: bool>(value: f32) -> u64 {
    let value = if FLUSH { flushed(value) } else { value };
    of_single(if SATURATE { saturated(value) } else { value })
}

/// One function for each combination of `.ftz` and `.sat`.
macro_rules! with_flags {
    ($modifiers:expr, $name:ident) => {
        match ($modifiers.flush, $modifiers.saturate) {
            (false, false) => $name::<false, false>,
            (true, false) => $name::<true, false>,
            (false, true) => $name::<false, true>,
            (true, true) => $name::<true, true>,
        }
    };
}

macro_rules! single_binary {
    ($name:ident, $a:ident, $b:ident => $result:expr) => {
        fn $name<const F: bool, const S: bool>(a: u64, b: u64) -> u64 {
            let ($a, $b) = (input::<F>(a), input::<F>(b));
            output::<F, S>($result)
        }
    };
}

single_binary!(add32, a, b => a + b);
single_binary!(sub32, a, b => a - b);
single_binary!(mul32, a, b => a * b);
single_binary!(div32, a, b => a / b);
single_binary!(min32, a, b => lesser(a, b));
single_binary!(max32, a, b => -lesser(-a, -b));

fn fma32<const F: bool, const S: bool>(a: u64, b: u64, c: u64) -> u64 {
    output::<F, S>(input::<F>(a).mul_add(input::<F>(b), input::<F>(c)))
}

/// The lesser number; -0 is less than +0, a NaN gives the other operand.
fn lesser(a: f32, b: f32) -> f32 {
    if a.is_nan() {
        b
    } else if b.is_nan() || a < b || a == b && a.is_sign_negative() {
        a
    } else {
        b
    }
}

fn lesser64(a: f64, b: f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() || a < b || a == b && a.is_sign_negative() {
        a
    } else {
        b
    }
}

macro_rules! single_unary {
    ($name:ident, $a:ident => $result:expr) => {
        fn $name<const F: bool, const S: bool>(a: u64) -> u64 {
            let $a = input::<F>(a);
            output::<F, S>($result)
        }
    };
}

/// The correctly rounded value of a function of doubles.
fn through_double(value: f32, function: fn(f64) -> f64) -> f32 {
    function(f64::from(value)) as f32
}

single_unary!(sqrt32, a => a.sqrt());
single_unary!(reciprocal32, a => 1.0 / a);
single_unary!(rsqrt32, a => through_double(a, |x| 1.0 / x.sqrt()));
single_unary!(sin32, a => through_double(a, f64::sin));
single_unary!(cos32, a => through_double(a, f64::cos));
single_unary!(lg32, a => through_double(a, f64::log2));
single_unary!(ex32, a => through_double(a, f64::exp2));
single_unary!(tanh32, a => through_double(a, f64::tanh));

fn abs32<const F: bool, const S: bool>(a: u64) -> u64 {
    u64::from((if F { flushed(single(a)) } else { single(a) }).to_bits() & 0x7fff_ffff)
}

fn neg32<const F: bool, const S: bool>(a: u64) -> u64 {
    u64::from((if F { flushed(single(a)) } else { single(a) }).to_bits() ^ 0x8000_0000)
}

/// Instructions of one operand. `approximate` tells `.approx`.
pub fn unary(name: &str, class: Type, modifiers: Modifiers, approximate: bool) -> Option<Unary> {
    match class {
        Type::F32 => unary_single(name, modifiers, approximate),
        Type::F64 => unary_double(name, modifiers, approximate),
        Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => unary_small(name, class),
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::S8
        | Type::S16
        | Type::S32
        | Type::S64
        | Type::Predicate => None,
    }
}

fn unary_single(name: &str, modifiers: Modifiers, approximate: bool) -> Option<Unary> {
    let directed = modifiers.rounding != Rounding::Nearest && !approximate;
    if directed {
        return match name {
            "rcp" => Some(directed_unary(modifiers, reciprocal)),
            "sqrt" => Some(directed_unary(modifiers, soft::square_root)),
            _ => None,
        };
    }
    Some(match name {
        "abs" => with_flags!(modifiers, abs32),
        "neg" => with_flags!(modifiers, neg32),
        "sqrt" => with_flags!(modifiers, sqrt32),
        "rcp" => with_flags!(modifiers, reciprocal32),
        "rsqrt" => with_flags!(modifiers, rsqrt32),
        "sin" => with_flags!(modifiers, sin32),
        "cos" => with_flags!(modifiers, cos32),
        "lg2" => with_flags!(modifiers, lg32),
        "ex2" => with_flags!(modifiers, ex32),
        "tanh" => with_flags!(modifiers, tanh32),
        _ => return None,
    })
}

fn reciprocal(a: Exact) -> Exact {
    soft::divide(soft::of_integer(1), a)
}

/// A directed rounding of one of two functions; the mode has to be a constant of a function pointer.
fn directed_unary(modifiers: Modifiers, function: fn(Exact) -> Exact) -> Unary {
    fn root<const MODE: u8, const FLUSH: bool>(a: u64) -> u64 {
        rounded::<MODE, FLUSH>(soft::square_root(read_single::<FLUSH>(a)))
    }
    fn inverse<const MODE: u8, const FLUSH: bool>(a: u64) -> u64 {
        rounded::<MODE, FLUSH>(reciprocal(read_single::<FLUSH>(a)))
    }
    let is_root = function(soft::of_integer(4)) == soft::square_root(soft::of_integer(4));
    macro_rules! choose {
        ($flush:literal) => {
            match (is_root, modifiers.rounding) {
                (true, Rounding::Nearest) => root::<0, $flush>,
                (true, Rounding::Zero) => root::<1, $flush>,
                (true, Rounding::Down) => root::<2, $flush>,
                (true, Rounding::Up) => root::<3, $flush>,
                (false, Rounding::Nearest) => inverse::<0, $flush>,
                (false, Rounding::Zero) => inverse::<1, $flush>,
                (false, Rounding::Down) => inverse::<2, $flush>,
                (false, Rounding::Up) => inverse::<3, $flush>,
            }
        };
    }
    if modifiers.flush {
        choose!(true)
    } else {
        choose!(false)
    }
}

const MODES: [Rounding; 4] = [
    Rounding::Nearest,
    Rounding::Zero,
    Rounding::Down,
    Rounding::Up,
];

fn read_single<const FLUSH: bool>(bits: u64) -> Exact {
    soft::unpack(u64::from(input::<FLUSH>(bits).to_bits()), SINGLE)
}

fn rounded<const MODE: u8, const FLUSH: bool>(exact: Exact) -> u64 {
    let bits = soft::round(exact, SINGLE, MODES[usize::from(MODE & 3)]);
    output::<FLUSH, false>(single(bits))
}

fn unary_double(name: &str, modifiers: Modifiers, approximate: bool) -> Option<Unary> {
    if modifiers.rounding != Rounding::Nearest && !approximate {
        return directed_double_unary(name, modifiers.rounding);
    }
    Some(match (name, approximate) {
        ("abs", _) => |a| a & !(1 << 63),
        ("neg", _) => |a| a ^ (1 << 63),
        ("sqrt", _) => |a| double(a).sqrt().to_bits(),
        ("rcp", false) => |a| (1.0 / double(a)).to_bits(),
        // A gross approximation: the low half of the result is zero, subnormal numbers are zero.
        ("rcp", true) => |a| upper_half(1.0 / flushed64(double(a))),
        ("rsqrt", _) => |a| upper_half(1.0 / flushed64(double(a)).sqrt()),
        (_, _) => return None,
    })
}

fn flushed64(value: f64) -> f64 {
    if value.is_subnormal() {
        0f64.copysign(value)
    } else {
        value
    }
}

fn upper_half(value: f64) -> u64 {
    flushed64(value).to_bits() & 0xffff_ffff_0000_0000
}

fn directed_double_unary(name: &str, rounding: Rounding) -> Option<Unary> {
    fn root<const MODE: u8>(a: u64) -> u64 {
        let exact = soft::square_root(soft::unpack(a, DOUBLE));
        soft::round(exact, DOUBLE, MODES[usize::from(MODE & 3)])
    }
    fn inverse<const MODE: u8>(a: u64) -> u64 {
        let exact = reciprocal(soft::unpack(a, DOUBLE));
        soft::round(exact, DOUBLE, MODES[usize::from(MODE & 3)])
    }
    Some(match (name, rounding) {
        ("sqrt", Rounding::Nearest) => root::<0>,
        ("sqrt", Rounding::Zero) => root::<1>,
        ("sqrt", Rounding::Down) => root::<2>,
        ("sqrt", Rounding::Up) => root::<3>,
        ("rcp", Rounding::Nearest) => inverse::<0>,
        ("rcp", Rounding::Zero) => inverse::<1>,
        ("rcp", Rounding::Down) => inverse::<2>,
        ("rcp", Rounding::Up) => inverse::<3>,
        (_, _) => return None,
    })
}

/// The function for one or both halves of a register.
macro_rules! for_small {
    ($class:expr, $one:ident) => {
        match $class {
            Type::F16 => Some($one::<false>),
            Type::Bf16 => Some($one::<true>),
            Type::F16x2
            | Type::Bf16x2
            | Type::F32
            | Type::F64
            | Type::U8
            | Type::U16
            | Type::U32
            | Type::U64
            | Type::S8
            | Type::S16
            | Type::S32
            | Type::S64
            | Type::Predicate => None,
        }
    };
}

fn small_format(brain: bool) -> Format {
    if brain { BRAIN } else { HALF }
}

/// A function of doubles, rounded; the detour over doubles is too fine to round twice in a way that shows.
fn small_function(a: u64, brain: bool, function: fn(f64) -> f64) -> u64 {
    let format = small_format(brain);
    let value = double(soft::convert(a & 0xffff, format, DOUBLE, Rounding::Nearest));
    soft::convert(function(value).to_bits(), DOUBLE, format, Rounding::Nearest)
}

fn unary_small(name: &str, class: Type) -> Option<Unary> {
    match (name, class) {
        ("neg", Type::F16x2 | Type::Bf16x2) => return Some(|a| a ^ 0x8000_8000),
        ("abs", Type::F16x2 | Type::Bf16x2) => return Some(|a| a & 0x7fff_7fff),
        (_, _) => {}
    }
    fn ex2<const B: bool>(a: u64) -> u64 {
        small_function(a, B, f64::exp2)
    }
    fn tanh<const B: bool>(a: u64) -> u64 {
        small_function(a, B, f64::tanh)
    }
    fn ex2_pair<const B: bool>(a: u64) -> u64 {
        ex2::<B>(a >> 16) << 16 | ex2::<B>(a)
    }
    fn tanh_pair<const B: bool>(a: u64) -> u64 {
        tanh::<B>(a >> 16) << 16 | tanh::<B>(a)
    }
    match (name, class) {
        ("neg", _) => Some(|a| (a ^ 0x8000) & 0xffff),
        ("abs", _) => Some(|a| a & 0x7fff),
        ("ex2", Type::F16x2) => Some(ex2_pair::<false>),
        ("ex2", Type::Bf16x2) => Some(ex2_pair::<true>),
        ("tanh", Type::F16x2) => Some(tanh_pair::<false>),
        ("tanh", Type::Bf16x2) => Some(tanh_pair::<true>),
        ("ex2", _) => for_small!(class, ex2),
        ("tanh", _) => for_small!(class, tanh),
        (_, _) => None,
    }
}

/// Instructions of two operands.
pub fn binary(name: &str, class: Type, modifiers: Modifiers, approximate: bool) -> Option<Binary> {
    let directed = modifiers.rounding != Rounding::Nearest && !approximate;
    match class {
        Type::F32 if directed => directed_binary(name, class, modifiers),
        Type::F32 => Some(match name {
            "add" => with_flags!(modifiers, add32),
            "sub" => with_flags!(modifiers, sub32),
            "mul" => with_flags!(modifiers, mul32),
            "div" => with_flags!(modifiers, div32),
            "min" => with_flags!(modifiers, min32),
            "max" => with_flags!(modifiers, max32),
            "copysign" => |a, b| (b & 0x7fff_ffff) | (a & 0x8000_0000),
            _ => return extreme_with_nan(name),
        }),
        Type::F64 if directed => directed_binary(name, class, modifiers),
        Type::F64 => Some(match name {
            "add" => |a, b| (double(a) + double(b)).to_bits(),
            "sub" => |a, b| (double(a) - double(b)).to_bits(),
            "mul" => |a, b| (double(a) * double(b)).to_bits(),
            "div" => |a, b| (double(a) / double(b)).to_bits(),
            "min" => |a, b| lesser64(double(a), double(b)).to_bits(),
            "max" => |a, b| (-lesser64(-double(a), -double(b))).to_bits(),
            "copysign" => |a, b| (b & !(1 << 63)) | (a & (1 << 63)),
            _ => return None,
        }),
        Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => {
            crate::half_arithmetic::binary(name, class, modifiers)
        }
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::S8
        | Type::S16
        | Type::S32
        | Type::S64
        | Type::Predicate => None,
    }
}

/// `min.NaN` and `max.NaN` give NaN when an operand is NaN.
fn extreme_with_nan(name: &str) -> Option<Binary> {
    fn pick(a: u64, b: u64, function: Binary) -> u64 {
        if single(a).is_nan() || single(b).is_nan() {
            NAN32
        } else {
            function(a, b)
        }
    }
    match name {
        "min.nan" => Some(|a, b| pick(a, b, min32::<false, false>)),
        "max.nan" => Some(|a, b| pick(a, b, max32::<false, false>)),
        _ => None,
    }
}

fn directed_binary(name: &str, class: Type, modifiers: Modifiers) -> Option<Binary> {
    fn apply<const OP: u8, const MODE: u8, const WIDE: bool, const FLUSH: bool>(
        a: u64,
        b: u64,
    ) -> u64 {
        let mode = MODES[usize::from(MODE & 3)];
        let read = |bits| {
            if WIDE {
                soft::unpack(bits, DOUBLE)
            } else {
                read_single::<FLUSH>(bits)
            }
        };
        let (x, y) = (read(a), read(b));
        let exact = match OP {
            0 => soft::add(x, y, mode),
            1 => soft::add(
                x,
                read(if WIDE { b ^ (1 << 63) } else { b ^ 0x8000_0000 }),
                mode,
            ),
            2 => soft::multiply(x, y),
            _ => soft::divide(x, y),
        };
        if WIDE {
            soft::round(exact, DOUBLE, mode)
        } else {
            rounded::<MODE, FLUSH>(exact)
        }
    }
    macro_rules! with_mode {
        ($op:literal, $wide:literal, $flush:literal) => {
            match modifiers.rounding {
                Rounding::Nearest => apply::<$op, 0, $wide, $flush>,
                Rounding::Zero => apply::<$op, 1, $wide, $flush>,
                Rounding::Down => apply::<$op, 2, $wide, $flush>,
                Rounding::Up => apply::<$op, 3, $wide, $flush>,
            }
        };
    }
    macro_rules! with_class {
        ($op:literal) => {
            match (class == Type::F64, modifiers.flush) {
                (true, _) => with_mode!($op, true, false),
                (false, false) => with_mode!($op, false, false),
                (false, true) => with_mode!($op, false, true),
            }
        };
    }
    if modifiers.saturate {
        return None;
    }
    Some(match name {
        "add" => with_class!(0),
        "sub" => with_class!(1),
        "mul" => with_class!(2),
        "div" => with_class!(3),
        _ => return None,
    })
}

/// `fma`, and `mad` of floats, which is the same.
pub fn fused(class: Type, modifiers: Modifiers) -> Option<Ternary> {
    fn directed<const MODE: u8, const WIDE: bool, const FLUSH: bool>(
        a: u64,
        b: u64,
        c: u64,
    ) -> u64 {
        let mode = MODES[usize::from(MODE & 3)];
        let read = |bits| {
            if WIDE {
                soft::unpack(bits, DOUBLE)
            } else {
                read_single::<FLUSH>(bits)
            }
        };
        let exact = soft::add(soft::multiply(read(a), read(b)), read(c), mode);
        if WIDE {
            soft::round(exact, DOUBLE, mode)
        } else {
            rounded::<MODE, FLUSH>(exact)
        }
    }
    let wide = class == Type::F64;
    Some(match (class, modifiers.rounding) {
        (Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2, _) => {
            return crate::half_arithmetic::fused(class, modifiers);
        }
        (Type::F32, Rounding::Nearest) => with_flags!(modifiers, fma32),
        (Type::F64, Rounding::Nearest) => {
            |a, b, c| double(a).mul_add(double(b), double(c)).to_bits()
        }
        (Type::F32 | Type::F64, Rounding::Zero) => match (wide, modifiers.flush) {
            (true, _) => directed::<1, true, false>,
            (false, false) => directed::<1, false, false>,
            (false, true) => directed::<1, false, true>,
        },
        (Type::F32 | Type::F64, Rounding::Down) => match (wide, modifiers.flush) {
            (true, _) => directed::<2, true, false>,
            (false, false) => directed::<2, false, false>,
            (false, true) => directed::<2, false, true>,
        },
        (Type::F32 | Type::F64, Rounding::Up) => match (wide, modifiers.flush) {
            (true, _) => directed::<3, true, false>,
            (false, false) => directed::<3, false, false>,
            (false, true) => directed::<3, false, true>,
        },
        (
            Type::U8
            | Type::U16
            | Type::U32
            | Type::U64
            | Type::S8
            | Type::S16
            | Type::S32
            | Type::S64
            | Type::Predicate,
            _,
        ) => return None,
    })
}
