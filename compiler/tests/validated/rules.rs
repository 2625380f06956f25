//! The rules of `simplify/fold`: their names go to `tests/smt/rules.py`, which has a formula or a reason for each, and every rule is let
//! apply to operations on operands of many forms, whose pairs are proved like those of passes.
//!
//! *Invariant:* a rule that applies to none of the operations fails.

use super::gather::Gatherer;
use super::table;
use qc::base::{Id, IndexVec};
use qc::mir::build::{FunctionBuilder, ProgramBuilder};
use qc::mir::passes::simplify::{Known, Part, Rule, Simpler};
use qc::mir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of each rule, operation and type.
const EACH: usize = 3;

const TYPES: [Ty; 5] = [Ty::Bool, Ty::I32, Ty::I64, Ty::F32, Ty::F64];

const UNARY: [UnaryOp; 10] = [
    UnaryOp::Neg,
    UnaryOp::Not,
    UnaryOp::BitNot,
    UnaryOp::Abs,
    UnaryOp::Sqrt,
    UnaryOp::Floor,
    UnaryOp::Ceil,
    UnaryOp::Round,
    UnaryOp::Trunc,
    UnaryOp::RoundHalf,
];

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

const COMPARE: [CompareOp; 6] = [
    CompareOp::Eq,
    CompareOp::Ne,
    CompareOp::Lt,
    CompareOp::Le,
    CompareOp::Gt,
    CompareOp::Ge,
];

/// The constants of a type, small and great ones.
fn constants(ty: Ty) -> Vec<Const> {
    match ty {
        Ty::Bool => vec![Const::Bool(false), Const::Bool(true)],
        Ty::I32 => [0, 1, 2, -1, 7, 33, i32::MIN, i32::MAX, 3, 8]
            .map(Const::I32)
            .to_vec(),
        Ty::I64 => [0, 1, 2, -1, 65, i64::MIN, 3, 8].map(Const::I64).to_vec(),
        Ty::F32 => [
            0.0,
            -0.0,
            1.0,
            -2.5,
            0.1,
            3.5e9,
            65_519.0,
            f32::INFINITY,
            f32::NAN,
            0.25,
        ]
        .map(Const::F32)
        .to_vec(),
        Ty::F64 => [0.0, -0.0, 1.0, -2.5, 0.1, 1e300, f64::NEG_INFINITY, 0.25]
            .map(Const::F64)
            .to_vec(),
        Ty::Array(_) | Ty::Str => Vec::new(),
    }
}

/// Whether the verifier allows an operation on operands of a type.
fn allowed(op: &Op, ty: Ty) -> bool {
    match op {
        Op::Unary(op, _) => op.function(ty).is_some(),
        Op::Binary(op, ..) => op.function(ty).is_some(),
        Op::Compare(op, ..) => op.function(ty).is_some(),
        _other => true,
    }
}

/// A function under construction with what it can compute with.
struct Stage {
    b: FunctionBuilder,
    /// By type: values of many forms.
    forms: BTreeMap<Ty, Vec<Value>>,
    arrays: Vec<Value>,
}

impl Stage {
    /// Parameters, constants, and what one operation makes of them.
    fn new() -> Stage {
        let mut stage = Stage {
            b: FunctionBuilder::host("f", Vec::new(), Loc::from_index(0)),
            forms: BTreeMap::new(),
            arrays: Vec::new(),
        };
        for ty in TYPES {
            for name in ["x", "y"] {
                let local = stage.b.param(ty, name);
                let value = stage.b.get(local);
                stage.add(ty, value);
            }
            for constant in constants(ty) {
                let value = stage.b.constant(constant);
                stage.add(ty, value);
            }
        }
        TYPES.iter().for_each(|&ty| stage.derive(ty));
        stage.make_arrays();
        stage
    }

    fn add(&mut self, ty: Ty, value: Value) {
        self.forms.entry(ty).or_default().push(value);
    }

    fn emit(&mut self, op: Op, ty: Ty) {
        let value = self.b.emit_one(op, ty);
        self.add(ty, value);
    }

