//! Unroll-and-jam: the iterations of a short loop run side by side, statement by statement.
//!
//! ```text
//! for c = 0..2 { s = 0  for k = 0..4 { s += x[n+k,c] }  y[n,c] = s }
//! s0 = 0  s1 = 0  s2 = 0
//! for k = 0..4 { s0 += x[n+k,0]  s1 += x[n+k,1]  s2 += x[n+k,2] }
//! y[n,0] = s0  y[n,1] = s1  y[n,2] = s2
//! ```
//!
//! What the iterations have in common stands there once. Loops and branches inside whose bounds and conditions they have in common are
//! jammed too, others follow each other.
//!
//! *Invariant:* each iteration runs whole and in its own order; variables that it assigns are its own, and those of the last one keep
//! their names.

use crate::analysis::loops::nest::assigned_locals;
use crate::mir::passes::copy::Renaming;
use crate::mir::{Block, Const, Function, Label, Local, Op, Stmt, Value, ValueData};
use std::collections::BTreeSet;

/// Jams the loops of a kernel that have these labels. Their bounds are constants.
pub(super) fn unroll_and_jam(kernel: &mut Function, labels: &BTreeSet<Label>) {
    let body = std::mem::take(&mut kernel.body);
    kernel.body = in_block(kernel, body, labels);
}

fn in_block(kernel: &mut Function, block: Block, labels: &BTreeSet<Label>) -> Block {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in block.stmts {
        match &stmt.op {
            Op::For { label, .. } if labels.contains(label) => match numbers(&stmts, &stmt.op) {
                Some(numbers) => stmts.extend(jammed(kernel, stmt, &numbers)),
                None => stmts.push(stmt),
            },
            _ => {
                for inner in stmt.op.blocks_mut() {
                    let block = std::mem::take(inner);
                    *inner = in_block(kernel, block, labels);
                }
                stmts.push(stmt);
            }
        }
    }
    Block { stmts }
}

/// The indices of a loop, from constants that stand before it.
fn numbers(before: &[Stmt], op: &Op) -> Option<Vec<i32>> {
    let Op::For {
        start, stop, step, ..
    } = op
    else {
        return None;
    };
    let constant = |value: &Value| {
        before.iter().find_map(|stmt| match stmt.op {
            Op::Const(Const::I32(number)) if stmt.results[0] == *value => Some(number),
            _ => None,
        })
    };
    let (start, stop, step) = (constant(start)?, constant(stop)?, constant(step)?);
    let count = stop.checked_sub(start)?.checked_div(step)?;
    Some((0..=count).map(|at| start + at * step).collect())
}

fn jammed(kernel: &mut Function, stmt: Stmt, numbers: &[i32]) -> Vec<Stmt> {
    let Op::For { index, body, .. } = stmt.op else {
        unreachable!("a loop is jammed");
    };
    let own = assigned_locals(&body);
    let mut jam = Jam {
        varying: BTreeSet::from([index]),
        iterations: numbers[1..].iter().map(|_| Renaming::default()).collect(),
        own,
        kernel,
    };
    let mut stmts = Vec::new();
    for (at, &number) in numbers.iter().enumerate() {
        let mut result = index;
        if let Some(renaming) = jam.iterations.get_mut(at) {
            let ty = jam.kernel.values[index].ty;
            result = jam.kernel.values.push(ValueData { ty });
            renaming.values.insert(index, result);
            for &local in &jam.own {
                let data = jam.kernel.locals[local].clone();
                renaming.locals.insert(local, jam.kernel.locals.push(data));
            }
        }
        stmts.push(Stmt {
            op: Op::Const(Const::I32(number)),
            results: vec![result],
            loc: stmt.loc,
        });
    }
    stmts.extend(jam.block(body).stmts);
    stmts
}

struct Jam<'a> {
    kernel: &'a mut Function,
    /// Values that differ between the iterations.
    varying: BTreeSet<Value>,
    /// The names of all iterations but the last, which keeps those of the loop.
    iterations: Vec<Renaming>,
    /// Variables that each iteration has for itself.
    own: BTreeSet<Local>,
}

impl Jam<'_> {
    fn block(&mut self, block: Block) -> Block {
        let stmts = block.stmts.into_iter();
        Block {
            stmts: stmts.flat_map(|stmt| self.stmt(stmt)).collect(),
        }
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Vec<Stmt> {
        let mut varies = false;
        stmt.op
            .for_each_operand(|value| varies |= self.varying.contains(value));
        let in_common = match &stmt.op {
            Op::Get(local) => !self.own.contains(local),
            // An element that one iteration changes is read by no other: what all of them read, none changes.
            Op::For { .. } | Op::If { .. } | Op::Load(_) => !varies,
            op => op.is_pure() && !varies,
        };
        if !in_common {
            return self.copies(stmt);
        }
        for inner in stmt.op.blocks_mut() {
            let block = std::mem::take(inner);
            *inner = self.block(block);
        }
        vec![stmt]
    }

    /// The statement for each iteration.
    fn copies(&mut self, stmt: Stmt) -> Vec<Stmt> {
        let block = Block { stmts: vec![stmt] };
        block.for_each_stmt(&mut |stmt| self.varying.extend(&stmt.results));
        let mut all = Vec::new();
        for renaming in &mut self.iterations {
            let own = Renaming::of_definitions(&block, self.kernel);
            renaming.values.extend(own.values);
            renaming.labels.extend(own.labels);
            all.extend(renaming.block(&block).stmts);
        }
        all.extend(block.stmts);
        all
    }
}
