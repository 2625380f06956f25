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
//! The launch becomes two: of blocks of rows from the first row on, and of one more block that ends with the last row, where rows are left. What
//! both compute is computed twice, which costs less than a second kernel would. Where a position may read the element that it writes, what is
//! left are blocks of one row. GPUs get the kernel as it was, and so do processors of x86 without AVX2, for which the code would be made in
//! vain on all others.
//!
//! *Invariant:* each position combines the same elements as before by the same operation; only the order of combinations is another,
//! which for operations that round is where `--fp=fast` allows it. The second launch follows the first, so what is kept is always its.

mod build;
mod find;
mod tiles;

use super::emit::Emitter;
use super::launches::where_it_holds;
use super::prepared::replace_everywhere;
use crate::machine::processor::TILE;
use crate::mir::kernel::kernel_data;
use crate::mir::passes::simplify::simplify_function;
use crate::mir::{
    BinaryOp, Block, CompareOp, Const, FuncId, Function, Launch, Op, Preparation, Program, RtFn,
    Stmt, Value,
};
use std::collections::{BTreeMap, BTreeSet};

pub use build::Sharing;

/// A launch has at least so many blocks of rows; fewer leave threads without work, unless their lines are long.
const FEWEST_BLOCKS: i32 = 4;
/// Positions of lines that are long enough to be divided between threads.
const LONG_LINE: i32 = 4096;

/// The kernel that does the work of another one.
struct Shared {
    /// The dimension whose positions are done several at a time.
    dimension: usize,
    /// How many one position of `blocks` does.
    rows: i32,
    /// The kernel of blocks of rows, whose last parameter is the first of all rows.
    blocks: FuncId,
    /// That of blocks of one row, where none may run twice.
    singles: Option<FuncId>,
}

/// Lets kernels share what their windows have in common; operations that round too, where `rounded`.
pub fn share(program: &mut Program, rounded: bool) {
    let mut sharing: BTreeMap<FuncId, _> = BTreeMap::new();
    for (id, kernel) in program.functions.iter_enumerated() {
        sharing.extend(shared(kernel, rounded).map(|windows| (id, windows)));
    }
    let packed = sharing.keys().filter_map(|id| packed_from(program, *id));
    let packed: BTreeSet<FuncId> = packed.collect();
    let mut found = BTreeMap::new();
    for (id, (dimension, rows, windows)) in sharing {
        // One of the two is enough: where operands are not packed, they are read too seldom for blocks to gain much.
        if packed.contains(&id) {
            continue;
        }
        let kernel = program.functions[id].clone();
        let mut add = |rows: u32, windows: &[find::Window]| {
            let mut blocks = build::block_kernel(&kernel, dimension, rows, windows);
            simplify_function(&mut blocks);
            program.functions.push(blocks)
        };
        let blocks = add(rows, &windows);
        let once = find::interleaving(&kernel) == find::Interleaving::Once;
        let shared = Shared {
            dimension,
            rows: rows as i32,
            blocks,
            singles: once.then(|| add(1, &[])),
        };
        found.insert(id, shared);
    }
    replace_everywhere(program, &found, choice);
}

/// The kernel that another one stands for, which reads its operands packed.
fn packed_from(program: &Program, kernel: FuncId) -> Option<FuncId> {
    let of = kernel_data(&program.functions[kernel]).stands_for?;
    (of.by == Preparation::Packing).then_some(of.kernel)
}

/// The dimension whose positions share something, how many do, and their windows.
fn shared(kernel: &Function, rounded: bool) -> Option<(usize, u32, Vec<find::Window>)> {
    if let Some((rows, windows)) = find::windows(kernel, rounded) {
        return Some((0, rows, windows));
    }
    let dimension = tiles::shared_dimension(kernel)?;
    Some((dimension, TILE, Vec::new()))
}

/// Blocks of rows, where there are enough rows, no GPU may take the launch and the machine has vectors that there is code for.
fn choice(function: &mut Function, stmt: Stmt, shared: &Shared) -> Vec<Stmt> {
    let Op::Launch(launch) = &stmt.op else {
        unreachable!("a launch is replaced");
    };
    let mut emitter = Emitter::new(function, stmt.loc);
    let rows = launch.extents[shared.dimension];
    let fewest = emitter.constant(Const::I32(shared.rows * FEWEST_BLOCKS));
    let many = emitter.compare(CompareOp::Ge, rows, fewest);
    let least = emitter.constant(Const::I32(shared.rows));
    let some = emitter.compare(CompareOp::Ge, rows, least);
    let line = *launch.extents.last().expect("a launch has a dimension");
    let long = emitter.constant(Const::I32(LONG_LINE));
    let long = emitter.compare(CompareOp::Ge, line, long);
    let few = emitter.binary(BinaryOp::And, some, long);
    let enough = emitter.binary(BinaryOp::Or, many, few);
    let devices = emitter.ask(RtFn::device_count);
    let wide = emitter.ask(RtFn::wide_vectors);
    let zero = emitter.constant(Const::I32(0));
    let none = emitter.compare(CompareOp::Eq, devices, zero);
    let wide = emitter.compare(CompareOp::Ne, wide, zero);
    let cond = emitter.binary(BinaryOp::And, enough, none);
    let cond = emitter.binary(BinaryOp::And, cond, wide);
    let mut inner = Emitter::new(emitter.function, stmt.loc);
    both(&mut inner, launch, shared);
    let instead = inner.stmts;
    where_it_holds(emitter, cond, instead, stmt)
}

/// The two launches.
fn both(emitter: &mut Emitter, launch: &Launch, shared: &Shared) {
    let rows = emitter.constant(Const::I32(shared.rows));
    let extent = launch.extents[shared.dimension];
    let blocks = emitter.binary(BinaryOp::IntDiv, extent, rows);
    let zero = emitter.constant(Const::I32(0));
    emitter.run(of_blocks(launch, shared, shared.blocks, [blocks, zero]));
    let done = emitter.binary(BinaryOp::Mul, blocks, rows);
    let left = emitter.compare(CompareOp::Gt, extent, done);
    let mut inner = Emitter::new(emitter.function, emitter.loc);
    let (kernel, [count, first]) = match shared.singles {
        Some(singles) => (singles, [inner.binary(BinaryOp::Sub, extent, done), done]),
        None => {
            let one = inner.constant(Const::I32(1));
            (
                shared.blocks,
                [one, inner.binary(BinaryOp::Sub, extent, rows)],
            )
        }
    };
    inner.run(of_blocks(launch, shared, kernel, [count, first]));
    let then = Block { stmts: inner.stmts };
    emitter.run(Op::If {
        cond: left,
        then,
        otherwise: Block::default(),
    });
}

/// The launch of so many blocks from a row on.
fn of_blocks(launch: &Launch, shared: &Shared, kernel: FuncId, [count, first]: [Value; 2]) -> Op {
    let mut own = launch.clone();
    own.kernel = kernel;
    own.extents[shared.dimension] = count;
    own.args.push(first);
    Op::Launch(own)
}
