//! Giving a name another text, everywhere.
//!
//! *Invariant:* the program means the same afterwards, or the renaming is refused with a reason: each place keeps its meaning, and nothing else gets it.

use std::collections::HashMap;
use std::str::FromStr;

use lsp_types::{PrepareRenameResponse, TextEdit, Uri, WorkspaceEdit};
use qc_front::base::{FileId, Id, Interner};
use qc_front::hir::Special;
use qc_front::resolve::names::free_names;
use qc_front::syntax::ast::{Block, Function, Stmt, StmtKind};
use qc_front::syntax::blocks::inner_blocks;
use qc_front::syntax::lexer::lex;
use qc_front::syntax::token::TokenKind;

use super::meaning::{self, Meaning};
use super::view::{File, View};
use crate::names::{Kind, Occurrence, Role, ScopeId, Sense, TOP};

/// Where a program begins.
const MAIN: &str = "main";

/// The parameter of a method that is its object.
const OBJECT: &str = "self";

/// How names of the files that qc carries begin.
const WITHIN_QC: &str = "<qc>/";

/// What can be renamed at an offset.
///
/// # Errors
/// Nothing, and why.
pub fn prepared(view: &View, offset: u32) -> Result<PrepareRenameResponse, String> {
    let (it, _) = renamed(view, offset)?;
    Ok(PrepareRenameResponse::RangeWithPlaceholder {
        range: view.document.range(it.span),
        placeholder: view.document.spelled(it.span).to_owned(),
    })
}

/// The name at an offset, which can be renamed.
fn renamed(view: &View, offset: u32) -> Result<(Occurrence, Meaning), String> {
    let Some((it, found)) = meaning::at(view, offset) else {
        return Err("there is no name here".to_owned());
    };
    let name = view.document.spelled(it.span);
    match &found {
        Meaning::Local(..)
        | Meaning::Top(_)
        | Meaning::OfFile(..)
        | Meaning::File(..)
        | Meaning::Member(..) => {}
        Meaning::Language(_) => return Err(format!("`{name}` is of the language itself")),
        Meaning::Attribute(_) | Meaning::Property(..) => {
            return Err(format!("`{name}` is a word of attributes"));
        }
        Meaning::AnyMember(_) => {
            return Err(format!(
                "which class the field `{name}` is of is not known here"
            ));
        }
        Meaning::Unknown(_) => return Err(format!("nobody defines `{name}`")),
    }
    let definitions = meaning::definitions(view, &found);
    if definitions.iter().any(|(file, _)| is_carried(file)) {
        return Err(format!("`{name}` is of the library that qc carries"));
    }
    is_one_name(view, &view.own(), &it)?;
    for (file, it) in &definitions {
        is_known_by_name(file, it, name)?;
    }
    Ok((it, found))
}

fn is_carried(file: &File) -> bool {
    file.identity.starts_with(WITHIN_QC)
}

/// Refuses what somebody knows by its name: a program its `main`, a launch the parameters that it gives, texts the types that they name, callers of
/// commands and libraries.
fn is_known_by_name(file: &File, it: &Occurrence, name: &str) -> Result<(), String> {
    let is_function = it.role == Role::Define(Kind::Function);
    if is_function && it.owner == TOP && name == MAIN {
        return Err(format!("the program begins at `{name}`"));
    }
    let is_parameter = it.role == Role::Define(Kind::Parameter);
    if is_parameter && Special::of_name(name).is_some() {
        return Err(format!("a launch gives `{name}` by that name"));
    }
    if is_parameter && name == OBJECT {
        return Err(format!("`{name}` is what makes the function a method"));
    }
    let is_type = matches!(
        it.role,
        Role::Define(Kind::Class | Kind::Enum | Kind::Alias)
    );
    if is_type && file.document.has_literal(name) {
        return Err(format!(
            "a text names `{name}`, as in `type(x, \"{name}\")`"
        ));
    }
    let syntax = file.document.syntax();
    let named = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Attribute(mark) => {
            let marks = ["command", "export"].contains(&syntax.name(mark.name.name));
            marks && mark.properties.is_empty()
        }
        _ => false,
    };
    let scopes = syntax.names.scopes.iter();
    let own = scopes
        .filter(|scope| scope.name.is_some_and(|name| name.span == it.span))
        .find_map(|scope| function_at(&syntax.ast.body, scope.span.lo));
    match own.is_some_and(|function| function.body.stmts.iter().any(named)) {
        true => Err(format!("callers of the program know `{name}` by its name")),
        false => Ok(()),
    }
}

