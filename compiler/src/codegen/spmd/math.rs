//! Elementary functions: those of single precision in place, the others by calls of the runtime.
//!
//! *Invariant:* single precision follows `quasar_abi::elementary`, operation by operation.

use super::build::Builder;
use super::ir::{Elem, Val};
use crate::codegen::cpu::math_row;
use crate::mir::{MathFn, Ty};

impl Builder<'_> {
    /// An elementary function of one or two arguments.
    pub(super) fn math(&mut self, function: MathFn, args: &[Val]) -> Val {
        let elem = self.e.ty(args[0]).elem;
        let ty = match elem {
            Elem::F32 => Ty::F32,
            _ => Ty::F64,
        };
        self.call(math_row(function, ty), elem, args.to_vec())
    }
}
