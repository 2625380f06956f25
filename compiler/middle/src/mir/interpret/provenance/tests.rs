//! Programs and what passes might make of them: the right ones pass, the wrong ones are told with the place.

use super::super::{Options, Order, follow};
use super::Record;
use crate::base::Id;
use crate::mir::build::FunctionBuilder;
use crate::mir::testing::{access, line, program};
use crate::mir::{
    AccessMode, BinaryOp, CompareOp, ElemKind, Fill, Launch, Loc, Local, Program, RtFn, Ty, Value,
};

const SIZE: i32 = 5;

fn run(program: &Program, before: Option<&Record>) -> Record {
    let options = Options {
        order: Order::RowMajor,
        depth_limit: 10,
        counted: false,
    };
    let (outcome, record) = follow(program, options, before, 100_000);
    assert_eq!(outcome.failure, None);
    assert!(!record.unfinished && !record.failed);
    record
}

/// The lines of what the second program does otherwise.
fn differences(before: &Program, after: &Program) -> Vec<usize> {
    let known = run(before, None);
    let found = run(after, Some(&known)).findings;
    found.iter().map(|finding| finding.loc as usize).collect()
}

/// The array that the programs are about.
fn array(b: &mut FunctionBuilder) -> Value {
    b.set_loc(line(1));
    let size = b.int(SIZE);
    b.new_array(ElemKind::F64, &[size], Fill::Zeros)
}

fn element(array: Value, index: Value) -> crate::mir::Access {
    access(array, &[index], AccessMode::Checked, None)
}

/// Line 2: `x[i] = 2.5*i` for these numbers.
fn fill(b: &mut FunctionBuilder, x: Value, range: (i32, i32, i32)) {
    b.set_loc(line(2));
    let range = (b.int(range.0), b.int(range.1), b.int(range.2));
    b.for_(range, |b, _, index| {
        b.set_loc(line(2));
        let (factor, number) = (b.number(Ty::F64, 2.5), b.convert(index, Ty::F64));
        let value = b.mul(factor, number);
        b.store(element(x, index), &[value]);
    });
}

/// Line 3: `s = s + x[i]` for these numbers, and line 4, which prints the sum.
fn sum(b: &mut FunctionBuilder, x: Value, range: (i32, i32, i32)) {
    b.set_loc(line(3));
    let zero = b.number(Ty::F64, 0.0);
    let total = b.local_with(Some("s"), zero);
    let range = (b.int(range.0), b.int(range.1), b.int(range.2));
    b.for_(range, |b, _, index| add_element(b, x, index, total));
    print(b, total);
}

fn add_element(b: &mut FunctionBuilder, x: Value, index: Value, total: Local) {
    b.set_loc(line(3));
    let (so_far, value) = (b.get(total), b.load(element(x, index))[0]);
    let next = b.add(so_far, value);
    b.set(total, next);
}

fn print(b: &mut FunctionBuilder, total: Local) {
    b.set_loc(line(4));
    let total = b.get(total);
    let list = b.list(&[total]);
    b.runtime(RtFn::print, &[], &list);
}

const UP: (i32, i32, i32) = (0, 1, SIZE - 1);
const DOWN: (i32, i32, i32) = (SIZE - 1, -1, 0);

/// Fills and sums in these orders.
fn filled_and_summed(one: (i32, i32, i32), other: (i32, i32, i32)) -> Program {
    program(|_, b| {
        let x = array(b);
        fill(b, x, one);
        sum(b, x, other);
    })
}

#[test]
fn another_order_of_a_sum_is_the_same() {
    let before = filled_and_summed(UP, UP);
    assert_eq!(differences(&before, &filled_and_summed(DOWN, DOWN)), []);
    let found = run(&filled_and_summed(UP, DOWN), Some(&run(&before, None))).found;
    assert_eq!(found, [5, 5, 5]);
}

#[test]
fn an_element_that_is_left_out_is_told() {
    let before = filled_and_summed(UP, UP);
    let short = (0, 1, SIZE - 2);
    // The print is not what it was, in both directions.
    assert_eq!(differences(&before, &filled_and_summed(UP, short)), [4, 4]);
    // And here the last element was not written, so that line 3 sees another write.
    let lines = differences(&before, &filled_and_summed(short, UP));
    assert_eq!(lines, [3, 4, 4, 2]);
}

/// Arrays of one place, each full of the number that is given.
fn arrays_full_of(numbers: &[f64]) -> Program {
    program(|_, b| {
        for &number in numbers {
            let x = array(b);
            b.set_loc(line(2));
            let range = (b.int(0), b.int(1), b.int(SIZE - 1));
            b.for_(range, |b, _, index| {
                b.set_loc(line(2));
                let value = b.number(Ty::F64, number);
                b.store(element(x, index), &[value]);
            });
        }
    })
}

/// Which of the arrays of a place is left out does not matter to the others, but what is left was there, in that order.
#[test]
fn arrays_of_one_place_may_be_left_out() {
    let before = arrays_full_of(&[1.5, 2.5, 3.5, 4.5]);
    for left in [&[][..], &[1.5, 2.5], &[2.5, 4.5], &[4.5], &[1.5, 3.5, 4.5]] {
        assert_eq!(differences(&before, &arrays_full_of(left)), [], "{left:?}");
        // Those that are more are writes that nobody made before, and no more than that.
        let lines = differences(&arrays_full_of(left), &before);
        assert!(lines.iter().all(|&line| line == 2), "{left:?}: {lines:?}");
    }
    let wrong: [(&[f64], usize); 3] = [(&[2.5, 1.5], 1), (&[4.5, 3.5, 2.5], 2), (&[1.5, 1.5], 1)];
    for (changed, count) in wrong {
        let lines = differences(&before, &arrays_full_of(changed));
        assert_eq!(lines, vec![1; count], "{changed:?}");
    }
}