/// Refuses a name that a function reads before it assigns it, where the name is known around it, too: the first may be the outer one.
fn is_one_name(view: &View, file: &File, it: &Occurrence) -> Result<(), String> {
    let syntax = file.document.syntax();
    let names = &syntax.names;
    let is_assigned = names.kind(it.owner, it.name) == Some(Kind::Variable);
    if !it.is_scoped() || it.owner == TOP || !is_assigned {
        return Ok(());
    }
    let name = syntax.name(it.name);
    let scope = &names.scopes[it.owner];
    let outer = names.owner(it.name, scope.parent.unwrap_or(TOP));
    let has_outer = outer != TOP || meaning::top_kind(view, name).is_some();
    let function = function_at(&syntax.ast.body, scope.span.lo);
    let reads_first = |function: &Function| free_names(function).contains(&it.name);
    match has_outer && function.is_some_and(reads_first) {
        true => Err(format!(
            "`{name}` is read before it is assigned, and may be the one of outside, too"
        )),
        false => Ok(()),
    }
}

/// The function whose definition begins at an offset.
fn function_at(block: &Block, at: u32) -> Option<&Function> {
    block.stmts.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) if stmt.span.lo == at => Some(&**function),
        StmtKind::Function(function) => function_at(&function.body, at),
        _ => inner_blocks(stmt)
            .into_iter()
            .find_map(|block| function_at(block, at)),
    })
}

/// The edits that rename what is at an offset, in all programs that have it.
///
/// # Errors
/// Why it cannot be renamed, or cannot have this name.
pub fn edits(
    view: &View,
    others: &[View],
    offset: u32,
    name: &str,
) -> Result<WorkspaceEdit, String> {
    let (_, found) = renamed(view, offset)?;
    is_a_name(name)?;
    if name == MAIN || name == OBJECT || Special::of_name(name).is_some() {
        return Err(format!("`{name}` has a meaning of its own"));
    }
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    let shared = meaning::across(view, &found);
    for view in others {
        let found = meaning::seen_in(view, &shared);
        for (file, it) in meaning::places(view, &found) {
            if is_carried(&file) {
                return Err("the library that qc carries has the name, too".to_owned());
            }
            is_free(view, &file, &it, name)?;
            let edit = TextEdit {
                range: file.document.range(it.span),
                new_text: name.to_owned(),
            };
            let uri = Uri::from_str(&file.document.uri).map_err(|error| error.to_string())?;
            let edits = changes.entry(uri).or_default();
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
        keeps_others(view, &found, name)?;
        leaves_nothing(view, &found)?;
    }
    Ok(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    })
}

/// Refuses what is no name that a program may give.
fn is_a_name(name: &str) -> Result<(), String> {
    let tokens = lex(FileId::from_index(0), name, &mut Interner::new()).tokens;
    let is_name = matches!(tokens.as_slice(), [token, _]
        if matches!(token.kind, TokenKind::Name(_)) && token.span.len() == name.len());
    match (is_name, meaning::is_of_language(name)) {
        (false, _) => Err(format!("`{name}` is no name")),
        (true, true) => Err(format!("`{name}` is of the language itself")),
        (true, false) => Ok(()),
    }
}

