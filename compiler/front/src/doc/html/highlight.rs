//! Code with colours.
//!
//! *Invariant:* without its marks the result is the text.

use super::escape::escape;
use crate::base::{Interner, SourceMap};
use crate::syntax::lexer::lex;
use crate::syntax::token::TokenKind;

/// Words that are coloured as keywords although the lexer has them as names.
const WORDS: &[&str] = &[
    "__kernel__",
    "__device__",
    "__host__",
    "print",
    "type",
    "class",
];

/// The code as a part of a page.
pub fn highlighted(code: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("example.q", code);
    let lexed = lex(file, code, &mut Interner::new());
    let mut out = String::new();
    let mut at = 0;
    for token in &lexed.tokens {
        let range = token.span.range();
        gap(&mut out, &code[at..range.start]);
        let text = &code[range.clone()];
        at = range.end;
        let class = match token.kind {
            TokenKind::Keyword(_) | TokenKind::Pragma | TokenKind::Meta(_) => "k",
            TokenKind::Name(_) if WORDS.contains(&text) => "k",
            TokenKind::Int(_) | TokenKind::Scalar(_) | TokenKind::Imaginary(_) => "n",
            TokenKind::String => "s",
            TokenKind::Name(_)
            | TokenKind::Punct(_)
            | TokenKind::Newline
            | TokenKind::Error
            | TokenKind::EndOfFile => "",
        };
        marked(&mut out, class, text);
    }
    gap(&mut out, &code[at..]);
    out
}

/// What lies between tokens: blanks and comments.
fn gap(out: &mut String, text: &str) {
    match text.find('%') {
        Some(start) => {
            out.push_str(&escape(&text[..start]));
            let end = text[start..]
                .find('\n')
                .map_or(text.len(), |end| start + end);
            marked(out, "c", &text[start..end]);
            gap(out, &text[end..]);
        }
        None => out.push_str(&escape(text)),
    }
}

fn marked(out: &mut String, class: &str, text: &str) {
    match class {
        "" => out.push_str(&escape(text)),
        class => out.push_str(&format!("<span class=\"{class}\">{}</span>", escape(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_coloured_and_nothing_lost() {
        let shown = highlighted("for i = 0..3 % all\n    print \"<\", x\nend");
        assert_eq!(
            shown,
            "<span class=\"k\">for</span> i = <span class=\"n\">0</span>..<span class=\"n\">3</span> <span class=\"c\">% all</span>\n    \
             <span class=\"k\">print</span> <span class=\"s\">&quot;&lt;&quot;</span>, x\n<span class=\"k\">end</span>"
        );
    }
}
