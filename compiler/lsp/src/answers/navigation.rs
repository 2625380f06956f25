//! Where a name is defined, and where else it stands.
//!
//! *Invariant:* places are of the texts as they are; a name without a meaning leads nowhere.

use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};
use qc_front::base::Span;
use qc_front::syntax::ast::StmtKind;

use super::meaning::{self, Meaning};
use super::view::{File, View};
use crate::names::Role;

/// Where the name at an offset is defined; of an import, the file.
pub fn definition(view: &View, offset: u32) -> Vec<Location> {
    if let Some(found) = imported(view, offset) {
        return vec![found];
    }
    match meaning::at(view, offset) {
        Some((_, Meaning::File(_, name))) => {
            let file = view.file_named(&view.own(), &name);
            file.and_then(beginning).into_iter().collect()
        }
        Some((_, found)) => meaning::locations(&meaning::definitions(view, &found)),
        None => Vec::new(),
    }
}

/// The file that an import at an offset names.
fn imported(view: &View, offset: u32) -> Option<Location> {
    let stmts = &view.document.syntax().ast.body.stmts;
    let path = stmts.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Import(import)
            if import.path.span.lo <= offset && offset <= import.path.span.hi =>
        {
            Some(&import.path)
        }
        _ => None,
    })?;
    beginning(view.imported(&view.own(), path)?)
}

/// The first place of a file.
fn beginning(file: &File) -> Option<Location> {
    file.location(Span::point(file.document.syntax().file, 0))
}

/// All places of the name at an offset in the programs that have it.
pub fn references(view: &View, others: &[View], offset: u32, declares: bool) -> Vec<Location> {
    let Some((_, found)) = meaning::at(view, offset) else {
        return Vec::new();
    };
    if let Meaning::Unknown(_) | Meaning::AnyMember(_) = found {
        return Vec::new();
    }
    let mut all: Vec<Location> = Vec::new();
    let shared = meaning::across(view, &found);
    for view in others {
        let mut places = meaning::places(view, &shared);
        places.retain(|(_, it)| declares || !matches!(it.role, Role::Define(_)));
        for location in meaning::locations(&places) {
            if !all.contains(&location) {
                all.push(location);
            }
        }
    }
    all
}

/// The places of the name at an offset in the text, with what is done there.
pub fn highlights(view: &View, offset: u32) -> Vec<DocumentHighlight> {
    let Some((_, found)) = meaning::at(view, offset) else {
        return Vec::new();
    };
    let places = meaning::places(view, &found).into_iter();
    let here = places.filter(|(file, _)| file.identity == view.identity);
    let highlight = |(_, it): (_, crate::names::Occurrence)| DocumentHighlight {
        range: view.document.range(it.span),
        kind: Some(match it.role {
            Role::Define(_) | Role::Change => DocumentHighlightKind::WRITE,
            Role::Read => DocumentHighlightKind::READ,
        }),
    };
    here.map(highlight).collect()
}
