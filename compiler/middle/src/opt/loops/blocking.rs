//! Blocking of a serial loop around a nest that updates a whole matrix: several of its steps make one sweep.
//!
//! ```text
//! for k = s..e { head(k)  for i = k+1..m { for j = k+1..n { a[i,j] -= a[i,k]*a[k,j] } } }
//!
//! for last = s+7..8..e {
//!     for k = last-7..last {
//!         head(k)  for i = k+1..last { for j = k+1..n { … } }  for i = last+1..m { for j = k+1..last { … } }
//!     }
//!     for i = last+1..m { for j = last+1..n { x = a[i,j]  x -= a[i,last-7]*a[last-7,j]  …  x -= a[i,last]*a[last,j]  a[i,j] = x } }
//! }
//! for k = first that is left..e { as before }
//! ```
//!
//! The first inner loop brings the rows and columns of the block up to date, the second gives each element behind them all steps of the block,
//! in the order of the source: results keep their bits. One step reads of the matrix the element itself and row and column `k`; a later step
//! writes behind its own row and column only, so what the sweep reads is what the step read. The head touches row and column `k` alone.
//!
//! Blocks are made where all indices are known to lie inside, which the program tests: then no error can tell how far the loops have come.
//!
//! *Technique:* strip-mining with index-set splitting and unroll-and-jam (Carr and Kennedy, "Compiler Blockability of Numerical Algorithms",
//! Supercomputing 1992).
//!
//! *Invariant:* each element gets the values of the source in the source's order, and no step reads an element at another time of its life.

use super::emit::Emitter;
use super::rematerialise::{can_compute, compute};
use super::scalar_replacement::Inside;
use super::{Notes, leave_unchecked, with_loops};
use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::nest::{Nest, NestAccess, Role, iterations};
use crate::mir::families::pure_op;
use crate::mir::passes::copy::Renaming;
use crate::mir::{
    AccessMode, BinaryOp, Block, CompareOp, Const, ElemKind, Function, Label, LocalData,
    LoopDirective, Op, Program, Stmt, Ty, Value,
};
use std::collections::BTreeSet;

/// Steps that make one sweep: with more, the steps that bring rows and columns up to date take what the sweeps save.
const BLOCK: i32 = 8;
/// With fewer steps the matrix is small, and the launches take longer than its elements.
const FEWEST_STEPS: i32 = 64;
/// Statements that one step of the sweep may have.
const MOST_STMTS: usize = 24;

/// Blocks the loops of all host functions.
pub fn block_loops(program: &mut Program, notes: &mut Notes) {
    let names = Names::of(program);
    for id in with_loops(program) {
        if !has_sweep(&program.functions[id].body) {
            continue;
        }
        let of_function = notes.functions.entry(id).or_default();
        let original = program.functions[id].clone();
        let def_use = DefUse::of(&original, &names);
        let mut blocking = Blocking {
            def_use: &def_use,
            function: &mut program.functions[id],
            kept: &of_function.originals,
            copies: BTreeSet::new(),
        };
        let body = blocking.block(original.body.clone());
        let copies = std::mem::take(&mut blocking.copies);
        program.functions[id].body = body;
        of_function.marks.copies.extend(copies);
    }
}

/// Whether a block has a loop of the form that is looked for.
fn has_sweep(block: &Block) -> bool {
    let mut found = false;
    block.for_each_stmt(&mut |stmt| found |= Shape::of(stmt).is_some());
    found
}

/// The loops of a nest, as far as the text tells.
struct Shape<'s> {
    step: ForParts<'s>,
    rows: ForParts<'s>,
    columns: ForParts<'s>,
    change: Change<'s>,
}

/// What a step does with one element.
struct Change<'s> {
    /// What it reads and computes, in the branch too.
    reads: Vec<&'s Stmt>,
    /// Where it changes the element alone.
    cond: Option<Value>,
    store: &'s Stmt,
}

