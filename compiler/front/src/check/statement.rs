//! Statements and assignments.
//!
//! *Invariant:* after an assignment the environment says what the target holds; before it the value was checked in the
//! environment that the statement found.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use crate::base::persistent::Set;
use crate::base::{Span, Symbol};
use crate::builtins::Builtin;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, LoopAttributes, Stmt, StmtKind, Target};
use crate::resolve::names::Continuation;
use crate::resolve::pragmas::{self, Meaning};
use crate::syntax::ast;
use crate::types::{Size, Type};

use super::definitions::Definitions;
use super::environment::{Binding, Nested, Slot, Variable};
use super::flow::Branch;
use super::kinds::is_union;
use super::trees::int;
use super::{BodyState, Checker, Reports};

/// A condition and the block that runs when it holds.
struct Choice<'a> {
    cond: Expr,
    /// The condition as it is written; none: an arm of `match`.
    written: Option<&'a ast::Expr>,
    then: &'a ast::Block,
    span: Span,
}

/// Names that are read later.
#[derive(Clone, Default)]
pub(super) struct Live {
    names: Set<Symbol>,
    /// The top-level variables that functions read, in the script.
    globals: Set<Symbol>,
}

impl Live {
    /// Whether a name is one of them.
    pub(super) fn contains(&self, name: Symbol) -> bool {
        self.names.contains_key(&name) || self.globals.contains_key(&name)
    }

    /// What is read here or there.
    pub(super) fn add(&mut self, other: &Live) {
        self.names = self.names.union(&other.names);
        self.globals = self.globals.union(&other.globals);
    }
}

impl<'a> Checker<'a> {
    /// Checks a block; statements after one that leaves it are not reached.
    pub(super) fn block(
        &mut self,
        f: &mut BodyState<'a>,
        block: &'a ast::Block,
        out: &mut Vec<Stmt>,
    ) {
        let mut attributes = LoopAttributes::default();
        for (index, stmt) in block.stmts.iter().enumerate() {
            if f.dead {
                break;
            }
            f.continuations
                .push(Continuation::Rest(&block.stmts[index + 1..]));
            let before = f.before_statement();
            let start = out.len();
            match &stmt.kind {
                ast::StmtKind::Attribute(attribute) => {
                    self.attribute(attribute, &mut attributes);
                    self.loop_variables(f, attribute);
                    self.kernel_attribute(f, attribute, out);
                    self.device_attribute(f, attribute, out);
                }
                ast::StmtKind::Pragma(pragma) => self.pragma(*pragma, &mut attributes),
                ast::StmtKind::For(statement) => {
                    let attributes = std::mem::take(&mut attributes);
                    self.for_statement(f, stmt, statement, attributes, out);
                }
                _ => self.statement(f, stmt, out),
            }
            self.note_endless(f, out.get(start..).unwrap_or_default());
            f.follow(before, is_compound(stmt), stmt.span, out);
            f.continuations.pop();
            if f.script {
                self.publish(f);
            }
        }
    }

    /// The names that are read after the statement being checked, before they are assigned.
    pub(super) fn live(&mut self, f: &BodyState<'a>) -> Live {
        let outputs = f.outputs.iter().filter_map(|output| output.name);
        let mut names = self.live_names.after(&f.continuations, outputs);
        for name in f.nested.intersection(&names).keys() {
            if let Some(Binding::Nested(nested)) = f.env.names.get(name) {
                names.extend(self.functions.defs[nested.def].free.iter().copied());
            }
        }
        let globals = f.script.then(|| self.definitions.global_names.clone());
        let globals = globals.unwrap_or_default();
        Live { names, globals }
    }

    /// What functions see of top-level variables from here on.
    pub(super) fn publish(&mut self, f: &mut BodyState<'a>) {
        let changed = match &f.published {
            Some(published) => published.differing(&f.env.names),
            None => self.definitions.global_names.keys().copied().collect(),
        };
        f.published = Some(f.env.names.clone());
        let is_global = |name: &Symbol| self.definitions.global_names.contains_key(name);
        for name in changed.into_iter().filter(is_global) {
            match f.env.names.get(&name) {
                Some(binding) => self.script.names.insert(name, binding.clone()),
                None => {
                    self.script.names.remove(&name);
                }
            }
        }
        self.script.known = f.env.known.clone();
    }

