//! Rows of scalar mathematics.
//!
//! *Invariant:* the `f32` functions that `elementary` defines come from there, so that they equal the ones inside kernels bit for bit.

use half::f16;

use crate::lanes::Single;

/// Rows of `elementary`, whose `f64` form is the standard library's.
macro_rules! elementary {
    ($($name32:ident, $name64:ident, $function:ident, $method:ident;)*) => { $(
        pub(crate) fn $name32(x: f32) -> f32 {
            quasar_abi::elementary::$function(&mut Single, x)
        }
        pub(crate) fn $name64(x: f64) -> f64 {
            x.$method()
        }
    )* };
}

/// Rows that the standard library computes in both precisions.
macro_rules! standard {
    ($($name32:ident, $name64:ident, $method:ident;)*) => { $(
        pub(crate) fn $name32(x: f32) -> f32 {
            x.$method()
        }
        pub(crate) fn $name64(x: f64) -> f64 {
            x.$method()
        }
    )* };
}

/// Rows computed in `f64` and rounded once for `f32`.
macro_rules! through_double {
    ($($name32:ident, $name64:ident, $function:path;)*) => { $(
        pub(crate) fn $name32(x: f32) -> f32 {
            $function(f64::from(x)) as f32
        }
        pub(crate) fn $name64(x: f64) -> f64 {
            $function(x)
        }
    )* };
}

elementary! {
    exp_f32, exp_f64, exp, exp;
    exp2_f32, exp2_f64, exp2, exp2;
    log_f32, log_f64, log, ln;
    log2_f32, log2_f64, log2, log2;
    log10_f32, log10_f64, log10, log10;
    sin_f32, sin_f64, sin, sin;
    cos_f32, cos_f64, cos, cos;
    tan_f32, tan_f64, tan, tan;
    asin_f32, asin_f64, asin, asin;
    acos_f32, acos_f64, acos, acos;
    atan_f32, atan_f64, atan, atan;
    sinh_f32, sinh_f64, sinh, sinh;
    cosh_f32, cosh_f64, cosh, cosh;
    tanh_f32, tanh_f64, tanh, tanh;
    asinh_f32, asinh_f64, asinh, asinh;
    acosh_f32, acosh_f64, acosh, acosh;
    atanh_f32, atanh_f64, atanh, atanh;
}

standard! {
    round_f32, round_f64, round;
    cbrt_f32, cbrt_f64, cbrt;
}

through_double! {
    erf_f32, erf_f64, libm::erf;
    erfc_f32, erfc_f64, libm::erfc;
    erfinv_f32, erfinv_f64, inverse_erf;
    erfcinv_f32, erfcinv_f64, inverse_erfc;
    lgamma_f32, lgamma_f64, libm::lgamma;
    tgamma_f32, tgamma_f64, libm::tgamma;
}

/// Rows of two arguments.
macro_rules! binary {
    ($($name:ident, $type:ident, |$x:ident, $y:ident| $body:expr;)*) => { $(
        pub(crate) fn $name($x: $type, $y: $type) -> $type {
            $body
        }
    )* };
}

binary! {
    atan2_f32, f32, |y, x| quasar_abi::elementary::atan2(&mut Single, y, x);
    atan2_f64, f64, |y, x| y.atan2(x);
    pow_f32, f32, |x, y| quasar_abi::elementary::pow(&mut Single, x, y);
    pow_f64, f64, |x, y| x.powf(y);
    mod_f32, f32, |x, y| x % y;
    mod_f64, f64, |x, y| x % y;
    hypot_f32, f32, |x, y| x.hypot(y);
    hypot_f64, f64, |x, y| x.hypot(y);
}

/// The x with erf(x) = y: a first guess, then Newton's steps on the more accurate of erf and erfc.
fn inverse_erf(y: f64) -> f64 {
    if y.is_nan() || y.abs() >= 1.0 {
        return match y.abs() == 1.0 {
            true => f64::INFINITY.copysign(y),
            false => f64::NAN,
        };
    }
    if y == 0.0 {
        return y;
    }
    if y.abs() > 0.5 {
        inverse_erfc(1.0 - y.abs()).copysign(y)
    } else {
        newton(winitzki(y, 1.0 - y * y), |x| libm::erf(x) - y)
    }
}

