//! Pairs the brackets of a file before it is parsed, for look-ahead and for recovery.
//!
//! *Invariant:* pairs nest. A bracket that is open where a line clearly starts a statement has no partner.

use crate::syntax::token::{Keyword, Punct, Token, TokenKind};

const NONE: u32 = u32::MAX;

/// For each token, the index of the bracket that it pairs with.
#[derive(Debug)]
pub struct Brackets {
    partner: Vec<u32>,
}

impl Brackets {
    /// Pairs the brackets of a token list.
    pub fn pair(tokens: &[Token]) -> Self {
        let mut partner = vec![NONE; tokens.len()];
        let mut open = OpenBrackets::default();
        for (index, token) in tokens.iter().enumerate() {
            if token.kind == TokenKind::Newline && open.end_before(tokens, index + 1) {
                open = OpenBrackets::default();
            }
            let TokenKind::Punct(punct) = token.kind else {
                continue;
            };
            if let Some(closing) = punct.closing() {
                open.push(index, closing);
            } else if let Some(opening) = open.pop_partner(punct) {
                partner[opening] = index as u32;
                partner[index] = opening as u32;
            }
        }
        Self { partner }
    }

    /// The partner of the bracket at `index`.
    pub fn partner(&self, index: usize) -> Option<usize> {
        match self.partner[index] {
            NONE => None,
            partner => Some(partner as usize),
        }
    }
}

/// The brackets that are open at one place, outermost first.
#[derive(Default)]
struct OpenBrackets {
    /// The index of each and the mark that closes it.
    brackets: Vec<(usize, Punct)>,
    /// How many wait for `)`, `]` and `}`, so that a closing bracket without partner is known at once.
    waiting: [usize; 3],
}

impl OpenBrackets {
    fn push(&mut self, index: usize, closing: Punct) {
        self.brackets.push((index, closing));
        self.waiting[kind_of(closing)] += 1;
    }

    /// Removes the innermost bracket that `closing` closes, and those opened within it, which have no partner.
    fn pop_partner(&mut self, closing: Punct) -> Option<usize> {
        if !closing.is_closing() || self.waiting[kind_of(closing)] == 0 {
            return None;
        }
        loop {
            let (index, expected) = self.brackets.pop()?;
            self.waiting[kind_of(expected)] -= 1;
            if expected == closing {
                return Some(index);
            }
        }
    }

    /// Whether the line that starts at `next` is a statement, so that what is open was never closed. The lines of a code attribute look
    /// like statements.
    fn end_before(&self, tokens: &[Token], next: usize) -> bool {
        let in_attribute = self
            .brackets
            .last()
            .is_some_and(|&(index, _)| opens_attribute(tokens, index));
        !in_attribute && starts_statement(tokens, next)
    }
}

/// A number from 0 to 2 for each closing bracket.
fn kind_of(closing: Punct) -> usize {
    match closing {
        Punct::RightParen => 0,
        Punct::RightBracket => 1,
        _ => 2,
    }
}

/// Whether the token at `index` is the `{` of a code attribute.
pub fn opens_attribute(tokens: &[Token], index: usize) -> bool {
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    kind(index) == Some(TokenKind::Punct(Punct::LeftBrace))
        && kind(index + 1) == Some(TokenKind::Punct(Punct::Bang))
}

/// Whether a line that starts at `index` is clearly a statement and no part of an expression.
pub fn starts_statement(tokens: &[Token], index: usize) -> bool {
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    match kind(index) {
        Some(TokenKind::Keyword(keyword)) => !is_operand(keyword),
        Some(TokenKind::Pragma) => true,
        Some(TokenKind::Name(_)) => kind(index + 1) == Some(TokenKind::Punct(Punct::Equal)),
        _ => false,
    }
}

/// Whether the reserved word may start an expression.
pub fn is_operand(keyword: Keyword) -> bool {
    use Keyword::*;
    matches!(
        keyword,
        True | False | NullPtr | Null | Kernel | Device | Host
    )
}
