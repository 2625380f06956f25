//! What threads of a kernel do together: barriers, fences and shared arrays, as CUDA has them.
//!
//! A shared array lies in the dynamic shared memory of a launch, one array behind another in the order of their statements,
//! each at a multiple of 16 bytes. A launch of such a kernel has one thread per position and the block size that the program
//! says; a kernel with a grid barrier is launched cooperatively, so that all blocks are resident.
//!
//! *Invariant:* a kernel has at most three dimensions here, since those are the ones that a grid has.

use super::body::Body;
use super::{places, types};
use crate::mir::{BarrierScope, Collective, Function, Local, Op, Together, Ty, Value};

/// The name of the mask of those threads of a warp that belong to the launch.
pub(super) const PRESENT: &str = "q_present";

/// Whether threads of a warp exchange something or wait for each other.
pub(super) fn has_exchanges(function: &Function) -> bool {
    let mut found = false;
    function.body.for_each_stmt(&mut |stmt| {
        found |= matches!(
            stmt.op,
            Op::Together(Together::Collective(..) | Together::Barrier(BarrierScope::Warp))
        );
    });
    found
}

impl Body<'_> {
    /// `Op::Together`.
    pub(super) fn together(&mut self, together: &Together, results: &[Value]) {
        // Other threads may change what waits to be read.
        self.settle_readers(None);
        let text = match together {
            Together::Barrier(BarrierScope::Warp) => return self.warp_barrier(),
            Together::Barrier(BarrierScope::Block) => "__syncthreads();",
            Together::Barrier(BarrierScope::Grid) => "q_grid_barrier();",
            Together::Fence => "__threadfence_system();",
            Together::Shared { local, dims, zeros } => {
                return self.shared_array(*local, dims, *zeros);
            }
            Together::Collective(op, args) => return self.collective(*op, args, results[0]),
        };
        self.out.line(text);
    }

    /// All threads of the warp that belong to the launch come here: who happens to be beside this one may be fewer.
    fn warp_barrier(&mut self) {
        self.out.line(&format!("__syncwarp({PRESENT});"));
    }

    /// What threads of a warp exchange: those of a mask that belong to the launch.
    fn collective(&mut self, op: Collective, args: &[Value], result: Value) {
        let name = match op {
            Collective::Active => return self.declare(result, "(int)__activemask()"),
            Collective::Shuffle => "q_shuffle",
            Collective::Ballot => "q_ballot",
            Collective::Match => "q_match",
        };
        let args: Vec<String> = args.iter().map(|&value| self.atom(value)).collect();
        let text = format!("{name}({PRESENT} & {})", args.join(", "));
        self.declare(result, &text);
    }

    fn shared_array(&mut self, local: Local, dims: &[Value], zeros: bool) {
        let extents: Vec<String> = dims.iter().map(|&dim| self.atom(dim)).collect();
        let (name, data, kind) = self.array_of(local);
        let element = match kind {
            Ty::Array(kind) => types::element(kind),
            other => panic!("a shared array of type {other:?}"),
        };
        let parts = if is_complex(kind) { 2 } else { 1 };
        let count = extents.join(" * ");
        // A vector of n elements has extents 1, n.
        let shape = match extents.as_slice() {
            [one] => format!("1, {one}"),
            several => several.join(", "),
        };
        self.out.line(&format!(
            "{element}* const {data} = ({element}*)q_shared({parts} * sizeof({element}) * ({count}), q_shared_bytes);"
        ));
        self.out.line(&places::naming(
            &format!("shared %0, %1, {name}"),
            &format!(" :: \"l\"({data}), \"r\"((int)({parts} * sizeof({element}) * ({count})))"),
        ));
        self.out.line(&format!(
            "const qc_array {name} = {{{data}, {count}, {{{shape}}}}};"
        ));
        if zeros {
            let last = self.rank() - 1;
            self.out.line(&format!(
                "q_zero_shared({data}, {parts} * ({count}), launch.extents[{last}]);"
            ));
        }
    }
}

fn is_complex(ty: Ty) -> bool {
    matches!(ty, Ty::Array(kind) if kind.is_complex())
}
