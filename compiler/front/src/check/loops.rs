//! Loops: what they run over, their attributes' place, leaving them.
//!
//! *Invariant:* a loop in the typed tree was walked until the types of its variables were stable.

use crate::base::{Span, Symbol};
use crate::builtins::profile::KernelAttribute;
use crate::diag::{Code, Report, has_errors};
use crate::hir::{Expr, ExprKind, LoopAttributes, Sequence, Space, Stmt, StmtKind};
use crate::resolve::names::{self, Continuation};
use crate::syntax::ast;
use crate::types::{ArrayType, Type};

use super::dictionary::dictionary_class;
use super::environment::Slot;
use super::flow::ends_iterations;
use super::kinds::{is_union, is_union_of_numbers};
use super::trees::{error, unsupported_expr};
use super::{BodyState, Checker, Reports};

impl<'a> Checker<'a> {
    pub(super) fn for_statement(
        &mut self,
        f: &mut BodyState<'a>,
        stmt: &'a ast::Stmt,
        statement: &'a ast::For,
        mut attributes: LoopAttributes,
        out: &mut Vec<Stmt>,
    ) {
        for first in &statement.body.stmts {
            match &first.kind {
                ast::StmtKind::Attribute(one) if self.text(one.name.name) == "unroll" => {
                    attributes.devices = self.devices_of_iterations(one);
                }
                ast::StmtKind::Attribute(_) | ast::StmtKind::Pragma(_) => {}
                _ => break,
            }
        }
        let reported = self.reports.len();
        let range = self.expr(f, &statement.range);
        let Some((sequence, ty, runs)) = self.sequence_of(f, range) else {
            return self.walk_after_error(f, statement);
        };
        let name = statement.variable;
        let outer = std::mem::replace(&mut f.serial_loops, true);
        f.continuations.push(Continuation::Iteration(stmt));
        let live = self.live(f);
        let keep = |name| live.contains(name);
        let head = &ast_head(statement);
        let (var, body) = self.fixpoint(f, stmt.span, out, &keep, runs, &mut |checker, f| {
            let var = f.vars.push(crate::hir::Var {
                name: checker.text(name.name).to_string(),
                ty: ty.clone(),
                span: name.span,
            });
            let value = Slot::Var(var).read(ty.clone(), name.span);
            let before = f.before_statement();
            let assign = checker.bind_value(f, name, value, None, *head);
            let slot = f.env.variable(name.name).map(|variable| variable.slot);
            if let Some(slot) = slot {
                f.env.known.remove(&slot);
                f.env.bounds.remove(&slot);
            }
            let mut body = vec![Stmt {
                kind: StmtKind::Assign(assign),
                span: *head,
            }];
            f.follow(before, false, *head, &mut body);
            checker.block(f, &statement.body, &mut body);
            (var, body)
        });
        f.continuations.pop();
        f.serial_loops = outer;
        // What is wrong in the loop may be what changes the type.
        if !has_errors(&self.reports[reported.min(self.reports.len())..]) {
            self.warn_polymorphic(f, statement);
        }
        attributes.accumulators = accumulators_within(f, stmt.span);
        out.push(Stmt {
            kind: StmtKind::For {
                var,
                sequence,
                body,
                attributes,
            },
            span: *head,
        });
    }

