//! The loops of a nest that become the dimensions of a kernel.
//!
//! *Technique:* bands of permutable loops (Wolf and Lam, "A Loop Transformation Theory and an Algorithm to Maximize Parallelism", IEEE TPDS
//! 2(4), 1991); the order of the dimensions is chosen as memory order is (Carr, McKinley and Tseng, "Compiler Optimizations for Improving
//! Data Locality", ASPLOS 1994).
//!
//! *Invariant:* all iterations of all loops of a band are independent of each other, and the bounds of the inner loops can be computed
//! before the outer ones run.

use super::affine::{AffineForm, Atom};
use super::counted::{ForParts, MAXIMUM_EXTENT};
use super::def_use::DefUse;
use super::dependence::{self, Changes, Different};
use super::nest::{Nest, NestAccess, NestLoop, iterations};
use super::privatise::{Variables, classify};
use super::verdict::{Obstacle, ObstacleKind};
use super::{Options, jam};
use crate::machine::processor::{FEWEST_IN_PARTS, FEWEST_ITERATIONS};
use crate::mir::kernel::MAXIMUM_RANK;
use crate::mir::liveness::Live;
use crate::mir::{Block, Label, Local, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A loop of a band.
#[derive(Debug)]
pub struct BandLoop<'s> {
    /// The `For` statement.
    pub stmt: &'s Stmt,
    /// What stands before it in the body of the loop around it.
    pub before: &'s [Stmt],
    /// Its position in the nest.
    pub position: usize,
}

/// What becomes a kernel.
#[derive(Debug)]
pub struct Band<'s> {
    /// The loops, outermost first.
    pub loops: Vec<BandLoop<'s>>,
    /// The same as dimensions of the kernel, by their positions in `loops`: vectors go along the last.
    pub order: Vec<usize>,
    /// The body of the innermost.
    pub body: &'s Block,
    /// What the loops do with variables.
    pub variables: Variables,
    /// Loops inside the body whose iterations run side by side.
    pub jammed: BTreeSet<Label>,
    /// Arrays that must be different ones.
    pub different: BTreeSet<Different>,
    /// Which changes of elements become atomic.
    pub changes: Changes,
    /// What a directive overruled.
    pub forced_over: Option<Obstacle>,
}

/// Why there is no band.
#[derive(Debug)]
pub enum Refusal {
    /// The loop cannot be parallel.
    Obstacle(Obstacle),
    /// It could, but it is too short.
    TooSmall,
}

/// Finds the largest band that starts with the outermost loop of the nest.
///
/// # Errors
/// Why that loop stays serial.
pub fn find<'s>(
    def_use: &DefUse,
    nest: &Nest,
    stmt: &'s Stmt,
    live_after: &BTreeMap<Label, Live>,
    options: &Options,
) -> Result<Band<'s>, Refusal> {
    let outermost = ForParts::of(stmt).expect("a nest is a counted loop");
    if let Some(obstacle) = &nest.obstacle {
        return Err(Refusal::Obstacle(obstacle.clone()));
    }
    if !fits(nest, 0) {
        return Err(Refusal::Obstacle(too_many(outermost, stmt)));
    }
    let forced = outermost.directive.force_parallel;
    let live = &live_after[&outermost.label];
    let variables =
        classify(def_use, outermost.body, live, outermost.directive).map_err(Refusal::Obstacle)?;
    recomputable(def_use, nest, outermost.body, &variables)?;
    let (mut different, mut forced_over) = (BTreeSet::new(), None);
    let mut changes = Changes::Plain;
    if !outermost.directive.expression && !outermost.directive.independent {
        match dependence::test_loop(def_use, nest, 0, changes) {
            Ok(_) if forced => {}
            Ok(found) => different = found,
            Err(obstacle) if forced => {
                forced_over = Some(obstacle);
                changes = Changes::Rounded;
            }
            Err(obstacle) => {
                (changes, different) = with_atomic_changes(def_use, nest, obstacle, options)?;
            }
        }
    }
    if !forced && is_small(nest, options.minimum_work) {
        return Err(Refusal::TooSmall);
    }
    let first = BandLoop {
        stmt,
        before: &[],
        position: 0,
    };
    let loops = vec![first];
    let mut band = Band {
        loops,
        order: Vec::new(),
        body: outermost.body,
        variables,
        jammed: BTreeSet::new(),
        different,
        changes,
        forced_over,
    };
    while band.loops.len() < MAXIMUM_RANK
        && !band.ends_with_channels(def_use, nest, live_after)
        && band.extend(def_use, nest)
    {}
    band.jam(def_use, nest, live_after);
    band.order = band.order(nest, options);
    Ok(band)
}

