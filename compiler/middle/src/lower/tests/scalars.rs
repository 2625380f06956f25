//! Numbers, control flow, calls, strings.
//!
//! *Invariant:* outputs are derived by hand from the language reference.

use super::*;
use crate::diag::Code;
use crate::hir::Conversion;
use crate::hir::UnaryOp;

#[test]
fn arithmetic_follows_the_types() {
    let seven = || int(7);
    assert_eq!(
        printed(vec![
            add(int(2), mul(int(3), int(4))),
            binary(BinaryOp::Div, num(7.0), num(2.0)),
            binary(BinaryOp::Pow, int(2), int(10)),
            binary(BinaryOp::Lt, seven(), int(8)),
            expr(Type::Int, ExprKind::Unary(UnaryOp::Not, Box::new(seven()))),
            expr(
                Type::Int,
                ExprKind::Convert(Conversion::Implicit, Box::new(num(-2.7)))
            ),
            builtin(Type::Int, Builtin::Mod, vec![int(-7), int(3)]),
            builtin(Type::Int, Builtin::Periodize, vec![int(-1), int(4)]),
            builtin(Type::Int, Builtin::MirrorExt, vec![int(5), int(4)]),
            builtin(Type::Int, Builtin::NextPow2, vec![int(5)]),
        ]),
        "14\n3.5\n1024\n1\n0\n-2\n-1\n3\n2\n8\n"
    );
}

#[test]
fn complex_numbers_are_pairs() {
    let z = |re, im| expr(Type::Complex, ExprKind::Complex(re, im));
    let times = binary(BinaryOp::Mul, z(1.0, 2.0), z(3.0, -1.0));
    let over = binary(BinaryOp::Div, z(5.0, 5.0), z(3.0, -1.0));
    let size = builtin(Type::Scalar, Builtin::Abs, vec![z(3.0, 4.0)]);
    let equal = binary(BinaryOp::Eq, z(1.0, 2.0), z(1.0, 2.0));
    assert_eq!(
        printed(vec![times, over, size, equal]),
        "5+5i\n1+2i\n5\n1\n"
    );
}

#[test]
fn strings_are_joined_compared_and_made_from_numbers() {
    let number = expr(
        Type::String,
        ExprKind::Convert(Conversion::Implicit, Box::new(int(3))),
    );
    let joined = expr(
        Type::String,
        ExprKind::Concat(Box::new(text("x=")), Box::new(number)),
    );
    let equal = binary(BinaryOp::Eq, text("a"), text("a"));
    assert_eq!(printed(vec![joined, equal]), "x=3\n1\n");
}

/// for k = 0..9: if k == 3 continue; if k == 6 break; s += k; then a repeat loop whose continue checks the condition.
#[test]
fn loops_break_and_continue() {
    let mut f = Function::new("", Space::Host);
    let (k, s, n) = (
        f.var("k", Type::Int),
        f.var("s", Type::Int),
        f.var("n", Type::Int),
    );
    f.push(set(s, int(0)));
    let three = binary(BinaryOp::Eq, f.get(k), int(3));
    let six = binary(BinaryOp::Eq, f.get(k), int(6));
    let body = vec![
        when(three, vec![stmt(StmtKind::Continue)], vec![]),
        when(six, vec![stmt(StmtKind::Break)], vec![]),
        update(s, BinaryOp::Add, f.get(k)),
    ];
    f.push(count(k, int(0), int(9), body));
    f.push(set(n, int(0)));
    let odd = builtin(Type::Int, Builtin::Mod, vec![f.get(n), int(2)]);
    let repeat = StmtKind::Repeat {
        body: vec![
            update(n, BinaryOp::Add, int(1)),
            when(odd, vec![stmt(StmtKind::Continue)], vec![]),
            update(s, BinaryOp::Add, int(100)),
        ],
        until: binary(BinaryOp::Ge, f.get(n), int(4)),
    };
    f.push(stmt(repeat));
    f.push(print(vec![f.get(s), text(" "), f.get(n)]));
    // 0+1+2+4+5 = 12; n = 2 and 4 are even.
    assert_eq!(output(&program(vec![f])), "212 4\n");
}

