//! Where the positions of a kernel stay inside of all arrays: the form of its body for them, without tests and without the mappings of
//! boundary modes (index-set splitting by a test per position, as Halide's loop partitioning does at compile time).
//!
//! An index counts when it is a position of the launch, constants and parameters added or subtracted, plus the indices of counted loops
//! whose bounds are such sums. What it can be, relative to the position, is an interval; the position is in the interior if all intervals
//! lie in their arrays.
//!
//! *Invariant:* where all guards hold, every access that has become unchecked is inside. The bounds of loops do not wrap then, since their
//! constants, factors and parameters are small; other sums may wrap on their way and are right again at the end.

use super::privatisation::private_arrays;
use crate::machine::gpu::THREAD_STATEMENTS;
use crate::mir::kernel::kernel_data;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, Const, Function, Local, Op, Ty, UnaryOp, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most guards of a position; more cost as much as what they save.
const MOST_GUARDS: usize = 12;
/// How often the body of a loop counts: as often as it runs at least, by guess.
const LOOP_WEIGHT: usize = 8;
/// The size of a constant in a sum: it can be subtracted from an extent.
const LARGEST_CONSTANT: i64 = 1 << 29;
/// The size of a parameter in a sum.
pub const LARGEST_PARAMETER: i64 = 1 << 26;
/// The most parameters of a sum, and the largest factor of one: with these and `LARGEST_CONSTANT` a sum is at most 2^30.
const MOST_TERMS: usize = 2;
const LARGEST_FACTOR: i64 = 4;

/// A sum of a constant and parameters, each with its factor.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound {
    /// The parameters, of type `I32`, which the kernel does not set.
    pub terms: BTreeMap<Local, i64>,
    /// The constant.
    pub constant: i64,
}

impl Bound {
    fn constant(constant: i64) -> Bound {
        Bound {
            terms: BTreeMap::new(),
            constant,
        }
    }

    fn plus(&self, other: &Bound, factor: i64) -> Option<Bound> {
        let mut terms = self.terms.clone();
        for (local, count) in &other.terms {
            let sum = terms.get(local).copied().unwrap_or(0) + factor * count;
            match sum {
                0 => terms.remove(local),
                sum => terms.insert(*local, sum),
            };
        }
        let constant = self.constant + factor * other.constant;
        let is_small = constant.abs() <= LARGEST_CONSTANT && terms.len() <= MOST_TERMS;
        let are_small = terms.values().all(|count| count.abs() <= LARGEST_FACTOR);
        (is_small && are_small).then_some(Bound { terms, constant })
    }
}

/// What an index can be: a position, if there is one, plus something between two bounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Relative {
    /// The dimension of the position.
    pub(super) axis: Option<usize>,
    /// The least that is added to it.
    pub(super) low: Bound,
    /// The most.
    pub(super) high: Bound,
}

impl Relative {
    fn exact(axis: Option<usize>, bound: Bound) -> Relative {
        Relative {
            axis,
            low: bound.clone(),
            high: bound,
        }
    }

    fn plus(&self, other: &Relative) -> Option<Relative> {
        if self.axis.is_some() && other.axis.is_some() {
            return None;
        }
        Some(Relative {
            axis: self.axis.or(other.axis),
            low: self.low.plus(&other.low, 1)?,
            high: self.high.plus(&other.high, 1)?,
        })
    }

    fn negated(&self) -> Option<Relative> {
        let zero = Bound::default();
        let negated = Relative {
            axis: None,
            low: zero.plus(&self.high, -1)?,
            high: zero.plus(&self.low, -1)?,
        };
        self.axis.is_none().then_some(negated)
    }
}

/// A condition of the interior: the position plus `low` is at least 0, the position plus `high` is below the extent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The array, a parameter.
    pub array: Local,
    /// The dimension; none: the number of elements counts.
    pub dimension: Option<usize>,
    /// The dimension of the position; none: the bounds are all.
    pub axis: Option<usize>,
    /// The least that is added.
    pub low: Bound,
    /// The most.
    pub high: Bound,
}

