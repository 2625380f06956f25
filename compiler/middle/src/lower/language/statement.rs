//! Statements.
//!
//! Layer: `language`.
//!
//! *Invariant:* a statement that is not supported yet adds a report and lowering goes on behind it, so that one run
//! reports all of them.

use crate::base::Span;
use crate::hir::{Expr, Stmt, StmtKind, VarId};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::{EXCEPTION, Lowered};
use crate::lower::frame::function::{FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::whole::{assigned_in, plain_assignment};
use crate::mir::{Block, Op, RtFn};

/// So many statements of a sequence are looked at for what their variables may stand for.
const FIRST_STATEMENTS: usize = 16;

impl FunctionLowering<'_, '_> {
    /// A sequence of statements.
    pub(in crate::lower) fn statements(&mut self, stmts: &[Stmt]) {
        let looks = self.wants_registers();
        let before = looks.then(|| (self.frame().whole.clone(), self.kept_slices()));
        for (position, stmt) in stmts.iter().enumerate() {
            self.at(stmt.span);
            let behind = match looks && position < FIRST_STATEMENTS {
                true => &stmts[position + 1..],
                false => &[],
            };
            if let Err(report) = self.stmt_before(stmt, behind) {
                self.program.reports.push(*report);
            }
        }
        if let Some((whole, slices)) = before {
            let frame = self.frame_mut();
            frame.whole = whole;
            let kept = |var: &VarId, slot: &mut Slot| {
                !matches!(slot, Slot::Slice(..)) || slices.contains(var)
            };
            frame.slots.retain(kept);
        }
    }

    /// The variables that stand for slices.
    fn kept_slices(&self) -> Vec<VarId> {
        let slots = self.frame().slots.iter();
        let slices = slots.filter(|(_, slot)| matches!(slot, Slot::Slice(..)));
        slices.map(|(var, _)| *var).collect()
    }

    /// A statement of which it is known which others follow, if there are any: what a variable stands for may serve them.
    fn stmt_before(&mut self, stmt: &Stmt, behind: &[Stmt]) -> Lowered<()> {
        if behind.is_empty() {
            return self.stmt(stmt);
        }
        if self.keep_slice(stmt, behind)? {
            return Ok(());
        }
        self.stmt(stmt)?;
        self.note_whole(stmt, behind)
    }

    /// Notes that a variable holds a sum of whole numbers until the statements end: `i = j`, `c = 2*m - r`.
    fn note_whole(&mut self, stmt: &Stmt, behind: &[Stmt]) -> Lowered<()> {
        if let Some((var, value)) = plain_assignment(stmt)
            && self.is_found_whole(value)
            && !assigned_in(behind).contains(&var)
        {
            let reach = self.reach(value).expect("a sum of whole numbers");
            let whole = self.whole_number(value)?;
            self.frame_mut().whole.insert(var, (whole, reach));
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt) -> Lowered<()> {
        match &stmt.kind {
            StmtKind::Assign(assign) => match self.assign_row(assign)? {
                true => Ok(()),
                false => self.assign(assign).map(|_| ()),
            },
            StmtKind::Unpack { targets, value } => self.unpack(targets, value),
            StmtKind::UnpackVector { targets, value, .. } => self.unpack_vector(targets, value),
            StmtKind::Expr(expr) => self.eval(expr).map(|_| ()),
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => match is_long_choice(otherwise) {
                true => self.long_choice(stmt),
                false => self.choice(cond, then, otherwise, stmt.span),
            },
            StmtKind::For {
                var,
                sequence,
                body,
                attributes,
            } => self.for_loop(*var, sequence, body, attributes),
            StmtKind::While { cond, body } => self.while_loop(cond, body),
            StmtKind::Repeat { body, until } => self.repeat_loop(body, until),
            StmtKind::Break => {
                let label = self.innermost_loop().break_to;
                self.break_(label);
                Ok(())
            }
            StmtKind::Continue => {
                let op = self.innermost_loop().continue_with.clone();
                self.push(op, Vec::new());
                Ok(())
            }
            StmtKind::Return => self.leave_function(),
            StmtKind::Print(values) => self.print(values),
            StmtKind::Assert { cond, message } => self.assert(cond, message.as_ref()),
            StmtKind::SelectDevice(index) => {
                let index = self.eval_value(index)?;
                self.runtime0(RtFn::device_select, &[index], &[]);
                Ok(())
            }
            StmtKind::HasValue { flag, what } => self.require_value(flag, what),
            StmtKind::Error(message) => self.error(message),
            StmtKind::Try {
                body,
                caught,
                handler,
            } => self.attempt(body, *caught, handler),
        }
    }

    fn choice(
        &mut self,
        cond: &Expr,
        then: &[Stmt],
        otherwise: &[Stmt],
        span: Span,
    ) -> Lowered<()> {
        let cond = self.condition(cond)?;
        let (then, ()) = self.block(|s| s.stmts(then));
        let (otherwise, ()) = self.block(|s| s.stmts(otherwise));
        self.at(span);
        self.push_if(cond, then, otherwise);
        Ok(())
    }

    /// Many choices, each in the other branch of the one before: one after the other instead, in a scope that each branch leaves. Passes
    /// look at what is within a branch at each level.
    fn long_choice(&mut self, first: &Stmt) -> Lowered<()> {
        let label = self.label();
        let (body, lowered) = self.block(|s| {
            let mut next = Some(first);
            while let Some(stmt) = next.take() {
                let StmtKind::If {
                    cond,
                    then,
                    otherwise,
                } = &stmt.kind
                else {
                    panic!("a choice is an `if`");
                };
                s.at(stmt.span);
                let cond = s.condition(cond)?;
                let (then, ()) = s.block(|s| {
                    s.stmts(then);
                    if !s.is_terminated() {
                        s.break_(label);
                    }
                });
                s.at(stmt.span);
                s.push_if(cond, then, Block::default());
                next = last_choice(otherwise);
                let rest = otherwise.len() - usize::from(next.is_some());
                s.stmts(&otherwise[..rest]);
            }
            Ok(())
        });
        self.at(first.span);
        self.push(Op::Scope { label, body }, Vec::new());
        lowered
    }

    /// `try`.
    fn attempt(&mut self, body: &[Stmt], caught: VarId, handler: &[Stmt]) -> Lowered<()> {
        let place = self.loc();
        let (body, ()) = self.block(|s| s.stmts(body));
        self.set_loc(place);
        let (handler, caught) = self.block(|s| {
            let error = s.runtime1(RtFn::error_caught, &[], &[], EXCEPTION);
            let span = s.var(caught).span;
            s.set_variable(caught, Operand::Handle(error), span)?;
            s.stmts(handler);
            Ok(())
        });
        self.set_loc(place);
        self.push(Op::Try { body, handler }, Vec::new());
        caught
    }
}

/// From how many choices in each other on they are lowered one after the other.
const LONG_CHOICE: usize = 64;

/// The choice that statements end with.
fn last_choice(otherwise: &[Stmt]) -> Option<&Stmt> {
    let is_choice = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::If { .. });
    otherwise.last().filter(is_choice)
}

/// Whether the other branch of a choice ends with a choice, that one's too, and so on.
fn is_long_choice(otherwise: &[Stmt]) -> bool {
    let first = last_choice(otherwise);
    let choices = std::iter::successors(first, |stmt| following_choice(stmt));
    choices.take(LONG_CHOICE).count() == LONG_CHOICE
}

/// The choice that ends the other branch of a choice.
fn following_choice(choice: &Stmt) -> Option<&Stmt> {
    match &choice.kind {
        StmtKind::If { otherwise, .. } => last_choice(otherwise),
        _ => None,
    }
}
