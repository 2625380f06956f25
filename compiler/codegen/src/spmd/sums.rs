//! Sums inside a position whose vectors run along the sum: `for j … s += a[i,j]*x[j]` where the positions are the rows.
//!
//! Lanes that stand for rows would each read a line of memory of their own; lanes that stand for columns read neighbours. So where the
//! elements that the innermost loops read lie side by side along the loop and far apart along the positions, one position runs at a
//! time and its loops take as many iterations at a time as there are lanes. The last vector of a loop may overlap the one before; the
//! lanes that were counted then keep their part.
//!
//! Where loops around do nothing but add up, too, as over the rows and columns of a block, the lanes keep their parts until the outermost one ends.
//!
//! Loops that store elements of their own iterations, and those that change elements for some positions alone, run in lanes, too: in whole
//! vectors, so that no iteration runs twice, and what is left of them.
//!
//! *Technique:* vectorisation of an inner loop, where that of the outer one gathers (Nuzman and Zaks, "Outer-Loop Vectorization: Revisited
//! for Short SIMD Architectures", PACT 2008, on the choice).
//!
//! *Invariant:* only loops that do nothing but add up (or multiply, or take the least or the greatest) and store run like this; what adds up floats
//! not with `--fp=strict`, since the order of operations changes; changes of elements keep theirs.

use quasar_abi::ArrayHeader;

use super::construct::{Builder, Mask};
use super::emit::ScopeKind;
use super::ir::{BYTES_AT_ONCE, Elem, Memory, Op as SpmdOp, Target, Type, Val};
use super::sum_loops::{Role, Sum, SumLoop};
use crate::base::Id;
use crate::machine::processor::PART_OF_A_VECTOR;
use crate::mir::query::combining;
use crate::mir::{BinaryOp, Block, CompareOp, Label, Op, Value};

/// Vectors of an operand that stay in registers while the loops around a nest run, at most.
const MOST_IN_FRONT: i64 = 8;

/// Operations of a nest that stand one after the other instead of in its outermost loop, at most.
const MOST_WRITTEN_OUT: i64 = 256;

/// The iterations of a loop where they are fewer than the lanes.
#[derive(Clone, Copy)]
struct Part {
    /// Whether there are such.
    runs: Val,
    start: Val,
    count: Val,
}

fn vars_of(sum_loop: &SumLoop) -> Vec<usize> {
    let sums = sum_loop.sums.iter();
    sums.map(|sum| sum.local.index()).collect()
}

