//! Tests of the interpreter against the text of `data.rs`.

use super::*;
use crate::mir::build::{FunctionBuilder, ProgramBuilder};
use crate::mir::testing::{access, line, program};

const UNCOUNTED: Options = Options {
    order: Order::RowMajor,
    depth_limit: 100,
    counted: false,
};

/// Runs a program before `ownership` and checks that nothing is left over.
fn run(program: &Program, options: Options) -> Outcome {
    let outcome = execute(program, options);
    assert_eq!(outcome.leaked, 0);
    outcome
}

/// What the entry function prints.
fn printed(build: impl FnOnce(&mut ProgramBuilder, &mut FunctionBuilder)) -> String {
    let outcome = run(&program(build), UNCOUNTED);
    assert_eq!(outcome.failure, None);
    outcome.output
}

/// The error that ends the entry function.
fn failure(build: impl FnOnce(&mut ProgramBuilder, &mut FunctionBuilder)) -> Failure {
    run(&program(build), UNCOUNTED).failure.expect("an error")
}

fn print(b: &mut FunctionBuilder, values: &[Value]) {
    let list = b.list(values);
    b.runtime(RtFn::print, &[], &list);
}

#[test]
fn index_errors_name_what_they_concern() {
    let found = failure(|program, b| {
        let name = program.string("img");
        let (two, three) = (b.int(2), b.int(3));
        let array = b.new_array(ElemKind::F32, &[two, three], Fill::Ones);
        b.set_loc(line(4));
        b.load(access(
            array,
            &[two, three],
            AccessMode::Checked,
            Some(name),
        ));
    });
    assert_eq!(found.row, RtError::IndexOutOfBounds);
    assert_eq!(
        found.message,
        "index 2 of 'img' is outside dimension 0, which has size 2"
    );
    assert_eq!(found.trace, [line(4)]);
}

#[test]
fn empty_arrays_have_no_element_in_any_mode() {
    for mode in [
        AccessMode::Circular,
        AccessMode::Mirror,
        AccessMode::Clamped,
    ] {
        let found = failure(|_, b| {
            let zero = b.int(0);
            let array = b.new_array(ElemKind::F32, &[zero], Fill::Zeros);
            b.load(access(array, &[zero], mode, None));
        });
        assert_eq!(found.row, RtError::IndexOutOfBounds, "{mode:?}");
    }
    let text = printed(|_, b| {
        let zero = b.int(0);
        let null = b.constant(Const::Null(Ty::Array(ElemKind::F32)));
        let values = b.load(access(null, &[zero, zero], AccessMode::Safe, None));
        let (extent, count) = (b.dim(null, 5), b.numel(null));
        print(b, &[values[0], extent, count]);
    });
    // What was never made is what [] is, a row of no elements: dimensions behind it are 1.
    assert_eq!(text, "010\n");
}

#[test]
fn calls_pass_results_and_errors() {
    let program = program(|program, b| {
        let place = line(7);
        let mut callee = FunctionBuilder::host("divide", vec![Ty::I32, Ty::F32], place);
        let x = callee.param(Ty::I32, "x");
        callee.set_loc(place);
        let (value, zero) = (callee.get(x), callee.int(0));
        let negative = callee.compare(CompareOp::Lt, value, zero);
        callee.if_then(negative, |b| {
            b.runtime(RtFn::error_raise, &[], &[ListEntry::Value(value)]);
        });
        let half = callee.convert(value, Ty::F32);
        callee.return_(&[value, half]);
        let callee = program.add(callee.finish());
        b.set_loc(line(2));
        let (good, bad) = (b.int(3), b.int(-3));
        let results = b.call(callee, &[good], &[Ty::I32, Ty::F32]);
        print(b, &results);
        b.call(callee, &[bad], &[Ty::I32, Ty::F32]);
        print(b, &results);
    });
    let outcome = run(&program, UNCOUNTED);
    assert_eq!(outcome.output, "33\n");
    let found = outcome.failure.expect("an error");
    assert_eq!((found.row, found.message.as_str()), (RtError::User, "-3"));
    assert_eq!(found.trace, [line(7), line(2)]);
}

