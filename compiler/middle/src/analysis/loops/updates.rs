//! Elements that are only changed: `x[f] = x[f] + e`.
//!
//! Where different iterations change the same element so, the changes can be made atomic. Their order does not matter when the
//! arithmetic is exact: integers that wrap, and floats that only count by a whole number. The order in which floats are added
//! matters for their last digits alone, as it does where a variable accumulates them.
//!
//! *Technique:* recognition of histogram reductions (Pottenger and Eigenmann, "Idiom Recognition in the Polaris Parallelizing Compiler",
//! ICS 1995).
//!
//! *Invariant:* the element that is read is the one that is written, and nothing can change it in between.

use super::def_use::DefUse;
use crate::mir::{
    Access, AccessMode, AccumulatorOp, AtomicOp, BinaryOp, Block, Const, ElemKind, Op, Stmt, Ty,
    Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// A read, an operation and a write that make up one change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Update {
    /// The operation.
    pub op: AtomicOp,
    /// Its operand.
    pub value: Value,
    /// The class of operations among which the order does not matter, if any.
    pub order_free: Option<AccumulatorOp>,
    /// The class of operations among which the order does not matter but for the rounding of floats, if any.
    pub rounded: Option<AccumulatorOp>,
}

/// The changes of a loop body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Updates {
    /// By the value that is stored, which has no other use.
    pub stored: BTreeMap<Value, Update>,
    /// By the value that is read, which has no other use.
    pub read: BTreeMap<Value, Update>,
}

impl Updates {
    /// Finds the changes in a block and the blocks below it.
    pub fn of(def_use: &DefUse, block: &Block) -> Updates {
        let mut updates = Updates::default();
        updates.search(def_use, block);
        updates
    }

    fn search(&mut self, def_use: &DefUse, block: &Block) {
        for (at, stmt) in block.stmts.iter().enumerate() {
            if let Op::Store(access, values) = &stmt.op
                && let [stored] = values.as_slice()
                && let Some((read, update)) = update(def_use, &block.stmts[..at], access, *stored)
            {
                self.stored.insert(*stored, update);
                self.read.insert(read, update);
            }
            for inner in stmt.op.blocks() {
                self.search(def_use, inner);
            }
        }
    }
}

/// The value read and the change, when the last statements of `before` compute what is stored from the element itself.
fn update(
    def_use: &DefUse,
    before: &[Stmt],
    target: &Access,
    stored: Value,
) -> Option<(Value, Update)> {
    let Ty::Array(kind) = def_use.function.values[target.array].ty else {
        return None;
    };
    let Op::Binary(op, left, right) = def_use.definition(stored)?.op else {
        return None;
    };
    let is_read = |value: Value| last_read(def_use, before, target, value);
    let commutes = op != BinaryOp::Sub;
    let (read, value) = match (is_read(left), commutes && is_read(right)) {
        (true, _) => (left, right),
        (false, true) => (right, left),
        (false, false) => return None,
    };
    let op = op.atomic()?;
    let single = [read, stored].iter().all(|&one| def_use.uses(one) == 1);
    let update = Update {
        op,
        value,
        order_free: order_free(def_use, op, kind, value),
        rounded: rounded(op, kind),
    };
    (single && read != value).then_some((read, update))
}

/// Whether `value` is the element `target`, read in this block with no write since.
fn last_read(def_use: &DefUse, before: &[Stmt], target: &Access, value: Value) -> bool {
    let Some(at) = before
        .iter()
        .rposition(|stmt| stmt.results.contains(&value))
    else {
        return false;
    };
    let Op::Load(access) = &before[at].op else {
        return false;
    };
    let same_mode = access.mode == target.mode
        || (access.mode == AccessMode::Safe && target.mode == AccessMode::Checked);
    let same_array = def_use.see_through(access.array) == def_use.see_through(target.array);
    let quiet = |stmt: &Stmt| {
        !stmt.op.is_compound() && !matches!(stmt.op, Op::Store(..) | Op::Atomic(..) | Op::Set(..))
    };
    let same_index = access.index.len() == target.index.len()
        && access
            .index
            .iter()
            .zip(&target.index)
            .all(|(&a, &b)| def_use.are_equal(a, b));
    same_mode && same_array && same_index && before[at..].iter().all(quiet)
}

/// The class of an update whose order does not matter but for rounding.
fn rounded(op: AtomicOp, kind: ElemKind) -> Option<AccumulatorOp> {
    match kind {
        ElemKind::F32 | ElemKind::F64 => op.accumulates().filter(|class| !class.is_bitwise()),
        ElemKind::I8
        | ElemKind::U8
        | ElemKind::I16
        | ElemKind::U16
        | ElemKind::I32
        | ElemKind::U32
        | ElemKind::I64
        | ElemKind::U64
        | ElemKind::F16
        | ElemKind::C32
        | ElemKind::C64
        | ElemKind::Text
        | ElemKind::Array
        | ElemKind::Function => None,
    }
}

/// The class of an update whose order does not matter.
fn order_free(
    def_use: &DefUse,
    op: AtomicOp,
    kind: ElemKind,
    value: Value,
) -> Option<AccumulatorOp> {
    match kind {
        ElemKind::I32 | ElemKind::I64 | ElemKind::U64 => op.accumulates(),
        ElemKind::F32 | ElemKind::F64 => {
            let counts = match def_use.definition(value).map(|stmt| &stmt.op) {
                Some(Op::Const(Const::F32(number))) => number.fract() == 0.0,
                Some(Op::Const(Const::F64(number))) => number.fract() == 0.0,
                _ => false,
            };
            let sum = matches!(op, AtomicOp::Add | AtomicOp::Sub);
            (sum && counts).then_some(AccumulatorOp::Add)
        }
        ElemKind::I8
        | ElemKind::U8
        | ElemKind::I16
        | ElemKind::U16
        | ElemKind::U32
        | ElemKind::F16
        | ElemKind::C32
        | ElemKind::C64
        | ElemKind::Text
        | ElemKind::Array
        | ElemKind::Function => None,
    }
}

/// The arrays of these kinds are written in a block.
pub fn written_kinds(def_use: &DefUse, block: &Block) -> BTreeSet<ElemKind> {
    let mut kinds = BTreeSet::new();
    block.for_each_stmt(&mut |stmt| {
        if let Op::Store(access, _) | Op::Atomic(_, access, _) = &stmt.op
            && let Ty::Array(kind) = def_use.function.values[access.array].ty
        {
            kinds.insert(kind);
        }
    });
    kinds
}
