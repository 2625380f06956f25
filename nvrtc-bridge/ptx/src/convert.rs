//! `cvt`: every source and destination, rounding, saturation.
//!
//! *Invariant:* a conversion is one rounding of an exact number.

use crate::soft::{self, BRAIN, DOUBLE, Format, HALF, Rounding, SINGLE};
use crate::syntax::Type;

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    pub to: Type,
    pub from: Type,
    /// Of a result that is a float.
    pub rounding: Rounding,
    /// `.rni` and so on: the result is a whole number.
    pub whole: Option<Rounding>,
    pub saturate: bool,
    pub clamp_low: bool,
    /// `.ftz`
    pub flush: bool,
}

/// What a type is to a conversion.
enum Class {
    Integer { bits: u32, signed: bool },
    Float(Format),
    Other,
}

fn class(class: Type) -> Class {
    let integer = |signed| Class::Integer {
        bits: 8 * class.size(),
        signed,
    };
    match class {
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => integer(false),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => integer(true),
        Type::F16 => Class::Float(HALF),
        Type::Bf16 => Class::Float(BRAIN),
        Type::F32 => Class::Float(SINGLE),
        Type::F64 => Class::Float(DOUBLE),
        Type::F16x2 | Type::Bf16x2 | Type::Predicate => Class::Other,
    }
}

impl Conversion {
    /// The result; `mask` is that of the destination register, into which signed results are extended.
    pub fn apply(&self, bits: u64, mask: u64) -> u64 {
        match (class(self.from), class(self.to)) {
            (Class::Integer { bits: from, signed }, Class::Integer { .. }) => {
                self.between_integers(read_integer(bits, from, signed), mask)
            }
            (Class::Integer { bits: from, signed }, Class::Float(to)) => {
                let exact = soft::of_integer(read_integer(bits, from, signed));
                self.finish(soft::round(exact, to, self.rounding), to)
            }
            (Class::Float(from), Class::Integer { .. }) => self.to_integer(bits, from, mask),
            (Class::Float(from), Class::Float(to)) => self.between_floats(bits, from, to),
            (Class::Other, _) | (_, Class::Other) => bits,
        }
    }

    fn between_integers(&self, value: i128, mask: u64) -> u64 {
        let size = 8 * self.to.size();
        let signed = self.to.is_signed();
        let value = if self.saturate {
            let (low, high) = limits(size, signed);
            value.clamp(low, high)
        } else {
            read_integer(value as u64, size, signed)
        };
        value as u64 & if signed { mask } else { self.to.mask() }
    }

    /// Results beyond the type are its extreme values. NaN is 0, but 2^(bits-1) where either side has 64 bits (PTX ISA, `cvt`).
    fn to_integer(&self, bits: u64, from: Format, mask: u64) -> u64 {
        let size = 8 * self.to.size();
        let signed = self.to.is_signed();
        let (low, high) = limits(size, signed);
        let exact = soft::unpack(self.flushed(bits, from), from);
        let rounding = self.whole.unwrap_or(Rounding::Zero);
        let value = match soft::to_integer(exact, rounding) {
            Some(value) => value.clamp(low, high),
            None if from == DOUBLE || size == 64 => 1 << (size - 1),
            None => 0,
        };
        value as u64 & if signed { mask } else { self.to.mask() }
    }

    fn between_floats(&self, bits: u64, from: Format, to: Format) -> u64 {
        let mut exact = soft::unpack(self.flushed(bits, from), from);
        if let Some(rounding) = self.whole {
            exact = soft::to_whole(exact, rounding);
        }
        self.finish(soft::round(exact, to, self.rounding), to)
    }

    fn flushed(&self, bits: u64, format: Format) -> u64 {
        let is_subnormal = format == SINGLE && bits & 0x7f80_0000 == 0;
        if self.flush && is_subnormal {
            bits & 0x8000_0000
        } else {
            bits
        }
    }

    fn finish(&self, bits: u64, format: Format) -> u64 {
        let bits = self.flushed(bits, format);
        if !self.saturate && !self.clamp_low {
            return bits;
        }
        let value = f64::from_bits(soft::convert(bits, format, DOUBLE, Rounding::Nearest));
        if value.is_nan() {
            return if self.saturate { 0 } else { bits };
        }
        let high = if self.saturate { 1.0 } else { f64::INFINITY };
        let clamped = value.clamp(0.0, high) + 0.0;
        soft::convert(clamped.to_bits(), DOUBLE, format, Rounding::Nearest)
    }
}

fn read_integer(bits: u64, size: u32, signed: bool) -> i128 {
    let unused = 64 - size;
    if signed {
        i128::from((bits << unused) as i64 >> unused)
    } else {
        i128::from((bits << unused) >> unused)
    }
}

fn limits(size: u32, signed: bool) -> (i128, i128) {
    if signed {
        (-(1 << (size - 1)), (1 << (size - 1)) - 1)
    } else {
        (0, (1 << size) - 1)
    }
}