impl<'s> Change<'s> {
    fn of(body: &'s Block) -> Option<Change<'s>> {
        let (last, reads) = body.stmts.split_last()?;
        let mut reads: Vec<&Stmt> = reads.iter().collect();
        let (cond, store) = match &last.op {
            Op::If {
                cond,
                then,
                otherwise,
            } if otherwise.stmts.is_empty() => {
                let (store, within) = then.stmts.split_last()?;
                reads.extend(within);
                (Some(*cond), store)
            }
            _ => (None, last),
        };
        let fits = matches!(store.op, Op::Store(..)) && reads.iter().all(|stmt| only_reads(stmt));
        fits.then_some(Change { reads, cond, store })
    }

    /// What it stores.
    fn stored(&self) -> Value {
        match &self.store.op {
            Op::Store(_, values) => values[0],
            _ => unreachable!("a change ends with a store"),
        }
    }
}

/// Whether a statement computes or reads something.
fn only_reads(stmt: &Stmt) -> bool {
    matches!(stmt.op, pure_op!() | Op::Get(_) | Op::Load(_))
}

impl<'s> Shape<'s> {
    fn of(stmt: &'s Stmt) -> Option<Shape<'s>> {
        let step = ForParts::of(stmt)?;
        let rows = ForParts::of(step.body.stmts.last()?)?;
        let columns = ForParts::of(rows.body.stmts.last()?)?;
        let change = Change::of(columns.body)?;
        let before = &rows.body.stmts[..rows.body.stmts.len() - 1];
        let fits = before.iter().all(only_reads)
            && change.reads.len() + before.len() <= MOST_STMTS
            && step.body.stmts.iter().all(is_plain)
            && [&step, &rows, &columns]
                .iter()
                .all(|parts| *parts.directive == LoopDirective::default());
        fits.then_some(Shape {
            step,
            rows,
            columns,
            change,
        })
    }
}

/// Whether a statement computes, reads and writes elements, and does nothing else.
fn is_plain(stmt: &Stmt) -> bool {
    let mut plain = true;
    stmt.for_each_stmt(&mut |stmt| {
        plain &= matches!(
            stmt.op,
            pure_op!() | Op::Get(_) | Op::Load(_) | Op::Store(..) | Op::If { .. } | Op::For { .. }
        );
    });
    plain
}

/// A number that no iteration of a nest changes, and how it is computed before the nest.
struct Steady(Option<Value>, AffineForm);

impl Steady {
    fn of(nest: &Nest, value: Value, form: &AffineForm) -> Option<Steady> {
        let there = (!nest.defines(value)).then_some(value);
        let fits = there.is_some() || can_compute(nest, form);
        fits.then(|| Steady(there, form.clone()))
    }

    fn value(&self, emitter: &mut Emitter) -> Value {
        self.0.unwrap_or_else(|| compute(emitter, &self.1, None))
    }
}

/// A loop that may be blocked.
struct Found {
    matrix: Root,
    /// The element that the sweep changes, as its reads and its write have it.
    own: Inside,
    /// The elements that are inside where blocks are made.
    inside: Inside,
    /// The last row and the last column of the nest.
    ends: [Steady; 2],
}

struct Blocking<'a, 'f> {
    def_use: &'a DefUse<'f>,
    function: &'a mut Function,
    /// Loops that stay as they are.
    kept: &'a BTreeSet<Label>,
    /// The loops that were made, for which those of the source speak.
    copies: BTreeSet<Label>,
}

impl Blocking<'_, '_> {
    fn block(&mut self, block: Block) -> Block {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for mut stmt in block.stmts {
            match Shape::of(&stmt).and_then(|shape| self.find(&stmt, &shape)) {
                Some(found) => stmts.extend(self.blocked(&stmt, &found)),
                None => {
                    for inner in stmt.op.blocks_mut() {
                        let block = std::mem::take(inner);
                        *inner = self.block(block);
                    }
                    stmts.push(stmt);
                }
            }
        }
        Block { stmts }
    }

