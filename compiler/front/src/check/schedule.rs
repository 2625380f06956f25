//! `schedule(dims, args…, {k0, k1})`: which of several implementations to launch, as an index.
//!
//! On the host a question to the runtime, which knows whether there is a GPU and what a launch there would have to wait for; within
//! kernels a constant of the platform.
//!
//! *Invariant:* the index is one of the list: of a kernel for the platform of the launch where there is one.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::builtins::attributes::{self, Platform};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Stmt, Target};
use crate::syntax::ast;
use crate::types::Type;

use super::functions::Functions;
use super::trees::{error, int};
use super::{BodyState, Checker, DefId, DefSource};

impl<'a> Checker<'a> {
    /// `schedule(dims, args…, {k0, k1})`.
    pub(super) fn schedule(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let kernels = args.last().map(|last| &last.value.kind);
        let (Some(ast::ExprKind::Cell(kernels)), true) = (kernels, args.len() > 1) else {
            let message = "`schedule` takes dimensions, arguments and a list of kernels";
            let report = Report::new(Code::BadArgument, span, message).label("no list of kernels");
            self.report(report.help("write `schedule(size(x), x, {one_kernel, another})`"));
            return error(span);
        };
        let Some(grid) = self.grid(f, &args[0].value) else {
            return error(span);
        };
        let mut evaluated = Vec::new();
        let mut arrays = Vec::new();
        for arg in &args[1..args.len() - 1] {
            let value = self.expr(f, &arg.value);
            match &value.kind {
                _ if value.ty == Type::Error => return value,
                ExprKind::Var(_) | ExprKind::Global(_) if value.ty.as_array().is_some() => {
                    arrays.push(value);
                }
                ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Int(_) => {}
                _ if matches!(value.ty, Type::Closure(_)) => {}
                _ => evaluated.push(Stmt::set(Target::Ignore, value, arg.span)),
            }
        }
        let mut alternatives = Vec::new();
        for kernel in kernels {
            let value = self.expr(f, kernel);
            match self.kernel(&value) {
                Some((def, _)) => alternatives.push((def, self.functions.kernel_target(def))),
                None => return error(span),
            }
        }
        let chosen = self.scheduled(&alternatives, grid.dims, arrays, span);
        Expr {
            ty: chosen.ty.clone(),
            span,
            kind: ExprKind::Sequence(evaluated, Box::new(chosen)),
        }
    }

    /// The index for the platform that the launch is on.
    fn scheduled(
        &mut self,
        alternatives: &[(DefId, Option<Platform>)],
        dims: Vec<Expr>,
        arrays: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let first = |wanted: &[Option<Platform>]| {
            let mut found = wanted
                .iter()
                .map(|one| alternatives.iter().position(|(_, target)| target == one));
            found.find_map(|index| index)
        };
        let any = None;
        let on_processor = first(&[Some(Platform::Processor), any, Some(Platform::Cuda)]);
        let on_gpu = first(&[Some(Platform::Cuda), any, Some(Platform::Processor)]);
        let (Some(on_processor), Some(on_gpu)) = (on_processor, on_gpu) else {
            let message = "none of these kernels is for a platform that qc makes code for";
            self.report(Report::new(Code::BadArgument, span, message).label("nothing to choose"));
            return error(span);
        };
        let index = |index: usize| Box::new(int(index as i32, span));
        if on_processor == on_gpu {
            return *index(on_gpu);
        }
        let name = Expr {
            ty: Type::String,
            span,
            kind: ExprKind::String(self.functions.defs[alternatives[on_gpu].0].name.clone()),
        };
        let dimensions = int(dims.len() as i32, span);
        let asked = [vec![name, dimensions], dims, arrays].concat();
        let is_gpu = Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Builtin(Builtin::Takes, asked),
        };
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Ternary(Box::new(is_gpu), index(on_gpu), index(on_processor)),
        }
    }
}

impl<'a> Functions<'a> {
    /// The platform that `{!kernel target=…}` names.
    fn kernel_target(&self, def: DefId) -> Option<Platform> {
        let DefSource::Function(function) = self.defs[def].source else {
            return None;
        };
        let mut stmts = function.body.stmts.iter();
        stmts.find_map(|stmt| match &stmt.kind {
            ast::StmtKind::Attribute(attribute)
                if self.definitions.text(attribute.name.name) == "kernel" =>
            {
                let mut properties = attribute.properties.iter();
                let target =
                    properties.find(|one| self.definitions.text(one.name.name) == "target")?;
                match &target.value.kind {
                    ast::ExprKind::String(name) => attributes::platform(name),
                    _ => None,
                }
            }
            _ => None,
        })
    }
}
