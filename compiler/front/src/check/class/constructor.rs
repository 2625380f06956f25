//! Constructors: `point()`, `point(x := 1, y := 2)`.
//!
//! *Invariant:* a class value has a value for each field, and these are evaluated in the order in which they are written.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::check::call::required;
use crate::check::defined::{ClassField, ClassKey, DefinedTypes};
use crate::check::definitions::Definitions;
use crate::check::environment::Slot;
use crate::check::trees::error;
use crate::check::{BodyState, Checker, DefId};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Stmt, Target};
use crate::syntax::ast::{self, TypeDefKind, TypeExpr, TypeKind};
use crate::types::{ClassId, Defined, Type};

impl<'a> Checker<'a> {
    /// Whether a call of a class that has constructor functions means the class itself: without arguments, or with all
    /// arguments named by fields, where no function has parameters of those names.
    pub(in crate::check) fn is_plain_constructor(
        &self,
        f: &BodyState<'a>,
        callee: &ast::Expr,
        args: &[ast::Arg],
    ) -> bool {
        let Some(name) = callee.as_name().map(|name| name.name) else {
            return false;
        };
        let Some(TypeDefKind::Class(class)) =
            self.definitions.type_defs.get(&name).map(|def| &def.kind)
        else {
            return false;
        };
        if f.env.names.contains_key(&name) {
            return false;
        }
        let is_field = |arg: &ast::Arg| {
            arg.name.is_some_and(|name| {
                class
                    .fields
                    .iter()
                    .any(|field| field.name.name == name.name)
            })
        };
        let takes = |def: &DefId| {
            let params = self.functions.params(*def);
            let named = args.iter().all(|arg| {
                arg.name
                    .is_some_and(|name| params.iter().any(|p| p.name.name == name.name))
            });
            named && required(params.iter()) <= args.len()
        };
        let defs = self
            .definitions
            .functions
            .get(&name)
            .map_or(&[][..], Vec::as_slice);
        args.iter().all(is_field) && !defs.iter().any(takes)
    }

    /// `point()` and `point(x := 1, y := 2)`.
    pub(in crate::check) fn record(
        &mut self,
        f: &mut BodyState<'a>,
        ty: Type,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let class = match ty {
            Type::Pointer(class) if class.open => return self.open_object(f, &class, args, span),
            Type::Pointer(class) if class.dictionary => {
                return self.typed_dictionary(f, Type::Pointer(class), args, span);
            }
            Type::Class(class) => class,
            _ => return error(span),
        };
        if args.is_empty() {
            return self
                .types
                .zero_value(&Type::Class(class.clone()), span)
                .unwrap_or_else(|| self.report_no_default(&class, span));
        }
        match self.all_field_values(f, &class, args, span) {
            Some(values) => self.record_of(f, &class, values, span),
            None => error(span),
        }
    }

