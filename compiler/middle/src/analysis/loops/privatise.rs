//! What a loop does with its variables: private to an iteration, accumulated, needed after the loop, or carried from one iteration to
//! the next.
//!
//! *Technique:* privatisation and recognition of reductions (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001,
//! chapters 5 and 6; Tu and Padua, "Automatic Array Privatization", LCPC 1993).
//!
//! *Invariant:* with no obstacle, giving every iteration its own copy of the private variables and combining the accumulators in any
//! order gives what the loop gives (floats up to the order of operations).

use super::def_use::DefUse;
use super::nest::assigned_locals;
use super::updates::written_kinds;
use super::verdict::{Obstacle, ObstacleKind};
use crate::mir::families::{call_op, memory_op, pure_op};
use crate::mir::liveness::Live;
use crate::mir::{
    Access, AccumulatorOp, BinaryOp, Block, CompareOp, ElemKind, Label, Loc, Local, LoopDirective,
    Op, Stmt, Ty, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// The variables that a loop assigns.
#[derive(Debug, Default, PartialEq)]
pub struct Variables {
    /// Assigned before they are read in every iteration.
    pub private: BTreeSet<Local>,
    /// Only updated by one operation.
    pub accumulators: Vec<(Local, AccumulatorOp)>,
    /// Those of `private` that start an iteration with the value from before the loop, because the source says that the loop is parallel.
    pub inherited: BTreeSet<Local>,
    /// Those of `private` whose value after the loop is needed; the last iteration certainly assigns them.
    pub last_values: Vec<Local>,
}

/// Classifies the variables that `body`, the body of a loop, assigns. `live_after` are those that are read after the loop.
///
/// # Errors
/// The first variable that ties iterations together.
pub fn classify(
    def_use: &DefUse,
    body: &Block,
    live_after: &Live,
    directive: &LoopDirective,
) -> Result<Variables, Obstacle> {
    let exposure = Exposure::of(body);
    let totals = RunningTotals::of(def_use, body);
    let mut variables = Variables::default();
    for local in assigned_locals(body) {
        let name = def_use.function.locals[local]
            .name
            .clone()
            .unwrap_or_default();
        let promised = directive.private.contains(&name);
        let declared = directive
            .reductions
            .iter()
            .find(|(reduced, _)| *reduced == name);
        if let Some(read) = exposure.exposed.get(&local) {
            let found = accumulation(def_use, body, &totals, local).or(declared.map(|(_, op)| *op));
            if let Some(op) = found.filter(|_| !promised) {
                variables.accumulators.push((local, op));
                continue;
            }
            if !promised && !directive.force_parallel {
                return Err(carried(body, local, name, *read));
            }
            variables.inherited.insert(local);
        }
        variables.private.insert(local);
        if live_after.contains(&local) && !promised && !variables.inherited.contains(&local) {
            if !exposure.certain.contains(&local) {
                return Err(Obstacle::at(
                    ObstacleKind::LastValue,
                    name,
                    assignment(body, local),
                ));
            }
            variables.last_values.push(local);
        }
    }
    Ok(variables)
}

fn carried(body: &Block, local: Local, name: String, read: Loc) -> Obstacle {
    let places = vec![read, assignment(body, local)];
    Obstacle {
        kind: ObstacleKind::Carried,
        name,
        what: String::new(),
        places,
    }
}

/// Where a block last assigns a variable.
fn assignment(body: &Block, local: Local) -> Loc {
    let mut place = None;
    body.for_each_stmt(&mut |stmt| {
        if matches!(stmt.op, Op::Set(other, _) if other == local) {
            place = Some(stmt.loc);
        }
    });
    place.expect("an assigned variable has an assignment")
}

/// The variables that a path certainly has assigned; none when the path is not taken.
type Certain = Option<BTreeSet<Local>>;

/// Which variables an iteration may read before it assigns them, and which it certainly assigns.
#[derive(Debug, Default)]
struct Exposure {
    /// With the place of the first such read.
    exposed: BTreeMap<Local, Loc>,
    certain: BTreeSet<Local>,
    assigned: BTreeSet<Local>,
    exits: BTreeMap<Label, Certain>,
}

impl Exposure {
    fn of(body: &Block) -> Exposure {
        let assigned = assigned_locals(body);
        let mut exposure = Exposure {
            assigned,
            ..Exposure::default()
        };
        let end = exposure.block(body, Some(BTreeSet::new()));
        exposure.certain = end.unwrap_or_default();
        exposure
    }

    fn block(&mut self, block: &Block, state: Certain) -> Certain {
        block
            .stmts
            .iter()
            .fold(state, |state, stmt| self.stmt(stmt, state))
    }

    fn stmt(&mut self, stmt: &Stmt, state: Certain) -> Certain {
        let mut certain = state?;
        match &stmt.op {
            Op::Get(local) => {
                if self.assigned.contains(local) && !certain.contains(local) {
                    self.exposed.entry(*local).or_insert(stmt.loc);
                }
                Some(certain)
            }
            Op::Set(local, _) => {
                certain.insert(*local);
                Some(certain)
            }
            Op::If {
                then, otherwise, ..
            } => {
                let after_then = self.block(then, Some(certain.clone()));
                let after_otherwise = self.block(otherwise, Some(certain));
                both(after_then, after_otherwise)
            }
            Op::For { label, body, .. } => {
                // It may run no iteration at all.
                self.exits.insert(*label, None);
                self.block(body, Some(certain.clone()));
                Some(certain)
            }
            Op::Loop { label, body } => {
                self.exits.insert(*label, None);
                self.block(body, Some(certain));
                self.exits.remove(label).flatten()
            }
            Op::Scope { label, body } => {
                self.exits.insert(*label, None);
                let end = self.block(body, Some(certain));
                let exits = self.exits.remove(label).flatten();
                both(end, exits)
            }
            Op::Try { body, handler } => {
                let end = self.block(body, Some(certain.clone()));
                let handled = self.block(handler, Some(certain));
                both(end, handled)
            }
            Op::Break(label) => {
                if let Some(known) = self.exits.get_mut(label) {
                    *known = both(known.take(), Some(certain));
                }
                None
            }
            Op::Continue(_) | Op::Return(_) => None,
            pure_op!() | memory_op!() | call_op!() | Op::Retain(_) | Op::Release(_) => {
                Some(certain)
            }
        }
    }
}

fn both(left: Certain, right: Certain) -> Certain {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.intersection(&right).copied().collect()),
        (one, None) | (None, one) => one,
    }
}

