//! Which names a function reads from outside, and which are read after a point.
//!
//! A name is free in a function when some path reads it before the function assigns it. The walk follows the flow of
//! statements: names assigned on every branch of an `if` count as assigned after it, names assigned in a loop do not.
//!
//! *Invariant:* by names alone; whether a free name is a variable, a function or a builtin is for the checker to know.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::base::persistent::Set;
use crate::base::{Span, Symbol};
use crate::syntax::ast::*;
use crate::syntax::blocks::continues;
use crate::syntax::families::leaf_expr;

/// The free names of a function with a name, in the order of first reading.
pub fn free_names(function: &Function) -> Vec<Symbol> {
    let mut walk = Walk::default();
    let mut assigned = Assigned::default();
    for param in &function.params {
        if let Some(default) = &param.default {
            walk.expr(default, &assigned);
        }
        assigned.add(param.name.name);
    }
    for generic in &function.generics {
        assigned.add(generic.name.name);
    }
    if function.qualifier == Some(Qualifier::Kernel) {
        assigned.extend(function.outputs.iter().map(|output| output.name.name));
    }
    walk.block(&function.body, &mut assigned);
    walk.found
}

/// The free names of a lambda, in the order of first reading.
pub fn free_names_of_lambda(lambda: &Lambda) -> Vec<Symbol> {
    let mut walk = Walk::default();
    walk.lambda(lambda, &Assigned::default());
    walk.found
}

/// Whether an expression reads a name.
pub fn reads(expr: &Expr, name: Symbol) -> bool {
    let mut walk = Walk::default();
    walk.expr(expr, &Assigned::default());
    walk.found.contains(&name)
}

/// A part of what runs after a point of a function.
#[derive(Clone, Copy, Debug)]
pub enum Continuation<'a> {
    /// The rest of a block.
    Rest(&'a [Stmt]),
    /// A loop, which may start another iteration.
    Iteration(&'a Stmt),
}

/// What statements do with names: those that they read before they assign them, and those that they assign on every way.
#[derive(Clone, Default)]
struct Effect {
    reads: Set<Symbol>,
    assigns: Set<Symbol>,
}

impl Effect {
    /// Of one statement alone.
    fn of(stmt: &Stmt) -> Effect {
        let mut walk = Walk::default();
        let mut assigns = Assigned::default();
        walk.stmt(stmt, &mut assigns);
        let reads = walk.seen;
        Effect { reads, assigns }
    }

    /// Of statements that others follow.
    fn then(&self, next: &Effect) -> Effect {
        Effect {
            reads: self.reads.union(&next.reads.difference(&self.assigns)),
            assigns: self.assigns.union(&next.assigns),
        }
    }
}

/// Which names are read after the points of a tree. What follows a statement is found out once for each statement.
#[derive(Default)]
pub struct LiveNames<'a> {
    /// The effect from a statement on to the end of its block, by the statement's address: the tree stays where it is.
    rests: HashMap<*const Stmt, Effect>,
    /// The effect of a loop.
    loops: HashMap<*const Stmt, Effect>,
    tree: std::marker::PhantomData<&'a Stmt>,
}

