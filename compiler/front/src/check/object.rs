//! Objects with open fields: `object()` and values of a `dynamic class`.
//!
//! Such a value is a reference. All objects that `object()` makes are of one class, every `dynamic class` is one of its own;
//! a field appears where the program assigns it. What a field may hold is learned like the elements of `??` arrays (`cell`):
//! each field has a table, and the program is walked again while the tables grow.
//!
//! *Invariant:* fields are only ever added, so that their indices stay.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::{Assign, Expr, ExprKind, Space, Stmt, StmtKind, Target};
use crate::syntax::ast::{self, ClassKind, TypeExpr, TypeKind};
use crate::types::{ArrayType, ClassId, Defined, Elem, Type, carries_type, intern};

use super::builtin::host_only;
use super::class::{is_repeatable, target_of};
use super::defined::{ClassData, ClassField, DefinedTypes};
use super::definitions::Definitions;
use super::environment::Slot;
use super::extent::Extent;
use super::kinds::{is_union, members};
use super::trees::{convert_to, error, nothing, sequence, unsupported_expr};
use super::{BodyState, Checker, Reports};

impl<'a> Checker<'a> {
    // ---- Making ------------------------------------------------------------------------------------------------------

    /// `object()`.
    pub(super) fn object_call(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if let Some(arg) = args.first() {
            self.report(
                Report::new(
                    Code::ArgumentCount,
                    arg.span,
                    "`object()` takes no arguments",
                )
                .label("one too many")
                .help("assign the fields: `o = object()`, then `o.x = 1`"),
            );
            return error(span);
        }
        let class = self.types.object_class();
        self.open_object(f, &class, args, span)
    }

    /// A new object; a `dynamic class` gives its listed fields their values.
    pub(super) fn open_object(
        &mut self,
        f: &mut BodyState<'a>,
        class: &Defined<ClassId>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if !host_only(&mut self.reports, f, &class.name, span) {
            return error(span);
        }
        let values = match args.is_empty() {
            true => Some(self.types.first_values(class, span)),
            false => self.all_field_values(f, class, args, span),
        };
        let Some(values) = values else {
            return error(span);
        };
        let ty = Type::Pointer(class.clone());
        let record = Expr {
            ty: Type::Class(class.clone()),
            span,
            kind: ExprKind::Record(Vec::new()),
        };
        let made = Expr {
            ty: ty.clone(),
            span,
            kind: ExprKind::NewObject(Box::new(record)),
        };
        if values.is_empty() {
            return made;
        }
        let var = f.temporary("object", ty.clone(), span);
        let object = Slot::Var(var).read(ty, span);
        let mut stmts = vec![Stmt::set(Target::Var(var), made, span)];
        for (field, value) in values {
            let target = field_place(object.clone(), field);
            stmts.push(Stmt::set(target, value, span));
        }
        sequence(stmts, object, span)
    }

    // ---- Fields ------------------------------------------------------------------------------------------------------

    /// `base.name` as a value.
    pub(super) fn open_field(
        &mut self,
        f: &BodyState<'a>,
        base: Expr,
        class: &Defined<ClassId>,
        name: ast::Ident,
        span: Span,
    ) -> Expr {
        if !on_host(&mut self.reports, f, &base) {
            return error(span);
        }
        let index = self.types.find_field(class, name.name);
        let ty = index.map(|index| self.types.classes[class.id].fields[index].ty.clone());
        let ty = ty.map(|ty| self.field_type(&ty));
        match (index, ty) {
            (None, _) | (_, None | Some(Type::Unknown(_))) => {
                if self.is_missing() {
                    self.report_never_assigned(class, name);
                }
                error(span)
            }
            (Some(index), Some(ty)) => Expr {
                ty,
                span,
                kind: ExprKind::Field(
                    Box::new(convert_to(base, &Type::Class(class.clone()))),
                    index,
                ),
            },
        }
    }

    fn report_never_assigned(&mut self, class: &Defined<ClassId>, name: ast::Ident) {
        let text = self.text(name.name);
        let data = self.types.classes[class.id].clone();
        let assigned = data.fields.iter().filter(|field| match &field.ty {
            Type::Unknown(cell) => self.cells.known(*cell).is_some(),
            _ => true,
        });
        let names: Vec<&str> = assigned.map(|field| self.text(field.name.name)).collect();
        self.report(
            Report::new(
                Code::UnknownField,
                name.span,
                format!("no `{}` ever has a field `{text}`", class.name),
            )
            .label("nothing is assigned to it")
            .maybe_also(data.def.map(|def| (def.name.span, "the class")))
            .maybe_help(did_you_mean(text, names)),
        );
    }