    /// A block of statements of its own: a branch or a loop body.
    pub(super) fn inner_block(
        &mut self,
        f: &mut BodyState<'a>,
        block: &'a ast::Block,
    ) -> Vec<Stmt> {
        let mut out = Vec::new();
        self.block(f, block, &mut out);
        out
    }

    /// Checks a statement.
    pub(super) fn statement(
        &mut self,
        f: &mut BodyState<'a>,
        stmt: &'a ast::Stmt,
        out: &mut Vec<Stmt>,
    ) {
        let span = stmt.span;
        match &stmt.kind {
            ast::StmtKind::Import(_) => {}
            ast::StmtKind::Pragma(_) | ast::StmtKind::Attribute(_) => {}
            ast::StmtKind::TypeDef(definition) => {
                if !self
                    .definitions
                    .type_defs
                    .contains_key(&definition.name.name)
                {
                    self.unsupported(span, "type definitions within other statements");
                }
            }
            ast::StmtKind::Reduction(reduction) => self.reduction_statement(f, reduction, span),
            ast::StmtKind::Symbolic(names) => self.symbolic_statement(f, names),
            // Expanded before.
            ast::StmtKind::Macro(_) => {}
            ast::StmtKind::Try(statement) => self.try_statement(f, statement, span, out),
            ast::StmtKind::SyncThreads(scope) => self.barrier(f, scope.as_ref(), span, out),
            ast::StmtKind::MemFence(scope) => self.fence(f, scope, span, out),
            ast::StmtKind::Function(function) => self.function_statement(f, function, out),
            ast::StmtKind::Expr(expr) => self.expr_statement(f, expr, span, out),
            ast::StmtKind::Assign(assign) => self.assign_statement(f, assign, span, out),
            ast::StmtKind::MultiAssign(multi) => self.multi_assign(f, multi, span, out),
            ast::StmtKind::Declare(declare) => self.declaration(f, declare, span, out),
            ast::StmtKind::If(statement) => self.if_statement(f, statement, span, out),
            ast::StmtKind::For(statement) => {
                self.for_statement(f, stmt, statement, LoopAttributes::default(), out)
            }
            ast::StmtKind::While(statement) => self.while_statement(f, stmt, statement, out),
            ast::StmtKind::Repeat(statement) => self.repeat_statement(f, stmt, statement, out),
            ast::StmtKind::Match(statement) => self.match_statement(f, statement, span, out),
            ast::StmtKind::Break => self.leave_loop(f, true, span, out),
            ast::StmtKind::Continue => self.leave_loop(f, false, span, out),
            ast::StmtKind::Return(value) => self.return_statement(f, value.as_ref(), span, out),
        }
    }

    /// `{!parallel for; …}` before a loop.
    pub(super) fn attribute(
        &mut self,
        attribute: &'a ast::Attribute,
        attributes: &mut LoopAttributes,
    ) {
        match self.text(attribute.name.name) {
            "parallel" => attributes.parallel = true,
            "serial" => attributes.serial = true,
            "unroll" => attributes.devices = self.devices_of_iterations(attribute),
            _ => return,
        }
        for property in &attribute.properties {
            match self.text(property.name.name) {
                "private" => attributes
                    .private
                    .extend(self.definitions.names_in(&property.value)),
                "reduction" => attributes
                    .reductions
                    .extend(self.definitions.reduction_in(&property.value)),
                _ => {}
            }
        }
    }

    pub(super) fn pragma(&mut self, pragma: ast::Pragma, attributes: &mut LoopAttributes) {
        let name = self.text(pragma.name.name);
        match pragmas::meaning(name) {
            // Loops are told where they become kernels.
            Some(Meaning::Part(_)) => {}
            Some(Meaning::ForceParallel) => attributes.parallel = pragma.enabled,
            Some(Meaning::ForceSerial) => attributes.serial = pragma.enabled,
            // Warned of before.
            None => {}
        }
    }

