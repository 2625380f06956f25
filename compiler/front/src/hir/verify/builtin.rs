//! Rules of builtin functions and new arrays.
//!
//! *Invariant:* what a row of the table of builtins says of arguments and result holds for each call of it.

use super::super::data::{Expr, Space};
use super::Checker;
use super::types::number_of;
use crate::builtins::{self, Builtin, Numbers, Row, Rule, Where};
use crate::types::Type;

impl Checker<'_> {
    pub(super) fn check_builtin(&mut self, expr: &Expr, builtin: Builtin, args: &[Expr]) {
        let row = builtins::row(builtin);
        let here = row.place == Where::Anywhere || self.instance.space == Space::Host;
        self.require_of(expr, here, || format!("{} within a kernel", row.name));
        if let Some((takes, gives)) = elementwise(row, args) {
            let [least, most] = [row.arity.0, row.arity.1].map(usize::from);
            let count = (least..=most).contains(&args.len());
            self.require_of(expr, count, || {
                format!("{} takes {most} arguments", row.name)
            });
            self.check_elementwise(expr, args, &takes, &gives);
        }
    }

    /// All arguments are of one number type, the result is of another.
    fn check_elementwise(&mut self, expr: &Expr, args: &[Expr], takes: &Type, gives: &Type) {
        for arg in args {
            let fits = number_of(&arg.ty).as_ref() == Some(takes);
            self.require_of(arg, fits, || {
                format!("an argument that should be a {takes}")
            });
        }
        let fits = number_of(&expr.ty).as_ref() == Some(gives);
        self.require_of(expr, fits, || format!("a function that gives a {gives}"));
        self.check_shape(expr, &args.iter().collect::<Vec<_>>());
    }

    pub(super) fn check_new_array(&mut self, expr: &Expr, dims: &[Expr]) {
        let array = expr.ty.as_array();
        self.require_of(expr, array.is_some(), || {
            "a new array of no array type".to_string()
        });
        self.check_extents(expr, dims);
    }
}

/// The number types of arguments and result of a function that works element by element.
fn elementwise(row: &Row, args: &[Expr]) -> Option<(Type, Type)> {
    let first = args.first().and_then(|arg| number_of(&arg.ty));
    let of_first = || first.clone().unwrap_or(Type::Scalar);
    let Rule::Elementwise(numbers, _) = row.rule else {
        return None;
    };
    Some(match numbers {
        Numbers::Float => (Type::Scalar, Type::Scalar),
        Numbers::Analytic => {
            let ty = match of_first() {
                Type::Complex => Type::Complex,
                _ => Type::Scalar,
            };
            (ty.clone(), ty)
        }
        Numbers::Number | Numbers::Any => (of_first(), of_first()),
        Numbers::Magnitude => match of_first() {
            Type::Complex => (Type::Complex, Type::Scalar),
            ty => (ty.clone(), ty),
        },
        Numbers::ComplexPart => (Type::Complex, Type::Scalar),
        Numbers::MakeComplex => (Type::Scalar, Type::Complex),
        Numbers::ToInt => (of_first(), Type::Int),
        Numbers::ToScalar => (of_first(), Type::Scalar),
        Numbers::Test => (of_first(), Type::Int),
        Numbers::Bits => match of_first() {
            Type::Long => (Type::Long, Type::Long),
            _ => (Type::Int, Type::Int),
        },
    })
}
