//! Each rule of the verifier is shown a tree that breaks it, and one beside it that does not.
//!
//! *Invariant:* a broken tree breaks one rule; the message names it.

use super::{Stage, check};
use crate::base::{FileId, Id, IndexVec, Span};
use crate::builtins::Builtin;
use crate::builtins::profile::KernelProfile;
use crate::hir::{
    Assign, AssignOp, BinaryOp, CallSyntax, Class, Closure, Command, CommandParam, Conversion,
    Element, ExceptionField, Expr, ExprKind, Field, Fill, GlobalVar, GlobalVarId, Instance,
    InstanceId, LoopAttributes, Place, Program, Sequence, Space, Special, Stmt, StmtKind,
    Subscript, Target, UnaryOp, Var, VarId,
};
use crate::types::{
    AccessMode, ArrayType, ClassId, ClosureId, Defined, Elem, ElemKind, Size, Type, intern,
};

// ---- The program that is broken -------------------------------------------------------------------------------------

/// The variables of the script.
const VARS: [&str; 15] = [
    "i", "s", "z", "t", "v", "m", "w", "u", "either", "e", "c", "p", "f", "texts", "cells",
];

fn var_type(name: &str) -> Type {
    let vector = |elem| Type::Array(ArrayType::open(elem, 1));
    match name {
        "i" => Type::Int,
        "s" => Type::Scalar,
        "z" => Type::Complex,
        "t" => Type::String,
        "v" => vector(Elem::Scalar),
        "m" => Type::Array(ArrayType::open(Elem::Scalar, 2)),
        "w" => vector(Elem::Int),
        "u" => vector(Elem::Storage(ElemKind::U8)),
        "either" => either(),
        "e" => Type::Exception,
        "c" => Type::Class(class()),
        "p" => Type::Pointer(class()),
        "f" => Type::Closure(ClosureId::from_index(0)),
        "texts" => vector(Elem::String),
        "cells" => vector(Elem::Compound(intern(either()))),
        other => panic!("{other} is no variable"),
    }
}

fn either() -> Type {
    Type::Union(vec![Type::Int, Type::String])
}

fn class() -> Defined<ClassId> {
    Defined {
        id: ClassId::from_index(0),
        name: "point".into(),
        open: false,
        dictionary: false,
    }
}

fn span() -> Span {
    Span::point(FileId::from_index(0), 0)
}

fn expr(ty: Type, kind: ExprKind) -> Expr {
    let span = span();
    Expr { ty, span, kind }
}

fn var_id(name: &str) -> VarId {
    let index = VARS.iter().position(|var| *var == name);
    VarId::from_index(index.expect("a variable of the script"))
}

/// A variable of the script.
fn get(name: &str) -> Expr {
    expr(var_type(name), ExprKind::Var(var_id(name)))
}

fn int(value: i32) -> Expr {
    expr(Type::Int, ExprKind::Int(value))
}

fn num(value: f64) -> Expr {
    expr(Type::Scalar, ExprKind::Scalar(value))
}

fn boxed(name: &str) -> Box<Expr> {
    Box::new(get(name))
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: span() }
}

fn set(target: Target, value: Expr) -> Stmt {
    assign(target, AssignOp::Set, value)
}

fn assign(target: Target, op: AssignOp, value: Expr) -> Stmt {
    let span = span();
    stmt(StmtKind::Assign(Assign {
        target,
        op,
        value,
        span,
    }))
}

fn element(array: &str, place: Place) -> Element {
    Element {
        array: boxed(array),
        place,
        read: AccessMode::Checked,
        write: AccessMode::Checked,
    }
}

fn at(index: Expr) -> Place {
    Place::Subscripts(vec![Subscript::Index(index)])
}

fn instance(space: Space, params: &[Type], outputs: &[Type], body: Vec<Stmt>) -> Instance {
    let mut vars = IndexVec::new();
    let mut list = |types: &[Type]| {
        let ids = types.iter().map(|ty| {
            vars.push(Var {
                name: "x".into(),
                ty: ty.clone(),
                span: span(),
            })
        });
        ids.collect::<Vec<VarId>>()
    };
    let (params, outputs) = (list(params), list(outputs));
    Instance {
        name: "function".into(),
        space,
        params,
        captures: Vec::new(),
        specials: Vec::new(),
        outputs,
        vars,
        owners: std::collections::BTreeMap::new(),
        body,
        recursive: false,
        lambda: false,
        inline: false,
        span: span(),
        profile: KernelProfile::default(),
    }
}

const HOST: usize = 1;
const DEVICE: usize = 2;
const KERNEL: usize = 3;
const CAPTURING: usize = 4;

