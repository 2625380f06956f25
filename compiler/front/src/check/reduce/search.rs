//! The fixed point: which rule is applied where, until none applies.
//!
//! *Invariant:* it ends: a tree that occurred before, too many steps or too large a tree are an error of the program.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::base::Span;
use crate::check::convert::Fit;
use crate::check::{BodyState, Checker};
use crate::diag::{Code, Report};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};
use crate::types::Type;

use super::inference::Rewriter;
use super::matching::{Rank, exactness};
use super::pattern::{Bindings, Bound, Matcher, Shell, called_name, parts, parts_mut, shell, size};
use super::rules::called_names;

/// So many rules are applied to one expression at most.
const FUEL: usize = 400;
/// Other orders of the rules for one expression are followed until they took so many steps: comparing costs as much as a few searches.
pub(super) const COMPARED: usize = 4 * FUEL;
/// So many characters of text are looked at for one expression at most, as it is before each step and for the types of its parts.
const SPENT: usize = 1_000_000;
/// So many nodes a rewritten expression has at most.
const LARGEST: usize = 5_000;
/// So deep may the types of expressions depend on rewriting other expressions.
const DEEPEST: usize = 12;

/// The rewriting of one expression.
pub(super) struct Search<'a> {
    /// Where the original stands: it decides which rules are seen.
    pub place: Span,
    /// The tree as it is now.
    pub tree: &'a Expr,
    /// The trees so far.
    seen: Vec<String>,
    /// What was replaced by what.
    pub steps: Vec<(String, String)>,
    /// Where another rule than the one that was applied could have been.
    pub rivals: Vec<Rival<'a>>,
}

/// A rule that was not applied, because another one came first.
pub(super) struct Rival<'a> {
    /// The tree before.
    pub tree: &'a Expr,
    /// What was applied.
    pub best: Candidate<'a>,
    pub other: Candidate<'a>,
}

/// A rule that matches at a place.
#[derive(Clone)]
pub(super) struct Candidate<'a> {
    pub rule: usize,
    pub path: Vec<usize>,
    pub node: &'a Expr,
    pub bound: Bindings<'a>,
    /// Whether its condition is left to run time.
    pub guarded: bool,
    pub rank: Rank,
}

/// A place in a tree.
struct Place<'a> {
    path: Vec<usize>,
    node: &'a Expr,
    /// The left part of a sum.
    in_sum: bool,
}

/// How a search ended.
pub(super) enum Ending {
    /// No rule applies any more.
    Stable,
    /// The same tree came up again: the texts since then.
    Cycle(Vec<String>),
    /// It went on and on.
    Endless,
}

impl<'a> Search<'a> {
    pub(super) fn new(tree: &'a Expr, place: Span) -> Self {
        Search {
            place,
            tree,
            seen: Vec::new(),
            steps: Vec::new(),
            rivals: Vec::new(),
        }
    }
}

impl<'a> Checker<'a> {
    /// The expression as the rules leave it; none after an error. `e` is looked at as a whole.
    pub(in crate::check) fn rewrite(
        &mut self,
        f: &mut BodyState<'a>,
        e: &'a Expr,
    ) -> Option<&'a Expr> {
        let options = self.definitions.options.reductions;
        if f.settled || self.reductions.is_idle(options) {
            return Some(e);
        }
        self.rewriting(f, |rewriter| rewriter.rewrite(e))
    }
}

