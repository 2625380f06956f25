//! What the host function says of launches and of the statements between them: equal sizes, and what may change places.
//!
//! *Invariant:* two statements that are found to commute give the same arrays, variables and output in either order; only which one of
//! several errors is raised may differ.

use std::collections::{BTreeMap, BTreeSet};

use super::footprint::Footprint;
use super::reason::Reason;
use crate::analysis::loops::affine::Root;
use crate::analysis::loops::def_use::DefUse;
use crate::mir::families::pure_op;
use crate::mir::{BinaryOp, Const, FuncId, GlobalId, Label, Local, Op, RtFn, Stmt, Ty, Value};

/// Numbers beyond this are not added to sizes.
const FAR: i64 = 1 << 20;

/// The footprints of kernels, or why they stay alone.
pub type Footprints = BTreeMap<FuncId, Result<Footprint, Reason>>;

/// A host function and the kernels that it launches.
pub struct Host<'a, 'f> {
    /// Definitions and uses of the function.
    pub def_use: &'a DefUse<'f>,
    /// What its kernels do.
    pub footprints: &'a Footprints,
}

/// A number, as far as two mentions of it are known to be one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Constant(i32),
    Dim(Value, u8),
    Numel(Value),
    Value(Value),
}

impl Host<'_, '_> {
    /// Whether two ints are certainly equal.
    pub fn same_number(&self, left: Value, right: Value) -> bool {
        let (one, other) = (self.number(left), self.number(right));
        one == other || self.def_use.are_equal(left, right) || self.same_count(one, other)
    }

    /// Whether two numbers are those of the elements of arrays that were made with the same extents.
    fn same_count(&self, one: Number, other: Number) -> bool {
        let (Number::Numel(one), Number::Numel(other)) = (one, other) else {
            return false;
        };
        let extents = self.made_with(one).zip(self.made_with(other));
        extents.is_some_and(|(one, other)| {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(a, b)| self.same_number(*a, *b))
        })
    }

    /// How much greater one int is than another, if that is known.
    pub fn difference(&self, left: Value, right: Value) -> Option<i64> {
        let ((one, more), (other, less)) = (self.shifted(left), self.shifted(right));
        let same = match (one, other) {
            (Number::Value(one), Number::Value(other)) => self.def_use.are_equal(one, other),
            (one, other) => one == other,
        };
        same.then_some(more - less)
    }

    /// A number as another one, or 0, and what is added to it. Both are sizes: sums with small numbers do not wrap.
    fn shifted(&self, value: Value) -> (Number, i64) {
        let mut known = self.number(value);
        let mut shift = 0i64;
        loop {
            match known {
                Number::Constant(number) => {
                    return (Number::Constant(0), shift + i64::from(number));
                }
                Number::Value(value) => match self.step(value) {
                    Some((other, step)) if (shift + step).abs() < FAR => {
                        (known, shift) = (self.number(other), shift + step);
                    }
                    _ => return (known, shift),
                },
                Number::Dim(..) | Number::Numel(_) => return (known, shift),
            }
        }
    }

    /// The number that a value is a sum of, and the constant.
    fn step(&self, value: Value) -> Option<(Value, i64)> {
        match self.def_use.definition(value)?.op {
            Op::Binary(BinaryOp::Add, left, right) => match self.constant(right) {
                Some(number) => Some((left, number.into())),
                None => Some((right, self.constant(left)?.into())),
            },
            Op::Binary(BinaryOp::Sub, left, right) => {
                Some((left, -i64::from(self.constant(right)?)))
            }
            _ => None,
        }
    }

    /// Whether an int is certainly the extent of an array along an axis.
    pub fn is_dim(&self, number: Value, array: Value, axis: u8) -> bool {
        self.number(number) == self.dim(array, axis)
    }

    /// Whether an int is certainly the number of elements of an array.
    pub fn is_numel(&self, number: Value, array: Value) -> bool {
        self.number(number) == self.numel(array)
    }

    /// The extents with which a new array was made.
    pub fn made_with(&self, array: Value) -> Option<&[Value]> {
        match self.def_use.definition(array).map(|stmt| &stmt.op) {
            Some(Op::NewArray { dims, .. }) => Some(dims),
            _ => None,
        }
    }

    /// The number, if it is known.
    pub fn constant(&self, number: Value) -> Option<i32> {
        match self.number(number) {
            Number::Constant(number) => Some(number),
            Number::Dim(..) | Number::Numel(_) | Number::Value(_) => None,
        }
    }

    fn number(&self, value: Value) -> Number {
        let value = self.def_use.see_through(value);
        match self.def_use.definition(value).map(|stmt| &stmt.op) {
            Some(Op::Const(Const::I32(number))) => Number::Constant(*number),
            Some(Op::Dim(array, axis)) => self.dim(*array, *axis),
            Some(Op::Numel(array)) => self.numel(*array),
            _ => Number::Value(value),
        }
    }

    /// The number of elements; of a new array of which only one extent is not 1, that extent.
    fn numel(&self, array: Value) -> Number {
        let array = self.def_use.see_through(array);
        let dims = self.made_with(array).map(|dims| {
            let dims = dims.iter().map(|&dim| self.number(dim));
            dims.filter(|dim| *dim != Number::Constant(1))
                .collect::<Vec<_>>()
        });
        match dims.as_deref() {
            Some([]) => Number::Constant(1),
            Some([dim]) => *dim,
            Some(_) | None => Number::Numel(array),
        }
    }

    fn dim(&self, array: Value, axis: u8) -> Number {
        let array = self.def_use.see_through(array);
        let Some(dims) = self.made_with(array) else {
            return Number::Dim(array, axis);
        };
        // A vec of n elements has extents 1, n.
        let axis = match dims.len() {
            1 => usize::from(axis).checked_sub(1),
            _ => Some(usize::from(axis)),
        };
        let dim = axis.and_then(|axis| dims.get(axis));
        dim.map_or(Number::Constant(1), |&dim| self.number(dim))
    }

    /// Whether two values are certainly one array.
    pub fn same_array(&self, left: Value, right: Value) -> bool {
        self.def_use.see_through(left) == self.def_use.see_through(right)
    }

    /// Whether two arrays may be one.
    pub fn may_be_one(&self, left: Value, right: Value) -> bool {
        let ty = |value: Value| self.def_use.function.values[value].ty;
        let one_kind = ty(left) == ty(right);
        one_kind
            && self
                .def_use
                .aliases
                .may_alias(Root::Value(left), Root::Value(right))
    }
}

