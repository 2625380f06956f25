//! What a row of the table of passes says, and what the walk along the rows is told.
//!
//! *Invariant:* a row depends on no other row: what must hold before it, it says itself.

use super::gpu::choice::Choice;
use crate::analysis::loops::Options;
use crate::analysis::loops::verdict::LoopVerdict;
use crate::mir::Program;
use crate::mir::passes::numbers::Checks;
use crate::mir::passes::platform;
use crate::opt::loops;
use crate::opt::loops::fusion::{self, Decision};
use crate::resolve::fusion::Requests;
use crate::resolve::pragmas::Switches;

/// No function asks for fusion.
static NO_REQUESTS: Requests = Requests::NONE;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name for `--after=`.
    pub name: &'static str,
    /// What it is for, and why at this place.
    pub why: &'static str,
    /// From and up to which level of optimisation it runs.
    pub levels: Levels,
    /// What else must be so for it to run.
    pub only: Only,
    /// Which program it changes.
    pub of: Of,
    /// What must hold before it.
    pub needs: &'static [Holds],
    /// What holds after it.
    pub makes: &'static [Holds],
    /// What it does not keep.
    pub ends: &'static [Holds],
    /// Does it.
    pub(super) run: fn(&mut Program, &mut Walk<'_>),
}

/// Levels of optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Levels {
    /// Also where nothing is optimised.
    Every,
    /// From the first on.
    Optimised,
    /// At the first, where loops get verdicts and stay loops.
    First,
    /// From the second on, where loops become kernels.
    Kernels,
}

impl Levels {
    /// Whether a level is among them.
    pub fn has(self, level: u8) -> bool {
        match self {
            Levels::Every => true,
            Levels::Optimised => level >= 1,
            Levels::First => level == 1,
            Levels::Kernels => level >= 2,
        }
    }

    /// For readers.
    pub fn text(self) -> &'static str {
        match self {
            Levels::Every => "every",
            Levels::Optimised => "`-O1`, `-O2`",
            Levels::First => "`-O1`",
            Levels::Kernels => "`-O2`",
        }
    }
}

/// A condition on settings or program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// None.
    Always,
    /// Expressions shall be simplified.
    Simplifying,
    /// The program is made for processors, or optimised.
    Divided,
    /// Numbers shall be checked.
    Checking,
    /// A function of the program asks for fusion.
    Requested,
    /// Two launches stand in one block.
    Pairs,
    /// The program asks for its platform, and is optimised or has textures.
    Open,
}

impl Only {
    /// Whether the settings rule the pass out, whatever the program is.
    pub fn is_ruled_out(self, settings: &Settings<'_>) -> bool {
        match self {
            Only::Simplifying => !settings.simplify,
            Only::Divided => !settings.divides,
            Only::Checking => !settings.checks.nan && !settings.checks.infinity,
            Only::Always | Only::Requested | Only::Pairs | Only::Open => false,
        }
    }

    pub(super) fn holds(self, program: &Program, settings: &Settings<'_>) -> bool {
        match self {
            Only::Always | Only::Simplifying | Only::Divided | Only::Checking => {
                !self.is_ruled_out(settings)
            }
            Only::Requested => !settings.requests.functions.is_empty(),
            Only::Pairs => fusion::has_pairs(program),
            Only::Open => {
                let must = settings.optimise || platform::has_textures(program);
                must && platform::is_open(program)
            }
        }
    }

    /// For readers; empty for none.
    pub fn text(self) -> &'static str {
        match self {
            Only::Always => "",
            Only::Simplifying => "where the setting for simplification is on",
            Only::Divided => "for processors, or from `-O1` on",
            Only::Checking => "with `--check=nan` or `--check=inf`",
            Only::Requested => "where a function has `{!kernel_fusion}`",
            Only::Pairs => "where two launches stand in one block",
            Only::Open => "where the program asks for its platform",
        }
    }
}

