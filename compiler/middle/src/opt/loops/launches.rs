//! The order of the dimensions of kernels that the program launches itself.
//!
//! Vectors go along the last dimension of a kernel, on GPUs neighbouring threads do. A launch has no order, so another dimension may
//! take that place where it finds more elements side by side:
//!
//! ```text
//! launch f [250, 250, 7, 7]    kernel f at [a, b, c, d] { y[7*c + d, 250*b + a] = x[a + d, b + c] }
//! launch f [250, 7, 7, 250]    kernel f at [b, c, d, a] { … }
//! ```
//!
//! The cost of an order is that of loops (`band`). Only an error could tell the difference, because the one of the first position is
//! raised: after an error the launch is repeated in the order of the text, by a copy of the kernel. A kernel that reads what it writes
//! would change it twice: where that is certain it keeps its order, and where it depends on the arguments, two of which may be one
//! array, the program tests that and launches the copy at once.
//!
//! *Technique:* loop permutation for memory order (Carr, McKinley and Tseng, "Compiler Optimizations for Improving Data Locality", ASPLOS
//! 1994), of launches.
//!
//! *Invariant:* a kernel has another order only if its results do not depend on the order of the positions of a launch, and its errors on
//! nothing but positions and arguments. A launch is repeated only if it reads nothing that it writes.

use super::emit::Emitter;
use crate::analysis::loops::affine::Root;
use crate::analysis::loops::band;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::nest::{Nest, NestAccess, Role};
use crate::analysis::loops::verdict::{Interchanged, LoopVerdict, Outcome};
use crate::base::IndexVec;
use crate::machine::processor::FEWEST_ROWS;
use crate::mir::families::pure_op;
use crate::mir::kernel::kernel_data_mut;
use crate::mir::passes::copy::replace_stmts;
use crate::mir::{
    Block, Const, ElemKind, FuncId, FuncKind, Function, KernelOrigin, Label, Launch, Loc, Local,
    LocalData, Op, Program, RtFn, Stmt, Ty, Value, ValueData,
};
use std::collections::{BTreeMap, BTreeSet};

/// All launches of a kernel.
#[derive(Debug)]
struct Launches {
    /// The greatest extents, where all are known.
    extents: Vec<Option<i32>>,
    /// Whether one of them has an order.
    serial: bool,
}

/// Parameters, by their numbers, that must be different arrays for a launch to be repeated.
type Pairs = BTreeSet<(usize, usize)>;

/// A new order, with what is needed if launches have to be repeated after an error.
struct Change {
    order: Vec<usize>,
    repeats: Option<Repeats>,
}

/// How launches are repeated.
struct Repeats {
    /// The kernel in its old order.
    kernel: FuncId,
    /// What must be different.
    different: Pairs,
}

/// Gives kernels that gain by it another order of their dimensions.
pub fn interchange(program: &mut Program) -> Vec<LoopVerdict> {
    let names = Names::of(program);
    let mut changes = BTreeMap::new();
    let mut verdicts = Vec::new();
    for (id, launches) in launches(program) {
        let kernel = &program.functions[id];
        let Some((order, repeated)) = new_order(kernel, &launches, &names) else {
            continue;
        };
        verdicts.push(verdict(id, kernel, &order, repeated.is_some()));
        let old = repeated.map(|different| (in_old_order(kernel), different));
        let repeats = old.map(|(copy, different)| Repeats {
            kernel: program.functions.push(copy),
            different,
        });
        let data = kernel_data_mut(&mut program.functions[id]);
        data.position = permuted(&data.position, &order);
        changes.insert(id, Change { order, repeats });
    }
    for function in program.functions.iter_mut() {
        let mut body = std::mem::take(&mut function.body);
        launch_anew(function, &mut body, &changes);
        function.body = body;
    }
    verdicts
}

fn verdict(id: FuncId, kernel: &Function, order: &[usize], repeats: bool) -> LoopVerdict {
    LoopVerdict {
        function: kernel.name.clone(),
        loc: kernel.loc,
        variable: None,
        depth: 0,
        indexes_arrays: true,
        is_fractional: false,
        is_other_work: false,
        is_small: false,
        outcome: Outcome::Interchanged(Interchanged {
            kernel: id,
            order: order.to_vec(),
            repeats,
        }),
        part: None,
    }
}

