//! Variables: locals of the kernel, and the masks of lanes that wait for a label.
//!
//! *Invariant:* where paths meet, a variable has the type that `var_type` says, whichever path is taken.

use std::collections::BTreeSet;

use crate::base::Id;
use crate::mir::divergence::assigned_locals;
use crate::mir::{Block, Label, Local, Op, Ty, Value};
use crate::spmd::ir::{BlockId, Elem, Type, Val};

use super::values::elem_of;
use super::{Builder, Gone};

impl<'a> Builder<'a> {
    pub(in crate::spmd) fn after_var(&self, label: Label) -> usize {
        self.kernel.locals.len() + 2 * label.index()
    }

    pub(in crate::spmd) fn iteration_var(&self, label: Label) -> usize {
        self.after_var(label) + 1
    }

    /// The type that a variable has where paths meet.
    fn var_type(&self, var: usize) -> Type {
        if var >= self.kernel.locals.len() {
            return Type::varying(Elem::Bool);
        }
        let local = Local::from_index(var);
        Type {
            elem: elem_of(self.kernel.locals[local].ty),
            varying: self.vector && self.divergence.varying[local],
        }
    }

    /// The value of a variable, in the type it has where paths meet.
    fn var_arg(&mut self, var: usize) -> Val {
        let value = match self.vars[var] {
            Some(value) => value,
            None => self.no_lanes(),
        };
        match self.var_type(var).varying {
            true => self.e.splat(value),
            false => {
                assert!(
                    !self.e.is_varying(value),
                    "local {var} of {} was said to be uniform",
                    self.kernel.name
                );
                value
            }
        }
    }

    pub(in crate::spmd) fn var_args(&mut self, vars: &[usize]) -> Vec<Val> {
        vars.iter().map(|var| self.var_arg(*var)).collect()
    }

    /// Makes the variables parameters of a block.
    pub(in crate::spmd) fn var_params(&mut self, block: BlockId, vars: &[usize]) {
        for &var in vars {
            let ty = self.var_type(var);
            self.vars[var] = Some(self.e.param(block, ty));
        }
    }

    /// What a block may assign: locals, and masks of constructs that it leaves.
    pub(in crate::spmd) fn assigned(&self, blocks: &[&Block]) -> Vec<usize> {
        let mut found = BTreeSet::new();
        for block in blocks {
            assigned_locals(block, &mut found);
            if self.vector {
                block.for_each_stmt(&mut |stmt| match stmt.op {
                    // A uniform jump leaves with all lanes, and no mask remembers it.
                    Op::Break(label) if self.is_masked(label) => {
                        found.insert(self.after_var(label));
                    }
                    Op::Continue(label) if self.is_masked(label) => {
                        found.insert(self.iteration_var(label));
                    }
                    _ => {}
                });
            }
        }
        let masks = self.kernel.locals.len();
        found.retain(|var| {
            // Masks matter only outside their construct's own building.
            *var < masks || self.nest.contains(&Label::from_index((*var - masks) / 2))
        });
        found.into_iter().collect()
    }

    pub(super) fn set(&mut self, local: Local, value: Value) {
        if self.kernel.values[value].ty == Ty::Str {
            return;
        }
        let new = self.value(value);
        let new = match (self.mask_value(), self.is_awaited(local)) {
            (Some(mask), true) => {
                let old = self.vars[local.index()].expect("locals are initialised");
                self.e.select(mask, new, old)
            }
            _ => new,
        };
        self.vars[local.index()] = Some(new);
    }

    /// Whether lanes that have gone still need their own value of the variable.
    pub(in crate::spmd) fn is_awaited(&self, local: Local) -> bool {
        self.gone.iter().any(|gone| match gone {
            Gone::After(label) => self.liveness.after[label].contains(&local),
            Gone::Iteration(label) => self.liveness.iteration[label].contains(&local),
            Gone::End => self.liveness.end.contains(&local),
        })
    }
}