/// The form of a kernel for positions in the interior.
#[derive(Clone, Debug)]
pub struct Interior {
    /// What must hold.
    pub guards: Vec<Guard>,
    /// The parameters of the bounds of loops, which must be small: at most [`LARGEST_PARAMETER`], positive or negative.
    pub parameters: BTreeSet<Local>,
    /// The indices of loops whose bounds are known to be small then.
    pub narrow: BTreeSet<Value>,
    /// The kernel, with accesses that are `Unchecked` then.
    pub function: Function,
}

/// The array parameters that are read or written by a boundary mode that maps indices. Where they have elements, no such access fails.
pub fn mapped_arrays(kernel: &Function) -> BTreeSet<Local> {
    let arrays = Arrays::of(kernel);
    let mut found = BTreeSet::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        let mapped = stmt.op.access().filter(|access| is_mapped(access.mode));
        found.extend(mapped.and_then(|access| arrays.parameter(access)));
    });
    found
}

/// Whether a position of the kernel can end with an error although the arrays that are mapped have elements.
pub fn can_raise(kernel: &Function) -> bool {
    let arrays = Arrays::of(kernel);
    let mut found = false;
    kernel
        .body
        .for_each_stmt(&mut |stmt| found |= arrays.raises(&stmt.op));
    found
}

fn is_mapped(mode: AccessMode) -> bool {
    match mode {
        AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => true,
        AccessMode::Safe | AccessMode::Unchecked | AccessMode::Checked => false,
    }
}

/// The iterations of a loop between constants; none for a step of 0.
pub(super) fn trips(start: i64, stop: i64, step: i64) -> Option<usize> {
    let trips = (stop - start).checked_div(step)? + 1;
    Some(trips.max(0) as usize)
}

/// Which parameters the arrays of accesses are.
struct Arrays {
    names: BTreeMap<Value, Local>,
}

impl Arrays {
    fn of(kernel: &Function) -> Arrays {
        let shared = super::memory::shared_arrays(kernel);
        let set = kernel.body.assigned_locals();
        let is_parameter = |local: &Local| {
            kernel.params.contains(local) && !shared.contains(local) && !set.contains(local)
        };
        let mut names = BTreeMap::new();
        kernel.body.for_each_stmt(&mut |stmt| {
            if let Op::Get(local) = stmt.op
                && is_parameter(&local)
            {
                names.insert(stmt.results[0], local);
            }
        });
        Arrays { names }
    }

    fn parameter(&self, access: &Access) -> Option<Local> {
        self.names.get(&access.array).copied()
    }

    fn raises(&self, op: &Op) -> bool {
        let is_seen = op
            .access()
            .is_some_and(|access| is_mapped(access.mode) && self.parameter(access).is_some());
        op.raises() && !is_seen
    }
}

/// The form for the interior; none where the kernel's threads act together or copy arrays, or where it gains nothing.
pub fn of(kernel: &Function) -> Option<Interior> {
    if kernel_data(kernel).group.is_some() || !private_arrays(kernel).is_empty() {
        return None;
    }
    let mut statements = 0;
    kernel.body.for_each_stmt(&mut |_| statements += 1);
    if statements > THREAD_STATEMENTS {
        return None;
    }
    let mut search = Search::of(kernel);
    search.block(&kernel.body, 1);
    let guards = merged(&search.guards);
    if guards.is_empty() || guards.len() > MOST_GUARDS || search.saved <= guards.len() {
        return None;
    }
    let mut function = kernel.clone();
    relax(&mut function.body, &search);
    Some(Interior {
        guards,
        parameters: search.parameters,
        narrow: search.narrow,
        function,
    })
}

/// Guards that differ in constants alone become the one that implies them.
fn merged(guards: &[Guard]) -> Vec<Guard> {
    let mut merged: Vec<Guard> = Vec::new();
    for guard in guards {
        let same = merged.iter_mut().find(|one| {
            let place = (one.array, one.dimension, one.axis);
            place == (guard.array, guard.dimension, guard.axis)
                && one.low.terms == guard.low.terms
                && one.high.terms == guard.high.terms
        });
        match same {
            Some(one) => {
                one.low.constant = one.low.constant.min(guard.low.constant);
                one.high.constant = one.high.constant.max(guard.high.constant);
            }
            None => merged.push(guard.clone()),
        }
    }
    merged
}

