//! The pass `dead-initialisation`: arrays of zeros that are overwritten whole before anybody reads them are not cleared.
//!
//! `y = zeros(h,w)` in front of a loop that stores into every element is how programs ask for an array. Clearing it is a store that is
//! dead (dead store elimination, of the zeros that making an array stores).
//!
//! A function that gets pictures of any number of channels and stores three or four of them asks when it runs whether these are all.
//!
//! *Invariant:* between the making of such an array and the end of the nest or launch that fills it, no element is read and nobody but
//! variables of the function gets the array; control reaches the end of the nest, or an error leaves the function.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Id;
use crate::mir::data::*;
use quasar_abi::RtFn;

/// Statements behind an array that are looked at.
const MOST_STATEMENTS: usize = 1000;

/// Iterations of a loop over a part of a dimension, at most.
const MOST_NUMBERS: i32 = 16;

/// Elements of the last dimension that the program may ask for, where only running tells how many there are.
const ASKED: std::ops::RangeInclusive<i32> = 2..=4;

/// Where an array of zeros is overwritten whole.
#[derive(Clone, Copy, Debug)]
enum Whole {
    Always,
    /// If its last extent is this number.
    If(i32),
}

/// Runs the pass on every host function; with `asks`, programs ask for an extent that only running tells.
pub fn dead_initialisation(program: &mut Program, asks: bool) {
    for id in (0..program.functions.len()).map(FuncId::from_index) {
        let function = &program.functions[id];
        if function.kind != FuncKind::Host {
            continue;
        }
        let mut found = BTreeMap::new();
        let definitions = definitions(function);
        let finder = Finder {
            program,
            definitions: &definitions,
            asks,
        };
        finder.overwritten(&function.body, &mut found);
        // Storing a handle gives up the one that was there.
        found.retain(|array, _| match function.values[*array].ty {
            Ty::Array(kind) => !kind.is_object(),
            other => panic!("an array of type {other:?}"),
        });
        if !found.is_empty() {
            let function = &mut program.functions[id];
            let mut body = std::mem::take(&mut function.body);
            leave_uncleared(&mut body, &found, function);
            function.body = body;
        }
    }
}

fn leave_uncleared(block: &mut Block, found: &BTreeMap<Value, Whole>, function: &mut Function) {
    let stmts = std::mem::take(&mut block.stmts);
    for mut stmt in stmts {
        let mut behind = Vec::new();
        match &mut stmt.op {
            Op::NewArray { dims, fill } if let Some(whole) = found.get(&stmt.results[0]) => {
                *fill = Fill::Uninit;
                if let Whole::If(count) = *whole {
                    let last = *dims.last().expect("an array has an extent");
                    behind = cleared_unless(&stmt, last, count, function);
                }
            }
            op => {
                for inner in op.blocks_mut() {
                    leave_uncleared(inner, found, function);
                }
            }
        }
        block.stmts.push(stmt);
        block.stmts.append(&mut behind);
    }
}

/// What clears a new array unless its last extent is this number.
fn cleared_unless(made: &Stmt, last: Value, count: i32, function: &mut Function) -> Vec<Stmt> {
    let mut value = |ty: Ty| function.values.push(ValueData { ty });
    let (number, differs) = (value(Ty::I32), value(Ty::Bool));
    let loc = made.loc;
    let stmt = |op: Op, results: Vec<Value>| Stmt { op, results, loc };
    let clear = Op::Runtime {
        func: RtFn::array_clear,
        args: vec![made.results[0]],
        list: Vec::new(),
    };
    let then = Block {
        stmts: vec![stmt(clear, Vec::new())],
    };
    let choice = Op::If {
        cond: differs,
        then,
        otherwise: Block::default(),
    };
    vec![
        stmt(Op::Const(Const::I32(count)), vec![number]),
        stmt(Op::Compare(CompareOp::Ne, last, number), vec![differs]),
        stmt(choice, Vec::new()),
    ]
}

type Definitions<'a> = BTreeMap<Value, &'a Op>;

fn definitions(function: &Function) -> Definitions<'_> {
    let mut found = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let [result] = stmt.results[..] {
            found.insert(result, &stmt.op);
        }
    });
    found
}

/// Looks for arrays of zeros that are overwritten.
struct Finder<'a> {
    program: &'a Program,
    definitions: &'a Definitions<'a>,
    asks: bool,
}

