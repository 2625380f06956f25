//! What a name is: its type, its header, and the comment in front of its definition.
//!
//! *Invariant:* a type is told where the checker knows it of the text as it is, and not guessed.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use qc_front::base::Span;
use qc_front::builtins::special_forms::SPECIAL_FORMS;
use qc_front::builtins::{self, Where, attributes};
use qc_front::check;
use qc_front::hir;
use qc_front::syntax::token::{Keyword, TokenKind};

use super::loops::{self, lines};
use super::meaning::{self, Meaning};
use super::view::{File, View};
use crate::names::{Kind, Occurrence, Role, ScopeKind, Sense};
use crate::program::{types_at, types_of_variables};

/// So many instances of a function are told.
const MOST_INSTANCES: usize = 4;

/// What is told of the place at an offset.
pub fn at(view: &View, offset: u32) -> Option<Hover> {
    let (span, text) = match meaning::at(view, offset) {
        Some((it, found)) => (it.span, of_name(view, &it, &found)?),
        None => of_loop(view, offset)?,
    };
    Some(Hover {
        contents: HoverContents::Markup(markdown(text)),
        range: Some(view.document.range(span)),
    })
}

/// A text for people.
pub fn markdown(value: String) -> MarkupContent {
    let kind = MarkupKind::Markdown;
    MarkupContent { kind, value }
}

/// The verdict on the loop whose first word is at an offset.
fn of_loop(view: &View, offset: u32) -> Option<(Span, String)> {
    let mut tokens = view.document.syntax().tokens.iter();
    let word = tokens.find(|token| token.span.lo <= offset && offset <= token.span.hi)?;
    let notes = loops::of(view);
    let here: Vec<_> = notes
        .iter()
        .filter(|(at, _)| *at == word.span.lo && word.kind == TokenKind::Keyword(Keyword::For))
        .map(|(_, note)| format!("**{}**\n\n{}", note.title, lines(&note.details)))
        .collect();
    (!here.is_empty()).then(|| (word.span, here.join("\n\n")))
}

/// What is told of a name at its place.
fn of_name(view: &View, it: &Occurrence, found: &Meaning) -> Option<String> {
    let name = view.document.spelled(it.span);
    match found {
        Meaning::Local(..) => Some(variable(view, it, name, found)),
        Meaning::Top(_) => match meaning::top_kind(view, name) {
            Some(Kind::Variable | Kind::LoopVariable) => Some(variable(view, it, name, found)),
            _ => described(view, found),
        },
        Meaning::OfFile(..) | Meaning::File(..) => described(view, found),
        Meaning::Member(class, _) => Some(member(view, it, class, name, found)),
        Meaning::AnyMember(_) => typed(view, it, name),
        Meaning::Language(_) | Meaning::Attribute(_) | Meaning::Property(..) => {
            described(view, found)
        }
        Meaning::Unknown(_) => typed(view, it, name),
    }
}

fn typed(view: &View, it: &Occurrence, name: &str) -> Option<String> {
    let types = types(view, &view.own(), it);
    (!types.is_empty()).then(|| code(&format!("{name} : {}", types.join(" or "))))
}

fn code(text: &str) -> String {
    format!("```quasar\n{text}\n```")
}

/// The types of a name at its place; of one that the checker has not seen there, those of the variable anywhere in its function.
pub fn types(view: &View, file: &File, it: &Occurrence) -> Vec<String> {
    let syntax = file.document.syntax();
    let name = syntax.name(it.name);
    let (Some(tree), Some(place)) = (view.tree(), view.in_tree(&file.identity, it.span)) else {
        return Vec::new();
    };
    let types = types_at(tree, place, Some(name));
    if !types.is_empty() || it.sense != Sense::Scoped {
        return types;
    }
    let function = syntax.names.function_of(it.owner);
    let header = function.and_then(|scope| scope.header);
    let header = header.and_then(|header| view.in_tree(&file.identity, header));
    match (function, header) {
        (Some(_), None) => Vec::new(),
        (_, header) => types_of_variables(tree, name, header),
    }
}

