//! Which version of a kernel runs: the general one, that for arrays with certain extents, the one row of several dimensions, or positions side
//! by side where the sums inside of them are short. Where only running tells, there are two, and a test of the launch chooses.
//!
//! *Technique:* loop versioning (Byler, Davies, Huson, Leasure and Wolfe, "Multiple Version Loops", ICPP 1987).
//!
//! *Invariant:* every version computes the same elements; which one runs is the same for all positions of a launch.

use quasar_abi::ArrayHeader;

use super::channels::{self, Guess};
use super::construct::{Builder, CutOff};
use super::emit::ScopeKind;
use super::flat;
use super::ir::{Elem, Function, Op as SpmdOp, Terminator, Val};
use super::merged::{self, Merged};
use super::ranges::Source;
use super::rows::{Columns, Launch, Totals};
use super::sum_loops::Role;
use crate::machine::processor::FEWEST_ITERATIONS;
use crate::mir::families::pure_op;
use crate::mir::{BinaryOp, CompareOp, Op, Value};

/// The status of code for arrays with certain extents, where the arrays have others: nothing has run.
pub(super) const DECLINED: i32 = i32::MIN;

/// Operations that a number of the launch is computed by, at most, where it decides how the kernel runs.
pub(super) const LARGEST_COUNT: u32 = 32;

/// Whether some launches are left to the code of the least machine.
pub(super) fn declines(function: &Function) -> bool {
    let declined = |value: Val| {
        let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| {
            inst.result == Some(value) && inst.op == SpmdOp::Const(DECLINED as u32 as u64)
        })
    };
    function.blocks.iter().any(|block| match block.terminator {
        Terminator::Return(status) => declined(status),
        _ => false,
    })
}

impl<'a> Builder<'a> {
    /// All positions: in the version for arrays with the right extents, in the general one, or in both.
    pub(super) fn versions(&mut self, launch: &Launch<'a>, all: Columns, totals: Totals) -> Totals {
        if let Some(cut_off) = self.cut_off.take() {
            return self.by_windows(cut_off, launch, all, totals);
        }
        if launch.overlap.is_none() || self.versions.beside_wide {
            return self.positions(launch, all, totals);
        }
        if let Some(short) = self.has_short_sums(launch) {
            return self.by_length(short, launch, all, totals);
        }
        // Without code of the least machine nobody could take what this declines.
        let declines = self.versions.is_wide && !self.data.origin.needs_wide_vectors();
        if let Some(merged) = self.merged() {
            let right = self.is_merged(launch, &merged);
            return match declines {
                true => {
                    self.decline_unless(right);
                    self.merged_positions(launch, all, totals, merged)
                }
                false => self.either(right, launch, all, totals, merged),
            };
        }
        if self.data.origin.needs_wide_vectors() {
            return self.positions(launch, all, totals);
        }
        let along_positions = self.versions.is_wide && !self.has_sums_in_lanes();
        let guesses = match along_positions {
            true => channels::guesses(self.kernel, &self.divergence, &self.ranges),
            false => Vec::new(),
        };
        if guesses.is_empty() {
            return self.positions(launch, all, totals);
        }
        let right = self.is_right(launch, &guesses);
        // The last dimension of a matrix is as likely the columns, along which its rows go on.
        if self.data.position.len() == 1 && !self.row_loops.is_empty() {
            return self.with_guesses_or_without(right, &guesses, launch, all, totals);
        }
        self.decline_unless(right);
        self.assume(launch, &guesses);
        self.positions(launch, all, totals)
    }

    /// The version for known numbers of channels where the guesses are right, and the general one.
    fn with_guesses_or_without(
        &mut self,
        right: Val,
        guesses: &[Guess],
        launch: &Launch<'a>,
        all: Columns,
        totals: Totals,
    ) -> Totals {
        let guessed = |builder: &mut Self, totals| {
            builder.assume(launch, guesses);
            builder.positions(launch, all, totals)
        };
        self.two_ways(right, totals, guessed, |builder, totals| {
            builder.positions(launch, all, totals)
        })
    }

    /// Leaves the launch to the code of the least machine unless the uniform truth holds.
    fn decline_unless(&mut self, right: Val) {
        let (declined, taken) = (self.e.block(), self.e.block());
        self.e.branch(right, taken, declined);
        self.e.open(ScopeKind::Branch, declined);
        let status = self.e.i32(DECLINED);
        self.e.terminate(Terminator::Return(status));
        self.e.close();
        self.e.switch_to(taken);
    }

    /// The merged version where it is right, and the general one.
    fn either(
        &mut self,
        right: Val,
        launch: &Launch<'a>,
        all: Columns,
        totals: Totals,
        merged: Merged,
    ) -> Totals {
        self.two_ways(
            right,
            totals,
            |builder, totals| builder.merged_positions(launch, all, totals, merged),
            |builder, totals| builder.positions(launch, all, totals),
        )
    }

