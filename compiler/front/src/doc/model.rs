//! What pages tell: a file and what it defines, with the comments.
//!
//! *Invariant:* entries stand in the order of the source; nothing of the file's text is told twice.

use super::comment::{Comment, Example, Line};
use crate::base::{Interner, SourceMap, Span};
use crate::syntax::ast::{Ast, Attribute, Block, ExprKind, Function, Param, Stmt, StmtKind};
use crate::syntax::print::{print_expr, print_function_header, print_param, print_type};
use crate::syntax::private;

/// A file.
#[derive(Debug)]
pub struct Module {
    /// The file as the user named it.
    pub file: String,
    /// The title: what stands behind `Module:`, or the file's name without its extension.
    pub title: String,
    /// The category, a path with `/`.
    pub category: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// What the comment at the start of the file says.
    pub intro: Comment,
    /// What it defines.
    pub entries: Vec<Entry>,
}

impl Module {
    /// All examples, those of the file's own comment first.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        let comments = self.entries.iter().map(|entry| &entry.comment);
        std::iter::once(&self.intro)
            .chain(comments)
            .flat_map(Comment::examples)
    }
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A function.
    Function,
    /// A type.
    Type,
    /// A reduction.
    Rule,
}

/// What a file defines.
#[derive(Debug)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// The name; the pattern of a reduction.
    pub name: String,
    /// Its headers: one for each overload.
    pub headers: Vec<String>,
    /// The comment before it.
    pub comment: Comment,
    /// The parameters of a function.
    pub params: Vec<Value>,
    /// The outputs of a function.
    pub outputs: Vec<Value>,
    /// Whether it serves others only: the file gives other functions a title, and not this one.
    pub is_internal: bool,
}

/// A parameter or an output.
#[derive(Debug)]
pub struct Value {
    /// The name.
    pub name: String,
    /// With type and default, as in the header.
    pub written: String,
    /// The type; may be empty.
    pub ty: String,
    /// The default; may be empty.
    pub default: String,
    /// What the comment says of it.
    pub text: String,
}

/// What is to be told about a file.
pub fn module(ast: &Ast, sources: &SourceMap, names: &Interner) -> Module {
    let file = sources.file(ast.file);
    let intro = intro(ast, sources);
    let title = intro.title.as_ref().map(|line| line.text.clone());
    let reader = Reader { sources, names };
    Module {
        file: file.name().to_owned(),
        title: title.unwrap_or_else(|| stem(file.name()).to_owned()),
        category: property(ast, names, "doc", "category"),
        author: property(ast, names, "author", "name"),
        intro,
        entries: reader.entries(&ast.body),
    }
}

/// The name of a file without folders and extension.
pub fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix(".q").unwrap_or(name)
}

/// The comment at the start of the file, if it is about the file.
pub(super) fn intro(ast: &Ast, sources: &SourceMap) -> Comment {
    let text = sources.file(ast.file).text();
    let mut lines = Vec::new();
    let mut at = 0;
    let mut ended_by = "";
    for raw in text.split('\n') {
        let line = raw.trim();
        let is_comment = line.starts_with('%') && !line.starts_with("%!");
        if is_comment {
            let text = line.trim_start_matches('%').trim();
            let start = (at + raw.find(text).unwrap_or(0)) as u32;
            lines.push(Line {
                text: text.to_owned(),
                span: Span::new(ast.file, start, start + text.len() as u32),
            });
        } else if !lines.is_empty() {
            ended_by = line;
            break;
        } else if !(line.is_empty() || line.starts_with("%!") || line.starts_with("{!")) {
            break;
        }
        at += raw.len() + 1;
    }
    let comment = Comment::from_lines(&lines);
    match comment.keyword {
        Some("Module:" | "File:") => comment,
        None if ended_by.is_empty() => comment,
        Some(_) | None => Comment::default(),
    }
}

/// The text that an attribute at the top level gives a property.
fn property(ast: &Ast, names: &Interner, attribute: &str, property: &str) -> Option<String> {
    let is_it = |found: &&Attribute| names.text(found.name.name) == attribute;
    let attributes = ast.body.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Attribute(attribute) => Some(attribute),
        _ => None,
    });
    let properties = attributes.filter(is_it).flat_map(|found| &found.properties);
    let mut values = properties.filter(|found| names.text(found.name.name) == property);
    values.find_map(|found| match &found.value.kind {
        ExprKind::String(text) => Some(text.to_string()),
        _ => None,
    })
}