/// What a statement does.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// It stays where it is.
    fixed: bool,
    reads: Vec<Value>,
    writes: Vec<Value>,
    gets: BTreeSet<Local>,
    sets: BTreeSet<Local>,
    globals: BTreeSet<GlobalId>,
}

impl Effects {
    /// Of a statement with all below it.
    pub fn of(stmt: &Stmt, host: &Host) -> Effects {
        let mut effects = Effects::default();
        let mut labels = BTreeSet::new();
        stmt.for_each_stmt(&mut |inner| effects.add(inner, host, &mut labels));
        effects
    }

    fn add(&mut self, stmt: &Stmt, host: &Host, labels: &mut BTreeSet<Label>) {
        match &stmt.op {
            pure_op!() | Op::NewArray { .. } | Op::If { .. } => {}
            Op::Get(local) => {
                self.gets.insert(*local);
            }
            Op::Set(local, _) => {
                self.sets.insert(*local);
            }
            Op::GetGlobal(global) => {
                self.globals.insert(*global);
            }
            Op::Load(access) => self.reads.push(access.array),
            // The other branch reads the elements.
            Op::Texture(_) => {}
            Op::Store(access, _) | Op::Atomic(_, access, _) => self.writes.push(access.array),
            Op::Runtime { func, args, .. } if only_reads(*func) => {
                let is_array = |value: &Value| host.def_use.function.values[*value].ty.is_handle();
                self.reads.extend(args.iter().copied().filter(is_array));
            }
            Op::Launch(launch) => self.launch(launch, host),
            Op::Call { func, args, .. } if host.def_use.names.is_contained(*func) => {
                let is_array = |value: &Value| host.def_use.function.values[*value].ty.is_handle();
                self.writes.extend(args.iter().copied().filter(is_array));
            }
            Op::For { label, .. } | Op::Scope { label, .. } => {
                labels.insert(*label);
            }
            Op::Break(label) | Op::Continue(label) => self.fixed |= !labels.contains(label),
            Op::Return(_)
            | Op::Runtime { .. }
            | Op::Call { .. }
            | Op::SetGlobal(..)
            | Op::Loop { .. }
            | Op::Try { .. }
            | Op::Together(_)
            | Op::Retain(_)
            | Op::Release(_) => self.fixed = true,
        }
    }

    fn launch(&mut self, launch: &crate::mir::Launch, host: &Host) {
        let footprint = host.footprints.get(&launch.kernel);
        for (parameter, &arg) in launch.args.iter().enumerate() {
            if !matches!(host.def_use.function.values[arg].ty, Ty::Array(_)) {
                continue;
            }
            let writes = match footprint {
                Some(Ok(footprint)) => footprint.writes(parameter),
                Some(Err(_)) | None => true,
            };
            match writes {
                true => self.writes.push(arg),
                false => self.reads.push(arg),
            }
        }
    }

