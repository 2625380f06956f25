//! Known verdicts, in the manner of PolyBench and of image processing.

use super::language::program;
use super::parallelise;
use crate::analysis::loops::Options;
use crate::analysis::loops::verdict::{LoopVerdict, ObstacleKind, Outcome};
use crate::mir::Program;
use crate::mir::passes::simplify::simplify;

/// One word per loop, in the order of the text: `P2` a kernel of two dimensions, `d` a dimension of it, `i` serial inside a kernel,
/// `small`, `serial` by directive, or the kind of obstacle; in parentheses the iteration that runs by itself.
fn words(text: &str) -> String {
    words_of(program(text, &[]))
}

fn words_of(mut program: Program) -> String {
    let verdicts = parallelise(&mut program, Options::default());
    let nest = verdicts.iter().filter(|verdict| verdict.function == "nest");
    let word = |verdict: &LoopVerdict| match &verdict.outcome {
        Outcome::Parallel(parallel) => format!("P{}", parallel.dimensions.len()),
        Outcome::Dimension(_) => "d".to_string(),
        Outcome::InsideKernel(_) => "i".to_string(),
        Outcome::Jammed(_) => "j".to_string(),
        Outcome::Merged(_) => "m".to_string(),
        Outcome::Interchanged(_) => panic!("loops alone are tested here"),
        Outcome::TooSmall => "small".to_string(),
        Outcome::ForcedSerial => "serial".to_string(),
        Outcome::Serial(obstacle) => format!("{:?}", obstacle.kind),
    };
    let words: Vec<String> = nest
        .map(|verdict| match &verdict.except {
            Some(one) => format!("{}({})", word(verdict), one.replace(' ', "")),
            None => word(verdict),
        })
        .collect();
    words.join(" ")
}

