//! Rows about strings and printing.
//!
//! *Invariant:* strings are UTF-8; what comes from outside is repaired, not trusted.

use quasar_abi::{ElemKind, Tagged};

use crate::array::convert::converted;
use crate::array::object::{Array, Text};
use crate::process::error::Raised;
use crate::process::output;
use crate::process::refusal;
use crate::text::display::list_text;
use crate::text::format::format;

pub(crate) fn string_new(bytes: *mut u8, length: i64) -> Text {
    if length == 0 {
        return Text::new("");
    }
    // SAFETY: the row promises `length` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.cast_const(), length as usize) };
    Text::new(&refusal::repaired(bytes))
}

pub(crate) fn string_concat(left: &Text, right: &Text) -> Result<Text, Raised> {
    Text::of_parts(&[left.as_str(), right.as_str()])
}

pub(crate) fn string_equal(left: &Text, right: &Text) -> i32 {
    i32::from(left.as_str() == right.as_str())
}

pub(crate) fn string_compare(left: &Text, right: &Text) -> i32 {
    left.as_str().cmp(right.as_str()) as i32
}

pub(crate) fn string_length(string: &Text) -> i64 {
    string.as_str().chars().count() as i64
}

pub(crate) fn string_from_values(values: &[Tagged]) -> Result<Text, Raised> {
    Text::allocated(&list_text(values))
}

pub(crate) fn string_to_number(string: &Text) -> f64 {
    string.as_str().trim().parse().unwrap_or(f64::NAN)
}

pub(crate) fn print(values: &[Tagged]) -> Result<(), Raised> {
    let mut text = list_text(values);
    refusal::push(&mut text, '\n');
    output::write(&text)
}

pub(crate) fn printf(pattern: &Text, values: &[Tagged]) -> Result<(), Raised> {
    let mut text = format(pattern.as_str(), values)?;
    if !text.ends_with('\n') {
        refusal::push(&mut text, '\n');
    }
    output::write(&text)
}

pub(crate) fn sprintf(pattern: &Text, values: &[Tagged]) -> Result<Text, Raised> {
    Text::allocated(&format(pattern.as_str(), values)?)
}

/// Bytes of a text whose letters are changed at a time: the standard library, which knows the letters that depend on their neighbours in a
/// word, asks for its memory without expecting a refusal.
const CHANGED: usize = 4096;

/// The text with other letters, piece by piece; a word is not divided unless it is longer than a piece.
fn with_letters(text: &Text, change: impl Fn(&str) -> String) -> Result<Text, Raised> {
    let (mut changed, mut rest) = (String::new(), text.as_str());
    while !rest.is_empty() {
        let most = rest.floor_char_boundary(CHANGED);
        let end = match most == rest.len() {
            true => most,
            false => rest[..most]
                .rfind(char::is_whitespace)
                .filter(|end| *end > 0)
                .unwrap_or(most),
        };
        let (piece, behind) = rest.split_at(end);
        refusal::append(&mut changed, &change(piece));
        rest = behind;
    }
    Text::allocated(&changed)
}

pub(crate) fn string_upper(text: &Text) -> Result<Text, Raised> {
    with_letters(text, str::to_uppercase)
}

pub(crate) fn string_lower(text: &Text) -> Result<Text, Raised> {
    with_letters(text, str::to_lowercase)
}

pub(crate) fn string_trim(text: &Text) -> Result<Text, Raised> {
    Text::allocated(text.as_str().trim())
}

pub(crate) fn string_part(text: &Text, first: i64, count: i64) -> Result<Text, Raised> {
    if let Some(part) = plain_part(text.as_str(), first, count) {
        return Text::allocated(part);
    }
    let characters = string_length(text);
    if first < 0 || count < 0 || first.saturating_add(count) > characters {
        let what = format!(
            "{count} characters from number {first} are not within the {characters} of the text"
        );
        return Err(Raised::invalid("substr", what));
    }
    let behind = after(text.as_str(), first as usize);
    let rest = after(behind, count as usize);
    Text::allocated(&behind[..behind.len() - rest.len()])
}