/// Replaces launches of kernels that something was found for, with their positions in any order: `choice` gives what a launch becomes.
pub(super) fn replace_launches<T>(
    function: &mut Function,
    found: &BTreeMap<FuncId, T>,
    choice: impl Fn(&mut Function, Stmt, &T) -> Vec<Stmt>,
) {
    let mut body = std::mem::take(&mut function.body);
    replace_stmts(&mut body, &mut |stmt| {
        let about = match &stmt.op {
            Op::Launch(launch) if !launch.serial => found.get(&launch.kernel),
            _ => None,
        };
        match about {
            Some(about) => choice(function, stmt, about),
            None => vec![stmt],
        }
    });
    function.body = body;
}

/// What stands for a launch: other statements where a condition holds, else the launch.
pub(super) fn where_it_holds(
    mut emitter: Emitter<'_>,
    cond: Value,
    instead: Vec<Stmt>,
    launch: Stmt,
) -> Vec<Stmt> {
    let otherwise = vec![launch];
    emitter.run(Op::If {
        cond,
        then: Block { stmts: instead },
        otherwise: Block { stmts: otherwise },
    });
    emitter.stmts
}

fn permuted<T: Copy>(list: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|&at| list[at]).collect()
}

/// The kernel as it is, to find the first error.
fn in_old_order(kernel: &Function) -> Function {
    let mut copy = kernel.clone();
    copy.name += "$first_error";
    kernel_data_mut(&mut copy).origin = KernelOrigin::Repeated;
    copy
}

/// The launches of every kernel.
fn launches(program: &Program) -> BTreeMap<FuncId, Launches> {
    let mut found: BTreeMap<FuncId, Launches> = BTreeMap::new();
    for function in &program.functions {
        let mut constants = BTreeMap::new();
        function.body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Const(Const::I32(constant)) => {
                constants.insert(stmt.results[0], *constant);
            }
            Op::Launch(launch) => {
                let extents = launch.extents.iter().map(|one| constants.get(one).copied());
                let extents: Vec<_> = extents.collect();
                let known = found.entry(launch.kernel).or_insert_with(|| Launches {
                    extents: extents.clone(),
                    serial: false,
                });
                known.serial |= launch.serial;
                for (known, extent) in known.extents.iter_mut().zip(extents) {
                    *known = known.zip(extent).map(|(known, extent)| known.max(extent));
                }
            }
            _other => {}
        });
    }
    found
}

