//! Definitions of types: classes with their type arguments and fields, aliases, pointers.
//!
//! *Invariant:* a class with the same type arguments is made once, however often it is named; what is wrong in its definition is
//! reported by whichever walk made it.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::{IndexVec, Span, stack};
use crate::check::annotation::is_function_type;
use crate::check::annotation::names::is_type_name;
use crate::check::defined::{ClassData, ClassField, ClassKey, DefinedTypes};
use crate::check::dictionary::Site;
use crate::check::extent::Extent;
use crate::check::generics::Generics;
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report, counted};
use crate::hir;
use crate::syntax::ast::{
    self, ClassKind, NamedType, TypeArg, TypeDef, TypeDefKind, TypeExpr, TypeKind,
};
use crate::types::{ClassId, DEEPEST, Defined, Elem, Type};

/// Characters of the type arguments in the name of a class.
const LONGEST_NAME: usize = 10_000;

impl<'a> Checker<'a> {
    pub(in crate::check) fn report_twice(&mut self, again: ast::Ident, first: Span, what: &str) {
        self.report(self.definitions.defined_twice(again, first, what));
    }

    /// Looks at every type definition, used or not.
    pub(in crate::check) fn check_type_definitions(&mut self) {
        let mut state = self.script_state();
        let definitions: Vec<&'a TypeDef> = self.definitions.type_defs.values().copied().collect();
        for definition in definitions {
            match &definition.kind {
                TypeDefKind::Enum(keys) => {
                    self.enumeration(&mut state, definition.name, keys);
                }
                TypeDefKind::Class(class) if definition.generics.is_empty() => {
                    self.class(definition, class, Vec::new());
                }
                TypeDefKind::Alias(target) if definition.generics.is_empty() => {
                    self.look_at_alias(&mut state, target);
                }
                TypeDefKind::Class(_) | TypeDefKind::Alias(_) => {}
            }
        }
    }

    /// Tells unknown types in the definition of an alias; anything else is told where the alias is used.
    fn look_at_alias(&mut self, state: &mut BodyState<'a>, target: &'a TypeExpr) {
        let before = self.reports.len();
        self.annotation(state, target, Some(&Type::Error));
        let mut reports = self.reports.split_off(before);
        reports.retain(|report| matches!(report.code, Code::UnknownType | Code::LargeType));
        self.reports.append(&mut reports);
    }

    /// The type that a defined name stands for.
    pub(in crate::check) fn defined_type(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        definition: &'a TypeDef,
        named: &'a NamedType,
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        match &definition.kind {
            TypeDefKind::Enum(keys) => Type::Enum(self.enumeration(f, definition.name, keys)),
            TypeDefKind::Alias(target) => self.alias(f, generics, definition, target, span, value),
            TypeDefKind::Class(class) => {
                match self.type_arguments(f, generics, definition, named, value) {
                    Some(args) => self.class_for(definition, class, args, named.name.span, value),
                    None => Type::Error,
                }
            }
        }
    }

    fn alias(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
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
        if !self.may_read_alias(definition) {
            return Type::Error;
        }
        self.open_aliases.push(name);
        let ty = self.annotation_with(f, generics, target, value);
        self.open_aliases.pop();
        ty
    }

    /// The type arguments of a class; those that are not written come from the value.
    fn type_arguments(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        definition: &'a TypeDef,
        named: &'a NamedType,
        value: Option<&Type>,
    ) -> Option<Vec<Type>> {
        let name = self.text(definition.name.name);
        if let (true, Some(class)) = (named.arguments.is_empty(), value.and_then(Type::class)) {
            let data = &self.types.classes[class.id];
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
                        "`{name}` takes {} in brackets",
                        counted(definition.generics.len(), "type")
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
                .and_then(|class| self.types.classes[class.id].args.get(index).cloned());
            args.push(match given {
                Some(ty) if self.is_free_name(generics, argument) => ty,
                _ => self.annotation_with(f, generics, argument, None),
            });
        }
        (!args.contains(&Type::Error)).then_some(args)
    }

    /// Whether a type is a bare name that stands for nothing yet: a type parameter before it is deduced.
    fn is_free_name(&self, generics: &Generics, ty: &TypeExpr) -> bool {
        let TypeKind::Named(named) = &ty.kind else {
            return false;
        };
        let name = named.name.name;
        !generics.types.contains_key(&name)
            && !self.definitions.type_defs.contains_key(&name)
            && !is_type_name(self.text(name))
    }

    /// The class for type arguments; with the functions that the value holds, where it is such a class already.
    fn class_for(
        &mut self,
        definition: &'a TypeDef,
        class: &'a ast::Class,
        args: Vec<Type>,
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        if self.definitions.is_dictionary(definition)
            && let Some(key) = args.first()
            && !matches!(key, Type::Unknown(_))
            && !self.may_be_key(key, span)
        {
            return Type::Error;
        }
        let found = self.class(definition, class, args);
        if self.types.classes[found.id].extent.is_refused {
            return Type::Error;
        }
        if found.open {
            return Type::Pointer(found);
        }
        if found.dictionary {
            return match value {
                Some(given @ Type::Pointer(class)) if self.types.same_family(&found, class) => {
                    given.clone()
                }
                Some(_) | None => Type::Pointer(found),
            };
        }
        match value.and_then(Type::class) {
            Some(given) if self.types.same_family(&found, given) => Type::Class(given.clone()),
            Some(_) | None => Type::Class(found),
        }
    }

    pub(super) fn class(
        &mut self,
        definition: &'a TypeDef,
        class: &'a ast::Class,
        args: Vec<Type>,
    ) -> Defined<ClassId> {
        self.class_at(definition, class, args, None)
    }

