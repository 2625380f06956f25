//! Formatted text: `printf`, `sprintf`, `fprintf`.
//!
//! *Invariant:* the number of conversions and of arguments agree, or it is an error; no conversion reads past its argument. Arrays count as
//! one argument where there are as many arguments as conversions, else as their elements.

use quasar_abi::{RtError, Tagged};

use crate::array::list::{Item, elements, items};
use crate::process::error::Raised;
use crate::process::refusal::{append, collected, joined, push, push_times, reserve};
use crate::text::display::item_text;
use crate::text::number;

/// Flags and sizes of one conversion, `%-08.3f`.
#[derive(Clone, Copy, Debug, Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    zero: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    conversion: char,
}

/// Widths and precisions above this are a mistake, and would fill the memory.
const SIZE_LIMIT: i64 = 10_000;

/// Formats the items of a list. `\n \t \r \\ \"` and `%%` are interpreted.
///
/// # Errors
/// Too few or too many arguments, an unknown conversion, text where a number is needed.
pub fn format(format: &str, entries: &[Tagged]) -> Result<String, Raised> {
    let given = collected(items(entries));
    let arguments = match given.len() < wanted(format) {
        true => spread(given, wanted(format)),
        false => given,
    };
    let mut formatter = Formatter {
        arguments: &arguments,
        next: 0,
        out: String::new(),
    };
    formatter.run(format)?;
    if formatter.next < arguments.len() {
        let counts = counts(format, arguments.len());
        return Err(mistake(format!("too many arguments: {counts}")));
    }
    Ok(formatter.out)
}

fn counts(format: &str, given: usize) -> String {
    let wanted = wanted(format);
    format!("{given} given, {wanted} conversions in \"{format}\"")
}

/// How many conversions a format has.
fn wanted(format: &str) -> usize {
    let mut rest = format.chars();
    let mut count = 0;
    while let Some(character) = rest.next() {
        if character == '%' && rest.clone().next() == Some('%') {
            rest.next();
        } else if character == '%' {
            count += 1;
        }
    }
    count
}

/// Items with the elements of arrays in their place; arrays of more elements than that stay what they are.
fn spread(given: Vec<Item>, most: usize) -> Vec<Item> {
    let mut all = Vec::new();
    for item in given {
        match &item {
            Item::Array(array) if array.numel() <= most => match elements(array) {
                Some(more) => more.into_iter().for_each(|one| push_item(&mut all, one)),
                None => push_item(&mut all, item),
            },
            _ => push_item(&mut all, item),
        }
    }
    all
}

fn push_item(all: &mut Vec<Item>, item: Item) {
    reserve(all, 1);
    all.push(item);
}

fn mistake(what: impl std::fmt::Display) -> Raised {
    Raised::new(RtError::Format, &[&what])
}

struct Formatter<'a> {
    arguments: &'a [Item],
    next: usize,
    out: String,
}

impl<'a> Formatter<'a> {
    fn run(&mut self, format: &str) -> Result<(), Raised> {
        let mut rest = format.chars();
        while let Some(character) = rest.next() {
            match character {
                '\\' => self.escape(&mut rest),
                '%' => {
                    let spec = self.spec(&mut rest, format)?;
                    self.convert(&spec, format)?;
                }
                other => push(&mut self.out, other),
            }
        }
        Ok(())
    }

    fn escape(&mut self, rest: &mut std::str::Chars<'_>) {
        let Some(character) = rest.next() else {
            push(&mut self.out, '\\');
            return;
        };
        match character {
            'n' => push(&mut self.out, '\n'),
            't' => push(&mut self.out, '\t'),
            'r' => push(&mut self.out, '\r'),
            '\\' => push(&mut self.out, '\\'),
            '"' => push(&mut self.out, '"'),
            other => {
                push(&mut self.out, '\\');
                push(&mut self.out, other);
            }
        }
    }

