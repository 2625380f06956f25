//! Copies of arrays that the threads of a block change together, in its shared memory (`opt::gpu::privatisation`).
//!
//! A copy begins with the value that changes nothing, and at the end each element that has changed goes to the array. A launch whose array
//! is too large, or has a second name by which the kernel reaches its elements, changes the array itself.
//!
//! *Invariant:* every thread of the block comes to the beginning and to the end, and between them only atomic changes touch a copy.

use super::body::Body;
use super::expression::bare;
use super::private_copy::{Copied, function};
use super::tile;
use crate::base::IndentWriter;
use crate::mir::{AtomicOp, Function, Local};
use crate::opt::gpu::privatisation::{PrivateArray, room};

/// The arrays of a kernel that blocks change in copies of their own: positions of a tile do not.
pub fn private_arrays(kernel: &Function) -> Vec<PrivateArray> {
    match tile::width_or_one(kernel) {
        1 => crate::opt::gpu::privatisation::private_arrays(kernel),
        _several => Vec::new(),
    }
}

impl Body<'_> {
    /// Gives arrays that have copies the names for them.
    pub fn privatise(&mut self, arrays: &[PrivateArray]) {
        for one in arrays {
            let (array, data, ty) = self.array_of(one.local);
            let [copy, count] =
                ["private", "private_count"].map(|end| self.fresh_name(&format!("{array}_{end}")));
            let others = self.pointers_of(ty).into_iter();
            self.copied.push(Copied {
                local: one.local,
                op: one.op,
                others: others.filter(|other| *other != data).collect(),
                array,
                data,
                copy,
                count,
            });
        }
    }

    /// What stands before the positions.
    pub(super) fn start_copies(&self, writer: &mut IndentWriter) {
        let room = room(self.copied.len());
        for one in &self.copied {
            one.start(room, writer);
        }
        self.meet(writer);
    }

    /// What stands behind them.
    pub(super) fn end_copies(&self, writer: &mut IndentWriter) {
        self.meet(writer);
        for one in &self.copied {
            one.end(writer);
        }
    }

    fn meet(&self, writer: &mut IndentWriter) {
        if !self.copied.is_empty() {
            writer.line("__syncthreads();");
        }
    }

    /// The change of an element of an array that may have a copy, if it is one of those.
    pub(super) fn private_change(
        &self,
        local: Local,
        op: AtomicOp,
        at: &str,
        value: &str,
    ) -> Option<String> {
        let one = self.copied.iter().find(|one| one.local == local)?;
        let value = match op {
            AtomicOp::Sub => format!("q_neg({})", bare(value)),
            _ => bare(value).to_string(),
        };
        let change = |place: &str| format!("{}(&{place}[{at}], {value});", function(one.op));
        Some(format!(
            "if ({} > 0) {} else {}",
            one.count,
            change(&one.copy),
            change(&one.data)
        ))
    }
}
