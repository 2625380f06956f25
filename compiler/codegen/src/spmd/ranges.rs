//! Which array indices stay inside when the position is far enough from the border.
//!
//! The body is evaluated symbolically: a whole number is a pair of bounds, each linear in the innermost position and in values that do not
//! change within a row. The index of a counted loop lies between its start and its stop. From the bounds follow, for each access, the
//! positions for which its indices need neither check nor map.
//!
//! *Technique:* elimination of bounds checks (Gupta, "Optimizing Array Bound Checks Using Flow Analysis", ACM LOPLAS 2, 1993) with bounds
//! that are linear in the position.
//!
//! *Invariant:* bounds are exact whole numbers, not modulo 2³²; what is not understood has no bounds.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::forms::{Limits, windows};
use crate::base::{Id, IndexVec};
use crate::mir::divergence::assigned_locals;
use crate::mir::kernel::kernel_data;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, Const, Function, Label, Local, Op, Stmt, Ty, UnaryOp,
    Value,
};

/// Something that a bound depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// The innermost position.
    Inner,
    /// A value that does not change within a row.
    Row(Value),
    /// The value of a parameter on entry.
    Param(Local),
}

/// `constant + Σ factor · atom`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bound {
    /// Sorted by atom; no factor is 0.
    pub terms: Vec<(Atom, i64)>,
    /// The rest.
    pub constant: i64,
}

impl Bound {
    fn constant(constant: i64) -> Bound {
        let terms = Vec::new();
        Bound { terms, constant }
    }

    fn atom(atom: Atom) -> Bound {
        let terms = vec![(atom, 1)];
        Bound { terms, constant: 0 }
    }

    fn plus(&self, other: &Bound, factor: i64) -> Bound {
        let mut sum = self.clone();
        sum.constant += factor * other.constant;
        for &(atom, count) in &other.terms {
            match sum.terms.binary_search_by_key(&atom, |term| term.0) {
                Ok(at) => sum.terms[at].1 += factor * count,
                Err(at) => sum.terms.insert(at, (atom, factor * count)),
            }
        }
        sum.terms.retain(|term| term.1 != 0);
        sum
    }

    fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The factor of the innermost position.
    pub fn inner(&self) -> i64 {
        let found = self.terms.iter().find(|term| term.0 == Atom::Inner);
        found.map_or(0, |term| term.1)
    }
}

/// Bounds of a value: it is never outside.
#[derive(Clone, Debug, PartialEq)]
struct Range {
    low: Bound,
    high: Bound,
}

impl Range {
    fn exact(bound: Bound) -> Range {
        let (low, high) = (bound.clone(), bound);
        Range { low, high }
    }

    fn as_exact(&self) -> Option<&Bound> {
        (self.low == self.high).then_some(&self.low)
    }

    fn as_constant(&self) -> Option<i64> {
        self.as_exact()?.as_constant()
    }

    fn scaled(&self, factor: i64) -> Range {
        let zero = Bound::default();
        let (low, high) = match factor >= 0 {
            true => (&self.low, &self.high),
            false => (&self.high, &self.low),
        };
        Range {
            low: zero.plus(low, factor),
            high: zero.plus(high, factor),
        }
    }

    fn plus(&self, other: &Range) -> Range {
        Range {
            low: self.low.plus(&other.low, 1),
            high: self.high.plus(&other.high, 1),
        }
    }
}

/// How a row-invariant value is computed in front of the row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// A parameter's value on entry.
    Param(Local),
    /// Another value.
    Value(Value),
    /// The zero that a variable starts with.
    Zero,
}

/// What is known of a variable's value.
#[derive(Clone, Debug, PartialEq, Default)]
struct Known {
    range: Option<Range>,
    source: Option<Source>,
}

/// What an index must be inside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// `0..extent` of a dimension of an array, which is a row-invariant value; without one, of all its elements in a row.
    Array(Value, Option<usize>),
    /// The 32-bit whole numbers.
    Int,
    /// Those from 0 on.
    Natural,
}

