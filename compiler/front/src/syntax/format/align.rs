//! What the writer has set below each other stays so: comments behind code, and the arrows of arms.
//!
//! Things on lines that follow each other and whose columns are equal are a group. They move together, to the first column that leaves
//! each of them at least the room in front of it that the narrowest had.
//!
//! *Invariant:* what is aligned already stays where it is.

use super::lines::{Line, Source};
use crate::syntax::token::Punct;

/// One thing that may stand below another one.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Its line.
    line: usize,
    /// Its column as written.
    column: usize,
    /// The columns between it and what is in front of it, as written.
    room: usize,
    /// The column where what is in front of it ends now.
    end: usize,
}

/// Makes the blanks in front of the arrows of arms so many that those of a group stand below each other.
pub fn arrows(source: &Source, gaps: &mut [usize]) {
    let mut places = Vec::new();
    let mut arrows = Vec::new();
    for (number, line) in source.lines.iter().enumerate() {
        let Some(arrow) = arm_arrow(source, line) else {
            continue;
        };
        let before = source.columns[arrow - 1] + source.width(arrow - 1);
        let widths = (line.tokens.start..arrow).map(|at| source.width(at));
        let blanks: usize = gaps[line.tokens.start + 1..arrow].iter().sum();
        places.push(Place {
            line: number,
            column: source.columns[arrow],
            room: (source.columns[arrow] - before).max(1),
            end: widths.sum::<usize>() + blanks,
        });
        arrows.push(arrow);
    }
    for ((place, column), arrow) in places.iter().zip(aligned(&places, Some(1))).zip(arrows) {
        gaps[arrow] = column - place.end;
    }
}

/// The arrow behind the patterns of an arm that begins with `|`.
fn arm_arrow(source: &Source, line: &Line) -> Option<usize> {
    let first = line.tokens.start;
    if line.tokens.is_empty() || !source.is(first, Punct::Pipe) {
        return None;
    }
    let mut patterns = line.tokens.clone().skip(1);
    let arrow = patterns.find(|&at| source.is(at, Punct::Arrow))?;
    let opens = |at| source.is(at, Punct::LeftParen) || source.is(at, Punct::LeftBracket);
    let is_within = (first..arrow).any(opens);
    (!is_within).then_some(arrow)
}

/// The columns of the comments behind code, by lines. `ends` are the columns where the code of each line ends now.
pub fn comments(source: &Source, ends: &[usize]) -> Vec<usize> {
    let behind_code = |line: &Line| line.has_code() && line.comment.is_some();
    let lines = source.lines.iter().zip(ends).enumerate();
    let places: Vec<Place> = lines
        .filter(|(_, (line, _))| behind_code(line))
        .map(|(number, (line, &end))| Place {
            line: number,
            column: line.comment_column,
            room: (line.comment_column - line.code_end).max(1),
            end,
        })
        .collect();
    let mut columns = vec![0; source.lines.len()];
    for (place, column) in places.iter().zip(aligned(&places, None)) {
        columns[place.line] = column;
    }
    columns
}

/// The new columns; `alone` is the room of what is in no group, if that is not the writer's choice.
fn aligned(places: &[Place], alone: Option<usize>) -> Vec<usize> {
    let mut columns = Vec::with_capacity(places.len());
    let is_next =
        |one: &Place, other: &Place| one.line + 1 == other.line && one.column == other.column;
    for group in places.chunk_by(is_next) {
        let end = group.iter().map(|place| place.end).max().unwrap_or(0);
        let least = group.iter().map(|place| place.room).min().unwrap_or(1);
        let room = alone.filter(|_| group.len() == 1).unwrap_or(least);
        columns.extend(group.iter().map(|_| end + room));
    }
    columns
}
