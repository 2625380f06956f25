//! Reductions: rules of the program that rewrite expressions before they are checked.
//!
//! An expression is rewritten as a whole: of all places where some rule matches, the one that [`matching::Rank`] puts first is
//! rewritten, until no rule matches anywhere. What a variable of a pattern stands for must fit its type; to find that type, the
//! expression is checked for nothing but its type (`speculate`), which leaves no trace.
//!
//! | file | what it does |
//! |---|---|
//! | `pattern` | matches structure |
//! | `matching` | fits of types and the order of candidates, shared with overloads |
//! | `search` | the fixed point |
//! | `rewrite` | the right side in place of the left |
//! | `facts` | conditions that are decided at compile time |
//! | `safety` | unsafe rules |
//! | `symbolic` | names without a value |
//! | `log` | what is told of all this |
//!
//! *Invariant:* an expression means the same whether it is rewritten once or on every walk over it: equal results are the same
//! tree.

mod facts;
mod log;
pub(super) mod matching;
mod pattern;
mod rewrite;
mod safety;
mod search;
mod symbolic;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::base::{FileId, Interner, Span, Symbol};
use crate::builtins::forms::FORMS;
use crate::check::definitions::Definitions;
use crate::check::functions::Functions;
use crate::diag::{Code, Report};
use crate::hir::Space;
use crate::resolve::Modules;
use crate::resolve::pragmas::{Switch, Switches};
use crate::syntax::ast;
use crate::syntax::blocks::inner_blocks;
use crate::types::Type;

use super::{Checker, Frame};
use pattern::PatternVariable;

/// So many values of one expression can be held for being evaluated once.
const TEMPORARIES: usize = 64;

/// A rule of the program.
#[derive(Clone, Debug)]
struct Rule<'a> {
    source: &'a ast::Reduction,
    /// The statement that defines it.
    span: Span,
    /// The block that it is in force in, when it is defined within a function or another statement.
    scope: Option<Span>,
    variables: Vec<PatternVariable<'a>>,
    /// The number of nodes of the pattern.
    size: usize,
    /// Whether the pattern is a sum of any number of terms.
    repeated: bool,
    /// The bodies of the functions that the right side calls: they may say what the rule says without calling themselves.
    within: Vec<Span>,
    /// Whether it holds without an import.
    implied: bool,
}

impl Rule<'_> {
    /// Whether a place lies in the block that the rule is in force in.
    fn reaches(&self, place: Span) -> bool {
        self.scope.is_none_or(|scope| encloses(scope, place))
    }
}

/// Whether a place lies within another.
fn encloses(outer: Span, place: Span) -> bool {
    outer.file == place.file && outer.lo <= place.lo && place.hi <= outer.hi
}

/// The top-level variables that the right side of a rule calls: a function that a rule rewrites reads them too.
pub(super) struct RuleVariables {
    /// The function that the pattern calls; none: a pattern of another kind, which may occur anywhere.
    head: Option<Symbol>,
    called: Vec<Symbol>,
}

/// All rules, and what is remembered of their use.
pub(super) struct Reductions<'a> {
    rules: Vec<Rule<'a>>,
    /// The rules that apply to calls of one function alone, by its name, in order.
    of_calls: HashMap<Symbol, Vec<usize>>,
    /// The other rules, in order.
    of_others: Vec<usize>,
    /// The operations of assignments that rules are about.
    of_assignments: Vec<ast::AssignOp>,
    /// The order of files by execution.
    files: HashMap<FileId, usize>,
    /// Where lines start, for messages that name a line.
    lines: HashMap<FileId, Vec<u32>>,
    /// Rules that do not apply to an expression any more, by its id.
    blocked: HashMap<ast::ExprId, Vec<usize>>,
    /// The results, so that equal ones are the same tree.
    results: HashMap<(usize, String), &'a ast::Expr>,
    /// Assignment statements as expressions, by address.
    assignments: HashMap<usize, &'a ast::Expr>,
    /// Where they are told.
    switches: Switches,
    /// All names that some statement declares symbolic.
    declared_symbols: BTreeSet<Symbol>,
    /// Names without a value, with their types.
    symbols: BTreeMap<Symbol, Type>,
    /// Number of ids made up.
    made: usize,
    /// How many types are being found out, one within the other.
    speculating: usize,
    /// The types found so far, by text; one table per expression being rewritten.
    types: Vec<HashMap<String, Type>>,
    /// The next expression to be rewritten is part of the one being rewritten: it shares its table.
    shares_types: bool,
    /// The name that stands for a whole matched expression.
    whole: Symbol,
    /// The name of the function that asserts.
    assert: Symbol,
}

