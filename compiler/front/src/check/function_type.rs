//! Whether a function is what a function type says: checked where it is handed over, not when it is called.
//!
//! *Invariant:* what a function type leaves open is not checked; a function that does not fit gives one report.

use crate::base::Span;
use crate::diag::{self, Code, Report, counted};
use crate::hir::{Expr, ExprKind, Space};
use crate::syntax::ast::{self, Qualifier, TypeDefKind, TypeExpr, TypeKind};
use crate::types::{ClosureId, Type};

use super::annotation::several_outputs;
use super::call::{Argument, required};
use super::convert::Fit;
use super::definitions::Definitions;
use super::functions::Functions;
use super::generics::Generics;
use super::kinds::members;
use super::{BodyState, Checker, DefId, DefSource};

/// A function at the place where it is handed over.
#[derive(Clone, Copy)]
struct Given {
    def: DefId,
    closure: ClosureId,
    span: Span,
    /// Where the function type is written.
    declared: Span,
}

impl<'a> Checker<'a> {
    /// Reports a function value that does not have the function type which is written for it.
    pub(super) fn check_function_value(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        annotation: &'a TypeExpr,
        value: &Expr,
    ) {
        let Some(function) = self.definitions.written_function_type(annotation) else {
            return;
        };
        for member in members(&value.ty) {
            let Type::Closure(closure) = member else {
                continue;
            };
            let given = Given {
                def: self.functions.closures[closure].def,
                closure,
                span: value.span,
                declared: annotation.span,
            };
            if let Some(report) = self.unfit_function(f, generics, function, given) {
                self.report(report);
                return;
            }
        }
    }

    fn unfit_function(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        function: &'a ast::FunctionType,
        given: Given,
    ) -> Option<Report> {
        if let Some(report) = self.functions.unfit_space(function, given) {
            return Some(report);
        }
        let kernel = self.functions.defs[given.def].space == Space::Kernel;
        if kernel || function.inputs.iter().any(|input| input.variadic) {
            return None;
        }
        if let Some(report) = self.functions.unfit_count(function, given) {
            return Some(report);
        }
        let inputs = self.types_quietly(f, generics, function.inputs.iter().map(|input| &input.ty));
        if let Some(report) = self.unfit_input(f, &inputs, given) {
            return Some(report);
        }
        let outputs = several_outputs(self.types_quietly(f, generics, function.outputs.iter()));
        self.unfit_output(f, inputs, &outputs, given)
    }

    /// Types as they are written; an error type where one is open or known later only.
    fn types_quietly(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        written: impl Iterator<Item = &'a TypeExpr>,
    ) -> Vec<Type> {
        let before = self.reports.len();
        let is_open = |ty: &TypeExpr| {
            matches!(
                ty.kind,
                TypeKind::Unknown | TypeKind::Function(_) | TypeKind::Inferred
            )
        };
        let types = written
            .map(|ty| match is_open(ty) {
                true => Type::Error,
                false => self.annotation_with(f, generics, ty, None),
            })
            .collect();
        self.reports.truncate(before);
        types
    }

    fn unfit_input(
        &mut self,
        f: &mut BodyState<'a>,
        inputs: &[Type],
        given: Given,
    ) -> Option<Report> {
        let unknown = Generics::default();
        for (param, ty) in self.functions.params(given.def).iter().zip(inputs) {
            if param.variadic || self.fit_of(f, &unknown, param.ty.as_ref(), ty) != Fit::No {
                continue;
            }
            let name = self.text(param.name.name);
            let message = format!("a function that takes no `{ty}` for `{name}`");
            let report = given.report(Code::TypeMismatch, message);
            return Some(report.also(param.span, "the parameter"));
        }
        None
    }

