//! Which positions of a launch run in vectors: those where every index that the analysis of ranges covers is inside.
//!
//! *Technique:* elimination of bounds checks (Gupta, "Optimizing Array Bound Checks Using Flow Analysis", ACM LOPLAS 2, 1993), for all rows at
//! once where only the number of the row changes an index (loop-invariant checks).
//!
//! *Invariant:* behind the interior's begin and before its end no index of an access that `Ranges` covers is outside.

use quasar_abi::ArrayHeader;

use super::construct::Builder;
use super::ir::{Elem, Val};
use super::ranges::{Atom, Bound, Extent, Inside};
use super::rows::{Columns, LOGICAL, Launch, Rest};
use super::versions::LARGEST_COUNT;
use crate::machine::processor::PART_OF_A_VECTOR;
use crate::mir::{BinaryOp, CompareOp, Value};

/// The bounds of an index and the extent that it is to be inside of, uniform `I64`.
struct Around {
    low: Val,
    high: Val,
    extent: Val,
}

impl<'a> Builder<'a> {
    /// The rows where the indices that only the row's number changes are inside; none in launches without such, or with several numbers for a row.
    pub(super) fn rows_inside(&mut self, launch: &Launch<'a>, rows: Columns) -> Option<Columns> {
        let mut inside = rows;
        let mut some = false;
        for index in self.ranges.inside.clone() {
            let Some(factor) = self.factor_of_row(launch, &index) else {
                continue;
            };
            let row = self.data.position[0];
            let Around { low, high, extent } = self.around(launch, &index, Some(row));
            let (from, to) = self.solve(factor, low, high, extent);
            inside.begin = self.e.max(inside.begin, from);
            inside.end = self.e.min(inside.end, to);
            some = true;
        }
        some.then_some(inside)
    }

    /// What an index is a multiple of the row's number with, beside what is the same for the whole launch.
    fn factor_of_row(&self, launch: &Launch<'a>, index: &Inside) -> Option<i64> {
        let &[row, _] = &self.data.position[..] else {
            return None;
        };
        let factor = |bound: &Bound| {
            let mut room = LARGEST_COUNT;
            let mut factor = 0;
            for &(atom, own) in &bound.terms {
                match atom {
                    Atom::Row(value) if value == row => factor = own,
                    Atom::Row(value) if self.is_of_launch(launch, value, &mut room) => {}
                    Atom::Inner | Atom::Row(_) => return None,
                    Atom::Param(_) => {}
                }
            }
            Some(factor)
        };
        let (low, high) = (factor(&index.low)?, factor(&index.high)?);
        let fits = low == high && low != 0 && !self.is_of_row(launch, index.extent);
        fits.then_some(low)
    }

    /// Whether an extent is that of an array that rows choose.
    fn is_of_row(&self, launch: &Launch<'a>, extent: Extent) -> bool {
        match extent {
            Extent::Int | Extent::Natural => false,
            Extent::Array(array, _) => {
                let mut room = LARGEST_COUNT;
                !self.is_of_launch(launch, array, &mut room)
            }
        }
    }

    // ---- A row ---------------------------------------------------------------------------------------------------------------------------

    /// The positions that run in vectors.
    pub(super) fn interior(
        &mut self,
        launch: &Launch<'a>,
        columns: Columns,
        overlap: Val,
    ) -> Columns {
        let (mut begin, mut end) = match launch.merged {
            Some(first) => (self.e.i64(0), launch.extents[first]),
            None => (columns.begin, columns.end),
        };
        let mut possible = self.arrays_have_elements(launch);
        if let Some(rows) = launch.rows_inside {
            let row = self.value(self.data.position[0]);
            let row = self.e.convert(row, Elem::I64);
            let from = self.e.compare(CompareOp::Ge, row, rows.begin);
            let to = self.e.compare(CompareOp::Lt, row, rows.end);
            let both = self.e.and(from, to);
            possible = self.e.and(possible, both);
        }
        for index in self.ranges.inside.clone() {
            if launch.rows_inside.is_some() && self.factor_of_row(launch, &index).is_some() {
                continue;
            }
            (Columns { begin, end }, possible) =
                self.restricted(launch, &index, Columns { begin, end }, possible);
        }
        if self.ordered {
            begin = self.next_multiple(begin);
        }
        if let Some(first) = launch.merged {
            let count = self.product(&launch.extents[first + 1..]);
            (begin, end) = (self.e.mul(begin, count), self.e.mul(end, count));
            begin = self.e.max(columns.begin, begin);
            end = self.e.min(columns.end, end);
        }
        let to_the_end = match launch.rest {
            Rest::Masked | Rest::Part => self.e.bool(true),
            Rest::Positions => overlap,
        };
        let least = match launch.rest {
            _ if self.has_sums_in_lanes() => 1,
            Rest::Part => PART_OF_A_VECTOR,
            Rest::Positions | Rest::Masked => self.lanes,
        };
        let interior = Columns { begin, end };
        self.whole_vectors(columns, interior, possible, least, to_the_end)
    }

