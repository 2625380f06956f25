//! What the pass proves, and what it must not.
//!
//! *Invariant:* what may be proven is counted over all small numbers, by nothing that the pass uses.

use super::*;
use crate::mir::build::FunctionBuilder;
use crate::mir::interpret::Random;
use crate::mir::passes::testing::{agree, random_programs_agree, random_programs_agree_between};
use crate::mir::print;
use crate::mir::testing::{access, program};

/// The program's text after the pass; the pass keeps what it does.
fn after(build: impl FnOnce(&mut FunctionBuilder, Value, Value)) -> String {
    let mut program = program(|_, b| {
        let n = b.runtime(RtFn::thread_count, &[], &[])[0];
        let array = b.new_array(ElemKind::F32, &[n], Fill::Ones);
        build(b, array, n);
    });
    let before = program.clone();
    dominating_conditions(&mut program);
    agree(&before, &program);
    print::function(&program, &program.functions[program.entry])
}

fn read(b: &mut FunctionBuilder, array: Value, index: Value) {
    let value = b.load(access(array, &[index], AccessMode::Checked, None))[0];
    let list = b.list(&[value]);
    b.runtime(RtFn::print, &[], &list);
}

#[test]
fn random_programs_keep_their_meaning() {
    random_programs_agree(dominating_conditions);
    random_programs_agree_between(dominating_conditions);
}

const OPS: [CompareOp; 6] = [
    CompareOp::Lt,
    CompareOp::Le,
    CompareOp::Gt,
    CompareOp::Ge,
    CompareOp::Eq,
    CompareOp::Ne,
];

/// Those that the pass decides.
const ORDERS: [CompareOp; 4] = [CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];

fn holds(op: CompareOp, left: i32, right: i32) -> bool {
    match op {
        CompareOp::Lt => left < right,
        CompareOp::Le => left <= right,
        CompareOp::Gt => left > right,
        CompareOp::Ge => left >= right,
        CompareOp::Eq => left == right,
        CompareOp::Ne => left != right,
    }
}

/// An unknown number, or a constant.
#[derive(Clone, Copy, Debug)]
enum Term {
    Unknown(usize),
    Number(i32),
}

/// A comparison, and whether it holds.
type Fact = (Term, CompareOp, Term, bool);

/// What follows for the last comparison from the others, counted over all small numbers; none where both are possible or nothing is.
fn follows(known: &[Fact], asked: (Term, CompareOp, Term)) -> Option<bool> {
    let numbers = -2..8;
    let mut found = [false; 2];
    for (a, b, c) in numbers.clone().flat_map(|a| {
        let numbers = numbers.clone();
        numbers
            .clone()
            .flat_map(move |b| numbers.clone().map(move |c| (a, b, c)))
    }) {
        let value = |term: Term| match term {
            Term::Unknown(at) => [a, b, c][at],
            Term::Number(number) => number,
        };
        let mut facts = known.iter();
        if facts.all(|&(left, op, right, truth)| holds(op, value(left), value(right)) == truth) {
            let (left, op, right) = asked;
            found[usize::from(holds(op, value(left), value(right)))] = true;
        }
    }
    match found {
        [true, false] => Some(false),
        [false, true] => Some(true),
        [true, true] | [false, false] => None,
    }
}

/// What the pass says of it, in a branch in which the facts hold.
fn decided(known: &[Fact], asked: (Term, CompareOp, Term)) -> Option<bool> {
    let (left, op, right) = asked;
    let text = after(|b, _, _| {
        let unknown = [(); 3].map(|()| b.runtime(RtFn::thread_count, &[], &[])[0]);
        let value = |b: &mut FunctionBuilder, term: Term| match term {
            Term::Unknown(at) => unknown[at],
            Term::Number(number) => b.int(number),
        };
        b.scope(|b, label| {
            for &(left, op, right, truth) in known {
                let (left, right) = (value(b, left), value(b, right));
                let cond = b.compare(op, left, right);
                match truth {
                    true => b.if_(cond, |_| (), |b| b.break_(label)),
                    false => b.if_(cond, |b| b.break_(label), |_| ()),
                }
            }
            let (left, right) = (value(b, left), value(b, right));
            let cond = b.compare(op, left, right);
            b.if_then(cond, |b| show(b, 7));
        });
    });
    match (text.contains("if true"), text.contains("if false")) {
        (false, false) => None,
        (found, _) => Some(found),
    }
}

fn show(b: &mut FunctionBuilder, number: i32) {
    let number = b.int(number);
    let list = b.list(&[number]);
    b.runtime(RtFn::print, &[], &list);
}

#[test]
fn an_order_of_two_numbers_decides_all_that_follows() {
    let (a, b) = (Term::Unknown(0), Term::Unknown(1));
    for known in OPS {
        for truth in [true, false] {
            for asked in ORDERS {
                for (left, right) in [(a, b), (b, a)] {
                    let (fact, asked) = ((a, known, b, truth), (left, asked, right));
                    let expected = follows(&[fact], asked);
                    assert_eq!(decided(&[fact], asked), expected, "{fact:?} {asked:?}");
                }
            }
        }
    }
}

