//! The dependence test against all pairs of iterations: what it says of small loops is compared with what they touch.
//!
//! *Invariant:* the expectation is counted from the bounds and indices alone, by nothing that the analysis uses.

use super::language::program;
use qc_front::base::Id;
use qc_middle::analysis::loops::def_use::{DefUse, Names};
use qc_middle::analysis::loops::dependence::{Changes, clashes, flows, lone_iterations, test_loop};
use qc_middle::analysis::loops::nest::ranges::is_inside;
use qc_middle::analysis::loops::nest::{Nest, Role};
use qc_middle::analysis::loops::updates::Update;
use qc_middle::analysis::loops::verdict::ObstacleKind;
use qc_middle::mir::interpret::Random;
use qc_middle::mir::passes::simplify::simplify;
use qc_middle::mir::{AccumulatorOp, AtomicOp, Op, Program, Stmt, Value};
use std::cmp::Ordering;

/// Whether the loop at `position` of the nest is found to have independent iterations.
fn is_independent(text: &str, position: usize) -> bool {
    let program = program(text, &[]);
    with_nest(&program, |def_use, nest| {
        test_loop(def_use, nest, position, Changes::Plain).is_ok()
    })
}

/// Looks at the first loop of the function `nest`.
fn with_nest<T>(program: &Program, look: impl FnOnce(&DefUse, &Nest) -> T) -> T {
    let mut functions = program.functions.iter();
    let function = functions.find(|one| one.name == "nest").expect("the nest");
    let is_loop = |stmt: &&Stmt| matches!(stmt.op, Op::For { .. });
    let stmt = function.body.stmts.iter().find(is_loop).expect("a loop");
    let names = Names::of(program);
    let def_use = DefUse::of(function, &names);
    look(&def_use, &Nest::of(&def_use, stmt))
}

/// A loop with known bounds.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: i64,
    step: i64,
    iterations: i64,
}

impl Range {
    fn random(random: &mut Random) -> Range {
        Range {
            first: between(random, 0, 3),
            step: [1, 1, 2, 3, 4, -1, -2][random.below(7) as usize],
            iterations: between(random, 1, 5),
        }
    }

    /// Counting up from a number, or down to it; the last number that the text names need not be reached.
    fn text(self, name: &str, random: &mut Random) -> String {
        let spare = between(random, 0, self.step.abs() - 1) * self.step.signum();
        let last = self.first + (self.iterations - 1) * self.step + spare;
        let step = number(self.step);
        format!(
            "for {name} = {} to {} step {step}",
            number(self.first),
            number(last)
        )
    }

    fn values(self) -> impl Iterator<Item = i64> + Clone {
        (0..self.iterations).map(move |iteration| self.first + iteration * self.step)
    }
}

fn between(random: &mut Random, low: i64, high: i64) -> i64 {
    low + random.below((high - low + 1) as u64) as i64
}

fn number(value: i64) -> String {
    match value {
        0.. => value.to_string(),
        _ => format!("-{}", -value),
    }
}

fn index(terms: &[(i64, &str)], constant: i64) -> String {
    let terms = terms.iter();
    let mut terms: Vec<String> = terms
        .map(|(factor, name)| format!("{}*{name}", number(*factor)))
        .collect();
    terms.push(number(constant));
    terms.join(" + ")
}

/// All pairs of different iterations.
fn pairs(range: Range) -> impl Iterator<Item = (i64, i64)> {
    let different = |&(one, other): &(i64, i64)| one != other;
    range
        .values()
        .flat_map(move |one| range.values().map(move |other| (one, other)))
        .filter(different)
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a.abs(),
        _ => gcd(b, a % b),
    }
}

