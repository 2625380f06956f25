//! `append`: a vector with one element more, or with those of another vector.
//!
//! What has no elements yet, as `[]`, takes the type of the first that is put into it.
//!
//! *Invariant:* the vector in the typed tree has the elements of the result, and what is appended is one of them or a vector of such.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::check::convert::{Fit, to_elem};
use crate::check::kinds::plain;
use crate::check::trees::{convert_to, error, exact_for, int};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::types::families::{composite_type, empty_type, number_type};
use crate::types::{ArrayType, Elem, Size, Type, carries_type, intern, join_elem, union_of};

impl<'a> Checker<'a> {
    /// `append(list, value)`; of a value that is `alone` also a vector is one element.
    pub(super) fn append(
        &mut self,
        f: &mut BodyState<'a>,
        list: Expr,
        value: Expr,
        alone: bool,
        span: Span,
    ) -> Expr {
        let Some(array) = vector_argument(&mut self.reports, &list) else {
            return error(span);
        };
        let whole = !alone && self.appends_all(&array, &value.ty);
        let (list, array) = self.started(list, array, &value.ty, whole);
        match list.ty.elem() {
            _ if whole => self.same_cells(&list.ty, &value.ty),
            Some(Elem::Compound(inner)) => self.same_dictionaries(inner, &value.ty),
            Some(_) | None => {}
        }
        let Some(elem) = self.elements_with(&array, &value.ty, whole) else {
            report_other_element(&mut self.reports, &list, &value);
            return error(span);
        };
        let Some(value) = self.appended(f, elem, value, whole) else {
            return error(span);
        };
        let list = as_elements(list, elem);
        Expr {
            ty: Type::Array(longer(&array, elem)),
            span,
            kind: ExprKind::Builtin(
                Builtin::Append,
                vec![list, value, int(i32::from(whole), span)],
            ),
        }
    }

    /// Whether a value is a vector whose elements are appended, and no element itself.
    fn appends_all(&self, list: &ArrayType, value: &Type) -> bool {
        let Type::Array(given) = value else {
            return false;
        };
        match list.elem {
            Elem::Compound(inner) if carries_type(inner) => {
                matches!(given.elem, Elem::Compound(other) if carries_type(other))
            }
            Elem::Compound(inner) => self.functions.accepts(inner, value) == Fit::No,
            Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String => true,
        }
    }

    /// A vector without elements as one that what is appended fits into.
    fn started(
        &mut self,
        list: Expr,
        array: ArrayType,
        value: &Type,
        whole: bool,
    ) -> (Expr, ArrayType) {
        let elem = match (value, whole) {
            (Type::Union(_), _) => {
                let any = self.functions.settle_type(value);
                Some(Elem::Compound(intern(any)))
            }
            (_, true) => value.elem(),
            (_, false) => self.types.element_of(value),
        };
        let Some(elem) = elem.filter(|elem| array.is_start() && !elem.is_number()) else {
            return (list, array);
        };
        let array = ArrayType::new(elem, vec![Size::Known(0)]);
        (convert_to(list, &Type::Array(array.clone())), array)
    }

    /// The elements of the longer vector; none where the value is no such element.
    fn elements_with(&mut self, list: &ArrayType, value: &Type, whole: bool) -> Option<Elem> {
        let Elem::Compound(inner) = list.elem else {
            let given = value
                .elem()
                .filter(|given| !matches!(given, Elem::Compound(_)))?;
            let joined = join_elem(list.elem, given)?;
            let keeps = given.is_real() || list.elem.value_type() == Type::Complex;
            return match list.elem {
                Elem::Storage(_) => keeps.then_some(list.elem),
                Elem::Int | Elem::Scalar | Elem::Complex | Elem::String | Elem::Compound(_) => {
                    Some(joined)
                }
            };
        };
        match (inner, whole) {
            (Type::Unknown(_), false) => Some(list.elem),
            (Type::Tuple(_) | Type::Union(_), false) => {
                let value = self.functions.settle_type(value);
                let union = union_of([list.elem.value_type(), value])?;
                Some(Elem::Compound(intern(union)))
            }
            (_, true) => join_elem(list.elem, value.elem()?),
            (other, false) => {
                (self.functions.accepts(other, value) != Fit::No).then_some(list.elem)
            }
        }
    }