    // ---------------------------------------------------------------------------------------------------- functions

    pub(super) fn function_statement(
        &mut self,
        f: &mut BodyState<'a>,
        function: &'a ast::Function,
        out: &mut Vec<Stmt>,
    ) {
        let def = self.define_function(function);
        let free = self.functions.defs[def].free.clone();
        let mut snapshot = BTreeMap::new();
        for name in free {
            let Some(variable) = f.env.variable(name).cloned() else {
                continue;
            };
            if variable.flag.is_some() || !f.assigned_later(name, function.header) {
                continue;
            }
            let kept = self.snapshot_of(f, function, name, &variable);
            let value = variable.slot.read(variable.ty.clone(), function.header);
            out.push(Stmt::set(kept.target(), value, function.header));
            snapshot.insert(
                name,
                Variable {
                    slot: kept,
                    captured: true,
                    ..variable
                },
            );
        }
        if f.script && self.definitions.functions.contains_key(&function.name.name) {
            self.functions.defs[def].snapshot = snapshot;
            return;
        }
        f.nested.add(function.name.name);
        f.env.names.insert(
            function.name.name,
            Binding::Nested(Nested { def, snapshot }),
        );
    }

    pub(super) fn snapshot_of(
        &mut self,
        f: &mut BodyState<'a>,
        function: &ast::Function,
        name: Symbol,
        variable: &Variable,
    ) -> Slot {
        let text = format!("$at${}${}", self.text(function.name.name), self.text(name));
        match variable.slot {
            Slot::Global(_) => Slot::Global(self.globals.push(crate::hir::GlobalVar {
                name: text,
                ty: variable.ty.clone(),
            })),
            Slot::Var(_) => Slot::Var(f.vars.push(crate::hir::Var {
                name: text,
                ty: variable.ty.clone(),
                span: function.header,
            })),
        }
    }

    // --------------------------------------------------------------------------------------------------- expressions

    pub(super) fn expr_statement(
        &mut self,
        f: &mut BodyState<'a>,
        expr: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let value = self.expr_or_void(f, expr);
        warn_lost_append(&mut self.reports, &value);
        match value.kind {
            ExprKind::Sequence(stmts, last) if value.ty == Type::Void => {
                let leaves = matches!(
                    stmts.last(),
                    Some(Stmt {
                        kind: StmtKind::Error(_),
                        ..
                    })
                );
                out.extend(stmts);
                if !matches!(last.kind, ExprKind::ArrayLiteral(_)) {
                    out.push(Stmt {
                        kind: StmtKind::Expr(*last),
                        span,
                    });
                }
                f.dead |= leaves;
            }
            ExprKind::ArrayLiteral(ref items) if items.is_empty() && value.ty == Type::Void => {}
            ExprKind::Assign(assign) => out.push(Stmt {
                kind: StmtKind::Assign(*assign),
                span,
            }),
            _ => out.push(Stmt {
                kind: StmtKind::Expr(value),
                span,
            }),
        }
    }

    pub(super) fn if_statement(
        &mut self,
        f: &mut BodyState<'a>,
        statement: &'a ast::If,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let live = self.live(f);
        self.if_branches(
            f,
            &statement.branches,
            statement.otherwise.as_ref(),
            &live,
            span,
            out,
        );
    }

    pub(super) fn if_branches(
        &mut self,
        f: &mut BodyState<'a>,
        branches: &'a [ast::Branch],
        otherwise: Option<&'a ast::Block>,
        live: &Live,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some((first, rest)) = branches.split_first() else {
            if let Some(block) = otherwise {
                self.block(f, block, out);
            }
            return;
        };
        let cond = self.condition_expr(f, &first.condition);
        let choice = Choice {
            cond,
            written: Some(&first.condition),
            then: &first.body,
            span: first.condition.span,
        };
        self.choice(f, choice, live, span, out, |checker, f, out| {
            checker.if_branches(f, rest, otherwise, live, span, out);
        });
    }

