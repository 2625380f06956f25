//! Programs and what passes might make of them: the right ones pass, the wrong ones are told with the place.

use super::super::{Options, Order, follow};
use super::Record;
use crate::mir::verify::verify;
use crate::mir::{Program, parse};

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

/// The program of these statements; `v0` is the array that it is about, unless they make their own. Place `n` is line `n`.
fn program(statements: &str) -> Program {
    let place = |line: u32| format!("at {line} \"test.q\" {line}:1 0:0..0 in \"main\"\n");
    let places: String = (1..10).map(place).collect();
    let text = format!("entry main\nhost main() {{\nlocal %s: f64\n{statements}}}\n{places}");
    let program = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&program, "the test wrote it");
    program
}

/// The array that the programs are about.
fn array() -> String {
    format!("v0: [f64] = new_array({SIZE}) zeros @1\n")
}

/// A loop from one number by steps to another one.
type Range = (i32, i32, i32);

/// Line 2: `x[i] = 2.5*i` for these numbers.
fn fill((start, step, end): Range) -> String {
    format!("b0: for v1 = {start}..{step}..{end} {{ @2\n{FILL}}}\n")
}

const FILL: &str = "v2: f64 = convert v1\nv3: f64 = mul 2.5f64, v2\nstore v0[v1] checked, v3\n";

/// Line 3: `s = s + x[i]` for these numbers, and line 4, which prints the sum.
fn sum((start, step, end): Range) -> String {
    let head = format!("set %s, 0.0f64 @3\nb1: for v4 = {start}..{step}..{end} {{\n");
    head + "v5: f64 = get %s\nv6: f64 = load v0[v4] checked\nv7: f64 = add v5, v6\nset %s, v7\n}\n"
        + PRINT
}

const PRINT: &str = "v8: f64 = get %s @4\nruntime print(; v8)\n";

const UP: Range = (0, 1, SIZE - 1);
const DOWN: Range = (SIZE - 1, -1, 0);

/// Fills and sums in these orders.
fn filled_and_summed(one: Range, other: Range) -> Program {
    program(&(array() + &fill(one) + &sum(other)))
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
    let full = |(at, number): (usize, &f64)| {
        let (array, index) = (2 * at, 2 * at + 1);
        format!(
            "v{array}: [f64] = new_array({SIZE}) zeros @1\nb{at}: for v{index} = 0..1..{} {{ @2\nstore v{array}[v{index}] checked, {number:?}f64\n}}\n",
            SIZE - 1
        )
    };
    program(&numbers.iter().enumerate().map(full).collect::<String>())
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
    let cell = "v1: i32 = runtime form_open(\"title\") @2\nv2: [array] = runtime cell_new(1; \"int\", v1)\nv3: [i32] = load v2[1] checked @3\n";
    let number = "v4: i32 = load v3[0] checked\nv5: f64 = convert v4\nstore v0[0] checked, v5\n";
    let held = program(&(array() + cell + number));
    assert_eq!(differences(&held, &held), []);
}

#[test]
fn a_read_before_the_write_is_told() {
    let before = filled_and_summed(UP, UP);
    let after = program(&(array() + &sum(UP) + &fill(UP)));
    let lines = differences(&before, &after);
    // The first element is 0 whoever writes it.
    assert_eq!(lines, [3, 3, 3, 3, 4, 4]);
}

#[test]
fn fused_loops_keep_the_element_in_a_variable() {
    let fused = |read: &str| {
        let last = SIZE - 1;
        let start = format!("set %s, 0.0f64 @3\nb0: for v1 = 0..1..{last} {{ @2\n");
        let sum = "v4: f64 = get %s @3\n";
        program(&(array() + &start + FILL + sum + read + "set %s, v6\n}\n" + PRINT))
    };
    let in_memory = fused("v5: f64 = load v0[v1] checked\nv6: f64 = add v4, v5\n");
    let in_variable = fused("v6: f64 = add v4, v3\n");
    let before = filled_and_summed(UP, UP);
    assert_eq!(differences(&before, &in_memory), []);
    assert_eq!(differences(&before, &in_variable), []);
}

/// Line 5: `x[i] = x[i-1] + 1.5`, for `i` from 1 on, by a loop or by a kernel.
fn recurrence(parallel: bool, backwards: bool) -> Program {
    let last = SIZE - 1;
    let step = "v11: i32 = sub v10, 1 @5\nv12: f64 = load v0[v11] checked\nv13: f64 = add v12, 1.5f64\nstore v0[v10] checked, v13\n";
    let before = array() + &fill(UP);
    if !parallel {
        let looped = format!("b2: for v10 = 1..1..{last} {{ @5\n{step}}}\n");
        return program(&(before + &looped + &sum(UP)));
    }
    let index = match backwards {
        true => format!("sub {last}, v9"),
        false => "add v9, 1".to_owned(),
    };
    let launch = format!("launch main$loop5 [{last}] (v0)\n");
    let kernel = format!(
        "}}\nkernel main$loop5(%x: [f64]) at [v9] from loop {{ @5\nv0: [f64] = get %x\nv10: i32 = {index}\n{step}"
    );
    program(&(before + &launch + &sum(UP) + &kernel))
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
    let updates = |(start, step, end): Range| {
        let head = format!("b0: for v1 = {start}..{step}..{end} {{ @6\n");
        let body = "v2: f64 = convert v1\nv3: i32 = rem v1, 2\nv9: f64 = atomic_add v0[v3] checked, v2\n}\n";
        program(&(array() + &head + body + &sum((0, 1, 1))))
    };
    assert_eq!(differences(&updates(UP), &updates(DOWN)), []);
    assert!(differences(&updates(UP), &updates((1, 1, 3))).contains(&3));
}

#[test]
fn what_takes_too_long_says_so() {
    let before = program("b0: loop {\nv1: bool = gt 1, 2\nif v1 {\nbreak b0\n}\n}\n");
    let (_, record) = follow(&before, Options::default(), None, 1000);
    assert!(record.unfinished);
}
