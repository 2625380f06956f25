//! Operands whose windows reach far over the border are copied with a border in front of the launch (padding, ghost cells).
//!
//! ```text
//! kernel f at [m, n] { for k = -r..r { … x[m, n+k] clamped … } }        launch f [rows, columns] (x, r)
//!
//! kernel f at [m, n] { for k = -r..r { … t[m, n+k+s] clamped … } }      t = x with a border, or x; s = r, or 0
//!                                                                       launch f [rows, columns] (t, r, s)
//! ```
//!
//! Vectors run where all indices of a window are inside. What is not runs position by position, which takes ten times as long for an element and more: of
//! pictures with 1,536 columns and windows of 53, a thirtieth of the positions took two fifths of the time. Of the copy, all is inside. It costs a walk over
//! the operand, so it pays where the positions at the border read many more elements than the operand has: the host computes how far windows reach and
//! how much they read, and the runtime gives the copy or the operand itself (`array_bordered`). GPUs get the operand.
//!
//! Positions may be steps of several elements, as blocks of a picture are; the border is then one of whole steps.
//!
//! *Technique:* ghost cells (Ding and He, "A Ghost Cell Expansion Method for Reducing Communications in Solving PDE Problems", SC 2001); in image processing
//! `copyMakeBorder` and `padarray`.
//!
//! *Invariant:* an operand with a border is not changed by its kernel, and an element that is read from the copy is the one that would have been read.

use super::counts::{Bounds, Counted};
use super::emit::Emitter;
use super::prepared::{launched, prepared_origin, replace_everywhere};
use crate::mir::kernel::kernel_data;
use crate::mir::passes::simplify::simplify_function;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, ElemKind, FuncId, FuncKind, Function,
    Label, Launch, ListEntry, Local, LocalData, Op, Program, RtFn, Stmt, Ty, UnaryOp, Value,
};
use quasar_abi::BORDER_READS;
use std::collections::{BTreeMap, BTreeSet};

/// So many operands of a kernel get a border at most.
const MOST_PADDED: usize = 2;
/// Positions along a side that launches are thought to have at least: where even these would not pay, no code is made.
const FEWEST_POSITIONS: i64 = 64;
/// More elements than these are read as if they were so many: it is a number of 64 bits.
const MOST_READS: f32 = (1u64 << 60) as f32;

/// Runs the pass on every launch.
pub fn pad_operands(program: &mut Program) {
    let mut found = BTreeMap::new();
    let serial = launched_otherwise(program);
    for id in launched(program) {
        let data = kernel_data(&program.functions[id]);
        let is_plain = data.accumulators.is_empty() && data.group.is_none();
        if is_plain && prepared_origin(data.origin).is_some() && !serial.contains(&id) {
            found.extend(Padded::new(program, id).map(|made| (id, made)));
        }
    }
    replace_everywhere(program, &found, choice);
}

/// The kernels with launches whose arguments stay as they are.
fn launched_otherwise(program: &Program) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for function in &program.functions {
        let in_kernel = matches!(function.kind, FuncKind::Kernel(_));
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op
                && (launch.serial || in_kernel)
            {
                found.insert(launch.kernel);
            }
        });
    }
    found
}

// ---- What windows reach ----------------------------------------------------------------------------------------------------------------

/// One part of an index, beside the position.
#[derive(Clone, Debug)]
enum Part {
    /// The index of a loop that counts by ones, the same at all positions.
    Loop(Counted),
    /// A number that does not change in a launch.
    Fixed(Value),
}

/// The position that an index is a distance from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Followed {
    position: usize,
    /// How many elements lie from one position to the next.
    factor: i64,
}

/// An index that is a position, or a multiple of one, and a distance from it.
#[derive(Clone, Debug, Default)]
struct Index {
    /// How often each position counts.
    positions: BTreeMap<usize, i64>,
    parts: Vec<(i64, Part)>,
    constant: i64,
}