#[test]
fn endless_recursion_is_an_error() {
    let program = program(|program, b| {
        let id = program.declare();
        let mut callee = FunctionBuilder::host("again", vec![], line(1));
        callee.call(id, &[], &[]);
        program.define(id, callee.finish());
        b.call(id, &[], &[]);
    });
    let outcome = run(&program, UNCOUNTED);
    assert_eq!(
        outcome.failure.expect("an error").row,
        RtError::StackOverflow
    );
}

/// A kernel that adds up its positions and stores `previous position + 1` in the way of a loop with a dependence.
fn launching(serial: bool) -> Program {
    program(|program, b| {
        let mut k = FunctionBuilder::kernel("k", 2, KernelOrigin::Loop, line(1));
        let out = k.param(Ty::Array(ElemKind::I32), "out");
        let sum = k.accumulator(Ty::I32, "sum", AccumulatorOp::Add);
        let seen = k.local(Ty::I32, Some("seen"));
        let (row, column) = (k.position()[0], k.position()[1]);
        let (array, old, first) = (k.get(out), k.get(sum), k.get(seen));
        let at = k.add(row, column);
        let new = k.add(old, at);
        k.set(sum, new);
        // A local of a kernel starts anew at every position.
        let (one, zero) = (k.int(1), k.int(0));
        let touched = k.add(first, one);
        k.set(seen, touched);
        let before = k.load(access(array, &[zero], AccessMode::Checked, None))[0];
        let doubled = k.add(before, before);
        let next = k.add(doubled, touched);
        let next = k.add(next, column);
        k.store(access(array, &[zero], AccessMode::Checked, None), &[next]);
        let kernel = program.add(k.finish());
        let (one, three, two) = (b.int(1), b.int(3), b.int(2));
        let array = b.new_array(ElemKind::I32, &[one], Fill::Zeros);
        let launch = Launch {
            kernel,
            extents: vec![two, three],
            args: vec![array],
            serial,
        };
        let totals = b.launch(launch, &[Ty::I32]);
        print(b, &[totals[0]]);
        print(b, &[array]);
    })
}

#[test]
fn launches_run_every_position_in_the_asked_order() {
    let in_order = run(&launching(false), UNCOUNTED).output;
    let expected = (0..6).fold(0, |value, at| 2 * value + 1 + at % 3);
    assert_eq!(in_order, format!("9\n[{expected}]\n"));
    let options = Options {
        order: Order::Shuffled(3),
        ..UNCOUNTED
    };
    let shuffled = run(&launching(false), options).output;
    assert!(shuffled.starts_with("9\n"));
    assert_ne!(shuffled, in_order);
    assert_eq!(run(&launching(true), options).output, in_order);
}

#[test]
fn globals_and_handles_of_handles() {
    let program = program(|program, b| {
        let count = program.global(Ty::I32, "count");
        let kept = program.global(Ty::Array(ElemKind::Text), "kept");
        let word = program.string("word");
        let (zero, two) = (b.int(0), b.int(2));
        let texts = b.new_array(ElemKind::Text, &[two], Fill::Zeros);
        b.set_global(kept, texts);
        let again = b.get_global(kept, Ty::Array(ElemKind::Text));
        let text = b.string(word);
        b.store(access(again, &[zero], AccessMode::Checked, None), &[text]);
        let element = b.load(access(texts, &[zero], AccessMode::Checked, None))[0];
        print(b, &[element]);
        let five = b.int(5);
        b.set_global(count, five);
    });
    let outcome = run(&program, UNCOUNTED);
    assert_eq!(outcome.output, "word\n");
    assert_eq!(outcome.globals[GlobalId::from_index(0)], 5);
}

#[test]
fn rows_with_two_results_and_elementary_functions() {
    let text = printed(|_, b| {
        let (one, code) = (b.int(1), b.int(quasar_abi::ReduceOp::Sum.code()));
        let array = b.new_array(ElemKind::C32, &[one, one], Fill::Ones);
        let sum = b.runtime(RtFn::reduce_complex, &[code, array], &[]);
        b.runtime(RtFn::print, &[], &[ListEntry::Complex(sum[0], sum[1])]);
        let (base, exponent) = (b.number(Ty::F64, 2.0), b.number(Ty::F64, 10.0));
        let power = b.math(MathFn::Pow, &[base, exponent]);
        print(b, &[power]);
    });
    assert_eq!(text, "1+0i\n1024\n");
}
