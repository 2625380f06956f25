//! The text that `printf` makes (C11 7.21.6.1, as far as CUDA has it).
//!
//! *Invariant:* any format gives a text; a conversion that is not known stands in it as it is.

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text as it is.
    Plain(Vec<u8>),
    Conversion(Conversion),
}

/// A conversion such as `%-8.3f`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: Field,
    precision: Field,
    /// Bytes of an integer argument.
    size: u8,
    /// Bytes that are left of an integer by `hh` and `h`.
    kept: u8,
    letter: u8,
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Field {
    #[default]
    None,
    Number(usize),
    /// `*`: an argument.
    Star,
}

/// Widths and precisions are cut to it.
const LONGEST: usize = 4096;

/// Takes a format apart.
pub fn parse(format: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut plain = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            plain.push(format[at]);
            at += 1;
            continue;
        }
        match conversion(&format[at + 1..]) {
            Some((conversion, length)) if conversion.letter == b'%' => {
                plain.push(b'%');
                at += 1 + length;
            }
            Some((conversion, length)) => {
                parts.push(Part::Plain(std::mem::take(&mut plain)));
                parts.push(Part::Conversion(conversion));
                at += 1 + length;
            }
            None => {
                plain.push(b'%');
                at += 1;
            }
        }
    }
    parts.push(Part::Plain(plain));
    parts
}

fn conversion(text: &[u8]) -> Option<(Conversion, usize)> {
    let mut made = Conversion {
        size: 4,
        kept: 4,
        ..Conversion::default()
    };
    let mut at = 0;
    while let Some(&flag) = text.get(at) {
        match flag {
            b'-' => made.left = true,
            b'0' => made.zero = true,
            b'+' => made.plus = true,
            b' ' => made.space = true,
            b'#' => made.alternate = true,
            _ => break,
        }
        at += 1;
    }
    made.width = field(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        made.precision = match field(text, &mut at) {
            Field::None => Field::Number(0),
            other => other,
        };
    }
    while let Some(&length) = text.get(at) {
        match length {
            b'h' => made.kept /= 2,
            b'l' | b'j' | b'z' | b't' => (made.size, made.kept) = (8, 8),
            _ => break,
        }
        at += 1;
    }
    made.letter = *text.get(at)?;
    let known = b"diuoxXcspfFeEgGaA%".contains(&made.letter);
    known.then_some((made, at + 1))
}

fn field(text: &[u8], at: &mut usize) -> Field {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Field::Star;
    }
    let mut found = Field::None;
    while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
        let before = match found {
            Field::Number(number) => number,
            Field::None | Field::Star => 0,
        };
        found = Field::Number((before * 10 + usize::from(digit - b'0')).min(LONGEST));
        *at += 1;
    }
    found
}

impl Part {
    /// Bytes of the argument; none for plain text.
    pub fn argument_size(&self) -> Option<u8> {
        match self {
            Part::Plain(_) => None,
            Part::Conversion(made) => Some(match made.letter {
                b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => made.size,
                b'c' => 4,
                _ => 8,
            }),
        }
    }

    /// How many arguments tell a width or a precision.
    pub fn stars(&self) -> usize {
        match self {
            Part::Plain(_) => 0,
            Part::Conversion(made) => [made.width, made.precision]
                .iter()
                .filter(|field| **field == Field::Star)
                .count(),
        }
    }

    /// Whether the argument is the address of a text.
    pub fn is_text(&self) -> bool {
        matches!(self, Part::Conversion(made) if made.letter == b's')
    }

    /// Writes plain text or a number.
    pub fn write(&self, value: u64, stars: &[i32], out: &mut Vec<u8>) {
        match self {
            Part::Plain(text) => out.extend_from_slice(text),
            Part::Conversion(made) => made.resolved(stars).number(value, out),
        }
    }

