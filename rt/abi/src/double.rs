//! Elementary functions in double precision, defined once for every engine of processors.
//!
//! Each function is written over [`DoubleLanes`]: plain `f64` in the runtime, vectors in the SPMD builder. Arguments that programs rarely
//! have go another way, which vector code branches around: special values, results below the normal numbers, angles of many turns. No
//! product of an exact difference is inexact, so that the bound holds too where products are contracted with sums.
//!
//! *Invariant:* at most 1 unit in the last place on finite results, and the special values of C99's annex F; tested in the runtime.

use crate::MathFn;

/// The lane operations that the definitions need. `Float` is a lane of `f64`, `Int` of `i64` (wrapping), `Mask` of truth.
pub trait DoubleLanes {
    /// Lanes of `f64`.
    type Float: Copy;
    /// Lanes of `i64`.
    type Int: Copy;
    /// Lanes of truth values.
    type Mask: Copy;

    /// The same constant in every lane.
    fn float(&mut self, value: f64) -> Self::Float;
    /// The same constant in every lane.
    fn int(&mut self, value: i64) -> Self::Int;

    /// a + b, rounded once.
    fn add(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a - b, rounded once.
    fn sub(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a · b, rounded once, or together with the one sum that it belongs to.
    fn mul(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a / b, rounded once.
    fn div(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// Square root, rounded once.
    fn sqrt(&mut self, a: Self::Float) -> Self::Float;

    /// a < b; false when either is not a number.
    fn less(&mut self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// a == b; false when either is not a number.
    fn equal(&mut self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// Both.
    fn and(&mut self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Either.
    fn or(&mut self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `yes` where the mask is true, else `no`.
    fn select(&mut self, mask: Self::Mask, yes: Self::Float, no: Self::Float) -> Self::Float;

    /// The bits of each lane.
    fn bits_of(&mut self, a: Self::Float) -> Self::Int;
    /// The lanes with those bits.
    fn float_of_bits(&mut self, a: Self::Int) -> Self::Float;

    /// a + b, wrapping.
    fn int_add(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// a - b, wrapping.
    fn int_sub(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise and.
    fn int_and(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise or.
    fn int_or(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise exclusive or.
    fn int_xor(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Shift left by a constant of 0 to 63.
    fn shift_left(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// Logical shift right by a constant of 0 to 63.
    fn shift_right_logical(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// a < b, signed.
    fn int_less(&mut self, a: Self::Int, b: Self::Int) -> Self::Mask;

    /// `common` in the lanes of `usual`, the value of `rare` elsewhere. `rare` has no effect outside its lanes and is costly: an engine
    /// branches around it when all lanes are usual.
    fn unless(
        &mut self,
        usual: Self::Mask,
        common: Self::Float,
        rare: impl FnOnce(&mut Self) -> Self::Float,
    ) -> Self::Float
    where
        Self: Sized;

    /// The function as a library computes it, lane by lane; definitions call it in the lanes that are not usual alone.
    fn library(&mut self, function: MathFn, args: &[Self::Float]) -> Self::Float;
}

/// Adding and subtracting this rounds a float below 2^51 to a whole number, which stands in the low bits of the sum.
const ROUNDER: f64 = 6_755_399_441_055_744.0;
/// The sign bit.
const SIGN: i64 = i64::MIN;
/// Everything but the sign bit.
const MAGNITUDE: i64 = i64::MAX;
/// The bits of 1.
const ONE: i64 = 0x3ff0_0000_0000_0000;
/// The bits of infinity.
const INFINITY: i64 = 0x7ff0_0000_0000_0000;
/// The bits of the least normal number.
const LEAST_NORMAL: i64 = 0x0010_0000_0000_0000;
/// The bits of a mantissa.
const MANTISSA: i64 = 0x000f_ffff_ffff_ffff;
/// Keeps the upper 21 bits of a mantissa: a product with a number of 32 bits is exact.
const UPPER: i64 = 0xffff_ffff_0000_0000_u64 as i64;
/// The logarithm of 2 in two parts; a product of the first with a number of 11 bits is exact.
const LN_2: (f64, f64) = (0.693_147_180_559_890_3, 5.497_923_018_708_371e-14);

/// A number as a large and a small part.
type Pair<L> = (<L as DoubleLanes>::Float, <L as DoubleLanes>::Float);

fn abs<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    masked(l, x, MAGNITUDE)
}

/// The float of those bits of x.
fn masked<L: DoubleLanes>(l: &mut L, x: L::Float, mask: i64) -> L::Float {
    let (bits, mask) = (l.bits_of(x), l.int(mask));
    let bits = l.int_and(bits, mask);
    l.float_of_bits(bits)
}

fn sign_bit<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Int {
    let (bits, mask) = (l.bits_of(x), l.int(SIGN));
    l.int_and(bits, mask)
}

/// Flips the signs of the lanes whose `sign` has the sign bit.
fn flip<L: DoubleLanes>(l: &mut L, x: L::Float, sign: L::Int) -> L::Float {
    let bits = l.bits_of(x);
    let bits = l.int_xor(bits, sign);
    l.float_of_bits(bits)
}

/// The upper 21 bits of the mantissa.
fn upper<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    masked(l, x, UPPER)
}

fn scale_by<L: DoubleLanes>(l: &mut L, x: L::Float, factor: f64) -> L::Float {
    let factor = l.float(factor);
    l.mul(x, factor)
}

fn plus<L: DoubleLanes>(l: &mut L, x: L::Float, constant: f64) -> L::Float {
    let constant = l.float(constant);
    l.add(x, constant)
}

fn less_than<L: DoubleLanes>(l: &mut L, x: L::Float, constant: f64) -> L::Mask {
    let constant = l.float(constant);
    l.less(x, constant)
}

/// One of two constants.
fn one_of<L: DoubleLanes>(l: &mut L, mask: L::Mask, yes: f64, no: f64) -> L::Float {
    let (yes, no) = (l.float(yes), l.float(no));
    l.select(mask, yes, no)
}

/// a·b + c.
fn mul_add<L: DoubleLanes>(l: &mut L, a: L::Float, b: L::Float, c: L::Float) -> L::Float {
    let product = l.mul(a, b);
    l.add(product, c)
}

/// The polynomial with these coefficients, the constant one first, given the square of x too: even and odd powers apart, which takes half
/// as long where one value is waited for.
#[inline]
fn polynomial<L: DoubleLanes, const COUNT: usize>(
    l: &mut L,
    x: L::Float,
    square: L::Float,
    coefficients: &[f64; COUNT],
) -> L::Float {
    let last = powers(l, square, coefficients, COUNT - 1);
    let next = powers(l, square, coefficients, COUNT - 2);
    match COUNT % 2 {
        0 => mul_add(l, last, x, next),
        _ => mul_add(l, next, x, last),
    }
}

/// The sum of every other power of a polynomial from the highest one down, given the square of what it is a polynomial in.
#[inline]
fn powers<L: DoubleLanes, const COUNT: usize>(
    l: &mut L,
    square: L::Float,
    coefficients: &[f64; COUNT],
    highest: usize,
) -> L::Float {
    let mut value = l.float(coefficients[highest]);
    for step in 1..=highest / 2 {
        let product = l.mul(value, square);
        value = plus(l, product, coefficients[highest - 2 * step]);
    }
    value
}

/// The nearest whole number of x below 2^51, and a number with it in its low bits.
fn nearest<L: DoubleLanes>(l: &mut L, x: L::Float) -> (L::Float, L::Int) {
    let rounder = l.float(ROUNDER);
    let sum = l.add(x, rounder);
    (l.sub(sum, rounder), l.bits_of(sum))
}

/// Whether x is positive, normal and finite.
fn is_positive_normal<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Mask {
    // One comparison of unsigned numbers, by a signed one of numbers moved by half of their range.
    let (bits, moved, limit) = (
        l.bits_of(x),
        l.int(LEAST_NORMAL ^ SIGN),
        l.int((INFINITY - LEAST_NORMAL) ^ SIGN),
    );
    let above = l.int_sub(bits, moved);
    l.int_less(above, limit)
}

// ---- Exponentials ----------------------------------------------------------------------------------------------------------------

/// 1 + a + b + (e^r - 1 - r) for |a| < 1 and a b much smaller, where r is their rounded sum, |r| < 0.347: a large and a small part.
fn exp_of_pair<L: DoubleLanes>(l: &mut L, a: L::Float, b: L::Float, r: L::Float) -> Pair<L> {
    const COEFFICIENTS: [f64; 10] = [
        0.500_000_000_000_000_9,
        0.166_666_666_666_666_93,
        0.041_666_666_666_539_925,
        0.008_333_333_333_309_644,
        0.001_388_888_894_148_282_6,
        0.000_198_412_699_129_312_63,
        2.480_149_501_567_857_2e-5,
        2.755_721_974_216_977_7e-6,
        2.762_964_726_716_615e-7,
        2.511_690_011_753_783_2e-8,
    ];
    let square = l.mul(r, r);
    let p = polynomial(l, r, square, &COEFFICIENTS);
    // 1 + a is rounded; what it lost comes back with the small terms.
    let sum = plus(l, a, 1.0);
    let back = plus(l, sum, -1.0);
    let lost = l.sub(a, back);
    let small = mul_add(l, square, p, b);
    (sum, l.add(lost, small))
}

/// e^x = p·2^n with p near 1 in two parts, for |x| < 750; n in its low bits.
fn exp_parts<L: DoubleLanes>(l: &mut L, x: L::Float) -> (Pair<L>, L::Int) {
    let scaled = scale_by(l, x, core::f64::consts::LOG2_E);
    let (whole, n) = nearest(l, scaled);
    // The product with the upper part is exact.
    let upper = scale_by(l, whole, LN_2.0);
    let high = l.sub(x, upper);
    let low = scale_by(l, whole, -LN_2.1);
    let r = l.add(high, low);
    (exp_of_pair(l, high, low, r), n)
}

/// p·2^n, p near 1, in one step: the result is normal. Of n only the low bits count.
fn scale_near<L: DoubleLanes>(l: &mut L, p: L::Float, n: L::Int) -> L::Float {
    let (bits, exponent) = (l.bits_of(p), l.shift_left(n, 52));
    let bits = l.int_add(bits, exponent);
    l.float_of_bits(bits)
}

/// The power of two whose exponent, counted from the least one, stands in the low bits.
fn exponent_alone<L: DoubleLanes>(l: &mut L, exponent: L::Int) -> L::Float {
    let bits = l.shift_left(exponent, 52);
    l.float_of_bits(bits)
}

/// p·2^n for |n| < 2046 in two steps, so that neither factor overflows and only the last product rounds; n as [`nearest`] gives it.
fn scale<L: DoubleLanes>(l: &mut L, p: L::Float, n: L::Int) -> L::Float {
    let base = l.int(ROUNDER.to_bits() as i64 - 2046);
    let both = l.int_sub(n, base);
    let first = l.shift_right_logical(both, 1);
    let second = l.int_sub(both, first);
    let (first, second) = (exponent_alone(l, first), exponent_alone(l, second));
    let p = l.mul(p, first);
    l.mul(p, second)
}

/// e to the power x.
pub fn exp<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let ((large, small), n) = exp_parts(l, x);
    let p = l.add(large, small);
    let near = scale_near(l, p, n);
    let magnitude = abs(l, x);
    let usual = less_than(l, magnitude, 708.0);
    l.unless(usual, near, |l| {
        let value = scale(l, p, n);
        exponential_limits(l, x, value, -746.0, 710.0)
    })
}

/// 2^(r+low) for |r| ≤ 1/2 and a low much smaller.
fn exp2_of_pair<L: DoubleLanes>(l: &mut L, r: L::Float, low: L::Float) -> L::Float {
    /// The logarithm of 2: the first part has 32 bits.
    const PARTS: (f64, f64) = (0.693_147_180_601_954_5, -4.200_915_072_681_084_6e-11);
    let sum = l.add(r, low);
    let high = upper(l, sum);
    let rest = l.sub(r, high);
    let rest = l.add(rest, low);
    let (a, b) = (
        scale_by(l, high, PARTS.0),
        scale_by(l, rest, core::f64::consts::LN_2),
    );
    let lower = scale_by(l, high, PARTS.1);
    let b = l.add(b, lower);
    let sum = l.add(a, b);
    let (large, small) = exp_of_pair(l, a, b, sum);
    l.add(large, small)
}

/// 2 to the power x.
pub fn exp2<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (whole, n) = nearest(l, x);
    let (r, zero) = (l.sub(x, whole), l.float(0.0));
    let p = exp2_of_pair(l, r, zero);
    let near = scale_near(l, p, n);
    let magnitude = abs(l, x);
    let usual = less_than(l, magnitude, 1021.0);
    l.unless(usual, near, |l| {
        let value = scale(l, p, n);
        exponential_limits(l, x, value, -1080.0, 1030.0)
    })
}

/// An exponential that is 0 below the first limit and infinite above the second.
fn exponential_limits<L: DoubleLanes>(
    l: &mut L,
    x: L::Float,
    value: L::Float,
    least: f64,
    most: f64,
) -> L::Float {
    let (zero, infinity, most) = (l.float(0.0), l.float(f64::INFINITY), l.float(most));
    let below = less_than(l, x, least);
    let value = l.select(below, zero, value);
    let above = l.less(most, x);
    l.select(above, infinity, value)
}

// ---- Logarithms ------------------------------------------------------------------------------------------------------------------

/// x = (1+f)·2^k with 1+f between √½ and √2, and what the logarithms need of f.
struct LogParts<L: DoubleLanes> {
    k: L::Float,
    f: L::Float,
    /// f²/2.
    half_square: L::Float,
    /// log(1+f) = f - half_square + correction.
    correction: L::Float,
}

/// The exponent and the mantissa of a positive normal number, the mantissa from the one with these bits to its double.
fn split<L: DoubleLanes>(l: &mut L, x: L::Float, least: i64) -> (L::Float, L::Float) {
    /// 2^52, whose low bits count ones.
    const COUNTER: f64 = 4_503_599_627_370_496.0;
    let (bits, shift) = (l.bits_of(x), l.int(ONE - least));
    let bits = l.int_add(bits, shift);
    let (exponent, counter) = (
        l.shift_right_logical(bits, 52),
        l.int(COUNTER.to_bits() as i64),
    );
    let exponent = l.int_or(exponent, counter);
    let exponent = l.float_of_bits(exponent);
    let k = plus(l, exponent, -(COUNTER + 1023.0));
    let (mask, base) = (l.int(MANTISSA), l.int(least));
    let fraction = l.int_and(bits, mask);
    let mantissa = l.int_add(fraction, base);
    (k, l.float_of_bits(mantissa))
}

fn log_parts<L: DoubleLanes>(l: &mut L, x: L::Float) -> LogParts<L> {
    /// √½.
    const LEAST: i64 = 0x3fe6_a09e_667f_3bcd;
    let (k, m) = split(l, x, LEAST);
    let f = plus(l, m, -1.0);
    // log(1+f) = 2 artanh(s) with s = f/(2+f).
    let sum = plus(l, f, 2.0);
    let s = l.div(f, sum);
    let z = l.mul(s, s);
    let square = l.mul(z, z);
    let p = polynomial(
        l,
        z,
        square,
        &[
            0.666_666_666_666_673_5,
            0.399_999_999_994_110_8,
            0.285_714_287_432_660_14,
            0.222_221_984_756_678_3,
            0.181_835_697_548_389_02,
            0.153_139_028_983_713_43,
            0.147_975_108_731_049_83,
        ],
    );
    let r = l.mul(z, p);
    let square = l.mul(f, f);
    let half_square = scale_by(l, square, 0.5);
    let sum = l.add(half_square, r);
    LogParts {
        k,
        f,
        half_square,
        correction: l.mul(s, sum),
    }
}

/// A logarithm of any number: `near` where it is positive and normal, at 0, below, at infinity and for not-a-number what it is there, and
/// below the normal numbers the library's.
fn log_anywhere<L: DoubleLanes>(
    l: &mut L,
    function: MathFn,
    x: L::Float,
    near: L::Float,
) -> L::Float {
    let usual = is_positive_normal(l, x);
    l.unless(usual, near, |l| {
        let (zero, lowest, nan) = (l.float(0.0), l.float(f64::NEG_INFINITY), l.float(f64::NAN));
        // Infinity and not-a-number are themselves.
        let is_zero = l.equal(x, zero);
        let value = l.select(is_zero, lowest, x);
        let negative = l.less(x, zero);
        let value = l.select(negative, nan, value);
        // Between 0 and the normal numbers.
        let (one, least, bits) = (l.int(1), l.int(LEAST_NORMAL - 1), l.bits_of(x));
        let outside = (l.int_less(bits, one), l.int_less(least, bits));
        let outside = l.or(outside.0, outside.1);
        l.unless(outside, value, |l| l.library(function, &[x]))
    })
}

/// The logarithm of what was taken apart, given the correction of log(1+f).
fn log_of_parts<L: DoubleLanes>(l: &mut L, parts: &LogParts<L>, correction: L::Float) -> L::Float {
    let lower = scale_by(l, parts.k, LN_2.1);
    let small = l.add(correction, lower);
    let small = l.sub(parts.half_square, small);
    let small = l.sub(small, parts.f);
    let upper = scale_by(l, parts.k, LN_2.0);
    l.sub(upper, small)
}

/// Natural logarithm.
pub fn log<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let parts = log_parts(l, x);
    let log = log_of_parts(l, &parts, parts.correction);
    log_anywhere(l, MathFn::Log, x, log)
}

/// log(1 + u + low) for a u that is not negative and a low much smaller.
fn log_of_one_plus<L: DoubleLanes>(l: &mut L, (u, low): Pair<L>) -> L::Float {
    let one = l.float(1.0);
    let (sum, lost) = sum_of_any(l, u, one);
    let lost = l.add(lost, low);
    let rest = l.div(lost, sum);
    let parts = log_parts(l, sum);
    let correction = l.add(parts.correction, rest);
    log_of_parts(l, &parts, correction)
}

/// log(1+f) as an upper part of 21 bits and a lower one.
fn log_pair<L: DoubleLanes>(l: &mut L, parts: &LogParts<L>) -> Pair<L> {
    let high = l.sub(parts.f, parts.half_square);
    let high = upper(l, high);
    let low = l.sub(parts.f, high);
    let low = l.sub(low, parts.half_square);
    (high, l.add(low, parts.correction))
}

/// The product of two numbers in two parts each, the upper ones short, plus a larger or a smaller number in two parts.
fn product_of_pairs<L: DoubleLanes>(
    l: &mut L,
    pair: Pair<L>,
    factor: (f64, f64),
    addend: Pair<L>,
) -> L::Float {
    let ((high, low), (addend, rest)) = (pair, addend);
    let sum = l.add(low, high);
    let first = scale_by(l, sum, factor.1);
    let second = scale_by(l, low, factor.0);
    let small = l.add(first, second);
    let small = l.add(small, rest);
    let main = scale_by(l, high, factor.0);
    let total = l.add(main, addend);
    // What the sum of the two large terms lost, whichever of them is the larger.
    let back = l.sub(total, addend);
    let lost = l.sub(main, back);
    let small = l.add(small, lost);
    l.add(total, small)
}

/// Logarithm to base 2.
pub fn log2<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let parts = log_parts(l, x);
    let pair = log_pair(l, &parts);
    let factor = (1.442_694_664_001_464_8, 3.768_874_985_636_099e-7);
    let none = l.float(0.0);
    let log = product_of_pairs(l, pair, factor, (parts.k, none));
    log_anywhere(l, MathFn::Log2, x, log)
}

/// Logarithm to base 10.
pub fn log10<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    const LOG10_2: (f64, f64) = (0.301_029_995_663_952_83, 2.836_339_455_104_496_4e-14);
    let parts = log_parts(l, x);
    let pair = log_pair(l, &parts);
    let upper = scale_by(l, parts.k, LOG10_2.0);
    let lower = scale_by(l, parts.k, LOG10_2.1);
    let factor = (0.434_294_462_203_979_5, 1.969_927_233_546_362_7e-8);
    let log = product_of_pairs(l, pair, factor, (upper, lower));
    log_anywhere(l, MathFn::Log10, x, log)
}

// ---- Powers ----------------------------------------------------------------------------------------------------------------------

/// (m-b)/(m+b) for a mantissa near b, as 21 bits and a rest.
fn log_argument<L: DoubleLanes>(l: &mut L, m: L::Float, b: L::Float) -> Pair<L> {
    // m-b is exact, m+b is kept in two parts.
    let (f, t, one) = (l.sub(m, b), l.add(m, b), l.float(1.0));
    let inverse = l.div(one, t);
    let s = l.mul(f, inverse);
    let (s_high, t_high) = (upper(l, s), upper(l, t));
    let t_low = l.sub(t_high, b);
    let t_low = l.sub(m, t_low);
    let product = l.mul(s_high, t_high);
    let rest = l.sub(f, product);
    let product = l.mul(s_high, t_low);
    let rest = l.sub(rest, product);
    (s_high, l.mul(rest, inverse))
}

/// 3 + s² + 3 s⁴ Q(s²), which is 3 artanh(s)/s, as 21 bits and a rest.
fn log_series<L: DoubleLanes>(l: &mut L, (s_high, s_low): Pair<L>) -> Pair<L> {
    const COEFFICIENTS: [f64; 6] = [
        0.199_999_999_999_998_2,
        0.142_857_142_859_505_4,
        0.111_111_109_943_610_41,
        0.090_909_373_888_506_62,
        0.076_886_973_604_572_38,
        0.068_989_847_208_424_69,
    ];
    let s = l.add(s_high, s_low);
    let z = l.mul(s, s);
    let zz = l.mul(z, z);
    let q = polynomial(l, z, zz, &COEFFICIENTS);
    let zz3 = scale_by(l, zz, 3.0);
    let r = l.mul(zz3, q);
    let twice = l.add(s_high, s);
    let r = mul_add(l, s_low, twice, r);
    let square = l.mul(s_high, s_high);
    let c = plus(l, square, 3.0);
    let c = l.add(c, r);
    let c_high = upper(l, c);
    let c_low = plus(l, c_high, -3.0);
    let c_low = l.sub(c_low, square);
    (c_high, l.sub(r, c_low))
}

/// The product of two numbers of 21 bits and a rest.
fn product_of_two<L: DoubleLanes>(
    l: &mut L,
    (a_high, a_low): Pair<L>,
    (b_high, b_low): Pair<L>,
) -> Pair<L> {
    let a = l.add(a_high, a_low);
    let main = l.mul(a_high, b_high);
    let (first, second) = (l.mul(a_low, b_high), l.mul(b_low, a));
    let small = l.add(first, second);
    let sum = l.add(main, small);
    let high = upper(l, sum);
    let low = l.sub(high, main);
    (high, l.sub(small, low))
}

/// log2 of a positive normal number, some 65 bits: the upper 21 and a rest.
fn log2_pair<L: DoubleLanes>(l: &mut L, x: L::Float) -> Pair<L> {
    // 2/(3 ln 2), whole and in two parts.
    const FACTOR: f64 = 0.961_796_693_925_975_6;
    const FACTOR_UPPER: f64 = 0.961_796_760_559_082;
    const FACTOR_LOWER: f64 = -6.663_310_642_634_338e-8;
    /// √¾ and √1½, between which 1 is near, and the logarithm of 1½, which is near to the others.
    const LEAST: i64 = 0x3feb_b67a_e858_4caa;
    const MIDDLE: f64 = 1.224_744_871_391_589;
    const LOG_UPPER: f64 = 0.584_962_368_011_474_6;
    const LOG_LOWER: f64 = 1.327_096_815_720_787_3e-7;
    // log2(m/b) = 2/(3 ln 2) · s · 3 artanh(s)/s.
    let (k, m) = split(l, x, LEAST);
    let below = less_than(l, m, MIDDLE);
    let b = one_of(l, below, 1.0, 1.5);
    let base_high = one_of(l, below, 0.0, LOG_UPPER);
    let base_low = one_of(l, below, 0.0, LOG_LOWER);
    let s = log_argument(l, m, b);
    let c = log_series(l, s);
    let (p_high, p_low) = product_of_two(l, s, c);
    let high = scale_by(l, p_high, FACTOR_UPPER);
    let (first, second) = (
        scale_by(l, p_high, FACTOR_LOWER),
        scale_by(l, p_low, FACTOR),
    );
    let low = l.add(first, second);
    let low = l.add(low, base_low);
    let sum = l.add(high, low);
    let sum = l.add(sum, base_high);
    let sum = l.add(sum, k);
    let log_high = upper(l, sum);
    let log_low = l.sub(log_high, k);
    let log_low = l.sub(log_low, base_high);
    let log_low = l.sub(log_low, high);
    (log_high, l.sub(low, log_low))
}

/// x to the power y.
pub fn pow<L: DoubleLanes>(l: &mut L, x: L::Float, y: L::Float) -> L::Float {
    let base = abs(l, x);
    let (log_high, log_low) = log2_pair(l, base);
    let y_high = upper(l, y);
    let y_low = l.sub(y, y_high);
    let high = l.mul(y_high, log_high);
    let (first, second) = (l.mul(y_low, log_high), l.mul(y, log_low));
    let low = l.add(first, second);
    let exponent = l.add(high, low);
    let (whole, n) = nearest(l, exponent);
    let r = l.sub(high, whole);
    let p = exp2_of_pair(l, r, low);
    let power = scale_near(l, p, n);
    let magnitude = abs(l, exponent);
    let is_near = less_than(l, magnitude, 1021.0);
    let is_positive = is_positive_normal(l, x);
    let usual = l.and(is_near, is_positive);
    l.unless(usual, power, |l| {
        // A negative base needs a whole exponent; all else is the library's.
        let (signed, is_whole) = power_of_negative(l, x, y, power);
        let is_normal = is_positive_normal(l, base);
        let usual = l.and(is_near, is_normal);
        let usual = l.and(usual, is_whole);
        l.unless(usual, signed, |l| l.library(MathFn::Pow, &[x, y]))
    })
}

/// The power with the sign that x and an odd exponent give it, and whether the exponent is a whole number, less than 2^51.
fn power_of_negative<L: DoubleLanes>(
    l: &mut L,
    x: L::Float,
    y: L::Float,
    power: L::Float,
) -> (L::Float, L::Mask) {
    /// Beyond, the lowest bit of a sum with [`ROUNDER`] counts more than ones.
    const MOST: f64 = 2_251_799_813_685_248.0;
    let (whole, number) = nearest(l, y);
    let (same, magnitude) = (l.equal(whole, y), abs(l, y));
    let small = less_than(l, magnitude, MOST);
    let odd = l.shift_left(number, 63);
    let sign = sign_bit(l, x);
    let sign = l.int_and(sign, odd);
    (flip(l, power, sign), l.and(same, small))
}

// ---- Trigonometry ----------------------------------------------------------------------------------------------------------------

/// Angles below this are brought to a quadrant here; larger ones are the library's.
const MOST_TURNED: f64 = 25_000.0;

/// An angle r + low of at most π/4, and the number of quadrants that were taken off in the low bits.
struct Reduced<L: DoubleLanes> {
    r: L::Float,
    low: L::Float,
    quadrant: L::Int,
}

/// The rest of |x| < [`MOST_TURNED`] modulo π/2.
fn reduced<L: DoubleLanes>(l: &mut L, x: L::Float) -> Reduced<L> {
    /// π/2 in two parts of 39 bits, whose products with a number of 14 bits are exact, and a rest.
    const PARTS: [f64; 3] = [
        1.570_796_326_795_971_3,
        -1.074_634_655_497_831e-12,
        6.368_317_163_510_95e-25,
    ];
    let turns = scale_by(l, x, core::f64::consts::FRAC_2_PI);
    let (whole, quadrant) = nearest(l, turns);
    let (first, second, third) = (
        scale_by(l, whole, PARTS[0]),
        scale_by(l, whole, PARTS[1]),
        scale_by(l, whole, PARTS[2]),
    );
    // The first difference is exact; what the second one loses joins the rest.
    let near = l.sub(x, first);
    let high = l.sub(near, second);
    let lost = l.sub(near, high);
    let lost = l.sub(lost, second);
    let rest = l.sub(lost, third);
    let r = l.add(high, rest);
    let low = l.sub(high, r);
    let low = l.add(low, rest);
    Reduced { r, low, quadrant }
}

/// The sine of a small angle but for the angle itself, sin(r + low) - r, where `slope` is about the cosine.
fn sin_rest<L: DoubleLanes>(
    l: &mut L,
    angle: &Reduced<L>,
    z: L::Float,
    slope: L::Float,
) -> L::Float {
    const COEFFICIENTS: [f64; 6] = [
        -0.166_666_666_666_666_32,
        0.008_333_333_333_322_37,
        -0.000_198_412_698_297_711,
        2.755_731_367_864_258_3e-6,
        -2.505_075_595_796_879_8e-8,
        1.589_666_632_041_032_4e-10,
    ];
    let zz = l.mul(z, z);
    let p = polynomial(l, z, zz, &COEFFICIENTS);
    let (cube, low) = (l.mul(angle.r, z), l.mul(angle.low, slope));
    mul_add(l, cube, p, low)
}

/// The cosine of a small angle as a large and a small part.
fn cos_pair<L: DoubleLanes>(l: &mut L, angle: &Reduced<L>, z: L::Float) -> Pair<L> {
    const COEFFICIENTS: [f64; 6] = [
        0.041_666_666_666_666_6,
        -0.001_388_888_888_887_406_4,
        2.480_158_728_944_349_5e-5,
        -2.755_731_434_066_380_6e-7,
        2.087_572_162_428_212_4e-9,
        -1.135_955_935_748_768_8e-11,
    ];
    let zz = l.mul(z, z);
    let p = polynomial(l, z, zz, &COEFFICIENTS);
    let (half, one) = (scale_by(l, z, 0.5), l.float(1.0));
    // 1 - z/2 is rounded; what it lost comes back with the small terms.
    let near = l.sub(one, half);
    let lost = l.sub(one, near);
    let lost = l.sub(lost, half);
    let slope = l.mul(angle.r, angle.low);
    let lost = l.sub(lost, slope);
    (near, mul_add(l, zz, p, lost))
}

/// Whether a number of quadrants is even.
fn is_even<L: DoubleLanes>(l: &mut L, quadrant: L::Int) -> L::Mask {
    let (odd, least) = (l.shift_left(quadrant, 63), l.int(-1));
    l.int_less(least, odd)
}

/// The sine of the quadrant and the angle; `sign` flips it.
fn sin_in_quadrant<L: DoubleLanes>(l: &mut L, angle: &Reduced<L>, sign: L::Int) -> L::Float {
    let z = l.mul(angle.r, angle.r);
    let (near, small) = cos_pair(l, angle, z);
    let sin = sin_rest(l, angle, z, near);
    let even = is_even(l, angle.quadrant);
    let (large, small) = (l.select(even, angle.r, near), l.select(even, sin, small));
    let value = l.add(large, small);
    let half_turn = l.shift_right_logical(angle.quadrant, 1);
    let half_turn = l.shift_left(half_turn, 63);
    let sign = l.int_xor(sign, half_turn);
    flip(l, value, sign)
}

/// Sine, in radians.
pub fn sin<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
    let angle = reduced(l, magnitude);
    let value = sin_in_quadrant(l, &angle, sign);
    let usual = less_than(l, magnitude, MOST_TURNED);
    l.unless(usual, value, |l| l.library(MathFn::Sin, &[x]))
}

/// Cosine, in radians.
pub fn cos<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let magnitude = abs(l, x);
    let mut angle = reduced(l, magnitude);
    let (one, plus) = (l.int(1), l.int(0));
    angle.quadrant = l.int_add(angle.quadrant, one);
    let value = sin_in_quadrant(l, &angle, plus);
    let usual = less_than(l, magnitude, MOST_TURNED);
    l.unless(usual, value, |l| l.library(MathFn::Cos, &[x]))
}

/// x² - z, where z is the rounded square.
fn lost_by_square<L: DoubleLanes>(l: &mut L, x: L::Float, z: L::Float) -> L::Float {
    let high = upper(l, x);
    let square = l.mul(high, high);
    let lost = l.sub(square, z);
    let (rest, sum) = (l.sub(x, high), l.add(x, high));
    mul_add(l, rest, sum, lost)
}

/// Tangent, in radians.
pub fn tan<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
    let angle = reduced(l, magnitude);
    let z = l.mul(angle.r, angle.r);
    let (near, small) = cos_pair(l, &angle, z);
    let sin = sin_rest(l, &angle, z, near);
    // What the square lost counts in a quotient.
    let lost = lost_by_square(l, angle.r, z);
    let lost = scale_by(l, lost, 0.5);
    let small = l.sub(small, lost);
    let (sin, cos) = (
        sum_of_ordered(l, angle.r, sin),
        sum_of_ordered(l, near, small),
    );
    // In odd quadrants the tangent is -cos/sin.
    let even = is_even(l, angle.quadrant);
    let over = (l.select(even, sin.0, cos.0), l.select(even, sin.1, cos.1));
    let under = (l.select(even, cos.0, sin.0), l.select(even, cos.1, sin.1));
    let (high, low) = quotient(l, over, under);
    let value = l.add(high, low);
    let negative = l.shift_left(angle.quadrant, 63);
    let sign = l.int_xor(sign, negative);
    let value = flip(l, value, sign);
    let usual = less_than(l, magnitude, MOST_TURNED);
    l.unless(usual, value, |l| l.library(MathFn::Tan, &[x]))
}

/// The rounded sum of two numbers, and what it lost.
fn sum_of_any<L: DoubleLanes>(l: &mut L, a: L::Float, b: L::Float) -> Pair<L> {
    let sum = l.add(a, b);
    let second = l.sub(sum, a);
    let first = l.sub(sum, second);
    let (first, second) = (l.sub(a, first), l.sub(b, second));
    (sum, l.add(first, second))
}

/// The rounded sum of two numbers, the larger first, and what it lost.
fn sum_of_ordered<L: DoubleLanes>(l: &mut L, large: L::Float, small: L::Float) -> Pair<L> {
    let sum = l.add(large, small);
    let back = l.sub(sum, large);
    (sum, l.sub(small, back))
}

/// The quotient of two numbers with what they lost, as 21 bits and a rest.
fn quotient<L: DoubleLanes>(l: &mut L, over: Pair<L>, under: Pair<L>) -> Pair<L> {
    let one = l.float(1.0);
    let inverse = l.div(one, under.0);
    let whole = l.mul(over.0, inverse);
    let high = upper(l, whole);
    // The products of short numbers are exact, the first difference too.
    let under_high = upper(l, under.0);
    let under_low = l.sub(under.0, under_high);
    let under_low = l.add(under_low, under.1);
    let product = l.mul(high, under_high);
    let rest = l.sub(over.0, product);
    let product = l.mul(high, under_low);
    let rest = l.sub(rest, product);
    let rest = l.add(rest, over.1);
    (high, l.mul(rest, inverse))
}

// ---- Inverse trigonometry --------------------------------------------------------------------------------------------------------

/// π/4 as two parts; doubled and doubled again they are π/2 and π.
const QUARTER_PI: (f64, f64) = (core::f64::consts::FRAC_PI_4, 3.061_616_997_868_383e-17);

/// The arc tangent of a quotient of numbers that are not negative, in two parts.
fn atan_of_quotient<L: DoubleLanes>(l: &mut L, over: L::Float, under: L::Float) -> Pair<L> {
    let (half, twice, zero) = (
        scale_by(l, under, 0.5),
        scale_by(l, under, 2.0),
        l.float(0.0),
    );
    let (middle, far) = (l.less(half, over), l.less(twice, over));
    // The angle minus π/4 has the quotient (a-b)/(a+b), minus π/2 it has -b/a. In the middle the difference is exact.
    let (difference, sum) = (l.sub(over, under), l.add(over, under));
    let larger = l.less(under, over);
    let (large, small) = (l.select(larger, over, under), l.select(larger, under, over));
    let lost = l.sub(sum, large);
    let lost = l.sub(small, lost);
    let negative = l.sub(zero, under);
    let sum = l.select(middle, sum, under);
    let difference = l.select(middle, difference, over);
    let numerator = l.select(far, negative, difference);
    let denominator = l.select(far, over, sum);
    let lost = l.select(middle, lost, zero);
    let lost = l.select(far, zero, lost);
    let base = (
        base_of_angle(l, middle, far, QUARTER_PI.0),
        base_of_angle(l, middle, far, QUARTER_PI.1),
    );
    let t = quotient(l, (numerator, zero), (denominator, lost));
    angle_from(l, t, base)
}

/// Nothing, a quarter of π in the middle, or a half far out.
fn base_of_angle<L: DoubleLanes>(
    l: &mut L,
    middle: L::Mask,
    far: L::Mask,
    quarter: f64,
) -> L::Float {
    let base = one_of(l, middle, quarter, 0.0);
    let half = l.float(2.0 * quarter);
    l.select(far, half, base)
}

/// base + arctan(t) for |t| ≤ 1/2, which is smaller, in two parts.
fn angle_from<L: DoubleLanes>(l: &mut L, t: Pair<L>, base: Pair<L>) -> Pair<L> {
    const COEFFICIENTS: [f64; 12] = [
        -0.333_333_333_333_329_9,
        0.199_999_999_999_049_05,
        -0.142_857_142_765_259_18,
        0.111_111_106_650_784_65,
        -0.090_908_963_674_637_19,
        0.076_920_756_508_215_52,
        -0.066_638_267_261_803_22,
        0.058_583_980_664_869_95,
        -0.051_224_074_417_678_31,
        0.041_875_329_746_877_94,
        -0.027_450_041_240_395_92,
        0.010_126_508_403_593_002,
    ];
    let whole = l.add(t.0, t.1);
    let z = l.mul(whole, whole);
    let zz = l.mul(z, z);
    let p = polynomial(l, z, zz, &COEFFICIENTS);
    let cube = l.mul(whole, z);
    let low = l.add(t.1, base.1);
    let small = mul_add(l, cube, p, low);
    let (sum, lost) = sum_of_ordered(l, base.0, t.0);
    (sum, l.add(lost, small))
}

/// Arc tangent.
pub fn atan<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (magnitude, sign, one) = (abs(l, x), sign_bit(l, x), l.float(1.0));
    let (large, small) = atan_of_quotient(l, magnitude, one);
    let value = l.add(large, small);
    let value = flip(l, value, sign);
    let usual = less_than(l, magnitude, 1e300);
    l.unless(usual, value, |l| l.library(MathFn::Atan, &[x]))
}

/// Angle of the point (x, y).
pub fn atan2<L: DoubleLanes>(l: &mut L, y: L::Float, x: L::Float) -> L::Float {
    let (over, under) = (abs(l, y), abs(l, x));
    let usual = is_quotient_of_usual(l, over, under);
    let angle = atan_of_quotient(l, over, under);
    // On the left of the axis the angle is what is missing to π.
    let pi = (l.float(4.0 * QUARTER_PI.0), l.float(4.0 * QUARTER_PI.1));
    let missing = l.sub(pi.0, angle.0);
    let lost = l.sub(pi.0, missing);
    let lost = l.sub(lost, angle.0);
    let rest = l.sub(pi.1, angle.1);
    let rest = l.add(lost, rest);
    let (bits, none) = (l.bits_of(x), l.int(0));
    let left = l.int_less(bits, none);
    let (large, small) = (
        l.select(left, missing, angle.0),
        l.select(left, rest, angle.1),
    );
    let (value, sign) = (l.add(large, small), sign_bit(l, y));
    let value = flip(l, value, sign);
    l.unless(usual, value, |l| l.library(MathFn::Atan2, &[y, x]))
}

/// Whether two numbers that are not negative are neither so large nor so small that a product in between over- or underflows.
fn is_quotient_of_usual<L: DoubleLanes>(l: &mut L, over: L::Float, under: L::Float) -> L::Mask {
    let (least, most, zero) = (l.float(1e-140), l.float(1e140), l.float(0.0));
    let (over_low, over_high) = (l.less(least, over), l.less(over, most));
    let (under_low, under_high) = (l.less(least, under), l.less(under, most));
    let level = l.equal(over, zero);
    let over_low = l.or(over_low, level);
    let low = l.and(over_low, under_low);
    let high = l.and(over_high, under_high);
    l.and(low, high)
}

/// asin(x) - x over x for the square z ≤ 1/4 of x.
fn asin_series<L: DoubleLanes>(l: &mut L, z: L::Float) -> L::Float {
    const COEFFICIENTS: [f64; 13] = [
        0.166_666_666_666_667_63,
        0.074_999_999_999_698_38,
        0.044_642_857_175_547_314,
        0.030_381_942_662_190_187,
        0.022_372_216_289_212_696,
        0.017_351_588_370_401_68,
        0.013_981_106_776_591_605,
        0.011_396_549_399_828_827,
        0.010_793_606_217_900_105,
        0.003_655_570_760_119_57,
        0.021_832_088_056_839_172,
        -0.021_176_772_328_797_81,
        0.032_740_580_721_640_38,
    ];
    let zz = l.mul(z, z);
    let p = polynomial(l, z, zz, &COEFFICIENTS);
    l.mul(z, p)
}

/// asin of the root of (1-|x|)/2, which is 2 asin less than π/2 where |x| > 1/2: the root and a rest.
fn asin_of_root<L: DoubleLanes>(l: &mut L, magnitude: L::Float) -> Pair<L> {
    let one = l.float(1.0);
    let rest = l.sub(one, magnitude);
    let z = scale_by(l, rest, 0.5);
    let root = l.sqrt(z);
    // Newton's step for what the root lost; the summand changes no root but that of 0.
    let lost = lost_by_square(l, root, z);
    let twice = l.add(root, root);
    let divisor = plus(l, twice, f64::MIN_POSITIVE);
    let lost = l.div(lost, divisor);
    let series = asin_series(l, z);
    let product = l.mul(root, series);
    (root, l.sub(product, lost))
}

/// a - b as a rounded difference and the rest, with another small number added; a is the larger.
fn difference_and<L: DoubleLanes>(
    l: &mut L,
    large: L::Float,
    taken: L::Float,
    small: L::Float,
) -> L::Float {
    let difference = l.sub(large, taken);
    let lost = l.sub(large, difference);
    let lost = l.sub(lost, taken);
    let small = l.add(lost, small);
    l.add(difference, small)
}

/// Arc sine.
pub fn asin<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (magnitude, sign, half) = (abs(l, x), sign_bit(l, x), l.float(0.5));
    let z = l.mul(x, x);
    let series = asin_series(l, z);
    let near = mul_add(l, magnitude, series, magnitude);
    let (root, rest) = asin_of_root(l, magnitude);
    let (high, low) = (l.float(2.0 * QUARTER_PI.0), l.float(2.0 * QUARTER_PI.1));
    let (twice, twice_rest) = (l.add(root, root), l.add(rest, rest));
    let small = l.sub(low, twice_rest);
    let far = difference_and(l, high, twice, small);
    let is_far = l.less(half, magnitude);
    let value = l.select(is_far, far, near);
    flip(l, value, sign)
}

/// Arc cosine.
pub fn acos<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (magnitude, half) = (abs(l, x), l.float(0.5));
    let z = l.mul(x, x);
    let series = asin_series(l, z);
    let near_rest = l.mul(x, series);
    let (root, rest) = asin_of_root(l, magnitude);
    let (twice, twice_rest) = (l.add(root, root), l.add(rest, rest));
    let right = l.add(twice, twice_rest);
    // Near 0 it is π/2 less the angle, left of that it is π less what it is on the right.
    let is_far = l.less(half, magnitude);
    let taken = l.select(is_far, twice, x);
    let taken_rest = l.select(is_far, twice_rest, near_rest);
    let high = one_of(l, is_far, 4.0 * QUARTER_PI.0, 2.0 * QUARTER_PI.0);
    let low = one_of(l, is_far, 4.0 * QUARTER_PI.1, 2.0 * QUARTER_PI.1);
    let small = l.sub(low, taken_rest);
    let value = difference_and(l, high, taken, small);
    let is_right = l.less(half, x);
    l.select(is_right, right, value)
}

// ---- Hyperbolic functions --------------------------------------------------------------------------------------------------------

/// x + x·z·P(z) with z = x·x: an odd function close to x.
fn odd<L: DoubleLanes, const COUNT: usize>(
    l: &mut L,
    x: L::Float,
    coefficients: &[f64; COUNT],
) -> L::Float {
    let z = l.mul(x, x);
    let zz = l.mul(z, z);
    let p = polynomial(l, z, zz, coefficients);
    let cube = l.mul(x, z);
    mul_add(l, cube, p, x)
}

/// e^x/2 for 1 ≤ x < 709 in two parts, and e^-x/2; for more the parts of e^x before they are scaled.
struct Halves<L: DoubleLanes> {
    grown: Pair<L>,
    shrunk: L::Float,
    unscaled: L::Float,
    n: L::Int,
}

fn half_exponentials<L: DoubleLanes>(l: &mut L, magnitude: L::Float) -> Halves<L> {
    let ((large, small), n) = exp_parts(l, magnitude);
    let bias = l.int(1022);
    let exponent = l.int_add(n, bias);
    let factor = exponent_alone(l, exponent);
    let grown = (l.mul(large, factor), l.mul(small, factor));
    let (unscaled, quarter) = (l.add(large, small), l.float(0.25));
    let whole = l.mul(unscaled, factor);
    Halves {
        shrunk: l.div(quarter, whole),
        grown,
        unscaled,
        n,
    }
}

impl<L: DoubleLanes> Halves<L> {
    /// e^x/2, which overflows later than e^x.
    fn of_large(&self, l: &mut L, x: L::Float) -> L::Float {
        let one = l.int(1);
        let n = l.int_sub(self.n, one);
        let value = scale(l, self.unscaled, n);
        exponential_limits(l, x, value, 0.0, 712.0)
    }
}

/// Hyperbolic sine.
pub fn sinh<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    const COEFFICIENTS: [f64; 7] = [
        0.166_666_666_666_666_69,
        0.008_333_333_333_333_137,
        0.000_198_412_698_414_385_35,
        2.755_731_915_505_811e-6,
        2.505_212_344_423_124e-8,
        1.605_723_668_450_218_4e-10,
        7.759_426_011_992_359e-13,
    ];
    let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
    let near = odd(l, magnitude, &COEFFICIENTS);
    let halves = half_exponentials(l, magnitude);
    let small = l.sub(halves.grown.1, halves.shrunk);
    let far = l.add(halves.grown.0, small);
    let is_near = less_than(l, magnitude, 1.0);
    let value = l.select(is_near, near, far);
    let usual = less_than(l, magnitude, 709.0);
    let value = l.unless(usual, value, |l| halves.of_large(l, magnitude));
    flip(l, value, sign)
}

/// Hyperbolic cosine.
pub fn cosh<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    const COEFFICIENTS: [f64; 7] = [
        0.041_666_666_666_666_67,
        0.001_388_888_888_888_861_6,
        2.480_158_730_176_797_4e-5,
        2.755_731_916_334_977e-7,
        2.087_676_835_879_615e-9,
        1.146_953_823_381_596_8e-11,
        4.847_308_874_821_407e-14,
    ];
    let magnitude = abs(l, x);
    let z = l.mul(magnitude, magnitude);
    let zz = l.mul(z, z);
    let p = polynomial(l, z, zz, &COEFFICIENTS);
    let (half, one) = (scale_by(l, z, 0.5), l.float(1.0));
    let (near, lost) = sum_of_ordered(l, one, half);
    let small = mul_add(l, zz, p, lost);
    let near = l.add(near, small);
    let halves = half_exponentials(l, magnitude);
    let small = l.add(halves.grown.1, halves.shrunk);
    let far = l.add(halves.grown.0, small);
    let is_near = less_than(l, magnitude, 1.0);
    let value = l.select(is_near, near, far);
    let usual = less_than(l, magnitude, 709.0);
    l.unless(usual, value, |l| halves.of_large(l, magnitude))
}

