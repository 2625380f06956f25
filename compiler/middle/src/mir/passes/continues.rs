//! `continue` as an `if`: the rest of the iteration moves into the other branch, so that loops with `continue` can become kernels.
//!
//! `if c { …; continue } rest` is `if c { … } else { rest }`. Where a `continue` stands deeper, with more to do behind it in both of
//! the blocks around it, the rest would have to be there twice: such a loop keeps it.
//!
//! *Invariant:* every statement runs as often and in the same order as before.

use crate::mir::{Block, FuncKind, Label, Op, Program, Stmt};

/// Rewrites the counted loops of all host functions.
pub fn continues(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host {
            loops(&mut function.body);
        }
    }
}

fn loops(block: &mut Block) {
    for stmt in &mut block.stmts {
        for inner in stmt.op.blocks_mut() {
            loops(inner);
        }
        if let Op::For { label, body, .. } = &mut stmt.op {
            let label = *label;
            iteration(body, label);
        }
    }
}

/// A block at whose end the iteration of the loop ends.
fn iteration(block: &mut Block, label: Label) {
    if ends_iteration(block, label) {
        block.stmts.pop();
    }
    let Some(at) = block.stmts.iter().position(|stmt| leaves(stmt, label)) else {
        return;
    };
    let rest = block.stmts.split_off(at + 1);
    let Op::If {
        then, otherwise, ..
    } = &mut block.stmts[at].op
    else {
        block.stmts.extend(rest);
        return;
    };
    match (
        ends_iteration(then, label),
        ends_iteration(otherwise, label),
    ) {
        (true, _) => append(otherwise, rest),
        (false, true) => append(then, rest),
        (false, false) if rest.is_empty() => {}
        (false, false) => {
            block.stmts.extend(rest);
            return;
        }
    }
    iteration(then, label);
    iteration(otherwise, label);
}

/// Lets statements follow a block, unless its end is not reached.
fn append(block: &mut Block, rest: Vec<Stmt>) {
    if block.completes() {
        block.stmts.extend(rest);
    }
}

fn ends_iteration(block: &Block, label: Label) -> bool {
    let last = block.stmts.last();
    last.is_some_and(|stmt| stmt.op == Op::Continue(label))
}

/// Whether a `continue` of the loop is in a statement, or is it.
fn leaves(stmt: &Stmt, label: Label) -> bool {
    let mut found = stmt.op == Op::Continue(label);
    for block in stmt.op.blocks() {
        block.for_each_stmt(&mut |inner| found |= inner.op == Op::Continue(label));
    }
    found
}
