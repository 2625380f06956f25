//! Kernels, launches, closures, functions lowered in place.
//!
//! *Invariant:* outputs are derived by hand from the language reference.

use super::*;
use crate::hir::Conversion;
use crate::hir::{Closure, Special};

fn position(array: Expr, position: Expr, mode: AccessMode) -> Element {
    element_with(array, Place::Position(Box::new(position)), mode)
}

/// `y[pos] = x[pos + [0,1]] + 10 * pos[0]` with the mode of the access.
fn shift(mode: AccessMode) -> Function {
    let mut k = Function::new("shift", Space::Kernel);
    let (x, y) = (k.param("x", mat()), k.param("y", mat()));
    let pos = k.var("pos", vec_of(Elem::Int, 2));
    k.instance.specials.push((Special::Position, pos));
    let right = add(k.get(pos), literal(Elem::Int, vec![int(0), int(1)]));
    let read = expr(
        Type::Scalar,
        ExprKind::Element(position(k.get(x), right, mode)),
    );
    let first = expr(
        Type::Scalar,
        ExprKind::Convert(Conversion::Implicit, Box::new(at(k.get(pos), vec![int(0)]))),
    );
    let value = add(read, mul(num(10.0), first));
    let target = Target::Element(position(k.get(y), k.get(pos), AccessMode::Checked));
    k.push(assign(target, AssignOp::Set, value));
    k
}

fn shifted(mode: AccessMode) -> String {
    let mut f = Function::new("", Space::Host);
    let (x, y) = (f.var("x", mat()), f.var("y", mat()));
    f.push(set(x, zeros(mat(), vec![int(2), int(3)])));
    for index in 0..6 {
        f.push(store(
            f.get(x),
            vec![int(index / 3), int(index % 3)],
            num(f64::from(index)),
        ));
    }
    let size = |array: Expr| builtin(vec_of(Elem::Int, 2), Builtin::Size, vec![array]);
    f.push(set(y, zeros(mat(), vec![size(f.get(x))])));
    let launched = launch(
        id(1),
        Type::Void,
        vec![size(f.get(y))],
        vec![f.get(x), f.get(y)],
    );
    f.push(stmt(StmtKind::Expr(launched)));
    f.push(print(vec![f.get(y)]));
    output(&program(vec![f, shift(mode)]))
}

#[test]
fn kernels_read_by_position_under_every_mode() {
    assert_eq!(shifted(AccessMode::Safe), "[[1,2,0],\n [14,15,10]]\n");
    assert_eq!(shifted(AccessMode::Clamped), "[[1,2,2],\n [14,15,15]]\n");
    assert_eq!(shifted(AccessMode::Circular), "[[1,2,0],\n [14,15,13]]\n");
    assert_eq!(shifted(AccessMode::Mirror), "[[1,2,2],\n [14,15,15]]\n");
}

/// An output that is a sum, one that is a vector, and an update that goes the other way.
#[test]
fn outputs_of_kernels_are_accumulators() {
    let mut f = Function::new("", Space::Host);
    let (s, v) = (f.var("s", Type::Int), f.var("v", vec_of(Elem::Int, 2)));
    let results = Type::Tuple(vec![Type::Int, vec_of(Elem::Int, 2)]);
    f.push(stmt(StmtKind::Unpack {
        targets: vec![Target::Var(s), Target::Var(v)],
        value: launch(id(1), results, vec![int(10)], vec![]),
    }));
    f.push(print(vec![f.get(s), text(" "), f.get(v)]));
    let mut k = Function::new("k", Space::Kernel);
    let pos = k.var("pos", Type::Int);
    k.instance.specials.push((Special::Position, pos));
    let (s, v) = (
        k.output("s", Type::Int),
        k.output("v", vec_of(Elem::Int, 2)),
    );
    k.push(update(s, BinaryOp::Sub, k.get(pos)));
    let parity = builtin(Type::Int, Builtin::Mod, vec![k.get(pos), int(2)]);
    let target = element(k.get(v), vec![Subscript::Index(parity)]);
    k.push(assign(
        Target::Element(target),
        AssignOp::Update(BinaryOp::Add),
        k.get(pos),
    ));
    // minus 45; even positions 20, odd ones 25.
    assert_eq!(output(&program(vec![f, k])), "-45 [20,25]\n");
}