    /// The positions of those where an index is inside, too, and whether that is possible.
    fn restricted(
        &mut self,
        launch: &Launch<'a>,
        index: &Inside,
        columns: Columns,
        possible: Val,
    ) -> (Columns, Val) {
        let Around { low, high, extent } = self.around(launch, index, None);
        let factor = index.low.inner();
        if factor == 0 {
            let zero = self.e.i64(0);
            let above = self.e.compare(CompareOp::Ge, low, zero);
            let below = self.e.compare(CompareOp::Lt, high, extent);
            let both = self.e.and(above, below);
            return (columns, self.e.and(possible, both));
        }
        let (from, to) = self.solve(factor, low, high, extent);
        let begin = self.e.max(columns.begin, from);
        let end = self.e.min(columns.end, to);
        (Columns { begin, end }, possible)
    }

    /// Uniform truth: at least three of four columns are away from the border, as far as the launch tells. The rest runs one by one.
    pub(super) fn are_mostly_whole(&mut self, launch: &Launch<'a>) -> Val {
        let all = *launch.extents.last().expect("a kernel has a dimension");
        let (begin, mut possible) = (self.e.i64(0), self.e.bool(true));
        let mut columns = Columns { begin, end: all };
        for index in self.ranges.inside.clone() {
            if self.is_of_all_rows(launch, &index) {
                (columns, possible) = self.restricted(launch, &index, columns, possible);
            }
        }
        let length = self.e.sub(columns.end, columns.begin);
        let (four, three) = (self.e.i64(4), self.e.i64(3));
        let (own, least) = (self.e.mul(length, four), self.e.mul(all, three));
        let enough = self.e.compare(CompareOp::Ge, own, least);
        self.e.and(possible, enough)
    }

    /// Whether the bounds of an index are the same in all rows.
    fn is_of_all_rows(&self, launch: &Launch<'a>, index: &Inside) -> bool {
        let mut room = LARGEST_COUNT;
        let terms = index.low.terms.iter().chain(&index.high.terms);
        let known = |atom| match atom {
            Atom::Inner | Atom::Param(_) => true,
            Atom::Row(value) => self.is_of_launch(launch, value, &mut room),
        };
        terms.map(|term| term.0).all(known) && !self.is_of_row(launch, index.extent)
    }

    /// The bounds of an index without the position along the row, and without another one.
    fn around(&mut self, launch: &Launch<'a>, index: &Inside, without: Option<Value>) -> Around {
        let (extent, shift) = match index.extent {
            Extent::Int => (self.e.i64(1 << 32), self.e.i64(1 << 31)),
            Extent::Natural => (self.e.i64(1 << 62), self.e.i64(0)),
            Extent::Array(array, dimension) => {
                let array = self.invariant(launch, array);
                let field = dimension.map_or(ArrayHeader::NUMEL, ArrayHeader::dim);
                (self.e.header(array, field), self.e.i64(0))
            }
        };
        let low = self.bound(launch, &index.low, without);
        let low = self.e.add(low, shift);
        let high = self.bound(launch, &index.high, without);
        let high = self.e.add(high, shift);
        Around { low, high, extent }
    }

