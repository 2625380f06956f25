//! Short loops inside of a kernel whose iterations may run side by side (unroll-and-jam): those over the channels of a colour image.
//!
//! Vectors go along the columns then, and what the iterations read and write lies side by side in the text. Callahan, Carr and Kennedy,
//! "Improving register allocation for subscripted variables" (PLDI 1990).
//!
//! *Invariant:* the iterations of what is found are independent of each other where the arrays are different that are told.

use super::affine::{AffineForm, Atom};
use super::counted::ForParts;
use super::def_use::DefUse;
use super::dependence::{self, Changes, Different};
use super::nest::{Nest, NestAccess, iterations};
use super::privatise::classify;
use crate::mir::families::{call_op, jump_op, pure_op};
use crate::mir::liveness::Live;
use crate::mir::{Block, Label, LoopDirective, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Iterations of a loop that runs side by side.
const MOST_ITERATIONS: u64 = 4;
/// Statements that all its iterations together have.
const MOST_STMTS: u64 = 600;

/// The arrays that must be different for the iterations of a loop to run side by side; nothing if they may not.
pub fn may_jam(
    def_use: &DefUse,
    nest: &Nest,
    stmt: &Stmt,
    live_after: &BTreeMap<Label, Live>,
) -> Option<BTreeSet<Different>> {
    let parts = ForParts::of(stmt)?;
    let position = nest.loops.iter().position(|one| one.label == parts.label)?;
    let one = &nest.loops[position];
    let count = iterations(&one.start, &one.stop, &one.step)?;
    one.start.as_constant()?;
    let mut size = 0;
    stmt.for_each_stmt(&mut |_| size += 1);
    let fits = (2..=MOST_ITERATIONS).contains(&count)
        && size * count <= MOST_STMTS
        && *parts.directive == LoopDirective::default()
        && !one.irregular
        && parts.body.stmts.iter().all(is_plain);
    if !fits {
        return None;
    }
    let live = &live_after[&parts.label];
    let variables = classify(def_use, parts.body, live, parts.directive).ok()?;
    if !variables.accumulators.is_empty() || !variables.inherited.is_empty() {
        return None;
    }
    dependence::test_loop(def_use, nest, position, Changes::Plain).ok()
}

/// Whether the iterations of a loop right inside of another one are independent: it may become a dimension.
pub fn has_independent_loop(def_use: &DefUse, nest: &Nest, stmt: &Stmt) -> bool {
    let inner = |stmt: &Stmt| {
        ForParts::of(stmt).is_some_and(|parts| {
            let mut loops = nest.loops.iter();
            let position = loops.position(|one| one.label == parts.label);
            let variables = classify(def_use, parts.body, &Live::default(), parts.directive);
            variables.is_ok_and(|found| found.accumulators.is_empty())
                && position.is_some_and(|position| {
                    dependence::test_loop(def_use, nest, position, Changes::Plain).is_ok()
                })
        })
    };
    ForParts::of(stmt).is_some_and(|parts| parts.body.stmts.iter().any(inner))
}

/// Whether copies of a statement may stand side by side: no jumps, no effects but on elements and variables.
fn is_plain(stmt: &Stmt) -> bool {
    let all = |block: &Block| block.stmts.iter().all(is_plain);
    match &stmt.op {
        pure_op!() | Op::Get(_) | Op::Set(..) | Op::GetGlobal(_) | Op::Load(_) | Op::Store(..) => {
            true
        }
        Op::If { .. } | Op::For { .. } => stmt.op.blocks().all(all),
        call_op!()
        | jump_op!()
        | Op::NewArray { .. }
        | Op::Atomic(..)
        | Op::Runtime { .. }
        | Op::Together(_)
        | Op::Texture(_)
        | Op::SetGlobal(..)
        | Op::Loop { .. }
        | Op::Scope { .. }
        | Op::Try { .. }
        | Op::Retain(_)
        | Op::Release(_) => false,
    }
}

/// Whether a loop and the one around it go through elements one after the other: each access has the one's index as its last and the
/// other's as the one before, or neither. As dimensions of a kernel both become one row.
pub fn is_contiguous(nest: &Nest, stmt: &Stmt, around: usize) -> bool {
    let Some(parts) = ForParts::of(stmt) else {
        return false;
    };
    let Some(position) = nest.loops.iter().position(|one| one.label == parts.label) else {
        return false;
    };
    let one = &nest.loops[position];
    let from_zero = one.start.as_constant() == Some(0) && one.step.as_constant() == Some(1);
    let of_loop = |access: &&NestAccess| nest.path(access.in_loop).contains(&around);
    let fits = |access: &NestAccess| lies_in_a_row(access, position, around);
    from_zero
        && !is_number(parts.body, parts.index)
        && nest.accesses.iter().filter(of_loop).all(fits)
}

fn lies_in_a_row(access: &NestAccess, last: usize, before: usize) -> bool {
    let factor = |form: &AffineForm, of: usize| {
        let parts = form.coefficient_and_rest(Atom::Index(of));
        parts.and_then(|(factor, rest)| Some((factor.as_constant()?, rest)))
    };
    let uses = |form: &AffineForm, of: usize| form.atoms().any(|atom| atom == Atom::Index(of));
    let either = |form: &&AffineForm| uses(form, last) || uses(form, before);
    match access.index.split_last_chunk() {
        Some((outer, [of_before, of_last])) if either(&of_last) || either(&of_before) => {
            let exact = factor(of_last, last)
                .is_some_and(|(factor, rest)| factor == 1 && rest.as_constant() == Some(0));
            let along = factor(of_before, before).is_some_and(|(factor, _)| factor == 1);
            exact && along && !uses(of_before, last) && !outer.iter().any(|form| either(&form))
        }
        _ => !access.index.iter().any(|form| either(&form)),
    }
}

/// Whether an index is used for anything but as the last index of an access.
fn is_number(body: &Block, index: Value) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| {
        let mut uses = 0;
        stmt.op
            .for_each_operand(|value| uses += usize::from(*value == index));
        let last = match &stmt.op {
            Op::Load(access) | Op::Store(access, _) => access.index.last() == Some(&index),
            _ => false,
        };
        found |= uses > usize::from(last);
    });
    found
}
