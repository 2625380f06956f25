//! Rules of statements.
//!
//! *Invariant:* parts that are expressions are checked by the walk; here are only the types that a statement wants.

use super::super::data::{Expr, Sequence, Space, Stmt, StmtKind, Target, VarId};
use super::types::{has_text, number_of};
use super::{Checker, is_nothing};
use crate::types::families::number_type;
use crate::types::{Elem, Type};

/// Whether `break` and `continue` belong to the statement.
pub(super) fn is_loop(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Repeat { .. }
    )
}

impl Checker<'_> {
    pub(super) fn check_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign(_) => {}
            StmtKind::Unpack { targets, value } => self.check_unpack(targets, value),
            StmtKind::UnpackVector {
                targets,
                value,
                elem,
            } => self.check_unpack_vector(targets, value, *elem),
            StmtKind::Expr(_) => {}
            StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => self.check_condition(cond),
            StmtKind::Repeat { until, .. } => self.check_condition(until),
            StmtKind::For { var, sequence, .. } => self.check_for(*var, sequence),
            StmtKind::Break | StmtKind::Continue => {
                let inside = self.loops > 0;
                self.require(inside, || "a jump out of no loop".to_string());
            }
            StmtKind::Return => {}
            StmtKind::Print(values) => {
                for value in values {
                    let text = has_text(&value.ty) || is_nothing(value);
                    self.require_of(value, text, || "this has no text".to_string());
                }
            }
            StmtKind::Assert { cond, message } => {
                self.check_condition(cond);
                if let Some(message) = message {
                    self.check_type(message, &Type::String, "a message");
                }
            }
            StmtKind::SelectDevice(index) => {
                self.check_type(index, &Type::Int, "the number of a device");
                self.check_host("the choice of a device");
            }
            StmtKind::HasValue { flag, .. } => self.check_type(flag, &Type::Int, "a flag"),
            StmtKind::Error(message) => {
                let raised = matches!(message.ty, Type::String | Type::Exception);
                self.require_of(message, raised, || "this is no error".to_string());
            }
            StmtKind::Try { caught, .. } => {
                let found = self.instance.vars.get(*caught);
                let fits = found.is_some_and(|var| var.ty == Type::Exception);
                self.require(fits, || format!("{caught} catches no error"));
                self.check_host("a tried block");
            }
        }
    }

    fn check_condition(&mut self, cond: &Expr) {
        let number = matches!(cond.ty, number_type!());
        self.require_of(cond, number, || "a condition is no number".to_string());
    }

    pub(super) fn check_type(&mut self, expr: &Expr, ty: &Type, what: &str) {
        self.require_of(expr, expr.ty == *ty, || format!("{what} is no {ty}"));
    }

    pub(super) fn check_host(&mut self, what: &str) {
        let host = self.instance.space == Space::Host;
        self.require(host, || format!("{what} within a kernel"));
    }

    fn check_for(&mut self, var: VarId, sequence: &Sequence) {
        let wanted = match sequence {
            Sequence::IntRange { start, step, stop } => {
                self.check_range(&Type::Int, [Some(start), step.as_ref(), Some(stop)])
            }
            Sequence::ScalarRange { start, step, stop } => {
                self.check_range(&Type::Scalar, [Some(start), step.as_ref(), Some(stop)])
            }
            Sequence::Elements(array) => {
                let elem = array.ty.as_array().map(|array| array.elem.value_type());
                self.require_of(array, elem.is_some(), || {
                    "a loop over something without elements".to_string()
                });
                elem
            }
        };
        let (found, Some(wanted)) = (self.instance.vars.get(var), wanted) else {
            return self.require(false, || format!("the loop variable {var} has no values"));
        };
        let fits = found.is_some_and(|found| found.ty == wanted);
        self.require(fits, || format!("the loop variable {var} is no {wanted}"));
    }

    fn check_range(&mut self, ty: &Type, parts: [Option<&Expr>; 3]) -> Option<Type> {
        for part in parts.into_iter().flatten() {
            self.check_type(part, ty, "a part of a range");
        }
        Some(ty.clone())
    }

    fn check_unpack(&mut self, targets: &[Target], value: &Expr) {
        let Type::Tuple(types) = &value.ty else {
            return self.require_of(value, false, || "several targets for one value".to_string());
        };
        self.require_of(value, targets.len() <= types.len(), || {
            "more targets than values".to_string()
        });
        for (target, ty) in targets.iter().zip(types) {
            self.check_stored(target, ty);
        }
    }

    fn check_unpack_vector(&mut self, targets: &[Target], value: &Expr, elem: Elem) {
        let found = value.ty.as_array().map(|array| array.elem);
        let fits = found == Some(elem) && elem.is_number();
        self.require_of(value, fits, || format!("no vector of {elem}"));
        for target in targets {
            let ty = self.target_type(target);
            let number = ty.is_none_or(|ty| number_of(&ty).is_some());
            self.require(number, || "an element for something else".to_string());
        }
    }
}