#[test]
fn one_index_of_one_loop() {
    let mut random = Random::new(0xe4ac);
    let (mut independent, mut dependent) = (0, 0);
    for _ in 0..3000 {
        let range = Range::random(&mut random);
        let (a, c, d) = (
            between(&mut random, -3, 4),
            between(&mut random, 60, 72),
            between(&mut random, 60, 72),
        );
        let head = range.text("i", &mut random);
        let (write, read) = (index(&[(a, "i")], c), index(&[(a, "i")], d));
        let text = format!("fn (x[1] safe) {{ {head} {{ x[{write}] = x[{read}] + 1 }} }}");
        let writes_meet = pairs(range).any(|(one, other)| a * one == a * other);
        let meets = writes_meet || pairs(range).any(|(one, other)| a * one + c == a * other + d);
        assert_eq!(is_independent(&text, 0), !meets, "{text}");
        *(if meets {
            &mut dependent
        } else {
            &mut independent
        }) += 1;
    }
    assert!(independent > 500 && dependent > 500);
}

/// Where the factors differ, only what divides both tells; bounds of the loop tell nothing more.
#[test]
fn two_factors_of_one_loop() {
    let mut random = Random::new(0xfac7);
    let (mut independent, mut dependent) = (0, 0);
    for _ in 0..3000 {
        let range = Range::random(&mut random);
        let [a, b] = [(); 2].map(|()| [-4, -2, 1, 2, 3, 4, 6][random.below(7) as usize]);
        let [c, d] = [(); 2].map(|()| between(&mut random, 60, 70));
        let head = range.text("i", &mut random);
        let (write, read) = (index(&[(a, "i")], c), index(&[(b, "i")], d));
        let text = format!("fn (x[1] safe) {{ {head} {{ x[{write}] = x[{read}] + 1 }} }}");
        let meets = pairs(range).any(|(one, other)| a * one + c == b * other + d);
        let found = is_independent(&text, 0);
        assert!(!(found && meets), "{text}");
        // a·(first + step·t) + c = b·(first + step·u) + d
        let offset = (b - a) * range.first + d - c;
        let divisor = gcd(gcd(a * range.step, b * range.step), 1 << 32);
        let undivided = a != b && offset % divisor != 0;
        assert!(found || !undivided, "{text}");
        *(if found {
            &mut independent
        } else {
            &mut dependent
        }) += 1;
    }
    assert!(independent > 300 && dependent > 500);
}

/// A loop inside moves both indices: what it adds lies between its ends, and is a multiple of what its steps add.
#[test]
fn an_index_of_two_loops() {
    let mut random = Random::new(0x2100);
    let (mut independent, mut dependent) = (0, 0);
    for _ in 0..3000 {
        let (outer, inner) = (Range::random(&mut random), Range::random(&mut random));
        let [a, b, e] = [5, 3, 3].map(|most| between(&mut random, -most, most));
        let e = if random.below(2) == 0 { b } else { e };
        let [c, d] = [(); 2].map(|()| between(&mut random, 130, 140));
        let (head, second) = (outer.text("i", &mut random), inner.text("j", &mut random));
        let (write, read) = (
            index(&[(a, "i"), (b, "j")], c),
            index(&[(a, "i"), (e, "j")], d),
        );
        let text =
            format!("fn (x[1] safe) {{ {head} {{ {second} {{ x[{write}] = x[{read}] + 1 }} }} }}");
        let at = |factor: i64, i: i64, constant: i64| {
            let values = inner.values();
            values.map(move |j| a * i + factor * j + constant)
        };
        let touches = |i: i64, k: i64| {
            let writes = || at(b, i, c);
            writes().any(|one| at(b, k, c).chain(at(e, k, d)).any(|other| one == other))
        };
        let meets = pairs(outer).any(|(one, other)| touches(one, other));
        let found = is_independent(&text, 0);
        assert!(!(found && meets), "{text}");
        // The same with every number between the ends of what the inner loop adds, and with no ends at all.
        let out_of_reach = |e: i64, d: i64| {
            let ends = |factor: i64| {
                let mut ends: Vec<i64> = inner.values().map(|j| factor * j).collect();
                ends.sort_unstable();
                (
                    ends.first().copied().unwrap_or(0),
                    ends.last().copied().unwrap_or(0),
                )
            };
            let ((low, high), (least, most)) = (ends(b), ends(e));
            let range = d + least - c - high..=d + most - c - low;
            pairs(outer).all(|(one, other)| !range.contains(&(a * (one - other))))
        };
        let undivided = |e: i64, d: i64| {
            let steps = [a * outer.step, b * inner.step, e * inner.step];
            let offset = d - c + (e - b) * inner.first;
            let divisor = steps.into_iter().fold(1 << 32, gcd);
            offset % divisor != 0
        };
        let certain = |e: i64, d: i64| a != 0 && out_of_reach(e, d) || undivided(e, d);
        assert!(found || !(certain(b, c) && certain(e, d)), "{text}");
        // The inner loop, the outer one in one and the same iteration.
        let meets_inside =
            pairs(inner).any(|(one, other)| b * one == b * other || b * one + c == e * other + d);
        let found_inside = is_independent(&text, 1);
        assert!(!(found_inside && meets_inside), "{text}");
        assert!(found_inside || meets_inside || b != e, "{text}");
        *(if found {
            &mut independent
        } else {
            &mut dependent
        }) += 1;
    }
    assert!(independent > 300 && dependent > 500);
}

