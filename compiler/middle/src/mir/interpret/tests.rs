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

/// Prints the indices that a loop takes.
fn indices(start: i32, step: i32, stop: i32) -> String {
    printed(|_, b| {
        let range = (b.int(start), b.int(step), b.int(stop));
        b.for_(range, |b, _, index| print(b, &[index]));
    })
}

#[test]
fn counted_loops_stop_at_their_bound() {
    assert_eq!(indices(1, 2, 6), "1\n3\n5\n");
    assert_eq!(indices(2, -1, 0), "2\n1\n0\n");
    assert_eq!(indices(0, 0, 5), "");
    assert_eq!(
        indices(i32::MAX - 1, 1, i32::MAX),
        "2147483646\n2147483647\n"
    );
    assert_eq!(indices(1, 1, 0), "");
}

#[test]
fn jumps_reach_their_targets() {
    let text = printed(|_, b| {
        let range = (b.int(0), b.int(1), b.int(9));
        b.for_(range, |b, outer, i| {
            b.for_(range, |b, inner, j| {
                let three = b.int(3);
                let at_three = b.compare(CompareOp::Eq, j, three);
                b.if_then(at_three, |b| b.continue_(outer));
                let same = b.compare(CompareOp::Eq, i, j);
                b.if_then(same, |b| b.break_(inner));
                print(b, &[i, j]);
            });
            let two = b.int(2);
            let at_two = b.compare(CompareOp::Ge, i, two);
            b.if_then(at_two, |b| b.break_(outer));
        });
        b.scope(|b, scope| {
            b.break_(scope);
        });
        let count = b.local(Ty::I32, Some("count"));
        b.while_(
            |b| {
                let (now, limit) = (b.get(count), b.int(2));
                b.compare(CompareOp::Lt, now, limit)
            },
            |b, _| {
                let (now, one) = (b.get(count), b.int(1));
                let next = b.add(now, one);
                b.set(count, next);
            },
        );
        let last = b.get(count);
        print(b, &[last]);
    });
    assert_eq!(text, "10\n20\n21\n2\n");
}

/// Prints what a read of `[10, 20, 30]` gives.
fn read(mode: AccessMode, index: i32) -> String {
    printed(|_, b| {
        let n = b.int(3);
        let array = b.new_array(ElemKind::I16, &[n], Fill::Zeros);
        for at in 0..3 {
            let (index, value) = (b.int(at), b.int(10 * (at + 1)));
            b.store(access(array, &[index], AccessMode::Checked, None), &[value]);
        }
        let index = b.int(index);
        let values = b.load(access(array, &[index], mode, None));
        print(b, &values);
    })
}

#[test]
fn reads_outside_follow_their_mode() {
    assert_eq!(read(AccessMode::Checked, 2), "30\n");
    assert_eq!(read(AccessMode::Safe, 3), "0\n");
    assert_eq!(read(AccessMode::Circular, -1), "30\n");
    assert_eq!(read(AccessMode::Mirror, 3), "30\n");
    assert_eq!(read(AccessMode::Mirror, -2), "20\n");
    assert_eq!(read(AccessMode::Clamped, -5), "10\n");
}

#[test]
fn elements_convert_on_store() {
    let text = printed(|_, b| {
        let one = b.int(1);
        let zero = b.int(0);
        for kind in [
            ElemKind::U8,
            ElemKind::I8,
            ElemKind::U16,
            ElemKind::F16,
            ElemKind::U32,
        ] {
            let array = b.new_array(kind, &[one], Fill::Zeros);
            let value = b.number(Ty::F32, -1000.5);
            let place = access(array, &[zero], AccessMode::Checked, None);
            b.store(place.clone(), &[value]);
            let stored = b.load(place);
            print(b, &stored);
        }
        let pair = b.new_array(ElemKind::C32, &[one, one], Fill::Zeros);
        let place = access(pair, &[zero, zero], AccessMode::Checked, None);
        let (re, im) = (b.number(Ty::F32, 1.0), b.number(Ty::F32, -2.0));
        b.store(place.clone(), &[re, im]);
        let squared = b.atomic(AtomicOp::Mul, place, &[re, im]);
        b.runtime(
            RtFn::print,
            &[],
            &[ListEntry::Complex(squared[0], squared[1])],
        );
    });
    assert_eq!(text, "0\n-128\n0\n-1000.5\n0\n-3-4i\n");
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
fn atomics_give_the_stored_value() {
    let text = printed(|_, b| {
        let (zero, one, big) = (b.int(0), b.int(1), b.int(300));
        let array = b.new_array(ElemKind::U8, &[one], Fill::Ones);
        let place = access(array, &[zero], AccessMode::Checked, None);
        let sum = b.atomic(AtomicOp::Add, place.clone(), &[big]);
        let old = b.atomic(AtomicOp::Exchange, place.clone(), &[one]);
        let nothing = access(array, &[big], AccessMode::Safe, None);
        let dropped = b.atomic(AtomicOp::Add, nothing, &[one]);
        let quotient = b.atomic(AtomicOp::Div, place, &[zero]);
        let list: Vec<ListEntry> = [sum, old, dropped, quotient]
            .iter()
            .map(|values| ListEntry::Value(values[0]))
            .collect();
        b.runtime(RtFn::print, &[], &list);
    });
    assert_eq!(text, "25525500\n");
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
fn a_launch_without_positions_gives_identities() {
    let program = program(|program, b| {
        let mut k = FunctionBuilder::kernel("k", 1, KernelOrigin::Loop, line(1));
        k.accumulator(Ty::F32, "least", AccumulatorOp::Min);
        let kernel = program.add(k.finish());
        let none = b.int(-4);
        let launch = Launch {
            kernel,
            extents: vec![none],
            args: vec![],
            serial: false,
        };
        let totals = b.launch(launch, &[Ty::F32]);
        print(b, &totals);
    });
    assert_eq!(run(&program, UNCOUNTED).output, "inf\n");
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
