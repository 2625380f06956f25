//! `if`: a branch of the control flow where the condition is uniform, masks where it varies.
//!
//! *Technique:* if-conversion (Allen, Kennedy, Porterfield and Warren, "Conversion of Control Dependence to Data Dependence", POPL 1983).
//!
//! *Invariant:* the lanes that do not run a branch keep what they had, as far as somebody looks at it later.

use rustc_hash::FxHashSet;

use crate::base::Id;
use crate::machine::cost::JUMPED_AROUND;
use crate::mir::families::pure_op;
use crate::mir::{Block, Local, Op, Value};
use crate::spmd::cost;
use crate::spmd::emit::ScopeKind;
use crate::spmd::ir::{Elem, Target, Terminator, Type, Val};

use super::leaving::merge_gone;
use super::{Builder, Mask};

impl<'a> Builder<'a> {
    pub(super) fn if_(&mut self, cond: Value, then: &Block, otherwise: &Block) {
        let cond = self.value(cond);
        if let Some(bits) = self.e.as_constant(cond) {
            return self.block(if bits != 0 { then } else { otherwise });
        }
        match self.e.is_varying(cond) {
            true => self.masked_if(cond, then, otherwise),
            false => {
                let mut inside = FxHashSet::default();
                let mut only_computes =
                    |branch| self.only_computes(branch, FxHashSet::default(), &mut inside);
                if self.e.is_invariant(cond) && only_computes(then) && only_computes(otherwise) {
                    self.choice(cond, then, otherwise)
                } else {
                    self.uniform_if(cond, then, otherwise)
                }
            }
        }
    }

    /// Whether a branch only computes numbers for all lanes, from what does not change in a loop that is open. `set` are the variables that it has set,
    /// `inside` the values that it has defined.
    fn only_computes(
        &self,
        branch: &Block,
        mut set: FxHashSet<Local>,
        inside: &mut FxHashSet<Value>,
    ) -> bool {
        let is_known = |value: Val| !self.e.is_varying(value) && self.e.is_invariant(value);
        branch.stmts.iter().all(|stmt| {
            let mut known = match &stmt.op {
                Op::Set(local, _) => {
                    set.insert(*local);
                    true
                }
                Op::Get(local) => {
                    set.contains(local) || self.vars[local.index()].is_some_and(is_known)
                }
                Op::If {
                    then, otherwise, ..
                } => [then, otherwise]
                    .iter()
                    .all(|inner| self.only_computes(inner, set.clone(), inside)),
                pure_op!() => true,
                _ => false,
            };
            stmt.op.for_each_operand(|value| {
                known = known && (inside.contains(value) || is_known(self.value(*value)));
            });
            inside.extend(&stmt.results);
            known
        })
    }

    /// Both branches, which only compute, in front of the loop in which nothing that they read changes, and of each variable that they set the value
    /// that holds: the loop has no branch (loop unswitching, where a choice of values is enough).
    fn choice(&mut self, cond: Val, then: &Block, otherwise: &Block) {
        let before = self.vars.clone();
        self.block(then);
        let after_then = std::mem::replace(&mut self.vars, before);
        self.block(otherwise);
        self.join_locals(cond, &after_then);
    }

    fn uniform_if(&mut self, cond: Val, then: &Block, otherwise: &Block) {
        let vars = self.assigned(&[then, otherwise]);
        let blocks = [self.e.block(), self.e.block()];
        let after = self.e.block();
        self.e.branch(cond, blocks[0], blocks[1]);
        let before = (self.vars.clone(), self.mask, self.gone.clone());
        let mut ends = Vec::new();
        let mut gone = before.2.clone();
        for (block, body) in blocks.into_iter().zip([then, otherwise]) {
            (self.vars, self.mask) = (before.0.clone(), before.1);
            self.gone.clone_from(&before.2);
            self.reachable = true;
            self.e.open(ScopeKind::Branch, block);
            self.block(body);
            if self.reachable {
                let args = self.var_args(&vars);
                let mask = self.mask;
                let active = self.vector.then(|| self.mask_or_all());
                let end = self.e.close();
                ends.push((end, args, mask, active));
            } else {
                self.e.close();
            }
            merge_gone(&mut gone, &self.gone);
        }
        self.gone = gone;
        self.reachable = !ends.is_empty();
        if !self.reachable {
            return;
        }
        self.e.switch_to(after);
        self.vars = before.0;
        self.var_params(after, &vars);
        let same = ends.iter().all(|end| end.2 == before.1);
        if same {
            self.mask = before.1;
        } else {
            let mask = self.e.param(after, Type::varying(Elem::Bool));
            self.mask = Mask::Some(mask);
        }
        for (end, mut args, _, active) in ends {
            if !same {
                args.push(active.expect("the mask changed"));
            }
            let target = Target { block: after, args };
            self.e.terminate_block(end, Terminator::Jump(target));
        }
    }

