//! Tables of what kernels compute anew at every position: elementary functions, and what branches choose.
//!
//! ```text
//! kernel f at [m, n] { for k { … exp(-k*k/s) … } }       launch f [rows, columns] (…)
//!
//! launch f$table0 [count of k] (…, t)                    t[k - start] = exp(-k*k/s)
//! launch f$tables [rows, columns] (…, t)                 … t[k - start] …
//! ```
//!
//! Loop-invariant code motion with array expansion: an expression that depends on the indices of loops inside of a kernel and on its arguments,
//! and on nothing else, has the same values at all positions; one that depends on the last number of the position too has the same values in all
//! rows, like the weights of a picture in another size. Where it has an elementary function, or is a variable that branches set, the launch makes
//! a table of them before, if there are many positions or rows and the table stays small; else it launches the kernel as it was. GPUs keep that
//! kernel too: there elementary functions cost less than reading.
//!
//! *Invariant:* an element of a table has the value that the expression has; what is computed in vain cannot fail.

use super::counts::{Bounds, Counted};
use super::emit::Emitter;
use super::launches::where_it_holds;
use super::prepared::{array_param, launched, prepared_origin, replace_everywhere};
use crate::machine::cost::preparation::{COSTLY_BRANCHES, FEWEST_EVALUATIONS, FEWEST_READERS};
use crate::machine::processor::TABLE_ELEMENTS;
use crate::mir::kernel::{kernel_data, kernel_data_mut};
use crate::mir::passes::simplify::simplify_function;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, ElemKind, Fill, FuncId, Function,
    KernelOrigin, Label, Launch, Local, Op, Preparation, Program, RtFn, StandsFor, Stmt, Ty, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// On so many axes an expression may depend, which is the most that a kernel has dimensions.
const MOST_AXES: usize = 4;
/// Branches of longer kernels are not followed: they are looked at once for each that they lie in.
const MOST_STATEMENTS: usize = 1000;
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

/// What changes where an expression is computed again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Axis {
    /// The index of a loop.
    Loop(Label),
    /// The last number of the position.
    Column,
}

/// What a value of a kernel depends on, where that is axes and arguments alone.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    axes: BTreeSet<Axis>,
    /// The axes that what is costly in it depends on: elementary functions, and variables that long branches set.
    costly: BTreeSet<Axis>,
    /// Whether it comes from such a variable.
    branches: bool,
}

impl Known {
    /// Whether the values are worth a table: a loop computes them again and again, and no axes came to it that what is costly lacks, since the table of
    /// that is smaller. What depends on the column alone costs little, and kernels without tables have windows.
    fn is_worth_a_table(&self) -> bool {
        let has_loop = self.axes.iter().any(|axis| *axis != Axis::Column);
        has_loop && self.costly == self.axes && self.axes.len() <= MOST_AXES
    }

    fn join(&mut self, other: &Known) {
        self.axes.extend(&other.axes);
        self.costly.extend(&other.costly);
        self.branches |= other.branches;
    }
}

/// An expression and what it depends on: loops from the outside in, one at least, and whether it depends on the column.
#[derive(Clone, Debug)]
struct Table {
    value: Value,
    loops: Vec<Counted>,
    has_column: bool,
}

/// What is known of a kernel.
struct Search<'k> {
    kernel: &'k Function,
    follows_branches: bool,
    /// The variables that it sets.
    set: BTreeSet<Local>,
    known: BTreeMap<Value, Known>,
    /// What defines the values that are known; indices have no statement.
    made: BTreeMap<Value, &'k Stmt>,
    /// The variables whose value is known at the statement at hand, and the branches that have set them.
    variables: BTreeMap<Local, (Known, &'k Stmt)>,
    /// The branches that have set what a value was read from.
    branches: BTreeMap<Value, &'k Stmt>,
    /// The loops around the statement at hand.
    around: Vec<Counted>,
    /// What may be tables.
    candidates: BTreeMap<Value, Table>,
    /// Values that something reads that is in no table.
    wanted: BTreeSet<Value>,
}