/// The x with erfc(x) = y.
fn inverse_erfc(y: f64) -> f64 {
    if y.is_nan() || !(0.0..=2.0).contains(&y) {
        return f64::NAN;
    }
    if y == 0.0 || y == 2.0 {
        return if y == 0.0 {
            f64::INFINITY
        } else {
            f64::NEG_INFINITY
        };
    }
    if y > 1.0 {
        return -inverse_erfc(2.0 - y);
    }
    // Newton's steps on the logarithm, which is nearly a parabola, so that they converge in the far tail too.
    let mut x = winitzki(1.0 - y, y * (2.0 - y));
    for _ in 0..8 {
        let value = libm::erfc(x);
        let slope = std::f64::consts::FRAC_2_SQRT_PI * libm::exp(-x * x);
        if value == 0.0 || slope == 0.0 {
            x *= 0.99;
        } else {
            x += libm::log(value / y) * (value / slope);
        }
    }
    x
}

/// Winitzki's approximation of the inverse, good to three digits; `rest` is 1 - y².
fn winitzki(y: f64, rest: f64) -> f64 {
    const A: f64 = 0.147;
    let log = rest.ln();
    let half = 2.0 / (std::f64::consts::PI * A) + log / 2.0;
    ((half * half - log / A).sqrt() - half)
        .max(0.0)
        .sqrt()
        .copysign(y)
}

/// Halley's steps, for a function whose slope is that of erf.
fn newton(start: f64, error: impl Fn(f64) -> f64) -> f64 {
    let mut x = start;
    for _ in 0..4 {
        let slope = std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp();
        let step = error(x) / slope;
        x -= step / (1.0 + x * step);
    }
    x
}

macro_rules! integer_power {
    ($name:ident, $t:ty) => {
        pub(crate) fn $name(x: $t, y: $t) -> $t {
            if y < 0 {
                return match x {
                    -1 if y % 2 != 0 => -1,
                    1 | -1 => 1,
                    _ => 0,
                };
            }
            let (mut result, mut square, mut rest): ($t, $t, $t) = (1, x, y);
            while rest > 0 {
                if rest % 2 != 0 {
                    result = result.wrapping_mul(square);
                }
                square = square.wrapping_mul(square);
                rest /= 2;
            }
            result
        }
    };
}
integer_power!(pow_i32, i32);
integer_power!(pow_i64, i64);

pub(crate) fn half_to_f32(bits: i32) -> f32 {
    f16::from_bits(bits as u16).to_f32()
}

pub(crate) fn half_from_f32(x: f32) -> i32 {
    i32::from(f16::from_f32(x).to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_of_erf() {
        for y in [
            -0.999_999,
            -0.5,
            -1e-9,
            1e-300,
            0.1,
            0.3,
            0.49,
            0.51,
            0.9,
            0.999_999_999,
        ] {
            let x = inverse_erf(y);
            assert!(
                (libm::erf(x) - y).abs() <= 4.0 * f64::EPSILON * y.abs().max(1e-3),
                "{y}: {x}"
            );
        }
        for y in [1e-300, 1e-20, 1e-5, 0.3, 1.0, 1.5, 1.999] {
            let x = inverse_erfc(y);
            assert!(
                (libm::erfc(x) - y).abs() <= 1e-12 * y,
                "{y}: {x} {}",
                libm::erfc(x)
            );
        }
        assert_eq!(
            (inverse_erf(1.0), inverse_erf(-1.0)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        assert_eq!(
            (inverse_erfc(0.0), inverse_erfc(2.0)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        assert!(inverse_erf(1.5).is_nan() && inverse_erfc(-0.1).is_nan());
    }

    #[test]
    fn integer_powers_wrap() {
        assert_eq!(
            (
                pow_i32(3, 4),
                pow_i32(2, 32),
                pow_i32(2, -1),
                pow_i32(-1, -3),
                pow_i32(1, -3)
            ),
            (81, 0, 0, -1, 1)
        );
    }

    #[test]
    fn remainders_have_the_sign_of_the_dividend() {
        assert_eq!((mod_f32(-5.5, 2.0), mod_f64(5.5, -2.0)), (-1.5, 1.5));
    }

    #[test]
    fn halves_round_to_nearest() {
        assert_eq!(half_to_f32(half_from_f32(0.1)), 0.099_975_586);
        assert_eq!(half_to_f32(half_from_f32(1e6)), f32::INFINITY);
    }
}