/// Which program a pass changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The program, before any code is made of it.
    Program,
    /// The copy that processors get; the text for GPUs is made of the program itself.
    ProcessorCopy,
}

/// What may hold of a program between two passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    /// Loops of host functions are loops, as the source has them.
    Loops,
    /// Loops that could become kernels are launches.
    Kernels,
    /// No references are counted, so that values may be dropped and doubled.
    Uncounted,
    /// References are counted.
    Counted,
    /// Kernels with barriers are divided into parts.
    Divided,
    /// Equal expressions are one value.
    Shared,
    /// The questions whether a device takes a launch know the costs of the kernels.
    Costs,
    /// Host code asks for elements before it touches them.
    Coherent,
}

impl Holds {
    /// All of them.
    pub const ALL: [Holds; 8] = [
        Holds::Loops,
        Holds::Kernels,
        Holds::Uncounted,
        Holds::Counted,
        Holds::Divided,
        Holds::Shared,
        Holds::Costs,
        Holds::Coherent,
    ];

    /// One word, for tables.
    pub fn name(self) -> &'static str {
        match self {
            Holds::Loops => "loops",
            Holds::Kernels => "kernels",
            Holds::Uncounted => "uncounted",
            Holds::Counted => "counted",
            Holds::Divided => "divided",
            Holds::Shared => "shared",
            Holds::Costs => "costs",
            Holds::Coherent => "coherent",
        }
    }

    /// What the word says.
    pub fn meaning(self) -> &'static str {
        match self {
            Holds::Loops => "loops of host functions are loops, as the source has them",
            Holds::Kernels => "loops that could become kernels are launches",
            Holds::Uncounted => {
                "no references are counted, so that values may be dropped and doubled"
            }
            Holds::Counted => "references are counted",
            Holds::Divided => "kernels whose threads wait for each other are divided into parts",
            Holds::Shared => "equal expressions are one value",
            Holds::Costs => {
                "the questions whether a device takes a launch know what its kernel costs"
            }
            Holds::Coherent => {
                "host code asks for elements that a device may have changed before it touches them"
            }
        }
    }
}

/// What holds of a program as it is lowered.
pub const AT_FIRST: &[Holds] = &[Holds::Loops, Holds::Uncounted];

/// What the passes are told.
#[derive(Clone, Debug)]
pub struct Settings<'s> {
    /// The level of optimisation, 0 to 2.
    pub level: u8,
    /// Whether code generators optimise too.
    pub optimise: bool,
    /// Whether expressions and branches are simplified.
    pub simplify: bool,
    /// Whether kernels with barriers are divided, and elements on devices are asked for: what the interpreter can do without.
    pub divides: bool,
    /// Which numbers are looked for.
    pub checks: Checks,
    /// Which loops and expressions may become kernels; all, where nothing is said.
    pub switches: Option<&'s Switches>,
    /// Where fusion is asked for.
    pub requests: &'s Requests,
    /// How loops become kernels.
    pub loops: Options,
    /// Which kernels GPUs get.
    pub gpus: Choice,
}

impl Settings<'_> {
    /// Everything that `-O2` does.
    pub fn optimised() -> Self {
        Settings {
            level: 2,
            optimise: true,
            simplify: true,
            divides: true,
            checks: Checks::default(),
            switches: None,
            requests: &NO_REQUESTS,
            loops: Options::default(),
            gpus: Choice::default(),
        }
    }

    /// Only what every engine needs.
    pub fn plain() -> Self {
        Settings {
            level: 0,
            optimise: false,
            ..Settings::optimised()
        }
    }
}

/// What became of loops and launches.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// A verdict for every loop.
    pub verdicts: Vec<LoopVerdict>,
    /// A decision for every pair of launches.
    pub decisions: Vec<Decision>,
}

/// A walk under way: what passes are told, what they tell each other, and what is found.
pub struct Walk<'s> {
    pub(super) settings: &'s Settings<'s>,
    pub(super) loops: loops::Notes,
    pub(super) fusion: fusion::Notes,
    pub(super) found: Found,
}
