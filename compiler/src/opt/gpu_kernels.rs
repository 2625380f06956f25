//! Which kernels GPUs get, by the settings.
//!
//! *Invariant:* settings only keep kernels from GPUs; what a device cannot run is told by `codegen::cuda`.

use crate::codegen::cuda;
use crate::mir::{FuncKind, Program};

/// What GPUs get, as the settings say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The program has a text for GPUs at all.
    pub has_text: bool,
    /// Kernels whose grid waits as a whole, and whose threads form groups.
    pub cooperative_groups: bool,
    /// Kernels whose threads exchange values within a warp.
    pub warp_shuffling: bool,
    /// Only kernels that have the same bits there.
    pub same_bits: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Choice {
            has_text: true,
            cooperative_groups: true,
            warp_shuffling: true,
            same_bits: false,
        }
    }
}

/// Marks the kernels that GPUs do not get.
pub fn keep_from_gpus(program: &mut Program, choice: Choice) {
    for function in program.functions.iter_mut() {
        if !matches!(function.kind, FuncKind::Kernel(_)) {
            continue;
        }
        let kept = !choice.cooperative_groups && cuda::has_cooperative_groups(function)
            || !choice.warp_shuffling && cuda::has_warp_shuffles(function)
            || choice.same_bits && cuda::has_own_bits(function);
        if let FuncKind::Kernel(kernel) = &mut function.kind {
            kernel.profile.is_kept_from_gpus |= kept;
        }
    }
}
