//! Operands that vectors read with a stride are copied in front of the launch, so that their elements lie side by side (packing).
//!
//! ```text
//! kernel f at [q] { for p { for k { … a[q, k] … } } }     launch f [rows] (a, …)
//!
//! launch f$pack0 [columns, rows] (a, t)                   t[k, q] = a[q, k]
//! launch f$packed [rows] (a, …, t)                        … t[k, q] …
//!
//! kernel g at [n] { for k { … x[4*n + k] … } }            launch g [count] (x, …)
//!
//! launch g$pack0 [4, columns] (x, t)                      t[p, c] = x[4*c + p]
//! launch g$packed [count] (x, …, t)                       … t[k mod 4, n + k div 4] …
//! ```
//!
//! Vectors stand for neighbouring positions of the innermost dimension. Where an operand has these along a dimension that is not its last one, or
//! several elements apart, each lane reads a line of memory of its own. The copy costs a walk over the operand; it is made where the launch
//! reads each element of it many times. This is the packing of fast matrix products (Goto and van de Geijn, Anatomy of high-performance
//! matrix multiplication, ACM TOMS 34, 2008), for any kernel. GPUs keep the kernel as it was.
//!
//! *Invariant:* a packed operand is not changed by its kernel, and an element that is read from the copy is the one that would have been read.

use super::counts::{Bounds, Counted};
use super::emit::Emitter;
use super::launches::where_it_holds;
use super::prepared::{array_param, launched, prepared_origin, replace_everywhere};
use crate::machine::cost::preparation::{FEWEST_IN_ALL, FEWEST_READS, FEWEST_READS_OF_CHANNELS};
use crate::machine::processor::ASSUMED_LANES;
use crate::mir::kernel::{MAXIMUM_RANK, kernel_data, kernel_data_mut};
use crate::mir::passes::simplify::simplify_function;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, ElemKind, Fill, FuncId, Function,
    KernelOrigin, Label, Launch, Local, Op, Preparation, Program, RtFn, StandsFor, Stmt, Ty,
    UnaryOp, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// An operand has at most so many elements.
const MOST_ELEMENTS: i32 = 1 << 24;
/// Elements that lie so many apart or fewer are the channels of a picture, which vectors read side by side and deal out.
const MOST_CHANNELS: i64 = 4;
/// Operations one after the other that compute an index, at most.
const DEEPEST_INDEX: u32 = 8;
/// The innermost dimension has so many positions at least: fewer do not fill a vector.
const FEWEST_POSITIONS: i32 = 8;
/// So many operands of a kernel are packed at most; those behind are read as they are.
const MOST_PACKED: usize = 3;
/// Products of an index and a stride stay below, so that they are those of whole numbers.
const LARGEST_INDEX: f32 = (1 << 30) as f32;

/// Runs the pass on every launch.
pub fn pack_operands(program: &mut Program) {
    let mut found = BTreeMap::new();
    for id in launched(program) {
        if may_be_packed(&program.functions[id]) {
            found.extend(Packed::new(program, id).map(|made| (id, made)));
        }
    }
    replace_everywhere(program, &found, choice);
}

/// Whether a kernel is of a kind whose operands are packed.
fn may_be_packed(kernel: &Function) -> bool {
    let data = kernel_data(kernel);
    let is_plain = data.accumulators.is_empty() && data.group.is_none();
    is_plain && prepared_origin(data.origin).is_some()
}

// ---- What can be packed ----------------------------------------------------------------------------------------------------------------

/// What an index depends on, besides the innermost position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Axis {
    /// An outer position.
    Position(usize),
    /// The iterations of a loop of the kernel.
    Loop(Label),
}

/// How a value depends on the position: with which stride it grows along the innermost one, as analyses of divergence tell it (Karrenberg and
/// Hack, Whole-function vectorization, CGO 2011).
#[derive(Clone, Debug, Default)]
struct Stride {
    /// The other axes that it depends on.
    axes: BTreeSet<Axis>,
    /// It grows by so much per innermost position; none where it depends on that in another way.
    along: Option<i64>,
    /// Whether it depends on nothing but the arguments.
    is_fixed: bool,
    /// Its value, where that is known.
    constant: Option<i64>,
}

