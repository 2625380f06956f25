//! Number literals.
//!
//! *Invariant:* a decimal point belongs to the number unless it starts one of the operators `..`, `.*`, `./`, `.^`.

/// The value of a literal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Digits only, or an integer in base 2, 8 or 16.
    Int(i64),
    /// With a decimal point or an exponent.
    Scalar(f64),
    /// With the suffix `i` or `j`.
    Imaginary(f64),
}

/// Why a word that starts with a digit is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// More than 64 bits.
    TooLarge,
    /// A scalar beyond the largest 64-bit one.
    NotFinite,
    /// `1e` without digits.
    EmptyExponent,
    /// A letter or digit that does not belong.
    StrayLetter,
}

/// The start of a text read as a number.
#[derive(Debug, PartialEq)]
pub struct Scanned {
    /// The number of bytes.
    pub length: usize,
    /// The value.
    pub value: Result<Value, Problem>,
}

impl Problem {
    /// The text beside the number.
    pub fn label(self) -> &'static str {
        match self {
            Problem::TooLarge => "does not fit in 64 bits",
            Problem::NotFinite => "larger than every scalar",
            Problem::EmptyExponent => "the exponent has no digits",
            Problem::StrayLetter => "a letter or digit that does not belong here",
        }
    }

    /// What to do.
    pub fn help(self) -> Option<String> {
        let text = match self {
            Problem::TooLarge => "write it with a decimal point to make it a scalar",
            Problem::NotFinite | Problem::EmptyExponent => return None,
            Problem::StrayLetter => {
                "a product needs `*`; other bases are written 0xFF or 0FFh, 0b101 or 101b, 0o17 or 17o"
            }
        };
        Some(text.to_string())
    }
}

/// Reads the number at the start of `text`, which starts with a digit, or with a point and a digit.
pub fn scan(text: &str) -> Scanned {
    let word = word_at(text);
    if let Some((digits, base)) = based(word) {
        let value = i64::from_str_radix(digits, base)
            .map(|value| {
                Value::Int(u32::try_from(value).map_or(value, |bits| i64::from(bits as i32)))
            })
            .map_err(|_| Problem::TooLarge);
        return Scanned {
            length: word.len(),
            value,
        };
    }
    let (length, is_scalar) = decimal_length(text);
    let suffix = word_at(&text[length..]);
    let digits = &text[..length];
    let value = match suffix {
        "" => decimal(digits, is_scalar),
        "i" | "j" => finite(digits).map(Value::Imaginary),
        "e" | "E" => Err(Problem::EmptyExponent),
        _ => Err(Problem::StrayLetter),
    };
    Scanned {
        length: length + suffix.len(),
        value,
    }
}

fn decimal(digits: &str, is_scalar: bool) -> Result<Value, Problem> {
    if is_scalar {
        finite(digits).map(Value::Scalar)
    } else {
        digits
            .parse()
            .map(Value::Int)
            .map_err(|_| Problem::TooLarge)
    }
}

fn finite(digits: &str) -> Result<f64, Problem> {
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Problem::NotFinite),
        Err(_) => Err(Problem::StrayLetter),
    }
}

/// The letters, digits and underscores at the start.
fn word_at(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    &text[..end]
}

/// The digits and the base of `0xFF`, `0b101`, `0o17`, `0FFh`, `101b`, `17o`.
fn based(word: &str) -> Option<(&str, u32)> {
    let lower = |at: usize| word.as_bytes().get(at).map(u8::to_ascii_lowercase);
    let suffix = word.len().checked_sub(1)?;
    let candidates = [
        (lower(suffix) == Some(b'h'), word.get(..suffix)?, 16),
        (
            word.starts_with('0') && lower(1) == Some(b'x'),
            word.get(2..)?,
            16,
        ),
        (
            word.starts_with('0') && lower(1) == Some(b'b'),
            word.get(2..)?,
            2,
        ),
        (
            word.starts_with('0') && lower(1) == Some(b'o'),
            word.get(2..)?,
            8,
        ),
        (lower(suffix) == Some(b'b'), word.get(..suffix)?, 2),
        (lower(suffix) == Some(b'o'), word.get(..suffix)?, 8),
    ];
    let fits = |digits: &str, base| !digits.is_empty() && digits.chars().all(|c| c.is_digit(base));
    let found = candidates
        .into_iter()
        .find(|&(marked, digits, base)| marked && fits(digits, base))?;
    Some((found.1, found.2))
}

