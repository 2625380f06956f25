//! The text of PTX as words, marks and strings.
//!
//! What stands behind `//@` is a comment for every assembler and a statement here: `name.parameters` and `name.shared` tell what the
//! source calls the parameters of a kernel and its shared arrays.
//!
//! *Invariant:* any text gives tokens or an error with its line; nothing here panics.

use crate::parse_error::ParseError;

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    /// An identifier, a directive, an opcode with its modifiers, or a number.
    Word(&'t str),
    /// What stands between quotes.
    Text(&'t str),
    /// One character.
    Mark(char),
}

/// A piece and the line it stands on, counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    pub piece: Piece<'t>,
    pub line: u32,
}

/// What begins a statement for this interpreter alone.
const OWN_STATEMENT: &str = "//@";
const MARKS: &str = ",;{}[]()|+-!@<>=:*&";

/// All tokens of a text.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
    };
    let mut found = Vec::new();
    while let Some(token) = lexer.next()? {
        found.push(token);
    }
    Ok(found)
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, message: String) -> ParseError {
        ParseError {
            line: self.line,
            message,
        }
    }

    fn next(&mut self) -> Result<Option<Token<'t>>, ParseError> {
        self.skip_blank()?;
        let Some(first) = self.rest().chars().next() else {
            return Ok(None);
        };
        let line = self.line;
        let piece = if first == '"' {
            self.quoted()?
        } else if is_word(first) {
            Piece::Word(self.word())
        } else if MARKS.contains(first) {
            self.at += 1;
            Piece::Mark(first)
        } else if first == '\0' {
            return Ok(None);
        } else {
            return Err(self.error(format!("unexpected character {first:?}")));
        };
        Ok(Some(Token { piece, line }))
    }

    fn skip_blank(&mut self) -> Result<(), ParseError> {
        loop {
            let rest = self.rest();
            let length = if rest.starts_with(OWN_STATEMENT) {
                OWN_STATEMENT.len()
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                let end = rest
                    .find("*/")
                    .ok_or_else(|| self.error("a comment does not end".to_string()))?;
                end + 2
            } else {
                match rest.chars().next() {
                    Some(blank) if blank.is_whitespace() => blank.len_utf8(),
                    Some(_) | None => return Ok(()),
                }
            };
            self.line += rest[..length].matches('\n').count() as u32;
            self.at += length;
        }
    }

    fn quoted(&mut self) -> Result<Piece<'t>, ParseError> {
        let inside = &self.rest()[1..];
        let end = inside
            .find(['"', '\n'])
            .filter(|&end| inside[end..].starts_with('"'))
            .ok_or_else(|| self.error("a string does not end".to_string()))?;
        self.at += end + 2;
        Ok(Piece::Text(&inside[..end]))
    }

    /// A double colon belongs to a word (`.shared::cta`), a single one ends a label.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let mut end = 0;
        for (index, character) in rest.char_indices() {
            let doubled = character == ':'
                && (rest[index..].starts_with("::") || rest[..index].ends_with(':'));
            if index < end || is_word(character) || doubled && !rest[index..].starts_with(":::") {
                end = index + character.len_utf8();
            } else {
                break;
            }
        }
        self.at += end;
        &rest[..end]
    }
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_$%.".contains(character)
}

/// A number of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer; negative ones by two's complement.
    Integer(u64),
    /// The bits of an `.f32`.
    Single(u32),
    /// The bits of an `.f64`.
    Double(u64),
}

/// Reads a number, if the word is one.
pub fn number(word: &str) -> Option<Number> {
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let after = |prefixes: [&str; 2]| prefixes.iter().find_map(|prefix| word.strip_prefix(prefix));
    if let Some(hex) = after(["0f", "0F"]) {
        return u32::from_str_radix(hex, 16).ok().map(Number::Single);
    }
    if let Some(hex) = after(["0d", "0D"]) {
        return u64::from_str_radix(hex, 16).ok().map(Number::Double);
    }
    let digits = word.strip_suffix('U').unwrap_or(word);
    let with_radix =
        |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(Number::Integer);
    if let Some(hex) = after(["0x", "0X"]) {
        return with_radix(hex.strip_suffix('U').unwrap_or(hex), 16);
    }
    if let Some(binary) = after(["0b", "0B"]) {
        return with_radix(binary.strip_suffix('U').unwrap_or(binary), 2);
    }
    if word.contains('.') {
        return word
            .parse()
            .ok()
            .map(|value: f64| Number::Double(value.to_bits()));
    }
    let octal = digits.len() > 1 && digits.starts_with('0');
    with_radix(digits, if octal { 8 } else { 10 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_dots_and_double_colons() {
        let found = tokens("ld.shared::cta.u32 %r1, [a+4]; // end\nL: bra L;").expect("tokens");
        let pieces: Vec<Piece> = found.iter().map(|token| token.piece).collect();
        assert_eq!(pieces[0], Piece::Word("ld.shared::cta.u32"));
        assert_eq!(pieces[4], Piece::Word("a"));
        assert_eq!(pieces[9], Piece::Word("L"));
        assert_eq!(pieces[10], Piece::Mark(':'));
        assert_eq!(found[9].line, 2);
    }

    #[test]
    fn numbers_of_all_kinds() {
        assert_eq!(number("0f3F800000"), Some(Number::Single(0x3f80_0000)));
        assert_eq!(
            number("0d3FF0000000000000"),
            Some(Number::Double(1f64.to_bits()))
        );
        assert_eq!(number("0x1fU"), Some(Number::Integer(31)));
        assert_eq!(number("0b101"), Some(Number::Integer(5)));
        assert_eq!(number("017"), Some(Number::Integer(15)));
        assert_eq!(
            number("18446744073709551615"),
            Some(Number::Integer(u64::MAX))
        );
        assert_eq!(number("0fzz"), None);
        assert_eq!(number("%r1"), None);
    }

    #[test]
    fn what_does_not_end_is_an_error_with_its_line() {
        assert_eq!(tokens("\n/* x").err().map(|error| error.line), Some(2));
        assert!(tokens("\"abc\n\"").is_err());
        assert!(tokens("a ~ b").is_err());
    }
}