impl Stride {
    /// The same for all innermost positions.
    fn uniform(axes: BTreeSet<Axis>, is_fixed: bool) -> Stride {
        Stride {
            axes,
            along: Some(0),
            is_fixed,
            constant: None,
        }
    }

    fn is_uniform(&self) -> bool {
        self.along == Some(0)
    }
}

/// Where the copy has an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layout {
    /// A dimension of so many became the last one.
    Moved { dimension: usize, rank: usize },
    /// Elements along the last dimension of so many are dealt out to rows, one after the other to each of so many.
    Dealt { step: i64, rank: usize },
}

/// A read that gains by a copy of its operand.
struct Read {
    value: Value,
    /// Whether some position or loop around reads all of the elements again: that overlapping windows have some in common is no reason for a copy.
    again: bool,
    /// The loops around it that run as often at all positions.
    loops: Vec<Counted>,
    /// The innermost loop around it, if elements that lie apart along the positions lie side by side along that.
    along_loop: Option<Label>,
}

/// What is known of a kernel.
struct Search<'k> {
    kernel: &'k Function,
    /// The variables that it sets.
    set: BTreeSet<Local>,
    strides: BTreeMap<Value, Stride>,
    /// What defines values.
    defined: BTreeMap<Value, &'k Stmt>,
    /// The loops around the statement at hand; those that count by ones as often at all positions are known.
    around: Vec<(Label, Option<Counted>)>,
    /// By operand and layout.
    reads: BTreeMap<(Local, Layout), Vec<Read>>,
    /// Innermost loops that read, side by side along their iterations, what lies apart along the positions and is not packed: vectors had better run
    /// along them.
    along_loops: BTreeSet<Label>,
    /// The arrays that are changed; none where one of them is no argument.
    changed: Option<BTreeSet<Local>>,
}

impl<'k> Search<'k> {
    fn of(kernel: &'k Function) -> Search<'k> {
        let mut search = Search {
            kernel,
            set: kernel.body.assigned_locals(),
            strides: BTreeMap::new(),
            defined: BTreeMap::new(),
            around: Vec::new(),
            reads: BTreeMap::new(),
            along_loops: BTreeSet::new(),
            changed: Some(BTreeSet::new()),
        };
        let (last, outer) = kernel_data(kernel)
            .position
            .split_last()
            .expect("a kernel has a position");
        for (at, position) in outer.iter().enumerate() {
            let stride = Stride::uniform([Axis::Position(at)].into(), false);
            search.strides.insert(*position, stride);
        }
        let innermost = Stride {
            along: Some(1),
            ..Stride::default()
        };
        search.strides.insert(*last, innermost);
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
        if let Some(stride) = self.stride_of(stmt) {
            for result in &stmt.results {
                self.strides.insert(*result, stride.clone());
            }
        }
        match &stmt.op {
            Op::Load(access) => self.read(stmt, access),
            Op::Store(access, _) | Op::Atomic(_, access, _) => {
                let array = self.argument(access.array);
                self.changed = self.changed.take().zip(array).map(|(mut changed, array)| {
                    changed.insert(array);
                    changed
                });
            }
            _ => {}
        }
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
            let known = |value| {
                self.strides
                    .get(&value)
                    .is_some_and(|stride| stride.is_fixed)
            };
            let by_one = self.constant(step) == Some(1);
            let counted = (by_one && known(start) && known(stop)).then_some(Counted {
                label,
                index,
                start,
                stop,
            });
            let from = self
                .strides
                .get(&start)
                .filter(|stride| stride.is_uniform());
            if let (Some(from), true) = (from, by_one) {
                let mut axes = from.axes.clone();
                axes.insert(Axis::Loop(label));
                self.strides.insert(index, Stride::uniform(axes, false));
            }
            self.around.push((label, counted));
        } else if let Op::Loop { label, .. } = stmt.op {
            self.around.push((label, None));
        }
        for inner in stmt.op.blocks() {
            self.block(inner);
        }
        self.around.truncate(depth);
    }

