//! What the threads of a kernel do together: barriers, fences, shared arrays.
//!
//! *Invariant:* a kernel that does such a thing takes the extents and the block size of the launch, and a parameter per shared array.

use super::Lowered;
use super::function::{FunctionLowering, Slot};
use super::kernel::{Grid, KernelKey, MAXIMUM_RANK};
use super::operand::Operand;
use crate::base::Span;
use crate::builtins::Builtin;
use crate::builtins::groups::{BARRIER_GROUPS, BarrierScope};
use crate::hir::{Expr, ExprKind, VarId};
use crate::mir::{FuncId, GroupData, Local, Op, Together, Ty, Value};

/// What a kernel under construction does together.
#[derive(Default)]
pub(super) struct GroupState {
    /// Whether its threads act together.
    pub(super) acts: bool,
    /// The number of the parameter that is the first extent, when it takes them.
    pub(super) grid: Option<usize>,
    shared: Vec<usize>,
    /// The launch, when the kernel has a group of threads.
    pub(super) layout: Option<Grid>,
}

impl FunctionLowering<'_, '_> {
    /// `syncthreads`, `memfence`, and shared arrays where they cannot be.
    pub(super) fn together_builtin(
        &mut self,
        expr: &Expr,
        builtin: Builtin,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let together = match builtin {
            Builtin::SyncThreads => Together::Barrier(scope_of(&args[0])),
            Builtin::MemFence => Together::Fence,
            _ => {
                return self.unsupported(
                    expr.span,
                    "a shared array that is not the whole value of a variable",
                );
            }
        };
        self.act_together(expr.span)?;
        self.emit(Op::Together(together), &[]);
        Ok(Operand::Nothing)
    }

    pub(super) fn act_together(&mut self, span: Span) -> Lowered<()> {
        match &mut self.kernel {
            Some(kernel) => {
                kernel.group.acts = true;
                Ok(())
            }
            None => self.unsupported(
                span,
                "threads that act together in code that runs position by position",
            ),
        }
    }

    /// `variable = shared(…)`.
    pub(super) fn assign_shared(&mut self, var: VarId, value: &Expr) -> Lowered<Operand> {
        let ExprKind::Builtin(_, dims) = &value.kind else {
            panic!("{value:?} makes no shared array");
        };
        self.act_together(value.span)?;
        if self.frame().slots.contains_key(&var) {
            return self.unsupported(
                value.span,
                "a second array in the variable of a shared array",
            );
        }
        let dims: Lowered<Vec<_>> = dims.iter().map(|dim| self.eval_value(dim)).collect();
        let dims = dims?;
        let data = self.var(var);
        let (ty, name) = (
            data.ty.as_array().expect("a shared array"),
            data.name.clone(),
        );
        let ty = Ty::Array(self.kind(ty.elem));
        let local = self.param(ty, &name);
        let number = self.function().params.len() - 1;
        let kernel = self.kernel.as_mut().expect("a kernel is lowered");
        kernel.group.shared.push(number);
        let zeros = matches!(value.kind, ExprKind::Builtin(Builtin::SharedZeros, _));
        self.emit(Op::Together(Together::Shared { local, dims, zeros }), &[]);
        self.frame_mut()
            .slots
            .insert(var, Slot::Locals(vec![local]));
        Ok(Operand::Handle(self.get(local)))
    }

    /// At the end of a kernel: what the launch has to pass for its group.
    pub(super) fn finish_group(&mut self, key: &KernelKey, span: Span) -> Lowered<()> {
        let group = &self.kernel.as_ref().expect("a kernel is lowered").group;
        if !group.acts {
            return Ok(());
        }
        if key.rank > MAXIMUM_RANK {
            return self.unsupported(
                span,
                "threads that act together in more than four dimensions",
            );
        }
        if self.assigns_handles() {
            return self.unsupported(
                span,
                "a variable for arrays in a kernel whose threads act together",
            );
        }
        let (known, shared) = (group.grid, group.shared.clone());
        let grid = known.unwrap_or_else(|| {
            let first = self.function().params.len();
            for name in ["$extent", "$block"] {
                for _ in 0..key.rank {
                    self.param(Ty::I32, name);
                }
            }
            first
        });
        self.set_group(GroupData { grid, shared });
        Ok(())
    }

    /// The arguments of a launch for a kernel whose threads act together, behind the others.
    pub(super) fn group_arguments(
        &mut self,
        kernel: FuncId,
        group: &GroupData,
        grid: Vec<Value>,
        values: &mut Vec<Value>,
    ) {
        let mut grid = grid.into_iter();
        for number in values.len()..self.program.parameter_count(kernel) {
            let is_column = self
                .program
                .graph(kernel)
                .is_some_and(|g| g.has_column(number));
            let value = match is_column || group.shared.contains(&number) {
                true => self.null(self.program.parameter_ty(kernel, number)),
                false => grid.next().expect("extents and block sizes"),
            };
            values.push(value);
        }
    }

    fn assigns_handles(&self) -> bool {
        let is_handle = |local: Local| self.function().locals[local].ty.is_handle();
        let mut found = false;
        self.open_body().for_each_stmt(&mut |stmt| {
            if let Op::Set(local, _) = stmt.op {
                found |= is_handle(local);
            }
        });
        found
    }
}

/// Whether an expression makes a shared array.
pub(super) fn is_shared(value: &Expr) -> bool {
    matches!(
        value.kind,
        ExprKind::Builtin(Builtin::Shared | Builtin::SharedZeros, _)
    )
}

fn scope_of(scope: &Expr) -> BarrierScope {
    let ExprKind::Int(number) = scope.kind else {
        panic!("{scope:?} is no group of threads");
    };
    BARRIER_GROUPS[number as usize].1
}
