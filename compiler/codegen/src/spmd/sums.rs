//! Sums inside a position whose vectors run along the sum: `for j … s += a[i,j]*x[j]` where the positions are the rows.
//!
//! Lanes that stand for rows would each read a line of memory of their own; lanes that stand for columns read neighbours. So where the
//! elements that the innermost loops read lie side by side along the loop and far apart along the positions, one position runs at a
//! time and its loops take as many iterations at a time as there are lanes. The last vector of a loop may overlap the one before; the
//! lanes that were counted then keep their part.
//!
//! *Invariant:* only loops that do nothing but add up (or multiply, or take the least or the greatest) run like this, and not with
//! `--fp=strict`, since the order of operations changes.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use quasar_abi::{AccumulatorOp, ArrayHeader};

use super::access::is_read_in_part;
use super::construct::{Builder, Mask};
use super::emit::ScopeKind;
use super::ir::{Elem, Type, Val};
use crate::base::{Id, IndexVec};
use crate::machine::processor::{FEWEST_ITERATIONS, PART_OF_A_VECTOR};
use crate::mir::divergence::Divergence;
use crate::mir::families::{call_op, jump_op, pure_op};
use crate::mir::kernel::kernel_data;
use crate::mir::liveness::{Live, Liveness};
use crate::mir::query::combining;
use crate::mir::{
    Access, BinaryOp, Block, CompareOp, Const, Function, Label, Local, Op, Stmt, UnaryOp, Value,
};

/// A variable that a loop adds up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sum {
    local: Local,
    op: AccumulatorOp,
}

/// The iterations of a loop where they are fewer than the lanes.
#[derive(Clone, Copy)]
struct Part {
    /// Whether there are such.
    runs: Val,
    start: Val,
    count: Val,
}

/// A loop that runs in lanes.
#[derive(Debug)]
pub(super) struct SumLoop {
    sums: Vec<Sum>,
    /// What differs between its iterations.
    divergence: Divergence,
    /// The arrays, and their dimensions, that the loop's index is an index of.
    walked: Vec<(Value, Option<usize>)>,
    /// Whether some lanes of a vector may run alone at no cost: their elements of 32 bits lie side by side.
    runs_in_part: bool,
}

/// The innermost loops of a kernel, if vectors had better run along them than along the positions; empty otherwise.
pub(super) fn sum_loops(kernel: &Function, liveness: &Liveness) -> BTreeMap<Label, Rc<SumLoop>> {
    let mut found = BTreeMap::new();
    let mut search = Search {
        kernel,
        liveness,
        forms: forms(kernel),
        uses: uses(&kernel.body),
        gain: false,
        loss: false,
    };
    search.block(&kernel.body, &mut found);
    if search.gain && !search.loss {
        found
    } else {
        BTreeMap::new()
    }
}

