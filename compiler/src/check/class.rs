//! Classes: definitions, constructors, fields.
//!
//! A class whose fields have static types is one type. Fields of function type take the type of the function that the
//! constructor is given; the class with those fields is a type of its own (`ClassKey::open`).
//!
//! *Invariant:* a class that is complete has no field of a class that contains itself.

use crate::base::{Span, Symbol};
use crate::builtins::Builtin;
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::{self, Expr, ExprKind, Fill, Stmt, Target};
use crate::syntax::ast::{
    self, ClassKind, NamedType, TypeArg, TypeDef, TypeDefKind, TypeExpr, TypeKind,
};
use crate::types::families::{composite_type, empty_type, number_type};
use crate::types::{AccessMode, ArrayType, ClassId, Defined, Elem, Size, Type, intern};

use super::annotation::is_type_name;
use super::environment::{Binding, Slot};
use super::expression::{error, int};
use super::flow::{assign_stmt, convert_to};
use super::union::{holds_cells, is_union};
use super::{Checker, Frame};

/// What tells classes apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClassKey {
    name: Symbol,
    /// Type arguments.
    args: Vec<Type>,
    /// The types of the fields of function type; empty before a constructor was called.
    open: Vec<Type>,
}

/// A class.
#[derive(Clone, Debug)]
pub(super) struct ClassData<'a> {
    /// Its definition; none for `object`.
    pub def: Option<&'a TypeDef>,
    pub name: &'a str,
    pub kind: ClassKind,
    pub args: Vec<Type>,
    pub fields: Vec<ClassField<'a>>,
    /// All fields are known.
    pub complete: bool,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub(super) struct ClassField<'a> {
    pub name: ast::Ident,
    /// `Void` for a function that is not known yet.
    pub ty: Type,
    pub annotation: Option<&'a TypeExpr>,
}

impl ClassData<'_> {
    /// How many fields the definition lists; those behind them appeared by assignment.
    pub(super) fn declared(&self) -> usize {
        match self.def.map(|def| &def.kind) {
            Some(TypeDefKind::Class(class)) => class.fields.len(),
            Some(TypeDefKind::Enum(_) | TypeDefKind::Alias(_)) | None => 0,
        }
    }
}

impl<'a> Checker<'a> {
    // ---- Definitions -------------------------------------------------------------------------------------------------

    /// Registers a type definition.
    pub(super) fn declare_type(&mut self, definition: &'a TypeDef) {
        let name = definition.name;
        let text = self.text(name.name);
        if is_type_name(text) {
            let message = format!("`{text}` is a type of the language");
            self.report(
                Report::new(Code::DefinedTwice, name.span, message).label("another name is needed"),
            );
        }
        match self.type_defs.get(&name.name).copied() {
            Some(first) => self.report_twice(name, first.name.span, "type"),
            None => {
                self.type_defs.insert(name.name, definition);
            }
        }
    }

    pub(super) fn report_twice(&mut self, again: ast::Ident, first: Span, what: &str) {
        let text = self.text(again.name);
        self.report(
            Report::new(
                Code::DefinedTwice,
                again.span,
                format!("the {what} `{text}` is defined twice"),
            )
            .label("again")
            .also(first, "the first definition"),
        );
    }

    /// Looks at every type definition, used or not.
    pub(super) fn check_type_definitions(&mut self) {
        let mut frame = self.script_frame();
        let definitions: Vec<&'a TypeDef> = self.type_defs.values().copied().collect();
        for definition in definitions {
            match &definition.kind {
                TypeDefKind::Enum(keys) => {
                    self.enumeration(&mut frame, definition.name, keys);
                }
                TypeDefKind::Class(class) if definition.generics.is_empty() => {
                    self.class(definition, class, Vec::new());
                }
                TypeDefKind::Alias(target) if definition.generics.is_empty() => {
                    self.look_at_alias(&mut frame, target);
                }
                TypeDefKind::Class(_) | TypeDefKind::Alias(_) => {}
            }
        }
    }

    /// Tells unknown types in the definition of an alias; anything else is told where the alias is used.
    fn look_at_alias(&mut self, frame: &mut Frame<'a>, target: &'a TypeExpr) {
        let before = self.reports.len();
        self.annotation(frame, target, Some(&Type::Error));
        let mut reports = self.reports.split_off(before);
        reports.retain(|report| report.code == Code::UnknownType);
        self.reports.append(&mut reports);
    }

