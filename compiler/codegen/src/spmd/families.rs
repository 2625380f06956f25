//! Families of operations, as patterns: a `match` that treats the operations of a family alike names the family.
//!
//! *Invariant:* every operation of [`Op`](super::ir::Op) is in one of the first four families, so that a new one is a compile error wherever it is not named.

/// Operations that give a value of other values, and of headers, which do not change.
macro_rules! value_op {
    () => {
        Op::Const(_)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::ShiftRightLogical(..)
            | Op::Compare(..)
            | Op::Inside(..)
            | Op::Select(..)
            | Op::Convert(_)
            | Op::Truncate(_)
            | Op::RoundEven(_)
            | Op::Bitcast(_)
            | Op::Fma { .. }
            | Op::Splat(_)
            | Op::LaneIndex
            | Op::Any(_)
            | Op::All(_)
            | Op::Lane(..)
            | Op::WithLane(..)
            | Op::SwapGroups(..)
            | Op::Between { .. }
            | Op::ByteDifferences(..)
            | Op::FirstLane { .. }
            | Op::MapIndex { .. }
            | Op::Header { .. }
            | Op::Zeros
            | Op::Slot(_)
    };
}

/// Operations that read elements.
macro_rules! load_op {
    () => {
        Op::Load { .. }
            | Op::LoadBytes { .. }
            | Op::MaskedLoad { .. }
            | Op::LoadLanes { .. }
            | Op::Gather { .. }
            | Op::GatherRun { .. }
    };
}

/// Operations that write elements, and have no result.
macro_rules! store_op {
    () => {
        Op::Store { .. } | Op::Scatter { .. } | Op::StoreInterleaved { .. }
    };
}

/// Operations that are calls, or done alone: atomic changes, functions of the runtime, errors.
macro_rules! call_op {
    () => {
        Op::Atomic { .. } | Op::Call(..) | Op::RaiseIndex { .. } | Op::Raise { .. }
    };
}

/// Operations that make one value for all lanes, if any.
macro_rules! uniform_op {
    () => {
        Op::Any(_)
            | Op::All(_)
            | Op::Lane(..)
            | Op::FirstLane { .. }
            | Op::Header { .. }
            | Op::Zeros
            | Op::Slot(_)
            | Op::Atomic { .. }
            | Op::RaiseIndex { .. }
            | Op::Raise { .. }
    };
}

pub(in crate::spmd) use {call_op, load_op, store_op, uniform_op, value_op};
