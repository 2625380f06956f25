//! The lines of a source with all that stands on them: tokens, comments, the `_` of continuations.
//!
//! The lexer drops comments and continuations. What lies between two tokens is nothing else, so that they are found again here.
//!
//! *Invariant:* what is no blank and no line end belongs to exactly one line, as a token, a comment or a continuation.

use crate::syntax::token::{Punct, Token, TokenKind};
use std::ops::Range;

/// The columns of a level, and the distance of the stops of tabs.
pub const LEVEL: usize = 4;

/// Characters that the lexer takes for blanks.
const BLANKS: [char; 4] = [' ', '\t', '\u{c}', '\u{a0}'];

/// How comments begin that tests read, and to which blanks at their ends may matter: what a program prints, and what is said of it.
const DIRECTIVES: [&str; 3] = ["% =>", "%!", "%~"];

/// One line of the text.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Line {
    /// Its tokens, by their numbers.
    pub tokens: Range<usize>,
    /// Whether `_` continues it.
    pub is_continued: bool,
    /// The bytes of its comment.
    pub comment: Option<Range<usize>>,
    /// The column of the first thing on it.
    pub column: usize,
    /// The column of the comment.
    pub comment_column: usize,
    /// The column behind what stands in front of the comment.
    pub code_end: usize,
    /// The bytes in front of a comment that stands behind other blanks than ordinary ones: they are part of its meaning, since it is no
    /// comment alone on its line, and no `#pragma`.
    pub margin: Option<Range<usize>>,
}

impl Line {
    /// Whether a program is on it.
    pub fn has_code(&self) -> bool {
        self.is_continued || !self.tokens.is_empty()
    }

    /// Whether nothing is on it.
    pub fn is_blank(&self) -> bool {
        !self.has_code() && self.comment.is_none()
    }
}

/// A text taken apart. Its line ends are `\n`.
#[derive(Debug)]
pub struct Source<'a> {
    /// The text.
    pub text: &'a str,
    /// The tokens that are no line ends.
    pub tokens: Vec<Token>,
    /// The column of each token.
    pub columns: Vec<usize>,
    /// The lines.
    pub lines: Vec<Line>,
}

impl<'a> Source<'a> {
    /// Takes a text apart, by the tokens that the lexer gives for it.
    pub fn new(text: &'a str, tokens: &[Token]) -> Source<'a> {
        let source = Source {
            text,
            tokens: Vec::with_capacity(tokens.len()),
            columns: Vec::with_capacity(tokens.len()),
            lines: Vec::new(),
        };
        let mut builder = Builder {
            source,
            line: Line::default(),
            at: 0,
            column: 0,
            is_empty: true,
        };
        for token in tokens {
            builder.gap(token.span.lo as usize);
            match token.kind {
                TokenKind::Newline | TokenKind::EndOfFile => builder.end_line(),
                _ => builder.token(*token),
            }
            builder.at = token.span.hi as usize;
        }
        builder.source
    }

    /// What a token is.
    pub fn kind(&self, index: usize) -> TokenKind {
        self.tokens[index].kind
    }

    /// Whether a token is this mark; none is behind the last one.
    pub fn is(&self, index: usize, punct: Punct) -> bool {
        let token = self.tokens.get(index);
        token.is_some_and(|token| token.kind == TokenKind::Punct(punct))
    }

    /// Whether a token is a name.
    pub fn is_name(&self, index: usize) -> bool {
        let token = self.tokens.get(index);
        token.is_some_and(|token| matches!(token.kind, TokenKind::Name(_)))
    }

    /// Whether a token is a name that is spelled like this.
    pub fn is_word(&self, index: usize, word: &str) -> bool {
        self.is_name(index) && self.text_of(index) == word
    }

    /// A token as written.
    pub fn text_of(&self, index: usize) -> &'a str {
        &self.text[self.tokens[index].span.range()]
    }

    /// The columns that a token takes.
    pub fn width(&self, index: usize) -> usize {
        self.text_of(index).chars().count()
    }

    /// The texts of all comments, in their order.
    pub fn comments(&self) -> impl Iterator<Item = &'a str> {
        let text = self.text;
        let comments = self.lines.iter().filter_map(|line| line.comment.clone());
        comments.map(move |comment| &text[comment])
    }
}

/// A source of which a part is read.
struct Builder<'a> {
    source: Source<'a>,
    /// The line that is read.
    line: Line,
    /// The first byte that was not read.
    at: usize,
    /// Its column.
    column: usize,
    /// Whether nothing but blanks was on the line.
    is_empty: bool,
}

impl Builder<'_> {
    /// Reads what lies in front of a token.
    fn gap(&mut self, end: usize) {
        while self.at < end {
            let rest = &self.source.text[self.at..end];
            let margin = rest.len() - rest.trim_start_matches(BLANKS).len();
            let begun = self.at;
            self.pass(begun + margin);
            let rest = &self.source.text[self.at..end];
            match rest.chars().next() {
                Some('%' | '#') => self.comment(begun, end),
                Some('_') => self.continuation(),
                Some('\n') => {
                    self.end_line();
                    self.at += 1;
                }
                Some(other) => self.pass(self.at + other.len_utf8()),
                None => {}
            }
        }
    }

    /// Counts the columns up to a byte.
    fn pass(&mut self, end: usize) {
        for character in self.source.text[self.at..end].chars() {
            self.column = match character {
                '\t' => (self.column / LEVEL + 1) * LEVEL,
                _ => self.column + 1,
            };
        }
        self.at = end;
    }

    /// The comment that begins here and ends with its line.
    fn comment(&mut self, margin: usize, end: usize) {
        let rest = &self.source.text[self.at..end];
        let length = rest.find('\n').unwrap_or(rest.len());
        let text = match DIRECTIVES.iter().any(|begin| rest.starts_with(begin)) {
            true => &rest[..length],
            false => rest[..length].trim_end_matches(BLANKS),
        };
        let before = &self.source.text[margin..self.at];
        let is_strange = before.contains(['\u{c}', '\u{a0}']);
        self.line.margin = (self.is_empty && is_strange).then_some(margin..self.at);
        self.line.comment = Some(self.at..self.at + text.len());
        self.line.comment_column = self.column;
        self.note_column();
        self.pass(self.at + length);
    }

    fn continuation(&mut self) {
        self.note_column();
        self.line.is_continued = true;
        self.pass(self.at + 1);
        self.line.code_end = self.column;
    }

    fn token(&mut self, token: Token) {
        self.note_column();
        self.source.tokens.push(token);
        self.source.columns.push(self.column);
        self.pass(token.span.hi as usize);
        self.line.code_end = self.column;
    }

    fn note_column(&mut self) {
        if self.is_empty {
            self.line.column = self.column;
        }
        self.is_empty = false;
    }

    fn end_line(&mut self) {
        let first = self.source.lines.last().map_or(0, |line| line.tokens.end);
        self.line.tokens = first..self.source.tokens.len();
        self.source.lines.push(std::mem::take(&mut self.line));
        self.column = 0;
        self.is_empty = true;
    }
}
