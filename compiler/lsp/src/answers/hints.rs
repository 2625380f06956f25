//! What stands in the text without being typed: the types of variables, and what becomes of loops.
//!
//! *Invariant:* a hint is of the text as it is: verdicts on loops come with the later stages, and go with the next change.

use std::collections::{BTreeSet, HashMap, HashSet};

use lsp_types::{
    InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind,
    Position, Range,
};
use qc_front::syntax::token::{Punct, TokenKind};
use qc_front::types::Type;

use super::loops::{self, lines};
use super::view::View;
use crate::host::LoopNote;
use crate::names::{Kind, Occurrence, Role, Sense};

/// A variable that has more types shows none.
const MOST_TYPES: usize = 2;

/// The hints in a range.
pub fn within(view: &View, range: Range) -> Vec<InlayHint> {
    let mut found = types(view);
    found.extend(verdicts(view));
    found.retain(|hint| range.start <= hint.position && hint.position <= range.end);
    found.sort_by_key(|hint| hint.position);
    found
}

/// The types of variables where they are assigned first.
fn types(view: &View) -> Vec<InlayHint> {
    let known = known_types(view);
    let names = &view.document.syntax().names;
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for it in &names.occurrences {
        let defines = matches!(it.role, Role::Define(_)) && it.sense == Sense::Scoped;
        if !defines || !seen.insert((it.owner, it.name)) {
            continue;
        }
        let Some(types) = known.get(&it.span.lo) else {
            continue;
        };
        let is_variable = it.role == Role::Define(Kind::Variable);
        if is_variable && types.len() <= MOST_TYPES && !is_declared(view, it) {
            let types: Vec<&str> = types.iter().map(String::as_str).collect();
            let position = view.document.text().position(it.span.hi);
            let label = format!(" : {}", types.join(" or "));
            found.push(hint(position, label, Some(InlayHintKind::TYPE), None));
        }
    }
    found
}

/// The types of the variables of the text, by the offsets of their first assignments.
fn known_types(view: &View) -> HashMap<u32, BTreeSet<String>> {
    let mut known: HashMap<u32, BTreeSet<String>> = HashMap::new();
    let (Some(tree), Some(file)) = (view.tree(), view.number(&view.identity)) else {
        return known;
    };
    for instance in &tree.instances {
        for var in &instance.vars {
            let is_known = !var.ty.holds_error() && var.ty != Type::Void;
            if is_known && var.span.file == file {
                let types = known.entry(var.span.lo).or_default();
                types.insert(var.ty.to_string());
            }
        }
    }
    known
}

/// Whether the type is written behind a name.
fn is_declared(view: &View, it: &Occurrence) -> bool {
    let tokens = &view.document.syntax().tokens;
    let behind = tokens.partition_point(|token| token.span.lo < it.span.hi);
    let next = tokens.get(behind).map(|token| token.kind);
    next == Some(TokenKind::Punct(Punct::Colon))
}

/// What became of loops, at the ends of their first lines.
fn verdicts(view: &View) -> Vec<InlayHint> {
    let text = view.document.text();
    let hint = |(at, note): (u32, &LoopNote)| {
        let rest = &text.source()[at as usize..];
        let line = rest.lines().next().unwrap_or_default();
        let code = line.split('%').next().unwrap_or_default().trim_end();
        let position = text.position(at + code.len() as u32);
        let label = format!("  {}", note.title);
        let tooltip = (!note.details.is_empty()).then(|| lines(&note.details));
        hint(position, label, None, tooltip)
    };
    loops::of(view).into_iter().map(hint).collect()
}

fn hint(
    position: Position,
    label: String,
    kind: Option<InlayHintKind>,
    tooltip: Option<String>,
) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(label),
        kind,
        text_edits: None,
        tooltip: tooltip.map(|value| {
            let kind = MarkupKind::Markdown;
            InlayHintTooltip::MarkupContent(MarkupContent { kind, value })
        }),
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
