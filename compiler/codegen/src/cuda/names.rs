//! Names in CUDA text: those of the source, made unique and legal.
//!
//! *Invariant:* no two names of one kernel are equal, and none is a word of C++ or of the prelude.

use std::collections::BTreeSet;

use quasar_abi::ParameterMemory;

use crate::base::{Id, c_names};
use crate::mir::{Function, Local, MathFn};

/// What a variable cannot be called beside words of C++ and the names of elementary functions: words of CUDA, other functions that the text calls,
/// and what it calls positions itself.
const RESERVED: &[&str] = &[
    "main",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "launch",
    "done",
    "next",
    "row",
    "rows",
    "first",
    "column",
    "place",
    "p0",
    "p1",
    "p2",
    "p3",
    "fabsf",
    "fabs",
    "floorf",
    "floor",
    "ceilf",
    "ceil",
    "roundf",
    "round",
    "truncf",
    "trunc",
    "fmaf",
    "fminf",
    "fmaxf",
    "fmodf",
    "fmod",
    "sqrt",
    "erff",
    "erfcf",
    "lgammaf",
    "tgammaf",
];

/// The names in use.
#[derive(Debug, Default)]
pub struct Names {
    used: BTreeSet<String>,
}

impl Names {
    /// A name like `wanted` that nothing else has.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let base = legal(wanted);
        let mut name = base.clone();
        let mut number = 1;
        while !self.used.insert(name.clone()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        name
    }
}

/// The text as an identifier.
pub fn legal(text: &str) -> String {
    let mut name: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let starts_badly = name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit());
    if starts_badly || name.starts_with("q_") || name.starts_with("qc_") || name.starts_with("__") {
        name.insert(0, 'v');
    }
    let is_taken = c_names::is_word(&name) || RESERVED.contains(&name.as_str());
    if is_taken || MathFn::named(&name).is_some() {
        name.push('_');
    }
    name
}

/// A local's name, or a number where it has none.
pub fn wanted_name(function: &Function, local: Local) -> String {
    match &function.locals[local].name {
        Some(name) => legal(name),
        None => format!("l{}", local.index()),
    }
}

/// The name of the second parameter of an array in such a place, behind the array's own.
pub(super) fn suffix(memory: ParameterMemory) -> Option<&'static str> {
    match memory {
        ParameterMemory::Global => None,
        ParameterMemory::Constant => Some("constant"),
        ParameterMemory::ReadOnly => Some("unchanged"),
        ParameterMemory::Texture => Some("texture"),
        ParameterMemory::Surface => Some("surface"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_unique() {
        let mut names = Names::default();
        let found: Vec<String> = ["x", "x", "float", "main$loop14", "3d", "", "rows", "p0"]
            .map(|name| names.fresh(name))
            .to_vec();
        let wanted = [
            "x",
            "x_2",
            "float_",
            "main_loop14",
            "v3d",
            "v",
            "rows_",
            "p0_",
        ];
        assert_eq!(found, wanted);
    }
}
