//! Which loops vectors had better run along: those that add up, and those that store elements, where elements lie side by side along the loop, and
//! those that change elements for some positions alone, as votes of the edges of a picture, where most lanes that stand for positions would be
//! idle.
//!
//! *Invariant:* a loop that is found does nothing but add up, multiply, or take the least or the greatest, in variables or in elements by one
//! atomic operation, whose results nobody reads, and store elements of its own iteration: no iteration reads or writes those of another one, if
//! the arrays of [`SumLoop::apart`] are different ones.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use quasar_abi::{AccessMode, AccumulatorOp};
use rustc_hash::FxHashMap;

use super::forms::{Axis, Limits, LinearForm, Next, forms, next_along};
use crate::base::IndexVec;
use crate::machine::cost::ITERATIONS;
use crate::machine::processor::{FEWEST_IN_A_NEST, FEWEST_ITERATIONS};
use crate::mir::divergence::Divergence;
use crate::mir::families::{call_op, jump_op, pure_op};
use crate::mir::kernel::kernel_data;
use crate::mir::liveness::{Live, Liveness};
use crate::mir::{
    AtomicOp, BinaryOp, Block, ElemKind, Function, Label, Local, Op, Stmt, Ty, UnaryOp, Value,
};

/// A variable that a loop adds up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sum {
    pub(super) local: Local,
    pub(super) op: AccumulatorOp,
}

/// What a loop in lanes is to the loops around and inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It adds up by itself: the parts of the lanes become a total behind it.
    Alone,
    /// The outermost one of a nest of loops that do nothing but add up: the parts become a total behind that one.
    Nest,
    /// Between the outermost and the innermost one of such a nest.
    Between,
    /// The innermost one of such a nest, of so many iterations, which whole vectors share out.
    Inside(i64),
}

/// A loop that runs in lanes.
#[derive(Debug)]
pub(super) struct SumLoop {
    /// How it runs where it is a part of a nest.
    pub(super) role: Role,
    /// The variables; none where the loop changes elements by an atomic operation.
    pub(super) sums: Vec<Sum>,
    /// Whether it changes elements.
    pub(super) changes: bool,
    /// Arrays that must not be the same for the iterations to have nothing to do with each other.
    pub(super) apart: Vec<[Value; 2]>,
    /// What differs between its iterations.
    pub(super) divergence: Divergence,
    /// The arrays, and their dimensions, that the loop's index is an index of.
    pub(super) walked: Vec<(Value, Option<usize>)>,
    /// Whether some lanes of a vector may run alone at no cost: their elements of 32 bits lie side by side.
    pub(super) runs_in_part: bool,
    /// Differences of bytes without their signs that are added to a sum and used for nothing else.
    pub(super) differences: BTreeSet<Value>,
    /// Whether they are all that is added to the only sum.
    pub(super) only_differences: bool,
    /// Vectors that the loops of a nest read of each operand, if that is known.
    pub(super) vectors: Option<i64>,
}

/// The innermost loops of a kernel, if vectors had better run along them than along the positions; empty otherwise. A sum of floats in lanes
/// has another order than a strict one, and so has a total of positions one by one; changes of elements and sums of ints keep theirs. Nests
/// are found for vectors of so many lanes.
pub(super) fn loops_in_lanes(
    kernel: &Function,
    liveness: &Liveness,
    strict: bool,
    limits: Limits,
    lanes: u32,
) -> BTreeMap<Label, Rc<SumLoop>> {
    let mut found = BTreeMap::new();
    if !has_loops(&kernel.body) {
        return found;
    }
    let mut search = Search {
        kernel,
        liveness,
        forms: forms(kernel, limits),
        uses: uses(&kernel.body),
        lanes: lanes.into(),
        gain: false,
        loss: false,
        is_for_some: false,
    };
    search.block(&kernel.body, &mut found);
    let is_float = |local: Local| kernel.locals[local].ty.is_float();
    let sums = found.values().flat_map(|one: &Rc<SumLoop>| &one.sums);
    let mut totals = kernel_data(kernel).accumulators.iter();
    let is_ordered = strict
        && (sums.into_iter().any(|sum| is_float(sum.local))
            || totals.any(|total| is_float(total.local)));
    if search.gain && !search.loss && !is_ordered {
        found
    } else {
        BTreeMap::new()
    }
}

/// Whether some loops in lanes are those of a nest.
pub(super) fn has_nests(found: &BTreeMap<Label, Rc<SumLoop>>) -> bool {
    found.values().any(|one| one.role == Role::Nest)
}