    fn constant(&self, value: Value) -> Option<i64> {
        self.strides.get(&value)?.constant
    }

    /// The argument that a value is.
    fn argument(&self, value: Value) -> Option<Local> {
        let Op::Get(local) = self.defined.get(&value)?.op else {
            return None;
        };
        let is_argument = self.kernel.params.contains(&local) && !self.set.contains(&local);
        is_argument.then_some(local)
    }

    /// How the results of a statement depend on the position; none where that is not known.
    fn stride_of(&self, stmt: &Stmt) -> Option<Stride> {
        match &stmt.op {
            Op::Const(Const::I32(number)) => Some(Stride {
                constant: Some((*number).into()),
                ..Stride::uniform(BTreeSet::new(), true)
            }),
            Op::Get(_) => {
                self.argument(stmt.results[0])?;
                Some(Stride::uniform(BTreeSet::new(), true))
            }
            Op::Const(Const::OnGpu) => None,
            Op::Load(_) => {
                let stride = self.joined(&stmt.op)?;
                let is_uniform = stride.is_uniform();
                is_uniform.then(|| Stride::uniform(stride.axes, false))
            }
            op if op.is_pure() => {
                let stride = self.joined(op)?;
                let along = match op {
                    _ if stride.is_uniform() => Some(0),
                    Op::Unary(UnaryOp::Neg, a) => self.along(*a)?.checked_neg(),
                    Op::Binary(BinaryOp::Add, a, b) => self.along(*a)?.checked_add(self.along(*b)?),
                    Op::Binary(BinaryOp::Sub, a, b) => self.along(*a)?.checked_sub(self.along(*b)?),
                    Op::Binary(BinaryOp::Mul, a, b) => match (self.constant(*a), self.constant(*b))
                    {
                        (_, Some(by)) => self.along(*a)?.checked_mul(by),
                        (Some(by), _) => self.along(*b)?.checked_mul(by),
                        (None, None) => None,
                    },
                    _ => None,
                };
                let is_whole = self.kernel.values[*stmt.results.first()?].ty == Ty::I32;
                Some(Stride {
                    along: along.filter(|along| *along == 0 || is_whole),
                    ..stride
                })
            }
            _ => None,
        }
    }

    fn along(&self, value: Value) -> Option<i64> {
        self.strides.get(&value)?.along
    }

    /// What the operands depend on together; it is uniform if they all are.
    fn joined(&self, op: &Op) -> Option<Stride> {
        let mut all = Some(Stride::uniform(BTreeSet::new(), true));
        op.for_each_operand(|operand| {
            let stride = self.strides.get(operand);
            all = all.take().zip(stride).map(|(mut all, stride)| {
                all.axes.extend(&stride.axes);
                all.along = all.along.filter(|_| stride.is_uniform());
                all.is_fixed &= stride.is_fixed;
                all
            });
        });
        all
    }

    /// Takes a read down if it gains by a copy of its operand.
    fn read(&mut self, stmt: &Stmt, access: &Access) {
        let Some(array) = self.argument(access.array) else {
            return;
        };
        let is_of_numbers = self.kernel.values[stmt.results[0]].ty.element().is_some();
        let layout = self.layout(access);
        let along_loop = self.loop_beside(access);
        if layout.is_none() {
            self.along_loops.extend(along_loop);
        }
        if let Some((layout, again)) = layout
            && is_of_numbers
        {
            let loops = self
                .around
                .iter()
                .filter_map(|(_, counted)| counted.clone());
            let read = Read {
                value: stmt.results[0],
                again,
                loops: loops.collect(),
                along_loop,
            };
            self.reads.entry((array, layout)).or_default().push(read);
        }
    }

