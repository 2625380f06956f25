//! Statements with blocks: if, loops, match, try.
//!
//! *Invariant:* a header that cannot be read leaves the block open, so that its terminator is not left over.

use super::blocks::{BlockKind, closes_block};
use super::{Failed, Mode, Parse, Parser};
use crate::diag::{Code, Report};
use crate::syntax::ast::*;
use crate::syntax::token::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    fn condition(&mut self) -> Expr {
        let start = self.at;
        let read = self.header(|parser| {
            let condition = parser.expr()?;
            match parser.kind() {
                TokenKind::Punct(Punct::Equal) => Err(parser.assignment_as_condition()),
                _ => parser.check_brace().map(|()| condition),
            }
        });
        match read {
            Some(condition) => condition,
            None => {
                let span = self.span_since(start);
                self.error_expr(span)
            }
        }
    }

    fn assignment_as_condition(&mut self) -> Failed {
        let report = Report::new(
            Code::AssignmentAsCondition,
            self.span(),
            "a condition cannot be an assignment",
        )
        .label("`=` assigns")
        .help("`==` compares two values");
        self.fail(report)
    }

    pub(super) fn if_statement(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        self.with_block(BlockKind::If, span, |parser| {
            let mut branches = Vec::new();
            let mut otherwise = None;
            parser.advance();
            branches.push(parser.branch());
            loop {
                if parser.is_keyword(Keyword::ElseIf) && otherwise.is_none() {
                    parser.refuse_more_branches(branches.len())?;
                    parser.advance();
                    branches.push(parser.branch());
                } else if parser.is_keyword(Keyword::Else) && otherwise.is_none() {
                    let else_span = parser.span();
                    parser.advance();
                    if parser.is_keyword(Keyword::If) {
                        parser.else_ifs.push(else_span.to(parser.span()));
                    }
                    parser.refuse_colon();
                    otherwise = Some(parser.block());
                } else if parser.is_keyword(Keyword::Else) || parser.is_keyword(Keyword::ElseIf) {
                    parser.branch_after_else();
                } else {
                    break;
                }
            }
            parser.close_block();
            Ok(StmtKind::If(If {
                branches,
                otherwise,
            }))
        })
    }

    /// Gives up on the file where one choice has too many branches: later passes see each of them in the other branch of the one before.
    fn refuse_more_branches(&mut self, count: usize) -> Parse<()> {
        let most = self.bounds.branches;
        if count < most {
            return Ok(());
        }
        let label = format!("more than {most} branches of one choice");
        let help = "find the value in an array by its index, or divide the choice into functions";
        Err(self.too_deep(self.span(), label, help))
    }

    fn branch(&mut self) -> Branch {
        let condition = self.condition();
        let body = self.block();
        Branch { condition, body }
    }

    fn branch_after_else(&mut self) {
        let message = format!("{} after the `else` of the same `if`", self.describe());
        let report = Report::new(Code::StrayTerminator, self.span(), message)
            .label("`else` is the last part of an `if`");
        self.report(report);
        let start = self.at;
        self.advance();
        self.recover(start);
        self.block();
    }

    pub(super) fn for_statement(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        self.with_block(BlockKind::For, span, |parser| {
            parser.advance();
            let start = parser.at;
            let header = parser.header(|parser| {
                let form = "a loop is written `for i = 0..n-1` … `end`";
                if parser.is(Punct::LeftParen) {
                    return Err(parser.unexpected_so("a loop variable", form));
                }
                let variable = parser.name("a loop variable")?;
                if parser.is(Punct::Comma) {
                    let form =
                        "a loop has one variable: `for i = 0..numel(a)-1`, with `v = a[i]` in it";
                    return Err(parser.unexpected_so("`=` and a range", form));
                }
                if !parser.eat(Punct::Equal) {
                    let form = "a loop is written `for i = 0..n-1`, over elements `for v = x`, over a dictionary `for key = keys(d)`";
                    return Err(parser.unexpected_so("`=` and a range", form));
                }
                let range = parser.expr()?;
                parser.check_brace().map(|()| (variable, range))
            });
            let (variable, range) = match header {
                Some(header) => header,
                None => parser.missing_loop_header(start),
            };
            let body = parser.block();
            parser.close_block();
            Ok(StmtKind::For(For {
                variable,
                range,
                body,
            }))
        })
    }

    fn missing_loop_header(&mut self, start: usize) -> (Ident, Expr) {
        let span = self.span_since(start);
        let name = self.intern("_");
        (Ident { name, span }, self.error_expr(span))
    }

    pub(super) fn while_statement(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        self.with_block(BlockKind::While, span, |parser| {
            parser.advance();
            let Branch { condition, body } = parser.branch();
            parser.close_block();
            Ok(StmtKind::While(While { condition, body }))
        })
    }

    pub(super) fn repeat_statement(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        self.with_block(BlockKind::Repeat, span, |parser| {
            parser.advance();
            let body = parser.block();
            let has_until = parser.is_keyword(Keyword::Until);
            parser.close_block();
            let condition = if has_until {
                parser.condition()
            } else {
                parser.error_expr(span)
            };
            Ok(StmtKind::Repeat(Repeat { body, condition }))
        })
    }

    pub(super) fn try_statement(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        self.with_block(BlockKind::Try, span, |parser| {
            parser.advance();
            parser.refuse_colon();
            let body = parser.block();
            let mut catches = Vec::new();
            while parser.is_keyword(Keyword::Catch) {
                catches.push(parser.catch());
            }
            parser.close_block();
            Ok(StmtKind::Try(Try { body, catches }))
        })
    }

    /// `catch name : type`, and what it does.
    fn catch(&mut self) -> Catch {
        let span = self.span();
        self.advance();
        let header = self.header(|parser| match parser.kind() {
            TokenKind::Name(_) => {
                let name = parser.name("a variable")?;
                Ok((Some(name), parser.optional_type()?))
            }
            _ => Ok((None, None)),
        });
        let (name, ty) = header.unwrap_or((None, None));
        let body = self.block();
        Catch {
            span,
            name,
            ty,
            body,
        }
    }

    pub(super) fn match_statement(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        self.with_block(BlockKind::Match, span, |parser| {
            parser.advance();
            let subjects = parser.header(Self::match_header).unwrap_or_default();
            let mut arms = Vec::new();
            parser.skip_separators();
            while parser.at_match_arm() {
                parser.refuse_more_branches(arms.len())?;
                arms.extend(parser.match_arm());
                parser.skip_separators();
            }
            parser.statements_outside_arms();
            parser.close_block();
            Ok(StmtKind::Match(Match { subjects, arms }))
        })
    }

    /// `subject with`; several subjects stand between commas, parentheses around them are optional.
    fn match_header(&mut self) -> Parse<Vec<Expr>> {
        let in_parentheses = self.is(Punct::LeftParen) && self.is_list_before_with();
        let subjects = if in_parentheses {
            self.bracketed(Mode::default(), |parser| {
                parser.comma_list(Punct::RightParen, Self::expr)
            })?
        } else {
            let mut subjects = vec![self.expr()?];
            while self.eat(Punct::Comma) {
                subjects.push(self.expr()?);
            }
            subjects
        };
        if !self.is_word("with") {
            return Err(self.unexpected("`with`"));
        }
        self.advance();
        Ok(subjects)
    }

    /// Whether the parentheses here hold all of what stands before `with`.
    fn is_list_before_with(&self) -> bool {
        let after = self
            .brackets
            .partner(self.at)
            .map(|closing| self.tokens[closing + 1].span);
        after.is_some_and(|span| self.text_of(span) == "with")
    }

    /// Whether an arm of a match starts here: a bar, or a pattern and an arrow where the bar was left out.
    pub(super) fn at_match_arm(&self) -> bool {
        if self.is(Punct::Pipe) {
            return true;
        }
        let in_match = self
            .open_blocks
            .last()
            .is_some_and(|open| open.kind == BlockKind::Match);
        in_match && self.arrow_follows_pattern()
    }

    /// Whether nothing but literals, names, points, commas and signs stands between here and an arrow.
    fn arrow_follows_pattern(&self) -> bool {
        let mut length = 0;
        loop {
            match self.kind_after(length) {
                TokenKind::Name(_)
                | TokenKind::Int(_)
                | TokenKind::Scalar(_)
                | TokenKind::String
                | TokenKind::Keyword(Keyword::True | Keyword::False) => {}
                TokenKind::Punct(Punct::Underscore | Punct::Dot | Punct::Comma | Punct::Minus) => {}
                TokenKind::Punct(Punct::Arrow) => return length > 0,
                TokenKind::Punct(_)
                | TokenKind::Keyword(_)
                | TokenKind::Meta(_)
                | TokenKind::Imaginary(_)
                | TokenKind::Pragma
                | TokenKind::Newline
                | TokenKind::Error
                | TokenKind::EndOfFile => return false,
            }
            length += 1;
        }
    }

    fn match_arm(&mut self) -> Option<MatchArm> {
        self.eat(Punct::Pipe);
        let start = self.at;
        let patterns = self.header(|parser| {
            let mut patterns = vec![parser.pattern()?];
            while parser.eat(Punct::Comma) {
                patterns.push(parser.pattern()?);
            }
            parser.expect(Punct::Arrow, "`->` after the pattern")?;
            Ok(patterns)
        });
        let body = self.arm_block();
        let span = self.span_since(start);
        patterns.map(|patterns| MatchArm {
            span,
            patterns,
            body,
        })
    }

    fn pattern(&mut self) -> Parse<Pattern> {
        let span = self.span();
        if self.eat(Punct::Underscore) {
            return Ok(Pattern {
                span,
                kind: PatternKind::Wildcard,
            });
        }
        let mode = Mode {
            arrow_ends: true,
            ..self.mode
        };
        let value = self.with_mode(mode, Self::expr)?;
        Ok(Pattern {
            span: value.span,
            kind: PatternKind::Value(value),
        })
    }

    /// Reports statements of a match that belong to no arm, and passes them.
    fn statements_outside_arms(&mut self) {
        if matches!(self.kind(), TokenKind::EndOfFile)
            || matches!(self.kind(), TokenKind::Keyword(keyword) if closes_block(keyword))
        {
            return;
        }
        if let Some(report) = self.unexpected_report("`|` and a pattern") {
            self.report(report.help("an arm of a match is written `| pattern -> statements`"));
        }
        let start = self.at;
        self.recover(start);
        self.block();
    }
}
