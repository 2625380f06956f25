//! The host code of a filter in strips of rows.
//!
//! A loop over strips makes the arrays between the passes as large as a strip with the rows around it, and launches the passes on them.
//! What is done to a strip may wait until each thread has one (`strips_begin`, `strip_end`): strips do not need each other.
//! The loop runs where the runtime says that it is worth it, and where all that must hold of sizes and arrays does; else the passes run
//! whole, one after the other, as the program has them. So do they where a GPU may take them, which has other caches and wants
//! large launches.
//!
//! *Invariant:* both ways leave the same elements in every array that the program goes on with.

use super::legal::values;
use super::strip_kernels::Extra;
use super::strips::{Around, Condition, Plan, Temporary, Written};
use crate::mir::{
    AccessMode, BinaryOp, Block, CompareOp, Const, Fill, FuncId, Function, Launch, LoopDirective,
    Op, RtFn, Stmt, Ty, Value,
};
use crate::opt::loops::emit::Emitter;

/// What the code of the strips is made from.
pub struct Strips<'a, 'h> {
    /// The plan.
    pub plan: &'a Plan<'h>,
    /// The kernels of the passes with their numbers.
    pub kernels: &'a [(FuncId, Vec<Extra>)],
    /// What the pass of each temporary writes of it.
    pub written: &'a [Written],
}

/// The rows of a pass in the strip at hand.
#[derive(Clone, Copy)]
struct Rows {
    first: Value,
    count: Value,
}

impl Strips<'_, '_> {
    /// The choice between the strips and what is in the block; the statements that stand between come in front and behind.
    pub fn rewrite(&self, block: &mut Block, function: &mut Function) {
        let last = self.last().at;
        let mut stmts: Vec<Option<Stmt>> = block.stmts.drain(..).map(Some).collect();
        let mut take = |at: usize| stmts[at].take().expect("a statement is taken once");
        let made = self.plan.temporaries.iter().map(|one| take(one.at));
        let mut whole: Vec<Stmt> = made.collect();
        whole.extend(self.plan.stages.iter().map(|stage| take(stage.at)));
        let division = &self.plan.division;
        let moved = |places: &[usize], stmts: &mut Vec<Option<Stmt>>| {
            let found: Vec<Stmt> = places.iter().filter_map(|&at| stmts[at].take()).collect();
            found
        };
        let before = moved(&division.before, &mut stmts);
        let after = moved(&division.after, &mut stmts);
        let behind = stmts.split_off(last + 1);
        block.stmts.extend(stmts.into_iter().flatten());
        block.stmts.extend(before);
        let mut emitter = Emitter::new(function, self.plan.stages[0].loc);
        self.choice(Block { stmts: whole }, &mut emitter);
        block.stmts.append(&mut emitter.stmts);
        block.stmts.extend(after);
        block.stmts.extend(behind.into_iter().flatten());
    }

