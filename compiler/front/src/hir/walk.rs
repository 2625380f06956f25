//! Visits the expressions and statements of a typed tree in order of evaluation.
//!
//! *Invariant:* every child is visited exactly once.

use super::data::{
    Assign, Element, Expr, ExprKind, Place, Sequence, Stmt, StmtKind, Subscript, Target,
};

/// What to do at each node; the default goes on to the children.
pub trait Visitor {
    /// An expression.
    fn expr(&mut self, expr: &Expr) {
        walk_expr(self, expr);
    }

    /// A statement.
    fn stmt(&mut self, stmt: &Stmt) {
        walk_stmt(self, stmt);
    }

    /// An assignment, as statement or expression.
    fn assign(&mut self, assign: &Assign) {
        walk_assign(self, assign);
    }

    /// What an assignment stores into.
    fn target(&mut self, target: &Target) {
        walk_target(self, target);
    }

    /// An access, in an expression or a target.
    fn element(&mut self, element: &Element) {
        walk_element(self, element);
    }
}

/// All statements of a block.
pub fn walk_block(v: &mut (impl Visitor + ?Sized), block: &[Stmt]) {
    for stmt in block {
        v.stmt(stmt);
    }
}

/// The parts of an assignment.
pub fn walk_assign(v: &mut (impl Visitor + ?Sized), assign: &Assign) {
    v.expr(&assign.value);
    v.target(&assign.target);
}

/// The parts of a target.
pub fn walk_target(v: &mut (impl Visitor + ?Sized), target: &Target) {
    match target {
        Target::Element(element) => v.element(element),
        Target::Field(base, _) => v.target(base),
        Target::Deref(value) | Target::Entry(value, _) => v.expr(value),
        Target::Var(_) | Target::Global(_) | Target::Ignore => {}
    }
}

/// The array and the indices of an access.
pub fn walk_element(v: &mut (impl Visitor + ?Sized), element: &Element) {
    v.expr(&element.array);
    walk_place(v, &element.place);
}

/// The indices of an access.
pub fn walk_place(v: &mut (impl Visitor + ?Sized), place: &Place) {
    match place {
        Place::Subscripts(subscripts) => {
            for subscript in subscripts {
                walk_subscript(v, subscript);
            }
        }
        Place::Position(expr) | Place::Mask(expr) => v.expr(expr),
    }
}

fn walk_subscript(v: &mut (impl Visitor + ?Sized), subscript: &Subscript) {
    match subscript {
        Subscript::All => {}
        Subscript::Index(expr) | Subscript::Vector(expr) => v.expr(expr),
        Subscript::Range { start, step, stop } => {
            v.expr(start);
            walk_optional(v, step.as_deref());
            v.expr(stop);
        }
    }
}

fn walk_optional(v: &mut (impl Visitor + ?Sized), expr: Option<&Expr>) {
    if let Some(expr) = expr {
        v.expr(expr);
    }
}

/// The children of an expression.
pub fn walk_expr(v: &mut (impl Visitor + ?Sized), expr: &Expr) {
    match &expr.kind {
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
        | ExprKind::ExceptionField(_, a) => v.expr(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::ArraysEqual(a, b)
        | ExprKind::SameObject(a, b)
        | ExprKind::MatMul(a, b)
        | ExprKind::MatPow(a, b)
        | ExprKind::Concat(a, b) => {
            v.expr(a);
            v.expr(b);
        }
        ExprKind::Ternary(a, b, c) => {
            v.expr(a);
            v.expr(b);
            v.expr(c);
        }
        ExprKind::ArrayLiteral(items)
        | ExprKind::Builtin(_, items)
        | ExprKind::MakeClosure(_, items)
        | ExprKind::Record(items)
        | ExprKind::Object(items)
        | ExprKind::NewArray { dims: items, .. } => items.iter().for_each(|item| v.expr(item)),
        ExprKind::Range { start, step, stop } => {
            v.expr(start);
            walk_optional(v, step.as_deref());
            v.expr(stop);
        }
        ExprKind::Element(element) => v.element(element),
        ExprKind::Call { args, captured, .. } => {
            walk_optional(v, captured.as_deref());
            args.iter().for_each(|arg| v.expr(arg));
        }
        ExprKind::Launch {
            dims,
            block,
            args,
            captured,
            ..
        } => {
            walk_optional(v, captured.as_deref());
            dims.iter()
                .chain(block.iter().flatten())
                .chain(args)
                .for_each(|arg| v.expr(arg));
        }
        ExprKind::Assign(assign) => v.assign(assign),
        ExprKind::Sequence(stmts, value) => {
            walk_block(v, stmts);
            v.expr(value);
        }
    }
}

fn walk_sequence(v: &mut (impl Visitor + ?Sized), sequence: &Sequence) {
    match sequence {
        Sequence::IntRange { start, step, stop } | Sequence::ScalarRange { start, step, stop } => {
            v.expr(start);
            walk_optional(v, step.as_ref());
            v.expr(stop);
        }
        Sequence::Elements(array) => v.expr(array),
    }
}

/// The children of a statement.
pub fn walk_stmt(v: &mut (impl Visitor + ?Sized), stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Assign(assign) => v.assign(assign),
        StmtKind::Unpack { targets, value } | StmtKind::UnpackVector { targets, value, .. } => {
            v.expr(value);
            targets.iter().for_each(|target| v.target(target));
        }
        StmtKind::Expr(expr) | StmtKind::Error(expr) | StmtKind::SelectDevice(expr) => v.expr(expr),
        StmtKind::If {
            cond,
            then,
            otherwise,
        } => {
            v.expr(cond);
            walk_block(v, then);
            walk_block(v, otherwise);
        }
        StmtKind::For { sequence, body, .. } => {
            walk_sequence(v, sequence);
            walk_block(v, body);
        }
        StmtKind::While { cond, body } => {
            v.expr(cond);
            walk_block(v, body);
        }
        StmtKind::Repeat { body, until } => {
            walk_block(v, body);
            v.expr(until);
        }
        StmtKind::Try { body, handler, .. } => {
            walk_block(v, body);
            walk_block(v, handler);
        }
        StmtKind::Break | StmtKind::Continue | StmtKind::Return => {}
        StmtKind::Print(values) => values.iter().for_each(|value| v.expr(value)),
        StmtKind::HasValue { flag, what: _ } => v.expr(flag),
        StmtKind::Assert { cond, message } => {
            v.expr(cond);
            walk_optional(v, message.as_ref());
        }
    }
}
