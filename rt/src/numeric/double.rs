//! The elementary functions of double precision on plain numbers: one lane of `f64`.
//!
//! *Invariant:* every operation is the machine's own, rounded once, so that other engines give the same bits.

use quasar_abi::MathFn;
use quasar_abi::double::DoubleLanes;

/// A single lane.
pub(crate) struct Double;

impl DoubleLanes for Double {
    type Float = f64;
    type Int = i64;
    type Mask = bool;

    fn float(&mut self, value: f64) -> f64 {
        value
    }
    fn int(&mut self, value: i64) -> i64 {
        value
    }
    fn add(&mut self, a: f64, b: f64) -> f64 {
        a + b
    }
    fn sub(&mut self, a: f64, b: f64) -> f64 {
        a - b
    }
    fn mul(&mut self, a: f64, b: f64) -> f64 {
        a * b
    }
    fn div(&mut self, a: f64, b: f64) -> f64 {
        a / b
    }
    fn sqrt(&mut self, a: f64) -> f64 {
        a.sqrt()
    }
    fn less(&mut self, a: f64, b: f64) -> bool {
        a < b
    }
    fn equal(&mut self, a: f64, b: f64) -> bool {
        a == b
    }
    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }
    fn or(&mut self, a: bool, b: bool) -> bool {
        a || b
    }
    fn select(&mut self, mask: bool, yes: f64, no: f64) -> f64 {
        if mask { yes } else { no }
    }
    fn bits_of(&mut self, a: f64) -> i64 {
        a.to_bits() as i64
    }
    fn float_of_bits(&mut self, a: i64) -> f64 {
        f64::from_bits(a as u64)
    }
    fn int_add(&mut self, a: i64, b: i64) -> i64 {
        a.wrapping_add(b)
    }
    fn int_sub(&mut self, a: i64, b: i64) -> i64 {
        a.wrapping_sub(b)
    }
    fn int_and(&mut self, a: i64, b: i64) -> i64 {
        a & b
    }
    fn int_or(&mut self, a: i64, b: i64) -> i64 {
        a | b
    }
    fn int_xor(&mut self, a: i64, b: i64) -> i64 {
        a ^ b
    }
    fn shift_left(&mut self, a: i64, count: u32) -> i64 {
        a << count
    }
    fn shift_right_logical(&mut self, a: i64, count: u32) -> i64 {
        (a as u64 >> count) as i64
    }
    fn int_less(&mut self, a: i64, b: i64) -> bool {
        a < b
    }
    fn unless(&mut self, usual: bool, common: f64, rare: impl FnOnce(&mut Double) -> f64) -> f64 {
        if usual { common } else { rare(self) }
    }
    fn library(&mut self, function: MathFn, args: &[f64]) -> f64 {
        library(function, args)
    }
}