    /// What is to be known of a loop, if several of its steps may be one sweep.
    fn find(&self, stmt: &Stmt, shape: &Shape) -> Option<Found> {
        if self.kept.contains(&shape.step.label) {
            return None;
        }
        let nest = Nest::of(self.def_use, stmt);
        let of = |parts: &ForParts| nest.loops.iter().position(|one| one.label == parts.label);
        let [rows, columns] = [of(&shape.rows)?, of(&shape.columns)?];
        let sweep = Sweep {
            nest: &nest,
            rows,
            columns,
            write: sweep_write(&nest, columns)?,
        };
        let matrix = sweep.write.root?;
        let is_there = match matrix {
            Root::Local(local) => !nest.assigned.contains(&local),
            Root::Value(value) => !nest.defines(value),
            Root::Global(_) => false,
        };
        let legal = is_there
            && nest.obstacle.is_none()
            && nest.assigned.is_empty()
            && has_steps(&nest)
            && sweep.counts()
            && nest.accesses.iter().all(|one| self.is_allowed(&sweep, one))
            && reads_only_numbers(shape)
            && (shape.change.cond.is_none() || sweep.reads_own(shape));
        let stops = [shape.rows.range.stop, shape.columns.range.stop];
        let forms = [&nest.loops[rows].stop, &nest.loops[columns].stop];
        let [last_row, last_column] = [0, 1].map(|at| Steady::of(&nest, stops[at], forms[at]));
        let own = nest.accesses.iter().filter(|one| sweep.is_own(one));
        let own = own.map(|one| one.operands.clone()).collect();
        let inside = nest.accesses.iter().filter(|one| sweep.is_inside(one));
        let inside = inside.map(|one| one.operands.clone()).collect();
        let ends = [last_row?, last_column?];
        legal.then_some(Found {
            matrix,
            own,
            inside,
            ends,
        })
    }

    /// Whether an access leaves the order of steps free.
    fn is_allowed(&self, sweep: &Sweep, access: &NestAccess) -> bool {
        let matrix = sweep.write.root.expect("an array that is known");
        let Some(root) = access.root else {
            return false;
        };
        if root == matrix {
            return match sweep.nest.path(access.in_loop).contains(&sweep.rows) {
                true => sweep.is_of_step(access),
                false => sweep.is_of_head(access),
            };
        }
        // Another array, which nobody writes and whose reads raise nothing.
        let quiet = access.mode == AccessMode::Safe
            || access.mode == AccessMode::Unchecked
            || sweep.nest.inside.contains(&access.operands);
        let other =
            access.kind != sweep.write.kind || !self.def_use.aliases.may_alias(root, matrix);
        access.role == Role::Read && quiet && other
    }
}

/// The only write of the inner nest, if its elements keep what is stored.
fn sweep_write(nest: &Nest, columns: usize) -> Option<&NestAccess> {
    let mut writes = nest.accesses.iter();
    writes.find(|access| {
        access.role != Role::Read
            && access.in_loop == columns
            && matches!(access.kind, ElemKind::F32 | ElemKind::F64)
    })
}

/// Whether a loop counts up by one, and may have enough iterations.
fn has_steps(nest: &Nest) -> bool {
    let one = &nest.loops[0];
    let enough = iterations(&one.start, &one.stop, &one.step)
        .is_none_or(|count| count >= FEWEST_STEPS.unsigned_abs().into());
    nest.loops
        .iter()
        .all(|one| !one.irregular && one.step.as_constant() == Some(1))
        && enough
}

/// Whether the inner nest takes from the body of the outer loop only what can be computed anew for another step.
fn reads_only_numbers(shape: &Shape) -> bool {
    let (rows, head) = shape.step.body.stmts.split_last().expect("a nest");
    let mut read = BTreeSet::new();
    for stmt in head {
        if !is_number(stmt, &read) {
            stmt.for_each_stmt(&mut |stmt| read.extend(&stmt.results));
        }
    }
    let mut fits = true;
    rows.for_each_stmt(&mut |stmt| {
        stmt.op
            .for_each_operand(|value| fits &= !read.contains(value));
    });
    fits
}

/// Whether a statement computes something of numbers, or of what is the same in all steps.
fn is_number(stmt: &Stmt, read: &BTreeSet<Value>) -> bool {
    let mut fits = matches!(stmt.op, pure_op!() | Op::Get(_));
    stmt.op
        .for_each_operand(|value| fits &= !read.contains(value));
    fits
}

/// The nest that updates the matrix in one step.
struct Sweep<'n> {
    nest: &'n Nest,
    rows: usize,
    columns: usize,
    write: &'n NestAccess,
}

impl Sweep<'_> {
    /// Whether both loops start behind the step's own row and column, and the matrix is written at their indices.
    fn counts(&self) -> bool {
        let next = AffineForm::atom(Atom::Index(0)).plus(&AffineForm::constant(1));
        let of = |at: usize| &self.nest.loops[at].start;
        *of(self.rows) == next && *of(self.columns) == next && self.is_own(self.write)
    }

