//! Statements.
//!
//! *Invariant:* a statement that is not supported yet adds a report and lowering goes on behind it, so that one run
//! reports all of them.

use super::Lowered;
use super::function::{Exit, FunctionLowering};
use super::operand::Operand;
use super::program::EXCEPTION;
use crate::base::Span;
use crate::hir::{ExceptionField, Expr, Stmt, StmtKind, VarId};
use crate::mir::{Access, AccessMode, Block, Op, RtFn, Ty, Value};

impl FunctionLowering<'_, '_> {
    /// A sequence of statements.
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.at(stmt.span);
            if let Err(report) = self.stmt(stmt) {
                self.program.reports.push(*report);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Lowered<()> {
        match &stmt.kind {
            StmtKind::Assign(assign) => self.assign(assign).map(|_| ()),
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

    /// A field of a `qexception`; of a variable that never got one the strings are empty and the line is 0.
    pub(super) fn exception_field(
        &mut self,
        field: ExceptionField,
        exception: &Expr,
    ) -> Lowered<Operand> {
        let array = self.eval_handle(exception)?;
        let index = match field {
            ExceptionField::Message => 0,
            ExceptionField::File => 1,
            ExceptionField::Line => 2,
        };
        let access = Access {
            array,
            index: vec![self.int(index)],
            mode: AccessMode::Safe,
            name: None,
        };
        let text = self.load_handle(access, Ty::Str);
        if field != ExceptionField::Line {
            return Ok(Operand::Handle(text));
        }
        let number = self.runtime1(RtFn::string_to_number, &[text], &[], Ty::F64);
        let line = self.convert(number, Ty::I32);
        Ok(Operand::Number(line.into()))
    }

    /// `return`.
    pub(super) fn leave_function(&mut self) -> Lowered<()> {
        match self.frame().exit {
            Exit::Break(label) => self.break_(label),
            Exit::Return => {
                let results = self.output_values()?;
                self.return_(&results);
            }
        }
        Ok(())
    }

    /// The values of the outputs; a kernel has none, its outputs are accumulators.
    fn output_values(&mut self) -> Lowered<Vec<Value>> {
        if self.kernel.is_some() || self.hosted {
            return Ok(Vec::new());
        }
        let instance = self.frame().instance;
        let mut values = Vec::new();
        for &output in &instance.outputs {
            let operand = self.read_variable(output);
            values.extend(self.flatten(operand, instance.span)?);
        }
        Ok(values)
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
