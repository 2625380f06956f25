//! Calls of linear algebra.
//!
//! *Invariant:* in the typed tree such a call has the arguments of one form, arrays and numbers of one element type (pivots are ints),
//! then every letter.

use crate::base::Span;
use crate::builtins::algebra::{Algebra, Gives, Takes};
use crate::builtins::{self, Builtin, Host, Rule};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space};
use crate::types::{ArrayType, Elem, Modifiers, Size, Type};

use super::builtin::argument::bad_argument;
use super::call::{Argument, Callee};
use super::convert::to_elem;
use super::files::as_array;
use super::trees::error;
use super::{BodyState, Checker, Reports};

impl<'a> Checker<'a> {
    /// A function of linear algebra in kernel and device code: the one of `linalg.q` for a square matrix of this size, if it is there.
    pub(super) fn small_call(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        values: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        let known = values.first()?.ty.as_array()?.known_sizes()?;
        let [rows, columns] = known[..] else {
            return None;
        };
        let name = format!("{}{rows}x{columns}", builtins::row(builtin).name);
        if f.space == Space::Host || !function_of(builtin)?.small.contains(&name.as_str()) {
            return None;
        }
        let def = *self
            .definitions
            .functions
            .get(&self.definitions.names.find(&name)?)?
            .first()?;
        let values = values
            .iter()
            .map(|value| Argument::new(None, value.clone()));
        Some(self.call_def(f, Callee::function(def), values.collect(), span))
    }
}

/// The function of linear algebra that a builtin is.
fn function_of(builtin: Builtin) -> Option<&'static Algebra> {
    match builtins::row(builtin).rule {
        Rule::Host(Host::Algebra(function)) => Some(function),
        Rule::Elementwise(..)
        | Rule::Extreme(..)
        | Rule::Reduce(..)
        | Rule::Everywhere(_)
        | Rule::Host(_) => None,
    }
}

/// What kernels have in the place of a function.
pub(super) fn small_algebra(builtin: Builtin) -> Option<String> {
    let small = function_of(builtin)?.small;
    let names: Vec<String> = small.iter().map(|name| format!("`{name}`")).collect();
    let (last, others) = names.split_last()?;
    Some(format!(
        "`import \"linalg.q\"` has {} and {last} for matrices of these sizes",
        others.join(", ")
    ))
}

/// The element type of all arrays and numbers of a call.
fn joint_elem(form: &[Takes], args: &[Expr]) -> Elem {
    let is_complex = |(takes, value): (&Takes, &Expr)| {
        let elem = value.ty.elem().map(|elem| elem.value_type());
        let counts = match takes {
            Takes::Number | Takes::Array => true,
            Takes::Real | Takes::Ints => false,
        };
        counts && elem == Some(Type::Complex)
    };
    match form.iter().zip(args).any(is_complex) {
        true => Elem::Complex,
        false => Elem::Scalar,
    }
}

/// The type of a result.
fn type_of(gives: Gives, elem: Elem, args: &[Expr]) -> Type {
    let open = |elem, rank| Type::Array(ArrayType::open(elem, rank));
    match gives {
        Gives::Int => Type::Int,
        Gives::Scalar => Type::Scalar,
        Gives::Number => elem.value_type(),
        Gives::Reals => open(Elem::Scalar, 1),
        Gives::Ints => open(Elem::Int, 1),
        Gives::IntMatrix => open(Elem::Int, 2),
        Gives::Vector => open(elem, 1),
        Gives::Matrix => open(elem, 2),
        Gives::RealMatrix => open(Elem::Scalar, 2),
        Gives::ComplexVector => open(Elem::Complex, 1),
        Gives::ComplexMatrix => open(Elem::Complex, 2),
        Gives::Stack => open(elem, 3),
        Gives::Like(from_end) => {
            let like = &args[args.len() - from_end].ty;
            let array = like.as_array().expect("the form has an array there");
            // Columns stay columns; of other sizes only the running program knows whether they are the argument's.
            let keeps = |(dim, size): (usize, &Size)| match (dim, size) {
                (1.., Size::Known(1)) => Size::Known(1),
                (_, Size::Known(_) | Size::Symbol(_) | Size::Open) => Size::Open,
            };
            Type::Array(ArrayType {
                elem,
                sizes: array.sizes.iter().enumerate().map(keeps).collect(),
                modifiers: Modifiers::default(),
                any_rank: array.any_rank,
            })
        }
    }
}

