//! Typed HIR to MIR.
//!
//! A number becomes one value (a complex one two), a string or array one handle, a closure the values it captured.
//! Host instances become functions, device instances and lambdas are lowered in place, kernel instances become kernels
//! for the number of dimensions of their launches. Array expressions become one loop each; arrays of known small size
//! stay in registers where nobody can tell.
//!
//! The folders are layers. Each uses itself and those above it in this table, and a file only files before it; the one way back is the trait
//! `frame::language::Language`, by which everyone asks for an expression, for statements or for a kernel. A test of the house watches this.
//!
//! | layer | what | where is … lowered? |
//! |---|---|---|
//! | `tree` | questions to the typed tree | what is stored, shared, assigned: `summaries`; which outputs are accumulators: `kernel` |
//! | `emit` | the [`Emitter`](emit::emitter::Emitter) and the tables of the program | runtime rows, constants, places in the source: `emitter`; blocks: `blocks` |
//! | `numbers` | arithmetic | `a + b`, `sqrt(a)`, conversions: `scalar`; tests for overflow: `overflow`; rounding to `uint8`: `stored` |
//! | `memory` | elements, registers, unions | a load or store, a small array to the heap: `storage`; `x[i] += y` in memory, atomic: `update` |
//! | `kernels` | what kernels have | positions: `grid`; groups of threads: `threads`; fields of objects: `objects` |
//! | `frame` | variables, and asking for an expression | where a variable lives: `function`; `eval_value`: `evaluate`; `return`: `variables` |
//! | `arrays` | values of arrays | `a .* b + c`: `elementwise`; `sum(a)`: `reduction`; `size(a)`, `zeros(n)`: `shape`; `x[:,c]` in place: `strided` |
//! | `places` | accesses and assignments | `x[i]`, `x[i] = y`: `element`; `x[a..b]`: `slice`; `x[mask]`: `mask`; `p.f`: `object`; `v = y`: `assign` |
//! | `calls` | functions | of the program: `call`; of the library: `builtin`; `print`, `assert`: `strings` |
//! | `launches` | launches | `parallel_do`: `launch` |
//! | `language` | dispatch | each form of an expression: `expression`; of a statement, `try`: `statement`; loops: `loops` |
//! | `program` | whole functions | host functions: `host`; kernels: `kernel`; the script: `entry`; the order of all: `run` |
//!
//! *Invariant:* total over checked programs: it reports what is not supported yet and panics only when the tree breaks
//! the promises of `hir/data.rs`. No optimisation happens here that a pass on MIR can do.

mod arrays;
mod calls;
mod emit;
mod frame;
mod kernels;
mod language;
mod launches;
mod memory;
mod numbers;
mod places;
mod program;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::BTreeSet;

use crate::base::SourceMap;
use crate::diag::Report;
use crate::{hir, mir};
use emit::program::ProgramLowering;

pub use emit::program::{Options, Variables};
pub use emit::types::elem_kind;
pub use tree::{origins, past_end};

/// The MIR of a checked program with warnings, or reports about what is not supported yet and about attributes that are not true.
pub fn lower(
    program: &hir::Program,
    sources: &SourceMap,
    options: Options,
) -> Result<(mir::Program, Vec<Report>), Vec<Report>> {
    let contradictions = tree::kernel_arg::contradictions(program);
    if !contradictions.is_empty() {
        return Err(contradictions);
    }
    ProgramLowering::new(program, sources, options).run()
}

/// Whether each parameter of an instance is read only: neither it nor an element of it is written, there or in a callee.
pub fn constant_parameters(program: &hir::Program) -> BTreeSet<(hir::InstanceId, hir::VarId)> {
    let summaries = tree::summaries::Summaries::of_program(program);
    let mut found = BTreeSet::new();
    for (id, instance) in program.instances.iter_enumerated() {
        let written =
            |var| summaries.of(id).assigned.contains(var) || summaries.of(id).stored.contains(var);
        let constant = instance.params.iter().filter(|var| !written(var));
        found.extend(constant.map(|var| (id, *var)));
    }
    found
}
