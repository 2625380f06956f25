//! What statements cost, in simple vector instructions ([`crate::machine::cost`]).
//!
//! *Invariant:* only choices between equivalent forms of code depend on it.

use super::{flat, ir, merged, short_lanes, x86};
use crate::machine::cost::ITERATIONS;
use crate::machine::processor::{
    AVX512, BYTES_OF_COLUMNS, LOADS_IN_A_ROW, SMALL_KERNEL, VECTORS_OF_PLACES, Vectors,
};
use crate::mir::cost::operation;
use crate::mir::divergence::Divergence;
use crate::mir::kernel::kernel_data;
use crate::mir::{Block, Function, KernelOrigin, Op, Stmt, Ty};

/// How many vectors of that many 32-bit lanes a varying value of the kernel has.
pub fn parts(kernel: &Function, lanes: u32) -> u32 {
    let wide = kernel
        .values
        .iter()
        .any(|value| matches!(value.ty, Ty::F64 | Ty::I64));
    let (mut by_lane, mut changes, mut repeats) = (false, 0, false);
    let mut operations = 0;
    kernel.body.for_each_stmt(&mut |stmt| {
        operations += 1;
        by_lane |= matches!(stmt.op, Op::Runtime { .. });
        changes += u32::from(matches!(stmt.op, Op::Atomic(..)));
        repeats |= matches!(stmt.op, Op::For { .. } | Op::Loop { .. });
    });
    let vectors = Vectors::of_lanes(lanes);
    let (small, large) = vectors.several;
    match unrolled(&kernel.body) {
        _ if wide || by_lane => 1,
        // What a change costs is mostly that of each lane alone.
        _ if changes == 1 && !repeats && operations <= SMALL_KERNEL => VECTORS_OF_PLACES,
        _ if changes > 0 => 1,
        _ if goes_down_columns(kernel) => {
            let most = BYTES_OF_COLUMNS / vectors.bytes;
            of_sums(kernel, lanes).min(most).max(small)
        }
        _ if repeats && kernel_data(kernel).origin == KernelOrigin::Prepared => vectors.of_packed,
        0..=SMALL_KERNEL if has_short_rows(kernel) => 1,
        0..=SMALL_KERNEL => small,
        _ if repeats && kernel_data(kernel).origin == KernelOrigin::Rows => {
            let inside = most_in_a_loop(&kernel.body);
            large.max(vectors_of(inside, lanes).min(small))
        }
        _ => large,
    }
}

/// Whether the rows of a kernel are likely shorter than several vectors: the last of more than two dimensions is that of channels, levels or bins,
/// and there are too few of them for vectors that go on in the dimension before.
fn has_short_rows(kernel: &Function) -> bool {
    kernel_data(kernel).position.len() > 2
        && flat::flattened(kernel).is_none()
        && merged::merged(kernel, &Divergence::of(kernel)).is_none()
}

/// Whether neighbouring positions read, in the iterations of a loop, neighbouring elements of one row after the other: of each row so much had better
/// be read that memory is read in long pieces.
fn goes_down_columns(kernel: &Function) -> bool {
    let &[position] = kernel_data(kernel).position.as_slice() else {
        return false;
    };
    let mut loops = Vec::new();
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::For { body, .. } | Op::Loop { body, .. } => loops.push(body),
        _ => {}
    });
    let reads_a_row = |stmt: &Stmt| match &stmt.op {
        Op::Load(access) => access.index.len() > 1 && access.index.last() == Some(&position),
        _ => false,
    };
    match loops[..] {
        [body] => {
            let is_straight = body
                .stmts
                .iter()
                .all(|stmt| stmt.op.blocks().next().is_none());
            is_straight && body.stmts.iter().any(reads_a_row)
        }
        _ => false,
    }
}

/// How many vectors fit into the registers for each variable of a kernel, with room for what is added to them. Kernels that do several rows at a
/// time read an element of each row for all of its vectors: two spare half of these loads.
fn of_sums(kernel: &Function, lanes: u32) -> u32 {
    vectors_of(kernel.body.assigned_locals().len(), lanes)
}

fn vectors_of(variables: usize, lanes: u32) -> u32 {
    let registers = Vectors::of_lanes(lanes).registers;
    registers * 2 / 3 / variables.max(1) as u32
}

/// The variables that an innermost loop changes, at most: those are in registers while it runs, whatever the loops around it change. Of a choice
/// between windows that are shared and windows that are too short for that, the first alone counts.
fn most_in_a_loop(block: &Block) -> usize {
    let of_stmt = |stmt: &Stmt| match &stmt.op {
        Op::For { body, .. } | Op::Loop { body, .. } => match most_in_a_loop(body) {
            0 => body.assigned_locals().len(),
            inside => inside,
        },
        Op::If {
            then, otherwise, ..
        } => match most_in_a_loop(then) {
            0 => most_in_a_loop(otherwise),
            inside => inside,
        },
        op => op.blocks().map(most_in_a_loop).max().unwrap_or(0),
    };
    block.stmts.iter().map(of_stmt).max().unwrap_or(0)
}

