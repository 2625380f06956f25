//! Blocks and their terminators.
//!
//! `end` closes every block, a word such as `endif` only its own kind. When a word closes an outer block, the inner one lacks its
//! terminator. When the file ends, indentation tells which block lacks it: the first whose `end` stood below the start of another.
//!
//! *Invariant:* a missing terminator is one report, however many blocks are open.

use super::{Parse, Parser};
use crate::base::Span;
use crate::diag::{Code, Report, closest};
use crate::syntax::ast::{Block, Stmt};
use crate::syntax::token::{Keyword, Punct, Token, TokenKind};

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
            BlockKind::Function
            | BlockKind::If
            | BlockKind::For
            | BlockKind::While
            | BlockKind::Match
            | BlockKind::Type
            | BlockKind::Macro
            | BlockKind::Try => format!("`{}` or `end`", self.terminator().text()),
        }
    }
}

/// Whether the word opens a block.
pub fn opens_block(keyword: Keyword) -> bool {
    use Keyword::*;
    matches!(
        keyword,
        Function | If | For | While | Repeat | Match | Macro | Try
    )
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
            match self.kind() {
                TokenKind::Keyword(keyword) if closes_block(keyword) => self.stray_word(keyword),
                TokenKind::Punct(Punct::Pipe) if self.lost_openings > 0 => {
                    self.recover(start);
                }
                _ => self.statement_or_recovery(&mut stmts, in_arm),
            }
            if self.at == start {
                self.advance();
            }
        }
    }

    fn statement_or_recovery(&mut self, stmts: &mut Vec<Stmt>, in_arm: bool) {
        let start = self.at;
        let read = self.statement(stmts);
        if read
            .and_then(|()| self.end_of_statement(start, in_arm))
            .is_err()
        {
            let openings = self.recover(start);
            self.lost_openings += openings.max(1);
            self.note_lost_ending(start);
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
                let is_explained = self.lost_openings > 0 && keyword != Keyword::End;
                is_taken || ends_something && !self.open_blocks.is_empty() && !is_explained
            }
            // An arm of a match that is open further out: the blocks within lack their terminators.
            TokenKind::Punct(Punct::Pipe) => self
                .open_blocks
                .iter()
                .any(|open| open.kind == BlockKind::Match),
            _ => false,
        }
    }

    /// Remembers a statement that could not be read and may have held the end of a block.
    fn note_lost_ending(&mut self, start: usize) {
        let looks_like_ending = |token: &Token| {
            let text = self.text_of(token.span);
            matches!(token.kind, TokenKind::Name(_))
                && (text.contains("end") || closest(text, ["end", "until"]).is_some())
        };
        if self.tokens[start..self.at].iter().any(looks_like_ending) {
            self.lost_ending = Some(self.span_since(start));
        }
    }

    /// Passes a word that would close or continue a block, where no open block takes it. It is reported unless an earlier mistake may
    /// have lost the opening of its block.
    fn stray_word(&mut self, keyword: Keyword) {
        let start = self.at;
        let explained = self.lost_openings > 0;
        let continues = matches!(keyword, Keyword::Else | Keyword::ElseIf | Keyword::Catch);
        if explained && !continues {
            self.lost_openings -= 1;
        } else if !explained {
            self.report_stray_word(keyword);
            self.lost_openings += u32::from(continues);
        }
        self.advance();
        if continues || keyword == Keyword::Until {
            self.recover(start);
        }
    }

    fn report_stray_word(&mut self, keyword: Keyword) {
        let message = match keyword {
            Keyword::Else | Keyword::ElseIf => {
                format!("`{}` without an `if` before it", keyword.text())
            }
            Keyword::Catch => "`catch` without a `try` before it".to_string(),
            Keyword::Until => "`until` without a `repeat` before it".to_string(),
            _ => format!("`{}` closes nothing: no block is open here", keyword.text()),
        };
        let report = Report::new(Code::StrayTerminator, self.span(), message)
            .label("no block to belong to")
            .help("remove it, or look above for a block that was closed too early");
        self.report(report);
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
        let result = read(self);
        self.open_blocks.pop();
        self.mode = outer_mode;
        self.open_brackets = outer_brackets;
        self.settle();
        result
    }

    /// Passes the terminator of the innermost open block, or reports that it is missing.
    pub(super) fn close_block(&mut self) {
        let open = *self.open_blocks.last().expect("a block is open");
        let keyword = match self.kind() {
            TokenKind::Keyword(keyword) if closes_block(keyword) => keyword,
            _ => return self.missing_terminator(open),
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

    /// Whether the token at the cursor starts a line that is indented like the line of `span`.
    pub(super) fn is_indented_like(&self, span: Span) -> bool {
        self.indentation(self.span()) == Some(self.line_indentation(span))
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

    /// Whether a mistake behind the start of the block may have hidden its terminator.
    fn may_have_lost_the_end_of(&self, open: OpenBlock) -> bool {
        let in_statement = self.lost_ending.is_some_and(|lost| lost.lo > open.span.lo);
        let first_line = self.source.position(open.span.lo).line;
        let mut damaged = self.lexical_errors.range(first_line..);
        in_statement || damaged.any(|&line| self.source.line(line).contains("end"))
    }

    /// Reports a block without terminator, once per file.
    fn missing_terminator(&mut self, innermost: OpenBlock) {
        if std::mem::replace(&mut self.reported_missing_terminator, true) {
            return;
        }
        let (open, taken) = match self.suspect {
            Some((open, taken)) if self.at_end() => (open, Some(taken)),
            _ => (innermost, None),
        };
        if taken.is_some() || !self.may_have_lost_the_end_of(open) {
            self.report_missing_terminator(open, taken);
        }
    }

    /// Reports the block, and the word that was taken for its end, if any.
    fn report_missing_terminator(&mut self, open: OpenBlock, taken: Option<Span>) {
        let name = open.kind.name();
        let ending = open.kind.closed_by();
        let message = format!("this `{name}` is never closed");
        let mut report = Report::new(Code::MissingTerminator, open.span, message)
            .label(format!("this `{name}` needs {ending}"));
        if let Some(taken) = taken {
            let text =
                format!("taken for the end of the `{name}`, but indented like an outer block");
            report = report.also(taken, text);
        } else if !self.at_end() {
            report = report.also(self.span(), format!("expected {ending} before this"));
        }
        if let Some(span) = self.else_if_within(open) {
            report = report.also(span, "this opens a second `if`");
            report = report.help("`elseif` is one word; `else if` opens a second block");
        }
        self.report(report);
    }

    /// The `else if` that an `if` without terminator holds, or is.
    fn else_if_within(&self, open: OpenBlock) -> Option<Span> {
        let is_within = |span: &&Span| span.hi >= open.span.hi;
        self.else_ifs
            .iter()
            .find(is_within)
            .copied()
            .filter(|_| open.kind == BlockKind::If)
    }
}