/// The operation by which a block accumulates into a variable, when it does nothing else with it.
fn accumulation(
    def_use: &DefUse,
    body: &Block,
    totals: &RunningTotals,
    local: Local,
) -> Option<AccumulatorOp> {
    match def_use.function.locals[local].ty {
        Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => {}
        Ty::Bool | Ty::Array(_) | Ty::Str => return None,
    }
    let total = totals.operation(local);
    total.or_else(|| chosen_extreme(def_use, body, local))
}

/// The variables of which whatever they are given is an operation of their value at the start of the iteration and something that does not depend
/// on this: then it does not matter how often and under which conditions they are changed, nor which of their values in between a change begins with.
#[derive(Debug, Default)]
struct RunningTotals {
    /// The variables that a value is of that form of.
    running: BTreeMap<Value, BTreeSet<Local>>,
    /// The operation of each so far, and whether nothing else is done with it.
    found: BTreeMap<Local, (Option<AccumulatorOp>, bool)>,
}

impl RunningTotals {
    fn of(def_use: &DefUse, body: &Block) -> RunningTotals {
        let mut totals = RunningTotals::default();
        body.for_each_stmt(&mut |stmt| totals.stmt(def_use, stmt));
        totals
    }

    fn operation(&self, local: Local) -> Option<AccumulatorOp> {
        self.found
            .get(&local)
            .and_then(|(op, fits)| op.filter(|_| *fits))
    }

