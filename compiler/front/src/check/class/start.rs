//! What a variable without a value starts with.
//!
//! *Invariant:* a start value has exactly the type that was asked for; there is none for functions and pointers in declarations.

use crate::base::Span;
use crate::check::Checker;
use crate::check::defined::DefinedTypes;
use crate::check::trees::{convert_to, error, int};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Fill};
use crate::syntax::ast;
use crate::types::families::{composite_type, number_type};
use crate::types::{ArrayType, Size, Type};

impl<'a> Checker<'a> {
    /// `p : ^T` without a value.
    pub(in crate::check) fn report_uninitialised(
        &mut self,
        name: ast::Ident,
        class: &str,
        span: Span,
    ) {
        let text = self.text(name.name);
        self.report(
            Report::new(
                Code::UninitialisedPointer,
                span,
                format!("the pointer `{text}` has no value"),
            )
            .label("must be initialised")
            .help(format!(
                "write `{text} : ^{class} = nullptr` or `{text} : ^{class} = {class}()`"
            )),
        );
    }
}

impl<'a> DefinedTypes<'a> {
    /// What a variable of the type starts with: 0, an empty string or array, `nullptr`. None: there is no such value.
    pub(in crate::check) fn zero_value(&self, ty: &Type, span: Span) -> Option<Expr> {
        let kind = match ty {
            number_type!() | Type::Enum(_) => {
                return Some(convert_to(int(0, span), ty));
            }
            Type::String => ExprKind::String(String::new()),
            Type::Array(array) => ExprKind::NewArray {
                fill: Fill::Zeros,
                dims: zero_sizes(array, span),
            },
            Type::Pointer(class) if class.dictionary => {
                let object = self.zero_value(&Type::Class(class.clone()), span)?;
                return Some(convert_to(object, ty));
            }
            Type::Pointer(_) => {
                let null = Expr {
                    ty: Type::Null,
                    span,
                    kind: ExprKind::Null,
                };
                return Some(convert_to(null, ty));
            }
            Type::Class(class) => {
                let fields = self.classes[class.id].fields.clone();
                let values: Option<Vec<Expr>> = fields
                    .iter()
                    .map(|field| self.zero_value(&field.ty, span))
                    .collect();
                ExprKind::Record(values?)
            }
            Type::Error => return Some(error(span)),
            Type::Exception | Type::Group(_) | composite_type!() | Type::Null | Type::Void => {
                return None;
            }
        };
        Some(Expr {
            ty: ty.clone(),
            span,
            kind,
        })
    }
}

/// The sizes of an array without elements, as far as the type does not tell them.
fn zero_sizes(array: &ArrayType, span: Span) -> Vec<Expr> {
    if array.sizes.is_empty() {
        return vec![int(0, span)];
    }
    let sizes = array.sizes.iter().map(|size| match size {
        Size::Known(known) => int(*known, span),
        Size::Symbol(_) | Size::Open => int(0, span),
    });
    sizes.collect()
}