impl Builder<'_> {
    /// A loop that adds up: in lanes as far as there is a vector of iterations, otherwise iteration by iteration.
    pub(super) fn sum_loop(
        &mut self,
        sum_loop: &SumLoop,
        label: Label,
        index: Value,
        bounds: [Value; 3],
        body: &Block,
    ) {
        let bounds = bounds.map(|value| self.value(value));
        let [start, stop, _] = bounds.map(|value| self.e.convert(value, Elem::I64));
        let lanes = self.e.i64(self.lanes.into());
        let one = self.e.i64(1);
        let end = self.e.add(stop, one);
        let last = self.e.sub(end, lanes);
        let enough = self.e.compare(CompareOp::Le, start, last);
        let inside = self.walks_inside(sum_loop, start, stop);
        let in_lanes = self.e.and(enough, inside);
        let vars: Vec<usize> = sum_loop.sums.iter().map(|sum| sum.local.index()).collect();
        let before = self.var_args(&vars);
        let totals = self.choose(in_lanes, &before, |builder| {
            builder.walking = Some(index);
            let parts = builder.sum_in_lanes(sum_loop, index, [start, last], body);
            builder.walking = None;
            builder.with_totals(sum_loop, &before, parts)
        });
        self.set_vars(&vars, totals);
        let mut trip = self.trip(bounds).expect("all lanes agree on it");
        let mut rest = self.e.not(in_lanes);
        if sum_loop.runs_in_part && self.versions.is_wide {
            let count = self.e.sub(end, start);
            let some = self.e.i64(PART_OF_A_VECTOR.into());
            let some = self.e.compare(CompareOp::Ge, count, some);
            let in_part = self.e.and(rest, some);
            let runs = self.e.and(in_part, inside);
            let part = Part { runs, start, count };
            self.sum_in_part(sum_loop, index, part, body);
            let not_in_part = self.e.not(runs);
            rest = self.e.and(rest, not_in_part);
        }
        trip.runs = self.e.and(trip.runs, rest);
        let whole = trip.runs;
        trip.runs = self.e.and(whole, inside);
        self.sum_inside(&vars, trip.runs, index, |builder| {
            builder.counted(label, index, bounds, &trip, body);
        });
        let outside = self.e.not(inside);
        trip.runs = self.e.and(whole, outside);
        self.counted(label, index, bounds, &trip, body);
    }

    /// A loop where its index stays inside of the arrays that it walks along, if `runs` holds.
    fn sum_inside(
        &mut self,
        vars: &[usize],
        runs: Val,
        index: Value,
        iterations: impl FnOnce(&mut Self),
    ) {
        let before = self.var_args(vars);
        let totals = self.choose(runs, &before, |builder| {
            // What the body sets for itself is not there behind the branch.
            let vars_before = builder.vars.clone();
            builder.walking = Some(index);
            iterations(builder);
            builder.walking = None;
            let totals = builder.var_args(vars);
            builder.vars = vars_before;
            totals
        });
        self.set_vars(vars, totals);
    }

    /// The iterations in one vector, of which they fill the first lanes.
    fn sum_in_part(&mut self, sum_loop: &SumLoop, index: Value, part: Part, body: &Block) {
        let vars: Vec<usize> = sum_loop.sums.iter().map(|sum| sum.local.index()).collect();
        let before = self.var_args(&vars);
        let totals = self.choose(part.runs, &before, |builder| {
            let lane = builder.e.lane_index();
            let count = builder.e.narrow(part.count);
            let count = builder.e.splat(count);
            let fills = builder.e.compare(CompareOp::Lt, lane, count);
            let identities = builder.identities_of(sum_loop);
            builder.walking = Some(index);
            builder.partial = true;
            let parts =
                builder.iterations_at(sum_loop, index, part.start, fills, &identities, body);
            builder.partial = false;
            builder.walking = None;
            builder.with_totals(sum_loop, &before, parts)
        });
        self.set_vars(&vars, totals);
    }

    fn identities_of(&mut self, sum_loop: &SumLoop) -> Vec<Val> {
        let identities = sum_loop.sums.iter().map(|sum| {
            let identity = self.identity(sum.local, sum.op);
            self.e.splat(identity)
        });
        identities.collect()
    }

    /// What the sums were, and the parts of the lanes.
    fn with_totals(&mut self, sum_loop: &SumLoop, before: &[Val], parts: Vec<Val>) -> Vec<Val> {
        let sums = sum_loop.sums.iter().zip(before).zip(parts);
        sums.map(|((sum, before), parts)| {
            let total = self.combine_lanes(sum.op, parts);
            self.joined(sum, *before, total)
        })
        .collect()
    }

    fn set_vars(&mut self, vars: &[usize], values: Vec<Val>) {
        for (var, value) in vars.iter().zip(values) {
            self.vars[*var] = Some(value);
        }
    }

    /// Whether the index from `start` to `stop` stays inside of the arrays that it walks along.
    fn walks_inside(&mut self, sum_loop: &SumLoop, start: Val, stop: Val) -> Val {
        let zero = self.e.i64(0);
        let mut inside = self.e.compare(CompareOp::Ge, start, zero);
        for &(array, dimension) in &sum_loop.walked {
            let array = self.value(array);
            let field = dimension.map_or(ArrayHeader::NUMEL, ArrayHeader::dim);
            let extent = self.e.header(array, field);
            let below = self.e.compare(CompareOp::Lt, stop, extent);
            inside = self.e.and(inside, below);
        }
        inside
    }

    /// What a variable had, and what a loop gathered from the value on that changes nothing. Of floats the lesser or greater one is a
    /// number if there is one, so that nothing gathered leaves even what is not a number as it was.
    fn joined(&mut self, sum: &Sum, before: Val, total: Val) -> Val {
        let op = combining(sum.op);
        let extreme = matches!(op, BinaryOp::Min | BinaryOp::Max);
        if !extreme || !self.e.ty(total).elem.is_float() {
            return self.combine_totals(sum.op, before, total);
        }
        let identity = self.identity(sum.local, sum.op);
        let nothing = self.e.compare(CompareOp::Eq, total, identity);
        let joined = self.binary(op, total, before);
        self.e.select(nothing, before, joined)
    }

    /// The lanes' parts of the sums over vectors of iterations from `start` to the one that begins at `last`.
    fn sum_in_lanes(
        &mut self,
        sum_loop: &SumLoop,
        index: Value,
        [start, last]: [Val; 2],
        body: &Block,
    ) -> Vec<Val> {
        let (header, after) = (self.e.block(), self.e.block());
        let identities = self.identities_of(sum_loop);
        let mut args = vec![start, start];
        args.extend(&identities);
        self.e.jump(header, args);
        self.e.open(ScopeKind::Loop, header);
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let done = self.e.param(header, Type::uniform(Elem::I64));
        let parts = self.single_params(header, &identities);
        let more = self.sum_vector(sum_loop, index, [at, done], &parts, body);
        let lanes = self.e.i64(self.lanes.into());
        let done = self.e.add(at, lanes);
        let next = self.e.min(done, last);
        let again = self.e.compare(CompareOp::Lt, at, last);
        let mut args = vec![next, done];
        args.extend(&more);
        self.branch_with(again, (header, args), (after, more));
        self.e.close();
        self.e.switch_to(after);
        self.single_params(after, &identities)
    }

    /// One vector of iterations from `at`, of which those before `done` are counted already.
    fn sum_vector(
        &mut self,
        sum_loop: &SumLoop,
        index: Value,
        [at, done]: [Val; 2],
        parts: &[Val],
        body: &Block,
    ) -> Vec<Val> {
        let lane = self.e.lane_index();
        let behind = self.e.sub(done, at);
        let behind = self.e.narrow(behind);
        let fresh = self.e.compare(CompareOp::Ge, lane, behind);
        self.iterations_at(sum_loop, index, at, fresh, parts, body)
    }

    /// One vector of iterations from `at`, of which those in the lanes of a mask count.
    fn iterations_at(
        &mut self,
        sum_loop: &SumLoop,
        index: Value,
        at: Val,
        fresh: Val,
        parts: &[Val],
        body: &Block,
    ) -> Vec<Val> {
        let lane = self.e.lane_index();
        let first = self.e.narrow(at);
        let first = self.e.splat(first);
        let iteration = self.e.add(first, lane);
        let before = (self.vars.clone(), self.mask);
        let divergence = std::mem::replace(&mut self.divergence, sum_loop.divergence.clone());
        self.vector = true;
        self.mask = match self.partial {
            true => Mask::Some(fresh),
            false => Mask::All,
        };
        self.define(index, iteration);
        for (sum, part) in sum_loop.sums.iter().zip(parts) {
            self.vars[sum.local.index()] = Some(*part);
        }
        self.block(body);
        let vars: Vec<usize> = sum_loop.sums.iter().map(|sum| sum.local.index()).collect();
        let after = self.var_args(&vars);
        self.vector = false;
        self.divergence = divergence;
        (self.vars, self.mask) = before;
        let parts = parts.iter().zip(after);
        parts
            .map(|(part, after)| self.e.select(fresh, after, *part))
            .collect()
    }
}