/// A program whose script is these statements: a host function of a vector that gives an int, a device function of a scalar, a
/// kernel, and a function that captures an int.
fn program(body: Vec<Stmt>) -> Program {
    let mut script = instance(Space::Host, &[], &[], body);
    for name in VARS {
        script.vars.push(Var {
            name: name.into(),
            ty: var_type(name),
            span: span(),
        });
    }
    let mut capturing = instance(Space::Host, &[Type::Int], &[], Vec::new());
    capturing.captures = capturing.params.drain(..).collect();
    let mut kernel = instance(Space::Kernel, &[var_type("v"), Type::Int], &[], Vec::new());
    let position = kernel.params.pop().expect("two parameters");
    kernel.specials = vec![(Special::Position, position)];
    let field = |name: &str, ty| Field {
        name: name.into(),
        ty,
        span: span(),
        stored: Vec::new(),
    };
    Program {
        checks_overflow: false,
        instances: [
            script,
            instance(Space::Host, &[var_type("v")], &[Type::Int], Vec::new()),
            instance(Space::Device, &[Type::Scalar], &[Type::Scalar], Vec::new()),
            kernel,
            capturing,
        ]
        .into_iter()
        .collect(),
        closures: [Closure {
            name: "f".into(),
            captures: vec![Type::Int],
        }]
        .into_iter()
        .collect(),
        classes: [Class {
            name: "point".into(),
            open: false,
            fields: vec![field("a", Type::Int), field("b", either())],
        }]
        .into_iter()
        .collect(),
        enums: IndexVec::new(),
        cells: Default::default(),
        globals: [GlobalVar {
            name: "g".into(),
            ty: Type::Scalar,
        }]
        .into_iter()
        .collect(),
        script: InstanceId::from_index(0),
        commands: Vec::new(),
        exports: Vec::new(),
        about: String::new(),
        double: false,
        fourier_plans: None,
        pinned_memory: None,
        unified_memory: None,
        strict: false,
    }
}

fn messages(program: &Program, stage: Stage) -> Vec<String> {
    let found = check(program, stage).into_iter();
    found.map(|violation| violation.message).collect()
}

/// A program is sound, its change breaks the rule.
fn breaks(rule: &str, change: impl FnOnce(&mut Program)) {
    let mut changed = program(Vec::new());
    assert_eq!(messages(&changed, Stage::Checked), Vec::<String>::new());
    change(&mut changed);
    one_of(&messages(&changed, Stage::Checked), rule);
}

fn one_of(found: &[String], rule: &str) {
    let fits = found.iter().any(|message| message.contains(rule));
    assert!(fits, "`{rule}` is not told: {found:?}");
}

/// The first statement is sound, the other one breaks the rule.
fn statements(rule: &str, sound: Stmt, broken: Stmt) {
    statements_at(Stage::Checked, rule, sound, broken);
}

fn statements_at(stage: Stage, rule: &str, sound: Stmt, broken: Stmt) {
    let good = messages(&program(vec![sound]), stage);
    assert_eq!(good, Vec::<String>::new(), "{rule}");
    one_of(&messages(&program(vec![broken]), stage), rule);
}

/// The same for expressions.
fn exprs(rule: &str, sound: Expr, broken: Expr) {
    let [sound, broken] = [sound, broken].map(|expr| stmt(StmtKind::Expr(expr)));
    statements(rule, sound, broken);
}

// ---- Programs and instances -----------------------------------------------------------------------------------------

#[test]
fn the_script_is_host_code_that_nobody_calls() {
    breaks("the script does not exist", |program| {
        program.script = InstanceId::from_index(9);
    });
    breaks("the script is called", |program| {
        program.script = InstanceId::from_index(HOST);
    });
    breaks("the script is no host code", |program| {
        program.script = InstanceId::from_index(KERNEL);
    });
}

#[test]
fn commands_exist_and_their_parameters_are_those_of_the_command_line() {
    let command = |instance, params| Command {
        name: String::new(),
        instance: InstanceId::from_index(instance),
        params,
        doc: String::new(),
    };
    breaks("a command does not exist", |program| {
        program.commands = vec![command(9, Vec::new())];
    });
    breaks("a command has other parameters", |program| {
        program.commands = vec![command(HOST, Vec::new())];
    });
    let param = |ty: Type, value: Option<Expr>| CommandParam {
        name: "n".into(),
        var: var_id("i"),
        ty,
        is_rest: false,
        is_flag: false,
        default: None,
        default_value: value,
        doc: String::new(),
    };
    let matrix = Type::Array(ArrayType::open(Elem::Scalar, 2));
    breaks("cannot be read from text", |program| {
        program.commands = vec![command(HOST, vec![param(matrix.clone(), None)])];
    });
    breaks("has a variable of another type", |program| {
        program.commands = vec![command(HOST, vec![param(Type::Scalar, None)])];
    });
    breaks("has a default of another type", |program| {
        program.commands = vec![command(HOST, vec![param(Type::Int, Some(num(1.0)))])];
    });
    breaks("a number is no scalar", |program| {
        let wrong = expr(Type::Int, ExprKind::Scalar(1.0));
        program.commands = vec![command(HOST, vec![param(Type::Int, Some(wrong))])];
    });
}

#[test]
fn variables_have_types_and_lists_name_variables() {
    let script = |program: &mut Program| program.script;
    breaks("has the error type", |program| {
        let id = script(program);
        program.instances[id].vars[var_id("i")].ty = Type::Error;
    });
    breaks("a top-level variable has no type", |program| {
        program.globals[GlobalVarId::from_index(0)].ty = Type::Error;
    });
    let host = InstanceId::from_index(HOST);
    breaks("a parameter, x9, does not exist", |program| {
        program.instances[host].params[0] = VarId::from_index(9);
    });
    breaks("an output, x.x1, has no value", |program| {
        program.instances[host].vars[VarId::from_index(1)].ty = Type::Void;
    });
    breaks("a captured variable, x9, does not exist", |program| {
        program.instances[host].captures = vec![VarId::from_index(9)];
    });
    breaks("two parameters are one variable", |program| {
        let param = program.instances[host].params[0];
        program.instances[host].params.push(param);
    });
    breaks("special parameters outside of a kernel", |program| {
        program.instances[host].specials = vec![(Special::Position, VarId::from_index(1))];
    });
}

