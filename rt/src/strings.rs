//! Rows about strings and printing.
//!
//! *Invariant:* strings are UTF-8; what comes from outside is repaired, not trusted.

use quasar_abi::{RtError, Tagged};

use crate::display::list_text;
use crate::error::Raised;
use crate::format::format;
use crate::object::Text;
use crate::output;

pub(crate) fn string_new(bytes: *mut u8, length: i64) -> Text {
    if length == 0 {
        return Text::new("");
    }
    // SAFETY: the row promises `length` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.cast_const(), length as usize) };
    Text::new(&String::from_utf8_lossy(bytes))
}

pub(crate) fn string_concat(left: &Text, right: &Text) -> Text {
    Text::new(&[left.as_str(), right.as_str()].concat())
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

pub(crate) fn string_from_values(values: &[Tagged]) -> Text {
    Text::new(&list_text(values))
}

pub(crate) fn string_to_number(string: &Text) -> f64 {
    string.as_str().trim().parse().unwrap_or(f64::NAN)
}

pub(crate) fn print(values: &[Tagged]) -> Result<(), Raised> {
    let mut text = list_text(values);
    text.push('\n');
    output::write(&text)
}

pub(crate) fn printf(pattern: &Text, values: &[Tagged]) -> Result<(), Raised> {
    let mut text = format(pattern.as_str(), values)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    output::write(&text)
}

pub(crate) fn sprintf(pattern: &Text, values: &[Tagged]) -> Result<Text, Raised> {
    Ok(Text::new(&format(pattern.as_str(), values)?))
}

pub(crate) fn fprintf(stream: i32, pattern: &Text, values: &[Tagged]) -> Result<(), Raised> {
    let text = format(pattern.as_str(), values)?;
    match stream {
        1 => output::write(&text),
        2 => {
            // What was printed before comes first, also where both streams end in the same file.
            output::flush()?;
            use std::io::Write;
            let written = std::io::stderr().write_all(text.as_bytes());
            written.map_err(|error| Raised::new(RtError::Output, &[&output::reason(&error)]))
        }
        other => Err(Raised::invalid(
            "fprintf",
            format!("there is no open stream {other}"),
        )),
    }
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
        let joined = string_concat(&Text::new("x"), &Text::new("y"));
        assert_eq!(
            (joined.as_str(), string_equal(&joined, &Text::new("xy"))),
            ("xy", 1)
        );
        assert_eq!(string_compare(&Text::new("a"), &Text::new("b")), -1);
        assert_eq!(string_to_number(&Text::new(" 1.5e3 ")), 1500.0);
        assert!(string_to_number(&Text::new("x")).is_nan());
        assert_eq!(
            string_from_values(&[Tagged::f32(0.1), Tagged::i32(2)]).as_str(),
            "0.12"
        );
    }

    #[test]
    fn printing_ends_lines_once() {
        let (result, text) = output::capture(|| {
            print(&[Tagged::i32(1), Tagged::i32(2)])?;
            printf(&Text::new("%d"), &[Tagged::i32(3)])?;
            printf(&Text::new("%d\\n"), &[Tagged::i32(4)])?;
            fprintf(1, &Text::new("5"), &[])
        });
        result.expect("printed");
        assert_eq!(text, "12\n3\n4\n5");
        assert!(fprintf(7, &Text::new("x"), &[]).is_err());
    }
}