    fn is_own(&self, access: &NestAccess) -> bool {
        let own = [self.rows, self.columns].map(|at| AffineForm::atom(Atom::Index(at)));
        access.index == own
    }

    /// Whether a step reads the element that it changes.
    fn reads_own(&self, shape: &Shape) -> bool {
        let is_read = |access: &NestAccess| {
            let mut reads = shape.change.reads.iter();
            reads.any(|stmt| match &stmt.op {
                Op::Load(read) => access.operands == (read.array, read.index.clone()),
                _ => false,
            })
        };
        let mut own = self.nest.accesses.iter().filter(|one| self.is_own(one));
        own.any(is_read)
    }

    /// Whether an access is to the element itself, or to one of the step's row and column.
    fn is_of_step(&self, access: &NestAccess) -> bool {
        let atoms = [self.rows, self.columns].map(Atom::Index);
        let step = AffineForm::atom(Atom::Index(0));
        let [row, column] = access.index.as_slice() else {
            return false;
        };
        let reads = access.role == Role::Read
            && (*row == step || *row == AffineForm::atom(atoms[0]))
            && (*column == step || *column == AffineForm::atom(atoms[1]));
        access.mode.is_exact() && (self.is_own(access) || reads)
    }

    /// Whether an access of the head is to the step's row or column, and raises nothing where the sweep's do not.
    fn is_of_head(&self, access: &NestAccess) -> bool {
        let step = AffineForm::atom(Atom::Index(0));
        let [row, column] = access.index.as_slice() else {
            return false;
        };
        let quiet = access.mode != AccessMode::Checked || self.is_inside(access);
        access.mode.is_exact() && (*row == step || *column == step) && quiet
    }

    /// Whether an access is to an element of the matrix that is certainly there where blocks are made.
    fn is_inside(&self, access: &NestAccess) -> bool {
        let of_step = || self.nest.path(access.in_loop).contains(&self.rows);
        match access.index.as_slice() {
            [row, column] if access.root == self.write.root => {
                of_step()
                    || (self.is_within(row, self.rows) && self.is_within(column, self.columns))
            }
            _ => false,
        }
    }

    /// Whether an index is the step, or one that a loop counts from there to the end of one of the sweep's loops.
    fn is_within(&self, index: &AffineForm, end: usize) -> bool {
        let step = AffineForm::atom(Atom::Index(0));
        *index == step
            || self.nest.loops.iter().enumerate().any(|(at, one)| {
                let from = one.start.minus(&step).as_constant();
                *index == AffineForm::atom(Atom::Index(at))
                    && matches!(from, Some(0 | 1))
                    && one.stop == self.nest.loops[end].stop
            })
    }
}

/// Bounds of a loop, where they are other ones than the source has.
#[derive(Clone, Copy, Default)]
struct Bounds {
    start: Option<Value>,
    stop: Option<Value>,
}

impl Bounds {
    fn of(start: Option<Value>, stop: Option<Value>) -> Bounds {
        Bounds { start, stop }
    }

    fn set(self, stmt: &mut Stmt) {
        if let Op::For { start, stop, .. } = &mut stmt.op {
            *start = self.start.unwrap_or(*start);
            *stop = self.stop.unwrap_or(*stop);
        }
    }
}

