//! Imports, pragmas, types, reductions and symbolic names.
//!
//! *Invariant:* a class or an enumeration with a bad line still gets its other lines read.

use super::blocks::{BlockKind, closes_block};
use super::{Mode, Parse, Parser};
use crate::diag::{Code, Report};
use crate::syntax::ast::*;
use crate::syntax::token::{Keyword, Punct, TokenKind};

/// Lines of one type definition whose mistakes are told: behind a missing terminator every statement would be one.
const MOST_FAILED_LINES: usize = 2;

impl Parser<'_> {
    /// `import "file.q"` or `import "file.q" as name`
    pub(super) fn import(&mut self) -> Parse<StmtKind> {
        self.only_at_top_level("an import");
        self.advance();
        let span = self.span();
        if self.kind() != TokenKind::String {
            let form = "there are no modules of other languages: arrays and their functions (`zeros`, `fft2`, …) need no import; filters and the like do: `import \"imfilter.q\"`";
            return Err(self.unexpected_so("the file to import, a string", form));
        }
        let value = self.string_value();
        self.advance();
        let alias = match self.is_word("as") {
            true => {
                self.advance();
                Some(self.name("the name that stands in front of those of the file")?)
            }
            false => None,
        };
        let path = StringLit { value, span };
        Ok(StmtKind::Import(Import { path, alias }))
    }

    /// `#pragma name(on)`, `#pragma name on` or `#pragma name`
    pub(super) fn pragma(&mut self) -> Parse<StmtKind> {
        self.advance();
        let name = self.name("the name of a pragma")?;
        let enabled = match self.kind() {
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::Punct(Punct::Semicolon) => true,
            TokenKind::Punct(Punct::LeftParen) => {
                self.bracketed(Mode::default(), Self::pragma_value)?
            }
            _ => self.pragma_value()?,
        };
        Ok(StmtKind::Pragma(Pragma { name, enabled }))
    }

    fn pragma_value(&mut self) -> Parse<bool> {
        let enabled = self.is_word("on") || self.is_keyword(Keyword::True);
        if enabled || self.is_word("off") || self.is_keyword(Keyword::False) {
            self.advance();
            return Ok(enabled);
        }
        Err(self.unexpected("`on` or `off`"))
    }

    // ---------------------------------------------------------------------------------------------------------------------- types

    /// `type name[generics] : …`
    pub(super) fn type_definition(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        let doc = self.doc_before(span);
        self.only_at_top_level("a type definition");
        self.advance();
        let name = self.name("the name of the type")?;
        let generics = self.generics()?;
        self.expect(Punct::Colon, "`:` after the name of the type")?;
        let kind = match self.class_kind() {
            Some(kind) => {
                self.with_block(BlockKind::Type, span, |parser| Ok(parser.class(kind)))?
            }
            None if self.is_word("enum") => {
                self.advance();
                self.with_block(BlockKind::Type, span, |parser| Ok(parser.enumeration()))?
            }
            None => TypeDefKind::Alias(self.type_expr()?),
        };
        Ok(StmtKind::TypeDef(Box::new(TypeDef {
            name,
            generics,
            kind,
            doc,
        })))
    }

    /// `class`, `mutable class` or `dynamic class`, when it stands here.
    fn class_kind(&mut self) -> Option<ClassKind> {
        if self.is_word("class") {
            self.advance();
            return Some(ClassKind::Immutable);
        }
        let kind = match () {
            () if self.is_word("mutable") => ClassKind::Mutable,
            () if self.is_word("dynamic") => ClassKind::Dynamic,
            () => return None,
        };
        let next = self.tokens.get(self.at + 1).map(|token| token.span);
        if next.is_none_or(|span| self.text_of(span) != "class") {
            return None;
        }
        self.advance();
        self.advance();
        Some(kind)
    }

    fn class(&mut self, kind: ClassKind) -> TypeDefKind {
        let fields = self.lines(|parser| {
            if parser.is_keyword(Keyword::Function) {
                return parser.method_in_class().and(Err(super::Failed));
            }
            let name = parser.name("the name of a field")?;
            let ty = if kind == ClassKind::Dynamic {
                parser.optional_type()?
            } else {
                Some(parser.field_type()?)
            };
            Ok(Field { name, ty })
        });
        TypeDefKind::Class(Class { kind, fields })
    }

    fn field_type(&mut self) -> Parse<TypeExpr> {
        self.expect(Punct::Colon, "`:` and the type of the field")?;
        self.type_expr()
    }

    fn enumeration(&mut self) -> TypeDefKind {
        TypeDefKind::Enum(self.lines(|parser| {
            let name = parser.name("a key of the enumeration")?;
            let value = if parser.eat(Punct::Equal) {
                Some(parser.expr()?)
            } else {
                None
            };
            Ok(EnumKey { name, value })
        }))
    }

    /// The lines of a type definition up to and with its terminator; lines may be separated by `,` and `;` too.
    fn lines<T>(&mut self, mut line: impl FnMut(&mut Self) -> Parse<T>) -> Vec<T> {
        let mut items = Vec::new();
        let mut failed = 0;
        loop {
            while self.eat(Punct::Comma) {}
            self.skip_separators();
            if self.at_end_of_lines() {
                self.close_block();
                return items;
            }
            let (start, reports) = (self.at, self.reports.len());
            let read = line(self).and_then(|item| self.end_of_line(item));
            match read {
                Ok(item) => items.push(item),
                Err(super::Failed) => {
                    failed += 1;
                    if failed > MOST_FAILED_LINES {
                        self.reports.truncate(reports);
                    }
                    self.recover(start);
                }
            }
            if self.at == start {
                self.advance();
            }
        }
    }

    /// Whether the definition ends here: at a terminator, or where a statement starts that is indented like the definition itself.
    fn at_end_of_lines(&self) -> bool {
        let open = self.open_blocks.last().expect("the definition is open");
        match self.kind() {
            TokenKind::EndOfFile => true,
            TokenKind::Keyword(keyword) => {
                closes_block(keyword) || self.is_indented_like(open.span)
            }
            _ => false,
        }
    }

    fn end_of_line<T>(&mut self, item: T) -> Parse<T> {
        match self.kind() {
            TokenKind::Newline
            | TokenKind::EndOfFile
            | TokenKind::Punct(Punct::Semicolon | Punct::Comma) => Ok(item),
            TokenKind::Keyword(keyword) if closes_block(keyword) => Ok(item),
            TokenKind::Punct(Punct::Equal) => Err(self.unexpected_so(
                "the end of the line",
                "fields start at 0; other values are given where objects are made: `point(x:=3)`",
            )),
            _ => Err(self.unexpected("the end of the line")),
        }
    }

    // ----------------------------------------------------------------------------------------------------------------- reductions

    /// `reduction params -> pattern = replacement where condition`
    pub(super) fn reduction(&mut self) -> Parse<StmtKind> {
        let doc = self.doc_before(self.span());
        self.advance();
        let params = if self.is(Punct::LeftParen) {
            self.bracketed(Mode::default(), |parser| {
                parser.comma_list(Punct::RightParen, Self::reduction_param)
            })?
        } else {
            vec![self.reduction_param()?]
        };
        if !self.eat(Punct::Arrow) {
            let form =
                "a reduction is written `reduction (x : scalar, y) -> f(x, y) = g(x) where x > 0`";
            return Err(self.unexpected_so("`->` and the expression to look for", form));
        }
        self.skip_newlines();
        self.mark_assigning_paren();
        let pattern = self.expr()?;
        self.reduction_equals()?;
        let replacement = self.reduction_replacement()?;
        let condition = if self.at_where() {
            Some(self.where_condition()?)
        } else {
            None
        };
        Ok(StmtKind::Reduction(Box::new(Reduction {
            params,
            pattern,
            replacement,
            condition,
            doc,
        })))
    }

    fn reduction_param(&mut self) -> Parse<ReductionParam> {
        let start = self.at;
        let variadic = self.eat(Punct::Ellipsis);
        let name = self.name("a variable of the pattern")?;
        let ty = self.optional_type()?;
        Ok(ReductionParam {
            span: self.span_since(start),
            variadic,
            name,
            ty,
        })
    }

    /// The `=` between pattern and replacement; `->` there is a known slip.
    fn reduction_equals(&mut self) -> Parse<()> {
        if self.eat(Punct::Equal) {
            self.skip_newlines();
            return Ok(());
        }
        if self.is(Punct::Arrow) {
            let report = Report::new(
                Code::ReductionForm,
                self.span(),
                "`=` stands between the pattern and the replacement",
            )
            .label("expected `=`")
            .help("write `reduction (x) -> f(x) = g(x)`");
            self.report(report);
            self.advance();
            return Ok(());
        }
        if matches!(
            self.kind(),
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::Punct(Punct::Semicolon)
        ) {
            let report = Report::new(
                Code::ReductionForm,
                self.previous_span().end(),
                "the replacement of the reduction is missing",
            )
            .label("expected `=` and the replacement")
            .help("write `reduction (x) -> f(x) = g(x)`");
            return Err(self.fail(report));
        }
        Err(self.unexpected("`=` and the replacement"))
    }

    /// The right side: an expression or an assignment in parentheses.
    fn reduction_replacement(&mut self) -> Parse<Expr> {
        self.mark_assigning_paren();
        self.expr()
    }

    /// Whether `where` stands here or on the next line.
    fn at_where(&mut self) -> bool {
        let ahead = self.tokens[self.at..]
            .iter()
            .position(|token| token.kind != TokenKind::Newline)
            .unwrap_or(0);
        let token = self.tokens[self.at + ahead];
        let assigns = self.kind_after(ahead + 1) == TokenKind::Punct(Punct::Equal);
        let found = matches!(token.kind, TokenKind::Name(_))
            && self.text_of(token.span) == "where"
            && !assigns;
        if found {
            self.at += ahead;
        }
        found
    }

    fn where_condition(&mut self) -> Parse<Expr> {
        self.advance();
        self.expr()
    }

    /// `symbolic x : scalar, y : mat`; names without a type take that of the next name that has one.
    pub(super) fn symbolic(&mut self) -> Parse<StmtKind> {
        self.advance();
        let mut names = Vec::new();
        let mut waiting = Vec::new();
        loop {
            waiting.push(self.name("a symbolic name")?);
            if self.eat(Punct::Colon) {
                let ty = self.type_expr()?;
                names.extend(waiting.drain(..).map(|name| SymbolicName {
                    name,
                    ty: ty.clone(),
                }));
            }
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        if !waiting.is_empty() {
            return Err(self.unexpected("`:` and the type of the symbolic name"));
        }
        Ok(StmtKind::Symbolic(names))
    }
}