/// Indices wrap at 32 bits; what is written beyond the array without an error may come back to it.
#[test]
fn indices_that_wrap_meet() {
    let table = [
        (
            "fn (x[1] safe) { for i = 0 to 65535 { x[65536*i] = i } }",
            true,
        ),
        (
            "fn (x[1] safe) { for i = 0 to 65536 { x[65536*i] = i } }",
            false,
        ),
        (
            "fn (x[1] safe) { for i = 65536 to 0 step -1 { x[65536*i] = i } }",
            false,
        ),
        (
            "fn (x[1] checked) { for i = 0 to 65536 { x[65536*i] = i } }",
            true,
        ),
        // 65535·65536 + 65535 is the greatest number of 32 bits.
        (
            "fn (x[1] safe) { for i = 0 to 65535 { for j = 0 to 65535 { x[65536*i+j] = i } } }",
            true,
        ),
        (
            "fn (x[1] safe) { for i = 0 to 65536 { for j = 0 to 65535 { x[65536*i+j] = i } } }",
            false,
        ),
        // A launch has fewer positions than 2³¹; 2³⁰ of them are enough to meet again.
        ("fn (x[1] safe, n) { for i = 0 to n { x[2*i] = i } }", true),
        ("fn (x[1] safe, n) { for i = 0 to n { x[4*i] = i } }", false),
        (
            "fn (x[1] checked, n) { for i = 0 to n { x[4*i] = i } }",
            true,
        ),
        ("fn (x[1] safe, n) { for i = 0 to n { x[i] = i } }", true),
        ("fn (x[1] safe, n) { for i = 0 to n { x[i+1] = i } }", true),
        // The error comes only where every iteration writes.
        (
            "fn (x[1] checked, n, k) { for i = 0 to n { if i < k { x[4*i] = i } } }",
            false,
        ),
        (
            "fn (x[1] checked, n, k) { for i = 0 to n { if i > k { continue } x[4*i] = i } }",
            false,
        ),
        (
            "fn (x[1] checked, n, k) { for i = 0 to n { for j = i to k { x[4*i] = i } } }",
            false,
        ),
        (
            "fn (x[1] checked, n, k) { for i = 0 to n { for j = k to i { x[4*i] = i } } }",
            false,
        ),
        (
            "fn (x[1] checked, n, k) { for i = 0 to n { for j = 0 to k { x[4*i] = i } } }",
            true,
        ),
        // One of the two is enough where both name the same elements.
        (
            "fn (x[1] checked, y[1] safe, n) { for i = 0 to n { x[4*i] = x[4*i] + 1 } }",
            true,
        ),
        (
            "fn (x[1] checked, y[1] safe, n) { for i = 0 to n { x[4*i] = x[4*i+4] + 1 } }",
            false,
        ),
    ];
    for (text, expected) in table {
        assert_eq!(is_independent(text, 0), expected, "{text}");
    }
}

