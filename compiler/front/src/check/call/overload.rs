//! Overloads: the definition that fits the arguments best.
//!
//! *Invariant:* of the definitions that fit, the same one is chosen whatever else the program contains; ties go to the earlier one.

use crate::base::{Span, Symbol};
use crate::check::annotation::is_function_type;
use crate::check::convert::Fit;
use crate::check::generics::Generics;
use crate::check::reduce::matching::Rank;
use crate::check::trees::error;
use crate::check::{BodyState, Checker, DefId};
use crate::diag::{Code, Report};
use crate::hir::{Expr, Space};
use crate::syntax::ast;
use crate::types::Type;

use super::arguments::{Argument, holds_union};
use super::binding::required;
use super::definition::Callee;

impl<'a> Checker<'a> {
    /// Calls the overload that fits the arguments best.
    pub(super) fn call_overloaded(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        defs: &[DefId],
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let functional = defs.iter().any(|def| {
            self.functions
                .params(*def)
                .iter()
                .any(|param| param.ty.as_ref().is_some_and(is_function_type))
        });
        let values = if functional {
            self.arguments_for(f, defs, args)
        } else {
            let only = (defs.len() == 1).then(|| defs[0]);
            self.arguments_to(f, args, only)
        };
        if values
            .iter()
            .any(|argument| argument.value.ty == Type::Error)
        {
            return error(span);
        }
        if let [def] = defs {
            return self.call_def(f, Callee::function(*def), values, span);
        }
        if holds_union(&values) {
            return self.distribute_arguments(f, values, span, &mut |checker, f, values| {
                checker.call_best(f, name, defs, values, span)
            });
        }
        self.call_best(f, name, defs, values, span)
    }

    fn call_best(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        defs: &[DefId],
        values: Vec<Argument>,
        span: Span,
    ) -> Expr {
        match self.best_overload(f, defs, &values) {
            Some(def) => self.call_def(f, Callee::function(def), values, span),
            None => self.no_overload(name, defs, &values, span),
        }
    }

    /// The definition that fits best; host code prefers a host function to a device function with the same parameters, kernels can only call device functions.
    pub(in crate::check) fn best_overload(
        &mut self,
        f: &mut BodyState<'a>,
        defs: &[DefId],
        values: &[Argument],
    ) -> Option<DefId> {
        let on_host = f.space == Space::Host;
        let mut best: Option<(Rank, DefId)> = None;
        for (order, def) in defs.iter().enumerate() {
            let space = self.functions.defs[*def].space;
            if self.is_question_to_other(*def, values) {
                continue;
            }
            if !on_host && space != Space::Device {
                continue;
            }
            if let Some(fits) = self.overload_fit(f, *def, values) {
                let device = on_host && space == Space::Device;
                let rank = Rank::of_overload(fits, device, order);
                if best.as_ref().is_none_or(|(other, _)| rank < *other) {
                    best = Some((rank, *def));
                }
            }
        }
        best.map(|(_, def)| def)
    }

    /// How well arguments fit a definition, per argument; none: not at all.
    fn overload_fit(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        values: &[Argument],
    ) -> Option<Vec<Fit>> {
        let params = self.functions.params(def);
        let variadic = params.last().is_some_and(|param| param.variadic);
        if values.len() < required(params.iter()) || (values.len() > params.len() && !variadic) {
            return None;
        }
        let written: Vec<&'a ast::Param> = params.iter().collect();
        let mut generics = Generics::default();
        generics.late = self.functions.late_names(def, &written, &generics);
        self.argument_fits(f, &generics, params, values)
    }

    fn argument_fits(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        params: &'a [ast::Param],
        values: &[Argument],
    ) -> Option<Vec<Fit>> {
        let mut fits = Vec::new();
        for (index, argument) in values.iter().enumerate() {
            let param = match argument.name {
                Some(name) => params.iter().find(|param| param.name.name == name.name)?,
                None => params
                    .get(index)
                    .or_else(|| params.last().filter(|param| param.variadic))?,
            };
            let fit = match &param.ty {
                Some(_) if param.variadic => Fit::Untyped,
                annotation => self.fit_of(f, generics, annotation.as_ref(), &argument.value.ty),
            };
            if fit == Fit::No {
                return None;
            }
            fits.push(fit);
        }
        Some(fits)
    }

    pub(in crate::check) fn no_overload(
        &mut self,
        name: Symbol,
        defs: &[DefId],
        values: &[Argument],
        span: Span,
    ) -> Expr {
        let types: Vec<String> = values
            .iter()
            .map(|argument| argument.value.ty.to_string())
            .collect();
        let text = self.text(name);
        let mut report = Report::new(
            Code::NoOverload,
            span,
            format!("no `{text}` takes ({})", types.join(", ")),
        )
        .label("none of the definitions fits");
        for def in defs {
            report = report.also(self.functions.defs[*def].span, "one of them");
        }
        self.report(report);
        error(span)
    }
}
