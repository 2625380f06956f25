//! A place in one line of the text: words, numbers, quoted texts, and what was expected where they are not.
//!
//! *Invariant:* the place is a character boundary of the line, and never moves over what was not read.

use super::ParseError;
use crate::mir::data::{Const, Ty};

/// A place in a line. Copies are cheap, so that a look ahead is a copy that is dropped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl<'t> Cursor<'t> {
    /// The start of a line, by its number from 1.
    pub(super) fn new(text: &'t str, line: u32) -> Self {
        let mut cursor = Cursor { text, at: 0, line };
        cursor.blanks();
        cursor
    }

    /// What is left of the line.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        self.blanks();
    }

    /// Whether nothing is left but a comment.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty() || self.rest().starts_with(';')
    }

    /// An error at this place.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        let before = &self.text[..self.at];
        ParseError {
            line: self.line,
            column: u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX),
            message: message.into(),
        }
    }

    /// An error that says what should stand here, and what does.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let found: String = self.rest().chars().take(20).collect();
        match found.is_empty() {
            true => self.error(format!("expected {what}, found the end of the line")),
            false => self.error(format!("expected {what}, found `{}`", found.trim_end())),
        }
    }

    /// Reads a mark if it stands here.
    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let is_here = self.rest().starts_with(mark);
        if is_here {
            self.advance(mark.len());
        }
        is_here
    }

    /// Reads a mark that must stand here.
    pub(super) fn expect(&mut self, mark: &str) -> Result<(), ParseError> {
        match self.eat(mark) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{mark}`"))),
        }
    }

    /// Whether the line ends here; an error if not.
    pub(super) fn end(&self) -> Result<(), ParseError> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.expected("the end of the line")),
        }
    }

    /// The word here, empty where none is.
    pub(super) fn peek(&self) -> &'t str {
        let rest = self.rest();
        let is_word = |one: char| one.is_alphanumeric() || one == '_';
        &rest[..rest.find(|one| !is_word(one)).unwrap_or(rest.len())]
    }

    /// Reads a word.
    pub(super) fn word(&mut self, what: &str) -> Result<&'t str, ParseError> {
        let word = self.peek();
        if word.is_empty() {
            return Err(self.expected(what));
        }
        self.advance(word.len());
        Ok(word)
    }

    /// Reads this word if it stands here.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_here = self.peek() == word;
        if is_here {
            self.advance(word.len());
        }
        is_here
    }

    /// Reads a name: a word with dots and dollars, or one in quotes; then what tells it from others of that name, behind this mark.
    /// The first is the whole as it stands, the second the name.
    pub(super) fn name(&mut self, what: &str, mark: char) -> Result<(&'t str, String), ParseError> {
        let (start, rest) = (self.at, self.rest());
        let is_part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$' | '.');
        let name = if rest.starts_with('"') {
            let (bytes, text) = self.unquoted('"')?;
            self.at += bytes;
            text
        } else {
            let length = rest.find(|one| !is_part(one)).unwrap_or(rest.len());
            if length == 0 {
                return Err(self.expected(what));
            }
            self.at += length;
            let name = &rest[..length];
            let numbered = name
                .rsplit_once(mark)
                .filter(|(_, number)| is_number(number));
            numbered.map_or(name, |(name, _)| name).to_string()
        };
        let rest = self.rest();
        if let Some(number) = rest.strip_prefix(mark) {
            let digits = number.len()
                - number
                    .trim_start_matches(|one: char| one.is_ascii_digit())
                    .len();
            self.at += if digits > 0 { 1 + digits } else { 0 };
        }
        let whole = &self.text[start..self.at];
        self.blanks();
        Ok((whole, name))
    }

    /// Reads a text between quotes or apostrophes.
    pub(super) fn quoted(&mut self, quote: char) -> Result<String, ParseError> {
        let (bytes, text) = self.unquoted(quote)?;
        self.advance(bytes);
        Ok(text)
    }

    /// The text between quotes that starts here, and how many bytes it takes.
    fn unquoted(&self, quote: char) -> Result<(usize, String), ParseError> {
        let rest = self.rest();
        if !rest.starts_with(quote) {
            return Err(self.expected("a text in quotes"));
        }
        let mut text = String::new();
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, one)) = chars.next() {
            match one {
                _ if one == quote => return Ok((at + one.len_utf8(), text)),
                '\\' => {
                    let escaped = escaped(&mut chars);
                    text.push(escaped.ok_or_else(|| self.error("an escape that is none"))?);
                }
                _ => text.push(one),
            }
        }
        Err(self.error("a text in quotes that does not end"))
    }

    /// Reads a number without a sign.
    pub(super) fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, ParseError> {
        let rest = self.rest();
        let digits = rest.len()
            - rest
                .trim_start_matches(|one: char| one.is_ascii_digit())
                .len();
        let number = rest[..digits].parse();
        let number = number.map_err(|_| self.expected(what))?;
        self.advance(digits);
        Ok(number)
    }

    /// Reads a whole number with or without a sign.
    pub(super) fn signed(&mut self, what: &str) -> Result<i32, ParseError> {
        match self.constant_number() {
            Some((Const::I32(value), bytes)) => {
                self.advance(bytes);
                Ok(value)
            }
            _other => Err(self.expected(what)),
        }
    }

    /// Reads a constant that is a number.
    pub(super) fn constant(&mut self) -> Option<Const> {
        let (constant, bytes) = self.constant_number()?;
        self.advance(bytes);
        Some(constant)
    }

    /// The number that starts here, and how many bytes it takes.
    fn constant_number(&self) -> Option<(Const, usize)> {
        let rest = self.rest();
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let sign = rest.len() - unsigned.len();
        if let Some(behind) = unsigned.strip_prefix("NaN") {
            return nan(rest, sign, behind);
        }
        let length = sign + number_length(unsigned);
        let (number, behind) = rest.split_at(length);
        let is_float = number.contains(['.', 'e']) || number.ends_with("inf");
        let suffix = match () {
            () if behind.starts_with("f64") => "f64",
            () if behind.starts_with("i64") => "i64",
            () => "",
        };
        let constant = match (suffix, is_float) {
            ("f64", true) => Const::F64(number.parse().ok()?),
            ("i64", false) => Const::I64(number.parse().ok()?),
            ("", true) => Const::F32(number.parse().ok()?),
            ("", false) => Const::I32(number.parse().ok()?),
            _other => return None,
        };
        Some((constant, length + suffix.len()))
    }

    /// Reads a type.
    pub(super) fn ty(&mut self) -> Result<Ty, ParseError> {
        let start = *self;
        if self.eat("[") {
            let kind = self.element_kind()?;
            self.expect("]")?;
            return Ok(Ty::Array(kind));
        }
        let ty = match self.peek() {
            "bool" => Ty::Bool,
            "i32" => Ty::I32,
            "i64" => Ty::I64,
            "f32" => Ty::F32,
            "f64" => Ty::F64,
            "str" => Ty::Str,
            _other => return Err(start.expected("a type")),
        };
        self.advance(self.peek().len());
        Ok(ty)
    }

    fn element_kind(&mut self) -> Result<quasar_abi::ElemKind, ParseError> {
        self.one_of(
            quasar_abi::ElemKind::ALL,
            |kind| kind.name(),
            "a kind of elements",
        )
    }

    /// Reads the name of one of a list.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        all: &[T],
        name: impl Fn(T) -> &'static str,
        what: &str,
    ) -> Result<T, ParseError> {
        let found = all.iter().find(|one| name(**one) == self.peek());
        let found = *found.ok_or_else(|| self.expected(what))?;
        self.advance(self.peek().len());
        Ok(found)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit())
}

/// The character behind a backslash.
fn escaped(chars: &mut impl Iterator<Item = (usize, char)>) -> Option<char> {
    Some(match chars.next()?.1 {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'u' => {
            chars.next().filter(|(_, one)| *one == '{')?;
            let digits: String = chars
                .map(|(_, one)| one)
                .take_while(|one| *one != '}')
                .collect();
            char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
        }
        mark @ ('\\' | '"' | '\'') => mark,
        _other => return None,
    })
}

/// The bytes of a number without sign and suffix: 0 where none starts.
fn number_length(text: &str) -> usize {
    if text.starts_with("inf") {
        return 3;
    }
    let digits = |from: usize| {
        let rest = &text[from..];
        from + rest.len()
            - rest
                .trim_start_matches(|one: char| one.is_ascii_digit())
                .len()
    };
    let whole = digits(0);
    if whole == 0 {
        return 0;
    }
    let mut end = whole;
    if text[end..].starts_with('.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if let Some(exponent) = text[end..].strip_prefix('e') {
        let start = end + 1 + usize::from(exponent.starts_with('-'));
        if digits(start) > start {
            end = digits(start);
        }
    }
    end
}

/// A number that is none, with its bits where they are given.
fn nan(rest: &str, sign: usize, behind: &str) -> Option<(Const, usize)> {
    if sign > 0 {
        return None;
    }
    let given = behind.strip_prefix(":0x");
    let digits = given.map_or(0, |given| {
        given.len()
            - given
                .trim_start_matches(|one: char| one.is_ascii_hexdigit())
                .len()
    });
    let bits = given.map(|given| {
        // `f64` are digits, too; the numbers themselves have 8 or 16.
        let is_double = digits == 16 + "f64".len();
        (&given[..digits - if is_double { 3 } else { 0 }], is_double)
    });
    let length = rest.len() - behind.len();
    match bits {
        None if behind.starts_with("f64") => Some((Const::F64(f64::NAN), length + 3)),
        None => Some((Const::F32(f32::NAN), length)),
        Some((bits, true)) => {
            let value = f64::from_bits(u64::from_str_radix(bits, 16).ok()?);
            Some((Const::F64(value), length + 3 + digits))
        }
        Some((bits, false)) => {
            let value = f32::from_bits(u32::from_str_radix(bits, 16).ok()?);
            Some((Const::F32(value), length + 3 + digits))
        }
    }
}
