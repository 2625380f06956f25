//! A text under edits: its lines, and positions in the units of the client.
//!
//! Clients end lines by `\n`, `\r\n` and `\r`, and count columns in units of UTF-16, or of UTF-8 where both sides want that. A text may begin
//! with a byte order mark, which the compiler does not see: offsets here are those of the compiler.
//!
//! *Invariant:* every position gives an offset within the text, on the boundary of a character: what is past the end of a line is its end,
//! what is past the last line is the end of the text.

use lsp_types::{Position, Range};
use qc_front::base::Span;

/// The mark at the start of some texts.
const MARK: char = '\u{feff}';

/// What columns are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which every client knows.
    #[default]
    Utf16,
}

/// A text with the places where its lines start.
#[derive(Clone, Debug)]
pub struct Text {
    whole: String,
    starts: Vec<u32>,
    encoding: Encoding,
}

impl Text {
    /// A text as the client has it.
    pub fn new(whole: impl Into<String>, encoding: Encoding) -> Text {
        let whole = whole.into();
        let starts = line_starts(&whole);
        Text {
            whole,
            starts,
            encoding,
        }
    }

    /// All of it.
    pub fn whole(&self) -> &str {
        &self.whole
    }

    /// What the compiler reads.
    pub fn source(&self) -> &str {
        &self.whole[self.mark()..]
    }

    /// The bytes of the mark at its start.
    fn mark(&self) -> usize {
        match self.whole.starts_with(MARK) {
            true => MARK.len_utf8(),
            false => 0,
        }
    }

    /// Replaces a range by another text; none: all of it.
    pub fn edit(&mut self, range: Option<Range>, by: &str) {
        match range {
            None => self.whole = by.to_owned(),
            Some(range) => {
                let (one, other) = (self.place(range.start), self.place(range.end));
                self.whole.replace_range(one.min(other)..one.max(other), by);
            }
        }
        self.starts = line_starts(&self.whole);
    }

    /// The offset of a position, as the compiler counts.
    pub fn offset(&self, at: Position) -> u32 {
        self.place(at).saturating_sub(self.mark()) as u32
    }

    /// The byte of a position in the whole text.
    fn place(&self, at: Position) -> usize {
        let Some(&start) = self.starts.get(at.line as usize) else {
            return self.whole.len();
        };
        let start = start as usize;
        let end = self.starts.get(at.line as usize + 1);
        let line = &self.whole[start..end.map_or(self.whole.len(), |&end| end as usize)];
        let line = line.trim_end_matches(['\n', '\r']);
        start + self.bytes_of(line, at.character)
    }

    /// How many bytes the first units of a line are, as far as there are such.
    fn bytes_of(&self, line: &str, units: u32) -> usize {
        let mut left = units;
        for (at, c) in line.char_indices() {
            let width = self.units(c);
            if left < width {
                return at;
            }
            left -= width;
        }
        line.len()
    }

    fn units(&self, c: char) -> u32 {
        match self.encoding {
            Encoding::Utf8 => c.len_utf8() as u32,
            Encoding::Utf16 => c.len_utf16() as u32,
        }
    }

    /// The position of an offset of the compiler.
    pub fn position(&self, offset: u32) -> Position {
        let place = (offset as usize + self.mark()).min(self.whole.len());
        let line = self
            .starts
            .partition_point(|&start| start as usize <= place)
            - 1;
        let before = &self.whole[self.starts[line] as usize..place];
        let before = before.trim_end_matches(['\n', '\r']);
        Position {
            line: line as u32,
            character: before.chars().map(|c| self.units(c)).sum(),
        }
    }

    /// The range of a place.
    pub fn range(&self, span: Span) -> Range {
        self.range_between(span.lo, span.hi)
    }

    /// The range between two offsets.
    pub fn range_between(&self, from: u32, to: u32) -> Range {
        Range {
            start: self.position(from),
            end: self.position(to),
        }
    }

    /// The width of a text of one line in the units of the client.
    pub fn width(&self, text: &str) -> u32 {
        text.chars().map(|c| self.units(c)).sum()
    }

    /// The number of the last line, from 0.
    pub fn last_line(&self) -> u32 {
        self.starts.len() as u32 - 1
    }
}

/// The bytes at which lines start.
fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let ends = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let after_ends = (0..bytes.len()).filter(|&at| ends(at));
    std::iter::once(0)
        .chain(after_ends.map(|at| at as u32 + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_are_units_of_the_client() {
        let whole = "x = \"a😀é\"; y\nz";
        let utf16 = Text::new(whole, Encoding::Utf16);
        assert_eq!(utf16.offset(at(0, 8)), 10);
        assert_eq!(utf16.position(10), at(0, 8));
        let utf8 = Text::new(whole, Encoding::Utf8);
        assert_eq!(utf8.offset(at(0, 10)), 10);
        assert_eq!(utf8.position(12), at(0, 12));
        // Within a character: in front of it.
        assert_eq!((utf16.offset(at(0, 7)), utf8.offset(at(0, 8))), (6, 6));
    }

    #[test]
    fn positions_outside_are_at_the_end() {
        let text = Text::new("ab\r\ncd\re\n", Encoding::Utf16);
        assert_eq!(text.offset(at(0, 9)), 2);
        assert_eq!(text.offset(at(1, 9)), 6);
        assert_eq!(text.offset(at(2, 0)), 7);
        assert_eq!((text.offset(at(3, 0)), text.offset(at(9, 9))), (9, 9));
        assert_eq!(text.position(3), at(0, 2));
        assert_eq!(text.position(99), at(3, 0));
    }

    #[test]
    fn a_mark_at_the_start_is_not_of_the_program() {
        let mut text = Text::new("\u{feff}ab", Encoding::Utf16);
        assert_eq!((text.source(), text.offset(at(0, 2))), ("ab", 1));
        assert_eq!((text.position(1), text.offset(at(0, 0))), (at(0, 2), 0));
        text.edit(Some(text.range_between(0, 1)), "xy");
        assert_eq!(text.whole(), "\u{feff}xyb");
    }

    #[test]
    fn edits_replace_ranges_in_either_order() {
        let mut text = Text::new("one\ntwo\n", Encoding::Utf16);
        let (from, to) = (at(0, 1), at(1, 2));
        text.edit(Some(Range::new(to, from)), "é\n");
        assert_eq!(text.whole(), "oé\no\n");
        text.edit(Some(Range::new(at(7, 7), at(9, 9))), "end");
        assert_eq!((text.whole(), text.last_line()), ("oé\no\nend", 2));
        text.edit(None, "");
        assert_eq!((text.whole(), text.last_line()), ("", 0));
    }
}