/// An index that is inside where the bounds are.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    /// What it must be inside of.
    pub extent: Extent,
    /// The smallest index.
    pub low: Bound,
    /// The largest index.
    pub high: Bound,
}

/// What the accesses of a kernel need.
#[derive(Debug, Default)]
pub struct Ranges {
    /// For each access, by address: which indices are covered by `inside`.
    covered: FxHashMap<*const Access, Vec<bool>>,
    /// What must hold for the covered indices, each once.
    pub inside: Vec<Inside>,
    /// Where the variables' values come from that `Get` reads, for row-invariant ones.
    pub sources: FxHashMap<Value, Source>,
    /// Row-invariant values.
    pub invariant: BTreeSet<Value>,
    /// The lesser or greater ones of two numbers in indices, of which it is known there which one they are.
    pub decided: FxHashMap<Value, Value>,
    /// Whether some of these are ends of windows alone: where few positions are away from the border, they had better not be decided.
    pub decides_windows: bool,
    /// Arrays that are read or written, as row-invariant values.
    pub arrays: BTreeSet<Value>,
    /// Whether some access is to an array that is not row-invariant.
    pub unknown_arrays: bool,
    /// Whether neighbouring positions may touch elements that are neither the same nor side by side.
    pub apart: bool,
}

impl Ranges {
    /// Analyses a kernel. Away from the border the windows of positions are whole.
    pub fn of(kernel: &Function) -> Ranges {
        let plain = Ranges::without_windows(kernel);
        let windows = windows(kernel);
        if windows.is_empty() {
            return plain;
        }
        let (inner, outer) = position_of(kernel);
        let mut ranges = Ranges::along(kernel, outer, inner, &[], &windows);
        let mut decided = ranges.decided.keys();
        ranges.decides_windows = decided.any(|value| !plain.decided.contains_key(value));
        ranges
    }

    /// Analyses a kernel whose windows may be cut off anywhere.
    pub fn without_windows(kernel: &Function) -> Ranges {
        let (inner, outer) = position_of(kernel);
        Ranges::along(kernel, outer, inner, &[], &BTreeSet::new())
    }

    /// Analyses a kernel as if a dimension was the innermost; the positions behind it are inside of the last dimensions that they are the
    /// indices of.
    pub fn merged(kernel: &Function, first: usize) -> Ranges {
        let (outer, inside) = kernel_data(kernel).position.split_at(first + 1);
        let none = BTreeSet::new();
        Ranges::along(kernel, &outer[..first], outer[first], inside, &none)
    }

    fn along(
        kernel: &Function,
        outer: &[Value],
        inner: Value,
        inside: &[Value],
        windows: &BTreeSet<Label>,
    ) -> Ranges {
        let data = kernel_data(kernel);
        let mut walk = Walk {
            kernel,
            found: Ranges::default(),
            inside,
            values: IndexVec::filled(None, kernel.values.len()),
            indices: index_values(&kernel.body, windows),
            locals: kernel.locals.ids().map(|_| zero()).collect(),
            branches: u32::from(has_jumps(&kernel.body)),
        };
        for &param in &kernel.params {
            let is_int = kernel.locals[param].ty == Ty::I32;
            walk.locals[param] = Known {
                range: is_int.then(|| Range::exact(Bound::atom(Atom::Param(param)))),
                source: Some(Source::Param(param)),
            };
        }
        for accumulator in &data.accumulators {
            walk.locals[accumulator.local] = Known::default();
        }
        walk.values[inner] = Some(Range::exact(Bound::atom(Atom::Inner)));
        for &value in outer {
            walk.invariant(value);
        }
        walk.block(&kernel.body);
        walk.found
    }

    /// What ends of windows are where vectors run: in which order totals are added must not depend on how many windows are whole.
    pub fn limits(&self, kernel: &Function) -> Limits {
        match self.decides_windows && kernel_data(kernel).accumulators.is_empty() {
            true => Limits::Away,
            false => Limits::Anywhere,
        }
    }

    /// Which indices of an access need no check away from the border.
    pub fn covered(&self, access: &Access) -> Option<&[bool]> {
        let found = self.covered.get(&std::ptr::from_ref(access));
        found.map(Vec::as_slice)
    }
}

