//! Joins: what is known after a branch, and loops walked until nothing changes.
//!
//! *Invariant:* after a join every branch has moved its values into the slots that the joined environment names.

use std::collections::BTreeSet;

use crate::base::{Span, Symbol};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Stmt, Target, VarId};
use crate::syntax::ast;
use crate::types::Type;

use super::environment::{Binding, Environment, Slot, Variable};
use super::growth::{self, Growth};
use super::trees::convert_to;
use super::{BodyState, Checker};

/// A loop being checked.
pub(super) struct Loop<'a> {
    /// What holds at the start of every iteration.
    head: Environment,
    /// What held where control goes back to the start or leaves by `break`.
    edges: Vec<Environment>,
    /// Some `break` leaves the loop.
    broken: bool,
    /// The condition behind `until`, and the variable that has its value when an iteration is over.
    until: Option<(&'a ast::Expr, VarId)>,
}

/// Checks the parts of a loop once: what the head gives, and the body.
type Iteration<'r, 'a, R> =
    &'r mut dyn FnMut(&mut Checker<'a>, &mut BodyState<'a>) -> (R, Vec<Stmt>);

/// One branch of a join: what holds at its end and where to append moves.
pub(super) struct Branch {
    pub env: Environment,
    pub dead: bool,
    pub stmts: Vec<Stmt>,
}

impl<'a> Checker<'a> {
    /// Joins branches into the body's environment. Names that not all branches bind are kept when they are read later.
    pub(super) fn join_branches(
        &mut self,
        f: &mut BodyState<'a>,
        branches: &mut [Branch],
        keep: &dyn Fn(Symbol) -> bool,
        span: Span,
    ) {
        let live: Vec<usize> = (0..branches.len()).filter(|&i| !branches[i].dead).collect();
        f.dead = live.is_empty();
        let Some(&first) = live.first() else {
            return;
        };
        if live.len() == 1 {
            f.env = branches[first].env.clone();
            return;
        }
        let start = &branches[first].env;
        let mut joined = Environment {
            names: start.names.clone(),
            known: start.known.clone(),
            texts: start.texts.clone(),
            ..Environment::default()
        };
        let others = live[1..].iter();
        let differing = others.flat_map(|&i| start.names.differing(&branches[i].env.names));
        let names: BTreeSet<Symbol> = differing.collect();
        for &i in &live[1..] {
            joined.intersect_known(&branches[i].env);
        }
        for name in names {
            let bindings: Vec<Option<Binding>> = live
                .iter()
                .map(|&i| branches[i].env.names.get(&name).cloned())
                .collect();
            if bindings.iter().any(Option::is_none) && !keep(name) {
                joined.names.remove(&name);
                continue;
            }
            let binding = self.join_bindings(f, name, &bindings);
            if let Binding::Variable(target) = &binding {
                for (&i, source) in live.iter().zip(&bindings) {
                    let moves = moves(source.as_ref(), target, span);
                    branches[i].stmts.extend(moves);
                }
            }
            joined.names.insert(name, binding);
        }
        f.env = joined;
    }

    /// The binding that all of these move into.
    fn join_bindings(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        bindings: &[Option<Binding>],
    ) -> Binding {
        let mut variables: Vec<&Variable> = Vec::new();
        for binding in bindings.iter().flatten() {
            match binding {
                Binding::Variable(variable) => variables.push(variable),
                Binding::Conflict { .. } => return binding.clone(),
                Binding::Nested(_) => {
                    return Binding::Conflict {
                        types: ("function".into(), "another value".into()),
                    };
                }
            }
        }
        let mut ty = variables[0].ty.clone();
        for variable in &variables[1..] {
            match self.join_in(f.space, &ty, &variable.ty) {
                Some(joined) => ty = joined,
                None => {
                    return Binding::Conflict {
                        types: (ty.to_string(), variable.ty.to_string()),
                    };
                }
            }
        }
        let unset =
            bindings.iter().any(Option::is_none) || variables.iter().any(|v| v.flag.is_some());
        let declared = variables[0]
            .declared
            .clone()
            .filter(|d| variables.iter().all(|v| v.declared.as_ref() == Some(d)));
        let captured = variables.iter().all(|variable| variable.captured);
        let constant = variables.iter().any(|variable| variable.constant);
        let span = variables[0].span;
        let slot = self.slot(f, name, &ty, span);
        let flag = unset.then(|| self.flag(f, name, span));
        Binding::Variable(Variable {
            slot,
            ty,
            declared,
            flag,
            captured,
            constant,
            span,
        })
    }