    fn stmt(&mut self, def_use: &DefUse, stmt: &Stmt) {
        match &stmt.op {
            Op::Get(local) => {
                self.found.entry(*local).or_insert((None, true));
                self.running
                    .insert(stmt.results[0], BTreeSet::from([*local]));
            }
            Op::Set(local, value) => {
                let mut of = self.running.get(value).cloned().unwrap_or_default();
                if !of.remove(local) {
                    self.spoil(&BTreeSet::from([*local]));
                }
                self.spoil(&of);
            }
            Op::Binary(op, left, right) => {
                self.binary(def_use, stmt.results[0], *op, [*left, *right])
            }
            op => {
                let mut used = BTreeSet::new();
                op.for_each_operand(|operand| {
                    used.extend(self.running.get(operand).into_iter().flatten())
                });
                self.spoil(&used);
            }
        }
    }

    fn binary(&mut self, def_use: &DefUse, result: Value, op: BinaryOp, sides: [Value; 2]) {
        let [left, right] = sides.map(|side| self.running.get(&side).cloned().unwrap_or_default());
        self.spoil(&left.intersection(&right).copied().collect());
        let own = accumulator_op(op, def_use.function.values[result].ty);
        let of: BTreeSet<Local> = left.symmetric_difference(&right).copied().collect();
        for local in &of {
            let (found, fits) = self.found.entry(*local).or_insert((None, true));
            let subtracted = op == BinaryOp::Sub && right.contains(local);
            *fits &= own.is_some() && found.is_none_or(|found| own == Some(found)) && !subtracted;
            *found = own;
        }
        if !of.is_empty() {
            self.running.insert(result, of);
        }
    }

    fn spoil(&mut self, locals: &BTreeSet<Local>) {
        for local in locals {
            self.found.insert(*local, (None, false));
        }
    }
}

/// The operation if the variable is changed by steps, each of the value that it has then, or chosen by comparing.
fn chosen_extreme(def_use: &DefUse, body: &Block, local: Local) -> Option<AccumulatorOp> {
    let assigned = assigned_locals(body);
    let mut search = Search {
        def_use,
        local,
        assigned,
        written: written_kinds(def_use, body),
        op: None,
        consumed: BTreeSet::new(),
    };
    search.block(body)?;
    let mut reads = BTreeSet::new();
    body.for_each_stmt(&mut |stmt| {
        if stmt.op == Op::Get(local) {
            reads.insert(stmt.results[0]);
        }
    });
    // Every read belongs to an update: nothing else sees the running value.
    if reads == search.consumed {
        search.op
    } else {
        None
    }
}

/// Whether all that a loop assigns to an accumulator is `op` of the accumulator and something, not a choice by comparing.
pub fn by_operation(def_use: &DefUse, looped: &Stmt, local: Local, op: BinaryOp) -> bool {
    let mut all = true;
    for block in looped.op.blocks() {
        block.for_each_stmt(&mut |stmt| {
            if let Op::Set(other, value) = stmt.op
                && other == local
            {
                all &= applies(def_use, local, op, value);
            }
        });
    }
    all
}

fn applies(def_use: &DefUse, local: Local, op: BinaryOp, value: Value) -> bool {
    match def_use.definition(value).map(|stmt| &stmt.op) {
        Some(Op::Binary(own, a, b)) if *own == op => [*a, *b].into_iter().any(|side| {
            let read = def_use.definition(side);
            read.is_some_and(|stmt| stmt.op == Op::Get(local)) || applies(def_use, local, op, side)
        }),
        _ => false,
    }
}

/// Checks all assignments of one variable.
struct Search<'a, 'f> {
    def_use: &'a DefUse<'f>,
    local: Local,
    /// What the loop assigns, and the kinds of the arrays that it writes.
    assigned: BTreeSet<Local>,
    written: BTreeSet<ElemKind>,
    op: Option<AccumulatorOp>,
    /// Reads of the variable that belong to an update.
    consumed: BTreeSet<Value>,
}