/// Whether a band of a handful of iterations (three channels, four directions) has parallel loops inside that are longer, and nothing else that
/// takes time: these fill the vectors and threads that it would leave idle.
pub fn has_longer_inside(
    band: &Band,
    nest: &Nest,
    def_use: &DefUse,
    live_after: &BTreeMap<Label, Live>,
    options: &Options,
) -> bool {
    let count = |one: &BandLoop| {
        let shape = &nest.loops[one.position];
        iterations(&shape.start, &shape.stop, &shape.step)
    };
    let all = band
        .loops
        .iter()
        .map(count)
        .try_fold(1u64, |all, count| Some(all.saturating_mul(count?)));
    let forced =
        |one: &BandLoop| ForParts::of(one.stmt).is_some_and(|parts| parts.directive.force_parallel);
    if all.is_none_or(|all| all >= FEWEST_IN_PARTS) || band.loops.iter().any(forced) {
        return false;
    }
    let mut loops = Vec::new();
    outermost_loops(band.body, &mut loops);
    let mut longer = loops
        .into_iter()
        .filter(|stmt| !is_small(&Nest::of(def_use, stmt), options.minimum_work))
        .peekable();
    longer.peek().is_some()
        && longer.all(|stmt| {
            let inner = Nest::of(def_use, stmt);
            find(def_use, &inner, stmt, live_after, options)
                .is_ok_and(|found| !is_short(&inner, 0) || found.loops.len() > 1)
        })
}

/// The loops of a block that are in no other loop.
fn outermost_loops<'s>(block: &'s Block, loops: &mut Vec<&'s Stmt>) {
    for stmt in &block.stmts {
        if ForParts::of(stmt).is_some() {
            loops.push(stmt);
        } else {
            for inner in stmt.op.blocks() {
                outermost_loops(inner, loops);
            }
        }
    }
}

/// The least that must become atomic to make the iterations independent, with the arrays that must be different then.
///
/// # Errors
/// What ties iterations together however changes are made.
fn with_atomic_changes(
    def_use: &DefUse,
    nest: &Nest,
    mut obstacle: Obstacle,
    options: &Options,
) -> Result<(Changes, BTreeSet<Different>), Refusal> {
    let allowed: &[Changes] = match (options.atomic_updates, options.rounded_updates) {
        (false, _) => &[],
        (true, false) => &[Changes::Exact],
        (true, true) => &[Changes::Exact, Changes::Rounded],
    };
    for &changes in allowed {
        match dependence::test_loop(def_use, nest, 0, changes) {
            Ok(found) => return Ok((changes, found)),
            Err(other) => obstacle = other,
        }
    }
    Err(Refusal::Obstacle(obstacle))
}

/// How often elements are used that do not lie side by side when vectors go along a loop.
pub fn strided<'n>(
    nest: &'n Nest,
    accesses: impl Iterator<Item = &'n NestAccess>,
    along: usize,
) -> u64 {
    let cost = |access: &NestAccess| match is_strided(nest, access, along) {
        true => 10u64.saturating_pow(nest.loops[access.in_loop].depth as u32),
        false => 0,
    };
    accesses.map(cost).fold(0, u64::saturating_add)
}

/// Whether vectors along a loop have to gather or scatter.
fn is_strided(nest: &Nest, access: &NestAccess, along: usize) -> bool {
    let atom = Atom::Index(along);
    // Lanes that start an inner loop at different places are at different places in each of its iterations.
    let starts_apart = |at: &usize| {
        nest.loops[*at]
            .start
            .coefficient_and_rest(atom)
            .is_none_or(|(factor, _)| factor.as_constant() != Some(0))
    };
    let slanted = nest
        .path(access.in_loop)
        .into_iter()
        .filter(|at| *at != along)
        .filter(starts_apart);
    let slanted: Vec<_> = slanted.map(Atom::Index).collect();
    if access
        .index
        .iter()
        .any(|form| form.atoms().any(|atom| slanted.contains(&atom)))
    {
        return true;
    }
    lies_apart(access, along)
}

/// Whether the elements of an access in neighbouring iterations of a loop do not lie side by side, other loops being where they are.
pub fn lies_apart(access: &NestAccess, along: usize) -> bool {
    let atom = Atom::Index(along);
    let last = access.index.len().saturating_sub(1);
    access.index.iter().enumerate().any(|(at, form)| {
        let factor = form
            .coefficient_and_rest(atom)
            .and_then(|(factor, _)| factor.as_constant());
        match factor {
            Some(factor) if at == last => !(-1..=1).contains(&factor),
            Some(factor) => factor != 0,
            None => true,
        }
    })
}

/// Whether a loop is known to have too few iterations to fill vectors.
pub fn is_short(nest: &Nest, position: usize) -> bool {
    let one = &nest.loops[position];
    iterations(&one.start, &one.stop, &one.step).is_some_and(|count| count < FEWEST_ITERATIONS)
}

