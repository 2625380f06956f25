//! Reading by a format: `sscanf`, `fscanf`.
//!
//! *Invariant:* a format is read once, from left to right; each of its conversions gives one field or ends the reading.

use quasar_abi::{ElemKind, RtError};

use crate::array::convert::converted;
use crate::array::create::kind_of;
use crate::array::dims::Dims;
use crate::array::object::{Array, Text};
use crate::process::error::Raised;
use crate::process::refusal::{collected, joined, push_to};

/// What a conversion read.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The text.
    pub text: String,
    /// Its value as a number; of words not a number.
    pub value: f64,
}

/// One part of a format.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// Any amount of white space.
    Space,
    /// This character.
    Exactly(char),
    Conversion(Conversion),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Conversion {
    /// `%*d`: read and dropped.
    dropped: bool,
    /// Characters at most.
    width: usize,
    letter: char,
}

/// A format that was read.
pub struct Pattern {
    parts: Vec<Part>,
}

/// What applying a pattern came to.
pub struct Found {
    /// What the conversions read.
    pub fields: Vec<Field>,
    /// Bytes that were taken.
    pub taken: usize,
    /// Whether the whole pattern was applied and nothing that follows could belong to it.
    pub is_complete: bool,
}

fn mistake(what: impl std::fmt::Display) -> Raised {
    Raised::new(RtError::Format, &[&what])
}

impl Pattern {
    /// Reads a format.
    ///
    /// # Errors
    /// An unknown conversion.
    pub fn new(format: &str) -> Result<Pattern, Raised> {
        let format = format.replace("\\n", "\n").replace("\\t", "\t");
        let mut parts = Vec::new();
        let mut rest = format.chars().peekable();
        while let Some(character) = rest.next() {
            push_to(
                &mut parts,
                match character {
                    ' ' | '\t' | '\n' | '\r' => Part::Space,
                    '%' if rest.peek() == Some(&'%') => {
                        rest.next();
                        Part::Exactly('%')
                    }
                    '%' => Part::Conversion(conversion(&mut rest, &format)?),
                    other => Part::Exactly(other),
                },
            );
        }
        Ok(Pattern { parts })
    }

    /// Applies the pattern to the start of a text.
    pub fn apply(&self, text: &str) -> Found {
        let mut rest = text;
        let mut fields = Vec::new();
        for part in &self.parts {
            let after = match part {
                Part::Space => Some(rest.trim_start()),
                Part::Exactly(wanted) => rest
                    .trim_start_matches(no_space(*wanted))
                    .strip_prefix(*wanted),
                Part::Conversion(conversion) => conversion.take(rest).map(|(field, after)| {
                    if !conversion.dropped {
                        push_to(&mut fields, field);
                    }
                    after
                }),
            };
            let Some(after) = after else {
                let taken = text.len() - rest.len();
                return Found {
                    fields,
                    taken,
                    is_complete: false,
                };
            };
            rest = after;
        }
        let taken = text.len() - rest.len();
        // Numbers and words may go on in what was not read yet.
        let is_complete = !rest.is_empty() || text.ends_with('\n');
        Found {
            fields,
            taken,
            is_complete,
        }
    }
}

/// White space before a character that is none itself.
fn no_space(wanted: char) -> fn(char) -> bool {
    if wanted.is_whitespace() {
        |_| false
    } else {
        char::is_whitespace
    }
}

fn conversion(
    rest: &mut std::iter::Peekable<std::str::Chars<'_>>,
    format: &str,
) -> Result<Conversion, Raised> {
    let dropped = rest.next_if_eq(&'*').is_some();
    let mut width = 0usize;
    while let Some(digit) = rest.peek().and_then(|character| character.to_digit(10)) {
        width = width.saturating_mul(10).saturating_add(digit as usize);
        rest.next();
    }
    while rest.next_if(|letter| matches!(letter, 'l' | 'h')).is_some() {}
    match rest.next() {
        Some(letter) if "diuxXofFeEgGsc".contains(letter) => Ok(Conversion {
            dropped,
            width: if width == 0 { usize::MAX } else { width },
            letter,
        }),
        Some(letter) => Err(mistake(format!(
            "unknown conversion %{letter} in \"{format}\""
        ))),
        None => Err(mistake(format!("\"{format}\" ends inside a conversion"))),
    }
}

