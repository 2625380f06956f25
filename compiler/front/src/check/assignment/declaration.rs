//! Declarations: `x : T = value`, `x : T`, `f : [scalar -> scalar] = x -> …`.
//!
//! *Invariant:* a variable that was declared with a type keeps the type as long as values of it are assigned.

use crate::base::Span;
use crate::check::annotation::is_function_type;
use crate::check::environment::Variable;
use crate::check::{BodyState, Checker, convert};
use crate::diag::{Code, Report};
use crate::hir::{Stmt, StmtKind};
use crate::syntax::ast;
use crate::types::Type;

impl<'a> Checker<'a> {
    /// `x : T = value` and `x : T`.
    pub(in crate::check) fn declaration(
        &mut self,
        f: &mut BodyState<'a>,
        declare: &'a ast::Declare,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let ast::ExprKind::Member(member) = &declare.target.kind {
            return self.declare_field(f, member, declare, span, out);
        }
        let Some(name) = declare.target.as_name() else {
            return self.unsupported(span, "declarations of elements");
        };
        let Some(value) = &declare.value else {
            return self.declare_only(f, name, declare, span, out);
        };
        if is_function_type(&declare.ty) {
            return self.declare_function(f, name, declare, value, span, out);
        }
        let value = self.expr(f, value);
        let ty = self.annotation(f, &declare.ty, Some(&value.ty));
        let ty = convert::with_known_sizes(ty, &value.ty);
        let value = self.coerce(f, value, &ty, "the value");
        if value.ty == Type::Error {
            let slot = self.slot(f, name.name, &ty, span);
            f.env.bind(name.name, Variable::local(slot, ty, span));
            return;
        }
        let assign = self.bind_value(f, name, value, Some(ty), span);
        let open = self.definitions.says_nothing(&declare.ty)
            || matches!(declare.ty.kind, ast::TypeKind::Inferred);
        if let Some(variable) = f.env.variable_mut(name.name) {
            variable.constant |= is_constant(&declare.ty);
            variable.declared = variable.declared.take().filter(|_| !open);
        }
        out.push(Stmt {
            kind: StmtKind::Assign(assign),
            span,
        });
    }

    /// `f : [scalar -> scalar] = x -> …`.
    fn declare_function(
        &mut self,
        f: &mut BodyState<'a>,
        name: ast::Ident,
        declare: &'a ast::Declare,
        value: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(value) = self.function_for(f, &declare.ty, value) else {
            return;
        };
        let assign = self.bind_value(f, name, value, None, span);
        out.push(Stmt {
            kind: StmtKind::Assign(assign),
            span,
        });
    }

    /// `x : T` without a value: zero or an empty array.
    fn declare_only(
        &mut self,
        f: &mut BodyState<'a>,
        name: ast::Ident,
        declare: &'a ast::Declare,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if self.definitions.says_nothing(&declare.ty) {
            // `x : ??` and `x : object` say nothing; the first assignment gives a type.
            return;
        }
        if matches!(declare.ty.kind, ast::TypeKind::Inferred) {
            let message = format!("`{}` has neither a type nor a value", self.text(name.name));
            self.report(
                Report::new(Code::NoValue, span, message)
                    .label("a value is needed: a modifier alone leaves the type open"),
            );
            return;
        }
        let ty = self.annotation(f, &declare.ty, None);
        if let Type::Pointer(class) = &ty
            && !class.dictionary
        {
            return self.report_uninitialised(name, &class.name.clone(), span);
        }
        let Some(value) = self.types.zero_value(&ty, span) else {
            return;
        };
        let assign = self.bind_value(f, name, value, Some(ty), span);
        out.push(Stmt {
            kind: StmtKind::Assign(assign),
            span,
        });
    }
}

/// Whether a written type has the modifier `'const`.
pub(in crate::check) fn is_constant(ty: &ast::TypeExpr) -> bool {
    let mut kinds = ty.modifiers.iter().map(|modifier| &modifier.kind);
    kinds.any(|kind| matches!(kind, ast::ModifierKind::Const))
}
