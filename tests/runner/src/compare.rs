//! Comparing text: exactly, or number by number within a tolerance.
//!
//! *Invariant:* without a stated tolerance the comparison is exact.

/// Compares the lines of two texts; the error names the first line that differs.
///
/// # Errors
/// The first difference, as a sentence for the report.
pub fn lines(expected: &[String], actual: &str, tolerance: Option<f64>) -> Result<(), String> {
    let actual: Vec<&str> = actual.lines().collect();
    for (index, wanted) in expected.iter().enumerate() {
        let Some(got) = actual.get(index) else {
            return Err(format!(
                "output ends before line {}: expected {wanted:?}",
                index + 1
            ));
        };
        if !line(wanted, got, tolerance) {
            return Err(format!(
                "line {} of the output:\n  expected {wanted:?}\n  got      {got:?}",
                index + 1
            ));
        }
    }
    match actual.get(expected.len()) {
        Some(extra) => Err(format!(
            "output goes on after line {}: {extra:?}",
            expected.len()
        )),
        None => Ok(()),
    }
}

/// Compares one line.
pub fn line(expected: &str, actual: &str, tolerance: Option<f64>) -> bool {
    match tolerance {
        None => expected == actual,
        Some(tolerance) => line_within(expected, actual, tolerance),
    }
}

fn line_within(expected: &str, actual: &str, tolerance: f64) -> bool {
    let (wanted, got) = (pieces(expected), pieces(actual));
    wanted.len() == got.len() && wanted.iter().zip(&got).all(|(a, b)| piece(a, b, tolerance))
}

/// A run of text or a number.
#[derive(Debug, PartialEq)]
enum Piece {
    Text(String),
    Number(f64),
}

fn piece(expected: &Piece, actual: &Piece, tolerance: f64) -> bool {
    match (expected, actual) {
        (Piece::Number(a), Piece::Number(b)) => {
            a == b || (a - b).abs() <= tolerance * a.abs().max(1.0)
        }
        (Piece::Text(a), Piece::Text(b)) => a == b,
        (Piece::Number(_), Piece::Text(_)) | (Piece::Text(_), Piece::Number(_)) => false,
    }
}

/// Cuts a line into numbers and the text between them.
fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = number_length(rest, pieces.last());
        match rest[..length].parse::<f64>() {
            Ok(value) if length > 0 => {
                pieces.push(Piece::Number(value));
                rest = &rest[length..];
            }
            Ok(_) | Err(_) => {
                push_text(&mut pieces, first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    pieces
}

fn push_text(pieces: &mut Vec<Piece>, c: char) {
    if let Some(Piece::Text(text)) = pieces.last_mut() {
        text.push(c);
    } else {
        pieces.push(Piece::Text(c.into()));
    }
}

/// The length of the number at the beginning of `text`; 0 when there is none.
/// A number does not begin inside a word.
fn number_length(text: &str, before: Option<&Piece>) -> usize {
    if matches!(before, Some(Piece::Text(word)) if word.ends_with(|c: char| c.is_alphabetic() || c == '_'))
    {
        return 0;
    }
    let bytes = text.as_bytes();
    let mut end = usize::from(bytes[0] == b'-' || bytes[0] == b'+');
    let digits_start = end;
    while end < bytes.len() && (bytes[end].is_ascii_digit() || bytes[end] == b'.') {
        end += 1;
    }
    if !text[digits_start..end].contains(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    end + exponent_length(&bytes[end..])
}

fn exponent_length(bytes: &[u8]) -> usize {
    if !matches!(bytes.first(), Some(b'e' | b'E')) {
        return 0;
    }
    let sign = usize::from(matches!(bytes.get(1), Some(b'+' | b'-')));
    let digits = bytes[1 + sign..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_comparison_sees_every_character() {
        assert!(line("a 1.0", "a 1.0", None));
        assert!(!line("a 1.0", "a 1", None));
    }

    #[test]
    fn tolerance_applies_to_numbers_only() {
        assert!(line("[1,2.50001]", "[1.000001,2.5]", Some(1e-4)));
        assert!(!line("[1,2.6]", "[1,2.5]", Some(1e-4)));
        assert!(!line("x 1", "y 1", Some(1e-4)));
        assert!(line("1e-05", "0.00001", Some(1e-9)));
    }

    #[test]
    fn missing_and_extra_lines_are_named() {
        let expected = vec!["1".to_string(), "2".to_string()];
        assert!(
            lines(&expected, "1\n", None)
                .unwrap_err()
                .contains("ends before line 2")
        );
        assert!(
            lines(&expected, "1\n2\n3\n", None)
                .unwrap_err()
                .contains("goes on")
        );
        assert!(lines(&expected, "1\n2\n", None).is_ok());
    }
}