impl Index {
    /// The one position that it follows.
    fn window(&self) -> Option<Followed> {
        let mut positions = self.positions.iter().filter(|(_, factor)| **factor != 0);
        let (position, factor) = positions.next().filter(|(_, factor)| **factor > 0)?;
        let none_else = positions.next().is_none();
        none_else.then_some(Followed {
            position: *position,
            factor: *factor,
        })
    }

    fn slides(&self) -> bool {
        let is_loop = |(factor, part): &(i64, Part)| *factor != 0 && matches!(part, Part::Loop(_));
        self.parts.iter().any(is_loop)
    }

    fn scaled(mut self, by: i64) -> Option<Index> {
        for factor in self
            .positions
            .values_mut()
            .chain(self.parts.iter_mut().map(|(factor, _)| factor))
        {
            *factor = factor.checked_mul(by)?;
        }
        self.constant = self.constant.checked_mul(by)?;
        Some(self)
    }

    fn plus(mut self, other: Index) -> Option<Index> {
        for (position, factor) in other.positions {
            let own = self.positions.entry(position).or_default();
            *own = own.checked_add(factor)?;
        }
        self.parts.extend(other.parts);
        self.constant = self.constant.checked_add(other.constant)?;
        Some(self)
    }
}

/// A read of an operand.
struct Read {
    value: Value,
    mode: AccessMode,
    index: Vec<Option<Index>>,
    /// The loops around it that run as often at all positions.
    loops: Vec<Counted>,
}

/// What is known of a kernel.
struct Search<'k> {
    kernel: &'k Function,
    /// The variables that it sets.
    set: BTreeSet<Local>,
    /// What defines values.
    defined: BTreeMap<Value, &'k Stmt>,
    /// Values that depend on nothing but the arguments.
    fixed: BTreeSet<Value>,
    /// The loops around the statement at hand that count by ones as often at all positions.
    around: Vec<Counted>,
    counted: BTreeMap<Value, Counted>,
    /// By operand; none of an operand that is also used in another way.
    reads: BTreeMap<Local, Option<Vec<Read>>>,
    /// The arrays that are changed; none where one of them is no argument.
    changed: Option<BTreeSet<Local>>,
}

impl<'k> Search<'k> {
    fn of(kernel: &'k Function) -> Search<'k> {
        let mut search = Search {
            kernel,
            set: kernel.body.assigned_locals(),
            defined: BTreeMap::new(),
            fixed: BTreeSet::new(),
            around: Vec::new(),
            counted: BTreeMap::new(),
            reads: BTreeMap::new(),
            changed: Some(BTreeSet::new()),
        };
        search.block(&kernel.body);
        search
    }

    fn block(&mut self, block: &'k Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'k Stmt) {
        for result in &stmt.results {
            self.defined.insert(*result, stmt);
        }
        let is_fixed = match &stmt.op {
            Op::Get(local) => self.is_argument(*local),
            Op::Const(Const::OnGpu) => false,
            op => {
                let mut all = op.is_pure();
                op.for_each_operand(|operand| all &= self.fixed.contains(operand));
                all
            }
        };
        if is_fixed {
            self.fixed.extend(&stmt.results);
        }
        self.uses(stmt);
        let depth = self.around.len();
        if let Op::For {
            label,
            index,
            start,
            stop,
            step,
            ..
        } = stmt.op
        {
            let ends = [start, stop].iter().all(|end| self.fixed.contains(end));
            if ends && self.constant(step) == Some(1) {
                let counted = Counted {
                    label,
                    index,
                    start,
                    stop,
                };
                self.counted.insert(index, counted.clone());
                self.around.push(counted);
            }
        }
        for inner in stmt.op.blocks() {
            self.block(inner);
        }
        self.around.truncate(depth);
    }

    /// Takes down what a statement does with arrays.
    fn uses(&mut self, stmt: &'k Stmt) {
        match &stmt.op {
            Op::Get(_) => {}
            Op::Load(access) => {
                let Some(array) = self.argument(access.array) else {
                    return;
                };
                let read = Read {
                    value: stmt.results[0],
                    mode: access.mode,
                    index: access.index.iter().map(|one| self.index(*one)).collect(),
                    loops: self.around.clone(),
                };
                let reads = self.reads.entry(array).or_insert_with(|| Some(Vec::new()));
                if let Some(reads) = reads {
                    reads.push(read);
                }
            }
            Op::Store(access, _) | Op::Atomic(_, access, _) => {
                let array = self.argument(access.array);
                self.changed = self.changed.take().zip(array).map(|(mut changed, array)| {
                    changed.insert(array);
                    changed
                });
            }
            // An extent is that of the operand as it was.
            op => op.for_each_operand(|operand| {
                if let Some(array) = self.argument(*operand) {
                    self.reads.insert(array, None);
                }
            }),
        }
    }

    fn is_argument(&self, local: Local) -> bool {
        self.kernel.params.contains(&local) && !self.set.contains(&local)
    }

    /// The array argument that a value is.
    fn argument(&self, value: Value) -> Option<Local> {
        let Op::Get(local) = self.defined.get(&value)?.op else {
            return None;
        };
        let is_array = matches!(self.kernel.locals[local].ty, Ty::Array(_));
        (is_array && self.is_argument(local)).then_some(local)
    }

    fn constant(&self, value: Value) -> Option<i64> {
        match self.defined.get(&value)?.op {
            Op::Const(Const::I32(number)) => Some(number.into()),
            _ => None,
        }
    }

    /// The access of a read.
    fn access(&self, read: &Read) -> &'k Access {
        match &self.defined[&read.value].op {
            Op::Load(access) => access,
            other => unreachable!("{other:?} is no read"),
        }
    }