impl<'a> Rewriter<'_, 'a> {
    /// The expression as the rules leave it, with a table of types of its own unless it is part of one that is being rewritten.
    fn rewrite(&mut self, e: &'a Expr) -> Option<&'a Expr> {
        let reductions = self.body.reductions_mut();
        let shared = std::mem::take(&mut reductions.shares_types);
        if !shared {
            reductions.types.push(HashMap::new());
        }
        let result = self.rewrite_whole(e);
        if !shared {
            self.body.reductions_mut().types.pop();
        }
        result
    }

    fn rewrite_whole(&mut self, e: &'a Expr) -> Option<&'a Expr> {
        if self.body.reductions().speculating == 0 {
            self.body.reductions_mut().spent = 0;
        }
        let mut search = Search::new(e, e.span);
        if self.definitions.options.reductions.enabled
            && self.body.reductions().speculating < DEEPEST
        {
            match self.run(&mut search) {
                Ending::Stable => self.check_rivals(&search),
                Ending::Cycle(texts) => {
                    if !self.is_told() {
                        self.report_cycle(e.span, &texts);
                    }
                    return None;
                }
                Ending::Endless => {
                    if !self.is_told() {
                        self.report_endless(e.span, &search);
                    }
                    return None;
                }
            }
        }
        self.log_steps(e, &search);
        self.close_choices(&mut search);
        let result = self.kept_result(e, &search);
        (self.body.reductions().speculating > 0 || self.no_symbol_is_left(e, result))
            .then_some(result)
    }

    /// Equal results of rewriting one expression are the same tree, however often it is walked.
    fn kept_result(&mut self, e: &'a Expr, search: &Search<'a>) -> &'a Expr {
        if search.steps.is_empty() {
            return e;
        }
        let address = std::ptr::from_ref(e) as usize;
        let key = (address, self.definitions.compact(search.tree));
        self.body
            .reductions_mut()
            .results
            .entry(key)
            .or_insert(search.tree)
    }

    /// Applies rules until none applies.
    pub(super) fn run(&mut self, search: &mut Search<'a>) -> Ending {
        loop {
            let candidates = self.candidates(search);
            // A type that was not found out to the end decides nothing.
            if self.body.reductions().spent > SPENT {
                return Ending::Endless;
            }
            // The program's own rules come before those that hold for every program.
            let order = |candidate: &&Candidate<'a>| {
                let implied = self.body.reductions().rules.all[candidate.rule].implied;
                (implied, candidate.rank.clone())
            };
            let best = candidates.iter().min_by_key(order);
            let Some(best) = best.cloned() else {
                return Ending::Stable;
            };
            if self.body.reductions().speculating == 0 {
                self.check_use(search, &best, &candidates);
            }
            let before = self.definitions.compact(search.tree);
            if let Some(at) = search.seen.iter().position(|text| *text == before) {
                search.seen.push(before);
                return Ending::Cycle(search.seen.split_off(at));
            }
            self.body.reductions_mut().spent += before.len();
            search.seen.push(before);
            self.apply(search, &best);
            if search.steps.len() > FUEL || size(search.tree) > LARGEST {
                return Ending::Endless;
            }
        }
    }

    /// Whether a rule of the library is about functions that the program defines itself, as functions or as variables.
    fn is_replaced(&self, rule: usize) -> bool {
        let rule = &self.body.reductions().rules.all[rule];
        if !rule.implied {
            return false;
        }
        let mut names = Vec::new();
        called_names(&rule.source.pattern, &mut names);
        called_names(&rule.source.replacement, &mut names);
        names.iter().any(|name| {
            self.definitions.functions.contains_key(name) || self.body.lookup(*name).is_some()
        })
    }

    pub(super) fn apply(&mut self, search: &mut Search<'a>, candidate: &Candidate<'a>) {
        let new = self.rewritten(
            candidate.rule,
            candidate.node,
            &candidate.bound,
            candidate.guarded,
        );
        let step = (
            self.definitions.compact(candidate.node),
            self.definitions.compact(&new),
        );
        search.steps.push(step);
        let mut tree = search.tree.clone();
        *at_path(&mut tree, &candidate.path) = new;
        search.tree = self.exprs.alloc(tree);
    }

    /// Every rule at every place where it matches.
    pub(super) fn candidates(&mut self, search: &Search<'a>) -> Vec<Candidate<'a>> {
        let mut places = Vec::new();
        collect(search.tree, &mut Vec::new(), false, &mut places);
        let mut found = Vec::new();
        for place in &places {
            for rule in self.body.reductions().rules.likely(place.node) {
                if let Some(bound) = self.structural_match(search.place, rule, place)
                    && !self.is_replaced(rule)
                {
                    found.extend(self.candidate(rule, place, bound));
                }
            }
        }
        found
    }

    fn structural_match(&self, at: Span, index: usize, place: &Place<'a>) -> Option<Bindings<'a>> {
        let rule = &self.body.reductions().rules.all[index];
        let pattern = &rule.source.pattern;
        let sum = rule.repeated && shell(place.node) == Some(Shell::Binary(BinaryOp::Add));
        let likely = sum && !place.in_sum
            || (shell(pattern) == shell(place.node)
                && called_name(pattern).is_none_or(|name| {
                    called_name(place.node) == Some(name)
                        || rule.variables.iter().any(|variable| variable.name == name)
                }));
        if !likely
            || self.body.reductions().blocked(place.node).contains(&index)
            || !self.body.reductions().rules.sees(at, rule)
        {
            return None;
        }
        let mut matcher = Matcher::new(&rule.variables, self.exprs, self.definitions.names);
        matcher
            .matches_whole(pattern, place.node)
            .then_some(matcher.bound)
    }

    fn candidate(
        &mut self,
        rule: usize,
        place: &Place<'a>,
        bound: Bindings<'a>,
    ) -> Option<Candidate<'a>> {
        let (worst, fits) = self.fits(rule, &bound)?;
        let guarded = match self.condition_of(rule, &bound, place.node.span) {
            Some(true) => false,
            Some(false) => return None,
            None => true,
        };
        let source = &self.body.reductions().rules.all[rule];
        let rank = Rank {
            variables: Reverse(source.variables.len()),
            worst: exactness(worst),
            depth: Reverse(place.path.len()),
            size: Reverse(source.size),
            path: place.path.clone(),
            fits,
            device: false,
            order: rule,
        };
        Some(Candidate {
            rule,
            path: place.path.clone(),
            node: place.node,
            bound,
            guarded,
            rank,
        })
    }

    /// How well what the variables stand for fits their types; none: not at all.
    fn fits(&mut self, rule: usize, bound: &Bindings<'a>) -> Option<(Fit, Vec<Fit>)> {
        let variables = self.body.reductions().rules.all[rule].variables.clone();
        let (mut worst, mut fits) = (Fit::Same, Vec::new());
        for variable in &variables {
            let values: Vec<&'a Expr> = match bound.get(&variable.name) {
                Some(Bound::One(value)) => vec![value],
                Some(Bound::Many(values)) => values.clone(),
                None => continue,
            };
            let mut fit = Fit::Same;
            for value in values {
                fit = fit.max(match variable.ty {
                    None => Fit::Untyped,
                    Some(_) => {
                        let ty = self.type_of(value);
                        self.body.fit_of(variable, &ty)
                    }
                });
            }
            if fit > Fit::Untyped {
                return None;
            }
            if variable.ty.is_some() || !variable.nested {
                worst = worst.max(fit);
            }
            fits.push(fit);
        }
        Some((worst, fits))
    }

    /// The type that an expression has once it is rewritten; `Type::Error` when it has none.
    fn type_of(&mut self, e: &'a Expr) -> Type {
        let key = self.definitions.compact(e);
        self.body.reductions_mut().spent += key.len();
        if let Some(ty) = self.body.reductions().known_type(&key) {
            return ty.clone();
        }
        let ty = self.body.type_of(e);
        let ty = match ty {
            // An error type would fit everything.
            Type::Error => Type::Void,
            ty => ty,
        };
        if let Some(types) = self.body.reductions_mut().types.last_mut() {
            types.insert(key, ty.clone());
        }
        ty
    }

    /// Whether the rule's condition is known to hold; none: that is left to run time.
    fn condition_of(&mut self, rule: usize, bound: &Bindings<'a>, span: Span) -> Option<bool> {
        let Some(condition) = &self.body.reductions().rules.all[rule].source.condition else {
            return Some(true);
        };
        let condition = self.with_values(condition, bound, span);
        let condition: &'a Expr = self.exprs.alloc(condition);
        self.body.reductions_mut().spent += self.definitions.compact(condition).len();
        self.body.decided(condition)
    }

    /// Whether some rule was found not to come to an end, which every use of it would only repeat.
    fn is_told(&self) -> bool {
        self.body
            .reports()
            .iter()
            .any(|report| report.code == Code::ReductionCycle)
    }

    pub(super) fn report_endless(&mut self, span: Span, search: &Search<'a>) {
        let mut report = Report::new(
            Code::ReductionCycle,
            span,
            "the reductions of this expression do not come to an end",
        )
        .label(format!(
            "after {} reductions it still changes",
            search.steps.len()
        ))
        .help("a rule's right side must be simpler than its left side in some respect");
        for (from, to) in search.steps.iter().rev().take(2).rev() {
            let short = |text: &String| text.chars().take(60).collect::<String>();
            report = report.note(format!("{} -> {}", short(from), short(to)));
        }
        self.body.report(report);
    }

    pub(super) fn report_cycle(&mut self, span: Span, texts: &[String]) {
        self.body.report(
            Report::new(
                Code::ReductionCycle,
                span,
                format!("reductions go round in a circle: {}", texts.join(" -> ")),
            )
            .label("rewritten to itself")
            .help("remove one of the rules, or give it a `where` condition"),
        );
    }
}

