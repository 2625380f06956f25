//! Branches, loops and jumps within a nest.
//!
//! *Invariant:* where ways meet, a variable keeps its value only if it is the same on all of them.

use std::collections::BTreeSet;

use crate::analysis::loops::affine::{AffineForm, Atom};
use crate::analysis::loops::apart::{self, Relation};
use crate::analysis::loops::parts::Known;
use crate::analysis::loops::verdict::ObstacleKind;
use crate::machine::cost::launch;
use crate::mir::{Block, Label, Loc, Local, Op, Stmt, Value};

use super::{NestLoop, Ordered, State, Walker};

/// The number of iterations of a loop, when it is known.
pub fn iterations(start: &AffineForm, stop: &AffineForm, step: &AffineForm) -> Option<u64> {
    let (span, step) = (stop.minus(start).as_constant()?, step.as_constant()?);
    let count = match step {
        0 => 0,
        _ => span.checked_div(step).map_or(0, |whole| {
            if (span < 0) == (step < 0) || span == 0 {
                whole + 1
            } else {
                0
            }
        }),
    };
    u64::try_from(count).ok()
}

impl<'a, 'f> Walker<'a, 'f> {
    pub(super) fn branch(&mut self, cond: Value, then: &Block, otherwise: &Block) {
        let outer = std::mem::replace(&mut self.conditional, true);
        let [holds, fails] = apart::told_by(self.def_use, cond);
        let before = self.state.clone();
        self.where_told(&holds, then);
        let after_then = std::mem::replace(&mut self.state, before);
        self.where_told(&fails, otherwise);
        let after_otherwise = std::mem::take(&mut self.state);
        self.state = match (then.completes(), otherwise.completes()) {
            (true, false) => after_then,
            (false, _) => after_otherwise,
            (true, true) => self.merge(vec![after_then, after_otherwise]),
        };
        self.conditional = outer;
    }

    /// A block in which the relations hold.
    fn where_told(&mut self, relations: &[Relation], block: &Block) {
        let known = (self.unequal.len(), self.ordered.len());
        for relation in relations {
            let (Relation::Different(left, right) | Relation::Ordered(left, right, _)) = *relation;
            let (left, right) = (self.form(left), self.form(right));
            if !matches!(relation, Relation::Ordered(_, _, ..=0)) {
                self.unequal.push(left.minus(&right));
            }
            if let Relation::Ordered(_, _, distance) = *relation {
                self.ordered.push(Ordered {
                    less: left,
                    more: right,
                    distance,
                });
            }
        }
        let outer = std::mem::replace(&mut self.partial, true);
        self.block(block);
        self.partial = outer;
        self.unequal.truncate(known.0);
        self.ordered.truncate(known.1);
    }

    fn merge(&mut self, mut states: Vec<State>) -> State {
        let Some(mut merged) = states.pop() else {
            return State::default();
        };
        for state in &states {
            let locals: BTreeSet<Local> = state
                .numbers
                .keys()
                .chain(merged.numbers.keys())
                .copied()
                .collect();
            for local in locals {
                if state.numbers.get(&local) != merged.numbers.get(&local) {
                    let join = self.join(self.depth);
                    merged.numbers.insert(local, join);
                }
            }
            let arrays: BTreeSet<Local> = state
                .arrays
                .keys()
                .chain(merged.arrays.keys())
                .copied()
                .collect();
            for local in arrays {
                if state.arrays.get(&local) != merged.arrays.get(&local) {
                    merged.arrays.insert(local, None);
                }
            }
        }
        merged
    }

