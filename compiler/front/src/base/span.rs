//! Source files and positions in them.
//!
//! *Invariant:* a span lies within its file, on byte offsets that are character boundaries of the file's text.

use super::id::{Id, IndexVec};
use std::fmt;

crate::define_id!(
    /// A source file of the compilation.
    pub FileId, "file"
);

/// The half-open byte range `lo..hi` of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The offset of the first byte.
    pub lo: u32,
    /// The offset after the last byte.
    pub hi: u32,
}

impl Span {
    /// The bytes `lo..hi` of `file`.
    pub fn new(file: FileId, lo: u32, hi: u32) -> Self {
        debug_assert!(lo <= hi, "span {lo}..{hi} runs backwards");
        Self { file, lo, hi }
    }

    /// The empty span before byte `at`.
    pub fn point(file: FileId, at: u32) -> Self {
        Self::new(file, at, at)
    }

    /// The smallest span that covers both; both lie in one file.
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file, "spans of two files do not join");
        Span {
            file: self.file,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    /// The empty span at the start of this one.
    pub fn start(self) -> Span {
        Span {
            hi: self.lo,
            ..self
        }
    }

    /// The empty span at the end of this one.
    pub fn end(self) -> Span {
        Span {
            lo: self.hi,
            ..self
        }
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        (self.hi - self.lo) as usize
    }

    /// Whether the span covers no byte.
    pub fn is_empty(self) -> bool {
        self.lo == self.hi
    }

    /// The bytes as a range for slicing the file's text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.lo as usize..self.hi as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.index(), self.lo, self.hi)
    }
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// A file's name and text.
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<u32>,
    /// How many characters begin in front of each byte whose number is a multiple of [`MARKED`]: a line may be as long as the file.
    marks: Vec<u32>,
}

/// Characters are counted from the last of so many bytes on.
const MARKED: usize = 256;

/// How many characters begin in a part of a text.
fn begun(bytes: &[u8]) -> u32 {
    let begins = |byte: &&u8| **byte & 0xc0 != 0x80;
    bytes.iter().filter(begins).count() as u32
}

impl SourceFile {
    /// A file from text that is valid UTF-8.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        assert!(
            u32::try_from(text.len()).is_ok(),
            "source files are smaller than 4 GiB"
        );
        let after_newlines = text
            .bytes()
            .enumerate()
            .filter(|&(_, byte)| byte == b'\n')
            .map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        let mut marks = vec![0];
        for part in text.as_bytes().chunks(MARKED) {
            marks.push(marks[marks.len() - 1] + begun(part));
        }
        Self {
            name: name.into(),
            text,
            line_starts,
            marks,
        }
    }

    /// The name as the user gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte offset; offsets after the end count as the end.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_starts.partition_point(|&start| start <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.characters_before(end) - self.characters_before(start);
        Position {
            line: line as u32 + 1,
            column: column + 1,
        }
    }

    /// How many characters begin in front of a byte.
    fn characters_before(&self, at: usize) -> u32 {
        let mark = at / MARKED;
        self.marks[mark] + begun(&self.text.as_bytes()[mark * MARKED..at])
    }

    /// The text of a line (from 1) without its line end; empty for lines that do not exist.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = line
            .checked_sub(1)
            .and_then(|index| self.line_starts.get(index as usize))
        else {
            return "";
        };
        let rest = &self.text[start as usize..];
        rest.split('\n').next().unwrap_or("").trim_end_matches('\r')
    }

    /// The number of lines.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
}

/// All files of a compilation.
#[derive(Debug, Default, Clone)]
pub struct SourceMap {
    files: IndexVec<FileId, SourceFile>,
}

impl SourceMap {
    /// A map without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file whose text is valid UTF-8.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile::new(name, text))
    }

    /// Adds a file as read from disk. Bytes that are not UTF-8 are taken as Latin-1, so that an old comment does not hide the whole
    /// file from the lexer, which rejects them outside comments.
    pub fn add_bytes(&mut self, name: impl Into<String>, bytes: &[u8]) -> FileId {
        self.add(name, decode(bytes))
    }

    /// The file.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// The text under a span.
    pub fn text(&self, span: Span) -> &str {
        &self.files[span.file].text()[span.range()]
    }

    /// The line and column where a span starts.
    pub fn position(&self, span: Span) -> Position {
        self.files[span.file].position(span.lo)
    }

    /// Pairs of id and file.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter_enumerated()
    }
}

/// The text of a file: UTF-8 where it is valid, Latin-1 for every byte where it is not; a byte order mark is dropped.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let file = SourceFile::new("a.q", "x = 1\né = 2\r\n");
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(9), Position { line: 2, column: 3 });
        assert_eq!(file.position(99), Position { line: 3, column: 1 });
        assert_eq!(
            (file.line(2), file.line(3), file.line(4), file.line(0)),
            ("é = 2", "", "", "")
        );
    }

    #[test]
    fn columns_of_a_long_line_count_characters() {
        let text = "é = 1; ".repeat(1_000);
        let file = SourceFile::new("a.q", format!("x = 1\n{text}\ny"));
        for (before, (at, _)) in text.char_indices().enumerate() {
            let column = before as u32 + 1;
            assert_eq!(file.position(6 + at as u32), Position { line: 2, column });
        }
        let end = file.position(u32::MAX);
        assert_eq!(end, Position { line: 3, column: 2 });
    }

    #[test]
    fn latin1_bytes_become_characters() {
        let mut map = SourceMap::new();
        let id = map.add_bytes("a.q", b"% caf\xe9\nx=\"\xc3\xa9\"");
        assert_eq!(map.file(id).text(), "% café\nx=\"é\"");
        let marked = map.add_bytes("b.q", b"\xef\xbb\xbfx=1");
        assert_eq!(map.file(marked).text(), "x=1");
    }

    #[test]
    fn spans_join() {
        let mut map = SourceMap::new();
        let file = map.add("a.q", "hello world");
        let joined = Span::new(file, 6, 11).to(Span::new(file, 0, 5));
        assert_eq!(map.text(joined), "hello world");
        assert!(joined.start().is_empty() && joined.end().lo == 11);
    }
}
