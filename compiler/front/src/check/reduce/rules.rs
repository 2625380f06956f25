//! The rules of a program: collected before anything is checked.
//!
//! *Invariant:* rules do not change once they are collected; they stand in the order of the text.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::base::{FileId, Interner, Span, Symbol};
use crate::builtins::special_forms::SPECIAL_FORMS;
use crate::check::Arenas;
use crate::check::annotation::names::is_type_name;
use crate::check::constant::is_constant;
use crate::check::definitions::Definitions;
use crate::resolve::Modules;
use crate::resolve::pragmas::{Switch, Switches};
use crate::syntax::ast;
use crate::syntax::blocks::inner_blocks;

use super::pattern::{self, PatternVariable, called_name, parts};

/// A rule of the program.
#[derive(Clone, Debug)]
pub(super) struct Rule<'a> {
    pub(super) source: &'a ast::Reduction,
    /// The statement that defines it.
    pub(super) span: Span,
    /// The block that it is in force in, when it is defined within a function or another statement.
    pub(super) scope: Option<Span>,
    pub(super) variables: Vec<PatternVariable<'a>>,
    /// The number of nodes of the pattern.
    pub(super) size: usize,
    /// Whether the pattern is a sum of any number of terms.
    pub(super) repeated: bool,
    /// The bodies of the functions that the right side calls: they may say what the rule says without calling themselves.
    pub(super) within: Vec<Span>,
    /// Whether it holds without an import.
    pub(super) implied: bool,
}

impl Rule<'_> {
    /// Whether a place lies in the block that the rule is in force in.
    pub(super) fn reaches(&self, place: Span) -> bool {
        self.scope.is_none_or(|scope| encloses(scope, place))
    }
}

/// Whether a place lies within another.
fn encloses(outer: Span, place: Span) -> bool {
    outer.file == place.file && outer.lo <= place.lo && place.hi <= outer.hi
}

/// The top-level variables that the right side of a rule calls: a function that a rule rewrites reads them too.
pub(in crate::check) struct RuleVariables {
    /// The function that the pattern calls; none: a pattern of another kind, which may occur anywhere.
    head: Option<Symbol>,
    called: Vec<Symbol>,
}

/// All rules of a program.
pub(in crate::check) struct Rules<'a> {
    pub(super) all: Vec<Rule<'a>>,
    /// The rules that apply to calls of one function alone, by its name, in order.
    of_calls: HashMap<Symbol, Vec<usize>>,
    /// The other rules, in order.
    of_others: Vec<usize>,
    /// The operations of assignments that rules are about.
    pub(super) of_assignments: Vec<ast::AssignOp>,
    /// The order of files by execution.
    files: HashMap<FileId, usize>,
    /// Where lines start, for messages that name a line.
    lines: HashMap<FileId, Vec<u32>>,
    /// Where they are told.
    pub(super) switches: Switches,
    /// All names that some statement declares symbolic.
    declared_symbols: BTreeSet<Symbol>,
    /// The name that stands for a whole matched expression.
    pub(super) whole: Symbol,
    /// The name of the function that asserts.
    pub(super) assert: Symbol,
}

impl<'a> Rules<'a> {
    /// No rules.
    pub(in crate::check) fn none(names: &Interner) -> Self {
        Rules {
            all: Vec::new(),
            of_calls: HashMap::new(),
            of_others: Vec::new(),
            of_assignments: Vec::new(),
            files: HashMap::new(),
            lines: HashMap::new(),
            switches: Switches::default(),
            declared_symbols: BTreeSet::new(),
            whole: names.find("$whole").expect("interned for every checker"),
            assert: names.find("assert").expect("interned for every checker"),
        }
    }

