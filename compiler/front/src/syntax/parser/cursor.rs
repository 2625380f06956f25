//! Moving over the tokens, and the reports about tokens that do not fit.
//!
//! *Invariant:* the cursor never passes the end of the file, and rests on no line end while a bracket is open.

use super::{Failed, MAX_ERRORS, Mode, Parse, Parser};
use crate::base::{Span, Symbol, stack};
use crate::diag::{Code, Report};
use crate::syntax::ast::Ident;
use crate::syntax::token::{Keyword, Punct, Token, TokenKind};

impl Parser<'_> {
    pub(super) fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// The kind of the token `count` after the current one; line ends count.
    pub(super) fn kind_after(&self, count: usize) -> TokenKind {
        self.tokens
            .get(self.at + count)
            .map_or(TokenKind::EndOfFile, |token| token.kind)
    }

    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    /// The span of the token before the current one, line ends left out.
    pub(super) fn previous_span(&self) -> Span {
        let before = self.tokens[..self.at]
            .iter()
            .rev()
            .find(|token| token.kind != TokenKind::Newline);
        before.map_or(Span::point(self.file, 0), |token| token.span)
    }

    /// From the token at index `start` to the token before the current one.
    pub(super) fn span_since(&self, start: usize) -> Span {
        let first = self.tokens[start].span;
        let last = self.previous_span();
        if last.hi < first.lo {
            first.start()
        } else {
            first.to(last)
        }
    }

    pub(super) fn text_of(&self, span: Span) -> &str {
        &self.source.text()[span.range()]
    }

    pub(super) fn is(&self, punct: Punct) -> bool {
        self.kind() == TokenKind::Punct(punct)
    }

    pub(super) fn is_keyword(&self, keyword: Keyword) -> bool {
        self.kind() == TokenKind::Keyword(keyword)
    }

    /// Whether the current token is a name that is spelled like this.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), TokenKind::Name(_)) && self.text_of(self.span()) == word
    }

    pub(super) fn at_end(&self) -> bool {
        self.kind() == TokenKind::EndOfFile
    }

    pub(super) fn advance(&mut self) {
        if !self.at_end() {
            self.at += 1;
        }
        self.settle();
    }

    /// Passes line ends while a bracket is open.
    pub(super) fn settle(&mut self) {
        while self.open_brackets > 0 && self.kind() == TokenKind::Newline {
            self.at += 1;
        }
    }

    /// Passes line ends after an operator, which continues its line.
    pub(super) fn skip_newlines(&mut self) {
        while self.kind() == TokenKind::Newline {
            self.at += 1;
        }
    }

    pub(super) fn eat(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, punct: Punct, what: &str) -> Parse<()> {
        if self.eat(punct) {
            return Ok(());
        }
        Err(self.unexpected(what))
    }

    /// A name of the program.
    pub(super) fn name(&mut self, what: &str) -> Parse<Ident> {
        let span = self.span();
        match self.kind() {
            TokenKind::Name(name) | TokenKind::Meta(name) => {
                self.advance();
                Ok(Ident { name, span })
            }
            TokenKind::Keyword(keyword) => {
                let message = format!(
                    "`{}` is a reserved word and cannot be {what}",
                    keyword.text()
                );
                Err(self.fail(
                    Report::new(Code::UnexpectedToken, span, message)
                        .label(format!("expected {what}")),
                ))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// A name where reserved words count as names: members, attributes, properties.
    pub(super) fn any_word(&mut self, what: &str) -> Parse<Ident> {
        let span = self.span();
        let name = match self.kind() {
            TokenKind::Name(name) | TokenKind::Meta(name) => name,
            TokenKind::Keyword(keyword) => self.intern(keyword.text()),
            _ => return Err(self.unexpected(what)),
        };
        self.advance();
        Ok(Ident { name, span })
    }

    pub(super) fn intern(&mut self, text: &str) -> Symbol {
        self.interner.intern(text)
    }

    // ------------------------------------------------------------------------------------------------------ brackets, nesting

    /// Passes the opening bracket, reads what is within, and passes the closing one.
    pub(super) fn bracketed<T>(
        &mut self,
        mode: Mode,
        inner: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let opening = self.at;
        let closing = match self.kind() {
            TokenKind::Punct(punct) => punct.closing().expect("the caller saw an opening bracket"),
            _ => unreachable!("the caller saw an opening bracket"),
        };
        self.open_brackets += 1;
        self.advance();
        let outer = std::mem::replace(&mut self.mode, mode);
        let result = inner(self);
        self.mode = outer;
        let result = result.and_then(|value| self.check_closing(opening, closing).map(|()| value));
        self.open_brackets -= 1;
        if result.is_ok() {
            self.advance();
        }
        result
    }

    /// Reports unless the current token closes the bracket at index `opening`.
    fn check_closing(&mut self, opening: usize, closing: Punct) -> Parse<()> {
        if self.is(closing) {
            return Ok(());
        }
        let open_span = self.tokens[opening].span;
        if self
            .lexical_errors
            .contains(&self.source.position(open_span.lo).line)
        {
            self.at = self.line_end_after(opening);
            return Err(Failed);
        }
        let starts_line = self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Newline;
        let never_closed = self.brackets.partner(opening).is_none();
        let other_closes = matches!(self.kind(), TokenKind::Punct(punct) if punct.is_closing());
        if never_closed && (starts_line || self.at_end() || other_closes) {
            return Err(self.unclosed(opening, closing));
        }
        Err(self.item_goes_on(open_span, closing))
    }

    /// Reports what stands where an item within brackets should end.
    fn item_goes_on(&mut self, open_span: Span, closing: Punct) -> Failed {
        let what = format!("`,` or `{}`", closing.text());
        let Some(report) = self.unexpected_report(&what) else {
            return Failed;
        };
        let help = match self.kind() {
            TokenKind::Punct(Punct::Semicolon) if closing == Punct::RightBracket => {
                Some("rows are vectors of their own: `[[1,2],[3,4]]`".to_string())
            }
            TokenKind::Punct(Punct::Equal) => {
                Some("`==` compares; a named argument is written `name := value`".to_string())
            }
            _ => self.help_for_item(closing),
        };
        let report = report.also(open_span, "the bracket was opened here");
        self.fail(report.maybe_help(help))
    }

    /// The index of the token that ends the line of the token at `index`.
    fn line_end_after(&self, index: usize) -> usize {
        let is_end =
            |token: &Token| matches!(token.kind, TokenKind::Newline | TokenKind::EndOfFile);
        let length = self.tokens[index..].iter().position(is_end);
        index + length.expect("the last token ends the file")
    }

    /// Reports a bracket without partner and goes back to the end of the line where it should have been closed.
    fn unclosed(&mut self, opening: usize, closing: Punct) -> Failed {
        let open_span = self.tokens[opening].span;
        let message = format!("`{}` is never closed", self.text_of(open_span));
        let mut report =
            Report::new(Code::UnclosedBracket, open_span, message).label("opened here");
        let expected_at = match self.kind() {
            TokenKind::Punct(punct) if punct.is_closing() => self.span(),
            _ => self.previous_span().end(),
        };
        if expected_at.lo > open_span.hi {
            report = report.also(expected_at, format!("`{}` expected here", closing.text()));
        }
        while self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Newline {
            self.at -= 1;
        }
        if let Some(comment) = self.comment_behind(closing) {
            report = report
                .also(comment, "`%` starts a comment: this is not read")
                .help("text with values is `print \"x = \", x` or `printf(\"x = %d\\n\", x)`; the remainder is `mod(x, y)`");
        }
        self.fail(report)
    }

    /// The comment that holds the closing mark, on the line of the last token: `print("%d" % x)`.
    fn comment_behind(&self, closing: Punct) -> Option<Span> {
        let last = self.tokens[..self.at].last()?.span;
        let text = self.source.text();
        let line = text[last.hi as usize..].lines().next()?;
        let start = line
            .find('%')
            .filter(|start| line[..*start].trim().is_empty())?;
        let from = last.hi + start as u32;
        let until = last.hi + line.trim_end().len() as u32;
        line[start..]
            .contains(closing.text())
            .then(|| Span::new(last.file, from, until))
    }

    /// Runs `inner` one level deeper; gives up on the file where the levels are too many.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nesting >= self.bounds.nesting {
            return Err(self.give_up(self.span()));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// Reports that the program nests too deep, and ends parsing: what follows would only repeat it.
    pub(super) fn give_up(&mut self, span: Span) -> Failed {
        let label = format!(
            "more than {} levels here, or an expression of more than {} operators",
            self.bounds.nesting, self.bounds.height
        );
        let help = "split the expression into several statements, or the block into functions";
        self.too_deep(span, label, help)
    }

    /// As [`give_up`](Self::give_up), with what there is too much of.
    pub(super) fn too_deep(&mut self, span: Span, label: String, help: &'static str) -> Failed {
        let message = "the program is nested too deep to be read";
        let report = Report::new(Code::NestingTooDeep, span, message);
        self.fail(report.label(label).help(help).maybe_note(stack::note()));
        self.gave_up = true;
        self.at = self.tokens.len() - 1;
        Failed
    }

    // ---------------------------------------------------------------------------------------------------------------- reports

    /// Adds an error that ends the statement.
    pub(super) fn fail(&mut self, report: Report) -> Failed {
        self.report(report);
        Failed
    }

    pub(super) fn report(&mut self, report: Report) {
        if self.gave_up || report.is_error() && self.follows_lexical_error(&report) {
            return;
        }
        if report.is_error() && self.is_branch_of_reported() {
            return;
        }
        self.reports.push(report);
        if self
            .reports
            .iter()
            .filter(|report| report.is_error())
            .count()
            >= MAX_ERRORS
        {
            self.gave_up = true;
            self.at = self.tokens.len() - 1;
        }
    }

    /// Whether the lexer has reported something on the line of the report.
    fn follows_lexical_error(&self, report: &Report) -> bool {
        let line = report.span().map(|span| self.source.position(span.lo).line);
        line.is_some_and(|line| self.lexical_errors.contains(&line))
    }

    /// The current token is not what was expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Failed {
        match self.unexpected_report(expected) {
            Some(report) => self.fail(report),
            None => Failed,
        }
    }

    /// As `unexpected`, with the next step.
    pub(super) fn unexpected_so(&mut self, expected: &str, help: &str) -> Failed {
        match self.unexpected_report(expected) {
            Some(report) => self.fail(report.help(help)),
            None => Failed,
        }
    }

    /// The report that the current token is not what was expected; none where the lexer has reported the token.
    pub(super) fn unexpected_report(&self, expected: &str) -> Option<Report> {
        if self.kind() == TokenKind::Error {
            return None;
        }
        let at_line_end = matches!(self.kind(), TokenKind::Newline | TokenKind::EndOfFile);
        let span = if at_line_end {
            self.previous_span().end()
        } else {
            self.span()
        };
        let message = format!("expected {expected}, found {}", self.describe());
        Some(
            Report::new(Code::UnexpectedToken, span, message).label(format!("expected {expected}")),
        )
    }

    /// The current token in words.
    pub(super) fn describe(&self) -> String {
        match self.kind() {
            TokenKind::Newline => "the end of the line".to_string(),
            TokenKind::EndOfFile => "the end of the file".to_string(),
            TokenKind::String => "a string".to_string(),
            TokenKind::Keyword(keyword) => format!("the reserved word `{}`", keyword.text()),
            TokenKind::Name(_)
            | TokenKind::Meta(_)
            | TokenKind::Int(_)
            | TokenKind::Scalar(_)
            | TokenKind::Imaginary(_)
            | TokenKind::Punct(_)
            | TokenKind::Pragma
            | TokenKind::Error => format!("`{}`", self.text_of(self.span())),
        }
    }
}
