//! Names of files: `shapes.area` of a file that is imported `as shapes`, and the private names of a file.
//!
//! What a file defines is there in the whole program, as the original language has it. A file that every import names by `as` keeps its names to
//! itself: they become `shapes.area`, which no text can spell as one name, and what others write behind their own name of the file becomes that.
//! A private name becomes such a name, too. A name is changed in a function where the function reads it from outside, so that its own variables
//! keep theirs. Behind this stage there are plain names alone.
//!
//! A function of the library that is there without an import gives way to one of the program that takes the same.
//!
//! *Technique:* hygienic renaming of top-level bindings (Flatt, "Composable and compilable macros", ICFP 2002).
//!
//! *Invariant:* no type has the name of a file in front of it any more, or an error was reported.

use std::collections::{BTreeMap, BTreeSet};

use super::{Modules, WITHIN_QC, names};
use crate::base::{Interner, SourceMap, Span, Symbol};
use crate::diag::{Code, Report, did_you_mean};
use crate::syntax::ast::*;
use crate::syntax::print::print_type;
use crate::syntax::private;
use crate::syntax::walk::{self, Rewrite};

/// A name that a file defines.
#[derive(Clone, Copy, Debug)]
struct Defined {
    /// What it is called in the whole program.
    meant: Symbol,
    place: Span,
    is_private: bool,
}

/// What a file defines.
#[derive(Debug, Default)]
struct Table {
    defined: BTreeMap<Symbol, Defined>,
    /// What the file is called in messages.
    shown: String,
}

/// Gives the names of files their meaning.
pub fn apply(modules: &mut Modules, sources: &SourceMap, names: &mut Interner) -> Vec<Report> {
    let tables = tables(modules, sources, names);
    modules.hidden = hidden(modules, &tables, names);
    let places: BTreeMap<String, usize> = (modules.modules.iter().enumerate())
        .map(|(index, module)| (module.identity.clone(), index))
        .collect();
    let mut reports = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        let module = &mut modules.modules[index];
        let changed = table.defined.iter().filter(|(name, it)| it.meant != **name);
        let mut renamer = Renamer {
            names,
            tables: &tables,
            own: changed.map(|(name, it)| (*name, it.meant)).collect(),
            aliases: BTreeMap::new(),
            values: BTreeMap::new(),
            open: BTreeSet::new(),
            generics: BTreeSet::new(),
            reports: Vec::new(),
        };
        for import in &module.imports {
            if let (Some(alias), Some(of)) = (import.alias, places.get(&import.identity)) {
                renamer.alias(alias, *of, table);
            }
        }
        let is_plain = renamer.own.is_empty() && renamer.aliases.is_empty();
        if !(is_plain && module.identity.starts_with(WITHIN_QC)) {
            renamer.file(&mut module.ast.body);
        }
        reports.append(&mut renamer.reports);
    }
    reports
}

// ------------------------------------------------------------------------------------------------------------- what files define

/// The table of each module.
fn tables(modules: &Modules, sources: &SourceMap, names: &mut Interner) -> Vec<Table> {
    let program = modules.modules.len().saturating_sub(1);
    let prefixes = prefixes(modules);
    let own = functions_of_program(modules);
    let mut plain_variables = BTreeSet::new();
    let mut tables = Vec::new();
    for (index, module) in modules.modules.iter().enumerate() {
        let mut table = Table {
            shown: sources.file(module.ast.file).name().to_owned(),
            ..Table::default()
        };
        let qualified = index != program && is_qualified(modules, &module.identity);
        let carried = is_carried(modules, &module.identity);
        let functions = module.ast.body.stmts.iter().filter_map(function);
        let yielding: BTreeSet<Symbol> = functions
            .filter(|it| carried && own.iter().any(|own| takes_place(own, it, names)))
            .map(|it| it.name.name)
            .collect();
        for (name, is_private) in definitions(&module.ast.body, names) {
            let text = names.text(name.name);
            if text == "main" || plain_variables.contains(&name.name) {
                continue;
            }
            let gives_way = yielding.contains(&name.name);
            let changes = qualified || gives_way || (is_private && index != program);
            let meant = match changes {
                true => names.intern(&format!("{}.{text}", prefixes[index])),
                false => name.name,
            };
            table.defined.entry(name.name).or_insert(Defined {
                meant,
                place: name.span,
                is_private,
            });
        }
        if !qualified {
            plain_variables.extend(names::assignments(&module.ast.body).into_keys());
        }
        tables.push(table);
    }
    tables
}

