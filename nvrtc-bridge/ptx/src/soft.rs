//! Floating point by integers: every format and every rounding mode of PTX, exactly.
//!
//! *Invariant:* an operation is computed without error (or with a sticky bit that stands for what is lost) and rounded once.

/// A binary format of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
    /// The NaN that instructions give (PTX ISA, "Floating Point Instructions": canonical NaN).
    nan: u64,
}

/// `.f16`
pub const HALF: Format = Format::new(5, 10, 0x7fff);
/// `.bf16`
pub const BRAIN: Format = Format::new(8, 7, 0x7fff);
/// `.f32`
pub const SINGLE: Format = Format::new(8, 23, 0x7fff_ffff);
/// `.f64`
pub const DOUBLE: Format = Format::new(11, 52, 0x7ff8_0000_0000_0000);

/// The rounding modes `.rn`, `.rz`, `.rm`, `.rp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Toward zero.
    Zero,
    /// Toward minus infinity.
    Down,
    /// Toward plus infinity.
    Up,
}

impl Format {
    const fn new(exponent_bits: u32, fraction_bits: u32, nan: u64) -> Format {
        Format {
            exponent_bits,
            fraction_bits,
            nan,
        }
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    fn top_exponent(self) -> u64 {
        (1 << self.exponent_bits) - 1
    }

    fn infinity(self, negative: bool) -> u64 {
        self.sign(negative) | (self.top_exponent() << self.fraction_bits)
    }

    fn largest(self, negative: bool) -> u64 {
        self.infinity(negative) - 1
    }

    fn sign(self, negative: bool) -> u64 {
        u64::from(negative) << (self.exponent_bits + self.fraction_bits)
    }
}

/// A number before it is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// Not a number.
    Nan,
    /// Infinity, negative or not.
    Infinite(bool),
    /// A number that may be zero.
    Finite(Finite),
}

/// `mantissa * 2^exponent`, and a little more in magnitude when `sticky`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finite {
    negative: bool,
    mantissa: u128,
    exponent: i32,
    sticky: bool,
}

impl Finite {
    fn length(&self) -> i32 {
        128 - self.mantissa.leading_zeros() as i32
    }

    /// The same number with the highest bit of the mantissa at `bit`; bits that do not fit become sticky.
    fn with_top_at(mut self, bit: i32) -> Finite {
        let shift = bit + 1 - self.length();
        if shift >= 0 {
            self.mantissa <<= shift;
        } else {
            let (kept, lost) = shift_right(self.mantissa, -shift as u32);
            self.mantissa = kept;
            self.sticky |= lost;
        }
        self.exponent -= shift;
        self
    }
}

fn shift_right(value: u128, count: u32) -> (u128, bool) {
    if count >= 128 {
        return (0, value != 0);
    }
    let kept = value >> count;
    (kept, (kept << count) != value)
}

/// The number that bits stand for.
pub fn unpack(bits: u64, format: Format) -> Exact {
    let fraction = bits & ((1 << format.fraction_bits) - 1);
    let field = (bits >> format.fraction_bits) & format.top_exponent();
    let negative = bits & format.sign(true) != 0;
    if field == format.top_exponent() {
        return if fraction == 0 {
            Exact::Infinite(negative)
        } else {
            Exact::Nan
        };
    }
    let hidden = u64::from(field != 0) << format.fraction_bits;
    Exact::Finite(Finite {
        negative,
        mantissa: u128::from(fraction | hidden),
        exponent: field.max(1) as i32 - format.bias() - format.fraction_bits as i32,
        sticky: false,
    })
}

/// The nearest number of the format in the direction of `rounding`, as bits.
pub fn round(exact: Exact, format: Format, rounding: Rounding) -> u64 {
    match exact {
        Exact::Nan => format.nan,
        Exact::Infinite(negative) => format.infinity(negative),
        Exact::Finite(number) if number.mantissa == 0 && !number.sticky => {
            format.sign(number.negative)
        }
        Exact::Finite(number) => round_finite(number, format, rounding),
    }
}

fn round_finite(number: Finite, format: Format, rounding: Rounding) -> u64 {
    let fraction_bits = format.fraction_bits as i32;
    let least = 1 - format.bias();
    let top = number.exponent + number.length() - 1;
    let quantum = top.max(least) - fraction_bits;
    let kept = round_to_quantum(&number, quantum, rounding);
    // A kept hidden bit adds one to the exponent field, a carry another one.
    let field = (quantum - least + fraction_bits) as u64;
    if field > format.top_exponent() {
        return overflow(number.negative, format, rounding);
    }
    let bits = (field << format.fraction_bits) + kept as u64;
    if bits >> format.fraction_bits >= format.top_exponent() {
        return overflow(number.negative, format, rounding);
    }
    format.sign(number.negative) | bits
}

