//! What a name means: where it is defined, and where else it stands.
//!
//! A name of a function is known by its scope, one of the program by its text, a field and a key by the type that has it. Types of bases come from the
//! checker; where it knows none, a field that one class alone has is that one's.
//!
//! *Invariant:* two names with one meaning are one thing for the compiler, too; what cannot be decided has no meaning rather than a wrong one.

use std::collections::BTreeSet;

use lsp_types::Location;
use qc_front::base::Span;
use qc_front::builtins;
use qc_front::builtins::special_forms::SPECIAL_FORMS;
use qc_front::check;

use super::view::{File, View};
use crate::names::{Kind, Occurrence, Role, ScopeId, ScopeKind, Sense, TOP};
use crate::program::{types_at, types_of_variables};

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Something of a scope of a file.
    Local(String, ScopeId, String),
    /// Something that the program has.
    Top(String),
    /// Something that a file keeps to itself, or gives behind its name alone.
    OfFile(String, String),
    /// The name that a file has for another one.
    File(String, String),
    /// A field or a key, with the class or enumeration.
    Member(String, String),
    /// A field of any class, where the class is unknown.
    AnyMember(String),
    /// A function or a type of the language.
    Language(String),
    /// An attribute.
    Attribute(String),
    /// A property of an attribute.
    Property(String, String),
    /// Nobody knows it.
    Unknown(String),
}

/// The name at an offset of the text, and what it means.
pub fn at(view: &View, offset: u32) -> Option<(Occurrence, Meaning)> {
    let found = *view.document.syntax().names.at(offset)?;
    Some((found, of(view, &view.own(), &found)))
}

/// What a name of a file of the program means.
pub fn of(view: &View, file: &File, it: &Occurrence) -> Meaning {
    let syntax = file.document.syntax();
    let name = syntax.name(it.name).to_owned();
    let text = |symbol| syntax.name(symbol).to_owned();
    match it.sense {
        Sense::Scoped | Sense::Word(_) if it.owner != TOP => {
            Meaning::Local(file.identity.clone(), it.owner, name)
        }
        Sense::Scoped => of_file(view, file, name),
        Sense::Word(attribute) => match top(view, name) {
            Meaning::Unknown(name) => Meaning::Property(text(attribute), name),
            known => known,
        },
        Sense::FieldOf(class) | Sense::KeyOf(class) => Meaning::Member(text(class), name),
        Sense::Member(base, base_name) => member(view, file, base, base_name.map(text), name),
        Sense::Argument(callee) => match callee {
            Some(callee) => argument(view, &text(callee), name),
            None => Meaning::Unknown(name),
        },
        Sense::Attribute => match top_kind(view, &name) {
            Some(Kind::Macro) => Meaning::Top(name),
            _ => Meaning::Attribute(name),
        },
        Sense::Property(attribute) => match top_kind(view, &text(attribute)) {
            Some(Kind::Macro) => argument(view, &text(attribute), name),
            _ => Meaning::Property(text(attribute), name),
        },
        Sense::Pragma => Meaning::Unknown(name),
    }
}

/// A name of the top level of a file.
fn of_file(view: &View, file: &File, name: String) -> Meaning {
    let own = (file.identity.clone(), name);
    if view.kept.contains(&own) {
        return Meaning::OfFile(own.0, own.1);
    }
    match top(view, own.1) {
        Meaning::Unknown(name) if view.file_named(file, &name).is_some() => {
            Meaning::File(own.0, name)
        }
        found => found,
    }
}

/// All that a name of the top level means in the files of the program.
pub fn all_named(view: &View, name: &str) -> Vec<Meaning> {
    let kept = view.kept.iter().filter(|(_, own)| own == name);
    let kept = kept.map(|(file, own)| Meaning::OfFile(file.clone(), own.clone()));
    std::iter::once(Meaning::Top(name.to_owned()))
        .chain(kept)
        .collect()
}

/// A name that no function has.
fn top(view: &View, name: String) -> Meaning {
    let kind = top_kind(view, &name);
    if kind.is_some_and(|kind| kind != Kind::Rule || !is_of_language(&name)) {
        Meaning::Top(name)
    } else if is_of_language(&name) {
        Meaning::Language(name)
    } else if let [class] = &*owners_of(view, &name, Kind::Key) {
        // A key by itself, as patterns have it.
        Meaning::Member(class.clone(), name)
    } else {
        Meaning::Unknown(name)
    }
}

