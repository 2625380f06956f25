//! The reader of TOML, version 1.1 (<https://toml.io/en/v1.1.0>): a text becomes a table.
//!
//! *Invariant:* no text takes it deeper than `DEEPEST` values within each other and names of `DEEPEST` parts.

use super::scalars::scalar;
use super::tables::{Item, Mistake, Origin, Part, Table, Value};
use crate::text::json::quoted;

/// Values within each other, and parts of a name, at most.
const DEEPEST: usize = 80;

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// The number of the header that entries stand below.
    section: usize,
}

/// The table that a text is.
pub(super) fn read(text: &str) -> Result<Table, Mistake> {
    let mut reader = Reader {
        text,
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        depth: 0,
        section: 0,
    };
    let mut root = Table::new(0, Origin::Header);
    let mut header = Vec::new();
    loop {
        reader.skip_lines()?;
        let Some(byte) = reader.byte() else {
            return Ok(root);
        };
        if byte == b'[' {
            header = reader.header(&mut root)?;
        } else {
            reader.entry(&mut root, &header)?;
        }
        reader.skip_blanks();
        reader.skip_comment()?;
        if reader.byte().is_some() && !reader.skip_end() {
            return Err(reader.mistake("the line should end here"));
        }
    }
}

impl Reader<'_> {
    fn mistake(&self, what: &str) -> Mistake {
        Mistake::new(self.at, what)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Passes over the end of a line, if it is here.
    fn skip_end(&mut self) -> bool {
        let length = match self.rest() {
            rest if rest.starts_with('\n') => 1,
            rest if rest.starts_with("\r\n") => 2,
            _ => 0,
        };
        self.at += length;
        length > 0
    }

    fn skip_comment(&mut self) -> Result<(), Mistake> {
        if self.byte() != Some(b'#') {
            return Ok(());
        }
        let line = self.rest().split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let (line, at) = (line.to_owned(), self.at);
        match line.find(is_control) {
            Some(place) => Err(Mistake::new(at + place, CONTROL)),
            None => {
                self.at += line.len();
                Ok(())
            }
        }
    }

    /// Passes over blanks, comments and ends of lines.
    fn skip_lines(&mut self) -> Result<(), Mistake> {
        loop {
            self.skip_blanks();
            self.skip_comment()?;
            if !self.skip_end() {
                return Ok(());
            }
        }
    }

    /// A header; gives its path.
    fn header(&mut self, root: &mut Table) -> Result<Path, Mistake> {
        let start = self.at;
        let is_element = self.rest().starts_with("[[");
        let closing = if is_element { "]]" } else { "]" };
        self.at += closing.len();
        let path = self.name()?;
        if !self.rest().starts_with(closing) {
            return Err(self.mistake(&format!("a `{closing}` should stand here")));
        }
        self.at += closing.len();
        self.section += 1;
        match is_element {
            true => root.element(&path, start)?,
            false => root.header(&path, start)?,
        };
        Ok(path)
    }

    fn entry(&mut self, root: &mut Table, header: &[Part]) -> Result<(), Mistake> {
        let path = self.name()?;
        let value = self.behind_name()?;
        root.walk(header)?.add(&path, value, self.section)
    }

    /// `= value`.
    fn behind_name(&mut self) -> Result<Item, Mistake> {
        if self.byte() != Some(b'=') {
            return Err(self.mistake("a `=` should stand here"));
        }
        self.at += 1;
        self.skip_blanks();
        self.value()
    }

    /// A name, perhaps with points, and the blanks around it.
    fn name(&mut self) -> Result<Path, Mistake> {
        let mut path = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at;
            let name = self.part()?;
            path.push(Part { name, at });
            self.skip_blanks();
            if self.byte() != Some(b'.') {
                return Ok(path);
            }
            if path.len() == DEEPEST {
                return Err(self.mistake("a name has too many parts"));
            }
            self.at += 1;
        }
    }

    fn part(&mut self) -> Result<String, Mistake> {
        match self.byte() {
            Some(b'"') => return self.in_quotes(),
            Some(b'\'') => return self.literal(),
            _ => {}
        }
        let is_plain =
            |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
        let length = self.rest().find(|character| !is_plain(character));
        let name = self.rest()[..length.unwrap_or(self.rest().len())].to_owned();
        if name.is_empty() {
            return Err(self.mistake(
                "a name should stand here: letters, digits, `-`, `_`, or a text in quotes",
            ));
        }
        self.at += name.len();
        Ok(name)
    }

    fn value(&mut self) -> Result<Item, Mistake> {
        let at = self.at;
        let value = match self.byte() {
            Some(b'"' | b'\'') => Value::Scalar(quoted(&self.string()?)),
            Some(b'[' | b'{') if self.depth == DEEPEST => {
                return Err(self.mistake("too many arrays and tables within each other"));
            }
            Some(b'[') => Value::Array(self.array()?),
            Some(b'{') => Value::Table(self.braces()?),
            _ => Value::Scalar(self.word()?),
        };
        Ok(Item { at, value })
    }

    fn word(&mut self) -> Result<String, Mistake> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+-.:".contains(byte);
        let bytes = &self.text.as_bytes()[self.at..];
        let length = |bytes: &[u8]| bytes.iter().take_while(|byte| is_part(byte)).count();
        let mut count = length(bytes);
        // A date and a time with a blank between them.
        let is_date = count == 10 && bytes[4] == b'-';
        if is_date && bytes.get(10) == Some(&b' ') && bytes.get(11).is_some_and(u8::is_ascii_digit)
        {
            count = 11 + length(&bytes[11..]);
        }
        if count == 0 {
            return Err(self.mistake("a value is missing here"));
        }
        let word = &self.text[self.at..self.at + count];
        let value = scalar(word).map_err(|what| self.mistake(what))?;
        self.at += count;
        Ok(value)
    }

    fn array(&mut self) -> Result<Vec<Item>, Mistake> {
        self.depth += 1;
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_lines()?;
            if self.byte() == Some(b']') {
                break;
            }
            items.push(self.value()?);
            self.skip_lines()?;
            if !self.skip_comma(b']')? {
                break;
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(items)
    }

    /// Whether there is a comma; otherwise that byte is there.
    fn skip_comma(&mut self, closing: u8) -> Result<bool, Mistake> {
        match self.byte() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == closing => Ok(false),
            _ => Err(self.mistake(&format!(
                "a `,` or `{}` should stand here",
                char::from(closing)
            ))),
        }
    }

    fn braces(&mut self) -> Result<Table, Mistake> {
        self.depth += 1;
        let mut table = Table::new(self.at, Origin::Implied);
        self.at += 1;
        loop {
            self.skip_lines()?;
            if self.byte() == Some(b'}') {
                break;
            }
            let path = self.name()?;
            let value = self.behind_name()?;
            table.add(&path, value, self.section)?;
            self.skip_lines()?;
            if !self.skip_comma(b'}')? {
                break;
            }
        }
        self.at += 1;
        self.depth -= 1;
        table.complete();
        Ok(table)
    }

    fn string(&mut self) -> Result<String, Mistake> {
        match self.rest() {
            rest if rest.starts_with("\"\"\"") => self.lines('"'),
            rest if rest.starts_with("'''") => self.lines('\''),
            rest if rest.starts_with('"') => self.in_quotes(),
            _ => self.literal(),
        }
    }

    /// The next character of a text that ends on its line.
    fn on_line(&self, start: usize) -> Result<char, Mistake> {
        match self.rest().chars().next() {
            None | Some('\n') => Err(Mistake::new(
                start,
                "this text has no closing quote on its line",
            )),
            Some('\r') if self.rest().starts_with("\r\n") => Err(Mistake::new(
                start,
                "this text has no closing quote on its line",
            )),
            Some(character) if is_control(character) => Err(self.mistake(CONTROL)),
            Some(character) => Ok(character),
        }
    }

    fn literal(&mut self) -> Result<String, Mistake> {
        let start = self.at;
        self.at += 1;
        loop {
            let character = self.on_line(start)?;
            self.at += character.len_utf8();
            if character == '\'' {
                return Ok(self.text[start + 1..self.at - 1].to_owned());
            }
        }
    }

    fn in_quotes(&mut self) -> Result<String, Mistake> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            match self.on_line(start)? {
                '"' => break,
                '\\' => out.push(self.escape()?),
                other => {
                    out.push(other);
                    self.at += other.len_utf8();
                }
            }
        }
        self.at += 1;
        Ok(out)
    }

    /// A text of several lines between three quotes.
    fn lines(&mut self, quote: char) -> Result<String, Mistake> {
        let start = self.at;
        self.at += 3;
        self.skip_end();
        let mut out = String::new();
        loop {
            if self.skip_end() {
                out.push('\n');
                continue;
            }
            match self.rest().chars().next() {
                None => return Err(Mistake::new(start, "this text has no closing quotes")),
                Some(found) if found == quote => {
                    let count = self
                        .rest()
                        .chars()
                        .take_while(|it| *it == quote)
                        .take(5)
                        .count();
                    self.at += count;
                    let inner = if count < 3 { count } else { count - 3 };
                    out.extend(std::iter::repeat_n(quote, inner));
                    if count >= 3 {
                        return Ok(out);
                    }
                }
                Some('\\') if quote == '"' => {
                    if !self.skip_joint() {
                        out.push(self.escape()?);
                    }
                }
                Some(character) if is_control(character) => return Err(self.mistake(CONTROL)),
                Some(character) => {
                    out.push(character);
                    self.at += character.len_utf8();
                }
            }
        }
    }

    /// A backslash at the end of a line: what is blank behind it does not count.
    fn skip_joint(&mut self) -> bool {
        let start = self.at;
        self.at += 1;
        self.skip_blanks();
        let is_joint = self.skip_end();
        while is_joint && (matches!(self.byte(), Some(b' ' | b'\t')) || self.skip_end()) {
            self.skip_blanks();
        }
        if !is_joint {
            self.at = start;
        }
        is_joint
    }

    fn escape(&mut self) -> Result<char, Mistake> {
        let letter = self.text.as_bytes().get(self.at + 1).copied();
        let plain = match letter {
            Some(b'b') => '\u{8}',
            Some(b't') => '\t',
            Some(b'n') => '\n',
            Some(b'f') => '\u{c}',
            Some(b'r') => '\r',
            Some(b'e') => '\u{1b}',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'x') => return self.code(2),
            Some(b'u') => return self.code(4),
            Some(b'U') => return self.code(8),
            _ => {
                return Err(
                    self.mistake("there is no such escape; in single quotes a backslash is one")
                );
            }
        };
        self.at += 2;
        Ok(plain)
    }

    /// A character by its number of so many digits.
    fn code(&mut self, width: usize) -> Result<char, Mistake> {
        let digits = self.text.get(self.at + 2..self.at + 2 + width);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let character = number.and_then(char::from_u32);
        let character = character.ok_or_else(|| self.mistake("there is no such character"))?;
        self.at += 2 + width;
        Ok(character)
    }
}

type Path = Vec<Part>;

const CONTROL: &str = "a control character does not stand in a text: write its escape";

fn is_control(character: char) -> bool {
    character != '\t' && character.is_ascii_control()
}