#[test]
fn special_parameters_follow_the_block() {
    let mut f = Function::new("", Space::Host);
    let y = f.var("y", open_vec(Elem::Int));
    f.push(set(y, zeros(open_vec(Elem::Int), vec![int(5)])));
    let launched = ExprKind::Launch {
        instance: id(1),
        dims: vec![int(5)],
        block: Some(vec![int(2)]),
        args: vec![f.get(y)],
        captured: None,
        serial: true,
    };
    f.push(stmt(StmtKind::Expr(expr(Type::Void, launched))));
    f.push(print(vec![f.get(y)]));
    let mut k = Function::new("k", Space::Kernel);
    let y = k.param("y", open_vec(Elem::Int));
    let specials = [
        (Special::Position, 0),
        (Special::BlockPosition, 1),
        (Special::BlockIndex, 10),
        (Special::BlockDim, 100),
        (Special::BlockCount, 1000),
    ];
    let mut sum = int(0);
    let mut at_position = int(0);
    for (special, weight) in specials {
        let var = k.var("special", Type::Int);
        k.instance.specials.push((special, var));
        if special == Special::Position {
            at_position = k.get(var);
        }
        sum = add(sum, mul(k.get(var), int(weight)));
    }
    k.push(store(k.get(y), vec![at_position], sum));
    assert_eq!(output(&program(vec![f, k])), "[3200,3201,3210,3211,3220]\n");
}

/// A kernel that captures an array and a number, and calls a device function with a small vector.
#[test]
fn closures_carry_what_they_captured() {
    let mut hir = {
        let mut f = Function::new("", Space::Host);
        let (y, c) = (f.var("y", open_vec(Elem::Scalar)), f.var("c", Type::Scalar));
        f.push(set(y, zeros(open_vec(Elem::Scalar), vec![int(3)])));
        f.push(set(c, num(0.5)));
        let closure = crate::types::ClosureId::from_index(0);
        let made = expr(
            Type::Closure(closure),
            ExprKind::MakeClosure(closure, vec![f.get(y), f.get(c)]),
        );
        f.push(stmt(StmtKind::Expr(expr(
            Type::Void,
            ExprKind::Launch {
                instance: id(1),
                dims: vec![int(3)],
                block: None,
                args: vec![],
                captured: Some(Box::new(made)),
                serial: false,
            },
        ))));
        f.push(print(vec![f.get(y)]));
        let mut k = Function::new("k", Space::Kernel);
        let (y, c) = (k.var("y", open_vec(Elem::Scalar)), k.var("c", Type::Scalar));
        k.instance.captures = vec![y, c];
        let pos = k.var("pos", Type::Int);
        k.instance.specials.push((Special::Position, pos));
        let index = expr(
            Type::Scalar,
            ExprKind::Convert(Conversion::Implicit, Box::new(k.get(pos))),
        );
        let pair = literal(Elem::Scalar, vec![k.get(c), index]);
        let value = call(id(2), Type::Scalar, vec![pair]);
        k.push(store(k.get(y), vec![k.get(pos)], value));
        let mut d = Function::new("total", Space::Device);
        let (p, r) = (
            d.param("p", vec_of(Elem::Scalar, 2)),
            d.output("r", Type::Scalar),
        );
        let doubled = mul(d.get(p), num(2.0));
        d.push(set(p, doubled));
        d.push(set(r, builtin(Type::Scalar, Builtin::Sum, vec![d.get(p)])));
        program(vec![f, k, d])
    };
    hir.closures.push(Closure {
        name: "k".to_string(),
        captures: vec![open_vec(Elem::Scalar), Type::Scalar],
    });
    assert_eq!(output(&hir), "[1,3,5]\n");
}