/// An access of a kernel to a parameter.
pub(super) struct Seen {
    /// The parameter.
    pub(super) array: Local,
    /// What its indices can be; none: nobody knows.
    pub(super) index: Vec<Option<Relative>>,
    /// How often a position makes it, by guess where bounds of loops are no constants.
    pub(super) times: usize,
    /// Whether it reads alone.
    pub(super) is_load: bool,
}

impl Seen {
    /// Whether the element depends on a dimension of the position; none: nobody knows.
    pub(super) fn depends_on(&self, axis: usize) -> Option<bool> {
        let known: Option<Vec<&Relative>> = self.index.iter().map(Option::as_ref).collect();
        known.map(|index| index.iter().any(|one| one.axis == Some(axis)))
    }
}

/// The accesses of a kernel.
pub(super) struct Accesses {
    /// Those to its parameters that all positions make.
    pub(super) seen: Vec<Seen>,
    /// How many others there are.
    pub(super) others: usize,
    /// Whether the bounds of a loop are no constants.
    pub(super) has_open_loops: bool,
}

/// What a kernel reads and writes.
pub(super) fn accesses(kernel: &Function) -> Accesses {
    let mut search = Search::of(kernel);
    search.block(&kernel.body, 1);
    let mut has_open_loops = false;
    kernel.body.for_each_stmt(&mut |stmt| {
        let is_loop = matches!(stmt.op, Op::For { .. } | Op::Loop { .. });
        has_open_loops |= is_loop && search.trips(&stmt.op).is_none();
    });
    Accesses {
        seen: search.seen,
        others: search.conditional,
        has_open_loops,
    }
}

struct Search<'a> {
    kernel: &'a Function,
    arrays: Arrays,
    seen: Vec<Seen>,
    /// Accesses that some positions do not make, and those to arrays that are no parameters.
    conditional: usize,
    /// How many conditions there are around.
    conditions: usize,
    set: BTreeSet<Local>,
    known: BTreeMap<Value, Relative>,
    guards: Vec<Guard>,
    parameters: BTreeSet<Local>,
    narrow: BTreeSet<Value>,
    /// Tests and mappings that the interior does not have.
    saved: usize,
}