/// Whether vectors can read some of an array's elements that lie side by side ([`Op::MaskedLoad`]).
pub(super) fn is_read_in_part(kernel: &Function, array: Value) -> bool {
    matches!(
        kernel.values[array].ty,
        Ty::Array(ElemKind::F32 | ElemKind::I32)
    )
}

/// How often each value is read.
fn uses(body: &Block) -> FxHashMap<Value, u32> {
    let mut uses: FxHashMap<Value, u32> = FxHashMap::default();
    body.for_each_stmt(&mut |stmt| {
        stmt.op
            .for_each_operand(|value| *uses.entry(*value).or_default() += 1);
    });
    uses
}

struct Search<'a> {
    kernel: &'a Function,
    liveness: &'a Liveness,
    forms: IndexVec<Value, LinearForm>,
    uses: FxHashMap<Value, u32>,
    lanes: i64,
    /// Some loop reads elements that are far apart along the positions.
    gain: bool,
    /// Some loop had better not run in lanes, or cannot.
    loss: bool,
    /// Whether a branch around the statement at hand is for some positions of a vector alone.
    is_for_some: bool,
}

impl Search<'_> {
    fn block(&mut self, block: &Block, found: &mut BTreeMap<Label, Rc<SumLoop>>) {
        for stmt in &block.stmts {
            match &stmt.op {
                Op::For { .. } if self.nest(stmt, found) => {}
                Op::For { label, body, .. } if !has_loops(body) => match self.sum_loop(stmt) {
                    Some(sum_loop) => {
                        found.insert(*label, Rc::new(sum_loop));
                    }
                    None => self.loss = true,
                },
                Op::Loop { body, .. } if !has_loops(body) => self.loss = true,
                Op::If { cond, .. } if !self.is_for_some => {
                    self.is_for_some = self.forms[*cond].depends_on(Axis::Position);
                    stmt.op.blocks().for_each(|inner| self.block(inner, found));
                    self.is_for_some = false;
                }
                op => op.blocks().for_each(|inner| self.block(inner, found)),
            }
        }
    }

    /// Finds a nest of loops that do nothing but add up, whose innermost one has a number of iterations that vectors share out: the parts of the
    /// lanes need to become a total but once. Whether there is one.
    fn nest(&mut self, stmt: &Stmt, found: &mut BTreeMap<Label, Rc<SumLoop>>) -> bool {
        let (gain, loss) = (self.gain, self.loss);
        let nest = self
            .nested(stmt)
            .filter(|nest| nest.iterations >= FEWEST_IN_A_NEST);
        let Some(Nested {
            mut inner,
            innermost,
            around,
            iterations,
            is_known,
        }) = nest.filter(|_| !self.loss)
        else {
            (self.gain, self.loss) = (gain, loss);
            return false;
        };
        inner.vectors = is_known.then_some(iterations / self.lanes);
        let (outermost, between) = around.split_last().expect("a nest has loops around");
        found.insert(*outermost, Rc::new(inner.around(Role::Nest)));
        for label in between {
            found.insert(*label, Rc::new(inner.around(Role::Between)));
        }
        found.insert(innermost, Rc::new(inner));
        true
    }

    /// The innermost loop of a nest, if the loops around compute nothing but places.
    fn nested(&mut self, stmt: &Stmt) -> Option<Nested> {
        let Op::For {
            label,
            start,
            stop,
            step,
            body,
            ..
        } = &stmt.op
        else {
            return None;
        };
        let known = |search: &Self, value: &Value| search.forms[*value].constant;
        if known(self, step) != Some(1) {
            return None;
        }
        let (iterations, is_known) = match (known(self, start), known(self, stop)) {
            (Some(start), Some(stop)) => ((stop - start + 1).max(0), true),
            _ => (ITERATIONS, false),
        };
        let mut loops = body.stmts.iter().filter(|stmt| has_loops_in(stmt));
        let inside = loops.next()?;
        let is_plain = |stmt: &Stmt| {
            std::ptr::eq(stmt, inside) || matches!(stmt.op, pure_op!() | Op::Get(_) | Op::Load(_))
        };
        if loops.next().is_some() || !body.stmts.iter().all(is_plain) {
            return None;
        }
        let nested = match self.innermost(inside) {
            Some(innermost) => innermost,
            None => self.nested(inside)?,
        };
        // Sums are read and set by the innermost loop alone.
        let reads_sums = body.stmts.iter().any(|stmt| match stmt.op {
            Op::Get(local) => nested.inner.sums.iter().any(|sum| sum.local == local),
            _ => false,
        });
        (!reads_sums).then(|| {
            let mut nest = nested;
            nest.iterations = nest.iterations.saturating_mul(iterations);
            nest.is_known &= is_known;
            nest.around.push(*label);
            nest
        })
    }

    /// An innermost loop whose iterations whole vectors share out.
    fn innermost(&mut self, stmt: &Stmt) -> Option<Nested> {
        let Op::For {
            label,
            start,
            stop,
            body,
            ..
        } = &stmt.op
        else {
            return None;
        };
        if has_loops(body) {
            return None;
        }
        let known = |value: &Value| self.forms[*value].constant;
        let iterations = known(stop)? - known(start)? + 1;
        if iterations < self.lanes || iterations % self.lanes != 0 {
            return None;
        }
        let role = Role::Inside(iterations);
        let inner = self.sum_loop_of(stmt, role)?;
        (!inner.changes).then_some(Nested {
            inner,
            innermost: *label,
            around: Vec::new(),
            iterations,
            is_known: true,
        })
    }

    /// An innermost loop that runs in lanes, if adding up and storing is all it does and its elements lie along it.
    fn sum_loop(&mut self, stmt: &Stmt) -> Option<SumLoop> {
        self.sum_loop_of(stmt, Role::Alone)
    }

    fn sum_loop_of(&mut self, stmt: &Stmt, role: Role) -> Option<SumLoop> {
        let Op::For {
            label,
            index,
            start,
            stop,
            step,
            body,
            ..
        } = &stmt.op
        else {
            return None;
        };
        let known = |value: &Value| self.forms[*value].constant;
        let Changes { updates, stores } = changes(body)?;
        if known(step) != Some(1) || updates > 1 || (updates > 0 && stores > 0) {
            return None;
        }
        if let (Some(start), Some(stop)) = (known(start), known(stop))
            && stop - start < FEWEST_ITERATIONS as i64
            && role == Role::Alone
        {
            return None;
        }
        let sums = self.sums(*label, body)?;
        let has_updates = updates > 0;
        if has_updates && (!sums.is_empty() || !self.is_for_some) {
            return None;
        }
        if sums.is_empty() && !has_updates && stores == 0 {
            return None;
        }
        let apart = apart(self.kernel, body)?;
        let walked = walked(*index, body)?;
        self.gain |= has_updates;
        let (mut far, mut gain) = (false, false);
        body.for_each_stmt(&mut |stmt| {
            let (Op::Load(access) | Op::Store(access, _)) = &stmt.op else {
                return;
            };
            let along = next_along(Axis::Loop(*label), access, &self.forms);
            let across = next_along(Axis::Position, access, &self.forms);
            // What is far apart both ways, as `x[column[k]]`, decides nothing; of what is stored each iteration has an element of its own.
            far |= match stmt.op {
                Op::Store(..) => along != Next::Beside || across != Next::Far,
                _ => along == Next::Far && across != Next::Far,
            };
            gain |= along != Next::Far && across == Next::Far;
        });
        self.gain |= gain;
        let locals = sums.iter().map(|sum| sum.local);
        let divergence = Divergence::within(self.kernel, *index, locals);
        let differences = self.differences(*label, body);
        let mut sets = 0;
        body.for_each_stmt(&mut |stmt| sets += u32::from(matches!(stmt.op, Op::Set(..))));
        (!far).then(|| SumLoop {
            role,
            only_differences: sets == 1 && sums.len() == 1 && differences.len() == 1,
            differences,
            vectors: None,
            divergence,
            sums,
            changes: has_updates || stores > 0,
            apart,
            walked,
            runs_in_part: self.runs_in_part(*label, body),
        })
    }

    /// The differences of bytes, without their signs, that are added to a variable and used for nothing else; the bytes lie side by side along the loop.
    fn differences(&self, label: Label, body: &Block) -> BTreeSet<Value> {
        let mut made = BTreeMap::new();
        body.for_each_stmt(&mut |stmt| {
            made.extend(stmt.results.iter().map(|result| (*result, &stmt.op)));
        });
        let once = |value: &Value| self.uses.get(value) == Some(&1);
        let is_byte = |value: &Value| match made.get(value) {
            Some(Op::Load(access)) => {
                self.kernel.values[access.array].ty == Ty::Array(ElemKind::U8)
                    && next_along(Axis::Loop(label), access, &self.forms) == Next::Beside
            }
            _ => false,
        };
        let is_difference = |value: &Value| match made.get(value) {
            Some(Op::Unary(UnaryOp::Abs, inner)) if once(value) && once(inner) => {
                match made.get(inner) {
                    Some(Op::Binary(BinaryOp::Sub, a, b)) => is_byte(a) && is_byte(b),
                    _ => false,
                }
            }
            _ => false,
        };
        let mut found = BTreeSet::new();
        // Of a block that always runs: a lane that does not would have none to add.
        for stmt in &body.stmts {
            let Op::Set(local, value) = &stmt.op else {
                continue;
            };
            let is_total =
                |value: &Value| matches!(made.get(value), Some(Op::Get(own)) if own == local);
            if let Some(Op::Binary(BinaryOp::Add, a, b)) = made.get(value) {
                found.extend((is_total(a) && is_difference(b)).then_some(*b));
                found.extend((is_total(b) && is_difference(a)).then_some(*a));
            }
        }
        found
    }

    fn runs_in_part(&self, label: Label, body: &Block) -> bool {
        let mut fits = true;
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Load(access) | Op::Store(access, _) => {
                let narrow = is_read_in_part(self.kernel, access.array);
                let along = next_along(Axis::Loop(label), access, &self.forms);
                fits &= narrow && along != Next::Far;
            }
            Op::If { .. } => fits = false,
            _ => {}
        });
        fits
    }

    /// The variables that pass from iteration to iteration, if each is a sum.
    fn sums(&self, label: Label, body: &Block) -> Option<Vec<Sum>> {
        let mut gets: BTreeMap<Local, Vec<Value>> = BTreeMap::new();
        let mut sets: BTreeMap<Local, Vec<Value>> = BTreeMap::new();
        let mut definitions = BTreeMap::new();
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Get(local) => gets.entry(*local).or_default().push(stmt.results[0]),
            Op::Set(local, value) => sets.entry(*local).or_default().push(*value),
            op => {
                definitions.extend(stmt.results.iter().map(|result| (*result, op)));
            }
        });
        let none = Live::default();
        let after = self.liveness.after.get(&label).unwrap_or(&none);
        let iteration = self.liveness.iteration.get(&label).unwrap_or(&none);
        let mut sums = Vec::new();
        for (&local, values) in &sets {
            if !after.contains(&local) && !iteration.contains(&local) {
                continue;
            }
            let own = gets.get(&local)?;
            let mut chain = Chain {
                own,
                definitions: &definitions,
                uses: &self.uses,
                op: None,
                reached: 0,
            };
            let all = values.iter().all(|value| chain.is_update(*value));
            // Each time it is read something is added to it, and nothing else.
            if !all || chain.reached != own.len() {
                return None;
            }
            let op = chain.op?;
            sums.push(Sum { local, op });
        }
        Some(sums)
    }
}