    pub(super) fn for_loop(&mut self, stmt: &Stmt) {
        let Op::For {
            label,
            index,
            start,
            stop,
            step,
            body,
            ..
        } = &stmt.op
        else {
            panic!("a nest is a counted loop");
        };
        let position = self.nest.loops.len();
        let parent = (position > 0).then_some(self.in_loop);
        let counts_up = self.form(*step).as_constant() == Some(1);
        let known = match counts_up {
            true => Known::of(self.def_use, *start, *stop),
            false => Known::nothing((*start, *stop)),
        };
        let hull = (self.form(known.hull.0), self.form(known.hull.1));
        let splits = known.splits.into_iter();
        let splits = splits.map(|(side, at)| (side, self.form(at))).collect();
        let (start, stop, step) = (self.form(*start), self.form(*stop), self.form(*step));
        let iterations = iterations(&start, &stop, &step).unwrap_or(10);
        let depends = |form: &AffineForm| form.atoms().any(|atom| matches!(atom, Atom::Index(_)));
        let partial = self.partial || depends(&start) || depends(&stop);
        let partial = std::mem::replace(&mut self.partial, partial);
        self.nest.loops.push(NestLoop {
            label: *label,
            index: *index,
            depth: self.depth + 1,
            parent,
            start,
            stop,
            step,
            hull,
            splits,
            irregular: false,
        });
        let outer = (self.in_loop, self.conditional, self.work_factor);
        (self.in_loop, self.conditional) = (position, false);
        if position > 0 {
            self.work_factor = outer.2.saturating_mul(iterations);
        }
        self.depth += 1;
        self.forget(body, self.depth);
        self.nest.defined.insert(*index);
        self.define(*index, AffineForm::atom(Atom::Index(position)));
        self.block(body);
        self.depth -= 1;
        self.partial = partial;
        (self.in_loop, self.conditional, self.work_factor) = outer;
        self.forget(body, self.depth);
    }

    /// Finds the bounds of the loops around the nest whose indices accesses name.
    pub(super) fn look_around(&mut self) {
        let accesses = self.nest.accesses.iter();
        let atoms = accesses.flat_map(|access| access.index.iter().flat_map(AffineForm::atoms));
        let mut indices = BTreeSet::new();
        indices.extend(atoms.filter_map(|atom| match atom {
            Atom::Value(value) if !self.nest.defines(value) => Some(value),
            _ => None,
        }));
        for index in indices {
            if let Some(range) = self.range_around(index) {
                self.nest.around.insert(index, range);
            }
        }
    }

    /// The least and the greatest index of a loop around the nest.
    fn range_around(&mut self, index: Value) -> Option<(AffineForm, AffineForm)> {
        let Op::For {
            start, stop, step, ..
        } = self.def_use.loop_of(index)?.op
        else {
            panic!("an index is that of a counted loop");
        };
        let step = self.form(step).as_constant()?;
        let known = match step {
            1 => Known::of(self.def_use, start, stop),
            _ => Known::nothing((start, stop)),
        };
        let (first, last) = (self.form(known.hull.0), self.form(known.hull.1));
        match step {
            1.. => Some((first, last)),
            0 => None,
            _ => Some((last, first)),
        }
    }

    pub(super) fn while_loop(&mut self, body: &Block) {
        let outer = (self.conditional, self.work_factor);
        self.conditional = true;
        self.work_factor = self.work_factor.saturating_mul(launch::ITERATIONS);
        self.depth += 1;
        self.forget(body, self.depth);
        self.block(body);
        self.depth -= 1;
        (self.conditional, self.work_factor) = outer;
        self.forget(body, self.depth);
    }

    pub(super) fn scope(&mut self, label: Label, body: &Block) {
        let outer = self.conditional;
        self.conditional |= body.breaks_to(label);
        self.exits.insert(label, Vec::new());
        self.block(body);
        let mut states = self.exits.remove(&label).unwrap_or_default();
        if body.completes() {
            states.push(std::mem::take(&mut self.state));
        }
        self.state = self.merge(states);
        self.conditional = outer;
    }

    /// A `break` or `continue`.
    pub(super) fn leave(&mut self, label: Label, kind: ObstacleKind, loc: Loc) {
        if let Some(states) = self.exits.get_mut(&label) {
            states.push(self.state.clone());
            return;
        }
        let Some(position) = self.nest.loops.iter().position(|one| one.label == label) else {
            if !self.is_inside(label) {
                self.refuse(kind, "", loc);
            }
            return;
        };
        self.nest.loops[position].irregular = true;
        if position == 0 {
            self.refuse(kind, "", loc);
        }
    }

    /// Whether the label belongs to a `Loop` of the nest; the counted loops and the scopes are known already.
    fn is_inside(&self, label: Label) -> bool {
        self.def_use.is_while_label(label) && self.depth > self.nest.loops[self.in_loop].depth
    }
}
