//! Fields as values: `base.name`.
//!
//! *Invariant:* a field is found by its index in the class of the value, never by its name, in the typed tree.

use crate::base::{Span, Symbol};
use crate::check::defined::DefinedTypes;
use crate::check::dictionary::dictionary_class;
use crate::check::kinds::is_union;
use crate::check::trees::{convert_to, error};
use crate::check::{BodyState, Checker};
use crate::diag::{Code, Place, Report, did_you_mean, instead};
use crate::hir::{Expr, ExprKind};
use crate::resolve::DICTIONARIES;
use crate::syntax::ast;
use crate::types::{ClassId, Defined, Type};

impl<'a> Checker<'a> {
    /// `base.name` as a value.
    pub(in crate::check) fn member(
        &mut self,
        f: &mut BodyState<'a>,
        member: &'a ast::Member,
        span: Span,
    ) -> Expr {
        if let Some(key) = self.key_of(f, member, span) {
            return key;
        }
        let base = self.expr(f, &member.base);
        if let Some(end) = self.cut_short(&base) {
            return end;
        }
        if is_union(&base.ty) {
            return self.distribute(f, vec![base], span, &mut |checker, f, mut values| {
                checker.field_of(f, values.remove(0), member.name, span)
            });
        }
        if let Some(value) = self.handle_property(f, &base, member.name, span) {
            return value;
        }
        self.field_of(f, base, member.name, span)
    }

    /// A field of a value.
    pub(in crate::check) fn field_of(
        &mut self,
        f: &BodyState<'a>,
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
        if dictionary_class(&base.ty).is_some() && !self.definitions.is_of(name.span, DICTIONARIES)
        {
            return self.report_field_of_dictionary(&base, name);
        }
        let Some(class) = base.ty.class().cloned() else {
            self.report_no_fields(&base, name);
            return error(span);
        };
        let Some(index) = self.field_index(&class, name) else {
            return error(span);
        };
        let ty = self.types.classes[class.id].fields[index].ty.clone();
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
            .also(base.span, format!("a `{}`", base.ty))
            .maybe_help(instead(Place::Member, self.text(name.name))),
        );
    }

    /// The index of a field, or a report.
    pub(super) fn field_index(
        &mut self,
        class: &Defined<ClassId>,
        name: ast::Ident,
    ) -> Option<usize> {
        let found = self.types.find_field(class, name.name);
        if found.is_none() {
            let text = self.text(name.name);
            let data = &self.types.classes[class.id];
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
                    self.functions
                        .help_for_method(name)
                        .or_else(|| did_you_mean(text, names.iter().copied()))
                        .or_else(|| all_fields(&names)),
                ),
            );
        }
        found
    }
}

/// The fields that there are, where they are few.
fn all_fields(names: &[&str]) -> Option<String> {
    let listed = names.iter().map(|name| format!("`{name}`"));
    let listed: Vec<String> = listed.collect();
    (1..=MOST_LISTED)
        .contains(&names.len())
        .then(|| format!("its fields are {}", listed.join(", ")))
}

/// Of more fields a list helps nobody.
const MOST_LISTED: usize = 8;

/// The field of an object that a pointer refers to.
pub(in crate::check) fn field_value(
    pointer: Expr,
    class: &Defined<ClassId>,
    index: usize,
    ty: Type,
) -> Expr {
    let span = pointer.span;
    let object = convert_to(pointer, &Type::Class(class.clone()));
    Expr {
        ty,
        span,
        kind: ExprKind::Field(Box::new(object), index),
    }
}

impl<'a> DefinedTypes<'a> {
    /// The index of a field.
    pub(in crate::check) fn find_field(
        &self,
        class: &Defined<ClassId>,
        name: Symbol,
    ) -> Option<usize> {
        self.classes[class.id].places.get(&name).copied()
    }
}
