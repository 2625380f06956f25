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
        let mut open: Vec<usize> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Punct(punct) if punct.closing().is_some() => open.push(index),
                TokenKind::Punct(punct) if punct.is_closing() => {
                    if let Some(opening) = pop_partner(tokens, &mut open, punct) {
                        partner[opening] = index as u32;
                        partner[index] = opening as u32;
                    }
                }
                TokenKind::Newline
                    if starts_statement(tokens, index + 1)
                        && !open
                            .last()
                            .is_some_and(|&last| opens_attribute(tokens, last)) =>
                {
                    open.clear();
                }
                _ => {}
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

/// Removes the innermost bracket that `closing` closes, and those opened within it, which have no partner.
fn pop_partner(tokens: &[Token], open: &mut Vec<usize>, closing: Punct) -> Option<usize> {
    let closes = |&index: &usize| match tokens[index].kind {
        TokenKind::Punct(punct) => punct.closing() == Some(closing),
        _ => false,
    };
    let position = open.iter().rposition(closes)?;
    let opening = open[position];
    open.truncate(position);
    Some(opening)
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
