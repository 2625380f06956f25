//! Host code through Cranelift: every operation of the middle representation against its definition.
//!
//! A program computes, compares with what the definition gives, and prints what differs. Operands pass through calls,
//! so that nothing is folded at compile time.
//!
//! *Invariant:* expected values come from the definition of the operation, never from the code generator.

use std::path::PathBuf;
use std::process::{Command, Output};

use qc::base::{FileId, Id, Span};
use qc::codegen::spmd::SpmdOptions;
use qc::driver::executable::{self, HOST, Request};
use qc::driver::output::{run_written, write_executable};
use qc::mir::interpret;
use qc::mir::{
    Access, AccessMode, AtomicOp, BinaryOp, CompareOp, Const, ElemKind, Fill, FuncId, Function,
    FunctionBuilder, Loc, Location, LoopRange, MathFn, Program, ProgramBuilder, Ty, UnaryOp, Value,
};
use quasar_abi::RtFn;

fn location(line: u32, function: &str) -> Location {
    Location {
        span: Span::point(FileId::from_index(0), 0),
        file: "test.q".to_owned(),
        line,
        column: 1,
        function: function.to_owned(),
        call: None,
    }
}

/// A program that checks values.
struct Probe {
    program: ProgramBuilder,
    body: FunctionBuilder,
    identities: Vec<(Ty, FuncId)>,
    owned: Vec<qc::mir::Local>,
    cases: i32,
}

impl Probe {
    fn new() -> Self {
        let mut program = ProgramBuilder::new(location(0, ""));
        let loc = program.location(location(1, "main"));
        let mut identities = Vec::new();
        for ty in [Ty::Bool, Ty::I32, Ty::I64, Ty::F32, Ty::F64] {
            identities.push((ty, program.add(identity(ty, loc))));
        }
        let body = FunctionBuilder::host("main", vec![], loc);
        Probe {
            program,
            body,
            identities,
            owned: Vec::new(),
            cases: 0,
        }
    }

    /// A constant that the compiler cannot see through.
    fn hidden(&mut self, constant: Const) -> Value {
        let value = self.body.constant(constant);
        let ty = self.body.ty(value);
        let (_, id) = self
            .identities
            .iter()
            .find(|(of, _)| *of == ty)
            .expect("a number");
        self.body.call(*id, &[value], &[ty])[0]
    }

    /// Prints the case's number and the value unless it is what it should be.
    fn check(&mut self, value: Value, wanted: Const) {
        self.cases += 1;
        let is_nan = match wanted {
            Const::F32(wanted) => wanted.is_nan(),
            Const::F64(wanted) => wanted.is_nan(),
            _ => false,
        };
        let wanted = self.body.constant(wanted);
        let right = match is_nan {
            true => self.body.compare(CompareOp::Ne, value, value),
            false => self.body.compare(CompareOp::Eq, value, wanted),
        };
        let number = self.body.int(self.cases);
        let wrong = self.body.list(&[number, value, wanted]);
        self.body.if_(
            right,
            |_| (),
            |b| {
                b.runtime(RtFn::print, &[], &wrong);
            },
        );
    }

    fn check_int(&mut self, value: Value, wanted: i32) {
        self.check(value, Const::I32(wanted));
    }

    fn finish(mut self) -> Program {
        let done = self.program.string("done");
        let done = self.body.string(done);
        let list = self.body.list(&[done]);
        self.body.runtime(RtFn::print, &[], &list);
        let mut body = self.body.finish();
        body.owned = self.owned;
        let entry = self.program.add(body);
        self.program.finish(entry)
    }

