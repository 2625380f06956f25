//! Assignments: variables, elements, several targets, declarations.
//!
//! *Invariant:* after an assignment the environment says what the target holds; before it the value was checked in the
//! environment that the statement found.

use crate::base::{Span, Symbol};
use crate::diag::{Code, Report};
use crate::hir::families::{arithmetic_op, bitwise_op, comparison_op, logical_op};
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Space, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::{Elem, Size, Type};

use super::environment::{Binding, Slot, Variable};
use super::exception::seen_by_handlers;
use super::expression::{error, int};
use super::flow::{assign_stmt, convert_to};
use super::object::is_open_field;
use super::union::is_union;
use super::{Checker, Frame};

impl<'a> Checker<'a> {
    /// `target op value` as a statement.
    pub(super) fn assign_statement(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(assign) = self.reduced_assignment(f, assign, span, out) else {
            return;
        };
        if let Some(assign) = self.assignment(f, assign, span) {
            out.push(Stmt {
                kind: StmtKind::Assign(assign),
                span,
            });
        }
    }

    /// `target op value` as an expression: its value is the new value of the target.
    pub(super) fn assign_expr(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Expr {
        match self.assignment(f, assign, span) {
            Some(assign) => {
                let ty = match &assign.target {
                    Target::Element(element) => element
                        .array
                        .ty
                        .elem()
                        .map_or(Type::Error, crate::types::Elem::value_type),
                    // An array that is changed in place keeps its type, whatever changes it.
                    Target::Var(var) => f.vars[*var].ty.clone(),
                    Target::Global(global) => self.globals[*global].ty.clone(),
                    Target::Field(..) | Target::Deref(_) | Target::Entry(..) | Target::Ignore => {
                        assign.value.ty.clone()
                    }
                };
                let ty = match (&assign.target, &assign.value.ty) {
                    (Target::Element(_), Type::Array(_)) => Type::Void,
                    _ => ty,
                };
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Assign(Box::new(assign)),
                }
            }
            None => error(span),
        }
    }