    /// The innermost loop, if its iterations fill vectors and read neighbours of what lies apart along the positions.
    fn loop_beside(&self, access: &Access) -> Option<Label> {
        let (_, counted) = self.around.last()?;
        let counted = counted.as_ref()?;
        let iterations = self.constant(counted.stop)? - self.constant(counted.start)? + 1;
        let (last, outer) = access.index.split_last()?;
        let is_apart = self.along(*last)? > 1;
        let is_beside = self.along_index(*last, counted.index, DEEPEST_INDEX)? == 1;
        let moves =
            |value: &Value| self.along_index(*value, counted.index, DEEPEST_INDEX) != Some(0);
        let fills = iterations > 0 && iterations % ASSUMED_LANES == 0;
        (is_apart && is_beside && fills && !outer.iter().any(moves)).then_some(counted.label)
    }

    /// By how much a value grows with the index of a loop, if few operations compute it.
    fn along_index(&self, value: Value, index: Value, depth: u32) -> Option<i64> {
        if value == index {
            return Some(1);
        }
        let Some(stmt) = self.defined.get(&value) else {
            return Some(0);
        };
        let depth = depth.checked_sub(1)?;
        let of = |value: Value| self.along_index(value, index, depth);
        match &stmt.op {
            Op::Const(_) => Some(0),
            Op::Get(_) => self.argument(value).map(|_| 0),
            Op::Unary(UnaryOp::Neg, a) => of(*a)?.checked_neg(),
            Op::Binary(BinaryOp::Add, a, b) => of(*a)?.checked_add(of(*b)?),
            Op::Binary(BinaryOp::Sub, a, b) => of(*a)?.checked_sub(of(*b)?),
            Op::Binary(BinaryOp::Mul, a, b) => match (self.constant(*a), self.constant(*b)) {
                (_, Some(by)) => of(*a)?.checked_mul(by),
                (Some(by), None) => of(*b)?.checked_mul(by),
                (None, None) => None,
            },
            _ => None,
        }
    }

    /// Whether a packed operand leaves vectors where they are: those of a loop that reads others side by side had better run along it.
    fn gains(&self, layout: Layout, reads: &[Read]) -> bool {
        let is_along = |read: &Read| {
            let label = read.along_loop.as_ref();
            label.is_some_and(|label| self.along_loops.contains(label))
        };
        matches!(layout, Layout::Moved { .. }) || !reads.iter().any(is_along)
    }

    /// How the operand of a read is packed, if lanes would read it with a stride, and several times; and whether all of it is read again.
    fn layout(&self, access: &Access) -> Option<(Layout, bool)> {
        let rank = access.index.len();
        let mut axes = BTreeSet::new();
        let mut strided = None;
        let mut overlaps = false;
        for (dimension, index) in access.index.iter().enumerate() {
            let stride = self.strides.get(index)?;
            let along = stride.along?;
            overlaps |= stride.axes.len() + usize::from(along != 0) > 1;
            axes.extend(&stride.axes);
            if along != 0 && strided.replace((dimension, along)).is_some() {
                return None;
            }
        }
        let (dimension, along) = strided?;
        let outer = kernel_data(self.kernel).position.len() - 1;
        let mut possible = (0..outer)
            .map(Axis::Position)
            .chain(self.around.iter().map(|(label, _)| Axis::Loop(*label)));
        let again = possible.any(|axis| !axes.contains(&axis));
        let is_last = dimension + 1 == rank;
        match access.mode {
            AccessMode::Checked => None,
            _ if !is_last && along == 1 && (again || overlaps) && rank <= MAXIMUM_RANK => {
                Some((Layout::Moved { dimension, rank }, again))
            }
            AccessMode::Safe | AccessMode::Unchecked if is_last && along > 1 => {
                let slides = axes.iter().any(|axis| matches!(axis, Axis::Loop(_)));
                // Where columns are is known for quotients by shifts alone, and tests at each read cost more than the stride.
                let is_tested = access.mode == AccessMode::Safe;
                let is_known = !is_tested || along.count_ones() == 1;
                let fits = rank < MAXIMUM_RANK && along <= i32::MAX.into() && is_known;
                let layout = Layout::Dealt { step: along, rank };
                (fits && (slides || again)).then_some((layout, true))
            }
            AccessMode::Safe
            | AccessMode::Unchecked
            | AccessMode::Circular
            | AccessMode::Mirror
            | AccessMode::Clamped => None,
        }
    }
}

