//! Windows that neighbouring positions share: what overlapping windows reduce is reduced once.
//!
//! ```text
//! y[m,n] = max(x[m-3,n], …, x[m+3,n])         seven elements for each position
//! ```
//!
//! A kernel whose positions each reduce a window along their first dimension does several rows at a time (unroll-and-jam). What all their
//! windows have in common is reduced once; from there each row's result goes on to both sides by one element after the other. `n` elements
//! and `u` rows take `n + u - 1` elements instead of `n·u`, with any associative operation: nothing is ever taken out of a window again.
//! Gil and Werman, "Computing 2-D min, median, and max filters" (IEEE PAMI 15, 1993), have this for extremes.
//!
//! What stands for an element may be a whole loop, such as the distance of two rows of a patch: it has to depend on the position and on the
//! index only through their sum.
//!
//! Positions that share factors with those of another dimension do several of that dimension at a time as well ([`tiles`]).
//!
//! The launch becomes two: of blocks of rows, and of the rows that are left. GPUs get the kernel as it was.
//!
//! *Invariant:* each position combines the same elements as before by the same operation; only the order of combinations is another,
//! which for operations that round is where `--fp=fast` allows it.

mod build;
mod find;
mod tiles;

use super::emit::Emitter;
use crate::mir::passes::simplify::simplify_function;
use crate::mir::{
    BinaryOp, Block, CompareOp, Const, FuncId, FuncKind, Function, KernelData, KernelOrigin,
    Launch, LocalData, Op, Program, RtFn, Stmt, Ty, ValueData,
};
use std::collections::BTreeMap;

pub use build::Sharing;

/// A launch has at least so many blocks of rows; fewer leave threads without work.
const FEWEST_BLOCKS: i32 = 4;

/// The kernels that do the work of another one.
struct Shared {
    /// The dimension whose positions are done several at a time.
    dimension: usize,
    /// How many one position of `blocks` does.
    rows: i32,
    /// The kernel of blocks of rows.
    blocks: FuncId,
    /// The kernel of the rows that are left, whose last parameter is the first of them.
    rest: FuncId,
}

/// Lets kernels share what their windows have in common; operations that round too, where `rounded`.
pub fn share(program: &mut Program, rounded: bool) {
    let mut found = BTreeMap::new();
    for id in program.functions.ids().collect::<Vec<_>>() {
        let kernel = &program.functions[id];
        let Some((dimension, rows, windows)) = shared(kernel, rounded) else {
            continue;
        };
        let mut blocks = build::block_kernel(kernel, dimension, rows, &windows);
        simplify_function(&mut blocks);
        let rest = rest_kernel(kernel, dimension);
        let shared = Shared {
            dimension,
            rows: rows as i32,
            blocks: program.functions.push(blocks),
            rest: program.functions.push(rest),
        };
        found.insert(id, shared);
    }
    if found.is_empty() {
        return;
    }
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host {
            let body = std::mem::take(&mut function.body);
            function.body = launches(function, body, &found);
        }
    }
}

/// The dimension whose positions share something, how many do, and their windows.
fn shared(kernel: &Function, rounded: bool) -> Option<(usize, u32, Vec<find::Window>)> {
    if let Some((rows, windows)) = find::windows(kernel, rounded) {
        return Some((0, rows, windows));
    }
    let dimension = tiles::shared_dimension(kernel)?;
    Some((dimension, tiles::TILE, Vec::new()))
}

fn kernel_data_mut(kernel: &mut Function) -> &mut KernelData {
    match &mut kernel.kind {
        FuncKind::Kernel(data) => data,
        FuncKind::Host => panic!("{} is launched", kernel.name),
    }
}

/// The kernel, beginning at a position of a dimension that its launch tells.
fn rest_kernel(kernel: &Function, dimension: usize) -> Function {
    let mut rest = kernel.clone();
    rest.name += "$rest";
    let loc = rest.loc;
    let data = LocalData {
        ty: Ty::I32,
        name: None,
        loc,
        kept: None,
    };
    let param = rest.locals.push(data);
    rest.params.push(param);
    let counted = rest.values.push(ValueData { ty: Ty::I32 });
    let data = kernel_data_mut(&mut rest);
    let row = std::mem::replace(&mut data.position[dimension], counted);
    data.origin = KernelOrigin::Strip;
    data.profile.constants.clear();
    let mut body = std::mem::take(&mut rest.body);
    let mut emitter = Emitter::new(&mut rest, loc);
    let first = emitter.get(param);
    let mut stmts = emitter.stmts;
    stmts.push(Stmt {
        op: Op::Binary(BinaryOp::Add, counted, first),
        results: vec![row],
        loc,
    });
    stmts.append(&mut body.stmts);
    rest.body.stmts = stmts;
    rest
}

/// Lets launches do blocks of rows.
fn launches(function: &mut Function, block: Block, found: &BTreeMap<FuncId, Shared>) -> Block {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in block.stmts {
        for inner in stmt.op.blocks_mut() {
            let body = std::mem::take(inner);
            *inner = launches(function, body, found);
        }
        let shared = match &stmt.op {
            Op::Launch(launch) if !launch.serial => found.get(&launch.kernel),
            _ => None,
        };
        match shared {
            Some(shared) => stmts.extend(choice(function, stmt, shared)),
            None => stmts.push(stmt),
        }
    }
    Block { stmts }
}

/// Blocks of rows and the rest, where there are enough rows and no GPU may take the launch.
fn choice(function: &mut Function, stmt: Stmt, shared: &Shared) -> Vec<Stmt> {
    let Op::Launch(launch) = &stmt.op else {
        unreachable!("a launch is replaced");
    };
    let mut emitter = Emitter::new(function, stmt.loc);
    let fewest = emitter.constant(Const::I32(shared.rows * FEWEST_BLOCKS));
    let enough = emitter.compare(CompareOp::Ge, launch.extents[shared.dimension], fewest);
    let asked = Op::Runtime {
        func: RtFn::device_count,
        args: Vec::new(),
        list: Vec::new(),
    };
    let devices = emitter.define(asked, Ty::I32);
    let zero = emitter.constant(Const::I32(0));
    let none = emitter.compare(CompareOp::Eq, devices, zero);
    let cond = emitter.binary(BinaryOp::And, enough, none);
    let mut inner = Emitter::new(emitter.function, stmt.loc);
    both(&mut inner, launch, shared);
    let then = Block { stmts: inner.stmts };
    let otherwise = Block {
        stmts: vec![stmt.clone()],
    };
    emitter.run(Op::If {
        cond,
        then,
        otherwise,
    });
    emitter.stmts
}

/// The two launches.
fn both(emitter: &mut Emitter, launch: &Launch, shared: &Shared) {
    let rows = emitter.constant(Const::I32(shared.rows));
    let extent = launch.extents[shared.dimension];
    let blocks = emitter.binary(BinaryOp::IntDiv, extent, rows);
    let done = emitter.binary(BinaryOp::Mul, blocks, rows);
    let left = emitter.binary(BinaryOp::Sub, extent, done);
    let mut first = launch.clone();
    first.kernel = shared.blocks;
    first.extents[shared.dimension] = blocks;
    emitter.run(Op::Launch(first));
    let mut second = launch.clone();
    second.kernel = shared.rest;
    second.extents[shared.dimension] = left;
    second.args.push(done);
    emitter.run(Op::Launch(second));
}
