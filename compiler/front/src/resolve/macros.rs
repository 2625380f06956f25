//! Macros: `{!name arguments}` is replaced by the statements of `macro [] = name(…)`.
//!
//! Parameters stand for the arguments as they are written; variables and functions of the macro itself get names of their own at each
//! use. A macro may use others, but not itself. A code attribute with the name of no macro is left as it is.
//!
//! *Invariant:* after expansion no attribute has the name of a macro, or an error was reported.

use std::collections::{BTreeMap, BTreeSet};

use super::{Modules, names};
use crate::base::{Interner, Symbol};
use crate::builtins::attributes;
use crate::diag::{Code, Report, did_you_mean};
use crate::syntax::ast::*;
use crate::syntax::blocks::{inner_blocks, inner_blocks_mut};
use crate::syntax::walk::{self, Rewrite};

/// An argument with more parts than this is refused: nested uses can double it again and again.
const LARGEST_ARGUMENT: usize = 1_000;
/// The parts that all uses together may make.
const LARGEST_EXPANSION: usize = 200_000;

/// Expands the macros of all modules.
pub fn expand(modules: &mut Modules, names: &mut Interner) -> Vec<Report> {
    let mut expansion = Expansion {
        macros: BTreeMap::new(),
        names,
        uses: 0,
        made: 0,
        open: Vec::new(),
        reports: Vec::new(),
    };
    for module in &modules.modules {
        expansion.define(&module.ast.body);
    }
    if !expansion.macros.is_empty() {
        for module in &mut modules.modules {
            expansion.block(&mut module.ast.body);
        }
    }
    expansion.reports
}

struct Expansion<'n> {
    macros: BTreeMap<Symbol, Macro>,
    names: &'n mut Interner,
    /// How many uses there were, for names of their own.
    uses: usize,
    /// How many parts they made.
    made: usize,
    /// The macros being expanded, outermost first.
    open: Vec<Symbol>,
    reports: Vec<Report>,
}