/// Hyperbolic tangent.
pub fn tanh<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    const COEFFICIENTS: [f64; 10] = [
        -0.333_333_333_333_331_7,
        0.133_333_333_333_009_7,
        -0.053_968_253_946_262_784,
        0.021_869_487_795_348_815,
        -0.008_863_221_162_122_443,
        0.003_591_955_104_082_271_4,
        -0.001_454_496_163_461_313_4,
        0.000_583_324_630_904_911_3,
        -0.000_217_875_155_032_815_25,
        5.683_493_997_174_348_5e-5,
    ];
    let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
    let near = odd(l, magnitude, &COEFFICIENTS);
    let (one, half) = (l.float(1.0), l.float(0.5));
    // 1 - 2/(e^2x + 1).
    let (two, none, grown) = (
        l.float(2.0),
        l.float(0.0),
        one_and_exp_of_twice(l, magnitude),
    );
    let (high, low) = quotient(l, (two, none), grown);
    let rounded = l.sub(one, high);
    let lost = l.sub(one, rounded);
    let lost = l.sub(lost, high);
    let small = l.sub(lost, low);
    let far = l.add(rounded, small);
    let is_far = l.less(half, magnitude);
    let value = l.select(is_far, far, near);
    flip(l, value, sign)
}

/// 1 + e^2x for x above 1/2 as a number and what it lost, and a number as large where x is above 22.
fn one_and_exp_of_twice<L: DoubleLanes>(l: &mut L, x: L::Float) -> Pair<L> {
    let (twice, most) = (l.add(x, x), l.float(44.0));
    let above = l.less(most, twice);
    let twice = l.select(above, most, twice);
    let ((large, small), n) = exp_parts(l, twice);
    let (p, lost) = sum_of_ordered(l, large, small);
    let (bias, one) = (l.int(1023), l.float(1.0));
    let exponent = l.int_add(n, bias);
    let factor = exponent_alone(l, exponent);
    let (grown, low) = (l.mul(p, factor), l.mul(lost, factor));
    let (sum, lost) = sum_of_ordered(l, grown, one);
    (sum, l.add(lost, low))
}

