//! The pass `simplify`: constants folded, identities applied, locals looked through, constant branches taken, dead code removed.
//!
//! *Invariant:* it terminates: each iteration removes a statement or an operand's indirection.

mod dead;
mod fold;
mod stores;

use std::collections::BTreeSet;

use crate::base::IndexVec;
use crate::base::persistent::Map;
use crate::mir::data::*;
pub use fold::{Known, Part, Rule, Simpler, Step};

/// Iterations after which a function is left as it is: what one iteration uncovers is mostly small.
const MAXIMUM_ITERATIONS: u32 = 4;

/// Runs the pass on every function.
pub fn simplify(program: &mut Program) {
    for function in program.functions.iter_mut() {
        simplify_function(function);
    }
}

/// Runs the pass on one function.
pub fn simplify_function(function: &mut Function) {
    for _ in 0..MAXIMUM_ITERATIONS {
        let rewritten = rewrite(function);
        let stores = stores::remove_dead_stores(function);
        let removed = dead::remove_dead(function);
        if !rewritten && !stores && !removed {
            break;
        }
    }
    stores::remove_unused_locals(function);
}

/// One walk over the function from top to bottom; tells whether it changed anything.
fn rewrite(function: &mut Function) -> bool {
    let body = std::mem::take(&mut function.body);
    let count = function.values.len();
    let mut simplifier = Simplifier {
        values: &mut function.values,
        same_as: IndexVec::filled(None, count),
        definitions: IndexVec::filled(None, count),
        contents: Map::default(),
        assigned: BTreeSet::new(),
        pushed: None,
        changed: false,
    };
    let body = simplifier.block(body).block;
    let changed = simplifier.changed;
    function.body = body;
    changed
}

struct Simplifier<'a> {
    values: &'a mut IndexVec<Value, ValueData>,
    /// The value to use instead.
    same_as: IndexVec<Value, Option<Value>>,
    /// The operations that define values, for the rules.
    definitions: IndexVec<Value, Option<Op>>,
    /// Locals whose contents at this point are a visible value.
    contents: Map<Local, Value>,
    /// The locals that the present block has assigned so far, the blocks in it included.
    assigned: BTreeSet<Local>,
    /// Whether control goes on behind the branches that were just pushed; asking them again would walk through all that is in them.
    pushed: Option<bool>,
    changed: bool,
}

/// A block that was rewritten.
struct Rewritten {
    block: Block,
    /// Whether control reaches its end.
    completes: bool,
    /// The locals that it assigns.
    assigned: BTreeSet<Local>,
}