/// `y[pos[0], :] = value` where the number of columns is not known, and `hist[k] += 1`.
#[test]
fn kernels_fill_slices_and_update_shared_elements() {
    let mut f = Function::new("", Space::Host);
    let (y, h) = (f.var("y", mat()), f.var("h", open_vec(Elem::Int)));
    f.push(set(y, zeros(mat(), vec![int(2), int(3)])));
    f.push(set(h, zeros(open_vec(Elem::Int), vec![int(2)])));
    f.push(stmt(StmtKind::Expr(launch(
        id(1),
        Type::Void,
        vec![int(2)],
        vec![f.get(y), f.get(h)],
    ))));
    f.push(print(vec![f.get(y), text(" "), f.get(h)]));
    let mut k = Function::new("k", Space::Kernel);
    let (y, h) = (k.param("y", mat()), k.param("h", open_vec(Elem::Int)));
    let pos = k.var("pos", Type::Int);
    k.instance.specials.push((Special::Position, pos));
    let row = element(k.get(y), vec![Subscript::Index(k.get(pos)), Subscript::All]);
    let value = expr(
        Type::Scalar,
        ExprKind::Convert(Conversion::Implicit, Box::new(k.get(pos))),
    );
    k.push(assign(Target::Element(row), AssignOp::Set, value));
    let count = element(k.get(h), vec![Subscript::Index(int(1))]);
    k.push(assign(
        Target::Element(count),
        AssignOp::Update(BinaryOp::Add),
        int(1),
    ));
    assert_eq!(output(&program(vec![f, k])), "[[0,0,0],\n [1,1,1]] [0,2]\n");
}

/// A launch over five dimensions is folded into four; the position is unfolded again.
#[test]
fn launches_over_more_than_four_dimensions_are_folded() {
    let mut f = Function::new("", Space::Host);
    let dims = vec![int(1), int(2), int(1), int(2), int(3)];
    f.push(print(vec![launch(id(1), Type::Int, dims, vec![])]));
    let mut k = Function::new("k", Space::Kernel);
    let pos = k.var("pos", vec_of(Elem::Int, 5));
    k.instance.specials.push((Special::Position, pos));
    let s = k.output("s", Type::Int);
    let weighted = [(1, 100), (3, 10), (4, 1)]
        .map(|(axis, weight)| mul(at(k.get(pos), vec![int(axis)]), int(weight)));
    let [a, b, c] = weighted;
    k.push(update(s, BinaryOp::Add, add(add(a, b), c)));
    // Six positions with axis 1 = 1, six with axis 3 = 1, axis 4 sums to 3 for each of the other four.
    assert_eq!(output(&program(vec![f, k])), "672\n");
}

/// As the checker writes it: the output is set to 0 first, updates are spelled out; and an output that is assigned.
#[test]
fn outputs_may_be_assigned() {
    let mut f = Function::new("", Space::Host);
    let (s, found) = (f.var("s", Type::Int), f.var("found", Type::Int));
    f.push(stmt(StmtKind::Unpack {
        targets: vec![Target::Var(s), Target::Var(found)],
        value: launch(id(1), Type::Tuple(vec![Type::Int; 2]), vec![int(5)], vec![]),
    }));
    f.push(print(vec![f.get(s), text(" "), f.get(found)]));
    let mut k = Function::new("k", Space::Kernel);
    let pos = k.var("pos", Type::Int);
    k.instance.specials.push((Special::Position, pos));
    let (s, found) = (k.output("s", Type::Int), k.output("found", Type::Int));
    k.push(set(s, int(0)));
    k.push(set(found, int(0)));
    k.push(set(s, add(k.get(s), k.get(pos))));
    let third = binary(BinaryOp::Eq, k.get(pos), int(3));
    k.push(when(third, vec![set(found, int(7))], vec![]));
    assert_eq!(output(&program(vec![f, k])), "10 7\n");
}