/// Refuses a name that has a meaning already where it would stand.
fn is_free(view: &View, file: &File, it: &Occurrence, name: &str) -> Result<(), String> {
    let syntax = file.document.syntax();
    let taken = || Err(format!("`{name}` is the name of something else already"));
    match it.is_scoped() {
        true => {
            let local = syntax.interner.find(name).map(|symbol| {
                let owner = syntax.names.owner(symbol, it.scope);
                syntax.names.kind(owner, symbol).is_some()
            });
            match local == Some(true) || meaning::top_kind(view, name).is_some() {
                true => taken(),
                false => Ok(()),
            }
        }
        false => Ok(()),
    }
}

/// Refuses where a place may have the meaning, and nobody knows.
fn leaves_nothing(view: &View, found: &Meaning) -> Result<(), String> {
    let (Meaning::Local(_, _, name)
    | Meaning::Top(name)
    | Meaning::OfFile(_, name)
    | Meaning::Member(_, name)) = found
    else {
        return Ok(());
    };
    for file in &view.files {
        let syntax = file.document.syntax();
        let Some(symbol) = syntax.interner.find(name) else {
            continue;
        };
        let same_name = syntax.names.occurrences.iter();
        for it in same_name.filter(|it| it.name == symbol) {
            is_one_name(view, file, it)?;
            let why = match (it.sense, meaning::of(view, file, it), found) {
                (
                    Sense::Argument(_),
                    Meaning::Unknown(_),
                    Meaning::Local(..) | Meaning::Member(..),
                ) => "is named in a call of what has several definitions",
                (
                    _,
                    Meaning::AnyMember(_),
                    Meaning::Top(_) | Meaning::OfFile(..) | Meaning::Member(..),
                ) => "stands behind a dot where the class is not known",
                _ => continue,
            };
            let line = file.document.range(it.span).start.line + 1;
            return Err(format!("`{name}` {why}, in line {line}"));
        }
    }
    Ok(())
}

/// Refuses a name that something else has where the renamed one would be seen.
fn keeps_others(view: &View, found: &Meaning, name: &str) -> Result<(), String> {
    let of_scope = |scope: ScopeId, file: &File| {
        let syntax = file.document.syntax();
        let Some(symbol) = syntax.interner.find(name) else {
            return false;
        };
        let mut all = syntax.names.occurrences.iter();
        all.any(|it| it.name == symbol && it.is_scoped() && is_within(file, it.scope, scope))
    };
    let clash = match found {
        Meaning::Local(identity, scope, _) => {
            let mut files = view.files.iter().filter(|file| file.identity == *identity);
            files.any(|file| of_scope(*scope, file))
        }
        Meaning::Top(_) | Meaning::OfFile(..) | Meaning::File(..) => view
            .files
            .iter()
            .filter(|file| !is_carried(file))
            .any(|file| of_scope(TOP, file)),
        Meaning::Member(class, _) => has_member(view, class, name),
        Meaning::AnyMember(_)
        | Meaning::Language(_)
        | Meaning::Attribute(_)
        | Meaning::Property(..)
        | Meaning::Unknown(_) => false,
    };
    match clash {
        true => Err(format!("`{name}` is the name of something else already")),
        false => Ok(()),
    }
}

/// Whether a scope is another one, or lies in it.
fn is_within(file: &File, scope: ScopeId, outer: ScopeId) -> bool {
    let scopes = &file.document.syntax().names.scopes;
    let mut at = Some(scope);
    while let Some(scope) = at {
        if scope == outer {
            return true;
        }
        at = scopes[scope].parent;
    }
    false
}

fn has_member(view: &View, class: &str, name: &str) -> bool {
    let wanted = Meaning::Member(class.to_owned(), name.to_owned());
    let places = meaning::places(view, &wanted);
    let mut defined = places.iter();
    defined.any(|(_, it)| matches!(it.role, Role::Define(_)))
}
