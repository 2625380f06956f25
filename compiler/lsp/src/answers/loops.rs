//! What became of the loops of a text.
//!
//! *Invariant:* a verdict is of the text as it is: it comes with the later stages and goes with the next change.

use super::view::View;
use crate::host::LoopNote;

/// The verdicts on the loops of the text, with the offsets of the loops.
pub fn of(view: &View) -> Vec<(u32, &LoopNote)> {
    let Some(later) = &view.later else {
        return Vec::new();
    };
    let of_text = |note: &&LoopNote| later.files.identity(note.span.file) == view.identity;
    let notes = later.loops.iter().filter(of_text);
    notes.map(|note| (note.span.lo, note)).collect()
}

/// Lines, one below the other.
pub fn lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("* {line}")).collect();
    lines.join("\n")
}