/// A write and a read whose indices differ by numbers: which of them comes first.
#[test]
fn what_later_iterations_read_flows() {
    let mut random = Random::new(0xf10);
    let (mut flowing, mut others) = (0, 0);
    for _ in 0..2000 {
        let [outer, inner] = [(); 2].map(|()| Range::random(&mut random));
        let factors = [(); 2].map(|()| [1, 1, -1, 2][random.below(4) as usize]);
        let written = [(); 2].map(|()| between(&mut random, 20, 23));
        let read = [(); 2].map(|()| between(&mut random, 20, 23));
        let swapped = random.below(2) == 0;
        let element = |constants: [i64; 2]| {
            let terms = [(factors[0], "i"), (factors[1], "j")];
            let mut places = [0, 1].map(|at| index(&terms[at..=at], constants[at]));
            if swapped {
                places.reverse();
            }
            format!("x[{}]", places.join(","))
        };
        let (head, second) = (outer.text("i", &mut random), inner.text("j", &mut random));
        let (target, source) = (element(written), element(read));
        let text = format!("fn (x[2] safe) {{ {head} {{ {second} {{ {target} = {source} }} }} }}");
        let iterations: Vec<[i64; 2]> = outer
            .values()
            .flat_map(|i| inner.values().map(move |j| [i, j]))
            .collect();
        let place = |iteration: [i64; 2], constants: [i64; 2]| {
            [0, 1].map(|at| factors[at] * iteration[at] + constants[at])
        };
        let meets = |order: Ordering| {
            let mut pairs = iterations.iter().enumerate();
            pairs.any(|(at, &one)| {
                let mut others = iterations.iter().enumerate();
                others.any(|(then, &other)| {
                    at.cmp(&then) == order && place(one, written) == place(other, read)
                })
            })
        };
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        let [earlier, same, later] = orders.map(meets);
        if !(same || earlier || later) {
            continue;
        }
        let program = program(&text, &[]);
        with_nest(&program, |_, nest| {
            let [read, write] = nest.accesses.as_slice() else {
                panic!("a read and a write: {text}");
            };
            let expected = earlier && !same && !later;
            assert_eq!(flows(nest, write, read), expected, "{text}");
            assert_eq!(flows(nest, read, write), expected, "{text}");
            assert!(!flows(nest, read, read) && !flows(nest, write, write));
            *(if expected { &mut flowing } else { &mut others }) += 1;
        });
    }
    assert!(flowing > 100 && others > 100);
}

/// All indices of a matrix with known extents, through loops with known ends.
#[test]
fn indices_inside_of_a_matrix_are_known() {
    let mut random = Random::new(0x1151de);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..1500 {
        let [rows, columns] = [(); 2].map(|()| between(&mut random, 1, 7));
        let ranges = [(); 2].map(|()| Range::random(&mut random));
        let shifts = [(); 2].map(|()| between(&mut random, -2, 3));
        // To the very last index: what lies between it and the end of the loop is taken as reached.
        let head = |name: &str, range: Range| {
            let last = range.first + (range.iterations - 1) * range.step;
            let (first, last) = (number(range.first), number(last));
            format!("for {name} = {first} to {last} step {}", number(range.step))
        };
        let (outer, inner) = (head("i", ranges[0]), head("j", ranges[1]));
        // A factor that is not 1 may be taken as unknown; 0 makes a constant.
        let factors = [(); 2].map(|()| [0, 1, 1, 1, 2, -1][random.below(6) as usize]);
        let place = [(factors[0], "i"), (factors[1], "j")];
        let [row, column] = [0, 1].map(|at| index(&place[at..=at], shifts[at]));
        let text = format!(
            "fn () {{ new t[{rows},{columns}] mirror; {outer} {{ {inner} {{ t[{row},{column}] = 1 }} }} }}"
        );
        let program = program(&text, &[]);
        with_nest(&program, |_, nest| {
            for (dimension, extent) in [rows, columns].into_iter().enumerate() {
                let mut values = ranges[dimension].values();
                let (factor, shift) = (factors[dimension], shifts[dimension]);
                let expected = values.all(|value| (0..extent).contains(&(factor * value + shift)));
                let found = is_inside(nest, &nest.accesses[0], dimension);
                assert!(expected || !found, "{text}");
                assert!(found || !expected || ![0, 1].contains(&factor), "{text}");
                *(if expected { &mut inside } else { &mut outside }) += 1;
            }
        });
    }
    assert!(inside > 200 && outside > 200);
}