/// A function of `f64` as a library computes it, which the definitions ask for where few arguments are: the platform's where that is good to
/// one unit, else pxfm's.
///
/// # Panics
/// For functions that no definition leaves to a library.
pub(crate) fn library(function: MathFn, args: &[f64]) -> f64 {
    match (function, args) {
        (MathFn::Log, &[x]) => x.ln(),
        (MathFn::Log2, &[x]) => x.log2(),
        (MathFn::Log10, &[x]) => pxfm::f_log10(x),
        (MathFn::Sin, &[x]) => x.sin(),
        (MathFn::Cos, &[x]) => x.cos(),
        (MathFn::Tan, &[x]) => x.tan(),
        (MathFn::Atan, &[x]) => x.atan(),
        (MathFn::Asinh, &[x]) => pxfm::f_asinh(x),
        (MathFn::Acosh, &[x]) => pxfm::f_acosh(x),
        (MathFn::Atanh, &[x]) => pxfm::f_atanh(x),
        (MathFn::Atan2, &[y, x]) => y.atan2(x),
        (MathFn::Pow, &[x, y]) => x.powf(y),
        _other => panic!(
            "no library for {} of {} numbers",
            function.name(),
            args.len()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::double;

    /// How many numbers two results are apart; 0 when both are not-a-number.
    fn distance(found: f64, wanted: f64) -> u64 {
        if found.is_nan() && wanted.is_nan() {
            return 0;
        }
        // The negative zero has a place of its own.
        let place = |x: f64| match x.to_bits() as i64 {
            bits if bits < 0 => i64::MIN.wrapping_sub(bits) - 1,
            bits => bits,
        };
        match found.is_nan() || wanted.is_nan() {
            true => u64::MAX,
            false => place(found).abs_diff(place(wanted)),
        }
    }

    struct Random(u64);

    impl Random {
        fn bits(&mut self) -> u64 {
            // Steele and Vigna's SplitMix64.
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        }
        fn number(&mut self) -> f64 {
            f64::from_bits(self.bits())
        }
        /// Between 0 and 1.
        fn part(&mut self) -> f64 {
            (self.bits() >> 11) as f64 / (1u64 << 53) as f64
        }
        fn between(&mut self, range: (f64, f64)) -> f64 {
            range.0 + self.part() * (range.1 - range.0)
        }
    }

    const SPECIAL: [f64; 24] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        3.0,
        -3.0,
        5e-324,
        -5e-324,
        1e-310,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        4_503_599_627_370_497.0,
        9_007_199_254_740_991.0,
        1e22,
        -745.0,
        709.7,
        1023.9,
    ];

    const COUNT: usize = if cfg!(miri) { 30 } else { 60_000 };

    /// An error of at most 1 unit is at most 1 number beside a result that is rounded correctly, which pxfm's are but for a few.
    fn check(name: &str, function: fn(f64) -> f64, exact: fn(f64) -> f64, range: (f64, f64)) {
        let mut random = Random(17);
        let mut arguments = SPECIAL.to_vec();
        for _ in 0..COUNT {
            arguments.push(random.number());
            arguments.push(random.between(range));
            let small = random.between((-40.0, 2.0));
            arguments.push(random.between((-1.0, 1.0)) * small.exp2());
            // Near multiples of π/2, of the ends of the exponents and near 1.
            let turns = (random.between((-4000.0, 4000.0))).round() * std::f64::consts::FRAC_PI_2;
            arguments.push(turns * (1.0 + small.exp2() * 1e-12));
            arguments.push(1.0 + random.between((-1.0, 1.0)) * small.exp2());
        }
        for x in arguments {
            let (found, wanted) = (function(x), exact(x));
            assert!(
                distance(found, wanted) <= 1,
                "{name}({x:e}) is {found:e}, not {wanted:e}"
            );
        }
    }

    /// pxfm's loses the sign of zero.
    fn sinh(x: f64) -> f64 {
        if x == 0.0 { x } else { pxfm::f_sinh(x) }
    }

    macro_rules! accuracy {
        ($($test:ident: $name:ident, $exact:expr, $range:expr;)*) => { $(
            #[test]
            fn $test() {
                check(stringify!($name), |x| double::$name(&mut Double, x), $exact, $range);
            }
        )* };
    }

    accuracy! {
        exp_is_accurate: exp, pxfm::f_exp, (-750.0, 715.0);
        exp2_is_accurate: exp2, pxfm::f_exp2, (-1080.0, 1030.0);
        log_is_accurate: log, pxfm::f_log, (0.0, 8.0);
        log2_is_accurate: log2, pxfm::f_log2, (0.0, 8.0);
        log10_is_accurate: log10, pxfm::f_log10, (0.0, 200.0);
        sin_is_accurate: sin, pxfm::f_sin, (-30_000.0, 30_000.0);
        cos_is_accurate: cos, pxfm::f_cos, (-30_000.0, 30_000.0);
        tan_is_accurate: tan, pxfm::f_tan, (-30_000.0, 30_000.0);
        asin_is_accurate: asin, pxfm::f_asin, (-1.0, 1.0);
        acos_is_accurate: acos, pxfm::f_acos, (-1.0, 1.0);
        atan_is_accurate: atan, pxfm::f_atan, (-10.0, 10.0);
        sinh_is_accurate: sinh, sinh, (-712.0, 712.0);
        cosh_is_accurate: cosh, pxfm::f_cosh, (-712.0, 712.0);
        tanh_is_accurate: tanh, pxfm::f_tanh, (-25.0, 25.0);
        asinh_is_accurate: asinh, pxfm::f_asinh, (-20.0, 20.0);
        acosh_is_accurate: acosh, pxfm::f_acosh, (1.0, 20.0);
        atanh_is_accurate: atanh, pxfm::f_atanh, (-1.0, 1.0);
        erf_is_accurate: erf, pxfm::f_erf, (-6.5, 6.5);
    }

    /// Pairs of arguments that cover all exponents and the special values.
    fn pairs(mut visit: impl FnMut(f64, f64)) {
        for x in SPECIAL {
            SPECIAL.iter().for_each(|y| visit(x, *y));
        }
        let mut random = Random(23);
        for _ in 0..COUNT {
            visit(random.number(), random.number());
            visit(random.between((-3.0, 3.0)), random.between((-3.0, 3.0)));
            // Where a power neither over- nor underflows, and whole exponents of negative numbers.
            let x = f64::from_bits(random.bits() >> 1);
            let limit = 1030.0 / x.log2().abs().max(1e-3);
            visit(x, random.between((-limit, limit)));
            let near = 1.0 + random.between((-0.5, 0.5));
            visit(near, random.between((-1030.0, 1030.0)) / near.log2());
            visit(-near, random.between((-500.0, 500.0)).round());
        }
    }

    #[test]
    fn pow_is_accurate() {
        pairs(|x, y| {
            let (found, wanted) = (double::pow(&mut Double, x, y), x.powf(y));
            assert!(
                distance(found, wanted) <= 1,
                "{x:e}^{y:e} is {found:e}, not {wanted:e}"
            );
        });
    }

    #[test]
    fn atan2_is_accurate() {
        pairs(|y, x| {
            let (found, wanted) = (double::atan2(&mut Double, y, x), pxfm::f_atan2(y, x));
            assert!(
                distance(found, wanted) <= 1,
                "atan2({y:e}, {x:e}) is {found:e}, not {wanted:e}"
            );
        });
    }

    #[test]
    fn zeros_keep_their_sign() {
        for function in [
            double::sin,
            double::tan,
            double::asin,
            double::atan,
            double::sinh,
            double::tanh,
            double::asinh,
            double::atanh,
            double::erf,
        ] {
            assert_eq!(function(&mut Double, -0.0).to_bits(), (-0.0f64).to_bits());
            assert_eq!(function(&mut Double, 0.0).to_bits(), 0);
        }
        let pi = std::f64::consts::PI;
        assert_eq!(
            double::atan2(&mut Double, -0.0, 1.0).to_bits(),
            (-0.0f64).to_bits()
        );
        assert_eq!(double::atan2(&mut Double, -0.0, -0.0), -pi);
        assert_eq!(
            double::pow(&mut Double, -0.0, 3.0).to_bits(),
            (-0.0f64).to_bits()
        );
        assert_eq!(double::pow(&mut Double, -0.0, -3.0), f64::NEG_INFINITY);
    }
}
