//! The table of passes, in their order.
//!
//! *Invariant:* a row's place is right where what it needs holds: `opt::tests` follows what holds at every level.

use super::gpu::choice::keep_from_gpus;
use super::gpu::memory::settle_memory;
use super::pipeline::{Holds, Levels, Of, Only, Pass, Walk};
use super::schedule;
use crate::mir::Program;
use crate::mir::passes::{
    bounds_checks, coherence, common_subexpressions, continues, dominating_conditions, globals,
    handles, hoist, inline, loop_normalisation, numbers as checks, ownership, platform, regions,
    simplify, specialise, unroll,
};
use crate::opt::loops::{self, fusion, launches};

/// What most passes need.
const UNCOUNTED: &[Holds] = &[Holds::Uncounted];

/// All passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "switches",
        why: "marks the loops that pragmas and settings leave serial, while they are as the source has them",
        levels: Levels::Every,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops],
        makes: &[],
        ends: &[],
        run: switches,
    },
    Pass {
        name: "gpu-kernels",
        why: "marks the kernels that the settings keep from GPUs",
        levels: Levels::Every,
        only: Only::Always,
        of: Of::Program,
        needs: &[],
        makes: &[],
        ends: &[],
        run: gpu_kernels,
    },
    Pass {
        name: "schedule",
        why: "tells the questions of `schedule` what their kernels cost; those that are answered already make branches that `simplify` drops",
        levels: Levels::Every,
        only: Only::Always,
        of: Of::Program,
        needs: &[],
        makes: &[Holds::Costs],
        ends: &[],
        run: schedule,
    },
    Pass {
        name: "numbers",
        why: "lets the program look at every number that it assigns, before any pass can hide one",
        levels: Levels::Every,
        only: Only::Checking,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: numbers,
    },
    Pass {
        name: "inline-requests",
        why: "lets functions that ask for fusion take in all that they call, so that launches there stand beside theirs",
        levels: Levels::Kernels,
        only: Only::Requested,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: inline_requests,
    },
    Pass {
        name: "regions",
        why: "divides kernels whose threads wait for each other into parts between their barriers",
        levels: Levels::Every,
        only: Only::Divided,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[Holds::Divided],
        ends: &[],
        run: |program, _| regions::regions(program),
    },
    Pass {
        name: "simplify",
        why: "folds constants, looks through variables, removes what has no effect",
        levels: Levels::Optimised,
        only: Only::Simplifying,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| simplify::simplify(program),
    },
    Pass {
        name: "globals",
        why: "replaces script variables that are set once, to a constant, by the constant",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| globals::globals(program),
    },
    Pass {
        name: "inline",
        why: "puts small functions in the place of their calls, so that loops that call them can be analysed",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| inline::inline(program),
    },
    Pass {
        name: "simplify-inlined",
        why: "once more, now that arguments are known",
        levels: Levels::Optimised,
        only: Only::Simplifying,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| simplify::simplify(program),
    },
    Pass {
        name: "arguments",
        why: "tells functions the constants that all their calls agree on",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| specialise::arguments(program),
    },
    Pass {
        name: "continues",
        why: "makes an `if` of `continue`, so that loops with it can become kernels",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: |program, _| continues::continues(program),
    },
    Pass {
        name: "handles",
        why: "reads an array that lies in an array of arrays before the loops that do not change that, so that they can become kernels",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: |program, _| handles::handles(program),
    },
    Pass {
        name: "common-subexpressions",
        why: "computes once what is visible, so that equal indices are the same value",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[Holds::Shared],
        ends: &[],
        run: |program, _| common_subexpressions::common_subexpressions(program),
    },
    Pass {
        name: "dominating-conditions",
        why: "drops tests and checks that asserted and tested conditions have proven, which the analysis of loops need not ask then",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| dominating_conditions::dominating_conditions(program),
    },
    Pass {
        name: "verdicts",
        why: "tells of every loop whether it could become a kernel, and leaves it as it is",
        levels: Levels::First,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Shared, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: verdicts,
    },
    Pass {
        name: "producer-consumer",
        why: "makes array expressions that are read once a part of those that read them: no array between them, one loop",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Shared, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: |program, walk| loops::fuse_expressions(program, &mut walk.loops),
    },
    Pass {
        name: "in-place",
        why: "lets updates of variables by whole arrays work in place, while the loops of expressions are loops",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Shared, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: |program, _| loops::update_in_place(program),
    },
    Pass {
        name: "index-set-splitting",
        why: "cuts loops where one iteration alone clashes with the others (index-set splitting), so that what lies below and above is parallel",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Shared, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: cuts,
    },
    Pass {
        name: "reorder",
        why: "distributes and interchanges loops, parts of cut ones too, so that vectors go along elements that lie side by side",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Shared, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: reorder,
    },
    Pass {
        name: "parallel",
        why: "makes kernels of the largest bands of parallel loops, and tells of every loop what became of it",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Loops, Holds::Shared, Holds::Uncounted],
        makes: &[Holds::Kernels],
        ends: &[Holds::Loops, Holds::Shared, Holds::Costs],
        run: kernels,
    },
    Pass {
        name: "scalar-replacement",
        why: "keeps the element that an iteration of a serial loop writes and the next one reads in a variable (scalar replacement); loops that stay serial are known only now",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Kernels, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: |program, walk| loops::replace_scalars(program, &walk.loops),
    },
    Pass {
        name: "unchecked",
        why: "drops the checks of accesses in serial loops whose bounds prove them inside",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Kernels, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: |program, walk| loops::drop_checks(program, &walk.loops),
    },
    Pass {
        name: "patterns",
        why: "lets equal array expressions share one kernel",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Kernels, Holds::Uncounted],
        makes: &[],
        ends: &[],
        run: |program, walk| loops::share_kernels(program, &walk.loops, &mut walk.found.verdicts),
    },
    Pass {
        name: "simplify-launches",
        why: "folds what the making of kernels has left around their launches",
        levels: Levels::Kernels,
        only: Only::Pairs,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| simplify::simplify(program),
    },
    Pass {
        name: "common-subexpressions-launches",
        why: "computes numbers of positions once, so that launches over the same positions are seen to be that",
        levels: Levels::Kernels,
        only: Only::Pairs,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[Holds::Shared],
        ends: &[],
        run: |program, _| common_subexpressions::common_subexpressions(program),
    },
    Pass {
        name: "dominating-conditions-launches",
        why: "drops checks between launches that were made before",
        levels: Levels::Kernels,
        only: Only::Pairs,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| dominating_conditions::dominating_conditions(program),
    },
    Pass {
        name: "fusion",
        why: "makes one of launches that follow each other, so that arrays between them become variables",
        levels: Levels::Kernels,
        only: Only::Pairs,
        of: Of::Program,
        needs: &[Holds::Kernels, Holds::Shared, Holds::Uncounted],
        makes: &[],
        ends: &[Holds::Costs],
        run: |program, walk| fusion::fuse(program, walk.settings.requests, &mut walk.fusion),
    },
    Pass {
        name: "strips",
        why: "lets launches that stay two, because the second reads rows around its own, run in strips of rows",
        levels: Levels::Kernels,
        only: Only::Pairs,
        of: Of::Program,
        needs: &[Holds::Kernels, Holds::Shared, Holds::Uncounted],
        makes: &[],
        ends: &[Holds::Costs],
        run: |program, walk| fusion::strip(program, walk.settings.requests, &mut walk.fusion),
    },
    Pass {
        name: "absorbed",
        why: "drops the kernels whose work others do since `fusion`, and tells what became of every pair of launches",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Kernels, Holds::Uncounted],
        makes: &[],
        ends: &[Holds::Shared],
        run: absorbed,
    },
    Pass {
        name: "specialise",
        why: "tells kernels the constants that they are launched with",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[Holds::Costs],
        run: |program, _| specialise::specialise(program),
    },
    Pass {
        name: "simplify-kernels",
        why: "cleans up what the making of kernels has left",
        levels: Levels::Optimised,
        only: Only::Simplifying,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| simplify::simplify(program),
    },
    Pass {
        name: "bounds-checks",
        why: "removes the checks of accesses that every launch of a kernel keeps inside",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| bounds_checks::bounds_checks(program),
    },
    Pass {
        name: "interchange",
        why: "gives kernels of the program the order of dimensions that suits vectors, once their checks are known",
        levels: Levels::Kernels,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Kernels, Holds::Uncounted],
        makes: &[],
        ends: &[Holds::Costs],
        run: interchange,
    },
    Pass {
        name: "loop-normalisation",
        why: "lets loops around a position count from 0, so that vectors read them whole",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| loop_normalisation::loop_normalisation(program),
    },
    Pass {
        name: "unroll",
        why: "repeats short loops over small arrays, whose elements are variables then",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[Holds::Shared, Holds::Costs],
        run: |program, _| unroll::unroll(program),
    },
    Pass {
        name: "simplify-unrolled",
        why: "chooses those variables",
        levels: Levels::Optimised,
        only: Only::Simplifying,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[],
        run: |program, _| simplify::simplify(program),
    },
    Pass {
        name: "hoist",
        why: "moves what does not change in a loop to the place before it",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[],
        ends: &[Holds::Shared],
        run: |program, _| hoist::hoist(program),
    },
    Pass {
        name: "common-subexpressions-hoisted",
        why: "computes once what several loops had computed",
        levels: Levels::Optimised,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[Holds::Shared],
        ends: &[],
        run: |program, _| common_subexpressions::common_subexpressions(program),
    },
    Pass {
        name: "ownership",
        why: "counts references: who owns which array, and where it is released",
        levels: Levels::Every,
        only: Only::Always,
        of: Of::Program,
        needs: UNCOUNTED,
        makes: &[Holds::Counted],
        ends: &[Holds::Uncounted],
        run: |program, _| ownership::ownership(program),
    },
    Pass {
        name: "coherence",
        why: "asks for elements that a GPU may have changed before host code touches them",
        levels: Levels::Every,
        only: Only::Divided,
        of: Of::Program,
        needs: &[Holds::Counted],
        makes: &[Holds::Coherent],
        ends: &[],
        run: |program, _| coherence::coherence(program),
    },
    Pass {
        name: "gpu-kernels-made",
        why: "marks the kernels that were made of loops, too",
        levels: Levels::Every,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Counted],
        makes: &[],
        ends: &[],
        run: gpu_kernels,
    },
    Pass {
        name: "schedule-made",
        why: "tells the questions of `schedule` what their kernels cost now",
        levels: Levels::Every,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Counted],
        makes: &[Holds::Costs],
        ends: &[],
        run: schedule,
    },
    Pass {
        name: "gpu-memory",
        why: "settles where a GPU keeps the arrays of each kernel, from what its text does with them",
        levels: Levels::Every,
        only: Only::Always,
        of: Of::Program,
        needs: &[Holds::Counted],
        makes: &[],
        ends: &[],
        run: |program, _| settle_memory(program),
    },
    Pass {
        name: "platform",
        why: "settles the questions for the platform in the copy that processors get",
        levels: Levels::Every,
        only: Only::Open,
        of: Of::ProcessorCopy,
        needs: &[Holds::Counted, Holds::Costs],
        makes: &[],
        ends: &[],
        run: |program, _| platform::settle(program, false),
    },
];

