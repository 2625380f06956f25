//! Tables of what inner loops compute anew at every position: elementary functions of their indices.
//!
//! ```text
//! kernel f at [m, n] { for k { … exp(-k*k/s) … } }       launch f [rows, columns] (…)
//!
//! launch f$table0 [count of k] (…, t)                    t[k - start] = exp(-k*k/s)
//! launch f$tables [rows, columns] (…, t)                 … t[k - start] …
//! ```
//!
//! Loop-invariant code motion with array expansion: an expression that depends on the indices of loops inside of a kernel and on its arguments,
//! and on nothing else, has the same values at all positions. Where it has an elementary function, the launch makes a table of them before, if
//! there are many positions and the table stays small; else it launches the kernel as it was. GPUs keep that kernel too: there elementary
//! functions cost less than reading.
//!
//! *Invariant:* an element of a table has the value that the expression has; what is computed in vain cannot fail.

use super::counts::{Bounds, Counted, computing};
use super::emit::Emitter;
use super::launches::where_it_holds;
use super::prepared::{array_param, launched, prepared_origin, replace_everywhere};
use crate::mir::kernel::{kernel_data, kernel_data_mut};
use crate::mir::passes::simplify::simplify_function;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, ElemKind, Fill, FuncId, Function,
    KernelOrigin, Label, Launch, Local, Op, Program, RtFn, Stmt, Ty, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// The kernel that reads tables is named like the one that computes, with this behind it.
pub const TABLED: &str = "$tables";
/// A table has at most so many elements: it should lie in a cache close to the core.
const MOST_ELEMENTS: i64 = 1 << 15;
/// Positions times elements of a table, from which on a table is worth its making.
const FEWEST_EVALUATIONS: i64 = 1 << 12;
/// Each element is read at so many positions at least.
const FEWEST_POSITIONS: i64 = 32;
/// So many loops an expression may depend on, which is the most that a kernel has dimensions.
const MOST_LOOPS: usize = 4;
/// So many tables a kernel has at most; expressions behind those are computed.
const MOST_TABLES: usize = 8;

/// Runs the pass on every launch.
pub fn make_tables(program: &mut Program) {
    let mut found = BTreeMap::new();
    for id in launched(program) {
        if may_have_tables(&program.functions[id]) {
            found.extend(Tabled::new(program, id).map(|made| (id, made)));
        }
    }
    replace_everywhere(program, &found, choice);
}

// ---- What can be a table ---------------------------------------------------------------------------------------------------------------

/// What a value of a kernel depends on, where that is indices of loops and arguments alone.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    /// The loops.
    loops: BTreeSet<Label>,
    /// The loops that elementary functions in it depend on.
    elementary: BTreeSet<Label>,
}

impl Known {
    /// Whether the values are worth a table: where more loops came to it than its elementary functions have, the table of those is smaller.
    fn is_worth_a_table(&self) -> bool {
        !self.elementary.is_empty()
            && self.elementary == self.loops
            && self.loops.len() <= MOST_LOOPS
    }
}

/// An expression and the loops that it depends on, from the outside in.
#[derive(Clone, Debug)]
struct Table {
    value: Value,
    loops: Vec<Counted>,
}

/// What is known of a kernel.
struct Search<'k> {
    kernel: &'k Function,
    /// The variables that it sets.
    set: BTreeSet<Local>,
    known: BTreeMap<Value, Known>,
    /// What defines the values that are known; indices have no statement.
    made: BTreeMap<Value, &'k Stmt>,
    /// The loops around the statement at hand.
    around: Vec<Counted>,
    /// By value: the loops around it, if it may be a table.
    candidates: BTreeMap<Value, Vec<Counted>>,
    /// Values that something reads that is in no table.
    wanted: BTreeSet<Value>,
}

/// Whether a kernel is of a kind that gets tables, and has elementary functions.
fn may_have_tables(kernel: &Function) -> bool {
    let data = kernel_data(kernel);
    let mut has_elementary = false;
    kernel
        .body
        .for_each_stmt(&mut |stmt| has_elementary |= matches!(stmt.op, Op::Math(..)));
    let is_plain = data.accumulators.is_empty() && data.group.is_none();
    has_elementary && is_plain && prepared_origin(data.origin).is_some()
}

