//! Values of MIR as values of SPMD code, masks as values, calls.
//!
//! *Invariant:* a value of MIR is defined before it is used, and once.

use crate::mir::{Ty, Value};
use crate::spmd::ir::{Elem, Op as SpmdOp, Type, Val};
use quasar_abi::RtFn;

use super::{Builder, Mask};

impl<'a> Builder<'a> {
    /// The SPMD value of a MIR value.
    pub(in crate::spmd) fn value(&self, value: Value) -> Val {
        self.values[value]
            .unwrap_or_else(|| panic!("{value} of {} is not defined", self.kernel.name))
    }

    /// Defines a MIR value.
    pub(in crate::spmd) fn define(&mut self, value: Value, as_: Val) {
        if let Some(slot) = self.values.get_mut(value) {
            *slot = Some(as_);
        }
    }

    /// The active lanes as a value; none: all of them.
    pub(in crate::spmd) fn mask_value(&mut self) -> Option<Val> {
        match self.mask {
            Mask::All => None,
            Mask::Some(mask) => Some(mask),
            Mask::Nothing => Some(self.no_lanes()),
        }
    }

    pub(super) fn no_lanes(&mut self) -> Val {
        let no = self.e.bool(false);
        self.e.splat(no)
    }

    pub(in crate::spmd) fn all_lanes(&mut self) -> Val {
        let yes = self.e.bool(true);
        self.e.splat(yes)
    }

    pub(in crate::spmd) fn mask_or_all(&mut self) -> Val {
        match self.mask_value() {
            Some(mask) => mask,
            None => self.all_lanes(),
        }
    }

    /// A call of a runtime function without effect.
    pub(in crate::spmd) fn call(&mut self, func: RtFn, elem: Elem, args: Vec<Val>) -> Val {
        let varying = args.iter().any(|arg| self.e.is_varying(*arg));
        let args = match varying {
            true => args.into_iter().map(|arg| self.e.splat(arg)).collect(),
            false => args,
        };
        self.e
            .emit(SpmdOp::Call(func, args), Type { elem, varying })
    }
}

/// The lane type of a MIR type; handles are pointers.
pub(in crate::spmd) fn elem_of(ty: Ty) -> Elem {
    match ty {
        Ty::Bool => Elem::Bool,
        Ty::I32 => Elem::I32,
        Ty::I64 | Ty::Array(_) | Ty::Str => Elem::I64,
        Ty::F32 => Elem::F32,
        Ty::F64 => Elem::F64,
    }
}
