//! Tests of `ownership`: no leak and no early release, on programs by hand and at random.

use super::ownership;
use crate::mir::build::{FunctionBuilder, ProgramBuilder};
use crate::mir::data::*;
use crate::mir::interpret::{Options, Outcome, execute};
use crate::mir::print;
use crate::mir::random_program::{random_program, seeds};
use crate::mir::testing::{self, access, line};
use crate::mir::verify::verify;

const VECTOR: Ty = Ty::Array(ElemKind::F32);

/// Runs the program before and after the pass; both must agree, and the second must release everything.
fn checked(program: &Program) -> (Program, Outcome) {
    let uncounted = Options {
        counted: false,
        ..Options::default()
    };
    let before = execute(program, uncounted);
    let mut counted = program.clone();
    ownership(&mut counted);
    verify(&counted, "ownership");
    let after = execute(&counted, Options::default());
    let text = || print::program(&counted);
    assert_eq!(after.leaked, 0, "{}", text());
    assert_eq!(after, before, "{}", text());
    (counted, after)
}

fn check(build: impl FnOnce(&mut ProgramBuilder, &mut FunctionBuilder)) -> (Program, Outcome) {
    checked(&testing::program(build))
}

/// The text of the entry function's body after the pass.
fn body(build: impl FnOnce(&mut ProgramBuilder, &mut FunctionBuilder)) -> String {
    let (program, _) = check(build);
    let text = print::function(&program, &program.functions[program.entry]);
    let lines = text
        .lines()
        .skip(1)
        .map(|line| line.trim_end().to_string() + "\n");
    lines
        .collect::<String>()
        .trim_end_matches("}\n")
        .to_string()
}

fn vector(b: &mut FunctionBuilder) -> Value {
    let n = b.int(2);
    b.new_array(ElemKind::F32, &[n], Fill::Ones)
}

fn print_array(b: &mut FunctionBuilder, value: Value) {
    let list = b.list(&[value]);
    b.runtime(RtFn::print, &[], &list);
}

#[test]
fn a_fresh_array_moves_into_its_variable() {
    let text = body(|_, b| {
        let x = b.local(VECTOR, Some("x"));
        let array = vector(b);
        b.set(x, array);
        let read = b.get(x);
        print_array(b, read);
    });
    let expected = "    local %x: [f32]
    owned %x
    v1: [f32] = new_array(2) ones
    set %x, v1
    v2: [f32] = get %x
    runtime print(; v2)
    release %x
";
    assert_eq!(text, expected);
}

#[test]
fn a_temporary_ends_with_its_last_use() {
    let text = body(|_, b| {
        let array = vector(b);
        print_array(b, array);
        let one = b.int(1);
        let list = b.list(&[one]);
        b.runtime(RtFn::print, &[], &list);
    });
    let expected = "    local %0: [f32]
    owned %0
    v1: [f32] = new_array(2) ones
    set %0, v1
    runtime print(; v1)
    release %0
    runtime print(; 1)
";
    assert_eq!(text, expected);
}

#[test]
fn an_unused_result_is_released_at_once() {
    let text = body(|_, b| {
        vector(b);
    });
    assert!(text.ends_with("set %0, v1\n    release %0\n"), "{text}");
}

#[test]
fn reassigning_in_a_loop_does_not_accumulate() {
    let text = body(|_, b| {
        let x = b.local(VECTOR, Some("x"));
        let array = vector(b);
        b.set(x, array);
        let (zero, one, many) = (b.int(0), b.int(1), b.int(5));
        b.for_((zero, one, many), |b, _, _| {
            let old = b.get(x);
            let new = b.runtime_as(RtFn::array_copy, &[old], &[], VECTOR);
            b.set(x, new);
        });
        let last = b.get(x);
        print_array(b, last);
    });
    let expected = "        v7: [f32] = runtime array_copy(v6)
        release %x
        set %x, v7
    }
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn swapping_keeps_both() {
    let (_, outcome) = check(|_, b| {
        let (x, y) = (b.local(VECTOR, Some("x")), b.local(VECTOR, Some("y")));
        let first = vector(b);
        b.set(x, first);
        let zero = b.int(0);
        let second = b.new_array(ElemKind::F32, &[zero], Fill::Zeros);
        b.set(y, second);
        let (a, c) = (b.get(x), b.get(y));
        b.set(x, c);
        b.set(y, a);
        let last = b.get(y);
        print_array(b, last);
    });
    assert_eq!(outcome.output, "[1,1]\n");
}