// ---- Kernels ---------------------------------------------------------------------------------------------------------------------------

/// A kernel that reads packed operands, and those that pack them.
struct Packed {
    /// As it was.
    original: Function,
    kernel: FuncId,
    operands: Vec<Operand>,
    /// The numbers of the parameters that the kernel changes.
    changed: Vec<usize>,
}

/// An operand that is packed.
struct Operand {
    /// The number of the parameter.
    number: usize,
    kind: ElemKind,
    layout: Layout,
    /// The kernel that makes the copy.
    maker: FuncId,
    /// By read, the bounds of the loops around it.
    reads: Vec<Vec<Bounds>>,
}

impl Packed {
    fn new(program: &mut Program, id: FuncId) -> Option<Packed> {
        let kernel = program.functions[id].clone();
        let search = Search::of(&kernel);
        let changed = search.changed.as_ref()?;
        let number = |local: &Local| {
            let place = kernel.params.iter().position(|param| param == local);
            place.expect("an argument is a parameter")
        };
        let reads = search.reads.iter();
        let reads: Vec<_> = reads
            .filter(|((array, layout), reads)| {
                !changed.contains(array)
                    && reads.iter().any(|read| read.again)
                    && search.gains(*layout, reads)
            })
            .take(MOST_PACKED)
            .collect();
        if reads.is_empty() {
            return None;
        }
        let mut reader = kernel.clone();
        reader.name += "$packed";
        let data = kernel_data_mut(&mut reader);
        data.origin = prepared_origin(data.origin).expect("its operands are packed");
        data.stands_for = Some(StandsFor {
            kernel: id,
            by: Preparation::Packing,
        });
        data.profile.constants.clear();
        let mut operands = Vec::new();
        for (at, ((array, layout), reads)) in reads.into_iter().enumerate() {
            let Ty::Array(kind) = kernel.locals[*array].ty else {
                unreachable!("an operand is an array");
            };
            read_copy(&search, &mut reader, kind, *layout, reads);
            let mut maker = maker(&kernel, kind, *layout, &reads[0]);
            maker.name = format!("{}$pack{at}", kernel.name);
            let bounds = reads.iter().map(|read| {
                let loops = read.loops.iter();
                loops
                    .map(|one| one.bounds(&kernel, &search.defined))
                    .collect()
            });
            operands.push(Operand {
                number: number(array),
                kind,
                layout: *layout,
                reads: bounds.collect(),
                maker: program.functions.push(maker),
            });
        }
        simplify_function(&mut reader);
        let changed = changed.iter().map(number).collect();
        Some(Packed {
            original: kernel,
            kernel: program.functions.push(reader),
            operands,
            changed,
        })
    }
}

/// Lets reads of a kernel take their elements from a copy, which is a further parameter.
fn read_copy(
    search: &Search<'_>,
    kernel: &mut Function,
    kind: ElemKind,
    layout: Layout,
    reads: &[Read],
) {
    let param = array_param(kernel, kind);
    let values = reads.iter().map(|read| read.value).collect();
    let mut body = std::mem::take(&mut kernel.body);
    replace(search, kernel, &mut body, param, layout, &values);
    kernel.body = body;
}