impl Search<'_, '_> {
    fn block(&mut self, block: &Block) -> Option<()> {
        for (at, stmt) in block.stmts.iter().enumerate() {
            match &stmt.op {
                Op::Set(local, value) if *local == self.local => {
                    let (op, reads) = self.update(*value)?;
                    self.record(op, &reads)?;
                    self.reads_are_current(block, at, &reads)?;
                }
                Op::If {
                    cond,
                    then,
                    otherwise,
                } if self.sets(then) && otherwise.stmts.is_empty() => {
                    match self.conditional_update(*cond, then) {
                        Some((op, reads)) => {
                            self.record(op, &reads)?;
                            self.reads_are_current(block, at, &reads)?;
                        }
                        None => self.block(then)?,
                    }
                }
                _ => {
                    for inner in stmt.op.blocks() {
                        self.block(inner)?;
                    }
                }
            }
        }
        Some(())
    }

    fn sets(&self, block: &Block) -> bool {
        assigned_locals(block).contains(&self.local)
    }

    fn record(&mut self, op: AccumulatorOp, reads: &[Value]) -> Option<()> {
        if self.op.is_some_and(|before| before != op) {
            return None;
        }
        self.op = Some(op);
        self.consumed.extend(reads);
        Some(())
    }

    /// The reads stand in the block of the update, and the variable does not change in between.
    fn reads_are_current(&self, block: &Block, update: usize, reads: &[Value]) -> Option<()> {
        let is_read = |stmt: &Stmt| {
            stmt.results
                .first()
                .is_some_and(|result| reads.contains(result))
        };
        let first = block.stmts[..update].iter().position(is_read)?;
        let found = block.stmts[first..update]
            .iter()
            .filter(|stmt| is_read(stmt))
            .count();
        let changes = |stmt: &Stmt| {
            matches!(stmt.op, Op::Set(local, _) if local == self.local)
                || stmt.op.blocks().any(|inner| self.sets(inner))
        };
        (found == reads.len() && !block.stmts[first..update].iter().any(changes)).then_some(())
    }

    /// The operation and the reads of the variable in a new value for it.
    fn update(&self, value: Value) -> Option<(AccumulatorOp, Vec<Value>)> {
        if self.def_use.uses(value) != 1 {
            return None;
        }
        let definition = self.def_use.definition(value)?;
        match &definition.op {
            Op::Binary(op, left, right) => {
                let accumulator = accumulator_op(*op, self.def_use.function.values[value].ty)?;
                let commutes = *op != BinaryOp::Sub;
                let read = self.chain(*left, accumulator).or_else(|| {
                    if commutes {
                        self.chain(*right, accumulator)
                    } else {
                        None
                    }
                })?;
                Some((accumulator, vec![read]))
            }
            Op::Select {
                cond,
                then,
                otherwise,
            } => self.selected(*cond, *then, *otherwise),
            _ => None,
        }
    }

    /// The read of the variable at the start of a chain `((s + a) + b) - c`.
    fn chain(&self, value: Value, op: AccumulatorOp) -> Option<Value> {
        if self.def_use.uses(value) != 1 {
            return None;
        }
        if self.is_read(value) {
            return Some(value);
        }
        let Op::Binary(..) = self.def_use.definition(value)?.op else {
            return None;
        };
        let (inner, reads) = self.update(value)?;
        (inner == op).then(|| reads[0])
    }

    fn is_read(&self, value: Value) -> bool {
        self.def_use
            .definition(value)
            .is_some_and(|stmt| stmt.op == Op::Get(self.local))
    }

    /// `s = e < s ? e : s` and its mirror images.
    fn selected(
        &self,
        cond: Value,
        then: Value,
        otherwise: Value,
    ) -> Option<(AccumulatorOp, Vec<Value>)> {
        let (op, new, compared) = self.comparison(cond)?;
        let kept = self.is_read(otherwise) && self.same_value(then, new);
        let mut reads = vec![compared, otherwise];
        reads.dedup();
        let uses: u32 = reads.iter().map(|&read| self.def_use.uses(read)).sum();
        (kept && uses == 2).then_some((op, reads))
    }

