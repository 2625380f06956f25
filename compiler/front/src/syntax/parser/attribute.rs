//! Code attributes: `{!name word; property=value}`.
//!
//! *Invariant:* `!` within the braces of an attribute starts an entry wherever an operator could not stand.

use super::{Mode, Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::token::{Punct, TokenKind};

impl Parser<'_> {
    /// Whether an attribute starts here: `{!`, or `!name` at the start of a statement as one manual listing has it.
    pub(super) fn at_attribute(&self) -> bool {
        let bang_follows = self.kind_after(1) == TokenKind::Punct(Punct::Bang);
        let bare = self.is(Punct::Bang) && matches!(self.kind_after(1), TokenKind::Name(_));
        self.is(Punct::LeftBrace) && bang_follows || bare
    }

    /// Reads the entries of a brace, each as a statement.
    pub(super) fn attributes(&mut self, out: &mut Vec<Stmt>) -> Parse<()> {
        let line = self.source.position(self.span().lo).line;
        let entries = if self.is(Punct::LeftBrace) {
            self.bracketed(Mode::default(), Self::attribute_entries)?
        } else {
            vec![self.attribute_entry(true)?]
        };
        self.attributes_from.get_or_insert(line);
        out.extend(entries.into_iter().map(|entry| Stmt {
            span: entry.span,
            kind: StmtKind::Attribute(entry),
        }));
        Ok(())
    }

    fn attribute_entries(&mut self) -> Parse<Vec<Attribute>> {
        let mut entries = Vec::new();
        loop {
            while self.eat(Punct::Comma) || self.eat(Punct::Semicolon) {}
            if !entries.is_empty() && !self.is(Punct::Bang) {
                return Ok(entries);
            }
            entries.push(self.attribute_entry(false)?);
        }
    }

    /// `!name` and its words, arguments and properties. A bare entry ends with its line.
    fn attribute_entry(&mut self, bare: bool) -> Parse<Attribute> {
        let start = self.at;
        self.expect(Punct::Bang, "`!` and the name of an attribute")?;
        let name = self.any_word("the name of an attribute")?;
        let mut attribute = Attribute {
            span: name.span,
            name,
            arguments: Vec::new(),
            properties: Vec::new(),
        };
        while !self.at_entry_end(bare) {
            if self.eat(Punct::Comma) || self.eat(Punct::Semicolon) {
                continue;
            }
            self.attribute_part(&mut attribute)?;
        }
        attribute.span = self.span_since(start);
        Ok(attribute)
    }

    fn at_entry_end(&self, bare: bool) -> bool {
        match self.kind() {
            TokenKind::EndOfFile | TokenKind::Newline => true,
            TokenKind::Punct(Punct::RightBrace | Punct::Bang) => true,
            TokenKind::Punct(Punct::Comma | Punct::Semicolon) => {
                self.kind_after(1) == TokenKind::Punct(Punct::Bang)
                    || bare && self.kind_after(1) == TokenKind::Newline
            }
            _ => false,
        }
    }

    /// A property, a reserved word such as the `for` of `{!parallel for}`, or an argument.
    fn attribute_part(&mut self, attribute: &mut Attribute) -> Parse<()> {
        let is_word = matches!(
            self.kind(),
            TokenKind::Name(_) | TokenKind::Meta(_) | TokenKind::Keyword(_)
        );
        if is_word && self.kind_after(1) == TokenKind::Punct(Punct::Equal) {
            let name = self.any_word("a property")?;
            self.advance();
            let value = self.expr()?;
            attribute.properties.push(Property { name, value });
            return Ok(());
        }
        let is_reserved = matches!(self.kind(), TokenKind::Keyword(keyword) if !super::brackets::is_operand(keyword));
        let argument = if is_reserved {
            let word = self.any_word("a word")?;
            self.make(word.span, ExprKind::Name(word.name))?
        } else {
            self.expr()?
        };
        attribute.arguments.push(argument);
        Ok(())
    }
}