    fn index(&self, value: Value) -> Option<Index> {
        let part = |part| Index {
            parts: vec![(1, part)],
            ..Index::default()
        };
        let positions = &kernel_data(self.kernel).position;
        if let Some(position) = positions.iter().position(|one| *one == value) {
            return Some(Index {
                positions: [(position, 1)].into(),
                ..Index::default()
            });
        }
        if let Some(counted) = self.counted.get(&value) {
            return Some(part(Part::Loop(counted.clone())));
        }
        if let Some(number) = self.constant(value) {
            return Some(Index {
                constant: number,
                ..Index::default()
            });
        }
        if self.fixed.contains(&value) {
            return Some(part(Part::Fixed(value)));
        }
        match &self.defined.get(&value)?.op {
            Op::Unary(UnaryOp::Neg, a) => self.index(*a)?.scaled(-1),
            Op::Binary(BinaryOp::Add, a, b) => self.index(*a)?.plus(self.index(*b)?),
            Op::Binary(BinaryOp::Sub, a, b) => self.index(*a)?.plus(self.index(*b)?.scaled(-1)?),
            Op::Binary(BinaryOp::Mul, a, b) => match (self.constant(*a), self.constant(*b)) {
                (_, Some(by)) => self.index(*a)?.scaled(by),
                (Some(by), None) => self.index(*b)?.scaled(by),
                (None, None) => None,
            },
            _ => None,
        }
    }
}

// ---- Kernels ---------------------------------------------------------------------------------------------------------------------------

/// A kernel some of whose operands may have a border.
struct Padded {
    kernel: Function,
    operands: Vec<Operand>,
    /// The numbers of the parameters that the kernel changes.
    changed: Vec<usize>,
}

/// An operand that may have a border.
struct Operand {
    /// The number of the parameter.
    number: usize,
    kind: ElemKind,
    rank: usize,
    /// The dimensions that get one.
    sides: Vec<Side>,
    mode: AccessMode,
    /// The bounds of the loops around reads, and how many are in them.
    loops: Vec<(Vec<Bounds>, usize)>,
}

/// A dimension with a border.
struct Side {
    dimension: usize,
    followed: Followed,
    /// By read, what the distance from the position is the sum of.
    distances: Vec<(Vec<(i64, Bounds)>, i64)>,
}

