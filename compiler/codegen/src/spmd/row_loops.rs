//! Loops of a kernel that go along rows, which its lanes are, and that can run in strips of transposed rows.
//!
//! *Invariant:* of a loop that is found, each iteration stores the elements of its own, without a condition; of the same array all accesses are to the
//! same element, and others are in [`RowLoop::apart`].

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::forms::{Axis, Limits, forms, steps_along};
use super::ir::Val;
use super::sum_loops::{Changes, apart, changes, has_loops, walked};
use crate::mir::families::pure_op;
use crate::mir::{Access, AccessMode, Block, ElemKind, Function, Label, Op, Ty, Value};

/// A loop along rows.
#[derive(Debug)]
pub(super) struct RowLoop {
    /// Whether its index goes down.
    pub(super) goes_down: bool,
    /// What is read and written in strips, by address.
    pub(super) strips: BTreeSet<*const Access>,
    /// What the places of these accesses are computed from in the body.
    pub(super) front: BTreeSet<Value>,
    /// Arrays that must not be the same.
    pub(super) apart: Vec<[Value; 2]>,
    /// The arrays, and their dimensions, that the loop's index is an index of.
    pub(super) walked: Vec<(Value, Option<usize>)>,
}

/// The buffers of the accesses of the loop at hand, and where its iteration lies in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    /// The buffer of each access.
    pub(super) slots: FxHashMap<*const Access, Val>,
    /// Bytes of the vectors in front of that of this iteration, uniform `I64`.
    pub(super) behind: Option<Val>,
}

/// The loops of a kernel along rows, whose lanes are the rows.
pub(super) fn row_loops(kernel: &Function) -> BTreeMap<Label, Rc<RowLoop>> {
    let mut found = BTreeMap::new();
    let mut some = false;
    kernel
        .body
        .for_each_stmt(&mut |stmt| some |= matches!(stmt.op, Op::For { .. }));
    if !some {
        return found;
    }
    let forms = forms(kernel, Limits::Anywhere);
    kernel.body.for_each_stmt(&mut |stmt| {
        let Op::For {
            label,
            index,
            step,
            body,
            ..
        } = &stmt.op
        else {
            return;
        };
        let goes_down = match forms[*step].constant {
            Some(1) => false,
            Some(-1) => true,
            _ => return,
        };
        if has_loops(body) {
            return;
        }
        let step = if goes_down { -1 } else { 1 };
        let lies_along = |access: &Access| {
            let across = steps_along(Axis::Position, access, &forms);
            steps_along(Axis::Loop(*label), access, &forms) == Some(step)
                && !matches!(across, Some(0 | 1))
                && (access.mode == AccessMode::Unchecked || access.index.last() == Some(index))
                && fits(kernel, access)
        };
        if let Some(mut row_loop) = row_loop(kernel, *index, body, lies_along) {
            row_loop.goes_down = goes_down;
            found.insert(*label, Rc::new(row_loop));
        }
    });
    found
}

/// Whether vectors of its elements can be transposed.
fn fits(kernel: &Function, access: &Access) -> bool {
    match kernel.values[access.array].ty {
        Ty::Array(kind) => matches!(
            kind,
            ElemKind::F32
                | ElemKind::I32
                | ElemKind::I16
                | ElemKind::U16
                | ElemKind::I8
                | ElemKind::U8
        ),
        _ => false,
    }
}

/// A loop along rows, if all that it stores is the element of its iteration, each time.
fn row_loop(
    kernel: &Function,
    index: Value,
    body: &Block,
    lies_along: impl Fn(&Access) -> bool,
) -> Option<RowLoop> {
    let Changes { updates, stores } = changes(body)?;
    if updates > 0 {
        return None;
    }
    let (mut strips, mut wanted, mut stored) = (BTreeSet::new(), BTreeSet::new(), 0);
    if reads_what_it_stored(body, &lies_along) {
        return None;
    }
    for stmt in &body.stmts {
        let (Op::Load(access) | Op::Store(access, _)) = &stmt.op else {
            continue;
        };
        if lies_along(access) {
            strips.insert(std::ptr::from_ref(access));
            wanted.extend(access.index.iter().copied());
            stored += u32::from(matches!(stmt.op, Op::Store(..)));
        }
    }
    if strips.is_empty() || stored != stores {
        return None;
    }
    Some(RowLoop {
        goes_down: false,
        front: front(index, body, wanted)?,
        strips,
        apart: apart(kernel, body)?,
        walked: walked(index, body)?,
    })
}

/// Whether an iteration may read from an array what it has stored there, which would still be in a buffer: unless all that it reads of the array is
/// read in strips, in front of its first store.
fn reads_what_it_stored(body: &Block, lies_along: impl Fn(&Access) -> bool) -> bool {
    let mut stored = BTreeSet::new();
    body.for_each_stmt(&mut |stmt| {
        if let Op::Store(access, _) = &stmt.op {
            stored.insert(access.array);
        }
    });
    let mut begun = BTreeSet::new();
    let mut found = false;
    for stmt in &body.stmts {
        match &stmt.op {
            Op::Load(access) if stored.contains(&access.array) => {
                found |= begun.contains(&access.array) || !lies_along(access);
            }
            Op::Store(access, _) => {
                begun.insert(access.array);
            }
            op => {
                for block in op.blocks() {
                    block.for_each_stmt(&mut |inner| {
                        let reads =
                            matches!(&inner.op, Op::Load(access) if stored.contains(&access.array));
                        found |= reads;
                    });
                }
            }
        }
    }
    found
}

/// The values of a body that others are computed from; none where that takes more than arithmetic, or variables that the body sets.
fn front(index: Value, body: &Block, mut wanted: BTreeSet<Value>) -> Option<BTreeSet<Value>> {
    let assigned = body.assigned_locals();
    let mut found = BTreeSet::new();
    for stmt in body.stmts.iter().rev() {
        let Some(&result) = stmt.results.iter().find(|result| wanted.contains(result)) else {
            continue;
        };
        match &stmt.op {
            Op::Get(local) if assigned.contains(local) => return None,
            pure_op!() | Op::Get(_) => {}
            _ => return None,
        }
        found.insert(result);
        stmt.op.for_each_operand(|value| {
            wanted.insert(*value);
        });
    }
    found.remove(&index);
    Some(found)
}
