//! The colours of a text: every token with what it means.
//!
//! *Invariant:* tokens are in the order of the text, do not overlap, and lie in one line each.

use std::collections::HashMap;

use lsp_types::{Position, SemanticToken};
use qc_front::syntax::token::{Token, TokenKind};

use super::completion::SOFT_KEYWORDS;
use super::meaning;
use super::view::View;
use crate::names::{Kind, Occurrence, Role, Sense, TOP};

/// What tokens are, in the order of their numbers.
pub const TYPES: &[&str] = &[
    "comment",
    "keyword",
    "number",
    "string",
    "function",
    "macro",
    "type",
    "enum",
    "enumMember",
    "typeParameter",
    "parameter",
    "variable",
    "property",
    "decorator",
];

/// What is said of tokens, in the order of their bits.
pub const MODIFIERS: &[&str] = &["declaration", "modification", "defaultLibrary"];

const DECLARATION: u32 = 1;
const MODIFICATION: u32 = 2;
const LIBRARY: u32 = 4;

/// All tokens of the text.
pub fn of(view: &View) -> Vec<SemanticToken> {
    let mut list = List {
        view,
        last: Position::default(),
        found: Vec::new(),
    };
    let syntax = view.document.syntax();
    let names: HashMap<u32, &Occurrence> = syntax
        .names
        .occurrences
        .iter()
        .map(|it| (it.span.lo, it))
        .collect();
    let mut kinds = Kinds {
        view,
        top: HashMap::new(),
    };
    let mut at = 0;
    for token in &syntax.tokens {
        list.comments(at, token.span.lo);
        at = token.span.hi;
        let name = names.get(&token.span.lo).copied();
        if let Some((kind, said)) = kinds.of(token, name) {
            list.add(token.span.lo, token.span.hi, kind, said);
        }
    }
    list.found
}

struct List<'a> {
    view: &'a View,
    last: Position,
    found: Vec<SemanticToken>,
}

impl List<'_> {
    /// Comments between two tokens.
    fn comments(&mut self, from: u32, to: u32) {
        let text = self.view.document.text().source();
        let Some(between) = text.get(from as usize..to as usize) else {
            return;
        };
        let mut at = from;
        for line in between.split_inclusive(['\n', '\r']) {
            if let Some(start) = line.find('%') {
                let end = line.trim_end_matches(['\n', '\r']).len();
                self.add(at + start as u32, at + end as u32, "comment", 0);
            }
            at += line.len() as u32;
        }
    }

    /// A token, as far as it lies in its first line.
    fn add(&mut self, from: u32, to: u32, kind: &str, said: u32) {
        let document = &self.view.document;
        let start = document.text().position(from);
        let text = document.text().source();
        let spelled = text.get(from as usize..to as usize).unwrap_or_default();
        let first = spelled.split(['\n', '\r']).next().unwrap_or_default();
        let number = TYPES.iter().position(|it| *it == kind);
        let (Some(number), false) = (number, first.is_empty()) else {
            return;
        };
        let delta_line = start.line - self.last.line;
        self.found.push(SemanticToken {
            delta_line,
            delta_start: match delta_line {
                0 => start.character - self.last.character,
                _ => start.character,
            },
            length: document.text().width(first),
            token_type: number as u32,
            token_modifiers_bitset: said,
        });
        self.last = start;
    }
}

struct Kinds<'a> {
    view: &'a View,
    /// What is known of names of the program already.
    top: HashMap<String, Option<Kind>>,
}

impl Kinds<'_> {
    fn of(&mut self, token: &Token, name: Option<&Occurrence>) -> Option<(&'static str, u32)> {
        match token.kind {
            TokenKind::Name(_) => match name {
                Some(it) => self.name(it),
                None => {
                    let text = self.view.document.spelled(token.span);
                    SOFT_KEYWORDS.contains(&text).then_some(("keyword", 0))
                }
            },
            TokenKind::Keyword(_) | TokenKind::Pragma => Some(("keyword", 0)),
            TokenKind::Meta(_) => Some(("macro", 0)),
            TokenKind::Int(_) | TokenKind::Scalar(_) | TokenKind::Imaginary(_) => {
                Some(("number", 0))
            }
            TokenKind::String => Some(("string", 0)),
            TokenKind::Punct(_) | TokenKind::Newline | TokenKind::Error | TokenKind::EndOfFile => {
                None
            }
        }
    }

    fn name(&mut self, it: &Occurrence) -> Option<(&'static str, u32)> {
        let said = match it.role {
            Role::Define(_) => DECLARATION,
            Role::Change => MODIFICATION,
            Role::Read => 0,
        };
        match it.sense {
            Sense::Attribute => Some(("decorator", 0)),
            Sense::Property(_) | Sense::Pragma => Some(("property", 0)),
            Sense::Member(..) | Sense::FieldOf(_) => Some(("property", said)),
            Sense::KeyOf(_) => Some(("enumMember", said)),
            Sense::Argument(_) => Some(("parameter", 0)),
            Sense::Scoped => self.scoped(it, said),
            Sense::Word(_) => match self.scoped(it, said) {
                Some(("variable", _)) if it.owner == TOP => Some(("property", 0)),
                found => found,
            },
        }
    }

    fn scoped(&mut self, it: &Occurrence, said: u32) -> Option<(&'static str, u32)> {
        let syntax = self.view.document.syntax();
        let text = syntax.name(it.name);
        let kind = match it.owner {
            TOP => {
                let view = self.view;
                let known = self.top.entry(text.to_owned());
                *known.or_insert_with(|| meaning::top_kind(view, text))
            }
            owner => syntax.names.kind(owner, it.name),
        };
        match kind {
            Some(kind) => Some((token_type(kind), said)),
            None if text == "print" => Some(("keyword", 0)),
            None if qc_front::check::TYPE_NAMES.contains(&text) => Some(("type", LIBRARY)),
            None if qc_front::check::is_type_name(text) => Some(("type", LIBRARY)),
            None if qc_front::check::is_constant(text) => Some(("variable", LIBRARY)),
            None if meaning::is_of_language(text) => Some(("function", LIBRARY)),
            None => Some(("variable", said)),
        }
    }
}

fn token_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Function | Kind::Rule => "function",
        Kind::Macro => "macro",
        Kind::Alias | Kind::Class => "type",
        Kind::Enum => "enum",
        Kind::Generic => "typeParameter",
        Kind::Parameter => "parameter",
        Kind::Output | Kind::Variable | Kind::LoopVariable => "variable",
        Kind::Field => "property",
        Kind::Key => "enumMember",
    }
}