/// Turns launches to the new order of their kernels.
fn launch_anew(function: &mut Function, block: &mut Block, changes: &BTreeMap<FuncId, Change>) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            launch_anew(function, inner, changes);
        }
        if let Op::Launch(launch) = &mut stmt.op
            && let Some(change) = changes.get(&launch.kernel)
        {
            let old = launch.clone();
            launch.extents = permuted(&old.extents, &change.order);
            if let Some(repeats) = &change.repeats {
                stmts.extend(repeats.guarded(function, stmt, old));
                continue;
            }
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

impl Repeats {
    /// A launch that is repeated after an error, where arrays are different that must be.
    fn guarded(&self, function: &mut Function, new: Stmt, old: Launch) -> Vec<Stmt> {
        let kernel = self.kernel;
        let pairs = self.different.iter();
        let pairs: Vec<_> = pairs.map(|&(a, b)| (old.args[a], old.args[b])).collect();
        let loc = new.loc;
        let old = Launch { kernel, ..old };
        let handler = repeat(&mut function.values, old.clone(), loc);
        let body = Block { stmts: vec![new] };
        let tried = Op::Try { body, handler };
        let mut emitter = Emitter::new(function, loc);
        if pairs.is_empty() {
            emitter.run(tried);
            return emitter.stmts;
        }
        let cond = emitter.all_different(pairs);
        let block = |op| {
            let results = Vec::new();
            let stmts = vec![Stmt { op, results, loc }];
            Block { stmts }
        };
        emitter.run(Op::If {
            cond,
            then: block(tried),
            otherwise: block(Op::Launch(old)),
        });
        emitter.stmts
    }
}

/// Forgets an error and launches again.
fn repeat(values: &mut IndexVec<Value, ValueData>, launch: Launch, loc: Loc) -> Block {
    let ty = Ty::Array(ElemKind::Text);
    let forget = Stmt {
        op: Op::Runtime {
            func: RtFn::error_caught,
            args: Vec::new(),
            list: Vec::new(),
        },
        results: vec![values.push(ValueData { ty })],
        loc,
    };
    let launch = Stmt {
        op: Op::Launch(launch),
        results: Vec::new(),
        loc,
    };
    Block {
        stmts: vec![forget, launch],
    }
}

/// The order that suits vectors, if it is another one and allowed, and if launches can fail, which arrays must be different then.
fn new_order(
    kernel: &Function,
    launches: &Launches,
    names: &Names,
) -> Option<(Vec<usize>, Option<Pairs>)> {
    let FuncKind::Kernel(data) = &kernel.kind else {
        panic!("{} is launched", kernel.name);
    };
    let written = data.origin == KernelOrigin::Written && data.group.is_none();
    let plain = data.accumulators.is_empty() && data.profile.attributes.is_empty();
    let rank = data.position.len();
    if !written || !plain || launches.serial || rank < 2 || changes_elements(kernel) {
        return None;
    }
    let raises = Errors::of(kernel, names)?;
    let nest_in = as_nest(kernel, &data.position, &launches.extents);
    let def_use = DefUse::of(&nest_in, names);
    let outermost = nest_in.body.stmts.last().expect("a loop per dimension");
    let nest = Nest::of(&def_use, outermost);
    if nest.obstacle.is_some() {
        return None;
    }
    let repeated = match raises {
        true => Some(must_differ(&def_use, &nest)?),
        false => None,
    };
    let last = rank - 1;
    let is_short = |at: usize| band::is_short(&nest, at);
    let fits = |at: &usize| *at == last || !is_short(*at) && lines(launches, *at) >= FEWEST_ROWS;
    let cost = |at: &usize| {
        let stores = nest.accesses.iter().filter(|one| one.role != Role::Read);
        let all = band::strided(&nest, nest.accesses.iter(), *at);
        (all, band::strided(&nest, stores, *at), is_short(*at))
    };
    let along = (0..rank).rev().filter(fits).min_by_key(cost)?;
    let others = (0..rank).filter(|&at| at != along);
    (along != last).then(|| (others.chain([along]).collect(), repeated))
}

/// Which parameters must be different arrays so that the kernel reads nothing that it writes; nothing if it does in any case.
fn must_differ(def_use: &DefUse, nest: &Nest) -> Option<Pairs> {
    let mut pairs = Pairs::new();
    for write in nest
        .distinct_accesses()
        .filter(|one| one.role != Role::Read)
    {
        for read in nest
            .distinct_accesses()
            .filter(|one| one.role != Role::Write)
        {
            if read.kind == write.kind && may_be_one(def_use, read, write) {
                let number = |access: &NestAccess| {
                    let root = access.root?;
                    let mut params = def_use.function.params.iter();
                    params.position(|&param| root == Root::Local(param))
                };
                let (one, other) = (number(read)?, number(write)?);
                if one == other {
                    return None;
                }
                pairs.insert((one.min(other), one.max(other)));
            }
        }
    }
    Some(pairs)
}

/// Whether two accesses may be to one array that lasts longer than a position.
fn may_be_one(def_use: &DefUse, read: &NestAccess, write: &NestAccess) -> bool {
    let (Some(left), Some(right)) = (read.root, write.root) else {
        return true;
    };
    def_use.aliases.is_external(left) && def_use.aliases.may_alias(left, right)
}

/// The number of lines of a launch whose vectors go along a dimension, as far as it is known.
fn lines(launches: &Launches, along: usize) -> u64 {
    let others = launches.extents.iter().enumerate();
    let others = others.filter(|&(at, _)| at != along);
    let count = |extent: Option<i32>| extent.map(|extent| u64::try_from(extent).unwrap_or(0));
    let mut known = others.map(|(_, &extent)| count(extent));
    let product = known.try_fold(1, |product: u64, extent| {
        Some(product.saturating_mul(extent?))
    });
    product.unwrap_or(u64::MAX)
}

/// Whether elements are changed where they lie: what that gives may depend on the order.
fn changes_elements(kernel: &Function) -> bool {
    let mut found = false;
    kernel.body.for_each_stmt(&mut |stmt| {
        found |= matches!(stmt.op, Op::Atomic(..) | Op::Together(_) | Op::Texture(_));
    });
    found
}

/// The kernel as a nest of loops of the host, which is what the analysis knows.
fn as_nest(kernel: &Function, position: &[Value], extents: &[Option<i32>]) -> Function {
    let mut function = kernel.clone();
    function.kind = FuncKind::Host;
    let mut emitter = Emitter::new(&mut function, kernel.loc);
    let (zero, one) = (emitter.int(0), emitter.int(1));
    let stops: Vec<Value> = extents
        .iter()
        .map(|extent| match extent {
            Some(extent) => emitter.int(extent.saturating_sub(1)),
            None => emitter.parameter(),
        })
        .collect();
    let labels: Vec<Label> = position.iter().map(|_| emitter.label()).collect();
    let Emitter { mut stmts, loc, .. } = emitter;
    let mut body = std::mem::take(&mut function.body);
    for ((&index, stop), label) in position.iter().zip(stops).zip(labels).rev() {
        let op = Op::For {
            label,
            index,
            start: zero,
            stop,
            step: one,
            body,
            directive: Box::default(),
            name: None,
        };
        body = Block {
            stmts: vec![Stmt {
                op,
                results: Vec::new(),
                loc,
            }],
        };
    }
    stmts.extend(body.stmts);
    function.body = Block { stmts };
    function
}

impl Emitter<'_> {
    fn int(&mut self, number: i32) -> Value {
        self.constant(Const::I32(number))
    }

    /// A number that is not known.
    fn parameter(&mut self) -> Value {
        let local = self.function.locals.push(LocalData {
            ty: Ty::I32,
            name: None,
            loc: self.loc,
            kept: None,
        });
        self.function.params.push(local);
        self.get(local)
    }
}

