//! What the threads of a kernel do together: barriers, fences, shared arrays.
//!
//! *Invariant:* a barrier names its group by a number that lowering knows; a shared array has one int per dimension.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::builtins::groups::{
    BARRIER_DEFAULT, BARRIER_GROUPS, FENCE_GROUPS, barrier_number, choice,
};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space, Stmt, StmtKind};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Type};

use super::trees::{error, int};
use super::{BodyState, Checker, Reports};

impl<'a> Checker<'a> {
    /// `syncthreads` and `syncthreads(group)`.
    pub(super) fn barrier(
        &mut self,
        f: &BodyState<'a>,
        scope: Option<&ast::Ident>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let name = scope.map_or(BARRIER_DEFAULT, |scope| self.text(scope.name));
        let Some(number) = barrier_number(name) else {
            let place = scope.map_or(span, |scope| scope.span);
            let message = format!("`{name}` is no group of threads");
            let names = BARRIER_GROUPS.map(|(name, _)| name);
            return unknown_group(&mut self.reports, message, place, &names);
        };
        if f.space == Space::Host && name == "host" {
            // Nothing to do: every statement of host code sees what the ones before it launched.
            return;
        }
        if kernel_only(&mut self.reports, f, "syncthreads", span) {
            let args = vec![int(number as i32, span)];
            out.push(statement(Builtin::SyncThreads, args, span));
        }
    }

    /// `memfence(group)`.
    pub(super) fn fence(
        &mut self,
        f: &BodyState<'a>,
        scope: &ast::Ident,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let name = self.text(scope.name);
        if !FENCE_GROUPS.contains(&name) {
            let message = format!("`{name}` is nobody that sees a fence");
            return unknown_group(&mut self.reports, message, scope.span, &FENCE_GROUPS);
        }
        if kernel_only(&mut self.reports, f, "memfence", span) {
            out.push(statement(Builtin::MemFence, Vec::new(), span));
        }
    }

    /// `shared(dims…)` and `shared_zeros(dims…)`.
    pub(super) fn shared_array(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if !kernel_only(&mut self.reports, f, "shared", span) {
            return error(span);
        }
        let mut dims = Vec::new();
        for value in values {
            match self.launch_dims(f, value) {
                Some(more) => dims.extend(more),
                None => return error(span),
            }
        }
        Expr {
            ty: Type::Array(ArrayType::open(Elem::Scalar, dims.len())),
            span,
            kind: ExprKind::Builtin(builtin, dims),
        }
    }
}

/// A shared array as one with the elements of the variable that it is made for.
pub(super) fn as_declared(mut value: Expr, to: &Type) -> Expr {
    if let (ExprKind::Builtin(Builtin::Shared | Builtin::SharedZeros, _), Type::Array(to)) =
        (&value.kind, to)
        && let Type::Array(own) = &mut value.ty
        && own.rank() == to.rank()
    {
        own.elem = to.elem;
    }
    value
}

fn statement(builtin: Builtin, args: Vec<Expr>, span: Span) -> Stmt {
    let call = Expr {
        ty: Type::Void,
        span,
        kind: ExprKind::Builtin(builtin, args),
    };
    Stmt {
        kind: StmtKind::Expr(call),
        span,
    }
}

fn unknown_group(reports: &mut Reports, message: String, span: Span, groups: &[&str]) {
    reports.push(
        Report::new(Code::ThreadGroup, span, message)
            .label("unknown group")
            .help(format!("write {}", choice(groups))),
    );
}

fn kernel_only(reports: &mut Reports, f: &BodyState<'_>, what: &str, span: Span) -> bool {
    if f.space != Space::Host {
        return true;
    }
    let message = format!("`{what}` does not exist in host code");
    reports.push(Report::new(Code::KernelOnly, span, message).label("kernels only"));
    false
}
