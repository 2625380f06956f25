//! The one order of passes over the middle representation: the table of passes and the walk along it.
//!
//! The driver, the tests and whoever else wants optimised MIR walk the same rows, with other settings. A row says when it runs, what
//! must hold before it and what holds after it; [`walk`] shows the program to a watcher before and after each pass.
//!
//! *Invariant:* MIR that is shared by the engines is changed by the rows of [`PASSES`] alone. What a code generator does to its own
//! copy of a kernel while it chooses instructions (the flat form of `codegen::spmd`, the tiles of `codegen::cuda`) is its own affair.

use std::ops::ControlFlow;

use crate::mir::{Program, verify};
use crate::opt::loops;
use crate::opt::loops::fusion::{self};

pub use super::pass::{AT_FIRST, Found, Holds, Levels, Of, Only, Pass, Settings, Walk};
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