    /// Writes the text of `%s`.
    pub fn write_text(&self, text: &[u8], stars: &[i32], out: &mut Vec<u8>) {
        if let Part::Conversion(made) = self {
            let made = made.resolved(stars);
            let length = match made.precision {
                Field::Number(most) => text.len().min(most),
                Field::None | Field::Star => text.len(),
            };
            made.pad(b"", &text[..length], false, out);
        }
    }
}

impl Conversion {
    /// With the arguments that tell width and precision.
    fn resolved(&self, stars: &[i32]) -> Conversion {
        let mut made = self.clone();
        let mut stars = stars.iter();
        if made.width == Field::Star {
            let width = stars.next().copied().unwrap_or(0);
            made.left |= width < 0;
            made.width = Field::Number((width.unsigned_abs() as usize).min(LONGEST));
        }
        if made.precision == Field::Star {
            let precision = stars.next().copied().unwrap_or(-1);
            made.precision = usize::try_from(precision).map_or(Field::None, |precision| {
                Field::Number(precision.min(LONGEST))
            });
        }
        made
    }

    fn number(&self, value: u64, out: &mut Vec<u8>) {
        match self.letter {
            b'c' => self.pad(b"", &[value as u8], false, out),
            b'p' => self.pad(b"0x", format!("{value:x}").as_bytes(), false, out),
            b'd' | b'i' => {
                let unused = 64 - 8 * u32::from(self.kept.max(1));
                let value = (value << unused) as i64 >> unused;
                let digits = value.unsigned_abs().to_string();
                self.integer(self.sign(value < 0), &digits, out);
            }
            b'u' | b'o' | b'x' | b'X' => {
                let value = value & (u64::MAX >> (64 - 8 * u32::from(self.kept.max(1))));
                let (prefix, digits): (&[u8], String) = match self.letter {
                    b'o' => (b"0", format!("{value:o}")),
                    b'x' => (b"0x", format!("{value:x}")),
                    b'X' => (b"0X", format!("{value:X}")),
                    _ => (b"", value.to_string()),
                };
                let prefix = if self.alternate && value != 0 {
                    prefix
                } else {
                    b""
                };
                self.integer(prefix, &digits, out);
            }
            _ => self.float(f64::from_bits(value), out),
        }
    }

    fn sign(&self, negative: bool) -> &'static [u8] {
        match (negative, self.plus, self.space) {
            (true, _, _) => b"-",
            (false, true, _) => b"+",
            (false, false, true) => b" ",
            (false, false, false) => b"",
        }
    }

    /// A precision is the least number of digits, and takes the meaning of `0` away.
    fn integer(&self, prefix: &[u8], digits: &str, out: &mut Vec<u8>) {
        let (least, zero) = match self.precision {
            Field::Number(least) => (least, false),
            Field::None | Field::Star => (1, self.zero),
        };
        let digits = format!("{digits:0>least$}");
        self.pad(prefix, digits.as_bytes(), zero, out);
    }

    fn float(&self, value: f64, out: &mut Vec<u8>) {
        let sign = self.sign(value.is_sign_negative());
        let magnitude = value.abs();
        let upper = self.letter.is_ascii_uppercase();
        let precision = match self.precision {
            Field::Number(precision) => precision,
            Field::None | Field::Star => 6,
        };
        let text = if magnitude.is_nan() {
            "nan".to_string()
        } else if magnitude.is_infinite() {
            "inf".to_string()
        } else {
            match self.letter.to_ascii_lowercase() {
                b'f' => format!("{magnitude:.precision$}"),
                b'e' => exponential(magnitude, precision),
                b'g' => self.general(magnitude, precision.max(1)),
                _ => hexadecimal(magnitude),
            }
        };
        let text = if upper { text.to_uppercase() } else { text };
        self.pad(
            sign,
            text.as_bytes(),
            self.zero && magnitude.is_finite(),
            out,
        );
    }

    /// `%g`: the shorter of `%e` and `%f`, without zeros at the end.
    fn general(&self, value: f64, precision: usize) -> String {
        let scientific = exponential(value, precision - 1);
        let exponent: i32 = scientific
            .rsplit_once('e')
            .and_then(|(_, digits)| digits.parse().ok())
            .unwrap_or(0);
        let trimmed = |text: &str| {
            if self.alternate || !text.contains('.') {
                return text.to_string();
            }
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        };
        if exponent < -4 || exponent >= precision as i32 {
            let (mantissa, rest) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
            return format!("{}e{rest}", trimmed(mantissa));
        }
        let digits = (precision as i32 - 1 - exponent).max(0) as usize;
        trimmed(&format!("{value:.digits$}"))
    }

    fn pad(&self, prefix: &[u8], body: &[u8], zero: bool, out: &mut Vec<u8>) {
        let width = match self.width {
            Field::Number(width) => width,
            Field::None | Field::Star => 0,
        };
        let missing = width.saturating_sub(prefix.len() + body.len());
        let blanks = |out: &mut Vec<u8>, byte| out.extend(std::iter::repeat_n(byte, missing));
        if !self.left && !zero {
            blanks(out, b' ');
        }
        out.extend_from_slice(prefix);
        if !self.left && zero {
            blanks(out, b'0');
        }
        out.extend_from_slice(body);
        if self.left {
            blanks(out, b' ');
        }
    }
}

