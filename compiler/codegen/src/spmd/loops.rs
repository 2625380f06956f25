//! Loops: unrolled, uniform, or with a mask that lanes drop out of.
//!
//! *Technique:* loops that lanes leave one by one, of the vectorisation of whole functions (Karrenberg and Hack, "Whole-Function
//! Vectorization", CGO 2011).
//!
//! *Invariant:* a masked loop runs until no lane is active; lanes that have left keep the variables that are still needed.

use super::construct::{Builder, Exit, Mask, merge_gone};
use super::cost;
use super::emit::ScopeKind;
use super::ir::{BlockId, Elem, Target, Terminator, Type, Val};
use super::linear::Linear;
use crate::mir::{BinaryOp, Block, CompareOp, Label, Op, Value};

/// Iterations of a loop that may be written out.
const UNROLLED_ITERATIONS: i64 = 32;
/// Cost of the written out iterations, as [`cost::block`] counts.
const UNROLLED_COST: u64 = 200;
/// The same with all copies that the loops around make of it, so that code does not double with each level of a nest.
const UNROLLED_NEST: u64 = 2048;
/// What a loop within costs there besides its body: it becomes several blocks, whose parameters registers are found for in every copy.
const UNROLLED_LOOP: u64 = 32;
/// Loops within each other that may be written out.
const UNROLLED_LEVELS: u32 = 4;

/// How often a counted loop runs when all lanes agree.
#[derive(Clone, Copy)]
pub(super) struct Trip {
    /// Uniform truth: at least once.
    pub(super) runs: Val,
    /// Uniform `I64`: iterations after the first.
    more: Val,
    /// Uniform `I64`: the last index of a loop whose index starts the same in all lanes and goes up by one.
    last: Option<Val>,
}

/// What a counted loop counts.
enum Count {
    /// Its index, as `I64`, to the last one.
    Index { at: Val, last: Val },
    /// The index, or its distance from the first one, by a step, and the iterations that are left.
    Left { offset: Val, step: Val, more: Val },
}

/// A loop that is being built.
pub(super) struct Iterations {
    label: Label,
    pub(super) vars: Vec<usize>,
    header: BlockId,
    after: BlockId,
    /// The mask at an iteration's start; none in a loop without mask.
    active: Option<Val>,
    /// Lanes that are not in an iteration may be in a later one.
    pub(super) starts_later: bool,
    starts: Vec<Val>,
}