    /// `base.name` as a target, with what the field may hold; a new name makes a field.
    pub(super) fn open_field_target(
        &mut self,
        f: &BodyState<'a>,
        base: Expr,
        class: &Defined<ClassId>,
        name: ast::Ident,
    ) -> Option<(Target, Type)> {
        if !on_host(&mut self.reports, f, &base) {
            return None;
        }
        let index = match self.types.find_field(class, name.name) {
            Some(index) => index,
            None => self.add_field(class, name),
        };
        let ty = self.types.classes[class.id].fields[index].ty.clone();
        Some((field_place(base, index), ty))
    }

    fn add_field(&mut self, class: &Defined<ClassId>, name: ast::Ident) -> usize {
        let ty = self.unknown_field(name.span);
        let class = &mut self.types.classes[class.id];
        class.add(ClassField {
            name,
            ty,
            annotation: None,
        });
        class.fields.len() - 1
    }

    /// A value as it is kept in a field that may hold anything.
    pub(super) fn field_content(&mut self, f: &mut BodyState<'a>, ty: &Type, value: Expr) -> Expr {
        let span = value.span;
        let elem = Elem::Compound(intern(ty.clone()));
        self.reference_value(f, elem, value, ty)
            .unwrap_or_else(|| error(span))
    }

    /// `base.name : T = value`.
    pub(super) fn declare_field(
        &mut self,
        f: &mut BodyState<'a>,
        member: &'a ast::Member,
        declare: &'a ast::Declare,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let base = self.expr(f, &member.base);
        let Some(class) = base.ty.open_class().cloned() else {
            if base.ty != Type::Error {
                report_closed_declaration(&mut self.reports, &base, member.name);
            }
            return;
        };
        let Some(value) = &declare.value else {
            return self.unsupported(span, "declarations of fields without a value");
        };
        let value = self.expr(f, value);
        let ty = self.annotation(f, &declare.ty, Some(&value.ty));
        let value = self.coerce(f, value, &ty, "the value");
        let target = self.open_field_target(f, base, &class, member.name);
        let Some((target, ty)) = target.filter(|_| value.ty != Type::Error) else {
            return;
        };
        if let Some(value) = self.stored_value(f, value, &ty, span) {
            out.push(Stmt::set(target, value, span));
        }
    }

    // ---- Fields of values that carry their type ----------------------------------------------------------------------

    /// Whether `base.name[…]` may be stored into: a fixed array of a class value lies in the value, of which a read gives a copy.
    pub(super) fn may_store_in_field(
        &mut self,
        f: &mut BodyState<'a>,
        array: &'a ast::Expr,
    ) -> bool {
        let ast::ExprKind::Member(member) = &array.kind else {
            return true;
        };
        if self.names_type(f, &member.base) {
            return true;
        }
        let base = self.expr(f, &member.base);
        if !is_carried(&base) {
            return true;
        }
        let in_place = members(&base.ty).iter().any(|ty| match ty {
            Type::Class(class) => {
                self.types
                    .find_field(class, member.name.name)
                    .is_some_and(|index| {
                        let ty = &self.types.classes[class.id].fields[index].ty;
                        ty.as_array().is_some_and(ArrayType::is_small)
                    })
            }
            _ => false,
        });
        if in_place {
            let what = "stores into a fixed array of a class value that carries its type";
            self.unsupported(array.span, what);
        }
        !in_place
    }

    /// `base.name op= value` where the base carries its type; without an operator it is set.
    pub(super) fn store_field_in_any(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        member: &'a ast::Member,
        assign: Option<&'a ast::Assign>,
        value: Expr,
        span: Span,
    ) -> Assign {
        let home = Home::of(&base);
        let value = self.distribute(f, vec![value, base], span, &mut |checker, f, mut values| {
            let base = values.remove(1);
            let value = values.remove(0);
            if !matches!(base.ty, Type::Class(_)) {
                return checker.store_field_of(f, base, member, assign, value, span);
            }
            checker.with_copy(f, base, home.as_ref(), span, &mut |checker, f, copy| {
                let value = value.clone();
                checker.store_field_of(f, copy, member, assign, value, span)
            })
        });
        Assign::set(Target::Ignore, value, span)
    }

