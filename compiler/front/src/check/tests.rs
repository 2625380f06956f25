//! Inference by example: the types that variables of a program get.
//!
//! *Invariant:* each test says the types by the language's rules, not by what the checker printed.

use crate::base::{Interner, SourceMap};
use crate::hir::Program;
use crate::resolve::{self, Source, SourceError, SourceProvider};

use super::{Options, check};

struct NoFiles;

impl SourceProvider for NoFiles {
    fn import(&mut self, _path: &str, _importer: &str) -> Result<Source, SourceError> {
        Err(SourceError::NotFound(Vec::new()))
    }
}

fn checked(source: &str) -> (Option<Program>, Vec<String>) {
    let mut sources = SourceMap::new();
    let mut names = Interner::new();
    let root = Source {
        identity: "test.q".into(),
        name: "test.q".into(),
        bytes: source.as_bytes().to_vec(),
    };
    let (modules, mut reports) = resolve::load(root, &mut NoFiles, &mut sources, &mut names);
    let (program, found) = check(&modules, &names, Options::default());
    reports.extend(found);
    (
        program,
        reports
            .iter()
            .map(|report| format!("{} {}", report.code.number(), report.message))
            .collect(),
    )
}

/// The types that a variable takes anywhere in the program, in the order of its slots.
fn types_of(source: &str, name: &str) -> Vec<String> {
    let (program, reports) = checked(source);
    let program = program.unwrap_or_else(|| panic!("{reports:#?}"));
    program
        .instances
        .iter()
        .flat_map(|instance| instance.vars.iter())
        .filter(|var| var.name == name)
        .map(|var| var.ty.to_string())
        .collect()
}

fn errors(source: &str) -> Vec<String> {
    checked(source)
        .1
        .into_iter()
        .filter(|report| report.starts_with('E'))
        .collect()
}

#[test]
fn literals_and_operators() {
    assert_eq!(types_of("x = 1\nprint x\n", "x"), ["int"]);
    assert_eq!(types_of("x = 1 / 2\nprint x\n", "x"), ["scalar"]);
    assert_eq!(types_of("x = 2 ^ 3\nprint x\n", "x"), ["int"]);
    assert_eq!(types_of("x = 1 + 2i\nprint x\n", "x"), ["cscalar"]);
    assert_eq!(types_of("x = [1, 2.5]\nprint x\n", "x"), ["vec(2)"]);
    assert_eq!(
        types_of("x = [[1,2],[3,4],[5,6]]\nprint x\n", "x"),
        ["mat[int](3,2)"]
    );
    assert_eq!(
        types_of("x = zeros(2,3) > 1\nprint x\n", "x"),
        ["mat[int](2,3)"]
    );
    assert_eq!(types_of("x = 0..4\nprint x\n", "x"), ["vec[int](5)"]);
    assert_eq!(types_of("x = 0..0.1..1\nprint x\n", "x"), ["vec"]);
}

#[test]
fn a_loop_widens_its_accumulator() {
    let source = "x = zeros(4)\ns = 0\nfor i = 0..3\n    s += x[i]\nend\nprint s\n";
    assert_eq!(types_of(source, "s"), ["int", "scalar"]);
}

#[test]
fn branches_join_upward() {
    let source =
        "a = imread(\"a.png\")\nif numel(a) > 3\n    y = 1\nelse\n    y = 2.5\nend\nprint y\n";
    assert_eq!(types_of(source, "y"), ["int", "scalar"]);
}

#[test]
fn untyped_functions_are_instantiated_once_per_type() {
    let source = "function y = twice(x)\n    y = x + x\nend\nprint twice(1), twice(2), twice(2.5), twice([1,2])\n";
    let (program, _) = checked(source);
    let program = program.expect("no errors");
    assert_eq!(
        program
            .instances
            .iter()
            .filter(|instance| instance.name == "twice")
            .count(),
        3
    );
}

#[test]
fn recursive_functions_find_their_type() {
    let source = "function y = fact(n)\n    if n <= 1\n        y = 1\n    else\n        y = n * fact(n - 1)\n    end\nend\nx = fact(5)\nprint x\n";
    assert_eq!(types_of(source, "x"), ["int"]);
}

#[test]
fn sizes_follow_slices() {
    let source = "x = zeros(4, 6)\na = x[0,:]\nb = x[:,1]\nc = x[1..2,:]\nd = imread(\"a.png\")[1,2,:]\nprint a, b, c, d\n";
    assert_eq!(types_of(source, "a"), ["vec(6)"]);
    assert_eq!(types_of(source, "b"), ["mat(4,1)"]);
    assert_eq!(types_of(source, "c"), ["mat(2,6)"]);
    assert_eq!(types_of(source, "d"), ["cube(1,1,3)"]);
}

#[test]
fn products_and_transposes() {
    let source =
        "a = zeros(2,3)\nb = transpose(a)\nc = a * b\nd = a * [1.0,2.0,3.0]\nprint b, c, d\n";
    assert_eq!(types_of(source, "b"), ["mat(3,2)"]);
    assert_eq!(types_of(source, "c"), ["mat(2,2)"]);
    assert_eq!(types_of(source, "d"), ["mat(2,1)"]);
}

#[test]
fn one_mistake_gives_one_report() {
    assert_eq!(errors("x = lenght(3)\ny = x + 1\nprint y\n").len(), 1);
    assert_eq!(
        errors("for i = 0..3\n    for j = 0..3\n        x = undefined_name\n    end\nend\n").len(),
        1
    );
}

#[test]
fn mistakes_are_named() {
    assert_eq!(
        errors("x = \"a\" / 2\n"),
        ["E0308 `/` does not work on a `string`"]
    );
    assert_eq!(
        errors("x = zeros(1,3) * zeros(4,4)\n"),
        ["E0302 Matrix dimensions (1x3 and 4x4) do not match for multiplication!"]
    );
    assert!(errors("x = [1,2,3]\nprint x[3]\n")[0].starts_with("E0306"));
}

#[test]
fn closures_capture_and_functions_are_values() {
    let source = "function f = adder(n)\n    f = x -> x + n\nend\ng = adder(3)\nprint g(4)\n";
    assert!(checked(source).0.is_some(), "{:?}", errors(source));
    let source = "fact = n -> n <= 1 ? 1 : n * fact(n - 1)\nprint fact(5)\n";
    assert!(checked(source).0.is_some(), "{:?}", errors(source));
}

#[test]
fn kernels_get_their_position() {
    let source = "function [] = __kernel__ k(x : mat, pos)\n    x[pos] = pos[0]\nend\nparallel_do(size(zeros(3,4)), zeros(3,4), k)\n";
    assert_eq!(types_of(source, "pos"), ["vec[int](2)"]);
}