impl Expansion<'_> {
    fn define(&mut self, body: &Block) {
        for stmt in &body.stmts {
            let StmtKind::Macro(definition) = &stmt.kind else {
                continue;
            };
            let name = definition.name;
            let text = self.names.text(name.name);
            let taken = match self.macros.get(&name.name) {
                Some(_) => Some("a macro"),
                None => attributes::row(text).map(|_| "a code attribute"),
            };
            match taken {
                Some(what) => self.reports.push(
                    Report::new(
                        Code::MacroName,
                        name.span,
                        format!("there is {what} `{text}` already"),
                    )
                    .label("defined here once more")
                    .help("choose another name"),
                ),
                None => {
                    self.macros.insert(name.name, (**definition).clone());
                }
            }
        }
    }

    fn block(&mut self, block: &mut Block) {
        let is_use = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Attribute(attribute) if self.macros.contains_key(&attribute.name.name));
        if block.stmts.iter().any(is_use) {
            let stmts = std::mem::take(&mut block.stmts);
            block.stmts = stmts.into_iter().flat_map(|stmt| self.stmt(stmt)).collect();
        }
        for stmt in &mut block.stmts {
            // The body of a macro is expanded where it is used, when its arguments are known.
            if !matches!(stmt.kind, StmtKind::Macro(_)) {
                for inner in inner_blocks_mut(stmt) {
                    self.block(inner);
                }
            }
        }
    }

    fn stmt(&mut self, stmt: Stmt) -> Vec<Stmt> {
        let StmtKind::Attribute(attribute) = &stmt.kind else {
            return vec![stmt];
        };
        let Some(definition) = self.macros.get(&attribute.name.name).cloned() else {
            return vec![stmt];
        };
        let name = definition.name.name;
        if self.open.contains(&name) {
            self.report_recursion(attribute);
            return Vec::new();
        }
        let Some(arguments) = self.arguments(&definition, attribute) else {
            return Vec::new();
        };
        let largest = arguments.values().map(size).max();
        if self.made > LARGEST_EXPANSION || largest > Some(LARGEST_ARGUMENT) {
            self.report_size(attribute);
            return Vec::new();
        }
        let mut body = self.body(definition, arguments);
        self.open.push(name);
        self.block(&mut body);
        self.open.pop();
        body.stmts
    }

    /// The statements for these arguments.
    fn body(&mut self, definition: Macro, arguments: BTreeMap<Symbol, Expr>) -> Block {
        self.uses += 1;
        let mut body = definition.body;
        let mut own = own_names(&body);
        own.retain(|name| !arguments.contains_key(name));
        let renamed = own.into_iter().map(|name| {
            let text = format!("{}${}", self.names.text(name), self.uses);
            (name, self.names.intern(&text))
        });
        let mut substitution = Substitution {
            renamed: renamed.collect(),
            arguments,
        };
        walk::block(&mut substitution, &mut body);
        let mut parts = Count(body.stmts.len());
        walk::block(&mut parts, &mut body);
        self.made += parts.0;
        body
    }

    /// The argument of each parameter: by position, by `name=`, or its default.
    fn arguments(
        &mut self,
        definition: &Macro,
        attribute: &Attribute,
    ) -> Option<BTreeMap<Symbol, Expr>> {
        let params = &definition.params;
        let mut arguments = BTreeMap::new();
        for (param, argument) in params.iter().zip(&attribute.arguments) {
            arguments.insert(param.name.name, argument.clone());
        }
        for property in &attribute.properties {
            let known = params
                .iter()
                .any(|param| param.name.name == property.name.name);
            let value = property.value.clone();
            if !known || arguments.insert(property.name.name, value).is_some() {
                self.report_name(definition, property);
                return None;
            }
        }
        for param in params {
            if let Some(default) = &param.default {
                arguments
                    .entry(param.name.name)
                    .or_insert_with(|| default.clone());
            }
        }
        if arguments.len() == params.len() && attribute.arguments.len() <= params.len() {
            return Some(arguments);
        }
        self.report_count(definition, attribute);
        None
    }

    fn report_count(&mut self, definition: &Macro, attribute: &Attribute) {
        let wanted: Vec<_> = definition
            .params
            .iter()
            .map(|param| self.names.text(param.name.name))
            .collect();
        let count = attribute.arguments.len() + attribute.properties.len();
        let message = format!(
            "the macro `{}` takes {} arguments, and {count} are given",
            self.names.text(definition.name.name),
            wanted.len()
        );
        self.reports.push(
            Report::new(Code::MacroArguments, attribute.span, message)
                .label(format!("its parameters are ({})", wanted.join(", ")))
                .also(definition.name.span, "defined here"),
        );
    }

    fn report_name(&mut self, definition: &Macro, property: &Property) {
        let name = self.names.text(property.name.name);
        let params = definition.params.iter();
        let known: Vec<_> = params
            .map(|param| self.names.text(param.name.name))
            .collect();
        let message = match known.contains(&name) {
            true => format!("the parameter `{name}` gets two values"),
            false => format!("the macro has no parameter `{name}`"),
        };
        let help = did_you_mean(name, known);
        self.reports.push(
            Report::new(Code::MacroArguments, property.name.span, message)
                .label("given here")
                .also(definition.name.span, "defined here")
                .maybe_help(help),
        );
    }

    fn report_size(&mut self, attribute: &Attribute) {
        let name = self.names.text(attribute.name.name);
        let message = format!("macros make too much text of this use of `{name}`");
        self.reports.push(
            Report::new(Code::MacroRecursion, attribute.name.span, message)
                .label("more than a program can be")
                .help("a function is there once, however often it is called"),
        );
    }

    fn report_recursion(&mut self, attribute: &Attribute) {
        let name = self.names.text(attribute.name.name);
        self.reports.push(
            Report::new(
                Code::MacroRecursion,
                attribute.name.span,
                format!("the macro `{name}` uses itself"),
            )
            .label("its expansion would never end")
            .help("a function can call itself"),
        );
    }
}

/// The number of parts of an expression.
fn size(expr: &Expr) -> usize {
    let mut parts = Count(0);
    parts.expr(&mut expr.clone());
    parts.0
}

/// Counts expressions.
struct Count(usize);

impl Rewrite for Count {
    fn expr(&mut self, at: &mut Expr) {
        self.0 += 1;
        walk::expr(self, at);
    }
}

/// The names that a macro's own statements give a value or a meaning.
fn own_names(body: &Block) -> BTreeSet<Symbol> {
    let mut own: BTreeSet<Symbol> = names::assignments(body).into_keys().collect();
    let mut blocks = vec![body];
    while let Some(block) = blocks.pop() {
        for stmt in &block.stmts {
            if let StmtKind::Function(function) = &stmt.kind {
                own.insert(function.name.name);
            } else {
                blocks.extend(inner_blocks(stmt));
            }
        }
    }
    own
}

/// Puts arguments in the place of parameters, and own names in that of the macro's.
struct Substitution {
    arguments: BTreeMap<Symbol, Expr>,
    renamed: BTreeMap<Symbol, Symbol>,
}

impl Rewrite for Substitution {
    fn expr(&mut self, at: &mut Expr) {
        let ExprKind::Name(name) = &mut at.kind else {
            return walk::expr(self, at);
        };
        if let Some(argument) = self.arguments.get(name) {
            *at = argument.clone();
        } else if let Some(own) = self.renamed.get(name) {
            *name = *own;
        }
    }

    fn binding(&mut self, name: &mut Ident) {
        let argument = self.arguments.get(&name.name).and_then(Expr::as_name);
        let own = || self.renamed.get(&name.name).copied();
        if let Some(new) = argument.map(|ident| ident.name).or_else(own) {
            name.name = new;
        }
    }
}