/// Adds the names that rewriting makes up.
pub(super) fn with_made_names(names: &Interner) -> Interner {
    let mut names = names.clone();
    names.intern("$whole");
    names.intern("assert");
    for index in 0..TEMPORARIES {
        names.intern(&format!("$r{index}"));
        names.intern(&format!("$p{index}"));
    }
    names
}

impl<'a> Reductions<'a> {
    /// No rules yet.
    pub(super) fn new(names: &Interner) -> Self {
        Reductions {
            rules: Vec::new(),
            of_calls: HashMap::new(),
            of_others: Vec::new(),
            of_assignments: Vec::new(),
            files: HashMap::new(),
            lines: HashMap::new(),
            blocked: HashMap::new(),
            results: HashMap::new(),
            assignments: HashMap::new(),
            switches: Switches::default(),
            declared_symbols: BTreeSet::new(),
            symbols: BTreeMap::new(),
            made: 0,
            speculating: 0,
            types: Vec::new(),
            shares_types: false,
            whole: names.find("$whole").expect("interned for every checker"),
            assert: names.find("assert").expect("interned for every checker"),
        }
    }

    fn add(&mut self, rule: Rule<'a>) {
        let index = self.rules.len();
        let pattern = &rule.source.pattern;
        let is_variable = |name: Symbol| rule.variables.iter().any(|one| one.name == name);
        match pattern::called_name(pattern).filter(|name| !rule.repeated && !is_variable(*name)) {
            Some(name) => self.of_calls.entry(name).or_default().push(index),
            None => self.of_others.push(index),
        }
        if let Some(pattern::Shell::Assign(op)) = pattern::shell(pattern) {
            self.of_assignments.push(op);
        }
        self.rules.push(rule);
    }

    /// The rules that may match a node, in order.
    fn likely(&self, node: &ast::Expr) -> Vec<usize> {
        let calls = pattern::called_name(node).and_then(|name| self.of_calls.get(&name));
        let mut found = self.of_others.clone();
        found.extend(calls.into_iter().flatten());
        found.sort_unstable();
        found
    }

    /// The names without a value that are in scope.
    pub(super) fn symbols(&self) -> BTreeMap<Symbol, Type> {
        self.symbols.clone()
    }

    /// At the end of a function the names that it declared are forgotten.
    pub(super) fn set_symbols(&mut self, symbols: BTreeMap<Symbol, Type>) {
        self.symbols = symbols;
    }
}

/// The variables that rules of the top level call, those of the library excepted.
pub(super) fn rule_variables(
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
            let head = pattern::called_name(&rule.pattern);
            found.push(RuleVariables { head, called });
        }
    }
    found
}

