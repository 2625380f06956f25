//! Operands: literals, names, brackets.
//!
//! *Invariant:* parentheses leave no node behind, unless they hold a statement list.

use super::{Failed, Mode, Parse, Parser};
use crate::diag::{Code, Report};
use crate::syntax::ast::*;
use crate::syntax::token::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    /// One operand.
    pub(super) fn primary(&mut self) -> Parse<Expr> {
        let start = self.at;
        if self.at_lambda() {
            return self.lambda(start, None);
        }
        let span = self.span();
        let kind = match self.kind() {
            TokenKind::Name(name) => ExprKind::Name(name),
            // What is called is a function of the compiler, anything else a name in a listing of the compiler: `$bins = …`.
            TokenKind::Meta(name) if self.kind_after(1) == TokenKind::Punct(Punct::LeftParen) => {
                ExprKind::Meta(name)
            }
            TokenKind::Meta(name) => ExprKind::Name(name),
            TokenKind::Int(value) => ExprKind::Int(value),
            TokenKind::Scalar(value) => ExprKind::Scalar(value),
            TokenKind::Imaginary(value) => ExprKind::Imaginary(value),
            TokenKind::String => ExprKind::String(self.string_value()),
            TokenKind::Keyword(keyword) => return self.keyword_operand(start, keyword),
            TokenKind::Punct(punct) => return self.bracket_operand(punct),
            TokenKind::Error => return Err(Failed),
            TokenKind::Pragma | TokenKind::Newline | TokenKind::EndOfFile => {
                return Err(self.expected_expression());
            }
        };
        self.advance();
        self.make(span, kind)
    }

    fn keyword_operand(&mut self, start: usize, keyword: Keyword) -> Parse<Expr> {
        let span = self.span();
        let kind = match keyword {
            Keyword::True => ExprKind::Bool(true),
            Keyword::False => ExprKind::Bool(false),
            Keyword::NullPtr | Keyword::Null => ExprKind::Null,
            Keyword::End if self.open_brackets > 0 => return Err(self.end_as_index()),
            Keyword::Kernel | Keyword::Device | Keyword::Host => {
                return self.qualified_lambda(start);
            }
            _ => return Err(self.expected_expression()),
        };
        self.advance();
        self.make(span, kind)
    }

    fn end_as_index(&mut self) -> Failed {
        let report = Report::new(Code::EndAsIndex, self.span(), "`end` is not an index")
            .label("indices start at 0 and are counted from the front");
        let grows = matches!(
            self.tokens.get(self.at + 1).map(|token| token.kind),
            Some(TokenKind::Punct(Punct::Plus))
        );
        self.fail(match grows {
            true => report.help(crate::diag::GROWS),
            false => report.help("the last index of dimension d of x is `size(x,d)-1`"),
        })
    }

    fn qualified_lambda(&mut self, start: usize) -> Parse<Expr> {
        let qualifier = self.qualifier();
        if !self.at_lambda() {
            return Err(self.unexpected("the parameters of a lambda"));
        }
        self.lambda(start, qualifier)
    }

    /// `__kernel__`, `__device__`, `__host__`, when one stands here.
    pub(super) fn qualifier(&mut self) -> Option<Qualifier> {
        let qualifier = match self.kind() {
            TokenKind::Keyword(Keyword::Kernel) => Qualifier::Kernel,
            TokenKind::Keyword(Keyword::Device) => Qualifier::Device,
            TokenKind::Keyword(Keyword::Host) => Qualifier::Host,
            _ => return None,
        };
        self.advance();
        Some(qualifier)
    }

    /// The text of the string literal here.
    pub(super) fn string_value(&self) -> Box<str> {
        let literal = self.text_of(self.span());
        let inner = literal.strip_prefix('"').unwrap_or(literal);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        inner.replace("\"\"", "\"").into()
    }

    fn bracket_operand(&mut self, punct: Punct) -> Parse<Expr> {
        match punct {
            Punct::LeftParen => self.parenthesised(),
            Punct::LeftBracket if self.holds_type() => self.type_operand(),
            Punct::LeftBracket => self.list(Punct::RightBracket, ExprKind::Vector),
            Punct::LeftBrace => self.list(Punct::RightBrace, ExprKind::Cell),
            Punct::Backquote => self.backquoted_cell(),
            Punct::Caret | Punct::QuestionQuestion => self.type_operand(),
            Punct::Quote => Err(self.single_quote()),
            Punct::PipeLeft | Punct::PipeRight | Punct::BackslashEqual => {
                Err(self.reserved_operator())
            }
            _ => Err(self.expected_expression()),
        }
    }

    fn single_quote(&mut self) -> Failed {
        let report = Report::new(
            Code::SingleQuote,
            self.span(),
            "`'` does not start a string",
        )
        .label("a quote starts the modifier of a type")
        .help("strings stand between double quotes: `\"text\"`");
        self.fail(report)
    }

    pub(super) fn reserved_operator(&mut self) -> Failed {
        let text = self.text_of(self.span()).to_string();
        let report = Report::new(
            Code::ReservedOperator,
            self.span(),
            format!("`{text}` is reserved and has no meaning yet"),
        );
        self.fail(report.label("not an operator of this version of the language"))
    }

    /// `[a, b]` or `{a, b}`.
    fn list(&mut self, closing: Punct, kind: fn(Vec<Expr>) -> ExprKind) -> Parse<Expr> {
        let start = self.at;
        let items = self.bracketed(Mode::default(), |parser| {
            parser.comma_list(closing, Self::list_item)
        })?;
        let span = self.span_since(start);
        self.make(span, kind(items))
    }

    fn list_item(&mut self) -> Parse<Expr> {
        if self.is(Punct::Ellipsis) {
            self.spread()
        } else {
            self.expr()
        }
    }

    /// The older form of `{a, b}`: from a back-quote to a quote or an acute accent.
    fn backquoted_cell(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let mode = Mode {
            in_backquotes: true,
            ..Mode::default()
        };
        let closes = |parser: &Self| parser.is(Punct::Quote) || parser.is(Punct::Acute);
        let items = self.with_mode(mode, |parser| {
            let mut items = Vec::new();
            while !closes(parser) {
                items.push(parser.list_item()?);
                if !parser.eat(Punct::Comma) {
                    break;
                }
                parser.skip_newlines();
            }
            Ok(items)
        })?;
        if !closes(self) {
            let opening = self.tokens[start].span;
            let Some(report) = self.unexpected_report("`,` or `'`") else {
                return Err(Failed);
            };
            return Err(self.fail(
                report
                    .also(opening, "the cell starts here")
                    .help("cells are written `{a, b}` today"),
            ));
        }
        self.advance();
        let span = self.span_since(start);
        self.make(span, ExprKind::Cell(items))
    }

    /// A value in parentheses, or a statement list.
    fn parenthesised(&mut self) -> Parse<Expr> {
        let start = self.at;
        let first_id = self.heights.len();
        let tilde_assigns = self.assigning_paren == Some(start);
        let (stmts, is_list) = self.bracketed(Mode::default(), |parser| {
            parser.statements_in_parentheses(tilde_assigns)
        })?;
        if !is_list && stmts.len() == 1 {
            let only = stmts.into_iter().next().expect("one statement");
            return self.statement_as_value(only, first_id);
        }
        let span = self.span_since(start);
        let block = Block { span, stmts };
        let height = 1 + self.height_since(first_id);
        self.make_with_height(span, ExprKind::Block(block), height)
    }

    /// A lone statement in parentheses: an expression and an assignment are values, others make a list of one.
    fn statement_as_value(&mut self, only: Stmt, first_id: usize) -> Parse<Expr> {
        match only.kind {
            StmtKind::Expr(value) => Ok(value),
            StmtKind::Assign(assign) => self.make(only.span, ExprKind::Assign(Box::new(assign))),
            _ => {
                let span = only.span;
                let height = 1 + self.height_since(first_id);
                self.make_with_height(
                    span,
                    ExprKind::Block(Block {
                        span,
                        stmts: vec![only],
                    }),
                    height,
                )
            }
        }
    }

    /// Statements between semicolons, and whether there was a semicolon.
    fn statements_in_parentheses(&mut self, tilde_assigns: bool) -> Parse<(Vec<Stmt>, bool)> {
        let mut stmts = Vec::new();
        let mut is_list = self.is(Punct::RightParen) && self.follows_arrow();
        while !(is_list && self.is(Punct::RightParen)) {
            let start = self.at;
            let kind = self.statement_in_parentheses(tilde_assigns || is_list)?;
            stmts.push(Stmt {
                span: self.span_since(start),
                kind,
            });
            if !self.is(Punct::Semicolon) {
                break;
            }
            is_list = true;
            while self.eat(Punct::Semicolon) {}
        }
        if self.is(Punct::Comma) {
            return Err(self.comma_in_parentheses());
        }
        Ok((stmts, is_list))
    }

    /// Whether the parenthesis that has just been opened is the empty body of a lambda.
    fn follows_arrow(&self) -> bool {
        self.at >= 2 && self.tokens[self.at - 2].kind == TokenKind::Punct(Punct::Arrow)
    }

    fn statement_in_parentheses(&mut self, tilde_assigns: bool) -> Parse<StmtKind> {
        let is_statement = match self.kind() {
            TokenKind::Keyword(keyword) => {
                !super::brackets::is_operand(keyword) && keyword != Keyword::End
            }
            _ => self.at_command(),
        };
        if is_statement {
            let mut stmts = Vec::new();
            self.statement(&mut stmts)?;
            return Ok(stmts.remove(0).kind);
        }
        if tilde_assigns || self.is(Punct::LeftBracket) {
            return self.simple_statement();
        }
        let value = self.expr()?;
        self.after_target(value)
    }

    fn comma_in_parentheses(&mut self) -> Failed {
        let report = Report::new(
            Code::ListInParentheses,
            self.span(),
            "a list of values cannot stand in parentheses",
        )
        .label("expected `)`")
        .help("a vector is written `[a, b]`, a cell `{a, b}`");
        self.fail(report)
    }
}