/// The squares of numbers below this do not overflow.
const MOST_SQUARED: f64 = 1e150;

/// The root of a number in two parts.
fn root_of_pair<L: DoubleLanes>(l: &mut L, (x, low): Pair<L>) -> Pair<L> {
    let root = l.sqrt(x);
    let lost = lost_by_square(l, root, x);
    let rest = l.sub(low, lost);
    let twice = l.add(root, root);
    // The summand changes no root but that of 0.
    let divisor = plus(l, twice, f64::MIN_POSITIVE);
    (root, l.div(rest, divisor))
}

/// The argument of a function close to it where its cube is less than a rounding, else the value.
fn itself_where_tiny<L: DoubleLanes>(l: &mut L, x: L::Float, value: L::Float) -> L::Float {
    let is_tiny = less_than(l, x, 1e-8);
    l.select(is_tiny, x, value)
}

/// Inverse hyperbolic sine.
pub fn asinh<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (magnitude, sign, one) = (abs(l, x), sign_bit(l, x), l.float(1.0));
    // asinh(x) = log(1 + x + x²/(1 + root)) with the root of 1 + x².
    let z = l.mul(magnitude, magnitude);
    let z_low = lost_by_square(l, magnitude, z);
    let (v, rest) = sum_of_any(l, z, one);
    let rest = l.add(rest, z_low);
    let (root, root_low) = root_of_pair(l, (v, rest));
    let (under, under_low) = sum_of_ordered(l, root, one);
    let under_low = l.add(under_low, root_low);
    let (high, low) = quotient(l, (z, z_low), (under, under_low));
    let (high, low) = sum_of_ordered(l, high, low);
    let (u, lost) = sum_of_ordered(l, magnitude, high);
    let low = l.add(lost, low);
    let value = log_of_one_plus(l, (u, low));
    let value = itself_where_tiny(l, magnitude, value);
    let value = flip(l, value, sign);
    let usual = less_than(l, magnitude, MOST_SQUARED);
    l.unless(usual, value, |l| l.library(MathFn::Asinh, &[x]))
}