// ---- Statements -----------------------------------------------------------------------------------------------------

#[test]
fn conditions_are_numbers() {
    let branch = |cond: Expr| {
        stmt(StmtKind::If {
            cond,
            then: Vec::new(),
            otherwise: Vec::new(),
        })
    };
    statements(
        "a condition is no number",
        branch(get("i")),
        branch(get("t")),
    );
    let turn = |cond: Expr| {
        let body = Vec::new();
        stmt(StmtKind::While { cond, body })
    };
    statements("a condition is no number", turn(get("s")), turn(get("v")));
    let until = |until: Expr| {
        let body = Vec::new();
        stmt(StmtKind::Repeat { body, until })
    };
    statements("a condition is no number", until(get("i")), until(get("c")));
    let assert = |cond: Expr, message: Option<Expr>| stmt(StmtKind::Assert { cond, message });
    statements(
        "a condition is no number",
        assert(get("i"), None),
        assert(get("t"), None),
    );
    statements(
        "a message is no string",
        assert(get("i"), Some(get("t"))),
        assert(get("i"), Some(get("i"))),
    );
}

#[test]
fn jumps_are_in_loops() {
    let body = vec![stmt(StmtKind::Break), stmt(StmtKind::Continue)];
    let cond = get("i");
    let inside = stmt(StmtKind::While { cond, body });
    let outside = stmt(StmtKind::Continue);
    statements("a jump out of no loop", inside, outside);
}

#[test]
fn loops_give_their_variable_what_they_run_over() {
    let over = |var: &str, sequence: Sequence| {
        stmt(StmtKind::For {
            var: var_id(var),
            sequence,
            body: Vec::new(),
            attributes: LoopAttributes::default(),
        })
    };
    let ints = |start: Expr| Sequence::IntRange {
        start,
        step: None,
        stop: int(3),
    };
    let scalars = |stop: Expr| Sequence::ScalarRange {
        start: num(0.0),
        step: None,
        stop,
    };
    statements(
        "a part of a range is no int",
        over("i", ints(int(0))),
        over("i", ints(num(0.0))),
    );
    statements(
        "a part of a range is no scalar",
        over("s", scalars(num(1.0))),
        over("s", scalars(int(1))),
    );
    statements(
        "the loop variable x1 is no int",
        over("i", ints(int(0))),
        over("s", ints(int(0))),
    );
    statements(
        "the loop variable x0 is no scalar",
        over("s", Sequence::Elements(get("v"))),
        over("i", Sequence::Elements(get("v"))),
    );
    statements(
        "a loop over something without elements",
        over("i", Sequence::Elements(get("u"))),
        over("i", Sequence::Elements(get("i"))),
    );
}

#[test]
fn what_is_printed_has_a_text() {
    let print = |value: Expr| stmt(StmtKind::Print(vec![value]));
    statements("this has no text", print(get("either")), print(get("f")));
}

#[test]
fn errors_are_texts_or_errors_and_caught_as_such() {
    let error = |value: Expr| stmt(StmtKind::Error(value));
    statements("this is no error", error(get("e")), error(get("i")));
    let attempt = |caught: &str| {
        stmt(StmtKind::Try {
            body: Vec::new(),
            caught: var_id(caught),
            handler: Vec::new(),
        })
    };
    statements("catches no error", attempt("e"), attempt("t"));
}

#[test]
fn what_is_for_the_host_stands_there() {
    let device = InstanceId::from_index(DEVICE);
    breaks("the choice of a device within a kernel", |program| {
        program.instances[device].body = vec![stmt(StmtKind::SelectDevice(int(0)))];
    });
    breaks("a tried block within a kernel", |program| {
        program.instances[device].body = vec![stmt(StmtKind::Try {
            body: Vec::new(),
            caught: VarId::from_index(0),
            handler: Vec::new(),
        })];
    });
    let select = |value: Expr| stmt(StmtKind::SelectDevice(value));
    statements(
        "the number of a device is no int",
        select(int(0)),
        select(num(0.0)),
    );
    let flag = |flag: Expr| {
        let what = String::new();
        stmt(StmtKind::HasValue { flag, what })
    };
    statements("a flag is no int", flag(int(1)), flag(num(1.0)));
}