/// A part of a text that is ASCII up to the part's end, where characters are bytes; none elsewhere. To look for greater bytes costs a fraction of
/// counting characters, and programs go over texts character by character.
fn plain_part(text: &str, first: i64, count: i64) -> Option<&str> {
    let first = usize::try_from(first).ok()?;
    let end = first.checked_add(usize::try_from(count).ok()?)?;
    let front = text.as_bytes().get(..end)?;
    front.is_ascii().then(|| &text[first..end])
}

/// What is behind so many characters.
fn after(text: &str, count: usize) -> &str {
    let place = text.char_indices().nth(count);
    place.map_or("", |(place, _)| &text[place..])
}

pub(crate) fn string_find(text: &Text, wanted: &Text) -> i64 {
    let text = text.as_str();
    let place = text.find(wanted.as_str());
    place.map_or(-1, |bytes| text[..bytes].chars().count() as i64)
}

pub(crate) fn string_replace(text: &Text, old: &Text, new: &Text) -> Result<Text, Raised> {
    if old.as_str().is_empty() {
        return Err(Raised::invalid(
            "strrep",
            "an empty text cannot be replaced",
        ));
    }
    let (text, mut replaced, mut done) = (text.as_str(), String::new(), 0);
    for (place, found) in text.match_indices(old.as_str()) {
        refusal::append(&mut replaced, &text[done..place]);
        refusal::append(&mut replaced, new.as_str());
        done = place + found.len();
    }
    refusal::append(&mut replaced, &text[done..]);
    Text::allocated(&replaced)
}

pub(crate) fn string_split(text: &Text, separator: &Text) -> Result<Array, Raised> {
    if separator.as_str().is_empty() {
        return Err(Raised::invalid("strsplit", "the separator is empty"));
    }
    Array::of_texts(&refusal::collected(text.as_str().split(separator.as_str())))
}

pub(crate) fn string_join(parts: &Array, separator: &Text) -> Result<Text, Raised> {
    let mut all = String::new();
    for (number, part) in parts.texts().iter().enumerate() {
        if number > 0 {
            refusal::append(&mut all, separator.as_str());
        }
        refusal::append(&mut all, part);
    }
    Text::allocated(&all)
}

/// The codes of the characters, none above `limit`.
fn codes(function: &str, text: &Text, limit: u32) -> Result<Array, Raised> {
    let text = text.as_str();
    if let Some(other) = text.chars().find(|character| u32::from(*character) > limit) {
        let what = format!("'{other}' is not an ASCII character; use tounicode");
        return Err(Raised::invalid(function, what));
    }
    Array::row(&refusal::collected(
        text.chars().map(|character| u32::from(character) as i32),
    ))
}

pub(crate) fn string_to_ascii(text: &Text) -> Result<Array, Raised> {
    codes("toascii", text, 127)
}

pub(crate) fn string_to_codes(text: &Text) -> Result<Array, Raised> {
    codes("tounicode", text, u32::MAX)
}

/// The text of character codes, none above `limit`.
fn from_codes(function: &str, codes: &Array, limit: i64) -> Result<Text, Raised> {
    let codes = converted(codes, ElemKind::I64)?;
    let mut text = String::new();
    for code in codes.elements::<i64>() {
        let character = u32::try_from(*code).ok().filter(|_| *code <= limit);
        match character.and_then(char::from_u32) {
            Some(character) => refusal::push(&mut text, character),
            None => {
                return Err(Raised::invalid(
                    function,
                    format!("{code} is the code of no character"),
                ));
            }
        }
    }
    Text::allocated(&text)
}

pub(crate) fn string_from_ascii(codes: &Array) -> Result<Text, Raised> {
    from_codes("fromascii", codes, 127)
}

