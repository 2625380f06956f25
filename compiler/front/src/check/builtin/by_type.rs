//! Functions with the name of a type among their arguments: extreme values, conversions, arrays of a type.
//!
//! *Invariant:* the name is one of a type of numbers, and no variable hides it.

use crate::base::Span;
use crate::builtins::special_forms::SpecialFormRow;
use crate::check::annotation::names::number_elem;
use crate::check::builtin::argument::bad_argument;
use crate::check::convert::convert_elem;
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Conversion, Expr, ExprKind, Fill};
use crate::syntax::ast;
use crate::types::{Elem, Type};
use quasar_abi::ElemKind;

impl<'a> Checker<'a> {
    /// The type of numbers that an argument names.
    pub(super) fn named_elem(&self, f: &BodyState<'a>, arg: &ast::Arg) -> Option<Elem> {
        let name = arg.value.as_name()?;
        if f.env.names.contains_key(&name.name) {
            return None;
        }
        number_elem(self.text(name.name))
    }

    /// `maxvalue(T)` and `minvalue(T)`.
    pub(super) fn extreme_of_type(
        &mut self,
        f: &BodyState<'a>,
        row: &SpecialFormRow,
        choose: fn((f64, f64)) -> f64,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let name = row.name;
        let form = format!("{name}(type)");
        let [arg] = args else {
            let message = format!("`{name}` takes one argument");
            self.report(Report::new(Code::ArgumentCount, span, message).label(form));
            return error(span);
        };
        let elem = self.named_elem(f, arg);
        let range = elem.and_then(|elem| finite_range(elem, self.definitions.options.double));
        match range.map(choose) {
            Some(value) if value == value.trunc() && value.abs() <= f64::from(i32::MAX) + 1.0 => {
                match value as i64 {
                    whole @ -0x8000_0000..=0x7fff_ffff => int(whole as i32, span),
                    _ => scalar(value, span),
                }
            }
            Some(value) => scalar(value, span),
            None => no_type(&mut self.reports, name, &form, span),
        }
    }

    /// `uninit_T(T, dims…)`.
    pub(super) fn uninit_of_type(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let form = "uninit_T(type, dims...)";
        let Some((first, dims)) = args.split_first() else {
            return no_type(&mut self.reports, "uninit_T", form, span);
        };
        match self.named_elem(f, first) {
            Some(elem) => self.creation(f, Fill::Uninit, elem, dims, span),
            None => no_type(&mut self.reports, "uninit_T", form, first.span),
        }
    }

    /// `cast(x, T)`.
    pub(super) fn cast(&mut self, f: &mut BodyState<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let [_, named] = args else {
            let report = Report::new(Code::ArgumentCount, span, "`cast` takes a value and a type");
            self.report(report.label("cast(x, type)"));
            return error(span);
        };
        let Some(elem) = self.named_elem(f, named) else {
            return no_type(&mut self.reports, "cast", "cast(x, type)", named.span);
        };
        let Some(mut values) = self.values(f, &args[..1]) else {
            return error(span);
        };
        let value = values.remove(0);
        self.converted(elem, value, "cast", span)
    }

    /// A number or an array as one of a type, explicitly.
    pub(in crate::check) fn converted(
        &mut self,
        elem: Elem,
        value: Expr,
        name: &str,
        span: Span,
    ) -> Expr {
        let named_ty = elem.value_type();
        let value = self.beside(value, &named_ty);
        let is_complex = value.ty.elem().map(Elem::value_type) == Some(Type::Complex);
        let numbers = value.ty.elem().is_some_and(Elem::is_number);
        let fits = match (&value.ty, elem) {
            (_, Elem::Complex) => true,
            (Type::Array(_), _) => !is_complex,
            (_, Elem::Int | Elem::Storage(ElemKind::I64) | Elem::Scalar) => !is_complex,
            (_, Elem::Storage(_) | Elem::String | Elem::Compound(_)) => false,
        };
        match numbers && fits {
            true => convert_elem(Conversion::Explicit, value, elem),
            false if numbers && !is_complex => no_variables(&mut self.reports, elem, &value, span),
            false => {
                let wanted = "a number or an array of numbers that this type can hold";
                bad_argument(&mut self.reports, name, &value, wanted, span)
            }
        }
    }
}

fn scalar(value: f64, span: Span) -> Expr {
    Expr {
        ty: Type::Scalar,
        span,
        kind: ExprKind::Scalar(value),
    }
}

/// The least and the greatest finite value of a type.
fn finite_range(elem: Elem, double: bool) -> Option<(f64, f64)> {
    let float = |greatest: f64| Some((-greatest, greatest));
    let kind = match elem {
        Elem::Int => ElemKind::I32,
        Elem::Scalar if double => ElemKind::F64,
        Elem::Scalar => ElemKind::F32,
        Elem::Storage(kind) => kind,
        Elem::Complex | Elem::String | Elem::Compound(_) => return None,
    };
    match kind {
        ElemKind::I32 => Some((f64::from(i32::MIN), f64::from(i32::MAX))),
        ElemKind::I64 => Some((i64::MIN as f64, i64::MAX as f64)),
        ElemKind::U64 => Some((0.0, u64::MAX as f64)),
        ElemKind::F16 => float(65504.0),
        ElemKind::F32 => float(f64::from(f32::MAX)),
        ElemKind::F64 => float(f64::MAX),
        ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16 | ElemKind::U32 => {
            let (low, high) = kind.saturation()?;
            Some((low as f64, high as f64))
        }
        ElemKind::C32 | ElemKind::C64 | ElemKind::Text | ElemKind::Array | ElemKind::Function => {
            None
        }
    }
}

fn no_type(reports: &mut Reports, name: &str, form: &str, span: Span) -> Expr {
    let message = format!("`{name}` needs the name of a type of numbers");
    reports.push(
        Report::new(Code::BadArgument, span, message)
            .label(form)
            .help(
                "types of numbers are `scalar`, `cscalar`, `int` and those of elements as `uint8`",
            ),
    );
    error(span)
}

/// Reports a number as one of a type that only elements have.
fn no_variables(reports: &mut Reports, elem: Elem, value: &Expr, span: Span) -> Expr {
    let ty = elem.to_string();
    let number = elem.value_type();
    reports.push(
        Report::new(
            Code::BadArgument,
            span,
            format!("there are no variables of type `{ty}`, only elements of arrays"),
        )
        .label(format!("`{}`", value.ty))
        .help(format!(
            "write `cast(x, {number})`, or `vec[{ty}](n)` for an array whose elements round what is stored"
        )),
    );
    error(span)
}
