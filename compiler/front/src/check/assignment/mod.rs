//! Assignments: variables, elements, several targets, declarations.
//!
//! | file | what it does |
//! |---|---|
//! | `variable` | `x = value`: binds names |
//! | `update` | `x op= value` of whole variables |
//! | `store` | `x[i] = value` and `x.name = value`: places and what fits there |
//! | `element` | `x[i] op= value` and `x[i] <- value` |
//! | `several` | `[a, b] = value` |
//! | `declaration` | `x : T = value` |
//!
//! *Invariant:* after an assignment the environment says what the target holds; before it the value was checked in the
//! environment that the statement found.

mod declaration;
mod element;
mod several;
mod store;
mod update;
mod variable;

use crate::base::{Span, Symbol};
use crate::hir::{Assign, Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::{BodyState, Checker};
use crate::check::trees::error;

pub(super) use declaration::is_constant;
pub(super) use update::update_in_place;
pub(super) use variable::report_constant;

impl<'a> Checker<'a> {
    /// `target op value` as a statement.
    pub(super) fn assign_statement(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(assign) = self.reduced_assignment(f, assign, span, out) else {
            return;
        };
        if let Some(assign) = self.assignment(f, assign, span) {
            out.push(Stmt {
                kind: StmtKind::Assign(assign),
                span,
            });
        }
    }

    /// `target op value` as an expression: its value is the new value of the target.
    pub(super) fn assign_expr(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Expr {
        match self.assignment(f, assign, span) {
            Some(assign) => {
                let ty = match &assign.target {
                    Target::Element(element) => element
                        .array
                        .ty
                        .elem()
                        .map_or(Type::Error, Elem::value_type),
                    // An array that is changed in place keeps its type, whatever changes it.
                    Target::Var(var) => f.vars[*var].ty.clone(),
                    Target::Global(global) => self.globals[*global].ty.clone(),
                    Target::Field(..) | Target::Deref(_) | Target::Entry(..) | Target::Ignore => {
                        assign.value.ty.clone()
                    }
                };
                let ty = match (&assign.target, &assign.value.ty) {
                    (Target::Element(_), Type::Array(_)) => Type::Void,
                    _ => ty,
                };
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Assign(Box::new(assign)),
                }
            }
            None => error(span),
        }
    }

    pub(super) fn assignment(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Option<Assign> {
        match assign.target.as_name() {
            Some(name) if assign.op == ast::AssignOp::Set => {
                self.warn_outer_update(f, name, &assign.value);
                let value = self.assigned_value(f, name.name, &assign.value);
                Some(self.set_variable(f, name, value, span))
            }
            Some(name) => self.update_variable(f, name, assign, span),
            None => self.store(f, assign, span),
        }
    }

    /// The value of an assignment; a lambda may call itself by the name of the variable.
    pub(super) fn assigned_value(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        value: &'a ast::Expr,
    ) -> Expr {
        if let ast::ExprKind::Lambda(lambda) = &value.kind {
            let def = self.functions.define_lambda(lambda, value.span, None);
            if !f.env.names.contains_key(&name) {
                self.functions.defs[def].own_name = Some(name);
            }
        }
        self.expr(f, value)
    }
}