impl Padded {
    fn new(program: &mut Program, id: FuncId) -> Option<Padded> {
        let kernel = program.functions[id].clone();
        let search = Search::of(&kernel);
        let changed = search.changed.as_ref()?;
        let number = |local: &Local| {
            let place = kernel.params.iter().position(|param| param == local);
            place.expect("an argument is a parameter")
        };
        let mut reader = kernel.clone();
        let mut operands = Vec::new();
        for (array, reads) in &search.reads {
            let Some(reads) = reads.as_ref().filter(|_| !changed.contains(array)) else {
                continue;
            };
            let Some((mode, sides)) = sides(&search, reads) else {
                continue;
            };
            if never_pays(&search, reads, &sides) {
                continue;
            }
            if operands.len() == MOST_PADDED {
                break;
            }
            let Ty::Array(kind) = kernel.locals[*array].ty else {
                unreachable!("an operand is an array");
            };
            shift(&search, &mut reader, &sides, reads);
            let mut together: BTreeMap<Vec<Label>, (Vec<Bounds>, usize)> = BTreeMap::new();
            for read in reads {
                let labels = read.loops.iter().map(|one| one.label).collect();
                let bounds = |one: &Counted| one.bounds(&kernel, &search.defined);
                let new = || (read.loops.iter().map(bounds).collect(), 0);
                together.entry(labels).or_insert_with(new).1 += 1;
            }
            operands.push(Operand {
                number: number(array),
                kind,
                rank: reads[0].index.len(),
                sides,
                mode,
                loops: together.into_values().collect(),
            });
        }
        if operands.is_empty() {
            return None;
        }
        simplify_function(&mut reader);
        let changed = changed.iter().map(number).collect();
        program.functions[id] = reader;
        Some(Padded {
            kernel,
            operands,
            changed,
        })
    }
}

/// The dimensions of an operand along which windows slide, and the mode of all reads.
fn sides(search: &Search<'_>, reads: &[Read]) -> Option<(AccessMode, Vec<Side>)> {
    let first = reads.first()?;
    let rank = first.index.len();
    let mode = reads
        .iter()
        .map(|read| read.mode)
        .find(|mode| *mode != AccessMode::Unchecked)?;
    let alike = |read: &Read| {
        read.index.len() == rank && (read.mode == mode || read.mode == AccessMode::Unchecked)
    };
    if mode == AccessMode::Checked || !reads.iter().all(alike) {
        return None;
    }
    let kernel = search.kernel;
    let side = |dimension: usize| {
        let all: Option<Vec<&Index>> = reads
            .iter()
            .map(|read| read.index[dimension].as_ref())
            .collect();
        let all = all?;
        let followed = all[0].window()?;
        let same = all.iter().all(|one| one.window() == Some(followed));
        // Reads at constant distances alone are few where positions are steps of several elements.
        let is_wide = followed.factor == 1 && spread(&all) > 0;
        if !same || !(all.iter().any(|one| one.slides()) || is_wide) {
            return None;
        }
        let bounds = |part: &Part| match part {
            Part::Loop(counted) => counted.bounds(kernel, &search.defined),
            Part::Fixed(number) => Counted::fixed(*number, kernel, &search.defined),
        };
        let distance = |one: &&Index| {
            let parts = one.parts.iter();
            let parts = parts.map(|(factor, part)| (*factor, bounds(part)));
            (parts.collect(), one.constant)
        };
        Some(Side {
            dimension,
            followed,
            distances: all.iter().map(distance).collect(),
        })
    };
    let sides: Vec<Side> = (0..rank).filter_map(side).collect();
    (!sides.is_empty()).then_some((mode, sides))
}