impl<'a> Finder<'a> {
    /// Finds the arrays of zeros in a block that are overwritten whole in it. Who catches an error may see what it left, so bodies of `try` are
    /// not looked at.
    fn overwritten(&self, block: &'a Block, found: &mut BTreeMap<Value, Whole>) {
        for (at, stmt) in block.stmts.iter().enumerate() {
            match &stmt.op {
                Op::Try { .. } => {}
                Op::NewArray {
                    dims,
                    fill: Fill::Zeros,
                } => {
                    let (array, rest) = (stmt.results[0], &block.stmts[at + 1..]);
                    if let Some(whole) = self.is_overwritten(array, dims, rest) {
                        found.insert(array, whole);
                    }
                }
                op => op.blocks().for_each(|inner| self.overwritten(inner, found)),
            }
        }
    }

    fn is_overwritten(&self, array: Value, dims: &[Value], rest: &'a [Stmt]) -> Option<Whole> {
        let extents = dims.iter().map(|&dim| extent(self.definitions, dim));
        let extents: Vec<Extent> = extents.collect();
        let whole = |extents: Vec<Extent>| {
            let mut search = Search {
                program: self.program,
                definitions: self.definitions,
                of_host: self.definitions,
                dims: extents,
                names: BTreeSet::from([array]),
                holders: BTreeSet::new(),
                ranges: BTreeMap::new(),
                parts: BTreeMap::new(),
                idle: 0,
                in_kernel: false,
                left: MOST_STATEMENTS,
            };
            if search.dims.len() == 1 {
                // One number n makes 1×n.
                search.dims.insert(0, Extent::Constant(1));
            }
            search.stmts(rest) == Outcome::Whole
        };
        if whole(extents.clone()) {
            return Some(Whole::Always);
        }
        let (last, others) = extents.split_last()?;
        let can_ask = self.asks && matches!(last, Extent::Value(_)) && !others.is_empty();
        let with_last = |count: i32| [others, &[Extent::Constant(count)]].concat();
        let mut counts = ASKED.rev().filter(|_| can_ask);
        let count = counts.find(|count| whole(with_last(*count)))?;
        Some(Whole::If(count))
    }
}

/// An extent, as a value of the host function where it is no constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Constant(i32),
    Value(Value),
}

fn extent(definitions: &Definitions<'_>, value: Value) -> Extent {
    match constant(definitions, value) {
        Some(number) => Extent::Constant(number),
        None => Extent::Value(value),
    }
}

fn constant(definitions: &Definitions<'_>, value: Value) -> Option<i32> {
    match definitions.get(&value)? {
        Op::Const(Const::I32(number)) => Some(*number),
        _other => None,
    }
}

/// What is known behind a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Every element was written.
    Whole,
    /// No element was read, and nobody else has the array.
    Unread,
    /// Nothing.
    Unknown,
}

/// How a coordinate of a store takes its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Run {
    /// All of its dimension.
    Through,
    /// Every so manieth from one of the first ones on.
    Every(i32),
    /// Some of a constant extent.
    Constants,
}

/// Of each kind of store the coordinates, or where they begin, that were written.
type Parts = BTreeMap<Vec<Run>, BTreeSet<Vec<i32>>>;

/// What a coordinate of a store takes.
struct Coordinate {
    run: Run,
    /// The position or index that it goes along.
    along: Option<Value>,
    /// The constants, or where it begins.
    numbers: Vec<i32>,
    /// How many of these there are in the dimension.
    wanted: i32,
}

/// A walk behind the making of an array, in the function that makes it or in a kernel that gets it.
struct Search<'a> {
    program: &'a Program,
    definitions: &'a Definitions<'a>,
    /// Those of the function that makes the array, whose values extents are.
    of_host: &'a Definitions<'a>,
    /// The extents of the array.
    dims: Vec<Extent>,
    /// Values that are the array.
    names: BTreeSet<Value>,
    /// Locals that hold it.
    holders: BTreeSet<Local>,
    /// Positions and indices of the loops around, each of which takes all numbers from 0 to below its extent.
    ranges: BTreeMap<Value, Extent>,
    /// Constant coordinates of elements that were written, by how coordinates run through their dimensions.
    parts: Parts,
    /// Loops around of which it is not known what their indices take, or whether they make an iteration.
    idle: usize,
    /// Whether values are those of a kernel, not of the function that makes the array.
    in_kernel: bool,
    /// Statements that may still be looked at.
    left: usize,
}

