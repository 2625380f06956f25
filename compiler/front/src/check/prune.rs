//! Removes what discarded walks left: instances that nothing reaches, variables without a type.
//!
//! *Invariant:* the order of the instances that stay is the order in which they were made.

use std::collections::BTreeMap;

use crate::base::{Id, IndexVec};
use crate::hir::{
    Assign, Element, Expr, ExprKind, InstanceId, Place, Program, Sequence, Stmt, StmtKind,
    Subscript, Target,
};
use crate::types::Type;

/// The program without instances that cannot run.
pub(super) fn unreachable(mut program: Program) -> Program {
    let mut found = vec![false; program.instances.len()];
    let mut open = vec![program.script];
    open.extend(program.main);
    for param in &program.main_params {
        if let Some(value) = &param.default_value {
            let mut value = value.clone();
            visit_expr(&mut value, &mut |id| open.push(*id));
        }
    }
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut found[id.index()], true) {
            continue;
        }
        let mut body = program.instances[id].body.clone();
        visit_block(&mut body, &mut |id| open.push(*id));
    }
    renumber(&mut program, &found);
    untyped_are_void(&mut program);
    program
}

/// The first walk of a loop does not know the type of a variable that only the end of the body sets, nor of those that get its value: it makes
/// them with the error type. Nothing names them once a later walk knows the types; they keep their places, since others are known by theirs,
/// as variables without values. One that is named after all breaks a rule of [`crate::hir::verify`].
fn untyped_are_void(program: &mut Program) {
    let of_instances = program
        .instances
        .iter_mut()
        .flat_map(|it| it.vars.iter_mut());
    let types = of_instances
        .map(|var| &mut var.ty)
        .chain(program.globals.iter_mut().map(|global| &mut global.ty));
    for ty in types {
        if ty.holds_error() {
            *ty = Type::Void;
        }
    }
}

fn renumber(program: &mut Program, found: &[bool]) {
    let mut ids = BTreeMap::new();
    let mut kept = IndexVec::new();
    for (id, instance) in program.instances.iter_enumerated() {
        if found[id.index()] {
            ids.insert(id, kept.push(instance.clone()));
        }
    }
    let mut change = |id: &mut InstanceId| {
        if let Some(new) = ids.get(id) {
            *id = *new;
        }
    };
    for instance in kept.iter_mut() {
        visit_block(&mut instance.body, &mut change);
    }
    for param in &mut program.main_params {
        if let Some(value) = &mut param.default_value {
            visit_expr(value, &mut change);
        }
    }
    change(&mut program.script);
    if let Some(main) = &mut program.main {
        change(main);
    }
    program.instances = kept;
}

type Visit<'v> = &'v mut dyn FnMut(&mut InstanceId);

fn visit_block(block: &mut [Stmt], visit: Visit<'_>) {
    for stmt in block {
        visit_stmt(stmt, visit);
    }
}

fn visit_stmt(stmt: &mut Stmt, visit: Visit<'_>) {
    match &mut stmt.kind {
        StmtKind::Assign(assign) => visit_assign(assign, visit),
        StmtKind::Unpack { targets, value } | StmtKind::UnpackVector { targets, value, .. } => {
            targets
                .iter_mut()
                .for_each(|target| visit_target(target, visit));
            visit_expr(value, visit);
        }
        StmtKind::Expr(expr) | StmtKind::Error(expr) | StmtKind::SelectDevice(expr) => {
            visit_expr(expr, visit);
        }
        StmtKind::If {
            cond,
            then,
            otherwise,
        } => {
            visit_expr(cond, visit);
            visit_block(then, visit);
            visit_block(otherwise, visit);
        }
        StmtKind::For { sequence, body, .. } => {
            match sequence {
                Sequence::IntRange { start, step, stop }
                | Sequence::ScalarRange { start, step, stop } => {
                    visit_expr(start, visit);
                    if let Some(step) = step {
                        visit_expr(step, visit);
                    }
                    visit_expr(stop, visit);
                }
                Sequence::Elements(array) => visit_expr(array, visit),
            }
            visit_block(body, visit);
        }
        StmtKind::While { cond, body } | StmtKind::Repeat { body, until: cond } => {
            visit_expr(cond, visit);
            visit_block(body, visit);
        }
        StmtKind::Try { body, handler, .. } => {
            visit_block(body, visit);
            visit_block(handler, visit);
        }
        StmtKind::Break | StmtKind::Continue | StmtKind::Return => {}
        StmtKind::Print(values) => values.iter_mut().for_each(|value| visit_expr(value, visit)),
        StmtKind::HasValue { flag, what: _ } => visit_expr(flag, visit),
        StmtKind::Assert { cond, message } => {
            visit_expr(cond, visit);
            if let Some(message) = message {
                visit_expr(message, visit);
            }
        }
    }
}

