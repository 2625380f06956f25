//! `try` blocks: what holds when an error leads to the handler, and the fields of exceptions.
//!
//! An error may come between any two operations of the tried block. So each variable that the block assigns lives, for the whole
//! block, in one slot that holds the values of all these assignments: the block is walked again until the slots are wide enough, as
//! a loop is. Where an assignment does not fit its slot all the same, its value is moved there after the statement.
//!
//! *Invariant:* at every point of the tried block that can fail, the slots that the handler reads have the variables' values.

use crate::base::{Span, Symbol};
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::{ExceptionField, Expr, ExprKind, Space, Stmt, StmtKind, VarId};
use crate::resolve::names::Continuation;
use crate::syntax::ast;
use crate::types::{Type, join};

use super::environment::{Binding, Environment, Slot};
use super::flow::{Branch, grown_names, moves};
use super::growth::Growth;
use super::statement::Live;
use super::trees::{convert_to, error};
use super::{BodyState, Checker};

/// A `try` block being checked.
pub(super) struct Attempt {
    /// What the handler may rely on.
    head: Environment,
    /// What held after each statement of the block.
    points: Vec<Environment>,
}

impl<'a> Checker<'a> {
    /// `try … catch … end`.
    pub(super) fn try_statement(
        &mut self,
        f: &mut BodyState<'a>,
        statement: &'a ast::Try,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if f.space != Space::Host {
            return self.unsupported(span, "`try` blocks in kernel and device functions");
        }
        let live = self.live(f);
        let (head, body) = self.tried_block(f, statement, &live, span, out);
        let body = Branch {
            env: std::mem::replace(&mut f.env, head),
            dead: std::mem::replace(&mut f.dead, false),
            stmts: body,
        };
        let caught = f.temporary("caught", Type::Exception, span);
        let mut handler = Vec::new();
        self.catch_blocks(f, &statement.catches, caught, &mut handler);
        let handler = Branch {
            env: f.env.clone(),
            dead: f.dead,
            stmts: handler,
        };
        let mut both = [body, handler];
        self.join_branches(f, &mut both, &|name| live.contains(name), span);
        let [body, handler] = both;
        let kind = StmtKind::Try {
            body: body.stmts,
            caught,
            handler: handler.stmts,
        };
        out.push(Stmt { kind, span });
    }

    /// Checks the tried block until its slots are stable; gives what the handlers may rely on, and the statements.
    fn tried_block(
        &mut self,
        f: &mut BodyState<'a>,
        statement: &'a ast::Try,
        live: &Live,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> (Environment, Vec<Stmt>) {
        let mut kept = live.clone();
        for catch in &statement.catches {
            f.continuations.push(Continuation::Rest(&catch.body.stmts));
            kept.add(&self.live(f));
            f.continuations.pop();
        }
        let start = f.env.clone();
        let mut head = f.env.clone();
        let mut growth = Growth::default();
        loop {
            let reports = self.reports.len();
            f.env = at_start(&head, &start);
            f.dead = false;
            f.attempts.push(Attempt {
                head: head.clone(),
                points: Vec::new(),
            });
            let body = self.inner_block(f, &statement.body);
            let points = f.attempts.pop().expect("the attempt pushed above").points;
            let next = self.widen(f, &head, &points, &|name| kept.contains(name));
            let endless = growth.note(grown_names(&head, &next));
            if let Some(name) = endless {
                self.report_growing(name, &points, span);
            }
            if next == head || endless.is_some() {
                return (head, body);
            }
            self.reports.truncate(reports);
            f.env = at_start(&head, &start);
            let moves = f.move_into(&next, span);
            out.extend(moves);
            head = next;
        }
    }

    /// The handlers: all errors are of one class, so the first block takes them all.
    fn catch_blocks(
        &mut self,
        f: &mut BodyState<'a>,
        catches: &'a [ast::Catch],
        caught: VarId,
        out: &mut Vec<Stmt>,
    ) {
        let Some((first, rest)) = catches.split_first() else {
            return;
        };
        for catch in catches {
            self.catch_type(f, catch);
        }
        for catch in rest {
            self.report(
                Report::new(
                    Code::UnreachableCatch,
                    catch.span,
                    "this `catch` is never reached",
                )
                .label("nothing is left to catch")
                .also(first.span, "this one takes every error"),
            );
        }
        if let Some(name) = first.name {
            let before = f.before_statement();
            let value = Slot::Var(caught).read(Type::Exception, name.span);
            let assign = self.bind_value(f, name, value, None, first.span);
            let kind = StmtKind::Assign(assign);
            let span = first.span;
            out.push(Stmt { kind, span });
            f.follow(before, false, span, out);
        }
        self.block(f, &first.body, out);
    }

    /// The type that a `catch` names can only be that of all errors.
    fn catch_type(&mut self, f: &mut BodyState<'a>, catch: &'a ast::Catch) {
        let Some(annotation) = &catch.ty else { return };
        let ty = self.annotation(f, annotation, Some(&Type::Exception));
        if !matches!(ty, Type::Exception | Type::Error) {
            let message = format!("errors are of type `qexception`, not `{ty}`");
            self.report(
                Report::new(Code::TypeMismatch, annotation.span, message)
                    .label(format!("`{ty}`"))
                    .help("write `catch ex : qexception`, or leave the type out"),
            );
        }
    }

    /// `exception.name`.
    pub(super) fn exception_member(&mut self, base: Expr, member: ast::Ident, span: Span) -> Expr {
        let name = self.text(member.name);
        if let Some(field) = ExceptionField::ALL
            .into_iter()
            .find(|field| field.name() == name)
        {
            return exception_field(field, base);
        }
        let names = ExceptionField::ALL.map(ExceptionField::name);
        let message = format!("a `qexception` has no field `{name}`");
        let help = did_you_mean(name, names);
        self.report(
            Report::new(Code::UnknownName, member.span, message)
                .label("it has `message`, `file` and `line`")
                .maybe_help(help),
        );
        error(span)
    }
}

