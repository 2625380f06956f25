//! An array of a kernel and its copy in the shared memory of a block.
//!
//! *Invariant:* a copy begins with the value that changes nothing, and what has changed in it goes to the array by atomic changes.

use super::expression::identity;
use crate::base::IndentWriter;
use crate::mir::{Local, Ty};
use quasar_abi::AccumulatorOp;

/// An array and its copy.
#[derive(Clone)]
pub(super) struct Copied {
    pub(super) local: Local,
    pub(super) op: AccumulatorOp,
    /// The array, the pointer to its elements, and where else the kernel reaches elements of the kind.
    pub(super) array: String,
    pub(super) data: String,
    pub(super) others: Vec<String>,
    /// The copy and the number of its elements, which is 0 where there is none.
    pub(super) copy: String,
    pub(super) count: String,
}

impl Copied {
    pub(super) fn start(&self, room: usize, writer: &mut IndentWriter) {
        let Copied {
            array, copy, count, ..
        } = self;
        writer.line(&format!(
            "// What the block changes in {array}, where that has room."
        ));
        writer.line(&format!("__shared__ int {copy}[{room}];"));
        let mut tests = vec![format!("{array}.numel <= {room}")];
        let data = &self.data;
        tests.extend(self.others.iter().map(|other| format!("{data} != {other}")));
        writer.line(&format!(
            "const int {count} = {} ? (int){array}.numel : 0;",
            tests.join(" && ")
        ));
        writer.line(&format!(
            "q_start_private({copy}, {count}, {});",
            self.neutral()
        ));
    }

    pub(super) fn end(&self, writer: &mut IndentWriter) {
        let Copied {
            copy, count, data, ..
        } = self;
        writer.line(&format!(
            "q_end_private({copy}, {count}, {}, {data}, [](int* place, int value) {{ {}(place, value); }});",
            self.neutral(),
            function(self.op)
        ));
    }

    pub(super) fn neutral(&self) -> String {
        identity(self.op, Ty::I32)
    }
}

/// The hardware's operation.
pub(super) fn function(op: AccumulatorOp) -> &'static str {
    match op {
        AccumulatorOp::Add => "atomicAdd",
        AccumulatorOp::Min => "atomicMin",
        AccumulatorOp::Max => "atomicMax",
        AccumulatorOp::And => "atomicAnd",
        AccumulatorOp::Or => "atomicOr",
        AccumulatorOp::Xor => "atomicXor",
        AccumulatorOp::Mul => panic!("products have no copies"),
    }
}