/// Whether every import of a file names it by `as`.
fn is_qualified(modules: &Modules, identity: &str) -> bool {
    let mut imports = imports_of(modules, identity).peekable();
    imports.peek().is_some() && imports.all(|import| import.alias.is_some())
}

/// Whether a file of the library is there without an import of the program.
fn is_carried(modules: &Modules, identity: &str) -> bool {
    identity.starts_with(WITHIN_QC) && imports_of(modules, identity).next().is_none()
}

fn imports_of<'m>(
    modules: &'m Modules,
    identity: &'m str,
) -> impl Iterator<Item = &'m super::Imported> {
    let imports = modules.modules.iter().flat_map(|module| &module.imports);
    imports.filter(move |import| import.identity == identity)
}

/// What stands in front of the names of each module: the name of its file, with so many of its folders that all differ.
fn prefixes(modules: &Modules) -> Vec<String> {
    let parts = |identity: &str| -> Vec<String> {
        let path = identity.strip_suffix(".q").unwrap_or(identity);
        path.rsplit('/').map(str::to_owned).collect()
    };
    let all: Vec<_> = (modules.modules.iter())
        .map(|module| parts(&module.identity))
        .collect();
    let prefix = |own: &Vec<String>| {
        let same = |count: usize| {
            all.iter()
                .filter(move |it| it.get(..count) == own.get(..count))
        };
        let lengths = 1..=own.len();
        let count = lengths.clone().find(|count| same(*count).count() == 1);
        let mut parts = own[..count.unwrap_or(own.len())].to_vec();
        parts.reverse();
        parts.join("/")
    };
    all.iter().map(prefix).collect()
}

/// The functions of the files that are not the library's.
fn functions_of_program(modules: &Modules) -> Vec<&Function> {
    let own = modules.modules.iter();
    let own = own.filter(|module| !module.identity.starts_with(WITHIN_QC));
    let stmts = own.flat_map(|module| &module.ast.body.stmts);
    stmts.filter_map(function).collect()
}

fn function(stmt: &Stmt) -> Option<&Function> {
    match &stmt.kind {
        StmtKind::Function(function) => Some(function),
        _ => None,
    }
}

/// Whether a function of the program takes what one of the library does: the same types as far as it says.
fn takes_place(own: &Function, of: &Function, names: &Interner) -> bool {
    let ty = |param: &Param| param.ty.as_ref().map(|ty| print_type(ty, names));
    let mut params = own.params.iter().zip(&of.params);
    own.name.name == of.name.name
        && own.params.len() == of.params.len()
        && params.all(|(own, of)| own.ty.is_none() || ty(own) == ty(of))
}

/// What a file defines, and whether it is private. A method belongs to the type of its first parameter and has no name of the file.
fn definitions(body: &Block, names: &Interner) -> Vec<(Ident, bool)> {
    let mut found = stated(body, names);
    for (name, places) in names::assignments(body) {
        let span = places.first().copied().unwrap_or(body.span);
        found.push((Ident { name, span }, false));
    }
    found
}

/// What the statements of the top level define, in the order of the text, and whether it is private.
fn stated(body: &Block, names: &Interner) -> Vec<(Ident, bool)> {
    let stmts = private::marked(body, names);
    stmts
        .filter_map(|(stmt, is_private)| Some((defined_by(stmt, names)?, is_private)))
        .collect()
}

/// The private names of a file.
pub fn private_names(body: &Block, names: &Interner) -> Vec<Ident> {
    let found = stated(body, names).into_iter();
    let private = found.filter(|(_, is_private)| *is_private);
    private.map(|(name, _)| name).collect()
}

