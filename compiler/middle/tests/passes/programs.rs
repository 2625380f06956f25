//! Random programs do the same before and after a pass, alone or where it stands in the order. `QC_FUZZ=100` when the tests are built makes as many
//! times the programs.

use qc_middle::mir::interpret::{Options, execute};
use qc_middle::mir::passes::simplify::simplify;
use qc_middle::mir::random_program::{random_program, seeds};
use qc_middle::mir::testing::agree;
use qc_middle::mir::verify::verify;
use qc_middle::mir::{Program, passes, print};
use qc_middle::opt::pipeline::{Settings, walk_part};

/// Random programs do the same before and after the pass.
fn random_programs_agree(pass: impl Fn(&mut Program)) {
    for seed in seeds(0, 300) {
        let before = random_program(seed);
        let mut after = before.clone();
        pass(&mut after);
        agree(&before, &after);
    }
}

/// The same for a pass that stands behind the early ones and before the simplification of its result.
fn random_programs_agree_between(pass: impl Fn(&mut Program)) {
    random_programs_agree(|program| {
        let part = ("regions", "dominating-conditions");
        walk_part(program, &Settings::optimised(), part);
        pass(program);
        simplify(program);
    });
}

#[test]
fn simplification_agrees() {
    random_programs_agree(simplify);
}

#[test]
fn inlining_agrees() {
    random_programs_agree(passes::inline::inline);
    random_programs_agree(|program| {
        simplify(program);
        passes::inline::inline(program);
        simplify(program);
    });
}

#[test]
fn specialisation_agrees() {
    random_programs_agree(|program| {
        simplify(program);
        passes::specialise::specialise(program);
        simplify(program);
    });
}

#[test]
fn unrolling_agrees() {
    random_programs_agree(|program| {
        simplify(program);
        passes::unroll::unroll(program);
    });
}

#[test]
fn integer_quotients_agree() {
    random_programs_agree(passes::integer_quotients::integer_quotients);
}

#[test]
fn continues_agree() {
    random_programs_agree(passes::continues::continues);
}

#[test]
fn bounds_checks_agree() {
    random_programs_agree(|program| {
        simplify(program);
        passes::common_subexpressions::common_subexpressions(program);
        passes::bounds_checks::bounds_checks(program);
    });
}

#[test]
fn dominating_conditions_agree() {
    let pass = passes::dominating_conditions::dominating_conditions;
    random_programs_agree(pass);
    random_programs_agree_between(pass);
}

#[test]
fn hoisting_agrees() {
    random_programs_agree(passes::hoist::hoist);
    random_programs_agree_between(passes::hoist::hoist);
}

#[test]
fn common_subexpressions_agree() {
    random_programs_agree(passes::common_subexpressions::common_subexpressions);
}

#[test]
fn globals_agree() {
    random_programs_agree(|program| {
        simplify(program);
        passes::globals::globals(program);
    });
}

#[test]
fn ownership_releases_everything_and_nothing_early() {
    let uncounted = Options {
        counted: false,
        ..Options::default()
    };
    for seed in seeds(0, 400) {
        let program = random_program(seed);
        let before = execute(&program, uncounted);
        let mut counted = program.clone();
        passes::ownership::ownership(&mut counted);
        verify(&counted, "ownership");
        let after = execute(&counted, Options::default());
        let text = || print::program(&counted);
        assert_eq!(after.leaked, 0, "{}", text());
        assert_eq!(after, before, "{}", text());
    }
}
