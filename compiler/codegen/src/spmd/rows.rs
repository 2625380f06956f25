//! Around the body: rows, the partition of a row into border and interior (loop partitioning), accumulators.
//!
//! ```text
//! for each row:
//!     low..high = positions where every index that the analysis covers is inside, if the row allows any
//!     one by one:        begin..low     the body for one position, with checks and maps
//!     lanes at a time:   low..high      the body for several positions, without
//!     one by one:        high..end
//! ```
//!
//! Behind the last whole vector of the interior comes one for the rest, whose other lanes are masked off and read nothing ([`Rest`]): wide
//! vectors of elements of 32 bits do that, so that rows that are narrower than a vector are one, too. Else the last vector overlaps the one before
//! where running a position twice changes nothing. Where it never may, as in a kernel that changes an array in place, the lanes that have
//! run are masked off in it; where that is found out when running, and where one more copy of the body is not worth it, the rest of the
//! interior runs one by one, as a row that is narrower than a vector does. Where sums inside run in lanes (`sums`), the positions of the
//! interior run one by one too.
//!
//! *Technique:* index-set splitting of a row (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapter 5).
//!
//! *Invariant:* every position of `begin..end` runs, in any order, and the accumulators count each once.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use quasar_abi::{ArrayHeader, OWN_COPIES, columns_slot};

use super::construct::{Builder, Exit, Mask, Pixel, elem_of};
use super::cost;
use super::emit::ScopeKind;
use super::ir::{BlockId, Elem, Function, Memory, Target, Terminator, Type, Val};
use super::ranges::Source;
use super::sum_loops::is_read_in_part;
use crate::base::Id;
use crate::machine::cost::{MASKED_COPY, MASKED_LOOP};
use crate::mir::families::{block_op, call_op, jump_op, pure_op};
use crate::mir::kernel::SLOT;
use crate::mir::{BinaryOp, CompareOp, KernelOrigin, Local, Op, Stmt, Ty, Value};

/// The logical accumulators of `--fp=strict`.
pub(super) const LOGICAL: u32 = quasar_abi::STRICT_PARTS;

/// What does not change within a launch.
#[derive(Clone)]
pub(super) struct Launch<'a> {
    /// Uniform `I64`, outermost first.
    pub(super) extents: Vec<Val>,
    /// The positions of the innermost dimension that run, where it is not the only one.
    pub(super) columns: Columns,
    /// Parameters on entry.
    pub(super) params: FxHashMap<Local, Val>,
    /// Uniform truth: a position may run twice. None: there is no vector body.
    pub(super) overlap: Option<Val>,
    /// What runs behind the last whole vector.
    pub(super) rest: Rest,
    /// The first of the dimensions that are one row, in the merged version.
    pub(super) merged: Option<usize>,
    /// The rows whose own number lies inside of all that it indexes, where rows need not ask that.
    pub(super) rows_inside: Option<Columns>,
    /// The definition of every value.
    pub(super) definitions: FxHashMap<Value, &'a Stmt>,
}

/// What runs at the end of a row, behind its last whole vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// Positions one by one, unless those before them may run twice.
    Positions,
    /// A vector that ends there; the lanes that have run are masked off.
    Masked,
    /// A vector that begins there; the lanes behind the end are masked off, and their elements not read. So are rows shorter than a vector.
    Part,
}

/// A half-open range of positions, uniform `I64`.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub(super) begin: Val,
    pub(super) end: Val,
}

/// Which positions of a vector run.
#[derive(Clone, Copy)]
enum Run {
    /// Those from one on.
    From(Val),
    /// Those before one.
    Until(Val),
}

/// Accumulators between positions. With `--fp=strict` sums and products of floats lie in the frame instead, see [`LOGICAL`].
#[derive(Clone)]
pub(super) struct Totals {
    pub(super) single: Vec<Val>,
    pub(super) lanes: Vec<Val>,
}

impl Totals {
    pub(super) fn all(&self) -> Vec<Val> {
        self.single.iter().chain(&self.lanes).copied().collect()
    }
}

impl<'a> Builder<'a> {
    /// Builds the whole function.
    pub(super) fn build(mut self) -> Function {
        let launch = self.launch();
        let totals = self.identities(launch.overlap.is_some() && !self.has_sums_in_lanes());
        let (begin, end) = (self.e.entry_param(1), self.e.entry_param(2));
        let totals = self.versions(&launch, Columns { begin, end }, totals);
        self.store_totals(&totals);
        let status = self.e.i32(0);
        self.e.terminate(Terminator::Return(status));
        self.e.function
    }