    pub(super) fn assignment(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Option<Assign> {
        match assign.target.as_name() {
            Some(name) if assign.op == ast::AssignOp::Set => {
                self.warn_outer_update(f, name, &assign.value);
                let value = self.assigned_value(f, name.name, &assign.value);
                Some(self.set_variable(f, name, value, span))
            }
            Some(name) => self.update_variable(f, name, assign, span),
            None => self.store(f, assign, span),
        }
    }

    /// The value of an assignment; a lambda may call itself by the name of the variable.
    pub(super) fn assigned_value(
        &mut self,
        f: &mut Frame<'a>,
        name: Symbol,
        value: &'a ast::Expr,
    ) -> Expr {
        if let ast::ExprKind::Lambda(lambda) = &value.kind {
            let def = self.define_lambda(lambda, value.span, None);
            if !f.env.names.contains_key(&name) {
                self.defs[def].own_name = Some(name);
            }
        }
        self.expr(f, value)
    }

    /// Binds a variable to a value.
    pub(super) fn set_variable(
        &mut self,
        f: &mut Frame<'a>,
        name: ast::Ident,
        value: Expr,
        span: Span,
    ) -> Assign {
        let known = f.env.variable(name.name).cloned();
        let constant = known
            .as_ref()
            .is_some_and(|variable| variable.constant && !variable.captured);
        if constant {
            self.report_constant(name.span);
        }
        if let Some(captured) = known.as_ref().filter(|variable| variable.captured) {
            self.warn_shadow(name, captured);
        }
        let declared = known
            .filter(|variable| !variable.captured)
            .and_then(|variable| variable.declared);
        let value = match &declared {
            Some(ty)
                if self.accepts(ty, &value.ty) != super::convert::Fit::No
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

    pub(super) fn warn_shadow(&mut self, name: ast::Ident, captured: &Variable) {
        if !matches!(captured.slot, Slot::Global(_)) {
            self.report_shadow(name, captured.span);
        }
    }

    /// `total = total + x` in a function, where `total` is a variable of the script, which keeps its value.
    fn warn_outer_update(&mut self, f: &Frame<'a>, name: ast::Ident, value: &ast::Expr) {
        if let None = f
            .env
            .variable(name.name)
            .filter(|variable| !variable.captured)
            && let Some(Binding::Variable(outer)) = self.lookup(f, name.name)
            && outer.captured
            && matches!(outer.slot, Slot::Global(_))
            && crate::resolve::names::reads(value, name.name)
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

    pub(super) fn bind_value(
        &mut self,
        f: &mut Frame<'a>,
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
        let bounds = self.bounds_of(f, &value).filter(|_| ty.is_number());
        let constant =
            ty.as_array().is_some_and(|array| array.modifiers.constant) && declared.is_some();
        f.env.bind(
            name.name,
            Variable {
                slot,
                ty,
                declared,
                flag: None,
                captured: false,
                constant,
                span: name.span,
            },
        );
        if let Some(bounds) = bounds {
            f.env.bounds.insert(slot, bounds);
        }
        Assign {
            target: slot.target(),
            op: AssignOp::Set,
            value,
            span,
        }
    }

    /// A slot that is not the one of a captured variable of the same name and type.
    pub(super) fn slot_unless_captured(
        &mut self,
        f: &mut Frame<'a>,
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
        let var = f.vars.push(crate::hir::Var {
            name: self.text(name).to_string(),
            ty: ty.clone(),
            span,
        });
        f.slots.insert((name, ty.clone()), var);
        Slot::Var(var)
    }

    /// `x op= value` for a whole variable.
    pub(super) fn update_variable(
        &mut self,
        f: &mut Frame<'a>,
        name: ast::Ident,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Option<Assign> {
        let value = self.expr(f, &assign.value);
        let text = self.text(name.name);
        let variable = match self.lookup(f, name.name) {
            Some(Binding::Variable(variable)) => variable,
            Some(Binding::Nested(_) | Binding::Conflict { .. }) | None => {
                self.report(
                    Report::new(
                        Code::UnknownName,
                        name.span,
                        format!("`{text}` has no value to update"),
                    )
                    .label("not assigned before")
                    .help(format!("give it a start value: `{text} = 0`")),
                );
                self.set_variable(f, name, error(name.span), name.span);
                return None;
            }
        };
        if variable.constant {
            self.report_constant(name.span);
            return None;
        }
        if variable.captured && !matches!(variable.ty, Type::Array(_)) {
            self.report(
                Report::new(
                    Code::CapturedUpdate,
                    span,
                    format!("`{text}` belongs to an enclosing function and is read-only here"),
                )
                .label("an update of a captured variable")
                .also(variable.span, "the variable")
                .help("return the new value, or keep it in an element of an array"),
            );
            return None;
        }
        let old = self.read_variable(name.name, &variable, name.span);
        if let Some(assign) = self.update_in_place(&variable, assign, &value, span) {
            return Some(assign);
        }
        if variable.captured {
            self.report(
                Report::new(
                    Code::CapturedUpdate,
                    span,
                    format!(
                        "`{text}` belongs to an enclosing function; this update would replace it"
                    ),
                )
                .label("an update that changes its type or size")
                .also(variable.span, "the variable"),
            );
            return None;
        }
        let new = self.updated(f, assign, old, value, span)?;
        let declared = variable.declared.clone();
        let new = match &declared {
            Some(ty) => self.coerce(f, new, &ty.clone(), "the new value"),
            None => new,
        };
        if is_kernel_output(f, name.name) {
            return self.update_output(&variable, assign, update_value(new)?, span);
        }
        Some(self.bind_value(f, name, new, declared, span))
    }

    /// `y += v` of an output that all positions of a kernel share.
    pub(super) fn update_output(
        &mut self,
        variable: &Variable,
        assign: &ast::Assign,
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        let op = update_operator(assign.op);
        let value = if op == BinaryOp::Sub {
            let ty = value.ty.clone();
            Expr {
                ty,
                span,
                kind: ExprKind::Unary(crate::hir::UnaryOp::Neg, Box::new(value)),
            }
        } else {
            value
        };
        let op = if op == BinaryOp::Sub {
            BinaryOp::Add
        } else {
            op
        };
        Some(Assign {
            target: variable.slot.target(),
            op: AssignOp::Update(op),
            value,
            span,
        })
    }

    /// `x += M` changes the array itself when its element type and number of dimensions stay.
    pub(super) fn update_in_place(
        &mut self,
        variable: &Variable,
        assign: &ast::Assign,
        value: &Expr,
        span: Span,
    ) -> Option<Assign> {
        let array = variable
            .ty
            .as_array()
            .filter(|array| array.elem.is_number())?;
        let op = elementwise_update(assign.op, value)?;
        let elem = array.elem.value_type().elem()?;
        let found = number_of(&value.ty)?;
        if crate::types::join_elem(elem, found)? != elem
            || (op == BinaryOp::Div && elem == crate::types::Elem::Int)
        {
            return None;
        }
        if let Some(other) = value.ty.as_array() {
            let joined = super::operator::join_shapes(array, other)?;
            if joined.sizes.len() != array.sizes.len() {
                return None;
            }
        }
        let value = self.to_elem(value.clone(), elem);
        Some(Assign {
            target: variable.slot.target(),
            op: AssignOp::Update(op),
            value,
            span,
        })
    }

    /// The new value of `old op= value`.
    pub(super) fn updated(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        old: Expr,
        value: Expr,
        span: Span,
    ) -> Option<Expr> {
        if old.ty == Type::Error || value.ty == Type::Error {
            return None;
        }
        let binary = match assign.op {
            ast::AssignOp::Set => return Some(value),
            ast::AssignOp::Add => ast::BinaryOp::Add,
            ast::AssignOp::Subtract => ast::BinaryOp::Subtract,
            ast::AssignOp::Multiply => ast::BinaryOp::Multiply,
            ast::AssignOp::Divide => ast::BinaryOp::Divide,
            ast::AssignOp::Power => ast::BinaryOp::Power,
            ast::AssignOp::PointMultiply => ast::BinaryOp::PointMultiply,
            ast::AssignOp::PointDivide => ast::BinaryOp::PointDivide,
            ast::AssignOp::PointPower => ast::BinaryOp::PointPower,
            ast::AssignOp::Max
            | ast::AssignOp::Min
            | ast::AssignOp::And
            | ast::AssignOp::Or
            | ast::AssignOp::Xor => {
                return self.updated_by_function(assign, old, value, span);
            }
        };
        let new = self.operate(f, binary, old, value, span, assign.op_span);
        (new.ty != Type::Error).then_some(new)
    }

    pub(super) fn updated_by_function(
        &mut self,
        assign: &ast::Assign,
        old: Expr,
        value: Expr,
        span: Span,
    ) -> Option<Expr> {
        let op = update_operator(assign.op);
        for side in [&old, &value] {
            let real = matches!(
                side.ty.elem().map(crate::types::Elem::value_type),
                Some(Type::Int | Type::Scalar)
            );
            if !real {
                self.report(
                    Report::new(
                        Code::BadOperand,
                        side.span,
                        format!("`{}` does not work on a `{}`", assign.op.text(), side.ty),
                    )
                    .label(format!("`{}`", side.ty)),
                );
                return None;
            }
        }
        let bits = matches!(op, bitwise_op!());
        let (old, value) = if bits {
            (
                self.to_elem(old, crate::types::Elem::Int),
                self.to_elem(value, crate::types::Elem::Int),
            )
        } else {
            (old, value)
        };
        let new = self.elementwise(op, old, value, span);
        (new.ty != Type::Error).then_some(new)
    }

    pub(super) fn report_constant(&mut self, span: Span) {
        self.report(
            Report::new(
                Code::ConstantWritten,
                span,
                "this variable is `'const` and cannot be written",
            )
            .label("written here")
            .help("remove the modifier `'const`"),
        );
    }

    /// `x[i] op= value` and members.
    pub(super) fn store(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Option<Assign> {
        let value = self.expr(f, &assign.value);
        if let ast::ExprKind::Index(index) = &assign.target.kind {
            let base = self.expr(f, &index.base);
            if !self.may_store_in_field(f, &index.base) {
                return None;
            }
            if is_union(&base.ty) {
                return Some(self.store_in_any(f, base, (index, assign), value, span));
            }
        }
        if let ast::ExprKind::Member(member) = &assign.target.kind
            && !self.names_type(f, &member.base)
        {
            let base = self.expr(f, &member.base);
            if self.is_carried(&base) {
                return Some(self.store_field_in_any(f, base, (member, Some(assign)), value, span));
            }
        }
        let (target, ty) = self.place_target(f, &assign.target)?;
        self.store_in(f, assign, (target, ty), value, span)
    }

    /// `x[i] op= value` where x is one of several arrays.
    fn store_in_any(
        &mut self,
        f: &mut Frame<'a>,
        base: Expr,
        (index, assign): (&'a ast::Index, &'a ast::Assign),
        value: Expr,
        span: Span,
    ) -> Assign {
        let values = vec![value, base];
        let value = self.distribute(f, values, span, &mut |checker, f, mut values| {
            let base = values.remove(1);
            let value = values.remove(0);
            let Some((element, ty)) = checker.element(f, base, &index.args, span) else {
                return error(span);
            };
            let target = Target::Element(element);
            match checker.store_in(f, assign, (target, ty), value, span) {
                Some(assign) => Expr {
                    ty: Type::Void,
                    span,
                    kind: ExprKind::Assign(Box::new(assign)),
                },
                None => error(span),
            }
        });
        Assign {
            target: Target::Ignore,
            op: AssignOp::Set,
            value,
            span,
        }
    }

    fn store_in(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        (target, ty): (Target, Type),
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        if value.ty == Type::Error {
            return None;
        }
        if let Some(elem) = compound_element(&target) {
            return self.store_reference(f, assign, (target, elem, ty), value, span);
        }
        if assign.op == ast::AssignOp::Set {
            let value = if rounds(&target) && value.ty == Type::Scalar {
                convert_to(value, &Type::Int)
            } else {
                self.placed_value(f, &target, value, &ty, span)?
            };
            return Some(Assign {
                target,
                op: AssignOp::Set,
                value,
                span,
            });
        }
        if is_open_field(&target) || (matches!(target, Target::Field(..)) && !ty.is_number()) {
            return self.update_field(f, assign, target, ty, value, span);
        }
        self.update_elements(assign, target, ty, value, span)
    }

    /// A store into an element that is a reference or a cell's.
    fn store_reference(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        (target, elem, ty): (Target, Elem, Type),
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        let value = if assign.op == ast::AssignOp::Set {
            value
        } else {
            let Target::Element(element) = &target else {
                return None;
            };
            let old = self.read_element(element.clone(), ty.clone(), span);
            self.updated(f, assign, old, value, span)?
        };
        let value = self.reference_value(f, elem, value, &ty)?;
        Some(Assign {
            target,
            op: AssignOp::Set,
            value,
            span,
        })
    }

    /// What is stored for a value in an array of references.
    pub(super) fn reference_value(
        &mut self,
        f: &mut Frame<'a>,
        elem: Elem,
        value: Expr,
        ty: &Type,
    ) -> Option<Expr> {
        if matches!(value.ty, Type::Void | Type::Tuple(_)) {
            self.report(Report::new(
                Code::NoValue,
                value.span,
                "this gives no single value",
            ));
            return None;
        }
        if !matches!(ty, Type::Unknown(_)) {
            return Some(self.coerce(f, value, ty, "the value"));
        }
        if !super::union::fits_union(&value.ty) {
            self.unsupported(value.span, format!("cells with a `{}`", value.ty));
            return None;
        }
        self.learn_value(elem, &value);
        let settled = self.settle_type(&value.ty);
        Some(convert_to(value, &settled))
    }

    /// The target of a store and the type of what it holds.
    pub(super) fn place_target(
        &mut self,
        f: &mut Frame<'a>,
        place: &'a ast::Expr,
    ) -> Option<(Target, Type)> {
        match &place.kind {
            ast::ExprKind::Index(index) => {
                let base = self.expr(f, &index.base);
                if let Some(name) = index.base.as_name() {
                    let constant = self
                        .lookup(f, name.name)
                        .is_some_and(|binding| match binding {
                            Binding::Variable(variable) => variable.constant,
                            Binding::Nested(_) | Binding::Conflict { .. } => false,
                        });
                    if constant {
                        self.report_constant(place.span);
                        return None;
                    }
                }
                let (element, ty) = self.element(f, base, &index.args, place.span)?;
                if !self.may_store_within(&element, place.span) {
                    return None;
                }
                Some((Target::Element(element), ty))
            }
            ast::ExprKind::Member(member) => self.field_target(f, member, place.span),
            _ => {
                self.report(
                    Report::new(
                        Code::InvalidTarget,
                        place.span,
                        "this cannot be assigned to",
                    )
                    .label("not a variable or an element"),
                );
                None
            }
        }
    }

    /// A value that goes to a place: a field takes a value of its type, elements as [`Self::stored_value`] says.
    fn placed_value(
        &mut self,
        f: &mut Frame<'a>,
        target: &Target,
        value: Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Expr> {
        match (target, ty) {
            (Target::Field(..), Type::Array(_)) => Some(self.coerce(f, value, ty, "the value")),
            _ => self.stored_value(f, value, ty, span),
        }
    }

    /// A value that goes to elements of a type: a number for one element, a number or an array for a slice.
    pub(super) fn stored_value(
        &mut self,
        f: &mut Frame<'a>,
        value: Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Expr> {
        match ty {
            Type::Unknown(_) => Some(self.field_content(f, ty, value)),
            Type::Array(slice) => {
                let elem = slice.elem.value_type();
                if !slice.elem.is_number() && slice.elem != Elem::String {
                    return self.stored_references(f, slice, value, span);
                }
                if value.ty.as_array().is_some() {
                    let Type::Array(given) = value.ty.clone() else {
                        return None;
                    };
                    let mismatch = match (slice.known_numel(), given.known_numel()) {
                        (Some(a), Some(b)) => a != b && b != 1,
                        _ => false,
                    };
                    if mismatch
                        || super::convert::Fit::No == self.accepts(&elem, &given.elem.value_type())
                    {
                        self.report(
                            Report::new(
                                Code::SizeMismatch,
                                span,
                                format!("a `{given}` does not fit into a `{slice}`"),
                            )
                            .label("different sizes or element types"),
                        );
                        return None;
                    }
                    return Some(value);
                }
                Some(self.coerce(f, value, &elem, "the value"))
            }
            Type::Int | Type::Scalar
                if value
                    .ty
                    .as_array()
                    .is_some_and(|array| array.known_numel() == Some(1)) =>
            {
                Some(super::element::linear(value, 0, span)).map(|value| convert_to(value, ty))
            }
            _ => Some(self.coerce(f, value, ty, "the value")),
        }
    }

    /// A slice of references takes a slice of such references.
    fn stored_references(
        &mut self,
        f: &mut Frame<'a>,
        slice: &crate::types::ArrayType,
        value: Expr,
        span: Span,
    ) -> Option<Expr> {
        let whole = Type::Array(slice.clone());
        self.same_cells(&whole, &value.ty);
        if self.accepts(&whole, &value.ty) != super::convert::Fit::No {
            return Some(value);
        }
        if let Elem::Compound(Type::Class(_)) = slice.elem {
            let elem = slice.elem.value_type();
            return Some(self.coerce(f, value, &elem, "the value"));
        }
        self.unsupported(span, "stores of one value into several elements of a cell");
        None
    }

    pub(super) fn update_elements(
        &mut self,
        assign: &'a ast::Assign,
        target: Target,
        ty: Type,
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        let op = elementwise_update(assign.op, &value)
            .or_else(|| ty.is_number().then(|| update_operator(assign.op)));
        let elem = number_of(&ty);
        let (Some(op), Some(elem)) = (op, elem.filter(|elem| updates(*elem, assign.op))) else {
            if ty != Type::Error {
                self.report_element_operand(assign.op.text(), &ty, assign.target.span);
            }
            return None;
        };
        let found = number_of(&value.ty);
        let fits = found.is_some_and(|found| crate::types::join_elem(elem, found).is_some());
        if !fits || (ty.is_number() && value.ty.as_array().is_some()) {
            self.report(
                Report::new(
                    Code::TypeMismatch,
                    value.span,
                    format!(
                        "an element of type `{ty}` cannot be updated by a `{}`",
                        value.ty
                    ),
                )
                .label(format!("`{}`", value.ty)),
            );
            return None;
        }
        // Of an int and a real number the operation is that of reals; what it gives is converted back.
        let is_real = (found == Some(Elem::Scalar) && !is_whole(&value)) || op == BinaryOp::Div;
        let computed_as = match elem == Elem::Int && is_real && has_real_form(op) {
            true => Elem::Scalar,
            false => elem,
        };
        let value = self.to_elem(value, computed_as);
        Some(Assign {
            target,
            op: AssignOp::Update(op),
            value,
            span,
        })
    }

    /// An operator that elements of a type do not have.
    fn report_element_operand(&mut self, op: &str, ty: &Type, span: Span) {
        self.report(
            Report::new(
                Code::BadOperand,
                span,
                format!("`{op}` does not work on an element of type `{ty}`"),
            )
            .label(format!("`{ty}`")),
        );
    }

    /// `target <- value`: the value of the expression is the old value.
    pub(super) fn exchange(
        &mut self,
        f: &mut Frame<'a>,
        exchange: &'a ast::Exchange,
        span: Span,
    ) -> Expr {
        let expected = exchange.expected.as_ref().map(|value| self.expr(f, value));
        let value = self.expr(f, &exchange.value);
        let Some((target, ty)) = self.place_target(f, &exchange.target) else {
            return error(span);
        };
        if value.ty == Type::Error || ty == Type::Error {
            return error(span);
        }
        if !ty.is_number() || is_open_field(&target) {
            self.report_element_operand("<-", &ty, exchange.target.span);
            return error(span);
        }
        let value = self.coerce(f, value, &ty, "the new value");
        let (op, value) = match expected {
            None => (AssignOp::Exchange, value),
            Some(expected) if expected.ty == Type::Error => return error(span),
            Some(_) if ty == Type::Complex => {
                return self.unsupported_expr(span, "comparing and exchanging complex numbers");
            }
            Some(expected) => {
                let expected = self.coerce(f, expected, &ty, "the expected value");
                let pair = self.vector_of(vec![expected, value], span);
                (AssignOp::CompareExchange, pair)
            }
        };
        let assign = Assign {
            target,
            op,
            value,
            span,
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Assign(Box::new(assign)),
        }
    }

    /// `[a, b] = value`.
    pub(super) fn multi_assign(
        &mut self,
        f: &mut Frame<'a>,
        multi: &'a ast::MultiAssign,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let ast::ExprKind::Vector(items) = &multi.value.kind
            && items.len() == multi.targets.len()
        {
            return self.assign_each(f, multi, items, span, out);
        }
        let value = self.expr_or_void(f, &multi.value);
        let value = self.sizes_of_targets(f, value, multi.targets.len());
        match value.ty.clone() {
            Type::Error => self.bind_errors(f, multi),
            Type::Tuple(parts) => self.unpack_tuple(f, multi, value, &parts, span, out),
            Type::Array(array) => self.unpack_array(f, multi, value, &array, span, out),
            Type::Void => {
                self.report_no_value(&multi.value);
                self.bind_errors(f, multi);
            }
            ty => self.unpack_tuple(f, multi, value, &[ty], span, out),
        }
    }

    /// `[h, w] = size(x)` with as many targets as the array has dimensions asks for each of them.
    pub(super) fn sizes_of_targets(
        &mut self,
        f: &mut Frame<'a>,
        value: Expr,
        targets: usize,
    ) -> Expr {
        let span = value.span;
        let array = match &value.kind {
            ExprKind::Builtin(crate::builtins::Builtin::Size, args) if args.len() == 1 => {
                args[0].clone()
            }
            _ => return value,
        };
        let rank = array.ty.as_array().and_then(crate::types::ArrayType::rank);
        if rank.map(|rank| rank.max(2)) != Some(targets) {
            return value;
        }
        let dims = (0..targets).map(|dim| int(dim as i32, span)).collect();
        let dims = self.vector_of(dims, span);
        self.apply_builtin(f, crate::builtins::Builtin::Size, vec![array, dims], span)
    }

    /// After an error every target counts as assigned.
    pub(super) fn bind_errors(&mut self, f: &mut Frame<'a>, multi: &'a ast::MultiAssign) {
        for target in &multi.targets {
            if let Some(name) = target.place.as_name() {
                self.set_variable(f, name, error(name.span), name.span);
            }
        }
    }

    /// `[a, b] = [x, y]`: all values first, then the targets.
    pub(super) fn assign_each(
        &mut self,
        f: &mut Frame<'a>,
        multi: &'a ast::MultiAssign,
        items: &'a [ast::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let mut held = Vec::new();
        for item in items {
            let value = self.expr(f, item);
            let var = self.temporary(f, "part", value.ty.clone(), item.span);
            let ty = value.ty.clone();
            if let Type::Int = ty {
                self.note_known(f, Slot::Var(var), &value);
            }
            out.push(assign_stmt(Target::Var(var), value, item.span));
            held.push(Slot::Var(var).read(ty, item.span));
        }
        for (target, value) in multi.targets.iter().zip(held) {
            self.assign_target(f, target, value, span, out);
        }
    }

    pub(super) fn assign_target(
        &mut self,
        f: &mut Frame<'a>,
        target: &'a ast::Target,
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let value = match &target.ty {
            Some(annotation) => {
                let ty = self.annotation(f, annotation, Some(&value.ty));
                self.coerce(f, value, &ty, "the value")
            }
            None => value,
        };
        if let Some(name) = target.place.as_name() {
            let assign = self.set_variable(f, name, value, span);
            out.push(Stmt {
                kind: StmtKind::Assign(assign),
                span,
            });
            return;
        }
        if let ast::ExprKind::Member(member) = &target.place.kind
            && !self.names_type(f, &member.base)
        {
            let base = self.expr(f, &member.base);
            if self.is_carried(&base) {
                let assign = self.store_field_in_any(f, base, (member, None), value, span);
                let kind = StmtKind::Assign(assign);
                return out.push(Stmt { kind, span });
            }
        }
        if let Some((place, ty)) = self.place_target(f, &target.place) {
            let value = match compound_element(&place) {
                Some(elem) => self.reference_value(f, elem, value, &ty),
                None => self.placed_value(f, &place, value, &ty, span),
            };
            if let Some(value) = value {
                out.push(Stmt {
                    kind: StmtKind::Assign(Assign {
                        target: place,
                        op: AssignOp::Set,
                        value,
                        span,
                    }),
                    span,
                });
            }
        }
    }

    pub(super) fn unpack_tuple(
        &mut self,
        f: &mut Frame<'a>,
        multi: &'a ast::MultiAssign,
        value: Expr,
        parts: &[Type],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if multi.targets.len() > parts.len() {
            self.report(
                Report::new(
                    Code::OutputCount,
                    span,
                    format!(
                        "{} targets for {} outputs",
                        multi.targets.len(),
                        parts.len()
                    ),
                )
                .label("too many targets")
                .also(value.span, format!("gives {}", parts.len())),
            );
            return self.bind_errors(f, multi);
        }
        if parts.len() == 1 {
            return self.assign_target(f, &multi.targets[0], value, span, out);
        }
        let vars: Vec<_> = multi
            .targets
            .iter()
            .zip(parts)
            .map(|(target, ty)| self.temporary(f, "part", ty.clone(), target.place.span))
            .collect();
        let targets = vars.iter().map(|var| Target::Var(*var)).collect();
        out.push(Stmt {
            kind: StmtKind::Unpack { targets, value },
            span,
        });
        for ((target, var), ty) in multi.targets.iter().zip(vars).zip(parts) {
            let value = Slot::Var(var).read(ty.clone(), span);
            self.assign_target(f, target, value, span, out);
        }
    }

    /// `[h, w] = vector`.
    pub(super) fn unpack_array(
        &mut self,
        f: &mut Frame<'a>,
        multi: &'a ast::MultiAssign,
        value: Expr,
        array: &crate::types::ArrayType,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let Some(count) = array.known_numel() {
            if count < multi.targets.len() {
                self.report(
                    Report::new(
                        Code::OutputCount,
                        span,
                        format!("{} targets for {count} elements", multi.targets.len()),
                    )
                    .label("too many targets"),
                );
                return self.bind_errors(f, multi);
            }
            if count > multi.targets.len() {
                self.report(
                    Report::new(
                        Code::OutputCount,
                        span,
                        format!("{} targets for {count} elements", multi.targets.len()),
                    )
                    .label("some elements have no target")
                    .help("select the elements: `[a, b] = v[0..1]`"),
                );
            }
            let values = self.unpack(f, value, span);
            return self.assign_held(f, multi, values, span, out);
        }
        if !array.elem.is_number() {
            let (stmts, values) = self.exactly(f, value, multi.targets.len(), span);
            out.extend(stmts);
            return self.assign_held(f, multi, values, span, out);
        }
        let ty = array.elem.value_type();
        let sizes = size_facts(&value);
        let vars: Vec<_> = multi
            .targets
            .iter()
            .map(|target| self.temporary(f, "part", ty.clone(), target.place.span))
            .collect();
        let targets = vars.iter().map(|var| Target::Var(*var)).collect();
        out.push(Stmt {
            kind: StmtKind::UnpackVector {
                targets,
                value,
                elem: array.elem,
            },
            span,
        });
        for (index, (target, var)) in multi.targets.iter().zip(vars).enumerate() {
            if let Some(size) = sizes.get(index).filter(|size| **size != Size::Open) {
                f.env.known.insert(Slot::Var(var), *size);
            }
            let value = Slot::Var(var).read(ty.clone(), span);
            self.assign_target(f, target, value, span, out);
        }
    }

    /// All values first, then the targets.
    fn assign_held(
        &mut self,
        f: &mut Frame<'a>,
        multi: &'a ast::MultiAssign,
        values: Vec<Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let mut held = Vec::new();
        for value in values {
            let var = self.temporary(f, "part", value.ty.clone(), span);
            let ty = value.ty.clone();
            self.note_known(f, Slot::Var(var), &value);
            if ty == Type::Int && self.known_size(f, &value) == Size::Open {
                let size = self.fresh_size();
                f.env.known.insert(Slot::Var(var), size);
            }
            out.push(assign_stmt(Target::Var(var), value, span));
            held.push(Slot::Var(var).read(ty, span));
        }
        for (target, value) in multi.targets.iter().zip(held) {
            self.assign_target(f, target, value, span, out);
        }
    }

    /// `x : T = value` and `x : T`.
    pub(super) fn declaration(
        &mut self,
        f: &mut Frame<'a>,
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
        if Self::is_function_type(&declare.ty) {
            return self.declare_function(f, name, declare, value, span, out);
        }
        let value = self.expr(f, value);
        let ty = self.annotation(f, &declare.ty, Some(&value.ty));
        let ty = super::convert::with_known_sizes(ty, &value.ty);
        let value = self.coerce(f, value, &ty, "the value");
        if value.ty == Type::Error {
            let slot = self.slot(f, name.name, &ty, span);
            f.env.bind(
                name.name,
                Variable {
                    slot,
                    ty,
                    declared: None,
                    flag: None,
                    captured: false,
                    constant: false,
                    span,
                },
            );
            return;
        }
        let assign = self.bind_value(f, name, value, Some(ty), span);
        let open =
            self.says_nothing(&declare.ty) || matches!(declare.ty.kind, ast::TypeKind::Inferred);
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
    pub(super) fn declare_function(
        &mut self,
        f: &mut Frame<'a>,
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
    pub(super) fn declare_only(
        &mut self,
        f: &mut Frame<'a>,
        name: ast::Ident,
        declare: &'a ast::Declare,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if self.says_nothing(&declare.ty) {
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
        if let Type::Pointer(class) = &ty {
            return self.report_uninitialised(name, &class.name.clone(), span);
        }
        let Some(value) = self.zero_value(&ty, span) else {
            return;
        };
        let assign = self.bind_value(f, name, value, Some(ty), span);
        out.push(Stmt {
            kind: StmtKind::Assign(assign),
            span,
        });
    }
}

/// Whether a value can never be what a declaration says: text for a number, a number for an array.
fn is_of_other_kind(declared: &Type, found: &Type) -> bool {
    let kind = |ty: &Type| match ty {
        Type::Int | Type::Scalar | Type::Complex => Some(0),
        Type::String => Some(1),
        Type::Array(_) => Some(2),
        _ => None,
    };
    kind(declared)
        .zip(kind(found))
        .is_some_and(|(declared, found)| declared != found)
}

/// Whether a written type has the modifier `'const`.
pub(super) fn is_constant(ty: &ast::TypeExpr) -> bool {
    let mut kinds = ty.modifiers.iter().map(|modifier| &modifier.kind);
    kinds.any(|kind| matches!(kind, ast::ModifierKind::Const))
}

/// Whether a name is an output of the kernel being checked: a variable that all positions share.
fn is_kernel_output(f: &Frame<'_>, name: Symbol) -> bool {
    f.space == Space::Kernel && f.outputs.iter().any(|output| output.name == Some(name))
}

/// The operand of `old op value`.
fn update_value(new: Expr) -> Option<Expr> {
    match new.kind {
        ExprKind::Binary(_, _, value) => Some(*value),
        ExprKind::Convert(inner) => {
            let value = update_value(*inner)?;
            Some(convert_to(value, &new.ty))
        }
        _ => None,
    }
}

/// The operator of a compound assignment on elements; none where it is not element-wise for that value.
fn elementwise_update(op: ast::AssignOp, value: &Expr) -> Option<BinaryOp> {
    let number = value.ty.is_number();
    match op {
        ast::AssignOp::Multiply | ast::AssignOp::Divide | ast::AssignOp::Power if !number => None,
        ast::AssignOp::Power => None,
        ast::AssignOp::Set => None,
        _ => Some(update_operator(op)),
    }
}

/// Whether elements of a type can be updated by a compound assignment.
fn updates(elem: Elem, op: ast::AssignOp) -> bool {
    let on_complex = match op {
        ast::AssignOp::Set
        | ast::AssignOp::Add
        | ast::AssignOp::Subtract
        | ast::AssignOp::Multiply
        | ast::AssignOp::Divide
        | ast::AssignOp::PointMultiply
        | ast::AssignOp::PointDivide => true,
        ast::AssignOp::Power
        | ast::AssignOp::PointPower
        | ast::AssignOp::And
        | ast::AssignOp::Or
        | ast::AssignOp::Xor
        | ast::AssignOp::Max
        | ast::AssignOp::Min => false,
    };
    match elem {
        Elem::Int | Elem::Scalar | Elem::Storage(_) => true,
        Elem::Complex => on_complex,
        Elem::String | Elem::Compound(_) => false,
    }
}

/// The operator of a compound assignment on numbers.
fn update_operator(op: ast::AssignOp) -> BinaryOp {
    match op {
        ast::AssignOp::Set | ast::AssignOp::Add => BinaryOp::Add,
        ast::AssignOp::Subtract => BinaryOp::Sub,
        ast::AssignOp::Multiply | ast::AssignOp::PointMultiply => BinaryOp::Mul,
        ast::AssignOp::Divide | ast::AssignOp::PointDivide => BinaryOp::Div,
        ast::AssignOp::Power | ast::AssignOp::PointPower => BinaryOp::Pow,
        ast::AssignOp::And => BinaryOp::BitAnd,
        ast::AssignOp::Or => BinaryOp::BitOr,
        ast::AssignOp::Xor => BinaryOp::BitXor,
        ast::AssignOp::Max => BinaryOp::Max,
        ast::AssignOp::Min => BinaryOp::Min,
    }
}

/// The element type that numbers of a type are computed in; none for arrays of arrays and the like.
fn number_of(ty: &Type) -> Option<Elem> {
    ty.elem()
        .filter(|elem| elem.is_number())?
        .value_type()
        .elem()
}

/// Whether an update with a real number is an operation of reals; the others take its whole part.
fn has_real_form(op: BinaryOp) -> bool {
    match op {
        arithmetic_op!() => true,
        bitwise_op!() | comparison_op!() | logical_op!() => false,
    }
}

/// Whether a value is a literal without a fraction.
fn is_whole(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Scalar(number) if f64::from(number as i32) == number)
}

/// The element type when the target is one element that is a reference or a cell's.
fn compound_element(target: &Target) -> Option<Elem> {
    let Target::Element(element) = target else {
        return None;
    };
    let elem = element.array.ty.elem()?;
    let compound = match elem {
        Elem::Compound(Type::Class(_) | Type::Pointer(_)) => false,
        Elem::Compound(_) => super::element::is_single(&element.place),
        Elem::Int | Elem::Scalar | Elem::Complex | Elem::String | Elem::Storage(_) => false,
    };
    compound.then_some(elem)
}

/// Whether the target is one element of a storage integer: the store rounds and saturates, so that nothing is lost unsaid.
fn rounds(target: &Target) -> bool {
    let Target::Element(element) = target else {
        return false;
    };
    let single = match &element.place {
        crate::hir::Place::Subscripts(subscripts) => subscripts
            .iter()
            .all(|subscript| matches!(subscript, crate::hir::Subscript::Index(_))),
        crate::hir::Place::Position(_) => true,
        crate::hir::Place::Mask(_) => false,
    };
    let elem = element.array.ty.elem();
    single && matches!(elem, Some(crate::types::Elem::Storage(kind)) if kind.is_integer())
}

/// The sizes that the elements of `size(x)` are.
fn size_facts(value: &Expr) -> Vec<Size> {
    match &value.kind {
        ExprKind::Builtin(crate::builtins::Builtin::Size, args) if args.len() == 1 => {
            match &args[0].ty {
                Type::Array(array) if !array.any_rank => (0..array.sizes.len().max(2))
                    .map(|dim| super::element::extent(array, dim))
                    .collect(),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}