/// Inverse hyperbolic cosine.
pub fn acosh<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    // With t = x-1: acosh(x) = log(1 + t + root) with the root of t² + 2t.
    let t = plus(l, x, -1.0);
    let back = plus(l, t, 1.0);
    let t_low = l.sub(x, back);
    let (square, twice) = (l.mul(t, t), l.add(t, t));
    let lost = lost_by_square(l, t, square);
    let (v, rest) = sum_of_any(l, square, twice);
    let rest = l.add(rest, lost);
    let slope = plus(l, twice, 2.0);
    let rest = mul_add(l, slope, t_low, rest);
    let (root, root_low) = root_of_pair(l, (v, rest));
    let (u, lost) = sum_of_ordered(l, root, t);
    let low = l.add(lost, root_low);
    let low = l.add(low, t_low);
    let value = log_of_one_plus(l, (u, low));
    let (least, most) = (l.float(1.0), l.float(MOST_SQUARED));
    let inside = (l.less(x, most), l.less(least, x));
    let usual = l.and(inside.0, inside.1);
    l.unless(usual, value, |l| l.library(MathFn::Acosh, &[x]))
}

/// Inverse hyperbolic tangent.
pub fn atanh<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let (magnitude, sign, one) = (abs(l, x), sign_bit(l, x), l.float(1.0));
    // atanh(x) = log(1 + 2x/(1-x))/2.
    let under = l.sub(one, magnitude);
    let lost = l.sub(one, under);
    let lost = l.sub(lost, magnitude);
    let (over, none) = (l.add(magnitude, magnitude), l.float(0.0));
    let (high, low) = quotient(l, (over, none), (under, lost));
    let u = sum_of_ordered(l, high, low);
    let value = log_of_one_plus(l, u);
    let value = scale_by(l, value, 0.5);
    let value = itself_where_tiny(l, magnitude, value);
    let value = flip(l, value, sign);
    let usual = less_than(l, magnitude, 1.0);
    l.unless(usual, value, |l| l.library(MathFn::Atanh, &[x]))
}