    /// The next position whose logical accumulator is the first.
    fn next_multiple(&mut self, position: Val) -> Val {
        let below = i64::from(LOGICAL) - 1;
        let (below, mask) = (self.e.i64(below), self.e.i64(!below));
        let above = self.e.add(position, below);
        self.e.binary(BinaryOp::And, above, mask)
    }

    fn arrays_have_elements(&mut self, launch: &Launch<'a>) -> Val {
        let mut all = self.e.bool(true);
        for array in self.ranges.arrays.clone() {
            let array = self.invariant(launch, array);
            let count = self.e.header(array, ArrayHeader::NUMEL);
            let zero = self.e.i64(0);
            let some = self.e.compare(CompareOp::Gt, count, zero);
            all = self.e.and(all, some);
        }
        all
    }

    /// The positions n with `0 <= factor*n + low` and `factor*n + high < extent`, as from..to.
    fn solve(&mut self, factor: i64, low: Val, high: Val, extent: Val) -> (Val, Val) {
        let (zero, one) = (self.e.i64(0), self.e.i64(1));
        let room = self.e.sub(extent, one);
        let room = self.e.sub(room, high);
        let size = factor.abs();
        let (from, last) = if factor > 0 {
            let from = self.e.sub(zero, low);
            (from, room)
        } else {
            let from = self.e.sub(zero, room);
            (from, low)
        };
        let rounding = self.e.i64(size - 1);
        let from = self.e.add(from, rounding);
        let from = self.floor_div(from, size);
        let last = self.floor_div(last, size);
        (from, self.e.add(last, one))
    }

    fn floor_div(&mut self, value: Val, divisor: i64) -> Val {
        if divisor == 1 {
            return value;
        }
        let zero = self.e.i64(0);
        let negative = self.e.compare(CompareOp::Lt, value, zero);
        let rounding = self.e.i64(divisor - 1);
        let lower = self.e.sub(value, rounding);
        let value = self.e.select(negative, lower, value);
        let divisor = self.e.i64(divisor);
        self.e.binary(BinaryOp::IntDiv, value, divisor)
    }

    /// Cuts the interior to what vectors can do, whole ones unless `to_the_end` holds; an empty one, and one with fewer than `least` positions,
    /// lies at the row's end.
    fn whole_vectors(
        &mut self,
        columns: Columns,
        interior: Columns,
        possible: Val,
        least: u32,
        to_the_end: Val,
    ) -> Columns {
        let lanes = match self.has_sums_in_lanes() {
            true => 1,
            false => self.lanes,
        };
        let least = self.e.i64(least.into());
        let length = self.e.sub(interior.end, interior.begin);
        let enough = self.e.compare(CompareOp::Ge, length, least);
        let possible = self.e.and(possible, enough);
        let whole = self.last_whole(interior, lanes);
        let end = self.e.select(to_the_end, interior.end, whole);
        Columns {
            begin: self.e.select(possible, interior.begin, columns.end),
            end: self.e.select(possible, end, columns.end),
        }
    }

    /// Where the last whole vector of an interior ends; where it begins if there is none.
    pub(super) fn last_whole(&mut self, interior: Columns, lanes: u32) -> Val {
        let length = self.e.sub(interior.end, interior.begin);
        // Lanes are a power of two.
        let mask = self.e.i64(-i64::from(lanes));
        let whole = self.e.binary(BinaryOp::And, length, mask);
        self.e.add(interior.begin, whole)
    }

    /// A bound without its share of the position along the row, and without that of another value.
    fn bound(&mut self, launch: &Launch<'a>, bound: &Bound, without: Option<Value>) -> Val {
        let mut sum = self.e.i64(bound.constant);
        for &(atom, factor) in &bound.terms {
            let value = match atom {
                Atom::Inner => continue,
                Atom::Row(value) if Some(value) == without => continue,
                Atom::Row(value) => self.invariant(launch, value),
                Atom::Param(local) => launch.params[&local],
            };
            let value = self.e.convert(value, Elem::I64);
            let factor = self.e.i64(factor);
            let term = self.e.mul(value, factor);
            sum = self.e.add(sum, term);
        }
        sum
    }
}
