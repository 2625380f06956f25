//! Reductions that take one element after the other: all that loops and registers compute. The others are rows of the runtime.
//!
//! Layer: `numbers`.
//!
//! *Invariant:* a reduction is here exactly if a result so far and the next element are all that it needs.

use quasar_abi::ReduceOp;

/// How a fold combines elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) enum Fold {
    /// Their sum.
    Sum,
    /// Their product.
    Prod,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Their sum, divided by their number at the end.
    Mean,
    /// Whether one is not zero.
    Any,
    /// Whether none is zero.
    All,
}

impl Fold {
    /// The fold of a reduction, if it is one.
    pub(in crate::lower) fn of(op: ReduceOp) -> Option<Fold> {
        match op {
            ReduceOp::Sum => Some(Fold::Sum),
            ReduceOp::Prod => Some(Fold::Prod),
            ReduceOp::Min => Some(Fold::Min),
            ReduceOp::Max => Some(Fold::Max),
            ReduceOp::Mean => Some(Fold::Mean),
            ReduceOp::Any => Some(Fold::Any),
            ReduceOp::All => Some(Fold::All),
            ReduceOp::Std | ReduceOp::Var | ReduceOp::Median => None,
        }
    }

    /// The name of the reduction.
    pub(in crate::lower) fn name(self) -> &'static str {
        match self {
            Fold::Sum => ReduceOp::Sum.name(),
            Fold::Prod => ReduceOp::Prod.name(),
            Fold::Min => ReduceOp::Min.name(),
            Fold::Max => ReduceOp::Max.name(),
            Fold::Mean => ReduceOp::Mean.name(),
            Fold::Any => ReduceOp::Any.name(),
            Fold::All => ReduceOp::All.name(),
        }
    }

    /// Whether of integers it is the exact sum or product, which may not fit their type.
    pub(in crate::lower) fn is_total(self) -> bool {
        match self {
            Fold::Sum | Fold::Prod | Fold::Mean => true,
            Fold::Min | Fold::Max | Fold::Any | Fold::All => false,
        }
    }
}
