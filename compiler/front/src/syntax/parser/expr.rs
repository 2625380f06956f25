//! Expressions: operators by precedence climbing, and what follows an operand.
//!
//! From loose to tight: `->`, `? :`, `||`, `&&`, comparisons, `..`, `+ -`, `* /`, signs and `!`, `^`, then calls, indices and members.
//!
//! *Invariant:* an operator at the end of a line continues it.

use super::{Failed, Mode, Parse, Parser};
use crate::base::Span;
use crate::diag::{Code, RANGE, Report};
use crate::syntax::ast::*;
use crate::syntax::token::{Keyword, Punct, TokenKind};

/// How tight an operator between two operands binds; looser ones come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Comparison,
    Range,
    Sum,
    Product,
    Operand,
}

impl Level {
    /// The level of operands of an operator of this level.
    fn tighter(self) -> Level {
        match self {
            Level::Or => Level::And,
            Level::And => Level::Comparison,
            Level::Comparison => Level::Range,
            Level::Range => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Operand => Level::Operand,
        }
    }
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Infix {
    Binary(BinaryOp),
    Range,
    /// `<-` without a blank behind: less than a negative value.
    LessNegative,
    /// `~=` where it cannot assign.
    TildeNotEqual,
}

impl Parser<'_> {
    /// Runs `read` under another mode.
    pub(super) fn with_mode<T>(
        &mut self,
        mode: Mode,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let outer = std::mem::replace(&mut self.mode, mode);
        let result = read(self);
        self.mode = outer;
        result
    }

    /// Any expression but an assignment.
    pub(super) fn expr(&mut self) -> Parse<Expr> {
        self.nested(|parser| {
            let start = parser.at;
            let condition = parser.operators(Level::Or)?;
            if !parser.is(Punct::Question) {
                return Ok(condition);
            }
            parser.conditional(start, condition)
        })
    }

    /// `? then : otherwise` after the condition.
    fn conditional(&mut self, start: usize, condition: Expr) -> Parse<Expr> {
        self.advance();
        self.skip_newlines();
        let mode = Mode {
            tilde_assigns: false,
            ..self.mode
        };
        let (then, otherwise) = self.with_mode(mode, |parser| {
            let then = parser.expr()?;
            parser.expect(Punct::Colon, "`:` and the other value")?;
            parser.skip_newlines();
            Ok((then, parser.expr()?))
        })?;
        let span = self.span_since(start);
        self.make(
            span,
            ExprKind::Conditional(Box::new(Conditional {
                condition,
                then,
                otherwise,
            })),
        )
    }

    /// Operands and operators of this level and tighter ones.
    fn operators(&mut self, level: Level) -> Parse<Expr> {
        let start = self.at;
        let mut left = self.signed()?;
        while let Some((infix, found)) = self.infix() {
            if found < level {
                break;
            }
            left = match infix {
                Infix::Binary(op) => self.binary(start, left, op, found)?,
                Infix::Range => self.range(start, left)?,
                Infix::LessNegative => self.less_negative(start, left)?,
                Infix::TildeNotEqual => {
                    self.warn_tilde();
                    self.binary(start, left, BinaryOp::NotEqual, found)?
                }
            };
        }
        Ok(left)
    }