fn variable(view: &View, it: &Occurrence, name: &str, found: &Meaning) -> String {
    let definitions = meaning::definitions(view, found);
    let first = definitions.first();
    let kind = first.and_then(|(_, it)| match it.role {
        Role::Define(kind) => Some(kind),
        Role::Change | Role::Read => None,
    });
    let what = match kind {
        Some(Kind::Parameter) => "parameter",
        Some(Kind::Output) => "output",
        Some(Kind::LoopVariable) => "variable of a loop",
        Some(Kind::Generic) => "generic parameter",
        Some(Kind::Function) => return described(view, found).unwrap_or_default(),
        _ => "variable",
    };
    let types = types(view, &view.own(), it);
    let head = match types.is_empty() {
        true => code(name),
        false => code(&format!("{name} : {}", types.join(" or "))),
    };
    let comment = first.map_or_else(String::new, |(file, it)| match kind {
        Some(Kind::Variable | Kind::LoopVariable) => comment_above(file, it.span.lo),
        _ => String::new(),
    });
    joined(&[head, what.to_owned(), comment])
}

/// Paragraphs, without those that say nothing.
fn joined(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

fn member(view: &View, it: &Occurrence, class: &str, name: &str, found: &Meaning) -> String {
    let definitions = meaning::definitions(view, found);
    let written = definitions.first().map(|(file, it)| {
        let text = file.document.text().source();
        let rest = &text[it.span.lo as usize..];
        let line = rest.lines().next().unwrap_or_default();
        line.split('%')
            .next()
            .unwrap_or_default()
            .trim()
            .trim_end_matches(',')
            .to_owned()
    });
    let types = types(view, &view.own(), it);
    let head = match (&types[..], written) {
        ([], Some(written)) if written.starts_with(name) => format!("{class}.{written}"),
        ([], _) => format!("{class}.{name}"),
        (types, _) => format!("{class}.{name} : {}", types.join(" or ")),
    };
    let comment = definitions.first();
    let comment = comment.map(|(file, it)| comment_above(file, it.span.lo));
    joined(&[code(&head), comment.unwrap_or_default()])
}

/// What is told of a meaning wherever it stands.
pub fn described(view: &View, found: &Meaning) -> Option<String> {
    match found {
        Meaning::Language(name) => language(name),
        Meaning::Attribute(name) => attribute(name),
        Meaning::Property(attribute, name) => property(attribute, name),
        Meaning::Local(..) | Meaning::Top(_) | Meaning::OfFile(..) | Meaning::Member(..) => {
            let definitions = meaning::definitions(view, found);
            let told = definitions
                .iter()
                .map(|(file, it)| definition(view, file, it));
            let told: Vec<String> = told.collect();
            (!told.is_empty()).then(|| told.join("\n\n---\n\n"))
        }
        Meaning::File(importer, name) => {
            let mut files = view.files.iter();
            let importer = files.find(|file| file.identity == *importer)?;
            let file = view.file_named(importer, name)?;
            Some(code(&format!("the file {}", last_part(&file.identity))))
        }
        Meaning::AnyMember(_) | Meaning::Unknown(_) => None,
    }
}

/// The name of a file without its folders.
fn last_part(identity: &str) -> &str {
    identity.rsplit('/').next().unwrap_or(identity)
}

/// A function or a type: its header, the types that it has been called with, the comment.
fn definition(view: &View, file: &File, it: &Occurrence) -> String {
    let instances = instances(view, file, it);
    joined(&[
        code(&header(file, it)),
        match instances.is_empty() {
            true => String::new(),
            false => code(&instances.join("\n")),
        },
        comment_above(file, it.span.lo),
        match is_carried(file) {
            true => format!(
                "of the library: `{}`",
                file.identity.trim_start_matches("<qc>/")
            ),
            false => String::new(),
        },
    ])
}

fn is_carried(file: &File) -> bool {
    file.identity.starts_with("<qc>/")
}

/// The header of the function or the type with this name, in one line.
pub fn header(file: &File, it: &Occurrence) -> String {
    let syntax = file.document.syntax();
    let scopes = syntax.names.scopes.iter();
    let scope = scopes
        .rev()
        .find(|scope| scope.name.is_some_and(|name| name.span == it.span));
    let Some(scope) = scope else {
        return file.document.spelled(it.span).to_owned();
    };
    let whole = file.document.spelled(scope.header.unwrap_or(scope.span));
    match (scope.kind, scope.header) {
        (ScopeKind::Type, _) => whole.to_owned(),
        (_, Some(_)) => whole.split_whitespace().collect::<Vec<_>>().join(" "),
        (_, None) => whole.lines().next().unwrap_or_default().to_owned(),
    }
}

/// The instances of the function with this name, as `--report=types` shows them.
fn instances(view: &View, file: &File, it: &Occurrence) -> Vec<String> {
    let (Some(tree), Some(place)) = (view.tree(), view.in_tree(&file.identity, it.span)) else {
        return Vec::new();
    };
    let is_of = |instance: &&hir::Instance| {
        let span = instance.span;
        span.file == place.file && span.lo <= place.lo && place.hi <= span.hi && !instance.lambda
    };
    let found = tree.instances.iter().filter(is_of);
    let mut found: Vec<String> = found.filter_map(instance_header).collect();
    found.sort();
    found.dedup();
    if found.len() > MOST_INSTANCES {
        let more = found.len() - MOST_INSTANCES;
        found.truncate(MOST_INSTANCES);
        found.push(format!("% and {more} more"));
    }
    found
}

/// `[y: mat] = blur(x: mat, radius: int)`; none where a type is not known.
fn instance_header(instance: &hir::Instance) -> Option<String> {
    let list = |ids: &[hir::VarId]| {
        let typed = ids.iter().map(|id| {
            let variable = &instance.vars[*id];
            let name = variable.name.trim_start_matches("$out$");
            (!variable.ty.holds_error()).then(|| format!("{name} : {}", variable.ty))
        });
        Some(typed.collect::<Option<Vec<_>>>()?.join(", "))
    };
    let outputs = match instance.outputs.as_slice() {
        [] => String::new(),
        outputs => format!("[{}] = ", list(outputs)?),
    };
    Some(format!(
        "{outputs}{}({})",
        instance.name,
        list(&instance.params)?
    ))
}

/// The comment lines right above the line of an offset, as paragraphs.
pub fn comment_above(file: &File, at: u32) -> String {
    let text = file.document.text().source();
    let before = &text[..at as usize];
    let before = &before[..before.rfind('\n').unwrap_or(0)];
    let above = before.lines().rev().map(str::trim);
    let mut lines: Vec<&str> = above
        .take_while(|line| line.starts_with('%'))
        .map(|line| line.trim_start_matches('%').trim())
        .collect();
    lines.reverse();
    lines.join("  \n")
}

/// A function or a type of the language.
fn language(name: &str) -> Option<String> {
    let form = SPECIAL_FORMS.iter().find(|form| form.name == name);
    if let Some(form) = form {
        return Some(builtin(form.signature, form.place, form.doc));
    }
    match builtins::find(name) {
        Some(found) => {
            let row = builtins::row(found);
            let doc: Vec<&str> = row.doc.iter().map(|line| line.trim()).collect();
            Some(builtin(row.signature, row.place, &doc.join(" ")))
        }
        None => {
            let what = match check::is_constant(name) {
                true => "constant of the language",
                false => "type of the language",
            };
            Some(joined(&[code(name), what.to_owned()]))
        }
    }
}

/// The signature, what it does, an example, and where it may be called.
fn builtin(signature: &str, place: Where, doc: &str) -> String {
    let (meaning, example) = match doc.split_once("> ") {
        Some((meaning, example)) => (meaning.trim(), code(example.trim())),
        None => (doc.trim(), String::new()),
    };
    let place = match place {
        Where::Host => "built in, for code of the host",
        Where::Anywhere => "built in, in kernels and device functions, too",
    };
    joined(&[
        code(signature),
        meaning.to_owned(),
        example,
        place.to_owned(),
    ])
}

fn attribute(name: &str) -> Option<String> {
    let row = attributes::row(name)?;
    let properties = row.properties.iter();
    let properties: Vec<String> = properties
        .map(|it| format!("* `{}`: {}", it.name, it.value.text()))
        .collect();
    let head = format!("{{!{name}}}");
    let place = format!("{}.", row.place.text());
    Some(joined(&[
        code(&head),
        row.meaning.to_owned(),
        place,
        properties.join("\n"),
    ]))
}

fn property(attribute: &str, name: &str) -> Option<String> {
    let row = attributes::row(attribute)?;
    let property = row.properties.iter().find(|it| it.name == name)?;
    let head = format!("{{!{attribute} {name}=…}}");
    Some(joined(&[code(&head), property.value.text()]))
}