/// The node at a path.
fn at_path<'t>(tree: &'t mut Expr, path: &[usize]) -> &'t mut Expr {
    path.iter().fold(tree, |node, index| {
        parts_mut(node)
            .into_iter()
            .nth(*index)
            .expect("a path leads through existing parts")
    })
}

/// All places of a tree where a rule may match, the targets of assignments left out; parts before what they are parts of, so that
/// the types of parts are known first.
fn collect<'a>(tree: &'a Expr, path: &mut Vec<usize>, in_sum: bool, out: &mut Vec<Place<'a>>) {
    let sum = shell(tree) == Some(Shell::Binary(BinaryOp::Add));
    for (index, part) in parts(tree).into_iter().enumerate() {
        path.push(index);
        match part_role(tree, index) {
            Role::Value => collect(part, path, sum && index == 0, out),
            Role::Place => collect_in_place(part, path, out),
            Role::Name => {}
        }
        path.pop();
    }
    if shell(tree).is_some() && !matches!(tree.kind, ExprKind::Spread(_)) {
        out.push(Place {
            path: path.clone(),
            node: tree,
            in_sum,
        });
    }
}

/// What a part of an expression is.
enum Role {
    Value,
    /// The target of an assignment, or a member that is called.
    Place,
    /// The name of a function or a type.
    Name,
}

fn part_role(tree: &Expr, index: usize) -> Role {
    match (&tree.kind, index) {
        (ExprKind::Assign(_) | ExprKind::Exchange(_), 0) => Role::Place,
        (ExprKind::Call(call), 0) => match call.callee.kind {
            ExprKind::Name(_) | ExprKind::Index(_) | ExprKind::Type(_) => Role::Name,
            ExprKind::Member(_) => Role::Place,
            _ => Role::Value,
        },
        _ => Role::Value,
    }
}

/// What is evaluated within a place.
fn collect_in_place<'a>(tree: &'a Expr, path: &mut Vec<usize>, out: &mut Vec<Place<'a>>) {
    match &tree.kind {
        ExprKind::Index(_) | ExprKind::Member(_) => {
            for (index, part) in parts(tree).into_iter().enumerate() {
                path.push(index);
                match index {
                    0 => collect_in_place(part, path, out),
                    _ => collect(part, path, false, out),
                }
                path.pop();
            }
        }
        _ => collect(tree, path, false, out),
    }
}
