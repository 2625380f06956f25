//! Written types: from syntax to [`Type`].
//!
//! | file | what it does |
//! |---|---|
//! | `names` | the names of the types of the language |
//! | `array` | types of arrays: sizes, elements |
//! | `function` | types of functions |
//! | `modifiers` | `'const`, `'circular`, `'row` |
//! | `generic` | what generic parameters stand for |
//!
//! *Invariant:* a type that cannot be read gives one report and `Type::Error`.

mod array;
mod function;
mod generic;
mod modifiers;
pub(super) mod names;

use crate::base::Span;
use crate::check::definitions::Definitions;
use crate::check::generics::Generics;
use crate::check::groups::group_type;
use crate::check::{Reports, unsupported};
use crate::diag::{Code, Place, Report, did_you_mean, instead};
use crate::syntax::ast::{self, NamedType, TypeExpr, TypeKind};
use crate::types::{ArrayType, Elem, Type, union_of};

use super::{BodyState, Checker};
use array::{known_element, named_array};
use modifiers::with_modifiers;
pub use names::{TYPE_NAMES, is_type_name};
use names::{array_name, cell_name, simple_type, storage_elem};

pub(super) use array::unfit_for_arrays;
pub(super) use function::{is_function_type, several_outputs};
pub(super) use generic::{generic_size_in, gives_late, has_size, linear};

impl<'a> Checker<'a> {
    /// The type that an annotation in the body means. `value`: the type of what it annotates, for annotations of modifiers only and for
    /// generic parameters.
    pub(super) fn annotation(
        &mut self,
        f: &mut BodyState<'a>,
        annotation: &'a TypeExpr,
        value: Option<&Type>,
    ) -> Type {
        let own = f.generics.clone();
        self.annotation_with(f, &own, annotation, value)
    }

    /// The type that an annotation means where these generic names count.
    pub(super) fn annotation_with(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        annotation: &'a TypeExpr,
        value: Option<&Type>,
    ) -> Type {
        let base = match &annotation.kind {
            TypeKind::Error => Type::Error,
            TypeKind::Inferred => value.cloned().unwrap_or(Type::Error),
            TypeKind::Unknown => open_type(
                &mut self.reports,
                annotation.span,
                value,
                "values of unknown type (`??`)",
            ),
            TypeKind::Named(named) => self.named_type(f, generics, named, annotation.span, value),
            TypeKind::Pointer(target) => self.pointer_type(f, generics, target, annotation.span),
            TypeKind::Union(members) => self.union(f, generics, members, annotation.span, value),
            TypeKind::Cell(_) => unsupported_type(&mut self.reports, annotation.span, "cell types"),
            TypeKind::Function(_) => open_type(
                &mut self.reports,
                annotation.span,
                value,
                "function values without a known function",
            ),
        };
        with_modifiers(&mut self.reports, base, &annotation.modifiers, value)
    }

    /// A type class: the member that the value already is or converts to.
    fn union(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        members: &'a [TypeExpr],
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        let Some(value) = value else {
            return unsupported_type(&mut self.reports, span, "variables of a type class");
        };
        let types: Vec<Type> = members
            .iter()
            .map(|member| match self.definitions.storage_member(member) {
                Some(ty) => ty,
                None => self.annotation_with(f, generics, member, Some(value)),
            })
            .collect();
        types
            .iter()
            .find(|ty| *ty == value)
            .or_else(|| {
                types
                    .iter()
                    .find(|ty| self.functions.accepts(ty, value) == super::convert::Fit::Same)
            })
            .or_else(|| {
                types
                    .iter()
                    .find(|ty| self.functions.accepts(ty, value) != super::convert::Fit::No)
            })
            .cloned()
            .or_else(|| union_of(types))
            .unwrap_or(Type::Error)
    }