// ---- The error function ----------------------------------------------------------------------------------------------------------

/// Beyond this, the error function is 1 less its complement.
const FAR_ERROR: f64 = 0.906_25;

/// The error function.
pub fn erf<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    /// (erf(x)/x - 1 - FIRST)/(x² - SQUARE) as a polynomial in x² - SQUARE, which is smaller than x².
    const COEFFICIENTS: [f64; 12] = [
        -0.296_455_336_005_096_05,
        0.084_740_575_633_039_55,
        -0.019_639_627_429_496_785,
        0.003_753_937_406_526_325_3,
        -0.000_607_055_458_439_726_5,
        8.487_287_612_423_539e-5,
        -1.043_896_168_520_831_5e-5,
        1.145_388_476_049_492_8e-6,
        -1.133_915_572_366_899_3e-7,
        1.022_393_104_161_435_5e-8,
        -8.486_329_829_190_773e-10,
        6.459_535_447_529_809e-11,
    ];
    const SQUARE: f64 = 0.40625;
    const FIRST: f64 = -0.007_467_466_884_260_540_5;
    let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
    let z = l.mul(magnitude, magnitude);
    let w = plus(l, z, -SQUARE);
    let ww = l.mul(w, w);
    let p = polynomial(l, w, ww, &COEFFICIENTS);
    let (first, far) = (l.float(FIRST), l.float(FAR_ERROR));
    let p = mul_add(l, w, p, first);
    let near = mul_add(l, magnitude, p, magnitude);
    let (rest, one) = (erfc_of_large(l, magnitude), l.float(1.0));
    let beyond = l.sub(one, rest);
    let is_far = l.less(far, magnitude);
    let value = l.select(is_far, beyond, near);
    flip(l, value, sign)
}