    fn infix(&self) -> Option<(Infix, Level)> {
        let TokenKind::Punct(punct) = self.kind() else {
            return None;
        };
        let (op, level) = match punct {
            Punct::PipePipe => (BinaryOp::Or, Level::Or),
            Punct::AmpersandAmpersand => (BinaryOp::And, Level::And),
            Punct::EqualEqual => (BinaryOp::Equal, Level::Comparison),
            Punct::BangEqual => (BinaryOp::NotEqual, Level::Comparison),
            Punct::Less => (BinaryOp::Less, Level::Comparison),
            Punct::LessEqual => (BinaryOp::LessEqual, Level::Comparison),
            Punct::Greater => (BinaryOp::Greater, Level::Comparison),
            Punct::GreaterEqual => (BinaryOp::GreaterEqual, Level::Comparison),
            Punct::Plus => (BinaryOp::Add, Level::Sum),
            Punct::Minus => (BinaryOp::Subtract, Level::Sum),
            Punct::Star => (BinaryOp::Multiply, Level::Product),
            Punct::Slash => (BinaryOp::Divide, Level::Product),
            Punct::Backslash => (BinaryOp::LeftDivide, Level::Product),
            Punct::DotStar => (BinaryOp::PointMultiply, Level::Product),
            Punct::DotSlash => (BinaryOp::PointDivide, Level::Product),
            Punct::DotDot => return Some((Infix::Range, Level::Range)),
            Punct::LeftArrow => return Some((Infix::LessNegative, Level::Comparison)),
            Punct::TildeEqual if !self.mode.tilde_assigns => {
                return Some((Infix::TildeNotEqual, Level::Comparison));
            }
            _ => return None,
        };
        Some((Infix::Binary(op), level))
    }

    fn binary(&mut self, start: usize, left: Expr, op: BinaryOp, level: Level) -> Parse<Expr> {
        let op_span = self.span();
        self.advance();
        self.skip_newlines();
        let right = self.operators(level.tighter())?;
        let span = self.span_since(start);
        self.make(
            span,
            ExprKind::Binary(Box::new(Binary {
                op,
                op_span,
                left,
                right,
            })),
        )
    }

    /// `start..stop` or `start..step..stop`; the first `..` is the current token.
    fn range(&mut self, start_token: usize, start: Expr) -> Parse<Expr> {
        let second = self.range_operand()?;
        let third = if self.is(Punct::DotDot) {
            Some(self.range_operand()?)
        } else {
            None
        };
        if self.is(Punct::DotDot) {
            let report = Report::new(
                Code::UnexpectedToken,
                self.span(),
                "a range has at most a first value, a step and a last value",
            )
            .label("one `..` too many");
            return Err(self.fail(report));
        }
        let (step, stop) = match third {
            Some(stop) => (Some(second), stop),
            None => (None, second),
        };
        let span = self.span_since(start_token);
        self.make(span, ExprKind::Range(Box::new(Range { start, step, stop })))
    }

    fn range_operand(&mut self) -> Parse<Expr> {
        self.advance();
        self.skip_newlines();
        self.operators(Level::Sum)
    }

    /// `a<-b`, written without a blank behind the arrow, compares: the token is read as `<` and a sign.
    fn less_negative(&mut self, start: usize, left: Expr) -> Parse<Expr> {
        let arrow = self.span();
        let literal_follows =
            matches!(self.kind_after(1), TokenKind::Int(_) | TokenKind::Scalar(_));
        if matches!(left.kind, ExprKind::Index(_)) && !literal_follows {
            self.warn_ambiguous_arrow(arrow);
        }
        let sign = &mut self.tokens[self.at];
        sign.kind = TokenKind::Punct(Punct::Minus);
        sign.span.lo += 1;
        let right = self.operators(Level::Range)?;
        let op_span = Span {
            hi: arrow.lo + 1,
            ..arrow
        };
        let binary = Binary {
            op: BinaryOp::Less,
            op_span,
            left,
            right,
        };
        let span = self.span_since(start);
        self.make(span, ExprKind::Binary(Box::new(binary)))
    }

    fn warn_ambiguous_arrow(&mut self, arrow: Span) {
        let message = "`<-` without a blank behind it compares with a negative value";
        let report = Report::new(Code::AmbiguousArrow, arrow, message);
        self.report(
            report.help("write `< -` to compare, or `<- ` with a blank to exchange the element"),
        );
    }

    fn warn_tilde(&mut self) {
        let report = Report::new(
            Code::TildeNotEqual,
            self.span(),
            "`~=` means not equal here",
        )
        .label("as a statement it is an exclusive or with assignment");
        self.report(report.help("write `!=`"));
    }