impl<'a> Search<'a> {
    fn stmts(&mut self, stmts: &'a [Stmt]) -> Outcome {
        for stmt in stmts {
            match self.stmt(stmt) {
                Outcome::Unread => {}
                known => return known,
            }
        }
        Outcome::Unread
    }

    fn stmt(&mut self, stmt: &'a Stmt) -> Outcome {
        let mut count = 0;
        stmt.for_each_stmt(&mut |_| count += 1);
        let Some(left) = self.left.checked_sub(count) else {
            return Outcome::Unknown;
        };
        self.left = left;
        match &stmt.op {
            Op::Get(local) if self.holders.contains(local) => {
                self.names.insert(stmt.results[0]);
                Outcome::Unread
            }
            Op::Set(local, value) => {
                match self.names.contains(value) {
                    true => self.holders.insert(*local),
                    false => self.holders.remove(local),
                };
                Outcome::Unread
            }
            Op::Dim(..) | Op::Numel(_) => Outcome::Unread,
            Op::Runtime { func, .. } if *func == RtFn::object_same => Outcome::Unread,
            Op::Store(access, _) if self.names.contains(&access.array) => self.store(access),
            op if op.is_terminator() || leaves(stmt) => Outcome::Unknown,
            _other if !self.mentions(stmt) => Outcome::Unread,
            Op::Launch(launch) => self.launch(launch),
            Op::For { .. } if self.only_writes(stmt) => self.nest(&stmt.op),
            Op::If {
                then, otherwise, ..
            } if self.runs_once() || self.only_writes(stmt) => self.branches(then, otherwise),
            _other => Outcome::Unknown,
        }
    }

    /// Whether what is looked at runs at most once behind the making of the array, so that what it reads was written in front of it.
    fn runs_once(&self) -> bool {
        !self.in_kernel && self.ranges.is_empty() && self.idle == 0
    }

    fn mentions(&self, stmt: &Stmt) -> bool {
        let mut found = false;
        stmt.for_each_stmt(&mut |inner| {
            found |= match inner.op {
                Op::Get(local) | Op::Set(local, _) => self.holders.contains(&local),
                _ => false,
            };
            inner
                .op
                .for_each_operand(|value| found |= self.names.contains(value));
        });
        found
    }

    /// Whether all that a statement does with the array is to store into it. Another iteration, or another position, may have written
    /// nothing yet when something is read.
    fn only_writes(&mut self, stmt: &Stmt) -> bool {
        stmt.for_each_stmt(&mut |inner| match &inner.op {
            Op::Get(local) if self.holders.contains(local) => {
                self.names.insert(inner.results[0]);
            }
            _other => {}
        });
        let mut only = true;
        stmt.for_each_stmt(&mut |inner| match &inner.op {
            Op::Store(access, _) if self.names.contains(&access.array) => {}
            Op::Dim(..) | Op::Numel(_) => {}
            Op::Runtime { func, .. } if *func == RtFn::object_same => {}
            Op::Set(local, _) if self.holders.contains(local) => only = false,
            op => op.for_each_operand(|value| only &= !self.names.contains(value)),
        });
        only
    }

    /// Elements are written, all of them where every coordinate runs through its dimension, or takes all its values one by one.
    fn store(&mut self, access: &Access) -> Outcome {
        let Some(dims) = self.dims_of(access.index.len()) else {
            return Outcome::Unread;
        };
        let pairs = access.index.iter().zip(dims);
        let found: Option<Vec<Coordinate>> = pairs
            .map(|(index, dim)| self.coordinate(*index, *dim))
            .collect();
        let Some(found) = found else {
            return Outcome::Unread;
        };
        let along: Vec<Value> = found.iter().filter_map(|one| one.along).collect();
        let through: BTreeSet<Value> = along.iter().copied().collect();
        // A loop whose index is no coordinate may make no iteration.
        if through.len() != along.len() || through.len() != self.ranges.len() || self.idle > 0 {
            return Outcome::Unread;
        }
        let wanted = found.iter().map(|one| i64::from(one.wanted));
        let wanted = wanted.fold(1, i64::saturating_mul);
        let runs = found.iter().map(|one| one.run).collect();
        let written = self.parts.entry(runs).or_default();
        written.extend(combinations(&found));
        match written.len() as i64 == wanted {
            true => Outcome::Whole,
            false => Outcome::Unread,
        }
    }