    /// What the function gives for the inputs of the type, where both are known.
    fn unfit_output(
        &mut self,
        f: &mut BodyState<'a>,
        inputs: Vec<Type>,
        outputs: &[Type],
        given: Given,
    ) -> Option<Report> {
        if inputs.contains(&Type::Error) || outputs.is_empty() {
            return None;
        }
        let before = self.reports.len();
        let found = self.outputs_for(f, inputs, given);
        let reports = self.reports.split_off(before);
        let errors = || reports.iter().filter(|report| report.is_error());
        if errors().next().is_some() && errors().all(|report| report.code == Code::TypeMismatch) {
            return reports.into_iter().find(Report::is_error);
        }
        let found = found.filter(|_| !diag::has_errors(&reports))?;
        if found.contains(&Type::Error) || found.contains(&Type::Void) {
            return None;
        }
        let name = self.functions.defs[given.def].name.clone();
        if found.len() < outputs.len() {
            let message = format!(
                "`{name}` gives {} where the type says {}",
                counted(found.len(), "value"),
                outputs.len(),
            );
            return Some(given.report(Code::TypeMismatch, message));
        }
        let pairs = outputs.iter().zip(&found);
        let unfit =
            |(wanted, found): &(&Type, &Type)| self.functions.accepts(wanted, found) == Fit::No;
        let (wanted, found) = pairs.into_iter().find(unfit)?;
        let message = format!("`{name}` gives a `{found}` where the type says `{wanted}`");
        Some(given.report(Code::TypeMismatch, message))
    }

    fn outputs_for(
        &mut self,
        f: &mut BodyState<'a>,
        inputs: Vec<Type>,
        given: Given,
    ) -> Option<Vec<Type>> {
        let argument = |ty| {
            let (span, kind) = (given.span, ExprKind::Null);
            Argument::new(None, Expr { ty, span, kind })
        };
        let values = inputs.into_iter().map(argument).collect();
        self.outputs_of_call(f, given.def, given.closure, values, given.span)
    }
}

impl<'a> Definitions<'a> {
    /// The function type of an annotation, also by another name: `type f : [scalar -> scalar]`.
    fn written_function_type(&self, annotation: &'a TypeExpr) -> Option<&'a ast::FunctionType> {
        match &annotation.kind {
            TypeKind::Function(function) => Some(function),
            TypeKind::Named(named) => match &self.type_defs.get(&named.name.name)?.kind {
                TypeDefKind::Alias(target) => match &target.kind {
                    TypeKind::Function(function) => Some(function),
                    TypeKind::Named(_)
                    | TypeKind::Error
                    | TypeKind::Inferred
                    | TypeKind::Unknown
                    | TypeKind::Pointer(_)
                    | TypeKind::Union(_)
                    | TypeKind::Cell(_) => None,
                },
                TypeDefKind::Class(_) | TypeDefKind::Enum(_) => None,
            },
            TypeKind::Error
            | TypeKind::Inferred
            | TypeKind::Unknown
            | TypeKind::Pointer(_)
            | TypeKind::Union(_)
            | TypeKind::Cell(_) => None,
        }
    }
}

impl<'a> Functions<'a> {
    /// A host function for a device function, a kernel for what is called.
    fn unfit_space(&self, function: &ast::FunctionType, given: Given) -> Option<Report> {
        let def = &self.defs[given.def];
        let lambda = matches!(def.source, DefSource::Lambda(_));
        let (space, wanted) = (def.space, function.qualifier);
        let (code, is, wanted, help) =
            if space == Space::Kernel && wanted != Some(Qualifier::Kernel) {
                let help = "kernels are launched: `parallel_do(dims, …, kernel)`";
                let wanted = "a function that is called";
                (Code::TypeMismatch, "a kernel", wanted, help)
            } else if space == Space::Host && wanted == Some(Qualifier::Device) && !lambda {
                let help = "declare it `__device__`";
                (Code::HostOnly, "a host function", "a device function", help)
            } else if space != Space::Kernel && wanted == Some(Qualifier::Kernel) && !lambda {
                let help = "declare it `__kernel__`";
                (Code::TypeMismatch, "no kernel", "a kernel", help)
            } else {
                return None;
            };
        let message = format!("`{}` is {is} where {wanted} is needed", def.name);
        Some(given.report(code, message).help(help))
    }

    fn unfit_count(&self, function: &ast::FunctionType, given: Given) -> Option<Report> {
        let params = self.params(given.def);
        let variadic = params.last().is_some_and(|param| param.variadic);
        let count = function.inputs.len();
        if count >= required(params.iter()) && (count <= params.len() || variadic) {
            return None;
        }
        let message = format!(
            "a function with {} where the type says {count}",
            counted(params.len(), "parameter"),
        );
        Some(given.report(Code::ArgumentCount, message))
    }
}

impl Given {
    fn report(self, code: Code, message: String) -> Report {
        Report::new(code, self.span, message)
            .label("not the function that the type says")
            .also(self.declared, "the type")
    }
}
