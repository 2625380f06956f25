//! Arrays: elements, array expressions, reductions, slices, masks, sizes.
//!
//! *Invariant:* outputs are derived by hand from the language reference.

use super::*;
use crate::hir::Conversion;

/// A script with `a = [[1,2,3],[4,5,6]]` on the heap.
fn with_matrix() -> (Function, VarId) {
    let mut f = Function::new("", Space::Host);
    let a = f.var("a", mat());
    f.push(set(a, zeros(mat(), vec![int(2), int(3)])));
    for index in 0..6 {
        let position = vec![int(index / 3), int(index % 3)];
        let value = num(f64::from(index) + 1.0);
        f.push(store(f.get(a), position, value));
    }
    (f, a)
}

#[test]
fn array_expressions_become_one_loop() {
    let (mut f, a) = with_matrix();
    let b = f.var("b", mat());
    let twice = mul(f.get(a), num(2.0));
    f.push(set(b, add(twice, f.get(a))));
    f.push(print(vec![f.get(b)]));
    let hir = program(vec![f]);
    let mut loops = 0;
    lowered(&hir).functions[mir::FuncId::from_index(0)]
        .body
        .for_each_stmt(&mut |stmt| {
            loops += usize::from(matches!(stmt.op, mir::Op::For { .. }));
        });
    assert_eq!(loops, 1);
    assert_eq!(output(&hir), "[[3,6,9],\n [12,15,18]]\n");
}

#[test]
fn different_sizes_are_an_error() {
    let (mut f, a) = with_matrix();
    let b = f.var("b", mat());
    f.push(set(b, zeros(mat(), vec![int(3), int(2)])));
    f.push(print(vec![add(f.get(a), f.get(b))]));
    let failure = outcome(&program(vec![f])).failure.expect("sizes differ");
    assert_eq!(failure.row, quasar_abi::RtError::SizeMismatch);
}

#[test]
fn reductions_need_no_temporary() {
    let (mut f, a) = with_matrix();
    let product = mul(f.get(a), f.get(a));
    f.push(print(vec![
        builtin(Type::Scalar, Builtin::Sum, vec![product.clone()]),
        text(" "),
        builtin(Type::Scalar, Builtin::Sum, vec![f.get(a)]),
        text(" "),
        builtin(Type::Scalar, Builtin::Mean, vec![mul(f.get(a), num(2.0))]),
        text(" "),
        builtin(Type::Scalar, Builtin::Max, vec![product]),
        text(" "),
        builtin(
            Type::Int,
            Builtin::Any,
            vec![binary(BinaryOp::Gt, f.get(a), num(5.5))],
        ),
    ]));
    let hir = program(vec![f]);
    let mut arrays = 0;
    lowered(&hir).functions[mir::FuncId::from_index(0)]
        .body
        .for_each_stmt(&mut |stmt| {
            arrays += usize::from(matches!(stmt.op, mir::Op::NewArray { .. }));
        });
    assert_eq!(arrays, 1, "only the matrix itself is an array");
    assert_eq!(output(&hir), "91 21 7 36 1\n");
}

#[test]
fn updates_of_whole_arrays_are_seen_through_every_reference() {
    let (mut f, a) = with_matrix();
    let b = f.var("b", mat());
    f.push(set(b, f.get(a)));
    f.push(update(a, BinaryOp::Add, num(1.0)));
    f.push(print(vec![at(f.get(b), vec![int(1), int(2)])]));
    assert_eq!(output(&program(vec![f])), "7\n");
}

#[test]
fn small_arrays_stay_in_registers() {
    let mut f = Function::new("", Space::Host);
    let (p, q) = (
        f.var("p", vec_of(Elem::Int, 3)),
        f.var("q", vec_of(Elem::Int, 3)),
    );
    f.push(set(p, literal(Elem::Int, vec![int(1), int(2), int(3)])));
    f.push(store(f.get(p), vec![int(1)], int(7)));
    f.push(set(q, add(f.get(p), f.get(p))));
    let sum = builtin(Type::Int, Builtin::Sum, vec![f.get(q)]);
    let dot = builtin(Type::Int, Builtin::DotProd, vec![f.get(p), f.get(q)]);
    f.push(print(vec![sum, text(" "), dot]));
    let hir = program(vec![f]);
    lowered(&hir).functions[mir::FuncId::from_index(0)]
        .body
        .for_each_stmt(&mut |stmt| {
            assert!(!matches!(
                stmt.op,
                mir::Op::Load(_) | mir::Op::Store(..) | mir::Op::NewArray { .. }
            ));
        });
    // p = [1,7,3], q = 2p: sum 22, dot 2*(1+49+9).
    assert_eq!(output(&hir), "22 118\n");
}

