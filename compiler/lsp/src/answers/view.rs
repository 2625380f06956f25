//! What a question is about: an open text with the program that it is the file of.
//!
//! *Invariant:* documents and program are of the same texts.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::str::FromStr;

use lsp_types::{Location, Uri};
use qc_front::base::{FileId, Span};
use qc_front::hir;
use qc_front::resolve::qualify;
use qc_front::syntax::ast::{Import, StmtKind, StringLit};

use crate::document::Document;
use crate::names::{Kind, Role, TOP};
use crate::program::{Files, Later, Program};

/// A file of a program.
#[derive(Clone, Debug)]
pub struct File {
    /// What tells it apart.
    pub identity: String,
    /// Its text.
    pub document: Rc<Document>,
}

impl File {
    /// A place in it for the client.
    pub fn location(&self, span: Span) -> Option<Location> {
        let uri = Uri::from_str(&self.document.uri).ok()?;
        let range = self.document.range(span);
        Some(Location { uri, range })
    }

    fn imports(&self) -> impl Iterator<Item = &Import> {
        let stmts = self.document.syntax().ast.body.stmts.iter();
        stmts.filter_map(|stmt| match &stmt.kind {
            StmtKind::Import(import) => Some(import),
            _ => None,
        })
    }

    /// The names of its top level: functions, types, variables.
    fn own_names(&self) -> impl Iterator<Item = String> {
        let syntax = self.document.syntax();
        let defined = syntax.names.occurrences.iter().filter(|it| {
            let is_kept = |kind| !matches!(kind, Kind::Rule | Kind::Macro);
            let kind = match it.role {
                Role::Define(kind) => Some(kind),
                Role::Change | Role::Read => None,
            };
            it.is_scoped() && it.scope == TOP && kind.is_some_and(is_kept)
        });
        defined.map(|it| syntax.name(it.name).to_owned())
    }
}

/// An open text with its program.
#[derive(Debug)]
pub struct View {
    /// What tells the file of the text apart.
    pub identity: String,
    /// The text.
    pub document: Rc<Document>,
    /// What the front end found out.
    pub program: Rc<Program>,
    /// The files of the program, the library's among them.
    pub files: Vec<File>,
    /// What later stages said, if they have.
    pub later: Option<Rc<Later>>,
    /// The names that files keep to themselves, with what tells the files apart.
    pub kept: BTreeSet<(String, String)>,
}

/// The file that an import of a file means.
fn imported<'f>(files: &'f [File], of: &Files, importer: &File, path: &str) -> Option<&'f File> {
    let identity = of.imported(&importer.identity, path)?;
    files.iter().find(|file| file.identity == identity)
}

/// The names that files keep to themselves: all of one that every import names by `as`, and private ones.
pub fn kept(files: &[File], of: &Files, program: &str) -> BTreeSet<(String, String)> {
    let mut found = Vec::new();
    for importer in files {
        for import in importer.imports() {
            let file = imported(files, of, importer, &import.path.value);
            found.extend(file.map(|file| (file, import.alias.is_some())));
        }
    }
    let mut kept = BTreeSet::new();
    for file in files.iter().filter(|file| file.identity != program) {
        let here = found.iter().filter(|(of, _)| of.identity == file.identity);
        let is_named = |named: bool| here.clone().any(|(_, by_alias)| *by_alias == named);
        let syntax = file.document.syntax();
        let names: Vec<String> = match is_named(true) && !is_named(false) {
            true => file.own_names().collect(),
            false => qualify::private_names(&syntax.ast.body, &syntax.interner)
                .into_iter()
                .map(|name| syntax.name(name.name).to_owned())
                .collect(),
        };
        let names = names.into_iter().filter(|name| name != "main");
        kept.extend(names.map(|name| (file.identity.clone(), name)));
    }
    kept
}

impl View {
    /// The tree of the program, as far as it goes.
    pub fn tree(&self) -> Option<&hir::Program> {
        self.program.tree.as_ref()
    }

    /// The number that a file has in the tree.
    pub fn number(&self, identity: &str) -> Option<FileId> {
        self.program.files.file(identity)
    }

    /// A place of the text as the tree has it.
    pub fn in_tree(&self, identity: &str, span: Span) -> Option<Span> {
        Some(Span::new(self.number(identity)?, span.lo, span.hi))
    }

    /// The file that an import of a file means.
    pub fn imported(&self, importer: &File, path: &StringLit) -> Option<&File> {
        imported(&self.files, &self.program.files, importer, &path.value)
    }

    /// The file that a name behind `as` means in a file.
    pub fn file_named(&self, file: &File, name: &str) -> Option<&File> {
        let syntax = file.document.syntax();
        let import = file.imports().find(|import| {
            let alias = import.alias.map(|alias| syntax.name(alias.name));
            alias == Some(name)
        })?;
        self.imported(file, &import.path)
    }

    /// The file of the text.
    pub fn own(&self) -> File {
        File {
            identity: self.identity.clone(),
            document: self.document.clone(),
        }
    }
}