    /// The rules of all modules.
    pub(in crate::check) fn of(definitions: &Definitions<'a>, arenas: &'a Arenas) -> Self {
        let (modules, options) = (definitions.modules, definitions.options.reductions);
        let mut rules = Rules::none(definitions.names);
        rules.switches = Switches::of(modules, definitions.names)
            .with_default(Switch::ShowReductions, options.show)
            .with_override(Switch::ShowReductions, options.shown_everywhere());
        for module in &modules.modules {
            rules.collect_symbols(&module.ast.body);
        }
        for (order, module) in modules.modules.iter().enumerate() {
            rules.files.insert(module.ast.file, order);
            rules.lines.insert(module.ast.file, module.lines.clone());
            let origin = Origin {
                definitions,
                arenas,
                implied: module.implied,
            };
            rules.collect_rules(origin, &module.ast.body, None);
        }
        rules
    }

    /// The names that statements of a block declare symbolic.
    fn collect_symbols(&mut self, block: &'a ast::Block) {
        for stmt in &block.stmts {
            if let ast::StmtKind::Symbolic(names) = &stmt.kind {
                let names = names.iter().map(|symbol| symbol.name.name);
                self.declared_symbols.extend(names);
            }
            for inner in inner_blocks(stmt) {
                self.collect_symbols(inner);
            }
        }
    }

    /// The rules of a block and of those within it, in the order of the text. One within another statement is in force to the end of its block.
    fn collect_rules(
        &mut self,
        origin: Origin<'_, 'a>,
        block: &'a ast::Block,
        scope: Option<Span>,
    ) {
        for stmt in &block.stmts {
            if let ast::StmtKind::Reduction(reduction) = &stmt.kind {
                let rule = self.rule(origin, reduction, stmt.span, scope);
                self.add(rule);
            }
            for inner in inner_blocks(stmt) {
                self.collect_rules(origin, inner, Some(inner.span));
            }
        }
    }

    fn rule(
        &self,
        origin: Origin<'_, 'a>,
        source: &'a ast::Reduction,
        span: Span,
        scope: Option<Span>,
    ) -> Rule<'a> {
        let mut variables: Vec<PatternVariable<'a>> = source
            .params
            .iter()
            .map(|param| PatternVariable {
                name: param.name.name,
                ty: param.ty.as_ref(),
                variadic: param.variadic,
                nested: is_nested(&source.pattern, param.name.name),
            })
            .collect();
        let mut names = Vec::new();
        pattern::value_names(&source.pattern, &mut names);
        for name in names {
            let known = variables.iter().any(|variable| variable.name == name.name);
            if !known && !self.has_own_meaning(origin.definitions, name.name) {
                variables.push(PatternVariable {
                    name: name.name,
                    ty: None,
                    variadic: false,
                    nested: is_nested(&source.pattern, name.name),
                });
            }
        }
        let matcher =
            pattern::Matcher::new(&variables, &origin.arenas.exprs, origin.definitions.names);
        let repeated = matcher.repeated_term(&source.pattern).is_some();
        Rule {
            source,
            span,
            scope,
            size: pattern::size(&source.pattern),
            repeated,
            within: origin.definitions.bodies_called(&source.replacement),
            implied: origin.implied,
            variables,
        }
    }

    /// Whether a name in a pattern that is no declared variable stands for itself: constants, functions, types, symbolic names.
    fn has_own_meaning(&self, definitions: &Definitions<'a>, name: Symbol) -> bool {
        let text = definitions.text(name);
        is_constant(text)
            || is_type_name(text)
            || definitions.is_function(name)
            || self.declared_symbols.contains(&name)
    }

    fn add(&mut self, rule: Rule<'a>) {
        let index = self.all.len();
        let pattern = &rule.source.pattern;
        let is_variable = |name: Symbol| rule.variables.iter().any(|one| one.name == name);
        match called_name(pattern).filter(|name| !rule.repeated && !is_variable(*name)) {
            Some(name) => self.of_calls.entry(name).or_default().push(index),
            None => self.of_others.push(index),
        }
        if let Some(pattern::Shell::Assign(op)) = pattern::shell(pattern) {
            self.of_assignments.push(op);
        }
        self.all.push(rule);
    }

    /// The rules that may match a node, in order.
    pub(super) fn likely(&self, node: &ast::Expr) -> Vec<usize> {
        let calls = called_name(node).and_then(|name| self.of_calls.get(&name));
        let mut found = self.of_others.clone();
        found.extend(calls.into_iter().flatten());
        found.sort_unstable();
        found
    }

    /// Whether an expression at `place` sees a rule: it stands after the rule's definition, and not in a function that the rule leads to.
    pub(super) fn sees(&self, place: Span, rule: &Rule<'a>) -> bool {
        if rule.within.iter().any(|body| encloses(*body, place)) || !rule.reaches(place) {
            return false;
        }
        if place.file == rule.span.file {
            return rule.span.hi <= place.lo;
        }
        let order = |file: FileId| self.files.get(&file).copied();
        order(rule.span.file) < order(place.file)
    }

    /// The line of a place, from 1.
    pub(super) fn line_of(&self, span: Span) -> usize {
        let starts = self.lines.get(&span.file);
        starts.map_or(1, |starts| {
            starts.partition_point(|start| *start <= span.lo)
        })
    }
}