/// A function of linear algebra.
pub(super) fn algebra(
    reports: &mut Reports,
    f: &mut BodyState<'_>,
    function: &Algebra,
    mut values: Vec<Expr>,
    span: Span,
) -> Expr {
    let is_letter = |value: &Expr| value.ty == Type::String;
    let plain = values.iter().take_while(|value| !is_letter(value)).count();
    let given_letters = values.split_off(plain);
    let form = function.forms.iter().find(|form| form.len() == plain);
    let Some(form) = form.filter(|_| given_letters.len() <= function.letters.len()) else {
        return no_such_form(reports, function, values, given_letters, span);
    };
    let Some(letters) = letters(reports, f, function, given_letters, span) else {
        return error(span);
    };
    let mut args = Vec::new();
    for (takes, value) in form.iter().zip(values) {
        match operand_of(reports, function, *takes, value) {
            Some(value) => args.push(value),
            None => return error(span),
        }
    }
    let elem = joint_elem(form, &args);
    let args = form.iter().zip(args).map(|(takes, value)| match takes {
        Takes::Number | Takes::Array => to_elem(value, elem),
        Takes::Real => to_elem(value, Elem::Scalar),
        Takes::Ints => value,
    });
    let mut args: Vec<Expr> = args.collect();
    let mut types = function
        .gives
        .iter()
        .map(|gives| type_of(*gives, elem, &args));
    let ty = match function.gives {
        [_] => types.next().expect("there is one"),
        _ => Type::Tuple(types.collect()),
    };
    args.extend(letters);
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(function.builtin, args),
    }
}

/// The mistake of a call that has the arguments of no form.
fn no_such_form(
    reports: &mut Reports,
    function: &Algebra,
    values: Vec<Expr>,
    letters: Vec<Expr>,
    span: Span,
) -> Expr {
    let row = builtins::row(function.builtin);
    let behind = letters.iter().find(|value| value.ty != Type::String);
    let place = letters
        .first()
        .filter(|_| behind.is_some() || function.letters.is_empty());
    let wanted = "an array of numbers";
    if let Some(text) = place {
        return bad_argument(reports, row.name, text, wanted, span);
    }
    let what = format!(
        "`{}` is not made for {} arguments of numbers",
        row.name,
        values.len()
    );
    reports.push(Report::new(Code::ArgumentCount, span, what).label(row.signature));
    error(span)
}

/// The letters of a call, with those that were left out.
fn letters(
    reports: &mut Reports,
    f: &BodyState<'_>,
    function: &Algebra,
    given: Vec<Expr>,
    span: Span,
) -> Option<Vec<Expr>> {
    let name = builtins::row(function.builtin).name;
    let mut given = given.into_iter();
    let mut letters = Vec::new();
    for default in function.letters {
        let Some(letter) = given.next() else {
            letters.push(Expr {
                ty: Type::String,
                span,
                kind: ExprKind::String((*default).to_string()),
            });
            continue;
        };
        if letter.ty != Type::String {
            bad_argument(reports, name, &letter, "a letter here", span);
            return None;
        }
        let known = f.known_text(&letter);
        let is_letter = |text: &String| ["n", "t", "c", "l", "u"].contains(&text.as_str());
        if known.is_some_and(|text| !is_letter(&text)) {
            let what = format!("`{name}` knows no such letter");
            let help = "\"n\", \"t\" and \"c\" stand for the matrix, its transpose and conjugate transpose; \"l\" and \"u\" for triangles";
            reports.push(Report::new(Code::BadArgument, letter.span, what).label(help));
            return None;
        }
        letters.push(letter);
    }
    Some(letters)
}

/// An argument as the form takes it.
fn operand_of(
    reports: &mut Reports,
    function: &Algebra,
    takes: Takes,
    value: Expr,
) -> Option<Expr> {
    let name = builtins::row(function.builtin).name;
    let wanted = match takes {
        Takes::Number if value.ty.is_number() => return Some(value),
        Takes::Number => "a number here",
        Takes::Real if value.ty.is_number() && value.ty != Type::Complex => return Some(value),
        Takes::Real => "a real number here",
        Takes::Array => match as_array(value.clone()) {
            Some(array) => return Some(array),
            None => "an array of numbers",
        },
        Takes::Ints => match as_array(value.clone()) {
            Some(array) if array.ty.elem().is_some_and(Elem::is_real) => {
                return Some(to_elem(array, Elem::Int));
            }
            Some(_) | None => "pivots, an array of ints",
        },
    };
    bad_argument(reports, name, &value, wanted, value.span);
    None
}
