//! What became of the loops of a text.
//!
//! *Invariant:* a verdict is of the text as it is: it comes with the later stages and goes with the next change.

use qc_front::syntax::token::{Keyword, TokenKind};

use super::view::View;
use crate::host::LoopNote;

/// The verdicts on the loops of the text, with the offsets of the loops.
pub fn of(view: &View) -> Vec<(u32, &LoopNote)> {
    let Some(later) = &view.later else {
        return Vec::new();
    };
    let of_text = |note: &&LoopNote| later.files.identity(note.span.file) == view.identity;
    let notes = later.loops.iter().filter(of_text);
    notes
        .map(|note| (first_word(view, note.span.lo), note))
        .collect()
}

/// The offset of the `for` in front of the variable of a loop.
fn first_word(view: &View, at: u32) -> u32 {
    let tokens = &view.document.syntax().tokens;
    let behind = tokens.partition_point(|token| token.span.lo < at);
    let before = behind.checked_sub(1).map(|before| tokens[before]);
    match before {
        Some(token) if token.kind == TokenKind::Keyword(Keyword::For) => token.span.lo,
        Some(_) | None => at,
    }
}

/// Lines, one below the other.
pub fn lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("* {line}")).collect();
    lines.join("\n")
}
