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
//! *Technique:* Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapter 8, "Unroll-and-Jam".
//!
//! *Invariant:* each iteration runs whole and in its own order; variables that it assigns are its own, and those of the last one keep
//! their names.

use super::windows::Sharing;
use crate::analysis::loops::nest::assigned_locals;
use crate::mir::passes::copy::Renaming;
use crate::mir::{
    BinaryOp, Block, Const, FuncKind, Function, Label, Local, Op, Stmt, Value, ValueData,
};
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
    let mut jam = Jam::of(kernel, &body, index, numbers.len());
    let indices = jam.indices(index).into_iter().zip(numbers);
    let indices = indices.map(|(result, number)| Stmt {
        op: Op::Const(Const::I32(*number)),
        results: vec![result],
        loc: stmt.loc,
    });
    let mut stmts: Vec<Stmt> = indices.collect();
    stmts.extend(jam.block(body).stmts);
    stmts
}

/// Rows of a kernel that run side by side.
pub(super) struct Rows {
    /// The value of the row in the kernel.
    pub row: Value,
    /// The first one.
    pub first: Value,
    /// How many there are.
    pub count: usize,
}

/// The body of a kernel for several rows side by side. A loop that `special` knows another form of gets a choice between that and its
/// jammed form.
pub(super) fn jam_rows(
    kernel: &mut Function,
    body: Block,
    rows: Rows,
    special: &Special<'_>,
) -> Vec<Stmt> {
    let loc = kernel.loc;
    let Rows { row, first, count } = rows;
    let mut jam = Jam::of(kernel, &body, row, count);
    jam.special = Some(special);
    let rows = jam.indices(row);
    let mut stmts = Vec::new();
    for (number, result) in rows.into_iter().enumerate() {
        let ty = jam.kernel.values[row].ty;
        let distance = jam.kernel.values.push(ValueData { ty });
        let mut push = |op, result| {
            let results = vec![result];
            stmts.push(Stmt { op, results, loc });
        };
        push(Op::Const(Const::I32(number as i32)), distance);
        push(Op::Binary(BinaryOp::Add, first, distance), result);
    }
    stmts.extend(jam.block(body).stmts);
    stmts
}

/// The positions of a kernel along its last dimension, of which there are so many, side by side in one.
pub(super) fn jam_last_dimension(kernel: &mut Function, count: i32) {
    let FuncKind::Kernel(data) = &mut kernel.kind else {
        panic!("{} is launched", kernel.name);
    };
    let last = data.position.pop().expect("a kernel has a position");
    let (body, loc) = (std::mem::take(&mut kernel.body), kernel.loc);
    let mut jam = Jam::of(kernel, &body, last, count as usize);
    let indices = jam.indices(last).into_iter().zip(0..);
    let indices = indices.map(|(result, number)| Stmt {
        op: Op::Const(Const::I32(number)),
        results: vec![result],
        loc,
    });
    let mut stmts: Vec<Stmt> = indices.collect();
    stmts.extend(jam.block(body).stmts);
    kernel.body = Block { stmts };
}

/// Another form of a loop, where there is one.
type Special<'a> = dyn Fn(&mut Copies<'_>, &Stmt) -> Option<Sharing> + 'a;

/// The copies that a loop is made into, as those see them who write another form of it.
pub struct Copies<'a> {
    kernel: &'a mut Function,
    /// The names of all copies but the last, which keeps those of the loop.
    names: &'a [Renaming],
}

impl Copies<'_> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.names.len() + 1
    }

    /// The kernel, whose tables grow.
    pub fn kernel(&mut self) -> &mut Function {
        self.kernel
    }

    /// The names that a copy has.
    pub fn names(&self, copy: usize) -> Renaming {
        self.names.get(copy).cloned().unwrap_or_default()
    }
}

struct Jam<'a> {
    kernel: &'a mut Function,
    /// Values that differ between the iterations.
    varying: BTreeSet<Value>,
    /// The names of all iterations but the last, which keeps those of the loop.
    iterations: Vec<Renaming>,
    /// Variables that each iteration has for itself.
    own: BTreeSet<Local>,
    special: Option<&'a Special<'a>>,
}

impl<'a> Jam<'a> {
    fn of(kernel: &'a mut Function, body: &Block, index: Value, count: usize) -> Self {
        Jam {
            varying: BTreeSet::from([index]),
            iterations: (1..count).map(|_| Renaming::default()).collect(),
            own: assigned_locals(body),
            kernel,
            special: None,
        }
    }

    /// The index of each iteration; other variables get their names too.
    fn indices(&mut self, index: Value) -> Vec<Value> {
        let mut indices = Vec::new();
        for renaming in &mut self.iterations {
            let ty = self.kernel.values[index].ty;
            let own = self.kernel.values.push(ValueData { ty });
            renaming.values.insert(index, own);
            indices.push(own);
            for &local in &self.own {
                let data = self.kernel.locals[local].clone();
                renaming.locals.insert(local, self.kernel.locals.push(data));
            }
        }
        indices.push(index);
        indices
    }

    fn block(&mut self, block: Block) -> Block {
        let stmts = block.stmts.into_iter();
        Block {
            stmts: stmts.flat_map(|stmt| self.stmt(stmt)).collect(),
        }
    }

    fn stmt(&mut self, stmt: Stmt) -> Vec<Stmt> {
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
        let special = self.special.and_then(|special| {
            let mut copies = Copies {
                kernel: &mut *self.kernel,
                names: &self.iterations,
            };
            special(&mut copies, &stmt)
        });
        match special {
            Some(sharing) => self.choice(sharing, stmt),
            None => vec![self.in_common(stmt)],
        }
    }

    /// The loop in its other form, where that is right, and jammed.
    fn choice(&mut self, sharing: Sharing, stmt: Stmt) -> Vec<Stmt> {
        let mut stmts = sharing.before;
        let Some(cond) = sharing.cond else {
            stmts.extend(sharing.shared);
            return stmts;
        };
        let loc = stmt.loc;
        let then = Block {
            stmts: sharing.shared,
        };
        let otherwise = Block {
            stmts: vec![self.in_common(stmt)],
        };
        stmts.push(Stmt {
            op: Op::If {
                cond,
                then,
                otherwise,
            },
            results: Vec::new(),
            loc,
        });
        stmts
    }

    fn in_common(&mut self, mut stmt: Stmt) -> Stmt {
        for inner in stmt.op.blocks_mut() {
            let block = std::mem::take(inner);
            *inner = self.block(block);
        }
        stmt
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