    /// Marks the parenthesis that starts here when it is a whole value, so that `~=` within is the assignment of the documents.
    pub(super) fn mark_assigning_paren(&mut self) {
        let is_whole = self.is(Punct::LeftParen)
            && self.brackets.partner(self.at).is_some_and(|closing| {
                match self.tokens[closing + 1].kind {
                    TokenKind::Newline | TokenKind::EndOfFile | TokenKind::Keyword(_) => true,
                    TokenKind::Punct(punct) => {
                        punct.is_closing() || matches!(punct, Punct::Semicolon | Punct::Comma)
                    }
                    _ => false,
                }
            });
        self.assigning_paren = is_whole.then_some(self.at);
    }

    /// Signs and `!` before an operand.
    fn signed(&mut self) -> Parse<Expr> {
        let op = match self.kind() {
            TokenKind::Punct(Punct::Minus) => UnaryOp::Negate,
            TokenKind::Punct(Punct::Plus) => UnaryOp::Plus,
            TokenKind::Punct(Punct::Bang) => UnaryOp::Not,
            _ => return self.power(),
        };
        let start = self.at;
        self.advance();
        let operand = self.nested(Self::signed)?;
        let span = self.span_since(start);
        self.make(span, ExprKind::Unary(op, Box::new(operand)))
    }

    /// An operand and perhaps its exponent, which may have a sign: `2^-k`.
    fn power(&mut self) -> Parse<Expr> {
        let start = self.at;
        let base = self.postfix()?;
        let op = match self.kind() {
            TokenKind::Punct(Punct::Caret) => BinaryOp::Power,
            TokenKind::Punct(Punct::DotCaret) => BinaryOp::PointPower,
            _ => return Ok(base),
        };
        let op_span = self.span();
        self.advance();
        self.skip_newlines();
        let exponent = self.nested(Self::signed)?;
        let span = self.span_since(start);
        self.make(
            span,
            ExprKind::Binary(Box::new(Binary {
                op,
                op_span,
                left: base,
                right: exponent,
            })),
        )
    }

    // ------------------------------------------------------------------------------------------- calls, indices, members, exchange

    fn postfix(&mut self) -> Parse<Expr> {
        let start = self.at;
        let mut base = self.primary()?;
        loop {
            let TokenKind::Punct(punct) = self.kind() else {
                return Ok(base);
            };
            base = match punct {
                Punct::LeftParen => self.call(start, base)?,
                Punct::LeftBracket => self.index(start, base)?,
                Punct::Dot => self.member(start, base)?,
                Punct::LeftBrace if self.starts_dimensions(&base) => {
                    self.dimensions_of(start, base)?
                }
                Punct::Quote if self.at_modifier() && base.as_type().is_some() => {
                    self.modified_type(start, base)?
                }
                Punct::LeftArrow if self.is_exchange() => return self.exchange(start, base),
                _ => return Ok(base),
            };
        }
    }

    fn call(&mut self, start: usize, callee: Expr) -> Parse<Expr> {
        let args = self.call_args(&callee)?;
        let span = self.span_since(start);
        self.make(span, ExprKind::Call(Box::new(Call { callee, args })))
    }

    fn index(&mut self, start: usize, base: Expr) -> Parse<Expr> {
        let args = self.args(Punct::RightBracket)?;
        let span = self.span_since(start);
        self.make(span, ExprKind::Index(Box::new(Index { base, args })))
    }

    fn member(&mut self, start: usize, base: Expr) -> Parse<Expr> {
        self.advance();
        if self.is(Punct::LeftParen) && base.as_name().is_some() {
            let help =
                "a function of numbers called with an array works on each element: `sqrt(x)`";
            return Err(self.unexpected_so("the name of a field or method", help));
        }
        let name = self.any_word("the name of a field or method")?;
        let span = self.span_since(start);
        self.make(span, ExprKind::Member(Box::new(Member { base, name })))
    }