    /// The same for the dictionaries of a site.
    pub(in crate::check) fn class_at(
        &mut self,
        definition: &'a TypeDef,
        class: &'a ast::Class,
        args: Vec<Type>,
        site: Option<Site>,
    ) -> Defined<ClassId> {
        let key = ClassKey {
            name: definition.name.name,
            args,
            open: Vec::new(),
            site,
        };
        if let Some(found) = self.types.class_ids.get(&key) {
            return found.clone();
        }
        let defined = self.types.new_class(key.clone(), definition, class.kind);
        let first_report = self.reports.len();
        let mut state = self.script_state();
        let names = definition.generics.iter().map(|generic| generic.name.name);
        state.generics = Rc::new(Generics {
            types: names.zip(key.args.iter().cloned()).collect(),
            ..Generics::default()
        });
        // What is defined by what is defined behind it is found by recursion.
        let is_deep = stack::is_half_used() || !may_be_named(&key.args);
        let fields = class.fields.iter().filter(|_| !is_deep);
        let mut fields: Vec<ClassField<'a>> = fields
            .map(|field| self.class_field(&mut state, field, &defined))
            .collect();
        self.check_field_names(&fields);
        if class.fields.is_empty() && !defined.open {
            self.unsupported(definition.name.span, "classes without fields");
        }
        let inner = fields.iter().map(|field| self.extent_of(&field.ty));
        let mut extent = Extent::around(inner);
        extent.is_refused = is_deep || !extent.is_within(DEEPEST);
        if extent.is_refused {
            self.report_large_definition(definition);
            fields.iter_mut().for_each(|field| field.ty = Type::Error);
        }
        self.keep_definition_reports(first_report);
        let data = &mut self.types.classes[defined.id];
        fields.into_iter().for_each(|field| data.add(field));
        data.complete = true;
        data.extent = extent;
        defined
    }

    fn class_field(
        &mut self,
        f: &mut BodyState<'a>,
        field: &'a ast::Field,
        owner: &Defined<ClassId>,
    ) -> ClassField<'a> {
        let annotation = field.ty.as_ref();
        let ty = match annotation {
            None => self.unknown_field(field.name.span),
            Some(annotation) if owner.open && self.definitions.says_nothing(annotation) => {
                self.unknown_field(field.name.span)
            }
            Some(annotation) if is_function_type(annotation) => Type::Void,
            Some(annotation) => self.annotation(f, annotation, None),
        };
        let ty = match (&ty, ty.elem()) {
            (Type::Class(class), _) if !self.types.classes[class.id].complete => {
                let help = format!("refer to it: `^{}`", class.name);
                report_endless_field(&mut self.reports, field.name.span, owner, help)
            }
            (_, Some(Elem::Compound(Type::Class(class))))
                if !self.types.classes[class.id].complete =>
            {
                let help = format!("hold references: `vec[^{}]`", class.name);
                report_endless_field(&mut self.reports, field.name.span, owner, help)
            }
            (_, _) => ty,
        };
        ClassField {
            name: field.name,
            ty,
            annotation,
        }
    }

    fn check_field_names(&mut self, fields: &[ClassField<'a>]) {
        let mut known = BTreeMap::new();
        for field in fields {
            let first = *known.entry(field.name.name).or_insert(field.name);
            if first.span != field.name.span {
                self.report_twice(field.name, first.span, "field");
            }
        }
    }

    /// `^T`: classes only, one level.
    pub(in crate::check) fn pointer_type(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        target: &'a TypeExpr,
        span: Span,
    ) -> Type {
        let ty = self.annotation_with(f, generics, target, None);
        let (message, help) = match &ty {
            Type::Pointer(class) if class.open || class.dictionary => (
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
    pub(in crate::check) fn hir_classes(&mut self) -> IndexVec<ClassId, hir::Class> {
        let mut classes = IndexVec::new();
        for data in self.types.classes.clone() {
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
}

impl<'a> DefinedTypes<'a> {
    fn same_family(&self, a: &Defined<ClassId>, b: &Defined<ClassId>) -> bool {
        let (a, b) = (&self.classes[a.id], &self.classes[b.id]);
        let same = |(a, b): (&TypeDef, &TypeDef)| std::ptr::eq(a, b);
        a.def.zip(b.def).is_some_and(same) && a.args == b.args
    }

    pub(super) fn new_class(
        &mut self,
        key: ClassKey,
        definition: &'a TypeDef,
        kind: ClassKind,
    ) -> Defined<ClassId> {
        let mut name = self.definitions.text(key.name).to_string();
        if !key.args.is_empty() {
            let args: Vec<String> = key.args.iter().map(Type::to_string).collect();
            name = format!("{name}[{}]", args.join(","));
        }
        let id = self.classes.push(ClassData {
            def: Some(definition),
            name: self.definitions.text(key.name),
            kind,
            args: key.args.clone(),
            fields: Vec::new(),
            places: BTreeMap::new(),
            site: key.site,
            complete: false,
            extent: Extent::default(),
        });
        let defined = Defined {
            id,
            name: name.into(),
            open: kind == ClassKind::Dynamic,
            dictionary: self.definitions.is_dictionary(definition),
        };
        self.class_ids.insert(key, defined.clone());
        defined
    }
}

/// Whether the name of a class with these arguments has a length that names may have.
fn may_be_named(args: &[Type]) -> bool {
    let length: usize = args.iter().map(|ty| ty.to_string().len()).sum();
    length <= LONGEST_NAME
}

fn report_endless_field(
    reports: &mut Reports,
    span: Span,
    owner: &Defined<ClassId>,
    help: String,
) -> Type {
    let message = format!("a `{}` would contain itself", owner.name);
    let report = Report::new(Code::EndlessType, span, message);
    reports.push(report.label("a field by value").help(help));
    Type::Error
}