fn replace(
    search: &Search<'_>,
    kernel: &mut Function,
    block: &mut Block,
    param: Local,
    layout: Layout,
    values: &BTreeSet<Value>,
) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            replace(search, kernel, inner, param, layout, values);
        }
        if stmt
            .results
            .first()
            .is_some_and(|result| values.contains(result))
        {
            let mut emitter = Emitter::new(kernel, stmt.loc);
            let Op::Load(access) = &mut stmt.op else {
                unreachable!("reads are replaced");
            };
            access.array = emitter.get(param);
            place(search, &mut emitter, &mut access.index, layout);
            stmts.extend(emitter.stmts);
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// Turns where an element lies to where the copy has it.
fn place(search: &Search<'_>, emitter: &mut Emitter, index: &mut Vec<Value>, layout: Layout) {
    match layout {
        Layout::Moved { dimension, .. } => {
            let moved = index.remove(dimension);
            index.push(moved);
        }
        Layout::Dealt { step, .. } => {
            let last = index.pop().expect("an access has an index");
            let offset = without_position(search, emitter, last);
            let [row, columns] = divided(emitter, offset, step);
            let position = *kernel_data(search.kernel)
                .position
                .last()
                .expect("a kernel has a position");
            let column = emitter.binary(BinaryOp::Add, position, columns);
            index.extend([row, column]);
        }
    }
}

/// The remainder, which is not negative, and the quotient by a constant.
fn divided(emitter: &mut Emitter, number: Value, by: i64) -> [Value; 2] {
    let by = i32::try_from(by).expect("a step is small");
    if by.count_ones() == 1 {
        let mask = emitter.constant(Const::I32(by - 1));
        let bits = emitter.constant(Const::I32(by.trailing_zeros() as i32));
        let remainder = emitter.binary(BinaryOp::And, number, mask);
        return [remainder, emitter.binary(BinaryOp::Shr, number, bits)];
    }
    let by = emitter.constant(Const::I32(by));
    let remainder = emitter.binary(BinaryOp::Rem, number, by);
    let positive = emitter.binary(BinaryOp::Add, remainder, by);
    let remainder = emitter.binary(BinaryOp::Rem, positive, by);
    let multiple = emitter.binary(BinaryOp::Sub, number, remainder);
    [remainder, emitter.binary(BinaryOp::IntDiv, multiple, by)]
}

/// A linear value where the innermost position is 0.
fn without_position(search: &Search<'_>, emitter: &mut Emitter, value: Value) -> Value {
    if search.along(value) == Some(0) {
        return value;
    }
    match search.defined.get(&value).map(|stmt| &stmt.op) {
        None => emitter.constant(Const::I32(0)),
        Some(Op::Unary(op, a)) => {
            let a = without_position(search, emitter, *a);
            emitter.define(Op::Unary(*op, a), Ty::I32)
        }
        Some(Op::Binary(op, a, b)) => {
            let [a, b] = [*a, *b].map(|value| without_position(search, emitter, value));
            emitter.binary(*op, a, b)
        }
        Some(other) => unreachable!("{other:?} is not linear"),
    }
}

/// The kernel that makes a copy, a position for each of its elements, of the arguments' operand and the copy.
fn maker(kernel: &Function, kind: ElemKind, layout: Layout, read: &Read) -> Function {
    let mut types = Vec::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        if stmt.results.first() == Some(&read.value) {
            let values = stmt.results.iter();
            types = values.map(|value| kernel.values[*value].ty).collect();
        }
    });
    let mut maker = kernel.clone();
    maker.body = Block::default();
    maker.params.clear();
    let [operand, copy] = [(); 2].map(|()| array_param(&mut maker, kind));
    let rank = match layout {
        Layout::Moved { rank, .. } => rank,
        Layout::Dealt { rank, .. } => rank + 1,
    };
    let mut emitter = Emitter::new(&mut maker, kernel.loc);
    let position: Vec<Value> = (0..rank).map(|_| emitter.value(Ty::I32)).collect();
    let [array, copy] = [operand, copy].map(|param| emitter.get(param));
    let mut index = position.clone();
    let last = index.pop().expect("a copy has a dimension");
    let mode = match layout {
        Layout::Moved { dimension, .. } => {
            index.insert(dimension, last);
            AccessMode::Unchecked
        }
        Layout::Dealt { step, .. } => {
            let row = index.pop().expect("a copy has two dimensions");
            let step = emitter.constant(Const::I32(step as i32));
            let first = emitter.binary(BinaryOp::Mul, last, step);
            index.push(emitter.binary(BinaryOp::Add, first, row));
            // The last column has elements behind those of the operand.
            AccessMode::Safe
        }
    };
    let values: Vec<Value> = types.iter().map(|ty| emitter.value(*ty)).collect();
    let element = |array, index, mode| Access {
        array,
        index,
        mode,
        name: None,
    };
    let loc = emitter.loc;
    emitter.stmts.push(Stmt {
        op: Op::Load(element(array, index, mode)),
        results: values.clone(),
        loc,
    });
    let to = element(copy, position.clone(), AccessMode::Unchecked);
    emitter.run(Op::Store(to, values));
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

