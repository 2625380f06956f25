//! Texts in JSON (RFC 8259): read into nodes that lie one behind the other, from which `stdlib/json.q` takes values.
//!
//! A node is five ints: what it is, where its text begins and ends in bytes, the number of the node behind all that it contains, and how many
//! elements or entries it has; of a number, whether it is whole. The nodes of an object are a name and a value in turn.
//!
//! *Invariant:* the nodes that a text was read into are only ever used with that text.

use quasar_abi::ElemKind;

use crate::array::object::{Array, Text};
use crate::process::error::Raised;
use crate::process::refusal::push_to;

/// Ints of a node.
const WIDTH: usize = 5;

/// Arrays and objects within each other at most.
const DEEPEST: usize = 500;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
}

const KINDS: [Kind; 7] = [
    Kind::Null,
    Kind::False,
    Kind::True,
    Kind::Number,
    Kind::String,
    Kind::Array,
    Kind::Object,
];

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) next: usize,
    pub(super) count: usize,
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<i32>,
    depth: usize,
}

/// An error at a byte of the text.
fn mistake(text: &str, at: usize, what: &str) -> Raised {
    Raised::invalid("jsondecode", format!("{}: {what}", place(text, at)))
}

/// The line and column of a byte.
fn place(text: &str, at: usize) -> String {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[start..].chars().count() + 1;
    format!("line {line}, column {column}")
}

