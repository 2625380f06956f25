//! Proofs of generated code, in builds with assertions, and which of them take turns.
//!
//! *Invariant:* without `QC_TEST_TURN`, which numbers a run of the tests, everything is proven; a proof changes no code. `none` in place of a number
//! is for those who count what a compilation costs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use cranelift_codegen::Context;
use cranelift_codegen::isa::TargetIsa;

/// What takes turns is proven in one run of so many.
pub const TURNS: usize = 4;

/// What is proven in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Everything.
    All,
    /// What has its turn in the run of this number.
    Of(usize),
    /// Nothing.
    Never,
}

/// What is proven in this run.
pub fn turn() -> Turn {
    match std::env::var("QC_TEST_TURN").as_deref() {
        Ok("none") => Turn::Never,
        Ok(number) => number.parse().map_or(Turn::All, Turn::Of),
        Err(_) => Turn::All,
    }
}

/// Whether what has this number is proven in a run.
pub fn has_come(number: usize, turn: Turn) -> bool {
    match turn {
        Turn::All => true,
        Turn::Of(turn) => turn % TURNS == number % TURNS,
        Turn::Never => false,
    }
}

/// Whether Cranelift verifies its own passes for the next machine that is made: each of them, which took a tenth of the time of compiling the test
/// programs.
///
/// A fourth of the programs have it in each run, so that no run is dearer than another: a program is known by the arguments of the process that
/// compiles it, and by how many the process compiled before.
pub fn within_cranelift() -> bool {
    static PROCESS: LazyLock<usize> = LazyLock::new(|| {
        let mut hasher = DefaultHasher::new();
        std::env::args_os().for_each(|argument| argument.hash(&mut hasher));
        hasher.finish() as usize
    });
    static BEFORE: AtomicUsize = AtomicUsize::new(0);
    cfg!(debug_assertions) && {
        let number = PROCESS.wrapping_add(BEFORE.fetch_add(1, Ordering::Relaxed));
        has_come(number, turn())
    }
}

/// Verifies a function as it was built, unless Cranelift does so itself.
///
/// # Panics
/// The function is not well formed, which is a bug of what built it.
pub fn verify(context: &Context, isa: &dyn TargetIsa) {
    if cfg!(debug_assertions)
        && !isa.flags().enable_verifier()
        && let Err(errors) = context.verify(isa)
    {
        panic!("{errors}\n{}", context.func.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_its_turn() {
        for number in [0, 3, 4, 2_001] {
            let turns = (0..TURNS).filter(|turn| has_come(number, Turn::Of(*turn)));
            assert_eq!(turns.count(), 1);
            assert!(has_come(number, Turn::All));
            assert!(!has_come(number, Turn::Never));
        }
    }
}