/// Packed operands, where each is read often and no GPU may take the launch.
fn choice(function: &mut Function, stmt: Stmt, packed: &Packed) -> Vec<Stmt> {
    let Op::Launch(launch) = &stmt.op else {
        unreachable!("a launch is replaced");
    };
    let mut emitter = Emitter::new(function, stmt.loc);
    let devices = emitter.ask(RtFn::device_count);
    let zero = emitter.constant(Const::I32(0));
    let mut cond = emitter.compare(CompareOp::Eq, devices, zero);
    let innermost = *launch.extents.last().expect("a launch has an extent");
    let fewest = emitter.constant(Const::I32(FEWEST_POSITIONS));
    let fills = emitter.compare(CompareOp::Ge, innermost, fewest);
    cond = emitter.binary(BinaryOp::And, cond, fills);
    let mut copies = Vec::new();
    for operand in &packed.operands {
        let array = launch.args[operand.number];
        let changed = packed.changed.iter();
        let pairs = changed.map(|number| (array, launch.args[*number]));
        let apart = emitter.all_different(pairs);
        cond = emitter.binary(BinaryOp::And, cond, apart);
        let (extents, is_far) = extents(&mut emitter, array, operand.layout, &mut cond);
        let elements = emitter.define(Op::Numel(array), Ty::I32);
        let fits = fits(&mut emitter, elements, innermost, operand.layout);
        cond = emitter.binary(BinaryOp::And, cond, fits);
        let reads = reads(&mut emitter, launch, packed, operand);
        let often = is_read_often(&mut emitter, reads, elements, is_far);
        cond = emitter.binary(BinaryOp::And, cond, often);
        copies.push(extents);
    }
    let mut inner = Emitter::new(emitter.function, stmt.loc);
    let mut reading = launch.clone();
    reading.kernel = packed.kernel;
    for (operand, extents) in packed.operands.iter().zip(copies) {
        let new = Op::NewArray {
            dims: extents.clone(),
            fill: Fill::Uninit,
        };
        let copy = inner.define(new, Ty::Array(operand.kind));
        inner.run(Op::Launch(Launch {
            kernel: operand.maker,
            extents,
            args: vec![launch.args[operand.number], copy],
            serial: false,
        }));
        reading.args.push(copy);
    }
    inner.run(Op::Launch(reading));
    let instead = inner.stmts;
    where_it_holds(emitter, cond, instead, stmt)
}

/// The extents of a copy, and whether elements that vectors read lie further apart than channels, where that is not certain; `cond` holds
/// only if the operand has the extents that its kernel reads it by.
fn extents(
    emitter: &mut Emitter,
    array: Value,
    layout: Layout,
    cond: &mut Value,
) -> (Vec<Value>, Option<Value>) {
    let (Layout::Moved { rank, .. } | Layout::Dealt { rank, .. }) = layout;
    let elements = emitter.define(Op::Numel(array), Ty::I32);
    let mut dims = vec![elements];
    if rank > 1 {
        let all = (0..rank as u8).map(|at| emitter.define(Op::Dim(array, at), Ty::I32));
        dims = all.collect();
        let product = product(emitter, &dims);
        let elements = emitter.convert(elements, Ty::I64);
        let all = emitter.compare(CompareOp::Eq, product, elements);
        *cond = emitter.binary(BinaryOp::And, *cond, all);
    }
    let is_far = match layout {
        Layout::Moved { dimension, .. } => {
            let stride = product(emitter, &dims[dimension + 1..]);
            let channels = emitter.constant(Const::I64(MOST_CHANNELS));
            let is_far = emitter.compare(CompareOp::Gt, stride, channels);
            let moved = dims.remove(dimension);
            dims.push(moved);
            Some(is_far)
        }
        Layout::Dealt { step, .. } => {
            let last = dims.pop().expect("an operand has a dimension");
            let rows = emitter.constant(Const::I32(step as i32));
            let one = emitter.constant(Const::I32(1));
            let before = emitter.binary(BinaryOp::Sub, last, one);
            let whole = emitter.binary(BinaryOp::IntDiv, before, rows);
            let columns = emitter.binary(BinaryOp::Add, whole, one);
            dims.extend([rows, columns]);
            None
        }
    };
    (dims, is_far)
}