    fn last(&self) -> &super::strips::Stage<'_> {
        self.plan.stages.last().expect("some passes")
    }

    fn choice(&self, whole: Block, emitter: &mut Emitter) {
        let total = self.last().side.launch.extents[0];
        let height = self.height(total, emitter);
        let zero = emitter.constant(Const::I32(0));
        let mut cond = emitter.compare(CompareOp::Gt, height, zero);
        for condition in &self.plan.conditions {
            let holds = fits(*condition, emitter);
            cond = emitter.binary(BinaryOp::And, cond, holds);
        }
        if !self.plan.different.is_empty() {
            let apart = emitter.all_different(values(&self.plan.different));
            cond = emitter.binary(BinaryOp::And, cond, apart);
        }
        let mut inner = Emitter::new(emitter.function, emitter.loc);
        self.strips(total, height, &mut inner);
        let then = Block { stmts: inner.stmts };
        emitter.run(Op::If {
            cond,
            then,
            otherwise: whole,
        });
    }

    /// How many rows the runtime gives a strip.
    fn height(&self, total: Value, emitter: &mut Emitter) -> Value {
        let bytes = self.row_bytes(emitter);
        let more = emitter.constant(Const::I32(self.plan.more() as i32));
        let wanted = emitter.constant(Const::I32(self.plan.wanted.into()));
        let alone = emitter.constant(Const::I32(self.wait().into()));
        let asked = runtime(RtFn::strip_rows, vec![total, bytes, more, wanted, alone]);
        emitter.define(asked, Ty::I32)
    }

    /// Whether the launches of a strip may wait: none can fail, but for arrays without elements, which the runtime sees before.
    fn wait(&self) -> bool {
        let fails = |stmt: &Stmt| match &stmt.op {
            Op::Load(access) | Op::Store(access, _) => access.mode == AccessMode::Checked,
            op => op.raises(),
        };
        self.plan.stages.iter().all(|stage| {
            let mut any = false;
            let body = &stage.side.kernel.body;
            body.for_each_stmt(&mut |stmt| any |= fails(stmt));
            !any
        })
    }

    /// The bytes of a row of all temporaries that are there at once, at most.
    fn row_bytes(&self, emitter: &mut Emitter) -> Value {
        let rows: Vec<Value> = self
            .plan
            .temporaries
            .iter()
            .map(|one| row_bytes_of(one, emitter))
            .collect();
        let mut most = emitter.constant(Const::I64(0));
        for number in 0..self.plan.stages.len() {
            let mut bytes = emitter.constant(Const::I64(0));
            for (temporary, &row) in self.plan.temporaries.iter().zip(&rows) {
                if (temporary.stage..=temporary.last_reader).contains(&number) {
                    bytes = emitter.binary(BinaryOp::Add, bytes, row);
                }
            }
            most = emitter.binary(BinaryOp::Max, most, bytes);
        }
        most
    }

    /// The loop over the strips.
    fn strips(&self, total: Value, height: Value, emitter: &mut Emitter) {
        let (zero, one) = (
            emitter.constant(Const::I32(0)),
            emitter.constant(Const::I32(1)),
        );
        let last = emitter.binary(BinaryOp::Sub, total, one);
        let (label, row) = (emitter.label(), emitter.value(Ty::I32));
        emitter.run(runtime(RtFn::strips_begin, Vec::new()));
        let mut inner = Emitter::new(emitter.function, emitter.loc);
        let rest = inner.binary(BinaryOp::Sub, total, row);
        let count = inner.binary(BinaryOp::Min, height, rest);
        self.strip(Rows { first: row, count }, &mut inner);
        let is_last = inner.compare(CompareOp::Le, rest, height);
        let is_last = inner.convert(is_last, Ty::I32);
        inner.run(runtime(RtFn::strip_end, vec![is_last]));
        let body = Block { stmts: inner.stmts };
        emitter.run(Op::For {
            label,
            index: row,
            start: zero,
            stop: last,
            step: height,
            body,
            directive: Box::new(LoopDirective {
                force_serial: true,
                ..LoopDirective::default()
            }),
            name: None,
        });
    }

    /// All passes over one strip.
    fn strip(&self, strip: Rows, emitter: &mut Emitter) {
        let mut arrays: Vec<Value> = Vec::new();
        let mut firsts: Vec<Value> = Vec::new();
        for (number, stage) in self.plan.stages.iter().enumerate() {
            let Some(all) = stage.rows else {
                firsts.push(strip.first);
                self.launch(number, strip, &arrays, &firsts, emitter);
                continue;
            };
            let around = self.around(strip, stage.around, all, emitter);
            firsts.push(around.first);
            let positions = self.positions(around, number, emitter);
            let mine = self.plan.temporaries.iter().zip(self.written);
            for (temporary, &written) in mine.filter(|(one, _)| one.stage == number) {
                let array = made(temporary, written, around.count, emitter);
                if is_cleared(temporary, written) {
                    self.clear(array, written, number, [around, positions], emitter);
                }
                arrays.push(array);
            }
            self.launch(number, positions, &arrays, &firsts, emitter);
        }
    }

    /// The rows that belong to a strip, as far as they are there.
    fn around(&self, strip: Rows, around: Around, all: Value, emitter: &mut Emitter) -> Rows {
        let zero = emitter.constant(Const::I32(0));
        let low = emitter.constant(Const::I32(around.low as i32));
        let high = emitter.constant(Const::I32(around.high as i32));
        let above = emitter.binary(BinaryOp::Add, strip.first, low);
        let first = emitter.binary(BinaryOp::Max, above, zero);
        let end = emitter.binary(BinaryOp::Add, strip.first, strip.count);
        let below = emitter.binary(BinaryOp::Add, end, high);
        let end = emitter.binary(BinaryOp::Min, below, all);
        let count = emitter.binary(BinaryOp::Sub, end, first);
        Rows { first, count }
    }

    /// Makes the array of a strip zeros, but for what its pass writes anyway.
    fn clear(
        &self,
        array: Value,
        written: Written,
        number: usize,
        [around, positions]: [Rows; 2],
        emitter: &mut Emitter,
    ) {
        let Written::Columns(column) = written else {
            return emitter.run(runtime(RtFn::array_clear, vec![array]));
        };
        let stage = &self.plan.stages[number];
        let shift = emitter.constant(Const::I32(stage.shift as i32));
        let row = emitter.binary(BinaryOp::Add, positions.first, shift);
        let row = emitter.binary(BinaryOp::Sub, row, around.first);
        let column = emitter.constant(Const::I32(column as i32));
        let columns = stage.side.launch.extents[1];
        let args = vec![array, row, positions.count, column, columns];
        emitter.run(runtime(RtFn::strip_clear_around, args));
    }

    /// The positions of a pass that write some rows.
    fn positions(&self, rows: Rows, number: usize, emitter: &mut Emitter) -> Rows {
        let stage = &self.plan.stages[number];
        let zero = emitter.constant(Const::I32(0));
        let shift = emitter.constant(Const::I32(stage.shift as i32));
        let above = emitter.binary(BinaryOp::Sub, rows.first, shift);
        let first = emitter.binary(BinaryOp::Max, above, zero);
        let end = emitter.binary(BinaryOp::Add, above, rows.count);
        let end = emitter.binary(BinaryOp::Min, end, stage.side.launch.extents[0]);
        let count = emitter.binary(BinaryOp::Sub, end, first);
        Rows { first, count }
    }

    fn launch(
        &self,
        number: usize,
        positions: Rows,
        arrays: &[Value],
        firsts: &[Value],
        emitter: &mut Emitter,
    ) {
        let stage = &self.plan.stages[number];
        let whole = stage.side.launch;
        let (kernel, extras) = &self.kernels[number];
        let mut extents = whole.extents.clone();
        extents[0] = positions.count;
        let array = |&arg: &Value| match self.number_of(arg) {
            Some(at) => arrays[at],
            None => arg,
        };
        let mut args: Vec<Value> = whole.args.iter().map(array).collect();
        args.extend(extras.iter().map(|extra| match *extra {
            Extra::Row => positions.first,
            Extra::First(stage) => firsts[stage],
            Extra::Rows(stage) => self.plan.stages[stage].rows.expect("a pass with rows"),
        }));
        emitter.loc = stage.loc;
        emitter.run(Op::Launch(Launch {
            kernel: *kernel,
            extents,
            args,
            serial: false,
        }));
    }

    /// The temporary that an argument is.
    fn number_of(&self, arg: Value) -> Option<usize> {
        self.plan.named.get(&arg).copied()
    }
}