impl<'a> LiveNames<'a> {
    /// The names that are read after a point before they are assigned: innermost continuation last. `outputs` are read at the end.
    pub fn after(
        &mut self,
        continuations: &[Continuation<'a>],
        outputs: impl IntoIterator<Item = Symbol>,
    ) -> Set<Symbol> {
        let mut live: Set<Symbol> = outputs.into_iter().collect();
        for continuation in continuations {
            match continuation {
                Continuation::Rest(stmts) => {
                    let effect = self.rest(stmts);
                    live = effect.reads.union(&live.difference(&effect.assigns));
                }
                Continuation::Iteration(stmt) => {
                    let effect = self.loops.entry(*stmt);
                    live = effect
                        .or_insert_with(|| Effect::of(stmt))
                        .reads
                        .union(&live);
                }
            }
        }
        live
    }

    /// The effect of the last statements of a block.
    fn rest(&mut self, stmts: &'a [Stmt]) -> Effect {
        let key = |index: usize| &raw const stmts[index];
        let indices = 0..stmts.len();
        let known = indices.clone().find(|k| self.rests.contains_key(&key(*k)));
        let known = known.unwrap_or(stmts.len());
        let mut effect = match known < stmts.len() {
            true => self.rests[&key(known)].clone(),
            false => Effect::default(),
        };
        for index in (0..known).rev() {
            effect = Effect::of(&stmts[index]).then(&effect);
            self.rests.insert(key(index), effect.clone());
        }
        effect
    }
}

/// The names that `match` statements of a block look at, nested functions left out.
pub fn matched_names(block: &Block) -> BTreeSet<Symbol> {
    let mut found = BTreeSet::new();
    collect_matched(block, &mut found);
    found
}

fn collect_matched(block: &Block, found: &mut BTreeSet<Symbol>) {
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Match(statement) => {
                found.extend(
                    statement
                        .subjects
                        .iter()
                        .filter_map(Expr::as_name)
                        .map(|name| name.name),
                );
                statement
                    .arms
                    .iter()
                    .for_each(|arm| collect_matched(&arm.body, found));
            }
            StmtKind::If(statement) => {
                statement
                    .branches
                    .iter()
                    .for_each(|branch| collect_matched(&branch.body, found));
                statement
                    .otherwise
                    .iter()
                    .for_each(|block| collect_matched(block, found));
            }
            StmtKind::For(statement) => collect_matched(&statement.body, found),
            StmtKind::While(statement) => collect_matched(&statement.body, found),
            StmtKind::Repeat(statement) => collect_matched(&statement.body, found),
            StmtKind::Try(statement) => {
                collect_matched(&statement.body, found);
                let catches = statement.catches.iter();
                catches.for_each(|catch| collect_matched(&catch.body, found));
            }
            _ => {}
        }
    }
}

/// The arrays that are indexed by the elements of a vector and by more: `x[...pos, :]`, `x[...(pos + s), 0..2]`. With each
/// array how many indices stand beside those elements.
pub fn spread_indices(body: Body<'_>, vector: Symbol) -> Vec<(Symbol, usize)> {
    let mut walk = Walk {
        spread: Some(vector),
        ..Walk::default()
    };
    match body {
        Body::Block(block) => {
            walk.block(block, &mut Assigned::default());
        }
        Body::Expr(expr) => walk.expr(expr, &Assigned::default()),
    }
    walk.spread_indices
}