impl<'a> BodyState<'a> {
    /// What holds before a statement of a tried block.
    pub(super) fn before_statement(&self) -> Option<Environment> {
        (!self.attempts.is_empty()).then(|| self.env.clone())
    }

    /// After a statement of a tried block: notes what it changed, and moves values to where the handlers look for them.
    pub(super) fn follow(
        &mut self,
        before: Option<Environment>,
        is_compound: bool,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(before) = before.filter(|before| *before != self.env) else {
            return self.move_to_handlers(None, is_compound, span, out);
        };
        let env = self.env.clone();
        for attempt in &mut self.attempts {
            attempt.points.push(env.clone());
        }
        self.move_to_handlers(Some(&before), is_compound, span, out);
    }

    /// The moves after a statement. Inside a compound statement they have been made, and what follows a jump is not reached.
    fn move_to_handlers(
        &mut self,
        before: Option<&Environment>,
        is_compound: bool,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if is_compound || self.dead {
            return;
        }
        let mut wanted_moves = Vec::new();
        for attempt in &self.attempts {
            for (name, wanted) in &attempt.head.names {
                let (Some(found), Binding::Variable(target)) = (self.env.variable(*name), wanted)
                else {
                    continue;
                };
                let is_new = before.is_some_and(|before| before.variable(*name) != Some(found));
                let sets_flag = is_new && target.flag.is_some() && target.flag != found.flag;
                if found.slot != target.slot && !target.captured || sets_flag {
                    wanted_moves.push((Binding::Variable(found.clone()), target.clone()));
                }
            }
        }
        for (found, target) in wanted_moves {
            let fits = matches!(&found, Binding::Variable(found) if join(&found.ty, &target.ty).as_ref() == Some(&target.ty));
            if fits {
                out.extend(moves(Some(&found), &target, span));
            }
        }
    }
}

/// What holds where the block starts: variables whose values later do not join still have the first of them.
fn at_start(head: &Environment, start: &Environment) -> Environment {
    let mut env = head.clone();
    for name in head.names.differing(&start.names) {
        if let (Some(Binding::Conflict { .. }), Some(first)) =
            (head.names.get(&name), start.names.get(&name))
        {
            env.names.insert(name, first.clone());
        }
    }
    env
}

/// A field of an exception.
pub(super) fn exception_field(field: ExceptionField, exception: Expr) -> Expr {
    Expr {
        ty: field.ty(),
        span: exception.span,
        kind: ExprKind::ExceptionField(field, Box::new(exception)),
    }
}

/// A value that is assigned to a variable in a tried block, as the slot that the handlers read holds it.
pub(super) fn seen_by_handlers(f: &BodyState<'_>, name: Symbol, value: Expr) -> Expr {
    let targets = f.attempts.iter();
    let mut targets = targets.filter_map(|attempt| attempt.head.variable(name));
    match targets.next() {
        Some(target)
            if !target.captured && join(&target.ty, &value.ty).as_ref() == Some(&target.ty) =>
        {
            let ty = target.ty.clone();
            convert_to(value, &ty)
        }
        Some(_) | None => value,
    }
}

/// Values as `print` and formats take them: exceptions and objects by their text.
pub(super) fn exceptions_as_text(values: Vec<Expr>) -> Vec<Expr> {
    let text = |value: Expr| match value.ty {
        Type::Exception => exception_field(ExceptionField::Message, value),
        Type::Pointer(_) => convert_to(value, &Type::String),
        _ => value,
    };
    values.into_iter().map(text).collect()
}
