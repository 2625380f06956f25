//! `x = a .* x + y` computes into the array that `x` has, when nobody else has it.
//!
//! Whether the variable is the array's only owner is asked when the program runs (the row `array_reuse`).
//!
//! *Technique:* update in place of aggregates that have one owner (Hudak and Bloss, "The Aggregate Update Problem in Functional Programming
//! Systems", POPL 1985).
//!
//! *Invariant:* each element is read before it is written, and nothing else reads the array while it is half changed.

use super::emit::Emitter;
use crate::analysis::loops::counted::ForParts;
use crate::mir::{
    Access, Block, Const, Fill, Function, ListEntry, Local, Op, RtFn, Stmt, Ty, Value,
};
use std::collections::BTreeSet;

/// Lets the expressions of a function work in place.
pub fn reuse(function: &mut Function) {
    let mut body = std::mem::take(&mut function.body);
    let holds = Holds::of(&body);
    in_block(&mut body, function, &holds);
    function.body = body;
}

/// Which values are known to be what a variable held.
struct Holds(BTreeSet<(Local, Value)>);

impl Holds {
    fn of(body: &Block) -> Holds {
        let mut found = BTreeSet::new();
        body.for_each_stmt(&mut |stmt| match stmt.op {
            Op::Get(local) => {
                found.insert((local, stmt.results[0]));
            }
            Op::Set(local, value) => {
                found.insert((local, value));
            }
            _ => {}
        });
        Holds(found)
    }
}

/// Where an update makes its array, and what it may work in.
struct Update {
    made: usize,
    old: Value,
}

fn in_block(block: &mut Block, function: &mut Function, holds: &Holds) {
    let mut at = 0;
    while at < block.stmts.len() {
        if let Some(update) = update(block, at, function, holds) {
            work_in_place(block, &update, function);
            // The kind of the array stands before the question.
            at += 1;
        }
        for inner in block.stmts[at].op.blocks_mut() {
            in_block(inner, function, holds);
        }
        at += 1;
    }
}

/// The update that ends with the statement, which stores the new array in its variable.
fn update(block: &Block, at: usize, function: &Function, holds: &Holds) -> Option<Update> {
    let Op::Set(local, new) = block.stmts[at].op else {
        return None;
    };
    let before = &block.stmts[..at];
    let made = before
        .iter()
        .position(|stmt| stmt.results.first() == Some(&new))?;
    if !matches!(
        &before[made].op,
        Op::NewArray {
            fill: Fill::Uninit,
            ..
        }
    ) {
        return None;
    }
    let is_loop = |stmt: &Stmt| ForParts::of_expression(stmt).is_some();
    let computed = made + 1 + before[made + 1..].iter().position(is_loop)?;
    let old = in_place_of(&before[computed], new, local, holds)?;
    let kept = function.values[old].ty == function.values[new].ty
        && is_current(before, old, local)
        && before[made + 1..computed]
            .iter()
            .all(|stmt| stmt.op.is_pure())
        && before[computed + 1..]
            .iter()
            .all(|stmt| only_knows(stmt, new, function))
        && !block.stmts[computed + 1..]
            .iter()
            .any(|stmt| mentions(stmt, old));
    kept.then_some(Update { made, old })
}

/// The old array, if the loop reads from all that the variable may hold only the element that it writes.
fn in_place_of(stmt: &Stmt, new: Value, local: Local, holds: &Holds) -> Option<Value> {
    let (mut loads, mut index, mut fits) = (Vec::new(), None, true);
    stmt.for_each_stmt(&mut |inner| match &inner.op {
        Op::Load(access) if !access.raises() => loads.push(access),
        Op::Store(access, _) if access.array == new && !access.raises() => {
            fits &= index.replace(&access.index).is_none();
        }
        Op::For { .. } => {}
        op => fits &= op.is_pure(),
    });
    let index = index.filter(|_| fits)?;
    let may_be_old = |access: &&&Access| holds.0.contains(&(local, access.array));
    let mut of_variable = loads.iter().filter(may_be_old).peekable();
    let old = of_variable.peek()?.array;
    of_variable
        .all(|access| access.index == *index)
        .then_some(old)
}

/// Whether the variable holds the value at the end of the statements, and did since the value was read or stored there.
fn is_current(before: &[Stmt], old: Value, local: Local) -> bool {
    let known = before.iter().rposition(|stmt| match stmt.op {
        Op::Get(read) => read == local && stmt.results[0] == old,
        Op::Set(set, value) => set == local && value == old,
        _ => false,
    });
    known.is_some_and(|known| {
        let mut changed = false;
        for stmt in &before[known + 1..] {
            stmt.for_each_stmt(&mut |inner| changed |= inner.op.assigned_local() == Some(local));
        }
        !changed
    })
}

/// Whether a statement uses no other array than the new one.
fn only_knows(stmt: &Stmt, new: Value, function: &Function) -> bool {
    let mut only = !stmt.op.is_compound();
    stmt.op.for_each_operand(|value| {
        only &= *value == new || !function.values[*value].ty.is_handle();
    });
    only
}

fn mentions(stmt: &Stmt, value: Value) -> bool {
    let mut found = false;
    stmt.for_each_stmt(&mut |inner| inner.op.for_each_operand(|used| found |= *used == value));
    found
}

/// Asks for the old array in the place where a new one was made.
fn work_in_place(block: &mut Block, update: &Update, function: &mut Function) {
    let made = &block.stmts[update.made];
    let (Op::NewArray { dims, .. }, Ty::Array(kind)) = (&made.op, function.values[update.old].ty)
    else {
        panic!("the update makes an array");
    };
    let (dims, results) = (dims.clone(), made.results.clone());
    let mut emitter = Emitter::new(function, made.loc);
    let code = emitter.constant(Const::I32(kind.code()));
    emitter.run(Op::Runtime {
        func: RtFn::array_reuse,
        args: vec![code, update.old],
        list: dims.into_iter().map(ListEntry::Value).collect(),
    });
    let mut stmts = emitter.stmts;
    stmts.last_mut().expect("the call of the row").results = results;
    block.stmts.splice(update.made..=update.made, stmts);
}
