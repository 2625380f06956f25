//! Generic sizes and types of a function from the arguments of a call.
//!
//! *Invariant:* what a call gives in brackets is never overruled by an argument.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Span, Symbol};
use crate::check::annotation::generic_size_in;
use crate::check::defined::DefinedTypes;
use crate::check::functions::Functions;
use crate::check::generics::Generics;
use crate::check::{BodyState, Checker, DefId, annotation};
use crate::diag::{Code, Report};
use crate::hir::{Expr, Space};
use crate::syntax::ast;
use crate::types::{Size, Type};

impl<'a> Checker<'a> {
    /// The parameters that get known ints, which sizes of other parameters may mention: `x : cube(:,:,n), n : int`.
    pub(super) fn known_arguments(
        &self,
        f: &BodyState<'a>,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
    ) -> Vec<(Symbol, i32)> {
        let pairs = params.iter().zip(bound);
        let known = pairs.filter_map(|(param, value)| {
            let value = value.as_ref().filter(|value| value.ty == Type::Int)?;
            match self.known_size(f, value) {
                Size::Known(number) => Some((param.name.name, number)),
                Size::Symbol(_) | Size::Open => None,
            }
        });
        known.collect()
    }

    /// Reports a generic size that no argument gives.
    pub(super) fn generics_are_known(
        &mut self,
        known: &Generics,
        def: DefId,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
        span: Span,
    ) -> bool {
        let unknown = self.functions.generics_of(def).iter().find(|generic| {
            let name = generic.name.name;
            let is_size = |param: &&ast::Param| {
                param
                    .ty
                    .as_ref()
                    .is_some_and(|ty| annotation::has_size(ty, name))
            };
            !known.sizes.contains_key(&name)
                && !known.types.contains_key(&name)
                && (generic.ty.is_some() || params.iter().any(is_size))
                && !self.functions.is_given_late(def, name, params, bound)
        });
        let Some(generic) = unknown else {
            return true;
        };
        let (name, function) = (self.text(generic.name.name), &self.functions.defs[def].name);
        let report = Report::new(
            Code::NotConstant,
            span,
            format!("the size `{name}` of `{function}` does not follow from the arguments"),
        )
        .label("no known size fits")
        .also(generic.name.span, "the generic parameter")
        .help(format!(
            "give it explicitly, as in `{function}[3](…)`, or give the argument a known size"
        ));
        self.report(report);
        false
    }
}

impl<'a> DefinedTypes<'a> {
    /// Type parameters from the arguments, where they are not known: `T` of `x : stack[T]`.
    pub(super) fn deduce_types(
        &self,
        generics: &[ast::GenericParam],
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
        types: &mut BTreeMap<Symbol, Type>,
    ) {
        for generic in generics {
            let name = generic.name.name;
            let known = params.iter().zip(bound).find_map(|(param, value)| {
                self.generic_type_in(param.ty.as_ref()?, name, &value.as_ref()?.ty)
            });
            if let Some(ty) = known {
                types.entry(name).or_insert(ty);
            }
        }
    }
}

impl<'a> Functions<'a> {
    /// The generic names that a function knows whatever its arguments are: those of the function around it.
    pub(super) fn names_around(&self, def: DefId) -> Generics {
        Generics {
            types: self.defs[def].outer_types.clone(),
            ..Generics::default()
        }
    }

    /// The names in written sizes whose values only the running program knows: parameters, and generic sizes that no
    /// argument tells now.
    pub(super) fn late_names(
        &self,
        def: DefId,
        params: &[&'a ast::Param],
        known: &Generics,
    ) -> BTreeSet<Symbol> {
        let generics = self.generics_of(def).iter();
        let generics = generics.map(|generic| generic.name.name);
        let params = params.iter().map(|param| param.name.name);
        let names = params.chain(generics);
        names
            .filter(|name| !known.sizes.contains_key(name))
            .collect()
    }

    /// Generic sizes and element types from the arguments.
    pub(super) fn deduce_generics(
        &self,
        def: DefId,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
        generics: &mut Vec<(Symbol, i32)>,
    ) {
        for generic in self.generics_of(def) {
            let name = generic.name.name;
            if generics.iter().any(|(known, _)| *known == name) {
                continue;
            }
            for (param, value) in params.iter().zip(bound) {
                let (Some(annotation), Some(value)) = (&param.ty, value) else {
                    continue;
                };
                if let Some(size) = generic_size_in(annotation, name, &value.ty) {
                    generics.push((name, size));
                    break;
                }
            }
        }
    }

    /// Whether an argument of unknown extents gives a generic size when running: `N` of `vec(2*N-1)`.
    fn is_given_late(
        &self,
        def: DefId,
        name: Symbol,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
    ) -> bool {
        self.defs[def].space != Space::Kernel
            && params.iter().zip(bound).any(|(param, value)| {
                let ty = param.ty.as_ref();
                let value = value.as_ref().map(|value| &value.ty);
                ty.zip(value)
                    .is_some_and(|(ty, value)| annotation::gives_late(ty, name, value))
            })
    }
}
