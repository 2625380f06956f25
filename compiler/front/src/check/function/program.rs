//! The `main` of the program and its parameters.
//!
//! *Invariant:* a parameter of `main` is of a type that text of the command line can be read as, or there is a report.

use crate::check::environment::{Slot, Variable};
use crate::check::{BodyState, Checker, InstanceKey};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, InstanceId, MainParam, UnaryOp, Var, VarId};
use crate::syntax::ast;
use crate::types::Type;

impl<'a> Checker<'a> {
    /// The `main` of the program: an instance for its declared parameter types.
    pub(in crate::check) fn main_function(
        &mut self,
        function: &'a ast::Function,
        state: &mut BodyState<'a>,
    ) -> (Option<InstanceId>, Vec<MainParam>, String) {
        let def = self.define_function(function);
        let doc = function
            .doc
            .as_ref()
            .map(|doc| doc.lines.join("\n"))
            .unwrap_or_default();
        let mut params = Vec::new();
        let mut args = Vec::new();
        for param in &function.params {
            let main_param = self.main_param(param, state, &doc);
            args.push(Some(main_param.ty.clone()));
            params.push(main_param);
        }
        let key = InstanceKey::of_function(def, args);
        let instance = self.instantiate(key, function.header).map(|(id, _)| id);
        (instance, params, doc)
    }

    fn main_param(
        &mut self,
        param: &'a ast::Param,
        state: &mut BodyState<'a>,
        doc: &str,
    ) -> MainParam {
        let name = self.text(param.name.name).to_string();
        let default = param
            .default
            .as_ref()
            .map(|default| self.expr(state, default));
        let ty = match (&param.ty, &default) {
            (Some(annotation), _) => self.annotation(state, annotation, None),
            (None, Some(value)) => value.ty.clone(),
            (None, None) => Type::String,
        };
        if !matches!(ty, Type::Int | Type::Scalar | Type::String | Type::Error) {
            self.report(
                Report::new(
                    Code::MainParameter,
                    param.span,
                    format!("`{name}` of `main` cannot come from the command line"),
                )
                .label(format!("has type `{ty}`"))
                .help("parameters of main are `int`, `scalar` or `string`"),
            );
        }
        let default_value =
            default.map(|value| self.coerce(state, value, &ty, "the default value"));
        let text = default_value.as_ref().map(default_text);
        let var = self.bind_main_param(param, &ty, state);
        MainParam {
            doc: param_doc(doc, &name),
            name,
            ty,
            default: text,
            default_value,
            var,
        }
    }

    /// Lets the defaults of later parameters of `main` read this one.
    fn bind_main_param(
        &mut self,
        param: &'a ast::Param,
        ty: &Type,
        state: &mut BodyState<'a>,
    ) -> VarId {
        let span = param.name.span;
        let var = state.vars.push(Var {
            name: self.text(param.name.name).to_string(),
            ty: ty.clone(),
            span,
        });
        state.env.bind(
            param.name.name,
            Variable::local(Slot::Var(var), ty.clone(), span),
        );
        var
    }
}

/// A default as text for `--help`.
fn default_text(value: &Expr) -> String {
    match &value.kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Scalar(number) => number.to_string(),
        ExprKind::String(text) => text.clone(),
        ExprKind::Convert(_, inner) => default_text(inner),
        ExprKind::Unary(UnaryOp::Neg, inner) => format!("-{}", default_text(inner)),
        _ => "computed".to_string(),
    }
}

/// The part of a doc comment that is about one parameter: a line `name - text` or `name : text`.
fn param_doc(doc: &str, name: &str) -> String {
    doc.lines()
        .map(str::trim)
        .find_map(|line| {
            let rest = line.strip_prefix(name)?.trim_start();
            rest.strip_prefix('-')
                .or_else(|| rest.strip_prefix(':'))
                .map(|text| text.trim().to_string())
        })
        .unwrap_or_default()
}
