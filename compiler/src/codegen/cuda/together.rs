//! What threads of a kernel do together: barriers, fences and shared arrays, as CUDA has them.
//!
//! A shared array lies in the dynamic shared memory of a launch, one array behind another in the order of their statements,
//! each at a multiple of 16 bytes. A launch of such a kernel has one thread per position and the block size that the program
//! says; a kernel with a grid barrier is launched cooperatively, so that all blocks are resident.
//!
//! *Invariant:* a kernel has at most three dimensions here, since those are the ones that a grid has.

use super::body::Body;
use super::types;
use crate::mir::{
    BarrierScope, FuncKind, Function, KernelData, KernelOrigin, Local, Together, Ty, Value,
};

/// Whether the text has a kernel: parts of kernels are for processors, and so are blocks of four dimensions.
pub(super) fn is_for_gpus(function: &Function) -> bool {
    match &function.kind {
        FuncKind::Host => false,
        FuncKind::Kernel(KernelData {
            origin,
            group,
            position,
            ..
        }) => *origin != KernelOrigin::Part && (group.is_none() || position.len() < 4),
    }
}

/// The parameters of a kernel that are shared arrays.
pub(super) fn shared_arrays(function: &Function) -> Vec<Local> {
    let FuncKind::Kernel(KernelData {
        group: Some(group), ..
    }) = &function.kind
    else {
        return Vec::new();
    };
    let params = group.shared.iter();
    params.map(|&number| function.params[number]).collect()
}

impl Body<'_> {
    /// `Op::Together`.
    pub(super) fn together(&mut self, together: &Together) {
        // Other threads may change what waits to be read.
        self.settle_readers(None);
        let text = match together {
            Together::Barrier(BarrierScope::Warp) => "__syncwarp(__activemask());",
            Together::Barrier(BarrierScope::Block) => "__syncthreads();",
            Together::Barrier(BarrierScope::Grid) => "q_grid_barrier();",
            Together::Fence => "__threadfence_system();",
            Together::Shared { local, dims, zeros } => {
                return self.shared_array(*local, dims, *zeros);
            }
        };
        self.out.line(text);
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