/// Forms are counted in the process, so that their numbers are others in each run: also in an array that lies in what the runtime has made of one.
#[test]
fn numbers_within_elements_of_cells_come_from_the_runtime() {
    let held = program(|p, b| {
        let texts = [p.string("title"), p.string("int")];
        let x = array(b);
        b.set_loc(line(2));
        let [title, name] = texts.map(|text| b.string(text));
        let form = b.runtime(RtFn::form_open, &[title], &[])[0];
        let zero = b.int(0);
        let (tag, parts) = (b.int(1), b.list(&[name, form]));
        let cell = b.runtime_as(RtFn::cell_new, &[tag], &parts, Ty::Array(ElemKind::Array));
        b.set_loc(line(3));
        let one = b.int(1);
        let inner = b.load_handle(element(cell, one), Ty::Array(ElemKind::I32));
        let number = b.load(element(inner, zero))[0];
        let number = b.convert(number, Ty::F64);
        b.store(element(x, zero), &[number]);
    });
    assert_eq!(differences(&held, &held), []);
}

#[test]
fn a_read_before_the_write_is_told() {
    let before = filled_and_summed(UP, UP);
    let after = program(|_, b| {
        let x = array(b);
        sum(b, x, UP);
        fill(b, x, UP);
    });
    let lines = differences(&before, &after);
    // The first element is 0 whoever writes it.
    assert_eq!(lines, [3, 3, 3, 3, 4, 4]);
}

#[test]
fn fused_loops_keep_the_element_in_a_variable() {
    let fused = |kept: bool| {
        program(|_, b| {
            let x = array(b);
            b.set_loc(line(3));
            let zero = b.number(Ty::F64, 0.0);
            let total = b.local_with(Some("s"), zero);
            let range = (b.int(0), b.int(1), b.int(SIZE - 1));
            b.for_(range, |b, _, index| {
                b.set_loc(line(2));
                let (factor, number) = (b.number(Ty::F64, 2.5), b.convert(index, Ty::F64));
                let value = b.mul(factor, number);
                b.store(element(x, index), &[value]);
                if !kept {
                    return add_element(b, x, index, total);
                }
                b.set_loc(line(3));
                let so_far = b.get(total);
                let next = b.add(so_far, value);
                b.set(total, next);
            });
            print(b, total);
        })
    };
    let before = filled_and_summed(UP, UP);
    assert_eq!(differences(&before, &fused(false)), []);
    assert_eq!(differences(&before, &fused(true)), []);
}

/// Line 5: `x[i] = x[i-1] + 1.5`, for `i` from 1 on, by a loop or by a kernel.
fn recurrence(parallel: bool, backwards: bool) -> Program {
    program(|program, b| {
        let step = |b: &mut FunctionBuilder, x: Value, index: Value| {
            b.set_loc(line(5));
            let one = b.int(1);
            let before = b.sub(index, one);
            let (value, added) = (b.load(element(x, before))[0], b.number(Ty::F64, 1.5));
            let sum = b.add(value, added);
            b.store(element(x, index), &[sum]);
        };
        let x = array(b);
        fill(b, x, UP);
        if !parallel {
            let range = (b.int(1), b.int(1), b.int(SIZE - 1));
            b.for_(range, |b, _, index| step(b, x, index));
            return sum(b, x, UP);
        }
        let kind = crate::mir::KernelOrigin::Loop;
        let mut kernel = FunctionBuilder::kernel("main$loop5", 1, kind, Loc::from_index(5));
        let param = kernel.param(Ty::Array(ElemKind::F64), "x");
        let (position, handle) = (kernel.position()[0], kernel.get(param));
        let (one, last) = (kernel.int(1), kernel.int(SIZE - 1));
        let index = match backwards {
            true => kernel.sub(last, position),
            false => kernel.add(position, one),
        };
        step(&mut kernel, handle, index);
        let kernel = program.add(kernel.finish());
        let extent = b.int(SIZE - 1);
        let launch = Launch {
            kernel,
            extents: vec![extent],
            args: vec![x],
            serial: false,
        };
        b.launch(launch, &[]);
        sum(b, x, UP);
    })
}

#[test]
fn a_kernel_that_reads_what_its_positions_write_is_told() {
    let before = recurrence(false, false);
    assert_eq!(differences(&before, &recurrence(true, false)), []);
    let lines = differences(&before, &recurrence(true, true));
    assert!(lines.contains(&5), "{lines:?}");
    assert!(lines.contains(&3), "{lines:?}");
}

#[test]
fn updates_in_another_order_are_the_same_and_a_missing_one_is_told() {
    let updates = |range: (i32, i32, i32)| {
        program(|_, b| {
            let x = array(b);
            let range = (b.int(range.0), b.int(range.1), b.int(range.2));
            b.for_(range, |b, _, index| {
                b.set_loc(line(6));
                let (number, two) = (b.convert(index, Ty::F64), b.int(2));
                let place = b.binary(BinaryOp::Rem, index, two);
                b.atomic(crate::mir::AtomicOp::Add, element(x, place), &[number]);
            });
            sum(b, x, (0, 1, 1));
        })
    };
    assert_eq!(differences(&updates(UP), &updates(DOWN)), []);
    assert!(differences(&updates(UP), &updates((1, 1, 3))).contains(&3));
}

#[test]
fn what_takes_too_long_says_so() {
    let before = program(|_, b| {
        b.loop_(|b, label| {
            let (one, two) = (b.int(1), b.int(2));
            let never = b.compare(CompareOp::Gt, one, two);
            b.if_then(never, |b| b.break_(label));
        });
    });
    let (_, record) = follow(&before, Options::default(), None, 1000);
    assert!(record.unfinished);
}