// ---- Where elements lie ------------------------------------------------------------------------------------------------------------------

/// What an index moves along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Axis {
    /// The innermost position.
    Position,
    /// The iterations of a loop.
    Loop(Label),
}

/// How a whole number depends on the axes.
#[derive(Clone, Debug, Default)]
struct LinearForm {
    /// It grows by so much per step.
    factors: BTreeMap<Axis, i64>,
    /// It depends on these in another way.
    other: BTreeSet<Axis>,
    /// Its value, if it depends on nothing and is known.
    constant: Option<i64>,
}

impl LinearForm {
    fn constant(value: i64) -> LinearForm {
        LinearForm {
            constant: Some(value),
            ..LinearForm::default()
        }
    }

    fn plus(&self, other: &LinearForm, sign: i64) -> LinearForm {
        let mut sum = self.clone();
        for (&axis, factor) in &other.factors {
            *sum.factors.entry(axis).or_default() += sign * factor;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        sum.other.extend(&other.other);
        sum.constant = match (self.constant, other.constant) {
            (Some(first), Some(second)) => first.checked_add(sign * second),
            _ => None,
        };
        sum
    }

    fn scaled(&self, by: i64) -> LinearForm {
        let mut product = self.clone();
        product
            .factors
            .values_mut()
            .for_each(|factor| *factor *= by);
        product.factors.retain(|_, factor| *factor != 0);
        product.constant = self.constant.and_then(|value| value.checked_mul(by));
        product
    }

    /// Depends on the same in no known way.
    fn blurred(&self) -> LinearForm {
        let other = self.axes();
        LinearForm {
            other,
            ..LinearForm::default()
        }
    }

    fn axes(&self) -> BTreeSet<Axis> {
        self.factors.keys().chain(&self.other).copied().collect()
    }
}

/// The forms of a kernel's whole numbers.
fn forms(kernel: &Function) -> IndexVec<Value, LinearForm> {
    let mut sets: BTreeMap<Local, u32> = BTreeMap::new();
    let mut loops = BTreeSet::new();
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Set(local, _) => *sets.entry(*local).or_default() += 1,
        Op::For { label, .. } | Op::Loop { label, .. } => {
            loops.insert(*label);
        }
        _ => {}
    });
    let anything = LinearForm {
        other: loops
            .into_iter()
            .map(Axis::Loop)
            .chain([Axis::Position])
            .collect(),
        ..LinearForm::default()
    };
    let mut forms = IndexVec::filled(LinearForm::default(), kernel.values.len());
    let innermost = *kernel_data(kernel)
        .position
        .last()
        .expect("a kernel has a position");
    forms[innermost].factors.insert(Axis::Position, 1);
    let mut locals: BTreeMap<Local, LinearForm> = BTreeMap::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        let form = match &stmt.op {
            Op::Set(local, value) => {
                let form = match sets[local] {
                    1 if !kernel.params.contains(local) => forms[*value].clone(),
                    _ => anything.clone(),
                };
                locals.insert(*local, form);
                return;
            }
            Op::Get(local) => match (sets.get(local), locals.get(local)) {
                (None, _) => LinearForm::default(),
                (Some(1), Some(form)) => form.clone(),
                _ => anything.clone(),
            },
            Op::For {
                label,
                index,
                start,
                step,
                ..
            } => {
                let mut form = forms[*start].clone();
                form.constant = None;
                match forms[*step].constant {
                    Some(step) => {
                        form.factors.insert(Axis::Loop(*label), step);
                    }
                    None => {
                        form.other.insert(Axis::Loop(*label));
                    }
                }
                forms[*index] = form;
                return;
            }
            op => combined(op, &forms),
        };
        for &result in &stmt.results {
            forms[result] = form.clone();
        }
    });
    forms
}