/// An array that two variables share must not be in registers.
#[test]
fn shared_small_arrays_keep_their_identity() {
    let mut f = Function::new("", Space::Host);
    let (p, q) = (
        f.var("p", vec_of(Elem::Int, 2)),
        f.var("q", vec_of(Elem::Int, 2)),
    );
    f.push(set(p, literal(Elem::Int, vec![int(1), int(2)])));
    f.push(set(q, f.get(p)));
    f.push(store(f.get(q), vec![int(0)], int(9)));
    f.push(print(vec![f.get(p)]));
    assert_eq!(output(&program(vec![f])), "[9,2]\n");
}

#[test]
fn a_callee_stores_into_the_callers_array() {
    let mut f = Function::new("", Space::Host);
    let p = f.var("p", vec_of(Elem::Int, 2));
    f.push(set(p, literal(Elem::Int, vec![int(1), int(2)])));
    f.push(stmt(StmtKind::Expr(call(
        id(1),
        Type::Void,
        vec![f.get(p)],
    ))));
    f.push(print(vec![f.get(p)]));
    let mut g = Function::new("g", Space::Host);
    let x = g.param("x", vec_of(Elem::Int, 2));
    g.push(store(g.get(x), vec![int(1)], int(8)));
    assert_eq!(output(&program(vec![f, g])), "[1,8]\n");
}

/// In a device function arrays stay in registers even when their indices are computed.
#[test]
fn registers_are_addressed_dynamically() {
    let mut script = Function::new("", Space::Host);
    script.push(print(vec![call(id(1), vec_of(Elem::Int, 3), vec![])]));
    script.push(print(vec![call(id(2), Type::Int, vec![int(3)])]));
    let mut f = Function::new("tens", Space::Device);
    let (p, k) = (f.output("p", vec_of(Elem::Int, 3)), f.var("k", Type::Int));
    f.push(set(p, literal(Elem::Int, vec![int(1), int(2), int(3)])));
    let square = mul(at(f.get(p), vec![f.get(k)]), int(10));
    let body = vec![store(f.get(p), vec![f.get(k)], square)];
    f.push(count(k, int(1), int(2), body));
    let mut g = Function::new("mirrored", Space::Device);
    let (k, y) = (g.param("k", Type::Int), g.output("y", Type::Int));
    let q = g.var("q", vec_of(Elem::Int, 3));
    g.push(set(q, literal(Elem::Int, vec![int(1), int(2), int(3)])));
    let place = Place::Subscripts(vec![Subscript::Index(g.get(k))]);
    let mirrored = element_with(g.get(q), place, AccessMode::Mirror);
    g.push(set(y, expr(Type::Int, ExprKind::Element(mirrored))));
    assert_eq!(output(&program(vec![script, f, g])), "[1,20,30]\n3\n");
}

/// Where a table is read by a computed index it lies in memory, so that a loop may share it.
#[test]
fn tables_of_host_code_lie_in_memory() {
    let mut f = Function::new("", Space::Host);
    let (p, k) = (f.var("p", vec_of(Elem::Int, 3)), f.var("k", Type::Int));
    f.push(set(p, literal(Elem::Int, vec![int(1), int(2), int(3)])));
    let next = add(at(f.get(p), vec![f.get(k)]), int(1));
    f.push(count(
        k,
        int(0),
        int(2),
        vec![store(f.get(p), vec![f.get(k)], next)],
    ));
    f.push(print(vec![f.get(p)]));
    let hir = program(vec![f]);
    let mut selects = 0;
    lowered(&hir).functions[mir::FuncId::from_index(0)]
        .body
        .for_each_stmt(&mut |stmt| {
            selects += usize::from(matches!(stmt.op, mir::Op::Select { .. }));
        });
    assert_eq!(selects, 0);
    assert_eq!(output(&hir), "[2,3,4]\n");
}