impl Parser<'_> {
    fn mistake(&self, what: &str) -> Raised {
        mistake(self.text, self.at, what)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Adds a node that begins here; gives its number.
    fn open(&mut self, kind: Kind) -> usize {
        let number = self.nodes.len() / WIDTH;
        for value in [kind as i32, self.at as i32, 0, 0, 0] {
            push_to(&mut self.nodes, value);
        }
        number
    }

    /// Ends a node here.
    fn close(&mut self, node: usize, count: usize) {
        let next = self.nodes.len() / WIDTH;
        let ends = [self.at, next, count].map(|value| value as i32);
        self.nodes[node * WIDTH + 2..(node + 1) * WIDTH].copy_from_slice(&ends);
    }

    fn value(&mut self) -> Result<(), Raised> {
        self.skip_blanks();
        match self.byte() {
            Some(b'{') => self.several(Kind::Object, b'}'),
            Some(b'[') => self.several(Kind::Array, b']'),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<(), Raised> {
        let words = [
            ("null", Kind::Null),
            ("false", Kind::False),
            ("true", Kind::True),
        ];
        let rest = &self.text[self.at..];
        let Some((word, kind)) = words.iter().find(|(word, _)| rest.starts_with(word)) else {
            return Err(self.mistake(match self.byte() {
                None => "the text ends where a value should stand",
                Some(b'\'') => "texts stand in double quotes",
                Some(b'}' | b']') => "a value is missing in front of this bracket",
                Some(_) => "a value should stand here",
            }));
        };
        let node = self.open(*kind);
        self.at += word.len();
        self.close(node, 0);
        Ok(())
    }

    fn several(&mut self, kind: Kind, closing: u8) -> Result<(), Raised> {
        if self.depth == DEEPEST {
            return Err(self.mistake("too many arrays and objects within each other"));
        }
        self.depth += 1;
        let node = self.open(kind);
        self.at += 1;
        let mut count = 0;
        self.skip_blanks();
        if self.byte() != Some(closing) {
            loop {
                if kind == Kind::Object {
                    self.name()?;
                }
                self.value()?;
                count += 1;
                self.skip_blanks();
                match self.byte() {
                    Some(b',') => self.at += 1,
                    Some(byte) if byte == closing => break,
                    _ => return Err(self.unclosed(closing)),
                }
            }
        }
        self.at += 1;
        self.close(node, count);
        self.depth -= 1;
        Ok(())
    }

    fn unclosed(&self, closing: u8) -> Raised {
        self.mistake(&format!(
            "a `,` or `{}` should stand here",
            char::from(closing)
        ))
    }

    /// The name of an entry, with its colon.
    fn name(&mut self) -> Result<(), Raised> {
        self.skip_blanks();
        if self.byte() != Some(b'"') {
            return Err(self.mistake("a name in double quotes should stand here"));
        }
        self.string()?;
        self.skip_blanks();
        if self.byte() != Some(b':') {
            return Err(self.mistake("a `:` should stand here"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<(), Raised> {
        let node = self.open(Kind::String);
        let start = self.at;
        self.at += 1;
        loop {
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(0..=31) => {
                    return Err(self.mistake("a text ends on its line: `\\n` is a line end in it"));
                }
                Some(_) => self.at += 1,
                None => return Err(mistake(self.text, start, "this text has no closing quote")),
            }
        }
        self.at += 1;
        self.close(node, 0);
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Raised> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let length = match rest.first() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') if rest.len() > 4 && rest[1..5].iter().all(u8::is_ascii_hexdigit) => 6,
            _ => return Err(self.mistake("there is no such escape")),
        };
        self.at += length;
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Raised> {
        if !matches!(self.byte(), Some(b'0'..=b'9')) {
            return Err(self.mistake("a digit should stand here"));
        }
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Raised> {
        let node = self.open(Kind::Number);
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        let first = self.at;
        self.digits()?;
        if self.text.as_bytes()[first] == b'0' && self.at > first + 1 {
            return Err(mistake(
                self.text,
                first,
                "a number has no 0 in front of it",
            ));
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let start = self.nodes[node * WIDTH + 1] as usize;
        let is_whole = whole(&self.text[start..self.at]).is_some();
        self.close(node, usize::from(is_whole));
        Ok(())
    }
}

/// The whole number that a number is. Fractions without digits that count are whole up to where all whole numbers are floats.
fn whole(written: &str) -> Option<i64> {
    let exact = written.parse().ok();
    exact.or_else(|| {
        let value: f64 = written.parse().ok()?;
        (value.fract() == 0.0 && value.abs() < 9.0e15).then_some(value as i64)
    })
}

/// The nodes of a text.
pub(super) fn parsed(text: &str) -> Result<Vec<i32>, Raised> {
    if i32::try_from(text.len()).is_err() {
        return Err(Raised::invalid(
            "jsondecode",
            "the text is longer than 2 GiB",
        ));
    }
    let mut parser = Parser {
        text,
        at: 0,
        nodes: Vec::new(),
        depth: 0,
    };
    parser.value()?;
    parser.skip_blanks();
    match parser.byte() {
        None => Ok(parser.nodes),
        Some(_) => Err(parser.mistake("something stands behind the value")),
    }
}

/// A node of a text; none where the ints are not those of its nodes.
fn node(text: &str, nodes: &Array, number: i64) -> Option<Node> {
    if nodes.kind() != ElemKind::I32 {
        return None;
    }
    node_in(text, nodes.elements::<i32>(), usize::try_from(number).ok()?)
}

/// The same among the ints of all nodes.
pub(super) fn node_in(text: &str, ints: &[i32], number: usize) -> Option<Node> {
    let first = number.checked_mul(WIDTH)?;
    let ints = ints.get(first..first + WIDTH)?;
    let part = |index: usize| usize::try_from(ints[index]).ok();
    let found = Node {
        kind: *KINDS.get(part(0)?)?,
        start: part(1)?,
        end: part(2)?,
        next: part(3)?,
        count: part(4)?,
    };
    let quotes = if found.kind == Kind::String { 2 } else { 1 };
    let written = text.get(found.start..found.end)?;
    (written.len() >= quotes).then_some(found)
}

/// The error of a node that is none.
fn no_node() -> Raised {
    Raised::invalid("jsondecode", "there is no such node")
}

/// A text without its quotes and escapes. Halves of pairs that stand alone become U+FFFD.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        if !before.is_empty() {
            out.push_str(&String::from_utf16_lossy(&std::mem::take(&mut units)));
            out.push_str(before);
        }
        let letter = escape.as_bytes().get(1).copied().unwrap_or(b'\\');
        let unit = match letter {
            b'u' => {
                let digits = escape.get(2..6).unwrap_or("fffd");
                u16::from_str_radix(digits, 16).unwrap_or(0xfffd)
            }
            b'b' => 8,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            other => u16::from(other),
        };
        units.push(unit);
        let length = if letter == b'u' { 6 } else { 2 };
        rest = escape.get(length..).unwrap_or("");
    }
    out.push_str(&String::from_utf16_lossy(&units));
    out.push_str(rest);
    out
}

pub(super) fn string_of(text: &str, node: Node) -> String {
    unescaped(text.get(node.start + 1..node.end - 1).unwrap_or(""))
}

fn number_of(text: &str, node: Node) -> f64 {
    match node.kind {
        Kind::True => 1.0,
        Kind::False => 0.0,
        Kind::Number => text[node.start..node.end].parse().unwrap_or(f64::NAN),
        Kind::Null | Kind::String | Kind::Array | Kind::Object => f64::NAN,
    }
}

pub(crate) fn json_parse(text: &Text) -> Result<Array, Raised> {
    Array::row(&parsed(text.as_str())?)
}

pub(crate) fn json_number(text: &Text, nodes: &Array, number: i64) -> f64 {
    let text = text.as_str();
    node(text, nodes, number).map_or(f64::NAN, |node| number_of(text, node))
}

/// The whole number of a node.
pub(crate) fn json_integer(text: &Text, nodes: &Array, number: i64) -> Result<i64, Raised> {
    let text = text.as_str();
    let node = node(text, nodes, number).ok_or_else(no_node)?;
    match node.kind {
        Kind::True | Kind::False => Ok(i64::from(node.kind == Kind::True)),
        _ => whole(&text[node.start..node.end]).ok_or_else(no_node),
    }
}

pub(crate) fn json_string(text: &Text, nodes: &Array, number: i64) -> Result<Text, Raised> {
    let text = text.as_str();
    let node = node(text, nodes, number).ok_or_else(no_node)?;
    match node.kind {
        Kind::String => Text::allocated(&string_of(text, node)),
        _ => Err(no_node()),
    }
}

/// Of entries with one name the last counts, as in most readers.
pub(crate) fn json_member(text: &Text, nodes: &Array, object: i64, name: &Text) -> i64 {
    let text = text.as_str();
    let mut found = -1;
    let Some(node_of_object) = node(text, nodes, object) else {
        return found;
    };
    let mut at = object + 1;
    for _ in 0..node_of_object.count {
        let (Some(entry), Some(value)) = (node(text, nodes, at), node(text, nodes, at + 1)) else {
            return found;
        };
        if entry.kind == Kind::String && string_of(text, entry) == name.as_str() {
            found = at + 1;
        }
        at = value.next as i64;
    }
    found
}

/// Line and column of a node.
pub(crate) fn json_place(text: &Text, nodes: &Array, number: i64) -> Result<Text, Raised> {
    let text = text.as_str();
    let node = node(text, nodes, number).ok_or_else(no_node)?;
    Text::allocated(&place(text, node.start))
}

pub(crate) fn json_quote(text: &Text) -> Result<Text, Raised> {
    Text::allocated(&quoted(text.as_str()))
}

/// A text with quotes and escapes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if u32::from(control) < 32 => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        match parsed(text) {
            Ok(_) => "fine".to_string(),
            Err(raised) => format!("{raised:?}"),
        }
    }

    #[test]
    fn texts_of_the_grammar_are_read_and_no_others() {
        for good in [
            "0",
            " -1.5e+3 ",
            "[]",
            "{}",
            "[1, [2], {\"a\": null}]",
            "\"\\u00e9\\n\"",
            "true",
        ] {
            assert_eq!(message(good), "fine", "{good}");
        }
        for bad in [
            "",
            "01",
            "1.",
            ".5",
            "+1",
            "[1,]",
            "[1 2]",
            "{\"a\"}",
            "{a: 1}",
            "{\"a\": 1,}",
            "'a'",
            "\"a",
            "\"\\x\"",
            "\"\\u12\"",
            "nul",
            "1 2",
            "[",
            "{\"a\": }",
            "\"a\nb\"",
            "-",
        ] {
            assert_ne!(message(bad), "fine", "{bad}");
        }
        assert_eq!(message(&"[".repeat(499).add_closed()), "fine");
        assert!(message(&"[".repeat(100_000)).contains("within each other"));
    }

    trait Closed {
        fn add_closed(&self) -> String;
    }

    impl Closed for String {
        fn add_closed(&self) -> String {
            format!("{self}{}", "]".repeat(self.len()))
        }
    }

    #[test]
    fn mistakes_have_line_and_column() {
        assert!(message("{\n  \"ä\": 1,\n  \"b\" 2}").contains("line 3, column 7"));
        assert!(message("[1, 2").contains("line 1, column 6"));
    }

    #[test]
    fn strings_are_unescaped() {
        assert_eq!(unescaped("a\\n\\u0041\\ud83d\\ude00b\\/\\\\"), "a\nA😀b/\\");
        assert_eq!(unescaped("\\ud83dx"), "\u{fffd}x");
        assert_eq!(unescaped(""), "");
    }

    #[test]
    fn members_are_found_behind_large_ones() {
        let text = Text::new("{\"a\": [1, [2, 3]], \"b\": {\"a\": 4}, \"c\": 5, \"a\": 6}");
        let nodes = json_parse(&text).expect("a text");
        let number = |name: &str| {
            json_number(
                &text,
                &nodes,
                json_member(&text, &nodes, 0, &Text::new(name)),
            )
        };
        assert_eq!((number("c"), number("a")), (5.0, 6.0));
        assert_eq!(json_member(&text, &nodes, 0, &Text::new("d")), -1);
    }

    #[test]
    fn whole_numbers_are_exact_and_fractions_none() {
        let whole = |text: &str| {
            let text = Text::new(text);
            json_integer(&text, &json_parse(&text).expect("a text"), 0)
        };
        assert_eq!(whole("9007199254740993"), Ok(9_007_199_254_740_993));
        assert_eq!((whole("1e3"), whole("true")), (Ok(1000), Ok(1)));
        assert!(whole("1.5").is_err() && whole("1e300").is_err());
    }

    #[test]
    fn ints_that_are_no_nodes_are_refused() {
        let text = Text::new("[\"é\", 1]");
        for ints in [
            vec![],
            vec![4, 1, 3, 9, 9],
            vec![9, 0, 1, 1, 0],
            vec![4, 2, 99, 1, 0],
            vec![-1; 5],
            vec![6, 0, 9, 0, 9],
        ] {
            let nodes = Array::row(&ints).expect("memory");
            for number in [-1, 0, 1, i64::MAX] {
                json_member(&text, &nodes, number, &text);
                assert!(json_number(&text, &nodes, number).is_nan());
                assert!(json_string(&text, &nodes, number).is_err());
            }
        }
        assert!(json_place(&text, &Array::row(&[0.5_f32]).expect("memory"), 0).is_err());
        assert_eq!(unescaped("a\\"), "a\\");
    }

    #[test]
    fn quoted_texts_read_back_equal() {
        for plain in ["", "a\"b\\c\n\t\u{1}é😀/"] {
            let quoted = json_quote(&Text::new(plain)).expect("memory");
            assert_eq!(
                unescaped(&quoted.as_str()[1..quoted.as_str().len() - 1]),
                plain
            );
            assert_eq!(message(quoted.as_str()), "fine");
        }
    }
}