/// Whether the number of iterations is not known to be more than a launch can have.
fn fits(nest: &Nest, position: usize) -> bool {
    let one = &nest.loops[position];
    iterations(&one.start, &one.stop, &one.step)
        .is_none_or(|count| i64::try_from(count).is_ok_and(|count| count <= MAXIMUM_EXTENT))
}

fn too_many(parts: ForParts, stmt: &Stmt) -> Obstacle {
    Obstacle::at(
        ObstacleKind::TooManyIterations,
        parts.name.unwrap_or_default(),
        stmt.loc,
    )
}

/// Whether `stop - start + 1`, in 32 bits, is the number of iterations of a loop with step 1, or negative.
pub fn is_plain_count(shape: &NestLoop) -> bool {
    let from_zero = shape
        .start
        .as_constant()
        .is_some_and(|start| (0..1 << 20).contains(&start));
    let below_extent = |form: &AffineForm| {
        let terms: Vec<_> = form
            .terms()
            .filter(|(product, _)| !product.is_empty())
            .collect();
        let one_extent = matches!(terms.as_slice(), [([atom], 1)] if atom.is_extent());
        one_extent && (-(1 << 20)..0).contains(&form.constant_term())
    };
    shape.step.as_constant() == Some(1) && from_zero && below_extent(&shape.stop)
}

/// Whether the whole nest is known to be short.
pub fn is_small(nest: &Nest, minimum_work: u64) -> bool {
    let count = |at: usize| {
        let one = &nest.loops[at];
        iterations(&one.start, &one.stop, &one.step)
    };
    let all_known = (0..nest.loops.len()).all(|at| count(at).is_some());
    all_known && count(0).is_some_and(|count| count.saturating_mul(nest.work) < minimum_work)
}

impl<'s> Band<'s> {
    /// The loops as dimensions: the innermost loop stays the last one unless vectors along another find more elements side by side. A
    /// loop over channels comes last where it and the innermost one go through elements one after the other.
    fn order(&self, nest: &Nest, options: &Options) -> Vec<usize> {
        let last = self.loops.len() - 1;
        let cost = |at: &usize| strided(nest, nest.accesses.iter(), self.loops[*at].position);
        let fills = |at: &usize| *at == last || !is_short(nest, self.loops[*at].position);
        let mut order: Vec<usize> = (0..=last).collect();
        let along = self.loops[last].position;
        let is_row = |at: &usize| {
            let one = &self.loops[*at];
            is_short(nest, one.position) && jam::is_contiguous(nest, one.stmt, along)
        };
        if let Some(channels) = order[..last].iter().copied().find(is_row) {
            order.remove(channels);
            order.push(channels);
            return order;
        }
        let best = match options.always_reorder {
            true => Some(0),
            false => order.iter().copied().rev().filter(fills).min_by_key(cost),
        };
        let along = order.remove(best.unwrap_or(last));
        order.push(along);
        order
    }

    /// The loop that vectors go along.
    pub fn along(&self) -> &BandLoop<'s> {
        &self.loops[*self.order.last().expect("a band has a loop")]
    }

    /// Whether the loop that makes up the body goes through channels, too few to fill vectors, and no dimension is inside: it stays in the
    /// body. Where it goes on where the loop around it is, both become one row.
    fn ends_with_channels(
        &self,
        def_use: &DefUse,
        nest: &Nest,
        live_after: &BTreeMap<Label, Live>,
    ) -> bool {
        let around = self.loops.last().expect("a band has a loop").position;
        self.body.stmts.last().is_some_and(|last| {
            !is_short(nest, around)
                && !jam::is_contiguous(nest, last, around)
                && jam::may_jam(def_use, nest, last, live_after).is_some()
                && !jam::has_independent_loop(def_use, nest, last)
        })
    }

    /// Finds the loops of the body whose iterations run side by side.
    fn jam(&mut self, def_use: &DefUse, nest: &Nest, live_after: &BTreeMap<Label, Live>) {
        for stmt in &self.body.stmts {
            let found = jam::may_jam(def_use, nest, stmt, live_after);
            if let (Some(mut different), Some(parts)) = (found, ForParts::of(stmt)) {
                self.different.append(&mut different);
                self.jammed.insert(parts.label);
            }
        }
    }

    /// Adds the loop that makes up the body, if it is parallel too.
    fn extend(&mut self, def_use: &DefUse, nest: &Nest) -> bool {
        let Some((last, before)) = self.body.stmts.split_last() else {
            return false;
        };
        let Some(inner) = ForParts::of(last) else {
            return false;
        };
        let position = nest.loops.iter().position(|one| one.label == inner.label);
        let position = position.expect("the nest knows its loops");
        let bounds = [inner.range.start, inner.range.stop, inner.range.step];
        let regular = !nest.loops[position].irregular
            && fits(nest, position)
            && !inner.directive.force_serial
            && before.iter().all(can_repeat)
            && bounds.iter().all(|&bound| can_hoist(def_use, nest, bound));
        if !regular || !self.same_variables(def_use, &inner) || self.accumulates(before) {
            return false;
        }
        let trusted = inner.directive.expression
            || inner.directive.force_parallel
            || inner.directive.independent;
        if !trusted {
            match dependence::test_loop(def_use, nest, position, self.changes) {
                Ok(mut found) => self.different.append(&mut found),
                Err(_) => return false,
            }
        }
        self.loops.push(BandLoop {
            stmt: last,
            before,
            position,
        });
        self.body = inner.body;
        true
    }

    /// Whether statements between two loops update an accumulator; they would do so too often.
    fn accumulates(&self, before: &[Stmt]) -> bool {
        let updates = |stmt: &Stmt| {
            let of =
                |(local, _): &(Local, _)| matches!(stmt.op, Op::Set(other, _) if other == *local);
            self.variables.accumulators.iter().any(of)
        };
        before.iter().any(updates)
    }

    /// Whether the inner loop ties its iterations together by no other variables than the outer one does.
    fn same_variables(&self, def_use: &DefUse, inner: &ForParts) -> bool {
        match classify(def_use, inner.body, &Live::default(), inner.directive) {
            Ok(variables) => variables.accumulators == self.variables.accumulators,
            Err(_) => false,
        }
    }
}