    /// Runs the program, which must find nothing wrong.
    fn run(self, name: &str) {
        let program = self.finish();
        let oracle = interpret::execute(&program, interpret::Options::default());
        assert_eq!(
            (oracle.failure, oracle.output.as_str(), oracle.leaked),
            (None, "done\n", 0)
        );
        for optimise in [true, false] {
            let output = run(&program, name, optimise);
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(
                text,
                "done\n",
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            assert_eq!(output.status.code(), Some(0));
        }
    }
}

fn identity(ty: Ty, loc: Loc) -> Function {
    let mut builder = FunctionBuilder::host(&format!("identity_{ty:?}"), vec![ty], loc);
    let param = builder.param(ty, "x");
    let value = builder.get(param);
    builder.return_(&[value]);
    builder.finish()
}

fn run(program: &Program, name: &str, optimise: bool) -> Output {
    qc::mir::verify::verify(program, "the test");
    let request = Request {
        target: HOST,
        optimise,
        folder: ".".to_owned(),
        cuda: None,
        kernels: SpmdOptions::default(),
        debug: false,
        library: None,
    };
    let bytes = executable::executable(program, &request).expect("it links");
    let level = if optimise { "fast" } else { "plain" };
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("host-{name}-{level}"));
    write_executable(&path, &bytes).expect("writable");
    run_written(Command::new(&path).env("QC_LEAK_CHECK", "1")).expect("it starts")
}

const INTS: [i32; 9] = [0, 1, -1, 2, -7, 31, 33, i32::MAX, i32::MIN];
const LONGS: [i64; 8] = [0, 1, -1, 3, -7, 65, i64::MAX, i64::MIN];
const FLOATS: [f64; 13] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    0.49999997,
    1e10,
    -1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn int_result(op: BinaryOp, x: i64, y: i64, bits: u32) -> Option<i64> {
    let fit = |value: i64| {
        if bits == 32 {
            i64::from(value as i32)
        } else {
            value
        }
    };
    Some(fit(match op {
        BinaryOp::Add => x.wrapping_add(y),
        BinaryOp::Sub => x.wrapping_sub(y),
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::IntDiv => {
            if y == 0 {
                0
            } else {
                x.wrapping_div(y)
            }
        }
        BinaryOp::Rem => {
            if y == 0 {
                0
            } else {
                x.wrapping_rem(y)
            }
        }
        BinaryOp::Min => x.min(y),
        BinaryOp::Max => x.max(y),
        BinaryOp::IntPow => power(x, y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Shl => x.wrapping_shl(y as u32 % bits),
        BinaryOp::Shr => x >> (y as u32 % bits),
        BinaryOp::Div => return None,
    }))
}

fn power(base: i64, exponent: i64) -> i64 {
    match base {
        1 => 1,
        -1 => {
            if exponent & 1 == 0 {
                1
            } else {
                -1
            }
        }
        _ if exponent < 0 => 0,
        _ => {
            let (mut result, mut square, mut rest) = (1i64, base, exponent as u64);
            while rest > 0 {
                if rest & 1 == 1 {
                    result = result.wrapping_mul(square);
                }
                square = square.wrapping_mul(square);
                rest >>= 1;
            }
            result
        }
    }
}

const BINARY: [BinaryOp; 14] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::IntDiv,
    BinaryOp::Rem,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::IntPow,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

#[test]
fn integers_compute_as_defined() {
    let mut probe = Probe::new();
    for op in BINARY {
        for x in INTS {
            for y in INTS {
                let Some(wanted) = int_result(op, x.into(), y.into(), 32) else {
                    continue;
                };
                let (a, b) = (probe.hidden(Const::I32(x)), probe.hidden(Const::I32(y)));
                let value = probe.body.binary(op, a, b);
                probe.check_int(value, wanted as i32);
                let constant = probe.body.constant(Const::I32(y));
                let value = probe.body.binary(op, a, constant);
                probe.check_int(value, wanted as i32);
            }
        }
    }
    probe.run("int");
}

#[test]
fn long_integers_compute_as_defined() {
    let mut probe = Probe::new();
    for op in BINARY {
        for x in LONGS {
            for y in LONGS {
                let Some(wanted) = int_result(op, x, y, 64) else {
                    continue;
                };
                let (a, b) = (probe.hidden(Const::I64(x)), probe.hidden(Const::I64(y)));
                let value = probe.body.binary(op, a, b);
                probe.check(value, Const::I64(wanted));
            }
        }
    }
    probe.run("long");
}

#[test]
fn floats_compute_as_defined() {
    let mut probe = Probe::new();
    for op in [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Min,
        BinaryOp::Max,
    ] {
        for x in FLOATS {
            for y in FLOATS {
                let double = float_result(op, x, y);
                let (a, b) = (probe.hidden(Const::F64(x)), probe.hidden(Const::F64(y)));
                let value = probe.body.binary(op, a, b);
                probe.check(value, Const::F64(double));
                let (x, y) = (x as f32, y as f32);
                let single = match op {
                    BinaryOp::Add => x + y,
                    BinaryOp::Sub => x - y,
                    BinaryOp::Mul => x * y,
                    BinaryOp::Div => x / y,
                    BinaryOp::Rem => x % y,
                    BinaryOp::Min => {
                        if x < y || y.is_nan() {
                            x
                        } else {
                            y
                        }
                    }
                    _ => {
                        if x > y || y.is_nan() {
                            x
                        } else {
                            y
                        }
                    }
                };
                let (a, b) = (probe.hidden(Const::F32(x)), probe.hidden(Const::F32(y)));
                let value = probe.body.binary(op, a, b);
                probe.check(value, Const::F32(single));
            }
        }
    }
    probe.run("float");
}

fn float_result(op: BinaryOp, x: f64, y: f64) -> f64 {
    match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div => x / y,
        BinaryOp::Rem => x % y,
        BinaryOp::Min => {
            if x < y || y.is_nan() {
                x
            } else {
                y
            }
        }
        _ => {
            if x > y || y.is_nan() {
                x
            } else {
                y
            }
        }
    }
}