/// The name that a statement of the top level defines.
pub(super) fn defined_by(stmt: &Stmt, names: &Interner) -> Option<Ident> {
    match &stmt.kind {
        StmtKind::Function(function) => {
            let first = function.params.first();
            let is_method = first.is_some_and(|param| names.text(param.name.name) == "self");
            (!is_method).then_some(function.name)
        }
        StmtKind::TypeDef(definition) => Some(definition.name),
        StmtKind::Assign(assign) => assign.target.as_name(),
        StmtKind::Declare(declare) => declare.target.as_name(),
        _ => None,
    }
}

/// What is to be said of names that are not there because their file keeps them.
fn hidden(modules: &Modules, tables: &[Table], names: &Interner) -> BTreeMap<Symbol, String> {
    let mut hidden = BTreeMap::new();
    for (module, table) in modules.modules.iter().zip(tables) {
        let alias = imports_of(modules, &module.identity).find_map(|import| import.alias);
        let kept = table.defined.iter().filter(|(name, it)| it.meant != **name);
        for (name, it) in kept.filter(|_| !is_carried(modules, &module.identity)) {
            let text = names.text(*name);
            let alias = alias.filter(|_| !it.is_private);
            let help = match alias.map(|alias| names.text(alias.name)) {
                Some(alias) => format!(
                    "`{}` has it, which is imported `as {alias}`: `{alias}.{text}`",
                    table.shown
                ),
                None => format!("`{}` has it as a private name", table.shown),
            };
            hidden.insert(*name, help);
        }
    }
    hidden
}

// -------------------------------------------------------------------------------------------------------------------- new names

/// Changes the names in one file.
struct Renamer<'m> {
    names: &'m Interner,
    tables: &'m [Table],
    /// The names of the file that are called otherwise in the program.
    own: BTreeMap<Symbol, Symbol>,
    /// The names that stand for imported files, with the numbers of these.
    aliases: BTreeMap<Symbol, usize>,
    /// Those of `own` that the statement at hand does not have itself.
    values: BTreeMap<Symbol, Symbol>,
    /// Those of `aliases` that it does not have itself.
    open: BTreeSet<Symbol>,
    /// The generic names of the function at hand.
    generics: BTreeSet<Symbol>,
    reports: Vec<Report>,
}

impl Renamer<'_> {
    /// A name for an imported file.
    fn alias(&mut self, alias: Ident, of: usize, table: &Table) {
        let text = self.names.text(alias.name);
        let taken = match (
            table.defined.get(&alias.name),
            self.aliases.get(&alias.name),
        ) {
            (Some(own), _) => Some((Some(own.place), "defined by this file, too")),
            (None, Some(other)) if *other != of => Some((None, "the name of another file")),
            (None, _) => None,
        };
        if let Some((place, label)) = taken {
            let message = format!("`{text}` is the name of two things");
            let report = Report::new(Code::DefinedTwice, alias.span, message).label(label);
            let report = match place {
                Some(place) => report.also(place, "here"),
                None => report,
            };
            self.reports
                .push(report.help("choose another name behind `as`"));
            return;
        }
        self.aliases.insert(alias.name, of);
    }

    fn file(&mut self, body: &mut Block) {
        let is_plain = self.own.is_empty() && self.aliases.is_empty();
        for stmt in &mut body.stmts {
            if is_plain {
                // There may be names of files that are not imported by `as`.
                self.stmt(stmt);
                continue;
            }
            self.values = self.own.clone();
            self.open = self.aliases.keys().copied().collect();
            let StmtKind::Function(function) = &mut stmt.kind else {
                self.stmt(stmt);
                continue;
            };
            let free: BTreeSet<Symbol> = names::free_names(function).into_iter().collect();
            self.values.retain(|name, _| free.contains(name));
            self.open.retain(|name| free.contains(name));
            let generics = function.generics.iter();
            self.generics = generics.map(|generic| generic.name.name).collect();
            let name = function.name.name;
            let is_method = defined_by(stmt, self.names).is_none();
            self.stmt(stmt);
            self.generics.clear();
            if let StmtKind::Function(function) = &mut stmt.kind {
                function.name.name = match is_method {
                    true => name,
                    false => self.own.get(&name).copied().unwrap_or(name),
                };
            }
        }
    }

    /// What a name of an imported file is called in the program.
    fn name_of(&mut self, alias: Ident, name: Ident) -> Option<Symbol> {
        let table = &self.tables[*self.aliases.get(&alias.name)?];
        let (file, text) = (self.names.text(alias.name), self.names.text(name.name));
        let report = match table.defined.get(&name.name) {
            Some(it) if !it.is_private => return Some(it.meant),
            Some(it) => {
                let message = format!("`{text}` is a private name of `{}`", table.shown);
                let report = Report::new(Code::NameOfFile, name.span, message);
                report
                    .label("only that file has it")
                    .also(it.place, "defined here")
            }
            None => {
                let shown = table.defined.iter().filter(|(_, it)| !it.is_private);
                let known = shown.map(|(name, _)| self.names.text(*name));
                let help = did_you_mean(text, known);
                let message = format!("there is no `{text}` in `{}`", table.shown);
                let report = Report::new(Code::NameOfFile, name.span, message);
                let report = report.label(format!("`{file}` is that file"));
                report.maybe_help(help)
            }
        };
        self.reports.push(report);
        None
    }
}