/// Says that a loop is parallel, as was proven.
fn set_parallel(stmt: &mut Stmt) {
    if let Op::For { directive, .. } = &mut stmt.op {
        directive.expression = true;
    }
}

impl Blocking<'_, '_> {
    /// The loop in blocks, and the loop for what is left.
    fn blocked(&mut self, stmt: &Stmt, found: &Found) -> Vec<Stmt> {
        let mut unchecked = Block {
            stmts: vec![stmt.clone()],
        };
        leave_unchecked(&mut unchecked, &found.inside);
        let shape = &Shape::of(&unchecked.stmts[0]).expect("a nest of that form");
        let first = shape.step.range.start;
        let data = LocalData {
            name: None,
            ty: Ty::I32,
            kept: None,
            loc: stmt.loc,
        };
        let rest = self.function.locals.push(data);
        let mut emitter = Emitter::new(self.function, stmt.loc);
        emitter.run(Op::Set(rest, first));
        let limit = Limit::emit(&mut emitter, found, shape);
        let mut stmts = std::mem::take(&mut emitter.stmts);
        let blocks = limit.blocks(&mut emitter, first);
        emitter.run(Op::Set(rest, blocks.rest));
        let mut then = emitter.stmts;
        let (index, label) = self.new_loop(stmt);
        let body = self.body(shape, found, &limit, index);
        then.push(Stmt {
            op: Op::For {
                label,
                index,
                start: limit.first_last,
                stop: limit.last,
                step: blocks.step,
                body,
                directive: Box::default(),
                name: None,
            },
            results: Vec::new(),
            loc: stmt.loc,
        });
        let mut emitter = Emitter::new(self.function, stmt.loc);
        emitter.run(Op::If {
            cond: limit.fits,
            then: Block { stmts: then },
            otherwise: Block::default(),
        });
        let start = emitter.get(rest);
        stmts.extend(emitter.stmts);
        let mut left = stmt.clone();
        Bounds::of(Some(start), None).set(&mut left);
        stmts.push(left);
        stmts
    }

    /// The index and the label of a loop that no loop of the source speaks for.
    fn new_loop(&mut self, stmt: &Stmt) -> (Value, Label) {
        let mut emitter = Emitter::new(self.function, stmt.loc);
        let (index, label) = (emitter.value(Ty::I32), emitter.label());
        self.copies.insert(label);
        (index, label)
    }

    /// The body of the loop over blocks, whose index is the last step of each.
    fn body(&mut self, shape: &Shape, found: &Found, limit: &Limit, last: Value) -> Block {
        let loc = shape.step.body.stmts.last().expect("a nest").loc;
        let mut emitter = Emitter::new(self.function, loc);
        let one = emitter.constant(Const::I32(1));
        let behind = emitter.binary(BinaryOp::Add, last, one);
        let steps: Vec<Value> = (0..BLOCK)
            .rev()
            .map(|distance| {
                let distance = emitter.constant(Const::I32(distance));
                emitter.binary(BinaryOp::Sub, last, distance)
            })
            .collect();
        let mut stmts = emitter.stmts;
        stmts.push(self.panel(shape, Bounds::of(Some(steps[0]), Some(last)), behind));
        let sweep = self.sweep(shape, found, &steps, limit.ends.map(|end| (behind, end)));
        stmts.extend(sweep);
        Block { stmts }
    }