fn combined(op: &Op, forms: &IndexVec<Value, LinearForm>) -> LinearForm {
    match op {
        Op::Const(Const::I32(value)) => LinearForm::constant((*value).into()),
        Op::Unary(UnaryOp::Neg, a) => forms[*a].scaled(-1),
        Op::Binary(BinaryOp::Add, a, b) => forms[*a].plus(&forms[*b], 1),
        Op::Binary(BinaryOp::Sub, a, b) => forms[*a].plus(&forms[*b], -1),
        Op::Binary(BinaryOp::Mul, a, b) => match (forms[*a].constant, forms[*b].constant) {
            (Some(by), _) => forms[*b].scaled(by),
            (_, Some(by)) => forms[*a].scaled(by),
            (None, None) => mixed(op, forms),
        },
        op => mixed(op, forms),
    }
}

fn mixed(op: &Op, forms: &IndexVec<Value, LinearForm>) -> LinearForm {
    let mut form = LinearForm::default();
    op.for_each_operand(|value| form.other.extend(forms[*value].axes()));
    form.blurred()
}

/// Where the next element along an axis lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    Same,
    Beside,
    Far,
}

fn next_along(axis: Axis, access: &Access, forms: &IndexVec<Value, LinearForm>) -> Next {
    let (last, outer) = access.index.split_last().expect("an access has an index");
    let depends = |value: &Value| forms[*value].axes().contains(&axis);
    let last = &forms[*last];
    match last.factors.get(&axis) {
        _ if outer.iter().any(depends) || last.other.contains(&axis) => Next::Far,
        None => Next::Same,
        Some(1) => Next::Beside,
        Some(_) => Next::Far,
    }
}

// ---- Which loops add up ------------------------------------------------------------------------------------------------------------------

