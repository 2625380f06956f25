//! Scopes, and what leaves them and loops: by a jump of all lanes, or lane by lane.
//!
//! *Invariant:* behind a construct those lanes are active that were before it, but for those that left something around it.

use crate::mir::{Block, Label};
use crate::spmd::emit::ScopeKind;

use super::{Builder, Construct, Exit, Gone, Mask};

impl<'a> Builder<'a> {
    pub(super) fn break_(&mut self, label: Label) {
        let construct = self.constructs[&label].clone();
        match construct.masked {
            false => self.go(construct.exit),
            true => {
                self.collect(self.after_var(label));
                self.leave(Gone::After(label));
            }
        }
    }

    pub(super) fn continue_(&mut self, label: Label) {
        let construct = self.constructs[&label].clone();
        match construct.masked {
            false => self.go(construct.next.expect("only loops are continued")),
            true => {
                self.collect(self.iteration_var(label));
                self.leave(Gone::Iteration(label));
            }
        }
    }

    pub(super) fn return_(&mut self) {
        match self.vector && self.divergence.returns {
            false => self.go(self.end.clone()),
            true => self.leave(Gone::End),
        }
    }

    /// The active lanes are gone.
    fn leave(&mut self, gone: Gone) {
        if !self.gone.contains(&gone) {
            self.gone.push(gone);
        }
        self.mask = Mask::Nothing;
    }

    /// All lanes go elsewhere.
    fn go(&mut self, exit: Exit) {
        let args = self.var_args(&exit.vars);
        self.e.jump(exit.block, args);
        self.reachable = false;
    }

    /// Adds the active lanes to a mask variable.
    fn collect(&mut self, var: usize) {
        let active = self.mask_or_all();
        let collected = match self.vars[var] {
            None => active,
            Some(before) => self.e.or(before, active),
        };
        self.vars[var] = Some(collected);
    }

    pub(in crate::spmd) fn is_masked(&self, label: Label) -> bool {
        let parts = self.vector && self.divergence.divergent.contains(&label);
        parts && !self.in_step.contains(&label)
    }

    pub(super) fn scope(&mut self, label: Label, body: &Block) {
        if self.is_masked(label) {
            return self.masked_scope(label, body);
        }
        let vars = self.assigned(&[body]);
        let (inside, after) = (self.e.block(), self.e.block());
        self.e.jump(inside, Vec::new());
        self.enter(label, false, Exit::new(after, vars.clone()), None);
        let (mask, gone) = (self.mask, self.gone.clone());
        self.e.open(ScopeKind::Branch, inside);
        self.block(body);
        if self.reachable {
            let args = self.var_args(&vars);
            self.e.jump(after, args);
        }
        self.e.close();
        self.exit(label);
        self.reachable = self.reachable || body.breaks_to(label);
        self.e.switch_to(after);
        self.var_params(after, &vars);
        (self.mask, self.gone) = (mask, gone);
    }

    fn masked_scope(&mut self, label: Label, body: &Block) {
        let mask = self.mask;
        let var = self.after_var(label);
        self.vars[var] = None;
        let gone = self.gone.clone();
        self.enter(label, true, Exit::new(self.e.current(), Vec::new()), None);
        self.block(body);
        self.exit(label);
        self.rejoin(label, mask, self.mask, gone);
    }

    /// Behind a masked construct: those that waited are active again.
    pub(in crate::spmd) fn rejoin(
        &mut self,
        label: Label,
        before: Mask,
        end: Mask,
        gone: Vec<Gone>,
    ) {
        let leaks = self.divergence.leaks.contains(&label);
        self.mask = match leaks {
            false => before,
            true => match self.vars[self.after_var(label)] {
                None => end,
                Some(waiting) => self.join_masks(end, Mask::Some(waiting)),
            },
        };
        let inner = std::mem::replace(&mut self.gone, gone);
        if leaks {
            let own = [Gone::After(label), Gone::Iteration(label)];
            let beyond: Vec<Gone> = inner.into_iter().filter(|one| !own.contains(one)).collect();
            merge_gone(&mut self.gone, &beyond);
        }
        let var = self.after_var(label);
        self.vars[var] = None;
    }

    pub(in crate::spmd) fn enter(
        &mut self,
        label: Label,
        masked: bool,
        exit: Exit,
        next: Option<Exit>,
    ) {
        self.nest.push(label);
        let construct = Construct { masked, exit, next };
        self.constructs.insert(label, construct);
    }

    pub(in crate::spmd) fn exit(&mut self, label: Label) {
        assert_eq!(self.nest.pop(), Some(label));
    }
}

pub(in crate::spmd) fn merge_gone(into: &mut Vec<Gone>, more: &[Gone]) {
    for gone in more {
        if !into.contains(gone) {
            into.push(*gone);
        }
    }
}