/// Indices that sum up two loops of the nest and one around it.
#[test]
fn sums_of_indices_inside_are_known() {
    let mut random = Random::new(0x5a35);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..1500 {
        let extent = between(&mut random, 3, 12);
        let ranges = [(); 3].map(|()| Range::random(&mut random));
        let names = ["s", "i", "j"];
        let factors = [(); 3].map(|()| [0, 1, 1, 2, -1][random.below(5) as usize]);
        let shift = between(&mut random, -3, 4);
        let terms = [0, 1, 2].map(|at| (factors[at], names[at]));
        let heads = [0, 1, 2].map(|at| {
            let range = ranges[at];
            let last = range.first + (range.iterations - 1) * range.step;
            let (first, last) = (number(range.first), number(last));
            format!(
                "for {} = {first} to {last} step {}",
                names[at],
                number(range.step)
            )
        });
        let [around, outer, inner] = heads;
        let place = index(&terms, shift);
        let text = format!(
            "fn () {{ new t[1,{extent}] clamped; {around} {{ {outer} {{ {inner} {{ t[0,{place}] = 1 }} }} }} }}"
        );
        let mut values = vec![shift];
        for (factor, range) in factors.into_iter().zip(ranges) {
            let sums = values
                .iter()
                .flat_map(|sum| range.values().map(move |one| sum + factor * one));
            values = sums.collect();
        }
        let expected = values.iter().all(|value| (0..extent).contains(value));
        let mut program = program(&text, &[]);
        simplify(&mut program);
        let mut functions = program.functions.iter();
        let function = functions.find(|one| one.name == "nest").expect("the nest");
        let names = Names::of(&program);
        let def_use = DefUse::of(function, &names);
        let mut loops = function.body.stmts.iter().flat_map(|stmt| stmt.op.blocks());
        let body = loops.next().expect("the loop around");
        let nested = body
            .stmts
            .iter()
            .find(|stmt| matches!(stmt.op, Op::For { .. }));
        let nest = Nest::of(&def_use, nested.expect("the nest"));
        assert_eq!(is_inside(&nest, &nest.accesses[0], 1), expected, "{text}");
        *(if expected { &mut inside } else { &mut outside }) += 1;
    }
    assert!(inside > 100 && outside > 100, "{inside} {outside}");
}