impl Simplifier<'_> {
    fn block(&mut self, block: Block) -> Rewritten {
        let outer = std::mem::take(&mut self.assigned);
        let mut stmts = Vec::with_capacity(block.stmts.len());
        let completes = self.stmts(block, &mut stmts);
        Rewritten {
            block: Block { stmts },
            completes,
            assigned: std::mem::replace(&mut self.assigned, outer),
        }
    }

    /// Notes what a block within the present one assigns. The smaller set is put into the greater one, so that deep nests cost little.
    fn note_assigned(&mut self, mut within: BTreeSet<Local>) {
        if within.len() > self.assigned.len() {
            std::mem::swap(&mut within, &mut self.assigned);
        }
        self.assigned.extend(within);
    }

    /// Rewrites statements; whether control reaches the end of them.
    fn stmts(&mut self, block: Block, output: &mut Vec<Stmt>) -> bool {
        let count = block.stmts.len();
        for (index, mut stmt) in block.stmts.into_iter().enumerate() {
            stmt.op.for_each_operand_mut(|value| {
                if let Some(other) = self.same_as[*value] {
                    *value = other;
                }
            });
            self.stmt(stmt, output);
            let reached = self.pushed.take();
            if !reached.unwrap_or_else(|| output.last().is_none_or(|last| last.op.completes())) {
                // What follows is never run.
                self.changed |= index + 1 < count;
                return false;
            }
        }
        true
    }

    fn stmt(&mut self, stmt: Stmt, output: &mut Vec<Stmt>) {
        let Stmt { op, results, loc } = stmt;
        match op {
            Op::Get(local) => match self.contents.get(&local) {
                Some(&value) => self.replace(results[0], value),
                None => {
                    self.contents.insert(local, results[0]);
                    output.push(Stmt { op, results, loc });
                }
            },
            Op::Set(local, value) => {
                if self.contents.get(&local) == Some(&value) {
                    self.changed = true;
                } else {
                    self.contents.insert(local, value);
                    self.assigned.insert(local);
                    output.push(Stmt { op, results, loc });
                }
            }
            Op::If {
                cond,
                then,
                otherwise,
            } => self.branch(cond, then, otherwise, loc, output),
            Op::For { .. } | Op::Loop { .. } => self.repeated(op, results, loc, output),
            Op::Scope { label, body } => self.scope(label, body, loc, output),
            Op::Try { body, handler } => self.attempt(body, handler, loc, output),
            op => self.simple(op, results, loc, output),
        }
    }

    fn replace(&mut self, value: Value, by: Value) {
        self.same_as[value] = Some(by);
        self.changed = true;
    }

    fn simple(&mut self, op: Op, results: Vec<Value>, loc: Loc, output: &mut Vec<Stmt>) {
        let mut op = op;
        if let [result] = results[..] {
            let known = Known {
                values: self.values,
                definitions: &self.definitions,
            };
            let found = known.simpler(&op, self.values[result].ty);
            match found.map(|(_rule, simpler)| simpler) {
                Some(Simpler::Same(value)) => return self.replace(result, value),
                Some(Simpler::Constant(constant)) => op = Op::Const(constant),
                Some(Simpler::Operation(other)) => {
                    self.changed = true;
                    return self.simple(other, results, loc, output);
                }
                Some(Simpler::WithConstant(binary, left, constant)) => {
                    self.changed = true;
                    let right = self.new_constant(constant, loc, output);
                    let other = Op::Binary(binary, left, right);
                    return self.simple(other, results, loc, output);
                }
                Some(Simpler::Steps(steps)) => {
                    self.changed = true;
                    return self.steps(&steps, result, loc, output);
                }
                None => {}
            }
            if op.is_pure() || matches!(op, Op::NewArray { .. } | Op::Runtime { .. }) {
                self.definitions[result] = Some(op.clone());
            }
        }
        output.push(Stmt { op, results, loc });
    }

    /// Several operations in the place of one, which gives `result`.
    fn steps(&mut self, steps: &[Step], result: Value, loc: Loc, output: &mut Vec<Stmt>) {
        let mut made: Vec<Value> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let op = step.op(|part| match part {
                Part::Value(value) => value,
                Part::Step(number) => made[number],
                Part::Constant(constant) => self.new_constant(constant, loc, output),
            });
            let ty = match op {
                Op::Compare(..) => Ty::Bool,
                Op::Select { then, .. } => self.values[then].ty,
                Op::Binary(_, a, _) => self.values[a].ty,
                ref other => unreachable!("{other:?} is no step"),
            };
            let value = match number + 1 == steps.len() {
                true => result,
                false => self.new_value(ty),
            };
            self.simple(op, vec![value], loc, output);
            made.push(self.same_as[value].unwrap_or(value));
        }
    }

    fn new_value(&mut self, ty: Ty) -> Value {
        self.same_as.push(None);
        self.definitions.push(None);
        self.values.push(ValueData { ty })
    }

    fn new_constant(&mut self, constant: Const, loc: Loc, output: &mut Vec<Stmt>) -> Value {
        let op = Op::Const(constant);
        let value = self.new_value(constant.ty());
        self.definitions[value] = Some(op.clone());
        let results = vec![value];
        output.push(Stmt { op, results, loc });
        value
    }

    fn constant(&self, value: Value) -> Option<Const> {
        let known = Known {
            values: self.values,
            definitions: &self.definitions,
        };
        known.constant(value)
    }

    fn branch(
        &mut self,
        cond: Value,
        then: Block,
        otherwise: Block,
        loc: Loc,
        output: &mut Vec<Stmt>,
    ) {
        if let Some(Const::Bool(holds)) = self.constant(cond) {
            self.changed = true;
            let taken = if holds { then } else { otherwise };
            self.pushed = Some(self.stmts(taken, output));
            return;
        }
        if let Some(Op::Unary(UnaryOp::Not, inner)) = self.definitions[cond] {
            self.changed = true;
            return self.branch(inner, otherwise, then, loc, output);
        }
        let before = self.contents.clone();
        let then = self.block(then);
        self.contents = before.clone();
        let otherwise = self.block(otherwise);
        self.contents = before;
        for branch in [&then, &otherwise] {
            if branch.completes {
                self.forget(&branch.assigned);
            }
        }
        self.pushed = Some(then.completes || otherwise.completes);
        self.note_assigned(then.assigned);
        self.note_assigned(otherwise.assigned);
        let op = Op::If {
            cond,
            then: then.block,
            otherwise: otherwise.block,
        };
        output.push(Stmt {
            op,
            results: Vec::new(),
            loc,
        });
    }

    fn forget_locals_set_in(&mut self, block: &Block) {
        self.forget(&block.assigned_locals());
    }

    fn forget(&mut self, locals: &BTreeSet<Local>) {
        for local in locals {
            self.contents.remove(local);
        }
    }

    /// A loop: its body may see what an earlier iteration has set.
    fn repeated(&mut self, mut op: Op, results: Vec<Value>, loc: Loc, output: &mut Vec<Stmt>) {
        if self.never_runs(&op) {
            self.changed = true;
            return;
        }
        let label = match op {
            Op::For { label, .. } | Op::Loop { label, .. } => label,
            other => unreachable!("{other:?} is no loop"),
        };
        let body = op.blocks_mut().next().expect("a body");
        let original = std::mem::take(body);
        self.forget_locals_set_in(&original);
        let before = self.contents.clone();
        let within = self.block(original);
        let mut rewritten = within.block;
        self.note_assigned(within.assigned);
        self.contents = before;
        if rewritten
            .stmts
            .last()
            .is_some_and(|last| last.op == Op::Continue(label))
        {
            rewritten.stmts.pop();
            self.changed = true;
        }
        *body = rewritten;
        output.push(Stmt { op, results, loc });
    }

    /// Whether a counted loop is known to make no iteration.
    fn never_runs(&self, op: &Op) -> bool {
        let Op::For {
            start, stop, step, ..
        } = op
        else {
            return false;
        };
        let [start, stop, step] = [start, stop, step].map(|&value| match self.constant(value) {
            Some(Const::I32(number)) => Some(number),
            _other => None,
        });
        match (step, start.zip(stop)) {
            (Some(0), _) => true,
            (Some(step), Some((start, stop))) => {
                if step > 0 {
                    start > stop
                } else {
                    start < stop
                }
            }
            _unknown => false,
        }
    }

    /// A scope that nothing leaves early is just its statements.
    fn scope(&mut self, label: Label, mut body: Block, loc: Loc, output: &mut Vec<Stmt>) {
        if body
            .stmts
            .last()
            .is_some_and(|last| last.op == Op::Break(label))
        {
            body.stmts.pop();
            self.changed = true;
        }
        if !body.breaks_to(label) {
            self.changed = true;
            self.pushed = Some(self.stmts(body, output));
            return;
        }
        let before = self.contents.clone();
        let set = body.assigned_locals();
        let within = self.block(body);
        self.note_assigned(within.assigned);
        self.contents = before;
        self.forget(&set);
        output.push(Stmt {
            op: Op::Scope {
                label,
                body: within.block,
            },
            results: Vec::new(),
            loc,
        });
    }

    /// A body that cannot fail is just its statements. The handler sees whatever the body may have set.
    fn attempt(&mut self, body: Block, handler: Block, loc: Loc, output: &mut Vec<Stmt>) {
        let mut raises = false;
        body.for_each_stmt(&mut |stmt| raises |= stmt.op.raises());
        if !raises {
            self.changed = true;
            self.pushed = Some(self.stmts(body, output));
            return;
        }
        let before = self.contents.clone();
        let (set, set_after) = (body.assigned_locals(), handler.assigned_locals());
        let body = self.block(body);
        self.note_assigned(body.assigned);
        self.contents = before;
        self.forget(&set);
        let before = self.contents.clone();
        let handler = self.block(handler);
        self.note_assigned(handler.assigned);
        self.contents = before;
        self.forget(&set_after);
        output.push(Stmt {
            op: Op::Try {
                body: body.block,
                handler: handler.block,
            },
            results: Vec::new(),
            loc,
        });
    }
}
