//! Privatisation of scattered updates: arrays that the blocks of a GPU change in copies of their own.
//!
//! Histograms change elements that many threads want at once. In a copy in shared memory only those of a block wait for each other, and
//! each block adds its copy to the array once, at its end. Whether an array fits, and has no other name in the launch, the text asks when
//! it runs.
//!
//! *Invariant:* the order of the changes does not show: the elements are whole numbers, each array has one operation, and nobody reads what
//! it gives.

use crate::machine::gpu::PRIVATE_ELEMENTS;
use crate::mir::kernel::{copied_arrays, kernel_data};
use crate::mir::{Function, Local};
use quasar_abi::{AccumulatorClass, AccumulatorOp, CopiedArray};

/// An array that blocks change in copies of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrivateArray {
    /// The parameter.
    pub local: Local,
    /// By which operation it is changed; its changes are combined by the same one.
    pub op: AccumulatorOp,
}

/// Which arrays of a kernel these are: none where threads wait for each other or order what others see, which makes them a group.
pub fn private_arrays(kernel: &Function) -> Vec<PrivateArray> {
    let list = copied_arrays(kernel).list;
    let private = |one: &CopiedArray| {
        let op = AccumulatorOp::from_code(one.op).filter(|op| is_in_hardware(*op))?;
        let is_int = AccumulatorClass::from_code(one.class) == Some(AccumulatorClass::I32);
        let local = kernel.params[one.slot as usize - kernel_data(kernel).position.len()];
        is_int.then_some(PrivateArray { local, op })
    };
    list.iter().filter_map(private).collect()
}

/// Elements of the copy of each of so many arrays.
pub fn room(arrays: usize) -> usize {
    PRIVATE_ELEMENTS / arrays.max(1)
}

/// Whether shared memory has the operation on whole numbers.
fn is_in_hardware(op: AccumulatorOp) -> bool {
    match op {
        AccumulatorOp::Add
        | AccumulatorOp::Min
        | AccumulatorOp::Max
        | AccumulatorOp::And
        | AccumulatorOp::Or
        | AccumulatorOp::Xor => true,
        AccumulatorOp::Mul => false,
    }
}