    /// The positions of `all`: of one row, or of rows.
    pub(super) fn positions(
        &mut self,
        launch: &Launch<'a>,
        all: Columns,
        totals: Totals,
    ) -> Totals {
        match self.data.position.len() {
            1 => self.row(launch, all, totals),
            _ => self.rows(launch, all, totals),
        }
    }

    /// Whether positions run one by one, and the loops that they add up in run in lanes.
    pub(super) fn has_sums_in_lanes(&self) -> bool {
        !self.sum_loops.is_empty()
    }

    // ---- The launch --------------------------------------------------------------------------------------------------------------------

    fn launch(&mut self) -> Launch<'a> {
        let args = self.e.entry_param(0);
        let rank = self.data.position.len();
        let extents: Vec<Val> = (0..rank)
            .map(|slot| self.e.load(Memory::I64, args, slot as i32 * SLOT))
            .collect();
        let columns = self.columns(args, extents[rank - 1]);
        let mut params = FxHashMap::default();
        for (at, &local) in self.kernel.params.iter().enumerate() {
            let offset = (self.launch_rank + at) as i32 * SLOT;
            let value = self.param(self.kernel.locals[local].ty, args, offset);
            params.insert(local, value);
        }
        if !self.copied.is_empty() {
            let offset = (self.launch_rank + self.kernel.params.len()) as i32 * SLOT;
            let (own, zero) = (self.e.load(Memory::I64, args, offset), self.e.i64(0));
            self.own_copies = Some(self.e.compare(CompareOp::Ne, own, zero));
            let stride = self.e.i64(!OWN_COPIES as i64);
            self.table_stride = Some(self.e.binary(BinaryOp::And, own, stride));
        }
        let mut definitions = FxHashMap::default();
        self.kernel.body.for_each_stmt(&mut |stmt| {
            definitions.extend(stmt.results.iter().map(|value| (*value, stmt)));
        });
        let mut launch = Launch {
            extents,
            columns,
            params,
            overlap: None,
            rest: Rest::Positions,
            merged: None,
            rows_inside: None,
            definitions,
        };
        if self.lanes > 1 && !self.ranges.unknown_arrays {
            let overlap = self.overlap(&launch);
            launch.overlap = Some(overlap);
            launch.rest = self.rest(overlap);
        }
        launch
    }

    /// What runs of each line of the innermost dimension.
    fn columns(&mut self, args: Val, extent: Val) -> Columns {
        if self.data.position.len() == 1 {
            let begin = self.e.i64(0);
            return Columns { begin, end: extent };
        }
        let slot = columns_slot(self.launch_rank, self.kernel.params.len()) as i32;
        Columns {
            begin: self.e.load(Memory::I64, args, slot * SLOT),
            end: self.e.load(Memory::I64, args, (slot + 1) * SLOT),
        }
    }

    pub(super) fn rest(&self, overlap: Val) -> Rest {
        match self.masks_rest() {
            true if self.versions.is_wide && self.reads_in_part() => Rest::Part,
            true if self.e.as_constant(overlap) == Some(0) => Rest::Masked,
            _ => Rest::Positions,
        }
    }

    /// Whether all elements that are read have 32 bits, so that vectors read some of them.
    fn reads_in_part(&self) -> bool {
        let mut fits = true;
        self.kernel.body.for_each_stmt(&mut |stmt| {
            if let Op::Load(access) = &stmt.op {
                fits &= is_read_in_part(self.kernel, access.array);
            }
        });
        fits
    }

    /// Whether the rest of a row may be one more copy of the body, under a mask.
    fn masks_rest(&self) -> bool {
        let (mut atomic, mut loops) = (false, 0);
        self.kernel.body.for_each_stmt(&mut |stmt| {
            atomic |= matches!(stmt.op, Op::Atomic(..));
            loops += u64::from(matches!(stmt.op, Op::For { .. } | Op::Loop { .. }));
        });
        // Under a mask, elements that lie apart are read and written lane by lane, which is no faster than position by position.
        !atomic
            && !self.ordered
            && !self.ranges.apart
            && !self.has_sums_in_lanes()
            && cost::unrolled(&self.kernel.body) + loops * MASKED_LOOP <= MASKED_COPY
    }

    fn param(&mut self, ty: Ty, args: Val, offset: i32) -> Val {
        match ty {
            Ty::Bool => {
                let value = self.e.load(Memory::I32, args, offset);
                let one = self.e.i32(1);
                let bit = self.e.binary(BinaryOp::And, value, one);
                let zero = self.e.i32(0);
                self.e.compare(CompareOp::Ne, bit, zero)
            }
            Ty::I32 => self.e.load(Memory::I32, args, offset),
            Ty::I64 => self.e.load(Memory::I64, args, offset),
            Ty::F32 => self.e.load(Memory::F32, args, offset),
            Ty::F64 => self.e.load(Memory::F64, args, offset),
            Ty::Str => self.e.i64(0),
            // Never null: host code passes an array without elements instead.
            Ty::Array(_) => self.e.load(Memory::I64, args, offset),
        }
    }

    /// Whether running a position twice is the same as running it once: nothing that is read is written.
    fn overlap(&mut self, launch: &Launch<'a>) -> Val {
        let (mut read, mut written, mut atomic) = (BTreeSet::new(), BTreeSet::new(), false);
        self.kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Load(access) => {
                read.insert(access.array);
            }
            Op::Store(access, _) => {
                written.insert(access.array);
            }
            Op::Atomic(..) => atomic = true,
            pure_op!()
            | call_op!()
            | block_op!()
            | jump_op!()
            | Op::NewArray { .. }
            | Op::Runtime { .. }
            | Op::GetGlobal(_)
            | Op::SetGlobal(..)
            | Op::Together(_)
            | Op::Texture(_)
            | Op::Get(_)
            | Op::Set(..)
            | Op::Retain(_)
            | Op::Release(_) => {}
        });
        if atomic || !self.data.accumulators.is_empty() {
            return self.e.bool(false);
        }
        let data = |values: BTreeSet<Value>, builder: &mut Self| {
            let data = values.into_iter().map(|value| {
                let array = builder.invariant(launch, value);
                builder.e.header(array, ArrayHeader::DATA)
            });
            data.collect::<BTreeSet<Val>>()
        };
        let (read, written) = (data(read, self), data(written, self));
        let mut apart = self.e.bool(true);
        for from in &read {
            for to in &written {
                let differ = match from == to {
                    true => self.e.bool(false),
                    false => self.e.compare(CompareOp::Ne, *from, *to),
                };
                apart = self.e.and(apart, differ);
            }
        }
        apart
    }

    // ---- Values that do not change within a row --------------------------------------------------------------------------------------------

    /// Computes a row-invariant value here.
    pub(super) fn invariant(&mut self, launch: &Launch<'a>, value: Value) -> Val {
        match self.ranges.sources.get(&value).copied() {
            Some(Source::Param(local)) => return launch.params[&local],
            Some(Source::Value(source)) => return self.invariant(launch, source),
            Some(Source::Zero) => {
                let elem = elem_of(self.kernel.values[value].ty);
                return self.e.constant(elem, 0);
            }
            None => {}
        }
        if let Some(stmt) = launch.definitions.get(&value) {
            let op = &stmt.op;
            let mut operands = Vec::new();
            op.for_each_operand(|operand| operands.push(*operand));
            for operand in operands {
                let computed = self.invariant(launch, operand);
                self.define(operand, computed);
            }
            self.pure(op, value);
        }
        self.value(value)
    }

    // ---- Rows ------------------------------------------------------------------------------------------------------------------------------

    fn rows(&mut self, launch: &Launch<'a>, rows: Columns, totals: Totals) -> Totals {
        let launch = &Launch {
            rows_inside: self.rows_inside(launch, rows),
            ..launch.clone()
        };
        self.while_below(rows, totals, |builder, row, totals| {
            builder.outer_positions(launch, 1, row);
            let done = builder.row(launch, launch.columns, totals);
            let one = builder.e.i64(1);
            (builder.e.add(row, one), done)
        })
    }

    /// A loop from the begin of `all` to its end: `body` gets a number and the totals before it, and gives the next ones.
    pub(super) fn while_below(
        &mut self,
        all: Columns,
        totals: Totals,
        body: impl FnOnce(&mut Self, Val, Totals) -> (Val, Totals),
    ) -> Totals {
        let (header, after) = (self.e.block(), self.e.block());
        let some = self.e.compare(CompareOp::Lt, all.begin, all.end);
        let mut args = vec![all.begin];
        args.extend(totals.all());
        self.branch_with(
            some,
            Target::new(header, args),
            Target::new(after, totals.all()),
        );
        self.e.open(ScopeKind::Loop, header);
        self.e.memory_changes();
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let inside = self.totals_params(header, &totals);
        let (next, done) = body(self, at, inside);
        let again = self.e.compare(CompareOp::Lt, next, all.end);
        let mut args = vec![next];
        args.extend(done.all());
        self.branch_with(
            again,
            Target::new(header, args),
            Target::new(after, done.all()),
        );
        self.e.close();
        self.e.switch_to(after);
        self.totals_params(after, &totals)
    }

    pub(super) fn totals_params(&mut self, block: BlockId, like: &Totals) -> Totals {
        let mut params = |values: &[Val]| {
            let params = values.iter().map(|value| {
                let ty = self.e.ty(*value);
                self.e.param(block, ty)
            });
            params.collect::<Vec<Val>>()
        };
        Totals {
            single: params(&like.single),
            lanes: params(&like.lanes),
        }
    }

    /// Defines all positions but the innermost ones from the row's number.
    pub(super) fn outer_positions(&mut self, launch: &Launch<'a>, innermost: usize, row: Val) {
        let data = self.data;
        let outer = &data.position[..data.position.len() - innermost];
        let mut rest = row;
        for (dimension, &position) in outer.iter().enumerate().rev() {
            let mut own = rest;
            if dimension > 0 {
                let extent = launch.extents[dimension];
                own = self.e.binary(BinaryOp::Rem, rest, extent);
                rest = self.e.binary(BinaryOp::IntDiv, rest, extent);
            }
            let own = self.e.narrow(own);
            self.define(position, own);
        }
    }

    // ---- One row -----------------------------------------------------------------------------------------------------------------------------

    pub(super) fn row(&mut self, launch: &Launch<'a>, columns: Columns, totals: Totals) -> Totals {
        let Some(overlap) = launch.overlap else {
            return self.one_by_one(launch, columns, totals);
        };
        let interior = self.interior(launch, columns, overlap);
        // Twice: the left border and the interior, then the right border.
        let (header, after) = (self.e.block(), self.e.block());
        let first = self.e.bool(true);
        let mut args = vec![columns.begin, interior.begin, first];
        args.extend(totals.all());
        self.e.jump(header, args);
        self.e.open(ScopeKind::Loop, header);
        self.e.memory_changes();
        let begin = self.e.param(header, Type::uniform(Elem::I64));
        let end = self.e.param(header, Type::uniform(Elem::I64));
        let first = self.e.param(header, Type::uniform(Elem::Bool));
        let inside = self.totals_params(header, &totals);
        let inside = self.one_by_one(launch, Columns { begin, end }, inside);
        let vectors = self.e.block();
        self.branch_with(
            first,
            Target::new(vectors, Vec::new()),
            Target::new(after, inside.all()),
        );
        self.e.open(ScopeKind::Branch, vectors);
        self.interior = true;
        let inside = match self.has_sums_in_lanes() {
            true => self.where_guarded(launch, interior, inside),
            false => self.lanes_at_a_time(launch, interior, inside),
        };
        self.interior = false;
        let second = self.e.bool(false);
        let mut args = vec![interior.end, columns.end, second];
        args.extend(inside.all());
        self.e.jump(header, args);
        self.e.close();
        self.e.close();
        self.e.switch_to(after);
        self.totals_params(after, &totals)
    }

    // ---- Positions ---------------------------------------------------------------------------------------------------------------------------

    /// Runs the body for each position by itself.
    pub(super) fn one_by_one(
        &mut self,
        launch: &Launch<'a>,
        columns: Columns,
        totals: Totals,
    ) -> Totals {
        let (front, header, after) = (self.e.block(), self.e.block(), self.e.block());
        let some = self.e.compare(CompareOp::Lt, columns.begin, columns.end);
        self.branch_with(
            some,
            Target::new(front, Vec::new()),
            Target::new(after, totals.single.clone()),
        );
        self.e.open(ScopeKind::Aside, front);
        let mut args = vec![columns.begin];
        args.extend(&totals.single);
        self.e.jump(header, args);
        self.e.open(ScopeKind::Loop, header);
        self.e.memory_changes();
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let single = self.single_params(header, &totals.single);
        self.vector = false;
        let inner = self.e.narrow(at);
        let single = self.position(launch, at, inner, Mask::All, &single);
        let one = self.e.i64(1);
        let next = self.e.add(at, one);
        let again = self.e.compare(CompareOp::Lt, next, columns.end);
        let mut args = vec![next];
        args.extend(&single);
        self.branch_with(again, Target::new(header, args), Target::new(after, single));
        self.e.close();
        self.e.close();
        self.e.switch_to(after);
        Totals {
            single: self.single_params(after, &totals.single),
            lanes: totals.lanes,
        }
    }

    pub(super) fn single_params(&mut self, block: BlockId, like: &[Val]) -> Vec<Val> {
        let params = like.iter().map(|value| {
            let ty = self.e.ty(*value);
            self.e.param(block, ty)
        });
        params.collect()
    }

    /// Runs the body for as many positions at a time as there are lanes.
    fn lanes_at_a_time(
        &mut self,
        launch: &Launch<'a>,
        interior: Columns,
        totals: Totals,
    ) -> Totals {
        let end = match launch.rest {
            Rest::Masked | Rest::Part => self.last_whole(interior, self.lanes),
            Rest::Positions => interior.end,
        };
        let (front, header, after) = (self.e.block(), self.e.block(), self.e.block());
        let lanes = self.e.i64(self.lanes.into());
        let last = self.e.sub(end, lanes);
        let some = self.e.compare(CompareOp::Le, interior.begin, last);
        self.branch_with(
            some,
            Target::new(front, Vec::new()),
            Target::new(after, totals.lanes.clone()),
        );
        self.e.open(ScopeKind::Aside, front);
        let mut args = vec![interior.begin];
        args.extend(&totals.lanes);
        self.e.jump(header, args);
        self.e.open(ScopeKind::Loop, header);
        self.e.memory_changes();
        if self.positions_are_apart() {
            self.e.settle();
        }
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let own = self.single_params(header, &totals.lanes);
        let own = self.vector_at(launch, at, None, &own);
        let next = self.e.add(at, lanes);
        let next = self.e.min(next, last);
        let again = self.e.compare(CompareOp::Lt, at, last);
        let mut args = vec![next];
        args.extend(&own);
        self.branch_with(again, Target::new(header, args), Target::new(after, own));
        self.e.close();
        self.e.close();
        self.e.switch_to(after);
        let lanes = self.single_params(after, &totals.lanes);
        let lanes = match launch.rest {
            Rest::Positions => lanes,
            Rest::Masked | Rest::Part => self.masked_rest(launch, end, interior.end, lanes),
        };
        Totals {
            single: totals.single,
            lanes,
        }
    }

    /// Whether no position writes what another one reads, since the analysis of loops has found them parallel.
    pub(super) fn positions_are_apart(&self) -> bool {
        let mut atomic = false;
        self.kernel.body.for_each_stmt(&mut |stmt| {
            atomic |= matches!(stmt.op, Op::Atomic(..));
        });
        let parallel = match self.data.origin {
            KernelOrigin::Loop
            | KernelOrigin::Expression
            | KernelOrigin::Strip
            | KernelOrigin::Rows
            | KernelOrigin::Prepared => true,
            KernelOrigin::Written
            | KernelOrigin::Part
            | KernelOrigin::GridPart
            | KernelOrigin::WrittenStrip
            | KernelOrigin::Repeated
            | KernelOrigin::WrittenPrepared => false,
        };
        parallel && !atomic && self.copied.is_empty()
    }

    /// Runs `from..to` in one vector, if it is not empty. Where that ends there, at least a vector of the interior lies before `to`.
    fn masked_rest(
        &mut self,
        launch: &Launch<'a>,
        from: Val,
        to: Val,
        totals: Vec<Val>,
    ) -> Vec<Val> {
        let (rest, after) = (self.e.block(), self.e.block());
        let some = self.e.compare(CompareOp::Lt, from, to);
        self.branch_with(
            some,
            Target::new(rest, Vec::new()),
            Target::new(after, totals.clone()),
        );
        self.e.open(ScopeKind::Aside, rest);
        self.e.memory_changes();
        let done = if launch.rest == Rest::Part {
            self.partial = true;
            let done = self.vector_at(launch, from, Some(Run::Until(to)), &totals);
            self.partial = false;
            done
        } else {
            let lanes = self.e.i64(self.lanes.into());
            let at = self.e.sub(to, lanes);
            self.vector_at(launch, at, Some(Run::From(from)), &totals)
        };
        self.e.jump(after, done);
        self.e.close();
        self.e.switch_to(after);
        self.single_params(after, &totals)
    }

    /// The body for the vector of positions that begins at `at`, or for some of them.
    fn vector_at(
        &mut self,
        launch: &Launch<'a>,
        at: Val,
        run: Option<Run>,
        totals: &[Val],
    ) -> Vec<Val> {
        self.vector = true;
        let first = self.e.narrow(at);
        self.pixel = launch.merged.map(|merged| Pixel {
            symbol: first,
            inner: launch.extents.len() - 1 - merged,
            element: at,
        });
        let inner = self.vector_from(at);
        let runs = run.map(|run| {
            let (op, limit) = match run {
                Run::From(limit) => (CompareOp::Ge, limit),
                Run::Until(limit) => (CompareOp::Lt, limit),
            };
            let limit = self.e.narrow(limit);
            let limit = self.e.splat(limit);
            self.e.compare(op, inner, limit)
        });
        let done = self.position(
            launch,
            at,
            inner,
            runs.map_or(Mask::All, Mask::Some),
            totals,
        );
        self.vector = false;
        self.pixel = None;
        match runs {
            Some(runs) => self.where_run(runs, &done, totals),
            None => done,
        }
    }

    /// The numbers of the positions of the vector that begins there.
    pub(super) fn vector_from(&mut self, at: Val) -> Val {
        let first = self.e.narrow(at);
        let first = self.e.splat(first);
        let lane = self.e.lane_index();
        self.e.add(first, lane)
    }

    /// In lanes that run what comes behind the position, in others what came before.
    fn where_run(&mut self, runs: Val, after: &[Val], before: &[Val]) -> Vec<Val> {
        let pairs = after.iter().zip(before);
        pairs
            .map(|(after, before)| self.e.select(runs, *after, *before))
            .collect()
    }

    /// The body for one vector of positions; returns the accumulators behind it.
    fn position(
        &mut self,
        launch: &Launch<'a>,
        first: Val,
        inner: Val,
        mask: Mask,
        totals: &[Val],
    ) -> Vec<Val> {
        if !self.ordered {
            return self.position_with(launch, inner, mask, totals);
        }
        let before = self.load_logical(first);
        let after = self.position_with(launch, inner, mask, &before);
        self.store_logical(first, &after);
        Vec::new()
    }

    fn position_with(
        &mut self,
        launch: &Launch<'a>,
        inner: Val,
        mask: Mask,
        totals: &[Val],
    ) -> Vec<Val> {
        self.initialise(launch, totals);
        let data = self.data;
        match launch.merged {
            Some(first) => self.define_merged(launch, first, inner),
            None => {
                let innermost = *data.position.last().expect("a kernel has a position");
                self.define(innermost, inner);
            }
        }
        let vars: Vec<usize> = data
            .accumulators
            .iter()
            .map(|one| one.local.index())
            .collect();
        let (inside, end) = (self.e.block(), self.e.block());
        self.end = Exit::new(end, vars.clone());
        self.e.jump(inside, Vec::new());
        self.e.open(ScopeKind::Part, inside);
        if self.body(mask) {
            let args = self.var_args(&vars);
            self.e.jump(end, args);
        }
        self.e.close();
        self.e.switch_to(end);
        self.var_params(end, &vars);
        self.var_args(&vars)
    }

    /// Defines the merged positions from the number of an element in its row; for lanes they are only what indices are made of.
    fn define_merged(&mut self, launch: &Launch<'a>, first: usize, element: Val) {
        let data = self.data;
        let mut rest = element;
        for (dimension, &position) in data.position.iter().enumerate().skip(first).rev() {
            let own = match self.pixel {
                Some(pixel) => pixel.symbol,
                None if dimension == first => rest,
                None => {
                    let extent = self.e.convert(launch.extents[dimension], Elem::I32);
                    let own = self.e.binary(BinaryOp::Rem, rest, extent);
                    rest = self.e.binary(BinaryOp::IntDiv, rest, extent);
                    own
                }
            };
            self.define(position, own);
        }
    }

    pub(super) fn initialise(&mut self, launch: &Launch<'a>, totals: &[Val]) {
        self.vars.fill(None);
        for (local, data) in self.kernel.locals.iter_enumerated() {
            let value = match launch.params.get(&local) {
                Some(param) => *param,
                None if matches!(data.ty, Ty::Array(_)) => self.empty_array(),
                None => self.e.constant(elem_of(data.ty), 0),
            };
            self.vars[local.index()] = Some(value);
        }
        for (accumulator, total) in self.data.accumulators.iter().zip(totals) {
            self.vars[accumulator.local.index()] = Some(*total);
        }
    }
}