const TABLE: &[(&str, &str, &str)] = &[
    (
        "copy",
        "fn (x[2], y[2], h, w) { for m = 0 to h-1 { for n = 0 to w-1 { y[m,n] = x[m,n] } } }",
        "P2 d",
    ),
    (
        "in place",
        "fn (x[2], h, w) { for m = 0 to h-1 { for n = 0 to w-1 { x[m,n] = x[m,n]*2 } } }",
        "P2 d",
    ),
    (
        "three dimensions",
        "fn (x[3], h) { for a = 0 to h { for b = 0 to h { for c = 0 to h { x[a,b,c] = a+b+c } } } }",
        "P3 d d",
    ),
    (
        "five dimensions",
        "fn (x[5], h) { for a = 0 to h { for b = 0 to h { for c = 0 to h { for d = 0 to h { for e = 0 to h { x[a,b,c,d,e] = 1 } } } } } }",
        "P4 d d d i",
    ),
    (
        "sum",
        "fn (x[1], n) { for i = 0 to n-1 { s = s + x[i] } } return s",
        "P1",
    ),
    (
        "sum and sum of squares",
        "fn (x[2], n) { for i = 0 to n-1 { for j = 0 to n-1 { s = s + x[i,j]; q = q + x[i,j]*x[i,j] } } } return s, q",
        "P2 d",
    ),
    (
        "sum through the rows",
        "fn (x[2], y[1], n) { for i = 0 to n-1 { s = 0; for j = 0 to n-1 { s = s + x[i,j] } y[i] = s } }",
        "P1 i",
    ),
    (
        "matrix product",
        "fn (a[2], b[2], c[2], n) { for i = 0 to n-1 { for j = 0 to n-1 { c[i,j] = 0; for k = 0 to n-1 { c[i,j] = c[i,j] + 1 } } } }",
        "P2 d i",
    ),
    (
        "prefix sum",
        "fn (x[1], n) { for i = 1 to n-1 { x[i] = x[i] + x[i-1] } }",
        "ElementConflict",
    ),
    (
        "prefix sum by a variable",
        "fn (x[1], n) { for i = 0 to n-1 { s = s + x[i]; x[i] = s } }",
        "Carried",
    ),
    (
        "prefix sums of rows",
        "fn (x[2], n) { for i = 0 to n-1 { for j = 1 to n-1 { x[i,j] = x[i,j] + x[i,j-1] } } }",
        "P1 i",
    ),
    (
        "prefix sums of columns",
        "fn (x[2], n) { for i = 1 to n-1 { for j = 0 to n-1 { x[i,j] = x[i,j] + x[i-1,j] } } }",
        "ElementConflict P1",
    ),
    (
        "prefix sums of rows by a variable",
        "fn (x[2], y[2], n) { for i = 0 to n-1 { s = 0; for j = 0 to n-1 { s = s + i; y[i,j] = s } } }",
        "P1 i",
    ),
    (
        "Gauss-Seidel",
        "fn (x[2], n) { for i = 1 to n-2 { for j = 1 to n-2 { x[i,j] = x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1] } } }",
        "ElementConflict ElementConflict",
    ),
    (
        "both triangles of a symmetric matrix",
        "fn (x[2], n) { for i = 0 to n-1 { for j = i to n-1 { x[i,j] = i*j; x[j,i] = i*j } } }",
        "P1 i",
    ),
    (
        "both triangles without the diagonal",
        "fn (x[2], n) { for i = 0 to n-1 { for j = i+1 to n-1 { x[i,j] = i*j; x[j,i] = i*j } } }",
        "P1 i",
    ),
    (
        "the other triangle with its diagonal moved",
        "fn (x[2], n) { for i = 0 to n-1 { for j = i to n-1 { x[i,j] = i*j; x[j-1,i] = i*j } } }",
        "ElementConflict P1(j==i)",
    ),
    (
        "a row of an upper triangle from the rows above",
        "fn (x[2], n) { for i = 0 to n-1 { for j = i to n-1 { for k = 0 to i-1 { x[i,j] = x[i,j] - x[i,k]*x[k,j] } } } }",
        "ElementConflict P1 i",
    ),
    (
        "a row of a lower triangle from its own beginning",
        "fn (x[2], n) { for i = 0 to n-1 { for j = 0 to i-1 { for k = 0 to j-1 { x[i,j] = x[i,j] - x[i,k]*x[j,k] } } } }",
        "ElementConflict ElementConflict ElementConflict",
    ),
    (
        "even and odd",
        "fn (x[1], n) { for i = 0 to n-1 { x[2*i] = x[2*i+1] } }",
        "P1",
    ),
    (
        "even and even",
        "fn (x[1], n) { for i = 0 to n-1 { x[2*i] = x[2*i+2] } }",
        "ElementConflict",
    ),
    (
        "blocks of three",
        "fn (x[1], n) { for i = 0 to n-1 { for k = 0 to 2 { x[3*i+k] = i } } }",
        "P1 j",
    ),
    (
        "overlapping blocks",
        "fn (x[1], n) { for i = 0 to n-1 { for k = 0 to 3 { x[3*i+k] = i } } }",
        "ElementConflict small",
    ),
    (
        "far apart",
        "fn (x[1]) { for i = 0 to 999 { x[i] = x[i+1000] } }",
        "P1",
    ),
    (
        "not far enough",
        "fn (x[1]) { for i = 0 to 1000 { x[i] = x[i+1000] } }",
        "ElementConflict",
    ),
    (
        "histogram by hand",
        "fn (h[1], n) { for i = 0 to n-1 { h[i*i] = h[i*i] + 1 } }",
        "ElementConflict",
    ),
    (
        "forced histogram",
        "fn (h[1], n) { parallel for i = 0 to n-1 { h[i*i] = h[i*i] + 1 } }",
        "P1",
    ),
    (
        "the least, read twice",
        "fn (x[1], n) { for i = 0 to n-1 { if x[i] < s { s = x[i] } } } return s",
        "P1",
    ),
    (
        "the same element",
        "fn (x[1], n) { for i = 0 to n-1 { x[0] = i } }",
        "ElementConflict",
    ),
    (
        "transpose in place",
        "fn (x[2], n) { for i = 0 to n-1 { for j = 0 to n-1 { x[i,j] = x[j,i] } } }",
        "ElementConflict P1",
    ),
    (
        "triangle",
        "fn (x[2], n) { for i = 0 to n-1 { for j = 0 to i { x[i,j] = 1 } } }",
        "P1 i",
    ),
    (
        "scatter",
        "fn (x[1], k[1] safe, n) { for i = 0 to n-1 { x[k[i]] = i } }",
        "UnknownElement",
    ),
    (
        "blur",
        "fn (x[2] mirror, y[2], h, w) { for m = 0 to h-1 { for n = 0 to w-1 { s = 0; for d = 0-2 to 2 { s = s + x[m+d,n] } y[m,n] = s } } }",
        "P2 d i",
    ),
    (
        "histogram",
        "fn (h[1], n) { for i = 0 to n-1 { h[i*i] += 1 } }",
        "P1",
    ),
    (
        "histogram, read too",
        "fn (h[1], n) { for i = 0 to n-1 { h[i] += 1; s = s + h[0] } } return s",
        "P1(i==0)",
    ),
    (
        "shortest paths",
        "fn (x[2], n) { for k = 0 to n-1 { for i = 0 to n-1 { for j = 0 to n-1 { x[i,j] = min(x[i,j], x[i,k] + x[k,j]) } } } }",
        "ElementConflict P1(i==k) i",
    ),
    (
        "one element read by all",
        "fn (x[1], n, k) { for i = 0 to n-1 { x[i] = x[i] + x[k] } }",
        "P1(i==k)",
    ),
    (
        "the first element read by all",
        "fn (x[1], n) { for i = 0 to n-1 { x[i] = x[i] + x[0] } }",
        "P1(i==0)",
    ),
    (
        "two elements read by all",
        "fn (x[1], n, k, m) { for i = 0 to n-1 { x[i] = x[m] + x[k] } }",
        "ElementConflict",
    ),
    (
        "one element read at two distances",
        "fn (x[1], n, k) { for i = 0 to n-1 { x[i+1] = x[k+2] + x[k+2] } }",
        "P1(i==k+1)",
    ),
    (
        "two elements written",
        "fn (x[1], n, k) { for i = 1 to n-1 { x[i] = x[k]; x[i-1] = x[k] } }",
        "ElementConflict",
    ),
    (
        "the element is another one each time",
        "fn (x[1], n, k) { for i = 0 to n-1 { x[i] = x[k]; k = k + 1 } }",
        "Carried",
    ),
    (
        "one element of a folded array",
        "fn (x[1] circular, n, k) { for i = 0 to n-1 { x[i] = x[i] + x[k] } }",
        "ElementConflict",
    ),
    (
        "counting down",
        "fn (x[1], n, k) { for i = n-1 to 0 step -1 { x[i] = x[i] + x[k] } }",
        "ElementConflict",
    ),
    (
        "elimination below and above the pivot",
        "fn (x[2], n) { for k = 0 to n-1 { for i = 0 to n-1 { if i != k { for j = k+1 to n-1 { x[i,j] = x[i,j] - x[i,k]*x[k,j] } } } } }",
        "ElementConflict P1 i",
    ),
    (
        "elimination but for one row, told otherwise",
        "fn (x[1], n, k) { for i = 0 to n-1 { if i == k { s = s + 1 } else { x[i] = x[i] - x[k] } } } return s",
        "P1",
    ),
    (
        "elimination of another row than the one excluded",
        "fn (x[1], n, k, m) { for i = 0 to n-1 { if i != m { x[i] = x[i] - x[k] } } }",
        "P1(i==k)",
    ),
    (
        "excluded in one place only",
        "fn (x[1], n, k) { for i = 0 to n-1 { if i < k { x[i] = x[k] } x[i] = x[i] + i } }",
        "P1(i==k)",
    ),
    (
        "maximum by comparison",
        "fn (x[1], n) { for i = 0 to n-1 { v = x[i]; if v > s { s = v } } } return s",
        "P1",
    ),
    (
        "minimum by min",
        "fn (x[1], n) { for i = 0 to n-1 { s = min(s, x[i]) } } return s",
        "P1",
    ),
    (
        "position of the maximum",
        "fn (x[1], n) { for i = 0 to n-1 { v = x[i]; if v > s { s = v; p = i } } } return s, p",
        "Carried",
    ),
    (
        "two operations on one variable",
        "fn (x[1], n) { for i = 0 to n-1 { s = s + x[i]; s = s * 2 } } return s",
        "Carried",
    ),
    (
        "private variable",
        "fn (x[1], n) { for i = 0 to n-1 { t = x[i]; x[i] = t*t } }",
        "P1",
    ),
    (
        "last value",
        "fn (x[1], n) { for i = 0 to n-1 { t = x[i]; x[i] = t*t } } return t",
        "LastValue",
    ),
    (
        "last value of the index",
        "fn (x[1], n) { for i = 0 to n-1 { t = i+3; x[i] = t } } return t",
        "P1",
    ),
    (
        "mirrored write",
        "fn (x[1] mirror, n) { for i = 0 to n-1 { x[i] = 1 } }",
        "ElementConflict",
    ),
    (
        "mirrored write inside",
        "fn (x[2] mirror, n) { for i = 0 to dim(x,0)-1 { for j = 0 to dim(x,1)-1 { x[i,j] = 1 } } }",
        "P2 d",
    ),
    (
        "break",
        "fn (x[1], n) { for i = 0 to n-1 { x[i] = 1; if i > 5 { break } } }",
        "Break",
    ),
    (
        "continue",
        "fn (x[1], n) { for i = 0 to n-1 { if i > 5 { continue } x[i] = 1 } }",
        "Continue",
    ),
    (
        "break inside",
        "fn (x[2], n) { for i = 0 to n-1 { for j = 0 to n-1 { x[i,j] = 1; if j > i { break } } } }",
        "P1 i",
    ),
    (
        "host call",
        "fn (x[1], n) { for i = 0 to n-1 { x[i] = 1; call } }",
        "HostCall",
    ),
    (
        "allocation",
        "fn (x[1], n) { for i = 0 to n-1 { x[i] = 1; allocate } }",
        "DynamicMemory",
    ),
    (
        "text",
        "fn (x[1], n) { for i = 0 to n-1 { x[i] = 1; text } }",
        "Strings",
    ),
    (
        "small",
        "fn (x[1]) { for i = 0 to 3 { x[i] = 1 } }",
        "small",
    ),
    (
        "by directive",
        "fn (x[1], n) { serial for i = 0 to n-1 { x[i] = 1 } }",
        "serial",
    ),
    (
        "forced",
        "fn (x[1], n) { parallel for i = 0 to n-1 { x[0] = 1 } }",
        "P1",
    ),
    (
        "outer serial, inner parallel",
        "fn (x[2], t, n) { for k = 0 to t { for i = 0 to n-1 { x[i,0] = x[i,0] + k } } }",
        "ElementConflict P1",
    ),
    (
        "backwards",
        "fn (x[1], n) { for i = n-1 to 0 step -1 { x[i] = i } }",
        "P1",
    ),
    (
        "symbolic step",
        "fn (x[1], n, k) { for i = 0 to n-1 step k { x[i] = i } }",
        "P1",
    ),
    (
        "update before the inner loop",
        "fn (x[2], n) { for i = 0 to n-1 { s = s + i; for j = 0 to n-1 { s = s + x[i,j] } } } return s",
        "P1 i",
    ),
];

