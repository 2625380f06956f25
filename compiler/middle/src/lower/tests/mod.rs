//! Tests: typed trees made by hand, lowered, verified and interpreted.
//!
//! *Invariant:* expected outputs are derived from the language reference, not copied from a run.

mod arrays;
mod kernels;
mod networks;
mod scalars;

use crate::base::{FileId, Id, IndexVec, SourceMap, Span};
use crate::builtins::Builtin;
use crate::hir::{
    Assign, AssignOp, BinaryOp, CallSyntax, Element, Expr, ExprKind, Instance, InstanceId,
    LoopAttributes, Place, Program, Sequence, Space, Stmt, StmtKind, Subscript, Target, Var, VarId,
};
use crate::lower::{Options, lower};
use crate::mir::interpret::{self, Outcome};
use crate::mir::{self, AccessMode, Fill};
use crate::types::{ArrayType, Elem, Size, Type};

/// The span of everything.
fn span() -> Span {
    Span::new(FileId::from_index(0), 0, 4)
}

fn sources() -> SourceMap {
    let mut sources = SourceMap::new();
    sources.add("test.q", "test\n");
    sources
}

// ---- Types -------------------------------------------------------------------------------------------------------------

fn mat() -> Type {
    Type::Array(ArrayType::open(Elem::Scalar, 2))
}

fn vec_of(elem: Elem, n: i32) -> Type {
    Type::Array(ArrayType::new(elem, vec![Size::Known(n)]))
}

fn open_vec(elem: Elem) -> Type {
    Type::Array(ArrayType::open(elem, 1))
}

// ---- Expressions -------------------------------------------------------------------------------------------------------

fn expr(ty: Type, kind: ExprKind) -> Expr {
    Expr {
        ty,
        span: span(),
        kind,
    }
}

fn int(value: i32) -> Expr {
    expr(Type::Int, ExprKind::Int(value))
}

fn num(value: f64) -> Expr {
    expr(Type::Scalar, ExprKind::Scalar(value))
}

fn text(value: &str) -> Expr {
    expr(Type::String, ExprKind::String(value.to_string()))
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let array = [&a, &b]
        .into_iter()
        .find(|e| e.ty.as_array().is_some())
        .map(|e| e.ty.clone());
    let comparison = super::tree::operator::comparison(op).is_some();
    let ty = match (array, comparison) {
        (Some(Type::Array(array)), true) => Type::Array(ArrayType {
            elem: Elem::Int,
            ..array
        }),
        (Some(array), _) => array,
        (None, true) => Type::Int,
        (None, false) => a.ty.clone(),
    };
    expr(ty, ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

fn add(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::Add, a, b)
}

fn mul(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::Mul, a, b)
}

fn literal(elem: Elem, items: Vec<Expr>) -> Expr {
    expr(
        vec_of(elem, items.len() as i32),
        ExprKind::ArrayLiteral(items),
    )
}

fn builtin(ty: Type, builtin: Builtin, args: Vec<Expr>) -> Expr {
    expr(ty, ExprKind::Builtin(builtin, args))
}

fn zeros(ty: Type, dims: Vec<Expr>) -> Expr {
    expr(
        ty,
        ExprKind::NewArray {
            fill: Fill::Zeros,
            dims,
        },
    )
}

fn element(array: Expr, subscripts: Vec<Subscript>) -> Element {
    element_with(array, Place::Subscripts(subscripts), AccessMode::Checked)
}

fn element_with(array: Expr, place: Place, mode: AccessMode) -> Element {
    Element {
        array: Box::new(array),
        place,
        read: mode,
        write: mode,
    }
}

fn at(array: Expr, index: Vec<Expr>) -> Expr {
    let ty = array.ty.as_array().expect("an array").elem.value_type();
    expr(
        ty,
        ExprKind::Element(element(
            array,
            index.into_iter().map(Subscript::Index).collect(),
        )),
    )
}

fn call(instance: InstanceId, ty: Type, args: Vec<Expr>) -> Expr {
    expr(
        ty,
        ExprKind::Call {
            instance,
            args,
            captured: None,
            form: CallSyntax::Function,
        },
    )
}

fn launch(instance: InstanceId, ty: Type, dims: Vec<Expr>, args: Vec<Expr>) -> Expr {
    let (block, captured) = (None, None);
    expr(
        ty,
        ExprKind::Launch {
            instance,
            dims,
            block,
            args,
            captured,
            serial: false,
        },
    )
}