    /// One of two versions of all positions, by a uniform truth. What the first takes for known, the second does not know.
    fn two_ways(
        &mut self,
        cond: Val,
        totals: Totals,
        yes: impl FnOnce(&mut Self, Totals) -> Totals,
        no: impl FnOnce(&mut Self, Totals) -> Totals,
    ) -> Totals {
        let (first, second, after) = (self.e.block(), self.e.block(), self.e.block());
        self.e.branch(cond, first, second);
        self.e.open(ScopeKind::Branch, first);
        self.e.memory_changes();
        let done = yes(self, totals.clone());
        self.e.jump(after, done.all());
        self.e.close();
        self.e.set_apart(false);
        self.e.assumed.clear();
        self.e.open(ScopeKind::Branch, second);
        self.e.memory_changes();
        let done = no(self, totals.clone());
        self.e.jump(after, done.all());
        self.e.close();
        self.e.switch_to(after);
        self.totals_params(after, &totals)
    }

    // ---- Windows --------------------------------------------------------------------------------------------------------------------------

    /// All positions: partitioned at the border of whole windows where these are most, else as if windows were cut off anywhere.
    fn by_windows(
        &mut self,
        cut_off: CutOff,
        launch: &Launch<'a>,
        all: Columns,
        totals: Totals,
    ) -> Totals {
        let anywhere = |builder: &mut Self, totals| {
            let ranges = std::mem::replace(&mut builder.ranges, cut_off.ranges);
            let sum_loops = std::mem::replace(&mut builder.sum_loops, cut_off.sum_loops);
            let mut launch = launch.clone();
            if let Some(overlap) = launch.overlap {
                launch.rest = builder.rest(overlap);
            }
            let done = builder.versions(&launch, all, totals);
            (builder.ranges, builder.sum_loops) = (ranges, sum_loops);
            done
        };
        if launch.overlap.is_none() || self.versions.beside_wide {
            return anywhere(self, totals);
        }
        let whole = self.are_mostly_whole(launch);
        self.two_ways(
            whole,
            totals,
            |builder, totals| builder.versions(launch, all, totals),
            anywhere,
        )
    }

    /// All positions: side by side where the sums inside of them are short, with their sums in lanes where not.
    fn by_length(
        &mut self,
        short: Val,
        launch: &Launch<'a>,
        all: Columns,
        totals: Totals,
    ) -> Totals {
        let side_by_side = |builder: &mut Self, totals| {
            let sums = std::mem::take(&mut builder.sum_loops);
            let overlap = launch.overlap.expect("there is a vector body");
            let launch = Launch {
                rest: builder.rest(overlap),
                ..launch.clone()
            };
            let done = builder.positions(&launch, all, totals);
            builder.sum_loops = sums;
            done
        };
        self.two_ways(short, totals, side_by_side, |builder, totals| {
            builder.positions(launch, all, totals)
        })
    }

    /// Uniform truth: all sums that would run in lanes have fewer iterations than a vector has lanes. None where only the positions know, and
    /// where the kernel has totals: in which order these are added must not depend on that.
    fn has_short_sums(&mut self, launch: &Launch<'a>) -> Option<Val> {
        if !self.has_sums_in_lanes() || !self.data.accumulators.is_empty() {
            return None;
        }
        let mut bounds = Vec::new();
        self.kernel.body.for_each_stmt(&mut |stmt| {
            if let Op::For {
                label, start, stop, ..
            } = &stmt.op
                && let Some(sum_loop) = self.sum_loops.get(label)
                && sum_loop.role == Role::Alone
            {
                bounds.push((*start, *stop));
            }
        });
        if bounds.is_empty() {
            return None;
        }
        let mut room = LARGEST_COUNT;
        let known = |value| self.is_of_launch(launch, value, &mut room);
        if !bounds.iter().flat_map(|(a, b)| [*a, *b]).all(known) {
            return None;
        }
        let mut short = self.e.bool(true);
        for (start, stop) in bounds {
            let (start, stop) = (self.invariant(launch, start), self.invariant(launch, stop));
            let [start, stop] = [start, stop].map(|value| self.e.convert(value, Elem::I64));
            let steps = self.e.sub(stop, start);
            let most = self.e.i64(FEWEST_ITERATIONS as i64 - 1);
            let below = self.e.compare(CompareOp::Lt, steps, most);
            short = self.e.and(short, below);
        }
        Some(short)
    }

    /// Whether a value is the same for all positions of a launch, and what it is computed from is at most `room` operations, which go off it.
    pub(super) fn is_of_launch(&self, launch: &Launch<'a>, value: Value, room: &mut u32) -> bool {
        if *room == 0 {
            return false;
        }
        *room -= 1;
        match self.ranges.sources.get(&value).copied() {
            Some(Source::Param(_) | Source::Zero) => return true,
            Some(Source::Value(source)) => return self.is_of_launch(launch, source, room),
            None => {}
        }
        let Some(stmt) = launch.definitions.get(&value) else {
            return false;
        };
        let mut all = matches!(stmt.op, pure_op!());
        stmt.op
            .for_each_operand(|operand| all &= self.is_of_launch(launch, *operand, room));
        all
    }