    /// The loop that brings the rows and columns of a block up to date.
    fn panel(&mut self, shape: &Shape, steps: Bounds, behind: Value) -> Stmt {
        let (nest, head) = shape.step.body.stmts.split_last().expect("a nest");
        let mut body = head.to_vec();
        let mut rows = nest.clone();
        Bounds::of(None, steps.stop).set(&mut rows);
        let mut columns = self.copy(nest);
        Bounds::of(Some(behind), None).set(&mut columns);
        inner(&mut columns, |stmt| Bounds::of(None, steps.stop).set(stmt));
        for stmt in [&mut rows, &mut columns] {
            set_parallel(stmt);
            inner(stmt, set_parallel);
        }
        body.extend([rows, columns]);
        let index = shape.step.index;
        let step = Stmt {
            op: Op::For {
                label: shape.step.label,
                index,
                start: steps.start.expect("a first step"),
                stop: steps.stop.expect("a last step"),
                step: shape.step.range.step,
                body: Block { stmts: body },
                directive: Box::default(),
                name: shape.step.name.map(str::to_owned),
            },
            results: Vec::new(),
            loc: nest.loc,
        };
        self.copy(&step)
    }

    /// A copy under new names, for which the original speaks.
    fn copy(&mut self, stmt: &Stmt) -> Stmt {
        let block = Block {
            stmts: vec![stmt.clone()],
        };
        let renaming = Renaming::of_definitions(&block, self.function);
        self.copies.extend(renaming.labels.values());
        renaming.block(&block).stmts.pop().expect("the statement")
    }

    /// The nest that gives each element behind a block all steps of it.
    fn sweep(
        &mut self,
        shape: &Shape,
        found: &Found,
        steps: &[Value],
        ranges: [(Value, Value); 2],
    ) -> Vec<Stmt> {
        let (nest, head) = shape.step.body.stmts.split_last().expect("a nest");
        let mut made = Vec::new();
        let mut names: Vec<Renaming> = Vec::new();
        for &step in steps {
            let mut renaming = Renaming::default();
            renaming.values.insert(shape.step.index, step);
            let numbers = numbers(head);
            made.extend(self.again(&numbers, &mut renaming));
            names.push(renaming);
        }
        let before = &shape.rows.body.stmts[..shape.rows.body.stmts.len() - 1];
        let mut in_row = Vec::new();
        for renaming in &mut names {
            in_row.extend(self.again(before, renaming));
        }
        let mut columns = shape.rows.body.stmts[before.len()].clone();
        let body = self.element(&shape.change, found, &mut names);
        if let Op::For { body: old, .. } = &mut columns.op {
            old.stmts = body;
        }
        let mut rows = nest.clone();
        in_row.push(columns);
        if let Op::For { body: old, .. } = &mut rows.op {
            old.stmts = in_row;
        }
        let [rows_from, columns_from] = ranges.map(|(start, stop)| {
            move |stmt: &mut Stmt| {
                Bounds::of(Some(start), Some(stop)).set(stmt);
                set_parallel(stmt);
            }
        });
        rows_from(&mut rows);
        inner(&mut rows, columns_from);
        made.push(self.copy(&rows));
        made
    }

    /// Statements for another step; the renaming learns their new names.
    fn again(&mut self, stmts: &[Stmt], renaming: &mut Renaming) -> Vec<Stmt> {
        let block = Block {
            stmts: stmts.to_vec(),
        };
        let own = Renaming::of_definitions(&block, self.function);
        renaming.values.extend(own.values);
        renaming.block(&block).stmts
    }

    /// The steps of a block for one element, which is read once and written once.
    fn element(&mut self, change: &Change, found: &Found, names: &mut [Renaming]) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let mut current: Option<Value> = None;
        for renaming in names.iter_mut() {
            for stmt in &change.reads {
                let own = match &stmt.op {
                    Op::Load(access) => found.own.contains(&(access.array, access.index.clone())),
                    _ => false,
                };
                match current.filter(|_| own) {
                    Some(value) => {
                        renaming.values.insert(stmt.results[0], value);
                    }
                    None => stmts.extend(self.again(std::slice::from_ref(stmt), renaming)),
                }
                if own {
                    current = Some(renaming.value(stmt.results[0]));
                }
            }
            let stored = renaming.value(change.stored());
            current = Some(match (change.cond, current) {
                (Some(cond), Some(otherwise)) => {
                    let mut emitter = Emitter::new(self.function, change.store.loc);
                    let ty = emitter.function.values[stored].ty;
                    let chosen = Op::Select {
                        cond: renaming.value(cond),
                        then: stored,
                        otherwise,
                    };
                    let value = emitter.define(chosen, ty);
                    stmts.extend(emitter.stmts);
                    value
                }
                _ => stored,
            });
        }
        let store = std::slice::from_ref(change.store);
        let mut store = self.again(store, names.last_mut().expect("a step"));
        if let (Op::Store(_, values), Some(value)) = (&mut store[0].op, current) {
            values[0] = value;
        }
        stmts.extend(store);
        stmts
    }
}

