//! What the threads of a kernel do together: barriers, fences, shared arrays.
//!
//! Layer: `kernels`.
//!
//! *Invariant:* a kernel that does such a thing takes the extents and the block size of the launch, and a parameter per shared array.

use crate::base::Span;
use crate::builtins::groups::{BARRIER_GROUPS, BarrierScope};
use crate::hir::{Expr, ExprKind};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::types::Lowered;
use crate::lower::tree::kernel::KernelKey;
use crate::mir::kernel::MAXIMUM_RANK;
use crate::mir::{FuncId, GroupData, Local, Op, Ty, Value};

impl Emitter<'_, '_> {
    pub(in crate::lower) fn act_together(&mut self, span: Span) -> Lowered<()> {
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

    /// At the end of a kernel: what the launch has to pass for its group.
    pub(in crate::lower) fn finish_group(&mut self, key: &KernelKey, span: Span) -> Lowered<()> {
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
    pub(in crate::lower) fn group_arguments(
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

/// The threads that a barrier is for.
pub(in crate::lower) fn scope_of(scope: &Expr) -> BarrierScope {
    let ExprKind::Int(number) = scope.kind else {
        panic!("{scope:?} is no group of threads");
    };
    BARRIER_GROUPS[number as usize].1
}