    /// The values of all fields; a report when one is missing.
    pub(in crate::check) fn all_field_values(
        &mut self,
        f: &mut BodyState<'a>,
        class: &Defined<ClassId>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<Vec<(usize, Expr)>> {
        let values = self.field_values(f, class, args)?;
        let given: BTreeSet<usize> = values.iter().map(|(index, _)| *index).collect();
        let data = &self.types.classes[class.id];
        let missing: Vec<String> = data
            .fields
            .iter()
            .take(data.declared())
            .enumerate()
            .filter(|(index, _)| !given.contains(index))
            .map(|(_, field)| format!("`{}`", self.text(field.name.name)))
            .collect();
        if missing.is_empty() {
            return Some(values);
        }
        self.report(
            Report::new(
                Code::ConstructorFields,
                span,
                format!("`{}` lacks {}", class.name, missing.join(", ")),
            )
            .label("not all fields have a value")
            .help(format!("give all fields, or none: `{}()`", class.name)),
        );
        None
    }

    /// The class value of fields in the order in which they are written.
    fn record_of(
        &mut self,
        f: &mut BodyState<'a>,
        class: &Defined<ClassId>,
        values: Vec<(usize, Expr)>,
        span: Span,
    ) -> Expr {
        let class = self.types.specialised(class, &values);
        let ordered = values.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let mut stmts: Vec<Stmt> = Vec::new();
        let mut fields: Vec<(usize, Expr)> = Vec::new();
        for (index, value) in values {
            if ordered {
                fields.push((index, value));
                continue;
            }
            let ty = value.ty.clone();
            let var = f.temporary("field", ty.clone(), value.span);
            let span = value.span;
            stmts.push(Stmt::set(Target::Var(var), value, span));
            fields.push((index, Slot::Var(var).read(ty, span)));
        }
        fields.sort_by_key(|(index, _)| *index);
        let record = Expr {
            ty: Type::Class(class),
            span,
            kind: ExprKind::Record(fields.into_iter().map(|(_, value)| value).collect()),
        };
        if stmts.is_empty() {
            return record;
        }
        Expr {
            ty: record.ty.clone(),
            span,
            kind: ExprKind::Sequence(stmts, Box::new(record)),
        }
    }

    /// The fields that the arguments name, with their values.
    fn field_values(
        &mut self,
        f: &mut BodyState<'a>,
        class: &Defined<ClassId>,
        args: &'a [ast::Arg],
    ) -> Option<Vec<(usize, Expr)>> {
        let mut values: Vec<(usize, Expr)> = Vec::new();
        let mut fine = true;
        for arg in args {
            let Some(name) = arg.name else {
                self.report_positional(class, arg.span);
                return None;
            };
            let Some(index) = self.field_index(class, name) else {
                fine = false;
                continue;
            };
            if values.iter().any(|(found, _)| *found == index) {
                let text = self.text(name.name);
                self.report(
                    Report::new(
                        Code::ConstructorFields,
                        name.span,
                        format!("the field `{text}` is given twice"),
                    )
                    .label("again"),
                );
                return None;
            }
            let reports = self.reports.len();
            let value = self.field_value(f, class, index, &arg.value);
            fine &=
                value.ty != Type::Error && !self.reports[reports..].iter().any(Report::is_error);
            values.push((index, value));
        }
        fine.then_some(values)
    }

    fn report_positional(&mut self, class: &Defined<ClassId>, span: Span) {
        let all_fields = self.types.all_fields(class);
        self.report(
            Report::new(
                Code::ConstructorFields,
                span,
                format!("the fields of `{}` are given by name", class.name),
            )
            .label("which field?")
            .help(format!("write `{all_fields}`")),
        );
    }

    fn field_value(
        &mut self,
        f: &mut BodyState<'a>,
        class: &Defined<ClassId>,
        index: usize,
        value: &'a ast::Expr,
    ) -> Expr {
        let field = self.types.classes[class.id].fields[index].clone();
        if let (Type::Void, Some(annotation)) = (&field.ty, field.annotation) {
            return self
                .function_for(f, annotation, value)
                .unwrap_or_else(|| error(value.span));
        }
        let value = self.expr(f, value);
        if let Type::Unknown(_) = field.ty {
            return self.field_content(f, &field.ty, value);
        }
        let what = format!("the field `{}`", self.text(field.name.name));
        self.coerce(f, value, &field.ty, &what)
    }

    /// `point()` of a class with a field that nothing can be the start of.
    fn report_no_default(&mut self, class: &Defined<ClassId>, span: Span) -> Expr {
        let fields = self.types.classes[class.id].fields.clone();
        let without = fields
            .iter()
            .find(|field| self.types.zero_value(&field.ty, span).is_none());
        let (name, what) = match without {
            Some(field) => (
                format!("`{}`", self.text(field.name.name)),
                start_of(&field.ty),
            ),
            None => ("a field".to_string(), "value"),
        };
        let message = format!("`{}()` has no {what} for {name}", class.name);
        let report = Report::new(Code::ConstructorFields, span, message)
            .label(format!("there is no {what} to start with"))
            .help(format!("write `{}`", self.types.all_fields(class)));
        self.report(match without {
            Some(field) => report.also(field.name.span, "the field"),
            None => report,
        });
        error(span)
    }
}

impl<'a> Definitions<'a> {
    /// Whether a written type is that of a class.
    pub(in crate::check) fn names_class(&self, annotation: &TypeExpr) -> bool {
        let TypeKind::Named(named) = &annotation.kind else {
            return false;
        };
        match self.type_defs.get(&named.name.name).map(|def| &def.kind) {
            Some(TypeDefKind::Class(_)) => true,
            Some(TypeDefKind::Alias(target)) => self.names_class(target),
            Some(TypeDefKind::Enum(_)) | None => false,
        }
    }
}

impl<'a> DefinedTypes<'a> {
    /// The class with the functions that its constructor was given.
    fn specialised(
        &mut self,
        class: &Defined<ClassId>,
        values: &[(usize, Expr)],
    ) -> Defined<ClassId> {
        let data = self.classes[class.id].clone();
        let mut fields = data.fields.clone();
        for (index, value) in values {
            if fields[*index].ty == Type::Void {
                fields[*index].ty = value.ty.clone();
            }
        }
        let is_open = |(field, _): &(&ClassField<'a>, &ClassField<'a>)| field.ty == Type::Void;
        let open: Vec<Type> = data
            .fields
            .iter()
            .zip(&fields)
            .filter(is_open)
            .map(|(_, field)| field.ty.clone())
            .collect();
        let Some(definition) = data.def.filter(|_| !open.is_empty()) else {
            return class.clone();
        };
        let key = ClassKey {
            name: definition.name.name,
            args: data.args.clone(),
            open,
            site: None,
        };
        if let Some(found) = self.class_ids.get(&key) {
            return found.clone();
        }
        let defined = self.new_class(key, definition, data.kind);
        let made = &mut self.classes[defined.id];
        fields.into_iter().for_each(|field| made.add(field));
        made.complete = true;
        made.extent = data.extent;
        defined
    }

    /// How a value of a class is made from all of its fields, in Quasar.
    fn all_fields(&self, class: &Defined<ClassId>) -> String {
        let fields = self.classes[class.id].fields.iter();
        let given: Vec<String> = fields
            .map(|field| format!("{} := …", self.definitions.text(field.name.name)))
            .collect();
        format!("{}({})", class.name, given.join(", "))
    }
}

/// What a field of the type lacks when nothing is given for it: fields of functions have no type before they get one.
fn start_of(ty: &Type) -> &'static str {
    match matches!(ty, Type::Void | Type::Closure(_)) {
        true => "function",
        false => "value",
    }
}
