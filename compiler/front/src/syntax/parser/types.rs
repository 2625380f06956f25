//! Types and their modifiers.
//!
//! *Invariant:* a size in a type is an expression of the ordinary grammar; a name alone in brackets is read as a type.

use super::{Failed, Mode, Parse, Parser};
use crate::diag::{Code, Report, did_you_mean};
use crate::syntax::ast::*;
use crate::syntax::token::{Keyword, Punct, TokenKind};

/// The modifiers without an argument, by their names; `hw_const` is an older spelling.
const MODIFIERS: &[(&str, ModifierKind)] = &[
    ("unchecked", ModifierKind::Unchecked),
    ("checked", ModifierKind::Checked),
    ("safe", ModifierKind::Safe),
    ("circular", ModifierKind::Circular),
    ("mirror", ModifierKind::Mirror),
    ("clamped", ModifierKind::Clamped),
    ("const", ModifierKind::Const),
    ("nocopy", ModifierKind::NoCopy),
    ("hwconst", ModifierKind::HwConst),
    ("hw_const", ModifierKind::HwConst),
    ("hwtex_const", ModifierKind::HwTexConst),
    ("hwtex_nearest", ModifierKind::HwTexNearest(None)),
    ("hwtex_linear", ModifierKind::HwTexLinear(None)),
    ("row", ModifierKind::Row),
    ("col", ModifierKind::Col),
    ("half", ModifierKind::Half),
    ("single", ModifierKind::Single),
    ("double", ModifierKind::Double),
    ("sat", ModifierKind::Saturate),
];

fn modifier_named(name: &str) -> Option<ModifierKind> {
    MODIFIERS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, kind)| kind)
}

