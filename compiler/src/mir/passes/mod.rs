//! The passes over the middle representation, as lists in their order.
//!
//! [`EARLY`] prepares for the analysis of loops, [`LAUNCHED`] and [`LATE`] follow the making of kernels. The driver runs the lists
//! through [`run`].
//!
//! *Invariant:* a pass is a function of the program; it keeps what the program means, as the interpreter defines it.

pub mod assigned;
pub mod common;
pub mod continues;
pub mod copy;
pub mod facts;
pub mod globals;
pub mod hoist;
pub mod inline;
pub mod inside;
pub mod numbers;
pub mod ownership;
pub mod platform;
pub mod regions;
pub mod residence;
pub mod simplify;
pub mod specialise;
#[cfg(test)]
pub mod testing;
pub mod unroll;
pub mod window;

use super::data::Program;
use super::verify::verify;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name for `--after=`.
    pub name: &'static str,
    /// What it is for, for `--help` and the manual.
    pub why: &'static str,
    /// Does it.
    pub run: fn(&mut Program),
}

impl Pass {
    /// Whether it is a round of the simplification of expressions and branches.
    pub fn simplifies(&self) -> bool {
        self.name.starts_with("simplify")
    }
}

/// Before kernels are made.
pub const EARLY: &[Pass] = &[
    REGIONS,
    Pass {
        name: "simplify",
        why: "folds constants, looks through variables, removes what has no effect",
        run: simplify::simplify,
    },
    Pass {
        name: "globals",
        why: "replaces script variables that are set once, to a constant, by the constant",
        run: globals::globals,
    },
    Pass {
        name: "inline",
        why: "puts small functions in the place of their calls, so that loops that call them can be analysed",
        run: inline::inline,
    },
    Pass {
        name: "simplify-inlined",
        why: "once more, now that arguments are known",
        run: simplify::simplify,
    },
    Pass {
        name: "arguments",
        why: "tells functions the constants that all their calls agree on",
        run: specialise::arguments,
    },
    Pass {
        name: "continues",
        why: "makes an `if` of `continue`, so that loops with it can become kernels",
        run: continues::continues,
    },
    Pass {
        name: "common",
        why: "computes once what is visible, so that equal indices are the same value",
        run: common::common,
    },
    Pass {
        name: "facts",
        why: "drops tests and checks that asserted and tested conditions have proven",
        run: facts::facts,
    },
];

/// What every program needs, optimised or not.
pub const ESSENTIAL: &[Pass] = &[REGIONS, OWNERSHIP, RESIDENCE];

/// What the interpreter needs of these: it runs kernels whose threads wait for each other as they are written.
pub const INTERPRETED: &[Pass] = &[OWNERSHIP];

const REGIONS: Pass = Pass {
    name: "regions",
    why: "divides kernels whose threads wait for each other into parts between their barriers",
    run: regions::regions,
};

const OWNERSHIP: Pass = Pass {
    name: "ownership",
    why: "counts references: who owns which array, and where it is released",
    run: ownership::ownership,
};

const RESIDENCE: Pass = Pass {
    name: "residence",
    why: "asks for elements that a GPU may have changed before host code touches them",
    run: residence::residence,
};

/// Between the making of kernels and their fusion: equal numbers of positions become the same value.
pub const BEFORE_FUSION: &[Pass] = &[
    Pass {
        name: "simplify-launches",
        why: "folds what the making of kernels has left around their launches",
        run: simplify::simplify,
    },
    Pass {
        name: "common-launches",
        why: "computes numbers of positions once, so that launches over the same positions are seen to be that",
        run: common::common,
    },
    Pass {
        name: "facts-launches",
        why: "drops checks between launches that were made before",
        run: facts::facts,
    },
];

/// Once kernels are made: what their launches tell them.
pub const LAUNCHED: &[Pass] = &[
    Pass {
        name: "specialise",
        why: "tells kernels the constants that they are launched with",
        run: specialise::specialise,
    },
    Pass {
        name: "simplify-kernels",
        why: "cleans up what the making of kernels has left",
        run: simplify::simplify,
    },
    Pass {
        name: "inside",
        why: "removes the checks of accesses that every launch of a kernel keeps inside",
        run: inside::inside,
    },
];

/// After kernels are made.
pub const LATE: &[Pass] = &[
    Pass {
        name: "window",
        why: "lets loops around a position count from 0, so that vectors read them whole",
        run: window::window,
    },
    Pass {
        name: "unroll",
        why: "repeats short loops over small arrays, whose elements are variables then",
        run: unroll::unroll,
    },
    Pass {
        name: "simplify-unrolled",
        why: "chooses those variables",
        run: simplify::simplify,
    },
    Pass {
        name: "hoist",
        why: "moves what does not change in a loop to the place before it",
        run: hoist::hoist,
    },
    Pass {
        name: "common-hoisted",
        why: "computes once what several loops had computed",
        run: common::common,
    },
    OWNERSHIP,
    RESIDENCE,
];

/// Runs passes in order and, in debug builds, the verifier after each. Stops after the pass named `after`, and tells whether it did.
pub fn run(passes: &[Pass], program: &mut Program, after: Option<&str>) -> bool {
    for pass in passes {
        (pass.run)(program);
        if cfg!(debug_assertions) {
            verify(program, pass.name);
        }
        if after == Some(pass.name) {
            return true;
        }
    }
    false
}