fn overflow(negative: bool, format: Format, rounding: Rounding) -> u64 {
    let to_largest = match rounding {
        Rounding::Nearest => false,
        Rounding::Zero => true,
        Rounding::Down => !negative,
        Rounding::Up => negative,
    };
    if to_largest {
        format.largest(negative)
    } else {
        format.infinity(negative)
    }
}

/// The magnitude in units of `2^quantum`, rounded.
fn round_to_quantum(number: &Finite, quantum: i32, rounding: Rounding) -> u128 {
    let shift = quantum - number.exponent;
    if shift <= 0 {
        return number.mantissa << -shift;
    }
    let (kept, inexact) = shift_right(number.mantissa, shift as u32);
    let (doubled, below_half) = shift_right(number.mantissa, shift as u32 - 1);
    let half = doubled & 1 == 1;
    let inexact = inexact || number.sticky;
    let up = match rounding {
        Rounding::Nearest => half && (below_half || number.sticky || kept & 1 == 1),
        Rounding::Zero => false,
        Rounding::Down => inexact && number.negative,
        Rounding::Up => inexact && !number.negative,
    };
    kept + u128::from(up)
}

/// `a + b`. The sign of an exact zero depends on the mode.
pub fn add(a: Exact, b: Exact, rounding: Rounding) -> Exact {
    match (a, b) {
        (Exact::Nan, _) | (_, Exact::Nan) => Exact::Nan,
        (Exact::Infinite(x), Exact::Infinite(y)) if x != y => Exact::Nan,
        (Exact::Infinite(x), _) | (_, Exact::Infinite(x)) => Exact::Infinite(x),
        (Exact::Finite(x), Exact::Finite(y)) => Exact::Finite(add_finite(x, y, rounding)),
    }
}

fn add_finite(x: Finite, y: Finite, rounding: Rounding) -> Finite {
    if x.mantissa == 0 && y.mantissa == 0 {
        let negative = if x.negative == y.negative {
            x.negative
        } else {
            rounding == Rounding::Down
        };
        return Finite { negative, ..x };
    }
    if y.mantissa == 0 {
        return x;
    }
    if x.mantissa == 0 {
        return y;
    }
    let top = |number: &Finite| number.exponent + number.length();
    let (large, small) = if top(&x) >= top(&y) { (x, y) } else { (y, x) };
    // Two bits are left for the carry, 20 or more for alignment: products have 106.
    let large = large.with_top_at(125);
    let difference = small.exponent - large.exponent;
    let (aligned, lost) = if difference >= 0 {
        (small.mantissa << difference, false)
    } else {
        shift_right(small.mantissa, difference.unsigned_abs())
    };
    combine(large, aligned, lost, small.negative, rounding)
}

fn combine(large: Finite, small: u128, lost: bool, negative: bool, rounding: Rounding) -> Finite {
    if large.negative == negative {
        return Finite {
            mantissa: large.mantissa + small,
            sticky: lost,
            ..large
        };
    }
    let (mantissa, swapped) = if large.mantissa >= small {
        (large.mantissa - small - u128::from(lost), false)
    } else {
        (small - large.mantissa, true)
    };
    let negative = if mantissa == 0 && !lost {
        rounding == Rounding::Down
    } else {
        large.negative != swapped
    };
    Finite {
        negative,
        mantissa,
        sticky: lost,
        ..large
    }
}

/// `a * b`, without error.
pub fn multiply(a: Exact, b: Exact) -> Exact {
    match (a, b) {
        (Exact::Nan, _) | (_, Exact::Nan) => Exact::Nan,
        (Exact::Infinite(x), Exact::Infinite(y)) => Exact::Infinite(x != y),
        (Exact::Infinite(x), Exact::Finite(y)) | (Exact::Finite(y), Exact::Infinite(x)) => {
            if y.mantissa == 0 {
                Exact::Nan
            } else {
                Exact::Infinite(x != y.negative)
            }
        }
        (Exact::Finite(x), Exact::Finite(y)) => Exact::Finite(Finite {
            negative: x.negative != y.negative,
            mantissa: x.mantissa * y.mantissa,
            exponent: x.exponent + y.exponent,
            sticky: false,
        }),
    }
}

