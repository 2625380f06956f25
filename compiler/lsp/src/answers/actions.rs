//! What mends a mistake: the next steps of reports that say what stands there instead.
//!
//! *Invariant:* an action does what the next step of its report says, word for word, and nothing else.

use std::collections::HashMap;
use std::str::FromStr;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use qc_front::syntax::ast::StmtKind;

use crate::document::Document;

/// How a line with a next step begins, as `diagnostics` writes it.
const HELP: &str = "help: ";

/// The actions for some diagnostics of a text.
pub fn of(document: &Document, diagnostics: &[Diagnostic]) -> Vec<CodeActionOrCommand> {
    let Ok(uri) = Uri::from_str(&document.uri) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for diagnostic in diagnostics {
        let helps = diagnostic.message.lines();
        let helps = helps.filter_map(|line| line.strip_prefix(HELP));
        for (title, edit) in helps.filter_map(|help| mended(document, diagnostic.range, help)) {
            found.push(action(&uri, diagnostic, title, edit));
        }
    }
    found
}

fn action(
    uri: &Uri,
    diagnostic: &Diagnostic,
    title: String,
    edit: TextEdit,
) -> CodeActionOrCommand {
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}

/// What a next step does to the text at a place.
fn mended(document: &Document, range: Range, help: &str) -> Option<(String, TextEdit)> {
    if let Some(rest) = help.strip_prefix("did you mean `") {
        let meant = rest.strip_suffix("`?")?;
        let new_text = instead(document, range, meant)?;
        let title = format!("Write `{meant}`");
        return Some((title, TextEdit { range, new_text }));
    }
    if let Some(rest) = help.strip_prefix("the library has it: `") {
        let import = rest.strip_suffix('`')?;
        return Some((format!("Write `{import}`"), import_edit(document, import)));
    }
    let sign = help.strip_prefix("write `")?.strip_suffix('`')?;
    let is_sign = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_punctuation());
    let replaces = is_sign(sign) && is_sign(spelled(document, range)) && !sign.contains('`');
    replaces.then(|| {
        let new_text = sign.to_owned();
        (format!("Write `{sign}`"), TextEdit { range, new_text })
    })
}

/// The text of a range.
fn spelled(document: &Document, range: Range) -> &str {
    let text = document.text();
    let (from, to) = (text.offset(range.start), text.offset(range.end));
    text.source()
        .get(from as usize..to as usize)
        .unwrap_or_default()
}

/// What stands in place of a name, or of what is between quotes; none where the place is more than that.
fn instead(document: &Document, range: Range, meant: &str) -> Option<String> {
    let old = spelled(document, range);
    let is_text = old.len() >= 2 && old.starts_with('"') && old.ends_with('"');
    let is_name = |text: &str| {
        let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'));
        begins
            && text
                .chars()
                .skip(1)
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match (is_text, is_name(old) && is_name(meant)) {
        (true, _) => Some(format!("\"{meant}\"")),
        (false, true) => Some(meant.to_owned()),
        (false, false) => None,
    }
}

/// An import behind the others, or in front of the first statement.
fn import_edit(document: &Document, import: &str) -> TextEdit {
    let stmts = &document.syntax().ast.body.stmts;
    let mut imports = stmts
        .iter()
        .filter(|stmt| matches!(stmt.kind, StmtKind::Import(_)));
    let line = imports
        .next_back()
        .map_or(0, |last| document.text().position(last.span.hi).line + 1);
    let at = Position { line, character: 0 };
    // Behind a last line without an end.
    let is_past_end = line > document.text().last_line();
    TextEdit {
        range: Range::new(at, at),
        new_text: match is_past_end {
            true => format!("\n{import}\n"),
            false => format!("{import}\n"),
        },
    }
}