    fn named_type(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        named: &'a NamedType,
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        let name = self.text(named.name.name);
        if let Some(ty) = generics.types.get(&named.name.name) {
            return ty.clone();
        }
        if let Some(ty) = simple_type(name) {
            return ty;
        }
        if let Some(kind) = storage_elem(name) {
            return storage_scalar(&mut self.reports, kind, span);
        }
        if let Some(rank) = cell_name(name) {
            let elem = known_element(self.unknown_element(span), value);
            let array = ArrayType::open(elem, rank);
            return self.array_type(f, generics, named, span, array, value);
        }
        if let Some((elem, rank, sizes)) = array_name(name) {
            let array = named_array(elem, rank, sizes);
            return self.array_type(f, generics, named, span, array, value);
        }
        if let Some(definition) = self.definitions.type_defs.get(&named.name.name).copied() {
            return self.defined_type(f, generics, definition, named, span, value);
        }
        match (name, value) {
            ("lambda_expr", Some(value)) => self.function_of(value, span),
            ("object", Some(value)) => value.clone(),
            ("object", _) => unsupported_type(&mut self.reports, span, "values of type `object`"),
            ("type", _) => Type::Enum(self.types.type_values()),
            ("thread_block", value) => group_type(&mut self.reports, f, span, value),
            _ => self.unknown_type(named, span),
        }
    }

    /// A name that is no type of the language and none of the program.
    pub(super) fn report_unknown_type(&mut self, name: &str, span: Span) {
        let defined = self
            .definitions
            .type_defs
            .keys()
            .map(|name| self.text(*name));
        let names: Vec<&str> = TYPE_NAMES.iter().copied().chain(defined).collect();
        let message = format!("there is no type `{name}`");
        self.report(
            Report::new(Code::UnknownType, span, message)
                .label("not a type")
                .maybe_help(instead(Place::Type, name).or_else(|| did_you_mean(name, names))),
        );
    }

    fn unknown_type(&mut self, named: &NamedType, span: Span) -> Type {
        let name = self.text(named.name.name);
        let kept = self.definitions.modules.hidden.get(&named.name.name);
        match kept.cloned() {
            Some(kept) => self.report(
                Report::new(Code::UnknownType, span, format!("unknown type `{name}`"))
                    .label("not a type here")
                    .help(kept),
            ),
            None => self.report_unknown_type(name, span),
        }
        Type::Error
    }

    /// Whether an expression names a type (`vec`, `scalar`, a generic type parameter).
    pub(super) fn names_type(&self, f: &BodyState<'a>, expr: &ast::Expr) -> bool {
        let named = match &expr.kind {
            ast::ExprKind::Type(_) => return true,
            ast::ExprKind::Name(name) => *name,
            ast::ExprKind::Index(index) => match &index.base.kind {
                ast::ExprKind::Name(name) => *name,
                _ => return false,
            },
            _ => return false,
        };
        if f.env.names.contains_key(&named) || self.definitions.functions.contains_key(&named) {
            return false;
        }
        let text = self.text(named);
        f.generics.types.contains_key(&named)
            || self.definitions.type_defs.contains_key(&named)
            || simple_type(text).is_some()
            || storage_elem(text).is_some()
            || array_name(text).is_some()
            || cell_name(text).is_some()
    }
}

impl<'a> Definitions<'a> {
    /// A storage integer within a type class: the integer that its elements are computed as.
    fn storage_member(&self, member: &TypeExpr) -> Option<Type> {
        match &member.kind {
            TypeKind::Named(named) => {
                storage_elem(self.text(named.name.name)).map(Elem::value_type)
            }
            _ => None,
        }
    }
}

fn open_type(reports: &mut Reports, span: Span, value: Option<&Type>, what: &str) -> Type {
    match value {
        Some(value) => value.clone(),
        None => unsupported_type(reports, span, what),
    }
}

fn unsupported_type(reports: &mut Reports, span: Span, what: &str) -> Type {
    unsupported(reports, span, what);
    Type::Error
}

/// A storage integer that is no element; `int32` is `int`.
fn storage_scalar(reports: &mut Reports, kind: Elem, span: Span) -> Type {
    if kind != Elem::Int {
        reports.push(
            Report::new(
                Code::StorageScalar,
                span,
                format!("there are no variables of type `{kind}`"),
            )
            .label("a type of elements")
            .help(format!(
                "write `{}`, or `vec[{kind}]` for an array",
                kind.value_type()
            )),
        );
    }
    kind.value_type()
}