struct Reader<'a> {
    sources: &'a SourceMap,
    names: &'a Interner,
}

impl Reader<'_> {
    /// What a file gives to others.
    fn entries(&self, body: &Block) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        let given = private::marked(body, self.names).filter(|(_, is_private)| !is_private);
        for entry in given.filter_map(|(stmt, _)| self.entry(stmt)) {
            let same = match entry.kind {
                Kind::Function => entries
                    .iter_mut()
                    .find(|known| known.kind == Kind::Function && known.name == entry.name),
                Kind::Rule => entries.last_mut().filter(|last| last.kind == Kind::Rule),
                Kind::Type => None,
            };
            match same {
                // An overload, or one more rule, without a comment of its own.
                Some(known) if entry.comment == Comment::default() => {
                    known.headers.extend(entry.headers);
                }
                Some(_) | None => entries.push(entry),
            }
        }
        let is_titled = |entry: &Entry| entry.comment.title.is_some();
        let some_are = entries
            .iter()
            .any(|entry| entry.kind == Kind::Function && is_titled(entry));
        for entry in &mut entries {
            entry.is_internal = some_are && entry.kind == Kind::Function && !is_titled(entry);
        }
        entries
    }

    fn entry(&self, stmt: &Stmt) -> Option<Entry> {
        let (kind, name, doc) = match &stmt.kind {
            StmtKind::Function(function) => return Some(self.function(function)),
            StmtKind::TypeDef(definition) => {
                let name = self.names.text(definition.name.name).to_owned();
                (Kind::Type, name, &definition.doc)
            }
            StmtKind::Reduction(rule) => {
                let name = print_expr(&rule.pattern, self.names);
                (Kind::Rule, name, &rule.doc)
            }
            _ => return None,
        };
        let comment = doc.as_ref().map(|doc| Comment::of(doc, self.sources));
        Some(Entry {
            kind,
            name,
            headers: vec![self.sources.text(stmt.span).trim_end().to_owned()],
            comment: comment.unwrap_or_default(),
            params: Vec::new(),
            outputs: Vec::new(),
            is_internal: false,
        })
    }

    fn function(&self, function: &Function) -> Entry {
        let comment = function.doc.as_ref();
        let comment = comment.map(|doc| Comment::of(doc, self.sources));
        let comment = comment.unwrap_or_default();
        let params = function.params.iter();
        Entry {
            kind: Kind::Function,
            name: self.names.text(function.name.name).to_owned(),
            headers: vec![print_function_header(function, self.names)],
            params: params.map(|param| self.param(param, &comment)).collect(),
            outputs: self.outputs(function, &comment),
            comment,
            is_internal: false,
        }
    }

    fn param(&self, param: &Param, comment: &Comment) -> Value {
        let name = self.names.text(param.name.name).to_owned();
        let about = comment.params.iter().find(|item| item.name == name);
        let ty = param.ty.as_ref().map(|ty| print_type(ty, self.names));
        let default = param.default.as_ref();
        let default = default.map(|value| print_expr(value, self.names));
        Value {
            name,
            written: print_param(param, self.names),
            ty: ty.unwrap_or_default(),
            default: default.unwrap_or_default(),
            text: about.map_or(String::new(), |item| item.text.clone()),
        }
    }

    /// The outputs that the comment tells of.
    fn outputs(&self, function: &Function, comment: &Comment) -> Vec<Value> {
        let told = function.outputs.iter().filter_map(|output| {
            let name = self.names.text(output.name.name).to_owned();
            let item = comment.outputs.iter().find(|item| item.name == name)?;
            let ty = output.ty.as_ref().map(|ty| print_type(ty, self.names));
            let ty = ty.unwrap_or_default();
            let written = match ty.as_str() {
                "" => name.clone(),
                ty => format!("{name} : {ty}"),
            };
            Some(Value {
                name,
                written,
                ty,
                default: String::new(),
                text: item.text.clone(),
            })
        });
        told.collect()
    }
}