/// `cvt.rn.f16x2.f32 d, a, b`: two conversions into one register, `a` above.
pub fn pair(to: Type, clamp_low: bool) -> Option<fn(u64, u64) -> u64> {
    fn both<const BRAIN_FLOAT: bool, const CLAMP_LOW: bool>(a: u64, b: u64) -> u64 {
        let format = if BRAIN_FLOAT { BRAIN } else { HALF };
        let one = |bits: u64| {
            let value = soft::convert(bits & 0xffff_ffff, SINGLE, format, Rounding::Nearest);
            let negative = value & 0x8000 != 0;
            if CLAMP_LOW && negative { 0 } else { value }
        };
        one(a) << 16 | one(b)
    }
    match (to == Type::F16x2, to == Type::Bf16x2, clamp_low) {
        (true, _, false) => Some(both::<false, false>),
        (true, _, true) => Some(both::<false, true>),
        (false, true, false) => Some(both::<true, false>),
        (false, true, true) => Some(both::<true, true>),
        (false, false, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(to: Type, from: Type) -> Conversion {
        Conversion {
            to,
            from,
            rounding: Rounding::Nearest,
            whole: None,
            saturate: false,
            clamp_low: false,
            flush: false,
        }
    }

    fn single(value: f32) -> u64 {
        u64::from(value.to_bits())
    }

    #[test]
    fn integers_are_cut_extended_or_clamped() {
        let all = u64::MAX;
        assert_eq!(
            conversion(Type::S64, Type::S32).apply(0xffff_ffff, all),
            all
        );
        assert_eq!(
            conversion(Type::U64, Type::U32).apply(0xffff_ffff, all),
            0xffff_ffff
        );
        assert_eq!(
            conversion(Type::S8, Type::S32).apply(0x1ff, 0xffff_ffff),
            0xffff_ffff
        );
        assert_eq!(
            conversion(Type::U8, Type::S32).apply(0x1ff, 0xffff_ffff),
            0xff
        );
        let clamping = Conversion {
            saturate: true,
            ..conversion(Type::U8, Type::S32)
        };
        assert_eq!(clamping.apply(0xffff_ffff, 0xffff_ffff), 0);
        assert_eq!(clamping.apply(300, 0xffff_ffff), 255);
    }

    #[test]
    fn floats_become_integers_by_their_mode() {
        let to = |mode, value: f32| {
            let made = Conversion {
                whole: Some(mode),
                ..conversion(Type::S32, Type::F32)
            };
            made.apply(single(value), 0xffff_ffff) as u32 as i32
        };
        assert_eq!(to(Rounding::Nearest, 2.5), 2);
        assert_eq!(to(Rounding::Nearest, 3.5), 4);
        assert_eq!(to(Rounding::Zero, -2.7), -2);
        assert_eq!(to(Rounding::Down, -2.1), -3);
        assert_eq!(to(Rounding::Up, 2.1), 3);
        assert_eq!(to(Rounding::Zero, 3e9), i32::MAX);
        assert_eq!(to(Rounding::Zero, -3e9), i32::MIN);
        assert_eq!(to(Rounding::Zero, f32::NAN), 0);
        let wide = Conversion {
            whole: Some(Rounding::Zero),
            ..conversion(Type::S64, Type::F32)
        };
        assert_eq!(wide.apply(single(f32::NAN), u64::MAX), 1 << 63);
    }

    #[test]
    fn integers_become_floats_by_their_mode() {
        // 2^24 + 1 is a tie.
        let to = |rounding| {
            let made = Conversion {
                rounding,
                ..conversion(Type::F32, Type::U32)
            };
            f32::from_bits(made.apply(16_777_217, 0xffff_ffff) as u32)
        };
        assert_eq!(to(Rounding::Nearest), 16_777_216.0);
        assert_eq!(to(Rounding::Up), 16_777_218.0);
        assert_eq!(to(Rounding::Zero), 16_777_216.0);
    }

    #[test]
    fn floats_become_other_floats() {
        let narrow = conversion(Type::F32, Type::F64);
        assert_eq!(narrow.apply(0.1f64.to_bits(), 0), single(0.1f32));
        let saturate = Conversion {
            saturate: true,
            ..conversion(Type::F32, Type::F32)
        };
        assert_eq!(saturate.apply(single(1.5), 0), single(1.0));
        assert_eq!(saturate.apply(single(-1.5), 0), 0);
        assert_eq!(saturate.apply(single(f32::NAN), 0), 0);
        let whole = Conversion {
            whole: Some(Rounding::Down),
            ..conversion(Type::F32, Type::F32)
        };
        assert_eq!(whole.apply(single(-0.5), 0), single(-1.0));
        assert_eq!(whole.apply(single(1e30), 0), single(1e30));
        let up = Conversion {
            whole: Some(Rounding::Up),
            ..conversion(Type::F32, Type::F32)
        };
        assert_eq!(up.apply(single(-0.5), 0), single(-0.0));
        assert_eq!(
            pair(Type::F16x2, false).expect("pair")(single(1.0), single(2.0)),
            0x3c00_4000
        );
    }
}
