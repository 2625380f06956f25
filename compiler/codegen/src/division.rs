//! How launches of the interpreter are divided with `--fp=strict`: as the runtime divides those of executables.
//!
//! *Invariant:* the number of chunks is the runtime's for the same kernel and the same sizes.

use quasar_abi::CopiedArray;

use crate::mir::cost::row_cost;
use crate::mir::interpret::{Divided, Division, LaunchNumbers};
use crate::mir::kernel::{copied_arrays, has_ordered_totals, kernel_data};
use crate::mir::{FuncId, Function, Program};
use crate::spmd::arrays_of_flat_form;

/// The launches of a program.
pub struct AsExecutable<'a>(pub &'a Program);

impl Division for AsExecutable<'_> {
    fn divided(&self, kernel: FuncId, launch: &LaunchNumbers<'_>) -> Option<Divided> {
        let kernel = &self.0.functions[kernel];
        if !has_ordered_totals(kernel) {
            return None;
        }
        if launch.serial {
            return Some(Divided {
                chunks: 1,
                flat: false,
            });
        }
        let arrays = arrays_of_flat_form(kernel);
        Some(Divided {
            chunks: chunks(kernel, launch),
            flat: arrays.is_some_and(|arrays| arrays.iter().all(|at| launch.covers(*at))),
        })
    }
}

fn chunks(kernel: &Function, launch: &LaunchNumbers<'_>) -> i64 {
    let changed = copied_arrays(kernel).list;
    let rank = kernel_data(kernel).position.len();
    let elements = |one: &CopiedArray| launch.numel(one.slot as usize - rank);
    let changed = (!changed.is_empty()).then(|| {
        let alone = changed.iter().any(|one| one.alone != 0);
        (changed.iter().map(elements).sum(), alone)
    });
    quasar_rt::chunks_of_launch(launch.rows(), row_cost(kernel, launch), changed)
}