    /// Checks a loop: `iteration` checks one iteration of it and returns its parts. Appends what must run before the loop to `out`.
    ///
    /// `keep` tells names that are read after the loop or, before they are set, in its next iteration. `at_least_once`: the body always runs.
    pub(super) fn fixpoint<R>(
        &mut self,
        f: &mut BodyState<'a>,
        span: Span,
        out: &mut Vec<Stmt>,
        keep: &dyn Fn(Symbol) -> bool,
        at_least_once: bool,
        iteration: Iteration<'_, 'a, R>,
    ) -> (R, Vec<Stmt>) {
        let mut head = f.env.clone();
        let mut growth = Growth::default();
        loop {
            let reports = self.reports.len();
            f.env = head.clone();
            f.dead = false;
            f.loops.push(Loop {
                head: head.clone(),
                edges: Vec::new(),
                broken: false,
                until: None,
            });
            let (parts, mut body) = iteration(self, f);
            let mut edges = Vec::new();
            let end = (!f.dead).then(|| f.env.clone());
            if let Some(end) = &end {
                edges.push(end.clone());
                body.extend(f.move_into(&head, span));
            }
            let context = f.loops.pop().expect("the loop pushed above");
            edges.extend(context.edges);
            let next = self.widen(f, &head, &edges, keep);
            let endless = growth.note(grown_names(&head, &next));
            // What grows on in a loop within this one was told there, and would grow on in each walk.
            let mut told = self.reports[reports.min(self.reports.len())..].iter();
            let grows_within = told.any(|report| report.code == Code::EndlessType);
            if let Some(name) = endless.filter(|_| !grows_within) {
                self.report_growing(name, &edges, span);
            }
            if next == head || grows_within || endless.is_some() {
                f.env = head;
                f.dead = false;
                if at_least_once
                    && !context.broken
                    && let Some(end) = end
                {
                    f.settle(&end);
                }
                return (parts, body);
            }
            self.reports.truncate(reports);
            f.env = head;
            let moves = f.move_into(&next, span);
            out.extend(moves);
            head = next;
        }
    }

    /// A variable whose type grows in every iteration; the `edges` tell where it got its last value.
    pub(super) fn report_growing(&mut self, name: Symbol, edges: &[Environment], span: Span) {
        let last = edges.iter().find_map(|edge| edge.variable(name));
        let place = last.map_or(span, |variable| variable.span);
        let ty = last.map_or(Type::Error, |variable| variable.ty.clone());
        let text = self.text(name);
        let message = format!("the type of `{text}` grows in every iteration of a loop");
        self.report(
            Report::new(Code::EndlessType, place, message)
                .label("made of its own earlier value")
                .also(span, "this loop")
                .help(growth::advice(&ty)),
        );
    }

    /// The least environment that holds at the start of every iteration.
    pub(super) fn widen(
        &mut self,
        f: &mut BodyState<'a>,
        head: &Environment,
        edges: &[Environment],
        keep: &dyn Fn(Symbol) -> bool,
    ) -> Environment {
        let mut next = head.clone();
        for edge in edges {
            next.intersect_known(edge);
        }
        let names: BTreeSet<Symbol> = edges
            .iter()
            .flat_map(|edge| {
                let differing = head.names.differing(&edge.names);
                differing
                    .into_iter()
                    .filter(|name| edge.names.contains_key(name))
            })
            .filter(|name| head.names.contains_key(name) || keep(*name))
            .collect();
        for name in names {
            let mut bindings = vec![head.names.get(&name).cloned()];
            bindings.extend(edges.iter().map(|edge| edge.names.get(&name).cloned()));
            if !bindings
                .iter()
                .flatten()
                .all(|binding| matches!(binding, Binding::Variable(_)))
                && bindings[0].is_none()
            {
                continue;
            }
            let mut joined = self.join_bindings(f, name, &bindings);
            // A name that only has an error for a value stays unknown, so that the error is seen again.
            if bindings[0].is_none()
                && matches!(&joined, Binding::Variable(variable) if variable.ty == Type::Error)
            {
                continue;
            }
            if let (Binding::Variable(variable), Some(Binding::Variable(old))) =
                (&mut joined, head.names.get(&name))
                && variable.ty == old.ty
                && variable.flag == old.flag
            {
                variable.slot = old.slot;
                variable.span = old.span;
                variable.declared = old.declared.clone();
                variable.captured = old.captured;
                variable.constant = old.constant;
            }
            if let Binding::Variable(variable) = &joined
                && head.names.get(&name) != Some(&joined)
            {
                next.known.remove(&variable.slot);
                next.texts.remove(&variable.slot);
                next.bounds.remove(&variable.slot);
            }
            next.names.insert(name, joined);
        }
        next
    }

    /// The value of the condition behind `until` as it is here, for the end of the iteration; nothing in other loops.
    pub(super) fn iteration_ends(&mut self, f: &mut BodyState<'a>) -> Option<Stmt> {
        let (condition, var) = f.loops.last()?.until?;
        let value = self.condition_expr(f, condition);
        (value.ty != Type::Error).then(|| Stmt::set(Target::Var(var), value, condition.span))
    }

