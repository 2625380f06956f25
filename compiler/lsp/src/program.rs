//! What the front end finds out about the program in a file.
//!
//! The reports are those of `qc check`. The tree is there with mistakes, too: types are known of what is not wrong.
//!
//! *Invariant:* all of it is of the texts that were given: what the client has open counts, then what the disk has.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use qc_front::base::{FileId, Interner, SourceMap, Span};
use qc_front::diag::{self, Report};
use qc_front::resolve::fusion::Requests;
use qc_front::resolve::{self, Mistake, Modules, Source, SourceError, SourceProvider};
use qc_front::types::Type;
use qc_front::{check, hir};

use crate::host::{Host, LoopNote};

/// A text with more mistakes of the parser is no program: what is left of it may mean anything, and may take any time to check.
const MOST_MISTAKES: usize = 8;

/// The texts that the client has open, by what tells files apart.
pub type Open = HashMap<String, String>;

/// The files of a program.
#[derive(Debug, Default)]
pub struct Files {
    /// Their texts.
    pub sources: SourceMap,
    /// What tells them apart.
    identities: BTreeMap<FileId, String>,
    /// The files that imports mean, by the importing file and the path.
    imports: BTreeMap<(String, String), String>,
    /// Those that are no sources and say where sources are.
    descriptions: BTreeSet<String>,
}

impl Files {
    /// The file that an import of a file means.
    pub fn imported(&self, importer: &str, path: &str) -> Option<&str> {
        let import = (importer.to_owned(), path.replace('\\', "/"));
        self.imports.get(&import).map(String::as_str)
    }

    /// What tells a file apart.
    pub fn identity(&self, file: FileId) -> &str {
        self.identities.get(&file).map_or("", String::as_str)
    }

    /// The number of a file.
    pub fn file(&self, identity: &str) -> Option<FileId> {
        let mut found = self.identities.iter();
        found.find(|(_, it)| *it == identity).map(|(file, _)| *file)
    }

    /// All that are sources.
    pub fn all(&self) -> impl Iterator<Item = (&str, FileId)> {
        let files = self.identities.iter();
        files
            .filter(|(_, it)| !self.descriptions.contains(*it))
            .map(|(file, it)| (it.as_str(), *file))
    }
}

/// A program as far as the front end goes.
#[derive(Debug)]
pub struct Program {
    /// Its files.
    pub files: Files,
    /// What there is to say of it.
    pub reports: Vec<Report>,
    /// The typed tree; none where the checker itself has a mistake.
    pub tree: Option<hir::Program>,
}

/// What the stages behind the front end say.
#[derive(Debug)]
pub struct Later {
    /// The files of the program.
    pub files: Files,
    /// The reports.
    pub reports: Vec<Report>,
    /// What became of the loops.
    pub loops: Vec<LoopNote>,
}

/// A program that was loaded.
struct Loaded {
    files: Files,
    modules: Modules,
    names: Interner,
    reports: Vec<Report>,
}

/// Gives what is open in place of what the disk has.
struct Overlay<'a> {
    files: Box<dyn SourceProvider + 'a>,
    open: &'a Open,
    identities: BTreeMap<String, String>,
    imports: BTreeMap<(String, String), String>,
    descriptions: BTreeSet<String>,
}

impl SourceProvider for Overlay<'_> {
    fn import(&mut self, path: &str, importer: &str) -> Result<Source, SourceError> {
        let mut found = self.files.import(path, importer)?;
        if let Some(text) = self.open.get(&found.identity) {
            found.bytes = text.clone().into_bytes();
        }
        let (name, identity) = (found.name.clone(), found.identity.clone());
        let import = (importer.to_owned(), path.to_owned());
        self.imports.insert(import, identity.clone());
        self.identities.insert(name, identity);
        Ok(found)
    }

    fn carried(&mut self, name: &str) -> Option<Source> {
        let found = self.files.carried(name)?;
        let (name, identity) = (found.name.clone(), found.identity.clone());
        self.identities.insert(name, identity);
        Some(found)
    }

    fn mistakes(&mut self) -> Vec<Mistake> {
        let mistakes = self.files.mistakes();
        for Source { name, identity, .. } in mistakes.iter().map(|it| &it.source) {
            self.identities.insert(name.clone(), identity.clone());
            self.descriptions.insert(identity.clone());
        }
        mistakes
    }

    fn alternatives(&self, path: &str, importer: &str) -> Vec<String> {
        self.files.alternatives(path, importer)
    }
}

fn load(root: &Source, open: &Open, host: &dyn Host) -> Loaded {
    let mut files = Files::default();
    let mut names = Interner::new();
    let mut overlay = Overlay {
        files: host.provider(root),
        open,
        identities: BTreeMap::from([(root.name.clone(), root.identity.clone())]),
        imports: BTreeMap::new(),
        descriptions: BTreeSet::new(),
    };
    let (modules, reports) =
        resolve::load(root.clone(), &mut overlay, &mut files.sources, &mut names);
    let known = files.sources.files().map(|(id, file)| {
        let identity = overlay.identities.get(file.name());
        (id, identity.cloned().unwrap_or_default())
    });
    files.identities = known.collect();
    files.imports = std::mem::take(&mut overlay.imports);
    files.descriptions = std::mem::take(&mut overlay.descriptions);
    Loaded {
        files,
        modules,
        names,
        reports,
    }
}

