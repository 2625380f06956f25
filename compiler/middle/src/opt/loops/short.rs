//! Short loops within loops of the host: a launch costs more than the few iterations that some of them have when the program runs. The loop stays
//! beside its launch, and the number of iterations chooses.
//!
//! *Technique:* loop versioning (Byler, Davies, Huson, Leasure and Wolfe, "Multiple Version Loops", ICPP 1987).
//!
//! *Invariant:* whether the loop is launched depends on sizes alone, so that sums of floats are the same at any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::analysis::loops::Options;
use crate::analysis::loops::band::Band;
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::nest::{Nest, iterations};
use crate::machine::cost::launch;
use crate::mir::{Block, FuncId, Function, Op, Stmt};

/// Loops of more statements would double too much code.
const MOST_STATEMENTS: usize = 80;

/// What may stand for a launch.
#[derive(Debug)]
pub struct Choice {
    /// The kernel.
    pub kernel: FuncId,
    /// From so many iterations on it is launched.
    pub fewest: u64,
    /// The launch, with what comes before and after it.
    pub host: Vec<Stmt>,
    /// The choice.
    pub stmts: Vec<Stmt>,
}

/// From how many iterations on a launch is better than the loop; nothing where that is known when compiling, or cannot be told.
pub fn fewest(function: &Function, nest: &Nest, band: &Band, options: &Options) -> Option<u64> {
    let parts = ForParts::of(band.loops[0].stmt)?;
    let count = |at: usize| {
        let one = &nest.loops[at];
        iterations(&one.start, &one.stop, &one.step)
    };
    let in_band = |at: usize| band.loops.iter().any(|one| one.position == at);
    let is_told = (0..nest.loops.len()).all(|at| in_band(at) || count(at).is_some());
    let is_known = band.loops.iter().all(|one| count(one.position).is_some());
    let written = !parts.directive.expression && !parts.directive.force_parallel;
    if !written || !is_told || is_known || !is_simple(band.loops[0].stmt) {
        return None;
    }
    // With `--fp=strict`, sums have one order, that of the launch.
    let mut accumulators = band.variables.accumulators.iter();
    let sums_floats = accumulators.any(|(local, _)| function.locals[*local].ty.is_float());
    if sums_floats && !options.rounded_updates {
        return None;
    }
    let inner = band.loops[1..].iter();
    let inner = inner.map(|one| count(one.position).unwrap_or(launch::ITERATIONS));
    let work = nest.work / inner.fold(1, u64::saturating_mul).max(1);
    let fewest = options.short_work.div_ceil(work.max(1));
    (fewest > 2).then_some(fewest)
}

/// Whether a loop is no more than a few statements, none of which may take long.
fn is_simple(looped: &Stmt) -> bool {
    let (mut count, mut simple) = (0, true);
    looped.for_each_stmt(&mut |stmt| {
        count += 1;
        simple &= !matches!(stmt.op, Op::Loop { .. } | Op::Try { .. });
    });
    simple && count <= MOST_STATEMENTS
}

/// The only launch of a block, where there is a choice for it, as the statements that it replaces.
pub fn lone_launch(
    block: &Block,
    choices: &mut BTreeMap<FuncId, Choice>,
) -> Option<(Range<usize>, Choice)> {
    let launched = |stmt: &Stmt| match &stmt.op {
        Op::Launch(launch) => Some(launch.kernel),
        _ => None,
    };
    let mut launches = block.stmts.iter().filter_map(|stmt| match &stmt.op {
        // Where arrays may be one, a test stands around the launch.
        Op::If { then, .. } => then.stmts.iter().find_map(launched),
        _ => launched(stmt),
    });
    let kernel = launches.next()?;
    if launches.next().is_some() {
        return None;
    }
    let choice = choices.remove(&kernel)?;
    let length = choice.host.len();
    let mut places = block.stmts.windows(length);
    let begin = places.position(|stmts| stmts == choice.host)?;
    Some((begin..begin + length, choice))
}
