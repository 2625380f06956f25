//! Fields as targets: `base.name = value`, and which fields may change.
//!
//! *Invariant:* nothing is assigned to a field of a value that is kept nowhere, of a captured value, or of an immutable class that
//! others see.

use crate::base::{Span, Symbol};
use crate::check::assignment::{report_constant, update_in_place};
use crate::check::environment::Binding;
use crate::check::kinds::holds_cells;
use crate::check::object::is_carried;
use crate::check::{BodyState, Checker};
use crate::diag::{Code, Report};
use crate::hir::{self, Expr, ExprKind, Target};
use crate::syntax::ast::{self, ClassKind};
use crate::types::{ClassId, Defined, Type};

impl<'a> Checker<'a> {
    /// `base.name` as a target, with the type of what it holds.
    pub(in crate::check) fn field_target(
        &mut self,
        f: &mut BodyState<'a>,
        member: &'a ast::Member,
        span: Span,
    ) -> Option<(Target, Type)> {
        let value = match self.key_of(f, member, span) {
            Some(key) => key,
            None => {
                let base = self.expr(f, &member.base);
                if let Some(class) = base.ty.open_class().cloned() {
                    return self.open_field_target(f, base, &class, member.name);
                }
                if is_carried(&base) {
                    self.unsupported(
                        span,
                        "such assignments to fields of values that carry their type",
                    );
                    return None;
                }
                self.field_of(f, base, member.name, span)
            }
        };
        if value.ty == Type::Error {
            return None;
        }
        let ty = value.ty.clone();
        let Some(target) = target_of(value) else {
            self.report(
                Report::new(Code::InvalidTarget, span, "this cannot be assigned to").label(
                    match ty {
                        Type::Enum(_) => "a key of an enumeration is a constant",
                        _ => "a field of a value that is kept nowhere",
                    },
                ),
            );
            return None;
        };
        self.may_change(f, &member.base, &target, span)
            .then_some((target, ty))
    }

    /// Whether a field may be assigned: not one of a captured class value, not one of an immutable class that others see.
    pub(in crate::check) fn may_change(
        &mut self,
        f: &BodyState<'a>,
        base: &ast::Expr,
        target: &Target,
        span: Span,
    ) -> bool {
        if let Some(class) = object_class(target) {
            if self.types.classes[class.id].kind == ClassKind::Immutable {
                self.report_immutable(&class, span);
                return false;
            }
            return true;
        }
        let Some(name) = root_name(base) else {
            return true;
        };
        let Some(Binding::Variable(variable)) = self.lookup(f, name) else {
            return true;
        };
        if in_array(target) {
            if variable.constant {
                report_constant(&mut self.reports, span);
            }
            return !variable.constant;
        }
        if variable.captured {
            let help = "return the new value, or share it: `p : ^T`";
            self.report_captured_update(name, &variable, span, help);
        }
        !variable.captured
    }

    fn report_immutable(&mut self, class: &Defined<ClassId>, span: Span) {
        let definition = self.types.classes[class.id]
            .def
            .map(|def| (def.name.span, "the class"));
        self.report(
            Report::new(
                Code::ImmutableField,
                span,
                format!(
                    "`{}` is not mutable: what a pointer refers to keeps its fields",
                    class.name
                ),
            )
            .label("assigned through a pointer")
            .maybe_also(definition)
            .help("declare it a `mutable class`, or assign a new object"),
        );
    }

    /// `p.name op= value` where the field is no number.
    pub(in crate::check) fn update_field(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        target: Target,
        ty: Type,
        value: Expr,
        span: Span,
    ) -> Option<hir::Assign> {
        // An array works in itself, so that all who hold it see the change. Elements of arrays hold references, which are replaced.
        if !in_array(&target)
            && let Some(op) = update_in_place(&ty, assign, &value)
        {
            return Some(op.on(target, span));
        }
        let old = self.expr(f, &assign.target);
        let new = self.updated(f, assign, old, value, span)?;
        let value = match ty {
            Type::Unknown(_) => self.field_content(f, &ty, new),
            ty => self.coerce(f, new, &ty, "the new value"),
        };
        Some(hir::Assign::set(target, value, span))
    }
}

/// The place that a value was read from.
pub(in crate::check) fn target_of(value: Expr) -> Option<Target> {
    match value.kind {
        ExprKind::Var(var) => Some(Target::Var(var)),
        ExprKind::Global(global) => Some(Target::Global(global)),
        ExprKind::Deref(pointer) => Some(Target::Deref(*pointer)),
        ExprKind::Element(element)
            if value.ty.class().is_some() && !holds_cells(&element.array.ty) =>
        {
            Some(Target::Element(element))
        }
        ExprKind::Field(base, field) => Some(Target::Field(Box::new(target_of(*base)?), field)),
        ExprKind::Sequence(_, value) if matches!(value.kind, ExprKind::Var(_)) => target_of(*value),
        _ => None,
    }
}

/// The class of the object that a target lies in.
fn object_class(target: &Target) -> Option<Defined<ClassId>> {
    match target {
        Target::Deref(pointer) => pointer.ty.class().cloned(),
        Target::Field(base, _) => object_class(base),
        Target::Var(_)
        | Target::Global(_)
        | Target::Element(_)
        | Target::Entry(..)
        | Target::Ignore => None,
    }
}

/// Whether a target lies in an element of an array.
fn in_array(target: &Target) -> bool {
    match target {
        Target::Element(_) => true,
        Target::Field(base, _) => in_array(base),
        Target::Var(_)
        | Target::Global(_)
        | Target::Deref(_)
        | Target::Entry(..)
        | Target::Ignore => false,
    }
}

/// Whether an expression gives the same and does nothing when it is evaluated again.
pub(in crate::check) fn is_repeatable(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Scalar(_) | ExprKind::Var(_) | ExprKind::Global(_) => true,
        ExprKind::Unary(_, a) | ExprKind::Convert(_, a) | ExprKind::Field(a, _) => is_repeatable(a),
        ExprKind::Binary(_, a, b) => is_repeatable(a) && is_repeatable(b),
        ExprKind::Deref(a) => is_repeatable(a),
        ExprKind::Element(element) => {
            let place = match &element.place {
                hir::Place::Subscripts(subscripts) => subscripts.iter().all(|subscript| {
                    matches!(subscript, hir::Subscript::Index(index) if is_repeatable(index))
                }),
                hir::Place::Position(position) => is_repeatable(position),
                hir::Place::Mask(_) => false,
            };
            place && is_repeatable(&element.array)
        }
        _ => false,
    }
}

/// The variable that a field belongs to in the end.
fn root_name(base: &ast::Expr) -> Option<Symbol> {
    match &base.kind {
        ast::ExprKind::Name(name) => Some(*name),
        ast::ExprKind::Member(member) => root_name(&member.base),
        ast::ExprKind::Index(index) => root_name(&index.base),
        _ => None,
    }
}