    /// What a coordinate takes of a dimension, where that is known.
    fn coordinate(&self, index: Value, dim: Extent) -> Option<Coordinate> {
        if let Some(range) = self.ranges.get(&index) {
            return self.of_range(index, *range, dim);
        }
        if let Some(number) = constant(self.definitions, index) {
            return constants(None, vec![number], dim);
        }
        let (along, step, first) = self.linear(index)?;
        let range = *self.ranges.get(&along)?;
        let fits = (0..step).contains(&first) && self.is_multiple(dim, range, step);
        fits.then_some(Coordinate {
            run: Run::Every(step),
            along: Some(along),
            numbers: vec![first],
            wanted: step,
        })
    }

    fn of_range(&self, index: Value, range: Extent, dim: Extent) -> Option<Coordinate> {
        if range == dim {
            return Some(Coordinate {
                run: Run::Through,
                along: Some(index),
                numbers: vec![0],
                wanted: 1,
            });
        }
        match range {
            Extent::Constant(count @ 1..=MOST_NUMBERS) => {
                constants(Some(index), (0..count).collect(), dim)
            }
            Extent::Constant(_) | Extent::Value(_) => None,
        }
    }

    /// A position or index times a constant plus another one.
    fn linear(&self, index: Value) -> Option<(Value, i32, i32)> {
        let number = |value: Value| constant(self.definitions, value);
        match **self.definitions.get(&index)? {
            Op::Binary(BinaryOp::Mul, a, b) => match (number(a), number(b)) {
                (None, Some(step)) => Some((a, step, 0)),
                (Some(step), None) => Some((b, step, 0)),
                _ => None,
            },
            Op::Binary(BinaryOp::Add, a, b) => {
                let (inner, first) = match (number(a), number(b)) {
                    (None, Some(first)) => (a, first),
                    (Some(first), None) => (b, first),
                    _ => return None,
                };
                let (along, step, before) = self.linear(inner)?;
                Some((along, step, before.checked_add(first)?))
            }
            _ => None,
        }
    }