/// The product of extents, which is that of an array or a part of it, in 64 bits.
fn product(emitter: &mut Emitter, extents: &[Value]) -> Value {
    let mut product = emitter.constant(Const::I64(1));
    for extent in extents {
        let extent = emitter.convert(*extent, Ty::I64);
        product = emitter.binary(BinaryOp::Mul, product, extent);
    }
    product
}

/// Whether an operand is neither empty nor large, and places in it are numbers of 32 bits.
fn fits(emitter: &mut Emitter, elements: Value, innermost: Value, layout: Layout) -> Value {
    let one = emitter.constant(Const::I32(1));
    let most = emitter.constant(Const::I32(MOST_ELEMENTS));
    let some = emitter.compare(CompareOp::Ge, elements, one);
    let few = emitter.compare(CompareOp::Le, elements, most);
    let fits = emitter.binary(BinaryOp::And, some, few);
    let Layout::Dealt { step, .. } = layout else {
        return fits;
    };
    let positions = emitter.convert(innermost, Ty::F32);
    let step = emitter.constant(Const::F32(step as f32));
    let reach = emitter.binary(BinaryOp::Mul, positions, step);
    let largest = emitter.constant(Const::F32(LARGEST_INDEX));
    let is_small = emitter.compare(CompareOp::Le, reach, largest);
    emitter.binary(BinaryOp::And, fits, is_small)
}

/// How many elements of an operand a launch reads, as far as the loops tell.
fn reads(emitter: &mut Emitter, launch: &Launch, packed: &Packed, operand: &Operand) -> Value {
    let zero = emitter.constant(Const::F32(0.0f32));
    let mut positions = emitter.constant(Const::F32(1.0f32));
    for extent in &launch.extents {
        let extent = emitter.convert(*extent, Ty::F32);
        positions = emitter.binary(BinaryOp::Mul, positions, extent);
    }
    let mut all = zero;
    for loops in &operand.reads {
        let mut times = positions;
        for bounds in loops {
            let iterations = bounds.iterations(emitter, launch, &packed.original);
            let iterations = emitter.convert(iterations, Ty::F32);
            let iterations = emitter.binary(BinaryOp::Max, iterations, zero);
            times = emitter.binary(BinaryOp::Mul, times, iterations);
        }
        all = emitter.binary(BinaryOp::Add, all, times);
    }
    all
}

/// Whether so many reads are many for each element.
fn is_read_often(
    emitter: &mut Emitter,
    reads: Value,
    elements: Value,
    is_far: Option<Value>,
) -> Value {
    let elements = emitter.convert(elements, Ty::F32);
    let times = |emitter: &mut Emitter, fewest: f32| {
        let fewest = emitter.constant(Const::F32(fewest));
        let fewest = emitter.binary(BinaryOp::Mul, elements, fewest);
        emitter.compare(CompareOp::Ge, reads, fewest)
    };
    let mut often = times(emitter, FEWEST_READS);
    if let Some(is_far) = is_far {
        let very_often = times(emitter, FEWEST_READS_OF_CHANNELS);
        let enough = emitter.binary(BinaryOp::Or, is_far, very_often);
        often = emitter.binary(BinaryOp::And, often, enough);
    }
    let least = emitter.constant(Const::F32(FEWEST_IN_ALL));
    let worth = emitter.compare(CompareOp::Ge, reads, least);
    emitter.binary(BinaryOp::And, often, worth)
}