    /// The same for a value whose type is known.
    fn store_field_of(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        member: &'a ast::Member,
        assign: Option<&'a ast::Assign>,
        value: Expr,
        span: Span,
    ) -> Expr {
        let place = match base.ty.open_class().cloned() {
            Some(class) => self.open_field_target(f, base.clone(), &class, member.name),
            None => {
                let field = self.field_of(f, base.clone(), member.name, span);
                let ty = field.ty.clone();
                target_of(field).map(|target| (target, ty))
            }
        };
        let Some((target, ty)) = place else {
            return error(span);
        };
        if ty == Type::Error || !self.may_change(f, &member.base, &target, span) {
            return error(span);
        }
        let value = match assign {
            Some(assign) if assign.op != ast::AssignOp::Set => {
                let old = self.field_of(f, base, member.name, span);
                self.updated(f, assign, old, value, span)
            }
            Some(_) | None => Some(value),
        };
        let value = value.and_then(|value| self.stored_value(f, value, &ty, span));
        match value {
            Some(value) if value.ty != Type::Error => {
                let stmt = Stmt::set(target, value, span);
                sequence(vec![stmt], nothing(span), span)
            }
            Some(_) | None => error(span),
        }
    }

    /// `base.name(args)` where the base carries its type.
    pub(super) fn call_member_of_any(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        member: &'a ast::Member,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let home = Home::of(&base);
        self.distribute(f, vec![base], span, &mut |checker, f, mut values| {
            let base = values.remove(0);
            let changes = match &base.ty {
                Type::Class(class) => checker.types.classes[class.id].kind == ClassKind::Mutable,
                _ => false,
            };
            if !changes {
                return checker.call_member_of(f, member, base, args, span);
            }
            checker.with_copy(f, base, home.as_ref(), span, &mut |checker, f, copy| {
                checker.call_member_of(f, member, copy, args, span)
            })
        })
    }

    /// An operation that changes a class value: it gets a copy, which then takes the place of the value.
    fn with_copy(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        home: Option<&Home>,
        span: Span,
        operation: OnCopy<'_, 'a>,
    ) -> Expr {
        let Some(home) = home else {
            return unsupported_expr(
                &mut self.reports,
                span,
                "changes of a class value at such a place",
            );
        };
        let ty = base.ty.clone();
        let var = f.temporary("copy", ty.clone(), span);
        let copy = Slot::Var(var).read(ty, span);
        let done = operation(self, f, copy.clone());
        if done.ty == Type::Error {
            return done;
        }
        let mut stmts = vec![Stmt::set(Target::Var(var), base, span)];
        let result = match done.ty.clone() {
            Type::Void => {
                let kind = StmtKind::Expr(done);
                stmts.push(Stmt { kind, span });
                nothing(span)
            }
            ty => {
                let var = f.temporary("result", ty.clone(), span);
                stmts.push(Stmt::set(Target::Var(var), done, span));
                Slot::Var(var).read(ty, span)
            }
        };
        let back = convert_to(copy, home.ty.as_ref().unwrap_or(&base_type(f, var)));
        stmts.push(Stmt::set(home.target.clone(), back, span));
        sequence(stmts, result, span)
    }
}

impl<'a> Definitions<'a> {
    /// Whether a written type leaves open what a field holds.
    pub(super) fn says_nothing(&self, annotation: &TypeExpr) -> bool {
        match &annotation.kind {
            TypeKind::Unknown | TypeKind::Function(_) => true,
            TypeKind::Named(named) => self.text(named.name.name) == "object",
            TypeKind::Error
            | TypeKind::Inferred
            | TypeKind::Pointer(_)
            | TypeKind::Union(_)
            | TypeKind::Cell(_) => false,
        }
    }
}

impl<'a> DefinedTypes<'a> {
    /// The class of what `object()` makes.
    fn object_class(&mut self) -> Defined<ClassId> {
        let name = "object";
        let found = self
            .classes
            .iter_enumerated()
            .find(|(_, class)| class.def.is_none())
            .map(|(id, _)| id);
        let id = found.unwrap_or_else(|| self.classes.push(ClassData::without_definition(name)));
        Defined {
            id,
            name: name.into(),
            open: true,
            dictionary: false,
        }
    }

