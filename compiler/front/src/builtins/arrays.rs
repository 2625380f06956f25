//! Builtins that give an array made of another: the function of the runtime behind each, and what it takes beside the array.
//!
//! *Invariant:* every row here is one of the rule of arrays.

use super::Builtin;
use quasar_abi::RtFn;

/// One of them.
#[derive(Debug, PartialEq, Eq)]
pub struct ArrayFunction {
    /// The builtin.
    pub builtin: Builtin,
    /// The function of the runtime.
    pub func: RtFn,
    /// Whether all arguments behind the array are a list of ints: sizes, an order of dimensions.
    pub has_ints: bool,
}

const fn made(builtin: Builtin, func: RtFn, has_ints: bool) -> ArrayFunction {
    ArrayFunction {
        builtin,
        func,
        has_ints,
    }
}

const ARRAY_FUNCTIONS: &[ArrayFunction] = &[
    made(Builtin::Squeeze, RtFn::array_squeeze, false),
    made(Builtin::Transpose, RtFn::array_transpose, false),
    made(Builtin::HermTranspose, RtFn::array_herm_transpose, false),
    made(Builtin::Find, RtFn::find, false),
    made(Builtin::Diag, RtFn::diag, false),
    made(Builtin::Diagm, RtFn::diagm, false),
    made(Builtin::Copy, RtFn::array_copy, false),
    made(Builtin::DeepCopy, RtFn::array_deepcopy, false),
    made(Builtin::Reshape, RtFn::array_reshape, true),
    made(Builtin::Repmat, RtFn::array_repmat, true),
    made(Builtin::ShuffleDims, RtFn::array_shuffledims, true),
    made(Builtin::CircShift, RtFn::circshift, true),
];

/// The row of a builtin that has one: it is looked for when this crate is compiled.
pub(super) const fn row(builtin: Builtin) -> &'static ArrayFunction {
    let mut at = 0;
    while ARRAY_FUNCTIONS[at].builtin as usize != builtin as usize {
        at += 1;
    }
    &ARRAY_FUNCTIONS[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{Host, Rule};

    #[test]
    fn every_function_is_one_of_its_rule() {
        for function in ARRAY_FUNCTIONS {
            let rule = crate::builtins::row(function.builtin).rule;
            assert!(matches!(rule, Rule::Host(Host::Array(_, of)) if of == function));
        }
    }
}