impl SumLoop {
    /// A loop of the nest that it is the innermost one of.
    fn around(&self, role: Role) -> SumLoop {
        SumLoop {
            role,
            sums: self.sums.clone(),
            changes: false,
            apart: Vec::new(),
            divergence: self.divergence.clone(),
            walked: Vec::new(),
            runs_in_part: false,
            differences: BTreeSet::new(),
            only_differences: self.only_differences,
            vectors: self.vectors,
        }
    }
}

/// The innermost loop of a nest.
struct Nested {
    inner: SumLoop,
    innermost: Label,
    /// The loops around it, from the inside out.
    around: Vec<Label>,
    /// How often it runs, as far as that is known, and whether it is.
    iterations: i64,
    is_known: bool,
}

/// A value that is a variable and what is added to it.
struct Chain<'a> {
    /// Where the variable is read.
    own: &'a [Value],
    definitions: &'a BTreeMap<Value, &'a Op>,
    uses: &'a FxHashMap<Value, u32>,
    op: Option<AccumulatorOp>,
    /// How many of its reads were met.
    reached: usize,
}

impl Chain<'_> {
    /// Whether a value, which is used once, is an update of the variable.
    fn is_update(&mut self, value: Value) -> bool {
        if self.uses.get(&value) != Some(&1) {
            return false;
        }
        let Some(Op::Binary(op, a, b)) = self.definitions.get(&value) else {
            return false;
        };
        let either = *op != BinaryOp::Sub;
        let Some(op) = op.accumulates().filter(|op| !op.is_bitwise()) else {
            return false;
        };
        if self.op.is_some_and(|other| other != op) {
            return false;
        }
        self.op = Some(op);
        self.is_total(*a) || (either && self.is_total(*b))
    }

    fn is_total(&mut self, value: Value) -> bool {
        if self.own.contains(&value) {
            self.reached += 1;
            return self.uses.get(&value) == Some(&1);
        }
        matches!(self.definitions.get(&value), Some(Op::Binary(..))) && self.is_update(value)
    }
}

