//! What each stage is told of the options, one function each.
//!
//! *Invariant:* functions of the options and of what the program says of itself; nothing is computed of a program here.

use super::gpu;
use super::options::{Engine, FloatMode, FunctionPointers, Options, ReportKind};
use super::settings;
use super::stage::Stage;
use crate::analysis::loops as loop_analysis;
use crate::base::Interner;
use crate::codegen::spmd::SpmdOptions;
use crate::machine::processor::AVX512;
use crate::mir::passes::numbers::Checks;
use crate::opt::pipeline::Settings;
use crate::resolve::Modules;
use crate::resolve::fusion::Requests;
use crate::resolve::pragmas::{Switch, Switches};
use crate::{check, lower};

/// The checker.
pub fn checker(options: &Options) -> check::Options {
    let is_library = options.emit.is_some_and(Stage::is_library);
    let reports_reductions = options.reports.contains(&ReportKind::Reductions);
    check::Options {
        exports: is_library.then(|| options.exports.clone()),
        double: options.double,
        fourier_plans: options.fourier_plans,
        pinned_memory: options.pinned_memory,
        unified_memory: options.unified_memory,
        refuses_chosen_functions: options.function_pointers == FunctionPointers::Error,
        strict: options.float == FloatMode::Strict,
        checks_overflow: options.check_overflow,
        reductions: check::ReductionOptions {
            show: options.reductions.show || reports_reductions,
            show_over_pragmas: options.is_from_command_line(settings::SHOW_REDUCTIONS),
            ..options.reductions
        },
    }
}

/// Lowering.
pub fn lowering(options: &Options) -> lower::Options {
    lower::Options {
        check_bounds: options.check_bounds,
        half_textures: options.half_textures,
        variables: match (options.debug, level(options)) {
            (false, _) => lower::Variables::Unknown,
            (true, 0) => lower::Variables::Kept,
            (true, _) => lower::Variables::Named,
        },
    }
}

/// Which loops and array expressions become kernels, by the pragmas and the settings.
pub fn switches(options: &Options, modules: &Modules, names: &Interner) -> Switches {
    let Options {
        parallel_loops,
        parallel_expressions,
        ..
    } = *options;
    let given = |setting, value| options.is_from_command_line(setting).then_some(value);
    let loops = given(settings::LOOP_PARALLELIZER, parallel_loops);
    let expressions = given(settings::EXPRESSION_OPTIMIZER, parallel_expressions);
    Switches::of(modules, names)
        .with_default(Switch::LoopParallelizer, parallel_loops)
        .with_default(Switch::ExpressionOptimizer, parallel_expressions)
        .with_override(Switch::LoopParallelizer, loops)
        .with_override(Switch::ExpressionOptimizer, expressions)
}

/// The level of optimisation of the middle representation. Sums of floats get their order where loops become kernels, so that these are
/// the same at every level and on every engine with `--fp=strict`.
fn level(options: &Options) -> u8 {
    match options.float {
        FloatMode::Strict => 2,
        FloatMode::Fast => options.optimisation,
    }
}

/// The passes over the middle representation.
pub fn passes<'s>(
    options: &Options,
    switches: &'s Switches,
    requests: &'s Requests,
) -> Settings<'s> {
    let level = level(options);
    let strict = options.float == FloatMode::Strict;
    Settings {
        level,
        optimise: options.optimisation > 0,
        simplify: options.simplify,
        divides: level > 0 || options.engine == Engine::Native,
        checks: Checks {
            nan: options.check_nan,
            infinity: options.check_infinity,
        },
        switches: Some(switches),
        requests,
        loops: loop_analysis::Options {
            rounded_updates: !strict,
            ..loop_analysis::Options::default()
        },
        gpus: gpu::choice(options),
    }
}

/// How kernels are compiled.
pub fn kernels(options: &Options) -> SpmdOptions {
    SpmdOptions {
        lanes: options.lanes.map_or(AVX512.lanes(), u32::from),
        strict: options.float == FloatMode::Strict,
        ..SpmdOptions::default()
    }
}