fn slice(array: Expr, subscripts: Vec<Subscript>, ty: Type) -> Expr {
    expr(ty, ExprKind::Element(element(array, subscripts)))
}

#[test]
fn slices_are_read_stored_and_updated() {
    let (mut f, a) = with_matrix();
    let row = || vec![Subscript::Index(int(1)), Subscript::All];
    f.push(print(vec![slice(f.get(a), row(), mat())]));
    let target = Target::Element(element(f.get(a), row()));
    f.push(assign(
        target.clone(),
        AssignOp::Update(BinaryOp::Mul),
        num(10.0),
    ));
    let columns = Subscript::Range {
        start: Box::new(int(0)),
        step: None,
        stop: Box::new(int(1)),
    };
    let corner = element(f.get(a), vec![Subscript::Index(int(0)), columns]);
    f.push(assign(
        Target::Element(corner),
        AssignOp::Set,
        literal(Elem::Scalar, vec![num(7.0), num(8.0)]),
    ));
    f.push(print(vec![f.get(a)]));
    let three = literal(Elem::Scalar, vec![num(1.0), num(2.0), num(3.0)]);
    f.push(assign(target, AssignOp::Set, three));
    f.push(print(vec![builtin(
        Type::Scalar,
        Builtin::Sum,
        vec![f.get(a)],
    )]));
    assert_eq!(
        output(&program(vec![f])),
        "[4,5,6]\n[[7,8,3],\n [40,50,60]]\n24\n"
    );
}

#[test]
fn a_slice_of_the_wrong_length_is_an_error() {
    let (mut f, a) = with_matrix();
    let target = element(f.get(a), vec![Subscript::Index(int(1)), Subscript::All]);
    let two = literal(Elem::Scalar, vec![num(1.0), num(2.0)]);
    f.push(assign(Target::Element(target), AssignOp::Set, two));
    let failure = outcome(&program(vec![f]))
        .failure
        .expect("the row has three elements");
    assert_eq!(failure.row, quasar_abi::RtError::SizeMismatch);
}

#[test]
fn masks_select_elements() {
    let (mut f, a) = with_matrix();
    let mask = binary(BinaryOp::Gt, f.get(a), num(4.0));
    let place = Place::Mask(Box::new(mask));
    let target = element_with(f.get(a), place.clone(), AccessMode::Checked);
    let selected = expr(mat(), ExprKind::Element(target.clone()));
    f.push(print(vec![builtin(
        Type::Scalar,
        Builtin::Sum,
        vec![selected],
    )]));
    f.push(assign(Target::Element(target), AssignOp::Set, num(0.0)));
    f.push(print(vec![builtin(
        Type::Scalar,
        Builtin::Sum,
        vec![f.get(a)],
    )]));
    assert_eq!(output(&program(vec![f])), "11\n10\n");
}

#[test]
fn sizes_need_no_arrays() {
    let (mut f, a) = with_matrix();
    let b = f.var("b", mat());
    let (h, w) = (f.var("h", Type::Int), f.var("w", Type::Int));
    let size = |array: Expr| builtin(vec_of(Elem::Int, 2), Builtin::Size, vec![array]);
    f.push(set(b, zeros(mat(), vec![size(f.get(a))])));
    f.push(stmt(StmtKind::UnpackVector {
        targets: vec![Target::Var(h), Target::Var(w)],
        value: size(f.get(b)),
        elem: Elem::Int,
    }));
    let same = expr(
        Type::Int,
        ExprKind::ArraysEqual(Box::new(size(f.get(a))), Box::new(size(f.get(b)))),
    );
    f.push(print(vec![f.get(h), text("x"), f.get(w), text(" "), same]));
    let hir = program(vec![f]);
    lowered(&hir).functions[mir::FuncId::from_index(0)]
        .body
        .for_each_stmt(&mut |stmt| {
            if let mir::Op::Runtime { func, .. } = &stmt.op {
                assert_eq!(*func, mir::RtFn::print);
            }
        });
    assert_eq!(output(&hir), "2x3 1\n");
}