    /// What the listed fields with a type start with.
    fn first_values(&self, class: &Defined<ClassId>, span: Span) -> Vec<(usize, Expr)> {
        let data = self.classes[class.id].clone();
        let fields = data.fields.iter().take(data.declared()).enumerate();
        let mut values = Vec::new();
        for (index, field) in fields {
            if let Some(value) = self.zero_value(&field.ty, span) {
                values.push((index, value));
            }
        }
        values
    }
}

/// What is done with a copy.
type OnCopy<'o, 'a> = &'o mut dyn FnMut(&mut Checker<'a>, &mut BodyState<'a>, Expr) -> Expr;

/// Where a value that carries its type is kept.
struct Home {
    target: Target,
    /// The union that a variable holds; none: the place takes any type.
    ty: Option<Type>,
}

impl Home {
    /// The place that a value was read from; none where it is kept nowhere, or where finding it again may find another place.
    fn of(value: &Expr) -> Option<Home> {
        if !is_repeatable(value) {
            return None;
        }
        let ty = Some(value.ty.clone());
        match &value.kind {
            ExprKind::Var(var) => Some(Home {
                target: Target::Var(*var),
                ty,
            }),
            ExprKind::Global(global) => Some(Home {
                target: Target::Global(*global),
                ty,
            }),
            ExprKind::Element(element) => Some(Home {
                target: Target::Element(element.clone()),
                ty: None,
            }),
            ExprKind::Field(base, field) => match &base.kind {
                ExprKind::Deref(object) if object.ty.open_class().is_some() => Some(Home {
                    target: field_place((**object).clone(), *field),
                    ty: None,
                }),
                _ => None,
            },
            _ => None,
        }
    }
}

fn base_type(f: &BodyState<'_>, var: crate::hir::VarId) -> Type {
    f.vars[var].ty.clone()
}

/// Whether a class value is an element of a cell, an open field, or a field of such a value.
fn is_in_box(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Element(element) => match element.array.ty.elem() {
            Some(Elem::Compound(elem)) => carries_type(elem),
            Some(_) | None => false,
        },
        ExprKind::Field(base, _) => match &base.kind {
            ExprKind::Deref(object) => object.ty.open_class().is_some(),
            _ => is_in_box(base),
        },
        ExprKind::Convert(_, inner) => is_union(&inner.ty),
        _ => false,
    }
}

impl<'a> ClassData<'a> {
    /// The class of what `object()` makes, which the program does not define.
    fn without_definition(name: &'a str) -> Self {
        ClassData {
            def: None,
            name,
            kind: ClassKind::Dynamic,
            args: Vec::new(),
            fields: Vec::new(),
            places: BTreeMap::new(),
            site: None,
            complete: true,
            extent: Extent::default(),
        }
    }
}

/// The field of the object that a value refers to.
fn field_place(object: Expr, field: usize) -> Target {
    Target::Field(Box::new(Target::Deref(object)), field)
}

/// Whether a target is a field of an object with open fields.
pub(super) fn is_open_field(target: &Target) -> bool {
    match target {
        Target::Field(base, _) => {
            matches!(&**base, Target::Deref(object) if object.ty.open_class().is_some())
        }
        Target::Var(_)
        | Target::Global(_)
        | Target::Element(_)
        | Target::Deref(_)
        | Target::Entry(..)
        | Target::Ignore => false,
    }
}

/// Whether fields of the value are reached by its type when running, or lie in a box: an element of a cell, an open field.
pub(super) fn is_carried(base: &Expr) -> bool {
    is_union(&base.ty) || (matches!(base.ty, Type::Class(_)) && is_in_box(base))
}

/// Objects exist in host code only.
fn on_host(reports: &mut Reports, f: &BodyState<'_>, object: &Expr) -> bool {
    if f.space != Space::Host {
        let message = format!(
            "values of type `{}` do not exist in kernel and device functions",
            object.ty
        );
        reports.push(
            Report::new(Code::HostOnly, object.span, message)
                .label("an object with open fields")
                .help("read the field before, and pass its value"),
        );
    }
    f.space == Space::Host
}

fn report_closed_declaration(reports: &mut Reports, base: &Expr, name: ast::Ident) {
    reports.push(
        Report::new(
            Code::InvalidTarget,
            name.span,
            format!("a `{}` takes no new fields", base.ty),
        )
        .label("a field with a type")
        .also(base.span, format!("a `{}`", base.ty))
        .help("only an `object()` and values of a `dynamic class` do"),
    );
}