/// Whether a statement between two loops of a band may run once for every iteration of the inner one.
pub fn can_repeat(stmt: &Stmt) -> bool {
    match &stmt.op {
        Op::Get(_) | Op::GetGlobal(_) | Op::Set(..) => true,
        Op::Load(access) => !access.raises(),
        op => op.is_pure(),
    }
}

/// Whether a value of the nest can be computed before the nest: by pure operations on what the nest does not change.
pub fn can_hoist(def_use: &DefUse, nest: &Nest, value: Value) -> bool {
    can_compute(def_use, nest, value, &[])
}

/// Whether a value can be computed where some values of the nest are known: by pure operations on those and on what the nest does not change.
pub fn can_compute(def_use: &DefUse, nest: &Nest, value: Value, known: &[Value]) -> bool {
    let value = def_use.see_through(value);
    if !nest.defines(value) || known.contains(&value) {
        return true;
    }
    let Some(definition) = def_use.definition(value) else {
        return false;
    };
    match &definition.op {
        Op::Get(local) => !nest.assigned.contains(local),
        Op::GetGlobal(_) => true,
        op if op.is_pure() => {
            let mut all = true;
            op.for_each_operand(|&operand| all &= can_compute(def_use, nest, operand, known));
            all
        }
        _ => false,
    }
}

/// The value that the last iteration gives to a variable, when the body assigns it at its top level.
pub fn last_assignment(body: &Block, local: Local) -> Option<Value> {
    let mut last = None;
    for stmt in &body.stmts {
        match stmt.op {
            Op::Set(other, value) if other == local => last = Some(value),
            _ => {
                let assigns = |block: &Block| super::nest::assigned_locals(block).contains(&local);
                if stmt.op.blocks().any(assigns) {
                    last = None;
                }
            }
        }
    }
    last
}

/// Whether the needed last values follow from the outermost index alone.
fn recomputable(
    def_use: &DefUse,
    nest: &Nest,
    body: &Block,
    variables: &Variables,
) -> Result<(), Refusal> {
    for &local in &variables.last_values {
        let value = last_assignment(body, local);
        if !value.is_some_and(|value| follows_from_index(def_use, nest, value)) {
            let data = &def_use.function.locals[local];
            let name = data.name.clone().unwrap_or_default();
            let mut place = data.loc;
            body.for_each_stmt(&mut |stmt| {
                if matches!(stmt.op, Op::Set(other, _) if other == local) {
                    place = stmt.loc;
                }
            });
            return Err(Refusal::Obstacle(Obstacle::at(
                ObstacleKind::LastValue,
                name,
                place,
            )));
        }
    }
    Ok(())
}

/// Whether a value can be computed from the outermost index by pure operations.
fn follows_from_index(def_use: &DefUse, nest: &Nest, value: Value) -> bool {
    let value = def_use.see_through(value);
    if value == nest.loops[0].index || can_hoist(def_use, nest, value) {
        return true;
    }
    match def_use.definition(value).map(|stmt| &stmt.op) {
        Some(op) if op.is_pure() => {
            let mut all = true;
            op.for_each_operand(|&operand| all &= follows_from_index(def_use, nest, operand));
            all
        }
        _ => false,
    }
}