#[test]
fn an_assigned_parameter_leaves_the_callers_array() {
    check(|program, b| {
        let mut f = FunctionBuilder::host("f", vec![VECTOR], line(1));
        let x = f.param(VECTOR, "x");
        let old = f.get(x);
        let copy = f.runtime_as(RtFn::array_copy, &[old], &[], VECTOR);
        f.set(x, copy);
        let result = f.get(x);
        f.return_(&[result]);
        let f = program.add(f.finish());
        let array = vector(b);
        let results = b.call(f, &[array], &[VECTOR]);
        print_array(b, results[0]);
        print_array(b, array);
    });
}

#[test]
fn a_function_may_return_its_argument_twice() {
    check(|program, b| {
        let mut f = FunctionBuilder::host("f", vec![VECTOR, VECTOR], line(1));
        let x = f.param(VECTOR, "x");
        let value = f.get(x);
        f.return_(&[value, value]);
        let f = program.add(f.finish());
        let array = vector(b);
        let results = b.call(f, &[array], &[VECTOR, VECTOR]);
        print_array(b, results[1]);
    });
}

#[test]
fn errors_release_what_is_owned() {
    let (_, outcome) = check(|program, b| {
        let kept = program.global(VECTOR, "kept");
        let mut f = FunctionBuilder::host("f", vec![], line(1));
        let local = vector(&mut f);
        let (far, zero) = (f.int(9), f.int(0));
        f.load(access(local, &[far], AccessMode::Checked, None));
        f.load(access(local, &[zero], AccessMode::Checked, None));
        let f = program.add(f.finish());
        let array = vector(b);
        b.set_global(kept, array);
        let temporary = vector(b);
        b.call(f, &[], &[]);
        print_array(b, temporary);
    });
    assert!(outcome.failure.is_some());
}

#[test]
fn a_callee_may_replace_the_global_that_it_was_given() {
    let (_, outcome) = check(|program, b| {
        let kept = program.global(VECTOR, "kept");
        let mut f = FunctionBuilder::host("f", vec![], line(1));
        let x = f.param(VECTOR, "x");
        let zero = f.int(0);
        let empty = f.new_array(ElemKind::F32, &[zero], Fill::Zeros);
        f.set_global(kept, empty);
        let given = f.get(x);
        print_array(&mut f, given);
        let f = program.add(f.finish());
        let array = vector(b);
        b.set_global(kept, array);
        let read = b.get_global(kept, VECTOR);
        b.call(f, &[read], &[]);
    });
    assert_eq!(outcome.output, "[1,1]\n");
}

#[test]
fn an_element_survives_its_replacement() {
    let (_, outcome) = check(|_, b| {
        let nested = Ty::Array(ElemKind::Array);
        let (zero, one) = (b.int(0), b.int(1));
        let outer = b.new_array(ElemKind::Array, &[one], Fill::Zeros);
        let place = access(outer, &[zero], AccessMode::Checked, None);
        let first = vector(b);
        b.store(place.clone(), &[first]);
        let read = b.load_handle(place.clone(), VECTOR);
        let second = vector(b);
        b.store(place, &[second]);
        print_array(b, read);
        assert_eq!(b.ty(outer), nested);
    });
    assert_eq!(outcome.output, "[1,1]\n");
}

#[test]
fn jumps_release_what_they_leave() {
    check(|_, b| {
        let (zero, one, many) = (b.int(0), b.int(1), b.int(5));
        b.for_((zero, one, many), |b, outer, index| {
            let array = vector(b);
            let now = b.compare(CompareOp::Eq, index, one);
            b.if_then(now, |b| b.continue_(outer));
            b.scope(|b, scope| {
                let inner = vector(b);
                let last = b.compare(CompareOp::Gt, index, one);
                b.if_(last, |b| b.break_(outer), |b| b.break_(scope));
                print_array(b, inner);
            });
            print_array(b, array);
        });
    });
}

#[test]
fn random_programs_release_everything() {
    for seed in seeds(0, 400) {
        checked(&random_program(seed));
    }
}