    /// The arguments of a call. `name = value` names a parameter as `name := value` does, but for `assert(x = -1)`, which
    /// says that both are equal.
    fn call_args(&mut self, callee: &Expr) -> Parse<Vec<Arg>> {
        let is_assert =
            matches!(callee.kind, ExprKind::Name(_)) && self.text_of(callee.span) == "assert";
        let mode = Mode {
            equal_names: !is_assert,
            ..Mode::default()
        };
        self.args_in(mode, Punct::RightParen)
    }

    /// The arguments between the brackets that start here.
    fn args(&mut self, closing: Punct) -> Parse<Vec<Arg>> {
        self.args_in(Mode::default(), closing)
    }

    fn args_in(&mut self, mode: Mode, closing: Punct) -> Parse<Vec<Arg>> {
        self.bracketed(mode, |parser| {
            parser.skip_semicolons();
            parser.comma_list(closing, |parser| {
                let arg = parser.arg(closing)?;
                parser.skip_semicolons_before(closing);
                Ok(arg)
            })
        })
    }

    fn skip_semicolons(&mut self) {
        while self.eat(Punct::Semicolon) {}
    }

    /// A `;` after an argument is accepted where the argument ends anyway; `[1,2;3,4]` is for the caller to report.
    fn skip_semicolons_before(&mut self, closing: Punct) {
        if closing == Punct::RightParen {
            self.skip_semicolons();
        } else if self.is(Punct::Semicolon) && self.kind_after(1) == TokenKind::Punct(closing) {
            self.advance();
        }
    }