impl<'k> Search<'k> {
    fn of(kernel: &'k Function) -> Search<'k> {
        let mut search = Search {
            kernel,
            set: kernel.body.assigned_locals(),
            known: BTreeMap::new(),
            made: BTreeMap::new(),
            around: Vec::new(),
            candidates: BTreeMap::new(),
            wanted: BTreeSet::new(),
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
        let known = self.known_result(stmt);
        let joins_a_table = known.as_ref().is_some_and(Known::is_worth_a_table)
            && self.kernel.values[stmt.results[0]].ty.element().is_some();
        if !joins_a_table {
            stmt.op.for_each_operand(|&operand| {
                self.wanted.insert(operand);
            });
        }
        if let Some(known) = known {
            let result = stmt.results[0];
            if joins_a_table {
                let around = self.around.iter();
                let loops = around.filter(|one| known.loops.contains(&one.label));
                self.candidates.insert(result, loops.cloned().collect());
            }
            self.known.insert(result, known);
            self.made.insert(result, stmt);
        }
        let counted = self.counted(stmt);
        let depth = self.around.len();
        if let Some(counted) = counted {
            let mut of_index = Known::default();
            of_index.loops.insert(counted.label);
            self.known.insert(counted.index, of_index);
            self.around.push(counted);
        }
        for inner in stmt.op.blocks() {
            self.block(inner);
        }
        self.around.truncate(depth);
    }

    /// The tables that the kernel may have.
    fn tables(&self) -> Vec<Table> {
        let wanted = self.wanted.iter();
        let tables = wanted.filter_map(|value| {
            let loops = self.candidates.get(value)?.clone();
            let value = *value;
            Some(Table { value, loops })
        });
        tables.take(MOST_TABLES).collect()
    }

    /// What the only result of a statement depends on.
    fn known_result(&self, stmt: &Stmt) -> Option<Known> {
        let [_] = stmt.results[..] else {
            return None;
        };
        if let Op::Get(local) = stmt.op {
            let is_argument = self.kernel.params.contains(&local) && !self.set.contains(&local);
            return is_argument.then(Known::default);
        }
        if !stmt.op.is_pure() || stmt.op == Op::Const(Const::OnGpu) {
            return None;
        }
        let mut known = Some(Known::default());
        stmt.op.for_each_operand(|operand| {
            let operand = self.known.get(operand);
            known = known.take().zip(operand).map(|(mut known, operand)| {
                known.loops.extend(&operand.loops);
                known.elementary.extend(&operand.elementary);
                known
            });
        });
        let mut known = known?;
        if matches!(stmt.op, Op::Math(..)) {
            known.elementary.clone_from(&known.loops);
        }
        Some(known)
    }

    /// A loop that is the same at all positions, and counts by ones.
    fn counted(&self, stmt: &Stmt) -> Option<Counted> {
        let Op::For {
            label,
            index,
            start,
            stop,
            step,
            ..
        } = stmt.op
        else {
            return None;
        };
        let fixed = |value| {
            self.known
                .get(&value)
                .is_some_and(|known| known.loops.is_empty())
        };
        let by_one = self.made.get(&step)?.op == Op::Const(Const::I32(1));
        (fixed(start) && fixed(stop) && by_one).then_some(Counted {
            label,
            index,
            start,
            stop,
        })
    }
}

// ---- Kernels ---------------------------------------------------------------------------------------------------------------------------

/// A kernel that reads tables, and those that make them.
struct Tabled {
    /// As it was.
    original: Function,
    kernel: FuncId,
    tables: Vec<MadeTable>,
}

struct MadeTable {
    /// The kernel that makes it; its last parameter is the table.
    maker: FuncId,
    kind: ElemKind,
    /// By loop.
    bounds: Vec<Bounds>,
}

impl Tabled {
    fn new(program: &mut Program, id: FuncId) -> Option<Tabled> {
        let kernel = program.functions[id].clone();
        let search = Search::of(&kernel);
        let tables = search.tables();
        if tables.is_empty() {
            return None;
        }
        let mut reader = kernel.clone();
        reader.name += TABLED;
        let data = kernel_data_mut(&mut reader);
        data.origin = prepared_origin(data.origin).expect("it has tables");
        data.profile.constants.clear();
        let made: Vec<MadeTable> = tables
            .iter()
            .enumerate()
            .map(|(number, table)| {
                let ty = kernel.values[table.value].ty;
                let kind = ty.element().expect("a table of numbers");
                read_table(&mut reader, table, kind);
                let mut maker = maker(&search, table, kind);
                maker.name = format!("{}$table{number}", kernel.name);
                simplify_function(&mut maker);
                MadeTable {
                    maker: program.functions.push(maker),
                    kind,
                    bounds: table
                        .loops
                        .iter()
                        .map(|one| one.bounds(&kernel, &search.made))
                        .collect(),
                }
            })
            .collect();
        simplify_function(&mut reader);
        Some(Tabled {
            original: kernel,
            kernel: program.functions.push(reader),
            tables: made,
        })
    }
}

/// Lets a kernel read a table in the place of the expression.
fn read_table(kernel: &mut Function, table: &Table, kind: ElemKind) {
    let param = array_param(kernel, kind);
    let mut body = std::mem::take(&mut kernel.body);
    replace(kernel, &mut body, table, param);
    kernel.body = body;
}

fn replace(kernel: &mut Function, block: &mut Block, table: &Table, param: Local) {
    let defines = |stmt: &Stmt| stmt.results.first() == Some(&table.value);
    if let Some(at) = block.stmts.iter().position(defines) {
        let mut emitter = Emitter::new(kernel, block.stmts[at].loc);
        let array = emitter.get(param);
        let index = place(&mut emitter, &table.loops);
        let stmts = emitter.stmts;
        block.stmts[at].op = Op::Load(element(array, index));
        block.stmts.splice(at..at, stmts);
        return;
    }
    for stmt in &mut block.stmts {
        for inner in stmt.op.blocks_mut() {
            replace(kernel, inner, table, param);
        }
    }
}

/// Where an element lies, by the indices of the loops: in row-major order.
fn place(emitter: &mut Emitter, loops: &[Counted]) -> Value {
    let mut place = None;
    for one in loops {
        let own = emitter.binary(BinaryOp::Sub, one.index, one.start);
        place = Some(match place {
            None => own,
            Some(outer) => {
                let count = count(emitter, one.start, one.stop);
                let rows = emitter.binary(BinaryOp::Mul, outer, count);
                emitter.binary(BinaryOp::Add, rows, own)
            }
        });
    }
    place.expect("an expression of a table depends on a loop")
}

/// How often a loop runs, if it does.
fn count(emitter: &mut Emitter, start: Value, stop: Value) -> Value {
    let behind = emitter.binary(BinaryOp::Sub, stop, start);
    let one = emitter.constant(Const::I32(1));
    emitter.binary(BinaryOp::Add, behind, one)
}

fn element(array: Value, index: Value) -> Access {
    Access {
        array,
        index: vec![index],
        mode: AccessMode::Unchecked,
        name: None,
    }
}

/// The kernel that makes a table: a position for each iteration of its loops.
fn maker(search: &Search<'_>, table: &Table, kind: ElemKind) -> Function {
    let mut maker = search.kernel.clone();
    maker.body = Block::default();
    let param = array_param(&mut maker, kind);
    let mut emitter = Emitter::new(&mut maker, search.made[&table.value].loc);
    let position: Vec<Value> = table.loops.iter().map(|_| emitter.value(Ty::I32)).collect();
    let mut wanted = vec![table.value];
    wanted.extend(table.loops.iter().flat_map(|one| [one.start, one.stop]));
    // What no loop changes comes first: the indices start from some of it.
    let (varying, fixed): (Vec<Stmt>, Vec<Stmt>) = computing(search.kernel, &search.made, &wanted)
        .into_iter()
        .partition(|stmt| !search.known[&stmt.results[0]].loops.is_empty());
    let loc = emitter.loc;
    let indices = table
        .loops
        .iter()
        .zip(&position)
        .map(|(one, position)| Stmt {
            op: Op::Binary(BinaryOp::Add, one.start, *position),
            results: vec![one.index],
            loc,
        });
    emitter.stmts = fixed.into_iter().chain(indices).chain(varying).collect();
    let array = emitter.get(param);
    let index = place(&mut emitter, &table.loops);
    emitter.run(Op::Store(element(array, index), vec![table.value]));
    let stmts = emitter.stmts;
    maker.body = Block { stmts };
    let data = kernel_data_mut(&mut maker);
    data.position = position;
    data.origin = KernelOrigin::Prepared;
    data.profile = Default::default();
    maker
}

// ---- Launches --------------------------------------------------------------------------------------------------------------------------

/// Tables, where they are worth it and no GPU may take the launch.
fn choice(function: &mut Function, stmt: Stmt, tabled: &Tabled) -> Vec<Stmt> {
    let Op::Launch(launch) = &stmt.op else {
        unreachable!("a launch is replaced");
    };
    let mut emitter = Emitter::new(function, stmt.loc);
    let devices = emitter.ask(RtFn::device_count);
    let zero = emitter.constant(Const::I32(0));
    let mut cond = emitter.compare(CompareOp::Eq, devices, zero);
    let positions = product(&mut emitter, &launch.extents);
    let fewest = emitter.constant(Const::I64(FEWEST_POSITIONS));
    let many = emitter.compare(CompareOp::Ge, positions, fewest);
    cond = emitter.binary(BinaryOp::And, cond, many);
    let mut sizes = Vec::new();
    for table in &tabled.tables {
        let of_loops = table.bounds.iter();
        let extents: Vec<Value> = of_loops
            .map(|bounds| bounds.iterations(&mut emitter, launch, &tabled.original))
            .collect();
        let elements = product(&mut emitter, &extents);
        let fits = is_worth_it(&mut emitter, positions, elements);
        cond = emitter.binary(BinaryOp::And, cond, fits);
        sizes.push((extents, elements));
    }
    let mut inner = Emitter::new(emitter.function, stmt.loc);
    let mut reading = launch.clone();
    reading.kernel = tabled.kernel;
    for (table, (extents, elements)) in tabled.tables.iter().zip(sizes) {
        let made = make(&mut inner, launch, table, extents, elements);
        reading.args.push(made);
    }
    inner.run(Op::Launch(reading));
    let instead = inner.stmts;
    where_it_holds(emitter, cond, instead, stmt)
}

/// The product of numbers of iterations or positions, up to where it is large.
fn product(emitter: &mut Emitter, extents: &[Value]) -> Value {
    let most = emitter.constant(Const::I64(MOST_ELEMENTS + 1));
    let mut product = emitter.constant(Const::I64(1));
    for extent in extents {
        let wide = emitter.convert(*extent, Ty::I64);
        // Four of these are less than 2 to the power of 63.
        let bounded = emitter.binary(BinaryOp::Min, wide, most);
        product = emitter.binary(BinaryOp::Mul, product, bounded);
    }
    product
}

/// Whether a table of so many elements is small, and read often.
fn is_worth_it(emitter: &mut Emitter, positions: Value, elements: Value) -> Value {
    let one = emitter.constant(Const::I64(1));
    let most = emitter.constant(Const::I64(MOST_ELEMENTS));
    let fewest = emitter.constant(Const::I64(FEWEST_EVALUATIONS));
    let some = emitter.compare(CompareOp::Ge, elements, one);
    let few = emitter.compare(CompareOp::Le, elements, most);
    let bounded = emitter.binary(BinaryOp::Min, positions, fewest);
    let evaluations = emitter.binary(BinaryOp::Mul, bounded, elements);
    let often = emitter.compare(CompareOp::Ge, evaluations, fewest);
    let fits = emitter.binary(BinaryOp::And, some, few);
    emitter.binary(BinaryOp::And, fits, often)
}

/// Makes a table for a launch.
fn make(
    emitter: &mut Emitter,
    launch: &Launch,
    table: &MadeTable,
    extents: Vec<Value>,
    elements: Value,
) -> Value {
    let elements = emitter.convert(elements, Ty::I32);
    let new = Op::NewArray {
        dims: vec![elements],
        fill: Fill::Uninit,
    };
    let made = emitter.define(new, Ty::Array(table.kind));
    let extents = extents.into_iter();
    let extents = extents
        .map(|extent| emitter.convert(extent, Ty::I32))
        .collect();
    let mut args = launch.args.clone();
    args.push(made);
    emitter.run(Op::Launch(Launch {
        kernel: table.maker,
        extents,
        args,
        serial: false,
    }));
    made
}