/// The iterations of a loop that run as whole vectors.
#[derive(Clone, Copy)]
pub(super) struct Vectors {
    /// Those of the loop: start, stop and step.
    bounds: [Val; 3],
    /// The first iteration, the first one behind the vectors, and the first one behind the loop: uniform `I64`.
    pub(super) start: Val,
    pub(super) rest: Val,
    pub(super) end: Val,
    /// Whether the index stays inside of what it walks along.
    pub(super) inside: Val,
    /// Whether there are vectors.
    pub(super) in_lanes: Val,
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
        match sum_loop.role {
            Role::Nest => return self.sum_nest(sum_loop, index, bounds, body),
            Role::Between => return self.sum_between(sum_loop, index, bounds, body),
            Role::Inside(iterations) => {
                return self.sum_inside(sum_loop, index, bounds[0], iterations, body);
            }
            Role::Alone => {}
        }
        if sum_loop.changes {
            return self.update_loop(sum_loop, label, index, bounds, body);
        }
        let [start, stop, _] = bounds.map(|value| self.e.convert(value, Elem::I64));
        let lanes = self.e.i64(self.lanes.into());
        let one = self.e.i64(1);
        let end = self.e.add(stop, one);
        let last = self.e.sub(end, lanes);
        let vars: Vec<usize> = sum_loop.sums.iter().map(|sum| sum.local.index()).collect();
        let trip = self.trip(bounds).expect("all lanes agree on it");
        let before = self.var_args(&vars);
        let walks = self.walks(&sum_loop.walked, start, stop);
        let totals = self.choose_where(
            &walks,
            &before,
            |builder| {
                builder.walking = Some(index);
                let totals = builder.choose_where(
                    &[(CompareOp::Le, start, last)],
                    &before,
                    |builder| {
                        let parts = builder.sum_in_lanes(sum_loop, index, [start, last], body);
                        builder.with_totals(sum_loop, &before, parts)
                    },
                    |builder| {
                        let mut trip = trip;
                        if sum_loop.runs_in_part && builder.versions.is_wide {
                            let count = builder.e.sub(end, start);
                            let some = builder.e.i64(PART_OF_A_VECTOR.into());
                            let runs = builder.e.compare(CompareOp::Ge, count, some);
                            let part = Part { runs, start, count };
                            builder.sum_in_part(sum_loop, index, part, body);
                            let rest = builder.e.not(runs);
                            trip.runs = builder.e.and(trip.runs, rest);
                        }
                        builder.counted(label, index, bounds, &trip, body);
                        builder.var_args(&vars)
                    },
                );
                builder.walking = None;
                totals
            },
            |builder| {
                builder.counted(label, index, bounds, &trip, body);
                builder.var_args(&vars)
            },
        );
        self.set_vars(&vars, totals);
    }

    /// The outermost loop of a nest that adds up: the variables are the parts of the lanes until it ends.
    fn sum_nest(&mut self, nest: &SumLoop, index: Value, bounds: [Val; 3], body: &Block) {
        let vars = vars_of(nest);
        let before = self.var_args(&vars);
        let totals = self.where_it_runs(bounds, &before, |builder| {
            let identities = builder.identities_of(nest);
            builder.all_at_once = true;
            builder.in_front = nest.vectors.is_some_and(|vectors| vectors <= MOST_IN_FRONT);
            let parts = builder.parts_of_nest(&vars, index, bounds, &identities, body);
            builder.in_front = false;
            match nest.only_differences && builder.all_at_once && builder.subtracts_bytes() {
                true => vec![builder.total_of_bytes(before[0], parts[0])],
                false => builder.with_totals(nest, &before, parts),
            }
        });
        self.set_vars(&vars, totals);
    }

    /// A loop between the outermost and the innermost one of a nest.
    fn sum_between(&mut self, between: &SumLoop, index: Value, bounds: [Val; 3], body: &Block) {
        let vars = vars_of(between);
        let before = self.values_of(&vars);
        let parts = self.where_it_runs(bounds, &before, |builder| {
            builder.parts_of_nest(&vars, index, bounds, &before, body)
        });
        self.set_vars(&vars, parts);
    }

    /// What a loop of a nest that counts by ones makes of its variables.
    fn where_it_runs(
        &mut self,
        bounds: [Val; 3],
        before: &[Val],
        make: impl FnOnce(&mut Self) -> Vec<Val>,
    ) -> Vec<Val> {
        let [start, stop, _] = bounds.map(|value| self.e.convert(value, Elem::I64));
        match (self.e.as_i64(start), self.e.as_i64(stop)) {
            (Some(start), Some(stop)) if start <= stop => make(self),
            _ => self.choose_where(&[(CompareOp::Le, start, stop)], before, make, |_| {
                before.to_vec()
            }),
        }
    }

    /// The parts of the lanes behind a loop around others of a nest, which runs, of those before it.
    fn parts_of_nest(
        &mut self,
        vars: &[usize],
        index: Value,
        bounds: [Val; 3],
        before: &[Val],
        body: &Block,
    ) -> Vec<Val> {
        let one = self.e.i64(1);
        let [start, stop, _] = bounds.map(|value| self.e.convert(value, Elem::I64));
        let ends = [start, stop].map(|end| self.e.as_i64(end));
        if let [Some(first), Some(last)] = ends
            && self.is_written_out(last - first + 1, body)
        {
            self.set_vars(vars, before.to_vec());
            for iteration in first..=last {
                let iteration = self.e.i32(iteration as i32);
                self.define(index, iteration);
                self.block(body);
            }
            return self.values_of(vars);
        }
        let (header, after) = (self.e.block(), self.e.block());
        let mut args = vec![start];
        args.extend(before);
        self.e.jump(header, args);
        self.e.open(ScopeKind::Loop, header);
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let parts = self.single_params(header, before);
        self.set_vars(vars, parts);
        let iteration = self.e.narrow(at);
        self.define(index, iteration);
        self.block(body);
        let more = self.values_of(vars);
        let next = self.e.add(at, one);
        let again = self.e.compare(CompareOp::Le, next, stop);
        let mut args = vec![next];
        args.extend(&more);
        self.branch_with(again, Target::new(header, args), Target::new(after, more));
        self.e.close();
        self.e.switch_to(after);
        self.single_params(after, before)
    }

    /// Whether the iterations of a loop of a nest stand one after the other.
    fn is_written_out(&self, iterations: i64, body: &Block) -> bool {
        let mut operations = 0;
        body.for_each_stmt(&mut |stmt| operations += i64::from(!matches!(stmt.op, Op::Get(_))));
        iterations.saturating_mul(operations) <= MOST_WRITTEN_OUT
    }

    fn values_of(&self, vars: &[usize]) -> Vec<Val> {
        let values = vars.iter().map(|var| self.vars[*var]);
        values.map(|value| value.expect("it has parts")).collect()
    }

    /// The innermost loop of a nest, which adds to the parts of the lanes.
    fn sum_inside(
        &mut self,
        inner: &SumLoop,
        index: Value,
        start: Val,
        iterations: i64,
        body: &Block,
    ) {
        let vars = vars_of(inner);
        let start = self.e.convert(start, Elem::I64);
        let all = self.e.bool(true);
        let differences = std::mem::replace(&mut self.differences, inner.differences.clone());
        for first in (0..iterations).step_by(self.lanes as usize) {
            let first = self.e.i64(first);
            let at = self.e.add(start, first);
            let parts = self.values_of(&vars);
            let parts = self.iterations_at(inner, index, at, all, &parts, body);
            self.set_vars(&vars, parts);
        }
        self.differences = differences;
    }

    /// A difference of bytes without its sign that is added to a sum and used for nothing else: lanes that add up to the same, where the bytes of all
    /// lanes are read as they lie.
    pub(super) fn difference_in_a_sum(&mut self, result: Value, difference: Val) -> Option<Val> {
        if !self.subtracts_bytes() || !self.differences.contains(&result) {
            return None;
        }
        let Some(SpmdOp::Binary(BinaryOp::Sub, a, b)) = self.e.definition(difference) else {
            self.all_at_once = false;
            return None;
        };
        let [a, b] = [*a, *b];
        let bytes = self.bytes_of(a).zip(self.bytes_of(b));
        let Some((a, b)) = bytes else {
            self.all_at_once = false;
            return None;
        };
        let op = SpmdOp::ByteDifferences(a, b);
        Some(self.e.emit(op, Type::varying(Elem::I32)))
    }

    fn subtracts_bytes(&self) -> bool {
        self.versions.is_wide && BYTES_AT_ONCE.contains(&self.lanes)
    }

    /// What a variable had, and the lanes' parts that are sums of eight differences each: every second one of the first lanes has some.
    fn total_of_bytes(&mut self, before: Val, parts: Val) -> Val {
        let ty = self.e.ty(parts);
        let (mut parts, mut apart) = (parts, self.lanes / 4);
        while apart > 2 {
            apart /= 2;
            let others = self.e.emit(SpmdOp::SwapGroups(parts, apart), ty);
            parts = self.e.add(parts, others);
        }
        let lane = SpmdOp::Lane(parts, 0);
        let total = self.e.emit(lane, Type::uniform(ty.elem));
        self.e.add(before, total)
    }

    /// The bytes that a load widens, where it stands.
    fn bytes_of(&mut self, loaded: Val) -> Option<Val> {
        let Some(&SpmdOp::Load {
            memory: Memory::U8,
            address,
            offset,
        }) = self.e.definition(loaded)
        else {
            return None;
        };
        let op = SpmdOp::LoadBytes { address, offset };
        let ty = Type::varying(Elem::I32);
        Some(match self.e.level(loaded) < self.e.innermost() {
            true => self.e.load_in_front(self.position_scope, op, ty),
            false => self.e.emit(op, ty),
        })
    }

    /// A loop that changes elements: whole vectors of iterations, then the iterations that are left, in the first lanes of a vector or one by one. The
    /// lanes of a vector change their elements one after the other, so that those that are the same are changed in the order of the iterations.
    fn update_loop(
        &mut self,
        update_loop: &SumLoop,
        label: Label,
        index: Value,
        bounds: [Val; 3],
        body: &Block,
    ) {
        let vectors = self.vectors_of(update_loop, bounds);
        self.adding(update_loop, vectors.in_lanes, |builder| {
            builder.whole_updates(update_loop, index, &vectors, body)
        });
        self.updates_left(update_loop, label, index, &vectors, body);
    }

    /// Which iterations of a loop run as whole vectors.
    pub(super) fn vectors_of(&mut self, update_loop: &SumLoop, bounds: [Val; 3]) -> Vectors {
        let [start, stop, _] = bounds.map(|value| self.e.convert(value, Elem::I64));
        let (one, mask) = (self.e.i64(1), self.e.i64(-i64::from(self.lanes)));
        let end = self.e.add(stop, one);
        let inside = self.walks_inside(&update_loop.walked, &update_loop.apart, start, stop);
        let count = self.e.sub(end, start);
        let whole = self.e.binary(BinaryOp::And, count, mask);
        let rest = self.e.add(start, whole);
        let some = self.e.compare(CompareOp::Lt, start, rest);
        Vectors {
            bounds,
            start,
            rest,
            end,
            inside,
            in_lanes: self.e.and(some, inside),
        }
    }

    /// What whole vectors leave of a loop that changes elements.
    pub(super) fn updates_left(
        &mut self,
        update_loop: &SumLoop,
        label: Label,
        index: Value,
        vectors: &Vectors,
        body: &Block,
    ) {
        let &Vectors {
            bounds,
            start,
            rest,
            end,
            inside,
            in_lanes,
        } = vectors;
        let runs = self.e.compare(CompareOp::Lt, start, end);
        let left = self.e.compare(CompareOp::Lt, rest, end);
        let left = self.e.and(runs, left);
        if update_loop.runs_in_part {
            let in_part = self.e.and(left, inside);
            self.adding(update_loop, in_part, |builder| {
                builder.updates_in_part(update_loop, index, [rest, end], body)
            });
            let mut trip = self.trip(bounds).expect("all lanes agree on it");
            let outside = self.e.not(inside);
            trip.runs = self.e.and(trip.runs, outside);
            return self.counted(label, index, bounds, &trip, body);
        }
        let rest = self.e.narrow(rest);
        let from = self.e.select(in_lanes, rest, bounds[0]);
        let bounds = [from, bounds[1], bounds[2]];
        let mut trip = self.trip(bounds).expect("all lanes agree on it");
        let untouched = self.e.not(in_lanes);
        let goes_on = self.e.or(untouched, left);
        trip.runs = self.e.and(trip.runs, goes_on);
        self.counted(label, index, bounds, &trip, body);
    }

    /// Adds to the sums of a loop what runs where a condition holds, which gives the parts of the lanes.
    fn adding(
        &mut self,
        update_loop: &SumLoop,
        cond: Val,
        parts: impl FnOnce(&mut Self) -> Vec<Val>,
    ) {
        let vars: Vec<usize> = update_loop
            .sums
            .iter()
            .map(|sum| sum.local.index())
            .collect();
        let before = self.var_args(&vars);
        let totals = self.choose(cond, &before, |builder| {
            let parts = parts(builder);
            builder.with_totals(update_loop, &before, parts)
        });
        self.set_vars(&vars, totals);
    }

    /// The iterations from `rest` on, which are fewer than lanes, in the first lanes of a vector.
    fn updates_in_part(
        &mut self,
        update_loop: &SumLoop,
        index: Value,
        [rest, end]: [Val; 2],
        body: &Block,
    ) -> Vec<Val> {
        let left = self.e.sub(end, rest);
        let (lane, left) = (self.e.lane_index(), self.e.narrow(left));
        let left = self.e.splat(left);
        let fills = self.e.compare(CompareOp::Lt, lane, left);
        let identities = self.identities_of(update_loop);
        self.walking = Some(index);
        self.partial = true;
        let parts = self.iterations_at(update_loop, index, rest, fills, &identities, body);
        self.partial = false;
        self.walking = None;
        parts
    }

    /// The whole vectors of a loop that changes elements, of which there is one.
    fn whole_updates(
        &mut self,
        update_loop: &SumLoop,
        index: Value,
        &Vectors { start, rest, .. }: &Vectors,
        body: &Block,
    ) -> Vec<Val> {
        let (header, after) = (self.e.block(), self.e.block());
        let lanes = self.e.i64(self.lanes.into());
        let identities = self.identities_of(update_loop);
        let mut args = vec![start];
        args.extend(&identities);
        self.e.jump(header, args);
        self.e.open(ScopeKind::Loop, header);
        self.e.memory_changes();
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let parts = self.single_params(header, &identities);
        let all = self.e.bool(true);
        self.walking = Some(index);
        let more = self.iterations_at(update_loop, index, at, all, &parts, body);
        self.walking = None;
        let next = self.e.add(at, lanes);
        let again = self.e.compare(CompareOp::Lt, next, rest);
        let mut args = vec![next];
        args.extend(&more);
        self.branch_with(again, Target::new(header, args), Target::new(after, more));
        self.e.close();
        self.e.switch_to(after);
        self.single_params(after, &identities)
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
            builder.partial = true;
            let parts =
                builder.iterations_at(sum_loop, index, part.start, fills, &identities, body);
            builder.partial = false;
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

    /// What holds where an index from `start` to `stop` stays inside of the arrays that it walks along.
    fn walks(
        &mut self,
        walked: &[(Value, Option<usize>)],
        start: Val,
        stop: Val,
    ) -> Vec<(CompareOp, Val, Val)> {
        let mut walks = vec![(CompareOp::Ge, start, self.e.i64(0))];
        for &(array, dimension) in walked {
            let array = self.value(array);
            let field = dimension.map_or(ArrayHeader::NUMEL, ArrayHeader::dim);
            walks.push((CompareOp::Lt, stop, self.e.header(array, field)));
        }
        walks
    }

    /// Whether an index from `start` to `stop` stays inside of the arrays that it walks along, and arrays that must not be the same are not.
    pub(super) fn walks_inside(
        &mut self,
        walked: &[(Value, Option<usize>)],
        apart: &[[Value; 2]],
        start: Val,
        stop: Val,
    ) -> Val {
        let mut inside = self.e.bool(true);
        for &arrays in apart {
            let [stored, other] = arrays.map(|array| {
                let array = self.value(array);
                self.e.header(array, ArrayHeader::DATA)
            });
            let differ = self.e.compare(CompareOp::Ne, stored, other);
            inside = self.e.and(inside, differ);
        }
        for (op, left, right) in self.walks(walked, start, stop) {
            let holds = self.e.compare(op, left, right);
            inside = self.e.and(inside, holds);
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
        self.branch_with(again, Target::new(header, args), Target::new(after, more));
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
    pub(super) fn iterations_at(
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