    /// Whether the statements may change places; values that one gives to the other are not looked at.
    pub fn commute(&self, other: &Effects, host: &Host) -> bool {
        let idle = |one: &Effects| {
            let Effects {
                fixed,
                reads,
                writes,
                gets,
                sets,
                globals,
            } = one;
            let memory = reads.is_empty() && writes.is_empty();
            !fixed && memory && gets.is_empty() && sets.is_empty() && globals.is_empty()
        };
        if idle(self) || idle(other) {
            return true;
        }
        let meets = |one: &[Value], other: &[Value]| {
            one.iter()
                .any(|&left| other.iter().any(|&right| host.may_be_one(left, right)))
        };
        let locals = |one: &Effects, other: &Effects| {
            !one.sets.is_disjoint(&other.gets) || !one.sets.is_disjoint(&other.sets)
        };
        !self.fixed
            && !other.fixed
            && !locals(self, other)
            && !locals(other, self)
            && !meets(&self.writes, &other.writes)
            && !meets(&self.writes, &other.reads)
            && !meets(&self.reads, &other.writes)
    }
}

/// Rows that read their arrays and do nothing else, and those that raise an error.
fn only_reads(func: RtFn) -> bool {
    matches!(
        func,
        RtFn::array_require_same_size
            | RtFn::array_size
            | RtFn::array_sizes
            | RtFn::array_copy
            | RtFn::object_same
            | RtFn::slice_read
            | RtFn::reduce_real
            | RtFn::reduce_int
            | RtFn::reduce_complex
            | RtFn::error_raise_row
    )
}

/// How the statements between launches are divided so that the launches stand side by side.
#[derive(Clone, Debug, Default)]
pub struct Division {
    /// Those that come before all, by their place in the block.
    pub before: Vec<usize>,
    /// Those that come behind all.
    pub after: Vec<usize>,
}

/// Brings the launches at some places of a block, at least two in the order of the block, together.
///
/// # Errors
/// The place of a statement that must stay between them, or of a launch whose totals a later one takes.
pub fn divide(host: &Host, stmts: &[Stmt], launches: &[usize]) -> Result<Division, usize> {
    let (first, last) = (launches[0], launches[launches.len() - 1]);
    let needed = needed(stmts, launches);
    let effects: Vec<Effects> = stmts[first..=last]
        .iter()
        .map(|stmt| Effects::of(stmt, host))
        .collect();
    let of = |at: usize| &effects[at - first];
    let mut late_values: BTreeSet<Value> = BTreeSet::new();
    let mut division = Division::default();
    for (at, stmt) in stmts.iter().enumerate().take(last + 1).skip(first) {
        let uses_late = uses(stmt, &late_values);
        if launches.contains(&at) {
            if uses_late {
                return Err(first);
            }
            late_values.extend(&stmt.results);
            continue;
        }
        let (passed, coming): (Vec<usize>, Vec<usize>) =
            launches.iter().partition(|&&launch| launch < at);
        let commutes = |others: &[usize]| others.iter().all(|&one| of(at).commute(of(one), host));
        if !uses_late && commutes(&passed) && commutes(&division.after) {
            division.before.push(at);
            continue;
        }
        if needed.contains(&at) || !commutes(&coming) {
            return Err(at);
        }
        late_values.extend(&stmt.results);
        division.after.push(at);
    }
    Ok(division)
}

/// The statements between the launches that a later one cannot do without.
fn needed(stmts: &[Stmt], launches: &[usize]) -> BTreeSet<usize> {
    let (first, last) = (launches[0], launches[launches.len() - 1]);
    let mut wanted: BTreeSet<Value> = operands(&stmts[last]);
    let mut found = BTreeSet::new();
    for at in (first + 1..last).rev() {
        let results = &stmts[at].results;
        if launches.contains(&at) {
            wanted.extend(operands(&stmts[at]));
        } else if results.iter().any(|result| wanted.contains(result)) {
            found.insert(at);
            wanted.extend(operands(&stmts[at]));
        }
    }
    found
}

fn operands(stmt: &Stmt) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    stmt.for_each_stmt(&mut |inner| {
        inner.op.for_each_operand(|&value| {
            found.insert(value);
        })
    });
    found
}

fn uses(stmt: &Stmt, values: &BTreeSet<Value>) -> bool {
    !operands(stmt).is_disjoint(values)
}
