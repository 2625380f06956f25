//! Going on after a statement that could not be read.
//!
//! *Invariant:* recovery moves forward and stops at the end of a statement, so every iteration of a loop over statements makes progress.

use super::blocks::{closes_block, opens_block};
use super::brackets::starts_statement;
use super::{Parse, Parser};
use crate::syntax::token::{Punct, Token, TokenKind};

impl Parser<'_> {
    /// Moves to the end of the statement that starts at token `start` and failed at the current one. Returns the number of words passed
    /// that would have opened a block.
    pub(super) fn recover(&mut self, start: usize) -> u32 {
        self.assigning_paren = None;
        let failed_at = self.before_next_statement(start);
        let mut index = start;
        while !self.ends_statement(index, start, failed_at) {
            index = self.past_bracket(index);
        }
        self.at = index.max(failed_at).min(self.tokens.len() - 1);
        let opens = |token: &&Token| matches!(token.kind, TokenKind::Keyword(keyword) if opens_block(keyword));
        self.tokens[start + 1..self.at.max(start + 1)]
            .iter()
            .filter(opens)
            .count() as u32
    }

    /// The current token, or the line end before it where it starts another statement.
    fn before_next_statement(&self, start: usize) -> usize {
        let newlines = self.tokens[..self.at]
            .iter()
            .rev()
            .take_while(|token| token.kind == TokenKind::Newline)
            .count();
        let line_end = self.at - newlines;
        if newlines > 0 && line_end > start && starts_statement(&self.tokens, self.at) {
            line_end
        } else {
            self.at
        }
    }

    /// The index after the token, or after the bracket that it opens.
    fn past_bracket(&self, index: usize) -> usize {
        let opens =
            matches!(self.tokens[index].kind, TokenKind::Punct(punct) if punct.closing().is_some());
        let last = if opens {
            self.brackets.partner(index).unwrap_or(index)
        } else {
            index
        };
        last + 1
    }

    fn ends_statement(&self, index: usize, start: usize, failed_at: usize) -> bool {
        match self.tokens[index.min(self.tokens.len() - 1)].kind {
            TokenKind::EndOfFile => true,
            TokenKind::Newline | TokenKind::Punct(Punct::Semicolon) => index >= failed_at,
            TokenKind::Keyword(keyword) => {
                index >= failed_at && index > start && closes_block(keyword)
            }
            _ => false,
        }
    }

    /// Reads the header of a block. When it fails, the rest of its line is skipped and the block goes on with a stand-in, so that its
    /// terminator is not left over.
    pub(super) fn header<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Option<T> {
        let start = self.at;
        match read(self) {
            Ok(value) => Some(value),
            Err(super::Failed) => {
                self.lost_openings += self.recover(start);
                // A block in the manner of another language: that nothing closes it is no second mistake.
                self.reported_missing_terminator |= self.is_behind_opening_mark();
                None
            }
        }
    }

    /// Whether the line that was just read ends with a brace or `:`.
    fn is_behind_opening_mark(&self) -> bool {
        let before = self.tokens[..self.at].iter().rev();
        let last = before
            .map(|token| token.kind)
            .find(|kind| *kind != TokenKind::Newline);
        matches!(
            last,
            Some(TokenKind::Punct(
                Punct::LeftBrace | Punct::RightBrace | Punct::Colon
            ))
        )
    }
}