    /// Operations on the parameter and constants.
    fn derive(&mut self, ty: Ty) {
        let given = self.forms[&ty].clone();
        let (x, y, truth) = (given[0], given[1], self.forms[&Ty::Bool][0]);
        for op in UNARY {
            if allowed(&Op::Unary(op, x), ty) {
                self.emit(Op::Unary(op, x), ty);
            }
        }
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
            for &constant in given[2..].iter().take(5).skip(2) {
                if allowed(&Op::Binary(op, x, constant), ty) {
                    self.emit(Op::Binary(op, x, constant), ty);
                }
            }
        }
        for op in [BinaryOp::Add, BinaryOp::Sub] {
            if matches!(ty, Ty::I32 | Ty::I64) {
                self.emit(Op::Binary(op, x, y), ty);
            }
        }
        for op in COMPARE {
            if allowed(&Op::Compare(op, x, y), ty) {
                self.emit(Op::Compare(op, x, y), Ty::Bool);
            }
        }
        let (then, otherwise) = (given[2], given[3]);
        self.emit(
            Op::Select {
                cond: truth,
                then,
                otherwise,
            },
            ty,
        );
        for to in TYPES {
            if to != ty {
                self.emit(Op::Convert(x), to);
            }
        }
    }

    fn make_arrays(&mut self) {
        let (x, y) = (self.forms[&Ty::I32][0], self.forms[&Ty::I32][1]);
        let (two, three) = (self.b.int(2), self.b.int(3));
        for dims in [vec![x], vec![x, y], vec![two, three], vec![three]] {
            let made = self.b.new_array(ElemKind::F32, &dims, Fill::Zeros);
            let copied =
                self.b
                    .runtime_as(RtFn::array_copy, &[made], &[], Ty::Array(ElemKind::F32));
            self.arrays.extend([made, copied]);
        }
    }

    /// Every operation on every form, with the type of its result.
    fn operations(&self) -> Vec<(Op, Ty)> {
        let mut all = Vec::new();
        for (&ty, forms) in &self.forms {
            let truths = &self.forms[&Ty::Bool];
            for &a in forms {
                all.extend(UNARY.map(|op| (Op::Unary(op, a), ty)));
                all.extend(TYPES.map(|to| (Op::Convert(a), to)));
                for &b in forms {
                    all.extend(BINARY.map(|op| (Op::Binary(op, a, b), ty)));
                    all.extend(COMPARE.map(|op| (Op::Compare(op, a, b), Ty::Bool)));
                }
                for &cond in truths {
                    for otherwise in [forms[0], forms[2], forms[3]] {
                        let op = Op::Select {
                            cond,
                            then: a,
                            otherwise,
                        };
                        all.push((op, ty));
                    }
                }
                if ty.is_float() {
                    all.push((Op::Math(MathFn::Exp, vec![a]), ty));
                }
            }
            all.retain(|(op, _)| match op {
                Op::Unary(_, a) | Op::Binary(_, a, _) | Op::Compare(_, a, _) => {
                    allowed(op, self.b.ty(*a))
                }
                _other => true,
            });
        }
        for &array in &self.arrays {
            all.push((Op::Numel(array), Ty::I32));
            all.extend((0..3).map(|axis| (Op::Dim(array, axis), Ty::I32)));
        }
        all
    }
}

/// A program of a function that gives what an operation gives.
fn program(
    stage: FunctionBuilder,
    last: impl FnOnce(&mut FunctionBuilder) -> Value,
    ty: Ty,
) -> Program {
    let mut program = ProgramBuilder::new(location());
    let mut b = stage;
    let result = last(&mut b);
    b.return_(&[result]);
    let mut function = b.finish();
    function.results = vec![ty];
    let id = program.add(function);
    program.finish(id)
}

fn location() -> Location {
    Location {
        span: qc::base::Span::point(Id::from_index(0), 0),
        file: String::new(),
        line: 0,
        column: 0,
        function: String::new(),
        call: None,
    }
}

/// What a function needs for its result.
fn needed(program: &Program) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    for stmt in program.functions[program.entry].body.stmts.iter().rev() {
        let wanted = stmt.results.iter().any(|result| found.contains(result));
        if wanted || stmt.op.is_terminator() {
            stmt.op.for_each_operand(|&value| {
                found.insert(value);
            });
        }
    }
    found
}

/// The text of the function without what neither it nor its partner needs.
fn text(mut program: Program, needed: &BTreeSet<Value>) -> String {
    let function = &mut program.functions[program.entry];
    let kept = |stmt: &Stmt| {
        stmt.op.is_terminator() || stmt.results.iter().any(|one| needed.contains(one))
    };
    function.body.stmts.retain(kept);
    table::function(&program, &program.functions[program.entry])
}