/// Whether the language itself has a function, a type or a constant of that name.
pub fn is_of_language(name: &str) -> bool {
    builtins::find(name).is_some()
        || SPECIAL_FORMS.iter().any(|form| form.name == name)
        || check::TYPE_NAMES.contains(&name)
        || check::is_type_name(name)
        || check::is_constant(name)
}

/// What makes a name of the top level.
pub fn top_kind(view: &View, name: &str) -> Option<Kind> {
    let kinds = view.files.iter().filter_map(|file| {
        let syntax = file.document.syntax();
        syntax.names.kind(TOP, syntax.interner.find(name)?)
    });
    let weaker = |kind: &Kind| match kind {
        Kind::Rule => 2,
        Kind::Variable | Kind::LoopVariable => 1,
        _ => 0,
    };
    kinds.min_by_key(weaker)
}

/// The classes or enumerations with a field or key of that name.
fn owners_of(view: &View, name: &str, kind: Kind) -> Vec<String> {
    let mut found = BTreeSet::new();
    for file in &view.files {
        let syntax = file.document.syntax();
        for it in &syntax.names.occurrences {
            if it.role == Role::Define(kind) && syntax.name(it.name) == name {
                match it.sense {
                    Sense::FieldOf(owner) | Sense::KeyOf(owner) => {
                        found.insert(syntax.name(owner).to_owned());
                    }
                    _ => {}
                }
            }
        }
    }
    found.into_iter().collect()
}

fn member(
    view: &View,
    file: &File,
    base: Span,
    base_name: Option<String>,
    name: String,
) -> Meaning {
    if let Some(of) = (base_name.as_deref()).and_then(|name| file_before(view, file, base, name)) {
        return of_file(view, of, name);
    }
    if let Some(base) = &base_name
        && top_kind(view, base) == Some(Kind::Enum)
    {
        return Meaning::Member(base.clone(), name);
    }
    let fields = owners_of(view, &name, Kind::Field);
    let types = base_types(view, file, base, base_name.as_deref());
    let mut classes: Vec<String> = types.iter().map(|ty| class_name(ty).to_owned()).collect();
    classes.retain(|class| fields.contains(class));
    classes.dedup();
    match (classes.as_slice(), fields.as_slice(), types.is_empty()) {
        ([class], ..) | ([], [class], true) => Meaning::Member(class.clone(), name),
        ([], [], _) if top_kind(view, &name) == Some(Kind::Function) => Meaning::Top(name),
        _ => Meaning::AnyMember(name),
    }
}

/// The imported file whose name stands at a place, unless a function has a variable of that name.
pub fn file_before<'v>(view: &'v View, file: &File, place: Span, name: &str) -> Option<&'v File> {
    let syntax = file.document.syntax();
    let scope = syntax.names.scope_at(place.lo);
    let owner = syntax.names.owner(syntax.interner.find(name)?, scope);
    (owner == TOP)
        .then(|| view.file_named(file, name))
        .flatten()
}

/// The types of what a field is of.
pub fn base_types(view: &View, file: &File, base: Span, name: Option<&str>) -> Vec<String> {
    let Some(tree) = view.tree() else {
        return Vec::new();
    };
    let place = view.in_tree(&file.identity, base);
    let types = place.map_or_else(Vec::new, |place| types_at(tree, place, name));
    match (types.is_empty(), name) {
        (true, Some(name)) => types_of_variables(tree, name, None),
        _ => types,
    }
}

/// The class of a type's name: `^stack[int]` is one of `stack`.
pub fn class_name(ty: &str) -> &str {
    let ty = ty.trim_start_matches('^');
    ty.split(['[', '\'']).next().unwrap_or(ty)
}