/// The arrays, and their dimensions, that a loop's index is an index of; none if the loop itself chooses one of them, of which nothing can be asked
/// in front of it.
pub(super) fn walked(index: Value, body: &Block) -> Option<Vec<(Value, Option<usize>)>> {
    let mut made: BTreeSet<Value> = BTreeSet::new();
    let (mut found, mut all_known) = (Vec::new(), true);
    body.for_each_stmt(&mut |stmt| {
        if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &stmt.op
            && access.index.contains(&index)
        {
            if made.contains(&access.array) {
                all_known &= access.mode == AccessMode::Unchecked;
            } else {
                let several = access.index.len() > 1;
                let own = access.index.iter().enumerate();
                let own = own.filter(|(_, value)| **value == index);
                found.extend(own.map(|(at, _)| (access.array, several.then_some(at))));
            }
        }
        made.extend(&stmt.results);
    });
    found.sort_unstable();
    found.dedup();
    all_known.then_some(found)
}

pub(super) fn has_loops(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| found |= is_loop(stmt));
    found
}

fn has_loops_in(stmt: &Stmt) -> bool {
    is_loop(stmt) || stmt.op.blocks().any(has_loops)
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(
        stmt.op,
        Op::For { .. } | Op::Loop { .. } | Op::Scope { .. } | Op::Try { .. }
    )
}

