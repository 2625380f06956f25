//! Numbers as text.
//!
//! *Invariant:* the shortest decimal that reads back equal, with an exponent below 1e-4 and from 1e16 on, as Python writes floats but
//! without a trailing `.0`.

use std::fmt::LowerExp;

/// A single-precision number.
pub fn single(value: f32) -> String {
    shortest(value, value.is_finite(), f64::from(value))
}

/// A double-precision number.
pub fn double(value: f64) -> String {
    shortest(value, value.is_finite(), value)
}

/// A complex number from its parts' texts.
pub fn complex(re: String, im: String) -> String {
    let sign = if im.starts_with('-') { "" } else { "+" };
    format!("{re}{sign}{im}i")
}

fn shortest(value: impl LowerExp, finite: bool, wide: f64) -> String {
    if !finite {
        return special(wide).to_string();
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific
        .split_once('e')
        .expect("exponent form has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is a number");
    let (sign, mantissa) = mantissa
        .strip_prefix('-')
        .map_or(("", mantissa), |mantissa| ("-", mantissa));
    if !(-4..16).contains(&exponent) {
        return format!("{sign}{mantissa}e{}", exponent_text(exponent));
    }
    let digits = mantissa.replace('.', "");
    format!("{sign}{}", place_point(&digits, exponent))
}

/// `nan`, `inf` or `-inf`.
pub fn special(value: f64) -> &'static str {
    match (value.is_nan(), value < 0.0) {
        (true, _) => "nan",
        (false, true) => "-inf",
        (false, false) => "inf",
    }
}

/// An exponent with its sign and at least two digits.
pub fn exponent_text(exponent: i32) -> String {
    format!(
        "{}{:02}",
        if exponent < 0 { '-' } else { '+' },
        exponent.abs()
    )
}

/// The digits of d.ddd × 10^exponent in plain notation.
fn place_point(digits: &str, exponent: i32) -> String {
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize));
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        return format!("{digits}{}", "0".repeat(whole - digits.len()));
    }
    format!("{}.{}", &digits[..whole], &digits[whole..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_examples_of_the_language() {
        for (value, text) in [
            (0.1, "0.1"),
            (1e-5, "1e-05"),
            (1e-4, "0.0001"),
            (3.0, "3"),
            (-0.0, "-0"),
            (f64::NAN, "nan"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (1e16, "1e+16"),
            (1e15, "1000000000000000"),
            (123456.75, "123456.75"),
            (1.5e300, "1.5e+300"),
            (-2.5e-7, "-2.5e-07"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(double(value), text);
        }
    }

    #[test]
    fn precision_is_that_of_the_program() {
        assert_eq!(single(0.1), "0.1");
        assert_eq!(double(f64::from(0.1f32)), "0.10000000149011612");
        assert_eq!(single(16_777_216.0), "16777216");
        assert_eq!(single(1e-45), "1e-45");
    }

    #[test]
    fn reads_back_equal() {
        let mut bits = 1u32;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f32::from_bits(bits);
            if value.is_finite() {
                assert_eq!(single(value).parse::<f32>(), Ok(value));
            }
        }
    }

    #[test]
    fn complex_numbers_show_both_signs() {
        assert_eq!(complex(double(1.0), double(2.0)), "1+2i");
        assert_eq!(complex(double(-1.0), double(-0.0)), "-1-0i");
    }
}
