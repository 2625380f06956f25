//! Function definitions, parameters and doc comments.
//!
//! *Invariant:* a function whose header could not be read still gets its body read, so that its `end` is not left over.

use super::blocks::BlockKind;
use super::{Mode, Parse, Parser};
use crate::base::Span;
use crate::diag::{Code, Report};
use crate::syntax::ast::*;
use crate::syntax::token::{Keyword, Punct, TokenKind};

/// What stands before the body of a function.
struct Header {
    name: Ident,
    outputs: Vec<Output>,
    qualifier: Option<Qualifier>,
    generics: Vec<GenericParam>,
    params: Vec<Param>,
    is_static: bool,
}

impl Parser<'_> {
    /// `function outputs = qualifier name[generics](params) … end`
    pub(super) fn function(&mut self) -> Parse<StmtKind> {
        let start = self.at;
        let span = self.span();
        let doc = self.doc_before(span);
        self.with_block(BlockKind::Function, span, |parser| {
            parser.advance();
            let read = parser.header(Self::function_header);
            let header = parser.span_since(start);
            let read = match read {
                Some(read) => read,
                None => parser.unreadable_header(header),
            };
            let body = parser.block();
            parser.close_block();
            Ok(StmtKind::Function(Box::new(Function {
                header,
                name: read.name,
                doc,
                outputs: read.outputs,
                qualifier: read.qualifier,
                generics: read.generics,
                params: read.params,
                is_static: read.is_static,
                body,
            })))
        })
    }

    fn unreadable_header(&mut self, span: Span) -> Header {
        let name = Ident {
            name: self.intern("_"),
            span,
        };
        Header {
            name,
            outputs: Vec::new(),
            qualifier: None,
            generics: Vec::new(),
            params: Vec::new(),
            is_static: false,
        }
    }

    fn function_header(&mut self) -> Parse<Header> {
        let outputs = self.outputs()?;
        let qualifier = self.qualifier();
        let name = self.name("the name of the function")?;
        let generics = self.generics()?;
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` and the parameters"));
        }
        let params = self.params()?;
        let is_static = self.static_marker()?;
        if self.is(Punct::Colon) || self.is(Punct::Arrow) {
            let form = "the output and its type stand in front: `function y : int = f(x)`";
            return Err(self.unexpected_so("the end of the line", form));
        }
        self.check_brace()?;
        Ok(Header {
            name,
            outputs,
            qualifier,
            generics,
            params,
            is_static,
        })
    }

    /// `[a, b : int] =`, `y : mat =` or `[]`; the `=` may be missing after brackets.
    fn outputs(&mut self) -> Parse<Vec<Output>> {
        if self.is(Punct::LeftBracket) {
            let outputs = self.bracketed(Mode::default(), |parser| {
                parser.comma_list(Punct::RightBracket, Self::output)
            })?;
            if self.eat(Punct::Equal) {
                self.skip_newlines();
            }
            return Ok(outputs);
        }
        if self.is_header_without_outputs() {
            let report = Report::new(
                Code::MissingOutputs,
                self.span(),
                "the list of outputs is missing",
            )
            .label("expected the outputs and `=` before the name");
            let is_macro =
                matches!(self.open_blocks.last(), Some(open) if open.kind == BlockKind::Macro);
            self.report(report.help(match is_macro {
                true => "a macro is written `macro [] = m(x)`",
                false => "a function gives what its outputs hold: `function y = f(x)`; one without outputs is `function [] = f(x)`",
            }));
            return Ok(Vec::new());
        }
        let output = self.output()?;
        if !self.eat(Punct::Equal) {
            let form =
                "one output is written `y = f(x)` or `y : int = f(x)`, several `[a, b] = f(x)`";
            return Err(self.unexpected_so("`=` after the output", form));
        }
        self.skip_newlines();
        Ok(vec![output])
    }

    /// `f(x)` or `f[T](x)` where outputs should stand.
    fn is_header_without_outputs(&self) -> bool {
        let is_qualifier = matches!(
            self.kind(),
            TokenKind::Keyword(Keyword::Kernel | Keyword::Device | Keyword::Host)
        );
        let opens = matches!(
            self.kind_after(1),
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket)
        );
        is_qualifier || matches!(self.kind(), TokenKind::Name(_)) && opens
    }

    fn output(&mut self) -> Parse<Output> {
        if self.is(Punct::Ellipsis) {
            let report = Report::new(
                Code::UnexpectedToken,
                self.span(),
                "an output cannot be variadic",
            )
            .label("`...` is for parameters");
            return Err(self.fail(report.help("return a cell vector of any length")));
        }
        let name = self.name("the name of an output")?;
        Ok(Output {
            name,
            ty: self.optional_type()?,
        })
    }

    /// `[T, N : int]`, when a bracket stands here.
    pub(super) fn generics(&mut self) -> Parse<Vec<GenericParam>> {
        if !self.is(Punct::LeftBracket) {
            return Ok(Vec::new());
        }
        self.bracketed(Mode::default(), |parser| {
            parser.comma_list(Punct::RightBracket, Self::generic_param)
        })
    }

    fn generic_param(&mut self) -> Parse<GenericParam> {
        let name = self.name("a generic parameter")?;
        Ok(GenericParam {
            name,
            ty: self.optional_type()?,
        })
    }

    /// `(a, b : int = 1, ...c)`
    pub(super) fn params(&mut self) -> Parse<Vec<Param>> {
        self.bracketed(Mode::default(), |parser| {
            parser.comma_list(Punct::RightParen, Self::param)
        })
    }

    pub(super) fn param(&mut self) -> Parse<Param> {
        let start = self.at;
        let variadic = self.eat(Punct::Ellipsis);
        let name = self.name("a parameter")?;
        let ty = self.optional_type()?;
        let default = if self.eat(Punct::Equal) {
            Some(self.expr()?)
        } else {
            None
        };
        Ok(Param {
            span: self.span_since(start),
            variadic,
            name,
            ty,
            default,
        })
    }

    /// `=static`, as the compiler's own listings have it.
    fn static_marker(&mut self) -> Parse<bool> {
        if !self.eat(Punct::Equal) {
            return Ok(false);
        }
        if !self.is_word("static") {
            return Err(self.unexpected("`static`"));
        }
        self.advance();
        Ok(true)
    }

    /// The comment lines directly before the line of `span`, or before the attributes there.
    pub(super) fn doc_before(&self, span: Span) -> Option<Doc> {
        let own_line = self.source.position(span.lo).line;
        let before_attributes = |parser: &Self| parser.comments_before(parser.attributes_from?);
        self.comments_before(own_line)
            .or_else(|| before_attributes(self))
    }

    /// The comments on the lines directly before `line`, from behind the directives of a test file (`%!`).
    fn comments_before(&self, mut line: u32) -> Option<Doc> {
        let after = self.comments.partition_point(|comment| comment.line < line);
        let mut lines = Vec::new();
        for comment in self.comments[..after].iter().rev() {
            let is_directive = self.text_of(comment.span).starts_with("%!");
            if comment.line + 1 != line || is_directive {
                break;
            }
            line = comment.line;
            lines.push(comment);
        }
        lines.reverse();
        let span = lines.first()?.span.to(lines.last()?.span);
        let texts = lines
            .iter()
            .map(|comment| self.doc_line(comment.span))
            .collect();
        Some(Doc { span, lines: texts })
    }

    /// A comment without its `%` and one blank.
    fn doc_line(&self, span: Span) -> String {
        let text = self.text_of(span);
        let text = text.strip_prefix('%').unwrap_or(text);
        text.strip_prefix(' ')
            .unwrap_or(text)
            .trim_end()
            .to_string()
    }

    /// `macro [] = name(params) … endmacro`
    pub(super) fn macro_definition(&mut self) -> Parse<StmtKind> {
        let span = self.span();
        self.only_at_top_level("a macro");
        self.with_block(BlockKind::Macro, span, |parser| {
            parser.advance();
            let start = parser.at;
            let read = parser.header(Self::macro_header);
            let (name, params) = match read {
                Some(read) => read,
                None => (
                    parser.unreadable_header(parser.span_since(start)).name,
                    Vec::new(),
                ),
            };
            let body = parser.block();
            parser.close_block();
            Ok(StmtKind::Macro(Box::new(Macro { name, params, body })))
        })
    }

    fn macro_header(&mut self) -> Parse<(Ident, Vec<Param>)> {
        let outputs = self.outputs()?;
        if let Some(output) = outputs.first() {
            let report = Report::new(
                Code::UnexpectedToken,
                output.name.span,
                "a macro has no outputs",
            );
            return Err(self.fail(report.help("write `macro [] = name(parameters)`")));
        }
        let name = self.name("the name of the macro")?;
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` and the parameters"));
        }
        Ok((name, self.params()?))
    }

    /// Reports what may only stand outside of all blocks.
    pub(super) fn only_at_top_level(&mut self, what: &str) {
        let Some(open) = self.open_blocks.last() else {
            return;
        };
        let report = Report::new(
            Code::MisplacedItem,
            self.span(),
            format!("{what} can only stand at the top level of a file"),
        )
        .label("within a block")
        .also(open.span, "the block was opened here");
        self.report(report);
    }

    /// Reports a function among the fields of a class, and passes it.
    pub(super) fn method_in_class(&mut self) -> Parse<()> {
        let message = "a function cannot stand within a class";
        let report = Report::new(Code::MisplacedItem, self.span(), message)
            .label("only fields stand here")
            .help(
                "a method is a function outside of the class whose first parameter is `self : T`",
            );
        self.report(report);
        self.function().map(|_| ())
    }
}