impl Rewrite for Renamer<'_> {
    fn stmt(&mut self, at: &mut Stmt) {
        if let StmtKind::TypeDef(definition) = &mut at.kind {
            let name = &mut definition.name.name;
            *name = self.own.get(name).copied().unwrap_or(*name);
            self.generics = (definition.generics.iter())
                .map(|generic| generic.name.name)
                .collect();
        }
        walk::definition(self, &mut at.kind);
        if matches!(at.kind, StmtKind::TypeDef(_)) {
            self.generics.clear();
        }
        walk::stmt(self, at);
    }

    fn expr(&mut self, at: &mut Expr) {
        match &mut at.kind {
            ExprKind::Member(member) => {
                let alias = member.base.as_name();
                let Some(alias) = alias.filter(|it| self.open.contains(&it.name)) else {
                    return walk::expr(self, at);
                };
                at.kind = match self.name_of(alias, member.name) {
                    Some(name) => ExprKind::Name(name),
                    None => ExprKind::Error,
                };
            }
            ExprKind::Name(name) if self.open.contains(name) => {
                let text = self.names.text(*name);
                let message = format!("`{text}` is a file and no value");
                self.reports.push(
                    Report::new(Code::NameOfFile, at.span, message)
                        .label("imported by that name")
                        .help(format!("its names are written `{text}.name`")),
                );
                at.kind = ExprKind::Error;
            }
            ExprKind::Name(name) => *name = self.values.get(name).copied().unwrap_or(*name),
            _ => walk::expr(self, at),
        }
    }

    fn named_type(&mut self, at: &mut NamedType) {
        match at.module.take() {
            Some(alias) if self.aliases.contains_key(&alias.name) => {
                let meant = self.name_of(alias, at.name);
                at.name.name = meant.unwrap_or(at.name.name);
            }
            Some(alias) => {
                let text = self.names.text(alias.name);
                let message = format!("no file is imported as `{text}`");
                let imports = self.aliases.keys().map(|name| self.names.text(*name));
                let help = did_you_mean(text, imports);
                let help = help.unwrap_or_else(|| format!("`import \"file.q\" as {text}`"));
                self.reports.push(
                    Report::new(Code::NameOfFile, alias.span, message)
                        .label("stands in front of a type")
                        .help(help),
                );
            }
            None if self.generics.contains(&at.name.name) => {}
            None => {
                let name = at.name.name;
                at.name.name = self.own.get(&name).copied().unwrap_or(name);
            }
        }
    }

    fn binding(&mut self, name: &mut Ident) {
        name.name = self.values.get(&name.name).copied().unwrap_or(name.name);
    }
}