impl Conversion {
    /// The field at the start of the text, and what follows it.
    fn take<'t>(&self, text: &'t str) -> Option<(Field, &'t str)> {
        let start = if self.letter == 'c' {
            text
        } else {
            text.trim_start()
        };
        let width = if self.letter == 'c' && self.width == usize::MAX {
            1
        } else {
            self.width
        };
        let limit = start
            .char_indices()
            .nth(width)
            .map_or(start.len(), |(at, _)| at);
        let length = self.length(&start[..limit]);
        if length == 0 {
            return None;
        }
        let (taken, after) = start.split_at(length);
        let field = Field {
            text: joined([taken]),
            value: self.value(taken),
        };
        Some((field, after))
    }

    /// Bytes that belong to the conversion.
    fn length(&self, text: &str) -> usize {
        let word = || text.find(char::is_whitespace).unwrap_or(text.len());
        match self.letter {
            'c' => text.len(),
            's' => word(),
            'x' | 'X' => {
                let prefix = if text.starts_with("0x") || text.starts_with("0X") {
                    2
                } else {
                    0
                };
                prefix + digits(&text[prefix..], 16)
            }
            'o' => digits(text, 8),
            'd' | 'i' | 'u' => match sign(text) + digits(&text[sign(text)..], 10) {
                length if length == sign(text) => 0,
                length => length,
            },
            _ => real_length(text),
        }
    }

    fn value(&self, text: &str) -> f64 {
        let radix = |text: &str, radix| {
            u64::from_str_radix(text, radix).map_or(f64::NAN, |value| value as f64)
        };
        match self.letter {
            'x' | 'X' => radix(text.trim_start_matches("0x").trim_start_matches("0X"), 16),
            'o' => radix(text, 8),
            's' | 'c' => f64::NAN,
            _ => text.parse().unwrap_or(f64::NAN),
        }
    }
}

fn sign(text: &str) -> usize {
    usize::from(text.starts_with(['+', '-']))
}

fn digits(text: &str, radix: u32) -> usize {
    text.find(|letter: char| !letter.is_digit(radix))
        .unwrap_or(text.len())
}

/// Bytes of the real number at the start of a text.
fn real_length(text: &str) -> usize {
    let start = sign(text);
    for word in ["infinity", "inf", "nan"] {
        let end = start + word.len();
        if text
            .get(start..end)
            .is_some_and(|found| found.eq_ignore_ascii_case(word))
        {
            return end;
        }
    }
    let whole = digits(&text[start..], 10);
    let mut end = start + whole;
    let mut count = whole;
    if text[end..].starts_with('.') {
        let fraction = digits(&text[end + 1..], 10);
        count += fraction;
        end += 1 + fraction;
    }
    if count == 0 {
        return 0;
    }
    if text[end..].starts_with(['e', 'E']) {
        let power = end + 1 + sign(&text[end + 1..]);
        let length = digits(&text[power..], 10);
        if length > 0 {
            return power + length;
        }
    }
    end
}

/// The fields as numbers, 1×n.
///
/// # Errors
/// A word.
pub fn numbers(function: &str, fields: &[Field], kind: ElemKind) -> Result<Array, Raised> {
    if let Some(word) = fields
        .iter()
        .find(|field| field.value.is_nan() && !is_nan(&field.text))
    {
        let message = format!(
            "{function}: \"{}\" is not a number; give the format as a constant to read words",
            word.text
        );
        return Err(mistake(message));
    }
    let values = collected(fields.iter().map(|field| field.value));
    let array = Array::from_elements(Dims::row(values.len() as i64), &values)?;
    converted(&array, kind)
}