/// What a function or a lambda does.
#[derive(Clone, Copy, Debug)]
pub enum Body<'a> {
    /// Of a function.
    Block(&'a Block),
    /// Of a lambda.
    Expr(&'a Expr),
}

/// The places where each name is assigned as a whole in a block, without nested functions.
pub fn assignments(block: &Block) -> BTreeMap<Symbol, Vec<Span>> {
    let mut walk = Walk::default();
    walk.block(block, &mut Assigned::default());
    walk.assignments
}

/// The first place where each name's array is changed in a block, without nested functions: an element or the whole, in place.
pub fn stores(block: &Block) -> BTreeMap<Symbol, Span> {
    let mut walk = Walk::default();
    walk.block(block, &mut Assigned::default());
    walk.stores
}

#[derive(Default)]
struct Walk {
    found: Vec<Symbol>,
    /// What is in `found`.
    seen: Set<Symbol>,
    assignments: BTreeMap<Symbol, Vec<Span>>,
    stores: BTreeMap<Symbol, Span>,
    inside: u32,
    /// The vector whose elements are looked for among indices.
    spread: Option<Symbol>,
    spread_indices: Vec<(Symbol, usize)>,
}

type Assigned = Set<Symbol>;

impl Walk {
    fn read(&mut self, name: Symbol, assigned: &Assigned) {
        if !assigned.contains_key(&name) && self.seen.add(name) {
            self.found.push(name);
        }
    }

    fn assign(&mut self, name: Ident, assigned: &mut Assigned) {
        if self.inside == 0 {
            self.assignments
                .entry(name.name)
                .or_default()
                .push(name.span);
        }
        assigned.add(name.name);
    }

    /// Walks a block; names assigned in it are added to `assigned`. Returns whether control leaves it early.
    fn block(&mut self, block: &Block, assigned: &mut Assigned) -> bool {
        let mut leaves = false;
        for stmt in &block.stmts {
            leaves |= self.stmt(stmt, assigned);
        }
        leaves
    }

    fn stmt(&mut self, stmt: &Stmt, assigned: &mut Assigned) -> bool {
        match &stmt.kind {
            StmtKind::Import(_)
            | StmtKind::Attribute(_)
            | StmtKind::Pragma(_)
            | StmtKind::Symbolic(_)
            | StmtKind::TypeDef(_)
            | StmtKind::Macro(_)
            | StmtKind::SyncThreads(_)
            | StmtKind::MemFence(_) => false,
            StmtKind::Reduction(reduction) => {
                self.reduction(reduction, assigned);
                false
            }
            StmtKind::Function(function) => {
                self.function(function, assigned);
                assigned.add(function.name.name);
                false
            }
            StmtKind::Expr(expr) => {
                self.expr(expr, assigned);
                false
            }
            StmtKind::Assign(assign) => {
                self.assignment(assign, assigned);
                false
            }
            StmtKind::MultiAssign(multi) => {
                self.expr(&multi.value, assigned);
                for target in &multi.targets {
                    self.target(&target.place, assigned);
                }
                false
            }
            StmtKind::Declare(declare) => {
                if let Some(value) = &declare.value {
                    self.expr(value, assigned);
                }
                self.target(&declare.target, assigned);
                false
            }
            StmtKind::If(statement) => self.if_statement(statement, assigned),
            StmtKind::For(statement) => {
                self.expr(&statement.range, assigned);
                let mut inner = assigned.clone();
                self.assign(statement.variable, &mut inner);
                self.block(&statement.body, &mut inner);
                false
            }
            StmtKind::While(statement) => {
                self.expr(&statement.condition, assigned);
                self.block(&statement.body, &mut assigned.clone());
                false
            }
            StmtKind::Repeat(statement) => {
                // `continue` comes to the condition with what was set before it alone.
                if continues(&statement.body) {
                    self.expr(&statement.condition, assigned);
                }
                let leaves = self.block(&statement.body, assigned);
                self.expr(&statement.condition, assigned);
                leaves
            }
            StmtKind::Match(statement) => {
                self.match_statement(statement, assigned);
                false
            }
            StmtKind::Try(statement) => {
                self.block(&statement.body, &mut assigned.clone());
                for catch in &statement.catches {
                    let mut inner = assigned.clone();
                    inner.extend(catch.name.map(|name| name.name));
                    self.block(&catch.body, &mut inner);
                }
                false
            }
            StmtKind::Break | StmtKind::Continue => true,
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(value, assigned);
                }
                true
            }
        }
    }

    fn if_statement(&mut self, statement: &If, assigned: &mut Assigned) -> bool {
        let mut outcomes: Vec<Assigned> = Vec::new();
        let mut leaves_always = true;
        for branch in &statement.branches {
            self.expr(&branch.condition, assigned);
            let mut inner = assigned.clone();
            let leaves = self.block(&branch.body, &mut inner);
            leaves_always &= leaves;
            if !leaves {
                outcomes.push(inner);
            }
        }
        let mut inner = assigned.clone();
        let leaves = statement
            .otherwise
            .as_ref()
            .is_some_and(|block| self.block(block, &mut inner));
        leaves_always &= leaves;
        if !leaves {
            outcomes.push(inner);
        }
        if let Some(common) = outcomes.into_iter().reduce(|a, b| a.intersection(&b)) {
            *assigned = common;
        }
        leaves_always
    }

    fn match_statement(&mut self, statement: &Match, assigned: &Assigned) {
        for subject in &statement.subjects {
            self.expr(subject, assigned);
        }
        for arm in &statement.arms {
            for pattern in &arm.patterns {
                if let PatternKind::Value(value) = &pattern.kind {
                    self.expr(value, assigned);
                }
            }
            self.block(&arm.body, &mut assigned.clone());
        }
    }

    fn function(&mut self, function: &Function, assigned: &Assigned) {
        self.inside += 1;
        let mut inner = assigned.clone();
        inner.add(function.name.name);
        for param in &function.params {
            if let Some(default) = &param.default {
                self.expr(default, &inner);
            }
            inner.add(param.name.name);
        }
        inner.extend(function.generics.iter().map(|generic| generic.name.name));
        if function.qualifier == Some(Qualifier::Kernel) {
            inner.extend(function.outputs.iter().map(|output| output.name.name));
        }
        self.block(&function.body, &mut inner);
        self.inside -= 1;
    }

    /// A rule within a function: its right side stands where the rule is used.
    fn reduction(&mut self, reduction: &Reduction, assigned: &Assigned) {
        let mut inner = assigned.clone();
        inner.extend(reduction.params.iter().map(|param| param.name.name));
        self.expr(&reduction.replacement, &inner);
        if let Some(condition) = &reduction.condition {
            self.expr(condition, &inner);
        }
    }

    fn lambda(&mut self, lambda: &Lambda, assigned: &Assigned) {
        self.inside += 1;
        let mut inner = assigned.clone();
        inner.extend(lambda.params.iter().map(|param| param.name.name));
        self.expr(&lambda.body, &inner);
        self.inside -= 1;
    }

    fn assignment(&mut self, assign: &Assign, assigned: &mut Assigned) {
        self.expr(&assign.value, assigned);
        if assign.op != AssignOp::Set {
            self.expr(&assign.target, assigned);
            self.store(&assign.target);
        }
        self.target(&assign.target, assigned);
    }

    fn target(&mut self, place: &Expr, assigned: &mut Assigned) {
        match place.as_name() {
            Some(name) => self.assign(name, assigned),
            None => {
                self.expr(place, assigned);
                if let ExprKind::Index(index) = &place.kind {
                    self.store(&index.base);
                }
            }
        }
    }

    /// Notes that the array of a variable is changed.
    fn store(&mut self, array: &Expr) {
        if let (Some(name), 0) = (array.as_name(), self.inside) {
            self.stores.entry(name.name).or_insert(array.span);
        }
    }

    fn note_spread(&mut self, index: &Index) {
        let (Some(vector), Some(array)) = (self.spread, index.base.as_name()) else {
            return;
        };
        let holds = |arg: &Arg| match &arg.value.kind {
            ExprKind::Spread(inner) => reads(inner, vector),
            _ => false,
        };
        if index.args.iter().any(holds) {
            let others = index.args.len() - 1;
            self.spread_indices.push((array.name, others));
        }
    }

    fn args(&mut self, args: &[Arg], assigned: &Assigned) {
        for arg in args {
            self.expr(&arg.value, assigned);
        }
    }

    fn expr(&mut self, expr: &Expr, assigned: &Assigned) {
        match &expr.kind {
            leaf_expr!() | ExprKind::Type(_) => {}
            ExprKind::Name(name) => self.read(*name, assigned),
            ExprKind::Spread(inner) | ExprKind::Unary(_, inner) => self.expr(inner, assigned),
            ExprKind::Range(range) => {
                self.expr(&range.start, assigned);
                if let Some(step) = &range.step {
                    self.expr(step, assigned);
                }
                self.expr(&range.stop, assigned);
            }
            ExprKind::Vector(items) | ExprKind::Cell(items) => {
                for item in items {
                    self.expr(item, assigned);
                }
            }
            ExprKind::Binary(binary) => {
                self.expr(&binary.left, assigned);
                self.expr(&binary.right, assigned);
            }
            ExprKind::Conditional(conditional) => {
                self.expr(&conditional.condition, assigned);
                self.expr(&conditional.then, assigned);
                self.expr(&conditional.otherwise, assigned);
            }
            ExprKind::Call(call) => {
                self.expr(&call.callee, assigned);
                self.args(&call.args, assigned);
            }
            ExprKind::Index(index) => {
                self.expr(&index.base, assigned);
                self.args(&index.args, assigned);
                self.note_spread(index);
            }
            ExprKind::Member(member) => self.expr(&member.base, assigned),
            ExprKind::Lambda(lambda) => self.lambda(lambda, assigned),
            ExprKind::Assign(assign) => self.assignment(assign, &mut assigned.clone()),
            ExprKind::Exchange(exchange) => {
                self.expr(&exchange.target, assigned);
                if let Some(expected) = &exchange.expected {
                    self.expr(expected, assigned);
                }
                self.expr(&exchange.value, assigned);
            }
            ExprKind::Block(block) => {
                self.block(block, &mut assigned.clone());
            }
        }
    }
}