/// The statements of a head that can be computed anew for another step.
fn numbers(head: &[Stmt]) -> Vec<Stmt> {
    let (mut read, mut found) = (BTreeSet::new(), Vec::new());
    for stmt in head {
        match is_number(stmt, &read) {
            true => found.push(stmt.clone()),
            false => stmt.for_each_stmt(&mut |stmt| read.extend(&stmt.results)),
        }
    }
    found
}

/// Changes the loop that a loop's body ends with.
fn inner(stmt: &mut Stmt, change: impl FnOnce(&mut Stmt)) {
    if let Op::For { body, .. } = &mut stmt.op {
        change(body.stmts.last_mut().expect("a loop"));
    }
}

/// Up to which step blocks may be made.
struct Limit {
    /// Whether there are blocks at all.
    fits: Value,
    /// The last step of the first block.
    first_last: Value,
    /// The last step that a block may have.
    last: Value,
    /// The last row and the last column of the matrix that change.
    ends: [Value; 2],
}

/// Values of the branch with blocks.
struct Blocks {
    step: Value,
    /// The first step that is in no block.
    rest: Value,
}

impl Limit {
    fn emit(emitter: &mut Emitter, found: &Found, shape: &Shape) -> Limit {
        let (first, stop) = (shape.step.range.start, shape.step.range.stop);
        let array = match found.matrix {
            Root::Local(local) => emitter.get(local),
            Root::Value(value) => value,
            Root::Global(_) => unreachable!("a matrix is no global variable"),
        };
        let ends = [0, 1].map(|axis| found.ends[axis].value(emitter));
        let zero = emitter.constant(Const::I32(0));
        let mut conditions = vec![emitter.compare(CompareOp::Ge, first, zero)];
        for (axis, end) in [0, 1].into_iter().zip(ends) {
            let extent = emitter.define(Op::Dim(array, axis), Ty::I32);
            conditions.push(emitter.compare(CompareOp::Lt, end, extent));
        }
        let last = emitter.binary(BinaryOp::Min, stop, ends[0]);
        let last = emitter.binary(BinaryOp::Min, last, ends[1]);
        let distance = emitter.constant(Const::I32(BLOCK - 1));
        let first_last = emitter.binary(BinaryOp::Add, first, distance);
        let fewest = emitter.constant(Const::I32(FEWEST_STEPS - 1));
        // No sum comes around: both are indices of elements where the other conditions hold.
        let steps = emitter.binary(BinaryOp::Sub, last, first);
        conditions.push(emitter.compare(CompareOp::Ge, steps, fewest));
        conditions.push(emitter.compare(CompareOp::Ge, last, zero));
        let fits = conditions.into_iter().reduce(|all, one| {
            let and = Op::Binary(BinaryOp::And, all, one);
            emitter.define(and, Ty::Bool)
        });
        Limit {
            fits: fits.expect("a condition"),
            first_last,
            last,
            ends,
        }
    }

    fn blocks(&self, emitter: &mut Emitter, first: Value) -> Blocks {
        let step = emitter.constant(Const::I32(BLOCK));
        let one = emitter.constant(Const::I32(1));
        let steps = emitter.binary(BinaryOp::Sub, self.last, first);
        let steps = emitter.binary(BinaryOp::Add, steps, one);
        let count = emitter.binary(BinaryOp::IntDiv, steps, step);
        let done = emitter.binary(BinaryOp::Mul, count, step);
        let rest = emitter.binary(BinaryOp::Add, first, done);
        Blocks { step, rest }
    }
}