/// Whether windows are known to be so small that a copy pays for no picture of some width.
fn never_pays(search: &Search<'_>, reads: &[Read], sides: &[Side]) -> bool {
    let ends = |one: &Counted| search.constant(one.start).zip(search.constant(one.stop));
    let iterations = |one: &Counted| ends(one).map(|(start, stop)| (stop - start + 1).max(0));
    let times = |read: &Read| {
        let mut loops = read.loops.iter();
        loops.try_fold(1i64, |all, one| Some(all.saturating_mul(iterations(one)?)))
    };
    let width_of = |index: &Index| {
        let mut parts = index.parts.iter();
        parts.try_fold(0i64, |all, (factor, part)| match part {
            Part::Loop(one) => {
                Some(all.saturating_add(factor.abs().saturating_mul(iterations(one)?)))
            }
            Part::Fixed(_) => Some(all),
        })
    };
    let width = |side: &Side| {
        let along = reads.iter().map(|read| &read.index[side.dimension]);
        let all: Vec<&Index> = along.flatten().collect();
        let widest = all
            .iter()
            .try_fold(0i64, |most, index| Some(most.max(width_of(index)?)));
        widest.map(|widest| widest.saturating_add(spread(&all)))
    };
    let all_reads = reads
        .iter()
        .try_fold(0i64, |all, read| Some(all.saturating_add(times(read)?)));
    let all_widths = sides
        .iter()
        .try_fold(0i64, |all, side| Some(all.saturating_add(width(side)?)));
    all_reads
        .zip(all_widths)
        .is_some_and(|(reads, width)| reads.saturating_mul(width) < FEWEST_POSITIONS * BORDER_READS)
}

/// How far the constant distances of windows lie apart.
fn spread(windows: &[&Index]) -> i64 {
    let constants = windows.iter().map(|index| index.constant);
    let most = constants.clone().max().unwrap_or(0);
    most.saturating_sub(constants.min().unwrap_or(0))
}

/// Adds parameters, one for each side, to the positions that the indices of the reads follow.
fn shift(search: &Search<'_>, kernel: &mut Function, sides: &[Side], reads: &[Read]) {
    let values: BTreeSet<Value> = reads.iter().map(|read| read.value).collect();
    let params: Vec<Local> = sides.iter().map(|_| int_param(kernel)).collect();
    let mut body = std::mem::take(&mut kernel.body);
    let positions = kernel_data(kernel).position.clone();
    let mut emitter = Emitter::new(kernel, body.stmts[0].loc);
    // GPUs read the operand: their text needs no number that is 0 there.
    let (on_gpu, zero) = (
        emitter.constant(Const::OnGpu),
        emitter.constant(Const::I32(0)),
    );
    let mut shifts = Vec::new();
    for (side, param) in sides.iter().zip(params) {
        let by = emitter.get(param);
        let select = Op::Select {
            cond: on_gpu,
            then: zero,
            otherwise: by,
        };
        let by = emitter.define(select, Ty::I32);
        let from = positions[side.followed.position];
        let to = emitter.binary(BinaryOp::Add, from, by);
        let mut shift = Shift {
            dimension: side.dimension,
            made: [(from, to)].into(),
            needed: BTreeSet::new(),
        };
        for read in reads {
            shift.need(search, search.access(read).index[side.dimension]);
        }
        shifts.push(shift);
    }
    let mut stmts = emitter.stmts;
    shift_block(kernel, &mut body, &values, &mut shifts);
    stmts.append(&mut body.stmts);
    kernel.body = Block { stmts };
}

/// What stands for a position, and for what is computed of it, in the indices along a dimension.
struct Shift {
    dimension: usize,
    made: BTreeMap<Value, Value>,
    /// The values on the way from the position to the indices.
    needed: BTreeSet<Value>,
}

impl Shift {
    fn need(&mut self, search: &Search<'_>, index: Value) {
        let positions = search.index(index).map(|index| index.positions);
        let follows = positions.is_some_and(|positions| !positions.is_empty());
        if !follows || self.made.contains_key(&index) {
            return;
        }
        if let Some(stmt) = search.defined.get(&index)
            && self.needed.insert(index)
        {
            stmt.op
                .for_each_operand(|operand| self.need(search, *operand));
        }
    }
}