/// The bytes of a row of a temporary.
fn row_bytes_of(temporary: &Temporary, emitter: &mut Emitter) -> Value {
    let mut row = emitter.constant(Const::I64(temporary.kind.size() as i64));
    for &dim in &temporary.dims[1..] {
        let dim = emitter.convert(dim, Ty::I64);
        row = emitter.binary(BinaryOp::Mul, row, dim);
    }
    row
}

/// The array of a strip.
fn made(temporary: &Temporary, written: Written, rows: Value, emitter: &mut Emitter) -> Value {
    let mut dims = temporary.dims.clone();
    dims[0] = rows;
    let fill = match written == Written::Whole || is_cleared(temporary, written) {
        true => Fill::Uninit,
        false => temporary.fill,
    };
    emitter.define(Op::NewArray { dims, fill }, Ty::Array(temporary.kind))
}

/// Whether zeros come in the order of the launches, which may wait.
fn is_cleared(temporary: &Temporary, written: Written) -> bool {
    written != Written::Whole && temporary.fill == Fill::Zeros
}

/// A call of the runtime without a list.
fn runtime(func: RtFn, args: Vec<Value>) -> Op {
    let list = Vec::new();
    Op::Runtime { func, args, list }
}

/// Whether a condition holds.
fn fits(condition: Condition, emitter: &mut Emitter) -> Value {
    let more = emitter.constant(Const::I32(condition.more as i32));
    let rest = emitter.binary(BinaryOp::Sub, condition.rows, more);
    emitter.compare(CompareOp::Le, condition.extent, rest)
}
