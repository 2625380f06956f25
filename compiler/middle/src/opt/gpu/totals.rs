//! By which algorithm the threads of a block combine what each has accumulated.
//!
//! A launch has [`shared_bytes`] of dynamic shared memory for each thread of a block, which is known from the types alone.
//!
//! *Technique:* tree reduction within a block (Harris, "Optimizing Parallel Reduction in CUDA", NVIDIA 2007).
//!
//! *Invariant:* only what the program asks to combine by atomic operations depends on the order of the threads.

use crate::builtins::profile::{Guard, KernelAttribute};
use crate::machine::gpu::{LARGEST_BLOCK, SHARED_MEMORY};
use crate::mir::kernel::{accumulator_class, kernel_data};
use crate::mir::{Accumulator, Function, Ty};
use quasar_abi::AccumulatorClass;

/// How an accumulator is combined within a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A tree in shared memory.
    Tree,
    /// Shuffles within warps, then the warps in order.
    Shuffle,
    /// Changes of one variable, in the order in which threads come.
    Atomic,
}

/// Bytes of dynamic shared memory for each thread of a block that the totals of a kernel take.
pub fn shared_bytes(function: &Function) -> usize {
    let accumulators = kernel_data(function).accumulators.iter();
    let in_trees = accumulators
        .zip(algorithms(function))
        .filter(|(_, algorithm)| *algorithm == Algorithm::Tree);
    in_trees
        .map(|(accumulator, _)| bytes(ty(function, accumulator)))
        .sum()
}

/// Whether threads exchange what they have accumulated by shuffles.
pub fn has_shuffles(function: &Function) -> bool {
    algorithms(function).contains(&Algorithm::Shuffle)
}

/// The type of an accumulator.
pub fn ty(function: &Function, accumulator: &Accumulator) -> Ty {
    function.locals[accumulator.local].ty
}

/// Bytes of an accumulator of that type.
pub fn bytes(ty: Ty) -> usize {
    match accumulator_class(ty) {
        AccumulatorClass::I32 | AccumulatorClass::F32 => 4,
        AccumulatorClass::I64 | AccumulatorClass::F64 => 8,
    }
}

/// The algorithm of each accumulator: what the program asks for, and trees for the others as far as all of these have room.
pub fn algorithms(function: &Function) -> Vec<Algorithm> {
    let accumulators = &kernel_data(function).accumulators;
    let asked: Vec<Option<Algorithm>> = accumulators
        .iter()
        .map(|one| asked(function, one))
        .collect();
    let fits = |counts: &dyn Fn(Option<Algorithm>) -> bool| {
        let counted = accumulators.iter().zip(&asked);
        let counted = counted.filter(|(_, asked)| counts(**asked));
        let bytes: usize = counted.map(|(one, _)| bytes(ty(function, one))).sum();
        bytes * LARGEST_BLOCK as usize <= SHARED_MEMORY
    };
    let tree_if = |fits: bool| match fits {
        true => Algorithm::Tree,
        false => Algorithm::Shuffle,
    };
    let trees = tree_if(fits(&|asked| asked == Some(Algorithm::Tree)));
    let others = tree_if(fits(&|asked| {
        asked.is_none_or(|algorithm| algorithm == Algorithm::Tree)
    }));
    let settle = |asked: &Option<Algorithm>| match asked {
        None => others,
        Some(Algorithm::Tree) => trees,
        Some(other) => *other,
    };
    asked.iter().map(settle).collect()
}

/// What `{!kernel_accumulator}` asks for.
fn asked(function: &Function, accumulator: &Accumulator) -> Option<Algorithm> {
    let name = function.locals[accumulator.local].name.as_deref();
    let speaks = |attribute: &&KernelAttribute| {
        let holds = |guard: &Guard| *guard == Guard::Platform(true);
        attribute.name == "kernel_accumulator"
            && attribute.guards.iter().all(holds)
            && attribute.text("name") == name
    };
    let mut attributes = kernel_data(function).profile.attributes.iter();
    let last = attributes.rfind(speaks)?;
    match last.text("algorithm") {
        Some("sharedmemory") => Some(Algorithm::Tree),
        Some("warpshuffle") => Some(Algorithm::Shuffle),
        Some("atomicop") => Some(Algorithm::Atomic),
        Some(_) | None => None,
    }
}