/// Where rules come from, and what they may name.
#[derive(Clone, Copy)]
struct Origin<'d, 'a> {
    definitions: &'d Definitions<'a>,
    arenas: &'a Arenas,
    /// Whether the rules of the module hold without an import.
    implied: bool,
}

impl Definitions<'_> {
    /// Whether a name is that of a function of the program or the library.
    pub(super) fn is_function(&self, name: Symbol) -> bool {
        let text = self.text(name);
        self.functions.contains_key(&name)
            || crate::builtins::find(text).is_some()
            || SPECIAL_FORMS.iter().any(|form| form.name == text)
            || self.type_defs.contains_key(&name)
            || is_type_name(text)
    }

    /// The bodies of the functions that an expression calls.
    fn bodies_called(&self, expr: &ast::Expr) -> Vec<Span> {
        let mut bodies: Vec<Span> = called_name(expr)
            .and_then(|name| self.functions.get(&name))
            .into_iter()
            .flatten()
            .map(|def| self.declared(*def).source.body.span)
            .collect();
        for part in parts(expr) {
            bodies.extend(self.bodies_called(part));
        }
        bodies
    }
}

/// The variables that rules of the top level call, those of the library excepted.
pub(in crate::check) fn rule_variables(
    modules: &Modules,
    assigned: &BTreeMap<Symbol, Vec<Span>>,
) -> Vec<RuleVariables> {
    let mut found = Vec::new();
    let written = modules.modules.iter().filter(|module| !module.implied);
    for stmt in written.flat_map(|module| &module.ast.body.stmts) {
        let ast::StmtKind::Reduction(rule) = &stmt.kind else {
            continue;
        };
        let mut called = Vec::new();
        called_names(&rule.replacement, &mut called);
        let is_parameter = |name| rule.params.iter().any(|param| param.name.name == name);
        called.retain(|name| assigned.contains_key(name) && !is_parameter(*name));
        if !called.is_empty() {
            let head = called_name(&rule.pattern);
            found.push(RuleVariables { head, called });
        }
    }
    found
}

/// The names that a function reads from outside, with those that rules may bring in.
pub(in crate::check) fn with_rule_variables(
    rules: &[RuleVariables],
    mut free: Vec<Symbol>,
) -> Vec<Symbol> {
    loop {
        let applied = rules
            .iter()
            .filter(|rule| rule.head.is_none_or(|head| free.contains(&head)));
        let more: Vec<Symbol> = applied
            .flat_map(|rule| &rule.called)
            .filter(|name| !free.contains(name))
            .copied()
            .collect();
        if more.is_empty() {
            return free;
        }
        free.extend(BTreeSet::from_iter(more));
    }
}

/// The names of the functions that an expression calls.
pub(super) fn called_names(expr: &ast::Expr, names: &mut Vec<Symbol>) {
    names.extend(called_name(expr));
    for part in parts(expr) {
        called_names(part, names);
    }
}

/// Whether a name stands below an operation of the pattern other than the outermost one.
fn is_nested(pattern: &ast::Expr, name: Symbol) -> bool {
    let own = |part: &&ast::Expr| part.as_name().is_some_and(|found| found.name == name);
    !parts(pattern).iter().any(own)
}
