//! The layout of sources: `qc fmt`.
//!
//! Only blanks change, at most blank lines go: line ends within statements, comments, and the spelling of everything stay. So a text is
//! taken apart into lines of tokens, not printed from its tree. What the parser makes of the result is compared with what it makes of the text.
//!
//! *Technique:* a formatter on tokens that keeps line breaks, as gofmt (Griesemer, 2009), whose alignment of comments it has, too.
//!
//! *Invariant:* a formatted text has the tokens, the comments and the tree of the text, and is its own formatted text.

mod align;
mod indent;
mod lines;
mod spacing;

use self::lines::{Line, Source};
use super::ast::Ast;
use super::dump::dump_ast_without_positions;
use super::lexer::lex;
use super::parser::parse;
use super::token::{Token, TokenKind};
use crate::base::{FileId, Interner, SourceMap};
use crate::diag::{self, Report};

/// Why a text is left as it is.
#[derive(Debug)]
pub enum Refusal {
    /// It is no program.
    Mistakes(Vec<Report>),
    /// The formatter would change what it means: a mistake of its own.
    Changed(&'static str),
}

/// The formatted text of a file.
///
/// # Errors
/// The parser reports errors.
pub fn format(sources: &SourceMap, file: FileId, names: &mut Interner) -> Result<String, Refusal> {
    let text = sources.file(file).text();
    let (ast, reports) = parse(sources, file, names);
    if diag::has_errors(&reports) {
        return Err(Refusal::Mistakes(reports));
    }
    if text.contains('\r') {
        let mut own = SourceMap::new();
        let file = own.add("", text.replace("\r\n", "\n").replace('\r', "\n"));
        let (ast, _) = parse(&own, file, names);
        return checked(own.file(file).text(), &ast, names);
    }
    checked(text, &ast, names)
}

/// The formatted text of one whose tree is known, when it means the same.
fn checked(text: &str, ast: &Ast, names: &mut Interner) -> Result<String, Refusal> {
    let mut own = SourceMap::new();
    let file = own.add("", text);
    let tokens = lex(file, text, names).tokens;
    let before = Source::new(text, &tokens);
    let formatted = laid_out(&before);
    if formatted == text {
        return Ok(formatted);
    }
    let file = own.add("", formatted.as_str());
    let found = lex(file, &formatted, names).tokens;
    let after = Source::new(&formatted, &found);
    let (other, _) = parse(&own, file, names);
    let changed = if !is_same_tokens(&before, &after) || statements(&tokens) != statements(&found) {
        "tokens"
    } else if !before.comments().eq(after.comments()) {
        "comments"
    } else if tree(ast, names) != tree(&other, names) {
        "tree"
    } else {
        return Ok(formatted);
    };
    if cfg!(debug_assertions) {
        panic!("formatting changes the {changed} of\n{text}\nto\n{formatted}");
    }
    Err(Refusal::Changed(changed))
}

fn tree(ast: &Ast, names: &Interner) -> String {
    dump_ast_without_positions(ast, names)
}

/// Whether both have the same tokens in the same spelling.
fn is_same_tokens(one: &Source, other: &Source) -> bool {
    let spelled = |source: &Source, at: usize| (source.kind(at), source.text_of(at).to_owned());
    one.tokens.len() == other.tokens.len()
        && (0..one.tokens.len()).all(|at| spelled(one, at) == spelled(other, at))
}

/// For each line that a line end of the program ends, how many tokens are in front of it.
fn statements(tokens: &[Token]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut count = 0;
    for token in tokens {
        match token.kind {
            TokenKind::Newline | TokenKind::EndOfFile => ends.push(count),
            _ => count += 1,
        }
    }
    ends.dedup();
    ends.retain(|&count| count > 0);
    ends
}

/// The text in the layout of all sources.
fn laid_out(source: &Source) -> String {
    let mut gaps = spacing::gaps(source);
    align::arrows(source, &mut gaps);
    let columns = indent::columns(source, &gaps);
    let codes: Vec<String> = source
        .lines
        .iter()
        .zip(&columns)
        .map(|(line, &column)| code(source, line, &gaps, column))
        .collect();
    let ends: Vec<usize> = codes.iter().map(|code| code.chars().count()).collect();
    let comment_columns = align::comments(source, &ends);
    let mut text = String::with_capacity(source.text.len());
    let mut is_behind_blank = false;
    for (number, line) in source.lines.iter().enumerate() {
        if line.is_blank() {
            is_behind_blank = !text.is_empty();
            continue;
        }
        if std::mem::take(&mut is_behind_blank) {
            text.push('\n');
        }
        text.push_str(&codes[number]);
        push_comment(
            &mut text,
            source,
            line,
            columns[number],
            (ends[number], comment_columns[number]),
        );
        text.push('\n');
    }
    text
}

/// A line without its comment.
fn code(source: &Source, line: &Line, gaps: &[usize], column: usize) -> String {
    if !line.has_code() {
        return String::new();
    }
    let mut text = " ".repeat(column);
    for at in line.tokens.clone() {
        if at > line.tokens.start {
            text.push_str(&" ".repeat(gaps[at]));
        }
        text.push_str(source.text_of(at));
    }
    if line.is_continued {
        text.push_str(if line.tokens.is_empty() { "_" } else { " _" });
    }
    text
}

/// Appends the comment of a line that begins in a column, behind its code, which ends in a column.
fn push_comment(
    text: &mut String,
    source: &Source,
    line: &Line,
    column: usize,
    behind: (usize, usize),
) {
    let Some(comment) = line.comment.clone() else {
        return;
    };
    let (end, wanted) = behind;
    match &line.margin {
        Some(margin) => text.push_str(&source.text[margin.clone()]),
        None if line.has_code() => text.push_str(&" ".repeat(wanted - end)),
        None => text.push_str(&" ".repeat(column)),
    }
    text.push_str(&source.text[comment]);
}
