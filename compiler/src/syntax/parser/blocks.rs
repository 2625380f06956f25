//! Blocks and their terminators.
//!
//! `end` closes every block, a word such as `endif` only its own kind. When a word closes an outer block, the inner one lacks its
//! terminator. When the file ends, indentation tells which block lacks it: the first whose `end` stood below the start of another.
//!
//! *Invariant:* a missing terminator is one report, however many blocks are open.

use super::{Failed, Parse, Parser};
use crate::base::Span;
use crate::diag::{Code, Report};
use crate::syntax::ast::{Block, Stmt};
use crate::syntax::token::{Keyword, Punct, TokenKind};

/// What a block belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    Function,
    If,
    For,
    While,
    Repeat,
    Match,
    Type,
    Macro,
    Try,
}

/// A block that waits for its terminator.
#[derive(Debug, Clone, Copy)]
pub struct OpenBlock {
    pub kind: BlockKind,
    /// The word that opened it.
    pub span: Span,
}

impl BlockKind {
    fn name(self) -> &'static str {
        match self {
            BlockKind::Function => "function",
            BlockKind::If => "if",
            BlockKind::For => "for",
            BlockKind::While => "while",
            BlockKind::Repeat => "repeat",
            BlockKind::Match => "match",
            BlockKind::Type => "type",
            BlockKind::Macro => "macro",
            BlockKind::Try => "try",
        }
    }

    /// The word that closes only this kind.
    fn terminator(self) -> Keyword {
        match self {
            BlockKind::Function => Keyword::EndFunction,
            BlockKind::If => Keyword::EndIf,
            BlockKind::For => Keyword::EndFor,
            BlockKind::While => Keyword::EndWhile,
            BlockKind::Repeat => Keyword::Until,
            BlockKind::Match => Keyword::EndMatch,
            BlockKind::Type => Keyword::EndType,
            BlockKind::Macro => Keyword::EndMacro,
            BlockKind::Try => Keyword::EndTry,
        }
    }

    /// Whether a block of this kind may go on or end with the word.
    fn takes(self, keyword: Keyword) -> bool {
        match keyword {
            Keyword::End => self != BlockKind::Repeat,
            Keyword::Else | Keyword::ElseIf => self == BlockKind::If,
            Keyword::Catch => self == BlockKind::Try,
            _ => self.terminator() == keyword,
        }
    }

    /// How to close it.
    fn closed_by(self) -> String {
        match self {
            BlockKind::Repeat => "`until` and a condition".to_string(),
            _ => format!("`{}` or `end`", self.terminator().text()),
        }
    }
}

/// Whether the word ends a block or a part of one.
pub fn closes_block(keyword: Keyword) -> bool {
    use Keyword::*;
    matches!(
        keyword,
        End | EndFunction
            | EndIf
            | EndFor
            | EndWhile
            | EndMatch
            | EndType
            | EndMacro
            | EndTry
            | Else
            | ElseIf
            | Until
            | Catch
    )
}