#[test]
fn bounds_of_a_number_decide_all_that_follows() {
    let a = Term::Unknown(0);
    for known in OPS {
        for truth in [true, false] {
            for asked in ORDERS {
                for number in 2..=4 {
                    let known = (a, known, Term::Number(3), truth);
                    let sides = [(a, Term::Number(number)), (Term::Number(number), a)];
                    for (left, right) in sides {
                        let asked = (left, asked, right);
                        let expected = follows(&[known], asked);
                        assert_eq!(decided(&[known], asked), expected, "{known:?} {asked:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn orders_chain() {
    let [a, b, c] = [0, 1, 2].map(Term::Unknown);
    for first in ORDERS {
        for second in ORDERS {
            for asked in ORDERS {
                let known = [(a, first, b, true), (b, second, c, true)];
                for (left, right) in [(a, c), (c, a)] {
                    let asked = (left, asked, right);
                    let expected = follows(&known, asked);
                    assert_eq!(decided(&known, asked), expected, "{known:?} {asked:?}");
                }
            }
        }
    }
    // Through a number: what is at most 2 is less than what is at least 3.
    for (low, high) in [(2, 3), (3, 3), (3, 4)] {
        for (first, second) in [
            (CompareOp::Le, CompareOp::Ge),
            (CompareOp::Lt, CompareOp::Gt),
        ] {
            let known = [
                (a, first, Term::Number(low), true),
                (b, second, Term::Number(high), true),
            ];
            for asked in ORDERS {
                let asked = (a, asked, b);
                let expected = follows(&known, asked);
                assert_eq!(decided(&known, asked), expected, "{known:?} {asked:?}");
            }
        }
    }
}

/// Whether an access at `index` needs no check; `facts` gives the index, in whose branch it stands.
fn is_unchecked(
    index: impl FnOnce(&mut FunctionBuilder, Value, Value) -> (Value, Option<Value>),
) -> bool {
    let text = after(|b, array, n| {
        let (index, cond) = index(b, array, n);
        match cond {
            Some(cond) => b.if_then(cond, |b| read(b, array, index)),
            None => read(b, array, index),
        }
    });
    let (unchecked, checked) = (
        text.matches(" unchecked").count(),
        text.matches(" checked").count(),
    );
    assert_eq!(unchecked + checked, 1, "{text}");
    unchecked == 1
}

fn within(b: &mut FunctionBuilder, low: i32, index: Value, limit: Value) -> Value {
    let low = b.int(low);
    let above = b.compare(CompareOp::Ge, index, low);
    let below = b.compare(CompareOp::Lt, index, limit);
    b.binary(BinaryOp::And, above, below)
}

fn unknown(b: &mut FunctionBuilder) -> Value {
    b.runtime(RtFn::thread_count, &[], &[])[0]
}

#[test]
fn bounds_of_an_index_stand_for_its_check() {
    type Case = fn(&mut FunctionBuilder, Value, Value) -> (Value, Option<Value>);
    let table: [(&str, bool, Case); 21] = [
        ("0 <= i < numel", true, |b, array, _| {
            let (i, count) = (unknown(b), b.numel(array));
            (i, Some(within(b, 0, i, count)))
        }),
        ("1 <= i < numel", true, |b, array, _| {
            let (i, count) = (unknown(b), b.numel(array));
            (i, Some(within(b, 1, i, count)))
        }),
        ("-1 <= i < numel", false, |b, array, _| {
            let (i, count) = (unknown(b), b.numel(array));
            (i, Some(within(b, -1, i, count)))
        }),
        ("0 <= i < n, with which it was made", true, |b, _, n| {
            let i = unknown(b);
            (i, Some(within(b, 0, i, n)))
        }),
        ("0 <= i < another number", false, |b, _, _| {
            let (i, other) = (unknown(b), unknown(b));
            (i, Some(within(b, 0, i, other)))
        }),
        ("0 <= i < numel of another array", false, |b, _, n| {
            let one = b.int(1);
            let longer = b.add(n, one);
            let other = b.new_array(ElemKind::F32, &[longer], Fill::Ones);
            let (i, count) = (unknown(b), b.numel(other));
            (i, Some(within(b, 0, i, count)))
        }),
        ("0 <= i <= numel", false, |b, array, _| {
            let (i, zero, count) = (unknown(b), b.int(0), b.numel(array));
            let above = b.compare(CompareOp::Ge, i, zero);
            let below = b.compare(CompareOp::Le, i, count);
            (i, Some(b.binary(BinaryOp::And, above, below)))
        }),
        ("0 <= i <= numel-1", true, |b, array, _| {
            let (i, zero, one, count) = (unknown(b), b.int(0), b.int(1), b.numel(array));
            let last = b.sub(count, one);
            let above = b.compare(CompareOp::Ge, i, zero);
            let below = b.compare(CompareOp::Le, i, last);
            (i, Some(b.binary(BinaryOp::And, above, below)))
        }),
        ("0 <= i <= numel-0", false, |b, array, _| {
            let (i, zero, count) = (unknown(b), b.int(0), b.numel(array));
            let last = b.sub(count, zero);
            let above = b.compare(CompareOp::Ge, i, zero);
            let below = b.compare(CompareOp::Le, i, last);
            (i, Some(b.binary(BinaryOp::And, above, below)))
        }),
        (
            "0 <= i <= n-1 of any n, which may wrap",
            false,
            |b, _, _| {
                let (i, zero, one, n) = (unknown(b), b.int(0), b.int(1), unknown(b));
                let last = b.sub(n, one);
                let above = b.compare(CompareOp::Ge, i, zero);
                let below = b.compare(CompareOp::Le, i, last);
                (i, Some(b.binary(BinaryOp::And, above, below)))
            },
        ),
        ("min(i, numel-1) with 0 <= i", false, |b, array, _| {
            let (i, zero, one, count) = (unknown(b), b.int(0), b.int(1), b.numel(array));
            let last = b.sub(count, one);
            let index = b.binary(BinaryOp::Min, i, last);
            (index, Some(b.compare(CompareOp::Ge, i, zero)))
        }),
        (
            "min(i, j) with 0 <= i < numel and 0 <= j",
            true,
            |b, array, _| {
                let (i, j, zero, count) = (unknown(b), unknown(b), b.int(0), b.numel(array));
                let one = within(b, 0, i, count);
                let natural = b.compare(CompareOp::Ge, j, zero);
                (
                    b.binary(BinaryOp::Min, j, i),
                    Some(b.binary(BinaryOp::And, one, natural)),
                )
            },
        ),
        ("min(i, j) with 0 <= i < numel", false, |b, array, _| {
            let (i, j, count) = (unknown(b), unknown(b), b.numel(array));
            let one = within(b, 0, i, count);
            (b.binary(BinaryOp::Min, j, i), Some(one))
        }),
        ("max(i, j) with 0 <= i < numel", false, |b, array, _| {
            let (i, j, count) = (unknown(b), unknown(b), b.numel(array));
            let one = within(b, 0, i, count);
            (b.binary(BinaryOp::Max, j, i), Some(one))
        }),
        ("min(i, j) with 0 <= i and 0 <= j", false, |b, _, _| {
            let (i, j, zero) = (unknown(b), unknown(b), b.int(0));
            let conds = [i, j].map(|one| b.compare(CompareOp::Ge, one, zero));
            let both = b.binary(BinaryOp::And, conds[0], conds[1]);
            (b.binary(BinaryOp::Min, i, j), Some(both))
        }),
        (
            "min(i, j) with 0 <= i < numel and -1 <= j < numel",
            false,
            |b, array, _| {
                let (i, j, count) = (unknown(b), unknown(b), b.numel(array));
                let conds = [within(b, 0, i, count), within(b, -1, j, count)];
                let both = b.binary(BinaryOp::And, conds[0], conds[1]);
                (b.binary(BinaryOp::Min, i, j), Some(both))
            },
        ),
        ("-1 <= i and 0 <= i < numel", true, |b, array, _| {
            let (i, low, count) = (unknown(b), b.int(-1), b.numel(array));
            let above = b.compare(CompareOp::Ge, i, low);
            let inside = within(b, 0, i, count);
            (i, Some(b.binary(BinaryOp::And, above, inside)))
        }),
        (
            "0 <= i <= k-1 with k <= numel, which may wrap",
            false,
            |b, array, _| {
                let (i, k, zero, one) = (unknown(b), unknown(b), b.int(0), b.int(1));
                let (count, last) = (b.numel(array), b.sub(k, one));
                let conds = [
                    b.compare(CompareOp::Le, k, count),
                    b.compare(CompareOp::Ge, i, zero),
                    b.compare(CompareOp::Le, i, last),
                ];
                let both = b.binary(BinaryOp::And, conds[0], conds[1]);
                (i, Some(b.binary(BinaryOp::And, both, conds[2])))
            },
        ),
        ("0 <= i <= numel-1 of another array", false, |b, _, n| {
            let (i, zero, one) = (unknown(b), b.int(0), b.int(1));
            let longer = b.add(n, one);
            let other = b.new_array(ElemKind::F32, &[longer], Fill::Ones);
            let count = b.numel(other);
            let last = b.sub(count, one);
            let above = b.compare(CompareOp::Ge, i, zero);
            let below = b.compare(CompareOp::Le, i, last);
            (i, Some(b.binary(BinaryOp::And, above, below)))
        }),
        ("max(i, 0) < numel", true, |b, array, _| {
            let (i, zero, count) = (unknown(b), b.int(0), b.numel(array));
            let index = b.binary(BinaryOp::Max, i, zero);
            (index, Some(b.compare(CompareOp::Lt, index, count)))
        }),
        ("max(i, -1) < numel", false, |b, array, _| {
            let (i, low, count) = (unknown(b), b.int(-1), b.numel(array));
            let index = b.binary(BinaryOp::Max, i, low);
            (index, Some(b.compare(CompareOp::Lt, index, count)))
        }),
    ];
    for (name, expected, case) in table {
        assert_eq!(is_unchecked(case), expected, "{name}");
    }
}

/// Extents of a matrix: each index has its own, and a single index counts all elements.
#[test]
fn each_index_of_a_matrix_has_its_own_bound() {
    let is_unchecked =
        |count: usize, limits: fn(&mut FunctionBuilder, Value, [Value; 2]) -> [Value; 2]| {
            let text = after(|b, _, _| {
                let extents = [unknown(b), unknown(b)];
                let matrix = b.new_array(ElemKind::F32, &extents, Fill::Ones);
                let indices = [unknown(b), unknown(b)];
                let limits = limits(b, matrix, extents);
                let conds = [0, 1].map(|at| within(b, 0, indices[at], limits[at]));
                let both = b.binary(BinaryOp::And, conds[0], conds[1]);
                b.if_then(both, |b| {
                    let access = access(matrix, &indices[..count], AccessMode::Checked, None);
                    let value = b.load(access)[0];
                    let list = b.list(&[value]);
                    b.runtime(RtFn::print, &[], &list);
                });
            });
            text.contains(" unchecked")
        };
    assert!(is_unchecked(2, |b, matrix, _| [
        b.dim(matrix, 0),
        b.dim(matrix, 1)
    ]));
    assert!(!is_unchecked(2, |b, _, [rows, columns]| {
        let other = b.new_array(ElemKind::F32, &[columns, rows], Fill::Ones);
        [b.dim(other, 0), b.dim(other, 1)]
    }));
    assert!(is_unchecked(2, |_, _, extents| extents));
    assert!(!is_unchecked(2, |_, _, [rows, columns]| [columns, rows]));
    assert!(!is_unchecked(2, |b, matrix, _| [
        b.dim(matrix, 1),
        b.dim(matrix, 0)
    ]));
    assert!(!is_unchecked(2, |b, matrix, _| [
        b.dim(matrix, 0),
        b.dim(matrix, 0)
    ]));
    assert!(!is_unchecked(2, |b, matrix, _| [
        b.numel(matrix),
        b.numel(matrix)
    ]));
    assert!(is_unchecked(1, |b, matrix, _| [
        b.numel(matrix),
        b.numel(matrix)
    ]));
    assert!(!is_unchecked(1, |_, _, extents| extents));
    assert!(!is_unchecked(1, |b, matrix, _| [
        b.dim(matrix, 0),
        b.dim(matrix, 1)
    ]));
}

/// The number of elements is an extent where all others are 1.
#[test]
fn the_only_extent_that_is_not_one_counts_the_elements() {
    let is_unchecked = |extents: fn(&mut FunctionBuilder, Value) -> Vec<Value>| {
        let text = after(|b, _, n| {
            let extents = extents(b, n);
            let array = b.new_array(ElemKind::F32, &extents, Fill::Ones);
            let i = unknown(b);
            let inside = within(b, 0, i, n);
            b.if_then(inside, |b| read(b, array, i));
        });
        text.contains(" unchecked")
    };
    assert!(is_unchecked(|_, n| vec![n]));
    assert!(is_unchecked(|b, n| vec![b.int(1), n]));
    assert!(is_unchecked(|b, n| vec![n, b.int(1)]));
    assert!(is_unchecked(|b, n| vec![b.int(1), n, b.int(1)]));
    assert!(!is_unchecked(|b, n| vec![b.int(2), n]));
    assert!(!is_unchecked(|b, n| vec![b.int(0), n]));
    assert!(!is_unchecked(|_, n| vec![n, n]));
    assert!(!is_unchecked(|b, _| vec![b.int(1), b.int(1)]));
    assert!(!is_unchecked(|b, _| vec![unknown(b)]));
}

/// An array made with a known number of elements has the indices below it.
#[test]
fn constants_are_compared_with_extents() {
    let is_unchecked = |extent: i32, index: i32| {
        let text = after(|b, _, _| {
            let (extent, index) = (b.int(extent), b.int(index));
            let array = b.new_array(ElemKind::F32, &[extent], Fill::Ones);
            read(b, array, index);
        });
        text.contains(" unchecked")
    };
    assert!(is_unchecked(3, 2) && is_unchecked(3, 0));
    assert!(!is_unchecked(3, 3) && !is_unchecked(3, -1) && !is_unchecked(0, 0));
    // Of an array from elsewhere nothing is known but that its extent is not negative.
    let text = after(|b, _, _| {
        let (zero, n) = (b.int(0), unknown(b));
        let array = b.new_array(ElemKind::F32, &[n], Fill::Ones);
        let held = b.local_with(None, array);
        let array = b.get(held);
        let count = b.numel(array);
        let negative = b.compare(CompareOp::Lt, count, zero);
        b.if_then(negative, |b| show(b, 1));
        let empty = b.compare(CompareOp::Lt, zero, count);
        b.if_then(empty, |b| show(b, 2));
    });
    assert_eq!(text.matches("if false").count(), 1, "{text}");
    assert_eq!(text.matches("if true").count(), 0, "{text}");
}

/// Loops with known directions keep their indices between their ends.
#[test]
fn a_loop_keeps_its_index_between_its_ends() {
    let is_unchecked = |step: Option<i32>, down: bool| {
        let text = after(|b, array, _| {
            let (zero, one, count) = (b.int(0), b.int(1), b.numel(array));
            let last = b.sub(count, one);
            let step = match step {
                Some(step) => b.int(step),
                None => unknown(b),
            };
            let (start, stop) = if down { (last, zero) } else { (zero, last) };
            b.for_((start, step, stop), |b, _, index| read(b, array, index));
        });
        text.contains(" unchecked")
    };
    assert!(is_unchecked(Some(1), false) && is_unchecked(Some(2), false));
    assert!(is_unchecked(Some(-1), true) && is_unchecked(Some(-3), true));
    assert!(!is_unchecked(Some(1), true) && !is_unchecked(Some(-1), false));
    assert!(!is_unchecked(None, false) && !is_unchecked(None, true));
    // Behind the loop nothing is known of what was known inside.
    let text = after(|b, array, n| {
        let (zero, one, count) = (b.int(0), b.int(1), b.numel(array));
        let last = b.sub(count, one);
        b.for_((n, one, last), |_, _, _| ());
        let outside = b.compare(CompareOp::Le, n, last);
        b.if_then(outside, |b| show(b, 1));
        let natural = b.compare(CompareOp::Ge, n, zero);
        b.if_then(natural, |b| show(b, 2));
    });
    assert!(!text.contains("if true"), "{text}");
}

/// Whether what is known of a condition decides it again; `first` says how it becomes known.
fn known_again(way: impl FnOnce(&mut FunctionBuilder, Value, Label), truth: bool) -> bool {
    let text = after(|b, _, n| {
        let four = b.int(4);
        let cond = b.compare(CompareOp::Lt, n, four);
        b.scope(|b, label| {
            way(b, cond, label);
            b.if_then(cond, |b| show(b, 7));
        });
    });
    text.contains(if truth { "if true" } else { "if false" })
}

#[test]
fn ways_that_end_tell_what_holds_behind_them() {
    let raise = |b: &mut FunctionBuilder| {
        b.runtime(RtFn::error_raise, &[], &[]);
    };
    assert!(known_again(|b, cond, _| b.if_(cond, |_| (), raise), true));
    assert!(known_again(|b, cond, _| b.if_(cond, raise, |_| ()), false));
    assert!(known_again(
        |b, cond, label| b.if_(cond, |_| (), |b| b.break_(label)),
        true
    ));
    assert!(known_again(
        |b, cond, label| b.if_(cond, |b| b.break_(label), |_| ()),
        false
    ));
    assert!(known_again(
        |b, cond, _| b.if_(cond, |b| b.return_(&[]), |_| ()),
        false
    ));
    // An error that may not come, behind a condition of its own.
    let perhaps = |b: &mut FunctionBuilder| {
        let (n, two) = (unknown(b), b.int(2));
        let other = b.compare(CompareOp::Gt, n, two);
        b.if_then(other, |b| show(b, 1));
    };
    for truth in [true, false] {
        assert!(!known_again(
            |b, cond, _| b.if_(cond, |_| (), perhaps),
            truth
        ));
        assert!(!known_again(
            |b, cond, _| b.if_(cond, perhaps, |_| ()),
            truth
        ));
        assert!(!known_again(
            |b, cond, _| b.if_(cond, |b| show(b, 1), |b| show(b, 2)),
            truth
        ));
    }
    // Behind the error stands something else, and before it.
    let among = |b: &mut FunctionBuilder| {
        show(b, 1);
        b.runtime(RtFn::error_raise, &[], &[]);
        show(b, 2);
    };
    assert!(known_again(|b, cond, _| b.if_(cond, |_| (), among), true));
}

/// Conditions joined and negated.
#[test]
fn parts_of_a_condition_are_known_with_it() {
    let decided = |join: fn(&mut FunctionBuilder, [Value; 2]) -> Value,
                   truth: bool,
                   ask: fn(&mut FunctionBuilder, [Value; 2]) -> Value| {
        let text = after(|b, _, _| {
            let (a, c, four) = (unknown(b), unknown(b), b.int(4));
            let parts = [a, c].map(|one| b.compare(CompareOp::Lt, one, four));
            let joined = join(b, parts);
            b.scope(|b, label| {
                match truth {
                    true => b.if_(joined, |_| (), |b| b.break_(label)),
                    false => b.if_(joined, |b| b.break_(label), |_| ()),
                }
                let asked = ask(b, parts);
                b.if_then(asked, |b| show(b, 7));
            });
        });
        match (text.contains("if true"), text.contains("if false")) {
            (false, false) => None,
            (found, _) => Some(found),
        }
    };
    type Join = fn(&mut FunctionBuilder, [Value; 2]) -> Value;
    let and: Join = |b, [one, other]| b.binary(BinaryOp::And, one, other);
    let or: Join = |b, [one, other]| b.binary(BinaryOp::Or, one, other);
    let first: Join = |_, [one, _]| one;
    let second: Join = |_, [_, other]| other;
    let not_first: Join = |b, [one, _]| b.unary(UnaryOp::Not, one);
    let neither: Join = |b, [one, other]| {
        let or = b.binary(BinaryOp::Or, one, other);
        b.unary(UnaryOp::Not, or)
    };
    let as_number: Join = |b, [one, _]| {
        let (number, zero) = (b.convert(one, Ty::I32), b.int(0));
        b.compare(CompareOp::Ne, number, zero)
    };
    let is_zero: Join = |b, [one, _]| {
        let (number, zero) = (b.convert(one, Ty::I32), b.int(0));
        b.compare(CompareOp::Eq, number, zero)
    };
    let is_one: Join = |b, [one, _]| {
        let (number, one) = (b.convert(one, Ty::I32), b.int(1));
        b.compare(CompareOp::Ne, number, one)
    };
    for (join, truth, ask, expected) in [
        (and, true, first, Some(true)),
        (and, true, second, Some(true)),
        (and, false, first, None),
        (and, false, second, None),
        (or, false, first, Some(false)),
        (or, false, second, Some(false)),
        (or, true, first, None),
        (or, true, second, None),
        (not_first, true, first, Some(false)),
        (not_first, false, first, Some(true)),
        (neither, true, second, Some(false)),
        (neither, false, second, None),
        (first, true, not_first, Some(false)),
        (first, false, not_first, Some(true)),
        (first, true, or, Some(true)),
        (second, true, or, Some(true)),
        (first, true, and, None),
        (first, false, or, None),
        (first, false, and, Some(false)),
        (second, false, and, Some(false)),
        (and, true, and, Some(true)),
        (and, true, or, Some(true)),
        (or, false, and, Some(false)),
        (or, false, neither, Some(true)),
        (as_number, true, first, Some(true)),
        (as_number, true, second, None),
        (is_zero, false, first, Some(true)),
    ] {
        assert_eq!(decided(join, truth, ask), expected);
    }
    // More could be told of these; nothing wrong is.
    for (join, truth, right) in [
        (as_number, false, false),
        (is_zero, true, false),
        (is_one, true, false),
        (is_one, false, true),
    ] {
        assert_ne!(decided(join, truth, first), Some(!right));
    }
}

/// `a && b` and `a || b` as they are lowered, with the second part where the first does not decide.
#[test]
fn conditions_with_a_second_part_behind_the_first() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum First {
        Itself,
        Negated,
        NegatesIt,
        Opposite,
        OppositeAgain,
        Other,
        NegatedOther,
        OtherNumber,
        OtherOrder,
        OtherKind,
        Floats,
    }
    let decided = |first: First, then: bool, truth: bool, asked: usize| {
        let text = after(|b, _, _| {
            let (a, c, four) = (unknown(b), unknown(b), b.int(4));
            let five = b.int(5);
            let [f, g] = [a, four].map(|number| b.convert(number, Ty::F32));
            let plain = b.compare(CompareOp::Lt, a, four);
            let one = match first {
                First::NegatesIt => b.unary(UnaryOp::Not, plain),
                First::Floats => b.compare(CompareOp::Lt, f, g),
                _ => plain,
            };
            let held = b.local_with(None, one);
            let cond = match first {
                First::Itself => one,
                First::Negated => b.unary(UnaryOp::Not, one),
                First::NegatesIt => plain,
                First::Opposite => b.compare(CompareOp::Ge, a, four),
                First::OppositeAgain => {
                    let again = b.emit_one(Op::Const(Const::I32(4)), Ty::I32);
                    b.compare(CompareOp::Ge, a, again)
                }
                First::Other => b.compare(CompareOp::Ge, c, four),
                First::NegatedOther => {
                    let other = b.compare(CompareOp::Ge, c, four);
                    b.unary(UnaryOp::Not, other)
                }
                First::OtherNumber => b.compare(CompareOp::Ge, a, five),
                First::OtherOrder => b.compare(CompareOp::Gt, a, four),
                First::OtherKind => {
                    let other = b.compare(CompareOp::Ge, c, four);
                    b.binary(BinaryOp::And, other, other)
                }
                // Neither holds of what is no number.
                First::Floats => b.compare(CompareOp::Ge, f, g),
            };
            let second = |b: &mut FunctionBuilder| {
                let two = b.int(2);
                let other = b.compare(CompareOp::Gt, c, two);
                b.set(held, other);
            };
            match then {
                true => b.if_then(cond, second),
                false => b.if_(cond, |_| (), second),
            }
            let joined = b.get(held);
            b.scope(|b, label| {
                match truth {
                    true => b.if_(joined, |_| (), |b| b.break_(label)),
                    false => b.if_(joined, |b| b.break_(label), |_| ()),
                }
                let two = b.int(2);
                let parts = [one, b.compare(CompareOp::Gt, c, two)];
                b.if_then(parts[asked], |b| show(b, 7));
            });
        });
        match (text.contains("if true"), text.contains("if false")) {
            (false, false) => None,
            (found, _) => Some(found),
        }
    };
    let opposite = [
        First::Negated,
        First::NegatesIt,
        First::Opposite,
        First::OppositeAgain,
    ];
    let unrelated = [
        First::Other,
        First::NegatedOther,
        First::OtherNumber,
        First::OtherOrder,
        First::OtherKind,
        First::Floats,
    ];
    for first in [First::Itself].into_iter().chain(opposite).chain(unrelated) {
        for then in [true, false] {
            // Where the first part must hold for the second to be computed, both do behind it.
            let is_and = then == (first == First::Itself);
            for truth in [true, false] {
                for asked in 0..2 {
                    let known = is_and == truth && !unrelated.contains(&first);
                    let found = decided(first, then, truth, asked);
                    assert_eq!(found, known.then_some(truth), "{first:?} {then} {asked}");
                }
            }
        }
    }
}

/// A third part: what the variable holds by then is no longer the first part alone.
#[test]
fn a_third_part_is_joined_to_both() {
    let text = after(|b, _, _| {
        let (four, parts) = (b.int(4), [(); 3].map(|()| unknown(b)));
        let parts = parts.map(|one| b.compare(CompareOp::Lt, one, four));
        let held = b.local_with(None, parts[0]);
        b.if_then(parts[0], |b| b.set(held, parts[1]));
        b.if_(parts[0], |_| (), |b| b.set(held, parts[2]));
        // The second part where the first holds, else the third.
        let joined = b.get(held);
        b.if_(joined, |_| (), |b| b.if_then(parts[0], |b| show(b, 7)));
    });
    assert!(!text.contains("if false"), "{text}");
}

/// A condition of which nothing but its own value is known.
#[test]
fn a_condition_is_known_until_its_branch_ends() {
    let text = after(|b, _, _| {
        let numbers = [(); 2].map(|()| unknown(b));
        let [f, g] = numbers.map(|number| b.convert(number, Ty::F32));
        let cond = b.compare(CompareOp::Lt, f, g);
        b.if_(
            cond,
            |b| {
                b.if_then(cond, |b| show(b, 1));
                // What was known before stays known.
                b.if_then(cond, |b| show(b, 2));
            },
            |b| b.if_then(cond, |b| show(b, 4)),
        );
        b.if_then(cond, |b| show(b, 5));
    });
    assert_eq!(text.matches("if true").count(), 2, "{text}");
    assert_eq!(text.matches("if false").count(), 1, "{text}");
}

/// Comparisons of floats tell nothing of other ones: not every number is less than, equal to or greater than another.
#[test]
fn orders_of_floats_do_not_chain() {
    let text = after(|b, _, _| {
        let numbers = [(); 2].map(|()| unknown(b));
        let [f, g] = numbers.map(|number| b.convert(number, Ty::F32));
        let less = b.compare(CompareOp::Lt, f, g);
        b.if_(
            less,
            |_| (),
            |b| {
                let greater = b.compare(CompareOp::Ge, f, g);
                b.if_then(greater, |b| show(b, 1));
            },
        );
        let same = b.compare(CompareOp::Le, f, f);
        b.if_then(same, |b| show(b, 2));
    });
    assert!(!text.contains("if true"), "{text}");
}

#[test]
fn proofs_chain_no_more_facts_than_they_may() {
    let orders = |count: u32| {
        let text = after(|b, _, _| {
            let numbers: Vec<Value> = (0..=count).map(|_| unknown(b)).collect();
            b.scope(|b, label| {
                for pair in numbers.windows(2) {
                    let less = b.compare(CompareOp::Lt, pair[0], pair[1]);
                    b.if_(less, |_| (), |b| b.break_(label));
                }
                let ends = b.compare(CompareOp::Lt, numbers[0], numbers[count as usize]);
                b.if_then(ends, |b| show(b, 7));
            });
        });
        text.contains("if true")
    };
    let bounds = |count: u32| {
        let text = after(|b, array, _| {
            let zero = b.int(0);
            let numbers = (0..count).map(|_| unknown(b));
            let numbers: Vec<Value> = [zero].into_iter().chain(numbers).collect();
            let (last, length) = (numbers[count as usize], b.numel(array));
            b.scope(|b, label| {
                for pair in numbers.windows(2) {
                    let ordered = b.compare(CompareOp::Le, pair[0], pair[1]);
                    b.if_(ordered, |_| (), |b| b.break_(label));
                }
                let below = b.compare(CompareOp::Lt, last, length);
                b.if_then(below, |b| read(b, array, last));
            });
        });
        text.contains(" unchecked")
    };
    let negations = |count: u32| {
        let text = after(|b, _, n| {
            let four = b.int(4);
            let cond = b.compare(CompareOp::Lt, n, four);
            let asked = (0..count).fold(cond, |one, _| b.unary(UnaryOp::Not, one));
            b.if_then(cond, |b| b.if_then(asked, |b| show(b, 7)));
        });
        text.contains("if true") || text.contains("if false")
    };
    for (count, expected) in [(DEEPEST, true), (DEEPEST + 1, false)] {
        assert_eq!(orders(count), expected);
        assert_eq!(bounds(count), expected);
        assert_eq!(negations(count), expected);
    }
}

/// Conditions and accesses at random, in loops over a few numbers. Accesses outside give 0, unless the pass takes their checks.
struct Maker<'b> {
    random: Random,
    b: &'b mut FunctionBuilder,
    numbers: Vec<Value>,
    truths: Vec<Value>,
    /// Arrays with the number of their indices.
    arrays: Vec<(Value, usize)>,
    held: Local,
    label: Label,
    shown: i32,
}

impl Maker<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    fn number(&mut self) -> Value {
        let known = |maker: &mut Self| {
            let at = maker.below(maker.numbers.len());
            maker.numbers[at]
        };
        let value = match self.below(14) {
            0..=6 => return known(self),
            7 => {
                let number = self.below(7) as i32 - 2;
                self.b.int(number)
            }
            8 | 9 => self.extent(),
            10 => {
                let (extent, part) = (self.extent(), self.below(3) as i32);
                let part = self.b.int(part);
                self.b.sub(extent, part)
            }
            way => {
                let (one, other) = (known(self), known(self));
                let op = [BinaryOp::Min, BinaryOp::Max, BinaryOp::Sub][way - 11];
                self.b.binary(op, one, other)
            }
        };
        self.numbers.push(value);
        value
    }

    fn extent(&mut self) -> Value {
        let at = self.below(self.arrays.len());
        let (array, rank) = self.arrays[at];
        match self.below(3) {
            0 => self.b.numel(array),
            axis if rank == 2 => self.b.dim(array, axis as u8 - 1),
            axis => self.b.dim(array, axis as u8),
        }
    }

    fn condition(&mut self, depth: usize) -> Value {
        let value = match self.below(if depth == 0 { 8 } else { 12 }) {
            0 | 1 if !self.truths.is_empty() => {
                let at = self.below(self.truths.len());
                return self.truths[at];
            }
            2 => {
                let sides = [self.number(), self.number()];
                let sides = sides.map(|side| self.b.convert(side, Ty::F32));
                // 0/0 is neither less nor not less than anything.
                let quotient = self.b.binary(BinaryOp::Div, sides[0], sides[0]);
                let op = OPS[self.below(6)];
                self.b.compare(op, quotient, sides[1])
            }
            8 => {
                let inner = self.condition(depth - 1);
                self.b.unary(UnaryOp::Not, inner)
            }
            9 | 10 => {
                let (one, other) = (self.condition(depth - 1), self.condition(depth - 1));
                let op = [BinaryOp::And, BinaryOp::Or][self.below(2)];
                self.b.binary(op, one, other)
            }
            11 => {
                let inner = self.condition(depth - 1);
                let number = self.below(2) as i32;
                let (inner, number) = (self.b.convert(inner, Ty::I32), self.b.int(number));
                let op = OPS[self.below(6)];
                self.b.compare(op, inner, number)
            }
            _ => {
                let (one, other) = (self.number(), self.number());
                let op = OPS[self.below(6)];
                self.b.compare(op, one, other)
            }
        };
        self.truths.push(value);
        value
    }

    /// A block, of which nothing is visible outside.
    fn block(&mut self, depth: usize) -> Block {
        let (numbers, truths) = (self.numbers.len(), self.truths.len());
        self.b.open_block();
        for _ in 0..1 + self.below(3) {
            self.stmt(depth);
        }
        self.numbers.truncate(numbers);
        self.truths.truncate(truths);
        self.b.close_block()
    }

    fn stmt(&mut self, depth: usize) {
        match self.below(10) {
            0..=2 if depth > 0 => {
                let cond = self.condition(2);
                let then = self.block(depth - 1);
                let otherwise = match self.below(2) {
                    0 => self.block(depth - 1),
                    _ => Block::default(),
                };
                self.b.push_if(cond, then, otherwise);
            }
            3 | 4 if depth > 0 => {
                let cond = self.condition(2);
                self.b.open_block();
                self.show();
                self.b.continue_(self.label);
                let leaves = self.b.close_block();
                match self.below(2) {
                    0 => self.b.push_if(cond, leaves, Block::default()),
                    _ => self.b.push_if(cond, Block::default(), leaves),
                }
            }
            5 if depth > 0 => self.second_part(),
            6 | 7 => self.access(),
            8 if depth > 0 => {
                let (start, stop) = (self.number(), self.number());
                let step = [1, 1, 2, -1][self.below(4)];
                let (step, label, index) =
                    (self.b.int(step), self.b.label(), self.b.value(Ty::I32));
                let outer = std::mem::replace(&mut self.label, label);
                self.numbers.push(index);
                let body = self.block(depth - 1);
                self.numbers.pop();
                self.label = outer;
                let header = crate::mir::build::ForHeader {
                    label,
                    index,
                    range: (start, step, stop),
                    directive: LoopDirective::default(),
                    name: None,
                };
                self.b.push_for(header, body);
            }
            _ => self.show(),
        }
    }

    /// A condition with a second part that is computed where the first does not decide.
    fn second_part(&mut self) {
        let first = self.condition(1);
        // Without it what the variable holds from before gets the second part.
        if self.below(4) != 0 {
            self.b.set(self.held, first);
        }
        let cond = match self.below(3) {
            0 => self.b.unary(UnaryOp::Not, first),
            1 => self.condition(0),
            _ => first,
        };
        let truths = self.truths.len();
        let numbers = self.numbers.len();
        self.b.open_block();
        let second = self.condition(1);
        self.b.set(self.held, second);
        let second = self.b.close_block();
        self.truths.truncate(truths);
        self.numbers.truncate(numbers);
        match self.below(2) {
            0 => self.b.push_if(cond, second, Block::default()),
            _ => self.b.push_if(cond, Block::default(), second),
        }
        let joined = self.b.get(self.held);
        self.truths.push(joined);
    }

    fn access(&mut self) {
        let at = self.below(self.arrays.len());
        let (array, rank) = self.arrays[at];
        let count = if self.below(3) == 0 { 1 } else { rank };
        let index: Vec<Value> = (0..count).map(|_| self.number()).collect();
        let mode = [
            AccessMode::Safe,
            AccessMode::Safe,
            AccessMode::Safe,
            AccessMode::Mirror,
        ];
        let mode = mode[self.below(4)];
        let access = access(array, &index, mode, None);
        match self.below(3) {
            0 => {
                let value = self.b.number(Ty::F32, 2.0);
                self.b.store(access, &[value]);
            }
            _ => {
                let value = self.b.load(access)[0];
                let list = self.b.list(&[value]);
                self.b.runtime(RtFn::print, &[], &list);
            }
        }
    }

    fn show(&mut self) {
        self.shown += 1;
        show(self.b, self.shown);
    }
}

/// A program with random conditions in two loops.
fn random_conditions(seed: u64) -> Program {
    program(|_, b| {
        let arrays = [vec![3], vec![1, 2], vec![2, 3]].map(|extents| {
            let extents: Vec<Value> = extents.into_iter().map(|extent| b.int(extent)).collect();
            (
                b.new_array(ElemKind::F32, &extents, Fill::Ones),
                extents.len(),
            )
        });
        // What the pass does not see through.
        let hidden = arrays.map(|(array, rank)| {
            let held = b.local_with(None, array);
            (b.get(held), rank)
        });
        let no = b.bool(false);
        let held = b.local_with(None, no);
        let [low, one, high] = [-2, 1, 4].map(|number| b.int(number));
        b.for_((low, one, high), |b, _, i| {
            b.for_((high, low, low), |b, label, j| {
                let numbers = vec![i, j, i, j, low, one, high];
                let arrays = arrays.into_iter().chain(hidden).collect();
                let mut maker = Maker {
                    random: Random::new(seed),
                    b,
                    numbers,
                    truths: Vec::new(),
                    arrays,
                    held,
                    label,
                    shown: 100,
                };
                for _ in 0..6 {
                    maker.stmt(3);
                }
            });
        });
        for (array, _) in arrays {
            let list = b.list(&[array]);
            b.runtime(RtFn::print, &[], &list);
        }
    })
}

#[test]
fn random_conditions_keep_their_meaning() {
    let mut unchecked = 0;
    let mut decided = 0;
    for seed in crate::mir::random_program::seeds(0, 400) {
        let before = random_conditions(seed);
        let mut found = before.clone();
        dominating_conditions(&mut found);
        agree(&before, &found);
        let text = print::program(&found);
        unchecked += text.matches(" unchecked").count();
        decided += text.matches("if true").count() + text.matches("if false").count();
    }
    // Programs of which nothing is proven would show nothing.
    assert!(unchecked > 25 && decided > 100, "{unchecked} {decided}");
}