    /// The type that a defined name stands for.
    pub(super) fn defined_type(
        &mut self,
        f: &mut Frame<'a>,
        definition: &'a TypeDef,
        named: &'a NamedType,
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        match &definition.kind {
            TypeDefKind::Enum(keys) => Type::Enum(self.enumeration(f, definition.name, keys)),
            TypeDefKind::Alias(target) => self.alias(f, definition, target, span, value),
            TypeDefKind::Class(class) => match self.type_arguments(f, definition, named, value) {
                Some(args) => self.class_for(definition, class, args, value),
                None => Type::Error,
            },
        }
    }

    fn alias(
        &mut self,
        f: &mut Frame<'a>,
        definition: &'a TypeDef,
        target: &'a TypeExpr,
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        let name = definition.name.name;
        if self.open_aliases.contains(&name) {
            self.report(
                Report::new(Code::EndlessType, span, "this type is defined by itself")
                    .label("leads back to itself"),
            );
            return Type::Error;
        }
        self.open_aliases.push(name);
        let ty = self.annotation(f, target, value);
        self.open_aliases.pop();
        ty
    }

    /// The type arguments of a class; those that are not written come from the value.
    fn type_arguments(
        &mut self,
        f: &mut Frame<'a>,
        definition: &'a TypeDef,
        named: &'a NamedType,
        value: Option<&Type>,
    ) -> Option<Vec<Type>> {
        let name = self.text(definition.name.name);
        if let (true, Some(class)) = (named.arguments.is_empty(), value.and_then(Type::class)) {
            let data = &self.classes[class.id];
            if data.def.is_some_and(|def| std::ptr::eq(def, definition)) {
                return Some(data.args.clone());
            }
        }
        if named.arguments.len() != definition.generics.len() {
            self.report(
                Report::new(
                    Code::ArgumentCount,
                    named.name.span,
                    format!(
                        "`{name}` takes {} types in brackets",
                        definition.generics.len()
                    ),
                )
                .label(format!("{} given", named.arguments.len()))
                .also(definition.name.span, "defined here"),
            );
            return None;
        }
        let mut args = Vec::new();
        for (index, argument) in named.arguments.iter().enumerate() {
            let TypeArg::Type(argument) = argument else {
                self.unsupported(named.name.span, "sizes as arguments of classes");
                return None;
            };
            let given = value
                .and_then(Type::class)
                .and_then(|class| self.classes[class.id].args.get(index).cloned());
            args.push(match given {
                Some(ty) if self.is_free_name(f, argument) => ty,
                _ => self.annotation(f, argument, None),
            });
        }
        (!args.contains(&Type::Error)).then_some(args)
    }

    /// Whether a type is a bare name that stands for nothing yet: a type parameter before it is deduced.
    fn is_free_name(&self, f: &Frame<'a>, ty: &TypeExpr) -> bool {
        let TypeKind::Named(named) = &ty.kind else {
            return false;
        };
        let name = named.name.name;
        !f.generic_types.contains_key(&name)
            && !self.type_defs.contains_key(&name)
            && !super::annotation::is_type_name(self.text(name))
    }

    /// The class for type arguments; with the functions that the value holds, where it is such a class already.
    fn class_for(
        &mut self,
        definition: &'a TypeDef,
        class: &'a ast::Class,
        args: Vec<Type>,
        value: Option<&Type>,
    ) -> Type {
        let found = self.class(definition, class, args);
        if found.open {
            return Type::Pointer(found);
        }
        match value.and_then(Type::class) {
            Some(given) if self.same_family(&found, given) => Type::Class(given.clone()),
            Some(_) | None => Type::Class(found),
        }
    }

    fn same_family(&self, a: &Defined<ClassId>, b: &Defined<ClassId>) -> bool {
        let (a, b) = (&self.classes[a.id], &self.classes[b.id]);
        let same = |(a, b): (&TypeDef, &TypeDef)| std::ptr::eq(a, b);
        a.def.zip(b.def).is_some_and(same) && a.args == b.args
    }