#[test]
fn known_nests_get_their_verdicts() {
    let mut wrong = Vec::new();
    for (name, text, expected) in TABLE {
        let found = words(text);
        if found != *expected {
            wrong.push(format!(
                "{name}: expected {expected}, found {found}\n    {text}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Without the variables of loops, which tie statements together.
#[test]
fn both_loops_of_shortest_paths_are_cut() {
    let mut simple = program(
        "fn (x[2], n) { for k = 0 to n-1 { for i = 0 to n-1 { for j = 0 to n-1 { x[i,j] = min(x[i,j], x[i,k] + x[k,j]) } } } }",
        &[],
    );
    simplify(&mut simple);
    assert_eq!(words_of(simple), "ElementConflict P2(i==k) d(j==k)");
}

#[test]
fn messages_of_the_manual_stand_in_the_obstacles() {
    let mut program = program(
        "fn (x[1], n) { for i = 1 to n-1 {\n t = x[i-1]\n x[i] = t } }",
        &[],
    );
    let verdicts = parallelise(&mut program, Options::default());
    let Outcome::Serial(obstacle) = &verdicts[0].outcome else {
        panic!("the loop is serial");
    };
    assert_eq!(obstacle.kind, ObstacleKind::ElementConflict);
    assert_eq!(obstacle.name, "x");
    assert_eq!(
        obstacle.message(),
        "Parallelization not possible: dependency on iterator variable!"
    );
    assert_eq!(obstacle.places.len(), 2);
}

#[test]
fn rewritten_programs_verify() {
    for (_, text, _) in TABLE {
        let mut program = program(text, &[]);
        parallelise(&mut program, Options::default());
        let violations = crate::mir::verify::check(&program);
        assert!(violations.is_empty(), "{text}\n{violations:?}");
    }
}