/// The length of digits, point, digits and exponent, and whether the number is a scalar.
fn decimal_length(text: &str) -> (usize, bool) {
    let bytes = text.as_bytes();
    let digits_from = |at: usize| {
        bytes[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let mut length = digits_from(0);
    let mut is_scalar = false;
    let point = bytes.get(length) == Some(&b'.');
    let operator = matches!(bytes.get(length + 1), Some(b'.' | b'*' | b'/' | b'^'));
    if point && !operator {
        is_scalar = true;
        length += 1;
        length += digits_from(length);
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let digits = bytes
            .get(length + 1 + sign..)
            .map_or(0, |_| digits_from(length + 1 + sign));
        if digits > 0 {
            is_scalar = true;
            length += 1 + sign + digits;
        }
    }
    (length, is_scalar)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> (Value, &str) {
        let scanned = scan(text);
        (scanned.value.unwrap(), &text[scanned.length..])
    }

    #[test]
    fn decimal_points_and_operators() {
        assert_eq!(value("12"), (Value::Int(12), ""));
        assert_eq!(value("12."), (Value::Scalar(12.0), ""));
        assert_eq!(value(".5"), (Value::Scalar(0.5), ""));
        assert_eq!(value("0..5"), (Value::Int(0), "..5"));
        assert_eq!(value("1.*x"), (Value::Int(1), ".*x"));
        assert_eq!(value("1./x"), (Value::Int(1), "./x"));
        assert_eq!(value("1.^x"), (Value::Int(1), ".^x"));
        assert_eq!(value("1.055.*x"), (Value::Scalar(1.055), ".*x"));
        assert_eq!(value("0.0..1"), (Value::Scalar(0.0), "..1"));
        assert_eq!(value("1.4e3-1"), (Value::Scalar(1400.0), "-1"));
        assert_eq!(value("1e-4"), (Value::Scalar(1e-4), ""));
    }

    #[test]
    fn suffixes_and_prefixes() {
        assert_eq!(value("3j"), (Value::Imaginary(3.0), ""));
        assert_eq!(value("1.5i"), (Value::Imaginary(1.5), ""));
        assert_eq!(value("1011b"), (Value::Int(11), ""));
        assert_eq!(value("17o"), (Value::Int(15), ""));
        assert_eq!(value("0FFh"), (Value::Int(255), ""));
        assert_eq!(value("0xFF"), (Value::Int(255), ""));
        assert_eq!(value("0b1011"), (Value::Int(11), ""));
        assert_eq!(value("0o17"), (Value::Int(15), ""));
        // The bits of an int.
        assert_eq!(value("0xFFFFFFFF"), (Value::Int(-1), ""));
        assert_eq!(value("0x80000000"), (Value::Int(-2_147_483_648), ""));
        assert_eq!(value("0x100000000"), (Value::Int(1 << 32), ""));
        assert_eq!(value("4294967295"), (Value::Int(4_294_967_295), ""));
        assert_eq!(value("1e5h"), (Value::Int(0x1e5), ""));
    }

    #[test]
    fn malformed_numbers_are_taken_whole() {
        let problem = |text| scan(text);
        assert_eq!(
            problem("2x+1"),
            Scanned {
                length: 2,
                value: Err(Problem::StrayLetter)
            }
        );
        assert_eq!(
            problem("1e999"),
            Scanned {
                length: 5,
                value: Err(Problem::NotFinite)
            }
        );
        assert_eq!(
            problem("1e+"),
            Scanned {
                length: 2,
                value: Err(Problem::EmptyExponent)
            }
        );
        assert_eq!(
            problem("99999999999999999999"),
            Scanned {
                length: 20,
                value: Err(Problem::TooLarge)
            }
        );
        assert_eq!(
            problem("129b"),
            Scanned {
                length: 4,
                value: Err(Problem::StrayLetter)
            }
        );
    }
}