fn switches(program: &mut Program, walk: &mut Walk<'_>) {
    if let Some(switches) = walk.settings.switches {
        loops::switches::switch_off(program, switches);
    }
}

fn gpu_kernels(program: &mut Program, walk: &mut Walk<'_>) {
    keep_from_gpus(program, walk.settings.gpus);
}

fn schedule(program: &mut Program, walk: &mut Walk<'_>) {
    schedule::settle(program, walk.settings.gpus.has_text);
}

fn numbers(program: &mut Program, walk: &mut Walk<'_>) {
    checks::check_numbers(program, walk.settings.checks);
}

fn inline_requests(program: &mut Program, walk: &mut Walk<'_>) {
    let requests = walk.settings.requests;
    inline::inline_into(program, &|place| requests.is_body(place));
}

fn verdicts(program: &mut Program, walk: &mut Walk<'_>) {
    walk.found.verdicts = loops::verdicts_alone(program, &walk.settings.loops);
}

fn cuts(program: &mut Program, walk: &mut Walk<'_>) {
    loops::cut_loops(program, &mut walk.loops, &walk.settings.loops);
}

fn reorder(program: &mut Program, walk: &mut Walk<'_>) {
    loops::reorder_loops(program, &mut walk.loops, &walk.settings.loops);
}

fn kernels(program: &mut Program, walk: &mut Walk<'_>) {
    let found = loops::make_kernels(program, &mut walk.loops, &walk.settings.loops);
    walk.found.verdicts = found;
}

fn absorbed(program: &mut Program, walk: &mut Walk<'_>) {
    let verdicts = &mut walk.found.verdicts;
    walk.found.decisions = fusion::remove_absorbed(program, &mut walk.fusion, verdicts);
}

fn interchange(program: &mut Program, walk: &mut Walk<'_>) {
    walk.found.verdicts.extend(launches::interchange(program));
}