/// What the errors of a kernel depend on.
struct Errors<'f> {
    def_use: DefUse<'f>,
    assigned: BTreeSet<Local>,
    steady: BTreeMap<Value, bool>,
    raises: bool,
    /// Whether each error depends on the position and the arguments alone, so that it comes again when the launch is repeated.
    repeat: bool,
    jumps: bool,
}

impl<'f> Errors<'f> {
    /// Whether the kernel can fail; nothing if a repeated launch might give another error, or none.
    fn of(kernel: &'f Function, names: &'f Names) -> Option<bool> {
        let mut errors = Errors {
            def_use: DefUse::of(kernel, names),
            assigned: kernel.body.assigned_locals(),
            steady: BTreeMap::new(),
            raises: false,
            repeat: true,
            jumps: false,
        };
        errors.block(&kernel.body, true);
        let repeat = !errors.raises || errors.repeat && !errors.jumps;
        repeat.then_some(errors.raises)
    }

    /// `known`: whether it depends on steady values alone how often the block runs.
    fn block(&mut self, block: &Block, known: bool) {
        for stmt in &block.stmts {
            if stmt.op.raises() {
                self.raises = true;
                self.repeat &= known && self.raises_steadily(&stmt.op);
            }
            let inside = match &stmt.op {
                Op::If { cond, .. } => known && self.is_steady(*cond),
                Op::For {
                    start, stop, step, ..
                } => {
                    known
                        && [*start, *stop, *step]
                            .iter()
                            .all(|one| self.is_steady(*one))
                }
                Op::Scope { .. } => known,
                Op::Break(_) | Op::Continue(_) | Op::Return(_) => {
                    self.jumps = true;
                    known
                }
                _loop_or_without_blocks => false,
            };
            for inner in stmt.op.blocks() {
                self.block(inner, inside);
            }
        }
    }

    fn raises_steadily(&mut self, op: &Op) -> bool {
        match op {
            Op::Load(access) | Op::Store(access, _) => {
                access.index.iter().all(|&index| self.is_steady(index))
            }
            op => self.all_steady(op),
        }
    }

    fn all_steady(&mut self, op: &Op) -> bool {
        let mut operands = Vec::new();
        op.for_each_operand(|&operand| operands.push(operand));
        operands.into_iter().all(|operand| self.is_steady(operand))
    }

    /// Whether a value follows from the position, from arguments and from indices of loops.
    fn is_steady(&mut self, value: Value) -> bool {
        let value = self.def_use.see_through(value);
        if let Some(&known) = self.steady.get(&value) {
            return known;
        }
        let steady = match self.def_use.definition(value).map(|stmt| &stmt.op) {
            None => true,
            Some(Op::Get(local)) => {
                let given = self.def_use.function.params.contains(local);
                given && !self.assigned.contains(local)
            }
            Some(op @ pure_op!()) => self.all_steady(op),
            Some(_memory_or_more) => false,
        };
        self.steady.insert(value, steady);
        steady
    }
}