/// 1 - erf(x) for x above [`FAR_ERROR`]; for x above 6, where erf is 1, something as small.
fn erfc_of_large<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    /// erfc(x) e^(x²) is FIRST and t times a polynomial in t = (x - MIDDLE)/(x + MIDDLE).
    const COEFFICIENTS: [f64; 14] = [
        -0.522_054_689_911_524_6,
        0.145_417_631_942_217_3,
        0.028_229_416_359_900_512,
        -0.013_800_420_609_138_51,
        -0.007_730_661_444_403_105,
        -3.931_472_208_278_158_5e-5,
        0.001_641_174_839_857_356,
        0.000_816_334_429_949_200_4,
        2.786_418_605_371_078_4e-5,
        -0.000_207_583_308_721_905_06,
        -0.000_142_314_902_210_935,
        -3.459_679_121_910_66e-5,
        1.286_724_282_867_810_2e-5,
        4.383_028_892_889_779_4e-5,
    ];
    const FIRST: f64 = 0.367_822_916_452_361_1;
    const MIDDLE: f64 = 1.25;
    let most = l.float(6.0);
    let above = l.less(most, x);
    let x = l.select(above, most, x);
    let (over, under) = (plus(l, x, -MIDDLE), plus(l, x, MIDDLE));
    let t = l.div(over, under);
    let square = l.mul(t, t);
    let (p, first) = (polynomial(l, t, square, &COEFFICIENTS), l.float(FIRST));
    let scaled = mul_add(l, t, p, first);
    let shrunk = exp_of_opposite_square(l, x);
    l.mul(shrunk, scaled)
}

/// e^-x² for x of at most 6.
fn exp_of_opposite_square<L: DoubleLanes>(l: &mut L, x: L::Float) -> L::Float {
    let z = l.mul(x, x);
    let lost = lost_by_square(l, x, z);
    let opposite = scale_by(l, z, -1.0);
    let ((large, small), n) = exp_parts(l, opposite);
    // The slope of the exponential is the exponential.
    let slope = l.mul(lost, large);
    let small = l.sub(small, slope);
    let p = l.add(large, small);
    scale_near(l, p, n)
}