impl Search<'_> {
    fn of(kernel: &Function) -> Search<'_> {
        let position = kernel_data(kernel).position.iter().enumerate();
        let known = position
            .map(|(axis, &value)| (value, Relative::exact(Some(axis), Bound::default())))
            .collect();
        Search {
            kernel,
            arrays: Arrays::of(kernel),
            seen: Vec::new(),
            conditional: 0,
            conditions: 0,
            set: kernel.body.assigned_locals(),
            known,
            guards: Vec::new(),
            parameters: BTreeSet::new(),
            narrow: BTreeSet::new(),
            saved: 0,
        }
    }

    fn block(&mut self, block: &Block, weight: usize) {
        for stmt in &block.stmts {
            if let Some(relative) = self.value_of(&stmt.op) {
                self.known.insert(stmt.results[0], relative);
            }
            if let Some(access) = stmt.op.access() {
                self.access(access, matches!(stmt.op, Op::Load(_)), weight);
            }
            self.loop_index(&stmt.op);
            let is_conditional = matches!(stmt.op, Op::If { .. } | Op::Loop { .. });
            self.conditions += usize::from(is_conditional);
            let inner = (weight * self.times(&stmt.op)).min(1 << 20);
            stmt.op.blocks().for_each(|block| self.block(block, inner));
            self.conditions -= usize::from(is_conditional);
        }
    }

    fn access(&mut self, access: &Access, is_load: bool, times: usize) {
        if access.mode != AccessMode::Unchecked
            && let Some(guards) = self.guards_of(access)
        {
            self.saved += times * guards.len();
            self.guards.extend(guards);
        }
        match self.arrays.parameter(access) {
            Some(array) if self.conditions == 0 => self.seen.push(Seen {
                array,
                index: access
                    .index
                    .iter()
                    .map(|one| self.known.get(one).cloned())
                    .collect(),
                times,
                is_load,
            }),
            _ => self.conditional += times,
        }
    }

    /// How often an operation runs its blocks.
    fn times(&self, op: &Op) -> usize {
        match op {
            Op::For { .. } | Op::Loop { .. } => self.trips(op).unwrap_or(LOOP_WEIGHT),
            _ => 1,
        }
    }

    /// The iterations of a loop whose bounds are constants.
    fn trips(&self, op: &Op) -> Option<usize> {
        let Op::For {
            start, stop, step, ..
        } = op
        else {
            return None;
        };
        let number = |value: &Value| {
            let one = self.known.get(value)?;
            let is_number = one.axis.is_none() && one.low == one.high && one.low.terms.is_empty();
            is_number.then_some(one.low.constant)
        };
        trips(number(start)?, number(stop)?, number(step)?)
    }

    /// The index of a counted loop lies between its bounds.
    fn loop_index(&mut self, op: &Op) {
        let Op::For {
            index,
            start,
            stop,
            step,
            ..
        } = op
        else {
            return;
        };
        let known = |value: &Value| self.known.get(value).filter(|one| one.axis.is_none());
        let (Some(start), Some(stop), Some(step)) = (known(start), known(stop), known(step)) else {
            return;
        };
        if step.low != step.high || !step.low.terms.is_empty() {
            return;
        }
        let (low, high) = match step.low.constant {
            ..0 => (stop.low.clone(), start.high.clone()),
            _ => (start.low.clone(), stop.high.clone()),
        };
        let bounds = [&low, &high].into_iter();
        self.parameters
            .extend(bounds.flat_map(|bound| bound.terms.keys()));
        let between = Relative {
            axis: None,
            low,
            high,
        };
        self.known.insert(*index, between);
        self.narrow.insert(*index);
    }

    fn value_of(&self, op: &Op) -> Option<Relative> {
        let known = |value: &Value| self.known.get(value);
        match op {
            Op::Const(Const::I32(number)) => {
                let number = i64::from(*number);
                let is_small = number.abs() <= LARGEST_CONSTANT;
                is_small.then(|| Relative::exact(None, Bound::constant(number)))
            }
            Op::Get(local) => self.parameter(*local),
            Op::Unary(UnaryOp::Neg, value) => known(value)?.negated(),
            Op::Binary(BinaryOp::Add, a, b) => known(a)?.plus(known(b)?),
            Op::Binary(BinaryOp::Sub, a, b) => known(a)?.plus(&known(b)?.negated()?),
            _ => None,
        }
    }

    fn parameter(&self, local: Local) -> Option<Relative> {
        let is_steady = self.kernel.params.contains(&local) && !self.set.contains(&local);
        let is_number = self.kernel.locals[local].ty == Ty::I32;
        let bound = Bound {
            terms: BTreeMap::from([(local, 1)]),
            constant: 0,
        };
        (is_steady && is_number).then(|| Relative::exact(None, bound))
    }

    /// The guards under which an access is inside; none where nobody knows.
    fn guards_of(&self, access: &Access) -> Option<Vec<Guard>> {
        let array = self.arrays.parameter(access)?;
        let count = access.index.len();
        let guard = |(dimension, index): (usize, &Value)| {
            let relative = self.known.get(index)?;
            Some(Guard {
                array,
                dimension: (count > 1).then_some(dimension),
                axis: relative.axis,
                low: relative.low.clone(),
                high: relative.high.clone(),
            })
        };
        access.index.iter().enumerate().map(guard).collect()
    }
}

/// Makes the accesses unchecked that the guards keep inside.
fn relax(block: &mut Block, search: &Search<'_>) {
    for stmt in &mut block.stmts {
        if let Some(access) = stmt.op.access_mut()
            && search.guards_of(access).is_some()
        {
            access.mode = AccessMode::Unchecked;
        }
        stmt.op.blocks_mut().for_each(|block| relax(block, search));
    }
}