    /// The merged version, if the kernel has one and no better.
    fn merged(&self) -> Option<Merged> {
        if self.ordered || self.has_sums_in_lanes() {
            return None;
        }
        let merged = merged::merged(self.kernel, &self.divergence)?;
        flat::flattened(self.kernel).is_none().then_some(merged)
    }

    // ---- Known numbers of channels -----------------------------------------------------------------------------------------------------

    /// From here on the guesses are right, and no array that is read is written.
    fn assume(&mut self, launch: &Launch<'a>, guesses: &[Guess]) {
        for guess in guesses {
            let field = ArrayHeader::dim(guess.dimension);
            let field = (launch.params[&guess.array], field);
            self.e.assumed.insert(field, guess.count);
        }
        self.e.set_apart(self.may_be_apart(launch));
    }

    fn may_be_apart(&self, launch: &Launch<'a>) -> bool {
        let overlap = launch.overlap.expect("there is a vector body");
        self.e.as_constant(overlap) != Some(0)
    }

    /// Uniform truth: all arrays have as many channels as was guessed, and those that are read are not written, where that can be.
    fn is_right(&mut self, launch: &Launch<'a>, guesses: &[Guess]) -> Val {
        let mut right = match (launch.overlap, self.may_be_apart(launch)) {
            (Some(overlap), true) => overlap,
            (None, _) | (_, false) => self.e.bool(true),
        };
        for guess in guesses {
            let field = ArrayHeader::dim(guess.dimension);
            let extent = self.e.header(launch.params[&guess.array], field);
            let count = self.e.i64(guess.count);
            let same = self.e.compare(CompareOp::Eq, extent, count);
            right = self.e.and(right, same);
        }
        right
    }

    // ---- The merged version ---------------------------------------------------------------------------------------------------------------

    /// Uniform truth: the last extents of the arrays are those of the launch, and 32 bits count the elements of a merged row.
    fn is_merged(&mut self, launch: &Launch<'a>, merged: &Merged) -> Val {
        let elements = self.product(&launch.extents[merged.first..]);
        let most = self.e.i64(i64::from(i32::MAX));
        let mut same = self.e.compare(CompareOp::Le, elements, most);
        for (array, &rank) in &merged.arrays {
            for (behind, &own) in launch.extents[merged.first + 1..].iter().rev().enumerate() {
                let field = ArrayHeader::dim(rank - 1 - behind);
                let extent = self.e.header(launch.params[array], field);
                let fits = self.e.compare(CompareOp::Eq, extent, own);
                same = self.e.and(same, fits);
            }
        }
        same
    }

    /// All positions in the merged version; `all` counts rows of the last dimension.
    fn merged_positions(
        &mut self,
        launch: &Launch<'a>,
        all: Columns,
        totals: Totals,
        merged: Merged,
    ) -> Totals {
        let ranges = std::mem::replace(&mut self.ranges, merged.ranges);
        let mut launch = launch.clone();
        let overlap = launch.overlap.expect("there is a vector body");
        launch.rest = self.rest(overlap);
        launch.merged = Some(merged.first);
        let done = match merged.first {
            0 => {
                let elements = self.elements(&launch, all);
                self.row(&launch, elements, totals)
            }
            _ => self.merged_rows(&launch, all, totals),
        };
        self.ranges = ranges;
        done
    }

    /// Rows of the last dimension as elements; where columns are a part of a row, it is one row.
    fn elements(&mut self, launch: &Launch<'a>, rows: Columns) -> Columns {
        let count = *launch.extents.last().expect("a kernel has a dimension");
        let begin = self.e.mul(rows.begin, count);
        let end = self.e.mul(rows.end, count);
        let left = self.e.sub(count, launch.columns.end);
        Columns {
            begin: self.e.add(begin, launch.columns.begin),
            end: self.e.sub(end, left),
        }
    }

    pub(super) fn product(&mut self, extents: &[Val]) -> Val {
        let one = self.e.i64(1);
        let extents = extents.iter();
        extents.fold(one, |product, extent| self.e.mul(product, *extent))
    }

    /// Merged row after merged row; the first and the last may be parts. `all` counts rows of the last dimension.
    fn merged_rows(&mut self, launch: &Launch<'a>, all: Columns, totals: Totals) -> Totals {
        let first_merged = launch.merged.expect("the merged version");
        let dimensions = launch.extents.len();
        let width = self.product(&launch.extents[first_merged..dimensions - 1]);
        self.while_below(all, totals, |builder, from, totals| {
            let row = builder.e.binary(BinaryOp::IntDiv, from, width);
            let first = builder.e.mul(row, width);
            let behind = builder.e.add(first, width);
            let next = builder.e.min(behind, all.end);
            builder.outer_positions(launch, dimensions - first_merged, row);
            let part = Columns {
                begin: builder.e.sub(from, first),
                end: builder.e.sub(next, first),
            };
            let elements = builder.elements(launch, part);
            let done = builder.row(launch, elements, totals);
            (next, done)
        })
    }
}
