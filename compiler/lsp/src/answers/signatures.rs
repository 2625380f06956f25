//! The parameters of the function whose call is being written.
//!
//! The call is found among the tokens, since its text is rarely whole while it is written.
//!
//! *Invariant:* the place of a parameter is one within the signature, in units of UTF-16, as the protocol wants it whatever the encoding.

use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation,
};
use qc_front::builtins;
use qc_front::builtins::special_forms::SPECIAL_FORMS;
use qc_front::syntax::token::{Punct, Token, TokenKind};

use super::hover;
use super::meaning::{self, Meaning};
use super::view::View;
use crate::names::TOP;

/// So many tokens in front of the place are read at most.
const FARTHEST: usize = 2000;

/// A call that is open at a place.
struct OpenCall {
    /// The token of the name.
    callee: usize,
    /// How many arguments are in front of the place.
    before: u32,
}

/// The signatures of the function that is called around an offset.
pub fn at(view: &View, offset: u32) -> Option<SignatureHelp> {
    let call = open_call(view, offset)?;
    let span = view.document.syntax().tokens[call.callee].span;
    let name = view.document.spelled(span);
    let signatures = signatures(view, name, span.lo);
    if signatures.is_empty() {
        return None;
    }
    let takes = |it: &SignatureInformation| {
        let count = it.parameters.as_ref().map_or(0, Vec::len);
        count as u32 > call.before
    };
    let active = signatures.iter().position(takes).unwrap_or(0) as u32;
    Some(SignatureHelp {
        signatures,
        active_signature: Some(active),
        active_parameter: Some(call.before),
    })
}

/// The innermost call whose parenthesis is not closed in front of an offset.
fn open_call(view: &View, offset: u32) -> Option<OpenCall> {
    let syntax = view.document.syntax();
    let tokens = &syntax.tokens;
    let last = syntax.token_before(offset)?;
    let is_inside = |token: &Token| token.span.hi > offset && token.kind == TokenKind::String;
    if is_inside(&tokens[last]) {
        return None;
    }
    let mut depth = 0;
    let mut before = 0;
    for at in (last.saturating_sub(FARTHEST)..=last).rev() {
        match tokens[at].kind {
            TokenKind::Punct(Punct::Comma) if depth == 0 => before += 1,
            TokenKind::Punct(mark) if mark.is_closing() && tokens[at].span.hi <= offset => {
                depth += 1
            }
            TokenKind::Punct(mark) if mark.closing().is_some() && depth > 0 => depth -= 1,
            TokenKind::Punct(Punct::LeftParen) => {
                if let Some(callee) = callee(tokens, at) {
                    return Some(OpenCall { callee, before });
                }
                before = 0;
            }
            TokenKind::Punct(mark) if mark.closing().is_some() => before = 0,
            TokenKind::Keyword(_) => return None,
            _ => {}
        }
    }
    None
}

/// The name right in front of a parenthesis, or in front of the brackets there.
fn callee(tokens: &[Token], paren: usize) -> Option<usize> {
    let at = paren.checked_sub(1)?;
    match tokens[at].kind {
        TokenKind::Name(_) if tokens[paren].glued => Some(at),
        TokenKind::Punct(Punct::RightBracket) if tokens[paren].glued => {
            let open = tokens[..at]
                .iter()
                .rposition(|token| token.kind == TokenKind::Punct(Punct::LeftBracket))?;
            let name = open.checked_sub(1)?;
            matches!(tokens[name].kind, TokenKind::Name(_)).then_some(name)
        }
        _ => None,
    }
}

fn signatures(view: &View, name: &str, at: u32) -> Vec<SignatureInformation> {
    let syntax = view.document.syntax();
    let owner = syntax.interner.find(name).map(|symbol| {
        let scope = syntax.names.scope_at(at);
        syntax.names.owner(symbol, scope)
    });
    let found = match owner {
        Some(owner) if owner != TOP => {
            vec![Meaning::Local(
                view.identity.clone(),
                owner,
                name.to_owned(),
            )]
        }
        _ => meaning::all_named(view, name),
    };
    let found = found.iter();
    let definitions: Vec<_> = found
        .flat_map(|found| meaning::definitions(view, found))
        .collect();
    let told = definitions.iter().filter_map(|(file, it)| {
        let header = hover::header(file, it);
        let comment = hover::comment_above(file, it.span.lo);
        header.contains('(').then(|| signature(&header, &comment))
    });
    let told: Vec<SignatureInformation> = told.collect();
    match told.is_empty() {
        false => told,
        true => of_language(name).into_iter().collect(),
    }
}

fn of_language(name: &str) -> Option<SignatureInformation> {
    let form = SPECIAL_FORMS.iter().find(|form| form.name == name);
    if let Some(form) = form {
        return Some(signature(form.signature, form.doc));
    }
    let row = builtins::row(builtins::find(name)?);
    let doc: Vec<&str> = row.doc.iter().map(|line| line.trim()).collect();
    Some(signature(row.signature, &doc.join(" ")))
}

/// A header with the places of its parameters.
fn signature(header: &str, doc: &str) -> SignatureInformation {
    SignatureInformation {
        label: header.to_owned(),
        documentation: (!doc.is_empty())
            .then(|| Documentation::MarkupContent(hover::markdown(doc.to_owned()))),
        parameters: Some(parameters(header)),
        active_parameter: None,
    }
}

/// The parts between the last parenthesis of a header that has a name in front of it and its end.
fn parameters(header: &str) -> Vec<ParameterInformation> {
    let Some(open) = header.find('(') else {
        return Vec::new();
    };
    let units = |text: &str| text.encode_utf16().count() as u32;
    let mut parts = Vec::new();
    let mut from = open + 1;
    let mut depth = 0;
    for (at, c) in header.char_indices().skip_while(|(at, _)| *at <= open) {
        let ends = depth == 0 && matches!(c, ',' | ')');
        match c {
            _ if ends => {
                let part = &header[from..at];
                let start = from + part.len() - part.trim_start().len();
                if !part.trim().is_empty() {
                    let end = start + part.trim().len();
                    let offsets = [units(&header[..start]), units(&header[..end])];
                    parts.push(ParameterInformation {
                        label: ParameterLabel::LabelOffsets(offsets),
                        documentation: None,
                    });
                }
                from = at + 1;
                if c == ')' {
                    break;
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parameters of a header as text.
    fn named(header: &str) -> Vec<String> {
        let units: Vec<u16> = header.encode_utf16().collect();
        let text = |it: &ParameterInformation| match it.label {
            ParameterLabel::LabelOffsets([from, to]) => {
                String::from_utf16_lossy(&units[from as usize..to as usize])
            }
            ParameterLabel::Simple(_) => panic!("places are told"),
        };
        parameters(header).iter().map(text).collect()
    }

    #[test]
    fn parameters_stand_between_commas() {
        assert_eq!(
            named("[y] = f(a : mat(:,:), b = g(1,2), ...c)"),
            ["a : mat(:,:)", "b = g(1,2)", "...c"]
        );
        assert_eq!(named("function f()"), Vec::<String>::new());
        assert_eq!(named("y = é(ä, b"), ["ä"]);
    }
}