/// Rust writes `1.5e7`, C `1.5e+07`.
fn exponential(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

fn hexadecimal(value: f64) -> String {
    let bits = value.to_bits();
    let fraction = format!("{:013x}", bits & ((1 << 52) - 1));
    let fraction = fraction.trim_end_matches('0');
    let field = (bits >> 52) as i32;
    let (leading, exponent) = match field {
        0 if bits == 0 => (0, 0),
        0 => (0, -1022),
        _ => (1, field - 1023),
    };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("0x{leading}{point}{fraction}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(format: &str, value: u64) -> String {
        let mut out = Vec::new();
        for part in parse(format.as_bytes()) {
            part.write(value, &[], &mut out);
        }
        String::from_utf8(out).expect("a text")
    }

    #[test]
    fn integers() {
        assert_eq!(print("[%d]", 0xffff_ffff), "[-1]");
        assert_eq!(print("[%5d|", 42), "[   42|");
        assert_eq!(print("%-5d|", 42), "42   |");
        assert_eq!(print("%05d", (-42i32) as u32 as u64), "-0042");
        assert_eq!(print("%+.3d", 7), "+007");
        assert_eq!(print("%#x %%", 255), "0xff %");
        assert_eq!(print("%lld", u64::MAX), "-1");
        assert_eq!(print("%hhu", 0x1ff), "255");
    }

    #[test]
    fn floats() {
        let bits = |value: f64| value.to_bits();
        assert_eq!(print("%f", bits(1.5)), "1.500000");
        assert_eq!(print("%8.2f|", bits(-1.005)), "   -1.00|");
        assert_eq!(print("%e", bits(12345.678)), "1.234568e+04");
        assert_eq!(print("%g", bits(0.0001)), "0.0001");
        assert_eq!(print("%g", bits(1e10)), "1e+10");
        assert_eq!(print("%g", bits(100000.0)), "100000");
        assert_eq!(print("%G", bits(1e-7)), "1E-07");
        assert_eq!(print("%f", bits(f64::NEG_INFINITY)), "-inf");
        assert_eq!(print("%a", bits(1.5)), "0x1.8p+0");
    }

    #[test]
    fn what_is_not_a_conversion_stays() {
        assert_eq!(print("100%! %y", 0), "100%! %y");
        assert_eq!(print("%", 0), "%");
    }

    #[test]
    fn stars_and_texts() {
        let parts = parse(b"%*.*s");
        let mut out = Vec::new();
        assert_eq!(parts[1].stars(), 2);
        parts[1].write_text(b"abcdef", &[-5, 3], &mut out);
        assert_eq!(out, b"abc  ");
    }
}