fn is_nan(text: &str) -> bool {
    text.trim_start_matches(['+', '-'])
        .eq_ignore_ascii_case("nan")
}

/// All fields of a format as texts that `string_to_number` reads.
///
/// # Errors
/// The text has fewer fields than the format.
pub fn texts(function: &str, format: &str, fields: &[Field]) -> Result<Array, Raised> {
    let pattern = Pattern::new(format)?;
    let wanted: Vec<char> = pattern
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Conversion(conversion) if !conversion.dropped => Some(conversion.letter),
            Part::Conversion(_) | Part::Space | Part::Exactly(_) => None,
        })
        .collect();
    if fields.len() < wanted.len() {
        let message = format!(
            "{function}: the text fits {} of {} conversions in \"{format}\"",
            fields.len(),
            wanted.len()
        );
        return Err(mistake(message));
    }
    let text = |(letter, field): (&char, &Field)| match letter {
        's' | 'c' => joined([field.text.as_str()]),
        _ => field.value.to_string(),
    };
    Array::of_texts(&collected(wanted.iter().zip(fields).map(text)))
}

pub(crate) fn string_scan(text: &Text, format: &Text, kind: i32) -> Result<Array, Raised> {
    let found = Pattern::new(format.as_str())?.apply(text.as_str());
    numbers("sscanf", &found.fields, kind_of(kind))
}

pub(crate) fn string_scan_texts(text: &Text, format: &Text) -> Result<Array, Raised> {
    let found = Pattern::new(format.as_str())?.apply(text.as_str());
    texts("sscanf", format.as_str(), &found.fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, format: &str) -> Vec<f64> {
        let found = string_scan(&Text::new(text), &Text::new(format), ElemKind::F64.code());
        found.expect("numbers").elements::<f64>().to_vec()
    }

    fn words(text: &str, format: &str) -> Result<Vec<String>, Raised> {
        string_scan_texts(&Text::new(text), &Text::new(format)).map(|array| array.texts())
    }

    #[test]
    fn conversions() {
        assert_eq!(values("3 -4 +5", "%d %d%d"), [3.0, -4.0, 5.0]);
        assert_eq!(values("1.5e3,.5, 2.", "%f,%f,%g"), [1500.0, 0.5, 2.0]);
        assert_eq!(values("ff 0x10 17", "%x %x %o"), [255.0, 16.0, 15.0]);
        assert_eq!(values("12345", "%2d%d"), [12.0, 345.0]);
        assert_eq!(values("1 2 3", "%*d %d %*d"), [2.0]);
        assert_eq!(values("50%", "%d%%"), [50.0]);
        assert!(values("nan -inf", "%f %f")[0].is_nan());
        assert_eq!(values("1e", "%f"), [1.0]);
    }

    #[test]
    fn reading_ends_where_the_text_does_not_fit() {
        assert_eq!(values("1 x", "%d %d"), [1.0]);
        assert_eq!(values("", "%d"), [0.0; 0]);
        assert_eq!(values("-", "%d"), [0.0; 0]);
        assert_eq!(values("1;2", "%d,%d"), [1.0]);
    }

    #[test]
    fn words_and_characters() {
        assert_eq!(
            words("key = 7", "%s = %d"),
            Ok(vec!["key".into(), "7".into()])
        );
        assert_eq!(
            words("äb c", "%c%c%s"),
            Ok(vec!["ä".into(), "b".into(), "c".into()])
        );
        assert!(words("only", "%s %d").is_err());
        assert!(words("x", "%q").is_err() && words("x", "%").is_err());
        let word = string_scan(&Text::new("word"), &Text::new("%s"), ElemKind::F32.code());
        assert!(word.is_err());
    }
}
