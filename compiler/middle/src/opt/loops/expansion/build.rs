//! The loops over blocks, rows and lanes that stand for a loop whose iterations make arrays.
//!
//! *Invariant:* every iteration runs once, in one of the two versions.

use std::collections::{BTreeMap, BTreeSet};

use super::super::emit::Emitter;
use super::super::marks::Marks;
use super::bounds;
use super::elements::{Elements, Known, overwritten};
use super::find::Prepared;
use super::trial::labels;
use crate::analysis::loops::counted::ForParts;
use crate::machine::cost::expansion::{
    BYTES_OF_A_ROW, BYTES_OF_ALL, BYTES_ON_DEVICES, FEWEST_ITERATIONS, LANES, MOST_ELEMENTS,
};
use crate::mir::passes::copy::{Renaming, replace_stmts};
use crate::mir::{
    BinaryOp, Block, CompareOp, Const, Fill, Function, Label, LoopDirective, Op, RtFn, Stmt, Ty,
    Value,
};

/// The choice between the expanded loop and the loop as it was.
pub fn expanded(
    function: &mut Function,
    one: &Prepared,
    made: &BTreeMap<Value, Op>,
    marks: &mut Marks,
) -> Vec<Stmt> {
    let mut stmts = one.sizes.clone();
    let mut emitter = Emitter::new(function, one.looped.loc);
    let sizes = Sizes::emit(&mut emitter, one);
    let cond = sizes.fits;
    let mut inner = Emitter::new(emitter.function, emitter.loc);
    let known = Known {
        all: made,
        sizes: one.sizes.iter().filter_map(number).collect(),
    };
    let is_whole = overwritten(body(one), &one.arrays, &known);
    Builder {
        one,
        sizes: &sizes,
        overwritten: &is_whole,
        marks,
    }
    .blocks(&mut inner);
    let then = Block { stmts: inner.stmts };
    let otherwise = as_it_was(emitter.function, one, marks);
    emitter.run(Op::If {
        cond,
        then,
        otherwise,
    });
    stmts.append(&mut emitter.stmts);
    stmts
}

/// The constants, sums and differences of a block and of the blocks below it.
pub fn numbers(block: &Block) -> BTreeMap<Value, Op> {
    let mut made = BTreeMap::new();
    block.for_each_stmt(&mut |stmt| made.extend(number(stmt)));
    made
}

fn number(stmt: &Stmt) -> Option<(Value, Op)> {
    match stmt.op {
        Op::Const(_) | Op::Binary(..) => Some((stmt.results[0], stmt.op.clone())),
        _ => None,
    }
}

fn body(one: &Prepared) -> &Block {
    ForParts::of(&one.looped).expect("a loop").body
}

/// The loop as it was, for which the other one speaks.
fn as_it_was(function: &mut Function, one: &Prepared, marks: &mut Marks) -> Block {
    let block = Block {
        stmts: vec![one.looped.clone()],
    };
    let renaming = Renaming::of_definitions(&block, function);
    let copy = renaming.block(&block);
    marks.follow(&renaming);
    marks.copies.extend(labels(&copy.stmts[0]));
    copy
}

/// Numbers that the host computes in front of the loop.
struct Sizes {
    /// Whether the arrays are small enough, and the iterations many.
    fits: Value,
    /// Iterations, in 64 bits.
    count: Value,
    /// Bytes of all arrays for the iterations of a row, in 64 bits.
    bytes: Value,
}

