//! The pass `handles`: an array that lies in an array of arrays, `g[k]`, is read before the loops that change neither.
//!
//! The element is read as null where there is none, which has no elements itself: so nothing is raised before the loop that was not raised
//! in it, and a loop without iterations reads in vain. What the index is computed from moves along.
//!
//! *Invariant:* nothing in the loop can put another array into the place, or let go of the array around it.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::data::*;

/// Runs the pass on every host function.
pub fn handles(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host && reads_handles(function, &function.body) {
            let values = &function.values;
            let mut body = std::mem::take(&mut function.body);
            move_in(values, &mut body);
            function.body = body;
        }
    }
}

type Values = crate::base::IndexVec<Value, ValueData>;

/// Whether an array is read out of another one.
fn reads_handles(function: &Function, body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| found |= is_handle_read(&function.values, stmt));
    found
}

/// Whether the statement reads an array that can be read wherever the array around it is there.
fn is_handle_read(values: &Values, stmt: &Stmt) -> bool {
    let Op::Load(access) = &stmt.op else {
        return false;
    };
    matches!(values[stmt.results[0]].ty, Ty::Array(_)) && !access.raises()
}

/// Moves what it can out of the loops of a block, inner loops first, so that it can move on from there.
fn move_in(values: &Values, block: &mut Block) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            move_in(values, inner);
        }
        if let Op::For { index, body, .. } = &mut stmt.op
            && keeps_handles(values, body)
        {
            let wanted = Wanted::of(values, *index, body);
            wanted.take_out(body, &mut output);
        }
        output.push(stmt);
    }
    block.stmts = output;
}

/// Whether nothing in a block changes which arrays lie in others, and which variables hold such. Blocks that make arrays or print are no
/// kernels: there reads stay, beside those that ask for sizes.
fn keeps_handles(values: &Values, block: &Block) -> bool {
    let mut keeps = true;
    block.for_each_stmt(&mut |stmt| keeps &= keeps_handles_itself(values, stmt));
    keeps
}

fn keeps_handles_itself(values: &Values, stmt: &Stmt) -> bool {
    let holds_handles = |value: Value| match values[value].ty {
        Ty::Array(kind) => kind.is_object() || kind == ElemKind::Function,
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Str => false,
    };
    match &stmt.op {
        Op::Store(access, _) | Op::Atomic(_, access, _) => !holds_handles(access.array),
        Op::Set(_, value) => !holds_handles(*value),
        Op::Runtime { func, .. } => func.sig().name.starts_with("error_"),
        Op::Call { .. } | Op::SetGlobal(..) | Op::Try { .. } | Op::Return(_) => false,
        Op::NewArray { .. } | Op::Launch(_) => false,
        Op::Retain(_) | Op::Release(_) => false,
        _other => true,
    }
}

/// What leaves a loop.
struct Wanted {
    values: BTreeSet<Value>,
}

impl Wanted {
    /// The reads of arrays in the loop that are the same in all of its iterations, with what they are computed from.
    fn of(values: &Values, index: Value, body: &Block) -> Wanted {
        let mut search = Search {
            values,
            set: body.assigned_locals(),
            made: BTreeMap::from([(index, None)]),
            fixed: BTreeMap::new(),
        };
        let mut reads = Vec::new();
        body.for_each_stmt(&mut |stmt| {
            if let Op::For { index, .. } = stmt.op {
                search.made.insert(index, None);
            }
            let known = stmt.results.iter().map(|&result| (result, Some(stmt)));
            search.made.extend(known);
            if is_handle_read(values, stmt) {
                reads.push(stmt.results[0]);
            }
        });
        let mut wanted = Wanted {
            values: BTreeSet::new(),
        };
        for read in reads {
            if search.is_fixed(read) {
                wanted.add(&search, read);
            }
        }
        wanted
    }

    fn add(&mut self, search: &Search, value: Value) {
        if let Some(Some(stmt)) = search.made.get(&value)
            && self.values.insert(value)
        {
            stmt.op
                .for_each_operand(|&operand| self.add(search, operand));
        }
    }

    /// Moves it from a block, in its order.
    fn take_out(&self, block: &mut Block, output: &mut Vec<Stmt>) {
        if self.values.is_empty() {
            return;
        }
        let mut kept = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            let is_wanted = |result: &Value| self.values.contains(result);
            if stmt.results.first().is_some_and(is_wanted) {
                if let Op::Load(access) = &mut stmt.op {
                    // What the loop's own bounds prove does not hold before it.
                    access.mode = AccessMode::Safe;
                }
                output.push(stmt);
                continue;
            }
            for inner in stmt.op.blocks_mut() {
                self.take_out(inner, output);
            }
            kept.push(stmt);
        }
        block.stmts = kept;
    }
}

/// What is known of a loop.
struct Search<'b> {
    values: &'b Values,
    /// The variables that it sets.
    set: BTreeSet<Local>,
    /// What defines the values of the loop; nothing for indices.
    made: BTreeMap<Value, Option<&'b Stmt>>,
    /// Answers.
    fixed: BTreeMap<Value, bool>,
}

impl Search<'_> {
    /// Whether a value can be computed before the loop.
    fn is_fixed(&mut self, value: Value) -> bool {
        let Some(made) = self.made.get(&value) else {
            return true;
        };
        let Some(stmt) = *made else {
            return false;
        };
        if let Some(&known) = self.fixed.get(&value) {
            return known;
        }
        let mut fixed = match &stmt.op {
            Op::Get(local) => !self.set.contains(local),
            Op::GetGlobal(_) => true,
            Op::Load(_) => is_handle_read(self.values, stmt),
            op => op.is_pure(),
        };
        stmt.op
            .for_each_operand(|&operand| fixed = fixed && self.is_fixed(operand));
        self.fixed.insert(value, fixed);
        fixed
    }
}