/// The roles of the accesses that clash, in the order of the text.
#[test]
fn all_pairs_that_clash_are_found() {
    let found = |text: &str, changes: Changes| {
        let mut program = program(text, &[]);
        simplify(&mut program);
        with_nest(&program, |def_use, nest| {
            let pairs = clashes(def_use, nest, 0, changes).into_iter();
            let word = |role: Role| match role {
                Role::Read => "r",
                Role::Write => "w",
                Role::Update(_) => "u",
            };
            let pairs = pairs.map(|(one, other)| format!("{}{}", word(one.role), word(other.role)));
            pairs.collect::<Vec<_>>().join(" ")
        })
    };
    let table = [
        ("fn (x[1], n) { for i = 1 to n-1 { x[i] = x[i] + 1 } }", ""),
        (
            "fn (x[1], n) { for i = 1 to n-1 { x[i] = x[i-1] + x[i] } }",
            "rw",
        ),
        (
            "fn (x[1], n) { for i = 1 to n-1 { x[i] = x[i-1] + x[i+1] } }",
            "rw rw",
        ),
        ("fn (x[1], n) { for i = 1 to n-1 { x[0] = i } }", "ww"),
        (
            "fn (x[1], n, m) { for i = 1 to n-1 { x[i] = i; x[i-1] = x[m] } }",
            "wr ww rw",
        ),
        ("fn (x[1], n) { for i = 1 to n-1 { x[0] += 1 } }", ""),
        (
            "fn (x[1], n, m) { for i = 1 to n-1 { x[0] += x[m] } }",
            "ru",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(found(text, Changes::Plain), expected, "{text}");
    }
    let histogram = "fn (x[1], n) { for i = 1 to n-1 { x[i*i] = x[i*i] + 1 } }";
    assert_eq!(found(histogram, Changes::Plain), "rw ww");
    assert_eq!(found(histogram, Changes::Exact), "");
}

/// Changes of elements: which may be made by several iterations, plain and as atomic operations.
#[test]
fn changes_whose_order_does_not_matter_may_meet() {
    let table = [
        ("x[i*i] = x[i*i] + 1", false, true),
        ("x[i*i] = 5 - x[i*i]", false, false),
        ("x[i*i] = x[i*i] + 1; x[i] = x[i] - i", false, true),
        ("x[i*i] = x[i*i] + 1; x[i] = min(x[i], 3)", false, false),
        ("x[i*i] = x[i*i] + 1; x[i] = xor(x[i], 3)", false, false),
        (
            "x[i*i] = xor(x[i*i], i); x[2*i] = xor(x[2*i], 3)",
            false,
            true,
        ),
        ("x[i*i] = x[i*i] + 1; x[i] = 3", false, false),
        ("x[i] = 3; x[i*i] = x[i*i] + 1", false, false),
        ("x[i*i] = x[i*i] + x[0]", false, false),
        ("x[i] = x[i] + 1", true, true),
    ];
    for (body, plain, exact) in table {
        let text = format!("fn (x[1] safe, n) {{ for i = 0 to n {{ {body} }} }}");
        let mut program = program(&text, &[]);
        // A read and a write of one array name it by one value.
        simplify(&mut program);
        with_nest(&program, |def_use, nest| {
            for (changes, expected) in [
                (Changes::Plain, plain),
                (Changes::Exact, exact),
                (Changes::Rounded, exact),
            ] {
                let found = test_loop(def_use, nest, 0, changes).is_ok();
                assert_eq!(found, expected, "{body} {changes:?}");
            }
        });
    }
}

#[test]
fn classes_of_changes() {
    let (exact, rounded) = (Some(AccumulatorOp::Add), Some(AccumulatorOp::Mul));
    let update = |order_free, rounded| Update {
        op: AtomicOp::Add,
        value: Value::from_index(0),
        order_free,
        rounded,
    };
    for (update, of_exact, of_rounded) in [
        (update(exact, None), exact, exact),
        (update(None, rounded), None, rounded),
        (update(exact, rounded), exact, exact),
        (update(None, None), None, None),
    ] {
        assert_eq!(Changes::Plain.class(&update), None);
        assert_eq!(Changes::Exact.class(&update), of_exact);
        assert_eq!(Changes::Rounded.class(&update), of_rounded);
    }
}

/// Arrays that must be different ones when the program runs.
#[test]
fn arrays_that_may_be_one_are_named() {
    let table = [
        ("fn (x[1], n) { for i = 0 to n { x[i] = i } }", ""),
        ("fn (x[1], y[1], n) { for i = 0 to n { x[i] = y[i] } }", ""),
        (
            "fn (x[1], y[1], n) { for i = 0 to n { x[i] = y[i+1] } }",
            "x!y",
        ),
        (
            "fn (y[1], x[1], n) { for i = 0 to n { x[i] = y[i+1]; y[i] = y[i+2] } }",
            "-",
        ),
        (
            "fn (x[1], y[1], z[1], n) { for i = 0 to n { z[i] = x[i+1] + y[i+1] } }",
            "x!z y!z",
        ),
        (
            "fn (x[1], y[2], n) { for i = 0 to n { x[i] = y[i,0] } }",
            "x!y",
        ),
    ];
    for (text, expected) in table {
        let program = program(text, &[]);
        let found = with_nest(&program, |def_use, nest| {
            let found = test_loop(def_use, nest, 0, Changes::Plain);
            let found = found.map(|pairs| {
                let names = pairs.iter().map(|((left, one), (right, other))| {
                    assert!(left < right);
                    format!("{one}!{other}")
                });
                names.collect::<Vec<_>>().join(" ")
            });
            found.unwrap_or_else(|_| "-".to_owned())
        });
        assert_eq!(found, expected, "{text}");
    }
}

/// What names another element than its index says, and what has more dimensions.
#[test]
fn accesses_that_meet_in_other_ways() {
    let table = [
        // Beyond the array the indices lead back into it.
        (
            "() { new t[9,9] mirror; for i = 0 to 8 { t[i,0] = t[i+9,0] } }",
            false,
        ),
        (
            "() { new t[9,9] mirror; for i = 0 to 8 { t[i,0] = i; s = t[i+9,0] } }",
            false,
        ),
        (
            "() { new t[9,9] mirror; for i = 0 to 8 { t[i,0] = t[i,1] } }",
            true,
        ),
        (
            "() { new t[9,9] safe; for i = 0 to 8 { t[i,0] = t[i+9,0] } }",
            true,
        ),
        (
            "() { new t[9,9] mirror; for i = 0 to 8 { t[i,0] = 1; for j = i+1 to 8 { s = t[j+9,0] } } }",
            false,
        ),
        (
            "() { new t[9,9] mirror; for i = 0 to 8 { for j = i+1 to 8 { s = t[j+9,0] } t[i,0] = 1 } }",
            false,
        ),
        // An element of a third dimension, where two are written.
        (
            "(x[3] safe, n, m) { for i = 0 to n { x[i,0] = x[m,0,1] } }",
            true,
        ),
        (
            "(x[3] safe, n, m) { for i = 0 to n { x[i,0] = x[m,0,0] } }",
            false,
        ),
    ];
    for (text, expected) in table {
        assert_eq!(is_independent(&format!("fn {text}"), 0), expected, "{text}");
    }
}

/// The iterations that clash with others, where it is one for each pair of accesses.
#[test]
fn lone_iterations_are_the_same_number_for_all() {
    let table = [
        (
            "(x[1] safe, n, k) { for i = 0 to n { x[i] = x[i] + x[k] } }",
            1,
        ),
        (
            "(x[1] safe, n, k) { for i = 0 to n { x[0-i] = x[0-i] + x[k] } }",
            1,
        ),
        (
            "(x[1] safe, n, k) { for i = 0 to n { x[2*i] = x[2*i] + x[k] } }",
            0,
        ),
        (
            "(x[1] safe, n, k) { for i = 0 to n { for j = 0 to n { x[i+j] = x[k] } } }",
            0,
        ),
        (
            "(x[1] safe, n) { for i = 0 to n { for j = 0 to n { x[i] = x[j] } } }",
            0,
        ),
        (
            "(x[1] safe, n, k, m) { for i = 0 to n { x[i] = x[k] + x[m] } }",
            0,
        ),
        (
            "(k) { new t[9,9] circular; for i = 0 to 8 { t[i,0] = t[k,0] } }",
            0,
        ),
        (
            "(k) { new t[9,9] circular; for i = 0 to 8 { t[i,0] = i; s = t[k,0] } }",
            0,
        ),
        (
            "(k) { new t[9,9] safe; for i = 0 to 8 { t[i,0] = i; s = t[k,0] } }",
            1,
        ),
    ];
    for (text, expected) in table {
        let program = program(&format!("fn {text}"), &[]);
        let found = with_nest(&program, |def_use, nest| {
            lone_iterations(def_use, nest, 0).len()
        });
        assert_eq!(found, expected, "{text}");
    }
}

/// A statement that clashes with itself is named once.
#[test]
fn an_obstacle_names_a_place_once() {
    let program = program("fn (x[1] safe, n) {\nfor i = 0 to n {\nx[0] = i } }", &[]);
    let obstacle = with_nest(&program, |def_use, nest| {
        test_loop(def_use, nest, 0, Changes::Plain).expect_err("they meet")
    });
    let places = obstacle.places.iter();
    let lines: Vec<u32> = places.map(|place| program.locations[*place].line).collect();
    assert_eq!(
        (obstacle.kind, lines),
        (ObstacleKind::ElementConflict, vec![3])
    );
}