// ---- Statements --------------------------------------------------------------------------------------------------------

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: span() }
}

fn assign(target: Target, op: AssignOp, value: Expr) -> Stmt {
    stmt(StmtKind::Assign(Assign {
        target,
        op,
        value,
        span: span(),
    }))
}

fn set(var: VarId, value: Expr) -> Stmt {
    assign(Target::Var(var), AssignOp::Set, value)
}

fn update(var: VarId, op: BinaryOp, value: Expr) -> Stmt {
    assign(Target::Var(var), AssignOp::Update(op), value)
}

fn store(array: Expr, index: Vec<Expr>, value: Expr) -> Stmt {
    let target = element(array, index.into_iter().map(Subscript::Index).collect());
    assign(Target::Element(target), AssignOp::Set, value)
}

fn print(values: Vec<Expr>) -> Stmt {
    stmt(StmtKind::Print(values))
}

fn when(cond: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::If {
        cond,
        then,
        otherwise,
    })
}

fn count(var: VarId, from: Expr, to: Expr, body: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::For {
        var,
        sequence: Sequence::IntRange {
            start: from,
            step: None,
            stop: to,
        },
        body,
        attributes: LoopAttributes::default(),
    })
}

// ---- Programs ----------------------------------------------------------------------------------------------------------

/// An instance under construction.
struct Function {
    instance: Instance,
}

impl Function {
    fn new(name: &str, space: Space) -> Function {
        Function {
            instance: Instance {
                name: name.to_string(),
                space,
                params: Vec::new(),
                captures: Vec::new(),
                specials: Vec::new(),
                outputs: Vec::new(),
                vars: IndexVec::new(),
                owners: std::collections::BTreeMap::new(),
                body: Vec::new(),
                recursive: false,
                lambda: false,
                inline: false,
                profile: crate::builtins::profile::KernelProfile::default(),
                span: span(),
            },
        }
    }

    fn var(&mut self, name: &str, ty: Type) -> VarId {
        self.instance.vars.push(Var {
            name: name.to_string(),
            ty,
            span: span(),
        })
    }

    fn param(&mut self, name: &str, ty: Type) -> VarId {
        let var = self.var(name, ty);
        self.instance.params.push(var);
        var
    }

    fn output(&mut self, name: &str, ty: Type) -> VarId {
        let var = self.var(name, ty);
        self.instance.outputs.push(var);
        var
    }

    /// The variable as an expression.
    fn get(&self, var: VarId) -> Expr {
        expr(self.instance.vars[var].ty.clone(), ExprKind::Var(var))
    }

    fn push(&mut self, stmt: Stmt) {
        self.instance.body.push(stmt);
    }
}

/// A program whose script is the first function; the others are called by the index of their place.
fn program(functions: Vec<Function>) -> Program {
    Program {
        instances: functions
            .into_iter()
            .map(|function| function.instance)
            .collect(),
        closures: IndexVec::new(),
        classes: IndexVec::new(),
        enums: IndexVec::new(),
        cells: std::collections::BTreeMap::new(),
        globals: IndexVec::new(),
        script: InstanceId::from_index(0),
        commands: Vec::new(),
        exports: Vec::new(),
        about: String::new(),
        double: false,
        fourier_plans: None,
        pinned_memory: None,
        unified_memory: None,
        strict: false,
        checks_overflow: false,
    }
}

fn id(index: usize) -> InstanceId {
    InstanceId::from_index(index)
}

fn lowered(program: &Program) -> mir::Program {
    let result = lower(program, &sources(), Options::default()).map(|(program, _)| program);
    let lowered = result.unwrap_or_else(|reports| panic!("{reports:#?}"));
    mir::verify::verify(&lowered, "lower");
    lowered
}

fn outcome(program: &Program) -> Outcome {
    let options = interpret::Options {
        counted: false,
        ..interpret::Options::default()
    };
    interpret::execute(&lowered(program), options)
}

/// What a program that ends without an error prints.
fn output(program: &Program) -> String {
    let outcome = outcome(program);
    assert_eq!(outcome.failure, None);
    outcome.output
}

/// What a script that prints these expressions prints.
fn printed(exprs: Vec<Expr>) -> String {
    let mut script = Function::new("", Space::Host);
    for expr in exprs {
        script.push(print(vec![expr]));
    }
    output(&program(vec![script]))
}