    fn class(
        &mut self,
        definition: &'a TypeDef,
        class: &'a ast::Class,
        args: Vec<Type>,
    ) -> Defined<ClassId> {
        let key = ClassKey {
            name: definition.name.name,
            args,
            open: Vec::new(),
        };
        if let Some(found) = self.class_ids.get(&key) {
            return found.clone();
        }
        let defined = self.new_class(key.clone(), definition, class.kind);
        let first_report = self.reports.len();
        let mut frame = self.script_frame();
        for (generic, arg) in definition.generics.iter().zip(&key.args) {
            frame.generic_types.insert(generic.name.name, arg.clone());
        }
        let fields = class.fields.iter();
        let fields: Vec<ClassField<'a>> = fields
            .map(|field| self.class_field(&mut frame, field, &defined))
            .collect();
        self.check_field_names(&fields);
        if fields.is_empty() && !defined.open {
            self.unsupported(definition.name.span, "classes without fields");
        }
        self.keep_type_reports(first_report);
        let data = &mut self.classes[defined.id];
        data.fields = fields;
        data.complete = true;
        defined
    }

    fn new_class(
        &mut self,
        key: ClassKey,
        definition: &'a TypeDef,
        kind: ClassKind,
    ) -> Defined<ClassId> {
        let mut name = self.text(key.name).to_string();
        if !key.args.is_empty() {
            let args: Vec<String> = key.args.iter().map(Type::to_string).collect();
            name = format!("{name}[{}]", args.join(","));
        }
        let id = self.classes.push(ClassData {
            def: Some(definition),
            name: self.text(key.name),
            kind,
            args: key.args.clone(),
            fields: Vec::new(),
            complete: false,
        });
        let defined = Defined {
            id,
            name: name.into(),
            open: kind == ClassKind::Dynamic,
        };
        self.class_ids.insert(key, defined.clone());
        defined
    }

