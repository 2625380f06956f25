//! Statements.
//!
//! *Invariant:* a statement leaves the cursor after its last token; what ends it is for `end_of_statement`.

use super::blocks::closes_block;
use super::{Failed, Mode, Parse, Parser};
use crate::base::Span;
use crate::diag::{Code, Place, RETURN_SEVERAL, Report, TRANSPOSE, did_you_mean, instead};
use crate::syntax::ast::*;
use crate::syntax::token::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    /// Reads one statement or item; a brace with several attributes gives several.
    pub(super) fn statement(&mut self, out: &mut Vec<Stmt>) -> Parse<()> {
        if self.at_attribute() {
            return self.attributes(out);
        }
        let start = self.at;
        let kind = self.nested(Self::statement_kind)?;
        self.attributes_from = None;
        out.push(Stmt {
            span: self.span_since(start),
            kind,
        });
        Ok(())
    }

    fn statement_kind(&mut self) -> Parse<StmtKind> {
        match self.kind() {
            TokenKind::Keyword(keyword) => self.keyword_statement(keyword),
            TokenKind::Pragma => self.pragma(),
            TokenKind::Name(_) => self.name_statement(),
            _ => self.simple_statement(),
        }
    }

    fn keyword_statement(&mut self, keyword: Keyword) -> Parse<StmtKind> {
        match keyword {
            Keyword::Function => self.function(),
            Keyword::If => self.if_statement(),
            Keyword::For => self.for_statement(),
            Keyword::While => self.while_statement(),
            Keyword::Repeat => self.repeat_statement(),
            Keyword::Match => self.match_statement(),
            Keyword::Try => self.try_statement(),
            Keyword::Import => self.import(),
            Keyword::Reduction => self.reduction(),
            Keyword::Macro => self.macro_definition(),
            Keyword::Break => Ok(self.word_statement(StmtKind::Break)),
            Keyword::Continue => Ok(self.word_statement(StmtKind::Continue)),
            Keyword::Return => self.return_statement(),
            Keyword::SyncThreads => self.syncthreads(),
            Keyword::MemFence => self.memfence(),
            Keyword::True
            | Keyword::False
            | Keyword::NullPtr
            | Keyword::Null
            | Keyword::Kernel
            | Keyword::Device
            | Keyword::Host => self.simple_statement(),
            Keyword::End
            | Keyword::EndFunction
            | Keyword::EndIf
            | Keyword::EndFor
            | Keyword::EndWhile
            | Keyword::EndMatch
            | Keyword::EndType
            | Keyword::EndMacro
            | Keyword::EndTry
            | Keyword::Else
            | Keyword::ElseIf
            | Keyword::Until
            | Keyword::Catch => Err(self.unexpected("a statement")),
        }
    }

    fn word_statement(&mut self, kind: StmtKind) -> StmtKind {
        self.advance();
        kind
    }

    /// A statement that starts with a name: a definition, a command, or what any expression starts.
    fn name_statement(&mut self) -> Parse<StmtKind> {
        let next_is_name = matches!(self.kind_after(1), TokenKind::Name(_));
        if next_is_name && self.is_word("type") {
            return self.type_definition();
        }
        if next_is_name && self.is_word("symbolic") {
            return self.symbolic();
        }
        if self.is_word("do") && self.block_starts_behind() {
            return Err(self.refuse_do());
        }
        if self.at_command() {
            return self.command().map(StmtKind::Expr);
        }
        if next_is_name
            && self.kind_after(2) == TokenKind::Punct(Punct::Equal)
            && self.at_builtin_type()
        {
            return self.c_style_declaration();
        }
        self.simple_statement()
    }

    /// `return` or `return value`.
    fn return_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let ends = match self.kind() {
            TokenKind::Newline | TokenKind::EndOfFile => true,
            TokenKind::Punct(punct) => {
                matches!(punct, Punct::Semicolon | Punct::Comma | Punct::RightParen)
            }
            TokenKind::Keyword(keyword) => closes_block(keyword),
            _ => false,
        };
        Ok(StmtKind::Return(if ends {
            None
        } else {
            Some(self.expr()?)
        }))
    }

    fn syncthreads(&mut self) -> Parse<StmtKind> {
        self.advance();
        if !self.is(Punct::LeftParen) {
            return Ok(StmtKind::SyncThreads(None));
        }
        let scope = self.bracketed(Mode::default(), |parser| {
            if parser.is(Punct::RightParen) {
                Ok(None)
            } else {
                parser.name("a group of threads").map(Some)
            }
        })?;
        Ok(StmtKind::SyncThreads(scope))
    }

    fn memfence(&mut self) -> Parse<StmtKind> {
        self.advance();
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` and one of `block`, `grid`, `system`"));
        }
        let scope = self.bracketed(Mode::default(), |parser| {
            parser.name("one of `block`, `grid`, `system`")
        })?;
        Ok(StmtKind::MemFence(scope))
    }

    // -------------------------------------------------------------------------------------------------------------- commands

    /// Whether `print` or `error` stands here and takes what follows without parentheses, or with parentheses around all of it.
    pub(super) fn at_command(&self) -> bool {
        if !(self.is_word("print") || self.is_word("error")) {
            return false;
        }
        let Some(next) = self.tokens.get(self.at + 1) else {
            return false;
        };
        let spaced = !next.glued;
        let operand_follows = self
            .tokens
            .get(self.at + 2)
            .is_some_and(|token| token.glued);
        match next.kind {
            TokenKind::Name(_)
            | TokenKind::Meta(_)
            | TokenKind::Int(_)
            | TokenKind::Scalar(_)
            | TokenKind::Imaginary(_)
            | TokenKind::String => true,
            TokenKind::Keyword(keyword) => super::brackets::is_operand(keyword),
            TokenKind::Punct(punct) => match punct {
                Punct::LeftParen => !self.is_call_statement(),
                Punct::LeftBracket => spaced && !self.assigns_after(self.at + 1),
                Punct::LeftBrace | Punct::Backquote | Punct::Bang | Punct::Ellipsis => true,
                Punct::Minus | Punct::Plus => spaced && operand_follows,
                // No string; as a command it is reported as one.
                Punct::Quote => spaced,
                _ => false,
            },
            TokenKind::Pragma | TokenKind::Newline | TokenKind::Error | TokenKind::EndOfFile => {
                false
            }
        }
    }

    /// Whether the parentheses after the current name hold all that follows in the statement.
    fn is_call_statement(&self) -> bool {
        let after = self
            .brackets
            .partner(self.at + 1)
            .map(|closing| self.tokens[closing + 1].kind);
        match after {
            Some(TokenKind::Newline | TokenKind::EndOfFile) | None => true,
            Some(TokenKind::Keyword(keyword)) => closes_block(keyword),
            Some(TokenKind::Punct(punct)) => {
                matches!(
                    punct,
                    Punct::Semicolon
                        | Punct::RightParen
                        | Punct::Pipe
                        | Punct::Equal
                        | Punct::Arrow
                )
            }
            Some(_) => false,
        }
    }

    /// Whether an assignment operator follows the bracket that opens at token `opening`.
    fn assigns_after(&self, opening: usize) -> bool {
        let after = self
            .brackets
            .partner(opening)
            .map(|closing| self.tokens[closing + 1].kind);
        matches!(after, Some(TokenKind::Punct(punct)) if assign_op(punct).is_some())
    }

    /// `print a, b` as the call `print(a, b)`.
    pub(super) fn command(&mut self) -> Parse<Expr> {
        let start = self.at;
        let name = self.name("a command")?;
        let callee = self.make(name.span, ExprKind::Name(name.name))?;
        let mut args = vec![self.command_argument()?];
        while self.is(Punct::Comma) && !self.ends_after_comma() {
            self.advance();
            args.push(self.command_argument()?);
        }
        let span = self.span_since(start);
        self.make(span, ExprKind::Call(Box::new(Call { callee, args })))
    }

    fn command_argument(&mut self) -> Parse<Arg> {
        let start = self.at;
        let value = if self.is(Punct::Ellipsis) {
            self.spread()?
        } else {
            self.expr()?
        };
        Ok(Arg {
            span: self.span_since(start),
            name: None,
            value,
            ty: None,
        })
    }

    /// Whether the comma here ends the statement.
    fn ends_after_comma(&self) -> bool {
        matches!(
            self.kind_after(1),
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::Punct(Punct::Semicolon)
        )
    }

    // ------------------------------------------------------------------------------------------------- assignments, declarations

    /// An expression, an assignment or a declaration.
    pub(super) fn simple_statement(&mut self) -> Parse<StmtKind> {
        if self.is(Punct::LeftBracket) && self.assigns_after(self.at) {
            return self.multi_assign();
        }
        self.warn_leading_operator();
        self.mark_assigning_paren();
        let mode = Mode {
            tilde_assigns: true,
            ..self.mode
        };
        let target = self.with_mode(mode, Self::expr)?;
        self.after_target(target)
    }

    /// What follows the first expression of a statement.
    pub(super) fn after_target(&mut self, target: Expr) -> Parse<StmtKind> {
        if let TokenKind::Punct(punct) = self.kind() {
            if let Some(op) = assign_op(punct) {
                return self.assign_to(target, op).map(StmtKind::Assign);
            }
            if punct == Punct::Colon {
                return self.declaration(target);
            }
        }
        Ok(StmtKind::Expr(target))
    }

    /// `target op= value`; the operator is the current token. The value may be an assignment again.
    pub(super) fn assign_to(&mut self, target: Expr, op: AssignOp) -> Parse<Assign> {
        self.check_target(&target)?;
        let op_span = self.span();
        self.advance();
        self.skip_newlines();
        let value = self.assigned_value()?;
        Ok(Assign {
            target,
            op,
            op_span,
            value,
        })
    }

    /// The right side of an assignment: `b = c` in `a = b = c`, or any expression.
    fn assigned_value(&mut self) -> Parse<Expr> {
        self.nested(|parser| {
            let start = parser.at;
            if parser.at_typed_lambda() {
                return parser.lambda(start, None);
            }
            parser.mark_assigning_paren();
            let value = parser.expr()?;
            let op = match parser.kind() {
                TokenKind::Punct(punct) => assign_op(punct),
                _ => None,
            };
            let Some(op) = op else { return Ok(value) };
            let assign = parser.assign_to(value, op)?;
            let span = parser.span_since(start);
            parser.make(span, ExprKind::Assign(Box::new(assign)))
        })
    }

    fn check_target(&mut self, target: &Expr) -> Parse<()> {
        match &target.kind {
            ExprKind::Name(_)
            | ExprKind::Meta(_)
            | ExprKind::Index(_)
            | ExprKind::Member(_)
            | ExprKind::Error => Ok(()),
            ExprKind::Call(call) => {
                let report = self.invalid_target(target.span);
                let help = self.word_of(&call.callee).map(|name| format!("an element is written with brackets and counted from 0, `{name}[i] = …`; a function of one line `f = x -> …`"));
                Err(self.fail(report.maybe_help(help)))
            }
            ExprKind::Type(_) => {
                let report = self.invalid_target(target.span);
                Err(self.fail(report.help(
                    "elements are written with brackets, counted from 0: `c[0] = …`, of cells too",
                )))
            }
            _ => {
                let report = self.invalid_target(target.span);
                Err(self.fail(report.help("`==` compares two values")))
            }
        }
    }

    fn invalid_target(&self, span: Span) -> Report {
        Report::new(Code::InvalidTarget, span, "this cannot be assigned to")
            .label("not a variable, an element or a field")
    }

    /// `target : type` or `target : type = value`; the colon is the current token.
    fn declaration(&mut self, target: Expr) -> Parse<StmtKind> {
        if !matches!(
            target.kind,
            ExprKind::Name(_) | ExprKind::Meta(_) | ExprKind::Member(_)
        ) {
            let report = Report::new(
                Code::InvalidTarget,
                target.span,
                "only a variable or a field can be given a type",
            )
            .label("this is neither");
            return Err(self.fail(report));
        }
        self.advance();
        if matches!(self.kind(), TokenKind::Newline | TokenKind::EndOfFile)
            && let Some(help) = self
                .word_of(&target)
                .and_then(|word| instead(Place::Statement, word))
        {
            return Err(self.unexpected_so("a type", &help));
        }
        let ty = self.type_expr()?;
        let value = if self.eat(Punct::Equal) {
            self.skip_newlines();
            Some(self.assigned_value()?)
        } else {
            None
        };
        Ok(StmtKind::Declare(Declare { target, ty, value }))
    }

    /// `[a, b : int] = value`.
    fn multi_assign(&mut self) -> Parse<StmtKind> {
        let brackets = self.span();
        let targets = self.bracketed(Mode::default(), |parser| {
            parser.comma_list(Punct::RightBracket, Self::target)
        })?;
        if targets.is_empty() {
            let report = Report::new(Code::InvalidTarget, brackets, "nothing is assigned to here");
            return Err(self.fail(report.label("no variables between the brackets")));
        }
        if !self.is(Punct::Equal) {
            let message = "several variables can only be assigned with `=`";
            return Err(self.fail(Report::new(Code::UnexpectedToken, self.span(), message)));
        }
        self.advance();
        self.skip_newlines();
        let value = self.assigned_value()?;
        Ok(StmtKind::MultiAssign(MultiAssign { targets, value }))
    }

    fn target(&mut self) -> Parse<Target> {
        let place = self.expr()?;
        self.check_target(&place)?;
        let ty = self.optional_type()?;
        Ok(Target { place, ty })
    }

    /// `int x = 5`, which stands for `x : int = 5`.
    fn c_style_declaration(&mut self) -> Parse<StmtKind> {
        let start = self.at;
        let type_name = self.name("a type")?;
        let ty = TypeExpr {
            span: type_name.span,
            kind: TypeKind::Named(NamedType::plain(type_name)),
            modifiers: Vec::new(),
        };
        let name = self.name("a variable")?;
        let target = self.make(name.span, ExprKind::Name(name.name))?;
        let spelled = format!(
            "`{} : {} = …`",
            self.text_of(name.span),
            self.text_of(type_name.span)
        );
        let report = Report::new(
            Code::CStyleDeclaration,
            self.span_since(start),
            "the type of a variable is written after its name",
        );
        self.report(report.help(format!("write {spelled}")));
        self.advance();
        let value = Some(self.assigned_value()?);
        Ok(StmtKind::Declare(Declare { target, ty, value }))
    }

    fn at_builtin_type(&self) -> bool {
        is_builtin_type(self.text_of(self.span()))
    }

    /// A line that starts with an operator was probably meant to go on with the line before.
    fn warn_leading_operator(&mut self) {
        let starts_line = self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Newline;
        let operator = match self.kind() {
            TokenKind::Punct(punct @ (Punct::Plus | Punct::Minus)) => punct,
            _ => return,
        };
        if starts_line {
            let message = format!(
                "this line starts with `{}` and does not continue the line before",
                operator.text()
            );
            let report = Report::new(Code::LeadingOperator, self.span(), message)
                .label("a statement of its own, without effect");
            let help = match self.kind_after(1) == self.kind() {
                true => "one more is written `x += 1`, one less `x -= 1`",
                false => "end the line before with the operator, or with `_`",
            };
            self.report(report.help(help));
        }
    }

    // ----------------------------------------------------------------------------------------------------- the end of statements

    /// Checks that the statement that started at token `start` ends here. A comma may end it too, when the line ends after it.
    pub(super) fn end_of_statement(&mut self, start: usize, in_arm: bool) -> Parse<()> {
        match self.kind() {
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::Punct(Punct::Semicolon) => {
                Ok(())
            }
            TokenKind::Keyword(keyword) if closes_block(keyword) => Ok(()),
            TokenKind::Punct(Punct::Comma) if self.ends_after_comma() => {
                self.advance();
                Ok(())
            }
            TokenKind::Punct(Punct::Pipe) if in_arm => Ok(()),
            TokenKind::Error => Err(Failed),
            // A block whose terminator is missing leaves the cursor at the start of the next line.
            _ if self.tokens[self.at - 1].kind == TokenKind::Newline => Ok(()),
            _ => Err(self.statement_goes_on(start)),
        }
    }

    /// Reports what stands where the statement should end.
    fn statement_goes_on(&mut self, start: usize) -> Failed {
        if let TokenKind::Punct(punct) = self.kind() {
            if punct == Punct::Comma {
                return self.comma_after_statement(start);
            }
            if punct.is_closing() {
                let message = format!("`{}` closes a bracket that was never opened", punct.text());
                let report = Report::new(Code::StrayBracket, self.span(), message)
                    .label("no bracket is open here");
                return self.fail(report);
            }
            if matches!(
                punct,
                Punct::PipeLeft | Punct::PipeRight | Punct::BackslashEqual
            ) {
                return self.reserved_operator();
            }
        }
        let message = format!(
            "expected the end of the statement, found {}",
            self.describe()
        );
        let report = Report::new(Code::ExpectedEndOfStatement, self.span(), message)
            .label("the statement should end before this");
        let report = self.help_for_rest(start, report);
        self.fail(report)
    }

    fn help_for_rest(&self, start: usize, report: Report) -> Report {
        let habit = self.help_for_words(start);
        let first = self.tokens[start];
        let misspelt = match first.kind {
            TokenKind::Name(_) if self.at == start + 1 => {
                let statements = [
                    "function", "if", "for", "while", "repeat", "match", "return", "import",
                    "type", "print", "error",
                ];
                did_you_mean(self.text_of(first.span), statements)
            }
            _ => None,
        };
        match self.kind() {
            _ if habit.is_some() => report.maybe_help(habit),
            _ if misspelt.is_some() => report.maybe_help(misspelt),
            TokenKind::Punct(Punct::Equal) => report.help("`==` compares two values"),
            TokenKind::Punct(Punct::Colon) => report.help("a range is written `first..last`"),
            TokenKind::Punct(Punct::Quote) => report.help(TRANSPOSE),
            TokenKind::Punct(Punct::Pipe) => {
                report.help("`||` joins conditions; `or(a, b)` works on bits")
            }
            _ => report.help("statements are separated by a line end or `;`"),
        }
    }

    /// `a, b = f()` lacks its brackets; any other comma does not belong.
    fn comma_after_statement(&mut self, start: usize) -> Failed {
        let rest = self.tokens[self.at..]
            .iter()
            .take_while(|token| token.kind != TokenKind::Newline);
        let assigns = rest
            .clone()
            .any(|token| token.kind == TokenKind::Punct(Punct::Equal));
        if assigns && matches!(self.tokens[start].kind, TokenKind::Name(_)) {
            let message = "several variables on the left of `=` stand in brackets";
            let report = Report::new(Code::UnbracketedTargets, self.span(), message)
                .label("a list without brackets");
            return self.fail(report.help("write `[a, b] = f(x)`"));
        }
        let report = Report::new(
            Code::ExpectedEndOfStatement,
            self.span(),
            "expected the end of the statement, found `,`",
        )
        .label("the statement should end before this");
        let help = match self.tokens[start].kind {
            TokenKind::Keyword(Keyword::Return) => RETURN_SEVERAL,
            _ => "statements are separated by a line end or `;`",
        };
        self.fail(report.help(help))
    }
}

/// Whether the word is a type of the language itself that a declaration of C would start with.
pub(super) fn is_builtin_type(text: &str) -> bool {
    let family = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let scalars = ["int", "uint", "scalar", "cscalar", "string", "object"];
    let arrays = [
        "vec", "mat", "cube", "ivec", "imat", "icube", "cvec", "cmat", "ccube",
    ];
    scalars.contains(&family) || arrays.contains(&family)
}

/// The assignment operator that the mark stands for.
pub fn assign_op(punct: Punct) -> Option<AssignOp> {
    Some(match punct {
        Punct::Equal => AssignOp::Set,
        Punct::PlusEqual => AssignOp::Add,
        Punct::MinusEqual => AssignOp::Subtract,
        Punct::StarEqual => AssignOp::Multiply,
        Punct::SlashEqual => AssignOp::Divide,
        Punct::CaretEqual => AssignOp::Power,
        Punct::DotStarEqual => AssignOp::PointMultiply,
        Punct::DotSlashEqual => AssignOp::PointDivide,
        Punct::DotCaretEqual => AssignOp::PointPower,
        Punct::AmpersandEqual => AssignOp::And,
        Punct::PipeEqual => AssignOp::Or,
        Punct::TildeEqual => AssignOp::Xor,
        Punct::CaretCaretEqual => AssignOp::Max,
        Punct::UnderscoresEqual => AssignOp::Min,
        _ => return None,
    })
}