/// `a / b`.
pub fn divide(a: Exact, b: Exact) -> Exact {
    match (a, b) {
        (Exact::Nan, _) | (_, Exact::Nan) | (Exact::Infinite(_), Exact::Infinite(_)) => Exact::Nan,
        (Exact::Infinite(x), Exact::Finite(y)) => Exact::Infinite(x != y.negative),
        (Exact::Finite(x), Exact::Infinite(y)) => Exact::Finite(Finite {
            negative: x.negative != y,
            mantissa: 0,
            exponent: 0,
            sticky: false,
        }),
        (Exact::Finite(x), Exact::Finite(y)) => divide_finite(x, y),
    }
}

fn divide_finite(x: Finite, y: Finite) -> Exact {
    let negative = x.negative != y.negative;
    if y.mantissa == 0 {
        return if x.mantissa == 0 {
            Exact::Nan
        } else {
            Exact::Infinite(negative)
        };
    }
    if x.mantissa == 0 {
        return Exact::Finite(Finite { negative, ..x });
    }
    let x = x.with_top_at(126);
    Exact::Finite(Finite {
        negative,
        mantissa: x.mantissa / y.mantissa,
        exponent: x.exponent - y.exponent,
        sticky: !x.mantissa.is_multiple_of(y.mantissa),
    })
}

/// The square root.
pub fn square_root(a: Exact) -> Exact {
    match a {
        Exact::Nan | Exact::Infinite(true) => Exact::Nan,
        Exact::Infinite(false) => a,
        Exact::Finite(x) if x.mantissa == 0 => a,
        Exact::Finite(x) if x.negative => Exact::Nan,
        Exact::Finite(x) => {
            let mut x = x.with_top_at(126);
            if x.exponent & 1 != 0 {
                x.mantissa >>= 1;
                x.exponent += 1;
            }
            let root = x.mantissa.isqrt();
            Exact::Finite(Finite {
                mantissa: root,
                exponent: x.exponent / 2,
                sticky: root * root != x.mantissa,
                ..x
            })
        }
    }
}

/// An integer as a number.
pub fn of_integer(value: i128) -> Exact {
    Exact::Finite(Finite {
        negative: value < 0,
        mantissa: value.unsigned_abs(),
        exponent: 0,
        sticky: false,
    })
}

/// The integer nearest in the direction of `rounding`, clamped to what fits in an `i128`; nothing for NaN.
pub fn to_integer(exact: Exact, rounding: Rounding) -> Option<i128> {
    let limit = |negative: bool| if negative { i128::MIN } else { i128::MAX };
    match exact {
        Exact::Nan => None,
        Exact::Infinite(negative) => Some(limit(negative)),
        Exact::Finite(number) if number.exponent + number.length() > 126 => {
            Some(limit(number.negative))
        }
        Exact::Finite(number) => {
            let magnitude = round_to_quantum(&number, 0, rounding) as i128;
            Some(if number.negative {
                -magnitude
            } else {
                magnitude
            })
        }
    }
}

/// The whole number nearest in the direction of `rounding`, which keeps the sign of zero.
pub fn to_whole(exact: Exact, rounding: Rounding) -> Exact {
    match exact {
        Exact::Finite(number) if number.exponent < 0 => Exact::Finite(Finite {
            mantissa: round_to_quantum(&number, 0, rounding),
            exponent: 0,
            ..number
        }),
        Exact::Finite(_) | Exact::Nan | Exact::Infinite(_) => exact,
    }
}