    /// Variables of arrays that change their type in the loop keep it from becoming a kernel. Said once, for the outermost loop: one with
    /// texts, cells or objects among them is no loop that anybody expects to be one.
    fn warn_polymorphic(&mut self, f: &BodyState<'a>, statement: &'a ast::For) {
        if f.serial_loops || f.space != Space::Host {
            return;
        }
        let changing: Vec<(Symbol, Type, Span)> = names::assignments(&statement.body)
            .into_iter()
            .filter_map(|(name, spans)| {
                let ty = f.env.variable(name)?.ty.clone();
                is_union(&ty).then_some((name, ty, *spans.first()?))
            })
            .collect();
        let Some(((name, ty, span), others)) = changing.split_first() else {
            return;
        };
        if !changing.iter().all(|(_, ty, _)| is_union_of_numbers(ty)) {
            return;
        }
        let message = format!(
            "Parallelization not possible because the variable '{}' is polymorphic: it is one of `{ty}`",
            self.text(*name)
        );
        let mut report = Report::new(Code::PolymorphicLoop, *span, message)
            .label("its type changes in the loop")
            .also(ast_head(statement), "this loop")
            .help("give the variable a start value of the type that it has later");
        for (_, _, span) in others {
            report = report.also(*span, "and the type of this one");
        }
        self.report(report);
    }

    /// The range had an error: the body is checked all the same, with an unknown variable.
    pub(super) fn walk_after_error(&mut self, f: &mut BodyState<'a>, statement: &'a ast::For) {
        let name = statement.variable;
        self.bind_value(f, name, error(name.span), None, name.span);
        let mut ignored = Vec::new();
        self.block(f, &statement.body, &mut ignored);
        f.dead = false;
    }

    /// What a loop runs over, the type of its variable, and whether it certainly runs.
    pub(super) fn sequence_of(
        &mut self,
        f: &mut BodyState<'a>,
        range: Expr,
    ) -> Option<(Sequence, Type, bool)> {
        let span = range.span;
        let range = self.iterable(f, range);
        let array = match &range.ty {
            Type::Array(array) => array.clone(),
            Type::Int | Type::Long | Type::Scalar => {
                let ty = range.ty.clone();
                let literal = self.vector_of(vec![range], span);
                return Some((Sequence::Elements(literal), ty, true));
            }
            Type::Error => return None,
            other => {
                let message = format!("`for` runs over a range or a vector, not a `{other}`");
                let help = match other {
                    Type::String => Some(
                        "its characters are `substr(s, i, 1)` for `i = 0..strlen(s)-1`, its words `for word = strsplit(s)`",
                    ),
                    _ => dictionary_class(other)
                        .map(|_| "all keys are `for k = keys(d)`, all values `for v = values(d)`"),
                };
                let report = Report::new(Code::BadRange, span, message);
                self.report(
                    report
                        .label("not a range")
                        .maybe_help(help.map(String::from)),
                );
                return None;
            }
        };
        let runs = array.known_numel().is_some_and(|count| count > 0);
        let ty = match self.element_type(array.elem) {
            Some(ty) => ty,
            None => self.empty_element(span).ty,
        };
        match range.kind {
            ExprKind::Range { start, step, stop } => {
                let (start, step, stop) = (*start, step.map(|step| *step), *stop);
                if ty == Type::Int {
                    Some((Sequence::IntRange { start, step, stop }, ty, runs))
                } else {
                    Some((Sequence::ScalarRange { start, step, stop }, ty, runs))
                }
            }
            _ => {
                warn_matrix_elements(&mut self.reports, &array, span);
                Some((Sequence::Elements(range), ty, runs))
            }
        }
    }

    /// Of a value whose type is known only when running: the arrays among its members.
    fn iterable(&mut self, f: &mut BodyState<'a>, range: Expr) -> Expr {
        if !is_union(&range.ty) {
            return range;
        }
        let span = range.span;
        let array = self.distribute(f, vec![range], span, &mut |checker, _, mut values| {
            let value = values.remove(0);
            if value.ty.as_array().is_some() {
                return value;
            }
            let message = format!("`for` runs over a range or a vector, not a `{}`", value.ty);
            checker.report(Report::new(Code::BadRange, span, message).label("not a range"));
            error(span)
        });
        if is_union(&array.ty) {
            return unsupported_expr(
                &mut self.reports,
                span,
                "loops over one of several kinds of arrays",
            );
        }
        array
    }

