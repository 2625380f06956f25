//! Tests of `simplify`: rules by their text, and random programs before and after.

use super::simplify;
use crate::mir::build::FunctionBuilder;
use crate::mir::data::*;
use crate::mir::passes::testing::{agree, random_programs_agree};
use crate::mir::print;
use crate::mir::testing::program;

/// The body of the entry function after the pass.
fn body(build: impl FnOnce(&mut FunctionBuilder)) -> String {
    let mut program = program(|_, b| build(b));
    let before = program.clone();
    simplify(&mut program);
    agree(&before, &program);
    let text = print::function(&program, &program.functions[program.entry]);
    let lines = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim_start().starts_with("local"));
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    lines[..lines.len() - 1]
        .join("\n")
        .replace("    ", " ")
        .trim()
        .to_string()
}

fn print(b: &mut FunctionBuilder, values: &[Value]) {
    let list = b.list(values);
    b.runtime(RtFn::print, &[], &list);
}

/// A value that nothing is known of.
fn unknown(b: &mut FunctionBuilder, ty: Ty) -> Value {
    let number = b.runtime(RtFn::toc, &[], &[])[0];
    let zero = b.number(Ty::F64, -1.0);
    let small = b.binary(BinaryOp::Min, number, zero);
    b.convert(small, ty)
}

#[test]
fn constants_fold() {
    let text = body(|b| {
        let (two, three) = (b.int(2), b.int(3));
        let sum = b.add(two, three);
        let wide = b.convert(sum, Ty::F64);
        let root = b.math(MathFn::Exp2, &[wide]);
        print(b, &[root]);
    });
    assert_eq!(text, "runtime print(; 32.0f64)");
}

#[test]
fn identities_keep_the_bits() {
    let text = body(|b| {
        let x = unknown(b, Ty::F32);
        let (zero, one) = (b.number(Ty::F32, 0.0), b.number(Ty::F32, 1.0));
        let same = b.mul(one, x);
        let sum = b.add(same, zero);
        let back = b.sub(sum, zero);
        print(b, &[back]);
    });
    // The sum stays: it turns -0 into 0.
    assert!(
        text.ends_with("add v3, 0.0\n runtime print(; v7)"),
        "{text}"
    );
}

#[test]
fn integer_constants_meet() {
    let text = body(|b| {
        let x = unknown(b, Ty::I32);
        let (one, three) = (b.int(1), b.int(3));
        let less = b.sub(x, one);
        let back = b.add(less, one);
        let more = b.add(back, three);
        let less = b.sub(more, one);
        print(b, &[back, less]);
    });
    assert!(text.contains("add v3, 2\n runtime print(; v3, "), "{text}");
}

#[test]
fn truth_values_as_numbers_vanish() {
    let text = body(|b| {
        let x = unknown(b, Ty::I32);
        let zero = b.int(0);
        let truth = b.compare(CompareOp::Lt, zero, x);
        let number = b.convert(truth, Ty::I32);
        let test = b.compare(CompareOp::Eq, number, zero);
        b.if_(test, |b| print(b, &[zero]), |b| print(b, &[x]));
    });
    assert!(
        text.contains("v7: bool = le v3, 0\n if v7 {\n  runtime print(; 0)"),
        "{text}"
    );
}

#[test]
fn locals_are_looked_through() {
    let text = body(|b| {
        let x = b.local(Ty::I32, Some("x"));
        let y = b.local(Ty::I32, Some("y"));
        let number = unknown(b, Ty::I32);
        b.set(x, number);
        let (zero, one, two) = (b.int(0), b.int(1), b.int(2));
        b.for_((zero, one, two), |b, _, _| {
            let (a, old) = (b.get(x), b.get(y));
            let new = b.add(a, old);
            b.set(y, new);
        });
        let (a, total) = (b.get(x), b.get(y));
        print(b, &[a, total]);
    });
    assert!(!text.contains("%x"), "{text}");
    assert!(text.contains("get %y"), "{text}");
}

#[test]
fn assignments_that_nothing_reads_vanish() {
    let text = body(|b| {
        let (x, y) = (b.local(Ty::I32, Some("x")), b.local(Ty::I32, Some("y")));
        let (zero, one, two) = (b.int(0), b.int(1), b.int(2));
        b.for_((zero, one, two), |b, _, index| {
            b.set(x, zero);
            b.for_((zero, one, two), |b, _, inner| {
                let old = b.get(x);
                let new = b.add(old, inner);
                b.set(x, new);
            });
            let sum = b.get(x);
            print(b, &[sum]);
            b.set(x, index);
            let before = b.get(y);
            print(b, &[before]);
            b.set(y, index);
        });
    });
    // The next round sets x before it reads it; y is read first.
    assert_eq!(text.matches("set %x").count(), 2, "{text}");
    assert_eq!(text.matches("set %y").count(), 1, "{text}");
}

#[test]
fn constant_branches_and_scopes_dissolve() {
    let text = body(|b| {
        let yes = b.bool(true);
        let one = b.int(1);
        b.scope(|b, scope| {
            b.if_(
                yes,
                |b| {
                    print(b, &[one]);
                    b.break_(scope);
                },
                |b| print(b, &[yes]),
            );
            print(b, &[yes]);
        });
        let (three, zero) = (b.int(3), b.int(0));
        b.for_((three, one, zero), |b, _, index| print(b, &[index]));
    });
    assert_eq!(text, "runtime print(; 1)");
}

#[test]
fn extents_of_new_arrays_are_known() {
    let text = body(|b| {
        let (h, w) = (unknown(b, Ty::I32), b.int(4));
        let array = b.new_array(ElemKind::F32, &[h, w], Fill::Zeros);
        let row = b.new_array(ElemKind::F32, &[w], Fill::Zeros);
        let copy = b.runtime_as(RtFn::array_copy, &[array], &[], Ty::Array(ElemKind::F32));
        let extents = [
            b.dim(copy, 0),
            b.dim(array, 1),
            b.dim(array, 2),
            b.dim(row, 0),
            b.numel(row),
        ];
        print(b, &extents);
    });
    assert!(text.ends_with("runtime print(; v3, 4, 1, 1, 4)"), "{text}");
}

#[test]
fn what_raises_stays() {
    let text = body(|b| {
        let far = b.int(-2);
        b.new_array(ElemKind::F32, &[far], Fill::Zeros);
    });
    assert!(text.contains("new_array(-2)"), "{text}");
}

#[test]
fn random_programs_keep_their_meaning() {
    random_programs_agree(simplify);
}