#[test]
fn several_targets_take_the_parts_of_a_value() {
    let unpack = |targets: Vec<Target>, value: Expr| stmt(StmtKind::Unpack { targets, value });
    let pair = || {
        let ty = Type::Tuple(vec![Type::Int, Type::String]);
        expr(ty, ExprKind::Record(vec![get("i"), get("t")]))
    };
    let targets = |names: &[&str]| names.iter().map(|name| Target::Var(var_id(name))).collect();
    let sound = || unpack(targets(&["i", "t"]), pair());
    statements(
        "several targets for one value",
        sound(),
        unpack(targets(&["i", "t"]), get("i")),
    );
    statements(
        "more targets than values",
        sound(),
        unpack(targets(&["i", "t", "s"]), pair()),
    );
    statements(
        "a int is stored where a scalar is held",
        sound(),
        unpack(targets(&["s", "t"]), pair()),
    );
    let elements = |targets: Vec<Target>, value: Expr, elem: Elem| {
        stmt(StmtKind::UnpackVector {
            targets,
            value,
            elem,
        })
    };
    let sound = || elements(targets(&["i", "s"]), get("v"), Elem::Scalar);
    statements(
        "no vector of int",
        sound(),
        elements(targets(&["i"]), get("v"), Elem::Int),
    );
    statements(
        "an element for something else",
        sound(),
        elements(targets(&["t"]), get("v"), Elem::Scalar),
    );
}

// ---- Assignments ----------------------------------------------------------------------------------------------------

#[test]
fn a_target_gets_a_value_of_its_type() {
    let to = |name: &str, value: Expr| set(Target::Var(var_id(name)), value);
    statements(
        "a scalar is stored where a int is held",
        to("i", int(1)),
        to("i", num(1.0)),
    );
    let global = |value: Expr| set(Target::Global(GlobalVarId::from_index(0)), value);
    statements(
        "a int is stored where a scalar is held",
        global(num(1.0)),
        global(int(1)),
    );
    let cell = |array: &str, value: Expr| set(Target::Element(element(array, at(int(0)))), value);
    statements(
        "a scalar is stored where a int is held",
        cell("w", int(1)),
        cell("w", num(1.0)),
    );
    statements(
        "a string is stored where a int is held",
        cell("u", num(1.5)),
        cell("u", get("t")),
    );
    let all = |value: Expr| {
        let place = Place::Subscripts(vec![Subscript::All]);
        set(Target::Element(element("v", place)), value)
    };
    statements(
        "a vec[string] is stored where a scalar is held",
        all(get("w")),
        all(get("texts")),
    );
    let field = |index: usize, value: Expr| {
        let base = Box::new(Target::Var(var_id("c")));
        set(Target::Field(base, index), value)
    };
    statements(
        "a string is stored where a int is held",
        field(0, int(1)),
        field(0, get("t")),
    );
    statements(
        "a scalar is stored where a [int|string] is held",
        field(1, get("t")),
        field(1, num(1.0)),
    );
    let referred = |value: Expr| set(Target::Deref(get("p")), value);
    statements(
        "a int is stored where a point is held",
        referred(get("c")),
        referred(int(1)),
    );
}

#[test]
fn elements_that_round_get_no_fraction_cut_off_unsaid() {
    let cut = |by: Conversion| {
        let whole = expr(Type::Int, ExprKind::Convert(by, boxed("s")));
        set(Target::Element(element("u", at(int(0)))), whole)
    };
    let rule = "a fraction is cut off that the elements round";
    statements(rule, cut(Conversion::Explicit), cut(Conversion::Implicit));
}

#[test]
fn updates_are_operations_of_the_target() {
    let update = |name: &str, op: BinaryOp, value: Expr| {
        assign(Target::Var(var_id(name)), AssignOp::Update(op), value)
    };
    let sound = || update("s", BinaryOp::Add, num(1.0));
    statements(
        "Lt is no update",
        sound(),
        update("s", BinaryOp::Lt, num(1.0)),
    );
    statements(
        "an update of a scalar",
        sound(),
        update("s", BinaryOp::Add, int(1)),
    );
    statements(
        "an update of a [int|string]",
        sound(),
        update("either", BinaryOp::Add, int(1)),
    );
    statements(
        "an array updates a number",
        sound(),
        update("s", BinaryOp::Add, get("v")),
    );
    statements(
        "bits of a complex number",
        update("s", BinaryOp::BitOr, num(1.0)),
        update("z", BinaryOp::BitOr, get("z")),
    );
    statements(
        "this is not appended",
        update("t", BinaryOp::Add, get("t")),
        update("t", BinaryOp::Mul, get("t")),
    );
}

#[test]
fn exchanges_are_of_numbers_of_the_type() {
    let exchange = |value: Expr| {
        let target = Target::Element(element("v", at(int(0))));
        assign(target, AssignOp::Exchange, value)
    };
    statements(
        "this cannot be exchanged",
        exchange(num(1.0)),
        exchange(int(1)),
    );
    let pair = |count: i32| {
        let ty = Type::Array(ArrayType::new(Elem::Scalar, vec![Size::Known(count)]));
        let items = (0..count).map(|_| num(1.0)).collect();
        let target = Target::Element(element("v", at(int(0))));
        assign(
            target,
            AssignOp::CompareExchange,
            expr(ty, ExprKind::ArrayLiteral(items)),
        )
    };
    statements("no pair to compare", pair(2), pair(3));
}