/// The names that a function reads from outside, with those that rules may bring in.
pub(super) fn with_rule_variables(rules: &[RuleVariables], mut free: Vec<Symbol>) -> Vec<Symbol> {
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

impl<'a> Checker<'a> {
    /// Collects the rules of all modules.
    pub(super) fn collect_reductions(&mut self, modules: &'a Modules) {
        self.reductions.switches = Switches::of(modules, self.definitions.names)
            .with_default(
                Switch::ShowReductions,
                self.definitions.options.reductions.show,
            )
            .with_override(
                Switch::ShowReductions,
                self.definitions.options.reductions.shown_everywhere(),
            );
        for module in &modules.modules {
            self.collect_symbols(&module.ast.body);
        }
        for (order, module) in modules.modules.iter().enumerate() {
            self.reductions.files.insert(module.ast.file, order);
            self.reductions
                .lines
                .insert(module.ast.file, module.lines.clone());
            let first = self.reductions.rules.len();
            self.collect_rules(&module.ast.body, None);
            for rule in &mut self.reductions.rules[first..] {
                rule.implied = module.implied;
            }
        }
    }

    /// The names that statements of a block declare symbolic.
    fn collect_symbols(&mut self, block: &'a ast::Block) {
        for stmt in &block.stmts {
            if let ast::StmtKind::Symbolic(names) = &stmt.kind {
                let names = names.iter().map(|symbol| symbol.name.name);
                self.reductions.declared_symbols.extend(names);
            }
            for inner in inner_blocks(stmt) {
                self.collect_symbols(inner);
            }
        }
    }

    /// The rules of a block and of those within it, in the order of the text. One within another statement is in force to the end of its block.
    fn collect_rules(&mut self, block: &'a ast::Block, scope: Option<Span>) {
        for stmt in &block.stmts {
            if let ast::StmtKind::Reduction(reduction) = &stmt.kind {
                let rule = self.rule(reduction, stmt.span, scope);
                self.reductions.add(rule);
            }
            for inner in inner_blocks(stmt) {
                self.collect_rules(inner, Some(inner.span));
            }
        }
    }

    fn rule(&self, source: &'a ast::Reduction, span: Span, scope: Option<Span>) -> Rule<'a> {
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
            if !known && !self.has_own_meaning(name.name) {
                variables.push(PatternVariable {
                    name: name.name,
                    ty: None,
                    variadic: false,
                    nested: is_nested(&source.pattern, name.name),
                });
            }
        }
        let matcher = pattern::Matcher::new(&variables, &self.arenas.exprs, self.definitions.names);
        let repeated = matcher.repeated_term(&source.pattern).is_some();
        Rule {
            source,
            span,
            scope,
            size: pattern::size(&source.pattern),
            repeated,
            within: self.functions.bodies_called(&source.replacement),
            implied: false,
            variables,
        }
    }

    /// Whether a rule of the library is about functions that the program defines itself, as functions or as variables.
    fn is_replaced(&self, f: &Frame<'a>, rule: usize) -> bool {
        let rule = &self.reductions.rules[rule];
        if !rule.implied {
            return false;
        }
        let mut names = Vec::new();
        called_names(&rule.source.pattern, &mut names);
        called_names(&rule.source.replacement, &mut names);
        names.iter().any(|name| {
            self.definitions.functions.contains_key(name) || self.lookup(f, *name).is_some()
        })
    }

    /// Whether a name in a pattern that is no declared variable stands for itself: constants, functions, types, symbolic names.
    fn has_own_meaning(&self, name: Symbol) -> bool {
        let text = self.text(name);
        super::constant::is_constant(text)
            || super::annotation::is_type_name(text)
            || self.definitions.is_function(name)
            || self.reductions.declared_symbols.contains(&name)
    }

    /// Whether an expression at `place` sees a rule: it stands after the rule's definition, and not in a function that the rule leads to.
    fn sees(&self, place: Span, rule: &Rule<'a>) -> bool {
        if rule.within.iter().any(|body| encloses(*body, place)) || !rule.reaches(place) {
            return false;
        }
        if place.file == rule.span.file {
            return rule.span.hi <= place.lo;
        }
        let order = |file: FileId| self.reductions.files.get(&file).copied();
        order(rule.span.file) < order(place.file)
    }

    /// `reduction …` where it stands: its types and its safety are checked.
    pub(super) fn reduction_statement(
        &mut self,
        f: &mut Frame<'a>,
        reduction: &'a ast::Reduction,
        span: Span,
    ) {
        let found = self
            .reductions
            .rules
            .iter()
            .position(|rule| std::ptr::eq(rule.source, reduction));
        match found {
            Some(rule) => self.check_rule(f, rule),
            None => self.unsupported(span, "reductions within expressions"),
        }
    }

    /// Whether anything is to be done for expressions at all.
    fn reductions_idle(&self) -> bool {
        let rules =
            self.definitions.options.reductions.enabled && !self.reductions.rules.is_empty();
        !rules && self.reductions.symbols.is_empty()
    }

    /// Whether what is checked now leaves no trace but its result.
    pub(super) fn is_speculating(&self) -> bool {
        self.reductions.speculating > 0
    }

    /// Does something that leaves no trace but its result.
    pub(super) fn speculate<T>(
        &mut self,
        f: &mut Frame<'a>,
        body: impl FnOnce(&mut Self, &mut Frame<'a>) -> T,
    ) -> T {
        let (env, vars) = (f.env.clone(), f.vars.len());
        let state = (f.dead, f.temporaries, f.settled);
        let reports = self.reports.len();
        self.reductions.speculating += 1;
        f.settled = false;
        let result = body(self, f);
        self.reductions.speculating -= 1;
        self.reports.truncate(reports);
        f.env = env;
        f.vars.truncate(vars);
        f.slots.retain(|_, var| crate::base::Id::index(*var) < vars);
        (f.dead, f.temporaries, f.settled) = state;
        result
    }

    /// An instance is checked in full even where only the type of a call of it is wanted. Gives what `end_instance` takes.
    pub(super) fn start_instance(&mut self) -> usize {
        std::mem::take(&mut self.reductions.speculating)
    }

    /// Back to the call.
    pub(super) fn end_instance(&mut self, speculating: usize) {
        self.reductions.speculating = speculating;
    }

    /// `target op value` as the rules leave it; none when it is no assignment any more, and done, or after an error.
    pub(super) fn reduced_assignment(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        span: Span,
        out: &mut Vec<crate::hir::Stmt>,
    ) -> Option<&'a ast::Assign> {
        let is_looked_for = self.reductions.of_assignments.contains(&assign.op);
        if f.settled || !self.definitions.options.reductions.enabled || !is_looked_for {
            return Some(assign);
        }
        let whole = self.assignment_as_expr(assign, span);
        let reduced = self.rewrite(f, whole)?;
        match &reduced.kind {
            ast::ExprKind::Assign(_) if std::ptr::eq(reduced, whole) => Some(assign),
            ast::ExprKind::Assign(assign) => Some(&**assign),
            _ => {
                self.expr_statement(f, reduced, span, out);
                None
            }
        }
    }

    /// A statement as an expression; the same one each time.
    fn assignment_as_expr(&mut self, assign: &'a ast::Assign, span: Span) -> &'a ast::Expr {
        let address = std::ptr::from_ref(assign) as usize;
        if let Some(known) = self.reductions.assignments.get(&address) {
            return known;
        }
        let whole = ast::Expr {
            id: self.made_id(),
            span,
            kind: ast::ExprKind::Assign(Box::new(assign.clone())),
        };
        let whole: &'a ast::Expr = self.arenas.exprs.alloc(whole);
        self.reductions.assignments.insert(address, whole);
        whole
    }

    /// `$ftype("__device__")`: whether the code around is of that kind. It limits reductions to kernel, device or host code.
    pub(super) fn function_kind(
        &mut self,
        f: &Frame<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> crate::hir::Expr {
        let kind = match args {
            [
                ast::Arg {
                    value:
                        ast::Expr {
                            kind: ast::ExprKind::String(text),
                            ..
                        },
                    ..
                },
            ] => match &**text {
                "__host__" => Some(Space::Host),
                "__device__" => Some(Space::Device),
                "__kernel__" => Some(Space::Kernel),
                _ => None,
            },
            _ => None,
        };
        match kind {
            Some(kind) => super::expression::int(i32::from(f.space == kind), span),
            None => {
                self.report(
                    Report::new(
                        Code::BadArgument,
                        span,
                        "`$ftype` takes \"__host__\", \"__device__\" or \"__kernel__\"",
                    )
                    .label("not a kind of function"),
                );
                super::expression::error(span)
            }
        }
    }

    /// Remembers which captured variables their owner assigns more than once, when a function value is made.
    pub(super) fn note_reassigned(&mut self, f: &Frame<'a>, def: super::DefId) {
        let several = |name: &&Symbol| {
            let places = f.assignments.get(*name).map_or(0, Vec::len);
            places > 1 || (places == 1 && !f.loops.is_empty())
        };
        let free = &self.functions.defs[def].free;
        let found: Vec<Symbol> = free.iter().filter(several).copied().collect();
        self.functions.defs[def].reassigned = found;
    }

    /// A report on the use of a rule, once per place.
    fn tell_once(&mut self, rule: usize, report: Report) {
        let _ = rule;
        if self.reductions.speculating == 0 && !self.reports.contains(&report) {
            self.report(report);
        }
    }
}

impl<'a> Definitions<'a> {
    /// Whether a name is that of a function of the program or the library.
    fn is_function(&self, name: Symbol) -> bool {
        let text = self.text(name);
        self.functions.contains_key(&name)
            || crate::builtins::find(text).is_some()
            || FORMS.iter().any(|form| form.name == text)
            || self.type_defs.contains_key(&name)
            || super::annotation::is_type_name(text)
    }
}

impl<'a> Functions<'a> {
    /// The bodies of the functions that an expression calls.
    fn bodies_called(&self, expr: &ast::Expr) -> Vec<Span> {
        let mut bodies: Vec<Span> = pattern::called_name(expr)
            .and_then(|name| self.definitions.functions.get(&name))
            .into_iter()
            .flatten()
            .filter_map(|def| match self.defs[*def].source {
                super::DefSource::Function(function) => Some(function.body.span),
                super::DefSource::Lambda(_) => None,
            })
            .collect();
        for part in pattern::parts(expr) {
            bodies.extend(self.bodies_called(part));
        }
        bodies
    }
}

/// The names of the functions that an expression calls.
fn called_names(expr: &ast::Expr, names: &mut Vec<Symbol>) {
    names.extend(pattern::called_name(expr));
    for part in pattern::parts(expr) {
        called_names(part, names);
    }
}

/// Whether a name stands below an operation of the pattern other than the outermost one.
fn is_nested(pattern: &ast::Expr, name: Symbol) -> bool {
    let own = |part: &&ast::Expr| part.as_name().is_some_and(|found| found.name == name);
    !pattern::parts(pattern).iter().any(own)
}
