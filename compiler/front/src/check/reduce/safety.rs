//! Unsafe reductions: names and functions that a right side cannot know, operands that change, conflicts, circles.
//!
//! *Invariant:* the safety level decides how loud a finding is, never what the program means; circles are always errors.

use std::collections::HashMap;

use crate::base::{Span, Symbol};
use crate::check::Safety;
use crate::check::definitions::Definitions;
use crate::diag::{Code, Report, Severity};
use crate::syntax::ast::{Expr, ExprKind, StmtKind};
use crate::types::Type;

use super::inference::Rewriter;
use super::pattern::{Bound, called_name, parts, value_names};
use super::search::{COMPARED, Candidate, Ending, Rival, Search};
use super::{Rule, Rules};

/// A name that a right side reads.
struct Read {
    name: Symbol,
    span: Span,
    called: bool,
}

impl<'a> Rewriter<'_, 'a> {
    /// Checks a rule where it is defined.
    pub(super) fn check_rule(&mut self, rule: usize) {
        let source = self.body.reductions().rules.all[rule].clone();
        for variable in &source.variables {
            if let (Some(ty), false) = (variable.ty, variable.variadic) {
                self.body.annotation(ty, Some(&Type::Error));
            }
        }
        if !self.definitions.options.reductions.enabled {
            return;
        }
        self.check_names(&source);
        if !source.repeated {
            self.check_circle(&source);
        }
    }

    /// Unsafe 1 and 2: what the right side reads without having it.
    fn check_names(&mut self, source: &Rule<'a>) {
        let mut reads = Vec::new();
        let mut own = Vec::new();
        collect_reads(&source.source.replacement, &mut own, &mut reads);
        if let Some(condition) = &source.source.condition {
            collect_reads(condition, &mut own, &mut reads);
        }
        for read in reads {
            let in_pattern = occurs_in_pattern(source, read.name);
            let report = match read.called {
                _ if in_pattern => continue,
                true if self.is_defined(read.name) => continue,
                true => self.definitions.undefined_function(source, &read),
                false if self.stands_for_itself(read.name) => continue,
                false => self.definitions.free_variable(source, &read),
            };
            if let Some(report) = self.definitions.unsafe_reduction(report) {
                self.tell_once(report);
            }
        }
    }

    /// Whether a function is there: by definition, as a variable or through other rules.
    fn is_defined(&self, name: Symbol) -> bool {
        let heads = |rule: &Rule<'_>| called_name(&rule.source.pattern) == Some(name);
        self.definitions.is_function(name)
            || self.definitions.script_assignments.contains_key(&name)
            || self.body.reductions().rules.all.iter().any(heads)
    }

    fn stands_for_itself(&self, name: Symbol) -> bool {
        crate::check::constant::is_constant(self.definitions.text(name))
            || self.definitions.is_function(name)
            || self.body.reductions().symbols.contains_key(&name)
    }

    /// Unsafe 5: whether rules lead from the pattern back to itself.
    fn check_circle(&mut self, source: &Rule<'a>) {
        let saved = self.body.reductions().symbols.clone();
        for variable in &source.variables {
            self.body.reductions_mut().symbols.remove(&variable.name);
            if let (Some(ty), false) = (variable.ty, variable.variadic) {
                let ty =
                    self.try_at_top_level(|there| there.body.annotation(ty, Some(&Type::Error)));
                self.body.reductions_mut().symbols.insert(variable.name, ty);
            }
        }
        let mut search = Search::new(&source.source.pattern, source.span.end());
        self.body.reductions_mut().types.push(HashMap::new());
        self.body.reductions_mut().spent = 0;
        let ending = self.try_at_top_level(|there| there.run(&mut search));
        self.body.reductions_mut().types.pop();
        self.body.reductions_mut().symbols = saved;
        match ending {
            Ending::Stable => {}
            Ending::Cycle(texts) => self.report_cycle(source.span, &texts),
            Ending::Endless => self.report_endless(source.span, &search),
        }
    }

    // --------------------------------------------------------------------------------------------------- uses of rules

    /// Unsafe 3 and 4, where a rule is about to be applied.
    pub(super) fn check_use(
        &mut self,
        search: &mut Search<'a>,
        best: &Candidate<'a>,
        all: &[Candidate<'a>],
    ) {
        if self.definitions.options.reductions.safety == Safety::Off {
            return;
        }
        self.check_operands(best);
        let rules = &self.body.reductions().rules;
        let rivals = all.iter().filter(|other| rules.compete(best, other));
        search.rivals.extend(rivals.map(|other| Rival {
            tree: search.tree,
            best: best.clone(),
            other: other.clone(),
        }));
    }

    /// Unsafe 4: whether it matters which of two rules comes first. `search` has ended; what it ended with is the result of its order.
    pub(super) fn check_rivals(&mut self, search: &Search<'a>) {
        if search.rivals.is_empty() {
            return;
        }
        let result = self.definitions.compact(search.tree);
        let mut tried = 0;
        for rival in &search.rivals {
            if tried > COMPARED {
                return;
            }
            let mut other = Search::new(rival.tree, search.place);
            let ending = self.try_out(|there| {
                there.apply(&mut other, &rival.other);
                there.run(&mut other)
            });
            tried += other.steps.len();
            if let Ending::Stable = ending {
                let text = self.definitions.compact(other.tree);
                if text != result {
                    self.report_conflict(rival, &result, &text);
                }
            }
        }
    }

    fn report_conflict(&mut self, rival: &Rival<'a>, first: &str, second: &str) {
        let rules = &self.body.reductions().rules.all;
        let (best, other) = (rules[rival.best.rule].span, rules[rival.other.rule].span);
        let text = self.definitions.compact(rival.best.node);
        let report = Report::new(
            Code::ReductionConflict,
            rival.best.node.span,
            format!("two reductions of `{text}` give different results"),
        )
        .label("the first of them is applied")
        .also(best, format!("gives {first}"))
        .also(other, format!("gives {second}"))
        .help("add a reduction that leads from one result to the other, or `where` conditions that exclude each other");
        if let Some(report) = self.definitions.unsafe_reduction(report) {
            self.tell_once(report);
        }
    }

    /// Unsafe 3: operands of an enclosing scope that get other values later.
    fn check_operands(&mut self, best: &Candidate<'a>) {
        let variables = self.body.reductions().rules.all[best.rule]
            .variables
            .clone();
        for variable in variables.iter().filter(|variable| variable.ty.is_some()) {
            let values: Vec<&'a Expr> = match best.bound.get(&variable.name) {
                Some(Bound::One(value)) => vec![value],
                Some(Bound::Many(values)) => values.clone(),
                None => continue,
            };
            let mut names = Vec::new();
            for value in values {
                value_names(value, &mut names);
            }
            for name in names {
                if self.body.changes_outside(name.name) {
                    self.report_operand_outside(best, name.name, name.span);
                }
            }
        }
    }

    /// A report on the use of a rule, once per place.
    fn tell_once(&mut self, report: Report) {
        let speculating = self.body.reductions().speculating > 0;
        if !speculating && !self.body.reports().contains(&report) {
            self.body.report(report);
        }
    }

    fn report_operand_outside(&mut self, best: &Candidate<'a>, name: Symbol, span: Span) {
        let (text, rule) = (
            self.definitions.text(name),
            self.body.reductions().rules.all[best.rule].span,
        );
        let report = Report::new(
            Code::NonLocalOperand,
            span,
            format!("a reduction relies on the type of `{text}`, which belongs to an enclosing scope and is assigned again"),
        )
        .label("not a variable of this function")
        .also(rule, "the reduction")
        .help(format!("pass `{text}` as a parameter"));
        if let Some(report) = self.definitions.unsafe_reduction(report) {
            self.tell_once(report);
        }
    }
}

