//! Elementary functions in single precision, defined once for every engine.
//!
//! Each function is written over [`Lanes`]: plain `f32` in the runtime, vectors in the SPMD builder, text for CUDA. No operation is
//! contracted or reordered, so every engine gives the same bits.
//!
//! *Invariant:* at most 2 units in the last place on finite results, and the special values of C99's annex F; tested in the runtime.

/// The lane operations that the definitions need. `Float` is a lane of `f32`, `Int` of `i32` (wrapping), `Mask` of truth.
pub trait Lanes {
    /// Lanes of `f32`.
    type Float: Copy;
    /// Lanes of `i32`.
    type Int: Copy;
    /// Lanes of truth values.
    type Mask: Copy;

    /// The same constant in every lane.
    fn float(&mut self, value: f32) -> Self::Float;
    /// The same constant in every lane.
    fn int(&mut self, value: i32) -> Self::Int;

    /// a + b, rounded once.
    fn add(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a - b, rounded once.
    fn sub(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a · b, rounded once.
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
    /// Not.
    fn not(&mut self, a: Self::Mask) -> Self::Mask;
    /// `yes` where the mask is true, else `no`.
    fn select(&mut self, mask: Self::Mask, yes: Self::Float, no: Self::Float) -> Self::Float;
    /// `yes` where the mask is true, else `no`.
    fn select_int(&mut self, mask: Self::Mask, yes: Self::Int, no: Self::Int) -> Self::Int;

    /// The bits of each lane.
    fn bits_of(&mut self, a: Self::Float) -> Self::Int;
    /// The lanes with those bits.
    fn float_of_bits(&mut self, a: Self::Int) -> Self::Float;
    /// Truncation toward zero; the definitions call it only where the value fits.
    fn truncate(&mut self, a: Self::Float) -> Self::Int;
    /// The nearest `f32`, ties to even.
    fn float_of_int(&mut self, a: Self::Int) -> Self::Float;

    /// a + b, wrapping.
    fn int_add(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// a - b, wrapping.
    fn int_sub(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// The low 32 bits of a · b.
    fn int_mul(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise and.
    fn int_and(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise or.
    fn int_or(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise exclusive or.
    fn int_xor(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Shift left by a constant of 0 to 31.
    fn shift_left(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// Arithmetic shift right by a constant of 0 to 31.
    fn shift_right(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// Logical shift right by a constant of 0 to 31.
    fn shift_right_logical(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// a == b.
    fn int_equal(&mut self, a: Self::Int, b: Self::Int) -> Self::Mask;
    /// a < b, signed.
    fn int_less(&mut self, a: Self::Int, b: Self::Int) -> Self::Mask;

    /// The value of `rare` in the lanes of `mask`, `common` elsewhere. `rare` has no effect outside its lanes and is costly: an engine
    /// may branch around it when no lane needs it, or compute it always and select. Equal lanes with equal common values have one `rare`, so
    /// that an engine may give what it has given before.
    fn rarely(
        &mut self,
        mask: Self::Mask,
        common: (Self::Float, Self::Int),
        rare: impl FnOnce(&mut Self) -> (Self::Float, Self::Int),
    ) -> (Self::Float, Self::Int)
    where
        Self: Sized,
    {
        let (float, int) = rare(self);
        (
            self.select(mask, float, common.0),
            self.select_int(mask, int, common.1),
        )
    }
}

/// The definitions, over lanes `L`. Private helpers take the lanes first, like every function here.
mod definitions {
    use super::Lanes;

    /// Adding and subtracting this rounds a float below 2^22 to a whole number, which stands in the low bits of the sum.
    const ROUNDER: f32 = 12_582_912.0;
    /// The sign bit.
    const SIGN: i32 = i32::MIN;
    /// Everything but the sign bit.
    const MAGNITUDE: i32 = i32::MAX;
    /// Keeps the upper 12 bits of a mantissa, so that products of two such numbers are exact.
    const UPPER_HALF: i32 = 0xffff_f000_u32 as i32;

    fn abs<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (bits, mask) = (l.bits_of(x), l.int(MAGNITUDE));
        let bits = l.int_and(bits, mask);
        l.float_of_bits(bits)
    }

    fn sign_bit<L: Lanes>(l: &mut L, x: L::Float) -> L::Int {
        let (bits, mask) = (l.bits_of(x), l.int(SIGN));
        l.int_and(bits, mask)
    }

    /// Flips the signs of the lanes whose `sign` has the sign bit.
    fn flip<L: Lanes>(l: &mut L, x: L::Float, sign: L::Int) -> L::Float {
        let bits = l.bits_of(x);
        let bits = l.int_xor(bits, sign);
        l.float_of_bits(bits)
    }

    fn negate<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let sign = l.int(SIGN);
        flip(l, x, sign)
    }

    /// The upper 12 bits of the mantissa.
    fn upper<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (bits, mask) = (l.bits_of(x), l.int(UPPER_HALF));
        let bits = l.int_and(bits, mask);
        l.float_of_bits(bits)
    }

    fn scale_by<L: Lanes>(l: &mut L, x: L::Float, factor: f32) -> L::Float {
        let factor = l.float(factor);
        l.mul(x, factor)
    }

    fn plus<L: Lanes>(l: &mut L, x: L::Float, constant: f32) -> L::Float {
        let constant = l.float(constant);
        l.add(x, constant)
    }

    fn less_than<L: Lanes>(l: &mut L, x: L::Float, constant: f32) -> L::Mask {
        let constant = l.float(constant);
        l.less(x, constant)
    }

    /// a·b + c, rounded twice.
    fn mul_add<L: Lanes>(l: &mut L, a: L::Float, b: L::Float, c: L::Float) -> L::Float {
        let product = l.mul(a, b);
        l.add(product, c)
    }

    /// The rounded sum of two numbers, the larger first, and what it lost.
    fn sum_of_ordered<L: Lanes>(
        l: &mut L,
        large: L::Float,
        small: L::Float,
    ) -> (L::Float, L::Float) {
        let sum = l.add(large, small);
        let back = l.sub(sum, large);
        (sum, l.sub(small, back))
    }

    /// The polynomial with these coefficients, the constant one first.
    fn polynomial<L: Lanes>(l: &mut L, x: L::Float, coefficients: &[f32]) -> L::Float {
        let mut reversed = coefficients.iter().rev();
        let mut value = l.float(*reversed.next().expect("a polynomial has a coefficient"));
        for coefficient in reversed {
            let product = l.mul(value, x);
            value = plus(l, product, *coefficient);
        }
        value
    }

    /// x + x·z·P(z) with z = x·x: an odd function close to x.
    fn odd<L: Lanes>(l: &mut L, x: L::Float, coefficients: &[f32]) -> L::Float {
        let z = l.mul(x, x);
        let p = polynomial(l, z, coefficients);
        let zp = l.mul(z, p);
        mul_add(l, x, zp, x)
    }

    /// The nearest whole number of |x| < 2^22, as both types.
    fn nearest<L: Lanes>(l: &mut L, x: L::Float) -> (L::Float, L::Int) {
        let rounder = l.float(ROUNDER);
        let sum = l.add(x, rounder);
        let (bits, base) = (l.bits_of(sum), l.bits_of(rounder));
        (l.sub(sum, rounder), l.int_sub(bits, base))
    }

    /// 2^n for -126 ≤ n ≤ 127.
    fn power_of_two<L: Lanes>(l: &mut L, n: L::Int) -> L::Float {
        let bias = l.int(127);
        let exponent = l.int_add(n, bias);
        let bits = l.shift_left(exponent, 23);
        l.float_of_bits(bits)
    }

    /// x·2^n for -252 ≤ n ≤ 254, in two steps, so that neither factor overflows and only the last product rounds.
    fn scale<L: Lanes>(l: &mut L, x: L::Float, n: L::Int) -> L::Float {
        let half = l.shift_right(n, 1);
        let rest = l.int_sub(n, half);
        let (first, second) = (power_of_two(l, half), power_of_two(l, rest));
        let x = l.mul(x, first);
        l.mul(x, second)
    }

    /// Limits x to low..=high; not-a-number stays.
    fn limit<L: Lanes>(l: &mut L, x: L::Float, low: f32, high: f32) -> L::Float {
        let (low, high) = (l.float(low), l.float(high));
        let below = l.less(x, low);
        let x = l.select(below, low, x);
        let above = l.less(high, x);
        l.select(above, high, x)
    }

    fn nan_where<L: Lanes>(l: &mut L, mask: L::Mask, x: L::Float) -> L::Float {
        let nan = l.float(f32::NAN);
        l.select(mask, nan, x)
    }

    // ---- Exponentials ------------------------------------------------------------------------------------------------------------

    /// e^x = p·2^n with p near 1. Arguments beyond the range of `f32` are limited.
    fn exp_parts<L: Lanes>(l: &mut L, x: L::Float) -> (L::Float, L::Int) {
        const LN_2_UPPER: f32 = 0.693_115_23;
        const LN_2_LOWER: f32 = 3.194_618_3e-5;
        let x = limit(l, x, -104.0, 90.0);
        let scaled = scale_by(l, x, core::f32::consts::LOG2_E);
        let (whole, n) = nearest(l, scaled);
        // The product with the upper part is exact, as n has at most 8 bits.
        let (first, second) = (
            scale_by(l, whole, LN_2_UPPER),
            scale_by(l, whole, LN_2_LOWER),
        );
        let r = l.sub(x, first);
        let r = l.sub(r, second);
        let p = polynomial(
            l,
            r,
            &[
                0.499_999_94,
                0.166_665_17,
                0.041_668_106,
                0.008_369_141,
                0.001_383_674,
            ],
        );
        let square = l.mul(r, r);
        let rest = mul_add(l, square, p, r);
        (plus(l, rest, 1.0), n)
    }

    /// 2^r for |r| ≤ 1/2.
    fn exp2_fraction<L: Lanes>(l: &mut L, r: L::Float) -> L::Float {
        const COEFFICIENTS: [f32; 6] = [
            0.693_147_24,
            0.240_226_55,
            0.055_502_724,
            0.009_617_063,
            0.001_341_829_2,
            0.000_158_197_55,
        ];
        let p = polynomial(l, r, &COEFFICIENTS);
        let rest = l.mul(r, p);
        plus(l, rest, 1.0)
    }

    /// e to the power x.
    pub fn exp<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (p, n) = exp_parts(l, x);
        scale(l, p, n)
    }

    /// 2 to the power x.
    pub fn exp2<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let x = limit(l, x, -151.0, 129.0);
        let (whole, n) = nearest(l, x);
        let r = l.sub(x, whole);
        let p = exp2_fraction(l, r);
        scale(l, p, n)
    }

    // ---- Logarithms --------------------------------------------------------------------------------------------------------------

    /// x = (1+f)·2^k with 1+f between √½ and √2, and what the logarithms need of f.
    struct LogParts<L: Lanes> {
        k: L::Float,
        f: L::Float,
        /// f²/2.
        half_square: L::Float,
        /// log(1+f) = f - half_square + correction.
        correction: L::Float,
    }

    /// The exponent and the mantissa between √½ and √2 of a positive finite number.
    fn split<L: Lanes>(l: &mut L, x: L::Float) -> (L::Float, L::Float) {
        const ROOT_HALF: i32 = 0x3f35_04f3;
        let tiny = less_than(l, x, f32::MIN_POSITIVE);
        let raised = scale_by(l, x, 33_554_432.0);
        let x = l.select(tiny, raised, x);
        let (none, raise) = (l.float(0.0), l.float(25.0));
        let raise = l.select(tiny, raise, none);
        let (bits, shift) = (l.bits_of(x), l.int(0x3f80_0000 - ROOT_HALF));
        let bits = l.int_add(bits, shift);
        let (exponent, bias) = (l.shift_right(bits, 23), l.int(127));
        let exponent = l.int_sub(exponent, bias);
        let (mask, base) = (l.int(0x007f_ffff), l.int(ROOT_HALF));
        let fraction = l.int_and(bits, mask);
        let mantissa = l.int_add(fraction, base);
        let k = l.float_of_int(exponent);
        (l.sub(k, raise), l.float_of_bits(mantissa))
    }

    fn log_parts<L: Lanes>(l: &mut L, x: L::Float) -> LogParts<L> {
        let (k, m) = split(l, x);
        let f = plus(l, m, -1.0);
        // log(1+f) = 2 artanh(s) with s = f/(2+f).
        let sum = plus(l, f, 2.0);
        let s = l.div(f, sum);
        let z = l.mul(s, s);
        let p = polynomial(
            l,
            z,
            &[0.666_666_6, 0.400_009_72, 0.284_988_37, 0.242_768_36],
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

    /// The values of a logarithm at 0, below, at infinity and for not-a-number.
    fn log_limits<L: Lanes>(l: &mut L, x: L::Float, log: L::Float) -> L::Float {
        let (zero, infinity, lowest) = (
            l.float(0.0),
            l.float(f32::INFINITY),
            l.float(f32::NEG_INFINITY),
        );
        let finite = l.less(x, infinity);
        let log = l.select(finite, log, x);
        let is_zero = l.equal(x, zero);
        let log = l.select(is_zero, lowest, log);
        let negative = l.less(x, zero);
        nan_where(l, negative, log)
    }

    /// Natural logarithm.
    pub fn log<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        const LN_2_UPPER: f32 = 0.693_115_23;
        const LN_2_LOWER: f32 = 3.194_618_3e-5;
        let parts = log_parts(l, x);
        let lower = scale_by(l, parts.k, LN_2_LOWER);
        let small = l.add(parts.correction, lower);
        let small = l.sub(parts.half_square, small);
        let small = l.sub(small, parts.f);
        let upper = scale_by(l, parts.k, LN_2_UPPER);
        let log = l.sub(upper, small);
        log_limits(l, x, log)
    }

    /// log(1+f) as an upper part of 12 bits and a lower one.
    fn log_pair<L: Lanes>(l: &mut L, parts: &LogParts<L>) -> (L::Float, L::Float) {
        let high = l.sub(parts.f, parts.half_square);
        let high = upper(l, high);
        let low = l.sub(parts.f, high);
        let low = l.sub(low, parts.half_square);
        (high, l.add(low, parts.correction))
    }

    /// (high + low)·(upper + lower) + addend, where high·upper is exact.
    fn product_of_pairs<L: Lanes>(
        l: &mut L,
        pair: (L::Float, L::Float),
        factor: (f32, f32),
        addend: L::Float,
    ) -> L::Float {
        let (high, low) = pair;
        let sum = l.add(low, high);
        let first = scale_by(l, sum, factor.1);
        let second = scale_by(l, low, factor.0);
        let small = l.add(first, second);
        let main = scale_by(l, high, factor.0);
        let total = l.add(main, addend);
        // What the sum of the two large terms lost, whichever of them is the larger.
        let back = l.sub(total, addend);
        let lost = l.sub(main, back);
        let small = l.add(small, lost);
        l.add(total, small)
    }

    /// Logarithm to base 2.
    pub fn log2<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let parts = log_parts(l, x);
        let pair = log_pair(l, &parts);
        let log = product_of_pairs(l, pair, (1.442_871_1, -0.000_176_052_85), parts.k);
        log_limits(l, x, log)
    }

    /// Logarithm to base 10.
    pub fn log10<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        const LOG10_2_UPPER: f32 = 0.301_025_4;
        const LOG10_2_LOWER: f32 = 4.605_039e-6;
        let parts = log_parts(l, x);
        let (high, low) = log_pair(l, &parts);
        let upper = scale_by(l, parts.k, LOG10_2_UPPER);
        let lower = scale_by(l, parts.k, LOG10_2_LOWER);
        let log = product_of_pairs(l, (high, low), (0.434_326_17, -3.168_997e-5), upper);
        let log = l.add(log, lower);
        log_limits(l, x, log)
    }

    /// log(1+u+low) for u ≥ 0, finite, and a low much smaller.
    fn log_of_one_plus<L: Lanes>(l: &mut L, u: L::Float, low: L::Float) -> L::Float {
        let w = plus(l, u, 1.0);
        let rounded = plus(l, w, -1.0);
        let lost = l.sub(u, rounded);
        let lost = l.add(lost, low);
        let correction = l.div(lost, w);
        let log = log(l, w);
        l.add(log, correction)
    }

    // ---- Powers ------------------------------------------------------------------------------------------------------------------

    /// A number as an upper part of 12 bits and a lower one.
    type Two<L> = (<L as Lanes>::Float, <L as Lanes>::Float);

    /// (m-1)/(m+1) for m between √½ and √2.
    fn log_argument<L: Lanes>(l: &mut L, m: L::Float) -> Two<L> {
        // m-1 is exact, m+1 is kept in two parts.
        let (f, t, one) = (plus(l, m, -1.0), plus(l, m, 1.0), l.float(1.0));
        let inverse = l.div(one, t);
        let s = l.mul(f, inverse);
        let s_high = upper(l, s);
        let t_high = upper(l, t);
        let t_low = plus(l, t_high, -1.0);
        let t_low = l.sub(m, t_low);
        let product = l.mul(s_high, t_high);
        let rest = l.sub(f, product);
        let product = l.mul(s_high, t_low);
        let rest = l.sub(rest, product);
        (s_high, l.mul(rest, inverse))
    }

    /// 3 + s² + 3 s⁴ Q(s²), which is 3 artanh(s)/s.
    fn log_series<L: Lanes>(l: &mut L, (s_high, s_low): Two<L>) -> Two<L> {
        let s = l.add(s_high, s_low);
        let z = l.mul(s, s);
        let q = polynomial(l, z, &[0.200_000_78, 0.142_733_86, 0.117_137_9]);
        let z3 = scale_by(l, z, 3.0);
        let zz3 = l.mul(z3, z);
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

    /// The product of two such numbers.
    fn product_of_two<L: Lanes>(
        l: &mut L,
        (a_high, a_low): Two<L>,
        (b_high, b_low): Two<L>,
    ) -> Two<L> {
        let a = l.add(a_high, a_low);
        let main = l.mul(a_high, b_high);
        let (first, second) = (l.mul(a_low, b_high), l.mul(b_low, a));
        let small = l.add(first, second);
        let sum = l.add(main, small);
        let high = upper(l, sum);
        let low = l.sub(high, main);
        (high, l.sub(small, low))
    }

    /// log2 of a positive finite number: some 36 bits.
    fn log2_pair<L: Lanes>(l: &mut L, x: L::Float) -> Two<L> {
        // 2/(3 ln 2), whole and in two parts.
        const FACTOR: f32 = 0.961_796_7;
        const FACTOR_UPPER: f32 = 0.961_914_06;
        const FACTOR_LOWER: f32 = -0.000_117_368_574;
        // log2(m) = 2/(3 ln 2) · s · 3 artanh(s)/s.
        let (k, m) = split(l, x);
        let s = log_argument(l, m);
        let c = log_series(l, s);
        let (p_high, p_low) = product_of_two(l, s, c);
        let high = scale_by(l, p_high, FACTOR_UPPER);
        let (first, second) = (
            scale_by(l, p_high, FACTOR_LOWER),
            scale_by(l, p_low, FACTOR),
        );
        let low = l.add(first, second);
        let sum = l.add(high, low);
        let sum = l.add(sum, k);
        let log_high = upper(l, sum);
        let log_low = l.sub(log_high, k);
        let log_low = l.sub(log_low, high);
        (log_high, l.sub(low, log_low))
    }

    /// |x|^y for finite x that is not 0, as 2^(y·log2|x|).
    fn power_of_magnitude<L: Lanes>(l: &mut L, x: L::Float, y: L::Float) -> L::Float {
        let (log_high, log_low) = log2_pair(l, x);
        // A larger exponent over- or underflows for every base but 1.
        let y = limit(l, y, -1.099_511_6e12, 1.099_511_6e12);
        let y_high = upper(l, y);
        let y_low = l.sub(y, y_high);
        let high = l.mul(y_high, log_high);
        let (first, second) = (l.mul(y_low, log_high), l.mul(y, log_low));
        let low = l.add(first, second);
        let exponent = l.add(high, low);
        let limited = limit(l, exponent, -160.0, 140.0);
        let (whole, n) = nearest(l, limited);
        let r = l.sub(high, whole);
        let r = l.add(r, low);
        let p = exp2_fraction(l, r);
        let power = scale(l, p, n);
        let (zero, infinity) = (l.float(0.0), l.float(f32::INFINITY));
        let under = less_than(l, exponent, -159.0);
        let power = l.select(under, zero, power);
        let most = l.float(139.0);
        let over = l.less(most, exponent);
        l.select(over, infinity, power)
    }

    /// Whether y is a whole number, and whether it is an odd one.
    fn wholeness<L: Lanes>(l: &mut L, y: L::Float) -> (L::Mask, L::Mask) {
        let (magnitude, zero) = (abs(l, y), l.float(0.0));
        let has_fraction = less_than(l, magnitude, 8_388_608.0);
        // From 2^23 on every float is whole; from 2^24 on it is even, and below it converts.
        let convertible = less_than(l, magnitude, 16_777_216.0);
        let y_or_zero = l.select(convertible, y, zero);
        let number = l.truncate(y_or_zero);
        let back = l.float_of_int(number);
        let same = l.equal(back, y);
        let is_number = l.equal(y, y);
        let always = l.not(has_fraction);
        let always = l.and(always, is_number);
        let whole = l.or(same, always);
        let one = l.int(1);
        let lowest = l.int_and(number, one);
        let odd = l.int_equal(lowest, one);
        (whole, l.and(whole, odd))
    }

    /// x to the power y.
    pub fn pow<L: Lanes>(l: &mut L, x: L::Float, y: L::Float) -> L::Float {
        let (zero, one, infinity) = (l.float(0.0), l.float(1.0), l.float(f32::INFINITY));
        let magnitude = abs(l, x);
        let power = power_of_magnitude(l, magnitude, y);
        // At 0 and infinity: the power is the base or its inverse.
        let y_negative = l.less(y, zero);
        let (is_zero, finite) = (l.equal(magnitude, zero), l.less(magnitude, infinity));
        let at_zero = l.select(y_negative, infinity, zero);
        let at_infinity = l.select(y_negative, zero, infinity);
        let power = l.select(finite, power, at_infinity);
        let power = l.select(is_zero, at_zero, power);
        // A negative base needs a whole exponent.
        let (whole, odd) = wholeness(l, y);
        let x_negative = l.less(x, zero);
        let fractional = l.not(whole);
        let undefined = l.and(x_negative, fractional);
        let undefined = l.and(undefined, finite);
        let power = nan_where(l, undefined, power);
        let sign = sign_bit(l, x);
        let none = l.int(0);
        let sign = l.select_int(odd, sign, none);
        let power = flip(l, power, sign);
        // Not-a-number, except that 1^y and x^0 are 1.
        let (x_valid, y_valid) = (l.equal(x, x), l.equal(y, y));
        let valid = l.and(x_valid, y_valid);
        let invalid = l.not(valid);
        let power = nan_where(l, invalid, power);
        let (x_one, y_zero) = (l.equal(x, one), l.equal(y, zero));
        let trivial = l.or(x_one, y_zero);
        l.select(trivial, one, power)
    }

    // ---- Trigonometry ------------------------------------------------------------------------------------------------------------

    /// Whether what rounding the reduced argument lost is wanted.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Lost {
        Dropped,
        Kept,
    }

    /// |x| = q·π/2 + r with |r| ≤ π/4. Of the second result the two low bits are q modulo 4; with `Lost::Kept` the others are those of a
    /// float, what rounding r lost.
    fn quadrant<L: Lanes>(l: &mut L, x: L::Float, lost: Lost) -> (L::Float, L::Int) {
        /// π/2 in two parts of 13 bits, whose products with a number below 2^11 are exact, and a rest.
        const PARTS: [f32; 3] = [1.570_800_8, -4.454_516e-6, 6.077_100_5e-11];
        let turns = scale_by(l, x, core::f32::consts::FRAC_2_PI);
        let (whole, q) = nearest(l, turns);
        let (first, second, third) = (
            scale_by(l, whole, PARTS[0]),
            scale_by(l, whole, PARTS[1]),
            scale_by(l, whole, PARTS[2]),
        );
        // The first difference is exact; what the second one loses joins the rest.
        let r = l.sub(x, first);
        let near = l.sub(r, second);
        let error = l.sub(r, near);
        let error = l.sub(error, second);
        let rest = l.sub(third, error);
        let r = l.sub(near, rest);
        let q = match lost {
            Lost::Dropped => q,
            Lost::Kept => {
                let back = l.sub(near, r);
                let low = l.sub(back, rest);
                pack(l, low, q)
            }
        };
        let usual = less_than(l, x, 3000.0);
        let large = l.not(usual);
        l.rarely(large, (r, q), |l| quadrant_of_large(l, x))
    }

    /// A float with its two lowest bits replaced by those of a number.
    fn pack<L: Lanes>(l: &mut L, low: L::Float, q: L::Int) -> L::Int {
        let (bits, three) = (l.bits_of(low), l.int(3));
        let (bits, q) = (l.int_or(bits, three), l.int_and(q, three));
        let bits = l.int_xor(bits, three);
        l.int_or(bits, q)
    }

    /// The words of 2/π, shifted right by 14 bits.
    const TWO_OVER_PI: [u32; 7] = [
        0x0002_8be6,
        0x0db9_3910,
        0x54a7_f09d,
        0x5f47_d4d3,
        0x7703_6d8a,
        0x5664_f10e,
        0x4107_f945,
    ];

    /// The same for x ≥ 2^11, after Payne and Hanek: the mantissa times those 96 bits of 2/π that matter modulo 4.
    fn quadrant_of_large<L: Lanes>(l: &mut L, x: L::Float) -> (L::Float, L::Int) {
        let bits = l.bits_of(x);
        let (exponent, first) = (l.shift_right_logical(bits, 23), l.int(127 + 11));
        let position = l.int_sub(exponent, first);
        let (fraction, one) = (l.int(0x007f_ffff), l.int(0x0080_0000));
        let mantissa = l.int_and(bits, fraction);
        let mantissa = l.int_or(mantissa, one);
        let window = window_at(l, position);
        let (high, low) = product_modulo_4(l, mantissa, window);
        // The nearest quadrant is taken off; what is left of the 64 bits is signed.
        let half = l.int(1 << 29);
        let rounded = l.int_add(high, half);
        let q = l.shift_right_logical(rounded, 30);
        let turns = l.shift_left(q, 30);
        let high = l.int_sub(high, turns);
        let (r, low) = fraction_to_angle(l, high, low);
        let q = pack(l, low, q);
        let infinity = l.float(f32::INFINITY);
        let finite = l.less(x, infinity);
        let infinite = l.not(finite);
        (nan_where(l, infinite, r), q)
    }

    /// Three words of [`TWO_OVER_PI`] from a bit position of 0 to 127 on.
    fn window_at<L: Lanes>(l: &mut L, position: L::Int) -> [L::Int; 3] {
        let index = l.shift_right(position, 5);
        let mut words = [index; 4];
        for (offset, word) in words.iter_mut().enumerate() {
            *word = l.int(TWO_OVER_PI[offset + 3] as i32);
            for start in (0..3).rev() {
                let (candidate, number) = (
                    l.int(TWO_OVER_PI[offset + start] as i32),
                    l.int(start as i32),
                );
                let here = l.int_equal(index, number);
                *word = l.select_int(here, candidate, *word);
            }
        }
        for count in [16, 8, 4, 2, 1] {
            let bit = l.int(count);
            let set = l.int_and(position, bit);
            let shifted = l.int_equal(set, bit);
            for place in 0..words.len() {
                let mut moved = l.shift_left(words[place], count as u32);
                if place + 1 < words.len() {
                    let carried = l.shift_right_logical(words[place + 1], 32 - count as u32);
                    moved = l.int_or(moved, carried);
                }
                words[place] = l.select_int(shifted, moved, words[place]);
            }
        }
        [words[0], words[1], words[2]]
    }

    /// The upper 64 of the 96 bits of mantissa·window modulo 2^96: a number of quadrants with 62 bits behind the point.
    fn product_modulo_4<L: Lanes>(
        l: &mut L,
        mantissa: L::Int,
        window: [L::Int; 3],
    ) -> (L::Int, L::Int) {
        let top = l.int_mul(mantissa, window[0]);
        let middle = l.int_mul(mantissa, window[1]);
        let middle_high = product_high(l, mantissa, window[1]);
        let bottom_high = product_high(l, mantissa, window[2]);
        let low = l.int_add(middle, bottom_high);
        // An unsigned sum carried when it is below one of its terms.
        let (sign, zero, one) = (l.int(SIGN), l.int(0), l.int(1));
        let (a, b) = (l.int_xor(low, sign), l.int_xor(bottom_high, sign));
        let carried = l.int_less(a, b);
        let carry = l.select_int(carried, one, zero);
        let high = l.int_add(top, middle_high);
        (l.int_add(high, carry), low)
    }

    /// The upper 32 bits of the product of 24 bits and 32 bits.
    fn product_high<L: Lanes>(l: &mut L, a: L::Int, b: L::Int) -> L::Int {
        let (mask12, mask16) = (l.int(0xfff), l.int(0xffff));
        let (a_high, a_low) = (l.shift_right_logical(a, 12), l.int_and(a, mask12));
        let (b_high, b_low) = (l.shift_right_logical(b, 16), l.int_and(b, mask16));
        let low = l.int_mul(a_low, b_low);
        let low = l.shift_right_logical(low, 12);
        let cross = l.int_mul(a_high, b_low);
        let sum = l.int_add(low, cross);
        let sum = l.shift_right_logical(sum, 4);
        let cross = l.int_mul(a_low, b_high);
        let sum = l.int_add(sum, cross);
        let sum = l.shift_right_logical(sum, 12);
        let high = l.int_mul(a_high, b_high);
        let sum = l.int_add(sum, high);
        l.shift_right_logical(sum, 4)
    }

    /// (high·2^32 + low)·2^-62 quadrants as an angle and what rounding it lost, |high| ≤ 2^29.
    fn fraction_to_angle<L: Lanes>(l: &mut L, high: L::Int, low: L::Int) -> (L::Float, L::Float) {
        let zero = l.int(0);
        let negative = l.int_less(high, zero);
        let (opposite_high, opposite_low) = negated_words(l, high, low);
        let high = l.select_int(negative, opposite_high, high);
        let low = l.select_int(negative, opposite_low, low);
        let (angle, lost) = positive_fraction_to_angle(l, high, low);
        let sign = l.int(SIGN);
        let sign = l.select_int(negative, sign, zero);
        (flip(l, angle, sign), flip(l, lost, sign))
    }

    /// The opposite of a number of 64 bits.
    fn negated_words<L: Lanes>(l: &mut L, high: L::Int, low: L::Int) -> (L::Int, L::Int) {
        let (zero, one) = (l.int(0), l.int(1));
        let low_zero = l.int_equal(low, zero);
        let borrow = l.select_int(low_zero, zero, one);
        let opposite = l.int_sub(zero, high);
        (l.int_sub(opposite, borrow), l.int_sub(zero, low))
    }

    /// The same for numbers that are not negative.
    fn positive_fraction_to_angle<L: Lanes>(
        l: &mut L,
        high: L::Int,
        low: L::Int,
    ) -> (L::Float, L::Float) {
        /// π/2 has an upper part of 12 bits, whose product with another such part is exact.
        const UPPER: f32 = 1.570_800_8;
        const LOWER: f32 = -4.454_455e-6;
        let [head, next, last] = exact_floats(l, high, low);
        let tail = l.add(next, last);
        let sum = l.add(head, tail);
        let sum_high = upper(l, sum);
        let sum_low = l.sub(head, sum_high);
        let sum_low = l.add(sum_low, next);
        let sum_low = l.add(sum_low, last);
        let main = scale_by(l, sum_high, UPPER);
        let (first, second) = (scale_by(l, sum_low, UPPER), scale_by(l, sum, LOWER));
        let tail = l.add(first, second);
        sum_of_ordered(l, main, tail)
    }

    /// The upper 60 of 62 bits behind the point as floats of 12, 24 and 24 bits, each exact.
    fn exact_floats<L: Lanes>(l: &mut L, high: L::Int, low: L::Int) -> [L::Float; 3] {
        let (mask18, mask26) = (l.int(0x3_ffff), l.int(0x03ff_ffff));
        let head = l.shift_right_logical(high, 18);
        let next = l.int_and(high, mask18);
        let next = l.shift_left(next, 6);
        let following = l.shift_right_logical(low, 26);
        let next = l.int_or(next, following);
        let last = l.int_and(low, mask26);
        let last = l.shift_right_logical(last, 2);
        // 2^-12, 2^-36 and 2^-60.
        [
            (head, 1.0 / 4096.0),
            (next, 1.455_191_5e-11),
            (last, 8.673_617e-19),
        ]
        .map(|(number, unit)| {
            let float = l.float_of_int(number);
            scale_by(l, float, unit)
        })
    }

    fn sin_of_small<L: Lanes>(l: &mut L, r: L::Float) -> L::Float {
        odd(l, r, &[-0.166_666_55, 0.008_332_187, -0.000_195_178_97])
    }

    fn cos_of_small<L: Lanes>(l: &mut L, r: L::Float) -> L::Float {
        let z = l.mul(r, r);
        let p = polynomial(l, z, &[0.041_666_646, -0.001_388_731, 2.443_232_7e-5]);
        let half = scale_by(l, z, 0.5);
        let one = l.float(1.0);
        // 1 - z/2 is rounded; what it lost comes back with the small terms.
        let near = l.sub(one, half);
        let lost = l.sub(one, near);
        let lost = l.sub(lost, half);
        let square = l.mul(z, z);
        let small = mul_add(l, square, p, lost);
        l.add(near, small)
    }

    /// The sine of quadrant·π/2 + r.
    fn sin_in_quadrant<L: Lanes>(l: &mut L, r: L::Float, q: L::Int) -> L::Float {
        let (one, two) = (l.int(1), l.int(2));
        let lowest = l.int_and(q, one);
        let swapped = l.int_equal(lowest, one);
        let (sin, cos) = (sin_of_small(l, r), cos_of_small(l, r));
        let value = l.select(swapped, cos, sin);
        let sign = l.int_and(q, two);
        let sign = l.shift_left(sign, 30);
        flip(l, value, sign)
    }

    /// Sine, in radians.
    pub fn sin<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
        let (r, q) = quadrant(l, magnitude, Lost::Dropped);
        let value = sin_in_quadrant(l, r, q);
        flip(l, value, sign)
    }

    /// Cosine, in radians.
    pub fn cos<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let magnitude = abs(l, x);
        let (r, q) = quadrant(l, magnitude, Lost::Dropped);
        let one = l.int(1);
        let q = l.int_add(q, one);
        sin_in_quadrant(l, r, q)
    }

    /// Tangent, in radians.
    pub fn tan<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        const COEFFICIENTS: [f32; 7] = [
            0.333_333_5,
            0.133_326_72,
            0.054_059_442,
            0.021_282_813,
            0.010_837_511,
            8.430_831e-5,
            0.004_379_987,
        ];
        let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
        let (r, q) = quadrant(l, magnitude, Lost::Kept);
        let number = l.int(3);
        let low = l.int_or(q, number);
        let low = l.int_xor(low, number);
        let low = l.float_of_bits(low);
        let z = l.mul(r, r);
        let p = polynomial(l, z, &COEFFICIENTS);
        let zp = l.mul(z, p);
        let rest = l.mul(r, zp);
        // The slope of the tangent is 1 + tan².
        let low = mul_add(l, low, z, low);
        let rest = l.add(rest, low);
        let tangent = l.add(r, rest);
        let cotangent = negative_inverse_of_sum(l, r, rest, tangent);
        let one = l.int(1);
        let lowest = l.int_and(q, one);
        let swapped = l.int_equal(lowest, one);
        let value = l.select(swapped, cotangent, tangent);
        flip(l, value, sign)
    }

    /// -1/(a + b), where `sum` is their rounded sum: the error of a quotient of upper halves is known exactly and taken off.
    fn negative_inverse_of_sum<L: Lanes>(
        l: &mut L,
        a: L::Float,
        b: L::Float,
        sum: L::Float,
    ) -> L::Float {
        let (one, minus_one) = (l.float(1.0), l.float(-1.0));
        let inverse = l.div(minus_one, sum);
        let (inverse_high, high) = (upper(l, inverse), upper(l, sum));
        let low = l.sub(high, a);
        let low = l.sub(b, low);
        let error = mul_add(l, inverse_high, high, one);
        let error = mul_add(l, inverse_high, low, error);
        let improved = mul_add(l, inverse, error, inverse_high);
        // Of 0 and of tiny numbers the inverse is as it is.
        let magnitude = abs(l, sum);
        let tiny = less_than(l, magnitude, 1e-30);
        l.select(tiny, inverse, improved)
    }

    // ---- Inverse trigonometry ----------------------------------------------------------------------------------------------------

    /// π/2 and π/4 as two parts each.
    const HALF_PI: (f32, f32) = (core::f32::consts::FRAC_PI_2, -4.371_139e-8);
    const QUARTER_PI: (f32, f32) = (core::f32::consts::FRAC_PI_4, -2.185_569_4e-8);
    const ATAN_COEFFICIENTS: [f32; 5] = [
        -0.333_333_16,
        0.199_985_27,
        -0.142_443_46,
        0.105_987_56,
        -0.060_888_52,
    ];
    const ASIN_COEFFICIENTS: [f32; 5] = [
        0.166_667_52,
        0.074_953_064,
        0.045_469_772,
        0.024_180_774,
        0.042_166_412,
    ];

    /// The arc tangent of a quotient of numbers that are not negative.
    fn atan_of_quotient<L: Lanes>(l: &mut L, over: L::Float, under: L::Float) -> L::Float {
        let (small, large) = (0.414_213_57, 2.414_213_7);
        let (edge, far_edge) = (scale_by(l, under, small), scale_by(l, under, large));
        let (middle, far) = (l.less(edge, over), l.less(far_edge, over));
        // The angle minus π/4 has the quotient (a-b)/(a+b), minus π/2 it has -b/a.
        let (difference, sum, negative) =
            (l.sub(over, under), l.add(over, under), negate(l, under));
        let numerator = l.select(middle, difference, over);
        let numerator = l.select(far, negative, numerator);
        let denominator = l.select(middle, sum, under);
        let denominator = l.select(far, over, denominator);
        let t = l.div(numerator, denominator);
        let base = |l: &mut L, quarter: f32, half: f32| {
            let (none, quarter, half) = (l.float(0.0), l.float(quarter), l.float(half));
            let base = l.select(middle, quarter, none);
            l.select(far, half, base)
        };
        let (high, low) = (
            base(l, QUARTER_PI.0, HALF_PI.0),
            base(l, QUARTER_PI.1, HALF_PI.1),
        );
        let z = l.mul(t, t);
        let p = polynomial(l, z, &ATAN_COEFFICIENTS);
        let zp = l.mul(z, p);
        let small = mul_add(l, t, zp, low);
        let small = l.add(t, small);
        l.add(high, small)
    }

    /// Arc tangent.
    pub fn atan<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (magnitude, sign, one) = (abs(l, x), sign_bit(l, x), l.float(1.0));
        let value = atan_of_quotient(l, magnitude, one);
        flip(l, value, sign)
    }

    /// Angle of the point (x, y).
    pub fn atan2<L: Lanes>(l: &mut L, y: L::Float, x: L::Float) -> L::Float {
        const PI: (f32, f32) = (core::f32::consts::PI, -8.742_278e-8);
        let (mut over, mut under) = (abs(l, y), abs(l, x));
        let (zero, one, infinity) = (l.float(0.0), l.float(1.0), l.float(f32::INFINITY));
        // Two infinities count as two ones, two zeros as 0/1.
        let both_infinite = (l.equal(over, infinity), l.equal(under, infinity));
        let both_infinite = l.and(both_infinite.0, both_infinite.1);
        over = l.select(both_infinite, one, over);
        under = l.select(both_infinite, one, under);
        let both_zero = (l.equal(over, zero), l.equal(under, zero));
        let both_zero = l.and(both_zero.0, both_zero.1);
        under = l.select(both_zero, one, under);
        // The sum of two huge numbers must not overflow, and a product with a tiny one not underflow.
        let sum = l.add(over, under);
        let huge = l.float(1e38);
        let (huge, tiny) = (l.less(huge, sum), less_than(l, sum, 1e-36));
        let (shrink, grow) = (l.float(0.0625), l.float(16_777_216.0));
        let factor = l.select(huge, shrink, one);
        let factor = l.select(tiny, grow, factor);
        let (over, under) = (l.mul(over, factor), l.mul(under, factor));
        let angle = atan_of_quotient(l, over, under);
        // On the left of the axis the angle is what is missing to π.
        let (pi, pi_low) = (l.float(PI.0), l.float(PI.1));
        let missing = l.sub(angle, pi_low);
        let missing = l.sub(pi, missing);
        let left = l.bits_of(x);
        let none = l.int(0);
        let left = l.int_less(left, none);
        let angle = l.select(left, missing, angle);
        let sign = sign_bit(l, y);
        let angle = flip(l, angle, sign);
        let (x_valid, y_valid) = (l.equal(x, x), l.equal(y, y));
        let valid = l.and(x_valid, y_valid);
        let invalid = l.not(valid);
        nan_where(l, invalid, angle)
    }

    /// Of |x| > 1/2: the root s of (1-|x|)/2, and asin(s) - s.
    fn asin_of_rest<L: Lanes>(l: &mut L, magnitude: L::Float) -> (L::Float, L::Float) {
        let one = l.float(1.0);
        let rest = l.sub(one, magnitude);
        let rest = scale_by(l, rest, 0.5);
        let s = l.sqrt(rest);
        let p = polynomial(l, rest, &ASIN_COEFFICIENTS);
        let rp = l.mul(rest, p);
        (s, l.mul(s, rp))
    }

    /// Arc sine.
    pub fn asin<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
        let near = odd(l, magnitude, &ASIN_COEFFICIENTS);
        // π/2 - 2s is the larger part of the result; what it loses joins the small terms.
        let (s, more) = asin_of_rest(l, magnitude);
        let (high, low) = (l.float(HALF_PI.0), l.float(HALF_PI.1));
        let twice = l.add(s, s);
        let far = l.sub(high, twice);
        let lost = l.sub(high, far);
        let lost = l.sub(lost, twice);
        let small = l.add(more, more);
        let small = l.sub(small, low);
        let small = l.sub(small, lost);
        let far = l.sub(far, small);
        let half = l.float(0.5);
        let is_far = l.less(half, magnitude);
        let value = l.select(is_far, far, near);
        flip(l, value, sign)
    }