/// The innermost position of a kernel, and those around.
fn position_of(kernel: &Function) -> (Value, &[Value]) {
    let (inner, outer) = kernel_data(kernel)
        .position
        .split_last()
        .expect("a kernel has a position");
    (*inner, outer)
}

fn zero() -> Known {
    Known {
        range: Some(Range::exact(Bound::constant(0))),
        source: Some(Source::Zero),
    }
}

struct Walk<'a> {
    kernel: &'a Function,
    found: Ranges,
    /// The positions of the last dimensions, where those are merged with the one before.
    inside: &'a [Value],
    values: IndexVec<Value, Option<Range>>,
    /// Values that indices are computed from.
    indices: BTreeSet<Value>,
    locals: IndexVec<Local, Known>,
    /// Branches around; one more where lanes may leave early, so that some may be missing anywhere.
    branches: u32,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.op {
            Op::Set(local, value) => {
                let invariant = self.found.invariant.contains(value);
                self.locals[*local] = Known {
                    range: self.values[*value].clone(),
                    source: invariant.then_some(Source::Value(*value)),
                };
            }
            Op::Get(local) => self.get(stmt.results[0], *local),
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                self.access(access);
            }
            Op::If {
                then, otherwise, ..
            } => self.branches(then, otherwise),
            Op::For {
                index,
                start,
                stop,
                step,
                body,
                ..
            } => {
                self.forget(body);
                self.values[*index] = self.counted(*start, *stop, *step);
                self.block(body);
                self.forget(body);
            }
            Op::Loop { body, .. } | Op::Scope { body, .. } => {
                self.forget(body);
                self.block(body);
                self.forget(body);
            }
            op => self.compute(op, &stmt.results),
        }
    }

    fn get(&mut self, result: Value, local: Local) {
        let known = self.locals[local].clone();
        if let Some(source) = known.source {
            self.found.invariant.insert(result);
            self.found.sources.insert(result, source);
        }
        self.values[result] = known.range;
        if self.values[result].is_none() && known.source.is_some() {
            self.invariant(result);
        }
    }

    /// A value that does not change within a row.
    fn invariant(&mut self, value: Value) {
        self.found.invariant.insert(value);
        if self.kernel.values[value].ty == Ty::I32 && self.values[value].is_none() {
            self.values[value] = Some(Range::exact(Bound::atom(Atom::Row(value))));
        }
    }

    fn compute(&mut self, op: &Op, results: &[Value]) {
        let &[result] = results else { return };
        let range = self.arithmetic(op).or_else(|| self.decide(op, result));
        self.values[result] = range.filter(is_sensible);
        let mut invariant = op.is_pure();
        op.for_each_operand(|value| invariant &= self.found.invariant.contains(value));
        if invariant {
            self.invariant(result);
        }
    }

    fn arithmetic(&self, op: &Op) -> Option<Range> {
        match op {
            Op::Const(Const::I32(value)) => Some(Range::exact(Bound::constant((*value).into()))),
            Op::Unary(UnaryOp::Neg, a) => Some(self.values[*a].as_ref()?.scaled(-1)),
            Op::Binary(BinaryOp::Add, a, b) => {
                Some(self.values[*a].as_ref()?.plus(self.values[*b].as_ref()?))
            }
            Op::Binary(BinaryOp::Sub, a, b) => {
                let negated = self.values[*b].as_ref()?.scaled(-1);
                Some(self.values[*a].as_ref()?.plus(&negated))
            }
            Op::Binary(BinaryOp::Mul, a, b) => {
                let (a, b) = (self.values[*a].as_ref()?, self.values[*b].as_ref()?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(factor), _) => Some(b.scaled(factor)),
                    (_, Some(factor)) => Some(a.scaled(factor)),
                    (None, None) => None,
                }
            }
            Op::Binary(BinaryOp::And, a, b) => {
                let mask = [a, b].into_iter().find_map(|value| self.constant(*value))?;
                (mask >= 0).then(|| Range {
                    low: Bound::constant(0),
                    high: Bound::constant(mask),
                })
            }
            Op::Binary(BinaryOp::Shr, a, b) => {
                let bits = self.constant(*b).filter(|bits| (0..32).contains(bits))?;
                let Range { low, high } = self.values[*a].as_ref()?;
                let low = low.as_constant()?;
                let high = match high.as_constant() {
                    Some(high) => Bound::constant(high >> bits),
                    // It is at least the lower bound, or there is no such value: then its quotient is not above it.
                    None => (low >= 0).then(|| high.clone())?,
                };
                Some(Range {
                    low: Bound::constant(low >> bits),
                    high,
                })
            }
            _ => None,
        }
    }

    fn constant(&self, value: Value) -> Option<i64> {
        self.values[value].as_ref()?.as_constant()
    }

    /// Clamping by hand, `max(n - 1, 0)`, of which one side moves along the row: away from the border it is that side. So is the number of elements
    /// of a range between two such ends, which is the same everywhere there, and is seldom none.
    fn decide(&mut self, op: &Op, result: Value) -> Option<Range> {
        let &Op::Binary(op @ (BinaryOp::Min | BinaryOp::Max), a, b) = op else {
            return None;
        };
        if !self.indices.contains(&result) {
            return None;
        }
        let exact = |value: Value| self.values[value].as_ref()?.as_exact().cloned();
        let (a_bound, b_bound) = (exact(a)?, exact(b)?);
        let varies = |value: Value| !self.found.invariant.contains(&value);
        let (moving, bound, fixed) = match (a_bound.inner(), b_bound.inner()) {
            (0, inner) if inner != 0 => (b, b_bound, a_bound),
            (inner, 0) if inner != 0 => (a, a_bound, b_bound),
            (0, 0) if varies(a) && b_bound.as_constant().is_some() => (a, a_bound, b_bound),
            (0, 0) if varies(b) && a_bound.as_constant().is_some() => (b, b_bound, a_bound),
            _ => return None,
        };
        let ahead = match op {
            BinaryOp::Max => bound.plus(&fixed, -1),
            _ => fixed.plus(&bound, -1),
        };
        for known in [&bound, &fixed] {
            self.require_no_overflow(known, known);
        }
        self.require(Inside {
            extent: Extent::Natural,
            low: ahead.clone(),
            high: ahead,
        });
        self.found.decided.insert(result, moving);
        Some(Range::exact(bound))
    }

    /// Bounds that are computed wrap around together or not at all, if they are inside of what a whole number can be.
    fn require_no_overflow(&mut self, low: &Bound, high: &Bound) {
        let plain = |bound: &Bound| bound.terms.len() + usize::from(bound.constant != 0) <= 1;
        if !plain(low) || !plain(high) {
            self.require(Inside {
                extent: Extent::Int,
                low: low.clone(),
                high: high.clone(),
            });
        }
    }

    fn counted(&mut self, start: Value, stop: Value, step: Value) -> Option<Range> {
        let step = self.values[step].as_ref()?.as_constant()?;
        let (start, stop) = (self.values[start].clone()?, self.values[stop].clone()?);
        let (low, high) = match step > 0 {
            true => (start.low, stop.high),
            false => (stop.low, start.high),
        };
        self.require_no_overflow(&low, &high);
        Some(Range { low, high })
    }

    fn branches(&mut self, then: &Block, otherwise: &Block) {
        let before = self.locals.clone();
        self.branches += 1;
        self.block(then);
        let after_then = std::mem::replace(&mut self.locals, before);
        self.block(otherwise);
        self.branches -= 1;
        for (local, known) in after_then.iter_enumerated() {
            if self.locals[local] != *known {
                self.locals[local] = Known::default();
            }
        }
    }

    /// Nothing is known of what the block assigns.
    fn forget(&mut self, block: &Block) {
        let mut assigned = BTreeSet::new();
        assigned_locals(block, &mut assigned);
        for index in assigned {
            self.locals[Local::from_index(index)] = Known::default();
        }
    }

    fn access(&mut self, access: &Access) {
        if !self.found.invariant.contains(&access.array) {
            self.found.unknown_arrays = true;
            return;
        }
        self.found.arrays.insert(access.array);
        self.found.apart |= !self.side_by_side(access);
        let several = access.index.len() > 1;
        let mut covered = Vec::new();
        for (dimension, index) in access.index.iter().enumerate() {
            let dimension = several.then_some(dimension);
            covered.push(self.covers(access, *index, dimension));
        }
        let address = std::ptr::from_ref(access);
        self.found.covered.insert(address, covered);
    }

    /// Whether the innermost position adds 0 or 1 to the last index and nothing to the others.
    fn side_by_side(&self, access: &Access) -> bool {
        let merged = access.index.len() > self.inside.len() && access.index.ends_with(self.inside);
        let last = access.index.len() - 1 - if merged { self.inside.len() } else { 0 };
        access.index[..=last]
            .iter()
            .enumerate()
            .all(|(dimension, &index)| {
                let most = i64::from(dimension == last);
                self.values[index].as_ref().is_some_and(|range| {
                    let inner = range.low.inner();
                    inner == range.high.inner() && (0..=most).contains(&inner)
                })
            })
    }

    /// Whether an index is one that the partition into border and interior takes care of, which is told what must hold.
    fn covers(&mut self, access: &Access, index: Value, dimension: Option<usize>) -> bool {
        let mapped = match access.mode {
            // What the program promises, or a condition has told, holds for the lanes that come there: for the others the partition sees to it.
            AccessMode::Unchecked if self.branches == 0 => return true,
            AccessMode::Unchecked => false,
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => true,
            AccessMode::Checked | AccessMode::Safe => false,
        };
        if self.is_last(access, dimension) {
            return true;
        }
        let Some(Range { low, high }) = self.values[index].clone() else {
            return false;
        };
        let inner = low.inner();
        // A map is cheap when it is the same for the whole row.
        if inner != high.inner() || (mapped && inner == 0) {
            return false;
        }
        self.require(Inside {
            extent: Extent::Array(access.array, dimension),
            low,
            high,
        });
        true
    }

    /// Whether a dimension is one of the merged ones behind the first.
    fn is_last(&self, access: &Access, dimension: Option<usize>) -> bool {
        let first = access.index.len().checked_sub(self.inside.len());
        access.index.ends_with(self.inside)
            && dimension
                .zip(first)
                .is_some_and(|(own, first)| own >= first)
    }

    fn require(&mut self, inside: Inside) {
        if !self.found.inside.contains(&inside) {
            self.found.inside.push(inside);
        }
    }
}

