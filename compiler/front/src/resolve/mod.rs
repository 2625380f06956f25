//! Modules: from a program file to the syntax trees of everything it imports, in the order of execution.
//!
//! Each file is loaded once. An import is looked up by a [`SourceProvider`]; only the driver implements one that
//! touches the disk. Modules of the original system (`.dll`) are names that map to built-in functions.
//!
//! *Invariant:* no types here, and no files.

pub mod attributes;
mod eval;
pub mod fusion;
mod macros;
pub mod names;
pub mod pragmas;
pub mod qualify;

use std::collections::BTreeMap;

use crate::base::{Interner, SourceMap, Span, Symbol};
use crate::diag::{Code, Report, did_you_mean};
use crate::doc::{help, lint};
use crate::syntax;
use crate::syntax::ast::{Ast, Ident, Import, StmtKind, StringLit};

/// A source text that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What tells files apart: the canonical path.
    pub identity: String,
    /// The name to show to the user.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// Why a source text could not be had.
#[derive(Debug, Clone)]
pub enum SourceError {
    /// No such file in any of these places.
    NotFound(Vec<String>),
    /// The file is there but cannot be read; the reason as text.
    Unreadable(String),
}

/// What is wrong in a text that says where sources are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The text.
    pub source: Source,
    /// The place, in bytes.
    pub place: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What is said at the place.
    pub label: String,
    /// The next step.
    pub help: Option<String>,
}

/// Finds source texts.
pub trait SourceProvider {
    /// The text of an import written as `path` in the file whose identity is `importer`.
    fn import(&mut self, path: &str, importer: &str) -> Result<Source, SourceError>;

    /// A file of the library that counts without an import, whatever lies beside the program.
    fn carried(&mut self, _name: &str) -> Option<Source> {
        None
    }

    /// What was found wrong in the texts that say where sources are.
    fn mistakes(&mut self) -> Vec<Mistake> {
        Vec::new()
    }

    /// What could be imported instead of `path` from the same places, as imports are written.
    fn alternatives(&self, _path: &str, _importer: &str) -> Vec<String> {
        Vec::new()
    }
}

/// One loaded file.
#[derive(Debug)]
pub struct Module {
    /// Its syntax tree.
    pub ast: Ast,
    /// What tells it apart from other files.
    pub identity: String,
    /// Where its lines start.
    pub lines: Vec<u32>,
    /// Whether it holds without an import.
    pub implied: bool,
    /// The files that it imports.
    pub imports: Vec<Imported>,
}

/// An import of a file that was found.
#[derive(Debug)]
pub struct Imported {
    /// What tells the file apart.
    pub identity: String,
    /// The name behind `as`.
    pub alias: Option<Ident>,
}

/// A program: its modules in the order of execution, imports before importers; the program file is the last.
#[derive(Debug, Default)]
pub struct Modules {
    /// The modules.
    pub modules: Vec<Module>,
    /// What the program file says of itself, for `--help`.
    pub about: String,
    /// Names that files keep to themselves, with what is to be said of them where they are used.
    pub hidden: BTreeMap<Symbol, String>,
}

/// Module names of the original system, whose functions are built in.
const BUILTIN_MODULES: &[&str] = &[
    "Quasar.UI.dll",
    "Quasar.Video.dll",
    "Quasar.Runtime.dll",
    "Quasar.DNN.dll",
    "Sim2HDR.dll",
    "exr_lib.dll",
    "EXR_lib.dll",
    "TIFFIO.dll",
];

/// The library's rules.
const RULES: &str = "reductions.q";

/// The functions that the library's rules are about: a program that names none of them does without the rules.
const UNDER_RULES: &[&str] = &["ifft1", "ifft2", "ifft3", "ifftn", "transpose"];

/// What the names of the files that qc carries begin with.
pub const WITHIN_QC: &str = "<qc>/";

/// The library's module of dictionaries.
pub const DICTIONARIES: &str = "dictionaries.q";

/// The library's module of texts in JSON.
pub const JSON: &str = "json.q";

/// The library's module of texts in TOML.
pub const TOML: &str = "toml.q";

/// The library's module of regular expressions.
pub const REGEXP: &str = "regexp.q";