#[test]
fn operations_on_one_number() {
    let mut probe = Probe::new();
    for x in INTS {
        for (op, wanted) in [
            (UnaryOp::Neg, x.wrapping_neg()),
            (UnaryOp::BitNot, !x),
            (UnaryOp::Abs, x.wrapping_abs()),
        ] {
            let a = probe.hidden(Const::I32(x));
            let value = probe.body.unary(op, a);
            probe.check_int(value, wanted);
        }
    }
    for x in FLOATS {
        for (op, wanted) in [
            (UnaryOp::Neg, -x),
            (UnaryOp::Abs, x.abs()),
            (UnaryOp::Sqrt, x.sqrt()),
            (UnaryOp::Floor, x.floor()),
            (UnaryOp::Ceil, x.ceil()),
            (UnaryOp::Round, x.round()),
            (UnaryOp::Trunc, x.trunc()),
        ] {
            let a = probe.hidden(Const::F64(x));
            let value = probe.body.unary(op, a);
            probe.check(value, Const::F64(wanted));
        }
        let a = probe.hidden(Const::F32(x as f32));
        let value = probe.body.unary(UnaryOp::Round, a);
        probe.check(value, Const::F32((x as f32).round()));
    }
    for x in [false, true] {
        let a = probe.hidden(Const::Bool(x));
        let value = probe.body.unary(UnaryOp::Not, a);
        probe.check(value, Const::Bool(!x));
    }
    probe.run("unary");
}

#[test]
fn comparisons_and_choices() {
    let mut probe = Probe::new();
    let ops = [
        CompareOp::Eq,
        CompareOp::Ne,
        CompareOp::Lt,
        CompareOp::Le,
        CompareOp::Gt,
        CompareOp::Ge,
    ];
    for x in FLOATS {
        for y in FLOATS {
            let wanted = [x == y, x != y, x < y, x <= y, x > y, x >= y];
            for (op, wanted) in ops.into_iter().zip(wanted) {
                let (a, b) = (probe.hidden(Const::F64(x)), probe.hidden(Const::F64(y)));
                let value = probe.body.compare(op, a, b);
                probe.check(value, Const::Bool(wanted));
            }
        }
    }
    for x in INTS {
        for y in INTS {
            let wanted = [x == y, x != y, x < y, x <= y, x > y, x >= y];
            for (op, wanted) in ops.into_iter().zip(wanted) {
                let (a, b) = (probe.hidden(Const::I32(x)), probe.hidden(Const::I32(y)));
                let value = probe.body.compare(op, a, b);
                let chosen = probe.body.select(value, a, b);
                probe.check_int(chosen, if wanted { x } else { y });
            }
        }
    }
    probe.run("compare");
}