    /// What is appended, as the elements are.
    fn appended(
        &mut self,
        f: &mut BodyState<'a>,
        elem: Elem,
        value: Expr,
        whole: bool,
    ) -> Option<Expr> {
        let ty = elem.value_type();
        if whole {
            return Some(as_elements(value, elem));
        }
        match elem {
            Elem::Compound(Type::Class(_) | Type::Pointer(_)) => {
                Some(self.coerce(f, value, &ty, "the element"))
            }
            Elem::Compound(_) => self.reference_value(f, elem, value, &ty),
            Elem::Storage(kind) if kind.is_integer() && value.ty == Type::Scalar => {
                Some(exact_for(value, &ty))
            }
            Elem::Storage(kind) if kind.is_integer() && value.ty == Type::Long => Some(value),
            Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String => {
                Some(to_elem(value, elem))
            }
        }
    }
}

/// An array as one of these elements.
fn as_elements(value: Expr, elem: Elem) -> Expr {
    let Type::Array(array) = plain(&value.ty) else {
        return value;
    };
    convert_to(value, &Type::Array(ArrayType { elem, ..array }))
}

/// The type of a vector that got longer.
fn longer(list: &ArrayType, elem: Elem) -> ArrayType {
    match list.sizes.as_slice() {
        _ if list.any_rank => ArrayType::any(elem),
        [_, Size::Known(1)] => ArrayType::new(elem, vec![Size::Open, Size::Known(1)]),
        _ => ArrayType::open(elem, 1),
    }
}

/// The type of the first argument, which is a vector; what has only its number of dimensions open is asked when running.
fn vector_argument(reports: &mut Reports, list: &Expr) -> Option<ArrayType> {
    let found = list.ty.as_array();
    let vector = found.filter(|array| {
        let is_vector = matches!(
            array.sizes.as_slice(),
            [_] | [_, Size::Known(1)] | [Size::Known(1), _]
        );
        is_vector || array.any_rank || array.known_numel() == Some(0)
    });
    if vector.is_none() {
        let report = Report::new(
            Code::BadArgument,
            list.span,
            format!("`append` takes a vector, not a `{}`", list.ty),
        );
        reports.push(
            report
                .label(format!("`{}`", list.ty))
                .help(help_for_list(&list.ty)),
        );
    }
    vector.cloned()
}

/// What to write where something is to be appended to what is no vector.
fn help_for_list(ty: &Type) -> &'static str {
    match ty {
        Type::Array(_) => {
            "a row is put below a matrix by `vertcat(A, row)`, a column beside it by `horzcat(A, column)`"
        }
        Type::String => "texts are joined by `+`",
        number_type!()
        | Type::Exception
        | Type::Group(_)
        | Type::Enum(_)
        | Type::Class(_)
        | Type::Pointer(_)
        | Type::Null
        | composite_type!()
        | empty_type!() => "a vector starts as `x = []`, or with its first element, `x = [v]`",
    }
}

/// A value that is no element of the vector.
fn report_other_element(reports: &mut Reports, list: &Expr, value: &Expr) {
    let message = format!("a `{}` cannot be appended to a `{}`", value.ty, list.ty);
    reports.push(
        Report::new(Code::BadArgument, value.span, message)
            .label(format!("`{}`", value.ty))
            .also(list.span, format!("`{}`", list.ty))
            .help("a vector of elements of any types starts as `vec[??](0)`, one of a type `T` as `vec[T](0)`"),
    );
}