/// Bits of one format as bits of another.
pub fn convert(bits: u64, from: Format, to: Format, rounding: Rounding) -> u64 {
    round(unpack(bits, from), to, rounding)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits that reach every part of the range of exponents.
    fn patterns() -> impl Iterator<Item = u64> {
        let mut state = 1u64;
        (0..4000).map(move |index| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let special = [
                0,
                1,
                1 << 63,
                0x7ff0 << 48,
                0x3ff0 << 48,
                0x000f_ffff_ffff_ffff,
                0x0010 << 48,
                u64::MAX >> 12,
            ];
            special
                .get(index % 40)
                .copied()
                .unwrap_or(state ^ (state >> 31))
        })
    }

    #[test]
    fn nearest_doubles_are_those_of_the_processor() {
        let values: Vec<u64> = patterns().collect();
        for pair in values.windows(3) {
            let [a, b, c] = [pair[0], pair[1], pair[2]];
            let [x, y, z] = [a, b, c].map(f64::from_bits);
            let [p, q, r] = [a, b, c].map(|bits| unpack(bits, DOUBLE));
            let same = |exact: Exact, native: f64| {
                let ours = f64::from_bits(round(exact, DOUBLE, Rounding::Nearest));
                assert!(
                    ours.to_bits() == native.to_bits() || ours.is_nan() && native.is_nan(),
                    "{x:e} {y:e} {z:e}: {ours:e} {native:e}"
                );
            };
            same(add(p, q, Rounding::Nearest), x + y);
            same(multiply(p, q), x * y);
            same(divide(p, q), x / y);
            same(square_root(p), x.sqrt());
            same(add(multiply(p, q), r, Rounding::Nearest), x.mul_add(y, z));
            // Numbers of one magnitude: cancellation.
            let near = (b & !(0x7ff << 52)) | (a & (0x7ff << 52));
            let far = (c & !(0x7ff << 52)) | (0x3ff << 52);
            let (v, w) = (f64::from_bits(near), f64::from_bits(far));
            same(
                add(
                    multiply(p, unpack(far, DOUBLE)),
                    unpack(near, DOUBLE),
                    Rounding::Nearest,
                ),
                x.mul_add(w, v),
            );
        }
    }

    #[test]
    fn nearest_singles_are_those_of_the_processor() {
        for bits in patterns() {
            let x = f64::from_bits(bits);
            let ours = f32::from_bits(convert(bits, DOUBLE, SINGLE, Rounding::Nearest) as u32);
            assert!(ours.to_bits() == (x as f32).to_bits() || x.is_nan() && ours.is_nan());
        }
    }

    #[test]
    fn directed_modes_enclose_the_exact_value() {
        let third = |mode| round(divide(of_integer(1), of_integer(3)), SINGLE, mode);
        // 1/3 = 0x3eaaaaaa.aaa..: the nearest is above it.
        assert_eq!(third(Rounding::Nearest), 0x3eaa_aaab);
        assert_eq!(third(Rounding::Down), 0x3eaa_aaaa);
        assert_eq!(third(Rounding::Zero), 0x3eaa_aaaa);
        assert_eq!(third(Rounding::Up), 0x3eaa_aaab);
        let minus = |mode| round(divide(of_integer(-1), of_integer(3)), SINGLE, mode);
        assert_eq!(minus(Rounding::Down), 0xbeaa_aaab);
        assert_eq!(minus(Rounding::Up), 0xbeaa_aaaa);
    }

    #[test]
    fn overflow_and_zero_follow_the_mode() {
        let large = unpack(0x7f7f_ffff, SINGLE);
        let twice = add(large, large, Rounding::Nearest);
        assert_eq!(round(twice, SINGLE, Rounding::Nearest), 0x7f80_0000);
        assert_eq!(round(twice, SINGLE, Rounding::Zero), 0x7f7f_ffff);
        assert_eq!(round(twice, SINGLE, Rounding::Down), 0x7f7f_ffff);
        assert_eq!(round(twice, SINGLE, Rounding::Up), 0x7f80_0000);
        let (one, minus) = (of_integer(1), of_integer(-1));
        assert_eq!(
            round(
                add(one, minus, Rounding::Nearest),
                SINGLE,
                Rounding::Nearest
            ),
            0
        );
        assert_eq!(
            round(add(one, minus, Rounding::Down), SINGLE, Rounding::Down),
            0x8000_0000
        );
    }

    #[test]
    fn halves_have_subnormals_and_a_range() {
        let half =
            |value: f32| convert(u64::from(value.to_bits()), SINGLE, HALF, Rounding::Nearest);
        assert_eq!(half(1.0), 0x3c00);
        assert_eq!(half(65504.0), 0x7bff);
        assert_eq!(half(65519.0), 0x7bff);
        assert_eq!(half(65520.0), 0x7c00);
        // The least subnormal is 2^-24; half of it is a tie that goes to zero.
        assert_eq!(half(2f32.powi(-24)), 1);
        assert_eq!(half(2f32.powi(-25)), 0);
        assert_eq!(half(f32::NAN), 0x7fff);
        assert_eq!(
            convert(0xc000, HALF, SINGLE, Rounding::Nearest),
            0xc000_0000
        );
    }
}