impl Builder<'_> {
    // ---- Loops without a count -------------------------------------------------------------------------------------------------------------

    /// `Loop`.
    pub(super) fn loop_(&mut self, label: Label, body: &Block) {
        let before = (self.mask, self.gone.clone());
        let masked = self.is_masked(label);
        let (header, after) = (self.e.block(), self.e.block());
        let vars = self.loop_vars(label, body);
        let mut args = self.var_args(&vars);
        if masked {
            args.push(self.mask_or_all());
        }
        self.e.jump(header, args);
        let iterations = self.start(label, body, vars, header, after);
        if masked {
            let next = self.masked_iteration(&iterations, body);
            let again = self.e.any(next);
            let vars = self.var_args(&iterations.vars);
            let mut args = vars.clone();
            args.push(next);
            self.branch_with(again, Target::new(header, args), Target::new(after, vars));
        } else {
            let continued = Exit::new(header, iterations.vars.clone());
            self.enter(
                label,
                false,
                Exit::new(after, iterations.vars.clone()),
                Some(continued),
            );
            self.block(body);
            self.exit(label);
            if self.reachable {
                let args = self.var_args(&iterations.vars);
                self.e.jump(header, args);
            }
        }
        self.reachable = masked || body.breaks_to(label);
        self.finish(&iterations, before.0, before.1);
    }

    /// Variables that change in a loop, and the mask of lanes that wait behind it if some may go further.
    pub(super) fn loop_vars(&mut self, label: Label, body: &Block) -> Vec<usize> {
        let mut vars = self.assigned(&[body]);
        if self.is_masked(label) {
            let own = self.after_var(label);
            self.vars[own] = None;
            if self.divergence.leaks.contains(&label) {
                vars.push(own);
            }
        }
        vars
    }

    /// Opens the loop's scope at its header; the mask is the header's last parameter so far.
    pub(super) fn start(
        &mut self,
        label: Label,
        body: &Block,
        vars: Vec<usize>,
        header: BlockId,
        after: BlockId,
    ) -> Iterations {
        self.e.open(ScopeKind::Loop, header);
        if changes_memory(body) {
            self.e.memory_changes();
        }
        self.var_params(header, &vars);
        let starts = vars
            .iter()
            .map(|var| self.vars[*var].expect("it is a parameter"))
            .collect();
        let masked = self.is_masked(label);
        let active = masked.then(|| self.e.param(header, Type::varying(Elem::Bool)));
        Iterations {
            label,
            vars,
            header,
            after,
            active,
            starts_later: false,
            starts,
        }
    }

    /// Closes the loop's scope and goes on behind it.
    pub(super) fn finish(
        &mut self,
        iterations: &Iterations,
        mask: Mask,
        gone: Vec<super::construct::Gone>,
    ) {
        self.e.close();
        self.e.switch_to(iterations.after);
        self.var_params(iterations.after, &iterations.vars);
        match iterations.active {
            Some(_) => self.rejoin(iterations.label, mask, Mask::Nothing, gone),
            None => (self.mask, self.gone) = (mask, gone),
        }
    }

    /// One iteration under a mask; returns the lanes that go on to the next.
    pub(super) fn masked_iteration(&mut self, iterations: &Iterations, body: &Block) -> Val {
        let label = iterations.label;
        let active = iterations.active.expect("the loop has a mask");
        let outer = std::mem::take(&mut self.gone);
        let waiting = self.iteration_var(label);
        self.vars[waiting] = None;
        self.mask = Mask::Some(active);
        self.enter(label, true, Exit::new(iterations.after, Vec::new()), None);
        self.block(body);
        self.exit(label);
        let end = self.mask_or_all();
        let next = match self.vars[waiting].take() {
            None => end,
            Some(waiting) => self.e.or(end, waiting),
        };
        merge_gone(&mut self.gone, &outer);
        self.keep_left(iterations, active);
        next
    }

    /// Lanes that were not in this iteration keep the variables that somebody still needs: the code behind the loop, or their own first iteration.
    fn keep_left(&mut self, iterations: &Iterations, active: Val) {
        let locals = self.kernel.locals.ids();
        let locals: Vec<_> = locals.collect();
        for (&var, &start) in iterations.vars.iter().zip(&iterations.starts) {
            let Some(&local) = locals.get(var) else {
                continue;
            };
            let label = &iterations.label;
            let needed = self.liveness.after[label].contains(&local)
                || iterations.starts_later && self.liveness.iteration[label].contains(&local);
            if needed || self.is_awaited(local) {
                let end = self.vars[var].expect("it has a value");
                self.vars[var] = Some(self.e.select(active, end, start));
            }
        }
    }

    // ---- Counted loops ---------------------------------------------------------------------------------------------------------------------

    /// `For`.
    pub(super) fn for_(
        &mut self,
        label: Label,
        index: Value,
        [start, stop, step]: [Value; 3],
        body: &Block,
    ) {
        if self.interior
            && !self.vector
            && let Some(sum_loop) = self.sum_loops.get(&label).cloned()
        {
            return self.sum_loop(&sum_loop, label, index, [start, stop, step], body);
        }
        let bounds = [start, stop, step].map(|value| self.value(value));
        if let Some(iterations) = self.constant_iterations(bounds)
            && self.is_unrolled(label, iterations, body)
        {
            return self.unroll(index, bounds, iterations, body);
        }
        match self.trip(bounds) {
            Some(trip) if self.is_masked(label) && !jumps(body) => {
                self.counted_together(label, index, bounds, &trip, body);
            }
            Some(_) if self.transposed_loop(label, index, bounds, body) => {}
            Some(trip) => self.counted(label, index, bounds, &trip, body),
            None if self.slanted_loop(label, index, bounds, body) => {}
            None => self.lane_by_lane(label, index, bounds, body),
        }
    }

    /// The number of iterations if it is known now.
    fn constant_iterations(&self, [start, stop, step]: [Val; 3]) -> Option<i64> {
        let distance = self.distance(start, stop)?.as_constant()?;
        let step = self.e.linear_of(step)?.as_constant()?;
        match step {
            0 => Some(0),
            step if (distance < 0) != (step < 0) && distance != 0 => Some(0),
            step => Some(distance / step + 1),
        }
    }

    /// `stop - start` as a linear form.
    fn distance(&self, start: Val, stop: Val) -> Option<Linear> {
        let (start, stop) = (self.e.linear_of(start)?, self.e.linear_of(stop)?);
        Some(stop.plus(&start, -1))
    }

    fn is_unrolled(&self, label: Label, iterations: i64, body: &Block) -> bool {
        let (mut leaves, mut loops) = (false, 0);
        body.for_each_stmt(&mut |stmt| {
            leaves |= stmt.op == Op::Break(label) || stmt.op == Op::Continue(label);
            loops += u64::from(matches!(stmt.op, Op::For { .. } | Op::Loop { .. }));
        });
        let iterations_written = iterations.unsigned_abs();
        let cost = cost::unrolled(body).saturating_mul(iterations_written);
        let within = (loops * UNROLLED_LOOP).saturating_mul(iterations_written);
        let copies = cost.saturating_add(within).saturating_mul(self.copies);
        self.vector
            && !leaves
            && iterations <= UNROLLED_ITERATIONS
            && cost <= UNROLLED_COST
            && copies <= UNROLLED_NEST
            && self.levels < UNROLLED_LEVELS
    }

    fn unroll(&mut self, index: Value, [start, _, step]: [Val; 3], iterations: i64, body: &Block) {
        let around = (self.copies, self.levels);
        self.copies = self.copies.saturating_mul(iterations.unsigned_abs().max(1));
        self.levels += u32::from(iterations > 1);
        for iteration in 0..iterations {
            let iteration = self.e.i32(iteration as i32);
            let offset = self.e.mul(iteration, step);
            let value = self.e.add(start, offset);
            self.define(index, value);
            self.block(body);
        }
        (self.copies, self.levels) = around;
    }

    /// The iterations of a loop that all lanes run equally often.
    pub(super) fn trip(&mut self, [start, stop, step]: [Val; 3]) -> Option<Trip> {
        if self.e.is_varying(step) {
            return None;
        }
        let distance = self.distance(start, stop)?;
        if distance.lane != 0 {
            return None;
        }
        let distance = match self.e.is_varying(start) || self.e.is_varying(stop) {
            true => self.linear_value(&distance),
            false => {
                let (start, stop) = (
                    self.e.convert(start, Elem::I64),
                    self.e.convert(stop, Elem::I64),
                );
                self.e.sub(stop, start)
            }
        };
        let zero = self.e.i64(0);
        let step = self.e.convert(step, Elem::I64);
        let up = self.e.compare(CompareOp::Gt, step, zero);
        let (up, known) = match self.e.as_constant(step) {
            Some(bits) => (self.e.bool((bits as i64) > 0), Some(bits as i64)),
            None => (up, None),
        };
        let ahead = self.e.compare(CompareOp::Ge, distance, zero);
        let behind = self.e.compare(CompareOp::Le, distance, zero);
        let runs = self.e.select(up, ahead, behind);
        let moves = self.e.compare(CompareOp::Ne, step, zero);
        let runs = match known {
            Some(0) => self.e.bool(false),
            Some(_) => runs,
            None => self.e.and(runs, moves),
        };
        let more = match known {
            Some(1) => distance,
            Some(-1) => self.e.sub(zero, distance),
            _ => self.e.binary(BinaryOp::IntDiv, distance, step),
        };
        let last = match known == Some(1) && !self.e.is_varying(start) && !self.e.is_varying(stop) {
            true => Some(self.e.convert(stop, Elem::I64)),
            false => None,
        };
        Some(Trip { runs, more, last })
    }

    /// A linear form without lanes as uniform `I64`.
    pub(super) fn linear_value(&mut self, linear: &Linear) -> Val {
        let mut sum = self.e.i64(linear.constant);
        for &(atom, factor) in &linear.terms {
            let atom = self.e.convert(atom, Elem::I64);
            let factor = self.e.i64(factor);
            let term = self.e.mul(atom, factor);
            sum = self.e.add(sum, term);
        }
        sum
    }

    /// A loop that all lanes turn out to run equally often, and that none leaves before its end: it needs no mask of its own.
    pub(super) fn counted_together(
        &mut self,
        label: Label,
        index: Value,
        bounds: [Val; 3],
        trip: &Trip,
        body: &Block,
    ) {
        self.in_step.insert(label);
        self.counted(label, index, bounds, trip, body);
        self.in_step.remove(&label);
    }

    pub(super) fn counted(
        &mut self,
        label: Label,
        index: Value,
        [start, _, step]: [Val; 3],
        trip: &Trip,
        body: &Block,
    ) {
        let before = (self.mask, self.gone.clone());
        let (header, after) = (self.e.block(), self.e.block());
        let vars = self.loop_vars(label, body);
        let skip = self.skipped(label, &vars);
        let mut args = self.var_args(&vars);
        if self.is_masked(label) {
            args.push(self.mask_or_all());
        }
        let varying_start = self.e.is_varying(start);
        let from = match varying_start {
            true => self.e.i32(0),
            false => start,
        };
        match trip.last {
            Some(_) => args.push(self.e.convert(from, Elem::I64)),
            None => args.extend([from, trip.more]),
        }
        self.branch_with(
            trip.runs,
            Target::new(header, args),
            Target::new(after, skip),
        );
        let iterations = self.start(label, body, vars, header, after);
        let count = self.count(trip, step, header);
        let value = match (&count, varying_start) {
            (Count::Index { at, .. }, _) => self.e.narrow(*at),
            (Count::Left { offset, .. }, true) => self.e.add(start, *offset),
            (Count::Left { offset, .. }, false) => *offset,
        };
        self.define(index, value);
        let next = self.iteration(&iterations, body);
        if let Some(next) = next {
            self.repeat(&iterations, next, count);
        }
        self.reachable = true;
        self.finish(&iterations, before.0, before.1);
    }

    /// One iteration of a counted loop, mask or not. Returns nothing if its end is not reached.
    fn iteration(&mut self, iterations: &Iterations, body: &Block) -> Option<Option<Val>> {
        if iterations.active.is_some() {
            return Some(Some(self.masked_iteration(iterations, body)));
        }
        let vars = &iterations.vars;
        let (inside, next) = (self.e.block(), self.e.block());
        let continued = Exit::new(next, vars.clone());
        let exit = Exit::new(iterations.after, vars.clone());
        self.enter(iterations.label, false, exit, Some(continued));
        let mut continues = false;
        body.for_each_stmt(&mut |stmt| continues |= stmt.op == Op::Continue(iterations.label));
        if continues {
            self.e.jump(inside, Vec::new());
            self.e.open(ScopeKind::Branch, inside);
        }
        self.block(body);
        if continues {
            if self.reachable {
                let args = self.var_args(vars);
                self.e.jump(next, args);
            }
            self.e.close();
            self.e.switch_to(next);
            self.var_params(next, vars);
            self.reachable = true;
        }
        self.exit(iterations.label);
        self.reachable.then_some(None)
    }

    /// What a counted loop counts: one number where its index goes up by one, so that places in memory need no number of their own.
    fn count(&mut self, trip: &Trip, step: Val, header: BlockId) -> Count {
        if let Some(last) = trip.last {
            let at = self.e.param(header, Type::uniform(Elem::I64));
            return Count::Index { at, last };
        }
        let offset = self.e.param(header, Type::uniform(Elem::I32));
        let more = self.e.param(header, Type::uniform(Elem::I64));
        Count::Left { offset, step, more }
    }

    /// Whether a counted loop goes on, and what it counts then. Of the next numbers, so that they take the place of those before.
    fn counted_on(&mut self, count: Count) -> (Val, Vec<Val>) {
        let one = self.e.i64(1);
        match count {
            Count::Index { at, last } => {
                let next = self.e.add(at, one);
                (self.e.compare(CompareOp::Le, next, last), vec![next])
            }
            Count::Left { offset, step, more } => {
                let left = self.e.sub(more, one);
                let zero = self.e.i64(0);
                let again = self.e.compare(CompareOp::Ge, left, zero);
                (again, vec![self.e.add(offset, step), left])
            }
        }
    }

    /// The end of an iteration of a counted loop.
    fn repeat(&mut self, iterations: &Iterations, next: Option<Val>, count: Count) {
        let (mut again, counted) = self.counted_on(count);
        let vars = self.var_args(&iterations.vars);
        let (mut args, mut leaving) = (vars.clone(), vars);
        if let Some(next) = next {
            let any = self.e.any(next);
            again = self.e.and(again, any);
            args.push(next);
            self.add_leavers(iterations, &mut leaving, next);
        }
        args.extend(counted);
        self.branch_with(
            again,
            Target::new(iterations.header, args),
            Target::new(iterations.after, leaving),
        );
    }

    /// Lanes that end the loop together with the count wait behind it too.
    fn add_leavers(&mut self, iterations: &Iterations, leaving: &mut [Val], lanes: Val) {
        let own = self.after_var(iterations.label);
        if let Some(at) = iterations.vars.iter().position(|var| *var == own) {
            leaving[at] = self.e.or(leaving[at], lanes);
        }
    }

    /// What the variables are behind a loop that does not run.
    fn skipped(&mut self, label: Label, vars: &[usize]) -> Vec<Val> {
        let mut args = self.var_args(vars);
        let own = self.after_var(label);
        if let Some(at) = vars.iter().position(|var| *var == own) {
            args[at] = self.mask_or_all();
        }
        args
    }

    /// A counted loop whose lanes run differently often.
    fn lane_by_lane(
        &mut self,
        label: Label,
        index: Value,
        [start, stop, step]: [Val; 3],
        body: &Block,
    ) {
        assert!(self.is_masked(label), "lanes leave {label} one by one");
        let before = (self.mask, self.gone.clone());
        let (header, after) = (self.e.block(), self.e.block());
        let vars = self.loop_vars(label, body);
        let within = self.within(start, stop, step);
        let within = self.e.splat(within);
        let active = match self.mask_value() {
            None => within,
            Some(mask) => self.e.and(mask, within),
        };
        let skip = self.skipped(label, &vars);
        let mut args = self.var_args(&vars);
        let own = self.after_var(label);
        if let Some(at) = vars.iter().position(|var| *var == own) {
            // Lanes that have nothing to count wait behind the loop from the start.
            let outside = self.e.not(within);
            let mask = self.mask_or_all();
            args[at] = self.e.and(mask, outside);
        }
        // Lanes that start together and step together are together as long as they are in the loop.
        let together = !self.e.is_varying(start) && !self.e.is_varying(step);
        let first = match together {
            true => start,
            false => self.e.splat(start),
        };
        args.extend([active, first]);
        let runs = self.e.any(active);
        self.branch_with(runs, Target::new(header, args), Target::new(after, skip));
        let iterations = self.start(label, body, vars, header, after);
        let value = self.e.param(header, self.e.ty(first));
        self.define(index, value);
        let lanes = self.masked_iteration(&iterations, body);
        let following = self.e.add(value, step);
        let within = self.within(following, stop, step);
        let ahead = self.within(value, following, step);
        let going = self.e.and(within, ahead);
        let next = self.e.and(lanes, going);
        let again = self.e.any(next);
        let vars = self.var_args(&iterations.vars);
        let (mut args, mut leaving) = (vars.clone(), vars);
        args.extend([next, following]);
        let stays = self.e.not(going);
        let done = self.e.and(lanes, stays);
        self.add_waiting(&iterations, &mut args, &mut leaving, done);
        self.e.terminate(Terminator::Branch {
            cond: again,
            then: Target {
                block: header,
                args,
            },
            otherwise: Target {
                block: after,
                args: leaving,
            },
        });
        self.finish(&iterations, before.0, before.1);
    }

    /// Lanes that have counted to their own end wait behind the loop.
    fn add_waiting(
        &mut self,
        iterations: &Iterations,
        args: &mut [Val],
        leaving: &mut [Val],
        done: Val,
    ) {
        let own = self.after_var(iterations.label);
        if let Some(at) = iterations.vars.iter().position(|var| *var == own) {
            args[at] = self.e.or(args[at], done);
            leaving[at] = args[at];
        }
    }

    /// Whether an index has not passed the stop.
    fn within(&mut self, index: Val, stop: Val, step: Val) -> Val {
        let zero = self.e.i32(0);
        let up = self.e.compare(CompareOp::Gt, step, zero);
        let below = self.e.compare(CompareOp::Le, index, stop);
        let above = self.e.compare(CompareOp::Ge, index, stop);
        let inside = self.e.select(up, below, above);
        let moves = self.e.compare(CompareOp::Ne, step, zero);
        self.e.and(inside, moves)
    }
}

/// Whether something leaves a block before its end.
pub(super) fn jumps(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| {
        found |= matches!(stmt.op, Op::Break(_) | Op::Continue(_) | Op::Return(_));
    });
    found
}

/// Whether a block may change array elements.
pub(super) fn changes_memory(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| {
        found |= matches!(stmt.op, Op::Store(..) | Op::Atomic(..));
    });
    found
}