/// What a block changes besides variables.
#[derive(Clone, Copy, Default)]
pub(super) struct Changes {
    /// Atomic operations, whose results nobody reads.
    pub(super) updates: u32,
    /// Stores.
    pub(super) stores: u32,
}

/// What a block changes, if it only computes besides: it raises nothing of its own and is not left.
pub(super) fn changes(body: &Block) -> Option<Changes> {
    let uses = uses(body);
    let (mut found, mut plain) = (Changes::default(), true);
    body.for_each_stmt(&mut |stmt| {
        plain &= match &stmt.op {
            pure_op!() | Op::Get(_) | Op::Set(..) | Op::Load(_) | Op::If { .. } => true,
            Op::Store(..) => {
                found.stores += 1;
                true
            }
            Op::Atomic(op, ..) => {
                found.updates += 1;
                let is_read = stmt.results.iter().any(|result| uses.contains_key(result));
                !is_read && !matches!(op, AtomicOp::Exchange | AtomicOp::CompareExchange)
            }
            call_op!()
            | Op::For { .. }
            | Op::Loop { .. }
            | Op::Scope { .. }
            | Op::Try { .. }
            | jump_op!()
            | Op::NewArray { .. }
            | Op::Runtime { .. }
            | Op::GetGlobal(_)
            | Op::SetGlobal(..)
            | Op::Together(_)
            | Op::Texture(_)
            | Op::Retain(_)
            | Op::Release(_) => false,
        };
    });
    plain.then_some(found)
}

/// The arrays that must not be the same for iterations to have nothing to do with each other: those of a store or a change, and of another access that
/// is not to the same element. None if they are, or if the loop itself chooses one.
pub(super) fn apart(kernel: &Function, body: &Block) -> Option<Vec<[Value; 2]>> {
    let mut made: BTreeSet<Value> = BTreeSet::new();
    let (mut all, mut stores, mut changes) = (Vec::new(), Vec::new(), Vec::new());
    body.for_each_stmt(&mut |stmt| {
        match &stmt.op {
            Op::Load(access) => all.push(access),
            Op::Store(access, _) => {
                all.push(access);
                stores.push(access);
            }
            Op::Atomic(_, access, _) => changes.push(access),
            _ => {}
        }
        made.extend(&stmt.results);
    });
    let mut found = BTreeSet::new();
    for store in stores {
        for access in &all {
            if made.contains(&store.array) || made.contains(&access.array) {
                return None;
            }
            if store.array != access.array {
                found.insert([store.array, access.array]);
            } else if store.index != access.index {
                return None;
            }
        }
    }
    let kind = |array: Value| kernel.values[array].ty;
    for change in changes {
        for access in &all {
            if kind(change.array) != kind(access.array) {
                continue;
            }
            let is_made = made.contains(&change.array) || made.contains(&access.array);
            if is_made || change.array == access.array {
                return None;
            }
            found.insert([change.array, access.array]);
        }
    }
    Some(found.into_iter().collect())
}