    pub(super) fn match_statement(
        &mut self,
        f: &mut BodyState<'a>,
        statement: &'a ast::Match,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let mut subjects = Vec::new();
        for subject in &statement.subjects {
            let value = self.expr(f, subject);
            let compared = matches!(value.ty, Type::String | Type::Union(_) | Type::Error);
            if !compared && !value.ty.is_number() {
                self.report(
                    Report::new(
                        Code::BadOperand,
                        subject.span,
                        format!("`match` does not work on a `{}`", value.ty),
                    )
                    .label(format!("`{}`", value.ty)),
                );
                return;
            }
            let known = self.known_size(f, &value);
            let text = f.known_text(&value);
            let var = f.temporary("subject", value.ty.clone(), subject.span);
            let ty = value.ty.clone();
            out.push(Stmt::set(Target::Var(var), value, subject.span));
            if ty == Type::Int && known != Size::Open {
                f.env.known.insert(Slot::Var(var), known);
            }
            if let Some(text) = text {
                f.env.texts.insert(Slot::Var(var), text);
            }
            subjects.push(Slot::Var(var).read(ty, subject.span));
        }
        warn_unreachable_arms(&mut self.reports, &statement.arms);
        let live = self.live(f);
        self.match_arms(f, &subjects, &statement.arms, &live, span, out);
    }

    pub(super) fn match_arms(
        &mut self,
        f: &mut BodyState<'a>,
        subjects: &[Expr],
        arms: &'a [ast::MatchArm],
        live: &Live,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some((arm, rest)) = arms.split_first() else {
            return;
        };
        let Some(cond) = self.arm_condition(f, subjects, arm) else {
            return self.block(f, &arm.body, out);
        };
        let choice = Choice {
            cond,
            written: None,
            then: &arm.body,
            span: arm.span,
        };
        self.choice(f, choice, live, span, out, |checker, f, out| {
            checker.match_arms(f, subjects, rest, live, span, out);
        });
    }