#[test]
fn the_right_side_of_a_condition_is_evaluated_only_when_it_matters() {
    let mut f = Function::new("", Space::Host);
    let v = f.var("v", open_vec(Elem::Int));
    f.push(set(v, zeros(open_vec(Elem::Int), vec![int(2)])));
    let outside = at(f.get(v), vec![int(5)]);
    let cond = binary(BinaryOp::And, int(0), outside);
    f.push(print(vec![cond]));
    assert_eq!(output(&program(vec![f])), "0\n");
}

#[test]
fn host_functions_call_themselves() {
    let mut script = Function::new("", Space::Host);
    script.push(print(vec![call(id(1), Type::Int, vec![int(10)])]));
    let mut fib = Function::new("fib", Space::Host);
    fib.instance.recursive = true;
    let (n, y) = (fib.param("n", Type::Int), fib.output("y", Type::Int));
    fib.push(set(y, fib.get(n)));
    let less = |k| binary(BinaryOp::Sub, fib.get(n), int(k));
    let sum = add(
        call(id(1), Type::Int, vec![less(1)]),
        call(id(1), Type::Int, vec![less(2)]),
    );
    let small = binary(BinaryOp::Lt, fib.get(n), int(2));
    fib.push(when(small, vec![stmt(StmtKind::Return)], vec![]));
    fib.push(set(y, sum));
    assert_eq!(output(&program(vec![script, fib])), "55\n");
}

/// A device function with an early return, lowered in place twice: its output is cleared each time.
#[test]
fn device_functions_are_lowered_in_place() {
    let mut script = Function::new("", Space::Host);
    let k = script.var("k", Type::Int);
    let value = call(id(1), Type::Int, vec![script.get(k)]);
    script.push(count(k, int(-1), int(1), vec![print(vec![value])]));
    let mut f = Function::new("step", Space::Device);
    let (x, y) = (f.param("x", Type::Int), f.output("y", Type::Int));
    let negative = binary(BinaryOp::Lt, f.get(x), int(0));
    f.push(when(negative, vec![stmt(StmtKind::Return)], vec![]));
    f.push(update(y, BinaryOp::Add, int(5)));
    let result = program(vec![script, f]);
    assert_eq!(lowered(&result).functions.len(), 1);
    assert_eq!(output(&result), "0\n5\n5\n");
}

#[test]
fn errors_name_the_place() {
    let mut f = Function::new("", Space::Host);
    f.push(stmt(StmtKind::Assert {
        cond: int(0),
        message: Some(text("no")),
    }));
    let failure = outcome(&program(vec![f]))
        .failure
        .expect("the assertion fails");
    assert!(failure.message.contains("no"), "{}", failure.message);
    assert_eq!(failure.trace.len(), 1);
}

#[test]
fn scalar_ranges_count_with_a_tolerance() {
    let mut f = Function::new("", Space::Host);
    let (x, n) = (f.var("x", Type::Scalar), f.var("n", Type::Int));
    f.push(set(n, int(0)));
    f.push(stmt(StmtKind::For {
        var: x,
        sequence: Sequence::ScalarRange {
            start: num(0.0),
            step: Some(num(0.1)),
            stop: num(1.0),
        },
        body: vec![update(n, BinaryOp::Add, int(1))],
        attributes: LoopAttributes::default(),
    }));
    f.push(print(vec![f.get(n), text(" "), f.get(x)]));
    assert_eq!(output(&program(vec![f])), "11 1\n");
}

#[test]
fn a_kernel_that_prints_runs_as_host_code() {
    let mut f = Function::new("", Space::Host);
    f.push(stmt(StmtKind::Expr(launch(
        id(1),
        Type::Void,
        vec![int(3)],
        vec![],
    ))));
    let mut prints = Function::new("prints", Space::Kernel);
    prints.push(print(vec![int(1)]));
    prints.push(print(vec![int(2)]));
    let program = program(vec![f, prints]);
    let (_, warnings) = lower(&program, &sources(), Options::default()).expect("it is lowered");
    let codes: Vec<Code> = warnings.iter().map(|report| report.code).collect();
    assert_eq!(codes, [Code::SerialKernel]);
    assert_eq!(output(&program), "1\n2\n".repeat(3));
}
