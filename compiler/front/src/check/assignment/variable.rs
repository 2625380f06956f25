//! Variables get values: `x = value`.
//!
//! *Invariant:* a name that is assigned is bound to a variable of exactly the type of the value; a captured variable keeps its own.

use crate::base::{Span, Symbol};
use crate::check::convert::Fit;
use crate::check::environment::{Binding, Slot, Variable};
use crate::check::exception::seen_by_handlers;
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Space, Var};
use crate::resolve::names;
use crate::syntax::ast;
use crate::types::Type;
use crate::types::families::number_type;

impl<'a> Checker<'a> {
    /// Binds a variable to a value.
    pub(in crate::check) fn set_variable(
        &mut self,
        f: &mut BodyState<'a>,
        name: ast::Ident,
        value: Expr,
        span: Span,
    ) -> Assign {
        let known = f.env.variable(name.name).cloned();
        let constant = known
            .as_ref()
            .is_some_and(|variable| variable.constant && !variable.captured);
        if constant {
            report_constant(&mut self.reports, name.span);
        }
        if let Some(captured) = known.as_ref().filter(|variable| variable.captured) {
            self.warn_shadow(name, captured);
        }
        let declared = known
            .filter(|variable| !variable.captured)
            .and_then(|variable| variable.declared);
        let value = match &declared {
            Some(ty)
                if self.functions.accepts(ty, &value.ty) != Fit::No
                    || is_of_other_kind(ty, &value.ty) =>
            {
                self.coerce(f, value, &ty.clone(), "the value")
            }
            Some(_) | None => value,
        };
        let declared = declared.filter(|ty| *ty == value.ty);
        let assign = self.bind_value(f, name, value, declared, span);
        if let (true, Some(variable)) = (constant, f.env.variable_mut(name.name)) {
            variable.constant = true;
        }
        assign
    }

    fn warn_shadow(&mut self, name: ast::Ident, captured: &Variable) {
        if !matches!(captured.slot, Slot::Global(_)) {
            self.report_shadow(name, captured.span);
        }
    }

    /// `total = total + x` in a function, where `total` is a variable of the script, which keeps its value.
    pub(super) fn warn_outer_update(
        &mut self,
        f: &BodyState<'a>,
        name: ast::Ident,
        value: &ast::Expr,
    ) {
        if let None = f
            .env
            .variable(name.name)
            .filter(|variable| !variable.captured)
            && let Some(Binding::Variable(outer)) = self.lookup(f, name.name)
            && outer.captured
            && matches!(outer.slot, Slot::Global(_))
            && names::reads(value, name.name)
        {
            self.report_shadow(name, outer.span);
        }
    }

    fn report_shadow(&mut self, name: ast::Ident, outer: Span) {
        let text = self.text(name.name);
        self.report(
            Report::new(
                Code::CapturedShadow,
                name.span,
                format!("this makes a new local variable `{text}`"),
            )
            .label("the outer variable keeps its value")
            .also(outer, "the outer variable")
            .help("give the local variable another name"),
        );
    }

    pub(in crate::check) fn bind_value(
        &mut self,
        f: &mut BodyState<'a>,
        name: ast::Ident,
        value: Expr,
        declared: Option<Type>,
        span: Span,
    ) -> Assign {
        self.warn_reserved(f, name);
        let value = seen_by_handlers(f, name.name, value);
        let ty = value.ty.clone();
        let kernel_output = is_kernel_output(f, name.name);
        if let (true, ExprKind::Int(1..)) = (kernel_output, &value.kind) {
            // All positions that store store the same: any of them, so the greatest, decides.
            if let Some(variable) = f.env.variable(name.name) {
                return Assign {
                    target: variable.slot.target(),
                    op: AssignOp::Update(BinaryOp::Max),
                    value,
                    span,
                };
            }
        }
        let slot = match f.env.variable(name.name) {
            Some(variable) if variable.ty == ty && !variable.captured => variable.slot,
            Some(_) | None => self.slot_unless_captured(f, name.name, &ty, name.span),
        };
        self.note_known(f, slot, &value);
        self.note_list(f, slot, &value, declared.is_some());
        let bounds = self.bounds_of(f, &value).filter(|_| ty.is_number());
        let constant =
            ty.as_array().is_some_and(|array| array.modifiers.constant) && declared.is_some();
        f.env.bind(
            name.name,
            Variable {
                declared,
                constant,
                ..Variable::local(slot, ty, name.span)
            },
        );
        if let Some(bounds) = bounds {
            f.env.bounds.insert(slot, bounds);
        }
        Assign::set(slot.target(), value, span)
    }

    /// A slot that is not the one of a captured variable of the same name and type.
    fn slot_unless_captured(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        ty: &Type,
        span: Span,
    ) -> Slot {
        let slot = self.slot(f, name, ty, span);
        let taken = f.env.names.get(&name).is_some_and(|binding| match binding {
            Binding::Variable(variable) => variable.captured && variable.slot == slot,
            Binding::Nested(_) | Binding::Conflict { .. } => false,
        });
        if !taken {
            return slot;
        }
        let var = f.vars.push(Var {
            name: self.text(name).to_string(),
            ty: ty.clone(),
            span,
        });
        f.slots.insert((name, ty.clone()), var);
        Slot::Var(var)
    }
}

/// Whether a value can never be what a declaration says: text for a number, a number for an array.
fn is_of_other_kind(declared: &Type, found: &Type) -> bool {
    let kind = |ty: &Type| match ty {
        number_type!() => Some(0),
        Type::String => Some(1),
        Type::Array(_) => Some(2),
        _ => None,
    };
    kind(declared)
        .zip(kind(found))
        .is_some_and(|(declared, found)| declared != found)
}

/// Whether a name is an output of the kernel being checked: a variable that all positions share.
pub(super) fn is_kernel_output(f: &BodyState<'_>, name: Symbol) -> bool {
    f.space == Space::Kernel && f.outputs.iter().any(|output| output.name == Some(name))
}

pub(in crate::check) fn report_constant(reports: &mut Reports, span: Span) {
    reports.push(
        Report::new(
            Code::ConstantWritten,
            span,
            "this variable is `'const` and cannot be written",
        )
        .label("written here")
        .help("remove the modifier `'const`"),
    );
}
