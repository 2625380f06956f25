//! How well values fit declared types, and which of several candidates goes first: the one matcher that overloaded functions
//! and reductions share.
//!
//! A function with several definitions is a set of reductions `f(x, y) = definition(x, y)`; both are ranked by the same rule:
//! more variables, then exact types, then the deeper place, then the larger pattern, then
//! the place further left, then the types that are fewer steps away, then the definition that was there first.
//!
//! *Invariant:* a lower [`Rank`] goes first; two candidates never have equal ranks.

use std::cmp::Reverse;

use crate::check::convert::{ANY, Fit, is_position_of_scalars};
use crate::check::functions::Functions;
use crate::check::generics::Generics;
use crate::check::{BodyState, Checker};
use crate::syntax::ast::{ExprKind, NamedType, TypeArg, TypeExpr, TypeKind};
use crate::types::{ArrayType, Type};

/// The order of candidates: the lowest goes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// The number of variables.
    pub variables: Reverse<usize>,
    /// The worst fit.
    pub worst: Fit,
    /// How deep in the expression.
    pub depth: Reverse<usize>,
    /// The number of nodes of the pattern.
    pub size: Reverse<usize>,
    /// Where in the expression, from the left.
    pub path: Vec<usize>,
    /// The fits one by one.
    pub fits: Vec<Fit>,
    /// Device functions come after host functions in host code.
    pub device: bool,
    /// The order of the definitions.
    pub order: usize,
}

impl Rank {
    /// The rank of a definition among overloads.
    pub fn of_overload(fits: Vec<Fit>, device: bool, order: usize) -> Self {
        let worst = fits.iter().max().copied().unwrap_or(Fit::Same);
        Rank {
            variables: Reverse(fits.len()),
            worst: exactness(worst),
            depth: Reverse(0),
            size: Reverse(1),
            path: Vec::new(),
            fits,
            device,
            order,
        }
    }
}

/// A fit as the order of candidates sees it: the same type with other sizes is the same type.
pub fn exactness(fit: Fit) -> Fit {
    match fit {
        Fit::View => Fit::Same,
        Fit::Widen(_) => Fit::Widen(0),
        Fit::Promote(_) => Fit::Promote(0),
        Fit::Same | Fit::Untyped | Fit::Checked | Fit::Convert | Fit::No => fit,
    }
}

impl<'a> Checker<'a> {
    /// How well a value of a type fits what is written for a parameter or a variable of a pattern, whose generic names are given; nothing
    /// written: anything fits.
    pub(in crate::check) fn fit_of(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        annotation: Option<&'a TypeExpr>,
        ty: &Type,
    ) -> Fit {
        let Some(annotation) = annotation else {
            return Fit::Untyped;
        };
        match &annotation.kind {
            TypeKind::Unknown => return Fit::Untyped,
            TypeKind::Function(function) => {
                return self.functions.function_fit(function.inputs.len(), ty);
            }
            TypeKind::Named(named) if self.text(named.name.name) == "lambda_expr" => {
                return if matches!(ty, Type::Closure(_)) {
                    Fit::Same
                } else {
                    Fit::No
                };
            }
            TypeKind::Error
            | TypeKind::Inferred
            | TypeKind::Named(_)
            | TypeKind::Pointer(_)
            | TypeKind::Union(_)
            | TypeKind::Cell(_) => {}
        }
        let reports = self.reports.len();
        let wanted = self.annotation_with(f, generics, annotation, Some(ty));
        self.reports.truncate(reports);
        if is_position_of_scalars(&wanted, ty) {
            return Fit::Convert;
        }
        match orientation_fits(&wanted, ty) {
            true if takes_any_dimensions(annotation) => {
                self.functions.accepts(&wanted, ty).widened(ANY)
            }
            true => self.functions.accepts(&wanted, ty),
            false => Fit::No,
        }
    }

    /// How well a value fits as one of those that a variadic variable stands for: `...a : vec[T]` takes values of type `T`.
    pub(in crate::check) fn variadic_fit(
        &mut self,
        f: &mut BodyState<'a>,
        annotation: Option<&'a TypeExpr>,
        ty: &Type,
    ) -> Fit {
        match annotation.map(|annotation| &annotation.kind) {
            Some(TypeKind::Named(NamedType { arguments, .. })) => match arguments.first() {
                Some(TypeArg::Type(element)) => {
                    self.fit_of(f, &Generics::default(), Some(element), ty)
                }
                Some(TypeArg::Size(_)) => Fit::No,
                None => {
                    let wanted = self.annotation_quietly(f, annotation);
                    match wanted.elem() {
                        Some(elem) => self.functions.accepts(&elem.value_type(), ty),
                        None => Fit::Untyped,
                    }
                }
            },
            Some(_) | None => Fit::Untyped,
        }
    }

    fn annotation_quietly(
        &mut self,
        f: &mut BodyState<'a>,
        annotation: Option<&'a TypeExpr>,
    ) -> Type {
        let reports = self.reports.len();
        let ty = annotation.map_or(Type::Error, |annotation| {
            self.annotation(f, annotation, None)
        });
        self.reports.truncate(reports);
        ty
    }
}

impl<'a> Functions<'a> {
    /// A function value where a function type is written.
    fn function_fit(&self, inputs: usize, ty: &Type) -> Fit {
        let Type::Closure(closure) = ty else {
            return Fit::No;
        };
        let params = self.params(self.closures[*closure].def);
        let variadic = params.iter().any(|param| param.variadic);
        let required = params.iter().filter(|param| param.default.is_none());
        match variadic || (required.count()..=params.len()).contains(&inputs) {
            true => Fit::Same,
            false => Fit::No,
        }
    }
}

/// `cube{:}`, which is annotated with the dimensions of what it is given.
fn takes_any_dimensions(annotation: &TypeExpr) -> bool {
    let TypeKind::Named(NamedType { dimensions, .. }) = &annotation.kind else {
        return false;
    };
    dimensions
        .as_ref()
        .is_some_and(|written| written.kind == ExprKind::All)
}

/// Whether a row may stand for a row and a column for a column.
fn orientation_fits(wanted: &Type, given: &Type) -> bool {
    let (Type::Array(wanted), Type::Array(given)) = (wanted, given) else {
        return true;
    };
    if wanted.modifiers.column {
        return is_column(given);
    }
    !(wanted.modifiers.row && is_column(given))
}

/// A column is n×1.
fn is_column(array: &ArrayType) -> bool {
    array.sizes.len() == 2 && array.sizes[1] == crate::types::Size::Known(1)
}