#[test]
fn targets_exist_and_belong_to_the_stage() {
    let to = |index: usize| set(Target::Var(VarId::from_index(index)), int(1));
    statements("the variable x99 does not exist", to(0), to(99));
    let global = |index: usize| set(Target::Global(GlobalVarId::from_index(index)), num(1.0));
    statements("the variable g9 does not exist", global(0), global(9));
    let entry = || set(Target::Entry(get("p"), 0), get("v"));
    let field = || set(Target::Deref(get("p")), get("c"));
    statements_at(
        Stage::Checked,
        "an entry before scalar replacement",
        field(),
        entry(),
    );
    statements_at(
        Stage::Sroa,
        "a class is stored behind scalar replacement",
        entry(),
        field(),
    );
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

#[test]
fn nothing_has_the_error_type() {
    exprs(
        "this has the error type",
        get("i"),
        expr(Type::Error, ExprKind::Null),
    );
    let hidden = Type::Array(ArrayType::open(Elem::Compound(intern(Type::Error)), 1));
    exprs(
        "this has the error type",
        get("i"),
        expr(hidden, ExprKind::Null),
    );
}

#[test]
fn literals_have_their_type() {
    exprs(
        "a whole number of another type",
        int(1),
        expr(Type::Scalar, ExprKind::Int(1)),
    );
    exprs(
        "a number is no scalar",
        num(1.0),
        expr(Type::Int, ExprKind::Scalar(1.0)),
    );
    let complex = |ty| expr(ty, ExprKind::Complex(0.0, 1.0));
    exprs(
        "a complex number is no cscalar",
        complex(Type::Complex),
        complex(Type::Scalar),
    );
    let text = |ty| expr(ty, ExprKind::String(String::new()));
    exprs("a text is no string", text(Type::String), text(Type::Int));
}

#[test]
fn variables_are_read_as_what_they_are() {
    let read = |ty, index| expr(ty, ExprKind::Var(VarId::from_index(index)));
    exprs("no such variable", get("i"), read(Type::Int, 99));
    exprs("a variable of type int", get("i"), read(Type::Scalar, 0));
    let global = |ty, index| expr(ty, ExprKind::Global(GlobalVarId::from_index(index)));
    exprs(
        "no such variable",
        global(Type::Scalar, 0),
        global(Type::Scalar, 9),
    );
    exprs(
        "a variable of type scalar",
        global(Type::Scalar, 0),
        global(Type::Int, 0),
    );
}

#[test]
fn operators_work_on_numbers_of_one_type() {
    let negated = |ty, name: &str| expr(ty, ExprKind::Unary(UnaryOp::Neg, boxed(name)));
    exprs(
        "Neg of a string",
        negated(Type::Int, "i"),
        negated(Type::String, "t"),
    );
    exprs(
        "Neg of a int",
        negated(Type::Int, "i"),
        negated(Type::Scalar, "i"),
    );
    let not = |ty| expr(ty, ExprKind::Unary(UnaryOp::Not, boxed("s")));
    exprs("Not of a scalar", not(Type::Int), not(Type::Scalar));
    let binary = |ty, op, a: &str, b: &str| expr(ty, ExprKind::Binary(op, boxed(a), boxed(b)));
    let sum = || binary(Type::Scalar, BinaryOp::Add, "s", "s");
    exprs(
        "Add of a scalar and a int",
        sum(),
        binary(Type::Scalar, BinaryOp::Add, "s", "i"),
    );
    exprs(
        "Add gives a scalar",
        sum(),
        binary(Type::Int, BinaryOp::Add, "s", "s"),
    );
    exprs(
        "Div of a int",
        sum(),
        binary(Type::Int, BinaryOp::Div, "i", "i"),
    );
    exprs(
        "Lt of a cscalar",
        sum(),
        binary(Type::Int, BinaryOp::Lt, "z", "z"),
    );
    exprs(
        "BitAnd of a scalar",
        sum(),
        binary(Type::Int, BinaryOp::BitAnd, "s", "s"),
    );
    exprs(
        "Eq gives a int",
        sum(),
        binary(Type::Scalar, BinaryOp::Eq, "s", "s"),
    );
    let array = || binary(var_type("v"), BinaryOp::Mul, "v", "s");
    exprs(
        "an array for a number",
        array(),
        binary(Type::Scalar, BinaryOp::Mul, "v", "s"),
    );
    let texts = || binary(Type::Int, BinaryOp::Lt, "t", "t");
    exprs(
        "a test of something else",
        texts(),
        binary(Type::String, BinaryOp::Mul, "t", "t"),
    );
}

#[test]
fn tests_of_values_are_ints() {
    let equal = |a: &str| expr(Type::Int, ExprKind::ArraysEqual(boxed(a), boxed("v")));
    exprs(
        "a test of something else than arrays",
        equal("v"),
        equal("i"),
    );
    let truth = |ty, a: &str| expr(ty, ExprKind::ArrayTruth(boxed(a)));
    let sound = || truth(Type::Int, "v");
    exprs(
        "something else than an array of numbers",
        sound(),
        truth(Type::Int, "texts"),
    );
    exprs(
        "the result of a test is no int",
        sound(),
        truth(Type::Scalar, "v"),
    );
    let member = |a: &str, ty| expr(Type::Int, ExprKind::IsMember(boxed(a), ty));
    let sound = || member("either", Type::String);
    exprs(
        "a union with that member",
        sound(),
        member("either", Type::Scalar),
    );
    exprs("a union with that member", sound(), member("i", Type::Int));
}

#[test]
fn products_and_powers_are_of_matrices() {
    let product = |ty, b: &str| expr(ty, ExprKind::MatMul(boxed("m"), boxed(b)));
    let sound = || product(var_type("m"), "m");
    exprs(
        "a product of other elements",
        sound(),
        product(var_type("m"), "w"),
    );
    exprs(
        "a product of other elements",
        sound(),
        product(var_type("w"), "m"),
    );
    let power = |a: &str, b: &str| expr(var_type("m"), ExprKind::MatPow(boxed(a), boxed(b)));
    exprs("a power of no matrix", power("m", "i"), power("s", "i"));
    exprs("an exponent is no int", power("m", "i"), power("m", "s"));
}

#[test]
fn texts_are_joined_to_a_text() {
    let joined = |ty, a: &str, b: &str| expr(ty, ExprKind::Concat(boxed(a), boxed(b)));
    let sound = || joined(Type::String, "t", "t");
    exprs(
        "a part of a text is no string",
        sound(),
        joined(Type::String, "i", "t"),
    );
    exprs(
        "a part of a text is no string",
        sound(),
        joined(Type::String, "t", "i"),
    );
    exprs(
        "a joined text is no string",
        sound(),
        joined(Type::Int, "t", "t"),
    );
}

#[test]
fn the_sides_of_a_choice_have_its_type() {
    let choice = |cond: &str, then: &str| {
        expr(
            Type::Int,
            ExprKind::Ternary(boxed(cond), boxed(then), boxed("i")),
        )
    };
    exprs(
        "a side of a choice of int",
        choice("i", "i"),
        choice("i", "s"),
    );
    exprs("a choice by no number", choice("s", "i"), choice("t", "i"));
}

#[test]
fn conversions_exist_and_the_written_ones_are_of_numbers() {
    let convert = |by, ty, name: &str| expr(ty, ExprKind::Convert(by, boxed(name)));
    let implicit = |ty, name: &str| convert(Conversion::Implicit, ty, name);
    exprs(
        "no conversion from cscalar",
        implicit(Type::Int, "s"),
        implicit(Type::Int, "z"),
    );
    exprs(
        "no conversion from function",
        implicit(Type::String, "v"),
        implicit(Type::String, "f"),
    );
    exprs(
        "no conversion from int",
        implicit(either(), "i"),
        implicit(var_type("v"), "i"),
    );
    exprs(
        "no conversion from scalar",
        implicit(either(), "t"),
        implicit(either(), "s"),
    );
    exprs(
        "no conversion from [int|string]",
        implicit(Type::Int, "either"),
        implicit(Type::Scalar, "either"),
    );
    exprs(
        "no conversion from vec[string]",
        implicit(var_type("w"), "v"),
        implicit(var_type("v"), "texts"),
    );
    let explicit = |ty, name: &str| convert(Conversion::Explicit, ty, name);
    exprs(
        "a program writes no such conversion",
        explicit(Type::Int, "s"),
        explicit(either(), "i"),
    );
}

#[test]
fn lists_are_arrays_of_their_parts() {
    let list = |ty, items: Vec<Expr>| expr(ty, ExprKind::ArrayLiteral(items));
    let sound = || list(var_type("v"), vec![get("s")]);
    exprs(
        "a part of a vec",
        sound(),
        list(var_type("v"), vec![get("t")]),
    );
    exprs(
        "a list that is no array",
        sound(),
        list(Type::Int, vec![get("i")]),
    );
    let range = |ty, start: Expr| {
        let stop = Box::new(int(3));
        let start = Box::new(start);
        let step = None;
        expr(ty, ExprKind::Range { start, step, stop })
    };
    let sound = || range(var_type("w"), int(0));
    exprs("a part of a range", sound(), range(var_type("w"), num(0.0)));
    exprs(
        "a range of no numbers",
        sound(),
        range(var_type("texts"), int(0)),
    );
}

#[test]
fn values_of_classes_have_its_fields() {
    let record = |fields: Vec<Expr>| expr(var_type("c"), ExprKind::Record(fields));
    let sound = || record(vec![int(1), get("t")]);
    exprs(
        "other fields than the class has",
        sound(),
        record(vec![int(1)]),
    );
    exprs(
        "the field of type int",
        sound(),
        record(vec![get("t"), get("t")]),
    );
    exprs(
        "fields of no class",
        sound(),
        expr(Type::Int, ExprKind::Record(Vec::new())),
    );
    let field = |ty, name: &str, index| expr(ty, ExprKind::Field(boxed(name), index));
    let sound = || field(Type::Int, "c", 0);
    exprs(
        "no such field of a point",
        sound(),
        field(Type::Int, "c", 9),
    );
    exprs(
        "no such field of a point",
        sound(),
        field(Type::Scalar, "c", 0),
    );
    exprs(
        "no such field of a ^point",
        sound(),
        field(Type::Int, "p", 0),
    );
    let deref = |name: &str| expr(var_type("c"), ExprKind::Deref(boxed(name)));
    exprs("what a int refers to", deref("p"), deref("i"));
    let new = |name: &str| expr(var_type("p"), ExprKind::NewObject(boxed(name)));
    exprs("a new int", new("c"), new("i"));
    let null = |ty| expr(ty, ExprKind::Null);
    exprs(
        "a null of another type",
        null(var_type("p")),
        null(Type::Int),
    );
    let is_null = |name: &str| expr(Type::Int, ExprKind::IsNull(boxed(name)));
    exprs("something else than a pointer", is_null("p"), is_null("v"));
    let same = |name: &str| expr(Type::Int, ExprKind::SameObject(boxed(name), boxed("p")));
    exprs("something else than pointers", same("p"), same("c"));
}

#[test]
fn objects_and_fields_belong_to_their_stage() {
    let object = || {
        stmt(StmtKind::Expr(expr(
            var_type("p"),
            ExprKind::Object(Vec::new()),
        )))
    };
    let deref = || {
        stmt(StmtKind::Expr(expr(
            var_type("c"),
            ExprKind::Deref(boxed("p")),
        )))
    };
    statements_at(
        Stage::Checked,
        "does not stand behind check",
        deref(),
        object(),
    );
    statements_at(
        Stage::Sroa,
        "does not stand behind scalar replacement of aggregates",
        object(),
        deref(),
    );
}

#[test]
fn other_values_have_the_type_of_what_they_are_made_of() {
    let message = |ty, name: &str| {
        expr(
            ty,
            ExprKind::ExceptionField(ExceptionField::Line, boxed(name)),
        )
    };
    let sound = || message(Type::Int, "e");
    exprs(
        "a field of an error is no int",
        sound(),
        message(Type::String, "e"),
    );
    exprs(
        "what has a message is no qexception",
        sound(),
        message(Type::Int, "t"),
    );
    let sequence = |ty| expr(ty, ExprKind::Sequence(Vec::new(), boxed("i")));
    exprs(
        "a value of type int",
        sequence(Type::Int),
        sequence(Type::Scalar),
    );
    let assigned = |ty| {
        let target = Target::Var(var_id("i"));
        let (op, value, span) = (AssignOp::Set, int(1), span());
        let assign = Assign {
            target,
            op,
            value,
            span,
        };
        expr(ty, ExprKind::Assign(Box::new(assign)))
    };
    exprs(
        "the value of an assignment",
        assigned(Type::Int),
        assigned(Type::Scalar),
    );
}

// ---- Elements -------------------------------------------------------------------------------------------------------

#[test]
fn accesses_name_an_array_and_indices() {
    let read = |ty, array: &str, place| expr(ty, ExprKind::Element(element(array, place)));
    let sound = || read(Type::Scalar, "v", at(int(0)));
    exprs(
        "elements of no array",
        sound(),
        read(Type::Scalar, "s", at(int(0))),
    );
    exprs(
        "an index is no int",
        sound(),
        read(Type::Scalar, "v", at(num(0.0))),
    );
    exprs("read from a vec", sound(), read(Type::Int, "v", at(int(0))));
    let none = Place::Subscripts(Vec::new());
    exprs("0 subscripts", sound(), read(Type::Scalar, "v", none));
    let cube = Type::Array(ArrayType::open(Elem::Scalar, 3));
    let two = Place::Subscripts(vec![Subscript::All, Subscript::All]);
    let of_cube = |place| Element {
        array: Box::new(expr(
            cube.clone(),
            ExprKind::Builtin(Builtin::Rand, Vec::new()),
        )),
        place,
        read: AccessMode::Checked,
        write: AccessMode::Checked,
    };
    exprs(
        "2 subscripts",
        sound(),
        expr(var_type("m"), ExprKind::Element(of_cube(two))),
    );
    let range = |start: Expr| {
        let (start, stop) = (Box::new(start), Box::new(int(1)));
        let step = None;
        Place::Subscripts(vec![Subscript::Range { start, step, stop }])
    };
    let slice = |place| read(var_type("v"), "v", place);
    let rule = "a part of a range of indices is no int";
    exprs(rule, slice(range(int(0))), slice(range(num(0.0))));
    let list = |name: &str| Place::Subscripts(vec![Subscript::Vector(get(name))]);
    exprs("no vector of indices", slice(list("w")), slice(list("v")));
    let position = |name: &str| read(Type::Scalar, "m", Place::Position(boxed(name)));
    exprs("no position", position("w"), position("v"));
    let mask = |name: &str| slice(Place::Mask(boxed(name)));
    exprs("no mask", mask("w"), mask("texts"));
    exprs(
        "read from a vec",
        slice(list("w")),
        read(Type::Scalar, "v", list("w")),
    );
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

fn call(ty: Type, callee: usize, args: Vec<Expr>, captured: Option<Box<Expr>>) -> Expr {
    let kind = ExprKind::Call {
        instance: InstanceId::from_index(callee),
        args,
        captured,
        form: CallSyntax::Function,
    };
    expr(ty, kind)
}

#[test]
fn calls_have_an_argument_per_parameter() {
    let sound = || call(Type::Int, HOST, vec![get("v")], None);
    exprs(
        "the callee does not exist",
        sound(),
        call(Type::Int, 99, Vec::new(), None),
    );
    exprs(
        "0 arguments for 1 parameters",
        sound(),
        call(Type::Int, HOST, Vec::new(), None),
    );
    exprs(
        "an argument for a vec",
        sound(),
        call(Type::Int, HOST, vec![get("w")], None),
    );
    exprs(
        "an argument for a vec",
        sound(),
        call(Type::Int, HOST, vec![get("m")], None),
    );
    exprs(
        "a call that gives a int",
        sound(),
        call(Type::Scalar, HOST, vec![get("v")], None),
    );
    exprs(
        "Kernel code is called",
        sound(),
        call(Type::Void, KERNEL, vec![get("v")], None),
    );
    let sound = || call(Type::Void, CAPTURING, Vec::new(), Some(boxed("f")));
    let rule = "other values than the callee captures";
    exprs(rule, sound(), call(Type::Void, CAPTURING, Vec::new(), None));
    exprs(
        rule,
        sound(),
        call(Type::Void, CAPTURING, Vec::new(), Some(boxed("i"))),
    );
}

#[test]
fn kernels_call_no_host_code() {
    let kernel = InstanceId::from_index(KERNEL);
    let of_kernel = |ty: Type| expr(ty, ExprKind::Var(VarId::from_index(0)));
    breaks("Host code is called by Kernel code", |program| {
        let value = call(Type::Int, HOST, vec![of_kernel(var_type("v"))], None);
        program.instances[kernel].body = vec![stmt(StmtKind::Expr(value))];
    });
    breaks("rand within a kernel", |program| {
        let value = expr(Type::Scalar, ExprKind::Builtin(Builtin::Rand, Vec::new()));
        program.instances[kernel].body = vec![stmt(StmtKind::Expr(value))];
    });
}

#[test]
fn launches_are_of_kernels_over_ints() {
    let launch = |callee: usize, dims: Vec<Expr>, block: Option<Vec<Expr>>, args: Vec<Expr>| {
        let kind = ExprKind::Launch {
            instance: InstanceId::from_index(callee),
            dims,
            block,
            args,
            captured: None,
            serial: false,
        };
        expr(Type::Void, kind)
    };
    let sound = || launch(KERNEL, vec![int(3)], Some(vec![int(1)]), vec![get("v")]);
    exprs(
        "a launch of no kernel",
        sound(),
        launch(CAPTURING, vec![int(3)], None, Vec::new()),
    );
    let rule = "extents that are no ints";
    exprs(
        rule,
        sound(),
        launch(KERNEL, vec![num(3.0)], None, vec![get("v")]),
    );
    exprs(
        rule,
        sound(),
        launch(KERNEL, vec![get("v")], None, vec![get("v")]),
    );
    exprs(
        rule,
        sound(),
        launch(KERNEL, vec![int(3)], Some(vec![num(1.0)]), vec![get("v")]),
    );
    exprs(
        "0 arguments for 1 parameters",
        sound(),
        launch(KERNEL, vec![int(3)], None, Vec::new()),
    );
}

#[test]
fn function_values_hold_what_their_type_says() {
    let make = |ty, closure: usize, values: Vec<Expr>| {
        let closure = ClosureId::from_index(closure);
        expr(ty, ExprKind::MakeClosure(closure, values))
    };
    let sound = || make(var_type("f"), 0, vec![int(1)]);
    exprs(
        "other values than the function captures",
        sound(),
        make(var_type("f"), 0, vec![num(1.0)]),
    );
    exprs(
        "other values than the function captures",
        sound(),
        make(var_type("f"), 0, Vec::new()),
    );
    exprs(
        "a function value of another type",
        sound(),
        make(Type::Int, 0, vec![int(1)]),
    );
    let other = Type::Closure(ClosureId::from_index(9));
    exprs("no such function type", sound(), make(other, 9, Vec::new()));
}

#[test]
fn functions_of_elements_have_the_types_of_their_row() {
    let sine = |ty, args: Vec<Expr>| expr(ty, ExprKind::Builtin(Builtin::Sin, args));
    let sound = || sine(Type::Scalar, vec![get("s")]);
    exprs(
        "an argument that should be a scalar",
        sound(),
        sine(Type::Scalar, vec![get("i")]),
    );
    exprs(
        "a function that gives a scalar",
        sound(),
        sine(Type::Int, vec![get("s")]),
    );
    exprs(
        "sin takes 1 arguments",
        sound(),
        sine(Type::Scalar, vec![get("s"), get("s")]),
    );
    exprs(
        "an array for a number",
        sound(),
        sine(var_type("v"), vec![get("s")]),
    );
    let new = |ty, dims: Vec<Expr>| {
        let fill = Fill::Zeros;
        expr(ty, ExprKind::NewArray { fill, dims })
    };
    let sound = || new(var_type("m"), vec![int(2), int(2)]);
    exprs(
        "a new array of no array type",
        sound(),
        new(Type::Int, vec![int(2)]),
    );
    exprs(
        "extents that are no ints",
        sound(),
        new(var_type("m"), vec![num(2.0), int(2)]),
    );
}

#[test]
#[should_panic(expected = "the typed tree is broken after check:\n  function: a flag is no int")]
fn a_broken_tree_stops_the_compiler_and_is_shown() {
    let flag = num(1.0);
    let what = String::new();
    super::verify(
        &program(vec![stmt(StmtKind::HasValue { flag, what })]),
        Stage::Checked,
    );
}