impl Sizes {
    fn emit(emitter: &mut Emitter<'_>, one: &Prepared) -> Sizes {
        let range = ForParts::of(&one.looped).expect("a loop").range;
        let start = emitter.convert(range.start, Ty::I64);
        let stop = emitter.convert(range.stop, Ty::I64);
        let step = emitter.constant(Const::I64(i64::from(one.step)));
        let unit = emitter.constant(Const::I64(1));
        let distance = emitter.binary(BinaryOp::Sub, stop, start);
        let steps = emitter.binary(BinaryOp::IntDiv, distance, step);
        // One where the loop does not run at all, which is too few.
        let count = emitter.binary(BinaryOp::Add, steps, unit);
        let fewest = emitter.constant(Const::I64(FEWEST_ITERATIONS));
        let most = emitter.constant(Const::I64(1 << 30));
        let mut fits = emitter.compare(CompareOp::Ge, count, fewest);
        let few = emitter.compare(CompareOp::Le, count, most);
        fits = both(emitter, fits, few);
        let cap = emitter.constant(Const::I64(BYTES_OF_A_ROW));
        let mut bytes = emitter.constant(Const::I64(0));
        let mut elements = bytes;
        for private in &one.arrays {
            let mut product = unit;
            for dim in &private.dims {
                let wide = emitter.convert(*dim, Ty::I64);
                let some = emitter.compare(CompareOp::Ge, wide, unit);
                fits = both(emitter, fits, some);
                // No product of two comes around.
                let bounded = emitter.binary(BinaryOp::Min, wide, cap);
                let larger = emitter.binary(BinaryOp::Mul, product, bounded);
                product = emitter.binary(BinaryOp::Min, larger, cap);
            }
            elements = emitter.binary(BinaryOp::Add, elements, product);
            let size = i64::from(private.kind.size() as u32) * i64::from(LANES);
            let size = emitter.constant(Const::I64(size));
            let own = emitter.binary(BinaryOp::Mul, product, size);
            bytes = emitter.binary(BinaryOp::Add, bytes, own);
        }
        let small = emitter.compare(CompareOp::Le, bytes, cap);
        fits = both(emitter, fits, small);
        if !one.is_serial_inside {
            let most = emitter.constant(Const::I64(MOST_ELEMENTS));
            let small = emitter.compare(CompareOp::Le, elements, most);
            fits = both(emitter, fits, small);
        }
        for number in &one.numbers {
            let small = bounds::is_small(emitter, *number);
            fits = both(emitter, fits, small);
        }
        Sizes { fits, count, bytes }
    }
}

fn both(emitter: &mut Emitter<'_>, left: Value, right: Value) -> Value {
    emitter.define(Op::Binary(BinaryOp::And, left, right), Ty::Bool)
}

fn select(emitter: &mut Emitter<'_>, cond: Value, then: Value, otherwise: Value) -> Value {
    let ty = emitter.function.values[then].ty;
    let op = Op::Select {
        cond,
        then,
        otherwise,
    };
    emitter.define(op, ty)
}

/// A loop from 0 to before a number.
struct Counting {
    label: Label,
    index: Value,
    count: Value,
    directive: LoopDirective,
    name: Option<String>,
}

impl Counting {
    fn new(emitter: &mut Emitter<'_>, count: Value) -> Counting {
        Counting {
            label: emitter.label(),
            index: emitter.value(Ty::I32),
            count,
            directive: LoopDirective::default(),
            name: None,
        }
    }

    fn run(self, emitter: &mut Emitter<'_>, body: Vec<Stmt>) {
        let start = emitter.constant(Const::I32(0));
        let step = emitter.constant(Const::I32(1));
        let stop = emitter.binary(BinaryOp::Sub, self.count, step);
        emitter.run(Op::For {
            label: self.label,
            index: self.index,
            start,
            stop,
            step,
            body: Block { stmts: body },
            directive: Box::new(self.directive),
            name: self.name,
        });
    }
}

/// Makes the loops of the expanded version.
struct Builder<'a> {
    one: &'a Prepared,
    sizes: &'a Sizes,
    /// Arrays that are written whole before they are read.
    overwritten: &'a BTreeSet<Value>,
    marks: &'a mut Marks,
}

/// Iterations that have arrays at the same time.
struct Together {
    /// The first row.
    first: Value,
    /// The rows.
    rows: Value,
    /// The iterations of a row.
    width: Value,
    /// The arrays, by those of an iteration.
    expanded: BTreeMap<Value, Value>,
}

