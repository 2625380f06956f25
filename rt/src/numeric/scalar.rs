//! The elementary functions on plain numbers: one lane of `f32`.
//!
//! *Invariant:* every operation is the machine's own, rounded once, so that other engines give the same bits.

use quasar_abi::elementary::Lanes;

/// A single lane.
pub(crate) struct Single;

impl Lanes for Single {
    type Float = f32;
    type Int = i32;
    type Mask = bool;

    fn float(&mut self, value: f32) -> f32 {
        value
    }
    fn int(&mut self, value: i32) -> i32 {
        value
    }
    fn add(&mut self, a: f32, b: f32) -> f32 {
        a + b
    }
    fn sub(&mut self, a: f32, b: f32) -> f32 {
        a - b
    }
    fn mul(&mut self, a: f32, b: f32) -> f32 {
        a * b
    }
    fn div(&mut self, a: f32, b: f32) -> f32 {
        a / b
    }
    fn sqrt(&mut self, a: f32) -> f32 {
        a.sqrt()
    }
    fn less(&mut self, a: f32, b: f32) -> bool {
        a < b
    }
    fn equal(&mut self, a: f32, b: f32) -> bool {
        a == b
    }
    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }
    fn or(&mut self, a: bool, b: bool) -> bool {
        a || b
    }
    fn not(&mut self, a: bool) -> bool {
        !a
    }
    fn select(&mut self, mask: bool, yes: f32, no: f32) -> f32 {
        if mask { yes } else { no }
    }
    fn select_int(&mut self, mask: bool, yes: i32, no: i32) -> i32 {
        if mask { yes } else { no }
    }
    fn bits_of(&mut self, a: f32) -> i32 {
        a.to_bits() as i32
    }
    fn float_of_bits(&mut self, a: i32) -> f32 {
        f32::from_bits(a as u32)
    }
    fn truncate(&mut self, a: f32) -> i32 {
        a as i32
    }
    fn float_of_int(&mut self, a: i32) -> f32 {
        a as f32
    }
    fn int_add(&mut self, a: i32, b: i32) -> i32 {
        a.wrapping_add(b)
    }
    fn int_sub(&mut self, a: i32, b: i32) -> i32 {
        a.wrapping_sub(b)
    }
    fn int_mul(&mut self, a: i32, b: i32) -> i32 {
        a.wrapping_mul(b)
    }
    fn int_and(&mut self, a: i32, b: i32) -> i32 {
        a & b
    }
    fn int_or(&mut self, a: i32, b: i32) -> i32 {
        a | b
    }
    fn int_xor(&mut self, a: i32, b: i32) -> i32 {
        a ^ b
    }
    fn shift_left(&mut self, a: i32, count: u32) -> i32 {
        a << count
    }
    fn shift_right(&mut self, a: i32, count: u32) -> i32 {
        a >> count
    }
    fn shift_right_logical(&mut self, a: i32, count: u32) -> i32 {
        (a as u32 >> count) as i32
    }
    fn int_equal(&mut self, a: i32, b: i32) -> bool {
        a == b
    }
    fn int_less(&mut self, a: i32, b: i32) -> bool {
        a < b
    }
    fn rarely(
        &mut self,
        mask: bool,
        common: (f32, i32),
        rare: impl FnOnce(&mut Single) -> (f32, i32),
    ) -> (f32, i32) {
        if mask { rare(self) } else { common }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::elementary;

    /// The crate's own function gives numbers for some arguments below 1.
    fn exact_acosh(x: f64) -> f64 {
        if x < 1.0 { f64::NAN } else { libm::acosh(x) }
    }

    /// The distance of two results in units of the last place of the exact one; 0 when both are not-a-number.
    fn distance(value: f32, exact: f64) -> f64 {
        if value.is_nan() || exact.is_nan() {
            return if value.is_nan() && exact.is_nan() {
                0.0
            } else {
                f64::INFINITY
            };
        }
        let rounded = exact as f32;
        if value == rounded || rounded.is_infinite() {
            // Next to the largest number rounding may go either way.
            return if value == rounded {
                0.0
            } else {
                (f64::from(value) - exact).abs() / 2f64.powi(104)
            };
        }
        let exponent = (rounded.to_bits() >> 23 & 0xff).max(1) as i32;
        (f64::from(value) - exact).abs() / 2f64.powi(exponent - 150)
    }

    /// The largest distance over a dense sample: every `stride`-th bit pattern.
    fn worst(function: fn(f32) -> f32, exact: fn(f64) -> f64) -> (f64, f32) {
        let stride = if cfg!(miri) { 40_000_003 } else { 20_011 };
        let mut worst = (0.0, 0.0);
        for bits in (0..=u32::MAX).step_by(stride) {
            let x = f32::from_bits(bits);
            let found = distance(function(x), exact(f64::from(x)));
            if found > worst.0 {
                worst = (found, x);
            }
        }
        worst
    }

    macro_rules! accuracy {
        ($($test:ident: $name:ident, $exact:expr;)*) => { $(
            #[test]
            fn $test() {
                let (error, x) = worst(|x| elementary::$name(&mut Single, x), $exact);
                assert!(error <= 2.0, "{error} units at {x:e}");
            }
        )* };
    }

    accuracy! {
        exp_is_accurate: exp, f64::exp;
        exp2_is_accurate: exp2, f64::exp2;
        log_is_accurate: log, f64::ln;
        log2_is_accurate: log2, f64::log2;
        log10_is_accurate: log10, f64::log10;
        sin_is_accurate: sin, f64::sin;
        cos_is_accurate: cos, f64::cos;
        tan_is_accurate: tan, f64::tan;
        asin_is_accurate: asin, f64::asin;
        acos_is_accurate: acos, f64::acos;
        atan_is_accurate: atan, f64::atan;
        sinh_is_accurate: sinh, f64::sinh;
        cosh_is_accurate: cosh, f64::cosh;
        tanh_is_accurate: tanh, f64::tanh;
        asinh_is_accurate: asinh, libm::asinh;
        acosh_is_accurate: acosh, exact_acosh;
        atanh_is_accurate: atanh, libm::atanh;
    }

    /// Pairs of arguments that cover all exponents and the special values.
    fn pairs(mut visit: impl FnMut(f32, f32)) {
        let special = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            2.0,
            3.0,
            -3.0,
            1e-45,
            -1e-45,
            f32::MAX,
            f32::MIN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            16_777_217.0,
            8_388_609.0,
        ];
        special
            .iter()
            .for_each(|x| special.iter().for_each(|y| visit(*x, *y)));
        let mut state = 1u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        for _ in 0..if cfg!(miri) { 100 } else { 200_000 } {
            visit(f32::from_bits(random()), f32::from_bits(random()));
            // Where a power neither over- nor underflows.
            let x = f32::from_bits(random() & 0x7fff_ffff);
            let limit = 120.0 / x.log2().abs().max(1e-3);
            visit(x, (random() as f32 / u32::MAX as f32 - 0.5) * 2.0 * limit);
        }
    }

    #[test]
    fn pow_is_accurate() {
        pairs(|x, y| {
            let error = distance(
                elementary::pow(&mut Single, x, y),
                f64::from(x).powf(f64::from(y)),
            );
            assert!(error <= 2.0, "{error} units at {x:e}^{y:e}");
        });
    }

    #[test]
    fn atan2_is_accurate() {
        pairs(|y, x| {
            let error = distance(
                elementary::atan2(&mut Single, y, x),
                f64::from(y).atan2(f64::from(x)),
            );
            assert!(error <= 2.0, "{error} units at atan2({y:e}, {x:e})");
        });
    }

    #[test]
    fn zeros_keep_their_sign() {
        for function in [
            elementary::sin,
            elementary::tan,
            elementary::asin,
            elementary::atan,
            elementary::sinh,
            elementary::tanh,
            elementary::asinh,
            elementary::atanh,
        ] {
            assert_eq!(function(&mut Single, -0.0).to_bits(), (-0.0f32).to_bits());
            assert_eq!(function(&mut Single, 0.0).to_bits(), 0);
        }
        assert_eq!(
            elementary::atan2(&mut Single, -0.0, 1.0).to_bits(),
            (-0.0f32).to_bits()
        );
        assert_eq!(
            elementary::pow(&mut Single, -0.0, 3.0).to_bits(),
            (-0.0f32).to_bits()
        );
        assert_eq!(
            elementary::atan2(&mut Single, -0.0, -0.0),
            -std::f32::consts::PI
        );
    }

    /// Every n-th bit pattern: `QC_ACCURACY_STRIDE=n` takes more of them, 1 takes all (hours in a release build). `docs/accuracy.md` shows
    /// what it prints. The ordinary stride is a prime, so that exponents and low bits mix.
    #[test]
    fn numbers_of_all_sizes_are_accurate() {
        const ORDINARY_STRIDE: usize = 40_009;
        type Row = (&'static str, fn(&mut Single, f32) -> f32, fn(f64) -> f64);
        let functions: [Row; 17] = [
            ("exp", elementary::exp, f64::exp),
            ("exp2", elementary::exp2, f64::exp2),
            ("log", elementary::log, f64::ln),
            ("log2", elementary::log2, f64::log2),
            ("log10", elementary::log10, f64::log10),
            ("sin", elementary::sin, f64::sin),
            ("cos", elementary::cos, f64::cos),
            ("tan", elementary::tan, f64::tan),
            ("asin", elementary::asin, f64::asin),
            ("acos", elementary::acos, f64::acos),
            ("atan", elementary::atan, f64::atan),
            ("sinh", elementary::sinh, f64::sinh),
            ("cosh", elementary::cosh, f64::cosh),
            ("tanh", elementary::tanh, f64::tanh),
            ("asinh", elementary::asinh, libm::asinh),
            ("acosh", elementary::acosh, exact_acosh),
            ("atanh", elementary::atanh, libm::atanh),
        ];
        let stride = std::env::var("QC_ACCURACY_STRIDE").ok();
        let stride = stride
            .and_then(|text| text.parse().ok())
            .unwrap_or(ORDINARY_STRIDE);
        let mut failed = false;
        for (name, function, exact) in functions {
            let mut worst = (0.0, 0.0);
            for bits in (0..=u32::MAX).step_by(stride) {
                let x = f32::from_bits(bits);
                let found = distance(function(&mut Single, x), exact(f64::from(x)));
                if found > worst.0 {
                    worst = (found, x);
                }
            }
            println!("{name}: {:.3} units at {:e}", worst.0, worst.1);
            failed |= worst.0 > 2.0;
        }
        assert!(!failed);
    }
}