    /// Arc cosine.
    pub fn acos<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (magnitude, zero, half) = (abs(l, x), l.float(0.0), l.float(0.5));
        let (high, low) = (l.float(HALF_PI.0), l.float(HALF_PI.1));
        let z = l.mul(x, x);
        let p = polynomial(l, z, &ASIN_COEFFICIENTS);
        let zp = l.mul(z, p);
        let small = l.mul(x, zp);
        let small = l.sub(small, low);
        let small = l.add(x, small);
        let near = l.sub(high, small);
        let (s, more) = asin_of_rest(l, magnitude);
        let rest = l.add(s, more);
        let right = l.add(rest, rest);
        // Left of 0 it is π minus twice the rest; halving keeps the parts of π/2.
        let left = l.sub(rest, low);
        let left = l.sub(high, left);
        let left = l.add(left, left);
        let negative = l.less(x, zero);
        let far = l.select(negative, left, right);
        let is_far = l.less(half, magnitude);
        l.select(is_far, far, near)
    }

    // ---- Hyperbolic functions ----------------------------------------------------------------------------------------------------

    /// e^x/2, which overflows later than e^x.
    fn half_exp<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let ((p, n), one) = (exp_parts(l, x), l.int(1));
        let n = l.int_sub(n, one);
        scale(l, p, n)
    }

    /// e^|x|/2 and e^-|x|/2.
    fn half_exponentials<L: Lanes>(l: &mut L, magnitude: L::Float) -> (L::Float, L::Float) {
        let grown = half_exp(l, magnitude);
        let quarter = l.float(0.25);
        (grown, l.div(quarter, grown))
    }

    /// Hyperbolic sine.
    pub fn sinh<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
        let near = odd(
            l,
            magnitude,
            &[0.166_666_67, 0.008_333_31, 0.000_198_428_91, 2.782_267e-6],
        );
        let (grown, shrunk) = half_exponentials(l, magnitude);
        let far = l.sub(grown, shrunk);
        let is_near = less_than(l, magnitude, 1.0);
        let value = l.select(is_near, near, far);
        flip(l, value, sign)
    }

    /// Hyperbolic cosine.
    pub fn cosh<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let magnitude = abs(l, x);
        let (grown, shrunk) = half_exponentials(l, magnitude);
        l.add(grown, shrunk)
    }

    /// Hyperbolic tangent.
    pub fn tanh<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
        let near = odd(
            l,
            magnitude,
            &[
                -0.333_332_8,
                0.133_314_06,
                -0.053_736_515,
                0.020_628_167,
                -0.005_692_296_7,
            ],
        );
        let twice = l.add(magnitude, magnitude);
        let grown = exp(l, twice);
        let grown = plus(l, grown, 1.0);
        let (one, two) = (l.float(1.0), l.float(2.0));
        let rest = l.div(two, grown);
        let far = l.sub(one, rest);
        let is_near = less_than(l, magnitude, 0.625);
        let value = l.select(is_near, near, far);
        flip(l, value, sign)
    }

    /// Beyond this, the root of x²±1 is x.
    const FAR: f32 = 4096.0;

    /// Inverse hyperbolic sine.
    pub fn asinh<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        const COEFFICIENTS: [f32; 9] = [
            -0.166_666_6,
            0.074_997_045,
            -0.044_599_187,
            0.030_059_874,
            -0.020_988_06,
            0.013_573_908,
            -0.007_007_028_4,
            0.002_389_528_6,
            -0.000_385_896_62,
        ];
        let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
        let near = odd(l, magnitude, &COEFFICIENTS);
        let one = l.float(1.0);
        let root = mul_add(l, magnitude, magnitude, one);
        let root = l.sqrt(root);
        let (sum, lost) = sum_of_ordered(l, root, magnitude);
        let correction = l.div(lost, sum);
        let middle = log(l, sum);
        let middle = l.add(middle, correction);
        let far = log_of_twice(l, magnitude);
        let is_far = l.float(FAR);
        let is_far = l.less(is_far, magnitude);
        let far = l.select(is_far, far, middle);
        let is_near = less_than(l, magnitude, 1.0);
        let value = l.select(is_near, near, far);
        flip(l, value, sign)
    }

    /// log(2x), without overflow.
    fn log_of_twice<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let log = log(l, x);
        plus(l, log, core::f32::consts::LN_2)
    }

    /// Inverse hyperbolic cosine.
    pub fn acosh<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        let t = plus(l, x, -1.0);
        let twice = l.add(t, t);
        let square = mul_add(l, t, t, twice);
        let root = l.sqrt(square);
        let (u, low) = sum_of_ordered(l, root, t);
        let near = log_of_one_plus(l, u, low);
        let far = log_of_twice(l, x);
        let is_near = less_than(l, x, FAR);
        let value = l.select(is_near, near, far);
        let below = less_than(l, x, 1.0);
        nan_where(l, below, value)
    }

    /// Inverse hyperbolic tangent.
    pub fn atanh<L: Lanes>(l: &mut L, x: L::Float) -> L::Float {
        const COEFFICIENTS: [f32; 6] = [
            0.333_333,
            0.200_026_15,
            0.142_207_6,
            0.118_415_274,
            0.050_647_385,
            0.177_738_86,
        ];
        let (magnitude, sign) = (abs(l, x), sign_bit(l, x));
        let near = odd(l, magnitude, &COEFFICIENTS);
        let one = l.float(1.0);
        let (over, under) = (l.add(one, magnitude), l.sub(one, magnitude));
        let quotient = l.div(over, under);
        let far = log(l, quotient);
        let far = scale_by(l, far, 0.5);
        let is_near = less_than(l, magnitude, 0.5);
        let value = l.select(is_near, near, far);
        flip(l, value, sign)
    }
}

pub use definitions::{
    acos, acosh, asin, asinh, atan, atan2, atanh, cos, cosh, exp, exp2, log, log2, log10, pow, sin,
    sinh, tan, tanh,
};
