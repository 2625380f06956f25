//! Visits the expressions and statements of a typed tree in order of evaluation, to read them or to change them.
//!
//! *Invariant:* every child is visited exactly once; both visitors are one text, so they cannot differ in what they visit.

use super::data::{
    Assign, Element, Expr, ExprKind, InstanceId, Place, Sequence, Stmt, StmtKind, Subscript, Target,
};

/// A visitor of shared nodes, or with `mut` of nodes that it may change, and the functions that visit the children of each node.
macro_rules! visitor {
    ($(#[$purpose:meta])* $Visitor:ident $(, $mut:tt)?) => {
        $(#[$purpose])*
        pub trait $Visitor {
            /// An expression.
            fn expr(&mut self, expr: &$($mut)? Expr) {
                walk_expr(self, expr);
            }

            /// A statement.
            fn stmt(&mut self, stmt: &$($mut)? Stmt) {
                walk_stmt(self, stmt);
            }

            /// An assignment, as statement or expression.
            fn assign(&mut self, assign: &$($mut)? Assign) {
                walk_assign(self, assign);
            }

            /// What an assignment stores into.
            fn target(&mut self, target: &$($mut)? Target) {
                walk_target(self, target);
            }

            /// An access, in an expression or a target.
            fn element(&mut self, element: &$($mut)? Element) {
                walk_element(self, element);
            }

            /// The instance that a call or a launch runs.
            fn instance(&mut self, _: &$($mut)? InstanceId) {}
        }

        /// All statements of a block.
        pub fn walk_block(v: &mut (impl $Visitor + ?Sized), block: &$($mut)? [Stmt]) {
            for stmt in block {
                v.stmt(stmt);
            }
        }

        /// The parts of an assignment.
        pub fn walk_assign(v: &mut (impl $Visitor + ?Sized), assign: &$($mut)? Assign) {
            v.expr(&$($mut)? assign.value);
            v.target(&$($mut)? assign.target);
        }

        /// The parts of a target.
        pub fn walk_target(v: &mut (impl $Visitor + ?Sized), target: &$($mut)? Target) {
            match target {
                Target::Element(element) => v.element(element),
                Target::Field(base, _) => v.target(base),
                Target::Deref(value) | Target::Entry(value, _) => v.expr(value),
                Target::Var(_) | Target::Global(_) | Target::Ignore => {}
            }
        }

        /// The array and the indices of an access.
        pub fn walk_element(v: &mut (impl $Visitor + ?Sized), element: &$($mut)? Element) {
            v.expr(&$($mut)? element.array);
            walk_place(v, &$($mut)? element.place);
        }

        /// The indices of an access.
        pub fn walk_place(v: &mut (impl $Visitor + ?Sized), place: &$($mut)? Place) {
            match place {
                Place::Subscripts(subscripts) => {
                    for subscript in subscripts {
                        walk_subscript(v, subscript);
                    }
                }
                Place::Position(expr) | Place::Mask(expr) => v.expr(expr),
            }
        }

        fn walk_subscript(v: &mut (impl $Visitor + ?Sized), subscript: &$($mut)? Subscript) {
            match subscript {
                Subscript::All => {}
                Subscript::Index(expr) | Subscript::Vector(expr) => v.expr(expr),
                Subscript::Range { start, step, stop } => {
                    v.expr(start);
                    if let Some(step) = step {
                        v.expr(step);
                    }
                    v.expr(stop);
                }
            }
        }

        /// The children of an expression.
        pub fn walk_expr(v: &mut (impl $Visitor + ?Sized), expr: &$($mut)? Expr) {
            match &$($mut)? expr.kind {
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
                | ExprKind::NewArray { dims: items, .. } => {
                    for item in items {
                        v.expr(item);
                    }
                }
                ExprKind::Range { start, step, stop } => {
                    v.expr(start);
                    if let Some(step) = step {
                        v.expr(step);
                    }
                    v.expr(stop);
                }
                ExprKind::Element(element) => v.element(element),
                ExprKind::Call { instance, args, captured, form: _ } => {
                    v.instance(instance);
                    if let Some(captured) = captured {
                        v.expr(captured);
                    }
                    for arg in args {
                        v.expr(arg);
                    }
                }
                ExprKind::Launch { instance, dims, block, args, captured, .. } => {
                    v.instance(instance);
                    if let Some(captured) = captured {
                        v.expr(captured);
                    }
                    for part in dims.into_iter().chain(block.into_iter().flatten()).chain(args) {
                        v.expr(part);
                    }
                }
                ExprKind::Assign(assign) => v.assign(assign),
                ExprKind::Sequence(stmts, value) => {
                    walk_block(v, stmts);
                    v.expr(value);
                }
            }
        }

        fn walk_sequence(v: &mut (impl $Visitor + ?Sized), sequence: &$($mut)? Sequence) {
            match sequence {
                Sequence::IntRange { start, step, stop }
                | Sequence::ScalarRange { start, step, stop } => {
                    v.expr(start);
                    if let Some(step) = step {
                        v.expr(step);
                    }
                    v.expr(stop);
                }
                Sequence::Elements(array) => v.expr(array),
            }
        }

        /// The children of a statement.
        pub fn walk_stmt(v: &mut (impl $Visitor + ?Sized), stmt: &$($mut)? Stmt) {
            match &$($mut)? stmt.kind {
                StmtKind::Assign(assign) => v.assign(assign),
                StmtKind::Unpack { targets, value }
                | StmtKind::UnpackVector { targets, value, .. } => {
                    v.expr(value);
                    for target in targets {
                        v.target(target);
                    }
                }
                StmtKind::Expr(expr)
                | StmtKind::Error(expr)
                | StmtKind::SelectDevice(expr)
                | StmtKind::HasValue { flag: expr, what: _ } => v.expr(expr),
                StmtKind::If { cond, then, otherwise } => {
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
                StmtKind::Print(values) => {
                    for value in values {
                        v.expr(value);
                    }
                }
                StmtKind::Assert { cond, message } => {
                    v.expr(cond);
                    if let Some(message) = message {
                        v.expr(message);
                    }
                }
            }
        }
    };
}

visitor! {
    /// What to do at each node; the default goes on to the children.
    Visitor
}

/// The visitor that may change what it visits.
pub mod change {
    use super::{
        Assign, Element, Expr, ExprKind, InstanceId, Place, Sequence, Stmt, StmtKind, Subscript,
        Target,
    };

    visitor! {
        /// What to change at each node; the default goes on to the children.
        Visitor, mut
    }
}