fn visit_assign(assign: &mut Assign, visit: Visit<'_>) {
    visit_target(&mut assign.target, visit);
    visit_expr(&mut assign.value, visit);
}

fn visit_target(target: &mut Target, visit: Visit<'_>) {
    match target {
        Target::Element(element) => visit_element(element, visit),
        Target::Field(base, _) => visit_target(base, visit),
        Target::Deref(value) | Target::Entry(value, _) => visit_expr(value, visit),
        Target::Var(_) | Target::Global(_) | Target::Ignore => {}
    }
}

fn visit_element(element: &mut Element, visit: Visit<'_>) {
    visit_expr(&mut element.array, visit);
    match &mut element.place {
        Place::Subscripts(subscripts) => {
            for subscript in subscripts {
                match subscript {
                    Subscript::All => {}
                    Subscript::Index(value) | Subscript::Vector(value) => visit_expr(value, visit),
                    Subscript::Range { start, step, stop } => {
                        visit_expr(start, visit);
                        if let Some(step) = step {
                            visit_expr(step, visit);
                        }
                        visit_expr(stop, visit);
                    }
                }
            }
        }
        Place::Position(value) | Place::Mask(value) => visit_expr(value, visit),
    }
}

fn visit_expr(expr: &mut Expr, visit: Visit<'_>) {
    match &mut expr.kind {
        ExprKind::Int(_)
        | ExprKind::Scalar(_)
        | ExprKind::Complex(..)
        | ExprKind::String(_)
        | ExprKind::Null
        | ExprKind::Var(_)
        | ExprKind::Global(_) => {}
        ExprKind::Unary(_, a)
        | ExprKind::ArrayTruth(a)
        | ExprKind::IsMember(a, _)
        | ExprKind::Convert(_, a)
        | ExprKind::Field(a, _)
        | ExprKind::Deref(a)
        | ExprKind::NewObject(a)
        | ExprKind::IsNull(a)
        | ExprKind::Entry(a, _)
        | ExprKind::ExceptionField(_, a) => visit_expr(a, visit),
        ExprKind::Binary(_, a, b)
        | ExprKind::ArraysEqual(a, b)
        | ExprKind::SameObject(a, b)
        | ExprKind::MatMul(a, b)
        | ExprKind::MatPow(a, b)
        | ExprKind::Concat(a, b) => {
            visit_expr(a, visit);
            visit_expr(b, visit);
        }
        ExprKind::Ternary(a, b, c) => {
            visit_expr(a, visit);
            visit_expr(b, visit);
            visit_expr(c, visit);
        }
        ExprKind::ArrayLiteral(items)
        | ExprKind::Builtin(_, items)
        | ExprKind::Record(items)
        | ExprKind::Object(items)
        | ExprKind::MakeClosure(_, items) => {
            items.iter_mut().for_each(|item| visit_expr(item, visit));
        }
        ExprKind::NewArray { dims, .. } => dims.iter_mut().for_each(|dim| visit_expr(dim, visit)),
        ExprKind::Range { start, step, stop } => {
            visit_expr(start, visit);
            if let Some(step) = step {
                visit_expr(step, visit);
            }
            visit_expr(stop, visit);
        }
        ExprKind::Element(element) => visit_element(element, visit),
        ExprKind::Call {
            instance,
            args,
            captured,
            form: _,
        } => {
            visit(instance);
            args.iter_mut().for_each(|arg| visit_expr(arg, visit));
            if let Some(captured) = captured {
                visit_expr(captured, visit);
            }
        }
        ExprKind::Launch {
            instance,
            dims,
            block,
            args,
            captured,
            ..
        } => {
            visit(instance);
            for part in dims
                .iter_mut()
                .chain(block.iter_mut().flatten())
                .chain(args)
            {
                visit_expr(part, visit);
            }
            if let Some(captured) = captured {
                visit_expr(captured, visit);
            }
        }
        ExprKind::Assign(assign) => visit_assign(assign, visit),
        ExprKind::Sequence(stmts, value) => {
            visit_block(stmts, visit);
            visit_expr(value, visit);
        }
    }
}