#[test]
fn conversions_truncate_saturate_and_round() {
    let mut probe = Probe::new();
    for x in FLOATS {
        let a = probe.hidden(Const::F64(x));
        for (ty, wanted) in [
            (Ty::I32, Const::I32(x as i32)),
            (Ty::I64, Const::I64(x as i64)),
            (Ty::F32, Const::F32(x as f32)),
            (Ty::Bool, Const::Bool(x != 0.0)),
        ] {
            let value = probe.body.convert(a, ty);
            probe.check(value, wanted);
        }
        let a = probe.hidden(Const::F32(x as f32));
        for (ty, wanted) in [
            (Ty::I32, Const::I32(x as f32 as i32)),
            (Ty::I64, Const::I64(x as f32 as i64)),
            (Ty::F64, Const::F64(f64::from(x as f32))),
        ] {
            let value = probe.body.convert(a, ty);
            probe.check(value, wanted);
        }
    }
    for x in LONGS {
        let a = probe.hidden(Const::I64(x));
        for (ty, wanted) in [
            (Ty::I32, Const::I32(x as i32)),
            (Ty::F32, Const::F32(x as f32)),
            (Ty::F64, Const::F64(x as f64)),
            (Ty::Bool, Const::Bool(x != 0)),
        ] {
            let value = probe.body.convert(a, ty);
            probe.check(value, wanted);
        }
    }
    for x in INTS {
        let a = probe.hidden(Const::I32(x));
        for (ty, wanted) in [
            (Ty::I64, Const::I64(x.into())),
            (Ty::F32, Const::F32(x as f32)),
            (Ty::F64, Const::F64(x.into())),
        ] {
            let value = probe.body.convert(a, ty);
            probe.check(value, wanted);
        }
    }
    for x in [false, true] {
        let a = probe.hidden(Const::Bool(x));
        for (ty, wanted) in [
            (Ty::I32, Const::I32(x.into())),
            (Ty::I64, Const::I64(x.into())),
            (Ty::F32, Const::F32(f32::from(u8::from(x)))),
            (Ty::F64, Const::F64(f64::from(u8::from(x)))),
        ] {
            let value = probe.body.convert(a, ty);
            probe.check(value, wanted);
        }
    }
    probe.run("convert");
}

#[test]
fn elementary_functions_call_the_runtime() {
    let mut probe = Probe::new();
    for (function, wanted) in [(MathFn::Exp, 1.0), (MathFn::Cos, 1.0), (MathFn::Sin, 0.0)] {
        let zero = probe.hidden(Const::F64(0.0));
        let value = probe.body.math(function, &[zero]);
        probe.check(value, Const::F64(wanted));
        let zero = probe.hidden(Const::F32(0.0));
        let value = probe.body.math(function, &[zero]);
        probe.check(value, Const::F32(wanted as f32));
    }
    let (base, exponent) = (
        probe.hidden(Const::F64(2.0)),
        probe.hidden(Const::F64(10.0)),
    );
    let value = probe.body.math(MathFn::Pow, &[base, exponent]);
    probe.check(value, Const::F64(1024.0));
    let (y, x) = (
        probe.hidden(Const::F64(0.0)),
        probe.hidden(Const::F64(-1.0)),
    );
    let value = probe.body.math(MathFn::Atan2, &[y, x]);
    probe.check(value, Const::F64(std::f64::consts::PI));
    probe.run("math");
}

/// Runs a counted loop and checks how often, and with which last index, its body ran.
fn count_iterations(probe: &mut Probe, start: i32, step: i32, stop: i32, hidden_step: bool) {
    let mut iterations = Vec::new();
    let mut at = i64::from(start);
    while step != 0
        && (if step > 0 {
            at <= stop.into()
        } else {
            at >= stop.into()
        })
    {
        iterations.push(at as i32);
        at += i64::from(step);
    }
    let zero = probe.body.int(0);
    let (count, last) = (
        probe.body.local_with(None, zero),
        probe.body.local_with(None, zero),
    );
    let first = probe.hidden(Const::I32(start));
    let end = probe.hidden(Const::I32(stop));
    let stride = match hidden_step {
        true => probe.hidden(Const::I32(step)),
        false => probe.body.int(step),
    };
    let range = LoopRange {
        start: first,
        step: stride,
        stop: end,
    };
    probe.body.for_(range, |b, _, index| {
        let (so_far, one) = (b.get(count), b.int(1));
        let more = b.add(so_far, one);
        b.set(count, more);
        b.set(last, index);
    });
    let (count, last) = (probe.body.get(count), probe.body.get(last));
    probe.check_int(count, iterations.len() as i32);
    probe.check_int(last, iterations.last().copied().unwrap_or(0));
}