/// Why AVX-512 runs a kernel's code of 8 lanes, if it had better do so.
pub fn fewer_lanes(function: &ir::Function) -> Option<&'static str> {
    match (is_bound_by_loads(function), is_far_apart(function)) {
        _ if function.lanes < AVX512.lanes() => Some("loops inside have fewer iterations"),
        _ if fits_bytes(function) => Some("lanes of bytes"),
        _ if changes_elements(function) => Some("elements are changed one by one"),
        (true, _) => Some("bound by loads"),
        (false, true) => Some("lanes lie far apart"),
        (false, false) => None,
    }
}

/// Whether AVX2 has all whole numbers in lanes of bytes: as many of them as AVX-512 has lanes of 16 bits, and they are read as they are.
fn fits_bytes(function: &ir::Function) -> bool {
    !function.short.values.is_empty() && short_lanes::find(function, ir::Width::Bytes).is_some()
}

/// Whether several vectors of places are computed before elements are changed. Four of 8 lanes are as many as masks go for; measured, 8 million
/// numbers are counted in 5.3 ms by them, in 13 ms by one vector of 16 lanes.
fn changes_elements(function: &ir::Function) -> bool {
    let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
    function.lanes == VECTORS_OF_PLACES * AVX512.lanes()
        && insts.any(|inst| matches!(inst.op, ir::Op::Atomic { .. }))
}

/// Whether lanes read and write elements an unknown distance apart, as rows of an image: each has cache lines of its own, and where the
/// distance is near a power of two, few of them stay in the cache at a time. Measured, forth and back along the rows of a colour image
/// takes 3.5 times as long with 16 lanes as with 8.
fn is_far_apart(function: &ir::Function) -> bool {
    let insts = || function.blocks.iter().flat_map(|block| &block.insts);
    let reads = insts().any(|inst| match &inst.op {
        ir::Op::LoadLanes { memory, places } => !x86::is_shuffled(*memory, places),
        _ => false,
    });
    reads && insts().any(|inst| matches!(inst.op, ir::Op::Scatter { .. }))
}

/// Whether loads of neighbouring elements take at least as long as the arithmetic on them. Nearly all that are 64 bytes wide lie in
/// two cache lines, of those 32 bytes wide only half; measured, 5 taps take 0.97 of the time at 8 lanes. With many taps the sums
/// wait for each other instead, and twice the lanes win: 15 taps take 1.18 of the time at 8.
fn is_bound_by_loads(function: &ir::Function) -> bool {
    // Not what is left over at the end of a row, which runs once, nor what is computed in front of it.
    let varies = |inst: &&ir::Inst| {
        let result = inst.result.map(|value| function.types[value]);
        result.is_some_and(|ty| ty.varying)
    };
    let loads_whole_vectors = |block: &&ir::Block| {
        let mut loads = block
            .insts
            .iter()
            .filter(varies)
            .filter(|inst| inst.op.is_load());
        let first = loads.next();
        first.is_some_and(|inst| !matches!(inst.op, ir::Op::MaskedLoad { .. }))
    };
    let blocks = function.blocks.iter().filter(loads_whole_vectors);
    let insts: Vec<&ir::Inst> = blocks.flat_map(|block| &block.insts).collect();
    // With 8 lanes, stores of some of them take more time than loads.
    let is_masked = |inst: &&ir::Inst| matches!(inst.op, ir::Op::Store { mask: Some(_), .. });
    if insts.iter().any(is_masked) {
        return false;
    }
    let (mut loads, mut arithmetic) = (0, 0);
    for inst in insts.into_iter().filter(varies) {
        match inst.op {
            ir::Op::Load { memory, .. } => loads += u32::from(is_whole(function, inst, memory)),
            ir::Op::Splat(_) | ir::Op::Const(_) | ir::Op::LaneIndex => {}
            _ => arithmetic += 1,
        }
    }
    (2..=LOADS_IN_A_ROW).contains(&loads) && loads >= arithmetic
}

/// Whether a load is as wide as a vector of AVX-512: bytes are not.
fn is_whole(function: &ir::Function, inst: &ir::Inst, memory: ir::Memory) -> bool {
    let is_short = inst
        .result
        .is_some_and(|value| function.short.values.contains(&value));
    let lanes = AVX512.lanes() << u32::from(is_short);
    memory.size() * i64::from(lanes) >= i64::from(AVX512.bytes)
}

/// The cost of running a block once.
pub fn block(block: &Block) -> u64 {
    total(block, ITERATIONS as u64)
}

/// The size of a block's code; loops inside count once.
pub fn unrolled(block: &Block) -> u64 {
    total(block, 1)
}

fn total(block: &Block, iterations: u64) -> u64 {
    let costs = block.stmts.iter().map(|stmt| op(&stmt.op, iterations));
    costs.fold(0, u64::saturating_add)
}

fn op(op: &Op, iterations: u64) -> u64 {
    let own = operation(op).instructions;
    let inner = op.blocks().map(|inner| total(inner, iterations));
    let inner = inner.fold(0, u64::saturating_add);
    let times = match op {
        Op::For { .. } | Op::Loop { .. } => iterations,
        _ => 1,
    };
    own + inner.saturating_mul(times)
}
