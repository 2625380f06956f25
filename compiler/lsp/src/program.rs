//! What the front end finds out about the program in a file.
//!
//! The reports are those of `qc check`. The tree is there with mistakes, too: types are known of what is not wrong.
//!
//! *Invariant:* all of it is of the texts that were given: what the client has open counts, then what the disk has.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use qc_front::base::{FileId, Interner, SourceMap, Span};
use qc_front::diag::{self, Report};
use qc_front::resolve::fusion::Requests;
use qc_front::resolve::{self, Modules, Source, SourceError, SourceProvider};
use qc_front::{check, hir};

use crate::host::{Host, LoopNote};

/// The texts that the client has open, by what tells files apart.
pub type Open = HashMap<String, String>;

/// The files of a program.
#[derive(Debug, Default)]
pub struct Files {
    /// Their texts.
    pub sources: SourceMap,
    /// What tells them apart.
    identities: BTreeMap<FileId, String>,
}

impl Files {
    /// What tells a file apart.
    pub fn identity(&self, file: FileId) -> &str {
        self.identities.get(&file).map_or("", String::as_str)
    }

    /// The number of a file.
    pub fn file(&self, identity: &str) -> Option<FileId> {
        let mut found = self.identities.iter();
        found.find(|(_, it)| *it == identity).map(|(file, _)| *file)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = (&str, FileId)> {
        self.identities
            .iter()
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
}

impl SourceProvider for Overlay<'_> {
    fn import(&mut self, path: &str, importer: &str) -> Result<Source, SourceError> {
        let mut found = self.files.import(path, importer)?;
        if let Some(text) = self.open.get(&found.identity) {
            found.bytes = text.clone().into_bytes();
        }
        let (name, identity) = (found.name.clone(), found.identity.clone());
        self.identities.insert(name, identity);
        Ok(found)
    }

    fn carried(&mut self, name: &str) -> Option<Source> {
        let found = self.files.carried(name)?;
        let (name, identity) = (found.name.clone(), found.identity.clone());
        self.identities.insert(name, identity);
        Some(found)
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
    };
    let (modules, reports) =
        resolve::load(root.clone(), &mut overlay, &mut files.sources, &mut names);
    let known = files.sources.files().map(|(id, file)| {
        let identity = overlay.identities.get(file.name());
        (id, identity.cloned().unwrap_or_default())
    });
    files.identities = known.collect();
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
        let failed = diag::has_errors(&reports);
        let inspected = catch_unwind(AssertUnwindSafe(|| {
            check::inspect(&loaded.modules, &loaded.names, host.options(root))
        }));
        let (tree, found) = match inspected {
            Ok((tree, found)) => (Some(tree), found),
            Err(_) => (None, Vec::new()),
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

/// The expressions of a tree with exactly one of these places, and the types that they have.
pub fn types_at(tree: &hir::Program, span: Span) -> Vec<String> {
    struct Found {
        span: Span,
        types: Vec<String>,
    }
    impl hir::walk::Visitor for Found {
        fn expr(&mut self, expr: &hir::Expr) {
            // A conversion stands around what is written, at the same place.
            let is_written = !matches!(
                expr.kind,
                hir::ExprKind::Convert(hir::Conversion::Implicit, _)
            );
            if expr.span == self.span && is_written && !expr.ty.holds_error() {
                self.types.push(expr.ty.to_string());
                return;
            }
            hir::walk::walk_expr(self, expr);
        }
    }
    let mut found = Found {
        span,
        types: Vec::new(),
    };
    for instance in &tree.instances {
        hir::walk::walk_block(&mut found, &instance.body);
    }
    found.types.sort();
    found.types.dedup();
    found.types
}
