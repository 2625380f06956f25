//! Rows of scalar mathematics.
//!
//! *Invariant:* the functions that `elementary` and `double` define come from there, so that they equal the ones inside kernels bit for bit.

use half::f16;

use crate::numeric::double::Double;
use crate::numeric::scalar::Single;

/// Rows of functions that are defined for lanes in both precisions.
macro_rules! elementary {
    ($($name32:ident, $name64:ident, $function:ident;)*) => { $(
        pub(crate) fn $name32(x: f32) -> f32 {
            quasar_abi::elementary::$function(&mut Single, x)
        }
        pub(crate) fn $name64(x: f64) -> f64 {
            quasar_abi::double::$function(&mut Double, x)
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
    exp_f32, exp_f64, exp;
    exp2_f32, exp2_f64, exp2;
    log_f32, log_f64, log;
    log2_f32, log2_f64, log2;
    log10_f32, log10_f64, log10;
    sin_f32, sin_f64, sin;
    cos_f32, cos_f64, cos;
    tan_f32, tan_f64, tan;
    asin_f32, asin_f64, asin;
    acos_f32, acos_f64, acos;
    atan_f32, atan_f64, atan;
    sinh_f32, sinh_f64, sinh;
    cosh_f32, cosh_f64, cosh;
    tanh_f32, tanh_f64, tanh;
    asinh_f32, asinh_f64, asinh;
    acosh_f32, acosh_f64, acosh;
    atanh_f32, atanh_f64, atanh;
}

standard! {
    round_f32, round_f64, round;
    cbrt_f32, cbrt_f64, cbrt;
}

through_double! {
    erf_f32, erf_f64, erf;
    erfc_f32, erfc_f64, pxfm::f_erfc;
    erfinv_f32, erfinv_f64, inverse_erf;
    erfcinv_f32, erfcinv_f64, inverse_erfc;
    lgamma_f32, lgamma_f64, lgamma;
    tgamma_f32, tgamma_f64, tgamma;
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
    atan2_f64, f64, |y, x| quasar_abi::double::atan2(&mut Double, y, x);
    pow_f32, f32, |x, y| quasar_abi::elementary::pow(&mut Single, x, y);
    pow_f64, f64, |x, y| quasar_abi::double::pow(&mut Double, x, y);
    mod_f32, f32, |x, y| x % y;
    mod_f64, f64, |x, y| x % y;
    hypot_f32, f32, |x, y| x.hypot(y);
    hypot_f64, f64, |x, y| x.hypot(y);
}

fn erf(x: f64) -> f64 {
    quasar_abi::double::erf(&mut Double, x)
}

/// pxfm's loses the sign of zero.
fn inverse_erf(y: f64) -> f64 {
    if y == 0.0 { y } else { pxfm::f_erfinv(y) }
}

/// pxfm's loses the sign of zero, of arguments and of results that are too small.
fn tgamma(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0 / x;
    }
    let value = pxfm::f_tgamma(x);
    // Between whole numbers below 0 the signs alternate, from minus on.
    let negative = x.floor() % 2.0 != 0.0;
    match value == 0.0 {
        true if negative => -0.0,
        true => 0.0,
        false => value,
    }
}

/// pxfm's gives not-a-number for huge arguments, for which x (log(x) - 1) is exact: that of x is that of x/2^100 and x/2^100 log(2^100),
/// times 2^100.
fn lgamma(x: f64) -> f64 {
    const LOG: f64 = 100.0 * std::f64::consts::LN_2;
    if x.is_finite() && x > 1e290 {
        let (down, up) = (2f64.powi(-100), 2f64.powi(100));
        let reduced = x * down;
        reduced.mul_add(LOG, pxfm::f_lgamma(reduced)) * up
    } else {
        pxfm::f_lgamma(x)
    }
}

/// pxfm's with Newton's steps for numbers next to 0, of which it gives half of the bits: with erfc(x) = exp(-x²) erfcx(x) the logarithm
/// needs no number as small.
fn inverse_erfc(y: f64) -> f64 {
    let mut x = pxfm::f_erfcinv(y);
    if y > 0.0 && y < 1e-15 {
        let log = y.ln();
        for _ in 0..3 {
            let scaled = pxfm::f_erfcx(x);
            let error = x.mul_add(x, log) - scaled.ln();
            x -= error * scaled / std::f64::consts::FRAC_2_SQRT_PI;
        }
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
    fn inverses_of_erf_at_their_ends() {
        let (erfinv, erfcinv) = (erfinv_f64, erfcinv_f64);
        assert_eq!(
            (erfinv(1.0), erfinv(-1.0)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        assert_eq!(
            (erfcinv(0.0), erfcinv(2.0)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        assert!(erfinv(1.5).is_nan() && erfcinv(-0.1).is_nan());
        assert!((erf_f64(erfinv(0.3)) - 0.3).abs() < 1e-16);
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