#[test]
fn storage_integers_round_and_saturate() {
    let ty = Type::Array(ArrayType::open(Elem::Storage(mir::ElemKind::U8), 1));
    let mut f = Function::new("", Space::Host);
    let v = f.var("v", ty.clone());
    f.push(set(v, zeros(ty, vec![int(3)])));
    // A conversion that stands there happens; what is stored as it is rounds.
    let cut = expr(
        Type::Int,
        ExprKind::Convert(Conversion::Explicit, Box::new(num(3.7))),
    );
    f.push(store(f.get(v), vec![int(0)], num(3.7)));
    f.push(store(f.get(v), vec![int(1)], int(300)));
    f.push(store(f.get(v), vec![int(2)], cut));
    f.push(print(vec![f.get(v)]));
    assert_eq!(output(&program(vec![f])), "[4,255,3]\n");
}

#[test]
fn matrix_products_in_registers_and_in_memory() {
    let small = |rows: i32, columns: i32| {
        Type::Array(ArrayType::new(
            Elem::Scalar,
            vec![Size::Known(rows), Size::Known(columns)],
        ))
    };
    let row = |a, b| literal(Elem::Scalar, vec![num(a), num(b)]);
    let matrix = expr(
        small(2, 2),
        ExprKind::ArrayLiteral(vec![row(1.0, 2.0), row(3.0, 4.0)]),
    );
    let vector = literal(Elem::Scalar, vec![num(5.0), num(6.0)]);
    let product = expr(
        small(2, 1),
        ExprKind::MatMul(Box::new(matrix), Box::new(vector)),
    );
    let sum = builtin(Type::Scalar, Builtin::Sum, vec![product]);
    let (mut f, a) = with_matrix();
    let transposed = builtin(mat(), Builtin::Transpose, vec![f.get(a)]);
    let square = expr(
        mat(),
        ExprKind::MatMul(Box::new(f.get(a)), Box::new(transposed)),
    );
    f.push(print(vec![
        sum,
        text(" "),
        builtin(Type::Scalar, Builtin::Sum, vec![square]),
    ]));
    // [17, 39] sums to 56; a a^T = [[14,32],[32,77]].
    assert_eq!(output(&program(vec![f])), "56 155\n");
}

/// A host function that takes and gives small arrays is lowered in place, as the checker writes it: with an output that
/// the variable is handed over to at the end.
#[test]
fn small_arrays_stay_in_registers_across_host_functions() {
    let mut f = Function::new("", Space::Host);
    let (p, q) = (
        f.var("p", vec_of(Elem::Int, 2)),
        f.var("q", vec_of(Elem::Int, 2)),
    );
    f.push(set(p, literal(Elem::Int, vec![int(1), int(2)])));
    f.push(set(q, call(id(1), vec_of(Elem::Int, 2), vec![f.get(p)])));
    let sum = builtin(Type::Int, Builtin::Sum, vec![f.get(q)]);
    f.push(print(vec![sum, text(" "), at(f.get(p), vec![int(0)])]));
    let mut g = Function::new("g", Space::Host);
    let a = g.param("a", vec_of(Elem::Int, 2));
    let (c, out) = (
        g.var("c", vec_of(Elem::Int, 2)),
        g.output("$out$c", vec_of(Elem::Int, 2)),
    );
    g.push(set(a, add(g.get(a), int(1))));
    g.push(set(c, mul(g.get(a), int(10))));
    g.push(store(g.get(c), vec![int(0)], int(5)));
    g.push(set(out, g.get(c)));
    let hir = program(vec![f, g]);
    let result = lowered(&hir);
    assert_eq!(result.functions.len(), 1);
    result.functions[mir::FuncId::from_index(0)]
        .body
        .for_each_stmt(&mut |stmt| {
            // A total that does not fit is an error, which is raised.
            let quiet = [mir::RtFn::print, mir::RtFn::error_raise_row];
            let makes = matches!(&stmt.op, mir::Op::Runtime { func, .. } if !quiet.contains(func));
            assert!(!makes && !matches!(stmt.op, mir::Op::NewArray { .. }));
        });
    // a = [2,3], c = [5,30].
    assert_eq!(output(&hir), "35 1\n");
}

