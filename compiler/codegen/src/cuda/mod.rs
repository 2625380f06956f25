//! CUDA C++ text for the kernels of a program, printed straight from structured MIR.
//!
//! The text needs no header: NVRTC, or any CUDA compiler, takes it as it is. One `extern "C"` kernel per kernel of the program, with the
//! names of the source and its lines as comments. For a kernel `f` with accumulators there is `f_total`, launched with one block
//! after it, which combines the partial results of the blocks in a fixed order; a launch of `f` has [`shared_bytes`](crate::opt::gpu::totals::shared_bytes) of dynamic shared
//! memory for each thread of a block, or what its shared arrays take if that is more. Blocks consist of whole warps, or of one thread,
//! unless threads act together; axes of the grid beyond the kernel's rank have extent 1. A thread may have several positions (`tile.rs`), and
//! those in the interior have a text of their own (`interior.rs`). Serial launches run on processors alone. An array that is not in global memory alone has a second argument (`hardware.rs`). Layouts of the arguments stand in `quasar_abi`'s `device.rs`.
//!
//! *Invariant:* the text computes what the interpreter of MIR computes; with exact arithmetic, and compiled with `--fmad=false`, bit for bit,
//! elementary functions of double precision and sums of floats excepted.

mod access;
mod body;
mod bounds;
mod elementary;
mod expression;
mod hardware;
mod interior;
mod kernel;
mod names;
mod packed;
mod places;
mod prelude;
mod private_copy;
mod privatisation;
pub mod tile;
mod tile_text;
mod together;
mod totals;
pub mod types;
mod vectors;
mod words;

pub use places::TextStyle;
pub use privatisation::private_arrays;

#[cfg(test)]
mod tests;

use crate::base::Id;
use crate::mir::passes::platform;
use crate::mir::{FuncId, Function, MathFn, Op, Program, Ty};
use crate::opt::gpu::choice::is_for_gpus;
use crate::opt::gpu::memory;
use quasar_abi::ParameterMemory;
use std::collections::BTreeSet;

/// How exactly single precision is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// Quotients are rounded correctly, whatever NVRTC is told.
    pub precise_division: bool,
    /// Square roots are rounded correctly, whatever NVRTC is told.
    pub precise_roots: bool,
    /// Elementary functions are the hardware's.
    pub fast_functions: bool,
    /// Sums are contracted with products.
    pub contraction: bool,
}

impl Arithmetic {
    /// The same bits on every engine.
    pub const EXACT: Arithmetic = Arithmetic {
        precise_division: true,
        precise_roots: true,
        fast_functions: false,
        contraction: false,
    };
}

/// The text of all kernels; empty when the program has none.
pub fn module(program: &Program, form: TextStyle<'_>, arithmetic: Arithmetic) -> String {
    let kernels: Vec<(FuncId, &Function)> = program
        .functions
        .iter_enumerated()
        .filter(|(_, function)| is_for_gpus(function))
        .collect();
    if kernels.is_empty() {
        return String::new();
    }
    let settled = |(id, function): (FuncId, &Function)| {
        let mut function = function.clone();
        platform::settle_function(&mut function, true);
        (id, function)
    };
    let kernels: Vec<(FuncId, Function)> = kernels.into_iter().map(settled).collect();
    let (mut functions, mut memories) = (BTreeSet::new(), BTreeSet::new());
    for (_, function) in &kernels {
        single_precision_functions(function, &mut functions);
        memories.extend(function.locals.iter().map(memory::of));
    }
    let mut rows = BTreeSet::new();
    let bounds = bounds::bounds(program);
    let texts = kernels.iter().map(|(id, function)| {
        let head = kernel::Head {
            symbol: &symbol(program, *id),
            threads: bounds.get(id).copied(),
            contracts: arithmetic.contraction,
        };
        let found = kernel::text(program, function, head);
        rows.extend(found.rows);
        found.text
    });
    let texts: Vec<String> = texts.collect();
    memories.remove(&ParameterMemory::Global);
    let mut text = prelude::text(&functions, &rows, &memories, arithmetic);
    text = match form {
        TextStyle::Readable(_) => text,
        TextStyle::Placed => format!("#line 1 \"{}\"\n{}", places::PRELUDE, places::bare(&text)),
        TextStyle::Plain => places::bare(&text),
    };
    for kernel in texts {
        if let TextStyle::Readable(_) = form {
            text.push('\n');
        }
        text.push_str(&places::present(&kernel, program, form));
    }
    text
}

/// The name of a kernel in the text.
pub fn symbol(program: &Program, kernel: FuncId) -> String {
    format!(
        "{}_{}",
        names::legal(&program.functions[kernel].name),
        kernel.index()
    )
}

fn single_precision_functions(function: &Function, found: &mut BTreeSet<MathFn>) {
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Math(math, args) = &stmt.op
            && function.values[args[0]].ty == Ty::F32
        {
            found.insert(*math);
        }
        // Powers of elements are computed by the same function.
        if let Op::Atomic(crate::mir::AtomicOp::Pow, ..) = &stmt.op {
            found.insert(MathFn::Pow);
        }
    });
}