    /// Whether a dimension is so many times as long as a range.
    fn is_multiple(&self, dim: Extent, range: Extent, times: i32) -> bool {
        match (dim, range) {
            (Extent::Constant(dim), Extent::Constant(range)) => {
                range.checked_mul(times) == Some(dim)
            }
            (Extent::Value(dim), _) => match self.of_host.get(&dim) {
                Some(Op::Binary(BinaryOp::Mul, a, b)) => {
                    let [a, b] = [*a, *b].map(|value| extent(self.of_host, value));
                    let times = Extent::Constant(times);
                    (a, b) == (range, times) || (b, a) == (range, times)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// One of two branches runs: what both write is written.
    fn branches(&mut self, then: &'a Block, otherwise: &'a Block) -> Outcome {
        let before = (self.parts.clone(), self.holders.clone());
        let first = self.stmts(&then.stmts);
        let after = (
            std::mem::take(&mut self.parts),
            std::mem::take(&mut self.holders),
        );
        (self.parts, self.holders) = before;
        let second = self.stmts(&otherwise.stmts);
        let (written, holders) = after;
        for (run, numbers) in &mut self.parts {
            let other = written.get(run);
            numbers.retain(|one| other.is_some_and(|other| other.contains(one)));
        }
        match (first, second) {
            (Outcome::Whole, Outcome::Whole) => Outcome::Whole,
            // Which variables hold the array is not known behind them.
            _ if self.holders != holders => Outcome::Unknown,
            (Outcome::Unknown, _) | (_, Outcome::Unknown) => Outcome::Unknown,
            _ => Outcome::Unread,
        }
    }

    /// The extents that belong to so many coordinates: extents of 1 in front may be left out.
    fn dims_of(&self, coordinates: usize) -> Option<&[Extent]> {
        let hidden = self.dims.len().checked_sub(coordinates)?;
        let (front, dims) = self.dims.split_at(hidden);
        let is_one = |dim: &Extent| *dim == Extent::Constant(1);
        front.iter().all(is_one).then_some(dims)
    }

    fn nest(&mut self, op: &'a Op) -> Outcome {
        let Op::For {
            label, index, body, ..
        } = op
        else {
            unreachable!("the caller has a loop");
        };
        if body.breaks_to(*label) {
            return Outcome::Unknown;
        }
        let Some(extent) = self.range(op) else {
            self.idle += 1;
            let outcome = self.stmts(&body.stmts);
            self.idle -= 1;
            return outcome;
        };
        self.ranges.insert(*index, extent);
        let outcome = self.stmts(&body.stmts);
        self.ranges.remove(index);
        outcome
    }

    /// The extent below which the index of a loop takes all numbers from 0 on.
    fn range(&self, op: &Op) -> Option<Extent> {
        let Op::For {
            start, stop, step, ..
        } = op
        else {
            return None;
        };
        let number = |value| constant(self.definitions, value);
        if number(*start) != Some(0) || number(*step) != Some(1) {
            return None;
        }
        if let Some(last) = number(*stop) {
            return Some(Extent::Constant(last.checked_add(1)?));
        }
        match self.definitions.get(stop)? {
            Op::Binary(BinaryOp::Sub, extent, one)
                if number(*one) == Some(1) && !self.in_kernel =>
            {
                Some(Extent::Value(*extent))
            }
            _other => None,
        }
    }

    /// A launch that gets the array once: what a position of the kernel does with it, every position does.
    fn launch(&mut self, launch: &Launch) -> Outcome {
        let kernel = &self.program.functions[launch.kernel];
        let mut places = (0..launch.args.len()).filter(|&at| self.names.contains(&launch.args[at]));
        let (Some(place), None, FuncKind::Kernel(data)) =
            (places.next(), places.next(), &kernel.kind)
        else {
            return Outcome::Unknown;
        };
        let parameter = kernel.params[place];
        if acts_together(kernel, data) || is_set(kernel, parameter) {
            return Outcome::Unknown;
        }
        let extents = launch.extents.iter().map(|&e| extent(self.definitions, e));
        let ranges = data.position.iter().copied().zip(extents).collect();
        self.kernel(kernel, parameter, ranges)
    }

    /// The same of a kernel, for the parameter that is the array.
    fn kernel(
        &mut self,
        kernel: &Function,
        parameter: Local,
        ranges: BTreeMap<Value, Extent>,
    ) -> Outcome {
        let mut search = Search {
            program: self.program,
            definitions: &definitions(kernel),
            of_host: self.of_host,
            dims: self.dims.clone(),
            names: BTreeSet::new(),
            holders: BTreeSet::from([parameter]),
            ranges,
            parts: std::mem::take(&mut self.parts),
            idle: 0,
            in_kernel: true,
            left: self.left,
        };
        let mut statements = kernel.body.stmts.iter();
        if !statements.all(|stmt| search.only_writes(stmt)) {
            return Outcome::Unknown;
        }
        let outcome = search.stmts(&kernel.body.stmts);
        (self.parts, self.left) = (search.parts, search.left);
        outcome
    }
}

/// Constant coordinates that lie in a constant extent.
fn constants(along: Option<Value>, numbers: Vec<i32>, dim: Extent) -> Option<Coordinate> {
    let Extent::Constant(wanted) = dim else {
        return None;
    };
    let inside = numbers.iter().all(|number| (0..wanted).contains(number));
    inside.then_some(Coordinate {
        run: Run::Constants,
        along,
        numbers,
        wanted,
    })
}

/// Every choice of a number for each coordinate.
fn combinations(coordinates: &[Coordinate]) -> Vec<Vec<i32>> {
    let mut found = vec![Vec::new()];
    for coordinate in coordinates {
        let longer = found.iter().flat_map(|begun: &Vec<i32>| {
            let numbers = coordinate.numbers.iter();
            numbers.map(|number| [&begun[..], &[*number]].concat())
        });
        found = longer.collect();
    }
    found
}

/// Whether control may leave the statement for another place than the next one.
fn leaves(stmt: &Stmt) -> bool {
    let (mut own, mut found) = (BTreeSet::new(), false);
    stmt.for_each_stmt(&mut |inner| match &inner.op {
        Op::For { label, .. } | Op::Loop { label, .. } | Op::Scope { label, .. } => {
            own.insert(*label);
        }
        Op::Break(label) | Op::Continue(label) => found |= !own.contains(label),
        Op::Return(_) => found = true,
        _other => {}
    });
    found
}

fn acts_together(kernel: &Function, data: &KernelData) -> bool {
    let mut found = data.group.is_some();
    kernel.body.for_each_stmt(&mut |stmt| {
        found |= matches!(stmt.op, Op::Together(_) | Op::Texture(_));
    });
    found
}

fn is_set(kernel: &Function, local: Local) -> bool {
    kernel.body.assigned_locals().contains(&local)
}
