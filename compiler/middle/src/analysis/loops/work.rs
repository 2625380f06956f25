//! What the work of a loop is: arithmetic on arrays, of which its author may expect that it is parallel, or something else.
//!
//! Loops that print, time, read files or show pictures are for the host. Where each value follows from the one before by a choice
//! (dynamic programming, a search, a machine of states), no other way of writing makes the loop parallel.
//!
//! *Invariant:* only what is warned of depends on it, never what becomes of a loop.

use super::def_use::DefUse;
use super::dependence::{self, Changes};
use super::nest::Nest;
use super::privatise;
use super::verdict::{ObstacleKind, Outcome};
use crate::mir::{BinaryOp, Local, Op, Stmt, Ty};

/// Whether elements of arrays of numbers are read or written.
pub fn indexes_numbers(nest: &Nest) -> bool {
    nest.accesses.iter().any(|access| !access.kind.is_object())
}

/// Whether a loop of this outcome does something else than arithmetic on arrays.
pub fn is_other(def_use: &DefUse, nest: &Nest, looped: &Stmt, outcome: &Outcome) -> bool {
    let Outcome::Serial(obstacle) = outcome else {
        return false;
    };
    nest.acts
        || match obstacle.kind {
            ObstacleKind::Carried => !is_running_total(def_use, looped, &obstacle.name),
            ObstacleKind::ElementConflict => chooses(looped) && is_recurrence(def_use, nest),
            ObstacleKind::UnknownElement
            | ObstacleKind::RoundedChange
            | ObstacleKind::LastValue
            | ObstacleKind::CaughtValue
            | ObstacleKind::Strings
            | ObstacleKind::Objects
            | ObstacleKind::Cells
            | ObstacleKind::Polymorphic
            | ObstacleKind::Statement
            | ObstacleKind::Break
            | ObstacleKind::Continue
            | ObstacleKind::Slice
            | ObstacleKind::DynamicMemory
            | ObstacleKind::DynamicOperator
            | ObstacleKind::ResultSize
            | ObstacleKind::HostCall
            | ObstacleKind::Method
            | ObstacleKind::FunctionValue
            | ObstacleKind::TooManyIterations => false,
        }
}

/// Whether a carried variable is a number that is only added to or multiplied: a total that is also read on its way.
fn is_running_total(def_use: &DefUse, looped: &Stmt, name: &str) -> bool {
    let mut found = Vec::new();
    looped.op.blocks().for_each(|block| {
        block.for_each_stmt(&mut |stmt| {
            if let Op::Set(local, _) = stmt.op {
                found.push(local);
            }
        });
    });
    let is_named = |local: &Local| def_use.function.locals[*local].name.as_deref() == Some(name);
    let is_float = |local: &Local| matches!(def_use.function.locals[*local].ty, Ty::F32 | Ty::F64);
    let is_total = |local: &Local| {
        let by = |op| privatise::by_operation(def_use, looped, *local, op);
        is_float(local) && (by(BinaryOp::Add) || by(BinaryOp::Mul))
    };
    found.iter().any(|local| is_named(local) && is_total(local))
}

/// Whether there is a choice in the loop: a branch, an extreme.
fn chooses(looped: &Stmt) -> bool {
    let mut found = false;
    looped.op.blocks().for_each(|block| {
        block.for_each_stmt(&mut |stmt| {
            found |= matches!(
                stmt.op,
                Op::If { .. } | Op::Select { .. } | Op::Binary(BinaryOp::Min | BinaryOp::Max, ..)
            );
        });
    });
    found
}

/// Whether every element that iterations share is written by an earlier one than those that read it.
fn is_recurrence(def_use: &DefUse, nest: &Nest) -> bool {
    let clashes = dependence::clashes(def_use, nest, 0, Changes::Exact);
    let mut clashes = clashes.into_iter().peekable();
    clashes.peek().is_some()
        && clashes.all(|(first, second)| dependence::flows(nest, first, second))
}