#[test]
fn counted_loops_end_where_they_should() {
    let mut probe = Probe::new();
    for hidden in [false, true] {
        for (start, step, stop) in [
            (0, 1, 9),
            (0, 3, 10),
            (5, 1, 5),
            (6, 1, 5),
            (9, -1, 0),
            (9, -4, 0),
            (0, -1, 5),
            (1, 0, 5),
            (i32::MAX - 2, 1, i32::MAX),
            (i32::MIN + 2, -1, i32::MIN),
            (i32::MAX - 1, 7, i32::MAX),
        ] {
            count_iterations(&mut probe, start, step, stop, hidden);
        }
    }
    probe.run("for");
}

#[test]
fn jumps_leave_and_continue() {
    let mut probe = Probe::new();
    let zero = probe.body.int(0);
    let sum = probe.body.local_with(None, zero);
    let iteration = probe.body.local_with(None, zero);
    let b = &mut probe.body;
    // Adds the odd numbers below 10: `continue` skips even ones, `break` ends.
    b.loop_(|b, label| {
        let (at, one) = (b.get(iteration), b.int(1));
        let next = b.add(at, one);
        b.set(iteration, next);
        let (ten, two) = (b.int(10), b.int(2));
        let enough = b.compare(CompareOp::Gt, next, ten);
        b.if_then(enough, |b| b.break_(label));
        let rest = b.binary(BinaryOp::Rem, next, two);
        let zero = b.int(0);
        let even = b.compare(CompareOp::Eq, rest, zero);
        b.if_then(even, |b| b.continue_(label));
        let so_far = b.get(sum);
        let more = b.add(so_far, next);
        b.set(sum, more);
    });
    // A scope that is left before its second half; both branches of its `if` end.
    b.scope(|b, outer| {
        let yes = b.bool(true);
        b.if_(yes, |b| b.break_(outer), |b| b.break_(outer));
        let lost = b.int(-1);
        b.set(sum, lost);
    });
    let value = probe.body.get(sum);
    probe.check_int(value, 25);
    probe.run("jumps");
}

#[test]
fn functions_return_many_results_and_recurse() {
    let mut probe = Probe::new();
    let loc = probe.body.loc();
    let types: Vec<_> = [Ty::I32, Ty::F32, Ty::F64, Ty::I64]
        .into_iter()
        .cycle()
        .take(12)
        .collect();
    let mut many = FunctionBuilder::host("many.results", types.clone(), loc);
    let values: Vec<_> = types
        .iter()
        .enumerate()
        .map(|(index, ty)| many.number(*ty, index as f64))
        .collect();
    many.return_(&values);
    let many = probe.program.add(many.finish());
    let results = probe.body.call(many, &[], &types);
    for (index, result) in results.into_iter().enumerate() {
        let value = probe.body.convert(result, Ty::I32);
        probe.check_int(value, index as i32);
    }
    let factorial = probe.program.declare();
    let mut body = FunctionBuilder::host("factorial", vec![Ty::I32], loc);
    let n = body.param(Ty::I32, "n");
    let (at, one) = (body.get(n), body.int(1));
    let last = body.compare(CompareOp::Le, at, one);
    body.if_(
        last,
        |b| b.return_(&[one]),
        |b| {
            let less = b.sub(at, one);
            let rest = b.call(factorial, &[less], &[Ty::I32])[0];
            let product = b.mul(at, rest);
            b.return_(&[product]);
        },
    );
    probe.program.define(factorial, body.finish());
    let ten = probe.hidden(Const::I32(10));
    let value = probe.body.call(factorial, &[ten], &[Ty::I32])[0];
    probe.check_int(value, 3_628_800);
    probe.run("calls");
}

/// Frees what a local owns; stands in for the `ownership` pass.
fn release(probe: &mut Probe, local: qc::mir::Local) {
    probe.body.push(qc::mir::Op::Release(local), Vec::new());
    probe.owned.push(local);
}

fn access(array: Value, index: &[Value], mode: AccessMode) -> Access {
    Access {
        array,
        index: index.to_vec(),
        mode,
        name: None,
    }
}