/// What the rule makes of it.
fn simplified(b: &mut FunctionBuilder, simpler: &Simpler, ty: Ty) -> Value {
    match simpler {
        Simpler::Same(value) => *value,
        Simpler::Constant(constant) => b.constant(*constant),
        Simpler::Operation(op) => b.emit_one(op.clone(), ty),
        Simpler::WithConstant(op, left, constant) => {
            let right = b.constant(*constant);
            b.emit_one(Op::Binary(*op, *left, right), ty)
        }
        Simpler::Steps(steps) => {
            let mut made: Vec<Value> = Vec::new();
            for step in steps {
                let op = step.op(|part| match part {
                    Part::Value(value) => value,
                    Part::Constant(constant) => b.constant(constant),
                    Part::Step(number) => made[number],
                });
                let of = match &op {
                    Op::Compare(..) => Ty::Bool,
                    Op::Binary(_, a, _) => b.ty(*a),
                    _select => ty,
                };
                made.push(b.emit_one(op, of));
            }
            *made.last().expect("a step")
        }
    }
}

/// The operations that define values, as `simplify` knows them.
fn definitions(function: &Function) -> IndexVec<Value, Option<Op>> {
    let mut found = IndexVec::filled(None, function.values.len());
    function.body.for_each_stmt(&mut |stmt| {
        if let [result] = stmt.results[..]
            && (stmt.op.is_pure() || matches!(stmt.op, Op::NewArray { .. } | Op::Runtime { .. }))
        {
            found[result] = Some(stmt.op.clone());
        }
    });
    found
}

/// What tells kinds of operations apart.
fn kind(op: &Op) -> String {
    match op {
        Op::Unary(op, _) => format!("{op:?}"),
        Op::Binary(op, ..) => format!("{op:?}"),
        Op::Compare(op, ..) => format!("compare {op:?}"),
        other => format!("{:?}", std::mem::discriminant(other)),
    }
}

/// The pairs of all rules, some of each.
fn instances() -> Gatherer {
    let stage = Stage::new();
    let function = whole(Stage::new().b);
    let definitions = definitions(&function);
    let known = Known {
        values: &function.values,
        definitions: &definitions,
    };
    let mut taken: BTreeMap<(Rule, String, Ty), usize> = BTreeMap::new();
    let mut gatherer = Gatherer::default();
    for (op, ty) in stage.operations() {
        let Some((rule, simpler)) = known.simpler(&op, ty) else {
            continue;
        };
        let mut operand = ty;
        op.for_each_operand(|&value| operand = stage.b.ty(value));
        let count = taken.entry((rule, kind(&op), operand)).or_default();
        *count += 1;
        if *count > EACH && !constant_rules(rule) || *count > 4 * EACH {
            continue;
        }
        let before = program(Stage::new().b, |b| b.emit_one(op.clone(), ty), ty);
        let after = program(Stage::new().b, |b| simplified(b, &simpler, ty), ty);
        let mut needs = needed(&before);
        needs.extend(needed(&after));
        let name = format!("{rule:?} {} {operand:?} {count}", kind(&op));
        gatherer.add(&name, "rule", &text(before, &needs), &text(after, &needs));
    }
    let missing: Vec<&Rule> = Rule::ALL
        .iter()
        .filter(|&&rule| !taken.keys().any(|(found, ..)| *found == rule))
        .collect();
    assert!(missing.is_empty(), "no operation shows {missing:?}");
    gatherer
}

/// Rules that compute: more of their pairs are compared, by the arithmetic of `tests/smt/terms.py`.
fn constant_rules(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::ConstantOperand
            | Rule::ConstantOperands
            | Rule::ConstantsCompared
            | Rule::ConstantConverted
    )
}

fn whole(mut b: FunctionBuilder) -> Function {
    b.return_(&[]);
    b.finish()
}

#[test]
fn every_rule_is_proved_or_listed() {
    let names: String = Rule::ALL.iter().map(|rule| format!("{rule:?}\n")).collect();
    super::prove("rules", "rules", &names, &[]);
}

#[test]
fn instances_of_every_rule_are_proved() {
    let gatherer = instances();
    println!(
        "campaign\tsmt\trules of simplify/fold: instances\t{}\tpairs",
        gatherer.pairs
    );
    super::prove("instances", "instances", &gatherer.table, &[]);
}