/// A parameter or a field that an argument names; nothing where several functions or classes of that name have it.
fn argument(view: &View, callee: &str, name: String) -> Meaning {
    let mut found = Vec::new();
    let fields = owners_of(view, &name, Kind::Field);
    if fields.iter().any(|class| class == callee) {
        found.push(Meaning::Member(callee.to_owned(), name.clone()));
    }
    for file in &view.files {
        let syntax = file.document.syntax();
        let (names, Some(symbol)) = (&syntax.names, syntax.interner.find(&name)) else {
            continue;
        };
        let takes_it = |(id, scope): &(ScopeId, &crate::names::Scope)| {
            let own_name = scope.name.map(|own| syntax.name(own.name));
            matches!(scope.kind, ScopeKind::Function | ScopeKind::Macro)
                && own_name == Some(callee)
                && names.kind(*id, symbol) == Some(Kind::Parameter)
        };
        let scopes = names.scopes.iter().enumerate().filter(takes_it);
        found.extend(scopes.map(|(id, _)| Meaning::Local(file.identity.clone(), id, name.clone())));
    }
    match <[Meaning; 1]>::try_from(found) {
        Ok([one]) => one,
        Err(_) => Meaning::Unknown(name),
    }
}

/// A meaning for other programs, which may import the file that defines it by `as`.
pub fn across(view: &View, meaning: &Meaning) -> Meaning {
    let Meaning::Top(name) = meaning else {
        return meaning.clone();
    };
    let definitions = definitions(view, meaning).into_iter();
    let homes: BTreeSet<String> = definitions.map(|(file, _)| file.identity).collect();
    match <[String; 1]>::try_from(homes.into_iter().collect::<Vec<_>>()) {
        Ok([home]) => Meaning::OfFile(home, name.clone()),
        Err(_) => meaning.clone(),
    }
}

/// What a meaning of another program is in this one, which may import a file without a name for it.
pub fn seen_in(view: &View, meaning: &Meaning) -> Meaning {
    match meaning {
        Meaning::OfFile(file, name)
            if !view.kept.contains(&(file.clone(), name.clone()))
                && view.files.iter().any(|it| it.identity == *file) =>
        {
            Meaning::Top(name.clone())
        }
        other => other.clone(),
    }
}

/// The places of a meaning in a program, with what is done there.
pub fn places(view: &View, meaning: &Meaning) -> Vec<(File, Occurrence)> {
    let mut found = Vec::new();
    let meaning = &seen_in(view, meaning);
    let (Meaning::Local(_, _, name)
    | Meaning::Top(name)
    | Meaning::OfFile(_, name)
    | Meaning::File(_, name)
    | Meaning::Member(_, name)
    | Meaning::AnyMember(name)
    | Meaning::Language(name)
    | Meaning::Attribute(name)
    | Meaning::Property(_, name)
    | Meaning::Unknown(name)) = meaning;
    for file in &view.files {
        let syntax = file.document.syntax();
        let Some(symbol) = syntax.interner.find(name) else {
            continue;
        };
        let same_name = syntax.names.occurrences.iter();
        let same_name = same_name.filter(|it| it.name == symbol);
        let same = same_name.filter(|it| of(view, file, it) == *meaning);
        found.extend(same.map(|it| (file.clone(), *it)));
    }
    found
}

/// Where something is defined: functions and types, fields and keys; of a variable where it gets its first value.
pub fn definitions(view: &View, meaning: &Meaning) -> Vec<(File, Occurrence)> {
    let places = places(view, meaning);
    let kind = |it: &Occurrence| match it.role {
        Role::Define(kind) => Some(kind),
        Role::Change | Role::Read => None,
    };
    let is_variable = |kind| matches!(kind, Kind::Variable | Kind::LoopVariable);
    let made = |(_, it): &&(File, Occurrence)| kind(it).is_some_and(|kind| !is_variable(kind));
    let made: Vec<_> = places.iter().filter(made).cloned().collect();
    if !made.is_empty() {
        return made;
    }
    let mut assigned = places.into_iter().filter(|(_, it)| kind(it).is_some());
    assigned.next().into_iter().collect()
}

/// Places for the client.
pub fn locations(places: &[(File, Occurrence)]) -> Vec<Location> {
    let found = places.iter();
    let mut found: Vec<Location> = found
        .filter_map(|(file, it)| file.location(it.span))
        .collect();
    found.dedup();
    found
}