pub(crate) fn string_from_codes(codes: &Array) -> Result<Text, Raised> {
    from_codes("fromunicode", codes, i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        let bytes = *b"a\xffb";
        let repaired = string_new(bytes.as_ptr().cast_mut(), 3);
        assert_eq!(repaired.as_str(), "a\u{fffd}b");
        assert_eq!(string_length(&repaired), 3);
        let joined = string_concat(&Text::new("x"), &Text::new("y")).expect("memory");
        assert_eq!(
            (joined.as_str(), string_equal(&joined, &Text::new("xy"))),
            ("xy", 1)
        );
        assert_eq!(string_compare(&Text::new("a"), &Text::new("b")), -1);
        assert_eq!(string_to_number(&Text::new(" 1.5e3 ")), 1500.0);
        assert!(string_to_number(&Text::new("x")).is_nan());
        assert_eq!(
            string_from_values(&[Tagged::f32(0.1), Tagged::i32(2)])
                .expect("memory")
                .as_str(),
            "0.12"
        );
    }

    #[test]
    fn parts_of_strings() {
        let text = Text::new("  Äpfel, Öl ");
        let is = |text: Result<Text, Raised>| text.expect("memory").as_str().to_string();
        assert_eq!(is(string_trim(&text)), "Äpfel, Öl");
        assert_eq!(is(string_upper(&text)), "  ÄPFEL, ÖL ");
        assert_eq!(is(string_lower(&text)), "  äpfel, öl ");
        assert_eq!(
            (
                string_find(&text, &Text::new("Öl")),
                string_find(&text, &Text::new("x"))
            ),
            (9, -1)
        );
        let part =
            |first, count| string_part(&text, first, count).map(|part| part.as_str().to_string());
        assert_eq!(
            (part(2, 5), part(12, 0)),
            (Ok("Äpfel".into()), Ok(String::new()))
        );
        assert!(part(-1, 2).is_err() && part(0, 13).is_err() && part(1, i64::MAX).is_err());
        let replaced = string_replace(&text, &Text::new(" "), &Text::new(""));
        assert_eq!(replaced.expect("replaced").as_str(), "Äpfel,Öl");
        assert!(string_replace(&text, &Text::new(""), &Text::new("x")).is_err());
        let parts = string_split(&Text::new("a,b,,c"), &Text::new(",")).expect("parts");
        assert_eq!(parts.texts(), ["a", "b", "", "c"]);
        assert_eq!(is(string_join(&parts, &Text::new("-"))), "a-b--c");
        assert!(string_split(&text, &Text::new("")).is_err());
    }

    /// In Greek the last letter of a word is another one.
    #[test]
    fn letters_of_long_texts_are_those_of_short_ones() {
        for word in ["ΟΔΟΣ", "Straße", "x"] {
            let long = [word, " "].repeat(3000).concat();
            let text = Text::new(&long);
            let (upper, lower) = (string_upper(&text), string_lower(&text));
            assert_eq!(upper.expect("memory").as_str(), long.to_uppercase());
            assert_eq!(lower.expect("memory").as_str(), long.to_lowercase());
        }
        let long = "ä".repeat(10_000);
        let upper = string_upper(&Text::new(&long)).expect("memory");
        assert_eq!(upper.as_str(), "Ä".repeat(10_000));
    }

    #[test]
    fn codes_of_characters() {
        let ascii = string_to_ascii(&Text::new("Az")).expect("ASCII");
        assert_eq!(ascii.elements::<i32>(), [65, 122]);
        assert_eq!(string_from_ascii(&ascii).expect("a text").as_str(), "Az");
        assert!(string_to_ascii(&Text::new("é")).is_err());
        let codes = string_to_codes(&Text::new("é€")).expect("codes");
        assert_eq!(codes.elements::<i32>(), [233, 8364]);
        assert_eq!(string_from_codes(&codes).expect("a text").as_str(), "é€");
        assert!(string_from_ascii(&codes).is_err());
        let wrong = Array::row(&[0xd800]).expect("memory");
        assert!(string_from_codes(&wrong).is_err());
    }

    #[test]
    fn printing_ends_lines_once() {
        let (result, text) = output::capture(|| {
            print(&[Tagged::i32(1), Tagged::i32(2)])?;
            printf(&Text::new("%d"), &[Tagged::i32(3)])?;
            printf(&Text::new("%d\\n"), &[Tagged::i32(4)])
        });
        result.expect("printed");
        assert_eq!(text, "12\n3\n4\n");
    }
}