/// The values that the indices of accesses, and the ends of windows, are sums, differences and extremes of.
fn index_values(body: &Block, windows: &BTreeSet<Label>) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    mark_indices(body, windows, &mut found);
    found
}

/// Statements from the last to the first, so that uses are met before what they use.
fn mark_indices(block: &Block, windows: &BTreeSet<Label>, found: &mut BTreeSet<Value>) {
    for stmt in block.stmts.iter().rev() {
        for inner in stmt.op.blocks() {
            mark_indices(inner, windows, found);
        }
        match &stmt.op {
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                found.extend(&access.index);
            }
            Op::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Min | BinaryOp::Max, a, b)
                if found.contains(&stmt.results[0]) =>
            {
                found.extend([a, b]);
            }
            Op::For {
                label, start, stop, ..
            } if windows.contains(label) => found.extend([start, stop]),
            _ => {}
        }
    }
}

/// Whether lanes may leave early.
fn has_jumps(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| {
        found |= matches!(stmt.op, Op::Break(_) | Op::Continue(_) | Op::Return(_));
    });
    found
}

/// Whether a range is small enough to compute with.
fn is_sensible(range: &Range) -> bool {
    let sensible = |bound: &Bound| {
        bound.constant.abs() < 1 << 40 && bound.terms.iter().all(|term| term.1.abs() < 1 << 24)
    };
    sensible(&range.low) && sensible(&range.high)
}
