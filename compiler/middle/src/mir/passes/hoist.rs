//! The pass `hoist`: what does not change in a loop is computed before it.
//!
//! Only pure operations move, which cannot fail and cost little where the loop runs no iteration. From the branches inside a loop only
//! cheap ones move: others might be computed in vain in every iteration that does not come there.
//!
//! *Technique:* loop-invariant code motion (Muchnick, "Advanced Compiler Design and Implementation", 1997, chapter 13).
//!
//! *Invariant:* operations keep their order among each other, so operands stay defined before their uses.

use std::collections::BTreeSet;

use crate::mir::data::*;

/// Runs the pass on every function.
pub fn hoist(program: &mut Program) {
    for function in program.functions.iter_mut() {
        hoist_in(&mut function.body);
    }
}

/// Moves what it can out of the loops of a block, inner loops first, so that it can move on from there.
fn hoist_in(block: &mut Block) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        stmt.op.blocks_mut().for_each(hoist_in);
        if let Op::For { body, .. } | Op::Loop { body, .. } = &mut stmt.op {
            let mut mover = Mover {
                changing: defined_in(body),
                set: body.assigned_locals(),
                moved: &mut output,
            };
            if let Op::For { index, .. } = stmt.op {
                mover.changing.insert(index);
            }
            mover.block(stmt.op.blocks_mut().next().expect("a body"), false);
        }
        output.push(stmt);
    }
    block.stmts = output;
}

/// The values defined in a block and below it.
fn defined_in(block: &Block) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    block.for_each_stmt(&mut |stmt| {
        found.extend(&stmt.results);
        if let Op::For { index, .. } = stmt.op {
            found.insert(index);
        }
    });
    found
}

/// Moves statements out of one loop.
struct Mover<'a> {
    /// Values that are defined in the loop.
    changing: BTreeSet<Value>,
    /// Locals that the loop sets.
    set: BTreeSet<Local>,
    /// The statements before the loop.
    moved: &'a mut Vec<Stmt>,
}

impl Mover<'_> {
    /// Moves from a block; `conditional`: not every iteration comes there.
    fn block(&mut self, block: &mut Block, conditional: bool) {
        let mut kept = Vec::with_capacity(block.stmts.len());
        let mut conditional = conditional;
        for mut stmt in std::mem::take(&mut block.stmts) {
            if self.moves(&stmt.op, conditional) {
                for result in &stmt.results {
                    self.changing.remove(result);
                }
                self.moved.push(stmt);
                continue;
            }
            match &mut stmt.op {
                Op::If {
                    then, otherwise, ..
                } => {
                    self.block(then, true);
                    self.block(otherwise, true);
                }
                // An inner loop has given what it can to the block that contains it.
                Op::Scope { body, .. } => self.block(body, conditional),
                Op::Try { body, handler } => {
                    self.block(body, conditional);
                    self.block(handler, true);
                }
                _other => {}
            }
            conditional |= stmt.op.is_compound();
            kept.push(stmt);
        }
        block.stmts = kept;
    }

    fn moves(&self, op: &Op, conditional: bool) -> bool {
        if let Op::Get(local) = op {
            return !self.set.contains(local);
        }
        if !op.is_pure() || conditional && !is_cheap(op) {
            return false;
        }
        let mut is_fixed = true;
        op.for_each_operand(|value| is_fixed &= !self.changing.contains(value));
        is_fixed
    }
}

/// Whether an operation may be computed in vain.
fn is_cheap(op: &Op) -> bool {
    match op {
        Op::Const(_) | Op::Dim(..) | Op::Numel(_) | Op::Convert(_) => true,
        Op::Compare(..) | Op::Select { .. } => true,
        Op::Unary(op, _) => !op.is_slow(),
        Op::Binary(op, ..) => !op.is_slow(),
        _other => false,
    }
}
