//! Whether the text of a kernel gives the bits that processors give, which `--fp=strict` promises.
//!
//! Sums and elementary operations of elements are the same everywhere. What is not: totals and atomic changes of floats, since blocks come
//! in another order than chunks; elementary functions that CUDA's own library computes; textures that the hardware interpolates, or
//! that keep elements of 16 bits.
//!
//! *Invariant:* a kernel of which this says no has the same bits on a GPU as in the interpreter of MIR.

use crate::mir::kernel::depends_on_order;
use crate::mir::{Function, MathFn, Op, Texture, Ty};

/// Whether a GPU may give other bits of what the kernel computes.
pub fn has_own_bits(kernel: &Function) -> bool {
    let mut found = depends_on_order(kernel);
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Math(function, _) = &stmt.op {
            found |= is_of_cuda(*function, kernel.values[stmt.results[0]].ty);
        }
        if let Op::Texture(Texture::Fetch(_, form, _)) = &stmt.op {
            found |= form.linear || form.half;
        }
    });
    found
}

/// Whether CUDA's own library computes an elementary function, and not a definition that all engines share.
fn is_of_cuda(function: MathFn, ty: Ty) -> bool {
    ty != Ty::F32 || !function.has_definition()
}
