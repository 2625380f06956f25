//! Builtins that give an array made of another: the function of the runtime behind each, and what it takes beside the array.
//!
//! *Invariant:* the rows are those of the rules in the test below.

use super::Builtin;
use quasar_abi::RtFn;

/// One of them.
#[derive(Debug)]
pub struct ArrayFunction {
    /// The builtin.
    pub builtin: Builtin,
    /// The function of the runtime.
    pub func: RtFn,
    /// Whether all arguments behind the array are a list of ints: sizes, an order of dimensions.
    pub has_ints: bool,
}

const fn row(builtin: Builtin, func: RtFn, has_ints: bool) -> ArrayFunction {
    ArrayFunction {
        builtin,
        func,
        has_ints,
    }
}

const ARRAY_FUNCTIONS: &[ArrayFunction] = &[
    row(Builtin::Squeeze, RtFn::array_squeeze, false),
    row(Builtin::Transpose, RtFn::array_transpose, false),
    row(Builtin::HermTranspose, RtFn::array_herm_transpose, false),
    row(Builtin::Find, RtFn::find, false),
    row(Builtin::Diag, RtFn::diag, false),
    row(Builtin::Diagm, RtFn::diagm, false),
    row(Builtin::Copy, RtFn::array_copy, false),
    row(Builtin::DeepCopy, RtFn::array_deepcopy, false),
    row(Builtin::Reshape, RtFn::array_reshape, true),
    row(Builtin::Repmat, RtFn::array_repmat, true),
    row(Builtin::ShuffleDims, RtFn::array_shuffledims, true),
    row(Builtin::CircShift, RtFn::circshift, true),
];

/// The row of a builtin.
pub fn array_function_of(builtin: Builtin) -> Option<&'static ArrayFunction> {
    ARRAY_FUNCTIONS.iter().find(|row| row.builtin == builtin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{ROWS, Rule, Special};

    #[test]
    fn functions_are_the_rows_that_say_so() {
        for row in ROWS {
            let says_so = matches!(
                row.rule,
                Rule::Special(
                    Special::Squeeze
                        | Special::Transpose
                        | Special::Find
                        | Special::Diagonal
                        | Special::SameType
                        | Special::Reshape
                        | Special::ShuffleDims
                )
            );
            let is_here = array_function_of(row.builtin).is_some();
            assert_eq!(is_here, says_so, "{}", row.name);
        }
    }
}
