//! The machine that code is generated for.
//!
//! *Invariant:* the flags depend on the options only, never on the machine that qc runs on; in builds with assertions, what Cranelift proves goes by
//! the turn of the run.

use std::fmt;

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use target_lexicon::{Architecture, Triple};

use crate::proofs;

/// How the code reaches its data and the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linking {
    /// Everything ends up in one executable: direct references.
    Graft,
    /// A system linker places the code: references through the usual tables.
    Object,
}

/// How hard Cranelift works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Quick compilation.
    None,
    /// Fast code.
    Speed,
}

/// Why there is no code generator for a target.
#[derive(Debug)]
pub struct UnknownTarget(String);

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no code generator for the target {}", self.0)
    }
}

impl std::error::Error for UnknownTarget {}

/// What every x86-64 machine since 2008 has: rounding and blends are instructions, not calls.
const X86_BASELINE: [&str; 5] = [
    "has_sse3",
    "has_ssse3",
    "has_sse41",
    "has_sse42",
    "has_popcnt",
];

/// A code generator for a target triple.
///
/// # Errors
/// Cranelift does not know the target.
pub fn machine(
    triple: &str,
    linking: Linking,
    effort: Effort,
) -> Result<OwnedTargetIsa, UnknownTarget> {
    let unknown = || UnknownTarget(triple.to_owned());
    let parsed: Triple = triple.parse().map_err(|_| unknown())?;
    let x86 = matches!(parsed.architecture, Architecture::X86_64);
    let mut builder = cranelift_codegen::isa::lookup(parsed).map_err(|_| unknown())?;
    if x86 {
        for feature in X86_BASELINE {
            builder
                .enable(feature)
                .expect("the feature's name is Cranelift's");
        }
    }
    builder
        .finish(flags(linking, effort))
        .map_err(|_| unknown())
}

fn flags(linking: Linking, effort: Effort) -> settings::Flags {
    let graft = linking == Linking::Graft;
    let flag = |on: bool| if on { "true" } else { "false" };
    let effort = match effort {
        Effort::None => "none",
        Effort::Speed => "speed",
    };
    let values = [
        ("opt_level", effort),
        // With position-independent code x86-64 would reach every datum through a table.
        ("is_pic", flag(!graft)),
        ("use_colocated_libcalls", flag(graft)),
        ("unwind_info", "true"),
        ("preserve_frame_pointers", "true"),
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        // Functions return a status and any number of results.
        ("enable_multi_ret_implicit_sret", "true"),
        ("enable_verifier", flag(proofs::within_cranelift())),
    ];
    let mut builder = settings::builder();
    for (name, value) in values {
        builder
            .set(name, value)
            .expect("the setting's name is Cranelift's");
    }
    settings::Flags::new(builder)
}
