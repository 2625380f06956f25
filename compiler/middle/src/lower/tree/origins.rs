//! What the source uses that the MIR only has the parts of: objects, cells, values of several types, methods, function values.
//!
//! The analysis of loops refuses an operation of the MIR; what its user wrote there is found here by its place.
//!
//! Layer: `tree`.
//!
//! *Invariant:* the tree is that of the checker, before classes were taken apart; nothing here changes it.

use crate::base::Span;
use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_expr, walk_target};
use crate::hir::{Assign, CallSyntax, Expr, ExprKind, Instance, Program, Space, Target};
use crate::types::{Elem, Type};

/// What stands somewhere in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: OriginKind,
    /// The variable or function; empty if none.
    pub name: String,
    /// The type or function that it is.
    pub what: String,
}

/// The kinds of what is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OriginKind {
    /// An object that a pointer refers to.
    Object,
    /// A variable of a type that is known only when running.
    Polymorphic,
    /// A slice with known bounds that is too long for registers; `what` is how long.
    LongSlice,
    /// A cell array, or an element of one that is stored.
    Cell,
    /// A call of a method of the host.
    Method,
    /// A call of a host function through a variable.
    FunctionValue,
}

/// All of a program, in no particular order.
pub fn origins(program: &Program) -> Vec<Origin> {
    let mut found = Vec::new();
    for instance in &program.instances {
        let mut collector = Collector {
            program,
            instance,
            found,
        };
        walk_block(&mut collector, &instance.body);
        found = collector.found;
    }
    found
}

struct Collector<'p> {
    program: &'p Program,
    instance: &'p Instance,
    found: Vec<Origin>,
}

impl Visitor for Collector<'_> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Deref(pointer) = &expr.kind {
            self.object(expr.span, pointer);
        } else if let ExprKind::NewObject(value) = &expr.kind {
            self.note(expr.span, OriginKind::Object, "", &value.ty.to_string());
        } else if let ExprKind::Call { instance, form, .. } = &expr.kind {
            self.call(&self.program.instances[*instance], *form, expr.span);
        } else if matches!(expr.kind, ExprKind::ArrayLiteral(_)) && is_cell(&expr.ty) {
            self.note(expr.span, OriginKind::Cell, "", &expr.ty.to_string());
        } else if let (ExprKind::Element(element), Some(count)) = (&expr.kind, long_length(expr)) {
            let name = self.name(&element.array);
            self.note(expr.span, OriginKind::LongSlice, &name, &count.to_string());
        } else if let (ExprKind::Var(_) | ExprKind::Global(_), Type::Union(members)) =
            (&expr.kind, &expr.ty)
        {
            let members: Vec<_> = members.iter().map(ToString::to_string).collect();
            let name = self.name(expr);
            self.note(
                expr.span,
                OriginKind::Polymorphic,
                &name,
                &members.join(", "),
            );
        }
        walk_expr(self, expr);
    }

    fn assign(&mut self, assign: &Assign) {
        if let Target::Element(element) = &assign.target
            && is_cell(&element.array.ty)
        {
            let name = self.name(&element.array);
            let ty = element.array.ty.to_string();
            self.note(assign.span, OriginKind::Cell, &name, &ty);
        }
        walk_assign(self, assign);
    }

    fn target(&mut self, target: &Target) {
        if let Target::Deref(pointer) = target {
            self.object(pointer.span, pointer);
        }
        walk_target(self, target);
    }
}

impl Collector<'_> {
    fn note(&mut self, span: Span, kind: OriginKind, name: &str, what: &str) {
        self.found.push(Origin {
            span,
            kind,
            name: name.to_owned(),
            what: what.to_owned(),
        });
    }

    fn object(&mut self, span: Span, pointer: &Expr) {
        let name = self.name(pointer);
        self.note(span, OriginKind::Object, &name, &pointer.ty.to_string());
    }

    fn call(&mut self, callee: &Instance, form: CallSyntax, span: Span) {
        if callee.space != Space::Host {
            return;
        }
        let variable = match form {
            CallSyntax::Function | CallSyntax::Expression => return,
            CallSyntax::Method => {
                return self.note(span, OriginKind::Method, &callee.name, &callee.name);
            }
            CallSyntax::Variable(var) => self.instance.vars[var].name.clone(),
            CallSyntax::Global(global) => self.program.globals[global].name.clone(),
        };
        self.note(span, OriginKind::FunctionValue, &variable, &callee.name);
    }

    fn name(&self, expr: &Expr) -> String {
        if let ExprKind::Var(var) = expr.kind {
            self.instance.vars[var].name.clone()
        } else if let ExprKind::Global(global) = expr.kind {
            self.program.globals[global].name.clone()
        } else {
            String::new()
        }
    }
}

/// How many elements an array has, when its type says so and they are too many for registers.
fn long_length(expr: &Expr) -> Option<usize> {
    let array = expr.ty.as_array().filter(|array| !array.is_small())?;
    array.known_numel().filter(|count| *count > 0)
}

/// Whether an array holds references.
fn is_cell(ty: &Type) -> bool {
    ty.as_array()
        .is_some_and(|array| matches!(array.elem, Elem::Compound(_)))
}