/// Whether a kernel is of a kind that gets tables, and has what is costly.
fn may_have_tables(kernel: &Function) -> bool {
    let data = kernel_data(kernel);
    let mut is_costly = false;
    let mut look = |stmt: &Stmt| is_costly |= matches!(stmt.op, Op::Math(..) | Op::If { .. });
    kernel.body.for_each_stmt(&mut look);
    let is_plain = data.accumulators.is_empty() && data.group.is_none();
    is_costly && is_plain && prepared_origin(data.origin).is_some()
}

impl<'k> Search<'k> {
    fn of(kernel: &'k Function) -> Search<'k> {
        let mut statements = 0;
        kernel.body.for_each_stmt(&mut |_| statements += 1);
        let mut search = Search {
            kernel,
            follows_branches: statements <= MOST_STATEMENTS,
            set: kernel.body.assigned_locals(),
            known: BTreeMap::new(),
            made: BTreeMap::new(),
            variables: BTreeMap::new(),
            branches: BTreeMap::new(),
            around: Vec::new(),
            candidates: BTreeMap::new(),
            wanted: BTreeSet::new(),
        };
        if let [_, .., column] = kernel_data(kernel).position[..] {
            let mut of_column = Known::default();
            of_column.axes.insert(Axis::Column);
            search.known.insert(column, of_column);
        }
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
                let has = |one: &&Counted| known.axes.contains(&Axis::Loop(one.label));
                let table = Table {
                    value: result,
                    loops: self.around.iter().filter(has).cloned().collect(),
                    has_column: known.axes.contains(&Axis::Column),
                };
                self.candidates.insert(result, table);
            }
            if let Op::Get(local) = stmt.op
                && let Some((_, branches)) = self.variables.get(&local)
            {
                self.branches.insert(result, branches);
            }
            self.known.insert(result, known);
            self.made.insert(result, stmt);
        }
        let counted = self.counted(stmt);
        let depth = self.around.len();
        if let Some(counted) = counted {
            let mut of_index = Known::default();
            of_index.axes.insert(Axis::Loop(counted.label));
            self.known.insert(counted.index, of_index);
            self.around.push(counted);
        }
        self.forget(stmt);
        for inner in stmt.op.blocks() {
            let before = self.variables.clone();
            self.block(inner);
            self.variables = before;
        }
        self.around.truncate(depth);
        if self.follows_branches {
            self.branch(stmt);
        }
    }

    /// Forgets the variables that a statement sets: later iterations, and what comes behind, see that.
    fn forget(&mut self, stmt: &Stmt) {
        if self.variables.is_empty() {
            return;
        }
        let mut set = BTreeSet::from_iter(stmt.op.assigned_local());
        for inner in stmt.op.blocks() {
            set.extend(inner.assigned_locals());
        }
        self.variables.retain(|local, _| !set.contains(local));
    }

    /// What a branch sets on both ways is known behind it, where all that it does is known.
    fn branch(&mut self, stmt: &'k Stmt) {
        let Op::If {
            cond,
            then,
            otherwise,
        } = &stmt.op
        else {
            return;
        };
        let mut known = self.known.get(cond).cloned();
        let mut operations = 0;
        for inner in [then, otherwise] {
            inner.for_each_stmt(&mut |stmt| {
                let is_free = matches!(stmt.op, Op::Set(..) | Op::Get(_) | Op::Const(_));
                operations += usize::from(!is_free);
                let of_operands = match stmt.op {
                    Op::Set(_, value) | Op::If { cond: value, .. } => self.known.get(&value),
                    _ => stmt.results.first().and_then(|value| self.known.get(value)),
                };
                known = known.take().zip(of_operands).map(|(mut known, other)| {
                    known.join(other);
                    known
                });
            });
        }
        let Some(mut known) = known else {
            return;
        };
        if operations >= COSTLY_BRANCHES {
            known.costly.clone_from(&known.axes);
        }
        known.branches = true;
        for local in set_always(then).intersection(&set_always(otherwise)) {
            if !self.kernel.params.contains(local) {
                self.variables.insert(*local, (known.clone(), stmt));
            }
        }
    }

    /// The tables that the kernel may have. Those of columns need more room and more rows: no others depend on whether they have them.
    fn tables(&self) -> Vec<Table> {
        let wanted = self.wanted.iter();
        let mut tables: Vec<Table> = wanted
            .filter_map(|value| self.candidates.get(value))
            .cloned()
            .collect();
        if tables.iter().any(|one| !one.has_column) {
            tables.retain(|one| !one.has_column);
        }
        if !tables.is_empty() {
            self.retain_read(&mut tables);
        }
        tables.truncate(MOST_TABLES);
        tables
    }

    /// Leaves out tables that nobody reads where the others are read: those of what only the branches compute that are read as a whole.
    fn retain_read(&self, tables: &mut Vec<Table>) {
        let mut reader = self.kernel.clone();
        for table in tables.iter() {
            let kind = self.kernel.values[table.value].ty.element();
            read_table(&mut reader, table, kind.expect("a table of numbers"));
        }
        simplify_function(&mut reader);
        let mut read = BTreeSet::new();
        reader.body.for_each_stmt(&mut |stmt| {
            if let Op::Get(local) = stmt.op {
                read.insert(local);
            }
        });
        // Variables have other numbers now; parameters stay in their order.
        let mut params = reader.params.iter().skip(self.kernel.params.len());
        tables.retain(|_| params.next().is_some_and(|param| read.contains(param)));
    }

    /// The statements that compute values, in their order, as far as they are known; branches that set variables are taken whole.
    fn computing(&self, wanted: &[Value]) -> Vec<Stmt> {
        let mut needed = BTreeSet::new();
        let mut within: BTreeSet<Value> = BTreeSet::new();
        let mut whole: Vec<&Stmt> = Vec::new();
        let mut open = wanted.to_vec();
        while let Some(value) = open.pop() {
            if !self.made.contains_key(&value) || !needed.insert(value) {
                continue;
            }
            self.made[&value]
                .op
                .for_each_operand(|operand| open.push(*operand));
            if let Some(&branches) = self.branches.get(&value)
                && !whole.iter().any(|one| std::ptr::eq(*one, branches))
            {
                whole.push(branches);
                let mut inside = |stmt: &Stmt| {
                    within.extend(&stmt.results);
                    // Branches before these may have set what they read.
                    open.extend(&stmt.results);
                    stmt.op.for_each_operand(|operand| open.push(*operand));
                };
                inside(branches);
                for inner in branches.op.blocks() {
                    inner.for_each_stmt(&mut inside);
                }
            }
        }
        needed.retain(|value| !within.contains(value));
        let mut stmts = Vec::new();
        gather(&self.kernel.body, &needed, &whole, &mut stmts);
        stmts
    }

    /// What the only result of a statement depends on.
    fn known_result(&self, stmt: &Stmt) -> Option<Known> {
        let [_] = stmt.results[..] else {
            return None;
        };
        if let Op::Get(local) = stmt.op {
            let is_argument = self.kernel.params.contains(&local) && !self.set.contains(&local);
            let variable = self.variables.get(&local).map(|(known, _)| known.clone());
            return variable.or(is_argument.then(Known::default));
        }
        if !stmt.op.is_pure() || stmt.op == Op::Const(Const::OnGpu) {
            return None;
        }
        let mut known = Some(Known::default());
        stmt.op.for_each_operand(|operand| {
            let operand = self.known.get(operand);
            known = known.take().zip(operand).map(|(mut known, operand)| {
                known.join(operand);
                known
            });
        });
        let mut known = known?;
        if matches!(stmt.op, Op::Math(..)) {
            known.costly.clone_from(&known.axes);
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
                .is_some_and(|known| known.axes.is_empty() && !known.branches)
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

/// The statements that define values, or are among those to be taken whole, in their order.
fn gather(block: &Block, values: &BTreeSet<Value>, whole: &[&Stmt], stmts: &mut Vec<Stmt>) {
    for stmt in &block.stmts {
        let is_whole = whole.iter().any(|one| std::ptr::eq(*one, stmt));
        let computes = |result| values.contains(result);
        if is_whole || stmt.results.first().is_some_and(computes) {
            stmts.push(stmt.clone());
        }
        if !is_whole {
            for inner in stmt.op.blocks() {
                gather(inner, values, whole, stmts);
            }
        }
    }
}

/// The variables that a block sets on all ways through it.
fn set_always(block: &Block) -> BTreeSet<Local> {
    let mut found = BTreeSet::new();
    for stmt in &block.stmts {
        match &stmt.op {
            Op::Set(local, _) => {
                found.insert(*local);
            }
            Op::If {
                then, otherwise, ..
            } => found.extend(set_always(then).intersection(&set_always(otherwise))),
            _ => {}
        }
    }
    found
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
    has_column: bool,
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
        reader.name += "$tables";
        let data = kernel_data_mut(&mut reader);
        data.origin = prepared_origin(data.origin).expect("it has tables");
        data.stands_for = Some(StandsFor {
            kernel: id,
            by: Preparation::Tables,
        });
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
                    has_column: table.has_column,
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
        let column = table.has_column.then(|| last_position(kernel));
        let mut emitter = Emitter::new(kernel, block.stmts[at].loc);
        let array = emitter.get(param);
        let index = place(&mut emitter, &table.loops, column);
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

/// The last number of the position, along which vectors run.
fn last_position(kernel: &Function) -> Value {
    let position = kernel_data(kernel).position.last();
    *position.expect("a kernel with tables has dimensions")
}

/// Where an element lies: the indices of the loops in row-major order, then the column, so that vectors read elements side by side.
fn place(emitter: &mut Emitter, loops: &[Counted], column: Option<Value>) -> Vec<Value> {
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
    place.into_iter().chain(column).collect()
}

/// How often a loop runs, if it does.
fn count(emitter: &mut Emitter, start: Value, stop: Value) -> Value {
    let behind = emitter.binary(BinaryOp::Sub, stop, start);
    let one = emitter.constant(Const::I32(1));
    emitter.binary(BinaryOp::Add, behind, one)
}

fn element(array: Value, index: Vec<Value>) -> Access {
    Access {
        array,
        index,
        mode: AccessMode::Unchecked,
        name: None,
    }
}

/// The kernel that makes a table: a position for each iteration of its loops, and each column.
fn maker(search: &Search<'_>, table: &Table, kind: ElemKind) -> Function {
    let mut maker = search.kernel.clone();
    maker.body = Block::default();
    let param = array_param(&mut maker, kind);
    let mut emitter = Emitter::new(&mut maker, search.made[&table.value].loc);
    let mut position: Vec<Value> = table.loops.iter().map(|_| emitter.value(Ty::I32)).collect();
    // The indices start from some of what no loop changes.
    let ends = table.loops.iter().flat_map(|one| [one.start, one.stop]);
    let fixed = search.computing(&ends.collect::<Vec<_>>());
    let varying = search.computing(&[table.value]);
    let is_fixed = |stmt: &Stmt| fixed.iter().any(|one| one.results == stmt.results);
    let varying: Vec<Stmt> = varying.into_iter().filter(|stmt| !is_fixed(stmt)).collect();
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
    emitter.stmts = fixed
        .iter()
        .cloned()
        .chain(indices)
        .chain(varying)
        .collect();
    let column = table.has_column.then(|| last_position(search.kernel));
    position.extend(column);
    let array = emitter.get(param);
    let index = place(&mut emitter, &table.loops, column);
    emitter.run(Op::Store(element(array, index), vec![table.value]));
    let stmts = emitter.stmts;
    maker.body = Block { stmts };
    let data = kernel_data_mut(&mut maker);
    data.position = position;
    data.origin = KernelOrigin::Prepared;
    data.stands_for = None;
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
    let (column, rows) = launch.extents.split_last().expect("a launch has extents");
    let mut sizes = Vec::new();
    for table in &tabled.tables {
        let of_loops = table.bounds.iter();
        let mut extents: Vec<Value> = of_loops
            .map(|bounds| bounds.iterations(&mut emitter, launch, &tabled.original))
            .collect();
        let of_loops = product(&mut emitter, &extents);
        let (elements, readers, dims) = match table.has_column {
            true => {
                let elements = product(&mut emitter, &[of_loops, *column]);
                extents.push(*column);
                (elements, rows, vec![of_loops, *column])
            }
            false => (of_loops, &launch.extents[..], vec![of_loops]),
        };
        let readers = product(&mut emitter, readers);
        let fits = is_worth_it(&mut emitter, readers, elements);
        cond = emitter.binary(BinaryOp::And, cond, fits);
        sizes.push((extents, dims));
    }
    let mut inner = Emitter::new(emitter.function, stmt.loc);
    let mut reading = launch.clone();
    reading.kernel = tabled.kernel;
    for (table, (extents, dims)) in tabled.tables.iter().zip(sizes) {
        let made = make(&mut inner, launch, table, extents, dims);
        reading.args.push(made);
    }
    inner.run(Op::Launch(reading));
    let instead = inner.stmts;
    where_it_holds(emitter, cond, instead, stmt)
}

/// The product of numbers of iterations or positions, up to where it is large.
fn product(emitter: &mut Emitter, extents: &[Value]) -> Value {
    let most = emitter.constant(Const::I64(TABLE_ELEMENTS + 1));
    let least = emitter.constant(Const::I64(0));
    let mut product = emitter.constant(Const::I64(1));
    for extent in extents {
        let wide = emitter.convert(*extent, Ty::I64);
        // Four of these are less than 2 to the power of 63.
        let bounded = emitter.binary(BinaryOp::Min, wide, most);
        let bounded = emitter.binary(BinaryOp::Max, bounded, least);
        product = emitter.binary(BinaryOp::Mul, product, bounded);
    }
    product
}

/// Whether a table of so many elements is small, and read often: by so many positions or rows.
fn is_worth_it(emitter: &mut Emitter, readers: Value, elements: Value) -> Value {
    let least = emitter.constant(Const::I64(FEWEST_READERS));
    let many = emitter.compare(CompareOp::Ge, readers, least);
    let one = emitter.constant(Const::I64(1));
    let most = emitter.constant(Const::I64(TABLE_ELEMENTS));
    let fewest = emitter.constant(Const::I64(FEWEST_EVALUATIONS));
    let some = emitter.compare(CompareOp::Ge, elements, one);
    let few = emitter.compare(CompareOp::Le, elements, most);
    let bounded = emitter.binary(BinaryOp::Min, readers, fewest);
    let evaluations = emitter.binary(BinaryOp::Mul, bounded, elements);
    let often = emitter.compare(CompareOp::Ge, evaluations, fewest);
    let fits = emitter.binary(BinaryOp::And, some, few);
    let pays = emitter.binary(BinaryOp::And, many, often);
    emitter.binary(BinaryOp::And, fits, pays)
}

/// Makes a table for a launch.
fn make(
    emitter: &mut Emitter,
    launch: &Launch,
    table: &MadeTable,
    extents: Vec<Value>,
    dims: Vec<Value>,
) -> Value {
    let mut narrow = |sizes: Vec<Value>| -> Vec<Value> {
        let sizes = sizes.into_iter();
        sizes.map(|size| emitter.convert(size, Ty::I32)).collect()
    };
    let (extents, dims) = (narrow(extents), narrow(dims));
    let new = Op::NewArray {
        dims,
        fill: Fill::Uninit,
    };
    let made = emitter.define(new, Ty::Array(table.kind));
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