impl Parser<'_> {
    /// `: type`, when a colon stands here.
    pub(super) fn optional_type(&mut self) -> Parse<Option<TypeExpr>> {
        if !self.eat(Punct::Colon) {
            return Ok(None);
        }
        self.type_expr().map(Some)
    }

    /// A type with its modifiers.
    pub(super) fn type_expr(&mut self) -> Parse<TypeExpr> {
        self.nested(|parser| parser.type_with(true))
    }

    /// Sizes in parentheses belong to the type in a declaration; in an expression they are the arguments of a call.
    fn type_with(&mut self, takes_sizes: bool) -> Parse<TypeExpr> {
        let start = self.at;
        let kind = match self.kind() {
            TokenKind::Name(_) => {
                let first = self.name("a type")?;
                let named = self.of_module(first)?;
                TypeKind::Named(self.decorations(named, takes_sizes)?)
            }
            TokenKind::Punct(punct) => self.type_mark(punct)?,
            _ => return Err(self.expected_type()),
        };
        let modifiers = self.modifiers()?;
        Ok(TypeExpr {
            span: self.span_since(start),
            kind,
            modifiers,
        })
    }

    /// `circle`, or `shapes.circle` of an imported file.
    fn of_module(&mut self, first: Ident) -> Parse<NamedType> {
        if !self.eat(Punct::Dot) {
            return Ok(NamedType::plain(first));
        }
        let name = self.name("the name of a type of the imported file")?;
        Ok(NamedType {
            module: Some(first),
            ..NamedType::plain(name)
        })
    }

    fn type_mark(&mut self, punct: Punct) -> Parse<TypeKind> {
        match punct {
            Punct::QuestionQuestion => {
                self.advance();
                Ok(TypeKind::Unknown)
            }
            Punct::Caret => {
                self.advance();
                let target = self.type_expr()?;
                Ok(TypeKind::Pointer(Box::new(target)))
            }
            Punct::LeftBracket => self.bracketed(Mode::default(), Self::bracketed_type),
            Punct::LeftBrace => {
                let items = self.bracketed(Mode::default(), |parser| {
                    parser.comma_list(Punct::RightBrace, Self::type_expr)
                })?;
                Ok(TypeKind::Cell(items))
            }
            Punct::Quote => Ok(TypeKind::Inferred),
            _ => Err(self.expected_type()),
        }
    }

    fn expected_type(&mut self) -> Failed {
        let Some(report) = self.unexpected_report("a type") else {
            return Failed;
        };
        let report = Report {
            code: Code::ExpectedType,
            ..report
        };
        let closes = matches!(self.kind(), TokenKind::Punct(punct) if punct.is_closing());
        self.fail(match closes {
            true => report.help("a range is written `first..last`, all of a dimension `:`"),
            false => report,
        })
    }

    /// `{4}`, `[T]` and `(sizes)` after the name of a type.
    fn decorations(&mut self, mut named: NamedType, takes_sizes: bool) -> Parse<NamedType> {
        loop {
            if self.is(Punct::LeftBrace)
                && named.dimensions.is_none()
                && self.kind_after(1) != TokenKind::Punct(Punct::Bang)
            {
                named.dimensions = Some(self.bracketed(Mode::default(), Self::size)?);
            } else if self.is(Punct::LeftBracket) && named.arguments.is_empty() {
                let arguments =
                    |parser: &mut Self| parser.comma_list(Punct::RightBracket, Self::type_argument);
                named.arguments = self.bracketed(Mode::default(), arguments)?;
            } else if self.is(Punct::LeftParen) && takes_sizes && named.sizes.is_none() {
                let sizes = |parser: &mut Self| parser.comma_list(Punct::RightParen, Self::size);
                named.sizes = Some(self.bracketed(Mode::default(), sizes)?);
            } else {
                return Ok(named);
            }
        }
    }

    /// A size, or `:` for an open one.
    fn size(&mut self) -> Parse<Expr> {
        let span = self.span();
        if self.eat(Punct::Colon) {
            self.make(span, ExprKind::All)
        } else {
            self.expr()
        }
    }

    /// An element type, or a size of a generic class.
    fn type_argument(&mut self) -> Parse<TypeArg> {
        let is_size = match self.kind() {
            TokenKind::Int(_) | TokenKind::Punct(Punct::Minus | Punct::LeftParen) => true,
            TokenKind::Name(_) => matches!(
                self.kind_after(1),
                TokenKind::Punct(Punct::Plus | Punct::Minus | Punct::Star | Punct::Slash)
            ),
            _ => false,
        };
        if is_size {
            self.expr().map(TypeArg::Size)
        } else {
            self.type_expr().map(TypeArg::Type)
        }
    }

    // ------------------------------------------------------------------------------------------------- function types and unions

    /// What stands within brackets: a function type or a union.
    fn bracketed_type(&mut self) -> Parse<TypeKind> {
        let qualifier = self.qualifier();
        if qualifier.is_some() || self.is(Punct::LeftParen) || self.is(Punct::Ellipsis) {
            return self.function_type(qualifier);
        }
        let first = self.type_expr()?;
        if self.is(Punct::Arrow) {
            let input = FunctionTypeInput {
                variadic: false,
                ty: first,
            };
            return self.function_outputs(None, vec![input]);
        }
        let mut members = vec![first];
        while self.eat(Punct::Pipe) {
            members.push(self.type_expr()?);
        }
        Ok(TypeKind::Union(members))
    }

    fn function_type(&mut self, qualifier: Option<Qualifier>) -> Parse<TypeKind> {
        let inputs = if self.is(Punct::LeftParen) {
            self.bracketed(Mode::default(), |parser| {
                parser.comma_list(Punct::RightParen, Self::function_input)
            })?
        } else {
            vec![self.function_input()?]
        };
        self.function_outputs(qualifier, inputs)
    }

    fn function_input(&mut self) -> Parse<FunctionTypeInput> {
        let variadic = self.eat(Punct::Ellipsis);
        Ok(FunctionTypeInput {
            variadic,
            ty: self.type_expr()?,
        })
    }

    /// `-> outputs`; `a -> b -> c` gives a function that gives a function.
    fn function_outputs(
        &mut self,
        qualifier: Option<Qualifier>,
        inputs: Vec<FunctionTypeInput>,
    ) -> Parse<TypeKind> {
        self.expect(Punct::Arrow, "`->` and the outputs of the function type")?;
        let outputs = if self.is(Punct::LeftParen) {
            self.bracketed(Mode::default(), |parser| {
                parser.comma_list(Punct::RightParen, Self::type_expr)
            })?
        } else {
            vec![self.output_type()?]
        };
        Ok(TypeKind::Function(Box::new(FunctionType {
            qualifier,
            inputs,
            outputs,
        })))
    }

    fn output_type(&mut self) -> Parse<TypeExpr> {
        let start = self.at;
        let ty = self.type_expr()?;
        if !self.is(Punct::Arrow) {
            return Ok(ty);
        }
        let inputs = vec![FunctionTypeInput {
            variadic: false,
            ty,
        }];
        let kind = self.nested(|parser| parser.function_outputs(None, inputs))?;
        Ok(TypeExpr {
            span: self.span_since(start),
            kind,
            modifiers: Vec::new(),
        })
    }

    // ------------------------------------------------------------------------------------------------------------------ modifiers

    /// Whether the quote here starts a modifier. Within back-quotes it may end the cell, so only a known name will do.
    pub(super) fn at_modifier(&self) -> bool {
        if !self.is(Punct::Quote) || !matches!(self.kind_after(1), TokenKind::Name(_)) {
            return false;
        }
        !self.mode.in_backquotes
            || modifier_named(self.text_of(self.tokens[self.at + 1].span)).is_some()
    }

    fn modifiers(&mut self) -> Parse<Vec<Modifier>> {
        let mut modifiers = Vec::new();
        while self.at_modifier() {
            let start = self.at;
            self.advance();
            let Some(kind) = self.modifier_kind()? else {
                continue;
            };
            modifiers.push(Modifier {
                span: self.span_since(start),
                kind,
            });
        }
        if self.is(Punct::Quote) && !self.mode.in_backquotes {
            self.advance();
            return Err(self.unexpected("the name of a modifier after `'`"));
        }
        Ok(modifiers)
    }

    /// The modifier whose name stands here; an unknown one is reported and left out.
    fn modifier_kind(&mut self) -> Parse<Option<ModifierKind>> {
        let span = self.span();
        let known = modifier_named(self.text_of(span));
        if known.is_none() {
            let name = self.text_of(span).to_string();
            let report = Report::new(
                Code::UnknownModifier,
                span,
                format!("unknown modifier `'{name}`"),
            );
            let names = MODIFIERS.iter().map(|&(name, _)| name);
            self.report(
                report
                    .label("not a modifier of types")
                    .maybe_help(did_you_mean(&name, names)),
            );
        }
        self.advance();
        match known {
            Some(ModifierKind::HwTexNearest(_)) => {
                Ok(Some(ModifierKind::HwTexNearest(self.component_count()?)))
            }
            Some(ModifierKind::HwTexLinear(_)) => {
                Ok(Some(ModifierKind::HwTexLinear(self.component_count()?)))
            }
            other => Ok(other),
        }
    }

    /// `(4)` after a texture modifier.
    fn component_count(&mut self) -> Parse<Option<u32>> {
        if !self.is(Punct::LeftParen) {
            return Ok(None);
        }
        let count = self.bracketed(Mode::default(), |parser| match parser.kind() {
            TokenKind::Int(count @ 1..=4) => {
                parser.advance();
                Ok(count as u32)
            }
            _ => Err(parser.unexpected("the number of components, 1 to 4")),
        })?;
        Ok(Some(count))
    }

    // ------------------------------------------------------------------------------------------------------- types in expressions

    /// Whether `{` directly after the name of a type gives its number of dimensions.
    pub(super) fn starts_dimensions(&self, base: &Expr) -> bool {
        self.token().glued
            && base.as_name().is_some()
            && self.kind_after(1) != TokenKind::Punct(Punct::Bang)
    }

    /// `cube{4}[T]` in an expression; parentheses after it are a call.
    pub(super) fn dimensions_of(&mut self, start: usize, base: Expr) -> Parse<Expr> {
        let name = base.as_name().expect("the caller saw a name");
        let named = self.decorations(NamedType::plain(name), false)?;
        let modifiers = self.modifiers()?;
        let span = self.span_since(start);
        let ty = TypeExpr {
            span,
            kind: TypeKind::Named(named),
            modifiers,
        };
        self.make(span, ExprKind::Type(Box::new(ty)))
    }

    /// `mat[scalar]'half` in an expression; the quote is the current token.
    pub(super) fn modified_type(&mut self, start: usize, base: Expr) -> Parse<Expr> {
        let mut ty = base.as_type().expect("the caller saw a type");
        ty.modifiers.extend(self.modifiers()?);
        ty.span = self.span_since(start);
        let span = ty.span;
        self.make(span, ExprKind::Type(Box::new(ty)))
    }

    /// `??`, `^T` or `[a -> b]` in an expression.
    pub(super) fn type_operand(&mut self) -> Parse<Expr> {
        let first_id = self.heights.len();
        let ty = self.nested(|parser| parser.type_with(false))?;
        let height = 1 + self.height_since(first_id);
        self.make_with_height(ty.span, ExprKind::Type(Box::new(ty)), height)
    }

    /// Whether the bracket here can only be a type: it has types between bars, or an arrow with `??` beside it or a list of outputs
    /// after it.
    pub(super) fn holds_type(&self) -> bool {
        let Some(closing) = self.brackets.partner(self.at) else {
            return false;
        };
        if !self.may_start_type(self.at + 1) {
            return false;
        }
        let inner = self.at + 1..closing;
        let holds = |punct| {
            inner
                .clone()
                .any(|index| self.tokens[index].kind == TokenKind::Punct(punct))
        };
        if !inner
            .clone()
            .all(|index| may_stand_in_type(self.tokens[index].kind))
        {
            return false;
        }
        let is_arrow = |&index: &usize| self.tokens[index].kind == TokenKind::Punct(Punct::Arrow);
        let has_output_list = inner
            .clone()
            .filter(is_arrow)
            .any(|arrow| self.is_output_list(arrow + 1));
        holds(Punct::Pipe)
            || has_output_list
            || holds(Punct::Arrow) && holds(Punct::QuestionQuestion)
    }

    /// Whether the token opens parentheses that are empty or hold a comma.
    fn is_output_list(&self, opening: usize) -> bool {
        self.tokens[opening].kind == TokenKind::Punct(Punct::LeftParen)
            && (self.brackets.partner(opening) == Some(opening + 1) || self.holds_comma(opening))
    }

    fn may_start_type(&self, index: usize) -> bool {
        matches!(
            self.tokens[index].kind,
            TokenKind::Name(_)
                | TokenKind::Punct(
                    Punct::QuestionQuestion
                        | Punct::LeftParen
                        | Punct::LeftBracket
                        | Punct::Caret
                        | Punct::Ellipsis
                )
                | TokenKind::Keyword(Keyword::Kernel | Keyword::Device | Keyword::Host)
        )
    }
}

/// Whether the token occurs in function types and unions.
fn may_stand_in_type(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Name(_) | TokenKind::Int(_) | TokenKind::Newline => true,
        TokenKind::Keyword(keyword) => {
            matches!(keyword, Keyword::Kernel | Keyword::Device | Keyword::Host)
        }
        TokenKind::Punct(punct) => matches!(
            punct,
            Punct::Arrow
                | Punct::Caret
                | Punct::Colon
                | Punct::Comma
                | Punct::Ellipsis
                | Punct::LeftBrace
                | Punct::LeftBracket
                | Punct::LeftParen
                | Punct::Pipe
                | Punct::QuestionQuestion
                | Punct::Quote
                | Punct::RightBrace
                | Punct::RightBracket
                | Punct::RightParen
        ),
        TokenKind::Meta(_)
        | TokenKind::Scalar(_)
        | TokenKind::Imaginary(_)
        | TokenKind::String
        | TokenKind::Pragma
        | TokenKind::Error
        | TokenKind::EndOfFile => false,
    }
}