/// Computes indices from the other positions, where they are computed from the positions, and lets reads have them.
fn shift_block(
    kernel: &mut Function,
    block: &mut Block,
    values: &BTreeSet<Value>,
    shifts: &mut [Shift],
) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            shift_block(kernel, inner, values, shifts);
        }
        let result = stmt.results.first().copied();
        if let Op::Load(access) = &mut stmt.op
            && result.is_some_and(|result| values.contains(&result))
        {
            for shift in &*shifts {
                let index = &mut access.index[shift.dimension];
                *index = shift.made.get(index).copied().unwrap_or(*index);
            }
        }
        let (op, loc) = (stmt.op.clone(), stmt.loc);
        stmts.push(stmt);
        let Some(result) = result else {
            continue;
        };
        for shift in shifts.iter_mut() {
            if shift.needed.contains(&result) {
                let mut op = op.clone();
                op.for_each_operand_mut(|operand| {
                    *operand = shift.made.get(operand).copied().unwrap_or(*operand);
                });
                let mut emitter = Emitter::new(kernel, loc);
                let made = emitter.define(op, Ty::I32);
                stmts.append(&mut emitter.stmts);
                shift.made.insert(result, made);
            }
        }
    }
    block.stmts = stmts;
}

/// A parameter behind the others, which is an int.
fn int_param(kernel: &mut Function) -> Local {
    let loc = kernel.loc;
    let param = kernel.locals.push(LocalData {
        ty: Ty::I32,
        name: None,
        loc,
        kept: None,
    });
    kernel.params.push(param);
    param
}

// ---- Launches --------------------------------------------------------------------------------------------------------------------------

/// The launch, of operands with a border or as they were.
fn choice(function: &mut Function, mut stmt: Stmt, padded: &Padded) -> Vec<Stmt> {
    let Op::Launch(launch) = &mut stmt.op else {
        unreachable!("a launch is replaced");
    };
    let mut emitter = Emitter::new(function, stmt.loc);
    let devices = emitter.ask(RtFn::device_count);
    let zero = emitter.constant(Const::I32(0));
    let none = emitter.compare(CompareOp::Eq, devices, zero);
    let plain = launch.clone();
    for operand in &padded.operands {
        let array = plain.args[operand.number];
        let changed = padded.changed.iter();
        let apart = emitter.all_different(changed.map(|number| (array, plain.args[*number])));
        let may = emitter.binary(BinaryOp::And, none, apart);
        let (read, shifts) = bordered(&mut emitter, &plain, padded, operand, may);
        launch.args[operand.number] = read;
        launch.args.extend(shifts);
    }
    let mut stmts = emitter.stmts;
    stmts.push(stmt);
    stmts
}

/// An operand with a border, or itself, and what is added to the indices along each side; itself unless `may`.
fn bordered(
    emitter: &mut Emitter,
    launch: &Launch,
    padded: &Padded,
    operand: &Operand,
    may: Value,
) -> (Value, Vec<Value>) {
    let array = launch.args[operand.number];
    let reads = reads(emitter, launch, &padded.kernel, operand);
    let nothing = emitter.constant(Const::I64(0));
    let reads = emitter.define(
        Op::Select {
            cond: may,
            then: reads,
            otherwise: nothing,
        },
        Ty::I64,
    );
    let rank = emitter.constant(Const::I64(operand.rank as i64));
    let mut list = vec![reads, rank];
    let mut lows = Vec::new();
    for side in &operand.sides {
        let Followed { position, factor } = side.followed;
        let [low, high] = reach(emitter, launch, &padded.kernel, side);
        let [low, steps] = whole_steps(emitter, low, factor);
        let dimension = emitter.constant(Const::I64(side.dimension as i64));
        let positions = emitter.convert(launch.extents[position], Ty::I64);
        let positions = elements_of(emitter, positions, factor);
        list.extend([dimension, low, high, positions]);
        lows.push(steps);
    }
    let mode = emitter.constant(Const::I32(operand.mode as i32));
    let read = emitter.define(
        Op::Runtime {
            func: RtFn::array_bordered,
            args: vec![array, mode],
            list: list.into_iter().map(ListEntry::Value).collect(),
        },
        Ty::Array(operand.kind),
    );
    let is_copy = emitter.all_different([(read, array)]);
    let shift = |low| {
        let low = emitter.convert(low, Ty::I32);
        let by = emitter.define(Op::Unary(UnaryOp::Neg, low), Ty::I32);
        let zero = emitter.constant(Const::I32(0));
        let select = Op::Select {
            cond: is_copy,
            then: by,
            otherwise: zero,
        };
        emitter.define(select, Ty::I32)
    };
    (read, lows.into_iter().map(shift).collect())
}

