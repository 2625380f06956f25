//! Families of operators, as patterns: a `match` that treats the operators of a family alike names the family.
//!
//! *Invariant:* every operator of [`BinaryOp`](super::BinaryOp) is in one family.

/// Operators on numbers that give a number of the same kind.
#[macro_export]
macro_rules! arithmetic_op {
    () => {
        BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Pow
            | BinaryOp::Min
            | BinaryOp::Max
    };
}

/// Operators on the bits of ints.
#[macro_export]
macro_rules! bitwise_op {
    () => {
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
    };
}

/// Operators that compare.
#[macro_export]
macro_rules! comparison_op {
    () => {
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
    };
}

/// Operators on truth values.
#[macro_export]
macro_rules! logical_op {
    () => {
        BinaryOp::And | BinaryOp::Or
    };
}

pub use {arithmetic_op, bitwise_op, comparison_op, logical_op};