impl Parser<'_> {
    /// All statements of the file.
    pub(super) fn file_body(&mut self) -> Block {
        let stmts = self.statements(false);
        self.block_of(stmts)
    }

    /// The statements up to a word that closes or continues an open block.
    pub(super) fn block(&mut self) -> Block {
        let stmts = self.statements(false);
        self.block_of(stmts)
    }

    /// The statements of a match arm: up to the next arm or the end of the match.
    pub(super) fn arm_block(&mut self) -> Block {
        let stmts = self.statements(true);
        self.block_of(stmts)
    }

    fn block_of(&self, stmts: Vec<Stmt>) -> Block {
        let span = match (stmts.first(), stmts.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.previous_span().end(),
        };
        Block { span, stmts }
    }

    fn statements(&mut self, in_arm: bool) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        loop {
            self.skip_separators();
            if self.at_block_end() || in_arm && self.at_match_arm() {
                return stmts;
            }
            let start = self.at;
            let read = match self.kind() {
                TokenKind::Keyword(keyword) if closes_block(keyword) => {
                    Err(self.stray_word(keyword))
                }
                _ => self.statement(&mut stmts),
            };
            if read
                .and_then(|()| self.end_of_statement(start, in_arm))
                .is_err()
            {
                self.recover(start);
            }
            if self.at == start {
                self.advance();
            }
        }
    }

    /// Line ends and semicolons.
    pub(super) fn skip_separators(&mut self) {
        while matches!(
            self.kind(),
            TokenKind::Newline | TokenKind::Punct(Punct::Semicolon)
        ) {
            self.advance();
        }
    }

    /// Whether the file ends here or an open block goes on or ends.
    fn at_block_end(&self) -> bool {
        match self.kind() {
            TokenKind::EndOfFile => true,
            TokenKind::Keyword(keyword) if closes_block(keyword) => {
                let ends_something = !matches!(
                    keyword,
                    Keyword::Else | Keyword::ElseIf | Keyword::Catch | Keyword::Until
                );
                let is_taken = self.open_blocks.iter().any(|open| open.kind.takes(keyword));
                is_taken || ends_something && !self.open_blocks.is_empty()
            }
            // An arm of a match that is open further out: the blocks within lack their terminators.
            TokenKind::Punct(Punct::Pipe) => self
                .open_blocks
                .iter()
                .any(|open| open.kind == BlockKind::Match),
            _ => false,
        }
    }

    /// Reports a word that would close or continue a block, where no open block takes it.
    fn stray_word(&mut self, keyword: Keyword) -> Failed {
        let message = match keyword {
            Keyword::Else | Keyword::ElseIf => {
                format!("`{}` without an `if` before it", keyword.text())
            }
            Keyword::Catch => "`catch` without a `try` before it".to_string(),
            Keyword::Until => "`until` without a `repeat` before it".to_string(),
            _ => format!("`{}` closes nothing: no block is open here", keyword.text()),
        };
        let report =
            Report::new(Code::StrayTerminator, self.span(), message).label("no block to belong to");
        let report = report.help("remove it, or look above for a block that was closed too early");
        self.advance();
        self.fail(report)
    }

    /// Runs `read` with the block open. Line ends count within it, even where the block stands in parentheses.
    pub(super) fn with_block<T>(
        &mut self,
        kind: BlockKind,
        span: Span,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let outer_brackets = std::mem::replace(&mut self.open_brackets, 0);
        let outer_mode = std::mem::take(&mut self.mode);
        self.open_blocks.push(OpenBlock { kind, span });
        let result = self.nested(read);
        self.open_blocks.pop();
        self.mode = outer_mode;
        self.open_brackets = outer_brackets;
        self.settle();
        result
    }

    /// Passes the terminator of the innermost open block, or reports that it is missing.
    pub(super) fn close_block(&mut self) {
        let open = *self.open_blocks.last().expect("a block is open");
        let TokenKind::Keyword(keyword) = self.kind() else {
            return self.missing_terminator(open);
        };
        if open.kind.takes(keyword) {
            self.note_indentation(open);
            self.advance();
            return;
        }
        let outer = &self.open_blocks[..self.open_blocks.len() - 1];
        let closes_outer =
            outer.iter().any(|block| block.kind.takes(keyword)) && keyword != Keyword::End;
        if closes_outer {
            return self.missing_terminator(open);
        }
        self.wrong_terminator(open, keyword);
        self.advance();
    }

    fn wrong_terminator(&mut self, open: OpenBlock, keyword: Keyword) {
        let message = format!(
            "`{}` cannot close this `{}`",
            keyword.text(),
            open.kind.name()
        );
        let report = Report::new(Code::WrongTerminator, self.span(), message)
            .label(format!("expected {}", open.kind.closed_by()))
            .also(
                open.span,
                format!("the `{}` was opened here", open.kind.name()),
            );
        self.report(report);
    }

    /// Remembers the first block whose terminator stands below the start of an outer block.
    fn note_indentation(&mut self, open: OpenBlock) {
        let Some(own) = self.indentation(self.span()) else {
            return;
        };
        if self.suspect.is_some() || self.line_indentation(open.span) == own {
            return;
        }
        let outer = &self.open_blocks[..self.open_blocks.len() - 1];
        if outer
            .iter()
            .any(|block| self.line_indentation(block.span) == own)
        {
            self.suspect = Some((open, self.span()));
        }
    }

    /// The blanks before `span`, when it is the first on its line.
    fn indentation(&self, span: Span) -> Option<&str> {
        let text = self.source.text();
        let line_start = text[..span.lo as usize].rfind('\n').map_or(0, |at| at + 1);
        let before = &text[line_start..span.lo as usize];
        before
            .trim_matches([' ', '\t'])
            .is_empty()
            .then_some(before)
    }

    /// The blanks at the start of the line of `span`.
    fn line_indentation(&self, span: Span) -> &str {
        let text = self.source.text();
        let line_start = text[..span.lo as usize].rfind('\n').map_or(0, |at| at + 1);
        let line = &text[line_start..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Reports a block without terminator, once per file.
    fn missing_terminator(&mut self, innermost: OpenBlock) {
        if std::mem::replace(&mut self.reported_missing_terminator, true) {
            return;
        }
        let at_end = self.at_end();
        let (open, taken) = match self.suspect {
            Some((open, taken)) if at_end => (open, Some(taken)),
            _ => (innermost, None),
        };
        let name = open.kind.name();
        let message = format!("this `{name}` is never closed");
        let mut report = Report::new(Code::MissingTerminator, open.span, message)
            .label(format!("this `{name}` needs {}", open.kind.closed_by()));
        match taken {
            Some(taken) => {
                report = report.also(
                    taken,
                    format!("taken for the end of the `{name}`, but indented like an outer block"),
                )
            }
            None if !at_end => {
                report = report.also(
                    self.span(),
                    format!("expected {} before this", open.kind.closed_by()),
                )
            }
            None => {}
        }
        if open.kind == BlockKind::If && self.is_else_if(open.span) {
            report = report.help("`elseif` is one word; `else if` opens a second block");
        }
        self.report(report);
    }

    /// Whether the `if` directly follows an `else` on its line.
    fn is_else_if(&self, span: Span) -> bool {
        let before = self.source.text()[..span.lo as usize].trim_end_matches([' ', '\t']);
        before.ends_with("else")
    }
}