#[test]
fn elements_of_every_kind_keep_their_values() {
    let mut probe = Probe::new();
    let cases: [(ElemKind, Const, Const); 16] = [
        (ElemKind::I8, Const::I32(-300), Const::I32(-128)),
        (ElemKind::I8, Const::F64(-2.5), Const::I32(-3)),
        (ElemKind::U8, Const::I32(300), Const::I32(255)),
        (ElemKind::U8, Const::F32(1.5), Const::I32(2)),
        (ElemKind::U8, Const::F32(f32::NAN), Const::I32(0)),
        (ElemKind::I16, Const::I32(-40_000), Const::I32(-32_768)),
        (ElemKind::U16, Const::F64(1e9), Const::I32(65_535)),
        (ElemKind::U16, Const::I32(-1), Const::I32(0)),
        (ElemKind::I32, Const::I32(-5), Const::I32(-5)),
        (
            ElemKind::U32,
            Const::I64(4_000_000_000),
            Const::I64(4_000_000_000),
        ),
        (ElemKind::U32, Const::I64(-1), Const::I64(0)),
        (ElemKind::I64, Const::I64(i64::MIN), Const::I64(i64::MIN)),
        (ElemKind::U64, Const::I64(-1), Const::I64(-1)),
        (ElemKind::F16, Const::F32(0.333_3), Const::F32(0.333_251_95)),
        (ElemKind::F32, Const::F32(0.1), Const::F32(0.1)),
        (ElemKind::F64, Const::F64(0.1), Const::F64(0.1)),
    ];
    for (kind, stored, wanted) in cases {
        let (rows, columns) = (probe.hidden(Const::I32(3)), probe.hidden(Const::I32(4)));
        let array = probe.body.new_array(kind, &[rows, columns], Fill::Zeros);
        let owner = probe.body.local_with(None, array);
        let (row, column) = (probe.hidden(Const::I32(1)), probe.hidden(Const::I32(2)));
        let stored = probe.hidden(stored);
        probe.body.store(
            access(array, &[row, column], AccessMode::Checked),
            &[stored],
        );
        let sequence = probe.hidden(Const::I32(6));
        let value = probe
            .body
            .load(access(array, &[sequence], AccessMode::Checked))[0];
        probe.check(value, wanted);
        let neighbour = probe.hidden(Const::I32(7));
        let value = probe
            .body
            .load(access(array, &[neighbour], AccessMode::Unchecked))[0];
        let value = probe.body.convert(value, Ty::I32);
        probe.check_int(value, 0);
        release(&mut probe, owner);
    }
    probe.run("elements");
}

#[test]
fn complex_elements_are_two_numbers() {
    let mut probe = Probe::new();
    for (kind, make) in [
        (
            ElemKind::C32,
            (|x| Const::F32(x as f32)) as fn(f64) -> Const,
        ),
        (ElemKind::C64, Const::F64 as fn(f64) -> Const),
    ] {
        let two = probe.hidden(Const::I32(2));
        let array = probe.body.new_array(kind, &[two], Fill::Zeros);
        let owner = probe.body.local_with(None, array);
        let at = probe.hidden(Const::I32(1));
        let parts = [probe.hidden(make(3.0)), probe.hidden(make(-4.0))];
        let place = access(array, &[at], AccessMode::Checked);
        probe.body.store(place.clone(), &parts);
        let product = probe.body.atomic(AtomicOp::Mul, place.clone(), &parts);
        probe.check(product[0], make(-7.0));
        probe.check(product[1], make(-24.0));
        let quotient = probe.body.atomic(AtomicOp::Div, place, &parts);
        probe.check(quotient[0], make(3.0));
        probe.check(quotient[1], make(-4.0));
        release(&mut probe, owner);
    }
    probe.run("complex");
}

/// What an index outside becomes; `None` when the access does nothing.
fn mapped(mode: AccessMode, index: i32, size: i32) -> Option<i32> {
    let inside = (0..size).contains(&index);
    match mode {
        AccessMode::Clamped => Some(index.clamp(0, size - 1)),
        AccessMode::Circular => Some(index.rem_euclid(size)),
        AccessMode::Mirror => {
            let at = index.rem_euclid(2 * size);
            Some(if at < size { at } else { 2 * size - 1 - at })
        }
        _ => inside.then_some(index),
    }
}