    fn masked_if(&mut self, cond: Val, then: &Block, otherwise: &Block) {
        let not = self.e.not(cond);
        if then.stmts.is_empty() {
            self.masked_branch(not, otherwise, None);
            return;
        }
        if otherwise.stmts.is_empty() {
            self.masked_branch(cond, then, None);
            return;
        }
        // After the first branch the mask has its leavers; the second runs with what is left of the rest.
        let (mask, gone) = (self.mask, self.gone.clone());
        let before = self.vars.clone();
        let then_mask = self.masked_branch(cond, then, Some(mask));
        let then_gone = std::mem::replace(&mut self.gone, gone);
        let after_then = self.vars.clone();
        let locals = self.kernel.locals.len();
        self.vars[..locals].clone_from_slice(&before[..locals]);
        self.mask = mask;
        let otherwise_mask = self.masked_branch(not, otherwise, Some(mask));
        let mut gone = std::mem::take(&mut self.gone);
        merge_gone(&mut gone, &then_gone);
        self.gone = gone;
        self.join_locals(cond, &after_then);
        self.mask = match (then_mask, otherwise_mask) {
            (None, None) => mask,
            (then_mask, otherwise_mask) => {
                let then_mask = self.rest_of(then_mask, cond, mask);
                let otherwise_mask = self.rest_of(otherwise_mask, not, mask);
                self.join_masks(then_mask, otherwise_mask)
            }
        };
    }

    /// The lanes at the end of a branch whose own mask is `None` when nobody left.
    fn rest_of(&mut self, end: Option<Mask>, cond: Val, before: Mask) -> Mask {
        end.unwrap_or_else(|| match before {
            Mask::All => Mask::Some(cond),
            Mask::Some(mask) => Mask::Some(self.e.and(mask, cond)),
            Mask::Nothing => Mask::Nothing,
        })
    }

    pub(super) fn join_masks(&mut self, a: Mask, b: Mask) -> Mask {
        match (a, b) {
            (Mask::Nothing, other) | (other, Mask::Nothing) => other,
            (Mask::All, _) | (_, Mask::All) => Mask::All,
            (Mask::Some(a), Mask::Some(b)) => Mask::Some(self.e.or(a, b)),
        }
    }

    /// Locals after two branches: `vars` holds those of the second.
    fn join_locals(&mut self, cond: Val, after_then: &[Option<Val>]) {
        for local in self.kernel.locals.ids() {
            let var = local.index();
            let (Some(then), Some(otherwise)) = (after_then[var], self.vars[var]) else {
                continue;
            };
            if then == otherwise {
                continue;
            }
            // Each branch has already kept what was before in the lanes that it does not own, if that matters.
            self.vars[var] = Some(self.e.select(cond, then, otherwise));
        }
    }

    /// One branch under `cond`. With `pair` = None the variables are joined with those of the lanes that do not run it, and the mask is
    /// updated; otherwise the caller does so, and learns the mask at the branch's end if it is not just the condition.
    fn masked_branch(&mut self, cond: Val, body: &Block, pair: Option<Mask>) -> Option<Mask> {
        let outer = self.mask;
        let inside = match self.mask_value() {
            None => cond,
            Some(mask) => self.e.and(mask, cond),
        };
        let vars = self.assigned(&[body]);
        let before = self.vars.clone();
        let outer_gone = std::mem::take(&mut self.gone);
        let branch = self.is_long(body).then(|| {
            let blocks = (self.e.block(), self.e.block());
            let any = self.e.any(inside);
            let skip = self.var_args(&vars);
            (blocks, any, skip)
        });
        let branch = branch.map(|((run, after), any, skip)| {
            let source = self.e.current();
            self.e.open(ScopeKind::Branch, run);
            (run, after, any, skip, source)
        });
        self.mask = Mask::Some(inside);
        self.block(body);
        let left = self.mask != Mask::Some(inside);
        // The lanes that did not run the branch keep what they had.
        self.gone.splice(0..0, outer_gone.iter().copied());
        let awaited_outside = !outer_gone.is_empty();
        let chooser = if awaited_outside { inside } else { cond };
        if pair.is_none() || awaited_outside || branch.is_some() {
            self.keep_in_others(&vars, &before, chooser);
        }
        let mut end = self.mask;
        if let Some((run, after, any, mut skip, source)) = branch {
            let mut args = self.var_args(&vars);
            if left {
                let mask = self.mask_value().expect("lanes left");
                args.push(mask);
                skip.push(inside);
            }
            self.e.jump(after, args);
            self.e.close();
            assert_eq!(source, self.e.current());
            self.branch_with(any, Target::new(run, Vec::new()), Target::new(after, skip));
            self.e.switch_to(after);
            self.var_params(after, &vars);
            if left {
                end = Mask::Some(self.e.param(after, Type::varying(Elem::Bool)));
            }
        }
        if pair.is_some() {
            return left.then_some(end);
        }
        self.mask = match left {
            false => outer,
            true => {
                let not = self.e.not(cond);
                let rest = self.rest_of(None, not, outer);
                self.join_masks(end, rest)
            }
        };
        None
    }

    /// Locals after a branch: in lanes that are not of `chooser` those from before.
    fn keep_in_others(&mut self, vars: &[usize], before: &[Option<Val>], chooser: Val) {
        let locals = self.kernel.locals.len();
        for &var in vars.iter().filter(|var| **var < locals) {
            if let (Some(new), Some(old)) = (self.vars[var], before[var])
                && new != old
            {
                self.vars[var] = Some(self.e.select(chooser, new, old));
            }
        }
    }

    /// Whether a branch is worth jumping around when no lane wants it.
    fn is_long(&self, body: &Block) -> bool {
        cost::block(body) > JUMPED_AROUND || contains_call(body)
    }

    /// Ends the current block with a choice between blocks with arguments.
    pub(in crate::spmd) fn branch_with(&mut self, cond: Val, then: Target, otherwise: Target) {
        self.e.terminate(Terminator::Branch {
            cond,
            then,
            otherwise,
        });
    }
}

fn contains_call(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::Runtime { .. }));
    found
}
