//! Arguments in the types of their parameters.
//!
//! *Invariant:* types of parameters are read with the generic names of the callee, all else with those of the caller.

use crate::base::{Span, Symbol};
use crate::check::annotation::is_function_type;
use crate::check::convert::to_elem;
use crate::check::generics::Generics;
use crate::check::kinds::are_functions;
use crate::check::trees::convert_to;
use crate::check::{BodyState, Checker, DefId, DefSource, convert};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::resolve::names;
use crate::syntax::ast;
use crate::types::Elem;

use super::definition::key_type;

impl<'a> Checker<'a> {
    pub(super) fn convert_arguments(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        bound: Vec<Option<Expr>>,
        generics: &mut Vec<(Symbol, i32)>,
        span: Span,
    ) -> Option<Vec<Option<Expr>>> {
        let names = self.names_of_call(f, def, params, &bound, generics);
        if !self.generics_are_known(&names, def, params, &bound, span) {
            return None;
        }
        let args = self.convert_each(f, &names, def, params, bound, span)?;
        self.warn_copies(def, params, &args);
        Some(args)
    }

    /// An array variable whose elements are converted for a parameter is a copy: the function's stores are lost.
    fn warn_copies(&mut self, def: DefId, params: &[&'a ast::Param], args: &[Option<Expr>]) {
        let DefSource::Function(function) = self.functions.defs[def].source else {
            return;
        };
        for (param, arg) in params.iter().zip(args) {
            let Some(inner) = arg.as_ref().and_then(copied_variable) else {
                continue;
            };
            let stores = match self.foreign_attribute(function) {
                Some(attribute) => self.foreign_stores(function, attribute),
                None => names::stores(&function.body),
            };
            if let Some(&stored) = stores.get(&param.name.name) {
                self.report_copy(def, param, inner, stored);
            }
        }
    }

    fn report_copy(&mut self, def: DefId, param: &ast::Param, given: &Expr, stored: Span) {
        let (function, name) = (&self.functions.defs[def].name, self.text(param.name.name));
        let message = format!("`{function}` changes `{name}`, which is a copy of this array");
        let report = Report::new(Code::CopiedArgument, given.span, message)
            .label(format!("a `{}`, whose elements are converted", given.ty))
            .also(stored, "changes the copy")
            .help("make the array with the element type of the parameter");
        self.report(report);
    }

    /// What the generic names of the function stand for in this call; `generics`: the sizes that are given, and those that follow.
    fn names_of_call(
        &self,
        f: &BodyState<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
        generics: &mut Vec<(Symbol, i32)>,
    ) -> Generics {
        self.functions.deduce_generics(def, params, bound, generics);
        let mut names = self.functions.names_around(def);
        names.sizes = generics.iter().copied().collect();
        names.sizes.extend(self.known_arguments(f, params, bound));
        let own = self.functions.generics_of(def);
        self.types
            .deduce_types(own, params, bound, &mut names.types);
        names.late = self.functions.late_names(def, params, &names);
        names
    }

    fn convert_each(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        def: DefId,
        params: &[&'a ast::Param],
        bound: Vec<Option<Expr>>,
        span: Span,
    ) -> Option<Vec<Option<Expr>>> {
        let signature = self.functions.defs[def].signature.clone();
        let given = (params.iter().zip(&bound))
            .filter(|(param, value)| value.is_some() && !param.variadic)
            .count();
        let missing: Vec<Symbol> = (params.iter().zip(&bound))
            .filter(|(param, value)| value.is_none() && param.default.is_none())
            .map(|(param, _)| param.name.name)
            .collect();
        let mut converted = Vec::new();
        for (index, (param, value)) in params.iter().zip(bound).enumerate() {
            let Some(value) = value else {
                if param.default.is_none() {
                    self.report_argument_count(def, params, &missing, given, span);
                    return None;
                }
                converted.push(None);
                continue;
            };
            let errors = self.reports.len();
            let value = match (
                &param.ty,
                signature
                    .as_ref()
                    .and_then(|signature| signature.inputs.get(index)),
            ) {
                (Some(annotation), _) => {
                    self.argument_of_type(f, generics, param, annotation, value)
                }
                (None, Some(ty)) => self.coerce(f, value, &ty.clone(), "the argument"),
                (None, None) => value,
            };
            if self.reports.len() > errors && self.reports[errors..].iter().any(Report::is_error) {
                return None;
            }
            let ty = key_type(&value.ty);
            converted.push(Some(convert_to(value, &ty)));
        }
        Some(converted)
    }

    fn argument_of_type(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        param: &'a ast::Param,
        annotation: &'a ast::TypeExpr,
        value: Expr,
    ) -> Expr {
        if is_function_type(annotation) {
            if !are_functions(&value.ty) {
                let text = self.text(param.name.name);
                self.report(
                    Report::new(
                        Code::TypeMismatch,
                        value.span,
                        format!(
                            "the argument for `{text}` is a `{}`, not a function",
                            value.ty
                        ),
                    )
                    .label("a function is needed")
                    .also(param.span, "the parameter"),
                );
            }
            self.check_function_value(f, generics, annotation, &value);
            return value;
        }
        let annotated = if param.variadic {
            None
        } else {
            Some(annotation)
        };
        let Some(annotation) = annotated else {
            return value;
        };
        let ty = self.annotation_with(f, generics, annotation, Some(&value.ty));
        if self.text(param.name.name) == "self"
            && ty.class().is_some()
            && ty.class() == value.ty.class()
        {
            // A method of what a pointer refers to works on the object itself.
            return value;
        }
        let value = match convert::is_position_of_scalars(&ty, &value.ty) {
            true => to_elem(value, Elem::Int),
            false => value,
        };
        let ty = convert::with_known_sizes(ty, &value.ty);
        let text = self.text(param.name.name);
        self.coerce(f, value, &ty, &format!("the argument for `{text}`"))
    }
}

/// The array variable that an argument is a converted copy of.
fn copied_variable(arg: &Expr) -> Option<&Expr> {
    let ExprKind::Convert(_, inner) = &arg.kind else {
        return None;
    };
    let (to, from) = (arg.ty.as_array()?, inner.ty.as_array()?);
    if to.elem == from.elem {
        return copied_variable(inner);
    }
    matches!(inner.kind, ExprKind::Var(_) | ExprKind::Global(_)).then_some(inner)
}