#[test]
fn indices_outside_follow_their_mode() {
    let mut probe = Probe::new();
    let (rows, columns) = (probe.hidden(Const::I32(3)), probe.hidden(Const::I32(5)));
    let array = probe
        .body
        .new_array(ElemKind::I32, &[rows, columns], Fill::Zeros);
    let owner = probe.body.local_with(None, array);
    for at in 0..15 {
        let (index, value) = (probe.body.int(at), probe.body.int(100 + at));
        probe
            .body
            .store(access(array, &[index], AccessMode::Unchecked), &[value]);
    }
    for mode in [
        AccessMode::Safe,
        AccessMode::Circular,
        AccessMode::Mirror,
        AccessMode::Clamped,
    ] {
        for row in [-7, -4, -3, -1, 0, 2, 3, 5, 6, 20] {
            for column in [-11, -1, 0, 4, 5, 9, 10, i32::MAX, i32::MIN] {
                let wanted = match (mapped(mode, row, 3), mapped(mode, column, 5)) {
                    (Some(row), Some(column)) => 100 + 5 * row + column,
                    _ => 0,
                };
                let index = [
                    probe.hidden(Const::I32(row)),
                    probe.hidden(Const::I32(column)),
                ];
                let value = probe.body.load(access(array, &index, mode))[0];
                probe.check_int(value, wanted);
            }
        }
    }
    let outside = probe.hidden(Const::I32(-1));
    let lost = probe.body.int(1);
    probe
        .body
        .store(access(array, &[outside], AccessMode::Safe), &[lost]);
    release(&mut probe, owner);
    probe.run("modes");
}

#[test]
fn elements_are_modified_in_place() {
    let mut probe = Probe::new();
    let one = probe.hidden(Const::I32(1));
    let array = probe.body.new_array(ElemKind::U8, &[one], Fill::Ones);
    let owner = probe.body.local_with(None, array);
    let at = probe.hidden(Const::I32(0));
    for (op, operand, wanted) in [
        (AtomicOp::Add, 299, 255),
        (AtomicOp::Sub, 5, 250),
        (AtomicOp::Div, 0, 0),
        (AtomicOp::Max, 12, 12),
        (AtomicOp::Min, 7, 7),
        (AtomicOp::Mul, 3, 21),
        (AtomicOp::Xor, 1, 20),
        (AtomicOp::Or, 3, 23),
        (AtomicOp::And, 6, 6),
        (AtomicOp::Pow, 2, 36),
        (AtomicOp::Exchange, 9, 36),
        (AtomicOp::Add, 0, 9),
    ] {
        let operand = probe.hidden(Const::I32(operand));
        let place = access(array, &[at], AccessMode::Checked);
        let value = probe.body.atomic(op, place, &[operand])[0];
        probe.check_int(value, wanted);
    }
    let outside = probe.hidden(Const::I32(1));
    let place = access(array, &[outside], AccessMode::Safe);
    let value = probe.body.atomic(AtomicOp::Add, place, &[one])[0];
    probe.check_int(value, 0);
    release(&mut probe, owner);
    probe.run("atomic");
}

#[test]
fn extents_and_globals() {
    let mut probe = Probe::new();
    let global = probe.program.global(Ty::Array(ElemKind::F32), "image");
    let number = probe.program.global(Ty::I32, "number");
    // A handle that was never assigned is an empty array.
    let empty = probe.body.get_global(global, Ty::Array(ElemKind::F32));
    let count = probe.body.numel(empty);
    probe.check_int(count, 0);
    let sizes = [
        probe.hidden(Const::I32(2)),
        probe.hidden(Const::I32(3)),
        probe.hidden(Const::I32(4)),
    ];
    let array = probe.body.new_array(ElemKind::F32, &sizes, Fill::Ones);
    probe.body.set_global(global, array);
    let array = probe.body.get_global(global, Ty::Array(ElemKind::F32));
    for (axis, wanted) in [(0, 2), (1, 3), (2, 4), (3, 1), (15, 1)] {
        let extent = probe.body.dim(array, axis);
        probe.check_int(extent, wanted);
    }
    let count = probe.body.numel(array);
    probe.check_int(count, 24);
    let owner = probe.body.local_with(None, array);
    release(&mut probe, owner);
    let seven = probe.hidden(Const::I32(7));
    probe.body.set_global(number, seven);
    let value = probe.body.get_global(number, Ty::I32);
    probe.check_int(value, 7);
    probe.run("globals");
}

