//! One text with its tokens, its tree and its names.
//!
//! *Invariant:* all of it is of the text as it is: an edit drops what was made of the text before.

use std::cell::OnceCell;
use std::rc::Rc;

use lsp_types::{Position, Range};
use qc_front::base::{FileId, Interner, SourceMap, Span, Symbol};
use qc_front::diag::Report;
use qc_front::syntax::ast::Ast;
use qc_front::syntax::lexer::lex;
use qc_front::syntax::parse;
use qc_front::syntax::token::{Token, TokenKind};

use crate::names::Names;
use crate::text::{Encoding, Text};

/// What the front end makes of one text by itself.
#[derive(Debug)]
pub struct Syntax {
    /// The text as a source.
    pub sources: SourceMap,
    /// Its only file.
    pub file: FileId,
    /// The texts of its names.
    pub interner: Interner,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Its tree.
    pub ast: Ast,
    /// What the parser says.
    pub reports: Vec<Report>,
    /// What its names mean.
    pub names: Names,
}

impl Syntax {
    fn of(text: &str) -> Syntax {
        let mut sources = SourceMap::new();
        let mut interner = Interner::new();
        let file = sources.add("", text);
        let (ast, reports) = parse(&sources, file, &mut interner);
        let tokens = lex(file, text, &mut interner).tokens;
        let names = Names::of(&ast, text.len() as u32);
        Syntax {
            sources,
            file,
            interner,
            tokens,
            ast,
            reports,
            names,
        }
    }

    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    /// The number of the last token that begins before an offset, without line ends.
    pub fn token_before(&self, offset: u32) -> Option<usize> {
        let behind = self
            .tokens
            .partition_point(|token| token.span.lo < offset && token.kind != TokenKind::EndOfFile);
        self.token_up_to(behind)
    }

    /// The number of the last token in front of another one, without line ends.
    pub fn token_up_to(&self, number: usize) -> Option<usize> {
        let is_code = |token: &Token| token.kind != TokenKind::Newline;
        self.tokens[..number].iter().rposition(is_code)
    }
}

/// A text, perhaps one that the client has open.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its address.
    pub uri: String,
    /// The client's number of the text.
    pub version: Option<i32>,
    text: Text,
    syntax: OnceCell<Rc<Syntax>>,
}

impl Document {
    /// A text at an address.
    pub fn new(uri: &str, whole: impl Into<String>, encoding: Encoding) -> Document {
        Document {
            uri: uri.to_owned(),
            version: None,
            text: Text::new(whole, encoding),
            syntax: OnceCell::new(),
        }
    }

    /// The text.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Replaces a part of the text, or all of it.
    pub fn edit(&mut self, range: Option<Range>, by: &str) {
        self.text.edit(range, by);
        self.syntax = OnceCell::new();
    }

    /// What the front end makes of it.
    pub fn syntax(&self) -> &Syntax {
        let made = || Rc::new(Syntax::of(self.text.source()));
        self.syntax.get_or_init(made)
    }

    /// The range of a place.
    pub fn range(&self, span: Span) -> Range {
        self.text.range(span)
    }

    /// The offset of a position.
    pub fn offset(&self, at: Position) -> u32 {
        self.text.offset(at)
    }

    /// Whether a text of the program is this one.
    pub fn has_literal(&self, text: &str) -> bool {
        self.text.source().contains(&format!("\"{text}\""))
    }

    /// The text of a place.
    pub fn spelled(&self, span: Span) -> &str {
        self.text.source().get(span.range()).unwrap_or_default()
    }
}