    /// `if e < s  s = e  end`.
    fn conditional_update(&self, cond: Value, then: &Block) -> Option<(AccumulatorOp, Vec<Value>)> {
        let (op, new, compared) = self.comparison(cond)?;
        let (last, before) = then.stmts.split_last()?;
        let Op::Set(local, value) = last.op else {
            return None;
        };
        let quiet = |stmt: &Stmt| stmt.op.is_pure() || matches!(stmt.op, Op::Load(_) | Op::Get(_));
        let fits = local == self.local
            && before.iter().all(quiet)
            && self.same_value(value, new)
            && self.def_use.uses(compared) == 1;
        fits.then(|| (op, vec![compared]))
    }

    /// Of a comparison that asks whether a new value shall replace the variable's: the operation, the new value, the read.
    fn comparison(&self, cond: Value) -> Option<(AccumulatorOp, Value, Value)> {
        if self.def_use.uses(cond) != 1 {
            return None;
        }
        let Op::Compare(op, left, right) = self.def_use.definition(cond)?.op else {
            return None;
        };
        let (new, read, flipped) = match (self.is_read(left), self.is_read(right)) {
            (false, true) => (left, right, false),
            (true, false) => (right, left, true),
            _ => return None,
        };
        let accumulator = match (op, flipped) {
            (CompareOp::Lt | CompareOp::Le, false) | (CompareOp::Gt | CompareOp::Ge, true) => {
                AccumulatorOp::Min
            }
            (CompareOp::Gt | CompareOp::Ge, false) | (CompareOp::Lt | CompareOp::Le, true) => {
                AccumulatorOp::Max
            }
            (CompareOp::Eq | CompareOp::Ne, _) => return None,
        };
        Some((accumulator, new, read))
    }

    /// Whether two values are equal because they are computed alike; elements are the same only if read by the same statement.
    fn same_value(&self, left: Value, right: Value) -> bool {
        if left == right {
            return true;
        }
        let (Some(a), Some(b)) = (
            self.def_use.definition(left),
            self.def_use.definition(right),
        ) else {
            return false;
        };
        match (&a.op, &b.op) {
            (Op::Const(x), Op::Const(y)) => x == y,
            (Op::Get(x), Op::Get(y)) => {
                x == y && (!self.assigned.contains(x) || self.def_use.reads_agree(*x, right, left))
            }
            (Op::Load(x), Op::Load(y)) => self.same_element(x, y),
            (Op::Unary(x, p), Op::Unary(y, q)) => x == y && self.same_value(*p, *q),
            (Op::Binary(x, p, r), Op::Binary(y, q, s)) => {
                x == y && self.same_value(*p, *q) && self.same_value(*r, *s)
            }
            _ => false,
        }
    }
}

impl Search<'_, '_> {
    /// Whether two reads give the same element: of an array that the loop does not write.
    fn same_element(&self, x: &Access, y: &Access) -> bool {
        let written = match self.def_use.function.values[x.array].ty {
            Ty::Array(kind) => self.written.contains(&kind),
            _ => true,
        };
        let index = x
            .index
            .iter()
            .zip(&y.index)
            .all(|(&a, &b)| self.same_value(a, b));
        !written
            && x.mode == y.mode
            && x.index.len() == y.index.len()
            && self.same_value(x.array, y.array)
            && index
    }
}

/// The accumulator that an operation on a variable makes. Bits of a bool and of floats are none.
fn accumulator_op(op: BinaryOp, ty: Ty) -> Option<AccumulatorOp> {
    let bits = matches!(ty, Ty::I32 | Ty::I64);
    op.accumulates()
        .filter(|accumulator| bits || !accumulator.is_bitwise())
}