#[test]
fn handles_in_arrays_are_counted() {
    let mut probe = Probe::new();
    let three = probe.hidden(Const::I32(3));
    let array = probe.body.new_array(ElemKind::Text, &[three], Fill::Zeros);
    let owner = probe.body.local_with(None, array);
    let literal = probe.program.string("quasar");
    let literal = probe.body.string(literal);
    let made = probe
        .body
        .runtime(RtFn::string_concat, &[literal, literal], &[])[0];
    let made_owner = probe.body.local_with(None, made);
    for (at, stored) in [(0, literal), (1, made), (0, made), (1, made), (1, literal)] {
        let at = probe.hidden(Const::I32(at));
        probe
            .body
            .store(access(array, &[at], AccessMode::Checked), &[stored]);
    }
    for (at, wanted) in [(0, 12), (1, 6), (2, 0)] {
        let at = probe.hidden(Const::I32(at));
        let place = access(array, &[at], AccessMode::Checked);
        let text = probe.body.load_handle(place, Ty::Str);
        let length = probe.body.runtime(RtFn::string_length, &[text], &[])[0];
        probe.check(length, Const::I64(wanted));
    }
    // A second owner, and both given up.
    probe.body.push(qc::mir::Op::Retain(made), Vec::new());
    let second = probe.body.local_with(None, made);
    let nobody = probe.body.local(Ty::Str, None);
    for local in [second, made_owner, owner, nobody] {
        release(&mut probe, local);
    }
    probe.run("handles");
}

/// A program whose function `inner`, called by `main`, reads outside an array that it owns.
fn failing_program() -> Program {
    let mut program = ProgramBuilder::new(location(0, ""));
    let [at_call, at_access] =
        [(3, "main"), (8, "inner")].map(|(line, name)| program.location(location(line, name)));
    let name = program.string("photo");
    let mut inner = FunctionBuilder::host("inner", vec![Ty::F32], at_access);
    let index = inner.param(Ty::I32, "i");
    let size = inner.int(4);
    let array = inner.new_array(ElemKind::F32, &[size, size], Fill::Zeros);
    let owner = inner.local_with(Some("photo"), array);
    let (at, zero) = (inner.get(index), inner.int(0));
    let place = Access {
        name: Some(name),
        ..access(array, &[zero, at], AccessMode::Checked)
    };
    let value = inner.load(place)[0];
    inner.push(qc::mir::Op::Release(owner), Vec::new());
    inner.return_(&[value]);
    let mut inner = inner.finish();
    inner.owned = vec![owner];
    let inner = program.add(inner);
    let mut main = FunctionBuilder::host("main", vec![], at_call);
    let four = main.int(4);
    main.call(inner, &[four], &[Ty::F32]);
    let entry = program.add(main.finish());
    program.finish(entry)
}

#[test]
fn an_error_names_its_place_and_releases_what_was_owned() {
    let output = run(&failing_program(), "error", true);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in ["photo", "4", "test.q:8", "inner"] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert_eq!(output.stdout, b"");
}

#[test]
fn a_backtrace_shows_the_calls() {
    let program = failing_program();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("host-backtrace");
    let request = Request {
        target: HOST,
        optimise: true,
        folder: ".".to_owned(),
        cuda: None,
        kernels: SpmdOptions::default(),
        debug: false,
        library: None,
    };
    let bytes = executable::executable(&program, &request).expect("it links");
    write_executable(&path, &bytes).expect("writable");
    let output = run_written(Command::new(&path).arg("--backtrace")).expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let (inner, main) = (
        text.find("inner at test.q:8"),
        text.find("main at test.q:3"),
    );
    assert!(inner.is_some() && main.is_some() && inner < main, "{text}");
}

#[test]
fn two_compilations_are_identical() {
    let make = || {
        let request = Request {
            target: HOST,
            optimise: true,
            folder: ".".to_owned(),
            cuda: None,
            kernels: SpmdOptions::default(),
            debug: false,
            library: None,
        };
        executable::executable(&failing_program(), &request).expect("it links")
    };
    assert!(make() == make(), "the two executables differ");
}