impl Program {
    /// The program in a file.
    pub fn of(root: &Source, open: &Open, host: &dyn Host) -> Program {
        let loaded = load(root, open, host);
        let mut reports = loaded.reports;
        let mistakes = reports.iter().filter(|report| report.is_error()).count();
        let failed = mistakes > 0;
        let inspected = catch_unwind(AssertUnwindSafe(|| {
            (mistakes <= MOST_MISTAKES)
                .then(|| check::inspect(&loaded.modules, &loaded.names, host.options(root), failed))
        }));
        let (tree, found) = match inspected {
            Ok(Some((tree, found))) => (Some(tree), found),
            Ok(None) => (None, Vec::new()),
            Err(_) => {
                host.log("the checker has a mistake; there are no types until the next change");
                (None, Vec::new())
            }
        };
        // What cannot be read has consequences that nobody wants to be told of.
        if !failed {
            reports.extend(found);
            if !diag::has_errors(&reports) {
                reports.extend(Requests::of(&loaded.modules, &loaded.names).1);
            }
        }
        let told = reports.into_iter();
        let told = told.filter_map(|report| host.told(report, root, &loaded.files.sources));
        Program {
            reports: told.collect(),
            files: loaded.files,
            tree,
        }
    }
}

impl Later {
    /// Nothing to say.
    pub fn nothing() -> Later {
        Later {
            files: Files::default(),
            reports: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// What is behind the front end of the program in a file.
    pub fn of(root: &Source, open: &Open, host: &dyn Host) -> Later {
        let Loaded {
            files,
            modules,
            names,
            reports,
        } = load(root, open, host);
        let (reports, loops) = match diag::has_errors(&reports) {
            true => (Vec::new(), Vec::new()),
            false => host.later(root, &modules, &files.sources, &names),
        };
        let told = reports.into_iter();
        let told = told.filter_map(|report| host.told(report, root, &files.sources));
        Later {
            reports: told.collect(),
            files,
            loops,
        }
    }
}

/// The types that what is written at a place has, in all instances of the function around it: of an expression, or of a variable of that name which
/// gets a value there.
pub fn types_at(tree: &hir::Program, span: Span, name: Option<&str>) -> Vec<String> {
    let mut found = BTreeSet::new();
    for instance in &tree.instances {
        let mut visitor = AtPlace {
            span,
            name,
            tree,
            instance,
            found: &mut found,
        };
        hir::walk::walk_block(&mut visitor, &instance.body);
        let named = instance
            .vars
            .iter()
            .filter(|var| Some(var.name.as_str()) == name);
        let here = named.filter(|var| var.span == span);
        here.for_each(|var| note(&mut found, &var.ty));
    }
    found.into_iter().collect()
}

fn note(found: &mut BTreeSet<String>, ty: &Type) {
    if !ty.holds_error() && *ty != Type::Void {
        found.insert(ty.to_string());
    }
}

/// Looks for types at a place in one instance.
struct AtPlace<'a> {
    span: Span,
    name: Option<&'a str>,
    tree: &'a hir::Program,
    instance: &'a hir::Instance,
    found: &'a mut BTreeSet<String>,
}

impl hir::walk::Visitor for AtPlace<'_> {
    fn expr(&mut self, expr: &hir::Expr) {
        // A conversion stands around what is written, at the same place.
        let is_made = matches!(
            expr.kind,
            hir::ExprKind::Convert(hir::Conversion::Implicit, _)
        );
        if expr.span == self.span && !is_made {
            note(self.found, &expr.ty);
        } else {
            hir::walk::walk_expr(self, expr);
        }
    }

    fn assign(&mut self, assign: &hir::Assign) {
        if assign.span.file == self.span.file && assign.span.lo == self.span.lo {
            match assign.target {
                hir::Target::Var(var) => {
                    let var = &self.instance.vars[var];
                    if Some(var.name.as_str()) == self.name {
                        note(self.found, &var.ty);
                    }
                }
                hir::Target::Global(global) => {
                    let var = &self.tree.globals[global];
                    if Some(var.name.as_str()) == self.name {
                        note(self.found, &var.ty);
                    }
                }
                _ => {}
            }
        }
        hir::walk::walk_assign(self, assign);
    }
}

/// The types of all variables of a name in the instances of the function at a place, or in all where there is none.
pub fn types_of_variables(tree: &hir::Program, name: &str, function: Option<Span>) -> Vec<String> {
    let mut found = BTreeSet::new();
    let is_meant = |it: &&hir::Instance| function.is_none_or(|span| it.span == span);
    for instance in tree.instances.iter().filter(is_meant) {
        let named = instance.vars.iter().filter(|var| var.name == name);
        named.for_each(|var| note(&mut found, &var.ty));
    }
    if found.is_empty() {
        let named = tree.globals.iter().filter(|var| var.name == name);
        named.for_each(|var| note(&mut found, &var.ty));
    }
    found.into_iter().collect()
}