/// A function that gives its own parameter gives the caller's array.
#[test]
fn a_returned_parameter_is_the_callers_array() {
    let mut f = Function::new("", Space::Host);
    let (p, q) = (
        f.var("p", vec_of(Elem::Int, 2)),
        f.var("q", vec_of(Elem::Int, 2)),
    );
    f.push(set(p, literal(Elem::Int, vec![int(1), int(2)])));
    f.push(set(q, call(id(1), vec_of(Elem::Int, 2), vec![f.get(p)])));
    f.push(store(f.get(q), vec![int(0)], int(9)));
    f.push(print(vec![f.get(p)]));
    let mut g = Function::new("g", Space::Host);
    let a = g.param("a", vec_of(Elem::Int, 2));
    let out = g.output("$out$a", vec_of(Elem::Int, 2));
    g.push(set(out, g.get(a)));
    assert_eq!(output(&program(vec![f, g])), "[9,2]\n");
}

#[test]
fn elements_are_rearranged_when_compiling() {
    let matrix = || {
        let ty = ArrayType::new(Elem::Int, vec![Size::Known(2), Size::Known(3)]);
        let rows = [0, 3].map(|start| literal(Elem::Int, (start..start + 3).map(int).collect()));
        expr(Type::Array(ty), ExprKind::ArrayLiteral(rows.to_vec()))
    };
    let sized = |rows: i32, columns: i32| {
        Type::Array(ArrayType::new(
            Elem::Int,
            vec![Size::Known(rows), Size::Known(columns)],
        ))
    };
    let order = literal(Elem::Int, vec![int(1), int(0)]);
    assert_eq!(
        printed(vec![
            builtin(sized(3, 2), Builtin::ShuffleDims, vec![matrix(), order]),
            builtin(sized(2, 6), Builtin::Repmat, vec![matrix(), int(1), int(2)]),
            builtin(sized(2, 1), Builtin::Sum, vec![matrix(), int(1)]),
            builtin(sized(2, 3), Builtin::CumSum, vec![matrix(), int(0)]),
            builtin(sized(2, 1), Builtin::Diag, vec![matrix()]),
        ]),
        "[[0,3],\n [1,4],\n [2,5]]\n[[0,1,2,0,1,2],\n [3,4,5,3,4,5]]\n[[3],\n [12]]\n[[0,1,2],\n [3,5,7]]\n[[0],\n [4]]\n"
    );
}

/// `a[:,1] + a[:,2]` and `sum(a[1,:])` read the array in place.
#[test]
fn slices_of_whole_dimensions_are_read_in_place() {
    let (mut f, a) = with_matrix();
    let column = |f: &Function, index| {
        let column_ty = Type::Array(ArrayType::new(
            Elem::Scalar,
            vec![Size::Open, Size::Known(1)],
        ));
        slice(
            f.get(a),
            vec![Subscript::All, Subscript::Index(int(index))],
            column_ty,
        )
    };
    f.push(print(vec![add(column(&f, 1), column(&f, 2))]));
    let row = slice(
        f.get(a),
        vec![Subscript::Index(int(1)), Subscript::All],
        open_vec(Elem::Scalar),
    );
    f.push(print(vec![builtin(Type::Scalar, Builtin::Sum, vec![row])]));
    let hir = program(vec![f]);
    lowered(&hir).functions[mir::FuncId::from_index(0)]
        .body
        .for_each_stmt(&mut |stmt| {
            let copies = matches!(
                stmt.op,
                mir::Op::Runtime {
                    func: mir::RtFn::slice_read,
                    ..
                }
            );
            assert!(!copies);
        });
    assert_eq!(output(&hir), "[[5],\n [11]]\n15\n");
}

#[test]
fn slices_that_are_read_in_place_are_checked() {
    let (mut f, a) = with_matrix();
    let row_ty = open_vec(Elem::Scalar);
    let row = slice(
        f.get(a),
        vec![Subscript::Index(int(2)), Subscript::All],
        row_ty,
    );
    f.push(print(vec![builtin(Type::Scalar, Builtin::Sum, vec![row])]));
    let failure = outcome(&program(vec![f]))
        .failure
        .expect("there are two rows");
    assert_eq!(failure.row, quasar_abi::RtError::IndexOutOfBounds);
}