/// Modules of the library that are there without an import where a program has one of the names, which is what its own modules are called
/// in the original system.
const WITHOUT_IMPORT: &[(&str, &[&str])] = &[
    (
        "video.q",
        &[
            "vidopen",
            "vidreadframe",
            "vidlatest",
            "vidseek",
            "vidclose",
        ],
    ),
    (
        "dnn.q",
        &[
            "qdnn_conv_descriptor",
            "qdnn_pooling_descriptor",
            "qdnn_activation_descriptor",
            "cudnn_convolution_backward_bias",
            "cudnn_batchnormalization_forward_inference",
            "cudnn_batchnormalization_forward_training",
            "cudnn_batchnormalization_backward",
            "cudnn_softmax_forward",
            "cudnn_softmax_backward",
            "cudnn_hwcn_tensor",
            "cudnn_nchw_tensor",
            "cudnn_hwdcn_tensor",
            "cudnn_ncdhw_tensor",
            "cudnn_version",
        ],
    ),
    ("form.q", &["form", "onSelectPoint", "qplot"]),
    ("sim2.q", &["hdr_imshow", "rgb2sim2"]),
    ("exr.q", &["exrread"]),
    ("paths.q", &["fileparts", "fullfile", "shellquote"]),
    ("tiff.q", &["tiffread"]),
    (
        "vectors.q",
        &[
            "differences",
            "gradient",
            "bounds",
            "ismember",
            "trapz",
            "cumtrapz",
            "polyval",
            "polyfit",
            "interp1",
            "histc",
            "percentile",
            "randperm",
            "fftshift",
            "ifftshift",
            "fliplr",
            "flipud",
            "rot90",
            "conv",
        ],
    ),
    // In front of those of dictionaries, which they have.
    (TOML, &["tomldecode", "tomlencode", "tomlread", "tomlwrite"]),
    (JSON, &["jsondecode", "jsonencode"]),
    (REGEXP, &["regexp"]),
    (DICTIONARIES, &["dictionary"]),
    (
        "arrays.q",
        &["cell", "cell2mat", "mat2cell", "meshgrid", "int2pos"],
    ),
];

/// Loads a program file and everything it imports, and expands macros.
pub fn load(
    root: Source,
    provider: &mut dyn SourceProvider,
    sources: &mut SourceMap,
    names: &mut Interner,
) -> (Modules, Vec<Report>) {
    let mut loader = Loader {
        provider,
        sources: &mut *sources,
        names: &mut *names,
        modules: Modules::default(),
        loaded: Vec::new(),
        open: Vec::new(),
        reports: Vec::new(),
    };
    loader.load(root);
    loader.load_named();
    loader.load_rules();
    loader.tell_mistakes();
    let Loader {
        mut modules,
        mut reports,
        ..
    } = loader;
    for module in &modules.modules {
        reports.extend(lint::check(&module.ast, sources, names));
    }
    if let Some(program) = modules.modules.last() {
        modules.about = help::of_file(&program.ast, sources);
    }
    reports.extend(qualify::apply(&mut modules, sources, names));
    reports.extend(macros::expand(&mut modules, names));
    reports.extend(attributes::check(&modules, names));
    (modules, reports)
}

struct Loader<'p> {
    provider: &'p mut dyn SourceProvider,
    sources: &'p mut SourceMap,
    names: &'p mut Interner,
    modules: Modules,
    loaded: Vec<String>,
    open: Vec<String>,
    reports: Vec<Report>,
}