impl<'a> Definitions<'a> {
    fn free_variable(&self, source: &Rule<'a>, read: &Read) -> Report {
        let text = self.text(read.name);
        Report::new(
            Code::FreeInReduction,
            read.span,
            format!("`{text}` is not in the pattern of this reduction"),
        )
        .label("a free variable: it means whatever has this name at each use")
        .also(source.source.pattern.span, "the pattern")
        .help(format!("make `{text}` part of the pattern"))
    }

    fn undefined_function(&self, source: &Rule<'a>, read: &Read) -> Report {
        let text = self.text(read.name);
        Report::new(
            Code::UndefinedInReduction,
            read.span,
            format!("this reduction leads to `{text}`, which nobody defines"),
        )
        .label("neither a function nor in the pattern of another reduction")
        .also(source.source.pattern.span, "the pattern")
    }
}

impl<'a> Definitions<'a> {
    /// The report as loud as the safety level wants it.
    fn unsafe_reduction(&self, mut report: Report) -> Option<Report> {
        match self.options.reductions.safety {
            Safety::Off => return None,
            Safety::Safe => {}
            Safety::Strict => report.severity = Severity::Error,
        }
        Some(report)
    }
}

impl Rules<'_> {
    /// Whether two rules want to rewrite the same operation.
    fn compete(&self, best: &Candidate<'_>, other: &Candidate<'_>) -> bool {
        let default = |candidate: &Candidate<'_>| {
            let rule = &self.all[candidate.rule];
            let literal = matches!(
                rule.source.replacement.kind,
                ExprKind::Int(_) | ExprKind::Scalar(_) | ExprKind::Bool(_) | ExprKind::String(_)
            );
            rule.implied || literal
        };
        if other.rule == best.rule || best.guarded || other.guarded {
            return false;
        }
        if default(best) || default(other) {
            return false;
        }
        let (outer, inner) = match best.path.len() <= other.path.len() {
            true => (best, other),
            false => (other, best),
        };
        inner.path.starts_with(&outer.path) && !is_within_variable(outer, inner.node)
    }
}