/// How often each value is read.
fn uses(body: &Block) -> BTreeMap<Value, u32> {
    let mut uses: BTreeMap<Value, u32> = BTreeMap::new();
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
    uses: BTreeMap<Value, u32>,
    /// Some loop reads elements that are far apart along the positions.
    gain: bool,
    /// Some loop had better not run in lanes, or cannot.
    loss: bool,
}

impl Search<'_> {
    fn block(&mut self, block: &Block, found: &mut BTreeMap<Label, Rc<SumLoop>>) {
        for stmt in &block.stmts {
            match &stmt.op {
                Op::For { label, body, .. } if !has_loops(body) => match self.sum_loop(stmt) {
                    Some(sums) => {
                        let Op::For { index, .. } = &stmt.op else {
                            unreachable!("it is a loop")
                        };
                        let locals = sums.iter().map(|sum| sum.local);
                        let divergence = Divergence::within(self.kernel, *index, locals);
                        let sum_loop = SumLoop {
                            sums,
                            divergence,
                            walked: walked(*index, body),
                            runs_in_part: self.runs_in_part(*label, body),
                        };
                        found.insert(*label, Rc::new(sum_loop));
                    }
                    None => self.loss = true,
                },
                Op::Loop { body, .. } if !has_loops(body) => self.loss = true,
                op => op.blocks().for_each(|inner| self.block(inner, found)),
            }
        }
    }

    /// What an innermost loop adds up, if that is all it does and its elements lie along it.
    fn sum_loop(&mut self, stmt: &Stmt) -> Option<Vec<Sum>> {
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
        let known = |value: &Value| self.forms[*value].constant;
        if known(step) != Some(1) || !is_plain(body) {
            return None;
        }
        if let (Some(start), Some(stop)) = (known(start), known(stop))
            && stop - start < FEWEST_ITERATIONS as i64
        {
            return None;
        }
        let sums = self.sums(*label, body)?;
        let mut far = false;
        body.for_each_stmt(&mut |stmt| {
            if let Op::Load(access) = &stmt.op {
                let along = next_along(Axis::Loop(*label), access, &self.forms);
                let across = next_along(Axis::Position, access, &self.forms);
                // What is far apart both ways, as `x[column[k]]`, decides nothing.
                far |= along == Next::Far && across != Next::Far;
                self.gain |= along != Next::Far && across == Next::Far;
            }
        });
        (!far).then_some(sums)
    }

    fn runs_in_part(&self, label: Label, body: &Block) -> bool {
        let mut fits = true;
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Load(access) => {
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
        (!sums.is_empty()).then_some(sums)
    }
}

/// A value that is a variable and what is added to it.
struct Chain<'a> {
    /// Where the variable is read.
    own: &'a [Value],
    definitions: &'a BTreeMap<Value, &'a Op>,
    uses: &'a BTreeMap<Value, u32>,
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

/// The arrays that are there before the loop, and their dimensions, that its index is an index of.
fn walked(index: Value, body: &Block) -> Vec<(Value, Option<usize>)> {
    let mut made: BTreeSet<Value> = BTreeSet::new();
    let mut found = Vec::new();
    body.for_each_stmt(&mut |stmt| {
        if let Op::Load(access) = &stmt.op
            && !made.contains(&access.array)
        {
            let several = access.index.len() > 1;
            let own = access.index.iter().enumerate();
            let own = own.filter(|(_, value)| **value == index);
            found.extend(own.map(|(at, _)| (access.array, several.then_some(at))));
        }
        made.extend(&stmt.results);
    });
    found.sort_unstable();
    found.dedup();
    found
}

fn has_loops(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| {
        found |= matches!(
            stmt.op,
            Op::For { .. } | Op::Loop { .. } | Op::Scope { .. } | Op::Try { .. }
        );
    });
    found
}

/// Whether a block only computes: it stores nothing, raises nothing of its own and is not left.
fn is_plain(body: &Block) -> bool {
    let mut plain = true;
    body.for_each_stmt(&mut |stmt| {
        plain &= match &stmt.op {
            pure_op!() | Op::Get(_) | Op::Set(..) | Op::Load(_) | Op::If { .. } => true,
            call_op!()
            | Op::For { .. }
            | Op::Loop { .. }
            | Op::Scope { .. }
            | Op::Try { .. }
            | jump_op!()
            | Op::Store(..)
            | Op::Atomic(..)
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
    plain
}