impl Loader<'_> {
    fn load(&mut self, source: Source) {
        let file = self.sources.add_bytes(source.name.clone(), &source.bytes);
        let (mut ast, reports) = syntax::parse(self.sources, file, self.names);
        self.reports.extend(reports);
        self.open.push(source.identity.clone());
        let mut imports = Vec::new();
        for stmt in &ast.body.stmts {
            if let StmtKind::Import(Import { path, alias }) = &stmt.kind {
                let identity = self.import(path, &source.identity);
                let alias = *alias;
                imports.extend(identity.map(|identity| Imported { identity, alias }));
            }
        }
        self.open.pop();
        let loaded = &self.modules.modules;
        let reports = eval::expand(&mut ast, loaded, self.sources, self.names);
        self.reports.extend(reports);
        self.loaded.push(source.identity.clone());
        self.modules.modules.push(Module {
            ast,
            identity: source.identity,
            lines: line_starts(self.sources.file(file).text()),
            implied: false,
            imports,
        });
    }

    /// Tells of the mistakes in texts that say where sources are.
    fn tell_mistakes(&mut self) {
        for mistake in self.provider.mistakes() {
            let Source { name, bytes, .. } = mistake.source;
            let file = self.sources.add_bytes(name, &bytes);
            let (lo, hi) = (mistake.place.start as u32, mistake.place.end as u32);
            let report = Report::new(Code::Manifest, Span::new(file, lo, hi), mistake.message);
            let report = report.label(mistake.label).maybe_help(mistake.help);
            // It comes before the imports that fail by it.
            self.reports.insert(0, report);
        }
    }

    /// The modules that the program needs without importing them, in front of it.
    fn load_named(&mut self) {
        for (module, functions) in WITHOUT_IMPORT {
            let used = functions.iter().any(|name| self.is_left_open(name));
            let Some(source) = used.then(|| self.provider.carried(module)).flatten() else {
                continue;
            };
            if !self.loaded.contains(&source.identity) {
                let before = self.modules.modules.len();
                self.load(source);
                // In front of the program, with what it imports.
                let added = self.modules.modules.len() - before;
                self.modules.modules.rotate_right(added);
            }
        }
    }

    /// Whether the program has a name that it gives to no function or type of its own.
    fn is_left_open(&self, name: &str) -> bool {
        let Some(symbol) = self.names.find(name) else {
            return false;
        };
        let mut modules = self.modules.modules.iter();
        !modules.any(|module| {
            let mut items = module.ast.body.stmts.iter();
            items.any(|item| {
                matches!(&item.kind, StmtKind::Function(one) if one.name.name == symbol)
                    || matches!(&item.kind, StmtKind::TypeDef(one) if one.name.name == symbol)
            })
        })
    }

    /// The library's rules, as if they stood before the program.
    fn load_rules(&mut self) {
        let used = UNDER_RULES
            .iter()
            .any(|name| self.names.find(name).is_some());
        if !used {
            return;
        }
        if let Some(rules) = self.provider.carried(RULES) {
            self.load(rules);
            let modules = &mut self.modules.modules;
            modules.rotate_right(1);
            modules[0].implied = true;
        }
    }

    /// Loads what an import names, unless it is there. What tells the file apart, if there is one.
    fn import(&mut self, path: &StringLit, importer: &str) -> Option<String> {
        let normal = path.value.replace('\\', "/");
        match self.provider.import(&normal, importer) {
            Ok(source) => Some(self.load_once(path, source)),
            Err(error) => {
                let found = self.import_by_name(path, &normal, importer, &error);
                if found.is_none() {
                    let others = self.provider.alternatives(&normal, importer);
                    self.report_missing(path, &normal, error, &others);
                }
                found
            }
        }
    }

    fn load_once(&mut self, path: &StringLit, source: Source) -> String {
        let identity = source.identity.clone();
        if self.open.contains(&identity) {
            self.report_cycle(path, &source);
        } else if !self.loaded.contains(&identity) {
            self.load(source);
        }
        identity
    }

    /// An absolute path of another system that is not there: its file may lie in the folders for imports.
    fn import_by_name(
        &mut self,
        path: &StringLit,
        normal: &str,
        importer: &str,
        error: &SourceError,
    ) -> Option<String> {
        let file = normal.rsplit('/').next().unwrap_or(normal);
        if !matches!(error, SourceError::NotFound(_)) || !is_absolute(normal) {
            return None;
        }
        let source = self.provider.import(file, importer).ok()?;
        let message = format!(
            "there is no `{}`: `{}` is taken for it",
            path.value, source.name
        );
        self.reports.push(
            Report::new(Code::OtherPath, path.span, message)
                .label("a path of another system")
                .help(format!(
                    "write `import \"{file}\"`; `-I DIR` names folders for it"
                )),
        );
        Some(self.load_once(path, source))
    }

    fn report_cycle(&mut self, path: &StringLit, source: &Source) {
        self.reports.push(
            Report::new(
                Code::ImportCycle,
                path.span,
                format!(
                    "`{}` is imported while it is itself being loaded",
                    source.name
                ),
            )
            .label("closes the circle")
            .help("move what both files need to a third file that imports neither"),
        );
    }

    fn report_missing(
        &mut self,
        path: &StringLit,
        normal: &str,
        error: SourceError,
        others: &[String],
    ) {
        let file = normal.rsplit('/').next().unwrap_or(normal);
        let report = match error {
            SourceError::NotFound(_) if BUILTIN_MODULES.contains(&file) => return,
            SourceError::NotFound(_) if file.ends_with(".dll") => {
                Report::new(Code::UnknownModule, path.span, format!("there is no module `{file}`"))
                    .label("ignored")
                    .note("names of other systems' modules are accepted; only the use of a function that nobody defines is an error")
                    .maybe_help(did_you_mean(file, BUILTIN_MODULES.iter().copied()))
            }
            SourceError::NotFound(places) => {
                let near = did_you_mean(normal, others.iter().map(String::as_str));
                Report::new(Code::ImportNotFound, path.span, format!("cannot find `{}`", path.value))
                    .label("imported here")
                    .note(format!("looked in: {}", places.join(", ")))
                    .help(near.unwrap_or_else(|| "give the folder with `-I DIR`".into()))
            }
            SourceError::Unreadable(reason) => {
                Report::new(Code::ImportNotFound, path.span, format!("cannot read `{}`: {reason}", path.value))
                    .label("imported here")
            }
        };
        self.reports.push(report);
    }
}

/// Whether a path with slashes starts at the root of a system: `/…`, `C:/…`.
fn is_absolute(path: &str) -> bool {
    let drive = |path: &str| {
        let mut letters = path.chars();
        letters
            .next()
            .is_some_and(|letter| letter.is_ascii_alphabetic())
            && letters.as_str().starts_with(":/")
    };
    path.starts_with('/') || drive(path)
}

/// The offsets at which the lines of a text start.
fn line_starts(text: &str) -> Vec<u32> {
    let after_ends = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
    std::iter::once(0).chain(after_ends).collect()
}

/// The span of a module's whole text, for reports about the file itself.
pub fn file_span(module: &Module) -> Span {
    Span::point(module.ast.file, 0)
}
