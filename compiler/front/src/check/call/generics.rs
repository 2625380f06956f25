//! Generic sizes and types of a function from the arguments of a call.
//!
//! *Invariant:* what a call gives in brackets is never overruled by an argument.

use std::collections::BTreeSet;

use crate::base::{Span, Symbol};
use crate::check::annotation::generic_size_in;
use crate::check::functions::Functions;
use crate::check::{BodyState, Checker, DefId, annotation};
use crate::diag::{Code, Report};
use crate::hir::{Expr, Space};
use crate::syntax::ast;
use crate::types::{Size, Type};

impl<'a> Checker<'a> {
    /// The names in written sizes whose values only the running program knows: parameters, and generic sizes that no
    /// argument tells now.
    pub(in crate::check) fn late_names(
        &self,
        f: &BodyState<'a>,
        def: DefId,
        params: &[&'a ast::Param],
    ) -> BTreeSet<Symbol> {
        let generics = self
            .functions
            .generics_of(def)
            .iter()
            .map(|generic| generic.name.name);
        let unknown = generics.filter(|name| !f.generics.contains_key(name));
        let names = params.iter().map(|param| param.name.name);
        names
            .filter(|name| !f.generics.contains_key(name))
            .chain(unknown)
            .collect()
    }

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
        f: &BodyState<'a>,
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
            !f.generics.contains_key(&name)
                && !f.generic_types.contains_key(&name)
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

    /// Type parameters from the arguments: `T` of `x : stack[T]`.
    pub(super) fn deduce_types(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
    ) {
        for generic in self.functions.generics_of(def) {
            let name = generic.name.name;
            let known = params.iter().zip(bound).find_map(|(param, value)| {
                self.types
                    .generic_type_in(param.ty.as_ref()?, name, &value.as_ref()?.ty)
            });
            if let Some(ty) = known {
                f.generic_types.entry(name).or_insert(ty);
            }
        }
    }
}

impl<'a> Functions<'a> {
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