    pub(super) fn while_statement(
        &mut self,
        f: &mut BodyState<'a>,
        stmt: &'a ast::Stmt,
        statement: &'a ast::While,
        out: &mut Vec<Stmt>,
    ) {
        let span = stmt.span;
        f.continuations.push(Continuation::Iteration(stmt));
        let live = self.live(f);
        let keep = |name| live.contains(name);
        let (cond, body) = self.fixpoint(f, span, out, &keep, false, &mut |checker, f| {
            let cond = checker.condition_expr(f, &statement.condition);
            let body = checker.inner_block(f, &statement.body);
            (cond, body)
        });
        f.continuations.pop();
        out.push(Stmt {
            kind: StmtKind::While { cond, body },
            span: statement.condition.span,
        });
    }

    pub(super) fn repeat_statement(
        &mut self,
        f: &mut BodyState<'a>,
        stmt: &'a ast::Stmt,
        statement: &'a ast::Repeat,
        out: &mut Vec<Stmt>,
    ) {
        let span = stmt.span;
        f.continuations.push(Continuation::Iteration(stmt));
        let live = self.live(f);
        let keep = |name| live.contains(name);
        let (until, mut body) = self.fixpoint(f, span, out, &keep, true, &mut |checker, f| {
            let place = statement.condition.span;
            let var = f.temporary("until", Type::Int, place);
            ends_iterations(f, &statement.condition, var);
            let mut body = checker.inner_block(f, &statement.body);
            let dead = std::mem::replace(&mut f.dead, false);
            let end = checker.iteration_ends(f);
            if !dead {
                body.extend(end);
            }
            f.dead = dead;
            (Slot::Var(var).read(Type::Int, place), body)
        });
        body.dedup();
        f.continuations.pop();
        out.push(Stmt {
            kind: StmtKind::Repeat { body, until },
            span,
        });
    }

    pub(super) fn leave_loop(
        &mut self,
        f: &mut BodyState<'a>,
        is_break: bool,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if f.loops.is_empty() {
            let word = if is_break { "break" } else { "continue" };
            self.report(
                Report::new(
                    Code::OutsideLoop,
                    span,
                    format!("`{word}` outside of a loop"),
                )
                .label("no loop to leave"),
            );
            f.dead = true;
            return;
        }
        if !is_break {
            out.extend(self.iteration_ends(f));
        }
        out.extend(f.loop_edge(is_break, span));
        let kind = if is_break {
            StmtKind::Break
        } else {
            StmtKind::Continue
        };
        out.push(Stmt { kind, span });
    }
}

/// The header of a loop: what a report about it points at.
fn ast_head(statement: &ast::For) -> Span {
    statement.variable.span.to(statement.range.span)
}

/// What the text of a loop of host code says about its accumulators.
fn accumulators_within(f: &BodyState<'_>, text: Span) -> Vec<KernelAttribute> {
    let is_within = |one: &&KernelAttribute| {
        one.name == "kernel_accumulator"
            && one.span.file == text.file
            && (text.lo..text.hi).contains(&one.span.lo)
    };
    let attributes = f.profile.attributes.iter().filter(is_within);
    match f.space {
        Space::Host => attributes.cloned().collect(),
        Space::Kernel | Space::Device => Vec::new(),
    }
}

/// MATLAB runs over the columns of a matrix, Quasar over the elements: where both certainly differ, this is told.
fn warn_matrix_elements(reports: &mut Reports, array: &ArrayType, span: Span) {
    let sizes = array.known_sizes().unwrap_or_default();
    let matrix = sizes.len() >= 2 && sizes[..2].iter().all(|&size| size > 1);
    if !matrix || !array.elem.is_number() {
        return;
    }
    reports.push(
        Report::new(
            Code::MatrixElements,
            span,
            "the loop runs over the elements of a matrix, not over its columns",
        )
        .label(format!("`{array}`"))
        .help("columns are visited by `for j = 0..size(A,1)-1` with `A[:,j]`; where the elements are meant, `reshape(A, [numel(A)])` says so"),
    );
}