    /// One block or what follows it, by a condition; only one of the two is checked when the condition is known.
    fn choice(
        &mut self,
        f: &mut BodyState<'a>,
        choice: Choice<'a>,
        live: &Live,
        span: Span,
        out: &mut Vec<Stmt>,
        otherwise: impl FnOnce(&mut Self, &mut BodyState<'a>, &mut Vec<Stmt>),
    ) {
        let Choice { cond, then, .. } = choice;
        if let (ExprKind::Int(value), false) = (&cond.kind, cond.ty == Type::Error) {
            return match *value {
                0 => otherwise(self, f, out),
                _ => self.block(f, then, out),
            };
        }
        let before = f.env.clone();
        let around = f.guards.len();
        self.push_guards(f, &cond, choice.written, true);
        let stmts = self.inner_block(f, then);
        f.guards.truncate(around);
        let then = Branch {
            env: std::mem::replace(&mut f.env, before),
            dead: std::mem::replace(&mut f.dead, false),
            stmts,
        };
        let mut stmts = Vec::new();
        self.push_guards(f, &cond, choice.written, false);
        otherwise(self, f, &mut stmts);
        f.guards.truncate(around);
        let other = Branch {
            env: f.env.clone(),
            dead: f.dead,
            stmts,
        };
        let mut both = [then, other];
        self.join_branches(f, &mut both, &|name| live.contains(name), span);
        let [then, other] = both;
        out.push(Stmt {
            kind: StmtKind::If {
                cond,
                then: then.stmts,
                otherwise: other.stmts,
            },
            span: choice.span,
        });
    }

    /// The condition of an arm; none: it always matches.
    pub(super) fn arm_condition(
        &mut self,
        f: &mut BodyState<'a>,
        subjects: &[Expr],
        arm: &'a ast::MatchArm,
    ) -> Option<Expr> {
        if arm.patterns.len() != subjects.len()
            && !matches!(
                arm.patterns.as_slice(),
                [ast::Pattern {
                    kind: ast::PatternKind::Wildcard,
                    ..
                }]
            )
        {
            self.report(
                Report::new(
                    Code::PatternCount,
                    arm.span,
                    format!(
                        "{} patterns for {} values",
                        arm.patterns.len(),
                        subjects.len()
                    ),
                )
                .label("one pattern per value"),
            );
            return Some(int(0, arm.span));
        }
        let mut cond: Option<Expr> = None;
        for (pattern, subject) in arm.patterns.iter().zip(subjects) {
            let ast::PatternKind::Value(value) = &pattern.kind else {
                continue;
            };
            let value = self.pattern(f, value, &subject.ty);
            let test = self.matches_pattern(f, subject, value, pattern.span);
            cond = Some(match cond {
                None => test,
                Some(before) => Expr {
                    ty: Type::Int,
                    span: arm.span,
                    kind: ExprKind::Binary(BinaryOp::And, Box::new(before), Box::new(test)),
                },
            });
        }
        cond
    }

    /// Whether a subject equals a pattern: one int. A subject whose type is known only when running does not match a pattern of another type.
    fn matches_pattern(
        &mut self,
        f: &mut BodyState<'a>,
        subject: &Expr,
        pattern: Expr,
        span: Span,
    ) -> Expr {
        if !is_union(&subject.ty) {
            let equal = ast::BinaryOp::Equal;
            let test = self.operate(f, equal, subject.clone(), pattern, span, span);
            return self.condition(f, test);
        }
        let values = vec![subject.clone(), pattern];
        self.distribute(f, values, span, &mut |checker, f, mut values| {
            let pattern = values.remove(1);
            let subject = values.remove(0);
            let text = |value: &Expr| value.ty == Type::String;
            let comparable = (text(&subject) && text(&pattern))
                || (subject.ty.is_number() && pattern.ty.is_number());
            match comparable {
                true => checker.matches_pattern(f, &subject, pattern, span),
                false => int(0, span),
            }
        })
    }

    /// `return value` in a function that has no output for it.
    fn report_value_without_output(&mut self, f: &BodyState<'a>, span: Span) {
        let header = f.def.map(|def| self.functions.defs[def].span);
        self.report(
            Report::new(
                Code::OutputCount,
                span,
                "this function has no output for a value",
            )
            .label("goes nowhere")
            .maybe_also(header.map(|span| (span, "the function")))
            .help("name an output in the header: `function y = f(x)`"),
        );
    }

    pub(super) fn return_statement(
        &mut self,
        f: &mut BodyState<'a>,
        value: Option<&'a ast::Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let Some(value) = value {
            let value = self.expr(f, value);
            if f.outputs.is_empty() && !f.script {
                self.report_value_without_output(f, value.span);
                return;
            }
            if let Some(name) = f.outputs.first().and_then(|output| output.name) {
                let ident = ast::Ident {
                    name,
                    span: value.span,
                };
                let assign = self.set_variable(f, ident, value, span);
                out.push(Stmt {
                    kind: StmtKind::Assign(assign),
                    span,
                });
            }
        }
        self.finish(f, out, span);
        out.push(Stmt {
            kind: StmtKind::Return,
            span,
        });
        f.dead = true;
    }
}