    /// Items between commas up to the closing bracket, which stays.
    pub(super) fn comma_list<T>(
        &mut self,
        closing: Punct,
        mut item: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut items = Vec::new();
        if self.is(closing) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(Punct::Comma) {
                return Ok(items);
            }
            if self.is(closing) {
                return Err(self.unexpected("another item after the comma"));
            }
        }
    }

    /// `:`, `...value`, `name := value`, `name = value`, `value : type` or a value.
    fn arg(&mut self, closing: Punct) -> Parse<Arg> {
        let start = self.at;
        let name = self.arg_name();
        let value = match self.kind() {
            TokenKind::Punct(Punct::Colon) if self.is_whole_dimension(closing) => self.all()?,
            TokenKind::Punct(Punct::Ellipsis) => self.spread()?,
            _ => self.arg_value()?,
        };
        let ty = if self.is(Punct::Colon) {
            Some(self.arg_type()?)
        } else {
            None
        };
        Ok(Arg {
            span: self.span_since(start),
            name,
            value,
            ty,
        })
    }

    /// `name :=` or `name =`
    fn arg_name(&mut self) -> Option<Ident> {
        let TokenKind::Name(name) = self.kind() else {
            return None;
        };
        match self.kind_after(1) {
            TokenKind::Punct(Punct::ColonEqual) => {}
            TokenKind::Punct(Punct::Equal) if self.mode.equal_names => {}
            _ => return None,
        }
        let span = self.span();
        self.advance();
        self.advance();
        Some(Ident { name, span })
    }

    /// Whether the colon here is an argument of its own.
    fn is_whole_dimension(&self, closing: Punct) -> bool {
        matches!(self.kind_after(1), TokenKind::Punct(punct) if punct == Punct::Comma || punct == closing)
    }

    fn all(&mut self) -> Parse<Expr> {
        let span = self.span();
        self.advance();
        self.make(span, ExprKind::All)
    }

    /// A value, or an equation such as the `diff(f, x) = 0` of a reduction.
    fn arg_value(&mut self) -> Parse<Expr> {
        let start = self.at;
        let value = self.expr()?;
        if !self.is(Punct::Equal) {
            return Ok(value);
        }
        let op_span = self.span();
        self.advance();
        let right = self.expr()?;
        let span = self.span_since(start);
        let assign = Assign {
            target: value,
            op: AssignOp::Set,
            op_span,
            value: right,
        };
        self.make(span, ExprKind::Assign(Box::new(assign)))
    }

    /// The type after the colon of an argument; a number there was meant as the end of a range.
    fn arg_type(&mut self) -> Parse<TypeExpr> {
        let colon = self.span();
        let is_number = matches!(
            self.kind_after(1),
            TokenKind::Int(_)
                | TokenKind::Scalar(_)
                | TokenKind::Punct(Punct::Minus)
                | TokenKind::Keyword(Keyword::End)
        );
        if is_number {
            let report = Report::new(Code::ExpectedType, colon, "expected a type after `:`")
                .label("a range is written with `..`");
            return Err(self.fail(report.help(RANGE)));
        }
        self.advance();
        self.type_expr()
    }

    /// `...value`
    pub(super) fn spread(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let value = self.expr()?;
        let span = self.span_since(start);
        self.make(span, ExprKind::Spread(Box::new(value)))
    }

    /// Whether the `<-` here exchanges and does not compare with a negative value: a blank follows, or a pair in parentheses.
    fn is_exchange(&self) -> bool {
        let Some(next) = self.tokens.get(self.at + 1) else {
            return false;
        };
        !next.glued
            || next.kind == TokenKind::Punct(Punct::LeftParen) && self.holds_comma(self.at + 1)
    }

    /// Whether a comma stands directly within the bracket at token `opening`.
    pub(super) fn holds_comma(&self, opening: usize) -> bool {
        let Some(closing) = self.brackets.partner(opening) else {
            return false;
        };
        let mut index = opening + 1;
        while index < closing {
            if self.tokens[index].kind == TokenKind::Punct(Punct::Comma) {
                return true;
            }
            index = self
                .brackets
                .partner(index)
                .filter(|&partner| partner > index)
                .unwrap_or(index)
                + 1;
        }
        false
    }

    /// `target <- value` or `target <- (expected, value)`; the arrow is the current token.
    fn exchange(&mut self, start: usize, target: Expr) -> Parse<Expr> {
        if !matches!(target.kind, ExprKind::Index(_)) {
            let report = Report::new(
                Code::InvalidTarget,
                self.span(),
                "`<-` exchanges an element of an array",
            )
            .label("the left side is no element");
            return Err(self.fail(report.help("to compare with a negative value write `< -`")));
        }
        self.advance();
        let is_pair = self.is(Punct::LeftParen) && self.holds_comma(self.at);
        let (expected, value) = if is_pair {
            self.bracketed(Mode::default(), |parser| {
                let expected = parser.expr()?;
                parser.expect(Punct::Comma, "`,` and the new value")?;
                Ok((Some(expected), parser.expr()?))
            })?
        } else {
            (None, self.expr()?)
        };
        let span = self.span_since(start);
        self.make(
            span,
            ExprKind::Exchange(Box::new(Exchange {
                target,
                expected,
                value,
            })),
        )
    }

    // --------------------------------------------------------------------------------------------------------------------- lambdas

    /// Whether a lambda starts here: a name or a parameter list before an arrow, or a qualifier.
    pub(super) fn at_lambda(&self) -> bool {
        if self.mode.arrow_ends {
            return false;
        }
        let arrow = |index: usize| {
            self.tokens
                .get(index)
                .is_some_and(|token| token.kind == TokenKind::Punct(Punct::Arrow))
        };
        match self.kind() {
            TokenKind::Name(_) => arrow(self.at + 1),
            TokenKind::Punct(Punct::LeftParen) => self
                .brackets
                .partner(self.at)
                .is_some_and(|closing| arrow(closing + 1)),
            _ => false,
        }
    }

    /// Whether `x : T -> …` starts here, a lambda whose parameter stands without parentheses.
    pub(super) fn at_typed_lambda(&self) -> bool {
        let is = |index: usize, punct| self.tokens[index].kind == TokenKind::Punct(punct);
        let named = matches!(self.kind(), TokenKind::Name(_));
        if self.mode.arrow_ends || !named || !is(self.at + 1, Punct::Colon) {
            return false;
        }
        let mut index = self.at + 2;
        while let TokenKind::Name(_) | TokenKind::Punct(Punct::Quote) = self.tokens[index].kind {
            index += 1;
            while is(index, Punct::LeftBracket) || is(index, Punct::LeftParen) {
                match self.brackets.partner(index) {
                    Some(closing) => index = closing + 1,
                    None => return false,
                }
            }
        }
        is(index, Punct::Arrow)
    }

    /// `params -> body`, after the qualifier if there is one.
    pub(super) fn lambda(&mut self, start: usize, qualifier: Option<Qualifier>) -> Parse<Expr> {
        let first_id = self.heights.len();
        let params = match self.kind() {
            TokenKind::Name(_) if self.kind_after(1) == TokenKind::Punct(Punct::Colon) => {
                vec![self.param()?]
            }
            TokenKind::Name(_) => {
                let name = self.name("a parameter")?;
                vec![Param {
                    span: name.span,
                    variadic: false,
                    name,
                    ty: None,
                    default: None,
                }]
            }
            _ => self.params()?,
        };
        self.expect(Punct::Arrow, "`->` after the parameters")?;
        self.skip_newlines();
        let body = self.lambda_body()?;
        let span = self.span_since(start);
        let height = 1 + self.height_since(first_id);
        self.make_with_height(
            span,
            ExprKind::Lambda(Box::new(Lambda {
                qualifier,
                params,
                body,
            })),
            height,
        )
    }

    /// An expression, an assignment, a command, or statements in parentheses.
    fn lambda_body(&mut self) -> Parse<Expr> {
        if self.at_command() && self.kind_after(1) != TokenKind::Punct(Punct::LeftParen) {
            return self.nested(Self::command_in_lambda);
        }
        self.nested(|parser| {
            let start = parser.at;
            parser.mark_assigning_paren();
            let mode = Mode {
                tilde_assigns: true,
                ..parser.mode
            };
            let body = parser.with_mode(mode, Self::expr)?;
            let op = match parser.kind() {
                TokenKind::Punct(punct) => super::stmt::assign_op(punct),
                _ => None,
            };
            let Some(op) = op else { return Ok(body) };
            if !is_place(&body) {
                return Ok(body);
            }
            let assign = parser.assign_to(body, op)?;
            let span = parser.span_since(start);
            parser.make(span, ExprKind::Assign(Box::new(assign)))
        })
    }

    /// `print x` as the body of a lambda takes one argument: the next comma belongs to what holds the lambda.
    fn command_in_lambda(&mut self) -> Parse<Expr> {
        let start = self.at;
        let name = self.name("a command")?;
        let callee = self.make(name.span, ExprKind::Name(name.name))?;
        let value = self.expr()?;
        let args = vec![Arg {
            span: value.span,
            name: None,
            value,
            ty: None,
        }];
        let span = self.span_since(start);
        self.make(span, ExprKind::Call(Box::new(Call { callee, args })))
    }

    /// Reports that no operand stands here.
    pub(super) fn expected_expression(&mut self) -> Failed {
        let Some(report) = self.unexpected_report("an expression") else {
            return Failed;
        };
        let report = Report {
            code: Code::ExpectedExpression,
            ..report
        };
        let help = match self.kind() {
            TokenKind::Punct(Punct::Slash) => {
                Some("a comment starts with `%`; a quotient without its fraction is `int(x/y)`")
            }
            TokenKind::Punct(Punct::Comma) => Some("a value is missing before the comma"),
            TokenKind::Punct(Punct::Equal) => Some("`==` compares two values"),
            TokenKind::Punct(Punct::Pipe) => Some(
                "`||` joins conditions; `or(a, b)` works on bits; an arm belongs into a `match`",
            ),
            _ => self.help_for_mark(),
        };
        self.fail(report.maybe_help(help.map(str::to_string)))
    }
}

/// Whether the expression has the form of something that can be assigned to.
fn is_place(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Name(_) | ExprKind::Meta(_) | ExprKind::Index(_) | ExprKind::Member(_)
    )
}
