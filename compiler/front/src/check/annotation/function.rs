//! Written types of functions: `[scalar -> scalar]`.
//!
//! *Invariant:* a lambda where a function type is written has as many parameters as the type.

use crate::base::Span;
use crate::check::generics::Generics;
use crate::check::{BodyState, Checker, Reports, Signature};
use crate::diag::{Code, Report, counted};
use crate::hir::Expr;
use crate::syntax::ast::{self, TypeExpr, TypeKind};
use crate::types::{Elem, Type};

impl<'a> Checker<'a> {
    /// The input and output types of a function type, when all are static.
    pub(in crate::check) fn signature(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        annotation: &'a TypeExpr,
    ) -> Option<Signature> {
        let TypeKind::Function(function) = &annotation.kind else {
            return None;
        };
        let known = |ty: &TypeExpr| {
            !matches!(
                ty.kind,
                TypeKind::Unknown | TypeKind::Function(_) | TypeKind::Inferred
            )
        };
        if function
            .inputs
            .iter()
            .any(|input| input.variadic || !known(&input.ty))
            || !function.outputs.iter().all(known)
        {
            return None;
        }
        let inputs = function
            .inputs
            .iter()
            .map(|input| self.annotation_with(f, generics, &input.ty, None))
            .collect();
        let outputs: Vec<Type> = function
            .outputs
            .iter()
            .map(|output| self.annotation_with(f, generics, output, None))
            .collect();
        let outputs = several_outputs(outputs);
        Some(Signature { inputs, outputs })
    }

    /// The value of a place that a function type declares: a function, whose lambda takes its types from the declaration.
    /// Errors: a value that is no function, a lambda with another number of parameters.
    pub(in crate::check) fn function_for(
        &mut self,
        f: &mut BodyState<'a>,
        annotation: &'a TypeExpr,
        value: &'a ast::Expr,
    ) -> Option<Expr> {
        let own = f.generics.clone();
        let signature = self.signature(f, &own, annotation);
        let value = match &value.kind {
            ast::ExprKind::Lambda(lambda) => {
                if let Some(signature) = &signature {
                    parameter_count(
                        &mut self.reports,
                        lambda,
                        signature,
                        value.span,
                        annotation.span,
                    )?;
                }
                self.lambda(f, lambda, value.span, signature)
            }
            _ => {
                let chosen = signature
                    .as_ref()
                    .and_then(|signature| self.overload_for(f, value, annotation, signature));
                chosen.unwrap_or_else(|| self.expr(f, value))
            }
        };
        if matches!(value.ty, Type::Closure(_) | Type::Error) {
            self.check_function_value(f, &own, annotation, &value);
            return Some(value);
        }
        self.report(
            Report::new(
                Code::TypeMismatch,
                value.span,
                format!("a `{}` where a function is needed", value.ty),
            )
            .label("not a function")
            .also(annotation.span, "the type"),
        );
        None
    }

    /// `lambda_expr`: any function.
    pub(super) fn function_of(&mut self, value: &Type, span: Span) -> Type {
        if matches!(value, Type::Closure(_) | Type::Error) {
            return value.clone();
        }
        self.report(
            Report::new(
                Code::TypeMismatch,
                span,
                format!("a `{value}` where a function is needed"),
            )
            .label("takes functions only"),
        );
        Type::Error
    }
}

/// `[scalar -> vec[{string,scalar}]]`: the elements of a typed cell vector are several outputs.
pub(in crate::check) fn several_outputs(outputs: Vec<Type>) -> Vec<Type> {
    let cell = match outputs.as_slice() {
        [Type::Array(array)] if array.rank() == Some(1) => array.elem,
        _ => return outputs,
    };
    match cell {
        Elem::Compound(Type::Tuple(types)) => types.clone(),
        _ => outputs,
    }
}

/// Whether an annotation is a function type.
pub(in crate::check) fn is_function_type(annotation: &TypeExpr) -> bool {
    matches!(annotation.kind, TypeKind::Function(_))
}

/// `None` after the report, when a lambda has not as many parameters as its function type.
fn parameter_count(
    reports: &mut Reports,
    lambda: &ast::Lambda,
    signature: &Signature,
    span: Span,
    declared: Span,
) -> Option<()> {
    if signature.inputs.len() == lambda.params.len() {
        return Some(());
    }
    reports.push(
        Report::new(
            Code::ArgumentCount,
            span,
            format!(
                "a lambda with {} where the type says {}",
                counted(lambda.params.len(), "parameter"),
                signature.inputs.len()
            ),
        )
        .label("a different number of parameters")
        .also(declared, "the type"),
    );
    None
}