    fn argument(&mut self, format: &str) -> Result<&'a Item, Raised> {
        let item = self.arguments.get(self.next);
        self.next += 1;
        item.ok_or_else(|| {
            mistake(format!(
                "too few arguments: {}",
                counts(format, self.arguments.len())
            ))
        })
    }

    fn spec(&mut self, rest: &mut std::str::Chars<'_>, format: &str) -> Result<Spec, Raised> {
        let mut spec = Spec::default();
        loop {
            match rest.clone().next() {
                Some('-') => spec.left = true,
                Some('+') => spec.plus = true,
                Some(' ') => spec.space = true,
                Some('0') => spec.zero = true,
                Some('#') => spec.alternate = true,
                _ => break,
            }
            rest.next();
        }
        if let Some(width) = self.size(rest, format)? {
            spec.left |= width < 0;
            spec.width = width.unsigned_abs() as usize;
        }
        if rest.clone().next() == Some('.') {
            rest.next();
            let precision = self.size(rest, format)?.unwrap_or(0);
            spec.precision = usize::try_from(precision).ok();
        }
        while matches!(rest.clone().next(), Some('l' | 'h' | 'z')) {
            rest.next();
        }
        spec.conversion = rest
            .next()
            .ok_or_else(|| mistake(format!("\"{format}\" ends inside a conversion")))?;
        Ok(spec)
    }

    /// A width or precision: digits, or `*` for an argument.
    fn size(
        &mut self,
        rest: &mut std::str::Chars<'_>,
        format: &str,
    ) -> Result<Option<i64>, Raised> {
        if rest.clone().next() == Some('*') {
            rest.next();
            let item = self.argument(format)?;
            let number = item
                .number()
                .ok_or_else(|| mistake("the argument of * is not a number"))?;
            return limited(number.re as i64).map(Some);
        }
        let mut size = None;
        while let Some(digit) = rest
            .clone()
            .next()
            .and_then(|character| character.to_digit(10))
        {
            size = Some(limited(size.unwrap_or(0) * 10 + i64::from(digit))?);
            rest.next();
        }
        Ok(size)
    }

    fn convert(&mut self, spec: &Spec, format: &str) -> Result<(), Raised> {
        if spec.conversion == '%' {
            push(&mut self.out, '%');
            return Ok(());
        }
        let known = "diufFeEgGxXocsv".contains(spec.conversion);
        if !known {
            return Err(mistake(format!(
                "unknown conversion %{} in \"{format}\"",
                spec.conversion
            )));
        }
        let item = self.argument(format)?;
        let text = converted(spec, item)?;
        self.pad(
            spec,
            &text,
            item.number().is_some() && !matches!(spec.conversion, 's' | 'c' | 'v'),
        );
        Ok(())
    }

    fn pad(&mut self, spec: &Spec, text: &str, numeric: bool) {
        let missing = spec.width.saturating_sub(text.chars().count());
        let finite = text.contains(|character: char| character.is_ascii_digit());
        if spec.left {
            append(&mut self.out, text);
            push_times(&mut self.out, ' ', missing);
        } else if spec.zero && numeric && finite {
            let sign = text.len() - text.trim_start_matches(['-', '+', ' ']).len();
            append(&mut self.out, &text[..sign]);
            push_times(&mut self.out, '0', missing);
            append(&mut self.out, &text[sign..]);
        } else {
            push_times(&mut self.out, ' ', missing);
            append(&mut self.out, text);
        }
    }
}

fn limited(size: i64) -> Result<i64, Raised> {
    let fits = size.abs() <= SIZE_LIMIT;
    fits.then_some(size)
        .ok_or_else(|| mistake(format!("a width or precision of {size} is too large")))
}