impl<'a> Definitions<'a> {
    pub(super) fn names_in(&self, value: &ast::Expr) -> Vec<String> {
        match &value.kind {
            ast::ExprKind::Name(name) => vec![self.text(*name).to_string()],
            ast::ExprKind::Cell(items) | ast::ExprKind::Vector(items) => {
                items.iter().flat_map(|item| self.names_in(item)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// `{v, "+="}`
    pub(super) fn reduction_in(&self, value: &ast::Expr) -> Option<(String, BinaryOp)> {
        let ast::ExprKind::Cell(items) = &value.kind else {
            return None;
        };
        let [name, op] = items.as_slice() else {
            return None;
        };
        let name = self.names_in(name).into_iter().next()?;
        let ast::ExprKind::String(op) = &op.kind else {
            return None;
        };
        Some((
            name,
            match &**op {
                "+=" | "-=" => BinaryOp::Add,
                "*=" | ".*=" => BinaryOp::Mul,
                "^^=" => BinaryOp::Max,
                "__=" => BinaryOp::Min,
                "&=" => BinaryOp::BitAnd,
                "|=" => BinaryOp::BitOr,
                "~=" => BinaryOp::BitXor,
                _ => return None,
            },
        ))
    }
}

impl<'a> BodyState<'a> {
    /// Whether a variable is assigned after a definition, so that the definition must keep the value it has now.
    pub(super) fn assigned_later(&self, name: Symbol, definition: Span) -> bool {
        !self.loops.is_empty()
            || self.assignments.get(&name).is_some_and(|spans| {
                spans
                    .iter()
                    .any(|span| span.file == definition.file && span.lo > definition.lo)
            })
    }
}

/// Whether a statement contains blocks that are checked by themselves.
fn is_compound(stmt: &ast::Stmt) -> bool {
    match &stmt.kind {
        ast::StmtKind::If(_)
        | ast::StmtKind::For(_)
        | ast::StmtKind::While(_)
        | ast::StmtKind::Repeat(_)
        | ast::StmtKind::Match(_)
        | ast::StmtKind::Try(_) => true,
        ast::StmtKind::Import(_)
        | ast::StmtKind::Pragma(_)
        | ast::StmtKind::Attribute(_)
        | ast::StmtKind::TypeDef(_)
        | ast::StmtKind::Reduction(_)
        | ast::StmtKind::Symbolic(_)
        | ast::StmtKind::Macro(_)
        | ast::StmtKind::SyncThreads(_)
        | ast::StmtKind::MemFence(_)
        | ast::StmtKind::Function(_)
        | ast::StmtKind::Expr(_)
        | ast::StmtKind::Assign(_)
        | ast::StmtKind::MultiAssign(_)
        | ast::StmtKind::Declare(_)
        | ast::StmtKind::Break
        | ast::StmtKind::Continue
        | ast::StmtKind::Return(_) => false,
    }
}

/// `append(x, v)` as a statement, as methods of other languages change their object.
fn warn_lost_append(reports: &mut Reports, value: &Expr) {
    if matches!(value.kind, ExprKind::Builtin(Builtin::Append, _)) {
        let message = "`append` gives a longer vector, which no variable gets here";
        reports.push(
            Report::new(Code::LostAppend, value.span, message)
                .label("lost")
                .help("write `x = append(x, v)`"),
        );
    }
}

/// Whether an arm takes every value.
fn takes_all(arm: &ast::MatchArm) -> bool {
    let mut patterns = arm.patterns.iter();
    patterns.all(|pattern| matches!(pattern.kind, ast::PatternKind::Wildcard))
}

/// The values that an arm takes, where they are literals.
fn literals(arm: &ast::MatchArm) -> Option<Vec<String>> {
    let literal = |pattern: &ast::Pattern| match &pattern.kind {
        ast::PatternKind::Value(value) => match &value.kind {
            ast::ExprKind::Int(value) => Some(value.to_string()),
            ast::ExprKind::String(text) => Some(format!("\"{text}\"")),
            _ => None,
        },
        ast::PatternKind::Wildcard => Some("_".to_string()),
    };
    arm.patterns.iter().map(literal).collect()
}

/// Arms behind one that takes every value, and arms for a value that an earlier one takes.
fn warn_unreachable_arms(reports: &mut Reports, arms: &[ast::MatchArm]) {
    let mut all = None;
    let mut taken = HashMap::new();
    for (index, arm) in arms.iter().enumerate() {
        let values = literals(arm);
        let same = values.and_then(|values| match taken.entry(values) {
            Entry::Occupied(earlier) => Some(*earlier.get()),
            Entry::Vacant(place) => {
                place.insert(index);
                None
            }
        });
        let earlier = [all, same].into_iter().flatten().min();
        if all.is_none() && takes_all(arm) {
            all = Some(index);
        }
        if let Some(earlier) = earlier.map(|index| &arms[index]) {
            let place = |arm: &ast::MatchArm| {
                let first = arm.patterns.first().map(|pattern| pattern.span);
                first.unwrap_or(arm.span)
            };
            reports.push(
                Report::new(
                    Code::UnreachableArm,
                    place(arm),
                    "this arm is never reached",
                )
                .label("takes nothing")
                .also(place(earlier), "takes these values already")
                .help("remove it, or put it first"),
            );
        }
    }
}