impl Builder<'_> {
    /// The arrays, and the loop over blocks: of whole rows, then of the row of what is left.
    fn blocks(&mut self, emitter: &mut Emitter<'_>) {
        let zero = emitter.constant(Const::I32(0));
        let unit = emitter.constant(Const::I32(1));
        let lanes = emitter.constant(Const::I32(LANES));
        let count = emitter.convert(self.sizes.count, Ty::I32);
        let full = emitter.binary(BinaryOp::IntDiv, count, lanes);
        let in_rows = emitter.binary(BinaryOp::Mul, full, lanes);
        let rest = emitter.binary(BinaryOp::Sub, count, in_rows);
        let most = self.most_bytes(emitter);
        let most = emitter.binary(BinaryOp::IntDiv, most, self.sizes.bytes);
        let most = emitter.convert(most, Ty::I32);
        let rows = emitter.binary(BinaryOp::Min, full, most);
        let mut expanded = BTreeMap::new();
        for private in &self.one.arrays {
            let dims = vec![rows, private.numel, lanes];
            let fill = Fill::Uninit;
            let made = emitter.define(Op::NewArray { dims, fill }, Ty::Array(private.kind));
            expanded.insert(private.array, made);
        }
        let up = emitter.binary(BinaryOp::Add, full, rows);
        let up = emitter.binary(BinaryOp::Sub, up, unit);
        let whole = emitter.binary(BinaryOp::IntDiv, up, rows);
        let has_rest = emitter.compare(CompareOp::Gt, rest, zero);
        let more = emitter.convert(has_rest, Ty::I32);
        let count = emitter.binary(BinaryOp::Add, whole, more);
        let mut of_blocks = Counting::new(emitter, count);
        of_blocks.directive.force_serial = true;
        self.marks.copies.insert(of_blocks.label);
        let mut inner = Emitter::new(emitter.function, emitter.loc);
        let first = inner.binary(BinaryOp::Mul, of_blocks.index, rows);
        let first = inner.binary(BinaryOp::Min, first, full);
        let left = inner.binary(BinaryOp::Sub, full, first);
        let here = inner.binary(BinaryOp::Min, rows, left);
        let here = inner.binary(BinaryOp::Max, here, unit);
        let is_whole = inner.compare(CompareOp::Gt, left, zero);
        let width = select(&mut inner, is_whole, lanes, rest);
        let together = Together {
            first,
            rows: here,
            width,
            expanded,
        };
        self.rows_and_lanes(&mut inner, together);
        let body = inner.stmts;
        of_blocks.run(emitter, body);
    }

    /// How many bytes the arrays of a block may have.
    fn most_bytes(&self, emitter: &mut Emitter<'_>) -> Value {
        let here = emitter.constant(Const::I64(BYTES_OF_ALL));
        if self.one.sums_floats {
            // The order of a sum is that of the blocks.
            return here;
        }
        let there = emitter.constant(Const::I64(BYTES_ON_DEVICES));
        let devices = emitter.ask(RtFn::device_count);
        let zero = emitter.constant(Const::I32(0));
        let has_devices = emitter.compare(CompareOp::Gt, devices, zero);
        select(emitter, has_devices, there, here)
    }

    /// The loops over the rows and the lanes of a block.
    fn rows_and_lanes(&mut self, emitter: &mut Emitter<'_>, together: Together) {
        let one = self.one;
        let parts = ForParts::of(&one.looped).expect("a loop");
        let mut of_rows = Counting::new(emitter, together.rows);
        of_rows.directive.independent = true;
        of_rows.directive.accumulators = parts.directive.accumulators.clone();
        of_rows.name = parts.name.map(str::to_owned);
        let mut in_row = Emitter::new(emitter.function, emitter.loc);
        let mut of_lanes = Counting::new(&mut in_row, together.width);
        of_lanes.directive.independent = true;
        self.marks.copies.insert(of_lanes.label);
        if self.marks.copies.contains(&one.label) {
            self.marks.copies.insert(of_rows.label);
        }
        if let Some(part) = self.marks.parts.remove(&one.label) {
            self.marks.parts.insert(of_rows.label, part);
        }
        let names = one.arrays.iter().map(|private| private.name);
        self.marks.expanded.insert(of_rows.label, names.collect());
        let mut in_lane = Emitter::new(in_row.function, in_row.loc);
        let row = in_lane.binary(BinaryOp::Add, together.first, of_rows.index);
        let lanes = in_lane.constant(Const::I32(LANES));
        let number = in_lane.binary(BinaryOp::Mul, row, lanes);
        let number = in_lane.binary(BinaryOp::Add, number, of_lanes.index);
        let step = in_lane.constant(Const::I32(one.step));
        let along = in_lane.binary(BinaryOp::Mul, number, step);
        let loc = in_lane.loc;
        in_lane.stmts.push(Stmt {
            op: Op::Binary(BinaryOp::Add, parts.range.start, along),
            results: vec![parts.index],
            loc,
        });
        let mut stmts = in_lane.stmts;
        let elements = Elements {
            arrays: &one.arrays,
            expanded: together.expanded,
            inside: &one.inside,
            row: of_rows.index,
            lane: of_lanes.index,
            overwritten: self.overwritten,
        };
        let mut body = parts.body.clone();
        let function = &mut *in_row.function;
        replace_stmts(&mut body, &mut |stmt| elements.stmt(function, stmt));
        stmts.append(&mut body.stmts);
        of_lanes.run(&mut in_row, stmts);
        let body = in_row.stmts;
        of_rows.run(emitter, body);
    }
}