    /// The slot of a variable for a type, made on first use.
    pub(super) fn slot(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        ty: &Type,
        span: Span,
    ) -> Slot {
        if f.script && self.definitions.global_names.contains_key(&name) {
            return Slot::Global(self.global_slot(name, ty));
        }
        let key = (name, ty.clone());
        if let Some(var) = f.slots.get(&key) {
            return Slot::Var(*var);
        }
        let var = f.vars.push(crate::hir::Var {
            name: self.text(name).to_string(),
            ty: ty.clone(),
            span,
        });
        f.slots.insert(key, var);
        Slot::Var(var)
    }

    fn global_slot(&mut self, name: Symbol, ty: &Type) -> crate::hir::GlobalVarId {
        let text = self.text(name).to_owned();
        self.global_named(text, ty)
    }

    fn global_named(&mut self, name: String, ty: &Type) -> crate::hir::GlobalVarId {
        let key = (name, ty.clone());
        if let Some(id) = self.global_slots.get(&key) {
            return *id;
        }
        let (name, ty) = key.clone();
        let id = self.globals.push(crate::hir::GlobalVar { name, ty });
        self.global_slots.insert(key, id);
        id
    }

    /// The slot that tells whether a variable has a value; of one that functions read, these read it too.
    fn flag(&mut self, f: &mut BodyState<'a>, name: Symbol, span: Span) -> Slot {
        let text = format!("$has${}", self.text(name));
        if f.script && self.definitions.global_names.contains_key(&name) {
            return Slot::Global(self.global_named(text, &Type::Int));
        }
        let key = (name, Type::Void);
        if let Some(var) = f.slots.get(&key) {
            return Slot::Var(*var);
        }
        let var = f.vars.push(crate::hir::Var {
            name: text,
            ty: Type::Int,
            span,
        });
        f.slots.insert(key, var);
        Slot::Var(var)
    }
}

impl<'a> BodyState<'a> {
    /// Moves the values of the current environment into the slots of `target` (a loop's head).
    pub(super) fn move_into(&self, target: &Environment, span: Span) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for name in target.names.differing(&self.env.names) {
            if let Some(Binding::Variable(variable)) = target.names.get(&name) {
                let source = self.env.names.get(&name).cloned();
                stmts.extend(moves(source.as_ref(), variable, span));
            }
        }
        stmts
    }

    /// After a loop that ran at least once: names that its body always sets have values.
    fn settle(&mut self, end: &Environment) {
        for name in self.env.names.differing(&end.names) {
            if let Some(last) = end.variable(name)
                && last.flag.is_none()
                && let Some(variable) = self.env.variable_mut(name)
            {
                variable.flag = None;
            }
        }
    }

    /// `break` or `continue`: records the edge and returns the moves to make first.
    pub(super) fn loop_edge(&mut self, is_break: bool, span: Span) -> Vec<Stmt> {
        let env = self.env.clone();
        let Some(context) = self.loops.last_mut() else {
            return Vec::new();
        };
        context.edges.push(env);
        context.broken |= is_break;
        let head = context.head.clone();
        let moves = self.move_into(&head, span);
        self.dead = true;
        moves
    }

    /// A variable that the compiler made.
    pub(super) fn temporary(&mut self, what: &str, ty: Type, span: Span) -> crate::hir::VarId {
        self.temporaries += 1;
        let name = format!("${what}{}", self.temporaries);
        self.vars.push(crate::hir::Var { name, ty, span })
    }
}

/// The names whose bindings differ.
pub(super) fn grown_names(head: &Environment, next: &Environment) -> Vec<Symbol> {
    let mut names = head.names.differing(&next.names);
    names.retain(|name| next.names.contains_key(name));
    names
}

/// The statements that move a binding's value into the joined variable.
pub(super) fn moves(source: Option<&Binding>, target: &Variable, span: Span) -> Vec<Stmt> {
    let mut stmts = Vec::new();
    let mut set = |slot: Slot, value: Expr| stmts.push(Stmt::set(slot.target(), value, span));
    let int = |value: i32| Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Int(value),
    };
    let Some(Binding::Variable(source)) = source else {
        if let Some(flag) = target.flag {
            set(flag, int(0));
        }
        return stmts;
    };
    if source.slot != target.slot {
        let value = source.slot.read(source.ty.clone(), span);
        set(target.slot, convert_to(value, &target.ty));
    }
    match (target.flag, source.flag) {
        (Some(flag), None) => set(flag, int(1)),
        (Some(flag), Some(other)) if flag != other => {
            set(flag, other.read(Type::Int, span));
        }
        (Some(_), Some(_)) | (None, _) => {}
    }
    stmts
}

/// From here on the iteration of a `repeat` ends with this condition, whose value the variable gets.
pub(super) fn ends_iterations<'a>(f: &mut BodyState<'a>, condition: &'a ast::Expr, var: VarId) {
    let context = f.loops.last_mut().expect("the loop is being checked");
    context.until = Some((condition, var));
}