/// A distance from a position, or the next less one that is that of whole positions; and of how many.
fn whole_steps(emitter: &mut Emitter, low: Value, factor: i64) -> [Value; 2] {
    if factor == 1 {
        return [low, low];
    }
    let factor = emitter.constant(Const::I64(factor));
    // Not negative, whatever the sign of the distance.
    let behind = emitter.binary(BinaryOp::Rem, low, factor);
    let behind = emitter.binary(BinaryOp::Add, behind, factor);
    let behind = emitter.binary(BinaryOp::Rem, behind, factor);
    let whole = emitter.binary(BinaryOp::Sub, low, behind);
    [whole, emitter.binary(BinaryOp::IntDiv, whole, factor)]
}

/// How many elements lie between the first and the last position, both counted.
fn elements_of(emitter: &mut Emitter, positions: Value, factor: i64) -> Value {
    if factor == 1 {
        return positions;
    }
    let factor = emitter.constant(Const::I64(factor));
    let one = emitter.constant(Const::I64(1));
    let steps = emitter.binary(BinaryOp::Sub, positions, one);
    let elements = emitter.binary(BinaryOp::Mul, steps, factor);
    emitter.binary(BinaryOp::Add, elements, one)
}

/// The least and the largest distance of windows from their positions, in 64 bits; the least is greater where a loop does not run.
fn reach(emitter: &mut Emitter, launch: &Launch, kernel: &Function, side: &Side) -> [Value; 2] {
    let mut reach: Option<[Value; 2]> = None;
    for (parts, constant) in &side.distances {
        let constant = emitter.constant(Const::I64(*constant));
        let mut own = [constant, constant];
        for (factor, bounds) in parts {
            let mut ends = bounds.ends(emitter, launch, kernel);
            if *factor < 0 {
                ends.reverse();
            }
            let factor = emitter.constant(Const::I64(*factor));
            for (sum, end) in own.iter_mut().zip(ends) {
                let part = emitter.binary(BinaryOp::Mul, end, factor);
                *sum = emitter.binary(BinaryOp::Add, *sum, part);
            }
        }
        reach = Some(match reach {
            None => own,
            Some([low, high]) => [
                emitter.binary(BinaryOp::Min, low, own[0]),
                emitter.binary(BinaryOp::Max, high, own[1]),
            ],
        });
    }
    reach.expect("a side is of reads")
}

/// How many elements of an operand a launch reads, as far as the loops tell, in 64 bits.
fn reads(emitter: &mut Emitter, launch: &Launch, kernel: &Function, operand: &Operand) -> Value {
    let mut positions = emitter.constant(Const::F32(1.0));
    for extent in &launch.extents {
        let extent = emitter.convert(*extent, Ty::F32);
        positions = emitter.binary(BinaryOp::Mul, positions, extent);
    }
    let zero = emitter.constant(Const::F32(0.0));
    let mut all = zero;
    for (loops, reads) in &operand.loops {
        let reads = emitter.constant(Const::F32(*reads as f32));
        let mut times = emitter.binary(BinaryOp::Mul, positions, reads);
        for bounds in loops {
            let iterations = bounds.iterations(emitter, launch, kernel);
            let iterations = emitter.convert(iterations, Ty::F32);
            let iterations = emitter.binary(BinaryOp::Max, iterations, zero);
            times = emitter.binary(BinaryOp::Mul, times, iterations);
        }
        all = emitter.binary(BinaryOp::Add, all, times);
    }
    let most = emitter.constant(Const::F32(MOST_READS));
    let all = emitter.binary(BinaryOp::Min, all, most);
    emitter.convert(all, Ty::I64)
}