/// The text of one argument, before padding.
fn converted(spec: &Spec, item: &Item) -> Result<String, Raised> {
    match (spec.conversion, item) {
        ('s' | 'v', Item::Text(text)) => {
            let limit = spec.precision.unwrap_or(usize::MAX);
            let end = text.as_str().char_indices().nth(limit);
            let end = end.map_or(text.as_str().len(), |(end, _)| end);
            Ok(joined([&text.as_str()[..end]]))
        }
        ('s' | 'v', other) => Ok(item_text(other)),
        (conversion, Item::Text(_) | Item::Quoted(_)) => Err(mistake(format!(
            "%{conversion} needs a number, not a string"
        ))),
        (_, Item::Array(_) | Item::ComplexSingle(..) | Item::ComplexDouble(..)) => {
            Ok(item_text(item))
        }
        ('c', number) => Ok(character(number.whole()).to_string()),
        ('d' | 'i' | 'u' | 'x' | 'X' | 'o', number) => Ok(whole(spec, number)),
        (_, number) => Ok(real(spec, number.number().map_or(0.0, |value| value.re))),
    }
}

fn character(code: i64) -> char {
    u32::try_from(code)
        .ok()
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A whole number; a real one that is not whole shows as it is, rather than lose its fraction silently.
fn whole(spec: &Spec, item: &Item) -> String {
    let value: i128 = match item {
        Item::Int(value) => i128::from(*value),
        Item::Unsigned(value) => i128::from(*value),
        other => {
            let value = other.number().map_or(0.0, |value| value.re);
            if value.fract() != 0.0 || !value.is_finite() {
                return signed(spec, item_text(other));
            }
            value as i128
        }
    };
    let bits = if i32::try_from(value).is_ok() {
        u64::from(value as u32)
    } else {
        value as u64
    };
    let digits = match spec.conversion {
        'x' if spec.alternate => format!("{bits:#x}"),
        'x' => format!("{bits:x}"),
        'X' => format!("{bits:X}"),
        'o' => format!("{bits:o}"),
        _ => value.unsigned_abs().to_string(),
    };
    let digits = match spec.precision {
        Some(precision) => format!("{digits:0>precision$}"),
        None => digits,
    };
    match spec.conversion {
        'x' | 'X' | 'o' => digits,
        _ if value < 0 => format!("-{digits}"),
        _ => signed(spec, digits),
    }
}

/// The text with the sign that the flags ask for.
fn signed(spec: &Spec, text: String) -> String {
    match (text.starts_with('-'), spec.plus, spec.space) {
        (true, _, _) | (false, false, false) => text,
        (false, true, _) => format!("+{text}"),
        (false, false, true) => format!(" {text}"),
    }
}

fn real(spec: &Spec, value: f64) -> String {
    if !value.is_finite() {
        return signed(spec, number::special(value).to_string());
    }
    let precision = spec.precision.unwrap_or(6);
    let text = match spec.conversion {
        'e' | 'E' => scientific(value, precision),
        'g' | 'G' => general(value, precision.max(1), spec.alternate),
        _ => format!("{value:.precision$}"),
    };
    let text = if spec.conversion.is_ascii_uppercase() {
        text.to_uppercase()
    } else {
        text
    };
    signed(spec, text)
}

fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').expect("exponent form has an exponent");
    format!(
        "{mantissa}e{}",
        number::exponent_text(exponent.parse().expect("an exponent is a number"))
    )
}

fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let text = scientific(value, precision - 1);
    let (mantissa, exponent) = text.split_once('e').expect("exponent form has an exponent");
    let power: i64 = exponent.parse().expect("an exponent is a number");
    let trim = |text: &str| match text.contains('.') && !keep_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if power < -4 || power >= precision as i64 {
        return format!("{}e{exponent}", trim(mantissa));
    }
    let decimals = (precision as i64 - 1 - power) as usize;
    trim(&format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::object::{Array, Text};
    use quasar_abi::Tag;

    fn text(pattern: &str, entries: &[Tagged]) -> String {
        format(pattern, entries).expect("a valid format")
    }

    #[test]
    fn numbers_as_in_c() {
        // The expected texts are those of C's printf.
        for (pattern, value, expected) in [
            ("%f", 2.5, "2.500000"),
            ("%.2f", 2.345, "2.35"),
            ("%8.3f|", 3.24159, "   3.242|"),
            ("%-8.1f|", 3.24159, "3.2     |"),
            ("%08.2f", -3.24159, "-0003.24"),
            ("%+.1f", 1.0, "+1.0"),
            ("% .1f", 1.0, " 1.0"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%.0e", 12345.678, "1e+04"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001, "1e-05"),
            ("%g", 123456789.0, "1.23457e+08"),
            ("%g", 100000.0, "100000"),
            ("%#.3g", 1.0, "1.00"),
            ("%G", 1e-10, "1E-10"),
            ("%d", 42.0, "42"),
            ("%5d|", -3.0, "   -3|"),
            ("%05d", -3.0, "-0003"),
            ("%f", f64::NAN, "nan"),
            ("%05f", f64::INFINITY, "  inf"),
            ("%d", 2.5, "2.5"),
        ] {
            assert_eq!(text(pattern, &[Tagged::f64(value)]), expected, "{pattern}");
        }
    }

    #[test]
    fn integers_characters_and_escapes() {
        assert_eq!(
            text(
                "%x %X %o %c%%\\n\\t\\\\",
                &[
                    Tagged::i32(255),
                    Tagged::i32(255),
                    Tagged::i32(8),
                    Tagged::i32(65)
                ]
            ),
            "ff FF 10 A%\n\t\\"
        );
        assert_eq!(text("%x", &[Tagged::i32(-1)]), "ffffffff");
        assert_eq!(text("%.3d", &[Tagged::i32(7)]), "007");
        assert_eq!(text("%ld", &[Tagged::i64(1 << 40)]), "1099511627776");
        assert_eq!(
            text(
                "%*d|%.*f",
                &[
                    Tagged::i32(4),
                    Tagged::i32(7),
                    Tagged::i32(1),
                    Tagged::f64(0.25)
                ]
            ),
            "   7|0.2"
        );
        assert_eq!(text("%s", &[Tagged::f32(0.1)]), "0.1");
    }

    #[test]
    fn strings_and_arrays() {
        let hello = Text::new("hello");
        let vector = Array::row(&[1i32, 2]).expect("memory");
        let entries = [
            Tagged::new(Tag::Text, hello.as_ptr() as u64),
            Tagged::new(Tag::Array, vector.as_ptr() as u64),
        ];
        assert_eq!(text("%7s %d", &entries), "  hello [1,2]");
        assert_eq!(text("%.2s", &entries[..1]), "he");
        assert!(format("%d", &entries[..1]).is_err());
    }

    #[test]
    fn arrays_are_their_elements_where_conversions_are_left() {
        let halves = Array::row(&[0.5f32, 1.5]).expect("memory");
        let bytes = Array::row(&[7u8, 255, 0]).expect("memory");
        let entry = |array: &Array| Tagged::new(Tag::Array, array.as_ptr() as u64);
        let both = [entry(&halves), entry(&bytes)];
        assert_eq!(text("%.2f %.1f %d %d %d", &both), "0.50 1.5 7 255 0");
        assert_eq!(text("%.2f%% %s", &both[..1]), "0.50% 1.5");
        assert_eq!(text("%v %v", &both), "[0.5,1.5] [7,255,0]");
        for (pattern, part) in [
            ("%d %d %d", "too few arguments: 2 given, 3 conversions"),
            ("%d %d %d %d", "too many arguments: 5 given, 4 conversions"),
        ] {
            let given = if pattern.len() > 9 {
                &both[..]
            } else {
                &both[..1]
            };
            let raised = format(pattern, given).expect_err("a mistake");
            assert!(raised.message.contains(part), "{}", raised.message);
        }
    }

    #[test]
    fn mistakes_are_errors() {
        for (pattern, arguments, part) in [
            ("%d %d", 1, "too few arguments: 1 given, 2 conversions"),
            ("%d", 2, "too many arguments: 2 given, 1 conversions"),
            ("%q", 1, "unknown conversion %q"),
            ("%", 0, "ends inside"),
            ("%99999d", 1, "too large"),
        ] {
            let raised = format(pattern, &vec![Tagged::i32(1); arguments]).expect_err("a mistake");
            assert!(raised.message.contains(part), "{}", raised.message);
        }
    }
}