    fn class_field(
        &mut self,
        f: &mut Frame<'a>,
        field: &'a ast::Field,
        owner: &Defined<ClassId>,
    ) -> ClassField<'a> {
        let annotation = field.ty.as_ref();
        let ty = match annotation {
            None => self.unknown_field(field.name.span),
            Some(annotation) if owner.open && self.says_nothing(annotation) => {
                self.unknown_field(field.name.span)
            }
            Some(annotation) if Self::is_function_type(annotation) => Type::Void,
            Some(annotation) => self.annotation(f, annotation, None),
        };
        let ty = match (&ty, ty.elem()) {
            (Type::Class(class), _) if !self.classes[class.id].complete => {
                let help = format!("refer to it: `^{}`", class.name);
                self.report_endless_field(field.name.span, owner, help)
            }
            (_, Some(Elem::Compound(Type::Class(class)))) if !self.classes[class.id].complete => {
                let help = format!("hold references: `vec[^{}]`", class.name);
                self.report_endless_field(field.name.span, owner, help)
            }
            (_, _) => ty,
        };
        ClassField {
            name: field.name,
            ty,
            annotation,
        }
    }

    fn report_endless_field(&mut self, span: Span, owner: &Defined<ClassId>, help: String) -> Type {
        let message = format!("a `{}` would contain itself", owner.name);
        let report = Report::new(Code::EndlessType, span, message);
        self.report(report.label("a field by value").help(help));
        Type::Error
    }

    fn check_field_names(&mut self, fields: &[ClassField<'a>]) {
        for (index, field) in fields.iter().enumerate() {
            let first = fields[..index]
                .iter()
                .find(|other| other.name.name == field.name.name);
            if let Some(first) = first {
                self.report_twice(field.name, first.name.span, "field");
            }
        }
    }

    /// `^T`: classes only, one level.
    pub(super) fn pointer_type(
        &mut self,
        f: &mut Frame<'a>,
        target: &'a TypeExpr,
        span: Span,
    ) -> Type {
        let ty = self.annotation(f, target, None);
        let (message, help) = match &ty {
            Type::Pointer(class) if class.open => (
                format!("a `{}` is a reference already", class.name),
                "leave out the `^`",
            ),
            Type::Class(class) => return Type::Pointer(class.clone()),
            Type::Error => return Type::Error,
            Type::Pointer(_) => (
                "a pointer refers to a class, not to another pointer".to_string(),
                "one `^` is enough",
            ),
            Type::Array(_) => (
                format!("`^` does not apply to a `{ty}`"),
                "arrays are references already: leave out the `^`",
            ),
            other => (
                format!("`^` does not apply to a `{other}`"),
                "only classes have pointers",
            ),
        };
        self.report(
            Report::new(Code::PointerTarget, span, message)
                .label("not a class")
                .help(help),
        );
        Type::Error
    }

    /// The classes as the typed tree has them.
    pub(super) fn hir_classes(&mut self) -> crate::base::IndexVec<ClassId, hir::Class> {
        let mut classes = crate::base::IndexVec::new();
        for data in self.classes.clone() {
            let fields = data.fields.iter().map(|field| hir::Field {
                name: self.text(field.name.name).to_string(),
                ty: self.field_type(&field.ty),
                span: field.name.span,
                stored: self.stored_in(&field.ty),
            });
            classes.push(hir::Class {
                name: data.name.to_string(),
                open: data.kind == ClassKind::Dynamic,
                fields: fields.collect(),
            });
        }
        classes
    }

    // ---- Constructors ------------------------------------------------------------------------------------------------

    /// Whether a written type is that of a class.
    pub(super) fn names_class(&self, annotation: &TypeExpr) -> bool {
        let TypeKind::Named(named) = &annotation.kind else {
            return false;
        };
        match self.type_defs.get(&named.name.name).map(|def| &def.kind) {
            Some(TypeDefKind::Class(_)) => true,
            Some(TypeDefKind::Alias(target)) => self.names_class(target),
            Some(TypeDefKind::Enum(_)) | None => false,
        }
    }

    /// Whether a call of a class that has constructor functions means the class itself: without arguments, or with all
    /// arguments named by fields, where no function has parameters of those names.
    pub(super) fn is_plain_constructor(
        &self,
        f: &Frame<'a>,
        callee: &ast::Expr,
        args: &[ast::Arg],
    ) -> bool {
        let Some(name) = callee.as_name().map(|name| name.name) else {
            return false;
        };
        let Some(TypeDefKind::Class(class)) = self.type_defs.get(&name).map(|def| &def.kind) else {
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
        let takes = |def: &super::DefId| {
            let params = self.params(*def);
            let required = params
                .iter()
                .filter(|param| param.default.is_none())
                .count();
            let named = args.iter().all(|arg| {
                arg.name
                    .is_some_and(|name| params.iter().any(|p| p.name.name == name.name))
            });
            named && required <= args.len()
        };
        let defs = self.functions.get(&name).map_or(&[][..], Vec::as_slice);
        args.iter().all(is_field) && !defs.iter().any(takes)
    }

    /// `point()` and `point(x := 1, y := 2)`.
    pub(super) fn record(
        &mut self,
        f: &mut Frame<'a>,
        ty: Type,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let class = match ty {
            Type::Pointer(class) if class.open => return self.open_object(f, &class, args, span),
            Type::Class(class) => class,
            _ => return error(span),
        };
        if args.is_empty() {
            return self
                .zero_value(&Type::Class(class.clone()), span)
                .unwrap_or_else(|| self.report_no_default(&class, span));
        }
        match self.all_field_values(f, &class, args, span) {
            Some(values) => self.record_of(f, &class, values, span),
            None => error(span),
        }
    }

    /// The values of all fields; a report when one is missing.
    pub(super) fn all_field_values(
        &mut self,
        f: &mut Frame<'a>,
        class: &Defined<ClassId>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<Vec<(usize, Expr)>> {
        let values = self.field_values(f, class, args)?;
        let data = self.classes[class.id].clone();
        let missing: Vec<String> = data
            .fields
            .iter()
            .take(data.declared())
            .enumerate()
            .filter(|(index, _)| !values.iter().any(|(found, _)| found == index))
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
        f: &mut Frame<'a>,
        class: &Defined<ClassId>,
        values: Vec<(usize, Expr)>,
        span: Span,
    ) -> Expr {
        let class = self.specialised(class, &values);
        let ordered = values.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let mut stmts: Vec<Stmt> = Vec::new();
        let mut fields: Vec<(usize, Expr)> = Vec::new();
        for (index, value) in values {
            if ordered {
                fields.push((index, value));
                continue;
            }
            let ty = value.ty.clone();
            let var = self.temporary(f, "field", ty.clone(), value.span);
            let span = value.span;
            stmts.push(assign_stmt(Target::Var(var), value, span));
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
        f: &mut Frame<'a>,
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
        let fields = &self.classes[class.id].fields;
        let fields: Vec<String> = fields
            .iter()
            .map(|field| format!("{} := …", self.text(field.name.name)))
            .collect();
        self.report(
            Report::new(
                Code::ConstructorFields,
                span,
                format!("the fields of `{}` are given by name", class.name),
            )
            .label("which field?")
            .help(format!("write `{}({})`", class.name, fields.join(", "))),
        );
    }

    fn field_value(
        &mut self,
        f: &mut Frame<'a>,
        class: &Defined<ClassId>,
        index: usize,
        value: &'a ast::Expr,
    ) -> Expr {
        let field = self.classes[class.id].fields[index].clone();
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
        };
        if let Some(found) = self.class_ids.get(&key) {
            return found.clone();
        }
        let defined = self.new_class(key, definition, data.kind);
        let made = &mut self.classes[defined.id];
        made.fields = fields;
        made.complete = true;
        defined
    }

    /// What a variable of the type starts with: 0, an empty string or array, `nullptr`. None: there is no such value.
    pub(super) fn zero_value(&mut self, ty: &Type, span: Span) -> Option<Expr> {
        let kind = match ty {
            Type::Int | Type::Scalar | Type::Complex | Type::Enum(_) => {
                return Some(convert_to(int(0, span), ty));
            }
            Type::String => ExprKind::String(String::new()),
            Type::Array(array) => ExprKind::NewArray {
                fill: Fill::Zeros,
                dims: zero_sizes(array, span),
            },
            Type::Pointer(_) => {
                let null = Expr {
                    ty: Type::Null,
                    span,
                    kind: ExprKind::Null,
                };
                return Some(convert_to(null, ty));
            }
            Type::Class(class) => {
                let fields = self.classes[class.id].fields.clone();
                let values: Option<Vec<Expr>> = fields
                    .iter()
                    .map(|field| self.zero_value(&field.ty, span))
                    .collect();
                ExprKind::Record(values?)
            }
            Type::Error => return Some(error(span)),
            Type::Exception | Type::Group(_) | composite_type!() | Type::Null | Type::Void => {
                return None;
            }
        };
        Some(Expr {
            ty: ty.clone(),
            span,
            kind,
        })
    }

    fn report_no_default(&mut self, class: &Defined<ClassId>, span: Span) -> Expr {
        self.report(
            Report::new(
                Code::ConstructorFields,
                span,
                format!("`{}` has a field of function type", class.name),
            )
            .label("there is no function to start with")
            .help("give all fields"),
        );
        error(span)
    }

    /// `p : ^T` without a value.
    pub(super) fn report_uninitialised(&mut self, name: ast::Ident, class: &str, span: Span) {
        let text = self.text(name.name);
        self.report(
            Report::new(
                Code::UninitialisedPointer,
                span,
                format!("the pointer `{text}` has no value"),
            )
            .label("must be initialised")
            .help(format!(
                "write `{text} : ^{class} = nullptr` or `{text} : ^{class} = {class}()`"
            )),
        );
    }

    // ---- Fields ------------------------------------------------------------------------------------------------------

    /// `base.name` as a value.
    pub(super) fn member(
        &mut self,
        f: &mut Frame<'a>,
        member: &'a ast::Member,
        span: Span,
    ) -> Expr {
        if let Some(key) = self.key_of(f, member, span) {
            return key;
        }
        let base = self.expr(f, &member.base);
        if is_union(&base.ty) {
            return self.distribute(f, vec![base], span, &mut |checker, f, mut values| {
                checker.field_of(f, values.remove(0), member.name, span)
            });
        }
        self.field_of(f, base, member.name, span)
    }

    /// A field of a value.
    pub(super) fn field_of(
        &mut self,
        f: &Frame<'a>,
        base: Expr,
        name: ast::Ident,
        span: Span,
    ) -> Expr {
        match base.ty {
            Type::Error => return error(span),
            Type::Exception => return self.exception_member(base, name, span),
            Type::Group(kind) => return self.group_property(base, kind, name, span),
            _ => {}
        }
        if let Some(class) = base.ty.open_class().cloned() {
            return self.open_field(f, base, &class, name, span);
        }
        let Some(class) = base.ty.class().cloned() else {
            self.report_no_fields(&base, name);
            return error(span);
        };
        let Some(index) = self.field_index(&class, name) else {
            return error(span);
        };
        let ty = self.classes[class.id].fields[index].ty.clone();
        let base = convert_to(base, &Type::Class(class));
        Expr {
            ty,
            span,
            kind: ExprKind::Field(Box::new(base), index),
        }
    }

    fn report_no_fields(&mut self, base: &Expr, name: ast::Ident) {
        self.report(
            Report::new(
                Code::UnknownField,
                name.span,
                format!("a `{}` has no fields", base.ty),
            )
            .label("not a field")
            .also(base.span, format!("a `{}`", base.ty)),
        );
    }

    /// The index of a field, or a report.
    pub(super) fn field_index(
        &mut self,
        class: &Defined<ClassId>,
        name: ast::Ident,
    ) -> Option<usize> {
        let found = self.find_field(class, name.name);
        if found.is_none() {
            let text = self.text(name.name);
            let data = &self.classes[class.id];
            let names: Vec<&str> = data.fields.iter().map(|f| self.text(f.name.name)).collect();
            self.report(
                Report::new(
                    Code::UnknownField,
                    name.span,
                    format!("`{}` has no field `{text}`", class.name),
                )
                .label("not a field")
                .maybe_also(data.def.map(|def| (def.name.span, "the class")))
                .maybe_help(
                    self.help_for_method(name)
                        .or_else(|| did_you_mean(text, names)),
                ),
            );
        }
        found
    }

    /// The index of a field.
    pub(super) fn find_field(&self, class: &Defined<ClassId>, name: Symbol) -> Option<usize> {
        let fields = &self.classes[class.id].fields;
        fields.iter().position(|field| field.name.name == name)
    }

    /// `base.name` as a target, with the type of what it holds.
    pub(super) fn field_target(
        &mut self,
        f: &mut Frame<'a>,
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
                if self.is_carried(&base) {
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
    pub(super) fn may_change(
        &mut self,
        f: &Frame<'a>,
        base: &ast::Expr,
        target: &Target,
        span: Span,
    ) -> bool {
        if let Some(class) = object_class(target) {
            if self.classes[class.id].kind == ClassKind::Immutable {
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
                self.report_constant(span);
            }
            return !variable.constant;
        }
        if variable.captured {
            let text = self.text(name);
            self.report(
                Report::new(
                    Code::CapturedUpdate,
                    span,
                    format!("`{text}` belongs to an enclosing function and is read-only here"),
                )
                .label("an update of a captured variable")
                .also(variable.span, "the variable")
                .help("return the new value, or share it: `p : ^T`"),
            );
        }
        !variable.captured
    }

    fn report_immutable(&mut self, class: &Defined<ClassId>, span: Span) {
        let definition = self.classes[class.id]
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
    pub(super) fn update_field(
        &mut self,
        f: &mut Frame<'a>,
        assign: &'a ast::Assign,
        target: Target,
        ty: Type,
        value: Expr,
        span: Span,
    ) -> Option<hir::Assign> {
        let old = self.expr(f, &assign.target);
        let new = self.updated(f, assign, old, value, span)?;
        let value = match ty {
            Type::Unknown(_) => self.field_content(f, &ty, new),
            ty => self.coerce(f, new, &ty, "the new value"),
        };
        Some(hir::Assign {
            target,
            op: hir::AssignOp::Set,
            value,
            span,
        })
    }

    // ---- Arrays ------------------------------------------------------------------------------------------------------

    /// Whether arrays of the type are made of an array per part of the class: of numbers, strings and references.
    pub(super) fn fits_array(&self, ty: &Type) -> bool {
        match ty {
            Type::Int | Type::Scalar | Type::Complex | Type::String | Type::Enum(_) => true,
            Type::Pointer(_) => true,
            Type::Array(_) => !holds_cells(ty),
            Type::Class(class) => {
                let fields = &self.classes[class.id].fields;
                fields.iter().all(|field| self.fits_array(&field.ty))
            }
            Type::Exception | Type::Group(_) | composite_type!() | Type::Null | empty_type!() => {
                false
            }
        }
    }

    /// What an array literal with values of the type is made of.
    pub(super) fn element_of(&self, ty: &Type) -> Option<Elem> {
        match ty {
            Type::Class(_) if self.fits_array(ty) => Some(Elem::Compound(intern(ty.clone()))),
            Type::Pointer(_) => Some(Elem::Compound(intern(ty.clone()))),
            other => other.elem(),
        }
    }

    /// Arrays of classes have sizes and can be copied; other functions are for numbers.
    pub(super) fn refuse_class_arrays(
        &mut self,
        builtin: Builtin,
        values: &[Expr],
    ) -> Option<Expr> {
        let of_class = |value: &&Expr| {
            matches!(
                value.ty.elem(),
                Some(Elem::Compound(Type::Class(_) | Type::Pointer(_)))
            )
        };
        let found = values.iter().find(of_class)?;
        let works = matches!(
            builtin,
            Builtin::Size | Builtin::Numel | Builtin::NDims | Builtin::IsEmpty | Builtin::Copy
        );
        if works {
            return None;
        }
        let name = crate::builtins::row(builtin).name;
        Some(self.bad_argument(name, &found.clone(), "numbers", found.span))
    }

    /// Whether an element of an array may be stored: of a fixed array within an array of classes single elements only, since
    /// they lie in different arrays.
    pub(super) fn may_store_within(&mut self, element: &hir::Element, span: Span) -> bool {
        if !lies_in_array(&element.array)
            || !element.array.ty.as_array().is_some_and(ArrayType::is_small)
        {
            return true;
        }
        let constant = |index: &Expr| matches!(index.kind, ExprKind::Int(_));
        let (single, varying) = match &element.place {
            hir::Place::Subscripts(subscripts) => (
                subscripts
                    .iter()
                    .all(|s| matches!(s, hir::Subscript::Index(_))),
                !subscripts
                    .iter()
                    .all(|s| matches!(s, hir::Subscript::Index(index) if constant(index))),
            ),
            hir::Place::Position(_) | hir::Place::Mask(_) => (false, true),
        };
        let maps = matches!(
            element.write,
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped
        );
        let fine = single && !(varying && maps);
        if !fine {
            self.unsupported(
                span,
                "stores in several elements of a fixed array within an array of classes",
            );
        }
        fine
    }

    // ---- Kernels -----------------------------------------------------------------------------------------------------

    /// Whether a value of the type holds something that only the host has. What a pointer refers to is not part of the value.
    pub(super) fn holds_host_value(&self, ty: &Type) -> bool {
        match ty {
            Type::String => true,
            Type::Pointer(class) => class.open,
            Type::Class(class) => {
                let fields = &self.classes[class.id].fields;
                fields.iter().any(|field| self.holds_host_value(&field.ty))
            }
            Type::Array(array) => match array.elem {
                Elem::Compound(ty) => self.holds_host_value(ty),
                elem => !elem.is_number(),
            },
            number_type!()
            | Type::Exception
            | Type::Group(_)
            | composite_type!()
            | Type::Enum(_)
            | Type::Null
            | empty_type!() => false,
        }
    }

    /// Values of the host do not go to kernels by capture either.
    pub(super) fn kernel_captures(&mut self, closure: crate::types::ClosureId, span: Span) -> bool {
        let captures = self.closures[closure].captures.clone();
        let of_class = |ty: &Type| match ty.elem() {
            Some(Elem::Compound(elem)) => elem.class().is_some(),
            Some(_) => false,
            None => ty.class().is_some(),
        };
        let bad = captures
            .iter()
            .find(|(_, ty)| holds_cells(ty) || (of_class(ty) && self.holds_host_value(ty)));
        let Some((name, ty)) = bad else {
            return true;
        };
        let text = self.text(*name);
        self.report(
            Report::new(
                Code::HostOnly,
                span,
                format!("the kernel reads `{text}`: values of type `{ty}` do not exist in kernels"),
            )
            .label("only numbers, arrays of numbers, kernel and device functions"),
        );
        false
    }

    /// A shared object is made on the host.
    pub(super) fn report_object_on_device(&mut self, span: Span) {
        self.report(
            Report::new(
                Code::HostOnly,
                span,
                "kernel and device functions make no shared objects",
            )
            .label("would become an object behind a pointer"),
        );
    }
}

/// The sizes of an array without elements, as far as the type does not tell them.
fn zero_sizes(array: &ArrayType, span: Span) -> Vec<Expr> {
    if array.sizes.is_empty() {
        return vec![int(0, span)];
    }
    let sizes = array.sizes.iter().map(|size| match size {
        Size::Known(known) => int(*known, span),
        Size::Symbol(_) | Size::Open => int(0, span),
    });
    sizes.collect()
}

/// The place that a value was read from.
pub(super) fn target_of(value: Expr) -> Option<Target> {
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

/// Whether a value is a field of an element of an array.
fn lies_in_array(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Field(base, _) => {
            matches!(base.kind, ExprKind::Element(_)) || lies_in_array(base)
        }
        _ => false,
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
pub(super) fn is_repeatable(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Scalar(_) | ExprKind::Var(_) | ExprKind::Global(_) => true,
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Field(a, _) => is_repeatable(a),
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
