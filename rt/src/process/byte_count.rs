//! Numbers of bytes as variables of the environment have them.
//!
//! *Invariant:* what is no whole number with one of the letters, or does not fit, is no number of bytes.

/// Letters behind a number of bytes, and how far they shift it.
const UNITS: [(char, u32); 3] = [('k', 10), ('m', 20), ('g', 30)];

/// A whole number, of 1024, 1024² or 1024³ bytes with one of the letters behind it.
pub(crate) fn bytes_of(text: &str) -> Option<i64> {
    let unit = UNITS
        .iter()
        .find(|(letter, _)| text.ends_with([*letter, letter.to_ascii_uppercase()]));
    let (digits, shift) = match unit {
        Some((_, shift)) => (&text[..text.len() - 1], *shift),
        None => (text, 0),
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse::<i64>().ok().filter(|_| plain)?;
    number.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_bytes() {
        let cases = [
            ("0", Some(0)),
            ("65536", Some(65536)),
            ("64k", Some(65536)),
            ("3M", Some(3 << 20)),
            ("2G", Some(2 << 30)),
            ("2g", Some(2 << 30)),
            ("", None),
            ("k", None),
            ("-1", None),
            ("+1", None),
            ("1.5G", None),
            ("64 k", None),
            ("64kb", None),
            ("many", None),
            ("é", None),
            ("9223372036854775807G", None),
        ];
        for (text, bytes) in cases {
            assert_eq!(bytes_of(text), bytes, "{text}");
        }
    }
}
