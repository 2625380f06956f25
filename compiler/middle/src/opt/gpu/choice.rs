//! Which kernels GPUs get, by the settings.
//!
//! *Invariant:* settings only keep kernels from GPUs; what the text for GPUs has at all, [`is_for_gpus`] tells.

use super::bits::has_own_bits;
use super::totals;
use crate::mir::{BarrierScope, FuncKind, Function, KernelData, Op, Program, Together};

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
        let kept = !choice.cooperative_groups && has_cooperative_groups(function)
            || !choice.warp_shuffling && has_warp_shuffles(function)
            || choice.same_bits && has_own_bits(function);
        if let FuncKind::Kernel(kernel) = &mut function.kind {
            kernel.profile.is_kept_from_gpus |= kept;
        }
    }
}

/// Whether the text has a kernel: parts of kernels and strips are for processors, and so are blocks of four dimensions and what the program
/// says to be for another target.
pub fn is_for_gpus(function: &Function) -> bool {
    match &function.kind {
        FuncKind::Host => false,
        FuncKind::Kernel(KernelData {
            origin,
            group,
            position,
            profile,
            ..
        }) => {
            let has_form = group.is_none() || position.len() < 4;
            !origin.is_for_processors() && has_form && profile.is_for_gpus()
        }
    }
}

/// Whether the grid waits as a whole, or threads of a warp form groups.
fn has_cooperative_groups(function: &Function) -> bool {
    let mut found = false;
    function.body.for_each_stmt(&mut |stmt| {
        found |= matches!(
            stmt.op,
            Op::Together(Together::Collective(..) | Together::Barrier(BarrierScope::Grid))
        );
    });
    found
}

/// Whether threads of a warp exchange values, also for totals.
fn has_warp_shuffles(function: &Function) -> bool {
    let mut found = false;
    function.body.for_each_stmt(&mut |stmt| {
        found |= matches!(stmt.op, Op::Together(Together::Collective(..)));
    });
    let is_kernel = matches!(function.kind, FuncKind::Kernel(_));
    found || is_kernel && totals::has_shuffles(function)
}