/// Whether a node is part of what a variable of the outer match stands for.
fn is_within_variable(outer: &Candidate<'_>, node: &Expr) -> bool {
    fn contains(tree: &Expr, node: &Expr) -> bool {
        std::ptr::eq(tree, node) || parts(tree).into_iter().any(|part| contains(part, node))
    }
    outer.bound.values().any(|bound| match bound {
        Bound::One(value) => contains(value, node),
        Bound::Many(values) => values.iter().any(|value| contains(value, node)),
    })
}

/// The names that an expression reads, but for parameters of its own lambdas.
fn collect_reads(expr: &Expr, own: &mut Vec<Symbol>, reads: &mut Vec<Read>) {
    match &expr.kind {
        ExprKind::Name(name) if !own.contains(name) => reads.push(Read {
            name: *name,
            span: expr.span,
            called: false,
        }),
        ExprKind::Lambda(lambda) => {
            let before = own.len();
            own.extend(lambda.params.iter().map(|param| param.name.name));
            collect_reads(&lambda.body, own, reads);
            own.truncate(before);
        }
        ExprKind::Block(block) => {
            for stmt in &block.stmts {
                match &stmt.kind {
                    StmtKind::Expr(value) => collect_reads(value, own, reads),
                    StmtKind::Assign(assign) => {
                        collect_reads(&assign.value, own, reads);
                        own.extend(assign.target.as_name().map(|name| name.name));
                    }
                    _ => {}
                }
            }
        }
        ExprKind::Call(call) if call.callee.as_name().is_some() => {
            if let Some(name) = call
                .callee
                .as_name()
                .filter(|name| !own.contains(&name.name))
            {
                reads.push(Read {
                    name: name.name,
                    span: name.span,
                    called: true,
                });
            }
            for arg in &call.args {
                collect_reads(&arg.value, own, reads);
            }
        }
        _ => {
            for part in parts(expr) {
                collect_reads(part, own, reads);
            }
        }
    }
}

fn occurs_in_pattern(source: &Rule<'_>, name: Symbol) -> bool {
    fn occurs(expr: &Expr, name: Symbol) -> bool {
        expr.as_name().is_some_and(|found| found.name == name)
            || parts(expr).into_iter().any(|part| occurs(part, name))
    }
    occurs(&source.source.pattern, name)
}
