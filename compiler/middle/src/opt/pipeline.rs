//! The one order of passes over the middle representation: the table of passes and the walk along it.
//!
//! The driver, the tests and whoever else wants optimised MIR walk the same rows, with other settings. A row says when it runs, what
//! must hold before it and what holds after it; [`walk`] shows the program to a watcher before and after each pass.
//!
//! *Invariant:* MIR that is shared by the engines is changed by the rows of [`PASSES`] alone. What a code generator does to its own
//! copy of a kernel while it chooses instructions (the flat form of `codegen::spmd`, the tiles of `codegen::cuda`) is its own affair.

use std::ops::ControlFlow;

use super::gpu::choice::Choice;
use crate::analysis::loops::Options;
use crate::analysis::loops::verdict::LoopVerdict;
use crate::mir::passes::numbers::Checks;
use crate::mir::passes::platform;
use crate::mir::{Program, verify};
use crate::opt::loops;
use crate::opt::loops::fusion::{self, Decision};
use crate::resolve::fusion::Requests;
use crate::resolve::pragmas::Switches;

pub use super::rows::PASSES;

/// The name of the program as it is lowered, before any pass.
pub const LOWERED: &str = "lower";

/// What `--after=` may name, in order.
pub const NAMES: [&str; PASSES.len() + 1] = {
    let mut names = [LOWERED; PASSES.len() + 1];
    let mut at = 0;
    while at < PASSES.len() {
        names[at + 1] = PASSES[at].name;
        at += 1;
    }
    names
};

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

    fn holds(self, program: &Program, settings: &Settings<'_>) -> bool {
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

/// No function asks for fusion.
static NO_REQUESTS: Requests = Requests::NONE;

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

/// Looks at the program on its way; may end the walk behind a pass.
pub trait Watcher {
    /// Before a pass.
    fn before(&mut self, _pass: &Pass, _program: &Program) {}

    /// Behind the place of a pass, which has run or not.
    fn after(&mut self, _pass: &Pass, _program: &Program, _ran: bool) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Looks at nothing.
pub struct Nobody;

impl Watcher for Nobody {}

/// The row of a name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// Runs all passes that the settings and the program ask for. Nothing where the watcher ends the walk.
pub fn walk(
    program: &mut Program,
    settings: &Settings<'_>,
    watcher: &mut dyn Watcher,
) -> Option<Found> {
    let rows = PASSES.iter().filter(|pass| pass.of == Of::Program);
    along(rows, program, settings, watcher)
}

/// Runs the passes from one name to another, both included, as [`walk`] does, and nobody watches.
pub fn walk_part(program: &mut Program, settings: &Settings<'_>, part: (&str, &str)) -> Found {
    watch_part(program, settings, part, &mut Nobody).expect("nobody ends the walk")
}

/// Runs the passes from one name to another, both included, as [`walk`] does.
pub fn watch_part(
    program: &mut Program,
    settings: &Settings<'_>,
    part: (&str, &str),
    watcher: &mut dyn Watcher,
) -> Option<Found> {
    let at = |name: &str| {
        let found = PASSES.iter().position(|pass| pass.name == name);
        found.unwrap_or_else(|| panic!("no pass is named {name}"))
    };
    let rows = PASSES[at(part.0)..=at(part.1)].iter();
    along(rows, program, settings, watcher)
}

/// Runs the passes that `wanted` chooses, in their order, as [`walk`] does: for tests of single passes.
pub fn watch_some(
    program: &mut Program,
    settings: &Settings<'_>,
    wanted: impl Fn(&Pass) -> bool,
    watcher: &mut dyn Watcher,
) -> Option<Found> {
    let rows = PASSES.iter().filter(|pass| wanted(pass));
    along(rows, program, settings, watcher)
}

/// Runs all passes of the optimised or the plain program, for those who want nothing but that.
pub fn walked(program: &mut Program, settings: &Settings<'_>) -> Found {
    walk(program, settings, &mut Nobody).expect("nobody ends the walk")
}

/// Makes the copy for processors, where it differs from the program.
pub fn for_processors(
    program: &Program,
    settings: &Settings<'_>,
    watcher: &mut dyn Watcher,
) -> Option<Program> {
    let copied = PASSES.iter().filter(|pass| pass.of == Of::ProcessorCopy);
    let mut rows = copied
        .filter(|pass| runs(pass, program, settings))
        .peekable();
    rows.peek()?;
    let mut copy = program.clone();
    along(rows, &mut copy, settings, watcher);
    Some(copy)
}

/// Whether a pass runs now.
fn runs(pass: &Pass, program: &Program, settings: &Settings<'_>) -> bool {
    pass.levels.has(settings.level) && pass.only.holds(program, settings)
}

fn along<'r>(
    rows: impl Iterator<Item = &'r Pass>,
    program: &mut Program,
    settings: &Settings<'_>,
    watcher: &mut dyn Watcher,
) -> Option<Found> {
    let mut walk = Walk {
        settings,
        loops: loops::Notes::default(),
        fusion: fusion::Notes::default(),
        found: Found::default(),
    };
    for pass in rows {
        let ran = runs(pass, program, settings);
        if ran {
            watcher.before(pass, program);
            (pass.run)(program, &mut walk);
            if cfg!(debug_assertions) {
                verify::verify(program, pass.name);
            }
        }
        if watcher.after(pass, program, ran).is_break() {
            return None;
        }
    }
    Some(walk.found)
}
