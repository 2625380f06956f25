//! Typed HIR to MIR.
//!
//! A number becomes one value (a complex one two), a string or array one handle, a closure the values it captured.
//! Host instances become functions, device instances and lambdas are lowered in place, kernel instances become kernels
//! for the number of dimensions of their launches. Array expressions become one loop each; arrays of known small size
//! stay in registers where nobody can tell.
//!
//! *Invariant:* total over checked programs: it reports what is not supported yet and panics only when the tree breaks
//! the promises of `hir/data.rs`. No optimisation happens here that a pass on MIR can do.

mod algebra;
mod assign;
mod block;
mod builtin;
mod call;
mod complex;
mod element;
mod elementwise;
mod entry;
mod expression;
mod facts;
mod function;
mod graph;
mod groups;
mod hosted;
mod kernel;
mod kernel_arg;
mod launch;
mod loops;
mod object;
mod operand;
pub mod origins;
mod overflow;
pub mod past_end;
mod program;
mod rearrange;
mod reduction;
mod scalar;
mod schedule;
mod shape;
mod sizes;
mod slice;
mod small;
mod statement;
mod storage;
mod strided;
mod strings;
#[cfg(test)]
mod tests;
mod texture;
mod together;
mod totals;
mod union;

use std::collections::BTreeSet;

use crate::base::SourceMap;
use crate::diag::Report;
use crate::{hir, mir};

/// What the command line says to lowering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `--check=bounds`: every access outside an array is an error, whatever the modifiers say.
    pub check_bounds: bool,
    /// `CUDA_BACKEND_HALFTEXTURES`: textures hold floats of 16 bits.
    pub half_textures: bool,
}

/// The MIR of a checked program with warnings, or reports about what is not supported yet and about attributes that are not true.
pub fn lower(
    program: &hir::Program,
    sources: &SourceMap,
    options: Options,
) -> Result<(mir::Program, Vec<Report>), Vec<Report>> {
    let contradictions = kernel_arg::contradictions(program);
    if !contradictions.is_empty() {
        return Err(contradictions);
    }
    program::ProgramLowering::new(program, sources, options).run()
}

/// Whether each parameter of an instance is read only: neither it nor an element of it is written, there or in a callee.
pub fn constant_parameters(program: &hir::Program) -> BTreeSet<(hir::InstanceId, hir::VarId)> {
    let facts = facts::Facts::of_program(program);
    let mut found = BTreeSet::new();
    for (id, instance) in program.instances.iter_enumerated() {
        let written =
            |var| facts.of(id).assigned.contains(var) || facts.of(id).stored.contains(var);
        let constant = instance.params.iter().filter(|var| !written(var));
        found.extend(constant.map(|var| (id, *var)));
    }
    found
}

/// A construct that cannot be lowered yet ends the statement that it stands in.
type Lowered<T> = Result<T, Box<Report>>;
